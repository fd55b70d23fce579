// The words of Play in the wide layout (style.css): one line above the board, and the rest in a
// drawer. The drawer lies over columns without a mark, on the right or otherwise on the left.

import { h, spoken, words } from "./dom.js";
import { marksOf } from "./reasons.js";

export class Drawer {
  line = h("div", { class: "saying" });
  #stage;
  #board;
  #panel;
  /** @type {() => Part[]} */ #content = () => [];
  /** @type {Cell[]} */ #cells = []; // with a mark, now or at another step of the reason
  #isOpen = false;
  #isWanted = false; // even over a mark
  #watch = new MutationObserver(() => this.#show());

  /** @param {HTMLElement} stage @param {Board} board @param {HTMLElement} panel */
  constructor(stage, board, panel) {
    this.#stage = stage;
    this.#board = board;
    this.#panel = panel;
    board.addEventListener("placed", () => this.#show());
    this.#watch.observe(panel, { childList: true, subtree: true });
  }

  // Sets the content of the line, null for the first sentence of the panel, and closes the drawer.
  /** @param {(() => Part[]) | null} content @param {Cell[]} [cells] */
  say(content, cells = []) {
    this.#content = content ?? this.#first;
    this.#cells = cells;
    this.open(false);
  }

  /** @param {boolean} on @param {boolean} [isWanted] */
  open(on, isWanted = false) {
    this.#isOpen = on;
    this.#isWanted = isWanted;
    this.#show();
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
          one.textContent,
        )
      ),
      h("span", { class: "gap" }),
      this.button(words.play.menu),
    ];
  };

  // A button that opens and closes the drawer.
  /** @param {string} text */
  button(text) {
    return h("button", {
      class: "b low toggle",
      "aria-expanded": String(this.isOpen),
      onclick: () => {
        this.open(!this.isOpen, true);
        /** @type {HTMLElement | null} */ (this.line.querySelector(".toggle"))?.focus();
      },
    }, text);
  }

  // A sentence of the reason in the line, and a button. It opens the whole reason or, if marks are
  // at both ends of the board, shows the next sentence.
  /** @param {Api.StepJson[]} steps */
  reason(steps) {
    if (this.#side !== null || steps.length === 0) {
      const last = steps.at(-1);
      return [
        last
          ? spoken("span", { class: "muted" }, last.runs, this.#board)
          : h("i", { class: "gap" }),
        this.button(words.play.whole),
      ];
    }
    let at = -1;
    const place = h("span", { class: "muted" });
    const next = () => {
      at = (at + 1) % steps.length;
      place.replaceChildren(spoken("span", {}, steps[at].runs, this.#board));
      place.dataset.n = words.play.step(at + 1, steps.length);
      this.#board.mark(marksOf(steps[at]));
    };
    next();
    return [
      place,
      steps.length > 1 && h("button", { class: "b low", onclick: next }, words.readOn),
    ];
  }

  // The side at which the drawer covers no column with a mark, or null.
  get #side() {
    const aside = /** @type {HTMLElement} */ (this.#panel.parentElement);
    const { classList } = this.#stage;
    const was = classList.value;
    const boxes = this.#board.boxes([...this.#cells, ...this.#board.marked]);
    classList.add("drawn");
    const side = [false, true].find((isLeft) => {
      classList.toggle("at-left", isLeft);
      const { left, right } = aside.getBoundingClientRect();
      return !boxes.some((box) => box.right > left && box.left < right);
    });
    classList.value = was;
    return side === undefined ? null : side ? "left" : "right";
  }

  #show() {
    const { classList } = this.#stage;
    if (!classList.contains("wide")) {
      classList.remove("drawn");
      return;
    }
    const side = this.#isOpen ? this.#side ?? (this.#isWanted ? "right" : null) : null;
    classList.toggle("drawn", side !== null);
    classList.toggle("at-left", side === "left");
    this.line.replaceChildren(...h("div", {}, this.#content()).childNodes);
  }
}
