"""Players can't fake results, and a refused change has no effect."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.web import daily, live_games, rebuilding, store
from sapper.web.app import Limits
from sapper.web.live_games import LiveGames
from sapper.web.problems import NO_DATABASE, RefusedError
from sapper.web.schema import StoreError
from sapper.web.store import Store
from web.asking import BOARD, cell, detail, new, play
from web.seats import seat_of

# -- refused changes have no effect -------------------------------------------------------------


def of(client: TestClient) -> Any:
    return client.app.state.server  # type: ignore[attr-defined]


REFUSED: list[dict[str, Any]] = [
    {"level": "bogus"},
    {"level": "9x9x99"},
    {},
    {"level": "beginner", "board": BOARD},
    {"board": BOARD, "no_guess": True},
    {"board": "4x1x1/any"},
    {"share": "nothing-like-it"},
    {"level": "beginner", "technique": "nonsense"},
]


@pytest.mark.parametrize("form", REFUSED, ids=str)
def test_a_refused_game_replaces_nothing(client: TestClient, form: dict[str, Any]) -> None:
    """If the new game is refused, the old one continues, and its mines stay hidden."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    refused = client.post("/api/games", json={**form, "replace": game["id"]})
    assert 400 <= refused.status_code < 500
    after = client.get(f"/api/games/{game['id']}").json()
    assert (after["outcome"], after["end"]) == (None, None)
    assert play(client, game, "flag", cell("A1"))["flags"] == 1


def test_a_game_that_is_not_written_replaces_nothing(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a new game can't be saved because the disk is full, it doesn't replace the old game."""
    client = make_client()
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))

    def full(*_: Any) -> None:
        raise OperationalError("", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_finish", full)
        form = {"level": "beginner", "replace": game["id"]}
        assert detail(client.post("/api/games", json=form), 503) == NO_DATABASE
    assert client.get(f"/api/games/{game['id']}").json()["outcome"] is None
    assert of(client).store.count() == 1


def test_after_a_failed_move_nothing_changes_until_the_game_is_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed move, memory is ahead of the store, so waiting moves must fail as well."""
    games = LiveGames(Store(str(tmp_path / "games.db")))
    seat = games.start("p", Level.parse("9x5x8/any"))

    def full(*_: Any) -> None:
        raise OperationalError("", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_finish", full)
        with pytest.raises(StoreError, match="disk full"):
            games.play(seat, Move("flag", 1))
    with pytest.raises(RefusedError, match="reload it"):
        games.play(seat, Move("flag", 2))
    with pytest.raises(RefusedError, match="reload it"):
        games.undo(seat)
    games.play(games.seat("p", seat.row.id), Move("flag", 3))
    assert [move.cell for _, move in games.store.moves(seat.row.id)] == [3]
    games.store.close()


def test_a_game_is_replaced_at_the_limit_of_games(make_client: Callable[..., TestClient]) -> None:
    """A replaced game no longer counts towards the limit."""
    client = make_client(Limits(running_games=2))
    first, _ = new(client, board=BOARD), new(client, level="beginner")
    play(client, first, "open", cell("E1"))
    assert "2 games under way" in detail(client.post("/api/games", json={"board": BOARD}), 429)
    new(client, level="beginner", replace=first["id"])
    assert client.get(f"/api/games/{first['id']}").json()["outcome"] == "left"
    stranger = {"level": "beginner", "replace": "nobody-has-this"}
    assert client.post("/api/games", json=stranger).status_code == 429


@pytest.mark.parametrize("path", ["odds", "guess", "hint", "flags"])
def test_refused_help_is_no_help(make_client: Callable[..., TestClient], path: str) -> None:
    """If a request for help is refused, the game still counts."""
    client = make_client(Limits(analyses=(0.5, 0.001)))
    game = new(client, level="9x5x8/any")
    url = f"/api/games/{game['id']}"
    ask = {"odds": client.get, "guess": client.get}.get(path)
    refused = ask(f"{url}/{path}") if ask else client.post(f"{url}/{path}", json={"tier": 1})
    assert refused.status_code == 429
    assert not client.get(url).json()["assisted"]


def test_a_game_that_is_played_on_begins_whole_or_not_at_all(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new game and all its moves are saved in one change."""
    client = make_client()
    game = new(client, board=BOARD)
    for name in ("E1", "A3"):
        play(client, game, "open", cell(name))
    client.post(f"/api/games/{game['id']}/leave")
    writes: list[int] = []
    finish = Store._finish

    def counted(*arguments: Any) -> None:
        writes.append(1)
        finish(*arguments)

    monkeypatch.setattr(Store, "_finish", counted)
    on = client.post(f"/api/games/{game['id']}/on", json={"moves": 2}).json()
    assert (on["moves"], on["assisted"], len(writes)) == (2, True, 1)


# -- the clock ----------------------------------------------------------------------------------


class Time:
    """A fake `time` module whose clocks the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    def monotonic_ns(self) -> int:
        return int(self.now * 1e9)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock that stands still."""
    clock = Time()
    monkeypatch.setattr(live_games, "time", clock)
    monkeypatch.setattr(rebuilding, "milliseconds", lambda: clock.monotonic_ns() // 1_000_000)
    return clock


def test_a_clock_goes_on_while_others_have_the_memory(tmp_path: Path, clock: Time) -> None:
    """A game's clock keeps running after other games push the game out of memory."""
    room = LiveGames(Store(str(tmp_path / "games.db")), seats=2)
    name = room.start("p", Level.parse("9x5x8/any")).row.id
    room.play(room.seat("p", name), Move("flag", 3))
    clock.now += 7
    for _ in range(3):
        room.start("p", Level.parse("9x5x8/any"))
    assert name not in room._seats
    clock.now += 12
    assert room.seat("p", name).game.elapsed == pytest.approx(19_000, abs=2)
    room.play(room.seat("p", name), Move("flag", 4))
    assert room.store.moves(name)[-1][0] == pytest.approx(19_000, abs=2)
    room.store.close()


def test_a_clock_that_is_set_back_keeps_the_times_in_order(tmp_path: Path, clock: Time) -> None:
    """If the system clock is set back, the game's clock continues from the last move."""
    room = LiveGames(Store(str(tmp_path / "games.db")))
    name = room.start("p", Level.parse("9x5x8/any")).row.id
    room.play(room.seat("p", name), Move("flag", 3))
    clock.now += 5
    room.play(room.seat("p", name), Move("flag", 4))
    room._seats.clear()
    clock.now -= 3600
    room.play(room.seat("p", name), Move("flag", 5))
    assert [at for at, _ in room.store.moves(name)] == [0, 5000, 5000]
    room.store.close()


@pytest.mark.parametrize("lost", [False, True], ids=["", "of an earlier format"])
def test_a_clock_stands_still_while_no_server_runs(
    tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    """When a new server starts, the clock continues from the last move."""
    monkeypatch.setattr(store, "time", clock)
    path = str(tmp_path / "games.db")
    room = LiveGames(Store(path))
    name = room.start("p", Level.parse("9x5x8/any")).row.id
    for where in (3, 4):
        room.play(room.seat("p", name), Move("flag", where))
        clock.now += 5
    if lost:
        room.store.change(name, began=None)
    room.store.close()
    clock.now += 3600
    room = LiveGames(Store(path))
    room.store.resume_clocks()
    clock.now += 7
    assert room.seat("p", name).game.elapsed == pytest.approx(12_000, abs=2)
    room.store.close()


# -- the daily board ----------------------------------------------------------------------------


def test_a_try_that_was_undone_is_a_try(client: TestClient) -> None:
    """Opening a cell of the daily board uses up the player's try, even if the move is undone."""
    game = client.post("/api/daily", json={"level": "beginner"}).json()
    url = f"/api/games/{game['id']}"
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    play(client, game, "open", board.given[0])
    assert client.get(f"{url}/odds").status_code == 200
    assert client.post(f"{url}/undo").json()["moves"] == 0
    assert client.post(f"{url}/leave").status_code == 204
    again = client.post("/api/daily", json={"level": "beginner"}).json()
    assert (again["id"], again["outcome"], again["assisted"]) == (game["id"], "left", True)
    export = client.get("/api/export").json()["games"]
    assert [one["clicks"] for one in export] == [0]


@pytest.mark.parametrize("level", ["9x5x8/open", "9x5x8/safe", "9x5x8/any", "9x5x8/given"])
def test_only_what_was_never_opened_is_forgotten(client: TestClient, level: str) -> None:
    """Leaving a game with only flags deletes it. A game with an opened cell is kept."""
    game = new(client, level=level)
    url = f"/api/games/{game['id']}"
    where = "".join(game["rows"]).index(".")
    play(client, game, "flag", where)
    client.post(f"{url}/leave")
    assert client.get(url).status_code == 404
    while True:
        game = new(client, level=level)
        url = f"/api/games/{game['id']}"
        if play(client, game, "open", 20)["outcome"] is None:
            break  # under the rule `any` the cell may have been a mine
    board = seat_of(client, game["id"]).game.board
    client.post(f"{url}/undo")
    of(client).games._seats.clear()
    client.post(f"{url}/leave")
    left = client.get(url).json()
    assert (left["outcome"], left["assisted"], left["moves"]) == ("left", True, 0)
    assert seat_of(client, game["id"]).game.board == board
    for name in ("record.txt", "replay.evf", "replay.rawvf", "board.mbf"):
        assert client.get(f"{url}/files/{name}").status_code == 200
    assert new(client, share=left["end"]["share"])["assisted"]


def test_a_killed_server_leaves_a_whole_try_or_none(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the player's try can't be recorded, the game isn't saved either."""
    client = make_client()
    client.get("/api/daily")

    with monkeypatch.context() as patch:
        patch.setattr(daily, "note", lambda *_: (None, {}))  # not SQL, so saving fails here
        form = {"level": "beginner"}
        assert client.post("/api/daily", json=form).status_code == 503
    assert of(client).store.count() == 0
    game = client.post("/api/daily", json={"level": "beginner"}).json()
    assert (game["assisted"], game["outcome"]) == (False, None)


# -- undo ---------------------------------------------------------------------------------------


def test_undo_costs_what_it_undoes(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo restores the position before the move without replaying earlier moves."""
    client = make_client()
    game = new(client, level="9x5x8/open")
    url = f"/api/games/{game['id']}"
    play(client, game, "open", 20)
    seen = [client.get(url).json()["rows"]]
    for where in (index for index, symbol in enumerate("".join(seen[0])) if symbol == "."):
        play(client, game, "flag", where)
        seen.append(client.get(url).json()["rows"])
    played: list[Move] = []
    monkeypatch.setattr(Game, "play", lambda _, move: played.append(move))
    for rows in reversed(seen[:-1]):
        assert client.post(f"{url}/undo").json()["rows"] == rows
    assert client.post(f"{url}/undo").json()["moves"] == 0
    assert played == []


def test_undo_is_as_if_the_move_had_not_been_made(client: TestClient) -> None:
    """Undo works for opening, chording and flagging, with the game in memory or loaded again."""
    game = new(client, board=BOARD)
    url = f"/api/games/{game['id']}"
    moves = [("open", "E1"), ("flag", "A1"), ("chord", "B1"), ("flag", "C3"), ("flag", "C3")]
    seen = []
    for kind, name in moves:
        seen.append(client.get(url).json()["rows"])
        play(client, game, kind, cell(name))
    for number, rows in enumerate(reversed(seen)):
        if number % 2:
            of(client).games._seats.clear()
        assert client.post(f"{url}/undo").json()["rows"] == rows


def test_the_board_stays_when_its_first_cell_is_undone(client: TestClient) -> None:
    """Undoing the first move keeps the board, and the opened cell becomes a given cell."""
    game = new(client, level="9x5x8/open")
    url = f"/api/games/{game['id']}"
    play(client, game, "flag", 20)
    play(client, game, "flag", 20)
    play(client, game, "open", 20)
    board = seat_of(client, game["id"]).game.board
    rows = client.post(f"{url}/undo").json()["rows"]
    assert "".join(rows) == "." * 20 + "+" + "." * 24
    of(client).games._seats.clear()
    assert client.get(url).json()["rows"] == rows
    seat = seat_of(client, game["id"])
    assert (seat.game.board, seat.game.move_count) == (board, 2)
    play(client, game, "open", 20)
    client.post(f"{url}/leave")
    record = client.get(f"{url}/files/record.txt").text
    assert client.get("/api/export").json()["games"][0]["record"] == record


def test_undo_is_limited_like_moves(make_client: Callable[..., TestClient]) -> None:
    client = make_client(Limits(moves=(3, 0.001)))
    game = new(client, level="9x5x8/any")
    for where in range(2):
        play(client, game, "flag", where)
    url = f"/api/games/{game['id']}/undo"
    assert [client.post(url).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("way", ["moves", "undo"])
def test_names_of_one_address_share_a_limit(
    make_client: Callable[..., TestClient], way: str
) -> None:
    """Playing each game as a new player does not allow more moves, not even over websockets."""
    client = make_client(Limits(moves_together=(4, 0.001)))
    statuses = []
    for _ in range(3):
        player = TestClient(client.app)
        game = new(player, level="9x5x8/any")
        flag = {"kind": "flag", "cell": 1}
        url = f"/api/games/{game['id']}"
        statuses.append(player.post(f"{url}/moves", json=flag).status_code)
        statuses.append(player.post(f"{url}/{way}", json=flag).status_code)
    assert statuses == [200] * 4 + [429] * 2
    with player.websocket_connect("/api/play") as socket:
        socket.send_json({"game": game["id"], **flag})
        assert socket.receive_json()["status"] == 429


# -- the limit on games -------------------------------------------------------------------------


def test_games_that_begin_at_once_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All requests check the limit before any of them writes, and the limit still holds."""
    together(LiveGames(Store(str(tmp_path / "games.db")), running=3), monkeypatch)


@pytest.mark.process
def test_games_that_begin_on_two_servers_at_once_are_counted(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit holds, although neither server sees the other's uncommitted game."""
    one, two = (LiveGames(Store(postgres), running=3) for _ in range(2))
    together(one, monkeypatch, two)


def together(*arguments: Any) -> None:
    """Start eight games of one player simultaneously, and check that three are accepted."""
    (one, monkeypatch, *others) = arguments
    tables = [one, *others]
    meeting = threading.Barrier(8, timeout=60)
    look = Store.running

    def running(*asked: Any) -> int:
        found = look(*asked)
        meeting.wait()
        return found

    def begin(number: int) -> bool:
        try:
            tables[number % len(tables)].start("p", Level.parse("9x5x8/any"))
        except RefusedError as refused:
            return refused.status != 429
        return True

    with monkeypatch.context() as patch, ThreadPoolExecutor(8) as threads:
        patch.setattr(Store, "running", running)
        assert sum(threads.map(begin, range(8))) == 3
    assert one.store.running("p") == 3
    for each in tables:
        each.store.close()
