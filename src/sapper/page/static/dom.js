// Helpers for all views: elements, icons, announcements, names of cells and levels.

import { about } from "./requests.js";
import { settings } from "./settings.js";
import { number, words } from "./words.js";

export { cellName, columnLetters } from "./names.js";
export { about, api, read, refusal, sentence, socketTo } from "./requests.js";
export { plain } from "./runs.js";
export { settings } from "./settings.js";
export { locale, number, words } from "./words.js";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else if (key === "class") element.className = String(value);
    else if (key === "value") Object.assign(element, { value });
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(2).flatMap((child) =>
      child == null || child === false || child === ""
        ? []
        : [child instanceof Node ? child : String(child)]
    ),
  );
  return element;
}

// Icons are drawn as lines in a 24 by 24 square.
const BOX = "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z";
/** @typedef {keyof typeof PATHS} Icon */
const PATHS = {
  hint:
    "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 " +
    "12 3z",
  odds: `${BOX}M4 14h16M8 17h.01M12 17h.01M16 17h.01`,
  coin: "M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM12 3.5v17M15 8v8M18 9.5v5",
  undo: "M4 9h10a5.5 5.5 0 0 1 0 11h-4M8 5 4 9l4 4",
  redo: "M20 9H10a5.5 5.5 0 0 0 0 11h4M16 5l4 4-4 4",
  new: `${BOX}M12 8.5v7M8.5 12h7`,
  again: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4L20 9M20 4v5h-5",
  zoom: "M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0zM15.5 15.5l5 5",
  share: "M12 15V4M8 7.5 12 4l4 3.5M5 12v7h14v-7",
  gear: "M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2" +
    "M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
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
  steps: "M4 19h5v-5h5V9h5V4",
  clock: "M4 13a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM12 8.5V13l3 2M9.5 2.5h5",
  copy: "M9 9h10v11H9zM5 15V4h10",
  people: "M5.5 8.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M15.5 " +
    "5.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .8 3.2 2.6 3.5 5.5",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
};

const NS = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** @param {Icon} name */
export const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", class: "i", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );

export const flagPicture = () =>
  svg(
    "svg",
    { viewBox: "0 0 32 32", class: "flag", "aria-hidden": "true" },
    svg("path", { class: "pole", d: "M8.5 27.5h12M12 4.5v23" }),
    svg("path", {
      class: "cloth",
      d: "M13.3 4.6c3.6 2 6.9.4 12.6 3.1-3.3 1.8-3.7 5.5-.4 8.7-5.2-2-8.3.6-12.2-.9z",
    }),
  );

/**
 * @param {Icon} name
 * @param {string} label
 * @param {(event: MouseEvent) => unknown} action
 * @param {Props} [props]
 */
export function iconButton(name, label, action, props = {}) {
  return h("button", {
    class: "b sq",
    "aria-label": label,
    title: label,
    onclick: action,
    ...props,
  }, icon(name));
}

/**
 * @param {HTMLElement} button
 * @param {boolean} running
 * @param {{ pause: string, run: string }} labels
 */
export function showRunning(button, running, { pause, run }) {
  const label = running ? pause : run;
  button.replaceChildren(icon(running ? "pause" : "run"));
  button.setAttribute("aria-label", label);
  button.title = label;
}

/**
 * @param {Icon} name
 * @param {string} label
 * @param {string | null} key
 * @param {(event: MouseEvent) => unknown} action
 * @param {Props} [props]
 */
export function tool(name, label, key, action, props = {}) {
  const { class: kind = "", short, ...rest } = props;
  return h(
    "button",
    {
      class: `tool ${kind}`,
      "data-tip": key ? `${label} (${key})` : label,
      "aria-label": label,
      "aria-keyshortcuts": key,
      onclick: action,
      ...rest,
    },
    icon(name),
    h("span", { "data-short": short }, label),
    h("kbd", { "aria-hidden": "true" }, key ?? ""),
  );
}

/** @param {string} label @param {Child[]} tools */
export const toolbar = (label, ...tools) =>
  h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": label, "aria-orientation": "vertical" },
    ...tools,
  );

// The middle of the stage: the status, and the board below it.
/** @param {Child} status @param {Child[]} below */
export const middle = (status, ...below) =>
  h("div", { class: "mid" }, h("div", { class: "status" }, status), ...below);

/** @param {string | null} value @param {string} text */
export const figure = (value, text) =>
  value !== null && h("div", { class: "figure" }, h("b", {}, value), h("span", {}, text));

/** @param {[name: Child, value: string][]} pairs */
export const split = (pairs, kind = "split") =>
  h(
    "dl",
    { class: kind },
    pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );

/** @param {number} tier @param {string} [text] */
export const tiers = (tier, text) =>
  h(
    "div",
    { class: "tiers" },
    words.play.tiers.map((_, index) => h("i", { class: index < tier ? "on" : "" })),
    h("span", { class: "muted small" }, text ?? words.play.tier(tier, words.play.tiers[tier - 1])),
  );

// Shows a sentence in an element. Pointing at the name of a cell highlights the cell on the board.
/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {Runs} runs
 * @param {Board | null} [board]
 */
export const spoken = (tag, props, runs, board = null) =>
  h(tag, props, runs.map((run) => (typeof run === "string" ? run : reference(run.cell, board))));

// The name of a cell, or a literal such as ¬C4.
/** @param {string} name @param {Board | null} board */
export function reference(name, board) {
  const cell = board?.named(name.replace("¬", "")) ?? null;
  /** @param {boolean} on */
  const point = (on) => () => cell !== null && board?.point(on ? cell : null);
  return h("span", { class: "ref", onmouseenter: point(true), onmouseleave: point(false) }, name);
}

// Requests the levels and agents, and tries again when the connection is back. Returns undefined if
// the user has left the view.
/** @param {HTMLElement} view */
export async function aboutFor(view) {
  const note = h("p", { class: "hist", role: "alert" }, words.viewAway);
  while (view.isConnected) {
    try {
      const known = await about();
      note.remove();
      return known;
    } catch (problem) {
      if (problem.away) view.append(note);
      else toast(problem.message);
      await new Promise((done) => document.addEventListener("back", done, { once: true }));
    }
  }
  return undefined;
}

// Makes screen readers announce some text.
/** @param {string} text */
export function say(text) {
  const region = /** @type {HTMLElement} */ (document.getElementById("say"));
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
}

// Runs an action after the next frame is on the screen.
/** @param {() => unknown} action */
export const afterPaint = (action) => requestAnimationFrame(() => setTimeout(action));

/** @param {string} text */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const shown = h("div", { class: "toast", role: "alert" }, text);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 5000);
  return shown;
}

// Shows the message of an error to the user instead of throwing the error.
/**
 * @template Result
 * @param {() => Promise<Result> | Result} action
 * @returns {Promise<Result | undefined>}
 */
export async function guarded(action) {
  try {
    return await action();
  } catch (problem) {
    if (!problem.away) toast(problem.message); // if the server is away, a banner says so
    return undefined;
  }
}

// Asks a question in a dialog. The result is the key of the chosen answer, or null for Escape.
/**
 * @param {string} title
 * @param {string} text
 * @param {Record<string, string>} choices
 * @param {Child} [more]
 * @returns {Promise<string | null>}
 */
export function ask(title, text, choices, more = null) {
  return new Promise((done) => {
    const dialog = h(
      "dialog",
      {
        "aria-labelledby": "ask-title",
        onclose: () => {
          done(dialog.returnValue || null);
          dialog.remove();
        },
      },
      h("h2", { id: "ask-title", class: "voice" }, title),
      h("p", {}, text),
      more,
      h(
        "form",
        { method: "dialog", class: "acts" },
        Object.entries(choices).map(([key, label], index) =>
          h("button", { class: index ? "b" : "b main", value: key, autofocus: index === 0 }, label)
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Whether a key press is meant for an input field, or for an open dialog or menu.
/** @param {KeyboardEvent} event */
export const busyKeys = (event) =>
  event.ctrlKey || event.metaKey || event.altKey ||
  (event.target instanceof Element && event.target.matches("input, select, textarea")) ||
  document.querySelector("dialog[open], [role=menu]:not([hidden])") !== null;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {import("./sound.js").Sound} kind */
export async function sound(kind) {
  if (settings.sound) (await import("./sound.js")).play(kind);
}

// A whole percentage without the % sign. Values between 0 and 1 never give 0 or 100.
/** @param {number} value */
export const percent = (value) =>
  value > 0 && value < 0.01
    ? "<1"
    : value < 1 && value > 0.99
    ? ">99"
    : String(Math.round(value * 100));

/** @param {number} value */
export const share = (value) => words.percent(percent(value));

// A percentage with one decimal. Values between 0 and 1 never give 0% or 100%.
/** @param {number} value */
export const chance = (value) =>
  value > 0 && value < 0.0005
    ? words.percent(`<${number(0.1, 1)}`)
    : value < 1 && value >= 0.9995
    ? words.percent(`>${number(99.9, 1)}`)
    : words.percent(number(value * 100, value === 0 || value === 1 ? 0 : 1));

// A time as a clock shows it (1:32), or with decimal places (1:32.8). A clock never shows a time
// that has not passed yet, so all times are rounded down, and agree with each other.
/** @param {number} ms */
export function clockTime(ms, digits = 0) {
  const unit = 10 ** digits;
  const whole = Math.floor((ms * unit) / 1000);
  const rest = number((whole % (60 * unit)) / unit, digits);
  return `${Math.floor(whole / (60 * unit))}:${rest.padStart(digits ? digits + 3 : 2, "0")}`;
}

// Decodes part of a link, or returns it unchanged if it is malformed, for example truncated.
/** @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} url */
export function download(url) {
  const link = h("a", { href: url, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/** @param {HTMLElement} view @param {(given: DataTransfer) => unknown} take */
export function dropZone(view, take) {
  view.addEventListener("dragover", (event) => {
    event.preventDefault();
    view.classList.add("drop");
  });
  view.addEventListener("dragleave", () => view.classList.remove("drop"));
  view.addEventListener("drop", (event) => {
    event.preventDefault();
    view.classList.remove("drop");
    if (event.dataTransfer) take(event.dataTransfer);
  });
}

/** @param {string} text @param {string} done */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    prompt(words.copyByHand, text);
  }
}

/** @param {Api.RunningGameForm} game */
export function resume({ id, room }) {
  if (room === null) localStorage.setItem("sapper.game", id);
  location.hash = room === null ? "#play" : `#room/${room}`;
}

// A button with a menu. An item is [text, action] or [text, action, class]. The CSS class can
// hide an item on some screens.
/** @param {HTMLElement} button @param {[string, () => unknown, string?][]} items */
export function menu(button, items) {
  const list = h("div", { role: "menu", hidden: true });
  /** @param {boolean} on */
  const shown = (on, focus = true) => {
    list.hidden = !on;
    button.setAttribute("aria-expanded", String(on));
    // Listen only while the menu is open, because a listener on the document keeps the view in
    // memory.
    if (on) document.addEventListener("click", outside);
    else document.removeEventListener("click", outside);
    if (on) shownItems()[0].focus();
    else if (focus) button.focus();
  };
  const all = items.map(([text, action, kind]) =>
    h("button", {
      role: "menuitem",
      class: kind,
      tabindex: -1,
      onclick: () => {
        shown(false);
        action();
      },
    }, text)
  );
  list.append(...all);
  const shownItems = () => all.filter((item) => item.offsetParent !== null);
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => shown(Boolean(list.hidden)));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || !list.hidden) return;
    event.preventDefault();
    shown(true);
  });
  list.addEventListener("keydown", (event) => {
    const choices = shownItems();
    const at = choices.findIndex((item) => item === document.activeElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") shown(false);
    else if (event.key === "Tab") shown(false, false);
    else if (target !== undefined) choices.at(target % choices.length)?.focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  });
  const element = h("span", { class: "menu" }, button, list);
  /** @param {MouseEvent} event */
  const outside = (event) => {
    if (!element.contains(/** @type {Node} */ (event.target))) shown(false, false);
  };
  return element;
}

/** @type {Record<string, [classic?: string, course?: string]>} */
const SIZES = {
  "9x9x10": ["beginner", "easy"],
  "8x8x10": ["beginner"],
  "16x16x40": ["intermediate"],
  "16x16x25": [undefined, "medium"],
  "30x16x99": ["expert", "hard"],
};

// The name or the size of a level in the reader's language.
/** @param {string} level */
export function levelName(level) {
  const [size, rule = ""] = level.split("/");
  const name = SIZES[size]?.[rule.startsWith("given") ? 1 : 0] ?? level;
  if (Object.hasOwn(words.levels, name)) return words.levels[name];
  const [width, height, mines] = size.split("x").map(Number);
  return mines === undefined ? level : words.size(width, height, mines);
}

/** @param {string} name */
export const agentName = (name) => words.agents[name]?.[0] ?? name;
/** @param {Api.AgentForm} agent */
export const agentLine = ({ name, description }) => words.agents[name]?.[1] ?? description;

const SMALL = matchMedia(
  "(max-width: 560px) and (orientation: portrait), " +
    "(max-height: 500px) and (orientation: landscape)",
);

// A switch with a name and a note.
/** @param {string} name @param {string} note @param {(on: boolean) => unknown} changed */
export function toggle(name, note, changed) {
  const input = h("input", { type: "checkbox", role: "switch" });
  input.onchange = () => changed(input.checked);
  const small = h("small", {}, note);
  return {
    element: h("label", { class: "switch" }, input, h("i"), h("b", {}, name), small),
    /** @param {boolean} on @param {string} [text] */
    show(on, text = note, locked = false) {
      input.checked = on;
      input.disabled = locked;
      small.textContent = text;
    },
  };
}

// Lets the user choose a level or a custom size, and calls `chosen` with the level as text. On a
// phone, the options do not show sizes, because there is no space for them.
/** @param {string} value @param {(level: string) => unknown} chosen */
export async function levelPicker(value, chosen) {
  const { levels, max_side: most } = await about();
  /** @param {string} label @param {string} value @param {number} least @param {number} limit */
  const field = (label, value, least, limit) =>
    h(
      "label",
      {},
      label,
      h("input", { type: "number", min: least, max: limit, value, required: true }),
    );
  const custom = h(
    "form",
    {
      class: "custom",
      hidden: true,
      oninput: () => limit(),
      onkeydown: ({ key }) => key === "Escape" && close(),
      onsubmit: (event) => {
        event.preventDefault();
        const [width, height, mines, rule] = fields().map((field) => field.value);
        const level = `${width}x${height}x${mines}/${rule}`;
        custom.hidden = true;
        show(level);
        chosen(level);
      },
    },
    field(words.width, "24", 1, most),
    field(words.height, "20", 1, most),
    field(words.mines, "90", 0, most * most),
    h(
      "label",
      {},
      words.firstCell,
      h(
        "select",
        {},
        Object.entries(words.rules).map(([rule, text]) => h("option", { value: rule }, text)),
      ),
    ),
    h("button", { class: "b" }, words.set),
    iconButton("cross", words.play.close, () => close(), { class: "b bare sq", type: "button" }),
  );
  const fields = () => /** @type {HTMLInputElement[]} */ ([...custom.elements]);
  // The start rule keeps some cells free of mines, which limits the number of mines.
  const limit = () => {
    const [width, height, mines, rule] = fields();
    const [across, down] = [Number(width.value), Number(height.value)];
    const safe = { safe: 1, open: Math.min(across, 2) * Math.min(down, 2) }[rule.value] ?? 0;
    mines.max = String(across * down - safe);
  };
  /** @param {Api.LevelForm} level */
  const option = (level) =>
    h(
      "option",
      { value: level.name },
      SMALL.matches
        ? levelName(level.name)
        : `${levelName(level.name)}  ${words.size(level.width, level.height, level.mines)}`,
    );
  const own = h("option", { hidden: true }); // the custom size that was chosen
  const select = h(
    "select",
    {
      "aria-label": words.level,
      class: "level",
      onchange: () => {
        custom.hidden = select.value !== "custom";
        if (!custom.hidden) return;
        shown = select.value;
        chosen(select.value);
      },
    },
    h("optgroup", { label: words.classic }, levels.filter((level) => !level.course).map(option)),
    h("optgroup", { label: words.course }, levels.filter((level) => level.course).map(option)),
    own,
    h("option", { value: "custom" }, words.custom),
  );
  let shown = "";
  /** @param {string} level */
  function show(level) {
    if (level === shown && !custom.hidden) return; // the player is about to choose another size
    shown = level;
    const found = levels.find((one) =>
      one.name === level || one.level === level ||
      (!one.course && one.level.split("/")[0] === level.split("/")[0])
    );
    if (!found) Object.assign(own, { hidden: false, value: level, textContent: levelName(level) });
    select.value = found?.name ?? level;
    custom.hidden = true;
    const parts = /^(\d+)x(\d+)x(\d+)(?:\/(\w+))?/.exec(level);
    if (parts) {
      fields().slice(0, 4).forEach((field, i) => (field.value = parts[i + 1] ?? "safe"));
    }
    limit();
  }
  // Closes the form of a custom size. The level stays as it was.
  function close() {
    if (custom.hidden) return;
    custom.hidden = true;
    show(shown);
    if (custom.contains(document.activeElement)) select.focus();
  }
  show(value);
  return { select, custom, show, close };
}
