// A game that is being played: the position, the moves and requests under way, the clock, and the
// help that is shown. A session draws nothing. It tells a view what has changed (play.js).
//
// The server is the referee. Moves and requests are sent one at a time, in the order in which the
// player made them. A flag is shown at once, so what is shown is the position as the server last
// told it, changed by the flags that are not answered yet.

import { ABOUT, recall } from "./memory.js";
import { api } from "./requests.js";
import { settings } from "./settings.js";
import { Wire } from "./wire.js";
import { words } from "./words.js";

const KEPT = "sapper.game";
const QUESTIONS = "sapper.questions";
// The level of the last game, which gives the board its size before the game is loaded.
const LAST = "sapper.last";
const OPENED = "sapper.opened";
const RETRY = 2000; // ms
const FREE = 3; // the number of moves after which a game is not given up without a question
const NOTICED = 150; // ms after which a player notices a wait
const SHARE = /^[\w-]{8,48}$/;

const t = words.play;

/**
 * @typedef {Pick<Api.GameForm, "id" | "moves" | "outcome">} Change what tabs tell each other
 * @typedef {{ kind: MoveKind, cell: number }} Move
 * @typedef {Move & { opened: number, isFirst: boolean, hadHint: boolean }} Made an answered move
 *
 * @typedef {object} View draws a session
 * @property {() => unknown} loaded a game, or the same game as the server has it now
 * @property {Pick<Board, "set" | "question" | "settle" | "hold">} board
 * @property {(move: Made) => unknown} moved the move has changed the game
 * @property {(kind: import("./sound.js").Sound) => unknown} sound
 * @property {() => unknown} counted the number of flags has changed
 * @property {(hint: Api.HintJson) => unknown} showHint
 * @property {(odds: Api.OddsJson) => unknown} showOdds
 * @property {(title: string, said: Said) => unknown} showSaid
 * @property {() => unknown} helpChanged the odds were turned on or off, or the hint was closed
 * @property {() => Promise<boolean>} askHelp whether the game may become practice
 * @property {(on: boolean) => unknown} waiting a board is being found, or is found
 * @property {(text: string) => unknown} wait there is no game yet, and this says why
 * @property {() => unknown} lose the game is not on the server
 * @property {(text: string) => unknown} toast
 * @property {(text: string) => unknown} say
 */

export class Session {
  /** @type {Api.GameForm | null} */ game = null;
  // The daily board that is played, perhaps in a room.
  /** @type {{ date: string, level: string, room?: string } | undefined} */ daily;
  /** @type {Api.LevelForm[]} */ levels = [];
  level = localStorage.getItem("sapper.level") ?? "beginner"; // of a new game
  tier = 0; // of the hint that is shown, or 0
  odds = false; // whether the odds are wanted
  sent = 0; // moves that are not answered yet
  /** The player's own notes, which the server does not get. @type {Set<number>} */
  questions = new Set();
  #view;
  #given;
  #wire = new Wire();
  /** @type {BroadcastChannel | undefined} */ #tabs; // other tabs with the same game
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** @type {string[]} */ #symbols = []; // as the server last told them
  /** @type {Set<Move>} */ #flags = new Set(); // not answered yet
  /** When the connection is back. */ #back = Promise.withResolvers();
  #ticket = 0; // the number of the latest request for a game
  #timer = 0;
  #started = 0;

  // A room gives its own game (rooms/race.js), in which there is no help.
  /** @param {View} view @param {() => Promise<Api.GameForm>} [given] */
  constructor(view, given) {
    this.#view = view;
    this.#given = given;
  }

  get #current() {
    return /** @type {Api.GameForm} */ (this.game);
  }

  open() {
    this.#tabs = new BroadcastChannel("sapper.game");
    this.#tabs.onmessage = ({ data }) => this.#follow(data);
    this.#wire.open();
  }

  close() {
    clearTimeout(this.#timer);
    this.#tabs?.close();
    this.#wire.close();
  }

  // -- the position ---------------------------------------------------------------------------

  /** @param {number} cell */
  symbol(cell) {
    const symbol = this.#symbols[cell];
    const isChanged = [...this.#flags].filter((flag) => flag.cell === cell).length % 2;
    return isChanged && symbol === "." ? "F" : isChanged && symbol === "F" ? "." : symbol;
  }

  get rows() {
    const { width, height } = this.#current;
    const symbols = this.#symbols.map((_, cell) => this.symbol(cell)).join("");
    return Array.from(
      { length: height },
      (_, row) => symbols.slice(row * width, (row + 1) * width),
    );
  }

  // Whether a no-guess board is already dealt and must be opened at a given cell.
  get mustStart() {
    const symbols = this.#symbols.join("");
    return Boolean(this.game?.no_guess) && symbols.includes("+") && !/[0-8]/.test(symbols);
  }

  /** @param {number} cell @param {boolean} on */
  #question(cell, on) {
    if (on) this.questions.add(cell);
    else this.questions.delete(cell);
    this.#view.board.question(cell, on);
    const kept = { game: this.#current.id, cells: [...this.questions] };
    localStorage.setItem(QUESTIONS, JSON.stringify(kept));
  }

  // What the server says about these cells.
  /** @param {number[]} cells @param {string} symbols @param {number} [from] */
  #set(cells, symbols, from) {
    cells.forEach((cell, index) => this.#symbols[cell] = symbols[index]);
    this.#show(cells, from);
  }

  /** @param {number[]} cells @param {number} [from] */
  #show(cells, from) {
    const symbols = cells.map((cell) => this.symbol(cell));
    cells.forEach((cell, index) => symbols[index] !== "." && this.questions.delete(cell));
    this.#view.board.set(cells, symbols.join(""), from);
  }

  get isNewcomer() {
    return localStorage.getItem(OPENED) === null;
  }

  // Whether the player has put so much into the game that one slip must not end it.
  get isWorth() {
    return this.game !== null && !this.game.outcome &&
      this.game.moves + this.sent > FREE;
  }

  get elapsed() {
    const { outcome, elapsed, started } = this.#current;
    return outcome ? elapsed : started ? performance.now() - this.#started : 0;
  }

  // -- which game -----------------------------------------------------------------------------

  // The level of the game that will probably be loaded.
  /** @param {string} [wish] */
  expected(wish) {
    return wish !== "new" && localStorage.getItem(KEPT) && localStorage.getItem(LAST) ||
      (this.levels.find((one) => one.name === this.level)?.level ?? this.level);
  }

  /** @param {string} level */
  choose(level) {
    this.level = level;
    localStorage.setItem("sapper.level", level);
  }

  // What a new game should be. On classic levels, the start rule comes from the settings.
  /** @returns {Api.NewGameForm} */
  get form() {
    const known = this.levels.find((level) => level.name === this.level);
    const level = known && !known.course
      ? `${known.level.split("/")[0]}/${settings.firstCell}`
      : this.level;
    if (!settings.noGuess) return { level };
    const [, wish, name] = /^(at_most|technique) (.+)$/.exec(settings.technique) ?? [];
    return {
      // Under the rule `any`, the first cell may be a mine, so no-guess boards need another rule.
      level: level.replace(/\/any$/, "/safe"),
      no_guess: true,
      ...(wish && { [wish]: name }),
    };
  }

  // Loads the last game, or the one that a link wants: "new", or a shared board.
  /** @param {string} [wish] */
  async begin(wish = "") {
    if (wish && wish !== "new") {
      if (SHARE.test(wish)) await this.start({ share: wish });
      else this.#view.toast(words.cutLink);
      // If the link does not work, continue with another game.
      if (this.game) return undefined;
    }
    const ticket = this.#ticket;
    const kept = localStorage.getItem(KEPT);
    try {
      const load = this.#given ?? (kept && (() => api(`/games/${kept}`)));
      if (!load) return this.start(this.form);
      const game = await load();
      if (ticket !== this.#ticket) return undefined;
      if (wish !== "new") {
        if (!this.#given && game.started && !game.outcome) this.#view.toast(t.clockRan);
        return this.#take(game);
      }
      // Do not end a game in progress, so that Home can offer to continue it.
      await this.start(this.form, game.started ? null : game);
      // If the server refused the new game, continue the old one.
      return localStorage.getItem(KEPT) === kept ? this.#take(game) : undefined;
    } catch (problem) {
      if (ticket !== this.#ticket) return undefined;
      // Forget the game only if it does not exist on the server, not if the server is busy or
      // unreachable.
      if (this.#given || (problem.status !== 404 && problem.status !== 410)) {
        return this.#wait(problem);
      }
      localStorage.removeItem(KEPT);
      return this.start(this.form);
    }
  }

  // Requests the game again until it can be loaded or the player starts a new one. When the
  // connection is back, `resume` is called.
  /** @param {Problem} problem */
  #wait(problem) {
    const ticket = this.#ticket;
    this.#view.wait(`${problem.message} ${t.gameIsKept}`);
    if (problem.away) return;
    this.#timer = setTimeout(() => ticket === this.#ticket && this.begin(), RETRY);
  }

  // Starts a new game, and gives up the game `left` if it is not over.
  /** @param {Api.NewGameForm} wish */
  start(wish, left = this.game) {
    const ticket = ++this.#ticket;
    const form = left && !left.outcome ? { ...wish, replace: left.id } : wish;
    return this.#guarded(async () => {
      const asked = api("/games", form);
      const game = await (wish.no_guess ? this.#dealing(asked) : asked).catch((problem) => {
        if (problem.away && !this.game) this.#view.wait(words.viewAway);
        throw problem;
      });
      if (ticket !== this.#ticket) return api(`/games/${game.id}/leave`, null, "POST");
      if (form.replace) this.#tell({ id: form.replace, moves: -1, outcome: "left" });
      this.#take(game);
      return this.#view.say(t.newGame);
    });
  }

  // If it takes long to find a board that needs no guess, says so.
  /** @template T @param {Promise<T>} answer @returns {Promise<T>} */
  async #dealing(answer) {
    const timer = setTimeout(() => this.#view.waiting(true), NOTICED);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      this.#view.waiting(false);
    }
  }

  // Starts the same board again. The server reveals a board only at the end of its game, so a game
  // in progress must be given up first.
  async again() {
    const id = this.game?.id;
    if (!this.game?.end) await this.giveUp();
    if (this.game?.id === id && this.game?.end) this.start({ share: this.game.end.share });
  }

  giveUp() {
    if (!this.game || this.game.outcome) return undefined;
    if (!this.game.started) return this.start(this.form);
    return this.#inTurn(async ({ id }) => {
      await api(`/games/${id}/leave`, null, "POST");
      return api(`/games/${id}`);
    });
  }

  // Plays on from a position of a game that is over.
  /** @param {number} moves */
  playOn(moves) {
    this.#inTurn(({ id }) => api(`/games/${id}/on`, { moves }));
  }

  // Loads the game as the server has it now, when the connection is back.
  resume() {
    this.#wire.retry();
    this.#back.resolve(null);
    this.#back = Promise.withResolvers();
    if (!this.game) this.begin();
    else this.#inTurn(({ id }) => api(`/games/${id}`));
  }

  /** @param {Change} change */
  #tell({ id, moves, outcome }) {
    this.#tabs?.postMessage({ id, moves, outcome });
  }

  // Another tab has changed its game.
  /** @param {Change} change */
  #follow({ id, moves, outcome }) {
    if (this.game?.id !== id) return;
    this.#inTurn((game) =>
      (game.moves !== moves || game.outcome !== outcome) && api(`/games/${id}`)
    );
  }

  /** @param {Api.GameForm} game */
  #take(game) {
    // After an undo, flags may still be under way.
    if (game.id !== this.game?.id || game.outcome) this.#flags.clear();
    // Odds would make the next game practice, so they end with the game.
    if (game.id !== this.game?.id && this.#asksHelp) this.odds = false;
    this.game = game;
    const about = recall(ABOUT);
    this.daily = about.game === game.id ? about.daily : undefined;
    if (!this.#given) {
      localStorage.setItem(KEPT, game.id);
      localStorage.setItem(LAST, game.level);
    }
    const size = game.level.split("/")[0];
    if (
      !this.levels.some(({ name, level }) => name === this.level && level.split("/")[0] === size)
    ) {
      this.level = this.levels.find(({ level }) => level === game.level)?.name ?? game.level;
    }
    this.#symbols = Array.from(shownRows(game).join(""));
    const { game: id, cells = [] } = recall(QUESTIONS);
    this.questions = new Set(
      cells.filter((/** @type {number} */ cell) => id === game.id && this.symbol(cell) === "."),
    );
    this.#started = performance.now() - game.elapsed;
    this.tier = 0;
    this.#view.loaded();
    if (this.odds) this.#refreshOdds();
  }

  // The game does not exist on the server, for example because the cookie was deleted.
  #lose() {
    this.#current.outcome = "left"; // no more moves are possible
    if (localStorage.getItem(KEPT) === this.#current.id) localStorage.removeItem(KEPT);
    this.#view.lose();
  }

  // -- requests in turn -----------------------------------------------------------------------

  // Shows an error to the user. If the server is away, a banner says so.
  /** @template T @param {() => Promise<T>} action @returns {Promise<T | undefined>} */
  async #guarded(action) {
    try {
      return await action();
    } catch (problem) {
      if (!problem.away) this.#view.toast(problem.message);
      return undefined;
    }
  }

  // Sends a request after everything that was sent before it. Without `use`, the answer is the game
  // as it is now. Neither the request nor its answer matters any more if the player has started
  // another game by then.
  /**
   * @template T
   * @param {(game: Api.GameForm) => Promise<T> | null | false} request
   * @param {(answer: T, game: Api.GameForm) => unknown} [use]
   */
  #inTurn(request, use = (answer) => this.#take(/** @type {any} */ (answer))) {
    const { id } = this.#current;
    return this.#queue = this.#queue.then(() =>
      this.#guarded(async () => {
        if (this.#current.id !== id) return;
        try {
          const answer = await request(this.#current);
          if (answer && this.#current.id === id) use(answer, this.#current);
        } catch (problem) {
          if (this.#current.id !== id) return;
          if (problem.status !== 404) throw problem;
          this.#lose();
        }
      })
    );
  }

  // -- moves ----------------------------------------------------------------------------------

  /** @param {Move} move */
  act(move) {
    const { game } = this;
    const { kind, cell } = move;
    const symbol = this.symbol(cell);
    if (!game || game.outcome || (kind === "open" && symbol !== "." && symbol !== "+")) {
      return this.#view.board.settle();
    }
    if (kind === "open" && symbol === "." && this.mustStart) {
      this.#view.toast(t.startFirst);
      return this.#view.board.settle();
    }
    if (kind === "flag") {
      if (symbol !== "." && symbol !== "F") return undefined;
      this.#view.sound("flag");
      if (settings.questions && this.questions.has(cell)) return this.#question(cell, false);
      this.#flags.add(move);
      this.#show([cell]);
      if (settings.questions && symbol === "F") this.#question(cell, true);
    }
    this.sent++;
    if (kind !== "flag") this.#view.board.hold(move, true);
    this.#queue = this.#queue.then(() => this.#send(game.id, move)).finally(() => {
      this.sent--;
      if (this.#flags.delete(move)) this.#show([cell]); // the flag was refused
      this.#view.board.hold(move, false);
      this.#view.board.settle();
    });
    return undefined;
  }

  // Opens a cell even if it is flagged.
  /** @param {number} cell */
  openAnyway(cell) {
    if (this.symbol(cell) === "F") {
      this.act({ kind: "flag", cell });
      if (this.questions.has(cell)) this.#question(cell, false);
    }
    this.act({ kind: "open", cell });
  }

  // Sends a move for the current state of the game. The state may have changed since the click, for
  // example by an undo.
  /** @type {(id: string, move: Move, isAgain?: boolean) => Promise<void>} */
  async #send(id, move, isAgain = false) {
    const game = this.#current;
    if (game.id !== id || game.outcome) return undefined;
    let answer;
    try {
      const sent = this.#wire.move(id, { ...move, after: game.moves });
      const isFirst = move.kind === "open" && !/[0-8+]/.test(this.#symbols.join(""));
      answer = await (isFirst && game.no_guess ? this.#dealing(sent) : sent);
    } catch (problem) {
      if (game !== this.game) return undefined;
      if (problem.status === 404) return this.#lose();
      // Make the move when the connection is back, unless the server has already made it.
      if (problem.away) return this.#back.promise.then(() => this.#send(id, move, true));
      // The page and the server have different numbers of moves.
      const isStale = problem.status === 412;
      if (!isStale) this.#view.toast(problem.message);
      const known = await this.#guarded(() => api(`/games/${id}`));
      if (!known || game !== this.game) return undefined;
      this.#take(known);
      // Another tab has made a move, so this move was not made. Try it again.
      return isStale && !problem.doubtful && !isAgain && this.#symbols[move.cell] === "."
        ? this.#send(id, move, true)
        : undefined;
    }
    if (game === this.game) await this.#made(move, answer);
    return undefined;
  }

  /** @param {Move} move @param {Api.ChangeForm} answer */
  async #made(move, answer) {
    const game = this.#current;
    const [flags, isFirst, hadHint] = [game.flags, !game.started, this.tier > 0];
    const { cells, symbols, opened, ...state } = answer;
    this.#flags.delete(move);
    this.#set(cells, symbols, move.cell);
    this.#view.board.settle();
    Object.assign(game, state);
    if (cells.length || game.end) {
      if (isFirst) {
        game.started = true;
        this.#started = performance.now() - game.elapsed;
        localStorage.setItem(OPENED, "yes");
      }
      if (game.end) this.#symbols = Array.from(shownRows(game).join(""));
      else if (flags !== game.flags) this.#view.counted();
      this.tier = 0;
      this.#view.moved({ ...move, opened, isFirst, hadHint });
      if (this.odds && !game.end) this.#refreshOdds();
      if (
        settings.autoFlag && !this.#given && (game.assisted || !settings.noHelp) && !game.outcome &&
        move.kind !== "flag"
      ) await this.#guarded(() => this.#autoFlag(game));
    }
    this.#tell(game);
  }

  /** @param {Api.GameForm} game */
  async #autoFlag(game) {
    const { cells, symbols, assisted, ...state } = await api(
      `/games/${game.id}/flags`,
      null,
      "POST",
    );
    if (game !== this.game) return;
    Object.assign(game, state, { assisted: game.assisted || assisted });
    this.#set(cells, symbols);
    this.#view.counted();
  }

  async undo() {
    if (!await this.#mayHelp()) return;
    this.#inTurn(({ id }) => api(`/games/${id}/undo`, null, "POST"), (game) => {
      this.#take(game);
      this.#tell(game);
      this.#view.say(t.undone);
    });
  }

  // -- help -----------------------------------------------------------------------------------

  get #asksHelp() {
    return settings.askHelp || settings.noHelp;
  }

  // Asks the player to confirm the first use of help in a game, unless the help would only say that
  // the first cell is safe.
  async #mayHelp() {
    const { game } = this;
    if (!game || game.outcome || this.#given) return false;
    const isFirst = !game.started && /\/(open|safe)/.test(game.level);
    if (game.assisted || isFirst) return true;
    if (!settings.noHelp) {
      return !settings.askHelp || (await this.#view.askHelp() && this.game?.id === game.id);
    }
    this.#view.toast(t.helpIsOff);
    return false;
  }

  async hint() {
    if (!await this.#mayHelp()) return;
    const hadOdds = this.odds;
    let shown = 0;
    this.#inTurn((game) => {
      shown = this.tier; // a move may have removed the last hint since the button was pressed
      return !game.outcome && api(`/games/${game.id}/hint`, { tier: Math.min(5, shown + 1) });
    }, (hint, game) => {
      // The player may have closed the hint meanwhile, or asked for the odds instead.
      if (this.tier !== shown || (this.odds && !hadOdds)) return;
      if (hint.first_is_safe) return this.#showSaid(t.hint, hint);
      game.assisted = true;
      // If no cell is provably safe, the next press shows the safest guess.
      this.tier = !hint.certain && shown < 3 ? 3 : Math.min(5, shown + 1);
      this.odds = false; // so that the marks stand out
      this.#view.showHint(hint);
    });
  }

  closeHint() {
    this.tier = 0;
    this.#view.helpChanged();
  }

  async mayGuess() {
    if (!await this.#mayHelp()) return;
    this.#inTurn((game) => !game.outcome && api(`/games/${game.id}/guess`), (answer, game) => {
      if (!answer.first_is_safe) game.assisted = true;
      this.#showSaid(t.mayGuess, answer);
    });
  }

  /** @param {string} title @param {Said} said */
  #showSaid(title, said) {
    this.tier = 0;
    this.#view.showSaid(title, said);
  }

  async toggleOdds() {
    // After a game, odds can't be turned on, because they would appear only in the next game.
    if (!this.odds && this.game?.outcome) return this.#view.toast(t.noOddsAtEnd);
    if (!this.odds && !await this.#mayHelp()) return undefined;
    this.odds = !this.odds;
    this.#view.helpChanged();
    return this.odds && this.#refreshOdds();
  }

  #refreshOdds() {
    this.#inTurn(
      (game) => this.odds && !game.outcome && api(`/games/${game.id}/odds`),
      (odds, game) => {
        if (!this.odds) return; // they are off now
        if (odds.first_is_safe) {
          // After the first move they would be help that nobody was asked about.
          if (this.#asksHelp && !game.assisted) this.odds = false;
          return this.#showSaid(t.odds, odds);
        }
        game.assisted = true;
        this.tier = 0;
        this.#view.showOdds(odds);
      },
    );
  }
}

/** @param {Api.GameForm} game */
function shownRows({ rows, end, outcome }) {
  if (!end) return rows;
  return outcome === "won" ? end.answer.map((row) => row.replaceAll("*", "F")) : end.answer;
}
