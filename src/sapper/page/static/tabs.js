// The tabs of the Learn view: lessons, patterns, and agents to watch.

import { h, words } from "./dom.js";

const VIEWS = /** @type {const} */ (["lessons", "patterns", "watch"]);

/** @param {typeof VIEWS[number]} current */
export const learnTabs = (current) =>
  h(
    "nav",
    { class: "tabs", "aria-label": words.views.learn },
    VIEWS.map((view) =>
      h(
        "a",
        { href: `#${view}`, "aria-current": view === current ? "page" : null },
        words.views[view],
      )
    ),
  );
