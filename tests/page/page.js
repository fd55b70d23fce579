// A page without a browser, in which tests of the page's modules run:
//
//   import { equal, page } from "./page.js";
//   import { cellName } from "page/dom.js";
//   Deno.test("cells are named by column and row", () => equal(cellName(7, 5), "C2"));
//
// Import this file first, because some modules look around when they load. Each test starts with an
// empty page and empty storage. Time passes only in `later`. The server gives the answers in
// `page.answers`, and is unreachable at any other address. What needs a layout, styles or real keys
// is tested in a browser (tests/web/js and tests/web/test_browser_*.py).

import { fakeDocument, FakeElement, FakeNode, FakeText, fakeWindow, kinds } from "./elements.js";

// An import of node:assert would bring the types of Node, where setTimeout returns no number.
const assert = /** @type {any} */ (globalThis).process.getBuiltinModule("node:assert/strict");
/** @type {(actual: unknown, expected: unknown, message?: string) => void} */
export const equal = assert.deepEqual;
/** @type {(value: unknown, message?: string) => void} */
export const ok = assert.ok;
/** @type {(text: string, pattern: RegExp, message?: string) => void} */
export const match = assert.match;

/** @param {number[]} actual @param {number[]} expected */
export function near(actual, expected, within = 1e-9) {
  equal(actual.length, expected.length);
  actual.forEach((one, i) =>
    ok(Math.abs(one - expected[i]) <= within, `${one} is not ${expected[i]} (number ${i})`)
  );
}

/** @typedef {{ method: string, path: string, headers: Headers, body: any }} Asked */
/** @typedef {{ due: number, number: number, action: (...given: any[]) => unknown }} Timer */

const realTimeout = globalThis.setTimeout;

class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  /** @type {any[]} */ sent = [];
  /** @type {number | undefined} */ code;
  /** @type {() => void} */ onopen = () => {};
  /** @type {(event: { data: string }) => void} */ onmessage = () => {};
  /** @type {(event: { code: number }) => void} */ onclose = () => {};

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    page.sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  /** @param {number} [code] */
  close(code) {
    this.readyState = 2; // the answer to that comes when the test says so
    this.code = code;
  }

  // What the server does.

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {unknown} value */
  say(value) {
    if (this.readyState === 1) this.onmessage({ data: JSON.stringify(value) });
  }

  end(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

// Tabs of the same page. All get the message, except the tab that sends it.
class FakeChannel {
  /** @type {Set<FakeChannel>} */ static #all = new Set();
  /** @type {(event: { data: any }) => void} */ onmessage = () => {};

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    FakeChannel.#all.add(this);
  }

  /** @param {unknown} data */
  postMessage(data) {
    for (const one of FakeChannel.#all) {
      if (one !== this && one.name === this.name) one.onmessage({ data: structuredClone(data) });
    }
  }

  close() {
    FakeChannel.#all.delete(this);
  }
}

class FakeStorage {
  /** @type {Map<string, string>} */ values = new Map();

  /** @param {string} key */
  getItem(key) {
    return this.values.get(key) ?? null;
  }

  /** @param {string} key @param {unknown} value */
  setItem(key, value) {
    this.values.set(key, String(value));
  }

  /** @param {string} key */
  removeItem(key) {
    this.values.delete(key);
  }
}
const { setItem } = FakeStorage.prototype;

// Answers of the server by method and address without the query. A function is called with each
// request. An answer is a JSON value, or a Response.
/** @type {Record<string, unknown>} */
const NONE = {};

export const page = {
  storage: new FakeStorage(),
  languages: ["en-GB"],
  /** The media queries that hold. @type {string[]} */ media: [],
  /** @type {(() => void)[]} */ mediaListeners: [],
  /** @type {FakeSocket[]} */ sockets: [],
  /** @type {Asked[]} */ asked: [],
  answers: NONE,
  now: 0,
  /** @type {Timer[]} */ timers: [],

  // The main element.
  /** @returns {any} */
  get main() {
    return fakeDocument.getElementById("main");
  },
};

// The texts of all elements below `root` that match a selector.
/** @param {string} selector @param {any} [root] @returns {string[]} */
export function texts(selector, root = page.main) {
  return all(selector, root).map((one) => one.textContent);
}

/** @param {string} selector @param {any} [root] @returns {any[]} */
export function all(selector, root = page.main) {
  return root.querySelectorAll(selector);
}

// The one element below `root` that matches a selector.
/** @param {string} selector @param {any} [root] @returns {any} */
export function one(selector, root = page.main) {
  const found = all(selector, root);
  equal(found.length, 1, `${found.length} elements match ${selector}`);
  return found[0];
}

/** @param {string} text @param {any} [root] @returns {any} */
export function button(text, root = page.main) {
  const found = all("button", root).filter((one) => one.textContent === text);
  equal(found.length, 1, `${found.length} buttons say ${text}`);
  return found[0];
}

// Lets everything happen that needs no time, such as the server's answers.
/** @type {() => Promise<unknown>} */
export const settle = () => new Promise((done) => realTimeout(done));

// Lets time pass, with all timers that are due.
/** @param {number} ms */
export async function later(ms) {
  await settle();
  const end = page.now + ms;
  for (;;) {
    const [next] = page.timers.toSorted((a, b) => a.due - b.due || a.number - b.number);
    if (!next || next.due > end) break;
    page.timers = page.timers.filter((one) => one !== next);
    page.now = next.due;
    next.action(page.now);
    await settle();
  }
  page.now = end;
}

let timers = 0;
/** @param {(...given: any[]) => unknown} action @param {number} [ms] */
function fakeTimeout(action, ms = 0) {
  page.timers.push({ due: page.now + ms, number: ++timers, action });
  return timers;
}
/** @param {number} number */
function fakeClear(number) {
  page.timers = page.timers.filter((one) => one.number !== number);
}

/** @param {string} url @param {RequestInit} [options] */
async function fakeFetch(url, { method = "GET", headers, body } = {}) {
  /** @type {Asked} */
  const asked = {
    method,
    path: url,
    headers: new Headers(headers),
    body: typeof body === "string" ? JSON.parse(body) : body,
  };
  page.asked.push(asked);
  const key = `${method} ${url.split("?")[0]}`;
  if (!Object.hasOwn(page.answers, key)) throw new TypeError("Failed to fetch");
  const given = page.answers[key];
  const answer = typeof given === "function" ? await given(asked) : given;
  return answer instanceof Response ? answer.clone() : Response.json(answer);
}

const globals = {
  window: globalThis,
  document: fakeDocument,
  addEventListener: fakeWindow.addEventListener.bind(fakeWindow),
  removeEventListener: fakeWindow.removeEventListener.bind(fakeWindow),
  dispatchEvent: fakeWindow.dispatchEvent.bind(fakeWindow),
  Node: FakeNode,
  Text: FakeText,
  Element: FakeElement,
  HTMLElement: FakeElement,
  Image: FakeElement,
  customElements: {
    /** @type {(tag: string, kind: new () => FakeElement) => unknown} */
    define: (tag, kind) => kinds.set(tag, kind),
  },
  Storage: FakeStorage,
  WebSocket: FakeSocket,
  BroadcastChannel: FakeChannel,
  performance: { now: () => page.now },
  fetch: fakeFetch,
  setTimeout: fakeTimeout,
  clearTimeout: fakeClear,
  /** @param {() => void} action */
  requestAnimationFrame: (action) => fakeTimeout(action, 16),
  cancelAnimationFrame: fakeClear,
  getComputedStyle: () => ({ getPropertyValue: () => "" }), // no stylesheet has been loaded
  /** @param {string} query */
  matchMedia: (query) => ({
    get matches() {
      return page.media.includes(query);
    },
    /** @param {string} _ @param {() => void} listener */
    addEventListener: (_, listener) => page.mediaListeners.push(listener),
  }),
  location: Object.assign(new URL("http://sapper.test/")),
  history: {
    /** @param {null} _ @param {string} __ @param {string} hash */
    replaceState: (_, __, hash) => void (location.hash = hash),
  },
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
Object.defineProperty(globalThis, "localStorage", { get: () => page.storage, configurable: true });
Object.defineProperty(navigator, "languages", { get: () => page.languages, configurable: true });

// A stylesheet is loaded at once.
const { append } = fakeDocument.head;
fakeDocument.head.append = (...nodes) => {
  append.call(fakeDocument.head, ...nodes);
  for (const node of nodes) /** @type {FakeNode} */ (node).dispatchEvent(new Event("load"));
};

// Each test starts with an empty page. Modules stay loaded.
function begin() {
  page.storage.values.clear();
  Object.assign(page, { media: [], sockets: [], asked: [], answers: {}, timers: [] });
  FakeStorage.prototype.setItem = setItem;
  fakeDocument.body.replaceChildren(
    ...[["main", "main"], ["div", "away"], ["div", "say"]].map(([tag, id]) =>
      Object.assign(fakeDocument.createElement(tag), { id })
    ),
  );
  Object.assign(fakeDocument, { title: "", activeElement: fakeDocument.body });
  /** @type {any} */ (fakeDocument.getElementById("away")).hidden = true;
}
begin();
Deno.test.beforeEach(begin);
