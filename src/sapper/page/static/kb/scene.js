// The board of an agent, with clauses drawn above it as strings. A large board shows only the part
// around the cells that it is about.

import { calm, h, svg } from "../dom.js";
import "../board.js";
import { t } from "./words.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./strings.js").OnBoard} OnBoard */

const CROP = 16; // larger boards show only a part
const SHOWN = 10; // rows and columns of that part

export class Scene {
  board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.board });
  links = svg("svg", { class: "links", preserveAspectRatio: "none", "aria-hidden": "true" });

  /** @param {Timeline} timeline @param {Element} view */
  constructor({ width, height }, view) {
    this.size = { width, height };
    this.room = h("div", { class: "room" }, this.board);
    this.isCropped = Math.max(width, height) > CROP;
    view.classList.toggle("cropped", this.isCropped);
    this.links.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  // Loads the board when it is on the page, and again when its size changes.
  /** @param {string} symbols */
  load(symbols) {
    const { width, height } = this.size;
    const rows = Array.from(
      { length: height },
      (_, y) => symbols.slice(y * width, (y + 1) * width),
    );
    this.board.load(width, height, rows);
    this.board.append(this.links);
  }

  /** @param {string} symbols @param {OnBoard} shown @param {readonly number[]} cells */
  show(symbols, shown, cells) {
    this.draw(symbols, shown);
    this.centre(cells, true);
  }

  /** @param {string} symbols @param {OnBoard} shown */
  draw(symbols, { marks, drawn }) {
    this.board.set(Array.from(symbols, (_, cell) => cell), symbols);
    this.board.mark(marks);
    this.links.replaceChildren(...drawn);
  }

  // Scrolls a large board to some cells.
  /** @param {readonly number[]} cells @param {boolean} isSmooth */
  centre(cells, isSmooth) {
    if (!this.isCropped || !cells.length) return;
    const { width, cellSize } = this.board;
    const [xs, ys] = [
      cells.map((cell) => cell % width),
      cells.map((cell) => Math.floor(cell / width)),
    ];
    const middle = (/** @type {number[]} */ all) => (Math.min(...all) + Math.max(...all) + 1) / 2;
    this.room.scrollTo({
      left: Math.round(middle(xs) - SHOWN / 2) * cellSize,
      top: Math.round(middle(ys) - SHOWN / 2) * cellSize,
      behavior: isSmooth && !calm() ? "smooth" : "auto",
    });
  }
}
