// Points, as they are shown. A point is a hundredth of a game.

import { number } from "./words.js";

/** @param {number} points */
export const signedPoints = (points) => {
  const whole = Math.round(points);
  return whole ? `${whole < 0 ? "−" : "+"}${number(Math.abs(whole))}` : "0";
};

// The cost of a number of errors. If it is less than a point, it is shown as < 1, because 0 would
// mean that there was no error.
/** @param {number} errors @param {number} cost */
export const errorPoints = (errors, cost) => errors && !cost ? "< 1" : signedPoints(-cost);
