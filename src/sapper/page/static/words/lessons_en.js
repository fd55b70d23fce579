// The pages of lessons, in English.

import { article, count } from "./en.js";

const words = {
  title: "Ten lessons",
  lead: "Each lesson is one page about one idea. You can click the boards and check your answers.",
  /** @type {(done: number, all: number) => string} */
  solved: (done, all) => `${done} of ${all} exercises solved`,
  before: "Previous",
  all: "All lessons",
  after: "Next",
  exercises: "Exercises",
  /** @type {(width: number, height: number, mines: number) => string} */
  board: (width, height, mines) => `Board, ${width} by ${height}, ${count(mines, "mine")}`,
  practice: "Puzzles to try",
  howTo: "Click a provably safe cell. A right click, a long press or F places a flag.",
  howToGuess: "Click the cell you would open.",
  another: "Another puzzle",
  /** @type {(name: string) => string} */
  uncertain: (name) =>
    `${name} could be a mine. The marked mines show one board that fits the numbers.`,
  /** @type {(name: string) => string} */
  isMine: (name) => `No, ${name} is a mine.`,
  /** @type {(name: string) => string} */
  isSafe: (name) => `Yes, ${name} is safe.`,
  /** @type {(cells: number) => string} */
  left: (cells) => `There ${cells === 1 ? "is" : "are"} ${count(cells, "more safe cell")} to find.`,
  allFound: "You have found all the safe cells!",
  /** @type {(name: string, chance: string) => string} */
  risk: (name, chance) => `${name} has ${article(chance)} ${chance} chance of being a mine.`,
  safest: "No cell is safer.",
  notSafest: "Another cell is safer.",
  /** @type {(name: string, risk: string, win: string) => string} */
  value: (name, risk, win) =>
    `${name} has ${article(risk)} ${risk} chance of being a mine. Opening it wins ${win} of games.`,
  best: "No cell gives a better chance of winning.",
  /** @type {(name: string, risk: string, win: string) => string} */
  notBest: (name, risk, win) =>
    `${name} gives a better chance of winning (${win}). It has ${article(risk)} ${risk} chance ` +
    "of being a mine.",
  /** @type {(number: string) => string} */
  answer: (number) => `Your answer to ${number}`,
  check: "Check",
  noAnswer: "Write your answer first.",
  hint: "Hint",
  solution: "Show the solution",
  byHand: "Match clauses by hand",
  handsHere: "Match clauses here",
  begins: "An answer can begin like this:",
  solutionIs: "A correct answer:",
  filledIn: "The beginning of the answer is filled in.",
  tapCells: "Click a cell to write its name.",
  howToPaint: "Choose a number or another symbol and paint the cells. The size and the number of " +
    "mines are above the board.",
  keys: "Characters",
  /** @type {Record<string, string>} */
  keyNames: { "¬": "not", "∨": "or", "⊥": "the empty clause" },
  done: "solved",
};

export default words;
