// <sapper-board>: an accessible grid. It shows symbols, marks and odds, and says what was asked for:
//
//   act     {kind: "open" | "flag" | "chord", cell}    by mouse, touch or keyboard
//   point   {cell}                                     the cell under the pointer, or null
//
// One tab stop; the arrows move within. In mode "look" nothing is pressed, but cells can be pointed at.

import { h, cellName, cellNumber, columnLetters, percent, settings } from "./dom.js";

const WORDS = { ".": "hidden", F: "flagged", "+": "told safe", "*": "mine", X: "exploded mine", W: "wrong flag", 0: "empty" };
const HIDDEN = ".F+";
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
  #touch = null;
  #odds = null;
  #zoom = null;
  #observer = null;
  width = 0;
  height = 0;
  flagging = false; // the dig/flag switch of touch screens

  connectedCallback() {
    this.setAttribute("role", "grid");
    this.addEventListener("mousedown", this.#down);
    this.addEventListener("mousemove", this.#move);
    this.addEventListener("mouseleave", this.#leave);
    this.addEventListener("dblclick", this.#double);
    this.addEventListener("contextmenu", (event) => event.preventDefault());
    this.addEventListener("keydown", this.#key);
    this.addEventListener("touchstart", this.#touchStart, { passive: false });
    this.addEventListener("touchmove", this.#touchMove, { passive: false });
    this.addEventListener("touchend", this.#touchEnd, { passive: false });
    this.addEventListener("touchcancel", this.#cancelTouch);
    // A pinch on a touchpad, or Ctrl and the wheel.
    this.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(parseFloat(this.style.getPropertyValue("--cell")) * Math.exp(-event.deltaY / 300));
    }, { passive: false });
    window.addEventListener("mouseup", this.#up);
    window.addEventListener("blur", this.#release);
    this.#observer = new ResizeObserver(() => this.fit());
    this.#observer.observe(this.closest(".sides > .side, .stage") ?? this.parentElement);
    document.addEventListener("settings", this.#fit);
  }

  disconnectedCallback() {
    window.removeEventListener("mouseup", this.#up);
    window.removeEventListener("blur", this.#release);
    document.removeEventListener("settings", this.#fit);
    cancelAnimationFrame(this.#later);
    this.#observer?.disconnect();
  }

  #fit = () => this.fit();

  get mode() {
    return this.getAttribute("mode") ?? "look";
  }

  // -- showing -------------------------------------------------------------------------------

  load(width, height, rows) {
    const symbols = rows.join("");
    if (width === this.width && height === this.height) {
      this.set(symbols.split("").map((_, cell) => cell), symbols);
      this.mark({});
      this.overlay(null);
      return;
    }
    this.width = width;
    this.height = height;
    this.#focus = 0;
    this.#cells = [];
    this.#marked = [];
    this.#late = [];
    this.#symbols = [];
    this.#odds = null;
    this.#zoom = null;
    this.setAttribute("aria-rowcount", height);
    this.setAttribute("aria-colcount", width);
    const head = h("div", { class: "heads", "aria-hidden": "true" }, h("span", { class: "head" }),
      Array.from({ length: width }, (_, column) => h("span", { class: "head" }, columnLetters(column))));
    const lines = [];
    for (let row = 0; row < height; row++) {
      const line = h("div", { role: "row", "aria-rowindex": row + 1 }, h("span", { class: "head", "aria-hidden": "true" }, String(row + 1)));
      for (let column = 0; column < width; column++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.index = row * width + column;
        this.#cells.push(cell);
        line.append(cell);
      }
      lines.push(line);
    }
    this.#symbols = symbols.split("");
    this.#cells.forEach((_, index) => this.#draw(index));
    this.replaceChildren(head, ...lines);
    if (this.#cells.length) this.#cells[0].tabIndex = 0;
    this.fit();
  }

  // Thousands of cells at once would hold up a frame: of those, the rows nearest to `from` come first.
  set(cells, symbols, from = null) {
    const changed = [];
    for (let i = 0; i < cells.length; i++) {
      if (this.#symbols[cells[i]] === symbols[i]) continue;
      this.#symbols[cells[i]] = symbols[i];
      changed.push(cells[i]);
    }
    if (changed.length <= AT_ONCE && !this.#late.length) {
      for (const index of changed) this.#draw(index);
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
    cell.ariaLabel = `${cellName(index, this.width)} ${WORDS[symbol] ?? symbol}`;
    if (cell.dataset.o !== undefined) this.#clearOdds(cell);
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
      for (const given of marks[kind] ?? []) {
        const cell = typeof given === "string" ? cellNumber(given, this.width) : given;
        if (this.#cells[cell]) next.set(this.#cells[cell], kind);
      }
    }
    for (const cell of this.#marked) if (!next.has(cell)) delete cell.dataset.m;
    for (const [cell, kind] of next) if (cell.dataset.m !== kind) cell.dataset.m = kind;
    this.#marked = [...next.keys()];
  }

  // Odds per cell: colour and number; certain cells have a shape too. null takes them away.
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
      cell.ariaLabel = `${cellName(index, this.width)} ${WORDS[this.#symbols[index]]}, ${value === 0 ? "safe" : value === 1 ? "mine" : `${percent(value)}%`}`;
    });
  }

  #clearOdds(cell) {
    delete cell.dataset.o;
    delete cell.dataset.t;
    cell.style.removeProperty("--p");
    const symbol = this.#symbols[cell.index];
    cell.ariaLabel = `${cellName(cell.index, this.width)} ${WORDS[symbol] ?? symbol}`;
  }

  // As large as the room allows, within reason; a pinch overrides it.
  fit() {
    const frame = this.closest(".sides > .side, .stage");
    if (!frame || !this.width) return;
    const beside = frame.matches(".stage") && matchMedia("(min-width: 901px)").matches ? 424 : 0;
    const across = frame.clientWidth - beside - (settings.names ? 50 : 24);
    const down = frame.matches(".stage") ? Math.max(24, (innerHeight - 240) / this.height) : Math.max(16, (innerHeight - 400) / this.height);
    const least = this.mode !== "look" && matchMedia("(pointer: coarse)").matches ? 27 : 15;
    const fitting = Math.floor(Math.min(42, across / this.width, down));
    // What has to be scrolled anyway may as well be large enough to hit.
    const size = this.#zoom ?? (fitting >= least ? fitting : Math.max(least, 22));
    this.style.setProperty("--cell", `${size}px`);
    this.style.setProperty("--columns", this.width);
  }

  zoom(size) {
    this.#zoom = Math.max(12, Math.min(64, size));
    this.fit();
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
        this.#act(event.button === 2 ? "flag" : "open", cell);
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
    if (this.#mode === "paint" && event.buttons && cell !== null) this.#act(event.buttons & 2 ? "flag" : "open", cell);
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
    if (mode === "chord" || mode === "open") if (cell !== null) this.#act(mode, cell);
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
      const size = parseFloat(this.style.getPropertyValue("--cell"));
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
    if (this.mode === "paint") this.#act("open", cell);
    else if (!HIDDEN.includes(this.#symbols[cell])) this.#act("chord", cell);
    else this.#act(this.flagging ? "flag" : "open", cell);
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
    const last = this.#cells.length - 1;
    const column = this.#focus % this.width;
    const row = Math.floor(this.#focus / this.width);
    const targets = {
      ArrowLeft: column > 0 ? this.#focus - 1 : this.#focus,
      ArrowRight: column < this.width - 1 ? this.#focus + 1 : this.#focus,
      ArrowUp: row > 0 ? this.#focus - this.width : this.#focus,
      ArrowDown: row < this.height - 1 ? this.#focus + this.width : this.#focus,
      Home: event.ctrlKey ? 0 : this.#focus - column,
      End: event.ctrlKey ? last : this.#focus - column + this.width - 1,
      PageUp: column,
      PageDown: last - this.width + 1 + column,
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
    } else if (event.key === "f" || event.key === "F") {
      event.preventDefault();
      this.#act("flag", this.#focus);
    } else if (event.key === "Escape") this.#release();
  };
}

customElements.define("sapper-board", Board);
