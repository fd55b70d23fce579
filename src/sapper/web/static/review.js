// <sapper-review>: a finished game, move by move, with its errors and its luck.
//
//   #review/ID          a game of the player
//   #review/ID/16       the same game before move 16
//   #review/race.ID     the other game of a race; the maker of the race adds .ENTRY
//   #review/file        the file that was opened last (History, Analyse)

import {
  api,
  ask,
  busyKeys,
  cellName,
  flagPicture,
  guarded,
  h,
  iconButton,
  levelName,
  number,
  say,
  seconds,
  share,
  split,
  spoken,
  svg,
  toast,
  tool,
  words,
} from "./dom.js";
import { allFigures } from "./figures.js";
import { argument } from "./reasons.js";
import { sheet } from "./sheet.js";
import "./board.js";

const t = words.review;
const NARROW = matchMedia("(max-width: 900px) and (orientation: portrait)");
const QUIET = new Set(["certain", "chord", "flag", "flag removed"]);
const FOLD = 3; // the fewest quiet moves that are folded

// -- labels -------------------------------------------------------------------------------------

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

// Draws a label around the point 0, 0 with a radius of 10.
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

/** @param {number} points */
export const signedPoints = (points) => {
  const whole = Math.round(points);
  return whole ? `${whole < 0 ? "−" : "+"}${number(Math.abs(whole))}` : "0";
};

/** @param {number} value */
const chanceOf = (value) => share(Math.max(0, Math.min(1, value)));

// -- the chance of winning, move by move --------------------------------------------------------

// The current move is `at`. A press on the graph calls `go` with the index of a move.
/**
 * @param {Api.ReplayedGameForm} found
 * @param {{ at?: number | null, go?: ((index: number) => void) | null }} [options]
 */
export function graph(found, { at = null, go = null } = {}) {
  const [width, height, left, right, top, bottom] = [340, 132, 28, 12, 10, 20];
  const { moves } = found;
  const values = [...moves.map((move) => move.before), found.outcome];
  /** @param {number} i */
  const x = (i) => left + (i / Math.max(1, values.length - 1)) * (width - left - right);
  /** @param {number} value */
  const y = (value) => top + (1 - Math.max(0, Math.min(1, value))) * (height - top - bottom);
  const chart = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart graph",
    role: "img",
    "aria-label": words.play.chanceChart(
      Math.round(values[0] * 100),
      Math.round(found.outcome * 100),
    ),
  });
  for (const value of [0, 0.5, 1]) {
    chart.append(
      svg("line", { class: "axis", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      svg("text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, String(value * 100)),
    );
  }
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const fell = moves.length > 0 && found.result === "lost";
  const shown = fell ? points.slice(0, -1) : points;
  chart.append(
    svg("polygon", {
      class: "area",
      points: `${x(0)},${y(0)} ${shown.join(" ")} ${x(shown.length - 1)},${y(0)}`,
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
    if (move.risky) {
      chart.append(
        svg("g", {
          transform: `translate(${x(i).toFixed(1)} ${y(move.before).toFixed(1)}) scale(.52)`,
          class: "label",
        }, ...drawing(move.label)),
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
            Math.round(((place - left) / (width - left - right)) * (values.length - 1)),
          ),
        ),
      );
    });
  }
  return chart;
}

// The chance of winning at the start, the effect of errors and luck, and the sum. The verdict uses
// the same figures.
/** @param {Api.ReplayedGameForm} found */
export const account = ({ account: { start, error, luck, result: end }, result }) =>
  split([
    [words.play.atStart, words.percent(String(start))],
    [words.play.errors, signedPoints(-error)],
    [words.play.luck, signedPoints(luck)],
    [words.play.sum[result], result === "not finished" ? words.percent(String(end)) : String(end)],
  ], "split sum");

// A button for a moment that mattered: its label, its move, and what it cost or gained.
/** @param {Api.ReplayedMoveForm} move @param {number} width @param {() => unknown} act */
export function moment(move, width, act) {
  const cost = move.cost
    ? h("span", { class: "lost" }, signedPoints(-move.cost))
    : h("span", { class: "muted" }, signedPoints(move.gain));
  const what = words.play.labels[move.label] ?? move.label;
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

// Marks the cell of a move, a better one, and the clues that prove it.
/** @param {Board} board @param {Api.ReplayedMoveForm} move */
export function showMove(board, move) {
  const { proof } = move;
  clear(board);
  if (proof) board.mark({ clues: proof.clues, cells: proof.cells, safe: [proof.cell] });
  else if (move.risky && move.best !== null && move.best !== move.cell) board.star([move.best]);
  board.badge(move.cell, move.label);
  board.reveal([move.cell, ...(proof ? [proof.cell] : [])]);
}

// The sentences that prove a cell safe. Pointing at one marks its clues and cells.
/** @param {Api.ReasonsForm} proof @param {Board} board */
export function proofSteps(proof, board) {
  const marks = () => board.mark({ clues: proof.clues, cells: proof.cells, safe: [proof.cell] });
  return h(
    "ol",
    { class: "steps" },
    proof.steps_runs.map((runs, index) =>
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

// -- a file -------------------------------------------------------------------------------------

// The file is kept until the tab is closed, so that a reload shows it again.
const KEY = "sapper.file";
/** @type {{ found: Api.ReplayedGameForm, facts: () => Promise<Api.Metrics> } | null} */
let opened = null; // the review of the last file

/** @param {Blob} file @param {string} query */
async function judge(file, query) {
  const found = await api(`/replay${query}`, file);
  opened = { found, facts: () => api(`/metrics${query}`, file) };
}

// Reads a file of any format and shows its review. If the file is damaged, the reader may choose to
// review the readable part.
/** @param {File | undefined} file */
export async function openFile(file) {
  if (!file) return;
  let query = "";
  try {
    await judge(file, query);
  } catch (problem) {
    if (problem.status !== 422) {
      if (!problem.away) toast(problem.message);
      return;
    }
    const answer = await ask(t.wrongTitle, problem.message, { part: t.wrongPart, no: t.wrongNo });
    if (answer !== "part") return;
    query = "?partial=true";
    if (!await guarded(() => judge(file, query).then(() => true))) return;
  }
  const bytes = Array.from(
    new Uint8Array(await file.arrayBuffer()),
    (byte) => String.fromCharCode(byte),
  );
  try {
    sessionStorage.setItem(KEY, query + "\n" + bytes.join(""));
  } catch {
    // the browser keeps nothing
  }
  if (location.hash.startsWith("#review/file")) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#review/file";
}

// Reviews the last file again after a reload.
async function reopen() {
  let kept = null;
  try {
    kept = sessionStorage.getItem(KEY);
  } catch {
    // the browser keeps nothing
  }
  if (kept === null) return;
  const start = kept.indexOf("\n") + 1;
  const bytes = Uint8Array.from(kept.slice(start), (letter) => letter.charCodeAt(0));
  await judge(new Blob([bytes]), kept.slice(0, start - 1));
}

// -- the view -----------------------------------------------------------------------------------

class Review extends HTMLElement {
  /** @type {string | undefined} */ argument;
  board = h("sapper-board", { "aria-label": t.board });
  left = h("span");
  where = h("span", { class: "where" });
  clock = h("span", { class: "count end", title: words.play.time });
  facts = h("div", { class: "game-facts" });
  list = h("ol", { class: "moves" });
  said = h("section", { class: "say", "aria-label": t.move });
  figure = h("figure", {});
  moves = h(
    "div",
    { class: "all-moves" },
    this.facts,
    h("h2", { class: "cap" }, t.moves),
    this.list,
  );
  tools = h(
    "div",
    { class: "tools touch-tools", role: "toolbar", "aria-label": t.steps },
    tool("start", t.first, null, () => this.#go(0), { short: t.firstShort }),
    tool("prev", t.back, null, () => this.#go(this.#at - 1)),
    tool("next", t.forward, null, () => this.#go(this.#at + 1)),
    tool("end", t.keyMoment, null, () => this.#goKey(), { short: t.keyShort }),
  );
  column = h("div", { class: "left" }, this.tools);
  aside = h("aside", { class: "right", "aria-label": t.aside });
  /** @type {Api.ReplayedGameForm | null} */ #found = null;
  #id = ""; // of the game, or "file"
  #at = 0; // the current move; the number of moves stands for the end
  /** @type {Set<number>} */ #unfolded = new Set();
  #ticket = 0;

  // A file or the other game of a race is not a game of the player.
  get #isOwn() {
    return this.#id !== "file" && !this.#id.includes(".");
  }

  get #current() {
    return /** @type {Api.ReplayedGameForm} */ (this.#found);
  }

  async connectedCallback() {
    this.className = "stage review";
    this.board.layouts = ["three", "two"];
    this.append(
      h("h1", { class: "quiet" }, words.views.review),
      this.column,
      h(
        "div",
        { class: "mid" },
        h(
          "div",
          { class: "status" },
          h("span", { class: "count", title: words.play.minesLeft }, flagPicture(), this.left),
          this.where,
          this.clock,
        ),
        h("div", { class: "room" }, this.board),
      ),
      this.aside,
    );
    document.addEventListener("keydown", this.#key);
    document.addEventListener("back", this.#load);
    this.board.addEventListener("placed", this.#place);
    NARROW.addEventListener("change", this.#place);
    await this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("back", this.#load);
    NARROW.removeEventListener("change", this.#place);
    this.#ticket++;
  }

  // Puts the list of moves at the left of the board. If there is no space for it, it follows the
  // words.
  #place = () => {
    const place = NARROW.matches || this.classList.contains("two") ? this.aside : this.column;
    if (!this.#found || this.moves.parentElement === place) return;
    place.append(this.moves);
    if (place === this.aside) this.figure.after(this.facts);
    else this.moves.prepend(this.facts);
  };

  #load = async () => {
    if (this.#found) return;
    const [id, move] = (this.argument ?? "").split("/");
    const ticket = ++this.#ticket;
    this.#id = id;
    this.aside.replaceChildren(h("p", { class: "muted" }, words.play.reviewing));
    this.classList.add("waiting");
    let found, facts;
    try {
      if (id === "file") {
        if (!opened) await reopen();
        if (!opened) {
          location.hash = "#history";
          return;
        }
        ({ found, facts } = opened);
      } else if (id.startsWith("race.")) {
        const [race, entry] = id.split(".").slice(1).map(encodeURIComponent);
        const result = await (entry
          ? api(`/races/${race}/result?entry=${entry}`)
          : api(`/races/${race}/result`));
        found = result.ghost.replay;
        facts = () =>
          Promise.reject(new Error()); // its metrics are not told
      } else {
        // The address may have been typed by hand.
        if (!/^[\w-]{8,48}$/.test(id)) throw new Error(t.noGame);
        const name = encodeURIComponent(id);
        facts = () => api(`/games/${name}/metrics`);
        // The review takes a moment, so show the end of the game first.
        [found] = await Promise.all([
          api(`/games/${name}/replay`),
          api(`/games/${name}`).then((game) => {
            if (ticket === this.#ticket && game.end && !this.#found) {
              this.board.load(game.width, game.height, game.end.answer);
            }
          }),
        ]);
      }
    } catch (problem) {
      if (ticket === this.#ticket) {
        this.aside.replaceChildren(
          h(
            "p",
            { class: "lead", role: "alert" },
            problem.status === 404 ? t.noGame : problem.message,
          ),
          h("p", {}, h("a", { href: "#history" }, t.toHistory)),
        );
      }
      return;
    }
    if (ticket !== this.#ticket) return;
    this.#found = found;
    this.classList.remove("waiting");
    this.board.load(
      found.width,
      found.height,
      rowsOf(found.moves[0]?.view ?? found.end, found.width),
    );
    this.aside.replaceChildren(this.figure, this.#transport(), this.said, this.#deletion());
    this.#place();
    const wanted = move === "end"
      ? found.moves.length
      : found.moves.findIndex((one) => one.number >= Number(move));
    this.#go(move && wanted >= 0 ? wanted : this.#firstMoment(), false);
    this.#showFacts(facts);
  };

  // Time, 3BV, clicks and efficiency in one line, and all other figures behind it.
  /** @param {() => Promise<Api.Metrics>} load */
  async #showFacts(load) {
    const facts = await load().catch(() => null); // then the line is left out
    if (!facts) return;
    const { three_bv: all, solved_three_bv: solved } = facts;
    const line = t.facts(
      seconds(1000 * facts.seconds, 2),
      solved === all ? String(all) : t.part(solved, all),
      facts.clicks,
      share(facts.ioe),
    );
    this.facts.replaceChildren(allFigures(line, async () => facts));
  }

  // Only a player's own game can be deleted, not a file.
  #deletion() {
    const game = this.#id;
    if (!this.#isOwn) return "";
    const onclick = async () => {
      if (await (await import("./deleting.js")).deleteGame(game)) location.hash = "#history";
    };
    return h("p", {}, h("button", { class: "plain small muted", onclick }, words.deleting.game));
  }

  // The move to begin with: the one that decided the game, otherwise the last moment that mattered,
  // otherwise the end.
  #firstMoment() {
    const { moves, moments, decided } = this.#current;
    return decided ?? moments.at(-1) ?? moves.length;
  }

  #transport() {
    return h(
      "div",
      { class: "acts desk-tools", role: "group", "aria-label": t.steps },
      iconButton("prev", t.back, () => this.#go(this.#at - 1)),
      iconButton("next", t.forward, () => this.#go(this.#at + 1)),
      h("span", { class: "gap" }),
      h("button", { class: "b", onclick: () => this.#goKey() }, t.keyMoment),
    );
  }

  #goKey() {
    const { moments, moves } = this.#current;
    this.#go([...moments, moves.length].find((index) => index > this.#at) ?? moments[0] ?? 0);
  }

  /** @param {number} index */
  #go(index, spoken = true) {
    const found = this.#found;
    if (!found) return;
    this.#at = Math.max(0, Math.min(found.moves.length, index));
    const move = found.moves[this.#at];
    history.replaceState(null, "", `#review/${this.#id}${move ? `/${move.number}` : "/end"}`);
    const last = found.moves.at(-1)?.number ?? 0;
    const symbols = move ? move.view : found.end;
    this.board.set(Array.from(symbols, (_, cell) => cell), symbols);
    this.left.textContent = String(found.mines - (symbols.match(/F/g) ?? []).length);
    const seconds = Math.floor((move ?? found.moves.at(-1) ?? { at: 0 }).at / 1000);
    this.clock.replaceChildren(
      String(Math.floor(seconds / 60)),
      h("span", { class: "colon" }, ":"),
      String(seconds % 60).padStart(2, "0"),
    );
    this.where.replaceChildren(
      h("b", {}, levelName(found.level)),
      h("span", { class: "muted" }, move ? t.moveOf(move.number, last) : t.theEnd),
    );
    this.figure.replaceChildren(graph(found, { at: this.#at, go: (to) => this.#go(to) }));
    this.#showMoves();
    if (move) showMove(this.board, move);
    else clear(this.board);
    this.said.replaceChildren(...(move ? this.#told(move) : this.#toldEnd()));
    if (spoken) {
      say(
        move
          ? `${t.moveOf(move.number, last)}, ${words.play.labels[move.label]}: ${move.text}`
          : found.verdict,
      );
    }
  }

  /** @param {Api.ReplayedMoveForm} move */
  #told(move) {
    const label = words.play.labels[move.label] ?? move.label;
    const cost = move.cost ? `: ${signedPoints(-move.cost)}` : "";
    const explains = ((QUIET.has(move.label) || move.label === "blunder") &&
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
      move.after_text && spoken("p", { class: "muted" }, move.after_text_runs, this.board),
      move.risky &&
      split([
        [t.before, chanceOf(move.before)],
        [t.choice, chanceOf(move.choice)],
        [t.after, chanceOf(move.after)],
      ]),
      move.proof && proofSteps(move.proof, this.board),
      why,
      h(
        "div",
        { class: "acts" },
        this.#isOwn && h("button", {
          class: "b main",
          title: t.playOnNote,
          onclick: () => this.#playOn(move),
        }, t.playOn),
        h("a", { class: "b", href: this.#analyse(move) }, words.views.analyse),
        explains && h("button", {
          class: "b bare",
          onclick: (event) => this.#explain(move, why, /** @type {Element} */ (event.target)),
        }, t.why),
      ),
      this.#isOwn && h("p", { class: "note" }, t.playOnNote),
    ].filter(Boolean);
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
      split([
        [t.accuracy, chanceOf(found.accuracy)],
        [t.decisions, String(found.decisions)],
        [t.perDecision, number(found.error_per_decision / 10, 1)],
      ]),
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

  /** @param {Api.ReplayedMoveForm} move */
  #analyse(move) {
    const { level, width } = this.#current;
    return `#analyse/${encodeURIComponent([level, ...rowsOf(move.view, width)].join("!"))}`;
  }

  /** @param {Api.ReplayedMoveForm} move @param {HTMLElement} place @param {Element} button */
  #explain(move, place, button) {
    const { level, width, moves } = this.#current;
    guarded(async () => {
      const position = `${[level, ...rowsOf(move.view, width)].join("\n")}\n`;
      const reason = await api("/explain", { position, cell: cellName(move.cell, width) });
      if (moves[this.#at] !== move || !place.isConnected) return;
      button.remove();
      place.replaceChildren(
        ...(reason.certain
          ? argument(reason, this.board)
          : [spoken("p", {}, reason.runs, this.board)]),
      );
    });
  }

  // Starts a practice game with the moves up to here.
  /** @param {Api.ReplayedMoveForm} move */
  #playOn(move) {
    guarded(async () => {
      const game = await api(`/games/${this.#id}/on`, { moves: move.number - 1 });
      localStorage.setItem("sapper.game", game.id);
      location.hash = "#play";
    });
  }

  // Folds runs of moves without risk, unless the current move is among them.
  #showMoves() {
    const { moves, width } = this.#current;
    const items = [];
    for (let i = 0; i < moves.length;) {
      let end = i;
      while (end < moves.length && QUIET.has(moves[end].label)) end++;
      const folds = end - i >= FOLD && !this.#unfolded.has(i) && !(this.#at >= i && this.#at < end);
      if (folds) {
        const from = i;
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
            t.folded(moves[i].number, moves[end - 1].number, end - i),
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
    const label = words.play.labels[move.label] ?? move.label;
    const cost = move.cost ? h("span", { class: "w down" }, signedPoints(-move.cost)) : h(
      "span",
      { class: "w" },
      chanceOf(move.before),
    );
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
    if (busyKeys(event) || !this.#found) return;
    if (target instanceof Element && target.closest("sapper-board")) return;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: this.#at - 1,
      ArrowRight: this.#at + 1,
      Home: 0,
      End: this.#found.moves.length,
    };
    const to = steps[event.key];
    if (to !== undefined) this.#go(to);
    else if (event.key.toLowerCase() === "k") this.#goKey();
    else return;
    event.preventDefault();
  };
}

/** @param {string} symbols @param {number} width */
const rowsOf = (symbols, width) => symbols.match(new RegExp(`.{${width}}`, "g")) ?? [];

await sheet("review.css");
customElements.define("sapper-review", Review);
