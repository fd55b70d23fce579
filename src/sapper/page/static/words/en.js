// The page in English. Every language has the same keys.

import { region } from "../region.js";
import { cell, listed, plain, runs } from "../runs.js";

/** @param {readonly (Run | Runs)[]} all */
export const list = (all) => listed(all, " and ");
/** @param {string[]} names */
export const cells = (names) => list(names.map(cell));
/** @param {number} number @param {string} one */
export const count = (number, one, many = `${one}s`) =>
  `${number.toLocaleString(region("en"))} ${number === 1 ? one : many}`;

const NUMBERS = "none one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
  .split(" ");
/** @param {string} hundredths */
const points = (hundredths) => `${hundredths} ${/^<?1$/.test(hundredths) ? "point" : "points"}`;
/** @param {number} number */
export const spelled = (number) => NUMBERS[number] ?? number.toLocaleString(region("en"));
/** @param {number} number */
const ordinal = (number) => {
  const [tens, ones] = [Math.floor(number / 10) % 10, number % 10];
  return ORDINALS[number - 1] ??
    `${number}${tens === 1 ? "th" : ["th", "st", "nd", "rd"][ones] ?? "th"}`;
};

// What is hard about a board, from its hardest technique.
/** @type {Record<string, string>} */
const HARD = {
  "subset": "comparing two numbers",
  "difference": "comparing two numbers that share cells",
  "chain": "linking two numbers to a third",
  "combination": "adding and subtracting several numbers",
  "case split": "trying out several cases",
  "mine count": "counting the remaining mines",
};
/** @param {string} technique @param {number} needed */
const hardPart = (technique, needed) =>
  technique === "given"
    ? "The first click opens everything."
    : technique === "single clue"
    ? "You need only one number at a time."
    : `The hard part is ${HARD[technique]}${
      technique === "mine count" || needed === 1
        ? ""
        : needed === 2
        ? ", twice"
        : `, ${spelled(needed)} times`
    }.`;

// An 8% chance, an 11% chance, a 12% chance.
/** @param {string} chance */
export const article = (chance) => (/^(8|1[18]\b)/.test(chance) ? "an" : "a");

const words = {
  title: "Sapper: Minesweeper that tells you why",
  views: {
    play: "Play",
    learn: "Learn",
    analyse: "Analyse",
    history: "History",
    review: "Review",
    lab: "Lab",
    lessons: "Lessons",
    patterns: "Patterns",
    watch: "Watch agents",
  },
  navigation: "Views",
  menu: "Menu",
  skip: "Skip to the board",
  away: "No connection. Your game is saved and will continue when the connection is back.",
  noAnswer: "No connection to the server.",
  failed: "The server could not complete your request. Please try again.",
  viewFailed: "This view could not be loaded.",
  viewAway: "No connection to the server. This view opens when the connection is back.",
  tryAgain: "Try again",
  cutLink: "This link is incomplete or was changed.",
  linkCopied: "Link copied.",
  copyByHand: "Copy this:",
  readOn: "Read on",
  toPattern: "See this pattern",
  /** @type {(steps: number) => string} */
  proofIn: (steps) => `Proof in ${count(steps, "step")}`,
  /** @type {(numbers: string) => string} */
  from: (numbers) => `from ${numbers}`,
  /** @type {(lines: number) => string} */
  andMore: (lines) => `and ${lines} more`,
  /** @type {(figure: string) => string} */
  percent: (figure) => `${figure}%`,
  level: "Level",
  /** @type {(width: number, height: number, mines: number) => string} */
  size: (width, height, mines) => `${width}×${height}, ${count(mines, "mine")}`,
  /** @type {Record<string, string>} */
  levels: {
    beginner: "Beginner",
    intermediate: "Intermediate",
    expert: "Expert",
    easy: "Easy",
    medium: "Medium",
    hard: "Hard",
  },
  classic: "Classic",
  course: "Course levels (some safe cells are given)",
  custom: "Custom…",
  width: "Width",
  height: "Height",
  mines: "Mines",
  set: "Set",
  firstCell: "First cell",
  /** @type {Record<string, string>} */
  rules: {
    open: "opens an area",
    safe: "is safe",
    any: "may be a mine",
    given: "safe cells given",
  },
  // The same rules, for places without the label “First cell”.
  /** @type {Record<string, string>} */
  startRules: {
    open: "first cell opens an area",
    safe: "first cell is safe",
    any: "first cell may be a mine",
    given: "safe cells given",
  },
  /** @type {Record<string, string>} */
  cells: {
    ".": "hidden",
    F: "flagged",
    "+": "given as safe",
    "*": "mine",
    X: "exploded mine",
    W: "wrong flag",
    0: "empty",
    "?": "question mark",
    safe: "safe",
  },
  legend: {
    clue: "clue",
    safe: "safe",
    mine: "mine",
    counted: "counted",
    chance: "chance of a mine, in %",
  },

  lost: {
    title: "Page not found",
    text: "There is no page at this address. Part of the link may be missing.",
    home: "Go to the home page",
  },
  api: {
    title: "The API",
    forms: "Data types",
    or: "or",
    listOf: "list of",
    anything: "anything",
    takes: "accepts",
    gives: "returns",
    nothing: "nothing",
  },

  settings: {
    title: "Settings",
    look: "Look",
    looks: {
      auto: "Same as my device",
      light: "Light",
      dark: "Dark",
      classic: "Classic",
      contrast: "High contrast",
    },
    language: "Language",
    automatic: "Same as my browser",
    firstCell: "First cell in classic games",
    cellSize: "Cell size in Play (for this look)",
    automaticSize: "automatic",
    /** @type {(px: number) => string} */
    pixels: (px) => `${px} pixels`,
    playing: "Playing",
    showing: "Display",
    chordByClick: [
      "Click a number to open the cells around it",
      "This works when the number has as many flags around it as it says. If this setting is " +
      "off, use a double click, the middle button, or the left and right buttons together.",
    ],
    questions: ["Question marks", "A second right click turns a flag into a question mark."],
    autoFlag: [
      "Flag provable mines for me",
      "With automatic flags, the game counts as practice.",
    ],
    firstTapOpens: [
      "The first tap always opens a cell",
      "This also applies when taps place flags.",
    ],
    askHelp: ["Ask before I first use help in a game", "A game with help counts as practice."],
    noHelp: [
      "No help outside practice games",
      "Hints, odds and undo work only in games that already count as practice.",
    ],
    names: ["Row and column names", ""],
    turn: [
      "Rotate wide boards on upright screens",
      "The column names are then at the side.",
    ],
    sound: ["Sound", ""],
    press: "Length of a long press (touch screens)",
    /** @type {(seconds: number) => string} */
    seconds: (seconds) => `${seconds} s`,
    kept: "Settings are saved in this browser.",
    data: "Your data",
    stored: "The server stores your games with their moves and reviews, your results, and your " +
      "name if you chose one. The server recognises you by a cookie with a random code.",
    deleteAll: "Delete all my data",
    done: "Done",
  },

  home: {
    title: "Minesweeper that tells you why.",
    lead: "Play a board. Ask for a reason when you are stuck. Afterwards, see what was luck and " +
      "what was skill.",
    board: "An agent playing a beginner board",
    /** @type {(level: string) => string} */
    play: (level) => `Play ${level}`,
    friends: "Play with friends",
    noGuess: ["No guess", "Logic is enough, wherever you click first."],
    always: "Always on.",
    daily: ["Daily", "today, for everyone"],
    /** @type {(step: number, steps: number) => string} */
    step: (step, steps) => `An agent reasons: step ${step} of ${steps}`,
    won: "Won",
    back: "Step back",
    next: "Next step",
    pause: "Pause",
    run: "Continue",
    /**
     * @param {string} number
     * @param {string} clue
     * @param {string[]} known
     * @param {string[]} left
     * @param {boolean} safe
     */
    reason: (number, clue, known, left, safe) => {
      const the = runs`The ${number} at ${cell(clue)}`;
      if (!safe && known.length) {
        const mines = known.length === 1 ? "a mine" : "mines";
        const more = runs`${the} has ${mines} at ${cells(known)} and needs ${left.length} more.`;
        return runs`${more} Only ${cells(left)} ${
          left.length === 1 ? "is left, so it is a mine" : "are left, so they are mines"
        }.`;
      }
      if (!safe) {
        const hidden = count(left.length, "hidden cell", "hidden cells");
        return runs`${the} touches only ${hidden}, ${cells(left)}. So ${
          left.length === 1
            ? "it is a mine"
            : left.length === 2
            ? "both are mines"
            : "all of them are mines"
        }.`;
      }
      return runs`${the} already has its ${known.length === 1 ? "mine" : "mines"}, ${
        cells(known)
      }. So ${cells(left)} ${left.length === 1 ? "is" : "are"} safe.`;
    },
    /** @type {(cells: number) => string} */
    end: (cells) => `All ${cells} safe cells are open, without a single guess.`,
    ways: [
      [
        "Play",
        "Your own sizes, [three boards every day](#daily), [Rush](#rush). " +
        "[Practise](#practice) the moves you miss.",
      ],
      [
        "Understand",
        "[Ten lessons](#learn), from the meaning of a number to proofs. [Watch an agent " +
        "reason](#watch), or [ask about a position](#analyse).",
      ],
      [
        "Lab",
        "Compare agents on the same boards, with luck removed. [Results, API and data](#lab).",
      ],
    ],
  },

  /** @type {Record<string, string>} */
  techniques: {
    "given": "given as safe",
    "single clue": "single clue",
    "subset": "subset",
    "difference": "difference",
    "chain": "chain",
    "combination": "combination",
    "case split": "case split",
    "mine count": "mine count",
  },

  // The display name of each agent, and a line about what it does.
  /** @type {Record<string, [name: string, line: string]>} */
  agents: {
    "resolution": [
      "Resolution",
      "Turns numbers into clauses, shortens them with known facts and matches short ones.",
    ],
    "textbook": [
      "Textbook",
      "Reasons as in lesson 5: turns every number into clauses and matches short ones.",
    ],
    "textbook:forgets-parents": [
      "Textbook, forgets parents",
      "Textbook with a mistake: when two clauses are resolved, both leave KB.",
    ],
    "textbook:one-round": [
      "Textbook, one round",
      "Textbook with a mistake: it gives up after one round of matching without a new fact.",
    ],
    "textbook:facts-only": [
      "Textbook, facts only",
      "Textbook with a mistake: it matches clauses only with facts, not with each other.",
    ],
    "textbook:both-short": [
      "Textbook, both short",
      "Textbook with a mistake: it matches two clauses only if both have two literals.",
    ],
    "textbook:two-literals": [
      "Textbook, two literals",
      "Textbook with a mistake: KB keeps no clause of more than two literals.",
    ],
    "textbook:no-mine-count": [
      "Textbook, no mine count",
      "Textbook with a mistake: it never counts the mines that are left.",
    ],
    "program-a": [
      "Student program A",
      "Takes clauses out of KB to match them, and does not put all of them back.",
    ],
    "program-b": [
      "Student program B",
      "Matches only clauses of two literals, and empties some that it should keep.",
    ],
    "program-c": [
      "Student program C",
      "Removes both clauses when it resolves them, and gives up after three rounds.",
    ],
    "program-d": [
      "Student program D",
      "Matches clauses only with facts, and guesses from the shortest clause when it is stuck.",
    ],
    "program-e": [
      "Student program E",
      "Keeps only clauses of at most two literals.",
    ],
    "resolution-endgame": [
      "Resolution, endgame",
      "Resolution that also uses the mine count when at most ten cells are unknown.",
    ],
    "resolution-rounds": [
      "Resolution, three rounds",
      "Resolution that gives up after three rounds without a new fact.",
    ],
    "resolution-vote": [
      "Resolution, vote",
      "Resolution with the mine count; when it is stuck, the clauses vote on a guess.",
    ],
    "resolution-shortest": [
      "Resolution, shortest",
      "Matches clauses only with facts, and when stuck, guesses from the shortest clause.",
    ],
    "binary": ["Pairs", "Uses clauses of at most two cells, which is fast but proves less."],
    "binary-ratio": [
      "Pairs, ratio",
      "Like Pairs, but when it is stuck, it guesses where there are the fewest mines per cell.",
    ],
    "resolution-full": [
      "Full resolution",
      "Resolution that also matches long clauses, and so finds every cell the numbers settle.",
    ],
    "resolution-search": [
      "Resolution, then search",
      "Resolution that searches when it is stuck, and so finds every provable cell.",
    ],
    "rules": [
      "Rulebook",
      "Looks at one number at a time: does it have all its mines, or are only mines left?",
    ],
    "consistency": [
      "Backtracking",
      "Tries each cell both as a mine and as safe, and so finds every provable cell.",
    ],
    "sat": ["SAT solver", "Asks a SAT solver and finds every provable cell."],
    "techniques": ["Techniques", "Uses the techniques of the practice puzzles, easiest first."],
    "odds": ["Odds", "Works out the exact chance of a mine in each cell and opens the safest."],
    "champion": [
      "Champion",
      "Plays to win: when it must guess, it opens the cell with the best chance of winning.",
    ],
  },
  // The ways to guess when stuck.
  /** @type {Record<string, string>} */
  guesses: {
    none: "stop",
    shortest: "shortest clause",
    vote: "vote of clauses",
    weighted: "weighted vote",
    ratio: "mines per cell",
    random: "random cell",
    odds: "safest cell",
    champion: "like Champion",
  },

  prove: {
    button: "Show the proof",
    question: "Could this board be won without a guess?",
    title: "No guess is needed.",
    /** @type {(hardest: string) => string} */
    lead: (hardest) =>
      `Every move follows from the numbers. The hardest technique you need is ${hardest}.`,
    sequence: "The moves and why they are safe",
    back: "Back to the result",
    download: "Download the certificate",
  },

  daily: {
    title: "Daily boards",
    face: "Today's board",
    /** @type {(day: number) => string} */
    covered: (day) => `The board for the ${ordinal(day)}, not opened yet`,
    cap: "Today's board, the same for everyone",
    // What a board needs: its hardest technique, and how often.
    /** @type {(technique: string, needed: number) => string} */
    needs: (technique, needed) => `No guess needed. ${hardPart(technique, needed)}`,
    // The rating is between the two parts.
    /** @type {(level: string, width: number, height: number) => [string, string]} */
    rated: (level, width, height) => [`${level} ${width}×${height}, difficulty `, " out of 10."],
    play: "Play today's board",
    goOn: "Continue today's board",
    look: "See your result",
    /** @type {(level: string, rating: string) => string} */
    other: (level, rating) => `${level}, difficulty ${rating}`,
    more: "Two more today:",
    and: "and",
    /** @type {(hours: number, minutes: number) => string} */
    newIn: (hours, minutes) =>
      `The next boards come in ${hours ? `${hours} h ` : ""}${minutes} min.`,
    week: "This week",
    results: { won: "won", helped: "won with help", lost: "not won", none: "not played" },
    /** @type {(day: string, result: string) => string} */
    dayResult: (day, result) => `${day}: ${result}`,
    /** @type {(days: number) => string} */
    inARow: (days) => (days === 1 ? "day in a row" : "days in a row"),
    /** @type {(longest: number) => string} */
    best: (longest) => `, best ${longest}`,
    /** @type {(day: string) => string} */
    boardOf: (day) => `Today's board, ${day}`,
    /** @type {(day: string) => string} */
    past: (day) => `The board of ${day} is no longer available. This is today's.`,
    /** @type {(time: string) => string} */
    solved: (time) => `Solved in ${time}`,
    /** @type {(time: string) => string} */
    lost: (time) => `Lost after ${time}`,
    /** @type {(time: string) => string} */
    left: (time) => `Given up after ${time}`,
    // What follows "Solved in 2:24" or "Lost after 2:24".
    withHelp: ", with help.",
    /** @type {(guesses: number) => string} */
    guesses: (guesses) =>
      guesses === 0
        ? " without a guess."
        : `, with ${spelled(guesses)} ${guesses === 1 ? "guess" : "guesses"} you did not need.`,
    /** @type {(percent: number) => string} */
    opened: (percent) => `, with ${percent}% opened.`,
    hinted: "A win with help continues your streak.",
    copy: "Copy the result",
    copied: "Result copied.",
    steps: "Step through",
    decided: "What decided it",
    start: "at the start",
    errors: "your errors",
    luck: "your luck",
    card: "The card to share",
    time: "time",
    rating: "difficulty",
    streak: "streak",
    /** @type {(days: number) => string} */
    days: (days) => (days === 1 ? "day" : "days"),
    order: "in the order opened",
    regions: "Each shape is one of 16 regions of the board, in the order you opened them.",
    trust: "Results are shared on trust.",
    marks: { c: "certain", g: "guessed", h: "helped", m: "mine" },
    /** @type {(day: string, result: string, level: string | null) => string} */
    shared: (day, result, level) =>
      `Sapper, ${day}${level ? `, ${level}` : ""}: ${result.charAt(0).toLowerCase()}${
        result.slice(1)
      }`,
    /** @type {(days: number) => string} */
    sharedStreak: (days) => `Streak ${days}`,
    /** @type {(date: string) => string} */
    note: (date) =>
      `Daily board for ${date}. It is the same for everyone and can be solved without guessing. ` +
      "This try counts.",
    back: "Today's result",
    toRoom: "Back to the room",
  },

  practice: {
    title: "Practice",
    kinds: "What to practise",
    board: "Puzzle",
    aside: "Task and answer",
    missed: "Moves I missed",
    missedNote: "Positions from your games in which you guessed although a cell was provably safe.",
    /** @type {Record<string, string>} */
    notes: {
      "single clue": "One number is enough.",
      "subset": "All hidden cells around one number also touch another number.",
      "difference":
        "Two numbers share cells. One of them needs a mine in every cell that only it touches.",
      "chain": "Two numbers limit the mines around a third number.",
      "combination": "Add and subtract several numbers at once.",
      "case split": "Suppose a cell is a mine. If that contradicts the numbers, the cell is safe.",
      "mine count": "Count the remaining mines.",
    },
    /** @type {(solved: number, tried: number) => string} */
    done: (solved, tried) => `${solved} of ${tried} solved on the first try`,
    fresh: "not tried yet",
    task: "Which cell is safe?",
    /** @type {(technique: string) => string} */
    taskLead: (technique) => `Open a provably safe cell. Technique: ${technique}.`,
    ownTask: "You guessed here. Which cell was safe?",
    /** @type {(technique: string, cost: string, day: string) => string} */
    ownLead: (technique, cost, day) =>
      `From a game on ${day}. The guess lowered your chance of winning by ${points(cost)}. ` +
      `Technique: ${technique}.`,
    /** @type {(name: string) => Runs} */
    right: (name) => runs`Yes, ${cell(name)} is safe.`,
    /** @type {(names: string[]) => Runs} */
    also: (names) => runs`Also safe: ${cells(names)}.`,
    /** @type {(name: string) => Runs} */
    isMine: (name) => runs`No, ${cell(name)} is a mine.`,
    /** @type {(name: string) => Runs} */
    flagRight: (name) => runs`Yes, ${cell(name)} is a mine. Now, which cell is safe?`,
    /** @type {(name: string) => Runs} */
    flagWrong: (name) => runs`No, ${cell(name)} is safe.`,
    /** @type {(name: string) => Runs} */
    isOpen: (name) =>
      runs`${cell(name)} could be safe or a mine. The numbers do not decide it yet.`,
    next: "Next puzzle",
    nextShort: "Next",
    inARow: "Solved in a row",
    solved: "Solved on the first try",
    show: "Show me",
    hint: "Hint",
    tryOn: "Try another cell.",
    /** @type {(technique: string) => string} */
    up: (technique) => `Three in a row. Next technique: ${technique}`,
    /** @type {(left: number) => string} */
    looking: (left) => `Looking through your games, ${left} to go…`,
    /** @type {(games: number) => string} */
    noMisses: (games) =>
      games
        ? `In ${count(games, "game")} you never guessed when a cell was provably safe. Well done.`
        : "Finish a few games first. If you guess when a cell is provably safe, the position " +
          "appears here.",
    /** @type {(number: number, technique: string, cost: string) => string} */
    missesOf: (number, technique, cost) =>
      `${technique}: ${number === 1 ? "once" : `${number} times`}, which lowered your chance of ` +
      `winning by ${points(cost)}${number === 1 ? "" : " in all"}`,
    all: "You have solved all the positions that you missed in your games.",
    rush: "Rush: three minutes or three mistakes",
  },

  rush: {
    title: "Rush",
    board: "Position",
    aside: "The run so far",
    task: "Open a safe cell.",
    intro: "Three minutes or three mistakes.",
    lead: "Open a safe cell in each position. Positions get harder as you go, and positions " +
      "you missed before come back.",
    start: "Start",
    example: "An example",
    rules: "Positions get harder as you go. The run ends after three minutes or three mistakes.",
    skip: "Skip",
    stop: "Stop",
    bestToday: "Best today",
    bestEver: "Best ever",
    /** @type {(solved: number) => string} */
    solved: (solved) => `${solved} solved`,
    /** @type {(mistakes: number) => string} */
    mistakes: (mistakes) => `${mistakes} of 3 mistakes`,
    /** @type {(time: string) => string} */
    left: (time) => `${time} left`,
    /** @type {(day: string) => string} */
    missedOn: (day) => `You missed this on ${day}`,
    missedToday: "You missed this earlier today",
    pause: "The clock is stopped.",
    goOn: "Continue",
    /** @type {(technique: string) => string} */
    last: (technique) => `The last one was a ${technique}`,
    /** @type {(sure: string, positions: number) => string} */
    after: (sure, positions) => `your rating after ${count(positions, "position")} (${sure})`,
    tooFew: "Your rating appears after a few answers.",
    seen: "You have seen this position before, so it won't change your rating.",
    sure: {
      sure: "sure",
      fairly: "fairly sure",
      finding: "still finding out",
      first: "not enough answers yet",
    },
    run: "This run",
    results: { solved: "solved", wrong: "mistake", skipped: "skipped", now: "current" },
    /** @type {(result: string) => string} */
    own: (result) => `${result}, missed before`,
    ring: "missed before",
    /** @type {(result: string, technique: string) => string} */
    heard: (result, technique) => `${result}. Technique: ${technique}.`,
    over: {
      /** @type {(time: string) => string} */
      mistakes: (time) => `Third mistake at ${time}`,
      time: () => "Time is up",
      /** @type {(time: string) => string} */
      stopped: (time) => `Stopped at ${time}`,
    },
    /** @type {(solved: number, today: number | null, ever: number | null) => string} */
    verdict: (solved, today, ever) => {
      if (ever === null) return `${solved} solved in your first run.`;
      if (solved > ever) return `${solved} solved, your best ever.`;
      const [best, whose] = today === null ? [ever, "your best"] : [today, "today’s best"];
      if (solved > best) return `${solved} solved, ${whose}.`;
      if (solved === best) return `${solved} solved, the same as ${whose}.`;
      return `${solved} solved, ${NUMBERS[best - solved] ?? best - solved} short of ${whose}.`;
    },
    thisRun: "this run",
    today: "best today",
    ever: "best ever",
    again: "Run again",
    practise: "Practise what I missed",
    ratings: "Your ratings",
    columns: ["technique", "rating", "this run", "how sure we are"],
    fresh: "new",
    missed: "What you missed",
    back: "These come back in your next runs.",
    nothing: "You missed no positions.",
    position: "A position from the run",
    /** @type {(technique: string, seconds: number) => string} */
    asked: (technique, seconds) => `${technique}, ${seconds} s.`,
    /** @type {(name: string, risk: number, share: string) => Runs} */
    opened: (name, risk, share) =>
      runs`You opened ${cell(name)}, ${
        risk === 1 ? "a provable mine" : `${article(share)} ${share} risk`
      }.`,
    skipped: "You skipped this position.",
    /** @type {(names: string[]) => Runs} */
    wasSafe: (names) => runs`${cells(names)} ${names.length === 1 ? "was" : "were"} safe.`,
    tryAgain: "Try it again",
  },

  play: {
    board: "Minesweeper board",
    aside: "Help and result",
    tools: "Tools",
    time: "Time",
    minesLeft: "Mines left to flag",
    /** @type {(mines: number) => string} */
    left: (mines) => `${count(mines, "mine")} left to flag`,
    dig: "Dig",
    flag: "Flag",
    hint: "Hint",
    mayGuess: "May I guess?",
    odds: "Odds",
    undo: "Undo",
    again: "Again",
    sameBoard: "Same board again",
    new: "New board",
    newShort: "New",
    zoom: "Cell size",
    zoomIn: "Larger cells",
    zoomOut: "Smaller cells",
    zoomFit: "Fit the window",
    share: "Share",
    menu: "More",
    close: "Close",
    whole: "Whole reason",
    details: "Details",
    /** @type {(name: string) => Runs} */
    why: (name) => runs`Why ${cell(name)} is safe`,
    closeDetails: "Close the details",
    /** @type {(step: number, steps: number) => string} */
    step: (step, steps) => `${step} of ${steps}`,
    newcomer: "A number counts the mines in the eight cells around it.",
    newAgain: "Press N or the button again to give up this game and start a new board.",
    helpTitle: "This game will count as practice",
    helpText:
      "A game with help is saved, but it won't affect your records. The clock keeps running.",
    takeHelp: "Get help",
    noHelp: "No help",
    dontAsk: "Don't ask again",
    helpIsOff: "Help is off outside practice games. You can turn it on in the settings.",
    waiting: "Waiting",
    gameIsKept: "Your game is saved and will continue when the connection is back.",
    leaveTitle: "Leave this game?",
    leaveText:
      "This game is not finished. If you give up, the game counts as not won. If you keep the " +
      "game, you can continue it from your history, but its clock keeps running.",
    leaveIt: "Give up",
    keepIt: "Keep for later",
    goOn: "Continue playing",
    againTitle: "Start this board again?",
    againText:
      "This game will count as given up. You know the board, so your next game on it counts as " +
      "practice.",
    startAgain: "Start again",
    newGame: "New game.",
    clockRan: "The clock kept running while you were away.",
    /** @type {(name: string, on: boolean) => string} */
    flagged: (name, on) => `${name} ${on ? "flagged" : "no longer flagged"}`,
    /** @type {(cells: number) => string} */
    opened: (cells) => `${count(cells, "cell")} opened`,
    undone: "Move undone. This game now counts as practice.",
    tiers: ["a nudge", "the area", "the clues", "the cell", "the reason"],
    /** @type {(tier: number, what: string) => string} */
    tier: (tier, what) => `Hint ${tier} of 5: ${what}`,
    noSafeCell: "No hidden cell is provably safe",
    /** @type {(what: string) => string} */
    more: (what) => `More: ${what}`,
    showGuess: "Show the safest guess",
    /** @type {(name: string) => Runs} */
    isSafe: (name) => runs`${cell(name)} is safe.`,
    /** @type {(name: string) => Runs} */
    wrongFlag: (name) => runs`${cell(name)} is safe, so its flag is wrong.`,
    /** @type {(name: string) => string} */
    open: (name) => `Open ${name}`,
    /** @type {(name: string) => string} */
    unflagAndOpen: (name) => `Unflag and open ${name}`,
    noOddsAtEnd: "The game is over, so there are no odds to show.",
    practice:
      "A game with help, or on a board you know, counts as practice. It is saved, but it won't " +
      "affect your records.",
    stuck: "Stuck? Ask for a hint. Each hint says a little more.",
    /** @type {Record<string, string>} */
    first: {
      open: "Start anywhere. The first cell opens an area.",
      safe: "Start anywhere. The first cell is safe.",
      any: "The first cell may be a mine.",
      given: "Cells with a ring are safe. Start there.",
      noGuess: "Start anywhere. From there, logic is enough.",
    },
    /** @type {Record<string, string>} */
    markedFirst: {
      open: "Start at the cell with the ring. It opens an area.",
      safe: "Start at the cell with the ring. It is safe.",
      any: "The first cell may be a mine.",
    },
    startFirst: "Open a cell with a ring first. Elsewhere, the first click could hit a mine.",
    dealing: "Finding a board…",
    noGuess: "No guess",
    hardness: "Hardest step",
    anyStep: "any",
    atMost: "No step harder than",
    needs: "The hardest step is",
    dailyLink: "Daily boards",
    practiceLink: "Practice",
    /** @type {(level: string) => string} */
    records: (level) => `Your best on ${level}`,
    /** @type {Record<string, string>} */
    recordNames: {
      time: "time",
      rate: "speed (3BV/s)",
      efficiency: "efficiency",
      error: "error, recent games",
    },
    tags: { daily: "daily", practice: "practice" },
    keysTitle: "Mouse, touch and keys",
    keys: [
      ["Left button, tap, Space", "open"],
      ["Right button, long press, F", "flag"],
      ["Double click, left and right together, middle button", "open around a number"],
      ["Arrows, Home, End", "move"],
      ["H", "hint, stronger each time"],
      ["G", "may I guess?"],
      ["O", "odds"],
      ["Z", "undo"],
      ["N", "new board (press N twice after a few moves)"],
      ["A", "the same board again"],
      ["+ − 0", "zoom"],
    ],
    allFigures: "All figures, explained",
    /** @type {Record<string, [name: string, meaning: string]>} */
    figures: {
      seconds: ["time", "Minutes and seconds."],
      clicks: [
        "clicks",
        "Left clicks, right clicks and chords. A game played here counts only those that did " +
        "something, which are its moves.",
      ],
      three_bv: ["3BV", "The fewest clicks that open this board without flags."],
      solved_three_bv: ["solved 3BV", "How much of the 3BV you have opened."],
      three_bv_per_second: ["3BV/s", "Solved 3BV per second, the usual measure of speed."],
      ioe: [
        "efficiency",
        "Solved 3BV per click, in a game played here per move: clicks that did nothing are not " +
        "counted. Chords can raise the efficiency above 100%.",
      ],
      openings: ["openings", "Areas of empty cells. One click opens a whole area."],
      islands: [
        "islands",
        "Groups of numbers that touch no empty cell. Each of these numbers needs its own click.",
      ],
      left: ["left clicks", "Clicks that open a cell."],
      right: ["right clicks", "Clicks that set or remove a flag."],
      chord: ["chords", "Clicks on a number that open the cells around it."],
      effective: ["effective clicks", "Clicks that opened a cell or flagged a mine."],
      correctness: ["share of effective clicks", "Effective clicks as a share of all clicks."],
      throughput: ["throughput", "Solved 3BV per effective click."],
      zini: [
        "ZiNi",
        "The number of clicks for a program that sees the mines and uses flags and chords.",
      ],
      hzini: ["human ZiNi", "The ZiNi of a program that opens all empty areas first."],
      zini_8way: [
        "8-way ZiNi",
        "The lowest ZiNi from scanning the board in eight different orders.",
      ],
      zne: ["ZiNi efficiency", "The ZiNi of the part you solved, divided by your clicks."],
      rqp: ["RQP", "The square of the time, divided by the solved 3BV. Lower is better."],
      qg: ["QG", "The time to the power of 1.7, divided by the solved 3BV. Lower is better."],
      stnb: ["STNB", "A speed rating for the three classic levels. Higher is better."],
    },
    result: "Result",
    outcome: { won: "Won. Every safe cell is open.", lost: "Lost.", left: "Given up." },
    /** @type {(name: string) => Runs} */
    lostAt: (name) => runs`${cell(name)} was a mine.`,
    verdict: "What decided it",
    reviewing: "Reviewing the game…",
    atStart: "at the start",
    errors: "your errors",
    atEnd: "at the end",
    luck: "your luck",
    /** @type {(first: number, last: number) => string} */
    chanceChart: (first, last) =>
      `Chance of winning, move by move: ${first}% at the start, ${last}% at the end`,
    shareAtEnd: "You can share a board when its game is over.",
    gone: "This game is not on the server.",
    goneText: "The game or this browser's cookie was deleted.",
    boardFile: "Board file",
    analyse: "Analyse this position",
    files: {
      "position.txt": "Download position",
      "board.txt": "Download board",
      "board.mbf": "Download board (MBF)",
      "record.txt": "Download record",
      "replay.rawvf": "Download replay (RAWVF)",
    },
    openBoard: "Open a board…",
    giveUp: "Give up this game",
  },

  learn: {
    agent: "Agent",
    second: "Second agent",
    nobody: "none",
    mistaken: "Textbook with a mistake",
    programs: "Student programs",
    whenStuck: "When stuck",
    ownWay: "as usual",
    newBoard: "New board",
    odds: "Odds",
    large: "Large type",
    pace: "Pace",
    controls: "Steps",
    toStart: "To the start",
    stepBack: "Step back",
    stepOn: "Step",
    toEnd: "To the end",
    run: "Run",
    pause: "Pause",
    linkTitle: "Copy a link to these agents, this board and this step",
    /** @type {(seed: number) => string} */
    board: (seed) => `Board ${seed}`,
    /** @type {(agent: string) => string} */
    boardOf: (agent) => `The board of ${agent}`,
    said: "The agent's conclusion",
    /** @type {(agent: string) => string} */
    saidBy: (agent) => `What ${agent} concludes`,
    /** @type {(step: number) => string} */
    step: (step) => `Step ${step}`,
    /** @type {(step: number) => string} */
    count: (step) => `step ${step}`,
    /** @type {(step: number, steps: number) => string} */
    countOf: (step, steps) => `step ${step} of ${steps}`,
    thinking: "thinking",
    states: {
      thinking: "thinking",
      certain: "proved",
      guess: "guess",
      stuck: "stuck",
      won: "won",
      lost: "lost",
    },
    /** @type {(name: string) => Runs} */
    isSafe: (name) => runs`${cell(name)} is safe.`,
    /** @type {(name: string) => Runs} */
    guesses: (name) => runs`${cell(name)} is a guess.`,
    /** @type {(provable: boolean) => string} */
    isStuck: (provable) =>
      provable ? "Stuck. A cell is provably safe, but this agent can't prove it." : "Stuck.",
    /** @type {Record<string, string>} */
    ends: { won: "Won. Every safe cell is open.", lost: "Lost. The last guess was a mine." },
    /** @type {(open: number, guesses: number) => string} */
    sum: (open, guesses) => `${count(open, "cell")} open, ${count(guesses, "guess", "guesses")}`,
    /** @type {(step: number) => string} */
    cited: (step) => `settled before step ${step}`,
    whereTheyPart: "Where the agents differ",
    /** @type {(a: string, saysA: string, b: string, saysB: string) => string} */
    both: (a, saysA, b, saysB) => `${a}: ${saysA} ${b}: ${saysB}`,
    /** @type {(a: string, openA: number, b: string, openB: number) => string} */
    score: (a, openA, b, openB) => `Cells open: ${a} ${openA}, ${b} ${openB}`,
    /** @param {{ name: string, state: string, steps: number, guesses: number }[]} sides */
    verdict: (sides) =>
      sides.map(({ name, state, steps, guesses }) =>
        `${name} ${state === "stuck" ? "is stuck" : state} after ${count(steps - 1, "step")}${
          guesses ? ` and ${count(guesses, "guess", "guesses")}` : ""
        }.`
      ).join(" "),
    /** @type {(boards: number, sides: [string, number][]) => string} */
    tally: (boards, sides) =>
      `Boards won: ${sides.map(([name, won]) => `${name} ${won} of ${boards}`).join(", ")}.`,
    /** @param {import("../parting.js").Parting} found */
    parting: (found) => {
      if (found.kind === "same") {
        return ["The agents do not differ on this board. Both agents open the same cells."];
      }
      const { kind, who, other } = found;
      if (kind === "proves") {
        const does = who.certain
          ? runs`proves that ${cell(who.cell)} is safe`
          : runs`guesses ${cell(who.cell)}`;
        const doesNot = other.stuck
          ? "can't prove it and is stuck"
          : other.cell
          ? runs`can't prove it and guesses ${cell(other.cell)}`
          : `has already ${other.outcome}`;
        return runs`${who.name} ${does}. ${other.name} ${doesNot}.`;
      }
      const [guesser, stopped] = who.stuck ? [other, who] : [who, other];
      const guesses = runs`${guesser.name} guesses ${cell(guesser.cell)}`;
      return runs`Neither can prove that another cell is safe. ${
        stopped.stuck
          ? runs`${stopped.name} stops here, but ${guesses}`
          : runs`${guesses}, but ${stopped.name} guesses ${cell(stopped.cell)}`
      }.`;
    },
  },

  analyse: {
    board: "Position",
    aside: "Result",
    tools: "Tools",
    paint: "Paint with",
    why: "Why?",
    whyShort: "Why?",
    file: "Position file",
    mines: "mines",
    minesLeft: "Mines left to flag",
    winChance: "Chance of winning",
    analysis: "Analysis",
    value: "The value of moves",
    explanation: "Explanation",
    undo: "Undo",
    redo: "Redo",
    clear: "Clear",
    open: "Open a file",
    openShort: "Open",
    copy: "Copy as text",
    copyShort: "Copy",
    link: "Copy link",
    linkShort: "Link",
    hands: "Match clauses",
    handsShort: "By hand",
    copied: "Position copied.",
    ask: "Choose “Why?” and then a cell. You can also drop or paste a file, a position or a link.",
    gameTitle: "You have opened a whole game.",
    gameText: "Review the game move by move, or analyse its last position.",
    reviewGame: "Review this game",
    lastPosition: "Analyse its last position",
    /** @type {(what: string, least: string, most: string) => string} */
    between: (what, least, most) => `${what} must be a number from ${least} to ${most}.`,
    /** @type {(width: number, height: number) => string} */
    howManyMines: (width, height) => `How many mines are on this ${width}×${height} board?`,
    flagsCount: "Include the mines with a flag.",
    contradiction: "Contradiction",
    easiest: "Explain the easiest cell",
    working: "Working out the chance of winning…",
    movesTitle: "Moves, best first",
    openCell: "Open",
    wins: "wins",
    isSafe: "is safe",
    /** @type {(count: number, first: string) => string} */
    cells: (count, first) => `${count} cells like ${first}`,
    /** @type {(names: string[]) => string} */
    whyCells: (names) => `Why ${plain(cells(names.slice(0, 3)))}?`,
    /** @type {(moves: number) => string} */
    allMoves: (moves) => `All ${moves} moves`,
    /** @type {(mine: boolean) => string} */
    example: (mine) => `Show a board with ${mine ? "a mine" : "no mine"} here`,
    /** @type {(mine: boolean) => string} */
    exampleNote: (mine) =>
      `A board that fits the numbers, on which the cell is ${mine ? "a mine" : "safe"}`,
    ifOpened: "If opened",
    aMine: "a mine",
    opensRegion: "opens an area",
    /** @type {(digit: string) => string} */
    shows: (digit) => `shows ${digit}`,
    /** @type {(chance: string) => string} */
    about: (chance) => `about ${chance}`,
    /** @type {(boards: string) => string} */
    estimated: (boards) =>
      `The chance of each number is estimated from ${boards} boards that fit. The risk is exact.`,
  },

  deleting: {
    keep: "Keep",
    game: "Delete this game",
    gameTitle: "Delete this game?",
    gameText: "The moves and the review of this game are deleted too. You can't undo this.",
    gameYes: "Delete the game",
    gameDone: "The game was deleted.",
    allTitle: "Delete all your data?",
    allText: "This deletes all your games, reviews, results and ratings on the server, and your " +
      "progress in this browser. You can't undo this. Your settings stay. If you want a copy of " +
      "your games, export them in History first.",
    allYes: "Delete everything",
  },

  history: {
    /** @type {(rate: number, level: string) => string} */
    title: (rate, level) => `You win ${rate}% of your games on ${level}.`,
    onlyPractice: "Only practice so far.",
    /** @type {(games: number) => string} */
    notCounted: (games) =>
      `${count(games, "practice game")}, with help or on a known board, ${
        games === 1 ? "does" : "do"
      } not count.`,
    missedPatterns: "Patterns you missed:",
    /** @type {(times: number) => string} */
    missedTimes: (times) => count(times, "time"),
    noGames: "No finished games yet.",
    records: "Records",
    noErrors: "no-error streak",
    statistics: "Statistics",
    filters: "Filters",
    games: "Games",
    all: "All",
    byError: "Lost because of an error",
    alone: "Without help",
    practice: "practice",
    noGuess: "no guess",
    outcome: { won: "won", lost: "lost", left: "given up" },
    export: "Export as JSON",
    underWay: "In progress:",
    /** @type {(level: string) => string} */
    goOn: (level) => `Continue ${level}`,
    noneFiltered: "No finished games match these filters.",
    finishOne: "Finish a game to see it here.",
    playOne: "Play a game to see it here.",
    columns: ["Level", "What decided it", "Result", "Errors", "Luck", "When"],
    /** @type {(rate: number) => string} */
    withoutLuck: (rate) => `With average luck you would win ${rate}%.`,
    /** @type {(rate: number, low: number, high: number) => string} */
    fairRate: (rate, low, high) =>
      `With average luck you would win ${rate}% (between ${low}% and ${high}%).`,
    errorTitle: "Error per game",
    errorNote:
      "How much your own moves lowered your chance of winning, in points. Average of 20 games.",
    /** @type {(points: string) => string} */
    errorChart: (points) => `Error per game over time, now ${points} points`,
    rateTitle: "Win rate without luck",
    rateNote: "Solid: your win rate with average luck (95% band). Dashed: your actual win rate.",
    /** @type {(rate: number, low: number, high: number) => string} */
    rateChart: (rate, low, high) =>
      `Win rate with average luck, over time: now ${rate}% (between ${low}% and ${high}%)`,
    /** @type {(games: number) => string} */
    waiting: (games) => `${count(games, "game is", "games are")} still being reviewed.`,
    look: "Review this game",
    /** @type {(moves: number) => string} */
    moves: (moves) => count(moves, "move"),
    /** @type {(guesses: number, chance: string) => string} */
    guessed: (guesses, chance) =>
      `${count(guesses, "guess", "guesses")}, ${chance} chance of surviving`,
    more: "More about this game",
    import: "Open a file",
    importNote: "A record or replay from any program: AVF, EVF, MVF, RMV, RAWVF …",
    file: "Record or replay",
    later: "Later",
    earlier: "Earlier",
    /** @type {(games: number) => string} */
    total: (games) =>
      `${count(games, "game")}. Only games without help count towards the statistics.`,
    /** @type {(won: number, played: number) => string} */
    wonOf: (won, played) => `${count(played, "game")}, ${won} won.`,
    /** @type {(rate: number, low: number, high: number) => string} */
    rate: (rate, low, high) => `${rate}%, probably between ${low}% and ${high}%`,
    bestTime: "best time",
    bestRate: "best 3BV/s",
    bestEfficiency: "best efficiency",
    streak: "wins in a row",
    longest: "longest streak",
    guesses: "guesses",
    survival: "chance of surviving all guesses in a game",
    times: "Winning times, oldest first",
    record: "Record as text",
    again: "Play again",
    share: "Share",
  },

  end: {
    after: {
      /** @type {(time: string, moves: number) => string} */
      won: (time, moves) => `Won in ${time}, ${count(moves, "move")}`,
      /** @type {(time: string, move: number) => string} */
      lost: (time, move) => `Lost after ${time}, move ${move}`,
      /** @type {(time: string, moves: number) => string} */
      left: (time, moves) => `Given up after ${time}, ${count(moves, "move")}`,
    },
    playOn: "Play on from here",
    playOnShort: "Play on",
    newGame: "New game",
    stepThrough: "Step through",
    figures: "Figures",
    moments: "Key moments and figures",
    opened: "Opened",
    moves: "Moves",
    speed: "Speed",
    speedNote: "necessary clicks per second (3BV/s)",
    wholeGame: "Whole game: chance of winning with best play",
    /** @type {(level: string) => string} */
    firstWin: (level) => `Your first win on ${level}`,
    /** @type {(level: string) => string} */
    fastest: (level) => `Your fastest ${level}`,
    /** @type {(time: string, before: string) => string} */
    downFrom: (time, before) => `${time}, down from ${before}`,
    /** @type {(level: string) => string} */
    bestRate: (level) => `Your best speed on ${level}`,
    /** @type {(level: string) => string} */
    bestEfficiency: (level) => `Your best efficiency on ${level}`,
    next: "What next",
    /** @type {(level: string) => string} */
    tryLevel: (level) => `Try ${level}`,
    /** @type {(won: number, games: number, level: string) => string} */
    wonOf: (won, games, level) =>
      games < 10
        ? `${level}: ${count(games, "game")}, ${won} won.`
        : `You won ${won} of your last ${games} games on ${level}.`,
    noGuess: "Try boards that need no guess",
    /** @type {(guesses: number) => string} */
    guessed: (guesses) => `You took ${count(guesses, "risk")} in this game.`,
    /** @type {(name: string, move: number) => string} */
    missed: (name, move) => `You guessed at move ${move}, but ${name} was safe.`,
    /** @type {(names: string) => string} */
    pauses: (names) => `Practise the techniques that slowed you down: ${names}.`,
    friends: "Race on the same board, each on your own screen.",
  },

  review: {
    noGame:
      "There is no such game. The link may be incomplete, or the game belongs to another player.",
    board: "Position before the move",
    graph: "Chance of winning, move by move",
    aside: "About the move",
    move: "The move",
    moves: "Moves and their cost",
    moments: "Moments that mattered",
    steps: "Steps",
    first: "First move",
    firstShort: "First",
    back: "Back",
    forward: "Forward",
    keyMoment: "Next key moment",
    keyShort: "Key moment",
    /** @type {(move: number) => string} */
    moveNumber: (move) => `Move ${move}`,
    /** @type {(move: number, moves: number) => string} */
    moveOf: (move, moves) => `move ${move} of ${moves}`,
    theEnd: "The end",
    /** @type {(first: number, last: number, moves: number) => string} */
    folded: (first, last, moves) => `${first} to ${last}: ${count(moves, "move")} without risk`,
    /** @type {(before: string, after: string) => string} */
    chances: (before, after) => `Chance of winning: ${before} before the move, ${after} after it.`,
    /** @type {(points: string) => string} */
    luckOf: (points) => `luck ${points}`,
    /** @type {(parts: string) => string} */
    luckParts: (parts) => `Luck: ${parts}.`,
    /** @type {(name: string) => Runs} */
    whyMine: (name) => runs`Why ${cell(name)} was a mine`,
    /** @type {(name: string) => Runs} */
    whySafe: (name) => runs`Why ${cell(name)} was safe`,
    signs: "What the labels mean",
    point: "Points measure your chance of winning. A move that costs 5 points lowers this " +
      "chance, for example, from 40% to 35%.",
    /** @type {Record<string, string>} */
    meanings: {
      "needless guess": "You guessed, but another cell was provably safe.",
      "blunder": "You opened a provable mine.",
      "mistake": "Another guess was much better.",
      "inaccuracy": "Another guess was a little better.",
      "good": "Your guess was close to the best one.",
      "best": "No guess was better.",
      "only move": "Every other guess was much worse.",
      "forced coin toss": "You had to guess, and no guess was better than any other.",
      "wrong flag": "The flag is on a safe cell.",
      "unproven flag": "The flag is on a mine that could not be proved yet.",
    },
    /** @type {(part: number, whole: number) => string} */
    part: (part, whole) => `${part} of ${whole}`,
    playOn: "Play on from here",
    playOnNote:
      "If you play on from here, the game counts as practice and won't affect your records.",
    provable: "show provable cells",
    why: "Why?",
    served: "Opens the page of sapper serve on this machine.",
    toHistory: "To your history",
    wrongTitle: "This file is incomplete or damaged.",
    wrongPart: "Review the readable part",
    wrongNo: "Cancel",
  },
};

export default words;
