// A view whose content is reloaded after some time, and when the connection is back. If the first
// load fails, the view shows the reason.

import { guarded, h, words } from "./dom.js";

export class Reloading extends HTMLElement {
  argument = "";
  once = false; // true if the view is not reloaded once it is loaded
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

  // Returns the number of ms after which to reload the view, if any.
  /** @returns {Promise<number | undefined>} */
  load() {
    throw new Error("a view says what to load");
  }
}
