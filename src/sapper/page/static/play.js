// <sapper-play> lets the player play a game. The server is the referee, and this view shows its
// answers.

import {
  aboutFor,
  afterPaint,
  api,
  ask,
  busyKeys,
  cellName,
  clockTime,
  copy,
  copyRace,
  download,
  flagPicture,
  guarded,
  h,
  icon,
  iconButton,
  levelName,
  levelPicker,
  menu,
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
  tool,
  words,
} from "./dom.js";
import { dateText } from "./dates.js";
import { Drawer, sentences } from "./drawer.js";
import { legend, markLegend } from "./legend.js";
import { mapOf } from "./map.js";
import { ABOUT, recall } from "./memory.js";
import { argument, marksOf, stepMarks } from "./reasons.js";
import { Wire } from "./wire.js";
import "./board.js";

const KEPT = "sapper.game";
const QUESTIONS = "sapper.questions";
// The level of the last game, which gives the board its size before the game is loaded.
const LAST = "sapper.last";
const OPENED = "sapper.opened";
const RETRY = 2000; // ms
// Leaving a game must be confirmed if it has exceeded both this time (ms) and this number of moves.
const FREE = { time: 10_000, moves: 5 };
// Boards that need a case split are left out, because dealing one takes too long.
const AT_MOST = ["single clue", "subset", "difference", "chain", "combination"];
const NEEDED = ["subset", "difference", "chain", "combination", "mine count"];
const SHARE = /^[\w-]{8,48}$/;

const t = words.play;

// Load the pictures for the end of a game in advance.
for (const name of ["flag", "mine", "mine-light"]) new Image().src = `${name}.png`;

/**
 * @typedef {{ daily?: { date: string, level: string } }} About
 * @typedef {Partial<Api.LevelStatisticsForm> & { error: number | null }} LevelRecords
 * @typedef {object} Opponent what a race adds to a game (race.js)
 * @property {string} title
 * @property {string} level
 * @property {() => Promise<Api.GameForm>} game
 * @property {HTMLElement} lane
 * @property {() => Node} words
 * @property {(game: Api.GameForm, elapsed: number) => void} tick
 * @property {(game: Api.GameForm) => unknown} leave
 * @property {(game: Api.GameForm) => unknown} over
 */

export class Play extends HTMLElement {
  /** @type {string | undefined} */ argument;
  /** @type {Opponent | undefined} */ opponent;
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
  digTool = tool("dig", t.dig, null, () => this.#flagging(false), {
    class: "touch",
    "aria-pressed": "true",
  });
  flagTool = tool("flag", t.flag, null, () => this.#flagging(true), {
    class: "touch",
    "aria-pressed": "false",
  });
  oddsTool = tool("odds", t.odds, "O", () => this.#toggleOdds(), {
    "aria-pressed": "false",
  });
  room = h("div", { class: "room" }, this.board);
  drawer = new Drawer(this, this.board, this.panel);
  #legend = markLegend(this.board);
  /** @type {HTMLElement | undefined} */ #warning; // says that a second N leaves the game
  /** @type {HTMLButtonElement} */ hintTool;
  /** @type {HTMLButtonElement} */ guessTool;
  /** @type {HTMLButtonElement} */ undoTool;
  /** @type {ReturnType<typeof mapOf>} */ map;
  /** @type {(level: string) => void} */ showLevel;
  /** @type {Api.GameForm | null} */ #game = null;
  /** @type {About} */ #about = {}; // this browser's notes on the game
  /** @type {Map<string, LevelRecords>} */ #records = new Map(); // by level
  #wire = new Wire();
  /** @type {BroadcastChannel | undefined} */ #tabs; // other tabs with the same game
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  #started = 0;
  #ticket = 0; // the number of the latest request for a game
  #tick = 0;
  #sent = 0; // moves that are not answered yet
  #second = 0; // the second that the clock shows
  #shownTier = 0;
  #odds = false;
  /** @type {Api.LevelForm[]} */ #levels = [];
  #level = localStorage.getItem("sapper.level") ?? "beginner";

  get #current() {
    return /** @type {Api.GameForm} */ (this.#game);
  }

  // The tier of the hint that is shown, or 0.
  get #tier() {
    return this.#shownTier;
  }

  set #tier(tier) {
    this.#shownTier = tier;
    this.hintTool.classList.toggle("on", tier > 0);
  }

  async connectedCallback() {
    this.className = this.opponent ? "stage play race" : "stage play";
    this.board.layouts = ["three", "icons", "wide"];
    this.board.addEventListener("act", (event) => this.#act(event.detail));
    this.board.addEventListener("marked", () => this.#legend.update());
    const known = await aboutFor(this);
    if (!known) return;
    this.#levels = known.levels;
    const { select, custom, show } = await levelPicker(
      this.#level,
      (level) => this.#choose(level),
    );
    if (!this.isConnected) return;
    this.showLevel = show;
    if (this.opponent) select.disabled = true;
    this.append(
      h("h1", { class: "quiet" }, this.opponent?.title ?? words.views.play),
      h("div", { class: "left" }, this.#tools()),
      h(
        "div",
        { class: "mid" },
        h(
          "div",
          { class: "status" },
          h("span", { class: "count", title: t.minesLeft }, flagPicture(), this.left),
          h("span", { class: "which" }, select, this.tag),
          this.clock,
        ),
        this.opponent?.lane,
        this.drawer.line,
        custom,
        this.room,
      ),
      this.drawer.aside,
      this.map = mapOf(this.board, this.room),
    );
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    this.#tabs = new BroadcastChannel("sapper.game");
    this.#tabs.onmessage = this.#follow;
    this.#tick = setInterval(() => this.#waits || this.#showClock(), 200);
    this.#wire.open();
    this.#reserve();
    await this.#begin();
  }

  #tools() {
    /** @param {Icon} name @param {string} label @param {string} key @param {number} factor */
    const zoom = (name, label, key, factor) =>
      iconButton(name, label, () => this.#zoom(factor), {
        title: null,
        "data-tip": `${label} (${key})`,
        "aria-keyshortcuts": key,
      });
    const zooms = h(
      "div",
      { class: "zoom", role: "group", "aria-label": t.zoom },
      icon("zoom"),
      zoom("minus", t.zoomOut, "-", 1 / 1.2),
      zoom("plus", t.zoomIn, "+", 1.2),
    );
    this.undoTool = tool("undo", t.undo, "Z", () => this.#undo());
    const help = [
      this.digTool,
      this.flagTool,
      this.hintTool = tool("hint", t.hint, "H", () => this.#hint()),
      this.guessTool = tool("coin", t.mayGuess, "G", () => this.#mayGuess(), { class: "desk" }),
      this.oddsTool,
    ];
    const { opponent } = this;
    return h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": t.tools, "aria-orientation": "vertical" },
      help,
      opponent
        ? [h("hr"), zooms, tool("cross", words.race.leave, null, () => this.#leave(opponent))]
        : this.#moreTools(zooms),
    );
  }

  /** @param {HTMLElement} zooms */
  #moreTools(zooms) {
    return [
      this.undoTool,
      h("hr"),
      tool(
        "start",
        words.views.review,
        null,
        () => (location.hash = `#review/${this.#current.id}`),
        { class: "after" },
      ),
      tool("again", t.again, "A", () => this.#again(), { class: "after-too" }),
      tool("new", t.new, "N", () => this.#newAtOnce(), { short: t.newShort }),
      h("hr"),
      zooms,
      tool("share", t.share, "S", () => this.#share(), { class: "desk" }),
      ...this.#menu(),
    ];
  }

  // Leaves a race. If no cell is open yet, the game is kept for later.
  /** @param {Opponent} opponent */
  #leave(opponent) {
    if (this.#game && !document.querySelector("dialog[open]")) opponent.leave(this.#game);
  }

  // Starts a new game on this level.
  /** @param {string} level */
  #choose(level) {
    this.#level = level;
    localStorage.setItem("sapper.level", level);
    this.#new(this.#form);
  }

  #reserve() {
    const last = this.argument !== "new" && localStorage.getItem(KEPT) &&
      localStorage.getItem(LAST);
    const level = this.opponent?.level || last ||
      (this.#levels.find((one) => one.name === this.#level)?.level ?? this.#level);
    const [, width, height, mines] = /^(\d+)x(\d+)x(\d+)/.exec(level) ?? [];
    if (width === undefined) return;
    this.showLevel(level);
    this.left.textContent = mines;
    this.board.reserve(Number(width), Number(height));
  }

  // The level of a new game. On classic levels, the start rule comes from the settings.
  get #wanted() {
    const known = this.#levels.find((level) => level.name === this.#level);
    if (!known || known.course) return this.#level;
    // Under the rule `any`, the first cell may be a mine, so no-guess boards need another rule.
    const first = settings.noGuess && settings.firstCell === "any" ? "safe" : settings.firstCell;
    return `${known.level.split("/")[0]}/${first}`;
  }

  /** @returns {Api.NewGameForm} */
  get #form() {
    if (!settings.noGuess) return { level: this.#wanted };
    const [, wish, name] = /^(at_most|technique) (.+)$/.exec(settings.technique) ?? [];
    return { level: this.#wanted, no_guess: true, ...(wish && { [wish]: name }) };
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#back);
    clearInterval(this.#tick);
    this.map?.leave();
    this.#tabs?.close();
    this.#wire.close();
  }

  #back = () => {
    this.#wire.retry();
    if (!this.#game) return this.#begin();
    this.#inTurn(async ({ id }) => {
      const game = await api(`/games/${id}`);
      if (this.#current.id === id) this.#take(game);
    });
    return undefined;
  };

  async #begin() {
    if (this.opponent) {
      const ticket = this.#ticket;
      try {
        const game = await this.opponent.game();
        if (this.isConnected) this.#take(game);
      } catch (problem) {
        if (ticket === this.#ticket) this.#wait(problem);
      }
      return undefined;
    }
    const isNew = this.argument === "new";
    if (isNew) {
      this.argument = "";
      history.replaceState(null, "", "#play");
    }
    if (this.argument) {
      const shared = this.argument;
      this.argument = "";
      history.replaceState(null, "", "#play");
      if (SHARE.test(shared)) await this.#new({ share: shared });
      else toast(words.cutLink);
      // If the link does not work, continue with another game.
      if (this.#game) return undefined;
    }
    const kept = localStorage.getItem(KEPT);
    const ticket = this.#ticket;
    if (kept) {
      try {
        const game = await api(`/games/${kept}`);
        if (ticket !== this.#ticket) return undefined;
        if (!isNew) {
          if (game.started && !game.outcome) toast(t.clockRan);
          return this.#take(game);
        }
        // Do not end a game in progress, so that Home can offer to continue it.
        if (!game.started) this.#game = game;
        await this.#new(this.#form);
        // If the server refused the new game, continue the old one.
        return localStorage.getItem(KEPT) === kept ? this.#take(game) : undefined;
      } catch (problem) {
        // Forget the game only if it does not exist on the server, not if the server is busy or
        // unreachable.
        if (problem.status !== 404 && problem.status !== 410) {
          return ticket === this.#ticket ? this.#wait(problem) : undefined;
        }
        localStorage.removeItem(KEPT);
      }
    }
    return ticket === this.#ticket ? this.#new(this.#form) : undefined;
  }

  // Requests the game again until it can be loaded or the player starts a new one.
  /** @param {Problem} problem */
  #wait(problem) {
    const ticket = this.#ticket;
    this.#waitFor(`${problem.message} ${t.gameIsKept}`);
    if (!problem.away) {
      setTimeout(() => this.isConnected && ticket === this.#ticket && this.#begin(), RETRY);
    }
  }

  /** @param {string} text */
  #waitFor(text) {
    this.room.hidden = true;
    this.#tell(t.waiting, h("p", { class: "lead", role: "alert" }, text));
  }

  async #mayLeave() {
    const game = this.#game;
    if (!game || game.outcome || !/[0-8]/.test(this.board.rows.join(""))) return "leave";
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
    const game = this.#game;
    if (document.querySelector("dialog[open]")) return undefined;
    const lasts = game && !game.outcome && game.moves > FREE.moves && this.#elapsed > FREE.time;
    if (lasts && !this.#warning?.isConnected) {
      this.#warning = toast(t.newAgain);
      return undefined;
    }
    this.#warning?.remove();
    return this.#start(this.#form);
  }

  /** @param {Api.NewGameForm} form */
  async #new(form) {
    if (document.querySelector("dialog[open]")) return undefined;
    const answer = await this.#mayLeave();
    return answer ? this.#start(form, answer === "leave") : undefined;
  }

  /** @param {Api.NewGameForm} form */
  #start(form, leave = true) {
    const ticket = ++this.#ticket;
    return guarded(async () => {
      if (leave && this.#game && !this.#game.outcome) form.replace = this.#game.id;
      const game = await api("/games", form).catch((problem) => {
        if (problem.away && !this.#game) this.#waitFor(words.viewAway);
        throw problem;
      });
      if (ticket !== this.#ticket) return api(`/games/${game.id}/leave`, null, "POST");
      if (form.replace) this.#changed({ id: form.replace, moves: -1, outcome: "left" });
      this.#take(game);
      return say(t.newGame);
    });
  }

  // Restarts the same board. The server reveals a board only at the end of its game, so a game
  // in progress must be given up first.
  async #again() {
    const game = this.#game;
    if (!game || document.querySelector("dialog[open]")) return;
    if (!game.outcome) {
      if (!game.started) return;
      if (
        (await ask(t.againTitle, t.againText, { stay: t.goOn, again: t.startAgain })) !== "again"
      ) return;
      const known = await guarded(async () => {
        await api(`/games/${game.id}/leave`, null, "POST");
        return api(`/games/${game.id}`);
      });
      if (!known?.end) return;
      this.#take(known);
    }
    if (this.#current.end) this.#start({ share: this.#current.end.share });
  }

  /** @param {Api.GameForm} game */
  #take(game) {
    this.#game = game;
    const about = recall(ABOUT);
    this.#about = about.game === game.id ? about : {};
    this.room.hidden = false;
    if (!this.opponent) {
      localStorage.setItem(KEPT, game.id);
      localStorage.setItem(LAST, game.level);
    }
    this.#showOver();
    this.showLevel(game.level);
    if (
      !this.#levels.some((level) =>
        level.name === this.#level && level.level.split("/")[0] === game.level.split("/")[0]
      )
    ) this.#level = this.#levels.find((level) => level.level === game.level)?.name ?? game.level;
    this.board.load(game.width, game.height, game.end ? shownEnd(game) : game.rows);
    this.#showStarted();
    const questions = JSON.parse(localStorage.getItem(QUESTIONS) ?? "{}");
    if (!game.end && questions.game === game.id) {
      for (const cell of questions.cells) {
        if (this.board.symbol(cell) === ".") this.board.question(cell, true);
      }
    }
    this.#started = performance.now() - game.elapsed;
    this.#tier = 0;
    this.#showCounter();
    this.#showClock();
    if (game.end) this.#showEnd();
    else this.#showWelcome();
    if (this.#odds) this.#refreshOdds();
  }

  // Sends each move after the previous one is answered. A flag is shown before the server answers.
  /** @param {{ kind: MoveKind, cell: number }} move */
  #act({ kind, cell }) {
    const game = this.#game;
    const symbol = this.board.symbol(cell);
    if (!game || game.outcome || (kind === "open" && symbol !== "." && symbol !== "+")) {
      return this.board.settle();
    }
    if (kind === "flag") {
      if (symbol !== "." && symbol !== "F") return undefined;
      sound("flag");
      if (settings.questions && symbol === "." && this.board.questions.includes(cell)) {
        return this.#question(cell, false);
      }
      this.board.set([cell], symbol === "." ? "F" : ".");
      if (settings.questions && symbol === "F") this.#question(cell, true);
    }
    this.#sent++;
    this.#queue = this.#queue.then(() => this.#send(game.id, kind, cell)).finally(() =>
      this.#sent--
    );
    return undefined;
  }

  /** @param {number} cell @param {boolean} on */
  #question(cell, on) {
    this.board.question(cell, on);
    localStorage.setItem(
      QUESTIONS,
      JSON.stringify({ game: this.#current.id, cells: this.board.questions }),
    );
  }

  // Sends a move for the current state of the game. The state may have changed since the click, for
  // example by an undo.
  /** @type {(id: string, kind: MoveKind, cell: number, again?: boolean) => Promise<void>} */
  async #send(id, kind, cell, again = false) {
    const game = this.#current;
    if (game.id !== id || game.outcome) return this.board.settle();
    let answer;
    try {
      answer = await this.#wire.move(game.id, { kind, cell, after: game.moves });
    } catch (problem) {
      // The page and the server have different numbers of moves.
      const stale = problem.status === 412;
      if (problem.status === 404) return this.#lose();
      if (!stale && !problem.away) toast(problem.message);
      this.board.settle();
      const known = !problem.away && await guarded(async () => {
        this.#take(await api(`/games/${game.id}`));
        return true;
      });
      // If the game can't be loaded again, undo the flag that was shown before the answer.
      if (!known && kind === "flag") {
        this.board.set([cell], this.board.symbol(cell) === "F" ? "." : "F");
      }
      // Another tab has made a move, so this move was not made. Try it again.
      if (stale && !problem.doubtful && !again && this.board.symbol(cell) === ".") {
        return this.#send(id, kind, cell, true);
      }
      return undefined;
    }
    if (game !== this.#game) return undefined;
    this.#show(game, answer, kind, cell);
    if (
      settings.autoFlag && (game.assisted || !settings.noHelp) && !game.outcome &&
      kind !== "flag" && answer.cells.length
    ) {
      await this.#autoFlag(game);
    }
    this.#changed(game);
    return undefined;
  }

  /**
   * @param {Api.GameForm} game
   * @param {Api.ChangeForm} answer
   * @param {MoveKind} kind
   * @param {number} cell
   */
  #show(game, answer, kind, cell) {
    // The flag is already shown, and a later click may have changed the cell since then.
    if (kind !== "flag" || this.#sent === 1) this.board.set(answer.cells, answer.symbols, cell);
    this.board.settle();
    const flags = game.flags;
    Object.assign(game, {
      flags: answer.flags,
      moves: answer.moves,
      elapsed: answer.elapsed,
      outcome: answer.outcome,
      end: answer.end,
    });
    if (!answer.cells.length && !answer.end) return; // the move changed nothing
    if (!game.started) {
      game.started = true;
      this.#showStarted();
      localStorage.setItem(OPENED, "yes");
      this.#started = performance.now() - answer.elapsed;
      if (!this.#odds && !this.#tier) {
        afterPaint(() =>
          game === this.#game && !game.outcome && !this.#tier && !this.#odds && this.#showWelcome()
        );
      }
    }
    if (flags !== game.flags) this.#showCounter();
    if (answer.end) {
      sound(answer.outcome === "won" ? "won" : "lost");
      const all = shownEnd(game).join("");
      if (answer.outcome === "lost") this.board.set([cell], all[cell]);
      // Show the clicked cell now. The other mines and the figures appear in the next frame.
      afterPaint(() => {
        if (game !== this.#game) return;
        this.board.set(Array.from(all, (_, index) => index), all);
        this.#showCounter();
        this.#showEnd(cell);
      });
      return;
    }
    if (kind !== "flag") sound("open");
    this.#forget();
    const name = cellName(cell, game.width);
    const symbol = this.board.symbol(cell);
    afterPaint(() =>
      say(
        kind === "flag"
          ? t.flagged(name, symbol === "F")
          : answer.opened === 1
          ? `${name} ${symbol}`
          : t.opened(answer.opened),
      )
    );
    if (this.#odds) this.#refreshOdds();
  }

  /** @param {Api.GameForm} game */
  #autoFlag(game) {
    return guarded(async () => {
      const answer = await api(`/games/${game.id}/flags`, null, "POST");
      if (game !== this.#game) return;
      game.assisted ||= answer.assisted;
      this.board.set(answer.cells, answer.symbols);
      Object.assign(game, { flags: answer.flags, moves: answer.moves });
      this.#showCounter();
    });
  }

  // Runs an action after all moves that were sent before it, unless another game has started.
  /** @param {(game: Api.GameForm) => Promise<unknown>} action */
  #inTurn(action) {
    const { id } = this.#current;
    this.#queue = this.#queue.then(() =>
      guarded(async () => {
        if (this.#current.id !== id) return;
        await action(this.#current).catch((problem) => {
          if (problem.status !== 404 || this.#current.id !== id) throw problem;
          this.#lose();
        });
      })
    );
  }

  /** @param {Pick<Api.GameForm, "id" | "moves" | "outcome">} game */
  #changed({ id, moves, outcome }) {
    this.#tabs?.postMessage({ id, moves, outcome });
  }

  /** @param {MessageEvent<Pick<Api.GameForm, "id" | "moves" | "outcome">>} event */
  #follow = ({ data: { id, moves, outcome } }) => {
    if (this.#game?.id !== id) return;
    this.#inTurn(async (known) => {
      if (known.moves === moves && known.outcome === outcome) return;
      const game = await api(`/games/${id}`);
      if (this.#current.id === id) this.#take(game);
    });
  };

  // Handles a game that no longer exists on the server, for example because the cookie was deleted.
  #lose() {
    this.#current.outcome = "left"; // no more moves are possible
    if (localStorage.getItem(KEPT) === this.#current.id) localStorage.removeItem(KEPT);
    this.board.settle();
    this.board.mark({});
    this.#tell(
      t.gone,
      h("h2", { class: "voice smaller" }, t.gone),
      h("p", { class: "lead" }, t.goneText),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "b main", onclick: () => this.#start(this.#form) }, t.new),
      ),
    );
    say(`${t.gone} ${t.goneText}`);
  }

  async #undo() {
    if (!await this.#mayHelp()) return;
    this.#inTurn(async ({ id }) => {
      const game = await api(`/games/${id}/undo`, null, "POST");
      if (this.#current.id !== id) return;
      this.#take(game);
      this.#changed(game);
      say(t.undone);
    });
  }

  // Asks the player to confirm the first use of help in a game, unless the help would only say that
  // the first cell is safe.
  async #mayHelp() {
    const game = this.#game;
    if (!game || game.outcome || document.querySelector("dialog[open]")) return false;
    const isFirst = !game.started && /\/(open|safe)/.test(game.level);
    if (game.assisted || isFirst) return true;
    if (settings.noHelp) {
      toast(t.helpIsOff);
      return false;
    }
    if (!settings.askHelp) return true;
    const silent = h("input", { type: "checkbox" });
    const answer = await ask(
      t.helpTitle,
      t.helpText,
      { help: t.takeHelp, stay: t.noHelp },
      h("p", { class: "switches" }, h("label", {}, silent, t.dontAsk)),
    );
    if (answer === "help" && silent.checked) settings.askHelp = false;
    return answer === "help" && game === this.#game;
  }

  async #hint() {
    if (!await this.#mayHelp()) return;
    this.#inTurn(async (game) => {
      if (game.outcome) return undefined;
      // A move may have removed the last hint since the button was pressed.
      const shown = this.#tier;
      const tier = Math.min(5, shown + 1);
      const hint = await api(`/games/${game.id}/hint`, { tier });
      // The player may have closed the hint meanwhile.
      if (game !== this.#game || this.#tier !== shown) return undefined;
      if (hint.first_is_safe) return this.#showFirst(t.hint, hint);
      game.assisted = true;
      // If no cell is provably safe, the next press shows the safest guess.
      this.#tier = !hint.certain && tier < 4 ? 3 : tier;
      return this.#showHint(hint);
    });
  }

  /** @param {Api.HintJson} hint */
  #showHint(hint) {
    const { reason } = hint;
    const name = hint.cell ?? "";
    const steps = reason?.certain ? reason.steps : [];
    /** @type {Marks} */
    const marks = { region: hint.region, clues: hint.clues };
    if (name) marks[hint.certain ? "safe" : "cells"] = [name];
    const involved = steps.map(marksOf);
    if (this.#odds) this.#setOdds(false); // hide the odds, so that the marks stand out
    this.board.mark({
      mines: involved.flatMap(({ mines }) => mines),
      cells: involved.flatMap(({ cells }) => cells),
      ...marks,
    });
    const cell = this.board.named(name);
    const isFlagged = cell !== null && this.board.symbol(cell) === "F";
    const title = cell === null || !hint.certain
      ? (reason ?? hint).runs
      : isFlagged
      ? t.wrongFlag(name)
      : t.isSafe(name);
    const open = (low = "") =>
      cell !== null &&
      h(
        "button",
        { class: `b ${hint.certain ? "main" : ""} ${low}`, onclick: () => this.#open(cell) },
        isFlagged ? t.unflagAndOpen(name) : t.open(name),
      );
    const more = (low = "") =>
      (hint.certain ? hint.tier < 5 : cell === null) &&
      h(
        "button",
        { class: `b ${cell === null ? "main" : ""} ${low}`, onclick: () => this.#hint() },
        hint.certain ? t.more(t.tiers[hint.tier]) : t.showGuess,
      );
    const close = h("button", { class: "b bare", onclick: () => this.#close() }, t.close);
    this.#tell(
      t.hint,
      reason?.certain && spoken("h2", { class: "voice reason-head" }, t.why(name), this.board),
      hint.certain ? tiers(hint.tier) : tiers(0, t.noSafeCell),
      this.#headline(title),
      ...(reason?.certain
        ? [
          ...argument(reason, this.board, marks, [open(), more()], [close]),
          this.#legend.element,
        ]
        : [h("div", { class: "acts" }, open(), more(), close)]),
      this.#assistedNote(),
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
    say(plain(title));
  }

  // Opens the cell that a hint names, even if it is flagged.
  /** @param {number} cell */
  #open(cell) {
    if (this.board.symbol(cell) === "F") {
      this.#act({ kind: "flag", cell });
      if (this.board.questions.includes(cell)) this.#question(cell, false);
    }
    this.#act({ kind: "open", cell });
  }

  #close() {
    this.#unmark();
    this.#showWelcome();
    this.hintTool.focus();
  }

  /** @param {string} title @param {Said} said */
  #showFirst(title, said) {
    this.#unmark();
    this.#tell(
      title,
      h("p", { class: "cap" }, title),
      spoken("h2", { class: "voice smaller" }, said.runs, this.board),
      this.#assistedNote(),
    );
    say(said.words);
  }

  async #mayGuess() {
    if (!await this.#mayHelp()) return;
    this.#inTurn(async (game) => {
      if (game.outcome) return undefined;
      const answer = await api(`/games/${game.id}/guess`);
      if (game !== this.#game) return undefined;
      if (!answer.first_is_safe) game.assisted = true;
      return this.#showFirst(t.mayGuess, answer);
    });
  }

  async #toggleOdds() {
    // After a game, odds can't be turned on, because they would appear only in the next game.
    if (!this.#odds && this.#game?.outcome) return toast(t.noOddsAtEnd);
    if (!this.#odds && !await this.#mayHelp()) return undefined;
    this.#setOdds(!this.#odds);
    if (this.#odds) return this.#refreshOdds();
    if (this.#game && !this.#game.outcome && !this.#tier) this.#showWelcome();
    return undefined;
  }

  /** @param {boolean} on */
  #setOdds(on) {
    this.#odds = on;
    this.oddsTool.setAttribute("aria-pressed", String(on));
    if (!on) this.board.overlay(null);
    if (this.#game) this.#showOver();
  }

  #refreshOdds() {
    if (!this.#game || this.#game.outcome) return this.board.overlay(null);
    this.#inTurn(async (game) => {
      if (!this.#odds || game.outcome) return undefined;
      const odds = await api(`/games/${game.id}/odds`);
      if (!this.#odds || game !== this.#game) return undefined; // the odds are off now
      if (odds.first_is_safe) return this.#showFirst(t.odds, odds);
      game.assisted = true;
      this.#unmark();
      this.board.overlay(odds.odds.flat());
      this.#tell(
        t.odds,
        h("p", { class: "cap" }, t.odds),
        spoken("h2", { class: "voice smaller" }, odds.runs, this.board),
        legend(),
        this.#assistedNote(),
      );
      return undefined;
    });
    return undefined;
  }

  // Removes the marks of a hint, so that the next hint starts at the first tier.
  #unmark() {
    this.board.mark({});
    this.#tier = 0;
  }

  #forget() {
    const hasHint = this.#tier > 0;
    this.#unmark();
    if (hasHint) {
      afterPaint(() => !this.#tier && !this.#current.outcome && !this.#odds && this.#showWelcome());
    }
  }

  #showStarted() {
    const { started } = this.#current;
    this.board.fresh = !started;
    this.classList.toggle("begun", started);
  }

  // Shows whether the game is over. After the end, odds can still be turned off.
  #showOver() {
    const isOver = Boolean(this.#current.outcome);
    this.classList.toggle("over", isOver);
    this.classList.toggle("won", this.#current.outcome === "won");
    // After the end, show the whole board, even if that makes its cells small.
    const mode = isOver ? "look" : "play";
    if (this.board.mode !== mode) {
      this.board.setAttribute("mode", mode);
      if (isOver) this.board.zoom(null);
      this.board.fit();
    }
    for (const one of [this.digTool, this.flagTool, this.hintTool, this.guessTool, this.undoTool]) {
      one.disabled = isOver;
    }
    this.oddsTool.disabled = isOver && !this.#odds;
  }

  #showTag() {
    const kind = this.#game?.assisted
      ? "practice"
      : this.opponent
      ? "race"
      : this.#about.daily
      ? "daily"
      : this.#game?.no_guess
      ? "noGuess"
      : null;
    this.tag.hidden = kind === null;
    this.tag.textContent = kind === null ? "" : t.tags[kind];
  }

  /** @param {Runs} said */
  #headline(said) {
    const isLong = plain(said).length > 44;
    return spoken("h2", { class: isLong ? "voice smaller" : "voice" }, said, this.board);
  }

  /** @param {string} label @param {...Child} content */
  #tell(label, ...content) {
    this.#fill(h("section", { class: "say", "aria-label": label }, ...content));
  }

  // Fills the panel next to the board with new content.
  /** @param {...Node} content */
  #fill(...content) {
    this.#showTag();
    this.board.point(null);
    this.panel.replaceChildren(...content);
    this.panel.classList.remove("idle");
    this.drawer.say(null);
    if (this.#game?.outcome) this.drawer.open(true);
  }

  #showCounter() {
    const { outcome, mines, flags } = this.#current;
    const left = outcome === "won" ? 0 : mines - flags;
    this.left.textContent = String(left);
    this.left.ariaLabel = t.left(left);
  }

  get #elapsed() {
    const { outcome, elapsed, started } = this.#current;
    return outcome ? elapsed : started ? performance.now() - this.#started : 0;
  }

  // Whether to redraw the clock only after a move is answered, because redrawing it earlier would
  // delay the answer. The clock is held back for at most a second.
  get #waits() {
    return this.#game && (this.#sent || this.board.pressing) &&
      this.#elapsed / 1000 < this.#second + 2;
  }

  #showClock() {
    if (!this.#game) return;
    this.#second = Math.floor(this.#elapsed / 1000);
    const [minutes, rest] = clockTime(this.#elapsed).split(":");
    if (this.minutes.textContent !== minutes) this.minutes.textContent = minutes;
    if (this.seconds.textContent !== rest) this.seconds.textContent = rest;
    this.opponent?.tick(this.#game, this.#elapsed);
  }

  #assistedNote() {
    return this.#game?.assisted ? h("p", { class: "note" }, t.practice) : null;
  }

  #showWelcome() {
    if (this.opponent) return this.#tell(words.race.aside, this.opponent.words());
    const game = this.#current;
    const rule = game.level.split("/")[1].replace(/\W.*/, "");
    // A board that was dealt for a certain first cell has a + on this cell.
    const marked = game.rows.some((row) => row.includes("+"));
    const first = marked && rule !== "given" ? t.markedFirst[rule] : t.first[rule];
    const isFresh = !game.started;
    const isNewcomer = isFresh && localStorage.getItem(OPENED) === null;
    this.#fill(
      h(
        "section",
        { class: "say" },
        isNewcomer && h("p", { class: "newcomer" }, t.newcomer),
        h("p", { class: "lead muted" }, game.started ? t.stuck : first),
        isFresh &&
          (this.#about.daily
            ? h("p", { class: "muted small" }, words.daily.note(dateText(this.#about.daily.date)))
            : this.#kindPicker()),
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
        this.#assistedNote(),
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
        "aria-label": t.boards,
        onchange: () => {
          settings.noGuess = select.value !== "any";
          settings.technique = /^(any|noGuess)$/.test(select.value) ? "" : select.value;
          this.#new(this.#form);
        },
      },
      option("any", t.boardKinds.any),
      option("noGuess", t.boardKinds.noGuess),
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
    select.value = !settings.noGuess ? "any" : settings.technique || "noGuess";
    return h("label", { class: "kind" }, t.boards, select);
  }

  #showRecords() {
    const { level } = this.#current;
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
      const shown = [[t.recordNames.time, clockTime(best, 1)]];
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
    const game = /** @type {import("./end.js").EndedGame} */ (this.#game);
    this.#showOver();
    this.board.mark({});
    this.board.overlay(null);
    if (this.opponent) return this.opponent.over(game);
    if (game.outcome === "won") this.#records.delete(game.level);
    guarded(async () => {
      const { showEnd } = await import("./end.js");
      if (game !== this.#game) return;
      showEnd({
        game,
        rows: shownEnd(game),
        stage: this,
        panel: this.panel,
        board: this.board,
        daily: this.#about.daily?.level ?? null,
        last,
        tell: (label, ...content) => this.#tell(label, ...content),
        fill: (...content) => this.#fill(...content),
        told: () => this.drawer.update(),
        isCurrent: () => game === this.#game,
        start: () => this.#new(this.#form),
        again: () => this.#again(),
        share: () => this.#share(),
        choose: (level) => this.#choose(level),
        playOn: (moves) => this.#playOn(game, moves),
      });
    });
    return undefined;
  }

  /** @param {Api.GameForm} game @param {number} moves */
  #playOn(game, moves) {
    return guarded(async () => {
      const next = await api(`/games/${game.id}/on`, { moves });
      if (game === this.#game) this.#take(next);
    });
  }

  async #share() {
    const game = this.#game;
    if (!game?.end) return toast(t.shareAtEnd);
    const r = words.race;
    const answer = game.outcome === "left"
      ? "board"
      : await ask(r.shareTitle, r.shareText, { race: r.link, board: r.boardLink });
    if (answer === "board") {
      return copy(`${location.origin}/#play/${game.end.share}`, words.linkCopied);
    }
    return answer === "race" ? copyRace(game.id) : undefined;
  }

  /** @param {number | null} factor */
  #zoom(factor) {
    this.board.zoom(factor === null ? null : this.board.cellSize * factor);
    this.board.reveal([this.board.focusedCell]);
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
        [t.mayGuess, () => this.#mayGuess(), "no-desk in-game"],
        [t.again, () => this.#again(), "no-desk"],
        [
          t.analyse,
          () => (location.hash = `#analyse/${
            encodeURIComponent([
              this.#current.level,
              ...this.board.rows.map((row) => row.replace(/[*XW]/g, ".")),
            ].join("!"))
          }`),
        ],
        [t.zoomIn, () => this.#zoom(1.2), "no-desk"],
        [t.zoomOut, () => this.#zoom(1 / 1.2), "no-desk"],
        [t.zoomFit, () => this.#zoom(null)],
        [t.share, () => this.#share(), "no-desk"],
        ...files,
        [t.openBoard, () => file.click()],
        [t.giveUp, () =>
          guarded(async () => {
            if (!this.#game || this.#game.outcome) return;
            const { id, started } = this.#game;
            await api(`/games/${id}/leave`, null, "POST");
            if (started) {
              this.#take(await api(`/games/${id}`).catch(() => api("/games", this.#form)));
            } else this.#start(this.#form);
          }), "in-game"],
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
      h: () => this.#hint(),
      g: () => this.#mayGuess(),
      n: () => this.#newAtOnce(),
      z: () => this.#undo(),
      o: () => this.#toggleOdds(),
      a: () => this.#again(),
      s: () => this.#share(),
      "+": () => this.#zoom(1.2),
      "-": () => this.#zoom(1 / 1.2),
      0: () => this.#zoom(null),
      Escape: () =>
        this.drawer.isOpen ? this.drawer.toggle(false) : this.#tier ? this.#close() : undefined,
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
    if (this.opponent) { for (const key of ["n", "z", "a", "s"]) delete actions[key]; }
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

/** @param {Api.GameForm} game */
function shownEnd({ end, outcome }) {
  const answer = end?.answer ?? [];
  return outcome === "won" ? answer.map((row) => row.replaceAll("*", "F")) : answer;
}

customElements.define("sapper-play", Play);
