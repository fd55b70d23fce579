// A proof as a graph. What it draws is read from the page and checked here by trying all boards,
// without the code that made it. The game is the one of kb.test.js.

import { all, equal, match, ok, one, page } from "./page.js";
import { cellName } from "page/names.js";
import { citedWidth, proofGraph } from "page/kb/graph.js";
import { open, Proof } from "page/kb/proof.js";
import { Stage } from "page/kb/stage.js";
import { Timeline } from "page/kb/timeline.js";
import english from "page/kb/words/en.js";

/** @type {Api.WatchedJson[]} */
const GAME = JSON.parse(Deno.readTextFileSync(new URL("kb_game.json", import.meta.url)));
const [WIDTH, HEIGHT] = [7, 5];
const game = new Timeline(WIDTH, HEIGHT);
for (const decision of GAME) game.add(decision);
const facts = game.events.flatMap((event) => event.facts.map(([id]) => id))
  .filter((id) => game.clauses.get(id)?.parents.length);
const largest = facts.reduce((a, b) => (game.proof(b).length > game.proof(a).length ? b : a));
const name = (/** @type {number} */ id) => cellName(Math.abs(game.clause(id)[0]) - 1, WIDTH);

const HOST = {
  show: () => {},
  rename: () => {},
  game: { level: "7x5x6/given", seed: 22, guess: null },
  deal: () => {},
  isDealt: false,
};

/** @param {number} goal */
function shown(goal, host = {}) {
  const proof = new Proof(game, goal, { ...HOST, ...host });
  page.main.replaceChildren(proof.element);
  proof.load();
  return proof;
}

const named = (
  /** @type {string} */ text,
) => [
  Number(text.slice(-1)) * 100 + text.charCodeAt(text.length - 2),
  text.startsWith("¬") ? -1 : 1,
];

// Whether some clauses, as texts such as ¬A1, imply another one. It tries all values of all cells.
/** @param {string[][]} from @param {string[]} to */
function follows(from, to) {
  const cells = [...new Set([...from, to].flat().map((text) => named(text)[0]))];
  ok(cells.length < 20);
  for (let board = 0; board < 2 ** cells.length; board++) {
    const isTrue = (/** @type {string} */ text) => {
      const [cell, sign] = named(text);
      return Boolean(board >> cells.indexOf(cell) & 1) === sign > 0;
    };
    if (from.every((clause) => clause.some(isTrue)) && !to.some(isTrue)) return false;
  }
  return true;
}

// The nodes on the page: the literals of each clause, and what it is drawn to follow from.
function drawn() {
  /** @type {Map<string, { literals: string[], cited: string[], from: string[], leaf: boolean }>} */
  const nodes = new Map();
  for (const node of all(".proof-graph .node")) {
    const size = game.clause(Number(node.getAttribute("data-i"))).length;
    const texts = all(".token text", node).map((one) => one.textContent);
    nodes.set(node.getAttribute("data-i"), {
      literals: texts.slice(0, size),
      cited: texts.slice(size),
      from: [],
      leaf: node.getAttribute("class").includes("leaf"),
    });
  }
  for (const edge of all(".proof-graph path")) {
    const to = edge.getAttribute("data-to");
    if (to) nodes.get(to)?.from.push(edge.getAttribute("data-from"));
  }
  return nodes;
}

Deno.test("every clause of a graph follows from what is drawn above it or named next to it", () => {
  for (const goal of facts) {
    shown(goal);
    const nodes = drawn();
    for (const [id, { literals, cited: beside, from, leaf }] of nodes) {
      equal(leaf, from.length + beside.length === 0, `clause ${id}`);
      if (leaf) continue;
      const parents = from.map((one) => nodes.get(one)?.literals ?? []);
      const units = beside.map((one) => [one]);
      ok(follows([...parents, ...units], literals), `clause ${id} of ${goal}`);
      const needed = [...parents, ...units];
      needed.forEach((_, i) => ok(!follows(needed.toSpliced(i, 1), literals), "none is idle"));
      for (const one of beside) {
        const fact = [...nodes.values()].find((node) => node.literals.join() === one);
        ok(fact || needed.length > 3, `${one} is named, so it stands above`);
      }
    }
    const bottom = [...nodes.keys()].filter((id) =>
      [...nodes.values()].every(({ from }) => !from.includes(id))
    );
    ok(bottom.includes(String(goal)));
  }
  ok(facts.length > 5);
});

Deno.test("leaves are clauses of clues and known cells, and the label says which", () => {
  for (const goal of facts) {
    shown(goal);
    for (const node of all(".proof-graph .leaf")) {
      const id = Number(node.getAttribute("data-i"));
      equal(game.clauses.get(id)?.parents, []);
      const source = game.source(id);
      const label = all(".label", node)[0].textContent;
      if (typeof source !== "number") ok(["given", "open", "mine count"].includes(label), label);
      else {
        const symbol = game.decision(game.settledAt(goal)).view[source];
        equal(label, `${symbol} at ${cellName(source, WIDTH)}`);
      }
    }
  }
});

Deno.test("parents stand above, and no clause of a row covers another", () => {
  for (const goal of facts) {
    const { steps, parents, places, rows, width, cited } = proofGraph(game, goal);
    const place = (/** @type {number} */ id) => places.get(id) ?? { x: 0, row: 0, width: 0 };
    equal(place(goal).row, rows - 1);
    for (const id of steps) {
      for (const parent of parents.get(id) ?? []) ok(place(parent).row < place(id).row);
      const below = steps.filter((one) => parents.get(one)?.includes(id));
      ok(id === goal || below.some((one) => place(one).row === place(id).row + 1));
      const left = place(id).x - place(id).width / 2;
      const right = left + place(id).width + citedWidth(game, cited.get(id) ?? []);
      ok(left > -.01 && right < width + .01);
      for (const other of steps) {
        if (other === id || place(other).row !== place(id).row || place(other).x < left) continue;
        ok(place(other).x - place(other).width / 2 >= right - .01, `${id} and ${other}`);
      }
    }
  }
});

Deno.test("in a long proof, earlier facts are not proved again, and many are named", () => {
  const long = facts.filter((id) => proofGraph(game, id, 1).earlier.size > 0);
  ok(long.length > 3);
  let most = 0;
  for (const goal of long) {
    const { steps, parents, earlier, cited } = proofGraph(game, goal, 1);
    const { first } = game.decision(game.settledAt(goal));
    ok(steps.length < game.proof(goal).length);
    for (const id of steps) {
      const isEarly = game.clause(id).length === 1 && game.settledAt(id) < first;
      const isProved = game.clauses.get(id)?.parents.length;
      equal(earlier.has(id), Boolean(isEarly && isProved && id !== goal));
      if (earlier.has(id)) continue;
      const beside = cited.get(id) ?? [];
      most = Math.max(most, beside.length);
      const all = new Set([...parents.get(id) ?? [], ...beside]);
      equal([...all].toSorted(), game.clauses.get(id)?.parents.toSorted());
    }
  }
  ok(most > 3);
});

Deno.test("the list has the same clauses as the graph, in the order of their ids", () => {
  for (const goal of facts) {
    shown(goal);
    const ids = all(".proof-list li").map((li) => Number(li.getAttribute("data-i")));
    equal(ids, game.proof(goal));
    equal(all(".proof-graph .node").length, ids.length);
    equal(one(".proof-graph svg").getAttribute("aria-hidden"), "true");
  }
});

Deno.test("facts on the way are numbered chapters, also on the board", () => {
  const { chapters } = proofGraph(game, largest);
  ok(chapters.length > 2);
  shown(largest);
  const texts = all(".chapters button").map((one) => one.textContent);
  const expected = chapters.map((id, i) =>
    `${i + 1}${game.clause(id)[0] < 0 ? "¬" : ""}${name(id)}`
  );
  equal(texts, expected);
  equal(
    all(".links .chapter text").map((one) => one.textContent),
    chapters.map((_, i) => `${i + 1}`),
  );
});

Deno.test("a chapter dims what it does not need, and all of it comes back", () => {
  const proof = shown(largest);
  const [first] = proof.shape.chapters;
  const dim = () =>
    all(".proof-graph .node").filter((node) => node.getAttribute("class").includes("dim"))
      .map((node) => Number(node.getAttribute("data-i")));
  equal(dim(), []);
  all(".chapters button")[0].click();
  equal(dim(), game.proof(largest).filter((id) => !game.proof(first).includes(id)));
  ok(dim().length > 0);
  ok(proof.key(/** @type {any} */ ({ key: "Escape" })));
  equal(dim(), []);
});

Deno.test("arrows follow parents and children, and Escape leads back", () => {
  let isClosed = false;
  const proof = shown(largest, { show: (/** @type {unknown} */ to) => (isClosed = to === null) });
  const press = (/** @type {string} */ key) => proof.key(/** @type {any} */ ({ key }));
  while (proof.shape.parents.get(proof.selected)?.length) {
    const from = proof.selected;
    ok(press("ArrowUp"));
    ok(game.clauses.get(from)?.parents.includes(proof.selected));
  }
  const top = proof.selected;
  press("ArrowDown");
  ok(game.clauses.get(proof.selected)?.parents.includes(top));
  press("End");
  equal(proof.selected, largest);
  press("Home");
  equal(proof.shape.places.get(proof.selected)?.row, 0);
  ok(!press("x"));
  press("Escape");
  ok(isClosed);
});

Deno.test("a selected clause says what cancels, and is drawn on the board with its parents", () => {
  const proof = shown(largest);
  for (const id of game.proof(largest)) {
    proof.select(id);
    const parents = game.clauses.get(id)?.parents ?? [];
    const reason = one(".proof-step .why").textContent;
    const cells = [...new Set([id, ...parents].flatMap((one) => [...game.clause(one)]))]
      .map((literal) => Math.abs(literal));
    if (id !== largest) {
      match(reason, parents.length ? /^From .*: .* cancels?\.$/ : /^(One of|The cell)/);
      equal(all(".links .coin, .links .clash").length, new Set(cells).size);
    }
    equal(all(".proof-graph .node.on").map((node) => Number(node.getAttribute("data-i"))), [id]);
  }
});

Deno.test("a click on a cell selects the clauses about it, one after another", () => {
  const proof = shown(largest);
  const cell = Math.abs(game.clause(largest)[0]) - 1;
  const about = game.proof(largest).filter((id) =>
    game.clause(id).some((literal) => Math.abs(literal) - 1 === cell)
  );
  ok(about.length > 1);
  const [tile] = all("[role=gridcell]", proof.scene.board).filter((one) => one.index === cell);
  const seen = new Set();
  for (let i = 0; i < about.length; i++) {
    tile.click();
    seen.add(proof.selected);
  }
  equal([...seen].toSorted(), about.toSorted());
});

Deno.test("a link opens the proof of a cell, or says that there is none", () => {
  const { board } = shown(largest).scene;
  /** @type {unknown[]} */
  const told = [];
  const host = {
    ...HOST,
    show: (/** @type {unknown} */ to) => told.push(to),
    rename: (/** @type {string} */ about) => told.push(about),
  };
  const stage = /** @type {any} */ ({ timeline: game, board });
  const screen = open(stage, name(largest), host);
  page.main.replaceChildren(screen.element);
  screen.shown?.();
  equal(told, [name(largest)]);
  equal(one(".proof-view h2").textContent, `Why is ${name(largest)} a mine?`);
  for (const about of ["Z99", "", "x"]) {
    told.length = 0;
    open(stage, about, host).shown?.();
    equal(told, [null]);
    equal(one(".toast", document.body).textContent, english.proof.none(about));
  }
});

Deno.test("the short proof below an event names the same sources as the proof as a list", () => {
  let shortened = 0;
  for (const goal of facts) {
    if (proofGraph(game, goal).earlier.size) continue; // this list cites earlier facts
    const listed = shown(goal);
    const rows = all("li", listed.list).map((li) => [
      Number(li.getAttribute("data-i")),
      one("small", li).textContent,
    ]);
    const stage = new Stage(game, {
      who: document.createElement("p"),
      onShow: () => {},
      onRun: () => {},
      onLink: () => {},
    });
    page.main.replaceChildren(stage.element);
    stage.load();
    const at = game.settledAt(goal);
    stage.show(at, false);
    const proof = all(".proofs details")[game.derived(at).indexOf(goal)];
    proof.dispatchEvent(new Event("toggle"));
    const told = all("li", proof).map((li) => [
      Number(one("em", li).textContent),
      one("small", li).textContent,
    ]);
    equal(told.map(([id]) => id), rows.map(([id]) => id));
    for (const [i, [id, text]] of told.entries()) {
      const parents = game.clauses.get(Number(id))?.parents ?? [];
      if (parents.length && parents.length <= 4) {
        const numbers = [...String(text).matchAll(/\d+/g)].map(Number);
        equal(numbers.toSorted(), parents.toSorted(), String(text));
      }
      equal(text, rows[i][1]);
      if (parents.length && game.source(Number(id)) !== null) shortened++;
    }
  }
  ok(shortened > 0, "a clause of a clue that a fact shortened");
});
