import { h } from "./dom.js";

// What the colours and shapes of the odds mean.
export function legend() {
  const swatch = (kind) => h("span", { class: "odds" }, h("span", { class: "swatch", "data-o": kind }));
  return h("p", { class: "muted small" }, swatch("safe"), "certainly safe", swatch("mine"), "certainly a mine", h("span", {}, " · numbers: chance of a mine in %"));
}
