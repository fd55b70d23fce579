// Many clauses as dots: a line per clause, a dot per literal, below the names of the cells.

import { svg } from "../dom.js";
import { cellName } from "../names.js";
import { cellOf, cellsOf, choose, isSafe } from "./clauses.js";
import { dotLayout } from "./panel.js";
import { aloudText, clauseText, literalText } from "./story.js";
import { t } from "./words.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./clauses.js").Clause} Clause
 */

const ENTERED = ["enters", "fact"];

/**
 * @param {Clause} clause
 * @param {(cell: number) => number} x
 * @param {number} y
 * @param {number} r
 */
export function dots(clause, x, y, r, kind = "") {
  if (!clause.length) return [];
  const xs = clause.map((literal) => x(cellOf(literal)));
  const string = svg("path", {
    class: `dot-or ${kind}`,
    d: `M${Math.min(...xs)} ${y}H${Math.max(...xs)}`,
  });
  const side = r * .86;
  return [
    ...xs.length > 1 ? [string] : [],
    ...clause.map((literal, i) =>
      isSafe(literal)
        ? svg("circle", { class: `dot n ${kind}`, cx: xs[i], cy: y, r })
        : svg("rect", {
          class: `dot p ${kind}`,
          ...{ x: xs[i] - side, y: y - side, width: 2 * side, height: 2 * side },
          transform: `rotate(45 ${xs[i]} ${y})`,
        })
    ),
  ];
}

/** @param {Record<string, string | number>} attributes @param {string} content */
const text = (attributes, content) =>
  svg("text", { ...attributes, "aria-hidden": "true" }, content);

// The names of the columns. They are never smaller than 10 px: if they do not fit, every second one
// is shown.
/**
 * @param {readonly number[]} cells
 * @param {(cell: number) => number} x
 * @param {number} across
 * @param {number} columns
 */
function heads(cells, x, across, columns) {
  const names = cells.map((cell) => cellName(cell, columns));
  const longest = Math.max(...names.map((name) => name.length));
  const size = Math.max(10, Math.min(12, across * 1.45 / longest));
  const every = Math.ceil((longest * size * .6 + 2) / across);
  return cells.flatMap((cell, i) =>
    i % every ? [] : [text(
      {
        class: "col",
        ...{ x: x(cell), y: 11, "text-anchor": "middle", "data-c": cell, "font-size": size },
      },
      names[i],
    )]
  );
}

// The clauses of a group in the panel of KB.
/** @param {Timeline} timeline @param {number[]} ids @param {number} width */
export function groupDots(timeline, ids, width) {
  const { cells, small, across, block, per, down, height } = dotLayout(timeline, ids, width);
  const r = Math.min(small ? 2 : 3, across * .45);
  /** @type {Node[]} */
  const drawn = [];
  for (let from = 0; from < ids.length; from += per) {
    const left = from / per * block;
    const x = (/** @type {number} */ cell) => left + across * (cells.indexOf(cell) + .5);
    drawn.push(...heads(cells, x, across, timeline.width));
    ids.slice(from, from + per).forEach((id, row) => {
      const clause = timeline.clause(id);
      const text = clauseText(timeline, clause);
      drawn.push(
        named(text, [svg("title", {}, `${id}: ${text}`), ...dots(clause, x, 18 + down * row, r)]),
      );
    });
  }
  return svg(
    "svg",
    { class: "kb-dots", ...listOf(width, height, t.dots(ids.length)) },
    ...drawn,
  );
}

// Screen readers read a picture of dots as a list of clauses.
/** @param {number} width @param {number} height @param {string} label */
const listOf = (width, height, label) => ({
  ...{ viewBox: `0 0 ${width} ${height}`, width, height, role: "list" },
  "aria-label": aloudText(label),
});

/** @param {string} clause @param {Node[]} drawn */
const named = (clause, drawn) =>
  svg("g", { role: "listitem", "aria-label": aloudText(clause) }, ...drawn);

/** @param {number} width @param {number} height @param {string} label @param {Node[]} drawn */
const picture = (width, height, label, drawn, kind = "") =>
  svg("svg", { class: `kb-table ${kind}`, ...listOf(width, height, label) }, ...drawn);

/** @typedef {NonNullable<ReturnType<Timeline["cluster"]>>} Cluster */

// A clue with all its clauses, and brackets that say which clauses they are.
/**
 * @param {Timeline} timeline
 * @param {Cluster} cluster
 * @param {number} width
 * @param {number} room
 */
export function clueDots(timeline, cluster, width, room) {
  const { clue: { cells: hidden, mines, whole }, rows } = cluster;
  const all = hidden.length;
  if (rows.length > 30 || mines === 0 || mines === all || !whole) {
    return clauseDots(timeline, cluster, null, width, room);
  }
  const cells = cellsOf(...rows.map(({ clause }) => clause));
  // The words of two brackets need 38 px from one to the other.
  const down = Math.max(10, 76 / rows.length, Math.min(19, (room - 30) / rows.length));
  const across = Math.min(34, (width - 210) / cells.length);
  const x = (/** @type {number} */ cell) => across * (cells.indexOf(cell) + .5) + 6;
  const [some, safe] = [all - mines + 1, mines + 1];
  const [first, second] = [choose(all, some), choose(all, safe)];
  const at = across * cells.length + 20;
  /** @param {number} from @param {number} count @param {string} title @param {string} note */
  const bracket = (from, count, title, note) => {
    const [top, bottom] = [26 + down * from + 2, 26 + down * (from + count) - 2];
    const middle = (top + bottom) / 2;
    return [
      svg("path", { class: "arrow", d: `M${at} ${top}H${at + 6}V${bottom}H${at}` }),
      text({ class: "bracket", x: at + 16, y: middle + (count === 1 ? 1 : -3) }, title),
      text({ class: "note", x: at + 16, y: middle + (count === 1 ? 17 : 14) }, note),
    ];
  };
  return picture(width, 36 + rows.length * down, t.pictureOfClue(rows.length), [
    ...heads(cells, x, across, timeline.width),
    ...rows.map(({ clause }, i) =>
      named(
        clauseText(timeline, clause),
        dots(clause, x, 26 + down * (i + .5), Math.min(5.6, down * .31)),
      )
    ),
    ...bracket(0, first, t.holdMine(some, all), t.ways(all, some, first)),
    ...bracket(first, second, t.holdSafe(safe, all), t.ways(all, safe, second)),
  ]);
}

// The clauses of a clue in blocks, with the fate of those up to `current`.
/**
 * @param {Timeline} timeline
 * @param {Cluster} cluster
 * @param {number | null} current
 * @param {number} width
 * @param {number} room
 */
export function clauseDots(timeline, { rows }, current, width, room) {
  const cells = cellsOf(...rows.map(({ clause }) => clause));
  let down = Math.min(15, Math.max(9, (width - 40) / (cells.length + 3)));
  const count = () => Math.ceil(rows.length / Math.max(1, Math.floor((room - 24) / down)));
  while (count() * (cells.length * down + 34) > width && down > 6) down -= .5;
  const blocks = Math.max(
    1,
    Math.min(count(), Math.floor(width / (cells.length * down + 34)) || 1),
  );
  const per = Math.ceil(rows.length / blocks);
  const wide = cells.length * down * 1.5 + 34;
  const block = wide > width / blocks ? cells.length * down + 34 : wide;
  const across = (block - 34) / cells.length;
  /** @type {Node[]} */
  const drawn = [];
  rows.forEach(({ clause, fate }, i) => {
    const left = Math.floor(i / per) * block + 18;
    const y = 24 + down * (i % per + .5);
    const x = (/** @type {number} */ cell) => left + across * (cells.indexOf(cell) + .5);
    const entered = ENTERED.includes(fate);
    const kind = current === null || i > current
      ? "plan"
      : i === current
      ? "now"
      : entered
      ? "in"
      : "skip";
    if (i % per === 0) drawn.push(...heads(cells, x, across, timeline.width));
    if (kind === "now") {
      drawn.push(
        svg("rect", {
          class: "row",
          x: left - 16,
          y: y - down / 2,
          width: block - 12,
          height: down,
          rx: down / 2.5,
        }),
      );
    }
    drawn.push(named(clauseText(timeline, clause), dots(clause, x, y, down * .3, kind)));
    if (current !== null && i <= current) {
      drawn.push(
        text(
          { class: `fate ${kind}`, x: left - 9, y: y + 3.6, "text-anchor": "middle" },
          entered ? "+" : "–",
        ),
      );
    }
  });
  const label = t.pictureOfClue(rows.length);
  return picture(width, 28 + per * down, label, drawn, current === null ? "" : "going");
}

// Facts as beams through many clauses.
/**
 * @param {Timeline} timeline
 * @param {import("./timeline.js").Sweep} event
 * @param {number} width
 * @param {number} room
 */
export function sweepDots(timeline, { by, leave, short }, width, room) {
  const facts = by.map((id) => timeline.clause(id)[0]);
  const rows = leave.filter(([, why]) => why === "satisfied" || why === "shortened");
  const cells = cellsOf(facts, ...rows.map(([id]) => timeline.clause(id)));
  const across = Math.min(44, (width - 164) / cells.length);
  const down = Math.max(10, Math.min(20, (room - 70) / rows.length));
  const r = Math.min(5, down * .3);
  const x = (/** @type {number} */ cell) => 44 + across * (cells.indexOf(cell) + .5);
  const [right, height] = [44 + across * cells.length, 70 + rows.length * down];
  /** @type {Node[]} */
  const drawn = heads(cells, x, across, timeline.width);
  for (const fact of facts) {
    const left = x(cellOf(fact)) - across / 2 + 2;
    const kind = `beam ${isSafe(fact) ? "n" : "p"}`;
    drawn.push(
      svg("rect", { class: kind, x: left, y: 24, width: across - 4, height: height - 26, rx: 7 }),
    );
    drawn.push(...dots([fact], x, 39, 6.5, "fact"));
  }
  /** @type {number[]} */
  const gone = [];
  rows.forEach(([id, why], i) => {
    const y = 62 + down * (i + .5);
    const clause = timeline.clause(id);
    drawn.push(text({ class: "id small", x: 0, y: y + 4 }, String(id)));
    drawn.push(
      named(
        clauseText(timeline, clause),
        dots(clause, x, y, r, why === "satisfied" ? "faint" : ""),
      ),
    );
    drawn.push(...dots(clause.filter((literal) => facts.includes(literal)), x, y, r, "fact"));
    for (const literal of clause.filter((literal) => facts.includes(-literal))) {
      const at = x(cellOf(literal));
      drawn.push(svg("path", { class: "x", d: `M${at - 7} ${y + 6}L${at + 7} ${y - 6}` }));
    }
    const rest = short.find((one) => one.id === id)?.short?.to;
    if (!rest) gone.push(y);
    else {drawn.push(
        text({ class: "tail", x: right + 12, y: y + 4 }, `→ ${clauseText(timeline, rest)}`),
      );}
  });
  if (gone.length) {
    const [top, bottom] = [gone[0] - down * .4, gone[gone.length - 1] + down * .4];
    drawn.push(
      svg("path", { class: "arrow", d: `M${right + 8} ${top}h6V${bottom}h-6` }),
      text({ class: "tail aside", x: right + 22, y: (top + bottom) / 2 + 4 }, t.trueLeave),
    );
  }
  const names = facts.map((fact) => literalText(timeline, fact)).join(", ");
  return picture(width, height, t.pictureOfSweep(rows.length, names), drawn);
}
