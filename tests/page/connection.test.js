import { equal, later, page, settle } from "./page.js";
import { about, aboutFor, h } from "page/dom.js";
import { words } from "page/words.js";
import { lost } from "page/connection.js";

const ABOUT = "GET /api/about";

let backs = 0;
document.addEventListener("back", () => backs++);
Deno.test.beforeEach(() => void (backs = 0));

// The module remembers that the server is away, so let it come back after each test.
Deno.test.afterEach(async () => {
  page.answers[ABOUT] = {};
  await later(500);
});

const banner = () => /** @type {any} */ (document.getElementById("away"));
const state = () => [banner().hidden, page.asked.length, backs];

Deno.test("the server is asked until it answers, and views hear it once", async () => {
  equal(state(), [true, 0, 0]);
  for (let i = 0; i < 3; i++) lost();
  equal(state(), [false, 0, 0]);
  equal(banner().textContent, words.away);
  for (const asked of [1, 2]) {
    await later(500);
    equal(state(), [false, asked, 0]);
  }
  page.answers[ABOUT] = new Response("{}", { status: 503 });
  await later(500);
  equal(state(), [false, 3, 0]);
  page.answers[ABOUT] = {};
  await later(500);
  equal(state(), [true, 4, 1]);
  await later(10_000);
  equal(state(), [true, 4, 1]);
  lost(); // a second time
  equal(state(), [false, 4, 1]);
});

Deno.test("a view waits for the server's answer, unless the view is left", async () => {
  const [stays, leaves] = [h("i"), h("i")];
  page.main.append(stays, leaves);
  /** @type {unknown[]} */
  const found = [];
  aboutFor(stays).then((one) => found.push(["stays", one]));
  aboutFor(leaves).then((one) => found.push(["leaves", one]));
  leaves.remove();
  await settle();
  equal(banner().hidden, false);
  equal(stays.textContent, words.viewAway);
  page.answers[ABOUT] = { levels: [] };
  await later(500);
  equal(found.toSorted(), [["leaves", undefined], ["stays", { levels: [] }]]);
  equal(stays.textContent, "");
  equal(await about(), { levels: [] });
});
