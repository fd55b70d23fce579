// The time bar: the steps, a mark per event of the decision, and the plot of KB, which is a slider.

import { h, number, svg } from "../dom.js";
import { cellName } from "../names.js";
import { marks, points } from "./plot.js";
import { t } from "./words.js";

/**
 * @typedef {import("./timeline.js").Timeline} Timeline
 * @typedef {import("./timeline.js").KbEvent} KbEvent
 */

const [LEFT, RIGHT] = [30, 10];
const LABEL = 30; // px between two names of decisions
const ROUND = 46; // px from which on a round is named

export class TimeBar {
  #drawn = ""; // what the plot shows: its size and the number of events
  /** @type {object | null} */ #named = null; // the decision whose name stands out
  #at = 0;
  /** @type {Element} */ #names;
  /** @type {Element} */ #ticks;
  now = svg("path", { class: "now" });
  knob = svg("circle", { class: "knob", r: 5 });
  window = svg("rect", { class: "win", y: 1, rx: 3 });
  strip = h("div", { class: "strip", "aria-hidden": "true" });

  /** @param {Timeline} timeline @param {(at: number) => void} go */
  constructor(timeline, go) {
    this.timeline = timeline;
    this.go = go;
    this.plot = h("div", {
      class: "time",
      role: "slider",
      tabindex: 0,
      "aria-label": t.slider,
      "aria-valuemin": 1,
    });
    this.plot.addEventListener("pointerdown", (event) => {
      this.plot.setPointerCapture(event.pointerId);
      this.#drag(event);
    });
    this.plot.addEventListener("pointermove", (event) => event.buttons && this.#drag(event));
    this.strip.addEventListener("click", (event) => {
      const mark = event.target instanceof Element && event.target.closest("[data-i]");
      if (mark) this.go(Number(mark.getAttribute("data-i")));
    });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const { left, width } = this.plot.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / (width - LEFT - RIGHT);
    const at = Math.floor(share * this.timeline.length);
    this.go(Math.max(0, Math.min(this.timeline.length - 1, at)));
  }

  // The room for the plot and for the marks.
  room() {
    const { plot, strip } = this;
    return {
      width: plot.clientWidth || 600,
      height: plot.clientHeight || 74,
      strip: strip.clientWidth || 400,
    };
  }

  /** @param {number} at */
  show(at, { width, height, strip } = this.room()) {
    this.#at = at;
    const { timeline, plot } = this;
    const drawn = [width, height, timeline.length].join();
    if (drawn !== this.#drawn) this.#draw(width, height);
    const x = this.#x(width);
    const decision = timeline.decision(at);
    const base = height - 20;
    const y = this.#y(height)(timeline.sizes[at]);
    this.now.setAttribute("d", `M${x(at + .5)} 0V${base + 6}`);
    this.knob.setAttribute("cx", String(x(at + .5)));
    this.knob.setAttribute("cy", String(y));
    this.window.setAttribute("x", String(x(decision.first)));
    this.window.setAttribute("width", String(x(decision.last + 1) - x(decision.first)));
    this.window.setAttribute("height", String(base));
    if (drawn !== this.#drawn || this.#opening !== this.#named) this.#label(width, height);
    this.#drawn = drawn;
    this.#named = this.#opening;
    plot.setAttribute("aria-valuemax", String(timeline.length));
    plot.setAttribute("aria-valuenow", String(at + 1));
    const kind = t.caps[timeline.events[at].kind];
    plot.setAttribute("aria-valuetext", t.place(at + 1, timeline.length, kind, decision.number));
    this.#showStrip(strip);
  }

  /** @param {number} width */
  #x(width) {
    const each = (width - LEFT - RIGHT) / this.timeline.length;
    return (/** @type {number} */ at) => LEFT + each * at;
  }

  /** @param {number} height */
  #y(height) {
    const base = height - 20;
    const most = Math.max(1, ...this.timeline.sizes);
    return (/** @type {number} */ size) => base - (base - 8) * size / most;
  }

  /** @param {number} width @param {number} height */
  #draw(width, height) {
    const { sizes, rounds } = this.timeline;
    const [x, y] = [this.#x(width), this.#y(height)];
    const base = height - 20;
    const across = width - LEFT - RIGHT;
    const steps = points(sizes, across).map(([share, size]) => [LEFT + share * across, y(size)]);
    const line = steps.map(([a, b], i) => i ? `H${a}V${b}` : `M${a} ${b}`).join("");
    this.#names = svg("g", {});
    this.#ticks = svg("g", {});
    const most = Math.max(...sizes);
    this.plot.replaceChildren(
      svg(
        "svg",
        {
          class: "chart",
          viewBox: `0 0 ${width} ${height}`,
          width,
          height,
          "aria-hidden": "true",
        },
        ...rounds.map(({ first, last }) => {
          const wide = Math.max(3, x(last + 1) - x(first));
          return svg("rect", {
            class: "rnd",
            x: x(first),
            y: 4,
            width: wide,
            height: base - 4,
            rx: 2,
          });
        }),
        svg("text", { class: "small", x: LEFT + 8, y: 14 }, t.plot),
        svg("path", { class: "area", d: `${line}V${base}H${LEFT}Z` }),
        svg("path", { class: "line", d: line }),
        ...rounds.filter(({ first, last }) => x(last + 1) - x(first) > ROUND).map((round) => {
          const middle = (x(round.first) + x(round.last + 1)) / 2;
          const place = { x: middle, y: base - 6, "text-anchor": "middle" };
          return svg("text", { class: "small", ...place }, t.round(round.number));
        }),
        svg("path", { class: "axis", d: `M${LEFT} ${base + .5}H${width - RIGHT}` }),
        svg("text", { x: LEFT - 6, y: y(most) + 5, "text-anchor": "end" }, String(most)),
        svg("text", { x: LEFT - 6, y: base + 3, "text-anchor": "end" }, "0"),
        this.#ticks,
        this.#names,
        this.window,
        this.now,
        this.knob,
      ),
    );
  }

  // The decision whose cell the event is about. What it opens is the first event of the next
  // one.
  get #opening() {
    const { timeline } = this;
    const decision = timeline.decision(this.#at);
    const before = timeline.decisions[timeline.decisions.indexOf(decision) - 1];
    return timeline.events[this.#at].kind === "opened" && before ? before : decision;
  }

  // Names the decisions that have room, and always the one that is shown.
  /** @param {number} width @param {number} height */
  #label(width, height) {
    const { timeline } = this;
    const x = this.#x(width);
    const shown = this.#opening;
    /** @type {number[]} */
    const taken = [];
    const names = [shown, ...timeline.decisions].flatMap((decision, i) => {
      const middle = (x(decision.first) + x(decision.last + 1)) / 2;
      const isFree = taken.every((one) => Math.abs(one - middle) > LABEL);
      if (decision.cell === null || !isFree || (i && decision === shown)) return [];
      taken.push(middle);
      const kind = i ? "name" : "name on";
      const place = { x: middle, y: height - 4, "text-anchor": "middle" };
      return [svg("text", { class: kind, ...place }, cellName(decision.cell, timeline.width))];
    });
    this.#names.replaceChildren(...names);
    const [top, bottom] = [height - 23, height - 15];
    const d = timeline.decisions.map(({ last }) => `M${x(last + 1)} ${top}V${bottom}`).join("");
    if (this.#ticks.getAttribute("d") === d) return;
    this.#ticks.setAttribute("d", d);
    this.#ticks.replaceChildren(svg("path", { class: "tick", d }));
  }

  /** @param {number} width */
  #showStrip(width) {
    const { first, last } = this.timeline.decision(this.#at);
    const events = this.timeline.events.slice(first, last + 1);
    const { marks: shown, each } = marks(events.map(kindOf), width);
    const drawn = shown.map(({ kind, from, to }, i) => {
      const isOn = from <= this.#at - first && this.#at - first <= to;
      const middle = (i + .5) * each;
      const half = each / 2;
      return svg(
        "g",
        { class: `${kind} ${isOn ? "on" : ""}`, "data-i": first + from },
        svg("rect", { class: "hit", x: middle - half, y: 0, width: each, height: 26, rx: 5 }),
        from === to
          ? glyph(kind, middle, Math.min(5, each * .36))
          : svg("path", { d: `M${middle - half + 1.5} 13H${middle + half - 1.5}` }),
      );
    });
    this.strip.replaceChildren(
      svg("svg", { viewBox: `0 0 ${width} 26`, width, height: 26 }, ...drawn),
    );
  }

  /** @param {number} at */
  where(at) {
    const { timeline } = this;
    const decision = timeline.decision(at);
    return [
      t.where(number(at + 1), number(timeline.length)),
      t.whereDecision(
        number(decision.number),
        number(timeline.decisions[timeline.decisions.length - 1].number),
      ),
    ].join(", ");
  }
}

/** @param {KbEvent} event */
export function kindOf(event) {
  if (event.kind === "match") {
    return event.fate === "fact" ? "match fact" : event.fate === "enters" ? "match" : "match no";
  }
  if (event.kind === "insert") {
    return event.fate === "enters" || event.fate === "fact" ? "insert" : "insert no";
  }
  return event.kind === "clue" || event.kind === "sweep" ? event.kind : "move";
}

// Square: a clue. Plus: enters. Bar: not added. Cross: matching. Arrow: applying facts.
// Dot: a move.
/** @param {string} kind @param {number} x @param {number} r */
function glyph(kind, x, r) {
  const y = 13;
  if (kind === "clue") {
    return svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 1.5 });
  }
  if (kind === "move") return svg("circle", { cx: x, cy: y, r });
  const d = kind.startsWith("match")
    ? `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`
    : kind === "sweep"
    ? `M${x - r} ${y - r}L${x + r * .6} ${y}L${x - r} ${y + r}`
    : `M${x} ${y - r}V${y + r}${kind === "insert" ? `M${x - r} ${y}H${x + r}` : ""}`;
  return svg("path", { d });
}
