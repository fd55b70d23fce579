// <sapper-watch>: agents think, and show how. Frames come from the server as they are needed; here they
// are shown at any pace, forwards and backwards.

import { about, calm, cellName, cellNumber, copy, guarded, h, icon, iconButton, levelPicker, say } from "./dom.js";
import { lines } from "./plot.js";
import { argument, proofDetails } from "./reasons.js";
import "./board.js";

const AHEAD = 15; // frames to have in hand
const WIDE = matchMedia("(min-width: 901px)");

class Side {
  frames = [];
  at = -1;
  done = false;
  #clauses = new Map(); // KB at frame `at`: key -> literals
  #facts = new Set();
  #cell = null;

  constructor(agent) {
    this.agent = agent;
    this.board = h("sapper-board", { mode: "look", "aria-label": `Board of ${agent.name}` });
    this.board.addEventListener("point", ({ detail }) => {
      if (detail.cell === null) return;
      this.#cell = detail.cell;
      this.showClauses();
    });
    this.status = h("span", { class: "tag" }, "thinking");
    this.said = h("section", { class: "card loud", "aria-label": "Last deduction" });
    this.figures = h("div", { class: "figures" });
    this.plot = h("div");
    this.clauses = h("ul", { class: "clauses", tabindex: 0, "aria-label": "Clauses" });
    this.clauseTitle = h("h3", { title: "Point at a cell to see what is known about it" }, "Clauses");
  }

  get heading() {
    return h("div", {}, h("h2", {}, this.agent.name, " ", this.status), h("p", { class: "muted small line", title: this.agent.description }, this.agent.description));
  }

  get panel() {
    this.clauseCard = h("section", { class: "card" }, this.clauseTitle, this.clauses);
    return [this.said, h("section", { class: "card", "aria-label": "Knowledge base" }, h("h3", {}, "Knowledge base over the decisions"), this.figures, this.plot), this.clauseCard];
  }

  goto(target) {
    target = Math.max(0, Math.min(this.frames.length - 1, target));
    if (!this.frames.length) return;
    while (this.at < target) this.#step(this.frames[++this.at], 1);
    if (this.at > target) {
      while (this.at > target) this.#step(this.frames[this.at--], -1);
      this.#redraw();
    }
    this.#show();
  }

  #step(frame, direction) {
    if (direction > 0) this.board.set(frame.cells, frame.symbols);
    const { added = [], removed = [], settled = [] } = frame.kb ?? {};
    const [gone, come] = direction > 0 ? [removed, added] : [added, removed];
    for (const clause of gone) this.#clauses.delete(clause.join());
    for (const clause of come) this.#clauses.set(clause.join(), clause);
    for (const fact of settled) direction > 0 ? this.#facts.add(fact) : this.#facts.delete(fact);
  }

  #redraw() {
    const symbols = Array(this.board.width * this.board.height).fill(".");
    for (const frame of this.frames.slice(0, this.at + 1)) frame.cells.forEach((cell, i) => (symbols[cell] = frame.symbols[i]));
    this.board.set(symbols.map((_, cell) => cell), symbols.join(""));
  }

  get marks() {
    const frame = this.frames[this.at];
    const known = [...this.#facts].filter((fact) => fact > 0).map((fact) => fact - 1).filter((cell) => this.board.symbol(cell) === ".");
    if (frame.decision) {
      const { clues, cell, certain } = frame.decision;
      return { known, clues, [certain ? "safe" : "cells"]: [cell] };
    }
    if (frame.stuck) return { known, clues: frame.stuck.clues, cells: frame.stuck.cell === null ? [] : [frame.stuck.cell] };
    return { known };
  }

  #show() {
    const frame = this.frames[this.at];
    this.board.mark(this.marks);
    const { decision, stuck, outcome } = frame;
    const kind = outcome ? { won: ["won", "sure"], lost: ["lost", "guess"] }[outcome] : stuck ? ["stuck", "guess"] : decision?.certain ? ["certain", "sure"] : decision ? ["guess", "guess"] : ["thinking", ""];
    this.status.textContent = kind[0];
    this.status.className = `tag ${kind[1]}`;
    const words = decision?.words ?? stuck?.words ?? (outcome === "won" ? "Won: every safe cell is open." : outcome === "lost" ? `Lost. ${this.frames[this.at - 1]?.decision?.words ?? ""}` : "");
    this.words = words;
    const name = stuck ? "Stuck, and why" : outcome ? "The end" : decision?.certain ? "Last deduction" : "A guess";
    // An agent that has only an oracle's word is explained by the server, sentence by sentence.
    this.said.replaceChildren(h("h3", {}, name), h("p", { class: "words" }, words),
      decision?.explanation ? argument(decision.explanation, this.board, this.marks)
      : decision?.steps ? proofDetails(decision.proof, decision.steps, this.board, this.marks, decision.steps <= 12) : "");
    const upTo = this.frames.slice(0, this.at + 1);
    const kb = upTo.filter((one) => one.kb).map((one) => one.kb);
    const last = kb.at(-1);
    const guesses = upTo.filter((one) => one.decision && !one.decision.certain).length;
    const open = this.board.rows.join("").replace(/[^0-8]/g, "").length;
    const figure = (value, text) => h("div", { class: "figure" }, h("b", {}, value), h("span", {}, text));
    this.figures.replaceChildren(...(last ? [figure(String(last.clauses), "clauses in KB"), figure(String(last.facts), "facts in KB0")] : []), figure(String(open), "cells open"), figure(String(guesses), "guesses"));
    this.plot.replaceChildren(last ? lines([{ name: "KB", style: "kb", values: kb.map((one) => one.clauses) }, { name: "KB0", style: "kb0", values: kb.map((one) => one.facts) }], null, `KB has ${last.clauses} clauses, KB0 ${last.facts} facts`) : h("p", { class: "muted small" }, "This agent keeps no clauses."));
    this.clauseCard.hidden = !last;
    this.showClauses();
  }

  showClauses() {
    // Without a pointer, the cell that is talked about.
    const frame = this.frames[this.at];
    const { width, height } = this.board;
    const talked = (frame?.decision ?? frame?.stuck)?.cell ?? null;
    const cell = this.#cell ?? (talked === null ? null : cellNumber(talked, width));
    if (cell === null || cell >= width * height) return;
    const name = (literal) => (literal < 0 ? "¬" : "") + cellName(Math.abs(literal) - 1, width);
    const fact = this.#facts.has(cell + 1) ? `KB0: ${name(cell + 1)}, a mine` : this.#facts.has(-cell - 1) ? `KB0: ${name(-cell - 1)}, safe` : null;
    const about = [...this.#clauses.values()].filter((clause) => clause.includes(cell + 1) || clause.includes(-cell - 1)).sort((a, b) => a.length - b.length);
    this.clauseTitle.textContent = `Clauses about ${cellName(cell, width)}`;
    const shown = about.slice(0, 200).map((clause) => h("li", {}, clause.map(name).join(" ∨ ")));
    if (fact) shown.unshift(h("li", {}, h("b", {}, fact)));
    if (!shown.length) shown.push(h("li", { class: "muted" }, "none"));
    if (about.length > 200) shown.push(h("li", { class: "muted" }, `and ${about.length - 200} more`));
    this.clauses.replaceChildren(...shown);
  }
}

class Watch extends HTMLElement {
  #sides = [];
  #socket = null;
  #timer = 0;
  #playing = !calm();
  #wanted = 0;
  #again = 4;
  #choice = { level: WIDE.matches ? "expert" : "intermediate", agents: ["textbook"], guess: null, seed: null, ...JSON.parse(localStorage.getItem("sapper.watch") ?? "{}") };

  async connectedCallback() {
    const { agents, guesses } = await about();
    this.agents = agents;
    if (this.argument) {
      this.#again = 0;
      const [level, seed, ...names] = this.argument.split("!");
      Object.assign(this.#choice, { level, seed: Number(seed) }, names.length ? { agents: names.slice(0, 2) } : {});
    }
    const { select, custom } = await levelPicker(this.#choice.level, (level) => this.#choose({ level, seed: null }));
    if (!this.isConnected) return;
    const options = agents.map((agent) => h("option", { value: agent.name, title: agent.description }, agent.name));
    const first = h("select", { "aria-label": "Agent", onchange: () => this.#choose({ agents: [first.value, ...this.#choice.agents.slice(1)] }) }, options);
    const second = h("select", { "aria-label": "Second agent", onchange: () => this.#choose({ agents: second.value ? [this.#choice.agents[0], second.value] : [this.#choice.agents[0]] }) },
      h("option", { value: "" }, "nobody"), options.map((option) => option.cloneNode(true)));
    first.value = this.#choice.agents[0];
    second.value = this.#choice.agents[1] ?? "";
    this.pace = h("input", { type: "range", min: 0, max: 100, value: "38", "aria-label": "Pace", oninput: () => this.#schedule() });
    this.toggle = iconButton("pause", "Pause", () => this.#toggle());
    this.count = h("span", { class: "muted small" });
    this.link = h("button", { class: "plain small", title: "Copy a link to this board and these agents", onclick: () => this.#copyLink() });
    const guess = h("select", { "aria-label": "When stuck", onchange: () => this.#choose({ guess: guess.value || null }) },
      h("option", { value: "" }, "its own way"), guesses.map((name) => h("option", { value: name }, name)));
    guess.value = this.#choice.guess ?? "";
    this.stage = h("div");
    this.append(
      h("h1", { class: "quiet" }, "Watch"),
      this.choices = h("details", { class: "choices" }, h("summary", {}, "Agents, level, guesses"),
        h("div", { class: "bar" }, h("label", {}, "Agent", first), h("label", {}, "and", second), select, custom, h("label", {}, "guesses", guess),
          h("button", { class: "primary", onclick: () => this.#choose({ seed: null }) }, "New board"))),
      h("div", { class: "bar" },
        h("span", { class: "bar thumb" },
          iconButton("first", "To the start", () => this.#seek(0)), iconButton("back", "Step back", () => this.#seek(this.#wanted - 1)), this.toggle,
          iconButton("next", "Step", () => this.#seek(this.#wanted + 1)), iconButton("last", "To the end", () => this.#seek(Infinity))),
        h("label", {}, "Pace", this.pace), this.count, h("span", { class: "gap" }), this.link),
      this.stage);
    document.addEventListener("keydown", this.#key);
    WIDE.addEventListener("change", this.#fold);
    this.#fold();
    this.#showToggle();
    this.#start();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    WIDE.removeEventListener("change", this.#fold);
    this.#socket?.close();
    clearTimeout(this.#timer);
  }

  // On a phone the board comes first, and what to choose is one tap away.
  #fold = () => (this.choices.open = WIDE.matches);

  #copyLink() {
    const { level, seed, agents } = this.#choice;
    copy(`${location.origin}/#watch/${encodeURIComponent([level, seed, ...agents].join("!"))}`, "Link");
  }

  #choose(change) {
    this.#again = 0; // a person has chosen
    Object.assign(this.#choice, change);
    const { seed, ...kept } = this.#choice;
    localStorage.setItem("sapper.watch", JSON.stringify(kept));
    this.#start();
  }

  #start() {
    this.#socket?.close();
    const chosen = this.#choice.agents.map((name) => this.agents.find((agent) => agent.name === name) ?? this.agents[0]);
    const two = chosen.length > 1;
    this.#sides = chosen.map((agent) => new Side(agent));
    this.#wanted = 0;
    const room = (side) => h("div", { class: "room" }, side.board);
    this.stage.className = two ? "sides" : "stage";
    this.stage.replaceChildren(...(two
      ? this.#sides.map((side) => h("div", { class: "side" }, side.heading, room(side), ...side.panel))
      : [h("div", { class: "side" }, this.#sides[0].heading, room(this.#sides[0]), marksLegend()), h("div", { class: "panel" }, ...this.#sides[0].panel)]));
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/watch`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ level: this.#choice.level, agents: chosen.map((agent) => agent.name), seed: this.#choice.seed, guess: this.#choice.guess }));
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data));
    this.#schedule();
  }

  #take(message) {
    if (message.problem) {
      guarded(async () => {
        throw new Error(message.problem);
      });
    } else if (message.seed !== undefined) {
      this.#choice.seed = message.seed;
      this.link.textContent = `board ${message.seed}`;
      for (const side of this.#sides) {
        side.board.load(message.width, message.height, Array(message.height).fill(".".repeat(message.width)));
      }
    } else if (message.done) {
      this.#sides[message.side].done = true;
      // The landing view is for watching: a board that ends at once is dealt again.
      const short = this.#sides.every((side) => side.done && side.frames.length < 10);
      if (short && this.#again-- > 0) {
        this.#choice.seed = null;
        this.#start();
        return;
      }
      if (this.#wanted === Infinity) this.#seek(Infinity, false);
    }
    else {
      const side = this.#sides[message.side];
      side.frames.push(message.frame);
      if (side.at < 0 || this.#wanted > side.at) this.#seek(this.#wanted, false);
    }
    this.#showCount();
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    const perSecond = 0.4 * 80 ** (this.pace.value / 100);
    this.#timer = setTimeout(() => {
      if (this.#sides.some((side) => side.at + 1 < side.frames.length)) this.#seek(this.#wanted + 1, false);
      this.#schedule();
    }, 1000 / perSecond);
  }

  // Every side shows the same number of decisions, or its last one.
  #seek(target, byHand = true) {
    if (byHand) this.#pause();
    const longest = Math.max(0, ...this.#sides.map((side) => side.frames.length - 1));
    const open = this.#sides.some((side) => !side.done);
    this.#wanted = Math.max(0, Math.min(target, target === Infinity && open ? Infinity : longest));
    this.#sides.forEach((side, number) => {
      side.goto(this.#wanted);
      const owed = Math.min(AHEAD, AHEAD - (side.frames.length - 1 - side.at)) + (this.#wanted === Infinity ? 60 : 0);
      if (!side.done && owed > 5 && this.#socket.readyState === 1) this.#socket.send(JSON.stringify({ side: number, more: owed }));
    });
    this.#showCount();
    if (byHand) say(this.#sides.map((side) => side.words).join(" "));
  }

  #showCount() {
    const at = Math.max(...this.#sides.map((side) => side.at)) + 1;
    const known = Math.max(...this.#sides.map((side) => side.frames.length));
    const done = this.#sides.every((side) => side.done);
    this.count.textContent = done ? `decision ${at} of ${known}` : `decision ${at}`;
  }

  #pause() {
    this.#playing = false;
    clearTimeout(this.#timer);
    this.#showToggle();
  }

  #toggle() {
    this.#playing = !this.#playing;
    this.#showToggle();
    this.#schedule();
  }

  #showToggle() {
    const label = this.#playing ? "Pause" : "Play";
    this.toggle.replaceChildren(icon(this.#playing ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
  }

  #key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea, button, [role=gridcell], dialog *")) return;
    const action = { " ": () => this.#toggle(), ArrowRight: () => this.#seek(this.#wanted + 1), ArrowLeft: () => this.#seek(this.#wanted - 1), n: () => this.#choose({ seed: null }) }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

function marksLegend() {
  const swatch = (kind) => h("span", { class: "swatch", "data-m": kind });
  return h("p", { class: "muted small" }, swatch("clues"), "clue used", swatch("safe"), "opens next", swatch("known"), "known mine");
}

customElements.define("sapper-watch", Watch);
