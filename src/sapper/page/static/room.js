// <sapper-room> is a room: a link under which people play the same boards. It draws a state
// (rooms/state.js) as one of a few screens.
//
//   #room           makes a room, and lists the player's rooms
//   #room/daily     makes a room for the daily board
//   #room/CODE      the room: 8 characters, with or without a hyphen
//   #room/CODE/3    an earlier board of the room

import { api, ask, busyKeys, clockTime, guarded, h, levelName, say } from "./dom.js";
import { settings, words } from "./dom.js";
import { sheet } from "./sheet.js";
import { door, lobby } from "./rooms/lobby.js";
import { called, copyLink, nameForm, rest, roomOf } from "./rooms/parts.js";
import { actionOf, newsOf, othersPlay, screenOf } from "./rooms/people.js";
import { race } from "./rooms/race.js";
import { Announcer, RoomState } from "./rooms/state.js";
import { table } from "./rooms/table.js";
import { week } from "./rooms/week.js";
import { t } from "./rooms/words.js";
import "./play.js";

const LEVELS = ["beginner", "intermediate", "expert"];
const LOOK = 3000; // ms for which the player sees the finished board before the results

class Room extends HTMLElement {
  argument = "";
  /** @type {RoomState} */ #state;
  /** @type {import("./rooms/people.js").Screen | ""} */ #name = "";
  /** @type {import("./rooms/parts.js").Screen | null} */ #screen = null;
  /** @type {ReturnType<typeof race> | null} */ #race = null;
  /** @type {import("./play.js").Play | null} */ #play = null;
  #board = 0; // the board of the screen
  #passed = 0; // the board whose table the player has left for the lobby
  #looked = 0; // the board whose end the player has looked at
  #timer = 0; // until the results of a race take the place of the board
  #news = new Announcer(say);

  connectedCallback() {
    this.className = "rooms";
    const [name, board] = this.argument.split("/");
    const code = name.replaceAll("-", "").toLowerCase();
    if (!code || code === "daily") return this.#begin(code === "daily");
    this.#state = new RoomState(code, this, Number(board) || undefined);
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#state.ask);
    addEventListener("pagehide", this.#state.goAway);
    return this.#state.open();
  }

  disconnectedCallback() {
    this.#news.stop();
    clearTimeout(this.#timer);
    if (!this.#state) return;
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#state.ask);
    removeEventListener("pagehide", this.#state.goAway);
    if (this.#state.isOpen) this.#state.goAway();
    this.#state.close();
  }

  // Makes a room on the level that Home has chosen.
  #begin(isDaily = false) {
    const kept = localStorage.getItem("sapper.level") ?? "";
    const level = isDaily ? "daily" : LEVELS.includes(kept) ? kept : LEVELS[0];
    /** @param {string} name */
    const make = (name) =>
      guarded(async () => {
        const form = { name, level, no_guess: isDaily || settings.noGuess };
        const { code } = await api("/rooms", form);
        location.hash = `#room/${code}`;
      });
    const list = h("aside");
    this.replaceChildren(
      h(
        "div",
        { class: "lobby" },
        h(
          "div",
          {},
          h("div", {}, h("h1", { class: "voice" }, t.title), h("p", { class: "lead" }, t.lead)),
          nameForm(t.make, make),
        ),
        list,
      ),
    );
    guarded(async () => {
      const rooms = await api("/rooms");
      if (!rooms.length) return;
      list.append(
        h("h2", {}, t.yours),
        h("ul", { class: "people" }, rooms.map(listed)),
      );
    });
  }

  // -- what the state tells -------------------------------------------------------------------

  /** @param {Api.RoomForm | null} before */
  changed(before) {
    const room = roomOf(this.#state);
    const { board } = room;
    const isReady = room.people.some(({ you, ready }) => you && ready);
    if (!before && (room.state === "waiting" || isReady)) this.#passed = board?.number ?? 0;
    if (before && this.#keepsTable(before, room)) {
      this.#tell(before, room);
      return this.#pin(before.board?.number);
    }
    if (!this.#state.board && this.argument.includes("/")) this.#pin();
    const name = this.#looksAtEnd(room)
      ? "race"
      : screenOf(room, board !== null && board.number === this.#passed);
    const isRace = name === "race" || name === "count";
    const isNew = this.#board !== (board?.number ?? 0) ||
      (isRace ? this.#race === null : name !== this.#name);
    const last = this.#name;
    this.#name = name;
    this.#board = board?.number ?? 0;
    if (isNew) this.#show(name);
    (this.#race ?? this.#screen)?.update();
    if (name === "race") this.#race?.begin();
    if (isNew) this.#arrive(last);
    if (before) this.#tell(before, room);
    return undefined;
  }

  // Whether the player reads a table while somebody begins the next board in their own time.
  /** @param {Api.RoomForm} before @param {Api.RoomForm} room */
  #keepsTable(before, { state, board }) {
    return this.#name === "table" && !this.#state.board && state === "own time" &&
      board?.you === "waiting" && (before.board?.number ?? 0) < board.number;
  }

  // Shows an earlier board, or again the latest.
  /** @param {number} [board] */
  #pin(board) {
    this.argument = this.#state.code + (board ? `/${board}` : "");
    history.replaceState(null, "", `#room/${this.argument}`);
    if (!board) return undefined;
    this.#state.board = board;
    return this.#state.ask();
  }

  // The player's finished board stays until they want the results, or for a moment after all are
  // done.
  /** @param {Api.RoomForm} room */
  #looksAtEnd({ state, board }) {
    if (this.#name !== "race" || board?.you !== "done") return false;
    if (board.number !== this.#board || board.number === this.#looked) return false;
    if (state !== "racing") this.#timer ||= setTimeout(this.#showResults, LOOK);
    return true;
  }

  #showResults = () => {
    this.#looked = this.#board;
    this.changed(this.#state.room);
  };

  /** @param {import("./rooms/people.js").Screen} name */
  #show(name) {
    this.#race = this.#play = this.#screen = null;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#news.stop();
    say(""); // what was said about the last screen
    if (name === "race" || name === "count") return this.#showRace();
    this.#screen = { door, lobby, table, daily: week }[name](this.#state, {
      act: this.#act,
      next: this.#next,
      lobby: () => this.#pass(this.#board),
      table: () => this.#pass(0),
      leave: this.#leave,
    });
    this.replaceChildren(this.#screen.element);
    return rest(this.#screen.element);
  }

  #showRace() {
    const play = /** @type {import("./play.js").Play} */ (document.createElement("sapper-play"));
    this.#play = play;
    this.#race = play.race = race(
      this.#state,
      this.#leave,
      () => play.isConnected && play.drawer.update(),
      this.#showResults,
    );
    this.replaceChildren(play);
    if (this.#name === "count") play.room.append(this.#race.counter);
  }

  // Says where the player is, and moves the focus to the headline.
  /** @param {string} last the screen before */
  #arrive(last) {
    const room = roomOf(this.#state);
    if (last) this.querySelector("h1")?.focus();
    if (this.#name !== "lobby" || (last && last !== "door")) return;
    const names = room.people.map(({ number }) => called(room, number));
    say(t.entered(levelName(room.level), room.no_guess, names));
  }

  /** @param {Api.RoomForm} before @param {Api.RoomForm} room */
  #tell(before, room) {
    const texts = newsOf(before, room).map(({ what, person, elapsed }) => {
      const name = called(room, person);
      return what === "won" ? t.done(name, clockTime(elapsed ?? 0)) : t.news[what](name);
    });
    if (this.#name === "race") texts.forEach(say);
    else this.#news.add(...texts);
  }

  /** @param {number} seconds */
  counted(seconds) {
    this.#race?.count(Math.min(3, seconds));
  }

  /** @param {boolean} away */
  line(away) {
    this.classList.toggle("off", away);
    if (this.#state.room) this.#race?.update();
    else this.#only(words.viewAway);
  }

  /** @param {Problem} problem */
  gone({ message }) {
    this.#only(message, h("a", { class: "b main", href: "#room" }, t.makeNew));
  }

  elsewhere() {
    const again = () => dispatchEvent(new HashChangeEvent("hashchange"));
    this.#only(t.elsewhere, h("button", { class: "b main", onclick: again }, t.continueHere));
  }

  /** @param {string} text @param {...Node} more */
  #only(text, ...more) {
    this.#race = this.#play = this.#screen = null;
    this.#name = "";
    this.replaceChildren(
      h(
        "div",
        { class: "lobby" },
        h("div", {}, h("div", { role: "alert" }, h("h1", { class: "voice" }, text)), ...more),
      ),
    );
  }

  // -- what the player does -------------------------------------------------------------------

  // Shows the lobby instead of the table of a board.
  /** @param {number} board */
  #pass(board) {
    if (this.#state.board) return void (location.hash = `#room/${this.#state.code}`);
    this.#passed = board;
    this.changed(this.#state.room);
  }

  // If an action is refused, the room may have changed meanwhile.
  /** @param {() => Promise<unknown>} action */
  #act = (action) =>
    guarded(() =>
      action().catch((problem) => {
        this.#state.ask();
        throw problem;
      })
    );

  #next = () =>
    this.#act(async () => {
      await this.#state.ready(true);
      this.#pass(this.#board);
    });

  #leave = async () => {
    if (document.querySelector("dialog[open]")) return;
    const room = roomOf(this.#state);
    const isRacing = room.state === "racing" && room.board?.you === "playing";
    const text = !isRacing ? t.leaveText : othersPlay(room) ? t.leaveRace : t.leaveLast;
    if (await ask(t.leaveTitle, text, { stay: t.stay, leave: t.leave }) !== "leave") return;
    await guarded(async () => {
      await this.#state.leave();
      location.hash = "#home";
    });
  };

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (busyKeys(event) || !this.#name || !this.#state.room) return;
    const action = actionOf(this.#name, event.key);
    if (!action || (action === "leave" && this.#play?.drawer.isOpen)) return;
    event.preventDefault();
    /** @type {Record<import("./rooms/people.js").Action, () => unknown>} */
    const actions = {
      ready: () => this.#toggleReady(),
      next: this.#next,
      copy: () => copyLink(this.#state.code),
      places: () => this.#race?.places(),
      leave: this.#leave,
    };
    actions[action]();
  };

  #toggleReady() {
    const me = roomOf(this.#state).people.find(({ you }) => you);
    return this.#act(() => this.#state.ready(!me?.ready));
  }
}

/** @param {Api.RoomLinkForm} room */
const listed = ({ code, title, level, names }) =>
  h(
    "li",
    {},
    h("span"),
    h(
      "a",
      { href: `#room/${code}` },
      title || (level === "daily" ? t.daily[0] : levelName(level)),
    ),
    h("small", {}, t.withWhom(names)),
  );

await sheet("room.css");
customElements.define("sapper-room", Room);
