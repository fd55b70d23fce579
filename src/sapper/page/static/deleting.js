// Deletes a game, or all data about the player.

import { api, ask, guarded, toast, words } from "./dom.js";

const t = words.deleting;
const STAYS = "sapper.settings";

/** @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
const agreed = async (title, text, yes) =>
  (await ask(title, text, { keep: t.keep, yes })) === "yes";

/** @param {string} game */
export async function deleteGame(game) {
  if (!await agreed(t.gameTitle, t.gameText, t.gameYes)) return false;
  const isDone = await guarded(async () => {
    await api(`/games/${game}`, null, "DELETE");
    if (localStorage.getItem("sapper.game") === game) localStorage.removeItem("sapper.game");
    toast(t.gameDone);
    return true;
  });
  return isDone ?? false;
}

// Deletes everything that the server and this browser have stored, except the settings.
export async function deleteEverything() {
  if (!await agreed(t.allTitle, t.allText, t.allYes)) return;
  await guarded(async () => {
    await api("/me", null, "DELETE");
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("sapper.") && key !== STAYS) localStorage.removeItem(key);
    }
    location.hash = "#home";
    location.reload();
  });
}
