"""Rooms: the same board for all, its start, its table, and who may see what."""

from __future__ import annotations

import itertools
import random
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, text

from sapper.agents import make
from sapper.core.board import Board
from sapper.core.game import Game
from sapper.errors import SapperError
from sapper.reason.odds import odds
from sapper.review.summary import ReviewSummary
from sapper.web import daily, live_games, room_reading, room_rows, rooms, schema
from sapper.web.app import Limits, create_app
from sapper.web.room_results import Play, counts, ranked, score, verdict
from sapper.web.server import COOKIE, Server
from sapper.words import say
from web.asking import detail, play, wait_for_reviews
from web.servers import patient

LEVEL = "8x8x12/open"
ANY_RULE = "level 9x9x10/any has no safe first cell: use rule safe or open"
NO_AGENT = "no such agent: use one of odds, champion, textbook"


class Room:
    """A room of a server, as several people see it.

    `now` is the time on the server, in seconds. It stands still until a test changes it.
    """

    def __init__(self, client: TestClient, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
        self.client = client
        self.key = key
        self.now = time.time()
        self.code = ""
        monkeypatch.setattr(rooms, "time", self)
        monkeypatch.setattr(room_reading, "time", self)
        monkeypatch.setattr(live_games, "time", self)
        monkeypatch.setattr("sapper.web.routes.rooms.time", self)
        monkeypatch.setattr("sapper.web.rebuilding.milliseconds", lambda: int(1000 * self.now))
        monkeypatch.setattr(room_reading, "FRESH", 0.0)
        monkeypatch.setattr(room_reading, "FRESH_DAILY", 0.0)

    def time(self) -> float:
        return self.now

    @property
    def server(self) -> Server:
        server: Server = self.client.app.state.server  # type: ignore[attr-defined]
        return server

    def as_(self, name: str) -> TestClient:
        self.client.cookies.clear()
        self.client.cookies.set(COOKIE, self.key + name)
        return self.client

    def ask(self, name: str, path: str = "", form: Any = None, status: int = 0) -> Any:
        url = f"/api/rooms/{self.code}{path}"
        client = self.as_(name)
        answer = client.get(url) if form is None else client.post(url, json=form)
        assert answer.status_code in ((status,) if status else (200, 204)), answer.text
        return answer.json() if answer.content else None

    def make(self, name: str, **form: Any) -> Any:
        form = {"name": name, "level": LEVEL, **form}
        answer = self.as_(name).post("/api/rooms", json=form)
        assert answer.status_code == 201, answer.text
        self.code = answer.json()["code"]
        return answer.json()

    def join(self, *names: str) -> None:
        for name in names:
            self.ask(name, "/join", {"name": name})

    def ready(self, *names: str, board: int = 1) -> Any:
        for name in names:
            form = self.ask(name, "/ready", {"board": board})
        return form

    def game(self, name: str, board: int = 1) -> Any:
        return self.ask(name, "/game", {"board": board})

    def begin(self, *names: str, board: int = 1) -> list[Any]:
        """Start a race, and let these people begin."""
        assert self.ready(*names, board=board)["state"] == "counting"
        self.now += rooms.COUNTDOWN
        return [self.game(name, board) for name in names]

    def wait(self, seconds: float, *names: str) -> Any:
        """Let time pass, while these people's pages ask."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + 10)
            for name in names:
                form = self.ask(name)
        return form

    def board(self, number: int = 1) -> Board:
        room = self.server.rooms.reader.room(self.code)
        return self.server.rooms.reader.board(room, number).parsed()

    def finish(self, name: str, game: Any, how: str = "logic", number: int = 1) -> Any:
        """Play a game to its end: by logic, by luck (with the greatest risks), or onto a mine."""
        board, client = self.board(number), self.as_(name)
        if how == "mine":
            return play(client, game, "open", min(board.mines))
        seat = self.server.games.seat(self.key + name, game["id"])
        agent, answer = make("odds"), None
        while seat.row.outcome is None:
            view = seat.game.view
            if how == "luck":
                risk = odds(view)
                cells = [max((one for one in view.hidden if one not in board.mines), key=risk.risk)]
            else:
                decision = agent.choose(view)
                assert decision is not None
                cells = [one.cell for one in decision.moves if one.kind == "open"]
            for cell in cells:
                if seat.row.outcome is None:
                    answer = play(client, game, "open", cell)
        return answer

    def reviewed(self, name: str) -> Any:
        """The room once all its finished games are reviewed."""
        self.ask(name)
        wait_for_reviews(self.client)
        return self.ask(name)

    def words(self, name: str) -> list[str]:
        return [one["words"] for one in self.ask(name)["said"]]

    def verdict(self, name: str) -> list[str]:
        return [one["words"] for one in self.ask(name)["board"]["verdict"]]


@pytest.fixture
def room(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room of the shared server, with players who are new to it."""
    return Room(client, monkeypatch, f"in-a-room-of-its-own-{time.monotonic_ns()}-")


def test_two_people_race_on_the_same_board_and_see_the_same_table(room: Room) -> None:
    """From the link to the table, and on to the next board."""
    made = room.make("Mira")
    assert [one["words"] for one in made["said"]] == ["Send this link to your friends."]
    room.join("Jonas")
    room.ready("Mira")
    assert room.ask("Jonas")["said"][0]["words"] == "Mira is ready. Are you?"
    assert room.ask("Mira")["said"][0]["words"] == "Waiting for Jonas."
    (mira, jonas) = room.begin("Mira", "Jonas")
    assert mira["rows"] == jonas["rows"]
    assert mira["id"] != jonas["id"]
    assert mira["moves"] == 1
    room.now += 10
    room.finish("Jonas", jonas)
    assert room.ask("Mira")["said"][0]["words"] == "Jonas is done."
    assert room.ask("Mira")["board"]["results"] is None
    early = room.ask("Jonas")
    assert early["said"][0]["words"] == "You are first so far. One is still playing."
    assert [row["state"] for row in early["board"]["results"]] == ["won", "playing"]
    room.now += 2.5
    room.finish("Mira", mira)
    assert room.verdict("Mira")[0].startswith("Jonas won by 2.5 seconds.")
    assert room.words("Mira") == ["Nobody is ready yet."]
    one, other = room.reviewed("Mira"), room.ask("Jonas")
    assert one["state"] == other["state"] == "over"
    for row in (*one["board"]["results"], *other["board"]["results"]):
        del row["you"], row["game"]
    assert one["board"]["results"] == other["board"]["results"]
    table = one["board"]["results"]
    assert [(row["name"], row["place"], row["elapsed"]) for row in table] == [
        ("Jonas", 1, 10_000),
        ("Mira", 2, 12_500),
    ]
    assert one["board"]["verdict"][0]["words"] == "Jonas won by 2.5 seconds. Nobody made an error."
    assert other["board"]["verdict"][0]["words"] == "You won by 2.5 seconds. Nobody made an error."
    again = room.begin("Mira", "Jonas", board=2)
    assert room.board(1) != room.board(2)
    assert again[0]["id"] not in (mira["id"], jonas["id"])


def test_luck_wins_the_race_but_not_the_second_sentence(room: Room) -> None:
    """The table adds up, names who played better, and leads to everybody's review."""
    room.make("Mira", level="10x10x20/open")  # smaller boards may leave no risk to take
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    room.now += 20
    room.finish("Jonas", jonas, "luck")
    room.now += 5
    room.finish("Mira", mira)
    form = room.reviewed("Mira")
    first, second = form["board"]["results"]
    for row in (first, second):
        account = row["account"]
        assert account["start"] - account["error"] + account["luck"] == account["end"] == 100
        assert row["without_luck"] == max(0, account["start"] - account["error"])
    assert (first["name"], first["best"], second["best"]) == ("Jonas", False, True)
    assert second["without_luck"] == 100 > first["without_luck"]
    headline, line = room.verdict("Mira")
    assert headline == "Jonas won by 5.0 seconds. You played better."
    assert re.fullmatch(
        r"Jonas guessed .* where logic was enough, and was lucky.*\. You never guessed\.", line
    )
    assert room.verdict("Jonas")[0] == "You won by 5.0 seconds. Mira played better."
    assert [(row["person"], row["won"], row["best"]) for row in form["score"]] == [
        (2, 1, 0),
        (1, 0, 1),
    ]
    for row in (first, second):
        assert row["review"]
        path = f"/boards/1/games/{row['person']}/replay"
        assert room.ask("Mira", path)["outcome"] == "won"
    assert room.ask("Mira", "/boards/1") == form["board"]
    german = room.as_("Mira").get(f"/api/rooms/{room.code}?language=de").json()
    assert german["board"]["verdict"][0]["words"].startswith(
        "Jonas gewann mit 5,0 Sekunden Vorsprung. Du hast besser gespielt."
    )


def row(person: int, state: str, elapsed: int, share: float, error: int) -> Play:
    """A reviewed game on a board that starts at 100%."""
    result = 100 if state == "won" else 0
    luck = result - 100 + error
    review = ReviewSummary(0, 1.0, 1.0, 0.0, error / 100, 0.0, luck, error, 1, 0, (), "none")
    done = state in ("won", "lost")
    return Play(
        person,
        state,  # type: ignore[arg-type]
        share,
        elapsed=elapsed,
        is_reviewed=done,
        review=review if done else None,
    )


def won(person: int, seconds: float, error: int) -> Play:
    return row(person, "won", round(1000 * seconds), 1.0, error)


def lost(person: int, share: float, error: int) -> Play:
    return row(person, "lost", 9000, share, error)


@pytest.mark.parametrize("seed", range(20))
def test_places_and_score_are_as_counted_by_hand(seed: int) -> None:
    """Places: time, then share opened. Score: boards won, boards played best; ties share."""
    dice = random.Random(seed)
    boards = [
        [
            row(
                person,
                state := dice.choice(["won", "won", "lost", "unfinished"]),
                dice.choice([1000, 2000, 3000]),
                1.0 if state == "won" else dice.choice([0.2, 0.4, 0.6]),
                dice.choice([0, 0, 10, 50]),
            )
            for person in range(1, dice.randint(2, 6))
        ]
        for _ in range(6)
    ]
    won, best = dict.fromkeys(range(1, 7), 0), dict.fromkeys(range(1, 7), 0)
    for plays in boards:
        table = ranked(plays)
        for place, one in table:
            faster = [two for two in plays if two.state == "won" and two.elapsed < one.elapsed]  # type: ignore[operator]
            assert place == (len(faster) + 1 if one.state == "won" else None)
        shares = [one.share for place, one in table if place is None]
        assert shares == sorted(shares, reverse=True)
        assert [place is None for place, _ in table] == sorted(place is None for place, _ in table)
        ended = [one for one in plays if one.state != "unfinished"]
        if len(plays) < 2:
            continue
        fewest = min((one.review.cost for one in ended if one.review), default=None)
        for one in ended:
            assert one.review is not None
            won[one.person] += ranked(plays)[0][1].elapsed == one.elapsed and one.state == "won"
            best[one.person] += one.review.cost == fewest
    rows = score([plays for plays in boards if counts(plays)], range(1, 7))
    assert {person: pair for person, *pair in rows} == {
        person: [won[person], best[person]] for person in won
    }
    assert [count for _, count, _ in rows] == sorted((won[one] for one in won), reverse=True)


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        ([won(1, 100, 0), won(2, 100.1, 0)], "You won by 0.1 seconds. Nobody made an error."),
        ([won(1, 90, 0), won(2, 95, 9)], "You won, and played best."),
        ([won(1, 9, 30), won(2, 9.5, 30)], "You won by 0.5 seconds."),
        ([lost(1, 0.5, 30), won(2, 9, 40)], "Only Jonas won. You played better."),
        ([lost(1, 0.5, 0), lost(2, 0.2, 9)], "Nobody won. You played better."),
        ([lost(1, 0.5, 0), lost(2, 0.2, 0)], "Nobody won. Nobody made an error."),
        ([row(1, "unfinished", 0, 0.5, 0), won(2, 9, 5)], "Jonas won."),
        ([won(1, 7, 5), won(2, 7, 5)], "You and Jonas won at the same time."),
        (
            [won(1, 9, 50), won(2, 9.5, 0), lost(3, 0.1, 0)],
            "You won by 0.5 seconds. Jonas played better.",
        ),
        ([lost(1, 0.9, 50), lost(2, 0.1, 0), lost(3, 0.2, 9)], "Nobody won. Jonas played best."),
    ],
)
def test_the_verdict_names_the_winner_and_the_better_player(plays: list[Play], said: str) -> None:
    names = {1: None, 2: "Jonas", 3: "okapi"}
    assert str(say(*verdict(plays, names)[0])) == said


def test_nothing_tells_the_board_before_the_start(room: Room) -> None:
    """During the countdown there is no game yet. Nobody ever gets others' ids or cookies."""
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira", "Jonas")
    board = room.board()
    answers = [
        room.as_("Mira").get(f"/api/rooms/{room.code}"),
        room.as_("Mira").get(f"/api/rooms/{room.code}/boards/1"),
        room.as_("Mira").get("/api/games"),
        room.as_("Mira").get("/api/rooms"),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert not any(line in answer.text for line in board.rows)
        assert str(room.key) not in answer.text
    assert room.ask("Mira")["board"]["game"] is None
    words = "the race has not begun"
    assert room.ask("Mira", "/game", {"board": 1}, 409)["detail"] == words
    room.now += rooms.COUNTDOWN - 0.01
    assert room.ask("Mira", "/game", {"board": 1}, 409)["detail"] == words
    room.now += 0.02
    mira, jonas = room.game("Mira"), room.game("Jonas")
    shown = room.as_("Mira").get(f"/api/rooms/{room.code}").text
    assert mira["id"] in shown
    assert jonas["id"] not in shown
    assert room.as_("Mira").get(f"/api/games/{jonas['id']}").status_code == 404
    assert room.ask("Mira", "/boards/1/games/2/replay", status=409)["detail"] == (
        "the race is not over yet: finish your game first"
    )


def test_the_clock_of_a_race_is_the_same_for_all(room: Room) -> None:
    """Somebody whose page comes late has lost this time."""
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira", "Jonas")
    room.now += rooms.COUNTDOWN
    mira = room.game("Mira")
    assert mira["elapsed"] == 0
    room.now += 7
    again = room.game("Jonas")
    assert again["elapsed"] == 7000
    assert room.as_("Mira").get(f"/api/games/{mira['id']}").json()["elapsed"] == 7000


def test_there_is_no_help_in_a_race(room: Room) -> None:
    """Until the race is over, even for somebody who did not finish it."""
    room.make("Mira")
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    for method, path, form in (
        ("GET", "odds", None),
        ("GET", "guess", None),
        ("POST", "hint", {"tier": 1}),
        ("POST", "flags", None),
        ("POST", "undo", None),
    ):
        answer = room.as_("Mira").request(method, f"/api/games/{mira['id']}/{path}", json=form)
        assert detail(answer, 409) == "there is no help in a race"
    assert not room.as_("Mira").get(f"/api/games/{mira['id']}").json()["assisted"]
    room.finish("Jonas", jonas)
    room.ask("Mira", "/leave", {})
    assert room.ask("Jonas")["state"] == "over"
    assert room.as_("Mira").get(f"/api/games/{mira['id']}/odds").status_code == 200


def test_a_second_tab_is_the_same_person(room: Room) -> None:
    """Joining, Ready and the game are the same in each tab."""
    room.make("Mira")
    room.join("Mira", "Jonas", "Jonas")
    assert [one["name"] for one in room.ask("Mira")["people"]] == ["Mira", "Jonas"]
    mira, _ = room.begin("Mira", "Jonas")
    assert room.game("Mira")["id"] == mira["id"]
    room.ask("Mira", "/ready", {"board": 1})  # the other tab was late
    assert room.ask("Mira", "/join", {"name": "Mira K."})["people"][0]["name"] == "Mira K."


def test_two_tabs_begin_one_game(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """If both ask at the same time, both get the game of the one that was faster."""
    room.make("Mira")
    room.join("Jonas")
    mira, _ = room.begin("Mira", "Jonas")
    for board in (1, 2):
        reader = room.server.rooms.reader
        entries = reader.entries
        stale = [[replace(one, game=None, begun=None) for one in entries(room.code, board)]]
        first = mira if board == 1 else room.finish("Mira", mira, "mine") and room.game("Mira", 2)
        with monkeypatch.context() as patch:
            patch.setattr(
                reader,
                "entries",
                lambda *asked: stale.pop() if stale else entries(*asked),  # noqa: B023
            )
            assert room.game("Mira", board)["id"] == first["id"]
        if board == 1:
            room.finish("Jonas", room.game("Jonas"), "mine")


def test_those_who_begin_at_the_same_moment_read_the_room_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira", "Jonas")
    room.now += rooms.COUNTDOWN
    monkeypatch.setattr(room_reading, "FRESH", 100.0)
    reader, read = room.server.rooms.reader, []
    people, asked = reader.people, threading.Event()

    def also() -> None:
        asked.set()
        reader.read(room.code)

    second = threading.Thread(target=also)

    def slowly(code: str) -> Any:
        read.append(code)
        if len(read) == 1:
            second.start()
            asked.wait()
        return people(code)

    monkeypatch.setattr(reader, "people", slowly)
    reader.drop(room.code)
    found = reader.read(room.code)
    second.join()
    assert len(read) == 1
    assert reader.read(room.code) is found
    for table in ("board", "entries"):
        monkeypatch.setattr(reader, table, None)  # is not asked
    mira, jonas = room.game("Mira"), room.game("Jonas")
    assert mira["rows"] == jonas["rows"]


def test_a_room_read_a_moment_ago_does_not_begin_a_second_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server may have begun it, or the player may have deleted it since."""
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira", "Jonas")
    room.now += rooms.COUNTDOWN
    room.ask("Mira")
    monkeypatch.setattr(room_reading, "FRESH", 100.0)
    monkeypatch.setattr(room.server.rooms.reader, "begin", lambda *_: None)
    mira = room.game("Mira")
    assert room.ask("Mira")["board"]["you"] == "waiting", "the room is not read again"
    assert room.game("Mira")["id"] == mira["id"]
    assert room.as_("Mira").delete(f"/api/games/{mira['id']}").status_code == 204
    assert room.ask("Mira", "/game", {"board": 1}, 409)["detail"] == "you have played this board"


def test_everybody_changes_the_level_and_takes_every_ready_back(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira")
    form = room.ask("Jonas", "/settings", {"title": "Logic, group B"})
    assert [one["ready"] for one in form["people"]] == [True, False]
    form = room.ask("Jonas", "/settings", {"level": "expert", "no_guess": False})
    assert (form["level"], form["no_guess"], form["title"]) == ("expert", False, "Logic, group B")
    assert form["changed_by"] == 2
    assert [one["ready"] for one in form["people"]] == [False, False]
    assert room.words("Mira") == ["Nobody is ready yet."]
    assert room.ask("Jonas", "/settings", {"level": "30x16x99/open"})["level"] == "expert"
    room.begin("Mira", "Jonas")
    assert str(room.board().level) == "30x16x99/open"
    refused = room.ask("Jonas", "/settings", {"no_guess": True}, 409)["detail"]
    assert refused == "board 1 is running: wait until it is over"


def test_a_race_starts_without_those_who_make_others_wait(room: Room) -> None:
    """After a minute, those who are ready may start. Those who come later are in the next race."""
    room.make("Mira")
    room.join("Jonas", "okapi")
    room.ready("Mira")
    room.ready("okapi")
    refused = room.ask("Mira", "/start", {"board": 1}, 409)["detail"]
    assert refused == "others still have 60 s to get ready"
    assert room.ask("Jonas", "/start", {"board": 1}, 409)["detail"] == "you are not ready yourself"
    for _ in range(4):  # the pages go on asking
        room.now += 15
        for name in ("Mira", "Jonas", "okapi"):
            form = room.ask(name)
    assert form["start_in"] <= room.now
    assert form["waiting_for"] == [2]
    assert room.ask("Mira", "/start", {"board": 1})["state"] == "counting"
    assert room.words("Jonas") == ["Board 1 is running. You can play the next one."]
    assert room.ask("Jonas")["board"]["you"] == "late"
    room.now += rooms.COUNTDOWN
    refused = room.ask("Jonas", "/game", {"board": 1}, 409)["detail"]
    assert refused == "this race began without you: play the next one"
    room.join("Lotte")
    assert room.ask("Lotte")["board"]["you"] == "late"


def test_a_race_waits_for_nobody_who_has_left(room: Room) -> None:
    """Somebody who left did not finish, once the others have ended. The same if a page is gone."""
    room.make("Mira")
    room.join("Jonas", "okapi")
    mira, jonas, _ = room.begin("Mira", "Jonas", "okapi")
    room.ask("Jonas", "/leave", {})
    room.ask("okapi", "/away", {})
    form = room.ask("Mira")
    assert [(one["here"], one["left"]) for one in form["people"]] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert form["state"] == "racing"
    room.finish("Mira", mira)
    assert room.ask("Mira")["state"] == "racing", "okapi's page may come back"
    room.now += room_rows.GONE
    form = room.ask("Mira")
    assert form["state"] == "over"
    assert [row["state"] for row in form["board"]["results"]] == ["won", "unplayed", "unplayed"]
    room.join("Jonas")
    room.now += 1
    room.finish("Jonas", jonas)
    table = room.ask("Jonas")["board"]["results"]
    assert [row["state"] for row in table] == ["won", "unplayed", "unplayed"], "too late"
    assert room.verdict("Jonas") == ["Mira won."]


def test_somebody_who_comes_back_in_time_finishes(room: Room) -> None:
    """Leaving is not the end of a race, as long as others race."""
    room.make("Mira")
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    room.ask("Jonas", "/leave", {})
    assert room.ask("Jonas")["you"] is None
    room.join("Jonas")
    assert room.ask("Jonas")["board"]["game"] == jonas["id"]
    room.finish("Mira", mira)
    assert room.ask("Mira")["state"] == "racing"
    room.finish("Jonas", jonas)
    assert [one["state"] for one in room.ask("Mira")["board"]["results"]] == ["won", "won"]


def test_a_closed_page_is_not_waited_for(room: Room) -> None:
    """A race starts when all who are here are ready, and two at least."""
    room.make("Mira")
    room.join("Jonas", "okapi")
    room.ask("Jonas", "/away", {})
    assert room.ready("Mira")["state"] == "waiting"
    assert room.words("Mira") == ["Waiting for Jonas and okapi."]
    assert room.ready("okapi")["state"] == "counting"
    assert [one["person"] for one in room.ask("Mira")["board"]["plays"]] == [1, 3]


def test_people_play_a_board_when_they_like(room: Room) -> None:
    """The clock begins with each person's start, and only those who have played see the table."""
    room.make("Mira")
    room.join("Jonas")
    room.ask("Mira", "/game", {"board": 2}, 412)
    mira = room.game("Mira")
    assert (mira["elapsed"], mira["moves"]) == (0, 1)
    form = room.ask("Jonas")
    assert (form["state"], form["board"]["you"]) == ("own time", "waiting")
    assert form["board"]["plays"] == []
    room.now += 8
    room.finish("Mira", mira)
    assert room.verdict("Mira") == ["So far, only you have played."]
    assert room.words("Mira") == ["Nobody is ready yet."]
    room.now += 3 * 24 * 3600
    form = room.ask("Jonas")
    assert (form["board"]["results"], form["score"]) == (None, [])
    assert room.words("Jonas") == ["One person has played board 1."]
    assert room.ask("Jonas", "/boards/1/games/1/replay", status=409)
    jonas = room.game("Jonas")
    assert (jonas["elapsed"], jonas["rows"]) == (0, mira["rows"])
    room.now += 6
    room.finish("Jonas", jonas)
    form = room.reviewed("Jonas")
    assert [(one["name"], one["elapsed"]) for one in form["board"]["results"]] == [
        ("Jonas", 6000),
        ("Mira", 8000),
    ]
    assert [one["words"] for one in form["board"]["verdict"]] == [
        "Two have played.",
        "You won by 2.0 seconds. Nobody made an error.",
    ]
    next_one = room.game("Mira", 2)
    assert next_one["id"] != mira["id"]
    assert room.ask("Mira")["unplayed"] == []
    room.game("Mira", 3)
    assert room.ask("Jonas")["unplayed"] == [2, 3]
    room.game("Jonas", 2)
    assert room.ask("Jonas")["unplayed"] == [3]
    verdict = room.ask("Jonas", "/boards/3")["verdict"]
    assert [one["words"] for one in verdict] == ["Mira is playing board 3."]


def test_a_new_board_does_not_take_away_the_results_of_others(room: Room) -> None:
    """One is ready for the next race, the other begins a board that everybody plays in own time."""
    room.make("Mira")
    room.join("Jonas")
    for name, game in zip(("Mira", "Jonas"), room.begin("Mira", "Jonas"), strict=True):
        room.finish(name, game)
    assert room.ready("Mira", board=2)["earlier"] == []
    assert room.words("Jonas") == ["Mira is ready. Are you?"]
    jonas = room.game("Jonas", 2)
    form = room.ask("Mira")
    assert (form["state"], form["earlier"], form["unplayed"]) == ("own time", [1], [2])
    assert [row["state"] for row in room.ask("Mira", "/boards/1")["results"]] == ["won", "won"]
    assert [(one["ready"], one["playing"]) for one in form["people"]] == [
        (False, False),
        (False, True),
    ]
    assert room.words("Mira") == ["Jonas is playing board 2."]
    assert room.words("Jonas") == []
    room.finish("Jonas", jonas, number=2)
    assert room.words("Mira") == ["One person has played board 2."]
    assert room.ask("Mira", "/boards/2")["verdict"][0]["words"] == "One person has played board 2."
    assert [one["playing"] for one in room.ask("Mira")["people"]] == [False, False]
    room.game("Mira", 3)
    assert (room.ask("Jonas")["earlier"], room.ask("Mira")["earlier"]) == ([1, 2], [1])


def test_a_race_waits_two_minutes_for_somebody_who_makes_no_move(room: Room) -> None:
    """Their page is open all the time. A flag is a move."""
    assert room_rows.IDLE == 120, "docs/playing.md and the page say how long a race waits"
    room.make("Mira")
    room.join("Jonas", "okapi")
    mira, _, okapi = room.begin("Mira", "Jonas", "okapi")
    room.now += 1
    room.finish("Mira", mira)

    people = "Mira", "Jonas", "okapi"
    assert room.wait(58, *people)["state"] == "racing"
    assert room.words("Jonas") == ["Mira is done."]
    room.wait(2, *people)
    hurry = "Make a move. After two minutes without one, the race goes on without you."
    assert (room.words("Jonas"), room.words("okapi")) == ([hurry], [hurry])
    assert [room.ask(name)["board"]["hurry"] for name in people] == [False, True, True]
    play(room.as_("okapi"), okapi, "flag", min(room.board().mines))
    assert room.words("okapi") == ["Mira is done."]
    assert room.wait(119, *people)["state"] == "racing", "okapi has just made a move"
    room.wait(2, *people)
    form = room.ask("Mira")
    assert form["state"] == "over"
    states = [(row["name"], row["state"]) for row in form["board"]["results"]]
    assert states == [("Mira", "won"), ("Jonas", "unplayed"), ("okapi", "unfinished")]
    assert room.verdict("Mira") == ["You won."]
    room.now += 1
    play(room.as_("Jonas"), room.game("Jonas"), "flag", min(room.board().mines))
    assert room.ask("Mira")["board"]["results"][1]["state"] == "unplayed", "that was too late"
    room.ready("Mira", board=2)
    assert room.ready("Jonas", "okapi", board=2)["state"] == "counting"


def test_a_race_that_nobody_plays_ends(room: Room) -> None:
    """Nor does it wait for pages that never asked for the game."""
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira", "Jonas")
    waited = room.wait(rooms.COUNTDOWN + room_rows.IDLE - 1, "Mira", "Jonas")
    assert waited["state"] == "racing"
    form = room.wait(2, "Mira", "Jonas")
    assert form["state"] == "over"
    assert [row["state"] for row in form["board"]["results"]] == ["unplayed", "unplayed"]
    assert room.verdict("Mira") == ["Nobody won."]


def test_an_agent_plays_at_the_pace_of_a_person(room: Room) -> None:
    """It is always ready, its bar grows like a person's, and its game is reviewed like one."""
    room.make("Mira")
    assert room.ask("Mira", "/agents", {"agent": "odds"})["people"][1]["name"] == "Odds"
    form = room.ready("Mira")
    assert form["state"] == "counting"
    room.now += rooms.COUNTDOWN
    mira = room.game("Mira")
    room.ask("Mira")
    wait_for_reviews(room.client)  # the agent plays in the same queue
    shares = []
    for _ in range(4):
        shares.append(room.ask("Mira")["board"]["plays"][1]["share"])
        room.now += 2
    assert shares == sorted(shares)
    assert 0 < shares[0] < 1
    room.finish("Mira", mira)
    form = room.reviewed("Mira")
    assert form["state"] == "over", "nobody waits for an agent"
    agent = next(one for one in form["board"]["results"] if one["name"] == "Odds")
    assert agent["state"] == "won"
    assert agent["account"]["end"] == 100
    replay = room.ask("Mira", "/boards/1/games/2/replay")
    times = [one["at"] for one in replay["moves"]]
    assert all(late - early >= 700 for early, late in itertools.pairwise(times))
    assert room.as_("Mira").delete(f"/api/rooms/{room.code}/agents/odds").status_code == 200
    assert room.ask("Mira", "/agents", {"agent": "rules"}, 422)["detail"].startswith(
        "no such agent"
    )


def daily_game(room: Room, name: str, how: str) -> None:
    game = room.as_(name).post("/api/daily", json={"level": "intermediate"}).json()
    board = daily.board_of(room.server.store, daily.now().date(), "intermediate").board
    if how == "mine":
        play(room.as_(name), game, "open", board.given[0])
        play(room.as_(name), game, "open", min(board.mines))
    else:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(room, "board", lambda _: board)
            room.finish(name, game)


def test_a_class_compares_its_daily_boards(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's results for those who have played, and the week."""
    form = room.make("Ann", level="daily", no_guess=False, title="Logic, group B")
    assert (form["state"], form["no_guess"]) == ("daily", True)
    room.join("Ben", "Carla")
    refused = room.ask("Ann", "/ready", {"board": 1}, 409)["detail"]
    assert refused == "everyone plays the daily board when they like"
    daily_game(room, "Ann", "logic")
    daily_game(room, "Ben", "mine")
    assert room.words("Carla") == ["Two of three have played today."]
    form = room.ask("Carla")["daily"]
    assert (form["results"], form["not_yet"], form["you"]) == (None, [3], "waiting")
    assert [one["days"][-1]["result"] for one in form["week"]] == [None, None, None]
    room.reviewed("Ann")
    assert room.words("Ann") == ["Two of three have played today. One made no error."]
    form = room.ask("Ben")["daily"]
    assert [(row["name"], row["place"], row["state"]) for row in form["results"]] == [
        ("Ann", 1, "won"),
        ("Ben", None, "lost"),
    ]
    tuesday = daily.now() + timedelta(1)
    monkeypatch.setattr(daily, "now", lambda: tuesday)
    daily_game(room, "Ann", "mine")
    form = room.ask("Ben")["daily"]
    assert [(one["person"], [day["result"] for day in one["days"]]) for one in form["week"]] == [
        (1, ["clean", None]),
        (2, ["lost", None]),
        (3, [None, None]),
    ]
    assert form["week"][0]["without_luck"] == 100
    own = room.reviewed("Ann")["daily"]["week"]
    assert next(one for one in own if one["person"] == 1)["days"][1]["result"] == "lost"


def test_a_room_has_32_seats(room: Room) -> None:
    """Somebody who leaves makes room for another."""
    room.make("p1")
    room.join(*(f"p{number}" for number in range(2, 33)))
    refused = room.ask("p33", "/join", {"name": "p33"}, 409)["detail"]
    assert refused == "the room is full: 32 people are in it"
    room.ask("p7", "/leave", {})
    room.join("p33")
    assert len(room.ask("p33")["people"]) == 32


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "enter your name"),
        (" \t ", "enter your name"),
        ("Mi\u202era", "a name can't contain control characters"),
        ("Mi\x00ra", "a name can't contain control characters"),
        ("Mira\u3164", "a name can't contain control characters"),
        ("ＪＯＮＡＳ", "ＪＯＮＡＳ is already in this room: choose another name"),
        ("x" * 25, "name: String should have at most 24 characters"),
    ],
)
def test_names_are_refused_in_one_line(room: Room, name: str, words: str) -> None:
    room.make("Mira")
    room.join("Jonas")
    answer = room.as_("new").post(f"/api/rooms/{room.code}/join", json={"name": name})
    assert answer.status_code in (409, 422)
    assert answer.json()["detail"] == words


def test_a_name_is_free_again_after_its_person_has_left(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas")
    room.ask("Jonas", "/leave", {})
    room.ask("other", "/join", {"name": "Jonas"})
    refused = room.ask("Jonas", "/join", {"name": "jonas"}, 409)["detail"]
    assert refused == "jonas is already in this room: choose another name"


@pytest.mark.parametrize(
    ("path", "form", "status", "words"),
    [
        ("/ready", {"board": 2}, 412, "the room has changed: look at it again"),
        ("/ready", {"board": 0}, 422, "board: Input should be greater than or equal to 1"),
        ("/start", {"board": 3}, 412, "the room has changed: look at it again"),
        ("/boards/1", None, 404, "the room has no board 1"),
        ("/boards/1/games/1/replay", None, 404, "the room has no board 1"),
        ("/settings", {"level": "9x9x10/any"}, 422, ANY_RULE),
        ("/settings", {"level": "9x9x81/safe"}, 422, None),
        ("/settings", {"level": "200x9x10"}, 422, None),
        ("/settings", {"level": "easily"}, 422, None),
        ("/agents", {"agent": "../odds"}, 422, NO_AGENT),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(
    room: Room, path: str, form: Any, status: int, words: str | None
) -> None:
    room.make("Mira")
    answer = room.ask("Mira", path, form, status)
    assert words in (None, answer["detail"])
    assert "\n" not in answer["detail"]
    assert room.ask("Mira")["level"] == LEVEL


def test_strangers_see_who_is_here_and_nothing_else(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    room.finish("Mira", mira)
    room.finish("Jonas", jonas)
    form = room.ask("stranger")
    assert (form["you"], form["board"], form["score"]) == (None, None, [])
    assert room.words("stranger") == ["Mira and Jonas are here."]
    for path, body in (
        ("/ready", {"board": 2}),
        ("/start", {"board": 2}),
        ("/game", {"board": 1}),
        ("/settings", {"level": "expert"}),
        ("/agents", {"agent": "odds"}),
        ("/boards/1", None),
        ("/boards/1/games/1/replay", None),
    ):
        assert room.ask("stranger", path, body, 403)["detail"] == "join the room first"


def test_a_poll_without_news_is_empty(room: Room) -> None:
    """Until something changes, whether the poller or somebody else changes it."""
    room.make("Mira")
    version = room.ask("Mira")["version"]
    url = f"/api/rooms/{room.code}?version={version}"
    assert room.as_("Mira").get(url).status_code == 204
    room.now += 1
    assert room.as_("Mira").get(url).status_code == 204
    room.join("Jonas")
    assert room.as_("Mira").get(url).json()["version"] != version


def test_codes_are_written_in_several_ways_and_can_not_be_tried(
    make_client: Callable[..., TestClient],
) -> None:
    client = make_client(Limits(wrong_codes=(2, 0.001)))
    code = client.post("/api/rooms", json={"name": "Mira"}).json()["code"]
    assert re.fullmatch("[2-9a-z]{8}", code)
    for written in (code, code.upper(), f"{code[:4]}-{code[4:]}"):
        assert client.get(f"/api/rooms/{written}").json()["code"] == code
        moved = client.get(f"/room/{written}", follow_redirects=False)
        assert moved.headers["location"] == f"/#room/{written}"
    assert client.get("/room/nonsense-here", follow_redirects=False).status_code == 404
    for _ in range(2):
        wrong = client.get("/api/rooms/aaaa-aaaa")
        assert detail(wrong, 404) == "there is no such room: check the link"
    assert client.get("/api/rooms/aaaa-aaab").status_code == 429
    assert client.get(f"/api/rooms/{code}").status_code == 200


def test_rooms_are_limited(make_client: Callable[..., TestClient]) -> None:
    """Each address makes only some rooms, and a server has a limit."""
    client = make_client(Limits(rooms=(2, 0.001)))
    answers = [client.post("/api/rooms", json={"name": "Mira"}) for _ in range(3)]
    assert [one.status_code for one in answers] == [201, 201, 429]
    client = make_client(Limits(rooms_together=1))
    answers = [client.post("/api/rooms", json={"name": "Mira"}) for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 429]
    assert answers[1].json()["detail"] == "this server has too many rooms: try again later"
    client = make_client(Limits(looks=(3, 0.001)))
    code = client.post("/api/rooms", json={"name": "Mira"}).json()["code"]
    answers = [client.get(f"/api/rooms/{code}") for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]


def test_a_room_has_so_many_boards(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "BOARDS", 1)
    room.make("Mira")
    room.game("Mira")
    refused = room.ask("Mira", "/game", {"board": 2}, 409)["detail"]
    assert refused == "this room has had 1 board: make a new one"


def test_a_board_that_can_not_be_dealt_takes_every_ready_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira")

    def fail(*_: Any) -> Board:
        raise SapperError("no such {level} board was found", level=LEVEL)

    monkeypatch.setattr(room.server.rooms, "_deal", fail)
    assert "no such" in room.ask("Jonas", "/ready", {"board": 1}, 422)["detail"]
    form = room.ask("Mira")
    assert (form["state"], [one["ready"] for one in form["people"]]) == ("waiting", [False, False])


@pytest.mark.parametrize("is_race", [True, False])
def test_a_shared_board_is_not_seen_in_advance(room: Room, is_race: bool) -> None:
    """Somebody who is done could send the link of the board to somebody who is not."""
    room.make("Mira")
    room.join("Jonas")
    mira = room.begin("Mira", "Jonas")[0] if is_race else room.game("Mira")
    share = {"share": room.finish("Mira", mira, "mine")["end"]["share"]}
    words = "people still race on" if is_race else "this board is waiting in your room"
    assert detail(room.as_("Jonas").post("/api/games", json=share), 409).startswith(words)
    stranger = room.as_("stranger").post("/api/games", json=share)
    assert stranger.status_code == (409 if is_race else 201)
    room.finish("Jonas", room.game("Jonas"), "mine")
    again = room.as_("Jonas").post("/api/games", json=share)
    assert again.json()["assisted"]


def test_a_race_that_somebody_did_not_finish_counts_in_the_score(room: Room) -> None:
    """The score agrees with the headlines, and a race counts once it is over."""
    room.make("Mira")
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    room.finish("Mira", mira)
    room.now += 1
    room.finish("Jonas", jonas)
    mira, _ = room.begin("Mira", "Jonas", board=2)
    assert room.ask("Mira")["scored"] == 1
    room.finish("Mira", mira, number=2)
    room.ask("Jonas", "/leave", {})
    assert room.verdict("Mira") == ["You won."]
    room.join("Jonas")
    room.begin("Mira", "Jonas", board=3)
    form = room.ask("Jonas")
    assert (form["next_board"], form["scored"]) == (4, 2)
    assert [(one["person"], one["won"]) for one in form["score"]] == [(1, 2), (2, 0)]


def test_nobody_has_played_best_while_others_race(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    room.finish("Mira", mira, "mine")
    table = room.reviewed("Mira")["board"]["results"]
    assert [(one["best"], one["without_luck"] is None) for one in table] == [
        (False, False),
        (False, True),
    ]
    room.finish("Jonas", jonas)
    assert any(one["best"] for one in room.reviewed("Mira")["board"]["results"])


def test_somebody_who_is_done_sees_it_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the room was read a moment ago, when they were still playing."""
    room.make("Mira")
    room.join("Jonas")
    mira, _ = room.begin("Mira", "Jonas")
    monkeypatch.setattr(room_reading, "FRESH", 100.0)
    assert room.ask("Mira")["board"]["you"] == "playing"
    room.finish("Mira", mira)
    form = room.ask("Mira")
    assert form["board"]["you"] == "done"
    assert form["board"]["plays"][0]["state"] == "won"
    assert form["said"][0]["words"] == "You are first so far. One is still playing."


def test_everyones_progress_begins_with_the_cells_that_the_room_opens(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same share for those who have not begun or moved, for agents, and in own time."""
    room.make("Mira")
    room.join("Jonas")
    room.ask("Mira", "/agents", {"agent": "odds"})
    room.ready("Mira", "Jonas")

    def shares(name: str) -> list[float]:
        return [one["share"] for one in room.ask(name)["board"]["plays"]]

    monkeypatch.setattr(room_reading, "FRESH", 100.0)
    assert shares("Mira") == [0, 0, 0], "nobody learns anything about the board before"
    room.now += rooms.COUNTDOWN
    board = room.board()
    game = Game(board)
    game.open(room_rows.first_of(board))
    opened = (
        int(100 * (board.level.width * board.level.height - len(game.hidden)) / board.level.safe)
        / 100
    )
    assert 0 < opened < 1
    assert shares("Mira") == [opened] * 3
    room.game("Mira")
    wait_for_reviews(room.client)  # the agent plays in the same queue
    monkeypatch.setattr(room_reading, "FRESH", 0.0)
    assert shares("Mira") == [opened] * 3


def test_a_room_names_a_game_that_has_just_begun(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although it is not read again at once, because all begin at the same time."""
    room.make("Mira")
    room.join("Jonas")
    room.ready("Mira", "Jonas")
    room.now += rooms.COUNTDOWN
    assert room.ask("Mira")["board"]["you"] == "waiting"
    monkeypatch.setattr(room_reading, "FRESH", 100.0)
    mira = room.game("Mira")
    form = room.ask("Mira")["board"]
    assert (form["you"], form["game"]) == ("playing", mira["id"])
    assert room.ask("Jonas")["board"]["game"] is None


def test_a_race_waits_for_somebody_who_was_ready_and_has_gone(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas")
    room.ready("Jonas")
    room.now += room_rows.GONE + 1
    assert room.words("Mira") == ["Nobody is ready yet."]
    room.ready("Mira")
    assert room.words("Mira") == ["Waiting for Jonas."]
    assert room.ask("Jonas")["state"] == "counting"


def test_people_can_change_their_mind_while_a_board_is_dealt(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dealing a rare board takes seconds. Who leaves or is not ready any more, is not raced."""
    room.make("Mira")
    room.join("Jonas", "okapi")
    changes: list[Callable[[], Any]] = [
        lambda: room.ask("Jonas", "/ready", {"board": 1, "ready": False}),
        lambda: room.ask("Jonas", "/settings", {"level": "9x9x10/open"}),
        lambda: room.ask("Jonas", "/leave", {}),
    ]
    deal, said = room.server.rooms._deal, []

    def slowly(*asked: Any) -> Board:
        said.append(room.words("Mira"))
        changes.pop(0)()
        return deal(*asked)

    monkeypatch.setattr(room.server.rooms, "_deal", slowly)
    for _ in range(2):
        assert room.ready("Mira", "Jonas", "okapi")["state"] == "waiting"
    form = room.ready("Mira", "Jonas", "okapi")
    assert (form["state"], form["board"]["level"]) == ("counting", "9x9x10/open")
    assert [one["person"] for one in form["board"]["plays"]] == [3, 1]
    assert said == [["Everyone is ready. The server is preparing a board."]] * 3


def test_those_who_are_done_do_not_end_the_race_of_others(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas", "okapi")
    mira, _, okapi = room.begin("Mira", "Jonas", "okapi")
    room.finish("Mira", mira, "mine")
    room.finish("okapi", okapi, "mine")
    room.ready("Mira", "okapi", board=2)
    for _ in range(8):
        room.now += 10
        for name in ("Mira", "Jonas", "okapi"):
            room.ask(name)
    refused = room.ask("Mira", "/start", {"board": 2}, 409)["detail"]
    assert refused == "board 1 is running: wait until it is over"
    room.finish("Jonas", room.game("Jonas"))
    assert room.ask("Jonas")["state"] == "over"


def test_a_whole_class_joins_at_once(room: Room) -> None:
    room.make("p1")
    names = [f"p{number}" for number in range(2, 34)]

    def join(name: str) -> str:
        try:
            room.server.rooms.join(room.code, room.key + name, name)
        except SapperError as problem:
            return str(problem)
        return "in"

    with ThreadPoolExecutor(16) as pool:
        answers = sorted(pool.map(join, names))
    assert answers == ["in"] * 31 + ["the room is full: 32 people are in it"]


def test_people_come_back_to_a_room_that_many_have_been_in(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "EVER", 2)
    room.make("Mira")
    room.join("Jonas")
    room.ask("Jonas", "/leave", {})
    room.join("Jonas")
    refused = "too many people have been in this room: make a new one"
    assert room.ask("okapi", "/join", {"name": "okapi"}, 409)["detail"] == refused
    assert room.ask("Mira", "/agents", {"agent": "odds"}, 409)["detail"] == refused


def test_dealing_for_rooms_is_limited_like_analyses(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody with many rooms can't keep all workers busy."""
    room = Room(make_client(Limits(analyses=(1, 0.001))), monkeypatch, "deals-all-the-time-")
    room.make("Mira")
    room.game("Mira")
    room.ask("Mira", "/game", {"board": 2}, 429)
    assert room.ask("Mira")["next_board"] == 2


def test_rooms_that_have_ended_take_no_place(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(make_client(Limits(rooms_together=1)), monkeypatch, "one-room-at-a-time-")
    room.make("Mira")
    room.now += room_reading.WEEK + 1
    room.make("Mira")


def test_deleting_all_data_takes_a_person_out_of_rooms(room: Room) -> None:
    """Name, games and results go, also from the tables and the score that others see."""
    room.make("Mira")
    room.join("Jonas", "okapi")
    for name, game in zip(
        ("Mira", "Jonas", "okapi"), room.begin("Mira", "Jonas", "okapi"), strict=True
    ):
        room.now += 1
        room.finish(name, game)
    assert room.reviewed("Jonas")["board"]["results"][0]["name"] == "Mira"
    assert room.as_("Mira").delete("/api/me").status_code == 204
    form = room.ask("Jonas")
    assert [one["name"] for one in form["people"]] == ["Jonas", "okapi"]
    assert [(one["name"], one["place"]) for one in form["board"]["results"]] == [
        ("Jonas", 1),
        ("okapi", 2),
    ]
    assert form["score"][0]["person"] == 2
    assert form["changed_by"] is None
    assert room.ask("Mira")["you"] is None
    store = room.server.store
    for table in (schema.room_people, schema.room_entries, schema.games):
        query = select(table.c.player).where(table.c.player == f"{room.key}Mira")
        assert store.select(query) == []


def test_a_deleted_game_did_not_finish_and_is_not_played_again(room: Room) -> None:
    room.make("Mira")
    room.join("Jonas")
    mira, jonas = room.begin("Mira", "Jonas")
    assert room.as_("Mira").delete(f"/api/games/{mira['id']}").status_code == 204
    assert room.ask("Mira", "/game", {"board": 1}, 409)["detail"] == "you have played this board"
    room.finish("Jonas", jonas)
    states = [one["state"] for one in room.ask("Jonas")["board"]["results"]]
    assert states == ["won", "unfinished"]


def test_a_running_race_is_found_again(room: Room) -> None:
    """Home lists the room of a running game, and the rooms that a player is in."""
    room.make("Mira", title="Friday")
    room.join("Jonas")
    room.begin("Mira", "Jonas")
    (running,) = room.as_("Mira").get("/api/games").json()
    assert running["room"] == room.code
    (listed,) = room.as_("Mira").get("/api/rooms").json()
    assert (listed["code"], listed["title"], listed["names"]) == (room.code, "Friday", ["Jonas"])
    room.ask("Mira", "/leave", {})
    assert room.as_("Mira").get("/api/rooms").json() == []


def test_a_room_ends_after_a_week_without_a_game(room: Room) -> None:
    """Its people and results go at the next sweep, and later the link means nothing any more."""
    room.make("Mira")
    room.ask("Mira", "/agents", {"agent": "odds"})
    room.game("Mira")
    room.ask("Mira")
    wait_for_reviews(room.client)
    room.now += room_reading.WEEK - 1
    assert room.ask("Mira")["board"] is not None
    room.now += 2
    words = "this room ended after a week without a game: make a new one"
    assert room.ask("Mira", status=410)["detail"] == words
    server = room.server
    server.rooms.sweep()
    assert room.ask("Mira", status=410)["detail"] == words
    for table in (schema.room_people, schema.room_boards, schema.room_entries):
        assert server.store.select(select(table).where(table.c.room == room.code)) == []
    agents = select(schema.games.c.id).where(
        schema.games.c.player == room_rows.player_of(room.code)
    )
    assert server.store.select(agents) == []
    assert len(room.as_("Mira").get("/api/games").json()) == 1, "a person's game stays"
    room.now += rooms.FORGOTTEN
    server.rooms.sweep()
    assert room.ask("Mira", status=404)["detail"] == "there is no such room: check the link"


def test_a_class_that_plays_the_daily_board_keeps_its_room(room: Room) -> None:
    room.make("Ann", level="daily")
    daily_game(room, "Ann", "mine")
    used = "UPDATE rooms SET used = used - 700000 WHERE code = :code"
    room.server.store.write((text(used), {"code": room.code}))
    room.server.rooms.sweep()
    assert room.ask("Ann")["daily"]["played"] == 1
    (kept,) = room.server.store.select(
        select(schema.rooms.c.used).where(schema.rooms.c.code == room.code)
    )
    assert kept[0] > room.now - room_reading.WEEK


# -- storage --------------------------------------------------------------------------------------


def race_after_restart(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin a race, restart the server, and finish it. The clock has run on for everyone."""

    def server() -> TestClient:
        return TestClient(create_app(url, limits=patient(Limits())))

    with server() as client:
        room = Room(client, monkeypatch, "of-this-restarted-server-")
        room.make("Mira")
        room.join("Jonas")
        room.ask("Mira", "/agents", {"agent": "odds"})
        mira, jonas = room.begin("Mira", "Jonas")
        room.now += 3
        room.finish("Jonas", jonas)
        code = room.code
    with server() as client:
        again = Room(client, monkeypatch, room.key)
        again.code, again.now = code, room.now + 20
        form = again.ask("Mira")
        assert (form["state"], form["board"]["game"]) == ("racing", mira["id"])
        assert again.game("Mira")["elapsed"] == 23_000
        again.finish("Mira", mira)
        table = again.reviewed("Mira")["board"]["results"]
        people = [(one["name"], one["elapsed"]) for one in table if one["name"] != "Odds"]
        assert people == [("Jonas", 3000), ("Mira", 23_000)]


def test_a_race_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    race_after_restart(str(tmp_path / "games.db"), monkeypatch)


@pytest.mark.process
def test_a_race_survives_a_restart_on_postgresql(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    race_after_restart(postgres, monkeypatch)


@pytest.mark.process
def test_two_servers_share_a_room_on_postgresql(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each person talks to another server. There is one board, and one table."""
    app = partial(create_app, postgres, limits=patient(Limits()))
    with TestClient(app()) as one, TestClient(app()) as other:
        here = Room(one, monkeypatch, "on-two-servers-at-once-")
        here.make("Mira")
        there = Room(other, monkeypatch, here.key)
        there.code = here.code  # both servers have the clock of the second one
        there.join("Jonas")
        here.ready("Mira")
        with ThreadPoolExecutor(2) as pool:  # both may find that all are ready
            both = pool.submit(there.ready, "Jonas"), pool.submit(here.ask, "Mira")
        assert [one.exception() for one in both] == [None, None]
        assert here.ask("Mira")["state"] == there.ask("Jonas")["state"] == "counting"
        assert here.ask("Mira")["next_board"] == 2
        there.now += rooms.COUNTDOWN
        mira, jonas = here.game("Mira"), there.game("Jonas")
        assert mira["rows"] == jonas["rows"]
        here.finish("Mira", mira)
        assert there.ask("Jonas")["board"]["plays"][1]["state"] == "won"
        there.finish("Jonas", jonas)
        form = here.reviewed("Mira")
        assert form["state"] == "over"
        rows = [(row["name"], row["elapsed"]) for row in form["board"]["results"]]
        assert rows == [
            (row["name"], row["elapsed"]) for row in there.reviewed("Jonas")["board"]["results"]
        ]
