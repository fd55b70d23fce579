// A view whose content is loaded again: after a while, and when the connection is back. Before it
// is loaded for the first time, the view says what is wrong.

import { guarded, h, words } from "./dom.js";

export class Reloading extends HTMLElement {
  argument = "";
  once = false; // whether the view stays as it is when it is loaded
  #isLoaded = false;
  #problem = h("p", { class: "hist", role: "alert" });
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
      let pause;
      try {
        pause = await this.load();
      } catch (problem) {
        if (this.#isLoaded) throw problem;
        this.#problem.textContent = problem.away ? words.viewAway : problem.message;
        return this.append(this.#problem);
      }
      this.#isLoaded = true;
      this.#problem.remove();
      clearTimeout(this.#timer);
      if (this.once) document.removeEventListener("back", this.reload);
      if (pause && this.isConnected) this.#timer = setTimeout(this.reload, pause);
      return undefined;
    });

  // Returns the number of ms after which to load again, if any.
  /** @returns {Promise<number | undefined>} */
  load() {
    throw new Error("a view says what to load");
  }
}
