"""A blank page on which a test imports JavaScript modules, without a server or a view.

    with blank_page(browser) as page:
        page.evaluate("async () => (await import('/dom.js')).cellName(7, 5)")

Tests of modules that need no browser are in tests/page.

Requests for the page's files are answered from the source folder. All other requests are refused,
so a test that forgets to fake one of the server's answers fails immediately.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sapper.page.files import STATIC

ORIGIN = "http://sapper.test"
# The elements every view needs: the main one, a lost-connection banner and one for announcements.
BODY = '<main id="main"></main><div id="away" hidden></div><div id="say"></div>'
BLANK = f'<!doctype html><meta charset="utf-8"><title>blank</title><body>{BODY}</body>'


def _answer(route: Any) -> None:
    path = route.request.url.split("/", 3)[3].split("?")[0].split("#")[0]
    file = (STATIC / path).resolve()
    if path == "blank":
        route.fulfill(body=BLANK, content_type="text/html")
    elif file.is_file() and file.is_relative_to(STATIC):
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        route.fulfill(body=file.read_bytes(), content_type=kind)
    else:
        route.abort()


@contextmanager
def blank_page(browser: Any) -> Iterator[Any]:
    """A blank page. The test fails if the page reports an error."""
    size = {"width": 1280, "height": 860}
    context = browser.new_context(viewport=size, service_workers="block", locale="en-GB")
    context.route("**/*", _answer)
    page = context.new_page()
    page.set_default_timeout(60_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{ORIGIN}/blank")
    yield page
    context.close()
    assert problems == []


def emptied(page: Any) -> Any:
    """Remove the test's elements from the page. Loaded modules stay loaded."""
    page.evaluate(
        "(body) => { document.body.innerHTML = body; localStorage.clear(); location.hash = ''; }",
        BODY,
    )
    return page


def anew(page: Any) -> Any:
    """Load the blank page again, with empty storage and no loaded modules."""
    page.goto(f"{ORIGIN}/blank")
    page.evaluate("localStorage.clear()")
    return page
