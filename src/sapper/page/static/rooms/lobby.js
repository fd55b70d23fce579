// Before a race: the link, the level, and who is here and ready.

import { agentName, h, iconButton, levelName, menu, toggle, words } from "../dom.js";
import { readable } from "./people.js";
import { called, copyButton, headline, mark, nameForm, otherTables } from "./parts.js";
import { refill, roomOf } from "./parts.js";
import { t } from "./words.js";

/**
 * @typedef {import("./parts.js").RoomState} RoomState
 * @typedef {import("./parts.js").Host} Host
 * @typedef {import("./parts.js").Screen} Screen
 */

/** @type {[name: string, width: number, height: number, mines: number][]} */
const LEVELS = [["beginner", 9, 9, 10], ["intermediate", 16, 16, 40], ["expert", 30, 16, 99]];

// Asks somebody who has the link for a name.
/** @param {RoomState} state @param {Host} host @returns {Screen} */
export function door(state, host) {
  const head = h("div");
  const people = h("aside");
  const element = h(
    "div",
    { class: "lobby" },
    h("div", {}, head, nameForm(t.join, (name) => host.act(() => state.join(name)))),
    people,
  );
  const update = () => {
    const room = roomOf(state);
    refill(head, headline(room.title || levelOf(room), room.said));
    refill(people, hereList(room), h("p", { class: "fine" }, t.trust));
  };
  return { element, update };
}

/** @param {RoomState} state @param {Host} host @returns {Screen} */
export function lobby(state, host) {
  const room = roomOf(state);
  const head = h("div");
  const people = h("div");
  const start = h("div", { class: "start" });
  const { element: settle, update: showLevel } = settings(state, host);
  const invite = h("button", { class: "invite" }, mark("add"), t.invite);
  const element = h(
    "div",
    { class: "lobby" },
    h("div", {}, head, linkBox(room.code), settle, start),
    h(
      "aside",
      {},
      h(
        "section",
        {},
        people,
        h(
          "div",
          { class: "more" },
          menu(
            invite,
            room.agents.map((agent) => [
              agentName(agent),
              () => host.act(() => state.invite(agent)),
            ]),
          ),
        ),
      ),
      h("p", { class: "fine" }, t.trust),
    ),
  );
  const update = () => {
    const now = roomOf(state);
    refill(head, headline(now.title || t.yourRoom, now.said));
    showLevel();
    refill(start, starting(state, host));
    refill(people, hereList(now, (agent) => host.act(() => state.dismiss(agent))));
    invite.hidden = now.agents.every((name) => now.people.some(({ agent }) => agent === name));
  };
  return { element, update };
}

/** @param {string} code */
export const linkBox = (code) =>
  h(
    "div",
    { class: "link" },
    h(
      "output",
      { "aria-label": t.link },
      h("span", {}, `${location.host}/room/`),
      h("b", {}, readable(code)),
    ),
    copyButton(code),
  );

/** @param {Api.RoomForm} room */
const levelOf = ({ level, no_guess: noGuess }) =>
  level === "daily"
    ? t.daily[0]
    : [levelName(level), ...noGuess ? [t.noGuess[0].toLowerCase()] : []].join(", ");

// The level, and whether its boards need no guess. Anyone in the room may change both.
/** @param {RoomState} state @param {Host} host @returns {Screen} */
export function settings(state, host) {
  /** @type {Map<string, HTMLInputElement>} */
  const choices = new Map();
  /** @param {string} level @param {string} title @param {string} note */
  const choice = (level, title, note) => {
    const input = h("input", {
      type: "radio",
      name: "level",
      onchange: () => host.act(() => state.settle({ level })).finally(update),
    });
    choices.set(level, input);
    return h("label", {}, input, h("b", {}, title), h("small", {}, note));
  };
  const noGuess = toggle(
    ...t.noGuess,
    (on) => host.act(() => state.settle({ no_guess: on })).finally(update),
  );
  const who = h("p", { class: "fine" });
  const element = h(
    "form",
    { class: "settle" },
    h(
      "fieldset",
      { class: "levels" },
      h("legend", { class: "quiet" }, words.level),
      LEVELS.map(([name, width, height, mines]) =>
        choice(name, levelName(name), words.size(width, height, mines))
      ),
      choice("daily", ...t.daily),
    ),
    noGuess.element,
    who,
  );
  const update = () => {
    const room = roomOf(state);
    for (const [level, input] of choices) input.checked = level === room.level;
    const isDaily = room.level === "daily";
    noGuess.show(room.no_guess, isDaily ? t.always : t.noGuess[1], isDaily);
    const by = room.changed_by;
    who.hidden = by === null || by === room.you;
    who.textContent = by === null ? "" : t.changed(called(room, by));
  };
  return { element, update };
}

// What one can do now: be ready, start without the others, or play in one's own time.
/** @param {RoomState} state @param {Host} host */
function starting(state, host) {
  const room = roomOf(state);
  const { board, state: what } = room;
  const isReady = room.people.some(({ you, ready }) => you && ready);
  /** @param {string} text @param {() => Promise<unknown>} action @param {string} [kind] */
  const button = (text, action, kind = "b") =>
    h("button", { class: kind, "data-key": text, onclick: () => host.act(action) }, text);
  const results = otherTables(
    state,
    board?.results
      ? h("button", {
        class: "plain",
        "data-key": "table",
        "aria-label": t.table(board.number),
        onclick: host.table,
      }, String(board.number))
      : null,
  );
  if (what === "racing" || what === "counting") return results;
  const others = room.people.filter(({ you, left }) => !you && !left);
  const begin = what === "own time" && board?.you === "waiting" &&
    button(t.begin(board.number), () => state.own(board.number), "b main");
  return [
    begin,
    h("button", {
      class: isReady || begin ? "b" : "b main",
      "data-key": "ready",
      "aria-pressed": String(isReady),
      onclick: () => host.act(() => state.ready(!isReady)),
    }, isReady ? t.notYet : t.ready),
    state.mayStart && button(
      t.startWithout(room.waiting_for.map((person) => called(room, person))),
      () => state.start(),
      "b main",
    ),
    begin
      ? h("p", {}, t.ownHow)
      : others.length
      ? h("p", {}, t.how, " ", button(t.ownTime, () => state.own(), "plain"), ".")
      : h("p", {}, t.nobody, " ", button(t.alone, () => state.own(), "plain"), "."),
    room.unplayed.filter((number) => number !== board?.number).map((number) =>
      h("a", { class: "b", href: `#room/${room.code}/${number}` }, t.begin(number))
    ),
    results,
  ];
}

/** @param {Api.RoomForm} room @param {(agent: string) => unknown} [dismiss] */
function hereList(room, dismiss) {
  const here = room.people.filter(({ here, left, agent }) => (here || agent) && !left);
  return h(
    "section",
    {},
    h("h2", {}, t.here(here.length)),
    h(
      "ul",
      { class: "people", "aria-label": t.people },
      room.people.map(({ number, you, agent, ready, here, playing, left }) => {
        const [kind, how] = /** @type {["" | "ok" | "off", string]} */ (
          left
            ? ["off", t.states.left]
            : agent
            ? ["ok", t.states.always]
            : !here && !you
            ? ["off", t.states.off]
            : playing
            ? ["", t.states.playing]
            : ready
            ? ["ok", t.states.ready]
            : ["", t.states.notReady]
        );
        const name = called(room, number);
        return h(
          "li",
          { class: you ? "me" : "" },
          mark(kind),
          h("span", {}, name),
          h("small", {}, how),
          agent && dismiss && iconButton("cross", t.dismiss(name), () => dismiss(agent), {
            class: "b bare sq",
            "data-key": `dismiss-${agent}`,
          }),
        );
      }),
    ),
  );
}
