"use strict";
// The review of one game: the position before each move, what the move cost, and why.
/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {Api.ReplayedGameForm & { server: string, names: Record<string, string> }} */
const data = JSON.parse($("data").textContent);
const { width, height, moves, names } = data; // names of labels, techniques and results
const last = moves.length; // this step is the end of the game

/**
 * @template {keyof HTMLElementTagNameMap | "svg" | "path" | "text" | "circle" | "rect" | "use"} Tag
 * @param {Tag} tag
 * @param {Props} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : SVGElement}
 */
function h(tag, attributes = {}, ...children) {
  const svg = ["svg", "path", "text", "circle", "rect", "use"].includes(tag);
  const node = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value != null) node.setAttribute(key, String(value));
  }
  node.append(...children.filter((child) => child != null));
  return /** @type {any} */ (node);
}
const { lang } = document.documentElement;
const locale = navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? lang;
/** @param {string} name */
const icon = (name, kind = "i") =>
  h("svg", { class: kind, "aria-hidden": "true" }, h("use", { href: `#${name}` }));
/** @param {number | null} share */
const percent = (share) =>
  share === null
    ? ""
    : Math.min(1, Math.max(0, share)).toLocaleString(locale, { style: "percent" });
/** @param {number} number */
const decimal = (number) =>
  number.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** @param {number} points */
const signed = (points) => (points ? `${points < 0 ? "−" : "+"}${Math.abs(points)}` : "0");
// What an error cost. It may be less than a point.
/** @param {Api.ReplayedMoveJson} move */
const costOf = ({ label, cost }) =>
  cost
    ? signed(-cost)
    : ["needless guess", "inaccuracy", "mistake", "blunder"].includes(label)
    ? "< 1"
    : "";
/** @param {number} ms */
const clock = (
  ms,
) => [String(Math.floor(ms / 60000)), String(Math.floor(ms / 1000) % 60).padStart(2, "0")];

/** @type {Record<string, [kind: string, text: string]>} */
const SIGNS = {
  "start": ["quiet", "·"],
  "certain": ["quiet", "check"],
  "chord": ["quiet", "check"],
  "flag": ["quiet", "⚑"],
  "flag removed": ["quiet", "–"],
  "wrong flag": ["mistake", "⚑"],
  "unproven flag": ["inaccuracy", "⚑"],
  "needless guess": ["needless", "!"],
  "forced coin toss": ["coin", ""],
  "only move": ["good", "□"],
  "best": ["good", "star"],
  "good": ["good", "✓"],
  "inaccuracy": ["inaccuracy", "?!"],
  "mistake": ["mistake", "?"],
  "blunder": ["blunder", "??"],
};
/** @param {string} label */
function sign(label) {
  const [kind, text] = SIGNS[label];
  const drawn = text === "check" || text === "star";
  return h("span", { class: `lb ${kind}`, "aria-hidden": "true" }, drawn ? icon(text, "") : text);
}

/** @param {Runs} runs */
const words = (runs) =>
  runs.map((run) => (typeof run === "string" ? run : h("span", { class: "ref" }, run.cell)));

/** @type {HTMLElement[]} */
const cells = [];
/** @param {number} cell */
function name(cell) {
  let column = cell % width, letters = "";
  for (column += 1; column > 0; column = Math.floor((column - 1) / 26)) {
    letters = String.fromCharCode(65 + (column - 1) % 26) + letters;
  }
  return letters + (Math.floor(cell / width) + 1);
}
function layBoard() {
  const mid = $("mid");
  mid.style.setProperty("--w", String(width));
  mid.style.setProperty("--h", String(height));
  for (let column = 0; column < width; column++) {
    $("columns").append(h("span", {}, name(column).replace(/\d+/, "")));
  }
  for (let row = 0; row < height; row++) $("rows").append(h("span", {}, String(row + 1)));
  for (let row = 0; row < height; row++) {
    const line = h("div", { class: "row", role: "row" });
    for (let column = 0; column < width; column++) {
      const cell = h("div", { class: "cell", role: "gridcell" });
      cells.push(cell);
      line.append(cell);
    }
    $("grid").append(line);
  }
}
/** @type {Record<string, string>} */
const SAID = {
  ".": "{{hidden}}",
  "F": "{{flag}}",
  "+": "{{given as safe}}",
  "*": "{{mine}}",
  "X": "{{exploded mine}}",
  "W": "{{wrong flag}}",
  "0": "{{empty}}",
  // marks
  "certain": "{{provably safe}}",
  "mine": "{{mine}}",
  "cells": "{{cells}}",
  "clue": "{{clue}}",
  "safe": "{{safe}}",
  "last": "{{last}}",
};
/** @param {string} states @param {Map<number, string[]>} marks */
function drawBoard(states, marks) {
  states.split("").forEach((state, cell) => {
    const node = cells[cell], mark = marks.get(cell);
    node.dataset.s = state;
    if (mark) node.dataset.m = mark.join(" ");
    else delete node.dataset.m;
    const said = [state, ...(mark ?? [])].map((one) => SAID[one] ?? one);
    node.setAttribute("aria-label", [name(cell), ...said].join(" "));
    const piece = "FW".includes(state)
      ? icon("flag", "")
      : "*X".includes(state)
      ? icon("mine", "")
      : "12345678".includes(state)
      ? state
      : "";
    node.replaceChildren(piece);
  });
}
/** @param {Api.ReplayedMoveJson} move */
function marksOf(move) {
  /** @type {Map<number, string[]>} */
  const marks = new Map();
  /** @param {number} cell @param {string} mark */
  const add = (cell, mark) => marks.set(cell, [...(marks.get(cell) ?? []), mark]);
  if (showCertain) {
    move.safe.forEach((cell) => add(cell, "certain"));
    move.mines.forEach((cell) => move.view[cell] !== "F" && add(cell, "mine"));
  }
  const reason = move.mine_proof ?? move.proof;
  (reason?.cells ?? []).forEach((cell) => {
    marks.delete(cell);
    add(cell, "cells");
  });
  (reason?.clues ?? []).forEach((cell) => add(cell, "clue"));
  if (move.proof && move.proof.cell !== move.cell) {
    marks.delete(move.proof.cell);
    add(move.proof.cell, "safe");
  }
  add(move.cell, "last");
  return marks;
}

// A wide board has the graph below it, with the same width.
const wide = width > 1.4 * height && innerWidth > 820;
const box = { left: 30, right: wide ? 734 : 334, top: 6, bottom: wide ? 150 : 112 };
/** @param {number} step */
const x = (step) => box.left + (last ? (step / last) * (box.right - box.left) : 0);
/** @param {number} win */
const y = (win) => box.bottom - Math.min(1, Math.max(0, win)) * (box.bottom - box.top);
const KEY = new Set([
  "needless guess",
  "forced coin toss",
  "only move",
  "best",
  "good",
  "inaccuracy",
  "mistake",
  "blunder",
  "wrong flag",
]);
/** @type {Record<string, string>} */
const SQUARES = { inaccuracy: "low", mistake: "mid", blunder: "bad" };
function drawGraph() {
  const svg = $("graph");
  svg.setAttribute("viewBox", `0 0 ${box.right + 6} ${box.bottom + 22}`);
  for (const part of [0, 0.5, 1]) {
    svg.append(
      h("path", { class: "axis", d: `M${box.left} ${y(part)}H${box.right}` }),
      h("text", { x: box.left - 6, y: y(part) + 4, "text-anchor": "end" }, String(100 * part)),
    );
  }
  /** @type {[number, number][]} */
  const points = moves.flatMap((move, step) =>
    move.win_before === null ? [] : [[x(step), y(move.win_before)]]
  );
  points.push([x(last), y(data.outcome)]);
  const fell = data.result === "lost" && points.length > 1;
  const drawn = fell ? points.slice(0, -1) : points;
  const [across, down] = drawn[drawn.length - 1];
  const path = drawn.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join(" L");
  svg.append(
    h("path", {
      class: "area",
      d: `M${path} L${across} ${box.bottom} L${box.left} ${box.bottom}z`,
    }),
    h("path", { class: "line", d: `M${path}` }),
  );
  if (fell) {
    svg.append(
      h("path", { class: "fall", d: `M${across} ${down} L${x(last)} ${y(data.outcome)}` }),
    );
  }
  const first = moves[0]?.number ?? 1, end = moves.at(-1)?.number ?? 1;
  for (const [step, number] of [[0, first], [last, end]]) {
    svg.append(
      h(
        "text",
        { x: x(step), y: box.bottom + 16, "text-anchor": step ? "end" : "start" },
        `{{move}} ${number}`,
      ),
    );
  }
  moves.forEach((move, step) => {
    if (!KEY.has(move.label) || move.win_before === null) return;
    const [a, b] = [x(step), y(move.win_before)];
    if (move.label === "needless guess") {
      svg.append(h("path", { class: "bad pt", d: `M${a} ${b - 7}l7 12h-14z` }));
    } else if (Object.hasOwn(SQUARES, move.label)) {
      svg.append(
        h("rect", {
          class: `${SQUARES[move.label]} pt`,
          x: a - 5,
          y: b - 5,
          width: 10,
          height: 10,
          rx: 2,
        }),
      );
    } else {
      svg.append(
        h("circle", {
          class: `${move.label === "forced coin toss" ? "toss" : "fine"} pt`,
          cx: a,
          cy: b,
          r: 4.5,
        }),
      );
    }
  });
  svg.append(h("path", { class: "now", id: "now" }));
  svg.addEventListener("click", (event) => {
    const at = (event.clientX - svg.getBoundingClientRect().left) /
      svg.getBoundingClientRect().width * (box.right + 6);
    show(Math.round((at - box.left) / (box.right - box.left) * last));
  });
}

const QUIET = new Set(["certain", "chord", "flag", "flag removed"]);
/** @typedef {HTMLElement[] | null} Fold */
/** @type {{ button: HTMLElement, item: HTMLElement, fold: Fold }[]} */
const entries = []; // for each step, its button and the fold that hides it
function listMoves() {
  const list = $("moves");
  for (let step = 0; step < moves.length;) {
    let end = step;
    while (end < moves.length && QUIET.has(moves[end].label)) end++;
    /** @type {Fold} */
    const fold = end - step > 3 ? [] : null;
    if (fold) {
      const what = `${moves[step].number} {{to}} ${moves[end - 1].number}: ${
        end - step
      } {{moves without risk}}`;
      list.append(h(
        "li",
        { class: "fold" },
        h(
          "button",
          {
            onclick: () =>
              fold.forEach((item) => {
                item.hidden = !item.hidden;
              }),
          },
          h("span", { class: "n" }, "⋯"),
          h("span", {}, what),
        ),
      ));
    }
    for (const to = Math.max(end, step + 1); step < to; step++) {
      const move = moves[step], at = step;
      const lost = costOf(move);
      const cost = lost
        ? h("span", { class: "w down" }, lost)
        : h("span", { class: "w" }, percent(move.win_before));
      const button = h(
        "button",
        { onclick: () => show(at) },
        h("span", { class: "n" }, String(move.number)),
        sign(move.label),
        h("span", { class: "c" }, name(move.cell)),
        h("span", {}, names[move.label]),
        cost,
      );
      const item = h("li", {}, button);
      if (fold && step < end) {
        item.hidden = true;
        fold.push(item);
      }
      entries.push({ button, item, fold });
      list.append(item);
    }
  }
}

/** @param {string} which @param {Api.ReasonsJson | null} reason @param {string} what
 * @param {boolean} isOpen */
function showProof(which, reason, what, isOpen) {
  const proof = /** @type {HTMLDetailsElement} */ ($(`${which}proof`));
  proof.hidden = !reason;
  if (!reason) return;
  proof.open ||= isOpen;
  $(`${which}proof-title`).textContent = `{{Why}} ${name(reason.cell)} ${what}: ${
    names[reason.technique]
  }`;
  $(`${which}steps`).replaceChildren(
    ...reason.steps_runs.map((step) => h("li", {}, h("span", {}, ...words(step)))),
  );
}

let now = last, showCertain = false;
/** @param {number} step */
function show(step) {
  now = Math.max(0, Math.min(last, step));
  const move = moves[now];
  entries.forEach(({ button }, at) =>
    at === now
      ? button.setAttribute("aria-current", "step")
      : button.removeAttribute("aria-current")
  );
  if (entries[now]) {
    const { item, fold } = entries[now];
    if (item.hidden && fold) {
      fold.forEach((one) => {
        one.hidden = false;
      });
    }
    const list = $("moves");
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = Math.max(0, item.offsetTop - list.offsetTop - list.clientHeight / 2);
    }
  }
  $("now").setAttribute("d", `M${x(now)} ${box.top - 4}V${box.bottom}`);
  $("whole-game").hidden = Boolean(move);
  $("one-move").hidden = !move;
  $("step-number").textContent = move
    ? `{{move}} ${move.number} {{of}} ${moves[last - 1].number}`
    : names[data.result];
  const view = move ? move.view : data.end;
  const flags = [...view].filter((state) => state === "F").length;
  $("mines").textContent = String(data.mines - flags);
  const [minutes, seconds] = clock(move ? move.at : moves.at(-1)?.at ?? 0);
  $("clock").replaceChildren(minutes, h("span", { class: "colon" }, ":"), seconds);
  drawBoard(view, move ? marksOf(move) : new Map());
  location.replace(`#${move ? move.number : "end"}`);
  if (!move) return;
  if (
    move.best != null && move.best !== move.cell && ["inaccuracy", "mistake"].includes(move.label)
  ) cells[move.best].append(icon("star", "star"));
  if (!QUIET.has(move.label) && move.label !== "start") {
    cells[move.cell].append(h("span", { class: "badge" }, sign(move.label)));
  }
  $("move-label").replaceChildren(
    sign(move.label),
    `{{Move}} ${move.number}, ${names[move.label]}${costOf(move) && `: ${costOf(move)}`}`,
  );
  $("move-text").replaceChildren(...words(move.text_runs));
  $("move-after").replaceChildren(...words(move.after_text_runs));
  $("chances").hidden = !move.risky;
  $("before").replaceChildren(
    percent(move.win_before),
    h(
      "small",
      {},
      move.win_before_error ? ` ± ${decimal(200 * move.win_before_error)}` : " {{exact}}",
    ),
  );
  $("choice").replaceChildren(
    percent(move.win_choice),
    h(
      "small",
      {},
      move.lost_error ? ` ± ${decimal(200 * move.lost_error)}` : move.exact ? " {{exact}}" : "",
    ),
  );
  $("after").replaceChildren(
    percent(move.win_after),
    h("small", {}, move.win_after_error ? ` ± ${decimal(200 * move.win_after_error)}` : ""),
  );
  showProof("mine-", move.mine_proof, "{{was a mine}}", true);
  showProof(
    "",
    move.proof,
    "{{was safe}}",
    ["needless guess", "blunder"].includes(move.label),
  );
  $("took").textContent = move.ms >= 100 ? `{{It took}} ${decimal(move.ms / 1000)} s.` : "";
  const rows = move.view.match(new RegExp(`.{${width}}`, "g")) ?? [];
  const position = encodeURIComponent([data.level, ...rows].join("!"));
  $("analyse").setAttribute("href", `${data.server}/#analyse/${position}`);
}
const keys = moves.flatMap((move, step) => (move.key ? [step] : []));
const nextKey = () =>
  show(keys.find((step) => step > now) ?? (now === last ? keys[0] ?? last : last));

function moments() {
  for (const step of data.moments) {
    const move = moves[step];
    const lost = costOf(move);
    const worth = lost
      ? h("span", { class: "down" }, lost)
      : h("span", { class: "muted" }, signed(move.gain));
    $("moments").append(
      h(
        "li",
        {},
        h(
          "button",
          { onclick: () => show(step) },
          sign(move.label),
          h("span", {}, h("b", {}, `${move.number}. `), ...words(move.text_runs)),
          worth,
        ),
      ),
    );
  }
  $("no-moments").hidden = data.moments.length > 0;
}
function account() {
  const { start, error, luck } = data.account;
  /** @type {[kind: string, part: number][]} */
  const spent = [
    ["kept", Math.max(0, start - error - Math.max(0, -luck))],
    ["error", error],
    ["luck", Math.abs(luck)],
  ];
  const sum = spent.reduce((total, [, part]) => total + part, 0) || 1;
  $("bar").append(
    ...spent.filter(([, part]) => part > 0).map(([kind, part]) =>
      h("i", { class: kind, style: `flex: ${(part / sum).toFixed(4)}` })
    ),
  );
}

function begin() {
  layBoard();
  drawGraph();
  listMoves();
  moments();
  account();
  if (wide) $("mid").append($("figure"));
  const sizeBadge = () =>
    document.documentElement.style.setProperty(
      "--badge",
      Math.min(1, cells[0].clientWidth / 40).toFixed(2),
    );
  addEventListener("resize", sizeBadge);
  sizeBadge();
  /** @type {Record<string, () => void>} */
  const acts = {
    first: () => show(0),
    back: () => show(now - 1),
    forward: () => show(now + 1),
    key: nextKey,
    end: () => show(last),
  };
  document.querySelectorAll("[data-act]").forEach((node) =>
    node.addEventListener("click", acts[node.getAttribute("data-act") ?? ""])
  );
  /** @type {Record<string, string>} */
  const pressed = {
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "end",
    ArrowDown: "key",
    n: "key",
  };
  document.addEventListener("keydown", (event) => {
    const act = pressed[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[act]();
  });
  const certain = /** @type {HTMLInputElement} */ ($("certain"));
  certain.addEventListener("change", () => {
    showCertain = certain.checked;
    show(now);
  });
  const wanted = moves.findIndex((move) => `#${move.number}` === location.hash);
  show(wanted >= 0 ? wanted : last);
}
begin();
