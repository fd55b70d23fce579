"""Tasks about finished games: records, metrics and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sapper.core.game import Record
from sapper.core.replay import Replay
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.formats import find
from sapper.formats import write as write_noun
from sapper.review import review as review_of
from sapper.review.metrics import game_metrics
from sapper.review.regions import marks_of
from sapper.review.review_json import replay_json
from sapper.review.summary import ReviewSummary, misses
from sapper.web.reading import read_game, read_record
from sapper.web.rebuilding import rebuild
from sapper.words import refusal

REVIEW_BUDGET = 0.1


def records(games: list[dict[str, Any]]) -> list[str]:
    texts = []
    for one in games:
        moves = [(at, Move(kind, cell)) for at, kind, cell in one["moves"]]
        game = rebuild(one["level"], one["seed"], one["board"], moves, first=one["first"])
        texts.append(str(game.record()))
    return texts


def file(name: str, data: str, created: int) -> str:
    """A file of a game, with one character per byte.

    `data` is the game's record, and `created` its time in microseconds since 1970.
    """
    record = Record.parse(data)
    if name == "board.txt":
        return str(record.board)
    made = find(name.partition(".")[2])
    replay = replace(Replay.of(record), created=created)
    return write_noun(record.board if name == "board.mbf" else replay, made).decode("latin-1")


def metrics(data: str, partial: bool = False) -> dict[str, Any]:
    return game_metrics(read_game(data.encode("latin-1"), partial)).to_json()


def review(data: str, partial: bool = False, helps: Sequence[int] = ()) -> dict[str, Any]:
    """Review a game from the content of a file, which is passed in the same form as to `read`.

    For each use of help, `helps` contains the number of moves made before it. The answer
    contains the review, the replay for the page, and the results to store.
    """
    found = review_of(read_record(data.encode("latin-1"), partial), REVIEW_BUDGET)
    found = replace(found, helped=bool(helps))
    return {
        "review": found.to_json(),
        "replay": replay_json(found),
        "summary": ReviewSummary.of(found).to_row(),
        "misses": misses(found),
        "marks": marks_of(found, helps),
    }


def replay(data: str, partial: bool = False) -> dict[str, Any]:
    """Review a file move by move, or say why it can't be read, and whether part of it can."""
    try:
        return {"replay": review(data, partial)["replay"]}
    except SapperError as problem:
        return {
            "problem": refusal(problem),
            "has_part": not partial and isinstance(problem.partial, Record | Replay),
        }
