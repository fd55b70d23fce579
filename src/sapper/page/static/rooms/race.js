// What a room adds to a game in Play: how far everyone is, in a fixed order, once a second.

import { clockTime, h, levelName, say, toast, tool } from "../dom.js";
import { digits } from "../figures.js";
import { places, shownOf } from "./people.js";
import { called, mark, opened, refill, rest, roomOf } from "./parts.js";
import { t } from "./words.js";

/** @typedef {import("./parts.js").RoomState} RoomState */

/**
 * @param {RoomState} state
 * @param {() => unknown} leave
 * @param {() => unknown} changed the words above the board have changed
 * @param {() => unknown} table shows the results, instead of the player's finished board
 */
export function race(state, leave, changed, table) {
  const board = /** @type {Api.RoomBoardForm} */ (roomOf(state).board);
  /** @type {PromiseWithResolvers<void>} */
  const begun = Promise.withResolvers();
  const title = h("h2", { class: "voice", hidden: true });
  const field = h("ol", { class: "field", "aria-label": t.progress });
  const list = h("ol", { "aria-label": t.progress });
  const counter = h("p", { class: "counter", role: "alert" });
  const telling = { title: "" };
  const ended = h("p");
  const toTable = tool("people", t.results, null, table, { hidden: true, class: "to-table" });
  let all = false;
  let hurries = false;
  /** @type {Api.GameForm | null} */
  let end = null; // what the page knows of the end before the server says it
  const showAll = () => {
    all = !all;
    update();
  };
  const strip = h("div", { class: "strip", onclick: showAll }, list);
  const panel = h(
    "div",
    { class: "say" },
    h("div", { class: "news" }, h("p", { class: "cap" }, t.board(board.number)), title),
    field,
    ended,
    h("p", { class: "fine" }, board.own_time ? t.shareAlone : [t.share, " ", t.patience]),
  );

  function update() {
    const room = roomOf(state);
    const now = room.board ?? board;
    const game = now.you === "playing" ? end : null;
    const plays = now.plays.map((play) =>
      game && play.person === room.you ? endedBy(play, game) : play
    );
    const { shown, more } = shownOf(plays, room.you, all);
    const isDone = now.you === "done";
    const said = isDone ? now.verdict : room.said;
    const text = state.away ? t.line : said[0]?.words ?? "";
    if (telling.title !== text) {
      title.textContent = telling.title = text;
      title.hidden = !text;
      if (isDone) say(text);
      changed();
    }
    // The words may be out of sight.
    if (now.hurry && !hurries) toast(text);
    hurries = now.hurry;
    if (toTable.hidden === isDone) {
      toTable.hidden = !isDone;
      rest(toTable);
    }
    refill(
      ended,
      isDone && h("button", { class: "b main", "data-key": "results", onclick: table }, t.results),
    );
    refill(
      field,
      shown.map((play) => bar(room, play)),
      more > 0 && h(
        "li",
        {},
        h("button", { class: "plain", "data-key": "more", onclick: showAll }, t.more(more)),
      ),
    );
    refill(list, shown.map((play) => small(room, play)));
    strip.classList.toggle("all", all);
  }

  return {
    title: board.own_time ? t.board(board.number) : t.racing(board.number),
    level: board.level,
    tag: board.no_guess ? t.noGuessTag : "",
    aside: t.race,
    game: async () => {
      await begun.promise;
      return state.game(board.number);
    },
    strip,
    panel,
    telling,
    counter,
    /** @param {() => unknown} fit */
    tools: (fit) => [
      tool("fit", t.fit, "0", fit, { class: "fit" }),
      toTable,
      tool("cross", t.leave, "Esc", leave),
    ],
    /** @param {Api.GameForm} game */
    over: (game) => {
      end = game;
      update();
      return state.ask();
    },
    update,
    /** @param {number} seconds */
    count: (seconds) => (counter.textContent = String(seconds)),
    begin: () => {
      counter.remove();
      begun.resolve();
    },
    // Says who is where, because a race does not announce it.
    places: () => {
      const room = roomOf(state);
      const ranked = places(room.board?.plays ?? []);
      say(
        ranked.map((play, index) =>
          t.isPlace(index + 1, called(room, play.person), how(room, play))
        ).join(" "),
      );
    },
  };
}

/** @param {Api.RoomForm} room @param {number} person */
const hasLeft = ({ people }, person) => people.some((one) => one.number === person && one.left);

/** @param {Api.RoomPlayForm["state"]} state */
const didNotFinish = (state) => state === "unfinished" || state === "unplayed";

/** @type {(play: Api.RoomPlayForm, game: Api.GameForm) => Api.RoomPlayForm} */
const endedBy = (play, { outcome, elapsed }) => ({
  ...play,
  state: outcome === "won" ? "won" : "lost",
  share: outcome === "won" ? 1 : play.share,
  elapsed,
});

// How somebody is in a race.
/** @param {Api.RoomForm} room @param {Api.RoomPlayForm} play */
function how(room, { state, share, elapsed, person }) {
  if (state === "won") return clockTime(elapsed ?? 0);
  if (state === "lost") return t.hit;
  if (hasLeft(room, person)) return t.states.left;
  return didNotFinish(state) ? t.didNot[state] : opened(share);
}

/** @param {Api.RoomForm} room @param {Api.RoomPlayForm} play */
function kindOf(room, { state, person, here }) {
  if (state === "won") return "ok";
  if (state === "lost") return "out";
  // After a reload, the server may believe for a moment that the player is not here.
  const isHere = here || person === room.you;
  return didNotFinish(state) || !isHere || hasLeft(room, person) ? "off" : "";
}

/** @param {number} share */
function progress(share) {
  const done = h("i");
  done.style.width = `${100 * share}%`;
  return h("span", { class: "pb", "aria-hidden": "true" }, done);
}

/** @param {Api.RoomForm} room @param {Api.RoomPlayForm} play */
function classOf(room, { person, state }) {
  return [
    person === room.you && "me",
    (state === "lost" || didNotFinish(state)) && "gone",
    state === "lost" && "out",
  ].filter(Boolean).join(" ");
}

/** @param {Api.RoomForm} room @param {Api.RoomPlayForm} play */
function bar(room, play) {
  const text = how(room, play);
  return h(
    "li",
    { class: classOf(room, play) },
    mark(kindOf(room, play)),
    h("span", { class: "nm" }, called(room, play.person)),
    /^\d/.test(text) ? h("b", {}, digits(text)) : h("span", { class: "w" }, text),
    progress(play.share),
  );
}

/** @param {Api.RoomForm} room @param {Api.RoomPlayForm} play */
const small = (room, play) =>
  h(
    "li",
    { class: classOf(room, play) },
    h(
      "span",
      {},
      h("span", { class: "nm" }, called(room, play.person)),
      h("b", {}, play.state === "lost" ? t.lost : how(room, play)),
    ),
    progress(play.share),
  );

/** @param {Api.RoomBoardForm} board */
export const boardName = ({ number, name, no_guess: noGuess }) =>
  [t.board(number), levelName(name), ...noGuess ? [t.noGuessTag] : []].join(", ");
