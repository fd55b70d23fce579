// <sapper-rush>: three minutes or three mistakes, on positions that get harder. The server keeps
// the time, deals the positions and judges the answers. `#rush/RUN` shows a run that is over.

import { dateText } from "./dates.js";
import {
  api,
  busyKeys,
  guarded,
  h,
  icon,
  plain,
  say,
  share,
  sound,
  spoken,
  tool,
  words,
} from "./dom.js";
import "./board.js";

const MISTAKES = 3;
const SECONDS = 180;
const t = words.rush;

class Rush extends HTMLElement {
  argument = ""; // the id of a run
  board = h("sapper-board", { mode: "play", fixed: true, "aria-label": t.board });
  solved = h("span");
  lives = h("span", { class: "lives", role: "img" });
  clock = h("span", { class: "count end", role: "timer" });
  bar = h("i");
  panel = h("div", { class: "say" });
  /** @type {Api.RushRunForm | null} */ #run = null;
  #end = 0; // when the time is up, in ms of performance.now
  #timer = 0;
  #isBusy = false;
  /** @type {Set<number>} */ #flags = new Set(); // the player's own, which the server does not know

  connectedCallback() {
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#look);
    this.board.addEventListener("act", (event) => this.#act(event.detail));
    return this.#look();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#look);
    clearInterval(this.#timer);
  }

  // Shows what the server has: a run, or the way to start one.
  #look = () =>
    guarded(async () => {
      const id = this.argument || this.#run?.id;
      if (id) return this.#show(await api(`/rush/${id}`));
      const found = await api("/rush");
      return found.run ? this.#show(found.run) : this.#showStart(found);
    });

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (busyKeys(event) || !this.#run || this.#run.over) return;
    if (event.key === "Escape") this.#stop();
    else if (event.key.toLowerCase() === "s") this.#answer(null);
    else return;
    event.preventDefault();
  };

  // -- a run ---------------------------------------------------------------------------------

  #start() {
    return this.#ask(() => api("/rush", null));
  }

  #stop() {
    const run = this.#run;
    return run && this.#ask(() => api(`/rush/${run.id}/stop`, null));
  }

  /** @param {{ kind: MoveKind, cell: number }} move */
  #act({ kind, cell }) {
    this.board.settle();
    const symbol = this.board.symbol(cell);
    if (kind === "flag" && (symbol === "." || this.#flags.has(cell))) {
      this.board.set([cell], symbol === "." ? "F" : ".");
      if (!this.#flags.delete(cell)) this.#flags.add(cell);
      sound("flag");
    } else if (kind === "open" && ".+".includes(symbol)) this.#answer(cell);
  }

  /** @param {number | null} cell */
  #answer(cell) {
    const run = this.#run;
    if (!run || run.over) return undefined;
    return this.#ask(async () => {
      const after = await api(`/rush/${run.id}/answer`, { number: run.number, cell });
      if (after.last) {
        sound(after.last.result === "wrong" ? "lost" : "open");
        const result = capital(t.results[after.last.result]);
        say(t.heard(result, words.techniques[after.last.technique]));
      }
      return after;
    });
  }

  // One request at a time. If the server refuses it, its state has changed, so show that.
  /** @param {() => Promise<Api.RushRunForm>} request */
  async #ask(request) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await guarded(async () => {
      try {
        this.#show(await request());
      } catch (problem) {
        if (![409, 412].includes(problem.status)) throw problem;
        await this.#look();
      }
    });
    this.#isBusy = false;
  }

  /** @param {Api.RushRunForm} run */
  #show(run) {
    if (!this.isConnected) return;
    const isNew = run.id !== this.#run?.id || run.number !== this.#run.number;
    const isFirst = !this.#run;
    this.#run = run;
    if (run.over) {
      clearInterval(this.#timer);
      // The address of a run that is over shows it again after a reload.
      if (this.argument === run.id) this.#showEnd(run);
      else location.replace(`#rush/${run.id}`);
      return;
    }
    if (isFirst) this.#layOut();
    this.#end = performance.now() + run.seconds_left * 1000;
    this.#tick();
    if (!isNew || !run.position) return;
    this.#flags.clear();
    const [level, ...rows] = run.position.position.trim().split("\n");
    const [width, height] = level.split("x").map(Number);
    this.board.load(width, height, rows);
    this.#showCounts(run);
  }

  #layOut() {
    this.className = "stage rush";
    const { best_today: today, best_ever: ever } = /** @type {Api.RushRunForm} */ (this.#run);
    this.replaceChildren(
      h("h1", { class: "quiet" }, t.title),
      h(
        "div",
        { class: "left" },
        bests(today, ever),
        h(
          "div",
          {
            class: "tools",
            role: "toolbar",
            "aria-label": words.play.tools,
            "aria-orientation": "vertical",
          },
          tool("next", t.skip, "S", () => this.#answer(null)),
          tool("cross", t.stop, "Esc", () => this.#stop()),
        ),
      ),
      h(
        "div",
        { class: "mid" },
        h(
          "div",
          { class: "status" },
          h("span", { class: "count" }, icon("check"), this.solved, this.lives),
          h("h2", { class: "voice" }, t.task),
          this.clock,
        ),
        h("div", { class: "tbar", "aria-hidden": "true" }, this.bar),
        h("div", { class: "room" }, this.board),
      ),
      h("aside", { class: "right", "aria-label": t.aside }, this.panel),
    );
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 200);
  }

  #tick() {
    const left = Math.max(0, this.#end - performance.now());
    const text = clockText(Math.ceil(left / 1000));
    if (this.clock.textContent !== text) {
      const [minutes, seconds] = text.split(":");
      this.clock.replaceChildren(minutes, h("span", { class: "colon" }, ":"), seconds);
      this.clock.ariaLabel = t.left(text);
    }
    this.bar.style.width = `${left / 10 / SECONDS}%`;
    if (left === 0 && !this.#isBusy) this.#ask(() => api(`/rush/${this.#run?.id}`));
  }

  /** @param {Api.RushRunForm} run */
  #showCounts({ solved, mistakes, position, last, marks }) {
    this.solved.textContent = String(solved);
    this.solved.ariaLabel = t.solved(solved);
    this.lives.ariaLabel = t.mistakes(mistakes);
    this.lives.replaceChildren(
      ...Array.from({ length: MISTAKES }, (_, index) => {
        const cross = icon("cross");
        if (index < mistakes) cross.classList.add("off");
        return cross;
      }),
    );
    this.panel.replaceChildren(
      h(
        "section",
        { class: "say", "aria-label": t.run },
        position?.missed != null &&
          h("p", { class: "yours" }, t.missedOn(dayText(position.missed))),
        last && h(
          "div",
          { class: "rate" },
          h("p", { class: "cap" }, t.last(words.techniques[last.technique])),
          last.rating && h("p", { class: "num" }, String(last.rating.rating), moved(last.rating)),
          last.rating && h(
            "p",
            {},
            last.rating.change === null
              ? t.seen
              : t.after(t.sure[last.rating.sure], last.rating.positions),
          ),
        ),
        h("p", { class: "cap" }, t.run),
        h("ol", { class: "marks" }, marks.map(mark)),
        h("p", { class: "note" }, t.rules),
      ),
    );
  }

  // -- before and after ----------------------------------------------------------------------

  /** @param {Api.RushForm} found */
  #showStart({ best_today: today, best_ever: ever, ratings }) {
    this.className = "rush ends";
    this.replaceChildren(
      h(
        "div",
        {},
        h("div", {}, h("p", { class: "cap" }, t.title), h("h1", { class: "voice" }, t.intro)),
        h("p", { class: "lead muted" }, t.lead),
        ever !== null && h(
          "dl",
          { class: "fact" },
          fact(today, t.today),
          fact(ever, t.ever),
        ),
        h(
          "div",
          { class: "acts" },
          h("button", { class: "b main", onclick: () => this.#start() }, icon("run"), t.start),
        ),
      ),
      h("div", {}, ratings.length > 0 && ratingTable(ratings, false)),
    );
  }

  /** @param {Api.RushRunForm} run */
  #showEnd(run) {
    const { id, solved, over, seconds, best_today: today, best_ever: ever } = run;
    this.className = "rush ends";
    const list = h("ol", { class: "missed" });
    const isAnyMissed = run.marks.some(({ result }) => result !== "solved");
    const verdict = t.verdict(solved, today, ever);
    this.replaceChildren(
      h(
        "div",
        {},
        h(
          "div",
          {},
          over && h("p", { class: "cap" }, t.over[over](clockText(Math.floor(seconds ?? 0)))),
          h("h1", { class: "voice" }, verdict),
        ),
        h(
          "dl",
          { class: "fact" },
          fact(solved, t.thisRun),
          fact(Math.max(solved, today ?? 0), t.today),
          fact(Math.max(solved, ever ?? 0), t.ever),
        ),
        h(
          "div",
          { class: "acts" },
          h("button", { class: "b main", onclick: () => this.#again() }, icon("again"), t.again),
          isAnyMissed && h("a", { class: "b", href: `#practice/rush/${id}` }, t.practise),
        ),
        run.ratings.length > 0 && ratingTable(run.ratings),
      ),
      h(
        "div",
        {},
        h(
          "header",
          {},
          h("h2", {}, isAnyMissed ? t.missed : t.nothing),
          isAnyMissed && h("p", { class: "muted small" }, t.back),
        ),
        list,
      ),
    );
    say(verdict);
    if (!isAnyMissed) return;
    guarded(async () => {
      const missed = await api(`/rush/${id}/missed`);
      if (!this.isConnected) return;
      list.append(...missed.map((one) => item(id, one)));
      for (const board of list.querySelectorAll("sapper-board")) board.fit();
    });
  }

  #again() {
    this.argument = "";
    this.#run = null;
    history.replaceState(null, "", "#rush");
    return this.#start();
  }
}

// A missed position: the board with the move and the proof, and the reason in words.
/** @param {string} run @param {Api.RushMissForm} missed */
function item(run, { position, technique, number, opened, risk, seconds, reason }) {
  const board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.position });
  const [level, ...rows] = position.trim().split("\n");
  const [width, height] = level.split("x").map(Number);
  board.load(width, height, rows);
  /** @type {{ [kind in "clues" | "safe" | "mines" | "cells"]: string[] }} */
  const marks = { clues: [], safe: [], mines: [], cells: [] };
  for (const { clues, fact, also } of reason.steps) {
    marks.clues.push(...clues);
    for (const { cells, least, most } of also ? [fact, also] : [fact]) {
      marks[most === 0 ? "safe" : least === cells.length ? "mines" : "cells"].push(...cells);
    }
  }
  board.mark(marks);
  const cell = opened === null ? null : board.named(opened);
  if (cell !== null) board.badge(cell, "played");
  const place = (/** @type {string} */ name) => board.named(name) ?? 0;
  const safe = [...new Set([reason.cell, ...marks.safe])].sort((a, b) => place(a) - place(b));
  const asked = t.asked(capital(words.techniques[technique]), Math.max(1, Math.round(seconds)));
  return h(
    "li",
    {},
    h("div", { class: "room" }, board),
    h(
      "div",
      {},
      spoken(
        "p",
        { class: "cap" },
        [
          asked,
          " ",
          ...(opened === null || risk === null ? [t.skipped] : t.opened(opened, risk, share(risk))),
        ],
        board,
      ),
      spoken("h3", { class: "voice" }, t.wasSafe(safe), board),
      reason.steps.map((step) => spoken("p", { class: "why" }, step.runs, board)),
      h("a", {
        class: "b",
        href: `#practice/rush/${run}/${number}`,
        "aria-label": `${t.tryAgain}: ${plain(t.wasSafe(safe))}`,
      }, t.tryAgain),
    ),
  );
}

/** @param {Api.RushRatingForm[]} ratings */
const ratingTable = (ratings, isOfRun = true) =>
  h(
    "section",
    {},
    h("h2", {}, t.ratings),
    h(
      "table",
      { class: "ratings" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          t.columns.map((name, at) => (isOfRun || at !== 2) && h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        ratings.map((one) =>
          h(
            "tr",
            { class: one.new && "new" },
            h("th", { scope: "row" }, capital(words.techniques[one.technique])),
            h("td", {}, String(one.rating)),
            isOfRun && h("td", {}, one.new ? t.fresh : moved(one)),
            h("td", {}, t.sure[one.sure]),
          )
        ),
      ),
    ),
  );

// The change of a rating, with its sign.
/** @param {Api.RushRatingForm} rating */
const moved = ({ change }) =>
  change !== null &&
  h(
    "b",
    { class: change < 0 ? "down" : "up" },
    change < 0 ? `−${-change}` : change > 0 ? `+${change}` : "±0",
  );

// A position of the run: solved, a mistake, skipped, or current.
/** @param {Api.RushMarkForm} mark */
function mark({ result, own }) {
  const name = t.results[result ?? "now"];
  const kind = { solved: "", wrong: "no", skipped: "no skip", now: "now" }[result ?? "now"];
  return h(
    "li",
    { class: own ? `${kind} own` : kind },
    result && icon(result === "solved" ? "check" : result === "wrong" ? "cross" : "next"),
    h("span", { class: "quiet" }, own ? t.own(name) : name),
  );
}

/** @param {number | null} today @param {number | null} ever */
const bests = (today, ever) =>
  h(
    "dl",
    { class: "facts-list" },
    h("dt", {}, t.bestToday),
    h("dd", {}, String(today ?? "–")),
    h("dt", {}, t.bestEver),
    h("dd", {}, String(ever ?? "–")),
  );

/** @param {number | null} value @param {string} text */
const fact = (value, text) => h("div", {}, h("dt", {}, text), h("dd", {}, String(value ?? "–")));

/** @param {number} seconds */
const clockText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {number} when in seconds */
const dayText = (when) => dateText(new Date(when * 1000).toISOString().slice(0, 10));

const sheet = h("link", { rel: "stylesheet", href: "rush.css" });
const styled = new Promise((done) =>
  ["load", "error"].forEach((event) => sheet.addEventListener(event, done))
);
document.head.append(sheet);
await styled;
customElements.define("sapper-rush", Rush);
