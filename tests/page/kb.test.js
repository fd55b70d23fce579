// Watch by events: the timeline, KB before each event, its words and its pictures. The game is one
// of the textbook agent (7x5x6/given, board 22), as the server sends it (kb_game.json).

import { all, equal, match, ok, one, page } from "./page.js";
import { cellName } from "page/names.js";
import { plain } from "page/runs.js";
import { groupDots } from "page/kb/dots.js";
import { dotLayout, panel, search, settled } from "page/kb/panel.js";
import { chipsOf, picture } from "page/kb/picture.js";
import { marks, points } from "page/kb/plot.js";
import { Stage } from "page/kb/stage.js";
import { aloudText, clauseText, story } from "page/kb/story.js";
import { onBoard } from "page/kb/strings.js";
import { cellsAbout, Timeline } from "page/kb/timeline.js";
import english from "page/kb/words/en.js";
import german from "page/kb/words/de.js";

/** @type {Api.WatchedJson[]} */
const GAME = JSON.parse(Deno.readTextFileSync(new URL("kb_game.json", import.meta.url)));
const [WIDTH, HEIGHT] = [7, 5];

// Games of student programs on another board.
/** @type {Record<string, { game: Api.WatchedJson[] }>} */
const PROGRAMS = JSON.parse(
  Deno.readTextFileSync(new URL("program_games.json", import.meta.url)),
);

function timelineOf(game = GAME) {
  const timeline = new Timeline(WIDTH, HEIGHT);
  for (const decision of game) timeline.add(decision);
  return timeline;
}
const game = timelineOf();
const every = game.events.map((_, at) => at);
/** @param {string} kind @param {(event: any) => unknown} [fits] */
const find = (kind, fits = () => true) => {
  const at = game.events.findIndex((event) => event.kind === kind && fits(event));
  ok(at >= 0, `the game has no such ${kind}`);
  return at;
};
const said = (/** @type {number} */ at) => {
  const { cap, headline, reason } = story(game, at);
  return [cap, plain(headline), plain(reason)];
};
const texts = (/** @type {any[]} */ nodes, /** @type {string} */ selector) =>
  nodes.flatMap((node) => all(selector, node).map((one) => one.textContent));

// -- the timeline ---------------------------------------------------------------------------------

Deno.test("KB and KB0 before every event are those of a replay from the start", () => {
  /** @type {number[]} */
  let kb = [];
  /** @type {unknown[]} */
  const facts = [];
  for (const [at, { enter, leave, facts: fresh }] of game.events.entries()) {
    equal(game.kb(at).toSorted(), kb.toSorted(), `before event ${at}`);
    equal(game.sizes[at], kb.length);
    equal(game.facts(at), facts);
    for (const [id] of leave) ok(kb.includes(id) || enter.includes(id));
    kb = [...kb, ...enter].filter((id) => !leave.some(([gone]) => gone === id));
    facts.push(...fresh);
  }
  equal(game.sizes.at(-1), kb.length);
  ok(game.length > 200);
});

Deno.test("a timeline that grows says the same as one that is complete", () => {
  const growing = new Timeline(WIDTH, HEIGHT);
  for (const decision of GAME) {
    growing.add(decision);
    const last = growing.length - 1;
    equal(growing.kb(last), game.kb(last));
    equal(growing.decision(last), game.decision(last));
  }
  equal(growing.sizes, game.sizes);
  equal(growing.rounds, game.rounds);
});

Deno.test("the board is the agent's view before its decision, and the last one shows all", () => {
  const [start, end] = [game.decisions[0].view, game.decisions.at(-1)?.view ?? ""];
  equal([start.length, end.length], [WIDTH * HEIGHT, WIDTH * HEIGHT]);
  ok(start.includes("."));
  equal(end.split("").filter((symbol) => symbol === "*").length, 6);
  equal(game.events.at(-1)?.kind, "end");
  for (const at of every) {
    for (const [, literal] of game.facts(at)) {
      const symbol = end[Math.abs(literal) - 1];
      equal(symbol === "*", literal > 0, "every fact is true on the board");
    }
  }
});

Deno.test("steps lead to the next event, round and decision, and back", () => {
  const middle = game.decisions[3].first + 1;
  equal(game.step(middle, 1, "event"), middle + 1);
  equal(game.step(middle, -1, "event"), middle - 1);
  equal(game.step(middle, 1, "decision"), game.decisions[4].first);
  equal(game.step(middle, -1, "decision"), game.decisions[3].first);
  // A round is entered at its first event that changes KB, which is then as at its beginning.
  const openings = game.rounds.map((round) => game.opening(round));
  game.rounds.forEach(({ first, last }, i) => {
    ok(first <= openings[i] && openings[i] <= Math.max(first, last));
    equal(game.kb(openings[i]), game.kb(first));
    equal(game.facts(openings[i]), game.facts(first));
    const { enter, leave, facts } = game.events[openings[i]];
    const isIdle = game.kb(first).join() === game.kb(last + 1).join();
    ok(isIdle || enter.length + leave.length + facts.length > 0);
    const [cap] = said(openings[i]);
    equal(/the first that changes KB$/.test(cap), openings[i] > first && !isIdle, cap);
  });
  ok(game.rounds.some(({ first }, i) => openings[i] > first), "a pair before changes nothing");
  // A decision without a round is entered at its first event.
  const idle = game.decisions.filter(({ first, last }) =>
    game.rounds.every((round) => round.first < first || last < round.first)
  );
  const firsts = idle.map(({ first }) => first);
  const starts = [...new Set([...openings, ...firsts])].sort((a, b) => a - b);
  ok(starts.length > openings.length, "some decisions have no rounds");
  for (let i = 1; i < starts.length; i++) {
    equal(game.step(starts[i - 1], 1, "round"), starts[i]);
    equal(game.step(starts[i], -1, "round"), starts[i - 1]);
  }
  for (const size of /** @type {const} */ (["event", "round", "decision"])) {
    equal(game.step(0, -1, size), 0);
    equal(game.step(game.length - 1, 1, size), game.length - 1);
  }
});

Deno.test("rounds are numbered from 1 in every decision, on the page and in the plot", () => {
  /** @type {Map<object, number>} */
  const counts = new Map();
  const one = timelineOf(PROGRAMS["program-c"].game);
  for (const round of one.rounds) {
    const decision = one.decision(round.first);
    const number = (counts.get(decision) ?? 0) + 1;
    counts.set(decision, number);
    equal(round.number, number);
    if (round.first <= round.last) {
      match(story(one, round.first).cap, new RegExp(`round ${number}: `));
    }
  }
  ok(counts.size > 1);
});

Deno.test("a link finds its event again when the numbers have changed", () => {
  const at = find("match", ({ fate }) => fate === "fact");
  const text = game.signature(at);
  equal(game.find(at, text), at);
  const shorter = timelineOf(GAME.slice(0, 1));
  equal(shorter.find(0, "match99"), null);
  const nearest = every.filter((one) => game.signature(one) === text)
    .sort((a, b) => Math.abs(a - at - 3) - Math.abs(b - at - 3))[0];
  equal(game.find(at + 3, text), nearest);
});

Deno.test("a clause that lost literals still comes from its clue", () => {
  for (const [id, { parents }] of game.clauses) {
    const source = game.source(id);
    if (!parents.length) ok(source !== null);
    else if (parents.slice(1).every((one) => game.clause(one).length === 1)) {
      equal(source, game.source(parents[0]));
    } else equal(source, null);
  }
});

Deno.test("a proof has all parents before what follows from them, back to clues", () => {
  const [id] = game.events[find("match", ({ fate }) => fate === "fact")].facts[0];
  const proof = game.proof(id);
  equal(proof.at(-1), id);
  for (const one of proof) {
    for (const parent of game.clauses.get(one)?.parents ?? []) ok(proof.indexOf(parent) >= 0);
  }
});

// -- the panel of KB ------------------------------------------------------------------------------

const ROOM = { width: 240, height: 500 };

Deno.test("every clause of KB is in the panel exactly once, or in the line for the rest", () => {
  for (const at of every) {
    const { groups, more } = panel(game, at, ROOM);
    const ids = groups.flatMap((
      { rows, gone, dots },
    ) => [...rows.map(({ id }) => id), ...gone, ...dots]);
    equal(new Set(ids).size, ids.length);
    const entering = game.events[at].enter.filter((id) => !game.kb(at).includes(id)).length;
    equal(ids.length + more.clauses, game.sizes[at] + entering);
    for (const id of game.touched(at).keys()) ok(ids.includes(id), `${id} is touched in ${at}`);
  }
});

Deno.test("groups that the event touches come first, then those that share a cell with it", () => {
  for (const at of every) {
    const about = new Set(cellsAbout(game, at));
    const { groups } = panel(game, at, { width: 240, height: Infinity });
    const ranks = groups.map(({ hot, source }) => {
      if (hot) return 0;
      const ids = game.kb(at).filter((id) => game.source(id) === source);
      const near = ids.some((id) => game.clause(id).some((x) => about.has(Math.abs(x) - 1)));
      return near ? 1 : 2;
    });
    equal(ranks, ranks.toSorted());
  }
});

Deno.test("a low panel folds groups, and a group of many clauses is drawn as dots", () => {
  const at = every.reduce((most, one) => game.sizes[one] > game.sizes[most] ? one : most);
  const [low, high] = [100, 5000].map((height) => panel(game, at, { width: 240, height }));
  ok(low.more.groups > 0);
  equal(high.more.groups, 0);
  for (const { rows, dots } of high.groups) {
    ok(rows.filter(({ mark }) => mark === null).length <= 6);
    ok(dots.length === 0 || dots.length > 6);
  }
  ok(high.groups.some(({ dots }) => dots.length));
});

Deno.test("dots stay within the width of the panel", () => {
  const ids = [...game.clauses.keys()].filter((id) => game.clause(id).length > 1);
  for (const width of [240, 120]) {
    for (const count of [7, 20, 41, 90]) {
      const some = ids.slice(0, count);
      const { across, block, per, cells } = dotLayout(game, some, width);
      const blocks = Math.ceil(some.length / per);
      ok((blocks - 1) * block + across * cells.length <= width + .001, `${count} in ${width}`);
    }
  }
});

Deno.test("a search finds clauses by cells and literals, however they are written", () => {
  const named = (/** @type {string} */ name) => {
    const found = Array.from({ length: WIDTH * HEIGHT }, (_, cell) => cellName(cell, WIDTH));
    return found.includes(name) ? found.indexOf(name) : null;
  };
  const at = every.reduce((most, one) => game.sizes[one] > game.sizes[most] ? one : most);
  const [id] = game.kb(at).filter((one) => game.clause(one).some((literal) => literal < 0));
  const names = game.clause(id).map((x) => [x < 0 ? "¬" : "", cellName(Math.abs(x) - 1, WIDTH)]);
  for (const [sign, or] of [["¬", " ∨ "], ["-", " v "], ["~", "|"], ["!", " "]]) {
    const text = names.map(([not, name]) => (not && sign) + name.toLowerCase()).join(or);
    const wanted = search(game, text, named);
    ok(wanted?.(id), text);
    const { found, groups } = panel(game, at, ROOM, wanted);
    ok(found && groups.length);
  }
  equal(search(game, "  ", named), null);
  ok(!search(game, "Z9", named)?.(id));
});

Deno.test("KB about a cell that matching settles is never empty", () => {
  const settling = every.filter((at) => {
    const { kind, facts } = game.events[at];
    return kind === "match" && facts.length;
  });
  ok(settling.length);
  for (const at of settling) {
    const [[, literal]] = game.events[at].facts;
    const name = cellName(Math.abs(literal) - 1, WIDTH);
    const about = panel(game, at, ROOM, search(game, name, () => Math.abs(literal) - 1));
    ok(Number(about.found) >= 2, `${name} at ${at}`);
  }
});

Deno.test("KB0 lists new facts and hidden cells, and counts the rest", () => {
  for (const at of every) {
    const { fresh, hidden, more, open, before, after } = settled(game, at);
    equal(after - before, game.events[at].facts.length);
    equal(fresh.length + hidden.length + more + open, after);
  }
});

// -- words ----------------------------------------------------------------------------------------

Deno.test("each kind of event has its headline and its reason", () => {
  const cases = {
    entered: [
      find("insert", ({ fate, leave }) => fate === "enters" && !leave.length),
      "A clause enters KB.",
    ],
    duplicate: [find("insert", ({ fate }) => fate === "duplicate"), "already"],
    subsumed: [find("insert", ({ fate }) => fate === "subsumed"), "KB has a stricter clause."],
    satisfied: [
      find("insert", ({ fate }) => fate === "satisfied"),
      "A fact makes this clause true.",
    ],
    clash: [
      find("match", ({ fate }) => fate === "tautology"),
      "Two literals clash, so nothing follows.",
    ],
    known: [find("match", ({ fate }) => fate === "known"), "The result is not new."],
  };
  for (const [name, [at, headline]] of Object.entries(cases)) {
    match(said(Number(at))[1], new RegExp(String(headline)), name);
  }
});

Deno.test("a clue says how many clauses it becomes, and which", () => {
  for (const at of every) {
    const event = game.events[at];
    if (event.kind !== "clue" || event.clue === null) continue;
    const [, headline, reason] = said(at);
    const rows = game.events.slice(at + 1).findIndex(({ kind }) => kind !== "insert");
    match(headline, new RegExp(`^The \\d at [A-Z]\\d becomes ${rows} clauses?\\.$`));
    const counted = [...reason.matchAll(/(\d+) (?:clause|fact)/g)].map(([, n]) => Number(n));
    equal(counted.reduce((a, b) => a + b), rows, reason);
  }
});

Deno.test("the reason of a resolvent is the case split, which is why resolution is sound", () => {
  const at = find("match", ({ fate, short }) => fate === "enters" && !short);
  const [cap, headline, reason] = said(at);
  match(cap, /^Matching, round \d+: pair \d+ of \d+(, the first that changes KB)?$/);
  match(headline, /^[A-Z]\d cancels\. The rest is a new clause\.$/);
  match(reason, /^If ([A-Z]\d) is a mine, .+\. If not, .+\. Either way, one of the \w+ is true\.$/);
  const fact = find("match", ({ fate, short }) => fate === "fact" && !short);
  match(said(fact)[1], /^[A-Z]\d cancels\. [A-Z]\d is (safe|a mine)\.$/);
  match(said(fact)[2], /^If [A-Z]\d is a mine, (.+)\. If not, \1 too\.$/);
});

// How many clauses enter and leave KB, and how many facts are new, as the words of an event say.
/** @param {string} text */
function accounted(text) {
  /** @type {(pattern: RegExp) => number} */
  const sum = (pattern) =>
    [...text.matchAll(pattern)].reduce((all, [, n]) => all + (Number(n) || 1), 0);
  const forgets = /forgets both/.test(text) ? 2 : /forgets one of/.test(text) ? 1 : 0;
  return {
    enter: sum(/(A) clause enters KB\./g) + sum(/The (new) clause enters KB\./g) +
      sum(/The (rest) is a new clause\./g) + sum(/(\d+|it) stays? as/g),
    leave: sum(/(\d+|One) longer clauses? can go/g) + sum(/(\d+) clauses? (?:is|are) true now/g) +
      sum(/(\d+) clauses? loses?/g) + forgets,
    facts: sum(/(\d+|it) becomes? (?:a fact|facts)/g) +
      sum(/(\d+) (?:more )?cells? (?:open|is open|are open|is given|are given)/g) +
      sum(/takes (\w)\d+, one of the \d+ cells given as safe\./g) +
      sum(/^(?:\w\d+ cancels\. )?(\w)\d+ is (?:a mine|safe)\./g),
  };
}

Deno.test("the words of every event account for every clause that enters or leaves KB", () => {
  /** @type {Record<string, Api.WatchedJson[]>} */
  const faults = JSON.parse(
    Deno.readTextFileSync(new URL("fault_games.json", import.meta.url)),
  );
  const games = [GAME, ...Object.values(faults), ...Object.values(PROGRAMS).map((one) => one.game)];
  let changes = 0;
  for (const one of games.map((decisions) => timelineOf(decisions))) {
    for (const [at, { kind, enter, leave, facts }] of one.events.entries()) {
      const { headline, reason } = story(one, at);
      const text = `${plain(headline)} ${plain(reason)}`;
      const said = accounted(text);
      equal(said, { enter: enter.length, leave: leave.length, facts: facts.length }, text);
      equal(one.sizes[at] + said.enter - said.leave, one.sizes[at + 1]);
      if (kind === "sweep" && leave.some(([, why]) => why === "subsumed")) changes++;
    }
  }
  ok(games.length > 5 && changes > 0, "a sweep that makes a longer clause needless");
});

// Program C is told about one given cell, and about one open cell, at a time.
Deno.test("a student program's board shows only the numbers that the program has asked for", () => {
  const program = timelineOf(PROGRAMS["program-c"].game);
  /** @type {Set<number>} */
  const asked = new Set();
  let ahead = 0;
  for (const [at, event] of program.events.entries()) {
    if (event.kind !== "clue" || event.clue === null) continue;
    asked.add(event.clue);
    const number = program.symbol(at, event.clue);
    match(number, /\d/);
    equal(program.view(at)[event.clue], number);
    const { cells, mines } = event;
    ok(cells.every((cell) => program.isHidden(at, cell)), "what the words call hidden is open");
    for (const cell of cells) match(program.view(at)[cell], /[.+F]/);
    const open = [...program.decision(at).view].filter((symbol) => /\d/.test(symbol)).length;
    const shown = [...program.view(at)].filter((symbol) => /\d/.test(symbol)).length;
    ok(shown <= asked.size, "a number is shown that the program has not asked for");
    if (shown < open && mines === 0) ahead++;
  }
  ok(ahead > 0, "a 0 that opens cells which the program asks for later");
  equal(game.view(every.length - 1), game.decision(every.length - 1).view);
});

Deno.test("the words say how many of the given cells a student program has taken so far", () => {
  const program = timelineOf(PROGRAMS["program-c"].game);
  const [first, second] = program.events.flatMap(({ kind }, at) => kind === "given" ? [at] : []);
  const told = (/** @type {number} */ at) => {
    const { headline, reason } = story(program, at);
    return `${plain(headline)} ${plain(reason)}`;
  };
  match(told(first), /^The agent takes A1, one of the 6 cells given as safe\./);
  match(told(first), /takes one given cell at a time, and KB0 has 1 of the 6 so far\./);
  match(told(second), /(?:KB0 has [2-5] of the 6 so far|KB0 now has all 6)\./);
  equal(said(0)[1], "6 cells are given as safe.");
});

Deno.test("every event has words in both languages, with nothing undefined", () => {
  for (const at of every) {
    for (const text of said(at)) ok(text && !/undefined|null|NaN|\[object/.test(text), text);
    match(said(at)[1], /\.$/);
  }
  equal(
    plain(german.cases("C6", [["B4", false]], [["A4", true]], 2)),
    "Ist C6 eine Mine, so ist B4 sicher. Wenn nicht, ist A4 eine Mine. So oder so ist eines von " +
      "zwei wahr.",
  );
  equal(
    plain(english.cases("C6", [["B4", false]], [["A4", true]], 2)),
    "If C6 is a mine, B4 is safe. If not, A4 is a mine. Either way, one of the two is true.",
  );
});

// -- pictures -------------------------------------------------------------------------------------

// The text of a literal, as tokens show it.
const text = (/** @type {number} */ literal) =>
  (literal < 0 ? "¬" : "") + cellName(Math.abs(literal) - 1, WIDTH);

Deno.test("a matching is a sum: what clashes is crossed out, the rest is below", () => {
  let seen = 0;
  for (const at of every) {
    const event = game.events[at];
    if (event.kind !== "match") continue;
    const nodes = picture(game, at, { width: 480, height: 400 });
    const [left, right] = [event.left, event.right].map((id) => new Set(game.clause(id)));
    const clash = [...left].filter((literal) => right.has(-literal));
    const crossed = [...clash, ...clash.map((literal) => -literal)].map(text);
    const short = event.short?.facts.map((id) => text(-game.clause(id)[0])) ?? [];
    equal(texts(nodes.slice(0, 1), ".token.cut").toSorted(), [...crossed, ...short].toSorted());
    const sum = clash.length === 1
      ? [...left, ...right].filter((literal) => Math.abs(literal) !== Math.abs(clash[0]))
      : [];
    const below = event.fate === "enters" || event.fate === "fact"
      ? texts(nodes.slice(0, 1), ".token.new")
      : [];
    if (below.length) {
      const expected = event.short?.to ?? [...new Set(sum)];
      equal(below.toSorted(), expected.map(text).toSorted());
      seen++;
    }
  }
  ok(seen > 3);
});

Deno.test("a clause that is given as text is drawn as chips, other text stays", () => {
  page.main.replaceChildren(chipsOf("(¬D9 ∨ E9)"), chipsOf("C8"));
  equal(all(".lit.n").map(({ textContent }) => textContent), ["¬D9"]);
  equal(all(".lit.p").map(({ textContent }) => textContent), ["E9", "C8"]);
  equal(all(".cz").map(({ textContent }) => textContent), ["¬D9∨E9", "C8"]);
  equal(chipsOf("at most 3 of these"), "at most 3 of these");
});

Deno.test("the picture of a clue has one row per clause, and a dot per literal", () => {
  for (const at of every) {
    const event = game.events[at];
    const cluster = game.cluster(at);
    if (event.kind !== "clue" || !cluster?.rows.length) continue;
    const [drawn] = picture(game, at, { width: 480, height: 400 });
    const literals = cluster.rows.flatMap(({ clause }) => clause);
    equal(all(".dot.n", drawn).length, literals.filter((literal) => literal < 0).length);
    equal(all(".dot.p", drawn).length, literals.filter((literal) => literal > 0).length);
    const below = [...all(".bracket", drawn), ...all(".note", drawn)]
      .map((text) => Number(text.getAttribute("y"))).sort((a, b) => a - b);
    for (const [i, y] of below.slice(1).entries()) ok(y - below[i] >= 14, `lines at ${below}`);
    const height = Number(/** @type {Element} */ (drawn).getAttribute("height"));
    ok((below.at(-1) ?? 0) < height, "the last line is within the picture");
  }
  const two = find("clue", ({ cells, mines }) => cells.length === 2 && mines === 1);
  const [drawn] = picture(game, two, { width: 480, height: 400 });
  equal(texts([drawn], ".bracket"), ["both: at least one mine", "both: at least one safe"]);
  match(said(two)[2], /So both together hold a mine: 1 clause\. Both together hold a safe cell/);
});

Deno.test("a stricter clause stands above the longer one, with what it does without", () => {
  const at = find("insert", ({ fate, short, by }) => fate === "subsumed" && !short && by !== null);
  const event = /** @type {Api.InsertEventJson} */ (game.events[at]);
  const nodes = picture(game, at, { width: 480, height: 400 });
  const stricter = game.clause(Number(event.by));
  equal(texts(nodes, ".token.keep").toSorted(), stricter.map(text).toSorted());
  equal(
    texts(nodes, ".token.extra").toSorted(),
    event.clause.filter((literal) => !stricter.includes(literal)).map(text).toSorted(),
  );
});

Deno.test("in a sweep, facts cross out the opposite sign, and true clauses leave", () => {
  for (const at of every) {
    const event = game.events[at];
    if (event.kind !== "sweep") continue;
    const facts = event.by.map((id) => game.clause(id)[0]);
    const rows = event.leave.filter(([, why]) => why === "satisfied" || why === "shortened");
    const cut = rows.flatMap(([id]) =>
      game.clause(id).filter((literal) => facts.includes(-literal))
    );
    const gone = rows.filter(([, why]) => why === "satisfied").length;
    for (const height of [200, 5000]) {
      const [drawn] = picture(game, at, { width: 480, height });
      equal(all(".x", drawn).length, cut.length);
      equal(all(".beam", drawn).length, facts.length);
      if (all(".token", drawn).length) {
        equal(texts([drawn], ".token.cut").toSorted(), cut.map(text).toSorted());
        equal(all(".tail.aside", drawn).length, gone);
      }
    }
  }
});

Deno.test("on the board, coins and clashes are the literals of the two clauses", () => {
  for (const at of every) {
    const event = game.events[at];
    if (event.kind !== "match") continue;
    const { drawn } = onBoard(game, at);
    const nodes = /** @type {any[]} */ (drawn);
    const [left, right] = [event.left, event.right].map((id) => game.clause(id));
    const clash = left.filter((literal) => right.includes(-literal));
    equal(nodes.filter((node) => node.matches(".clash")).length, clash.length);
    const settled = event.facts.map(([, literal]) => Math.abs(literal));
    const rest = new Set(
      [...left, ...right].filter((literal) =>
        !clash.some((one) => Math.abs(one) === Math.abs(literal)) &&
        !settled.includes(Math.abs(literal))
      ),
    );
    equal(nodes.filter((node) => node.matches(".coin")).length, rest.size);
  }
});

Deno.test("the plot keeps the extremes, however narrow it is", () => {
  const sizes = Array.from({ length: 9000 }, (_, i) => i % 450 === 7 ? 900 : i % 10);
  const drawn = points(sizes, 300);
  ok(drawn.length <= 1200);
  equal(drawn.filter(([, size]) => size === 900).length, 20);
  ok(drawn.every(([x], i) => i === 0 || x >= drawn[i - 1][0]));
  equal(points([0, 3, 1], 300), [[0, 0], [.5, 3], [1, 1]]);
});

Deno.test("marks without room join their neighbours of the same kind", () => {
  const kinds = ["clue", ...Array(30).fill("insert"), "match", "match"];
  equal(marks(kinds, 330).marks.length, 33);
  equal(marks(kinds, 100).marks, [
    { kind: "clue", from: 0, to: 0 },
    { kind: "insert", from: 1, to: 30 },
    { kind: "match", from: 31, to: 32 },
  ]);
});

// -- the stage ------------------------------------------------------------------------------------

function staged() {
  const stage = new Stage(timelineOf(), {
    who: document.createElement("p"),
    onShow: () => {},
    onRun: () => {},
    onLink: () => {},
  });
  page.main.replaceChildren(stage.element);
  stage.load();
  stage.show(0, false);
  return stage;
}

Deno.test("keys step, with Shift one size larger, and choose the size", () => {
  const stage = staged();
  const press = (/** @type {string} */ key, shiftKey = false) =>
    stage.key(/** @type {any} */ ({ key, shiftKey }));
  ok(press("ArrowRight"));
  equal(stage.at, 1);
  press("3");
  press("ArrowRight");
  equal(stage.at, game.decisions[1].first);
  press("1");
  press("ArrowRight", true);
  equal(stage.at, game.step(game.decisions[1].first, 1, "round"));
  press("End");
  equal(stage.at, game.length - 1);
  press("Home");
  equal(stage.at, 0);
  ok(!press("x"));
});

Deno.test("a step by rounds to a decision without one says so", () => {
  const stage = staged();
  const isIn = (/** @type {number} */ at) =>
    game.rounds.some(({ first, last }) => first <= at && at <= last);
  stage.setSize("round");
  let said = 0;
  while (stage.at < game.length - 1) {
    stage.step(1);
    const { number } = game.decision(stage.at);
    equal(stage.cap.textContent.includes(english.noRound(number)), !isIn(stage.at));
    if (!isIn(stage.at)) said++;
  }
  ok(said > 0);
});

Deno.test("the plot names the cell that was opened as long as the event is about it", () => {
  const stage = staged();
  game.decisions.slice(1).forEach(({ first }, i) => {
    if (game.events[first].kind !== "opened") return;
    stage.show(first, false);
    const before = game.decisions[i].cell;
    equal(one(".time .name.on").textContent, cellName(/** @type {number} */ (before), 7));
    stage.show(first + 1, false);
    if (game.events[first + 1].kind === "opened") return;
    const { cell } = game.decision(first + 1);
    if (cell !== null) equal(one(".time .name.on").textContent, cellName(cell, 7));
  });
});

Deno.test("the stage shows KB before the event, and what it becomes", () => {
  const stage = staged();
  const at = find("sweep");
  stage.show(at, false);
  const [kb, kb0] = all(".kbx header b");
  equal(kb.textContent, `${game.sizes[at]}→${game.sizes[at + 1]}`);
  equal(kb0.textContent.split("→")[0], String(game.factCount(at)));
  const slider = one("[role=slider]");
  equal(slider.getAttribute("aria-valuenow"), String(at + 1));
  match(
    slider.getAttribute("aria-valuetext"),
    /^event \d+ of \d+, Applying facts, decision \d+$/,
  );
});

Deno.test("no label has a sign of logic, which screen readers leave out", () => {
  const stage = new Stage(game, {
    who: document.createElement("p"),
    ...{ onShow: () => {}, onRun: () => {}, onLink: () => {} },
  });
  page.main.replaceChildren(stage.element);
  stage.load();
  /** @type {Set<string>} */
  const labels = new Set();
  for (const at of every) {
    stage.show(at);
    for (const one of all("[aria-label]")) labels.add(one.getAttribute("aria-label"));
    for (const one of all(".cz, .facts .fact")) ok(one.getAttribute("aria-label"));
  }
  equal([...labels].filter((label) => /[¬∨]/.test(label)), []);
  ok([...labels].some((label) => /^not [A-G]\d or /.test(label)));
});

Deno.test("dots are a list, in which screen readers read one clause after another", () => {
  const aloud = (/** @type {readonly number[]} */ clause) =>
    aloudText(clauseText(game, clause)).trim();
  const listed = (/** @type {any} */ drawn) =>
    all("[role=listitem]", drawn).map((one) => one.getAttribute("aria-label").trim());
  const ids = [...game.clauses.keys()].filter((id) => game.clause(id).length > 1).slice(0, 20);
  const group = groupDots(game, ids, 240);
  equal(group.getAttribute("role"), "list");
  equal(group.getAttribute("aria-label"), "20 clauses");
  equal(listed(group), ids.map((id) => aloud(game.clause(id))));
  for (const at of every) {
    const cluster = game.cluster(at);
    if (!cluster || cluster.rows.length < 2) continue;
    const [drawn] = picture(game, at, { width: 480, height: 400 });
    equal(listed(drawn), cluster.rows.map(({ clause }) => aloud(clause)));
    ok(all("text", drawn).every((one) => one.getAttribute("aria-hidden") === "true"));
  }
});

Deno.test("a fact that is settled or opened unfolds its proof, from clues to the fact", () => {
  const stage = staged();
  const at = find("match", ({ fate }) => fate === "fact");
  stage.show(at, false);
  const [[id, literal]] = game.events[at].facts;
  const proof = one(".proofs details");
  equal(all("li", proof), []);
  proof.dispatchEvent(new Event("toggle"));
  equal(all("li em", proof).map((em) => Number(em.textContent)), game.proof(id));
  equal(all("li .cz", proof).at(-1)?.textContent, text(literal));
  const first = all("li small", proof)[0].textContent;
  ok(/^(the \d at|given|open|the mine count)/.test(first), first);
  stage.show(find("insert", ({ fate }) => fate === "enters"), false);
  equal(all(".proofs details"), []);
});

Deno.test("a clause that is lost or too wide is said to be so", () => {
  const at = find("match", ({ fate, short }) => fate === "enters" && !short);
  const event = /** @type {Api.MatchEventJson} */ (game.events[at]);
  const forgetful = timelineOf();
  forgetful.events[at] = { ...event, leave: [[event.left, "lost", event.enter[0]]] };
  const nodes = picture(forgetful, at, { width: 480, height: 400 });
  equal(texts(nodes, ".note.warn"), [english.forgotten]);
  const row = find("insert", ({ fate, short }) => fate === "enters" && !short);
  const insert = /** @type {Api.InsertEventJson} */ (game.events[row]);
  forgetful.events[row] = { ...insert, fate: "wide", enter: [] };
  equal(plain(story(forgetful, row).headline), english.wide);
  equal(texts(picture(forgetful, row, { width: 480, height: 400 }), ".token.new"), []);
});

Deno.test("a search shows only what it finds, and a click on a cell searches for it", () => {
  const stage = staged();
  const at = every.reduce((most, one) => game.sizes[one] > game.sizes[most] ? one : most);
  stage.show(at, false);
  const [cell] = game.clause(game.kb(at)[0]).map((literal) => Math.abs(literal) - 1);
  all("[role=gridcell]", stage.board).find((one) => one.index === cell).click();
  const name = cellName(cell, WIDTH);
  equal(stage.find.value, name);
  match(one(".found").textContent, /^\d+ clauses? found$/);
  for (const row of all(".grp li .cz")) ok(row.textContent.includes(name));
});
