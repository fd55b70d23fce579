// The mistakes of which each is a switch of the textbook agent, and the one that each student
// program makes.

export const FAULTS = [
  ...["forgets-parents", "one-round", "facts-only", "both-short", "two-literals", "no-mine-count"],
];
/** @type {Record<string, string>} */
const OF_PROGRAM = {
  "program-a": "forgets-parents",
  "program-b": "both-short",
  "program-c": "forgets-parents",
  "program-d": "facts-only",
  "program-e": "two-literals",
};

export const PROGRAMS = Object.keys(OF_PROGRAM);

// The mistake or the student program that a link names. The letter of a program names its mistake.
/** @param {string} about */
export const faultNamed = (about) =>
  FAULTS.includes(about) || PROGRAMS.includes(about)
    ? about
    : OF_PROGRAM[`program-${about.toLowerCase()}`] ?? null;

// The student programs that make a mistake.
/** @param {string} fault */
export const programsWith = (fault) => PROGRAMS.filter((program) => OF_PROGRAM[program] === fault);

// The mistake of an agent, or null if it makes none of these.
/** @param {string} agent */
export function faultOf(agent) {
  const [, fault] = /^textbook:(.+)$/.exec(agent) ?? [];
  return fault ?? OF_PROGRAM[agent] ?? null;
}
