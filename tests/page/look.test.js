import { equal, page } from "./page.js";
import { settings } from "page/settings.js";

const DARK = "(prefers-color-scheme: dark)";
const shown = () => document.documentElement.dataset.look;

let loaded = 0;
Deno.test("the look comes from the settings or the system, and follows changes", async () => {
  /** @type {[setting: string | null, isDark: boolean, shown: string, other: string][]} */
  const cases = [
    [null, false, "light", "dark"],
    [null, true, "dark", "light"],
    ["auto", true, "dark", "light"],
    ["light", true, "light", "light"],
    ["contrast", false, "contrast", "contrast"],
  ];
  for (const [look, isDark, expected, other] of cases) {
    page.mediaListeners = [];
    page.media = isDark ? [DARK] : [];
    localStorage.removeItem("sapper.settings");
    if (look) localStorage.setItem("sapper.settings", JSON.stringify({ look }));
    await import(`page/look.js?${++loaded}`);
    equal(shown(), expected);
    page.media = isDark ? [] : [DARK];
    for (const changed of page.mediaListeners) changed();
    equal(shown(), other);
    settings.look = "classic";
    equal(shown(), "classic");
  }
});
