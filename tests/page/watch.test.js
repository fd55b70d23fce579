// Watch with a link: which screen it opens, and when. The game is that of kb.test.js.

import { all, equal, later, ok, one, page, settle } from "./page.js";
import { Timeline } from "page/kb/timeline.js";
import { cellName } from "page/names.js";
import words from "page/words/en.js";
import "page/watch.js";

/** @type {Api.WatchedJson[]} */
const GAME = JSON.parse(Deno.readTextFileSync(new URL("kb_game.json", import.meta.url)));
const game = new Timeline(7, 5);
for (const decision of GAME) game.add(decision);
// The last cell that is settled by matching.
const late = game.events.findLastIndex(({ kind, facts }) => kind === "match" && facts.length);
const name = cellName(Math.abs(game.events[late].facts[0][1]) - 1, 7);

/** @param {string} link @param {boolean[]} kb */
async function opened(link, kb = [true]) {
  page.answers["GET /api/about"] = {
    levels: [{ name: "easy", level: "7x5x6/given", width: 7, height: 5, mines: 6, course: true }],
    max_side: 100,
    agents: ["textbook", "program-c"].map((name) => ({ name, description: "", guess: "none" })),
    guesses: ["none"],
  };
  const view = Object.assign(document.createElement("sapper-watch"), { argument: link });
  page.main.append(view);
  await settle();
  const [socket] = page.sockets;
  socket.open();
  socket.say({ seed: 22, level: "7x5x6/given", width: 7, height: 5, mines: 6, kb });
  return socket;
}

Deno.test("Escape folds the settings, wherever the focus is", async () => {
  const socket = await opened("easy!22!textbook");
  for (const watched of GAME) socket.say({ side: 0, frame: { watched } });
  const choices = one(".choices");
  for (const target of [document, one(".who"), all(".choices select")[0]]) {
    choices.open = true;
    target.dispatchEvent(
      Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key: "Escape" }),
    );
    equal(choices.open, false);
  }
});

Deno.test("the address names the event when it has been shown for a moment", async () => {
  location.hash = "#watch/easy!22!textbook";
  const socket = await opened("easy!22!textbook");
  for (const watched of GAME) socket.say({ side: 0, frame: { watched } });
  await later(300);
  const before = location.hash.split("%40")[1];
  for (let i = 0; i < 9; i++) {
    document.dispatchEvent(
      Object.assign(new Event("keydown", { cancelable: true }), { key: "ArrowRight" }),
    );
    equal(location.hash.split("%40")[1], before, "it does not change while events pass by");
  }
  await later(300);
  ok(location.hash.split("%40")[1].startsWith("10"), location.hash);
  location.hash = "";
});

Deno.test("Run ends at the last event, and then begins again from the first", async () => {
  const socket = await opened("easy!22!textbook");
  for (const watched of GAME) socket.say({ side: 0, frame: { watched } });
  socket.say({ side: 0, done: true });
  const press = (/** @type {string} */ key) =>
    document.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
  const isRunning = () =>
    all(".ctl button").some((each) => each.getAttribute("aria-label") === words.learn.pause);
  press("End");
  press("ArrowLeft");
  press(" ");
  ok(isRunning());
  await later(2000);
  ok(one(".where").textContent.startsWith(`event ${game.length} of`), one(".where").textContent);
  ok(!isRunning());
  press(" ");
  ok(isRunning());
  ok(one(".where").textContent.startsWith("event 1 of"));
});

Deno.test("where two agents differ, a link leads to what the mistake of one costs", async () => {
  const socket = await opened("easy!22!textbook!program-c", [true, true]);
  const said = { clues: [], words: "", runs: [] };
  const frame = { cells: [], symbols: "", outcome: null };
  const opens = { ...said, cell: "A1", certain: true, explanation: null, proof: [], steps: 0 };
  const stops = { ...said, cell: null, provable: true };
  socket.say({ side: 0, frame: { ...frame, decision: opens } });
  socket.say({ side: 0, frame: { ...frame, outcome: "won" } });
  socket.say({ side: 1, frame: { ...frame, stuck: stops } });
  for (const side of [0, 1]) socket.say({ side, done: true });
  all("button").find((each) => each.textContent === words.learn.whereTheyPart).click();
  equal(
    decodeURIComponent(one(".parting a").getAttribute("href")),
    "#watch/easy!22!program-c@1+fault=program-c",
  );
});

Deno.test("a link to an event shows it when it has come", async () => {
  const socket = await opened(`easy!22!textbook@${game.decisions[3].first + 1}`);
  for (const watched of GAME.slice(0, 3)) socket.say({ side: 0, frame: { watched } });
  ok(one(".kbs").classList.contains("waiting"));
  for (const watched of GAME.slice(3)) socket.say({ side: 0, frame: { watched } });
  ok(!one(".kbs").classList.contains("waiting"));
});

Deno.test("a link to a proof waits until its fact is settled", async () => {
  const socket = await opened(`easy!22!textbook@1+proof=${name}`);
  for (const watched of GAME) {
    await settle();
    equal(all(".toast", document.body), []);
    if (all(".proof-view").length) break;
    socket.say({ side: 0, frame: { watched } });
  }
  await settle();
  ok(one(".proof-view h2").textContent.startsWith(`Why is ${name} `));
});

Deno.test("a link to a proof that never comes says so at the end", async () => {
  const given = cellName(Math.abs(game.events[0].facts[0][1]) - 1, 7);
  const socket = await opened(`easy!22!textbook@1+proof=${given}`);
  for (const watched of GAME) socket.say({ side: 0, frame: { watched } });
  await settle();
  equal(all(".toast", document.body), []);
  socket.say({ side: 0, done: true });
  await settle();
  ok(one(".toast", document.body).textContent.includes(given));
});
