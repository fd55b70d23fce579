// Shows the proof that a board needs no guess: its moves in order, each with the numbers that prove
// it.

import { download, h, say, spoken, words } from "./dom.js";

const t = words.prove;

/**
 * @param {Api.GameForm} game
 * @param {Api.BoardProofForm} proof
 * @param {Board} board
 * @param {() => void} close
 */
export function proofPanel(game, proof, board, close) {
  const { rows, steps, hardest } = proof;
  const items = steps.map((step, index) =>
    h("li", {
      tabindex: index ? -1 : 0,
      "data-n": index + 1,
      onclick: () => read(index),
      onfocus: () => at !== index && read(index, false),
    }, spoken("span", {}, step.runs, board))
  );
  let at = -1;
  const acts = [
    {
      text: words.readOn,
      act: () => {
        read(at + 1);
        say(items[at].textContent);
      },
    },
    { text: t.download, act: () => download(`/api/games/${game.id}/files/board.cert`) },
    { text: t.back, act: close },
  ];

  /** @param {number} index */
  function read(index, move = true) {
    items[Math.max(0, at)].tabIndex = -1;
    at = (index + items.length) % items.length;
    items.forEach((item, i) =>
      i === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")
    );
    items[at].tabIndex = 0;
    const symbols = rows.join("").split("");
    for (const { changed, symbols: shown } of steps.slice(0, at)) {
      changed.forEach((cell, i) => (symbols[cell] = shown[i]));
    }
    const lines = Array.from(
      { length: game.height },
      (_, row) => symbols.slice(row * game.width, (row + 1) * game.width).join(""),
    );
    board.load(game.width, game.height, lines);
    const { kind, cells, clues } = steps[at];
    board.mark({ clues, [kind === "mine" ? "mines" : "safe"]: cells });
    board.reveal([...clues, ...cells]);
    if (move) items[at].focus({ preventScroll: true });
    items[at].scrollIntoView({ block: "nearest" });
  }

  const list = h("ol", {
    class: "steps sequence",
    "aria-label": t.sequence,
    onkeydown: (event) => {
      const target = {
        ArrowDown: at + 1,
        ArrowRight: at + 1,
        ArrowUp: at - 1,
        ArrowLeft: at - 1,
        Home: 0,
        End: items.length - 1,
      }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      read(target);
    },
  }, items);
  const panel = h(
    "section",
    { class: "say proving", "aria-label": t.title },
    h("h2", { class: "voice" }, t.title),
    h("p", { class: "lead" }, t.lead(words.techniques[hardest])),
    list,
    h(
      "div",
      { class: "acts" },
      acts.map(({ text, act }, index) =>
        h("button", { class: ["b main", "b", "b bare"][index], onclick: act }, text)
      ),
    ),
  );
  return panel;
}
