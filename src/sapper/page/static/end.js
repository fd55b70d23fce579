// Shows the end of a game, which is the first page of its review. Play loads this module when a
// game is over.

import {
  api,
  calm,
  cellName,
  clockTime,
  guarded,
  h,
  icon,
  levelName,
  number,
  plain,
  say,
  settings,
  share,
  split,
  spoken,
  svg,
  words,
} from "./dom.js";
import { allFigures } from "./figures.js";
import { account, chancesOf, drawing, luckParts, moment, proofSteps, reasonOf } from "./viewer.js";
import { showMove, signs } from "./viewer.js";
import { sheet } from "./sheet.js";

/**
 * @typedef {Api.GameForm & { end: Api.EndForm, outcome: "won" | "lost" | "left" }} EndedGame
 * @typedef {object} Ending what Play knows about a game that is over, and what it can do
 * @property {EndedGame} game
 * @property {string[]} rows the board at the end
 * @property {HTMLElement} stage
 * @property {HTMLElement} panel
 * @property {Board} board
 * @property {string | null} daily the level of a daily board
 * @property {string} [inRoom] the code of the room in which it was played
 * @property {number | null} last the cell of the last move, if the game has just ended
 * @property {Api.ReplayedMoveJson} [decided] the move that lost the game, once it is reviewed
 * @property {(...content: Child[]) => void} tell
 * @property {(...content: Node[]) => void} fill replaces the content of the panel
 * @property {() => boolean} isCurrent
 * @property {() => unknown} start a new game
 * @property {() => unknown} again
 * @property {() => unknown} share
 * @property {(level: string) => unknown} choose a level for a new game
 * @property {(moves: number) => unknown} playOn
 */

const t = words.end;
/** @type {Record<string, string>} */
const HIGHER = { "9x9x10": "intermediate", "16x16x40": "expert" };
const RECENT = 10; // the number of recent games that show whether a level has become easy
const EASY = 0.6; // the share of these games that must have been won

await sheet("end.css");

// The time of a game, in the form in which all sentences and figures show it.
/** @param {EndedGame} game */
const timeOf = ({ elapsed, outcome }) => clockTime(elapsed, outcome === "left" ? 0 : 3);

/** @param {Ending} ending */
export function showEnd(ending) {
  const { game, board } = ending;
  const { end, outcome } = game;
  const isWon = outcome === "won";
  const exploded = end.answer.join("").indexOf("X");
  const title = exploded >= 0
    ? words.play.lostAt(cellName(exploded, game.width))
    : [words.play.outcome[outcome]];
  const cap = t.after[outcome](timeOf(game), end.clicks);
  const head = spoken("h2", { class: "voice" }, title, board);
  const record = isWon && h("div", { class: "record", hidden: true });
  const why = h("div", { class: "why" }, h("p", { class: "muted small" }, words.play.reviewing));
  const pair = h("figure", { class: "pair" });
  const next = isWon && h("section", { class: "what-next", hidden: true, "aria-label": t.next });
  const details = h("div", { class: "say" });
  const fold = h("details", { class: "fold" }, h("summary", {}, t.figures), details);
  // After a win on a daily board, there is a link to the card that players share.
  const card = ending.daily && `#daily/${ending.daily}`;
  const room = ending.inRoom && `#room/${ending.inRoom}`;
  // After a win, the review begins at the first move, otherwise at the move that decided the game.
  const stepThrough = act("steps", t.stepThrough, `#review/${game.id}${isWon ? "/1" : ""}`);
  const newGame = act("new", t.newGame, ending.start);
  const acts = isWon
    ? [
      ...room
        ? [act("people", words.daily.toRoom, room)]
        : card
        ? [act("star", words.daily.back, card)]
        : [],
      newGame,
      stepThrough,
      ...card ? [] : [act("share", words.play.share, ending.share)],
    ]
    : [
      act(
        "undo",
        t.playOn,
        () => ending.playOn(game.moves - (outcome === "lost" ? 1 : 0)),
        { title: words.review.playOnNote, short: t.playOnShort },
      ),
      newGame,
      stepThrough,
    ];
  acts[0].isMain = true;
  const group = h(
    "div",
    { class: "say tell waiting", role: "group", "aria-label": words.play.verdict },
    h("div", {}, h("p", { class: "cap" }, cap), head),
    record,
    why,
    h("div", { class: "acts" }, acts.map(button)),
    pair,
    next,
    room && !isWon && h("p", {}, h("a", { href: room }, words.daily.toRoom)),
    card && (room || !isWon) && h("p", {}, h("a", { href: card }, words.daily.back)),
    fold,
  );
  board.fit(); // the stylesheet has changed the space of the board
  ending.tell(group);
  showFacts(ending, pair);
  showFigures(ending, details);
  say(`${plain(title)} ${cap}.`);
  if (isWon && ending.last !== null) wave(board, ending.last);
  const found = review(ending, group, head, why, pair, details);
  if (record && next) celebrate(ending, record, next, found);
}

/**
 * @typedef {{ icon: Icon, text: string, act: () => unknown, isMain?: boolean } &
 *   Partial<Record<"href" | "title" | "short", string>>} Act
 *
 * @param {Icon} icon
 * @param {string} text
 * @param {string | (() => unknown)} to
 * @param {{ title?: string, short?: string }} [more]
 * @returns {Act}
 */
const act = (icon, text, to, more) =>
  typeof to === "string"
    ? { icon, text, href: to, act: () => (location.hash = to), ...more }
    : { icon, text, act: to, ...more };

/** @param {Act} act */
const button = ({ icon: name, text, href, act, isMain, title, short }) =>
  h(
    href ? "a" : "button",
    { class: isMain ? "b main" : "b", href, title, onclick: href ? undefined : act },
    icon(name),
    short ? h("span", { "data-short": short }, text) : text,
  );

/** @param {Ending} ending @param {HTMLElement} pair */
function showFacts({ game, stage }, pair) {
  const { end, outcome, width, height, mines } = game;
  const rate = end.three_bv_per_second;
  /** @type {() => [Child, string]} */
  const second = () =>
    outcome === "won" && rate !== null
      ? [[t.speed, h("small", {}, t.speedNote)], number(rate, 2)]
      : [t.opened, words.review.part(end.opened, width * height - mines)];
  const list = () =>
    split(
      [[words.play.time, timeOf(game)], second(), [t.moves, String(end.clicks)]],
      "facts-list",
    );
  stage.querySelector(".facts-list")?.remove();
  stage.querySelector(".left")?.prepend(list());
  // Without a column on the left, the facts stand with the words.
  pair.before(list());
}

/** @param {Ending} ending @param {HTMLElement} details */
function showFigures(ending, details) {
  const { game } = ending;
  details.append(
    allFigures(() => api(`/games/${game.id}/metrics`)),
    h(
      "p",
      { class: "acts" },
      h("button", { class: "b", onclick: ending.again }, words.play.sameBoard),
      h(
        "button",
        { class: "b prove", onclick: () => prove(ending) },
        game.no_guess ? words.prove.button : words.prove.question,
      ),
      game.outcome !== "won" &&
        h("button", { class: "b", onclick: ending.share }, words.play.share),
    ),
  );
}

/** @param {Ending} ending */
function prove({ game, rows, board, panel, fill, isCurrent, decided }) {
  return guarded(async () => {
    const [{ proofPanel }, proof] = await Promise.all([
      import("./prove.js"),
      api(`/games/${game.id}/proof`),
    ]);
    if (!isCurrent()) return;
    const result = [...panel.children];
    fill(proofPanel(game, proof, board, () => {
      board.load(game.width, game.height, rows);
      if (decided) showMove(board, decided);
      fill(...result);
      panel.querySelector("button")?.focus();
    }));
    panel.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement} */ (panel.querySelector("[tabindex='0']")).focus();
  });
}

// Loads and shows the review. Returns null if there is no review, or if it is no longer needed.
/**
 * @param {Ending} ending
 * @param {HTMLElement} group
 * @param {HTMLElement} head
 * @param {HTMLElement} why
 * @param {HTMLElement} pair
 * @param {HTMLElement} details
 */
async function review(ending, group, head, why, pair, details) {
  const { game, board, panel, isCurrent } = ending;
  let found;
  try {
    found = await api(`/games/${game.id}/replay`);
  } catch (problem) {
    group.classList.remove("waiting");
    why.replaceChildren(h("p", { class: "muted small" }, problem.message));
    return null;
  }
  if (!isCurrent()) return null;
  group.classList.remove("waiting");
  head.replaceWith(spoken("h2", { class: "voice" }, found.headline.runs, board));
  const move = found.decided === null ? undefined : found.moves[found.decided];
  const decided = ending.decided = game.outcome === "won" ? undefined : move;
  const reason = decided && reasonOf(decided);
  const steps = reason ? proofSteps(reason, decided.proof, board) : null;
  steps?.lastElementChild?.setAttribute("aria-current", "step");
  why.replaceChildren(...[
    decided && found.stood.words && spoken("p", {}, found.stood.runs, board),
    steps,
  ].filter((one) => one instanceof Node));
  why.hidden = !why.children.length;
  if (decided) showMove(board, decided);
  pair.append(
    h("div", {}, spark(found), spark(found, true)),
    h("figcaption", {}, t.wholeGame),
    account(found),
    luckParts(found) ?? "",
  );
  /** @param {number} index */
  const link = (index) => () => (location.hash = `#review/${game.id}/${found.moves[index].number}`);
  details.prepend(...[
    found.rest.words && spoken("p", { class: "muted small" }, found.rest.runs, board),
    found.moments.length > 0 &&
    h(
      "ol",
      { class: "moments", "aria-label": words.review.moments },
      found.moments.map((index) => moment(found.moves[index], found.width, link(index))),
    ),
    signs(found),
  ].filter((one) => one instanceof Node));
  const summary = details.parentElement?.querySelector("summary");
  if (summary && found.moments.length) summary.textContent = t.moments;
  // After a win without a guess, do not ask whether the board can be won without guessing.
  const question = details.querySelector(".prove");
  if (question && game.outcome === "won" && !found.guesses) {
    question.textContent = words.prove.button;
  }
  if (steps) fit(steps, why, details.parentElement ?? pair, panel);
  say(found.verdict);
  return found;
}

// Shows a reason one sentence at a time if it would push the element `last` out of the window.
/**
 * @param {HTMLElement} steps
 * @param {HTMLElement} why
 * @param {HTMLElement} last
 * @param {HTMLElement} panel
 */
function fit(steps, why, last, panel) {
  const bar = panel.querySelector(".acts");
  const isBar = bar !== null && getComputedStyle(bar).position === "fixed";
  const bottom = isBar ? bar.getBoundingClientRect().top : innerHeight;
  if (steps.children.length < 2 || last.getBoundingClientRect().bottom <= bottom) return;
  const items = [...steps.children];
  let at = 0;
  /** @param {number} index */
  const read = (index) => {
    at = index % items.length;
    items.forEach((item, i) =>
      i === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")
    );
    button.textContent = `${words.readOn} (${words.review.part(at + 1, items.length)})`;
  };
  const button = h("button", {
    class: "plain small",
    onclick: () => {
      read(at + 1);
      say(items[at].textContent ?? "");
    },
  });
  steps.classList.add("paged");
  why.append(button);
  read(0);
}

/** @param {Api.ReplayedGameJson} found */
function spark(found, isSmall = false) {
  const [width, left, top, bottom, right] = isSmall ? [126, 2, 8, 42, 118] : [300, 30, 8, 46, 290];
  const { moves } = found;
  const chances = chancesOf(found);
  const fell = found.outcome === "lost" && moves.length > 0;
  const last = Math.max(1, moves.length - (fell ? 1 : 0));
  /** @param {number} i */
  const x = (i) => Number((left + (Math.min(i, last) / last) * (right - left)).toFixed(1));
  /** @param {number} value */
  const y = (value) =>
    Number((bottom - Math.max(0, Math.min(1, value)) * (bottom - top)).toFixed(1));
  const shown = fell ? chances.slice(0, -1) : chances;
  const line = shown.map(([i, win]) => `${x(i)} ${y(win)}`).join("L");
  const [at, win] = shown[shown.length - 1];
  const end = x(at);
  const decided = found.decided === null ? null : moves[found.decided];
  const chart = svg("svg", {
    viewBox: `0 0 ${width} ${isSmall ? 46 : 62}`,
    preserveAspectRatio: "xMinYMid",
    class: isSmall ? "spark small" : "spark",
    role: "img",
    "aria-label": words.play.chanceChart(found.account.start, found.account.end),
  });
  chart.append(
    svg("path", { class: "axis", d: `M${left} ${bottom}H${width}M${left} ${top}H${width}` }),
    svg("path", { class: "area", d: `M${line}L${end} ${bottom}L${left} ${bottom}z` }),
    svg("path", { class: "line", d: `M${line}` }),
  );
  if (fell) {
    chart.append(
      svg("path", { class: "fall", d: `M${end} ${y(win)}L${end + 6} ${bottom}` }),
    );
  }
  if (decided?.win_before != null) {
    chart.append(
      svg(
        "g",
        {
          class: "label",
          transform: `translate(${x(found.decided ?? 0)} ${y(decided.win_before)}) scale(.6)`,
        },
        ...drawing(decided.label),
        svg("title", {}, decided.label_name),
      ),
    );
  }
  if (!isSmall && moves.length) {
    chart.append(
      svg("text", { x: 24, y: top + 4, "text-anchor": "end" }, "100"),
      svg("text", { x: 24, y: bottom + 4, "text-anchor": "end" }, "0"),
      svg("text", { x: left, y: 60 }, String(moves[0].number)),
      svg("text", { x: width, y: 60, "text-anchor": "end" }, String(moves.at(-1)?.number)),
    );
  }
  return chart;
}

/** @param {Board} board @param {number} from */
function wave(board, from) {
  if (calm()) return;
  /** @param {number} cell */
  const place = (cell) => [cell % board.width, Math.floor(cell / board.width)];
  const [x, y] = place(from);
  /** @type {NodeListOf<HTMLElement & { index: number }>} */
  const flags = board.querySelectorAll("[data-s='F']");
  for (const flag of flags) {
    const [column, row] = place(flag.index);
    flag.style.setProperty("--n", String(Math.round(Math.hypot(column - x, row - y))));
  }
  board.classList.add("waving");
  board.addEventListener("drawn", () => board.classList.remove("waving"), { once: true });
}

/**
 * @param {Ending} ending
 * @param {HTMLElement} record
 * @param {HTMLElement} place
 * @param {Promise<Api.ReplayedGameJson | null>} review
 */
function celebrate(ending, record, place, review) {
  const { game, isCurrent } = ending;
  guarded(async () => {
    const level = encodeURIComponent(game.level);
    const [history, found] = await Promise.all([
      api(`/history?limit=${RECENT}&assisted=false&level=${level}`),
      review,
    ]);
    if (!isCurrent()) return;
    const news = game.assisted ? null : recordOf(ending, history);
    if (news !== null) {
      const [title, line] = news;
      record.append(icon("star"), h("b", {}, title), h("small", {}, line));
      record.hidden = false;
      say(`${title}. ${line}`);
    }
    place.append(
      h("h3", { class: "cap" }, t.next),
      h("ul", { class: "next" }, suggestions(ending, history, found)),
    );
    place.hidden = false;
  });
}

/** @type {(ending: Ending, history: Api.HistoryForm) => [title: string, line: string] | null} */
function recordOf({ game }, { levels }) {
  const found = levels.find((one) => one.level === game.level);
  if (!found) return null;
  const name = levelName(found.name);
  const before = found.times.slice(0, -1);
  const time = timeOf(game);
  const rate = game.end.three_bv_per_second;
  const { efficiency } = game.end;
  /** @param {string} line */
  const noted = (line) => game.no_guess ? `${line}, ${words.history.noGuess}` : line;
  if (!before.length) return [t.firstWin(name), noted(time)];
  const best = Math.min(...before);
  if (game.elapsed < best) return [t.fastest(name), noted(t.downFrom(time, clockTime(best, 3)))];
  if (rate !== null && rate === found.best_three_bv_per_second) {
    return [t.bestRate(name), noted(`${number(rate, 2)} 3BV/s`)];
  }
  if (efficiency !== null && efficiency === found.best_efficiency) {
    return [t.bestEfficiency(name), noted(share(efficiency))];
  }
  return null;
}

// Suggests what to do next. The reasons come from this game or from the history.
/**
 * @param {Ending} ending
 * @param {Api.HistoryForm} history
 * @param {Api.ReplayedGameJson | null} found
 */
function suggestions(ending, { games, levels }, found) {
  const { game } = ending;
  const items = [];
  const won = games.filter((one) => one.outcome === "won").length;
  const higher = HIGHER[game.level.split("/")[0]];
  const needless = found?.moves.find((move) => move.label === "needless guess" && move.proof);
  const level = games.length > 0 && levels.find((one) => one.level === game.level);
  if (higher && level && won >= EASY * games.length) {
    const reason = t.wonOf(won, games.length, levelName(level.name));
    items.push(
      suggestion("flag", t.tryLevel(levelName(higher)), reason, () => ending.choose(higher)),
    );
  } else if (found?.guesses && !game.no_guess) {
    items.push(suggestion("check", t.noGuess, t.guessed(found.guesses), () => {
      settings.noGuess = true;
      ending.start();
    }));
  }
  if (needless?.proof) {
    const reason = t.missed(cellName(needless.proof.cell, game.width), needless.number);
    items.push(suggestion("hint", words.practice.title, reason, "#practice"));
  } else if (found?.pauses.length) {
    const names = found.pauses.map((name) => words.techniques[name] ?? name).join(", ");
    items.push(suggestion("clock", words.rush.title, t.pauses(names), "#rush"));
  }
  items.push(suggestion("people", words.home.friends, t.friends, "#room"));
  return items;
}

/** @type {(name: Icon, title: string, reason: string, to: string | (() => unknown)) => Node} */
function suggestion(name, title, reason, to) {
  const content = [icon(name), h("b", {}, title), h("small", {}, reason), icon("next")];
  return h(
    "li",
    {},
    typeof to === "string" ? h("a", { href: to }, content) : h("button", { onclick: to }, content),
  );
}
