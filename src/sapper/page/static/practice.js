// <sapper-practice> shows puzzles for each technique, and positions in which the player made a
// needless guess.

import { dateText } from "./dates.js";
import {
  api,
  busyKeys,
  cellName,
  guarded,
  h,
  icon,
  middle,
  percent,
  plain,
  say,
  sound,
  spoken,
  tiers,
  toast,
  tool,
  toolbar,
  words,
} from "./dom.js";
import { recall, remember } from "./memory.js";
import { argument } from "./reasons.js";
import "./board.js";

const KEPT = "sapper.practice";
const LADDER = ["single clue", "subset", "difference", "chain", "combination", "mine count"];
const MISSED = "missed";
const IN_A_ROW = 3; // the solved puzzles in a row after which the next technique is offered
const LARGER = [3, 8]; // the numbers of solved puzzles after which the boards get larger

const t = words.practice;

/**
 * @typedef {Api.Posted<"/puzzle">} Puzzle
 * @typedef {[solved: number, tried: number, row: number]} Score
 */

class Practice extends HTMLElement {
  argument = ""; // "rush/RUN/NUMBER" starts with this missed position of a run
  board = h("sapper-board", { mode: "play", "aria-label": t.board });
  room = h("div", { class: "room" }, this.board);
  panel = h("div", { class: "say" });
  row = h("span");
  done = h("span");
  /** @type {HTMLSelectElement} */ kinds = h(
    "select",
    { class: "level", "aria-label": t.kinds, onchange: () => this.#choose(this.kinds.value) },
    h("option", { value: MISSED }, t.missed),
    h(
      "optgroup",
      { label: t.title },
      LADDER.map((name) => h("option", { value: name }, capital(words.techniques[name]))),
    ),
  );
  /** @type {{ kind: string, scores: Record<string, Score>, solved: string[] }} */
  #kept = { kind: LADDER[0], scores: {}, solved: [], ...recall(KEPT) };
  /** @type {Puzzle | null} */ #puzzle = null;
  #asked = 0; // the number of the latest request for a puzzle
  /** @type {Set<string>} */ #seen = new Set();
  #isFirst = true; // before the first try or hint
  #isSolved = false;
  #tier = 0;
  /** @type {Api.MissesForm | null} */ #misses = null;
  /** @type {Puzzle[] | null} */ #ofRun = null; // positions of a run that are still to be tried

  get #current() {
    return /** @type {Puzzle} */ (this.#puzzle);
  }

  connectedCallback() {
    this.className = "stage practice";
    if (![...LADDER, MISSED].includes(this.#kept.kind)) this.#kept.kind = LADDER[0];
    this.board.addEventListener("act", (event) => this.#act(event.detail));
    this.append(
      h("h1", { class: "quiet" }, t.title),
      h(
        "div",
        { class: "left" },
        toolbar(
          words.play.tools,
          tool("hint", t.hint, "H", () => this.#hint(this.#tier + 1)),
          tool("check", t.show, "S", () => this.#hint(5)),
          h("hr"),
          tool("new", t.next, "N", () => this.#next(), { short: t.nextShort }),
        ),
      ),
      middle(
        [
          h("span", { class: "count", title: t.inARow }, icon("star"), this.row),
          this.kinds,
          h("span", { class: "count end", title: t.solved }, icon("check"), this.done),
        ],
        this.room,
      ),
      h("aside", { class: "right", "aria-label": t.aside }, this.panel),
    );
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    this.#showScore();
    return this.#next();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#back);
  }

  #back = () => !this.#puzzle && this.#next();

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (busyKeys(event)) return;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      h: () => this.#hint(this.#tier + 1),
      s: () => this.#hint(5),
      n: () => this.#next(),
    };
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  };

  /** @param {string} kind */
  #choose(kind) {
    this.argument = "";
    this.#kept.kind = kind;
    this.#keep();
    this.#showScore();
    return this.#next();
  }

  #next() {
    const ticket = ++this.#asked;
    this.#puzzle = null; // no answers are accepted meanwhile
    return guarded(async () => {
      const puzzle = await this.#missedInRun() ??
        (this.#kept.kind === MISSED
          ? await this.#missed(ticket)
          : await this.#dealt(this.#kept.kind));
      if (ticket === this.#asked && this.isConnected) this.#take(puzzle);
    });
  }

  // The next position that was missed in the run named by the link, or null if there is none.
  async #missedInRun() {
    const [kind, run, first] = this.argument.split("/");
    if (kind !== "rush" || !run) return null;
    if (!this.#ofRun) {
      const missed = await api(`/rush/${encodeURIComponent(run)}/missed`).catch((problem) => {
        if (problem.away) throw problem;
        toast(problem.message);
        return []; // offer other puzzles
      });
      const start = Math.max(0, missed.findIndex(({ number }) => String(number) === first));
      this.#ofRun = [...missed.slice(start), ...missed.slice(0, start)];
    }
    return this.#ofRun.shift() ?? null;
  }

  // Asks up to four times for a puzzle that has not been shown yet, because there are few small
  // puzzles.
  /** @param {string} technique */
  async #dealt(technique) {
    const [solved] = this.#score(technique);
    const size = LARGER.filter((least) => solved >= least).length;
    let puzzle = await api("/puzzle", { technique, size });
    for (let i = 0; i < 3 && this.#seen.has(puzzle.position); i++) {
      puzzle = await api("/puzzle", { technique, size });
    }
    this.#seen.add(puzzle.position);
    return puzzle;
  }

  // The most costly position from the player's own games that is not solved yet.
  /** @param {number} ticket */
  async #missed(ticket) {
    let misses;
    do {
      misses = this.#misses = await api("/misses");
      if (ticket !== this.#asked) return null;
      if (misses.left) {
        this.#tell(t.missed, h("p", { class: "lead muted" }, t.looking(misses.left)));
      }
    } while (misses.left && this.isConnected);
    const open = misses.positions.filter((one) => !this.#kept.solved.includes(nameOf(one)));
    return open.sort((a, b) => b.lost - a.lost)[0] ?? null;
  }

  /** @param {Puzzle | null} puzzle */
  #take(puzzle) {
    this.#puzzle = puzzle;
    this.#isFirst = true;
    this.#isSolved = false;
    this.#tier = 0;
    this.room.hidden = puzzle === null;
    if (puzzle === null) {
      const { positions = [], games = 0 } = this.#misses ?? {};
      this.#tell(
        t.missed,
        h("h2", { class: "voice smaller" }, positions.length ? t.all : t.noMisses(games)),
        this.#ladder(),
      );
      return;
    }
    const [level, ...rows] = puzzle.position.trim().split("\n");
    const [width, height] = level.split("x").map(Number);
    this.board.load(width, height, rows);
    this.#showTask();
  }

  /** @param {{ kind: MoveKind, cell: number }} move */
  #act({ kind, cell }) {
    this.board.settle();
    const puzzle = this.#puzzle;
    if (!puzzle || this.#isSolved || kind === "chord" || !".+".includes(this.board.symbol(cell))) {
      return;
    }
    const name = cellName(cell, this.board.width);
    const [isSafe, isMine] = [puzzle.safe.includes(name), puzzle.mines.includes(name)];
    sound(kind === "flag" ? "flag" : "open");
    if (kind === "flag" && isMine) {
      this.board.set([cell], "F");
      this.#showTask(t.flagRight(name));
    } else if (kind === "open" && isSafe) this.#solved(name);
    else {
      this.#failed();
      this.#explain(
        name,
        isSafe ? t.flagWrong(name) : isMine ? t.isMine(name) : t.isOpen(name),
        isSafe || isMine,
      );
    }
  }

  /** @param {string} name */
  #solved(name) {
    this.#isSolved = true;
    const puzzle = this.#current;
    const { technique, safe } = puzzle;
    if (this.#isFirst) {
      const [solved, tried, row] = this.#score(technique);
      this.#kept.scores[technique] = [solved + 1, tried + 1, row + 1];
    }
    if (isMiss(puzzle)) this.#kept.solved = [...this.#kept.solved, nameOf(puzzle)].slice(-500);
    this.#keep();
    this.#showScore();
    const others = safe.filter((one) => one !== name);
    this.#explain(name, t.right(name), true, others.length ? t.also(others.slice(0, 6)) : null);
  }

  #failed() {
    if (!this.#isFirst || this.#isSolved) return;
    this.#isFirst = false;
    const { technique } = this.#current;
    const [solved, tried] = this.#score(technique);
    this.#kept.scores[technique] = [solved, tried + 1, 0];
    this.#keep();
    this.#showScore();
  }

  /**
   * @param {string} name
   * @param {Runs} verdict
   * @param {boolean} isCertain
   * @param {Runs | null} [more]
   */
  #explain(name, verdict, isCertain, more = null) {
    const puzzle = this.#current;
    const marks = {
      [puzzle.safe.includes(name) ? "safe" : puzzle.mines.includes(name) ? "mines" : "cells"]: [
        name,
      ],
    };
    this.board.mark(marks);
    say(plain(verdict));
    const shown = h("div", { class: "say" });
    this.#tell(
      t.task,
      spoken("h2", { class: "voice smaller" }, verdict, this.board),
      shown,
      more && spoken("p", { class: "muted" }, more, this.board),
      this.#acts(),
    );
    if (!isCertain) {
      shown.append(h("p", { class: "lead muted" }, t.tryOn));
      return;
    }
    guarded(async () => {
      const reason = await api("/explain", { position: puzzle.position, cell: name });
      if (puzzle === this.#puzzle && reason.certain) {
        shown.replaceChildren(...argument(reason, this.board, marks));
      }
    });
  }

  /** @param {number} tier */
  #hint(tier) {
    const puzzle = this.#puzzle;
    if (!puzzle || this.#isSolved) return undefined;
    this.#tier = Math.min(5, tier);
    this.#failed();
    return guarded(async () => {
      const hint = await api("/hint", { position: puzzle.position, tier: this.#tier });
      if (puzzle !== this.#puzzle || this.#isSolved) return;
      const marks = {
        region: hint.region,
        clues: hint.clues,
        safe: hint.cell === null ? [] : [hint.cell],
      };
      this.board.mark(marks);
      this.board.reveal([...hint.region, ...hint.clues, ...marks.safe]);
      const title = hint.cell === null ? hint.runs : words.play.isSafe(hint.cell);
      if (hint.cell !== null) this.#isSolved = true;
      this.#tell(
        t.hint,
        tiers(hint.tier),
        spoken("h2", { class: "voice smaller" }, title, this.board),
        ...(hint.reason?.certain ? argument(hint.reason, this.board, marks) : []),
        this.#acts(),
      );
      say(plain(title));
    });
  }

  /** @param {string} label @param {...Child} content */
  #tell(label, ...content) {
    this.panel.replaceChildren(h("section", { class: "say", "aria-label": label }, ...content));
    this.panel.parentElement?.scrollTo(0, 0);
  }

  /** @param {Runs} [verdict] */
  #showTask(verdict) {
    const puzzle = this.#current;
    const title = verdict ?? [isMiss(puzzle) ? t.ownTask : t.task];
    const name = words.techniques[puzzle.technique];
    const lead = isMiss(puzzle)
      ? t.ownLead(name, percent(puzzle.lost), dateText(dayOf(puzzle.created)))
      : t.taskLead(name);
    this.#tell(
      t.task,
      spoken("h2", { class: "voice" }, title, this.board),
      h("p", { class: "lead muted" }, lead),
      this.#ladder(),
      h("p", { class: "ways-on" }, h("a", { href: "#rush" }, icon("run"), t.rush)),
    );
    say(`${plain(title)} ${lead}`);
  }

  #acts() {
    const puzzle = this.#current;
    const { technique } = puzzle;
    const harder = LADDER[LADDER.indexOf(technique) + 1];
    const isReady = this.#isSolved && !isMiss(puzzle) && harder &&
      this.#score(technique)[2] >= IN_A_ROW;
    return h(
      "div",
      { class: "acts" },
      isReady && h("button", {
        class: "b main",
        onclick: () => {
          this.kinds.value = harder;
          this.#choose(harder);
        },
      }, t.up(words.techniques[harder])),
      this.#isSolved
        ? h("button", { class: isReady ? "b" : "b main", onclick: () => this.#next() }, t.next)
        : [
          h("button", { class: "b", onclick: () => this.#hint(this.#tier + 1) }, t.hint),
          h("button", { class: "b bare", onclick: () => this.#hint(5) }, t.show),
        ],
    );
  }

  #ladder() {
    const missed = this.#misses?.techniques ?? [];
    /** @param {string} kind @param {string} title @param {string} note @param {string} score */
    const step = (kind, title, note, score) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            "aria-pressed": String(this.#kept.kind === kind),
            onclick: () => {
              this.kinds.value = kind;
              this.#choose(kind);
            },
          },
          h("b", {}, title),
          h("span", { class: "muted small" }, score),
          h("small", {}, note),
        ),
      );
    return h(
      "ol",
      { class: "ladder", "aria-label": t.kinds },
      LADDER.map((name) => {
        const [solved, tried] = this.#score(name);
        return step(
          name,
          capital(words.techniques[name]),
          t.notes[name],
          tried ? t.done(solved, tried) : t.fresh,
        );
      }),
      step(
        MISSED,
        t.missed,
        missed.length
          ? missed.map((one) =>
            t.missesOf(one.count, words.techniques[one.technique], percent(one.lost))
          ).join(". ")
          : t.missedNote,
        "",
      ),
    );
  }

  // The score of a technique: [solved on the first try, tried, solved in a row].
  /** @param {string} technique */
  #score(technique) {
    return this.#kept.scores[technique] ?? [0, 0, 0];
  }

  #showScore() {
    const { kind } = this.#kept;
    this.kinds.value = kind;
    const scores = Object.values(this.#kept.scores);
    const own = kind === MISSED ? [this.#kept.solved.length, 0, 0] : this.#score(kind);
    this.row.textContent = String(
      kind === MISSED ? Math.max(0, ...scores.map(([, , row]) => row)) : own[2],
    );
    this.done.textContent = String(own[0]);
  }

  #keep() {
    remember(KEPT, this.#kept);
  }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @type {(puzzle: Puzzle) => puzzle is Api.MissForm} */
const isMiss = (puzzle) => "game" in puzzle;
/** @param {number} when in seconds */
const dayOf = (when) => new Date(when * 1000).toISOString().slice(0, 10);
/** @param {Api.MissForm} puzzle */
const nameOf = ({ game, move }) => `${game} ${move}`;

customElements.define("sapper-practice", Practice);
