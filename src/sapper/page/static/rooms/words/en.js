// The page's words for rooms, in English. The server says who is ready and who won.

/** @type {(names: string[]) => string} */
const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export default {
  title: "Play with friends",
  lead: "Make a room and send its link. Everyone who has the link plays the same boards.",
  yourName: "Your name",
  make: "Make a room",
  makeNew: "Make a new one",
  yours: "Your rooms",
  /** @type {(names: string[]) => string} */
  withWhom: (names) => names.length ? `with ${listed(names)}` : "nobody else yet",
  join: "Join",
  yourRoom: "Your room",
  link: "Link to this room",
  copyLink: "Copy link",
  copied: "Copied.",
  /** @type {[name: string, note: string]} */
  daily: ["Daily", "today, for everyone"],
  /** @type {[name: string, note: string]} */
  noGuess: ["No guess", "Logic is enough. The first cells open for everyone at once."],
  always: "Always on.",
  /** @type {(name: string) => string} */
  changed: (name) => `${name} chose this level.`,
  ready: "Ready",
  notYet: "Not yet",
  how: "When everyone is ready: 3, 2, 1, and the same board for all. Can’t play at the same time?",
  ownTime: "Start when you like",
  /** @type {(names: string[]) => string} */
  startWithout: (names) => `Start without ${listed(names)}`,
  /** @type {(board: number) => string} */
  begin: (board) => `Start board ${board}`,
  ownHow: "Your clock starts when you do. You see the table once you have played.",
  /** @type {(count: number) => string} */
  here: (count) => `${count} here`,
  people: "People in this room",
  you: "You",
  states: {
    playing: "playing",
    ready: "ready",
    notReady: "not ready",
    always: "always ready",
    left: "left",
    off: "away",
  },
  invite: "Invite an agent",
  /** @type {(name: string) => string} */
  dismiss: (name) => `Remove ${name}`,
  nobody: "Nobody yet. The link works for a week.",
  alone: "Play alone",
  trust: "Anyone with the link can join. Nobody sees the board before it starts. The rest is a " +
    "matter of trust.",
  /** @type {(board: number) => string} */
  table: (board) => `Results of board ${board}`,
  tables: "Results of board",
  toRoom: "To the room",
  leave: "Leave",
  leaveTitle: "Leave the room?",
  leaveText: "The link lets you come back.",
  leaveRace:
    "Your race stays open while somebody else is still playing. The link lets you come back.",
  leaveLast: "Nobody else is still playing, so leaving ends your race.",
  stay: "Stay",

  /** @type {(board: number) => string} */
  board: (board) => `Board ${board}`,
  /** @type {(board: number) => string} */
  racing: (board) => `Board ${board}, racing`,
  race: "The race",
  progress: "How far everyone is",
  /** @type {(count: number) => string} */
  more: (count) => `${count} more`,
  share: "Share of the board opened. Hints are off in a race.",
  shareAlone: "Share of the board opened. Hints are off.",
  patience: "The race waits two minutes for somebody who makes no move.",
  hit: "hit a mine",
  lost: "lost",
  didNot: { unfinished: "did not finish", unplayed: "did not play" },
  line: "Connecting. Your clock is still running.",
  fit: "Fit",
  elsewhere: "Continues in the other tab.",
  continueHere: "Continue here",

  noGuessTag: "no guess",
  place: "place",
  name: "name",
  time: "time",
  errors: "errors",
  luck: "luck",
  without: "without luck",
  best: "played best",
  review: "Review",
  /** @type {(name: string) => string} */
  reviewOf: (name) => `Review of ${name}’s game`,
  yourReview: "Review of your game",
  /** @type {(share: string) => string} */
  lostAt: (share) => `lost at ${share}`,
  results: "Results",
  worst: "Your costliest move",
  /** @type {(move: number) => string} */
  yourMove: (move) => `Move ${move}:`,
  next: "Next board",
  reviewMine: "Review my game",
  change: "Change the level",
  /** @type {(boards: number) => string} */
  score: (boards) => `So far: ${boards} finished ${boards === 1 ? "board" : "boards"}`,
  won: "won",

  /** @type {(title: string, level: string) => string} */
  class: (title, level) => `${title ? `${title} · the` : "The"} daily, ${level}`,
  classNote: "No guess is needed, so everyone starts with a 100% chance of winning. You see the " +
    "results once you have played.",
  playToday: "Play today’s board",
  goOn: "Continue today’s board",
  /** @type {(date: string) => string} */
  today: (date) => `Today, ${date}`,
  /** @type {(names: string[]) => string} */
  notPlayed: (names) => `Not yet: ${listed(names)}. The first try counts.`,
  firstTry: "The first try counts.",
  week: "The week",
  days: {
    clean: "won, no error",
    won: "won",
    helped: "won with help",
    lost: "lost",
    playing: "playing",
    none: "not played",
  },
  settings: "Level and name",
  roomName: "Name of the room",

  /** @type {(level: string, noGuess: boolean, names: string[]) => string} */
  entered: (level, noGuess, names) =>
    `Room, ${level}${noGuess ? ", no guess" : ""}. Here: ${listed(names)}.`,
  /** @type {Record<Exclude<import("../people.js").Event, "won">, (name: string) => string>} */
  news: {
    "came": (name) => `${name} is here.`,
    "ready": (name) => `${name} is ready.`,
    "not ready": (name) => `${name} is not ready.`,
    "plays": (name) => `${name} is playing.`,
    "left": (name) => `${name} left.`,
    "lost": (name) => `${name} hit a mine.`,
  },
  /** @type {(name: string, time: string) => string} */
  done: (name, time) => `${name} is done, ${time}.`,
  /** @type {(place: number, name: string, how: string) => string} */
  isPlace: (place, name, how) => `${place}: ${name}, ${how}.`,
};
