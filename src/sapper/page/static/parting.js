// Where two agents on the same board differ.

/**
 * @typedef {"won" | "lost"} Outcome
 * @typedef {object} Frame a position and its decision
 * @property {number[]} cells
 * @property {string} symbols
 * @property {Outcome | null} outcome
 * @property {Record<number, number>} [cites]
 * @property {Api.DecisionJson} [decision]
 * @property {Api.StuckJson} [stuck]
 * @property {Api.WatchedJson} [watched] the events before the decision
 * @property {Api.KbStepJson} [kb] the knowledge base that a third-party agent shows
 * @typedef {{ name: string, frames: Frame[], named: (name: string) => number | null }} Play
 * @typedef {object} Doing the action of an agent where two differ
 * @property {string} name
 * @property {string} cell empty if it opens none
 * @property {boolean} certain
 * @property {boolean} stuck
 * @property {Outcome | null} outcome
 * @typedef {{ kind: "same" } | Parted} Parting
 * @typedef {object} Parted
 * @property {"proves" | "guesses"} kind
 * @property {[number, number]} steps
 * @property {Doing} who
 * @property {Doing} other
 */

// The step and the action of each agent, or null if more frames are needed. Opening the same safe
// cells in a different order is not a difference.
/** @param {Play} a @param {Play} b @returns {Parting | null} */
export function findParting(a, b) {
  for (let [i, j] = [0, 0];; i++, j++) {
    while (a.frames[i]?.decision?.certain) i++;
    while (b.frames[j]?.decision?.certain) j++;
    if (!a.frames[i] || !b.frames[j]) return null;
    const [first, second] = [beyond(a, i, opened(b, j)), beyond(b, j, opened(a, i))];
    if (second >= 0) {
      return { steps: [i, second], kind: "proves", who: does(b, second), other: does(a, i) };
    }
    if (first >= 0) {
      return { steps: [first, j], kind: "proves", who: does(a, first), other: does(b, j) };
    }
    const [doesA, doesB] = [does(a, i), does(b, j)];
    if (doesA.outcome || doesB.outcome) return { kind: "same" };
    if (doesA.cell !== doesB.cell || doesA.stuck !== doesB.stuck) {
      return { steps: [i, j], kind: "guesses", who: doesA, other: doesB };
    }
    if (doesA.stuck) return { kind: "same" };
  }
}

/** @param {Play} play @param {number} end */
function opened({ frames }, end) {
  const cells = new Set();
  for (const { cells: changed, symbols } of frames.slice(0, end + 1)) {
    changed.forEach((cell, i) => /[0-8]/.test(symbols[i]) && cells.add(cell));
  }
  return cells;
}

// The index of the first step before `end` that opens a cell outside `cells`.
/** @param {Play} play @param {number} end @param {Set<number>} cells */
const beyond = ({ frames, named }, end, cells) =>
  frames.slice(0, end).findIndex(({ decision }) =>
    decision && !cells.has(named(decision.cell) ?? -1)
  );

/** @type {(play: Play, at: number) => Doing} */
function does({ name, frames }, at) {
  const { decision, stuck, outcome } = frames[at];
  return {
    name,
    cell: decision?.cell ?? "",
    certain: Boolean(decision?.certain),
    stuck: Boolean(stuck),
    outcome,
  };
}
