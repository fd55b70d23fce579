// What the screens of a room have in common.

import { clockTime, copy, h, icon, words } from "../dom.js";
import { digits } from "../figures.js";
import { nameIn, readable } from "./people.js";
import { t } from "./words.js";

/**
 * @typedef {import("./state.js").RoomState} RoomState
 * @typedef {object} Host what a screen may ask of the view (room.js)
 * @property {(action: () => Promise<unknown>) => Promise<unknown>} act says why it was refused
 * @property {() => unknown} next says Ready for the next board, and shows the lobby
 * @property {() => unknown} lobby
 * @property {() => unknown} table shows the results of the latest board
 * @property {() => unknown} leave
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {() => unknown} update draws the room as it is now
 */

const NAME = "sapper.name";
const PAUSE = 700; // ms

/** @type {WeakMap<HTMLElement, number>} */
const resting = new WeakMap();

/** @param {RoomState} state */
export const roomOf = (state) => /** @type {Api.RoomForm} */ (state.room);

// Makes an element ignore the pointer for a moment, so that nobody clicks what has just come under
// it.
/** @param {HTMLElement} element */
export function rest(element) {
  clearTimeout(resting.get(element));
  element.classList.add("resting");
  resting.set(element, setTimeout(() => element.classList.remove("resting"), PAUSE));
}

/** @param {HTMLElement} element */
const clickable = (element) =>
  [...element.querySelectorAll("a, button")].map((one) => one.textContent).join("\n");

// Fills an element again, and keeps the focus on what has the same key. New buttons rest.
/** @param {HTMLElement} element @param {...Child} children */
export function refill(element, ...children) {
  const here = document.activeElement;
  const key = here && element.contains(here) && /** @type {HTMLElement} */ (here).dataset.key;
  const before = clickable(element);
  element.replaceChildren(...h("div", {}, ...children).childNodes);
  if (clickable(element) !== before) rest(element);
  if (!key) return;
  /** @type {HTMLElement | null} */
  const again = element.querySelector(`[data-key="${key}"]`);
  again?.focus();
}

// The shape next to a name says how somebody is: here, ready or done, lost, or not here.
/** @param {"" | "ok" | "out" | "off" | "add"} kind */
export const mark = (kind) =>
  h(
    "i",
    { class: `st ${kind}`, "aria-hidden": "true" },
    {
      "": null,
      ok: icon("check"),
      out: icon("cross"),
      off: null,
      add: icon("plus"),
    }[kind],
  );

/** @param {Api.RoomForm} room @param {number} person */
export const called = (room, person) => person === room.you ? t.you : nameIn(room, person);

/** @param {number} share from 0 to 1 */
export const opened = (share) => words.percent(String(Math.floor(100 * share)));

/** @param {string} text */
export const figures = (text) => h("span", { class: "num" }, digits(text));

/** @param {number} ms */
export const exact = (ms) => figures(clockTime(ms, 3));

/** @param {string} code */
export const address = (code) => `${location.origin}/room/${readable(code)}`;

/** @param {string} code */
export const copyLink = (code) => copy(address(code), t.copied);

/** @param {string} code */
export const copyButton = (code) =>
  h("button", { class: "b", onclick: () => copyLink(code) }, icon("copy"), t.copyLink);

// The headline of a screen. It gets the focus when the screen comes.
/** @param {Child} cap @param {readonly Said[]} said */
export const headline = (cap, said) => [
  cap && h("p", { class: "cap" }, cap),
  h("h1", { class: "voice", tabindex: -1, "data-key": "head" }, said[0]?.words ?? ""),
  said[1] && h("p", { class: "lead" }, said[1].words),
];

// Links to the results of other boards, and from an earlier board back to the room.
/** @param {RoomState} state @param {HTMLElement | null} [latest] leads to the latest results */
export function otherTables(state, latest) {
  const { code, earlier } = roomOf(state);
  const links = earlier.filter((number) => number !== state.board).map((number) =>
    h("a", { href: `#room/${code}/${number}`, "aria-label": t.table(number) }, String(number))
  );
  return [
    (links.length > 0 || latest) && h("p", { class: "tables" }, t.tables, links, latest),
    state.board !== undefined && h("p", {}, h("a", { href: `#room/${code}` }, t.toRoom)),
  ];
}

/** @param {string} label @param {(name: string) => unknown} done */
export function nameForm(label, done) {
  const name = h("input", { maxlength: 24, required: true, autocomplete: "nickname" });
  name.value = localStorage.getItem(NAME) ?? "";
  return h(
    "form",
    {
      class: "name",
      onsubmit: (event) => {
        event.preventDefault();
        localStorage.setItem(NAME, name.value.trim());
        done(name.value.trim());
      },
    },
    h("label", {}, t.yourName, name),
    h("button", { class: "b main" }, label),
  );
}
