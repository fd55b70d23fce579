// Dates in the reader's language.

import { locale } from "./words.js";

// The server's days are in UTC.
/** @param {string} date @param {Intl.DateTimeFormatOptions} [style] */
export const dateText = (date, style = { day: "numeric", month: "long" }) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(locale, { ...style, timeZone: "UTC" });
