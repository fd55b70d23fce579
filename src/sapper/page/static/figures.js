// Shows one statistic of a game in large digits, and a line that opens a table of all statistics.

import { clockTime, guarded, h, number, share, words } from "./dom.js";

const t = words.play;
const SHARES = new Set(["ioe", "correctness", "zne"]);

// The font for digits has no other characters, not even a colon, a point or a sign.
/** @param {string} text */
export const digits = (text) =>
  text.split(/(\D+)/).map((part, index) => (index % 2 ? h("i", {}, part) : part));

// A table of all figures and their meanings, which are loaded when the user opens the table.
/** @param {() => Promise<Api.Metrics>} load */
export function allFigures(load) {
  const rows = h("tbody", {});
  /** @param {string} key @param {number} value */
  const shown = (key, value) =>
    key === "seconds"
      ? clockTime(Math.round(1000 * value), 3)
      : SHARES.has(key)
      ? share(value)
      : number(value, Number.isInteger(value) ? 0 : 2);
  const show = async () => {
    const found = await load();
    rows.replaceChildren(
      ...Object.entries(t.figures).flatMap(([key, [name, meaning]]) => {
        const value = Reflect.get(found, key);
        // The figure STNB is 0 on levels for which it is not defined.
        if (value === null || (key === "stnb" && !value)) return [];
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, name, h("small", {}, meaning)),
          h("td", { class: "number" }, shown(key, value)),
        );
      }),
    );
  };
  const details = h(
    "details",
    {
      class: "small all-figures",
      ontoggle: () => {
        if (details.open && !rows.children.length) guarded(show);
      },
    },
    h("summary", {}, t.allFigures),
    h("table", {}, rows),
  );
  return details;
}
