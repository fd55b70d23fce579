"""Boards and positions of other programs are read and written, and bad input is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutations import SAMPLES, game, saved
from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome, Record
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.core.zini import eight_way_zini
from sapper.errors import SapperError
from sapper.formats import FileError, Standing, find, load, parse, read, write

LINKS = json.loads((SAMPLES / "links.json").read_text())

sizes = st.tuples(st.integers(1, 30), st.integers(1, 20))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of every shape, from no mines to only mines."""
    width, height = draw(sizes)
    mines = draw(st.integers(0, width * height))
    return deal(Level.parse(f"{width}x{height}x{mines}/any"), draw(st.integers(0, 2**32)))


@st.composite
def positions(draw: st.DrawFn) -> View:
    """Positions of unfinished games, with right and wrong flags."""
    board = draw(boards())
    game = Game(board)
    cells = st.integers(0, board.level.size - 1)
    for cell in draw(st.lists(cells, max_size=12)):
        game.play(Move("flag", cell))
    for cell in draw(st.lists(cells, max_size=12)):
        if cell not in board.mines:
            game.play(Move("open", cell))
    return game.view


@pytest.mark.parametrize("known", LINKS, ids=lambda known: known["text"][:30])
def test_ids_and_links_that_people_posted(known: dict[str, Any]) -> None:
    board = load(known["text"])
    assert isinstance(board, Board)
    assert str(board.level) == known["level"]
    if "first" in known:
        assert board.first == board.grid.parse_cell(known["first"])
        assert board.numbers[board.first] == 0
    if "least_clicks" in known:
        # 8-way ZiNi is never better than longer searches, and not much worse.
        assert 0 <= eight_way_zini(board) - known["least_clicks"] <= 3
    again = write(board, find(known["format"])).decode().strip()
    assert known["text"].endswith(again)


@given(boards())
def test_boards_round_trip(board: Board) -> None:
    for name in ("mbf", "tatham", "ptta", "board"):
        assert read(write(board, find(name))) == board, name
    if board.level.mines:  # a board without mines is read as a position with every cell open
        assert read(write(board, find("mine"))) == board


@given(positions())
def test_positions_round_trip(view: View) -> None:
    """Reading a position gives back the written position, without the start rule."""
    for name in ("mine", "coach", "board"):
        again = read(write(view, find(name)))
        # A position without mines may be read back as a board.
        if isinstance(again, Board):
            assert not view.level.mines
            continue
        assert isinstance(again, View)
        assert again.states == view.states, name


@given(
    boards(), st.lists(st.tuples(st.sampled_from(["open", "flag", "chord"]), st.integers(0, 599)))
)
def test_clicks_in_links_round_trip(board: Board, clicks: list[tuple[Any, int]]) -> None:
    """A link stores moves without their times."""
    moves = tuple((0, Move(kind, cell % board.level.size)) for kind, cell in clicks)
    record = Record(board, moves, Record(board, moves, None).resume().outcome)
    assert read(write(record, find("ptta"))) == record


def test_mbf_in_hex_is_read() -> None:
    """Board editors show mbf files in this form."""
    board = Board.parse("3x2x2/any\n*21\n2*1")
    assert write(board, find("mbf")).hex(" ") == "03 02 00 02 00 00 01 01"
    assert parse("03 02 00 02 00 00 01 01\n") == board
    assert parse("03 02 00 02 01 01 00 00") == board


def test_mine_files_are_positions_or_boards() -> None:
    """A file with M for every mine is a board. In other files, H, ? and M are hidden cells."""
    assert read(b"3x2x1\n1HH\n1HF\n") == View.parse("3x2x1/any\n1..\n1.F")
    assert read(b"3x2x1\n1?H\n1HH\n") == View.parse("3x2x1/any\n1..\n1..")
    assert read(b"3x2x2\n1MH\n1HH\n") == View.parse("3x2x2/any\n1F.\n1..")
    assert read(b"3x2x1\n1M1\n111\n") == Board.parse("3x2x1/any\n1*1\n111")
    assert write(View.parse("3x2x1\n1..\n1.F"), find("mine")) == b"3x2x1\n1HH\n1HF\n"


def test_an_analysis_link_by_hand() -> None:
    """Nearby flags (F) and known mines (I) lower a number, but flags written as O do not."""
    address = "https://davidnhill.github.io/JSMinesweeper/index.html?board=3x2x1&analysis="
    # The start adacaaab means 3 columns (ad), 2 rows (ac) and 1 mine (aaab). Each character after
    # that stands for a run of identical cells: 'b' is 0, 'e' is 0000, 'l' is 1, 'o' is 1111,
    # '2' is F, '9' is O, and 'O' is I.
    flagged = View.parse("3x2x1/any\n1F1\n111")
    assert load(f"{address}adacaaabb2e") == load(f"{address}adacaaabl9o") == flagged
    assert load("x?analysis=adacaaabb2e") == flagged
    assert write(flagged, find("coach")).decode() == f"{address}adacaaabb2e\n"
    assert load(f"{address}adacaaabbOe") == View.parse("3x2x1/any\n1.1\n111")
    assert load("http://x/?board=9x4x5") == View.hidden_everywhere(Level.parse("9x4x5/any"))


def test_a_board_file_with_both_parts_is_a_game_without_moves() -> None:
    """The file contains a board, and a view in emoji that shows an explosion."""
    text = """# MINESWEEPER-BOARD v0.1
# Render: emoji
author: someone
rows: 2
columns: 4
mines: 2
game_mode: classic

[real]
2*10
*210

[view]
⬜🚩1️⃣0️⃣
💥2️⃣1️⃣0️⃣
"""
    found = read(text.encode())
    assert isinstance(found, Standing)
    assert found.board == Board.parse("4x2x2/any\n2*10\n*210")
    assert (found.outcome, found.rows) == (Outcome.LOST, (".F10", "X210"))
    assert read(write(found, find("board"))) == found
    assert read(write(found, find("sapper"))) == found.board
    assert read(write(found, find("mine"))) == found.view
    with pytest.raises(FileError, match="can't write a game without its moves as evf"):
        write(found, find("evf"))


def test_saved_games_of_tathams_mines() -> None:
    """A saved game is read up to its current state, without undone moves."""

    def moves(data: bytes) -> tuple[list[str], Record]:
        record = read(data)
        assert isinstance(record, Record)
        return [move.text(record.board.grid) for _, move in record.moves], record

    texts, record = moves(saved())
    assert (str(record.level), record.board.mines) == ("7x4x2/open", frozenset({1, 27}))
    assert (texts, record.first) == (["open A4", "flag B1"], 21)
    texts, record = moves(saved(STATEPOS="4"))
    assert (texts[2:], record.outcome) == (["open G4"], Outcome.LOST)
    # Without PRIVDESC, the first cell in the game's id is opened before the other moves.
    texts, _ = moves(saved().replace(b"PRIVDESC:8:u4000001\n", b""))
    assert texts == ["open A4", "open A4", "flag B1"]


def test_a_board_that_is_not_dealt_yet_is_a_level() -> None:
    """The level is read as a position in which no cell is open, and the first cell will be a 0."""
    noun = parse("9x7n10:r10,u,8d3f2a")
    assert noun == View.hidden_everywhere(Level.parse("9x7x10/open"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("16x16n40#295541034604532", "is a random seed"),
        ("9x9:4,4,m00b7", "has 4 hex digits instead of 21"),
        ("9x9n3:4,4,m00b7d48a3e0231c419200", "has 35 mines but declares 3"),
        ("9x9:9,4,m00b7d48a3e0231c419200", "off the board: column 9"),
        ("?b=16&m=zz", "contains 'z', which is not a valid digit"),
        ("?b=161&m=00", "must be 1, 2 or 3, or a width and a height"),
        ("?b=32&m=0", "has 1 digit instead of 2"),
        ("?b=32&m=01", "beyond the last cell"),
        ("?b=32&m=00&c=!!", "are not base64"),
        ("?b=32&m=00&c=P", "are not base64"),
        ("?b=32&m=00&c=Pw", "off the board"),
        ("?b=99999999&m=0", "width and height must be 1 to 1000"),
        ("?analysis=adac", "truncated: 'adac' is too short"),
        ("?analysis=adacaaab!", "contains '!'"),
        ("?analysis=adacaaabaaaaaaaaaaaajjjjjjjjj", "has more than 6 cells"),
        ("?analysis=adacaaabb", "has 1 cell instead of 6"),
        ("?board=4x2x1&analysis=adacaaabb2e", "is 4x2x1, but its analysis is 3x2"),
        ("?analysis=adacaaabM2e", "above 8"),
        ("# MINESWEEPER-BOARD v0.2\n", "version '0.2', but Sapper reads only 0.1"),
        ("# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: x\n", "'x' as its columns"),
        ("# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 1\nmines: 0\n", r"neither \[real\] nor"),
        (
            "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 3\nmines: 1\n[real]\n*10\n[view]\nUU0\n",
            "does not match its",
        ),
        ("3x1x1\nHHZ", "unknown symbol, 'H'"),
        ("3x2x1\nHHH", "has 1 row instead of 2"),
        ("03 02 00 02 00 00", "is not a level"),
        (saved(GAME="Net").decode(), "the saved game is 'Net'"),
        (saved(STATEPOS="x").decode(), "STATEPOS in the saved game is 'x'"),
        (saved(PARAMS="no").decode(), "an invalid size"),
        (saved().replace(b"F1,0", b"F9,0").decode(), "off the board: column 9"),
        (saved().replace(b"F1,0", b"Q1,0").decode(), "has an unknown move, 'Q1,0'"),
    ],
)
def test_bad_ids_links_and_files_are_one_clear_line(text: str, words: str) -> None:
    with pytest.raises(SapperError, match=words) as problem:
        parse(text)
    assert str(problem.value).isprintable()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("0302", "truncated"),
        ("03020002 0000", "has 6 bytes"),
        ("03020001 0300", "off the board: column 3"),
        ("03020002 0000 0000", "same mine twice"),
        ("00020000", "width and height must be 1 to"),
        ("03020007" + "0000" * 7, "it can have 0 to 6 mines"),
    ],
)
def test_bad_mbf_is_refused(data: str, words: str) -> None:
    with pytest.raises(SapperError, match=words):
        find("mbf").read(bytes.fromhex(data))


def test_what_a_format_has_no_place_for_is_said() -> None:
    """An mbf file can't store sides over 255, and some formats can't store given cells."""
    with pytest.raises(FileError, match="an mbf file can't store"):
        write(deal(Level.parse("256x1x3/any"), 1), find("mbf"))
    told = View.parse("3x1x1\n+..")
    for name in ("mine", "coach", "board"):
        with pytest.raises(FileError, match="no sign for cells given as safe, such as A1"):
            write(told, find(name))


def test_a_format_takes_what_it_holds_of_a_noun() -> None:
    """If a format can't store the moves of a record, it stores the board or the position."""
    record = game()
    assert read(write(record, find("mbf"))) == record.board
    assert write(record, find("coach")) == write(record.resume().view, find("coach"))
    with pytest.raises(FileError, match="that format can only store a board"):
        write(record.resume().view, find("mbf"))
    with pytest.raises(FileError, match="can't write avf files: choose one of "):
        write(record, find("avf"))
    with pytest.raises(FileError, match="'zip' is not a format: choose one of rmv, avf"):
        find("zip")
