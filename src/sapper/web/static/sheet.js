import { h } from "./dom.js";

// Loads the stylesheet of a view, and waits for it, so that the view never shows without it.
/** @param {string} href @returns {Promise<unknown>} */
export function sheet(href) {
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((done) =>
    ["load", "error"].forEach((event) => link.addEventListener(event, done))
  );
  document.head.append(link);
  return loaded;
}
