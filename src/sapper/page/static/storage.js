// This script runs first. If the browser forbids storage, values are kept only while the page is
// open. If the storage is full, new values are not saved. Unreadable values from another version
// are removed.
"use strict";
{
  /** @type {Map<string, string>} */
  const memory = new Map();
  /** @type {Pick<Storage, "getItem" | "setItem" | "removeItem">} */
  const substitute = {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => memory.set(key, String(value)),
    removeItem: (key) => memory.delete(key),
  };

  let kept = substitute;
  try {
    kept = localStorage; // this line throws if storage is forbidden
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function (
      /** @type {string} */ key,
      /** @type {string} */ value,
    ) {
      try {
        keep.call(this, key, value);
      } catch {
        // The storage is full.
      }
    };
  } catch {
    Object.defineProperty(window, "localStorage", { value: substitute });
  }

  /** @param {unknown} value */
  const isText = (value) => typeof value === "string";
  /** @param {unknown} value */
  const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  /** @type {(fits: (value: any) => boolean) => (text: string) => boolean} */
  const json = (fits) => (text) => {
    const value = JSON.parse(text);
    return isPlain(value) && fits(value);
  };
  /** @param {unknown} value */
  const isAgents = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
  /** @param {string} text */
  const isLevel = (text) =>
    /^(beginner|intermediate|expert|easy|medium|hard|\d+x\d+x\d+(\/[\w*().]+)?)$/.test(text);
  /** @type {Record<string, (text: string) => boolean>} */
  const FITS = {
    "sapper.settings": json(() => true), // settings.js checks each setting
    "sapper.level": isLevel,
    "sapper.game": (text) => /^[\w-]{8,48}$/.test(text),
    "sapper.questions": json((value) => Array.isArray(value.cells)),
    "sapper.watch": json(({ level = "easy", agents = ["textbook"], guess = null, seed = null }) =>
      isText(level) && isLevel(level) &&
      isAgents(agents) && (guess === null || isText(guess)) &&
      (seed === null || Number.isSafeInteger(seed))
    ),
    "sapper.measure": json(({ level = "easy", agents = ["textbook"], guess = null, games = 50 }) =>
      isText(level) && isLevel(level) &&
      isAgents(agents) && (guess === null || isText(guess)) && Number.isSafeInteger(games)
    ),
    "sapper.lessons": (text) => JSON.parse(text).every(isText),
    "sapper.practice": json(({ scores = {}, solved = [] }) =>
      isPlain(scores) && Object.values(scores).every(Array.isArray) && Array.isArray(solved)
    ),
    "sapper.position": (text) =>
      /^\d+x\d+x\d+[^!]*(![0-8.F+]+)+$/.test(text) &&
      new Set(text.split("!").slice(1).map((row) => row.length)).size === 1,
  };
  for (const [key, fits] of Object.entries(FITS)) {
    let isFit = false;
    try {
      const text = kept.getItem(key);
      isFit = text === null || fits(text);
    } catch {
      // The value is not JSON.
    }
    if (!isFit) kept.removeItem(key);
  }
}
