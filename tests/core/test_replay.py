"""A replay's mouse events are turned into clicks and moves, and into a record of the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome, Record
from sapper.core.level import Level
from sapper.core.replay import CODES, Replay, ReplayError, play_through, table
from sapper.core.view import Move

BOARD = Board.parse("""
6x3x2/any
01*100
011111
00001*
""")


def replay(script: str, board: Board = BOARD) -> Replay:
    """Make a replay with one event every 100 ms.

    Each word, such as `lc:A1`, is a mouse event at a cell, and `-` is a place off the board.
    """
    words = [word.split(":") for word in script.split()]
    rows = []
    for number, (code, name) in enumerate(words):
        cell = board.grid.parse_cell(name) if name != "-" else None
        row, column = divmod(cell, board.level.width) if cell is not None else (99, 99)
        rows.append((100 * number, CODES[code], column * 16 + 3, row * 16 + 3))
    columns = list(zip(*rows, strict=True))
    return Replay(board, table(board.level, 16, *columns), 0)


@pytest.mark.parametrize(
    ("script", "clicks"),
    [
        ("lc:A1 lr:A1", "open A1!"),
        ("lc:D1 lr:A1", "open A1!"),
        ("lc:A1 lr:A1 rc:C1 rr:C1", "open A1! flag C1!"),
        ("lc:A1 lr:A1 rc:D1 rr:D1", "open A1! flag D1"),
        ("lc:A1 lr:A1 rc:C1 rr:C1 rc:C1 rr:C1 rc:C1 rr:C1", "open A1! flag C1! flag C1 flag C1"),
        # With both buttons down, the first release is a chord and the second is ignored.
        ("lc:A1 lr:A1 rc:C1 rr:C1 rc:C2 lc:C2 lr:C2 rr:C2", "open A1! flag C1! chord C2!"),
        ("lc:A1 lr:A1 rc:C1 rr:C1 lc:C2 rc:C2 rr:C2 lr:C2", "open A1! flag C1! chord C2!"),
        ("lc:A1 lr:A1 rc:C1 lc:C2 lr:C2 rr:C2", "open A1! flag C1! chord C2!"),
        # A right press on an open cell is counted as a click, unless it becomes a chord.
        ("lc:A1 lr:A1 rc:A1 rr:A1 rc:A1 lc:A1 lr:A1 rr:A1", "open A1! flag A1 chord A1"),
        ("lc:A1 lr:A1 rc:C1 rr:C1 mc:C2 mr:C2", "open A1! flag C1! chord C2!"),
        ("l:A1 l:A1 r:C1 r:C1 m:C2 m:C2", "open A1! flag C1! chord C2!"),
        ("lc:A1 lr:A1 rc:C1 rr:C1 lc:C2 cc:C2 rr:C2 lr:C2", "open A1! flag C1! chord C2!"),
        # A left click released off the board still counts as a click, but a chord does not.
        ("lc:A1 lr:A1 lc:D1 lr:-", "open A1! open -"),
        ("lc:A1 lr:A1 rc:- rr:-", "open A1! flag -"),
        ("lc:A1 lr:A1 rc:- lc:- lr:-", "open A1!"),
        # Before the first cell is opened, clicks are counted only if a flag remains set.
        ("rc:C1 rr:C1 rc:C1 rr:C1 lc:A1 lr:A1", "open A1!"),
        ("rc:C1 rr:C1 lc:A1 lr:A1", "flag C1! open A1!"),
        ("lc:- lr:A1 lc:A1 lr:A1", "open A1!"),
        ("lc:A1 rc:A1 lr:A1 rr:A1 lc:A1 lr:A1", "open A1!"),
        ("pf:C1 lc:A1 lr:A1", "flag C1! open A1!"),
        # A wrong flag is not an effective click, and neither is an explosion.
        ("rc:E1 rr:E1 lc:C1 lr:C1", "flag E1 open C1"),
        # Clicks after the end of the game are not counted.
        ("lc:A1 lr:A1 lc:F3 lr:F3 lc:E1 lr:E1", "open A1! open F3"),
    ],
)
def test_clicks_are_counted_as_ms_toollib_does(script: str, clicks: str) -> None:
    """Mouse events become the same clicks as in ms-toollib. A ! marks an effective click."""
    found = play_through(replay(script)).clicks
    name = BOARD.grid.name
    words = [
        f"{c.kind} {'-' if c.cell is None else name(c.cell)}{'!' * c.effective}" for c in found
    ]
    assert words == [word.strip() for word in _pairs(clicks)]


def _pairs(text: str) -> list[str]:
    words = text.split()
    return [f"{kind} {cell}" for kind, cell in zip(words[::2], words[1::2], strict=True)]


def test_the_record_starts_with_the_first_open_cell() -> None:
    """Flags set before any cell is open have time 0, and clicks without effect are left out."""
    result = play_through(
        replay("rc:C1 rr:C1 lc:A1 lr:A1 lc:A2 lr:A2 lc:D1 lr:D1 mv:A1 lc:F3 lr:F3")
    )
    record = result.record
    assert [(ms, move.text(BOARD.grid)) for ms, move in record.moves] == [
        (0, "flag C1"),
        (0, "open A1"),
        (400, "open D1"),
        (700, "open F3"),
    ]
    assert record.outcome is Outcome.LOST
    assert (result.began, result.ended, result.flags) == (3, 10, 1)
    assert Record.parse(str(record)) == record


def test_times_that_go_backwards_stand_still_in_the_record() -> None:
    """Some programs write times that go backwards, but the times of a record never decrease."""
    good = replay("lc:A1 lr:A1 rc:C1 rr:C1 rc:F3 rr:F3")
    events = good.events.copy()
    events["ms"][4] = 50
    record = play_through(Replay(BOARD, events, 0)).record
    assert [ms for ms, _ in record.moves] == [0, 100, 100]


def test_places_off_the_board_are_one_corner() -> None:
    level = BOARD.level
    events = table(level, 16, [0] * 4, [1] * 4, [-1, 5, 96, 95], [3, 48, 0, 47])
    assert events[["x", "y"]].tolist() == [(96, 48)] * 3 + [(95, 47)]


@given(
    st.integers(0, 2**32),
    st.lists(st.tuples(st.sampled_from(["open", "flag", "chord"]), st.integers(0, 27))),
)
def test_a_record_as_a_replay_is_the_same_game(seed: int, moves: list[tuple[str, int]]) -> None:
    """play_through(Replay.of(record)) gives the same record."""
    now = iter(range(0, 10**9, 100))
    game = Game(deal(Level.parse("7x4x5/any"), seed), clock=lambda: next(now))
    for kind, cell in [("open", 0), *moves]:
        game.play(Move(kind, cell))  # type: ignore[arg-type]
    record = game.record()
    assert play_through(Replay.of(record)).record == record
    assert play_through(record).record is record


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"player": "a\nb"}, "is not a valid name"),
        ({"square": 0}, "0 pixels"),
        ({"program": " x"}, "name"),
    ],
)
def test_a_bad_replay_is_refused(fields: dict[str, object], words: str) -> None:
    with pytest.raises(ReplayError, match=words):
        Replay(BOARD, replay("lc:A1").events, 0, **fields)  # type: ignore[arg-type]
