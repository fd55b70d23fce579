// What somebody is to settle by hand, and from which clauses: KB at an event of a game, or the
// clauses of all clues of a position. There, facts are matched by hand too, if propagation alone
// would settle the goal.
//
//   goal    the cell to settle, or null for any safe cell

import { cellName } from "../names.js";
import { cellOf, cellsOf } from "./clauses.js";
import { dealOf } from "./matching.js";

/**
 * @typedef {import("./matching.js").Deal} Deal
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {object} Task
 * @property {number} at the event from which the agent's pairs are counted
 * @property {string} symbols what the agent sees of the board
 * @property {number | null} goal
 * @property {Deal} deal
 */

const OPEN = /\d/;
const REASONED = ["insert", "match", "refute", "sweep"]; // kinds of events that settle facts

// The cell that a link names, or null.
/** @param {Timeline} timeline @param {string} name */
export function goalOf({ width, height }, name) {
  const wanted = name.toUpperCase();
  for (let cell = 0; cell < width * height; cell++) {
    if (cellName(cell, width) === wanted) return cell;
  }
  return null;
}

/** @param {Task} task @param {Deal} deal */
export function isSettled({ goal, symbols, deal: before }, { facts }) {
  if (goal !== null) return facts.has(goal + 1) || facts.has(-goal - 1);
  for (const fact of facts.keys()) {
    if (fact < 0 && !before.facts.has(fact) && !OPEN.test(symbols[cellOf(fact)])) return true;
  }
  return false;
}

// Whether no more events will come.
/** @param {Timeline} timeline */
export const isOver = ({ isGame, events }) =>
  !isGame || ["end", "stuck"].includes(events.at(-1)?.kind ?? "");

// The task of a position, or null if nothing is left to match there.
/** @param {Timeline} timeline @param {number | null} goal @returns {Task | null} */
export function positionTask(timeline, goal) {
  const clauses = timeline.events.flatMap((event, i) => {
    if (event.kind !== "insert") return [];
    const origin = timeline.cluster(i)?.clue.clue ?? "mine count";
    return [{ clause: event.clause, origin }];
  });
  const symbols = timeline.decision(0).view;
  /** @param {Deal} deal @param {number | null} goal */
  const task = (deal, goal) => ({ at: 0, symbols, goal, deal: sorted(deal) });
  const deal = dealOf(clauses, false);
  const [known, none] = [[...deal.facts.keys()], { at: 0, symbols, goal, deal: dealOf([], false) }];
  if (!isSettled(none, deal)) return deal.kb.length > 1 ? task(deal, goal) : null;
  const byHand = dealOf(clauses, true);
  const others = known.filter((fact) => !byHand.facts.has(fact));
  const found = goal === null
    ? others.find((fact) => fact < 0)
    : others.find((one) => cellOf(one) === goal);
  return found === undefined ? null : task(byHand, cellOf(found));
}

// The task at an event of a game, or the next one if nothing is to be matched there, or else the
// last one.
/** @param {Timeline} timeline @param {number} at @param {number | null} goal */
export function gameTask(timeline, at, goal) {
  const all = beginnings(timeline, goal);
  const from = all.find((one) => one >= at) ?? all.at(-1);
  return from === undefined ? null : taskAt(timeline, from, goal);
}

// The task in the next decision after an event that has one.
/** @param {Timeline} timeline @param {number} at */
export function nextTask(timeline, at) {
  const { last } = timeline.decision(at);
  const from = beginnings(timeline, null).find((one) => one > last);
  return from === undefined ? null : taskAt(timeline, from, null);
}

/** @param {Timeline} timeline @param {number} at @param {number | null} goal @returns {Task} */
function taskAt(timeline, at, goal) {
  const kb = timeline.kb(at).map((id) => ({
    id,
    clause: timeline.clause(id),
    origin: timeline.source(id),
  }));
  const facts = new Map(timeline.facts(at).map(([id, fact]) => [fact, id]));
  const next = 1 + Math.max(...timeline.clauses.keys());
  const deal = sorted({ kb, facts, byHand: false, next, made: null });
  return { at, symbols: timeline.decision(at).view, goal, deal };
}

// Clauses in the order of the board.
/** @param {readonly number[]} a @param {readonly number[]} b */
const inOrder = (a, b) => cellsOf(a)[0] - cellsOf(b)[0] || a.length - b.length;

/** @param {Deal} deal @returns {Deal} */
const sorted = (deal) => ({
  ...deal,
  kb: deal.kb.toSorted((a, b) => inOrder(a.clause, b.clause) || a.id - b.id),
});

/** @param {Timeline} timeline @returns {(a: number, b: number) => number} */
export const byBoard = (timeline) => (a, b) =>
  inOrder(timeline.clause(a), timeline.clause(b)) || a - b;

// The pairs that an agent matches while it knows no safe cell, if matching then finds one, without
// another clue. With a goal: all pairs before the goal is settled.
/** @param {Timeline} timeline @param {number | null} goal */
function beginnings(timeline, goal) {
  const found = [];
  /** @type {Set<number>} */
  const safe = new Set();
  let isOver = false;
  for (const { first, last, view } of timeline.decisions) {
    for (const cell of safe) if (OPEN.test(view[cell])) safe.delete(cell);
    if (goal !== null && OPEN.test(view[goal])) break;
    /** @type {number[]} */
    let pairs = [];
    for (let at = first; at <= last; at++) {
      const event = timeline.events[at];
      if (event.kind === "match" && !isOver && (goal !== null || !safe.size)) pairs.push(at);
      if (event.kind === "clue" && goal === null && !safe.size) pairs = []; // they were not enough
      for (const [, fact] of event.facts) {
        if (fact < 0 && !OPEN.test(view[cellOf(fact)])) safe.add(cellOf(fact));
        if (cellOf(fact) === goal) isOver = true;
      }
    }
    if (goal === null && !safe.size) pairs = [];
    found.push(...pairs);
  }
  return found;
}

// The pairs that the agent matches until it settles the goal, and whether it does.
/** @param {Timeline} timeline @param {Task} task */
export function agentPairs(timeline, { at, goal }) {
  let pairs = 0;
  for (let i = at; i < timeline.length; i++) {
    const event = timeline.events[i];
    if (event.kind === "match") pairs++;
    const isGoal = event.facts.some(([, fact]) =>
      goal === null ? fact < 0 && timeline.isHidden(i, cellOf(fact)) : cellOf(fact) === goal
    );
    if (isGoal) return { pairs, isReached: REASONED.includes(event.kind) };
  }
  return { pairs, isReached: false };
}
