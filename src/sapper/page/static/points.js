// Shows points. A point is a hundredth of a game.

import { number } from "./words.js";

/** @param {number} points */
export const signedPoints = (points) => {
  const whole = Math.round(points);
  return whole ? `${whole < 0 ? "−" : "+"}${number(Math.abs(whole))}` : "0";
};

// The total cost of errors. A cost below one point is shown as < 1, because 0 would mean that no
// error was made.
/** @param {number} errors @param {number} cost */
export const errorPoints = (errors, cost) => errors && !cost ? "< 1" : signedPoints(-cost);
