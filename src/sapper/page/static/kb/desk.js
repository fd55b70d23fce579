// What You are the agent and Predict have in common: tabs, the board, what to do, KB and KB0.

import { h, icon, number, say, spoken } from "../dom.js";
import { plain } from "../runs.js";
import { sheet } from "../sheet.js";
import { cellOf } from "./clauses.js";
import { t } from "./hands_words.js";
import { literalChip } from "./picture.js";
import { Scene } from "./scene.js";
import { aloudText } from "./story.js";
import { t as words } from "./words.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./link.js").ScreenName} ScreenName
 * @typedef {{ text: string, key?: string, main?: boolean, bare?: boolean, icon?: Icon,
 *   off?: boolean, spare?: boolean, act: () => void }} Action a spare one is not on phones
 * @typedef {Parameters<typeof icon>[0]} Icon
 */

const FACTS = 14; // the most facts that are listed

export class Desk {
  cap = h("span");
  score = h("span");
  headline = h("h2", { class: "voice" });
  reason = h("p", { class: "why" });
  picture = h("div", { class: "pic" });
  tell = h("p", { class: "hinting", hidden: true });
  actions = h("div", { class: "acts" });
  note = h("small");
  count = h("b");
  clauses = h("ul", { class: "deal" });
  factNote = h("small", {}, words.facts);
  factCount = h("b");
  facts = h("div", { class: "facts" });
  legend = h("p", { class: "lg" });

  /**
   * @param {Timeline} timeline
   * @param {"hands" | "predict"} name
   * @param {Node} head what is above the board
   */
  constructor(timeline, name, head) {
    this.timeline = timeline;
    this.element = h("div", { class: "kbs hands" });
    this.scene = new Scene(timeline, this.element);
    this.now = h(
      "section",
      { class: "k-n", "aria-label": t.tabs[name] },
      h("p", { class: "cap" }, this.cap, this.score),
      this.headline,
      this.reason,
      this.picture,
      this.tell,
      this.actions,
    );
    this.element.append(
      h(
        "section",
        { class: "k-b", "aria-label": words.board },
        h("div", { class: "who" }, head),
        this.scene.room,
        this.legend,
      ),
      this.now,
      h(
        "aside",
        { class: "k-k" },
        h(
          "section",
          { class: "kbx", "aria-label": words.kb },
          h("header", {}, h("h2", {}, words.kb), this.note, this.count),
          h("div", { class: "groups" }, this.clauses),
        ),
        h(
          "section",
          { class: "kbx kb0", "aria-label": words.kb0 },
          h("header", {}, h("h2", {}, words.kb0), this.factNote, this.factCount),
          this.facts,
        ),
      ),
    );
  }

  // The width of the picture.
  get width() {
    return Math.min(this.picture.clientWidth, 560) || 480;
  }

  /** @param {string | Runs} headline @param {string | Runs} reason */
  write(headline, reason, aloud = true) {
    /** @param {string | Runs} text @returns {Runs} */
    const runs = (text) => (typeof text === "string" ? [text] : text);
    this.headline.replaceChildren(spoken("span", {}, runs(headline), this.scene.board));
    this.reason.replaceChildren(spoken("span", {}, runs(reason), this.scene.board));
    if (aloud) say(aloudText(`${plain(runs(headline))} ${plain(runs(reason))}`.trim()));
  }

  /** @param {(Action | false | null)[]} actions */
  offer(...actions) {
    this.actions.replaceChildren(
      ...actions.flatMap((one) =>
        one
          ? [h(
            "button",
            {
              class: `b ${one.main ? "main" : one.bare ? "bare" : ""} ${one.spare ? "spare" : ""}`,
              disabled: one.off,
              "aria-keyshortcuts": one.key === "↵" ? "Enter" : one.key,
              onclick: one.act,
            },
            one.icon && icon(one.icon),
            one.text,
            one.key && h("kbd", { "aria-hidden": "true" }, one.key),
          )]
          : []
      ),
    );
  }

  // Scrolls the list to a clause, but not the page.
  /** @param {Element | null} clause */
  reveal(clause) {
    const list = this.clauses;
    const room = list.parentElement;
    if (!clause || !room) return;
    const [at, around] = [clause.getBoundingClientRect(), room.getBoundingClientRect()];
    if (at.top < around.top) room.scrollTop += at.top - around.top - 8;
    else if (at.bottom > around.bottom) room.scrollTop += at.bottom - around.bottom + 8;
    list.scrollLeft += at.left + at.width / 2 - around.left - around.width / 2;
  }

  // Presses the main button.
  go() {
    /** @type {HTMLButtonElement | null} */
    const main = this.actions.querySelector(".main");
    if (main && !main.disabled) main.click();
  }

  /**
   * @param {Iterable<number>} all
   * @param {string} symbols
   * @param {(literal: number) => boolean} isNew
   */
  listFacts(all, symbols, isNew) {
    const facts = [...all];
    const hidden = facts.filter((literal) => !/\d/.test(symbols[cellOf(literal)]));
    const open = facts.length - hidden.length;
    const listed = hidden.length <= FACTS
      ? hidden
      : [...hidden.filter(isNew), ...hidden.filter((literal) => !isNew(literal))].slice(0, FACTS);
    this.facts.replaceChildren(
      ...listed.map((literal) => {
        const chip = literalChip(this.timeline, literal);
        chip.className = `fact ${literal > 0 ? "m" : ""} ${isNew(literal) ? "new" : ""}`;
        return chip;
      }),
      hidden.length > listed.length
        ? h("span", { class: "rest" }, words.moreFacts(hidden.length - listed.length))
        : "",
      open ? h("span", { class: "rest" }, words.openCells(open)) : "",
    );
    this.factCount.textContent = number(facts.length);
  }
}

// Leads from one way to use a game to the others.
/** @param {"hands" | "predict"} name @param {(name: ScreenName | null) => void} show */
export function tabs(name, show) {
  /** @param {"watch" | "hands" | "predict"} one */
  const tab = (one) =>
    h("button", {
      "aria-pressed": String(one === name),
      onclick: () => one !== name && show(one === "watch" ? null : one),
    }, t.tabs[one]);
  return h(
    "span",
    { class: "seg", role: "group", "aria-label": t.ways },
    tab("watch"),
    tab("hands"),
    tab("predict"),
  );
}

// The marks of facts about hidden cells.
/** @param {Iterable<number>} facts @param {string} symbols */
export function factMarks(facts, symbols) {
  /** @type {Required<Record<"known" | "free", number[]>>} */
  const marks = { known: [], free: [] };
  for (const literal of facts) {
    const cell = cellOf(literal);
    if (!/\d/.test(symbols[cell])) marks[literal < 0 ? "free" : "known"].push(cell);
  }
  return marks;
}

// Whether a key presses what has the focus, or moves within it.
/** @param {KeyboardEvent} event */
export const pressesFocus = ({ key, target }) =>
  (key === "Enter" || key === " ") && target instanceof Element &&
  Boolean(target.closest("button, a, summary, [role=button]"));

await sheet("kb.css");
await sheet("hands.css");
