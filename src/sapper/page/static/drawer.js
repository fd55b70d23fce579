// In the wide layout of Play (views.css), one line of text is above the board, and the rest is in a
// drawer. The drawer covers columns without a mark, on the right if possible, otherwise on the
// left. If there are marks on both sides, the line shows the whole text, one sentence at a time.
// Play calls `say` to show new text, and `update` when the text in the panel has changed.

import { h, iconButton, reference, spoken, words } from "./dom.js";

/** @typedef {{ runs: Runs, marks?: Marks }} Sentence */

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

// The sentences of an element, each in a separate element. A long sentence is split after a comma.
/** @param {Element} said */
function pieces(said) {
  /** @type {(Node | string)[][]} */
  const found = [[]];
  let length = 0;
  for (const node of [...said.childNodes].flatMap((one) => nested(one))) {
    const text = node.textContent ?? "";
    const parts = node instanceof Text ? text.split(/(?<=[.!?,;:]) /) : [node];
    parts.forEach((part, index) => {
      const size = (typeof part === "string" ? part : text).length;
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
  return found.filter((one) => one.length).map((one) => h("span", {}, one));
}

// The text nodes and the cell names inside a node.
/** @param {Node} node @returns {Node[]} */
const nested = (node) =>
  node instanceof Text || (node instanceof Element && node.matches(".ref"))
    ? [node]
    : [...node.childNodes].flatMap(nested);

export class Drawer {
  line = h("div", { class: "saying" });
  aside;
  #stage;
  #board;
  #panel;
  /** @type {() => Part[]} */ #content = () => [];
  /** @type {Cell[]} */ #cells = []; // cells with a mark, now or at another step of the reason
  #isOpen = false; // also true if there is no space to show the open drawer

  /** @param {HTMLElement} stage @param {Board} board @param {HTMLElement} panel */
  constructor(stage, board, panel) {
    this.#stage = stage;
    this.#board = board;
    this.#panel = panel;
    this.aside = h(
      "aside",
      { class: "right", "aria-label": words.play.aside },
      iconButton("cross", words.play.closeDetails, () => this.toggle(false), {
        class: "b bare low sq shut",
      }),
      panel,
    );
    board.addEventListener("placed", () => this.update());
    // The cells of a hint have already been passed to `say`, so a hint needs no update here.
    board.addEventListener("marked", () => {
      if (this.#isOpen && this.#content === this.#first) this.update();
    });
  }

  // Sets the content of the line and closes the drawer. If the content is null, the line shows the
  // first sentence of the panel.
  /** @param {(() => Part[]) | null} content @param {Cell[]} [cells] */
  say(content, cells = []) {
    this.#content = content ?? this.#first;
    this.#cells = cells;
    this.open(false);
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

  #first = () => {
    const said = [...this.#panel.querySelectorAll("h2, .newcomer, .lead")].slice(0, 2);
    return [
      ...said.filter((one, index) => index === 0 || one.matches(".muted")).map((one) =>
        h(
          one.matches(".muted") ? "span" : "strong",
          { class: one.matches(".muted") ? "muted" : "voice" },
          this.#copy(one),
        )
      ),
      ...(this.#side === null ? this.#rest() : [
        h("span", { class: "gap" }),
        this.button(words.play.details),
      ]),
    ];
  };

  // Copies an element of the panel into the line. Cell names in the copy highlight cells, too.
  /** @param {Element} one */
  #copy(one) {
    const copy = /** @type {Element} */ (one.cloneNode(true));
    for (const name of copy.querySelectorAll(".ref")) {
      name.replaceWith(reference(name.textContent ?? "", this.#board));
    }
    return [...copy.childNodes];
  }

  #rest() {
    const said = [
      ...this.#panel.querySelectorAll(".why p, .why li, .sequence [aria-current]"),
    ];
    /** @type {NodeListOf<HTMLElement>} */
    const actions = this.#panel.querySelectorAll(":is(.tell, .proving) > .acts > *");
    return [
      ...this.#stepping(said.flatMap((one) => {
        const copy = h("span", {}, this.#copy(one));
        return one.matches(".why *") ? pieces(copy) : [copy]; // a proof has its own button
      })),
      ...[...actions].map((one) =>
        h(
          "button",
          { class: `b low ${one.matches(".main") ? "main" : ""}`, onclick: () => one.click() },
          one.textContent,
        )
      ),
    ];
  }

  /**
   * @param {Node[]} all
   * @param {(index: number) => unknown} [shown]
   * @returns {Part[]}
   */
  #stepping(all, shown = () => undefined) {
    if (!all.length) return [h("i", { class: "gap" })];
    let at = -1;
    const place = h("span", { class: "muted" });
    const next = () => {
      at = (at + 1) % all.length;
      place.replaceChildren(all[at]);
      place.dataset.n = words.play.step(at + 1, all.length);
      shown(at);
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
      const steps = all.flatMap(({ runs, marks }) =>
        pieces(spoken("span", {}, runs, this.#board)).map((piece) => ({ piece, marks }))
      );
      return this.#stepping(
        steps.map(({ piece }) => piece),
        (index) => steps[index].marks && this.#board.mark(steps[index].marks),
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
      return !boxes.some((box) => box.right > left && box.left < right);
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
    if (focused === null) return;
    [...this.line.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }
}
