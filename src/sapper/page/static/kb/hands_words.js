// The words of You are the agent and of Predict.

import { language } from "../words.js";

/** @type {typeof import("./words/hands_en.js").default} */
export const t = (await import(`./words/hands_${language}.js`)).default;
