// The shell: which view is shown, the way between them, and the settings.

import { decoded, h, icon, settings, words } from "./dom.js";
import { LANGUAGES } from "./words.js";

const VIEWS = ["home", "play", "learn", "analyse", "history", "measure"];
const OLD = { watch: "learn" }; // links that were sent around before
const WITHIN = { daily: "play", practice: "play", lessons: "learn", review: "history" }; // views that are reached from another one
const main = document.getElementById("main");
const nav = document.getElementById("nav");
const navButton = document.getElementById("nav-button");

let latest = 0;

async function route() {
  const ticket = ++latest;
  const [asked, ...rest] = location.hash.slice(1).split("/");
  const name = Object.hasOwn(OLD, asked) ? OLD[asked] : asked;
  const view = VIEWS.includes(name) || Object.hasOwn(WITHIN, name) ? name : "home";
  for (const link of nav.children) {
    if (link.hash === `#${WITHIN[view] ?? view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  showNav(false);
  for (const open of document.querySelectorAll("dialog[open]")) open.close(); // a question of the view that is left
  document.title = view === "home" ? words.title : `${words.views[view] ?? words[view].title} · Sapper`;
  await import(`./${view}.js`);
  if (ticket !== latest) return; // another view was asked for while this one was loading
  const element = document.createElement(`sapper-${view}`);
  element.argument = decoded(rest.join("/"));
  main.replaceChildren(element);
  scrollTo(0, 0);
}

function showNav(on) {
  nav.classList.toggle("open", on);
  navButton.setAttribute("aria-expanded", String(on));
}

function applySettings({ detail } = {}) {
  document.documentElement.classList.toggle("no-names", !settings.names);
  if (detail?.key === "language") location.reload();
}

// -- settings -----------------------------------------------------------------------------------

function choice(name, label, options) {
  return h("fieldset", {}, h("legend", {}, label), h("div", { class: "segments" }, options.map(([value, text]) => {
    const input = h("input", { type: "radio", name, onchange: () => (settings[name] = value) });
    input.checked = settings[name] === value;
    return h("label", {}, input, text);
  })));
}

function toggle(name) {
  const [label, note] = words.settings[name];
  const input = h("input", { type: "checkbox", onchange: () => (settings[name] = input.checked) });
  input.checked = settings[name];
  return h("label", {}, input, label, note && h("small", {}, note));
}

const dialog = document.getElementById("settings");

function showSettings() {
  const s = words.settings;
  dialog.replaceChildren(
    h("h2", { id: "settings-title", class: "voice" }, s.title),
    choice("look", s.look, Object.entries(s.looks)),
    choice("language", s.language, [["auto", s.automatic], ...Object.entries(LANGUAGES)]),
    choice("firstCell", s.firstCell, Object.entries(words.rules).filter(([rule]) => rule !== "given")),
    h("fieldset", { class: "switches" }, h("legend", {}, s.playing), ["noGuess", "chordByClick", "questions", "autoFlag", "firstTapOpens"].map(toggle)),
    h("fieldset", { class: "switches" }, h("legend", {}, s.showing), ["names", "turn", "sound"].map(toggle)),
    choice("press", s.press, [200, 350, 500, 800].map((ms) => [ms, s.seconds(ms / 1000)])),
    h("p", { class: "muted small" }, s.kept, " ", h("a", { href: "/api.html" }, s.api)),
    h("div", { class: "last" }, h("button", { class: "b main", onclick: () => dialog.close() }, s.done)));
}

const button = document.getElementById("settings-button");
button.append(icon("gear"));
button.setAttribute("aria-label", words.settings.title);
button.title = words.settings.title;
button.addEventListener("click", () => {
  showSettings();
  dialog.showModal();
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
document.addEventListener("settings", applySettings);

// -- the way between views ----------------------------------------------------------------------

nav.setAttribute("aria-label", words.navigation);
nav.append(...VIEWS.slice(1).map((view) => h("a", { href: `#${view}` }, words.views[view])));
navButton.append(icon("menu"));
navButton.setAttribute("aria-label", words.menu);
navButton.addEventListener("click", () => showNav(!nav.classList.contains("open")));
document.addEventListener("keydown", (event) => event.key === "Escape" && showNav(false));
document.addEventListener("click", (event) => nav.classList.contains("open") && !event.target.closest(".top") && showNav(false));

// It moves the focus and leaves the address alone: that names the view.
const skip = document.querySelector(".skip");
skip.textContent = words.skip;
skip.addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector("[role=gridcell][tabindex='0']") ?? main).focus();
});

addEventListener("hashchange", route);
applySettings();
route();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("worker.js");
