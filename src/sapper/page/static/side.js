// An agent's game in steps of one move: the board and what the agent concludes. Watch shows agents
// without a knowledge base like this, and two agents side by side.

import { agentLine, agentName, h, plain, spoken, words } from "./dom.js";
import { argument, proofDetails } from "./reasons.js";
import { chipsOf } from "./kb/picture.js";
import { missedText } from "./kb/story.js";
import { Timeline } from "./kb/timeline.js";
import { ShownKb } from "./kb/shown.js";
import "./board.js";

/** @typedef {import("./parting.js").Frame} Frame */

const t = words.learn;

export class Side {
  /** @type {Frame[]} */ frames = [];
  at = -1;
  done = false;
  asked = 0; // frames requested so far
  skip = 0; // frames that the server sends again after a lost connection
  words = "";

  /**
   * @param {Api.AgentForm} agent
   * @param {{ isTwo: boolean, levelText?: string, seek: (step: number) => void }} view
   */
  constructor(agent, view) {
    this.agent = agent;
    this.name = agentName(agent.name);
    this.seek = (/** @type {number} */ step) => view.seek(step);
    this.board = h("sapper-board", { mode: "look", "aria-label": t.boardOf(this.name) });
    this.status = h("span", { class: "tag" }, t.thinking);
    this.said = h("section", {
      class: "think",
      "aria-label": view.isTwo ? t.saidBy(this.name) : t.said,
    });
    this.figures = h("p", { class: "muted small drawn" });
    this.kb = new ShownKb(this.board, {
      seek: (decision) => this.seek(this.frames.findIndex(({ kb }) => kb?.decision === decision)),
      position: () => view.levelText ? `${view.levelText}\n${this.board.rows.join("\n")}\n` : null,
    });
  }

  get heading() {
    return h(
      "div",
      {},
      h("h2", {}, this.name, " ", this.status),
      h("p", { class: "muted small" }, agentLine(this.agent)),
    );
  }

  /** @param {string} name */
  named = (name) => this.board.named(name);

  /** @param {number} target */
  goto(target) {
    if (!this.frames.length) return;
    target = Math.max(0, Math.min(this.frames.length - 1, target));
    const isBack = target < this.at;
    while (this.at < target) {
      const { cells, symbols } = this.frames[++this.at];
      this.board.set(cells, symbols);
    }
    this.at = target;
    if (isBack) this.#redraw();
    this.#show();
  }

  #redraw() {
    const symbols = Array(this.board.width * this.board.height).fill(".");
    for (const frame of this.frames.slice(0, this.at + 1)) {
      frame.cells.forEach((cell, i) => (symbols[cell] = frame.symbols[i]));
    }
    this.board.set(symbols.map((_, cell) => cell), symbols.join(""));
  }

  get marks() {
    const { decision, stuck } = this.frames[this.at];
    if (decision) {
      const { clues, cell, certain, explanation } = decision;
      return { clues: explanation?.clues ?? clues, [certain ? "safe" : "cells"]: [cell] };
    }
    if (stuck) return { clues: stuck.clues, cells: stuck.cell === null ? [] : [stuck.cell] };
    return {};
  }

  get state() {
    const { decision, stuck, outcome } = this.frames[this.at] ?? {};
    return outcome ??
      (stuck ? "stuck" : decision?.certain ? "certain" : decision ? "guess" : "thinking");
  }

  get guesses() {
    return this.frames.slice(0, this.at + 1).filter((one) => one.decision && !one.decision.certain)
      .length;
  }

  get open() {
    return this.board.rows.join("").replace(/[^0-8]/g, "").length;
  }

  #show() {
    const frame = this.frames[this.at];
    const { decision, stuck } = frame;
    const { state } = this;
    this.board.mark(this.marks);
    this.status.textContent = t.states[state];
    const isSure = state === "won" || state === "certain";
    this.status.className = `tag ${isSure ? "sure" : state === "thinking" ? "" : "guess"}`;
    const cell = decision?.cell ?? "";
    const title = decision
      ? (decision.certain ? t.isSafe(cell) : t.guesses(cell))
      : [stuck ? t.isStuck(stuck.provable) : t.ends[state] ?? ""];
    const said = decision ?? stuck ??
      (state === "lost" ? this.frames[this.at - 1]?.decision : undefined);
    this.words = decision?.words || plain(title);
    // Agents that ask an oracle have no proof, so the server explains their decisions.
    this.said.replaceChildren(
      h(
        "div",
        {},
        h("p", { class: "cap" }, t.step(this.at + 1)),
        spoken("h2", { class: "voice" }, title, this.board),
      ),
      said?.words ? spoken("p", {}, said.runs, this.board) : "",
      stuck ? spoken("p", {}, this.#missed(), this.board) : "",
      ...(decision?.explanation
        ? argument({ ...decision.explanation, proof: null }, this.board, this.marks)
        : []),
      !decision?.explanation && decision?.steps ? this.#proof(frame) : "",
    );
    this.figures.textContent = t.sum(this.open, this.guesses);
    this.kb.show(this.frames.slice(0, this.at + 1).flatMap(({ kb }) => kb ?? []));
  }

  // What an agent with a mistake misses where it is stuck, and what it has forgotten of that.
  #missed() {
    const { width, height } = this.board;
    const timeline = new Timeline(width, height, this.agent.name);
    for (const { watched } of this.frames.slice(0, this.at + 1)) {
      if (watched) timeline.add(watched);
    }
    return timeline.length ? missedText(timeline, timeline.length - 1) : [];
  }

  // Shows a proof. A fact that was proved earlier has a button that goes to its step.
  /** @param {Frame} frame */
  #proof({ decision, cites }) {
    const { proof, steps } = /** @type {Api.DecisionJson} */ (decision);
    const shown = proof.map((line) =>
      cites?.[line.number]
        ? {
          ...line,
          note: t.cited(cites[line.number]),
          go: () => this.seek(cites[line.number] - 1),
        }
        : line
    );
    return proofDetails(shown, steps, this.board, this.marks, steps <= 12, chipsOf);
  }
}
