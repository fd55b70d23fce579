// Matching by hand: what two clauses give, what KB becomes, and the fewest matchings to a fact.
//
//   deal     KB and KB0 while somebody matches clauses (immutable). If facts are matched by hand
//            too, they are also clauses of KB, and nothing follows from them without matching
//   answer   what somebody says about two clauses: the literals that cancel, that nothing follows,
//            or that the longer clause can go
//   verdict  whether the answer is right, and what is said about it

import { resolve, subsumes } from "./clauses.js";

/**
 * @typedef {import("./clauses.js").Clause} Clause
 * @typedef {import("./timeline.js").Step} Step
 * @typedef {Step["origin"]} Origin
 * @typedef {{ id: number, clause: Clause, origin: Origin }} Held a clause of KB
 * @typedef {Pick<Held, "id" | "clause">} Named
 * @typedef {{ id: number, step: Step, before: Made | null }} Made a clause, and those before it
 * @typedef {object} Deal
 * @property {readonly Held[]} kb
 * @property {ReadonlyMap<number, number>} facts the id of each fact
 * @property {boolean} byHand
 * @property {number} next the next id
 * @property {Made | null} made the clauses that got an id here, the last one first
 * @typedef {{ cut: readonly [Clause, Clause] } | "nothing" | "longer"} Answer
 * @typedef {{ right: false, kind: "clash" | "alike", cells: number[] }
 *   | { right: false, kind: "empty" | "no clash" | "neither" }
 *   | { right: false, kind: "stays" | "alone", literal: number }
 *   | { right: false, kind: "twice", cells: number[] }} Wrong
 * @typedef {{ right: true, kind: "nothing", cells: number[], result: null }
 *   | { right: true, kind: "longer", stays: number, goes: number, result: null }
 *   | { right: true, kind: "known", by: Clause, result: Clause }
 *   | { right: true, kind: "new" | "fact", on: number, result: Clause }} Right
 * @typedef {{ pair: readonly [number, number], result: Clause }} Match the ids of two clauses
 */

/** @param {Clause} clause */
const key = (clause) => clause.toSorted((a, b) => a - b).join();

// The clause of KB that is the same as a clause, or stricter.
/** @param {Deal} deal @param {Clause} clause */
export const knownAs = ({ kb, facts, byHand }, clause) =>
  kb.find((one) => subsumes(one.clause, clause))?.clause ??
    (byHand ? undefined : clause.filter((literal) => facts.has(literal)).map((one) => [one])[0]);

/** @param {Deal} deal @param {readonly [Named, Named]} pair @param {Answer} answer */
export function judge(deal, [left, right], answer) {
  /** @type {(wrong: Wrong) => Wrong} */
  const wrong = (one) => one;
  /** @type {(right: Right) => Right} */
  const rightly = (one) => one;
  const [a, b] = [left.clause, right.clause];
  const { clash, result } = resolve(a, b);
  const longer = subsumes(a, b) ? right : subsumes(b, a) ? left : null;
  if (answer === "longer") {
    if (!longer) return wrong({ right: false, kind: "neither" });
    const stays = longer === right ? left : right;
    return rightly({
      ...{ right: true, kind: "longer", stays: stays.id, goes: longer.id },
      result: null,
    });
  }
  if (answer === "nothing") {
    if (result) return wrong({ right: false, kind: "clash", cells: clash });
    if (longer) return wrong({ right: false, kind: "alike", cells: [] });
    return rightly({ right: true, kind: "nothing", cells: clash, result: null });
  }
  const cut = answer.cut.flat();
  if (!cut.length) return wrong({ right: false, kind: "empty" });
  if (!clash.length) return wrong({ right: false, kind: "no clash" });
  const others = [b, a];
  const stays = answer.cut.flatMap((some, i) => some.filter((x) => !others[i].includes(-x)));
  if (stays.length) return wrong({ right: false, kind: "stays", literal: stays[0] });
  if (!result) return wrong({ right: false, kind: "twice", cells: clash });
  if (cut.length === 1) return wrong({ right: false, kind: "alone", literal: cut[0] });
  const by = knownAs(deal, result);
  if (by) return rightly({ right: true, kind: "known", by, result });
  const kind = result.length === 1 ? "fact" : "new";
  return rightly({ right: true, kind, on: clash[0], result });
}

// KB after a clause was derived: longer clauses go, and a fact goes through KB.
/**
 * @param {Deal} deal
 * @param {Clause} clause
 * @param {readonly number[]} parents
 * @param {Origin} [origin]
 * @returns {Deal}
 */
export function insert(deal, clause, parents, origin = null) {
  const id = deal.next;
  const kb = deal.kb.filter((one) => !subsumes(clause, one.clause));
  const now = made({ ...deal, kb }, clause, parents, origin);
  if (clause.length === 1 && !deal.byHand) return swept(now, clause[0], id);
  return { ...now, kb: [...kb, { id, clause, origin }] };
}

// Gives a clause an id. If it is a fact, it goes to KB0.
/**
 * @param {Deal} deal
 * @param {Clause} clause
 * @param {readonly number[]} parents
 * @param {Origin} origin
 * @returns {Deal}
 */
function made(deal, clause, parents, origin) {
  const id = deal.next;
  const step = { literals: [...clause], parents: [...parents], origin };
  const isNew = clause.length === 1 && !deal.facts.has(clause[0]);
  const facts = isNew ? new Map(deal.facts).set(clause[0], id) : deal.facts;
  return { ...deal, facts, next: id + 1, made: { id, step, before: deal.made } };
}

// KB after a fact: clauses that are true go, and those with the opposite literal lose it.
/** @param {Deal} deal @param {number} fact @param {number} by the id of the fact @returns {Deal} */
function swept(deal, fact, by) {
  const kb = deal.kb.filter(({ clause }) => !clause.includes(fact) && !clause.includes(-fact));
  /** @type {Deal} */
  let left = { ...deal, kb };
  for (const { id, clause, origin } of deal.kb) {
    if (!clause.includes(-fact)) continue;
    left = shortened(left, clause.filter((literal) => literal !== -fact), [id, by], origin);
  }
  return left;
}

// Inserts a clause without the literals that facts make false, unless it says nothing new.
/**
 * @param {Deal} deal
 * @param {Clause} clause
 * @param {readonly number[]} parents
 * @param {Origin} origin
 * @returns {Deal}
 */
function shortened(deal, clause, parents, origin) {
  const rest = clause.filter((literal) => !deal.facts.has(-literal));
  if (knownAs(deal, rest)) return deal;
  const by = clause.flatMap((literal) => deal.facts.get(-literal) ?? []);
  if (parents.length || !by.length) return insert(deal, rest, [...parents, ...by], origin);
  return insert(made(deal, clause, [], origin), rest, [deal.next, ...by], origin);
}

// KB without a clause that another one subsumes.
/** @param {Deal} deal @param {number} id @returns {Deal} */
export const without = (deal, id) => ({ ...deal, kb: deal.kb.filter((one) => one.id !== id) });

// KB and KB0 from the clauses of clues.
/**
 * @param {Iterable<{ clause: Clause, origin: Origin }>} clauses
 * @param {boolean} byHand
 */
export function dealOf(clauses, byHand) {
  /** @type {Deal} */
  let deal = { kb: [], facts: new Map(), byHand, next: 0, made: null };
  for (const { clause, origin } of clauses) {
    if (!byHand) deal = shortened(deal, clause, [], origin);
    else if (!deal.kb.some((one) => key(one.clause) === key(clause))) {
      const { next: id, kb } = deal;
      deal = { ...made(deal, clause, [], origin), kb: [...kb, { id, clause, origin }] };
    }
  }
  return deal;
}

// The clauses that a clause follows from, and the clause itself, each after its parents.
/** @param {Deal} deal @param {ReadonlyMap<number, Step>} earlier @param {number} id */
export function proofOf({ made }, earlier, id) {
  const steps = new Map(earlier);
  for (let one = made; one; one = one.before) steps.set(one.id, one.step);
  const needed = new Set([id]);
  for (const one of needed) for (const parent of steps.get(one)?.parents ?? []) needed.add(parent);
  return [...needed].sort((a, b) => a - b).map((one) => ({
    id: one,
    .../** @type {Step} */ (steps.get(one)),
  }));
}

// ---- the fewest matchings ----------------------------------------------------------------------

const DEPTH = 3;

// The fewest matchings after which `isDone` holds, at most three, or null.
/**
 * @param {Deal} deal
 * @param {(deal: Deal) => boolean} isDone
 * @returns {Match[] | null}
 */
export function fewest(deal, isDone) {
  for (let steps = 1; steps <= DEPTH; steps++) {
    const found = within(deal, isDone, steps);
    if (found) return found;
  }
  return null;
}

/**
 * @param {Deal} deal
 * @param {(deal: Deal) => boolean} isDone
 * @param {number} steps
 * @returns {Match[] | null}
 */
function within(deal, isDone, steps) {
  /** @type {Set<string>} */
  const tried = new Set();
  for (let first = 1; first <= steps; first++) {
    for (const way of waysToFacts(deal.kb, first)) {
      const name = way.map(({ result }) => key(result)).join(";");
      if (tried.has(name)) continue;
      tried.add(name);
      const next = way.reduce((now, { pair, result }) => insert(now, result, pair), deal);
      if (isDone(next)) return way;
      if (first === steps || deal.byHand) continue;
      const rest = within(next, isDone, steps - first);
      if (rest) return [...way, ...rest];
    }
  }
  return null;
}

// All ways to a new fact with exactly this number of matchings. Every result is needed later, so a
// clause is at most as long as the number of matchings that are left, with its own.
/** @param {readonly Named[]} kb @param {number} steps @returns {Generator<Match[]>} */
function* waysToFacts(kb, steps) {
  const index = indexOf(kb);
  const known = new Set(kb.map(({ clause }) => key(clause)));
  const next = 1 + Math.max(-1, ...kb.map(({ id }) => id));
  const firsts = [...children(kb, index, steps)].filter(({ result }) => !isKnown(result, known));
  if (steps === 1) return yield* firsts.map((one) => [one]);
  for (const first of firsts) {
    const one = { id: next, clause: first.result };
    for (const second of children([one], index, steps - 1)) {
      if (steps === 2) yield [first, second];
      else {
        if (isKnown(second.result, known)) continue;
        const two = { id: next + 1, clause: second.result };
        for (const last of children([two], index, 1)) yield [first, second, last];
        for (const last of children([two], indexOf([one]), 1)) yield [first, second, last];
      }
    }
  }
  if (steps < 3) return undefined;
  const short = firsts.filter(({ result }) => result.length <= 2);
  const held = short.map(({ result }, i) => ({ id: next + i, clause: result }));
  for (const { pair, result } of children(held, indexOf(held), 1)) {
    const [i, j] = pair.map((id) => id - next);
    if (i < j) yield [short[i], short[j], { pair: [next, next + 1], result }];
  }
  return undefined;
}

// What clauses give with those of an index, at most so long.
/** @param {readonly Named[]} some @param {Map<number, Named[]>} index @param {number} most */
function* children(some, index, most) {
  /** @type {Set<string>} */
  const seen = new Set();
  for (const { id, clause } of some) {
    for (const literal of clause) {
      for (const other of index.get(-literal) ?? []) {
        const { result } = resolve(clause, other.clause);
        if (!result || result.length > most) continue;
        const name = key(result);
        if (seen.has(name)) continue;
        if (some.length > 1) seen.add(name);
        yield { pair: /** @type {const} */ ([id, other.id]), result };
      }
    }
  }
}

/** @param {readonly Named[]} kb */
function indexOf(kb) {
  /** @type {Map<number, Named[]>} */
  const index = new Map();
  for (const held of kb) {
    for (const literal of held.clause) {
      const there = index.get(literal);
      if (there) there.push(held);
      else index.set(literal, [held]);
    }
  }
  return index;
}

// Whether a short clause, or part of it, is in KB.
/** @param {Clause} clause @param {Set<string>} known */
function isKnown(clause, known) {
  for (let part = 1; part < 1 << clause.length; part++) {
    if (known.has(key(clause.filter((_, i) => part >> i & 1)))) return true;
  }
  return false;
}

// ---- a useful pair -----------------------------------------------------------------------------

const LONGEST = 5;
const MOST = 1200; // clauses that a search looks at

// A pair that leads to the goal: the first of the fewest matchings, or of any proof that a search
// with short clauses finds.
/**
 * @param {Deal} deal
 * @param {(deal: Deal) => boolean} isDone
 * @returns {readonly [number, number] | null}
 */
export const useful = (deal, isDone) =>
  (fewest(deal, isDone)?.[0] ?? firstOfProof(deal, isDone))?.pair ?? null;

/** @typedef {{ clause: Clause, match: Match | null, parents: readonly Derived[] }} Derived */
/** @param {Deal} deal @param {(deal: Deal) => boolean} isDone @returns {Match | null} */
function firstOfProof(deal, isDone) {
  const ids = new Map(deal.kb.map(({ id, clause }) => [clause, id]));
  /** @type {Derived[]} */
  const waiting = deal.kb.map(({ clause }) => ({ clause, match: null, parents: [] }));
  /** @type {Derived[]} */
  const done = [];
  while (waiting.length && done.length < MOST) {
    const shortest = waiting.reduce(
      (best, one, i) => one.clause.length < waiting[best].clause.length ? i : best,
      0,
    );
    const [given] = waiting.splice(shortest, 1);
    if (done.some(({ clause }) => subsumes(clause, given.clause))) continue;
    for (const other of done) {
      const { result } = resolve(given.clause, other.clause);
      if (!result || result.length > LONGEST) continue;
      if ([...done, given].some(({ clause }) => subsumes(clause, result))) continue;
      const [a, b] = [ids.get(given.clause), ids.get(other.clause)];
      const match = a === undefined || b === undefined
        ? null
        : { pair: /** @type {const} */ ([a, b]), result };
      const child = { clause: result, match, parents: [given, other] };
      const isFact = result.length === 1 && !deal.facts.has(result[0]);
      if (isFact && isDone({ ...deal, facts: new Map(deal.facts).set(result[0], -1) })) {
        return firstMatch(child);
      }
      waiting.push(child);
    }
    done.push(given);
  }
  return null;
}

/** @param {Derived} one @returns {Match | null} */
const firstMatch = ({ match, parents }) =>
  match ?? parents.map(firstMatch).find((found) => found) ?? null;
