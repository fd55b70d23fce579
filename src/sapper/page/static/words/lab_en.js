// The Lab, in English.

import { region } from "../region.js";
import { count } from "./en.js";

const words = {
  title: "Which agent plays better?",
  lead:
    "Agents play the same boards, one game after another. Watch the results settle and see how " +
    "certain they are.",
  games: "Games",
  start: "Measure",
  stop: "Stop",
  starting: "Starting…",
  progress: "Games played",
  /** @type {(games: number, asked: number) => string} */
  played: (games, asked) => `${games.toLocaleString(region("en"))} of ${count(asked, "game")}`,
  /** @type {(games: number) => string} */
  stopped: (games) => `Stopped after ${count(games, "game")}.`,
  result: "Result",
  table: "Win rates and times",
  columns: ["Agent", "Games won", "Lost", "Stuck", "Guesses per game", "Time per game"],
  /** @type {(name: string, share: string, level: string, low: string, high: string) => string} */
  share: (name, share, level, low, high) =>
    `${name} wins ${share} of its games on ${level} (95% interval: ${low} to ${high}).`,
  /** @type {(name: string, share: string, low: string, high: string) => string} */
  shareLabel: (name, share, low, high) => `${name} wins ${share}, between ${low} and ${high}`,
  /** @type {(low: string, high: string) => string} */
  between: (low, high) => `${low} to ${high}`,
  /** @type {(factor: string) => string} */
  times: (factor) => `${factor} times as fast`,
  /** @type {(better: string, other: string, level: string) => string} */
  better: (better, other, level) => `${better} is better than ${other} on ${level}.`,
  /** @type {(a: string, b: string, level: string) => string} */
  undecided: (a, b, level) => `${a} or ${b} on ${level}? Not settled yet.`,
  /** @type {(a: string, b: string, level: string, games: number) => string} */
  notSettled: (a, b, level, games) =>
    `After ${count(games, "game")} on ${level}, we can't tell which of ${a} and ${b} is better.`,
  /** @type {(more: string, less: string, value: string, low: string, high: string) => string} */
  points: (more, less, value, low, high) =>
    `${more} wins ${value} percentage points more than ${less} (${low} to ${high}).`,
  asPlayed: "As played",
  /** @type {(a: string, onlyA: number, b: string, onlyB: number) => string} */
  onlyOne: (a, onlyA, b, onlyB) => `Boards that only one agent won: ${a} ${onlyA}, ${b} ${onlyB}.`,
  withoutLuck: "Without luck",
  tooFew: "Luck can't be removed: the agents differ on too few boards.",
  /** @type {(factor: string) => string} */
  fewer: (factor) =>
    `Without removing luck, this precision would take ${factor} times as many games.`,
  intervals: "Intervals",
  fixed: "95% intervals, valid for a fixed number of games.",
  anyMoment: "95% intervals, valid whenever you stop.",
  /** @type {(name: string, games: number) => string} */
  wrong: (name, games) => `${name} made a false claim in ${count(games, "game")}.`,
  /** @type {(name: string, games: number, failure: string) => string} */
  crashed: (name, games, failure) => `${name} failed in ${count(games, "game")}: ${failure}.`,
  /** @type {(winner: string, loser: string) => string} */
  onlyWins: (winner, loser) => `${winner} wins, ${loser} does not`,
  same: "On the command line:",
  api: "The API behind this page",
  reports: "Study reports",
  noReports: "There are no reports yet. The server looks for reports in the “results” folder of " +
    "the directory it was started from. A study compares several agents and levels. To run one:",
  /** @type {(players: number, levels: number, games: number) => string} */
  reportSize: (players, levels, games) =>
    `${count(players, "player")}, ${count(levels, "level")}, ${count(games, "game")} each`,
  /** @type {(name: string) => string} */
  reportOf: (name) => `Report: ${name}`,
  back: "Back to Lab",
  alone: "Open in a new tab",
};

export default words;
