// The names of columns and cells: A to Z, then AA, AB and so on, and rows from 1.

/** @param {number} column */
export function columnLetters(column) {
  let letters = "";
  for (let left = column + 1; left; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** @param {number} cell @param {number} width */
export const cellName = (cell, width) =>
  columnLetters(cell % width) + (Math.floor(cell / width) + 1);
