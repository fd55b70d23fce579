// What a link to Watch says besides its event: a screen that is shown instead of the event.
//
//   +hands, +hands=B4      you are the agent: settle a safe cell, or B4
//   +predict               say which cell is settled next
//   +proof=B4              the proof of B4 as a graph
//   +fault=forgets-parents the agent with a fault, next to the same agent without it

/**
 * @typedef {"hands" | "predict" | "proof" | "fault"} ScreenName
 * @typedef {{ name: ScreenName, about: string }} ScreenLink
 */

const SCREEN = /^(.*)\+(hands|predict|proof|fault)(?:=([\w-]+))?$/s;

/** @param {string} text @returns {{ rest: string, screen: ScreenLink | null }} */
export function readScreen(text) {
  const [, rest, name, about = ""] = SCREEN.exec(text) ?? [];
  if (!name) return { rest: text, screen: null };
  return { rest, screen: { name: /** @type {ScreenName} */ (name), about } };
}

/** @param {ScreenLink | null} screen */
export const screenText = (screen) =>
  screen ? `+${screen.name}${screen.about && `=${screen.about}`}` : "";
