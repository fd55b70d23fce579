// The frame of the page: navigation, settings, and the current view.

import { about, api, decoded, h, icon, settings, words } from "./dom.js";
import { LEAST, wantCell, wantedCell } from "./settings.js";
import { LANGUAGES } from "./words.js";

const VIEWS = ["home", "play", "learn", "analyse", "history", "lab"];
// Maps each view without a link in the navigation to the view whose link is highlighted instead.
/** @type {Record<string, string>} */
const WITHIN = {
  daily: "play",
  practice: "play",
  rush: "play",
  room: "play",
  lessons: "learn",
  patterns: "learn",
  watch: "learn",
  review: "history",
};
/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = element("main");
const nav = element("nav");
const navButton = element("nav-button");

/** @type {Record<string, string>} */
const TITLES = {
  daily: words.daily.title,
  practice: words.practice.title,
  rush: words.rush.title,
  room: words.home.friends,
  ...words.views,
};

let latest = 0;

/** @returns {Promise<void>} */
async function route() {
  const ticket = ++latest;
  // The Learn view opens at lesson 1.
  if (/^#learn\b/.test(location.hash)) history.replaceState(null, "", "#lessons/1");
  const [name, ...rest] = location.hash.slice(1).split("/");
  const view = VIEWS.includes(name) || Object.hasOwn(WITHIN, name) ? name : "home";
  for (const link of links) {
    if (link.hash === `#${WITHIN[view] ?? view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  showNav(false);
  /** @type {NodeListOf<HTMLDialogElement>} */
  const open = document.querySelectorAll("dialog[open]");
  for (const one of open) one.close();
  document.title = view === "home" ? words.title : `${TITLES[view]} · Sapper`;
  main.ariaBusy = "true"; // shows after a moment that the view is being loaded
  const isLoaded = await Promise.all([import(`./${view}.js`), view === "home" || styles()])
    .then(() => true, () => false);
  if (ticket !== latest) return; // the user has chosen another view meanwhile
  main.ariaBusy = null;
  if (!isLoaded) return failed();
  if (history.state?.again) history.replaceState(null, "");
  const shown = document.createElement(`sapper-${view}`);
  main.replaceChildren(Object.assign(shown, { argument: decoded(rest.join("/")) }));
  scrollTo(0, 0);
}

// Load views.css before the stylesheets of single views, so that they can override its rules.
/** @type {Promise<unknown> | undefined} */
let styled;
async function styles() {
  const { sheet } = await import("./sheet.js");
  await (styled ??= sheet("views.css"));
}

// Browsers remember a module that failed to load. So the page is reloaded when the server answers,
// but only once, in case a file is broken.
function failed() {
  const text = h("p", { role: "alert" }, words.viewFailed);
  main.replaceChildren(
    h(
      "div",
      { class: "hist" },
      text,
      h("p", {}, h("button", { class: "b", onclick: () => location.reload() }, words.tryAgain)),
    ),
  );
  const again = () => {
    if (!text.isConnected || history.state?.again) return;
    history.replaceState({ again: true }, "");
    location.reload();
  };
  api("/about").then(again, (problem) => {
    if (!problem.away) return;
    text.textContent = words.viewAway;
    history.replaceState(null, "");
    document.addEventListener("back", again, { once: true });
  });
}

/** @param {boolean} on */
function showNav(on) {
  nav.classList.toggle("open", on);
  navButton.setAttribute("aria-expanded", String(on));
}

// If another tab has changed a setting, show the change in an open settings dialog.
/** @param {CustomEvent<{ key: string, elsewhere: boolean }>} [event] */
function applySettings(event) {
  document.documentElement.classList.toggle("no-names", !settings.names);
  if (event?.detail.elsewhere && dialog.open) showSettings();
  else if (dialog.open) showSize();
  if (event?.detail.key === "language") location.reload();
}

/** @typedef {typeof PLAYING[number] | typeof SHOWING[number]} Switch */
const PLAYING = /** @type {const} */ ([
  "chordByClick",
  "questions",
  "autoFlag",
  "firstTapOpens",
  "askHelp",
  "noHelp",
]);
const SHOWING = /** @type {const} */ (["names", "turn", "sound"]);

/**
 * @template {"look" | "language" | "firstCell" | "press"} Name
 * @param {Name} name
 * @param {string} label
 * @param {[typeof settings[Name], string][]} options
 */
function choice(name, label, options) {
  return h(
    "fieldset",
    {},
    h("legend", {}, label),
    h(
      "div",
      { class: "segments" },
      options.map(([value, text]) => {
        const input = h("input", { type: "radio", name, onchange: () => (settings[name] = value) });
        input.checked = settings[name] === value;
        return h("label", {}, input, text);
      }),
    ),
  );
}

/** @param {Switch} name */
function toggle(name) {
  const [label, note] = words.settings[name];
  const input = h("input", {
    type: "checkbox",
    onchange: () => {
      settings[name] = input.checked;
    },
  });
  input.checked = settings[name];
  return h("label", {}, input, label, note && h("small", {}, note));
}

// The size of cells belongs to the look, so it may change with it.
const sizes = h("select");
sizes.onchange = () => wantCell(Number(sizes.value));
const showSize = () => {
  const size = wantedCell();
  const steps = Array.from({ length: 12 }, (_, step) => LEAST + 4 * step);
  sizes.replaceChildren(
    h("option", { value: 0 }, words.settings.automaticSize),
    ...[...new Set([...steps, ...(size ? [size] : [])])].sort((a, b) => a - b).map((px) =>
      h("option", { value: px }, words.settings.pixels(px))
    ),
  );
  sizes.value = String(size);
};

const dialog = /** @type {HTMLDialogElement} */ (element("settings"));
const deleteEverything = async () => (await import("./deleting.js")).deleteEverything();

function showSettings() {
  const s = words.settings;
  showSize();
  dialog.replaceChildren(
    h("h2", { id: "settings-title", class: "voice" }, s.title),
    choice("look", s.look, Object.entries(s.looks)),
    choice("language", s.language, [["auto", s.automatic], ...Object.entries(LANGUAGES)]),
    choice(
      "firstCell",
      s.firstCell,
      Object.entries(words.rules).filter(([rule]) => rule !== "given"),
    ),
    h("fieldset", { class: "switches" }, h("legend", {}, s.playing), PLAYING.map(toggle)),
    h("fieldset", { class: "switches" }, h("legend", {}, s.showing), SHOWING.map(toggle)),
    h("fieldset", {}, h("label", { class: "cells" }, s.cellSize, sizes)),
    choice("press", s.press, [200, 350, 500, 800].map((ms) => [ms, s.seconds(ms / 1000)])),
    h(
      "fieldset",
      {},
      h("legend", {}, s.data),
      h("p", { class: "muted small" }, `${s.stored} ${s.kept}`),
      h("button", { class: "b", onclick: deleteEverything }, s.deleteAll),
    ),
    h(
      "div",
      { class: "last" },
      h("button", { class: "b main", onclick: () => dialog.close() }, s.done),
    ),
  );
}

const button = element("settings-button");
button.append(icon("gear"));
button.setAttribute("aria-label", words.settings.title);
button.title = words.settings.title;
button.addEventListener("click", () => {
  showSettings();
  dialog.showModal();
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
document.addEventListener("settings", applySettings);

nav.setAttribute("aria-label", words.navigation);
const links = VIEWS.slice(1).map((view) => h("a", { href: `#${view}` }, TITLES[view]));
nav.append(...links);
navButton.append(icon("menu"));
navButton.setAttribute("aria-label", words.menu);
navButton.addEventListener("click", () => showNav(!nav.classList.contains("open")));
document.addEventListener("keydown", (event) => event.key === "Escape" && showNav(false));
document.addEventListener("click", ({ target }) => {
  if (!nav.classList.contains("open")) return;
  if (!(target instanceof Element && target.closest(".top"))) showNav(false);
});

// The skip link moves the focus, but it must not change the address, which names the view.
const skip = /** @type {HTMLElement} */ (document.querySelector(".skip"));
skip.textContent = words.skip;
skip.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const cell = main.querySelector("[role=gridcell][tabindex='0']");
  (cell ?? main).focus();
});

// Most views begin with it, so it is requested while their modules are loaded.
about().catch(() => undefined);
addEventListener("hashchange", route);
applySettings();
// The service worker requests all files, so it is registered when the first view has settled.
const SETTLED = 1000; // ms
route().finally(() => setTimeout(() => navigator.serviceWorker?.register("worker.js"), SETTLED));
