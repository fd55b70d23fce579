// In the wide layout of Play (views.css), one line of text is above the board, and the rest is in a
// drawer. The drawer covers columns without a mark, on the right if possible, otherwise on the
// left. If there are marks on both sides, the line shows the whole text, one sentence at a time.
// A phone held sideways has no space above a wide board, so there the line is a strip over rows
// without a mark, for as long as it is raised.
// Play calls `tell` or `say` to show new text, `raise` if it must be read, and `update` when the
// text has changed.

import { h, iconButton, plain, spoken, words } from "./dom.js";

/**
 * @typedef {{ runs: Runs, marks?: Marks }} Sentence
 *
 * @typedef {object} Telling what the line says, in short, about the panel. It may change later.
 * @property {Runs | string} [title]
 * @property {string} [note]
 */

/** @param {Runs} text @returns {Runs[]} */
export function sentences(text) {
  /** @type {Run[][]} */
  const found = [[]];
  for (const run of text) {
    const parts = typeof run === "string" ? run.split(/(?<=[.!?]) /) : [run];
    parts.forEach((part, index) => {
      if (index) found.push([]);
      if (part) found[found.length - 1].push(part);
    });
  }
  return found.filter((one) => one.length);
}

const LONG = 80; // the most characters of a step that is shown in the line

// Splits sentences into pieces that fit in the line: one sentence each, or less of a long one.
/** @param {Runs} text @returns {Runs[]} */
export function pieces(text) {
  /** @type {Run[][]} */
  const found = [[]];
  let length = 0;
  for (const run of text) {
    const parts = typeof run === "string" ? run.split(/(?<=[.!?,;:]) /) : [run];
    parts.forEach((part, index) => {
      const size = plain([part]).length;
      const last = found[found.length - 1].at(-1);
      const isEnd = index > 0 && typeof last === "string" && /[.!?]$/.test(last);
      if (isEnd || (index > 0 && length + size > LONG)) {
        found.push([]);
        length = 0;
      } else if (index > 0) found[found.length - 1].push(" ");
      if (size) found[found.length - 1].push(part);
      length += size + 1;
    });
  }
  return found.filter((one) => one.length);
}

export class Drawer {
  line = h("div", { class: "saying" });
  aside;
  #stage;
  #board;
  /** @type {Telling | null} */ #telling = null;
  /** @type {() => Part[]} */ #content = () => [];
  /** @type {Cell[]} */ #cells = []; // cells with a mark, now or at another step of the reason
  #isOpen = false; // also true if there is no space to show the open drawer

  /** @param {HTMLElement} stage @param {Board} board @param {HTMLElement} panel */
  constructor(stage, board, panel) {
    this.#stage = stage;
    this.#board = board;
    this.aside = h(
      "aside",
      { class: "right", "aria-label": words.play.aside },
      iconButton("cross", words.play.closeDetails, () => this.toggle(false), {
        class: "b bare low sq shut",
      }),
      panel,
    );
    board.addEventListener("placed", () => this.update());
    board.addEventListener("marked", () => this.#place());
    board.parentElement?.addEventListener("scroll", () => this.#place(), { passive: true });
    // The cells of a hint have already been passed to `say`, so a hint needs no update here.
    board.addEventListener("marked", () => {
      if (this.#isOpen && this.#telling) this.update();
    });
  }

  // Sets the content of the line and closes the drawer. The line shows only part of the text in the
  // panel.
  /** @param {Telling} telling */
  tell(telling) {
    this.say(() => this.#told(telling));
    this.#telling = telling;
  }

  /** @param {() => Part[]} content @param {Cell[]} [cells] */
  say(content, cells = []) {
    this.#telling = null;
    this.#content = content;
    this.#cells = cells;
    this.#stage.classList.remove("raised");
    this.open(false);
  }

  // Shows the line where it has no space of its own, until its text changes or it is closed.
  /** @param {boolean} on */
  raise(on) {
    this.#stage.classList.toggle("raised", on);
    this.#place();
  }

  // Moves a raised line to the lowest rows in which it covers no mark, or the fewest marks.
  #place() {
    const { style } = this.line;
    style.bottom = "";
    if (getComputedStyle(this.line).position !== "fixed") return;
    const { height, bottom: lowest } = this.line.getBoundingClientRect();
    const boxes = this.#board.boxes([...this.#cells, ...this.#board.marked]);
    let [best, least] = [0, Infinity];
    for (let up = 0; lowest - up >= height; up += 4) {
      const bottom = lowest - up;
      const covers = boxes.filter((box) => box.bottom > bottom - height && box.top < bottom).length;
      if (covers < least) [best, least] = [up, covers];
    }
    style.bottom = `${innerHeight - lowest + best}px`;
  }

  /** @param {boolean} on */
  open(on) {
    this.#isOpen = on;
    this.update();
    this.aside.scrollTo(0, 0);
  }

  // Opens or closes the drawer. If the focus is in the drawer, closing it moves the focus to the
  // line.
  /** @param {boolean} on */
  toggle(on) {
    const isInside = this.aside.contains(document.activeElement);
    this.open(on);
    if (isInside) /** @type {HTMLElement | null} */ (this.line.querySelector(".toggle"))?.focus();
  }

  get isOpen() {
    return this.#stage.classList.contains("drawn");
  }

  /** @param {Telling} telling @returns {Part[]} */
  #told({ title = "", note }) {
    return [
      title.length > 0 && spoken("strong", { class: "voice" }, [title].flat(), this.#board),
      note && h("span", { class: "muted" }, note),
      h("span", { class: "gap" }),
      this.#side !== null && this.button(words.play.details),
      iconButton("cross", words.play.close, () => this.raise(false), {
        class: "b bare low sq lower",
      }),
    ];
  }

  /** @param {Sentence[]} all @returns {Part[]} */
  #stepping(all) {
    if (!all.length) return [h("i", { class: "gap" })];
    let at = -1;
    const place = h("span", { class: "muted" });
    const next = () => {
      at = (at + 1) % all.length;
      const { runs, marks } = all[at];
      place.replaceChildren(spoken("span", {}, runs, this.#board));
      place.dataset.n = words.play.step(at + 1, all.length);
      if (marks) this.#board.mark(marks);
      this.#place();
    };
    next();
    return [place, all.length > 1 && h("button", { class: "b low", onclick: next }, words.readOn)];
  }

  /** @param {string} text */
  button(text) {
    return h("button", {
      class: "b low toggle",
      "aria-expanded": String(this.isOpen),
      onclick: () => this.toggle(!this.isOpen),
    }, text);
  }

  // The content of the line for a reason: the last sentence, and a button for the drawer.
  // If there is no space for the drawer, a button shows the next sentence.
  /** @param {Sentence[]} all @returns {Part[]} */
  reason(all) {
    const last = all.at(-1);
    if (!last || this.#side === null) {
      return this.#stepping(
        all.flatMap(({ runs, marks }) => pieces(runs).map((piece) => ({ runs: piece, marks }))),
      );
    }
    return [
      spoken("span", { class: "muted" }, last.runs, this.#board),
      this.button(words.play.whole),
    ];
  }

  // The side on which the drawer would cover no column with a mark, or null.
  get #side() {
    const { classList } = this.#stage;
    const was = classList.value;
    const boxes = this.#board.boxes([...this.#cells, ...this.#board.marked]);
    classList.add("drawn");
    const side = [false, true].find((isLeft) => {
      classList.toggle("at-left", isLeft);
      const { left, right } = this.aside.getBoundingClientRect();
      return right > left && !boxes.some((box) => box.right > left && box.left < right);
    });
    classList.value = was;
    return side === undefined ? null : side ? "left" : "right";
  }

  // Draws the line again without moving the focus, and moves the drawer away from new marks.
  update() {
    const { classList } = this.#stage;
    if (!classList.contains("wide")) {
      classList.remove("drawn");
      return;
    }
    const side = this.#isOpen ? this.#side : null;
    classList.toggle("drawn", side !== null);
    classList.toggle("at-left", side === "left");
    const here = document.activeElement;
    const focused = here && this.line.contains(here) ? here.textContent : null;
    this.line.replaceChildren(...h("div", {}, this.#content()).childNodes);
    this.#place();
    if (focused === null) return;
    [...this.line.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }
}
