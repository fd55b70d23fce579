// A German page. The other tests run on an English one.

import { all, equal, ok, page, texts } from "./page.js";

page.languages = ["de-DE"];
const { api, chance, clockTime, levelName, number, socketTo } = await import("page/dom.js");
const { dateText } = await import("page/dates.js");
const { legend } = await import("page/legend.js");
const { signedPoints } = await import("page/points.js");
await import("page/board.js");
const { face, resultText } = await import("page/daily.js");

Deno.test("numbers and times are written as in German", () => {
  equal(
    [number(0), number(1234567), number(1234.5, 2), number(0.05, 1), number(-1234.5, 1)],
    ["0", "1.234.567", "1.234,50", "0,1", "-1.234,5"],
  );
  equal(
    [clockTime(0), clockTime(92_780), clockTime(92_780, 1), clockTime(3_599_960, 1)],
    ["0:00", "1:32", "1:32,7", "59:59,9"],
  );
  equal([0.333, 0.0001, 0.9999].map(chance), ["33,3\u00a0%", "<0,1\u00a0%", ">99,9\u00a0%"]);
  equal(signedPoints(1250), "+1.250");
});

Deno.test("days are those of UTC", () => {
  equal(
    ["2026-01-31", "2024-02-29", "2026-12-01"].map((day) => dateText(day)),
    ["31. Januar", "29. Februar", "1. Dezember"],
  );
});

Deno.test("levels have German names, and unknown ones stay as they are", () => {
  const levels = ["beginner", "30x16x99/open", "9x9x10/given(9)", "5x3x2/any", "constructor"];
  const names = ["Anfänger", "Experten", "Leicht", "5×3, 2 Minen", "constructor"];
  equal(levels.map(levelName), names);
  equal(levelName("__proto__"), "__proto__");
});

Deno.test("the legend explains the same odds as in English", () => {
  const found = [...legend().children];
  equal(found.map((one) => all("i", one)[0].dataset.o), ["safe", "mine", "open"]);
  equal(found[0].textContent, "sicher");
});

Deno.test("a board speaks German, and its cells have the same names as in English", () => {
  const board = document.createElement("sapper-board");
  page.main.append(board);
  board.load(4, 2, ["1+.0", "F2.8"]); // B1 is given as safe, and A2 has a flag
  const labels = all("[role=gridcell]").map((one) => one.getAttribute("aria-label"));
  equal(labels, [
    ...["A1 1", "B1 als sicher vorgegeben", "C1 verdeckt", "D1 leer"],
    ...["A2 mit Flagge", "B2 2", "C2 verdeckt", "D2 8"],
  ]);
});

Deno.test("requests and websockets name German, and no other language", async () => {
  page.answers = { "GET /api/reports": [], "POST /api/daily": {} };
  await api("/reports");
  await api("/daily", { level: "beginner" });
  equal(page.asked.map(({ headers }) => headers.get("accept-language")), ["de", "de"]);
  equal(socketTo("play").url, "ws://sapper.test/api/play?language=de");
});

Deno.test("an error without a message of the server has a German one", async () => {
  /** @param {Response} answer */
  const refused = async (answer) => {
    page.answers["GET /api/reports"] = answer;
    return await api("/reports").catch(({ message }) => message);
  };
  const detail = "Diese Partie gibt es nicht.";
  equal(await refused(Response.json({ detail }, { status: 404 })), detail);
  equal(
    await refused(new Response("<h1>Bad gateway</h1>", { status: 502 })),
    "Der Server konnte die Anfrage nicht ausführen. Versuch es noch einmal.",
  );
});

Deno.test("the result of a daily board is German", () => {
  /** @type {any} */
  const card = {
    ...{ date: "2026-03-09", level: "intermediate", outcome: "won", elapsed: 144_900 },
    marks: "c".repeat(16),
  };
  const text = resultText(card, { featured: "intermediate", streak: 5 });
  equal(text.split("\n")[0], "Sapper, 9. März: Gelöst in 2:24");
});

Deno.test("a German sentence says which technique makes a daily board hard", () => {
  const said = {
    "chain 2": "zu schließen (2-mal).",
    "subset 1": "ist nur, zwei Zahlen zu vergleichen.",
    "case split 13": "mehrere Fälle durchzuspielen (13-mal).",
    "mine count 3": "die übrigen Minen zu zählen.",
    "single clue 40": "Eine Zahl nach der anderen genügt",
    "given 1": "Der erste Klick öffnet alles.",
  };
  for (const [needs, words] of Object.entries(said)) {
    const [, hardest, needed] = /^(.*) (\d+)$/.exec(needs) ?? [];
    const board = {
      ...{ level: "intermediate", width: 9, height: 9, mines: 10, difficulty: 5.84, solved: 30 },
      ...{ hardest, needed: Number(needed), game: null, outcome: null, elapsed: null },
    };
    /** @type {any} */
    const day = {
      ...{ date: "2026-03-11", boards: [board], week: [], featured: "intermediate" },
      ...{ streak: 4, longest_streak: 11, seconds_left: 60 },
    };
    const [sentence] = texts(".voice", face(day));
    ok(sentence.includes(words), sentence);
  }
});
