// Lets the user paint a position: a board, a palette, the size, undo and redo.

import { busyKeys, h, toast, tool, words } from "./dom.js";
import "./board.js";

const SYMBOLS = [".", "F", "0", "1", "2", "3", "4", "5", "6", "7", "8", "+"];
const BUTTON = { type: "button" }; // a button of this type does not submit a form
const t = words.analyse;

/** @typedef {[level: string, rows: string[]]} Painted */

export class Painter {
  board = h("sapper-board", { mode: "paint", "aria-label": t.board });
  palette = h("div", { class: "paint", role: "toolbar", "aria-label": t.paint });
  /** @type {HTMLSelectElement} */ rule = h("select", {
    "aria-label": words.firstCell,
    title: words.firstCell,
    onchange: () => this.#resize(),
  }, Object.entries(words.rules).map(([rule, text]) => h("option", { value: rule }, text)));
  undoButton = tool("undo", t.undo, "Z", () => this.#travel(this.#past, this.#future), BUTTON);
  redoButton = tool("redo", t.redo, null, () => this.#travel(this.#future, this.#past), BUTTON);
  clearButton = tool(
    "clear",
    t.clear,
    null,
    () => this.change(this.board.rows.map((row) => row.replace(/./g, "."))),
    BUTTON,
  );
  level = "";
  /** @type {Painted[]} */ #past = [];
  /** @type {Painted[]} */ #future = [];
  #tool = "1";
  #stroke = ".";
  #painting = false; // true if the current press has painted a cell

  /**
   * @param {object} how
   * @param {number} how.most the largest width and height
   * @param {(loaded: boolean) => void} how.changed called after each change: a whole position was
   *   loaded, or cells were painted
   * @param {(cell: number) => void} [how.ask] called for a click with the tool that asks about a
   *   cell; without it, there is no such tool
   */
  constructor({ most, changed, ask }) {
    this.changed = changed;
    this.ask = ask;
    /** @type {(label: string, least: number, most: number) => HTMLInputElement} */
    const field = (label, least, most) =>
      h("input", {
        type: "number",
        min: least,
        max: most,
        "aria-label": label,
        title: label,
        onchange: () => this.#resize(),
      });
    this.widthField = field(words.width, 1, most);
    this.heightField = field(words.height, 1, most);
    this.minesField = field(words.mines, 0, most * most);
    this.fields = h(
      "div",
      { class: "fields", role: "group", "aria-label": words.level },
      this.widthField,
      "×",
      this.heightField,
      h("span", {}, this.minesField, t.mines),
    );
    this.board.addEventListener("act", ({ detail }) => this.#act(detail));
    this.board.addEventListener("done", () => (this.#painting = false));
    if (ask) this.#tool = "look";
    this.#showTools();
  }

  get text() {
    return `${[this.level, ...this.board.rows].join("\n")}\n`;
  }

  // The number of mines without a flag.
  get minesLeft() {
    return Number(this.minesField.value) - (this.board.rows.join("").split("F").length - 1);
  }

  /** @param {string} level @param {string[]} rows */
  load(level, rows) {
    this.level = level;
    const [, width = "", height = "", mines = "", rule = "safe"] =
      /^(\d+)x(\d+)x(\d+)(?:\/(\w+))?/.exec(level) ?? [];
    [this.widthField.value, this.heightField.value, this.minesField.value, this.rule.value] = [
      width,
      height,
      mines,
      rule,
    ];
    this.board.load(rows[0]?.length ?? 0, rows.length, rows);
    this.#tell(true);
  }

  /** @param {string[]} rows */
  change(rows, level = this.level) {
    this.#remember();
    this.load(level, rows);
  }

  #remember() {
    this.#past.push([this.level, this.board.rows]);
    this.#future = [];
  }

  /** @param {boolean} loaded */
  #tell(loaded) {
    this.undoButton.disabled = !this.#past.length;
    this.redoButton.disabled = !this.#future.length;
    this.changed(loaded);
  }

  /** @param {Painted[]} from @param {Painted[]} to */
  #travel(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push([this.level, this.board.rows]);
    this.load(...state);
  }

  #resize() {
    const fields = [this.widthField, this.heightField, this.minesField];
    const bad = fields.find((field) => !field.checkValidity() || field.value === "");
    if (bad) {
      toast(t.between(bad.title, bad.min, bad.max));
      return;
    }
    const [width, height, mines] = fields.map((field) => Number(field.value));
    const old = this.board.rows;
    const rows = Array.from(
      { length: height },
      (_, row) => (old[row] ?? "").padEnd(width, ".").slice(0, width),
    );
    this.change(rows, `${width}x${height}x${mines}/${this.rule.value}`);
  }

  /** @param {{ kind: MoveKind, cell: number }} move */
  #act({ kind, cell }) {
    if (kind === "flag") {
      const other = this.board.symbol(cell) === "F" ? "." : "F";
      this.#paint(cell, this.#painting ? this.#stroke : other);
    } else if (this.#tool !== "look") this.#paint(cell, this.#tool);
    else if (kind === "open" && !this.#painting) this.ask?.(cell);
  }

  // Undo takes back everything that was painted with one press.
  /** @param {number} cell @param {string} symbol */
  #paint(cell, symbol) {
    if (!this.#painting) this.#stroke = symbol;
    if (this.board.symbol(cell) === symbol) return;
    if (!this.#painting) this.#remember();
    this.#painting = true;
    this.board.set([cell], symbol);
    this.#tell(false);
  }

  #showTools() {
    const tools = this.ask ? ["look", ...SYMBOLS] : SYMBOLS;
    this.palette.replaceChildren(...tools.map((symbol) => {
      const label = symbol === "look" ? t.why : words.cells[symbol] ?? symbol;
      return h("button", {
        type: "button",
        "aria-pressed": String(symbol === this.#tool),
        "data-tool": symbol,
        "data-s": symbol === "look" ? null : symbol,
        "aria-label": label,
        title: label,
        onclick: () => {
          this.#tool = symbol;
          for (const button of this.palette.children) {
            const isChosen = button.getAttribute("data-tool") === symbol;
            button.setAttribute("aria-pressed", String(isChosen));
          }
        },
      }, symbol === "look" ? t.whyShort : symbol >= "1" && symbol <= "8" ? symbol : "");
    }));
  }

  /** @param {KeyboardEvent} event */
  key = (event) => {
    const { target } = event;
    /** @param {string} selector */
    const isIn = (selector) => target instanceof Element && target.matches(selector);
    const isZ = event.key.toLowerCase() === "z";
    if ((event.ctrlKey || event.metaKey) && isZ && !isIn("input, textarea")) {
      event.preventDefault();
      if (event.shiftKey) this.#travel(this.#future, this.#past);
      else this.#travel(this.#past, this.#future);
      return;
    }
    if (busyKeys(event)) return;
    if (isZ) this.#travel(this.#past, this.#future);
    else if (isIn("[role=gridcell]") && "012345678.+".includes(event.key)) {
      event.preventDefault();
      this.#paint(this.board.focusedCell, event.key);
      this.#painting = false;
    }
  };
}
