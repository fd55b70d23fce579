// Schritt für Schritt zusehen, auf Deutsch; dieselben Schlüssel wie en.js.

import { cell, listed, plain, runs } from "../../runs.js";
import { cells, count, list, NUMBERS } from "../../words/de.js";

/** @param {number} some @param {number} all */
const among = (some, all) => some < all ? `je ${some}` : all === 2 ? "beide" : `alle ${all}`;
/** @param {number} some @param {number} all */
const amongThese = (some, all) => some < all ? `je ${some}` : all === 2 ? "beiden" : `allen ${all}`;

/** @type {typeof import("./en.js").default} */
const words = {
  board: "Brett des Agenten",
  event: "Dieses Ereignis",
  on: (level, size, seed) => `${level.includes(size) ? level : `${level} ${size}`}, Brett ${seed}`,
  inPosition: "in dieser Stellung",
  kb: "KB",
  before: "vor diesem Ereignis",
  kb0: "KB0",
  facts: "Tatsachen",
  find: "In KB suchen",
  findExample: "Feld oder Klausel, z. B. C6",
  found: (clauses) => `${count(clauses, "Klausel", "Klauseln")} gefunden`,
  moreGroups: (groups) => `${groups} weitere ${groups === 1 ? "Gruppe" : "Gruppen"}`,
  moreFacts: (facts) => `${facts} weitere`,
  openCells: (cells) => count(cells, "offenes Feld", "offene Felder"),
  legend: { mine: "Mine", safe: "sicher", or: "oder: eine Klausel" },
  sizes: { event: "Ereignis", round: "Runde", decision: "Zug" },
  size: "Größe eines Schritts",
  first: "Erstes Ereignis",
  last: "Letztes Ereignis",
  back: "Zurück",
  step: "Weiter",
  plot: "Klauseln in KB",
  round: (round) => `Runde ${round}`,
  slider: "Ereignis",
  where: (event, events) => `Ereignis ${event} von ${events}`,
  whereDecision: (decision, decisions) => `Zug ${decision} von ${decisions}`,
  place: (event, events, kind, decision) =>
    `Ereignis ${event} von ${events}, ${kind}, Zug ${decision}`,
  change: (before, after) => before === after ? `KB ${before}.` : `KB ${before} auf ${after}.`,
  link: "Link zu diesem Ereignis kopieren",
  doIt: "Selbst machen",
  predict: "Vorhersagen",
  not: "nicht",
  or: "oder",
  caps: {
    given: "Anfang",
    opened: "Geöffnet",
    oracle: "Orakel",
    clue: "Eine Zahl",
    insert: "Einfügen",
    match: "Abgleichen",
    refute: "Widerlegen",
    sweep: "Tatsachen anwenden",
    decide: "Zug",
    guess: "Raten",
    stuck: "Am Ende",
    end: "Schluss",
  },
  pairOf: (round, pair, pairs) => `Abgleichen, Runde ${round}: Paar ${pair} von ${pairs}`,
  noRound: (decision) => `Zug ${decision} hat keine Runde`,
  firstChange: ", das erste, das KB ändert",
  rowOf: (row, rows, source) => `Einfügen: Klausel ${row} von ${rows}, ${source}`,
  clueAt: (number, name) => `die ${number} auf ${name}`,
  mineCount: "die Minenzahl",
  proofOf: (name, mine, clauses) =>
    `Warum ist ${name} ${mine ? "eine Mine" : "sicher"}? ${count(clauses, "Klausel", "Klauseln")}`,
  fromPair: (a, b) => `aus ${a} und ${b}`,
  origins: {
    "given as safe": "gegeben",
    open: "offen",
    "mine count": "Minenzahl",
    oracle: "Orakel",
  },
  resolved: "resolviert",
  enters: "kommt in KB",
  leaves: "verlässt KB",
  isFact: "Tatsache",
  notAdded: "nicht eingefügt",
  inKb: "in KB",
  inKb0: "in KB0",
  newClause: "neue Klausel",
  forgotten: "vergessen",
  stays: "bleibt in KB",
  nothingNew: "nichts Neues",
  passedOver: "übergangen",
  trueLeaves: "wahr, geht",
  trueLeave: "wahr, verlassen KB",
  holdMine: (some, all) => `${among(some, all)}: eine Mine dabei`,
  holdSafe: (some, all) => `${among(some, all)}: ein sicheres Feld dabei`,
  ways: (all, some, clauses) => `C(${all}, ${some}) = ${count(clauses, "Klausel", "Klauseln")}`,
  pictureOfMatch: (a, b) => `${a} abgeglichen mit ${b}`,
  pictureOfSubsumed: (a, clauses) => `${a} ist strenger als ${clauses}`,
  pictureOfClue: (clauses) => `Die Zahl als ${count(clauses, "Klausel", "Klauseln")}`,
  pictureOfSweep: (clauses, facts) =>
    `${count(clauses, "Klausel", "Klauseln")} und die Tatsachen ${facts}`,
  dots: (clauses) => count(clauses, "Klausel", "Klauseln"),
  given: (cells) => [
    `${count(cells, "Feld ist", "Felder sind")} als sicher gegeben.`,
  ],
  givenWhy: (cells) => `${cells === 1 ? "Das" : "Jedes"} ist eine Tatsache und kommt nach KB0.`,
  givenSome: (names, all) =>
    runs`Der Agent nimmt ${cells(names)}, ${
      names.length === 1 ? "eines" : names.length
    } der ${all} als sicher gegebenen Felder.`,
  givenSoFar: (known, all) =>
    known < all
      ? ` Dieser Agent nimmt je ein gegebenes Feld, und in KB0 sind bisher ${known} von ${all}.`
      : ` In KB0 sind jetzt alle ${all}.`,
  givenFirst: " KB0 enthält die Tatsachen, KB die längeren Klauseln.",
  opened: (cells, name) =>
    name
      ? runs`Neben ${cell(name)} öffnen sich ${count(cells, "weiteres Feld", "weitere Felder")}.`
      : [`${count(cells, "Feld ist", "Felder sind")} offen.`],
  openedWhy: "Jedes offene Feld ist eine Tatsache in KB0.",
  oracle: (facts) => [`Ein Orakel klärt ${count(facts, "Feld", "Felder")}.`],
  oracleWhy:
    "Auf allen passenden Brettern ist jedes dieser Felder gleich: sicher oder eine Mine. Jedes " +
    "ist also eine Tatsache und kommt nach KB0.",
  clue: (number, name, clauses) =>
    runs`Die ${number} auf ${cell(name)} wird zu ${count(clauses, "Klausel", "Klauseln")}.`,
  countClue: (clauses) => [
    `Die Minenzahl wird zu ${count(clauses, "Klausel", "Klauseln")}.`,
  ],
  allMines: (cells) =>
    cells === 1
      ? "Das einzige verdeckte Feld ist eine Mine: 1 Tatsache."
      : `Alle ${cells} verdeckten Felder sind Minen: ${count(cells, "Tatsache", "Tatsachen")}.`,
  allSafe: (cells) =>
    cells === 1
      ? "Das einzige verdeckte Feld ist sicher: 1 Tatsache."
      : `Alle ${cells} verdeckten Felder sind sicher: ${count(cells, "Tatsache", "Tatsachen")}.`,
  exactly: (mines, cells) =>
    `Genau ${mines} von ${cells} verdeckten Feldern ${
      mines === 1 ? "ist eine Mine" : "sind Minen"
    }. `,
  mineAmong: (some, all, clauses) =>
    `Unter ${amongThese(some, all)} ist eine Mine: ${count(clauses, "Klausel", "Klauseln")}. `,
  safeAmong: (some, all, clauses) =>
    `Unter ${amongThese(some, all)} ist ein sicheres Feld: ${
      count(clauses, "Klausel", "Klauseln")
    }.`,
  someOnly: " Der Agent nutzt nur einige davon.",
  fact: (name, mine) => runs`${cell(name)} ist ${mine ? "eine Mine" : "sicher"}.`,
  factWhy: "Eine Klausel aus einem Literal ist eine Tatsache. Sie kommt nach KB0.",
  enter: "Eine Klausel kommt in KB.",
  enterWhy: "KB hat weder diese Klausel noch eine strengere.",
  subsumes: (clauses) =>
    clauses === 1 ? "Eine längere Klausel kann weg." : `${clauses} längere Klauseln können weg.`,
  subsumesWhy: (clauses) =>
    clauses === 1
      ? "Die neue Klausel kommt in KB. Immer wenn sie wahr ist, ist es die längere auch. Also " +
        "verlässt die längere KB."
      : "Die neue Klausel kommt in KB. Immer wenn sie wahr ist, sind es die längeren auch. Also " +
        "verlassen die längeren KB.",
  subsumed: "KB hat eine strengere Klausel.",
  subsumedWhy: (id) =>
    `Klausel ${id} hat weniger Literale, und alle stehen auch in dieser. Diese sagt also ` +
    "weniger und wird nicht eingefügt.",
  duplicate: "KB hat diese Klausel schon.",
  duplicateFact: "Diese Tatsache ist schon bekannt.",
  duplicateWhy: "Sie wird nicht eingefügt.",
  satisfied: "Eine Tatsache macht diese Klausel wahr.",
  satisfiedWhy: (name, mine) =>
    runs`${cell(name)} ist ${
      mine ? "eine Mine" : "sicher"
    }, also ist die Klausel wahr, was auch sonst gilt. Sie wird nicht eingefügt.`,
  always: "Diese Klausel ist immer wahr.",
  alwaysWhy: "Sie sagt, dass ein Feld eine Mine oder sicher ist. Sie wird nicht eingefügt.",
  contradiction: "Nichts bleibt übrig: KB widerspricht sich.",
  contradictionWhy: "Eine Klausel ohne Literale ist nie wahr.",
  shortened: (facts) =>
    runs`${
      list(facts.map(([name, mine]) => runs`${cell(name)} ist ${mine ? "eine Mine" : "sicher"}`))
    }, also ${facts.length === 1 ? "ist" : "sind"} ${
      list(facts.map(([name, mine]) => cell(`${mine ? "¬" : ""}${name}`)))
    } falsch und ${facts.length === 1 ? "fällt" : "fallen"} weg. `,
  resolvent: (name) => runs`${cell(name)} hebt sich auf. Der Rest ist eine neue Klausel.`,
  settles: (name, settled, mine) =>
    runs`${cell(name)} hebt sich auf. ${cell(settled)} ist ${mine ? "eine Mine" : "sicher"}.`,
  cases: (name, ifMine, ifSafe, left) => {
    /** @param {[string, boolean][]} literals */
    const either = (literals) =>
      listed(
        literals.map(([one, mine]) => runs`${cell(one)} ${mine ? "eine Mine" : "sicher"}`),
        " oder ",
      );
    return runs`Ist ${cell(name)} eine Mine, so ist ${either(ifMine)}. Wenn nicht, ist ${
      left === 1 ? "auch " : ""
    }${either(ifSafe)}.${
      left === 1 ? "" : ` So oder so ist eines von ${NUMBERS[left] ?? left} wahr.`
    }`;
  },
  clash: "Zwei Literale widersprechen sich, also folgt nichts.",
  clashWhy: (names) =>
    runs`${
      cells(names)
    } widersprechen sich. Streicht man ein Paar, bleibt das andere: Das ist immer wahr.`,
  known: "Das Ergebnis ist nicht neu.",
  knownAs: (id) => `KB hat es als Klausel ${id}.`,
  knownStricter: (id) => `KB hat Klausel ${id}, die strenger ist.`,
  knownSomehow: "KB hat es oder eine strengere Klausel.",
  passed: "Dieses Paar wird übergangen.",
  passedWhy: "Ein anderes Paar ergibt eine Tatsache, die eine dieser zwei Klauseln entfernt.",
  wide: "Das Ergebnis ist für diesen Agenten zu lang.",
  wideWhy: "Der Agent behält nur kurze Klauseln, also wird diese nicht eingefügt.",
  refute: "Eine Widerlegung beweist diese Klausel.",
  refuteWhy: (steps) =>
    `Angenommen, sie ist falsch. ${
      count(steps, "Schritt", "Schritte")
    } später gibt es einen Widerspruch.`,
  shrinks: (name, mine) =>
    runs`${cell(name)} ist ${mine ? "eine Mine" : "sicher"}, und KB schrumpft.`,
  through: (facts) => `${facts} Tatsachen gehen durch KB.`,
  trueNow: (clauses) =>
    `${count(clauses, "Klausel ist", "Klauseln sind")} jetzt wahr und ${
      clauses === 1 ? "geht" : "gehen"
    }. `,
  lose: (clauses, literal) =>
    runs`${count(clauses, "Klausel verliert", "Klauseln verlieren")} ${
      literal ? runs`${literal}, das jetzt falsch ist` : "ein Literal, das jetzt falsch ist"
    }: `,
  become: (clauses, stay, facts) => {
    const rest = clauses - stay - facts;
    const parts = [
      stay && `${stay} ${stay === 1 ? "bleibt kürzer" : "bleiben kürzer"} in KB`,
      facts && `${facts} ${facts === 1 ? "wird eine Tatsache" : "werden Tatsachen"}`,
      rest &&
      `${rest} ${rest === 1 ? "sagt nichts Neues und geht" : "sagen nichts Neues und gehen"}`,
    ].filter(Boolean);
    return `${
      clauses === 1 ? String(parts[0]).replace("1", "Sie") : plain(list(parts.map(String)))
    }. `;
  },
  opens: (names) => runs`Der Agent öffnet ${cells(names)}.`,
  opensWhy:
    "Unter den verdeckten Feldern, die für ihn sicher sind, öffnet er das, das er am längsten " +
    "kennt.",
  guesses: (names) => runs`Der Agent rät ${cells(names)}.`,
  stuck: "Der Agent kommt nicht weiter.",
  stuckWhy:
    "Kein sicheres Feld ist bekannt, und kein Paar, das der Agent abgleicht, ergibt eine neue " +
    "Klausel.",
  stopsWhy: "Kein sicheres Feld ist bekannt, und der Agent gleicht keine weiteren Paare ab.",
  missed: {
    but: "Aber ",
    both: "Auch der Lehrbuch-Agent findet in dieser Stellung kein sicheres Feld.",
    follows: (name) =>
      runs`${cell(name)} ist sicher, und der Lehrbuch-Agent findet das hier heraus.`,
    kept: " Es folgt sogar aus den Klauseln, die noch in KB sind.",
    "mine count": " Es folgt nur, wenn man die übrigen Minen zählt.",
    needs: (needs) => {
      const clauses = needs.map(({ clause, event, isLong }) =>
        runs`${clause} (${isLong ? "nicht eingefügt" : "vergessen"} bei Ereignis ${event})`
      );
      return runs` Dazu braucht man ${
        needs.length === 1
          ? "eine Klausel, die diesem Agenten fehlt"
          : `${NUMBERS[needs.length] ?? needs.length} Klauseln, die diesem Agenten fehlen`
      }: ${list(clauses)}.`;
    },
    total: (clauses) =>
      ` In dieser Partie hat der Agent insgesamt ${
        count(clauses, "Klausel", "Klauseln")
      } vergessen.`,
    lostAt: (event, isLong) => `${isLong ? "nicht eingefügt" : "vergessen"} bei Ereignis ${event}`,
  },
  forgets: (both) =>
    both
      ? "Danach vergisst dieser Agent beide Klauseln."
      : "Danach vergisst dieser Agent eine der beiden.",
  ends: { won: "Die Partie ist gewonnen.", lost: "Die Partie ist verloren." },
  endsWhy: {
    won: "Alle sicheren Felder sind offen.",
    lost: "Der letzte Versuch traf eine Mine.",
  },
  proof: {
    title: "Ein Beweis",
    why: (name, mine) => runs`Warum ist ${cell(name)} ${mine ? "eine Mine" : "sicher"}?`,
    none: (name) => `Zu ${name} gibt es noch keinen Beweis.`,
    show: (name, mine) => `Warum ist ${name} ${mine ? "eine Mine" : "sicher"}? Beweis zeigen.`,
    asGraph: "Als Graph",
    asList: "Als Liste",
    back: "Zurück zum Ereignis",
    facts: "Tatsachen dieses Zugs",
    chapters: "Tatsachen auf dem Weg",
    graph: "Der Beweis, von den Zahlen oben bis zur Tatsache unten. Pfeiltasten folgen ihm.",
    sum: ({ clauses, axioms, clues, counted, known, earlier, derived }) => {
      const parts = [
        axioms && `${axioms} aus ${count(clues, "Zahl", "Zahlen")}`,
        counted && `${counted} aus der Minenzahl`,
        known && count(known, "bekanntes Feld", "bekannte Felder"),
        earlier && count(earlier, "frühere Tatsache", "frühere Tatsachen"),
        `${derived} hergeleitet`,
      ];
      return `${count(clauses, "Klausel", "Klauseln")}: ${list(parts.filter(Boolean))}`;
    },
    clause: (id) => `Klausel ${id}`,
    way: "Der Beweis, Tatsache für Tatsache",
    inTurn: (facts, earlier) =>
      `${
        count(facts, "Tatsache", "Tatsachen")
      }, eine nach der anderen. Mehr als die eingerahmten ` +
      `Zahlen ${earlier ? "und frühere Tatsachen " : ""}braucht es nicht.`,
    either: (literals) =>
      runs`${
        listed(
          literals.map(([name, mine]) => runs`${cell(name)} ist ${mine ? "eine Mine" : "sicher"}`),
          " oder ",
        )
      }.`,
    anyOf: (literals) => [`Mindestens eines dieser ${literals} Literale ist wahr.`],
    cancels: (parents, others, names) => {
      const all = others ? [...parents, `${others} weiteren`] : parents;
      if (!names.length) return [`Aus ${list(all)}.`];
      const which = names.length > 4 ? [`${names.length} Felder`] : cells(names);
      return runs`Aus ${list(all)}: ${which} ${names.length === 1 ? "hebt" : "heben"} sich auf.`;
    },
    ofClue: (number, name) => runs`Eine der Klauseln der ${number} auf ${cell(name)}.`,
    origins: {
      "given as safe": "Das Feld wurde als sicher vorgegeben.",
      open: "Das Feld ist offen.",
      "mine count": "Eine der Klauseln der Minenzahl.",
    },
    ofOracle: "Ein Orakel sagt es.",
    at: (name) => `auf ${name}`,
    from: (parents, others) =>
      `aus ${list([...parents.map(String), ...others ? [`${others} weiteren`] : []])}`,
    with: "mit",
    more: (others) => `und ${others} weitere`,
    before: (decision) => `Zug ${decision}`,
    earlier: (decision) => `Zug ${decision} hat sie geklärt. Sie hat einen eigenen Beweis.`,
    open: "Diesen Beweis zeigen",
  },
  fault: {
    loading: "Beide Agenten spielen dieses Brett\u2026",
    mistake: "Fehler",
    mistaken: "mit dem Fehler",
    back: "Zurück zum Ereignis",
    head: (clauses) =>
      clauses
        ? `Dasselbe Brett, ${
          clauses === 1 ? "dieselbe Klausel" : `dieselben ${clauses} Klauseln`
        }. Hier trennen sie sich.`
        : "Dasselbe Brett, und KB ist leer. Hier trennen sie sich.",
    find: "Ein Brett mit Folgen finden",
    searching: "Suche ein Brett, auf dem der Fehler etwas ausmacht\u2026",
    searchingWhy: (board, of) => `Beide Agenten spielen Brett ${board} von höchstens ${of}.`,
    notFound: (boards) => `Auf keinem von ${boards} Brettern machte der Fehler etwas aus.`,
    notFoundWhy: "Versuche es noch einmal, oder wähle eine höhere Stufe oder einen anderen Fehler.",
    same: "Auf diesem Brett spielt der Fehler keine Rolle.",
    sameWhy: "Beide Agenten tun genau dasselbe, vom ersten bis zum letzten Ereignis.",
    mistakes: {
      "forgets-parents":
        "Mit dem Fehler werden beide Eltern vergessen. Der Lehrbuch-Agent behält sie.",
      "one-round":
        "Mit dem Fehler werden nur die Klauseln abgeglichen, die beim Beginn des Abgleichens " +
        "warteten. Neue warten bis zum nächsten Mal. Der Lehrbuch-Agent gleicht sie sofort ab.",
      "facts-only":
        "Mit dem Fehler treffen Klauseln nur auf Tatsachen. Der Lehrbuch-Agent gleicht sie auch " +
        "miteinander ab.",
      "both-short":
        "Mit dem Fehler müssen beide Klauseln eines Paars kurz sein. Dem Lehrbuch-Agenten reicht " +
        "eine kurze.",
      "two-literals":
        "Mit dem Fehler nimmt KB keine Klausel mit mehr als zwei Literalen. Der Lehrbuch-Agent " +
        "nimmt alle.",
      "no-mine-count":
        "Mit dem Fehler werden die übrigen Minen nie gezählt. Der Lehrbuch-Agent zählt sie.",
    },
    notes: {
      "forgets-parents":
        "Eine Änderung am Lehrbuch-Agenten: Beim Resolvieren verlassen beide Klauseln KB. So " +
        "verlieren die Programme A und C Klauseln.",
      "one-round":
        "Eine Änderung am Lehrbuch-Agenten: Was er beim Abgleichen ableitet, wartet bis zum " +
        "nächsten Mal.",
      "facts-only":
        "Eine Änderung am Lehrbuch-Agenten: Er gleicht Klauseln nur mit Tatsachen ab, wie " +
        "Programm D.",
      "both-short":
        "Eine Änderung am Lehrbuch-Agenten: Er gleicht zwei Klauseln nur ab, wenn beide zwei " +
        "Literale haben, wie Programm B.",
      "two-literals":
        "Eine Änderung am Lehrbuch-Agenten: KB behält keine Klausel mit mehr als zwei Literalen, " +
        "wie in Programm E.",
      "no-mine-count":
        "Eine Änderung am Lehrbuch-Agenten: Er zählt nie die übrigen Minen, wie die Programme A, " +
        "C, D und E.",
    },
    gain: ({ fact: [name, mine], here, moves, pairs }) => {
      const what = runs`dass ${cell(name)} ${mine ? "eine Mine" : "sicher"} ist`;
      if (here) return runs`Hier findet er, ${what}.`;
      if (moves) return runs`${count(moves, "Zug", "Züge")} später findet er, ${what}.`;
      if (pairs) return runs`${count(pairs, "Paar", "Paare")} später findet er, ${what}.`;
      return runs`Dann findet er, ${what}.`;
    },
    noGain: "Am Ende kennen beide dieselben Tatsachen.",
    end: ({ outcome, moves, pairs }) => {
      const when = moves
        ? `${count(moves, "Zug", "Züge")} später`
        : `${count(pairs, "Paar", "Paare")} später`;
      if (outcome === "stuck") {
        return moves || pairs
          ? `Der andere Agent kommt ${when} nicht weiter.`
          : "Der andere Agent kommt nicht weiter.";
      }
      if (outcome === "won") return "Der andere Agent gewinnt auch.";
      return outcome === "lost" ? `Der andere Agent verliert ${when}.` : "";
    },
    kb: (before, after) => before === after ? `KB ${before}` : `KB ${before} \u2192 ${after}`,
    only: "Nur hier:",
    more: (others) => `und ${others} weitere`,
    sample: (all, entered) =>
      entered
        ? `${entered} der ${all} Klauseln kommen in KB.`
        : `Keine der ${all} Klauseln ist neu.`,
    morePairs: (pairs) => `und ${count(pairs, "weiteres Paar", "weitere Paare")}`,
    columns: ["danach abgeglichen", "Ergebnis", "KB"],
    fact: (name, mine) => `${name} ist ${mine ? "eine Mine" : "sicher"}`,
    fates: {
      tautology: "nichts folgt",
      known: "nicht neu",
      overtaken: "übergangen",
      wide: "zu lang",
    },
    sum: ({ pairs, cell, clauses, outcome }) => {
      const later = pairs ? `${count(pairs, "Paar", "Paare")} später` : "Dann";
      if (clauses !== null) {
        return `${later} kommt er nicht weiter, mit ${
          clauses === 1 ? "einer Klausel" : `${clauses} Klauseln`
        } in KB.`;
      }
      const ends = { won: " Am Ende gewinnt er.", lost: " Am Ende verliert er.", stuck: "" };
      const end = outcome === "stuck"
        ? " Später kommt er nicht weiter."
        : outcome
        ? ends[outcome]
        : "";
      return cell === null ? end.trim() : `${later} öffnet er ${cell}.${end}`;
    },
    outcomes: { won: "gewonnen", lost: "verloren", stuck: "steckt fest" },
    first: (event) => `Ereignis ${event}: Sie trennen sich zum ersten Mal`,
    again: (clauses) =>
      clauses
        ? `wieder dasselbe Brett und ${
          clauses === 1 ? "dieselbe Klausel" : `dieselben ${clauses} Klauseln`
        }`
        : "wieder dasselbe Brett, und KB ist bei beiden leer",
    forGood: (event) => `Ereignis ${event}: Sie trennen sich endgültig`,
    between: (times) => `und dazwischen ${times === 1 ? "einmal" : `${times}-mal`}`,
    ones: "Ein Fehler im Lehrbuch-Agenten",
    programs: "Studentische Programme",
    alone: "Nur sein Fehler:",
    themselves: "Die Programme selbst:",
    program:
      "Das Programm spielt in seiner eigenen Reihenfolge. In dieser Stellung entgeht ihm zum " +
      "ersten Mal etwas.",
    stuckHere: (name) => `${name} kommt hier nicht weiter. Der Lehrbuch-Agent schon.`,
    guessesHere: (name) => `${name} rät hier. Der Lehrbuch-Agent muss nicht raten.`,
    inPosition: "in dieser Stellung",
    programLane: (letter) => `Programm ${letter}`,
    atEvent: (event) => `Ereignis ${event}`,
    loses: (event, isLong) =>
      `Ereignis ${event}: Eine Klausel wird ${
        isLong ? "nicht eingefügt" : "vergessen"
      }, die später gebraucht wird`,
    misses: (event, name) => `Ereignis ${event}: ${name} bleibt unerkannt`,
    noMiss: "Auf diesem Brett entgeht dem Programm nichts.",
    noMissWhy: {
      won: "Es gewinnt.",
      lost: "Es verliert, aber durch Raten, wo auch der Lehrbuch-Agent raten muss.",
      stuck: "Es kommt nicht weiter, aber in dieser Stellung auch der Lehrbuch-Agent nicht.",
    },
    show: "Wo er vom Lehrbuch-Agenten abweicht",
    showMistakes: "Was ein Fehler kostet",
  },
  shown: {
    title: "KB des Agenten",
    verdict: ({ clauses, wrong, fresh, gone }) => {
      const change = `${fresh} neu, ${gone} weg`;
      if (!clauses) return `Keine Klauseln: ${change}.`;
      const how = !wrong
        ? "Keine davon ist falsch."
        : `${wrong === 1 ? "Eine war" : `${wrong} waren`} auf einem passenden Brett falsch.`;
      return `${count(clauses, "Klausel", "Klauseln")}: ${change}. ${how}`;
    },
    fresh: "neu",
    wrongSince: (decision) => `falsch, kam mit Zug ${decision} dazu`,
    refuted: "Brett zeigen, das sie widerlegt",
    refutedBy: (clause) => `Dieses Brett passt zu allen Zahlen, und ${clause} ist darauf falsch.`,
    more: (others) => `und ${others} weitere`,
    missing: (facts) => facts === 1 ? "Eine Tatsache, die fehlt" : `${facts} Tatsachen, die fehlen`,
    fact: (name, mine, implied) =>
      runs`${cell(name)} ist ${mine ? "eine Mine" : "sicher"}${
        implied ? ", das folgt aus seinen Klauseln" : ""
      }`,
    textbook: "KB des Lehrbuch-Agenten hier",
    textbookHas: (clauses, facts) =>
      `${count(clauses, "Klausel", "Klauseln")} in KB und ${
        count(facts, "Tatsache", "Tatsachen")
      } über verdeckte Felder.`,
    onlyTextbook: "nur hier",
  },
};

export default words;
