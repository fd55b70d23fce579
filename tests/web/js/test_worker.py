"""worker.js: the page's own files are kept for when the server is away, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from web.modules import anew

SAFE = "https://sapper.test"  # caches are there only where the page is safe

# The worker as a script of the page; what it does with an event is noted.
SET_UP = """async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    window.network = () => new Response("new");
    window.fetch = async (request) => network(request);
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
    """A safe page with the worker's script."""
    page = anew(english_page, SAFE)
    page.evaluate(SET_UP)
    page.add_script_tag(url="/worker.js")
    return page


def ask(page: Any, *arguments: str) -> Any:
    """What the worker answers."""
    return page.evaluate("(given) => ask(...given)", arguments)


def test_what_is_newer_comes_first(worker: Any) -> None:
    """The server's word while it is there; what it said last when it is away."""
    assert ask(worker, "/app.js") == "new"
    worker.evaluate("() => { window.network = () => new Response('newer'); }")
    assert ask(worker, "/app.js") == "newer"
    worker.evaluate(AWAY)
    assert ask(worker, "/app.js") == "newer"
    assert ask(worker, "/app.js?anew") == "newer"
    assert ask(worker, "/never-seen.js") == "Failed to fetch"


@pytest.mark.parametrize(
    ("url", "method"),
    [
        ("/api/games", "GET"),
        ("/app.js", "POST"),
        ("https://elsewhere.test/app.js", "GET"),
    ],
)
def test_what_is_not_kept(worker: Any, url: str, method: str) -> None:
    """Games and analyses, what changes something, and what is not ours."""
    assert ask(worker, url, method) == "not its business"
    assert worker.evaluate("caches.keys()") == []


def test_errors_are_not_kept(worker: Any) -> None:
    """A page that was not there once must not be missing for good."""
    assert ask(worker, "/app.js") == "new"
    worker.evaluate("() => { window.network = () => new Response('no', { status: 503 }); }")
    assert ask(worker, "/app.js") == "no"
    worker.evaluate(AWAY)
    assert ask(worker, "/app.js") == "new"


def test_what_older_workers_have_kept_is_dropped(worker: Any) -> None:
    """And the pages that are open are served by this one at once."""
    found = worker.evaluate(
        """async () => {
            await caches.open("sapper-shell-1");
            await ask("/app.js");
            const late = [];
            dispatchEvent(new Event("install"));
            dispatchEvent(Object.assign(new Event("activate"),
                { waitUntil: (promise) => late.push(promise) }));
            await Promise.all(late);
            return [await caches.keys(), skipped, claimed];
        }"""
    )
    assert found == [["sapper-shell-2"], True, True]
