// Saves JSON objects in this browser (settings.js saves the settings). An unreadable value is
// treated as an empty object.

/** @param {string} key */
export function recall(key) {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "{}");
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** @param {string} key @param {unknown} value */
export const remember = (key, value) => localStorage.setItem(key, JSON.stringify(value));

// The key under which the browser keeps notes on the current game:
// {game, daily: {date, level, room}}.
export const ABOUT = "sapper.about";
