// <sapper-home> lets the player start a game. Newcomers also see an agent that explains its moves,
// and other players see today's board. docs/demo.py has prepared the agent's games, so the page
// does not wait for the server.

import {
  about,
  api,
  calm,
  cellName,
  guarded,
  h,
  icon,
  iconButton,
  levelName,
  resume,
  say,
  settings,
  showRunning,
  spoken,
  toggle,
  words,
} from "./dom.js";
import { miniature } from "./miniature.js";
import "./board.js";

const SHOWN = ["beginner", "intermediate", "expert"];
const READING = 3200; // ms per sentence
const t = words.home;

/**
 * @typedef {object} DemoStep a conclusion from a number, and the cells that change
 * @property {string} number
 * @property {number} clue
 * @property {number[]} known
 * @property {number[]} cells
 * @property {boolean} safe
 * @property {number[]} changed
 * @property {string} symbols
 * @typedef {object} Demo a game of demo.json
 * @property {number} width
 * @property {number} height
 * @property {number} mines
 * @property {string[]} rows
 * @property {DemoStep[]} steps
 */

class Home extends HTMLElement {
  go = h("a", { class: "go", href: "#play/new", onclick: () => this.#keep() });
  friends = h(
    "a",
    { class: "go with", href: "#room", onclick: () => this.#keep() },
    icon("people"),
    t.friends,
  );
  starts = h("div", { class: "starts" }, this.go, this.friends);
  levels = h("fieldset", { class: "levels" }, h("legend", { class: "quiet" }, words.level));
  noGuess = toggle(t.noGuess[0], t.noGuess[1], (on) => settings.noGuess = on);
  board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.board });
  who = h("span");
  words = h("p", { class: "voice" });
  run = iconButton("pause", t.pause, () => this.#toggle(), { class: "b bare sq" });
  /** @type {Demo[]} */ #games = [];
  #game = 0;
  #at = 0; // the current step, or the number of steps for the end
  #timer = 0;
  #isNew = !localStorage.getItem("sapper.game");
  /** @type {HTMLElement} */ #today = h("section", { class: "today" });
  #playing = !calm();
  #start = localStorage.getItem("sapper.level") ?? "beginner";

  connectedCallback() {
    this.className = "home";
    if (!SHOWN.includes(this.#start)) this.#start = "beginner";
    this.board.load(9, 9, Array(9).fill("........."));
    this.append(
      h(
        "section",
        { class: "hero" },
        h(
          "div",
          {},
          h("h1", { class: "voice" }, t.title),
          h("p", {}, t.lead),
          h("form", {}, this.levels, this.noGuess.element, this.starts),
        ),
        this.#isNew ? this.#live() : this.#today,
      ),
      h(
        "ul",
        { class: "ways" },
        t.ways.map(([title, text]) => h("li", {}, h("h2", {}, title), h("p", {}, linked(text)))),
      ),
    );
    this.#showLevels([
      { name: "beginner", width: 9, height: 9, mines: 10 },
      { name: "intermediate", width: 16, height: 16, mines: 40 },
      { name: "expert", width: 30, height: 16, mines: 99 },
    ]);
    showRunning(this.run, this.#playing, t);
    if (!this.#isNew) {
      this.classList.add("returning");
      this.#showToday();
      document.addEventListener("back", this.#showToday);
    }
    this.#offerRunning().catch(() => undefined);
    about().catch(() => undefined); // Play needs this; if the server is away, the banner appears
  }

  #live() {
    guarded(async () => {
      this.#games = await (await fetch("demo.json")).json();
      if (!this.isConnected) return;
      this.#show();
      this.#schedule();
    });
    return h(
      "figure",
      { class: "live" },
      h("div", { class: "room" }, this.board),
      h(
        "figcaption",
        {},
        h(
          "div",
          { class: "who" },
          this.who,
          h(
            "span",
            { class: "transport" },
            iconButton("prev", t.back, () => this.#step(-1), { class: "b bare sq" }),
            this.run,
            iconButton("next", t.next, () => this.#step(1), { class: "b bare sq" }),
          ),
        ),
        this.words,
      ),
    );
  }

  #showToday = () =>
    guarded(async () => {
      const [{ face }, found] = await Promise.all([import("./daily.js"), api("/daily")]);
      if (this.isConnected) this.#today.replaceWith(this.#today = face(found));
    });

  // Offers to continue an unfinished game: the one that this browser showed last, or the newest.
  async #offerRunning() {
    if (this.#isNew) return;
    const last = localStorage.getItem("sapper.game");
    const running = await api("/games");
    const game = running.find((one) => one.id === last) ?? running[0];
    if (!game) return;
    /** @param {Event} event */
    const onclick = (event) => {
      event.preventDefault();
      resume(game);
    };
    const label = words.history.goOn(levelName(game.name));
    this.starts.append(h("a", { class: "go other", href: "#play", onclick }, label));
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    document.removeEventListener("back", this.#showToday);
  }

  /** @param {{ name: string, width: number, height: number, mines: number }[]} levels */
  #showLevels(levels) {
    /** @param {string} name @param {Node} picture @param {string} title @param {string} note */
    const choice = (name, picture, title, note) => {
      const input = h("input", {
        type: "radio",
        name: "level",
        onchange: () => {
          this.#start = name;
          show();
        },
      });
      input.checked = name === this.#start;
      return h("label", {}, input, picture, h("b", {}, title), h("small", {}, note));
    };
    const show = () => {
      const isDaily = this.#start === "daily";
      this.go.replaceChildren(
        icon("run"),
        t.play(isDaily ? words.daily.title : levelName(this.#start)),
      );
      this.go.href = isDaily ? "#daily" : "#play/new";
      this.friends.href = isDaily ? "#room/daily" : "#room";
      // Every daily board needs no guess.
      this.noGuess.show(isDaily || settings.noGuess, isDaily ? t.always : t.noGuess[1], isDaily);
    };
    this.levels.append(
      ...levels.map(({ name, width, height, mines }) =>
        choice(name, miniature(width, height), levelName(name), words.size(width, height, mines))
      ),
      ...(this.#isNew ? [choice("daily", icon("star"), t.daily[0], t.daily[1])] : []),
    );
    show();
  }

  // Saves the chosen level.
  #keep() {
    if (this.#start !== "daily") localStorage.setItem("sapper.level", this.#start);
  }

  #show() {
    const { rows, steps, width, height, mines } = this.#games[this.#game];
    this.board.load(width, height, rows);
    for (const { changed, symbols } of steps.slice(0, this.#at)) this.board.set(changed, symbols);
    const step = steps[this.#at];
    /** @param {number} cell */
    const name = (cell) => cellName(cell, width);
    const said = step
      ? t.reason(
        step.number,
        name(step.clue),
        step.known.map(name),
        step.cells.map(name),
        step.safe,
      )
      : [t.end(width * height - mines)];
    this.board.mark(
      step
        ? {
          clues: [step.clue],
          mines: step.safe ? step.known : step.cells,
          safe: step.safe ? step.cells : [],
        }
        : {},
    );
    this.who.textContent = step ? t.step(this.#at + 1, steps.length) : t.won;
    this.words.replaceChildren(spoken("span", {}, said, this.board));
  }

  /** @param {number} by */
  #step(by, byHand = true) {
    if (!this.#games.length) return;
    const { steps } = this.#games[this.#game];
    this.#at += by;
    if (this.#at < 0 || this.#at > steps.length) {
      this.#game = (this.#game + Math.sign(by) + this.#games.length) % this.#games.length;
      this.#at = by > 0 ? 0 : this.#games[this.#game].steps.length;
    }
    this.#show();
    if (!byHand) return;
    this.#playing = false;
    clearTimeout(this.#timer);
    showRunning(this.run, this.#playing, t);
    say(this.words.textContent);
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    this.#timer = setTimeout(() => {
      if (!document.hidden) this.#step(1, false);
      this.#schedule();
    }, READING);
  }

  #toggle() {
    this.#playing = !this.#playing;
    showRunning(this.run, this.#playing, t);
    this.#schedule();
  }
}

// Turns links in a sentence into elements: "see [the lessons](#learn)".
/** @param {string} text */
function linked(text) {
  return text.split(/\[([^\]]+)\]\(([^)]+)\)/).map((part, index, all) =>
    index % 3 === 0 ? part : index % 3 === 1 ? h("a", { href: all[index + 1] }, part) : ""
  );
}

customElements.define("sapper-home", Home);
