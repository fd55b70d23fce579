// The page's words, in the language of the settings or else of the browser. Each language is one
// file with the same keys (tests/web/js/test_words.py holds them together); nothing else on the
// page writes a sentence. What is said about positions and games comes from the server, in the same
// language.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

const wished = settings.language === "auto"
  ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  : [settings.language];
export const language = wished.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
/** @type {Words} */
export const words = (await import(`./words/${language}.js`)).default;

document.documentElement.lang = language;

/** @param {number} value */
export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
