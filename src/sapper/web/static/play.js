// <sapper-play>: a person plays. The server is the referee; the page shows what it says.

import { afterPaint, api, copy, download, guarded, h, icon, iconButton, levelPicker, say, seconds, sound, toast, cellName, cellNumber } from "./dom.js";
import { legend } from "./legend.js";
import { argument } from "./reasons.js";
import { Wire } from "./wire.js";
import "./board.js";

const FIGURES = [
  ["solved_three_bv", "solved 3BV"], ["islands", "islands"], ["left", "left clicks"], ["right", "right clicks"], ["chord", "chords"],
  ["effective", "effective clicks"], ["ioe", "IOE: solved 3BV / clicks"], ["correctness", "correctness"], ["throughput", "throughput"],
  ["zini", "ZiNi"], ["hzini", "human ZiNi"], ["zini_8way", "8-way ZiNi"], ["zne", "ZiNi efficiency"], ["rqp", "RQP"], ["qg", "QG"],
  ["stnb", "STNB"], ["pluck", "pluck: luck of the guesses"],
];

const KEPT = "sapper.game";
const RETRY = 2000; // ms

// The pictures of the end: loaded before it comes.
const pictures = ["flag", "mine", "flag-dark", "mine-dark"].map((name) => Object.assign(new Image(), { src: `${name}.png` }));

class Play extends HTMLElement {
  #game = null;
  #wire = new Wire();
  #queue = Promise.resolve();
  #started = 0;
  #ticket = 0; // of the game that was asked for last
  #tick = 0;
  #sent = 0; // moves that are not answered yet
  #second = 0; // that the clock shows
  #tier = 0;
  #odds = false;
  #level = localStorage.getItem("sapper.level") ?? "beginner";

  async connectedCallback() {
    this.board = h("sapper-board", { mode: "play", "aria-label": "Minesweeper board" });
    this.board.addEventListener("act", (event) => this.#act(event.detail));
    this.left = h("span");
    this.counter = h("span", { class: "counter", title: "Mines left to flag" }, icon("flag"), this.left);
    this.clock = h("span", { class: "counter", title: "Seconds" });
    this.panel = h("div", { class: "panel" });
    this.switch = h("button", { class: "touch-only", "aria-pressed": "false", title: "What a tap does", onclick: () => this.#toggleSwitch() });
    this.oddsButton = h("button", { "aria-pressed": "false", title: "Exact chance of a mine in every hidden cell", onclick: () => this.#toggleOdds() }, "Odds");
    this.room = h("div", { class: "room" }, this.board);
    this.#toggleSwitch(false);
    const picker = await this.#picker();
    if (!this.isConnected) return;
    const { select, custom, show } = picker;
    this.showLevel = show;
    this.append(
      h("h1", { class: "quiet" }, "Play"),
      h("div", { class: "bar" },
        select, custom,
        h("button", { class: "primary", title: "New game (N)", onclick: () => this.#new({ level: this.#level }) }, "New"),
        this.counter, this.clock,
        h("span", { class: "gap" }),
        h("span", { class: "bar thumb" }, this.switch,
          h("button", { title: "A hint, stronger each time (H)", onclick: () => this.#hint() }, "Hint"),
          this.oddsButton,
          iconButton("undo", "Undo (Z)", () => this.#undo())),
        h("button", { onclick: () => this.#mayGuess() }, "May I guess?"),
        this.#menu()),
      h("div", { class: "stage" }, this.room, this.panel));
    document.addEventListener("keydown", this.#key);
    document.addEventListener("click", this.#closeMenu);
    this.#tick = setInterval(() => this.#waits || this.#showClock(), 200);
    this.#wire.open();
    await this.#begin();
  }

  async #picker() {
    while (this.isConnected) {
      try {
        return await levelPicker(this.#level, (level) => {
          this.#level = level;
          localStorage.setItem("sapper.level", level);
          this.#new({ level });
        });
      } catch (problem) {
        toast(problem.message); // the server is away: there is nothing to show before it is back
        await new Promise((done) => setTimeout(done, RETRY));
      }
    }
    return undefined;
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("click", this.#closeMenu);
    clearInterval(this.#tick);
    this.#wire.close();
  }

  async #begin() {
    if (this.argument) {
      const share = this.argument;
      history.replaceState(null, "", "#play");
      await this.#new({ share });
      if (this.#game) return undefined; // else the link is no good, and there is a game all the same
    }
    const kept = localStorage.getItem(KEPT);
    const ticket = this.#ticket;
    if (kept) {
      try {
        const game = await api(`/games/${kept}`);
        return ticket === this.#ticket ? this.#take(game) : undefined;
      } catch (problem) {
        // Only a server that knows of no such game says so; one that is away, busy or broken does not.
        if (problem.status !== 404 && problem.status !== 410) return ticket === this.#ticket ? this.#wait(problem) : undefined;
        localStorage.removeItem(KEPT);
      }
    }
    return ticket === this.#ticket ? this.#new({ level: this.#level }) : undefined;
  }

  // The game can't be had just now: it is asked for again until it can, or another one is wanted.
  #wait(problem) {
    const ticket = this.#ticket;
    this.room.hidden = true;
    this.panel.replaceChildren(h("section", { class: "card alert", "aria-label": "Waiting" },
      h("p", { class: "words", role: "alert" }, `${problem.message} Your game is kept, and shown as soon as the server answers.`)));
    setTimeout(() => this.isConnected && ticket === this.#ticket && this.#begin(), RETRY);
  }

  // -- the game ------------------------------------------------------------------------------

  #new(form) {
    const ticket = ++this.#ticket;
    return guarded(async () => {
      if (this.#game && !this.#game.outcome) form.replace = this.#game.id;
      const game = await api("/games", form);
      // Another one was asked for meanwhile.
      if (ticket !== this.#ticket) return api(`/games/${game.id}/leave`, null, "POST");
      this.#take(game);
      return say("New game.");
    });
  }

  #take(game) {
    this.#game = game;
    this.room.hidden = false;
    localStorage.setItem(KEPT, game.id);
    this.showLevel(game.level);
    this.#level = game.level;
    this.board.load(game.width, game.height, game.end ? game.end.answer : game.rows);
    this.#started = performance.now() - game.elapsed;
    this.#tier = 0;
    this.#showCounter();
    this.#showClock();
    if (game.end) this.#showEnd();
    else this.#showWelcome();
    if (this.#odds) this.#refreshOdds();
  }

  // Moves are sent in order, one at a time; a flag is shown before the server has seen it.
  #act({ kind, cell }) {
    const game = this.#game;
    const symbol = this.board.symbol(cell);
    if (!game || game.outcome || (kind === "open" && symbol !== "." && symbol !== "+")) return this.board.settle();
    if (kind === "flag") {
      if (symbol !== "." && symbol !== "F") return undefined;
      this.board.set([cell], symbol === "." ? "F" : ".");
      sound("flag");
    }
    this.#sent++;
    this.#queue = this.#queue.then(() => this.#send(game, kind, cell)).finally(() => this.#sent--);
    return undefined;
  }

  async #send(game, kind, cell, again = false) {
    if (game !== this.#game || game.outcome) return this.board.settle();
    let answer;
    try {
      answer = await this.#wire.move(game.id, { kind, cell, after: game.moves });
    } catch (problem) {
      // The page is out of step with the server: take its word.
      const stale = problem.status === 412;
      if (!stale) toast(problem.message);
      this.board.settle();
      const known = await guarded(async () => {
        this.#take(await api(`/games/${game.id}`));
        return true;
      });
      // Without its word, what was shown before it was made is taken back.
      if (!known && kind === "flag") this.board.set([cell], this.board.symbol(cell) === "F" ? "." : "F");
      // Another tab has moved, and this move was not made. What was meant for a hidden cell still is.
      if (stale && !problem.doubtful && !again && this.board.symbol(cell) === ".") return this.#send(this.#game, kind, cell, true);
      return undefined;
    }
    if (game !== this.#game) return undefined;
    this.board.set(answer.cells, answer.symbols, cell);
    this.board.settle();
    const flags = game.flags;
    Object.assign(game, { flags: answer.flags, moves: answer.moves, elapsed: answer.elapsed, outcome: answer.outcome, end: answer.end });
    if (!answer.cells.length && !answer.end) return undefined; // a move that makes no sense changes nothing
    if (!game.started) {
      game.started = true;
      this.#started = performance.now() - answer.elapsed;
      if (!this.#odds && !this.#tier) afterPaint(() => game === this.#game && !game.outcome && !this.#tier && !this.#odds && this.#showWelcome());
    }
    if (flags !== game.flags) this.#showCounter();
    if (answer.end) {
      sound(answer.outcome);
      const all = answer.end.answer.join("");
      if (answer.outcome === "lost") this.board.set([cell], all[cell]);
      // The click's own cell is shown at once, the other mines and the figures with the next frame.
      afterPaint(() => {
        if (game !== this.#game) return;
        this.board.set(Array.from(all, (_, index) => index), all, cell);
        this.#showEnd();
      });
    } else {
      if (kind !== "flag") sound("open");
      this.#forget();
      const name = cellName(cell, game.width);
      const symbol = this.board.symbol(cell);
      afterPaint(() => say(kind === "flag" ? `${name} ${symbol === "F" ? "flagged" : "unflagged"}` : answer.opened === 1 ? `${name} ${symbol}` : `${answer.opened} cells opened`));
      if (this.#odds) this.#refreshOdds();
    }
    return undefined;
  }

  #undo() {
    const game = this.#game;
    if (!game) return;
    this.#queue = this.#queue.then(() => guarded(async () => {
      this.#take(await api(`/games/${game.id}/undo`, null, "POST"));
      say("Move undone. The game now counts as assisted.");
    }));
  }

  // -- help ----------------------------------------------------------------------------------

  #hint() {
    const game = this.#game;
    if (!game || game.outcome) return;
    this.#tier = Math.min(5, this.#tier + 1);
    const tier = this.#tier;
    this.#queue = this.#queue.then(() => guarded(async () => {
      const hint = await api(`/games/${game.id}/hint`, { tier });
      if (hint.first_is_safe) {
        this.#tier = 0;
        return this.#showFirst("Hint", hint.words);
      }
      game.assisted = true;
      if (!hint.certain && tier < 4) this.#tier = 3; // there is nothing to find: next, the safest guess
      return this.#showHint(hint);
    }));
  }

  #showHint(hint) {
    const marks = { region: hint.region, clues: hint.clues };
    if (hint.cell !== null) marks[hint.certain ? "safe" : "cells"] = [hint.cell];
    this.board.mark(marks);
    const names = ["a nudge", "the region", "the clues", "the cell", "the proof"];
    const shown = hint.certain ? hint.tier : 0;
    const open = hint.cell !== null && h("button", { onclick: () => this.#act({ kind: "open", cell: cellNumber(hint.cell, this.board.width) }) }, `Open ${hint.cell}`);
    const words = hint.reason?.words ?? hint.words;
    const more = (hint.certain ? hint.tier < 5 : hint.cell === null) && h("button", { class: "primary", onclick: () => this.#hint() }, hint.certain ? `More: ${names[hint.tier]}` : "Show the safest guess");
    this.panel.replaceChildren(h("section", { class: "card loud", "aria-label": "Hint" },
      h("div", { class: "tiers" }, names.map((_, tier) => h("i", { class: tier < shown ? "on" : "" })), h("span", { class: "muted small" }, hint.certain ? `Hint ${hint.tier} of 5: ${names[hint.tier - 1]}` : "No certain cell")),
      h("p", { class: "words" }, words),
      hint.reason?.certain ? argument(hint.reason, this.board, marks) : null,
      h("div", { class: "bar" }, more, open)), this.#assistedNote());
    say(words);
  }

  // Before the first move there is nothing to tell, and so this is no help.
  #showFirst(title, words) {
    this.panel.replaceChildren(h("section", { class: "card loud", "aria-label": title }, h("h3", {}, title), h("p", { class: "words" }, words)), this.#assistedNote() ?? "");
    say(words);
  }

  #mayGuess() {
    const game = this.#game;
    if (!game || game.outcome) return;
    guarded(async () => {
      const answer = await api(`/games/${game.id}/guess`);
      if (answer.first_is_safe) return this.#showFirst("May I guess?", answer.words);
      game.assisted = true;
      this.panel.replaceChildren(h("section", { class: "card loud" }, h("h3", {}, "May I guess?"), h("p", { class: "words" }, answer.words)), this.#assistedNote());
      return say(answer.words);
    });
  }

  #toggleOdds() {
    // Pressed after the end it would only help in the next game, unasked.
    if (!this.#odds && this.#game?.outcome) return toast("The game is over: there are no odds to show.");
    this.#odds = !this.#odds;
    this.oddsButton.setAttribute("aria-pressed", String(this.#odds));
    if (this.#odds) this.#refreshOdds();
    else this.board.overlay(null);
    return undefined;
  }

  #refreshOdds() {
    const game = this.#game;
    if (!game || game.outcome) return this.board.overlay(null);
    this.#queue = this.#queue.then(() => guarded(async () => {
      if (game.outcome || game !== this.#game) return;
      const odds = await api(`/games/${game.id}/odds`);
      if (odds.first_is_safe) return this.#showFirst("Odds", odds.words);
      game.assisted = true;
      this.board.overlay(odds.odds.flat());
      this.panel.replaceChildren(h("section", { class: "card" }, h("h3", {}, "Odds"), h("p", { class: "words" }, odds.words), legend()), this.#assistedNote());
      return undefined;
    }));
    return undefined;
  }

  #forget() {
    this.board.mark({});
    if (this.#tier) {
      this.#tier = 0;
      afterPaint(() => !this.#tier && !this.#game.outcome && this.#showWelcome());
    }
  }

  // -- showing -------------------------------------------------------------------------------

  #showCounter() {
    const left = this.#game.mines - this.#game.flags;
    this.left.textContent = String(left);
    this.left.ariaLabel = `${left} mines left`;
  }

  get #elapsed() {
    const { outcome, elapsed, started } = this.#game;
    return outcome ? elapsed : started ? performance.now() - this.#started : 0;
  }

  // Between a press and its answer the clock stands still, for a second at most: a new number costs a frame,
  // the one that the answer would have come in.
  get #waits() {
    return this.#game && (this.#sent || this.board.pressing) && this.#elapsed / 1000 < this.#second + 2;
  }

  #showClock() {
    const game = this.#game;
    if (!game) return;
    const elapsed = this.#elapsed;
    this.#second = Math.floor(elapsed / 1000);
    const text = game.outcome ? seconds(elapsed, 2) : `${this.#second} s`;
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }

  #assistedNote() {
    return this.#game.assisted ? h("p", { class: "muted small" }, "You had help: this game does not count in your statistics.") : null;
  }

  #showWelcome() {
    const game = this.#game;
    const rule = game.level.split("/")[1];
    const marked = game.rows.some((row) => row.includes("+")); // the board is there already, dealt for that cell
    const first = rule.startsWith("given") ? "Green cells are told safe."
      : rule === "open" ? (marked ? "Only the green cell is sure to open a region: this board was dealt for it." : "The first cell opens a region, wherever you click.")
      : rule === "safe" ? (marked ? "Only the green cell is sure to be safe: this board was dealt for it." : "The first cell is safe, wherever you click.")
      : "The first cell may be a mine.";
    this.panel.replaceChildren(h("section", { class: "card" },
      h("p", { class: "words" }, game.started ? "Stuck? Ask for a hint: it gets stronger each time." : first),
      h("details", {}, h("summary", {}, "Mouse, touch and keys"),
        h("table", {}, [
          ["Left, tap, Space", "open"], ["Right, long press, F", "flag"], ["Double click, both buttons, middle", "open around a number"],
          ["Arrows, Home, End", "move"], ["H", "hint, stronger each time"], ["N", "new game"], ["Z", "undo (assisted)"],
        ].map(([key, what]) => h("tr", {}, h("td", {}, key), h("td", {}, what)))))), this.#assistedNote() ?? "");
  }

  // What else players measure a game by; worked out when someone looks.
  #allFigures() {
    const { id } = this.#game;
    const rows = h("tbody", {});
    const shown = (value) => (value === null ? "none" : Number.isInteger(value) ? String(value) : value.toFixed(3));
    return h("details", { class: "small", ontoggle: (event) => event.target.open && !rows.children.length && guarded(async () => {
      const found = await api(`/games/${id}/metrics`);
      rows.replaceChildren(...FIGURES.map(([key, text]) => h("tr", {}, h("td", {}, text), h("td", {}, shown(found[key])))));
    }) }, h("summary", {}, "All figures"), h("table", {}, rows));
  }

  #showEnd() {
    const { end, outcome, elapsed } = this.#game;
    this.board.mark({});
    this.board.overlay(null);
    const title = { won: "Won", lost: "Lost", left: "Left" }[outcome];
    const figure = (value, text) => value !== null && h("div", { class: "figure" }, h("b", {}, value), h("span", {}, text));
    this.panel.replaceChildren(h("section", { class: "card loud", "aria-label": "Result" },
      h("h2", {}, title),
      h("div", { class: "figures" },
        figure(seconds(elapsed, 2), "time"),
        figure(String(end.three_bv), "3BV"),
        figure(end.three_bv_per_second?.toFixed(2) ?? null, "3BV/s"),
        figure(String(end.clicks), "clicks"),
        figure(end.efficiency === null ? null : `${Math.round(end.efficiency * 100)}%`, "efficiency"),
        figure(String(end.openings), "openings")),
      this.#allFigures(),
      h("div", { class: "bar" },
        h("button", { class: "primary", onclick: () => this.#new({ level: this.#game.level }) }, "New game"),
        h("button", { onclick: () => this.#new({ share: end.share }) }, "Same board again"),
        h("button", { onclick: () => copy(`${location.origin}/#play/${end.share}`, "Link") }, "Share"))), this.#assistedNote() ?? "");
    say(`${title} in ${seconds(elapsed)}.`);
  }

  #menu() {
    const list = h("div", { hidden: true, role: "menu" });
    const file = h("input", { type: "file", hidden: true, "aria-label": "Board file", onchange: () => this.#upload(file.files[0]) });
    const close = () => (list.hidden = true);
    const item = (text, action) => h("button", { role: "menuitem", onclick: () => {
      close();
      action();
    } }, text);
    const get = (name) => () => this.#game && (name === "position.txt" || this.#game.outcome ? download(`/api/games/${this.#game.id}/files/${name}`) : toast("The board is shown when the game is over."));
    list.append(
      item("Analyse this position", () => (location.hash = `#analyse/${encodeURIComponent([this.#game.level, ...this.board.rows.map((row) => row.replace(/[*XW]/g, "."))].join("!"))}`)),
      item("Download position", get("position.txt")), item("Download board", get("board.txt")), item("Download board as mbf", get("board.mbf")),
      item("Download record", get("record.txt")), item("Download replay (RAWVF)", get("replay.rawvf")), item("Open a board…", () => file.click()),
      item("Leave this game", () => guarded(async () => {
        if (!this.#game || this.#game.outcome) return;
        const { id, started } = this.#game;
        await api(`/games/${id}/leave`, null, "POST");
        if (started) this.#take(await api(`/games/${id}`).catch(() => api("/games", { level: this.#level })));
        else this.#new({ level: this.#level });
      })));
    return h("span", { class: "menu" }, h("button", { "aria-haspopup": "menu", onclick: () => (list.hidden = !list.hidden) }, "More"), list, file);
  }

  #upload(file) {
    if (!file) return;
    guarded(async () => {
      const noun = await api("/read", file);
      if (noun.kind === "position") location.hash = `#analyse/${encodeURIComponent([noun.level, ...noun.rows].join("!"))}`;
      else this.#new({ board: noun.board });
    });
  }

  #toggleSwitch(value = !this.board.flagging) {
    this.board.flagging = value;
    this.switch.setAttribute("aria-pressed", String(value));
    this.switch.setAttribute("aria-label", value ? "A tap flags" : "A tap digs");
    this.switch.replaceChildren(h("span", {}, value ? "Tap: flag" : "Tap: dig"));
  }

  #closeMenu = (event) => {
    const list = this.querySelector("[role=menu]");
    // To hide what is hidden costs a frame, the one that an answer would have come in.
    if (list && !list.hidden && !event.target.closest?.(".menu")) list.hidden = true;
  };

  #key = (event) => {
    if (event.key === "Escape") this.#closeMenu({ target: document.body });
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea, dialog *")) return;
    const action = { h: () => this.#hint(), n: () => this.#new({ level: this.#level }), z: () => this.#undo(), o: () => this.#toggleOdds() }[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

customElements.define("sapper-play", Play);
