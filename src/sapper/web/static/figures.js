// All figures of a game behind one line. They are loaded when the line is opened.

import { guarded, h, number, words } from "./dom.js";

const t = words.play;

/** @param {string} line @param {() => Promise<Api.Metrics>} load */
export function allFigures(line, load) {
  const rows = h("tbody", {});
  /** @param {number | null} value */
  const shown = (value) =>
    value === null ? t.none : Number.isInteger(value) ? String(value) : number(value, 3);
  const show = async () => {
    const found = await load();
    rows.replaceChildren(
      ...Object.entries(t.figures).map(([key, text]) =>
        h(
          "tr",
          {},
          h("td", {}, text),
          h("td", { class: "number" }, shown(Reflect.get(found, key))),
        )
      ),
    );
  };
  const details = h(
    "details",
    {
      class: "small",
      ontoggle: () => {
        if (details.open && !rows.children.length) guarded(show);
      },
    },
    h("summary", {}, line),
    h("table", {}, rows),
  );
  return details;
}
