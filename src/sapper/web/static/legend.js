import { h, words } from "./dom.js";

// The legend of the marks in a reason.
export function markLegend() {
  /** @type {[string, string, string][]} */
  const kinds = [
    ["clues", "1", words.legend.clue],
    ["safe", ".", words.legend.safe],
    ["mines", ".", words.legend.mine],
    ["cells", ".", words.legend.counted],
  ];
  return h(
    "p",
    { class: "legend of-marks" },
    kinds.map(([mark, symbol, text]) =>
      h("span", {}, h("i", { class: "piece", "data-s": symbol, "data-m": mark }), text)
    ),
  );
}

// The legend of the odds: colours and shapes.
export function legend() {
  /** @param {string} kind */
  const piece = (kind) =>
    h("span", { class: "odds" }, h("i", { class: "piece", "data-s": ".", "data-o": kind }));
  return h(
    "p",
    { class: "legend" },
    h("span", {}, piece("safe"), words.legend.safe),
    h("span", {}, piece("mine"), words.legend.mine),
    h("span", {}, piece("open"), words.legend.chance),
  );
}
