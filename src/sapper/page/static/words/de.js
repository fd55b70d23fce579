// Die Seite auf Deutsch; dieselben Schlüssel wie en.js.

import { region } from "../region.js";
import { cell, listed, plain, runs } from "../runs.js";

/** @param {readonly (Run | Runs)[]} all */
export const list = (all) => listed(all, " und ");
/** @param {string[]} names */
export const cells = (names) => list(names.map(cell));
/** @param {number} number @param {string} one @param {string} many */
export const count = (number, one, many) =>
  `${number.toLocaleString(region("de"))} ${number === 1 ? one : many}`;
/** @param {number | string} figure */
export const percent = (figure) => `${figure}\u00a0%`;
/** @param {string} hundredths */
const points = (hundredths) => `${hundredths} ${/^<?1$/.test(hundredths) ? "Punkt" : "Punkte"}`;

export const NUMBERS = "keine eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(
  " ",
);

// Was an einem Brett schwer ist.
/** @type {Record<string, string>} */
const HARD = {
  "subset": "zwei Zahlen zu vergleichen",
  "difference": "zwei Zahlen zu vergleichen, die sich überschneiden",
  "chain": "aus zwei Zahlen auf eine dritte zu schließen",
  "combination": "mehrere Zahlen zu addieren und abzuziehen",
  "case split": "mehrere Fälle durchzuspielen",
  "mine count": "die übrigen Minen zu zählen",
};
/** @param {string} technique @param {number} needed */
const hardPart = (technique, needed) =>
  technique === "given"
    ? "Der erste Klick öffnet alles."
    : technique === "single clue"
    ? "Eine Zahl nach der anderen genügt."
    : `Schwierig ist nur, ${HARD[technique]}${
      technique === "mine count" || needed === 1 ? "" : ` (${needed}-mal)`
    }.`;

/** @type {Words} */
const words = {
  title: "Sapper: Minesweeper, das sagt, warum",
  views: {
    play: "Spielen",
    learn: "Lernen",
    analyse: "Analyse",
    history: "Verlauf",
    review: "Rückschau",
    lab: "Labor",
    lessons: "Lektionen",
    patterns: "Muster",
    watch: "Agenten zusehen",
  },
  navigation: "Ansichten",
  menu: "Menü",
  skip: "Zum Brett",
  away: "Keine Verbindung. Deine Partie ist gesichert und geht weiter, wenn wieder eine besteht.",
  noAnswer: "Keine Verbindung zum Server.",
  failed: "Der Server konnte die Anfrage nicht ausführen. Versuch es noch einmal.",
  viewFailed: "Diese Ansicht konnte nicht geladen werden.",
  viewAway: "Keine Verbindung zum Server. Diese Ansicht öffnet sich, sobald wieder eine besteht.",
  tryAgain: "Noch einmal versuchen",
  cutLink: "Dieser Link ist unvollständig. Ein Teil fehlt oder wurde verändert.",
  linkCopied: "Link kopiert.",
  copyByHand: "Zum Kopieren:",
  readOn: "Weiterlesen",
  toPattern: "Dieses Muster ansehen",
  proofIn: (steps) => `Beweis in ${count(steps, "Schritt", "Schritten")}`,
  from: (numbers) => `aus ${numbers}`,
  andMore: (lines) => `und ${lines} weitere`,
  percent,
  level: "Stufe",
  size: (width, height, mines) => `${width}×${height}, ${count(mines, "Mine", "Minen")}`,
  levels: {
    beginner: "Anfänger",
    intermediate: "Fortgeschrittene",
    expert: "Experten",
    easy: "Leicht",
    medium: "Mittel",
    hard: "Schwer",
  },
  classic: "Klassisch",
  course: "Kursstufen (einige sichere Felder sind vorgegeben)",
  custom: "Eigene…",
  width: "Breite",
  height: "Höhe",
  mines: "Minen",
  set: "Übernehmen",
  firstCell: "Erstes Feld",
  rules: {
    open: "öffnet eine Fläche",
    safe: "ist sicher",
    any: "kann eine Mine sein",
    given: "sichere Felder vorgegeben",
  },
  startRules: {
    open: "erstes Feld öffnet eine Fläche",
    safe: "erstes Feld ist sicher",
    any: "erstes Feld kann eine Mine sein",
    given: "sichere Felder vorgegeben",
  },
  cells: {
    ".": "verdeckt",
    F: "mit Flagge",
    "+": "als sicher vorgegeben",
    "*": "Mine",
    X: "explodierte Mine",
    W: "falsche Flagge",
    0: "leer",
    "?": "Fragezeichen",
    safe: "sicher",
  },
  legend: {
    clue: "Zahl",
    safe: "sicher",
    mine: "Mine",
    counted: "gezählt",
    chance: "Minenrisiko in %",
  },

  lost: {
    title: "Seite nicht gefunden",
    text: "Unter dieser Adresse gibt es keine Seite. Vielleicht fehlt ein Teil des Links.",
    home: "Zur Startseite",
  },
  api: {
    title: "Die API",
    forms: "Datentypen",
    or: "oder",
    listOf: "Liste von",
    anything: "beliebig",
    takes: "erwartet",
    gives: "liefert",
    nothing: "nichts",
  },

  settings: {
    title: "Einstellungen",
    look: "Aussehen",
    looks: {
      auto: "Wie mein Gerät",
      light: "Hell",
      dark: "Dunkel",
      classic: "Klassisch",
      contrast: "Hoher Kontrast",
    },
    language: "Sprache",
    automatic: "Wie mein Browser",
    firstCell: "Erstes Feld in klassischen Partien",
    cellSize: "Feldgröße beim Spielen (bei diesem Aussehen)",
    automaticSize: "automatisch",
    pixels: (px) => `${px} Pixel`,
    playing: "Spielen",
    showing: "Anzeige",
    chordByClick: [
      "Ein Klick auf eine Zahl öffnet die Felder ringsum",
      "Dazu müssen so viele Flaggen um die Zahl stehen, wie sie angibt. Ist diese Einstellung " +
      "aus, geht es mit Doppelklick, mittlerer Taste oder linker und rechter Taste zugleich.",
    ],
    questions: ["Fragezeichen", "Ein zweiter Rechtsklick macht aus einer Flagge ein Fragezeichen."],
    autoFlag: [
      "Nachweisliche Minen für mich markieren",
      "Mit automatischen Flaggen zählt die Partie als Übung.",
    ],
    firstTapOpens: [
      "Das erste Tippen öffnet immer ein Feld",
      "Auch wenn Tippen sonst Flaggen setzt.",
    ],
    askHelp: [
      "Vor der ersten Hilfe in einer Partie fragen",
      "Eine Partie mit Hilfe zählt als Übung.",
    ],
    noHelp: [
      "Hilfe nur in Übungspartien",
      "Tipps, Risiko und Zurück gibt es nur in Partien, die schon als Übung zählen.",
    ],
    names: ["Namen der Zeilen und Spalten", ""],
    turn: [
      "Breite Bretter auf hohen Bildschirmen drehen",
      "Die Namen der Spalten stehen dann an der Seite.",
    ],
    sound: ["Ton", ""],
    press: "Dauer für langes Drücken (Touchscreens)",
    seconds: (seconds) => `${String(seconds).replace(".", ",")} s`,
    kept: "Die Einstellungen sind in diesem Browser gespeichert.",
    data: "Deine Daten",
    stored: "Der Server speichert deine Partien mit ihren Zügen und Rückschauen, deine " +
      "Ergebnisse und deinen Namen, wenn du einen gewählt hast. Er erkennt dich an einem " +
      "Cookie mit einem zufälligen Code.",
    deleteAll: "Alle meine Daten löschen",
    done: "Fertig",
  },

  home: {
    title: "Minesweeper, das sagt, warum.",
    lead:
      "Spiel ein Brett. Frag nach dem Grund, wenn du nicht weiterkommst. Danach siehst du, was " +
      "Glück war und was dein Verdienst.",
    board: "Ein Agent spielt ein Anfängerbrett",
    play: (level) => `${level} spielen`,
    friends: "Mit Freunden spielen",
    noGuess: ["Ohne Raten", "Logik genügt, egal wo du anfängst."],
    always: "Immer an.",
    daily: ["Täglich", "für alle gleich"],
    step: (step, steps) => `Ein Agent denkt nach: Schritt ${step} von ${steps}`,
    won: "Gewonnen",
    back: "Schritt zurück",
    next: "Nächster Schritt",
    pause: "Anhalten",
    run: "Weiter",
    reason: (number, clue, known, left, safe) => {
      const the = runs`Die ${number} auf ${cell(clue)}`;
      if (!safe && known.length) {
        const mines = known.length === 1 ? "eine Mine" : "Minen";
        const more = runs`${the} hat ${mines} auf ${cells(known)} und braucht noch ${left.length}.`;
        return runs`${more} Nur ${cells(left)} ${
          left.length === 1 ? "ist übrig, also eine Mine" : "sind übrig, also alles Minen"
        }.`;
      }
      if (!safe) {
        const hidden = count(left.length, "verdecktes Feld", "verdeckte Felder");
        return runs`${the} berührt nur ${hidden}, ${cells(left)}. Also ${
          left.length === 1
            ? "ist das eine Mine"
            : left.length === 2
            ? "sind beide Minen"
            : "sind das alles Minen"
        }.`;
      }
      return runs`${the} hat schon ${known.length === 1 ? "ihre Mine" : "alle ihre Minen"}: ${
        cells(known)
      }. Also ${left.length === 1 ? "ist" : "sind"} ${cells(left)} sicher.`;
    },
    end: (cells) => `Alle ${cells} sicheren Felder sind offen, ganz ohne Raten.`,
    ways: [
      [
        "Spielen",
        "Eigene Größen, [jeden Tag drei Bretter](#daily), [Rush](#rush). " +
        "[Übungen](#practice) zu den Zügen, die du übersiehst.",
      ],
      [
        "Verstehen",
        "[Zehn Lektionen](#learn), von der Bedeutung einer Zahl bis zum Beweis. [Sieh einem " +
        "Agenten zu](#watch), oder [frag nach einer Stellung](#analyse).",
      ],
      [
        "Labor",
        "Vergleiche Agenten auf denselben Brettern. Das Glück wird herausgerechnet. [Ergebnisse, " +
        "API und Daten](#lab).",
      ],
    ],
  },

  techniques: {
    "given": "als sicher vorgegeben",
    "single clue": "eine Zahl",
    "subset": "Teilmenge",
    "difference": "Differenz",
    "chain": "Kette",
    "combination": "Kombination",
    "case split": "Fallunterscheidung",
    "mine count": "Minenzahl",
  },

  agents: {
    "resolution": [
      "Resolution",
      "Macht Zahlen zu Klauseln, kürzt sie mit Tatsachen und gleicht kurze ab.",
    ],
    "textbook": [
      "Lehrbuch",
      "Denkt wie in Lektion 5: macht jede Zahl zu Klauseln und gleicht kurze ab.",
    ],
    "textbook:forgets-parents": [
      "Lehrbuch, vergisst Eltern",
      "Lehrbuch mit einem Fehler: Werden zwei Klauseln resolviert, verlassen beide KB.",
    ],
    "textbook:one-round": [
      "Lehrbuch, eine Runde",
      "Lehrbuch mit einem Fehler: Es gibt nach einer Runde ohne neue Tatsache auf.",
    ],
    "textbook:facts-only": [
      "Lehrbuch, nur Tatsachen",
      "Lehrbuch mit einem Fehler: Es gleicht Klauseln nur mit Tatsachen ab, nie miteinander.",
    ],
    "textbook:both-short": [
      "Lehrbuch, beide kurz",
      "Lehrbuch mit einem Fehler: Es gleicht nur Klauseln ab, die beide zwei Literale haben.",
    ],
    "textbook:two-literals": [
      "Lehrbuch, zwei Literale",
      "Lehrbuch mit einem Fehler: KB behält keine Klausel mit mehr als zwei Literalen.",
    ],
    "textbook:no-mine-count": [
      "Lehrbuch, ohne Minenzahl",
      "Lehrbuch mit einem Fehler: Es zählt nie die Minen, die übrig sind.",
    ],
    "program-a": [
      "Studentisches Programm A",
      "Nimmt Klauseln aus KB, um sie abzugleichen, und legt nicht alle zurück.",
    ],
    "program-b": [
      "Studentisches Programm B",
      "Gleicht nur Klauseln mit zwei Literalen ab und leert manche, die es behalten sollte.",
    ],
    "program-c": [
      "Studentisches Programm C",
      "Entfernt beim Resolvieren beide Klauseln und gibt nach drei Runden auf.",
    ],
    "program-d": [
      "Studentisches Programm D",
      "Gleicht Klauseln nur mit Tatsachen ab und rät nach der kürzesten Klausel.",
    ],
    "program-e": [
      "Studentisches Programm E",
      "Behält nur Klauseln mit höchstens zwei Literalen.",
    ],
    "resolution-endgame": [
      "Resolution, Endspiel",
      "Resolution, die bei höchstens zehn unbekannten Feldern auch die Minenzahl nutzt.",
    ],
    "resolution-rounds": [
      "Resolution, drei Runden",
      "Resolution, die nach drei Runden ohne neue Tatsache aufgibt.",
    ],
    "resolution-vote": [
      "Resolution, Abstimmung",
      "Resolution mit der Minenzahl; steckt sie fest, stimmen die Klauseln ab.",
    ],
    "resolution-shortest": [
      "Resolution, kürzeste Klausel",
      "Gleicht Klauseln nur mit Tatsachen ab und rät notfalls nach der kürzesten Klausel.",
    ],
    "binary": [
      "Paare",
      "Nutzt nur Klauseln mit höchstens zwei Feldern, was schnell ist, aber weniger beweist.",
    ],
    "binary-ratio": [
      "Paare, Verhältnis",
      "Wie „Paare“, rät aber, wo die wenigsten Minen pro Feld liegen, statt stecken zu bleiben.",
    ],
    "resolution-full": [
      "Volle Resolution",
      "Resolution, die auch lange Klauseln abgleicht und alles findet, was die Zahlen klären.",
    ],
    "resolution-search": [
      "Resolution, dann Suche",
      "Resolution, die sucht, wenn sie feststeckt, und so jedes beweisbare Feld findet.",
    ],
    "rules": [
      "Regelbuch",
      "Betrachtet eine Zahl nach der anderen: Hat sie alle Minen, oder sind nur noch Minen übrig?",
    ],
    "consistency": [
      "Backtracking",
      "Probiert jedes Feld als Mine und als sicher aus und findet jedes beweisbare Feld.",
    ],
    "sat": ["SAT-Solver", "Fragt einen SAT-Solver und findet jedes beweisbare Feld."],
    "techniques": ["Techniken", "Nutzt die Techniken der Übungen, die leichteste zuerst."],
    "odds": ["Risiko", "Berechnet für jedes Feld das Minenrisiko und öffnet das sicherste."],
    "champion": ["Champion", "Spielt auf Sieg: Rät dort, wo die Gewinnchance am besten ist."],
  },
  guesses: {
    none: "aufhören",
    shortest: "nach der kürzesten Klausel",
    vote: "nach einer Abstimmung der Klauseln",
    weighted: "nach einer gewichteten Abstimmung",
    ratio: "nach Minen pro Feld",
    random: "zufällig",
    odds: "das sicherste Feld",
    champion: "wie der Champion",
  },

  prove: {
    button: "Beweis zeigen",
    question: "Ließ sich dieses Brett ohne Raten gewinnen?",
    title: "Raten ist nicht nötig.",
    lead: (hardest) =>
      `Jeder Zug folgt aus den Zahlen. Die schwerste Technik, die du brauchst: ${hardest}.`,
    sequence: "Die Züge und warum sie sicher sind",
    back: "Zurück zum Ergebnis",
    download: "Zertifikat herunterladen",
  },

  daily: {
    title: "Bretter des Tages",
    face: "Das Brett von heute",
    covered: (day) => `Das Brett von heute, verdeckt: der ${day}.`,
    cap: "Heute, für alle dasselbe",
    needs: (technique, needed) => `Raten ist nicht nötig. ${hardPart(technique, needed)}`,
    rated: (level, width, height) => [`${level} ${width}×${height}, Schwierigkeit `, " von 10."],
    play: "Das Brett von heute spielen",
    goOn: "Das Brett von heute weiterspielen",
    look: "Wie es gelaufen ist",
    other: (level, rating) => `${level}, Schwierigkeit ${rating}`,
    more: "Zwei weitere heute:",
    and: "und",
    newIn: (hours, minutes) =>
      `Die nächsten Bretter kommen in ${hours ? `${hours} Std. ` : ""}${minutes} Min.`,
    week: "Diese Woche",
    results: {
      won: "gewonnen",
      helped: "mit Hilfe gewonnen",
      lost: "nicht gewonnen",
      none: "nicht gespielt",
    },
    dayResult: (day, result) => `${day}: ${result}`,
    inARow: (days) => (days === 1 ? "Tag in Folge" : "Tage in Folge"),
    best: (longest) => `, am längsten ${longest}`,
    boardOf: (day) => `Das Brett von heute, ${day}`,
    past: (day) => `Das Brett vom ${day} gibt es nicht mehr. Dies ist das von heute.`,
    solved: (time) => `Gelöst in ${time}`,
    lost: (time) => `Verloren nach ${time}`,
    left: (time) => `Aufgegeben nach ${time}`,
    withHelp: ", mit Hilfe.",
    guesses: (guesses) =>
      guesses === 0
        ? ", ganz ohne Raten."
        : guesses === 1
        ? ", einmal unnötig geraten."
        : `, ${NUMBERS[guesses] ?? `${guesses}-`}mal unnötig geraten.`,
    opened: (share) => `, ${percent(share)} geöffnet.`,
    hinted: "Ein Sieg mit Hilfe zählt für deine Tage in Folge.",
    copy: "Ergebnis kopieren",
    copied: "Ergebnis kopiert.",
    steps: "Zug für Zug",
    decided: "Was den Ausschlag gab",
    start: "am Anfang",
    errors: "Fehler",
    luck: "Glück",
    card: "Die Karte zum Teilen",
    time: "Zeit",
    rating: "Schwierigkeit",
    streak: "in Folge",
    days: (days) => (days === 1 ? "Tag" : "Tage"),
    order: "in der Reihenfolge des Öffnens",
    regions: "Jede Form ist einer von 16 Bereichen des Bretts, in der Reihenfolge des Öffnens.",
    trust: "Geteilte Ergebnisse beruhen auf Vertrauen.",
    marks: { c: "sicher", g: "geraten", h: "mit Hilfe", m: "Mine" },
    shared: (day, result, level) => `Sapper, ${day}${level ? `, ${level}` : ""}: ${result}`,
    sharedStreak: (days) => `${days} ${days === 1 ? "Tag" : "Tage"} in Folge`,
    note: (date) =>
      `Brett des Tages, ${date}. Es ist für alle dasselbe und geht ohne Raten. Dieser Versuch ` +
      "zählt.",
    back: "Wie es heute gelaufen ist",
    toRoom: "Zurück zum Raum",
  },

  practice: {
    title: "Üben",
    kinds: "Was du übst",
    board: "Rätsel",
    aside: "Aufgabe und Antwort",
    missed: "Übersehene Züge",
    missedNote:
      "Stellungen aus deinen Partien, in denen du geraten hast, obwohl ein Feld nachweislich " +
      "sicher war.",
    notes: {
      "single clue": "Eine Zahl genügt.",
      "subset": "Alle verdeckten Felder einer Zahl gehören auch zu einer anderen.",
      "difference":
        "Zwei Zahlen haben gemeinsame Felder. Eine der Zahlen braucht in jedem Feld, das die " +
        "andere nicht berührt, eine Mine.",
      "chain": "Zwei Zahlen begrenzen die Minen um eine dritte Zahl.",
      "combination": "Mehrere Zahlen auf einmal addieren und subtrahieren.",
      "case split": "Nimm an, ein Feld ist eine Mine. Widerspricht das den Zahlen, ist es sicher.",
      "mine count": "Zähl die restlichen Minen.",
    },
    done: (solved, tried) => `${solved} von ${tried} beim ersten Versuch gelöst`,
    fresh: "noch nicht versucht",
    task: "Welches Feld ist sicher?",
    taskLead: (technique) => `Öffne ein nachweislich sicheres Feld. Technik: ${technique}.`,
    ownTask: "Hier hast du geraten. Welches Feld war sicher?",
    ownLead: (technique, cost, day) =>
      `Eine Partie vom ${day}. Das Raten hat deine Gewinnchance um ${points(cost)} gesenkt. ` +
      `Technik: ${technique}.`,
    right: (name) => runs`Ja, ${cell(name)} ist sicher.`,
    also: (names) => runs`Auch sicher: ${cells(names)}.`,
    isMine: (name) => runs`Nein, ${cell(name)} ist eine Mine.`,
    flagRight: (name) => runs`Ja, ${cell(name)} ist eine Mine. Und welches Feld ist sicher?`,
    flagWrong: (name) => runs`Nein, ${cell(name)} ist sicher.`,
    isOpen: (name) =>
      runs`${cell(name)} kann sicher oder eine Mine sein. Die Zahlen entscheiden das noch nicht.`,
    next: "Nächstes Rätsel",
    nextShort: "Weiter",
    inARow: "In Folge gelöst",
    solved: "Beim ersten Versuch gelöst",
    show: "Zeig es mir",
    hint: "Tipp",
    tryOn: "Versuch ein anderes Feld.",
    up: (technique) => `Drei in Folge. Nächste Technik: ${technique}`,
    looking: (left) => `Deine Partien werden durchgesehen, noch ${left}…`,
    noMisses: (games) =>
      games
        ? `In ${
          count(games, "Partie", "Partien")
        } hast du nie geraten, wenn ein Feld nachweislich sicher war. Gut gemacht.`
        : "Beende erst ein paar Partien. Wenn du rätst, obwohl ein Feld sicher ist, erscheint " +
          "die Stellung hier.",
    missesOf: (number, technique, cost) =>
      `${technique}: ${number === 1 ? "einmal" : `${number}-mal`}, das senkte deine Gewinnchance ` +
      `${number === 1 ? "" : "insgesamt "}um ${points(cost)}`,
    all: "Du hast alle Stellungen gelöst, in denen du etwas übersehen hattest.",
    rush: "Rush: drei Minuten oder drei Fehler",
  },

  rush: {
    title: "Rush",
    board: "Stellung",
    aside: "Der Lauf bisher",
    task: "Öffne ein sicheres Feld.",
    intro: "Drei Minuten oder drei Fehler.",
    lead: "Öffne in jeder Stellung ein sicheres Feld. Die Stellungen werden immer schwerer, und " +
      "früher übersehene kommen wieder.",
    start: "Los",
    example: "Ein Beispiel",
    rules: "Die Stellungen werden immer schwerer. Der Lauf endet nach drei Minuten oder drei " +
      "Fehlern.",
    skip: "Auslassen",
    stop: "Aufhören",
    bestToday: "Bestwert heute",
    bestEver: "Bestwert insgesamt",
    solved: (solved) => `${solved} gelöst`,
    mistakes: (mistakes) => `${mistakes} von 3 Fehlern`,
    left: (time) => `noch ${time}`,
    missedOn: (day) => `Das hast du am ${day} übersehen`,
    missedToday: "Das hast du heute schon übersehen",
    pause: "Die Uhr steht.",
    goOn: "Weiter",
    last: (technique) => `Die letzte Technik: ${technique}`,
    after: (sure, positions) =>
      `deine Wertung nach ${count(positions, "Stellung", "Stellungen")} (${sure})`,
    tooFew: "Deine Wertung erscheint nach einigen Antworten.",
    seen: "Diese Stellung kanntest du schon, darum ändert sie deine Wertung nicht.",
    sure: {
      sure: "sicher",
      fairly: "ziemlich sicher",
      finding: "noch ungenau",
      first: "noch zu wenige Antworten",
    },
    run: "Dieser Lauf",
    results: { solved: "gelöst", wrong: "Fehler", skipped: "ausgelassen", now: "aktuell" },
    own: (result) => `${result}, früher übersehen`,
    ring: "früher übersehen",
    heard: (result, technique) => `${result}. Technik: ${technique}.`,
    over: {
      mistakes: (time) => `Dritter Fehler nach ${time}`,
      time: () => "Die Zeit ist um",
      stopped: (time) => `Aufgehört nach ${time}`,
    },
    verdict: (solved, today, ever) => {
      if (ever === null) return `${solved} gelöst in deinem ersten Lauf.`;
      if (solved > ever) return `${solved} gelöst, so viele wie noch nie.`;
      const [best, whose] = today === null
        ? [ever, "in deinem besten Lauf"]
        : [today, "im besten Lauf heute"];
      if (solved > best) return `${solved} gelöst, der beste Lauf heute.`;
      if (solved === best) return `${solved} gelöst, so viele wie ${whose}.`;
      return `${solved} gelöst, ${NUMBERS[best - solved] ?? best - solved} weniger als ${whose}.`;
    },
    thisRun: "dieser Lauf",
    today: "Bestwert heute",
    ever: "Bestwert insgesamt",
    again: "Noch ein Lauf",
    practise: "Übersehenes üben",
    ratings: "Deine Wertungen",
    columns: ["Technik", "Wertung", "dieser Lauf", "wie sicher"],
    fresh: "neu",
    missed: "Was du übersehen hast",
    back: "Das kommt in den nächsten Läufen wieder.",
    nothing: "Du hast keine Stellung übersehen.",
    position: "Eine Stellung des Laufs",
    asked: (technique, seconds) => `${technique}, ${seconds} s.`,
    opened: (name, risk, share) =>
      runs`Du hast ${cell(name)} geöffnet, ${
        risk === 1 ? "eine nachweisliche Mine" : `ein Risiko von ${share}`
      }.`,
    skipped: "Du hast diese Stellung ausgelassen.",
    wasSafe: (names) => runs`${cells(names)} ${names.length === 1 ? "war" : "waren"} sicher.`,
    tryAgain: "Noch einmal versuchen",
  },

  play: {
    board: "Minesweeper-Brett",
    aside: "Hilfe und Ergebnis",
    tools: "Werkzeuge",
    time: "Zeit",
    minesLeft: "Minen ohne Flagge",
    left: (mines) => `${count(mines, "Mine", "Minen")} ohne Flagge`,
    dig: "Graben",
    flag: "Flagge",
    hint: "Tipp",
    mayGuess: "Darf ich raten?",
    odds: "Risiko",
    undo: "Zurück",
    again: "Nochmal",
    sameBoard: "Dasselbe Brett nochmal",
    new: "Neues Brett",
    newShort: "Neu",
    zoom: "Feldgröße",
    zoomIn: "Größere Felder",
    zoomOut: "Kleinere Felder",
    zoomFit: "An das Fenster anpassen",
    share: "Teilen",
    menu: "Mehr",
    close: "Schließen",
    whole: "Ganze Begründung",
    details: "Details",
    why: (name) => runs`Warum ${cell(name)} sicher ist`,
    closeDetails: "Details schließen",
    step: (step, steps) => `${step} von ${steps}`,
    newcomer: "Eine Zahl zählt die Minen in den acht Feldern ringsum.",
    newAgain: "Drück noch einmal N oder den Knopf, um aufzugeben und ein neues Brett zu beginnen.",
    helpTitle: "Diese Partie zählt dann als Übung",
    helpText: "Eine Partie mit Hilfe wird gespeichert, zählt aber nicht für deine Bestwerte. " +
      "Die Uhr läuft weiter.",
    takeHelp: "Hilfe holen",
    noHelp: "Keine Hilfe",
    dontAsk: "Nicht mehr fragen",
    helpIsOff: "Hilfe gibt es nur in Übungspartien. Du kannst das in den Einstellungen ändern.",
    waiting: "Warten",
    gameIsKept: "Deine Partie ist gesichert und geht weiter, sobald die Verbindung wieder da ist.",
    leaveTitle: "Diese Partie verlassen?",
    leaveText:
      "Diese Partie ist noch nicht zu Ende. Wenn du aufgibst, zählt sie als nicht gewonnen. Wenn " +
      "du sie aufhebst, kannst du sie im Verlauf fortsetzen, aber ihre Uhr läuft weiter.",
    leaveIt: "Aufgeben",
    keepIt: "Für später aufheben",
    goOn: "Weiterspielen",
    againTitle: "Dieses Brett von vorn?",
    againText:
      "Diese Partie zählt als aufgegeben. Deine nächste auf diesem Brett zählt als Übung, " +
      "weil du es dann kennst.",
    startAgain: "Von vorn",
    newGame: "Neue Partie.",
    clockRan: "Die Uhr lief weiter, während du weg warst.",
    flagged: (name, on) => `${name} ${on ? "hat eine Flagge" : "hat keine Flagge mehr"}`,
    opened: (cells) => `${count(cells, "Feld", "Felder")} geöffnet`,
    undone: "Zug zurückgenommen. Die Partie zählt jetzt als Übung.",
    tiers: ["ein Anstoß", "die Gegend", "die Zahlen", "das Feld", "der Grund"],
    tier: (tier, what) => `Tipp ${tier} von 5: ${what}`,
    noSafeCell: "Kein verdecktes Feld ist nachweislich sicher",
    more: (what) => `Mehr: ${what}`,
    showGuess: "Das sicherste Feld zeigen",
    isSafe: (name) => runs`${cell(name)} ist sicher.`,
    wrongFlag: (name) => runs`${cell(name)} ist sicher, also ist die Flagge dort falsch.`,
    open: (name) => `${name} öffnen`,
    unflagAndOpen: (name) => `Flagge weg und ${name} öffnen`,
    noOddsAtEnd: "Die Partie ist zu Ende, also gibt es kein Risiko mehr anzuzeigen.",
    practice: "Eine Partie mit Hilfe oder auf einem bekannten Brett zählt als Übung. Sie wird " +
      "gespeichert, zählt aber nicht für deine Bestwerte.",
    stuck: "Kommst du nicht weiter? Frag nach einem Tipp. Jeder Tipp verrät etwas mehr.",
    first: {
      open: "Fang irgendwo an. Das erste Feld öffnet eine Fläche.",
      safe: "Fang irgendwo an. Das erste Feld ist sicher.",
      any: "Das erste Feld kann eine Mine sein.",
      given: "Felder mit einem Ring sind sicher. Fang dort an.",
      noGuess: "Fang irgendwo an. Von da an genügt Logik.",
    },
    markedFirst: {
      open: "Fang beim Feld mit dem Ring an. Es öffnet eine Fläche.",
      safe: "Fang beim Feld mit dem Ring an. Es ist sicher.",
      any: "Das erste Feld kann eine Mine sein.",
    },
    startFirst:
      "Öffne zuerst ein Feld mit Ring. Anderswo könnte der erste Klick eine Mine treffen.",
    dealing: "Ein Brett wird gesucht …",
    noGuess: "Ohne Raten",
    hardness: "Schwerster Schritt",
    anyStep: "beliebig",
    atMost: "Kein Schritt schwerer als",
    needs: "Der schwerste Schritt ist",
    dailyLink: "Bretter des Tages",
    practiceLink: "Üben",
    records: (level) => `Deine Bestwerte: ${level}`,
    recordNames: {
      time: "Zeit",
      rate: "Tempo (3BV/s)",
      efficiency: "Effizienz",
      error: "Fehler in letzter Zeit",
    },
    tags: { daily: "Brett des Tages", practice: "Übung" },
    keysTitle: "Maus, Touch und Tasten",
    keys: [
      ["Linke Taste, Tippen, Leertaste", "öffnen"],
      ["Rechte Taste, langes Drücken, F", "Flagge"],
      ["Doppelklick, links und rechts zugleich, mittlere Taste", "Felder um eine Zahl öffnen"],
      ["Pfeile, Pos1, Ende", "bewegen"],
      ["H", "Tipp, jedes Mal stärker"],
      ["G", "darf ich raten?"],
      ["O", "Risiko"],
      ["Z", "zurücknehmen"],
      ["N", "neues Brett (nach ein paar Zügen zweimal drücken)"],
      ["A", "dasselbe Brett nochmal"],
      ["+ − 0", "Zoom"],
    ],
    allFigures: "Alle Werte mit Erklärung",
    figures: {
      seconds: ["Zeit", "Minuten und Sekunden."],
      clicks: [
        "Klicks",
        "Linksklicks, Rechtsklicks und Klicks auf Zahlen. In einer Partie von hier zählen nur " +
        "die, die etwas bewirkt haben, also ihre Züge.",
      ],
      three_bv: ["3BV", "Die wenigsten Klicks, die dieses Brett ohne Flaggen öffnen."],
      solved_three_bv: ["gelöste 3BV", "Wie viel der 3BV du geöffnet hast."],
      three_bv_per_second: ["3BV/s", "Gelöste 3BV pro Sekunde, das übliche Maß für Tempo."],
      ioe: [
        "Effizienz",
        "Gelöste 3BV pro Klick, in einer Partie von hier pro Zug: Klicks, die nichts bewirkt " +
        `haben, zählen nicht. Mit Klicks auf Zahlen können es über ${percent(100)} sein.`,
      ],
      openings: ["Flächen", "Gebiete leerer Felder. Ein Klick öffnet ein ganzes Gebiet."],
      islands: [
        "Inseln",
        "Gruppen von Zahlen, die an kein leeres Feld grenzen. Jede dieser Zahlen braucht einen " +
        "eigenen Klick.",
      ],
      left: ["Linksklicks", "Klicks, die ein Feld öffnen."],
      right: ["Rechtsklicks", "Klicks, die eine Flagge setzen oder entfernen."],
      chord: ["Klicks auf Zahlen", "Sie öffnen die Felder rund um eine Zahl."],
      effective: [
        "wirksame Klicks",
        "Klicks, die ein Feld geöffnet oder eine Mine markiert haben.",
      ],
      correctness: ["Anteil wirksamer Klicks", "Wirksame Klicks als Anteil aller Klicks."],
      throughput: ["Durchsatz", "Gelöste 3BV pro wirksamem Klick."],
      zini: [
        "ZiNi",
        "Die Klicks, die ein Programm braucht, das die Minen sieht und Flaggen nutzt.",
      ],
      hzini: [
        "menschliches ZiNi",
        "Das ZiNi eines Programms, das zuerst alle leeren Flächen öffnet.",
      ],
      zini_8way: [
        "8-Wege-ZiNi",
        "Das kleinste ZiNi, wenn das Brett in acht Reihenfolgen abgesucht wird.",
      ],
      zne: ["ZiNi-Effizienz", "Das ZiNi des gelösten Teils, geteilt durch deine Klicks."],
      rqp: ["RQP", "Das Quadrat der Zeit, geteilt durch die gelöste 3BV. Weniger ist besser."],
      qg: ["QG", "Die Zeit hoch 1,7, geteilt durch die gelöste 3BV. Weniger ist besser."],
      stnb: ["STNB", "Eine Tempowertung für die drei klassischen Stufen. Mehr ist besser."],
    },
    result: "Ergebnis",
    outcome: {
      won: "Gewonnen. Jedes sichere Feld ist offen.",
      lost: "Verloren.",
      left: "Aufgegeben.",
    },
    lostAt: (name) => runs`${cell(name)} war eine Mine.`,
    verdict: "Was den Ausschlag gab",
    reviewing: "Die Partie wird durchgesehen…",
    atStart: "zu Beginn",
    errors: "Fehler",
    atEnd: "am Ende",
    luck: "Glück",
    chanceChart: (first, last) =>
      `Gewinnchance Zug für Zug: zu Beginn ${percent(first)}, am Ende ${percent(last)}`,
    shareAtEnd: "Du kannst ein Brett teilen, sobald die Partie zu Ende ist.",
    gone: "Diese Partie ist nicht auf dem Server.",
    goneText: "Die Partie oder das Cookie dieses Browsers wurde gelöscht.",
    boardFile: "Datei mit einem Brett",
    analyse: "Diese Stellung analysieren",
    files: {
      "position.txt": "Stellung herunterladen",
      "board.txt": "Brett herunterladen",
      "board.mbf": "Brett herunterladen (MBF)",
      "record.txt": "Aufzeichnung herunterladen",
      "replay.rawvf": "Replay herunterladen (RAWVF)",
    },
    openBoard: "Ein Brett öffnen…",
    giveUp: "Diese Partie aufgeben",
  },

  learn: {
    agent: "Agent",
    second: "Zweiter Agent",
    nobody: "keiner",
    mistaken: "Lehrbuch mit einem Fehler",
    programs: "Studentische Programme",
    whenStuck: "Wenn er feststeckt",
    ownWay: "wie üblich",
    newBoard: "Neues Brett",
    odds: "Risiko",
    large: "Große Schrift",
    pace: "Tempo",
    controls: "Schritte",
    toStart: "Zum Anfang",
    stepBack: "Schritt zurück",
    stepOn: "Schritt",
    toEnd: "Zum Ende",
    run: "Abspielen",
    pause: "Anhalten",
    linkTitle: "Link zu diesen Agenten, diesem Brett und diesem Schritt kopieren",
    board: (seed) => `Brett ${seed}`,
    boardOf: (agent) => `Das Brett von ${agent}`,
    said: "Die Schlussfolgerung des Agenten",
    saidBy: (agent) => `Die Schlussfolgerung von ${agent}`,
    step: (step) => `Schritt ${step}`,
    count: (step) => `Schritt ${step}`,
    countOf: (step, steps) => `Schritt ${step} von ${steps}`,
    thinking: "denkt",
    states: {
      thinking: "denkt",
      certain: "bewiesen",
      guess: "geraten",
      stuck: "steckt fest",
      won: "gewonnen",
      lost: "verloren",
    },
    isSafe: (name) => runs`${cell(name)} ist sicher.`,
    guesses: (name) => runs`${cell(name)} ist geraten.`,
    isStuck: (provable) =>
      provable
        ? "Er steckt fest. Ein Feld ist nachweislich sicher, aber er kann es nicht beweisen."
        : "Er steckt fest.",
    ends: {
      won: "Gewonnen. Jedes sichere Feld ist offen.",
      lost: "Verloren. Das zuletzt geratene Feld war eine Mine.",
    },
    sum: (open, guesses) => `${count(open, "Feld", "Felder")} offen, ${guesses}-mal geraten`,
    cited: (step) => `geklärt vor Schritt ${step}`,
    whereTheyPart: "Wo sich die Agenten unterscheiden",
    both: (a, saysA, b, saysB) => `${a}: ${saysA} ${b}: ${saysB}`,
    score: (a, openA, b, openB) => `Offene Felder: ${a} ${openA}, ${b} ${openB}`,
    verdict: (sides) =>
      sides.map(({ name, state, steps, guesses }) =>
        `${name} ${
          { stuck: "steckt fest", won: "gewinnt", lost: "verliert" }[state] ?? state
        } nach ${count(steps - 1, "Schritt", "Schritten")}${
          guesses ? `, ${guesses}-mal geraten` : ""
        }`
      ).join("; ") + ".",
    tally: (boards, sides) =>
      `Gewonnene Bretter: ${
        sides.map(([name, won]) => `${name} ${won} von ${boards}`).join(", ")
      }.`,
    parting: (found) => {
      if (found.kind === "same") {
        return [
          "Auf diesem Brett unterscheiden sich die Agenten nicht. Beide öffnen dieselben Felder.",
        ];
      }
      const { kind, who, other } = found;
      if (kind === "proves") {
        const does = who.certain
          ? runs`beweist, dass ${cell(who.cell)} sicher ist`
          : runs`rät ${cell(who.cell)}`;
        const doesNot = other.stuck
          ? "kann das nicht und steckt fest"
          : other.cell
          ? runs`kann das nicht und rät ${cell(other.cell)}`
          : `hat schon ${other.outcome === "won" ? "gewonnen" : "verloren"}`;
        return runs`${who.name} ${does}. ${other.name} ${doesNot}.`;
      }
      const [guesser, stopped] = who.stuck ? [other, who] : [who, other];
      const guesses = runs`${guesser.name} rät ${cell(guesser.cell)}`;
      return runs`Keiner von beiden kann von einem weiteren Feld beweisen, dass es sicher ist. ${
        stopped.stuck
          ? runs`${stopped.name} hört hier auf, ${guesses}`
          : runs`${guesses}, ${stopped.name} ${cell(stopped.cell)}`
      }.`;
    },
  },

  analyse: {
    board: "Stellung",
    aside: "Analyse",
    tools: "Werkzeuge",
    paint: "Malen mit",
    why: "Warum?",
    whyShort: "Warum",
    file: "Datei mit einer Stellung",
    mines: "Minen",
    minesLeft: "Minen ohne Flagge",
    winChance: "Gewinnchance",
    analysis: "Risiko",
    value: "Wert der Züge",
    explanation: "Erklärung",
    undo: "Zurück",
    redo: "Wiederholen",
    clear: "Leeren",
    open: "Datei öffnen",
    openShort: "Öffnen",
    copy: "Als Text kopieren",
    copyShort: "Kopieren",
    link: "Link kopieren",
    linkShort: "Link",
    hands: "Klauseln abgleichen",
    handsShort: "Von Hand",
    copied: "Stellung kopiert.",
    ask: "Wähle „Warum?“ und dann ein Feld. Du kannst auch eine Datei, eine Stellung oder einen " +
      "Link hierherziehen oder einfügen.",
    gameTitle: "Du hast eine ganze Partie geöffnet.",
    gameText: "Sieh die Partie Zug für Zug durch oder analysiere ihre letzte Stellung.",
    reviewGame: "Diese Partie durchsehen",
    lastPosition: "Letzte Stellung analysieren",
    between: (what, least, most) => `${what}: Gib eine Zahl von ${least} bis ${most} ein.`,
    howManyMines: (width, height) => `Wie viele Minen hat dieses ${width}×${height}-Brett?`,
    flagsCount: "Minen mit Flagge zählen mit.",
    contradiction: "Widerspruch",
    easiest: "Das leichteste Feld erklären",
    working: "Die Gewinnchance wird berechnet…",
    movesTitle: "Züge, der beste zuerst",
    openCell: "Öffnen",
    wins: "gewinnt",
    isSafe: "ist sicher",
    cells: (count, first) => `${count} Felder wie ${first}`,
    whyCells: (names) => `Warum ${plain(cells(names.slice(0, 3)))}?`,
    allMoves: (moves) => `Alle ${moves} Züge`,
    example: (mine) => mine ? "Ein Brett mit Mine hier zeigen" : "Ein Brett ohne Mine hier zeigen",
    exampleNote: (mine) =>
      `Ein passendes Brett, auf dem das Feld ${mine ? "eine Mine" : "sicher"} ist`,
    ifOpened: "Beim Öffnen",
    aMine: "eine Mine",
    opensRegion: "öffnet eine Fläche",
    shows: (digit) => `zeigt ${digit}`,
    about: (chance) => `etwa ${chance}`,
    estimated: (boards) =>
      `Wie oft jede Zahl vorkommt, ist an ${boards} passenden Brettern geschätzt. Das Risiko ist ` +
      "genau.",
  },

  deleting: {
    keep: "Behalten",
    game: "Diese Partie löschen",
    gameTitle: "Diese Partie löschen?",
    gameText: "Auch die Züge und die Rückschau dieser Partie werden gelöscht. Das lässt sich " +
      "nicht rückgängig machen.",
    gameYes: "Partie löschen",
    gameDone: "Die Partie ist gelöscht.",
    allTitle: "Alle deine Daten löschen?",
    allText: "Alle deine Partien, Rückschauen, Ergebnisse und Wertungen auf dem Server werden " +
      "gelöscht, ebenso dein Fortschritt in diesem Browser. Das lässt sich nicht rückgängig " +
      "machen. Deine Einstellungen bleiben. Wenn du eine Kopie deiner Partien willst, " +
      "exportiere sie vorher im Verlauf.",
    allYes: "Alles löschen",
  },

  history: {
    title: (rate, level) => `${level}: Du gewinnst ${percent(rate)} deiner Partien.`,
    onlyPractice: "Bisher nur Übung.",
    notCounted: (games) =>
      games === 1
        ? "Eine Übungspartie, mit Hilfe oder auf einem bekannten Brett, zählt nicht mit."
        : `${games} Übungspartien, mit Hilfe oder auf einem bekannten Brett, zählen nicht mit.`,
    missedPatterns: "Muster, die du übersehen hast:",
    missedTimes: (times) => `${times}-mal`,
    noGames: "Noch keine Partie zu Ende gespielt.",
    records: "Rekorde",
    noErrors: "fehlerfrei in Folge",
    statistics: "Statistik",
    filters: "Filter",
    games: "Partien",
    all: "Alle",
    byError: "Durch einen Fehler verloren",
    alone: "Ohne Hilfe",
    practice: "Übung",
    noGuess: "ohne Raten",
    outcome: { won: "gewonnen", lost: "verloren", left: "aufgegeben" },
    export: "Als JSON exportieren",
    underWay: "Angefangen:",
    goOn: (level) => `Weiter mit ${level}`,
    noneFiltered: "Keine beendete Partie passt zu diesen Filtern.",
    finishOne: "Spiel eine Partie zu Ende, dann steht sie hier.",
    playOne: "Spiel eine Partie, dann steht sie hier.",
    columns: ["Stufe", "Was den Ausschlag gab", "Ergebnis", "Fehler", "Glück", "Wann"],
    withoutLuck: (rate) => `Mit durchschnittlichem Glück würdest du ${percent(rate)} gewinnen.`,
    fairRate: (rate, low, high) =>
      `Mit durchschnittlichem Glück wären es ${percent(rate)} (zwischen ${percent(low)} und ` +
      `${percent(high)}).`,
    errorTitle: "Fehler pro Partie",
    errorNote:
      "Wie viel Gewinnchance deine Züge gekostet haben, in Punkten. Mittel über 20 Partien.",
    errorChart: (points) => `Fehler pro Partie im Lauf der Zeit, jetzt ${points} Punkte`,
    rateTitle: "Gewinnquote ohne Glück",
    rateNote:
      `Durchgezogen: deine Gewinnquote mit durchschnittlichem Glück (Band: ${percent(95)}). ` +
      "Gestrichelt: deine tatsächliche Gewinnquote.",
    rateChart: (rate, low, high) =>
      `Gewinnquote ohne Glück im Lauf der Zeit, jetzt ${percent(rate)} (zwischen ${percent(low)} ` +
      `und ${percent(high)})`,
    waiting: (games) => `${count(games, "Partie wird", "Partien werden")} noch durchgesehen.`,
    look: "Ansehen",
    moves: (moves) => count(moves, "Zug", "Züge"),
    guessed: (guesses, chance) =>
      `${guesses === 1 ? "einmal" : `${guesses}-mal`} geraten, das geht mit ${chance} ` +
      "Wahrscheinlichkeit gut",
    more: "Mehr zu dieser Partie",
    import: "Datei öffnen",
    importNote: "Eine Aufzeichnung aus einem beliebigen Programm: AVF, EVF, MVF, RMV, RAWVF …",
    file: "Aufzeichnung",
    later: "Später",
    earlier: "Früher",
    total: (games) =>
      `${count(games, "Partie", "Partien")}. Die Statistik zählt nur Partien ohne Hilfe.`,
    wonOf: (won, played) => `${count(played, "Partie", "Partien")}, ${won} gewonnen.`,
    rate: (rate, low, high) =>
      `${percent(rate)}, wahrscheinlich zwischen ${percent(low)} und ${percent(high)}`,
    bestTime: "Bestzeit",
    bestRate: "beste 3BV/s",
    bestEfficiency: "beste Effizienz",
    streak: "Siege in Folge",
    longest: "längste Serie",
    guesses: "mal geraten",
    survival: "Chance, dass beim Raten alles gut geht",
    times: "Siegzeiten, die älteste zuerst",
    record: "Aufzeichnung als Text",
    again: "Nochmal spielen",
    share: "Teilen",
  },

  end: {
    after: {
      won: (time, moves) => `Gewonnen in ${time}, ${count(moves, "Zug", "Züge")}`,
      lost: (time, move) => `Verloren nach ${time}, Zug ${move}`,
      left: (time, moves) => `Aufgegeben nach ${time}, ${count(moves, "Zug", "Züge")}`,
    },
    playOn: "Von hier weiterspielen",
    playOnShort: "Weiterspielen",
    newGame: "Neue Partie",
    stepThrough: "Zug für Zug",
    figures: "Werte",
    moments: "Wichtige Züge und Werte",
    opened: "Geöffnet",
    moves: "Züge",
    speed: "Tempo",
    speedNote: "nötige Klicks pro Sekunde (3BV/s)",
    wholeGame: "Ganze Partie: Gewinnchance bei bestem Spiel",
    firstWin: (level) => `Dein erster Sieg auf Stufe ${level}`,
    fastest: (level) => `Deine Bestzeit auf Stufe ${level}`,
    downFrom: (time, before) => `${time} statt ${before}`,
    bestRate: (level) => `Dein bestes Tempo auf Stufe ${level}`,
    bestEfficiency: (level) => `Deine beste Effizienz auf Stufe ${level}`,
    next: "Was jetzt?",
    tryLevel: (level) => `${level} versuchen`,
    wonOf: (won, games, level) =>
      games < 10
        ? `${level}: ${count(games, "Partie", "Partien")}, ${won} gewonnen.`
        : `${level}: ${won} deiner letzten ${games} Partien gewonnen.`,
    noGuess: "Bretter ohne Raten versuchen",
    guessed: (guesses) =>
      `In dieser Partie bist du ${
        guesses === 1 ? "ein Risiko" : `${guesses} Risiken`
      } eingegangen.`,
    missed: (name, move) => `In Zug ${move} hast du geraten, aber ${name} war sicher.`,
    pauses: (names) => `Übe die Techniken, die dich aufgehalten haben: ${names}.`,
    friends: "Um die Wette auf demselben Brett, jeder auf seinem Bildschirm.",
  },

  review: {
    noGame:
      "Diese Partie gibt es nicht. Der Link ist unvollständig, oder sie gehört jemand anderem.",
    board: "Stellung vor dem Zug",
    graph: "Gewinnchance, Zug für Zug",
    aside: "Der Zug",
    move: "Der Zug",
    moves: "Die Züge und was sie gekostet haben",
    moments: "Entscheidende Momente",
    steps: "Schritte",
    first: "Erster Zug",
    firstShort: "Anfang",
    back: "Zurück",
    forward: "Vor",
    keyMoment: "Nächster Moment",
    keyShort: "Wichtig",
    moveNumber: (move) => `Zug ${move}`,
    moveOf: (move, moves) => `Zug ${move} von ${moves}`,
    theEnd: "Das Ende",
    folded: (first, last, moves) =>
      `${first} bis ${last}: ${count(moves, "Zug", "Züge")} ohne Risiko`,
    chances: (before, after) => `Gewinnchance: vor dem Zug ${before}, danach ${after}.`,
    luckOf: (points) => `Glück ${points}`,
    luckParts: (parts) => `Glück: ${parts}.`,
    whyMine: (name) => runs`Warum ${cell(name)} eine Mine war`,
    whySafe: (name) => runs`Warum ${cell(name)} sicher war`,
    signs: "Was die Zeichen bedeuten",
    point: "Punkte messen deine Gewinnchance. Ein Zug, der 5 Punkte kostet, senkt sie etwa von " +
      `${percent(40)} auf ${percent(35)}.`,
    meanings: {
      "needless guess": "Du hast geraten, aber ein anderes Feld war nachweislich sicher.",
      "blunder": "Du hast eine nachweisliche Mine geöffnet.",
      "mistake": "Ein anderes Feld war viel besser.",
      "inaccuracy": "Ein anderes Feld war etwas besser.",
      "good": "Fast das beste Feld.",
      "best": "Kein Feld war besser.",
      "only move": "Jedes andere Feld war viel schlechter.",
      "forced coin toss": "Du musstest raten, und kein Feld war besser als ein anderes.",
      "wrong flag": "Die Flagge steht auf einem sicheren Feld.",
      "unproven flag": "Die Flagge steht auf einer Mine, die noch nicht beweisbar war.",
    },
    part: (part, whole) => `${part} von ${whole}`,
    playOn: "Von hier weiterspielen",
    playOnNote: "Wenn du von hier weiterspielst, zählt die Partie als Übung, nicht für deine " +
      "Bestwerte.",
    provable: "beweisbare Felder zeigen",
    why: "Warum?",
    served: "Öffnet die Seite von sapper serve auf diesem Rechner.",
    toHistory: "Zum Verlauf",
    wrongTitle: "Diese Datei ist unvollständig oder beschädigt.",
    wrongPart: "Den lesbaren Teil durchsehen",
    wrongNo: "Abbrechen",
  },
};

export default words;
