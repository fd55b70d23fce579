import { all, equal, later, page, texts } from "./page.js";
import {
  api,
  busyKeys,
  cellName,
  chance,
  clockTime,
  columnLetters,
  decoded,
  dropZone,
  guarded,
  h,
  levelName,
  levelPicker,
  number,
  percent,
  resume,
  say,
  sentence,
  socketTo,
  spoken,
  toast,
} from "page/dom.js";
import { agentPickers } from "page/pickers.js";

// -- names and numbers ----------------------------------------------------------------------------

Deno.test("columns have the letters A to Z, then AA to ZZ, then AAA and so on", () => {
  const known = {
    ...{ A: 0, Z: 25, AA: 26, AB: 27, AZ: 51, BA: 52, ZZ: 701, AAA: 702, ALL: 999 },
    ...{ ZZZ: 18277, AAAA: 18278 },
  };
  for (const [letters, column] of Object.entries(known)) equal(columnLetters(column), letters);
  const names = Array.from({ length: 1000 }, (_, column) => columnLetters(column));
  equal(names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)), names);
  equal(new Set(names).size, names.length);
});

Deno.test("a cell is named by its column and its row, counted from 1", () => {
  for (const [width, height] of [[1, 1], [30, 16], [27, 2], [1, 100], [100, 1]]) {
    for (let cell = 0; cell < width * height; cell++) {
      const [column, row] = [cell % width, Math.floor(cell / width)];
      equal(cellName(cell, width), `${columnLetters(column)}${row + 1}`);
    }
  }
  equal([cellName(7, 5), cellName(479, 30), cellName(53, 27)], ["C2", "AD16", "AA2"]);
});

Deno.test("only 0 and 1 are 0% and 100%, never rounded values between them", () => {
  const values = [0, 1e-9, 0.0049, 0.00999, 0.01, 0.015, 0.5, 0.994, 0.99, 0.9901, 0.9999, 1];
  const whole = ["0", "<1", "<1", "<1", "1", "2", "50", ">99", "99", ">99", ">99", "100"];
  equal(values.map(percent), whole);
  const exact = {
    ...{ "0": "0%", "1e-9": "<0.1%", "0.0004999": "<0.1%", "0.0005": "0.1%", "0.123": "12.3%" },
    ...{ "0.5": "50.0%", "0.99949": "99.9%", "0.9995": ">99.9%", "0.9999999": ">99.9%" },
    "1": "100%",
  };
  for (const [value, text] of Object.entries(exact)) equal(chance(Number(value)), text);
});

Deno.test("numbers and times are written as in English", () => {
  /** @type {[value: number, digits: number, text: string][]} */
  const numbers = [
    [0, 0, "0"],
    [1234567, 0, "1,234,567"],
    [1234.5, 2, "1,234.50"],
    [0.05, 1, "0.1"],
    [-1234.5, 1, "-1,234.5"],
  ];
  for (const [value, digits, text] of numbers) equal(number(value, digits), text);
  /** @type {[ms: number, digits: number, text: string][]} */
  const times = [
    [0, 0, "0:00"],
    [92_780, 0, "1:32"],
    [92_780, 1, "1:32.7"],
    [1_960, 0, "0:01"], // the same time, rounded down in both forms
    [1_960, 1, "0:01.9"],
    [3_599_960, 1, "59:59.9"],
    [3_600_000, 1, "60:00.0"],
    [61_049, 3, "1:01.049"],
    [59_999, 3, "0:59.999"],
  ];
  for (const [ms, digits, text] of times) equal(clockTime(ms, digits), text);
});

Deno.test("a sentence starts with a capital letter and ends with an end mark", () => {
  const said = ["no such game", "why?", "Stop!", "done.", "ähnlich", "x"];
  equal(said.map(sentence), ["No such game.", "Why?", "Stop!", "Done.", "Ähnlich.", "X."]);
});

Deno.test("a level is named or described by its size, and an unknown name stays as it is", () => {
  const levels = {
    beginner: "Beginner",
    "30x16x99/open": "Expert",
    "9x9x10/given(9)": "Easy",
    "5x3x2/any": "5×3, 2 mines",
    constructor: "constructor",
  };
  for (const [level, name] of Object.entries(levels)) equal(levelName(level), name);
  equal(levelName("__proto__"), "__proto__");
});

Deno.test("a part of a link that ends within a character stays as it is", () => {
  const links = { "5x3x2%2Fany!.": "5x3x2/any!.", "%": "%", "%E0%A4%A": "%E0%A4%A", "a+b": "a+b" };
  for (const [link, text] of Object.entries(links)) equal(decoded(link), text);
  equal(decoded(""), "");
});

// -- elements -------------------------------------------------------------------------------------

Deno.test("elements skip missing values, flatten lists, and take text as text", () => {
  const made = h(
    "label",
    {
      ...{ class: "a b", title: "<b>", hidden: true, lang: null },
      ...{ "data-x": 0, id: undefined, draggable: false },
    },
    ...["<i>", 0, null, false, undefined, "", ["x", [h("br"), 7]]],
  );
  equal(Object.fromEntries(/** @type {any} */ (made).attributes), {
    ...{ class: "a b", title: "<b>", hidden: "", "data-x": "0" },
  });
  equal([...made.childNodes].map((one) => one.textContent), ["<i>", "0", "x", "", "7"]);
  equal([...made.children].map((one) => one.tagName), ["br"]);
  let clicks = 0;
  const field = h("input", { value: "5", onclick: () => clicks++ });
  field.click();
  equal([field.value, clicks], ["5", 1]);
  equal([h("p").childNodes.length, h("p", null).childNodes.length], [0, 0]);
});

Deno.test("only the cells of a sentence point at cells of the board", () => {
  /** @type {(number | null)[]} */
  const pointed = [];
  const board = /** @type {Board} */ (/** @type {unknown} */ ({
    named: (/** @type {string} */ name) => (name === "C4" ? 9 : null),
    point: (/** @type {number | null} */ cell) => pointed.push(cell),
  }));
  const runs = [{ cell: "C4" }, " and ", { cell: "AB12" }, ", not B2. ", { cell: "C4" }];
  const p = spoken("p", { class: "x" }, runs, board);
  for (const one of all(".ref", p)) {
    one.dispatchEvent(new Event("mouseenter"));
    one.dispatchEvent(new Event("mouseleave"));
  }
  equal(texts(".ref", p), ["C4", "AB12", "C4"]);
  equal(pointed, [9, null, 9, null]);
  equal([p.textContent, p.className], ["C4 and AB12, not B2. C4", "x"]);
});

// -- requests -------------------------------------------------------------------------------------

/** @type {any} api for addresses and bodies that the server does not have */
const request = api;
/** @param {unknown[]} given @returns {Promise<unknown>} */
const outcome = (...given) =>
  request(...given).then(
    (/** @type {unknown} */ answer) => ({ answer }),
    (/** @type {Problem} */ { message, status, away }) => ({ message, status, away }),
  );

Deno.test("a request without a body is a GET, and one with a body a POST", async () => {
  /** @type {[given: unknown[], method: string, body: unknown][]} */
  const cases = [
    [[], "GET", undefined],
    [[{ a: 1 }], "POST", { a: 1 }],
    [[null, "POST"], "POST", undefined],
    [[{ a: 1 }, "PUT"], "PUT", { a: 1 }],
  ];
  for (const [given, method, body] of cases) {
    page.answers[`${method} /api/games`] = { ok: true };
    equal(await outcome("/games", ...given), { answer: { ok: true } });
    const asked = page.asked.at(-1);
    equal([asked?.method, asked?.body], [method, body]);
    equal(asked?.headers.get("accept-language"), "en");
    equal(asked?.headers.get("content-type"), body ? "application/json" : null);
  }
});

Deno.test("a file is sent as it is", async () => {
  page.answers["POST /api/read"] = {};
  const file = new Blob(["x"]);
  await outcome("/read", file);
  equal([page.asked[0].body === file, page.asked[0].headers.get("content-type")], [true, null]);
});

Deno.test("an error has the server's message, or another one if the server sent none", async () => {
  const failed = "The server could not complete your request. Please try again.";
  page.answers["GET /api/games"] = Response.json({ detail: "no such game" }, { status: 404 });
  equal(await outcome("/games"), { message: "No such game.", status: 404, away: undefined });
  page.answers["GET /api/games"] = new Response("<h1>Bad gateway</h1>", { status: 502 });
  equal(await outcome("/games"), { message: failed, status: 502, away: undefined });
  page.answers["GET /api/games"] = new Response(null, { status: 204 });
  equal(await outcome("/games"), { answer: null });
});

Deno.test("a websocket names the language of the page", () => {
  socketTo("play");
  equal(page.sockets[0].url, "ws://sapper.test/api/play?language=en");
});

Deno.test("if the server does not answer, only the banner says so", async () => {
  const message = "No connection to the server.";
  equal(await outcome("/games", { level: "easy" }), { message, status: undefined, away: true });
  equal(/** @type {any} */ (document.getElementById("away")).hidden, false);
  equal(await guarded(() => request("/x")), undefined);
  equal(document.querySelector(".toast"), null);
  page.answers["GET /api/about"] = {};
  await later(1000); // the connection is back
});

Deno.test("levels and agents are requested once, and again after a refusal", async () => {
  const { about } = await import(`page/dom.js?fresh`);
  page.answers["GET /api/about"] = Response.json({ detail: "stopping" }, { status: 503 });
  equal(await about().catch((/** @type {Problem} */ { status }) => status), 503);
  page.answers["GET /api/about"] = { levels: [] };
  equal([...await Promise.all([about(), about()]), await about()], Array(3).fill({ levels: [] }));
  equal(page.asked.length, 2);
});

Deno.test("an error message replaces the previous one and stays for five seconds", async () => {
  toast("first");
  equal(await guarded(() => 7), 7);
  const fail = () => {
    throw new Error("No.");
  };
  equal(await guarded(fail), undefined);
  const shown = all(".toast", document.body);
  equal(shown.map((one) => [one.textContent, one.getAttribute("role")]), [["No.", "alert"]]);
  await later(4999);
  equal(texts(".toast", document.body), ["No."]);
  await later(1);
  equal(texts(".toast", document.body), []);
});

// -- other helpers --------------------------------------------------------------------------------

Deno.test("the live region changes even if the text is the same", async () => {
  const region = /** @type {HTMLElement} */ (document.getElementById("say"));
  for (let time = 0; time < 2; time++) {
    say("A1 flagged");
    equal(region.textContent, "");
    await later(16);
    equal(region.textContent, "A1 flagged");
  }
});

Deno.test("a view is highlighted while a file is over it, and takes the file", () => {
  /** @type {unknown[]} */
  const taken = [];
  const view = h("div");
  dropZone(view, (data) => taken.push(data));
  const shown = ["dragover", "dragleave", "dragover", "drop"].map((kind) => {
    const event = Object.assign(new Event(kind, { cancelable: true }), { dataTransfer: "file" });
    view.dispatchEvent(event);
    return [view.classList.contains("drop"), event.defaultPrevented];
  });
  equal(taken, ["file"]);
  equal(shown, [[true, true], [false, false], [true, true], [false, true]]);
});

Deno.test("shortcuts do not work in fields, dialogs and menus, or with Ctrl, Meta or Alt", () => {
  /** @param {any} target */
  const isBusy = (target, more = {}) => {
    const event = /** @type {any} */ (Object.assign(new Event("keydown", { bubbles: true }), {
      ...{ ctrlKey: false, metaKey: false, altKey: false },
      ...more,
    }));
    target.dispatchEvent(event);
    return busyKeys(event);
  };
  const places = [h("input"), h("textarea"), h("select"), h("button")];
  document.body.append(...places);
  equal(places.map((one) => isBusy(one)), [true, true, true, false]);
  for (const key of ["ctrlKey", "metaKey", "altKey"]) {
    equal(isBusy(document.body, { [key]: true }), true);
  }
  const dialog = h("dialog");
  document.body.append(dialog);
  equal(isBusy(document.body), false);
  dialog.open = true;
  equal(isBusy(document.body), true);
  dialog.remove();
  const menu = h("div", { role: "menu" });
  document.body.append(menu);
  equal(isBusy(document.body), true);
  menu.hidden = true;
  equal(isBusy(document.body), false);
});

Deno.test("lists of agents group the student programs, and the agents with one mistake", () => {
  const agents = ["textbook", "textbook:one-round", "program-a", "odds", "program-c"]
    .map((name) => ({ name, description: "", guess: "none" }));
  const about = { agents, guesses: [], levels: [], max_side: 100 };
  const { first, second } = agentPickers(about, { agents: ["odds"], guess: null }, () => {});
  page.main.append(first, second);
  for (const list of [first, second]) {
    const groups = all("optgroup", list);
    equal(groups.map((group) => group.getAttribute("label")), [
      "Textbook with a mistake",
      "Student programs",
    ]);
    equal(all("option", groups[0]).map(({ value }) => value), ["textbook:one-round"]);
    equal(all("option", groups[1]).map(({ value }) => value), ["program-a", "program-c"]);
    const grouped = all("optgroup option", list);
    const alone = all("option", list).filter((one) => one.value && !grouped.includes(one));
    equal(alone.map(({ value }) => value), ["textbook", "odds"]);
  }
});

Deno.test("a game of a room is continued in the room, any other in Play", () => {
  const game = /** @type {Api.RunningGameForm} */ ({ id: "one", room: null });
  resume(game);
  equal([location.hash, page.storage.getItem("sapper.game")], ["#play", "one"]);
  resume({ ...game, id: "two", room: "7fk2mq9x" });
  equal([location.hash, page.storage.getItem("sapper.game")], ["#room/7fk2mq9x", "one"]);
});

// -- the level ------------------------------------------------------------------------------------

Deno.test("the form of a custom size can be closed, and the level stays", async () => {
  page.answers["GET /api/about"] = { levels: [], max_side: 100 };
  /** @type {string[]} */
  const chosen = [];
  const { select, custom, show, close } = await levelPicker("5x5x5/any", (one) => chosen.push(one));
  show("9x9x10/open");
  const cross = custom.querySelector("[type=button]");
  const closing = [
    close,
    () => /** @type {any} */ (cross).click(),
    () => custom.dispatchEvent(Object.assign(new Event("keydown"), { key: "Escape" })),
  ];
  for (const act of closing) {
    select.value = "custom";
    select.dispatchEvent(new Event("change"));
    equal([custom.hidden, select.value], [false, "custom"]);
    act();
    equal([custom.hidden, select.value], [true, "9x9x10/open"]);
  }
  equal(chosen, []);
  custom.dispatchEvent(new Event("submit"));
  equal([custom.hidden, select.value, chosen], [true, "9x9x10/open", ["9x9x10/open"]]);
});
