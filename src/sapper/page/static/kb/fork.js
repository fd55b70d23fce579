// Where two agents with knowledge bases part on the same board, and where they are equal again. It
// draws nothing.
//
//   parting   the first event that differs. Until then, both have done the same
//   reunion   the board, KB and KB0 are equal again, before the next event of each. The second one
//             may have done nothing meanwhile, if the first one only matched pairs to no effect
//
// Ids differ between two knowledge bases, so clauses are compared by their literals.

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {[first: number, second: number]} Pair the events of the two agents
 * @typedef {{ partings: Pair[], reunions: Pair[] }} Forks
 */

/** @param {Timeline} a @param {Timeline} b @returns {Forks} */
export function forks(a, b) {
  /** @type {Forks} */
  const found = { partings: [], reunions: [] };
  const states = [a, b].map(statesOf);
  /** @type {Map<string, number[]>} */
  const places = new Map();
  states[0].forEach((state, at) => {
    if (places.get(state)?.push(at) === undefined) places.set(state, [at]);
  });
  let parted = nextParting(a, b, [0, 0]);
  while (parted) {
    found.partings.push(parted);
    const reunion = nextReunion(a, b, parted, states[1], places);
    if (reunion) found.reunions.push(reunion);
    parted = reunion && nextParting(a, b, reunion);
  }
  return found;
}

// The first events that differ, or null if both do the same to the end.
/** @param {Timeline} a @param {Timeline} b @param {Pair} from @returns {Pair | null} */
function nextParting(a, b, [first, second]) {
  for (let i = 0;; i++) {
    const [x, y] = [first + i, second + i];
    if (x >= a.length || y >= b.length) return null;
    if (eventText(a, x) !== eventText(b, y)) return [x, y];
  }
}

// The nearest place where both are equal again, or null if there is none.
/**
 * @param {Timeline} a
 * @param {Timeline} b
 * @param {Pair} parted
 * @param {string[]} states of b
 * @param {Map<string, number[]>} places where a has a state
 */
function nextReunion(a, b, [first, second], states, places) {
  /** @type {Pair | null} */
  let best = null;
  const least = a.events[first].kind === "match" ? second : second + 1;
  for (let j = least; j < b.length && (!best || j < best[0] + best[1]); j++) {
    const i = places.get(states[j])?.find((one) => one > first);
    if (i === undefined || (best && i + j >= best[0] + best[1])) continue;
    if (kbText(a, i) === kbText(b, j)) best = [i, j];
  }
  return best;
}

/** @param {Timeline} timeline @param {number} id */
const clauseKey = (timeline, id) => timeline.clause(id).join();

/** @param {Timeline} timeline @param {number} at */
const kbText = (timeline, at) =>
  timeline.kb(at).map((id) => clauseKey(timeline, id)).sort().join(";");

// The board, KB and KB0 before each event, as a text that is short, but not quite unique: of the
// clauses and facts, it has only a sum of numbers made from their literals.
/** @param {Timeline} timeline */
function statesOf(timeline) {
  let [kb, facts] = [0, 0];
  return timeline.events.map((event, at) => {
    const { view } = timeline.decision(at);
    const state = `${kb} ${facts} ${timeline.sizes[at]} ${view}`;
    for (const id of event.enter) kb = (kb + mixed(clauseKey(timeline, id))) | 0;
    for (const [id] of event.leave) kb = (kb - mixed(clauseKey(timeline, id))) | 0;
    for (const [, literal] of event.facts) facts = (facts + mixed(String(literal))) | 0;
    return state;
  });
}

/** @param {string} text */
function mixed(text) {
  let sum = 17;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
  return sum ^ sum >>> 15;
}

// What an event does, with clauses instead of their ids.
/** @param {Timeline} timeline @param {number} at */
export function eventText(timeline, at) {
  const event = timeline.events[at];
  const named = (/** @type {number | null | undefined} */ id) =>
    id != null && timeline.clauses.has(id) ? timeline.clause(id) : null;
  /** @type {Record<string, unknown>} */
  const told = {
    ...event,
    enter: event.enter.map(named),
    leave: event.leave.map(([id, why, by]) => [named(id), why, named(by)]),
    facts: event.facts.map(([, literal]) => literal),
  };
  delete told.head; // the number of an event
  if ("left" in event) [told.left, told.right] = [named(event.left), named(event.right)];
  if ("by" in event) told.by = Array.isArray(event.by) ? event.by.map(named) : named(event.by);
  if ("steps" in event) told.steps = event.steps.map(named);
  if ("short" in event) {
    /** @param {import("./timeline.js").Fate["short"]} short */
    const shorter = (short) => short && [short.facts.map(named), short.to];
    told.short = Array.isArray(event.short)
      ? event.short.map((one) => [named(one.id), one.fate, named(one.by), shorter(one.short)])
      : shorter(event.short);
  }
  return JSON.stringify(told);
}

// The clauses and facts that only the first agent has after the events at which they part.
/** @param {Timeline} a @param {Timeline} b @param {Pair} parted */
export function onlyFirst(a, b, [first, second]) {
  const held = (/** @type {Timeline} */ timeline, /** @type {number} */ at) => [
    ...timeline.kb(at + 1),
    ...timeline.facts(at + 1).map(([id]) => id),
  ];
  const others = new Set(held(b, second).map((id) => clauseKey(b, id)));
  return held(a, first).filter((id) => !others.has(clauseKey(a, id)));
}

// The pairs matched from one event up to another.
/** @param {Timeline} timeline @param {number} from @param {number} to */
export const pairsBetween = (timeline, from, to) =>
  timeline.events.slice(from, to).filter(({ kind }) => kind === "match").length;

// The first fact that an agent settles from a parting on, and the other never does.
/** @param {Timeline} a @param {Timeline} b @param {Pair} parted */
export function gainOf(a, b, [first]) {
  const others = new Set(b.facts(b.length).map(([, literal]) => literal));
  for (let at = first; at < a.length; at++) {
    const found = a.events[at].facts.find(([, literal]) => !others.has(literal));
    if (found) return { at, literal: found[1] };
  }
  return null;
}

/** @param {Timeline} timeline @returns {"won" | "lost" | "stuck" | null} */
export function outcomeOf(timeline) {
  const last = timeline.events[timeline.length - 1];
  return last?.kind === "end" ? last.outcome : last?.kind === "stuck" ? "stuck" : null;
}
