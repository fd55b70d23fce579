// Predict: before each event that settles a cell, say which cell it is. One click says safe, and
// two say mine.

import { cellName, h, number } from "../dom.js";
import { cellOf } from "./clauses.js";
import { byBoard } from "./deal.js";
import { Desk, factMarks, pressesFocus, tabs } from "./desk.js";
import { t } from "./hands_words.js";
import { clauseChips, picture } from "./picture.js";
import { story } from "./story.js";
import { onBoard } from "./strings.js";
import { cellsAbout } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @param {import("./stage.js").Stage} stage
 * @param {string} _
 * @param {import("./hands.js").Host} host
 */
export const open = (stage, _, host) => new Predict(stage, host);

// The next event from one on that settles hidden cells, or null if none has come. Cells that are
// given or opened need no reasoning.
/** @param {Timeline} timeline @param {number} from */
export function nextFact(timeline, from) {
  for (let at = from; at < timeline.length; at++) {
    const { kind, facts } = timeline.events[at];
    if (!(kind in t.about)) continue;
    if (facts.some(([, fact]) => timeline.isHidden(at, cellOf(fact)))) return at;
  }
  return null;
}

// The event before which KB is shown while the reader thinks: the first of the pairs that lead to
// the fact, but none that the reader has seen.
/** @param {Timeline} timeline @param {number} at @param {number} seen */
export function firstPair(timeline, at, seen) {
  let first = at;
  while (first - 1 >= seen && timeline.events[first - 1].kind === "match") first--;
  return first;
}

// What becomes of a wrong prediction: false, or settled later, or never settled by the agent. Null
// if that is not known.
/** @param {Timeline} timeline @param {number} at @param {number} guess */
export function laterFate(timeline, at, guess) {
  for (let i = at + 1; i < timeline.length; i++) {
    const found = timeline.events[i].facts.find(([, fact]) => cellOf(fact) === cellOf(guess));
    if (!found) continue;
    if (found[1] !== guess) return "false";
    return timeline.events[i].kind in t.about ? "later" : "never";
  }
  const symbol = timeline.decision(timeline.length - 1).view[cellOf(guess)];
  if (/\d/.test(symbol)) return guess < 0 ? "never" : "false";
  if (/[*X]/.test(symbol)) return guess < 0 ? "false" : "never";
  return null;
}

class Predict {
  #at = 0;
  #from = 0; // the event at which the reader came
  #seen = 0; // the first event that the reader has not seen
  /** @type {number | null} the literal that the reader says */ #guess = null;
  #isShown = false;
  #asked = 0;
  #right = 0;
  /** @type {boolean} whether a question is shown */ #isAsking = false;

  /** @param {import("./stage.js").Stage} stage @param {import("./hands.js").Host} host */
  constructor(stage, host) {
    this.stage = stage;
    this.host = host;
    this.timeline = stage.timeline;
    this.desk = new Desk(
      stage.timeline,
      "predict",
      tabs("predict", (name) => {
        if (name === "hands") stage.show(this.#from, false);
        host.show(name);
      }),
    );
    this.element = this.desk.element;
    this.desk.legend.textContent = t.click;
    const { board } = this.desk.scene;
    board.addEventListener("click", (event) => this.#say(board.cellAt(event)));
  }

  // The element is on the page.
  shown() {
    this.#seen = this.#from = this.stage.at;
    this.desk.scene.load(this.timeline.view(this.stage.at));
    this.#ask();
  }

  more() {
    if (!this.#isAsking) this.#ask();
  }

  resize() {
    if (this.#isAsking) this.#draw(false);
  }

  #ask() {
    const { desk, timeline } = this;
    const at = nextFact(timeline, this.#seen);
    this.#guess = null;
    this.#isShown = false;
    this.#isAsking = at !== null;
    if (at !== null) {
      this.#at = at;
      this.#asked++;
      this.#draw();
      return;
    }
    desk.picture.replaceChildren();
    desk.offer({ text: t.tabs.watch, main: true, key: "↵", act: () => this.host.show(null) });
    if (this.#asked) desk.write(t.over, t.overWhy(this.#right, this.#asked));
    else desk.write(t.noFacts, "");
  }

  /** @param {number | null} cell */
  #say(cell) {
    if (cell === null || this.#isShown || !this.#isAsking) return;
    const { timeline } = this;
    const isOpen = !timeline.isHidden(this.#at, cell);
    if (isOpen || timeline.facts(this.#at).some(([, fact]) => cellOf(fact) === cell)) return;
    const before = this.#guess !== null && cellOf(this.#guess) === cell ? this.#guess : 0;
    this.#guess = before === 0 ? -cell - 1 : before < 0 ? cell + 1 : null;
    this.#draw();
  }

  #show() {
    this.#isShown = true;
    this.stage.show(this.#at, false);
    if (this.#isHit) this.#right++;
    this.#draw();
  }

  #next() {
    this.#seen = this.#at + 1;
    this.#ask();
  }

  get #facts() {
    return this.timeline.events[this.#at].facts.map(([, fact]) => fact);
  }

  get #isHit() {
    return this.#guess !== null && this.#facts.includes(this.#guess);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    const { board } = this.desk.scene;
    if (key === " " && board.cellAt(event) !== null) {
      this.#say(board.focusedCell);
      return true;
    }
    if (pressesFocus(event)) return false;
    /** @type {Record<string, () => void>} */
    const actions = {
      Enter: () => this.desk.go(),
      p: () => this.host.show(null),
      Escape: () => this.host.show(null),
    };
    actions[key]?.();
    return key in actions;
  }

  #draw(aloud = true) {
    const { desk, timeline } = this;
    const at = this.#at;
    const before = this.#isShown ? at : firstPair(timeline, at, this.#seen);
    const symbols = timeline.view(at);
    const known = timeline.facts(at).map(([, fact]) => fact);
    desk.cap.textContent = t.prediction(number(this.#asked));
    const answered = this.#asked - (this.#isShown ? 0 : 1);
    desk.score.textContent = answered ? t.score(this.#right, answered) : "";
    desk.note.textContent = t.before;
    desk.factNote.textContent = this.#isShown ? t.after : t.before;
    desk.count.textContent = number(timeline.sizes[before]);
    const used = this.#isShown ? timeline.touched(at) : new Map();
    desk.clauses.replaceChildren(
      ...timeline.kb(before).toSorted(byBoard(timeline)).map((id) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: `clause ${used.has(id) ? "on" : ""}` },
            clauseChips(timeline, timeline.clause(id)),
            this.#isShown && h("em", {}, id),
          ),
        )
      ),
    );
    desk.reveal(desk.clauses.querySelector(".on"));
    const fresh = this.#isShown ? this.#facts : [];
    desk.listFacts([...fresh, ...known], symbols, (literal) => fresh.includes(literal));
    if (this.#isShown) this.#drawAnswer(symbols, aloud);
    else this.#drawQuestion(symbols, known, aloud);
  }

  /** @param {number} literal @returns {[name: string, mine: boolean]} */
  #named = (literal) => [cellName(cellOf(literal), this.timeline.width), literal > 0];

  /** @param {string} symbols @param {number[]} known @param {boolean} aloud */
  #drawQuestion(symbols, known, aloud) {
    const { desk, timeline } = this;
    const guess = this.#guess;
    const said = guess === null ? [] : [cellOf(guess)];
    const mark = guess === null || guess < 0 ? { safe: said } : { mines: said };
    const marks = { ...factMarks(known, symbols), ...mark };
    const first = firstPair(timeline, this.#at, this.#seen);
    const about = said.length ? [] : cellsAbout(timeline, first);
    desk.scene.show(symbols, { marks, drawn: [] }, about);
    const { kind } = timeline.events[this.#at];
    desk.write(
      guess === null ? t.which : t.youSay(...this.#named(guess)),
      guess === null ? t.about[kind] : "",
      aloud,
    );
    desk.picture.replaceChildren();
    desk.offer(
      { text: t.show, key: "↵", main: true, off: guess === null, act: () => this.#show() },
      { text: t.dontKnow, bare: true, act: () => this.#give() },
    );
  }

  // The reader does not know.
  #give() {
    this.#guess = null;
    this.#show();
  }

  /** @param {string} symbols @param {boolean} aloud */
  #drawAnswer(symbols, aloud) {
    const { desk, timeline } = this;
    const at = this.#at;
    desk.scene.show(symbols, onBoard(timeline, at), cellsAbout(timeline, at));
    const facts = this.#facts.map(this.#named);
    const guess = this.#guess;
    if (guess === null) desk.write([...t.answer(facts), "."], story(timeline, at).reason, aloud);
    else if (this.#isHit) desk.write(t.right(facts), story(timeline, at).reason, aloud);
    else {
      const fate = laterFate(timeline, at, guess);
      const [name, mine] = this.#named(guess);
      desk.write(
        t.other(facts),
        fate === null ? "" : fate === "false" ? t.false(name, !mine) : t[fate](name),
        aloud,
      );
    }
    desk.picture.replaceChildren(...picture(timeline, at, { width: desk.width, height: 400 }));
    desk.offer({ text: t.nextOne, key: "↵", main: true, act: () => this.#next() });
  }
}
