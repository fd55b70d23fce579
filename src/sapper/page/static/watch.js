// <sapper-watch> shows how agents reason: one agent by the events in its knowledge base, or by its
// moves if it has none, or two agents side by side.

import {
  aboutFor,
  agentName,
  api,
  busyKeys,
  copy,
  guarded,
  h,
  icon,
  iconButton,
  levelName,
  levelPicker,
  say,
  sentence,
  showRunning,
  socketTo,
  spoken,
  toast,
  words,
} from "./dom.js";
import { agentPickers } from "./pickers.js";
import { lost } from "./connection.js";
import { faultOf, PROGRAMS } from "./kb/faults.js";
import { readPosition, readScreen, screenText } from "./kb/link.js";
import { Stage } from "./kb/stage.js";
import { Timeline } from "./kb/timeline.js";
import { findParting } from "./parting.js";
import { sheet } from "./sheet.js";
import { Side } from "./side.js";
import { learnTabs } from "./tabs.js";
import { t as kbWords } from "./kb/words.js";

const AHEAD = 15; // frames to load in advance
const AT_FIRST = 20; // the frames that the server sends without being asked
const SETTLED = 200; // ms on a step before its odds are loaded
const NAMED = 200; // ms on an event before the address names it
const WITH_ODDS = ["odds", "champion"]; // agents that use odds
const t = words.learn;
// The screens that links name (kb/link.js). The module of each is loaded when it is opened.
/** @type {{ [name in ScreenName]?: () => Promise<{ open: OpenScreen }> }} */
const SCREENS = {
  hands: () => import("./kb/hands.js"),
  predict: () => import("./kb/predict.js"),
  proof: () => import("./kb/proof.js"),
  fault: () => import("./kb/fault.js"),
};

/**
 * @typedef {import("./parting.js").Frame} Frame
 * @typedef {import("./parting.js").Parting} Parting
 * @typedef {import("./kb/timeline.js").Size} Size
 * @typedef {import("./kb/link.js").ScreenName} ScreenName
 * @typedef {import("./kb/link.js").ScreenLink} ScreenLink
 * @typedef {object} Screen what is shown instead of the stage
 * @property {HTMLElement} element
 * @property {(event: KeyboardEvent) => boolean} key whether a key has a meaning there
 * @property {() => void} [shown] called when the element is on the page
 * @property {() => void} [more] called when more events have come
 * @property {() => void} [resize]
 * @typedef {object} Host what a screen may ask of the view
 * @property {(name: ScreenName | null, about?: string) => void} show another screen, or the stage
 * @property {(about: string) => void} rename changes what the link says of the screen
 * @property {(seed: number) => void} deal shows the same screen for another board
 * @property {boolean} isDealt whether the board was dealt by chance, not chosen by a link
 * @property {{ level: string, seed: number | null, guess: string | null }} game
 * @typedef {(stage: Stage, about: string, host: Host) => Screen} OpenScreen
 * @typedef {{ problem: string }} Refused
 * @typedef {object} Started the first message
 * @property {number} seed
 * @property {string} level
 * @property {number} width
 * @property {number} height
 * @property {number} mines
 * @property {boolean[]} kb whether each agent has a knowledge base
 * @typedef {{ side: number, done: true }} Done
 * @typedef {Refused | Started | Done | { side: number, frame: Frame }} Message
 * @typedef {{ level: string, agents: string[], guess: string | null, seed: number | null }} Choice
 */

class Watch extends HTMLElement {
  /** @type {string | undefined} */ argument;
  /** @type {Api.AgentForm[]} */ agents;
  /** @type {Api.LevelForm[]} */ levels;
  /** @type {string[]} */ guesses;
  pace = h("input", {
    type: "range",
    min: 0,
    max: 100,
    value: "38",
    "aria-label": t.pace,
    oninput: () => this.#schedule(),
  });
  toggle = iconButton("run", t.run, () => this.#toggle());
  count = h("span", { class: "muted small" });
  link = h("button", {
    class: "plain small muted",
    title: t.linkTitle,
    onclick: () => this.#copyLink(),
  });
  who = h("summary", { class: "who" });
  oddsButton = h("button", {
    class: "b",
    "aria-pressed": "false",
    onclick: () => {
      const on = this.oddsButton.getAttribute("aria-pressed") !== "true";
      this.oddsButton.setAttribute("aria-pressed", String(on));
      this.#showOdds();
    },
  }, t.odds);
  large = h("button", {
    class: "b",
    "aria-pressed": String(this.#isLarge),
    onclick: () => {
      localStorage.setItem("sapper.large", this.#isLarge ? "" : "1");
      this.#showLarge();
    },
  }, t.large);
  transport = h(
    "div",
    { class: "transport fixed-bar", role: "toolbar", "aria-label": t.controls },
    iconButton("start", t.toStart, () => this.#seek(0), { class: "b bare sq" }),
    iconButton("prev", t.stepBack, () => this.#seek(this.#wanted - 1)),
    h(
      "button",
      { class: "b main wide", onclick: () => this.#seek(this.#wanted + 1) },
      icon("next"),
      t.stepOn,
    ),
    this.toggle,
    iconButton("end", t.toEnd, () => this.#seek(Infinity), { class: "b bare sq" }),
  );
  verdict = h("p", { class: "voice verdict" });
  tally = h("p", { class: "muted small" });
  parting = h("p", { class: "parting" });
  stage = h("div", { class: "lesson" });
  /** @type {HTMLDetailsElement} */ choices;
  /** @type {boolean} */ refused;
  /** @type {Started | null} */ #started = null;
  /** @type {string | undefined} */ levelText;
  /** @type {Side[]} */ #sides = [];
  /** @type {Stage | null} */ #stage = null; // a single agent with a knowledge base
  /** @type {{ at: number, text: string } | null} */ #event = null; // the event that the link names
  /** @type {string | null} */ #position = null; // a single position, as text
  /** @type {ScreenLink | null} */ #screenLink = null;
  /** @type {Screen | null} */ #screen = null; // shown instead of the stage
  /** @type {WebSocket | null} */ #socket = null;
  #timer = 0;
  #naming = 0;
  #playing = false;
  #wanted = 0;
  /** @type {number | null} */ #target = null; // the step that the link names
  #isDealt = true; // whether the board was dealt by chance, not chosen by a link
  #odds = 0; // the number of the latest request for odds
  #apart = false; // true if each agent is shown at its own step, where the two differ
  #toPart = false; // true if the view should go there when it is known
  // The wins on boards that both agents have finished.
  /** @type {{ who: string, boards: Set<number | null>, won: [number, number] }} */
  #tally = { who: "", boards: new Set(), won: [0, 0] };
  /** @type {Choice} */
  #choice = {
    level: "easy",
    agents: ["textbook"],
    guess: null,
    seed: null,
    ...JSON.parse(localStorage.getItem("sapper.watch") ?? "{}"),
  };

  async connectedCallback() {
    const known = await aboutFor(this);
    if (!known) return;
    this.agents = known.agents;
    this.levels = known.levels;
    this.guesses = known.guesses;
    if (this.argument) this.#readLink(this.argument);
    const { select, custom } = await levelPicker(
      this.#choice.level,
      (level) => this.#choose({ level, seed: null }),
    );
    if (!this.isConnected) return;
    select.classList.remove("level");
    const { first, second, guess } = agentPickers(
      known,
      this.#choice,
      (change) => this.#choose(change),
    );
    this.append(
      h("h1", { class: "quiet" }, words.views.watch),
      learnTabs("watch"),
      this.choices = h(
        "details",
        {
          class: "choices",
          onkeydown: (event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            this.#foldChoices();
          },
        },
        this.who,
        h(
          "div",
          {},
          h("label", {}, t.agent, first),
          h("label", {}, t.second, second),
          h("label", {}, words.level, select),
          custom,
          h("label", {}, t.whenStuck, guess),
          h(
            "button",
            { class: "b", onclick: () => this.#choose({ seed: null }) },
            icon("new"),
            t.newBoard,
          ),
          h("label", {}, t.pace, this.pace),
          this.oddsButton,
          this.large,
        ),
      ),
      this.stage,
    );
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#back);
    document.addEventListener("click", this.#fold);
    window.addEventListener("resize", this.#resize);
    this.#showLarge();
    this.#start();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#back);
    document.removeEventListener("click", this.#fold);
    window.removeEventListener("resize", this.#resize);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearTimeout(this.#timer);
    clearTimeout(this.#naming);
  }

  #foldChoices() {
    this.choices.open = false;
    this.who.focus();
  }

  // A click elsewhere folds the choices.
  /** @param {MouseEvent} event */
  #fold = (event) => {
    const isWithin = event.target instanceof Node && this.choices.contains(event.target);
    if (!isWithin) this.choices.open = false;
  };

  #resize = () => (this.#screen ? this.#screen.resize?.() : this.#stage?.resize());

  #copyLink() {
    copy(`${location.origin}/${this.#hash}`, words.linkCopied);
  }

  get #isLarge() {
    return Boolean(localStorage.getItem("sapper.large"));
  }

  #showLarge() {
    this.classList.toggle("large-type", this.#isLarge);
    this.large.setAttribute("aria-pressed", String(this.#isLarge));
  }

  // A link contains the level, the board, the agents, how they guess, and a step or an event. The
  // step @part is the place where the agents differ: #watch/expert!245!rules!odds!:vote!@46,
  // #watch/expert!245!rules!odds!@part. An event has what it is about, too, because its number may
  // change: #watch/easy!17!textbook@246=match1-11
  /** @param {string} argument */
  #readLink(argument) {
    const { rest: text, screen } = readScreen(argument);
    this.#screenLink = screen;
    const [, before, event, about] = /^(.*[^!])@(\d+)(?:=([\w-]+))?$/.exec(text) ?? [];
    this.#event = event
      ? { at: Number(event) - 1, text: about ?? "" }
      : screen && { at: 0, text: "" };
    this.#position = readPosition(before ?? text);
    if (this.#position) {
      this.#event ??= { at: 0, text: "" };
      this.#choice.agents = ["textbook"];
      return undefined;
    }
    const [level, seed, ...rest] = (before ?? text).split("!");
    const step = rest.find((part) => /^@(\d+|part)$/.test(part));
    const guess = rest.find((part) => part.startsWith(":"));
    const agents = rest.filter((part) => part !== step && part !== guess);
    const isBad = !/^[\w*()]+(x\d+x\d+)?(\/[\w*()]+)?$/.test(level) ||
      !/^\d{1,15}$/.test(seed ?? "") ||
      agents.some((name) => !this.agents.some((agent) => agent.name === name)) ||
      (guess && !this.guesses.includes(guess.slice(1)));
    if (isBad) return toast(words.cutLink);
    Object.assign(
      this.#choice,
      { level, seed: Number(seed), guess: guess?.slice(1) ?? null },
      agents.length ? { agents: agents.slice(0, 2) } : {},
    );
    this.#isDealt = false;
    this.#toPart = step === "@part" && agents.length > 1;
    this.#target = step && !this.#toPart ? Number(step.slice(1)) - 1 || 0 : null;
    return undefined;
  }

  get #hash() {
    const { level, seed, agents, guess } = this.#choice;
    const how = guess ? [`:${guess}`] : [];
    if (this.#stage) {
      const { at, timeline } = this.#stage;
      const event = `@${at + 1}=${timeline.signature(at)}`;
      const game = this.#position
        ? this.#position.trimEnd().replaceAll("\n", "!")
        : [level, seed, ...how, agents[0]].join("!");
      return `#watch/${encodeURIComponent(game + event + screenText(this.#screenLink))}`;
    }
    const at = this.#target ?? this.#wanted;
    const step = this.#toPart ? ["@part"] : at > 0 && at !== Infinity ? [`@${at + 1}`] : [];
    return `#watch/${encodeURIComponent([level, seed, ...agents, ...how, ...step].join("!"))}`;
  }

  /** @param {Partial<Choice>} change */
  #choose(change) {
    Object.assign(this.#choice, change);
    const { seed, ...kept } = this.#choice;
    localStorage.setItem("sapper.watch", JSON.stringify(kept));
    this.#target = null;
    this.#event = null;
    this.#toPart = false;
    this.#screenLink = this.#position = null;
    if (change.seed === null) this.#isDealt = true;
    this.#start();
  }

  get isTwo() {
    return this.#choice.agents.length > 1;
  }

  #start() {
    const chosen = this.#choice.agents.map((name) =>
      this.agents.find((agent) => agent.name === name) ?? this.agents[0]
    );
    const two = this.isTwo;
    const who = [...chosen.map((agent) => agent.name), this.#choice.level, this.#choice.guess]
      .join();
    if (this.#tally.who !== who) this.#tally = { who, boards: new Set(), won: [0, 0] };
    this.#sides = chosen.map((agent) => new Side(agent, this));
    this.#wanted = 0;
    for (const line of [this.verdict, this.tally, this.parting]) line.textContent = "";
    /** @param {Api.AgentForm} agent */
    const byOdds = (agent) =>
      WITH_ODDS.includes(agent.name) || WITH_ODDS.includes(this.#choice.guess ?? agent.guess);
    this.oddsButton.setAttribute("aria-pressed", String(chosen.some(byOdds)));
    this.#stage = null;
    this.#screen = null;
    this.#started = null;
    if (this.#position) this.#reason(this.#position);
    else this.#connect();
    this.classList.remove("by-events");
    this.#showWho();
    this.#movingChoices(() => this.stage.before(this.choices));
    // A single agent is shown when its first frame comes.
    this.stage.className = two ? "lesson two waiting" : "lesson waiting";
    this.stage.replaceChildren(...two ? this.#both() : []);
    if (two) { for (const side of this.#sides) this.#reserve(side.board); }
    this.#schedule();
  }

  #showWho() {
    const { agents } = this.#choice;
    const level = levelName(this.#choice.level);
    const started = this.#started;
    this.who.replaceChildren(
      h("b", {}, agents.map(agentName).join(", ")),
      h(
        "span",
        { class: "muted" },
        this.#position
          ? kbWords.inPosition
          : started
          ? kbWords.on(level, `${started.width}×${started.height}`, started.seed)
          : level,
      ),
      icon("down"),
    );
  }

  #controls() {
    return [
      this.transport,
      h("div", { class: "transport" }, h("span", { class: "gap" }), this.count, this.link),
    ];
  }

  /** @param {Side} side */
  #room = (side) => h("div", { class: "room" }, side.board);

  #both() {
    return [
      h("div", { class: "side" }, ...this.#controls()),
      h("div", { class: "side" }, this.verdict, this.tally, this.#partButton(), this.parting),
      ...this.#sides.map((side) =>
        h(
          "div",
          { class: "side" },
          side.heading,
          this.#room(side),
          h(
            "div",
            { class: "conclusion", tabindex: 0, role: "group", "aria-label": side.name },
            side.figures,
            side.said,
            side.kb.element,
          ),
        )
      ),
    ];
  }

  // Shows a single agent, by events if it has a knowledge base.
  #showOne() {
    const [one] = this.#sides;
    const { width, height, kb } = /** @type {Started} */ (this.#started);
    if (!kb[0]) {
      const parts = [one.heading, this.#room(one), ...this.#controls(), one.figures];
      const told = h("div", { class: "side" }, one.said, one.kb.element);
      this.stage.replaceChildren(h("div", { class: "side" }, ...parts), told);
      this.#loadBoard(one);
      return;
    }
    const timeline = new Timeline(width, height, one.agent.name);
    timeline.isGame = this.#position === null;
    this.#movingChoices(() => {
      const stage = new Stage(timeline, {
        who: this.choices,
        onShow: () => this.#shown(),
        onRun: () => this.#toggle(),
        onLink: () => this.#copyLink(),
        onScreen: (name, about = "") => this.#showScreen({ name, about }),
      });
      this.#stage = stage;
      this.classList.add("by-events");
      this.stage.className = "";
      this.stage.replaceChildren(stage.element);
    });
  }

  // Moves the choices to another place, where they keep the focus.
  /** @param {() => void} move */
  #movingChoices(move) {
    const focused = document.activeElement;
    const isWithin = focused instanceof HTMLElement && this.choices.contains(focused);
    move();
    if (isWithin) focused.focus();
  }

  // The stage shows another event.
  #shown() {
    this.#showOdds();
    if (this.#event || this.#target !== null) return;
    // Browsers refuse an address that changes many times a second.
    clearTimeout(this.#naming);
    this.#naming = setTimeout(() => this.#rename(), NAMED);
  }

  // Adds a frame to the stage, and goes to the event that the link names when it has come.
  /** @param {Stage} stage @param {{ watched?: Api.WatchedJson }} frame */
  #addEvents(stage, { watched }) {
    const { timeline } = stage;
    const isFirst = timeline.length === 0;
    if (watched) timeline.add(watched);
    if (isFirst) stage.load();
    const event = this.#eventOf(stage);
    const isWaiting = event === null && (this.#event !== null || this.#target !== null);
    stage.element.classList.toggle("waiting", isWaiting);
    if (event !== null) {
      this.#event = this.#target = null;
      stage.show(event, false);
      if (this.#screenLink) this.#showScreen(this.#screenLink);
    } else if (isFirst) stage.show(0, false);
    else stage.more();
    this.#screen?.more?.();
  }

  // Shows a screen instead of the stage, or the stage again.
  /** @param {ScreenLink | null} link */
  #showScreen(link) {
    const stage = this.#stage;
    const load = link && SCREENS[link.name];
    this.#screenLink = load ? link : null;
    this.#rename();
    if (!stage) return;
    if (!load) {
      this.#screen = null;
      this.stage.replaceChildren(stage.element);
      stage.resize();
      stage.headline.focus({ preventScroll: true });
      return;
    }
    this.#pause();
    guarded(async () => {
      const { open } = await load();
      if (stage !== this.#stage || this.#screenLink !== link) return;
      this.#screen = open(stage, link.about, {
        show: (name, about = "") => this.#showScreen(name && { name, about }),
        rename: (about) => {
          link.about = about;
          this.#rename();
        },
        deal: (seed) => this.#deal(seed, { ...link }),
        isDealt: this.#isDealt,
        game: { level: this.#choice.level, seed: this.#choice.seed, guess: this.#choice.guess },
      });
      this.stage.replaceChildren(this.#screen.element);
      this.#screen.shown?.();
    });
  }

  // Shows a screen for another board, which was found by chance.
  /** @param {number} seed @param {ScreenLink} link */
  #deal(seed, link) {
    this.#choose({ seed });
    this.#isDealt = true;
    this.#event = { at: 0, text: "" };
    this.#screenLink = link;
  }

  #rename() {
    if (location.hash.startsWith("#watch")) history.replaceState(null, "", this.#hash);
  }

  // The event that the link names, or null if it has not come yet, or the fact whose proof the link
  // names. An older link names a decision.
  /** @param {Stage} stage @returns {number | null} */
  #eventOf({ timeline, board }) {
    const isOver = this.#sides[0].done;
    if (this.#event && this.#screenLink?.name === "proof" && !isOver) {
      const cell = board.named(this.#screenLink.about);
      if (cell !== null && timeline.factAbout(cell) === null) return null;
    }
    if (this.#target !== null) {
      const { decisions } = timeline;
      const found = decisions[this.#target] ?? (isOver ? decisions[decisions.length - 1] : null);
      return found?.last ?? null;
    }
    if (!this.#event) return null;
    const { at, text } = this.#event;
    if (timeline.length <= at && !isOver) return null;
    const last = Math.min(at, timeline.length - 1);
    return text ? timeline.find(last, text) ?? last : last;
  }

  /** @param {Board} board */
  #reserve(board) {
    const { level } = this.#choice;
    const [, width, height] =
      /^(\d+)x(\d+)x/.exec(this.levels.find((one) => one.name === level)?.level ?? level) ?? [];
    if (width !== undefined) board.reserve(Number(width), Number(height));
  }

  #partButton() {
    return h(
      "div",
      {},
      h("button", { class: "b", onclick: () => this.#seekParting() }, t.whereTheyPart),
    );
  }

  #seekParting() {
    const found = findParting(this.#sides[0], this.#sides[1]);
    this.#toPart = found === null;
    this.#showParting(found);
    if (found && "steps" in found) {
      const { steps } = found;
      this.#seek(Math.max(...steps));
      this.#sides.forEach((side, i) => side.goto(steps[i]));
      this.#apart = true;
      this.#showCount();
      this.#showOdds();
      say(this.parting.textContent);
    } else if (found) this.#seek(this.#wanted, false);
    else this.#ask();
  }

  /** @param {Parting | null} found */
  #showParting(found) {
    this.parting.replaceChildren(
      ...[
        found === null ? "" : spoken("span", {}, t.parting(found), this.#sides[0].board),
        found === null || found.kind === "same" ? "" : this.#toCost(),
      ].flat(),
    );
  }

  // The way to what the mistake of one of the two agents costs on this board.
  #toCost() {
    const { agents, level, seed, guess } = this.#choice;
    const agent = agents.find((name) => faultOf(name) !== null);
    if (agent === undefined) return "";
    const game = [level, seed, ...guess ? [`:${guess}`] : [], agent].join("!");
    const about = PROGRAMS.includes(agent) ? agent : faultOf(agent);
    return [
      " ",
      h(
        "a",
        { href: `#watch/${encodeURIComponent(`${game}@1+fault=${about}`)}` },
        kbWords.fault.showMistakes,
      ),
    ];
  }

  #connect() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    const { level, seed, guess } = this.#choice;
    const socket = socketTo("watch");
    this.#socket = socket;
    for (const side of this.#sides) {
      side.skip = side.frames.length;
      side.asked = AT_FIRST;
    }
    socket.onopen = () =>
      socket.send(
        JSON.stringify({ level, agents: this.#sides.map((side) => side.agent.name), seed, guess }),
      );
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data));
    // If the websocket closes before the games are over, the connection is lost.
    socket.onclose = () => {
      if (socket !== this.#socket || this.#sides.every((side) => side.done) || this.refused) return;
      this.#socket = null;
      lost();
    };
    this.refused = false;
  }

  // After a lost connection, the server sends the same game from the start. Known frames are
  // skipped.
  #back = () =>
    !this.#position && this.#sides.length && !this.#sides.every((side) => side.done) &&
    this.#connect();

  // Shows what the textbook agent does in a position.
  /** @param {string} position */
  #reason(position) {
    const [, width, height, mines] = (/(\d+)x(\d+)x(\d+)/.exec(position) ?? []).map(Number);
    const [level] = position.split("\n");
    guarded(async () => {
      const watched = await api("/events", { position });
      if (position !== this.#position || !this.isConnected) return;
      const [side] = this.#sides;
      side.done = true;
      this.levelText = level;
      this.#started = { seed: 0, level, width, height, mines, kb: [true] };
      this.#showWho();
      this.#showOne();
      if (this.#stage) this.#addEvents(this.#stage, { watched });
    });
  }

  /** @param {Message} message */
  #take(message) {
    if ("problem" in message) {
      this.refused = true;
      toast(sentence(message.problem));
    } else if ("seed" in message) {
      this.#choice.seed = message.seed;
      this.levelText = message.level;
      this.link.textContent = t.board(message.seed);
      this.#started = message;
      this.#showWho();
      if (location.hash.startsWith("#watch")) history.replaceState(null, "", this.#hash);
      for (const side of this.isTwo ? this.#sides : []) {
        if (side.board.width) continue;
        this.#loadBoard(side);
      }
      this.#ask();
    } else if ("done" in message) {
      this.#sides[message.side].done = true;
      if (this.#stage) return this.#addEvents(this.#stage, {});
      if (this.#toPart) this.#seekParting();
      this.#arrive();
      if (this.#wanted === Infinity) this.#seek(Infinity, false);
      else this.#showCount();
    } else {
      const side = this.#sides[message.side];
      if (side.skip > 0) {
        side.skip--;
        return this.#ask();
      }
      side.frames.push(message.frame);
      if (!this.isTwo && side.frames.length === 1) this.#showOne();
      if (this.#stage) {
        this.#addEvents(this.#stage, message.frame);
        return this.#ask();
      }
      if (this.#toPart) this.#seekParting();
      if (this.#toPart) return undefined;
      this.#arrive();
      if (this.#target !== null) return this.#ask();
      if (side.at < 0 || (this.#wanted > side.at && !this.#apart)) this.#seek(this.#wanted, false);
      this.#showCount();
    }
    return undefined;
  }

  /** @param {Side} side */
  #loadBoard(side) {
    const { width, height } = /** @type {Started} */ (this.#started);
    this.stage.classList.toggle("wide", width > 1.4 * height);
    side.board.load(width, height, Array(height).fill(".".repeat(width)));
  }

  // Goes to the step in the link as soon as every game has reached it or is over.
  #arrive() {
    const target = this.#target;
    if (target === null) return;
    if (!this.#sides.every((side) => side.frames.length > target || side.done)) return;
    this.#target = null;
    this.#seek(target, false);
  }

  // Asks for more frames. The server counts frames from the start of the connection.
  #ask() {
    this.#sides.forEach((side, number) => {
      const wanted = this.#target ?? this.#wanted;
      const needed = (wanted === Infinity || this.#toPart || this.#stage
        ? side.frames.length + 60
        : Math.max(wanted, side.at) + 1) + AHEAD;
      const more = needed - side.asked;
      if (side.done || more <= 5 || this.#socket?.readyState !== 1) {
        return;
      }
      this.#socket.send(JSON.stringify({ side: number, more }));
      side.asked += more;
    });
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    const perSecond = 0.4 * 80 ** (Number(this.pace.value) / 100);
    this.#timer = setTimeout(() => {
      if (this.#stage) this.#stage.step(1);
      else if (this.#sides.some((side) => side.at + 1 < side.frames.length)) {
        this.#seek(this.#wanted + 1, false);
        if (this.#isOver) this.#say();
      }
      if (this.#isAtEnd) this.#pause();
      this.#schedule();
    }, 1000 / perSecond);
  }

  /** @param {number} target */
  seek(target) {
    this.#seek(target);
  }

  // Shows the same step of every game, or the last step of a shorter game.
  /** @param {number} target */
  #seek(target, byHand = true) {
    if (byHand) {
      this.#pause();
      this.#target = null;
      this.#toPart = false;
    }
    this.#apart = false;
    const longest = Math.max(0, ...this.#sides.map((side) => side.frames.length - 1));
    const open = this.#sides.some((side) => !side.done);
    this.#wanted = Math.max(0, Math.min(target, target === Infinity && open ? Infinity : longest));
    for (const side of this.#sides) side.goto(this.#wanted);
    if (this.#sides.every((side) => side.at >= 0)) this.stage.classList.remove("waiting");
    this.#ask();
    this.#showCount();
    this.#showOdds();
    if (byHand) {
      this.#say();
      if (location.hash.startsWith("#watch")) history.replaceState(null, "", this.#hash);
    }
  }

  #say() {
    const [one, other] = this.#sides;
    say(
      !other
        ? one.words
        : this.#isOver
        ? this.verdict.textContent
        : t.both(one.name, one.words, other.name, other.words),
    );
  }

  get #isOver() {
    return this.#sides.every((side) => side.done && side.at === side.frames.length - 1);
  }

  #showOdds() {
    const ticket = ++this.#odds;
    const on = this.oddsButton.getAttribute("aria-pressed") === "true";
    for (const { board } of this.#stage ? [this.#stage] : this.#sides) {
      if (board.classList.contains("odds")) board.overlay(null);
      const position = board.rows.join("\n");
      if (!on || !board.width || /[*XW]/.test(position)) continue;
      guarded(async () => {
        await new Promise((done) => setTimeout(done, SETTLED));
        if (ticket !== this.#odds) return;
        const { odds } = await api("/analyse", { position: `${this.levelText}\n${position}\n` });
        if (ticket !== this.#odds) return;
        board.overlay(!odds || odds.first_is_safe ? null : odds.odds.flat());
      });
    }
  }

  #showCount() {
    const at = Math.max(...this.#sides.map((side) => side.at)) + 1;
    const known = Math.max(...this.#sides.map((side) => side.frames.length));
    const done = this.#sides.every((side) => side.done);
    this.count.textContent = done ? t.countOf(at, known) : t.count(at);
    if (this.#sides.length < 2) return;
    const [a, b] = this.#sides;
    const ended = this.#isOver;
    const text = ended
      ? t.verdict(
        [a, b].map((side) => ({
          name: side.name,
          state: side.state,
          steps: side.frames.length,
          guesses: side.guesses,
        })),
      )
      : t.score(a.name, a.open, b.name, b.open);
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    if (!ended) return;
    this.#showParting(findParting(this.#sides[0], this.#sides[1]));
    const { boards, won } = this.#tally;
    if (!boards.has(this.#choice.seed)) {
      boards.add(this.#choice.seed);
      this.#sides.forEach((side, i) => (won[i] += side.state === "won" ? 1 : 0));
    }
    this.tally.textContent = t.tally(
      boards.size,
      this.#sides.map((side, i) => [side.name, won[i]]),
    );
  }

  #pause() {
    this.#playing = false;
    clearTimeout(this.#timer);
    this.#showRunning();
  }

  get #isAtEnd() {
    const { at, timeline } = this.#stage ?? {};
    if (timeline) return this.#sides[0].done && at === timeline.length - 1;
    return this.#isOver;
  }

  // Runs the game, again from the start if it is over.
  #toggle() {
    if (!this.#playing && this.#isAtEnd) {
      if (this.#stage) this.#stage.show(0);
      else this.#seek(0);
    }
    this.#playing = !this.#playing;
    this.#showRunning();
    this.#schedule();
  }

  #showRunning() {
    showRunning(this.toggle, this.#playing, t);
    this.#stage?.showRunning(this.#playing);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const { target } = event;
    if (busyKeys(event)) return undefined;
    if (event.key === "Escape" && this.choices.open) return this.#foldChoices();
    /** @param {string} selector */
    const isIn = (selector) => target instanceof Element && target.matches(selector);
    const isMoving = isIn("[role=gridcell]") && /^(Arrow|Home|End|Page)/.test(event.key);
    if (this.#screen) {
      if (!isMoving && this.#screen.key(event)) event.preventDefault();
      return undefined;
    }
    // These keys have another meaning here: arrows move within the board, and space presses a
    // button.
    if (isIn("[role=gridcell]") || (event.key === " " && isIn("button, summary, a"))) {
      return undefined;
    }
    if (this.#stage?.key(event)) return event.preventDefault();
    /** @type {Record<string, () => unknown>} */
    const actions = {
      " ": () => this.#toggle(),
      ArrowRight: () => this.#seek(this.#wanted + 1),
      ArrowLeft: () => this.#seek(this.#wanted - 1),
      Home: () => this.#seek(0),
      End: () => this.#seek(Infinity),
      n: () => this.#choose({ seed: null }),
    };
    const action = this.#stage && !" n".includes(event.key) ? null : actions[event.key];
    if (!action) return undefined;
    event.preventDefault();
    return action();
  };
}

await Promise.all(["kb.css", "proof.css", "fault.css"].map(sheet));
customElements.define("sapper-watch", Watch);
