// The page's words, in the language of the settings or else of the browser. Each language is one file with the same
// keys (tests/web/test_words.py holds them together); nothing else on the page writes a sentence.
// What the server says about a position (explanations, refusals) comes as it is, in English.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

const wished = settings.language === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()) : [settings.language];
export const language = wished.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
export const words = (await import(`./words/${language}.js`)).default;
document.documentElement.lang = language;

export const number = (value, digits = 0) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
