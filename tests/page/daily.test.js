import { all, button, equal, later, match, ok, one, page, settle, texts } from "./page.js";
import { face, resultText } from "page/daily.js";

const FOUND = { featured: /** @type {const} */ ("intermediate"), streak: 5 };
/** @type {any} */
const CARD = {
  date: "2026-03-09",
  level: "intermediate",
  outcome: "won",
  elapsed: 144_900,
  marks: "ccgcccccchcccccc",
};
const LEVELS = ["beginner", "intermediate", "expert"];

// A day as the server describes it. `featured` changes the featured board, and `more` the rest.
/** @param {object} [featured] @param {object} [more] @returns {any} */
const day = (featured = {}, more = {}) => ({
  date: "2026-03-11",
  boards: LEVELS.map((level) => ({
    ...{ level, width: 9, height: 9, mines: 10 },
    ...{ difficulty: 5.84, hardest: "chain", needed: 2 },
    ...{ game: null, outcome: null, elapsed: null },
    ...(level === "intermediate" ? featured : {}),
  })),
  week: Array.from({ length: 7 }, (_, i) => ({
    date: `2026-03-${String(5 + i).padStart(2, "0")}`,
    result: null,
  })),
  ...{ featured: "intermediate", streak: 4, longest_streak: 11, seconds_left: 60 },
  ...more,
});

Deno.test("the result as text has four rows of symbols, the streak and a link", () => {
  equal(resultText(CARD, FOUND).split("\n"), [
    "Sapper, 9 March: solved in 2:24",
    "🟩🟩🔶🟩",
    "🟩🟩🟩🟩",
    "🟩🔵🟩🟩",
    "🟩🟩🟩🟩",
    "Streak 5",
    "http://sapper.test/d/0309",
  ]);
});

Deno.test("the text of a lost board leaves unopened parts blank", () => {
  const lost = { ...CARD, level: "expert", outcome: "lost", marks: `ccm${"-".repeat(13)}` };
  equal(resultText(lost, { ...FOUND, streak: 0 }).split("\n"), [
    "Sapper, 9 March, Expert: lost after 2:24",
    "🟩🟩💥⬜",
    ...Array(3).fill("⬜⬜⬜⬜"),
    "http://sapper.test/d/0309",
  ]);
});

Deno.test("a sentence says which technique makes the board hard", () => {
  /** @type {[hardest: string, needed: number, said: string][]} */
  const cases = [
    ["chain", 2, "is linking two numbers to a third, twice."],
    ["subset", 1, "is comparing two numbers."],
    ["case split", 13, "several cases, 13 times."],
    ["mine count", 3, "counting the remaining mines."],
    ["single clue", 40, "You need only one number at a time."],
    ["given", 1, "The first click opens everything."],
  ];
  for (const [hardest, needed, said] of cases) {
    const [sentence] = texts(".voice", face(day({ hardest, needed })));
    ok(sentence.includes(said), sentence);
  }
});

Deno.test("the page says how hard a board is", () => {
  const [line] = texts(".meta", face(day()));
  equal(line, "Intermediate 9×9, difficulty 5.8 out of 10.");
});

Deno.test("the day of the month is drawn in the middle of the board", () => {
  const names = { 1: "first", 7: "seventh", 10: "tenth", 23: "23rd", 31: "31st" };
  for (const [number, name] of Object.entries(names)) {
    const keys = one(".keys", face(day({}, { date: `2026-03-${number.padStart(2, "0")}` })));
    const lit = [...keys.children].flatMap((key, i) => (key.className ? [i] : []));
    const [rows, columns] = [lit.map((i) => Math.floor(i / 16)), lit.map((i) => i % 16)];
    equal([Math.min(...rows), Math.max(...rows)], [3, 11]);
    ok(Math.min(...columns) >= 2 && Math.max(...columns) <= 13);
    equal(keys.getAttribute("aria-label"), `The board for the ${name}, not opened yet`);
  }
});

Deno.test("each day of the week shows its result, and today's board its next step", () => {
  const results = ["won", "lost", "helped", null, "won", "won", null];
  const week = day().week.map((/** @type {object} */ one, /** @type {number} */ i) => ({
    ...one,
    result: results[i],
  }));
  const shown = face(day({}, { week }));
  equal(
    all(".week li", shown).map((one) => one.title.split(": ")[1]),
    ["won", "not won", "won with help", "not played", "won", "won", "not played"],
  );
  match(one(".week .now", shown).textContent, /^Wed/);
  equal(one(".streak p", shown).textContent, "4days in a row");
  ok(button("Play today's board", shown));
  ok(button("Continue today's board", face(day({ game: "g" }))));
  const over = face(day({ game: "g", outcome: "won", elapsed: 9000 }));
  equal(one("a.main", over).textContent, "See your result");
  equal(one(".voice", over).textContent, "Solved in 0:09.");
});

const OVER = { game: "g", outcome: "won", elapsed: 144_900 };

// The view of a finished daily board.
/** @param {any} found @param {object} [more] */
async function after(found, more = {}) {
  page.answers["GET /api/daily"] = found;
  page.answers["GET /api/daily/card"] = {
    ...CARD,
    ...{ game: "g", assisted: false, opened: 71, difficulty: 5.84, guesses: 1 },
    account: { start: 100, error: 28, luck: 28, end: 100 },
    reason: { words: "B7 was safe.", runs: [{ cell: "B7" }, " was safe."] },
    ...more,
  };
  page.main.replaceChildren(document.createElement("sapper-daily"));
  await settle();
}

Deno.test("the title says how the game went, and a note what help means", async () => {
  const guess = "Solved in 2:24, with one guess you did not need.";
  /** @type {[more: object, title: string, note: string | null][]} */
  const cases = [
    [{}, guess, null],
    [{ guesses: 0 }, "Solved in 2:24 without a guess.", null],
    [{ guesses: 3 }, "Solved in 2:24, with three guesses you did not need.", null],
    [{ assisted: true }, "Solved in 2:24, with help.", "continues your streak"],
    [{ outcome: "lost", opened: 35 }, "Lost after 2:24, with 49% opened.", null],
    [{ outcome: "left", opened: 0 }, "Given up after 2:24, with 0% opened.", null],
  ];
  for (const [more, title, note] of cases) {
    await after(day(OVER), more);
    equal(texts("h1"), [title]);
    const notes = all(".muted").filter((one) => !one.classList.contains("small"));
    equal(notes.map((one) => one.textContent.includes(note)), note === null ? [] : [true]);
  }
});

Deno.test("the card says that results are shared on trust, and compares with nobody", async () => {
  await after(day(OVER));
  equal(texts(".three dd"), ["100%", "−28", "+28", "= 100%"]);
  ok(texts(".small").some((text) => text.endsWith("Results are shared on trust.")));
  equal(texts("section h2"), []);
});

Deno.test("the time until the next boards is in whole hours and minutes", async () => {
  /** @type {[left: number, said: string][]} */
  const cases = [
    [86_400, "24 h 0 min"],
    [3 * 3600 + 59 * 60 + 30, "4 h 0 min"],
    [3570, "1 h 0 min"],
    [3540, "59 min"],
    [0, "0 min"],
  ];
  for (const [left, said] of cases) {
    await after(day(OVER, { seconds_left: left }));
    ok(one(".more").textContent.endsWith(`The next boards come in ${said}.`));
  }
});

Deno.test("the view is loaded again every minute, and when the next boards come", async () => {
  const loads = () => page.asked.filter(({ path }) => path === "/api/daily").length;
  await after(day({}, { seconds_left: 9 }));
  await later(9_999);
  equal(loads(), 1);
  page.answers["GET /api/daily"] = day({}, { seconds_left: 5000 });
  await later(1);
  equal(loads(), 2);
  await later(60_000);
  equal(loads(), 3);
});
