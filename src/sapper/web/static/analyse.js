// <sapper-analyse>: paint a position, drop or paste one, and see what follows from it.

import { api, cellName, cellNumber, copy, decoded, guarded, h, iconButton, say } from "./dom.js";
import { argument } from "./reasons.js";
import { legend } from "./legend.js";
import "./board.js";

const EXAMPLE = "9x9x10/open!00002....!11002.3..!.210112..!..10001..!.210001..!.100001..!.111112..!.........!.........";
const TOOLS = [["look", "Why?"], [".", "hidden"], ...Array.from("012345678", (digit) => [digit, digit]), ["F", "flag"], ["+", "told safe"]];

const MOVES_SHOWN = 12;

class Analyse extends HTMLElement {
  #past = [];
  #future = [];
  #tool = "look";
  #level = "";
  #timer = 0;
  #analysis = null;
  #ticket = 0;
  #wanted = null; // the position whose value is to be asked for, with its ticket
  #asking = false;
  #marks = {}; // what is marked but for a move that is pointed at

  connectedCallback() {
    this.board = h("sapper-board", { mode: "paint", "aria-label": "Position" });
    this.board.addEventListener("act", ({ detail }) => this.#act(detail));
    this.levelField = h("input", { "aria-label": "Level", size: 16, onchange: () => this.#resize() });
    this.palette = h("div", { class: "palette", role: "toolbar", "aria-label": "Paint with" });
    this.said = h("section", { class: "card loud", "aria-label": "Analysis" });
    this.worth = h("section", { class: "card", "aria-label": "Value", hidden: true });
    this.why = h("section", { class: "card", "aria-label": "Explanation" });
    this.undoButton = iconButton("undo", "Undo", () => this.#travel(this.#past, this.#future));
    this.redoButton = iconButton("redo", "Redo", () => this.#travel(this.#future, this.#past));
    this.file = h("input", { type: "file", hidden: true, "aria-label": "Position file", onchange: () => this.#readFile(this.file.files[0]) });
    this.append(
      h("h1", { class: "quiet" }, "Analyse"),
      h("div", { class: "bar" }, h("label", {}, "Level", this.levelField), this.undoButton, this.redoButton,
        h("button", { onclick: () => this.#change(this.board.rows.map((row) => row.replace(/./g, "."))) }, "Clear"),
        h("button", { onclick: () => this.file.click() }, "Open…"), this.file,
        h("button", { onclick: () => copy(this.#text, "Position") }, "Copy"),
        h("button", { onclick: () => copy(`${location.origin}/#analyse/${encodeURIComponent(this.#code)}`, "Link") }, "Link"),
        h("span", { class: "muted small" }, "Drop a file or paste a position anywhere.")),
      h("div", { class: "bar" }, this.palette),
      h("div", { class: "stage" }, h("div", { class: "room" }, this.board), h("div", { class: "panel" }, this.said, this.worth, this.why)));
    this.#showTools();
    document.addEventListener("paste", this.#paste);
    document.addEventListener("keydown", this.#key);
    this.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.classList.add("drop");
    });
    this.addEventListener("dragleave", () => this.classList.remove("drop"));
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      this.classList.remove("drop");
      const [file] = event.dataTransfer.files;
      if (file) this.#readFile(file);
      else this.#readText(event.dataTransfer.getData("text"));
    });
    this.#begin();
  }

  disconnectedCallback() {
    document.removeEventListener("paste", this.#paste);
    document.removeEventListener("keydown", this.#key);
    clearTimeout(this.#timer);
    this.#ticket++;
  }

  get #code() {
    return [this.#level, ...this.board.rows].join("!");
  }

  get #text() {
    return `${[this.#level, ...this.board.rows].join("\n")}\n`;
  }

  async #begin() {
    const noun = this.argument && (await guarded(() => readCode(this.argument)));
    if (noun) this.#load(noun.level, hidden(noun.rows));
    else this.#loadCode(localStorage.getItem("sapper.position") ?? EXAMPLE);
  }

  #loadCode(code) {
    const [level, ...rows] = code.split("!");
    this.#load(level, rows);
  }

  #load(level, rows) {
    this.#level = level;
    this.levelField.value = level;
    this.board.load(rows[0]?.length ?? 0, rows.length, rows);
    this.why.replaceChildren(h("p", { class: "muted" }, "Pick “Why?”, then a cell, to see whether it is certain, and why."));
    this.#later();
  }

  #remember() {
    this.#past.push([this.#level, this.board.rows]);
    this.#future = [];
  }

  #change(rows, level = this.#level) {
    this.#remember();
    this.#load(level, rows);
  }

  #travel(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push([this.#level, this.board.rows]);
    this.#load(...state);
  }

  #resize() {
    const match = /^(\d+)x(\d+)x(\d+)/.exec(this.levelField.value.trim());
    if (!match) return guarded(async () => {
      throw new Error("Write a level like 9x9x10 or 9x9x10/open.");
    });
    const [width, height] = [Math.min(100, Number(match[1])), Math.min(100, Number(match[2]))];
    const old = this.board.rows;
    const rows = Array.from({ length: height }, (_, row) => (old[row] ?? "").padEnd(width, ".").slice(0, width));
    return this.#change(rows, this.levelField.value.trim());
  }

  #act({ kind, cell }) {
    if (this.#tool === "look" && kind === "open") return this.#explain(cell);
    const symbol = kind === "flag" ? (this.board.symbol(cell) === "F" ? "." : "F") : this.#tool;
    if (this.#tool === "look" && kind !== "flag") return undefined;
    return this.#paint(cell, symbol);
  }

  #paint(cell, symbol) {
    if (this.board.symbol(cell) === symbol) return;
    this.#remember();
    this.board.set([cell], symbol);
    this.#mark({});
    this.#later();
  }

  #later() {
    this.undoButton.disabled = !this.#past.length;
    this.redoButton.disabled = !this.#future.length;
    clearTimeout(this.#timer);
    this.#ticket++; // answers that are under way are about another position
    this.worth.classList.add("stale");
    this.#timer = setTimeout(() => this.#analyse(), 120);
  }

  #mark(marks) {
    this.#marks = marks;
    this.board.mark(marks);
  }

  async #analyse() {
    localStorage.setItem("sapper.position", this.#code);
    const ticket = ++this.#ticket;
    let analysis;
    try {
      analysis = await api("/analyse", { position: this.#text });
    } catch (problem) {
      if (ticket !== this.#ticket) return;
      this.board.overlay(null);
      this.worth.hidden = true;
      this.said.className = "card alert";
      this.said.replaceChildren(h("p", { class: "words" }, problem.message));
      return;
    }
    if (ticket !== this.#ticket) return; // the position has changed meanwhile
    this.#analysis = analysis;
    const { conflict, odds } = analysis;
    this.said.className = conflict ? "card alert" : "card loud";
    if (conflict) {
      this.board.overlay(null);
      this.worth.hidden = true; // nobody wins on no board
      this.#mark({ conflict: conflict.clues });
      this.said.replaceChildren(h("h3", {}, "Contradiction"), h("p", { class: "words", role: "alert" }, conflict.words));
      return;
    }
    this.#mark({});
    this.board.overlay(odds.first_is_safe ? null : odds.odds.flat());
    this.said.replaceChildren(h("h3", {}, "Position"), h("p", { class: "words" }, odds.words), odds.first_is_safe ? "" : legend(),
      odds.safe.length + odds.mines.length > 0 ? h("div", {}, h("button", { onclick: () => this.#explain(null) }, "Explain the easiest certain cell")) : "");
    say(odds.words);
    // The odds are shown before the value is asked for, and who goes on painting waits for no value.
    this.#timer = setTimeout(() => this.#value({ ticket, position: this.#text }), 250);
  }

  // One question at a time: a worker stays free for the odds of what is painted meanwhile.
  async #value(wanted) {
    this.#wanted = wanted;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted) {
      const { ticket, position } = this.#wanted;
      this.#wanted = null;
      if (ticket !== this.#ticket) continue;
      if (this.worth.hidden) this.#showValue(h("p", { class: "muted" }, "Working out the chance to win…"));
      try {
        const found = await api("/value", { position });
        if (ticket !== this.#ticket) continue;
        this.#showValue(h("p", { class: "words" }, found.words), this.#moves(found));
        say(found.words);
      } catch (problem) {
        if (ticket === this.#ticket) this.#showValue(h("p", { class: "muted" }, problem.message));
      }
    }
    this.#asking = false;
  }

  #showValue(...content) {
    this.worth.hidden = false;
    this.worth.classList.remove("stale");
    this.worth.replaceChildren(h("h3", {}, "The value of moves"), ...content);
  }

  // The moves, best first; the one under the pointer or the focus is marked on the board.
  #moves({ moves, certain }) {
    if (!moves.length) return "";
    const shown = moves.slice(0, MOVES_SHOWN);
    const rows = shown.map((move) => {
      const name = move.cell;
      const show = () => this.board.mark({ ...this.#marks, [certain ? "safe" : "cells"]: [name] });
      const hide = () => this.board.mark(this.#marks);
      return h("tr", { onmouseenter: show, onmouseleave: hide },
        h("th", { scope: "row" }, h("button", { class: "plain", title: `Why ${name}?`, onfocus: show, onblur: hide, onclick: () => this.#explain(cellNumber(name, this.board.width)) }, name)),
        h("td", { class: "number" }, chance(move.win), move.exact ? "" : h("span", { class: "muted" }, ` ± ${chance(2 * move.error)}`)),
        h("td", { class: "number" }, chance(move.safe)));
    });
    return h("div", {},
      h("table", { class: "moves" }, h("caption", { class: "quiet" }, "Moves, best first"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Open"), h("th", { scope: "col", class: "number" }, "wins"), h("th", { scope: "col", class: "number" }, "is safe"))),
        h("tbody", {}, rows)),
      moves.length > shown.length && h("p", { class: "muted small" }, `and ${moves.length - shown.length} ${certain ? "more that are safe" : "that are no better"}`));
  }

  #explain(cell) {
    if (!this.#analysis || this.#analysis.conflict) return;
    guarded(async () => {
      const position = this.#text;
      const name = cell === null ? null : cellName(cell, this.board.width);
      if (this.#analysis.odds.first_is_safe) {
        const shows = await api("/numbers", { position, cell: name });
        return this.why.replaceChildren(h("h3", {}, name), h("p", { class: "words" }, this.#analysis.odds.words), numbers(shows));
      }
      const hidden = cell !== null && ".F+".includes(this.board.symbol(cell));
      const [why, shows] = await Promise.all([api("/explain", { position, cell: name }), hidden ? api("/numbers", { position, cell: name }) : null]);
      const marks = { clues: why.clues ?? [], [{ safe: "safe", mine: "mines" }[why.claim] ?? "cells"]: [why.cell] };
      this.#mark(marks);
      this.why.replaceChildren(
        h("h3", {}, why.cell),
        h("p", { class: "words" }, why.words),
        why.certain ? argument(why, this.board, marks) : "",
        shows && why.claim !== "mine" ? numbers(shows) : "",
        why.certain ? "" : this.#examples(why));
      return say(why.words);
    });
  }

  #examples({ with_mine, when_safe }) {
    const show = (mines, what) => h("button", { onclick: () => {
      this.board.overlay(null);
      this.#mark({ mines });
    } }, `Show a board where it is ${what}`);
    return h("div", { class: "bar" }, show(with_mine, "a mine"), show(when_safe, "safe"));
  }

  #showTools() {
    this.palette.replaceChildren(...TOOLS.map(([symbol, text]) => h("button", { "aria-pressed": String(symbol === this.#tool), "data-tool": symbol, onclick: () => this.#pick(symbol) }, text)));
  }

  #pick(symbol) {
    this.#tool = symbol;
    this.#showTools();
  }

  #readFile(file) {
    if (file) guarded(async () => this.#open(await api("/read", file)));
  }

  #readText(text) {
    const link = /#analyse\/(\S+)/.exec(text);
    guarded(async () => this.#open(await (link ? readCode(decoded(link[1])) : api("/read", new Blob([text])))));
  }

  #open(noun) {
    this.#change(hidden(noun.rows), noun.level);
  }

  #paste = (event) => {
    if (event.target.matches("input, textarea")) return;
    event.preventDefault();
    this.#readText(event.clipboardData.getData("text"));
  };

  #key = (event) => {
    if (event.target.matches("input, select, textarea, dialog *")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) this.#travel(this.#future, this.#past);
      else this.#travel(this.#past, this.#future);
    } else if (!event.ctrlKey && !event.metaKey && event.target.matches("[role=gridcell]") && "012345678.+".includes(event.key)) {
      event.preventDefault();
      this.#paint(this.board.focusedCell, event.key);
    }
  };
}

// The position of a link, if it is one.
const readCode = (code) => api("/read", new Blob([code.replaceAll("!", "\n")]));

// A board is opened with its mines hidden.
const hidden = (rows) => rows.map((row) => row.replace(/\*/g, "."));

// 0% and 100% are never the work of rounding.
const chance = (value) => (value > 0 && value < 0.0005 ? "<0.1%" : value < 1 && value >= 0.9995 ? ">99.9%" : `${(value * 100).toFixed(value === 0 || value === 1 ? 0 : 1)}%`);

// What a cell may show: exact, or said to be estimated.
function numbers({ risk, chances, boards }) {
  const about = boards === null ? "" : "about ";
  const shown = chances.map((share, number) => [number, share]).filter(([, share]) => share > (boards === null ? 0 : 0.005));
  const figure = (text, what) => h("div", { class: "figure" }, h("b", {}, text), h("span", {}, what));
  return h("div", { "aria-label": "If opened", role: "group" }, h("h3", {}, "If opened"),
    h("div", { class: "figures" },
      risk > 0 && figure(chance(risk), "a mine"),
      shown.map(([number, share]) => figure(about + chance(share), number === 0 ? "opens a region" : `shows ${number}`))),
    boards !== null && h("p", { class: "muted small" }, `The numbers are estimated on ${boards.toLocaleString("en")} boards that fit; the risk is exact.`));
}

customElements.define("sapper-analyse", Analyse);
