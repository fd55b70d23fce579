"""The table of a daily board, the result card, and names, none of which can be faked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.core.view import View
from sapper.reason.odds import odds
from sapper.review.regions import region_of
from sapper.web import daily, names
from sapper.web.app import Limits, create_app
from sapper.web.problems import RefusedError
from sapper.web.schema import places
from sapper.web.store import Store
from web.asking import wait_for_reviews
from web.servers import NOON, patient
from web.test_daily import begin, lose, move, today, win

Table = dict[str, Any]


def store_of(client: TestClient) -> Store:
    store: Store = client.app.state.server.store  # type: ignore[attr-defined]
    return store


def table(client: TestClient, **asked: str) -> Table:
    """The table, once all its games are reviewed. The first request starts the reviews."""
    asked = {"level": "beginner", **asked}
    client.get("/api/daily/table", params=asked)
    wait_for_reviews(client)
    found: Table = client.get("/api/daily/table", params=asked).json()
    assert found["waiting"] == 0
    return found


def card(client: TestClient, level: str = "beginner") -> Table:
    """The result card of a player's game today."""
    found: Table = client.get("/api/daily/card", params={"level": level}).json()
    return found


def at(client: TestClient, number: int) -> TestClient:
    """Another player on the same server, at a different address."""
    return TestClient(client.app, client=(f"192.0.2.{number}", 50000))


def view_of(client: TestClient, game: Table) -> View:
    now = client.get(f"/api/games/{game['id']}").json()
    return View.parse("\n".join([now["level"], *now["rows"]]))


def begun(client: TestClient) -> Table:
    """Today's board with its first cell open."""
    game = begin(client)
    move(client, game, "".join(game["rows"]).index("+"))
    return game


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TestClient]:
    """A separate server for each test, with SQLite or PostgreSQL."""
    is_sqlite = request.param == "sqlite"
    url = str(tmp_path / "games.db") if is_sqlite else request.getfixturevalue("postgres")
    limits = patient(Limits(new_games=(1e6, 1e6), analyses=(1e6, 1e6)))
    with TestClient(create_app(url, limits=limits), client=("192.0.2.250", 50000)) as made:
        yield made


# -- the table ------------------------------------------------------------------------------------


def test_who_solved_it_and_how(client: TestClient) -> None:
    """Rows are sorted by the server's times. Each player's own row is marked."""
    players = [at(client, number) for number in range(6)]
    for number, player in enumerate(players):
        game = begin(player)
        (lose if number == 5 else win)(player, game)
        store_of(client).change(game["id"], elapsed=1000 * (10 - number))
    shown, hidden = ({"name": "third  base ", "shown": on} for on in (True, False))
    assert players[1].post("/api/name", json=shown).json() == {"name": "third base", "shown": True}
    players[2].post("/api/name", json=hidden)
    found = table(players[0])
    assert [row["elapsed"] for row in found["rows"]] == [6000, 7000, 8000, 9000, 10_000]
    assert [row["name"] for row in found["rows"]] == [None, None, None, "third base", None]
    assert [row["you"] for row in found["rows"]] == [False] * 4 + [True]
    assert [row["rank"] for row in found["rows"]] == [1, 2, 3, 4, 5]
    assert (found["solved"], found["lost"], found["start"]) == (5, 1, 100)
    assert {(row["error"], row["luck"]) for row in found["rows"]} == {(0, 0)}
    assert [one["level"] for one in found["boards"]] == ["intermediate", "beginner", "expert"]
    assert today(players[0])["boards"][0]["solved"] == 5
    compared = card(players[0])
    assert (compared["rank"], compared["solved"], compared["median"]) == (5, 5, 8000)
    assert compared["times"] == [6000, 7000, 8000, 9000, 10_000]
    assert card(players[5])["rank"] is None
    assert table(client, level="expert")["rows"] == []


def test_the_card_of_fewer_than_five_players_has_neither_times_nor_a_median(
    client: TestClient,
) -> None:
    for number in range(4):
        win(player := at(client, number), begin(player))
    assert (card(player)["times"], card(player)["median"]) == ([], None)


def test_a_hint_keeps_the_streak_but_not_the_place(client: TestClient) -> None:
    """A day with a hint counts for the streak, but the game is not in the table."""
    game = begun(client)
    client.post(f"/api/games/{game['id']}/hint", json={"tier": 1})
    win(client, client.get(f"/api/games/{game['id']}").json())
    assert (today(client)["streak"], today(client)["week"][-1]["result"]) == (1, "helped")
    assert table(client)["rows"] == []
    assert (card(client)["assisted"], card(client)["known"]) == (True, False)


def test_other_days(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yesterday's table is kept, and the week's table has each player's fastest game."""
    times = {0: 5000, 1: 3000, 8: 1000}
    for back in (8, 1, 0):
        monkeypatch.setattr(daily, "now", lambda back=back: NOON - timedelta(back))
        game = begin(client)
        win(client, game)
        store_of(client).change(game["id"], elapsed=times[back])
    spans = {span: table(client, span=span) for span in ("today", "yesterday", "week")}
    assert {span: [row["elapsed"] for row in found["rows"]] for span, found in spans.items()} == {
        "today": [5000],
        "yesterday": [3000],
        "week": [3000],
    }


def test_it_survives_a_restart(tmp_path: Path) -> None:
    """The board, its rating, the results and the name are in the database."""
    path, limits = str(tmp_path / "games.db"), patient(Limits())
    with TestClient(create_app(path, limits=limits)) as client:
        win(client, begin(client))
        client.post("/api/name", json={"name": "okapi", "shown": True})
        before = [today(client)["boards"], table(client), card(client)]
        cookies = client.cookies
    with TestClient(create_app(path, limits=limits), cookies=cookies) as client:
        assert [today(client)["boards"], table(client), card(client)] == before
        assert client.get("/api/name").json() == {"name": "okapi", "shown": True}


# -- the result card ------------------------------------------------------------------------------


def test_the_card_says_what_happened_and_not_where(client: TestClient) -> None:
    """The card shows sixteen marks in the order of opening, here with a hint and a mine."""
    game = begun(client)
    board = daily.board_of(store_of(client), NOON.date(), "beginner").board
    client.post(f"/api/games/{game['id']}/hint", json={"tier": 1})
    helped = odds(view_of(client, game)).safe[0]
    move(client, game, helped)
    region = region_of(board.level, helped)
    move(client, game, next(one for one in board.mines if region_of(board.level, one) != region))
    found = card(client)
    assert (found["outcome"], len(found["marks"])) == ("lost", 16)
    opened = found["marks"].rstrip("-")
    assert (opened.count("h"), opened.count("m")) == (1, 1)
    assert set(opened) <= set("chm")
    assert not {"board", "rows", "answer", "cells"} & found.keys()


def test_there_is_no_card_before_the_end(client: TestClient) -> None:
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


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "1 to 24 characters"),
        ("   ", "1 to 24 characters"),
        ("x" * 25, "1 to 24 characters"),
        ("a\nb", "control characters"),
        ("a\u0000b", "control characters"),
        ("\u202eevil", "control characters"),
        ("zero\u200bwidth", "control characters"),
        ("Z\u0351\u0352\u0353", "accents"),
    ],
)
def test_a_name_that_is_not_allowed(name: str, reason: str) -> None:
    """One line says why the name is refused."""
    with pytest.raises(RefusedError, match=reason):
        names.checked(name)


@pytest.mark.parametrize("name", ["Jonas K.", "Zoë", "李雷", "<b>&", "ที่", "o'Neil"])
def test_a_name_that_is_allowed(name: str) -> None:
    """A name may be in any script, because the page shows it as plain text."""
    assert names.checked(f" {name} ") == name


def test_a_refused_name_leaves_the_old_one(client: TestClient) -> None:
    """A refused name changes nothing. A name can be deleted, and changes are limited."""
    old = {"name": "okapi", "shown": True}
    client.post("/api/name", json=old)
    refused = client.post("/api/name", json={"name": "a\tb", "shown": True})
    assert (refused.status_code, client.get("/api/name").json()) == (422, old)
    client.post("/api/name", json={"name": None, "shown": True})
    assert client.get("/api/name").json() == {"name": None, "shown": False}
    server = client.app.state.server  # type: ignore[attr-defined]
    server.new_games.charge("192.0.2.250", 1e7)
    assert client.post("/api/name", json=old).status_code == 429


# -- attacks --------------------------------------------------------------------------------------


def test_nobody_can_deal_the_board_in_advance(client: TestClient, tmp_path: Path) -> None:
    """The board of a day never changes. Other days and other servers have different boards."""
    days = [NOON.date() - timedelta(back) for back in range(3)]
    boards = {str(daily.board_of(store_of(client), day, "beginner").board) for day in days}
    assert len(boards) == 3
    assert {str(daily.board_of(store_of(client), day, "beginner").board) for day in days} == boards
    with closing(Store(str(tmp_path / "other.db"))) as other:
        assert str(daily.board_of(other, days[0], "beginner").board) not in boards


QUESTIONS: dict[str, dict[str, Any]] = {
    "analyse": {},
    "explain": {},
    "hint": {"tier": 2},
    "value": {},
    "numbers": {},
}


@pytest.mark.parametrize("path", QUESTIONS)
def test_analysing_the_position_is_help(client: TestClient, path: str) -> None:
    """Analysing the daily position while playing counts as help, even with a wrong mine count."""
    game = begun(client)
    position = str(view_of(client, game)).replace("9x9x10", "9x9x11")
    hidden = view_of(client, game).grid.name(view_of(client, game).hidden[0])
    asked = {"position": position, **QUESTIONS[path]}
    form = {**asked, "cell": hidden} if path == "numbers" else asked
    answer = client.post(f"/api/{path}", json=form)
    assert answer.status_code == 200, answer.text
    assert client.get(f"/api/games/{game['id']}").json()["assisted"]


def test_analysing_before_the_try_is_help(client: TestClient) -> None:
    """Analysing someone else's position on today's board before playing it counts as help."""
    other = at(client, 1)
    position = str(view_of(other, begun(other)))
    client.get("/api/daily")
    client.post("/api/analyse", json={"position": position})
    game = begin(client)
    assert game["assisted"]
    win(client, game)
    assert (today(client)["streak"], card(client)["known"]) == (0, True)
    assert not other.get(f"/api/games/{begin(other)['id']}").json()["assisted"]


def test_a_second_window_at_the_same_address_is_help(client: TestClient) -> None:
    """Analysing a game's position counts as help only if it is done from the player's address."""
    game = begun(client)
    view = view_of(client, game)
    far, near = at(client, 1), at(client, 250)
    for asking in (far, near):
        asking.post("/api/analyse", json={"position": str(view)})
    assert not client.get(f"/api/games/{game['id']}").json()["assisted"], "everyone has it"
    move(client, game, odds(view).safe[0])
    position = str(view_of(client, game))
    far.post("/api/analyse", json={"position": position})
    assert not client.get(f"/api/games/{game['id']}").json()["assisted"], "another address"
    near.post("/api/analyse", json={"position": position})
    assert client.get(f"/api/games/{game['id']}").json()["assisted"]


def test_another_position_is_not_help(client: TestClient) -> None:
    """Analysing a different position of the same size, or one with few open cells, isn't help."""
    game = begun(client)
    rows = view_of(client, game).rows
    other = "\n".join(["9x9x10/open", *reversed(rows)])
    few = "\n".join(["9x9x10/open", *["." * 9] * 8, f"{'.' * 8}1"])
    for position in (other, few):
        client.post("/api/analyse", json={"position": position})
    assert not client.get(f"/api/games/{game['id']}").json()["assisted"]


def test_a_second_cookie_does_not_get_into_the_table(client: TestClient) -> None:
    """A player who loses, sees the mines and returns with a new cookie is not in the table."""
    lose(client, begin(client))
    second = at(client, 250)
    win(second, begin(second))
    assert table(second)["rows"] == []
    found = card(second)
    assert (found["assisted"], found["rank"], today(second)["streak"]) == (False, None, 1)
    client.delete("/api/me")
    assert table(second)["rows"] == [], "deleting the first cookie's data changes nothing"
    elsewhere = at(client, 1)
    win(elsewhere, begin(elsewhere))
    assert len(table(elsewhere)["rows"]) == 1


def test_a_class_shares_an_address(client: TestClient) -> None:
    """Players who share an address are ranked if they begin early or have played before."""
    early, late, regular = (at(client, 250) for _ in range(3))
    game = begun(early)
    win(client, begin(client))
    win(early, early.get(f"/api/games/{game['id']}").json())
    old = regular.post("/api/games", json={"level": "9x9x10/open"}).json()["id"]
    store_of(client).change(old, outcome="won", created=(NOON - timedelta(1)).timestamp())
    for player in (late, regular):
        win(player, begin(player))
    assert table(client)["solved"] == 3
    assert [table(one)["rows"][-1]["rank"] for one in (early, regular)] == [3, 3]
    assert [any(row["you"] for row in table(one)["rows"]) for one in (early, regular, late)] == [
        True,
        True,
        False,
    ]


def test_addresses_are_forgotten(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Creating a new day's board deletes address hashes that are older than a week."""
    begun(client)
    assert "192.0.2" not in str(store_of(client).select(places.select()))
    for days, left in ((7, 1), (8, 0)):
        then = datetime.combine(NOON.date() + timedelta(days), NOON.time(), UTC)
        monkeypatch.setattr(daily, "now", lambda then=then: then)
        today(client)
        assert len(store_of(client).select(places.select())) == left


def test_the_table_is_metered(tmp_path: Path) -> None:
    """Requests for the table are limited like those for other lists."""
    limits = Limits(looking_back=(2.5, 0.001))
    with TestClient(create_app(str(tmp_path / "games.db"), limits=limits)) as client:
        answers = [client.get("/api/daily/table").status_code for _ in range(3)]
    assert answers == [200, 200, 429]
