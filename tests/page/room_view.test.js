// The view of a room: which screen it shows when, and what is said.

import { all, button, equal, later, one, page, settle, texts } from "./page.js";
import { FakeElement, kinds } from "./elements.js";
import "page/room.js";
import { board, person, play, room } from "./rooms.js";

const CODE = "/api/rooms/7fk2mq9x";
const [ME, MIRA] = [person(1, { you: true }), person(2)];

/** @param {...string} texts @returns {Api.SaidJson[]} */
const said = (...texts) => texts.map((words) => ({ words, runs: [words] }));

// Stands for Play, whose board needs a layout.
class Race extends FakeElement {
  /** @type {any} */ race;
  drawer = { update: () => {} };
  connectedCallback() {
    this.append(this.race.panel);
  }
}

let version = 0;

// Opens a room, and returns how to show it as it is a second later.
/** @param {Partial<Api.RoomForm>} now */
async function opened(now, argument = "7fk2mq9x") {
  /** @param {Partial<Api.RoomForm>} fields */
  const answer = (fields) => {
    const form = room({ people: [ME, MIRA], version: String(++version), ...fields });
    page.answers[`GET ${CODE}`] = () => structuredClone(form);
  };
  kinds.set("sapper-play", Race);
  answer(now);
  location.hash = `#room/${argument}`;
  page.main.replaceChildren(Object.assign(document.createElement("sapper-room"), { argument }));
  await settle();
  return async (/** @type {Partial<Api.RoomForm>} */ next) => {
    answer(next);
    await later(1000);
  };
}

/** @type {(number: number, fields?: Partial<Api.RoomBoardForm>) => Partial<Api.RoomForm>} */
const racing = (number, fields) => ({
  state: "racing",
  next_board: number + 1,
  board: board({ number, state: "racing", you: "playing", plays: [play(1), play(2)], ...fields }),
});

/** @param {number} number @param {string} verdict @returns {Partial<Api.RoomForm>} */
const over = (number, verdict) => ({
  state: "over",
  next_board: number + 1,
  said: said("Nobody is ready yet."),
  board: board({ number, state: "over", you: "done", results: [], verdict: said(verdict) }),
});

const done = racing(1, { you: "done", results: [], verdict: said("You are first so far.") });
const spoken = () => /** @type {any} */ (document.getElementById("say")).textContent;

Deno.test("a finished board stays until the player wants the results", async () => {
  const show = await opened(racing(1));
  equal(texts("button"), []);
  await show(done);
  equal([texts(".say h2"), texts(".fin")], [["You are first so far."], []]);
  await later(60_000);
  equal(spoken(), "You are first so far.");
  equal(texts(".fin"), [], "others still play");
  button("Results").click();
  equal(texts("h1"), ["You are first so far."]);
  equal(all("sapper-play"), []);
  await show({ ...done, people: [ME] });
  equal(all("sapper-play"), []);
});

Deno.test("when all are done, the results come after a moment", async () => {
  const show = await opened(racing(1));
  await show(over(1, "You won."));
  equal(texts(".fin"), []);
  await later(2999);
  equal(texts(".fin"), []);
  await later(1);
  equal(texts("h1"), ["You won."]);
});

Deno.test("somebody who makes no move is told once, wherever they look", async () => {
  const toasts = () => texts(".toast", document.body);
  const show = await opened(racing(1));
  equal(toasts(), []);
  await show({ ...racing(1, { hurry: true }), said: said("Make a move.") });
  equal(toasts(), ["Make a move."]);
  await later(6000);
  equal(toasts(), []);
});

Deno.test("somebody who leaves a race is told what becomes of it", async () => {
  /** @type {any} */ (FakeElement.prototype).showModal = () => {};
  const leave = async (/** @type {Partial<Api.RoomForm>} */ now) => {
    await opened(now);
    /** @type {any} */ (one("sapper-play")).race.tools(() => 0).at(-1).click();
    await settle();
    const dialog = one("dialog", document.body);
    const text = one("p", dialog).textContent;
    dialog.dispatchEvent(new Event("close"));
    await settle();
    return text;
  };
  const open = "Your race stays open while somebody else is still playing. The link lets you " +
    "come back.";
  const last = "Nobody else is still playing, so leaving ends your race.";
  const plays = [play(1), play(2, { state: "won", elapsed: 24_000 })];
  equal(await leave(racing(1)), open);
  equal(await leave(racing(1, { plays })), last);
  equal(await leave({ ...racing(1), people: [ME, person(2, { left: true })] }), last);
  equal(await leave({ ...racing(1), people: [ME, person(2, { agent: "odds" })] }), last);
  const own = racing(1, { own_time: true, state: "own time" });
  equal(await leave({ ...own, state: "own time" }), "The link lets you come back.");
});

Deno.test("after a reload the results come at once", async () => {
  await opened(over(1, "You won."));
  equal(texts("h1"), ["You won."]);
});

Deno.test("what comes under the pointer takes no click for a moment", async () => {
  const show = await opened(done);
  await later(2000);
  equal(all(".resting"), []);
  await show(over(1, "You won."));
  equal(all(".resting"), [one(".nxt")], "there is a button now");
  await later(700);
  equal(all(".resting"), []);
  const begun = board({ number: 2, own_time: true, state: "own time" });
  button("Change the level").click();
  equal(one(".lobby").className, "lobby resting");
  await later(1300); // the page asks at whole seconds
  await show({ state: "own time", board: begun });
  equal(one(".start").className, "start resting", "Start board 2 stands where Ready was");
});

Deno.test("a table stays when somebody begins the next board in their own time", async () => {
  const show = await opened(over(1, "You won."));
  page.answers[`GET ${CODE}/boards/1`] = over(1, "You won.").board;
  const own = board({ number: 2, own_time: true, state: "own time" });
  await show({
    ...{ state: "own time", next_board: 3, board: own, earlier: [1], unplayed: [2] },
    said: said("Mira is playing board 2."),
    people: [ME, person(2, { playing: true })],
  });
  equal(texts("h1"), ["You won."]);
  equal(location.hash, "#room/7fk2mq9x/1");
  equal(texts(".under .fine"), ["Mira is playing board 2."]);
  equal(all(".acts a").map((link) => [link.textContent, link.getAttribute("href")]), [
    ["Start board 2", "#room/7fk2mq9x"],
  ]);
  await later(3020);
  equal(spoken(), "Mira is playing.");
});

Deno.test("a race calls the player away from the results of an earlier board", async () => {
  page.answers[`GET ${CODE}/boards/1`] = over(1, "You won.").board;
  const show = await opened({ ...over(2, "Mira won."), earlier: [1] }, "7fk2mq9x/1");
  equal(texts("h1"), ["You won."]);
  await show(racing(3));
  equal([texts("h1"), all("sapper-play").length], [[], 1]);
  equal(location.hash, "#room/7fk2mq9x");
});

Deno.test("the results of earlier boards are one click away", async () => {
  const show = await opened({ ...over(3, "Mira won."), earlier: [1, 2] });
  const links = () => all(".tables a").map((link) => link.getAttribute("href"));
  equal(links(), ["#room/7fk2mq9x/1", "#room/7fk2mq9x/2"]);
  button("Change the level").click();
  equal(texts(".tables"), ["Results of board123"]);
  equal(links(), ["#room/7fk2mq9x/1", "#room/7fk2mq9x/2"]);
  one(".tables button").click();
  equal(texts("h1"), ["Mira won."]);
  page.answers[`GET ${CODE}/boards/1`] = over(1, "You won.").board;
  await opened({ ...over(3, "Mira won."), earlier: [1, 2] }, "7fk2mq9x/1");
  equal(texts("section a"), ["2", "To the room"]);
  await show(over(3, "Mira won."));
});

Deno.test("the table says who waits for the next board", async () => {
  const show = await opened(over(1, "You won."));
  equal(texts(".under .fine"), [""]);
  await show({
    ...over(1, "You won."),
    people: [ME, person(2, { ready: true })],
    said: said("Mira is ready. Are you?"),
  });
  equal(texts(".under .fine"), ["Mira is ready. Are you?"]);
});

Deno.test("nothing is said about a board once the next one begins", async () => {
  const show = await opened(racing(1));
  await show(racing(1, { plays: [play(1), play(2, { state: "won", elapsed: 24_000 })] }));
  await later(20);
  equal(spoken(), "Mira is done, 0:24.");
  const ready = { people: [person(1, { you: true, ready: true }), person(2, { ready: true })] };
  await show({ ...over(1, ""), ...ready });
  await later(3000);
  await show({ ...racing(2), ...ready });
  await later(20);
  equal(spoken(), "");
});

Deno.test("somebody who is ready comes back to the lobby", async () => {
  const ready = { people: [person(1, { you: true, ready: true }), MIRA] };
  await opened({ ...over(1, "You won."), ...ready, said: said("Waiting for Mira.") });
  equal(texts("h1"), ["Waiting for Mira."]);
});
