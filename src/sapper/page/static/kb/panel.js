// What the panel of KB shows before an event. Clauses form groups: those of a clue, and those that
// are resolved. Groups that the event touches come first, then those that share a cell with it,
// then the nearest. They are open until the panel is full, and the others are one line. More than
// a few clauses of a group are drawn as dots: a column per cell, a row per clause.

import { cellName } from "../names.js";
import { cellOf, cellsOf } from "./clauses.js";
import { cellsAbout } from "./timeline.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./timeline.js").Origin} Origin
 * @typedef {import("./timeline.js").Touch} Touch
 * @typedef {object} Group
 * @property {Origin} source
 * @property {boolean} hot
 * @property {number} count the clauses that are in KB before the event
 * @property {{ id: number, mark: Touch | null }[]} rows
 * @property {number[]} gone clauses that leave, drawn as dots
 * @property {number[]} dots
 */

const AS_TEXT = 6; // the most untouched clauses of a group that are written out
const GONE_AS_TEXT = 4;
const SMALL = 40; // from more clauses on, dots are smaller
const LINE = 28; // the height of a clause that the event touches
const PLAIN = 25;
const LITERAL = 45; // the width of a literal such as ¬A1 with its ∨
const LETTER = 8; // of each further letter or digit

/**
 * @param {Timeline} timeline
 * @param {number} at
 * @param {{ width: number, height: number }} room
 * @param {((id: number) => boolean) | null} wanted a search: only what it finds is shown
 */
export function panel(timeline, at, room, wanted = null) {
  const before = timeline.kb(at);
  const isBefore = new Set(before);
  const touched = timeline.touched(at);
  const shown = [...before, ...timeline.events[at].enter.filter((id) => !isBefore.has(id))];
  /** @type {Map<Origin, number[]>} */
  const groups = new Map();
  for (const id of wanted ? shown.filter(wanted) : shown) {
    const source = timeline.source(id);
    groups.set(source, [...groups.get(source) ?? [], id]);
  }
  let left = wanted ? Infinity : room.height;
  /** @type {Group[]} */
  const open = [];
  const closed = [];
  for (const source of relevant(timeline, at, groups, touched)) {
    const ids = /** @type {number[]} */ (groups.get(source));
    const group = grouped(timeline, source, ids, touched, isBefore);
    const height = heightOf(timeline, group, room.width);
    if (!group.hot && height > left) closed.push(ids.length);
    else {
      open.push(group);
      left -= height;
    }
  }
  return {
    groups: open,
    more: { groups: closed.length, clauses: closed.reduce((sum, one) => sum + one, 0) },
    found: wanted ? [...groups.values()].flat().length : null,
  };
}

/**
 * @param {Timeline} timeline
 * @param {number} at
 * @param {Map<Origin, number[]>} groups
 * @param {Map<number, Touch>} touched
 */
function relevant(timeline, at, groups, touched) {
  const { width } = timeline;
  const about = new Set(cellsAbout(timeline, at));
  const mean = (/** @type {(cell: number) => number} */ of) =>
    [...about].reduce((sum, cell) => sum + of(cell), 0) / (about.size || 1);
  const [column, row] = [mean((cell) => cell % width), mean((cell) => Math.floor(cell / width))];
  const order = [...groups].map(([source, ids]) => {
    const rank = ids.some((id) => touched.has(id))
      ? 0
      : ids.some((id) => timeline.clause(id).some((literal) => about.has(cellOf(literal))))
      ? 1
      : 2;
    const away = typeof source !== "number"
      ? 0
      : Math.round(Math.hypot(source % width - column, Math.floor(source / width) - row));
    const place = typeof source !== "number" ? Infinity : source;
    return { source, rank, away: rank ? away : 0, place };
  });
  order.sort((a, b) => a.rank - b.rank || a.away - b.away || (a.place < b.place ? -1 : 1));
  return order.map(({ source }) => source);
}

const RANK = { in: 0, out: 1, use: 2 };

/**
 * @param {Timeline} timeline
 * @param {Origin} source
 * @param {number[]} ids
 * @param {Map<number, Touch>} touched
 * @param {Set<number>} isBefore
 * @returns {Group}
 */
function grouped(timeline, source, ids, touched, isBefore) {
  /** @param {number} id */
  const rank = (id) => RANK[touched.get(id) ?? "use"] + (touched.has(id) ? 0 : 1);
  const sorted = ids.toSorted((a, b) =>
    rank(a) - rank(b) || timeline.clause(a).length - timeline.clause(b).length || a - b
  );
  const rest = sorted.filter((id) => !touched.has(id));
  const gone = sorted.filter((id) => touched.get(id) === "out");
  const [goneAsDots, restAsDots] = [gone.length > GONE_AS_TEXT, rest.length > AS_TEXT];
  const rows = sorted.filter((id) =>
    touched.has(id) ? !(goneAsDots && touched.get(id) === "out") : !restAsDots
  );
  return {
    source,
    hot: rest.length < ids.length,
    count: ids.filter((id) => isBefore.has(id)).length,
    rows: rows.map((id) => ({ id, mark: touched.get(id) ?? null })),
    gone: goneAsDots ? gone : [],
    dots: restAsDots ? rest : [],
  };
}

/** @param {Timeline} timeline @param {Group} group @param {number} width */
function heightOf(timeline, { rows, gone, dots }, width) {
  const touched = rows.filter(({ mark }) => mark).length;
  let height = 12 + touched * LINE;
  if (gone.length) height += 32 + dotLayout(timeline, gone, width - 34).height;
  if (dots.length) return height + 8 + dotLayout(timeline, dots, width).height;
  let x = Infinity;
  for (const { id, mark } of rows) {
    if (mark) continue;
    const wide = timeline.clause(id).reduce((sum, literal) => {
      return sum + LITERAL + LETTER * (cellName(cellOf(literal), timeline.width).length - 2);
    }, 4);
    if (x + wide > width) {
      height += PLAIN;
      x = 0;
    }
    x += wide;
  }
  return height;
}

// Where the dots of clauses go: in blocks side by side, each with all cells as columns.
/** @param {Timeline} timeline @param {number[]} ids @param {number} width */
export function dotLayout(timeline, ids, width) {
  const cells = cellsOf(...ids.map((id) => timeline.clause(id)));
  const small = ids.length > SMALL;
  const two = small || 2 * 13 * cells.length + 12 <= width;
  const across = two
    ? Math.min(18, (width - 12) / 2 / cells.length)
    : Math.min(18, (width - 12) / cells.length);
  const block = across * cells.length + 12;
  const most = Math.min(Math.floor((width + 12) / block), Math.ceil(ids.length / 4));
  const per = Math.ceil(ids.length / Math.max(1, most));
  const down = small ? 6 : 9.5;
  return { cells, small, across, block, per, down, height: 16 + per * down };
}

// The facts that the panel of KB0 lists: new ones, then settled cells that are still hidden.
const FACTS = 14;
/** @param {Timeline} timeline @param {number} at */
export function settled(timeline, at) {
  const known = timeline.facts(at).map(([, literal]) => literal);
  const fresh = timeline.events[at].facts.map(([, literal]) => literal);
  const hidden = known.filter((literal) => timeline.isHidden(at, cellOf(literal))).reverse();
  return {
    fresh: fresh.slice(0, FACTS),
    hidden: hidden.slice(0, FACTS),
    more: Math.max(0, hidden.length - FACTS) + Math.max(0, fresh.length - FACTS),
    open: known.length - hidden.length,
    before: known.length,
    after: known.length + fresh.length,
  };
}

// A search: words such as C6 or ¬C6 must all be in a clause. Also written -c6, !c6 or ~c6, with ∨,
// v or | between them.
/**
 * @param {Timeline} timeline
 * @param {string} text
 * @param {(name: string) => number | null} named
 */
export function search(timeline, text, named) {
  const parts = text.toUpperCase().replace(/\bV\b|\||∨/g, " ").split(/[\s()]+/).filter(Boolean);
  if (!parts.length) return null;
  const tests = parts.map((part) => {
    const [, not, name] = /^([-!~¬]?)(.+)$/.exec(part) ?? [];
    const cell = named(name ?? "");
    if (cell === null) return () => false;
    return not
      ? (/** @type {number} */ literal) => literal === -cell - 1
      : (/** @type {number} */ literal) => cellOf(literal) === cell;
  });
  return (/** @type {number} */ id) => tests.every((test) => timeline.clause(id).some(test));
}
