// <sapper-analyse>: paint a position, drop or paste one, and see what follows from it.

import { api, busyKeys, cellName, chance, copy, decoded, dropZone, flagPicture, guarded, h, inWords, number, prose, say, spoken, toast, tool, words } from "./dom.js";
import { argument } from "./reasons.js";
import { legend } from "./legend.js";
import "./board.js";

const EXAMPLE = "9x9x10/open!00002....!11002.3..!.210112..!..10001..!.210001..!.100001..!.111112..!.........!.........";
const TOOLS = ["look", ".", "F", "0", "1", "2", "3", "4", "5", "6", "7", "8", "+"];
const ROWS_SHOWN = 8;
const t = words.analyse;

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
  #painting = false; // a press is under way that has painted
  #marks = {}; // what is marked but for a move that is pointed at

  connectedCallback() {
    this.className = "stage";
    this.board = h("sapper-board", { mode: "paint", "aria-label": t.board });
    this.board.addEventListener("act", ({ detail }) => this.#act(detail));
    this.board.addEventListener("done", () => (this.#painting = false));
    const field = (label, least, most) => h("input", { type: "number", min: least, max: most, "aria-label": label, title: label, onchange: () => this.#resize() });
    [this.widthField, this.heightField, this.minesField] = [field(words.width, 1, 100), field(words.height, 1, 100), field(words.mines, 0, 10_000)];
    this.rule = h("select", { "aria-label": words.firstCell, title: words.firstCell, onchange: () => this.#resize() }, Object.entries(words.rules).map(([rule, text]) => h("option", { value: rule }, text)));
    this.palette = h("div", { class: "paint", role: "toolbar", "aria-label": t.paint });
    this.left = h("span");
    this.win = h("span", { class: "count end", title: t.winChance });
    this.said = h("section", { class: "say", "aria-label": t.analysis });
    this.worth = h("section", { class: "say", "aria-label": t.value, hidden: true });
    this.why = h("section", { class: "say", "aria-label": t.explanation });
    this.undoButton = tool("undo", t.undo, "Z", () => this.#travel(this.#past, this.#future));
    this.redoButton = tool("redo", t.redo, null, () => this.#travel(this.#future, this.#past));
    this.file = h("input", { type: "file", hidden: true, "aria-label": t.file, onchange: () => this.#readFile(this.file.files[0]) });
    this.append(
      h("h1", { class: "quiet" }, words.views.analyse),
      h("div", { class: "left" }, this.palette,
        h("div", { class: "tools", role: "toolbar", "aria-label": t.tools, "aria-orientation": "vertical" }, this.undoButton, this.redoButton,
          tool("clear", t.clear, null, () => this.#change(this.board.rows.map((row) => row.replace(/./g, ".")))),
          tool("in", t.open, null, () => this.file.click(), { short: t.openShort }), this.file,
          tool("copy", t.copy, null, () => copy(this.#text, t.copied), { short: t.copyShort }),
          tool("share", t.link, null, () => copy(`${location.origin}/#analyse/${encodeURIComponent(this.#code)}`, words.linkCopied), { short: t.linkShort }))),
      h("div", { class: "mid" },
        h("div", { class: "status" }, h("span", { class: "count", title: t.minesLeft }, flagPicture(), this.left),
          h("div", { class: "fields", role: "group", "aria-label": words.level }, this.widthField, "×", this.heightField, h("span", {}, this.minesField, t.mines), this.rule), this.win),
        h("div", { class: "room" }, this.board)),
      h("aside", { class: "right", "aria-label": t.aside }, h("div", { class: "say" }, this.said, this.worth, this.why)));
    this.#showTools();
    document.addEventListener("paste", this.#paste);
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    dropZone(this, (data) => {
      const [file] = data.files;
      if (file) this.#readFile(file);
      else this.#readText(data.getData("text"));
    });
    this.#begin();
  }

  disconnectedCallback() {
    document.removeEventListener("paste", this.#paste);
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#back);
    clearTimeout(this.#timer);
    this.#ticket++;
  }

  #back = () => (this.#level ? this.#later() : this.#begin());

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
    const [, width, height, mines, rule] = /^(\d+)x(\d+)x(\d+)(?:\/(\w+))?/.exec(level) ?? [];
    [this.widthField.value, this.heightField.value, this.minesField.value, this.rule.value] = [width, height, mines, rule ?? "safe"];
    this.board.load(rows[0]?.length ?? 0, rows.length, rows);
    this.why.replaceChildren();
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
    const fields = [this.widthField, this.heightField, this.minesField];
    const bad = fields.find((field) => !field.checkValidity() || field.value === "");
    if (bad) return toast(t.between(bad.title, bad.min, bad.max));
    const [width, height, mines] = fields.map((field) => Number(field.value));
    const old = this.board.rows;
    const rows = Array.from({ length: height }, (_, row) => (old[row] ?? "").padEnd(width, ".").slice(0, width));
    return this.#change(rows, `${width}x${height}x${mines}/${this.rule.value}`);
  }

  #act({ kind, cell }) {
    if (this.#tool === "look" && kind === "open") return this.#painting ? undefined : this.#explain(cell);
    const symbol = kind === "flag" ? (this.#painting ? this.#stroke : this.board.symbol(cell) === "F" ? "." : "F") : this.#tool;
    if (this.#tool === "look" && kind !== "flag") return undefined;
    return this.#paint(cell, symbol);
  }
  #stroke = ".";

  // What is painted in one press is undone as one.
  #paint(cell, symbol) {
    if (!this.#painting) this.#stroke = symbol;
    if (this.board.symbol(cell) === symbol) return;
    if (!this.#painting) this.#remember();
    this.#painting = true;
    this.board.set([cell], symbol);
    this.#mark({});
    this.#later();
  }

  #later() {
    this.undoButton.disabled = !this.#past.length;
    this.redoButton.disabled = !this.#future.length;
    const flags = this.board.rows.join("").split("F").length - 1;
    this.left.textContent = String(Number(this.minesField.value) - flags);
    clearTimeout(this.#timer);
    this.#ticket++; // answers that are under way are about another position
    this.worth.classList.add("stale");
    this.win.classList.add("stale");
    this.#timer = setTimeout(() => this.#analyse(), 120);
  }

  #mark(marks) {
    this.#marks = marks;
    this.board.mark(marks);
  }

  // What else one can do is said when the answers are there: it would move when they come.
  #showAsk() {
    if (!this.why.childElementCount) this.why.append(h("p", { class: "muted" }, t.ask));
  }

  #noValue() {
    this.#showAsk();
    this.worth.hidden = true;
    this.win.textContent = "";
    this.board.star(null);
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
      this.#noValue();
      this.said.replaceChildren(h("h2", { class: "voice smaller", role: "alert", lang: problem.lang }, problem.message));
      return;
    }
    if (ticket !== this.#ticket) return; // the position has changed meanwhile
    this.#analysis = analysis;
    const { conflict, odds } = analysis;
    if (conflict) {
      this.board.overlay(null);
      this.#noValue(); // nobody wins on no board
      this.#mark({ conflict: conflict.clues });
      this.said.replaceChildren(h("p", { class: "cap" }, t.contradiction), h("h2", { class: "voice smaller", role: "alert" }, prose(t.conflict(this.#told(conflict)), this.board)));
      return;
    }
    this.#mark({});
    this.board.overlay(odds.first_is_safe ? null : odds.odds.flat());
    this.said.replaceChildren(spoken("h2", { class: "voice smaller" }, odds.words, this.board), odds.first_is_safe ? "" : legend(),
      odds.safe.length + odds.mines.length > 0 ? h("div", {}, h("button", { class: "b", onclick: () => this.#explain(null) }, t.easiest)) : "");
    say(inWords(odds.words));
    // The odds are shown before the value is asked for, and who goes on painting waits for no value.
    this.#timer = setTimeout(() => this.#value({ ticket, position: this.#text }), 250);
  }

  // A contradiction with the numbers that it is about.
  #told({ kind, clues, left, mine_count: counts, smallest }) {
    const hidden = this.board.rows.join("").replace(/[0-8]/g, "").length;
    return { kind, left, hidden, counts, smallest, mines: Number(this.minesField.value), clues: clues.map((name) => [this.board.symbol(this.board.named(name)), name]) };
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
      if (this.worth.hidden) this.#showValue(h("p", { class: "muted" }, t.working));
      try {
        const found = await api("/value", { position });
        if (ticket !== this.#ticket) continue;
        this.#showValue(spoken("p", { class: "lead" }, found.words, this.board), this.#moves(found));
        this.win.replaceChildren(String(Math.round(found.win * 100)), h("small", {}, "%"));
        this.win.classList.remove("stale");
        this.#showAsk();
        this.board.star(found.certain ? null : found.moves.filter((move) => move.win === found.moves[0].win).map((move) => move.cell));
        say(inWords(found.words));
      } catch (problem) {
        if (ticket !== this.#ticket) continue;
        this.win.textContent = "";
        this.#showValue(h("p", { class: "muted", lang: problem.lang }, problem.message));
        this.#showAsk();
      }
    }
    this.#asking = false;
  }

  #showValue(...content) {
    this.worth.hidden = false;
    this.worth.classList.remove("stale");
    this.worth.replaceChildren(h("h3", {}, t.value), ...content);
  }

  // The moves, best first, those that are worth the same in one row; what is under the pointer or the focus is marked.
  #moves({ moves, certain }) {
    if (!moves.length) return "";
    const groups = [];
    for (const move of moves) {
      const key = [chance(move.win), chance(move.safe), move.exact ? "" : chance(2 * move.error)].join();
      const same = groups.find((group) => group.key === key);
      if (same) same.cells.push(move.cell);
      else groups.push({ key, move, cells: [move.cell] });
    }
    const best = Math.max(...moves.map((move) => move.win), 1e-9);
    const row = ({ move, cells }) => {
      const show = () => this.board.mark({ ...this.#marks, [certain ? "safe" : "cells"]: cells });
      const hide = () => this.board.mark(this.#marks);
      const bar = h("i");
      bar.style.width = `${Math.round((100 * move.win) / best)}%`;
      return h("tr", { onmouseenter: show, onmouseleave: hide },
        h("th", { scope: "row" }, h("button", { class: "plain", title: t.whyCells(cells), onfocus: show, onblur: hide, onclick: () => this.#explain(this.board.named(cells[0])) }, cells.length > 3 ? t.cells(cells.length, cells[0]) : cells.join(", "))),
        h("td", {}, chance(move.win), move.exact ? "" : h("span", { class: "muted" }, ` ± ${chance(2 * move.error)}`)),
        h("td", {}, chance(move.safe)), h("td", { class: "meter", "aria-hidden": "true" }, bar));
    };
    const body = h("tbody", {}, groups.slice(0, ROWS_SHOWN).map(row));
    const more = groups.length > ROWS_SHOWN && h("p", { class: "small" }, h("button", { class: "plain", onclick: (event) => {
      body.append(...groups.slice(ROWS_SHOWN).map(row));
      event.target.remove();
    } }, t.allMoves(moves.length)));
    return h("div", {},
      h("table", { class: "values" }, h("caption", { class: "quiet" }, t.movesTitle),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.openCell), h("th", { scope: "col" }, t.wins), h("th", { scope: "col" }, t.isSafe), h("td", {}))),
        body), more);
  }

  #explain(cell) {
    if (!this.#analysis || this.#analysis.conflict) return;
    guarded(async () => {
      const position = this.#text;
      const name = cell === null ? null : cellName(cell, this.board.width);
      if (this.#analysis.odds.first_is_safe) {
        const shows = await api("/numbers", { position, cell: name });
        return this.why.replaceChildren(h("h3", {}, name), spoken("p", {}, this.#analysis.odds.words), numbers(shows));
      }
      const isHidden = cell !== null && ".F+".includes(this.board.symbol(cell));
      const [why, shows] = await Promise.all([api("/explain", { position, cell: name }), isHidden ? api("/numbers", { position, cell: name }) : null]);
      const marks = { clues: why.clues ?? [], [{ safe: "safe", mine: "mines" }[why.claim] ?? "cells"]: [why.cell] };
      this.#mark(marks);
      this.why.replaceChildren(
        h("h3", {}, why.cell),
        spoken("p", {}, why.words, this.board),
        ...(why.certain ? argument(why, this.board, marks) : []),
        shows && why.claim !== "mine" ? numbers(shows) : "",
        why.certain ? "" : this.#examples(why));
      this.board.reveal([why.cell, ...(why.clues ?? [])]);
      // In the sheet of a small screen the answer would be below the fold.
      this.why.scrollIntoView({ block: "nearest" });
      return say(inWords(why.words));
    });
  }

  #examples({ with_mine, when_safe }) {
    const show = (mines, isMine) => h("button", { class: "b", onclick: () => {
      this.board.overlay(null);
      this.#mark({ mines });
    } }, t.example(isMine));
    return h("div", { class: "acts" }, show(with_mine, true), show(when_safe, false));
  }

  #showTools() {
    this.palette.replaceChildren(...TOOLS.map((symbol) => {
      const label = symbol === "look" ? t.why : words.cells[symbol] ?? symbol;
      return h("button", { "aria-pressed": String(symbol === this.#tool), "data-tool": symbol, "data-s": symbol === "look" ? null : symbol, "aria-label": label, title: label, onclick: () => {
        this.#tool = symbol;
        for (const button of this.palette.children) button.setAttribute("aria-pressed", String(button.dataset.tool === symbol));
      } }, symbol === "look" ? t.whyShort : symbol >= "1" && symbol <= "8" ? symbol : "");
    }));
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
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.matches("input, textarea")) {
      event.preventDefault();
      if (event.shiftKey) this.#travel(this.#future, this.#past);
      else this.#travel(this.#past, this.#future);
      return;
    }
    if (busyKeys(event)) return;
    if (event.key.toLowerCase() === "z") this.#travel(this.#past, this.#future);
    else if (event.target.matches("[role=gridcell]") && "012345678.+".includes(event.key)) {
      event.preventDefault();
      this.#paint(this.board.focusedCell, event.key);
      this.#painting = false;
    }
  };
}

// The position of a link, if it is one.
const readCode = (code) => api("/read", new Blob([code.replaceAll("!", "\n")]));

// A board is opened with its mines hidden.
const hidden = (rows) => rows.map((row) => row.replace(/\*/g, "."));

// What a cell may show: exact, or said to be estimated.
function numbers({ risk, chances, boards }) {
  const shown = chances.map((share, digit) => [digit, share]).filter(([, share]) => share > (boards === null ? 0 : 0.005));
  const figure = (text, what) => h("div", { class: "figure" }, h("b", {}, text), h("span", {}, what));
  return h("div", { "aria-label": t.ifOpened, role: "group", class: "say" }, h("h3", {}, t.ifOpened),
    h("div", { class: "figures" },
      risk > 0 && figure(chance(risk), t.aMine),
      shown.map(([digit, share]) => figure(boards === null ? chance(share) : t.about(chance(share)), digit === 0 ? t.opensRegion : t.shows(digit)))),
    boards !== null && h("p", { class: "muted small" }, t.estimated(number(boards))));
}

customElements.define("sapper-analyse", Analyse);
