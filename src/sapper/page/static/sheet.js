import { h } from "./dom.js";

// Waits until a stylesheet is loaded, so that a view is never shown without it. The rules for all
// views (views.css) always come before those of a single view.
/** @param {string} href @returns {Promise<unknown>} */
export const sheet = (href) =>
  new Promise((done, failed) => {
    const link = h("link", { rel: "stylesheet", href, onload: done, onerror: failed });
    const first = href === "views.css" && document.querySelector("link[href='style.css']");
    if (first) first.after(link);
    else document.head.append(link);
  });
