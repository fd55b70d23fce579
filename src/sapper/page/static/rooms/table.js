// The table of a board, which fills while the others play, and the score of the room.

import { api, h, number, spoken, words } from "../dom.js";
import { columnLetters } from "../names.js";
import { signedPoints } from "../points.js";
import { reasonOf, rowsOf, showMove } from "../viewer.js";
import { boardName } from "./race.js";
import { called, exact, figures, headline, opened, otherTables, refill } from "./parts.js";
import { roomOf } from "./parts.js";
import { t } from "./words.js";

/** @typedef {import("./parts.js").RoomState} RoomState */

// The board around the costliest move has this many columns and rows, or more for its proof.
const [FEWEST, MOST] = [8, 16];
const [SMALL, LARGE] = [16, 25]; // px of a cell
const SIDE = 200; // px of the picture, unless its cells would be too small

/** @param {RoomState} state @param {import("./parts.js").Host} host */
export function table(state, host) {
  const head = h("div");
  const body = h("div", { class: "scroll" });
  const worst = h("div", { class: "why" });
  const figure = h("div", { class: "crop", hidden: true });
  const acts = h("div", { class: "acts nxt" });
  const waiting = h("p", { class: "fine" });
  const score = h("section");
  const element = h(
    "div",
    { class: "fin" },
    head,
    body,
    h("div", { class: "under" }, figure, h("div", {}, worst, waiting, acts), score),
  );
  let asked = "";

  // Loads the player's own review, once there is one.
  /** @param {string} game */
  async function costliest(game) {
    if (asked === game) return;
    asked = game;
    const { moves, width, height } = await api(`/games/${game}/replay`);
    const move = moves.reduce(
      (found, one) => (one.cost > (found?.cost ?? 0) ? one : found),
      /** @type {Api.ReplayedMoveJson | null} */ (null),
    );
    if (!move || !element.isConnected) return;
    const board = h("sapper-board", { mode: "look", fixed: true, "aria-label": t.worst });
    board.load(width, height, rowsOf(move.view, width));
    const reason = reasonOf(move);
    const seen = [...(reason ? [reason.cell, ...reason.clues] : []), move.cell];
    const [x, columns] = partOf(seen.map((cell) => cell % width), width);
    const [y, rows] = partOf(seen.map((cell) => Math.floor(cell / width)), height);
    const side = Math.floor(SIDE / Math.max(columns, rows));
    const cell = Math.max(SMALL, Math.min(LARGE, side));
    /** @type {[string, string | number][]} */
    const sizes = [["--side", `${cell}px`], ["--columns", columns], ["--rows", rows]];
    for (const [name, value] of sizes) figure.style.setProperty(name, String(value));
    board.style.margin = `${-y * cell}px 0 0 ${-x * cell}px`;
    figure.hidden = false;
    figure.replaceChildren(
      names("columns", columns, (at) => columnLetters(x + at)),
      names("rows", rows, (at) => String(y + at + 1)),
      h("div", {}, board),
    );
    worst.replaceChildren(
      h("h2", {}, t.worst),
      spoken("p", { class: "voice" }, [t.yourMove(move.number), " ", ...move.text_runs], board),
      ...reason?.steps_runs.map((runs) => spoken("p", { class: "fine" }, runs, board)) ??
        [],
    );
    showMove(board, move);
  }

  const update = () => {
    const room = roomOf(state);
    const board = /** @type {Api.RoomBoardForm} */ (room.board);
    const results = board.results ?? [];
    const isOver = room.state !== "racing" && room.state !== "counting";
    const own = results.find(({ you }) => you);
    refill(head, headline(boardName(board), board.verdict));
    refill(body, resultTable(room, results, (one) => reviewOf(room, board.number, one)));
    const isAwaited = room.people.some(({ ready, agent, left }) => ready && !agent && !left);
    const begun = room.unplayed.at(-1);
    refill(
      acts,
      isOver && h("button", { class: "b main", "data-key": "next", onclick: host.next }, t.next),
      begun !== undefined && h("a", { class: "b", href: `#room/${room.code}` }, t.begin(begun)),
      begun === undefined && own?.game && own.review &&
        h("a", { class: "b", href: `#review/${own.game}` }, t.reviewMine),
      isOver &&
        h("button", { class: "b bare", "data-key": "level", onclick: host.lobby }, t.change),
    );
    waiting.textContent = isOver
      ? begun !== undefined || isAwaited ? state.said[0]?.words ?? "" : ""
      : board.own_time
      ? ""
      : t.patience;
    refill(score, scores(room), otherTables(state));
    if (own?.game && own.account) host.act(() => costliest(own.game ?? ""));
  };
  return { element, update };
}

// The names of the columns or the rows of the board's part.
/** @param {string} kind @param {number} count @param {(at: number) => string} name */
const names = (kind, count, name) =>
  h(
    "p",
    { class: kind, "aria-hidden": "true" },
    Array.from({ length: count }, (_, at) => h("span", {}, name(at))),
  );

// The first column or row of the picture and their number. If the cells do not fit, the picture is
// around the first of them: what the argument proves.
/** @param {number[]} seen @param {number} size of the board @returns {[number, number]} */
function partOf(seen, size) {
  const least = Math.min(...seen);
  const wanted = Math.max(...seen) - least + 1;
  const count = Math.min(size, Math.max(FEWEST, Math.min(MOST, wanted)));
  const first = wanted > count ? seen[0] - count / 2 : least - (count - wanted) / 2;
  return [Math.max(0, Math.min(Math.floor(first), size - count)), count];
}

/** @param {Api.RoomForm} room @param {number} board @param {Api.RoomResultForm} result */
const reviewOf = (room, board, { review, game, person }) =>
  review ? `#review/${game ?? `room.${room.code}.${board}.${person}`}` : null;

/** @param {number} points @param {number} unit in px per point */
function points(points, unit, isLuck = false) {
  const bar = h("i");
  bar.style.width = `${Math.abs(points) * unit}px`;
  const text = h("span", {}, signedPoints(points));
  const kind = isLuck ? `bar luck ${points < 0 ? "neg" : ""}` : "bar";
  return h("span", { class: kind }, isLuck ? [text, bar] : [bar, text]);
}

/**
 * @param {Api.RoomForm} room
 * @param {readonly Api.RoomResultForm[]} results
 * @param {(result: Api.RoomResultForm) => string | null} review the link to a review, if any
 */
export function resultTable(room, results, review, isSmall = false) {
  const unit = isSmall ? .66 : 1.3;
  /** @param {Api.RoomResultForm} one */
  const row = (one) => {
    const { person, place, state, account, without_luck: without } = one;
    const name = called(room, person);
    const link = review(one);
    // Dots, until the game is reviewed.
    const none = () => h("td", { class: "muted" }, state === "won" || state === "lost" ? "…" : "");
    return h(
      "tr",
      {
        class: [one.you && "me", place === 1 && "first", state !== "won" && "out"].filter(Boolean)
          .join(" "),
      },
      h("td", {}, place === null ? "–" : String(place)),
      h("th", { scope: "row" }, link ? h("a", { href: link }, name) : name),
      h("td", {}, timeOf(one)),
      !isSmall && h(
        "td",
        { class: "wide" },
        one.three_bv_per_second !== null && figures(number(one.three_bv_per_second, 2)),
      ),
      account ? h("td", {}, points(-account.error, unit)) : none(),
      account ? h("td", {}, points(account.luck, unit, true)) : none(),
      h(
        "td",
        { class: one.best ? "wo bst" : "wo" },
        without !== null && figures(words.percent(String(without))),
        one.best && !isSmall && h("span", { class: "quiet" }, t.best),
      ),
      !isSmall && h(
        "td",
        { class: "see" },
        link && h("a", {
          href: link,
          "data-key": `review-${person}`,
          "aria-label": one.you ? t.yourReview : t.reviewOf(name),
        }, t.review),
      ),
    );
  };
  const heads = [
    [t.place, "pl"],
    [t.name, ""],
    [t.time, ""],
    ...isSmall ? [] : [["3BV/s", "wide"]],
    [t.errors, ""],
    [t.luck, "lk"],
    [t.without, "wo"],
    ...isSmall ? [] : [[t.review, "see"]],
  ];
  return h(
    "table",
    { class: isSmall ? "res small-bars" : "res" },
    h("caption", { class: "quiet" }, t.results),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map(([text, kind]) => h("th", { scope: "col", class: kind }, h("span", {}, text))),
      ),
    ),
    h("tbody", {}, results.map(row)),
  );
}

/** @param {Api.RoomResultForm} result */
const timeOf = ({ state, elapsed, share }) =>
  state === "won"
    ? exact(elapsed ?? 0)
    : state === "lost"
    ? t.lostAt(opened(share))
    : state === "playing"
    ? opened(share)
    : t.didNot[state];

/** @param {Api.RoomForm} room */
function scores(room) {
  if (!room.score.length) return null;
  /** @param {number} value */
  const cell = (value) => h("td", { class: value ? "" : "z" }, digitsOf(value));
  return [
    h("h2", {}, t.score(room.scored)),
    h(
      "table",
      { class: "eve" },
      h("caption", { class: "quiet" }, t.score(room.scored)),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "quiet" }, t.name)),
          h("th", { scope: "col" }, t.won),
          h("th", { scope: "col" }, t.best),
        ),
      ),
      h(
        "tbody",
        {},
        room.score.map(({ person, won, best }) =>
          h(
            "tr",
            { class: person === room.you ? "me" : "" },
            h("th", { scope: "row" }, called(room, person)),
            cell(won),
            cell(best),
          )
        ),
      ),
    ),
  ];
}

/** @param {number} value */
const digitsOf = (value) => figures(number(value));
