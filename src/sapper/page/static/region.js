// The regional variant of a language, such as en-GB, which decides how numbers and dates look.

/** @param {string} language */
export const region = (language) =>
  navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
