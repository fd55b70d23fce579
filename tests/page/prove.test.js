import { all, button, equal, page, texts } from "./page.js";
import { proofPanel } from "page/prove.js";

/** @type {any[]} */
const [marked, revealed, loaded] = [[], [], []];
const board = /** @type {Board} */ (/** @type {unknown} */ ({
  named: () => null,
  mark: (/** @type {unknown} */ marks) => marked.push(marks),
  reveal: (/** @type {unknown} */ cells) => revealed.push(cells),
  load: (/** @type {number} */ _, /** @type {number} */ __, /** @type {string[]} */ rows) =>
    loaded.push(rows),
}));

// One line of a proof.
/** @param {string} kind @param {string[]} cells @param {string[]} clues */
const step = (kind, cells, clues, changed = [0].slice(1), symbols = "") => ({
  ...{ kind, cells, clues, changed, symbols },
  runs: [`${kind} `, ...cells.map((cell) => ({ cell })), "."],
});

// A1 and C3 are mines.
const PROOF = {
  rows: ["....+", ".....", "....."],
  hardest: "subset",
  steps: [
    step("open", ["E1"], [], [2, 3, 4], "000"),
    step("mine", ["A1"], ["B1"]),
    step("safe", ["A2", "B2"], ["B1", "C2"], [5, 6], "12"),
    step("mine", ["C3"], []),
  ],
};

let ends = 0;
Deno.test.beforeEach(() => {
  ends = 0;
  /** @type {any} */
  const [game, proof] = [{ id: "GAME", width: 5, height: 3 }, PROOF];
  page.main.append(proofPanel(game, proof, board, () => ends++));
});

Deno.test("a line shows the board before its move, and marks its cells and clues", () => {
  const items = all(".sequence li");
  equal(texts(".sequence li"), ["open E1.", "mine A1.", "safe A2B2.", "mine C3."]);
  equal(texts(".ref", items[2]), ["A2", "B2"]);
  items[3].click();
  equal(loaded.at(-1), ["..000", "12...", "....."]);
  equal(marked.at(-1), { clues: [], mines: ["C3"] });
  items[2].click();
  equal(loaded.at(-1), ["..000", ".....", "....."]);
  equal(marked.at(-1), { clues: ["B1", "C2"], safe: ["A2", "B2"] });
  equal(revealed.at(-1), ["B1", "C2", "A2", "B2"]);
});

Deno.test("a proof is one tab stop, and arrow keys go round", () => {
  all(".sequence li")[0].focus();
  /** @type {Record<string, string>} */
  const walk = {
    ...{ ArrowDown: "2", ArrowRight: "3", End: "4", " ArrowDown": "1", ArrowUp: "4", Home: "1" },
    ArrowLeft: "4",
  };
  for (const [key, expected] of Object.entries(walk)) {
    const event = Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), {
      key: key.trim(),
    });
    document.activeElement?.dispatchEvent(event);
    equal(/** @type {any} */ (document.activeElement).dataset.n, expected);
    equal(event.defaultPrevented, true);
    equal(all('.sequence li[tabindex="0"]').length, 1);
  }
  button("Read on").click();
  equal(/** @type {any} */ (document.activeElement).dataset.n, "1");
  button("Back to the result").click();
  equal(ends, 1);
});
