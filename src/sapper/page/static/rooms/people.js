// What to show of a room, by the room that the server sends: which screen, whose progress, which
// news, and which keys do what.

/**
 * @typedef {"door" | "lobby" | "count" | "race" | "table" | "daily"} Screen
 * @typedef {"ready" | "next" | "copy" | "places" | "leave"} Action
 * @typedef {"came" | "ready" | "not ready" | "plays" | "left" | "won" | "lost"} Event
 * @typedef {{ what: Event, person: number, elapsed: number | null }} News
 */

const FEW = 8; // with at most this many people, everyone's progress is shown
const NEAR = 2; // with more, this many ahead of you and as many behind you

// The screen for a room. The player may want the lobby although there is a table.
/** @param {Api.RoomForm} room @param {boolean} wantsLobby @returns {Screen} */
export function screenOf({ you, state, board }, wantsLobby = false) {
  if (you === null) return "door";
  if (state === "daily") return "daily";
  const playing = board?.you === "playing" || (board?.you === "waiting" && state === "racing");
  if (playing) return "race";
  if (state === "counting" && board?.you === "waiting") return "count";
  return board?.results && !wantsLobby ? "table" : "lobby";
}

/** @type {Record<Screen, Record<string, Action>>} */
const KEYS = {
  door: { c: "copy" },
  lobby: { r: "ready", c: "copy", Escape: "leave" },
  count: {},
  race: { p: "places", Escape: "leave" },
  table: { n: "next", c: "copy", Escape: "leave" },
  daily: { c: "copy" },
};

/** @param {Screen} screen @param {string} key */
export const actionOf = (screen, key) => KEYS[screen][key.length === 1 ? key.toLowerCase() : key];

// Whether somebody's race stays open if they leave now: agents are not waited for.
/** @param {Api.RoomForm} room */
export const othersPlay = ({ you, people, board }) =>
  board !== null &&
  board.plays.some(({ person, state }) =>
    person !== you && (state === "playing" || state === "waiting") &&
    people.some(({ number, agent, left }) => number === person && !agent && !left)
  );

// Sorts from the first to the last: by time, then by the share of the board that is open.
/** @param {readonly Api.RoomPlayForm[]} plays */
export const places = (plays) =>
  [...plays].sort((a, b) =>
    Number(b.state === "won") - Number(a.state === "won") ||
    (a.state === "won" ? (a.elapsed ?? 0) - (b.elapsed ?? 0) : b.share - a.share)
  );

// Whose progress is shown, in the order of the server, and how many are left out.
/**
 * @param {readonly Api.RoomPlayForm[]} plays
 * @param {number | null} you
 * @param {boolean} [all]
 * @returns {{ shown: readonly Api.RoomPlayForm[], more: number }}
 */
export function shownOf(plays, you, all = false) {
  if (all || plays.length <= FEW) return { shown: plays, more: 0 };
  const ranked = places(plays);
  const at = ranked.findIndex(({ person }) => person === you);
  const near = new Set(ranked.slice(Math.max(0, at - NEAR), at + NEAR + 1));
  const shown = plays.filter((one) => near.has(one));
  return { shown, more: plays.length - shown.length };
}

// What the others have done between two answers of the server. During a race, these are only ends.
/** @param {Api.RoomForm} before @param {Api.RoomForm} after @returns {News[]} */
export function newsOf(before, after) {
  if (before.board && before.board.number === after.board?.number) {
    const was = new Map(before.board.plays.map((play) => [play.person, play.state]));
    const ended = after.board.plays.filter(({ person, state }) =>
      person !== after.you && (state === "won" || state === "lost") && was.get(person) !== state
    );
    if (ended.length || after.board.you === "playing") {
      return ended.map(({ person, state, elapsed }) => ({
        what: /** @type {Event} */ (state),
        person,
        elapsed,
      }));
    }
  }
  const known = new Map(before.people.map((person) => [person.number, person]));
  // A new board takes every Ready back.
  const isNew = before.board?.number !== after.board?.number;
  return after.people.flatMap(({ number: person, you, ready, here, playing, left, agent }) => {
    if (you) return [];
    const was = known.get(person);
    const came = !was || (was.left && !left) || (!was.here && here);
    const gone = was && ((left && !was.left) || (!here && was.here));
    const turned = (was?.ready ?? false) !== ready && !agent && !isNew;
    const begun = playing && !was?.playing && after.state === "own time";
    /** @type {(Event | false | undefined)[]} */
    const events = [
      came && "came",
      gone && "left",
      !gone && !left && turned && (ready ? "ready" : "not ready"),
      begun && "plays",
    ];
    return events.flatMap((what) => what ? [{ what, person, elapsed: null }] : []);
  });
}

// The name of a person in a room.
/** @param {Api.RoomForm} room @param {number} person */
export const nameIn = ({ people }, person) =>
  people.find(({ number }) => number === person)?.name ?? "";

// A code as people read it: 7fk2-mq9x.
/** @param {string} code */
export const readable = (code) => code.replace(/^(.{4})(.{4})$/, "$1-$2");
