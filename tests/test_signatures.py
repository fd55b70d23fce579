"""The decisions of every agent are pinned, so that a refactoring can't change them unnoticed."""

from __future__ import annotations

import json

import pytest

from signatures import FILE, GAMES, PLAYERS, signature

PINNED: dict[str, dict[str, str]] = json.loads(FILE.read_text())


def test_every_player_and_level_is_pinned() -> None:
    """tests/signatures.json has every player on every level."""
    assert {name: list(lines) for name, lines in PINNED.items()} == {
        name: list(GAMES) for name in PLAYERS
    }


@pytest.mark.parametrize("player", PLAYERS)
def test_decisions_are_the_pinned_ones(player: str) -> None:
    """The wins, moves and decisions on each level are those in tests/signatures.json."""
    assert PINNED[player] == {level: signature(player, level) for level in GAMES}
