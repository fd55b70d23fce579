// <sapper-analyse> shows the odds, values and proofs of a position that is painted, dropped or
// pasted.

import {
  api,
  ask,
  cellName,
  chance,
  copy,
  decoded,
  dropZone,
  figure,
  flagPicture,
  guarded,
  h,
  middle,
  number,
  read,
  refusal,
  say,
  spoken,
  toast,
  tool,
  toolbar,
  words,
} from "./dom.js";
import { argument } from "./reasons.js";
import { legend } from "./legend.js";
import { Painter } from "./painter.js";
import { sheet } from "./sheet.js";

const EXAMPLE =
  "9x9x10/open!00002....!11002.3..!.210112..!..10001..!.210001..!.100001..!.111112..!.........!" +
  ".........";
const ROWS_SHOWN = 8;
const GRID = 12_000; // the most bytes of rows without a level
/** The mines to propose for the classic sizes. @type {Record<string, number>} */
const CLASSIC = { "9x9": 10, "16x16": 40, "30x16": 99 };
const t = words.analyse;

class Analyse extends HTMLElement {
  /** @type {string | undefined} */ argument;
  painter = new Painter({
    most: 100,
    changed: () => this.#changed(),
    ask: (cell) => this.#explain(cell),
  });
  board = this.painter.board;
  left = h("span");
  win = h("span", { class: "count end", title: t.winChance });
  said = h("section", { class: "say", "aria-label": t.analysis });
  worth = h("section", { class: "say", "aria-label": t.value, hidden: true });
  why = h("section", { class: "say", "aria-label": t.explanation });
  howToAsk = h("p", { class: "muted" }, t.ask);
  /** @type {HTMLInputElement} */ file = h("input", {
    type: "file",
    hidden: true,
    "aria-label": t.file,
    onchange: () => this.#readFile(this.file.files?.[0]),
  });
  #timer = 0;
  /** @type {Api.AnalysisJson | null} */ #analysis = null;
  #ticket = 0;
  #question = 0; // the number of questions about cells
  #address = ""; // the page's address while this view is shown
  /** @type {{ ticket: number, position: string } | null} */
  #wanted = null; // the next position to ask a value for
  #asking = false;
  /** @type {Marks} */ #marks = {}; // all marks except those of a move under the pointer

  connectedCallback() {
    this.className = "stage";
    this.board.layouts = ["three", "icons"];
    this.painter.fields.append(this.painter.rule);
    this.append(
      h("h1", { class: "quiet" }, words.views.analyse),
      h(
        "div",
        { class: "left" },
        this.painter.palette,
        toolbar(
          t.tools,
          this.painter.undoButton,
          this.painter.redoButton,
          this.painter.clearButton,
          tool("in", t.open, null, () => this.file.click(), { short: t.openShort }),
          this.file,
          tool("copy", t.copy, null, () => copy(this.painter.text, t.copied), {
            short: t.copyShort,
          }),
          tool(
            "share",
            t.link,
            null,
            () => copy(`${location.origin}/${this.#link}`, words.linkCopied),
            { short: t.linkShort },
          ),
          tool(
            "steps",
            t.hands,
            null,
            () => (location.hash = `#watch/${encodeURIComponent(`${this.#code}+hands`)}`),
            { short: t.handsShort },
          ),
        ),
      ),
      middle(
        [
          h("span", { class: "count", title: t.minesLeft }, flagPicture(), this.left),
          this.painter.fields,
          this.win,
        ],
        h("div", { class: "room" }, this.board),
      ),
      h(
        "aside",
        { class: "right", "aria-label": t.aside },
        h("div", { class: "say" }, this.said, this.worth, this.why),
      ),
    );
    this.#address = location.hash;
    document.addEventListener("paste", this.#paste);
    document.addEventListener("keydown", this.painter.key);
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
    document.removeEventListener("keydown", this.painter.key);
    document.removeEventListener("back", this.#back);
    clearTimeout(this.#timer);
    this.#ticket++;
    this.#question++;
    if (this.painter.level) this.#keep();
  }

  #back = () => (this.painter.level ? this.#later() : this.#begin());

  get #code() {
    return this.painter.text.trimEnd().replaceAll("\n", "!");
  }

  get #link() {
    return `#analyse/${encodeURIComponent(this.#code)}`;
  }

  // Keeps the position in the address, so that a reload shows it again.
  #keep() {
    localStorage.setItem("sapper.position", this.#code);
    if (location.hash !== this.#address) return; // the user has chosen another view or link
    history.replaceState(null, "", this.#link);
    this.#address = location.hash;
  }

  // Loads the position from the link, or else the last position. After a position is loaded from a
  // link, undo brings back the last position.
  async #begin() {
    const code = this.argument;
    const noun = code && (await guarded(() => readCode(code)));
    if (!this.isConnected) return;
    const kept = localStorage.getItem("sapper.position");
    if (kept || !noun) {
      const [level, ...rows] = (kept ?? EXAMPLE).split("!");
      this.painter.load(level, rows);
    }
    if (!noun) return;
    if (!kept) this.painter.load(noun.level, hidden(noun.rows));
    else if ([noun.level, ...hidden(noun.rows)].join("!") !== kept) this.#show(noun);
  }

  /** @param {Api.NounForm} noun */
  #show(noun) {
    this.painter.change(hidden(noun.rows), noun.level);
  }

  #changed() {
    this.#mark({});
    this.#later();
  }

  #later() {
    this.left.textContent = String(this.painter.minesLeft);
    clearTimeout(this.#timer);
    this.#ticket++; // ignore answers about the old position
    this.#question++;
    if (this.why.firstChild !== this.howToAsk) this.why.replaceChildren();
    this.worth.classList.add("stale");
    this.win.classList.add("stale");
    this.#timer = setTimeout(() => this.#analyse(), 120);
  }

  /** @param {Marks} marks */
  #mark(marks) {
    this.#marks = marks;
    this.board.mark(marks);
  }

  // Shows the instructions once the answers above them are shown, so that they don't jump down.
  #showAsk() {
    if (!this.why.childElementCount) this.why.append(this.howToAsk);
  }

  #showOdds() {
    const odds = this.#analysis?.odds;
    this.board.overlay(odds && !odds.first_is_safe ? odds.odds.flat() : null);
  }

  #noValue() {
    this.#showAsk();
    this.worth.hidden = true;
    this.win.textContent = "";
    this.board.star(null);
  }

  async #analyse() {
    this.#keep();
    const ticket = ++this.#ticket;
    let analysis;
    try {
      analysis = await api("/analyse", { position: this.painter.text });
      if (analysis.problem) throw refusal(analysis.problem);
    } catch (problem) {
      if (ticket !== this.#ticket) return;
      this.#analysis = null;
      this.board.overlay(null);
      this.#noValue();
      this.said.replaceChildren(
        h("h2", { class: "voice smaller", role: "alert" }, problem.message),
      );
      return;
    }
    if (ticket !== this.#ticket) return; // the position has changed meanwhile
    this.#analysis = analysis;
    const { conflict, odds } = analysis;
    if (conflict) {
      this.board.overlay(null);
      this.#noValue();
      this.#mark({ conflict: conflict.clues });
      this.said.replaceChildren(
        h("p", { class: "cap" }, t.contradiction),
        spoken("h2", { class: "voice smaller", role: "alert" }, conflict.runs, this.board),
      );
      return;
    }
    if (!odds) return;
    this.#mark({});
    this.#showOdds();
    this.said.replaceChildren(
      h(
        "div",
        {},
        odds.boards && h("p", { class: "cap boards" }, odds.boards),
        spoken("h2", { class: "voice smaller" }, odds.headline, this.board),
      ),
      odds.first_is_safe ? "" : legend(),
      odds.safe.length + odds.mines.length > 0
        ? h("div", {}, h("button", { class: "b", onclick: () => this.#explain(null) }, t.easiest))
        : "",
    );
    say(odds.words);
    if (analysis.no_value) {
      this.#noValue();
      this.#showValue(h("p", { class: "muted" }, analysis.no_value));
      return;
    }
    // Ask for the value after a pause, so that it does not slow down painting.
    this.#timer = setTimeout(() => this.#value({ ticket, position: this.painter.text }), 250);
  }

  // Asks for one value at a time, so that the server stays free to compute odds.
  /** @param {{ ticket: number, position: string }} wanted */
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
        this.#showValue(spoken("p", { class: "lead" }, found.runs, this.board), this.#moves(found));
        this.win.replaceChildren(String(Math.round(found.win * 100)), h("small", {}, "%"));
        this.win.classList.remove("stale");
        this.#showAsk();
        this.board.star(
          found.certain
            ? null
            : found.moves.filter((move) => move.win === found.moves[0].win).map((move) =>
              move.cell
            ),
        );
        say(found.words);
      } catch (problem) {
        if (ticket !== this.#ticket) continue;
        this.win.textContent = "";
        this.#showValue(h("p", { class: "muted" }, problem.message));
        this.#showAsk();
      }
    }
    this.#asking = false;
  }

  /** @param {...(Node | string)} content */
  #showValue(...content) {
    this.worth.hidden = false;
    this.worth.classList.remove("stale");
    this.worth.replaceChildren(h("h3", {}, t.value), ...content);
  }

  // Moves of equal value share a row.
  /** @param {Api.ValueJson} value */
  #moves({ moves, certain }) {
    if (!moves.length) return "";
    /** @type {{ key: string, move: Api.MoveValueJson, cells: string[] }[]} */
    const groups = [];
    for (const move of moves) {
      const key = [chance(move.win), chance(move.safe), move.exact ? "" : chance(2 * move.error)]
        .join();
      const same = groups.find((group) => group.key === key);
      if (same) same.cells.push(move.cell);
      else groups.push({ key, move, cells: [move.cell] });
    }
    const best = Math.max(...moves.map((move) => move.win), 1e-9);
    /** @param {typeof groups[number]} group */
    const row = ({ move, cells }) => {
      const show = () => this.board.mark({ ...this.#marks, [certain ? "safe" : "cells"]: cells });
      const hide = () => this.board.mark(this.#marks);
      const bar = h("i");
      bar.style.width = `${Math.round((100 * move.win) / best)}%`;
      return h(
        "tr",
        { onmouseenter: show, onmouseleave: hide },
        h(
          "th",
          { scope: "row" },
          h("button", {
            class: "plain",
            title: t.whyCells(cells),
            onfocus: show,
            onblur: hide,
            onclick: () => this.#explain(this.board.named(cells[0])),
          }, cells.length > 3 ? t.cells(cells.length, cells[0]) : cells.join(", ")),
        ),
        h(
          "td",
          {},
          chance(move.win),
          move.exact ? "" : h("span", { class: "muted" }, ` ± ${chance(2 * move.error)}`),
        ),
        h("td", {}, chance(move.safe)),
        h("td", { class: "meter", "aria-hidden": "true" }, bar),
      );
    };
    const body = h("tbody", {}, groups.slice(0, ROWS_SHOWN).map(row));
    const button = h("button", {
      class: "plain",
      onclick: () => {
        body.append(...groups.slice(ROWS_SHOWN).map(row));
        button.remove();
      },
    }, t.allMoves(moves.length));
    const more = groups.length > ROWS_SHOWN && h("p", { class: "small" }, button);
    return h(
      "div",
      {},
      h(
        "table",
        { class: "values" },
        h("caption", { class: "quiet" }, t.movesTitle),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t.openCell),
            h("th", { scope: "col" }, t.wins),
            h("th", { scope: "col" }, t.isSafe),
            h("td", {}),
          ),
        ),
        body,
      ),
      more,
    );
  }

  /** @param {number | null} cell */
  #explain(cell) {
    const odds = this.#analysis?.odds;
    if (!odds) return;
    const ticket = ++this.#question;
    guarded(async () => {
      const position = this.painter.text;
      const name = cell === null ? null : cellName(cell, this.board.width);
      if (name !== null && odds.first_is_safe) {
        const shows = await api("/numbers", { position, cell: name });
        if (ticket !== this.#question) return undefined;
        return this.why.replaceChildren(h("h3", {}, name), h("p", {}, odds.words), numbers(shows));
      }
      const isHidden = cell !== null && ".F+".includes(this.board.symbol(cell));
      const [why, shows] = await Promise.all([
        api("/explain", { position, cell: name }),
        isHidden && name !== null ? api("/numbers", { position, cell: name }) : null,
      ]);
      if (ticket !== this.#question) return undefined; // this answer is outdated
      const clues = why.certain ? why.clues : [];
      const kind = why.claim === "safe" ? "safe" : why.claim === "mine" ? "mines" : "cells";
      const marks = { clues, [kind]: [why.cell] };
      this.#mark(marks);
      this.#showOdds();
      this.why.replaceChildren(
        h("h3", {}, why.cell),
        spoken("p", {}, why.runs, this.board),
        ...(why.certain ? argument(why, this.board, marks) : []),
        shows && why.claim !== "mine" ? numbers(shows) : "",
        why.certain ? "" : this.#examples(why, marks),
      );
      this.board.reveal([why.cell, ...clues]);
      // On a small screen the answer may be out of view.
      this.why.scrollIntoView({ block: "nearest" });
      return say(why.words);
    });
  }

  // Buttons for example boards. A second click on a button shows the odds again.
  /** @param {Api.UncertainJson} why @param {Marks} marks */
  #examples({ with_mine, when_safe }, marks) {
    /** @param {string[]} mines @param {boolean} isMine */
    const button = (mines, isMine) =>
      h("button", {
        class: "b",
        title: t.exampleNote(isMine),
        "aria-pressed": "false",
        onclick: ({ currentTarget }) => {
          const pressed = /** @type {Element} */ (currentTarget);
          const isOn = pressed.getAttribute("aria-pressed") === "false";
          for (const one of both) one.setAttribute("aria-pressed", String(isOn && one === pressed));
          this.#mark(isOn ? { mines } : marks);
          if (isOn) this.board.overlay(null);
          else this.#showOdds();
        },
      }, t.example(isMine));
    const both = [button(with_mine, true), button(when_safe, false)];
    return h("div", { class: "acts" }, both);
  }

  /** @param {File | undefined} file */
  #readFile(file) {
    if (!file) return;
    guarded(async () => {
      const rows = file.size <= GRID ? grid(await file.text()) : null;
      if (rows) await this.#askMines(rows);
      else await this.#open(await read(file), file);
    });
  }

  // Asks for the number of mines of rows without a level.
  /** @param {string[]} rows */
  async #askMines(rows) {
    const [width, height] = [rows[0].length, rows.length];
    const symbols = rows.join("");
    const [least, most] = ["F", ".F"].map((kind) =>
      [...symbols].filter((symbol) => kind.includes(symbol)).length
    );
    const field = h("input", {
      type: "number",
      min: least,
      max: most,
      value: CLASSIC[`${width}x${height}`] ?? "",
      "aria-label": words.mines,
      autofocus: true,
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        field.closest("dialog")?.close("mines");
      },
    });
    const title = t.howManyMines(width, height);
    while (await ask(title, t.flagsCount, { mines: words.views.analyse }, field) === "mines") {
      if (field.value !== "" && field.checkValidity()) {
        this.painter.change(rows, `${width}x${height}x${field.value}/${this.painter.rule.value}`);
        return;
      }
      toast(t.between(words.mines, String(least), String(most)));
    }
  }

  /** @param {string} text */
  #readText(text) {
    const link = /#analyse\/(\S+)/.exec(text);
    if (link) guarded(async () => this.#show(await readCode(decoded(link[1]))));
    else this.#readFile(new File([text], "game.txt"));
  }

  /** @param {Api.NounForm} noun @param {File} file */
  async #open(noun, file) {
    const choices = { review: t.reviewGame, position: t.lastPosition };
    const answer = noun.kind === "record"
      ? await ask(t.gameTitle, t.gameText, choices)
      : "position";
    if (answer === "position") this.#show(noun);
    else if (answer === "review") await (await import("./review.js")).openFile(file);
  }

  /** @param {ClipboardEvent} event */
  #paste = (event) => {
    const { target } = event;
    if (target instanceof Element && target.matches("input, textarea")) return;
    if (!event.clipboardData) return;
    event.preventDefault();
    const [file] = event.clipboardData.files;
    if (file) this.#readFile(file);
    else this.#readText(event.clipboardData.getData("text"));
  };
}

// The rows of a drawing without a level, or null for any other text. The rows are lines, or parted
// by slashes. The hidden cells are dots, # or ?. If there are # or ?, a dot may be an empty cell.
/** @param {string} text */
export function grid(text) {
  const rows = text.split(/[\n/]/).map((line) => line.trim()).filter(Boolean);
  const isGrid = rows.length > 0 &&
    rows.every((row) => row.length === rows[0].length && /^[0-8.F+#?]+$/.test(row));
  if (!isGrid) return null;
  const all = rows.join("");
  const areDotsOpen = /[#?]/.test(all) && !all.includes("0") && !touch(rows, ".", "#?F+");
  return rows.map((row) => row.replaceAll(".", areDotsOpen ? "0" : ".").replace(/[#?]/g, "."));
}

// Whether a cell with one of the symbols `some` touches one with one of the symbols `others`.
/** @param {string[]} rows @param {string} some @param {string} others */
const touch = (rows, some, others) =>
  rows.some((row, y) =>
    [...row].some((symbol, x) =>
      some.includes(symbol) &&
      rows.slice(Math.max(0, y - 1), y + 2).some((near) =>
        [...near.slice(Math.max(0, x - 1), x + 2)].some((other) => others.includes(other))
      )
    )
  );

/** @param {string} code */
const readCode = (code) => read(new Blob([code.replaceAll("!", "\n")]));

/** @param {string[]} rows */
const hidden = (rows) => rows.map((row) => row.replace(/\*/g, "."));

// The chance of each number that a cell may show, exact or estimated.
/** @param {Api.NumbersJson} found */
function numbers({ risk, chances, boards }) {
  const shown = chances.map((share, digit) => ({ digit, share })).filter(({ share }) =>
    share > (boards === null ? 0 : 0.005)
  );
  return h(
    "div",
    { "aria-label": t.ifOpened, role: "group", class: "say" },
    h("h3", {}, t.ifOpened),
    h(
      "div",
      { class: "figures" },
      risk > 0 && figure(chance(risk), t.aMine),
      shown.map(({ digit, share }) =>
        figure(
          boards === null ? chance(share) : t.about(chance(share)),
          digit === 0 ? t.opensRegion : t.shows(String(digit)),
        )
      ),
    ),
    boards !== null && h("p", { class: "muted small" }, t.estimated(number(boards))),
  );
}

await sheet("analyse.css");
customElements.define("sapper-analyse", Analyse);
