// Du bist der Agent und Vorhersagen, auf Deutsch; dieselben Schlüssel wie hands_en.js.

import { cell, plain, runs } from "../../runs.js";
import { cells, list } from "../../words/de.js";

/** @param {boolean} mine */
const state = (mine) => mine ? "eine Mine" : "sicher";

/** @type {typeof import("./hands_en.js").default} */
const words = {
  tabs: { watch: "Zusehen", hands: "Du bist der Agent", predict: "Vorhersagen" },
  ways: "Was du mit dieser Partie machst",

  filter: "Klicke ein Feld an, um nur seine Klauseln zu sehen.",
  note: "wähle zwei Klauseln",
  left: "was übrig ist",
  cap: (matching) => `Dein Abgleich ${matching}`,
  done: "Fertig",
  start: "Kläre ein Feld.",
  startWith: (name) => runs`Kläre ${cell(name)}.`,
  startWhy: "Kein sicheres Feld ist bekannt. Wähle zwei Klauseln aus KB, die sich auf einem Feld " +
    "widersprechen.",
  startWhyGoal:
    "Ist es sicher oder eine Mine? Wähle zwei Klauseln aus KB, die sich auf einem Feld " +
    "widersprechen.",
  startByHand:
    "Ist es sicher oder eine Mine? Auch Tatsachen sind hier Klauseln. Gleiche sie mit längeren ab.",
  again: "Gleiche noch zwei Klauseln ab.",
  againWhy: "Dein Ergebnis ist jetzt in KB. Du kannst es auch abgleichen.",
  nothingHere: "Hier ist nichts abzugleichen.",
  nothingHereWhy: "Alles, was folgt, ist ohne Abgleichen bekannt.",
  wait: "Die Partie wird noch geladen.",
  one: "Und eine zweite Klausel?",
  oneWhy: "Suche eine Klausel, die eines dieser Felder mit anderem Vorzeichen enthält.",
  two: "Was folgt aus diesen beiden?",
  twoWhy: "Streiche, was sich aufhebt.",
  oneSlot: "eine Klausel",
  otherSlot: "noch eine Klausel",
  whatIsLeft: "was übrig bleibt",
  yours: "deine",
  isNew: "neu",
  notNew: "nicht neu",
  nothingNew: "nichts Neues",
  canGo: "kann weg",
  token: (literal, letter, crossed) => `${literal} in ${letter}${crossed ? ", gestrichen" : ""}`,
  leftOver: (left) => left ? `Übrig: ${left}` : "Nichts ist übrig.",
  check: "Prüfen",
  nothing: "Nichts folgt",
  longer: "Die längere kann weg",
  putBack: "Zurücklegen",
  hint: "Tipp",
  insert: "In KB einfügen",
  insertFact: "In KB0 einfügen",
  remove: "Aus KB entfernen",
  chooseAgain: "Neu wählen",
  hinted: "Gleiche die zwei markierten Klauseln ab. Sie führen zu einer Tatsache, wenn auch " +
    "vielleicht nicht sofort.",
  noHint:
    "Sapper findet kein nützliches Paar. Vielleicht folgt das Feld nicht aus diesen Klauseln.",
  wrong: "Noch nicht.",
  clash: (name) =>
    runs`Ein Feld widerspricht sich: ${
      cell(name)
    }. Streiche es auf beiden Seiten, und der Rest folgt.`,
  alike:
    "Alle Literale der kürzeren Klausel stehen auch in der längeren. Also kann die längere weg.",
  neither: "Jede Klausel hat ein Literal, das die andere nicht hat. Also werden beide gebraucht.",
  empty: "Streiche die Literale, die sich aufheben, oder sage, dass nichts folgt.",
  noClash: "Kein Literal der einen Klausel steht in der anderen mit umgekehrtem Vorzeichen.",
  stays: (literal, opposite) =>
    runs`${cell(literal)} bleibt: Die andere Klausel enthält ${cell(opposite)} nicht.`,
  alone: (literal, opposite) =>
    runs`${cell(literal)} fällt nur zusammen mit ${
      cell(opposite)
    } weg, das in der anderen Klausel steht.`,
  twice: (names) =>
    runs`Zwei Felder widersprechen sich: ${
      cells(names)
    }. Welches Paar auch wegfällt, das andere macht das Ergebnis in jedem Fall wahr.`,
  rightNothing: "Richtig. Nichts folgt.",
  noCell: "Kein Feld steht in beiden Klauseln mit verschiedenem Vorzeichen.",
  rightLonger: "Richtig. Die längere Klausel kann weg.",
  rightLongerWhy: "Immer wenn die kürzere Klausel wahr ist, ist es auch die längere.",
  rightKnown: "Richtig, aber nicht neu.",
  rightKnownWhy: (literals, same) =>
    runs`${same ? "Das ist schon bekannt: " : "Eine strengere Klausel ist bekannt: "}${
      literals.flatMap((one, i) => [i ? " ∨ " : "", cell(one)])
    }.`,
  rightNew: "Richtig. Sie ist neu.",
  rightFact: (name, mine) => runs`Richtig. ${cell(name)} ist ${state(mine)}.`,
  onTheWay: (name, mine) => runs`${cell(name)} ist ${state(mine)}. Weiter.`,
  onTheWayGoal: "Dieses Feld ist nicht das gesuchte, aber es kürzt andere Klauseln.",
  onTheWaySafe: "Gesucht ist ein sicheres Feld. Die Tatsache kürzt andere Klauseln.",
  settled: (name, mine) => runs`${cell(name)} ist ${state(mine)}. Du hast es geklärt.`,
  more: (literals) =>
    runs`${
      literals.length === 1
        ? "Eine weitere Tatsache folgt"
        : `${literals.length} weitere Tatsachen folgen`
    } ohne Abgleichen: ${list(literals.map(cell))}.`,
  you: "Du",
  agent: "Der Agent",
  fewest: "Am wenigsten",
  best: "mit weniger geht es nicht",
  inOrder: "Paare, in seiner festen Reihenfolge",
  inVain: "Paare, ohne es zu klären",
  moreThan: "mehr als 3",
  from: (clauses) => `aus ${plain(list(clauses))}`,
  restart: "Noch einmal",
  next: "Nächste Stellung",
  proof: "Dein Beweis",
  watch: "Dem Agenten zusehen",
  use: "Diesen Beweis als Antwort nehmen",
  close: "Schließen",

  click: "Ein Klick heißt sicher, zwei heißen Mine.",
  before: "vor diesem Schritt",
  after: "nach diesem Schritt",
  prediction: (prediction) => `Vorhersage ${prediction}`,
  score: (right, all) => `${right} von ${all} richtig`,
  which: "Welches Feld wird als nächstes geklärt?",
  youSay: (name, mine) => runs`${cell(name)} ist ${state(mine)}, sagst du.`,
  about: {
    match: "Kein sicheres Feld ist bekannt, also gleicht der Agent Klauseln ab.",
    sweep: "Gleich wird eine neue Tatsache auf alle Klauseln angewendet.",
    insert: "Gleich wird eine Klausel einer Zahl eingefügt.",
    refute: "Gleich widerlegt der Agent eine Klausel.",
    oracle: "Gleich fragt der Agent, was auf jedem Brett gilt.",
  },
  show: "Zeigen",
  dontKnow: "Weiß ich nicht",
  right: (facts) =>
    runs`Richtig: ${list(facts.map(([name, mine]) => runs`${cell(name)} ist ${state(mine)}`))}.`,
  other: (facts) =>
    runs`Es ist ein anderes: ${
      list(facts.map(([name, mine]) => runs`${cell(name)} ist ${state(mine)}`))
    }.`,
  answer: (facts) => list(facts.map(([name, mine]) => runs`${cell(name)} ist ${state(mine)}`)),
  later: (name) => runs`Mit ${cell(name)} hast du recht, aber es wird später geklärt.`,
  never: (name) => runs`Mit ${cell(name)} hast du recht, aber der Agent klärt es nicht.`,
  false: (name, mine) => runs`${cell(name)} ist ${state(mine)}.`,
  nextOne: "Weiter",
  over: "Das war die letzte Tatsache.",
  overWhy: (right, all) => `Du hattest ${right} von ${all} Mal recht.`,
  noFacts: "Es sind keine Tatsachen mehr vorherzusagen.",
};

export default words;
