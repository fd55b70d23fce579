import { h, words } from "./dom.js";

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
