// Runs: a sentence as words and cells. What the server says comes in runs, and what the page says
// of cells is written in them, so that nothing searches for the names of cells in a sentence.

/** @param {string} name */
export const cell = (name) => ({ cell: name });

// A sentence in runs: runs`${cell("C4")} is safe.`; words, cells and other runs may be put in.
/** @type {(words: TemplateStringsArray, ...given: (string | number | Run | Runs)[]) => Run[]} */
export const runs = (words, ...given) =>
  joined(words.flatMap((part, index) => [part, given[index] ?? ""]).flat());

// Runs one after the other: "A1, B2 and C3", where `last` is " and ".
/** @param {readonly (Run | Runs)[]} all @param {string} last */
export const listed = (all, last) =>
  joined(
    all.flatMap((one, index) => [
      index === 0 ? "" : index === all.length - 1 ? last : ", ",
      one,
    ]).flat(),
  );

// Words that follow each other are one run, and none is empty.
/** @param {readonly (Run | number)[]} all */
function joined(all) {
  /** @type {Run[]} */
  const found = [];
  for (const run of all) {
    const before = found.at(-1);
    if (typeof run === "object") found.push(run);
    else if (typeof before === "string") found[found.length - 1] = before + run;
    else if (run !== "") found.push(String(run));
  }
  return found;
}

/** @param {Runs} sentence */
export const plain = (sentence) =>
  sentence.map((run) => (typeof run === "string" ? run : run.cell)).join("");
