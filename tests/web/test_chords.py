"""A chord that may hit a mine counts as a guess in the history and in practice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from web.seats import unseen

# Once E4 is open, the 1s prove that A2, B2, C2 and E2 are safe, and that A3 or A4 is a mine.
BOARD = "5x4x3/safe E4\n.*...\n...*.\n*....\n.....\n"


def test_a_chord_by_a_wrong_flag_is_a_guess(make_client: Callable[..., TestClient]) -> None:
    """Because of a wrong flag at A4, the chord at B4 opens the mine at A3."""
    client = make_client()
    with unseen():
        game = client.post("/api/games", json={"board": BOARD}).json()
    for kind, cell in (("open", 19), ("flag", 15), ("chord", 16)):
        move = {"kind": kind, "cell": cell}
        answer = client.post(f"/api/games/{game['id']}/moves", json=move).json()
    assert answer["outcome"] == "lost"
    client.get(f"/api/games/{game['id']}/review")
    (past,) = client.get("/api/history").json()["games"]
    assert (past["guesses"], past["survival"]) == (1, pytest.approx(1 / 2))
    found = client.get("/api/misses").json()
    (miss,) = found["positions"]
    assert (miss["move"], miss["safe"]) == (3, ["A2", "B2", "C2", "E2"])
    (level,) = found["errors"]
    assert level["error"] == pytest.approx(miss["lost"])
    assert miss["lost"] > 0
