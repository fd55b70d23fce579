// Small charts in SVG: lines over steps, and a rate with its interval.

import { svg, words } from "./dom.js";

/** @param {Record<string, string | number>} attributes @param {string} content */
const text = (attributes, content) => svg("text", attributes, content);

/** @param {{ name: string, values: number[], style: string }[]} series @param {string} label */
export function lines(series, label) {
  const [width, height, left, bottom, top, right] = [560, 96, 30, 16, 8, 40];
  const chart = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart",
    role: "img",
    "aria-label": label,
  });
  const count = Math.max(2, ...series.map((one) => one.values.length));
  const most = Math.max(1, ...series.flatMap((one) => one.values));
  /** @param {number} i */
  const x = (i) => left + (i / (count - 1)) * (width - left - right);
  /** @param {number} value */
  const y = (value) => height - bottom - (value / most) * (height - bottom - top);
  chart.append(
    svg("line", { class: "axis", x1: left, x2: width - right, y1: y(0), y2: y(0) }),
    text({ x: left - 5, y: y(most) + 8, "text-anchor": "end" }, String(Math.round(most))),
    text({ x: left - 5, y: y(0) + 3, "text-anchor": "end" }, "0"),
    text({ x: left, y: height - 3 }, "1"),
    text({ x: width - right, y: height - 3, "text-anchor": "end" }, String(count)),
  );
  /** @type {number[]} */
  const ends = [];
  for (const { name, values, style } of series) {
    if (!values.length) continue;
    chart.append(
      svg("polyline", {
        class: style,
        points: values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
      }),
    );
    let at = y(values[values.length - 1]) + 4;
    for (const other of ends) if (Math.abs(other - at) < 12) at = other + (at < other ? -12 : 12);
    ends.push(at);
    chart.append(text({ x: x(values.length - 1) + 5, y: at }, name));
  }
  return chart;
}

/** @param {number} rate @param {number} low @param {number} high @param {string} label */
export function interval(rate, low, high, label) {
  const chart = svg("svg", {
    viewBox: "0 0 300 34",
    class: "chart",
    role: "img",
    "aria-label": label,
  });
  /** @param {number} value */
  const x = (value) => 8 + value * 284;
  chart.append(
    svg("line", { class: "axis", x1: x(0), x2: x(1), y1: 12, y2: 12 }),
    svg("line", { class: "range", x1: x(low), x2: x(high), y1: 12, y2: 12 }),
    svg("circle", { class: "dot", cx: x(rate), cy: 12, r: 5 }),
    text({ x: x(0), y: 31 }, words.percent("0")),
    text({ x: x(0.5), y: 31, "text-anchor": "middle" }, words.percent("50")),
    text({ x: x(1), y: 31, "text-anchor": "end" }, words.percent("100")),
  );
  return chart;
}
