// You are the agent and Predict, in English. A literal is named like its cell, with ¬ for "safe".

import { cell, plain, runs } from "../../runs.js";
import { cells, count, list } from "../../words/en.js";

/** @param {boolean} mine */
const state = (mine) => mine ? "a mine" : "safe";

const words = {
  tabs: { watch: "Watch", hands: "You are the agent", predict: "Predict" },
  ways: "What to do with this game",

  // You are the agent
  filter: "Click a cell to see only its clauses.",
  note: "choose two clauses",
  left: "what is left",
  /** @type {(matching: string) => string} */
  cap: (matching) => `Your matching ${matching}`,
  done: "Done",
  start: "Settle one cell.",
  /** @type {(name: string) => Runs} */
  startWith: (name) => runs`Settle ${cell(name)}.`,
  startWhy: "No safe cell is known. Choose two clauses of KB that clash in one cell.",
  startWhyGoal: "Is it safe or a mine? Choose two clauses of KB that clash in one cell.",
  startByHand: "Is it safe or a mine? Facts are clauses here, too. Match them with longer clauses.",
  again: "Match two more clauses.",
  againWhy: "Your result is in KB now. You can match it, too.",
  nothingHere: "Nothing is to be matched here.",
  nothingHereWhy: "All that follows is known without matching.",
  wait: "The game is still loading.",
  one: "And a second clause?",
  oneWhy: "Look for a clause with one of these cells the other way round.",
  two: "What follows from these two?",
  twoWhy: "Cross out what cancels.",
  oneSlot: "one clause",
  otherSlot: "another clause",
  whatIsLeft: "what is left",
  yours: "yours",
  isNew: "new",
  notNew: "not new",
  nothingNew: "nothing new",
  canGo: "can go",
  /** @type {(literal: string, letter: string, crossed: boolean) => string} */
  token: (literal, letter, crossed) => `${literal} in ${letter}${crossed ? ", crossed out" : ""}`,
  /** @type {(left: string) => string} */
  leftOver: (left) => left ? `Left: ${left}` : "Nothing is left.",
  check: "Check",
  nothing: "Nothing follows",
  longer: "The longer can go",
  putBack: "Put back",
  hint: "Hint",
  insert: "Insert into KB",
  insertFact: "Insert into KB0",
  remove: "Take it out of KB",
  chooseAgain: "Choose again",
  hinted: "Match the two marked clauses. They lead to a fact, though perhaps not at once.",
  noHint: "Sapper finds no useful pair. Perhaps the cell does not follow from these clauses.",
  // A wrong answer gets one of these.
  wrong: "Not yet.",
  /** @type {(name: string) => Runs} */
  clash: (name) =>
    runs`One cell clashes: ${cell(name)}. Cross it out on both sides, and the rest follows.`,
  alike: "All literals of the shorter clause are in the longer one. So the longer one can go.",
  neither: "Each clause has a literal that the other one does not have. So both are needed.",
  empty: "Cross out the literals that cancel, or say that nothing follows.",
  noClash: "No literal of one clause is in the other one with the opposite sign.",
  /** @type {(literal: string, opposite: string) => Runs} */
  stays: (literal, opposite) =>
    runs`${cell(literal)} stays: the other clause does not contain ${cell(opposite)}.`,
  /** @type {(literal: string, opposite: string) => Runs} */
  alone: (literal, opposite) =>
    runs`${cell(literal)} goes only together with ${cell(opposite)}, which is in the other clause.`,
  /** @type {(names: string[]) => Runs} */
  twice: (names) =>
    runs`Two cells clash: ${
      cells(names)
    }. Whichever pair goes, the other makes the result true in any case.`,
  // A right answer gets one of these.
  rightNothing: "Right. Nothing follows.",
  noCell: "No cell is in both clauses the other way round.",
  rightLonger: "Right. The longer clause can go.",
  rightLongerWhy: "Whenever the shorter clause is true, the longer one is true too.",
  rightKnown: "Right, but it is not new.",
  /** @type {(literals: string[], same: boolean) => Runs} */
  rightKnownWhy: (literals, same) =>
    runs`${same ? "It is known already: " : "A stricter clause is known: "}${
      literals.flatMap((one, i) => [i ? " ∨ " : "", cell(one)])
    }.`,
  rightNew: "Right. It is new.",
  /** @type {(name: string, mine: boolean) => Runs} */
  rightFact: (name, mine) => runs`Right. ${cell(name)} is ${state(mine)}.`,
  /** @type {(name: string, mine: boolean) => Runs} */
  onTheWay: (name, mine) => runs`${cell(name)} is ${state(mine)}. Match on.`,
  onTheWayGoal: "It is not the cell that you are to settle, but it shortens other clauses.",
  onTheWaySafe: "You are to find a safe cell. The fact shortens other clauses.",
  /** @type {(name: string, mine: boolean) => Runs} */
  settled: (name, mine) => runs`${cell(name)} is ${state(mine)}. You settled it.`,
  /** @type {(literals: string[]) => Runs} */
  more: (literals) =>
    runs`${
      literals.length === 1 ? "One more fact follows" : `${literals.length} more facts follow`
    } without matching: ${list(literals.map(cell))}.`,
  you: "You",
  agent: "The agent",
  fewest: "Fewest",
  best: "it cannot be done with fewer",
  inOrder: "pairs, in its fixed order",
  inVain: "pairs, without settling it",
  moreThan: "more than 3",
  /** @type {(clauses: string[]) => string} */
  from: (clauses) => `from ${plain(list(clauses))}`,
  restart: "Again",
  next: "Next position",
  proof: "Your proof",
  watch: "Watch the agent",
  use: "Use this proof as the answer",
  close: "Close",

  // Predict
  click: "Click once for safe, twice for a mine.",
  before: "before this step",
  after: "after this step",
  /** @type {(prediction: string) => string} */
  prediction: (prediction) => `Prediction ${prediction}`,
  /** @type {(right: number, all: number) => string} */
  score: (right, all) => `${right} of ${all} right`,
  which: "Which cell is settled next?",
  /** @type {(name: string, mine: boolean) => Runs} */
  youSay: (name, mine) => runs`${cell(name)} is ${state(mine)}, you say.`,
  /** @type {Record<string, string>} */
  about: {
    match: "No safe cell is known, so the agent matches clauses.",
    sweep: "A new fact is about to be applied to all clauses.",
    insert: "A clause of a clue is about to be inserted.",
    refute: "The agent is about to refute a clause.",
    oracle: "The agent is about to ask what holds on every board.",
  },
  show: "Show",
  dontKnow: "I don't know",
  /** @type {(facts: [name: string, mine: boolean][]) => Runs} */
  right: (facts) =>
    runs`Right: ${list(facts.map(([name, mine]) => runs`${cell(name)} is ${state(mine)}`))}.`,
  /** @type {(facts: [name: string, mine: boolean][]) => Runs} */
  other: (facts) =>
    runs`It is another one: ${
      list(facts.map(([name, mine]) => runs`${cell(name)} is ${state(mine)}`))
    }.`,
  /** @type {(facts: [name: string, mine: boolean][]) => Runs} */
  answer: (facts) => list(facts.map(([name, mine]) => runs`${cell(name)} is ${state(mine)}`)),
  /** @type {(name: string) => Runs} */
  later: (name) => runs`You are right about ${cell(name)}, but it is settled later.`,
  /** @type {(name: string) => Runs} */
  never: (name) => runs`You are right about ${cell(name)}, but the agent does not settle it.`,
  /** @type {(name: string, mine: boolean) => Runs} */
  false: (name, mine) => runs`${cell(name)} is ${state(mine)}.`,
  nextOne: "Next",
  over: "That was the last fact.",
  /** @type {(right: number, all: number) => string} */
  overWhy: (right, all) => `You were right ${right} of ${count(all, "time")}.`,
  noFacts: "No facts are left to predict.",
};

export default words;
