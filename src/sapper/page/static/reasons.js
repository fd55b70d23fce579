// Shows a chain of reasoning step by step, and marks its cells on the board.

import { h, say, spoken, words } from "./dom.js";

const SHOWN = 200; // the most lines of a proof to show
// A file with a review has no pages about patterns.
const isOnServer = !document.documentElement.dataset.language;
const NARROW = matchMedia("(max-width: 560px) and (orientation: portrait)");

/**
 * @typedef {object} Reason
 * @property {Api.StepJson[]} steps
 * @property {Api.ProofLineJson[] | null} [proof]
 * @property {string | null} [pattern_page] the page that explains its pattern
 */

// `rest` contains the marks of the cells that the reasoning is about. These marks stay during all
// steps.
/**
 * @param {Reason} reason
 * @param {Board} board
 * @param {Marks} [rest]
 * @param {Part[]} [before]
 * @param {Part[]} [after]
 */
export function argument(reason, board, rest = {}, before = [], after = []) {
  const items = reason.steps.map((step, index) =>
    h("li", {
      tabindex: 0,
      "data-n": index + 1,
      onclick: () => read(index),
      onfocus: () => read(index),
    }, spoken("span", {}, step.runs, board))
  );
  let at = -1;
  /** @param {number} index */
  function read(index) {
    at = Math.max(0, Math.min(items.length - 1, index));
    items.forEach((item, i) =>
      i === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")
    );
    const marks = stepMarks(reason.steps[at], rest);
    board.mark(marks);
    board.reveal(Object.values(marks).flat());
  }
  const next = items.length > 1 && h("button", {
    class: "b",
    onclick: () => {
      read((at + 1) % items.length);
      say(reason.steps[at].words);
    },
  }, words.readOn);
  // On a phone, there is space for only one sentence. On other screens, the last sentence is
  // highlighted.
  if (NARROW.matches && items.length > 1) read(0);
  else items.at(-1)?.setAttribute("aria-current", "step");
  const buttons = [...before, next, ...after].filter(Boolean);
  return [
    items.length > 0 && h("ol", { class: "steps" }, items),
    buttons.length > 0 && h("div", { class: "acts" }, buttons),
    reason.pattern_page && isOnServer &&
    h(
      "p",
      { class: "small" },
      h("a", { href: `#patterns/${reason.pattern_page}` }, words.toPattern),
    ),
    reason.proof && proofDetails(reason.proof, reason.proof.length, board, rest),
  ].filter(Boolean);
}

/** @param {Api.StepJson} step */
export function marksOf({ clues, fact, also }) {
  /** @type {{ [kind in "clues" | "safe" | "mines" | "cells"]: string[] }} */
  const marks = { clues, safe: [], mines: [], cells: [] };
  for (const { cells, least, most } of also ? [fact, also] : [fact]) {
    marks[most === 0 ? "safe" : least === cells.length ? "mines" : "cells"].push(...cells);
  }
  return marks;
}

// The marks of a sentence, together with the marks of the cells that the reasoning is about.
/** @param {Api.StepJson} step @param {Marks} rest @returns {Marks} */
export function stepMarks(step, { safe = [], mines = [] }) {
  const marks = marksOf(step);
  return { ...marks, safe: [...marks.safe, ...safe], mines: [...marks.mines, ...mines] };
}

/**
 * @param {(Api.ProofLineJson & { note?: string, go?: () => void })[]} proof
 * @param {number} steps
 * @param {Board} board
 * @param {Marks} [rest]
 * @param {(clause: string) => Part} [drawn] how a clause is shown
 */
export function proofDetails(
  proof,
  steps,
  board,
  rest = {},
  open = false,
  drawn = (clause) => clause,
) {
  const lines = proof.slice(0, SHOWN).map((line) => {
    const show = () =>
      board.mark({ clues: line.clue === null ? [] : [line.clue], cells: line.cells });
    const why = line.note ?? line.source ?? words.from(line.parents.join(" "));
    return h(
      "li",
      { tabindex: 0, onmouseenter: show, onfocus: show, onmouseleave: () => board.mark(rest) },
      h("span", { class: "n" }, `${line.number}.`),
      h("span", {}, drawn(line.clause)),
      h(
        "span",
        { class: "why" },
        line.go ? h("button", { class: "plain", onclick: line.go }, why) : why,
      ),
    );
  });
  return h(
    "details",
    { open },
    h("summary", {}, words.proofIn(steps)),
    h("ol", { class: "proof", tabindex: 0 }, lines),
    steps > lines.length && h("p", { class: "muted small" }, words.andMore(steps - lines.length)),
  );
}
