// Settings, kept in this browser; whoever has to know hears a "settings" event.

const DEFAULTS = {
  look: "auto",
  language: "auto",
  sound: false,
  names: true,
  turn: true,
  press: 350,
  chordByClick: false,
  questions: false,
  autoFlag: false,
  firstTapOpens: true,
  firstCell: "open",
  noGuess: false,
  technique: "", // of boards that need no guess: "", "at_most subset" or "technique chain"
};

// Only what is a setting, and of the kind that it was: the rest is not ours any more.
function kept() {
  const found = JSON.parse(localStorage.getItem("sapper.settings") ?? "{}");
  return Object.fromEntries(
    Object.entries(found).filter(([key, value]) =>
      Object.hasOwn(DEFAULTS, key) && typeof value === typeof Reflect.get(DEFAULTS, key)
    ),
  );
}

export const settings = new Proxy({ ...DEFAULTS, ...kept() }, {
  set(target, key, value) {
    Reflect.set(target, key, value);
    localStorage.setItem("sapper.settings", JSON.stringify(target));
    document.dispatchEvent(new CustomEvent("settings", { detail: { key } }));
    return true;
  },
});
