import { equal, page } from "./page.js";

let loaded = 0;
// Runs the script as at the start of a page.
const load = () => import(`page/storage.js?${++loaded}`);

const DAMAGED = ["{", "null", "[]", '"text"', "7", "", "%!x", "1x1x1!...!."];
// An object without fields is a value like any other where an object is expected.
const EMPTY = '{"__proto__": 1}';

/** @type {Record<string, { kept: string[], dropped: string[] }>} */
const CASES = {
  settings: { kept: ['{"look": "dark"}', "{}", EMPTY], dropped: DAMAGED },
  level: {
    kept: ["beginner", "hard", "5x3x2", "30x16x99/given(8)", "9x9x10/given*2"],
    dropped: [...DAMAGED, EMPTY, "constructor", "9x9", "9x9x10/", "Beginner"],
  },
  game: {
    kept: ["abcdefgh", "A-b_0".repeat(9)],
    dropped: [...DAMAGED, EMPTY, "short", "x".repeat(49), "../../etc/passwd"],
  },
  questions: {
    kept: ['{"game": "x", "cells": []}'],
    dropped: [...DAMAGED, EMPTY, '{"game": 3, "cells": 5}'],
  },
  watch: {
    kept: [
      "{}",
      EMPTY,
      '{"level": "easy", "agents": ["rules", "odds"], "guess": null, "seed": 0}',
      '{"seed": 9007199254740991, "guess": "vote"}',
    ],
    dropped: [
      ...DAMAGED,
      '{"level": 5}',
      '{"agents": "rules"}',
      '{"agents": []}',
      '{"agents": [3]}',
      '{"guess": 3}',
      '{"seed": "x"}',
      '{"seed": 1e300}',
      '{"level": "constructor"}',
    ],
  },
  measure: {
    kept: [
      "{}",
      EMPTY,
      '{"level": "5x3x2/any", "agents": ["rules"], "games": 50, "guess": null}',
      '{"agents": ["rules", "odds"], "guess": "vote"}',
    ],
    dropped: [
      ...DAMAGED,
      '{"level": 5}',
      '{"agents": "rules"}',
      '{"agents": []}',
      '{"agents": [null]}',
      '{"games": "many"}',
      '{"games": 7.5}',
      '{"guess": 3}',
    ],
  },
  lessons: {
    kept: ["[]", '["1.1", "10.3"]'],
    dropped: [...DAMAGED.filter((one) => one !== "[]"), EMPTY, "{}", "[1]", "[null]"],
  },
  practice: {
    kept: [
      "{}",
      EMPTY,
      '{"kind": "chain", "scores": {"chain": [1, 2, 0]}, "solved": ["abc 3"]}',
    ],
    dropped: [...DAMAGED, '{"scores": null}', '{"scores": {"chain": 3}}', '{"solved": 5}'],
  },
  position: {
    kept: ["5x3x2/any!.....!11111!00000", "1x1x0!."],
    dropped: [
      ...DAMAGED,
      EMPTY,
      "4x2x1!....!...!",
      "4x2x1!....!...",
      "5x3x2",
      "5x3x2!ab",
    ],
  },
};

for (const [key, { kept, dropped }] of Object.entries(CASES)) {
  Deno.test(`a damaged value of sapper.${key} is removed, and other keys stay`, async () => {
    for (const [values, fits] of /** @type {const} */ ([[kept, true], [dropped, false]])) {
      for (const value of values) {
        localStorage.setItem(`sapper.${key}`, value);
        localStorage.setItem("sapper.other", "{");
        await load();
        equal(localStorage.getItem(`sapper.${key}`), fits ? value : null, value);
        equal(localStorage.getItem("sapper.other"), "{");
      }
    }
  });
}

Deno.test("if the browser forbids storage, values are kept while the page is open", async () => {
  const given = Object.getOwnPropertyDescriptor(globalThis, "localStorage") ?? {};
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("Access is denied", "SecurityError");
    },
  });
  try {
    await load();
    localStorage.setItem("a", "1");
    equal(localStorage.getItem("a"), "1");
    localStorage.removeItem("a");
    equal([localStorage.getItem("a"), localStorage.getItem("none")], [null, null]);
    const { settings } = await import(`page/settings.js?forbidden`);
    settings.look = "dark";
    equal(settings.look, "dark");
    equal(JSON.parse(localStorage.getItem("sapper.settings") ?? "").look, "dark");
  } finally {
    Object.defineProperty(globalThis, "localStorage", { ...given, configurable: true });
  }
});

Deno.test("if the storage is full, a setting works but is not kept, without an error", async () => {
  Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await load();
  const { settings } = await import(`page/settings.js?full`);
  settings.sound = true;
  equal([settings.sound, page.storage.getItem("sapper.settings")], [true, null]);
});
