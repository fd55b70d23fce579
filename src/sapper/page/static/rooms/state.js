// A room as the server last told it. The state asks the server once a second, and draws nothing. It
// tells a view what has changed (room.js).

import { api } from "../requests.js";

const PAUSE = 1000; // ms between two questions
const SOON = 100; // ms between two questions when a race begins
const GATHERED = 3000; // ms for which announcements are gathered

/**
 * @typedef {object} View draws a room
 * @property {(before: Api.RoomForm | null) => unknown} changed there is something new
 * @property {(seconds: number) => unknown} counted 3, 2, 1 before a race
 * @property {(away: boolean) => unknown} line the line to the server is lost, or back
 * @property {(problem: Problem) => unknown} gone there is no such room
 * @property {() => unknown} elsewhere the room continues in another tab
 */

// Whether a race calls the player away from an earlier board.
/** @param {Api.RoomForm} room */
const isRacing = ({ state, board }) =>
  (state === "counting" || state === "racing") &&
  (board?.you === "waiting" || board?.you === "playing");

export class RoomState {
  /** @type {Api.RoomForm | null} */ room = null;
  /** @type {readonly Said[]} */ said = []; // the headline for now, also next to an earlier board
  away = false;
  #view;
  isOpen = false;
  #timer = 0; // for the next question
  #clock = 0; // for the next second of the countdown, or the time when a race may be started
  #asked = 0; // the number of the latest question
  #taken = 0; // the number of the question that was answered with `room`
  #shift = 0; // the server's clock minus ours, in ms
  #trip = Infinity; // the time of the question that told #shift
  /** @type {BroadcastChannel | undefined} */ #tabs;

  /** @param {string} code @param {View} view @param {number} [board] an earlier board, if wanted */
  constructor(code, view, board) {
    this.code = code;
    this.board = board;
    this.#view = view;
  }

  // Continues the room in this tab, and ends it in others.
  open() {
    this.isOpen = true;
    this.#tabs = new BroadcastChannel("sapper.room");
    this.#tabs.onmessage = ({ data }) => {
      if (data !== this.code) return;
      this.close();
      this.#view.elsewhere();
    };
    this.#tabs.postMessage(this.code);
    return this.ask();
  }

  close() {
    this.isOpen = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#clock);
    this.#tabs?.close();
  }

  // Asks for news, now and then once a second.
  ask = async () => {
    if (!this.isOpen) return;
    clearTimeout(this.#timer);
    // The version is about the latest board.
    const isKnown = this.room && (!this.board || this.room.board?.you === "done");
    const version = isKnown ? `?version=${encodeURIComponent(this.room?.version ?? "")}` : "";
    await this.#answered(api(`/rooms/${this.code}${version}`)).catch((problem) => {
      if (!this.isOpen) return;
      if (problem.away) this.#line(true);
      else if (problem.status === 404 || problem.status === 410 || !this.room) {
        this.close();
        this.#view.gone(problem);
      }
    });
    clearTimeout(this.#timer);
    if (this.isOpen) this.#timer = setTimeout(this.ask, PAUSE);
  };

  /** @param {boolean} away */
  #line(away) {
    if (this.away === away) return;
    this.away = away;
    this.#view.line(away);
  }

  // Takes an answer, unless a later question has been answered already.
  /** @param {Promise<Api.RoomForm | null>} answer */
  async #answered(answer) {
    const number = ++this.#asked;
    const sent = performance.now();
    const room = await answer;
    const said = room?.said ?? [];
    if (room && isRacing(room)) this.board = undefined;
    if (room && this.board && room.you !== null) {
      const { board } = this;
      room.board = await api(`/rooms/${this.code}/boards/${board}`);
      Object.assign(room, { state: room.board.state, said: room.board.verdict });
    }
    if (!this.isOpen) return;
    this.#line(false);
    if (!room || number < this.#taken) return;
    this.#taken = number;
    const now = performance.now();
    if (now - sent <= this.#trip) {
      this.#trip = now - sent;
      this.#shift = 1000 * room.now - (sent + now) / 2;
    }
    const before = this.room;
    this.room = room;
    this.said = said;
    this.#view.changed(before);
    this.#count();
  }

  // The ms until a point in time on the server's clock.
  /** @param {number} when in seconds */
  until(when) {
    return 1000 * when - this.#shift - performance.now();
  }

  // Whether the ready may start without the others.
  get mayStart() {
    const when = this.room?.start_in ?? null;
    return when !== null && this.until(when) <= 0;
  }

  #count() {
    clearTimeout(this.#clock);
    const { room } = this;
    if (!room) return;
    if (room.state === "counting" && room.board) {
      const left = this.until(room.board.begins);
      const seconds = Math.ceil(left / 1000);
      if (seconds > 0) this.#view.counted(seconds);
      // If the server is not that far yet, ask again soon.
      const pause = seconds > 0 ? left - 1000 * (seconds - 1) : SOON;
      this.#clock = setTimeout(() => seconds > 1 ? this.#count() : this.ask(), pause);
    } else if (room.start_in !== null && !this.mayStart) {
      this.#clock = setTimeout(() => this.#view.changed(room), this.until(room.start_in));
    }
  }

  // -- what people do -------------------------------------------------------------------------

  get #next() {
    return this.room?.next_board ?? 1;
  }

  /** @param {string} name */
  join(name) {
    return this.#answered(api(`/rooms/${this.code}/join`, { name }));
  }

  /** @param {boolean} ready */
  ready(ready) {
    return this.#answered(api(`/rooms/${this.code}/ready`, { ready, board: this.#next }));
  }

  start() {
    return this.#answered(api(`/rooms/${this.code}/start`, { board: this.#next }));
  }

  /** @param {Api.RoomSettingsForm} form */
  settle(form) {
    return this.#answered(api(`/rooms/${this.code}/settings`, form));
  }

  /** @param {string} agent */
  invite(agent) {
    return this.#answered(api(`/rooms/${this.code}/agents`, { agent }));
  }

  /** @param {string} agent */
  dismiss(agent) {
    return this.#answered(
      api(`/rooms/${this.code}/agents/${encodeURIComponent(agent)}`, null, "DELETE"),
    );
  }

  // The game of this player on a board.
  /** @param {number} board */
  game(board) {
    return api(`/rooms/${this.code}/game`, { board });
  }

  // Begins a board in the player's own time, by default a new one.
  async own(board = this.#next) {
    await this.game(board);
    await this.ask();
  }

  // Tells the server, even if the page is being closed, that the player is not here until the next
  // question.
  goAway = () => {
    const path = `/api/rooms/${this.code}/away`;
    fetch(path, { method: "POST", keepalive: true }).catch(() => undefined);
  };

  async leave() {
    await api(`/rooms/${this.code}/leave`, null, "POST");
    this.close();
  }
}

// Gathers what is to be announced, and says it at once.
export class Announcer {
  #say;
  #timer = 0;
  /** @type {string[]} */ #texts = [];

  /** @param {(text: string) => unknown} say */
  constructor(say) {
    this.#say = say;
  }

  /** @param {string[]} texts */
  add(...texts) {
    this.#texts.push(...texts);
    if (!this.#texts.length || this.#timer) return;
    this.#timer = setTimeout(() => {
      const all = this.#texts.join(" ");
      this.stop();
      this.#say(all);
    }, GATHERED);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#texts = [];
  }
}
