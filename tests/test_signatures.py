"""The decisions of every agent are recorded, so that a refactoring can't change them unnoticed."""

from __future__ import annotations

import json

import pytest

from signatures import FILE, GAMES, PLAYERS, signature

PINNED: dict[str, dict[str, str]] = json.loads(FILE.read_text())


def test_every_player_and_level_is_pinned() -> None:
    assert {name: list(lines) for name, lines in PINNED.items()} == {
        name: list(GAMES) for name in PLAYERS
    }


@pytest.mark.parametrize("player", PLAYERS)
def test_decisions_are_the_pinned_ones(player: str) -> None:
    assert PINNED[player] == {level: signature(player, level) for level in GAMES}
