// The service worker keeps the page's own files, so that the page opens without a connection. Newer
// files from the server come first. Games and analyses are never kept.

const KEPT = "sapper-shell-2";
const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());

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
    const kept = await caches.open(KEPT);
    try {
      const response = await fetch(event.request);
      if (response.ok) event.waitUntil(kept.put(event.request, response.clone()));
      return response;
    } catch (problem) {
      const found = await kept.match(event.request, { ignoreSearch: true });
      if (found) return found;
      throw problem;
    }
  })());
});
