// An event on the board. A clause is a string through its cells, with a coin in each: a diamond
// says mine, a ring says safe. Two strings meet at the clash, and a band joins the loose ends.

import { svg } from "../dom.js";
import { cellOf, isSafe, resolve } from "./clauses.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./clauses.js").Clause} Clause
 * @typedef {{ marks: Marks, drawn: Node[] }} OnBoard
 */

const STRINGS = 6; // the most clauses of a sweep that are drawn as strings

/** @param {Timeline} timeline @param {number} at @returns {OnBoard} */
export function onBoard(timeline, at) {
  const event = timeline.events[at];
  const { width } = timeline;
  const isHidden = (/** @type {number} */ cell) => timeline.isHidden(at, cell);
  /** @type {{ [kind in Mark]: Set<number> }} */
  const marks = {
    ...{ known: new Set(), free: new Set(), region: new Set(), cells: new Set() },
    ...{ clues: new Set(), safe: new Set(), mines: new Set(), conflict: new Set() },
  };
  for (const [, literal] of timeline.facts(at)) {
    if (isHidden(cellOf(literal))) marks[isSafe(literal) ? "free" : "known"].add(cellOf(literal));
  }
  /** @param {Clause} clause */
  const uncover = (clause) => {
    for (const literal of clause) {
      marks.known.delete(cellOf(literal));
      marks.free.delete(cellOf(literal));
    }
  };
  /** @param {number} literal */
  const settle = (literal) => marks[isSafe(literal) ? "safe" : "mines"].add(cellOf(literal));
  /** @type {Node[]} */
  const drawn = [];
  const strings = (/** @type {[Clause, string][]} */ ...all) => {
    for (const [clause, kind] of all) drawn.push(...string(clause, kind, width));
    drawn.push(...digits(timeline, at, all.map(([clause]) => clause)));
  };
  const clue = timeline.cluster(at)?.clue.clue ?? null;
  if (clue !== null) marks.clues.add(clue);
  if (event.kind === "clue") drawn.push(...event.cells.map((cell) => frame(cell, width)));
  else if (event.kind === "insert" || event.kind === "refute") {
    uncover(event.clause);
    strings([event.clause, "first"]);
    drawn.push(...event.clause.map((literal) => coin(literal, width)));
  } else if (event.kind === "match") {
    const [a, b] = [timeline.clause(event.left), timeline.clause(event.right)];
    const { clash } = resolve(a, b);
    const settled = new Set(event.facts.map(([, literal]) => cellOf(literal)));
    uncover([...a, ...b]);
    if ((event.result?.length ?? 0) > 1) drawn.push(...string(event.result ?? [], "rest", width));
    for (const [, literal] of event.facts) settle(literal);
    strings([a, "first"], [b, "second"]);
    const free = [...new Set([...a, ...b])].filter((literal) =>
      !clash.includes(cellOf(literal)) && !settled.has(cellOf(literal))
    );
    drawn.push(...free.map((literal) => coin(literal, width)));
    drawn.push(...clash.map((cell) => crossed(cell, width)));
    for (const id of [event.left, event.right]) {
      const source = timeline.source(id);
      if (typeof source === "number") marks.clues.add(source);
    }
  } else if (event.kind === "sweep") {
    const facts = event.by.map((id) => timeline.clause(id)[0]);
    const gone = event.leave.map(([id]) => timeline.clause(id));
    const fresh = event.facts.map(([, literal]) => literal);
    if (gone.length <= STRINGS) {
      strings(...gone.map((clause) => /** @type {[Clause, string]} */ ([clause, "second"])));
    }
    const others = new Set(gone.flat().map(cellOf));
    for (const literal of [...facts, ...fresh]) others.delete(cellOf(literal));
    drawn.push(...[...others].filter(isHidden).map((cell) => frame(cell, width)));
    uncover([...facts, ...fresh]);
    for (const literal of facts) {
      if (isHidden(cellOf(literal))) settle(literal);
      else drawn.push(coin(literal, width, "small"));
    }
    drawn.push(...fresh.map((literal) => coin(literal, width, "fresh")));
  } else if (event.kind === "decide" || event.kind === "guess") {
    for (const cell of event.cells) marks[event.kind === "decide" ? "safe" : "cells"].add(cell);
  } else if (event.kind !== "stuck" && event.kind !== "end") {
    for (const [, literal] of event.facts) if (isHidden(cellOf(literal))) settle(literal);
  }
  return {
    marks: Object.fromEntries(Object.entries(marks).map(([kind, cells]) => [kind, [...cells]])),
    drawn,
  };
}

/** @param {number} cell @param {number} width @returns {[x: number, y: number]} */
const middle = (cell, width) => [cell % width + .5, Math.floor(cell / width) + .5];

// A way through the cells of a clause, always to the nearest.
/** @param {Clause} clause @param {number} width */
export function way(clause, width) {
  const left = clause.map((literal) => middle(cellOf(literal), width));
  const points = left.splice(0, 1);
  while (left.length) {
    const [x, y] = points[points.length - 1];
    const away = left.map(([a, b]) => Math.hypot(a - x, b - y));
    points.push(...left.splice(away.indexOf(Math.min(...away)), 1));
  }
  return points;
}

/** @param {Clause} clause @param {string} kind @param {number} width */
export function string(clause, kind, width) {
  if (clause.length < 2) return [];
  const points = way(clause, width).map((point) => point.join()).join(" ");
  const thread = svg("polyline", { class: kind, points });
  return kind === "rest" ? [thread] : [svg("polyline", { class: "case", points }), thread];
}

// The numbers below strings are drawn again above them, so that they stay legible.
/** @param {Timeline} timeline @param {number} at @param {Clause[]} clauses */
export function digits(timeline, at, clauses) {
  const { width } = timeline;
  /** @type {Set<number>} */
  const crossed = new Set();
  for (const clause of clauses) {
    const points = way(clause, width);
    points.slice(1).forEach(([x, y], i) => {
      const [a, b] = points[i];
      const steps = Math.ceil(4 * Math.hypot(x - a, y - b));
      for (let step = 0; step <= steps; step++) {
        const [column, row] = [a + (x - a) * step / steps, b + (y - b) * step / steps];
        crossed.add(Math.floor(row) * width + Math.floor(column));
      }
    });
  }
  return [...crossed].flatMap((cell) => {
    const symbol = timeline.symbol(at, cell);
    const [x, y] = middle(cell, width);
    return /[1-8]/.test(symbol)
      ? [
        svg(
          "text",
          { class: "digit", "data-n": symbol, x, y: y + .235, "text-anchor": "middle" },
          symbol,
        ),
      ]
      : [];
  });
}

/** @param {number} literal @param {number} width */
export function coin(literal, width, kind = "") {
  const [x, y] = middle(cellOf(literal), width);
  const sign = isSafe(literal)
    ? svg("circle", { cx: 0, cy: 0, r: .175 })
    : svg("rect", { x: -.145, y: -.145, width: .29, height: .29, transform: "rotate(45)" });
  const place = kind === "small"
    ? `translate(${x + .3} ${y - .3}) scale(.6)`
    : `translate(${x} ${y})`;
  return svg(
    "g",
    { class: `coin ${isSafe(literal) ? "n" : "p"} ${kind}`, transform: place },
    svg("circle", { class: "bed", cx: 0, cy: 0, r: .27 }),
    sign,
  );
}

// A cell at which two clauses clash: both signs, crossed out if they cancel.
/** @param {number} cell @param {number} width */
export function crossed(cell, width, isCrossed = true) {
  const [x, y] = middle(cell, width);
  return svg(
    "g",
    { class: "clash", transform: `translate(${x} ${y})` },
    svg("circle", { class: "bed", cx: 0, cy: 0, r: .4 }),
    svg("rect", { x: -.29, y: -.11, width: .22, height: .22, transform: "rotate(45 -.18 0)" }),
    svg("circle", { class: "ring", cx: .18, cy: 0, r: .125 }),
    ...isCrossed ? [svg("path", { d: "M-.34 .3L.34 -.3" })] : [],
  );
}

/** @param {number} cell @param {number} width */
function frame(cell, width) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return svg("rect", { class: "frame", x: x + .08, y: y + .08, width: .84, height: .84, rx: .07 });
}
