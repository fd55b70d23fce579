// Whether the server answers. A view that meets silence says so here: a banner is shown, the server
// is asked again until it answers, and then every view hears "back" and takes up where it was.

import { words } from "./words.js";

const PAUSE = 1000; // ms

let away = false;
const banner = () => /** @type {HTMLElement} */ (document.getElementById("away"));

export const isAway = () => away;

export function lost() {
  if (away) return;
  away = true;
  banner().textContent = words.away;
  banner().hidden = false;
  setTimeout(ask, PAUSE);
}

async function ask() {
  try {
    const response = await fetch("/api/about", { cache: "no-store" });
    if (!response.ok) throw new Error();
  } catch {
    setTimeout(ask, PAUSE);
    return;
  }
  away = false;
  banner().hidden = true;
  document.dispatchEvent(new CustomEvent("back"));
}
