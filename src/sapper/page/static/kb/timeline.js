// The events of a game in an agent's knowledge base, as the server groups them (kb_events.py), and
// KB before each event. The timeline grows while the game is sent (mutable).
//
//   decision   what the agent does before it opens a cell, and its view of the board
//   round      a round of matching within a decision
//   event      one step: a clue, a clause that is inserted, two clauses that are matched, facts
//              that go through KB (a sweep), cells that were given or opened, and the decision
//
// KB before an event is the last snapshot with the events since then, so a jump takes as long as
// a few dozen events. Ids name clauses, and a fact is a clause with one literal.

import { cellOf } from "./clauses.js";

/**
 * @typedef {Api.ClauseJson} Step a clause with its parents and its origin
 * @typedef {Api.ClauseJson["origin"]} Origin the cell of a clue, another source, or null: resolved
 * @typedef {Api.ClueEventJson} Clue
 * @typedef {Api.InsertEventJson} Insert
 * @typedef {Api.MatchEventJson} Match
 * @typedef {Api.RefuteEventJson} Refute
 * @typedef {Api.SweepEventJson} Sweep
 * @typedef {Pick<Match, "enter" | "leave" | "facts">} Change what an event changes in KB and KB0
 * @typedef {Pick<Match, "fate" | "by" | "short">} Fate what happens to a clause
 * @typedef {Change & { kind: "end", outcome: "won" | "lost" }} End added by the page
 * @typedef {Api.WatchedJson["events"][number] | End} KbEvent
 * @typedef {{ number: number, first: number, last: number }} Round
 * @typedef {object} Decision
 * @property {number} number
 * @property {string} view the symbols of all cells
 * @property {ReadonlyMap<number, Late>} late the open cells that the agent does not know at first
 * @property {number | null} cell the cell that the agent opens last
 * @property {number} first
 * @property {number} last
 * @property {Runs | null} why
 * @property {Api.MissedJson | null} missed what an agent with a mistake misses
 * @typedef {{ from: number, symbol: string }} Late the event from which on the agent knows the
 *   number of an open cell, and its symbol until then
 * @typedef {"in" | "out" | "use"} Touch
 * @typedef {"event" | "round" | "decision"} Size
 */

const APART = 64; // events between two snapshots

export class Timeline {
  isGame = true; // false for what an agent does in a single position
  /** @type {KbEvent[]} */ events = [];
  /** @type {Decision[]} */ decisions = [];
  /** @type {Round[]} */ rounds = [];
  /** @type {Map<number, Step>} */ clauses = new Map();
  /** The size of KB before each event, and at the end. */ sizes = [0];
  /** @type {number[]} the index of each event's decision */ #decision = [];
  /** @type {(readonly [number, number])[]} */ #facts = [];
  /** @type {Map<number, number>} the event that settled each fact */ #settled = new Map();
  #known = [0]; // the number of facts before each event
  /** @type {number[][]} */ #snapshots = [[]];
  /** @type {Set<number>} */ #live = new Set();
  /** @type {string[]} */ #symbols;
  /** @type {string[]} the last symbol of each cell before it was open */ #closed;

  /** @param {number} width @param {number} height @param {string} [agent] */
  constructor(width, height, agent = "textbook") {
    this.agent = agent;
    this.width = width;
    this.height = height;
    this.#symbols = Array(width * height).fill(".");
    this.#closed = [...this.#symbols];
  }

  /** @param {Api.WatchedJson} told */
  add({ number, events, clauses, rounds, cells, symbols, outcome, opens, stuck, missed, late }) {
    cells.forEach((cell, i) => {
      this.#symbols[cell] = symbols[i];
      if (".+F".includes(symbols[i])) this.#closed[cell] = symbols[i];
    });
    const first = this.events.length;
    for (const [id, step] of Object.entries(clauses)) this.clauses.set(Number(id), step);
    const none = { enter: [], leave: [], facts: [] };
    const over = outcome === "won" || outcome === "lost";
    for (const event of events) this.#append(event);
    if (over) this.#append({ kind: "end", outcome, ...none });
    this.decisions.push({
      number: over ? number - 1 : number,
      view: this.#symbols.join(""),
      late: new Map(late.map(([cell, event]) => {
        const from = event === null ? Infinity : first + event;
        return [cell, { from, symbol: this.#closed[cell] }];
      })),
      cell: opens.at(-1)?.cell ?? null,
      first,
      last: this.events.length - 1,
      why: opens.at(-1)?.why.runs ?? stuck?.runs ?? null,
      missed,
    });
    for (const { number, first: from, last } of rounds) {
      this.rounds.push({ number, first: first + from, last: first + last });
    }
  }

  /** @param {KbEvent} event */
  #append(event) {
    this.events.push(event);
    this.#decision.push(this.decisions.length);
    change(this.#live, event);
    this.#facts.push(...event.facts);
    for (const [id] of event.facts) this.#settled.set(id, this.events.length - 1);
    this.sizes.push(this.#live.size);
    this.#known.push(this.#facts.length);
    if (this.events.length % APART === 0) this.#snapshots.push([...this.#live]);
  }

  get length() {
    return this.events.length;
  }

  // The ids of the clauses in KB before an event, in the order in which they came.
  /** @param {number} at */
  kb(at) {
    const snapshot = Math.floor(at / APART);
    const live = new Set(this.#snapshots[snapshot]);
    for (let i = snapshot * APART; i < at; i++) change(live, this.events[i]);
    return [...live];
  }

  // The facts in KB0 before an event: their ids and literals.
  /** @param {number} at */
  facts(at) {
    return this.#facts.slice(0, this.#known[at]);
  }

  /** @param {number} at */
  factCount(at) {
    return this.#known[at];
  }

  // The event that settles a fact.
  /** @param {number} id */
  settledAt(id) {
    return this.#settled.get(id) ?? 0;
  }

  // The id of the derived fact about a cell, or null if there is none yet.
  /** @param {number} cell */
  factAbout(cell) {
    const [id] = this.#facts.find(([, literal]) => cellOf(literal) === cell) ?? [];
    return id !== undefined && this.clauses.get(id)?.parents.length ? id : null;
  }

  /** @param {number} at */
  decision(at) {
    return this.decisions[this.#decision[at]];
  }

  /** @param {number} at */
  round(at) {
    return this.rounds.find(({ first, last }) => first <= at && at <= last);
  }

  /** @param {number} id */
  clause(id) {
    return /** @type {Step} */ (this.clauses.get(id)).literals;
  }

  // The symbol of a cell in the agent's view at an event. A program that asks for one number at a
  // time does not know the others, even if a 0 has opened their cells.
  /** @param {number} at @param {number} cell */
  symbol(at, cell) {
    const { view, late } = this.decision(at);
    const then = late.get(cell);
    return then && at < then.from ? then.symbol : view[cell];
  }

  // The symbols of all cells in the agent's view at an event.
  /** @param {number} at */
  view(at) {
    const { view, late } = this.decision(at);
    return late.size ? Array.from(view, (_, cell) => this.symbol(at, cell)).join("") : view;
  }

  // The number of cells that were given, and how many of them are facts after an event.
  /** @param {number} at */
  givenCells(at) {
    const [{ view }] = this.decisions;
    const known = new Set(this.facts(at + 1).map(([, literal]) => cellOf(literal)));
    const given = [...view].flatMap((symbol, cell) => symbol === "+" ? [cell] : []);
    return { all: given.length, known: given.filter((cell) => known.has(cell)).length };
  }

  /** @param {number} at @param {number} cell */
  isHidden(at, cell) {
    return !/\d/.test(this.symbol(at, cell));
  }

  // Where a clause comes from: the cell of its clue, another source, or null if it was resolved.
  /** @param {number} id */
  source(id) {
    return /** @type {Step} */ (this.clauses.get(id)).origin;
  }

  // The clauses that an event is about: those that enter KB, leave it, or are used.
  /** @param {number} at */
  touched(at) {
    const event = this.events[at];
    /** @type {Map<number, Touch>} */
    const found = new Map();
    for (const id of event.enter) found.set(id, "in");
    for (const [id] of event.leave) found.set(id, "out");
    const used = event.kind === "match"
      ? [event.left, event.right, event.by]
      : event.kind === "insert" || event.kind === "refute"
      ? [event.by]
      : [];
    for (const id of used) {
      if (id != null && !found.has(id) && this.clauses.has(id) && this.clause(id).length > 1) {
        found.set(id, "use");
      }
    }
    return found;
  }

  // The event of a clue and all clauses that are inserted because of it, with the number of this
  // one among them.
  /** @param {number} at */
  cluster(at) {
    let head = at;
    while (this.events[head].kind === "insert") head--;
    const event = this.events[head];
    if (event.kind !== "clue") return null;
    /** @type {Insert[]} */
    const rows = [];
    for (let i = head + 1; i < this.length; i++) {
      const row = this.events[i];
      if (row.kind !== "insert") break;
      rows.push(row);
    }
    return { head, clue: event, rows, row: at - head - 1 };
  }

  // The last event before another at which the agent lost a clause, or did not add it because it is
  // too long.
  /** @param {readonly number[]} clause @param {number} before */
  lostAt(clause, before) {
    const isIt = (/** @type {readonly number[]} */ one) => one.join() === clause.join();
    return this.events.slice(0, before).findLastIndex((event) =>
      event.leave.some(([id, why]) => why === "lost" && isIt(this.clause(id))) ||
      (event.kind === "insert" && event.fate === "wide" && isIt(event.short?.to ?? event.clause))
    );
  }

  // How many clauses the agent has lost before an event.
  /** @param {number} at */
  lostBefore(at) {
    return this.events.slice(0, at).flatMap(({ leave }) =>
      leave.filter(([, why]) => why === "lost")
    )
      .length;
  }

  // The clauses that a clause follows from, and the clause itself, in the order of their ids.
  /** @param {number} id */
  proof(id) {
    const needed = new Set([id]);
    for (const one of needed) {
      for (const parent of this.clauses.get(one)?.parents ?? []) needed.add(parent);
    }
    return [...needed].sort((a, b) => a - b);
  }

  // The ids of the derived facts that an event settles, or that a move rests on.
  /** @param {number} at */
  derived(at) {
    const event = this.events[at];
    const opens = event.kind === "decide" ? event.cells.map((cell) => -cell - 1) : [];
    const facts = [...event.facts, ...this.facts(at).filter(([, fact]) => opens.includes(fact))];
    return facts.flatMap(([id]) => this.clauses.get(id)?.parents.length ? [id] : []);
  }

  // The first event of a round that changes KB or KB0: until then, both are as they were at its
  // beginning. In a round without any, it is the first event.
  /** @param {Round} round */
  opening({ first, last }) {
    const found = this.events.slice(first, last + 1).findIndex(({ enter, leave, facts }) =>
      enter.length + leave.length + facts.length > 0
    );
    return first + Math.max(0, found);
  }

  // Where a step of a size leads: to the next or last event, to the first event of a decision, or
  // to the one that a round is about (see `opening`). A step by rounds does not leave out a
  // decision without rounds.
  /** @param {number} at @param {1 | -1} way @param {Size} size */
  step(at, way, size) {
    const end = this.length - 1;
    const starts = size === "event"
      ? [at + way]
      : size === "round"
      ? this.#turns()
      : this.decisions.map(({ first }) => first);
    const found = way > 0 ? starts.find((one) => one > at) : starts.findLast((one) => one < at);
    return Math.max(0, Math.min(end, found ?? (way > 0 ? end : 0)));
  }

  // The openings of all rounds, and the first events of decisions without one.
  #turns() {
    const openings = this.rounds.map((round) => this.opening(round));
    const idle = this.decisions.filter(({ first, last }) =>
      !this.rounds.some((round) => first <= round.first && round.first <= last)
    );
    const starts = idle.map(({ first }) => first);
    return [...openings, ...starts].sort((a, b) => a - b);
  }

  // The event whose text (see `signature`) is the nearest to a number. Numbers of events may change
  // with the engine, so a link also carries the text.
  /** @param {number} at @param {string} text */
  find(at, text) {
    for (let away = 0; away < this.length; away++) {
      for (const one of [at - away, at + away]) {
        if (this.events[one] && this.signature(one) === text) return one;
      }
    }
    return null;
  }

  // What a link says of an event besides its number: the clause or the cell that it is about.
  /** @param {number} at */
  signature(at) {
    const event = this.events[at];
    const literals = event.kind === "insert"
      ? event.clause
      : event.kind === "match"
      ? event.result ?? [...this.clause(event.left), ...this.clause(event.right)]
      : event.kind === "sweep"
      ? event.by.map((id) => this.clause(id)[0])
      : "cells" in event
      ? event.cells.map((cell) => -cell - 1)
      : [];
    return `${event.kind}${literals.join("")}`;
  }
}

/** @param {Set<number>} live @param {Change} event */
function change(live, event) {
  for (const id of event.enter) live.add(id);
  for (const [id] of event.leave) live.delete(id);
}

// The cells that an event is about.
/** @param {Timeline} timeline @param {number} at */
export function cellsAbout(timeline, at) {
  const event = timeline.events[at];
  const literals = [...timeline.touched(at).keys()].flatMap((id) => [...timeline.clause(id)]);
  if (event.kind === "insert") literals.push(...event.clause);
  if (event.kind === "sweep") literals.push(...event.by.flatMap((id) => timeline.clause(id)));
  const cells = literals.map(cellOf);
  if (event.kind === "clue" || event.kind === "decide" || event.kind === "guess") {
    cells.push(...event.cells);
  }
  const clue = timeline.cluster(at)?.clue.clue;
  if (typeof clue === "number") cells.push(clue);
  return [...new Set(cells)];
}
