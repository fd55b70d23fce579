// The settings, which are saved in this browser. Every change triggers a "settings" event.

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
  askHelp: true,
  noHelp: false,
  firstCell: "open",
  /** Pixels, by look; 0 is automatic. @type {Record<string, number>} */ cellSize: {},
  noGuess: false,
  technique: "", // for no-guess boards: "", "at_most subset" or "technique chain"
};

// The saved values, except values of the wrong type and settings that no longer exist.
function kept() {
  const found = JSON.parse(localStorage.getItem("sapper.settings") ?? "{}");
  return Object.fromEntries(
    Object.entries(found).filter(([key, value]) =>
      Object.hasOwn(DEFAULTS, key) && typeof value === typeof Reflect.get(DEFAULTS, key)
    ),
  );
}

const current = { ...DEFAULTS, ...kept() };
/** @param {string} key */
const tell = (key, elsewhere = false) =>
  document.dispatchEvent(new CustomEvent("settings", { detail: { key, elsewhere } }));

export const settings = new Proxy(current, {
  set(target, key, value) {
    Reflect.set(target, key, value);
    localStorage.setItem("sapper.settings", JSON.stringify(target));
    tell(String(key));
    return true;
  },
});

const look = () => document.documentElement.dataset.look ?? "";
export const [LEAST, MOST] = [20, 64]; // px
// The size of cells that the player wants in this look, or 0 for the automatic size.
export const wantedCell = () => {
  const size = settings.cellSize[look()];
  return size >= LEAST && size <= MOST ? size : 0;
};
/** @param {number} size */
export function wantCell(size) {
  settings.cellSize = {
    ...settings.cellSize,
    [look()]: size && Math.max(LEAST, Math.min(MOST, size)),
  };
}

// Applies changes that the user has made in another tab.
addEventListener("storage", ({ key }) => {
  if (key !== "sapper.settings") return;
  for (const [name, value] of Object.entries({ ...DEFAULTS, ...kept() })) {
    if (Reflect.get(current, name) === value) continue;
    Reflect.set(current, name, value);
    tell(name, true);
  }
});
