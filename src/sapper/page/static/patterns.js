// <sapper-patterns> shows nine patterns. Each has a page with one board and two sentences, and
// puzzles until five in a row are right. This browser remembers how many were right in a row.

import { api, busyKeys, cellName, guarded, h, icon, plain, say, sound, spoken } from "./dom.js";
import { recall, remember } from "./memory.js";
import { argument, marksOf } from "./reasons.js";
import { Reloading } from "./reloading.js";
import { sheet } from "./sheet.js";
import { learnTabs } from "./tabs.js";
import { language } from "./words.js";
import "./board.js";

/** @type {typeof import("./words/patterns_en.js").default} */
const t = (await import(`./words/patterns_${language}.js`)).default;
const KEPT = "sapper.patterns";
const ENOUGH = 5; // right answers in a row
const PART = [5, 4]; // the width and height of the part of a board that the list shows

/** @typedef {Api.PatternForm} Pattern */
/** @typedef {Api.Posted<"/patterns/puzzle">} Puzzle */

// How many puzzles of each pattern were right in a row. With five, a pattern stays done.
/** @returns {Record<string, number>} */
const rows = () => recall(KEPT);
/** @param {string} name */
const rowOf = (name) => Math.min(ENOUGH, Number(rows()[name]) || 0);

class Patterns extends Reloading {
  /** @override */ once = true;
  #tabs = learnTabs("patterns");
  /** @type {Pattern[]} */ #all = [];
  /** @type {Pattern | undefined} */ #pattern; // the pattern of the page
  board = h("sapper-board", { fixed: true });
  said = h("div", { class: "said" });
  /** @type {Puzzle | null} */ #puzzle = null;
  #isOver = false; // after an answer
  #asked = 0; // the number of the latest request for a puzzle

  /** @override */
  connectedCallback() {
    this.className = "patterns";
    this.append(this.#tabs);
    this.board.addEventListener("act", (event) => this.#act(event.detail));
    document.addEventListener("keydown", this.#key);
    return super.connectedCallback();
  }

  /** @override */
  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    super.disconnectedCallback();
  }

  /** @override */
  async load() {
    this.#all = await api("/patterns");
    if (!this.isConnected) return undefined;
    this.#pattern = this.#all.find((each) => each.name === this.argument);
    if (this.#pattern) this.#page(this.#pattern);
    else this.#list();
    return undefined;
  }

  #list() {
    const missed = h("span");
    /** @type {Map<string, HTMLElement>} */
    const fives = new Map(this.#all.map(({ name }) => [name, five(rowOf(name), true)]));
    this.replaceChildren(
      this.#tabs,
      h("h1", { class: "voice" }, t.title(this.#all.length)),
      h("p", { class: "lead muted" }, t.lead, missed),
      h(
        "ol",
        { class: "cards" },
        this.#all.map((each) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: `#patterns/${each.name}` },
              h("div", { inert: true, "aria-hidden": "true" }, part(each)),
              h(
                "div",
                {},
                h("h2", {}, heading(each)),
                h("p", {}, each.short),
                fives.get(each.name),
              ),
            ),
          )
        ),
      ),
    );
    // The list does not wait for the reviews.
    guarded(async () => {
      const [most] = (await api("/misses?seconds=0")).patterns;
      if (!most) return;
      missed.replaceChildren(
        " ",
        ...t.missedMost(h("a", { href: `#patterns/${most.pattern}` }, most.title)),
      );
      const row = fives.get(most.pattern);
      if (!row || rowOf(most.pattern)) return;
      row.append(h("b", {}, t.missed));
    });
  }

  /** @param {Pattern} pattern */
  #page(pattern) {
    const place = this.#all.indexOf(pattern);
    document.title = `${pattern.title} · Sapper`;
    this.#puzzle = null;
    this.#asked++;
    this.#show(pattern.position, "look", t.boardOf(pattern.title));
    const { clues, safe, mines, cells, best, risks } = pattern;
    this.board.mark({ clues, safe, mines, cells });
    if (risks.length) this.board.overlay(risks);
    this.board.star(best);
    this.said.replaceChildren(
      h("p", { class: "cap" }, t.place(place + 1, this.#all.length)),
      h("h1", {}, heading(pattern)),
      h("p", { class: "voice" }, pattern.rule),
      h("p", { class: "voice muted" }, pattern.why),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "b main", onclick: () => this.#next() }, t.tryIt),
        five(rowOf(pattern.name)),
      ),
    );
    this.#frame();
  }

  // The board, the words next to it, and the links to the other patterns.
  #frame() {
    const place = this.#all.indexOf(/** @type {Pattern} */ (this.#pattern));
    /** @param {number} by */
    const other = (by) => {
      const each = this.#all[place + by];
      return each
        ? h(
          "a",
          { href: `#patterns/${each.name}`, rel: by < 0 ? "prev" : "next" },
          by < 0 && icon("prev"),
          h("b", {}, each.title),
          by > 0 && icon("next"),
        )
        : h("span");
    };
    this.replaceChildren(
      this.#tabs,
      h(
        "div",
        { class: "page" },
        h("div", { class: "room" }, this.board),
        h(
          "div",
          { class: "words" },
          this.said,
          h(
            "nav",
            { "aria-label": t.name },
            other(-1),
            h("a", { href: "#patterns" }, t.all),
            other(1),
          ),
        ),
      ),
    );
  }

  /** @param {string} position @param {"look" | "play"} mode @param {string} label */
  #show(position, mode, label) {
    const { width, height, lines } = parsed(position);
    this.board.setAttribute("mode", mode);
    this.board.setAttribute("aria-label", label);
    this.board.load(width, height, lines);
    this.board.star(null);
  }

  #next() {
    const ticket = ++this.#asked;
    const pattern = /** @type {Pattern} */ (this.#pattern);
    this.#puzzle = null; // no answers are accepted meanwhile
    return guarded(async () => {
      const puzzle = await api("/patterns/puzzle", { pattern: pattern.name });
      if (ticket !== this.#asked || !this.isConnected) return;
      this.#puzzle = puzzle;
      this.#isOver = false;
      this.#show(puzzle.position, "play", t.puzzle);
      const { mines, flags } = parsed(puzzle.position);
      const task = puzzle.reason ? t.task : t.taskGuess;
      const left = t.left(mines - flags);
      this.#tell(
        h("h1", { class: "voice" }, task),
        h("p", { class: "muted" }, left),
        five(rowOf(pattern.name), false, true),
        h(
          "div",
          { class: "acts" },
          h("button", { class: "b", onclick: () => this.#wrong(t.shown) }, t.showMe),
          h("button", { class: "b bare", onclick: () => this.#page(pattern) }, t.readAgain),
        ),
      );
      say(`${task} ${left}`);
      /** @type {HTMLElement | null} */
      const first = this.board.querySelector("[role=gridcell][tabindex='0']");
      first?.focus({ preventScroll: true });
    });
  }

  /** @param {{ kind: MoveKind, cell: number }} move */
  #act({ kind, cell }) {
    this.board.settle();
    const puzzle = this.#puzzle;
    const symbol = this.board.symbol(cell);
    if (!puzzle || this.#isOver || !".F".includes(symbol)) return;
    if (kind === "flag") {
      // A player may note a mine, but the flags of the puzzle stay.
      const known = parsed(puzzle.position).lines.join("")[cell];
      if (known !== "F") this.board.set([cell], symbol === "F" ? "." : "F");
      return;
    }
    if (kind !== "open" || symbol !== ".") return;
    sound("open");
    const name = cellName(cell, this.board.width);
    if (puzzle.right.includes(name)) this.#right(name);
    else {
      const mine = puzzle.reason && puzzle.mines.includes(name);
      this.#wrong(mine ? t.isMine(name) : puzzle.reason ? t.isOpen(name) : t.isWorse(name));
    }
  }

  /** @param {string} name */
  #right(name) {
    const pattern = /** @type {Pattern} */ (this.#pattern);
    const row = rowOf(pattern.name) + 1;
    remember(KEPT, { ...rows(), [pattern.name]: Math.min(ENOUGH, row) });
    this.#over(this.#puzzle?.reason ? t.isSafe(name) : t.isBest(name), row === ENOUGH, name);
  }

  // After a wrong answer, or if the player asked for the answer, the row starts again. A row of
  // five is kept.
  /** @param {Runs} verdict */
  #wrong(verdict) {
    const { name } = /** @type {Pattern} */ (this.#pattern);
    if (rowOf(name) < ENOUGH) remember(KEPT, { ...rows(), [name]: 0 });
    this.#over(verdict, false);
  }

  /** @param {Runs} verdict @param {boolean} isDone @param {string} [opened] the right answer */
  #over(verdict, isDone, opened) {
    this.#isOver = true;
    const pattern = /** @type {Pattern} */ (this.#pattern);
    const { reason, best, risks, right } = /** @type {Puzzle} */ (this.#puzzle);
    this.board.mark({});
    if (risks.length) {
      this.board.overlay(risks);
      this.board.star(right);
    }
    const after = this.#all[this.#all.indexOf(pattern) + 1];
    const next = h("button", {
      class: isDone && after ? "b" : "b main",
      onclick: () => this.#next(),
    }, t.next);
    this.#tell(
      spoken("h1", { class: "voice" }, isDone ? [t.done] : verdict, this.board),
      isDone && spoken("p", { class: "muted" }, verdict, this.board),
      five(rowOf(pattern.name)),
      reason
        ? h("div", {}, ...this.#why(reason, opened))
        : spoken("p", {}, [t.bestCells, " ", ...best, "."], this.board),
      h(
        "div",
        { class: "acts" },
        isDone && after &&
          h("a", { class: "b main", href: `#patterns/${after.name}` }, after.title, icon("next")),
        next,
        h("button", { class: "b bare", onclick: () => this.#page(pattern) }, t.readAgain),
      ),
    );
    const row = rowOf(pattern.name);
    say(`${plain(verdict)} ${isDone ? t.done : row ? t.inARow(row) : ""}`);
  }

  // The argument of the pattern, or one for the cell that was opened, if that is another cell.
  /** @param {Api.ExplanationJson} reason @param {string} [opened] */
  #why(reason, opened) {
    const { safe } = marksOf(reason.steps[reason.steps.length - 1]);
    if (!opened || opened === reason.cell || safe.includes(opened)) return this.#argued(reason);
    const puzzle = /** @type {Puzzle} */ (this.#puzzle);
    this.board.mark({ safe: puzzle.right, mines: puzzle.mines });
    const place = h("div", { class: "reason" });
    guarded(async () => {
      const found = await api("/explain", { position: puzzle.position, cell: opened });
      if (puzzle === this.#puzzle && found.certain) {
        place.replaceChildren(...this.#argued(found).filter((one) => one instanceof Node));
      }
    });
    const other = h("div", {}, spoken("p", {}, t.alsoSafe(reason.cell), this.board));
    const show = () => {
      place.replaceChildren(...this.#argued(reason).filter((one) => one instanceof Node));
      other.remove();
    };
    other.append(h("button", { class: "plain small", onclick: show }, t.showPattern));
    return [place, other];
  }

  /** @param {Api.ExplanationJson} reason */
  #argued(reason) {
    const { right, mines } = /** @type {Puzzle} */ (this.#puzzle);
    const marks = { clues: reason.clues, safe: right, mines };
    this.board.mark(marks);
    return argument({ ...reason, proof: null, pattern_page: null }, this.board, marks);
  }

  /** @param {...Child} content */
  #tell(...content) {
    const { title } = /** @type {Pattern} */ (this.#pattern);
    this.said.replaceChildren(
      h("p", { class: "cap" }, `${t.name}, ${title}`),
      ...h("div", {}, ...content).childNodes,
    );
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (!this.#puzzle || busyKeys(event) || event.key.toLowerCase() !== "n") return;
    event.preventDefault();
    this.#next();
  };
}

/** @param {string} text */
function parsed(text) {
  const [level, ...lines] = text.trim().split("\n");
  const [width, height, mines] = (level.match(/\d+/g) ?? []).map(Number);
  return { width, height, mines, lines, flags: lines.join("").split("F").length - 1 };
}

// A name like 1-2-1 in the digits of the board, or a word.
/** @param {Pattern} pattern */
const heading = ({ title }) =>
  /^[-\d]+$/.test(title)
    ? h(
      "span",
      { class: "n", "aria-label": title, role: "img" },
      title.split(/(-)/).map((piece) => piece === "-" ? h("i", {}, piece) : piece),
    )
    : title;

// The part of the board that shows the pattern, with its marks.
/** @param {Pattern} pattern */
function part({ position, corner, clues, safe, mines, cells, best, risks }) {
  const { width, height, lines } = parsed(position);
  const names = Array.from({ length: width * height }, (_, cell) => cellName(cell, width));
  const from = names.indexOf(corner);
  const [left, top] = [from % width, Math.floor(from / width)];
  const [across, down] = PART;
  /** @param {string[]} marked */
  const moved = (marked) =>
    marked.map((name) => names.indexOf(name)).map((cell) =>
      (Math.floor(cell / width) - top) * across + (cell % width) - left
    );
  // The sides at which the board continues have no frame.
  const open = [
    top > 0 && "up",
    left + across < width && "right",
    top + down < height && "down",
    left > 0 && "left",
  ];
  const board = h("sapper-board", {
    class: `part ${open.filter(Boolean).map((side) => `open-${side}`).join(" ")}`,
    mode: "look",
    fixed: true,
  });
  board.load(
    across,
    down,
    lines.slice(top, top + down).map((line) => line.slice(left, left + across)),
  );
  board.mark({ clues: moved(clues), safe: moved(safe), mines: moved(mines), cells: moved(cells) });
  if (risks.length) {
    const starts = Array.from({ length: down }, (_, y) => (top + y) * width + left);
    board.overlay(starts.flatMap((start) => risks.slice(start, start + across)));
  }
  board.star(moved(best));
  return board;
}

// Five boxes, filled for each right answer in a row.
/** @param {number} row @param {boolean} [isSmall] @param {boolean} [isNow] marks the current one */
const five = (row, isSmall = false, isNow = false) =>
  h(
    "p",
    { class: `five ${isSmall ? "small" : ""}` },
    Array.from({ length: ENOUGH }, (_, place) =>
      h(
        "i",
        {
          class: place < row ? "y" : place === row && isNow ? "now" : "",
          "aria-hidden": "true",
        },
        place < row && !isSmall && icon("check"),
      )),
    h("span", {}, row || !isSmall ? t.inARow(row || ENOUGH) : ""),
  );

await sheet("patterns.css");
customElements.define("sapper-patterns", Patterns);
