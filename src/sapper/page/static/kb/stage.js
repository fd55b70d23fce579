// One agent's game by events: the board, what happens, KB before it, and the time bar.

import {
  cellName,
  h,
  icon,
  iconButton,
  number,
  say,
  showRunning,
  spoken,
  svg,
  words,
} from "../dom.js";
import { plain } from "../runs.js";
import { clauseChips, picture } from "./picture.js";
import { groupDots } from "./dots.js";
import { panel, search, settled } from "./panel.js";
import { aloudText, literalText, needed, stepText, story } from "./story.js";
import { onBoard } from "./strings.js";
import { TimeBar } from "./time.js";
import { cellsAbout } from "./timeline.js";
import { cellOf } from "./clauses.js";
import { faultOf, FAULTS, PROGRAMS } from "./faults.js";
import { Scene } from "./scene.js";
import { t } from "./words.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./timeline.js").Size} Size
 * @typedef {import("./panel.js").Group} Group
 */

/** @type {Size[]} */
const SIZES = ["event", "round", "decision"];
const NARROW = matchMedia("(max-width: 900px), (max-height: 500px)");

export class Stage {
  at = 0;
  /** @type {Size} */ size = "event";
  cap = h("span");
  acts = h("span", { class: "acts" });
  headline = h("h2", { class: "voice", tabindex: -1 });
  reason = h("p", { class: "why" });
  picture = h("div", { class: "pic" });
  proofs = h("div", { class: "proofs" });
  count = h("b");
  groups = h("div", { class: "groups", tabindex: 0, role: "group", "aria-label": t.kb });
  factCount = h("b");
  facts = h("div", { class: "facts" });
  where = h("span", { class: "where" });

  /**
   * @param {Timeline} timeline
   * @param {object} parts
   * @param {Node} parts.who
   * @param {() => void} parts.onShow
   * @param {() => void} parts.onRun
   * @param {() => void} parts.onLink
   * @param {(name: import("./link.js").ScreenName, about?: string) => void} [parts.onScreen]
   */
  constructor(timeline, { who, onShow, onRun, onLink, onScreen = () => {} }) {
    this.timeline = timeline;
    this.onShow = onShow;
    this.onScreen = onScreen;
    this.element = h("div", { class: "kbs" });
    this.scene = new Scene(timeline, this.element);
    const { board, room } = this.scene;
    this.board = board;
    board.addEventListener("click", (event) => this.#filter(board.cellAt(event)));
    this.bar = new TimeBar(timeline, (at) => this.show(at));
    this.find = h("input", {
      type: "search",
      placeholder: t.findExample,
      "aria-label": t.find,
      oninput: () => this.#showKb(),
    });
    this.toggle = iconButton("run", words.learn.run, onRun);
    this.sizes = SIZES.map((size) =>
      h("button", {
        "aria-pressed": String(size === this.size),
        onclick: () => this.setSize(size),
      }, t.sizes[size])
    );
    /** @param {"hands" | "predict"} name @param {string} text @param {string} [key] */
    const way = (name, text, key) =>
      h("button", {
        class: "b bare",
        "aria-keyshortcuts": key,
        onclick: () => this.onScreen(name),
      }, text);
    this.acts.append(way("hands", t.doIt), way("predict", t.predict, "P"));
    this.now = h(
      "section",
      { class: "k-n", "aria-label": t.event },
      h("p", { class: "cap" }, this.cap, this.acts),
      this.headline,
      this.reason,
      this.picture,
      this.proofs,
    );
    this.element.append(
      h("section", { class: "k-b", "aria-label": t.board }, who, room, legend(), this.#fault()),
      this.now,
      h(
        "aside",
        { class: "k-k" },
        h(
          "section",
          { class: "kbx", "aria-label": t.kb },
          h("header", {}, h("h2", {}, t.kb), h("small", {}, t.before), this.count),
          h("label", { class: "search" }, icon("zoom"), this.find),
          this.groups,
        ),
        h(
          "section",
          { class: "kbx kb0", "aria-label": t.kb0 },
          h("header", {}, h("h2", {}, t.kb0), h("small", {}, t.facts), this.factCount),
          this.facts,
        ),
      ),
      h(
        "section",
        { class: "k-t" },
        h(
          "div",
          { class: "ctl", role: "toolbar", "aria-label": words.learn.controls },
          iconButton("start", t.first, () => this.show(0), { class: "b bare sq far" }),
          iconButton("prev", t.back, () => this.step(-1)),
          h("button", { class: "b main", onclick: () => this.step(1) }, icon("next"), t.step),
          this.toggle,
          iconButton("end", t.last, () => this.show(this.timeline.length - 1), {
            class: "b bare sq far",
          }),
          h("span", { class: "seg", role: "group", "aria-label": t.size }, this.sizes),
          this.bar.strip,
          this.where,
          iconButton("share", t.link, onLink, { class: "b bare sq far" }),
        ),
        this.bar.plot,
      ),
    );
    for (const kind of ["pointerover", "pointerleave"]) {
      this.element.addEventListener(kind, (event) => this.#light(event));
    }
  }

  // Which mistake the agent makes, and the way to the place where it matters.
  #fault() {
    const { agent } = this.timeline;
    const fault = faultOf(agent);
    if (fault === null && agent !== "textbook") return "";
    return h(
      "p",
      { class: "fault-line" },
      fault === null ? "" : `${words.agents[agent][1]} `,
      h(
        "button",
        {
          class: "plain",
          onclick: () =>
            this.onScreen("fault", PROGRAMS.includes(agent) ? agent : fault ?? FAULTS[0]),
        },
        fault === null ? t.fault.showMistakes : t.fault.show,
      ),
    );
  }

  // Loads the board when the stage is on the page, and again when its size changes.
  load() {
    this.scene.load(this.timeline.view(0));
  }

  // New events have come.
  more() {
    this.where.textContent = this.bar.where(this.at); // first: the marks take what it leaves
    this.bar.show(this.at);
  }

  // The room for the picture, for the clauses of KB and for the time bar.
  #rooms() {
    const { now, groups, picture } = this;
    const height = NARROW.matches ? 420 : now.clientHeight - picture.offsetTop - 8;
    return {
      picture: {
        width: Math.min(picture.clientWidth, 560) || 480,
        height: Math.max(240, height),
      },
      kb: {
        width: (groups.clientWidth || 350) - 110,
        height: NARROW.matches ? 260 : groups.clientHeight - 48,
      },
      bar: this.bar.room(),
    };
  }

  /** @param {1 | -1} way @param {Size} [size] */
  step(way, size = this.size) {
    const { timeline, at } = this;
    const to = timeline.step(at, way, size);
    this.show(to);
    if (size !== "round" || to === at || timeline.round(to)) return;
    this.cap.append(` · ${t.noRound(timeline.decision(to).number)}`);
    say(t.noRound(timeline.decision(to).number));
  }

  /** @param {Size} size */
  setSize(size) {
    this.size = size;
    this.sizes.forEach((button, i) =>
      button.setAttribute("aria-pressed", String(SIZES[i] === size))
    );
  }

  /** @param {number} at */
  show(at, aloud = true) {
    const { timeline } = this;
    const isNext = at === this.at + 1;
    this.at = at;
    const told = story(timeline, at);
    this.cap.textContent = told.cap;
    this.headline.replaceChildren(spoken("span", {}, told.headline, this.board));
    this.reason.replaceChildren(spoken("span", {}, told.reason, this.board));
    this.proofs.replaceChildren(
      ...timeline.derived(at).map((id) => this.#proof(id)),
      ...timeline.decision(at).last === at ? this.#needed(at) : [],
    );
    this.scene.draw(timeline.view(at), onBoard(timeline, at));
    this.#showFacts();
    this.where.textContent = this.bar.where(at);
    // All rooms are measured at once, between two turns of drawing: to measure after a change, the
    // browser must lay out the page.
    const rooms = this.#rooms();
    this.scene.centre(cellsAbout(timeline, at), true);
    this.#showPicture(isNext && aloud, rooms.picture);
    this.#showKb(rooms.kb);
    this.bar.show(at, rooms.bar);
    if (aloud) {
      const change = t.change(timeline.sizes[at], timeline.sizes[at + 1]);
      say(aloudText([plain(told.headline), plain(told.reason), change].join(" ")));
    }
    this.onShow();
  }

  // Draws again what depends on the size of the window.
  resize() {
    const rooms = this.#rooms();
    this.#showPicture(false, rooms.picture);
    this.#showKb(rooms.kb);
    this.scene.centre(cellsAbout(this.timeline, this.at), false);
    this.more();
  }

  /** @param {boolean} moving @param {import("./picture.js").Room} room */
  #showPicture(moving, room) {
    this.picture.classList.toggle("moving", moving);
    this.picture.replaceChildren(...picture(this.timeline, this.at, room));
  }

  // KB takes the room that the facts leave.
  #showKb(room = this.#rooms().kb) {
    const { timeline, at } = this;
    const wanted = search(timeline, this.find.value, (name) => this.board.named(name));
    const { groups: shown, more, found } = panel(timeline, at, room, wanted);
    this.groups.replaceChildren(
      found === null ? "" : h("p", { class: "found" }, t.found(found)),
      ...shown.map((group) => this.#group(group, room.width)),
      more.groups
        ? h(
          "div",
          { class: "more" },
          h("span", {}, t.moreGroups(more.groups)),
          h("small", {}, number(more.clauses)),
        )
        : "",
    );
    showChange(this.count, timeline.sizes[at], timeline.sizes[at + 1]);
  }

  #showFacts() {
    const { timeline, at } = this;
    const { fresh, hidden, more: others, open, before, after } = settled(timeline, at);
    /** @param {number} literal @param {string} kind */
    const chip = (literal, kind) => {
      const className = `fact ${literal > 0 ? "m" : ""} ${kind}`;
      const cell = cellOf(literal);
      const name = literalText(timeline, literal);
      if (timeline.factAbout(cell) === null) {
        return h(
          "span",
          { class: className, "data-c": cell, role: "img", "aria-label": aloudText(name) },
          name,
        );
      }
      const about = cellName(cell, timeline.width);
      return h("button", {
        class: className,
        "data-c": cell,
        "aria-label": aloudText(name),
        title: t.proof.show(about, literal > 0),
        onclick: () => this.onScreen("proof", about),
      }, name);
    };
    this.facts.replaceChildren(
      ...fresh.map((literal) => chip(literal, "new")),
      ...hidden.map((literal) => chip(literal, "")),
      others ? h("span", { class: "rest" }, t.moreFacts(others)) : "",
      open ? h("span", { class: "rest" }, t.openCells(open)) : "",
    );
    showChange(this.factCount, before, after);
  }

  /** @param {Group} group @param {number} width */
  #group({ source, hot, count, rows, gone, dots }, width) {
    const { timeline } = this;
    return h(
      "section",
      { class: `grp ${hot ? "hot" : ""} ${typeof source === "number" ? "" : "other"}` },
      h("h3", {}, this.#source(source)),
      h("small", {}, number(count)),
      h(
        "ul",
        {},
        gone.length > 0 && h(
          "li",
          { class: "gone" },
          h("b", {}, `– ${gone.length}`),
          groupDots(timeline, gone, width - 34),
        ),
        rows.map(({ id, mark }) =>
          h("li", { class: mark }, clauseChips(timeline, timeline.clause(id)), h("em", {}, id))
        ),
        dots.length > 0 && h("li", { class: "all" }, groupDots(timeline, dots, width)),
      ),
    );
  }

  // The proof of a fact, from its clues to the fact. It is made when it is unfolded.
  /** @param {number} id */
  #proof(id) {
    const { timeline, at } = this;
    const steps = timeline.proof(id);
    const [fact] = timeline.clause(id);
    const name = cellName(cellOf(fact), timeline.width);
    const list = h("ol");
    const unfold = () =>
      list.replaceChildren(
        ...steps.map((step) =>
          h(
            "li",
            {},
            h("em", {}, step),
            clauseChips(timeline, timeline.clause(step)),
            h("small", {}, stepText(timeline, at, step, timeline.clauses.get(step)?.parents ?? [])),
          )
        ),
      );
    return h(
      "div",
      {},
      h(
        "details",
        { ontoggle: unfold },
        h("summary", {}, t.proofOf(name, fact > 0, steps.length)),
        list,
      ),
      h(
        "button",
        { class: "plain", onclick: () => this.onScreen("proof", name) },
        t.proof.asGraph,
      ),
    );
  }

  // The clauses that the agent has lost, and that it would need now.
  /** @param {number} at */
  #needed(at) {
    return needed(this.timeline, at).map(({ clause, lost }) =>
      h(
        "p",
        { class: "needed" },
        clauseChips(this.timeline, clause),
        h(
          "button",
          { class: "plain", onclick: () => this.show(lost) },
          t.missed.lostAt(lost + 1, this.timeline.events[lost].kind === "insert"),
        ),
      )
    );
  }

  /** @param {import("./timeline.js").Origin} source */
  #source(source) {
    if (typeof source !== "number") {
      return source === null ? t.resolved : t.origins[source] ?? source;
    }
    const digit = this.timeline.symbol(this.at, source);
    return [
      h("b", { class: "digit", "data-n": digit }, digit),
      h("span", { class: "ref", "data-c": source }, cellName(source, this.board.width)),
    ];
  }

  /** @param {number | null} cell */
  #filter(cell) {
    if (cell === null) return;
    const name = cellName(cell, this.board.width);
    this.find.value = this.find.value === name ? "" : name;
    this.#showKb();
  }

  // A literal and its cell light up together.
  /** @param {Event} event */
  #light(event) {
    for (const one of this.element.querySelectorAll(".lit-on")) one.classList.remove("lit-on");
    const target = event.type === "pointerover" && event.target instanceof Element
      ? event.target.closest("[data-c]")
      : null;
    const onBoard = event.type === "pointerover" ? this.board.cellAt(event) : null;
    const cell = target ? Number(target.getAttribute("data-c")) : onBoard;
    this.board.point(target ? cell : null);
    if (cell === null) return;
    for (const one of this.element.querySelectorAll(`[data-c="${cell}"]`)) {
      one.classList.add("lit-on");
    }
  }

  // Whether a key has a meaning here. With Shift, a step is one size larger.
  /** @param {KeyboardEvent} event */
  key({ key, shiftKey }) {
    const larger = SIZES[Math.min(SIZES.indexOf(this.size) + (shiftKey ? 1 : 0), SIZES.length - 1)];
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowRight: () => this.step(1, larger),
      ArrowLeft: () => this.step(-1, larger),
      Home: () => this.show(0),
      End: () => this.show(this.timeline.length - 1),
      1: () => this.setSize("event"),
      2: () => this.setSize("round"),
      3: () => this.setSize("decision"),
      "/": () => this.find.focus(),
      p: () => this.onScreen("predict"),
    };
    actions[key]?.();
    return key in actions;
  }

  /** @param {boolean} running */
  showRunning(running) {
    showRunning(this.toggle, running, words.learn);
  }
}

/** @param {HTMLElement} place @param {number} before @param {number} after */
function showChange(place, before, after) {
  place.replaceChildren(
    number(before),
    ...before === after ? [] : [h("i", {}, "→"), h("span", { class: "to" }, number(after))],
  );
}

function legend() {
  /** @param {...Node} drawn */
  const sign = (...drawn) => svg("svg", { viewBox: "0 0 16 16" }, ...drawn);
  const bed = () => svg("circle", { class: "bed", cx: 8, cy: 8, r: 7 });
  return h(
    "p",
    { class: "lg" },
    h(
      "span",
      { class: "p" },
      sign(
        bed(),
        svg("rect", { x: 5, y: 5, width: 6, height: 6, transform: "rotate(45 8 8)" }),
      ),
      t.legend.mine,
    ),
    h("span", { class: "n" }, sign(bed(), svg("circle", { cx: 8, cy: 8, r: 3.6 })), t.legend.safe),
    h(
      "span",
      {},
      svg("svg", { viewBox: "0 0 30 16", class: "or" }, svg("path", { d: "M2 8H28" })),
      t.legend.or,
    ),
  );
}
