// The two tabs of the Learn view: lessons, and agents to watch.

import { h, words } from "./dom.js";

/** @param {"lessons" | "watch"} current */
export function learnTabs(current) {
  /** @param {"lessons" | "watch"} view */
  const tab = (view) =>
    h(
      "a",
      { href: `#${view}`, "aria-current": view === current ? "page" : null },
      words.lessons.tabs[view],
    );
  return h("nav", { class: "tabs", "aria-label": words.views.learn }, tab("lessons"), tab("watch"));
}
