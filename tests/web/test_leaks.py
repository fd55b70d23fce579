"""The mines of a running game never leave the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from sapper.core.board import Board
from sapper.core.game import Game
from sapper.core.view import Move, View
from sapper.reason.odds import odds, sample
from sapper.web.app import Limits
from sapper.web.live_games import Seat
from web.seats import dealing, seat_of

FIRST = 40
SEEDS = (1234567890123400028, 1234567890123400036)
"""seeds too long to be confused with other numbers, whose games don't end at once"""

MEASURES = {"three_bv", "openings", "islands"}


def responses(client: TestClient, game: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of every answer about a running game, including refusals."""
    base = f"/api/games/{game}"

    def text(response: Any, status: int = 200) -> str:
        assert response.status_code == status, response.text
        return str(response.text)

    for path in (f"{base}/odds", f"{base}/guess", "/api/daily", "/api/misses"):
        yield path, text(client.get(path))
    for path in (base, "/api/history", "/api/export"):
        yield path, text(client.get(path))
    yield "proof", text(client.get(f"{base}/proof"), 409)
    for name in ("board.txt", "board.mbf", "board.cert", "record.txt", "replay.rawvf"):
        yield name, text(client.get(f"{base}/files/{name}"), 409)
    for tier in range(1, 6):
        yield f"hint {tier}", text(client.post(f"{base}/hint", json={"tier": tier}))
    position = text(client.get(f"{base}/files/position.txt"))
    yield "position.txt", position
    for name in ("analyse", "value"):
        yield name, text(client.post(f"/api/{name}", json={"position": position}))


def measures(value: Any) -> Iterator[Any]:
    """The values in a JSON structure that describe the whole board, at any depth."""
    if isinstance(value, dict):
        yield from (value[key] for key in MEASURES & set(value))
        for inner in value.values():
            yield from measures(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from measures(inner)


def start(client: TestClient, level: str, seed: int) -> tuple[Seat, list[str]]:
    """Start a game with this seed, open a safe cell, and return the game and the answers."""
    with dealing(seed):
        response = client.post("/api/games", json={"level": level})
    assert response.status_code == 201, response.text
    seat = seat_of(client, response.json()["id"])
    assert seat.row.seed == str(seed)
    told = seat.game.view.given
    return seat, [response.text, play(client, seat, Move("open", told[0] if told else FIRST))]


def play(client: TestClient, seat: Seat, move: Move) -> str:
    form = {"kind": move.kind, "cell": move.cell}
    response = client.post(f"/api/games/{seat.row.id}/moves", json=form)
    assert response.status_code == 200, response.text
    return str(response.text)


@pytest.fixture
def client(make_client: Callable[..., TestClient]) -> TestClient:
    """A client without a rate limit on analyses, because a refused request can't leak anything."""
    return make_client(Limits(analyses=(1e9, 1e9)))


@pytest.mark.parametrize("seed", [SEEDS[0], pytest.param(SEEDS[1], marks=pytest.mark.matrix)])
@pytest.mark.parametrize(
    "level",
    ["9x8x10/open", pytest.param("7x9x9/safe", marks=pytest.mark.matrix), "9x8x10/given(30)"],
)
def test_nothing_secret_is_said_while_a_game_runs(
    client: TestClient, level: str, seed: int
) -> None:
    """No answer contains the seed, the share id, a mine's symbol, or a statistic of the board."""
    seat, said = start(client, level, seed)
    for _ in range(4):
        assert not seat.over
        safe = odds(seat.game.view).safe
        assert safe, "choose a seed with which the game goes on"
        said += [play(client, seat, Move("flag", safe[0])) for _ in range(2)]
        said += [text for _, text in responses(client, seat.row.id)]
        for text in said:
            assert str(seed) not in text
            assert seat.row.share not in text
            assert "*" not in text
            if text.startswith(("{", "[")):
                assert [found for found in measures(json.loads(text)) if found is not None] == []
        said = [play(client, seat, Move("open", safe[0]))]


def test_what_is_secret_is_said_at_the_end(client: TestClient) -> None:
    """After the game, answers contain the secrets, in a form that the previous test would find."""
    seat, _ = start(client, "9x8x10/open", SEEDS[0])
    assert client.post(f"/api/games/{seat.row.id}/leave").status_code == 204
    text = client.get(f"/api/games/{seat.row.id}").text
    assert seat.row.share in text
    assert "*" in text
    board = seat.game.board
    assert board is not None
    assert sorted(measures(json.loads(text))) == sorted(
        [board.statistics.three_bv, board.statistics.openings, board.statistics.islands]
    )
    assert f"seed: {SEEDS[0]}" in client.get("/api/export").text


@pytest.mark.parametrize("seed", [SEEDS[0], pytest.param(SEEDS[1], marks=pytest.mark.matrix)])
@pytest.mark.parametrize(
    "level", ["9x8x10/open", pytest.param("7x9x9/safe", marks=pytest.mark.matrix)]
)
def test_what_is_said_follows_from_the_view_alone(
    client: TestClient, level: str, seed: int
) -> None:
    """Two games that look the same but have different boards get identical answers."""
    seat, _ = start(client, level, seed)
    twin, _ = start(client, level, seed)
    true_board = seat.game.board
    assert true_board is not None
    # The other game gets a board that looks the same to its player.
    other_board = next(
        board
        for mines in sample(seat.game.view, 50, seed=1)
        if (board := _board(seat.game.view, mines)).mines != true_board.mines
    )
    twin.game = Game(other_board)
    twin.game.play(Move("open", FIRST))
    assert twin.game.view == seat.game.view

    def said(game: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for path, text in responses(client, game):
            if path in ("/api/history", "/api/export", "/api/daily", "/api/misses"):
                continue  # this answer is not about a single game
            value = json.loads(text) if text.startswith("{") else text
            if isinstance(value, dict):
                for timed in ("elapsed", "assisted", "id"):
                    value.pop(timed, None)
            found[path.replace(game, "ID")] = value
        return found

    assert said(seat.row.id) == said(twin.row.id)


def _board(view: View, mines: np.ndarray[Any, Any]) -> Board:
    return Board(view.level, frozenset(np.flatnonzero(mines).tolist()), FIRST)
