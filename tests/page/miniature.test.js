import { all, equal } from "./page.js";
import { miniature, picture } from "page/miniature.js";

// The [row, column] of each cell in a path that draws rows of boxes.
/** @param {string} path */
function filled(path) {
  const boxes = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)];
  equal(boxes.map(([box]) => box).join(""), path);
  return boxes.flatMap(([, x, y, n]) =>
    Array.from({ length: Number(n) }, (_, i) => [Number(y), Number(x) + i])
  );
}

// The [row, column] of each cell in a path that draws digits as strokes.
/** @param {string} path */
function digits(path) {
  const strokes = [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)];
  equal(strokes.map(([stroke]) => stroke).join(""), path);
  return strokes.flatMap(([, x, y, n]) =>
    Array.from(
      { length: Math.round(Number(n) + 0.6) },
      (_, i) => [Math.floor(Number(y)), Math.floor(Number(x)) + i],
    )
  );
}

/** @param {string[]} rows @param {string} signs */
const where = (rows, signs) =>
  rows.flatMap((row, y) => [...row].flatMap((sign, x) => (signs.includes(sign) ? [[y, x]] : [])));

/** @param {Element} found @returns {Record<string, string>} */
const paths = (found) =>
  Object.fromEntries(all("path", found).map((one) => [one.className, one.getAttribute("d")]));

Deno.test("a picture draws every cell once: tiles, flags, the exploded mine and digits", () => {
  const boards = [
    ["*1000", "12110", "01*10"],
    ["FX..+", "..*W1", "88888"],
    ["."],
    ["0"],
    ["F1F1F1F1"],
    ["X", "1", "*", "."],
  ];
  for (const rows of boards) {
    for (const isWon of [true, false]) {
      const found = picture(rows[0].length, rows.length, rows.join(""), isWon);
      const drawn = paths(found);
      // After a win, every mine has a flag.
      const [tile, flags] = isWon ? [".+", "F*"] : [".+*W", "F"];
      equal(filled(drawn.tile), where(rows, tile));
      equal(filled(drawn.flags), where(rows, flags));
      equal(filled(drawn.boom), where(rows, "X"));
      equal(digits(drawn.digits), where(rows, "12345678"));
      equal(found.getAttribute("viewBox"), `0 0 ${rows[0].length} ${rows.length}`);
    }
  }
});

Deno.test("a picture is as large as 98 by 52 pixels allow", () => {
  /** @type {[number, number, number[]][]} */
  const cases = [
    [9, 9, [52, 52]],
    [30, 16, [98, 52]],
    [1, 1, [52, 52]],
    [100, 1, [98, 1]],
    [16, 30, [28, 52]],
  ];
  for (const [width, height, size] of cases) {
    const found = picture(width, height, null, false);
    equal(["width", "height"].map((side) => Number(found.getAttribute(side))), size);
    equal(Object.values(paths(found)), ["", "", "", ""]);
  }
});

Deno.test("a miniature has a line every two cells, within its frame", () => {
  for (const [width, height] of [[1, 1], [9, 9], [30, 16], [5, 8]]) {
    const found = miniature(width, height);
    equal(found.getAttribute("viewBox"), `0 0 ${width} ${height}`);
    const lines = [];
    for (let x = 2; x <= width; x += 2) lines.push(`M${x} 0v${height}`);
    for (let y = 2; y <= height; y += 2) lines.push(`M0 ${y}h${width}`);
    equal(all("path", found)[0].getAttribute("d"), lines.join(""));
  }
});
