import { h } from "./dom.js";

// Waits for a stylesheet, so that a view never shows without it. Rules for all views come before
// those of single views, in whatever order they are loaded.
/** @param {string} href @returns {Promise<unknown>} */
export const sheet = (href) =>
  new Promise((done, failed) => {
    const link = h("link", { rel: "stylesheet", href, onload: done, onerror: failed });
    const first = href === "views.css" && document.querySelector("link[href='style.css']");
    if (first) first.after(link);
    else document.head.append(link);
  });
