import { all, button, equal, ok, one, page, settle, texts } from "./page.js";
import { words } from "page/words.js";
import "page/lab.js";

/** @type {any} The socket of the measurement that the test has started. */
let socket;

// The view, with a measurement that has just started.
Deno.test.beforeEach(async () => {
  const size = { level: "9x9x10/open", width: 9, height: 9, mines: 10 };
  page.answers["GET /api/about"] = {
    levels: [{ name: "beginner", ...size, course: false }],
    max_side: 100,
    agents: ["rules", "odds"].map((name) => ({ name, description: "" })),
    guesses: ["vote"],
  };
  page.answers["GET /api/reports"] = [];
  page.main.append(document.createElement("sapper-lab"));
  await settle();
  one("form.form").dispatchEvent(new Event("submit", { cancelable: true }));
  [socket] = page.sockets;
  socket.open();
});

// The figures of one player so far.
/** @param {string} name @param {number} share @param {number} ms @param {object} outcomes */
const player = (name, share, ms, outcomes = {}) => ({
  ...{ name, share, low: Math.max(0, share - 0.1), high: Math.min(1, share + 0.1) },
  outcomes: { won: 0, lost: 0, stuck: 0, wrong: 0, crashed: 0, ...outcomes },
  ...{ guesses: 1.25, ms, failure: "KeyError" },
});

// The figures of two players after some of their 200 games.
/** @param {number} games @param {string | null} better @param {object} [more] */
const standing = (games, better, more = {}) => ({
  players: [player("rules", 0.5, 2.5, { lost: 1234 }), player("odds", 0.9996, 2500)],
  pair: {
    better,
    difference: { value: -0.4, low: -0.5, high: -0.3 },
    without_luck: { value: 0.01, low: -0.02, high: 0.04 },
    times_fewer_games: 3.21,
    only: [1, 81],
    boards: [[7], [8, 9]],
  },
  ...{ games, games_asked: 200, seed: 5, level: "9x9x10/open" },
  ...more,
});
/** @type {(...given: Parameters<typeof standing>) => void} */
const say = (...given) => socket.say({ standing: standing(...given) });

Deno.test("a measurement asks only for two agents, a level and a number of games", () => {
  equal(socket.url, "ws://sapper.test/api/measure?language=en");
  equal(socket.sent, [{ level: "beginner", agents: ["rules", "odds"], games: 200 }]);
  equal(all("form.form select").map((field) => field.disabled), Array(5).fill(true));
});

Deno.test("the title says which agent is better, or that this is not settled", () => {
  const beginner = "on Beginner";
  /** @type {[games: number, better: string | null, title: string][]} */
  const cases = [
    [0, null, `Rulebook or Odds ${beginner}? Not settled yet.`],
    [50, "b", `Odds is better than Rulebook ${beginner}.`],
    [50, "a", `Rulebook is better than Odds ${beginner}.`],
    [
      200,
      null,
      `After 200 games ${beginner}, we can't tell which of Rulebook and Odds is better.`,
    ],
  ];
  for (const [games, better, title] of cases) {
    say(games, better);
    equal(texts(".measured h2"), [title]);
    equal(one("progress").value, games / 200);
    equal(texts(".underway span"), [`${games} of 200 games`]);
  }
});

Deno.test("the page names the agent that wins more, and how sure that is", () => {
  say(50, "b");
  const [first, second] = all("tbody tr").map((row) => texts("td", row));
  ok(first[0].startsWith("50.0% 40.0% to 60.0%"), first[0]);
  equal(first.slice(1), ["1,234", "0", "1.3", "2.5 ms 1,000 times as fast"]);
  equal([second[0].slice(0, 6), second[4]], [">99.9%", "2.5 s"]);
  const [played, without, intervals] = texts("dd");
  const more = "Odds wins 40.0 percentage points more than Rulebook (30.0 to 50.0).";
  ok(played.startsWith(more), played);
  const luck = "Rulebook wins 1.0 percentage points more than Odds (−2.0 to 4.0).";
  ok(without.startsWith(luck), without);
  ok(without.includes("3.2 times"));
  ok(intervals.includes("whenever you stop"));
  equal(texts(".boards a"), ["Board 7", "Board 8", "Board 9"]);
  const [link] = all(".boards a");
  equal(link.getAttribute("href"), "#watch/9x9x10%2Fopen!7!rules!odds!%40part");
  const command = "sapper compare rules odds 9x9x10/open --games 200 --seed 5 --luck --all-games";
  equal(texts(".measured code"), [command]);
});

Deno.test("the command can be pasted into a shell", () => {
  say(50, null, { level: "9x9x10/given(4)" });
  const command = texts(".measured code")[0];
  ok(command.startsWith("sapper compare rules odds '9x9x10/given(4)' --games 200"), command);
});

Deno.test("games with false claims are counted, and crashed games show their error", () => {
  const players = [player("rules", 0, 1, { wrong: 1 }), player("odds", 0, 1, { crashed: 2 })];
  say(9, null, { players });
  equal(texts(".warn"), [
    "Rulebook made a false claim in 1 game.",
    "Odds failed in 2 games: KeyError.",
  ]);
});

Deno.test("a finished measurement keeps its result, and another one can start", () => {
  say(200, "b");
  socket.say({ done: true });
  equal(socket.code, 1000);
  equal([button("Measure").hidden, button("Stop").hidden], [false, true]);
  equal(one(".underway").hidden, true);
  ok(texts(".measured h2")[0].startsWith("Odds is better"));
});

Deno.test("a stopped measurement keeps its result and says how many games were played", () => {
  say(1, null);
  button("Stop").click();
  equal(texts(".underway span"), ["Stopped after 1 game."]);
  equal([one("progress").hidden, one(".underway").hidden], [true, false]);
  equal(all(".measured h2").length, 1);
});

Deno.test("a second click of a double click on Measure does not stop the measurement", () => {
  const click = Object.assign(new Event("click"), { detail: 2 });
  button("Stop").dispatchEvent(click);
  equal([socket.code, button("Stop").hidden], [undefined, false]);
});

Deno.test("a refusal before the first game is shown as a message, without a result", () => {
  socket.say({ problem: "other measurements are running: try again in a moment" });
  const said = "Other measurements are running: try again in a moment.";
  equal(texts(".toast", document.body), [said]);
  equal(one(".measured").children, []);
  equal(button("Measure").hidden, false);
});

Deno.test("if the socket breaks, a banner says so and the result stays", () => {
  say(50, null);
  socket.end(1006);
  const banner = /** @type {any} */ (document.getElementById("away"));
  equal([banner.hidden, banner.textContent], [false, words.away]);
  equal(all(".measured h2").length, 1);
});
