// The knowledge base that a third-party agent shows: its clauses, each with its verdict
// (lab/kb_check.py), missing facts, and what the textbook agent has in the same position.

import { api, cellName, guarded, h, say, spoken } from "../dom.js";
import { cellOf } from "./clauses.js";
import { Timeline } from "./timeline.js";
import { clauseChips } from "./picture.js";
import { aloudText } from "./story.js";
import { t as all } from "./words.js";

/**
 * @typedef {Api.KbStepJson} Step the knowledge base at one decision
 * @typedef {Api.WrongClauseJson} Wrong
 */

const t = all.shown;
const MOST = 60; // clauses that are listed

export class ShownKb {
  element = h("section", { class: "shown-kb", "aria-label": t.title, hidden: true });
  /** @type {Wrong | null} the clause whose refuting board is shown */ refuting = null;
  /** @type {Step[]} */ #steps = [];
  #asked = ""; // the position in which the textbook agent was asked last

  /**
   * @param {Board} board
   * @param {object} view
   * @param {(decision: number) => void} view.seek goes to a decision
   * @param {() => string | null} view.position the position that is shown
   */
  constructor(board, { seek, position }) {
    this.board = board;
    this.seek = seek;
    this.position = position;
    this.textbook = h("details", { ontoggle: () => this.#askTextbook() });
  }

  // Shows the last of some steps. The others say since when a clause is wrong.
  /** @param {Step[]} steps */
  show(steps) {
    this.#steps = steps;
    const step = steps.at(-1);
    this.element.hidden = !step;
    if (!step) return;
    if (this.refuting && this.refuting.decision !== step.decision) this.refuting = null;
    const found = new Map(steps.flatMap(({ wrong }) => wrong.map((one) => [one.clause, one])));
    const order = [...found.keys()]; // the first wrong clause comes first
    const wrong = step.clauses.filter((clause) => found.has(clause));
    const before = steps.at(-2)?.clauses ?? [];
    const gone = before.filter((clause) => !step.clauses.includes(clause));
    const rank = (/** @type {string} */ clause) =>
      found.has(clause) ? order.indexOf(clause) - order.length : step.new.includes(clause) ? 0 : 1;
    const sorted = step.clauses.map((clause, i) => ({ clause, literals: step.literals[i] }))
      .sort((a, b) => rank(a.clause) - rank(b.clause));
    this.element.replaceChildren(
      h("h2", {}, t.title),
      h(
        "p",
        {},
        step.problem || t.verdict({
          clauses: step.clauses.length,
          wrong: wrong.length,
          fresh: step.new.length,
          gone: gone.length,
        }),
      ),
      this.refuting ? h("p", { class: "refuted" }, t.refutedBy(this.refuting.clause)) : "",
      h(
        "ul",
        { class: "verdicts", tabindex: 0 },
        sorted.slice(0, MOST).map(({ clause, literals }) =>
          this.#clause(literals, found.get(clause) ?? null, step.new.includes(clause))
        ),
        sorted.length > MOST && h("li", {}, t.more(sorted.length - MOST)),
      ),
      this.#missing(step),
      this.textbook,
    );
    if (this.refuting) this.#refute(this.refuting);
    this.#askTextbook();
  }

  /** @param {number[]} literals @param {Wrong | null} wrong @param {boolean} isNew */
  #clause(literals, wrong, isNew) {
    const chips = literals.length ? clauseChips(this.board, literals) : h("b", {}, "⊥");
    if (!wrong) {
      const sign = h("i", { "aria-hidden": "true" }, isNew ? "+" : "✓");
      return h("li", {}, sign, chips, isNew && h("small", {}, t.fresh));
    }
    return h(
      "li",
      { class: "wrong" },
      h("i", { "aria-hidden": "true" }, "✗"),
      chips,
      h("small", {}, t.wrongSince(wrong.decision)),
      h("button", {
        class: "plain",
        "aria-pressed": String(this.refuting === wrong),
        onclick: () => {
          this.refuting = wrong;
          this.seek(wrong.decision);
        },
      }, t.refuted),
    );
  }

  // Marks the mines of a board that fits, and on which the clause is false.
  /** @param {Wrong} wrong */
  #refute({ board, literals, clause }) {
    const mines = [...board.join("")].flatMap((symbol, cell) => symbol === "*" ? [cell] : []);
    const cells = literals.map(cellOf).filter((cell) => !mines.includes(cell));
    this.board.mark({ mines, cells });
    say(aloudText(t.refutedBy(clause)));
  }

  /** @param {Step} step */
  #missing({ missing }) {
    if (!missing.length) return "";
    const { width } = this.board;
    return h(
      "div",
      {},
      h("h3", {}, t.missing(missing.length)),
      h(
        "ul",
        { class: "verdicts" },
        missing.slice(0, MOST).map(({ literal, implied }) => {
          const told = t.fact(cellName(cellOf(literal), width), literal > 0, implied);
          return h("li", {}, spoken("span", {}, told, this.board));
        }),
      ),
    );
  }

  // What the textbook agent knows in this position, if the reader asks for it.
  #askTextbook() {
    const { textbook } = this;
    const position = this.position();
    if (!textbook.firstChild) textbook.append(h("summary", {}, t.textbook));
    if (!textbook.open || position === null || position === this.#asked) return;
    this.#asked = position;
    guarded(async () => {
      const told = await api("/events", { position });
      if (position !== this.#asked) return;
      const timeline = new Timeline(this.board.width, this.board.height);
      timeline.add(told);
      const own = new Set(this.#steps.at(-1)?.literals.map((one) => key(one)));
      const ids = timeline.kb(timeline.length);
      const facts = timeline.facts(timeline.length).filter(([, literal]) =>
        timeline.isHidden(0, cellOf(literal))
      );
      const clauses = [
        ...facts.map(([, literal]) => [literal]),
        ...ids.map((id) => timeline.clause(id)),
      ];
      textbook.replaceChildren(
        h("summary", {}, t.textbook),
        h("p", {}, t.textbookHas(ids.length, facts.length)),
        h(
          "ul",
          { class: "verdicts" },
          clauses.slice(0, MOST).map((clause) =>
            h(
              "li",
              {},
              clauseChips(timeline, clause),
              !own.has(key(clause)) && h("small", {}, t.onlyTextbook),
            )
          ),
          clauses.length > MOST && h("li", {}, t.more(clauses.length - MOST)),
        ),
      );
    });
  }
}

/** @param {readonly number[]} clause */
const key = (clause) => clause.toSorted((a, b) => a - b).join();
