import { equal, later, page, settle } from "./page.js";
import { actionOf, newsOf, places, readable, screenOf, shownOf } from "page/rooms/people.js";
import { Announcer, RoomState } from "page/rooms/state.js";

import { board, person, play, room, View } from "./rooms.js";

const ASKED = "GET /api/rooms/7fk2mq9x";

// Opens a room at the given state of the server, which may be changed later.
/** @param {Api.RoomForm} now @param {number} [number] */
async function opened(now, number) {
  page.answers[ASKED] = () => now;
  const view = new View();
  const state = new RoomState("7fk2mq9x", view, number);
  await state.open();
  return { state, view };
}

Deno.test("a room is asked for once a second, with the version that the page has", async () => {
  const { state, view } = await opened(room({ version: "a b" }));
  equal(view.told, [["changed", null]]);
  page.answers[ASKED] = new Response(null, { status: 204 });
  await later(2000);
  equal(page.asked.map(({ path }) => path), [
    "/api/rooms/7fk2mq9x",
    "/api/rooms/7fk2mq9x?version=a%20b",
    "/api/rooms/7fk2mq9x?version=a%20b",
  ]);
  equal(view.told.length, 1, "nothing is new");
  state.close();
  await later(5000);
  equal(page.asked.length, 3);
});

Deno.test("an answer to an older question does not undo a newer one", async () => {
  const { state } = await opened(room());
  const { promise, resolve } = Promise.withResolvers();
  page.answers[ASKED] = () => promise;
  await later(1000);
  page.answers["POST /api/rooms/7fk2mq9x/ready"] = room({ version: "newer" });
  await state.ready(true);
  equal(page.asked.at(-1)?.body, { ready: true, board: 1 });
  equal(state.room?.version, "newer");
  resolve(room({ version: "older" }));
  await settle();
  equal(state.room?.version, "newer");
});

Deno.test("before a race it counts to one by the server's clock, then asks at once", async () => {
  const begins = 1_000_000;
  const now = room({ state: "counting", now: begins - 2.6, board: board({ begins }) });
  const { view } = await opened(now);
  equal(view.told.slice(1), [["counted", 3]]);
  page.answers[ASKED] = new Response(null, { status: 204 });
  await later(600);
  equal(view.told.at(-1), ["counted", 2]);
  await later(1000);
  equal(view.told.at(-1), ["counted", 1]);
  await later(900);
  page.answers[ASKED] = room({ state: "racing", now: begins, board: board({ state: "racing" }) });
  await later(99);
  equal(view.told.at(-1), ["counted", 1]);
  await later(1);
  equal(view.told.at(-1), ["changed", "counting"]);
});

Deno.test("if the server is not that far yet, it asks again soon", async () => {
  const now = room({ state: "counting", now: 100, board: board({ begins: 100 }) });
  const { view } = await opened(now);
  await later(350);
  equal(page.asked.length, 4);
  equal(view.told.filter(([what]) => what === "counted"), []);
});

Deno.test("after a minute, the ready may start without the others", async () => {
  const { state, view } = await opened(room({ now: 100, start_in: 130 }));
  page.answers[ASKED] = new Response(null, { status: 204 });
  equal(state.mayStart, false);
  await later(29_999);
  equal([state.mayStart, view.told.length], [false, 1]);
  await later(1);
  equal([state.mayStart, view.told.length], [true, 2]);
});

Deno.test("if the line is lost, the room stays and comes back by itself", async () => {
  const { state, view } = await opened(room());
  delete page.answers[ASKED];
  await later(1000);
  equal(view.told.at(-1), ["line", true]);
  equal(state.room?.version, "1");
  page.answers[ASKED] = room({ version: "2" });
  await later(1000);
  equal(view.told.slice(-2), [["line", false], ["changed", "waiting"]]);
});

Deno.test("a room that ended is not asked for again, but a busy server is", async () => {
  const { view } = await opened(room());
  page.answers[ASKED] = Response.json({ detail: "busy" }, { status: 503 });
  await later(3000);
  equal(view.told.length, 1);
  page.answers[ASKED] = Response.json({ detail: "this room ended" }, { status: 410 });
  await later(1000);
  equal(view.told.at(-1), ["gone", "This room ended."]);
  const count = page.asked.length;
  await later(5000);
  equal(page.asked.length, count);
});

Deno.test("a second tab takes the room over", async () => {
  const first = await opened(room());
  const other = new RoomState("zzzzzzzz", new View());
  page.answers["GET /api/rooms/zzzzzzzz"] = room();
  await other.open();
  equal(first.view.told.at(-1), ["changed", null], "a tab with another room is not asked to stop");
  const second = await opened(room());
  equal(first.view.told.at(-1), ["elsewhere", null]);
  equal([first.state.isOpen, second.state.isOpen], [false, true]);
  other.close();
  second.state.close();
});

Deno.test("an earlier board is shown instead of the latest one", async () => {
  const earlier = board({ number: 3, state: "own time", verdict: [{ words: "You.", runs: [] }] });
  page.answers["GET /api/rooms/7fk2mq9x/boards/3"] = earlier;
  const { state } = await opened(room({ state: "over", board: board({ number: 7 }) }), 3);
  const shown = state.room;
  equal([shown?.board, shown?.state, shown?.said], [earlier, "own time", earlier.verdict]);
});

Deno.test("a player does what the room allows, and gets the room in the answer", async () => {
  const { state } = await opened(room({ next_board: 4 }));
  const path = "/api/rooms/7fk2mq9x";
  for (const end of ["join", "start", "settings", "agents"]) {
    page.answers[`POST ${path}/${end}`] = room({ version: end, next_board: 4 });
  }
  page.answers[`DELETE ${path}/agents/odds`] = room({ version: "dismissed", next_board: 4 });
  page.answers[`POST ${path}/game`] = {};
  page.answers[`POST ${path}/leave`] = new Response(null, { status: 204 });
  await state.join("Mira");
  await state.start();
  await state.settle({ level: "expert" });
  await state.invite("odds");
  equal(state.room?.version, "agents");
  await state.dismiss("odds");
  equal(state.room?.version, "dismissed");
  await state.own();
  await state.leave();
  equal(
    page.asked.slice(1).map(({ method, path, body }) => [`${method} ${path.slice(19)}`, body]),
    [
      ["POST /join", { name: "Mira" }],
      ["POST /start", { board: 4 }],
      ["POST /settings", { level: "expert" }],
      ["POST /agents", { agent: "odds" }],
      ["DELETE /agents/odds", undefined],
      ["POST /game", { board: 4 }],
      ["GET ?version=dismissed", undefined],
      ["POST /leave", undefined],
    ],
  );
  equal(state.isOpen, false);
});

Deno.test("the screen follows from the state of the room", () => {
  /** @type {[Partial<Api.RoomForm>, string][]} */
  const cases = [
    [{ you: null }, "door"],
    [{ state: "daily" }, "daily"],
    [{}, "lobby"],
    [{ state: "counting", board: board({ you: "waiting" }) }, "count"],
    [{ state: "racing", board: board({ you: "waiting" }) }, "race"],
    [{ state: "racing", board: board({ you: "playing" }) }, "race"],
    [{ state: "racing", board: board({ you: "late" }) }, "lobby"],
    [{ state: "racing", board: board({ you: "done", results: [] }) }, "table"],
    [{ state: "over", board: board({ you: "late", results: [] }) }, "table"],
    [{ state: "own time", board: board({ you: "waiting" }) }, "lobby"],
    [{ state: "own time", board: board({ you: "playing" }) }, "race"],
    [{ state: "own time", board: board({ you: "done", results: [] }) }, "table"],
  ];
  for (const [now, screen] of cases) equal(screenOf(room(now)), screen, JSON.stringify(now));
  equal(screenOf(room({ state: "over", board: board({ results: [] }) }), true), "lobby");
});

Deno.test("keys do something on their screens, and nothing while it counts", () => {
  equal(actionOf("lobby", "r"), "ready");
  equal(actionOf("lobby", "R"), "ready");
  equal(actionOf("lobby", "n"), undefined);
  equal(actionOf("table", "n"), "next");
  equal(actionOf("race", "p"), "places");
  equal(actionOf("race", "r"), undefined);
  equal(actionOf("race", "Escape"), "leave");
  for (const key of ["r", "n", "c", "p", "Escape"]) equal(actionOf("count", key), undefined);
});

Deno.test("up to eight people, everyone is shown in the order of arrival", () => {
  const eight = Array.from({ length: 8 }, (_, at) => play(at + 1, { share: (8 - at) / 10 }));
  equal(shownOf(eight, 3), { shown: eight, more: 0 });
});

Deno.test("of more, you are shown with two ahead and two behind, in the same order", () => {
  const shares = [.2, .9, .8, .1, .5, .6, .4, .3, .7, .55];
  const ten = shares.map((share, at) => play(at + 1, { share }));
  const people = (/** @type {number} */ you) => shownOf(ten, you).shown.map((one) => one.person);
  equal(people(5), [5, 6, 7, 8, 10], "0.6 and 0.55 are ahead of 0.5, 0.4 and 0.3 behind");
  equal(shownOf(ten, 5).more, 5);
  equal(people(2), [2, 3, 9], "nobody is ahead of the first");
  equal(shownOf(ten, 5, true), { shown: ten, more: 0 });
});

Deno.test("places go by time, then by the share opened", () => {
  const plays = [
    play(1, { share: .9 }),
    play(2, { share: 1, state: "won", elapsed: 9000 }),
    play(3, { share: .95, state: "lost", elapsed: 5000 }),
    play(4, { share: 1, state: "won", elapsed: 8000 }),
  ];
  equal(places(plays).map((one) => one.person), [4, 2, 3, 1]);
});

Deno.test("news are who came, left or is ready, but never the player's own", () => {
  const before = room({ people: [person(1, { you: true }), person(2), person(3), person(4)] });
  const after = room({
    people: [
      person(1, { you: true, ready: true }),
      person(2, { ready: true }),
      person(3, { here: false }),
      person(4),
      person(5),
      person(6, { agent: "odds", ready: true }),
      person(7, { ready: true }),
    ],
  });
  equal(newsOf(before, after).map(({ what, person }) => [what, person]), [
    ["ready", 2],
    ["left", 3],
    ["came", 5],
    ["came", 6],
    ["came", 7],
    ["ready", 7],
  ]);
  equal(newsOf(after, before).map(({ what, person }) => [what, person]), [
    ["not ready", 2],
    ["came", 3],
  ]);
});

Deno.test("in a race only ends are news", () => {
  const people = [person(1, { you: true }), person(2), person(3)];
  const racing = (/** @type {Api.RoomPlayForm[]} */ ...plays) =>
    room({ people, state: "racing", board: board({ you: "playing", state: "racing", plays }) });
  const before = racing(play(1), play(2, { share: .1 }), play(3));
  equal(newsOf(before, racing(play(1), play(2, { share: .5 }), play(3))), []);
  const ended = racing(
    play(1, { state: "won", elapsed: 100 }),
    play(2, { state: "won", elapsed: 73_854 }),
    play(3, { state: "lost", elapsed: 20 }),
  );
  equal(newsOf(before, ended), [
    { what: "won", person: 2, elapsed: 73_854 },
    { what: "lost", person: 3, elapsed: 20 },
  ]);
  equal(newsOf(ended, ended), []);
});

Deno.test("announcements are gathered over three seconds", async () => {
  /** @type {string[]} */
  const said = [];
  const announcer = new Announcer((text) => said.push(text));
  announcer.add();
  await later(4000);
  announcer.add("Mira is here.");
  await later(2999);
  announcer.add("Jonas is here.", "Mira is ready.");
  equal(said, []);
  await later(1);
  equal(said, ["Mira is here. Jonas is here. Mira is ready."]);
  announcer.add("okapi is here.");
  announcer.stop();
  await later(4000);
  equal(said.length, 1);
});

Deno.test("a code is read in two halves", () => equal(readable("7fk2mq9x"), "7fk2-mq9x"));
