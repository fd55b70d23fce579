// The page in English. Functions take what varies; the same keys in every language.

import { cell, listed, plain, runs } from "../runs.js";

/** @param {readonly (Run | Runs)[]} all */
const list = (all) => listed(all, " and ");
/** @param {string[]} names */
const cells = (names) => list(names.map(cell));
/** @param {number} number @param {string} one */
const count = (number, one, many = `${one}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

// An 8% chance, an 11% chance, a 12% chance.
/** @param {string} chance */
const article = (chance) => (/^(8|1[18]\b)/.test(chance) ? "an" : "a");

const words = {
  title: "Sapper: Minesweeper that tells you why",
  views: {
    play: "Play",
    learn: "Learn",
    analyse: "Analyse",
    history: "History",
    review: "Review",
    measure: "Measure",
    lessons: "Lessons",
  },
  navigation: "Views",
  menu: "Menu",
  skip: "Skip to the board",
  away: "The server is not answering. Everything goes on as soon as it does.",
  noAnswer: "The server is not answering.",
  /** @type {(status: number) => string} */
  answered: (status) => `The server answered with status ${status}`,
  cutLink: "This link is not complete: part of it is missing or was changed.",
  linkCopied: "Link copied.",
  copyByHand: "Copy this:",
  readOn: "Read on",
  /** @type {(steps: number) => string} */
  proofIn: (steps) => `Proof in ${count(steps, "step")}`,
  /** @type {(numbers: string) => string} */
  from: (numbers) => `from ${numbers}`,
  /** @type {(lines: number) => string} */
  andMore: (lines) => `and ${lines} more`,
  level: "Level",
  /** @type {Record<string, string>} */
  levels: {
    beginner: "Beginner",
    intermediate: "Intermediate",
    expert: "Expert",
    easy: "Easy",
    medium: "Medium",
    hard: "Hard",
  },
  /** @type {(name: string, width: number, height: number, mines: number) => string} */
  levelOption: (name, width, height, mines) => `${name}  ${width}×${height}, ${mines} mines`,
  classic: "Classic",
  course: "Course: safe cells are given",
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
  legend: { safe: "safe", mine: "mine", chance: "chance of a mine, in %" },

  lost: {
    title: "There is nothing here.",
    text: "The address leads nowhere. Perhaps part of it is missing.",
    home: "To the first page",
  },
  api: {
    title: "The API",
    forms: "Forms",
    or: "or",
    listOf: "list of",
    anything: "anything",
    takes: "takes",
    gives: "gives",
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
    firstCell: "The first cell of a classic game",
    playing: "Playing",
    showing: "Showing",
    noGuess: [
      "Boards that need no guess",
      "Reasoning alone wins them. Start at the marked cell; a large board takes a moment to find.",
    ],
    chordByClick: [
      "One click on a number opens around it",
      "When it has all its flags. Otherwise: double click, middle button or both buttons.",
    ],
    questions: ["Question marks", "A second right click turns a flag into a question mark."],
    autoFlag: ["Flag certain mines for me", "This counts as help, so such games are practice."],
    firstTapOpens: ["The first tap always opens", "Also when taps are set to flag."],
    names: ["Names of rows and columns", ""],
    turn: [
      "Turn wide boards on upright screens",
      "Columns then run downwards; their names stay the same.",
    ],
    sound: ["Sound", ""],
    press: "Long press on touch screens",
    /** @type {(seconds: number) => string} */
    seconds: (seconds) => `${seconds} s`,
    kept: "Saved in this browser.",
    api: "The API behind this page",
    done: "Done",
  },

  home: {
    title: "Minesweeper that tells you why.",
    lead: "Play a board. Ask for the reason when you are stuck. See afterwards what was luck and " +
      "what was you.",
    board: "An agent at work on a beginner board",
    /** @type {(level: string) => string} */
    play: (level) => `Play ${level}`,
    noGuess: ["No guess", "logic is enough"],
    /** @type {[string, (day: string) => string]} */
    daily: ["Daily", (day) => `${day}, for all`],
    /** @type {(width: number, height: number, mines: number) => string} */
    size: (width, height, mines) => `${width}×${height}, ${mines} mines`,
    /** @type {(step: number, steps: number) => string} */
    step: (step, steps) => `An agent thinks, step ${step} of ${steps}`,
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
        return runs`${the} has ${cells(known)} and needs ${left.length} more. Only ${cells(left)} ${
          left.length === 1 ? "is left, so it is a mine" : "are left, so they are mines"
        }.`;
      }
      if (!safe) {
        return runs`${the} touches only ${cells(left)}. So ${
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
    end: (cells) => `All ${cells} safe cells are open, and nothing was guessed.`,
    ways: [
      [
        "Play",
        "Three classic levels, the course levels, your own sizes, [three boards a day](#daily). " +
        "Hints in five strengths, odds, and [practice](#practice) for what you miss.",
      ],
      [
        "Understand",
        "[Watch agents reason](#learn), clause by clause, or [ask about a position](#analyse): " +
        "what is safe, and why?",
      ],
      [
        "Measure",
        "[Compare two agents](#measure) on hundreds of boards, luck taken out. [The " +
        "API](/api.html) does all that this page does, and the command line plays millions.",
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

  prove: {
    button: "Prove it",
    question: "Could it be won without a guess?",
    title: "No guess is needed.",
    /** @type {(hardest: string) => string} */
    lead: (hardest) =>
      `Every move follows from the numbers. The hardest technique needed: ${hardest}.`,
    sequence: "The moves and why they are safe",
    back: "Back to the result",
    download: "Download the certificate",
    check: "Another program can check it:",
  },

  daily: {
    title: "Daily boards",
    lead:
      "Three boards a day, the same for everyone. No guess is needed, and your first try counts.",
    /** @type {(hours: number, minutes: number) => string} */
    newIn: (hours, minutes) => `New boards in ${hours ? `${hours} h ` : ""}${minutes} min`,
    /** @type {(width: number, height: number, mines: number) => string} */
    size: (width, height, mines) => `${width}×${height}, ${mines} mines`,
    play: "Play",
    goOn: "Go on",
    look: "View game",
    /** @type {(time: string) => string} */
    won: (time) => `Won in ${time}`,
    /** @type {(percent: number, time: string) => string} */
    lost: (percent, time) => `Lost after ${time}, ${percent}% cleared`,
    /** @type {(percent: number) => string} */
    left: (percent) => `Given up, ${percent}% cleared`,
    underWay: "Under way",
    withHelp: "with help",
    streak: "day streak",
    longest: "longest streak",
    share: "Copy my result",
    copied: "Result copied.",
    nothing: "Finish one of today's boards, and you can share how it went.",
    days: "The last five weeks",
    /** @type {(day: string, levels: string[]) => string} */
    dayWon: (day, levels) => `${day}: won ${plain(list(levels))}`,
    /** @type {(day: string) => string} */
    dayTried: (day) => `${day}: not won`,
    /** @type {(day: string) => string} */
    dayNot: (day) => `${day}: not played`,
    /** @type {(date: string, lines: string[], streak: number) => string} */
    text: (date, lines, streak) =>
      [`Sapper, ${date}`, ...lines, ...(streak > 1 ? [`${streak} days in a row`] : [])].join("\n"),
    line: {
      /** @type {(level: string, time: string) => string} */
      won: (level, time) => `🚩 ${level} ${time}`,
      /** @type {(level: string, time: string) => string} */
      helped: (level, time) => `💡 ${level} ${time}, with help`,
      /** @type {(level: string, percent: number) => string} */
      lost: (level, percent) => `💥 ${level} ${percent}%`,
      /** @type {(level: string, percent: number) => string} */
      left: (level, percent) => `🏳️ ${level} ${percent}%`,
    },
    /** @type {(date: string) => string} */
    note: (date) =>
      `Daily board for ${date}. It is the same for everyone and needs no guess; this try counts.`,
    back: "Today's boards",
  },

  practice: {
    title: "Practice",
    kinds: "What to practise",
    board: "Puzzle",
    aside: "Task and answer",
    missed: "What I miss",
    missedNote: "Positions from your own games where you guessed although a cell was safe.",
    /** @type {Record<string, string>} */
    notes: {
      "single clue": "One number is enough.",
      "subset": "All cells of one number are among those of another.",
      "difference":
        "Two numbers overlap, and one needs so many more mines that they must all lie on its own " +
        "side.",
      "chain": "What two numbers tell you carries over to a third.",
      "combination": "Several numbers at once, added and subtracted.",
      "mine count": "Count the mines that are left.",
    },
    /** @type {(solved: number, tried: number) => string} */
    done: (solved, tried) => `${solved} of ${tried} at the first try`,
    fresh: "not tried yet",
    task: "Which cell is safe?",
    /** @type {(technique: string) => string} */
    taskLead: (technique) => `Open a cell that must be safe. Technique: ${technique}.`,
    ownTask: "Here you guessed. Which cell was safe?",
    /** @type {(technique: string, cost: string, day: string) => string} */
    ownLead: (technique, cost, day) =>
      `From a game on ${day}. The guess lowered your chance to win by ${cost}. Technique: ` +
      `${technique}.`,
    /** @type {(name: string) => Runs} */
    right: (name) => runs`Yes, ${cell(name)} is safe.`,
    /** @type {(names: string[]) => Runs} */
    also: (names) => runs`Also safe: ${cells(names)}.`,
    /** @type {(name: string) => Runs} */
    isMine: (name) => runs`No, ${cell(name)} is a mine.`,
    /** @type {(name: string) => Runs} */
    flagRight: (name) => runs`Yes, ${cell(name)} is a mine. And which cell is safe?`,
    /** @type {(name: string) => Runs} */
    flagWrong: (name) => runs`No, ${cell(name)} is safe.`,
    /** @type {(name: string) => Runs} */
    isOpen: (name) => runs`${cell(name)} could be a mine or safe: nobody can tell yet.`,
    next: "Next puzzle",
    nextShort: "Next",
    inARow: "In a row",
    solved: "Solved at the first try",
    show: "Show me",
    hint: "Hint",
    tryOn: "Find another cell.",
    /** @type {(technique: string) => string} */
    up: (technique) => `Three in a row. On to: ${technique}`,
    /** @type {(left: number) => string} */
    looking: (left) => `Looking through your games: ${count(left, "game")} to go…`,
    /** @type {(games: number) => string} */
    noMisses: (games) =>
      games
        ? `In ${count(games, "game")} you never guessed where a cell was safe. Well done.`
        : "Finish a few games first. Whenever you guess although a cell is safe, the position " +
          "turns up here.",
    /** @type {(number: number, technique: string, cost: string) => string} */
    missesOf: (number, technique, cost) =>
      `${technique}: ${number === 1 ? "once" : `${number} times`}, at a cost of ${cost} of a win`,
    all: "You have solved every position that you missed.",
  },

  play: {
    board: "Minesweeper board",
    aside: "Help and results",
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
    zoom: "Zoom",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    zoomFit: "Fit the window",
    share: "Share",
    menu: "More",
    close: "Close",
    waiting: "Waiting",
    gameIsKept: "Your game is kept, and goes on as soon as the server answers.",
    leaveTitle: "Leave this game?",
    leaveText:
      "You are in the middle of it. If you give up, it counts as a game you did not win. If you " +
      "keep it, it waits for you in your history.",
    leaveIt: "Give up",
    keepIt: "Keep for later",
    goOn: "Go on playing",
    againTitle: "Start this board again?",
    againText: "This game counts as given up. The next one is practice, since you know the board.",
    startAgain: "Start again",
    newGame: "New game.",
    /** @type {(name: string, on: boolean) => string} */
    flagged: (name, on) => `${name} ${on ? "flagged" : "no longer flagged"}`,
    /** @type {(cells: number) => string} */
    opened: (cells) => `${count(cells, "cell")} opened`,
    undone: "Move undone. The game is practice now.",
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
    noOddsAtEnd: "The game is over: there are no odds to show.",
    practice: "With help, a game is practice: it is kept, but does not count.",
    stuck: "Stuck? Ask for a hint. Each one says a little more.",
    /** @type {Record<string, string>} */
    first: {
      open: "Click anywhere. The first cell opens an area.",
      safe: "Click anywhere. The first cell is safe.",
      any: "The first cell may be a mine.",
      given: "Cells with a ring are safe. Start there.",
    },
    /** @type {Record<string, string>} */
    markedFirst: {
      open: "Start at the cell with the ring: it opens an area.",
      safe: "Start at the cell with the ring: it is safe.",
      any: "The first cell may be a mine.",
    },
    boards: "Boards",
    boardKinds: { any: "any board", noGuess: "no guess needed" },
    atMost: "No guess, and at most",
    needs: "No guess, and it takes",
    dailyLink: "Daily boards",
    practiceLink: "Practice",
    /** @type {(level: string) => string} */
    records: (level) => `Your best on ${level}`,
    /** @type {Record<string, string>} */
    recordNames: {
      time: "time",
      rate: "3BV/s",
      efficiency: "efficiency",
      error: "error, last games",
    },
    newBestEfficiency: "Your best efficiency yet!",
    tags: { daily: "daily", noGuess: "no guess", practice: "practice" },
    keysTitle: "Mouse, touch and keys",
    keys: [
      ["Left button, tap, Space", "open"],
      ["Right button, long press, F", "flag"],
      ["Double click, both buttons, middle", "open around a number"],
      ["Arrows, Home, End", "move"],
      ["H", "hint, stronger each time"],
      ["G", "may I guess?"],
      ["O", "odds"],
      ["Z", "undo"],
      ["N", "new board"],
      ["A", "the same board again"],
      ["+ − 0", "zoom"],
    ],
    none: "none",
    allFigures: "All figures",
    /** @type {Record<string, string>} */
    figures: {
      solved_three_bv: "solved 3BV",
      islands: "islands",
      left: "left clicks",
      right: "right clicks",
      chord: "chords",
      effective: "effective clicks",
      ioe: "IOE: solved 3BV / clicks",
      correctness: "correctness",
      throughput: "throughput",
      zini: "ZiNi",
      hzini: "human ZiNi",
      zini_8way: "8-way ZiNi",
      zne: "ZiNi efficiency",
      rqp: "RQP",
      qg: "QG",
      stnb: "STNB",
      pluck: "pluck: luck of the guesses",
    },
    result: "Result",
    outcome: { won: "Won. Every safe cell is open.", lost: "Lost.", left: "Given up." },
    /** @type {(name: string) => Runs} */
    lostAt: (name) => runs`${cell(name)} was a mine.`,
    after: {
      /** @type {(time: string) => string} */
      won: (time) => `Won in ${time}`,
      /** @type {(time: string, move: number) => string} */
      lost: (time, move) => `Lost after ${time}, move ${move}`,
      /** @type {(time: string) => string} */
      left: (time) => `Given up after ${time}`,
    },
    verdict: "What decided it",
    reviewing: "Looking back at the game…",
    atStart: "at the start",
    choices: "your choices",
    luck: "your luck",
    /** @type {(first: number, last: number) => string} */
    chanceChart: (first, last) =>
      `Chance to win over the moves: ${first}% at first, ${last}% at the end`,
    /** @type {Record<string, string>} */
    labels: {
      "start": "start",
      "certain": "certain",
      "chord": "chord",
      "flag": "flag",
      "flag removed": "flag removed",
      "wrong flag": "wrong flag",
      "unproven flag": "unproven flag",
      "needless guess": "needless guess",
      "forced coin toss": "forced coin toss",
      "only move": "only move",
      "best": "best",
      "good": "good",
      "inaccuracy": "inaccuracy",
      "mistake": "mistake",
      "blunder": "blunder",
    },
    clicks: "clicks",
    efficiency: "efficiency",
    openings: "openings",
    /** @type {(level: string) => string} */
    firstWin: (level) => `Your first win on ${level}!`,
    /** @type {(by: string) => string} */
    newBest: (by) => `A new best time, by ${by}!`,
    newBestRate: "Your best 3BV/s yet!",
    shareAtEnd: "You can share a board once its game is over.",
    boardAtEnd: "You can download the board once the game is over.",
    boardFile: "Board file",
    analyse: "Analyse this position",
    files: {
      "position.txt": "Download position",
      "board.txt": "Download board",
      "board.mbf": "Download board as mbf",
      "record.txt": "Download record",
      "replay.rawvf": "Download replay (RAWVF)",
    },
    openBoard: "Open a board…",
    giveUp: "Give up this game",
  },

  learn: {
    choices: "Agents, level and options",
    agent: "Agent",
    second: "Second agent",
    nobody: "none",
    whenStuck: "When stuck",
    ownWay: "its own way",
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
    linkTitle: "Copy a link to this step, board and agents",
    /** @type {(seed: number) => string} */
    board: (seed) => `board ${seed}`,
    /** @type {(agent: string) => string} */
    boardOf: (agent) => `Board of ${agent}`,
    said: "What the agent concludes",
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
      certain: "certain",
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
      provable
        ? "Stuck: a safe cell exists, but this agent can't prove it."
        : "Stuck: no hidden cell is provably safe.",
    /** @type {Record<string, string>} */
    ends: { won: "Won: every safe cell is open.", lost: "Lost: the last guess hit a mine." },
    /** @type {(open: number, guesses: number) => string} */
    sum: (open, guesses) => `${count(open, "cell")} open, ${count(guesses, "guess", "guesses")}`,
    /** @type {(clauses: number, facts: number) => string} */
    plot: (clauses, facts) => `KB has ${count(clauses, "clause")}, KB0 ${count(facts, "fact")}`,
    kb: "KB, under work",
    /** @type {(name: string) => string} */
    kbAbout: (name) => `KB about ${name}`,
    /** @type {(name: string) => string} */
    kbPinned: (name) => `KB about ${name}, pinned`,
    unpin: "follow the agent",
    ofOneCell: "Clauses of one cell",
    noneOfCell: "No clause mentions it.",
    kb0: "KB0, settled",
    noFacts: "Nothing is settled yet.",
    clauses: "All clauses",
    search: "Search clauses",
    searchExample: "Cell or clause, e.g. C5 ¬D5",
    /** @type {(clauses: number) => string} */
    found: (clauses) => `${count(clauses, "clause")} found`,
    /** @type {(name: string, mine: boolean) => string} */
    fact: (name, mine) => `${name} is ${mine ? "a mine" : "safe"}`,
    none: "KB has no such clause.",
    /** @type {(clauses: number) => string} */
    andMore: (clauses) => `and ${clauses} more`,
    /** @type {(number: string, name: string) => string} */
    numberAt: (number, name) => `${number} at ${name}`,
    mineCount: "mine count",
    oracle: "an oracle",
    ofPair: "from two clauses",
    /** @type {(literals: string[]) => string} */
    resolvedWith: (literals) =>
      `resolved with ${literals.slice(0, 2).join(", ")}${literals.length > 2 ? ", …" : ""}`,
    /** @type {(step: number) => string} */
    cited: (step) => `settled before step ${step}`,
    sameDecision: "From the same decision as the step before: nothing new entered KB.",
    /** @type {(names: string[]) => string} */
    givenCells: (names) => `Given as safe: ${plain(cells(names))}.`,
    /** @type {(cells: number) => string} */
    openedCells: (cells) => `${cells} cells were opened, and each has a number.`,
    /** @type {(number: string, name: string, mines: number, cells: number) => string} */
    numberSays: (number, name, mines, cells) =>
      `The ${number} at ${name}: ${
        mines === cells
          ? (cells === 1 ? "its one hidden cell is a mine" : `all ${cells} hidden cells are mines`)
          : mines === 0
          ? (cells === 1 ? "its hidden cell is safe" : `all ${cells} hidden cells are safe`)
          : `exactly ${count(mines, "mine")} among ${cells} hidden cells`
      }`,
    /** @type {(mines: number, cells: number) => string} */
    countSays: (mines, cells) =>
      `The mine count: ${count(mines, "mine")} among the ${cells} cells left`,
    oracleSays: "What the oracle settled",
    /** @type {(mines: number, cells: number) => string} */
    clausesOf: (mines, cells) =>
      `Any ${cells - mines + 1} of them hold a mine, and any ${mines + 1} a safe cell.`,
    /** @type {(clauses: number, fresh: number) => string} */
    ofThemNew: (clauses, fresh) =>
      `${count(clauses, "clause")}${
        fresh === clauses
          ? (clauses === 1 ? ", and it is new" : ", all of them new")
          : fresh
          ? `, of which ${fresh} ${fresh === 1 ? "is" : "are"} new`
          : ", none of them new"
      }.`,
    /** @type {(numbers: number, clauses: number) => string} */
    numbers: (numbers, clauses) => `${count(numbers, "number")}: ${count(clauses, "new clause")}`,
    /** @type {(numbers: number, clauses: number) => string} */
    otherNumbers: (numbers, clauses) =>
      `${count(numbers, "other number")}: ${count(clauses, "new clause")}`,
    /** @type {(clauses: number) => string} */
    resolved: (clauses) => `Resolved: ${count(clauses, "clause")}`,
    /** @type {(pairs: number) => string} */
    pairs: (pairs) => `${count(pairs, "pair")} of clauses matched.`,
    /** @type {(left: string, right: string, name: string) => string} */
    matchedOn: (left, right, name) => `${left} with ${right}, on ${name}`,
    /** @type {(literals: string[]) => string} */
    loses: (literals) =>
      `without ${literals.slice(0, 3).join(", ")}${literals.length > 3 ? ", …" : ""}`,
    /** @type {(clauses: number) => string} */
    subsumed: (clauses) =>
      `Subsumed: ${clauses} ${clauses === 1 ? "says" : "say"} less than KB already knows`,
    /** @type {(clause: string) => string} */
    strictly: (clause) => `${clause} says more`,
    /** @type {(fact: string) => string} */
    satisfiedBy: (fact) => `${fact} makes it true`,
    /** @type {(facts: number) => string} */
    settled: (facts) => `Settled: ${count(facts, "new fact")} in KB0`,
    legend: { clue: "clue used", safe: "opens next", known: "known mine", given: "given as safe" },
    whereTheyPart: "Where they part",
    /** @type {(a: string, openA: number, b: string, openB: number) => string} */
    score: (a, openA, b, openB) => `Cells open: ${a} ${openA}, ${b} ${openB}`,
    /** @param {{ name: string, state: string, steps: number, guesses: number }[]} sides */
    verdict: (sides) =>
      sides.map(({ name, state, steps, guesses }) =>
        `${name} ${state === "stuck" ? "is stuck" : state} after ${count(steps - 1, "step")}${
          guesses ? ` and ${count(guesses, "guess", "guesses")}` : ""
        }`
      ).join("; ") + ".",
    /** @type {(boards: number, sides: [string, number][]) => string} */
    tally: (boards, sides) =>
      `Boards won: ${sides.map(([name, won]) => `${name} ${won} of ${boards}`).join(", ")}.`,
    /** @param {import("../learn.js").Parting} found */
    parting: (found) => {
      if (found.kind === "same") {
        return [
          "They never part on this board: whatever one of them opens, the other opens as well.",
        ];
      }
      const { kind, who, other } = found;
      if (kind === "proves") {
        const does = who.certain
          ? runs`proves that ${cell(who.cell)} is safe`
          : runs`guesses ${cell(who.cell)}`;
        const doesNot = other.stuck
          ? "can't prove it, and is stuck"
          : other.cell
          ? runs`can't prove it, and guesses ${cell(other.cell)}`
          : `never comes to it: its game is ${other.outcome}`;
        return runs`${who.name} ${does}. ${other.name} ${doesNot}.`;
      }
      const [guesser, stopped] = who.stuck ? [other, who] : [who, other];
      const guesses = runs`${guesser.name} guesses ${cell(guesser.cell)}`;
      return runs`Neither can prove another cell safe. ${
        stopped.stuck
          ? runs`${stopped.name} stops here; ${guesses}`
          : runs`${guesses}, ${stopped.name} ${cell(stopped.cell)}`
      }.`;
    },
  },

  analyse: {
    board: "Position",
    aside: "What follows",
    tools: "Tools",
    paint: "Paint with",
    why: "Why?",
    whyShort: "Why?",
    file: "Position file",
    mines: "mines",
    minesLeft: "Mines left to flag",
    winChance: "Chance to win",
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
    copied: "Position copied.",
    ask:
      "Pick “Why?”, then a cell, to see whether it is certain, and why. Or drop a file, or paste " +
      "a position or a link.",
    /** @type {(what: string, least: string, most: string) => string} */
    between: (what, least, most) => `${what}: a number from ${least} to ${most}.`,
    contradiction: "Contradiction",
    easiest: "Explain the easiest cell",
    working: "Working out the chance to win…",
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
    example: (mine) => `Show a board where it is ${mine ? "a mine" : "safe"}`,
    ifOpened: "If opened",
    aMine: "a mine",
    opensRegion: "opens an area",
    /** @type {(digit: string) => string} */
    shows: (digit) => `shows ${digit}`,
    /** @type {(chance: string) => string} */
    about: (chance) => `about ${chance}`,
    /** @type {(boards: string) => string} */
    estimated: (boards) =>
      `The numbers are estimated on ${boards} boards that fit; the risk is exact.`,
  },

  lessons: {
    tabs: { learn: "Watch agents", lessons: "Lessons" },
    title: "Ten lessons",
    lead:
      "One page each, one idea each. The boards are live, and every exercise is checked at once.",
    /** @type {(done: number, all: number) => string} */
    solved: (done, all) => `${done} of ${all} exercises solved`,
    before: "Previous",
    all: "All lessons",
    after: "Next",
    exercises: "Exercises",
    /** @type {(width: number, height: number, mines: number) => string} */
    board: (width, height, mines) => `Board, ${width} by ${height}, ${count(mines, "mine")}`,
    /** @type {(width: number, height: number, mines: number) => string} */
    size: (width, height, mines) => `${width}×${height}, ${count(mines, "mine")}`,
    practice: "Puzzles to try",
    howTo: "Click a cell that is certainly safe. A right click, a long press or F places a flag.",
    howToGuess: "Click the cell that you would open.",
    another: "Another one",
    /** @type {(name: string) => string} */
    uncertain: (name) => `${name} is not certain. Here is a board that fits, with a mine there.`,
    /** @type {(name: string) => string} */
    isMine: (name) => `No: ${name} is a mine.`,
    /** @type {(name: string) => string} */
    isSafe: (name) => `Yes, ${name} is safe.`,
    /** @type {(cells: number) => string} */
    left: (cells) => `${count(cells, "more safe cell")} can be found.`,
    allFound: "You have found all of them!",
    /** @type {(name: string, chance: string) => string} */
    risk: (name, chance) => `${name} has ${article(chance)} ${chance} chance of being a mine.`,
    safest: "No cell is safer.",
    notSafest: "Another cell is safer.",
    /** @type {(name: string, risk: string, win: string) => string} */
    value: (name, risk, win) =>
      `${name} has ${article(risk)} ${risk} chance of being a mine, and wins ${win} of the games.`,
    best: "No cell wins more often.",
    /** @type {(name: string, risk: string, win: string) => string} */
    notBest: (name, risk, win) =>
      `${name} wins more often, ${win}, with ${article(risk)} ${risk} chance of being a mine.`,
    /** @type {(number: string) => string} */
    answer: (number) => `Your answer to ${number}`,
    check: "Check",
    done: "solved",
  },

  history: {
    /** @type {(rate: number, level: string) => string} */
    title: (rate, level) => `You win ${rate}% of your games on ${level}.`,
    onlyPractice: "Only practice so far.",
    noGames: "No finished games yet.",
    records: "Best times",
    filters: "Filters",
    games: "Games",
    all: "All",
    alone: "Without help",
    practice: "practice",
    outcome: { won: "won", lost: "lost", left: "given up" },
    export: "Export as JSON",
    underWay: "In progress:",
    /** @type {(level: string) => string} */
    goOn: (level) => `Go on with ${level}`,
    noneFiltered: "No finished games match these filters.",
    finishOne: "Finish one, and it will be here with your statistics.",
    playOne: "Play one, and it will be here with your statistics.",
    columns: ["Level", "What decided it", "Result", "Errors", "Luck", "When"],
    /** @type {(rate: number) => string} */
    withoutLuck: (rate) => `With average luck it would be ${rate}%.`,
    /** @type {(rate: number, low: number, high: number) => string} */
    fairRate: (rate, low, high) => `With average luck ${rate}%, between ${low}% and ${high}%.`,
    errorTitle: "Error per game",
    errorNote: "Winning chance that your own moves gave away, in points; mean of 20 games.",
    /** @type {(points: string) => string} */
    errorChart: (points) => `Error per game over time: ${points} points now`,
    rateTitle: "Win rate without luck",
    rateNote: "What you would win with average luck; the band is 95%. Dashed: what you did win.",
    /** @type {(rate: number, low: number, high: number) => string} */
    rateChart: (rate, low, high) =>
      `Win rate without luck over time: ${rate}% now, between ${low}% and ${high}%`,
    /** @type {(games: number) => string} */
    waiting: (games) => `${count(games, "game is", "games are")} still being reviewed.`,
    look: "Look back at it",
    /** @type {(clicks: number) => string} */
    clicks: (clicks) => count(clicks, "click"),
    /** @type {(guesses: number, chance: string) => string} */
    guessed: (guesses, chance) =>
      `${count(guesses, "guess", "guesses")}, ${chance} to survive them all`,
    more: "More about this game",
    import: "Open a file",
    importNote: "A record or replay of any program: AVF, EVF, MVF, RMV, RAWVF …",
    file: "Record or replay",
    later: "Later",
    earlier: "Earlier",
    /** @type {(games: number) => string} */
    total: (games) => `${count(games, "game")}. Only games without help count in the statistics.`,
    /** @type {(won: number, played: number) => string} */
    wonOf: (won, played) => `${won} of ${played} won.`,
    /** @type {(rate: number, low: number, high: number) => string} */
    rate: (rate, low, high) => `${rate}%, between ${low}% and ${high}% with 95% confidence`,
    bestTime: "best time",
    bestRate: "best 3BV/s",
    bestEfficiency: "best efficiency",
    streak: "wins in a row",
    longest: "longest streak",
    guesses: "guesses",
    survival: "chance to survive a game's guesses",
    times: "Winning times in order",
    record: "Record as text",
    again: "Play again",
    share: "Share",
  },

  review: {
    board: "Position before the move",
    aside: "What the move was",
    move: "The move",
    moves: "Moves, with what each cost",
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
    folded: (first, last, moves) => `${first} to ${last}: ${count(moves, "move")} without a risk`,
    before: "before",
    choice: "with this choice",
    after: "after it",
    accuracy: "accuracy",
    decisions: "decisions",
    perDecision: "lost per decision, in thousandths",
    playOn: "Play on from here",
    playOnNote: "Playing on is practice: it does not count.",
    why: "Why?",
    stepThrough: "Step through the game",
    /** @type {(move: number, name: string) => string} */
    mainError: (move, name) => `Why ${name} was safe at move ${move}`,
    toHistory: "To your history",
    wrongTitle: "This file is incomplete or damaged.",
    wrongPart: "Review what comes before",
    wrongNo: "Leave it",
  },

  measure: {
    title: "Which agent plays better?",
    lead:
      "Agents play the same boards here, one game after the other. Watch the shares settle, and " +
      "see how sure they are.",
    games: "Games",
    start: "Measure",
    stop: "Stop",
    starting: "Starting…",
    progress: "Games played",
    /** @type {(games: number, asked: number) => string} */
    played: (games, asked) => `${games.toLocaleString("en")} of ${count(asked, "game")}`,
    /** @type {(games: number) => string} */
    stopped: (games) => `Stopped after ${count(games, "game")}.`,
    result: "Result",
    table: "Shares and times",
    columns: ["Agent", "Games won", "Lost", "Stuck", "Guesses per game", "Time per game"],
    /** @type {(name: string, share: string, level: string, low: string, high: string) => string} */
    share: (name, share, level, low, high) =>
      `${name} wins ${share} of its games on ${level}, between ${low} and ${high} with 95% ` +
      "confidence.",
    /** @type {(name: string, share: string, low: string, high: string) => string} */
    shareLabel: (name, share, low, high) => `${name} wins ${share}, between ${low} and ${high}`,
    /** @type {(low: string, high: string) => string} */
    between: (low, high) => `${low} to ${high}`,
    /** @type {(factor: string) => string} */
    times: (factor) => `${factor} times faster`,
    /** @type {(better: string, other: string, level: string) => string} */
    better: (better, other, level) => `${better} is better than ${other} on ${level}.`,
    /** @type {(a: string, b: string, level: string) => string} */
    undecided: (a, b, level) => `${a} or ${b} on ${level}? Not settled yet.`,
    /** @type {(a: string, b: string, level: string, games: number) => string} */
    notSettled: (a, b, level, games) =>
      `${count(games, "game")} can't tell ${a} and ${b} apart on ${level}.`,
    /** @type {(more: string, less: string, value: string, low: string, high: string) => string} */
    points: (more, less, value, low, high) =>
      `${more} wins ${value} points more than ${less}, between ${low} and ${high}.`,
    asPlayed: "As played",
    /** @type {(a: string, onlyA: number, b: string, onlyB: number) => string} */
    onlyOne: (a, onlyA, b, onlyB) =>
      `Boards that only one of them won: ${a} ${onlyA}, ${b} ${onlyB}.`,
    withoutLuck: "Without luck",
    tooFew: "Their results differ on too few boards to take luck out.",
    /** @type {(factor: string) => string} */
    fewer: (factor) => `That is as precise as ${factor} times as many games with luck left in.`,
    intervals: "Intervals",
    fixed: "95%, for a number of games that was fixed beforehand.",
    anyMoment: "95%, and they hold at any moment: you may stop when you like.",
    /** @type {(name: string, games: number) => string} */
    wrong: (name, games) =>
      `${name} claimed a certainty that was wrong in ${count(games, "game")}.`,
    /** @type {(name: string, games: number, failure: string) => string} */
    crashed: (name, games, failure) => `${name} failed in ${count(games, "game")}: ${failure}.`,
    /** @type {(winner: string, loser: string) => string} */
    onlyWins: (winner, loser) => `${winner} wins, ${loser} does not`,
    same: "The same on the command line:",
    reports: "Reports of studies",
    noReports:
      "There are none. They are read from the folder “results” in the directory where sapper " +
      "serve was started. A study compares more than two agents or levels:",
    /** @type {(players: number, levels: number, games: number) => string} */
    reportSize: (players, levels, games) =>
      `${count(players, "player")}, ${count(levels, "level")}, ${count(games, "game")} each`,
    /** @type {(name: string) => string} */
    reportOf: (name) => `The report of ${name}`,
    back: "Back to Measure",
    alone: "Open it in a tab of its own",
  },
};

export default words;
