// Sends moves over a websocket, which is faster than one request per move. If no websocket is open,
// moves are sent over HTTP. Each move states how many moves came before it, so that it is never
// made twice.

import { api, refusal, socketTo } from "./requests.js";
import { lost } from "./connection.js";

const PATIENCE = 4000; // ms to wait for an answer

export class Wire {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {{ resolve: (answer: SocketAnswer) => void, reject: () => void } | null} */
  #waiting = null; // the move that is not answered yet
  #wanted = false;
  #pause = 500;
  #timer = 0;

  open() {
    this.#wanted = true;
    const socket = socketTo("play");
    this.#socket = socket;
    socket.onopen = () => (this.#pause = 500);
    socket.onmessage = ({ data }) => this.#waiting?.resolve(JSON.parse(data));
    socket.onclose = () => this.#gone(socket);
  }

  /** @param {WebSocket} socket */
  #gone(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#waiting?.reject();
    if (this.#wanted) this.#check();
    if (this.#wanted) this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(10_000, this.#pause * 2);
  }

  // A websocket may break while the server is running. Only a failed request means that the server
  // is unreachable.
  async #check() {
    await fetch("/api/about", { cache: "no-store" }).then((response) => response.text(), lost);
  }

  // Connects immediately instead of waiting for the next attempt.
  retry() {
    if (!this.#wanted || this.#socket) return;
    clearTimeout(this.#timer);
    this.open();
  }

  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  get ready() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Makes a move. An error is marked `doubtful` if the move may have been made anyway.
  /** @type {(game: string, form: Api.MoveForm) => Promise<Api.ChangeForm>} */
  async move(game, form) {
    if (!this.ready) return api(`/games/${game}/moves`, form);
    let answer;
    try {
      answer = await this.#ask({ game, ...form });
    } catch {
      // This request makes the move only if it has not been made already.
      return api(`/games/${game}/moves`, form).catch((problem) => {
        problem.doubtful = true;
        throw problem;
      });
    }
    if (answer.problem !== undefined) throw refusal(answer.problem, answer.status);
    return answer;
  }

  /** @type {(message: Api.MoveForm & { game: string }) => Promise<SocketAnswer>} */
  #ask(message) {
    const socket = /** @type {WebSocket} */ (this.#socket);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // Do not wait for a close event, which may never come.
        this.#gone(socket);
        socket.close();
      }, PATIENCE);
      const done = () => {
        clearTimeout(timer);
        this.#waiting = null;
      };
      this.#waiting = {
        resolve: (answer) => {
          done();
          resolve(answer);
        },
        reject: () => {
          done();
          reject();
        },
      };
      socket.send(JSON.stringify(message));
    });
  }
}
