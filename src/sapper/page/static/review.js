// <sapper-review> gets a review from the server, and shows it in a viewer.
//
//   #review/ID          a game of the player
//   #review/ID/16       the same game before move 16
//   #review/room.CODE.4.2   the game of person 2 on board 4 of a room
//   #review/file        the file that was opened last (History, Analyse)

import { api, ask, cellName, guarded, h, sentence, toast, words } from "./dom.js";
import { rowsOf, Viewer } from "./viewer.js";

const t = words.review;

// Keep the file until the tab is closed, so that a reload shows it again.
const KEY = "sapper.file";
/** @type {{ found: Api.ReplayedGameJson, metrics: () => Promise<Api.Metrics> } | null} */
let opened = null; // the review of the last file

/** @param {Blob} file @param {boolean} partial */
async function judge(file, partial) {
  const answer = await api(`/replay?partial=${partial}`, file);
  const found = answer.replay;
  if (found) opened = { found, metrics: () => api(`/metrics?partial=${partial}`, file) };
  return answer;
}

// Opens a file. If the file is damaged, the user may choose to review the readable part.
/** @param {File | undefined} file */
export async function openFile(file) {
  if (!file) return;
  let partial = false;
  let found = await guarded(() => judge(file, partial));
  if (found?.has_part) {
    const problem = sentence(found.problem ?? "");
    const answer = await ask(t.wrongTitle, problem, { part: t.wrongPart, no: t.wrongNo });
    if (answer !== "part") return;
    partial = true;
    found = await guarded(() => judge(file, partial));
  }
  if (found?.problem) toast(sentence(found.problem));
  if (!found?.replay) return;
  const bytes = Array.from(
    new Uint8Array(await file.arrayBuffer()),
    (byte) => String.fromCharCode(byte),
  );
  try {
    sessionStorage.setItem(KEY, `${partial}\n${bytes.join("")}`);
  } catch {
    // The browser forbids storage.
  }
  if (location.hash.startsWith("#review/file")) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#review/file";
}

async function reopen() {
  let kept = null;
  try {
    kept = sessionStorage.getItem(KEY);
  } catch {
    // The browser forbids storage.
  }
  if (kept === null) return;
  const start = kept.indexOf("\n") + 1;
  const bytes = Uint8Array.from(kept.slice(start), (letter) => letter.charCodeAt(0));
  await judge(new Blob([bytes]), kept.startsWith("true"));
}

class Review extends HTMLElement {
  /** @type {string | undefined} */ argument;
  /** @type {Viewer} */ #viewer;
  #isShown = false;
  #ticket = 0;

  async connectedCallback() {
    this.#viewer = new Viewer(this);
    document.addEventListener("back", this.#load);
    await this.#load();
  }

  disconnectedCallback() {
    this.#viewer.close();
    document.removeEventListener("back", this.#load);
    this.#ticket++;
  }

  #load = async () => {
    if (this.#isShown) return;
    const [id, place] = (this.argument ?? "").split("/");
    const ticket = ++this.#ticket;
    this.#viewer.aside.replaceChildren(h("p", { class: "muted" }, words.play.reviewing));
    let loaded;
    try {
      loaded = await this.#get(id, () => ticket === this.#ticket);
    } catch (problem) {
      if (ticket === this.#ticket) this.#tell(problem);
      return;
    }
    if (ticket !== this.#ticket) return;
    if (!loaded) {
      location.hash = "#history";
      return;
    }
    this.#isShown = true;
    // Whether this is one of the player's own games, not a file or another game of a room.
    const isOwn = id !== "file" && !id.includes(".");
    const { level, width } = loaded.found;
    this.#viewer.show({
      ...loaded,
      explain: ({ view, cell }) =>
        api("/explain", {
          position: `${[level, ...rowsOf(view, width)].join("\n")}\n`,
          cell: cellName(cell, width),
        }),
      analyse: "#analyse",
      went: (place) => history.replaceState(null, "", `#review/${id}/${place}`),
      playOn: isOwn ? (move) => playOn(id, move) : undefined,
      foot: isOwn && deletion(id),
    }, place);
  };

  // Gets a review, or null if no file was opened.
  /** @param {string} id @param {() => boolean} isCurrent */
  async #get(id, isCurrent) {
    if (id === "file") {
      if (!opened) await reopen();
      return opened;
    }
    if (id.startsWith("room.")) {
      const [code, board, person] = id.split(".").slice(1).map(encodeURIComponent);
      const found = await api(`/rooms/${code}/boards/${board}/games/${person}/replay`);
      return { found, metrics: null }; // the game of somebody else has no metrics
    }
    const name = encodeURIComponent(id);
    // Show the end of the game first, because the review takes a moment.
    const [found] = await Promise.all([
      api(`/games/${name}/replay`),
      api(`/games/${name}`).then((game) => {
        if (isCurrent() && game.end && !this.#isShown) {
          this.#viewer.board.load(game.width, game.height, game.end.answer);
        }
      }),
    ]);
    return { found, metrics: () => api(`/games/${name}/metrics`) };
  }

  // Shows a problem. When the connection is back, the review is loaded again.
  /** @param {Problem} problem */
  #tell(problem) {
    const text = problem.status === 404 ? t.noGame : problem.message;
    const said = [
      h("p", { class: "lead", role: "alert" }, text),
      h("p", {}, h("a", { href: "#history" }, t.toHistory)),
    ];
    if (problem.away) return this.#viewer.aside.replaceChildren(...said);
    this.className = "hist";
    return this.replaceChildren(h("h1", { class: "voice" }, words.views.review), ...said);
  }
}

/** @param {string} game */
function deletion(game) {
  const onclick = async () => {
    if (await (await import("./deleting.js")).deleteGame(game)) location.hash = "#history";
  };
  return h("p", {}, h("button", { class: "plain small muted", onclick }, words.deleting.game));
}

/** @param {string} id @param {Api.ReplayedMoveJson} move */
const playOn = (id, move) =>
  guarded(async () => {
    const game = await api(`/games/${id}/on`, { moves: move.number - 1 });
    localStorage.setItem("sapper.game", game.id);
    location.hash = "#play";
  });

customElements.define("sapper-review", Review);
