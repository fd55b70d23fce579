import { all, button, equal, later, match, ok, one, page, settle, texts } from "./page.js";
import { board, person, play, room, View } from "./rooms.js";
import { RoomState } from "page/rooms/state.js";
import { door, lobby } from "page/rooms/lobby.js";
import { race } from "page/rooms/race.js";
import { table } from "page/rooms/table.js";
import { week } from "page/rooms/week.js";

const CODE = "/api/rooms/7fk2mq9x";
const [ME, MIRA, JONAS] = [person(1, { you: true }), person(2), person(3)];

/** @param {string[]} texts @returns {Api.SaidJson[]} */
const said = (...texts) => texts.map((words) => ({ words, runs: [words] }));

/** @type {string[]} */
let done = [];
/** @type {import("page/rooms/parts.js").Host} */
const host = {
  act: (action) => action(),
  next: () => done.push("next"),
  lobby: () => done.push("lobby"),
  table: () => done.push("table"),
  leave: () => done.push("leave"),
};

// Shows a room on a screen, and returns how to show it as it is later.
/**
 * @param {(state: RoomState, host: import("page/rooms/parts.js").Host) =>
 *   import("page/rooms/parts.js").Screen} screen
 * @param {Api.RoomForm} now
 */
async function shown(screen, now) {
  done = [];
  page.answers[`GET ${CODE}`] = () => now;
  const view = new View();
  const state = new RoomState(now.code, view);
  await state.open();
  const { element, update } = screen(state, host);
  page.main.replaceChildren(element);
  view.changed = update;
  update();
  return async (/** @type {Api.RoomForm} */ later) => {
    now = later;
    await state.ask();
  };
}

// The list of people, each as "name: how".
const people = () =>
  all(".people li").map((li) => `${one("span", li).textContent}: ${one("small", li).textContent}`);

Deno.test("a friend with the link enters a name, which is remembered", async () => {
  await shown(door, room({ you: null, people: [MIRA], said: said("Mira is here.") }));
  equal(texts("h1"), ["Mira is here."]);
  equal(people(), ["Mira: not ready"]);
  page.answers[`POST ${CODE}/join`] = room();
  one("input").value = " Jonas ";
  one("form").dispatchEvent(new Event("submit"));
  await settle();
  equal(page.asked.at(-1)?.body, { name: "Jonas" });
  equal(page.storage.getItem("sapper.name"), "Jonas");
});

Deno.test("the lobby shows the link, the level and who is ready", async () => {
  const ready = [person(2, { ready: true }), person(4, { here: false })];
  const agent = person(6, { agent: "odds", ready: true });
  const show = await shown(
    lobby,
    room({ people: [ME, ...ready, agent], said: said("Mira is ready. Are you?") }),
  );
  equal(texts("h1"), ["Mira is ready. Are you?"]);
  equal(texts("output"), ["sapper.test/room/7fk2-mq9x"]);
  equal(texts("h2"), ["3 here"]);
  equal(people(), ["You: not ready", "Mira: ready", "okapi: away", "Odds: always ready"]);
  equal(all(".levels input").map((input) => input.checked), [false, true, false, false]);
  page.answers[`POST ${CODE}/ready`] = room({ people: [person(1, { you: true, ready: true })] });
  button("Ready").click();
  await settle();
  equal(page.asked.at(-1)?.body, { ready: true, board: 1 });
  button("Not yet").click();
  await settle();
  equal(page.asked.at(-1)?.body, { ready: false, board: 1 });
  await show(room({ version: "3", people: [ME], said: said("Send this link to your friends.") }));
  match(one(".start").textContent, /Nobody yet. The link works for a week. Play alone./);
});

Deno.test("anyone changes the level, and the others see who did", async () => {
  const show = await shown(lobby, room({ people: [ME, MIRA], changed_by: 1 }));
  ok(one(".settle .fine").hidden, "the player knows that");
  page.answers[`POST ${CODE}/settings`] = room({ level: "expert", changed_by: 1 });
  all(".levels input")[2].dispatchEvent(new Event("change"));
  await settle();
  equal(page.asked.at(-1)?.body, { level: "expert" });
  await show(room({ version: "3", people: [ME, MIRA], level: "daily", changed_by: 2 }));
  equal(one(".settle .fine").textContent, "Mira chose this level.");
  equal([one(".switch input").disabled, texts(".switch small")], [true, ["Always on."]]);
});

Deno.test("an agent is invited and sent away", async () => {
  const show = await shown(lobby, room({ people: [ME] }));
  page.answers[`POST ${CODE}/agents`] = room();
  equal(texts("[role=menuitem]"), ["Odds", "Champion"]);
  all("[role=menuitem]")[0].click();
  await settle();
  equal(page.asked.at(-1)?.body, { agent: "odds" });
  const agents = [
    person(5, { agent: "odds", name: "Odds" }),
    person(6, { agent: "champion", name: "Champion" }),
  ];
  await show(room({ version: "2", people: [ME, ...agents] }));
  ok(one(".invite").hidden, "both are here");
  page.answers[`DELETE ${CODE}/agents/odds`] = room();
  all(".people button")[0].click();
  await settle();
  equal(page.asked.at(-1)?.method, "DELETE");
});

Deno.test("after a minute the ready start without the others", async () => {
  const show = await shown(
    lobby,
    room({ people: [ME, MIRA, JONAS], now: 100, start_in: 101, waiting_for: [3] }),
  );
  equal(all("button").filter((one) => /without/.test(one.textContent)), []);
  page.answers[`POST ${CODE}/start`] = room();
  await show(
    room({ version: "2", people: [ME, MIRA, JONAS], now: 200, start_in: 101, waiting_for: [3] }),
  );
  button("Start without Jonas").click();
  await settle();
  equal(page.asked.at(-1)?.body, { board: 1 });
});

Deno.test("a late player waits for the next board", async () => {
  await shown(
    lobby,
    room({ people: [ME, MIRA], state: "racing", board: board({ state: "racing", you: "late" }) }),
  );
  equal(texts(".start button"), []);
});

Deno.test("boards in the player's own time are begun from the lobby", async () => {
  const own = board({ number: 4, own_time: true, state: "own time", you: "waiting" });
  await shown(lobby, room({ people: [ME, MIRA], state: "own time", board: own, unplayed: [3, 4] }));
  page.answers[`POST ${CODE}/game`] = {};
  button("Start board 4").click();
  await settle();
  equal(page.asked.at(-2)?.body, { board: 4 });
  equal(all(".start a").map((link) => link.getAttribute("href")), ["#room/7fk2mq9x/3"]);
});

// -- the race ---------------------------------------------------------------------------------

/** @param {Api.RoomPlayForm[]} plays @param {Partial<Api.RoomForm>} [fields] */
const racing = (plays, fields) =>
  room({
    people: [ME, MIRA, JONAS, person(4), person(5)],
    state: "racing",
    board: board({ number: 4, state: "racing", you: "playing", plays }),
    ...fields,
  });

/** @param {Api.RoomForm} now */
async function raced(now) {
  /** @type {ReturnType<typeof race> | undefined} */
  let it;
  const show = await shown((state) => {
    it = race(
      state,
      () => done.push("left"),
      () => done.push("changed"),
      () => done.push("table"),
    );
    const element = /** @type {any} */ (document.createElement("div"));
    element.append(it.strip, it.panel);
    return { element, update: it.update };
  }, now);
  return { it: /** @type {ReturnType<typeof race>} */ (it), show };
}

const bars = () =>
  all(".field li").map((li) => `${one(".nm", li).textContent} ${one("b, .w", li).textContent}`);

Deno.test("everyone has a bar, in the order of arrival, with a word for the lost", async () => {
  const plays = [
    play(1, { share: .769, here: false }),
    play(2, { share: .94 }),
    play(3, { share: 1, state: "won", elapsed: 73_854 }),
    play(4, { share: .46, state: "lost", elapsed: 50_000 }),
    play(5, { share: .3, state: "unfinished", here: false }),
  ];
  const { show } = await raced(racing(plays, { said: said("Jonas is done.") }));
  equal(texts(".say h2"), ["Jonas is done."]);
  equal(bars(), ["You 76%", "Mira 94%", "Jonas 1:13", "okapi hit a mine", "Ines did not finish"]);
  equal(all(".field .st").map((mark) => mark.className.trim()), [
    "st",
    "st",
    "st ok",
    "st out",
    "st off",
  ]);
  equal(texts(".strip b"), ["76%", "94%", "1:13", "lost", "did not finish"]);
  await show(racing([play(1, { share: .8 }), ...plays.slice(1)], { version: "2" }));
  equal(bars()[0], "You 80%");
});

Deno.test("of many people only the nearest have a bar, until one wants all", async () => {
  const many = Array.from({ length: 34 }, (_, at) => play(at + 1, { share: (at + 1) / 40 }));
  await raced(racing(many, { people: many.map((_, at) => person(at + 1, { you: !at })) }));
  equal(all(".field .nm").length, 3);
  button("31 more").click();
  equal(bars().length, 34);
});

Deno.test("the player's own end is shown before the server says it", async () => {
  const { it, show } = await raced(racing([play(1, { share: .99 }), play(2)]));
  it.over(/** @type {any} */ ({ outcome: "won", elapsed: 61_000 }));
  equal(bars(), ["You 1:01", "Mira 0%"]);
  equal(one(".field .me .pb i").style.width, "100%");
  const plays = [play(1, { share: 1, state: "won", elapsed: 61_000 }), play(2)];
  const verdict = said("You are first so far.");
  const done = board({ number: 4, state: "racing", you: "done", plays, verdict });
  await show(racing(plays, { version: "2", board: done }));
  equal([bars()[0], ...texts(".say h2")], ["You 1:01", "You are first so far."]);
  const lost = await raced(racing([play(1, { share: .5 }), play(2)], { version: "3" }));
  lost.it.over(/** @type {any} */ ({ outcome: "lost", elapsed: 61_000 }));
  equal(bars(), ["You hit a mine", "Mira 0%"]);
});

Deno.test("somebody who left did not finish only when the others are done", async () => {
  const people = [ME, person(2, { left: true, here: false })];
  await raced(racing([play(1), play(2, { share: .5, here: false })], { people }));
  equal(bars()[1], "Mira left");
  equal(one(".field li:not(.me) .st").className, "st off");
});

Deno.test("places are heard on request, and never else", async () => {
  const { it } = await raced(racing([
    play(1, { share: .5 }),
    play(2, { share: .7 }),
    play(3, { share: 1, state: "won", elapsed: 61_000 }),
  ]));
  const spoken = () => /** @type {any} */ (document.getElementById("say")).textContent;
  equal(spoken(), "");
  it.places();
  await later(20);
  equal(spoken(), "1: Jonas, 1:01. 2: Mira, 70%. 3: You, 50%.");
});

Deno.test("if the line is lost, the race says that the clock is still running", async () => {
  const { it, show } = await raced(racing([play(1)], { said: said("Jonas is done.") }));
  delete page.answers[`GET ${CODE}`];
  await show(racing([play(1)]));
  it.update(); // as the view does
  equal(texts(".say h2"), ["Connecting. Your clock is still running."]);
});

Deno.test("the game is asked for when the race begins, and not before", async () => {
  const { it } = await raced(racing([play(1)]));
  page.answers[`POST ${CODE}/game`] = { id: "game" };
  const game = it.game();
  await settle();
  equal(page.asked.length, 1);
  it.count(3);
  equal(it.counter.textContent, "3");
  it.begin();
  it.begin();
  equal((await game).id, "game");
  equal(page.asked.filter(({ method }) => method === "POST").map(({ body }) => body), [
    { board: 4 },
  ]);
});

// -- the table --------------------------------------------------------------------------------

/** @type {(person: number, fields: Partial<Api.RoomResultForm>) => Api.RoomResultForm} */
const result = (person, fields) => ({
  ...{ person, name: "", you: person === 1, place: null, assisted: false, share: 1 },
  ...{ elapsed: null, three_bv_per_second: null, account: null, without_luck: null, best: false },
  ...{ review: false, game: null },
  state: "won",
  ...fields,
});

const RESULTS = [
  result(3, {
    place: 1,
    elapsed: 73_854,
    three_bv_per_second: 1.11,
    account: { start: 100, luck: 50, error: 50, end: 100 },
    without_luck: 50,
    review: true,
  }),
  result(1, {
    place: 2,
    elapsed: 87_509,
    account: { start: 100, luck: 0, error: 0, end: 100 },
    without_luck: 100,
    best: true,
    review: true,
    game: "mine",
  }),
  result(4, { state: "lost", share: .467, elapsed: 9 }),
  result(2, { state: "playing", share: .7 }),
  result(5, { state: "unfinished", share: .2 }),
];

const ENDED = room({
  people: [ME, MIRA, JONAS, person(4), person(5)],
  state: "over",
  next_board: 5,
  scored: 3,
  score: [{ person: 3, won: 2, best: 1 }, { person: 1, won: 0, best: 4 }],
  board: board({
    number: 4,
    level: "16x16x40/open",
    name: "intermediate",
    state: "over",
    you: "done",
    results: RESULTS,
    verdict: said("Jonas won by 13.7 seconds. You played better.", "Jonas guessed twice."),
  }),
});

const rows = () => all(".res tbody tr").map((tr) => texts("td, th", tr).join("|"));

Deno.test("at the end everybody sees the table, with a link to each review", async () => {
  page.answers["GET /api/games/mine/replay"] = { moves: [], width: 4, height: 2 };
  await shown(table, ENDED);
  equal(texts("h1"), ["Jonas won by 13.7 seconds. You played better."]);
  equal(texts(".cap")[0], "Board 4, Intermediate, no guess");
  equal(texts(".lead"), ["Jonas guessed twice."]);
  equal(rows(), [
    "1|Jonas|1:13.854|1.11|−50|+50|50%|Review",
    "2|You|1:27.509||0|0|100%played best|Review",
    "–|okapi|lost at 46%||…|…||",
    "–|Mira|70%|||||",
    "–|Ines|did not finish|||||",
  ]);
  equal(all(".res .see a").map((link) => link.getAttribute("href")), [
    "#review/room.7fk2mq9x.4.3",
    "#review/mine",
  ]);
  equal(texts(".eve tbody tr"), ["Jonas21", "You04"]);
  equal(texts("h2"), ["So far: 3 finished boards"]);
  button("Next board").click();
  button("Change the level").click();
  equal(done, ["next", "lobby"]);
});

Deno.test("the board around the costliest move has the names of its cells", async () => {
  const move = {
    ...{ number: 9, cell: 10 * 30 + 27, cost: .25, view: ".".repeat(480), label: "guess" },
    ...{ text_runs: ["A guess."], proof: null, mine_proof: null, best: null, risky: true },
  };
  page.answers["GET /api/games/mine/replay"] = { moves: [move], width: 30, height: 16 };
  await shown(table, ENDED);
  await settle();
  equal(texts(".why .voice"), ["Move 9: A guess."]);
  equal(texts(".crop p"), ["WXYZAAABACAD", "7891011121314"]);
  equal(one(".crop sapper-board").style.margin, "-150px 0 0 -550px");
});

Deno.test("the board around the costliest move shows the clues of the proof", async () => {
  /** @param {number[]} clues @param {number} safe */
  const picture = async (clues, safe) => {
    const at = 9 * 30 + 15; // P10
    const proof = { cell: safe, technique: "", clues, cells: [], steps: [], steps_runs: [] };
    const move = {
      ...{ number: 9, cell: at, cost: .25, view: ".".repeat(480), label: "needless guess" },
      ...{ text_runs: [], proof, mine_proof: null, best: null, risky: true },
    };
    page.answers["GET /api/games/mine/replay"] = { moves: [move], width: 30, height: 16 };
    await shown(table, ENDED);
    await settle();
    return [...texts(".crop p"), one(".crop").style.getPropertyValue("--side")];
  };
  // U3 and T3: 8 columns would do, but P10 and U3 are 8 rows apart.
  equal(await picture([2 * 30 + 20, 2 * 30 + 19], 3 * 30 + 19), [
    "OPQRSTUV",
    "345678910",
    "25px",
  ]);
  equal(await picture([0, 19], 3 * 30 + 19), ["LMNOPQRSTUVWXYZAA", "12345678910", "16px"]);
  equal(await picture([4 * 30 + 5, 12 * 30 + 5], 12 * 30 + 6), [
    "FGHIJKLMNOP",
    "5678910111213",
    "18px",
  ]);
});

Deno.test("while others play, the table fills and there is no next board", async () => {
  const verdict = said("You are second so far.");
  const board = {
    .../** @type {Api.RoomBoardForm} */ (ENDED.board),
    results: [RESULTS[3]],
    verdict,
  };
  const still = room({ ...ENDED, state: "racing", board });
  page.answers["GET /api/games/mine/replay"] = { moves: [], width: 4, height: 2 };
  const show = await shown(table, still);
  equal(texts("h1"), ["You are second so far."]);
  equal(texts("button"), []);
  await show({ ...ENDED, version: "2" });
  equal(rows().length, 5);
});

// -- the week ---------------------------------------------------------------------------------

Deno.test("a class sees today and the week", async () => {
  /** @type {Api.RoomDailyForm} */
  const daily = {
    ...{ date: "2026-11-20", level: "intermediate", played: 1, people: 2, game: "mine" },
    ...{ you: "done", not_yet: [2], reviewing: 0, ends: 100, results: [RESULTS[1]] },
    week: [
      {
        person: 1,
        days: [{ date: "2026-11-19", result: "clean" }, { date: "2026-11-20", result: "lost" }],
        without_luck: 95,
      },
      {
        person: 2,
        days: [{ date: "2026-11-19", result: null }, { date: "2026-11-20", result: null }],
        without_luck: null,
      },
    ],
  };
  const now = room({
    ...{ people: [ME, MIRA], state: "daily", level: "daily", title: "Logic, group B", daily },
    said: said("One of two has played today."),
  });
  const show = await shown(week, now);
  equal(texts(".cap")[0], "Logic, group B · the daily, Intermediate");
  equal(texts("h2"), ["Today, Friday 20 November", "The week"]);
  equal(rows(), ["2|You|1:27.509|0|0|100%"]);
  equal(texts(".two section")[0].endsWith("Not yet: Mira. The first try counts."), true);
  equal(all(".wk .dy").map((day) => day.getAttribute("aria-label")), [
    "won, no error",
    "lost",
    "not played",
    "not played",
  ]);
  equal(texts(".wk tbody td").filter(Boolean), ["95%"]);
  equal(all("button").filter((one) => /today/.test(one.textContent)), []);
  await show({ ...now, version: "2", daily: { ...daily, you: "waiting", results: null } });
  page.answers["POST /api/daily"] = { id: "today" };
  button("Play today’s board").click();
  await settle();
  equal(page.storage.getItem("sapper.game"), "today");
  const note = { date: "2026-11-20", level: "intermediate", room: "7fk2mq9x" };
  equal(JSON.parse(page.storage.getItem("sapper.about") ?? ""), { game: "today", daily: note });
  equal(location.hash, "#play");
});
