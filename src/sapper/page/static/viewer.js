// Shows a finished game move by move, with the errors and the luck. Nothing here asks the server,
// so that the same code shows a review in a file (sapper review --html).

import {
  busyKeys,
  cellName,
  clockTime,
  flagPicture,
  guarded,
  h,
  iconButton,
  levelName,
  middle,
  say,
  share,
  split,
  spoken,
  svg,
  tool,
  words,
} from "./dom.js";
import { allFigures } from "./figures.js";
import { errorPoints, signedPoints } from "./points.js";
import { argument } from "./reasons.js";
import { sheet } from "./sheet.js";
import "./board.js";

/**
 * @typedef {object} Shown a review, and what else its reader can see and do
 * @property {Api.ReplayedGameJson} found
 * @property {(() => Promise<Api.Metrics>) | null} metrics
 * @property {(move: Api.ReplayedMoveJson) => Promise<Reason>} explain says why a cell was provable
 * @property {string} analyse the address of Analyse
 * @property {string} [note] what a link to Analyse opens
 * @property {(place: string) => void} went called with the number of the current move, or "end"
 * @property {(move: Api.ReplayedMoveJson) => unknown} [playOn] starts a game before a move
 * @property {Part} [foot] what stands below the review
 *
 * @typedef {Pick<Api.ExplanationJson, "certain" | "runs" | "steps" | "proof">
 *   | Pick<Api.UncertainJson, "certain" | "runs">} Reason
 */

const t = words.review;
const NARROW = matchMedia("(max-width: 900px) and (orientation: portrait)");
const QUIET = new Set(["certain", "chord", "flag", "flag removed"]);
const ERRORS = new Set(["needless guess", "inaccuracy", "mistake", "blunder"]);
const FOLD = 3; // at least this many quiet moves in a row are folded
// Hide the list of moves next to the board only if the cells get at least a tenth larger.
const WORTH_HIDING_MOVES = 1.1;

/** @type {Record<string, string>} */
const SIGNS = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  "needless guess": "!",
  "wrong flag": "!",
  "unproven flag": "?",
  "flag removed": "–",
  start: "·",
};
const STAR = "M0-5.4 1.6-1.7 5.5-1.4 2.5 1.2 3.4 5 0 2.9-3.4 5-2.5 1.2-5.5-1.4-1.6-1.7z";

/** @param {string} label */
export function drawing(label) {
  const sign = () =>
    svg(
      "text",
      { class: "sign", "text-anchor": "middle", y: label === "needless guess" ? 6.4 : 4 },
      SIGNS[label],
    );
  switch (label) {
    case "needless guess":
      return [svg("path", { class: "bad", d: "M0-9.5 10 8.5H-10z" }), sign()];
    case "inaccuracy":
    case "mistake":
    case "wrong flag":
      return [svg("rect", { class: "poor", x: -9, y: -9, width: 18, height: 18, rx: 4 }), sign()];
    case "blunder":
      return [svg("rect", { class: "bad", x: -9, y: -9, width: 18, height: 18, rx: 4 }), sign()];
    case "best":
    case "only move":
      return [svg("circle", { class: "fine", r: 9.5 }), svg("path", { class: "star", d: STAR })];
    case "good":
      return [
        svg("circle", { class: "fine", r: 9.5 }),
        svg("path", { class: "tick light", d: "m-4 .4 2.8 2.8L4-3" }),
      ];
    case "forced coin toss":
      return [
        svg("circle", { class: "ring", r: 8.5 }),
        svg("path", { class: "half", d: "M0-8.5A8.5 8.5 0 0 1 0 8.5z" }),
      ];
    case "start":
    case "unproven flag":
    case "flag removed":
      return [
        svg("circle", { class: "ring", r: 8.5 }),
        svg("text", { class: "dark", "text-anchor": "middle", y: 4 }, SIGNS[label]),
      ];
    default:
      return [
        svg("circle", { class: "ring", r: 8.5 }),
        svg("path", { class: "tick", d: "m-4 .4 2.8 2.8L4-3" }),
      ];
  }
}

/** @param {string} label */
export const labelIcon = (label) =>
  svg(
    "svg",
    { viewBox: "-11 -11 22 22", class: "label", "aria-hidden": "true" },
    ...drawing(label),
  );

// The signs that this game uses, each with its name and its meaning.
/** @param {Api.ReplayedGameJson} found */
export function signs({ moves }) {
  const used = new Map(moves.map((move) => [move.label, move.label_name]));
  return h(
    "details",
    { class: "small signs" },
    h("summary", {}, t.signs),
    h("p", { class: "muted" }, t.point),
    h(
      "ul",
      {},
      Object.entries(t.meanings).filter(([label]) => used.has(label)).map(([label, meaning]) =>
        h(
          "li",
          { class: "with-label" },
          labelIcon(label),
          h("span", {}, h("b", {}, used.get(label)), ` ${meaning}`),
        )
      ),
    ),
  );
}

/** @param {number | null} win */
const chanceOf = (win) => (win === null ? "" : share(Math.max(0, Math.min(1, win))));

/** @param {number | null} win @param {number} error */
const withError = (win, error) =>
  error ? `${chanceOf(win)} ± ${Math.max(1, Math.round(200 * error))}` : chanceOf(win);

// The chances of winning that were measured, each with the index of its move. The last one is the
// end of the game.
/** @param {Api.ReplayedGameJson} found @returns {[index: number, win: number][]} */
export const chancesOf = ({ moves, end }) => [
  ...moves.flatMap((
    { win_before: win },
    i,
  ) => /** @type {[number, number][]} */ (win === null ? [] : [[i, win]])),
  [moves.length, end],
];

// The cost of an error, or null for other moves.
/** @param {Api.ReplayedMoveJson} move */
const costOf = (move) => (ERRORS.has(move.label) ? errorPoints(1, move.cost) : null);

// A graph of the chance of winning. The current move is `at`. Pressing the graph calls `go` with
// the index of a move.
/**
 * @param {Api.ReplayedGameJson} found
 * @param {{ at?: number | null, go?: ((index: number) => void) | null }} [options]
 */
export function graph(found, { at = null, go = null } = {}) {
  const [width, height, left, right, top, bottom] = [340, 132, 28, 12, 10, 20];
  const { moves } = found;
  const chances = chancesOf(found);
  /** @param {number} i */
  const x = (i) => left + (i / Math.max(1, moves.length)) * (width - left - right);
  /** @param {number} value */
  const y = (value) => top + (1 - Math.max(0, Math.min(1, value))) * (height - top - bottom);
  const chart = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart graph",
    role: "img",
    "aria-label": words.play.chanceChart(
      Math.round(chances[0][1] * 100),
      Math.round(found.end * 100),
    ),
  });
  for (const value of [0, 0.5, 1]) {
    chart.append(
      svg("line", { class: "axis", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      svg("text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, String(value * 100)),
    );
  }
  const points = chances.map(([i, win]) => `${x(i).toFixed(1)},${y(win).toFixed(1)}`);
  const fell = moves.length > 0 && found.outcome === "lost";
  const shown = fell ? points.slice(0, -1) : points;
  chart.append(
    svg("polygon", {
      class: "area",
      points: `${x(0)},${y(0)} ${shown.join(" ")} ${x(chances[shown.length - 1][0])},${y(0)}`,
    }),
    svg("polyline", { class: "line", points: shown.join(" ") }),
  );
  if (fell) chart.append(svg("polyline", { class: "fall", points: points.slice(-2).join(" ") }));
  if (at !== null) {
    chart.append(
      svg("line", { class: "now", x1: x(at), x2: x(at), y1: top - 6, y2: height - bottom }),
    );
  }
  moves.forEach((move, i) => {
    if (move.risky && move.win_before !== null) {
      chart.append(
        svg(
          "g",
          {
            transform: `translate(${x(i).toFixed(1)} ${y(move.win_before).toFixed(1)}) scale(.52)`,
            class: "label",
          },
          ...drawing(move.label),
          svg("title", {}, move.label_name),
        ),
      );
    }
  });
  const marks = new Set([
    0,
    ...(moves.length > 30 ? [Math.round(moves.length / 2)] : []),
    moves.length - 1,
  ]);
  for (const i of marks) {
    if (moves[i]) {
      chart.append(
        svg("text", { x: x(i), y: height - 4, "text-anchor": "middle" }, String(moves[i].number)),
      );
    }
  }
  if (go) {
    chart.classList.add("press");
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const place = ((event.clientX - box.left) / box.width) * width;
      go(
        Math.max(
          0,
          Math.min(
            moves.length,
            Math.round(((place - left) / (width - left - right)) * moves.length),
          ),
        ),
      );
    });
  }
  return chart;
}

// Shows the chances of winning at the start and the end of a game, and the errors and luck between
// them. The chance at the end is the sum of the other figures.
/** @param {Api.ReplayedGameJson} found */
export const account = ({ account: { start, luck, error, end }, mistakes }) =>
  split([
    [words.play.atStart, words.percent(String(start))],
    [words.play.errors, errorPoints(mistakes, error)],
    [words.play.luck, signedPoints(luck)],
    [words.play.atEnd, `= ${words.percent(String(end))}`],
  ], "split sum");

// Where the luck of the game came from, or null if there was none or this is unclear.
/** @param {Api.ReplayedGameJson} found */
export const luckParts = ({ luck_text: text }) =>
  text ? h("p", { class: "muted small" }, t.luckParts(text)) : null;

/** @param {Api.ReplayedMoveJson} move @param {number} width @param {() => unknown} act */
export function moment(move, width, act) {
  const lost = costOf(move);
  const cost = lost
    ? h("span", { class: "lost" }, lost)
    : h("span", { class: "muted" }, t.luckOf(signedPoints(move.gain)));
  const what = move.label_name;
  return h(
    "li",
    {},
    h(
      "button",
      { class: "with-label", onclick: act },
      labelIcon(move.label),
      h("span", {}, h("b", {}, `${move.number}. ${cellName(move.cell, width)}`), ` ${what}`),
      cost,
    ),
  );
}

/** @param {Board} board */
function clear(board) {
  board.badge(null);
  board.star(null);
  board.point(null);
  board.mark({});
}

// The reason why the opened cell was provably a mine, or else why another cell was provably safe.
/** @param {Api.ReplayedMoveJson} move */
export const reasonOf = (move) => move.mine_proof ?? move.proof;

/** @param {Api.ReasonsJson} reason @param {Api.ReasonsJson | null} safe */
const marksOf = ({ clues, cells }, safe) => ({ clues, cells, safe: safe ? [safe.cell] : [] });

// Shows the reason of a move on the board or, on request, all cells that were provable.
/** @param {Board} board @param {Api.ReplayedMoveJson} move @param {boolean} [provable] */
export function showMove(board, move, provable = false) {
  const { proof, best } = move;
  const reason = reasonOf(move);
  clear(board);
  board.mark({
    ...reason && marksOf(reason, proof),
    ...provable && { safe: move.safe, mines: move.mines },
  });
  if (!reason && move.risky && best !== null && best !== move.cell) board.star([best]);
  const isQuiet = QUIET.has(move.label) || move.label === "start";
  board.badge(move.cell, move.label, isQuiet ? null : labelIcon(move.label));
  board.reveal([move.cell, ...(proof ? [proof.cell] : [])]);
}

// Shows the sentences of a reason. Pointing at a sentence marks the clues and cells of the reason.
/** @param {Api.ReasonsJson} reason @param {Api.ReasonsJson | null} safe @param {Board} board */
export function proofSteps(reason, safe, board) {
  const marks = () => board.mark(marksOf(reason, safe));
  return h(
    "ol",
    { class: "steps" },
    reason.steps_runs.map((runs, index) =>
      h("li", {
        tabindex: 0,
        "data-n": index + 1,
        onmouseenter: marks,
        onfocus: marks,
        onclick: marks,
      }, spoken("span", {}, runs, board))
    ),
  );
}

// Fills a stage with a board, the list of moves, and what there is to say about them.
export class Viewer {
  board = h("sapper-board", { "aria-label": t.board });
  left = h("span");
  where = h("span", { class: "where" });
  clock = h("span", { class: "count end", title: words.play.time });
  metrics = h("div", { class: "game-facts" });
  list = h("ol", { class: "moves" });
  said = h("section", { class: "say", "aria-label": t.move });
  figure = h("figure", {});
  moves = h(
    "div",
    { class: "all-moves" },
    this.metrics,
    h("h2", { class: "cap" }, t.moves),
    this.list,
  );
  keyButton = /** @type {HTMLButtonElement} */ (
    h("button", { class: "b", onclick: () => this.#goKey() }, t.keyMoment)
  );
  keyTool = tool("end", t.keyMoment, null, () => this.#goKey(), { short: t.keyShort });
  tools = h(
    "div",
    { class: "tools touch-tools", role: "toolbar", "aria-label": t.steps },
    tool("start", t.first, null, () => this.#go(0), { short: t.firstShort }),
    tool("prev", t.back, null, () => this.#go(this.#at - 1)),
    tool("next", t.forward, null, () => this.#go(this.#at + 1)),
    this.keyTool,
  );
  column = h("div", { class: "left" }, this.tools);
  aside = h("aside", { class: "right", "aria-label": t.aside });
  provable = h("input", { type: "checkbox", onchange: () => this.#go(this.#at) });
  #stage;
  /** @type {Shown | null} */ #shown = null;
  #at = 0; // the current move, or the number of moves for the end
  /** @type {Set<number>} */ #unfolded = new Set();

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.#stage = stage;
    stage.className = "stage review waiting";
    this.board.layouts = ["three", "two"];
    this.board.gain = WORTH_HIDING_MOVES;
    stage.append(
      h("h1", { class: "quiet" }, words.views.review),
      this.column,
      middle(
        [
          h("span", { class: "count", title: words.play.minesLeft }, flagPicture(), this.left),
          this.where,
          this.clock,
        ],
        h("div", { class: "room" }, this.board),
      ),
      this.aside,
    );
    document.addEventListener("keydown", this.#key);
    this.board.addEventListener("placed", this.#place);
    NARROW.addEventListener("change", this.#place);
  }

  close() {
    document.removeEventListener("keydown", this.#key);
    NARROW.removeEventListener("change", this.#place);
  }

  get #current() {
    return /** @type {Shown} */ (this.#shown).found;
  }

  // Shows a review at a place: the number of a move, "end", or where the review begins.
  /** @param {Shown} shown @param {string} [place] */
  show(shown, place) {
    this.#shown = shown;
    const { found, metrics, foot } = shown;
    this.#stage.classList.remove("waiting");
    this.board.load(
      found.width,
      found.height,
      rowsOf(found.moves[0]?.view ?? lastView(found), found.width),
    );
    this.aside.replaceChildren(
      ...[
        this.figure,
        this.#transport(),
        this.said,
        found.moves.length > 0 && h("label", { class: "small muted" }, this.provable, t.provable),
        signs(found),
        foot,
      ].filter((part) => part instanceof Node),
    );
    this.#place();
    const wanted = place === "end"
      ? found.moves.length
      : found.moves.findIndex((one) => one.number >= Number(place));
    this.#go(place && wanted >= 0 ? wanted : this.#firstMoment(), false);
    this.metrics.replaceChildren(metrics ? allFigures(metrics) : "");
  }

  // If there is no space to the left of the board, the list of moves comes after the text.
  #place = () => {
    const isBelow = NARROW.matches || this.#stage.classList.contains("two");
    const place = isBelow ? this.aside : this.column;
    if (!this.#shown || this.moves.parentElement === place) return;
    place.append(this.moves);
    if (place === this.aside) this.figure.after(this.metrics);
    else this.moves.prepend(this.metrics);
  };

  // Where the review begins: at the move that decided the game, or at the last moment that
  // mattered, or at the start of the game.
  #firstMoment() {
    const { moments, decided } = this.#current;
    return decided ?? moments.at(-1) ?? 0;
  }

  #transport() {
    return h(
      "div",
      { class: "acts desk-tools", role: "group", "aria-label": t.steps },
      iconButton("prev", t.back, () => this.#go(this.#at - 1)),
      iconButton("next", t.forward, () => this.#go(this.#at + 1)),
      h("span", { class: "gap" }),
      this.keyButton,
    );
  }

  // The next moment that mattered. After the last moment, start again with the first. Null if no
  // other moment mattered.
  get #nextKey() {
    const { moments } = this.#current;
    const next = moments.find((index) => index > this.#at) ?? moments[0] ?? this.#at;
    return next === this.#at ? null : next;
  }

  #goKey() {
    if (this.#nextKey !== null) this.#go(this.#nextKey);
  }

  /** @param {number} index */
  #go(index, spoken = true) {
    if (!this.#shown) return;
    const { found, went } = this.#shown;
    this.#at = Math.max(0, Math.min(found.moves.length, index));
    const move = found.moves[this.#at];
    went(move ? String(move.number) : "end");
    const last = found.moves.at(-1)?.number ?? 0;
    const symbols = move ? move.view : lastView(found);
    this.board.set(Array.from(symbols, (_, cell) => cell), symbols);
    this.left.textContent = String(found.mines - (symbols.match(/[FW]/g) ?? []).length);
    const time = clockTime((move ?? found.moves.at(-1) ?? { at: 0 }).at).split(":");
    this.clock.replaceChildren(time[0], h("span", { class: "colon" }, ":"), time[1]);
    this.where.replaceChildren(
      h("b", {}, levelName(found.level)),
      h("span", { class: "muted" }, move ? t.moveOf(move.number, last) : t.theEnd),
    );
    this.figure.replaceChildren(
      h("figcaption", { class: "cap" }, t.graph),
      graph(found, { at: this.#at, go: (to) => this.#go(to) }),
    );
    for (const one of [this.keyButton, this.keyTool]) one.disabled = this.#nextKey === null;
    this.#showMoves();
    if (move) showMove(this.board, move, this.provable.checked);
    else clear(this.board);
    this.said.replaceChildren(...(move ? this.#told(move) : this.#toldEnd()));
    if (spoken) {
      say(
        move ? `${t.moveOf(move.number, last)}, ${move.label_name}: ${move.text}` : found.verdict,
      );
    }
  }

  /** @param {Api.ReplayedMoveJson} move */
  #told(move) {
    const { playOn, note } = /** @type {Shown} */ (this.#shown);
    const label = move.label_name;
    const lost = costOf(move);
    const cost = lost ? `: ${lost}` : "";
    const explains = (QUIET.has(move.label) &&
      (move.safe.includes(move.cell) || move.mines.includes(move.cell))) ||
      (move.label === "wrong flag" && move.safe.includes(move.cell));
    const why = h("div", { class: "say" });
    return [
      h(
        "div",
        {},
        h(
          "p",
          { class: "cap with-label" },
          labelIcon(move.label),
          h("span", {}, `${t.moveNumber(move.number)}, ${label}${cost}`),
        ),
        spoken("h2", { class: "voice smaller" }, move.text_runs, this.board),
      ),
      spoken("p", { class: "muted" }, [
        ...move.after_text_runs,
        move.win_before === null || move.win_after === null ? "" : ` ${
          t.chances(
            withError(move.win_before, move.win_before_error),
            withError(move.win_after, move.win_after_error),
          )
        }`,
      ], this.board),
      this.#reasons(move),
      why,
      h(
        "div",
        { class: "acts" },
        playOn && h("button", {
          class: "b main",
          title: t.playOnNote,
          onclick: () => playOn(move),
        }, t.playOn),
        h("a", { class: "b", href: this.#analyse(move), title: note }, words.views.analyse),
        explains && h("button", {
          class: "b bare",
          onclick: (event) => this.#explain(move, why, /** @type {Element} */ (event.target)),
        }, t.why),
      ),
      playOn && h("p", { class: "note" }, t.playOnNote),
    ].filter(Boolean);
  }

  // The reasons why the opened cell was a mine and why another cell was safe. If there are two
  // reasons, they get headings.
  /** @param {Api.ReplayedMoveJson} move */
  #reasons({ mine_proof: mine, proof: safe }) {
    const { width } = this.#current;
    /** @param {Api.ReasonsJson} reason @param {(name: string) => Runs} why */
    const shown = (reason, why) => [
      mine && safe && spoken("h3", {}, why(cellName(reason.cell, width)), this.board),
      proofSteps(reason, safe, this.board),
    ];
    const lists = [...mine ? shown(mine, t.whyMine) : [], ...safe ? shown(safe, t.whySafe) : []];
    return lists.length > 0 && h("div", { class: "reasons" }, lists);
  }

  #toldEnd() {
    const found = this.#current;
    return [
      h(
        "div",
        {},
        h("p", { class: "cap" }, t.theEnd),
        spoken("h2", { class: "voice smaller" }, found.headline.runs, this.board),
      ),
      found.rest.words && spoken("p", { class: "muted" }, found.rest.runs, this.board),
      account(found),
      luckParts(found),
      h(
        "ul",
        { class: "muted small" },
        found.facts.map(({ name, text }) => h("li", {}, name && `${name}: `, text)),
      ),
      found.moments.length > 0 &&
      h(
        "ol",
        { class: "moments", "aria-label": t.moments },
        found.moments.map((index) =>
          moment(found.moves[index], found.width, () => this.#go(index))
        ),
      ),
    ].filter(Boolean);
  }

  /** @param {Api.ReplayedMoveJson} move */
  #analyse(move) {
    const { found: { level, width }, analyse } = /** @type {Shown} */ (this.#shown);
    return `${analyse}/${encodeURIComponent([level, ...rowsOf(move.view, width)].join("!"))}`;
  }

  /** @param {Api.ReplayedMoveJson} move @param {HTMLElement} place @param {Element} button */
  #explain(move, place, button) {
    const { found: { moves }, explain } = /** @type {Shown} */ (this.#shown);
    guarded(async () => {
      const reason = await explain(move);
      if (moves[this.#at] !== move || !place.isConnected) return;
      button.remove();
      place.replaceChildren(
        ...(reason.certain
          ? argument(reason, this.board)
          : [spoken("p", {}, reason.runs, this.board)]),
      );
    });
  }

  // Shows the list of moves. Moves without risk are folded, unless the current move is among them.
  #showMoves() {
    const { moves, width } = this.#current;
    const items = [];
    for (let i = 0; i < moves.length;) {
      let end = i;
      while (end < moves.length && QUIET.has(moves[end].label)) end++;
      const folds = end - i >= FOLD && !this.#unfolded.has(i) && !(this.#at >= i && this.#at < end);
      if (folds) {
        const from = i;
        const luck = moves.slice(i, end).reduce((sum, { gain }) => sum + gain, 0);
        items.push(h(
          "li",
          { class: "fold" },
          h(
            "button",
            {
              onclick: () => {
                this.#unfolded.add(from);
                this.#showMoves();
              },
            },
            h("span", { class: "n" }, "⋯"),
            h("span", {}, t.folded(moves[i].number, moves[end - 1].number, end - i)),
            luck !== 0 && h("span", { class: "w" }, t.luckOf(signedPoints(luck))),
          ),
        ));
        i = end;
      } else {
        items.push(this.#row(i, width));
        i++;
      }
    }
    items.push(
      h(
        "li",
        {},
        h(
          "button",
          {
            class: "last",
            "aria-current": this.#at === moves.length ? "step" : null,
            onclick: () => this.#go(moves.length),
          },
          h("span", { class: "n" }),
          t.theEnd,
        ),
      ),
    );
    this.list.replaceChildren(...items);
    /** @type {HTMLElement | null} */
    const current = this.list.querySelector("[aria-current]");
    if (current && !NARROW.matches) {
      this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    }
  }

  /** @param {number} index @param {number} width */
  #row(index, width) {
    const move = this.#current.moves[index];
    const label = move.label_name;
    const lost = costOf(move);
    const cost = lost
      ? h("span", { class: "w down" }, lost)
      : h("span", { class: "w" }, chanceOf(move.win_before));
    return h(
      "li",
      {},
      h(
        "button",
        { "aria-current": index === this.#at ? "step" : null, onclick: () => this.#go(index) },
        h("span", { class: "n" }, String(move.number)),
        labelIcon(move.label),
        h("span", { class: "c" }, cellName(move.cell, width)),
        h("span", { class: "what" }, label),
        cost,
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const { target } = event;
    if (busyKeys(event) || !this.#shown) return;
    if (target instanceof Element && target.closest("sapper-board")) return;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: this.#at - 1,
      ArrowRight: this.#at + 1,
      Home: 0,
      End: this.#current.moves.length,
    };
    const to = steps[event.key];
    if (to !== undefined) this.#go(to);
    else if (event.key.toLowerCase() === "k") this.#goKey();
    else return;
    event.preventDefault();
  };
}

// The board at the end. After a win, all mines have flags, as in Play.
/** @param {Api.ReplayedGameJson} found */
const lastView = ({ outcome, last_view: view }) =>
  outcome === "won" ? view.replaceAll("*", "F") : view;

/** @param {string} symbols @param {number} width */
export const rowsOf = (symbols, width) => symbols.match(new RegExp(`.{${width}}`, "g")) ?? [];

await sheet("review.css");
