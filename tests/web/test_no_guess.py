"""Games on boards that need no guess: the board is dealt around the first click, wherever it is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import reference
from sapper.core.board import Board
from sapper.core.level import Level
from sapper.core.view import Move, MoveError, View
from sapper.ladder.dealer import Wanted, deal
from sapper.ladder.techniques import Technique
from sapper.verify import verify_board
from sapper.web.dealing import quick_way, wanted_of, wanted_text
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import RefusedError
from sapper.web.store import Store
from web.asking import detail, new, play
from web.seats import seat_of

NO_GUESS = wanted_text(Wanted(no_guess=True))
SIZES = ["beginner", "intermediate", "expert", "expert/safe", "9x7x16/open", "7x4x6/safe"]


@pytest.fixture
def games(tmp_path: Path) -> Iterator[LiveGames]:
    with closing(Store(str(tmp_path / "games.db"))) as store:
        yield LiveGames(store, running=1000)


@pytest.mark.parametrize("name", SIZES)
def test_no_first_click_loses(games: LiveGames, name: str) -> None:
    level = Level.parse(name)
    cells = random.Random(name)
    for _ in range(100):
        seat = games.start("p", level, wanted=NO_GUESS)
        cell = cells.randrange(level.size)
        assert games.play(seat, Move("open", cell)).opened > 0
        assert seat.row.outcome in (None, "won")
        board = seat.game.board
        assert board is not None
        assert (board.first, board.no_guess, board.level) == (cell, True, level)


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_with_given_cells_other_cells_are_refused_first(games: LiveGames, name: str) -> None:
    """On these levels, the given cells are the start."""
    level, cells = Level.parse(name), random.Random(name)
    for seed in range(100):
        seat = games.start("p", level, deal(level, seed, no_guess=True))
        cell = cells.randrange(level.size)
        if cell in seat.game.view.given:
            games.play(seat, Move("open", cell))
            assert seat.row.outcome in (None, "won")
        else:
            with pytest.raises(MoveError, match=r"^open a given cell first"):
                games.play(seat, Move("open", cell))


def won_by_counting(seat: Seat, games: LiveGames) -> bool:
    """Whether in each position some cell is safe on all boards that fit the position."""
    while seat.row.outcome is None:
        view = seat.game.view
        maybe_mines: set[int] = set().union(*reference.boards(view))
        safe = [c for c, state in enumerate(view.states) if state == 9 and c not in maybe_mines]
        if not safe:
            return False
        games.play(seat, Move("open", safe[0]))
    return seat.row.outcome == "won"


@pytest.mark.parametrize("name", ["6x4x5/open", "5x4x4/safe"])
def test_logic_is_enough_from_every_first_cell(games: LiveGames, name: str) -> None:
    """Listing all boards by brute force shares no code with the dealer."""
    level = Level.parse(name)
    guessed = 0
    for cell in range(level.size):
        seat = games.start("p", level, wanted=NO_GUESS)
        games.play(seat, Move("open", cell))
        assert won_by_counting(seat, games)
        ordinary = games.start("p", level)
        games.play(ordinary, Move("open", cell))
        guessed += not won_by_counting(ordinary, games)
    assert guessed > 0  # an ordinary board often needs a guess, so the test can tell


def begun(client: TestClient, cell: int, level: str = "9x7x12/open") -> dict[str, Any]:
    """A no-guess game with its first open cell."""
    game = new(client, level=level, no_guess=True)
    assert (game["no_guess"], "".join(game["rows"]).count(".")) == (True, 63)
    play(client, game, "open", cell)
    return game


def state(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{game['id']}").json()
    return found


def win(client: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    """Win the game with the knowledge of the server."""
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    for cell in (*board.given, *range(board.level.size)):
        if cell not in board.mines and state(client, game)["rows"][cell // 9][cell % 9] in ".+":
            play(client, game, "open", cell)
    return state(client, game)


def test_after_undoing_everything_the_same_board_must_be_opened_there(client: TestClient) -> None:
    game = begun(client, 40)
    board = seat_of(client, game["id"]).game.board
    rows = client.post(f"/api/games/{game['id']}/undo").json()["rows"]
    assert [at for at, symbol in enumerate("".join(rows)) if symbol == "+"] == [40]
    for _ in range(2):
        move = {"kind": "open", "cell": 3}
        refused = client.post(f"/api/games/{game['id']}/moves", json=move)
        assert detail(refused, 422) == (
            "open E5 first: elsewhere, the first click could hit a mine"
        )
        # The second time, the game has been read from the database.
        client.app.state.server.games._seats.clear()  # type: ignore[attr-defined]
        assert state(client, game)["rows"] == rows
    play(client, game, "flag", 3)
    assert play(client, game, "open", 40)["opened"] > 0
    assert seat_of(client, game["id"]).game.board == board


def test_the_board_stays_when_the_game_is_read_again(client: TestClient) -> None:
    """A flag before the first click stays, too."""
    game = new(client, level="9x7x12/open", no_guess=True)
    play(client, game, "flag", 0)
    client.app.state.server.games._seats.clear()  # type: ignore[attr-defined]
    assert state(client, game)["no_guess"]
    play(client, game, "open", 40)
    before, board = state(client, game), seat_of(client, game["id"]).game.board
    client.app.state.server.games._seats.clear()  # type: ignore[attr-defined]
    after = state(client, game)
    assert (after["rows"], after["no_guess"]) == (before["rows"], True)
    assert seat_of(client, game["id"]).game.board == board


def test_a_won_game_has_its_proof_and_record_and_can_be_shared(client: TestClient) -> None:
    game = begun(client, 26)
    end = win(client, game)
    assert (end["outcome"], end["assisted"]) == ("won", False)
    path = f"/api/games/{game['id']}"
    certificate = client.get(f"{path}/files/board.cert")
    assert verify_board(certificate.text).accepted
    record = client.get(f"{path}/files/record.txt").text
    assert "first: I3" in record.splitlines()
    assert "seed: " not in record  # `sapper deal --seed` would deal another board
    assert "9x7x12/open I3 no-guess" in record.splitlines()
    review = client.get(f"{path}/review").json()
    assert review["start"] == 1.0
    (exported,) = client.get("/api/export").json()["games"]
    assert exported["record"] == record
    again = new(client, share=end["end"]["share"])
    symbols = "".join(again["rows"])
    assert [at for at, symbol in enumerate(symbols) if symbol == "+"] == [26]
    assert (again["no_guess"], again["assisted"]) == (True, True)  # the player knows the board
    refused = client.post(f"/api/games/{again['id']}/moves", json={"kind": "open", "cell": 0})
    assert detail(refused, 422).startswith("open I3 first")
    assert win(client, again)["outcome"] == "won"


def test_of_two_first_clicks_one_deals_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers get a click in the same game at the same time."""
    monkeypatch.setattr(Store, "is_shared", True)
    store = Store(str(tmp_path / "games.db"))
    one, two = LiveGames(store), LiveGames(store)
    seat = one.start("p", Level.parse("9x7x12/open"), wanted=NO_GUESS)
    late = two.seat("p", seat.row.id)
    one.play(seat, Move("open", 40))
    with pytest.raises(RefusedError, match="reload it"):
        two.play(late, Move("open", 3))
    assert two.seat("p", seat.row.id).game.board == seat.game.board
    store.close()


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(no_guess=True),
        Wanted(no_guess=True, technique=Technique.MINE_COUNT),
        Wanted(no_guess=True, at_most=Technique.SINGLE_CLUE, repair=True),
    ],
)
def test_what_is_wanted_survives_the_database(wanted: Wanted) -> None:
    assert wanted_of(wanted_text(wanted)) == wanted


def test_a_board_by_technique_is_dealt_around_the_first_cell(client: TestClient) -> None:
    game = new(client, level="9x7x12/open", technique="subset")
    assert "+" not in "".join(game["rows"])
    play(client, game, "open", 40)
    assert win(client, game)["outcome"] == "won"
    proof = client.get(f"/api/games/{game['id']}/proof").json()
    assert proof["hardest"] == "subset"


def test_boards_that_are_not_found_quickly_have_a_start() -> None:
    """No board of rule `open` with a case split is known, and rule `given` has its own start."""
    rare = Wanted(no_guess=True, technique=Technique.CASE_SPLIT)
    assert quick_way(Level.parse("6x4x4/open"), rare) is None
    assert quick_way(Level.parse("6x4x4/given"), Wanted(no_guess=True)) is None
    assert quick_way(Level.parse("6x4x4/open"), Wanted(no_guess=True)) is not None


def test_the_page_may_ask_for_a_large_board(client: TestClient) -> None:
    """Boards of this size that need no guess are too rare to wait for, so one is repaired."""
    game = new(client, level="60x40x500/open", no_guess=True)
    assert "+" not in "".join(game["rows"])
    assert play(client, game, "open", 2399)["opened"] >= 4
    board = seat_of(client, game["id"]).game.board
    assert isinstance(board, Board)
    assert board.no_guess
    text = "\n".join([board.head.split()[0], *state(client, game)["rows"]])
    assert View.parse(text).level == board.level
