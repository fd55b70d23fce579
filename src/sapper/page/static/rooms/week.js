// A room that plays the daily board, such as a class: today's results and the week.

import { dateText } from "../dates.js";
import { play } from "../daily.js";
import { h, icon, levelName, number, words } from "../dom.js";
import { settings } from "./lobby.js";
import { called, copyButton, headline, refill, roomOf } from "./parts.js";
import { resultTable } from "./table.js";
import { t } from "./words.js";

const DAYS = /** @type {const} */ ({
  clean: ["c", "check"],
  won: ["g", "check"],
  helped: ["g", "hint"],
  lost: ["l", "cross"],
  playing: ["t", null],
});

/**
 * @param {import("./parts.js").RoomState} state
 * @param {import("./parts.js").Host} host
 * @returns {import("./parts.js").Screen}
 */
export function week(state, host) {
  const head = h("div");
  const start = h("div", { class: "acts" });
  const today = h("section");
  const days = h("section");
  const { element: level, update: showLevel } = settings(state, host);
  const title = h("input", { maxlength: 40 });
  title.onchange = () => host.act(() => state.settle({ title: title.value }));
  const element = h(
    "div",
    { class: "cls" },
    h("div", { class: "lede" }, head, start),
    h("div", { class: "two" }, today, days),
    h(
      "details",
      {},
      h("summary", {}, t.settings),
      h("label", { class: "name" }, t.roomName, title),
      level,
    ),
  );
  const update = () => {
    const room = roomOf(state);
    const daily = /** @type {Api.RoomDailyForm} */ (room.daily);
    refill(
      head,
      headline(t.class(room.title, levelName(daily.level)), room.said),
      h("p", { class: "lead" }, t.classNote),
    );
    refill(
      start,
      daily.you !== "done" && h(
        "button",
        {
          class: "b main",
          "data-key": "play",
          onclick: () => play(daily.level, daily.date, room.code),
        },
        icon("run"),
        daily.you === "playing" ? t.goOn : t.playToday,
      ),
      copyButton(room.code),
    );
    refill(today, todays(room, daily));
    refill(days, weekTable(room, daily));
    if (document.activeElement !== title) title.value = room.title;
    showLevel();
  };
  return { element, update };
}

/** @param {Api.RoomForm} room @param {Api.RoomDailyForm} daily */
function todays(room, { date, results, not_yet: missing }) {
  const day = dateText(date, { weekday: "long", day: "numeric", month: "long" });
  return [
    h("h2", {}, t.today(day)),
    results &&
    resultTable(
      room,
      results,
      ({ game, review }) => game && review ? `#review/${game}` : null,
      true,
    ),
    h(
      "p",
      { class: "fine" },
      missing.length ? t.notPlayed(missing.map((person) => called(room, person))) : t.firstTry,
    ),
  ];
}

/** @param {Api.RoomDayForm["result"]} result @param {string} label @param {boolean} isToday */
function dayMark(result, label, isToday) {
  const [kind, name] = result ? DAYS[result] : [isToday ? "t" : "n", null];
  return h("i", { class: `dy ${kind}`, role: "img", "aria-label": label }, name && icon(name));
}

/** @param {Api.RoomForm} room @param {Api.RoomDailyForm} daily */
function weekTable(room, { date, week }) {
  const dates = week[0]?.days.map((day) => day.date) ?? [];
  return [
    h("h2", {}, t.week),
    h(
      "table",
      { class: "wk" },
      h("caption", { class: "quiet" }, t.week),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "quiet" }, t.name)),
          dates.map((day) =>
            h(
              "th",
              { scope: "col", "aria-current": day === date ? "date" : null },
              dateText(day, { weekday: "short" }),
            )
          ),
          h("th", { scope: "col" }, t.without),
        ),
      ),
      h(
        "tbody",
        {},
        week.map(({ person, days, without_luck: without }) =>
          h(
            "tr",
            { class: person === room.you ? "me" : "" },
            h("th", { scope: "row" }, called(room, person)),
            days.map(({ date: day, result }) =>
              h("td", {}, dayMark(result, t.days[result ?? "none"], day === date))
            ),
            h("td", {}, without === null ? "" : words.percent(number(without))),
          )
        ),
      ),
    ),
    h(
      "p",
      { class: "key4" },
      /** @type {const} */ (["clean", "won", "lost", "none"]).map((result) =>
        h(
          "span",
          {},
          dayMark(result === "none" ? null : result, "", false),
          t.days[result],
        )
      ),
    ),
  ];
}
