// <sapper-watch> shows how agents reason. A frame contains the position before a decision, the
// decision, and the changes in the knowledge base (KB).

import {
  aboutFor,
  agentLine,
  agentName,
  agentPickers,
  api,
  busyKeys,
  cellName,
  copy,
  guarded,
  h,
  icon,
  iconButton,
  levelPicker,
  number,
  plain,
  say,
  sentence,
  showRunning,
  socketTo,
  spoken,
  toast,
  words,
} from "./dom.js";
import { lost } from "./connection.js";
import { lines } from "./plot.js";
import { argument, proofDetails } from "./reasons.js";
import { sheet } from "./sheet.js";
import { learnTabs } from "./tabs.js";
import "./board.js";

const AHEAD = 15; // frames to load in advance
const AT_FIRST = 20; // the frames that the server sends without being asked
const SHOWN = 200; // the most clauses to show in a list
const SETTLED = 200; // ms on a step before its odds are loaded
const WITH_ODDS = ["odds", "champion"]; // agents that use odds
const UPRIGHT = matchMedia("(max-width: 900px) and (orientation: portrait), (max-height: 500px)");
const t = words.learn;

/**
 * @typedef {"won" | "lost"} Outcome
 * @typedef {object} Kb the changes in the knowledge base
 * @property {number} clauses
 * @property {number} facts
 * @property {number[][]} [added]
 * @property {Api.OriginJson[]} [from]
 * @property {number[][]} [removed]
 * @property {number[]} [settled]
 * @typedef {object} Frame a position and its decision
 * @property {number[]} cells
 * @property {string} symbols
 * @property {Outcome | null} outcome
 * @property {Kb} [kb]
 * @property {Api.TurnJson | null} [turn] null if the last decision still applies
 * @property {Record<number, number>} [cites]
 * @property {Api.DecisionJson} [decision]
 * @property {Api.StuckJson} [stuck]
 * @typedef {object} Doing the action of an agent where two differ
 * @property {string} name
 * @property {string} cell empty if it opens none
 * @property {boolean} certain
 * @property {boolean} stuck
 * @property {Outcome | null} outcome
 * @typedef {{ kind: "same" } | Parted} Parting
 * @typedef {object} Parted
 * @property {"proves" | "guesses"} kind
 * @property {[number, number]} steps
 * @property {Doing} who
 * @property {Doing} other
 * @typedef {object} Item a clause in a list
 * @property {number[]} literals
 * @property {string} [kind]
 * @property {string} [text]
 * @property {string} [title]
 * @property {string} [note]
 * @property {number[] | null} [gone] the clause it came from
 * @property {boolean} [struck]
 * @typedef {{ problem: string }} Refused
 * @typedef {{ seed: number, level: string, width: number, height: number, mines: number }} Started
 * @typedef {{ side: number, done: true }} Done
 * @typedef {Refused | Started | Done | { side: number, frame: Frame }} Message
 * @typedef {{ level: string, agents: string[], guess: string | null, seed: number | null }} Choice
 */

class Side {
  /** @type {HTMLElement} */ aboutCard;
  /** @type {Frame[]} */ frames = [];
  at = -1;
  done = false;
  asked = 0; // frames requested so far
  skip = 0; // frames that the server sends again after a lost connection
  words = "";
  /** @type {Map<string, number[]>} */
  #clauses = new Map(); // the clauses of the KB at frame `at`, by key
  /** @type {Set<number>} */ #facts = new Set();
  /** @type {Map<string, Api.OriginJson>} */
  #origins = new Map(); // the origins of all clauses so far, by key
  /** @type {number | null} */ #pinned = null;

  /** @param {Api.AgentForm} agent @param {Watch} view */
  constructor(agent, view) {
    this.agent = agent;
    this.name = agentName(agent.name);
    this.view = view;
    this.board = h("sapper-board", { mode: "look", "aria-label": t.boardOf(this.name) });
    this.board.addEventListener("point", ({ detail }) => this.#look(detail.cell));
    this.board.addEventListener("click", (event) => {
      const cell = this.board.cellAt(event);
      if (cell === null) return;
      this.#pin(this.#pinned === cell ? null : cell);
    });
    this.status = h("span", { class: "tag" }, t.thinking);
    this.said = h("section", {
      class: "think",
      "aria-label": view.isTwo ? t.saidBy(this.name) : t.said,
    });
    this.figures = h("p", { class: "muted small drawn" });
    this.plot = h("div", { class: "drawn" });
    this.search = h("input", {
      type: "search",
      placeholder: t.searchExample,
      "aria-label": t.search,
      oninput: () => this.showClauses(),
    });
    this.list = h("div");
    this.kbCount = h("b");
    this.about = h("div");
    this.aboutCount = h("b");
    this.aboutTitle = h("h2");
    this.unpin = h(
      "button",
      { class: "plain small", hidden: true, onclick: () => this.#pin(null) },
      t.unpin,
    );
    this.facts = h("div");
    this.factCount = h("b");
    this.lists = h(
      "div",
      { class: "lists" },
      this.aboutCard = h(
        "section",
        { class: "kb", "aria-label": t.ofOneCell },
        h("header", {}, this.aboutTitle, this.unpin, this.aboutCount),
        this.about,
      ),
      h(
        "section",
        { class: "kb", "aria-label": t.kb },
        h("header", {}, h("h2", {}, t.kb), this.kbCount),
        h("label", { class: "search" }, icon("zoom"), this.search),
        this.list,
      ),
      h(
        "section",
        { class: "kb", "aria-label": t.kb0 },
        h("header", {}, h("h2", {}, t.kb0), this.factCount),
        this.facts,
      ),
    );
  }

  // Pins a cell, so that the lists show its clauses instead of following the agent.
  /** @param {number | null} cell */
  #pin(cell) {
    this.#pinned = cell;
    this.showClauses();
  }

  get heading() {
    return h(
      "div",
      {},
      h("h2", {}, this.name, " ", this.status),
      h("p", { class: "muted small" }, agentLine(this.agent)),
    );
  }

  /** @param {number} target */
  goto(target) {
    if (!this.frames.length) return;
    target = Math.max(0, Math.min(this.frames.length - 1, target));
    while (this.at < target) this.#step(this.frames[++this.at], 1);
    if (this.at > target) {
      while (this.at > target) this.#step(this.frames[this.at--], -1);
      this.#redraw();
    }
    this.#show();
  }

  /** @param {Frame} frame @param {1 | -1} direction */
  #step(frame, direction) {
    if (direction > 0) this.board.set(frame.cells, frame.symbols);
    const { added = [], from = [], removed = [], settled = [] } = frame.kb ?? {};
    const [gone, come] = direction > 0 ? [removed, added] : [added, removed];
    added.forEach((clause, i) => this.#origins.set(clause.join(), from[i]));
    for (const clause of gone) this.#clauses.delete(clause.join());
    for (const clause of come) this.#clauses.set(clause.join(), clause);
    for (const fact of settled) direction > 0 ? this.#facts.add(fact) : this.#facts.delete(fact);
  }

  #redraw() {
    const symbols = Array(this.board.width * this.board.height).fill(".");
    for (const frame of this.frames.slice(0, this.at + 1)) {
      frame.cells.forEach((cell, i) => (symbols[cell] = frame.symbols[i]));
    }
    this.board.set(symbols.map((_, cell) => cell), symbols.join(""));
  }

  get position() {
    return this.board.rows.map((row) => row.replace(/[*XW]/g, "."));
  }

  get marks() {
    const frame = this.frames[this.at];
    const known = [...this.#facts].filter((fact) => fact > 0).map((fact) => fact - 1).filter((
      cell,
    ) => this.board.symbol(cell) === ".");
    if (frame.decision) {
      const { clues, cell, certain, explanation } = frame.decision;
      return { known, clues: explanation?.clues ?? clues, [certain ? "safe" : "cells"]: [cell] };
    }
    if (frame.stuck) {
      return {
        known,
        clues: frame.stuck.clues,
        cells: frame.stuck.cell === null ? [] : [frame.stuck.cell],
      };
    }
    return { known };
  }

  get state() {
    const { decision, stuck, outcome } = this.frames[this.at] ?? {};
    return outcome ??
      (stuck ? "stuck" : decision?.certain ? "certain" : decision ? "guess" : "thinking");
  }

  get guesses() {
    return this.frames.slice(0, this.at + 1).filter((one) => one.decision && !one.decision.certain)
      .length;
  }

  get open() {
    return this.board.rows.join("").replace(/[^0-8]/g, "").length;
  }

  /** @param {number} literal */
  literal(literal) {
    return (literal < 0 ? "¬" : "") + cellName(Math.abs(literal) - 1, this.board.width);
  }

  #show() {
    const frame = this.frames[this.at];
    const { decision, stuck } = frame;
    const { state } = this;
    this.board.mark(this.marks);
    this.status.textContent = t.states[state];
    const isSure = state === "won" || state === "certain";
    this.status.className = `tag ${isSure ? "sure" : state === "thinking" ? "" : "guess"}`;
    const cell = decision?.cell ?? "";
    const title = decision
      ? (decision.certain ? t.isSafe(cell) : t.guesses(cell))
      : [stuck ? t.isStuck(stuck.provable) : t.ends[state] ?? ""];
    const said = decision ?? stuck ??
      (state === "lost" ? this.frames[this.at - 1]?.decision : undefined);
    this.words = decision?.words || plain(title);
    // Agents that ask an oracle have no proof, so the server explains their decisions.
    this.said.replaceChildren(
      h(
        "div",
        {},
        h("p", { class: "cap" }, t.step(this.at + 1)),
        spoken("h2", { class: "voice" }, title, this.board),
      ),
      said?.words ? spoken("p", {}, said.runs, this.board) : "",
      ...(decision?.explanation
        ? argument({ ...decision.explanation, proof: null }, this.board, this.marks)
        : []),
      !decision?.explanation && decision?.steps ? this.#proof(frame) : "",
      ...turnBlocks(frame, this),
    );
    const kb = this.frames.slice(0, this.at + 1).flatMap((one) => one.kb ?? []);
    const last = kb.at(-1);
    this.figures.textContent = t.sum(this.open, this.guesses);
    this.plot.replaceChildren(
      last
        ? lines([{ name: "KB", style: "line", values: kb.map((one) => one.clauses) }, {
          name: "KB0",
          style: "dash",
          values: kb.map((one) => one.facts),
        }], t.plot(last.clauses, last.facts))
        : "",
    );
    this.lists.hidden = !last;
    this.kbCount.textContent = last ? number(last.clauses) : "";
    this.factCount.textContent = last ? number(last.facts) : "";
    this.showClauses();
    this.#showFacts();
  }

  // Shows a proof. A fact that was proved earlier has a button that goes to its step.
  /** @param {Frame} frame */
  #proof({ decision, cites }) {
    const { proof, steps } = /** @type {Api.DecisionJson} */ (decision);
    const shown = proof.map((line) =>
      cites?.[line.number]
        ? {
          ...line,
          note: t.cited(cites[line.number]),
          go: () => this.view.seek(cites[line.number] - 1),
        }
        : line
    );
    return proofDetails(shown, steps, this.board, this.marks, steps <= 12);
  }

  /** @param {number | null} cell */
  #look(cell) {
    this.#pointed = cell;
    if (this.#pinned === null) this.showClauses();
  }
  /** @type {number | null} */ #pointed = null;

  showClauses() {
    const frame = this.frames[this.at];
    if (!frame) return;
    const talked = (frame.decision ?? frame.stuck)?.cell ?? null;
    const cell = this.#pinned ?? this.#pointed ??
      (talked === null ? null : this.board.named(talked));
    const wanted = this.search.value.trim().toUpperCase().replace(/\bV\b|\|/g, "∨").replace(
      /[-!~]/g,
      "¬",
    ).split(/[\s∨()]+/).filter(Boolean);
    /** @param {number[]} clause */
    const fits = (clause) =>
      wanted.every((one) =>
        clause.some((literal) => [one, `¬${one}`].includes(this.literal(literal)))
      );
    /** @param {number[]} clause */
    const isAbout = (clause) =>
      cell !== null && (clause.includes(cell + 1) || clause.includes(-cell - 1));
    const all = [...this.#clauses.values()].sort((a, b) => a.length - b.length);
    const found = all.filter(fits);
    const about = all.filter(isAbout);
    const added = new Set((frame.kb?.added ?? []).map((clause) => clause.join()));
    /** @param {number[]} clause */
    const item = (clause) => ({
      literals: clause,
      kind: `${added.has(clause.join()) ? "new" : ""} ${isAbout(clause) ? "about" : ""}`,
      note: this.#origin(this.#origins.get(clause.join())),
    });
    this.aboutCard.hidden = cell === null;
    if (cell !== null) {
      this.aboutTitle.textContent = (this.#pinned === null ? t.kbAbout : t.kbPinned)(
        cellName(cell, this.board.width),
      );
    }
    this.unpin.hidden = this.#pinned === null;
    this.aboutCount.textContent = number(about.length);
    this.about.replaceChildren(clauseList(about.map(item), this, t.ofOneCell, t.noneOfCell));
    this.list.replaceChildren(
      wanted.length ? h("p", { class: "muted small found" }, t.found(found.length)) : "",
      clauseList(found.map(item), this, t.clauses, t.none),
    );
  }

  /** @param {Api.OriginJson | undefined} from */
  #origin(from) {
    if (!from) return "";
    if (from.facts.length) return t.resolvedWith(from.facts.map((fact) => this.literal(fact)));
    if (from.pair.length) return t.ofPair;
    return from.oracle
      ? t.oracle
      : from.clue === null
      ? t.mineCount
      : t.numberAt(this.board.symbol(from.clue), cellName(from.clue, this.board.width));
  }

  #showFacts() {
    const now = new Set(this.frames[this.at]?.kb?.settled ?? []);
    const facts = [...this.#facts].reverse().map((fact) => ({
      literals: [fact],
      kind: `${fact > 0 ? "m" : ""} ${now.has(fact) ? "new" : ""}`,
      text: this.literal(fact).replace("¬", ""),
      title: t.fact(cellName(Math.abs(fact) - 1, this.board.width), fact > 0),
    }));
    this.facts.replaceChildren(clauseList(facts, this, t.kb0, t.noFacts, "facts"));
  }
}

let lists = 0;

// A list of clauses. Pointing at a clause, or reaching it with the arrow keys, marks its cells on
// the board. A click keeps them marked.
/**
 * @param {Item[]} items
 * @param {Side} side
 * @param {string} label
 * @param {string} empty
 * @param {string} [style]
 */
function clauseList(items, side, label, empty, style = "kblist") {
  if (!items.length) return h("p", { class: "muted small none" }, empty);
  const id = `list${++lists}`;
  const { board } = side;
  let at = -1;
  /** @param {Item} item */
  const mark = (item) =>
    board.mark({ cells: item.literals.map((literal) => Math.abs(literal) - 1) });
  /** @param {number} index */
  const show = (index) => {
    options[at]?.setAttribute("aria-selected", "false");
    at = index;
    if (at < 0) {
      list.removeAttribute("aria-activedescendant");
      return board.mark(side.marks);
    }
    options[at].setAttribute("aria-selected", "true");
    options[at].scrollIntoView({ block: "nearest" });
    list.setAttribute("aria-activedescendant", options[at].id);
    return mark(items[at]);
  };
  const leave = () => (at < 0 ? board.mark(side.marks) : mark(items[at]));
  const options = items.slice(0, SHOWN).map((item, index) =>
    h(
      "div",
      {
        role: "option",
        id: `${id}-${index}`,
        "aria-selected": "false",
        class: item.kind ?? "",
        title: item.title,
        "aria-label": item.title,
        onmouseenter: () => mark(item),
        onmouseleave: leave,
        onclick: () => show(at === index ? -1 : index),
      },
      item.gone ? h("s", { class: "clause" }, clauseText(item.gone, side)) : "",
      item.gone ? " → " : "",
      h(
        item.struck ? "s" : "span",
        { class: "clause" },
        item.text ?? clauseText(item.literals, side),
      ),
      item.note && h("small", {}, item.note),
    )
  );
  const list = h("div", {
    role: "listbox",
    class: style,
    tabindex: 0,
    "aria-label": label,
    onblur: () => show(-1),
    onkeydown: (event) => {
      /** @type {Record<string, number | undefined>} */
      const targets = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        ArrowRight: style === "facts" ? at + 1 : undefined,
        ArrowLeft: style === "facts" ? at - 1 : undefined,
        Home: 0,
        End: options.length - 1,
        Escape: -1,
      };
      const target = targets[event.key];
      if (target === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      show(Math.min(options.length - 1, target));
    },
  }, options);
  return items.length > SHOWN
    ? h("div", {}, list, h("p", { class: "muted small none" }, t.andMore(items.length - SHOWN)))
    : list;
}

/** @param {number[]} clause @param {Side} side */
const clauseText = (clause, side) =>
  clause.length ? clause.map((literal) => side.literal(literal)).join(" ∨ ") : "⊥";

/** @param {Frame} frame @param {Side} side */
function turnBlocks(frame, side) {
  const { turn } = frame;
  if (turn === undefined) return [];
  if (turn === null) return [h("p", { class: "muted small" }, t.sameDecision)];
  /** @param {number} index */
  const cell = (index) => cellName(index, side.board.width);
  const open = !side.view.isTwo;
  const used = new Set(frame.decision?.clues ?? []); // the clues that the proof uses
  /**
   * @param {Icon} picture
   * @param {string} title
   * @param {boolean} isOpen
   * @param {...Child} content
   */
  const block = (picture, title, isOpen, ...content) =>
    h(
      "details",
      { class: "turn", open: open && isOpen },
      h("summary", {}, icon(picture), h("span", {}, title)),
      ...content.flat(),
    );
  /** @param {Item[]} items @param {string} label */
  const list = (items, label) => (items.length ? [clauseList(items, side, label, "")] : []);
  /** @param {Api.FateJson} fate */
  const kept = (fate) => ({ literals: fate.result, gone: fate.facts.length ? fate.clause : null });
  const numbers = turn.sources.map((source) => {
    const { clue, oracle, mines, cells, counts, clauses } = source;
    const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
    const came = (counts.kept ?? 0) + (counts.fact ?? 0);
    const title = oracle
      ? t.oracleSays
      : clue === null
      ? t.countSays(mines, cells)
      : t.numberSays(side.board.symbol(clue), cell(clue), mines, cells);
    const fresh = clauses.filter((fate) => fate.kind === "kept" || fate.kind === "fact").map(kept);
    const isUsed = clue !== null && used.has(cell(clue));
    return {
      title,
      came,
      isUsed,
      items: [
        h(
          "p",
          {
            class: "muted small",
            onmouseenter: () => clue !== null && side.board.mark({ clues: [clue] }),
            onmouseleave: () => side.board.mark(side.marks),
          },
          oracle || mines === 0 || mines === cells ? "" : t.clausesOf(mines, cells),
          " ",
          t.ofThemNew(total, came),
        ),
        ...list(fresh, title),
      ],
    };
  });
  const first = numbers.filter((one) => one.isUsed);
  const others = numbers.filter((one) => !one.isUsed);
  const facts = [
    turn.given.length ? t.givenCells(turn.given.map(cell)) : "",
    turn.opened.length > 1 ? t.openedCells(turn.opened.length) : "",
  ].filter(Boolean);
  const resolved = [
    ...turn.matched.map(({ left, right, on, gave }) => ({
      literals: gave.result,
      note: t.matchedOn(clauseText(left, side), clauseText(right, side), cell(on)),
    })),
    ...turn.shortened.filter((fate) => fate.kind === "kept" || fate.kind === "fact").map((
      fate,
    ) => ({
      literals: fate.result,
      gone: fate.clause,
      note: t.loses(fate.facts.map((fact) => side.literal(-fact))),
    })),
  ];
  const weaker = [
    ...turn.sources.flatMap((source) => source.clauses).filter((fate) =>
      fate.kind === "subsumed" || fate.kind === "duplicate"
    ).map((fate) => ({ literals: fate.clause, struck: true })),
    ...turn.removed.map(({ clause, why, by }) => ({
      literals: clause,
      struck: true,
      note: (why === "subsumed" ? t.strictly : t.satisfiedBy)(clauseText(by, side)),
    })),
  ];
  const weakerCount = turn.sources.reduce(
    (sum, { counts }) => sum + (counts.subsumed ?? 0) + (counts.duplicate ?? 0),
    turn.removed_count,
  );
  const settled = turn.settled.map((literal) => ({
    literals: [literal],
    text: t.fact(cell(Math.abs(literal) - 1), literal > 0),
  }));
  const resolvedCount = turn.matched_count + turn.shortened_count;
  return [
    h("p", { class: "muted small" }, t.bases),
    ...facts.map((text) => h("p", { class: "muted small" }, text)),
    ...first.map(({ title, items }, index) => block("plus", title, index === 0, items)),
    others.length === 1 && block("plus", others[0].title, false, others[0].items),
    others.length > 1 &&
    block(
      "plus",
      (first.length ? t.otherNumbers : t.numbers)(
        others.length,
        others.reduce((sum, one) => sum + one.came, 0),
      ),
      false,
      others.slice(0, 20).map(({ title, items }) => h("div", {}, h("h3", {}, title), items)),
      others.length > 20 ? h("p", { class: "muted small" }, words.andMore(others.length - 20)) : "",
    ),
    resolvedCount > 0 &&
    block(
      "cut",
      t.resolved(resolvedCount),
      true,
      turn.pairs ? h("p", { class: "muted small" }, t.pairs(turn.pairs)) : "",
      list(resolved, t.resolved(resolvedCount)),
    ),
    weakerCount > 0 &&
    block("drop", t.subsumed(weakerCount), false, list(weaker, t.subsumed(weakerCount))),
    settled.length > 0 &&
    block("in", t.settled(settled.length), true, list(settled, t.settled(settled.length))),
  ].filter(Boolean);
}

class Watch extends HTMLElement {
  /** @type {string | undefined} */ argument;
  /** @type {Api.AgentForm[]} */ agents;
  /** @type {Api.LevelForm[]} */ levels;
  /** @type {string[]} */ guesses;
  pace = h("input", {
    type: "range",
    min: 0,
    max: 100,
    value: "38",
    "aria-label": t.pace,
    oninput: () => this.#schedule(),
  });
  toggle = iconButton("run", t.run, () => this.#toggle());
  count = h("span", { class: "muted small" });
  link = h("button", {
    class: "plain small muted",
    title: t.linkTitle,
    onclick: () => copy(`${location.origin}/${this.#hash}`, words.linkCopied),
  });
  oddsButton = h("button", {
    class: "b",
    "aria-pressed": "false",
    onclick: () => {
      const on = this.oddsButton.getAttribute("aria-pressed") !== "true";
      this.oddsButton.setAttribute("aria-pressed", String(on));
      this.#showOdds();
    },
  }, t.odds);
  large = h("button", {
    class: "b",
    "aria-pressed": String(this.#isLarge),
    onclick: () => {
      localStorage.setItem("sapper.large", this.#isLarge ? "" : "1");
      this.#showLarge();
    },
  }, t.large);
  transport = h(
    "div",
    { class: "transport fixed-bar", role: "toolbar", "aria-label": t.controls },
    iconButton("start", t.toStart, () => this.#seek(0), { class: "b bare sq" }),
    iconButton("prev", t.stepBack, () => this.#seek(this.#wanted - 1)),
    h(
      "button",
      { class: "b main wide", onclick: () => this.#seek(this.#wanted + 1) },
      icon("next"),
      t.stepOn,
    ),
    this.toggle,
    iconButton("end", t.toEnd, () => this.#seek(Infinity), { class: "b bare sq" }),
  );
  verdict = h("p", { class: "voice verdict" });
  tally = h("p", { class: "muted small" });
  parting = h("p", { class: "parting" });
  stage = h("div", { class: "lesson" });
  /** @type {HTMLDetailsElement} */ choices;
  /** @type {boolean} */ refused;
  /** @type {string | undefined} */ levelText;
  /** @type {Side[]} */ #sides = [];
  /** @type {WebSocket | null} */ #socket = null;
  #timer = 0;
  #playing = false;
  #wanted = 0;
  /** @type {number | null} */ #target = null; // the step that the link names
  #odds = 0; // the number of the latest request for odds
  #apart = false; // true if each agent is shown at its own step, where the two differ
  #toPart = false; // true if the view should go there when it is known
  // The wins on boards that both agents have finished.
  /** @type {{ who: string, boards: Set<number | null>, won: [number, number] }} */
  #tally = { who: "", boards: new Set(), won: [0, 0] };
  /** @type {Choice} */
  #choice = {
    level: "easy",
    agents: ["textbook"],
    guess: null,
    seed: null,
    ...JSON.parse(localStorage.getItem("sapper.watch") ?? "{}"),
  };

  async connectedCallback() {
    const known = await aboutFor(this);
    if (!known) return;
    this.agents = known.agents;
    this.levels = known.levels;
    this.guesses = known.guesses;
    if (this.argument) this.#readLink(this.argument);
    const { select, custom } = await levelPicker(
      this.#choice.level,
      (level) => this.#choose({ level, seed: null }),
    );
    if (!this.isConnected) return;
    select.classList.remove("level");
    const { first, second, guess } = agentPickers(
      known,
      this.#choice,
      (change) => this.#choose(change),
    );
    this.append(
      h("h1", { class: "quiet" }, words.views.watch),
      learnTabs("watch"),
      this.choices = h(
        "details",
        { class: "choices" },
        h("summary", {}, t.choices),
        h(
          "div",
          {},
          h("label", {}, t.agent, first),
          h("label", {}, t.second, second),
          h("label", {}, words.level, select),
          custom,
          h("label", {}, t.whenStuck, guess),
          h(
            "button",
            { class: "b", onclick: () => this.#choose({ seed: null }) },
            icon("new"),
            t.newBoard,
          ),
          this.oddsButton,
          this.large,
        ),
      ),
      this.stage,
    );
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    UPRIGHT.addEventListener("change", this.#fold);
    this.#fold();
    this.#showLarge();
    this.#start();
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

  // On a small screen, fold the choices, so that the board comes first.
  #fold = () => (this.choices.open = !UPRIGHT.matches);

  get #isLarge() {
    return Boolean(localStorage.getItem("sapper.large"));
  }

  #showLarge() {
    this.classList.toggle("large-type", this.#isLarge);
    this.large.setAttribute("aria-pressed", String(this.#isLarge));
  }

  // A link contains the level, the board, the agents, how they guess, and a step. The step @part is
  // the place where the agents differ: #watch/expert!245!rules!odds!:vote!@46,
  // #watch/expert!245!rules!odds!@part
  /** @param {string} text */
  #readLink(text) {
    const [level, seed, ...rest] = text.split("!");
    const step = rest.find((part) => /^@(\d+|part)$/.test(part));
    const guess = rest.find((part) => part.startsWith(":"));
    const agents = rest.filter((part) => part !== step && part !== guess);
    const isBad = !/^[\w*()]+(x\d+x\d+)?(\/[\w*()]+)?$/.test(level) ||
      !/^\d{1,15}$/.test(seed ?? "") ||
      agents.some((name) => !this.agents.some((agent) => agent.name === name)) ||
      (guess && !this.guesses.includes(guess.slice(1)));
    if (isBad) return toast(words.cutLink);
    Object.assign(
      this.#choice,
      { level, seed: Number(seed), guess: guess?.slice(1) ?? null },
      agents.length ? { agents: agents.slice(0, 2) } : {},
    );
    this.#toPart = step === "@part" && agents.length > 1;
    this.#target = step && !this.#toPart ? Number(step.slice(1)) - 1 || 0 : null;
    return undefined;
  }

  get #hash() {
    const { level, seed, agents, guess } = this.#choice;
    const how = guess ? [`:${guess}`] : [];
    const at = this.#target ?? this.#wanted;
    const step = this.#toPart ? ["@part"] : at > 0 && at !== Infinity ? [`@${at + 1}`] : [];
    return `#watch/${encodeURIComponent([level, seed, ...agents, ...how, ...step].join("!"))}`;
  }

  /** @param {Partial<Choice>} change */
  #choose(change) {
    Object.assign(this.#choice, change);
    const { seed, ...kept } = this.#choice;
    localStorage.setItem("sapper.watch", JSON.stringify(kept));
    this.#target = null;
    this.#toPart = false;
    this.#start();
  }

  get isTwo() {
    return this.#choice.agents.length > 1;
  }

  #start() {
    const chosen = this.#choice.agents.map((name) =>
      this.agents.find((agent) => agent.name === name) ?? this.agents[0]
    );
    const two = this.isTwo;
    const who = [...chosen.map((agent) => agent.name), this.#choice.level, this.#choice.guess]
      .join();
    if (this.#tally.who !== who) this.#tally = { who, boards: new Set(), won: [0, 0] };
    this.#sides = chosen.map((agent) => new Side(agent, this));
    this.#wanted = 0;
    for (const line of [this.verdict, this.tally, this.parting]) line.textContent = "";
    /** @param {Api.AgentForm} agent */
    const byOdds = (agent) =>
      WITH_ODDS.includes(agent.name) || WITH_ODDS.includes(this.#choice.guess ?? agent.guess);
    this.oddsButton.setAttribute("aria-pressed", String(chosen.some(byOdds)));
    /** @param {Side} side */
    const room = (side) => h("div", { class: "room" }, side.board);
    const controls = [
      this.transport,
      h(
        "div",
        { class: "transport" },
        h("label", { class: "muted small" }, t.pace, " ", this.pace),
        h("span", { class: "gap" }),
        this.count,
        this.link,
      ),
    ];
    // Empty parts of the view take up no space before the first frame.
    this.stage.className = two ? "lesson two waiting" : "lesson waiting";
    const [one] = this.#sides;
    this.stage.replaceChildren(
      ...(two
        ? [
          h("div", { class: "side" }, ...controls),
          h("div", { class: "side" }, this.verdict, this.tally, this.#partButton(), this.parting),
          ...this.#sides.map((side) =>
            h("div", { class: "side" }, side.heading, room(side), side.figures, side.said)
          ),
        ]
        : [
          h(
            "div",
            { class: "side" },
            one.heading,
            room(one),
            ...controls,
            one.plot,
            one.figures,
            marksLegend(),
          ),
          one.said,
          one.lists,
        ]),
    );
    for (const side of this.#sides) this.#reserve(side.board);
    this.#connect();
    this.#schedule();
  }

  /** @param {Board} board */
  #reserve(board) {
    const { level } = this.#choice;
    const [, width, height] =
      /^(\d+)x(\d+)x/.exec(this.levels.find((one) => one.name === level)?.level ?? level) ?? [];
    if (width !== undefined) board.reserve(Number(width), Number(height));
  }

  // Finds where two agents differ: the step and the action of each, or null if more frames are
  // needed. Opening the same safe cells in a different order is not a difference.
  /** @returns {Parting | null} */
  #findParting() {
    const [a, b] = this.#sides;
    /** @param {Frame} frame */
    const certain = ({ decision }) => Boolean(decision?.certain);
    /** @param {Side} side @param {number} end */
    const opened = (side, end) => {
      const cells = new Set();
      for (const frame of side.frames.slice(0, end + 1)) {
        frame.cells.forEach((cell, i) =>
          frame.symbols[i] >= "0" && frame.symbols[i] <= "8" && cells.add(cell)
        );
      }
      return cells;
    };
    // The index of the first step before `end` that opens a cell outside `cells`.
    /** @param {Side} side @param {number} end @param {Set<number>} cells */
    const beyond = (side, end, cells) =>
      side.frames.slice(0, end).findIndex(({ decision }) =>
        decision && !cells.has(side.board.named(decision.cell) ?? -1)
      );
    /** @type {(side: Side, at: number) => Doing} */
    const does = (side, at) => {
      const { decision, stuck, outcome } = side.frames[at];
      return {
        name: side.name,
        cell: decision?.cell ?? "",
        certain: Boolean(decision?.certain),
        stuck: Boolean(stuck),
        outcome,
      };
    };
    for (let [i, j] = [0, 0];; i++, j++) {
      while (a.frames[i] && certain(a.frames[i])) i++;
      while (b.frames[j] && certain(b.frames[j])) j++;
      if (!a.frames[i] || !b.frames[j]) return null;
      const [ofA, ofB] = [opened(a, i), opened(b, j)];
      const [first, second] = [beyond(a, i, ofB), beyond(b, j, ofA)];
      if (second >= 0) {
        return { steps: [i, second], kind: "proves", who: does(b, second), other: does(a, i) };
      }
      if (first >= 0) {
        return { steps: [first, j], kind: "proves", who: does(a, first), other: does(b, j) };
      }
      const [doesA, doesB] = [does(a, i), does(b, j)];
      if (doesA.outcome || doesB.outcome) return { kind: "same" };
      if (doesA.cell !== doesB.cell || doesA.stuck !== doesB.stuck) {
        return { steps: [i, j], kind: "guesses", who: doesA, other: doesB };
      }
      if (doesA.stuck) return { kind: "same" };
    }
  }

  #partButton() {
    return h(
      "div",
      {},
      h("button", { class: "b", onclick: () => this.#seekParting() }, t.whereTheyPart),
    );
  }

  #seekParting() {
    const found = this.#findParting();
    this.#toPart = found === null;
    this.#showParting(found);
    if (found && "steps" in found) {
      const { steps } = found;
      this.#seek(Math.max(...steps));
      this.#sides.forEach((side, i) => side.goto(steps[i]));
      this.#apart = true;
      this.#showCount();
      this.#showOdds();
      say(this.parting.textContent);
    } else if (found) this.#seek(this.#wanted, false);
    else this.#ask();
  }

  /** @param {Parting | null} found */
  #showParting(found) {
    this.parting.replaceChildren(
      found === null ? "" : spoken("span", {}, t.parting(found), this.#sides[0].board),
    );
  }

  #connect() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    const { level, seed, guess } = this.#choice;
    const socket = socketTo("watch");
    this.#socket = socket;
    for (const side of this.#sides) {
      side.skip = side.frames.length;
      side.asked = AT_FIRST;
    }
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ level, agents: this.#sides.map((side) => side.agent.name), seed, guess }),
      );
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data));
    // If the websocket closes before the games are over, the connection is lost.
    socket.onclose = () => {
      if (socket !== this.#socket || this.#sides.every((side) => side.done) || this.refused) return;
      this.#socket = null;
      lost();
    };
    this.refused = false;
  }

  // After a lost connection, the server sends the same game from the start. Known frames are
  // skipped.
  #back = () => this.#sides.length && !this.#sides.every((side) => side.done) && this.#connect();

  /** @param {Message} message */
  #take(message) {
    if ("problem" in message) {
      this.refused = true;
      toast(sentence(message.problem));
    } else if ("seed" in message) {
      this.#choice.seed = message.seed;
      this.levelText = message.level;
      this.link.textContent = t.board(message.seed);
      if (location.hash.startsWith("#watch")) history.replaceState(null, "", this.#hash);
      for (const side of this.#sides) {
        if (side.board.width) continue;
        side.board.load(
          message.width,
          message.height,
          Array(message.height).fill(".".repeat(message.width)),
        );
      }
      this.#ask();
    } else if ("done" in message) {
      this.#sides[message.side].done = true;
      if (this.#toPart) this.#seekParting();
      this.#arrive();
      if (this.#wanted === Infinity) this.#seek(Infinity, false);
      else this.#showCount();
    } else {
      const side = this.#sides[message.side];
      if (side.skip > 0) {
        side.skip--;
        return this.#ask();
      }
      side.frames.push(message.frame);
      if (this.#toPart) this.#seekParting();
      if (this.#toPart) return undefined;
      this.#arrive();
      if (this.#target !== null) return this.#ask();
      if (side.at < 0 || (this.#wanted > side.at && !this.#apart)) this.#seek(this.#wanted, false);
      this.#showCount();
    }
    return undefined;
  }

  // Goes to the step in the link as soon as every game has reached it or is over.
  #arrive() {
    const target = this.#target;
    if (target === null) return;
    if (!this.#sides.every((side) => side.frames.length > target || side.done)) return;
    this.#target = null;
    this.#seek(target, false);
  }

  // Asks for more frames. The server counts frames from the start of the connection.
  #ask() {
    this.#sides.forEach((side, number) => {
      const wanted = this.#target ?? this.#wanted;
      const needed = (wanted === Infinity || this.#toPart
        ? side.frames.length + 60
        : Math.max(wanted, side.at) + 1) + AHEAD;
      const more = needed - side.asked;
      if (side.done || more <= 5 || this.#socket?.readyState !== 1) {
        return;
      }
      this.#socket.send(JSON.stringify({ side: number, more }));
      side.asked += more;
    });
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    const perSecond = 0.4 * 80 ** (Number(this.pace.value) / 100);
    this.#timer = setTimeout(() => {
      if (this.#sides.some((side) => side.at + 1 < side.frames.length)) {
        this.#seek(this.#wanted + 1, false);
        if (this.#isOver) this.#say();
      }
      this.#schedule();
    }, 1000 / perSecond);
  }

  /** @param {number} target */
  seek(target) {
    this.#seek(target);
  }

  // Shows the same step of every game, or the last step of a shorter game.
  /** @param {number} target */
  #seek(target, byHand = true) {
    if (byHand) {
      this.#pause();
      this.#target = null;
      this.#toPart = false;
    }
    this.#apart = false;
    const longest = Math.max(0, ...this.#sides.map((side) => side.frames.length - 1));
    const open = this.#sides.some((side) => !side.done);
    this.#wanted = Math.max(0, Math.min(target, target === Infinity && open ? Infinity : longest));
    for (const side of this.#sides) side.goto(this.#wanted);
    if (this.#sides.every((side) => side.at >= 0)) this.stage.classList.remove("waiting");
    this.#ask();
    this.#showCount();
    this.#showOdds();
    if (byHand) {
      this.#say();
      if (location.hash.startsWith("#watch")) history.replaceState(null, "", this.#hash);
    }
  }

  #say() {
    const [one, other] = this.#sides;
    say(
      !other
        ? one.words
        : this.#isOver
        ? this.verdict.textContent
        : t.both(one.name, one.words, other.name, other.words),
    );
  }

  get #isOver() {
    return this.#sides.every((side) => side.done && side.at === side.frames.length - 1);
  }

  #showOdds() {
    const ticket = ++this.#odds;
    const on = this.oddsButton.getAttribute("aria-pressed") === "true";
    for (const side of this.#sides) {
      side.board.overlay(null);
      if (!on || side.at < 0 || side.state === "won" || side.state === "lost") continue;
      const at = side.at;
      guarded(async () => {
        await new Promise((done) => setTimeout(done, SETTLED));
        if (ticket !== this.#odds) return;
        const { odds } = await api("/analyse", {
          position: `${[this.levelText, ...side.position].join("\n")}\n`,
        });
        if (ticket !== this.#odds || at !== side.at) return;
        side.board.overlay(!odds || odds.first_is_safe ? null : odds.odds.flat());
      });
    }
  }

  #showCount() {
    const at = Math.max(...this.#sides.map((side) => side.at)) + 1;
    const known = Math.max(...this.#sides.map((side) => side.frames.length));
    const done = this.#sides.every((side) => side.done);
    this.count.textContent = done ? t.countOf(at, known) : t.count(at);
    if (this.#sides.length < 2) return;
    const [a, b] = this.#sides;
    const ended = this.#isOver;
    const text = ended
      ? t.verdict(
        [a, b].map((side) => ({
          name: side.name,
          state: side.state,
          steps: side.frames.length,
          guesses: side.guesses,
        })),
      )
      : t.score(a.name, a.open, b.name, b.open);
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    if (!ended) return;
    this.#showParting(this.#findParting());
    const { boards, won } = this.#tally;
    if (!boards.has(this.#choice.seed)) {
      boards.add(this.#choice.seed);
      this.#sides.forEach((side, i) => (won[i] += side.state === "won" ? 1 : 0));
    }
    this.tally.textContent = t.tally(
      boards.size,
      this.#sides.map((side, i) => [side.name, won[i]]),
    );
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

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const { target } = event;
    if (busyKeys(event)) return;
    /** @param {string} selector */
    const isIn = (selector) => target instanceof Element && target.matches(selector);
    // These keys have another meaning here: arrows move within the board, and space presses a
    // button.
    if (isIn("[role=gridcell]") || (event.key === " " && isIn("button, summary, a"))) return;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      " ": () => this.#toggle(),
      ArrowRight: () => this.#seek(this.#wanted + 1),
      ArrowLeft: () => this.#seek(this.#wanted - 1),
      Home: () => this.#seek(0),
      End: () => this.#seek(Infinity),
      n: () => this.#choose({ seed: null }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

function marksLegend() {
  /** @param {string} symbol @param {string} [mark] */
  const piece = (symbol, mark) => h("i", { class: "piece", "data-s": symbol, "data-m": mark });
  return h(
    "p",
    { class: "legend" },
    h("span", {}, piece("1", "clues"), t.legend.clue),
    h("span", {}, piece(".", "safe"), t.legend.safe),
    h("span", {}, piece(".", "known"), t.legend.known),
    h("span", {}, piece("+"), t.legend.given),
  );
}

await sheet("watch.css");
customElements.define("sapper-watch", Watch);
