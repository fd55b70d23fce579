// What happens in an event, in words: what comes above the headline, the headline and the reason.

import { cellName } from "../names.js";
import { runs } from "../runs.js";
import { cellOf, choose, resolve } from "./clauses.js";
import { faultOf } from "./faults.js";
import { t } from "./words.js";

export const NAMED = 4; // clauses and cells that a sentence names

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {{ cap: string, headline: Runs, reason: Runs }} Story
 */

/** @param {Timeline} timeline @param {number} literal @returns {[name: string, mine: boolean]} */
export const said = ({ width }, literal) => [cellName(cellOf(literal), width), literal > 0];

/** @param {{ width: number }} timeline @param {number} literal */
export const literalText = ({ width }, literal) =>
  (literal < 0 ? "¬" : "") + cellName(cellOf(literal), width);

/** @param {{ width: number }} timeline @param {readonly number[]} clause */
export const clauseText = (timeline, clause) =>
  clause.length ? clause.map((literal) => literalText(timeline, literal)).join(" ∨ ") : "⊥";

// Screen readers leave out the signs of logic, so they are said in words.
/** @param {string} text */
export const aloudText = (text) => text.replaceAll("¬", `${t.not} `).replaceAll("∨", t.or);

// Where a clause comes from: "the 3 at B5", "from 176 and 98".
/** @param {Timeline} timeline @param {number} at @param {number} id */
export function sourceText(timeline, at, id) {
  const source = timeline.source(id);
  if (typeof source === "number") return clueText(timeline, at, source);
  const [a, b] = timeline.clauses.get(id)?.parents ?? [];
  if (source === null) return b === undefined ? t.resolved : t.fromPair(a, b);
  return t.origins[source] ?? source;
}

// Where a step of a proof comes from: its parents, if it has any.
/** @param {Timeline} timeline @param {number} at @param {number} id @param {number[]} parents */
export const stepText = (timeline, at, id, parents) =>
  parents.length
    ? t.proof.from(parents.slice(0, NAMED), Math.max(0, parents.length - NAMED))
    : sourceText(timeline, at, id);

/** @param {Timeline} timeline @param {number} at @param {number | null} clue */
const clueText = (timeline, at, clue) =>
  clue === null ? t.mineCount : t.clueAt(timeline.symbol(at, clue), cellName(clue, timeline.width));

/** @param {Timeline} timeline @param {number} at @returns {Story} */
export function story(timeline, at) {
  const event = timeline.events[at];
  const { width } = timeline;
  const cap = capOf(timeline, at);
  /** @type {(headline: string | Runs, reason?: string | Runs) => Story} */
  const told = (headline, reason = "") => ({
    cap,
    headline: runs`${headline}`,
    reason: runs`${reason}`,
  });
  /** @param {readonly number[]} cells */
  const names = (cells) => cells.map((cell) => cellName(cell, width));
  const why = timeline.decision(at).why ?? "";
  switch (event.kind) {
    case "given": {
      const { all, known } = timeline.givenCells(at);
      return told(
        event.facts.length < all
          ? t.givenSome(names(event.cells), all)
          : t.given(event.facts.length),
        t.givenWhy(event.facts.length) +
          (event.facts.length < all ? t.givenSoFar(known, all) : "") +
          (at === 0 ? t.givenFirst : ""),
      );
    }
    case "opened": {
      const cell = timeline.decisions[timeline.decision(at).number - 2]?.cell ?? null;
      const name = cell === null ? null : cellName(cell, width);
      return told(t.opened(event.facts.length, name), t.openedWhy);
    }
    case "oracle":
      return told(t.oracle(event.facts.length), t.oracleWhy);
    case "clue":
      return told(...clueStory(timeline, at, event));
    case "insert":
      return told(...fateStory(timeline, event, event.facts));
    case "match":
      return told(...matchStory(timeline, event));
    case "refute": {
      const [becomes] = fateStory(timeline, event, event.facts);
      return told(t.refute, runs`${t.refuteWhy(event.steps.length)} ${becomes}`);
    }
    case "sweep":
      return told(...sweepStory(timeline, event));
    case "decide":
      return told(t.opens(names(event.cells)), timeline.agent === "textbook" ? t.opensWhy : why);
    case "guess":
      return told(
        t.guesses(names(event.cells)),
        runs`${why} ${missedText(timeline, at, t.missed.but)}`,
      );
    case "stuck":
      return told(
        t.stuck,
        timeline.agent === "textbook"
          ? t.stuckWhy
          : runs`${t.stopsWhy} ${missedText(timeline, at, t.missed.but)}`,
      );
    case "end":
      return told(t.ends[event.outcome], t.endsWhy[event.outcome]);
  }
}

// The clauses that an agent needs at an event, but has lost, each with the event at which it lost
// them.
/** @param {Timeline} timeline @param {number} at */
export const needed = (timeline, at) =>
  (timeline.decision(at).missed?.needs ?? []).map((clause) => ({
    clause,
    lost: timeline.lostAt(clause, at),
  })).toSorted((a, b) => a.lost - b.lost);

// What an agent with a mistake misses at an event, and why.
/** @param {Timeline} timeline @param {number} at @param {string} but @returns {Runs} */
export function missedText(timeline, at, but = "") {
  const { missed } = timeline.decision(at);
  const { kind } = timeline.events[at];
  if (!missed) return faultOf(timeline.agent) !== null && kind === "stuck" ? [t.missed.both] : [];
  const needs = needed(timeline, at).map(({ clause, lost }) => ({
    clause: runs`${
      clause.flatMap((one, i) => [i ? " ∨ " : "", { cell: literalText(timeline, one) }])
    }`,
    event: lost + 1,
    isLong: timeline.events[lost].kind === "insert",
  }));
  const lost = timeline.lostBefore(at);
  const why = missed.why === "lost"
    ? runs`${t.missed.needs(needs)}${lost ? t.missed.total(lost) : ""}`
    : t.missed[missed.why];
  return runs`${but}${t.missed.follows(said(timeline, missed.literal)[0])}${why}`;
}

/** @param {Timeline} timeline @param {number} at */
function capOf(timeline, at) {
  const event = timeline.events[at];
  const round = timeline.round(at);
  if (event.kind === "match" && round) {
    const pairs = timeline.events.slice(round.first, round.last + 1).map(({ kind }) =>
      kind === "match"
    );
    const before = pairs.slice(0, at - round.first + 1);
    const [pair, all] = [before, pairs].map((some) => some.filter(Boolean).length);
    return t.pairOf(round.number, pair, all) +
      (pair > 1 && at === timeline.opening(round) ? t.firstChange : "");
  }
  const cluster = event.kind === "insert" ? timeline.cluster(at) : null;
  if (!cluster) return t.caps[event.kind];
  return t.rowOf(cluster.row + 1, cluster.rows.length, clueText(timeline, at, cluster.clue.clue));
}

/**
 * @param {Timeline} timeline
 * @param {number} at
 * @param {import("./timeline.js").Clue} event
 * @returns {[Runs, string]}
 */
function clueStory(timeline, at, { clue, cells, mines, whole }) {
  const rows = timeline.cluster(at)?.rows.length ?? 0;
  const headline = clue === null
    ? t.countClue(rows)
    : t.clue(timeline.symbol(at, clue), cellName(clue, timeline.width), rows);
  const all = cells.length;
  if (mines === all) return [headline, t.allMines(all)];
  if (mines === 0) return [headline, t.allSafe(all)];
  const [some, safe] = [all - mines + 1, mines + 1];
  const reason = t.exactly(mines, all) + t.mineAmong(some, all, choose(all, some)) +
    t.safeAmong(safe, all, choose(all, safe));
  return [headline, whole ? reason : reason + t.someOnly];
}

// What happens to a clause that is to be inserted.
/**
 * @param {Timeline} timeline
 * @param {import("./timeline.js").Fate & import("./timeline.js").Change} event
 * @param {readonly (readonly [number, number])[]} facts
 * @returns {[string | Runs, string | Runs]}
 */
function fateStory(timeline, { fate, by, short, leave }, facts) {
  const lost = short
    ? t.shortened(short.facts.map((id) => said(timeline, timeline.clause(id)[0])))
    : [];
  const gone = leave.filter(([, why]) => why === "subsumed").length;
  const other = by === null ? [] : timeline.clause(by);
  switch (fate) {
    case "fact":
      return [t.fact(...said(timeline, facts[0][1])), runs`${lost}${t.factWhy}`];
    case "satisfied":
      return [t.satisfied, runs`${lost}${t.satisfiedWhy(...said(timeline, other[0]))}`];
    case "duplicate":
      return [
        other.length === 1 ? t.duplicateFact : t.duplicate,
        runs`${lost}${t.duplicateWhy}`,
      ];
    case "subsumed":
      return [t.subsumed, runs`${lost}${t.subsumedWhy(/** @type {number} */ (by))}`];
    case "tautology":
      return [t.always, t.alwaysWhy];
    case "wide":
      return [t.wide, t.wideWhy];
    case "contradiction":
      return [t.contradiction, runs`${lost}${t.contradictionWhy}`];
    default:
      return gone
        ? [t.subsumes(gone), runs`${lost}${t.subsumesWhy(gone)}`]
        : [t.enter, runs`${lost}${t.enterWhy}`];
  }
}

/**
 * @param {Timeline} timeline
 * @param {import("./timeline.js").Match} event
 * @returns {[string | Runs, string | Runs]}
 */
function matchStory(timeline, event) {
  const [lost, gone] = ["lost", "subsumed"].map((reason) =>
    event.leave.filter(([, why]) => why === reason).length
  );
  const [headline, reason] = resultStory(timeline, event);
  const also = gone && !event.short ? ` ${t.subsumes(gone)}` : "";
  return [headline, runs`${reason}${also}${lost ? ` ${t.forgets(lost > 1)}` : ""}`];
}

/**
 * @param {Timeline} timeline
 * @param {import("./timeline.js").Match} event
 * @returns {[string | Runs, string | Runs]}
 */
function resultStory(timeline, event) {
  const { left, right, fate, by } = event;
  const [a, b] = [timeline.clause(left), timeline.clause(right)];
  const { clash, result } = resolve(a, b);
  const names = clash.map((cell) => cellName(cell, timeline.width));
  if (!result) return [t.clash, t.clashWhy(names)];
  if (fate === "overtaken") return [t.passed, t.passedWhy];
  if (fate === "wide") return [t.wide, t.wideWhy];
  if (fate === "known") {
    if (by === null) return [t.known, t.knownSomehow];
    return [
      t.known,
      timeline.clause(by).length < result.length ? t.knownStricter(by) : t.knownAs(by),
    ];
  }
  const [ifMine, ifSafe] = [-1, 1].map((sign) => {
    const clause = a.includes(sign * (clash[0] + 1)) ? a : b;
    return clause.filter((literal) => cellOf(literal) !== clash[0]).map((one) =>
      said(timeline, one)
    );
  });
  const why = t.cases(names[0], ifMine, ifSafe, result.length);
  if (fate === "enters" && !event.short) return [t.resolvent(names[0]), why];
  if (fate === "fact" && !event.short) {
    return [t.settles(names[0], ...said(timeline, event.facts[0][1])), why];
  }
  const [headline, reason] = fateStory(timeline, event, event.facts);
  return [headline, runs`${why} ${reason}`];
}

/**
 * @param {Timeline} timeline
 * @param {import("./timeline.js").Sweep} event
 * @returns {[string | Runs, Runs]}
 */
function sweepStory(timeline, { by, leave, short }) {
  const facts = by.map((id) => timeline.clause(id)[0]);
  const [gone, shorter, longer] = ["satisfied", "shortened", "subsumed"].map((reason) =>
    leave.filter(([, why]) => why === reason).length
  );
  const [stay, settled] = ["enters", "fact"].map((fate) =>
    short.filter((one) => one.fate === fate).length
  );
  const [one] = facts;
  const literal = facts.length === 1 ? [{ cell: literalText(timeline, -one) }] : null;
  return [
    facts.length === 1 ? t.shrinks(...said(timeline, one)) : t.through(facts.length),
    runs`${gone ? t.trueNow(gone) : ""}${
      shorter ? runs`${t.lose(shorter, literal)}${t.become(shorter, stay, settled)}` : ""
    }${longer ? t.subsumes(longer) : ""}`,
  ];
}
