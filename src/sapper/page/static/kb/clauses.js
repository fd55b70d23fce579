// Clauses as lists of literals. A literal is the number of a cell plus 1. It is negative if it says
// that the cell is safe, and positive if it says that the cell is a mine.

/** @typedef {readonly number[]} Clause */

/** @param {number} literal */
export const cellOf = (literal) => Math.abs(literal) - 1;

/** @param {number} literal */
export const isSafe = (literal) => literal < 0;

// The cells of some clauses in reading order, each once.
/** @param {readonly Clause[]} clauses */
export const cellsOf = (...clauses) =>
  [...new Set(clauses.flat().map(cellOf))].sort((a, b) => a - b);

// What matching two clauses gives: the cells at which they clash, and the resolvent. There is none
// if they clash at no cell or at several.
/** @param {Clause} a @param {Clause} b */
export function resolve(a, b) {
  const clash = a.filter((literal) => b.includes(-literal)).map(cellOf);
  if (clash.length !== 1) return { clash, result: null };
  const rest = [...a, ...b].filter((literal) => cellOf(literal) !== clash[0]);
  const result = [...new Set(rest)].sort((x, y) => cellOf(x) - cellOf(y));
  return { clash, result };
}

// Whether `stricter` says all that `clause` says.
/** @param {Clause} stricter @param {Clause} clause */
export const subsumes = (stricter, clause) => stricter.every((literal) => clause.includes(literal));

// The number of ways to choose `some` of `all`.
/** @param {number} all @param {number} some */
export function choose(all, some) {
  let ways = 1;
  for (let i = 0; i < some; i++) ways = ways * (all - i) / (i + 1);
  return Math.round(ways);
}
