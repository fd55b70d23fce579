// Muster, auf Deutsch.

import { cell, runs } from "../runs.js";
import { count, NUMBERS } from "./de.js";

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {typeof import("./patterns_en.js").default} */
const words = {
  name: "Muster",
  title: (number) => `${capital(NUMBERS[number])} Muster, die du auf einen Blick erkennst.`,
  lead: "Zu jedem gibt es ein Brett, zwei Sätze und Rätsel, bis fünf nacheinander richtig sind.",
  missedMost: (
    pattern,
  ) => ["In deinen letzten Partien hast du ", pattern, " am häufigsten übersehen."],
  missed: "am häufigsten übersehen",
  place: (place, of) => `Muster ${place} von ${of}`,
  boardOf: (title) => `Ein Brett mit dem Muster ${title}`,
  all: "Alle Muster",
  tryIt: "Probier es",
  inARow: (row) => row === 1 ? "eines richtig" : `${NUMBERS[row]} nacheinander`,
  puzzle: "Rätsel",
  task: "Öffne ein sicheres Feld.",
  taskGuess: "Kein Feld ist sicher. Öffne das beste.",
  left: (mines) => `Noch ${count(mines, "Mine", "Minen")}.`,
  showMe: "Zeig es mir",
  shown: ["Hier ist es."],
  readAgain: "Noch einmal lesen",
  next: "Nächstes Rätsel",
  bestCells: "Am besten:",
  done: "Fünf nacheinander.",
  isSafe: (name) => runs`${cell(name)} ist sicher.`,
  alsoSafe: (name) => runs`Das Muster zeigt, dass auch ${cell(name)} sicher ist.`,
  showPattern: "Das Muster zeigen",
  isBest: (name) => runs`Kein Feld ist besser als ${cell(name)}.`,
  isMine: (name) => runs`${cell(name)} ist eine Mine.`,
  isOpen: (name) => runs`${cell(name)} kann eine Mine sein.`,
  isWorse: (name) => runs`Ein anderes Feld gewinnt häufiger als ${cell(name)}.`,
};

export default words;
