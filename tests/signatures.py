"""Sums up how each agent plays each level: games won, moves made, and a digest of decisions.

A digest covers the moves of every decision and whether its reason claims certainty, so two versions
of an agent with equal digests play the same games. After an intended change of decisions, run
`python tests/signatures.py` to rewrite tests/signatures.json, and mention it in the commit.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from sapper import Game, Level, deal
from sapper.agents import AGENTS
from sapper.core.game import Outcome
from sapper.lab.player import Player

FILE = Path(__file__).with_name("signatures.json")

GAMES = {
    "9x9x10/given": 20,
    "16x16x25/given": 10,
    "30x16x99/given": 8,
    "9x9x10/open": 20,
    "12x7x14/safe": 40,
    "7x5x7/any": 40,
    "30x16x99/open": 8,
}
"""The number of games on each level. The levels have all start rules and several shapes."""


def signature(player: str, level: str) -> str:
    """Sum up how a player plays one level. The player is written as in `sapper compare`."""
    chosen = Player.parse(player)
    won = moves = 0
    digest = hashlib.sha256()
    for seed in range(GAMES[level]):
        game = Game(deal(Level.parse(level), seed))
        agent = chosen.for_board(seed)
        while game.outcome is None and (decision := agent.choose(game.view)) is not None:
            text = ", ".join(move.text(game.view.grid) for move in decision.moves)
            digest.update(f"{text} {decision.reason.certain}\n".encode())
            game.play(decision)
        digest.update(b"end\n")
        won += game.outcome is Outcome.WON
        moves += len(game.moves)
    return f"won {won} of {GAMES[level]}, {moves} moves, decisions {digest.hexdigest()[:16]}"


PLAYERS = (
    *AGENTS,
    "champion:budget=0.01",
    "resolution:flags=True",
    # Agent `rules` often gets stuck, so it is used to test each guess strategy.
    *(f"rules:guess={guess}" for guess in ("random", "shortest", "vote", "weighted", "ratio")),
    *(f"rules:guess={guess}" for guess in ("odds", "champion")),
)


def signatures() -> dict[str, dict[str, str]]:
    return {player: {level: signature(player, level) for level in GAMES} for player in PLAYERS}


if __name__ == "__main__":
    FILE.write_text(json.dumps(signatures(), indent=1) + "\n")
