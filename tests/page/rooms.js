// Rooms as the server sends them, for tests.

/** @param {Partial<Api.RoomForm>} [fields] @returns {Api.RoomForm} */
export const room = (fields) => ({
  ...{ code: "7fk2mq9x", version: "1", now: 0, title: "", level: "intermediate", no_guess: true },
  ...{ changed_by: null, people: [person(1, { you: true })], most: 32, you: 1 },
  ...{ agents: ["odds", "champion"], next_board: 1, start_in: null, waiting_for: [] },
  ...{ board: null, unplayed: [], earlier: [], scored: 0, score: [], daily: null, said: [] },
  state: "waiting",
  ...fields,
});

const NAMES = ["", "You", "Mira", "Jonas", "okapi", "Ines", "Odds"];

/** @type {(number: number, fields?: Partial<Api.RoomPersonForm>) => Api.RoomPersonForm} */
export const person = (number, fields) => ({
  ...{ number, name: NAMES[number] ?? `Nr. ${number}`, agent: null, you: false },
  ...{ ready: false, here: true, playing: false, left: false },
  ...fields,
});

/** @type {(person: number, fields?: Partial<Api.RoomPlayForm>) => Api.RoomPlayForm} */
export const play = (person, fields) => ({
  ...{ person, share: 0, elapsed: null, here: true },
  state: "playing",
  ...fields,
});

/** @param {Partial<Api.RoomBoardForm>} [fields] @returns {Api.RoomBoardForm} */
export const board = (fields) => ({
  ...{ number: 1, level: "4x2x1/any", name: "4x2x1/any", width: 4, height: 2, mines: 1 },
  ...{
    no_guess: true,
    own_time: false,
    begins: 0,
    game: null,
    hurry: false,
    plays: [],
    results: null,
  },
  ...{ reviewing: 0, verdict: [] },
  state: "counting",
  you: "waiting",
  ...fields,
});

/** @typedef {[what: string, about: unknown]} Told */

// A view that keeps what it was told.
export class View {
  /** @type {Told[]} */ told = [];

  /** @param {Api.RoomForm | null} before */
  changed(before) {
    this.told.push(["changed", before?.state ?? null]);
  }

  /** @param {number} seconds */
  counted(seconds) {
    this.told.push(["counted", seconds]);
  }

  /** @param {boolean} away */
  line(away) {
    this.told.push(["line", away]);
  }

  /** @param {Problem} problem */
  gone({ message }) {
    this.told.push(["gone", message]);
  }

  elsewhere() {
    this.told.push(["elsewhere", null]);
  }
}
