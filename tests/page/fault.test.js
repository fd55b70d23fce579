// Two agents side by side, where they part. The games are those of the textbook agent
// (kb_game.json) and of the same agent with a mistake (fault_games.json) on one board, as the
// server sends them. Where they part is checked here against the games themselves, event by event.

import { all, equal, match, ok, one, page, settle } from "./page.js";
import { cellName } from "page/names.js";
import { forks, gainOf, onlyFirst, outcomeOf } from "page/kb/fork.js";
import { Fault, open } from "page/kb/fault.js";
import { faultNamed, faultOf, FAULTS, PROGRAMS } from "page/kb/faults.js";
import { Stage } from "page/kb/stage.js";
import { missedText, needed, story } from "page/kb/story.js";
import { Timeline } from "page/kb/timeline.js";
import { Side } from "page/side.js";
import english from "page/kb/words/en.js";
import { plain } from "page/runs.js";

const read = (/** @type {string} */ name) =>
  JSON.parse(Deno.readTextFileSync(new URL(name, import.meta.url)));
/** @type {Api.WatchedJson[]} */
const RIGHT = read("kb_game.json");
/** @type {Record<string, Api.WatchedJson[]>} */
const WRONG = read("fault_games.json");
const NAMES = Object.keys(WRONG);
// The games of student programs on another board, each with the position in which it misses a cell,
// and what the textbook agent does there.
/** @type {Record<string, { game: Api.WatchedJson[], position: string, there: Api.WatchedJson }>} */
const PROGRAM = read("program_games.json");
const [WIDTH, HEIGHT] = [7, 5];

function timelineOf(/** @type {Api.WatchedJson[]} */ decisions, agent = "textbook") {
  const timeline = new Timeline(WIDTH, HEIGHT, agent);
  for (const decision of decisions) timeline.add(decision);
  return timeline;
}
const right = timelineOf(RIGHT);
/** @param {string} name */
const wrongOf = (name) => timelineOf(WRONG[name], `textbook:${name}`);

// An independent replay: the events with literals instead of ids, and the board, KB and KB0 before
// each.
/** @param {Api.WatchedJson[]} decisions */
function replayed(decisions) {
  /** @type {Record<string, number[]>} */
  const clauses = {};
  const symbols = Array(WIDTH * HEIGHT).fill(".");
  /** @type {Set<number>} */
  const kb = new Set();
  /** @type {number[]} */
  const facts = [];
  const before = [];
  const events = [];
  /** @type {(id: any) => any} */
  const lits = (id) => clauses[id] ?? null;
  for (const decision of decisions) {
    for (const [id, { literals }] of Object.entries(decision.clauses)) clauses[id] = literals;
    decision.cells.forEach((cell, i) => (symbols[cell] = decision.symbols[i]));
    for (const event of /** @type {any[]} */ (decision.events)) {
      const inKb = [...kb].map((id) => lits(id).join()).sort().join(" ");
      before.push([symbols.join(""), inKb, facts.toSorted().join()].join("/"));
      events.push(JSON.stringify([
        ...[event.kind, event.cells, event.flags, event.clause, event.result, event.fate],
        ...[lits(event.left), lits(event.right), event.enter.map(lits)],
        event.leave.map((/** @type {any} */ [id, why]) => [lits(id), why]),
        event.facts.map((/** @type {any} */ [, literal]) => literal),
      ]));
      for (const id of event.enter) kb.add(id);
      for (const [id] of event.leave) kb.delete(id);
      for (const [, literal] of event.facts) facts.push(literal);
    }
  }
  return { events, before };
}

Deno.test("the first parting is the first event in which the two games differ", () => {
  const a = replayed(RIGHT);
  for (const name of NAMES) {
    const b = replayed(WRONG[name]);
    const first = a.events.findIndex((event, i) => event !== b.events[i]);
    equal(forks(right, wrongOf(name)).partings[0], [first, first], name);
    ok(first > 0);
  }
});

Deno.test("at a reunion all is equal, and then both do the same until they part again", () => {
  const a = replayed(RIGHT);
  let count = 0;
  for (const name of NAMES) {
    const b = replayed(WRONG[name]);
    const { partings, reunions } = forks(right, wrongOf(name));
    ok(reunions.length === partings.length || reunions.length === partings.length - 1);
    reunions.forEach(([i, j], n) => {
      equal(a.before[i], b.before[j], `${name}, reunion ${n}`);
      const [first, second] = partings[n];
      ok(i > first && j >= second);
      for (let x = first + 1; x <= i; x++) {
        for (let y = second; y < b.before.length && x + y < i + j; y++) {
          ok(a.before[x] !== b.before[y], `${name}: they are equal before, at ${x} and ${y}`);
        }
      }
      const [nextFirst, nextSecond] = partings[n + 1] ?? [a.events.length, b.events.length];
      equal(nextFirst - i, nextSecond - j);
      equal(a.events.slice(i, nextFirst), b.events.slice(j, nextSecond));
      if (partings[n + 1]) ok(a.events[nextFirst] !== b.events[nextSecond]);
      count++;
    });
    const [first, second] = partings[partings.length - 1];
    if (reunions.length === partings.length) continue;
    for (let x = first + 1; x < a.before.length; x++) {
      for (let y = second; y < b.before.length; y++) ok(a.before[x] !== b.before[y], "for good");
    }
  }
  ok(count > 0);
});

Deno.test("two equal games never part", () => {
  equal(forks(right, timelineOf(RIGHT)), { partings: [], reunions: [] });
});

Deno.test("what only one agent has, and what it settles that the other never does", () => {
  for (const name of NAMES) {
    const wrong = wrongOf(name);
    const { partings } = forks(right, wrong);
    const pair = partings[partings.length - 1];
    const after = (/** @type {Timeline} */ game, /** @type {number} */ at) =>
      [...game.kb(at + 1), ...game.facts(at + 1).map(([id]) => id)].map((id) =>
        `${game.clause(id)}`
      );
    const others = after(wrong, pair[1]);
    const expected = after(right, pair[0]).filter((text) => !others.includes(text));
    equal(onlyFirst(right, wrong, pair).map((id) => `${right.clause(id)}`), expected);
    const never = wrong.facts(wrong.length).map(([, literal]) => literal);
    const gain = gainOf(right, wrong, pair);
    ok(gain && !never.includes(gain.literal));
    const settled = right.events.slice(pair[0], gain?.at).flatMap(({ facts }) => facts);
    ok(settled.every(([, literal]) => never.includes(literal)), "an earlier fact is new");
  }
  equal(outcomeOf(right), "won");
  equal(NAMES.map((name) => outcomeOf(wrongOf(name))), ["stuck", "stuck", "stuck"]);
});

const HOST = {
  show: () => {},
  rename: () => {},
  deal: () => {},
  isDealt: false,
  game: { level: "7x5x6/given", seed: 22, guess: null },
};

/** @param {string} name */
function shown(name) {
  const wrong = wrongOf(name);
  const fault = new Fault([right, wrong], name, HOST);
  page.main.replaceChildren(fault.element);
  fault.load();
  return { fault, wrong };
}

Deno.test("both agents are shown at the parting, with what was forgotten", () => {
  const { fault, wrong } = shown("forgets-parents");
  const [first, second] = fault.pair;
  equal(one(".fault-head h2").textContent, english.fault.head(right.sizes[first]));
  const [left, other] = all(".fault-side");
  equal(
    all("h3 small", left)[0].textContent,
    `KB ${right.sizes[first]} → ${right.sizes[first + 1]}`,
  );
  const event = /** @type {Api.MatchEventJson} */ (wrong.events[second]);
  const lost = event.leave.filter(([, why]) => why === "lost").length;
  equal(all(".note.warn", other).length, lost);
  equal(all(".note.warn", left).length, 0);
  ok(all(".only .cz", left).length >= lost && lost === 2);
  const gain = /** @type {{ literal: number }} */ (gainOf(right, wrong, fault.pair));
  const why = one(".fault-head .why").textContent;
  ok(why.startsWith(english.fault.mistakes["forgets-parents"]));
  ok(why.includes(cellName(Math.abs(gain.literal) - 1, WIDTH)), why);
  match(why, /The other agent is stuck/);
});

Deno.test("only of the textbook agent a stuck game says that no pair gives a new clause", () => {
  const [name] = NAMES;
  const [right, wrong] = [timelineOf(WRONG[name]), wrongOf(name)];
  match(plain(story(right, right.length - 1).reason), /no pair that the agent matches/);
  match(plain(story(wrong, wrong.length - 1).reason), /the agent matches no more pairs/);
});

Deno.test("the note below the board names the programs with the mistake", () => {
  shown("forgets-parents");
  match(one(".fault-board .fault-note").textContent, /Programs A and C/);
});

Deno.test("the pairs that follow are those of the games, each with its result and KB", () => {
  const { fault } = shown("forgets-parents");
  for (const side of [0, 1]) {
    const game = fault.games[side];
    const at = fault.pair[side];
    const { last } = game.decision(at);
    const matches = game.events.map((event, i) => ({ event, i }))
      .filter(({ event, i }) => i > at && i <= last && event.kind === "match");
    const section = all(".fault-side")[side];
    const rest = Math.max(0, matches.length - 3);
    const rows = all("tbody tr", section).slice(0, rest ? -1 : undefined);
    equal(rows.length, Math.min(3, matches.length));
    ok(!rest || section.textContent.includes(english.fault.morePairs(rest)));
    const summary = all(".sum", section)[0].textContent;
    ok(!matches.length || summary.startsWith(`${matches.length} pair`), summary);
    rows.forEach((row, n) => {
      const { event, i } = matches[n];
      if (event.kind !== "match") return;
      const name = (/** @type {number} */ literal) =>
        (literal < 0 ? "¬" : "") + cellName(Math.abs(literal) - 1, WIDTH);
      const texts = [event.left, event.right].map((id) => game.clause(id).map(name).join("∨"));
      const cells = all("td", row).map((td) => td.textContent);
      equal(cells[0], texts.join(" + "));
      equal(cells[2], String(game.sizes[i + 1]));
      if (event.enter.length) equal(cells[1], game.clause(event.enter[0]).map(name).join("∨"));
    });
  }
});

Deno.test("of many clauses, a few are written out, and the page says that none is new", () => {
  const clauses = Array.from({ length: 40 }, (_, i) => [-i - 1, -i - 2]);
  const event = { cells: [], flags: [], enter: [], leave: [], facts: [] };
  const clue = { ...event, kind: "clue", clue: null, mines: 1, whole: true };
  const inserts = clauses.map((clause) => ({
    ...{ ...event, kind: "insert", clause, fate: "satisfied", by: null, short: null },
  }));
  /** @param {unknown[]} events */
  const played = (events) =>
    timelineOf(/** @type {any} */ ([{ ...RIGHT[0], rounds: [], missed: null, events }]));
  const stuck = { ...event, kind: "stuck" };
  const pair = [played([stuck]), played([clue, ...inserts, stuck])];
  const fault = new Fault(pair, "facts-only", HOST);
  page.main.replaceChildren(fault.element);
  fault.load();
  const [, wrong] = all(".fault-side");
  ok(wrong.textContent.includes(english.fault.sample(40, 0)), wrong.textContent);
  equal(all(".sample .cz", wrong).length, 5);
  ok(wrong.textContent.includes(english.fault.more(35)));
});

Deno.test("the partings can be chosen by their pins and by keys", () => {
  const { fault } = shown("both-short");
  const { partings, reunions } = fault.forks;
  ok(partings.length > 2);
  ok(one(".pins").textContent.includes(english.fault.between(partings.length - 2)));
  equal(fault.at, reunions.length < partings.length ? partings.length - 1 : 0);
  const press = (/** @type {string} */ key) => fault.key(/** @type {any} */ ({ key }));
  ok(press("Home"));
  equal(fault.at, 0);
  equal(all(".pins button")[0].getAttribute("aria-pressed"), "true");
  match(all(".pins button")[0].textContent, new RegExp(`event ${partings[0][0] + 1}`));
  press("ArrowRight");
  equal(fault.at, 1);
  press("End");
  equal(fault.at, partings.length - 1);
  all(".pins button")[0].click();
  equal(fault.at, 0);
  ok(!press("x"));
});

Deno.test("if the agents never part, the page says so", () => {
  const fault = new Fault([right, timelineOf(RIGHT)], "one-round", HOST);
  page.main.replaceChildren(fault.element);
  fault.load();
  equal(one(".fault-head h2").textContent, english.fault.same);
  equal(all(".pins button"), []);
});

/** @param {unknown} host @param {Api.WatchedJson[][]} games */
function plays(host, games, about = "forgets-parents") {
  const screen = open(/** @type {any} */ ({ timeline: right }), about, /** @type {any} */ (host));
  page.main.replaceChildren(screen.element);
  screen.shown?.();
  return deals(22, games);
}

// The server plays a board on the latest socket.
/** @param {number} seed @param {Api.WatchedJson[][]} games */
async function deals(seed, games) {
  const socket = page.sockets[page.sockets.length - 1];
  socket.open();
  socket.say({ seed, level: "7x5x6/given", width: 7, height: 5, kb: [true, true] });
  games.forEach((game, side) => {
    for (const watched of game) socket.say({ side, frame: { watched } });
    socket.say({ side, done: true });
  });
  await settle();
  return socket.sent[0].seed;
}

Deno.test("if the mistake does not matter on a link's board, a button finds another", async () => {
  /** @type {number[]} */
  const dealt = [];
  const host = { ...HOST, deal: (/** @type {number} */ seed) => dealt.push(seed) };
  await plays(host, [RIGHT, RIGHT]);
  equal(one(".fault-head h2").textContent, english.fault.same);
  const [button] = all(".fault-head button").filter((each) =>
    each.textContent === english.fault.find
  );
  ok(!button.hidden);
  equal(page.sockets.length, 1, "the board of a link stays");
  button.click();
  ok(one(".fault-head .why").textContent.includes("board 1 "));
  equal(await deals(101, [RIGHT, RIGHT]), null, "any board");
  ok(one(".fault-head .why").textContent.includes("board 2 "));
  await deals(102, [RIGHT, WRONG["forgets-parents"]]);
  equal(dealt, [102]);
  await plays(host, [RIGHT, WRONG["forgets-parents"]]);
  ok(
    all(".fault-head button").every((each) =>
      each.hidden || each.textContent !== english.fault.find
    ),
  );
});

Deno.test("a board dealt by chance gives way to one where the mistake matters", async () => {
  /** @type {number[]} */
  const dealt = [];
  const host = {
    ...{ ...HOST, isDealt: true },
    deal: (/** @type {number} */ seed) => dealt.push(seed),
  };
  await plays(host, [RIGHT, WRONG["forgets-parents"]]);
  equal(page.sockets.length, 1, "the mistake matters there");
  await plays(host, [RIGHT, RIGHT]);
  await deals(103, [RIGHT, WRONG["forgets-parents"]]);
  equal(dealt, [103]);
});

Deno.test("if the mistake matters on none of many boards, the page says so", async () => {
  await plays({ ...HOST, isDealt: true }, [RIGHT, RIGHT]);
  let boards = 0;
  for (; one(".fault-head h2").textContent === english.fault.searching; boards++) {
    await deals(200 + boards, [RIGHT, RIGHT]);
  }
  equal(one(".fault-head h2").textContent, english.fault.notFound(boards));
  ok(all(".fault-head button").some((each) => each.textContent === english.fault.find));
});

Deno.test("a link loads both games from the server, as far as it sends them", async () => {
  /** @type {unknown[]} */
  const told = [];
  const host = { ...HOST, rename: (/** @type {string} */ about) => told.push(about) };
  const stage = /** @type {any} */ ({ timeline: right });
  const screen = open(stage, "forgets-parents", host);
  page.main.replaceChildren(screen.element);
  screen.shown?.();
  const [socket] = page.sockets;
  socket.open();
  const agents = ["textbook", "textbook:forgets-parents"];
  equal(socket.sent, [{ ...HOST.game, agents }]);
  const say = (/** @type {unknown} */ message) =>
    socket.onmessage({ data: JSON.stringify(message) });
  say({ seed: 22, level: "7x5x6/given", width: 7, height: 5, kb: [true, true] });
  equal(socket.sent.slice(1).map(({ side }) => side), [0, 1]);
  for (const watched of RIGHT) say({ side: 0, frame: { watched } });
  say({ side: 0, done: true });
  equal(one(".fault-head h2").textContent, english.fault.loading);
  for (const watched of WRONG["forgets-parents"]) say({ side: 1, frame: { watched } });
  say({ side: 1, done: true });
  await settle();
  match(one(".fault-head h2").textContent, /Here they part\.$/);
  equal(told, ["forgets-parents"]);
});

Deno.test("the stage of an agent with a mistake says which, and leads to where it matters", () => {
  const expected = {
    "program-a": "forgets-parents",
    "program-b": "both-short",
    "program-c": "forgets-parents",
    "program-d": "facts-only",
    "program-e": "two-literals",
    odds: null,
  };
  for (const [agent, fault] of Object.entries(expected)) equal(faultOf(agent), fault);
  for (const fault of FAULTS) {
    equal(faultOf(`textbook:${fault}`), fault);
    equal(faultNamed(fault), fault);
  }
  for (const letter of "ABCDE") {
    equal(faultNamed(letter), faultOf(`program-${letter.toLowerCase()}`));
  }
  equal(faultNamed("F"), null);
  for (const agent of ["program-c", "textbook:one-round", "textbook"]) {
    /** @type {unknown[]} */
    const asked = [];
    const stage = new Stage(timelineOf(RIGHT, agent), {
      ...{ who: document.createElement("p"), onShow: () => {}, onRun: () => {}, onLink: () => {} },
      onScreen: (...screen) => asked.push(screen),
    });
    const [line] = all(".fault-line", stage.element);
    equal(line.textContent.length > 60, agent !== "textbook", line.textContent);
    all("button", line)[0].click();
    const itself = agent.startsWith("program-") ? agent : null;
    equal(asked, [["fault", itself ?? faultOf(agent) ?? FAULTS[0]]]);
  }
});

// -- the student programs themselves --------------------------------------------------------------

const programC = timelineOf(PROGRAM["program-c"].game, "program-c");

// Whether a literal follows from some clauses, by trying all ways to place mines on their cells.
/** @param {readonly (readonly number[])[]} clauses @param {number} literal */
function follows(clauses, literal) {
  /** @param {readonly (readonly number[])[]} left @returns {boolean} */
  const canBe = (left) => {
    const shortest = left.toSorted((a, b) => a.length - b.length)[0];
    if (!shortest) return true;
    return shortest.some((one) =>
      canBe(
        left.filter((clause) => !clause.includes(one)).map((clause) =>
          clause.filter((other) => other !== -one)
        ),
      )
    );
  };
  return !canBe([...clauses, [-literal]]);
}

/** @param {Timeline} game @param {number} at */
const held = (game, at) => [
  ...game.kb(at).map((id) => game.clause(id)),
  ...game.facts(at).map(([, literal]) => [literal]),
];

Deno.test("where program C is stuck, its last event names what it has lost, and when", () => {
  const last = programC.length - 1;
  const missed = /** @type {Api.MissedJson} */ (programC.decision(last).missed);
  ok(missed.why === "lost" && missed.needs.length > 0);
  const found = needed(programC, last);
  equal(found.map(({ clause }) => clause).toSorted(), missed.needs.toSorted());
  for (const { clause, lost } of found) {
    const gone = programC.events[lost].leave.filter(([, why]) => why === "lost").map(([id]) => id);
    ok(gone.some((id) => `${programC.clause(id)}` === `${clause}`), "it is lost there");
    ok(!held(programC, last).some((one) => `${one}` === `${clause}`), "and not found again");
  }
  ok(!follows(held(programC, last), missed.literal), "the program cannot find it");
  ok(follows([...held(programC, last), ...missed.needs], missed.literal), "it could, with them");
  const reason = plain(story(programC, last).reason);
  ok(reason.includes(`${cellName(-missed.literal - 1, WIDTH)} is safe`), reason);
  for (const { lost } of found) ok(reason.includes(`forgotten at event ${lost + 1})`), reason);
  const all = programC.events.flatMap(({ leave }) => leave.filter(([, why]) => why === "lost"));
  ok(reason.includes(`forgotten ${all.length} clauses in all`), reason);
});

Deno.test("next to another agent, a stuck program says what it has forgotten", () => {
  const view = { isTwo: true, seek: () => {} };
  const agent = /** @type {any} */ ({ name: "program-c", description: "", guess: "none" });
  const side = new Side(agent, view);
  page.main.replaceChildren(side.board, side.said);
  side.board.load(WIDTH, HEIGHT, Array(HEIGHT).fill(".".repeat(WIDTH)));
  const { game } = PROGRAM["program-c"];
  const stuck = { clues: [], cell: null, provable: true, words: "", runs: [] };
  side.frames = game.map((watched, i) => /** @type {any} */ ({
    ...{ cells: watched.cells, symbols: watched.symbols, outcome: null, watched },
    ...(i === game.length - 1 ? { stuck } : {}),
  }));
  side.goto(game.length - 1);
  const text = plain(missedText(programC, programC.length - 1)).trim();
  ok(text && side.said.textContent.includes(text), side.said.textContent);
});

Deno.test("at its last event, a click leads to the event at which a clause was lost", () => {
  const stage = new Stage(programC, {
    ...{ who: document.createElement("p"), onShow: () => {}, onRun: () => {}, onLink: () => {} },
  });
  page.main.replaceChildren(stage.element);
  stage.load();
  const last = programC.length - 1;
  stage.show(last);
  const found = needed(programC, last);
  equal(all(".needed button").length, found.length);
  all(".needed button")[0].click();
  equal(stage.at, found[0].lost);
  equal(all(".needed"), []);
});

Deno.test("an agent that guesses a cell misses the safe one that its clauses still say", () => {
  const game = timelineOf(PROGRAM["program-d"].game, "program-d");
  const decision = game.decisions.find(({ missed }) => missed);
  ok(decision?.missed?.why === "kept");
  const { missed, last } = /** @type {any} */ (decision);
  equal(game.events[last].kind, "guess");
  ok(follows(held(game, last), missed.literal));
  ok(plain(story(game, last).reason).includes(plain(missedText(game, last)).trim()));
});

Deno.test("of an agent with a mistake a stuck game says if the textbook is stuck too", () => {
  const stuck = RIGHT.slice(0, 1).map((one) => ({
    ...{ ...one, opens: [], missed: null },
    events: [{ kind: "stuck", cells: [], flags: [], enter: [], leave: [], facts: [] }],
  }));
  for (const agent of ["program-c", "textbook:one-round", "textbook", "resolution"]) {
    const reason = plain(story(timelineOf(/** @type {any} */ (stuck), agent), 0).reason);
    equal(/textbook agent finds no safe cell/.test(reason), /[:-]/.test(agent), reason);
  }
});

Deno.test("program C itself is shown next to the textbook agent in the same position", async () => {
  const { game, position, there } = PROGRAM["program-c"];
  page.answers["POST /api/events"] = there;
  /** @type {unknown[]} */
  const told = [];
  const host = { ...HOST, show: (/** @type {unknown[]} */ ...to) => told.push(to) };
  const screen = open(/** @type {any} */ ({ timeline: right }), "program-c", host);
  page.main.replaceChildren(screen.element);
  screen.shown?.();
  const [socket] = page.sockets;
  socket.open();
  equal(socket.sent, [{ ...HOST.game, agents: ["textbook", "program-c"] }]);
  const say = (/** @type {unknown} */ message) =>
    socket.onmessage({ data: JSON.stringify(message) });
  say({ seed: 45, level: "7x5x6/given", width: 7, height: 5, kb: [true, true] });
  for (const watched of PROGRAM.textbook.game) say({ side: 0, frame: { watched } });
  say({ side: 0, done: true });
  for (const watched of game) say({ side: 1, frame: { watched } });
  say({ side: 1, done: true });
  await settle();
  equal(page.asked.at(-1)?.body, { position });
  equal(one(".fault-head h2").textContent, english.fault.stuckHere("Program C"));
  const last = programC.length - 1;
  equal(one(".fault-head .why").textContent.trim(), plain(missedText(programC, last)).trim());
  const [{ lost }] = needed(programC, last);
  const [left, other] = all(".fault-side");
  ok(other.querySelector("h3").textContent.includes(`event ${lost + 1}`));
  equal(all(".note.warn", other).length > 0, true);
  equal(all(".note.warn", left).length, 0);
  ok(one(".pins").textContent.includes(`event ${lost + 1}`));
  equal(one("select").value, "program-c");
  match(one(".fault-board").textContent, /in its own order/);
  // Its mistake alone is one click away, and from there the program itself.
  all(".fault-board button")[0].click();
  equal(told, [["fault", "forgets-parents"]]);
});

Deno.test("from a mistake alone, buttons lead to the programs that make it", () => {
  const wrong = wrongOf("forgets-parents");
  /** @type {unknown[]} */
  const told = [];
  const host = { ...HOST, show: (/** @type {unknown[]} */ ...to) => told.push(to) };
  const fault = new Fault([right, wrong], "forgets-parents", host);
  page.main.replaceChildren(fault.element);
  for (const button of all(".fault-board button")) button.click();
  equal(told, [["fault", "program-a"], ["fault", "program-c"]]);
  for (const program of PROGRAMS) equal(faultNamed(program), program);
});

Deno.test("if a program misses nothing on a board, the page says so", () => {
  const won = timelineOf(RIGHT, "program-c");
  const fault = new Fault([right, won], "program-c", HOST);
  page.main.replaceChildren(fault.element);
  equal(fault.position("7x5x6/given"), null);
  fault.load();
  equal(one(".fault-head h2").textContent, english.fault.noMiss);
  equal(one(".fault-head .why").textContent, english.fault.noMissWhy.won);
  ok(one(".fault-note").hidden, "there is no position that it gets wrong");
});

Deno.test("of a program that only misses a cell, the page says which mistake is the reason", () => {
  const { game, there } = PROGRAM["program-d"];
  const fault = new Fault([right, timelineOf(game, "program-d")], "program-d", HOST);
  page.main.replaceChildren(fault.element);
  ok(fault.position("7x5x6/given"));
  fault.compare(there);
  equal(one(".fault-head h2").textContent, english.fault.guessesHere("Program D"));
  ok(one(".fault-head .why").textContent.endsWith(english.fault.mistakes["facts-only"]));
});
