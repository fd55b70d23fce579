// Formats dates in the reader's language.

import { locale } from "./words.js";

// The server counts days in UTC.
/** @param {string} date @param {Intl.DateTimeFormatOptions} [style] */
export const dateText = (date, style = { day: "numeric", month: "long" }) =>
  new Date(`${date}T00:00Z`).toLocaleDateString(locale, { ...style, timeZone: "UTC" });

// The day of a point in time, in the reader's time zone.
/** @param {number} when in seconds */
export const dayOf = (when) =>
  new Date(when * 1000).toLocaleDateString(locale, { day: "numeric", month: "long" });
