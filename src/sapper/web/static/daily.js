// <sapper-daily>: today's boards, the results of the first tries, and the last weeks.

import { dateText } from "./dates.js";
import { api, copy, figure, guarded, h, icon, levelName, locale, number } from "./dom.js";
import { seconds, words } from "./dom.js";
import { ABOUT, remember } from "./memory.js";
import { miniature } from "./miniature.js";

const t = words.daily;
const WEEKS = 5;
const DAY = 24 * 3600 * 1000; // ms

/** @param {Api.DailyBoardForm} board */
const percent = ({ width, height, mines, opened }) =>
  Math.floor((100 * (opened ?? 0)) / (width * height - mines));

// The result as text to share.
/** @param {Api.DailyForm} found */
export function resultText({ date, boards, streak }) {
  const lines = boards.filter((board) => board.outcome).map((board) => {
    const name = levelName(board.level);
    if (board.outcome === "lost") return t.line.lost(name, percent(board));
    if (board.outcome === "left") return t.line.left(name, percent(board));
    return t.line[board.assisted ? "helped" : "won"](name, seconds(board.elapsed ?? 0));
  });
  return `${
    t.text(dateText(date, { day: "numeric", month: "long", year: "numeric" }), lines, streak)
  }\n${location.origin}/#daily`;
}

class Daily extends HTMLElement {
  lede = h(
    "div",
    { class: "lede" },
    h("div", {}, h("h1", { class: "voice" }, t.title), h("p", { class: "muted" }, t.lead)),
  );
  body = h("div", { class: "daily-body" });
  #timer = 0;

  connectedCallback() {
    this.className = "hist daily";
    this.append(this.lede, this.body);
    document.addEventListener("back", this.#load);
    return this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("back", this.#load);
    clearTimeout(this.#timer);
  }

  #load = () =>
    guarded(async () => {
      const found = await api("/daily");
      if (this.isConnected) this.#show(found);
    });

  /** @param {Api.DailyForm} found */
  #show(found) {
    const { date, boards, streak, longest_streak: longest, days, seconds_left: left } = found;
    const all = Math.ceil(left / 60); // minutes
    const [hours, minutes] = [Math.floor(all / 60), all % 60];
    const isDone = boards.some((board) => board.outcome);
    this.lede.replaceChildren(
      h(
        "div",
        {},
        h(
          "h1",
          { class: "voice" },
          t.title,
          h(
            "span",
            { class: "when" },
            dateText(date, { weekday: "long", day: "numeric", month: "long" }),
          ),
        ),
        h("p", { class: "muted" }, t.lead),
      ),
      h(
        "div",
        { class: "figures" },
        figure(number(streak), t.streak),
        figure(number(longest), t.longest),
      ),
    );
    this.body.replaceChildren(
      h("ul", { class: "today" }, boards.map((board) => this.#card(board, date))),
      h(
        "div",
        { class: "acts" },
        isDone
          ? h(
            "button",
            { class: "b", onclick: () => copy(resultText(found), t.copied) },
            icon("share"),
            t.share,
          )
          : h("p", { class: "muted small" }, t.nothing),
        h("span", { class: "gap" }),
        h("span", { class: "muted small" }, t.newIn(hours, minutes)),
      ),
      calendar(date, days),
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#load, Math.min(60, left + 1) * 1000);
  }

  /** @param {Api.DailyBoardForm} board @param {string} date */
  #card(board, date) {
    const { level, width, height, mines, game, outcome, assisted, elapsed } = board;
    const result = !game
      ? null
      : !outcome
      ? t.underWay
      : outcome === "won"
      ? t.won(seconds(elapsed ?? 0))
      : outcome === "lost"
      ? t.lost(percent(board), seconds(elapsed ?? 0))
      : t.left(percent(board));
    return h(
      "li",
      { class: outcome ? `card ${outcome}` : "card" },
      miniature(width, height),
      h("h2", {}, levelName(level)),
      h("p", { class: "muted small" }, words.size(width, height, mines)),
      h(
        "p",
        { class: "result" },
        outcome && icon(outcome === "won" ? "check" : "cross"),
        result,
        assisted && outcome === "won" ? ` (${t.withHelp})` : "",
      ),
      h("button", {
        class: outcome ? "b" : "b main",
        onclick: () => this.#play(/** @type {Api.DailyQuestionForm["level"]} */ (level), date),
        "aria-label": `${outcome ? t.look : game ? t.goOn : t.play}: ${levelName(level)}`,
      }, outcome ? t.look : game ? t.goOn : t.play),
    );
  }

  /** @param {Api.DailyQuestionForm["level"]} level @param {string} date */
  #play(level, date) {
    return guarded(async () => {
      const { id } = await api("/daily", { level });
      remember(ABOUT, { game: id, daily: { date, level } });
      localStorage.setItem("sapper.game", id);
      location.hash = "#play";
    });
  }
}

// The last weeks, with one square per day and Monday first.
/** @param {string} date @param {Api.DailyDayForm[]} days */
function calendar(date, days) {
  const today = Date.parse(`${date}T00:00Z`);
  const won = new Map(days.map((one) => [one.date, one.won]));
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const first = today - ((WEEKS - 1) * 7 + weekday) * DAY;
  /** @param {number} at */
  const square = (at) => {
    if (at > today) return h("li", { class: "later", "aria-hidden": "true" });
    const day = new Date(at).toISOString().slice(0, 10);
    const levels = won.get(day);
    const name = dateText(day);
    const label = levels === undefined
      ? t.dayNot(name)
      : levels.length
      ? t.dayWon(name, levels.map(levelName))
      : t.dayTried(name);
    return h("li", {
      class: levels === undefined ? "not" : `won${levels.length}`,
      title: label,
      "aria-current": at === today ? "date" : false,
    }, h("span", { class: "quiet" }, label));
  };
  /** @param {number} index */
  const initial = (index) =>
    new Date(first + index * DAY).toLocaleDateString(locale, {
      weekday: "narrow",
      timeZone: "UTC",
    });
  return h(
    "section",
    { class: "calendar", "aria-label": t.days },
    h("h2", {}, t.days),
    h(
      "p",
      { class: "weekdays", "aria-hidden": "true" },
      Array.from({ length: 7 }, (_, index) => h("span", {}, initial(index))),
    ),
    h("ol", {}, Array.from({ length: WEEKS * 7 }, (_, index) => square(first + index * DAY))),
  );
}

customElements.define("sapper-daily", Daily);
