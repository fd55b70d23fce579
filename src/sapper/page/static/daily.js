// <sapper-daily> shows today's board until it is played, then the result and a card to share.
//
//   #daily             today's featured board
//   #daily/beginner    the result on another of today's boards
//   #daily/1116        the link on a card, which names its day

import { dateText } from "./dates.js";
import { api, clockTime, copy, guarded, h, icon, levelName, number } from "./dom.js";
import { say, spoken, svg, words } from "./dom.js";
import { digits } from "./figures.js";
import { ABOUT, remember } from "./memory.js";
import { errorPoints, signedPoints } from "./points.js";
import { Reloading } from "./reloading.js";
import { sheet } from "./sheet.js";

const t = words.daily;
const SIDE = 16;

// The digits of a date, each 5 squares wide and 9 high.
const DIGITS = [
  "-### #---# #---# #---# #---# #---# #---# #---# -###",
  "--# -## --# --# --# --# --# --# -###",
  "-### #---# ----# ----# ---# --# -# # #####",
  "-### #---# ----# ----# --## ----# ----# #---# -###",
  "---# --## --## -#-# -#-# #--# ##### ---# ---#",
  "##### # # #### ----# ----# ----# #---# -###",
  "-### #---# # # #### #---# #---# #---# -###",
  "##### ----# ----# ---# ---# --# --# --# --#",
  "-### #---# #---# #---# -### #---# #---# #---# -###",
  "-### #---# #---# #---# -#### ----# ----# #---# -###",
];

/** @typedef {Api.DailyForm["boards"][number]} Board */
/** @typedef {"c" | "g" | "h" | "m"} Mark */
/** @type {Record<string, string>} */
const EMOJI = { c: "🟩", g: "🔶", h: "🔵", m: "💥", "-": "⬜" };
/** @type {Record<string, string>} */
const SHAPES = {
  c: "M7 2h18a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z",
  g: "M16 1.5 30.5 16 16 30.5 1.5 16z",
  h: "M2.5 16a13.5 13.5 0 1 0 27 0 13.5 13.5 0 1 0-27 0z",
  m: "M16 1l3.4 7.7 7.2-3.3-2.6 7.7 7 2.9-7 3 2.6 7.6-7.2-3.3L16 31l-3.4-7.7-7.2 3.3L8 " +
    "19l-7-3 7-2.9-2.6-7.7 7.2 3.3z",
  "-": "M7 3h18a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z",
};
const ICONS = /** @type {const} */ ({ won: "check", helped: "hint", lost: "cross" });

/** @param {string} mark */
const shape = (mark) =>
  svg(
    "svg",
    { viewBox: "0 0 32 32", class: `mark-${mark === "-" ? "none" : mark}`, "aria-hidden": "true" },
    svg("path", { d: SHAPES[mark] }),
  );

/** @param {number} difficulty */
export const rating = (difficulty) => number(difficulty, 1);

/** @param {{ width: number, height: number, mines: number }} board @param {number} opened */
const percent = ({ width, height, mines }, opened) =>
  Math.floor((100 * opened) / (width * height - mines));

/** @param {{ outcome: string | null, elapsed: number | null }} result */
const resultOf = ({ outcome, elapsed }) =>
  (outcome === "won" ? t.solved : outcome === "lost" ? t.lost : t.left)(clockTime(elapsed ?? 0));

// The text tells how the game went, but reveals nothing about the board.
/**
 * @param {Pick<Api.CardForm, "date" | "level" | "outcome" | "elapsed" | "marks">} card
 * @param {Pick<Api.DailyForm, "featured" | "streak">} found
 */
export function resultText(card, { featured, streak }) {
  const level = card.level === featured ? null : levelName(card.level);
  const marks = [...card.marks].map((mark) => EMOJI[mark]);
  return [
    t.shared(dateText(card.date), resultOf(card), level),
    ...[0, 4, 8, 12].map((from) => marks.slice(from, from + 4).join("")),
    ...(streak > 0 ? [t.sharedStreak(streak)] : []),
    `${location.origin}${link(card.date)}`,
  ].join("\n");
}

/** @param {string} date */
const link = (date) => `/d/${date.slice(5).replace("-", "")}`;

/** @param {string} date */
function picture(date) {
  const day = Number(date.slice(8));
  const shown = [...String(day)].map(Number);
  const lit = new Set();
  shown.forEach((digit, index) => {
    const left = shown.length === 1 ? 5 : 2 + 7 * index;
    DIGITS[digit].split(" ").forEach((row, y) =>
      [...row].forEach((key, x) => key === "#" && lit.add((3 + y) * SIDE + left + x))
    );
  });
  return h(
    "div",
    { class: "keys", role: "img", "aria-label": t.covered(day) },
    Array.from({ length: SIDE * SIDE }, (_, key) => h("i", { class: lit.has(key) ? "lit" : "" })),
  );
}

/** @param {Api.DailyForm} found */
function week({ week, date, streak, longest_streak: longest }, withBest = false) {
  return h(
    "div",
    { class: "streak" },
    h(
      "ol",
      { class: "week", "aria-label": t.week },
      week.map((day) => {
        const label = t.dayResult(dateText(day.date), t.results[day.result ?? "none"]);
        const short = dateText(day.date, { weekday: "short" });
        return h(
          "li",
          { class: day.date === date ? "now" : "", title: label },
          h("i", { class: day.result ?? "" }, day.result && icon(ICONS[day.result])),
          h("span", { "aria-hidden": "true" }, short),
          h("span", { class: "quiet" }, label),
        );
      }),
    ),
    h(
      "p",
      {},
      h("b", {}, number(streak)),
      t.inARow(streak),
      withBest && longest > streak ? t.best(longest) : "",
    ),
  );
}

/** @param {Board} board @param {string} date */
const other = (board, date) =>
  h("a", {
    href: `#daily/${board.level}`,
    /** @param {Event} event */
    onclick: (event) => {
      if (board.outcome) return;
      event.preventDefault();
      play(board.level, date);
    },
  }, t.other(levelName(board.level), rating(board.difficulty)));

// `room` is the code of a room to come back to.
/** @param {Board["level"]} level @param {string} date @param {string} [room] */
export function play(level, date, room) {
  return guarded(async () => {
    const { id } = await api("/daily", { level });
    remember(ABOUT, { game: id, daily: { date, level, room } });
    localStorage.setItem("sapper.game", id);
    location.hash = "#play";
  });
}

/** @param {Api.DailyForm} found */
export function face(found) {
  const { date, boards, featured } = found;
  const board = /** @type {Board} */ (boards.find((one) => one.level === featured));
  const [before, after] = t.rated(levelName(board.level), board.width, board.height);
  return h(
    "section",
    { class: "today", "aria-label": t.face },
    picture(date),
    h(
      "div",
      {},
      h("p", { class: "cap" }, t.cap),
      h(
        "h2",
        { class: "voice" },
        board.outcome ? `${resultOf(board)}.` : t.needs(board.hardest, board.needed),
      ),
      h(
        "p",
        { class: "meta" },
        before,
        h("b", {}, rating(board.difficulty)),
        after,
      ),
    ),
    board.outcome ? h("a", { class: "b main", href: "#daily" }, t.look) : h(
      "button",
      { class: "b main", type: "button", onclick: () => play(board.level, date) },
      icon("run"),
      board.game ? t.goOn : t.play,
    ),
    week(found),
    h(
      "p",
      { class: "also" },
      h("span", {}, t.more),
      boards.filter((one) => one !== board).map((one) => other(one, date)),
    ),
  );
}

/** @param {Api.CardForm} card @param {Api.DailyForm} found */
function shareCard(card, { streak }) {
  /** @param {string} name @param {...Child} value */
  const item = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value));
  return h(
    "article",
    { class: "card", "aria-label": t.card },
    h(
      "header",
      {},
      h("span", { class: "brand" }, h("img", { src: "icon.svg", alt: "", width: 24 }), "Sapper"),
      h("span", { class: "day" }, dateText(card.date)),
    ),
    h("h2", { class: "voice" }, resultOf(card)),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        {
          class: "marks",
          role: "img",
          "aria-label": [...card.marks].map((mark) => t.marks[/** @type {Mark} */ (mark)])
            .filter(Boolean).join(", "),
        },
        [...card.marks].map(shape),
      ),
      h(
        "dl",
        {},
        item(t.time, digits(clockTime(card.elapsed))),
        item(t.rating, digits(rating(card.difficulty))),
        item(t.streak, number(streak), " ", h("small", {}, t.days(streak))),
      ),
    ),
    h("footer", {}, h("span", {}, t.order), h("b", {}, `${location.host}${link(card.date)}`)),
  );
}

/** @param {Api.CardForm} card @param {Api.DailyForm} found */
function after(card, found) {
  const { date, boards, seconds_left: left } = found;
  const board = /** @type {Board} */ (boards.find((one) => one.level === card.level));
  const { start, error, luck, end } = card.account;
  const more = boards.filter((one) => one !== board).map((one) => other(one, date));
  const all = Math.ceil(left / 60); // minutes
  const title = resultOf(card) +
    (card.outcome !== "won"
      ? t.opened(percent(board, card.opened))
      : card.assisted
      ? t.withHelp
      : t.guesses(card.guesses));
  const note = card.outcome === "won" && card.assisted && t.hinted;
  const three = [
    [t.start, words.percent(number(start))],
    [t.errors, errorPoints(card.guesses, error)], // every guess on a no-guess board is an error
    [t.luck, signedPoints(luck)],
    [words.play.atEnd, `= ${words.percent(number(end))}`],
  ];
  const day = dateText(date, { weekday: "long", day: "numeric", month: "long" });
  return [
    h(
      "div",
      {},
      h(
        "div",
        {},
        h("p", { class: "cap" }, t.boardOf(day)),
        h("h1", { class: "voice" }, title),
      ),
      card.reason.runs.length > 0 && spoken("p", { class: "lead" }, card.reason.runs),
      note && h("p", { class: "muted" }, note),
      h(
        "div",
        { class: "acts" },
        h(
          "button",
          { class: "b main", onclick: () => copy(resultText(card, found), t.copied) },
          icon("copy"),
          t.copy,
        ),
        h("a", { class: "b", href: `#review/${card.game}` }, icon("steps"), t.steps),
        h("a", { class: "b", href: "#room/daily" }, icon("people"), words.home.friends),
      ),
      h(
        "section",
        { "aria-label": t.decided },
        h(
          "dl",
          { class: "three" },
          three.map(([name, value], index) =>
            h("div", { class: index === 3 ? "sum" : "" }, h("dt", {}, name), h("dd", {}, value))
          ),
        ),
      ),
      h("section", { "aria-label": t.week }, week(found, true)),
      h(
        "p",
        { class: "small muted more" },
        `${t.more} `,
        more[0],
        ` ${t.and} `,
        more[1],
        `. ${t.newIn(Math.floor(all / 60), all % 60)}`,
      ),
    ),
    h(
      "div",
      {},
      shareCard(card, found),
      h("p", { class: "small muted" }, `${t.regions} ${t.trust}`),
      h(
        "p",
        { class: "legend" },
        /** @type {Mark[]} */ (["c", "g", "h", "m"]).map((mark) =>
          h("span", {}, shape(mark), t.marks[mark])
        ),
      ),
    ),
  ];
}

class Daily extends Reloading {
  /** @override */
  async load() {
    const found = await api("/daily");
    const wanted = found.boards.find((one) => one.level === this.argument && one.outcome) ??
      found.boards.find((one) => one.level === found.featured);
    const card = wanted?.outcome && await api(`/daily/card?level=${wanted.level}`);
    this.className = card ? "after" : "before";
    const title = h("h1", { class: "quiet" }, t.title);
    this.replaceChildren(
      ...card ? after(card, found) : [title, ...this.#gone(found), face(found)],
    );
    if (card && this.isConnected) say(this.querySelector("h1")?.textContent ?? "");
    return Math.min(60, found.seconds_left + 1) * 1000;
  }

  // The link on a card leads to today's board. If the day of the card has passed, the page says so.
  /** @param {Api.DailyForm} found */
  #gone({ date }) {
    const [, month, day] = /^(\d\d)(\d\d)$/.exec(this.argument) ?? [];
    const named = `${date.slice(0, 4)}-${month}-${day}`;
    if (!month || named === date || Number.isNaN(Date.parse(named))) return [];
    return [h("p", { class: "muted" }, t.past(dateText(named)))];
  }
}

await sheet("daily.css");
customElements.define("sapper-daily", Daily);
