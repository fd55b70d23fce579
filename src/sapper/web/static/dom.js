// Small helpers that every view uses: elements, icons, requests, speech.

import { lost } from "./connection.js";
import { settings } from "./settings.js";
import { language, number, translated, words } from "./words.js";

export { settings } from "./settings.js";
export { language, number, words } from "./words.js";

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child != null && child !== false && child !== ""));
  return element;
}

// Icons are lines on a square of 24.

const BOX = "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z";
const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 12 3z",
  odds: `${BOX}M4 14h16M8 17h.01M12 17h.01M16 17h.01`,
  coin: "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM12 3.5v17M15 8v8M18 9.5v5",
  undo: "M4 9h10a5.5 5.5 0 0 1 0 11h-4M8 5 4 9l4 4",
  redo: "M20 9H10a5.5 5.5 0 0 0 0 11h4M16 5l4 4-4 4",
  new: `${BOX}M12 8.5v7M8.5 12h7`,
  again: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4L20 9M20 4v5h-5",
  zoom: "M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0zM15.5 15.5l5 5",
  share: "M12 15V4M8 7.5 12 4l4 3.5M5 12v7h14v-7",
  gear: "M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  flag: "M6 21V4M6 4.5c4 2 7-1 12 .8-2 2-2 4.5 0 7-5-1.8-8 1.2-12-.6",
  dig: "M14 4l6 6M17 7l-7 7M10 11l3 3-4.5 5.5c-1.5 1-4.5 1-5 .5s-.5-3.5.5-5z",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  down: "m6 9 6 6 6-6",
  prev: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  start: "M6 5v14M18 5l-8 7 8 7",
  end: "M18 5v14M6 5l8 7-8 7",
  run: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  star: "M12 2.5l2.9 6.2 6.7.8-5 4.6 1.4 6.7L12 17.4l-6 3.4 1.4-6.7-5-4.6 6.7-.8z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6 6 18",
  in: "M12 4v12M7 11l5 5 5-5M5 20h14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  cut: "M4 7h16M4 12h11M4 17h6",
  drop: "M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM8.5 12a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0z",
  copy: "M9 9h10v11H9zM5 15V4h10",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
};

const NS = "http://www.w3.org/2000/svg";

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "i", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));

// The same drawing as on the board and in the logo.
export const flagPicture = () => svg("svg", { viewBox: "0 0 32 32", class: "flag", "aria-hidden": "true" },
  svg("path", { class: "pole", d: "M8.5 27.5h12M12 4.5v23" }),
  svg("path", { class: "cloth", d: "M13.3 4.6c3.6 2 6.9.4 12.6 3.1-3.3 1.8-3.7 5.5-.4 8.7-5.2-2-8.3.6-12.2-.9z" }));

export function iconButton(name, label, action, props = {}) {
  return h("button", { class: "b sq", "aria-label": label, title: label, onclick: action, ...props }, icon(name));
}

// A button that runs or pauses what plays by itself shows what it would do next.
export function showRunning(button, running, { pause, run }) {
  const label = running ? pause : run;
  button.replaceChildren(icon(running ? "pause" : "run"));
  button.setAttribute("aria-label", label);
  button.title = label;
}

// A tool beside the board: an icon, a word and a key.
export function tool(name, label, key, action, props = {}) {
  const { class: kind = "", short, ...rest } = props;
  return h("button", { class: `tool ${kind}`, title: key ? `${label} (${key})` : label, "aria-label": label, onclick: action, ...rest },
    icon(name), h("span", { "data-short": short }, label), h("kbd", { "aria-hidden": "true" }, key ?? ""));
}

// A sentence in which cells are named: pointing at a name marks its cell.
export function prose(text, board = null) {
  return text.split(/\b([A-Z]{1,2}[1-9][0-9]{0,2})\b/).map((part, index) => {
    if (index % 2 === 0) return part;
    const cell = board?.named(part) ?? null;
    const point = (on) => () => cell !== null && board.point(on ? cell : null);
    return h("span", { class: "ref", onmouseenter: point(true), onmouseleave: point(false) }, part);
  });
}

// What the server says about a position or a game, in the page's language; what has no words in it stays English.
export const inWords = (text) => translated(text) ?? text;

// The same in an element that says which language it is.
export function spoken(tag, props, text, board = null) {
  const own = translated(text);
  return h(tag, { ...props, lang: own === null ? "en" : language }, board ? prose(own ?? text, board) : own ?? text);
}

// Requests. A refusal becomes an Error with the server's own words.

export async function api(path, body, method) {
  const options = { method: method ?? (body === undefined ? "GET" : "POST") };
  if (body instanceof Blob) options.body = body;
  else if (body !== undefined && body !== null) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch {
    lost();
    throw Object.assign(new Error(words.noAnswer), { away: true });
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (answer.detail) throw refusal(answer.detail, response.status);
  throw Object.assign(new Error(sentence(words.answered(response.status))), { status: response.status, lang: language });
}

// In the page's language, or else with the word that it is English.
export function refusal(text, status) {
  const own = words.told(text);
  return Object.assign(new Error(sentence(own)), { status, lang: own === text ? "en" : language });
}

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

let aboutPromise;
export const about = () => (aboutPromise ??= api("/about").catch((problem) => {
  aboutPromise = undefined; // the server may be back when it is asked again
  throw problem;
}));

// What there is to choose from, asked for until the server answers; undefined when the view was left meanwhile.
export async function aboutFor(view) {
  while (view.isConnected) {
    try {
      return await about();
    } catch (problem) {
      if (!problem.away) toast(problem.message, problem.lang);
      await whenBack();
    }
  }
  return undefined;
}

// Until the server is back.
export const whenBack = () => new Promise((done) => document.addEventListener("back", done, { once: true }));

// What is said aloud to those who don't see the board, and shown for a moment to those who do.

export function say(text) {
  const region = document.getElementById("say");
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}

// For what can wait until the frame that comes next is on the screen.
export const afterPaint = (action) => requestAnimationFrame(() => setTimeout(action));

export function toast(text, lang = language) {
  document.querySelector(".toast")?.remove();
  const shown = h("div", { class: "toast", role: "alert", lang }, text);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 5000);
}

export async function guarded(action) {
  try {
    return await action();
  } catch (problem) {
    if (!problem.away) toast(problem.message, problem.lang); // of silence the banner speaks
    return undefined;
  }
}

// A question in the middle of the page; the answer is the key of a choice, or null for Escape.
export function ask(title, text, choices, lang = language) {
  return new Promise((done) => {
    const dialog = h("dialog", { "aria-labelledby": "ask-title", onclose: () => {
      done(dialog.returnValue || null);
      dialog.remove();
    } },
      h("h2", { id: "ask-title", class: "voice" }, title), h("p", { lang }, text),
      h("form", { method: "dialog", class: "acts" }, Object.entries(choices).map(([key, label], index) => h("button", { class: index ? "b" : "b main", value: key }, label))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Keys belong to a dialog or a menu while one is open, and to a field while it is written in.
export const busyKeys = (event) => event.ctrlKey || event.metaKey || event.altKey
  || event.target.matches?.("input, select, textarea") || document.querySelector("dialog[open], [role=menu]:not([hidden])") !== null;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let audio;
export function sound(kind) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const [from, to, length] = { open: [420, 520, 0.05], flag: [300, 260, 0.05], won: [520, 880, 0.35], lost: [180, 60, 0.4] }[kind];
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.setValueAtTime(from, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(to, audio.currentTime + length);
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}

// Names of cells, as in a spreadsheet.

export function columnLetters(column) {
  let letters = "";
  for (let left = column + 1; left; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

export const cellName = (cell, width) => columnLetters(cell % width) + (Math.floor(cell / width) + 1);

// The number of a cell by its name, as the API gives it.
export function cellNumber(name, width) {
  const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(name);
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return (Number(row) - 1) * width + column;
}

export const percent = (value) => (value > 0 && value < 0.01 ? "<1" : value < 1 && value > 0.99 ? ">99" : String(Math.round(value * 100)));

// 0% and 100% are never the work of rounding.
export const chance = (value) => (value > 0 && value < 0.0005 ? `<${number(0.1, 1)}%` : value < 1 && value >= 0.9995 ? `>${number(99.9, 1)}%` : `${number(value * 100, value === 0 || value === 1 ? 0 : 1)}%`);

export const seconds = (ms, digits = 1) => `${number(ms / 1000, digits)} s`;

// Part of a link, as it was meant; links get cut when they are sent around.
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function download(url) {
  const link = h("a", { href: url, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

// A view that takes what is dropped on it: `take` gets the DataTransfer.
export function dropZone(view, take) {
  view.addEventListener("dragover", (event) => {
    event.preventDefault();
    view.classList.add("drop");
  });
  view.addEventListener("dragleave", () => view.classList.remove("drop"));
  view.addEventListener("drop", (event) => {
    event.preventDefault();
    view.classList.remove("drop");
    take(event.dataTransfer);
  });
}

export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    prompt(words.copyByHand, text);
  }
}

// A menu: a button and its items, for mouse and keys alike. Items are [text, action], or [text, action, class] where not
// every screen shows them.
export function menu(button, items) {
  const list = h("div", { role: "menu", hidden: true });
  const shownItems = () => [...list.children].filter((item) => item.offsetParent !== null);
  const shown = (on, focus = true) => {
    list.hidden = !on;
    button.setAttribute("aria-expanded", String(on));
    if (on) shownItems()[0].focus();
    else if (focus) button.focus();
  };
  list.append(...items.map(([text, action, kind]) => h("button", { role: "menuitem", class: kind, tabindex: -1, onclick: () => {
    shown(false);
    action();
  } }, text)));
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => shown(list.hidden));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || !list.hidden) return;
    event.preventDefault();
    shown(true);
  });
  list.addEventListener("keydown", (event) => {
    const all = shownItems();
    const at = all.indexOf(document.activeElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") shown(false);
    else if (event.key === "Tab") shown(false, false);
    else if (target !== undefined) all.at(target % all.length).focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  });
  const element = h("span", { class: "menu" }, button, list);
  // To hide what is hidden costs a frame, the one that an answer would have come in.
  const outside = (event) => {
    if (!element.isConnected) document.removeEventListener("click", outside);
    else if (!list.hidden && !element.contains(event.target)) shown(false, false);
  };
  document.addEventListener("click", outside);
  return element;
}

export const levelName = (level) => (Object.hasOwn(words.levels, level) ? words.levels[level] : level);

const SMALL = matchMedia("(max-width: 560px) and (orientation: portrait), (max-height: 500px) and (orientation: landscape)");

// A choice of level, custom sizes included; calls back with a level as text. A phone has no room for sizes.
export async function levelPicker(value, chosen) {
  const { levels, max_side: most } = await about();
  const field = (label, value, least, limit) => h("label", {}, label, h("input", { type: "number", min: least, max: limit, value, required: true }));
  const custom = h("form", { class: "custom", hidden: true, onsubmit: (event) => {
    event.preventDefault();
    const [width, height, mines, rule] = [...custom.elements].map((field) => field.value);
    chosen(`${width}x${height}x${mines}/${rule}`);
  } },
    field(words.width, "24", 1, most), field(words.height, "20", 1, most), field(words.mines, "90", 0, most * most),
    h("label", {}, words.firstCell, h("select", {}, Object.entries(words.rules).map(([rule, text]) => h("option", { value: rule }, text)))),
    h("button", { class: "b" }, words.set));
  const option = (level) => h("option", { value: level.name }, SMALL.matches ? levelName(level.name) : words.levelOption(levelName(level.name), level.width, level.height, level.mines));
  const select = h("select", { "aria-label": words.level, class: "level", onchange: () => {
    custom.hidden = select.value !== "custom";
    if (select.value !== "custom") chosen(select.value);
  } },
    h("optgroup", { label: words.classic }, levels.filter((level) => !level.course).map(option)),
    h("optgroup", { label: words.course }, levels.filter((level) => level.course).map(option)),
    h("option", { value: "custom" }, words.custom));
  function show(level) {
    const found = levels.find((one) => one.name === level || one.level === level || (!one.course && one.level.split("/")[0] === level.split("/")[0]));
    select.value = found?.name ?? "custom";
    custom.hidden = select.value !== "custom";
    const parts = /^(\d+)x(\d+)x(\d+)(?:\/(\w+))?/.exec(level);
    if (parts) [...custom.elements].slice(0, 4).forEach((field, i) => (field.value = parts[i + 1] ?? "safe"));
  }
  show(value);
  return { select, custom, show };
}
