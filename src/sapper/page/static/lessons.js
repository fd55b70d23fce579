// <sapper-lessons> shows ten lessons with boards to click. The server checks the answers, and this
// browser remembers the solved exercises.

import { api, cellName, chance, guarded, h, icon, plain, reference } from "./dom.js";
import { say, share, spoken, words } from "./dom.js";
import { argument } from "./reasons.js";
import { Painter } from "./painter.js";
import { Reloading } from "./reloading.js";
import { sheet } from "./sheet.js";
import { learnTabs } from "./tabs.js";
import { language } from "./words.js";
import "./board.js";

/** @type {typeof import("./words/lessons_en.js").default} */
const t = (await import(`./words/lessons_${language}.js`)).default;
const KEPT = "sapper.lessons";
const TRIES = 3; // wrong answers before the solution is offered
/** @type {Map<string, number>} */
const tries = new Map(); // wrong answers by exercise
/** Characters that are hard to find on the keyboard of a phone. @type {Record<string, string[]>} */
const KEYS = { literals: ["¬"], clauses: ["¬", "∨"], proof: ["¬", "∨", "⊥"] };
/** @returns {Set<string>} */
const solved = () => new Set(JSON.parse(localStorage.getItem(KEPT) ?? "[]"));

/** @param {string} number */
function remember(number) {
  localStorage.setItem(KEPT, JSON.stringify([...solved().add(number)]));
}

/** @typedef {(board: Board, cell: number, position: string) => Promise<HTMLElement[]>} Judge */
class Lessons extends Reloading {
  /** @override */ once = true;
  #tabs = learnTabs("lessons");

  /** @override */
  connectedCallback() {
    this.className = "lessons";
    this.append(this.#tabs);
    return super.connectedCallback();
  }

  /** @override */
  async load() {
    const all = await api("/lessons");
    const chosen = all.find((each) => String(each.number) === this.argument);
    if (chosen) await this.#page(chosen, all);
    else this.#list(all);
    return undefined;
  }

  /** @param {Api.LessonNameForm[]} all */
  #list(all) {
    const done = solved();
    this.replaceChildren(
      this.#tabs,
      h("h1", { class: "voice" }, t.title),
      h("p", { class: "muted" }, t.lead),
      h(
        "ol",
        { class: "lesson-list" },
        all.map((each) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: `#lessons/${each.number}` },
              h("b", {}, `${each.number}. ${each.title}`),
              h("span", {}, each.idea),
              h(
                "small",
                {},
                t.solved(
                  each.exercises.filter((number) => done.has(number)).length,
                  each.exercises.length,
                ),
              ),
            ),
          )
        ),
      ),
    );
  }

  /** @param {Api.LessonNameForm} chosen @param {Api.LessonNameForm[]} all */
  async #page(chosen, all) {
    const lesson = await api(`/lessons/${chosen.number}`);
    if (!this.isConnected) return;
    document.title = `${lesson.title} · Sapper`;
    /** @param {number} by @param {string} label */
    const other = (by, label) => {
      const each = all[chosen.number - 1 + by];
      return each
        ? h(
          "a",
          { class: "b", href: `#lessons/${each.number}`, title: each.title },
          by < 0 && icon("prev"),
          label,
          by > 0 && icon("next"),
        )
        : "";
    };
    const ways = () =>
      h(
        "p",
        { class: "acts" },
        other(-1, t.before),
        h("a", { class: "b bare", href: "#lessons" }, t.all),
        other(1, t.after),
      );
    const page = h(
      "article",
      {},
      h("h1", { class: "voice" }, `${lesson.number}. ${lesson.title}`),
      h("p", { class: "voice idea" }, lesson.idea),
    );
    show(lesson.blocks, page, lesson.number);
    page.append(h("h2", {}, t.exercises));
    for (const exercise of lesson.exercises) page.append(question(exercise));
    this.replaceChildren(this.#tabs, ways(), page, ways());
  }
}

// Adds blocks to a page, and returns the last board. Cell names in a block of text refer to the
// last board before the block.
/**
 * @param {Api.BlockForm[]} blocks
 * @param {HTMLElement} page
 * @param {number | null} number
 * @returns {Board | null}
 */
function show(blocks, page, number) {
  /** @type {Board | null} */
  let board = null;
  for (const block of blocks) {
    if (block.kind === "position" || block.kind === "board") {
      board = drawn(block.text, "look");
      const figure = framed(board, block.text);
      page.append(block.kind === "position" ? withHands(figure, block.text, number) : figure);
    } else if (block.kind === "puzzles") page.append(practice(block, number));
    else if (block.kind === "list") {
      page.append(h(
        "ul",
        { class: "points" },
        lines(block.runs).map((item) => h("li", {}, inline(item, board))),
      ));
    } else if (block.kind === "words") page.append(h("p", {}, inline(block.runs, board)));
    else {
      page.append(
        h("pre", { tabindex: 0 }, block.kind === "clauses" ? numbered(block.text) : block.text),
      );
    }
  }
  return board;
}

/** @param {string} text */
const numbered = (text) =>
  text.trimEnd().split("\n").map((line, index) => `${index + 1}. ${line}`).join("\n");

/** @param {Runs} runs */
function lines(runs) {
  /** @type {Run[][]} */
  const found = [[]];
  for (const run of runs) {
    const [first, ...others] = typeof run === "string" ? run.split("\n") : [run];
    found[found.length - 1].push(first);
    found.push(...others.map((other) => [other]));
  }
  return found;
}

/** @param {Runs} runs @param {Board | null} board */
const inline = (runs, board) =>
  runs.flatMap((run) => (typeof run === "string" ? marked(run) : reference(run.cell, board)));

/** @param {string} text */
const marked = (text) =>
  text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("*")) return h("i", {}, part.slice(1, -1));
    return part;
  });

/** @param {string} text */
const parsed = (text) => {
  const [level, ...rows] = text.trim().split("\n").map((line) => line.trim());
  const [width, height, mines] = (level.match(/\d+/g) ?? []).map(Number);
  return { level, rows, width, height, mines };
};

/** @param {string} text @param {string} mode */
function drawn(text, mode) {
  const { rows, width, height, mines } = parsed(text);
  const board = h("sapper-board", {
    mode,
    fixed: true,
    "aria-label": t.board(width, height, mines),
  });
  board.load(width, height, rows);
  return board;
}

/** @param {Board} board @param {string} text @param {...Child} below */
function framed(board, text, ...below) {
  const { width, height, mines } = parsed(text);
  return h(
    "figure",
    {},
    h("div", { class: "room" }, board),
    h("figcaption", { class: "muted small" }, words.size(width, height, mines)),
    ...below,
  );
}

// Adds a link to You are the agent below a position, in the lessons about clauses.
/** @param {HTMLElement} figure @param {string} text @param {number | null} number */
function withHands(figure, text, number) {
  if (number === null || number < 2 || number > 6) return figure;
  const code = encodeURIComponent(`${text.trim().split(/\s+/).join("!")}+hands`);
  const link = h("a", { href: `#watch/${code}` }, t.handsHere);
  figure.querySelector("figcaption")?.append(" · ", link);
  return figure;
}

/** @param {Api.BlockForm} block @param {number | null} number */
function practice(block, number) {
  const answer = { safe: claimed, safest: judgedByRisk, best: judgedByValue }[block.asks ?? "safe"];
  /** @param {string} position */
  const tried = (position) => withHands(puzzle(position, answer), position, number);
  const place = h(
    "div",
    { class: "tries" },
    block.positions.map((position) => tried(position)),
  );
  const more = h(
    "button",
    {
      class: "b",
      onclick: () =>
        guarded(async () => {
          const { position } = await api(`/lessons/${number}/puzzle`, null, "POST");
          const another = tried(position);
          place.append(another);
          another.scrollIntoView({ block: "nearest" });
        }),
    },
    icon("new"),
    t.another,
  );
  return h(
    "section",
    { class: "puzzles", "aria-label": t.practice },
    h("p", { class: "muted small" }, block.asks !== "safe" ? t.howToGuess : t.howTo),
    place,
    more,
  );
}

/** @param {string} position @param {Judge} answer */
export function puzzle(position, answer) {
  const board = drawn(position, "play");
  const said = h("div", { class: "said" });
  const level = parsed(position).level;
  const now = () => `${[level, ...board.rows].join("\n")}\n`;
  board.addEventListener("act", ({ detail: { kind, cell } }) =>
    guarded(async () => {
      board.settle();
      const symbol = board.symbol(cell);
      if (kind === "flag" && (symbol === "." || symbol === "F")) {
        return board.set([cell], symbol === "F" ? "." : "F");
      }
      if (kind !== "open" || symbol !== ".") {
        return undefined;
      }
      const answers = await answer(board, cell, now());
      said.replaceChildren(...answers);
      say(answers[0].textContent);
      return undefined;
    }));
  return framed(board, position, said);
}

/** @type {Judge} */
async function claimed(board, cell, position) {
  const name = cellName(cell, board.width);
  const reason = await api("/explain", { position, cell: name });
  if (!reason.certain) {
    board.mark({ mines: reason.with_mine });
    return [h("p", {}, t.uncertain(name))];
  }
  if (reason.claim === "mine") {
    board.mark({});
    return [h("p", {}, t.isMine(name))];
  }
  board.set([cell], "+");
  const { odds } = await api("/analyse", { position });
  const safe = odds?.safe ?? [];
  const left = safe.filter((other) => board.symbol(board.named(other) ?? -1) !== "+").length;
  const words = h("p", {}, t.isSafe(name), " ", left ? t.left(left) : t.allFound);
  return [words, ...argument(reason, board)];
}

// The chance of a mine in each cell, or Infinity for open cells.
/** @param {Api.OddsJson | null} odds */
const risksIn = (odds) => odds?.odds.flat().map((risk) => risk ?? Infinity) ?? [];

/** @type {Judge} */
export async function judgedByRisk(board, cell, position) {
  const { odds } = await api("/analyse", { position });
  const name = cellName(cell, board.width);
  const risks = risksIn(odds);
  const best = Math.min(...risks.filter((_, other) => board.symbol(other) !== "F"));
  const safest = risks[cell] <= best + 1e-9;
  board.mark({ [safest ? "safe" : "cells"]: [cell] });
  return [h("p", {}, t.risk(name, share(risks[cell])), " ", safest ? t.safest : t.notSafest)];
}

/** @type {Judge} */
export async function judgedByValue(board, cell, position) {
  const [{ odds }, found] = await Promise.all([
    api("/analyse", { position }),
    api("/value", { position }),
  ]);
  const risks = risksIn(odds);
  /** @type {(other: number, win: number) => [string, string, string]} */
  const figures = (other, win) => [cellName(other, board.width), chance(risks[other]), chance(win)];
  const { win = 0, error = 0 } = found.moves.find((move) => board.named(move.cell) === cell) ?? {};
  const [best] = found.moves;
  // Two estimates count as equal if they differ by no more than their error.
  const isBest = win >= best.win - 2 * Math.hypot(error, best.error) - 1e-9;
  board.mark({ [isBest ? "safe" : "cells"]: [cell] });
  return [
    h(
      "p",
      {},
      t.value(...figures(cell, win)),
      " ",
      isBest ? t.best : t.notBest(...figures(board.named(best.cell) ?? -1, best.win)),
    ),
  ];
}

/**
 * @typedef {object} Answer the place for an answer
 * @property {HTMLElement} element
 * @property {() => string} text
 * @property {(text: string) => boolean} begin fills in the beginning of an answer, unless something
 *   would be lost
 * @property {(text: string) => void} [replace] keeps an earlier answer as comments
 */

/** @param {Api.ExerciseForm} exercise */
function question({ number, title, blocks, form, how, goal }) {
  const section = h("section", { class: "exercise", "aria-label": number });
  const mark = h("span", { class: "tag sure", hidden: !solved().has(number) }, t.done);
  section.append(h("h3", {}, `${number} ${title} `, mark));
  const board = show(blocks, section, null);
  const answer = form === "position" ? painted() : written(form, t.answer(number), board);
  const said = h("p", { class: "verdict" });
  const help = h("div", { class: "help" });
  const solution = h("button", {
    class: "b",
    type: "button",
    hidden: (tries.get(number) ?? 0) < TRIES,
    onclick: () =>
      guarded(async () => {
        const found = await api(`/lessons/exercises/${number}/solution`);
        assist(t.solutionIs, found, found.answer);
      }),
  }, t.solution);
  const hint = h("button", {
    class: "b",
    type: "button",
    onclick: () =>
      guarded(async () => {
        const found = await api(`/lessons/exercises/${number}/hint`);
        assist(t.begins, found, answer.begin(found.answer) ? "" : found.answer);
      }),
  }, t.hint);

  const position = blocks.find(({ kind }) => kind === "position")?.text ?? "";
  const hands = h("button", {
    class: "b",
    type: "button",
    hidden: !goal,
    onclick: () =>
      guarded(async () => {
        const { byHand } = await import("./kb/by_hand.js");
        await byHand(position, goal, (proof) => {
          answer.replace?.(proof);
          ask();
        });
      }),
  }, t.byHand);

  /** @param {string} label @param {Api.HelpForm} found @param {string} shown */
  function assist(label, found, shown) {
    const example = shown && form === "position" ? drawn(shown, "look") : null;
    help.replaceChildren(
      ...(shown ? [h("p", {}, label)] : []),
      ...(example
        ? [framed(example, shown)]
        : shown
        ? [h("pre", { tabindex: 0 }, shown.trimEnd())]
        : []),
      ...(found.words ? [h("p", {}, inline(found.runs, example ?? board))] : []),
    );
    say([shown && label, shown, found.words].filter(Boolean).join(" ") || t.filledIn);
  }

  const ask = () =>
    guarded(async () => {
      if (!answer.text().trim()) {
        said.className = "verdict";
        said.textContent = t.noAnswer;
        say(t.noAnswer);
        return;
      }
      const found = await api("/lessons/check", { exercise: number, answer: answer.text() });
      said.className = `verdict ${found.correct ? "right" : "wrong"}`;
      said.replaceChildren(
        h("b", { "aria-hidden": "true" }, found.correct ? "✓ " : "✗ "),
        spoken("span", {}, found.runs, board),
      );
      say(plain(found.runs));
      if (found.correct) {
        remember(number);
        mark.hidden = false;
        return;
      }
      tries.set(number, (tries.get(number) ?? 0) + 1);
      solution.hidden = (tries.get(number) ?? 0) < TRIES;
    });
  const tap = board && (form === "cells" || form in KEYS) ? t.tapCells : "";
  section.append(
    h("p", { class: "muted small" }, form === "position" ? t.howToPaint : how),
    tap ? h("p", { class: "muted small" }, tap) : "",
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          ask();
        },
      },
      answer.element,
      h("div", { class: "acts" }, h("button", { class: "b main" }, t.check), hands, hint, solution),
    ),
    said,
    help,
  );
  return section;
}

/** @param {string} form @param {string} label @param {Board | null} board @returns {Answer} */
function written(form, label, board) {
  const short = ["cells", "number", "numbers", "chance", "literals"].includes(form);
  const field = h(short ? "input" : "textarea", {
    class: "answer",
    "aria-label": label,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    rows: short ? null : 6,
  });
  /** @param {string} text */
  const insert = (text) => {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    field.dispatchEvent(new Event("input"));
  };
  const keys = KEYS[form] ?? [];
  if (form === "cells" && board) clickable(board, field);
  else if (keys.length && board) {
    board.setAttribute("mode", "play");
    board.addEventListener("act", ({ detail: { cell } }) => {
      board.settle();
      const before = field.value.slice(0, field.selectionStart ?? 0);
      insert((/\w$/.test(before) ? " " : "") + cellName(cell, board.width));
    });
  }
  return {
    element: h(
      "div",
      { class: "written" },
      keys.length > 0 &&
        h(
          "div",
          { class: "keys", role: "toolbar", "aria-label": t.keys },
          keys.map((key) =>
            h("button", {
              class: "b sq",
              type: "button",
              "aria-label": t.keyNames[key],
              title: t.keyNames[key],
              // Keep the focus in the field, so that the keyboard of a phone stays open.
              onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
              onclick: () => insert(key),
            }, key)
          ),
        ),
      field,
    ),
    text: () => field.value,
    begin: (text) => {
      if (!text || field.value.trim()) return false;
      field.value = short ? text : `${text}\n`;
      field.dispatchEvent(new Event("input"));
      return true;
    },
    replace: (text) => {
      const before = field.value.split("\n").filter((line) => line.trim() && !text.includes(line));
      field.value = [text, ...before.map((line) => line.replace(/^(?!#)/, "# "))].join("\n");
      field.dispatchEvent(new Event("input"));
    },
  };
}

/** @returns {Answer} */
function painted() {
  const painter = new Painter({ most: 10, changed: () => {} });
  const { board, palette, fields, undoButton, redoButton, clearButton } = painter;
  painter.load("5x3x2", Array(3).fill("....."));
  board.setAttribute("fixed", "");
  return {
    element: h(
      "div",
      { class: "painted", onkeydown: painter.key },
      fields,
      palette,
      h("div", { class: "room" }, board),
      h("div", { class: "acts" }, undoButton, redoButton, clearButton),
    ),
    text: () => (/[^.]/.test(board.rows.join("")) ? painter.text : ""),
    begin: (text) => {
      const { level, rows } = parsed(text);
      painter.change(rows, level); // undo brings back the old position
      return true;
    },
  };
}

/** @param {Board} board @param {HTMLInputElement | HTMLTextAreaElement} field */
function clickable(board, field) {
  board.setAttribute("mode", "play");
  const named = () =>
    field.value.toUpperCase().split(/[\s,;]+/).filter((word) => board.named(word) !== null);
  const show = () => board.mark({ cells: named() });
  board.addEventListener("act", ({ detail: { cell } }) => {
    board.settle();
    const name = cellName(cell, board.width);
    const chosen = named();
    field.value = (chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
      .join(" ");
    show();
  });
  field.addEventListener("input", show);
}

await sheet("lessons.css");
customElements.define("sapper-lessons", Lessons);
