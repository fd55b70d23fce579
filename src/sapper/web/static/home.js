// <sapper-home>: what this is, in ten seconds: a game to start, and beside it an agent that says why. Its games were
// worked out beforehand (docs/demo.py), so the first page waits for nothing.

import { about, calm, cellName, guarded, h, icon, iconButton, levelName, prose, say, showRunning, svg, words } from "./dom.js";
import "./board.js";

const SHOWN = ["beginner", "intermediate", "expert"];
const READING = 3200; // ms a sentence
const t = words.home;

class Home extends HTMLElement {
  #games = [];
  #game = 0;
  #at = 0; // step that is on show; as many as there are steps: the end
  #timer = 0;
  #playing = !calm();
  #level = localStorage.getItem("sapper.level") ?? "beginner";

  connectedCallback() {
    this.className = "home";
    if (!SHOWN.includes(this.#level)) this.#level = "beginner";
    this.go = h("a", { class: "go", href: "#play", onclick: () => localStorage.setItem("sapper.level", this.#level) });
    this.levels = h("fieldset", { class: "levels" }, h("legend", { class: "quiet" }, words.level));
    this.board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.board });
    this.board.load(9, 9, Array(9).fill("........."));
    this.who = h("span");
    this.words = h("p", { class: "voice" });
    this.toggle = iconButton("pause", t.pause, () => this.#toggle(), { class: "b bare sq" });
    this.append(
      h("section", { class: "hero" },
        h("div", {}, h("h1", { class: "voice" }, t.title), h("p", {}, t.lead), h("form", {}, this.levels, this.go)),
        h("figure", { class: "live" }, h("div", { class: "room" }, this.board),
          h("figcaption", {},
            h("div", { class: "who" }, this.who, h("span", { class: "transport" },
              iconButton("prev", t.back, () => this.#step(-1), { class: "b bare sq" }), this.toggle, iconButton("next", t.next, () => this.#step(1), { class: "b bare sq" }))),
            this.words))),
      h("ul", { class: "ways" }, t.ways.map(([title, text]) => h("li", {}, h("h2", {}, title), h("p", {}, linked(text))))));
    this.#showLevels([["beginner", 9, 9, 10], ["intermediate", 16, 16, 40], ["expert", 30, 16, 99]]);
    showRunning(this.toggle, this.#playing, t);
    guarded(async () => {
      this.#games = await (await fetch("demo.json")).json();
      if (!this.isConnected) return;
      this.#show();
      this.#schedule();
    });
    about().catch(() => undefined); // what Play will ask for, and whether the server is there
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #showLevels(levels) {
    const show = () => this.go.replaceChildren(icon("run"), t.play(levelName(this.#level)));
    this.levels.append(...levels.map(([name, width, height, mines]) => {
      const input = h("input", { type: "radio", name: "level", onchange: () => {
        this.#level = name;
        show();
      } });
      input.checked = name === this.#level;
      return h("label", {}, input, miniature(width, height), h("b", {}, levelName(name)), h("small", {}, t.size(width, height, mines)));
    }));
    show();
  }

  // The position at a step is the start and all that was done before it.
  #show() {
    const { rows, steps, width, height, mines } = this.#games[this.#game];
    this.board.load(width, height, rows);
    for (const { changed, symbols } of steps.slice(0, this.#at)) this.board.set(changed, symbols);
    const step = steps[this.#at];
    const name = (cell) => cellName(cell, width);
    const sentence = step ? t.reason(step.number, name(step.clue), step.known.map(name), step.cells.map(name), step.safe) : t.end(width * height - mines);
    this.board.mark(step ? { clues: [step.clue], mines: step.safe ? step.known : step.cells, safe: step.safe ? step.cells : [] } : {});
    this.who.textContent = step ? t.step(this.#at + 1, steps.length) : t.won;
    this.words.replaceChildren(...prose(sentence, this.board));
  }

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
    showRunning(this.toggle, this.#playing, t);
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
    showRunning(this.toggle, this.#playing, t);
    this.#schedule();
  }
}

// A board of that size, as an icon.
function miniature(width, height) {
  const lines = [...Array.from({ length: width / 2 }, (_, i) => `M${2 * i + 2} 0v${height}`), ...Array.from({ length: height / 2 }, (_, i) => `M0 ${2 * i + 2}h${width}`)];
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width: Math.round(width * 1.9), height: Math.round(height * 1.9), "aria-hidden": "true" },
    svg("rect", { x: 0.4, y: 0.4, width: width - 0.8, height: height - 0.8, fill: "none", stroke: "currentColor", "stroke-width": 1 }),
    svg("path", { d: lines.join(""), stroke: "currentColor", "stroke-width": 0.25 }));
}

// Links in a sentence: "see [the lessons](#learn)".
function linked(text) {
  return text.split(/\[([^\]]+)\]\(([^)]+)\)/).map((part, index, all) => (index % 3 === 0 ? part : index % 3 === 1 ? h("a", { href: all[index + 1] }, part) : ""));
}

customElements.define("sapper-home", Home);
