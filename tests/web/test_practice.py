"""Puzzles, and the techniques that a player misses, over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from reference import boards
from sapper.core.view import HIDDEN, View
from sapper.ladder.puzzle import as_puzzle
from sapper.ladder.techniques import Technique
from sapper.web.app import Limits
from sapper.web.job_queue import STOPPING
from sapper.web.problems import RefusedError
from sapper.web.process_pool import NoWorkerError, WorkerError
from web.asking import wait_for_reviews
from web.seats import unseen

# Once E4 is open, the 1s at B3 and B4 prove that A2, B2 and C2 are safe. Opening A3, which is
# a mine, is a guess.
MISSED = "5x4x3/safe E4\n.*...\n...*.\n*....\n.....\n"


def lose_needlessly(client: TestClient) -> dict[str, Any]:
    """Lose a counted game by a guess, although some cells are provably safe."""
    client.cookies.clear()
    with unseen():
        game: dict[str, Any] = client.post("/api/games", json={"board": MISSED}).json()
    assert not game["assisted"]
    for cell in (19, 10):  # E4, then the mine at A3
        answer = client.post(
            f"/api/games/{game['id']}/moves", json={"kind": "open", "cell": cell}
        ).json()
    assert answer["outcome"] == "lost"
    return game


def certain_cells(view: View) -> tuple[list[str], list[str]]:
    """The provably safe cells and the provable mines among the hidden cells."""
    found = list(boards(view))
    hidden = [cell for cell, state in enumerate(view.states) if state >= HIDDEN]
    counts = {view.grid.name(cell): sum(cell in mines for mines in found) for cell in hidden}
    return (
        [name for name, count in counts.items() if count == 0],
        [name for name, count in counts.items() if count == len(found)],
    )


@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize(
    "technique", ["single clue", "subset", "difference", "chain", "combination", "mine count"]
)
def test_a_puzzle_takes_what_it_says(client: TestClient, technique: str, size: int) -> None:
    """The named technique solves the puzzle, and a seed always gives the same puzzle."""
    form = {"technique": technique, "size": size, "seed": 5}
    found = client.post("/api/puzzle", json=form).json()
    view = View.parse(found["position"])
    puzzle = as_puzzle(view, Technique.parse(technique))
    assert puzzle is not None
    assert found == puzzle.to_json()
    assert client.post("/api/puzzle", json=form).json() == found
    assert client.post("/api/puzzle", json={**form, "seed": 5000}).json() != found


@pytest.mark.parametrize(
    ("technique", "words"),
    [
        ("given", "there are no puzzles for the technique 'given'"),
        ("case split", "no known board needs a case split"),
        ("luck", "not a tech"),
    ],
)
def test_the_refusal_of_a_puzzle_says_why(client: TestClient, technique: str, words: str) -> None:
    response = client.post("/api/puzzle", json={"technique": technique})
    assert (response.status_code, words in response.json()["detail"]) == (422, True)


def test_what_a_player_misses(client: TestClient) -> None:
    """A miss contains the position before the guess, the safe cells, the technique and the cost."""
    lost = lose_needlessly(client)
    found = missed(client)
    assert (found["games"], found["left"]) == (1, 0)
    (miss,) = found["positions"]
    assert (miss["game"], miss["move"], miss["guessed"]) == (lost["id"], 2, "A3")
    assert (miss["safe"], miss["mines"]) == certain_cells(View.parse(miss["position"]))
    assert miss["technique"] == "subset"
    review = client.get(f"/api/games/{lost['id']}/review").json()
    assert miss["lost"] == pytest.approx(review["moves"][-1]["lost"])
    (technique,) = found["techniques"]
    assert (technique["technique"], technique["count"]) == (miss["technique"], 1)
    (level,) = found["errors"]
    assert (level["level"], level["games"]) == ("5x4x3/safe", 1)
    assert level["error"] == pytest.approx(review["error"])


def test_a_game_is_reviewed_once(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request with a limit of 0 seconds does not wait. The results of a review are kept."""
    client = make_client(Limits())
    lose_needlessly(client)
    waiting = client.get("/api/misses?seconds=0").json()
    assert (waiting["games"], waiting["left"], waiting["positions"]) == (0, 1, [])
    found = missed(client)
    assert (found["games"], found["left"]) == (1, 0)
    server = client.app.state.server  # type: ignore[attr-defined]
    monkeypatch.setattr(server.jobs, "ask", lambda *_, **__: pytest.fail("asked again"))
    assert client.get("/api/misses").json() == found
    assert client.get("/api/reviews").json()["waiting"] == 0
    client.cookies.clear()
    assert client.get("/api/misses").json()["games"] == 0, "another player has none"


@pytest.mark.parametrize(
    "problem",
    [
        RefusedError(429, "too many analyses at once: try again in a moment"),
        RefusedError(503, STOPPING),
        NoWorkerError("a worker can't start: Too many open files"),
    ],
    ids=["busy", "stopping", "no worker"],
)
def test_a_review_that_was_refused_is_left_for_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """A refused review is not stored as failed, so the server can make it later."""
    lose_needlessly(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    with monkeypatch.context() as patched:
        patched.setattr(server.jobs, "ask", raising(problem))
        assert counts(client) == (0, 1, 0)
    assert counts(client) == (1, 0, 1)


@pytest.mark.parametrize(
    "problem",
    [
        RefusedError(422, "the calculation took longer than 6 s and was stopped"),
        WorkerError("a bug"),
    ],
    ids=["too long", "a bug"],
)
def test_a_review_that_fails_is_not_tried_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """A game whose review fails counts as reviewed, without any missed positions."""
    lose_needlessly(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    with monkeypatch.context() as patched:
        patched.setattr(server.jobs, "ask", raising(problem))
        assert counts(client) == (1, 0, 0)
    assert counts(client) == (1, 0, 0)


def test_a_damaged_game_has_no_review(client: TestClient) -> None:
    """A game that can't be rebuilt counts as reviewed, without any missed positions."""
    game = lose_needlessly(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    server.store.change(game["id"], board="nonsense")
    server.games._seats.clear()
    assert counts(client) == (1, 0, 0)


def missed(client: TestClient) -> dict[str, Any]:
    """The server's answer about misses, once all games have been reviewed or have failed."""
    client.get("/api/misses?seconds=0")
    wait_for_reviews(client)
    found: dict[str, Any] = client.get("/api/misses?seconds=0").json()
    return found


def counts(client: TestClient) -> tuple[int, int, int]:
    """The numbers of reviewed games, remaining games and missed positions."""
    found = missed(client)
    return found["games"], found["left"], len(found["positions"])


def raising(problem: Exception) -> Callable[..., None]:
    def ask(*_: Any, **__: Any) -> None:
        raise problem

    return ask
