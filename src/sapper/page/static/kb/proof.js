// The proof of a fact, next to the board: a graph in which the clues flow down to the fact, and the
// same proof as a list, which is also what a screen reader reads.

import { cellName, h, iconButton, say, spoken, svg, toast } from "../dom.js";
import { plain, runs } from "../runs.js";
import { cellOf, cellsOf, isSafe } from "./clauses.js";
import { named, proofGraph, reached, tokenWidth, written } from "./graph.js";
import { clauseChips } from "./picture.js";
import { Scene } from "./scene.js";
import { aloudText, clauseText, NAMED, said, sourceText, stepText } from "./story.js";
import { coin, crossed, digits, string } from "./strings.js";
import { token } from "./table.js";
import { t as all } from "./words.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./graph.js").Graph} Graph
 * @typedef {import("./graph.js").Place} Place
 */

const t = all.proof;
const NARROW = matchMedia("(max-width: 900px), (max-height: 500px)");
const HEIGHT = 560; // of a graph in a page that scrolls
const TABS = 7; // facts whose proofs are offered above the board
const [LEAST, MOST] = [0.9, 1.3]; // the scale of the graph
const [NEAR, FAR] = [48, 84]; // px between two rows
const TOP = 40; // px above the middle of the first row
const HIGH = 30; // px of a clause

/** @type {import("../watch.js").OpenScreen} */
export function open({ timeline, board }, about, host) {
  const cell = board.named(about);
  const goal = cell === null ? null : timeline.factAbout(cell);
  if (goal === null) return noProof(about, host);
  const proof = new Proof(timeline, goal, host);
  return {
    element: proof.element,
    shown: () => proof.load(),
    key: (event) => proof.key(event),
    resize: () => proof.resize(),
  };
}

export class Proof {
  heading = h("h2", { class: "voice", tabindex: -1 });
  sum = h("span");
  tabs = h("div", { class: "seg", role: "group", "aria-label": t.facts });
  chapters = h("div", { class: "chapters", role: "group", "aria-label": t.chapters });
  cap = h("p", { class: "cap" });
  headline = h("p", { class: "voice" });
  reason = h("p", { class: "why" });
  graph = h("div", { class: "proof-graph", tabindex: 0, role: "group", "aria-label": t.graph });
  list = h("ol", { class: "proof-list", "aria-label": t.title });
  toggle = h("button", {
    class: "b bare",
    "aria-pressed": "false",
    onclick: () => this.#showList(!this.isList),
  }, t.asList);
  isList = false;
  selected = 0;
  /** @type {number | null} the fact to which the view is limited */ chapter = null;
  /** @type {Graph} */ shape;
  #hovered = /** @type {number | null} */ (null);

  /**
   * @param {Timeline} timeline
   * @param {number} goal the id of the fact
   * @param {import("../watch.js").Host} host
   */
  constructor(timeline, goal, host) {
    this.timeline = timeline;
    this.host = host;
    this.goal = goal;
    this.element = h("div", { class: "kbs proof-view" });
    this.scene = new Scene(timeline, this.element);
    const { board, room } = this.scene;
    const text = h("div", { class: "proof-step" }, this.cap, this.headline, this.reason);
    this.element.append(
      h(
        "section",
        { class: "k-b", "aria-label": all.board },
        h(
          "div",
          { class: "proof-bar" },
          iconButton("prev", t.back, () => host.show(null)),
          this.tabs,
        ),
        room,
        text,
      ),
      h(
        "section",
        { class: "k-n", "aria-label": t.title },
        this.heading,
        h("p", { class: "cap" }, this.sum, this.toggle),
        this.chapters,
        this.graph,
        this.list,
      ),
    );
    board.addEventListener("click", (event) => this.#choose(board.cellAt(event)));
    this.graph.addEventListener("click", (event) => {
      const id = nodeAt(event);
      if (id !== null) this.select(id);
    });
    this.list.addEventListener("click", (event) => {
      const id = nodeAt(event);
      if (id !== null) this.select(id);
    });
    this.element.addEventListener("pointerover", (event) => this.#light(event));
    this.element.addEventListener("pointerleave", (event) => this.#light(event));
  }

  // Loads the board when the view is on the page.
  load() {
    this.scene.load(this.#view);
    this.show(this.goal, false);
    this.heading.focus({ preventScroll: true });
  }

  get #at() {
    return this.timeline.settledAt(this.goal);
  }

  get #view() {
    return this.timeline.view(this.#at);
  }

  // Shows the proof of a fact.
  /** @param {number} goal */
  show(goal, aloud = true) {
    this.goal = this.selected = goal;
    this.chapter = null;
    this.shape = proofGraph(this.timeline, goal);
    const { timeline, shape } = this;
    const [name, mine] = said(timeline, timeline.clause(goal)[0]);
    this.heading.replaceChildren(spoken("span", {}, t.why(name, mine), this.scene.board));
    this.sum.textContent = this.#sum;
    this.tabs.replaceChildren(
      ...this.#others.map((id) =>
        h(
          "button",
          { "aria-pressed": String(id === goal), onclick: () => this.show(id) },
          cellName(cellOf(timeline.clause(id)[0]), timeline.width),
          h("small", {}, proofGraph(timeline, id).steps.length),
        )
      ),
    );
    this.list.replaceChildren(
      ...shape.steps.map((id) =>
        h(
          "li",
          { "data-i": id },
          h("em", {}, id),
          clauseChips(timeline, timeline.clause(id)),
          h("small", {}, this.#source(id)),
        )
      ),
    );
    this.#showStep(aloud);
    this.resize();
    this.host.rename(name);
  }

  // The facts that the same decision settles, with the one that is shown among them.
  get #others() {
    const { first, last } = this.timeline.decision(this.#at);
    const facts = [];
    for (let at = first; at <= last; at++) {
      if (this.timeline.events[at].kind === "decide") continue;
      facts.push(...this.timeline.derived(at));
    }
    const start = Math.min(Math.max(0, facts.indexOf(this.goal) - 3), facts.length - TABS);
    return facts.slice(Math.max(0, start)).slice(0, TABS);
  }

  get #sum() {
    const { timeline, shape } = this;
    const axioms = shape.steps.filter((id) => !isDerived(shape, id) && !shape.earlier.has(id));
    const origins = axioms.map((id) => timeline.source(id));
    const clues = origins.filter((one) => typeof one === "number");
    const counted = origins.filter((one) => one === "mine count").length;
    return t.sum({
      clauses: shape.steps.length,
      axioms: clues.length,
      clues: new Set(clues).size,
      counted,
      known: axioms.length - clues.length - counted,
      earlier: shape.earlier.size,
      derived: shape.steps.filter((id) => isDerived(shape, id)).length,
    });
  }

  // Draws the graph again, because the proof or the size of the window has changed.
  resize() {
    const { graph, shape } = this;
    const room = graph.clientWidth || 640;
    const high = NARROW.matches ? HEIGHT : graph.clientHeight || HEIGHT;
    const scale = Math.max(
      LEAST,
      Math.min(
        shape.rows < 8 ? MOST : 1.04,
        (room - 8) / shape.width,
        (high - 10) / ((shape.rows - 1) * NEAR + TOP + 22),
      ),
    );
    const free = (high / scale - TOP - 26) / Math.max(1, shape.rows - 1);
    const down = Math.max(NEAR, Math.min(FAR, free));
    const across = Math.max(room / scale, shape.width + 8);
    const height = TOP + down * (shape.rows - 1) + 26;
    const left = (across - shape.width) / 2;
    const x = (/** @type {Place} */ place) => left + place.x;
    const y = (/** @type {Place} */ place) => TOP + down * place.row;
    graph.replaceChildren(
      svg(
        "svg",
        {
          viewBox: `0 0 ${across} ${height}`,
          width: across * scale,
          height: height * scale,
          "aria-hidden": "true",
        },
        ...this.#edges(x, y, down),
        ...shape.steps.map((id) => this.#node(id, x, y)),
      ),
    );
    this.scene.centre(this.#cells, false);
    this.#showDim();
    this.#reveal();
  }

  /**
   * @param {(place: Place) => number} x
   * @param {(place: Place) => number} y
   * @param {number} down
   */
  #edges(x, y, down) {
    const { shape } = this;
    return shape.steps.flatMap((id) => {
      const to = placeOf(shape, id);
      return (shape.parents.get(id) ?? []).flatMap((parent) => {
        if (shape.cited.get(id)?.includes(parent)) return [];
        const from = placeOf(shape, parent);
        const isFar = to.row - from.row > 1;
        const [y0, y1] = [y(from) + HIGH / 2, y(to) - HIGH / 2];
        const [c0, c1] = isFar ? [y0 + down * .55, y1 - down * .5] : [(y0 + y1) / 2, (y0 + y1) / 2];
        return [svg("path", {
          class: `edge ${isFar ? "far" : ""}`,
          d: `M${x(from)} ${y0}C${x(from)} ${c0} ${x(to)} ${c1} ${x(to)} ${y1}`,
          "data-from": parent,
          "data-to": id,
        })];
      });
    });
  }

  /** @param {number} id @param {(place: Place) => number} x @param {(place: Place) => number} y */
  #node(id, x, y) {
    const { timeline, shape } = this;
    const clause = timeline.clause(id);
    const place = placeOf(shape, id);
    const [middle, height] = [x(place), y(place)];
    const { literals, others } = written(clause);
    const isFact = clause.length === 1;
    const kinds = [isFact ? "unit" : "", isDerived(shape, id) ? "" : "leaf"];
    const wide = place.width - 4;
    const inner = literals.reduce((sum, one) => sum + tokenWidth(timeline, one) + 13, -13) +
      (others ? 69 : 0);
    let at = middle - inner / 2;
    /** @type {Node[]} */
    const drawn = [svg("rect", {
      class: "box",
      ...{ x: middle - wide / 2, y: height - HIGH / 2, width: wide, height: HIGH },
      rx: isFact ? HIGH / 2 : 8,
    })];
    literals.forEach((literal, i) => {
      const width = tokenWidth(timeline, literal);
      if (i) drawn.push(text("or", at - 6.5, height + 4, "∨", "middle"));
      drawn.push(token(literal, at + width / 2, height, width, 22, timeline.width));
      at += width + 13;
    });
    if (others) drawn.push(text("label", at, height + 4, t.more(others)));
    if (!isDerived(shape, id)) drawn.push(this.#label(id, middle, height - 21));
    const cited = shape.cited.get(id);
    if (cited) drawn.push(...this.#citation(cited, middle + wide / 2, height));
    return svg("g", { class: `node ${kinds.join(" ")}`, "data-i": id }, ...drawn);
  }

  // Where a clause at the top comes from.
  /** @param {number} id @param {number} x @param {number} y */
  #label(id, x, y) {
    const { timeline, shape } = this;
    const source = timeline.source(id);
    const label = text("label", x, y, "", "middle");
    if (shape.earlier.has(id)) label.append(t.before(this.#decisionOf(id)));
    else if (typeof source !== "number") label.append(sourceText(timeline, this.#at, id));
    else {
      const digit = timeline.symbol(this.#at, source);
      label.append(
        svg("tspan", { class: "digit", "data-n": digit }, digit),
        ` ${t.at(cellName(source, timeline.width))}`,
      );
    }
    return label;
  }

  /** @param {number} id */
  #decisionOf(id) {
    return this.timeline.decision(this.timeline.settledAt(id)).number;
  }

  // Facts from far above, by name.
  /** @param {number[]} facts @param {number} from @param {number} y */
  #citation(facts, from, y) {
    const { timeline } = this;
    const { shown, others } = named(facts);
    /** @type {Node[]} */
    const drawn = [
      svg("path", { class: "edge", d: `M${from} ${y}h12` }),
      text("label", from + 15, y + 4, t.with),
    ];
    let x = from + 42;
    for (const id of shown) {
      const [literal] = timeline.clause(id);
      const width = tokenWidth(timeline, literal);
      drawn.push(token(literal, x + width / 2, y, width, 22, timeline.width));
      x += width + 5;
    }
    if (others) drawn.push(text("label", x, y + 4, t.more(others)));
    return drawn;
  }

  /** @param {number} id */
  #source(id) {
    const { timeline, shape } = this;
    if (shape.earlier.has(id)) return t.before(this.#decisionOf(id));
    return stepText(timeline, this.#at, id, parentsOf(shape, id));
  }

  // -- the step that is selected ----------------------------------------------------------------

  /** @param {number} id */
  select(id) {
    if (!this.shape.steps.includes(id)) return;
    if (this.chapter !== null && !this.#within.has(id)) this.chapter = null;
    this.selected = id;
    this.#showStep();
  }

  // Shows only the way to a fact, or everything again.
  /** @param {number} id */
  showChapter(id) {
    this.chapter = this.chapter === id || id === this.goal ? null : id;
    this.selected = id;
    this.#showStep();
  }

  get #within() {
    return reached(wholeParents(this.shape), this.chapter ?? this.goal);
  }

  #showStep(aloud = true) {
    const { timeline, shape, selected } = this;
    const { chapters } = shape;
    this.chapters.replaceChildren(
      ...(chapters.length < 2 ? [] : chapters).map((id, i) =>
        h(
          "button",
          { "aria-pressed": String(id === selected), onclick: () => this.showChapter(id) },
          h("b", {}, i + 1),
          clauseChips(timeline, timeline.clause(id)),
        )
      ),
    );
    const { cap, headline, reason } = this.#words();
    this.cap.textContent = cap;
    const { board } = this.scene;
    this.headline.replaceChildren(spoken("span", {}, headline, board));
    this.reason.replaceChildren(spoken("span", {}, reason, board));
    if (shape.earlier.has(selected)) {
      this.reason.append(
        " ",
        h("button", { class: "plain", onclick: () => this.show(selected) }, t.open),
      );
    }
    this.#showBoard();
    this.#showDim();
    this.#reveal();
    if (aloud) say(aloudText([headline, reason].map(plain).join(" ")));
  }

  /** @returns {{ cap: string, headline: Runs, reason: Runs }} */
  #words() {
    const { timeline, shape, selected } = this;
    const clause = timeline.clause(selected);
    const literals = clause.map((literal) => said(timeline, literal));
    const isGoal = selected === shape.goal && shape.chapters.length > 1;
    const cap = isGoal ? t.way : t.clause(selected);
    const headline = clause.length > NAMED ? t.anyOf(clause.length) : t.either(literals);
    if (isGoal) {
      return { cap, headline, reason: [t.inTurn(shape.chapters.length, shape.earlier.size)] };
    }
    const parents = parentsOf(shape, selected);
    if (parents.length) {
      const shown = parents.length > NAMED ? parents.slice(0, NAMED - 1) : parents;
      const texts = shown.map((id) => clauseText(timeline, timeline.clause(id)));
      const names = this.#pivots(selected).map((cell) => cellName(cell, timeline.width));
      const reason = t.cancels(texts, parents.length - shown.length, names);
      return { cap, headline, reason };
    }
    if (shape.earlier.has(selected)) {
      return { cap, headline, reason: [t.earlier(this.#decisionOf(selected))] };
    }
    const source = timeline.source(selected);
    const reason = typeof source === "number"
      ? t.ofClue(timeline.symbol(this.#at, source), cellName(source, timeline.width))
      : runs`${t.origins[String(source)] ?? t.ofOracle}`;
    return { cap, headline, reason };
  }

  // The cells that cancel when the parents of a clause are resolved one after another.
  /** @param {number} id */
  #pivots(id) {
    const { timeline } = this;
    const [first, ...others] = timeline.clauses.get(id)?.parents ?? [];
    let left = timeline.clause(first);
    return others.flatMap((other) => {
      const clause = timeline.clause(other);
      const clash = left.filter((literal) => clause.includes(-literal));
      left = [...left, ...clause].filter((one) =>
        !clash.some((two) => Math.abs(one) === Math.abs(two))
      );
      return clash.map(cellOf);
    });
  }

  get #cells() {
    const { timeline, selected } = this;
    return cellsOf(timeline.clause(this.#hovered ?? selected));
  }

  #showBoard() {
    const id = this.#hovered ?? this.selected;
    const isWay = id === this.goal && this.shape.chapters.length > 1;
    this.scene.show(this.#view, isWay ? this.#way() : this.#step(id), this.#cells);
  }

  // The facts on the way, numbered, and the clues that are needed.
  #way() {
    const { timeline, shape } = this;
    const { width } = timeline;
    const chapters = shape.chapters.map((id) => timeline.clause(id)[0]);
    const marks = this.#known(chapters);
    for (const id of shape.steps) {
      const isAxiom = !isDerived(shape, id) && !shape.earlier.has(id);
      const source = isAxiom ? timeline.source(id) : null;
      if (typeof source === "number") marks.clues.push(source);
    }
    const drawn = chapters.flatMap((literal, i) => [
      ...timeline.isHidden(this.#at, cellOf(literal)) ? [coin(literal, width)] : [],
      badge(cellOf(literal), i + 1, width),
    ]);
    return { marks, drawn };
  }

  // A clause as a string. If it is derived, its parents cross at the cells that cancel.
  /** @param {number} id */
  #step(id) {
    const { timeline, shape } = this;
    const { width } = timeline;
    const clause = timeline.clause(id);
    const parents = parentsOf(shape, id).slice(0, NAMED).map((one) => timeline.clause(one));
    const clash = parents.length ? this.#pivots(id) : [];
    const literals = [...new Set([...clause, ...parents.flat()])];
    const marks = this.#known(literals);
    for (const one of [id, ...parentsOf(shape, id)]) {
      const source = timeline.source(one);
      if (typeof source === "number") marks.clues.push(source);
    }
    const strings = parents.length ? parents : [clause];
    const drawn = [
      ...parents.length ? string(clause, "rest", width) : [],
      ...strings.flatMap((one, i) => string(one, i ? "second" : "first", width)),
      ...digits(timeline, this.#at, strings),
      ...literals.filter((one) => !clash.includes(cellOf(one))).map((one) => coin(one, width)),
      ...[...new Set(clash)].map((cell) => crossed(cell, width)),
    ];
    return { marks, drawn };
  }

  // The marks of facts in KB0, except where something else is drawn.
  /** @param {readonly number[]} covered */
  #known(covered) {
    const { timeline } = this;
    const over = new Set(covered.map(cellOf));
    /** @type {{ known: number[], free: number[], clues: number[] }} */
    const marks = { known: [], free: [], clues: [] };
    for (const [, literal] of timeline.facts(this.#at)) {
      const cell = cellOf(literal);
      if (over.has(cell) || !timeline.isHidden(this.#at, cell)) continue;
      marks[isSafe(literal) ? "free" : "known"].push(cell);
    }
    return marks;
  }

  // A chapter dims the rest, and what the selected clause follows from stands out.
  #showDim() {
    const { shape, selected, chapter } = this;
    const within = chapter === null ? null : this.#within;
    const from = reached(wholeParents(shape), selected);
    const isDim = (/** @type {number} */ id) => within !== null && !within.has(id);
    for (const node of this.element.querySelectorAll("[data-i]")) {
      const id = Number(node.getAttribute("data-i"));
      node.classList.toggle("on", id === selected);
      node.classList.toggle("dim", isDim(id));
    }
    for (const edge of this.graph.querySelectorAll("[data-to]")) {
      const to = Number(edge.getAttribute("data-to"));
      edge.classList.toggle("hot", from.has(to));
      edge.classList.toggle("dim", isDim(to));
    }
  }

  // Scrolls the graph to the selected clause.
  #reveal() {
    for (const node of this.element.querySelectorAll(".on[data-i]")) {
      const list = node.closest(".proof-list, .proof-graph");
      if (list) reveal(list, node);
    }
  }

  /** @param {boolean} isList */
  #showList(isList) {
    this.isList = isList;
    this.element.classList.toggle("as-list", isList);
    this.toggle.setAttribute("aria-pressed", String(isList));
    this.list.tabIndex = isList ? 0 : -1;
    if (!isList) this.resize();
    this.#reveal();
  }

  // -- the board and the graph ------------------------------------------------------------------

  // A click on a cell selects the next clause that is about it, from the fact upwards.
  /** @param {number | null} cell */
  #choose(cell) {
    if (cell === null) return;
    const { timeline, shape } = this;
    const about = shape.steps.filter((id) =>
      (!isDerived(shape, id) && !shape.earlier.has(id) && timeline.source(id) === cell) ||
      timeline.clause(id).some((literal) => cellOf(literal) === cell)
    ).reverse();
    const next = about[(about.indexOf(this.selected) + 1) % about.length];
    if (next !== undefined) return this.select(next);
    const fact = timeline.factAbout(cell);
    if (fact !== null && timeline.settledAt(fact) <= this.#at) this.show(fact);
    return undefined;
  }

  // A clause and its cells light up together.
  /** @param {Event} event */
  #light(event) {
    const isOver = event.type === "pointerover";
    const { board } = this.scene;
    const hovered = isOver ? nodeAt(event) : null;
    if (hovered !== this.#hovered) {
      this.#hovered = hovered;
      this.#showBoard();
    }
    const target = isOver && event.target instanceof Element
      ? event.target.closest("[data-c]")
      : null;
    const cell = target
      ? Number(target.getAttribute("data-c"))
      : isOver
      ? board.cellAt(event)
      : null;
    board.point(target ? cell : null);
    for (const one of this.element.querySelectorAll(".lit-on")) one.classList.remove("lit-on");
    if (cell === null) return;
    for (const one of this.element.querySelectorAll(`[data-c="${cell}"]`)) {
      one.classList.add("lit-on");
    }
  }

  // Whether a key has a meaning here. Arrows follow parents and children.
  /** @param {KeyboardEvent} event */
  key({ key, target }) {
    const { shape, selected } = this;
    const { row, x } = placeOf(shape, selected);
    /** @param {number[] | undefined} some */
    const nearest = (some) =>
      some?.filter((id) => shape.places.has(id)).toSorted((a, b) =>
        Math.abs(placeOf(shape, a).x - x) - Math.abs(placeOf(shape, b).x - x)
      )[0];
    const beside = (/** @type {1 | -1} */ way) =>
      nearest(shape.steps.filter((id) => {
        const place = placeOf(shape, id);
        return place.row === row && (place.x - x) * way > 0;
      }));
    /** @type {Record<string, () => number | undefined>} */
    const ways = {
      ArrowUp: () => nearest(parentsOf(shape, selected)),
      ArrowDown: () => nearest(shape.users.get(selected)),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
      Home: () => shape.steps.find((id) => placeOf(shape, id).row === 0),
      End: () => shape.goal,
    };
    if (key === "Escape") {
      if (this.chapter === null) this.host.show(null);
      else this.showChapter(this.chapter);
      return true;
    }
    const isOnButton = target instanceof Element && target.matches("button");
    if (key === "Enter" && shape.earlier.has(selected) && !isOnButton) {
      this.show(selected);
      return true;
    }
    const next = ways[key]?.();
    if (next !== undefined) this.select(next);
    return key in ways;
  }
}

// A link may name a cell that is not settled at its event.
/** @param {string} about @param {import("../watch.js").Host} host */
const noProof = (about, host) => ({
  element: h("div"),
  key: () => false,
  shown: () => {
    toast(t.none(about));
    host.show(null);
  },
});

/** @param {Graph} shape @param {number} id */
const placeOf = (shape, id) => /** @type {Place} */ (shape.places.get(id));

// All clauses that a clause follows from here: drawn above it, or named next to it.
/** @param {Graph} shape @param {number} id */
const parentsOf = ({ parents, cited }, id) => [
  ...new Set([...parents.get(id) ?? [], ...cited.get(id) ?? []]),
];

/** @param {Graph} shape */
const wholeParents = (shape) => new Map(shape.steps.map((id) => [id, parentsOf(shape, id)]));

/** @param {Graph} shape @param {number} id */
const isDerived = (shape, id) => parentsOf(shape, id).length > 0;

/** @param {Event} event */
function nodeAt({ target }) {
  const node = target instanceof Element ? target.closest("[data-i]") : null;
  return node ? Number(node.getAttribute("data-i")) : null;
}

/** @param {string} kind @param {number} x @param {number} y @param {string} words */
const text = (kind, x, y, words, anchor = "start") =>
  svg("text", { class: kind, x, y, "text-anchor": anchor }, words);

// The number of a chapter, at the corner of its cell.
/** @param {number} cell @param {number} number @param {number} width */
function badge(cell, number, width) {
  const [x, y] = [cell % width + .8, Math.floor(cell / width) + .2];
  return svg(
    "g",
    { class: "chapter" },
    svg("circle", { cx: x, cy: y, r: .19 }),
    svg("text", { x, y: y + .09, "text-anchor": "middle" }, String(number)),
  );
}

// Scrolls a list as little as possible, without the page around it.
/** @param {Element} list @param {Element} one */
function reveal(list, one) {
  const [around, box] = [list.getBoundingClientRect(), one.getBoundingClientRect()];
  const [down, across] = [box.top - around.top, box.left - around.left];
  if (down < 30) list.scrollTop += down - 30;
  else if (box.bottom > around.bottom - 30) list.scrollTop += box.bottom - around.bottom + 30;
  if (across < 8) list.scrollLeft += across - 8;
  else if (box.right > around.right - 8) list.scrollLeft += box.right - around.right + 8;
}
