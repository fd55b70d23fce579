import { all, button, equal, later, ok, one, page, texts } from "./page.js";
import { argument, proofDetails } from "page/reasons.js";

/** @type {any[]} What the board was told to mark. */
let marked = [];
/** @type {any[]} What the board was told to scroll to. */
let revealed = [];
const board = /** @type {Board} */ (/** @type {unknown} */ ({
  named: () => null,
  mark: (/** @type {unknown} */ marks) => marked.push(marks),
  reveal: (/** @type {unknown} */ cells) => revealed.push(cells),
}));
Deno.test.beforeEach(() => {
  marked = [];
  revealed = [];
});

// The fact that between `least` and `most` of these cells are mines.
/** @param {string[]} cells @param {number} least @param {number} most */
const fact = (cells, least, most) => ({ cells, least, most });

// One sentence of an explanation.
/** @param {string[]} clues @param {object} fact @param {object | null} [also] */
const step = (clues, fact, also = null) => ({
  words: `From ${clues.join(" ")}.`,
  runs: ["From ", ...clues.map((cell) => ({ cell })), "."],
  ...{ clues, fact, also },
});

/** @type {any} */
const REASON = {
  steps: [
    step(["A2"], fact(["A1", "B1"], 1, 1)),
    step(["B2"], fact(["C1"], 0, 0)),
    step(["C2"], fact(["D1", "E1"], 2, 2), fact(["A3"], 0, 0)),
  ],
  proof: [],
};

/** @param {any} reason @param {Part[]} [before] */
const show = (reason, before) => page.main.append(...argument(reason, board, {}, before));
const current = () => all(".steps li").map((one) => one.getAttribute("aria-current"));

Deno.test("a sentence marks its clues, safe cells and mines on the board", () => {
  show(REASON);
  const [first, , third] = all(".steps li");
  first.click();
  equal(marked.at(-1), { clues: ["A2"], safe: [], mines: [], cells: ["A1", "B1"] });
  third.focus();
  equal(marked.at(-1), { clues: ["C2"], safe: ["A3"], mines: ["D1", "E1"], cells: [] });
  equal(revealed.at(-1), ["C2", "A3", "D1", "E1"]);
  equal(current(), [null, null, "step"]);
});

Deno.test("Read on goes from sentence to sentence, and then to the first one", async () => {
  const before = document.createElement("button");
  before.textContent = "before";
  show(REASON, [before]);
  for (const index of [0, 1, 2, 0]) {
    button("Read on").click();
    equal(current(), [0, 1, 2].map((i) => (i === index ? "step" : null)));
  }
  await later(16);
  equal(document.getElementById("say")?.textContent, "From A2.");
  equal(texts(".acts button"), ["before", "Read on"]);
});

Deno.test("an explanation of one sentence has no button", () => {
  for (const steps of [0, 1]) {
    page.main.replaceChildren();
    show({ steps: REASON.steps.slice(0, steps), proof: null });
    equal(["button", "ol", "details"].map((tag) => all(tag).length), [0, steps, 0]);
  }
});

Deno.test("only the first sentence is current on a phone, and otherwise the last one", () => {
  show(REASON);
  equal(current(), [null, null, "step"]);
  equal(marked, []);
});

// The answer of the server for C1 in the position "5x3x2/any ..... 11111 00000", in short.
const C1 = {
  steps: [
    {
      words: "The 1 at A2 has its mine in A1 or B1: C1 is safe.",
      runs: [
        ...["The 1 at ", { cell: "A2" }, " has its mine in ", { cell: "A1" }, " or "],
        ...[{ cell: "B1" }, ": ", { cell: "C1" }, " is safe."],
      ],
      fact: fact(["C1"], 0, 0),
      also: null,
      clues: ["A2", "B2"],
    },
  ],
  proof: [
    ["(A1 ∨ B1)", "A2", ["A1", "B1"]],
    ["(¬A1 ∨ ¬C1)", "B2", ["A1", "C1"]],
    ["(¬B1 ∨ ¬C1)", "B2", ["B1", "C1"]],
    ["¬C1", null, ["C1"]],
  ].map(([clause, clue, cells], i) => ({
    ...{ number: i + 1, clause, clue, cells },
    ...{ source: clue && `clue ${clue}`, parents: clue ? [] : [1, 2, 3] },
  })),
};

Deno.test("an explanation has its sentences, and a proof that marks its cells", () => {
  show(C1);
  equal(texts(".steps li"), C1.steps.map((one) => one.words));
  equal(texts(".steps .ref"), ["A2", "A1", "B1", "C1"]);
  const lines = all(".proof li");
  equal(lines.map((line) => line.textContent), [
    "1.(A1 ∨ B1)clue A2",
    "2.(¬A1 ∨ ¬C1)clue B2",
    "3.(¬B1 ∨ ¬C1)clue B2",
    "4.¬C1from 1 2 3",
  ]);
  lines[3].dispatchEvent(new Event("mouseenter"));
  equal(marked.at(-1), { clues: [], cells: ["C1"] });
  lines[1].dispatchEvent(new Event("mouseenter"));
  equal(marked.at(-1), { clues: ["B2"], cells: ["A1", "C1"] });
});

Deno.test("of a long proof, 200 lines are shown, and each derived line cites its premises", () => {
  /** @param {number} number @returns {any} */
  const line = (number) => ({
    ...{ number, clause: `¬A${number}`, clue: null, cells: [number] },
    source: number === 1 ? "mine count" : null,
    note: number === 3 ? "given" : null,
    parents: [1, 2],
  });
  const proof = Array.from({ length: 1234 }, (_, i) => line(i + 1));
  page.main.append(proofDetails(proof, 1234, board, { safe: [] }));
  equal(texts("summary"), ["Proof in 1,234 steps"]);
  equal(all(".proof li").length, 200);
  equal(texts(".proof .why").slice(0, 4), ["mine count", "from 1 2", "given", "from 1 2"]);
  ok(one("details").textContent.endsWith("and 1034 more"));
  const [, , , , , , seventh] = all(".proof li");
  seventh.focus();
  equal(marked.at(-1), { clues: [], cells: [7] });
  seventh.dispatchEvent(new Event("mouseleave"));
  equal(marked.at(-1), { safe: [] });
});

Deno.test("a reason with a known pattern links to the page of the pattern", () => {
  const links = (/** @type {any} */ reason) =>
    argument({ ...REASON, proof: null, ...reason }, board).flatMap((/** @type {any} */ part) =>
      all("a", part).map((link) => [link.getAttribute("href"), link.textContent])
    );
  equal(links({ pattern_page: "1-2-1" }), [["#patterns/1-2-1", "See this pattern"]]);
  equal(links({ pattern_page: null }), []);
});
