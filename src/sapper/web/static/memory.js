// What this browser remembers as JSON besides the settings; whatever is not ours any more is as if
// it had never been.

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

// What is known of the game that is played besides what the server says: {game, noGuess, daily:
// {date, level}}.
export const ABOUT = "sapper.about";
