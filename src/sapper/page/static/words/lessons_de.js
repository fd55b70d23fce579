// Die Seiten der Lektionen, auf Deutsch.

import { count } from "./de.js";

/** @type {typeof import("./lessons_en.js").default} */
const words = {
  title: "Zehn Lektionen",
  lead: "Jede ist eine Seite lang und erklärt eine Idee. Die Stellungen kannst du anklicken, und " +
    "deine Antworten werden sofort geprüft.",
  solved: (done, all) => `${done} von ${all} Aufgaben gelöst`,
  before: "Zurück",
  all: "Alle Lektionen",
  after: "Weiter",
  exercises: "Aufgaben",
  board: (width, height, mines) =>
    `Stellung, ${width} mal ${height}, ${count(mines, "Mine", "Minen")}`,
  practice: "Rätsel zum Üben",
  howTo: "Klick auf ein nachweislich sicheres Feld. Ein Rechtsklick, langes Drücken oder F setzt " +
    "eine Flagge.",
  howToGuess: "Klick auf das Feld, das du öffnen würdest.",
  another: "Noch eins",
  uncertain: (name) => `${name} könnte eine Mine sein. Die Minen zeigen ein Brett, das passt.`,
  isMine: (name) => `Nein, ${name} ist eine Mine.`,
  isSafe: (name) => `Ja, ${name} ist sicher.`,
  left: (cells) =>
    cells === 1 ? "Es gibt noch ein sicheres Feld." : `Es gibt noch ${cells} sichere Felder.`,
  allFound: "Du hast alle sicheren Felder gefunden!",
  risk: (name, chance) => `${name} ist mit ${chance} Wahrscheinlichkeit eine Mine.`,
  safest: "Kein Feld ist sicherer.",
  notSafest: "Ein anderes Feld ist sicherer.",
  value: (name, risk, win) =>
    `${name} ist mit ${risk} Wahrscheinlichkeit eine Mine. Damit gewinnst du ${win} der Partien.`,
  best: "Mit keinem Feld gewinnst du öfter.",
  notBest: (name, risk, win) =>
    `Mit ${name} gewinnst du öfter (${win}). Das Minenrisiko dort ist ${risk}.`,
  answer: (number) => `Deine Antwort zu ${number}`,
  check: "Prüfen",
  noAnswer: "Schreib zuerst deine Antwort.",
  hint: "Tipp",
  solution: "Lösung zeigen",
  byHand: "Klauseln abgleichen",
  handsHere: "Hier Klauseln abgleichen",
  begins: "Eine Antwort kann so anfangen:",
  solutionIs: "Eine richtige Antwort:",
  filledIn: "Der Anfang der Antwort ist eingetragen.",
  tapCells: "Ein Klick auf ein Feld schreibt seinen Namen.",
  howToPaint: "Wähl eine Zahl oder ein anderes Zeichen und mal es in die Felder. Größe und " +
    "Minenzahl stehen über dem Brett.",
  keys: "Zeichen",
  keyNames: { "¬": "nicht", "∨": "oder", "⊥": "die leere Klausel" },
  done: "gelöst",
};

export default words;
