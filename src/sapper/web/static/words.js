// The page's words, in the language of the settings or else of the browser. Each language is one file with the same
// keys (tests/web/test_words.py holds them together); nothing else on the page writes a sentence.
// The server speaks English. Its messages are translated by the same files (`told`), and what it says about positions and
// games, sentence by sentence, by a file of its own (sentences.de.js), which English does without.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

const wished = settings.language === "auto" ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()) : [settings.language];
export const language = wished.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
const [{ default: found }, sentences] = await Promise.all([import(`./words/${language}.js`), language === "en" ? null : import(`./words/sentences.${language}.js`)]);
export const words = found;

// What the server says about a position or a game, in the page's language; null where there are no words for it.
export const translated = (text) => (sentences === null ? text : sentences.translated(text));

document.documentElement.lang = language;

export const number = (value, digits = 0) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
