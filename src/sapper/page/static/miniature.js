// Small pictures of boards.

import { svg } from "./dom.js";

/** @param {number} width @param {number} height */
export function miniature(width, height) {
  const lines = [
    ...Array.from({ length: width / 2 }, (_, i) => `M${2 * i + 2} 0v${height}`),
    ...Array.from({ length: height / 2 }, (_, i) => `M0 ${2 * i + 2}h${width}`),
  ];
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width: Math.round(width * 1.9),
      height: Math.round(height * 1.9),
      "aria-hidden": "true",
    },
    svg("rect", {
      x: 0.4,
      y: 0.4,
      width: width - 0.8,
      height: height - 0.8,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1,
    }),
    svg("path", { d: lines.join(""), stroke: "currentColor", "stroke-width": 0.25 }),
  );
}

const KINDS = /** @type {const} */ (["tile", "flags", "boom", "digits"]);
const [WIDTH, HEIGHT] = [98, 52]; // px, at most

// A picture of a board at the end of a game. If `symbols` is null, the board is not known. Mines
// without a flag look flagged after a win, and hidden after a loss.
/**
 * @param {number} width
 * @param {number} height
 * @param {string | null} symbols
 * @param {boolean} isWon
 */
export function picture(width, height, symbols, isWon) {
  const shown = symbols ?? "";
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  const kinds = {
    tile: isWon ? /[.+]+/g : /[.+*W]+/g,
    flags: isWon ? /[F*]+/g : /F+/g,
    boom: /X+/g,
    digits: /[1-8]+/g,
  };
  // Draw one path per kind of cell, in runs along the rows, because a page of boards has thousands
  // of cells.
  /** @param {typeof KINDS[number]} kind */
  const path = (kind) =>
    Array.from(
      { length: shown ? height : 0 },
      (_, row) =>
        [...shown.slice(row * width, (row + 1) * width).matchAll(kinds[kind])]
          .map(({ 0: run, index }) => (kind === "digits"
            ? `M${index + 0.3} ${row + 0.5}h${run.length - 0.6}`
            : `M${index} ${row}h${run.length}v1h-${run.length}z`)
          ).join(""),
    ).join("");
  return svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    class: "picture",
    "aria-hidden": "true",
  }, ...KINDS.map((kind) => svg("path", { class: kind, d: path(kind) })));
}
