// What a link to Watch says besides its event: a screen that is shown instead of the event.
//
//   +hands, +hands=B4      you are the agent: settle a safe cell, or B4
//   +predict               say which cell is settled next
//   +proof=B4              the proof of B4 as a graph
//   +fault=forgets-parents the agent with a fault, next to the same agent without it;
//                          +fault=C names the fault of student program C, and +fault=program-c the
//                          program itself

/**
 * @typedef {"hands" | "predict" | "proof" | "fault"} ScreenName
 * @typedef {{ name: ScreenName, about: string }} ScreenLink
 */

// Instead of a level and a board, a link may have a position, as in Analyse: 3x2x1!...!121

const SCREEN = /^(.*)\+(hands|predict|proof|fault)(?:=([\w-]+))?$/s;

/** @param {string} text @returns {{ rest: string, screen: ScreenLink | null }} */
export function readScreen(text) {
  const [, rest, name, about = ""] = SCREEN.exec(text) ?? [];
  if (!name) return { rest: text, screen: null };
  return { rest, screen: { name: /** @type {ScreenName} */ (name), about } };
}

// The position that a link begins with, as text, or null. A level and the number of a board are not
// a position, although a row of one may consist of digits.
/** @param {string} text */
export function readPosition(text) {
  const [level, ...rows] = text.split("!");
  const [, width, height] = /^(\d+)x(\d+)x\d/.exec(level)?.map(Number) ?? [];
  const fits = rows.length === height &&
    rows.every((row) => row.length === width && /^[0-8.F+]+$/.test(row));
  return fits && rows.some((row) => /[.F+]/.test(row)) ? [level, ...rows].join("\n") + "\n" : null;
}

/** @param {ScreenLink | null} screen */
export const screenText = (screen) =>
  screen ? `+${screen.name}${screen.about && `=${screen.about}`}` : "";
