// The proof of a fact as a graph: which clauses it shows, and where. It draws nothing.
//
//   row       the distance from the fact, along the longest way down to it
//   column    derived clauses are in one line, and the clues next to them. Each clause stands above
//             one clause that follows from it; other clauses that follow have a line of their own
//   cited     a fact that is far above a clause, or one of many, is only named next to the clause
//   earlier   in a long proof, a fact that an earlier decision settled is not proved once more
//   chapters  the derived facts on the way, in their order

import { cellName } from "../names.js";
import { cellOf } from "./clauses.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {object} Place
 * @property {number} x the middle
 * @property {number} row 0 is at the top
 * @property {number} width
 * @typedef {object} Graph
 * @property {number} goal
 * @property {number[]} steps the clauses, in the order in which they were made
 * @property {Map<number, number[]>} parents those that are shown
 * @property {Map<number, number[]>} users
 * @property {number[]} chapters
 * @property {Set<number>} earlier
 * @property {Map<number, number[]>} cited
 * @property {Map<number, Place>} places
 * @property {number} rows
 * @property {number} width
 * @typedef {{ xs: Map<number, number>, edges: Map<number, [left: number, right: number]> }} Block
 */

const LONG = 60; // clauses of a proof from which on earlier facts are not proved again
const LITERALS = 8; // the most literals of a clause that are written out
const FACTS = 3; // the most facts above a clause that are drawn or named
const OR = 13; // px between two literals
const GAP = 22; // px between two clauses
const CITED = 42; // px for the line and the word before cited facts

/** @param {Timeline} timeline @param {number} literal */
export const tokenWidth = ({ width }, literal) =>
  15 + 8 * (cellName(cellOf(literal), width).length + (literal < 0 ? 1 : 0));

// The literals of a clause that are written out, and the number of the others.
/** @param {readonly number[]} clause */
export const written = (clause) =>
  clause.length > LITERALS
    ? { literals: clause.slice(0, LITERALS - 2), others: clause.length - LITERALS + 2 }
    : { literals: clause, others: 0 };

/** @param {Timeline} timeline @param {readonly number[]} clause */
export function clauseWidth(timeline, clause) {
  const { literals, others } = written(clause);
  const wide = literals.reduce((sum, one) => sum + tokenWidth(timeline, one) + OR, others ? 56 : 0);
  return Math.max(58, wide - (others ? 0 : OR)) + 8;
}

// The facts next to a clause that are named, and the number of the others.
/** @param {readonly number[]} facts */
export const named = (facts) =>
  facts.length > FACTS
    ? { shown: facts.slice(0, FACTS - 1), others: facts.length - FACTS + 1 }
    : { shown: facts, others: 0 };

/** @param {Timeline} timeline @param {readonly number[]} facts */
export function citedWidth(timeline, facts) {
  if (!facts.length) return 0;
  const { shown, others } = named(facts);
  const wide = (/** @type {number} */ id) => tokenWidth(timeline, timeline.clause(id)[0]) + 5;
  return CITED + shown.reduce((sum, id) => sum + wide(id), others ? 64 : 0);
}

/** @param {Timeline} timeline @param {number} goal @param {number} long @returns {Graph} */
export function proofGraph(timeline, goal, long = LONG) {
  const whole = timeline.proof(goal);
  const isLong = whole.length > long;
  const first = timeline.decision(timeline.settledAt(goal)).first;
  /** @type {Set<number>} */
  const earlier = new Set();
  const isFact = (/** @type {number} */ id) => timeline.clause(id).length === 1;
  // Users have higher ids than their parents.
  /** @type {Map<number, number[]>} */
  const parents = new Map();
  const needed = new Set([goal]);
  for (const id of whole.toReversed()) {
    if (!needed.has(id)) continue;
    const given = timeline.clauses.get(id)?.parents ?? [];
    const isEarlier = isLong && id !== goal && isFact(id) && given.length > 0 &&
      timeline.settledAt(id) < first;
    if (isEarlier) earlier.add(id);
    parents.set(id, isEarlier ? [] : given);
    if (!isEarlier) { for (const parent of given) needed.add(parent); }
  }
  // A clause that many facts shorten names them all next to it.
  /** @type {Map<number, number[]>} */
  const cited = new Map();
  for (const [id, given] of parents) {
    const leaves = given.filter((one) => isFact(one) && !parents.get(one)?.length);
    if (leaves.length <= FACTS) continue;
    cited.set(id, leaves);
    parents.set(id, given.filter((one) => !leaves.includes(one)));
  }
  const shown = reached(parents, goal);
  const steps = whole.filter((id) => shown.has(id));
  /** @type {Map<number, number[]>} */
  const users = new Map(steps.map((id) => [id, []]));
  for (const id of steps) {
    for (const parent of parents.get(id) ?? []) users.get(parent)?.push(id);
  }
  const up = distances(steps, users, goal);
  for (const id of steps) {
    const far = (parents.get(id) ?? []).filter((one) =>
      isFact(one) && /** @type {number} */ (up.get(one)) - /** @type {number} */ (up.get(id)) > 1
    );
    if (far.length) cited.set(id, [...far, ...cited.get(id) ?? []]);
  }
  const isDerived = (/** @type {number} */ id) => Boolean(parents.get(id)?.length || cited.has(id));
  const { places, width } = placed(timeline, { steps, users, up, cited, isDerived, goal });
  const chapters = steps.filter((id) => isFact(id) && isDerived(id));
  const rows = Math.max(...up.values()) + 1;
  return { goal, steps, parents, users, chapters, earlier, cited, places, rows, width };
}

/** @param {Map<number, number[]>} parents @param {number} goal */
export function reached(parents, goal) {
  const found = new Set([goal]);
  for (const id of found) for (const parent of parents.get(id) ?? []) found.add(parent);
  return found;
}

// Parents come before the clauses that follow from them, so the way back meets users first.
/** @param {number[]} steps @param {Map<number, number[]>} users @param {number} goal */
function distances(steps, users, goal) {
  /** @type {Map<number, number>} */
  const up = new Map();
  for (const id of steps.toReversed()) {
    const below = (users.get(id) ?? []).map((one) => /** @type {number} */ (up.get(one)));
    up.set(id, id === goal ? 0 : 1 + Math.max(...below));
  }
  return up;
}

/**
 * @param {Timeline} timeline
 * @param {object} graph
 * @param {number[]} graph.steps
 * @param {Map<number, number[]>} graph.users
 * @param {Map<number, number>} graph.up
 * @param {Map<number, number[]>} graph.cited
 * @param {(id: number) => boolean} graph.isDerived
 * @param {number} graph.goal
 */
function placed(timeline, { steps, users, up, cited, isDerived, goal }) {
  const upOf = (/** @type {number} */ id) => /** @type {number} */ (up.get(id));
  const widths = new Map(steps.map((id) => [id, clauseWidth(timeline, timeline.clause(id))]));
  const half = (/** @type {number} */ id) => /** @type {number} */ (widths.get(id)) / 2;
  const beside = (/** @type {number} */ id) => citedWidth(timeline, cited.get(id) ?? []);
  // Each clause stands above one that follows from it, exactly one row higher.
  /** @type {Map<number, number[]>} */
  const above = new Map(steps.map((id) => [id, []]));
  for (const id of steps) {
    const below = users.get(id)?.find((one) => upOf(one) === upOf(id) - 1);
    if (below !== undefined) above.get(below)?.push(id);
  }
  let side = -1;
  /** @param {number} id @returns {Block} */
  const place = (id) => {
    const all = above.get(id) ?? [];
    const derived = all.filter(isDerived);
    const leaves = all.filter((one) => !isDerived(one));
    const row = upOf(id) + 1;
    /** @type {Block} */
    const block = { xs: new Map(), edges: new Map() };
    for (const one of derived) join(block, place(one));
    const line = derived.map((one) => /** @type {number} */ (block.xs.get(one)));
    if (!line.length) {
      let x = 0;
      for (const leaf of leaves) {
        block.xs.set(leaf, x + half(leaf));
        x += 2 * half(leaf) + GAP;
      }
      if (leaves.length) block.edges.set(row, [0, x - GAP]);
    } else {
      const isCiting = derived.some((one) => cited.has(one));
      leaves.forEach((leaf, i) => {
        if (i === 0) side = leaves.length === 1 && isCiting ? -1 : -side;
        const [left, right] = /** @type {[number, number]} */ (block.edges.get(row));
        const way = i % 2 ? -side : side;
        const x = way < 0 ? left - GAP - half(leaf) : right + GAP + half(leaf);
        block.xs.set(leaf, x);
        block.edges.set(row, way < 0 ? [x - half(leaf), right] : [left, x + half(leaf)]);
      });
    }
    const ends = line.length
      ? line
      : leaves.map((one) => /** @type {number} */ (block.xs.get(one)));
    const x = ends.length ? (ends[0] + ends[ends.length - 1]) / 2 : 0;
    block.xs.set(id, x);
    block.edges.set(upOf(id), [x - half(id), x + half(id) + beside(id)]);
    return block;
  };
  const { xs, edges } = place(goal);
  const left = Math.min(...[...edges.values()].map(([one]) => one));
  const right = Math.max(...[...edges.values()].map(([, one]) => one));
  const rows = Math.max(...up.values());
  const places = new Map(
    steps.map((id) => [id, {
      x: /** @type {number} */ (xs.get(id)) - left,
      row: rows - upOf(id),
      width: 2 * half(id),
    }]),
  );
  return { places, width: right - left };
}

// Puts a block to the right of another, as near as their rows allow.
/** @param {Block} block @param {Block} other */
function join(block, other) {
  const gaps = [...other.edges].flatMap(([row, [left]]) => {
    const edge = block.edges.get(row);
    return edge ? [edge[1] + GAP - left] : [];
  });
  const move = gaps.length ? Math.max(...gaps) : 0;
  for (const [id, x] of other.xs) block.xs.set(id, x + move);
  for (const [row, [left, right]] of other.edges) {
    const edge = block.edges.get(row);
    block.edges.set(row, [edge?.[0] ?? left + move, right + move]);
  }
}
