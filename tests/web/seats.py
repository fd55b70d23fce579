"""Helpers that read a game's state on the server or choose its board."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.web.live_games import LiveGames, Seat


def seat_of(client: TestClient, game: str) -> Seat:
    """The state of this game on the server."""
    seats: dict[str, Seat] = client.app.state.server.games._seats  # type: ignore[attr-defined]
    return seats[game]


@contextmanager
def dealing(seed: int) -> Iterator[None]:
    """Use this seed for all games that start in this block, and store it as their `row.seed`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbelow", lambda _: seed)
        yield


@contextmanager
def unseen() -> Iterator[None]:
    """Let boards sent by players count in statistics, as if the server had dealt them."""
    with pytest.MonkeyPatch.context() as patch:
        start = LiveGames.start

        def count(*arguments: Any, **settings: Any) -> Seat:
            return start(*arguments, **{**settings, "assisted": False})

        patch.setattr(LiveGames, "start", count)
        yield
