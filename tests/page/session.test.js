import { equal, later, match, page, settle } from "./page.js";
import { Session } from "page/session.js";
import { settings } from "page/settings.js";
import { words } from "page/words.js";

const t = words.play;
const GAMES = "POST /api/games";
const LEFT = { answer: ["*110", "1110"], share: "S-LEFT" };
const TRUTH = "*1101110"; // A1 is a mine; opening a cell opens no other cell

/** @typedef {import("page/session.js").Change} Change */
/** @typedef {{ id: string, cells: string[], past: string[], fields: any }} Played */

// -- a server ---------------------------------------------------------------------------------

/** @type {Map<string, Played>} */
const games = new Map();

/** @param {Played} game */
const form = ({ id, cells, past, fields }) => ({
  ...{ id, level: "4x2x1/any", width: 4, height: 2, mines: 1, elapsed: 100 * past.length },
  ...{ rows: [cells.slice(0, 4).join(""), cells.slice(4).join("")], moves: past.length },
  ...{ flags: cells.filter((one) => one === "F").length, started: past.length > 0 },
  ...{ assisted: false, no_guess: false, outcome: null, end: null },
  ...fields,
});

/** @param {string} detail @param {number} status */
const refused = (detail, status) => Response.json({ detail }, { status });

/** @param {string} id @param {object} [fields] */
function deal(id, fields = {}) {
  /** @type {Played} */
  const game = { id, cells: Array.from("........"), past: [], fields: { ...fields } };
  games.set(id, game);
  const end = (/** @type {string} */ outcome) => {
    const answer = outcome === "lost" ? "X110" : "*110";
    Object.assign(game.fields, { outcome, end: { answer: [answer, "1110"], share: `S-${id}` } });
  };
  /** @type {Record<string, (body: any) => unknown>} */
  const calls = {
    "GET ": () => form(game),
    "POST /moves": ({ kind, cell, after }) => {
      if (game.fields.outcome) return refused("the game is over", 409);
      if (after !== game.past.length) return refused("reload it", 412);
      const before = game.cells.join("");
      if (kind === "flag") game.cells[cell] = game.cells[cell] === "F" ? "." : "F";
      else game.cells[cell] = TRUTH[cell];
      game.past.push(before);
      if (game.cells[0] === "*") end("lost");
      else if (!game.cells.join("").slice(1).includes(".")) end("won");
      const changed = game.cells.map((_, at) => at).filter((at) => game.cells[at] !== before[at]);
      const { flags, moves, elapsed, outcome, end: ended } = form(game);
      return {
        ...{ cells: changed, symbols: changed.map((at) => game.cells[at]).join("") },
        ...{ opened: kind === "open" ? 1 : 0, flags, moves, elapsed, outcome, end: ended },
      };
    },
    "POST /undo": () => {
      game.cells = Array.from(game.past.pop() ?? "........");
      game.fields.assisted = true;
      return form(game);
    },
    "POST /leave": () => (end("left"), new Response(null, { status: 204 })),
    "POST /on": ({ moves }) => form(deal(`${id}-on-${moves}`)),
    "POST /flags": () => {
      game.cells[0] = "F";
      game.past.push("");
      return { cells: [0], symbols: "F", flags: 1, moves: game.past.length, assisted: true };
    },
    "POST /hint": ({ tier }) => ({ tier, certain: true, cell: "B1", runs: [], words: "" }),
    "GET /guess": () => ({ words: "Yes.", runs: ["Yes."] }),
    "GET /odds": () => ({ odds: [[1, 0, 0, 0], [0, 0, 0, 0]], words: "", runs: [] }),
  };
  for (const [call, answer] of Object.entries(calls)) {
    const [method, path] = call.split(" ");
    page.answers[`${method} /api/games/${id}${path}`] = (/** @type {any} */ { body }) =>
      answer(body);
  }
  return game;
}

// Holds the next requests to this address, or only their answers, until the returned function is
// called.
/** @param {string} key */
function held(key, isDone = false) {
  const answer = page.answers[key];
  const { promise, resolve } = Promise.withResolvers();
  page.answers[key] = async (/** @type {any} */ asked) => {
    const give = () => (typeof answer === "function" ? answer(asked) : answer);
    const given = isDone && give();
    await promise;
    return isDone ? given : give();
  };
  return async () => {
    page.answers[key] = answer;
    resolve(undefined);
    await settle();
  };
}

// The requests of the session, without their common beginning.
const asked = () =>
  page.asked.map(({ method, path }) => `${method} ${path.replace(/^\/api\/games/, "")}`);
/** @param {string} end */
const count = (end) => asked().filter((one) => one.endsWith(end)).length;

// -- a view, which keeps what it was told ------------------------------------------------------

class Shown {
  /** @type {Session} */ session;
  /** @type {string[]} */ symbols = [];
  /** @type {Set<number>} */ questions = new Set();
  /** @type {[string, unknown][]} */ told = [];
  /** @type {Set<number>} */ held = new Set();
  mayHelp = true;
  helpAsked = 0;
  moved = this.#note("moved");
  lose = this.#note("lose");
  wait = this.#note("wait");
  toast = this.#note("toast");
  waiting = this.#note("waiting");
  say = this.#note("say");
  sound = this.#note("sound");
  counted = this.#note("counted");
  helpChanged = this.#note("help changed");
  showSaid = this.#note("said");
  showOdds = this.#note("odds");

  /** @param {string} what */
  #note(what) {
    return (/** @type {unknown} */ first = null) => this.told.push([what, first]);
  }

  showHint = (/** @type {Api.HintJson} */ { tier }) => this.told.push(["hint", tier]);

  loaded = () => {
    this.symbols = [...this.session.rows.join("")];
    this.questions = new Set(this.session.questions);
    this.told.push(["loaded", this.session.game?.id]);
  };

  board = {
    /** @param {number[]} cells @param {string} symbols */
    set: (cells, symbols) => {
      cells.forEach((cell, at) => this.symbols[cell] = symbols[at]);
      for (const cell of cells) if (this.symbols[cell] !== ".") this.questions.delete(cell);
    },
    /** @param {number} cell @param {boolean} on */
    question: (cell, on) => this.questions[on ? "add" : "delete"](cell),
    settle: () => undefined,
    /** @param {{ cell: number }} move @param {boolean} on */
    hold: ({ cell }, on) => this.held[on ? "add" : "delete"](cell),
  };

  askHelp = () => {
    this.helpAsked++;
    return Promise.resolve(this.mayHelp);
  };

  // What the view was told of one kind.
  /** @param {string} kind */
  all(kind) {
    return this.told.filter(([what]) => what === kind).map(([, first]) => first);
  }

  get text() {
    return this.symbols.join("");
  }
}

/** @type {Shown} */
let view;
/** @type {Session} */
let session;
/** @type {Session[]} */
let sessions = [];

const SETTINGS = { ...settings };
Deno.test.beforeEach(() => {
  games.clear();
  Object.assign(settings, SETTINGS, { askHelp: false });
  let number = 0;
  page.answers[GAMES] = (/** @type {any} */ { body }) => {
    Object.assign(games.get(body.replace)?.fields ?? {}, { outcome: "left", end: LEFT });
    return form(deal(`NEW-${++number}`, { asked: body }));
  };
  begin();
});
Deno.test.afterEach(async () => {
  page.answers["GET /api/about"] = {};
  for (const one of sessions) one.close();
  sessions = [];
  await later(20_000); // the banner goes
});

// Starts a session like a view. Its websocket never opens, so its moves go over HTTP.
/** @param {() => Promise<any>} [given] */
function begin(given) {
  view = new Shown();
  view.session = session = new Session(view, given);
  sessions.push(session);
  session.open();
  return { view, session };
}

/** @param {string} id @param {object} [fields] */
async function playing(id, fields) {
  const game = deal(id, fields);
  page.storage.setItem("sapper.game", id);
  await session.begin();
  page.asked = [];
  view.told = [];
  return game;
}
/** @param {number} cell */
const flag = (cell) => session.act({ kind: "flag", cell });
/** @param {number} cell */
const open = (cell) => session.act({ kind: "open", cell });

// -- boards that need no guess ------------------------------------------------------------------

Deno.test("on a no-guess board that is already dealt, a given cell comes first", async () => {
  const game = await playing("GAME-1234", { no_guess: true, rows: ["..+.", "...."] });
  game.cells[2] = "+";
  open(1);
  flag(0);
  await settle();
  equal([count("/moves"), view.all("toast"), view.text], [1, [t.startFirst], "F.+....."]);
  open(2);
  await settle();
  open(1); // now the player knows something
  await settle();
  equal([view.text, count("/moves"), view.all("toast").length], ["F11.....", 3, 1]);
});

Deno.test("if a board that needs no guess is not dealt at once, the page says so", async () => {
  await playing("GAME-1234", { no_guess: true });
  const go = held("POST /api/games/GAME-1234/moves");
  open(1);
  await later(100);
  equal(view.all("waiting"), []);
  await later(100);
  equal(view.all("waiting"), [true]);
  await go();
  equal(view.all("waiting"), [true, false]);
  open(2); // needs no new board
  await settle();
  equal(view.all("waiting"), [true, false]);
  const start = held(GAMES);
  session.start({ level: "4x2x1/any" }, null);
  await later(200);
  equal(view.all("waiting"), [true, false]);
  await start();
  const slow = held(GAMES);
  session.start({ level: "4x2x1/safe", no_guess: true }, null);
  await later(200);
  equal(view.all("waiting"), [true, false, true]);
  await slow();
  equal(view.all("waiting"), [true, false, true, false]);
});

// -- moves --------------------------------------------------------------------------------------

Deno.test("moves are sent one after another, each with the number of moves before it", async () => {
  await playing("GAME-1234");
  const go = held("POST /api/games/GAME-1234/moves");
  for (const cell of [1, 2]) open(cell);
  flag(0);
  await settle();
  equal([count("/moves"), session.sent, view.text], [1, 3, "F......."]);
  await go();
  equal(page.asked.map(({ body }) => body.after), [0, 1, 2]);
  equal([session.sent, view.text, view.all("moved").length], [0, "F11.....", 3]);
  open(1); // is open already
  flag(1);
  await settle();
  equal(count("/moves"), 3);
});

Deno.test("a late answer to a flag does not undo a later click", async () => {
  settings.questions = true;
  await playing("GAME-1234");
  const go = held("POST /api/games/GAME-1234/moves");
  flag(2);
  equal([view.text, [...session.questions]], ["..F.....", []]);
  flag(2);
  equal([view.text, [...session.questions]], ["........", [2]]);
  await settle();
  await go();
  equal([view.text, [...session.questions], [...view.questions]], ["........", [2], [2]]);
  await begin().session.begin(); // the page is loaded again
  equal([view.text, [...session.questions]], ["........", [2]]);
  flag(2); // the third click only removes the question mark
  await settle();
  equal([[...session.questions], count("/moves")], [[], 2]);
});

Deno.test("a flag that the server refuses is taken back", async () => {
  const game = await playing("GAME-1234");
  page.answers["POST /api/games/GAME-1234/moves"] = refused("too many requests", 429);
  flag(2);
  equal(view.text, "..F.....");
  await settle();
  equal([view.text, view.all("toast"), game.past.length], ["........", ["Too many requests."], 0]);
});

Deno.test("moves made while the server is away are made once when it is back", async () => {
  const game = await playing("GAME-1234");
  const answer = page.answers["POST /api/games/GAME-1234/moves"];
  delete page.answers["POST /api/games/GAME-1234/moves"];
  flag(3);
  open(1);
  open(2);
  await later(5000);
  equal([view.text, [...view.held], session.sent], ["...F....", [1, 2], 3]);
  page.answers["POST /api/games/GAME-1234/moves"] = answer;
  session.resume();
  await settle();
  equal([view.text, [...view.held], session.sent], [".11F....", [], 0]);
  equal([game.past.length, view.all("toast")], [3, []]);
});

Deno.test("a move that the server made before the line broke is not made again", async () => {
  const game = await playing("GAME-1234");
  const answer =
    /** @type {(asked: any) => any} */ (page.answers["POST /api/games/GAME-1234/moves"]);
  for (const move of [() => flag(3), () => flag(3), () => open(1)]) {
    const before = game.past.length;
    page.answers["POST /api/games/GAME-1234/moves"] = (/** @type {any} */ asked) => {
      answer(asked);
      throw new TypeError("the answer is lost");
    };
    move();
    await settle();
    page.answers["POST /api/games/GAME-1234/moves"] = answer;
    session.resume();
    await settle();
    equal([game.past.length, view.text], [before + 1, game.cells.join("")]);
  }
  equal(view.text, ".1......");
});

Deno.test("moves during an undo apply to the position after it", async () => {
  await playing("GAME-1234", { assisted: true });
  flag(1);
  await settle();
  const go = held("POST /api/games/GAME-1234/undo");
  await session.undo();
  for (const cell of [2, 3]) flag(cell);
  await settle();
  equal([view.text, count("/moves")], [".FFF....", 1]);
  const last = held("POST /api/games/GAME-1234/moves");
  await go();
  equal(view.text, "..FF....", "the flags are still under way");
  await last();
  equal([view.text, games.get("GAME-1234")?.cells.join("")], ["..FF....", "..FF...."]);
});

Deno.test("a move that another tab has outdated is made once, on the newer position", async () => {
  const game = await playing("GAME-1234");
  game.past.push("........"); // another tab has set a flag
  game.cells[0] = "F";
  open(1);
  await settle();
  equal([view.text, view.all("toast")], ["F1......", []]);
  equal(asked().slice(1), ["GET /GAME-1234", "POST /GAME-1234/moves"]);
  page.answers["POST /api/games/GAME-1234/moves"] = refused("reload it", 412);
  open(2);
  await settle();
  equal([count("/moves"), view.text], [4, "F1......"], "one more attempt, not many");
});

Deno.test("a move that may have been made is not repeated", async () => {
  const game = await playing("GAME-1234");
  flag(1);
  await settle();
  page.answers["GET /api/about"] = {};
  await later(500); // until the websocket is tried again
  page.sockets.at(-1)?.open();
  flag(1);
  await settle();
  // The flag is removed, but the answer is lost.
  Object.assign(game, { past: ["........", ".F......"], cells: Array.from("........") });
  page.sockets.at(-1)?.end();
  await settle();
  equal([view.text, count("/moves"), game.past.length], ["........", 2, 2]);
});

Deno.test("answers that come after a new game has begun change nothing", async () => {
  for (
    const [path, act] of /** @type {[string, () => unknown][]} */ ([
      ["POST /moves", () => open(0)],
      ["POST /moves", () => flag(1)],
      ["POST /hint", () => session.hint()],
      ["GET /guess", () => session.mayGuess()],
      ["GET /odds", () => session.toggleOdds()],
      ["POST /undo", () => session.undo()],
    ])
  ) {
    const id = `OLD-${path.slice(-4)}-${act.toString().length}`;
    await playing(id);
    const [method, end] = path.split(" ");
    const go = held(`${method} /api/games/${id}${end}`, true);
    act();
    await settle();
    session.mayGuess();
    await session.start(session.form);
    if (session.odds) session.toggleOdds();
    const { game } = session;
    view.told = [];
    await go();
    match(game?.id ?? "", /^NEW/);
    equal([session.game, view.text, view.told, session.tier], [game, "........", [], 0], path);
    equal(asked().filter((one) => one.includes("/NEW")), [], "the new game gets no help");
  }
});

Deno.test("a click on the old board during the request for a new game is dropped", async () => {
  await playing("GAME-1234");
  const go = held("POST /api/games/GAME-1234/moves");
  open(1);
  await settle();
  await session.start(session.form);
  page.answers["GET /api/games/GAME-1234"] = () => form(deal("GAME-1234"));
  await go(); // the old game is over, so the server refuses the move
  equal([session.game?.id, view.all("toast")], ["NEW-1", []]);
  equal(page.storage.getItem("sapper.game"), "NEW-1");
  page.answers["POST /api/games/NEW-1/moves"] = refused("busy", 503);
  const load = held("GET /api/games/NEW-1");
  open(1);
  await settle();
  await session.start(session.form);
  await load(); // the old game is loaded again too late
  equal([session.game?.id, view.text], ["NEW-2", "........"]);
});

Deno.test("a game that the server has lost is over, and a new one can begin", async () => {
  await playing("GAME-1234");
  page.answers["POST /api/games/GAME-1234/moves"] = refused("no such game", 404);
  flag(1);
  await settle();
  equal([view.all("lose").length, page.storage.getItem("sapper.game")], [1, null]);
  open(2);
  await settle();
  equal(count("/moves"), 1);
  await session.start(session.form);
  equal(page.asked.at(-1)?.body, { level: "4x2x1/any" }, "there is nothing to give up");
});

Deno.test("the end shows the whole board, and nothing can be played or helped then", async () => {
  await playing("GAME-1234");
  open(1);
  open(0);
  open(2);
  await settle();
  equal([session.rows, count("/moves")], [["X110", "1110"], 2]);
  const before = page.asked.length;
  for (const act of [session.hint, session.mayGuess, session.undo]) await act.call(session);
  await session.toggleOdds();
  await settle();
  equal([page.asked.length, view.all("toast"), session.odds], [before, [t.noOddsAtEnd], false]);
  await playing("WON-1234");
  for (const cell of [1, 2, 3, 4, 5, 6, 7]) open(cell);
  await settle();
  equal(session.rows, ["F110", "1110"]);
});

Deno.test("the clock starts with the first move and stops at the end", async () => {
  await playing("GAME-1234");
  await later(5000);
  equal(session.elapsed, 0);
  open(1);
  await settle();
  await later(3000);
  equal(session.elapsed, 3100, "the server's clock was at 100 ms");
  await begin().session.begin();
  equal(session.elapsed, 100, "the server's clock counts");
  await later(50);
  equal(session.elapsed, 150);
  open(0);
  await later(3000);
  equal(session.elapsed, 200);
});

for (const [assisted, noHelp, flags] of [[false, false, 1], [false, true, 0], [true, true, 1]]) {
  Deno.test(`provable mines are flagged: ${flags}, if ${assisted} and ${noHelp}`, async () => {
    Object.assign(settings, { autoFlag: true, noHelp });
    await playing("GAME-1234", { assisted });
    open(1);
    open(2);
    await settle();
    equal([session.game?.flags, count("/flags")], [flags, flags && 2]);
    equal([session.game?.assisted, view.text[0]], [flags === 1, flags ? "F" : "."]);
  });
}

// -- help ---------------------------------------------------------------------------------------

Deno.test("each press asks for more, even before a move is answered or undone", async () => {
  await playing("GAME-1234", { assisted: true });
  for (const path of ["moves", "undo"]) {
    const go = held(`POST /api/games/GAME-1234/${path}`);
    if (path === "moves") flag(1);
    else session.undo();
    for (let i = 0; i < 2; i++) session.hint();
    await settle();
    await go();
    equal([view.all("hint"), session.tier], [[1, 2], 2]);
    view.told = [];
    session.closeHint();
  }
  for (let i = 0; i < 7; i++) session.hint();
  await settle();
  equal(view.all("hint"), [1, 2, 3, 4, 5, 5, 5]);
  open(1);
  await settle();
  equal(session.tier, 0, "a move removes the hint");
});

Deno.test("a hint that is closed while the next is on its way stays closed", async () => {
  await playing("GAME-1234");
  session.hint();
  await settle();
  const go = held("POST /api/games/GAME-1234/hint");
  session.hint();
  await settle();
  session.closeHint();
  await go();
  equal([view.all("hint"), session.tier], [[1], 0]);
  session.hint();
  await settle();
  equal(view.all("hint"), [1, 1]);
});

Deno.test("of a hint and the odds, the one that was asked for last is shown", async () => {
  await playing("GAME-1234");
  const go = held("POST /api/games/GAME-1234/hint");
  session.hint();
  await settle();
  await session.toggleOdds();
  await go();
  equal([view.all("hint"), view.all("odds").length, session.odds], [[], 1, true]);
  session.hint();
  await settle();
  equal([view.all("hint"), session.odds], [[1], false]);
});

Deno.test("a hint without a safe cell is followed by the safest guess", async () => {
  await playing("GAME-1234");
  page.answers["POST /api/games/GAME-1234/hint"] = (/** @type {any} */ { body }) => ({
    tier: body.tier,
    certain: false,
  });
  for (const tier of [3, 4, 5]) {
    await session.hint();
    await settle();
    equal(session.tier, tier);
  }
  equal(view.all("hint"), [1, 4, 5]);
});

Deno.test("odds follow the moves until they are turned off", async () => {
  await playing("GAME-1234");
  await session.toggleOdds();
  open(1);
  await settle();
  equal([view.all("odds").length, session.game?.assisted], [2, true]);
  const go = held("GET /api/games/GAME-1234/odds");
  open(2);
  await settle();
  await session.toggleOdds();
  await go();
  open(3);
  await settle();
  equal([view.all("odds").length, session.odds], [2, false]);
});

Deno.test("help is confirmed once in a game that would count", async () => {
  settings.askHelp = true;
  await playing("GAME-1234");
  view.mayHelp = false;
  await session.hint();
  await settle();
  equal([asked(), session.game?.assisted, view.helpAsked], [[], false, 1]);
  view.mayHelp = true;
  for (let i = 0; i < 2; i++) {
    await session.hint();
    await settle();
  }
  equal([view.all("hint"), session.game?.assisted, view.helpAsked], [[1, 2], true, 2]);
  settings.noHelp = true;
  await session.mayGuess();
  await settle();
  equal(view.all("said"), [t.mayGuess], "the game is practice already");
});

Deno.test("odds end with their game, unless help needs no question", async () => {
  settings.askHelp = true;
  for (
    const [ask, off, odds] of [[true, false, false], [false, true, false], [false, false, true]]
  ) {
    Object.assign(settings, { askHelp: true, noHelp: false });
    await playing("GAME-1234", { assisted: true });
    await session.toggleOdds();
    await settle();
    equal(session.odds, true);
    Object.assign(settings, { askHelp: ask, noHelp: off });
    await session.start({ level: "beginner" });
    open(1);
    await settle();
    equal([session.game?.assisted, session.odds], [odds, odds]);
    session.odds = false;
  }
});

Deno.test("odds before the first move are off after it, because nobody was asked", async () => {
  settings.askHelp = true;
  await playing("SAFE-1234", { level: "4x2x1/safe" });
  const odds = page.answers["GET /api/games/SAFE-1234/odds"];
  page.answers["GET /api/games/SAFE-1234/odds"] = { first_is_safe: true, words: "", runs: [] };
  await session.toggleOdds();
  await settle();
  page.answers["GET /api/games/SAFE-1234/odds"] = odds;
  open(1);
  await settle();
  equal([session.odds, session.game?.assisted, view.helpAsked], [false, false, 0]);
});

Deno.test("a game is given up without a question only in its first moves", async () => {
  await playing("GAME-1234", { elapsed: 0 });
  /** @type {boolean[]} */
  const worth = [];
  for (const cell of [1, 2, 3, 7]) {
    worth.push(session.isWorth);
    open(cell);
    if (cell < 7) await settle();
  }
  worth.push(session.isWorth); // the fourth move is under way
  await settle();
  equal([...worth, session.isWorth], [false, false, false, false, true, true]);
  open(0);
  await settle();
  equal([session.game?.outcome, session.isWorth], ["lost", false]);
});

Deno.test("help can be off in games that count, except before the first move", async () => {
  Object.assign(settings, { askHelp: true, noHelp: true });
  await playing("GAME-1234");
  for (const act of [session.hint, session.mayGuess, session.toggleOdds, session.undo]) {
    await act.call(session);
  }
  await settle();
  equal([asked(), view.all("toast"), session.odds], [[], Array(4).fill(t.helpIsOff), false]);
  for (const path of ["POST /api/games/SAFE-1234/hint", "GET /api/games/SAFE-1234/odds"]) {
    await playing("SAFE-1234", { level: "4x2x1/safe" });
    page.answers[path] = { first_is_safe: true, words: "The first click is safe.", runs: [] };
    await session[path.endsWith("hint") ? "hint" : "toggleOdds"]();
    await settle();
    equal([view.all("said").length, session.game?.assisted, view.helpAsked], [1, false, 0]);
  }
});

// -- which game ---------------------------------------------------------------------------------

Deno.test("only a game that does not exist is forgotten", async () => {
  for (const status of [500, 503, 429, 404, 410]) {
    const isKept = status !== 404 && status !== 410;
    const { view, session } = begin();
    const game = deal("GAME-1234");
    const key = "GET /api/games/GAME-1234";
    const answer = page.answers[key];
    page.answers[key] = refused("something went wrong", status);
    page.storage.setItem("sapper.game", game.id);
    page.asked = [];
    await session.begin();
    equal(page.storage.getItem("sapper.game") === game.id, isKept);
    equal(view.all("wait"), isKept ? [`Something went wrong. ${t.gameIsKept}`] : []);
    page.answers[key] = answer;
    await later(2000);
    equal([session.game?.id === game.id, count(game.id)], [isKept, isKept ? 2 : 1]);
  }
});

Deno.test("a game waits for the server, and goes on when it is back", async () => {
  await playing("GAME-1234");
  open(1);
  await settle();
  const { view, session } = begin();
  const { answers } = page;
  page.answers = {};
  await session.begin();
  equal([session.game, view.all("wait")], [null, [`${words.noAnswer} ${t.gameIsKept}`]]);
  await later(10_000); // the view hears that the server is back
  page.answers = answers;
  session.resume();
  await settle();
  equal([view.text, session.rows], [".1......", [".1..", "...."]]);
  games.get("GAME-1234")?.cells.splice(2, 1, "F"); // meanwhile, on another device
  session.resume();
  await settle();
  equal(view.text, ".1F.....");
});

Deno.test("a closed session asks no more", async () => {
  page.storage.setItem("sapper.game", "GAME-1234");
  page.answers["GET /api/games/GAME-1234"] = refused("something went wrong", 500);
  await session.begin();
  session.close();
  page.asked = [];
  await later(10_000);
  equal(asked(), []);
});

Deno.test("the game that was asked for last is played, and others are left", async () => {
  const go = held(GAMES);
  session.begin();
  await settle();
  page.answers[GAMES] = () => form(deal("LAST-1234"));
  session.choose("expert");
  await session.start(session.form);
  await go();
  equal(view.all("loaded"), ["LAST-1234"]);
  equal(games.get("NEW-1")?.fields.outcome, "left");
  equal(page.storage.getItem("sapper.game"), "LAST-1234");
  begin();
  const load = held("GET /api/games/LAST-1234");
  session.begin();
  await settle();
  await session.start(session.form);
  const { game } = session;
  await load();
  equal(session.game, game);
});

Deno.test("only an unopened game is replaced when a new one begins from Home", async () => {
  for (
    const [moves, replaced] of /** @type {[number, any][]} */ ([[0, "GAME-1234"], [1, undefined]])
  ) {
    begin();
    const game = deal("GAME-1234");
    page.storage.setItem("sapper.game", game.id);
    for (let i = 0; i < moves; i++) game.past.push("........");
    await session.begin("new");
    equal(page.asked.at(-1)?.body.replace, replaced);
    match(session.game?.id ?? "", /^NEW/);
  }
  const kept = session.game?.id;
  begin();
  page.answers[GAMES] = refused("no such level", 422);
  await session.begin("new");
  equal([session.game?.id, view.all("toast")], [kept, ["No such level."]]);
});

Deno.test("a shared board is played, and a damaged link says so", async () => {
  await session.begin("SHARE-12");
  equal(page.asked.at(-1)?.body, { share: "SHARE-12" });
  const { view, session: other } = begin();
  await other.begin("cut");
  equal([view.all("toast"), other.game?.id], [[words.cutLink], "NEW-1"]);
});

Deno.test("a game that ran while nobody watched says so", async () => {
  const game = deal("GAME-1234");
  page.storage.setItem("sapper.game", game.id);
  for (const said of [[], [t.clockRan]]) {
    const { view, session } = begin();
    await session.begin();
    equal(view.all("toast"), said);
    game.past.push("........");
  }
});

Deno.test("tabs with the same game follow each other", async () => {
  const first = begin();
  await playing("GAME-1234");
  const second = begin();
  await second.session.begin();
  flag(0);
  await settle();
  equal([first.view.text, second.view.text], ["F.......", "F......."]);
  first.session.act({ kind: "open", cell: 1 });
  second.session.act({ kind: "open", cell: 2 });
  await settle();
  equal([first.view.text, second.view.text], ["F11.....", "F11....."]);
  await second.session.undo();
  await settle();
  equal(first.view.text, second.view.text);
  equal(first.session.game?.moves, 2);
  page.asked = [];
  await first.session.start(first.session.form);
  await settle();
  equal([second.session.game?.id, second.session.game?.outcome], ["GAME-1234", "left"]);
  second.session.act({ kind: "open", cell: 3 });
  await settle();
  equal([count("/moves"), first.session.game?.id], [0, "NEW-1"]);
});

Deno.test("the same board again gives up a game in progress first", async () => {
  await playing("GAME-1234");
  open(1);
  await settle();
  page.asked = [];
  await session.again();
  await settle();
  equal(asked(), ["POST /GAME-1234/leave", "GET /GAME-1234", "POST "]);
  equal(page.asked.at(-1)?.body, { share: "S-GAME-1234" });
  open(0);
  await settle();
  await session.again();
  await settle();
  equal(page.asked.at(-1)?.body, { share: "S-NEW-1" });
});

Deno.test("a game can be given up, or played on after its end", async () => {
  await playing("GAME-1234");
  await session.giveUp(); // nothing is open yet, so a new game replaces this one
  equal([session.game?.id, games.get("GAME-1234")?.fields.outcome], ["NEW-1", "left"]);
  open(1);
  await settle();
  await session.giveUp();
  equal([session.game?.id, session.game?.outcome, session.rows[0]], ["NEW-1", "left", "*110"]);
  session.playOn(1);
  await settle();
  equal(session.game?.id, "NEW-1-on-1");
});

Deno.test("the settings say which boards are dealt", () => {
  /** @type {any} */
  const levels = [
    { name: "beginner", level: "9x9x10/open", course: false },
    { name: "easy", level: "9x9x10/given", course: true },
  ];
  session.levels = levels;
  /** @param {string} level @param {object} chosen */
  const form = (level, chosen) => {
    session.choose(level);
    Object.assign(settings, SETTINGS, chosen);
    return session.form;
  };
  equal(form("beginner", {}), { level: "9x9x10/open" });
  equal(form("beginner", { firstCell: "safe" }), { level: "9x9x10/safe" });
  equal(form("easy", { firstCell: "safe" }), { level: "easy" });
  equal(form("7x5x4/any", {}), { level: "7x5x4/any" });
  equal(form("beginner", { firstCell: "any" }), { level: "9x9x10/any" });
  equal(form("beginner", { firstCell: "any", noGuess: true }), {
    level: "9x9x10/safe",
    no_guess: true,
  });
  equal(form("7x5x4/any", { noGuess: true }), { level: "7x5x4/safe", no_guess: true });
  equal(form("easy", { noGuess: true, technique: "at_most subset" }), {
    ...{ level: "easy", no_guess: true, at_most: "subset" },
  });
});

Deno.test("a race gives its own game, which is not kept for later", async () => {
  const game = deal("RACE-1234");
  begin(() => Promise.resolve(form(game)));
  await session.begin();
  equal([session.game?.id, page.storage.getItem("sapper.game")], ["RACE-1234", null]);
});
