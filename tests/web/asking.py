"""Helpers for tests that call the HTTP API."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

BOARD = """
5x3x2/any
*1000
12110
01*10
"""

POSITION = """
5x3x2
.....
11111
00000
"""

CONTRADICTION = """
4x2x1
1..1
1..1
"""


def cell(name: str, width: int = 5) -> int:
    return (int(name[1:]) - 1) * width + ord(name[0]) - ord("A")


def new(client: TestClient, **form: Any) -> dict[str, Any]:
    """Start a game."""
    response = client.post("/api/games", json=form)
    assert response.status_code == 201, response.text
    game: dict[str, Any] = response.json()
    return game


def play(client: TestClient, game: dict[str, Any], kind: str, where: int) -> dict[str, Any]:
    move = {"kind": kind, "cell": where}
    response = client.post(f"/api/games/{game['id']}/moves", json=move)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def wait_for_reviews(client: TestClient) -> None:
    """Wait until all requested reviews are done. One thread handles all reviews in turn."""
    client.app.state.server.background.thread.submit(int).result(timeout=60)  # type: ignore[attr-defined]


def detail(response: Any, status: int) -> str:
    """The error message of a refused request."""
    assert response.status_code == status, response.text
    words: str = response.json()["detail"]
    return words
