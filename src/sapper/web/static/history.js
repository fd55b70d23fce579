// <sapper-history>: past games, and what they amount to.

import { api, copy, download, guarded, h, language, levelName, number, seconds, words } from "./dom.js";
import { interval, lines } from "./plot.js";

const t = words.history;
const PAGE = 100;

class History extends HTMLElement {
  #filters = { level: "", outcome: "", assisted: "" };
  #offset = 0;

  async connectedCallback() {
    this.className = "hist";
    this.lede = h("div", { class: "lede" }, h("h1", { class: "voice" }, words.views.history));
    this.chips = h("div", { class: "filters", role: "group", "aria-label": t.filters });
    this.body = h("div", { class: "hist-body" });
    this.append(this.lede, this.chips, this.body);
    document.addEventListener("back", this.#load);
    await this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("back", this.#load);
  }

  #load = () => guarded(async () => {
    const query = new URLSearchParams(Object.entries(this.#filters).filter(([, value]) => value !== ""));
    query.set("offset", this.#offset);
    this.#show(await api(`/history?${query}`));
  });

  #set(change) {
    Object.assign(this.#filters, change);
    this.#offset = 0;
    this.#load();
  }

  // A filter is a row of chips; pressed again, it is off.
  #showChips(levels) {
    const chip = (name, value, text) => h("button", { class: "chip", "aria-pressed": String(this.#filters[name] === value), onclick: () => this.#set({ [name]: this.#filters[name] === value ? "" : value }) }, text);
    const isAll = Object.values(this.#filters).every((value) => value === "");
    const names = new Set([...levels.map((level) => level.name), this.#filters.level].filter(Boolean));
    this.chips.replaceChildren(
      h("button", { class: "chip", "aria-pressed": String(isAll), onclick: () => this.#set({ level: "", outcome: "", assisted: "" }) }, t.all),
      ...[...names].map((name) => chip("level", name, levelName(name))),
      ...["won", "lost", "left"].map((outcome) => chip("outcome", outcome, t.outcome[outcome])),
      chip("assisted", "false", t.alone), chip("assisted", "true", t.practice),
      h("span", { class: "gap" }), h("button", { class: "b", onclick: () => download("/api/export") }, t.export));
  }

  #show({ games, running, levels, total }) {
    this.#showChips(levels);
    const most = levels[0];
    this.lede.replaceChildren(
      h("h1", { class: "voice" }, most ? t.title(Math.round(most.rate * 100), levelName(most.name)) : total ? t.onlyPractice : t.noGames),
      levels.some((level) => level.best !== null) ? h("dl", { class: "records", "aria-label": t.records }, levels.filter((level) => level.best !== null).slice(0, 4).flatMap((level) => [h("dt", {}, levelName(level.name)), h("dd", {}, number(level.best / 1000, 2), h("small", {}, " s"))])) : "");
    const underWay = running.length ? h("p", { class: "filters" }, h("span", { class: "muted" }, t.underWay), running.slice(0, 10).map((game) => h("button", { class: "b", onclick: () => {
      localStorage.setItem("sapper.game", game.id);
      location.hash = "#play";
    } }, t.goOn(levelName(game.name))))) : "";
    if (!total) {
      const filtered = Object.values(this.#filters).some((value) => value !== "");
      this.body.replaceChildren(underWay, h("p", {}, filtered ? t.noneFiltered : h("a", { href: "#play" }, running.length ? t.finishOne : t.playOne)));
      return;
    }
    const more = total > this.#offset + games.length;
    this.body.replaceChildren(
      h("div", { class: "grid-cards" }, levels.map(levelCard)), underWay,
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t.games }, h("table", {},
        h("thead", {}, h("tr", {}, t.columns.map((text, i) => h("th", { scope: "col", class: i > 2 && i < 9 ? "number" : "" }, text)), h("td", {}))),
        h("tbody", {}, games.map(row)))),
      h("div", { class: "filters" },
        this.#offset > 0 && h("button", { class: "b", onclick: () => this.#page(-PAGE) }, t.later), more && h("button", { class: "b", onclick: () => this.#page(PAGE) }, t.earlier),
        h("span", { class: "muted small" }, t.total(total))));
  }

  #page(by) {
    this.#offset = Math.max(0, this.#offset + by);
    this.#load();
  }
}

function levelCard(level) {
  const figure = (value, text) => value !== null && h("div", { class: "figure" }, h("b", {}, value), h("span", {}, text));
  const label = t.rate(Math.round(level.rate * 100), Math.round(level.low * 100), Math.round(level.high * 100));
  return h("section", { "aria-label": levelName(level.name) },
    h("h2", {}, levelName(level.name)), h("p", {}, t.wonOf(level.won, level.played), " ", h("span", { class: "muted small" }, label)),
    interval(level.rate, level.low, level.high, label),
    h("div", { class: "figures" },
      figure(level.best === null ? null : seconds(level.best, 2), t.bestTime),
      figure(level.best_three_bv_per_second === null ? null : number(level.best_three_bv_per_second, 2), t.bestRate),
      figure(level.best_efficiency === null ? null : `${Math.round(level.best_efficiency * 100)}%`, t.bestEfficiency),
      figure(String(level.streak), t.streak), figure(String(level.longest_streak), t.longest),
      figure(String(level.guesses), t.guesses),
      figure(level.expected_survival === null ? null : `${Math.round(level.expected_survival * 100)}%`, t.survival)),
    level.times.length > 1 ? lines([{ name: "s", style: "line", values: level.times.map((ms) => ms / 1000) }], t.times) : "");
}

function row(game) {
  const get = (name) => () => download(`/api/games/${game.id}/files/${name}`);
  const cell = (value) => h("td", { class: "number" }, value ?? "");
  const action = (text, act) => h("button", { class: "plain", onclick: act }, text);
  return h("tr", {},
    h("td", {}, new Date(game.created * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })),
    h("td", {}, levelName(game.name)),
    h("td", {}, t.outcome[game.outcome], game.assisted ? h("span", { class: "muted" }, ` (${t.practice})`) : ""),
    cell(game.elapsed === null ? null : seconds(game.elapsed, 2)), cell(game.three_bv), cell(game.three_bv_per_second === null ? null : number(game.three_bv_per_second, 2)), cell(game.clicks), cell(game.guesses),
    cell(game.survival === null || !game.guesses ? null : `${Math.round(game.survival * 100)}%`),
    h("td", {}, action(t.record, get("record.txt")), " ", action("RAWVF", get("replay.rawvf")), " ",
      action(t.again, () => (location.hash = `#play/${game.share}`)), " ",
      action(t.share, () => copy(`${location.origin}/#play/${game.share}`, words.linkCopied))));
}

customElements.define("sapper-history", History);
