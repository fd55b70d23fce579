// Clauses as a table: columns are cells, rows are clauses. A mine has a diamond, and safe a ring.
// Matching is a sum on paper: what clashes is crossed out, and the rest falls under the line.

import { cellName } from "../names.js";
import { svg } from "../dom.js";
import { cellOf, isSafe } from "./clauses.js";
import { aloudText } from "./story.js";

/**
 * @typedef {import("./clauses.js").Clause} Clause
 * @typedef {object} Row
 * @property {number | string | null} [id]
 * @property {string} [note]
 * @property {Clause} clause
 * @property {"new" | "out" | "lost" | "true" | "dim" | "keep" | "tap" | "ghost" | ""} [kind]
 * @property {Clause} [cut] literals that are crossed out
 * @property {Clause} [extra] literals that a stricter clause does without
 * @property {Clause} [hot] literals that are true
 * @property {string} [none] what is written instead of literals
 * @property {Clause | string} [end] what is at the right: what is left of the clause, or a word
 * @typedef {object} Table
 * @property {readonly number[]} cells
 * @property {Row[]} rows
 * @property {string} label
 * @property {readonly number[]} [clash] cells with a dashed box around the first two rows
 * @property {number} [rule] the row that has a line above it
 * @property {boolean} [drop] whether dotted lines lead down to the last row
 * @property {Clause} [beams] facts, each above its column
 * @property {number} [beamRows] how many rows the beams cover
 * @property {{ id: number, note: string }} [beam] the clause of the only fact
 * @property {Clause} [bands] literals of the first row that the others share
 * @property {number} [right] room for the ends of the rows
 * @property {number} [scale]
 * @property {boolean} [dense]
 * @typedef {object} Measures of a line
 * @property {(cell: number) => number} x
 * @property {number} wide
 * @property {number} high
 * @property {boolean} dense
 * @property {number} end where the columns end
 * @property {number} columns the width of the board
 */

const LABELS = 104;

// A literal as a token.
/**
 * @param {number} literal
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} columns the width of the board
 */
export function token(literal, x, y, width, height, columns, kind = "") {
  const isSmall = width < 56;
  const size = isSmall ? Math.max(10, Math.min(13.5, width * .37)) : 15;
  const [left, top] = [x - width / 2, y - height / 2];
  const sign = isSafe(literal)
    ? svg("circle", { class: "sign", cx: left + 13, cy: y, r: 4.6 })
    : svg("rect", {
      ...{ class: "sign", x: left + 8.6, y: y - 4.4, width: 8.8, height: 8.8 },
      transform: `rotate(45 ${left + 13} ${y})`,
    });
  const text = `${isSafe(literal) ? "¬" : ""}${cellName(cellOf(literal), columns)}`;
  return svg(
    "g",
    { class: `token ${isSafe(literal) ? "n" : "p"} ${kind}`, "data-c": cellOf(literal) },
    svg("rect", { class: "bed", x: left, y: top, width, height, rx: Math.min(8, height / 3.4) }),
    ...isSmall ? [] : [sign],
    svg(
      "text",
      {
        x: isSmall ? x : x + 8,
        y: y + size * .355,
        "text-anchor": "middle",
        "font-size": size,
      },
      text,
    ),
    ...kind.split(" ").includes("cut")
      ? [svg("path", {
        class: "x",
        d: `M${left + 3} ${top + height - 4}L${left + width - 3} ${top + 4}`,
      })]
      : [],
  );
}

/**
 * @param {Table} spec
 * @param {number} full the width
 * @param {number} columns the width of the board
 */
export function table(spec, full, columns) {
  const { cells, rows, scale = 1, right = 0 } = spec;
  const width = full / scale;
  const across = Math.min(104, (width - LABELS - right - 8) / cells.length);
  const dense = spec.dense || rows.length > 9;
  const wide = Math.min(78, across - (across < 60 ? 6 : 14));
  const high = dense ? 22 : across < 46 ? 30 : 38;
  const down = dense ? 27 : 54;
  const top = spec.beams ? 64 : 26;
  /** @param {number} cell */
  const x = (cell) => LABELS + across * (cells.indexOf(cell) + .5);
  const ys = rows.map((_, i) =>
    top + down * (i + .5) + (spec.rule !== undefined && i >= spec.rule ? 20 : 0)
  );
  const height = (ys.at(-1) ?? top) + down / 2 + 8;
  const end = LABELS + across * cells.length;
  /** @type {Node[]} */
  const drawn = cells.map((cell) =>
    svg(
      "text",
      { class: "col", x: x(cell), y: 13, "font-size": 12, "text-anchor": "middle", "data-c": cell },
      cellName(cell, columns),
    )
  );
  for (const fact of spec.beams ?? []) {
    const bottom = spec.beamRows ? top + down * spec.beamRows : height;
    drawn.push(
      svg("rect", {
        class: `beam ${isSafe(fact) ? "n" : "p"}`,
        ...{
          x: x(cellOf(fact)) - across / 2 + 2,
          y: 42,
          width: across - 4,
          height: bottom - 44,
          rx: 8,
        },
      }),
      token(fact, x(cellOf(fact)), 42, wide, Math.max(30, high), columns, "fact"),
    );
  }
  if (spec.beam) drawn.push(...label(spec.beam.id, spec.beam.note, 42));
  for (const literal of spec.bands ?? []) {
    const last = ys[ys.length - 1];
    drawn.push(
      box("band", x(cellOf(literal)), wide + 10, ys[0] - high / 2 - 5, last + high / 2 + 5, 12),
    );
  }
  for (const cell of spec.clash ?? []) {
    drawn.push(box("clashbox", x(cell), wide + 12, ys[0] - high / 2 - 6, ys[1] + high / 2 + 6, 13));
  }
  if (spec.rule !== undefined) {
    drawn.push(
      svg("path", { class: "rule", d: `M0 ${ys[spec.rule] - down / 2 - 9}H${end + (right || 6)}` }),
    );
  }
  if (spec.drop) drawn.push(...drops(rows, ys, x, high));
  rows.forEach((row, i) => drawn.push(...line(row, ys[i], { x, wide, high, dense, end, columns })));
  return svg("svg", {
    ...{
      class: "kb-table",
      viewBox: `0 0 ${width} ${height}`,
      width: full,
      height: height * scale,
    },
    ...{ role: "img", "aria-label": aloudText(spec.label) },
  }, ...drawn);
}

/**
 * @param {string} kind
 * @param {number} x
 * @param {number} width
 * @param {number} top
 * @param {number} bottom
 * @param {number} rx
 */
const box = (kind, x, width, top, bottom, rx) =>
  svg("rect", { class: kind, x: x - width / 2, y: top, width, height: bottom - top, rx });

/** @param {number | string} id @param {string} note @param {number} y */
const label = (id, note, y) => [
  svg("text", { class: "id", x: 0, y: y + (note ? -3 : 5) }, String(id)),
  svg("text", { class: "note", x: 0, y: y + 14 }, note),
];

// From the lowest row that has a literal, a dotted line leads down to the result.
/**
 * @param {Row[]} rows
 * @param {number[]} ys
 * @param {(cell: number) => number} x
 * @param {number} high
 */
function drops(rows, ys, x, high) {
  const last = rows.length - 1;
  return rows[last].clause.flatMap((literal) => {
    const from = rows.slice(0, last).findLastIndex(({ clause }) => clause.includes(literal));
    if (from < 0) return [];
    const d = `M${x(cellOf(literal))} ${ys[from] + high / 2 + 3}V${ys[last] - high / 2 - 5}`;
    return [svg("path", { class: "fall", d })];
  });
}

/**
 * @param {Row} row
 * @param {number} y
 * @param {Measures} measures
 */
function line(row, y, { x, wide, high, dense, end, columns }) {
  const { id = null, note = "", clause, kind = "", cut, extra, hot, none } = row;
  const drawn = [];
  if (id !== null) {
    drawn.push(svg("text", { class: "id", x: 0, y: y + (note && !dense ? -3 : 5) }, String(id)));
  }
  if (note) {
    const place = dense ? { x: 38, y: y + 4.5 } : { x: 0, y: y + (id === null ? 5 : 14) };
    drawn.push(svg("text", { class: `note ${kind === "lost" ? "warn" : ""}`, ...place }, note));
  }
  const xs = clause.map((literal) => x(cellOf(literal)));
  const [low, top] = [Math.min(...xs), Math.max(...xs)];
  if (xs.length > 1) drawn.push(svg("path", { class: `or ${kind}`, d: `M${low} ${y}H${top}` }));
  if (kind === "new" && xs.length) {
    drawn.push(
      box("newbox", (low + top) / 2, top - low + wide + 12, y - high / 2 - 6, y + high / 2 + 6, 13),
    );
  }
  for (const literal of clause) {
    const how = cut?.includes(literal)
      ? "cut"
      : extra?.includes(literal)
      ? "extra"
      : hot?.includes(literal)
      ? "hot"
      : "";
    drawn.push(token(literal, x(cellOf(literal)), y, wide, high, columns, `${how} ${kind}`));
  }
  if ((kind === "out" || kind === "lost") && xs.length) {
    drawn.push(
      svg("path", { class: "strike", d: `M${low - wide / 2 - 5} ${y}H${top + wide / 2 + 5}` }),
    );
  }
  if (none) drawn.push(svg("text", { class: "none", x: LABELS, y: y + 5 }, none));
  if (row.end) drawn.push(...tail(row.end, end + 14, y, columns));
  return drawn;
}

/** @param {Clause | string} end @param {number} x @param {number} y @param {number} columns */
function tail(end, x, y, columns) {
  if (typeof end === "string") return [svg("text", { class: "tail aside", x, y: y + 5 }, end)];
  const arrow = svg("path", { class: "arrow", d: `M${x} ${y}h16m-5 -4l5 4l-5 4` });
  if (end.length === 1) return [arrow, token(end[0], x + 58, y, 62, 26, columns, "fact")];
  const text = end.map((literal) =>
    (isSafe(literal) ? "¬" : "") + cellName(cellOf(literal), columns)
  ).join("∨");
  return [arrow, svg("text", { class: "tail", x: x + 24, y: y + 5 }, text)];
}
