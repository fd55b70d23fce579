import { all, equal, page, settle, texts } from "./page.js";
import { showEnd } from "page/end.js";

// The links under the end of a daily board.
/** @param {"won" | "lost" | "left"} outcome @param {string} [inRoom] */
async function linksAfter(outcome, inRoom) {
  const board = { fit: () => {}, mark: () => {} };
  const end = { answer: [], clicks: 9, opened: 9, three_bv_per_second: 1 };
  const level = { level: "9x9x10/open", width: 9, height: 9, mines: 10, no_guess: true };
  const game = { id: "today", ...level, elapsed: 9000, moves: 9 };
  showEnd(
    /** @type {any} */ ({
      ...{ board, inRoom, daily: "beginner", rows: [], last: null, stage: page.main },
      game: { ...game, outcome, end },
      panel: page.main,
      isCurrent: () => true,
      tell: (/** @type {Node[]} */ ...content) => page.main.replaceChildren(...content),
    }),
  );
  await settle();
  return all("a").map((link) => link.getAttribute("href"));
}

Deno.test("after a win, its review begins at the first move", async () => {
  const review = (/** @type {(string | null)[]} */ links) =>
    links.filter((link) => link?.startsWith("#review"));
  equal(review(await linksAfter("won")), ["#review/today/1"]);
  equal(review(await linksAfter("lost")), ["#review/today"]);
});

Deno.test("the end of a daily board that was played in a room links to the room", async () => {
  for (const outcome of /** @type {const} */ (["won", "lost"])) {
    const links = await linksAfter(outcome, "7fk2mq9x");
    equal(links.filter((link) => link?.startsWith("#room")), ["#room/7fk2mq9x"]);
    equal(all("a, button", all(".acts")[0]).length, 3, "a phone has space for three");
    equal((await linksAfter(outcome)).filter((link) => link?.startsWith("#room")), []);
  }
});

Deno.test("a record says if the board needed no guess", async () => {
  const level = { level: "9x9x10/open", name: "beginner", times: [9000] };
  page.answers["GET /api/history"] = { levels: [level], games: [] };
  await linksAfter("won");
  equal(texts(".record"), ["Your first win on Beginner0:09.000, no guess"]);
});

Deno.test("a loss is timed like a win, and a game given up in seconds", async () => {
  for (const [outcome, time] of /** @type {const} */ ([["lost", "0:09.000"], ["left", "0:09"]])) {
    await linksAfter(outcome);
    equal(texts(".facts-list dd")[0], time);
  }
});
