// Watch by events, in English. A fact is [name of the cell, whether it is a mine].

import { cell, listed, plain, runs } from "../../runs.js";
import { cells, count, list, spelled } from "../../words/en.js";

// "any 2", "all 3", or "both".
/** @param {number} some @param {number} all */
const among = (some, all) => some < all ? `any ${some}` : all === 2 ? "both" : `all ${all}`;

const words = {
  board: "The agent's board",
  event: "This event",
  /** @type {(level: string, size: string, seed: number) => string} */
  on: (level, size, seed) => `${level.includes(size) ? level : `${level} ${size}`}, board ${seed}`,
  inPosition: "in this position",
  kb: "KB",
  before: "before this event",
  kb0: "KB0",
  facts: "facts",
  find: "Find in KB",
  findExample: "Cell or clause, such as C6",
  /** @type {(clauses: number) => string} */
  found: (clauses) => `${count(clauses, "clause")} found`,
  /** @type {(groups: number) => string} */
  moreGroups: (groups) => `${groups} more ${groups === 1 ? "group" : "groups"}`,
  /** @type {(facts: number) => string} */
  moreFacts: (facts) => `${facts} more`,
  /** @type {(cells: number) => string} */
  openCells: (cells) => count(cells, "open cell"),
  legend: { mine: "a mine", safe: "safe", or: "or: one clause" },
  sizes: { event: "Event", round: "Round", decision: "Decision" },
  size: "Size of a step",
  first: "First event",
  last: "Last event",
  back: "Back",
  step: "Step",
  plot: "clauses in KB",
  /** @type {(round: number) => string} */
  round: (round) => `round ${round}`,
  slider: "Event",
  /** @type {(event: string, events: string) => string} */
  where: (event, events) => `event ${event} of ${events}`,
  /** @type {(decision: string, decisions: string) => string} */
  whereDecision: (decision, decisions) => `decision ${decision} of ${decisions}`,
  /** @type {(event: number, events: number, kind: string, decision: number) => string} */
  place: (event, events, kind, decision) =>
    `event ${event} of ${events}, ${kind}, decision ${decision}`,
  /** @type {(before: number, after: number) => string} */
  change: (before, after) => before === after ? `KB ${before}.` : `KB ${before} to ${after}.`,
  link: "Copy a link to this event",
  doIt: "Do it yourself",
  predict: "Predict",
  not: "not",
  or: "or",
  // What comes above the headline, and the kinds of events in the slider.
  caps: {
    given: "Start",
    opened: "Opened",
    oracle: "Oracle",
    clue: "A clue",
    insert: "Inserting",
    match: "Matching",
    refute: "Refuting",
    sweep: "Applying facts",
    decide: "Move",
    guess: "Guess",
    stuck: "Stuck",
    end: "The end",
  },
  /** @type {(round: number, pair: number, pairs: number) => string} */
  pairOf: (round, pair, pairs) => `Matching, round ${round}: pair ${pair} of ${pairs}`,
  /** @type {(decision: number) => string} */
  noRound: (decision) => `decision ${decision} has no round`,
  firstChange: ", the first that changes KB",
  /** @type {(row: number, rows: number, source: string) => string} */
  rowOf: (row, rows, source) => `Inserting: clause ${row} of ${rows} from ${source}`,
  /** @type {(number: string, name: string) => string} */
  clueAt: (number, name) => `the ${number} at ${name}`,
  mineCount: "the mine count",
  /** @type {(name: string, mine: boolean, clauses: number) => string} */
  proofOf: (name, mine, clauses) =>
    `Why is ${name} ${mine ? "a mine" : "safe"}? ${count(clauses, "clause")}`,
  /** @type {(a: number, b: number) => string} */
  fromPair: (a, b) => `from ${a} and ${b}`,
  /** @type {Record<string, string>} */
  origins: {
    "given as safe": "given",
    open: "open",
    "mine count": "mine count",
    oracle: "oracle",
  },
  resolved: "resolved",
  // What pictures say about a clause.
  enters: "enters KB",
  leaves: "leaves KB",
  isFact: "a fact",
  notAdded: "not added",
  inKb: "in KB",
  inKb0: "in KB0",
  newClause: "new clause",
  forgotten: "forgotten",
  stays: "stays in KB",
  nothingNew: "nothing new",
  passedOver: "passed over",
  trueLeaves: "true, leaves",
  trueLeave: "true, leave KB",
  /** @type {(some: number, all: number) => string} */
  holdMine: (some, all) => `${among(some, all)}: at least one mine`,
  /** @type {(some: number, all: number) => string} */
  holdSafe: (some, all) => `${among(some, all)}: at least one safe`,
  /** @type {(all: number, some: number, clauses: number) => string} */
  ways: (all, some, clauses) => `C(${all}, ${some}) = ${count(clauses, "clause")}`,
  /** @type {(a: string, b: string) => string} */
  pictureOfMatch: (a, b) => `${a} matched with ${b}`,
  /** @type {(a: string, clauses: string) => string} */
  pictureOfSubsumed: (a, clauses) => `${a} is stricter than ${clauses}`,
  /** @type {(clauses: number) => string} */
  pictureOfClue: (clauses) => `The ${count(clauses, "clause")} of the clue`,
  /** @type {(clauses: number, facts: string) => string} */
  pictureOfSweep: (clauses, facts) => `${count(clauses, "clause")} and the facts ${facts}`,
  /** @type {(clauses: number) => string} */
  dots: (clauses) => count(clauses, "clause"),
  // Headlines and reasons.
  /** @type {(cells: number) => Runs} */
  given: (cells) => [`${count(cells, "cell")} ${cells === 1 ? "is" : "are"} given as safe.`],
  /** @type {(cells: number) => string} */
  givenWhy: (cells) => `${cells === 1 ? "It" : "Each"} is a fact, so it goes to KB0.`,
  /** @type {(names: string[], all: number) => Runs} */
  givenSome: (names, all) =>
    runs`The agent takes ${cells(names)}, ${
      names.length === 1 ? "one" : names.length
    } of the ${all} cells given as safe.`,
  /** @type {(known: number, all: number) => string} */
  givenSoFar: (known, all) =>
    known < all
      ? ` This agent takes one given cell at a time, and KB0 has ${known} of the ${all} so far.`
      : ` KB0 now has all ${all}.`,
  givenFirst: " KB0 holds the facts, and KB holds the longer clauses.",
  /** @type {(cells: number, name: string | null) => Runs} */
  opened: (cells, name) =>
    name
      ? runs`${count(cells, "more cell")} open next to ${cell(name)}.`
      : [`${count(cells, "cell")} ${cells === 1 ? "is" : "are"} open.`],
  openedWhy: "Each open cell is a fact in KB0.",
  /** @type {(facts: number) => Runs} */
  oracle: (facts) => [`An oracle settles ${count(facts, "cell")}.`],
  oracleWhy:
    "On all boards that fit, each of these cells is the same: safe, or a mine. So each is a fact " +
    "and goes to KB0.",
  /** @type {(number: string, name: string, clauses: number) => Runs} */
  clue: (number, name, clauses) =>
    runs`The ${number} at ${cell(name)} becomes ${count(clauses, "clause")}.`,
  /** @type {(clauses: number) => Runs} */
  countClue: (clauses) => [`The mine count becomes ${count(clauses, "clause")}.`],
  /** @type {(cells: number) => string} */
  allMines: (cells) =>
    cells === 1
      ? "The only hidden cell is a mine: 1 fact."
      : `All ${cells} hidden cells are mines: ${count(cells, "fact")}.`,
  /** @type {(cells: number) => string} */
  allSafe: (cells) =>
    cells === 1
      ? "The only hidden cell is safe: 1 fact."
      : `All ${cells} hidden cells are safe: ${count(cells, "fact")}.`,
  /** @type {(mines: number, cells: number) => string} */
  exactly: (mines, cells) =>
    `Exactly ${mines} of ${cells} hidden cells ${mines === 1 ? "is a mine" : "are mines"}. So `,
  /** @type {(some: number, all: number, clauses: number) => string} */
  mineAmong: (some, all, clauses) =>
    `${some === all ? `${among(all, all)} together` : `any ${some}`} hold a mine: ${
      count(clauses, "clause")
    }. `,
  /** @type {(some: number, all: number, clauses: number) => string} */
  safeAmong: (some, all, clauses) =>
    `${
      some === 2 && all === 2
        ? "Both together"
        : some === all
        ? `All ${all} together`
        : `Any ${some}`
    } hold a safe cell: ${count(clauses, "clause")}.`,
  someOnly: " The agent uses only some of them.",
  /** @type {(name: string, mine: boolean) => Runs} */
  fact: (name, mine) => runs`${cell(name)} is ${mine ? "a mine" : "safe"}.`,
  factWhy: "A clause of one literal is a fact. It goes to KB0.",
  enter: "A clause enters KB.",
  enterWhy: "KB has neither this clause nor a stricter one.",
  /** @type {(clauses: number) => string} */
  subsumes: (clauses) =>
    `${clauses === 1 ? "One longer clause" : `${clauses} longer clauses`} can go.`,
  /** @type {(clauses: number) => string} */
  subsumesWhy: (clauses) =>
    clauses === 1
      ? "The new clause enters KB. Whenever it is true, so is the longer one. So that one leaves."
      : "The new clause enters KB. Whenever it is true, so are the longer ones. So they leave.",
  subsumed: "KB has a stricter clause.",
  /** @type {(id: number) => string} */
  subsumedWhy: (id) =>
    `Clause ${id} has fewer literals, all of them in this one. So this one says less, and is ` +
    "not added.",
  duplicate: "KB has this clause already.",
  duplicateFact: "This fact is known already.",
  duplicateWhy: "It is not added.",
  satisfied: "A fact makes this clause true.",
  /** @type {(name: string, mine: boolean) => Runs} */
  satisfiedWhy: (name, mine) =>
    runs`${cell(name)} is ${
      mine ? "a mine" : "safe"
    }, so the clause is true whatever else holds. It is not added.`,
  always: "This clause is always true.",
  alwaysWhy: "It says that a cell is a mine or safe. It is not added.",
  contradiction: "Nothing is left: KB contradicts itself.",
  contradictionWhy: "A clause without literals is never true.",
  /** @type {(facts: [name: string, mine: boolean][]) => Runs} */
  shortened: (facts) =>
    runs`${
      list(facts.map(([name, mine]) => runs`${cell(name)} is ${mine ? "a mine" : "safe"}`))
    }, so ${list(facts.map(([name, mine]) => cell(`${mine ? "¬" : ""}${name}`)))} ${
      facts.length === 1 ? "is false and drops out" : "are false and drop out"
    }. `,
  /** @type {(name: string) => Runs} */
  resolvent: (name) => runs`${cell(name)} cancels. The rest is a new clause.`,
  /** @type {(name: string, settled: string, mine: boolean) => Runs} */
  settles: (name, settled, mine) =>
    runs`${cell(name)} cancels. ${cell(settled)} is ${mine ? "a mine" : "safe"}.`,
  // What follows from each case: literals, of which one is true.
  /**
   * @param {string} name
   * @param {[string, boolean][]} ifMine
   * @param {[string, boolean][]} ifSafe
   * @param {number} left the number of literals that are left
   * @returns {Runs}
   */
  cases: (name, ifMine, ifSafe, left) => {
    /** @param {[string, boolean][]} literals */
    const either = (literals) =>
      listed(
        literals.map(([one, mine]) => runs`${cell(one)} is ${mine ? "a mine" : "safe"}`),
        " or ",
      );
    return runs`If ${cell(name)} is a mine, ${either(ifMine)}. If not, ${either(ifSafe)}${
      left === 1 ? " too." : `. Either way, one of the ${spelled(left)} is true.`
    }`;
  },
  clash: "Two literals clash, so nothing follows.",
  /** @type {(names: string[]) => Runs} */
  clashWhy: (names) =>
    runs`${
      cells(names)
    } clash. Cancel one pair, and the other stays, both ways: that is always true.`,
  known: "The result is not new.",
  /** @type {(id: number) => string} */
  knownAs: (id) => `KB has it as clause ${id}.`,
  /** @type {(id: number) => string} */
  knownStricter: (id) => `KB has clause ${id}, which is stricter.`,
  knownSomehow: "KB has it, or a stricter clause.",
  passed: "This pair is passed over.",
  passedWhy: "Another pair gives a fact that removes one of these two clauses.",
  wide: "The result is too long for this agent.",
  wideWhy: "The agent keeps only short clauses, so this one is not added.",
  refute: "A refutation proves this clause.",
  /** @type {(steps: number) => string} */
  refuteWhy: (steps) =>
    `Suppose that it is false. ${count(steps, "step")} later, there is a contradiction.`,
  /** @type {(name: string, mine: boolean) => Runs} */
  shrinks: (name, mine) => runs`${cell(name)} is ${mine ? "a mine" : "safe"}, and KB shrinks.`,
  /** @type {(facts: number) => string} */
  through: (facts) => `${facts} facts go through KB.`,
  /** @type {(clauses: number) => string} */
  trueNow: (clauses) =>
    `${count(clauses, "clause")} ${
      clauses === 1 ? "is true now, so it leaves" : "are true now, so they leave"
    }. `,
  /** @type {(clauses: number, literal: Runs | null) => Runs} */
  lose: (clauses, literal) =>
    runs`${count(clauses, "clause")} ${clauses === 1 ? "loses" : "lose"} ${
      literal ? runs`${literal}, which is false now` : "a literal that is false now"
    }: `,
  // What becomes of the clauses that lose a literal.
  /** @type {(clauses: number, stay: number, facts: number) => string} */
  become: (clauses, stay, facts) => {
    const rest = clauses - stay - facts;
    const parts = [
      stay &&
      `${stay} ${stay === 1 ? "stays" : "stay"} as ${
        stay === 1 ? "a shorter clause" : "shorter clauses"
      }`,
      facts && `${facts} ${facts === 1 ? "becomes a fact" : "become facts"}`,
      rest &&
      `${rest} ${rest === 1 ? "says" : "say"} nothing new, so ${
        rest === 1 ? "it leaves" : "they leave"
      }`,
    ].filter(Boolean);
    return `${
      clauses === 1 ? String(parts[0]).replace("1", "it") : plain(list(parts.map(String)))
    }. `;
  },
  /** @type {(names: string[]) => Runs} */
  opens: (names) => runs`The agent opens ${cells(names)}.`,
  opensWhy: "Of the hidden cells that it knows to be safe, it opens the one it has known longest.",
  /** @type {(names: string[]) => Runs} */
  guesses: (names) => runs`The agent guesses ${cells(names)}.`,
  stuck: "The agent is stuck.",
  stuckWhy: "No safe cell is known, and no pair that the agent matches gives a new clause.",
  stopsWhy: "No safe cell is known, and the agent matches no more pairs.",
  // What an agent with a mistake misses. These follow the sentence about what it does.
  missed: {
    but: "But ",
    both: "The textbook agent finds no safe cell in this position, either.",
    /** @type {(name: string) => Runs} */
    follows: (name) => runs`${cell(name)} is safe, and the textbook agent finds that here.`,
    kept: " It even follows from the clauses that are still in KB.",
    "mine count": " It follows only if the mines that are left are counted.",
    /**
     * @type {(needs: { clause: Runs, event: number, isLong: boolean }[]) => Runs}
     */
    needs: (needs) => {
      const clauses = needs.map(({ clause, event, isLong }) =>
        runs`${clause} (${isLong ? "not added" : "forgotten"} at event ${event})`
      );
      return runs` That needs ${
        needs.length === 1 ? "a clause" : `${spelled(needs.length)} clauses`
      } that this agent does not have: ${list(clauses)}.`;
    },
    /** @type {(clauses: number) => string} */
    total: (clauses) =>
      ` In this game, the agent has forgotten ${count(clauses, "clause")} in all.`,
    /** @type {(event: number, isLong: boolean) => string} */
    lostAt: (event, isLong) => `${isLong ? "not added" : "forgotten"} at event ${event}`,
  },
  /** @type {(both: boolean) => string} */
  forgets: (both) =>
    both ? "Then this agent forgets both clauses." : "Then this agent forgets one of the two.",
  ends: { won: "The game is won.", lost: "The game is lost." },
  endsWhy: { won: "Every safe cell is open.", lost: "The last guess was a mine." },
  // A proof as a graph.
  proof: {
    title: "A proof",
    /** @type {(name: string, mine: boolean) => Runs} */
    why: (name, mine) => runs`Why is ${cell(name)} ${mine ? "a mine" : "safe"}?`,
    /** @type {(name: string) => string} */
    none: (name) => `There is no proof about ${name} yet.`,
    /** @type {(name: string, mine: boolean) => string} */
    show: (name, mine) => `Why is ${name} ${mine ? "a mine" : "safe"}? Show the proof.`,
    asGraph: "As a graph",
    asList: "As a list",
    back: "Back to the event",
    facts: "Facts of this decision",
    chapters: "Facts on the way",
    graph: "The proof, from the clues at the top to the fact at the bottom. Arrow keys follow it.",
    /**
     * @type {(of: { clauses: number, axioms: number, clues: number, counted: number,
     *   known: number, earlier: number, derived: number }) => string}
     */
    sum: ({ clauses, axioms, clues, counted, known, earlier, derived }) => {
      const parts = [
        axioms && `${axioms} from ${count(clues, "clue")}`,
        counted && `${counted} from the mine count`,
        known && count(known, "known cell"),
        earlier && count(earlier, "earlier fact"),
        `${derived} derived`,
      ];
      return `${count(clauses, "clause")}: ${list(parts.filter(Boolean))}`;
    },
    /** @type {(id: number) => string} */
    clause: (id) => `Clause ${id}`,
    way: "The proof, fact by fact",
    /** @type {(facts: number, earlier: number) => string} */
    inTurn: (facts, earlier) =>
      `${count(facts, "fact")}, one after another. The proof needs only the clues in frames${
        earlier ? " and earlier facts" : ""
      }.`,
    /** @type {(literals: [name: string, mine: boolean][]) => Runs} */
    either: (literals) =>
      runs`${
        listed(
          literals.map(([name, mine]) => runs`${cell(name)} is ${mine ? "a mine" : "safe"}`),
          " or ",
        )
      }.`,
    /** @type {(literals: number) => Runs} */
    anyOf: (literals) => [`At least one of these ${literals} literals is true.`],
    /** @type {(parents: string[], others: number, names: string[]) => Runs} */
    cancels: (parents, others, names) => {
      const all = others ? [...parents, `${others} more`] : parents;
      if (!names.length) return [`From ${list(all)}.`];
      const which = names.length > 4 ? [`${names.length} cells`] : cells(names);
      return runs`From ${list(all)}: ${which} ${names.length === 1 ? "cancels" : "cancel"}.`;
    },
    /** @type {(number: string, name: string) => Runs} */
    ofClue: (number, name) => runs`One of the clauses of the ${number} at ${cell(name)}.`,
    /** @type {Record<string, string>} */
    origins: {
      "given as safe": "The cell was given as safe.",
      open: "The cell is open.",
      "mine count": "One of the clauses of the mine count.",
    },
    ofOracle: "An oracle says so.",
    /** @type {(name: string) => string} */
    at: (name) => `at ${name}`,
    /** @type {(parents: number[], others: number) => string} */
    from: (parents, others) =>
      `from ${list([...parents.map(String), ...others ? [`${others} more`] : []])}`,
    with: "with",
    /** @type {(others: number) => string} */
    more: (others) => `and ${others} more`,
    /** @type {(decision: number) => string} */
    before: (decision) => `decision ${decision}`,
    /** @type {(decision: number) => string} */
    earlier: (decision) => `Decision ${decision} settled it. It has a proof of its own.`,
    open: "Show that proof",
  },
  // Two agents side by side, one of them with a mistake.
  fault: {
    loading: "Both agents play this board\u2026",
    mistake: "Mistake",
    mistaken: "with the mistake",
    back: "Back to the event",
    /** @type {(clauses: number) => string} */
    head: (clauses) =>
      clauses
        ? `The same board, the same ${count(clauses, "clause")}. Here they part.`
        : "The same board, and KB is empty. Here they part.",
    find: "Find a board where it matters",
    searching: "Looking for a board where the mistake matters\u2026",
    /** @type {(board: number, of: number) => string} */
    searchingWhy: (board, of) => `Both agents play board ${board} of at most ${of}.`,
    /** @type {(boards: number) => string} */
    notFound: (boards) => `The mistake mattered on none of ${boards} boards.`,
    notFoundWhy: "Try again, or choose a harder level or another mistake.",
    same: "On this board, the mistake does not matter.",
    sameWhy: "Both agents do exactly the same, from the first event to the last.",
    /** @type {Record<string, string>} */
    mistakes: {
      "forgets-parents":
        "With the mistake, both parents are forgotten. The textbook agent keeps them.",
      "one-round":
        "With the mistake, only the clauses that were waiting when matching began are matched. " +
        "New clauses wait for the next time. The textbook agent matches them at once.",
      "facts-only":
        "With the mistake, clauses are matched only with facts. The textbook agent also matches " +
        "them with each other.",
      "both-short":
        "With the mistake, both clauses of a pair must be short. For the textbook agent, one of " +
        "them is enough.",
      "two-literals":
        "With the mistake, KB takes no clause of more than two literals. The textbook agent " +
        "takes all.",
      "no-mine-count":
        "With the mistake, the mines that are left are never counted. The textbook agent counts " +
        "them.",
    },
    /** @type {Record<string, string>} */
    notes: {
      "forgets-parents":
        "One change to the textbook agent: when two clauses resolve, both leave KB. Programs A " +
        "and C lose clauses like this.",
      "one-round":
        "One change to the textbook agent: clauses that it derives while it matches have to wait " +
        "for the next time.",
      "facts-only":
        "One change to the textbook agent: it matches clauses only with facts, as program D does.",
      "both-short":
        "One change to the textbook agent: it matches two clauses only if both have two literals," +
        " as program B does.",
      "two-literals":
        "One change to the textbook agent: KB keeps no clause of more than two literals, as in " +
        "program E.",
      "no-mine-count":
        "One change to the textbook agent: like programs A, C, D and E, it never counts the " +
        "mines that are left.",
    },
    /**
     * @type {(of: { fact: [name: string, mine: boolean], here: boolean, moves: number,
     *   pairs: number }) => Runs}
     */
    gain: ({ fact: [name, mine], here, moves, pairs }) => {
      const what = runs`that ${cell(name)} is ${mine ? "a mine" : "safe"}`;
      if (here) return runs`Here it finds ${what}.`;
      if (moves) return runs`It finds ${what} ${count(moves, "move")} later.`;
      if (pairs) return runs`It finds ${what} ${count(pairs, "pair")} later.`;
      return runs`It then finds ${what}.`;
    },
    noGain: "In the end, both know the same facts.",
    /**
     * @type {(of: { outcome: "won" | "lost" | "stuck" | null, moves: number,
     *   pairs: number }) => string}
     */
    end: ({ outcome, moves, pairs }) => {
      const when = moves ? `${count(moves, "move")} later` : `after ${count(pairs, "more pair")}`;
      if (outcome === "stuck") {
        return moves || pairs ? `The other agent is stuck ${when}.` : "The other agent is stuck.";
      }
      if (outcome === "won") return "The other agent wins as well.";
      return outcome === "lost" ? `The other agent loses ${when}.` : "";
    },
    /** @type {(before: number, after: number) => string} */
    kb: (before, after) => before === after ? `KB ${before}` : `KB ${before} \u2192 ${after}`,
    only: "Only here:",
    /** @type {(others: number) => string} */
    more: (others) => `and ${others} more`,
    /** @type {(all: number, entered: number) => string} */
    sample: (all, entered) =>
      entered ? `${entered} of the ${all} clauses enter KB.` : `None of the ${all} clauses is new.`,
    /** @type {(pairs: number) => string} */
    morePairs: (pairs) => `and ${count(pairs, "more pair")}`,
    columns: ["matched next", "result", "KB"],
    /** @type {(name: string, mine: boolean) => string} */
    fact: (name, mine) => `${name} is ${mine ? "a mine" : "safe"}`,
    /** @type {Record<string, string>} */
    fates: {
      tautology: "nothing follows",
      known: "not new",
      overtaken: "passed over",
      wide: "too long",
    },
    /**
     * @type {(of: { pairs: number, cell: string | null, clauses: number | null,
     *   outcome: "won" | "lost" | "stuck" | null }) => string}
     */
    sum: ({ pairs, cell, clauses, outcome }) => {
      const start = pairs ? `${count(pairs, "pair")} later, it` : "Then it";
      if (clauses !== null) return `${start} is stuck with ${count(clauses, "clause")} in KB.`;
      const ends = { won: " In the end, it wins.", lost: " In the end, it loses.", stuck: "" };
      const end = outcome === "stuck" ? " It is stuck later." : outcome ? ends[outcome] : "";
      return cell === null ? end.trim() : `${start} opens ${cell}.${end}`;
    },
    outcomes: { won: "won", lost: "lost", stuck: "stuck" },
    /** @type {(event: number) => string} */
    first: (event) => `event ${event}: they part for the first time`,
    /** @type {(clauses: number) => string} */
    again: (clauses) =>
      clauses
        ? `the same board and the same ${count(clauses, "clause")} again`
        : "the same board again, and KB is empty in both",
    /** @type {(event: number) => string} */
    forGood: (event) => `event ${event}: they part for good`,
    /** @type {(times: number) => string} */
    between: (times) => `and ${times === 1 ? "once" : `${times} times`} in between`,
    // A student program next to the textbook agent in the same position.
    ones: "One mistake in the textbook agent",
    programs: "Student programs",
    alone: "Its mistake alone:",
    themselves: "The programs themselves:",
    program: "The program plays in its own order. This is the first position that it gets wrong.",
    /** @type {(name: string) => string} */
    stuckHere: (name) => `${name} is stuck here. The textbook agent is not.`,
    /** @type {(name: string) => string} */
    guessesHere: (name) => `${name} guesses here. The textbook agent need not.`,
    inPosition: "in this position",
    /** @type {(letter: string) => string} */
    programLane: (letter) => `Program ${letter}`,
    /** @type {(event: string) => string} */
    atEvent: (event) => `event ${event}`,
    /** @type {(event: number, isLong: boolean) => string} */
    loses: (event, isLong) =>
      `event ${event}: a clause is ${isLong ? "not added" : "forgotten"} that is needed later`,
    /** @type {(event: number, name: string) => string} */
    misses: (event, name) => `event ${event}: ${name} is missed`,
    noMiss: "On this board, the program misses nothing.",
    /** @type {Record<"won" | "lost" | "stuck", string>} */
    noMissWhy: {
      won: "It wins.",
      lost: "It loses, but by a guess where the textbook agent must guess, too.",
      stuck: "It gets stuck, but in that position, so does the textbook agent.",
    },
    show: "Where it differs from the textbook agent",
    showMistakes: "What a mistake costs",
  },
  // The knowledge base that an agent of one's own shows.
  shown: {
    title: "The agent's KB",
    /**
     * @type {(of: { clauses: number, wrong: number, fresh: number, gone: number }) => string}
     */
    verdict: ({ clauses, wrong, fresh, gone }) => {
      const change = `${fresh} new, ${gone} gone`;
      if (!clauses) return `No clauses: ${change}.`;
      const how = !wrong
        ? "None of them is wrong."
        : `${wrong === 1 ? "One was" : `${wrong} were`} false on a board that fits.`;
      return `${count(clauses, "clause")}: ${change}. ${how}`;
    },
    fresh: "new",
    /** @type {(decision: number) => string} */
    wrongSince: (decision) => `wrong, came in with decision ${decision}`,
    refuted: "Show a board that refutes it",
    /** @type {(clause: string) => string} */
    refutedBy: (clause) => `This board fits all numbers, and ${clause} is false on it.`,
    /** @type {(others: number) => string} */
    more: (others) => `and ${others} more`,
    /** @type {(facts: number) => string} */
    missing: (facts) => `${count(facts, "fact")} that ${facts === 1 ? "is" : "are"} missing`,
    /** @type {(name: string, mine: boolean, implied: boolean) => Runs} */
    fact: (name, mine, implied) =>
      runs`${cell(name)} is ${mine ? "a mine" : "safe"}${
        implied ? ", which follows from its clauses" : ""
      }`,
    textbook: "The textbook agent's KB here",
    /** @type {(clauses: number, facts: number) => string} */
    textbookHas: (clauses, facts) =>
      `${count(clauses, "clause")} in KB, and ${count(facts, "fact")} about hidden cells.`,
    onlyTextbook: "only here",
  },
};

export default words;
