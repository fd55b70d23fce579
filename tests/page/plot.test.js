import { all, equal, near, ok, texts } from "./page.js";
import { interval, lines } from "page/plot.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [30, 520, 8, 80]; // the axes of `lines`

/** @param {any} element @param {...string} names */
const numbers = (element, ...names) => names.map((name) => Number(element.getAttribute(name)));

// The coordinates of a line's corners, one after another.
/** @param {any} line */
const corners = (line) => line.getAttribute("points").split(/[ ,]/).map(Number);

// Where the corners for these values must be if the axes end at `count` and `most`.
/** @param {number[]} values @param {number} count @param {number} most */
const expected = (values, count, most) =>
  values.flatMap((value, i) => [
    LEFT + (i / (count - 1)) * (RIGHT - LEFT),
    BOTTOM - (value / most) * (BOTTOM - TOP),
  ]);

/** @param {string} name @param {number[]} values */
const series = (name, values, style = "line") => ({ name, style, values });

Deno.test("a line has a corner per value and runs from the left edge to the right edge", () => {
  /** @type {[values: number[], count: number, most: number][]} */
  const cases = [
    [[3, 0, 6, 2], 4, 6],
    [[7], 2, 7], // a single step is drawn at the left
    [[0, 0, 0], 3, 1], // if all values are 0, the axis ends at 1
    [[0.25, 0.5], 2, 1],
    [[0, 123456789, 1], 3, 123456789],
    [Array.from({ length: 1000 }, (_, i) => i), 1000, 999],
  ];
  for (const [values, count, most] of cases) {
    const chart = lines([series("s", values)], "times");
    const [line, ...others] = all("polyline", chart);
    equal([line.className, others.length], ["line", 0]);
    near(corners(line), expected(values, count, most), 0.051);
    equal(texts("text", chart), [String(Math.round(most)), "0", "1", String(count), "s"]);
  }
});

Deno.test("a chart is an image with an accessible name and a view box", () => {
  const chart = lines([], "KB over the steps");
  const found = ["role", "aria-label", "viewBox"].map((name) => chart.getAttribute(name));
  equal(found, ["img", "KB over the steps", "0 0 560 96"]);
  equal(all("polyline", chart), []);
});

Deno.test("a series without values is neither drawn nor named, but the other series are", () => {
  equal(texts("text", lines([series("KB", [])], "")), ["1", "0", "1", "2"]);
  const chart = lines([series("KB", []), series("KB0", [1, 2], "dash")], "");
  equal(all("polyline", chart).map((one) => one.className), ["dash"]);
  equal(texts("text", chart).at(-1), "KB0");
});

Deno.test("the longer line gives the width of the chart, and the higher line its height", () => {
  const chart = lines([series("KB", [10, 40, 20, 30]), series("KB0", [0, 5], "dash")], "");
  const [first, second] = all("polyline", chart);
  near(corners(first), expected([10, 40, 20, 30], 4, 40), 0.051);
  near(corners(second), expected([0, 5], 4, 40), 0.051);
});

Deno.test("names of lines are 12 pixels apart, and close to their lines", () => {
  for (const ends of [[5, 5], [0, 0], [10, 10], [5, 5.4], [5.4, 5], [10, 0], [0, 1]]) {
    const chart = lines(ends.map((end, i) => series("ab"[i], [10, end])), "");
    const [a, b] = ["a", "b"].map((name) => {
      const [label] = all("text", chart).filter((one) => one.textContent === name);
      return numbers(label, "x", "y");
    });
    const wanted = ends.map((end) => BOTTOM - (end / 10) * (BOTTOM - TOP) + 4);
    near(a, [RIGHT + 5, wanted[0]]);
    ok(Math.abs(a[1] - b[1]) >= 12 - 1e-9, `${a} and ${b}`);
    if (Math.abs(wanted[0] - wanted[1]) >= 12) near([b[1]], [wanted[1]]);
    for (const label of all("text", chart)) {
      const [y] = numbers(label, "y");
      ok(0 < y && y <= 96, `${ends}`);
    }
  }
});

Deno.test("an interval lies on an axis from 0% to 100%, with a dot at the rate", () => {
  for (const [rate, low, high] of [[0.5, 0.25, 0.75], [0, 0, 0.3], [1, 0.7, 1], [0, 0, 0]]) {
    const chart = interval(rate, low, high, "50%, between 25% and 75%");
    equal(chart.getAttribute("role"), "img");
    equal(chart.getAttribute("aria-label"), "50%, between 25% and 75%");
    const [axis, between] = all("line", chart);
    const [dot] = all("circle", chart);
    const found = [
      ...numbers(axis, "x1", "x2"),
      ...numbers(between, "x1", "x2"),
      ...numbers(dot, "cx"),
    ];
    near(found, [0, 1, low, high, rate].map((value) => 8 + value * 284));
    equal([axis, between, dot].map((one) => one.className), ["axis", "range", "dot"]);
    equal(texts("text", chart), ["0%", "50%", "100%"]);
    equal(all("text", chart).flatMap((one) => numbers(one, "x")), [8, 150, 292]);
  }
});
