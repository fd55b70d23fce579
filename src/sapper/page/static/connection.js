// Watches the connection to the server. A view that gets no answer calls lost(). When the server
// answers again, every view gets a "back" event.

import { words } from "./words.js";

const PAUSE = 500; // ms, so that moves are made within a second after the server is back

let away = false;
const banner = () => /** @type {HTMLElement} */ (document.getElementById("away"));

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
