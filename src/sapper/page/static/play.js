// <sapper-play> lets the player play a game. It draws a session (session.js), which is the state of
// the game.

import {
  aboutFor,
  afterPaint,
  api,
  ask,
  busyKeys,
  cellName,
  clockTime,
  copy,
  download,
  flagPicture,
  guarded,
  h,
  icon,
  iconButton,
  levelName,
  levelPicker,
  menu,
  middle,
  number,
  plain,
  read,
  say,
  settings,
  share,
  sound,
  split,
  spoken,
  tiers,
  toast,
  toggle,
  tool,
  toolbar,
  words,
} from "./dom.js";
import { dateText } from "./dates.js";
import { Drawer, sentences } from "./drawer.js";
import { legend, markLegend } from "./legend.js";
import { mapOf } from "./map.js";
import { argument, marksOf, stepMarks } from "./reasons.js";
import { Session } from "./session.js";
import { wantCell, wantedCell } from "./settings.js";
import "./board.js";

const STEP = 4; // px by which + and - change the size of cells
// The layouts (views.css), the preferred one first: with words next to the board, or above a wide
// one. A roomy layout has larger counters and sentences, if that makes no cell smaller.
const LAYOUTS = ["three roomy", "three", "icons", "wide roomy labelled", "wide roomy", "wide"];
// Boards that need a case split are left out, because dealing one takes too long.
const AT_MOST = ["single clue", "subset", "difference", "chain", "combination"];
const NEEDED = ["subset", "difference", "chain", "combination", "mine count"];

const t = words.play;

// Load the pictures for the end of a game in advance.
for (const name of ["flag", "mine", "mine-light"]) new Image().src = `${name}.png`;

/**
 * @typedef {import("./drawer.js").Telling} Telling
 * @typedef {Partial<Api.LevelStatisticsForm> & { error: number | null }} LevelRecords
 * @typedef {object} Race what a room adds to a game (rooms/race.js)
 * @property {string} title
 * @property {string} level
 * @property {string} tag
 * @property {string} aside
 * @property {() => Promise<Api.GameForm>} game
 * @property {HTMLElement} strip how far the others are, if there is no space for the panel
 * @property {HTMLElement} panel
 * @property {Telling} telling the same words for the line above the board
 * @property {(fit: () => unknown) => Node[]} tools
 * @property {(game: Api.GameForm) => unknown} over
 */

export class Play extends HTMLElement {
  /** @type {string | undefined} */ argument;
  /** @type {Race | undefined} */ race;
  board = h("sapper-board", { mode: "play", "aria-label": t.board });
  left = h("span");
  minutes = h("span", {}, "0");
  seconds = h("span", {}, "00");
  clock = h(
    "span",
    { class: "count end", title: t.time, role: "timer" },
    this.minutes,
    h("span", { class: "colon" }, ":"),
    this.seconds,
  );
  panel = h("div", { class: "say" });
  tag = h("span", { class: "tag", hidden: true });
  noGuess = toggle(t.noGuess, "", (on) => this.#choosing(() => settings.noGuess = on));
  digTool = tool("dig", t.dig, null, () => this.#flagging(false), {
    class: "touch",
    "aria-pressed": "true",
  });
  flagTool = tool("flag", t.flag, null, () => this.#flagging(true), {
    class: "touch",
    "aria-pressed": "false",
  });
  oddsTool = tool("odds", t.odds, "O", () => this.session.toggleOdds(), {
    "aria-pressed": "false",
  });
  room = h("div", { class: "room" }, this.board);
  cellSize = h("b");
  drawer = new Drawer(this, this.board, this.panel);
  #legend = markLegend(this.board);
  /** @type {HTMLElement | undefined} */ #finding; // says that a board is being found
  /** @type {HTMLElement | undefined} */ #warning; // says that a second N leaves the game
  /** @type {HTMLButtonElement} */ hintTool;
  /** @type {HTMLButtonElement} */ guessTool;
  /** @type {HTMLButtonElement} */ undoTool;
  /** @type {ReturnType<typeof mapOf>} */ map;
  /** @type {(level: string) => void} */ showLevel;
  /** @type {Session} */ session;
  /** @type {Map<string, LevelRecords>} */ #records = new Map(); // by level
  #tick = 0;
  #second = 0; // the second that the clock shows

  get #game() {
    return /** @type {Api.GameForm} */ (this.session.game);
  }

  async connectedCallback() {
    this.className = this.race ? "stage play race" : "stage play";
    this.session = new Session(this, this.race?.game);
    this.board.layouts = LAYOUTS;
    this.board.addEventListener("act", ({ detail }) => this.session.act(detail));
    this.board.addEventListener("marked", () => this.#legend.update());
    const known = await aboutFor(this);
    if (!known) return;
    this.session.levels = known.levels;
    const { select, custom, show, close } = await levelPicker(
      this.session.level,
      (level) => this.#choose(level),
    );
    if (!this.isConnected) return;
    this.showLevel = show;
    this.board.addEventListener("act", close);
    this.append(
      h("h1", { class: "quiet" }, this.race?.title ?? words.views.play),
      h("div", { class: "left" }, this.#tools()),
      middle(
        [
          h("span", { class: "count", title: t.minesLeft }, flagPicture(), this.left),
          h(
            "span",
            { class: "which" },
            this.race ? h("b", {}, levelName(this.race.level)) : [select, this.noGuess.element],
            this.tag,
          ),
          this.clock,
        ],
        this.race?.strip,
        this.drawer.line,
        custom,
        this.room,
        this.#sizes(),
      ),
      this.drawer.aside,
      this.map = mapOf(this.board, this.room),
    );
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    document.addEventListener("settings", this.#sized);
    this.#tick = setInterval(() => this.#waits || this.#showClock(), 200);
    this.#reserve();
    this.session.open();
    const wish = this.argument;
    this.argument = "";
    if (wish) history.replaceState(null, "", "#play");
    await this.session.begin(wish);
  }

  // Changes the size of cells. Stands under the board if there is space, or if a size was chosen.
  // Each click moves the board, but the control stays under the pointer until that leaves it.
  #sizes() {
    /** @param {Event} [event] */
    const release = (event) => {
      if (event && control.isConnected && event.composedPath().includes(control)) return;
      control.classList.remove("pinned");
      control.style.translate = "";
      for (const kind of ["pointermove", "pointerdown", "resize"]) {
        removeEventListener(kind, release);
      }
    };
    /** @param {Icon} name @param {string} label @param {string} key @param {1 | -1} way */
    const zoom = (name, label, key, way) => {
      const button = iconButton(name, label, ({ detail }) => {
        const before = button.getBoundingClientRect();
        this.#zoom(way);
        if (!detail) return release(); // the key Enter
        control.style.translate = "";
        const after = button.getBoundingClientRect();
        control.style.translate = `${before.left - after.left}px ${before.top - after.top}px`;
        control.classList.add("pinned");
        for (const kind of ["pointermove", "pointerdown", "resize"]) {
          addEventListener(kind, release);
        }
      }, { title: `${label} (${key})`, "aria-keyshortcuts": key });
      return button;
    };
    this.board.addEventListener("placed", () => {
      this.cellSize.textContent = String(Math.round(this.board.cellSize));
      control.style.setProperty("--board", `${this.board.getBoundingClientRect().width}px`);
    });
    const control = h(
      "div",
      { class: "sizes", role: "group", "aria-label": t.zoom },
      t.zoom,
      zoom("minus", t.zoomOut, "-", -1),
      this.cellSize,
      zoom("plus", t.zoomIn, "+", 1),
    );
    return control;
  }

  #tools() {
    this.undoTool = tool("undo", t.undo, "Z", () => this.session.undo());
    const help = [
      this.digTool,
      this.flagTool,
      this.hintTool = tool("hint", t.hint, "H", () => this.session.hint()),
      this.guessTool = tool("coin", t.mayGuess, "G", () => this.session.mayGuess(), {
        class: "desk",
      }),
      this.oddsTool,
    ];
    const { race } = this;
    return toolbar(
      t.tools,
      race
        ? [this.digTool, this.flagTool, race.tools(() => this.#fit())]
        : [help, this.#moreTools()],
    );
  }

  #moreTools() {
    return [
      this.undoTool,
      h("hr"),
      tool(
        "start",
        words.views.review,
        null,
        () => (location.hash = `#review/${this.#game.id}`),
        { class: "after" },
      ),
      tool("again", t.again, "A", () => this.#again(), { class: "after-too" }),
      tool("new", t.new, "N", () => this.#newAtOnce(), { short: t.newShort }),
      h("hr"),
      tool("share", t.share, "S", () => this.#share(), { class: "desk" }),
      ...this.#menu(),
    ];
  }

  // Starts a new game on this level, unless the player stays in this game.
  /** @param {string} level */
  #choose(level) {
    this.#choosing(() => this.session.choose(level));
  }

  // Starts a game with another setting, unless the player stays in this game.
  /** @param {() => unknown} change @returns {Promise<void>} */
  async #choosing(change) {
    const { noGuess, technique } = settings;
    const { level } = this.session;
    change();
    if (await this.#new()) return;
    this.session.choose(level);
    Object.assign(settings, { noGuess, technique });
    this.#showStarted();
  }

  #reserve() {
    const level = this.race?.level || this.session.expected(this.argument);
    const [, width, height, mines] = /^(\d+)x(\d+)x(\d+)/.exec(level) ?? [];
    if (width === undefined) return;
    this.showLevel(level);
    this.left.textContent = mines;
    this.board.reserve(Number(width), Number(height));
    // The board of a race is shown before the race begins.
    if (this.race) {
      const row = ".".repeat(Number(width));
      this.board.load(Number(width), Number(height), Array(Number(height)).fill(row));
    }
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#back);
    document.removeEventListener("settings", this.#sized);
    clearInterval(this.#tick);
    this.map?.leave();
    this.session?.close();
  }

  #back = () => this.session.resume();

  /** @param {boolean} on */
  waiting(on) {
    this.#finding?.remove();
    this.#finding = on ? toast(t.dealing) : undefined;
  }

  /** @param {string} text */
  wait(text) {
    this.room.hidden = true;
    this.#tell(t.waiting, { title: text }, h("p", { class: "lead", role: "alert" }, text));
    this.drawer.raise(true);
  }

  async #mayLeave() {
    const game = this.#game;
    if (!game || game.outcome || !/[0-8]/.test(this.session.rows.join(""))) return "leave";
    const answer = await ask(t.leaveTitle, t.leaveText, {
      stay: t.goOn,
      keep: t.keepIt,
      leave: t.leaveIt,
    });
    if (answer === null || answer === "stay") {
      this.showLevel(game.level);
      return null;
    }
    return answer;
  }

  // Starts a new game. The player must press twice to leave a longer game.
  #newAtOnce() {
    if (this.session.isWorth && !this.#warning?.isConnected) {
      this.#warning = toast(t.newAgain);
      return;
    }
    this.#warning?.remove();
    this.session.start(this.session.form);
  }

  /** @param {Api.NewGameForm} [form] */
  async #new(form = this.session.form) {
    if (document.querySelector("dialog[open]")) return false;
    const answer = await this.#mayLeave();
    if (answer) this.session.start(form, answer === "leave" ? this.#game : null);
    return answer !== null;
  }

  async #again() {
    const game = this.#game;
    if (!game || (!game.outcome && !game.started)) return;
    if (!game.outcome) {
      const answer = await ask(t.againTitle, t.againText, { stay: t.goOn, again: t.startAgain });
      if (answer !== "again") return;
    }
    this.session.again();
  }

  loaded() {
    const game = this.#game;
    this.room.hidden = false;
    this.#showOver();
    this.showLevel(game.level);
    this.board.load(game.width, game.height, this.session.rows);
    if (wantedCell()) this.#size();
    this.#showStarted();
    for (const cell of this.session.questions) this.board.question(cell, true);
    this.counted();
    this.#showClock();
    if (game.end) this.#showEnd();
    else this.#showWelcome();
  }

  say = say;
  sound = sound;
  toast = toast;

  /** @param {import("./session.js").Made} move */
  moved({ kind, cell, opened, isFirst, hadHint }) {
    const { session } = this;
    const game = this.#game;
    if (isFirst) this.#showStarted();
    if (game.end) {
      sound(game.outcome === "won" ? "won" : "lost");
      if (game.outcome === "lost") this.board.set([cell], session.symbol(cell));
      // Show the clicked cell now. The other mines and the figures appear in the next frame.
      afterPaint(() => {
        if (game !== this.#game) return;
        const all = session.rows.join("");
        this.board.set(Array.from(all, (_, index) => index), all);
        this.counted();
        this.#showEnd(cell);
      });
      return;
    }
    if (kind !== "flag") sound("open");
    this.drawer.raise(false);
    this.board.mark({});
    this.#showTools();
    const name = cellName(cell, game.width);
    const symbol = session.symbol(cell);
    afterPaint(() => {
      if (
        (isFirst || hadHint) && game === this.#game && !game.outcome && !session.tier &&
        !session.odds
      ) this.#showWelcome();
      say(
        kind === "flag"
          ? t.flagged(name, symbol === "F")
          : opened === 1
          ? `${name} ${symbol}`
          : t.opened(opened),
      );
    });
  }

  lose() {
    this.board.mark({});
    this.#tell(
      t.gone,
      { title: t.gone },
      h("h2", { class: "voice smaller" }, t.gone),
      h("p", { class: "lead" }, t.goneText),
      h(
        "div",
        { class: "acts" },
        h(
          "button",
          { class: "b main", onclick: () => this.session.start(this.session.form) },
          t.new,
        ),
      ),
    );
    this.drawer.raise(true);
    say(`${t.gone} ${t.goneText}`);
  }

  async askHelp() {
    if (document.querySelector("dialog[open]")) return false;
    const silent = h("input", { type: "checkbox" });
    const answer = await ask(
      t.helpTitle,
      t.helpText,
      { help: t.takeHelp, stay: t.noHelp },
      h("p", { class: "switches" }, h("label", {}, silent, t.dontAsk)),
    );
    if (answer === "help" && silent.checked) settings.askHelp = false;
    return answer === "help";
  }

  /** @param {Api.HintJson} hint */
  showHint(hint) {
    const { reason } = hint;
    const name = hint.cell ?? "";
    const steps = reason?.certain ? reason.steps : [];
    /** @type {Marks} */
    const marks = { region: hint.region, clues: hint.clues };
    if (name) marks[hint.certain ? "safe" : "cells"] = [name];
    const involved = steps.map(marksOf);
    this.#showTools();
    this.board.mark({
      mines: involved.flatMap(({ mines }) => mines),
      cells: involved.flatMap(({ cells }) => cells),
      ...marks,
    });
    const cell = this.board.named(name);
    const isFlagged = cell !== null && this.session.symbol(cell) === "F";
    const title = cell === null || !hint.certain
      ? (reason ?? hint).runs
      : isFlagged
      ? t.wrongFlag(name)
      : t.isSafe(name);
    const isLong = plain(title).length > 44;
    const open = (low = "") =>
      cell !== null &&
      h(
        "button",
        {
          class: `b ${hint.certain ? "main" : ""} ${low}`,
          onclick: () => this.session.openAnyway(cell),
        },
        isFlagged ? t.unflagAndOpen(name) : t.open(name),
      );
    const more = (low = "") =>
      (hint.certain ? hint.tier < 5 : cell === null) &&
      h(
        "button",
        { class: `b ${cell === null ? "main" : ""} ${low}`, onclick: () => this.session.hint() },
        hint.certain ? t.more(t.tiers[hint.tier]) : t.showGuess,
      );
    const close = h("button", { class: "b bare", onclick: () => this.#close() }, t.close);
    this.#tell(
      t.hint,
      {},
      reason?.certain && spoken("h2", { class: "voice reason-head" }, t.why(name), this.board),
      hint.certain ? tiers(hint.tier) : hint.tier > 1 && tiers(0, t.noSafeCell),
      spoken("h2", { class: isLong ? "voice smaller" : "voice" }, title, this.board),
      ...(reason?.certain
        ? [
          ...argument(reason, this.board, marks, [open(), more()], [close]),
          this.#legend.element,
        ]
        : [h("div", { class: "acts" }, open(), more(), close)]),
    );
    const [first, ...rest] = hint.certain ? [title] : sentences(title);
    const all = hint.certain
      ? steps.map((step) => ({ runs: step.runs, marks: stepMarks(step, marks) }))
      : rest.map((runs) => ({ runs }));
    this.drawer.say(
      () => {
        const [sentence, button] = this.drawer.reason(all);
        return [
          tiers(hint.tier),
          spoken("strong", { class: "voice" }, first, this.board),
          sentence,
          open("low"),
          more("low"),
          button,
          iconButton("cross", t.close, () => this.#close(), { class: "b bare low sq" }),
        ];
      },
      [
        ...involved.flatMap((marks) => Object.values(marks).flat()),
        ...(reason?.certain ? reason.proof ?? [] : []).flatMap((line) => line.cells),
      ],
    );
    this.board.reveal([...hint.clues, ...hint.region, ...(name ? [name] : [])]);
    this.drawer.raise(true);
    say(plain(title));
  }

  #close() {
    this.session.closeHint();
    this.hintTool.focus();
  }

  /** @param {string} title @param {Said} said @param {...Node} more */
  showSaid(title, said, ...more) {
    this.board.mark({});
    this.#showTools();
    this.#tell(
      title,
      { title: said.runs },
      h("p", { class: "cap" }, title),
      spoken("h2", { class: "voice smaller" }, said.runs, this.board),
      ...more,
    );
    if (more.length) return; // the odds are shown after each move
    this.drawer.raise(true);
    say(said.words);
  }

  /** @param {Api.OddsJson} odds */
  showOdds(odds) {
    this.board.overlay(odds.odds.flat());
    this.showSaid(t.odds, odds, legend());
  }

  helpChanged() {
    const { tier, odds } = this.session;
    this.#showTools();
    if (!tier) this.board.mark({});
    if (this.#game && !this.#game.outcome && !tier && !odds) this.#showWelcome();
  }

  // Shows which tools are on and which can be used. After the end, odds can still be turned off.
  #showTools() {
    const { tier, odds } = this.session;
    const isOver = Boolean(this.#game?.outcome);
    this.hintTool.classList.toggle("on", tier > 0);
    this.oddsTool.setAttribute("aria-pressed", String(odds));
    if (!odds) this.board.overlay(null);
    for (const one of [this.digTool, this.flagTool, this.hintTool, this.guessTool, this.undoTool]) {
      one.disabled = isOver;
    }
    this.oddsTool.disabled = isOver && !odds;
  }

  #showStarted() {
    const { started, no_guess } = this.#game;
    this.board.fresh = !started;
    this.board.classList.toggle("locked", this.session.mustStart);
    const isDaily = Boolean(this.session.daily);
    this.noGuess.show(no_guess, isDaily ? words.home.always : "", isDaily);
    this.classList.toggle("begun", started);
  }

  // Shows whether the game is over.
  #showOver() {
    const { outcome } = this.#game;
    this.classList.toggle("over", outcome !== null);
    this.classList.toggle("won", outcome === "won");
    // After the end, show the whole board, even if that makes its cells small.
    const mode = outcome ? "look" : "play";
    if (this.board.mode !== mode) {
      this.board.setAttribute("mode", mode);
      this.#size();
    }
    this.#showTools();
  }

  #showTag() {
    const kind = this.#game?.assisted ? "practice" : this.session.daily ? "daily" : null;
    this.tag.textContent = this.race?.tag ?? (kind && t.tags[kind]);
    this.tag.hidden = !this.tag.textContent;
    this.tag.title = kind === "practice" ? t.practice : "";
  }

  /** @param {string} label @param {Telling} telling @param {...Child} content */
  #tell(label, telling, ...content) {
    this.#fill(telling, h("section", { class: "say", "aria-label": label }, ...content));
  }

  // Fills the panel next to the board with new content.
  /** @param {Telling} telling @param {...Node} content */
  #fill(telling, ...content) {
    this.#showTag();
    this.board.point(null);
    this.panel.replaceChildren(...content);
    this.panel.classList.remove("idle");
    this.drawer.tell(telling);
    afterPaint(() => this.board.isWhole && this.board.fit());
  }

  counted() {
    const { outcome, mines, flags } = this.#game;
    const left = outcome === "won" ? 0 : mines - flags;
    this.left.textContent = String(left);
    this.left.ariaLabel = t.left(left);
  }

  // Whether to redraw the clock only after a move is answered, because redrawing it earlier would
  // delay the answer. The clock is held back for at most a second.
  get #waits() {
    return this.#game && (this.session.sent || this.board.pressing) &&
      this.session.elapsed / 1000 < this.#second + 2;
  }

  #showClock() {
    if (!this.#game) return;
    const { elapsed } = this.session;
    this.#second = Math.floor(elapsed / 1000);
    const [minutes, rest] = clockTime(elapsed).split(":");
    if (this.minutes.textContent !== minutes) this.minutes.textContent = minutes;
    if (this.seconds.textContent !== rest) this.seconds.textContent = rest;
  }

  #showWelcome() {
    const { race } = this;
    if (race) return this.#tell(race.aside, race.telling, race.panel);
    const game = this.#game;
    const { daily, isNewcomer } = this.session;
    const rule = game.level.split("/")[1].replace(/\W.*/, "");
    // A board that was dealt for a certain first cell has a + on this cell.
    const marked = game.rows.some((row) => row.includes("+"));
    const first = marked && rule !== "given"
      ? t.markedFirst[rule]
      : t.first[marked || !game.no_guess ? rule : "noGuess"];
    const isFresh = !game.started;
    const intro = isFresh && isNewcomer ? t.newcomer : "";
    const note = game.started ? t.stuck : first;
    this.#fill(
      { title: intro, note },
      h(
        "section",
        { class: "say" },
        intro && h("p", { class: "newcomer" }, intro),
        h("p", { class: "lead muted" }, note),
        isFresh &&
          (daily
            ? h("p", { class: "muted small" }, words.daily.note(dateText(daily.date)))
            : settings.noGuess && this.#kindPicker()),
        isFresh &&
          h(
            "p",
            { class: "ways-on" },
            h("a", { href: "#daily" }, icon("star"), t.dailyLink),
            h("a", { href: "#practice" }, icon("check"), t.practiceLink),
          ),
        isFresh && this.#showRecords(),
        h(
          "details",
          {},
          h("summary", {}, t.keysTitle),
          h(
            "table",
            { class: "keys" },
            t.keys.map(([key, what]) => h("tr", {}, h("td", {}, key), h("td", {}, what))),
          ),
        ),
      ),
    );
    this.panel.classList.toggle("idle", game.started);
    return undefined;
  }

  #kindPicker() {
    /** @param {string} value @param {string} text */
    const option = (value, text) => h("option", { value }, text);
    const select = h(
      "select",
      {
        "aria-label": t.hardness,
        onchange: () => {
          this.#choosing(() => settings.technique = select.value);
        },
      },
      option("", t.anyStep),
      h(
        "optgroup",
        { label: t.atMost },
        AT_MOST.map((name) => option(`at_most ${name}`, words.techniques[name])),
      ),
      h(
        "optgroup",
        { label: t.needs },
        NEEDED.map((name) => option(`technique ${name}`, words.techniques[name])),
      ),
    );
    select.value = settings.technique;
    return h("label", { class: "kind" }, t.hardness, select);
  }

  #showRecords() {
    const { level } = this.#game;
    const box = h("section", { hidden: true, "aria-label": t.records(levelName(level)) });
    guarded(async () => {
      if (!this.#records.has(level)) {
        const [{ levels }, { errors }] = await Promise.all([
          api("/history?limit=0"),
          api("/misses?seconds=0"),
        ]);
        this.#records.set(level, {
          ...levels.find((one) => one.level === level),
          error: errors.find((one) => one.level === level)?.error ?? null,
        });
      }
      const { name = level, best, ...found } =
        /** @type {LevelRecords} */ (this.#records.get(level));
      const { best_three_bv_per_second: rate, best_efficiency: efficiency, error } = found;
      if (best === undefined || best === null) return;
      /** @type {[string, string][]} */
      const shown = [[t.recordNames.time, clockTime(best, 3)]];
      if (rate != null) shown.push([t.recordNames.rate, number(rate, 2)]);
      if (efficiency != null) shown.push([t.recordNames.efficiency, share(efficiency)]);
      if (error !== null) shown.push([t.recordNames.error, number(100 * error, 1)]);
      box.replaceChildren(
        h("h2", { class: "cap" }, t.records(levelName(name))),
        split(shown, "split bests"),
      );
      box.hidden = false;
    });
    return box;
  }

  // Shows the end of the game. If the game has just ended, `last` is the cell of the last move.
  #showEnd(last = /** @type {number | null} */ (null)) {
    const { session } = this;
    const game = /** @type {import("./end.js").EndedGame} */ (this.#game);
    this.#showOver();
    this.board.mark({});
    this.board.overlay(null);
    if (this.race) return this.race.over(game);
    if (game.outcome === "won") this.#records.delete(game.level);
    guarded(async () => {
      const { showEnd } = await import("./end.js");
      if (game !== this.#game) return;
      showEnd({
        game,
        rows: session.rows,
        stage: this,
        panel: this.panel,
        board: this.board,
        daily: session.daily?.level ?? null,
        inRoom: session.daily?.room,
        last,
        tell: (...content) => this.#tell(t.result, {}, ...content),
        fill: (...content) => this.#fill({}, ...content),
        isCurrent: () => game === this.#game,
        start: () => this.#new(),
        again: () => this.#again(),
        share: () => this.#share(),
        choose: (level) => this.#choose(level),
        playOn: (moves) => session.playOn(moves),
      });
    });
    return undefined;
  }

  async #share() {
    const game = this.#game;
    if (!game?.end) return toast(t.shareAtEnd);
    return copy(`${location.origin}/#play/${game.end.share}`, words.linkCopied);
  }

  // Makes the cells larger or smaller, in this game and in later ones.
  /** @param {1 | -1} way */
  #zoom(way) {
    const { cellSize } = this.board;
    // Cells may be a little smaller than wanted.
    const steps = (Math.abs(wantedCell() - cellSize) < STEP ? wantedCell() : cellSize) / STEP;
    wantCell(STEP * (way > 0 ? Math.floor(steps + 1.01) : Math.ceil(steps - 1.01)));
    this.board.reveal([this.board.focusedCell]);
  }

  // Goes back to the automatic size. If not all cells are shown then, makes them smaller.
  #fit() {
    wantCell(0);
    this.board.whole();
  }

  /** @param {CustomEvent<{ key: string }>} event */
  #sized = ({ detail }) => /^(cellSize|look)$/.test(detail.key) && this.#size();

  // After the end, the whole board is shown.
  #size() {
    const size = this.#game?.outcome ? 0 : wantedCell();
    if (size) this.style.setProperty("--chosen", `${size}px`);
    else this.style.removeProperty("--chosen");
    this.classList.toggle("sized", size > 0);
    this.board.zoom(size || null);
    this.board.fit();
  }

  #menu() {
    const file = h("input", {
      type: "file",
      hidden: true,
      "aria-label": t.boardFile,
      onchange: () => {
        this.#upload(file.files?.[0]);
      },
    });
    /** @param {string} name */
    const get = (name) => () => {
      if (this.#game) download(`/api/games/${this.#game.id}/files/${name}`);
    };
    /** @type {[string, () => void, string][]} */
    const files = Object.entries(t.files).map(([name, text]) => [
      text,
      get(name),
      name === "position.txt" ? "" : "at-end",
    ]);
    const button = tool("more", t.menu, null, () => undefined);
    return [
      menu(button, [
        [t.mayGuess, () => this.session.mayGuess(), "no-desk in-game"],
        [t.again, () => this.#again(), "no-desk"],
        [
          t.analyse,
          () => (location.hash = `#analyse/${
            encodeURIComponent([
              this.#game.level,
              ...this.session.rows.map((row) => row.replace(/[*XW]/g, ".")),
            ].join("!"))
          }`),
        ],
        [t.zoomIn, () => this.#zoom(1)],
        [t.zoomOut, () => this.#zoom(-1)],
        [t.zoomFit, () => this.#fit()],
        [t.share, () => this.#share(), "no-desk"],
        ...files,
        [t.openBoard, () => file.click()],
        [t.giveUp, () => this.session.giveUp(), "in-game"],
      ]),
      file,
    ];
  }

  /** @param {File | undefined} file */
  #upload(file) {
    if (!file) return;
    guarded(async () => {
      const noun = await read(file);
      if (noun.kind === "position") {
        location.hash = `#analyse/${encodeURIComponent([noun.level, ...noun.rows].join("!"))}`;
      } else this.#new({ board: noun.board });
    });
  }

  /** @param {boolean} value */
  #flagging(value) {
    this.board.flagging = value;
    this.digTool.setAttribute("aria-pressed", String(!value));
    this.flagTool.setAttribute("aria-pressed", String(value));
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (busyKeys(event)) return;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      h: () => this.session.hint(),
      g: () => this.session.mayGuess(),
      n: () => event.repeat || this.#newAtOnce(),
      z: () => this.session.undo(),
      o: () => this.session.toggleOdds(),
      a: () => this.#again(),
      s: () => this.#share(),
      "+": () => this.#zoom(1),
      "-": () => this.#zoom(-1),
      0: () => this.#fit(),
      Escape: () =>
        this.drawer.isOpen
          ? this.drawer.toggle(false)
          : this.session.tier
          ? this.#close()
          : undefined,
    };
    // The arrow keys move the focus into the board, unless the user is scrolling the panel with
    // them.
    const here = document.activeElement;
    if (
      event.key.startsWith("Arrow") && !this.board.contains(here) &&
      !this.drawer.aside.contains(here)
    ) {
      event.preventDefault();
      this.board.focusOn(this.board.focusedCell);
      return;
    }
    // In a race there is no help, and no key works before its board is open.
    if (this.race && (!this.#game || /^[a-z]$/i.test(event.key))) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

customElements.define("sapper-play", Play);
