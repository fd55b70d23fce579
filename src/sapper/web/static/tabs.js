// The two tabs of Learn: agents to watch, and lessons.

import { h, words } from "./dom.js";

/** @param {"learn" | "lessons"} current */
export function learnTabs(current) {
  /** @param {"learn" | "lessons"} view */
  const tab = (view) =>
    h(
      "a",
      { href: `#${view}`, "aria-current": view === current ? "page" : null },
      words.lessons.tabs[view],
    );
  return h("nav", { class: "tabs", "aria-label": words.views.learn }, tab("learn"), tab("lessons"));
}
