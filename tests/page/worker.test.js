import { equal, page } from "./page.js";

// A cache of answers by address without the query.
class FakeCache {
  /** @type {Map<string, Response>} */ kept = new Map();

  /** @param {Request[]} requests */
  async addAll(requests) {
    for (const request of requests) this.kept.set(request.url, await fetch(request));
  }

  /** @param {Request} request @param {{ ignoreSearch: boolean }} options */
  async match({ url }, { ignoreSearch }) {
    return this.kept.get(ignoreSearch ? url.split("?")[0] : url)?.clone();
  }
}

/** @type {Map<string, FakeCache>} */
const stored = new Map();
/** @type {() => Response} */
let network = () => new Response("new");
const away = () => {
  throw new TypeError("Failed to fetch");
};
/** @type {string[]} */
const done = [];
/** @type {Record<string, (event: any) => void>} */
const listeners = {};

const Plain = Request;
Object.assign(globalThis, {
  // The worker names its files relative to the page.
  Request: class extends Plain {
    /** @param {string} url @param {RequestInit} [options] */
    constructor(url, options) {
      super(new URL(url, location.href), options);
    }
  },
  fetch: async () => network(),
  importScripts: (/** @type {string} */ name) => {
    equal(name, "files.js");
    Object.assign(globalThis, { FILES: { version: "2", names: ["/", "app.js"], needs: {} } });
  },
  clients: { claim: async () => done.push("claim") },
  skipWaiting: async () => done.push("skip"),
  addEventListener: (/** @type {string} */ kind, /** @type {any} */ listener) => {
    listeners[kind] = listener;
  },
});
Object.defineProperty(globalThis, "caches", {
  value: {
    keys: async () => [...stored.keys()],
    delete: async (/** @type {string} */ name) => stored.delete(name),
    open: async (/** @type {string} */ name) => {
      if (!stored.has(name)) stored.set(name, new FakeCache());
      return stored.get(name);
    },
  },
});
await import(`page/worker.js`);

Deno.test.beforeEach(() => {
  stored.clear();
  network = () => new Response("new");
});

/** @param {"install" | "activate"} kind */
async function happen(kind) {
  /** @type {Promise<unknown>[]} */
  const work = [];
  listeners[kind]({ waitUntil: (/** @type {Promise<unknown>} */ one) => work.push(one) });
  await Promise.all(work);
}

/** @param {string} url @param {string} [method] */
async function ask(url, method = "GET") {
  /** @type {Promise<Response> | undefined} */
  let answer;
  listeners.fetch({
    request: new Request(url, { method }),
    respondWith: (/** @type {Promise<Response>} */ given) => (answer = given),
  });
  return answer ? (await answer).text() : "not its business";
}

Deno.test("files come from the cache only if the server is away or fails", async () => {
  await happen("install");
  network = () => new Response("newer");
  equal(await ask("/app.js"), "newer");
  for (const failure of [away, () => new Response("no", { status: 502 })]) {
    network = failure;
    for (const path of ["/", "/app.js", "/app.js?anew"]) equal(await ask(path), "new");
  }
  equal(await ask("/unknown.js"), "no");
  network = away;
  equal(await ask("/unknown.js"), "");
});

Deno.test("the worker ignores the API, changes and other servers", async () => {
  equal(await ask("/api/games"), "not its business");
  equal(await ask("/app.js", "POST"), "not its business");
  equal(await ask("https://elsewhere.test/app.js"), "not its business");
  equal([...stored.keys()], []);
  equal(page.asked, []);
});

Deno.test("a new worker deletes older caches and takes over open pages", async () => {
  stored.set("sapper-1", new FakeCache());
  done.length = 0;
  await happen("install");
  await happen("activate");
  equal([...stored.keys()], ["sapper-2"]);
  equal(done, ["skip", "claim"]);
});
