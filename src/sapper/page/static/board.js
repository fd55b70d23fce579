// <sapper-board> is an accessible grid that shows symbols, marks and odds. It sends these events:
//
//   act     {kind: "open" | "flag" | "chord", cell}    by mouse, touch or keyboard
//   point   {cell}                                     the cell under the pointer, or null
//   done                                               the end of a stroke in mode "paint"
//   drawn                                              cells or symbols have changed
//   placed                                             the board has its size and its layout
//
// The board is a single tab stop, and the arrow keys move between its cells. In mode "look", cells
// can be pointed at but not pressed. A turned board shows its columns as rows, so that its cells
// can be larger. The names of the cells stay the same.

import { calm, cellName, columnLetters, h, percent, settings, words } from "./dom.js";

/**
 * @typedef {HTMLElement & { index: number }} CellElement
 * @typedef {object} Touching a finger on a cell
 * @property {number} cell
 * @property {number} x
 * @property {number} y
 * @property {boolean} fired
 * @property {number} [timer]
 * @typedef {{ pinch: number, size: number }} Pinching
 */

const HIDDEN = ".F+";
/** If a cell has several marks, the last one is shown. @type {Mark[]} */
const MARKS = ["known", "free", "region", "cells", "clues", "mines", "safe", "conflict"];
const PORTRAIT = matchMedia("(orientation: portrait)");
const AT_ONCE = 480; // the most cells to draw per frame (an expert board)

export class Board extends HTMLElement {
  /** @type {CellElement[]} */ #cells = [];
  /** @type {CellElement[]} */ #marked = [];
  /** @type {number[]} */ #late = []; // cells still to be drawn, the nearest rows first
  #later = 0;
  /** @type {string[]} */ #symbols = [];
  #focus = 0;
  /** @type {number[]} */ #pressed = [];
  /** @type {MoveKind | "paint" | null} */ #mode = null;
  /** @type {"open" | "flag"} */ #brush = "open";
  /** @type {Touching | Pinching | null} */ #touch = null;
  /** @type {Set<number>} */ #questions = new Set();
  /** @type {HTMLElement | null} */ #sign = null; // the sign on the cell #signed
  #signed = 0;
  width = 0;
  height = 0;
  turned = false;
  /** The layouts of the stage (views.css) to choose from. @type {string[]} */ layouts = [];
  // Another layout replaces the first one only if its cells are larger by more than this factor.
  gain = 1;
  flagging = false; // the dig/flag switch of touch screens
  fresh = false; // before the first move
  /** @type {number | null} */ #chosen = null; // the size of cells that was asked for
  isWhole = false; // whether all cells must be in view, even if they are small

  connectedCallback() {
    this.setAttribute("role", "grid");
    this.addEventListener("mousedown", this.#down);
    this.addEventListener("mousemove", this.#move);
    this.addEventListener("mouseleave", this.#leave);
    this.addEventListener("dblclick", this.#double);
    this.addEventListener("contextmenu", (event) => event.preventDefault());
    this.addEventListener("keydown", this.#key);
    // Screen readers send clicks and focus events without a mouse.
    this.addEventListener("click", this.#click);
    this.addEventListener("focusin", (event) => {
      const cell = this.cellAt(event);
      if (cell !== null && cell !== this.#focus) this.#focusCell(cell, false);
    });
    this.addEventListener("touchstart", this.#touchStart, { passive: false });
    this.addEventListener("touchmove", this.#touchMove, { passive: false });
    this.addEventListener("touchend", this.#touchEnd, { passive: false });
    this.addEventListener("touchcancel", this.#cancelTouch);
    // A pinch on a touchpad zooms, and so does the mouse wheel while Ctrl is pressed.
    this.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(this.cellSize * Math.exp(-event.deltaY / 300));
    }, { passive: false });
    window.addEventListener("mouseup", this.#up);
    window.addEventListener("blur", this.#release);
    window.addEventListener("resize", this.#fit);
    document.addEventListener("settings", this.#fit);
    this.fit();
  }

  disconnectedCallback() {
    window.removeEventListener("mouseup", this.#up);
    window.removeEventListener("blur", this.#release);
    window.removeEventListener("resize", this.#fit);
    document.removeEventListener("settings", this.#fit);
    cancelAnimationFrame(this.#later);
  }

  #fit = () => this.fit();

  get mode() {
    return this.getAttribute("mode") ?? "look";
  }

  /** @param {number} width @param {number} height @param {string[]} rows */
  load(width, height, rows) {
    const symbols = rows.join("");
    if (width === this.width && height === this.height) {
      for (const cell of this.questions) this.question(cell, false);
      this.set(symbols.split("").map((_, cell) => cell), symbols);
      this.mark({});
      this.badge(null);
      this.overlay(null);
      return;
    }
    this.width = width;
    this.height = height;
    this.#focus = 0;
    this.#marked = [];
    this.#late = [];
    this.#sign = null;
    this.#questions.clear();
    this.zoom(null);
    this.#symbols = symbols.split("");
    this.#cells = this.#symbols.map((_, index) => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      return Object.assign(cell, { index });
    });
    this.#cells.forEach((_, index) => this.#draw(index));
    if (this.#cells.length) this.#cells[0].tabIndex = 0;
    const way = this.#best(width, height);
    this.turned = way.turned;
    this.#layOut();
    if (this.isConnected) this.#place(way);
    this.dispatchEvent(new Event("drawn"));
  }

  // Reserves space for a board before it is loaded, so that the page does not jump.
  /** @param {number} width @param {number} height */
  reserve(width, height) {
    if (this.width || !this.isConnected) return;
    const way = this.#best(width, height);
    const [across, down] = way.turned ? [height, width] : [width, height];
    this.style.setProperty("--w", String(across));
    this.style.setProperty("--h", String(down));
    this.#place(way);
  }

  #layOut() {
    const { width, height, turned } = this;
    const [across, down] = turned ? [height, width] : [width, height];
    this.classList.toggle("turned", turned);
    this.setAttribute("aria-rowcount", String(down));
    this.setAttribute("aria-colcount", String(across));
    this.style.setProperty("--w", String(across));
    this.style.setProperty("--h", String(down));
    /** @param {number} index @param {boolean} isColumn */
    const name = (index, isColumn) => (isColumn ? columnLetters(index) : String(index + 1));
    const head = h(
      "div",
      { class: "heads", "aria-hidden": "true" },
      h("span", { class: "head" }),
      Array.from(
        { length: across },
        (_, index) => h("span", { class: "head" }, name(index, !turned)),
      ),
    );
    const lines = Array.from({ length: down }, (_, line) => {
      const row = h(
        "div",
        { role: "row", "aria-rowindex": line + 1 },
        h("span", { class: "head", "aria-hidden": "true" }, name(line, turned)),
      );
      row.append(
        ...Array.from(
          { length: across },
          (_, step) => this.#cells[turned ? step * width + line : line * width + step],
        ),
      );
      return row;
    });
    this.replaceChildren(head, ...lines);
    this.#placeSign();
  }

  // Drawing thousands of cells would delay a frame. So they are drawn over several frames, starting
  // with the rows nearest to the cell `from`.
  /** @param {number[]} cells @param {string} symbols @param {number | null} [from] */
  set(cells, symbols, from = null) {
    const changed = [];
    for (let i = 0; i < cells.length; i++) {
      if (this.#symbols[cells[i]] === symbols[i]) continue;
      this.#symbols[cells[i]] = symbols[i];
      changed.push(cells[i]);
    }
    if (changed.length) this.dispatchEvent(new Event("drawn"));
    if (changed.length <= AT_ONCE && !this.#late.length) {
      for (const index of changed) this.#draw(index);
      if (from !== null) {
        this.#soften(changed.filter((index) => !HIDDEN.includes(this.#symbols[index])));
      }
      return;
    }
    // Draw row by row, because the browser lays out and paints a row as a whole.
    const near = Math.floor((from ?? this.#focus) / this.width);
    /** @param {number} index */
    const far = (index) => Math.abs(Math.floor(index / this.width) - near);
    this.#late = [...new Set([...this.#late, ...changed])].sort((a, b) => far(a) - far(b) || a - b);
    this.#drawSome(AT_ONCE / 2);
    cancelAnimationFrame(this.#later);
    // The next frame shows these cells, and later frames show the other cells.
    this.#later = requestAnimationFrame((now) => {
      let [last, batch] = [now, AT_ONCE / 2];
      /** @param {number} now */
      const go = (now) => {
        batch = now - last > 20 ? Math.max(100, batch / 2) : Math.min(AT_ONCE, batch * 1.2);
        last = now;
        this.#drawSome(batch);
        if (this.#late.length) this.#later = requestAnimationFrame(go);
      };
      this.#later = requestAnimationFrame(go);
    });
  }

  /** @param {number} count */
  #drawSome(count) {
    for (const index of this.#late.splice(0, count)) this.#draw(index);
  }

  /** @param {number} index */
  #draw(index) {
    const symbol = this.#symbols[index];
    const cell = this.#cells[index];
    const digit = symbol >= "1" && symbol <= "8" ? symbol : "";
    cell.dataset.s = symbol;
    if (cell.textContent !== digit) cell.textContent = digit;
    if (this.#questions.has(index) && symbol !== ".") {
      this.#questions.delete(index);
      delete cell.dataset.q;
    }
    cell.ariaLabel = this.#label(index);
    if (cell.dataset.o !== undefined) this.#clearOdds(cell);
  }

  /** @param {number} index */
  #label(index) {
    const symbol = this.#symbols[index];
    const state = this.#questions.has(index) ? words.cells["?"] : words.cells[symbol] ?? symbol;
    return `${cellName(index, this.width)} ${state}`;
  }

  // A question mark is the player's own note, which is not sent to the server.
  /** @param {number} cell @param {boolean} on */
  question(cell, on) {
    if (on) this.#questions.add(cell);
    else this.#questions.delete(cell);
    if (on) this.#cells[cell].dataset.q = "";
    else delete this.#cells[cell].dataset.q;
    this.#cells[cell].ariaLabel = this.#label(cell);
  }

  get questions() {
    return [...this.#questions];
  }

  /** @param {string} name */
  named(name) {
    const [, letters, row] = /^([A-Z]+)([1-9]\d*)$/.exec(name) ?? [];
    if (!letters) return null;
    const column =
      Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return column < this.width && Number(row) <= this.height
      ? (Number(row) - 1) * this.width + column
      : null;
  }

  /** @param {number | null} cell */
  point(cell) {
    this.querySelector(".pointed")?.classList.remove("pointed");
    if (cell !== null) this.#cells[cell]?.classList.add("pointed");
  }

  // Lets newly opened cells fade in, unless there are many.
  /** @param {number[]} cells */
  #soften(cells) {
    if (cells.length > 30 || calm()) return;
    for (const index of cells) {
      this.#cells[index].animate?.({ opacity: [0.35, 1] }, { duration: 110, easing: "ease-out" });
    }
  }

  /** @param {number} cell */
  symbol(cell) {
    return this.#symbols[cell];
  }

  get rows() {
    const rows = [];
    for (let row = 0; row < this.height; row++) {
      rows.push(this.#symbols.slice(row * this.width, (row + 1) * this.width).join(""));
    }
    return rows;
  }

  /** @param {Marks} marks */
  mark(marks) {
    const next = new Map();
    for (const kind of MARKS) {
      for (const cell of marks[kind] ?? []) {
        if (this.#cellOf(cell)) next.set(this.#cellOf(cell), kind);
      }
    }
    for (const cell of this.#marked) if (!next.has(cell)) delete cell.dataset.m;
    for (const [cell, kind] of next) if (cell.dataset.m !== kind) cell.dataset.m = kind;
    this.#marked = [...next.keys()];
    this.dispatchEvent(new Event("marked"));
  }

  /** @param {string} kind */
  shows(kind) {
    return this.#marked.some((cell) => cell.dataset.m === kind);
  }

  /** @type {(cell: Cell) => CellElement | undefined} */
  #cellOf(cell) {
    const number = typeof cell === "string" ? this.named(cell) : cell;
    return number === null ? undefined : this.#cells[number];
  }

  /** @param {Cell[]} cells */
  boxes(cells) {
    return cells.flatMap((cell) => this.#cellOf(cell)?.getBoundingClientRect() ?? []);
  }

  // All cells with a mark, a badge or a star, and the mine that exploded.
  get marked() {
    /** @type {NodeListOf<CellElement>} */
    const others = this.querySelectorAll("[data-badge], [data-star], [data-s='X']");
    return [...this.#marked, ...others].map((cell) => cell.index);
  }

  // Scrolls as little as possible to show these cells. If they are too far apart, the leftmost or
  // topmost of them are shown.
  /** @param {Cell[]} cells */
  reveal(cells) {
    const room = this.closest(".room");
    const boxes = this.boxes(cells);
    if (!room || !boxes.length) return;
    const view = room.getBoundingClientRect();
    const heads = /** @type {HTMLElement | null} */ (this.querySelector(".heads"));
    const head = /** @type {HTMLElement | null} */ (this.querySelector("[role=row] > .head"));
    const [names, aside] = [heads?.offsetHeight ?? 0, head?.offsetWidth ?? 0];
    /** @param {number} low @param {number} high @param {number} first @param {number} last */
    const way = (low, high, first, last) => {
      if (last - first > high - low) return first - low;
      return first < low ? first - low : last > high ? last - high : 0;
    };
    room.scrollBy({
      left: way(
        view.left + aside,
        view.right,
        Math.min(...boxes.map((box) => box.left)),
        Math.max(...boxes.map((box) => box.right)),
      ),
      top: way(
        view.top + names,
        view.bottom,
        Math.min(...boxes.map((box) => box.top)),
        Math.max(...boxes.map((box) => box.bottom)),
      ),
      behavior: calm() ? "auto" : "smooth",
    });
    const after = room.getBoundingClientRect();
    if (after.top < 0) scrollBy({ top: after.top - 8 });
  }

  // Shows odds on the cells, and a shape on provable cells. Null removes both.
  /** @param {(number | null)[] | null} odds */
  overlay(odds) {
    this.classList.toggle("odds", Boolean(odds));
    this.#cells.forEach((cell, index) => {
      const value = odds?.[index];
      if (value === undefined || value === null || !HIDDEN.includes(this.#symbols[index])) {
        if (cell.dataset.o !== undefined) this.#clearOdds(cell);
        return;
      }
      cell.dataset.o = value === 0 ? "safe" : value === 1 ? "mine" : "open";
      cell.dataset.t = value === 0 || value === 1 ? "" : percent(value);
      cell.style.setProperty("--p", `${Math.round(value * 100)}%`);
      const said = value === 0
        ? words.cells.safe
        : value === 1
        ? words.cells["*"]
        : words.percent(percent(value));
      cell.ariaLabel = `${this.#label(index)}, ${said}`;
    });
  }

  /** @param {CellElement} cell */
  #clearOdds(cell) {
    delete cell.dataset.o;
    delete cell.dataset.t;
    cell.style.removeProperty("--p");
    cell.ariaLabel = this.#label(cell.index);
  }

  /** @param {Cell[] | null} cells */
  star(cells) {
    for (const cell of this.querySelectorAll("[data-star]")) cell.removeAttribute("data-star");
    for (const cell of cells ?? []) this.#cellOf(cell)?.setAttribute("data-star", "");
  }

  // Puts a frame around a cell, and a sign over its corner. Null removes both.
  /** @param {number | null} cell @param {string} kind @param {Node | null} [sign] */
  badge(cell, kind = "", sign = null) {
    this.querySelector("[data-badge]")?.removeAttribute("data-badge");
    this.#sign?.remove();
    this.#sign = null;
    if (cell === null) return;
    this.#cellOf(cell)?.setAttribute("data-badge", kind);
    if (!sign) return;
    this.#sign = h("i", { class: "badge", "aria-hidden": "true" }, sign);
    this.#signed = cell;
    this.#placeSign();
  }

  // Signs are children of the board, because a row would clip them.
  #placeSign() {
    if (!this.#sign) return;
    const at = [this.#signed % this.width, Math.floor(this.#signed / this.width)];
    const [x, y] = this.turned ? at.reverse() : at;
    this.#sign.style.setProperty("--x", String(x));
    this.#sign.style.setProperty("--y", String(y));
    this.append(this.#sign);
  }

  // Finds the layout and the direction that give the largest cells. Another layout replaces
  // the first one only if its cells are more than `gain` times as large. A probe is a hidden
  // element with the size that a cell would have in a layout.
  /** @param {number} width @param {number} height */
  #best(width, height) {
    const mayTurn = settings.turn && width > height && PORTRAIT.matches &&
      !this.hasAttribute("fixed");
    const ways = [false, true].slice(0, mayTurn ? 2 : 1).flatMap((turned) =>
      (this.layouts.length ? this.layouts : [""]).map((layout) => {
        const probe = h("i", { class: `probe ${layout} ${turned ? "turned" : ""}` });
        probe.style.setProperty("--w", String(turned ? height : width));
        probe.style.setProperty("--h", String(turned ? width : height));
        return { layout, turned, probe, size: 0 };
      })
    );
    this.append(...ways.map(({ probe }) => probe));
    for (const way of ways) way.size = way.probe.getBoundingClientRect().width;
    for (const { probe } of ways) probe.remove();
    /** @param {string} layout */
    const worth = (layout) => (layout === this.layouts[0] ? this.gain : 1);
    return ways.reduce((best, way) => (way.size > best.size * worth(best.layout) ? way : best));
  }

  // Fits the board to its space. If the cells would be too small to see or to touch, the board
  // scrolls.
  fit() {
    if (!this.width || !this.isConnected) return;
    const way = this.#best(this.width, this.height);
    if (way.turned !== this.turned) {
      this.turned = way.turned;
      this.#layOut();
      this.dispatchEvent(new Event("drawn"));
    }
    this.#place(way);
  }

  /** @param {{ layout: string, size: number }} way */
  #place({ layout, size }) {
    const stage = this.closest(".stage");
    const chosen = layout.split(" ");
    for (const one of this.layouts.flatMap((all) => all.split(" "))) {
      stage?.classList.toggle(one, chosen.includes(one));
    }
    // The style says how small cells may be before the board pans.
    const least = this.mode === "look"
      ? 11
      : Number(getComputedStyle(this).getPropertyValue("--least")) || 24;
    // Smaller cells are better than a scrollbar that moves the board by less than a cell.
    const hidden = (least - size - 1) * Math.max(this.width, this.height);
    this.classList.toggle("pan", size < least && hidden >= least);
    this.style.removeProperty("--pan");
    if (this.#chosen !== null) this.style.setProperty("--cell", `${this.#chosen}px`);
    if (this.isWhole) this.style.removeProperty("--cell");
    this.#showRoom();
    if (this.isWhole) return this.#shrink(size);
    if (this.classList.contains("pan")) this.#squeeze("--pan");
    if (this.#chosen !== null) this.#squeeze("--cell");
    return this.dispatchEvent(new Event("placed"));
  }

  // Makes the cells so small that the board does not scroll. A hint may leave less space than the
  // style says.
  /** @param {number} size the largest cells */
  #shrink(size) {
    const { parentElement: room, cellSize } = this;
    if (room) {
      const [across, down] = this.turned ? [this.height, this.width] : [this.width, this.height];
      const less = Math.max(
        Math.ceil((room.scrollWidth - room.clientWidth) / across),
        Math.ceil((room.scrollHeight - room.clientHeight) / down),
      );
      const fitting = Math.max(1, Math.min(size, cellSize - less));
      if (fitting < cellSize) this.style.setProperty("--cell", `${fitting}px`);
    }
    this.#showRoom();
    return this.dispatchEvent(new Event("placed"));
  }

  // Makes the cells a little smaller, if otherwise the board would scroll by less than a cell.
  /** @param {string} property */
  #squeeze(property) {
    const { parentElement: room, cellSize } = this;
    if (!room) return;
    const [across, down] = this.turned ? [this.height, this.width] : [this.width, this.height];
    const excess = [
      [room.scrollWidth - room.clientWidth, across],
      [room.scrollHeight - room.clientHeight, down],
    ].filter(([rest]) => rest > 0 && rest < cellSize);
    const less = Math.max(0, ...excess.map(([rest, cells]) => Math.ceil(rest / cells)));
    if (less) this.style.setProperty(property, `${cellSize - less}px`);
  }

  #showRoom() {
    this.parentElement?.classList.toggle(
      "pans",
      this.classList.contains("pan") || this.style.getPropertyValue("--cell") !== "",
    );
  }

  get cellSize() {
    return this.#cells[0]?.getBoundingClientRect().width ?? 0;
  }

  // Sets the size of the cells. If the size is null, the board is fitted to its space.
  /** @param {number | null} size */
  zoom(size) {
    this.isWhole = false;
    this.#chosen = size && Math.round(Math.max(12, Math.min(96, size)));
    if (this.#chosen === null) this.style.removeProperty("--cell");
    else this.style.setProperty("--cell", `${this.#chosen}px`);
    this.#showRoom();
  }

  // Shows the whole board, even if its cells are small, until they get another size.
  whole() {
    this.isWhole = true;
    this.fit();
  }

  /** @type {(event: Event) => number | null} */
  cellAt(event) {
    const target = event.target instanceof Element ? event.target.closest("[role=gridcell]") : null;
    return target && this.contains(target) ? /** @type {CellElement} */ (target).index : null;
  }

  /** @param {MoveKind} kind @param {number} cell */
  #act(kind, cell) {
    this.dispatchEvent(new CustomEvent("act", { detail: { kind, cell } }));
  }

  /** @param {number} cell */
  #around(cell) {
    const column = cell % this.width;
    const found = [];
    for (const row of [-1, 0, 1]) {
      for (const step of [-1, 0, 1]) {
        const index = cell + row * this.width + step;
        if (column + step >= 0 && column + step < this.width && this.#cells[index]) {
          found.push(index);
        }
      }
    }
    return found;
  }

  /** @param {number[]} cells */
  #press(cells) {
    for (const cell of this.#pressed) this.#cells[cell]?.classList.remove("pressed");
    this.#pressed = cells.filter((cell) =>
      this.#symbols[cell] === "." || this.#symbols[cell] === "+"
    );
    for (const cell of this.#pressed) this.#cells[cell].classList.add("pressed");
  }

  /** @param {number | null} cell */
  #show(cell) {
    if (cell === null) this.#press([]);
    else if (this.#mode === "chord") this.#press(this.#around(cell));
    else if (this.#mode === "open") this.#press([cell]);
  }

  /** @param {MouseEvent} event */
  #down = (event) => {
    if (this.mode !== "play") {
      const cell = this.cellAt(event);
      if (cell !== null && this.mode === "paint") {
        event.preventDefault();
        this.#focusCell(cell, true, true);
        this.#mode = "paint";
        this.#brush = event.button === 2 ? "flag" : "open";
        this.#act(this.#brush, cell);
      }
      return;
    }
    const cell = this.cellAt(event);
    if (cell === null) return;
    event.preventDefault();
    this.#focusCell(cell, true, true);
    if ((event.buttons & 3) === 3 || event.buttons & 4 || (event.button === 0 && event.shiftKey)) {
      this.#mode = "chord";
    } else if (event.button === 0) this.#mode = "open";
    else if (event.button === 2) {
      this.#mode = "flag";
      this.#act("flag", cell);
    }
    this.#show(cell);
  };

  /** @param {MouseEvent} event */
  #move = (event) => {
    const cell = this.cellAt(event);
    this.#point(cell);
    if (this.#mode === "paint" && event.buttons && cell !== null && cell !== this.#focus) {
      this.#focusCell(cell, false);
      this.#act(this.#brush, cell);
    } else if (this.#mode) this.#show(cell);
  };

  #leave = () => {
    this.#point(null);
    this.#press([]);
  };

  /** @param {MouseEvent} event */
  #up = (event) => {
    if (!this.#mode) return;
    const cell = event.target instanceof Node && this.contains(event.target)
      ? this.cellAt(event)
      : null;
    const mode = this.#mode;
    // Leave an opened cell pressed until the answer arrives, instead of drawing it unpressed first.
    if (mode !== "open" || cell === null) this.#press([]);
    // After a chord, releasing the second button does nothing.
    this.#mode = null;
    if (mode === "paint") this.dispatchEvent(new CustomEvent("done"));
    if (cell === null || (mode !== "chord" && mode !== "open")) return;
    const isNumber = this.#symbols[cell] >= "1" && this.#symbols[cell] <= "8";
    this.#act(mode === "open" && settings.chordByClick && isNumber ? "chord" : mode, cell);
  };

  /** @param {MouseEvent} event */
  #click = (event) => {
    const cell = this.cellAt(event);
    if (event.detail !== 0 || cell === null || this.mode === "look") return;
    this.#focusCell(cell, false);
    this.#act(
      HIDDEN.includes(this.#symbols[cell]) || this.mode === "paint" ? "open" : "chord",
      cell,
    );
    if (this.mode === "paint") this.dispatchEvent(new CustomEvent("done"));
  };

  #release = () => {
    this.#mode = null;
    this.#press([]);
  };

  get pressing() {
    return this.#mode !== null;
  }

  // Lets the cells of a move look pressed until the server has answered it.
  /** @param {{ kind: MoveKind, cell: number }} move @param {boolean} on */
  hold({ kind, cell }, on) {
    for (const one of kind === "chord" ? this.#around(cell) : [cell]) {
      this.#cells[one]?.classList.toggle("held", on && ".+".includes(this.#symbols[one]));
    }
  }

  // Called when the server has answered a move.
  settle() {
    if (!this.#mode && !this.#touch) this.#press([]);
  }

  /** @param {MouseEvent} event */
  #double = (event) => {
    const cell = this.cellAt(event);
    if (
      this.mode === "play" && cell !== null && event.button === 0 && this.#symbols[cell] >= "1" &&
      this.#symbols[cell] <= "8"
    ) this.#act("chord", cell);
  };

  /** @type {number | null} */ #pointed = null;
  /** @param {number | null} cell */
  #point(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    this.dispatchEvent(new CustomEvent("point", { detail: { cell } }));
  }

  /** @param {TouchEvent} event */
  #touchStart = (event) => {
    this.#cancelTouch();
    if (event.touches.length === 2) {
      const size = this.cellSize;
      this.#touch = { pinch: this.#spread(event), size };
      return;
    }
    const cell = this.cellAt(event);
    if (cell === null || event.touches.length !== 1) return;
    const { clientX: x, clientY: y } = event.touches[0];
    this.#point(cell);
    if (this.mode === "look") return;
    /** @type {Touching} */
    const touch = { cell, x, y, fired: false };
    this.#touch = touch;
    if (this.mode === "play") {
      this.#press([cell]);
      if (HIDDEN.includes(this.#symbols[cell])) {
        this.style.setProperty("--press", `${settings.press}ms`);
        this.#cells[cell].classList.add("holding");
        touch.timer = setTimeout(() => {
          touch.fired = true;
          this.#cells[cell].classList.remove("holding");
          this.#press([]);
          navigator.vibrate?.(15);
          this.#act(this.flagging ? "open" : "flag", cell);
        }, settings.press);
      }
    }
  };

  /** @param {TouchEvent} event */
  #spread(event) {
    const [a, b] = event.touches;
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }

  /** @param {TouchEvent} event */
  #touchMove = (event) => {
    const touch = this.#touch;
    if (!touch) return;
    if ("pinch" in touch) {
      event.preventDefault();
      this.zoom((touch.size * this.#spread(event)) / touch.pinch);
    } else {
      const { clientX, clientY } = event.touches[0];
      if (Math.hypot(clientX - touch.x, clientY - touch.y) > 10) this.#cancelTouch();
    }
  };

  /** @param {TouchEvent} event */
  #touchEnd = (event) => {
    const touch = this.#touch;
    if (!touch || "pinch" in touch) {
      this.#touch = null;
      return;
    }
    event.preventDefault(); // no mouse events should follow
    const { cell, fired } = touch;
    this.#cancelTouch();
    if (fired) return;
    this.#focusCell(cell, false);
    if (this.mode === "paint") {
      this.#act("open", cell);
      this.dispatchEvent(new CustomEvent("done"));
    } else if (!HIDDEN.includes(this.#symbols[cell])) this.#act("chord", cell);
    else {
      this.#act(this.flagging && !(this.fresh && settings.firstTapOpens) ? "flag" : "open", cell);
    }
  };

  #cancelTouch = () => {
    if (this.#touch && "cell" in this.#touch) {
      clearTimeout(this.#touch.timer);
      this.#cells[this.#touch.cell]?.classList.remove("holding");
    }
    this.#touch = null;
    this.#press([]);
  };

  // A cell gets a ring if it was chosen with the keyboard, but not if it was chosen by mouse.
  /** @param {number} cell @param {boolean} move @param {boolean} [byMouse] */
  #focusCell(cell, move, byMouse = false) {
    const last = this.#cells[this.#focus];
    if (last) {
      last.tabIndex = -1;
      last.classList.remove("by-mouse");
    }
    this.#focus = cell;
    this.#cells[cell].tabIndex = 0;
    if (byMouse) this.#cells[cell].classList.add("by-mouse");
    if (move) this.#cells[cell].focus({ preventScroll: false });
  }

  get focusedCell() {
    return this.#focus;
  }

  /** @param {number} cell */
  focusOn(cell) {
    if (this.#cells[cell]) this.#focusCell(cell, true);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.altKey || event.metaKey) return;
    this.#cells[this.#focus]?.classList.remove("by-mouse");
    const { width, height, turned } = this;
    const [column, row] = [this.#focus % width, Math.floor(this.#focus / width)];
    const [step, line] = turned ? [row, column] : [column, row];
    const [across, down] = turned ? [height, width] : [width, height];
    /** @param {number} step @param {number} line */
    const at = (step, line) => (turned ? step * width + line : line * width + step);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: at(Math.max(0, step - 1), line),
      ArrowRight: at(Math.min(across - 1, step + 1), line),
      ArrowUp: at(step, Math.max(0, line - 1)),
      ArrowDown: at(step, Math.min(down - 1, line + 1)),
      Home: event.ctrlKey ? 0 : at(0, line),
      End: event.ctrlKey ? this.#cells.length - 1 : at(across - 1, line),
      PageUp: at(step, 0),
      PageDown: at(step, down - 1),
    };
    if (event.key in targets) {
      event.preventDefault();
      this.#focusCell(targets[event.key], true);
      this.#point(this.#focus);
      return;
    }
    if (event.ctrlKey || this.mode === "look") return;
    const symbol = this.#symbols[this.#focus];
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.#act(HIDDEN.includes(symbol) || this.mode === "paint" ? "open" : "chord", this.#focus);
      if (this.mode === "paint") this.dispatchEvent(new CustomEvent("done"));
    } else if (event.key === "f" || event.key === "F") {
      event.preventDefault();
      this.#act("flag", this.#focus);
    } else if (event.key === "Escape") this.#release();
  };
}

customElements.define("sapper-board", Board);
