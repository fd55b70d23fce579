"""wire.js: moves go over a websocket, or over HTTP if the socket is late, silent or closed.

The socket, the requests and the clock are fakes, so tests don't have to wait.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from web.modules import ORIGIN, anew, blank_page

# `sockets` lists the fake sockets in the order of creation, and `asked` the HTTP requests.
# `answers` contains the replies to the requests: [status, body], or null for no reply.
FAKES = """async () => {
    window.sockets = [];
    window.asked = [];
    window.answers = [];
    window.WebSocket = class FakeSocket {
        static OPEN = 1;
        readyState = 0;
        sent = [];
        constructor(url) { this.url = url; sockets.push(this); }
        open() { this.readyState = 1; this.onopen(); }
        send(text) { this.sent.push(text); }
        say(value) { if (this.readyState === 1) this.onmessage({ data: JSON.stringify(value) }); }
        close() { this.readyState = 2; } // what it says to that comes when the test says so
        end() { this.readyState = 3; this.onclose(); }
    };
    window.fetch = async (path, { method, body } = {}) => {
        asked.push([method ?? "GET", path, body === undefined ? null : JSON.parse(body)]);
        const answer = answers.shift();
        if (!answer) throw new TypeError("Failed to fetch");
        return new Response(JSON.stringify(answer[1]), { status: answer[0] });
    };
    const { Wire } = await import("/wire.js");
    window.wire = new Wire();
    // A move, whose end is noted in `outcomes`.
    window.outcomes = [];
    window.move = (cell, after) => {
        wire.move("GAME", { kind: "open", cell, after }).then(
            (answer) => outcomes.push(answer),
            (problem) => {
                const { stack, ...given } = Object.fromEntries(
                    Object.getOwnPropertyNames(problem).map((key) => [key, problem[key]]));
                outcomes.push(given);
            });
    };
}"""
ASKED = ["POST", "/api/games/GAME/moves", {"kind": "open", "cell": 7, "after": 3}]
ABOUT = ["GET", "/api/about", None]


@pytest.fixture(scope="module")
def timed_page(browser: Any) -> Iterator[Any]:
    """A page whose clock advances only when the test says so."""
    with blank_page(browser) as page:
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        yield page


@pytest.fixture
def wire(timed_page: Any) -> Any:
    """A page with a connection that is not open yet."""
    anew(timed_page).evaluate(FAKES)
    return timed_page


def outcomes(page: Any, count: int) -> Any:
    """Wait for this many moves to finish, and return their outcomes."""
    page.wait_for_function("(count) => outcomes.length >= count", arg=count)
    found = page.evaluate("outcomes")
    assert len(found) == count
    return found


def later(page: Any, milliseconds: int) -> None:
    page.clock.run_for(milliseconds)


@pytest.mark.parametrize(("origin", "expected"), [(ORIGIN, "ws"), ("https://sapper.test", "wss")])
def test_the_socket_is_as_safe_as_the_page(timed_page: Any, origin: str, expected: str) -> None:
    """A page that was loaded over TLS also uses TLS for its websocket."""
    anew(timed_page, origin).evaluate(FAKES)
    timed_page.evaluate("wire.open()")
    assert timed_page.evaluate("sockets.map((one) => one.url)") == [
        f"{expected}://sapper.test/api/play?language=en"
    ]


def test_a_move_goes_over_the_socket(wire: Any) -> None:
    """A move names the game and the number of earlier moves. The next message is the answer."""
    wire.evaluate("wire.open(); sockets[0].open(); move(7, 3);")
    assert [json.loads(text) for text in wire.evaluate("sockets[0].sent")] == [
        {"game": "GAME", "kind": "open", "cell": 7, "after": 3}
    ]
    wire.evaluate("sockets[0].say({ cells: [7], symbols: '1', moves: 4 })")
    assert outcomes(wire, 1) == [{"cells": [7], "symbols": "1", "moves": 4}]
    wire.evaluate("move(8, 4); sockets[0].say({ cells: [8], symbols: '2', moves: 5 })")
    assert outcomes(wire, 2)[1] == {"cells": [8], "symbols": "2", "moves": 5}
    later(wire, 60_000)  # an answered move has no timeout
    assert wire.evaluate("[asked.length, sockets.length, sockets[0].readyState]") == [0, 1, 1]


@pytest.mark.parametrize("opened", ["", "wire.open();", "wire.open(); wire.close();"])
def test_without_a_socket_a_move_goes_over_http(wire: Any, opened: str) -> None:
    wire.evaluate(f"{opened} answers = [[200, {{ moves: 4 }}]]; move(7, 3);")
    assert outcomes(wire, 1) == [{"moves": 4}]
    assert wire.evaluate("asked") == [ASKED]
    assert wire.evaluate("wire.ready") is False


def test_a_refusal_on_the_socket_is_the_answer(wire: Any) -> None:
    """A refused move is not repeated over HTTP, because it was certainly not made."""
    wire.evaluate(
        "wire.open(); sockets[0].open(); move(7, 3);"
        "sockets[0].say({ problem: 'the game is over: start a new one', status: 409 })"
    )
    (problem,) = outcomes(wire, 1)
    assert problem == {"message": "The game is over: start a new one.", "status": 409}
    assert wire.evaluate("asked") == []
    wire.evaluate("move(8, 3); sockets[0].say({ moves: 4 })")
    assert outcomes(wire, 2)[1] == {"moves": 4}


def test_a_move_that_the_socket_took_along_is_asked_for_again(wire: Any) -> None:
    """A move that got no answer is sent again over HTTP, with the same move count."""
    wire.evaluate(
        "wire.open(); sockets[0].open(); move(7, 3);"
        "answers = [[200, {}], [200, { moves: 4 }]]; sockets[0].end()"
    )
    assert outcomes(wire, 1) == [{"moves": 4}]
    assert wire.evaluate("asked") == [ABOUT, ASKED]


def test_a_move_that_may_have_been_made_is_doubtful(wire: Any) -> None:
    """The game has one more move than expected, perhaps this move, so the caller must check."""
    wire.evaluate(
        "wire.open(); sockets[0].open(); move(7, 3); answers = [[200, {}],"
        "[412, { detail: 'the game has 4 moves, not 3: reload it' }]]; sockets[0].end()"
    )
    (problem,) = outcomes(wire, 1)
    assert problem == {
        "message": "The game has 4 moves, not 3: reload it.",
        "status": 412,
        "doubtful": True,
    }


def test_a_refusal_over_http_alone_is_not_doubtful(wire: Any) -> None:
    wire.evaluate("answers = [[412, { detail: 'the game has 4 moves, not 3' }]]; move(7, 3)")
    (problem,) = outcomes(wire, 1)
    assert problem == {"message": "The game has 4 moves, not 3.", "status": 412}


def test_silence_everywhere_is_doubtful_and_shown(wire: Any) -> None:
    """If neither the socket nor HTTP answers, the banner says so. The move may have been made."""
    wire.evaluate("wire.open(); sockets[0].open(); move(7, 3); sockets[0].end()")
    (problem,) = outcomes(wire, 1)
    assert problem == {
        "message": "No connection to the server.",
        "doubtful": True,
        "away": True,
    }
    assert wire.evaluate("document.getElementById('away').hidden") is False


def test_a_socket_that_says_nothing_is_given_up(wire: Any) -> None:
    """The page gives up a silent socket after four seconds, and ignores its late messages."""
    wire.evaluate(
        "wire.open(); sockets[0].open(); move(7, 3); answers = [[200, {}], [200, { moves: 4 }]]"
    )
    later(wire, 3999)
    assert wire.evaluate("[asked.length, sockets[0].readyState]") == [0, 1]
    later(wire, 1)
    assert outcomes(wire, 1) == [{"moves": 4}]
    assert wire.evaluate("[asked, sockets[0].readyState]") == [[ABOUT, ASKED], 2]
    # The old socket closes after the new one has opened, and must not affect the new one.
    later(wire, 500)
    wire.evaluate("sockets[1].open(); sockets[0].end(); move(8, 4); sockets[0].say({ moves: 99 })")
    assert wire.evaluate("[wire.ready, outcomes.length, sockets.length]") == [True, 1, 2]
    wire.evaluate("sockets[1].say({ moves: 5 })")
    assert outcomes(wire, 2)[1] == {"moves": 5}
    later(wire, 60_000)
    assert wire.evaluate("sockets.length") == 2


def test_it_connects_again_less_and_less_often(wire: Any) -> None:
    """The pauses between attempts double from half a second to ten seconds."""
    wire.evaluate("answers = Array(20).fill([200, {}]); wire.open()")
    for number, pause in enumerate([500, 1000, 2000, 4000, 8000, 10_000, 10_000], 1):
        wire.evaluate("sockets.at(-1).end()")
        later(wire, pause - 1)
        assert wire.evaluate("sockets.length") == number
        later(wire, 1)
        assert wire.evaluate("sockets.length") == number + 1
    wire.evaluate("sockets.at(-1).open(); sockets.at(-1).end()")
    later(wire, 500)
    assert wire.evaluate("sockets.length") == 9
    assert wire.evaluate("document.getElementById('away').hidden"), "the server answers"


def test_retry_connects_at_once(wire: Any) -> None:
    """`retry` connects immediately, but does nothing while a socket exists or after `close`."""
    wire.evaluate("answers = [[200, {}]]; wire.retry(); wire.open(); wire.retry()")
    assert wire.evaluate("sockets.length") == 1
    wire.evaluate("sockets[0].end(); wire.retry()")
    assert wire.evaluate("sockets.length") == 2
    later(wire, 60_000)
    assert wire.evaluate("sockets.length") == 2
    wire.evaluate("sockets[1].open(); wire.retry(); wire.close(); sockets[1].end(); wire.retry()")
    later(wire, 60_000)
    assert wire.evaluate("[sockets.length, asked.length]") == [2, 1]


def test_once_closed_it_does_not_come_back(wire: Any) -> None:
    wire.evaluate("answers = [[200, {}]]; wire.open(); sockets[0].end(); wire.close()")
    later(wire, 60_000)
    assert wire.evaluate("sockets.length") == 1


def test_a_move_under_way_survives_the_end_of_its_view(wire: Any) -> None:
    """If the connection is closed before the answer arrives, the move is sent again over HTTP."""
    wire.evaluate(
        "wire.open(); sockets[0].open(); move(7, 3); wire.close();"
        "answers = [[200, { moves: 4 }]]; sockets[0].end()"
    )
    assert outcomes(wire, 1) == [{"moves": 4}]
    assert wire.evaluate("asked") == [ASKED], "nobody asks whether the server is there"
