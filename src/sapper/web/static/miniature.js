import { svg } from "./dom.js";

// A board of that size, as an icon.
export function miniature(width, height) {
  const lines = [...Array.from({ length: width / 2 }, (_, i) => `M${2 * i + 2} 0v${height}`), ...Array.from({ length: height / 2 }, (_, i) => `M0 ${2 * i + 2}h${width}`)];
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width: Math.round(width * 1.9), height: Math.round(height * 1.9), "aria-hidden": "true" },
    svg("rect", { x: 0.4, y: 0.4, width: width - 0.8, height: height - 0.8, fill: "none", stroke: "currentColor", "stroke-width": 1 }),
    svg("path", { d: lines.join(""), stroke: "currentColor", "stroke-width": 0.25 }));
}
