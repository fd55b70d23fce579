import { all, equal, ok, page, settle, texts } from "./page.js";
import { judgedByRisk, judgedByValue } from "page/lessons.js";

const POSITION = "5x4x5\n.....\n..2..\n..211\n..100\n";
const WIDTH = 5;

/** @type {unknown[]} */
let marks = [];
const board = /** @type {Board} */ (/** @type {unknown} */ ({
  width: WIDTH,
  symbol: () => ".",
  mark: (/** @type {unknown} */ found) => marks.push(found),
  named: (/** @type {string} */ name) => name.charCodeAt(0) - 65 + WIDTH * (Number(name[1]) - 1),
}));

// What the server answers about the position: 65 boards fit it.
Deno.test.beforeEach(() => {
  marks = [];
  const odds = [
    [25, 15, 15, 15, 25],
    [25, 25, null, 40, 25],
    [25, 20, null, null, null],
    [25, 45, null, null, null],
  ].map((row) => row.map((mines) => mines && mines / 65));
  page.answers["POST /api/analyse"] = { odds: { odds }, conflict: null, problem: null };
  const wins = { B2: 34, E2: 34, A2: 31, D1: 30, B3: 30, B1: 29, C1: 29, A1: 26, A3: 26, E1: 25 };
  page.answers["POST /api/value"] = {
    moves: Object.entries(wins).map(([cell, won]) => ({ cell, win: won / 65, error: 0 })),
  };
});

/** @param {Node[] | unknown} said @returns {string} */
const text = (said) => /** @type {any} */ (said)[0].textContent;

Deno.test("a guess of lesson 9 is judged by its value, not by its risk", async () => {
  equal(
    text(await judgedByValue(board, 1, POSITION)), // B1 is the safest cell
    "B1 has a 23.1% chance of being a mine. Opening it wins 44.6% of games. " +
      "B2 gives a better chance of winning (52.3%). It has a 38.5% chance of being a mine.",
  );
  equal(marks, [{ cells: [1] }]);
  const said = text(await judgedByValue(board, 6, POSITION));
  ok(said.endsWith(" of games. No cell gives a better chance of winning."), said);
  equal(marks.slice(1), [{ safe: [6] }]);
  equal(page.asked[0].body, { position: POSITION });
});

Deno.test("a guess of lesson 8 is judged by its risk", async () => {
  const said = text(await judgedByRisk(board, 1, POSITION));
  equal(said, "B1 has a 23% chance of being a mine. No cell is safer.");
  const other = text(await judgedByRisk(board, 6, POSITION));
  ok(other.endsWith(" Another cell is safer."), other);
  equal(marks, [{ safe: [1] }, { cells: [6] }]);
});

// A lesson's page with a position and two exercises, of which the first can be done by hand.
/** @param {number} number */
async function shown(number) {
  const lesson = { number, title: "Title", idea: "Idea." };
  const blocks = [{
    ...{ kind: "position", text: "4x2x2\n....\n1221\n", runs: [], positions: [], asks: null },
  }];
  const exercises = ["~C1", ""].map((goal, i) => ({
    ...{
      number: `${number}.${i + 1}`,
      title: "Exercise",
      blocks,
      form: "proof",
      how: "How.",
      goal,
    },
  }));
  page.answers["GET /api/lessons"] = Array.from({ length: 10 }, (_, i) => ({
    ...lesson,
    number: i + 1,
    exercises: [],
  }));
  page.answers[`GET /api/lessons/${number}`] = { ...lesson, blocks, exercises };
  const view = document.createElement("sapper-lessons");
  Object.assign(view, { argument: String(number) });
  page.main.replaceChildren(view);
  await settle();
  await settle();
}

Deno.test("positions in lessons 2 to 6 lead to You are the agent", async () => {
  for (const number of [1, 2, 6, 7]) {
    await shown(number);
    const links = all("figcaption a").map((link) => link.getAttribute("href"));
    const link = `#watch/${encodeURIComponent("4x2x2!....!1221+hands")}`;
    equal(links, number === 2 || number === 6 ? [link] : []);
  }
});

Deno.test("checking an empty answer is not an attempt", async () => {
  await shown(4);
  page.asked = [];
  const [form] = all("form");
  form.dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
  equal(texts(".verdict"), ["Write your answer first.", ""]);
  equal([all(".wrong").length, page.asked.length], [0, 0]);
});

Deno.test("an exercise with a goal can be done by hand, and others can't", async () => {
  await shown(4);
  const buttons = all("button").filter((one) => one.textContent === "Match clauses by hand");
  equal(buttons.map((one) => one.hasAttribute("hidden")), [false, true]);
});
