"""Reads users' files in all supported formats.

Reading a file can take a long time, so a worker process does it.
"""

from __future__ import annotations

import re
from typing import Any

from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.level import Level
from sapper.core.replay import Replay, play_through
from sapper.core.view import ContradictionError, UndecidedError, View
from sapper.errors import SapperError
from sapper.formats import Replays, Standing
from sapper.formats import read as read_noun
from sapper.review import protect_first

MAX_SIDE = 100

# Matches a text up to its level, including comments and the header lines of a record.
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s*(?:#|\w+:)[^\n]*\n)*\s*(\d{1,9})x(\d{1,9})x\d", re.ASCII
)


def parse_level(text: str) -> Level:
    level = Level.parse(text)
    check_size(level)
    return level


def check_size(level: Level) -> None:
    _check_sides(level.width, level.height)


def _check_sides(width: int, height: int) -> None:
    if width > MAX_SIDE or height > MAX_SIDE:
        raise SapperError(
            "a {width}x{height} board is too large for the page: each side must be 1 to {most}",
            width=width,
            height=height,
            most=MAX_SIDE,
        )


def _check_head(data: bytes) -> None:
    if head := _HEAD.match(data):
        _check_sides(int(head[1]), int(head[2]))


def read_position(text: str) -> View:
    _check_head(text.encode())
    view = View.parse_any(text)
    check_size(view.level)
    return view


def read_board(text: str) -> Board:
    _check_head(text.encode())
    board = Board.parse(text)
    check_size(board.level)
    return board


def read_game(data: bytes, partial: bool) -> Record | Replay:
    """Read a record or replay. If `partial` is true, a damaged file is read up to the damage."""
    _check_head(data)
    try:
        noun = read_noun(data)
    except SapperError as problem:
        if not partial or not isinstance(problem.partial, Record | Replay):
            raise
        noun = problem.partial
    if not isinstance(noun, Record | Replay):
        raise SapperError("this is not a game: open a record or a replay")
    check_size(noun.level)
    return noun


def read_record(data: bytes, partial: bool) -> Record:
    """Read a game as a record. If a replay's first cell is safe, the rule `any` becomes `safe`."""
    game = read_game(data, partial)
    return protect_first(play_through(game).record) if isinstance(game, Replay) else game


def read(data: bytes) -> dict[str, Any]:
    _check_head(data)
    try:
        noun = read_noun(data)
    except (ContradictionError, UndecidedError) as problem:
        noun = problem.view
    if isinstance(noun, Replays) and len(noun) == 1:
        (noun,) = noun.replays
    if isinstance(noun, Replay):
        noun = play_through(noun).record
    elif isinstance(noun, Replays):
        raise SapperError(
            "the file holds {count} replays: open a file with only one replay", count=len(noun)
        )
    elif isinstance(noun, Standing):
        noun = noun.view
    if not isinstance(noun, Board | View | Record):
        raise SapperError("this is a deck of boards: open a single board, position or record")
    check_size(noun.level)
    answer = {"level": str(noun.level), "text": str(noun)}
    match noun:
        case View():
            return {**answer, "kind": "position", "rows": noun.rows}
        case Board():
            return {**answer, "kind": "board", "rows": noun.rows, "board": str(noun)}
    *_, game = noun.replay()
    return {**answer, "kind": "record", "rows": game.view.rows, "board": str(noun.board)}
