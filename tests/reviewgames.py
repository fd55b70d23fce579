"""Games for the tests of the review: drawn by hand, played at random, or played by an agent."""

from __future__ import annotations

import gzip
import json
import random
import re
from base64 import b64decode
from typing import Any

from sapper.agents import make
from sapper.core.board import Board, deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.reason.odds import odds


def game(board: str, *moves: str) -> Record:
    """Play these moves on a drawn board, one per second, and return the record."""
    drawn = Board.parse(board)
    now = 0
    referee = Game(drawn, clock=lambda: now)
    for text in moves:
        referee.play(Move.parse(text, drawn.grid))
        now += 1000
    return referee.record()


def record(script: str, board: Board, seconds: float = 1.0) -> Record:
    """A record of these comma-separated moves (such as `open A1`), made at equal intervals."""
    words = script.split(", ")
    step = round(seconds * 1000 / max(len(words) - 1, 1))
    moves = tuple((step * n, Move.parse(word, board.grid)) for n, word in enumerate(words))
    return Record(board, moves, Record(board, moves, None).resume().outcome)


def random_game(level: str, seed: int, chosen_first: bool = False) -> Record:
    """A game by a careless player who flags some cells and often ignores provably safe cells."""
    rng = random.Random(seed)
    parsed = Level.parse(level)
    referee = Game.start(parsed, seed) if chosen_first else Game(deal(parsed, seed))
    while referee.outcome is None:
        if referee.view.first_is_safe:
            cells = [cell for cell in range(parsed.size) if parsed.fits(cell)]
            referee.play(Move("open", rng.choice(cells)))
            continue
        chances = odds(referee.view.with_promises())
        cell = rng.choice(referee.view.hidden)
        if chances.safe and rng.random() < 0.6:
            cell = rng.choice(chances.safe)
        flags = rng.random() < 0.2
        referee.play(Move("flag", cell) if flags else Move("open", cell))
    return referee.record()


def agent_game(agent: str, level: str, seed: int, guess: str | None = None) -> Record:
    referee = Game(deal(Level.parse(level), seed), clock=lambda: 0)
    player = make(agent, guess)
    while referee.outcome is None:
        decision = player.choose(referee.view)
        assert decision is not None
        for move in decision.moves:
            referee.play(move)
    return referee.record()


def unpacked(file: str) -> Any:
    """The styles, modules and data in the HTML file of a review."""
    found = re.search(r'id="packed">([^<]*)<', file)
    assert found
    return json.loads(gzip.decompress(b64decode(found[1])))
