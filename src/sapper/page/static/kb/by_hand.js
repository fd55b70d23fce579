// An exercise in a lesson that is done by hand: a dialog with the clauses of its position.

import { api, h } from "../dom.js";
import { goalOf, positionTask } from "./deal.js";
import { Hands } from "./hands.js";
import { t } from "./hands_words.js";
import { Timeline } from "./timeline.js";

// Lets somebody settle the cell of a literal, such as ¬C4, and calls `use` with the proof.
/** @param {string} position @param {string} goal @param {(proof: string) => void} use */
export async function byHand(position, goal, use) {
  const [, width, height] = (/(\d+)x(\d+)x/.exec(position) ?? []).map(Number);
  const watched = await api("/events", { position });
  const timeline = new Timeline(width, height);
  timeline.isGame = false;
  timeline.add(watched);
  const dialog = h("dialog", { class: "by-hand", "aria-label": t.tabs.hands });
  const hands = new Hands(timeline, {
    head: h("button", { class: "b", onclick: () => dialog.close() }, t.close),
    begin: () => positionTask(timeline, goalOf(timeline, goal.replace("¬", ""))),
    use: (proof) => {
      dialog.close();
      use(proof);
    },
  });
  const resize = () => hands.resize();
  dialog.addEventListener("keydown", (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!hasModifier && hands.key(event)) event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    removeEventListener("resize", resize);
    dialog.remove();
  });
  dialog.append(hands.element);
  document.body.append(dialog);
  dialog.showModal();
  hands.shown();
  hands.desk.headline.tabIndex = -1;
  hands.desk.headline.focus();
  addEventListener("resize", resize);
}
