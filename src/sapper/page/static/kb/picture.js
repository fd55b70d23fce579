// The picture of an event.

import { h } from "../dom.js";
import { cellOf, cellsOf, resolve } from "./clauses.js";
import { clauseDots, clueDots, sweepDots } from "./dots.js";
import { aloudText, clauseText, literalText, sourceText } from "./story.js";
import { table } from "./table.js";
import { t } from "./words.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./timeline.js").Match} Match
 * @typedef {import("./timeline.js").Sweep} Sweep
 * @typedef {import("./timeline.js").Insert} Insert
 * @typedef {import("./timeline.js").Refute} Refute
 * @typedef {import("./table.js").Row} Row
 * @typedef {object} Room
 * @property {number} width
 * @property {number} height
 * @property {boolean} [keeps] whether to say that the clauses of a pair stay in KB
 */

const LINES = 7; // the most clauses of a sweep that are written out
const ROW = 54;

/** @param {Timeline} timeline @param {number} at @param {Room} room @returns {Node[]} */
export function picture(timeline, at, room) {
  const event = timeline.events[at];
  const cluster = timeline.cluster(at);
  switch (event.kind) {
    case "match":
      return [matchTable(timeline, at, event, room), ...subsumedBy(timeline, event, room)];
    case "sweep":
      return [sweepPicture(timeline, event, room)];
    case "clue":
      return cluster?.rows.length ? [clueDots(timeline, cluster, room.width, room.height)] : [];
    case "insert": {
      if (!cluster || cluster.rows.length === 1) return [fateTable(timeline, event, room)];
      const rows = Math.min(4, 2 + event.leave.length);
      const above = Math.min(230, Math.max(120, room.height - 60 - 58 * rows));
      return [
        clauseDots(timeline, cluster, cluster.row, room.width, above),
        fateTable(timeline, event, { width: room.width, height: room.height - above - 20 }),
      ];
    }
    case "refute":
      return [fateTable(timeline, event, room)];
    case "given":
    case "opened":
    case "oracle":
      return [h(
        "p",
        { class: "told" },
        event.facts.map(([, literal]) => literalChip(timeline, literal)),
      )];
    default:
      return [];
  }
}

/** @param {{ width: number }} timeline @param {number} literal */
export const literalChip = (timeline, literal) =>
  h(
    "span",
    { class: `lit ${literal < 0 ? "n" : "p"}`, "data-c": cellOf(literal) },
    literalText(timeline, literal),
  );

/** @param {{ width: number }} timeline @param {readonly number[]} clause */
export const clauseChips = (timeline, clause) =>
  h(
    "span",
    { class: "cz", role: "img", "aria-label": aloudText(clauseText(timeline, clause)) },
    clause.flatMap((literal, i) => [i > 0 && h("i", {}, "∨"), literalChip(timeline, literal)]),
  );

// A clause that is given as text.
/** @param {string} text */
export function chipsOf(text) {
  const literals = text.replace(/^\((.*)\)$/, "$1").split(" ∨ ");
  if (!literals.every((literal) => /^¬?[A-Z]+\d+$/.test(literal))) return text;
  return h(
    "span",
    { class: "cz", role: "img", "aria-label": aloudText(text) },
    literals.flatMap((literal, i) => [
      i > 0 && h("i", {}, "∨"),
      h("span", { class: `lit ${literal.startsWith("¬") ? "n" : "p"}` }, literal),
    ]),
  );
}

/** @param {Timeline} timeline @param {number} at @param {Match} event @param {Room} room */
function matchTable(timeline, at, event, { width, height, keeps }) {
  const { left, right, fate, leave } = event;
  const clauses = [left, right].map((id) => timeline.clause(id));
  const { clash, result } = resolve(clauses[0], clauses[1]);
  const forgotten = new Set(leave.flatMap(([id, why]) => why === "lost" ? [id] : []));
  /** @type {Row[]} */
  const rows = [left, right].map((id, i) => ({
    id,
    note: forgotten.has(id) ? t.forgotten : keeps ? t.stays : sourceText(timeline, at, id),
    clause: clauses[i],
    cut: clauses[i].filter((literal) => clash.includes(cellOf(literal))),
    kind: forgotten.has(id) ? "lost" : "",
  }));
  const [id] = [...event.enter, ...event.facts.map(([fact]) => fact)];
  const isNew = fate === "enters" || fate === "fact";
  if (!result) rows.push({ clause: [], none: t.nothingNew });
  else if (fate === "overtaken") rows.push({ clause: [], none: t.passedOver });
  else if (!isNew) rows.push({ clause: result, note: t.notAdded, kind: "dim" });
  else if (event.short) {
    const facts = event.short.facts.map((fact) => -timeline.clause(fact)[0]);
    rows.push({ clause: result, cut: result.filter((literal) => facts.includes(literal)) });
    rows.push({
      id,
      note: fate === "fact" ? t.isFact : t.enters,
      clause: event.short.to,
      kind: "new",
    });
  } else {rows.push({
      id,
      note: fate === "fact" ? t.isFact : t.enters,
      clause: result,
      kind: "new",
    });}
  return table(
    {
      ...{ cells: cellsOf(...clauses), rows, clash, rule: 2 },
      drop: rows[rows.length - 1].clause.length > 0,
      scale: width > 500 && height > 330 ? 1.25 : width > 420 && height > 270 ? 1.1 : 1,
      label: t.pictureOfMatch(clauseText(timeline, clauses[0]), clauseText(timeline, clauses[1])),
    },
    width,
    timeline.width,
  );
}

/** @param {Timeline} timeline @param {Match} event @param {Room} room */
function subsumedBy(timeline, event, room) {
  const gone = event.leave.flatMap(([id, why]) => why === "subsumed" ? [id] : []);
  return gone.length && event.enter.length ? [stricter(timeline, event.enter[0], gone, room)] : [];
}

// A clause above the longer clauses that leave because of it.
/** @param {Timeline} timeline @param {number} id @param {number[]} gone @param {Room} room */
function stricter(timeline, id, gone, { width, height }) {
  const clause = timeline.clause(id);
  const longer = gone.map((one) => timeline.clause(one));
  /** @type {Row[]} */
  const rows = longer.map((one, i) => ({
    ...{ id: gone[i], note: t.leaves, clause: one, kind: "out" },
    extra: one.filter((literal) => !clause.includes(literal)),
  }));
  return table(
    {
      cells: cellsOf(clause, ...longer),
      rows: [{ id, note: t.enters, clause, kind: "new" }, ...rows],
      bands: clause,
      dense: (gone.length + 1) * ROW + 40 > height,
      label: t.pictureOfSubsumed(
        clauseText(timeline, clause),
        longer.map((one) => clauseText(timeline, one)).join("; "),
      ),
    },
    width,
    timeline.width,
  );
}

// A clause that is to be inserted, and why it is or is not.
/** @param {Timeline} timeline @param {Insert | Refute} event @param {Room} room */
function fateTable(timeline, event, room) {
  const { clause, fate, by, short, leave } = event;
  const other = by === null ? [] : timeline.clause(by);
  const [id = null] = [...event.enter, ...event.facts.map(([fact]) => fact)];
  const isSkipped = fate === "duplicate" || fate === "subsumed";
  const label = clauseText(timeline, clause);
  /** @param {Omit<import("./table.js").Table, "label">} spec */
  const drawn = (spec) => table({ ...spec, label }, room.width, timeline.width);
  if (short) {
    const facts = short.facts.map((fact) => timeline.clause(fact)[0]);
    const cut = clause.filter((literal) => facts.includes(-literal));
    /** @type {Row} */
    const rest = isSkipped
      ? { id: by, note: other.length === 1 ? t.inKb0 : t.inKb, clause: other, kind: "keep" }
      : { id, note: fate === "fact" ? t.isFact : t.enters, clause: short.to, kind: "new" };
    const isLost = isSkipped || id === null;
    return drawn({
      cells: cellsOf(clause, facts, isSkipped ? other : []),
      rows: [
        { note: isLost ? t.notAdded : t.newClause, clause, cut },
        ...isSkipped || id !== null ? [rest] : [],
      ],
      ...{ beams: facts, beamRows: 1, bands: isSkipped ? other : [], drop: !isLost },
    });
  }
  if (fate === "satisfied") {
    return drawn({
      cells: cellsOf(other, clause),
      rows: [{ note: t.newClause, clause, kind: "true", hot: other }],
      beams: other,
    });
  }
  if (isSkipped) {
    const extra = clause.filter((literal) => !other.includes(literal));
    return drawn({
      cells: cellsOf(clause, other),
      rows: [
        { id: by, note: other.length === 1 ? t.inKb0 : t.inKb, clause: other, kind: "keep" },
        { note: t.notAdded, clause, kind: "out", extra },
      ],
      bands: other,
    });
  }
  if (leave.length && event.enter.length) {
    return stricter(timeline, event.enter[0], leave.map(([one]) => one), room);
  }
  const note = fate === "fact" ? t.isFact : id === null ? t.notAdded : t.enters;
  return drawn({
    cells: cellsOf(clause),
    rows: [{ id, note, clause, kind: id === null ? "dim" : "new" }],
  });
}

// Facts are beams: a literal of the same sign is true and leaves with its clause, and one of the
// opposite sign is crossed out.
/** @param {Timeline} timeline @param {Sweep} event @param {Room} room */
function sweepPicture(timeline, event, { width, height }) {
  const facts = event.by.map((id) => timeline.clause(id)[0]);
  /** @param {Row} one */
  const row = (one) => [one];
  const rows = event.leave.flatMap(([id, why]) => {
    const clause = timeline.clause(id);
    if (why === "satisfied") {
      const hot = clause.filter((literal) => facts.includes(literal));
      return row({ id, clause, kind: "true", hot, end: t.trueLeaves });
    }
    const rest = event.short.find((one) => one.id === id)?.short?.to;
    return rest
      ? row({ id, clause, cut: clause.filter((one) => facts.includes(-one)), end: rest })
      : [];
  });
  if (rows.length > LINES || rows.length * ROW + 74 > height) {
    return sweepDots(timeline, event, width, height);
  }
  const large = width > 500 && rows.length < LINES && rows.length * 65 + 90 < height;
  const names = facts.map((fact) => literalText(timeline, fact)).join(", ");
  return table(
    {
      ...{ cells: cellsOf(facts, ...rows.map(({ clause }) => clause)), rows, beams: facts },
      ...(facts.length === 1 ? { beam: { id: event.by[0], note: t.isFact } } : {}),
      ...{ right: 104, scale: large ? 1.2 : 1, label: t.pictureOfSweep(rows.length, names) },
    },
    width,
    timeline.width,
  );
}
