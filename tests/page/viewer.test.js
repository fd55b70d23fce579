import { all, button, equal, near, ok, one, page, settle, texts } from "./page.js";
import { drawing, graph, Viewer } from "page/viewer.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [28, 328, 10, 112];

// A game with these chances of winning before each move.
/** @param {(number | null)[]} chances @param {number[]} risky @returns {any} */
const game = (chances, outcome = "won", risky = []) => ({
  moves: chances.map((win_before, i) => ({
    number: i + 1,
    win_before,
    risky: risky.includes(i),
    label: "blunder",
    cell: i,
    lost: 0.1,
    luck: 0,
    proof: null,
  })),
  end: Number(outcome === "won"),
  outcome,
});

// The coordinates of the corners of the lines or areas of a class, one after another.
/** @param {Element} chart @param {string} name @returns {number[][]} */
const drawn = (chart, name) =>
  all(`.${name}`, chart).map((one) => one.getAttribute("points").split(/[ ,]/).map(Number));

// Where the corners for these chances must be.
/** @param {number[]} values */
const expected = (values) =>
  values.flatMap((value, i) => [
    LEFT + (i / Math.max(1, values.length - 1)) * (RIGHT - LEFT),
    TOP + (1 - value) * (BOTTOM - TOP),
  ]);

Deno.test("the graph has a point before each move and one after the last", () => {
  const chart = graph(game([0.4, 0.5, 0.25, 0.75], "won", [1, 3]));
  const [line] = drawn(chart, "line");
  near(line, expected([0.4, 0.5, 0.25, 0.75, 1]), 0.051);
  equal(drawn(chart, "area"), [[LEFT, BOTTOM, ...line, RIGHT, BOTTOM]]);
  equal(drawn(chart, "fall"), []);
  const labels = all(".label", chart);
  equal(labels.length, 2);
  ok(labels[0].getAttribute("transform").startsWith("translate(103.0 61.0)"));
  const label = "Chance of winning, move by move: 40% at the start, 100% at the end";
  equal(chart.getAttribute("aria-label"), label);
});

Deno.test("a position whose chance was not measured has no point", () => {
  const [line] = drawn(graph(game([0.4, null, null, 0.75])), "line");
  const all = expected([0.4, 0, 0, 0.75, 1]);
  near(line, [...all.slice(0, 2), ...all.slice(6)], 0.051);
});

Deno.test("the last step of a lost game is a line of its own", () => {
  const chart = graph(game([0.4, 0.5], "lost"));
  const values = expected([0.4, 0.5, 0]);
  near(drawn(chart, "line")[0], values.slice(0, 4), 0.051);
  near(drawn(chart, "fall")[0], values.slice(2), 0.051);
});

Deno.test("a game without moves has a graph with one point at the left", () => {
  for (const result of ["won", "lost", "left"]) {
    const chart = graph(game([], result), { at: 0 });
    near(drawn(chart, "line")[0], expected([Number(result === "won")]), 0.051);
    equal(texts("text", chart), ["0", "50", "100"]);
    for (const one of all("line, polyline, polygon", chart)) {
      for (const [name, value] of one.attributes) ok(!value.includes("NaN"), `${name}="${value}"`);
    }
  }
});

Deno.test("chances beyond the axis are drawn on it", () => {
  near(drawn(graph(game([-0.02, 1.01])), "line")[0], expected([0, 1, 1]), 0.051);
});

Deno.test("the first and the last move are numbered, and the middle one if there is space", () => {
  /** @type {[number, string[]][]} */
  const cases = [[1, ["1"]], [2, ["1", "2"]], [30, ["1", "30"]], [41, ["1", "22", "41"]]];
  for (const [moves, shown] of cases) {
    const chart = graph(game(Array(moves).fill(0.5)), { at: 1 });
    equal(texts("text", chart).slice(3), shown);
    const [now] = all(".now", chart);
    near([Number(now.getAttribute("x1"))], [LEFT + (RIGHT - LEFT) / moves]);
  }
});

Deno.test("a press on the graph goes to the nearest move, even left or right of the graph", () => {
  /** @type {number[]} */
  const gone = [];
  const chart = graph(game([0.5, 0.5]), { go: (at) => gone.push(at) });
  // The graph is shown twice as large as drawn, 7 pixels from the left edge of the window.
  Object.assign(chart, { getBoundingClientRect: () => ({ left: 7, top: 0, width: 680 }) });
  for (const x of [0, 28, 28 + 70, 28 + 80, 328, 340]) {
    chart.dispatchEvent(Object.assign(new Event("click"), { clientX: 7 + 2 * x }));
  }
  equal(gone, [0, 0, 0, 1, 2, 2]);
});

Deno.test("labels have different drawings, except the best ones and quiet moves", () => {
  const labels = [
    ...["certain", "chord", "flag", "best", "only move", "good", "inaccuracy", "mistake"],
    ...["blunder", "needless guess", "wrong flag", "unproven flag", "forced coin toss", "start"],
    "flag removed",
  ];
  const kinds = Map.groupBy(
    labels,
    (label) =>
      JSON.stringify(
        drawing(label).map((
          /** @type {any} */ one,
        ) => [one.tagName, ...one.attributes, one.textContent]),
      ),
  );
  equal([...kinds.values()].filter((same) => same.length > 1), [
    ["certain", "chord", "flag"],
    ["best", "only move"],
  ]);
});

// A won game on two cells next to a mine, in which a guess was made before a safe move.
/** @returns {any} */
const played = () => {
  const move = {
    ...{ win_before_error: 0, win_after_error: 0, win_after: 1, cost: 0, gain: 50, at: 1500 },
    ...{ after_text_runs: [], proof: null, mine_proof: null, best: null },
  };
  const said = { words: "", runs: [] };
  return {
    ...{ level: "3x1x1/any", width: 3, height: 1, mines: 1, outcome: "won", end: 1 },
    ...{ account: { start: 67, luck: 33, error: 0, end: 100 }, mistakes: 0, guesses: 1 },
    ...{ headline: { words: "Well guessed.", runs: ["Well guessed."] }, rest: said, stood: said },
    ...{
      luck_text: "all of it",
      facts: [{ name: "guesses", text: "1, 1 survived" }],
      decided: null,
      moments: [0],
      last_view: "1*1",
      verdict: "Well guessed.",
    },
    moves: [
      {
        ...{ ...move, number: 1, cell: 0, label: "best", win_before: 2 / 3, view: "..." },
        label_name: "best of all",
        ...{ risky: true, safe: [], mines: [], text: "A guess.", text_runs: ["A guess."] },
      },
      {
        ...{ ...move, number: 2, cell: 2, label: "certain", win_before: 1, view: "1.." },
        label_name: "quite safe",
        ...{ risky: false, safe: [2], mines: [1], text: "Safe.", text_runs: [{ cell: "C1" }] },
      },
    ],
  };
};

/** @param {string} [place] @param {object} [changes] */
function watch(place, changes) {
  const stage = document.createElement("sapper-review");
  page.main.replaceChildren(stage);
  /** @type {string[]} */
  const places = [];
  const viewer = new Viewer(stage);
  Object.assign(viewer.board, { reveal: () => {} }); // it measures where the cells are
  viewer.show({
    found: { ...played(), ...changes },
    metrics: null,
    explain: async ({ number }) => ({ certain: false, runs: [`Reason ${number}`] }),
    analyse: "http://elsewhere/#analyse",
    went: (place) => places.push(place),
  }, place);
  return places;
}
/** @param {string} key */
const press = (key) =>
  document.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
const marked = () => all("[data-m]").map((one) => [one.index, one.dataset.m]);

Deno.test("a viewer shows what it is given, and asks no server", async () => {
  const places = watch();
  equal(texts(".voice"), ["A guess."]); // the only moment that mattered
  for (const key of ["ArrowRight", "End", "Home"]) press(key);
  equal(places, ["1", "2", "end", "1"]);
  press("End");
  equal(texts(".voice"), ["Well guessed."]);
  equal(texts(".signs b"), ["best of all"]); // in the server's words
  equal(texts(".split dd"), ["67%", "0", "+33", "= 100%"]);
  equal(texts("ul.muted li"), ["guesses: 1, 1 survived"]);
  equal(all("[role=gridcell]").map((cell) => cell.dataset.s), ["1", "F", "1"]);
  equal(texts(".count")[0], "0", "the mines that are left, as at the end of play");
  press("ArrowLeft");
  equal(one(".acts a").getAttribute("href"), "http://elsewhere/#analyse/3x1x1%2Fany!1..");
  button("Why?").click();
  await settle();
  equal(texts(".say .say p"), ["Reason 2"]);
  equal(texts("button.main"), []); // playing on needs the server
  equal(page.asked, []);
});

Deno.test("a game in which nothing mattered begins at its start", () => {
  equal(watch(undefined, { moments: [] }), ["1"]);
});

Deno.test("provable cells are marked on request", () => {
  watch("2");
  equal(marked(), []);
  const box = one("input");
  box.checked = true;
  box.dispatchEvent(new Event("change"));
  equal(marked(), [[1, "mines"], [2, "safe"]]);
});
