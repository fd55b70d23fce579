import { all, button, equal, near, ok, one, page, settle, texts } from "./page.js";
import "page/history.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [40, 504, 10, 128];

const LEVEL = {
  name: "beginner",
  level: "9x9x10/open",
  played: 4,
  won: 1,
  rate: 0.25,
  low: 0.05,
  high: 0.7,
  best: 61_234,
  best_three_bv_per_second: null,
  best_efficiency: 0.876,
  streak: 0,
  longest_streak: 1,
  guesses: 3,
  expected_survival: 0.125,
  times: [61_234, 70_000, 80_500],
};
const GAME = {
  id: "GAMEGAME",
  name: "beginner",
  level: "9x9x10/open",
  share: "SHARE",
  created: 1_700_000_000,
  outcome: "lost",
  elapsed: 12_345,
  three_bv: 30,
  three_bv_per_second: null,
  clicks: 1,
  guesses: 2,
  survival: 0.25,
  assisted: true,
  end: null,
};
const NOTHING = { games: [], running: [], levels: [], total: 0, finished: 0 };
const NO_REVIEWS = { games: [], levels: [], trend: [], waiting: 0 };
const FAIR = { level: "9x9x10/open", adjusted: 0.4, low: 0.1, high: 0.8 };

/** @param {object} found @param {object} [reviews] @param {object[]} [patterns] */
async function mount(found, reviews = {}, patterns = []) {
  page.answers["GET /api/history"] = { ...NOTHING, ...found };
  page.answers["GET /api/reviews"] = { ...NO_REVIEWS, ...reviews };
  page.answers["GET /api/misses"] = { patterns };
  page.main.replaceChildren(document.createElement("sapper-history"));
  await settle();
}

/** @param {number[]} rates */
const point = ([error, adjusted, won, low, high], day = 0) => ({
  ...{ error, adjusted, won, low, high },
  created: 1_700_000_000 + day * 86_400,
});

// The coordinates of the corners of a line or area, one after another.
/** @param {string} name @param {any} chart @returns {number[]} */
const corners = (name, chart) =>
  all(`.${name}`, chart)[0].getAttribute("points").split(/[ ,]/).map(Number);

// Where the corners for these values must be if the axis ends at `top`.
/** @param {number[]} values */
const expected = (values, top = 1) =>
  values.flatMap((value, i) => [
    LEFT + (i / (values.length - 1)) * (RIGHT - LEFT),
    BOTTOM - (value / top) * (BOTTOM - TOP),
  ]);

Deno.test("one chart shows errors, and the other the win rate with its interval", async () => {
  const trend = [
    ...Array(7).fill(point([0, 0.5, 0.5, 0.3, 0.7])),
    point([-0.01, 0.5, 0.4, 0.3, 0.7]),
    point([0.13, 0.6, 0.5, 0.4, 0.8]),
    point([0.06, 0.55, 0.75, 0.5, 0.6], 40),
  ];
  await mount({}, { trend });
  const [errors, rates] = all("svg.trend");
  near(corners("line", errors), expected([...Array(8).fill(0), 0.13, 0.06], 0.2), 0.051);
  equal(texts("text", errors).slice(0, 3), ["0", "10", "20"]);
  equal(texts("text", errors).at(-1), "6.0");
  equal(errors.getAttribute("aria-label"), "Error per game over time, now 6.0 points");
  near(corners("line", rates), expected([...Array(8).fill(0.5), 0.6, 0.55]), 0.051);
  near(corners("dash", rates), expected([...Array(7).fill(0.5), 0.4, 0.5, 0.75]), 0.051);
  const high = expected([...Array(8).fill(0.7), 0.8, 0.6]);
  const low = expected([...Array(8).fill(0.3), 0.4, 0.5]);
  const back = Array.from({ length: 10 }, (_, i) => low.slice(2 * i, 2 * i + 2)).reverse().flat();
  near(corners("area", rates), [...high, ...back], 0.051);
  equal(texts("text", rates).slice(0, 3), ["0%", "50%", "100%"]);
  ok(rates.getAttribute("aria-label").includes("now 55% (between 50% and 60%)"));
});

Deno.test("with fewer than two points there is no chart", async () => {
  for (const trend of [[], [point([0, 0.5, 0.5, 0.2, 0.8])]]) {
    await mount({}, { trend });
    equal(all("svg.trend"), []);
    equal(texts("h1"), ["No finished games yet."]);
    equal(one("a.main").getAttribute("href"), "#play");
  }
});

Deno.test("figures that are not known are left out", async () => {
  const levels = [{ ...LEVEL, played: 12, won: 3 }];
  const reviews = { levels: [{ ...FAIR, games: 12 }], waiting: 1 };
  await mount({ levels, games: [GAME], total: 1 }, reviews);
  ok(texts("h1")[0].startsWith("You win 25% of your games on Beginner."));
  ok(texts("h1 .fair")[0].includes("40%"));
  equal(one("details").open, false);
  const card = one(".grid-cards section");
  equal(card.getAttribute("aria-label"), "Beginner");
  equal(texts(".figure b", card), ["1:01.234", "88%", "0", "1", "3", "13%"]);
  const [rate, times] = all("svg.chart", card);
  equal(rate.getAttribute("aria-label"), "25%, probably between 5% and 70%");
  equal(all("polyline", times)[0].getAttribute("points").split(" ").length, 3);
  equal(texts("dl.records dd"), ["1:01.234"]);
  ok(texts(".hist-body .small").some((text) => text.includes("1 game is still being reviewed.")));
});

Deno.test("fewer than ten games have no rates and no intervals", async () => {
  await mount({ levels: [LEVEL], games: [GAME], total: 1 }, { levels: [{ ...FAIR, games: 4 }] });
  equal(texts("h1"), ["4 games, 1 won."]);
  const card = one(".grid-cards section");
  equal(texts("p", card), ["4 games, 1 won."]);
  equal(texts(".figure b", card), ["1:01.234", "88%", "0", "1", "3"]);
  equal(all("svg.chart", card).length, 1);
});

Deno.test("a reviewed game shows its error and luck, and another one its guesses", async () => {
  const own = {
    ...{ ...GAME, id: "OTHEROTHER", name: "5x3x2/any", level: "5x3x2/any", end: ".".repeat(15) },
    ...{ outcome: "won", assisted: false, elapsed: null },
  };
  const review = {
    game: "OTHEROTHER",
    headline: { words: "Needless guess at move 2: C1 was safe.", runs: [] },
    decisive: "needless guess",
    decisive_name: "guessed without need",
    mistakes: 1,
    account: { start: 38, error: 8, luck: -30, end: 0 },
  };
  await mount({ games: [GAME, own], total: 2 }, { games: [review] });
  const [first, second] = all("tbody tr").map((row) => all("td", row));
  equal(texts(".board b", first[0]), ["Beginner"]);
  equal(texts(".board .small", first[0]), ["9×9 · practice"]);
  const facts = "3BV 30 · 1 move · 2 guesses, 25% chance of surviving";
  equal(texts(".decided .small", first[1]), [facts]);
  equal(first.slice(2, 5).map((cell) => cell.textContent), ["lost 0:12.345", "", ""]);
  equal(texts(".decided .small", second[1]), ["3BV 30 · 1 move"]);
  equal(one(".mark", second[1]).title, "guessed without need");
  const [link] = all(".decided a", second[1]);
  equal(link.textContent, "Needless guess at move 2: C1 was safe.");
  equal(link.getAttribute("href"), "#review/OTHEROTHER");
  equal(second.slice(2, 5).map((cell) => cell.textContent), ["won", "−8", "−30"]);
  equal(second.map((cell) => cell.classList.contains("down")).filter(Boolean).length, 1);
});

Deno.test("the headline is about all games, even if no game matches the filters", async () => {
  await mount({ levels: [{ ...LEVEL, played: 38 }], finished: 38 });
  const title = "You win 25% of your games on Beginner.";
  equal(texts("h1"), [title]);
  button("lost").click();
  await settle();
  equal(page.asked.at(-3)?.path, "/api/history?outcome=lost&offset=0");
  equal(texts(".hist-body"), ["No finished games match these filters."]);
  equal(texts("h1"), [title]);
});

Deno.test("if all finished games were practice, the headline says so", async () => {
  await mount({ finished: 38 });
  equal(texts("h1"), ["Only practice so far."]);
});

Deno.test("the patterns missed most often are named, with links to their pages", async () => {
  /** @param {string} pattern @param {string} title @param {number} count */
  const missed = (pattern, title, count) => ({ pattern, title, count, lost: 0.1 });
  const patterns = [
    missed("1-2", "1-2", 3),
    missed("hole", "Holes", 2),
    missed("count", "Mine counting", 1),
    missed("1-1", "1-1", 1),
  ];
  await mount({ levels: [LEVEL] }, {}, patterns);
  const [line] = all(".lede p").filter((each) => each.textContent.startsWith("Patterns"));
  equal(
    line.textContent,
    "Patterns you missed: 1-2 (3 times), Holes (2 times), Mine counting (1 time)",
  );
  equal(all("a", line).map((link) => link.getAttribute("href")), [
    "#patterns/1-2",
    "#patterns/hole",
    "#patterns/count",
  ]);
  await mount({ levels: [LEVEL] });
  ok(!one(".lede").textContent.includes("Patterns"));
});

Deno.test("a game says if its board needed no guess", async () => {
  await mount({ games: [{ ...GAME, no_guess: true }, GAME], total: 2 });
  equal(texts(".games .board span"), ["9×9 · no guess · practice", "9×9 · practice"]);
});

Deno.test("a game that was given up has no time", async () => {
  for (const [outcome, result] of [["lost", "lost 0:12.345"], ["left", "given up"]]) {
    await mount({ games: [{ ...GAME, outcome }], total: 1 });
    equal(texts(`td .${outcome}`), [result]);
  }
});
