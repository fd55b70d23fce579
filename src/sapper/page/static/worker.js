// The service worker caches all files of the page, so that every view opens without a connection.
// As long as the server answers, the page uses the files from the server. When any file changes,
// files.js changes too, and browsers install the service worker again.

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
worker.importScripts("files.js");
const KEPT = `sapper-${FILES.version}`;

worker.addEventListener("install", (event) =>
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    await kept.addAll(FILES.names.map((name) => new Request(name, { cache: "no-cache" })));
    await worker.skipWaiting();
  })()));

worker.addEventListener("activate", (event) =>
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await worker.clients.claim();
  })()));

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (
    event.request.method !== "GET" || url.origin !== location.origin ||
    url.pathname.startsWith("/api")
  ) return;
  event.respondWith((async () => {
    const response = await fetch(event.request).catch(() => null);
    // When the server is unreachable, a proxy may answer with an error.
    if (response && response.status < 500) return response;
    const kept = await caches.open(KEPT);
    const found = await kept.match(event.request, { ignoreSearch: true });
    return found ?? response ?? Response.error();
  })());
});
