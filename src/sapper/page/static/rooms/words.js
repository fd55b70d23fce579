// The words of rooms, which the other views do not need.

import { language } from "../words.js";

/** @type {typeof import("./words/en.js").default} */
export const t = (await import(`./words/${language}.js`)).default;
