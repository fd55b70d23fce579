// The legends below a board, which explain its marks and its odds.

import { h, words } from "./dom.js";

/** @param {Board} board */
export function markLegend(board) {
  /** @type {[string, string, string][]} */
  const kinds = [
    ["clues", "1", words.legend.clue],
    ["safe", ".", words.legend.safe],
    ["mines", ".", words.legend.mine],
    ["cells", ".", words.legend.counted],
  ];
  const all = kinds.map(([mark, symbol, text]) =>
    h("span", {}, h("i", { class: "piece", "data-s": symbol, "data-m": mark }), text)
  );
  const update = () => {
    all.forEach((item, index) => item.hidden = !board.shows(kinds[index][0]));
  };
  update();
  return { element: h("p", { class: "legend of-marks" }, all), update };
}

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
