// An argument, read step by step: while a sentence is read, its clues and cells are marked on the board.

import { h, say } from "./dom.js";

const SHOWN = 200; // lines of a proof: nobody reads more

export function argument(reason, board, rest = {}) {
  const items = reason.steps.map((step, index) => h("li", { tabindex: 0, onclick: () => read(index), onfocus: () => read(index) }, step.words));
  let at = -1;
  function read(index) {
    at = Math.max(0, Math.min(items.length - 1, index));
    items.forEach((item, i) => (i === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
    const { clues, fact, also } = reason.steps[at];
    const marks = { clues, safe: [], mines: [], cells: [] };
    for (const { cells, least, most } of also ? [fact, also] : [fact]) {
      marks[most === 0 ? "safe" : least === cells.length ? "mines" : "cells"].push(...cells);
    }
    board.mark(marks);
  }
  const next = items.length > 1 && h("button", { onclick: () => {
    read((at + 1) % items.length);
    say(reason.steps[at].words);
  } }, "Read on");
  return h("div", { class: "panel" },
    h("ol", { class: "steps" }, items), next,
    reason.proof && proofDetails(reason.proof, reason.proof.length, board, rest));
}

// A proof of so many steps, of which the first lines are shown.
export function proofDetails(proof, steps, board, rest = {}, open = false) {
  const lines = proof.slice(0, SHOWN).map((line) => {
    const show = () => board.mark({ clues: line.clue === null ? [] : [line.clue], cells: line.cells });
    const why = line.source ?? `from ${line.parents.join(" ")}`;
    return h("li", { tabindex: 0, onmouseenter: show, onfocus: show, onmouseleave: () => board.mark(rest) },
      h("span", { class: "n" }, `${line.number}.`), h("span", {}, line.clause), h("span", { class: "why" }, why));
  });
  return h("details", { open }, h("summary", {}, `Proof in ${steps} step${steps === 1 ? "" : "s"}`), h("ol", { class: "proof" }, lines),
    steps > lines.length && h("p", { class: "muted small" }, `and ${steps - lines.length} more`));
}
