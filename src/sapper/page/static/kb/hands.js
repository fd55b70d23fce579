// You are the agent: choose two clauses of KB, cross out what cancels, and insert what is left,
// until a cell is settled. A right answer is one matching, and a wrong one costs nothing.

import { cellName, h, number, say, toast, words as pageWords } from "../dom.js";
import { cellOf, cellsOf, resolve } from "./clauses.js";
import { agentPairs, gameTask, goalOf, isOver, isSettled, nextTask, positionTask } from "./deal.js";
import { Desk, factMarks, pressesFocus, tabs } from "./desk.js";
import { t } from "./hands_words.js";
import { plain } from "../runs.js";
import { fewest, insert, judge, proofOf, useful, without } from "./matching.js";
import { clauseChips } from "./picture.js";
import { aloudText, clauseText, literalText } from "./story.js";
import { coin, crossed, string } from "./strings.js";
import { table } from "./table.js";
import { t as words } from "./words.js";

/**
 * @typedef {import("./clauses.js").Clause} Clause
 * @typedef {import("./deal.js").Task} Task
 * @typedef {import("./matching.js").Answer} Answer
 * @typedef {import("./matching.js").Deal} Deal
 * @typedef {import("./matching.js").Held} Held
 * @typedef {import("./matching.js").Right} Right
 * @typedef {import("./matching.js").Wrong} Wrong
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {object} Choices
 * @property {Node} head what is above the board
 * @property {() => Task | null} begin
 * @property {() => Task | null} [next] the next task
 * @property {(name: import("./link.js").ScreenName | null) => void} [show]
 * @property {(task: Task) => void} [began]
 * @property {(proof: string) => void} [use] takes the proof
 */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
// What the reader has done in a game is kept while another screen is shown.
/** @type {WeakMap<import("./stage.js").Stage, Hands>} */
const KEPT = new WeakMap();
const BLOCKS = 120; // the most matchings that are drawn

/** @param {import("./stage.js").Stage} stage @param {string} about @param {Host} host */
export function open(stage, about, host) {
  const { timeline } = stage;
  const goal = about ? goalOf(timeline, about) : null;
  if (about && goal === null) toast(pageWords.cutLink);
  const begin = () =>
    timeline.isGame ? gameTask(timeline, stage.at, goal) : positionTask(timeline, goal);
  const kept = KEPT.get(stage);
  if (kept?.does(begin())) return kept;
  const hands = new Hands(timeline, {
    head: tabs("hands", host.show),
    begin,
    next: () => timeline.isGame ? nextTask(timeline, stage.at) : null,
    show: host.show,
    began: (task) => {
      if (!timeline.isGame) return;
      if (task.at !== stage.at) stage.show(task.at, false);
      host.rename(task.goal === null ? "" : about);
    },
  });
  KEPT.set(stage, hands);
  return hands;
}
/**
 * @typedef {object} Host
 * @property {(name: import("./link.js").ScreenName | null) => void} show
 * @property {(about: string) => void} rename
 */

export class Hands {
  /** @type {Task | null} */ #task = null;
  /** @type {Deal} */ #deal;
  /** @type {number[]} the ids of the chosen clauses */ #picked = [];
  /** @type {Set<string>} the literals that are crossed out: row and literal */ #cut = new Set();
  /** @type {Right | Wrong | null} */ #verdict = null;
  /** @type {{ headline: Runs, why: string } | null} */ #news = null; // a fact on the way
  /** @type {readonly number[] | "none" | null} */ #hint = null;
  #isHelped = false; // whether something is said about the pair before it is checked
  /** @type {number | null} the clause that has just come into KB */ #newest = null;
  /** @type {number | null} only clauses with this cell are shown */ #only = null;
  /** @type {{ fact: number, more: number[] } | null} */ #done = null;
  #matchings = 0;

  /** @param {Timeline} timeline @param {Choices} choices */
  constructor(timeline, choices) {
    this.timeline = timeline;
    this.choices = choices;
    this.desk = new Desk(timeline, "hands", choices.head);
    this.element = this.desk.element;
    this.desk.legend.textContent = t.filter;
    const { board } = this.desk.scene;
    board.addEventListener("click", (event) => this.#filter(board.cellAt(event)));
    const { picture } = this.desk;
    picture.addEventListener("dragover", (event) => event.preventDefault());
    picture.addEventListener("drop", (event) => {
      event.preventDefault();
      const id = Number(event.dataTransfer?.getData("text/plain") || NaN);
      if (this.#deal.kb.some((one) => one.id === id)) this.#choose(id);
    });
  }

  // The element is on the page.
  shown() {
    if (!this.#task) return this.#begin(this.choices.begin());
    this.desk.scene.load(this.#task.symbols);
    return this.#draw();
  }

  // Whether this is the task that the reader works on.
  /** @param {Task | null} task */
  does(task) {
    return task !== null && task.at === this.#task?.at && task.goal === this.#task.goal;
  }

  more() {
    if (!this.#task) this.#begin(this.choices.begin());
  }

  resize() {
    this.#draw(false);
  }

  /** @param {Task | null} task */
  #begin(task) {
    this.#task = task;
    this.#reset();
    this.#hint =
      this.#done =
      this.#only =
      this.#news =
        null;
    this.#matchings = 0;
    if (!task) {
      const { desk } = this;
      desk.scene.load(this.timeline.decision(0).view);
      if (isOver(this.timeline)) desk.write(t.nothingHere, t.nothingHereWhy);
      else desk.write(t.wait, "", false);
      return;
    }
    this.#deal = task.deal;
    this.desk.scene.load(task.symbols);
    this.choices.began?.(task);
    this.#draw();
  }

  #reset() {
    this.#picked = [];
    this.#cut.clear();
    this.#verdict = null;
    this.#isHelped = false;
  }

  /** @param {number} id @returns {Held} */
  #held(id) {
    return /** @type {Held} */ (this.#deal.kb.find((one) => one.id === id));
  }

  /** @returns {[Held, Held] | null} */
  get #pair() {
    const [a, b] = this.#picked.map((id) => this.#held(id));
    return a && b ? [a, b] : null;
  }

  // The clauses that are listed: all, or those with the cell that was clicked.
  get #rows() {
    return this.#deal.kb.filter(({ clause }) =>
      this.#only === null || clause.some((literal) => cellOf(literal) === this.#only)
    );
  }

  // The clauses with a letter. If KB has too many, letters are for those that are listed.
  get #lettered() {
    const { kb } = this.#deal;
    return (kb.length > LETTERS.length ? this.#rows : kb).slice(0, LETTERS.length);
  }

  /** @param {Held} held */
  #letter = (held) => LETTERS[this.#lettered.indexOf(held)] ?? "";

  /** @param {Deal} deal */
  #isDone = (deal) => isSettled(/** @type {Task} */ (this.#task), deal);

  /** @param {number} literal @returns {[name: string, mine: boolean]} */
  #named = (literal) => [cellName(cellOf(literal), this.timeline.width), literal > 0];

  /** @param {number} literal */
  #text = (literal) => literalText(this.timeline, literal);

  // -- what the reader does ----------------------------------------------------------------------

  /** @param {number} id */
  #choose(id) {
    if (this.#done) return;
    if (this.#verdict?.right || (this.#picked.length === 2 && !this.#picked.includes(id))) {
      this.#picked = [];
    }
    this.#cut.clear();
    this.#verdict = this.#news = null;
    this.#isHelped = false;
    const place = this.#picked.indexOf(id);
    if (place >= 0) this.#picked.splice(place, 1);
    else this.#picked.push(id);
    this.#draw();
  }

  /** @param {number} row @param {number} literal */
  #cross(row, literal) {
    if (this.#verdict?.right) return;
    const name = `${row} ${literal}`;
    if (!this.#cut.delete(name)) this.#cut.add(name);
    this.#verdict = null;
    this.#draw(false);
    say(aloudText(t.leftOver(clauseText(this.timeline, this.#rest))));
  }

  // Whether the reader has crossed out a literal in one of the two clauses.
  /** @param {number} literal */
  #isCut = (literal) => [0, 1].some((row) => this.#cut.has(`${row} ${literal}`));

  // What is left of the two clauses.
  /** @returns {Clause} */
  get #rest() {
    const left = (this.#pair ?? []).flatMap(({ clause }, row) =>
      clause.filter((literal) => !this.#cut.has(`${row} ${literal}`))
    );
    return [...new Set(left)].sort((a, b) => cellOf(a) - cellOf(b));
  }

  /** @param {"nothing" | "longer" | null} said */
  #answer(said) {
    const pair = this.#pair;
    if (!pair || this.#verdict?.right || this.#done) return;
    /** @param {0 | 1} row @returns {Clause} */
    const cut = (row) => pair[row].clause.filter((one) => this.#cut.has(`${row} ${one}`));
    this.#verdict = judge(this.#deal, pair, said ?? { cut: [cut(0), cut(1)] });
    if (this.#verdict.right) this.#matchings++;
    this.#draw();
  }

  // Does what follows from a right answer.
  #insert() {
    const verdict = this.#verdict;
    if (!verdict?.right) return;
    const before = this.#deal;
    if (verdict.kind === "longer") this.#deal = without(before, verdict.goes);
    if (verdict.kind === "new" || verdict.kind === "fact") {
      this.#deal = insert(before, verdict.result, this.#picked);
      this.#newest = before.next;
    }
    const facts = [...this.#deal.facts.keys()].filter((fact) => !before.facts.has(fact));
    this.#reset();
    this.#hint = null;
    if (facts.length && this.#isDone(this.#deal)) {
      const { goal, symbols } = /** @type {Task} */ (this.#task);
      const fact = facts.find((one) =>
        goal === null ? one < 0 && !/\d/.test(symbols[cellOf(one)]) : cellOf(one) === goal
      ) ?? facts[0];
      this.#done = {
        fact,
        more: facts.filter((one) =>
          one !== fact
        ),
      };
      this.#only = null;
    } else if (facts.length) {
      const why = this.#task?.goal === null ? t.onTheWaySafe : t.onTheWayGoal;
      this.#news = { headline: t.onTheWay(...this.#named(facts[0])), why };
    }
    this.#draw();
  }

  #putBack() {
    this.#reset();
    this.#draw();
  }

  #giveHint() {
    if (this.#done || !this.#task || this.#verdict?.right) return;
    if (this.#pair) {
      this.#isHelped = true;
      this.#draw(false);
      say(aloudText(this.desk.tell.textContent));
      return;
    }
    this.#reset();
    this.#news = null;
    this.#only = null;
    this.#hint = useful(this.#deal, this.#isDone) ?? "none";
    this.#draw(false);
    say(this.desk.tell.textContent);
  }

  /** @param {number | null} cell */
  #filter(cell) {
    if (cell === null || !this.#task || this.#done) return;
    const isHidden = !/\d/.test(this.#task.symbols[cell]);
    this.#only = this.#only === cell || !isHidden ? null : cell;
    this.#draw(false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, target } = event;
    const { board } = this.desk.scene;
    if (key === " " && board.cellAt(event) !== null) {
      this.#filter(board.focusedCell);
      return true;
    }
    const token = target instanceof Element ? target.closest(".token.tap") : null;
    if (token && key === " ") {
      token.dispatchEvent(new Event("click"));
      return true;
    }
    // A clause or a literal that was clicked has the focus, but Enter is to check the pair.
    const isOne = target instanceof Element && target.closest(".clause, .token") !== null;
    if (key === "Enter" && isOne && this.#pair) {
      this.desk.go();
      return true;
    }
    if (pressesFocus(event)) return false;
    const clause = key.length === 1 ? LETTERS.indexOf(key.toLowerCase()) : -1;
    if (clause >= 0) {
      const held = this.#task && this.#lettered[clause];
      if (held) this.#choose(held.id);
      return Boolean(held);
    }
    if (/^[1-9]$/.test(key)) {
      const tokens = this.desk.picture.querySelectorAll(".token.tap");
      tokens[Number(key) - 1]?.dispatchEvent(new Event("click"));
      return true;
    }
    /** @type {Record<string, () => void>} */
    const actions = {
      Enter: () => this.desk.go(),
      0: () => this.#answer("nothing"),
      "-": () => this.#deal?.byHand && this.#answer("longer"),
      Escape: () => this.#putBack(),
      "?": () => this.#giveHint(),
    };
    if (!this.#task) return false;
    if (key === "Escape" && !this.#picked.length) return false;
    actions[key]?.();
    return key in actions;
  }

  // What to see in two clauses: what clashes, or that nothing does.
  /** @param {[Held, Held]} pair @returns {Runs} */
  #help([{ clause: a }, { clause: b }]) {
    const { clash } = resolve(a, b);
    const names = clash.map((cell) => cellName(cell, this.timeline.width));
    if (names.length === 1) return t.clash(names[0]);
    if (names.length) return t.twice(names);
    const isLonger = this.#deal.byHand &&
      [[a, b], [b, a]].some(([one, other]) => one.every((literal) => other.includes(literal)));
    return [isLonger ? t.alike : t.noCell];
  }

  // -- drawing -----------------------------------------------------------------------------------

  #draw(aloud = true) {
    if (!this.#task) return;
    this.#drawBoard(this.#task);
    this.#drawKb(this.#task);
    const { desk } = this;
    desk.cap.textContent = this.#done
      ? t.done
      : t.cap(number(this.#matchings + (this.#verdict?.right ? 0 : 1)));
    const pair = this.#pair;
    const isHelp = pair !== null && this.#isHelped && !this.#verdict?.right;
    const help = isHelp ? this.#help(pair) : [this.#hint === "none" ? t.noHint : t.hinted];
    desk.tell.textContent = plain(help);
    desk.tell.hidden = this.#done !== null || (pair ? !isHelp : !this.#hint);
    if (this.#done) this.#drawEnd(this.#task, this.#done, aloud);
    else this.#drawPair(aloud);
  }

  /** @param {Task} task */
  #drawBoard({ symbols, deal: before }) {
    const { width } = this.timeline;
    const marks = factMarks(this.#deal.facts.keys(), symbols);
    const clauses = this.#picked.map((id) => this.#held(id));
    const literals = [...new Set(clauses.flatMap(({ clause }) => clause))];
    const clash = literals.filter((x) => x > 0 && literals.includes(-x)).map(cellOf);
    const free = literals.filter((literal) => !clash.includes(cellOf(literal)));
    const result = (this.#verdict?.right && this.#verdict.result) || [];
    const drawn = [
      ...string(result, "rest", width),
      ...clauses.flatMap(({ clause }, i) => string(clause, i ? "second" : "first", width)),
      ...free.map((literal) => coin(literal, width)),
      // The board crosses out what the reader has crossed out, and no more.
      ...clash.map((cell) =>
        crossed(
          cell,
          width,
          this.#verdict?.right || (this.#isCut(cell + 1) && this.#isCut(-cell - 1)),
        )
      ),
    ];
    const fresh = this.#done ? [this.#done.fact, ...this.#done.more] : [];
    const cells = this.#done ? fresh.map(cellOf) : literals.map(cellOf);
    // A large board is scrolled to the clauses that are marked, or to all at the beginning.
    const hinted = this.#hint && this.#hint !== "none"
      ? this.#hint.map((id) => this.#held(id))
      : [];
    const shown = hinted.length || this.#matchings ? hinted : this.#deal.kb;
    const about = cells.length ? cells : cellsOf(...shown.map(({ clause }) => clause));
    /** @param {number[]} some */
    const rest = (some) => some.filter((cell) => !cells.includes(cell));
    this.desk.scene.show(symbols, {
      marks: {
        known: rest(marks.known),
        free: rest(marks.free),
        clues: clauses.flatMap(({ origin }) => typeof origin === "number" ? [origin] : []),
        cells: this.#only === null ? this.#goalCells(before) : [this.#only],
        safe: fresh.filter((literal) => literal < 0).map(cellOf),
        mines: fresh.filter((literal) => literal > 0).map(cellOf),
      },
      drawn,
    }, about);
  }

  // The cell to settle in an exercise or a link.
  /** @param {Deal} before */
  #goalCells(before) {
    const goal = this.#task?.goal ?? null;
    return goal !== null && !this.#done && !this.#picked.length && !isKnown(before, goal)
      ? [goal]
      : [];
  }

  /** @param {Task} task */
  #drawKb(task) {
    const { desk, timeline } = this;
    const { kb, facts } = this.#deal;
    const focused = document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset.id
      : undefined;
    desk.clauses.replaceChildren(...this.#rows.map((held) => {
      const { id, clause } = held;
      const letter = this.#letter(held);
      const isOn = this.#picked.includes(id);
      const isHinted = this.#hint !== "none" && this.#hint?.includes(id);
      const kinds = [isOn && "on", isHinted && "hinted", this.#isOwn(held) && "own"];
      return h(
        "li",
        {},
        h(
          "button",
          {
            class: ["clause", ...kinds].filter(Boolean).join(" "),
            "data-id": id,
            "aria-pressed": String(isOn),
            "aria-label": aloudText(
              [letter, clauseText(timeline, clause)].filter(Boolean).join(": "),
            ),
            draggable: "true",
            disabled: this.#done !== null,
            ondragstart: (/** @type {DragEvent} */ event) =>
              event.dataTransfer?.setData("text/plain", String(id)),
            onclick: () => this.#choose(id),
          },
          h("kbd", { "aria-hidden": "true" }, letter),
          clauseChips(timeline, clause),
          h("small", {}, this.#source(held)),
        ),
      );
    }));
    if (focused) {
      const same = desk.clauses.querySelector(`[data-id="${focused}"]`);
      if (same instanceof HTMLElement) same.focus({ preventScroll: true });
    }
    const newest = this.#newest === null
      ? null
      : desk.clauses.querySelector(`[data-id="${this.#newest}"]`);
    desk.reveal(desk.clauses.querySelector(".on, .hinted") ?? newest);
    this.#newest = null;
    desk.note.textContent = this.#done ? t.left : t.note;
    desk.count.textContent = number(kb.length);
    const fresh = this.#done ? [this.#done.fact, ...this.#done.more] : [];
    desk.listFacts(facts.keys(), task.symbols, (literal) => fresh.includes(literal));
  }

  /** @param {Held} held */
  #isOwn({ id, origin }) {
    return origin === null && id >= /** @type {Task} */ (this.#task).deal.next;
  }

  /** @param {Held} held */
  #source(held) {
    const { origin } = held;
    if (this.#isOwn(held)) return t.yours;
    if (origin === null) return words.resolved;
    if (typeof origin === "string") return words.origins[origin] ?? origin;
    const symbol = /** @type {Task} */ (this.#task).symbols[origin];
    return words.clueAt(symbol, cellName(origin, this.timeline.width));
  }

  // One or two clauses, and what the reader can say about them.
  /** @param {boolean} aloud */
  #drawPair(aloud) {
    const { desk } = this;
    const verdict = this.#verdict;
    const pair = this.#pair;
    const hint = { text: t.hint, key: "?", bare: true, icon: /** @type {const} */ ("hint") };
    const back = { text: t.putBack, bare: true, spare: true, act: () => this.#putBack() };
    if (!pair) {
      const [first] = this.#picked.map((id) => this.#held(id));
      desk.write(...this.#invitation(first), aloud);
      desk.picture.replaceChildren(h(
        "div",
        { class: "slots" },
        first
          ? h("div", { class: "slot full" }, clauseChips(this.timeline, first.clause))
          : h("div", { class: "slot" }, t.oneSlot),
        h("div", { class: "slot" }, t.otherSlot),
      ));
      desk.offer(first && back, { ...hint, act: () => this.#giveHint() });
      return;
    }
    const [headline, why] = verdict ? this.#said(verdict) : [t.two, t.twoWhy];
    desk.write(headline, why, aloud);
    this.#drawSum(pair);
    if (verdict?.right) {
      const text = verdict.kind === "new"
        ? t.insert
        : verdict.kind === "fact"
        ? t.insertFact
        : verdict.kind === "longer"
        ? t.remove
        : t.chooseAgain;
      desk.offer({ text, key: "↵", main: true, act: () => this.#insert() });
      return;
    }
    desk.offer(
      { text: t.check, key: "↵", main: true, act: () => this.#answer(null) },
      { text: t.nothing, key: "0", act: () => this.#answer("nothing") },
      this.#deal.byHand && { text: t.longer, key: "-", act: () => this.#answer("longer") },
      back,
      { ...hint, act: () => this.#giveHint() },
    );
  }

  /** @param {Held | undefined} first @returns {[string | Runs, string]} */
  #invitation(first) {
    if (first) return [t.one, t.oneWhy];
    if (this.#news) return [this.#news.headline, this.#news.why];
    if (this.#matchings) return [t.again, t.againWhy];
    const goal = this.#task?.goal ?? null;
    if (goal === null) return [t.start, t.startWhy];
    const headline = t.startWith(cellName(goal, this.timeline.width));
    return [headline, this.#deal.byHand ? t.startByHand : t.startWhyGoal];
  }

  // The two clauses as a sum, with literals to cross out.
  /** @param {[Held, Held]} pair */
  #drawSum(pair) {
    const { timeline, desk } = this;
    const verdict = this.#verdict;
    const right = verdict?.right ? verdict : null;
    const letters = pair.map(this.#letter);
    /** @type {import("./table.js").Row[]} */
    const rows = pair.map((held, row) => ({
      id: letters[row],
      note: right?.kind === "longer" && right.goes === held.id ? t.canGo : this.#source(held),
      clause: held.clause,
      cut: held.clause.filter((literal) => this.#cut.has(`${row} ${literal}`)),
      kind: right ? (right.kind === "longer" && right.goes === held.id ? "out" : "") : "tap",
    }));
    if (right) {
      rows.push(
        right.result
          ? {
            note: right.kind === "fact" ? words.isFact : right.kind === "new" ? t.isNew : t.notNew,
            clause: right.result,
            kind: right.kind === "known" ? "dim" : "new",
          }
          : { clause: [], none: t.nothingNew },
      );
    } else {
      const rest = this.#cut.size ? this.#rest : [];
      rows.push({
        ...{ note: t.whatIsLeft, clause: rest, kind: "ghost" },
        none: this.#cut.size ? "" : "?",
      });
    }
    const [a, b] = pair.map(({ clause }) => clause);
    const drawn = table(
      {
        ...{ cells: cellsOf(a, b), rows, rule: 2, drop: true },
        clash: right?.result ? resolve(a, b).clash : [],
        scale: desk.width > 500 ? 1.2 : 1,
        label: words.pictureOfMatch(clauseText(timeline, a), clauseText(timeline, b)),
      },
      desk.width,
      timeline.width,
    );
    const focused = [...desk.picture.querySelectorAll(".token.tap")].findIndex((one) =>
      one === document.activeElement
    );
    desk.picture.replaceChildren(drawn);
    if (right) return;
    drawn.setAttribute("role", "group");
    const literals = pair.flatMap(({ clause }, row) =>
      clause.map((literal) => /** @type {const} */ ([row, literal]))
    );
    drawn.querySelectorAll(".token.tap").forEach((token, i) => {
      const [row, literal] = literals[i];
      const isCut = this.#cut.has(`${row} ${literal}`);
      // A check box, because it follows the space bar, while Enter checks the pair.
      token.setAttribute("role", "checkbox");
      token.setAttribute("tabindex", "0");
      token.setAttribute("aria-checked", String(isCut));
      token.setAttribute(
        "aria-label",
        aloudText(t.token(this.#text(literal), letters[row], isCut)),
      );
      token.addEventListener("click", () => this.#cross(row, literal));
      if (i === focused) /** @type {SVGElement} */ (token).focus();
    });
  }

  // What is said about an answer.
  /** @param {Right | Wrong} verdict @returns {[string | Runs, string | Runs]} */
  #said(verdict) {
    if (!verdict.right) return [t.wrong, this.#wrong(verdict)];
    const { width } = this.timeline;
    switch (verdict.kind) {
      case "nothing": {
        const names = verdict.cells.map((cell) => cellName(cell, width));
        return [t.rightNothing, names.length ? words.clashWhy(names) : t.noCell];
      }
      case "longer":
        return [t.rightLonger, t.rightLongerWhy];
      case "known": {
        const { by, result } = verdict;
        return [t.rightKnown, t.rightKnownWhy(by.map(this.#text), by.length === result.length)];
      }
      default: {
        const { on, result, kind } = verdict;
        const [ifMine, ifSafe] = [-1, 1].map((sign) =>
          /** @type {Held[]} */ (this.#pair).flatMap(({ clause }) =>
            clause.includes(sign * (on + 1)) ? [clause] : []
          )[0].filter((literal) => cellOf(literal) !== on).map(this.#named)
        );
        const why = ifMine.length && ifSafe.length
          ? words.cases(cellName(on, width), ifMine, ifSafe, result.length)
          : words.shortened([[cellName(on, width), ifMine.length > 0]]);
        return [
          kind === "fact" ? t.rightFact(...this.#named(result[0])) : t.rightNew,
          why,
        ];
      }
    }
  }

  /** @param {Wrong} wrong @returns {string | Runs} */
  #wrong(wrong) {
    const { width } = this.timeline;
    switch (wrong.kind) {
      case "clash":
        return t.clash(cellName(wrong.cells[0], width));
      case "twice":
        return t.twice(wrong.cells.map((cell) => cellName(cell, width)));
      case "stays":
      case "alone":
        return t[wrong.kind](this.#text(wrong.literal), this.#text(-wrong.literal));
      case "no clash":
        return t.noClash;
      default:
        return t[wrong.kind];
    }
  }

  // The number of matchings, compared with the agent's and the fewest.
  /** @param {Task} task @param {{ fact: number, more: number[] }} done @param {boolean} aloud */
  #drawEnd(task, { fact, more }, aloud) {
    const { desk, timeline, choices } = this;
    desk.write(
      t.settled(...this.#named(fact)),
      more.length ? t.more(more.map(this.#text)) : "",
      aloud,
    );
    const least = fewest(task.deal, this.#isDone)?.length ?? null;
    const isBest = least === null ? this.#matchings === 4 : this.#matchings === least;
    const agent = agentPairs(timeline, task);
    const list = h("ol", { class: "own-proof", hidden: true });
    desk.picture.replaceChildren(
      h(
        "div",
        { class: "tallies" },
        tally(t.you, this.#matchings, isBest ? t.best : "", "you"),
        tally(t.agent, agent.pairs, agent.isReached ? t.inOrder : t.inVain),
        !isBest && tally(t.fewest, least, least === null ? t.moreThan : ""),
      ),
      list,
    );
    const proof = () => {
      list.hidden = !list.hidden;
      list.replaceChildren(
        ...this.#proof(fact).map(({ literals, source }, i) =>
          h("li", {}, h("em", {}, i + 1), clauseChips(timeline, literals), h("small", {}, source))
        ),
      );
    };
    const next = choices.next?.();
    desk.offer(
      choices.use !== undefined && {
        ...{ text: t.use, key: "↵", main: true },
        act: () => choices.use?.(this.#written(fact)),
      },
      next ? { text: t.next, key: "↵", main: true, act: () => this.#begin(next) } : null,
      {
        ...{ text: t.restart, main: !next && !choices.use },
        act: () => this.#begin({ ...task }),
      },
      { text: t.proof, bare: true, act: proof },
      choices.show !== undefined && { text: t.watch, bare: true, act: () => choices.show?.(null) },
    );
  }

  /** @param {number} fact */
  #steps(fact) {
    const id = /** @type {number} */ (this.#deal.facts.get(fact));
    const earlier = this.timeline.isGame ? this.timeline.clauses : new Map();
    return proofOf(this.#deal, earlier, id);
  }

  // The reader's proof, with consecutive numbers.
  /** @param {number} fact */
  #proof(fact) {
    const steps = this.#steps(fact);
    const places = new Map(steps.map(({ id }, i) => [id, i + 1]));
    return steps.map(({ literals, parents, origin }) => ({
      literals,
      source: parents.length
        ? t.from(parents.map((id) => String(places.get(id))))
        : typeof origin === "number"
        ? words.clueAt(this.#symbol(origin), cellName(origin, this.timeline.width))
        : words.origins[origin ?? ""] ?? "",
    }));
  }

  /** @param {number} cell */
  #symbol(cell) {
    return /** @type {Task} */ (this.#task).symbols[cell];
  }

  // The proof as lessons and the command line read it: 3. ¬C1 from 1 2
  /** @param {number} fact */
  #written(fact) {
    const steps = this.#steps(fact);
    const places = new Map(steps.map(({ id }, i) => [id, i + 1]));
    const { width } = this.timeline;
    return steps.map(({ literals, parents, origin }, i) => {
      const clause = literals.map((x) => (x < 0 ? "¬" : "") + cellName(cellOf(x), width)).join(
        " ∨ ",
      );
      const source = parents.length
        ? `from ${parents.map((id) => places.get(id)).join(" ")}`
        : typeof origin === "number"
        ? cellName(origin, width)
        : origin;
      return `${i + 1}. ${clause}    ${source}`;
    }).join("\n");
  }
}

/** @param {Deal} deal @param {number} cell */
const isKnown = ({ facts }, cell) => facts.has(cell + 1) || facts.has(-cell - 1);

/** @param {string} who @param {number | null} matchings @param {string} note */
function tally(who, matchings, note, kind = "") {
  const blocks = Array.from({ length: Math.min(BLOCKS, matchings ?? 0) }, () => h("u"));
  return h(
    "div",
    { class: `tally ${kind}` },
    h("span", {}, who),
    matchings !== null && h("i", { "aria-hidden": "true" }, blocks),
    matchings !== null && h("b", {}, number(matchings)),
    h("small", {}, note),
  );
}
