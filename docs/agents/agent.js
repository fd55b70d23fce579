// An agent in JavaScript: sapper watch 'exec:node docs/agents/agent.js' (see protocol.md).
// It opens a cell that a single number shows to be safe, and otherwise guesses.

const letters = (column) =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") +
  String.fromCharCode(65 + (column % 26));
const name = ([row, column]) => letters(column) + (row + 1);

function choose(rows) {
  const cells = rows.flatMap((row, r) => [...row].map((_, c) => [r, c]));
  const at = ([r, c]) => rows[r][c];
  const around = ([r, c]) =>
    cells.filter(([y, x]) => Math.max(Math.abs(y - r), Math.abs(x - c)) === 1);
  const given = cells.find((cell) => at(cell) === "+");
  if (given) return `open ${name(given)}`;
  const clues = cells
    .filter((cell) => /[0-8]/.test(at(cell)))
    .map((cell) => ({
      number: Number(at(cell)),
      hidden: around(cell).filter((near) => ".F".includes(at(near))),
    }));
  const mines = new Set(
    clues.filter((clue) => clue.hidden.length === clue.number).flatMap((clue) =>
      clue.hidden.map(name)
    ),
  );
  for (const { number, hidden } of clues) {
    const safe = hidden.map(name).filter((cell) => !mines.has(cell));
    if (safe.length && hidden.length - safe.length === number) return `open ${safe.join(" ")}`;
  }
  const guess = cells.find((cell) => at(cell) === "." && !mines.has(name(cell)));
  return guess ? `guess ${name(guess)}` : "stuck";
}

let height = 0;
let rows = null; // the lines of the current position; the first is its level
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (rows) {
    rows.push(line);
    if (rows.length === height + 1) {
      console.log(choose(rows.slice(1)));
      rows = null;
    }
    return;
  }
  const [word, rest] = line.split(" ");
  if (word === "sapper") console.log("ready");
  else if (word === "level") height = Number(rest.split("x")[1]);
  else if (word === "position") rows = [];
});
