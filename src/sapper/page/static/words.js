// The strings of the page, in the language of the settings or of the browser. There is one file per
// language, all with the same keys (tests/page/words.test.js compares them). Sentences about
// positions and games come from the server.

import { region } from "./region.js";
import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

const only = document.documentElement.dataset.language; // a file contains a single language
const wished = only
  ? [only]
  : settings.language === "auto"
  ? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  : [settings.language];
export const language = wished.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
export const locale = region(language);
/** @type {Words} */
export const words = (await import(`./words/${language}.js`)).default;

document.documentElement.lang = language;

/** @type {Intl.NumberFormat[]} by the number of digits, because making one takes long */
const formats = [];
/** @param {number} value */
export function number(value, digits = 0) {
  formats[digits] ??= new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formats[digits].format(value);
}
