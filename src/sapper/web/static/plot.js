// Small plots as SVG: lines over steps, and rates with their intervals.

const NS = "http://www.w3.org/2000/svg";

function s(tag, attributes, text) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// series: [{name, values, style}]; `now` is the step to mark.
export function lines(series, now, label) {
  const [width, height, left, bottom, top, right] = [360, 120, 34, 16, 8, 40];
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": label });
  const count = Math.max(2, ...series.map((one) => one.values.length));
  const most = Math.max(1, ...series.flatMap((one) => one.values));
  const x = (i) => left + (i / (count - 1)) * (width - left - right);
  const y = (value) => height - bottom - (value / most) * (height - bottom - top);
  svg.append(s("line", { class: "axis", x1: left, x2: width - right, y1: y(0), y2: y(0) }),
    s("text", { x: left - 5, y: y(most) + 8, "text-anchor": "end" }, String(Math.round(most))),
    s("text", { x: left - 5, y: y(0) + 3, "text-anchor": "end" }, "0"),
    s("text", { x: left, y: height - 3 }, "1"), s("text", { x: width - right, y: height - 3, "text-anchor": "end" }, String(count)));
  const ends = [];
  for (const { name, values, style } of series) {
    if (!values.length) continue;
    svg.append(s("polyline", { class: style, points: values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }));
    // Labels stand at the line's end, and make room for each other.
    let at = y(values.at(-1)) + 4;
    for (const other of ends) if (Math.abs(other - at) < 12) at = other + (at < other ? -12 : 12);
    ends.push(at);
    svg.append(s("text", { x: x(values.length - 1) + 5, y: at }, name));
  }
  if (now !== undefined && now !== null) svg.append(s("line", { class: "now", x1: x(now), x2: x(now), y1: top, y2: y(0) }));
  return svg;
}

export function interval(rate, low, high, label) {
  const svg = s("svg", { viewBox: "0 0 300 34", class: "plot", role: "img", "aria-label": label });
  const x = (value) => 8 + value * 284;
  svg.append(s("line", { class: "axis", x1: x(0), x2: x(1), y1: 12, y2: 12 }),
    s("line", { class: "range", x1: x(low), x2: x(high), y1: 12, y2: 12 }),
    s("circle", { class: "dot", cx: x(rate), cy: 12, r: 5 }),
    s("text", { x: x(0), y: 31 }, "0%"), s("text", { x: x(0.5), y: 31, "text-anchor": "middle" }, "50%"), s("text", { x: x(1), y: 31, "text-anchor": "end" }, "100%"));
  return svg;
}
