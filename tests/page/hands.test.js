// You are the agent: what matching gives, KB afterwards, the fewest matchings and the hints. The
// oracles are all boards of a few cells, and all ways to match, without any of the page's code.

import { equal, ok } from "./page.js";
import { dealOf, fewest, insert, judge, proofOf, useful, without } from "page/kb/matching.js";

/** @typedef {import("page/kb/matching.js").Deal} Deal */
/** @typedef {readonly number[]} Clause */

// Numbers from 0 to `below`, the same in every run.
function dice(seed = 1) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

// The clauses of numbers on a random board with a few hidden cells: all subsets of the cells around
// a number that are too large to be all safe, or all mines.
/** @param {(below: number) => number} roll */
function clauses(roll) {
  const cells = 5 + roll(3);
  const mines = Array.from({ length: cells }, () => roll(3) === 0);
  const found = [];
  for (let clue = 0; clue < 4; clue++) {
    const from = roll(cells - 1);
    const about = [...Array(cells).keys()].filter((cell) =>
      cell >= from && cell < from + 2 + roll(3)
    );
    const count = about.filter((cell) => mines[cell]).length;
    for (let some = 1; some < 1 << about.length; some++) {
      const chosen = about.filter((_, i) => some >> i & 1).map((cell) => cell + 1);
      if (chosen.length === about.length - count + 1) found.push(chosen);
      if (chosen.length === count + 1) found.push(chosen.map((literal) => -literal));
    }
  }
  return { cells, clauses: found };
}

/** @param {number} cells @param {Iterable<Clause>} all */
const boards = (cells, all) =>
  [...Array(1 << cells).keys()].filter((board) =>
    [...all].every((clause) =>
      clause.some((x) => Boolean(board >> (Math.abs(x) - 1) & 1) === x > 0)
    )
  );

// The literals that are true on all boards.
/** @param {number} cells @param {Clause[]} all */
const entailed = (cells, all) =>
  [...Array(cells).keys()].flatMap((cell) => [cell + 1, -cell - 1]).filter((literal) =>
    !boards(cells, [...all, [-literal]]).length
  );

/** @param {Deal} deal */
const said = (
  { kb, facts },
) => [...kb.map(({ clause }) => clause), ...[...facts.keys()].map((x) => [x])];

/** @param {Clause[]} all */
const dealt = (all, byHand = false) => dealOf(all.map((clause) => ({ clause, origin: 0 })), byHand);

// All results of matching two of some clauses, by the definition: exactly one literal clashes.
/** @param {Clause[]} all */
const results = (all) =>
  all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b) => {
      const clash = a.filter((x) => b.includes(-x));
      if (clash.length !== 1) return [];
      return [[...new Set([...a, ...b])].filter((x) => Math.abs(x) !== Math.abs(clash[0]))];
    })
  );

// What is left of clauses after all facts have gone through them, with the facts themselves.
/** @param {Clause[]} all @returns {Clause[]} */
function propagated(all) {
  const facts = new Set(all.filter((one) => one.length === 1).map(([x]) => x));
  const next = all.filter((one) => one.length === 1 || !one.some((x) => facts.has(x)))
    .map((one) => one.length === 1 ? one : one.filter((x) => !facts.has(-x)));
  const changed = next.length < all.length || next.some((one, i) => one.length < all[i].length);
  return changed ? propagated(next) : next;
}

// The fewest matchings to a goal by trying all, or null if it takes more than `most`.
/** @param {Clause[]} all @param {(facts: number[]) => boolean} isGoal @param {number} most */
function tried(all, isGoal, most, byHand = false) {
  const names = (/** @type {Clause[]} */ some) =>
    [...new Set(some.map((one) => one.toSorted().join()))].toSorted().join(";");
  let now = [byHand ? all : propagated(all)];
  const seen = new Set(now.map(names));
  for (let steps = 0; steps <= most; steps++) {
    for (const kb of now) {
      if (isGoal(kb.filter((one) => one.length === 1).map(([x]) => x))) return steps;
    }
    if (steps === most) break;
    now = now.flatMap((kb) =>
      results(kb).flatMap((result) => {
        const next = byHand ? [...kb, result] : propagated([...kb, result]);
        const name = names(next);
        if (seen.has(name)) return [];
        seen.add(name);
        return [next];
      })
    );
  }
  return null;
}

Deno.test("KB says the same as the numbers, whatever is inserted", () => {
  const roll = dice(7);
  let sweeps = 0;
  for (let game = 0; game < 80; game++) {
    const { cells, clauses: given } = clauses(roll);
    for (const byHand of [false, true]) {
      let deal = dealt(given, byHand);
      const all = boards(cells, given);
      equal(boards(cells, said(deal)), all);
      for (let step = 0; step < 25; step++) {
        const { kb } = deal;
        if (kb.length < 2) break;
        const pairs = kb.flatMap((a, i) =>
          kb.slice(i + 1).map((b) => /** @type {const} */ ([a, b]))
        )
          .filter(([a, b]) => results([a.clause, b.clause]).length);
        if (!pairs.length) break;
        const pair = pairs[roll(pairs.length)];
        const verdict = judge(deal, pair, { cut: cutOf(pair[0].clause, pair[1].clause) });
        if (!verdict.right || !verdict.result || verdict.kind === "known") continue;
        const facts = deal.facts.size;
        deal = insert(deal, verdict.result, pair.map(({ id }) => id));
        equal(boards(cells, said(deal)), all);
        if (!byHand && deal.facts.size > facts) sweeps++;
        for (const { clause } of deal.kb) {
          ok(
            !deal.kb.some((one) =>
              one.clause !== clause && one.clause.every((x) => clause.includes(x))
            ) ||
              byHand,
            "KB has no clause with a stricter one",
          );
          ok(byHand || !clause.some((x) => deal.facts.has(x) || deal.facts.has(-x)));
        }
      }
    }
  }
  ok(sweeps > 5);
});

Deno.test("a proof lists every clause after those that it follows from", () => {
  const roll = dice(11);
  let seen = 0;
  for (let game = 0; game < 60; game++) {
    const { clauses: given } = clauses(roll);
    let deal = dealt(given);
    for (let pair; (pair = useful(deal, (now) => now.facts.size > deal.facts.size));) {
      const [a, b] = pair.map((id) => deal.kb.find((one) => one.id === id)?.clause ?? []);
      deal = insert(deal, results([a, b])[0], pair);
    }
    for (const [fact, id] of deal.facts) {
      const proof = proofOf(deal, new Map(), id);
      /** @type {Map<number, Clause>} */
      const known = new Map();
      for (const { id: one, literals, parents } of proof) {
        if (!parents.length) ok(given.some((clause) => `${clause}` === `${literals}`));
        else {
          const [first, ...others] = parents.map((each) => known.get(each) ?? []);
          const made = others.reduce((left, right) => results([left, right])[0], first);
          equal(made.toSorted(), literals.toSorted());
          seen++;
        }
        known.set(one, literals);
      }
      equal(known.get(id), [fact]);
    }
  }
  ok(seen > 30);
});

/** @param {Clause} a @param {Clause} b @returns {[Clause, Clause]} */
const cutOf = (a, b) => [a.filter((x) => b.includes(-x)), b.filter((x) => a.includes(-x))];

Deno.test("the fewest matchings are those that trying all ways finds", () => {
  const roll = dice(3);
  /** @type {Record<string, number>} */
  const counts = {};
  for (let game = 0; game < 400; game++) {
    const { cells, clauses: given } = clauses(roll);
    for (const byHand of [false, true]) {
      const deal = dealt(given, byHand);
      const goal = entailed(cells, given).find((literal) => !deal.facts.has(literal));
      if (goal === undefined || said(deal).length > (byHand ? 14 : 20)) continue;
      const most = byHand ? 2 : 3;
      const expected = tried(said(deal), (facts) => facts.includes(goal), most, byHand);
      const found = fewest(deal, ({ facts }) => facts.has(goal));
      equal(
        found && found.length <= most ? found.length : null,
        expected,
        JSON.stringify(said(deal)),
      );
      counts[String(expected)] = (counts[String(expected)] ?? 0) + 1;
    }
  }
  for (const steps of ["1", "2", "3", "null"]) ok(counts[steps] > 3, JSON.stringify(counts));
});

Deno.test("a hint leads to the goal, and there is one whenever the goal follows", () => {
  const roll = dice(5);
  let long = 0;
  for (let game = 0; game < 300; game++) {
    const { cells, clauses: given } = clauses(roll);
    for (const byHand of [false, true]) {
      let deal = dealt(given, byHand);
      const goal = entailed(cells, given).find((literal) => !deal.facts.has(literal));
      if (goal === undefined) continue;
      /** @param {Deal} now */
      const isDone = ({ facts }) => facts.has(goal);
      const start = fewest(deal, isDone)?.length;
      for (let steps = 0; !isDone(deal); steps++) {
        ok(steps < 25, "the hints lead nowhere");
        const pair = useful(deal, isDone);
        const held = pair?.map((id) => deal.kb.find((one) => one.id === id)) ?? [];
        ok(
          held.length === 2 && held.every(Boolean),
          `no hint for ${goal} in ${said(deal).join(" ")}`,
        );
        const [a, b] = /** @type {any} */ (held);
        const verdict = judge(deal, [a, b], { cut: cutOf(a.clause, b.clause) });
        ok(verdict.right && verdict.kind !== "known", "a hint gives something new");
        deal = insert(deal, /** @type {any} */ (verdict).result, [a.id, b.id]);
        if (isDone(deal) && start === undefined) long++;
        if (isDone(deal) && start !== undefined) equal(steps + 1, start);
      }
    }
  }
  ok(long > 3, "some need more than three matchings");
});

Deno.test("a right answer is what resolution gives, and a wrong one has its reason", () => {
  const deal = dealt([[1, 2], [-1, 3], [-1, -2], [1, 2, 4], [2, 3, 5], [4, 5]], true);
  /** @param {number} i @param {number} j @param {import("page/kb/matching.js").Answer} answer */
  const said = (i, j, answer) => {
    const verdict = judge(deal, [deal.kb[i], deal.kb[j]], answer);
    const { cells, literal, result, by } = /** @type {any} */ (verdict);
    return [verdict.right, verdict.kind, cells ?? literal ?? result ?? by ?? null];
  };
  equal(said(0, 1, { cut: [[1], [-1]] }), [true, "new", [2, 3]]);
  equal(said(0, 1, { cut: [[1], []] }), [false, "alone", 1]);
  equal(said(0, 1, { cut: [[], []] }), [false, "empty", null]);
  equal(said(0, 1, { cut: [[1, 2], [-1]] }), [false, "stays", 2]);
  equal(said(0, 1, "nothing"), [false, "clash", [0]]);
  equal(said(0, 1, "longer"), [false, "neither", null]);
  equal(said(0, 2, { cut: [[1], [-1]] }), [false, "twice", [0, 1]]);
  equal(said(0, 2, "nothing"), [true, "nothing", [0, 1]]);
  equal(said(0, 5, { cut: [[1], []] }), [false, "no clash", null]);
  equal(said(0, 5, "nothing"), [true, "nothing", []]);
  equal(said(0, 3, "nothing"), [false, "alike", []]);
  for (const [i, j] of [[0, 3], [3, 0]]) {
    const verdict = judge(deal, [deal.kb[i], deal.kb[j]], "longer");
    if (!verdict.right || verdict.kind !== "longer") throw new Error(verdict.kind);
    equal([verdict.stays, verdict.goes], [deal.kb[0].id, deal.kb[3].id]);
    equal(without(deal, verdict.goes).kb.length, deal.kb.length - 1);
  }
  const more = insert(deal, [2, 3], []);
  const again = judge(more, [more.kb[0], more.kb[1]], { cut: [[1], [-1]] });
  equal([again.right, again.kind], [true, "known"]);
  equal(more.kb.some(({ clause }) => clause.length === 3 && clause.includes(5)), false);
});

Deno.test("an answer is right if it follows, and every reason for a wrong one is true", () => {
  const roll = dice(13);
  /** @type {Record<string, number>} */
  const kinds = {};
  for (let game = 0; game < 400; game++) {
    const { clauses: given } = clauses(roll);
    const deal = dealt(given, true);
    if (deal.kb.length < 2) continue;
    const left = deal.kb[roll(deal.kb.length)];
    const right = deal.kb.filter((one) => one !== left)[roll(deal.kb.length - 1)];
    const [a, b] = [left.clause, right.clause];
    const [cutA, cutB] = cutOf(a, b);
    const some = (/** @type {Clause} */ clause) => clause.filter(() => roll(3) === 0);
    const isStricter = [[a, b], [b, a]].some(([x, y]) => x.every((one) => y.includes(one)));
    for (const cut of [[cutA, cutB], [some(a), some(b)], [cutA, []], [[], []]]) {
      const verdict = judge(deal, [left, right], { cut: [cut[0], cut[1]] });
      const isRight = cutA.length === 1 && `${cut[0]};${cut[1]}` === `${cutA};${cutB}`;
      equal(verdict.right, isRight);
      kinds[verdict.kind] = (kinds[verdict.kind] ?? 0) + 1;
      if (verdict.kind === "empty") equal(cut.flat(), []);
      else if (verdict.kind === "no clash") equal(cutA, []);
      else if (verdict.kind === "twice") equal(verdict.cells, cutA.map((x) => Math.abs(x) - 1));
      else if (verdict.kind === "stays" || verdict.kind === "alone") {
        const { literal } = verdict;
        const [own, other] = cut[0].includes(literal) ? [a, b] : [b, a];
        ok(own.includes(literal) && cut.flat().includes(literal));
        equal(other.includes(-literal), verdict.kind === "alone");
        if (verdict.kind === "alone") ok(!cut.flat().includes(-literal));
      } else equal(results([a, b])[0].toSorted(), sure(verdict).toSorted());
    }
    equal(judge(deal, [left, right], "nothing").right, cutA.length !== 1 && !isStricter);
    equal(judge(deal, [left, right], "longer").right, isStricter);
  }
  for (const kind of ["empty", "no clash", "twice", "stays", "alone", "new", "known"]) {
    ok(kinds[kind] > 3, JSON.stringify(kinds));
  }
});

/** @param {any} verdict @returns {number[]} */
const sure = ({ result }) => [...result];
