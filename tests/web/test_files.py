"""Community formats: what is written can be read, and what is cut short is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.board import BoardError, deal
from sapper.game import Game
from sapper.level import Level
from sapper.view import Move
from sapper.web.files import from_mbf, looks_like_mbf, to_mbf, to_rawvf


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 1600), st.integers(0, 2**32))
def test_mbf_round_trip(width: int, height: int, mines: int, seed: int) -> None:
    """from_mbf is the inverse of to_mbf."""
    board = deal(Level.parse(f"{width}x{height}x{min(mines, width * height)}/any"), seed)
    data = to_mbf(board)
    assert looks_like_mbf(data)
    assert from_mbf(data) == board


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("0302", "cut short"),
        ("03020002 0000", "has 6 bytes"),
        ("03020001 0300", "wrong mine: column 3"),
        ("03020002 0000 0000", "wrong mine"),
        ("00020000", "width and height are 1 to"),
        ("03020007" + "0000" * 7, "mines are 0 to 6"),
    ],
)
def test_bad_mbf_is_refused(data: str, words: str) -> None:
    """Cut short, off the board, twice the same mine, sizes that don't fit."""
    with pytest.raises(ValueError, match=words):
        from_mbf(bytes.fromhex(data))


def test_a_board_too_large_for_mbf_is_refused() -> None:
    """A side has one byte."""
    with pytest.raises(BoardError, match="does not fit in an mbf file"):
        to_mbf(deal(Level.parse("256x1x3/any"), 1))


def test_rawvf_has_the_board_and_every_move() -> None:
    """Header, board and events; each move a press and a release, columns and rows from 1."""
    now = iter([0, 1500, 2345])
    game = Game(deal(Level.parse("8x4x6/open"), seed=3), clock=lambda: next(now))
    game.play(Move("open", 27))
    game.play(Move("flag", 0))
    game.play(Move("open", 3))
    text = to_rawvf(game.record(), created=0)
    assert "Width: 8\nHeight: 4\nMines: 6\n" in text
    assert "Board:\n000****0\n*0*00000\n00000000\n00000000\nEvents:\n" in text
    assert text.endswith(
        "0.000 lc 4 4 (56 56)\n0.000 lr 4 4 (56 56)\nstart\n"
        "1.500 rc 1 1 (8 8)\n1.500 rr 1 1 (8 8)\n"
        "2.345 lc 4 1 (56 8)\n2.345 lr 4 1 (56 8)\nboom\n"
    )
    assert "Timestamp: 1970-01-01 00:00:00\n" in text
