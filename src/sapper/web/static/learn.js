// <sapper-learn>: agents think, and show how. Frames come from the server as they are needed; here they are shown at
// any pace, forwards and backwards. A frame is the position before a decision, with the decision and what went on in KB.

import { about, api, busyKeys, calm, cellName, copy, guarded, h, icon, iconButton, levelPicker, number, prose, say, showRunning, toast, whenBack, words } from "./dom.js";
import { lost } from "./connection.js";
import { lines } from "./plot.js";
import { argument, proofDetails } from "./reasons.js";
import "./board.js";

const AHEAD = 15; // frames to have in hand
const AT_FIRST = 20; // frames that the server sends unasked
const SHOWN = 200; // clauses in a list
const SETTLED = 200; // ms after which a step is looked at
const WITH_ODDS = ["odds", "champion"]; // agents that go by them
const UPRIGHT = matchMedia("(max-width: 900px) and (orientation: portrait), (max-height: 500px)");
const t = words.learn;

class Side {
  frames = [];
  at = -1;
  done = false;
  asked = 0; // frames that the server may send
  skip = 0; // frames that come a second time, after the server was away
  words = "";
  #clauses = new Map(); // KB at frame `at`: key -> literals
  #facts = new Set();
  #fresh = new Set(); // keys of clauses and facts that came with frame `at`
  #pinned = null;

  constructor(agent, view) {
    this.agent = agent;
    this.view = view;
    this.board = h("sapper-board", { mode: "look", "aria-label": t.boardOf(agent.name) });
    this.board.addEventListener("point", ({ detail }) => this.#look(detail.cell));
    this.board.addEventListener("click", (event) => {
      const cell = event.target.closest?.("[role=gridcell]")?.index;
      if (cell === undefined) return;
      this.#pinned = this.#pinned === cell ? null : cell;
      this.showClauses();
    });
    this.status = h("span", { class: "tag" }, t.thinking);
    this.said = h("section", { class: "think", "aria-label": t.said });
    this.figures = h("p", { class: "muted small" });
    this.plot = h("div");
    this.search = h("input", { type: "search", placeholder: t.searchExample, "aria-label": t.search, oninput: () => this.showClauses() });
    this.list = h("ol", { class: "kblist", tabindex: 0, "aria-label": t.clauses });
    this.kbCount = h("b");
    this.kbTitle = h("h2", {}, t.kb);
    this.facts = h("div", { class: "facts", tabindex: 0, role: "group", "aria-label": t.kb0 });
    this.factCount = h("b");
    this.lists = h("div", { class: "lists" },
      h("section", { class: "kb", "aria-label": t.kb }, h("header", {}, this.kbTitle, this.kbCount), h("label", { class: "search" }, icon("zoom"), this.search), this.list),
      h("section", { class: "kb", "aria-label": t.kb0 }, h("header", {}, h("h2", {}, t.kb0), this.factCount), this.facts));
  }

  get heading() {
    return h("div", {}, h("h2", {}, this.agent.name, " ", this.status), h("p", { class: "muted small" }, this.agent.description));
  }

  goto(target) {
    if (!this.frames.length) return;
    target = Math.max(0, Math.min(this.frames.length - 1, target));
    this.#fresh.clear();
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
    this.#fresh.clear();
    for (const clause of gone) this.#clauses.delete(clause.join());
    for (const clause of come) this.#clauses.set(clause.join(), clause);
    for (const fact of settled) direction > 0 ? this.#facts.add(fact) : this.#facts.delete(fact);
  }

  #redraw() {
    const symbols = Array(this.board.width * this.board.height).fill(".");
    for (const frame of this.frames.slice(0, this.at + 1)) frame.cells.forEach((cell, i) => (symbols[cell] = frame.symbols[i]));
    this.board.set(symbols.map((_, cell) => cell), symbols.join(""));
  }

  get position() {
    return this.board.rows.map((row) => row.replace(/[*XW]/g, "."));
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

  get state() {
    const { decision, stuck, outcome } = this.frames[this.at] ?? {};
    return outcome ?? (stuck ? "stuck" : decision?.certain ? "certain" : decision ? "guess" : "thinking");
  }

  get guesses() {
    return this.frames.slice(0, this.at + 1).filter((one) => one.decision && !one.decision.certain).length;
  }

  get open() {
    return this.board.rows.join("").replace(/[^0-8]/g, "").length;
  }

  name(literal) {
    return (literal < 0 ? "¬" : "") + cellName(Math.abs(literal) - 1, this.board.width);
  }

  #show() {
    const frame = this.frames[this.at];
    const { decision, stuck } = frame;
    const { state } = this;
    this.board.mark(this.marks);
    this.status.textContent = t.states[state];
    this.status.className = `tag ${{ won: "sure", certain: "sure", thinking: "" }[state] ?? "guess"}`;
    const cell = decision?.cell ?? "";
    const title = decision ? (decision.certain ? t.isSafe(cell) : t.guesses(cell)) : stuck ? t.isStuck(stuck.provable) : t.ends[state] ?? "";
    const text = decision?.words ?? stuck?.words ?? (state === "lost" ? this.frames[this.at - 1]?.decision?.words : "") ?? "";
    this.words = `${title} ${text}`;
    // An agent that has only an oracle's word is explained by the server, sentence by sentence.
    this.said.replaceChildren(
      h("div", {}, h("p", { class: "cap" }, t.step(this.at + 1)), h("h2", { class: "voice" }, prose(title, this.board))),
      text && h("p", {}, prose(text, this.board)),
      ...(decision?.explanation ? argument(decision.explanation, this.board, this.marks) : []),
      !decision?.explanation && decision?.steps ? proofDetails(decision.proof, decision.steps, this.board, this.marks, decision.steps <= 12) : "");
    const kb = this.frames.slice(0, this.at + 1).filter((one) => one.kb).map((one) => one.kb);
    const last = kb.at(-1);
    this.figures.textContent = t.sum(this.open, this.guesses);
    this.plot.replaceChildren(last ? lines([{ name: "KB", style: "line", values: kb.map((one) => one.clauses) }, { name: "KB0", style: "dash", values: kb.map((one) => one.facts) }], t.plot(last.clauses, last.facts)) : "");
    this.lists.hidden = !last;
    this.kbCount.textContent = last ? number(last.clauses) : "";
    this.factCount.textContent = last ? number(last.facts) : "";
    this.showClauses();
    this.#showFacts();
  }

  // What the pointer is on, for as long as it is there.
  #look(cell) {
    this.#pointed = cell;
    if (this.#pinned === null) this.showClauses();
  }
  #pointed = null;

  // KB: what is searched for, or the clauses of the cell that is pinned, pointed at or decided about, then the others.
  showClauses() {
    const frame = this.frames[this.at];
    if (!frame) return;
    const talked = (frame.decision ?? frame.stuck)?.cell ?? null;
    const cell = this.#pinned ?? this.#pointed ?? (talked === null ? null : this.board.named(talked));
    const wanted = this.search.value.trim().toUpperCase().replace(/\bV\b|\|/g, "∨").replace(/[-!~]/g, "¬").split(/[\s∨]+/).filter(Boolean);
    const text = (clause) => clause.map((literal) => this.name(literal));
    const about = (clause) => cell !== null && (clause.includes(cell + 1) || clause.includes(-cell - 1));
    let all = [...this.#clauses.values()];
    if (wanted.length) all = all.filter((clause) => wanted.every((one) => text(clause).some((literal) => literal === one || literal === `¬${one}`)));
    const added = new Set((frame.kb?.added ?? []).map((clause) => clause.join()));
    all.sort((a, b) => about(b) - about(a) || a.length - b.length);
    this.kbTitle.textContent = wanted.length ? t.found(all.length) : cell === null ? t.kb : (this.#pinned === null ? t.kbAbout : t.kbPinned)(cellName(cell, this.board.width));
    const shown = all.slice(0, SHOWN).map((clause) => {
      const show = () => this.board.mark({ cells: clause.map((literal) => Math.abs(literal) - 1) });
      return h("li", { class: added.has(clause.join()) ? "new" : "", onmouseenter: show, onmouseleave: () => this.board.mark(this.marks) }, h("span", { class: "clause" }, text(clause).join(" ∨ ")), about(clause) && h("small", {}, t.aboutCell(cellName(cell, this.board.width))));
    });
    if (!shown.length) shown.push(h("li", { class: "muted" }, t.none));
    if (all.length > SHOWN) shown.push(h("li", { class: "muted" }, t.andMore(all.length - SHOWN)));
    this.list.replaceChildren(...shown);
  }

  #showFacts() {
    const now = new Set(this.frames[this.at]?.kb?.settled ?? []);
    this.facts.replaceChildren(...[...this.#facts].reverse().map((fact) => {
      const show = () => this.board.point(Math.abs(fact) - 1);
      return h("span", { class: `${fact > 0 ? "m" : ""} ${now.has(fact) ? "new" : ""}`, title: t.fact(cellName(Math.abs(fact) - 1, this.board.width), fact > 0), onmouseenter: show, onmouseleave: () => this.board.point(null) }, this.name(fact).replace("¬", ""));
    }));
  }
}

class Learn extends HTMLElement {
  #sides = [];
  #socket = null;
  #timer = 0;
  #playing = false;
  #wanted = 0;
  #target = null; // the step of a link
  #odds = 0; // ticket of the odds that were asked for last
  #choice = { level: "easy", agents: ["textbook"], guess: null, seed: null, ...JSON.parse(localStorage.getItem("sapper.watch") ?? "{}") };

  async connectedCallback() {
    const known = await this.#about();
    if (!known) return;
    const { agents, guesses } = known;
    this.agents = agents;
    if (this.argument) this.#readLink(this.argument);
    const { select, custom } = await levelPicker(this.#choice.level, (level) => this.#choose({ level, seed: null }));
    if (!this.isConnected) return;
    select.classList.remove("level");
    const options = agents.map((agent) => h("option", { value: agent.name, title: agent.description }, agent.name));
    const first = h("select", { "aria-label": t.agent, onchange: () => this.#choose({ agents: [first.value, ...this.#choice.agents.slice(1)] }) }, options);
    const second = h("select", { "aria-label": t.second, onchange: () => this.#choose({ agents: second.value ? [this.#choice.agents[0], second.value] : [this.#choice.agents[0]] }) },
      h("option", { value: "" }, t.nobody), options.map((option) => option.cloneNode(true)));
    first.value = this.#choice.agents[0];
    second.value = this.#choice.agents[1] ?? "";
    const guess = h("select", { "aria-label": t.whenStuck, onchange: () => this.#choose({ guess: guess.value || null }) },
      h("option", { value: "" }, t.ownWay), guesses.map((name) => h("option", { value: name }, name)));
    guess.value = this.#choice.guess ?? "";
    this.pace = h("input", { type: "range", min: 0, max: 100, value: "38", "aria-label": t.pace, oninput: () => this.#schedule() });
    this.toggle = iconButton("run", t.run, () => this.#toggle());
    this.count = h("span", { class: "muted small" });
    this.link = h("button", { class: "plain small muted", title: t.linkTitle, onclick: () => copy(`${location.origin}/${this.#hash}`, words.linkCopied) });
    this.oddsButton = h("button", { class: "b bare", "aria-pressed": "false", onclick: () => {
      const on = this.oddsButton.getAttribute("aria-pressed") !== "true";
      this.oddsButton.setAttribute("aria-pressed", String(on));
      this.#showOdds();
    } }, t.odds);
    this.large = h("button", { class: "b bare", "aria-pressed": String(this.#isLarge), onclick: () => {
      localStorage.setItem("sapper.large", this.#isLarge ? "" : "1");
      this.#showLarge();
    } }, t.large);
    this.transport = h("div", { class: "transport fixed-bar", role: "toolbar", "aria-label": t.controls },
      iconButton("start", t.toStart, () => this.#seek(0), { class: "b bare sq" }), iconButton("prev", t.stepBack, () => this.#seek(this.#wanted - 1)),
      h("button", { class: "b main wide", onclick: () => this.#seek(this.#wanted + 1) }, icon("next"), t.stepOn),
      this.toggle, iconButton("end", t.toEnd, () => this.#seek(Infinity), { class: "b bare sq" }));
    this.verdict = h("p", { class: "voice", role: "status" });
    this.stage = h("div", { class: "lesson" });
    this.append(
      h("h1", { class: "quiet" }, words.views.learn),
      this.choices = h("details", { class: "choices" }, h("summary", {}, t.choices), h("div", {},
        h("label", {}, t.agent, first), h("label", {}, t.second, second), h("label", {}, words.level, select), custom, h("label", {}, t.whenStuck, guess),
        h("button", { class: "b", onclick: () => this.#choose({ seed: null }) }, icon("new"), t.newBoard), this.oddsButton, this.large)),
      this.stage);
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    UPRIGHT.addEventListener("change", this.#fold);
    this.#fold();
    this.#showLarge();
    this.#start();
  }

  async #about() {
    while (this.isConnected) {
      try {
        return await about();
      } catch (problem) {
        if (!problem.away) toast(problem.message);
        await whenBack();
      }
    }
    return undefined;
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#back);
    UPRIGHT.removeEventListener("change", this.#fold);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearTimeout(this.#timer);
  }

  // On a small screen the board comes first, and what to choose is one tap away.
  #fold = () => (this.choices.open = !UPRIGHT.matches);

  get #isLarge() {
    return Boolean(localStorage.getItem("sapper.large"));
  }

  #showLarge() {
    this.classList.toggle("large-type", this.#isLarge);
    this.large.setAttribute("aria-pressed", String(this.#isLarge));
  }

  // A link names the level, the board, the agents and the step: #learn/expert!245!rules!odds!@46
  #readLink(text) {
    const [level, seed, ...rest] = text.split("!");
    const step = rest.find((part) => /^@\d+$/.test(part));
    const agents = rest.filter((part) => part !== step);
    const isBad = !/^[\w*()]+(x\d+x\d+)?(\/[\w*()]+)?$/.test(level) || !/^\d{1,15}$/.test(seed ?? "") || agents.some((name) => !this.agents.some((agent) => agent.name === name));
    if (isBad) return toast(words.cutLink);
    Object.assign(this.#choice, { level, seed: Number(seed) }, agents.length ? { agents: agents.slice(0, 2) } : {});
    this.#target = step ? Number(step.slice(1)) - 1 : null;
    return undefined;
  }

  get #hash() {
    const { level, seed, agents } = this.#choice;
    const step = this.#wanted > 0 && this.#wanted !== Infinity ? [`@${this.#wanted + 1}`] : [];
    return `#learn/${encodeURIComponent([level, seed, ...agents, ...step].join("!"))}`;
  }

  #choose(change) {
    Object.assign(this.#choice, change);
    const { seed, ...kept } = this.#choice;
    localStorage.setItem("sapper.watch", JSON.stringify(kept));
    this.#target = null;
    this.#start();
  }

  #start() {
    const chosen = this.#choice.agents.map((name) => this.agents.find((agent) => agent.name === name) ?? this.agents[0]);
    const two = chosen.length > 1;
    this.#sides = chosen.map((agent) => new Side(agent, this));
    this.#wanted = 0;
    this.verdict.textContent = "";
    this.oddsButton.setAttribute("aria-pressed", String(chosen.some((agent) => WITH_ODDS.includes(agent.name))));
    const room = (side) => h("div", { class: "room" }, side.board);
    const controls = [this.transport, h("div", { class: "transport" }, h("label", { class: "muted small" }, t.pace, " ", this.pace), h("span", { class: "gap" }), this.count, this.link)];
    this.stage.className = two ? "lesson two" : "lesson";
    const [one] = this.#sides;
    this.stage.replaceChildren(...(two
      ? [h("div", { class: "side" }, ...controls), h("div", { class: "side" }, this.verdict, this.#partButton()), ...this.#sides.map((side) => h("div", { class: "side" }, side.heading, room(side), side.figures, side.said))]
      : [h("div", { class: "side" }, one.heading, room(one), ...controls, one.plot, one.figures, marksLegend()), one.said, one.lists]));
    this.#connect();
    this.#schedule();
  }

  #partButton() {
    return h("div", {}, h("button", { class: "b", onclick: () => this.#seek(this.#parting()) }, t.whereTheyPart));
  }

  // The first step at which two agents don't decide the same.
  #parting() {
    const [a, b] = this.#sides;
    const cell = (frame) => frame?.decision?.cell ?? (frame?.stuck ? "stuck" : frame?.outcome);
    for (let i = 0; i < Math.min(a.frames.length, b.frames.length); i++) if (cell(a.frames[i]) !== cell(b.frames[i])) return i;
    return Math.min(a.frames.length, b.frames.length) - 1;
  }

  #connect() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    const { level, seed, guess } = this.#choice;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/watch`);
    this.#socket = socket;
    for (const side of this.#sides) {
      side.skip = side.frames.length;
      side.asked = AT_FIRST;
    }
    socket.onopen = () => socket.send(JSON.stringify({ level, agents: this.#sides.map((side) => side.agent.name), seed, guess }));
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data));
    // A line that ends before the games do: the server is away.
    socket.onclose = () => {
      if (socket !== this.#socket || this.#sides.every((side) => side.done) || this.refused) return;
      this.#socket = null;
      lost();
    };
    this.refused = false;
  }

  // What was shown stays; the frames after it come again from the start of the same board.
  #back = () => this.#sides.length && !this.#sides.every((side) => side.done) && this.#connect();

  #take(message) {
    if (message.problem) {
      this.refused = true;
      toast(message.problem.charAt(0).toUpperCase() + message.problem.slice(1) + (message.problem.endsWith(".") ? "" : "."));
    } else if (message.seed !== undefined) {
      this.#choice.seed = message.seed;
      this.levelText = message.level;
      this.link.textContent = t.board(message.seed);
      for (const side of this.#sides) {
        if (side.board.width) continue;
        side.board.load(message.width, message.height, Array(message.height).fill(".".repeat(message.width)));
      }
      this.#ask();
    } else if (message.done) {
      this.#sides[message.side].done = true;
      if (this.#wanted === Infinity) this.#seek(Infinity, false);
      else this.#showCount();
    } else {
      const side = this.#sides[message.side];
      if (side.skip > 0) {
        side.skip--;
        this.#ask();
        return;
      }
      side.frames.push(message.frame);
      if (this.#target !== null) {
        if (side.frames.length <= this.#target) this.#ask();
        this.#seek(Math.min(this.#target, side.frames.length - 1), false);
        if (side.frames.length > this.#target) this.#target = null;
      } else if (side.at < 0 || this.#wanted > side.at) this.#seek(this.#wanted, false);
      this.#showCount();
    }
  }

  // Frames are counted from the start of the line, those that come a second time too; never more than are needed soon.
  #ask() {
    this.#sides.forEach((side, number) => {
      const wanted = this.#target ?? this.#wanted;
      const needed = (wanted === Infinity ? side.frames.length + 60 : Math.max(wanted, side.at) + 1) + AHEAD;
      const more = needed - side.asked;
      if (side.done || more <= 5 || this.#socket?.readyState !== 1) return;
      this.#socket.send(JSON.stringify({ side: number, more }));
      side.asked += more;
    });
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
    if (byHand) {
      this.#pause();
      this.#target = null;
    }
    const longest = Math.max(0, ...this.#sides.map((side) => side.frames.length - 1));
    const open = this.#sides.some((side) => !side.done);
    this.#wanted = Math.max(0, Math.min(target, target === Infinity && open ? Infinity : longest));
    for (const side of this.#sides) side.goto(this.#wanted);
    this.#ask();
    this.#showCount();
    this.#showOdds();
    if (byHand) {
      say(this.#sides.map((side) => side.words).join(" "));
      if (location.hash.startsWith("#learn")) history.replaceState(null, "", this.#hash);
    }
  }

  // The chance of a mine in each cell, where someone wants to see it and there is time to.
  #showOdds() {
    const ticket = ++this.#odds;
    const on = this.oddsButton.getAttribute("aria-pressed") === "true";
    for (const side of this.#sides) {
      side.board.overlay(null);
      if (!on || side.at < 0 || side.state === "won" || side.state === "lost") continue;
      const at = side.at;
      guarded(async () => {
        // Who goes on at once waits for no odds.
        await new Promise((done) => setTimeout(done, SETTLED));
        if (ticket !== this.#odds) return;
        const { odds } = await api("/analyse", { position: `${[this.#level, ...side.position].join("\n")}\n` });
        if (ticket !== this.#odds || at !== side.at) return;
        side.board.overlay(!odds || odds.first_is_safe ? null : odds.odds.flat());
      });
    }
  }

  // The level in full: a position can't be read by a level's name.
  get #level() {
    return this.levelText ?? this.#choice.level;
  }

  #showCount() {
    const at = Math.max(...this.#sides.map((side) => side.at)) + 1;
    const known = Math.max(...this.#sides.map((side) => side.frames.length));
    const done = this.#sides.every((side) => side.done);
    this.count.textContent = done ? t.countOf(at, known) : t.count(at);
    if (this.#sides.length < 2) return;
    const [a, b] = this.#sides;
    const ended = done && this.#sides.every((side) => side.at === side.frames.length - 1);
    const text = ended ? t.verdict([a, b].map((side) => ({ name: side.agent.name, state: side.state, steps: side.frames.length, guesses: side.guesses }))) : t.score(a.agent.name, a.open, b.agent.name, b.open);
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
  }

  #pause() {
    this.#playing = false;
    clearTimeout(this.#timer);
    showRunning(this.toggle, this.#playing, t);
  }

  #toggle() {
    this.#playing = !this.#playing;
    showRunning(this.toggle, this.#playing, t);
    this.#schedule();
  }

  #key = (event) => {
    if (busyKeys(event) || event.target.matches("button, [role=gridcell]")) return;
    const action = { " ": () => this.#toggle(), ArrowRight: () => this.#seek(this.#wanted + 1), ArrowLeft: () => this.#seek(this.#wanted - 1), Home: () => this.#seek(0), End: () => this.#seek(Infinity), n: () => this.#choose({ seed: null }) }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

function marksLegend() {
  const piece = (symbol, mark) => h("i", { class: "piece", "data-s": symbol, "data-m": mark });
  return h("p", { class: "legend" }, h("span", {}, piece("1", "clues"), t.legend.clue), h("span", {}, piece(".", "safe"), t.legend.safe), h("span", {}, piece(".", "known"), t.legend.known), h("span", {}, piece("+"), t.legend.told));
}

customElements.define("sapper-learn", Learn);
