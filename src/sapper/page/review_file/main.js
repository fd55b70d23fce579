// Shows a review in a file that needs no server (sapper review --html). The file contains this
// module and the modules of the page that it imports.

import { h, settings, words } from "page/dom.js";
import { Viewer } from "page/viewer.js";

const t = words.review;

/**
 * @param {object} data
 * @param {Api.ReplayedGameJson} data.found
 * @param {Api.Metrics} data.metrics
 * @param {Record<number, Api.ExplanationJson>} data.reasons for each move on a provable cell
 * @param {string} data.server
 */
export function show({ found, metrics, reasons, server }) {
  const stage = document.createElement("sapper-review");
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  main.replaceChildren(stage);
  document.querySelector(".top")?.append(looks());
  new Viewer(stage).show({
    found,
    metrics: () => Promise.resolve(metrics),
    explain: (move) => Promise.resolve(reasons[move.number]),
    analyse: `${server}/#analyse`,
    note: t.served,
    went: (place) => history.replaceState(null, "", `#${place}`),
  }, location.hash.slice(1));
}

function looks() {
  const s = words.settings;
  const select = h(
    "select",
    {
      "aria-label": s.look,
      onchange: () => {
        settings.look = select.value;
      },
    },
    Object.entries(s.looks).map(([value, text]) => h("option", { value }, text)),
  );
  select.value = settings.look;
  return select;
}
