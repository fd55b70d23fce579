"""Reading: what strangers send, in whatever format; its size is looked at first.

A file can be made hard to read on purpose, so this runs in a worker (worker.py), which has a limit
of time and memory, and never in the server itself.
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

# The level of our own texts and of others that start with one; comments and the lines of a record
# may come before it.
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s*(?:#|\w+:)[^\n]*\n)*\s*(\d{1,9})x(\d{1,9})x\d", re.ASCII
)


def parse_level(text: str) -> Level:
    """A level that fits on the page."""
    level = Level.parse(text)
    check_size(level)
    return level


def check_size(level: Level) -> None:
    """Refuse boards that the page does not show."""
    _check_sides(level.width, level.height)


def _check_sides(width: int, height: int) -> None:
    if width > MAX_SIDE or height > MAX_SIDE:
        raise SapperError(
            "{width}x{height} cells are too large for the page: sides are 1 to {most}",
            width=width,
            height=height,
            most=MAX_SIDE,
        )


def _check_head(data: bytes) -> None:
    """Refuse what says at its beginning that it is too large, before it is read."""
    if head := _HEAD.match(data):
        _check_sides(int(head[1]), int(head[2]))


def read_position(text: str) -> View:
    """A position, whether any board fits it or not."""
    _check_head(text.encode())
    view = View.parse_any(text)
    check_size(view.level)
    return view


def read_board(text: str) -> Board:
    """A board as text."""
    _check_head(text.encode())
    board = Board.parse(text)
    check_size(board.level)
    return board


def read_record(data: bytes, partial: bool) -> Record:
    """A record or replay, its first click protected; with `partial`, up to where it is wrong."""
    _check_head(data)
    try:
        noun = read_noun(data)
    except SapperError as problem:
        if not partial or not isinstance(problem.partial, Record | Replay):
            raise
        noun = problem.partial
    if isinstance(noun, Replay):
        noun = protect_first(play_through(noun).record)
    if not isinstance(noun, Record):
        raise SapperError("that is no game: give a record or a replay")
    check_size(noun.level)
    return noun


def read(data: bytes) -> dict[str, Any]:
    """A board, position, record or replay; contradictory positions are shown like others."""
    _check_head(data)
    try:
        noun = read_noun(data)
    except (ContradictionError, UndecidedError) as problem:
        noun = problem.view
    if isinstance(noun, Replay):
        noun = play_through(noun).record
    elif isinstance(noun, Replays):
        raise SapperError("the file holds {count} replays: give one of them", count=len(noun))
    elif isinstance(noun, Standing):
        noun = noun.view
    if not isinstance(noun, Board | View | Record):
        raise SapperError("a deck holds many boards: give one board, position or record")
    check_size(noun.level)
    answer = {"level": str(noun.level), "text": str(noun)}
    match noun:
        case View():
            return {**answer, "kind": "position", "rows": noun.rows}
        case Board():
            return {**answer, "kind": "board", "rows": noun.rows, "board": str(noun)}
    *_, game = noun.replay()
    return {**answer, "kind": "record", "rows": game.view.rows, "board": str(noun.board)}
