// A sentence is a list of runs, each of which is text or a cell, so that no code has to search the
// sentence for the names of cells.

/** @param {string} name */
export const cell = (name) => ({ cell: name });

// A template for sentences, which accepts words, cells and other runs: runs`${cell("C4")} is safe.`
/** @type {(words: TemplateStringsArray, ...given: (string | number | Run | Runs)[]) => Run[]} */
export const runs = (words, ...given) =>
  joined(words.flatMap((part, index) => [part, given[index] ?? ""]).flat());

// Joins a list as in "A1, B2 and C3", with " and " as `last`.
/** @param {readonly (Run | Runs)[]} all @param {string} last */
export const listed = (all, last) =>
  joined(
    all.flatMap((one, index) => [
      index === 0 ? "" : index === all.length - 1 ? last : ", ",
      one,
    ]).flat(),
  );

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
