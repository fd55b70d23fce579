// An argument, read step by step: while a sentence is read, its clues and cells are marked on the board.

import { h, say } from "./dom.js";

export function argument(reason, board, rest = {}) {
  const items = reason.steps.map((step, index) => h("li", { tabindex: 0, onclick: () => read(index), onfocus: () => read(index) }, step.words));
  let at = -1;
  function read(index) {
    at = Math.max(0, Math.min(items.length - 1, index));
    items.forEach((item, i) => (i === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
    const { clues, cells, safe, mines } = reason.steps[at];
    board.mark({ cells, clues, safe, mines });
  }
  const next = items.length > 1 && h("button", { onclick: () => {
    read((at + 1) % items.length);
    say(reason.steps[at].words);
  } }, "Read on");
  return h("div", { class: "panel" },
    h("ol", { class: "steps" }, items), next,
    reason.proof.length > 0 && h("details", {}, h("summary", {}, `Proof in ${reason.proof.length} step${reason.proof.length === 1 ? "" : "s"}`), proofList(reason.proof, board, rest)));
}

export function proofList(proof, board, rest = {}) {
  return h("ol", { class: "proof" }, proof.map((line) => {
    const show = () => board.mark({ clues: line.clue === null ? [] : [line.clue], cells: line.cells });
    return h("li", { tabindex: 0, onmouseenter: show, onfocus: show, onmouseleave: () => board.mark(rest) },
      h("span", { class: "n" }, `${line.number}.`), h("span", {}, line.clause), h("span", { class: "why" }, line.why));
  }));
}
