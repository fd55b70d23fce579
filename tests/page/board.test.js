import { all, equal, later, ok, page, texts } from "./page.js";
import { cellName } from "page/dom.js";
import { settings } from "page/settings.js";
import "page/board.js";

/** @type {any} */
let board;
/** @type {unknown[]} What the board has asked for. */
let acts;
/** @type {(number | null)[]} The cells that the pointer was on. */
let points;
let drawn = 0;

/** @param {string[]} rows @param {string} [mode] */
function mount(rows, mode) {
  board = document.createElement("sapper-board");
  [acts, points, drawn] = [[], [], 0];
  if (mode) board.setAttribute("mode", mode);
  page.main.replaceChildren(board);
  /** @type {(kind: string, listener: (event: any) => unknown) => void} */
  const on = (kind, listener) => board.addEventListener(kind, listener);
  on("act", ({ detail }) => acts.push([detail.kind, detail.cell]));
  on("done", () => acts.push(["done"]));
  on("point", ({ detail }) => points.push(detail.cell));
  on("drawn", () => drawn++);
  board.load(rows[0].length, rows.length, rows);
}

/** @param {number} index @returns {any} */
const cell = (index) => all("[role=gridcell]", board).find((one) => one.index === index);
const labels = () =>
  all("[role=row]", board).map((row) =>
    all("[role=gridcell]", row).map((one) => one.getAttribute("aria-label"))
  );
/** @param {string} selector */
const found = (selector) => all(selector, board).map((one) => one.index);
const tabStops = () => all('[tabindex="0"]', board).length;

// A mouse or key event on a cell, as a browser would send it.
/** @param {string} kind @param {number} at @param {object} [more] */
const send = (kind, at, more = {}) =>
  cell(at).dispatchEvent(
    Object.assign(new Event(kind, { bubbles: true, cancelable: true }), {
      ...{ button: 0, buttons: 0, detail: 1 },
      ...more,
    }),
  );
/** @param {string} key @param {object} [more] */
const press = (key, more = {}) => send("keydown", board.focusedCell, { key, ...more });

// -- content --------------------------------------------------------------------------------------

Deno.test("every cell says its name and what it is, and only numbers are written on it", () => {
  mount([".F+*XW012345678"]);
  const states = [
    ...["hidden", "flagged", "given as safe", "mine", "exploded mine", "wrong flag", "empty"],
    ..."12345678",
  ];
  equal(labels(), [states.map((state, i) => `${cellName(i, 15)} ${state}`)]);
  equal(texts("[role=gridcell]", board), [...Array(7).fill(""), ..."12345678"]);
});

Deno.test("the grid states its size, names its rows and columns, and is one tab stop", () => {
  for (const [width, height] of [[1, 1], [30, 2], [1, 100], [100, 1]]) {
    mount(Array(height).fill(".".repeat(width)));
    const attributes = ["role", "aria-rowcount", "aria-colcount"];
    const stated = attributes.map((name) => board.getAttribute(name));
    equal(stated, ["grid", String(height), String(width)]);
    const rows = Array.from({ length: height }, (_, y) => y);
    const columns = Array.from({ length: width }, (_, x) => x);
    equal(
      labels(),
      rows.map((y) => columns.map((x) => `${cellName(y * width + x, width)} hidden`)),
    );
    const letters = columns.map((x) => cellName(x, width).slice(0, -1));
    equal(texts(".heads .head", board), ["", ...letters]);
    equal(texts("[role=row] .head", board), rows.map((y) => String(y + 1)));
    equal([tabStops(), board.focusedCell], [1, 0]);
  }
});

Deno.test("a change is drawn, and what stays the same is not", () => {
  mount(["....", "...."]);
  drawn = 0;
  board.set([1, 6, 7], "12.", 1);
  equal(labels(), [
    ["A1 hidden", "B1 1", "C1 hidden", "D1 hidden"],
    ["A2 hidden", "B2 hidden", "C2 2", "D2 hidden"],
  ]);
  equal([board.rows, drawn], [[".1..", "..2."], 1]);
  board.set([1, 6], "12");
  equal(drawn, 1);
  board.set([6], "."); // undo the change
  equal([cell(6).getAttribute("aria-label"), cell(6).textContent], ["C2 hidden", ""]);
});

Deno.test("another board of the same size leaves nothing behind", () => {
  mount(["...", "..."]);
  board.mark({ safe: [1] });
  board.overlay([0, 1, 0.5, null, null, null]);
  board.question(4, true);
  board.question(5, true);
  board.load(3, 2, ["1..", "..0"]);
  equal(found("[data-m], [data-o], [data-q]"), []);
  equal([board.rows, board.questions], [["1..", "..0"], []]);
  equal(board.classList.contains("odds"), false);
  equal(labels()[1], ["A2 hidden", "B2 hidden", "C2 empty"]);
});

Deno.test("a board of another size begins anew, without zoom, focus and marks", () => {
  mount(["...", "..."]);
  board.focusOn(5);
  board.zoom(40);
  board.mark({ safe: [5] });
  board.load(1, 2, ["1", "."]);
  equal(labels(), [["A1 1"], ["A2 hidden"]]);
  equal([board.focusedCell, board.style.getPropertyValue("--cell")], [0, ""]);
  board.mark({ mines: [1] });
  equal([cell(0), cell(1)].map((one) => one.dataset.m), [undefined, "mines"]);
});

Deno.test("a large board is drawn over several frames, the nearest rows first", async () => {
  for (const [width, height] of [[100, 90], [40, 13]]) {
    mount(Array(height).fill(".".repeat(width)));
    const [size, row] = [width * height, Math.floor(height / 2)];
    board.set(Array.from({ length: size }, (_, i) => i), "0".repeat(size), row * width + 3);
    const first = found("[data-s='0']");
    equal(first.length, 240);
    const far = Math.max(...first.map((i) => Math.abs(Math.floor(i / width) - row)));
    ok(far <= Math.ceil(Math.ceil(240 / width) / 2), `${far} rows away`);
    equal(board.rows, Array(height).fill("0".repeat(width)));
    board.set([0], "5"); // a move meanwhile is not overwritten by what is still to be drawn
    await later(1000);
    equal(found("[data-s='.']"), []);
    equal(labels()[0].slice(0, 2), ["A1 5", "B1 empty"]);
  }
});

// -- names ----------------------------------------------------------------------------------------

Deno.test("the name of a cell leads to the cell", () => {
  for (const [width, height] of [[1, 1], [30, 16], [28, 3], [100, 100]]) {
    board = Object.assign(document.createElement("sapper-board"), { width, height });
    for (let i = 0; i < width * height; i++) equal(board.named(cellName(i, width)), i);
  }
});

Deno.test("a text that is not the name of a cell leads nowhere", () => {
  mount(["....", "....", "...."]);
  const wrong = ["E1", "A4", "AA1", "A0", "D0", "A", "1", "", "a1", "A1 ", "A-1", "A01", "A1B2"];
  for (const name of wrong) equal(board.named(name), null, name);
});

// -- marks, odds, question marks, stars -----------------------------------------------------------

const marks = () =>
  Object.fromEntries(
    all("[data-m]", board).map((one) => [cellName(one.index, 4), one.dataset.m]),
  );

Deno.test("of several marks the most important one is shown, and new ones replace them", () => {
  mount(["....", "...."]);
  board.mark({ clues: ["A1", "B2"], safe: [1], mines: ["D2"], known: [7, 6] });
  equal(marks(), { A1: "clues", B2: "clues", B1: "safe", D2: "mines", C2: "known" });
  equal(["clues", "safe", "conflict"].map((kind) => board.shows(kind)), [true, true, false]);
  board.mark({ conflict: ["A1"], safe: ["A1", "Z9", "A0"], cells: [99] });
  equal(marks(), { A1: "conflict" });
  const kinds = ["known", "region", "cells", "clues", "mines", "safe", "conflict"];
  for (let least = 0; least < kinds.length; least++) {
    board.mark(Object.fromEntries(kinds.slice(0, least + 1).toReversed().map((one) => [one, [0]])));
    equal(marks(), { A1: kinds[least] });
  }
  board.mark({});
  equal(marks(), {});
});

Deno.test("odds are said and shown on hidden cells", () => {
  mount(["..F.", "1+.."]);
  board.overlay([0, 1, 0.5, 0.004, 0.3, 1 / 3, 0.996, null]);
  equal(labels(), [
    ["A1 hidden, safe", "B1 hidden, mine", "C1 flagged, 50%", "D1 hidden, <1%"],
    ["A2 1", "B2 given as safe, 33%", "C2 hidden, >99%", "D2 hidden"],
  ]);
  const shown = all("[role=gridcell]", board).map((one) => [
    one.dataset.o,
    one.dataset.t,
    one.style.getPropertyValue("--p"),
  ]);
  equal(shown, [
    ["safe", "", "0%"],
    ["mine", "", "100%"],
    ["open", "50", "50%"],
    ["open", "<1", "0%"],
    [undefined, undefined, ""],
    ["open", "33", "33%"],
    ["open", ">99", "100%"],
    [undefined, undefined, ""],
  ]);
  board.set([0], "1"); // an open cell has no odds
  equal([labels()[0][0], cell(0).dataset.o], ["A1 1", undefined]);
  board.overlay(null);
  equal([found("[data-o]"), board.classList.contains("odds")], [[], false]);
  equal(labels()[0][2], "C1 flagged");
});

Deno.test("a cell with a question mark counts as hidden, and a flag replaces the mark", () => {
  mount(["...", "..."]);
  for (const index of [0, 4, 5]) board.question(index, true);
  equal([labels()[0][0], board.symbol(0)], ["A1 question mark", "."]);
  board.question(4, false);
  board.set([5], "F");
  equal([board.questions, labels()[1]], [[0], ["A2 hidden", "B2 hidden", "C2 flagged"]]);
});

Deno.test("stars and the cell that is pointed at are shown until others take their place", () => {
  mount(["...", "..."]);
  board.star([2, "A2"]);
  board.point(1);
  equal([found("[data-star]"), found(".pointed")], [[2, 3], [1]]);
  board.star(null);
  board.point(4);
  equal([found("[data-star]"), found(".pointed")], [[], [4]]);
  board.point(null);
  equal(found(".pointed"), []);
});

// -- by keyboard ----------------------------------------------------------------------------------

// The focused cell after each key press. A key may have "Control+" in front.
/** @param {string[]} keys */
const walked = (keys) =>
  keys.map((name) => {
    const [key, control] = name.split("+").reverse();
    press(key, { ctrlKey: control === "Control" });
    const { index } = /** @type {any} */ (document.activeElement);
    equal([index, tabStops()], [board.focusedCell, 1]);
    return index;
  });

Deno.test("arrows stop at the edge, and Home, End and Page keys move to the ends", () => {
  mount(["....", "....", "...."]);
  board.focusOn(0);
  equal(walked(["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]), [0, 0, 1, 5]);
  equal(walked(["End", "ArrowRight", "PageDown", "ArrowDown"]), [7, 7, 11, 11]);
  equal(walked(["Home", "PageUp", "Control+End", "Control+Home"]), [8, 0, 11, 0]);
  equal(points.at(-1), 0, "what is focused is pointed at");
});

Deno.test("on a board of one cell, all keys stay on the cell", () => {
  mount(["."], "play");
  board.focusOn(0);
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp"];
  equal(walked([...keys, "PageDown", "Control+Home", "Control+End"]), Array(10).fill(0));
  press(" ");
  equal(acts, [["open", 0]]);
});

Deno.test("Space and Enter open a cell or the cells around a number, and F flags a cell", () => {
  for (const [mode, numbers] of [["play", "chord"], ["paint", "open"]]) {
    mount(["10.+F"], mode);
    [..."10.+F"].forEach((symbol, index) => {
      board.focusOn(index);
      acts = [];
      for (const key of [" ", "Enter", "f", "F", "x"]) press(key);
      press("f", { ctrlKey: true });
      const open = ["10".includes(symbol) ? numbers : "open", index];
      const done = mode === "paint" ? [["done"]] : [];
      equal(acts, [open, ...done, open, ...done, ["flag", index], ["flag", index]]);
    });
  }
  mount(["10.+F"], "look");
  for (const key of [" ", "Enter", "f"]) press(key);
  equal(acts, []);
});

Deno.test("assistive technology can focus and click a cell", () => {
  mount(["1.."], "play");
  for (const index of [2, 0]) send("click", index, { detail: 0 });
  equal([acts, board.focusedCell], [[["open", 2], ["chord", 0]], 0]);
  send("focusin", 1);
  equal(board.focusedCell, 1);
  board.setAttribute("mode", "look");
  acts = [];
  send("click", 2, { detail: 0 });
  equal(acts, []);
});

// -- by mouse -------------------------------------------------------------------------------------

Deno.test("an opened cell looks pressed from the press until the server answers", () => {
  mount(["....", "...."], "play");
  send("mousedown", 1, { buttons: 1 });
  equal([found(".pressed"), acts, board.pressing], [[1], [], true]);
  send("mousemove", 2, { buttons: 1 });
  equal(found(".pressed"), [2]);
  send("mouseup", 2);
  equal([found(".pressed"), acts, board.pressing], [[2], [["open", 2]], false]);
  board.settle();
  equal(found(".pressed"), []);
  send("mousedown", 2, { buttons: 1 });
  board.dispatchEvent(new Event("mouseleave"));
  equal(found(".pressed"), []);
  dispatchEvent(new Event("mouseup")); // outside of the board
  equal(acts, [["open", 2]]);
});

Deno.test("the cells of moves that wait look pressed, also if the pointer goes elsewhere", () => {
  mount(["...", ".1.", "..."]);
  board.hold({ kind: "open", cell: 0 }, true);
  send("mousedown", 2, { buttons: 1 });
  send("mouseup", 2);
  board.settle();
  equal([found(".held"), found(".pressed")], [[0], []]);
  board.hold({ kind: "chord", cell: 4 }, true);
  equal(found(".held"), [0, 1, 2, 3, 5, 6, 7, 8]);
  board.hold({ kind: "chord", cell: 4 }, false);
  equal(found(".held"), []);
});

Deno.test("the right button flags a cell when it is pressed, not when it is released", () => {
  mount(["...."], "play");
  send("mousedown", 3, { button: 2, buttons: 2 });
  equal(acts, [["flag", 3]]);
  send("mouseup", 3, { button: 2 });
  equal([acts, found(".pressed")], [[["flag", 3]], []]);
});

Deno.test("there are four ways to open around a number, and flags stay closed", () => {
  const ways = {
    middle: () => send("mousedown", 4, { button: 1, buttons: 4 }),
    shift: () => send("mousedown", 4, { buttons: 1, shiftKey: true }),
    both: () => {
      send("mousedown", 4, { button: 2, buttons: 2 });
      send("mousedown", 4, { buttons: 3 });
    },
  };
  for (const begin of Object.values(ways)) {
    mount([".F.", ".2.", "0.."], "play");
    begin();
    equal(found(".pressed"), [0, 2, 3, 5, 7, 8]);
    acts = [];
    send("mouseup", 4);
    send("mouseup", 4, { button: 2 });
    equal([acts, found(".pressed")], [[["chord", 4]], []]);
  }
  acts = [];
  send("dblclick", 4);
  equal(acts, [["chord", 4]]);
});

Deno.test("cells in the first and the last column are not neighbours", () => {
  mount(["...", "1.1", "..."], "play");
  send("mousedown", 3, { button: 1, buttons: 4 });
  equal(found(".pressed"), [0, 1, 4, 6, 7]);
  send("mousemove", 5, { buttons: 4 });
  equal(found(".pressed"), [1, 2, 4, 7, 8]);
  dispatchEvent(new Event("blur")); // the window loses the focus
  equal([found(".pressed"), board.pressing], [[], false]);
  send("mouseup", 5, { button: 1 });
  equal(acts, []);
});

Deno.test("a setting lets a single click open the cells around a number", () => {
  settings.chordByClick = true;
  mount(["1.0"], "play");
  for (const index of [0, 1, 2]) {
    send("mousedown", index, { buttons: 1 });
    send("mouseup", index);
  }
  settings.chordByClick = false;
  equal(acts, [["chord", 0], ["open", 1], ["open", 2]]);
});

Deno.test("dragging with either button paints each cell once, and then says done", () => {
  mount(["....", "...."], "paint");
  for (const [button, brush] of /** @type {const} */ ([[0, "open"], [2, "flag"]])) {
    acts = [];
    send("mousedown", 0, { button, buttons: button || 1 });
    for (const index of [0, 1, 1, 5]) send("mousemove", index, { buttons: button || 1 });
    send("mouseup", 5, { button });
    equal(acts, [[brush, 0], [brush, 1], [brush, 5], ["done"]]);
  }
});

Deno.test("each cell under the pointer is reported once, and null when the pointer leaves", () => {
  mount(["..", ".."], "look");
  for (const index of [0, 0, 3]) send("mousemove", index);
  board.dispatchEvent(new Event("mouseleave"));
  equal([points, acts], [[0, 3, null], []]);
});

// -- by touch -------------------------------------------------------------------------------------

/** @param {string} kind @param {number} at @param {...[number, number]} fingers */
const touch = (kind, at, ...fingers) =>
  send(kind, at, { touches: fingers.map(([clientX, clientY]) => ({ clientX, clientY })) });

/** @param {number} index */
function tapped(index) {
  acts = [];
  touch("touchstart", index, [5, 5]);
  touch("touchend", index);
  return acts;
}

Deno.test("taps open cells, or flag them if the switch says so, but not at the first move", () => {
  mount(["1...", "...."], "play");
  equal([tapped(2), tapped(0)], [[["open", 2]], [["chord", 0]]]);
  board.flagging = true;
  equal([tapped(2), tapped(0)], [[["flag", 2]], [["chord", 0]]]);
  board.fresh = true;
  equal(tapped(2), [["open", 2]]);
  settings.firstTapOpens = false;
  equal(tapped(2), [["flag", 2]]);
  settings.firstTapOpens = true;
});

Deno.test("a finger that moves away does nothing", async () => {
  mount(["1...", "...."], "play");
  touch("touchstart", 2, [5, 5]);
  touch("touchmove", 2, [5, 40]);
  await later(1000);
  touch("touchend", 2);
  equal([acts, found(".pressed, .holding")], [[], []]);
});

Deno.test("a long press flags a cell, or opens it if taps place flags", async () => {
  for (const [flagging, kind] of /** @type {const} */ ([[false, "flag"], [true, "open"]])) {
    mount([".1"], "play");
    board.flagging = flagging;
    touch("touchstart", 0, [5, 5]);
    await later(settings.press - 1);
    equal([acts, found(".holding")], [[], [0]]);
    await later(1);
    equal([acts, found(".holding, .pressed")], [[[kind, 0]], []]);
    touch("touchend", 0);
    equal(acts, [[kind, 0]]);
  }
});

Deno.test("cells grow with the distance between two fingers, from 12 to 96 pixels", () => {
  mount(["....", "...."], "play");
  Object.assign(cell(0), { getBoundingClientRect: () => ({ width: 20 }) });
  touch("touchstart", 1, [50, 9], [70, 9]);
  for (const [apart, size] of [[40, 40], [400, 96], [2, 12]]) {
    touch("touchmove", 1, [60 - apart / 2, 9], [60 + apart / 2, 9]);
    equal(board.style.getPropertyValue("--cell"), `${size}px`);
  }
  touch("touchend", 1);
  equal([acts, page.main.classList.contains("pans")], [[], true]);
  board.zoom(null);
  equal(board.style.getPropertyValue("--cell"), "");
});

Deno.test("a board that was removed ignores the mouse, the window's size and the settings", () => {
  mount(["..."], "play");
  send("mousedown", 1, { buttons: 1 });
  board.fit = () => acts.push(["fit"]);
  dispatchEvent(new Event("resize"));
  equal(acts, [["fit"]]);
  board.remove();
  acts = [];
  dispatchEvent(new Event("mouseup"));
  dispatchEvent(new Event("resize"));
  settings.names = false;
  equal(acts, []);
});
