// The shell: which view is shown, and the settings.

import { decoded, h, icon, settings } from "./dom.js";

const VIEWS = { watch: "watch.js", play: "play.js", analyse: "analyse.js", history: "history.js" };
const main = document.getElementById("main");

let latest = 0;

async function route() {
  const ticket = ++latest;
  const [name, ...rest] = location.hash.slice(1).split("/");
  if (name === "main") return;
  const view = name in VIEWS ? name : "watch";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${view[0].toUpperCase()}${view.slice(1)} · Sapper`;
  await import(`./${VIEWS[view]}`);
  if (ticket !== latest) return; // another view was asked for while this one was loading
  const element = document.createElement(`sapper-${view}`);
  element.argument = decoded(rest.join("/"));
  main.replaceChildren(element);
}

function applySettings() {
  document.documentElement.dataset.look = settings.look;
  document.documentElement.classList.toggle("no-names", !settings.names);
}

function choice(label, name, options) {
  const pick = (value) => () => {
    settings[name] = value;
    settingsDialog();
  };
  return h("fieldset", {}, h("legend", {}, label), h("div", { class: "segments" },
    options.map(([value, text]) => h("button", { "aria-pressed": String(settings[name] === value), onclick: pick(value) }, text))));
}

const dialog = document.getElementById("settings");

function settingsDialog() {
  dialog.replaceChildren(
    h("h2", { id: "settings-title" }, "Settings"),
    choice("Look", "look", [["auto", "Same as the system"], ["light", "Light"], ["dark", "Dark"], ["classic", "Classic"], ["contrast", "High contrast"]]),
    choice("Sound", "sound", [[false, "Off"], [true, "On"]]),
    choice("Cell names around the board", "names", [[true, "Shown"], [false, "Hidden"]]),
    choice("Long press on touch screens", "press", [[200, "0.2 s"], [350, "0.35 s"], [500, "0.5 s"], [800, "0.8 s"]]),
    h("p", { class: "muted" }, "Saved in this browser. ", h("a", { href: "/api.html" }, "The API behind this page")),
    h("button", { class: "primary", onclick: () => dialog.close() }, "Done"));
}

const button = document.getElementById("settings-button");
button.append(icon("gear"));
button.addEventListener("click", () => {
  settingsDialog();
  dialog.showModal();
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
document.addEventListener("settings", applySettings);
addEventListener("hashchange", route);
applySettings();
route();
