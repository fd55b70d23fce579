"""worker.js caches the page's own files, and nothing else, for use without a connection."""

from __future__ import annotations

from typing import Any

import pytest

from web.modules import anew

SAFE = "https://sapper.test"  # caches need a secure context

# Prepares a page to run the worker as a script, with a fake network and fake events.
SET_UP = """async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    const FILES = { version: "2", names: ["/", "app.js"], needs: {} };
    window.importScripts = () => Object.assign(window, { FILES });
    window.network = () => new Response("new");
    window.fetch = async (request) => network(request);
    Cache.prototype.addAll = async function (requests) {
        for (const one of requests) await this.put(one, await fetch(one));
    };
    window.happen = async (kind) => {
        const late = [];
        dispatchEvent(Object.assign(new Event(kind), { waitUntil: (work) => late.push(work) }));
        await Promise.all(late);
    };
    window.clients = { claim: () => (window.claimed = true) };
    window.skipWaiting = () => (window.skipped = true);
    window.ask = async (url, method = "GET") => {
        let answer;
        const late = [];
        const event = Object.assign(new Event("fetch"), {
            request: new Request(url, { method }),
            respondWith: (promise) => (answer = promise),
            waitUntil: (promise) => late.push(promise) });
        dispatchEvent(event);
        if (!answer) return "not its business";
        const found = await answer.then((one) => one.text(), (problem) => problem.message);
        await Promise.all(late);
        return found;
    };
}"""
AWAY = "() => { window.network = () => { throw new TypeError('Failed to fetch'); }; }"


@pytest.fixture
def worker(english_page: Any) -> Any:
    """A page loaded over TLS that runs the service worker's script."""
    page = anew(english_page, SAFE)
    page.evaluate(SET_UP)
    page.add_script_tag(url="/worker.js")
    return page


def ask(page: Any, *arguments: str) -> Any:
    return page.evaluate("(given) => ask(...given)", arguments)


def test_the_files_of_the_server_come_first(worker: Any) -> None:
    """Files come from the server, or from the cache if the server is unreachable or fails."""
    worker.evaluate("happen('install')")
    worker.evaluate("() => { window.network = () => new Response('newer'); }")
    assert ask(worker, "/app.js") == "newer"
    for away in (AWAY, "() => { window.network = () => new Response('no', { status: 502 }); }"):
        worker.evaluate(away)
        assert [ask(worker, path) for path in ("/", "/app.js", "/app.js?anew")] == ["new"] * 3
    assert ask(worker, "/unknown.js") == "no"
    worker.evaluate(AWAY)
    assert ask(worker, "/unknown.js") == ""


@pytest.mark.parametrize(
    ("url", "method"),
    [
        ("/api/games", "GET"),
        ("/app.js", "POST"),
        ("https://elsewhere.test/app.js", "GET"),
    ],
)
def test_what_is_not_kept(worker: Any, url: str, method: str) -> None:
    """The worker ignores the API, requests that change something, and other servers."""
    assert ask(worker, url, method) == "not its business"
    assert worker.evaluate("caches.keys()") == []


def test_what_older_workers_have_kept_is_dropped(worker: Any) -> None:
    """A new worker deletes the caches of older workers and takes over open pages immediately."""
    worker.evaluate("caches.open('sapper-1')")
    worker.evaluate("happen('install')")
    worker.evaluate("happen('activate')")
    assert worker.evaluate("caches.keys()") == ["sapper-2"]
    assert worker.evaluate("[skipped, claimed]") == [True, True]
