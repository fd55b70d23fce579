import { equal, match, ok, page } from "./page.js";
import { plain } from "page/runs.js";
import { settings } from "page/settings.js";
import english from "page/words/en.js";
import german from "page/words/de.js";
import englishEvents from "page/kb/words/en.js";
import germanEvents from "page/kb/words/de.js";
import englishLab from "page/words/lab_en.js";
import germanLab from "page/words/lab_de.js";
import englishLessons from "page/words/lessons_en.js";
import germanLessons from "page/words/lessons_de.js";
import englishPatterns from "page/words/patterns_en.js";
import germanPatterns from "page/words/patterns_de.js";
import englishRooms from "page/rooms/words/en.js";
import germanRooms from "page/rooms/words/de.js";

/** @type {Record<string, any>} */
const LANGUAGES = { en: english, de: german };
/** @type {Record<string, any>} */
const ALL = {
  en: { ...english, lab: englishLab, lessons: englishLessons },
  de: { ...german, lab: germanLab, lessons: germanLessons },
};

// The kind of everything in a file of words.
/** @param {any} value @returns {unknown} */
const shape = (value) =>
  typeof value === "function"
    ? `function of ${value.length}`
    : Array.isArray(value)
    ? value.map(shape)
    : typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]))
    : typeof value;

// tests/web/test_words.py compares the agents with those of the lab.
Deno.test("every agent has a name and one sentence in each language", () => {
  for (const words of Object.values(LANGUAGES)) {
    for (const [name, line] of Object.values(words.agents)) {
      match(name, /^\p{Lu}/u);
      match(line, /^[A-ZÄÖÜ][^.]+[.?]$/);
    }
  }
});

Deno.test("both languages have the same words, with functions in the same places", () => {
  equal(shape(german), shape(english));
  equal(shape(germanEvents), shape(englishEvents));
  equal(shape(germanLab), shape(englishLab));
  equal(shape(germanLessons), shape(englishLessons));
  equal(shape(germanPatterns), shape(englishPatterns));
  equal(shape(germanRooms), shape(englishRooms));
});

let loaded = 0;
Deno.test("the settings or else the browser choose the language", async () => {
  /** @type {[languages: string[], setting: string, expected: string][]} */
  const cases = [
    [["de-AT"], "auto", "de"],
    [["en-GB"], "auto", "en"],
    [["fr-FR"], "auto", "en"],
    [[], "auto", "en"],
    [["fr-FR", "DE", "en"], "auto", "de"],
    [["fr", "en-US", "de"], "auto", "en"],
    [["en-GB"], "de", "de"],
    [["de"], "en", "en"],
    [["de"], "constructor", "en"],
  ];
  for (const [languages, setting, expected] of cases) {
    page.languages = languages;
    settings.language = setting;
    const { language, locale, words } = await import(`page/words.js?${++loaded}`);
    equal([language, words], [expected, LANGUAGES[expected]], `${languages}, ${setting}`);
    equal(document.documentElement.lang, expected);
    const regional = languages.find((tag) => tag.slice(0, 2).toLowerCase() === expected);
    equal(locale, regional ?? expected, "numbers and dates are those of the region");
  }
  page.languages = ["en-GB"];
  settings.language = "auto";
});

Deno.test("one of something is not many, zero is many, and large numbers have separators", () => {
  /** @type {[path: string, en: string, [string, string], de: string, [string, string]][]} */
  const cases = [
    ["proofIn", "Proof in {}", ["step", "steps"], "Beweis in {}", ["Schritt", "Schritten"]],
    ["play.opened", "{} opened", ["cell", "cells"], "{} geöffnet", ["Feld", "Felder"]],
    ["play.left", "{} left to flag", ["mine", "mines"], "{} ohne Flagge", ["Mine", "Minen"]],
    ["history.moves", "{}", ["move", "moves"], "{}", ["Zug", "Züge"]],
    [
      "history.waiting",
      "{} still being reviewed.",
      ["game is", "games are"],
      "{} noch durchgesehen.",
      ["Partie wird", "Partien werden"],
    ],
    [
      "lab.stopped",
      "Stopped after {}.",
      ["game", "games"],
      "Angehalten nach {}.",
      ["Partie", "Partien"],
    ],
  ];
  for (const [path, en, enNouns, de, deNouns] of cases) {
    const each = { en: [en, enNouns, "1,234,567"], de: [de, deNouns, "1.234.567"] };
    for (const [language, [text, [one, many], million]] of Object.entries(each)) {
      const say = path.split(".").reduce((at, key) => at[key], ALL[language]);
      const counted = [`0 ${many}`, `1 ${one}`, `2 ${many}`, `${million} ${many}`];
      equal(
        [0, 1, 2, 1234567].map((n) => say(n)),
        counted.map((count) => String(text).replace("{}", count)),
      );
    }
  }
});

Deno.test("no function of words says undefined", () => {
  let tried = 0;
  /** @param {any} value @param {string} path */
  const walk = (value, path) => {
    if (typeof value === "object" && value) {
      for (const [key, one] of Object.entries(value)) walk(one, `${path}.${key}`);
    }
    // These functions expect an object or the name of a technique.
    if (typeof value !== "function" || /parting|verdict|daily\.needs/.test(path)) return;
    for (const given of [2, "A1", ["A1", "B2", "C3"]]) {
      try {
        const said = value(...Array(value.length).fill(given));
        const text = Array.isArray(said) ? plain(said) : said;
        ok(!/undefined|\[object|=>/.test(text), `${path} says ${text}`);
        tried++;
      } catch (problem) {
        if (!(problem instanceof TypeError)) throw problem; // it expects another type
      }
    }
  };
  for (const [language, words] of Object.entries(ALL)) walk(words, language);
  ok(tried > 500, `${tried} sentences`);
});

Deno.test("a clue has mines at cells and needs more, in the singular and the plural", () => {
  const [one, two] = [["A1"], ["C1", "C3"]];
  /** @param {any} words @param {string[]} known @param {string[]} left */
  const reason = (words, known, left) => plain(words.home.reason("3", "B2", known, left, false));
  equal(
    reason(english, one, two),
    "The 3 at B2 has a mine at A1 and needs 2 more. Only C1 and C3 are left, so they are mines.",
  );
  equal(
    reason(english, two, one),
    "The 3 at B2 has mines at C1 and C3 and needs 1 more. Only A1 is left, so it is a mine.",
  );
  equal(
    reason(german, one, two),
    "Die 3 auf B2 hat eine Mine auf A1 und braucht noch 2. Nur C1 und C3 sind übrig, also " +
      "alles Minen.",
  );
  equal(
    reason(german, two, one),
    "Die 3 auf B2 hat Minen auf C1 und C3 und braucht noch 1. Nur A1 ist übrig, also eine Mine.",
  );
});

Deno.test("a rating and a cost read as sentences", () => {
  equal(english.rush.after("fairly sure", 12), "your rating after 12 positions (fairly sure)");
  equal(
    english.practice.missesOf(1, "subset", "4"),
    "subset: once, which lowered your chance of winning by 4 points",
  );
  equal(
    english.practice.missesOf(3, "subset", "12"),
    "subset: 3 times, which lowered your chance of winning by 12 points in all",
  );
});

Deno.test("every technique can be the hard part of a daily board", () => {
  for (const words of Object.values(ALL)) {
    for (const technique of Object.keys(words.techniques)) {
      for (const needed of [1, 2, 40]) {
        const said = words.daily.needs(technique, needed);
        match(said, /^[A-Z][^.]+\. [A-Z4][^.]+\.$/);
        ok(!said.includes("undefined"), said);
      }
    }
  }
});

Deno.test("lists have commas, and a word before the last item", () => {
  /** @type {[cells: string[], en: string, de: string][]} */
  const cases = [
    [["A1"], "Also safe: A1.", "Auch sicher: A1."],
    [["A1", "B2"], "Also safe: A1 and B2.", "Auch sicher: A1 und B2."],
    [["A1", "B2", "C3"], "Also safe: A1, B2 and C3.", "Auch sicher: A1, B2 und C3."],
  ];
  for (const [cells, en, de] of cases) {
    for (const [words, expected] of /** @type {const} */ ([[english, en], [german, de]])) {
      const said = words.practice.also(cells);
      equal(said.flatMap((run) => (typeof run === "string" ? [] : [run.cell])), cells);
      equal(plain(said), expected);
    }
  }
});

Deno.test("the article fits the chance: an 8% chance, but a 9% chance", () => {
  const chances = {
    an: ["8.3%", "80.0%", "11.0%", "18.2%"],
    a: ["9.0%", "12.5%", "100%", "<0.1%", "1.8%", "110%"],
  };
  for (const [article, all] of Object.entries(chances)) {
    for (const chance of all) {
      const said = englishLessons.risk("A1", chance);
      equal(said, `A1 has ${article} ${chance} chance of being a mine.`);
    }
  }
});

Deno.test("Watch names the size of a custom level once", () => {
  equal(englishEvents.on("Beginner", "9×9", 5), "Beginner 9×9, board 5");
  equal(englishEvents.on("7×5, 9 mines", "7×5", 5), "7×5, 9 mines, board 5");
  equal(germanEvents.on("7×5, 9 Minen", "7×5", 5), "7×5, 9 Minen, Brett 5");
});
