// <sapper-race> is a game against a ghost, which is another game on the same board.
//
//   #race               how to start a race, and the player's races
//   #race/ID            the game in a race, and both reviews once it is over
//   #race/ID/again      the same board again, for practice
//   #race/ID/ENTRY      for the maker of the race: the review of a game against the ghost

import {
  api,
  ask,
  calm,
  clockTime,
  copy,
  copyRace,
  guarded,
  h,
  icon,
  levelName,
  number,
  say,
  sound,
  spoken,
  svg,
  words,
} from "./dom.js";
import { dayOf } from "./dates.js";
import { digits } from "./figures.js";
import { errorPoints, signedPoints } from "./points.js";
import { Reloading } from "./reloading.js";
import { reasonOf, showMove } from "./viewer.js";
import { sheet } from "./sheet.js";
import "./play.js";

/** @typedef {import("./play.js").Play} Play */
const t = words.race;
const LEVELS = ["beginner", "intermediate", "expert"];
const AGENTS = /** @type {const} */ (["odds", "champion"]);
const SOON = 5000; // load more when less than this of the ghost's progress is known, in ms
const PATIENCE = 2000; // ms between two requests

await sheet("race.css");

class Race extends Reloading {
  /** @override */ once = true;

  /** @override */
  async load() {
    this.className = "race";
    const [id, what] = this.argument.split("/");
    try {
      await (id ? this.#open(id, what) : this.#showStart());
    } catch (problem) {
      if (problem.away) throw problem;
      this.#tell(problem.message, h("a", { class: "b main", href: "#race" }, t.toStart));
    }
    return undefined;
  }

  /** @param {string} id @param {string | undefined} what */
  async #open(id, what) {
    const race = await api(`/races/${encodeURIComponent(id)}`);
    if (!this.isConnected) return undefined;
    if (what === "again") return this.#play(race, true);
    if (race.mine) return race.entries.length ? this.#result(race, what) : this.#showLink(race);
    return race.entry?.outcome || (!race.entry && what === "review")
      ? this.#result(race)
      : this.#play(race);
  }

  /** @param {string} title @param {...Node} rest */
  #tell(title, ...rest) {
    this.className = "race race-start";
    this.replaceChildren(h("h1", { class: "voice" }, title), ...rest);
  }

  async #showStart() {
    const [races, { games }] = await Promise.all([api("/races"), api("/history?limit=8")]);
    let level = localStorage.getItem("sapper.level") ?? "";
    if (!LEVELS.includes(level)) level = "intermediate";
    const list = h("section", { hidden: true });
    this.#tell(
      t.intro,
      h("p", { class: "lead muted" }, t.how),
      h(
        "fieldset",
        { class: "segments" },
        h("legend", { class: "quiet" }, words.level),
        LEVELS.map((name) => {
          const input = h("input", { type: "radio", name: "level", onchange: () => level = name });
          input.checked = name === level;
          return h("label", {}, input, levelName(name));
        }),
      ),
      h(
        "div",
        { class: "acts" },
        h(
          "a",
          {
            class: "b main",
            href: "#play/new",
            onclick: () => localStorage.setItem("sapper.level", level),
          },
          icon("run"),
          t.playFirst,
        ),
        AGENTS.map((agent) =>
          h("button", { class: "b", onclick: () => against(agent, level) }, t.against(t[agent]))
        ),
      ),
      h("p", { class: "note" }, t.agentNote),
      list,
    );
    const shared = games.filter(({ outcome }) => outcome !== "left");
    list.append(...[
      races.length > 0 && h("h2", {}, t.yours),
      races.length > 0 && h("ul", {}, races.map(listed)),
      shared.length > 0 && h("h2", {}, t.games),
      shared.length > 0 && h("ul", {}, shared.slice(0, 5).map(offered)),
    ].filter((one) => one instanceof Node));
    list.hidden = !list.children.length;
  }

  // Shows the link to the race to its maker, until somebody has finished the race.
  /** @param {Api.RaceForm} race */
  #showLink(race) {
    this.#tell(
      t.nobody,
      h("p", { class: "lead muted" }, t.send),
      h("input", { class: "link", readonly: true, value: link(race), "aria-label": t.link }),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "b main", onclick: () => share(race) }, icon("share"), t.copyLink),
        h("a", { class: "b", href: `#race/${race.id}/again` }, t.practise),
      ),
    );
  }

  /** @param {Api.RaceForm} race */
  #play(race, again = false) {
    const play = /** @type {Play} */ (document.createElement("sapper-play"));
    const look = async () => {
      if (await ask(t.lookTitle, t.lookText, { stay: t.stay, look: t.look }) !== "look") return;
      await guarded(async () => {
        await api(`/races/${race.id}/look`, null, "POST");
        await this.#result(race);
      });
    };
    play.opponent = opponent(race, play, again, look, () => guarded(() => this.#result(race)));
    this.className = "race";
    this.replaceChildren(play);
  }

  /** @param {Api.RaceForm} race @param {string} [entry] */
  async #result(race, entry) {
    const result =
      await (entry
        ? api(`/races/${race.id}/result?entry=${encodeURIComponent(entry)}`)
        : api(`/races/${race.id}/result`));
    if (!this.isConnected) return;
    const { you, ghost } = result;
    const name = ghost.agent ? agentOf(ghost.agent) : t.other;
    const [title, line] = you ? verdict(you, ghost, name) : [t.alone(capital(name)), ""];
    const left = you && side(you, t.you, `#review/${you.game}`);
    const other = `#review/race.${race.id}${entry ? `.${entry}` : ""}`;
    const right = side(ghost, capital(name), other, true);
    const notes = [
      result.practice && t.practice,
      you?.assisted && !result.practice && t.youHelped,
      ghost.assisted && t.helped(capital(name)),
    ].filter(Boolean);
    this.className = "race";
    this.replaceChildren(
      h(
        "div",
        { class: you ? "duel" : "duel alone" },
        h(
          "div",
          {},
          h("h1", { class: "voice" }, title),
          line && h("p", {}, line),
          notes.length > 0 && h("p", { class: "note" }, notes.join(" ")),
        ),
        h(
          "div",
          { class: race.width > 20 ? "sides broad" : "sides" },
          left?.figure,
          h(
            "div",
            { class: "say" },
            you && versus(you, ghost, name),
            you && chart(you, ghost, name, race.cells),
            costly(left, right, name),
            h(
              "div",
              { class: "acts" },
              again(race),
              h("button", { class: "b", onclick: () => share(race) }, icon("share"), t.share),
            ),
            h(
              "p",
              { class: "small" },
              h("a", { href: `#race/${race.id}/again` }, t.practise),
            ),
            result.race.entries.length > 1 &&
              h("ul", {}, result.race.entries.map((one) => entered(race, one))),
          ),
          right.figure,
        ),
      ),
    );
    for (const board of this.querySelectorAll("sapper-board")) board.fit();
    left?.show();
    right.show();
    say(`${title} ${line}`);
  }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} agent */
const agentOf = (agent) => (agent === "champion" ? t.champion : t.odds);
/** @param {Api.RaceForm} race */
const nameOf = (race) => race.agent ? agentOf(race.agent) : t.other;
/** @param {Api.RaceForm} race */
const link = (race) => `${location.origin}/#race/${race.id}`;
/** @param {Api.RaceForm} race */
const share = (race) => copy(link(race), t.linkCopied);

/** @param {typeof AGENTS[number]} agent @param {string} level */
const against = (agent, level) =>
  guarded(async () => {
    const race = await api("/races", { agent, level });
    location.hash = `#race/${race.id}`;
  });

// Offers another race against the same agent, or the list of races if the ghost is not an agent.
/** @param {Api.RaceForm} race */
const again = ({ agent, level }) =>
  agent === "odds" || agent === "champion"
    ? h(
      "button",
      { class: "b main", onclick: () => against(agent, level) },
      icon("again"),
      t.again,
    )
    : h("a", { class: "b main", href: "#race" }, icon("race"), t.toStart);

/** @type {(you: Api.RaceSideForm, ghost: Api.RaceSideForm, name: string) => [string, string]} */
function verdict(you, ghost, name) {
  const Name = capital(name);
  const won = [you.outcome === "won", ghost.outcome === "won"];
  const late = ghost.elapsed - you.elapsed;
  const further = you.opened - ghost.opened;
  const lead = won[0] && won[1] ? late : won[0] ? 1 : won[1] ? -1 : further;
  const gap = number(Math.abs(late) / 1000, 1);
  const first = won[0] && won[1]
    ? late === 0 ? t.tie : late > 0 ? t.wonBy(gap) : t.lostBy(Name, gap)
    : won[0]
    ? t.won(Name, ghost.outcome)
    : won[1]
    ? t.lost(Name, you.outcome)
    : further === 0
    ? t.nobodyFinished
    : further > 0
    ? t.further(further)
    : t.lessFar(Name, -further);
  const errors = [you, ghost].map((one) => one.replay.mistakes || one.replay.account.error);
  const clean = won[1] && !errors[1] ? t.cleanGhost(Name) : !errors[0] ? t.clean : "";
  const luck = you.replay.account.luck - ghost.replay.account.luck;
  const isAlso = luck * lead > 0;
  const who = luck === 0 ? t.sameLuck : luck > 0 ? t.moreLuck(isAlso) : t.lessLuck(Name, isAlso);
  return [
    [first, clean].filter(Boolean).join(" "),
    `${who} ${t.without(name, worth(ghost), worth(you))}`,
  ];
}

// The result that a game would have without luck, in percent.
/** @param {Api.RaceSideForm} side */
const worth = ({ replay: { account: { start, error } } }) => Math.max(0, start - error);

/** @param {Api.RaceForm} race */
const listed = (race) =>
  h(
    "li",
    {},
    h(
      "a",
      { href: `#race/${race.id}` },
      race.mine ? t.mine(race.entries.length) : t.heading(nameOf(race)),
    ),
    h("span", { class: "muted" }, `${levelName(race.level)}, ${dayOf(race.created)}`),
  );

/** @param {Api.ListedGameForm} game */
const offered = (game) =>
  h(
    "li",
    {},
    h("span", {}, `${levelName(game.name)}, ${clockTime(game.elapsed ?? 0, 1)}`),
    h("button", {
      class: "b",
      onclick: () => copyRace(game.id),
    }, t.link),
  );

/** @param {Api.RaceForm} race @param {Api.RaceEntryForm} entry */
const entered = (race, { id, outcome, elapsed, created }) =>
  h(
    "li",
    {},
    h("a", { href: `#race/${race.id}/${id}` }, capital(t.other)),
    h(
      "span",
      { class: "muted" },
      outcome === "won" ? clockTime(elapsed ?? 0, 1) : t.notSolved,
      `, ${dayOf(created)}`,
    ),
  );

/**
 * @param {Api.RaceForm} race
 * @param {Play} play
 * @param {boolean} isAgain
 * @param {() => unknown} look
 * @param {() => unknown} over
 * @returns {import("./play.js").Opponent}
 */
function opponent(race, play, isAgain, look, over) {
  const name = nameOf(race);
  const Name = capital(name);
  const me = h("span", { class: "me" });
  const dot = h("span", { class: "dot" });
  const them = h("span", { class: "them" });
  const lane = h(
    "div",
    { class: "lane", role: "img" },
    h("span", { class: "track" }),
    me,
    them,
    dot,
  );
  const title = h("h2", { class: "voice" }, t.ready);
  const telling = { title: t.ready };
  const ours = h("b");
  const theirs = h("b");
  const map = h("div", { class: "gmap", role: "img", "aria-label": t.map(name) });
  const help = h("p", { class: "note" }, t.help);
  const panel = h(
    "div",
    { class: "say" },
    h("div", {}, h("p", { class: "cap" }, race.agent ? t.capAgent : t.cap), title),
    h(
      "div",
      { class: "both2" },
      h(
        "div",
        { class: "who2" },
        h("i"),
        h("span", {}, t.you),
        ours,
        h("i", { class: "g" }),
        h("span", {}, race.agent ? Name : t.on(Name, dayOf(race.created))),
        theirs,
      ),
      h("div", { class: "where2" }, map, h("p", { class: "small muted" }, t.where(name))),
    ),
    help,
    race.helped && h("p", { class: "note" }, t.helped(Name)),
    !race.agent && !race.mine && !race.entry &&
      h("button", { class: "plain small", onclick: look }, t.look),
  );
  /** @type {Api.GhostPointForm[]} */
  const points = [];
  let [isOver, isWon, asked, moves, lead] = [false, false, -Infinity, -1, 0];
  let opened = 0;

  /** @param {Api.GameForm} game @param {number} elapsed */
  const learn = (game, elapsed) => {
    const until = points.at(-1)?.at ?? -1;
    const now = performance.now();
    if (isOver || !game.started || until > elapsed + SOON || now - asked < PATIENCE) return;
    asked = now;
    api(`/races/${race.id}/ghost?game=${game.id}&after=${until}`).then((found) => {
      const known = points.at(-1)?.at ?? -1;
      points.push(...found.points.filter(({ at }) => at > known));
      [isOver, isWon] = [found.over, found.won ?? false];
      map.style.setProperty("--columns", String(found.columns));
    }, () => undefined);
  };

  /** @param {number} count @param {HTMLElement} place */
  const show = (count, place) => {
    const text = `${count} ${t.of(race.cells)}`;
    if (place.textContent === text) return false;
    place.replaceChildren(String(count), h("small", {}, ` ${t.of(race.cells)}`));
    return true;
  };

  /** @type {import("./play.js").Opponent["tick"]} */
  const tick = (game, elapsed) => {
    learn(game, elapsed);
    if (game.moves !== moves) {
      moves = game.moves;
      opened = (play.board.rows.join("").match(/[0-8]/g) ?? []).length;
    }
    const point = points.findLast(({ at }) => at <= elapsed);
    const other = point?.opened ?? 0;
    const isNew = [show(opened, ours), show(other, theirs)].includes(true);
    help.textContent = game.assisted ? t.practice : t.help;
    if (isNew || !map.children.length) {
      const parts = [opened, other].map((count) => `${(100 * count) / race.cells}%`);
      me.style.width = dot.style.left = parts[0];
      them.style.left = parts[1];
      const [own, his] = [opened, other].map((count) => Math.round((100 * count) / race.cells));
      lane.ariaLabel = t.lane(own, name, his);
      // The map is empty until the progress of the ghost is known.
      const regions = point?.regions ?? Array(16).fill(0);
      if (map.children.length !== regions.length) {
        map.replaceChildren(...regions.map(() => h("i")));
      }
      regions.forEach((thirds, index) => {
        const region = /** @type {HTMLElement} */ (map.children[index]);
        region.style.setProperty("--f", `${Math.round((100 * thirds) / 3)}%`);
      });
      const before = lead;
      lead = Math.sign(opened - other);
      if (before && lead && before !== lead && !calm()) sound("flag");
    }
    const isEnd = isOver && elapsed >= (points.at(-1)?.at ?? Infinity);
    const text = !game.started
      ? t.ready
      : isEnd
      ? isWon ? t.finished(Name, clockTime(points.at(-1)?.at ?? 0)) : t.hit(Name)
      : t.lead(opened - other, name);
    if (title.textContent !== text) {
      title.textContent = telling.title = text;
      if (title.isConnected) play.drawer.update();
    }
    lane.classList.toggle("out", isEnd && !isWon);
  };

  return {
    title: t.heading(name),
    level: race.level,
    lane,
    game: () => api(`/races/${race.id}/game`, { again: isAgain }),
    words: () => panel,
    telling,
    tick,
    over,
    leave: async (game) => {
      if (!game.started) return void (location.hash = "#home");
      const answer = await ask(t.leaveTitle, t.leaveText, { stay: t.stay, leave: t.leave });
      if (answer !== "leave") return undefined;
      return guarded(async () => {
        await api(`/games/${game.id}/leave`, null, "POST");
        return over();
      });
    },
  };
}

/** @typedef {{ figure: HTMLElement, board: Board, show: () => void, name: string,
 *    move: Api.ReplayedMoveJson | null }} Side */

// The board of one of the two games before its most costly move, or at the end if no move cost
// anything.
/** @type {(side: Api.RaceSideForm, name: string, href: string, isGhost?: boolean) => Side} */
function side({ replay, outcome }, name, href, isGhost = false) {
  const { moves, width, height, last_view: last } = replay;
  const worst = moves.reduce(
    (found, move) => (move.cost > (found?.cost ?? 0) ? move : found),
    /** @type {Api.ReplayedMoveJson | null} */ (null),
  );
  const title = worst ? t.atMove(name, worst.number) : t.atEnd(name);
  const board = h("sapper-board", { mode: "look", fixed: true, "aria-label": title });
  // After a win, every mine is shown with a flag.
  const symbols = worst ? worst.view : outcome === "won" ? last.replaceAll("*", "F") : last;
  board.load(
    width,
    height,
    Array.from({ length: height }, (_, row) => symbols.slice(row * width, (row + 1) * width)),
  );
  const figure = h(
    "figure",
    { class: isGhost && "g" },
    h(
      "figcaption",
      {},
      h("i", { class: isGhost && "g" }),
      h("span", {}, title),
      h("a", { class: "b low", href }, t.stepThrough),
    ),
    h("div", { class: "room" }, board),
  );
  return { figure, board, name, move: worst, show: () => worst && showMove(board, worst) };
}

/** @param {Side | null} left @param {Side} right @param {string} name */
function costly(left, right, name) {
  const sides = [left, right].filter((one) => one?.move);
  const worst = sides.sort((a, b) => (b?.move?.cost ?? 0) - (a?.move?.cost ?? 0))[0];
  if (!worst?.move) return null;
  const { move, board } = worst;
  const when = worst === left ? t.yourMove(move.number) : t.theirMove(name, move.number);
  return h(
    "div",
    { class: "costly" },
    spoken("p", {}, [when, " ", ...move.text_runs], board),
    reasonOf(move)?.steps_runs.map((runs) => spoken("p", {}, runs, board)),
  );
}

/** @param {Api.RaceSideForm} you @param {Api.RaceSideForm} ghost @param {string} name */
function versus(you, ghost, name) {
  const sides = [you, ghost];
  /** @type {(side: Api.RaceSideForm) => number | null} */
  const time = ({ outcome, elapsed }) => (outcome === "won" ? -elapsed : null);
  /** @type {[string, (side: Api.RaceSideForm) => string, null |
   *    ((side: Api.RaceSideForm) => number | null)][]} */
  const rows = [
    [t.time, (one) => clockTime(one.elapsed, 1), time],
    ["3BV/s", (one) => speed(one.three_bv_per_second), (one) => one.three_bv_per_second],
    [
      t.errors,
      (one) => errorPoints(one.replay.mistakes, one.replay.account.error),
      (one) => -one.replay.account.error,
    ],
    [t.luck, (one) => signedPoints(one.replay.account.luck), null],
    [t.without2, (one) => words.percent(String(worth(one))), worth],
  ];
  return h(
    "table",
    { class: "versus" },
    h("caption", { class: "quiet" }, t.both),
    h(
      "thead",
      { class: "quiet" },
      h("tr", {}, h("th", { scope: "col" }, t.you), h("td", {}), h("th", { scope: "col" }, name)),
    ),
    h(
      "tbody",
      {},
      rows.map(([label, text, value]) => {
        const values = sides.map((one) => value?.(one) ?? -Infinity);
        const cells = sides.map((one, index) =>
          h("td", { class: values[index] > values[1 - index] && "better" }, digits(text(one)))
        );
        return h("tr", {}, cells[0], h("th", { scope: "row" }, label), cells[1]);
      }),
    ),
  );
}

/** @param {number | null} rate */
const speed = (rate) => (rate === null ? "–" : number(rate, 2));

/**
 * @param {Api.RaceSideForm} you
 * @param {Api.RaceSideForm} ghost
 * @param {string} name
 * @param {number} cells
 */
function chart(you, ghost, name, cells) {
  const [left, right, top, bottom] = [30, 352, 8, 110];
  const last = Math.max(you.elapsed, ghost.elapsed, 1);
  /** @param {number} at */
  const x = (at) => Math.round(left + (at / last) * (right - left));
  /** @param {number} opened */
  const y = (opened) => Math.round(bottom - (opened / cells) * (bottom - top));
  const drawn = svg(
    "svg",
    { viewBox: "0 0 360 128", class: "rline", role: "img", "aria-label": t.chart(name) },
    svg("path", { class: "axis", d: `M${left} ${bottom}H${right}M${left} ${top}H${right}` }),
    svg("text", { x: 24, y: top + 4, "text-anchor": "end" }, "100"),
    svg("text", { x: 24, y: bottom + 4, "text-anchor": "end" }, "0"),
    svg("text", { x: left, y: 126 }, clockTime(0)),
    svg("text", { x: right, y: 126, "text-anchor": "end" }, clockTime(last)),
  );
  for (
    const [side, kind] of /** @type {[Api.RaceSideForm, string][]} */ ([
      [ghost, "g"],
      [you, "m"],
    ])
  ) {
    const line = side.course.map((
      { at, opened },
      index,
    ) => (index ? `H${x(at)}V${y(opened)}` : `M${x(at)} ${y(opened)}`)).join("");
    const { at, opened } = side.course.at(-1) ?? { at: 0, opened: 0 };
    drawn.append(
      svg("path", { class: `l${kind}`, d: line }),
      side.outcome === "won"
        ? svg("circle", { class: `p${kind}`, cx: x(at), cy: y(opened), r: 5 })
        : svg("path", {
          class: `x${kind}`,
          d: `M${x(at) - 4} ${y(opened) - 4}l8 8m0-8l-8 8`,
        }),
    );
  }
  return drawn;
}

customElements.define("sapper-race", Race);
