// <sapper-history>: past games, and what they amount to.

import { api, copy, download, guarded, h, seconds } from "./dom.js";
import { interval, lines } from "./plot.js";

class History extends HTMLElement {
  #filters = { level: "", outcome: "", assisted: "" };
  #offset = 0;

  async connectedCallback() {
    const filter = (name, label, options) => {
      const select = h("select", { "aria-label": label, onchange: () => {
        this.#filters[name] = select.value;
        this.#offset = 0;
        this.#load();
      } }, options.map(([value, text]) => h("option", { value }, text)));
      return h("label", {}, label, select);
    };
    this.levels = h("datalist", { id: "levels" });
    const level = h("input", { list: "levels", "aria-label": "Level", placeholder: "any", size: 14, onchange: () => {
      this.#filters.level = level.value.trim();
      this.#offset = 0;
      this.#load();
    } });
    this.body = h("div");
    this.append(h("h1", { class: "quiet" }, "History"),
      h("div", { class: "bar" }, h("label", {}, "Level", level), this.levels,
        filter("outcome", "Outcome", [["", "any"], ["won", "won"], ["lost", "lost"], ["left", "left"]]),
        filter("assisted", "Help", [["", "any"], ["false", "alone"], ["true", "assisted"]]),
        h("span", { class: "gap" }), h("button", { onclick: () => download("/api/export") }, "Export as JSON")),
      this.body);
    await this.#load();
  }

  #load() {
    return guarded(async () => {
      const query = new URLSearchParams(Object.entries(this.#filters).filter(([, value]) => value !== ""));
      query.set("offset", this.#offset);
      this.#show(await api(`/history?${query}`));
    });
  }

  #show({ games, running, levels, total }) {
    this.levels.replaceChildren(...levels.map((level) => h("option", { value: level.name })));
    const underWay = running.length ? h("p", { class: "bar" }, h("span", { class: "muted" }, "In progress:"), running.slice(0, 10).map((game) => h("button", { onclick: () => {
        localStorage.setItem("sapper.game", game.id);
        location.hash = "#play";
      } }, `continue ${game.name}`))) : "";
    if (!total) {
      const filtered = Object.values(this.#filters).some((value) => value !== "");
      this.body.replaceChildren(underWay, h("div", { class: "card" }, ...(filtered
        ? [h("p", { class: "words" }, "No finished games match these filters.")]
        : [h("p", { class: "words" }, "No finished games yet."), h("p", {}, h("a", { href: "#play" }, running.length ? "Finish one" : "Play one"), " and it will be here, with your statistics.")])));
      return;
    }
    const more = total > this.#offset + games.length;
    this.body.replaceChildren(
      h("div", { class: "grid-cards" }, levels.map(levelCard)),
      underWay,
      h("div", { class: "card scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, ["When", "Level", "Outcome", "Time", "3BV", "3BV/s", "Clicks", "Guesses", "Odds of surviving", ""].map((text, i) => h("th", { class: i > 2 && i < 9 ? "number" : "" }, text)))),
        h("tbody", {}, games.map(row)))),
      h("div", { class: "bar" },
        this.#offset > 0 && h("button", { onclick: () => this.#page(-100) }, "Later"), more && h("button", { onclick: () => this.#page(100) }, "Earlier"),
        h("span", { class: "muted small" }, `${total} game${total === 1 ? "" : "s"}. Only games without help count in the statistics.`)));
  }

  #page(by) {
    this.#offset = Math.max(0, this.#offset + by);
    this.#load();
  }
}

function levelCard(level) {
  const figure = (value, text) => value !== null && h("div", { class: "figure" }, h("b", {}, value), h("span", {}, text));
  const label = `${(level.rate * 100).toFixed(0)}% won, between ${(level.low * 100).toFixed(0)}% and ${(level.high * 100).toFixed(0)}%`;
  return h("section", { class: "card", "aria-label": level.name },
    h("h2", {}, level.name), h("p", {}, `${level.won} of ${level.played} won: `, h("span", { class: "muted" }, label)),
    interval(level.rate, level.low, level.high, label),
    h("div", { class: "figures" },
      figure(level.best === null ? null : seconds(level.best, 2), "best time"),
      figure(level.best_three_bv_per_second?.toFixed(2) ?? null, "best 3BV/s"),
      figure(String(level.streak), "streak"), figure(String(level.longest_streak), "longest"),
      figure(String(level.guesses), "guesses"),
      figure(level.expected_survival === null ? null : `${Math.round(level.expected_survival * 100)}%`, "odds of surviving them")),
    level.times.length > 1 ? lines([{ name: "s", style: "kb", values: level.times.map((ms) => ms / 1000) }], null, "Winning times in order") : "");
}

function row(game) {
  const get = (name) => () => download(`/api/games/${game.id}/files/${name}`);
  const number = (value) => h("td", { class: "number" }, value ?? "");
  return h("tr", {},
    h("td", {}, new Date(game.created * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })),
    h("td", {}, game.name),
    h("td", {}, game.outcome, game.assisted ? h("span", { class: "muted" }, " (assisted)") : ""),
    number(game.elapsed === null ? null : seconds(game.elapsed, 2)), number(game.three_bv), number(game.three_bv_per_second?.toFixed(2)), number(game.clicks), number(game.guesses),
    number(game.survival === null || !game.guesses ? null : `${Math.round(game.survival * 100)}%`),
    h("td", {}, h("button", { class: "plain", onclick: get("record.txt") }, "record"), " ", h("button", { class: "plain", onclick: get("replay.rawvf") }, "RAWVF"), " ",
      h("button", { class: "plain", onclick: () => (location.hash = `#play/${game.share}`) }, "again"), " ",
      h("button", { class: "plain", onclick: () => copy(`${location.origin}/#play/${game.share}`, "Link") }, "share")));
}

customElements.define("sapper-history", History);
