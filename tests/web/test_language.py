"""Every request is answered in the reader's language, even if a worker or thread answers it."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from sapper.web import job_queue, reviews, tasks, worker
from sapper.web.app import Limits
from sapper.web.job_queue import JobQueue, WatchPlaces
from sapper.web.language import accepted
from sapper.web.reviewer import Reviewer
from sapper.words import LANGUAGES, language, speaking
from web.servers import GENEROUS
from web.test_sentences import ENGLISH as ENGLISH_WORD

POSITION = "3x2x1/any\n1..\n...\n"
ENGLISH, GERMAN = (
    "At least one cell is provably safe.",
    "Mindestens ein Feld ist nachweislich sicher.",
)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("de", "de"),
        ("DE-at", "de"),
        ("de_AT", "en"),
        ("fr, de;q=0.3", "de"),
        ("en;q=0.8, de;q=0.9", "de"),
        ("en, de", "en"),
        ("de;q=0", "en"),
        ("*, de;q=0.5", "en"),
        ("de, *;q=0.5", "de"),
        ("de ; q=0.5 , fr", "de"),
        # malformed or too long
        ("de;q=2", "en"),
        ("de;q=high, fr", "en"),
        ("deutsch", "en"),
        (";;,,=q", "en"),
        ("de" * 9999, "en"),
        ("de\x00", "en"),
        (",".join(["de"] * 9999), "de"),
    ],
)
def test_the_header_chooses(header: str, expected: str) -> None:
    """The header's languages are ranked by weight, then by order. Unreadable parts are ignored."""
    assert accepted(header) == expected


def hinted(client: Any, query: str = "", **headers: str) -> tuple[str, Any]:
    """A hint from a worker, and the headers of the answer."""
    form = {"position": POSITION, "tier": 1}
    answer = client.post(f"/api/hint{query}", json=form, headers=headers)
    assert answer.status_code == 200
    return answer.json()["words"], answer.headers


@pytest.mark.parametrize(
    ("query", "header", "expected"),
    [
        ("", "en", "en"),
        ("", "de-CH, en;q=0.5", "de"),
        ("?language=de", "en", "de"),
        ("?language=en", "de", "en"),
        ("?language=fr", "de", "de"),
        ("?language=", "fr", "en"),
        ("?language=%ff%00&language", ";q", "en"),
    ],
)
def test_an_answer_is_in_the_readers_language(
    client: Any, query: str, header: str, expected: str
) -> None:
    """A worker's answer is also in the reader's language, and its headers name the language."""
    words, headers = hinted(client, query, **{"Accept-Language": header})
    assert words == {"en": ENGLISH, "de": GERMAN}[expected]
    assert headers["Content-Language"] == expected
    assert "Accept-Language" in headers["Vary"]


def test_files_are_the_same_for_everyone(client: Any) -> None:
    """Files are the same in every language, because the page itself chooses its words."""
    answer = client.get("/", headers={"Accept-Language": "de"})
    assert "Content-Language" not in answer.headers
    assert "Accept-Language" not in answer.headers.get("Vary", "")


def test_the_thread_for_moves_uses_the_readers_language(client: Any) -> None:
    """Code in the thread for moves sees the language of the request."""
    server = client.app.state.server

    async def spoken() -> str:
        with speaking("de"):
            return str(await server.at_table(language))

    assert asyncio.run(spoken()) == "de"


def test_a_move_is_refused_in_the_readers_language(client: Any) -> None:
    """A move after the end is refused in German, over the websocket and over HTTP."""
    game = client.post("/api/games", json={"board": "2x1x1/any\n*1\n"}).json()["id"]
    words = "Die Partie ist zu Ende. Fang eine neue an."
    form = {"kind": "open", "cell": 0}
    with client.websocket_connect("/api/play?language=de") as talk:
        for problem in (None, words):
            talk.send_json({"game": game, **form})
            assert talk.receive_json().get("problem") == problem
    answer = client.post(f"/api/games/{game}/moves?language=de", json=form)
    assert (answer.status_code, answer.json()) == (409, {"detail": words})


def test_refusals_are_in_the_readers_language(make_client: Any) -> None:
    """The guard, a route, a worker and a websocket all refuse in German."""
    client = make_client(Limits(body=1000), hosts={"testserver"})
    german = {"Accept-Language": "de"}

    def told(path: str, **more: Any) -> tuple[int, str]:
        headers = german | more.pop("headers", {})
        answer = client.request(more.pop("method", "POST"), path, headers=headers, **more)
        assert answer.headers["Content-Language"] == "de"
        return answer.status_code, answer.json()["detail"]

    assert told("/api/hint", headers={"Host": "evil.example"}) == (
        403,
        "Der Server nimmt diesen Namen nicht an. Mit --allowed-host lässt er sich hinzufügen.",
    )
    assert told("/api/hint", content=b" " * 2000) == (413, "Das ist zu groß: höchstens 0 KiB.")
    assert told("/api/hint", content=iter([b" " * 2000])) == (
        413,
        "Das ist zu groß: höchstens 0 KiB.",
    )
    assert told("/api/nothing") == (404, "An dieser Adresse ist nichts.")
    assert told("/api/hint", method="GET") == (405, "Hier geht nur POST, nicht GET.")
    assert told("/api/lessons/11", method="GET") == (
        404,
        "'11' ist keine Lektion. Es gibt 1 bis 10.",
    )
    status, words = told("/api/hint", json={"position": "3x1x9\n...\n", "tier": 1})
    assert (status, words[:26]) == (422, "Die Stufe 3x1x9/safe geht ")
    with client.websocket_connect("/api/play?language=de") as talk:
        assert (
            talk.receive_json()["problem"] == "Das Cookie des Spielers fehlt. Lade die Seite neu."
        )
    with client.websocket_connect("/api/watch?language=de") as talk:
        talk.send_json({"level": "beginner", "agents": ["nobody"]})
        talk.receive_json()
        assert talk.receive_json()["problem"].startswith("Diesen Agenten gibt es nicht. Es gibt ")


KEPT = re.compile(
    r"""'[^']*'|"[^"]*"|„[^“]*“|`[^`]*`|Nimm single clue.*|Möglich sind .*|Es gibt \w+, .*"""
    r"|no_guess.*"
)
"""what stays English in a German refusal: quotations and the names of programs' values"""


def bad_requests(schema: dict[str, Any], game: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Requests with faults for each route: its method, its address, and the rest."""
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            for name in (game, "A" * 20, "!"):
                address = re.sub(r"\{\w+\}", name, path)
                yield method, address, {}
                yield method, address, {"json": {}}
            for one in route.get("parameters", ()):
                if one["in"] == "query":
                    yield from ((method, address, {"params": {one["name"]: x}}) for x in ("", "x"))
            content = route.get("requestBody", {}).get("content", {}).get("application/json")
            if content is not None:
                form = schema["components"]["schemas"][content["schema"]["$ref"].split("/")[-1]]
                usual = {name: "5x4x3/any" if name == "level" else 1 for name in form["properties"]}
                for name in usual:
                    faults = [{**usual, name: x} for x in (None, -1, "x", "x" * 50_000)]
                    faults += [{name: x} for x in ("x", "2x1x1/any\n21\n")]
                    yield from ((method, address, {"json": fault}) for fault in faults)


def test_every_route_refuses_in_the_readers_language(make_client: Any) -> None:
    """No refusal of any route is the same in German as in English, or has English words."""
    client = make_client(Limits(**GENEROUS))
    game = client.post("/api/games", json={"level": "5x4x3/any"}).json()["id"]
    refused: dict[str, str] = {}
    for method, address, request in bad_requests(client.app.openapi(), game):
        english, german = (
            client.request(method, address, headers={"Accept-Language": one}, **request)
            for one in ("en", "de")
        )
        if 400 <= english.status_code == german.status_code:
            refused[english.json()["detail"]] = german.json()["detail"]
    assert [words for words, german in refused.items() if words == german] == []
    assert [words for words in refused.values() if ENGLISH_WORD.search(KEPT.sub("", words))] == []
    assert len(refused) > 30


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("play", "[]"),
        ("play", "{"),
        ("play", '{"game": "AAAAAAAAAA", "kind": "open", "cell": 1, "after": 0}'),
        ("watch", "{}"),
        ("watch", '{"level": "x", "agents": ["odds"]}'),
        ("watch", '{"level": "easy", "agents": []}'),
        ("watch", '{"level": "easy", "agents": ["odds"], "guess": "x"}'),
        ("watch", '{"level": "101x5x1", "agents": ["odds"]}'),
        ("measure", '{"level": "easy", "agents": ["odds"], "games": 0}'),
        ("measure", '{"level": "easy", "agents": ["nobody"], "games": 1}'),
        ("measure", '{"level": "easy", "agents": ["odds"], "games": 1, "guess": "x"}'),
        ("measure", '{"level": "easy", "agents": ["odds"], "games": 1000000}'),
    ],
)
def test_every_websocket_refuses_in_the_readers_language(client: Any, path: str, sent: str) -> None:
    client.post("/api/games", json={"level": "5x4x3/any"})  # sets the cookie
    refused = []
    for one in LANGUAGES:
        with client.websocket_connect(f"/api/{path}?language={one}") as talk:
            talk.send_text(sent)
            answer = talk.receive_json()
            while "problem" not in answer:
                answer = talk.receive_json()
        refused.append(answer["problem"])
    english, german = refused
    assert english != german
    assert not ENGLISH_WORD.search(KEPT.sub("", german))


def languages() -> Iterator[str]:
    """A stream that yields the current language twice."""
    yield language()
    yield language()


def test_a_worker_speaks_the_language_of_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream uses the language of its question, or English if that is missing or unknown."""
    monkeypatch.setitem(tasks.STREAMS, "watch", languages)
    for wanted, expected in (("de", "de"), ("en", "en"), ("fr", "en"), (None, "en"), (["x"], "en")):
        request = {"task": "watch", **({} if wanted is None else {"language": wanted})}
        told = list(worker.answer(request))
        assert told == [{"frame": expected}, {"frame": expected}, {"last": True}]
    assert language() == "en"


def test_the_question_carries_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question to a worker names the client's language."""
    asked = []

    def exchange(_worker: Any, question: dict[str, Any], _seconds: float) -> tuple[bytes, bool]:
        asked.append(question["language"])
        return b'{"answer": 1}\n', False

    monkeypatch.setattr(job_queue, "hire", lambda: Mock(status=None))
    monkeypatch.setattr(job_queue, "_exchange", exchange)
    jobs = JobQueue()
    for name in LANGUAGES:
        with speaking(name):
            jobs.ask("read", data="")
    assert asked == list(LANGUAGES)


def test_a_measurement_carries_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker that runs a measurement is told the client's language."""

    async def question() -> bytes:
        with speaking("de"):
            async with WatchPlaces().worker("", task="measure") as (_, place):
                theirs = place.worker.other_end  # type: ignore[union-attr]
                return await asyncio.get_running_loop().sock_recv(theirs, 1000)

    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    hired = SimpleNamespace(line=ours, other_end=theirs, end=lambda: 0)
    monkeypatch.setattr(job_queue, "hire", lambda: hired)
    try:
        assert b'"language": "de"' in asyncio.run(question())
    finally:
        theirs.close()


def test_a_review_is_made_once_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request in a different language starts a second review instead of waiting for the first."""
    games = SimpleNamespace(record=lambda _: "")
    store = SimpleNamespace(helps=lambda _: [], select=lambda _: [])
    unused: Any = SimpleNamespace()
    reviewer = Reviewer(store, games, unused, unused)  # type: ignore[arg-type]
    monkeypatch.setattr(reviews, "keep", lambda *_: None)
    seat: Any = SimpleNamespace(row=SimpleNamespace(id="game"))

    def ask(task: str, **_: Any) -> str:
        if language() == "en":  # another request arrives during this review
            with speaking("de"):
                assert reviewer.review(seat, ask) == "review de"
        return f"{task} {language()}"

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(reviewer.review, seat, ask).result() == "review en"
