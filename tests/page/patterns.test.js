import { all, button, equal, match, ok, one, page, settle, texts } from "./page.js";
import "page/patterns.js";

const ROWS = ["00000", "00000", "11111", "....."];
/** @param {string} name @param {string} title */
const pattern = (name, title, guess = false) => ({
  ...{ name, title, short: `Short ${name}.`, rule: `Rule ${name}.`, why: `Why ${name}.` },
  position: `5x4x2\n${ROWS.join("\n")}\n`,
  clues: guess ? [] : ["A3", "B3"],
  safe: guess ? [] : ["C4"],
  mines: [],
  cells: guess ? [] : ["A4", "B4"],
  best: guess ? ["A4"] : [],
  risks: guess ? [...Array(15).fill(null), 0.25, 0.5, 0.5, 0.5, 0.25] : [],
  corner: "A1",
});
const PATTERNS = [pattern("1-1", "1-1"), pattern("hole", "Holes"), pattern("guess", "Guess", true)];
const STEP = {
  ...{ words: "Because.", runs: ["Because."], clues: ["A3", "B3"], also: null },
  fact: { cells: ["C4"], least: 0, most: 0 },
};
const PUZZLE = {
  position: `5x4x2\n${ROWS.join("\n")}\n`,
  ...{ right: ["C4"], mines: ["D4"], best: [], risks: [] },
  reason: { cell: "C4", clues: ["A3", "B3"], steps: [STEP], proof: null, pattern_page: "1-1" },
};
const GUESS = {
  ...{ position: PUZZLE.position, right: ["A4", "E4"], mines: [], reason: null },
  best: [{ cell: "A4" }, " (25% risk)"],
  risks: PATTERNS[2].risks,
};

Deno.test.beforeEach(() => {
  page.answers["GET /api/patterns"] = PATTERNS;
  page.answers["GET /api/misses"] = { patterns: [] };
  page.answers["POST /api/patterns/puzzle"] = PUZZLE;
});

/** @param {string} argument */
async function mount(argument) {
  const view = Object.assign(document.createElement("sapper-patterns"), { argument });
  page.main.replaceChildren(/** @type {any} */ (view));
  await settle();
}

/** @param {string} kind @param {number} cell */
async function act(kind, cell) {
  one("sapper-board").dispatchEvent(new CustomEvent("act", { detail: { kind, cell } }));
  await settle();
}

/** @param {string} label */
async function press(label) {
  button(label).click();
  await settle();
}

/** @param {string} mark */
const marked = (mark) => all(`[data-m=${mark}]`).map((cell) => cell.ariaLabel?.split(" ")[0]);
const boxes = () => all(".five .y").length;

Deno.test("the list shows each pattern with a link and the answers in a row", async () => {
  localStorage.setItem("sapper.patterns", JSON.stringify({ "1-1": 5, hole: 2 }));
  page.answers["GET /api/misses"] = {
    patterns: [{ pattern: "guess", title: "Guess", count: 3, lost: 0.2 }],
  };
  await mount("");
  equal(texts("h1"), ["Three patterns to see at a glance."]);
  equal(all(".cards a").map((link) => link.getAttribute("href")), [
    "#patterns/1-1",
    "#patterns/hole",
    "#patterns/guess",
  ]);
  equal(all(".cards .five").map((row) => all(".y", row).length), [5, 2, 0]);
  equal(texts(".cards .five"), ["five in a row", "two in a row", "missed most"]);
  match(one(".lead").textContent, /In your last games you missed Guess most\.$/);
});

Deno.test("a page has one board with its marks, and two sentences", async () => {
  await mount("1-1");
  equal(texts(".voice"), ["Rule 1-1.", "Why 1-1."]);
  equal([marked("clues"), marked("safe"), marked("cells")], [["A3", "B3"], ["C4"], ["A4", "B4"]]);
  equal(all("nav a", one(".words")).map((link) => link.getAttribute("href")), [
    "#patterns",
    "#patterns/hole",
  ]);
  equal(document.title, "1-1 · Sapper");
});

Deno.test("when to guess shows the risks and stars the best cells", async () => {
  await mount("guess");
  equal(all("[data-star]").map((cell) => cell.ariaLabel?.split(" ")[0]), ["A4"]);
  equal(all("[data-o]").length, 5);
});

Deno.test("five right answers in a row are done, and the next pattern is offered", async () => {
  await mount("1-1");
  await press("Try it");
  equal(page.asked.at(-1)?.body, { pattern: "1-1" });
  equal(all("[data-m]"), []);
  equal(texts("h1"), ["Open a safe cell."]);
  for (let row = 1; row <= 5; row++) {
    if (row > 1) await press("Next puzzle");
    equal(boxes(), row - 1);
    await act("open", 17); // C4
    equal(boxes(), row);
    equal(texts("h1"), [row === 5 ? "Five in a row." : "C4 is safe."]);
    equal(texts(".steps li"), ["Because."]);
    equal(all(".words .small a"), [], "the page has no link to itself");
  }
  equal(one("a.main").getAttribute("href"), "#patterns/hole");
  await press("Next puzzle");
  await act("open", 18);
  equal(boxes(), 5, "five in a row are kept");
});

Deno.test("the argument is about the opened cell, and the pattern is a click away", async () => {
  const other = { ...STEP, runs: ["The 1 at E3."], fact: { cells: ["E4"], least: 0, most: 0 } };
  page.answers["POST /api/patterns/puzzle"] = { ...PUZZLE, right: ["C4", "E4"] };
  page.answers["POST /api/explain"] = {
    ...{ certain: true, cell: "E4", clues: ["E3"], steps: [other], proof: [], pattern_page: null },
  };
  await mount("1-1");
  await press("Try it");
  await act("open", 19); // E4
  equal(page.asked.at(-1)?.body, { position: PUZZLE.position, cell: "E4" });
  equal([texts("h1"), texts(".steps li")], [["E4 is safe."], ["The 1 at E3."]]);
  equal([marked("clues"), marked("safe")], [["E3"], ["C4", "E4"]]);
  ok(one(".said").textContent.includes("The pattern shows that C4 is safe, too."));
  await press("Show the pattern");
  equal([texts(".steps li"), marked("clues")], [["Because."], ["A3", "B3"]]);
});

Deno.test("a part of a board has a frame only where the board ends", async () => {
  const wide = { ...PATTERNS[0], position: `7x5x2\n${"0000000\n".repeat(5)}`, corner: "B1" };
  page.answers["GET /api/patterns"] = [wide, PATTERNS[1]];
  await mount("");
  equal(all(".cards sapper-board").map((board) => board.className.match(/open-\w+/g)), [
    ["open-right", "open-down", "open-left"],
    null,
  ]);
});

Deno.test("after a wrong answer the marks appear and the row starts again", async () => {
  localStorage.setItem("sapper.patterns", JSON.stringify({ "1-1": 3 }));
  await mount("1-1");
  await press("Try it");
  equal(boxes(), 3);
  await act("open", 18);
  equal(texts("h1"), ["D4 is a mine."]);
  equal([boxes(), marked("clues"), marked("safe"), marked("mines")], [
    0,
    ["A3", "B3"],
    ["C4"],
    ["D4"],
  ]);
  await act("open", 17);
  equal(boxes(), 0, "the puzzle is over");
  await press("Next puzzle");
  await act("open", 19);
  equal(texts("h1"), ["E4 may be a mine."]);
  await press("Next puzzle");
  await press("Show me");
  equal(texts("h1"), ["Here it is."]);
  equal(boxes(), 0);
  await press("Read it again");
  equal(texts(".voice"), ["Rule 1-1.", "Why 1-1."]);
});

Deno.test("a flag is a note and no answer", async () => {
  await mount("1-1");
  await press("Try it");
  await act("flag", 18);
  equal(one("sapper-board").symbol(18), "F");
  await act("open", 18);
  equal(texts("h1"), ["Open a safe cell."]);
  await act("flag", 18);
  equal(one("sapper-board").symbol(18), ".");
});

Deno.test("any best cell is right in a guess, and the risks appear after the answer", async () => {
  page.answers["POST /api/patterns/puzzle"] = GUESS;
  await mount("guess");
  await press("Try it");
  equal(texts("h1"), ["No cell is safe. Open the best one."]);
  equal(all("[data-o], [data-star]"), []);
  await act("open", 19);
  equal([texts("h1")[0], boxes()], ["No cell is better than E4.", 1]);
  equal(all("[data-star]").length, 2);
  ok(one(".said").textContent.includes("Best: A4 (25% risk)."));
  await press("Next puzzle");
  await act("open", 16);
  equal([texts("h1")[0], boxes()], ["Another cell wins more often than B4.", 0]);
});

Deno.test("the key N shows the next puzzle", async () => {
  await mount("1-1");
  await press("Try it");
  const before = page.asked.length;
  document.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key: "n" }));
  await settle();
  equal(page.asked.length, before + 1);
});
