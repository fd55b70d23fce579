// The knowledge base that a third-party agent shows, with the verdicts of the server.

import { all, button, equal, match, ok, one, page, settle } from "./page.js";
import { ShownKb } from "page/kb/shown.js";
import english from "page/kb/words/en.js";
import { h } from "page/dom.js";
import { Side } from "page/side.js";
import "page/board.js";

/** @type {Api.WatchedJson[]} */
const GAME = JSON.parse(Deno.readTextFileSync(new URL("kb_game.json", import.meta.url)));
const t = english.shown;

/** @type {(decision: number, clauses: [string, number[]][], more?: object) => Api.KbStepJson} */
const step = (decision, clauses, more = {}) => ({
  decision,
  clauses: clauses.map(([text]) => text),
  literals: clauses.map(([, literals]) => literals),
  ...{ new: [], wrong: [], missing: [], problem: "" },
  ...more,
});
const WRONG = {
  ...{ clause: "(A1 ∨ ¬B1)", literals: [1, -2], decision: 2, position: "" },
  board: [".*.....", ...Array(4).fill(".......")],
};
const FIRST = step(1, [["C1", [3]]], { new: ["C1"] });
const SECOND = step(2, [["(¬D1 ∨ E1)", [-4, 5]], ["C1", [3]], ["(A1 ∨ ¬B1)", [1, -2]]], {
  new: ["(¬D1 ∨ E1)", "(A1 ∨ ¬B1)"],
  wrong: [WRONG],
  missing: [{ fact: "¬G1", literal: -7, implied: true }, {
    fact: "F1",
    literal: 6,
    implied: false,
  }],
});
const THIRD = step(3, [["(A1 ∨ ¬B1)", [1, -2]]]);

function shown() {
  const board = h("sapper-board", { mode: "look" });
  /** @type {number[]} */
  const sought = [];
  const seen = {
    kb: new ShownKb(board, {
      seek: (decision) => {
        sought.push(decision);
        seen.kb.show([FIRST, SECOND]);
      },
      position: () => "7x5x6\n...",
    }),
    board,
    sought,
  };
  page.main.replaceChildren(board, seen.kb.element);
  board.load(7, 5, Array(5).fill("......."));
  return seen;
}
const rows = () => all(".verdicts li").map((li) => li.textContent);

Deno.test("every clause has its verdict: wrong ones first, then new ones", () => {
  const { kb } = shown();
  kb.show([FIRST, SECOND]);
  equal(one(".shown-kb p").textContent, t.verdict({ clauses: 3, wrong: 1, fresh: 2, gone: 0 }));
  equal(rows().slice(0, 3), [
    `✗A1∨¬B1${t.wrongSince(2)}${t.refuted}`,
    `+¬D1∨E1${t.fresh}`,
    "✓C1",
  ]);
});

Deno.test("a wrong clause stays wrong, with the decision when it came in", () => {
  const { kb } = shown();
  kb.show([FIRST, SECOND, THIRD]);
  equal(one(".shown-kb p").textContent, t.verdict({ clauses: 1, wrong: 1, fresh: 0, gone: 2 }));
  match(rows()[0], /came in with decision 2/);
  kb.show([THIRD]);
  equal(rows(), ["✓A1∨¬B1"]);
});

Deno.test("missing facts are named, with those that its own clauses imply", () => {
  const { kb } = shown();
  kb.show([FIRST, SECOND]);
  equal(one(".shown-kb h3").textContent, "2 facts that are missing");
  equal(rows().slice(3), ["G1 is safe, which follows from its clauses", "F1 is a mine"]);
});

Deno.test("a button goes to the decision, and marks the board that refutes the clause", () => {
  const { kb, board, sought } = shown();
  kb.show([FIRST, SECOND, THIRD]);
  button(t.refuted).click();
  equal(sought, [2]);
  const marked = (/** @type {string} */ kind) =>
    all("[role=gridcell]", board).filter((cell) => cell.getAttribute("data-m") === kind)
      .map(({ index }) => index);
  equal([marked("mines"), marked("cells")], [[1], [0]]);
  equal(one(".refuted").textContent, t.refutedBy("(A1 ∨ ¬B1)"));
  kb.show([FIRST]);
  equal(all(".refuted"), []);
});

Deno.test("a knowledge base that can't be read says why, and without one there is nothing", () => {
  const { kb } = shown();
  kb.show([]);
  ok(kb.element.hidden);
  kb.show([step(1, [], { problem: "Z9 is not a cell" })]);
  ok(!kb.element.hidden);
  equal(one(".shown-kb p").textContent, "Z9 is not a cell");
});

Deno.test("the textbook agent's clauses in a position are loaded when asked for", async () => {
  const told = /** @type {Api.WatchedJson} */ (
    GAME.find(({ events }) => events.filter(({ kind }) => kind === "insert").length > 3)
  );
  const whole = { ...told, cells: [...Array(35).keys()], symbols: ".".repeat(35) };
  page.answers["POST /api/events"] = whole;
  const { kb } = shown();
  kb.show([FIRST, SECOND]);
  equal(page.asked.filter(({ path }) => path === "/api/events").length, 0);
  const details = one("details");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await settle();
  const entered = told.events.flatMap(({ enter }) => enter);
  const left = told.events.flatMap(({ leave }) => leave.map(([id]) => id));
  const facts = told.events.flatMap(({ facts }) => facts);
  const count = entered.filter((id) => !left.includes(id)).length;
  equal(all("p", details)[0].textContent, t.textbookHas(count, facts.length));
  equal(all("li", details).length, count + facts.length);
});

Deno.test("each step shows the knowledge base of its decision, and a button leads back", () => {
  /** @type {Side} */
  const side = new Side({ name: "mine.py", description: "", guess: "" }, {
    ...{ isTwo: false, levelText: "7x5x6" },
    seek: (step) => side.goto(step),
  });
  page.main.replaceChildren(side.board, side.kb.element);
  side.board.load(7, 5, Array(5).fill("......."));
  const now = { cells: [], symbols: "", outcome: null };
  side.frames.push({ ...now, kb: FIRST }, now, { ...now, kb: SECOND }, { ...now, kb: THIRD });
  side.goto(0);
  equal(rows(), [`+C1${t.fresh}`]);
  side.goto(1);
  equal(rows(), [`+C1${t.fresh}`]);
  side.goto(3);
  match(rows()[0], /^✗A1/);
  button(t.refuted).click();
  equal(side.at, 2);
  equal(one(".refuted").textContent, t.refutedBy("(A1 ∨ ¬B1)"));
});
