// Die Seite auf Deutsch; dieselben Schlüssel wie en.js.

import { cell, listed, plain, runs } from "../runs.js";

/** @param {readonly (Run | Runs)[]} all */
const list = (all) => listed(all, " und ");
/** @param {string[]} names */
const cells = (names) => list(names.map(cell));
/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => `${number.toLocaleString("de")} ${number === 1 ? one : many}`;

/** @type {Words} */
const words = {
  title: "Sapper: Minesweeper, das sagt, warum",
  views: {
    play: "Spielen",
    learn: "Lernen",
    analyse: "Analyse",
    history: "Verlauf",
    review: "Rückschau",
    measure: "Messen",
    lessons: "Lektionen",
  },
  navigation: "Ansichten",
  menu: "Menü",
  skip: "Zum Spielfeld",
  away: "Der Server antwortet nicht. Sobald er es tut, geht alles weiter.",
  noAnswer: "Der Server antwortet nicht.",
  answered: (status) => `Der Server hat mit Status ${status} geantwortet`,
  cutLink: "Dieser Link ist unvollständig: Ein Teil fehlt oder wurde verändert.",
  linkCopied: "Link kopiert.",
  copyByHand: "Zum Kopieren:",
  readOn: "Weiterlesen",
  proofIn: (steps) => `Beweis in ${count(steps, "Schritt", "Schritten")}`,
  from: (numbers) => `aus ${numbers}`,
  andMore: (lines) => `und ${lines} weitere`,
  level: "Stufe",
  levels: {
    beginner: "Anfänger",
    intermediate: "Fortgeschrittene",
    expert: "Experten",
    easy: "Leicht",
    medium: "Mittel",
    hard: "Schwer",
  },
  levelOption: (name, width, height, mines) => `${name}  ${width}×${height}, ${mines} Minen`,
  classic: "Klassisch",
  course: "Kurs: sichere Felder sind vorgegeben",
  custom: "Eigene…",
  width: "Breite",
  height: "Höhe",
  mines: "Minen",
  set: "Setzen",
  firstCell: "Erstes Feld",
  rules: {
    open: "öffnet eine Fläche",
    safe: "ist sicher",
    any: "kann eine Mine sein",
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
  legend: { safe: "sicher", mine: "Mine", chance: "Minenrisiko in %" },

  lost: {
    title: "Hier ist nichts.",
    text: "Die Adresse führt nirgendwohin. Vielleicht fehlt ein Teil.",
    home: "Zur ersten Seite",
  },
  api: {
    title: "Die API",
    forms: "Formulare",
    or: "oder",
    listOf: "Liste von",
    anything: "irgendetwas",
    takes: "nimmt",
    gives: "gibt",
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
    firstCell: "Das erste Feld eines klassischen Spiels",
    playing: "Spielen",
    showing: "Anzeige",
    noGuess: [
      "Felder ohne Raten",
      "Nachdenken allein gewinnt sie. Fang beim markierten Feld an; ein großes Feld braucht " +
      "einen Moment.",
    ],
    chordByClick: [
      "Ein Klick auf eine Zahl öffnet rundherum",
      "Wenn alle ihre Flaggen stehen. Sonst: Doppelklick, mittlere Taste oder beide Tasten.",
    ],
    questions: ["Fragezeichen", "Ein zweiter Rechtsklick macht aus einer Flagge ein Fragezeichen."],
    autoFlag: [
      "Sichere Minen für mich markieren",
      "Das zählt als Hilfe, solche Spiele sind also Übung.",
    ],
    firstTapOpens: ["Das erste Tippen öffnet immer", "Auch wenn Tippen sonst Flaggen setzt."],
    names: ["Namen der Zeilen und Spalten", ""],
    turn: [
      "Breite Felder auf hohen Bildschirmen drehen",
      "Spalten laufen dann nach unten; ihre Namen bleiben gleich.",
    ],
    sound: ["Ton", ""],
    press: "Langes Drücken auf Touchscreens",
    seconds: (seconds) => `${String(seconds).replace(".", ",")} s`,
    kept: "Bleibt in diesem Browser gespeichert.",
    api: "Die API hinter dieser Seite",
    done: "Fertig",
  },

  home: {
    title: "Minesweeper, das sagt, warum.",
    lead: "Spiel ein Feld. Frag nach dem Grund, wenn du nicht weiterkommst. Und sieh danach, was " +
      "Glück war und was du selbst.",
    board: "Ein Agent an einem Anfängerfeld",
    play: (level) => `Spielen: ${level}`,
    noGuess: ["Ohne Raten", "Logik genügt"],
    daily: ["Täglich", (day) => `${day}, für alle`],
    size: (width, height, mines) => `${width}×${height}, ${mines} Minen`,
    step: (step, steps) => `Ein Agent denkt, Schritt ${step} von ${steps}`,
    won: "Gewonnen",
    back: "Schritt zurück",
    next: "Nächster Schritt",
    pause: "Anhalten",
    run: "Weiter",
    reason: (number, clue, known, left, safe) => {
      const the = runs`Die ${number} auf ${cell(clue)}`;
      if (!safe && known.length) {
        return runs`${the} hat ${cells(known)} und braucht noch ${left.length}. Nur ${
          cells(left)
        } ${left.length === 1 ? "ist übrig: eine Mine" : "sind übrig: alles Minen"}.`;
      }
      if (!safe) {
        return runs`${the} berührt nur ${cells(left)}. Also ${
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
    end: (cells) => `Alle ${cells} sicheren Felder sind offen, und nichts wurde geraten.`,
    ways: [
      [
        "Spielen",
        "Drei klassische Stufen, die Stufen des Kurses, eigene Größen, [drei Felder am " +
        "Tag](#daily). Tipps in fünf Stärken, Wahrscheinlichkeiten, und [Übungen](#practice) zu " +
        "dem, was du übersiehst.",
      ],
      [
        "Verstehen",
        "[Sieh Agenten beim Schließen zu](#learn), Klausel für Klausel, oder [frag nach einer " +
        "Stellung](#analyse): Was ist sicher, und warum?",
      ],
      [
        "Messen",
        "[Vergleiche zwei Agenten](#measure) auf Hunderten von Spielfeldern, ohne das Glück. " +
        "[Die API](/api.html) kann alles, was diese Seite kann, und die Kommandozeile spielt " +
        "Millionen.",
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

  prove: {
    button: "Beweis zeigen",
    question: "Ging es ohne Raten?",
    title: "Raten ist nicht nötig.",
    lead: (hardest) => `Jeder Zug folgt aus den Zahlen. Die schwerste nötige Technik: ${hardest}.`,
    sequence: "Die Züge und warum sie sicher sind",
    back: "Zurück zum Ergebnis",
    download: "Zertifikat herunterladen",
    check: "Ein anderes Programm kann es prüfen:",
  },

  daily: {
    title: "Felder des Tages",
    lead:
      "Drei Felder am Tag, für alle dieselben. Raten ist nicht nötig, und dein erster Versuch " +
      "zählt.",
    newIn: (hours, minutes) => `Neue Felder in ${hours ? `${hours} Std. ` : ""}${minutes} Min.`,
    size: (width, height, mines) => `${width}×${height}, ${mines} Minen`,
    play: "Spielen",
    goOn: "Weiter",
    look: "Ansehen",
    won: (time) => `Gewonnen in ${time}`,
    lost: (percent, time) => `Verloren nach ${time}, ${percent} % geräumt`,
    left: (percent) => `Aufgegeben, ${percent} % geräumt`,
    underWay: "Im Gange",
    withHelp: "mit Hilfe",
    streak: "Serie in Tagen",
    longest: "längste Serie",
    share: "Mein Ergebnis kopieren",
    copied: "Ergebnis kopiert.",
    nothing: "Beende eines der Felder von heute, dann kannst du teilen, wie es lief.",
    days: "Die letzten fünf Wochen",
    dayWon: (day, levels) => `${day}: gewonnen: ${plain(list(levels))}`,
    dayTried: (day) => `${day}: nicht gewonnen`,
    dayNot: (day) => `${day}: nicht gespielt`,
    text: (date, lines, streak) =>
      [`Sapper, ${date}`, ...lines, ...(streak > 1 ? [`${streak} Tage in Folge`] : [])].join("\n"),
    line: {
      won: (level, time) => `🚩 ${level} ${time}`,
      helped: (level, time) => `💡 ${level} ${time}, mit Hilfe`,
      lost: (level, percent) => `💥 ${level} ${percent} %`,
      left: (level, percent) => `🏳️ ${level} ${percent} %`,
    },
    note: (date) =>
      `Feld des Tages, ${date}. Es ist für alle dasselbe und geht ohne Raten; dieser Versuch ` +
      "zählt.",
    back: "Felder von heute",
  },

  practice: {
    title: "Üben",
    kinds: "Was du übst",
    board: "Rätsel",
    aside: "Aufgabe und Antwort",
    missed: "Was ich übersehe",
    missedNote:
      "Stellungen aus deinen Spielen, in denen du geraten hast, obwohl ein Feld sicher war.",
    notes: {
      "single clue": "Eine Zahl genügt.",
      "subset": "Alle Felder einer Zahl gehören auch zu einer anderen.",
      "difference":
        "Zwei Zahlen überschneiden sich, und eine hat so viele Minen mehr, dass sie auf ihrer " +
        "Seite liegen müssen.",
      "chain": "Was zwei Zahlen sagen, wird zu einer dritten weitergetragen.",
      "combination": "Mehrere Zahlen auf einmal, zusammengezählt und abgezogen.",
      "mine count": "Zähl die Minen, die übrig sind.",
    },
    done: (solved, tried) => `${solved} von ${tried} beim ersten Versuch`,
    fresh: "noch nicht versucht",
    task: "Welches Feld ist sicher?",
    taskLead: (technique) => `Öffne ein Feld, das sicher sein muss. Technik: ${technique}.`,
    ownTask: "Hier hast du geraten. Welches Feld war sicher?",
    ownLead: (technique, cost, day) =>
      `Ein Spiel vom ${day}. Das Raten hat deine Gewinnchance um ${cost} gesenkt. Technik: ` +
      `${technique}.`,
    right: (name) => runs`Ja, ${cell(name)} ist sicher.`,
    also: (names) => runs`Auch sicher: ${cells(names)}.`,
    isMine: (name) => runs`Nein, ${cell(name)} ist eine Mine.`,
    flagRight: (name) => runs`Ja, ${cell(name)} ist eine Mine. Und welches Feld ist sicher?`,
    flagWrong: (name) => runs`Nein, ${cell(name)} ist sicher.`,
    isOpen: (name) => runs`${cell(name)} kann eine Mine sein oder sicher: Das weiß noch niemand.`,
    next: "Nächstes Rätsel",
    nextShort: "Weiter",
    inARow: "In Folge",
    solved: "Beim ersten Versuch gelöst",
    show: "Zeig es mir",
    hint: "Tipp",
    tryOn: "Such ein anderes Feld.",
    up: (technique) => `Drei in Folge. Weiter mit: ${technique}`,
    looking: (left) => `Deine Spiele werden durchgesehen: noch ${left}…`,
    noMisses: (games) =>
      games
        ? `In ${
          count(games, "Spiel", "Spielen")
        } hast du nie geraten, wo ein Feld sicher war. Gut gemacht.`
        : "Beende erst ein paar Spiele. Wenn du rätst, obwohl ein Feld sicher ist, kommt die " +
          "Stellung hierher.",
    missesOf: (number, technique, cost) =>
      `${technique}: ${number}-mal, kostete ${cost} eines Sieges`,
    all: "Du hast alle Stellungen gelöst, die du übersehen hattest.",
  },

  play: {
    board: "Minesweeper-Feld",
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
    sameBoard: "Dasselbe Feld nochmal",
    new: "Neues Feld",
    newShort: "Neu",
    zoom: "Zoom",
    zoomIn: "Größer",
    zoomOut: "Kleiner",
    zoomFit: "An das Fenster anpassen",
    share: "Teilen",
    menu: "Mehr",
    close: "Schließen",
    waiting: "Warten",
    gameIsKept: "Dein Spiel ist gesichert und geht weiter, sobald der Server antwortet.",
    leaveTitle: "Dieses Spiel verlassen?",
    leaveText:
      "Du bist mittendrin. Wenn du aufgibst, zählt es als nicht gewonnen. Wenn du es aufhebst, " +
      "wartet es im Verlauf auf dich.",
    leaveIt: "Aufgeben",
    keepIt: "Für später aufheben",
    goOn: "Weiterspielen",
    againTitle: "Dieses Feld von vorn?",
    againText: "Dieses Spiel zählt als aufgegeben. Das nächste ist Übung, weil du das Feld kennst.",
    startAgain: "Von vorn",
    newGame: "Neues Spiel.",
    flagged: (name, on) => `${name} ${on ? "hat eine Flagge" : "hat keine Flagge mehr"}`,
    opened: (cells) => `${count(cells, "Feld", "Felder")} geöffnet`,
    undone: "Zurückgenommen. Das Spiel ist jetzt Übung.",
    tiers: ["ein Anstoß", "die Gegend", "die Zahlen", "das Feld", "der Grund"],
    tier: (tier, what) => `Tipp ${tier} von 5: ${what}`,
    noSafeCell: "Kein verdecktes Feld ist nachweislich sicher",
    more: (what) => `Mehr: ${what}`,
    showGuess: "Das sicherste Feld zeigen",
    isSafe: (name) => runs`${cell(name)} ist sicher.`,
    wrongFlag: (name) => runs`${cell(name)} ist sicher, also ist die Flagge dort falsch.`,
    open: (name) => `${name} öffnen`,
    unflagAndOpen: (name) => `Flagge weg und ${name} öffnen`,
    noOddsAtEnd: "Das Spiel ist vorbei: Es gibt kein Risiko mehr zu zeigen.",
    practice: "Mit Hilfe ist ein Spiel Übung: Es bleibt erhalten, zählt aber nicht.",
    stuck: "Kommst du nicht weiter? Frag nach einem Tipp. Jeder sagt etwas mehr.",
    first: {
      open: "Klick irgendwohin. Das erste Feld öffnet eine Fläche.",
      safe: "Klick irgendwohin. Das erste Feld ist sicher.",
      any: "Das erste Feld kann eine Mine sein.",
      given: "Felder mit einem Ring sind sicher. Fang dort an.",
    },
    markedFirst: {
      open: "Fang beim Feld mit dem Ring an: Es öffnet eine Fläche.",
      safe: "Fang beim Feld mit dem Ring an: Es ist sicher.",
      any: "Das erste Feld kann eine Mine sein.",
    },
    boards: "Felder",
    boardKinds: { any: "beliebig", noGuess: "ohne Raten" },
    atMost: "Ohne Raten, höchstens",
    needs: "Ohne Raten, und es braucht",
    dailyLink: "Felder des Tages",
    practiceLink: "Üben",
    records: (level) => `Dein Bestes: ${level}`,
    recordNames: { time: "Zeit", rate: "3BV/s", efficiency: "Effizienz", error: "Fehler zuletzt" },
    newBestEfficiency: "Deine beste Effizienz!",
    tags: { daily: "Tagesfeld", noGuess: "ohne Raten", practice: "Übung" },
    keysTitle: "Maus, Touch und Tasten",
    keys: [
      ["Linke Taste, Tippen, Leertaste", "öffnen"],
      ["Rechte Taste, langes Drücken, F", "Flagge"],
      ["Doppelklick, beide Tasten, mittlere", "um eine Zahl herum öffnen"],
      ["Pfeile, Pos1, Ende", "bewegen"],
      ["H", "Tipp, jedes Mal stärker"],
      ["G", "darf ich raten?"],
      ["O", "Risiko"],
      ["Z", "zurücknehmen"],
      ["N", "neues Feld"],
      ["A", "dasselbe Feld nochmal"],
      ["+ − 0", "Zoom"],
    ],
    none: "keine",
    allFigures: "Alle Zahlen",
    figures: {
      solved_three_bv: "gelöste 3BV",
      islands: "Inseln",
      left: "Linksklicks",
      right: "Rechtsklicks",
      chord: "Doppelklicks auf Zahlen",
      effective: "wirksame Klicks",
      ioe: "IOE: gelöste 3BV / Klicks",
      correctness: "Richtigkeit",
      throughput: "Durchsatz",
      zini: "ZiNi",
      hzini: "menschliches ZiNi",
      zini_8way: "8-Wege-ZiNi",
      zne: "ZiNi-Effizienz",
      rqp: "RQP",
      qg: "QG",
      stnb: "STNB",
      pluck: "pluck: Glück beim Raten",
    },
    result: "Ergebnis",
    outcome: {
      won: "Gewonnen. Jedes sichere Feld ist offen.",
      lost: "Verloren.",
      left: "Aufgegeben.",
    },
    lostAt: (name) => runs`${cell(name)} war eine Mine.`,
    after: {
      won: (time) => `Gewonnen in ${time}`,
      lost: (time, move) => `Verloren nach ${time}, Zug ${move}`,
      left: (time) => `Aufgegeben nach ${time}`,
    },
    verdict: "Was es entschieden hat",
    reviewing: "Rückblick auf das Spiel…",
    atStart: "zu Beginn",
    choices: "deine Entscheidungen",
    luck: "dein Glück",
    chanceChart: (first, last) => `Gewinnchance über die Züge: erst ${first} %, am Ende ${last} %`,
    labels: {
      "start": "Anfang",
      "certain": "gewiss",
      "chord": "rundherum geöffnet",
      "flag": "Flagge",
      "flag removed": "Flagge entfernt",
      "wrong flag": "falsche Flagge",
      "unproven flag": "unbewiesene Flagge",
      "needless guess": "unnötig geraten",
      "forced coin toss": "erzwungener Münzwurf",
      "only move": "einziger Zug",
      "best": "bester Zug",
      "good": "gut",
      "inaccuracy": "Ungenauigkeit",
      "mistake": "Fehler",
      "blunder": "grober Fehler",
    },
    clicks: "Klicks",
    efficiency: "Effizienz",
    openings: "Flächen",
    firstWin: (level) => `Dein erster Sieg: ${level}!`,
    newBest: (by) => `Neue Bestzeit, um ${by}!`,
    newBestRate: "Deine besten 3BV/s!",
    shareAtEnd: "Du kannst ein Feld teilen, sobald das Spiel vorbei ist.",
    boardAtEnd: "Du kannst das Feld herunterladen, sobald das Spiel vorbei ist.",
    boardFile: "Datei mit einem Feld",
    analyse: "Diese Stellung analysieren",
    files: {
      "position.txt": "Stellung herunterladen",
      "board.txt": "Feld herunterladen",
      "board.mbf": "Feld als mbf herunterladen",
      "record.txt": "Aufzeichnung herunterladen",
      "replay.rawvf": "Replay herunterladen (RAWVF)",
    },
    openBoard: "Ein Feld öffnen…",
    giveUp: "Dieses Spiel aufgeben",
  },

  learn: {
    choices: "Agenten, Stufe und mehr",
    agent: "Agent",
    second: "Zweiter Agent",
    nobody: "keiner",
    whenStuck: "Wenn er feststeckt",
    ownWay: "auf seine Art",
    newBoard: "Neues Feld",
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
    linkTitle: "Link zu Schritt, Feld und Agenten kopieren",
    board: (seed) => `Feld ${seed}`,
    boardOf: (agent) => `Feld von ${agent}`,
    said: "Was der Agent schließt",
    saidBy: (agent) => `Was ${agent} folgert`,
    step: (step) => `Schritt ${step}`,
    count: (step) => `Schritt ${step}`,
    countOf: (step, steps) => `Schritt ${step} von ${steps}`,
    thinking: "denkt",
    states: {
      thinking: "denkt",
      certain: "gewiss",
      guess: "geraten",
      stuck: "steckt fest",
      won: "gewonnen",
      lost: "verloren",
    },
    isSafe: (name) => runs`${cell(name)} ist sicher.`,
    guesses: (name) => runs`${cell(name)} ist geraten.`,
    isStuck: (provable) =>
      provable
        ? "Er steckt fest: Es gibt ein sicheres Feld, aber dieser Agent kann es nicht beweisen."
        : "Er steckt fest: Kein verdecktes Feld ist nachweislich sicher.",
    ends: {
      won: "Gewonnen: Jedes sichere Feld ist offen.",
      lost: "Verloren: Der letzte Versuch traf eine Mine.",
    },
    sum: (open, guesses) => `${count(open, "Feld", "Felder")} offen, ${guesses}-mal geraten`,
    plot: (clauses, facts) =>
      `KB hat ${count(clauses, "Klausel", "Klauseln")}, KB0 ${
        count(facts, "Tatsache", "Tatsachen")
      }`,
    kb: "KB, in Arbeit",
    kbAbout: (name) => `KB über ${name}`,
    kbPinned: (name) => `KB über ${name}, festgehalten`,
    unpin: "dem Agenten folgen",
    ofOneCell: "Klauseln über ein Feld",
    noneOfCell: "Keine Klausel erwähnt es.",
    kb0: "KB0, geklärt",
    noFacts: "Noch ist nichts geklärt.",
    clauses: "Alle Klauseln",
    search: "Klauseln suchen",
    searchExample: "Feld oder Klausel, z. B. C5 ¬D5",
    found: (clauses) => `${count(clauses, "Klausel", "Klauseln")} gefunden`,
    fact: (name, mine) => `${name} ist ${mine ? "eine Mine" : "sicher"}`,
    none: "KB hat keine solche Klausel.",
    andMore: (clauses) => `und ${clauses} weitere`,
    numberAt: (number, name) => `${number} auf ${name}`,
    mineCount: "Minenzahl",
    oracle: "ein Orakel",
    ofPair: "aus zwei Klauseln",
    resolvedWith: (literals) =>
      `resolviert mit ${literals.slice(0, 2).join(", ")}${literals.length > 2 ? ", …" : ""}`,
    cited: (step) => `geklärt vor Schritt ${step}`,
    sameDecision: "Aus derselben Entscheidung wie der Schritt davor: In KB kam nichts Neues.",
    givenCells: (names) => `Als sicher vorgegeben: ${plain(cells(names))}.`,
    openedCells: (cells) => `${cells} Felder wurden geöffnet, jedes mit seiner Zahl.`,
    numberSays: (number, name, mines, cells) =>
      `Die ${number} auf ${name}: ${
        mines === cells
          ? (cells === 1
            ? "ihr einziges verdecktes Feld ist eine Mine"
            : `alle ${cells} verdeckten Felder sind Minen`)
          : mines === 0
          ? (cells === 1
            ? "ihr verdecktes Feld ist sicher"
            : `alle ${cells} verdeckten Felder sind sicher`)
          : `genau ${count(mines, "Mine", "Minen")} in ${cells} verdeckten Feldern`
      }`,
    countSays: (mines, cells) =>
      `Die Minenzahl: ${count(mines, "Mine", "Minen")} in den ${cells} übrigen Feldern`,
    oracleSays: "Was das Orakel geklärt hat",
    clausesOf: (mines, cells) =>
      `Je ${cells - mines + 1} davon enthalten eine Mine, je ${mines + 1} ein sicheres Feld.`,
    ofThemNew: (clauses, fresh) =>
      `${count(clauses, "Klausel", "Klauseln")}${
        fresh === clauses
          ? (clauses === 1 ? ", und sie ist neu" : ", alle neu")
          : fresh
          ? `, davon ${fresh} neu`
          : ", keine davon neu"
      }.`,
    numbers: (numbers, clauses) =>
      `${count(numbers, "Zahl", "Zahlen")}: ${count(clauses, "neue Klausel", "neue Klauseln")}`,
    otherNumbers: (numbers, clauses) =>
      `${count(numbers, "weitere Zahl", "weitere Zahlen")}: ${
        count(clauses, "neue Klausel", "neue Klauseln")
      }`,
    resolved: (clauses) => `Resolviert: ${count(clauses, "Klausel", "Klauseln")}`,
    pairs: (pairs) => `${count(pairs, "Paar", "Paare")} von Klauseln verglichen.`,
    matchedOn: (left, right, name) => `${left} mit ${right}, über ${name}`,
    loses: (literals) =>
      `ohne ${literals.slice(0, 3).join(", ")}${literals.length > 3 ? ", …" : ""}`,
    subsumed: (clauses) =>
      `Subsumiert: ${clauses} ${clauses === 1 ? "sagt" : "sagen"} weniger, als KB schon weiß`,
    strictly: (clause) => `${clause} sagt mehr`,
    satisfiedBy: (fact) => `mit ${fact} ist sie wahr`,
    settled: (facts) => `Geklärt: ${count(facts, "neue Tatsache", "neue Tatsachen")} in KB0`,
    legend: {
      clue: "benutzte Zahl",
      safe: "wird geöffnet",
      known: "bekannte Mine",
      given: "als sicher vorgegeben",
    },
    whereTheyPart: "Wo sie sich trennen",
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
      `Gewonnene Spielfelder: ${
        sides.map(([name, won]) => `${name} ${won} von ${boards}`).join(", ")
      }.`,
    parting: (found) => {
      if (found.kind === "same") {
        return [
          "Auf diesem Spielfeld trennen sie sich nie: Was der eine öffnet, öffnet auch der andere.",
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
          : "kommt nie so weit";
        return runs`${who.name} ${does}. ${other.name} ${doesNot}.`;
      }
      const [guesser, stopped] = who.stuck ? [other, who] : [who, other];
      const guesses = runs`${guesser.name} rät ${cell(guesser.cell)}`;
      return runs`Keiner von beiden kann noch ein Feld als sicher beweisen. ${
        stopped.stuck
          ? runs`${stopped.name} hört hier auf, ${guesses}`
          : runs`${guesses}, ${stopped.name} ${cell(stopped.cell)}`
      }.`;
    },
  },

  analyse: {
    board: "Stellung",
    aside: "Was daraus folgt",
    tools: "Werkzeuge",
    paint: "Malen mit",
    why: "Warum?",
    whyShort: "Wieso?",
    file: "Datei mit einer Stellung",
    mines: "Minen",
    minesLeft: "Minen ohne Flagge",
    winChance: "Gewinnchance",
    analysis: "Analyse",
    value: "Was Züge wert sind",
    explanation: "Erklärung",
    undo: "Zurück",
    redo: "Wieder vor",
    clear: "Leeren",
    open: "Datei öffnen",
    openShort: "Öffnen",
    copy: "Als Text kopieren",
    copyShort: "Kopieren",
    link: "Link kopieren",
    linkShort: "Link",
    copied: "Stellung kopiert.",
    ask:
      "Wähle „Warum?“ und ein Feld. Oder zieh eine Datei hierher, oder füge eine Stellung oder " +
      "einen Link ein.",
    between: (what, least, most) => `${what}: eine Zahl von ${least} bis ${most}.`,
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
    example: (mine) =>
      mine ? "Ein Feld zeigen, auf dem es eine Mine ist" : "Ein Feld zeigen, auf dem es sicher ist",
    ifOpened: "Wenn man es öffnet",
    aMine: "eine Mine",
    opensRegion: "öffnet eine Fläche",
    shows: (digit) => `zeigt ${digit}`,
    about: (chance) => `etwa ${chance}`,
    estimated: (boards) =>
      `Die Zahlen sind an ${boards} passenden Feldern geschätzt; das Risiko ist genau.`,
  },

  lessons: {
    tabs: { learn: "Agenten zusehen", lessons: "Lektionen" },
    title: "Zehn Lektionen",
    lead:
      "Jede eine Seite, jede eine Idee. Die Stellungen kann man anklicken, und jede Aufgabe wird " +
      "sofort geprüft.",
    solved: (done, all) => `${done} von ${all} Aufgaben gelöst`,
    before: "Zurück",
    all: "Alle Lektionen",
    after: "Weiter",
    exercises: "Aufgaben",
    board: (width, height, mines) =>
      `Stellung, ${width} mal ${height}, ${count(mines, "Mine", "Minen")}`,
    size: (width, height, mines) => `${width}×${height}, ${count(mines, "Mine", "Minen")}`,
    practice: "Rätsel zum Üben",
    howTo:
      "Klick auf ein Feld, das auf jeden Fall sicher ist. Rechtsklick, langes Drücken oder F " +
      "setzt eine Flagge.",
    howToGuess: "Klick auf das Feld, das du öffnen würdest.",
    another: "Noch eins",
    uncertain: (name) => `${name} ist nicht gewiss. So könnten die Minen liegen, mit einer dort.`,
    isMine: (name) => `Nein: ${name} ist eine Mine.`,
    isSafe: (name) => `Ja, ${name} ist sicher.`,
    left: (cells) =>
      cells === 1
        ? "Ein sicheres Feld lässt sich noch finden."
        : `${cells} sichere Felder lassen sich noch finden.`,
    allFound: "Du hast alle gefunden!",
    risk: (name, chance) => `${name} ist mit ${chance} Wahrscheinlichkeit eine Mine.`,
    safest: "Kein Feld ist sicherer.",
    notSafest: "Ein anderes Feld ist sicherer.",
    value: (name, risk, win) =>
      `${name} ist mit ${risk} Wahrscheinlichkeit eine Mine und gewinnt ${win} der Partien.`,
    best: "Kein Feld gewinnt öfter.",
    notBest: (name, risk, win) =>
      `${name} gewinnt öfter, ${win}, und ist mit ${risk} Wahrscheinlichkeit eine Mine.`,
    answer: (number) => `Deine Antwort zu ${number}`,
    check: "Prüfen",
    done: "gelöst",
  },

  history: {
    title: (rate, level) => `Du gewinnst ${rate} % deiner Spiele: ${level}.`,
    onlyPractice: "Bisher nur Übung.",
    noGames: "Noch kein Spiel zu Ende gespielt.",
    records: "Bestzeiten",
    filters: "Filter",
    games: "Spiele",
    all: "Alle",
    alone: "Ohne Hilfe",
    practice: "Übung",
    outcome: { won: "gewonnen", lost: "verloren", left: "aufgegeben" },
    export: "Als JSON exportieren",
    underWay: "Angefangen:",
    goOn: (level) => `Weiter mit ${level}`,
    noneFiltered: "Kein beendetes Spiel passt zu diesen Filtern.",
    finishOne: "Spiel eins zu Ende, dann steht es hier, mit deiner Statistik.",
    playOne: "Spiel eins, dann steht es hier, mit deiner Statistik.",
    columns: ["Stufe", "Was den Ausschlag gab", "Ergebnis", "Fehler", "Glück", "Wann"],
    withoutLuck: (rate) => `Mit durchschnittlichem Glück wären es ${rate} %.`,
    fairRate: (rate, low, high) =>
      `Mit durchschnittlichem Glück ${rate} %, zwischen ${low} % und ${high} %.`,
    errorTitle: "Fehler pro Spiel",
    errorNote:
      "Gewinnchance, die deine eigenen Züge verschenkt haben, in Punkten; Mittel über 20 Spiele.",
    errorChart: (points) => `Fehler pro Spiel im Lauf der Zeit: jetzt ${points} Punkte`,
    rateTitle: "Gewinnquote ohne Glück",
    rateNote:
      "Was du mit durchschnittlichem Glück gewinnen würdest; das Band sind 95 %. Gestrichelt: " +
      "was du gewonnen hast.",
    rateChart: (rate, low, high) =>
      `Gewinnquote ohne Glück im Lauf der Zeit: jetzt ${rate} %, zwischen ${low} % und ${high} %`,
    waiting: (games) => `${count(games, "Spiel wird", "Spiele werden")} noch durchgesehen.`,
    look: "Ansehen",
    clicks: (clicks) => count(clicks, "Klick", "Klicks"),
    guessed: (guesses, chance) => `${guesses}-mal geraten, Chance auf alles ${chance}`,
    more: "Mehr zu diesem Spiel",
    import: "Datei öffnen",
    importNote: "Eine Aufzeichnung irgendeines Programms: AVF, EVF, MVF, RMV, RAWVF …",
    file: "Aufzeichnung",
    later: "Später",
    earlier: "Früher",
    total: (games) => `${count(games, "Spiel", "Spiele")}. Die Statistik zählt Spiele ohne Hilfe.`,
    wonOf: (won, played) => `${won} von ${played} gewonnen.`,
    rate: (rate, low, high) => `${rate} %, mit 95 % Sicherheit zwischen ${low} % und ${high} %`,
    bestTime: "Bestzeit",
    bestRate: "beste 3BV/s",
    bestEfficiency: "beste Effizienz",
    streak: "Siege in Folge",
    longest: "längste Serie",
    guesses: "mal geraten",
    survival: "Chance, das Raten eines Spiels zu überleben",
    times: "Siegzeiten der Reihe nach",
    record: "Aufzeichnung als Text",
    again: "Nochmal spielen",
    share: "Teilen",
  },

  review: {
    board: "Stellung vor dem Zug",
    aside: "Was der Zug war",
    move: "Der Zug",
    moves: "Die Züge, und was jeder gekostet hat",
    moments: "Entscheidende Momente",
    steps: "Schritte",
    first: "Erster Zug",
    firstShort: "Anfang",
    back: "Zurück",
    forward: "Vor",
    keyMoment: "Nächster wichtiger Moment",
    keyShort: "Wichtig",
    moveNumber: (move) => `Zug ${move}`,
    moveOf: (move, moves) => `Zug ${move} von ${moves}`,
    theEnd: "Das Ende",
    folded: (first, last, moves) =>
      `${first} bis ${last}: ${count(moves, "Zug", "Züge")} ohne Risiko`,
    before: "davor",
    choice: "mit dieser Wahl",
    after: "danach",
    accuracy: "Genauigkeit",
    decisions: "Entscheidungen",
    perDecision: "verloren pro Entscheidung, in Tausendsteln",
    playOn: "Von hier weiterspielen",
    playOnNote: "Weiterspielen ist Übung: Es zählt nicht.",
    why: "Warum?",
    stepThrough: "Das Spiel Zug für Zug",
    mainError: (move, name) => `Warum ${name} bei Zug ${move} sicher war`,
    toHistory: "Zum Verlauf",
    wrongTitle: "Diese Datei ist unvollständig oder beschädigt.",
    wrongPart: "Durchsehen, was davor kommt",
    wrongNo: "Abbrechen",
  },

  measure: {
    title: "Welcher Agent spielt besser?",
    lead:
      "Hier spielen Agenten dieselben Spielfelder, eine Partie nach der anderen. Sieh zu, wie " +
      "sich die Anteile einpendeln und wie sicher sie sind.",
    games: "Partien",
    start: "Messen",
    stop: "Anhalten",
    starting: "Es geht los…",
    progress: "Gespielte Partien",
    played: (games, asked) =>
      `${games.toLocaleString("de")} von ${count(asked, "Partie", "Partien")}`,
    stopped: (games) => `Angehalten nach ${count(games, "Partie", "Partien")}.`,
    result: "Ergebnis",
    table: "Anteile und Zeiten",
    columns: [
      "Agent",
      "Gewonnen",
      "Verloren",
      "Festgesteckt",
      "Geraten pro Partie",
      "Zeit pro Partie",
    ],
    share: (name, share, level, low, high) =>
      `${name} gewinnt ${share} seiner Partien auf ${level}, zwischen ${low} und ${high} mit 95 ` +
      "% Sicherheit.",
    shareLabel: (name, share, low, high) => `${name} gewinnt ${share}, zwischen ${low} und ${high}`,
    between: (low, high) => `${low} bis ${high}`,
    times: (factor) => `${factor}-mal so schnell`,
    better: (better, other, level) => `${better} ist auf ${level} besser als ${other}.`,
    undecided: (a, b, level) => `${a} oder ${b} auf ${level}? Noch nicht entschieden.`,
    notSettled: (a, b, level, games) =>
      `${
        count(games, "Partie", "Partien")
      } reichen nicht, um ${a} und ${b} auf ${level} zu unterscheiden.`,
    points: (more, less, value, low, high) =>
      `${more} gewinnt ${value} Prozentpunkte mehr als ${less}, zwischen ${low} und ${high}.`,
    asPlayed: "Wie gespielt",
    onlyOne: (a, onlyA, b, onlyB) =>
      `Spielfelder, die nur einer gewann: ${a} ${onlyA}, ${b} ${onlyB}.`,
    withoutLuck: "Ohne Glück",
    tooFew: "Ihre Ergebnisse unterscheiden sich auf zu wenigen Spielfeldern, um das Glück " +
      "herauszurechnen.",
    fewer: (factor) =>
      `Das ist so genau wie ${factor}-mal so viele Partien, aus denen das Glück nicht ` +
      "herausgerechnet ist.",
    intervals: "Intervalle",
    fixed: "95 %, für eine vorher festgelegte Zahl von Partien.",
    anyMoment: "95 %, und sie gelten jederzeit: Du kannst anhalten, wann du willst.",
    wrong: (name, games) =>
      `${name} behauptete in ${count(games, "Partie", "Partien")} eine Gewissheit, die falsch war.`,
    crashed: (name, games, failure) =>
      `${name} scheiterte in ${count(games, "Partie", "Partien")}: ${failure}.`,
    onlyWins: (winner, loser) => `${winner} gewinnt, ${loser} nicht`,
    same: "Dasselbe auf der Kommandozeile:",
    reports: "Berichte von Studien",
    noReports:
      "Es gibt keine. Sie werden aus dem Ordner „results“ gelesen, in dem Verzeichnis, in dem " +
      "sapper serve gestartet wurde. Eine Studie vergleicht mehr als zwei Agenten oder Stufen:",
    reportSize: (players, levels, games) =>
      `${count(players, "Spieler", "Spieler")}, ${count(levels, "Stufe", "Stufen")}, je ${
        count(games, "Partie", "Partien")
      }`,
    reportOf: (name) => `Der Bericht von ${name}`,
    back: "Zurück zu Messen",
    alone: "In einem eigenen Tab öffnen",
  },
};

export default words;
