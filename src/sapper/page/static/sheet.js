import { h } from "./dom.js";

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

// Waits until a stylesheet is loaded, so that a view is never shown without it. The rules for all
// views (views.css) always come before those of a single view. A stylesheet is loaded once, because
// its rules would override those of the sheets that came meanwhile.
/** @param {string} href @returns {Promise<unknown>} */
export function sheet(href) {
  const loaded = sheets.get(href) ?? loading(href);
  sheets.set(href, loaded);
  loaded.catch(() => sheets.delete(href));
  return loaded;
}

/** @param {string} href @returns {Promise<unknown>} */
const loading = (href) =>
  new Promise((done, failed) => {
    const link = h("link", { rel: "stylesheet", href, onload: done, onerror: failed });
    const first = href === "views.css" && document.querySelector("link[href='style.css']");
    if (first) first.after(link);
    else document.head.append(link);
  });
