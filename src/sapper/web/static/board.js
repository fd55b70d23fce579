// <sapper-board>: an accessible grid. It shows symbols, marks and odds, and says what was asked for:
//
//   act     {kind: "open" | "flag" | "chord", cell}    by mouse, touch or keyboard
//   point   {cell}                                     the cell under the pointer, or null
//
//   done                                               a press that painted has ended (mode "paint")
//   drawn                                              its cells are others, or show something else
//
// One tab stop; the arrows move within. In mode "look" nothing is pressed, but cells can be pointed at.
// Where that makes its cells larger, the board is turned: columns run down, names stay.

import { calm, h, cellName, columnLetters, percent, settings, words } from "./dom.js";

const HIDDEN = ".F+";
const PORTRAIT = matchMedia("(max-width: 900px) and (orientation: portrait)");
const COARSE = matchMedia("(pointer: coarse)");
const AT_ONCE = 480; // cells drawn in a frame, at most: an expert board

class Board extends HTMLElement {
  #cells = [];
  #marked = [];
  #late = []; // cells that are not drawn yet, the nearest rows first
  #later = 0;
  #symbols = [];
  #focus = 0;
  #pressed = [];
  #buttons = 0;
  #mode = null;
  #brush = null;
  #touch = null;
  #odds = null;
  #questions = new Set();
  width = 0;
  height = 0;
  turned = false;
  flagging = false; // the dig/flag switch of touch screens
  fresh = false; // nothing is open yet

  connectedCallback() {
    this.setAttribute("role", "grid");
    this.addEventListener("mousedown", this.#down);
    this.addEventListener("mousemove", this.#move);
    this.addEventListener("mouseleave", this.#leave);
    this.addEventListener("dblclick", this.#double);
    this.addEventListener("contextmenu", (event) => event.preventDefault());
    this.addEventListener("keydown", this.#key);
    // Assistive technology clicks and focuses without a mouse.
    this.addEventListener("click", this.#click);
    this.addEventListener("focusin", (event) => {
      const cell = this.#at(event);
      if (cell !== null && cell !== this.#focus) this.#focusCell(cell, false);
    });
    this.addEventListener("touchstart", this.#touchStart, { passive: false });
    this.addEventListener("touchmove", this.#touchMove, { passive: false });
    this.addEventListener("touchend", this.#touchEnd, { passive: false });
    this.addEventListener("touchcancel", this.#cancelTouch);
    // A pinch on a touchpad, or Ctrl and the wheel.
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

  // -- showing -------------------------------------------------------------------------------

  load(width, height, rows) {
    const symbols = rows.join("");
    if (width === this.width && height === this.height) {
      for (const cell of this.questions) this.question(cell, false); // of the game before
      this.set(symbols.split("").map((_, cell) => cell), symbols);
      this.mark({});
      this.overlay(null);
      return;
    }
    this.width = width;
    this.height = height;
    this.#focus = 0;
    this.#marked = [];
    this.#late = [];
    this.#odds = null;
    this.#questions.clear();
    this.style.removeProperty("--cell");
    this.#symbols = symbols.split("");
    this.#cells = this.#symbols.map((_, index) => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.index = index;
      return cell;
    });
    this.#cells.forEach((_, index) => this.#draw(index));
    if (this.#cells.length) this.#cells[0].tabIndex = 0;
    this.turned = this.#isBetterTurned(width, height);
    this.#layOut();
    this.fit();
    this.dispatchEvent(new Event("drawn"));
  }

  // The place of a board that is still to come: nothing moves when it does.
  reserve(width, height) {
    if (this.width || !this.isConnected) return;
    this.#place(...(this.#isBetterTurned(width, height) ? [height, width] : [width, height]));
  }

  // The cells in lines, as they are shown.
  #layOut() {
    const { width, height, turned } = this;
    const [across, down] = turned ? [height, width] : [width, height];
    this.setAttribute("aria-rowcount", down);
    this.setAttribute("aria-colcount", across);
    this.style.setProperty("--w", across);
    this.style.setProperty("--h", down);
    const name = (index, isColumn) => (isColumn ? columnLetters(index) : String(index + 1));
    const head = h("div", { class: "heads", "aria-hidden": "true" }, h("span", { class: "head" }),
      Array.from({ length: across }, (_, index) => h("span", { class: "head" }, name(index, !turned))));
    const lines = Array.from({ length: down }, (_, line) => {
      const row = h("div", { role: "row", "aria-rowindex": line + 1 }, h("span", { class: "head", "aria-hidden": "true" }, name(line, turned)));
      row.append(...Array.from({ length: across }, (_, step) => this.#cells[turned ? step * width + line : line * width + step]));
      return row;
    });
    this.replaceChildren(head, ...lines);
  }

  // Thousands of cells at once would hold up a frame: of those, the rows nearest to `from` come first.
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
      if (from !== null) this.#soften(changed.filter((index) => !HIDDEN.includes(this.#symbols[index])));
      return;
    }
    // Row by row, since a row is laid out and painted as a whole.
    const near = Math.floor((from ?? this.#focus) / this.width);
    const far = (index) => Math.abs(Math.floor(index / this.width) - near);
    this.#late = [...new Set([...this.#late, ...changed])].sort((a, b) => far(a) - far(b) || a - b);
    this.#drawSome(AT_ONCE / 2);
    cancelAnimationFrame(this.#later);
    // The next animation frame is the one that shows these; the others begin after it.
    this.#later = requestAnimationFrame((now) => {
      let [last, batch] = [now, AT_ONCE / 2];
      const go = (now) => {
        // As many as a frame has time for.
        batch = now - last > 20 ? Math.max(100, batch / 2) : Math.min(AT_ONCE, batch * 1.2);
        last = now;
        this.#drawSome(batch);
        if (this.#late.length) this.#later = requestAnimationFrame(go);
      };
      this.#later = requestAnimationFrame(go);
    });
  }

  #drawSome(count) {
    for (const index of this.#late.splice(0, count)) this.#draw(index);
  }

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

  #label(index) {
    const symbol = this.#symbols[index];
    const state = this.#questions.has(index) ? words.cells["?"] : words.cells[symbol] ?? symbol;
    return `${cellName(index, this.width)} ${state}`;
  }

  // A question mark is a note of the player's own: to the server the cell is hidden.
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

  // The cell of that name on this board, or null.
  named(name) {
    const [, letters, row] = /^([A-Z]+)([1-9]\d*)$/.exec(name) ?? [];
    if (!letters) return null;
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return column < this.width && Number(row) <= this.height ? (Number(row) - 1) * this.width + column : null;
  }

  // Shows which cell is talked about, without touching the marks.
  point(cell) {
    this.querySelector(".pointed")?.classList.remove("pointed");
    if (cell !== null) this.#cells[cell]?.classList.add("pointed");
  }

  // Newly opened cells come in softly, when they are few enough to cost nothing.
  #soften(cells) {
    if (cells.length > 30 || calm()) return;
    for (const index of cells) this.#cells[index].animate?.({ opacity: [0.35, 1] }, { duration: 110, easing: "ease-out" });
  }

  // A wave through these cells, from one of them outwards.
  wave(cells, from) {
    if (calm()) return;
    const place = (cell) => [cell % this.width, Math.floor(cell / this.width)];
    const [x, y] = place(from);
    for (const cell of cells.slice(0, 200)) {
      const [column, row] = place(cell);
      const delay = 25 * Math.hypot(column - x, row - y);
      this.#cells[cell].animate?.({ transform: ["scale(.4)", "scale(1.12)", "scale(1)"], opacity: [0, 1, 1] }, { duration: 260, delay, fill: "backwards", easing: "ease-out" });
    }
  }

  symbol(cell) {
    return this.#symbols[cell];
  }

  get rows() {
    const rows = [];
    for (let row = 0; row < this.height; row++) rows.push(this.#symbols.slice(row * this.width, (row + 1) * this.width).join(""));
    return rows;
  }

  // Highlights, each with a shape of its own: {clues, cells, safe, mines, region, conflict, known}.
  mark(marks) {
    const next = new Map();
    for (const kind of ["known", "region", "cells", "clues", "mines", "safe", "conflict"]) {
      for (const cell of marks[kind] ?? []) if (this.#cellOf(cell)) next.set(this.#cellOf(cell), kind);
    }
    for (const cell of this.#marked) if (!next.has(cell)) delete cell.dataset.m;
    for (const [cell, kind] of next) if (cell.dataset.m !== kind) cell.dataset.m = kind;
    this.#marked = [...next.keys()];
  }

  // Cells are numbers here and names in the API.
  #cellOf(cell) {
    return this.#cells[typeof cell === "string" ? this.named(cell) : cell];
  }

  // Scrolls as little as it takes to have these cells in view, or the first of them if they are too far apart.
  reveal(cells) {
    const room = this.closest(".room");
    const boxes = cells.map((cell) => this.#cellOf(cell)?.getBoundingClientRect()).filter(Boolean);
    if (!room || !boxes.length) return;
    const view = room.getBoundingClientRect();
    const names = this.querySelector(".heads")?.offsetHeight ?? 0;
    const aside = this.querySelector("[role=row] > .head")?.offsetWidth ?? 0;
    const way = (low, high, first, last) => {
      if (last - first > high - low) return first - low;
      return first < low ? first - low : last > high ? last - high : 0;
    };
    room.scrollBy({
      left: way(view.left + aside, view.right, Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))),
      top: way(view.top + names, view.bottom, Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))),
      behavior: calm() ? "auto" : "smooth",
    });
    // What the page itself hides, below a fold.
    const after = room.getBoundingClientRect();
    if (after.top < 0) scrollBy({ top: after.top - 8 });
  }

  // Odds a cell: colour and number; certain cells have a shape too. null takes them away.
  overlay(odds) {
    this.#odds = odds;
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
      const said = value === 0 ? words.cells.safe : value === 1 ? words.cells["*"] : `${percent(value)}%`;
      cell.ariaLabel = `${this.#label(index)}, ${said}`;
    });
  }

  #clearOdds(cell) {
    delete cell.dataset.o;
    delete cell.dataset.t;
    cell.style.removeProperty("--p");
    cell.ariaLabel = this.#label(cell.index);
  }

  // Cells, best first: a star for the best moves. null takes them away.
  star(cells) {
    for (const cell of this.querySelectorAll("[data-star]")) delete cell.dataset.star;
    for (const cell of cells ?? []) if (this.#cellOf(cell)) this.#cellOf(cell).dataset.star = "";
  }

  // How large a cell could be if the board is shown so, by the room that the stylesheet gives it.
  #room(across, down) {
    this.style.setProperty("--w", across);
    this.style.setProperty("--h", down);
    const probe = h("i", { class: "probe" });
    this.append(probe);
    const size = probe.getBoundingClientRect().width;
    probe.remove();
    return size;
  }

  #isBetterTurned(width, height) {
    if (!this.isConnected || !settings.turn || width <= height || this.hasAttribute("fixed") || !PORTRAIT.matches) return false;
    return this.#room(height, width) >= 1.15 * this.#room(width, height);
  }

  // As large as the room allows, within reason (style.css); below what a finger or the eye needs, the board pans.
  fit() {
    if (!this.width || !this.isConnected) return;
    const turned = this.#isBetterTurned(this.width, this.height);
    if (turned !== this.turned) {
      this.turned = turned;
      this.#layOut();
      this.dispatchEvent(new Event("drawn"));
    }
    this.#place(...(turned ? [this.height, this.width] : [this.width, this.height]));
  }

  #place(across, down) {
    const least = this.mode === "look" ? 12 : COARSE.matches ? 28 : 20;
    this.classList.toggle("pan", this.#room(across, down) < least);
    this.#showRoom();
  }

  #showRoom() {
    this.parentElement?.classList.toggle("pans", this.classList.contains("pan") || this.style.getPropertyValue("--cell") !== "");
  }

  get cellSize() {
    return this.#cells[0]?.getBoundingClientRect().width ?? 0;
  }

  // null: as large as fits.
  zoom(size) {
    if (size === null) this.style.removeProperty("--cell");
    else this.style.setProperty("--cell", `${Math.round(Math.max(12, Math.min(96, size)))}px`);
    this.#showRoom();
  }

  // -- pointing ------------------------------------------------------------------------------

  #at(event) {
    const target = event.target instanceof Element ? event.target.closest("[role=gridcell]") : null;
    return target && this.contains(target) ? target.index : null;
  }

  #act(kind, cell) {
    this.dispatchEvent(new CustomEvent("act", { detail: { kind, cell } }));
  }

  #around(cell) {
    const column = cell % this.width;
    const found = [];
    for (const row of [-1, 0, 1]) for (const step of [-1, 0, 1]) {
      const index = cell + row * this.width + step;
      if (column + step >= 0 && column + step < this.width && this.#cells[index]) found.push(index);
    }
    return found;
  }

  #press(cells) {
    for (const cell of this.#pressed) this.#cells[cell]?.classList.remove("pressed");
    this.#pressed = cells.filter((cell) => this.#symbols[cell] === "." || this.#symbols[cell] === "+");
    for (const cell of this.#pressed) this.#cells[cell].classList.add("pressed");
  }

  #show(cell) {
    if (cell === null) this.#press([]);
    else if (this.#mode === "chord") this.#press(this.#around(cell));
    else if (this.#mode === "open") this.#press([cell]);
  }

  #down = (event) => {
    if (this.mode !== "play") {
      const cell = this.#at(event);
      if (cell !== null && this.mode === "paint") {
        event.preventDefault();
        this.#focusCell(cell, true);
        this.#mode = "paint";
        this.#brush = event.button === 2 ? "flag" : "open";
        this.#act(this.#brush, cell);
      }
      return;
    }
    const cell = this.#at(event);
    if (cell === null) return;
    event.preventDefault();
    this.#focusCell(cell, true);
    this.#buttons = event.buttons;
    if ((event.buttons & 3) === 3 || event.buttons & 4 || (event.button === 0 && event.shiftKey)) this.#mode = "chord";
    else if (event.button === 0) this.#mode = "open";
    else if (event.button === 2) {
      this.#mode = "flag";
      this.#act("flag", cell);
    }
    this.#show(cell);
  };

  #move = (event) => {
    const cell = this.#at(event);
    this.#point(cell);
    if (this.#mode === "paint" && event.buttons && cell !== null && cell !== this.#focus) {
      this.#focusCell(cell, false);
      this.#act(this.#brush, cell);
    }
    else if (this.#mode) this.#show(cell);
  };

  #leave = () => {
    this.#point(null);
    this.#press([]);
  };

  #up = (event) => {
    if (!this.#mode) return;
    const cell = event.target instanceof Node && this.contains(event.target) ? this.#at(event) : null;
    const mode = this.#mode;
    // What is asked for stays pressed until the answer is there: one frame instead of two.
    if (mode !== "open" || cell === null) this.#press([]);
    // After a chord the second button's release does nothing.
    this.#mode = null;
    if (mode === "paint") this.dispatchEvent(new CustomEvent("done"));
    if (cell === null || (mode !== "chord" && mode !== "open")) return;
    const isNumber = this.#symbols[cell] >= "1" && this.#symbols[cell] <= "8";
    this.#act(mode === "open" && settings.chordByClick && isNumber ? "chord" : mode, cell);
  };

  // A click without a mouse.
  #click = (event) => {
    const cell = this.#at(event);
    if (event.detail !== 0 || cell === null || this.mode === "look") return;
    this.#focusCell(cell, false);
    this.#act(HIDDEN.includes(this.#symbols[cell]) || this.mode === "paint" ? "open" : "chord", cell);
    if (this.mode === "paint") this.dispatchEvent(new CustomEvent("done"));
  };

  #release = () => {
    this.#mode = null;
    this.#press([]);
  };

  // Whether a button is down.
  get pressing() {
    return this.#mode !== null;
  }

  // The answer to what was asked for has come.
  settle() {
    if (!this.#mode && !this.#touch) this.#press([]);
  }

  #double = (event) => {
    const cell = this.#at(event);
    if (this.mode === "play" && cell !== null && event.button === 0 && this.#symbols[cell] >= "1" && this.#symbols[cell] <= "8") this.#act("chord", cell);
  };

  #pointed = null;
  #point(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    this.dispatchEvent(new CustomEvent("point", { detail: { cell } }));
  }

  // -- touching ------------------------------------------------------------------------------

  #touchStart = (event) => {
    this.#cancelTouch();
    if (event.touches.length === 2) {
      const size = this.cellSize;
      this.#touch = { pinch: this.#spread(event), size };
      return;
    }
    const cell = this.#at(event);
    if (cell === null || event.touches.length !== 1) return;
    const { clientX: x, clientY: y } = event.touches[0];
    this.#point(cell);
    if (this.mode === "look") return;
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

  #spread(event) {
    const [a, b] = event.touches;
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }

  #touchMove = (event) => {
    const touch = this.#touch;
    if (touch?.pinch) {
      event.preventDefault();
      this.zoom((touch.size * this.#spread(event)) / touch.pinch);
    } else if (touch) {
      const { clientX, clientY } = event.touches[0];
      if (Math.hypot(clientX - touch.x, clientY - touch.y) > 10) this.#cancelTouch();
    }
  };

  #touchEnd = (event) => {
    const touch = this.#touch;
    if (!touch || touch.pinch) {
      this.#touch = null;
      return;
    }
    event.preventDefault(); // no mouse events after it
    const { cell, fired } = touch;
    this.#cancelTouch();
    if (fired) return;
    this.#focusCell(cell, false);
    if (this.mode === "paint") {
      this.#act("open", cell);
      this.dispatchEvent(new CustomEvent("done"));
    }
    else if (!HIDDEN.includes(this.#symbols[cell])) this.#act("chord", cell);
    else this.#act(this.flagging && !(this.fresh && settings.firstTapOpens) ? "flag" : "open", cell);
  };

  #cancelTouch = () => {
    if (this.#touch?.timer) clearTimeout(this.#touch.timer);
    if (this.#touch?.cell !== undefined) this.#cells[this.#touch.cell]?.classList.remove("holding");
    this.#touch = null;
    this.#press([]);
  };

  // -- by keyboard ---------------------------------------------------------------------------

  #focusCell(cell, move) {
    if (this.#cells[this.#focus]) this.#cells[this.#focus].tabIndex = -1;
    this.#focus = cell;
    this.#cells[cell].tabIndex = 0;
    if (move) this.#cells[cell].focus({ preventScroll: false });
  }

  get focusedCell() {
    return this.#focus;
  }

  focusOn(cell) {
    if (this.#cells[cell]) this.#focusCell(cell, true);
  }

  #key = (event) => {
    if (event.altKey || event.metaKey) return;
    const { width, height, turned } = this;
    const [column, row] = [this.#focus % width, Math.floor(this.#focus / width)];
    // As it is shown: [step, line].
    const [step, line] = turned ? [row, column] : [column, row];
    const [across, down] = turned ? [height, width] : [width, height];
    const at = (step, line) => (turned ? step * width + line : line * width + step);
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
