import { equal, later, ok, page, settle } from "./page.js";
import { Wire } from "page/wire.js";

const MOVES = "POST /api/games/GAME/moves";
const ABOUT = "GET /api/about";

/** @type {Wire} */
let wire;
/** The ends of the moves, in order. @type {any[]} */
let outcomes;

Deno.test.beforeEach(() => {
  wire = new Wire();
  outcomes = [];
});

// The banner says that the server is away until it answers, so let it answer after each test.
Deno.test.afterEach(async () => {
  page.answers[ABOUT] = {};
  wire.close();
  await later(10_000);
});

// The websocket, once it is open.
function opened() {
  wire.open();
  const [socket] = page.sockets;
  socket.open();
  return socket;
}

/** @param {number} cell @param {number} after */
function move(cell, after) {
  wire.move("GAME", { kind: "open", cell, after }).then(
    (answer) => outcomes.push(answer),
    ({ message, status, doubtful, away }) => outcomes.push({ message, status, doubtful, away }),
  );
}

/** @param {string} message @param {object} more */
const problem = (message, more = {}) => ({
  message,
  status: undefined,
  doubtful: undefined,
  away: undefined,
  ...more,
});

// The server's answers to moves over HTTP, one after another.
/** @param {...[number, unknown]} answers */
const answered = (...answers) => (page.answers[MOVES] = () => {
  const [status, body] = answers.shift() ?? [500, {}];
  return Response.json(body, { status });
});

const asked = () => page.asked.map(({ method, path, body }) => [method, path, body]);
const MOVE = ["POST", "/api/games/GAME/moves", { kind: "open", cell: 7, after: 3 }];
const IS_THERE = ["GET", "/api/about", undefined];
const away = () => /** @type {any} */ (document.getElementById("away")).hidden === false;

Deno.test("a page that was loaded over TLS also uses TLS for its websocket", () => {
  const { location } = globalThis;
  for (const [origin, expected] of [["http://sapper.test", "ws"], ["https://sapper.test", "wss"]]) {
    Object.assign(globalThis, { location: new URL(origin) });
    wire.open();
    equal(page.sockets.at(-1)?.url, `${expected}://sapper.test/api/play?language=en`);
    wire.close();
  }
  Object.assign(globalThis, { location });
});

Deno.test("a move states how many moves came before it, and is answered next", async () => {
  const socket = opened();
  move(7, 3);
  equal(socket.sent, [{ game: "GAME", kind: "open", cell: 7, after: 3 }]);
  socket.say({ cells: [7], symbols: "1", moves: 4 });
  await settle();
  equal(outcomes, [{ cells: [7], symbols: "1", moves: 4 }]);
  move(8, 4);
  socket.say({ cells: [8], symbols: "2", moves: 5 });
  await settle();
  equal(outcomes[1], { cells: [8], symbols: "2", moves: 5 });
  await later(60_000); // an answered move has no timeout
  equal([page.asked.length, page.sockets.length, socket.readyState], [0, 1, 1]);
});

for (
  const [state, prepare] of Object.entries({
    "was never opened": () => {},
    "is not open yet": () => wire.open(),
    "is closed": () => {
      wire.open();
      wire.close();
    },
  })
) {
  Deno.test(`if the socket ${state}, a move goes over HTTP`, async () => {
    prepare();
    answered([200, { moves: 4 }]);
    move(7, 3);
    await settle();
    equal(outcomes, [{ moves: 4 }]);
    equal(asked(), [MOVE]);
    equal(wire.ready, false);
  });
}

Deno.test("a move that is refused on the socket is not repeated over HTTP", async () => {
  const socket = opened();
  move(7, 3);
  socket.say({ problem: "the game is over: start a new one", status: 409 });
  await settle();
  equal(outcomes, [problem("The game is over: start a new one.", { status: 409 })]);
  equal(page.asked, []);
  move(8, 3);
  socket.say({ moves: 4 });
  await settle();
  equal(outcomes[1], { moves: 4 });
});

Deno.test("a move without an answer is sent again over HTTP with the same count", async () => {
  const socket = opened();
  move(7, 3);
  page.answers[ABOUT] = {};
  answered([200, { moves: 4 }]);
  socket.end();
  await settle();
  equal(outcomes, [{ moves: 4 }]);
  equal(asked(), [IS_THERE, MOVE]);
});

Deno.test("a repeated move is doubtful if the game has one more move by then", async () => {
  const socket = opened();
  move(7, 3);
  page.answers[ABOUT] = {};
  answered([412, { detail: "the game has 4 moves, not 3: reload it" }]);
  socket.end();
  await settle();
  const message = "The game has 4 moves, not 3: reload it.";
  equal(outcomes, [problem(message, { status: 412, doubtful: true })]);
});

Deno.test("a refusal over HTTP alone is not doubtful", async () => {
  answered([412, { detail: "the game has 4 moves, not 3" }]);
  move(7, 3);
  await settle();
  equal(outcomes, [problem("The game has 4 moves, not 3.", { status: 412 })]);
});

Deno.test("a move that nothing answers is doubtful, and the banner says so", async () => {
  const socket = opened();
  move(7, 3);
  socket.end();
  await settle();
  equal(outcomes, [problem("No connection to the server.", { doubtful: true, away: true })]);
  ok(away());
});

Deno.test("a socket that is silent for four seconds is given up", async () => {
  const socket = opened();
  move(7, 3);
  page.answers[ABOUT] = {};
  answered([200, { moves: 4 }]);
  await later(3999);
  equal([page.asked.length, socket.readyState], [0, 1]);
  await later(1);
  equal(outcomes, [{ moves: 4 }]);
  equal([asked(), socket.readyState], [[IS_THERE, MOVE], 2]);
  // The old socket closes after the new one has opened, and must not affect the new one.
  await later(500);
  page.sockets[1].open();
  socket.end();
  move(8, 4);
  socket.say({ moves: 99 });
  await settle();
  equal([wire.ready, outcomes.length, page.sockets.length], [true, 1, 2]);
  page.sockets[1].say({ moves: 5 });
  await settle();
  equal(outcomes.slice(1), [{ moves: 5 }]);
  await later(60_000);
  equal(page.sockets.length, 2);
});

Deno.test("pauses between attempts to connect double, up to ten seconds", async () => {
  page.answers[ABOUT] = {};
  wire.open();
  let number = 0;
  for (const pause of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    number++;
    page.sockets.at(-1)?.end();
    await later(pause - 1);
    equal(page.sockets.length, number);
    await later(1);
    equal(page.sockets.length, number + 1);
  }
  page.sockets.at(-1)?.open();
  page.sockets.at(-1)?.end();
  await later(500);
  equal(page.sockets.length, 9);
  ok(!away(), "the server answers");
});

Deno.test("retry connects at once, unless a socket exists or is not wanted", async () => {
  page.answers[ABOUT] = {};
  wire.retry();
  wire.open();
  wire.retry();
  equal(page.sockets.length, 1);
  page.sockets[0].end();
  wire.retry();
  equal(page.sockets.length, 2);
  await later(60_000);
  equal(page.sockets.length, 2);
  page.sockets[1].open();
  wire.retry();
  wire.close();
  page.sockets[1].end();
  wire.retry();
  await later(60_000);
  equal([page.sockets.length, page.asked.length], [2, 1]);
});

Deno.test("a closed connection does not come back", async () => {
  page.answers[ABOUT] = {};
  wire.open();
  page.sockets[0].end();
  wire.close();
  await later(60_000);
  equal(page.sockets.length, 1);
});

Deno.test("a move that is under way when its view closes is sent again over HTTP", async () => {
  const socket = opened();
  move(7, 3);
  wire.close();
  answered([200, { moves: 4 }]);
  socket.end();
  await settle();
  equal(outcomes, [{ moves: 4 }]);
  equal(asked(), [MOVE], "nobody asks whether the server is there");
});
