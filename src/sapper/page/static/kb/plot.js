// The points of the plot of KB: its size before each event, as steps. A plot that is narrower than
// the number of events keeps the first, least, greatest and last size of each column.

/**
 * @param {readonly number[]} sizes
 * @param {number} columns
 * @returns {[x: number, size: number][]}
 */
export function points(sizes, columns) {
  if (sizes.length <= 2 * columns) {
    return sizes.map((size, i) => [i / Math.max(1, sizes.length - 1), size]);
  }
  /** @type {[number, number][]} */
  const found = [];
  for (let column = 0; column < columns; column++) {
    const from = Math.floor(column * sizes.length / columns);
    const part = sizes.slice(from, Math.floor((column + 1) * sizes.length / columns));
    const x = from / (sizes.length - 1);
    const few = [part[0], Math.min(...part), Math.max(...part), part[part.length - 1]];
    for (const [i, size] of few.entries()) {
      if (i === 0 || size !== few[i - 1]) found.push([x, size]);
    }
  }
  return found;
}

// The marks of a decision's events. If they have no room, runs of one kind become one mark.
/**
 * @param {readonly string[]} kinds the kind of each event
 * @param {number} width
 * @param {number} least the least width of a mark
 * @param {number} most
 */
export function marks(kinds, width, least = 8, most = 22) {
  /** @type {{ kind: string, from: number, to: number }[]} */
  const found = [];
  const joined = width / kinds.length < least;
  for (const [i, kind] of kinds.entries()) {
    const last = found[found.length - 1];
    if (joined && last?.kind === kind) last.to = i;
    else found.push({ kind, from: i, to: i });
  }
  return { marks: found, each: Math.min(most, width / found.length) };
}
