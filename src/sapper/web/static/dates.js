import { language } from "./words.js";

// A date of the server's, in words; its days are those of UTC.
/** @param {string} date @param {Intl.DateTimeFormatOptions} [style] */
export const dateText = (date, style = { day: "numeric", month: "long" }) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(language, { ...style, timeZone: "UTC" });
