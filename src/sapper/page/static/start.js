// This script runs before the modules of the page. If the modules can't be loaded, it shows a
// message, and starts the page when the server answers. It requests all modules of the first
// view at once, instead of one after another.
"use strict";
{
  const [view] = location.hash.slice(1).split("/");
  const wished = JSON.parse(localStorage.getItem("sapper.settings") ?? "{}").language ?? "auto";
  const tags = wished === "auto" ? navigator.languages : [String(wished)];
  const isGerman = /^de/i.test(tags.find((tag) => /^(de|en)\b/i.test(tag)) ?? "en");
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const ask = async () => {
    try {
      if ((await fetch("/api/about", { cache: "no-store" })).ok) return location.reload();
    } catch {
      // The server does not answer yet, so try again.
    }
    setTimeout(ask, 1000);
    return undefined;
  };
  const app = /** @type {HTMLElement} */ (document.querySelector("[type=module]"));
  app.addEventListener("error", () => {
    main.removeAttribute("aria-busy");
    main.textContent = isGerman
      ? "Keine Verbindung. Die Seite öffnet sich, sobald wieder eine besteht."
      : "No connection. The page opens when the connection is back.";
    ask();
  });

  const isHome = view === "home" || !Object.hasOwn(FILES.needs, view);
  const sheets = isHome ? [] : ["views.css"];
  for (const name of [...sheets, ...FILES.needs[isHome ? "home" : view]]) {
    const href = name.replace("${language}", isGerman ? "de" : "en");
    const how = href.endsWith(".css") ? { rel: "preload", as: "style" } : { rel: "modulepreload" };
    document.head.append(Object.assign(document.createElement("link"), { ...how, href }));
  }
}
