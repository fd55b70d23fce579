// A view whose content is loaded again: after a while, and when the connection is back.

import { guarded } from "./dom.js";

export class Reloading extends HTMLElement {
  argument = "";
  #timer = 0;

  connectedCallback() {
    document.addEventListener("back", this.reload);
    return this.reload();
  }

  disconnectedCallback() {
    document.removeEventListener("back", this.reload);
    clearTimeout(this.#timer);
  }

  reload = () =>
    guarded(async () => {
      const pause = await this.load();
      clearTimeout(this.#timer);
      if (this.isConnected) this.#timer = setTimeout(this.reload, pause);
    });

  // Returns the number of ms after which to load again.
  /** @returns {Promise<number>} */
  load() {
    throw new Error("a view says what to load");
  }
}
