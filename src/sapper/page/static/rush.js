// <sapper-rush> shows positions that get harder, for three minutes or until the third mistake.
// `#rush/RUN` shows a finished run.

import {
  api,
  busyKeys,
  clockTime,
  guarded,
  h,
  icon,
  middle,
  say,
  share,
  sound,
  spoken,
  tool,
  toolbar,
  words,
} from "./dom.js";
import { dayOf } from "./dates.js";
import { marksOf } from "./reasons.js";
import { Reloading } from "./reloading.js";
import { sheet } from "./sheet.js";
import "./board.js";

const MISTAKES = 3;
const SECONDS = 180;
const LARGE = 150; // a board with more cells needs more space
const t = words.rush;

// An example to show before a run. In this position, the 1 at F4 already has its mine.
const EXAMPLE = [
  "001F.....",
  "00112....",
  "00001F...",
  "000011...",
  "000001...",
  "000112F..",
  "0001F....",
];

// The `argument` of this element is the id of a run.
class Rush extends Reloading {
  board = h("sapper-board", { mode: "play", fixed: true, "aria-label": t.board });
  solved = h("span");
  lives = h("span", { class: "lives", role: "img" });
  clock = h("span", { class: "count end", role: "timer" });
  task = h("h2", { class: "voice" });
  bar = h("i");
  panel = h("div", { class: "say" });
  skip = tool("next", t.skip, "S", () => this.#answer(null));
  /** @type {Api.RushRunForm | null} */ #run = null;
  #end = 0; // the end of the time, in ms of performance.now
  #timer = 0;
  /** @type {Promise<void> | null} */ #asked = null; // the request that is not answered yet
  /** @type {Set<number>} */ #flags = new Set(); // flags are not sent to the server

  /** @override */
  connectedCallback() {
    document.addEventListener("keydown", this.#key);
    this.board.addEventListener("act", (event) => this.#act(event.detail));
    return super.connectedCallback();
  }

  /** @override */
  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  /** @override */
  async load() {
    const id = this.argument || this.#run?.id;
    if (id) {
      this.#show(await api(`/rush/${encodeURIComponent(id)}`));
      return undefined;
    }
    const found = await api("/rush");
    if (found.run) this.#show(found.run);
    else this.#showStart(found);
    return undefined;
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (busyKeys(event) || !this.#run || this.#run.over) return;
    if (event.key === "Escape") this.#stop();
    else if (event.key.toLowerCase() === "s") this.#answer(null);
    else return;
    event.preventDefault();
  };

  #start() {
    return this.#ask(() => api("/rush", null));
  }

  // After a mistake, the time stops, and there is no position until the player continues.
  get #isPaused() {
    return this.#run !== null && !this.#run.over && !this.#run.position;
  }

  async #goOn() {
    const run = this.#run;
    if (run) await this.#ask(() => api(`/rush/${run.id}/continue`, null));
    /** @type {HTMLElement | null} */
    const cell = this.board.querySelector("[role=gridcell][tabindex='0']");
    cell?.focus({ preventScroll: true });
  }

  async #stop() {
    await this.#asked; // the answer that was just sent still counts
    const run = this.#run;
    if (run && !run.over) await this.#ask(() => api(`/rush/${run.id}/stop`, null));
  }

  /** @param {{ kind: MoveKind, cell: number }} move */
  #act({ kind, cell }) {
    this.board.settle();
    if (this.#isPaused) return;
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
    if (!run || run.over || this.#isPaused) return undefined;
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

  // Sends one request at a time, so that a second click on a position is not a second answer.
  /** @param {() => Promise<Api.RushRunForm>} request */
  #ask(request) {
    this.#asked ??= this.#send(request).finally(() => (this.#asked = null));
    return this.#asked;
  }

  // If the server refuses the request, the run has changed on the server, so load its new state.
  /** @param {() => Promise<Api.RushRunForm>} request */
  async #send(request) {
    await guarded(async () => {
      try {
        this.#show(await request());
      } catch (problem) {
        if (![409, 412].includes(problem.status)) throw problem;
        await this.reload();
      }
    });
  }

  /** @param {Api.RushRunForm} run */
  #show(run) {
    if (!this.isConnected) return;
    const isNew = run.id !== this.#run?.id || run.number !== this.#run.number || this.#isPaused;
    const isFirst = !this.#run;
    this.#run = run;
    if (run.over) {
      clearInterval(this.#timer);
      // Put the id of a finished run in the address, so that a reload shows the run again.
      if (this.argument === run.id) this.#showEnd(run);
      else location.replace(`#rush/${run.id}`);
      return;
    }
    if (isFirst) this.#layOut();
    this.#end = performance.now() + run.seconds_left * 1000;
    this.#tick();
    if (!isNew) return;
    this.#flags.clear();
    if (run.position) load(this.board, run.position.position);
    this.#showCounts(run);
    this.task.textContent = this.#isPaused ? t.pause : t.task;
    this.skip.disabled = this.#isPaused;
    if (this.#isPaused) this.#explain(run.id);
  }

  /** @param {string} run */
  #explain(run) {
    const reason = h("div");
    const go = h("button", { class: "b main", onclick: () => this.#goOn() }, t.goOn);
    const section = h(
      "section",
      { class: "pause", "aria-label": t.pause },
      go,
      reason,
    );
    this.panel.prepend(section);
    go.focus({ preventScroll: true });
    guarded(async () => {
      const [missed] = await api(`/rush/${run}/missed`);
      if (!section.isConnected) return;
      load(this.board, missed.position);
      reason.replaceChildren(...explained(this.board, missed));
      this.board.reveal(this.board.marked);
      say(reason.textContent ?? "");
    });
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
        toolbar(
          words.play.tools,
          this.skip,
          tool("cross", t.stop, "Esc", () => this.#stop()),
        ),
      ),
      middle(
        [
          h("span", { class: "count" }, icon("check"), this.solved, this.lives),
          this.task,
          this.clock,
        ],
        h("div", { class: "tbar", "aria-hidden": "true" }, this.bar),
        h("div", { class: "room" }, this.board),
      ),
      h("aside", { class: "right", "aria-label": t.aside }, this.panel),
    );
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#isPaused || this.#tick(), 200);
  }

  #tick() {
    const left = Math.max(0, this.#end - performance.now());
    const text = clockTime(Math.ceil(left / 1000) * 1000);
    if (this.clock.textContent !== text) {
      const [minutes, seconds] = text.split(":");
      this.clock.replaceChildren(minutes, h("span", { class: "colon" }, ":"), seconds);
      this.clock.ariaLabel = t.left(text);
    }
    this.bar.style.width = `${left / 10 / SECONDS}%`;
    if (left === 0 && !this.#asked) this.#ask(() => api(`/rush/${this.#run?.id}`));
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
          h("p", { class: "yours" }, missedText(position.missed)),
        last && h(
          "div",
          { class: "rate" },
          h("p", { class: "cap" }, t.last(words.techniques[last.technique])),
          last.rating && isRated(last.rating) &&
            h("p", { class: "num" }, String(last.rating.rating), moved(last.rating)),
          last.rating && h(
            "p",
            {},
            last.rating.change === null
              ? t.seen
              : isRated(last.rating)
              ? t.after(t.sure[last.rating.sure], last.rating.positions)
              : t.tooFew,
          ),
        ),
        h("p", { class: "cap" }, t.run),
        h("ol", { class: "marks" }, marks.map(mark)),
        marks.some(({ own }) => own) && h("p", { class: "ring" }, t.ring),
        h("p", { class: "note" }, t.rules),
      ),
    );
  }

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
        ratings.length > 0 && ratingTable(ratings, false),
      ),
      example(),
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
          over && h("p", { class: "cap" }, t.over[over](clockTime((seconds ?? 0) * 1000))),
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
      for (const board of list.querySelectorAll("sapper-board")) {
        board.fit();
        if (board.closest(".large")) board.reveal(board.marked);
      }
    });
  }

  #again() {
    this.argument = "";
    this.#run = null;
    history.replaceState(null, "", "#rush");
    return this.#start();
  }
}

function example() {
  const board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.example });
  const [mines, safe] = [["F3"], ["G3", "G4", "G5"]];
  board.load(EXAMPLE[0].length, EXAMPLE.length, EXAMPLE);
  board.mark({ clues: ["F4"], mines, safe });
  return h(
    "section",
    { class: "example", "aria-label": t.example },
    h("p", { class: "cap" }, t.example),
    h("div", { class: "room" }, board),
    spoken(
      "p",
      { class: "voice" },
      words.home.reason("1", "F4", mines, safe, true),
      board,
    ),
  );
}

/** @param {string} run @param {Api.RushMissForm} missed */
function item(run, missed) {
  const board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.position });
  load(board, missed.position);
  const told = explained(board, missed);
  const safe = told.find((one) => one.matches("h3"))?.textContent;
  return h(
    "li",
    { class: isLarge(missed.position) && "large" },
    h("div", { class: "room" }, board),
    h(
      "div",
      {},
      told,
      h("a", {
        class: "b",
        href: `#practice/rush/${run}/${missed.number}`,
        "aria-label": `${t.tryAgain}: ${safe}`,
      }, t.tryAgain),
    ),
  );
}

/** @param {HTMLElementTagNameMap["sapper-board"]} board @param {string} position */
function load(board, position) {
  const [width, height] = sizeOf(position);
  board.closest(".stage")?.classList.toggle("icons", isLarge(position));
  board.load(width, height, position.trim().split("\n").slice(1));
}

/** @param {string} position */
const sizeOf = (position) => position.split("x", 2).map(Number);

/** @param {string} position */
function isLarge(position) {
  const [width, height] = sizeOf(position);
  return width * height > LARGE;
}

// Marks a missed position on the board, and explains what was opened and what was safe.
/** @param {HTMLElementTagNameMap["sapper-board"]} board @param {Api.RushMissForm} missed */
function explained(board, { technique, opened, risk, seconds, reason, mine }) {
  const settled = reason.steps.flatMap((step) => marksOf(step).safe);
  const steps = [...mine?.steps ?? [], ...reason.steps];
  const all = steps.map(marksOf);
  board.mark({
    // Mark all cells that a sentence names. Clues, mines and safe cells have their own marks.
    cells: steps.flatMap((step) =>
      step.runs.flatMap((run) => typeof run === "object" ? run.cell : [])
    ),
    clues: all.flatMap(({ clues }) => clues),
    mines: all.flatMap(({ mines }) => mines),
    safe: all.flatMap(({ safe }) => safe),
  });
  const cell = opened === null ? null : board.named(opened);
  if (cell !== null) board.badge(cell, "played");
  const place = (/** @type {string} */ name) => board.named(name) ?? 0;
  const safe = [...new Set([reason.cell, ...settled])].sort((a, b) => place(a) - place(b));
  const asked = t.asked(capital(words.techniques[technique]), Math.max(1, Math.round(seconds)));
  /** @param {Api.ExplanationJson | null} found */
  const why = (found) =>
    found?.steps.map((step) => spoken("p", { class: "why" }, step.runs, board)) ?? [];
  const isMine = why(mine);
  const heard = new Set(isMine.map((one) => one.textContent)); // each sentence is shown only once
  return [
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
    ...isMine,
    spoken("h3", { class: "voice" }, t.wasSafe(safe), board),
    ...why(reason).filter((one) => !heard.has(one.textContent)),
  ];
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
        ratings.map((one) => [
          h(
            "tr",
            { class: one.new && "new" },
            h("th", { scope: "row" }, capital(words.techniques[one.technique])),
            h("td", {}, isRated(one) ? String(one.rating) : "–"),
            isOfRun && h("td", {}, one.new ? t.fresh : isRated(one) && moved(one)),
            h("td", {}, t.sure[one.sure]),
          ),
          h("tr", {}, h("td", { colspan: 4 }, words.practice.notes[one.technique])),
        ]),
      ),
    ),
  );

/** @param {Api.RushRatingForm} rating */
const isRated = ({ sure }) => sure !== "first";

/** @param {Api.RushRatingForm} rating */
const moved = ({ change }) =>
  change !== null &&
  h(
    "b",
    { class: change < 0 ? "down" : "up" },
    change < 0 ? `−${-change}` : change > 0 ? `+${change}` : "±0",
  );

/** @param {Api.RushMarkForm} mark */
function mark({ result, own }) {
  const name = t.results[result ?? "now"];
  const kind = { solved: "", wrong: "no", skipped: "no skip", now: "now" }[result ?? "now"];
  return h(
    "li",
    { class: own ? `${kind} own` : kind, title: own ? t.own(name) : name },
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

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {number} when in seconds */
function missedText(when) {
  const [day, today] = [new Date(when * 1000), new Date()].map((one) => one.toDateString());
  return day === today ? t.missedToday : t.missedOn(dayOf(when));
}

await sheet("rush.css");
customElements.define("sapper-rush", Rush);
