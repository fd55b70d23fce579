"""connection.js: if the server does not answer, the page keeps asking until it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.modules import anew, blank_page

SET_UP = """async () => {
    window.asked = 0;
    window.status = 0; // of the answer, 0 for none
    window.fetch = async () => {
        asked++;
        if (!status) throw new TypeError("Failed to fetch");
        return new Response("{}", { status });
    };
    window.backs = 0;
    document.addEventListener("back", () => backs++);
    window.connection = await import("/connection.js");
}"""
STATE = "[document.getElementById('away').hidden, asked, backs]"


@pytest.fixture(scope="module")
def timed_page(browser: Any) -> Iterator[Any]:
    """A German page whose clock advances only when the test says so."""
    with blank_page(browser, locale="de-DE") as page:
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        yield page


def test_the_server_is_asked_every_second_until_it_is_back(timed_page: Any) -> None:
    """An error does not count as an answer. When the server is back, views are notified once."""
    page = anew(timed_page)
    page.evaluate(SET_UP)
    assert page.evaluate(STATE) == [True, 0, 0]
    page.evaluate("connection.lost(); connection.lost(); connection.lost()")
    assert page.evaluate(STATE) == [False, 0, 0]
    said = "Keine Verbindung. Deine Partie ist gesichert und geht weiter, wenn wieder eine besteht."
    assert page.evaluate("document.getElementById('away').textContent") == said
    for asked in (1, 2):
        page.clock.run_for(1000)
        assert page.evaluate(STATE) == [False, asked, 0]
    page.evaluate("status = 503")
    page.clock.run_for(1000)
    assert page.evaluate(STATE) == [False, 3, 0]
    page.evaluate("status = 200")
    page.clock.run_for(1000)
    page.wait_for_function("backs > 0")
    assert page.evaluate(STATE) == [True, 4, 1]
    page.clock.run_for(10_000)
    assert page.evaluate(STATE) == [True, 4, 1]
    page.evaluate("status = 0; connection.lost()")  # a second time
    assert page.evaluate(STATE) == [False, 4, 1]


def test_what_a_view_needs_is_asked_for_until_it_is_there(timed_page: Any) -> None:
    """`aboutFor` waits for the server. A view that was left in the meantime gets no answer."""
    page = anew(timed_page)
    page.evaluate(SET_UP)
    page.evaluate(
        """async () => {
            const { aboutFor } = await import("/dom.js");
            const [stays, leaves] = [document.createElement("i"), document.createElement("i")];
            document.body.append(stays, leaves);
            window.found = [];
            aboutFor(stays).then((one) => found.push(["stays", one]));
            aboutFor(leaves).then((one) => found.push(["leaves", one ?? null]));
            leaves.remove();
        }"""
    )
    page.wait_for_function("!document.getElementById('away').hidden")
    page.evaluate("status = 200")
    page.clock.run_for(1000)
    page.wait_for_function("found.length === 2")
    assert sorted(page.evaluate("found")) == [["leaves", None], ["stays", {}]]
