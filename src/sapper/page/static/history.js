// <sapper-history> shows past games, what decided each of them, and statistics.

import {
  api,
  clockTime,
  copy,
  download,
  dropZone,
  figure,
  guarded,
  h,
  icon,
  iconButton,
  levelName,
  locale,
  menu,
  number,
  resume,
  share,
  svg,
  words,
} from "./dom.js";
import { deleteGame } from "./deleting.js";
import { picture } from "./miniature.js";
import { interval, lines } from "./plot.js";
import { errorPoints, signedPoints } from "./points.js";
import { openFile } from "./review.js";
import { labelIcon } from "./viewer.js";

const t = words.history;
const PAGE = 100;
const AGAIN = 2500; // ms between checks for new reviews
const LOOKS = 40; // the maximum number of checks
const MISSED = 3; // the maximum number of missed patterns shown
const ENOUGH = 10; // the number of games needed for statistics

const ALL = { level: "", outcome: "", assisted: "", by_error: "" };

/** @typedef {typeof ALL} Filters */
class History extends HTMLElement {
  lede = h("div", { class: "lede" }, h("h1", { class: "voice" }, words.views.history));
  trend = h("div", { class: "trends" });
  cards = h("div", { class: "grid-cards" });
  statistics = h(
    "details",
    { class: "statistics", hidden: true },
    h("summary", {}, t.statistics),
    this.trend,
    this.cards,
  );
  chips = h("div", { class: "filters", role: "group", "aria-label": t.filters });
  body = h("div", { class: "hist-body" });
  file = h("input", {
    type: "file",
    hidden: true,
    "aria-label": t.file,
    onchange: () => {
      openFile(this.file.files?.[0]);
      this.file.value = "";
    },
  });
  /** @type {Filters} */ #filters = { ...ALL };
  #offset = 0;
  #ticket = 0;
  #looks = 0;
  #timer = 0;

  async connectedCallback() {
    this.className = "hist";
    this.append(this.lede, this.statistics, this.chips, this.body, this.file);
    document.addEventListener("back", this.#load);
    dropZone(this, (data) => openFile(data.files[0]));
    await this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("back", this.#load);
    clearTimeout(this.#timer);
    this.#ticket++;
  }

  #load = () =>
    guarded(async () => {
      const ticket = ++this.#ticket;
      clearTimeout(this.#timer);
      const query = new URLSearchParams(
        Object.entries(this.#filters).filter(([, value]) => value !== ""),
      );
      query.set("offset", String(this.#offset));
      const level = encodeURIComponent(this.#filters.level);
      const [found, reviews, misses] = await Promise.all([
        api(`/history?${query}`),
        level ? api(`/reviews?level=${level}`) : api("/reviews"),
        api("/misses?seconds=0"),
      ]);
      if (ticket !== this.#ticket) return;
      // Do not reload the list while a menu is open.
      if (this.querySelector("[role=menu]:not([hidden])")) {
        this.#timer = setTimeout(this.#load, AGAIN);
        return;
      }
      this.#show(found, reviews, misses.patterns);
      if (reviews.waiting && this.#looks++ < LOOKS) this.#timer = setTimeout(this.#load, AGAIN);
    });

  /** @param {Partial<Filters>} change */
  #set(change) {
    Object.assign(this.#filters, change);
    this.#offset = 0;
    this.#load();
  }

  // A second press on a filter turns it off.
  /** @param {Api.LevelStatisticsForm[]} levels */
  #showChips(levels) {
    /** @param {keyof Filters} name @param {string} value @param {string} text */
    const chip = (name, value, text) =>
      h("button", {
        class: "chip",
        "aria-pressed": String(this.#filters[name] === value),
        onclick: () => this.#set({ [name]: this.#filters[name] === value ? "" : value }),
      }, text);
    const isAll = Object.values(this.#filters).every((value) => value === "");
    const names = new Set(
      [...levels.map((level) => level.name), this.#filters.level].filter(Boolean),
    );
    const { activeElement: active } = document;
    const focused = this.chips.contains(active) ? active?.textContent : null;
    this.chips.replaceChildren(
      h("button", {
        class: "chip",
        "aria-pressed": String(isAll),
        onclick: () => this.#set(ALL),
      }, t.all),
      ...[...names].map((name) => chip("level", name, levelTitle(name))),
      ...Object.entries(t.outcome).map(([outcome, text]) => chip("outcome", outcome, text)),
      chip("by_error", "true", t.byError),
      chip("assisted", "false", t.alone),
      chip("assisted", "true", t.practice),
      h(
        "span",
        { class: "files" },
        h(
          "button",
          { class: "b", title: t.importNote, onclick: () => this.file.click() },
          icon("in"),
          t.import,
        ),
        h("button", { class: "b", onclick: () => download("/api/export") }, t.export),
      ),
    );
    if (focused) {
      [...this.chips.querySelectorAll("button")].find((one) => one.textContent === focused)
        ?.focus();
    }
  }

  /**
   * @param {Api.HistoryForm} found
   * @param {Api.ReviewsForm} reviews
   * @param {Api.MissedPatternForm[]} patterns
   */
  #show({ games, running, levels, total, finished }, reviews, patterns) {
    const { level: chosen } = this.#filters;
    const shown = levels.filter((level) => !chosen || level.name === chosen);
    const { outcome, assisted, by_error: byError } = this.#filters;
    // The number of games on the chosen level is known only if no other filter is on.
    const all = !chosen || !shown.length ? finished : outcome || assisted || byError ? 0 : total;
    this.#showChips(levels);
    this.#showLede(shown.length ? shown : levels, all, reviews, patterns);
    this.#showTrend(reviews);
    this.statistics.hidden = !levels.length;
    this.cards.replaceChildren(
      ...shown.map((level) =>
        levelCard(level, reviews.levels.find((one) => one.level === level.level))
      ),
    );
    const underWay = running.length
      ? h(
        "p",
        { class: "filters" },
        h("span", { class: "muted" }, t.underWay),
        running.slice(0, 10).map((game) =>
          h("button", {
            class: "b",
            onclick: () => resume(game),
          }, t.goOn(levelName(game.name)))
        ),
      )
      : "";
    if (!total) {
      const isFiltered = Object.values(this.#filters).some((value) => value !== "");
      this.body.replaceChildren(
        underWay,
        ...(isFiltered ? [h("p", {}, t.noneFiltered)] : [
          h("p", { class: "muted" }, running.length ? t.finishOne : t.playOne),
          running.length ? "" : h(
            "p",
            {},
            h("a", { class: "b main", href: "#play" }, icon("run"), words.views.play),
          ),
        ]),
      );
      return;
    }
    const more = total > this.#offset + games.length;
    const found = new Map(reviews.games.map((one) => [one.game, one]));
    this.body.replaceChildren(
      underWay,
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t.games },
        h(
          "table",
          { class: "games" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              t.columns.map((text, i) =>
                h("th", { scope: "col", class: i > 1 && i < 6 ? "number" : "" }, text)
              ),
              h("td", {}),
            ),
          ),
          h("tbody", {}, games.map((game) => row(game, found.get(game.id), this.#load))),
        ),
      ),
      h(
        "div",
        { class: "filters" },
        this.#offset > 0 && h("button", { class: "b", onclick: () => this.#page(-PAGE) }, t.later),
        more && h("button", { class: "b", onclick: () => this.#page(PAGE) }, t.earlier),
        h(
          "span",
          { class: "muted small" },
          t.total(total),
          reviews.waiting ? ` ${t.waiting(reviews.waiting)}` : "",
        ),
      ),
    );
  }

  // The statistics cover all games, even if only some of them are listed.
  /**
   * @param {Api.LevelStatisticsForm[]} levels
   * @param {number} finished with practice games, or 0 if it is not known
   * @param {Api.ReviewsForm} reviews
   * @param {Api.MissedPatternForm[]} patterns
   */
  #showLede(levels, finished, reviews, patterns) {
    const most = levels[0];
    const isFew = most && most.played < ENOUGH;
    /** @param {"played" | "won"} what */
    const sum = (what) => levels.reduce((total, level) => total + level[what], 0);
    const fair = most && !isFew &&
      reviews.levels.find((one) => one.level === most.level && one.games >= ENOUGH);
    const title = isFew
      ? t.wonOf(sum("won"), sum("played"))
      : most
      ? t.title(Math.round(most.rate * 100), levelTitle(most.name))
      : finished
      ? t.onlyPractice
      : t.noGames;
    const best = levels.filter((level) => level.best !== null).slice(0, 4);
    const { no_error_streak: streak } = reviews;
    const practice = most ? finished - sum("played") : 0;
    /** @param {string} name @param {...Child} value */
    const record = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value));
    const records = [
      ...best.map((level) => record(levelTitle(level.name), clockTime(level.best ?? 0, 3))),
      ...(streak > 0 ? [record(t.noErrors, number(streak))] : []),
    ];
    this.lede.replaceChildren(
      h(
        "div",
        {},
        h(
          "h1",
          { class: "voice" },
          title,
          fair ? h("span", { class: "fair" }, t.withoutLuck(Math.round(fair.adjusted * 100))) : "",
        ),
        practice > 0 && h("p", { class: "muted" }, t.notCounted(practice)),
        patterns.length > 0 && h(
          "p",
          { class: "muted" },
          t.missedPatterns,
          patterns.slice(0, MISSED).flatMap(({ pattern, title, count }, place) => [
            place ? ", " : " ",
            h("a", { href: `#patterns/${pattern}` }, title),
            ` (${t.missedTimes(count)})`,
          ]),
        ),
      ),
      records.length ? h("dl", { class: "records", "aria-label": t.records }, records) : "",
    );
  }

  /** @param {Api.ReviewsForm} reviews */
  #showTrend({ trend }) {
    if (trend.length < 2) return this.trend.replaceChildren();
    const last = trend[trend.length - 1];
    return this.trend.replaceChildren(
      h(
        "figure",
        {},
        h("h2", {}, t.errorTitle),
        h("p", { class: "muted small" }, t.errorNote),
        errorTrend(trend, t.errorChart(number(last.error * 100, 1))),
      ),
      h(
        "figure",
        {},
        h("h2", {}, t.rateTitle),
        h("p", { class: "muted small" }, t.rateNote),
        rateTrend(trend, t.rateChart(...rounded(last, last.adjusted))),
      ),
    );
  }

  /** @param {number} by */
  #page(by) {
    this.#offset = Math.max(0, this.#offset + by);
    this.#load();
  }
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [560, 150, 40, 56, 10, 22];

/**
 * @param {Api.TrendPointForm[]} trend
 * @param {number} low
 * @param {number} high
 * @param {(value: number) => string} text
 * @param {string} label
 */
function frame(trend, low, high, text, label) {
  const chart = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "chart trend",
    role: "img",
    "aria-label": label,
  });
  /** @param {number} i */
  const x = (i) => LEFT + (i / Math.max(1, trend.length - 1)) * (WIDTH - LEFT - RIGHT);
  /** @param {number} value */
  const y = (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  for (const value of [low, (low + high) / 2, high]) {
    chart.append(
      svg("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, text(value)),
    );
  }
  /** @param {Api.TrendPointForm} point */
  const day = (point) =>
    new Date(point.created * 1000).toLocaleDateString(locale, { day: "numeric", month: "short" });
  const [first, last] = [day(trend[0]), day(trend[trend.length - 1])];
  chart.append(svg("text", { x: LEFT, y: HEIGHT - 4, "text-anchor": "start" }, first));
  if (first !== last) {
    chart.append(svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }, last));
  }
  /** @param {(point: Api.TrendPointForm) => number} of */
  const path = (of) => trend.map((point, i) => `${x(i).toFixed(1)},${y(of(point)).toFixed(1)}`);
  return { chart, x, y, path };
}

/** @param {number} x @param {number} y @param {string} text */
const mark = (x, y, text) => [
  svg("circle", { class: "end", cx: x, cy: y, r: 4.5 }),
  svg("text", { class: "value", x: x + 9, y: y + 4 }, text),
];

/** @param {Api.TrendPointForm[]} trend @param {string} label */
function errorTrend(trend, label) {
  const most = Math.max(0.02, ...trend.map((point) => point.error));
  const high = Math.ceil(most * 10) / 10; // half of it must be a whole number of points
  const { chart, x, y, path } = frame(trend, 0, high, (value) => number(value * 100, 0), label);
  const last = trend[trend.length - 1];
  chart.append(
    svg("polyline", { class: "line", points: path((point) => Math.max(0, point.error)).join(" ") }),
    ...mark(x(trend.length - 1), y(Math.max(0, last.error)), number(last.error * 100, 1)),
  );
  return chart;
}

/** @param {Api.TrendPointForm[]} trend @param {string} label */
function rateTrend(trend, label) {
  const { chart, x, y, path } = frame(trend, 0, 1, share, label);
  const last = trend[trend.length - 1];
  const [low, high] = [path((point) => point.low), path((point) => point.high)];
  chart.append(
    svg("polygon", { class: "area", points: [...high, ...low.reverse()].join(" ") }),
    svg("polyline", { class: "dash", points: path((point) => point.won).join(" ") }),
    svg("polyline", { class: "line", points: path((point) => point.adjusted).join(" ") }),
    ...mark(x(trend.length - 1), y(last.adjusted), share(last.adjusted)),
  );
  return chart;
}

/** @param {string} name */
function levelTitle(name) {
  const rule = /\/([a-z]+)/.exec(name)?.[1];
  return rule ? `${levelName(name)} (${words.startRules[rule]})` : levelName(name);
}

/** @param {{ low: number, high: number }} range @param {number} rate */
const rounded = (
  { low, high },
  rate,
) => /** @type {[number, number, number]} */ ([rate, low, high].map((one) =>
  Math.round(one * 100)
));

/** @param {Api.LevelStatisticsForm} level @param {Api.LevelReviewsForm | undefined} fair */
function levelCard(level, fair) {
  const isEnough = level.played >= ENOUGH;
  const label = t.rate(...rounded(level, level.rate));
  return h(
    "section",
    { "aria-label": levelTitle(level.name) },
    h("h2", {}, levelTitle(level.name)),
    h(
      "p",
      {},
      t.wonOf(level.won, level.played),
      isEnough && h("span", { class: "muted small" }, ` ${label}`),
    ),
    isEnough && interval(level.rate, level.low, level.high, label),
    isEnough && fair && fair.games >= ENOUGH &&
      h("p", { class: "small" }, t.fairRate(...rounded(fair, fair.adjusted))),
    h(
      "div",
      { class: "figures" },
      figure(level.best === null ? null : clockTime(level.best, 3), t.bestTime),
      figure(
        level.best_three_bv_per_second === null ? null : number(level.best_three_bv_per_second, 2),
        t.bestRate,
      ),
      figure(
        level.best_efficiency === null ? null : share(level.best_efficiency),
        t.bestEfficiency,
      ),
      figure(String(level.streak), t.streak),
      figure(String(level.longest_streak), t.longest),
      figure(String(level.guesses), t.guesses),
      figure(
        isEnough && level.expected_survival !== null ? share(level.expected_survival) : null,
        t.survival,
      ),
    ),
    level.times.length > 1
      ? lines([{ name: "s", style: "line", values: level.times.map((ms) => ms / 1000) }], t.times)
      : "",
  );
}

const DAYS = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

// The date of a game, with the time for a recent game, and with the year for an old one.
/** @param {Date} when */
function dayOf(when) {
  const now = new Date();
  const ago = Math.round(
    (new Date(now).setHours(0, 0, 0, 0) - new Date(when).setHours(0, 0, 0, 0)) / 86_400_000,
  );
  if (ago === 0 || ago === 1) {
    return `${DAYS.format(-ago, "day")}, ${
      when.toLocaleTimeString(locale, { timeStyle: "short" })
    }`;
  }
  return when.toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    ...(when.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  });
}

/**
 * @param {Api.ListedGameForm} game
 * @param {Api.PastReviewForm | undefined} review
 * @param {() => unknown} onDeleted
 */
function row(game, review, onDeleted) {
  /** @param {string} name */
  const get = (name) => () => download(`/api/games/${game.id}/files/${name}`);
  /** @param {Part} value @param {string} [kind] @param {string} [head] */
  const cell = (value, kind = "number", head) =>
    h("td", { class: kind, "data-head": head }, value ?? "");
  const when = new Date(game.created * 1000);
  const result = [
    game.outcome && t.outcome[game.outcome],
    // The clock of a game runs on while the player is away, so a game given up has no time.
    game.elapsed === null || game.outcome === "left" ? "" : clockTime(game.elapsed, 3),
  ]
    .filter(Boolean).join(" ");
  const facts = [
    `3BV ${game.three_bv}`,
    game.three_bv_per_second === null ? "" : `3BV/s ${number(game.three_bv_per_second, 2)}`,
    t.moves(game.clicks ?? 0),
    game.guesses && !review ? t.guessed(game.guesses, share(game.survival ?? 1)) : "",
  ].filter(Boolean).join(" · ");
  const more = iconButton("more", t.more, () => undefined, { class: "b bare sq" });
  const [, width, height] = /^(\d+)x(\d+)/.exec(game.level) ?? [];
  const kind = [
    game.name === game.level ? "" : `${width}×${height}`,
    game.no_guess ? t.noGuess : "",
    game.assisted ? t.practice : "",
  ].filter(Boolean).join(" · ");
  return h(
    "tr",
    {},
    h(
      "td",
      {},
      h(
        "div",
        { class: "board" },
        picture(Number(width), Number(height), game.end, game.outcome === "won"),
        h("div", {}, h("b", {}, levelName(game.name)), h("span", { class: "muted small" }, kind)),
      ),
    ),
    h(
      "td",
      {},
      h(
        "div",
        { class: "decided" },
        h(
          "span",
          { class: "mark", title: review?.decisive_name },
          review ? labelIcon(review.decisive) : "",
        ),
        h(
          "div",
          {},
          h("a", { class: "whole", href: `#review/${game.id}` }, review?.headline.words ?? t.look),
          h("span", { class: "muted small" }, facts),
        ),
      ),
    ),
    cell(h("b", { class: game.outcome }, result)),
    cell(
      review ? errorPoints(review.mistakes, review.account.error) : null,
      review?.account.error ? "number down" : "number",
      t.columns[3],
    ),
    cell(review ? signedPoints(review.account.luck) : null, "number", t.columns[4]),
    h("td", { class: "number muted when", title: when.toLocaleString(locale) }, dayOf(when)),
    h(
      "td",
      { class: "number" },
      menu(more, [
        [t.record, get("record.txt")],
        ["RAWVF", get("replay.rawvf")],
        ["EVF", get("replay.evf")],
        [t.again, () => (location.hash = `#play/${game.share}`)],
        [t.share, () => copy(`${location.origin}/#play/${game.share}`, words.linkCopied)],
        [words.deleting.game, async () => await deleteGame(game.id) && onDeleted()],
      ]),
    ),
  );
}

customElements.define("sapper-history", History);
