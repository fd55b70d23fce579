// The textbook agent and the same agent with one mistake, on one board, where they part. Or a
// student program, and what the textbook agent makes of the position in which the program is stuck
// or guesses: the game of a program differs from the start, because it matches in its own order.

import {
  agentName,
  api,
  cellName,
  guarded,
  h,
  iconButton,
  number,
  say,
  sentence,
  socketTo,
  spoken,
  svg,
  toast,
} from "../dom.js";
import { lost } from "../connection.js";
import { plain, runs } from "../runs.js";
import { cellOf } from "./clauses.js";
import { faultNamed, faultOf, FAULTS, PROGRAMS, programsWith } from "./faults.js";
import { forks, gainOf, onlyFirst, outcomeOf, pairsBetween } from "./fork.js";
import { clauseChips, picture } from "./picture.js";
import { points } from "./plot.js";
import { Scene } from "./scene.js";
import { aloudText, missedText, needed, said, story } from "./story.js";
import { onBoard } from "./strings.js";
import { cellsAbout, Timeline } from "./timeline.js";
import { t as all } from "./words.js";

/** @typedef {import("./fork.js").Pair} Pair */

const t = all.fault;
const RIGHT = "textbook";
const ASKED = 150; // frames to ask for at a time
const BOARDS = 40; // boards to try until the mistake matters on one
const LOW = matchMedia("(max-height: 800px)");
const PAIRS = 3; // pairs that are listed after the parting
const ONLY = 5; // clauses that are listed because only one of the two has them
const SAMPLE = 30; // the most clauses of a clue that are drawn as dots
const PIN = 22; // px between two pins
const [NAMES, ENDS] = [116, 84]; // px for the names of the lanes, and for how they end

/** @type {import("../watch.js").OpenScreen} */
export function open({ timeline }, about, host) {
  const name = faultNamed(about) ?? faultOf(timeline.agent) ?? FAULTS[0];
  const { width, height } = timeline;
  const agents = [RIGHT, fullName(name)];
  const games = agents.map((agent) => new Timeline(width, height, agent));
  const fault = new Fault(games, name, host);
  return {
    element: fault.element,
    shown: () => {
      host.rename(name);
      guarded(async () => {
        const { level } = await loadGames(agents, games, host.game, fault.element);
        const position = fault.position(level);
        if (position !== null) fault.compare(await api("/events", { position }));
        else fault.load();
        if (host.isDealt && !fault.matters) fault.search();
      });
    },
    key: (event) => fault.key(event),
    resize: () => fault.resize(),
  };
}

// The name of the agent with a mistake, or of a student program.
/** @param {string} name */
const fullName = (name) => PROGRAMS.includes(name) ? name : `${RIGHT}:${name}`;

// The short name of a student program.
/** @param {string} program */
const laneOf = (program) => t.programLane(program.slice(-1).toUpperCase());

// Loads the games of some agents on one board, as long as an element is on the page.
/**
 * @param {readonly string[]} agents
 * @param {readonly Timeline[]} games
 * @param {import("../watch.js").Host["game"]} game
 * @param {Element} element
 * @returns {Promise<{ level: string, seed: number }>} when both are over
 */
function loadGames(agents, games, game, element) {
  const socket = socketTo("watch");
  const counts = agents.map(() => 0);
  let left = agents.length;
  let [level, seed] = ["", 0];
  const ask = (/** @type {number} */ side) => socket.send(JSON.stringify({ side, more: ASKED }));
  socket.onopen = () => socket.send(JSON.stringify({ ...game, agents }));
  socket.onclose = () => left && element.isConnected && lost();
  return new Promise((done) => {
    socket.onmessage = ({ data }) => {
      if (!element.isConnected) return socket.close();
      const message = JSON.parse(data);
      if ("problem" in message) {
        left = 0;
        return toast(sentence(message.problem));
      }
      if ("seed" in message) {
        ({ level, seed } = message);
        return agents.forEach((_, side) => ask(side));
      }
      const { side, frame } = message;
      if (message.done) {
        if (--left > 0) return undefined;
        socket.close();
        return done({ level, seed });
      }
      if (frame.watched) games[side].add(frame.watched);
      if (++counts[side] % (ASKED - 50) === 0) ask(side);
      return undefined;
    };
  });
}

// Whether a mistake matters in two games: the textbook agent finds a fact that the other one never
// finds, or a student program misses a safe cell.
/** @param {readonly Timeline[]} games @param {boolean} isProgram */
export function matters([right, wrong], isProgram) {
  if (isProgram) return wrong.decisions.some(({ missed }) => missed);
  const parted = forks(right, wrong).partings.at(-1);
  return parted !== undefined && gainOf(right, wrong, parted) !== null;
}

export class Fault {
  headline = h("h2", { class: "voice", tabindex: -1 }, t.loading);
  reason = h("p", { class: "why" });
  note = h("p", { class: "fault-note" });
  find = h("button", { class: "b find", hidden: true, onclick: () => this.search() }, t.find);
  /** @type {import("./fork.js").Forks} */ forks = { partings: [], reunions: [] };
  at = 0; // the parting that is shown
  /** @type {Timeline | null} */ #there = null; // the textbook agent in the program's position
  /** @type {import("./timeline.js").Decision | null} */ #missed = null; // where it misses a cell

  /**
   * @param {Timeline[]} games the one of the textbook agent, and the one with the mistake
   * @param {string} name
   * @param {import("../watch.js").Host} host
   */
  constructor(games, name, host) {
    this.right = games[0];
    this.wrong = games[1];
    this.games = games;
    this.name = name;
    this.host = host;
    this.element = h("div", { class: "kbs fault-view" });
    this.scene = new Scene(this.right, this.element);
    const choice = h(
      "select",
      {
        "aria-label": t.mistake,
        onchange: () => {
          this.#choose(choice.value);
        },
      },
      /** @type {const} */ ([[t.ones, FAULTS], [t.programs, PROGRAMS]]).map(([label, names]) =>
        h(
          "optgroup",
          { label },
          names.map((one) => h("option", { value: one }, agentName(fullName(one)))),
        )
      ),
    );
    choice.value = name;
    this.note.textContent = this.isProgram ? t.program : t.notes[name];
    this.sides = games.map((_, i) =>
      h("section", {
        class: `fault-side ${i ? "wrong" : ""}`,
        "aria-label": this.#agent(i),
        tabindex: 0,
      })
    );
    this.lanes = h("div", { class: "lanes", "aria-hidden": "true" });
    this.pins = h("p", { class: "pins" });
    this.element.append(
      h(
        "header",
        { class: "fault-head" },
        h("div", { class: "proof-bar" }, iconButton("prev", t.back, () => host.show(null)), choice),
        this.headline,
        this.reason,
        this.find,
      ),
      this.sides[0],
      h(
        "section",
        { class: "fault-board", "aria-label": all.board },
        this.scene.room,
        this.note,
        this.#others(),
      ),
      this.sides[1],
      h("footer", { class: "k-t" }, this.lanes, this.pins),
    );
  }

  get isProgram() {
    return PROGRAMS.includes(this.name);
  }

  // The ways from a student program to its mistake alone, and back.
  #others() {
    const others = this.isProgram ? [faultOf(this.name) ?? ""] : programsWith(this.name);
    if (!others.length) return "";
    return h(
      "p",
      { class: "fault-others" },
      this.isProgram ? t.alone : t.themselves,
      others.map((one) => [
        " ",
        h(
          "button",
          { class: "plain", onclick: () => this.#choose(one) },
          this.isProgram ? agentName(fullName(one)) : laneOf(one),
        ),
      ]),
    );
  }

  /** @param {string} name */
  #choose(name) {
    this.host.show("fault", name);
  }

  /** @param {number} side */
  #agent(side) {
    return agentName(side ? fullName(this.name) : RIGHT);
  }

  get matters() {
    return matters(this.games, this.isProgram);
  }

  // Deals boards until the mistake matters on one of them.
  search() {
    const { right: { width, height }, element, host, isProgram } = this;
    const agents = [RIGHT, fullName(this.name)];
    this.find.hidden = true;
    this.headline.focus({ preventScroll: true });
    return guarded(async () => {
      for (let board = 1; board <= BOARDS; board++) {
        this.headline.textContent = t.searching;
        this.reason.textContent = t.searchingWhy(board, BOARDS);
        if (board === 1) say(t.searching);
        const games = agents.map((agent) => new Timeline(width, height, agent));
        const { seed } = await loadGames(agents, games, { ...host.game, seed: null }, element);
        if (matters(games, isProgram)) return host.deal(seed);
      }
      this.headline.textContent = t.notFound(BOARDS);
      this.reason.textContent = t.notFoundWhy;
      this.find.hidden = false;
      return say(`${t.notFound(BOARDS)} ${t.notFoundWhy}`);
    });
  }

  // The first position in which a student program misses a safe cell, as text, or null.
  /** @param {string} level */
  position(level) {
    const { wrong: { decisions, width, height } } = this;
    this.#missed = this.isProgram ? decisions.find(({ missed }) => missed) ?? null : null;
    const view = this.#missed?.view;
    if (!view) return null;
    const rows = Array.from({ length: height }, (_, y) => view.slice(y * width, (y + 1) * width));
    return `${level}\n${rows.join("\n")}\n`;
  }

  // What the textbook agent does in that position has come, too.
  /** @param {Api.WatchedJson} told */
  compare(told) {
    const there = new Timeline(this.wrong.width, this.wrong.height);
    there.isGame = false;
    there.add(told);
    this.#there = there;
    this.load();
  }

  // The timelines that are shown at a parting.
  get #shown() {
    return [this.#there ?? this.right, this.wrong];
  }

  // Where the textbook agent finds what a program misses, and where the program has lost what it
  // needs for that, or misses it.
  /** @param {import("./timeline.js").Decision} decision @returns {import("./fork.js").Forks} */
  #misses({ missed, last }) {
    const [there, wrong] = this.#shown;
    const literal = missed?.literal;
    const found = there.events.findIndex(({ facts }) => facts.some(([, fact]) => fact === literal));
    const needs = needed(wrong, last).map(({ lost }) => lost);
    const ats = needs.length ? [...new Set(needs)] : [last];
    return { partings: ats.map((at) => [found, at]), reunions: [] };
  }

  // Both games have come.
  load() {
    const { right, wrong, isProgram } = this;
    this.forks = !isProgram
      ? forks(right, wrong)
      : this.#missed
      ? this.#misses(this.#missed)
      : { partings: [], reunions: [] };
    const { partings, reunions } = this.forks;
    this.scene.load(this.#shown[0].decisions[0].view);
    this.find.hidden = this.matters;
    this.headline.focus({ preventScroll: true });
    if (partings.length) {
      return this.show(reunions.length < partings.length ? partings.length - 1 : 0);
    }
    const outcome = outcomeOf(wrong);
    this.headline.textContent = isProgram ? t.noMiss : t.same;
    this.reason.textContent = !isProgram ? t.sameWhy : outcome ? t.noMissWhy[outcome] : "";
    this.element.classList.add("never-part");
    this.note.hidden = isProgram;
    const shown = isProgram ? wrong : right;
    const last = shown.length - 1;
    this.scene.show(shown.view(last), onBoard(shown, last), []);
    this.#showLanes();
    say(`${this.headline.textContent} ${this.reason.textContent}`);
    return undefined;
  }

  get pair() {
    return this.forks.partings[this.at];
  }

  // Shows a parting.
  /** @param {number} at */
  show(at, aloud = true) {
    this.at = at;
    const [right, wrong] = this.#shown;
    const [first] = this.pair;
    const missed = this.#missed;
    const isStuck = missed !== null && wrong.events[missed.last].kind === "stuck";
    const headline = missed === null
      ? t.head(right.sizes[first])
      : isStuck
      ? t.stuckHere(laneOf(this.name))
      : t.guessesHere(laneOf(this.name));
    const why = missed === null ? this.#why() : this.#whyMissed(missed);
    this.headline.textContent = headline;
    this.reason.replaceChildren(spoken("span", {}, why, this.scene.board));
    this.scene.show(right.view(first), onBoard(right, first), cellsAbout(right, first));
    this.games.forEach((_, i) => this.#showSide(i));
    this.#showLanes();
    if (aloud) say(aloudText(`${headline} ${plain(why)}`));
  }

  resize() {
    if (!this.right.length) return;
    if (this.forks.partings.length) this.show(this.at, false);
    else this.#showLanes();
  }

  // What a program misses, and which of its mistakes is the reason.
  /** @param {import("./timeline.js").Decision} decision */
  #whyMissed({ missed, last }) {
    const fault = missed?.why === "mine count" ? "no-mine-count" : faultOf(this.name) ?? "";
    const isReason = missed?.why !== "lost" && fault !== "forgets-parents";
    return runs`${missedText(this.wrong, last)}${isReason ? ` ${t.mistakes[fault]}` : ""}`;
  }

  // What the mistake is, what the textbook agent settles later, and how the other one ends.
  #why() {
    const { right, wrong, pair, name } = this;
    const gain = gainOf(right, wrong, pair);
    const apart = (
      /** @type {Timeline} */ game,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) => game.decision(to).number - game.decision(from).number;
    const gained = gain
      ? t.gain({
        fact: said(right, gain.literal),
        here: gain.at === pair[0],
        moves: apart(right, pair[0], gain.at),
        pairs: pairsBetween(right, pair[0] + 1, gain.at + 1),
      })
      : t.noGain;
    const end = wrong.length - 1;
    const ended = t.end({
      outcome: outcomeOf(wrong),
      moves: apart(wrong, pair[1], end),
      pairs: pairsBetween(wrong, pair[1] + 1, end + 1),
    });
    return runs`${t.mistakes[name]} ${gained} ${ended}`;
  }

  /** @param {number} side */
  #showSide(side) {
    const game = this.#shown[side];
    const at = this.pair[side];
    const section = this.sides[side];
    const told = story(game, at);
    const place = h("div", { class: "pic" });
    const [before, after] = [game.sizes[at], game.sizes[at + 1]];
    const few = LOW.matches ? PAIRS - 1 : PAIRS;
    const [pairs, summary] = this.#pairs(side, few);
    section.replaceChildren(
      h(
        "h3",
        {},
        h("i"),
        this.#agent(side),
        this.isProgram && h("span", {}, side ? t.atEvent(number(at + 1)) : t.inPosition),
        h("small", {}, t.kb(before, after)),
      ),
      spoken("p", { class: "voice" }, told.headline, this.scene.board),
      h("p", { class: "sum" }, summary),
      place,
      this.isProgram ? "" : this.#only(side),
      pairs,
    );
    const width = Math.min(section.clientWidth || 420, 460);
    const rows = game.cluster(at)?.rows ?? [];
    if (game.events[at].kind === "clue" && rows.length > SAMPLE) {
      place.append(this.#sample(game, rows));
      return;
    }
    const room = { width, height: LOW.matches ? 200 : 260, keeps: side === 0 };
    place.append(...picture(game, at, room));
  }

  // A few of many clauses of a clue, and what becomes of all.
  /** @param {Timeline} game @param {import("./timeline.js").Insert[]} rows */
  #sample(game, rows) {
    const entered = rows.filter(({ fate }) => fate === "enters" || fate === "fact").length;
    return h(
      "div",
      { class: "sample" },
      h("p", {}, t.sample(rows.length, entered)),
      h(
        "ul",
        {},
        rows.slice(0, ONLY).map(({ clause }) => h("li", {}, clauseChips(game, clause))),
        h("li", {}, t.more(rows.length - ONLY)),
      ),
    );
  }

  // What only this agent has after the event.
  /** @param {number} side */
  #only(side) {
    const { right, wrong, pair } = this;
    const game = this.games[side];
    const ids = side ? onlyFirst(wrong, right, [pair[1], pair[0]]) : onlyFirst(right, wrong, pair);
    if (!ids.length) return "";
    return h(
      "p",
      { class: "only" },
      h("span", {}, t.only),
      ids.slice(0, ONLY).map((id) => clauseChips(game, game.clause(id))),
      ids.length > ONLY && h("span", {}, t.more(ids.length - ONLY)),
    );
  }

  // The pairs that follow, with what comes of them, and a summary of the rest.
  /** @param {number} side @param {number} few @returns {[HTMLElement | "", string]} */
  #pairs(side, few) {
    const game = this.#shown[side];
    const from = this.pair[side];
    const { last, cell } = game.decision(from);
    /** @type {number[]} */
    const ats = [];
    for (let at = from + 1; at <= last; at++) if (game.events[at].kind === "match") ats.push(at);
    const shown = ats.slice(0, few);
    const rows = shown.map((at) => {
      const { left, right } = /** @type {import("./timeline.js").Match} */ (game.events[at]);
      return h(
        "tr",
        {},
        h(
          "td",
          {},
          clauseChips(game, game.clause(left)),
          h("u", {}, " + "),
          clauseChips(game, game.clause(right)),
        ),
        h("td", {}, this.#result(game, at)),
        h("td", {}, number(game.sizes[at + 1])),
      );
    });
    const isStuck = game.events[last].kind === "stuck";
    const summary = t.sum({
      pairs: ats.length,
      cell: cell === null ? null : cellName(cell, game.width),
      clauses: isStuck ? game.sizes[last] : null,
      outcome: outcomeOf(game),
    });
    if (!rows.length) return ["", summary];
    const left = ats.length - rows.length;
    const table = h(
      "table",
      { class: "pairs" },
      h("thead", {}, h("tr", {}, t.columns.map((column) => h("th", { scope: "col" }, column)))),
      h(
        "tbody",
        {},
        rows,
        left > 0 && h("tr", {}, h("td", { colspan: t.columns.length }, t.morePairs(left))),
      ),
    );
    return [table, summary];
  }

  /** @param {Timeline} game @param {number} at */
  #result(game, at) {
    const event = /** @type {import("./timeline.js").Match} */ (game.events[at]);
    const [fact] = event.facts;
    if (fact) return h("b", {}, t.fact(...said(game, fact[1])));
    if (event.enter.length) return clauseChips(game, game.clause(event.enter[0]));
    return h("span", { class: "muted" }, t.fates[event.fate] ?? t.fates.known);
  }

  // -- both games as plots of KB, with the places where they part -------------------------------

  #showLanes() {
    const { lanes, games, forks: { partings, reunions } } = this;
    const width = lanes.clientWidth || 900;
    const high = 38;
    const across = width - NAMES - ENDS;
    const longest = Math.max(...games.map(({ length }) => length));
    const most = Math.max(1, ...games.flatMap(({ sizes }) => sizes));
    const x = (/** @type {number} */ at) => NAMES + across * at / longest;
    const top = (/** @type {number} */ side) => side * (high + 22);
    /** @type {Node[]} */
    const drawn = games.flatMap((game, side) => {
      const base = top(side) + high;
      const y = (/** @type {number} */ size) => base - (high - 6) * size / most;
      const part = across * game.length / longest;
      const line = points(game.sizes, part).map(([share, size], i) => {
        const [px, py] = [NAMES + share * part, y(size)];
        return i ? `H${px}V${py}` : `M${px} ${py}`;
      }).join("");
      const kind = side ? "wrong" : "";
      const text = (
        /** @type {string} */ of,
        /** @type {number} */ px,
        /** @type {number} */ py,
        /** @type {string} */ words,
      ) => svg("text", { class: of, x: px, y: py }, words);
      const outcome = outcomeOf(game);
      const end = y(game.sizes[game.length]);
      return [
        ...game.rounds.map(({ first, last }) =>
          svg("rect", {
            class: "rnd",
            ...{ x: x(first), y: top(side) + 2, height: high - 2, rx: 2 },
            width: Math.max(3, x(last + 1) - x(first)),
          })
        ),
        svg("path", { class: `line ${kind}`, d: line }),
        svg("path", { class: "axis", d: `M${NAMES} ${base + .5}H${width - ENDS}` }),
        text("lane", 0, base - 14, side ? this.#lane : agentName(RIGHT)),
        text("small", 0, base, all.plot),
        text(
          "lane",
          x(game.length) + 10,
          Math.min(end, base - 6),
          outcome ? t.outcomes[outcome] : "",
        ),
        svg("circle", { class: `stop ${kind}`, cx: x(game.length), cy: end, r: 4.5 }),
      ];
    });
    const forked = this.#marks();
    let free = 0; // pins must not cover each other
    for (const { pair: [first, second], label, on } of forked) {
      const b = x(second + .5);
      const a = first < 0 ? b : x(first + .5); // the textbook agent's game may never get there
      const middle = Math.max((a + b) / 2, free);
      free = middle + PIN;
      drawn.push(
        svg("path", {
          class: `fork ${on ? "on" : ""}`,
          d: `M${a} ${first < 0 ? high : 0}V${high}L${b} ${top(1)}V${top(1) + high}`,
        }),
        svg(
          "g",
          { class: `pin ${on ? "on" : ""}` },
          svg("circle", { cx: middle, cy: high + 11, r: 9.5 }),
          svg("text", { x: middle, y: high + 15, "text-anchor": "middle" }, label),
        ),
      );
    }
    const height = top(1) + high + 6;
    lanes.replaceChildren(
      svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, width, height }, ...drawn),
    );
    const between = this.isProgram ? 0 : partings.length - 2;
    this.pins.replaceChildren(
      ...forked.map(({ label, words, parting, on }) =>
        parting === null ? h("span", {}, h("b", {}, label), words) : h(
          "button",
          { "aria-pressed": String(on), onclick: () => this.show(parting) },
          h("b", {}, label),
          words,
        )
      ),
      between > 0 && reunions.length > 0 ? h("span", {}, t.between(between)) : "",
    );
  }

  // The name of the lane of the agent with the mistake.
  get #lane() {
    return this.isProgram ? laneOf(this.name) : t.mistaken;
  }

  // What a program has lost, or where it misses a cell. In its own game, the textbook agent may
  // settle the cell at another event, or never.
  #missMarks() {
    const { right, wrong, forks: { partings }, at } = this;
    const literal = this.#missed?.missed?.literal ?? 0;
    const own = right.events.findIndex(({ facts }) => facts.some(([, fact]) => fact === literal));
    return partings.map(([, second], i) => {
      const { kind } = wrong.events[second];
      const words = second === this.#missed?.last
        ? t.misses(second + 1, cellName(cellOf(literal), wrong.width))
        : t.loses(second + 1, kind === "insert");
      /** @type {Pair} */
      const pair = [own, second];
      return { pair, words, parting: i, label: String(i + 1), on: i === at };
    });
  }

  // The first parting, the last reunion, and the parting for good.
  #marks() {
    if (this.isProgram) return this.#missMarks();

    const { right, forks: { partings, reunions }, at } = this;
    /** @type {{ pair: Pair, words: string, parting: number | null }[]} */
    const marks = [];
    const last = partings.length - 1;
    const isForGood = reunions.length < partings.length;
    if (last >= 0) {
      const [first] = partings[0];
      const words = isForGood && last === 0 ? t.forGood(first + 1) : t.first(first + 1);
      marks.push({ pair: partings[0], words, parting: 0 });
    }
    const reunion = reunions.at(-1);
    if (reunion) {
      marks.push({ pair: reunion, words: t.again(right.sizes[reunion[0]]), parting: null });
    }
    if (isForGood && last > 0) {
      const [first] = partings[last];
      marks.push({ pair: partings[last], words: t.forGood(first + 1), parting: last });
    }
    return marks.map((mark, i) => ({ ...mark, label: String(i + 1), on: mark.parting === at }));
  }

  // Whether a key has a meaning here.
  /** @param {KeyboardEvent} event */
  key({ key }) {
    const last = this.forks.partings.length - 1;
    /** @type {Record<string, () => void>} */
    const actions = {
      Escape: () => this.host.show(null),
      ArrowRight: () => this.at < last && this.show(this.at + 1),
      ArrowLeft: () => this.at > 0 && this.show(this.at - 1),
      Home: () => last >= 0 && this.show(0),
      End: () => last >= 0 && this.show(last),
    };
    actions[key]?.();
    return key in actions;
  }
}
