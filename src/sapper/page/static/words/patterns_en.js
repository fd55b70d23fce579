// Patterns, in English.

import { cell, runs } from "../runs.js";
import { count, spelled } from "./en.js";

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const words = {
  name: "Patterns",
  /** @type {(number: number) => string} */
  title: (number) => `${capital(spelled(number))} patterns to see at a glance.`,
  lead: "Each has one board, two sentences, and puzzles until you get five in a row right.",
  /** @type {(pattern: HTMLElement) => (string | HTMLElement)[]} */
  missedMost: (pattern) => ["In your last games you missed ", pattern, " most."],
  missed: "missed most",
  /** @type {(place: number, of: number) => string} */
  place: (place, of) => `Patterns, ${place} of ${of}`,
  /** @type {(title: string) => string} */
  boardOf: (title) => `A board with the pattern ${title}`,
  all: "All patterns",
  tryIt: "Try it",
  /** @type {(row: number) => string} */
  inARow: (row) => `${spelled(row)} in a row`,
  puzzle: "Puzzle",
  task: "Open a safe cell.",
  taskGuess: "No cell is safe. Open the best one.",
  /** @type {(mines: number) => string} */
  left: (mines) => `${capital(count(mines, "mine"))} left.`,
  showMe: "Show me",
  shown: ["Here it is."],
  readAgain: "Read it again",
  next: "Next puzzle",
  bestCells: "Best:",
  done: "Five in a row.",
  /** @type {(name: string) => Runs} */
  isSafe: (name) => runs`${cell(name)} is safe.`,
  /** @type {(name: string) => Runs} */
  alsoSafe: (name) => runs`The pattern shows that ${cell(name)} is safe, too.`,
  showPattern: "Show the pattern",
  /** @type {(name: string) => Runs} */
  isBest: (name) => runs`No cell is better than ${cell(name)}.`,
  /** @type {(name: string) => Runs} */
  isMine: (name) => runs`${cell(name)} is a mine.`,
  /** @type {(name: string) => Runs} */
  isOpen: (name) => runs`${cell(name)} may be a mine.`,
  /** @type {(name: string) => Runs} */
  isWorse: (name) => runs`Another cell wins more often than ${cell(name)}.`,
};

export default words;
