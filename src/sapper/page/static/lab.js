// <sapper-lab> lets agents play many games, and shows their win rates with intervals.

import {
  aboutFor,
  agentName,
  api,
  chance,
  guarded,
  h,
  levelName,
  levelPicker,
  locale,
  number,
  say,
  sentence,
  socketTo,
  toast,
  words,
} from "./dom.js";
import { agentPickers } from "./pickers.js";
import { lost } from "./connection.js";
import { interval } from "./plot.js";
import { language } from "./words.js";

/** @type {typeof import("./words/lab_en.js").default} */
const t = (await import(`./words/lab_${language}.js`)).default;
const GAMES = [50, 200, 1000, 5000];
const CLOSED_BY_US = 1000;

/** @typedef {{ level: string, agents: string[], games: number, guess: string | null }} Choice */
/** @typedef {{ standing?: Api.MeasurementJson, done?: true, problem?: string }} Message */

class Lab extends HTMLElement {
  /** @type {string | undefined} */ argument;
  /** @type {Api.AgentForm[]} */ known;
  /** @type {HTMLSelectElement[]} */ fields;
  start = h("button", { class: "b main" }, t.start);
  stop = h("button", {
    class: "b",
    type: "button",
    hidden: true,
    // Ignore the second click of a double click on Start.
    onclick: ({ detail }) => detail < 2 && this.#end(true),
  }, t.stop);
  progress = h("progress", { max: 1, value: 0, "aria-label": t.progress });
  count = h("span", { class: "muted small" });
  under = h("div", { class: "underway", hidden: true }, this.progress, this.count);
  result = h("section", { class: "measured", "aria-label": t.result });
  reports = h("section", { class: "reports", "aria-label": t.reports });
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Api.MeasurementJson | null} */ #standing = null;
  /** @type {Choice} */
  #choice = {
    level: "beginner",
    agents: ["rules", "odds"],
    games: 200,
    guess: null,
    ...JSON.parse(localStorage.getItem("sapper.measure") ?? "{}"),
  };

  async connectedCallback() {
    this.className = "hist";
    const name = /^report\/([\w.-]+)$/.exec(this.argument ?? "")?.[1];
    if (name) return this.#showReport(name);
    this.append(
      h(
        "div",
        { class: "lede" },
        h("div", {}, h("h1", { class: "voice" }, t.title), h("p", { class: "muted" }, t.lead)),
      ),
    );
    const known = await aboutFor(this);
    if (!known) return undefined;
    const { select, custom } = await levelPicker(
      this.#choice.level,
      (level) => this.#choose({ level }),
    );
    if (!this.isConnected) return undefined;
    select.classList.remove("level");
    this.known = known.agents;
    const { first, second, guess } = agentPickers(
      known,
      this.#choice,
      (change) => this.#choose(change),
    );
    const games = h("select", {
      "aria-label": t.games,
      onchange: () => {
        this.#choose({ games: Number(games.value) });
      },
    }, GAMES.map((count) => h("option", { value: count }, number(count))));
    games.value = String(this.#choice.games);
    this.fields = [first, second, select, games, guess];
    this.append(
      h(
        "form",
        {
          class: "form",
          onsubmit: (event) => {
            event.preventDefault();
            this.#begin();
          },
        },
        h("label", {}, words.learn.agent, first),
        h("label", {}, words.learn.second, second),
        h("label", {}, words.level, select),
        h("label", {}, t.games, games),
        h("label", {}, words.learn.whenStuck, guess),
        this.start,
        this.stop,
      ),
      custom,
      this.under,
      this.result,
      this.reports,
      h("p", {}, h("a", { href: "/api.html" }, t.api)),
    );
    document.addEventListener("back", this.#back);
    return this.#listReports();
  }

  disconnectedCallback() {
    document.removeEventListener("back", this.#back);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #back = () => this.#listReports();

  /** @param {Partial<Choice>} change */
  #choose(change) {
    Object.assign(this.#choice, change);
    localStorage.setItem("sapper.measure", JSON.stringify(this.#choice));
  }

  #begin() {
    const names = this.#choice.agents.filter((name) =>
      this.known.some((agent) => agent.name === name)
    );
    const { level, games, guess } = this.#choice;
    const socket = socketTo("measure");
    this.#socket = socket;
    this.#standing = null;
    this.result.replaceChildren();
    this.result.classList.add("busy"); // reserves space for the result
    this.progress.removeAttribute("value"); // the progress is not known yet
    this.count.textContent = t.starting;
    this.#showRunning(true);
    socket.onopen = () =>
      socket.send(JSON.stringify({ level, agents: names, games, ...(guess ? { guess } : {}) }));
    socket.onmessage = ({ data }) => socket === this.#socket && this.#take(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#end(false);
      if (code !== CLOSED_BY_US) lost();
    };
  }

  /** @param {Message} message */
  #take({ standing, done, problem }) {
    if (problem) toast(sentence(problem));
    if (problem || done || !standing) return this.#end(Boolean(problem));
    this.#standing = standing;
    this.progress.value = standing.games / standing.games_asked;
    this.count.textContent = t.played(standing.games, standing.games_asked);
    return this.#show(standing);
  }

  // `early` is true if the user or a problem has stopped the measurement.
  /** @param {boolean} early */
  #end(early) {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(CLOSED_BY_US);
    this.#showRunning(false);
    if (this.#standing === null) {
      this.result.classList.remove("busy");
      return;
    }
    this.#show(this.#standing);
    say(this.result.querySelector("h2")?.textContent ?? "");
    if (early) this.count.textContent = t.stopped(this.#standing.games);
    this.under.hidden = !early;
    this.progress.hidden = early;
  }

  /** @param {boolean} on */
  #showRunning(on) {
    this.start.hidden = on;
    this.stop.hidden = !on;
    this.under.hidden = !on;
    this.progress.hidden = false;
    for (const field of this.fields) field.disabled = on;
    if (on) this.stop.focus();
    else if (document.activeElement === document.body || document.activeElement === this.stop) {
      this.start.focus();
    }
  }

  /** @param {Api.MeasurementJson} standing */
  #show(standing) {
    const { players, pair, games, games_asked: asked, seed, level } = standing;
    const [a, b] = players.map((player) => agentName(player.name));
    const { share, low, high } = players[0];
    const title = pair
      ? this.#verdict(standing, a, b)
      : t.share(a, chance(share), levelName(this.#choice.level), chance(low), chance(high));
    const most = Math.max(...players.map((player) => player.ms));
    /** @param {Api.MeasuredJson} player */
    const row = (player) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, agentName(player.name)),
        h(
          "td",
          {},
          h("b", {}, chance(player.share)),
          h(
            "span",
            { class: "muted small" },
            ` ${t.between(chance(player.low), chance(player.high))}`,
          ),
          interval(
            player.share,
            player.low,
            player.high,
            t.shareLabel(
              agentName(player.name),
              chance(player.share),
              chance(player.low),
              chance(player.high),
            ),
          ),
        ),
        h("td", { class: "number", "data-head": t.columns[2] }, number(player.outcomes.lost)),
        h("td", { class: "number", "data-head": t.columns[3] }, number(player.outcomes.stuck)),
        h("td", { class: "number", "data-head": t.columns[4] }, number(player.guesses, 1)),
        h(
          "td",
          { class: "number", "data-head": t.columns[5] },
          milliseconds(player.ms),
          players.length > 1 && player.ms < most
            ? h(
              "span",
              { class: "muted small" },
              ` ${t.times(number(most / player.ms, most / player.ms < 10 ? 1 : 0))}`,
            )
            : "",
        ),
      );
    const faults = players.flatMap((player) => [
      player.outcomes.wrong && t.wrong(agentName(player.name), player.outcomes.wrong),
      player.outcomes.crashed &&
      t.crashed(agentName(player.name), player.outcomes.crashed, player.failure),
    ]).filter(Boolean);
    this.result.replaceChildren(
      h("h2", { class: "voice" }, title),
      ...faults.map((text) => h("p", { class: "warn" }, text)),
      pair ? this.#difference(pair, a, b, games === asked) : "",
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t.table },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              t.columns.map((text, i) =>
                h("th", { scope: "col", class: i > 1 ? "number" : "" }, text)
              ),
            ),
          ),
          h("tbody", {}, players.map(row)),
        ),
      ),
      pair ? this.#boards(pair, standing) : "",
      h(
        "p",
        { class: "muted small" },
        t.same,
        " ",
        h("code", {}, this.#command(level, asked, seed)),
      ),
    );
  }

  /** @param {Api.MeasurementJson} standing @param {string} a @param {string} b */
  #verdict({ pair, games, games_asked: asked }, a, b) {
    const level = levelName(this.#choice.level);
    if (pair?.better === "a") return t.better(a, b, level);
    if (pair?.better) return t.better(b, a, level);
    return games < asked ? t.undecided(a, b, level) : t.notSettled(a, b, level, games);
  }

  /**
   * @param {Api.PairJson} pair
   * @param {string} a
   * @param {string} b
   * @param {boolean} isWhole
   */
  #difference(
    { difference, without_luck: without, times_fewer_games: fewer, only },
    a,
    b,
    isWhole,
  ) {
    /** @param {Api.DifferenceJson} difference */
    const points = ({ value, low, high }) =>
      value < 0
        ? t.points(b, a, signed(-value), signed(-high), signed(-low))
        : t.points(a, b, signed(value), signed(low), signed(high));
    return h(
      "dl",
      { class: "differences" },
      h("dt", {}, t.asPlayed),
      h(
        "dd",
        {},
        points(difference),
        h("span", { class: "muted" }, ` ${t.onlyOne(a, only[0], b, only[1])}`),
      ),
      h("dt", {}, t.withoutLuck),
      h(
        "dd",
        {},
        without ? points(without) : t.tooFew,
        without && fewer !== null && fewer > 1.15
          ? h("span", { class: "muted" }, ` ${t.fewer(number(fewer, 1))}`)
          : "",
      ),
      h("dt", {}, t.intervals),
      h("dd", { class: "muted" }, isWhole ? t.fixed : t.anyMoment),
    );
  }

  /** @param {Api.PairJson} pair @param {Api.MeasurementJson} standing */
  #boards({ boards }, { players, level }) {
    /** @param {number[]} seeds @param {string} winner @param {string} loser */
    const list = (seeds, winner, loser) =>
      seeds.length > 0 &&
      h(
        "div",
        {},
        h("h3", {}, t.onlyWins(winner, loser)),
        h(
          "p",
          { class: "boards" },
          seeds.map((seed) => {
            const parts = [
              level,
              seed,
              ...players.map((player) => player.name),
              ...(this.#choice.guess ? [`:${this.#choice.guess}`] : []),
              "@part",
            ];
            return h(
              "a",
              { href: `#watch/${encodeURIComponent(parts.join("!"))}` },
              words.learn.board(seed),
            );
          }),
        ),
      );
    const [a, b] = players.map((player) => agentName(player.name));
    return h("div", { class: "differing" }, list(boards[0], a, b), list(boards[1], b, a));
  }

  /** @param {string} level @param {number} games @param {number} seed */
  #command(level, games, seed) {
    const names = this.#choice.agents.map((name) =>
      name + (this.#choice.guess ? `:guess=${this.#choice.guess}` : "")
    );
    const words = [names.length > 1 ? "compare" : "bench", ...names, level].map(quoted);
    const luck = names.length > 1 ? " --luck --all-games" : "";
    return `sapper ${words.join(" ")} --games ${games} --seed ${seed}${luck}`;
  }

  #listReports() {
    return guarded(async () => {
      const found = await api("/reports");
      if (!this.isConnected || !this.reports) return;
      /** @param {Api.ReportForm} report */
      const item = (report) =>
        h(
          "li",
          {},
          h("a", { href: `#lab/report/${report.name}` }, report.name),
          h("span", {}, report.question),
          h(
            "small",
            { class: "muted" },
            t.reportSize(report.players, report.levels, report.games),
            ", ",
            new Date(report.created * 1000).toLocaleDateString(locale, { dateStyle: "medium" }),
          ),
        );
      this.reports.replaceChildren(
        h("h2", {}, t.reports),
        found.length
          ? h("ul", {}, found.map(item))
          : h("p", { class: "muted" }, t.noReports, " ", h("code", {}, "sapper study difficulty")),
      );
    });
  }

  // Shows a report in a sandbox, where no script can run.
  /** @param {string} name */
  #showReport(name) {
    this.append(
      h("p", {}, h("a", { href: "#lab" }, t.back)),
      h("h1", { class: "voice" }, name),
      h("iframe", {
        class: "report",
        title: t.reportOf(name),
        sandbox: "",
        src: `/api/reports/${name}`,
      }),
      h(
        "p",
        { class: "muted small" },
        h("a", { href: `/api/reports/${name}`, target: "_blank", rel: "noopener" }, t.alone),
      ),
    );
  }
}

/** @param {number} ms */
const milliseconds = (ms) =>
  ms < 1000 ? `${number(ms, ms < 10 ? 1 : 0)} ms` : `${number(ms / 1000, 1)} s`;
/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : ""}${number(Math.abs(value) * 100, 1)}`;

/** @param {string} word A word of a command, which a shell reads as one word. */
const quoted = (word) => /^[\w./:=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

customElements.define("sapper-lab", Lab);
