"""The daily boards and the proof of a board, over the API."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from fastapi.testclient import TestClient

from sapper.core.view import View
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.review.regions import region_of
from sapper.verify.board import verify_board
from sapper.web import daily
from sapper.web.app import Limits, create_app
from sapper.web.store import Store
from web.seats import seat_of
from web.servers import NOON, patient

NEEDS_A_GUESS = "5x2x1/safe E1\n*1000\n11000\n"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """A function that sets the time."""

    def set_time(when: datetime) -> None:
        monkeypatch.setattr(daily, "now", lambda: when)

    set_time(datetime(2026, 11, 16, 9, 30, tzinfo=UTC))
    return set_time


def begin(client: TestClient, level: str = "beginner") -> dict[str, Any]:
    """Start today's game on this level."""
    response = client.post("/api/daily", json={"level": level})
    assert response.status_code == 200, response.text
    game: dict[str, Any] = response.json()
    return game


def today(client: TestClient) -> dict[str, Any]:
    """The server's answer about today's boards."""
    found: dict[str, Any] = client.get("/api/daily").json()
    return found


def move(client: TestClient, game: dict[str, Any], cell: int) -> dict[str, Any]:
    form = {"kind": "open", "cell": cell}
    answer: dict[str, Any] = client.post(f"/api/games/{game['id']}/moves", json=form).json()
    return answer


def win(client: TestClient, game: dict[str, Any]) -> None:
    """Open provably safe cells until there are no more."""
    while game["outcome"] is None:
        view, opened = View.parse("\n".join([game["level"], *game["rows"]])), set[int]()
        untouched = len(view.hidden) == view.level.size
        cells = (view.given or (0,)) if untouched else odds(view).safe
        assert cells
        for cell in cells:
            if cell not in opened:
                opened.update(move(client, game, cell)["cells"])
        game = client.get(f"/api/games/{game['id']}").json()
    assert game["outcome"] == "won"


def lose(client: TestClient, game: dict[str, Any]) -> None:
    """Open a marked start cell, then a mine."""
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    move(client, game, board.given[0])
    assert move(client, game, min(board.mines))["outcome"] == "lost"


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_the_board_of_a_day_is_the_same_for_everyone(
    client: TestClient, at: Callable[[datetime], None], level: str
) -> None:
    """Two players get the same board, which needs no guess. The next day has a different board."""
    boards = []
    for _ in range(2):
        client.cookies.clear()
        boards.append(seat_of(client, begin(client, level)["id"]).game.board)
    assert boards[0] == boards[1]
    assert boards[0] is not None
    assert solution(boards[0]).solved
    at(datetime(2026, 11, 17, 0, 0, tzinfo=UTC))
    assert seat_of(client, begin(client, level)["id"]).game.board != boards[0]


def test_only_the_first_try_counts(client: TestClient, at: Callable[[datetime], None]) -> None:
    """A lost board stays lost for the day, even if the player wins it afterwards."""
    game = begin(client)
    assert begin(client)["id"] == game["id"], "a running game continues"
    assert today(client)["boards"][0]["game"] == game["id"]
    lose(client, game)
    again = begin(client)
    assert (again["id"], again["outcome"]) == (game["id"], "lost")
    practice = client.post("/api/games", json={"share": again["end"]["share"]}).json()
    assert practice["assisted"]
    win(client, practice)
    (beginner, *others), streak = today(client)["boards"], today(client)["streak"]
    assert (beginner["outcome"], beginner["game"], streak) == ("lost", game["id"], 0)
    assert [board["game"] for board in others] == [None, None]


def test_looking_is_not_trying(client: TestClient, at: Callable[[datetime], None]) -> None:
    """If no cell was opened, the daily board can be left and started again."""
    game = begin(client)
    client.post(f"/api/games/{game['id']}/leave")
    assert today(client)["boards"][0]["game"] is None
    other = begin(client)
    assert other["id"] != game["id"]
    win(client, other)
    assert today(client)["boards"][0]["outcome"] == "won"


Tabs: TypeAlias = tuple[TestClient, TestClient]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def tabs(request: pytest.FixtureRequest) -> Iterator[Tabs]:
    """Two tabs of one player, on one server or on two servers with one database."""
    if request.param == "sqlite":
        client: TestClient = request.getfixturevalue("make_client")()
        client.get("/api/daily")
        yield client, client
        return
    url: str = request.getfixturevalue("postgres")
    with TestClient(create_app(url)) as first, TestClient(create_app(url)) as second:
        first.get("/api/daily")
        second.cookies.update(first.cookies)
        yield first, second


def games_of(tab: TestClient) -> int:
    """The number of stored games."""
    store: Store = tab.app.state.server.store  # type: ignore[attr-defined]
    return store.count()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_second_tab_does_not_cost_the_try(
    tabs: Tabs, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Both tabs get the same game, even if the second asks before the first has saved the game."""
    first, second = tabs
    write = Store.add_game
    other: list[dict[str, Any]] = []

    def add_game(store: Store, *arguments: Any, **settings: Any) -> None:
        monkeypatch.setattr(Store, "add_game", write)
        if moment == "before":
            other.append(begin(second))
        write(store, *arguments, **settings)
        if moment == "after":
            other.append(begin(second))

    monkeypatch.setattr(Store, "add_game", add_game)
    game = begin(first)
    assert [game] == [{**one, "elapsed": game["elapsed"]} for one in other]
    assert (game["assisted"], games_of(first)) == (False, 1)
    assert today(second)["boards"][0]["game"] == game["id"]


def test_two_tabs_write_at_once(
    tabs: Tabs, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tabs save a first game at the same time. One tab is refused and gets the other's game."""
    meeting = threading.Barrier(2, timeout=60)
    write = Store.add_game

    def add_game(*arguments: Any, **settings: Any) -> None:
        meeting.wait()
        write(*arguments, **settings)

    monkeypatch.setattr(Store, "add_game", add_game)
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(begin, tabs)
    assert one["id"] == other["id"]
    assert (one["assisted"], other["assisted"], games_of(tabs[0])) == (False, False, 1)


def test_the_limit_of_games_does_not_keep_a_try_from_being_found(
    tabs: Tabs, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second tab gets the daily game even if players are limited to one running game."""
    first, second = tabs
    server = second.app.state.server  # type: ignore[attr-defined]
    server.games.running = 1
    count = Store.running
    other: list[dict[str, Any]] = []

    def running(store: Store, player: str) -> int:
        monkeypatch.setattr(Store, "running", count)
        other.append(begin(first))
        return store.running(player)

    monkeypatch.setattr(Store, "running", running)
    assert begin(second)["id"] == other[0]["id"]


def test_streaks(client: TestClient, at: Callable[[datetime], None]) -> None:
    """A day with a win continues the streak, with or without help. A day without a win ends it."""
    seen = []
    for day in (16, 17, 18, 20, 21):
        at(datetime(2026, 11, day, 23, 59, 30, tzinfo=UTC))
        game = begin(client)
        if day == 18:
            # Ask for help after the first move.
            move(client, game, "".join(game["rows"]).index("+"))
            assert client.get(f"/api/games/{game['id']}/odds").status_code == 200
            game = client.get(f"/api/games/{game['id']}").json()
        win(client, game)
        found = today(client)
        seen.append((found["streak"], found["longest_streak"]))
    assert seen == [(1, 1), (2, 2), (3, 3), (1, 3), (2, 3)]
    assert found["seconds_left"] == 30
    assert [(one["date"][-2:], one["result"]) for one in found["week"]] == [
        ("15", None),
        ("16", "won"),
        ("17", "won"),
        ("18", "helped"),
        ("19", None),
        ("20", "won"),
        ("21", "won"),
    ]
    at(datetime(2026, 11, 23, 0, 0, tzinfo=UTC))
    assert (today(client)["streak"], today(client)["longest_streak"]) == (0, 3)


def test_a_game_over_midnight_belongs_to_its_day(
    client: TestClient, at: Callable[[datetime], None]
) -> None:
    """A game begun yesterday and won today counts for yesterday. Today has a different board."""
    game = begin(client)
    at(datetime(2026, 11, 17, 0, 1, tzinfo=UTC))
    win(client, game)
    assert today(client)["boards"][0]["game"] is None
    assert [one["result"] for one in today(client)["week"]][-2:] == ["won", None]
    assert today(client)["streak"] == 1


def test_a_level_that_has_no_daily_board(client: TestClient) -> None:
    """The message lists the levels with daily boards."""
    response = client.post("/api/daily", json={"level": "easy"})
    assert response.status_code == 422
    assert "'beginner', 'intermediate' or 'expert'" in response.json()["detail"]


def test_help_continues_the_streak_and_is_on_the_card(
    client: TestClient, at: Callable[[datetime], None]
) -> None:
    game = begun(client)
    client.post(f"/api/games/{game['id']}/hint", json={"tier": 1})
    win(client, client.get(f"/api/games/{game['id']}").json())
    assert (today(client)["streak"], today(client)["week"][-1]["result"]) == (1, "helped")
    assert card(client)["assisted"]


def test_it_survives_a_restart(tmp_path: Path, at: Callable[[datetime], None]) -> None:
    """The board, its rating and the results are in the database."""
    path, limits = str(tmp_path / "games.db"), patient(Limits())
    with TestClient(create_app(path, limits=limits)) as client:
        win(client, begin(client))
        before = [today(client)["boards"], card(client)]
        cookies = client.cookies
    with TestClient(create_app(path, limits=limits), cookies=cookies) as client:
        assert [today(client)["boards"], card(client)] == before


def test_nobody_can_deal_the_board_in_advance(client: TestClient, tmp_path: Path) -> None:
    """The board of a day never changes. Other days and other servers have different boards."""
    store: Store = client.app.state.server.store  # type: ignore[attr-defined]
    days = [NOON.date() - timedelta(back) for back in range(3)]
    boards = {str(daily.board_of(store, day, "beginner").board) for day in days}
    assert len(boards) == 3
    assert {str(daily.board_of(store, day, "beginner").board) for day in days} == boards
    with closing(Store(str(tmp_path / "other.db"))) as other:
        assert str(daily.board_of(other, days[0], "beginner").board) not in boards


# -- the result card ------------------------------------------------------------------------------


def card(client: TestClient) -> dict[str, Any]:
    """The result card of a player's game today."""
    found: dict[str, Any] = client.get("/api/daily/card", params={"level": "beginner"}).json()
    return found


def begun(client: TestClient) -> dict[str, Any]:
    """Today's board with its first cell open."""
    game = begin(client)
    move(client, game, "".join(game["rows"]).index("+"))
    return game


def test_the_card_says_what_happened_and_not_where(
    client: TestClient, at: Callable[[datetime], None]
) -> None:
    """The card shows sixteen marks in the order of opening, here with a hint and a mine."""
    game = begun(client)
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    client.post(f"/api/games/{game['id']}/hint", json={"tier": 1})
    rows = client.get(f"/api/games/{game['id']}").json()["rows"]
    helped = odds(View.parse("\n".join([game["level"], *rows]))).safe[0]
    move(client, game, helped)
    region = region_of(board.level, helped)
    move(client, game, next(one for one in board.mines if region_of(board.level, one) != region))
    found = card(client)
    assert (found["outcome"], len(found["marks"])) == ("lost", 16)
    opened = found["marks"].rstrip("-")
    assert (opened.count("h"), opened.count("m")) == (1, 1)
    assert set(opened) <= set("chm")
    assert not {"board", "rows", "answer", "cells"} & found.keys()


def test_there_is_no_card_before_the_end(
    client: TestClient, at: Callable[[datetime], None]
) -> None:
    """The message says to finish the board first."""
    for start in (lambda: None, lambda: begun(client)):
        start()
        refused = client.get("/api/daily/card", params={"level": "beginner"})
        assert (refused.status_code, refused.json()["detail"]) == (409, "finish the board first")


def test_the_link_on_a_card_leads_to_the_daily_boards(client: TestClient) -> None:
    """The link on a result card leads to the daily boards. An invalid day gets a 404."""
    answer = client.get("/d/1116", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/#daily/1116")
    assert [client.get(f"/d/{day}").status_code for day in ("0", "11165", "x")] == [404] * 3


# -- the proof of a board -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "allowed"),
    [
        ({"at_most": "single clue"}, {Technique.GIVEN, Technique.SINGLE_CLUE}),
        ({"technique": "mine count"}, {Technique.MINE_COUNT}),
    ],
)
def test_a_board_by_technique_and_its_proof(
    client: TestClient, form: dict[str, str], allowed: set[Technique]
) -> None:
    """The hardest technique is as requested, and a checker accepts the board's certificate."""
    game = client.post("/api/games", json={"level": "9x7x12/open", **form}).json()
    base = f"/api/games/{game['id']}"
    for path in ("proof", "files/board.cert"):
        refused = client.get(f"{base}/{path}")
        assert (refused.status_code, "secret until the game is over" in refused.text) == (409, True)
    win(client, game)
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    assert solution(board).hardest in allowed
    file = client.get(f"{base}/files/board.cert")
    assert file.headers["Content-Disposition"] == 'attachment; filename="sapper-board.cert"'
    assert verify_board(file.text).accepted
    proof = client.get(f"{base}/proof").json()
    assert (proof["certificate"], proof["hardest"]) == (file.text, str(solution(board).hardest))
    # Together, the changes of all steps give the won board.
    symbols = list("".join(proof["rows"]))
    known: set[str] = set()
    assert proof["steps"][0]["words"].endswith("given as safe. Start there.")
    for step in proof["steps"]:
        named = {run["cell"] for run in step["runs"] if not isinstance(run, str)}
        assert named == {*step["cells"], *step["clues"]}
        for cell, symbol in zip(step["changed"], step["symbols"], strict=True):
            symbols[cell] = symbol
        if step["kind"] == "open":
            assert all(
                symbols[board.grid.parse_cell(name)] in "012345678" for name in step["cells"]
            )
        else:
            assert step["clues"] or step["mine_count"]
            known.update(step["cells"] if step["kind"] == "mine" else ())
    assert "".join(symbols).replace("F", "*").replace(".", "*") == "".join(board.rows)
    assert {board.grid.parse_cell(name) for name in known} <= board.mines
    assert any(step["mine_count"] for step in proof["steps"]) == ("technique" in form)


def test_a_board_that_needs_a_guess_has_no_proof(client: TestClient) -> None:
    game = client.post("/api/games", json={"board": NEEDS_A_GUESS}).json()
    move(client, game, 4)
    client.post(f"/api/games/{game['id']}/leave")
    response = client.get(f"/api/games/{game['id']}/proof")
    assert response.status_code == 422
    assert response.json()["detail"] == "this board can't be won without a guess"


def test_two_wishes_about_technique_are_one_too_many(client: TestClient) -> None:
    form = {"level": "beginner", "at_most": "subset", "technique": "chain"}
    response = client.post("/api/games", json=form)
    assert (response.status_code, "can't be combined" in response.text) == (422, True)
