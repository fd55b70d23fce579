// Small helpers that every view uses: elements, requests, settings, speech.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child != null && child !== false));
  return element;
}

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  next: "M6 5v14l9-7zM16 5h2.4v14H16z",
  back: "M18 5v14l-9-7zM5.6 5H8v14H5.6z",
  first: "M20 5v14l-8-7zM12 5v14l-8-7z",
  last: "M4 5v14l8-7zM12 5v14l8-7z",
  gear: "M12 8.2A3.8 3.8 0 1 0 12 15.8 3.8 3.8 0 0 0 12 8.2zm8.6 5.1v-2.6l-2.2-.5a6.6 6.6 0 0 0-.7-1.7l1.2-1.9-1.8-1.8-1.9 1.2a6.6 6.6 0 0 0-1.7-.7L13 3h-2.6l-.5 2.3c-.6.2-1.2.4-1.7.7L6.3 4.8 4.5 6.6l1.2 1.9c-.3.5-.5 1.1-.7 1.7l-2.2.5v2.6l2.2.5c.2.6.4 1.2.7 1.7l-1.2 1.9 1.8 1.8 1.9-1.2c.5.3 1.1.5 1.7.7l.5 2.3H13l.5-2.3c.6-.2 1.2-.4 1.7-.7l1.9 1.2 1.8-1.8-1.2-1.9c.3-.5.5-1.1.7-1.7z",
  undo: "M9 7V3L3 8.5 9 14v-4c4 0 7 1.3 9 5-.4-5-3.4-8-9-8z",
  redo: "M15 7V3l6 5.5L15 14v-4c-4 0-7 1.3-9 5 .4-5 3.4-8 9-8z",
  bulb: "M9 20h6v1.6H9zM12 2.5a6.5 6.5 0 0 0-3.7 11.8c.5.4.7.9.7 1.5V18h6v-2.2c0-.6.2-1.1.7-1.5A6.5 6.5 0 0 0 12 2.5z",
  flag: "M7 3h1.8v18H7zM9.6 3.6 18 7.4l-8.4 3.8z",
  dig: "M13.6 3.5 20.5 10.4l-2 2-2.4-2.4-9.3 9.3-3.3.9.9-3.3 9.3-9.3-2.1-2.1z",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, action, props = {}) {
  return h("button", { class: "icon", "aria-label": label, title: label, onclick: action, ...props }, icon(name));
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
    throw new Error("The server does not answer. Is it running?");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw refusal(answer.detail ?? `The server answered ${response.status}`, response.status);
}

export function refusal(words, status) {
  const problem = new Error(sentence(words));
  problem.status = status;
  return problem;
}

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

let aboutPromise;
export const about = () => (aboutPromise ??= api("/about").catch((problem) => {
  aboutPromise = undefined; // the server may be back when it is asked again
  throw problem;
}));

// What is said aloud to those who don't see the board, and shown for a moment to those who do.

export function say(text) {
  const region = document.getElementById("say");
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}

// For what can wait until the frame that comes next is on the screen.
export const afterPaint = (action) => requestAnimationFrame(() => setTimeout(action));

export function toast(text) {
  document.querySelector(".toast")?.remove();
  const shown = h("div", { class: "toast", role: "alert" }, text);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 5000);
}

export async function guarded(action) {
  try {
    return await action();
  } catch (problem) {
    toast(problem.message);
    return undefined;
  }
}

// Settings, kept in this browser.

const DEFAULTS = { look: "auto", sound: false, press: 350, names: true };

export const settings = new Proxy(
  { ...DEFAULTS, ...JSON.parse(localStorage.getItem("sapper.settings") ?? "{}") },
  {
    set(target, key, value) {
      target[key] = value;
      localStorage.setItem("sapper.settings", JSON.stringify(target));
      document.dispatchEvent(new CustomEvent("settings"));
      return true;
    },
  },
);

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

export const seconds = (ms, digits = 1) => `${(ms / 1000).toFixed(digits)} s`;

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

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    prompt(`Copy the ${what.toLowerCase()}:`, text);
  }
}

// A choice of level, custom sizes included; calls back with a level as text.

export async function levelPicker(value, chosen) {
  const { levels, max_side: most } = await about();
  const custom = h("form", { class: "custom", hidden: true, onsubmit: (event) => {
    event.preventDefault();
    const [width, height, mines, rule] = [...custom.elements].map((field) => field.value);
    chosen(`${width}x${height}x${mines}/${rule}`);
  } },
    h("label", {}, "Width ", h("input", { type: "number", min: 1, max: most, value: "24", required: true })),
    h("label", {}, "Height ", h("input", { type: "number", min: 1, max: most, value: "20", required: true })),
    h("label", {}, "Mines ", h("input", { type: "number", min: 0, max: most * most, value: "90", required: true })),
    h("label", {}, "Start ", h("select", {}, ["open", "safe", "any", "given"].map((rule) => h("option", {}, rule)))),
    h("button", {}, "Set"));
  const option = (level) => h("option", { value: level.name }, `${level.name} ${level.width}×${level.height}, ${level.mines} mines`);
  const select = h("select", { "aria-label": "Level", onchange: () => {
    custom.hidden = select.value !== "custom";
    if (select.value !== "custom") chosen(select.value);
  } },
    h("optgroup", { label: "Classic" }, levels.filter((level) => !level.course).map(option)),
    h("optgroup", { label: "Course" }, levels.filter((level) => level.course).map(option)),
    h("option", { value: "custom" }, "custom…"));
  function show(level) {
    select.value = levels.find((one) => one.name === level || one.level === level)?.name ?? "custom";
    custom.hidden = select.value !== "custom";
    const parts = /^(\d+)x(\d+)x(\d+)(?:\/(\w+))?/.exec(level);
    if (parts) [...custom.elements].slice(0, 4).forEach((field, i) => (field.value = parts[i + 1] ?? "safe"));
  }
  show(value);
  return { select, custom, show };
}
