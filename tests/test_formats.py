"""Files are recognised, read and written, and errors name the file."""

import os
from pathlib import Path

import pytest

from sapper import formats
from sapper.core.board import Board, Deck, deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.formats import FileError, load, parse, save

BOARD = deal(Level.parse("6x3x4/safe"), 1)


def game() -> Game:
    played = Game(BOARD)
    played.play(Move("open", 0))
    return played


@pytest.mark.parametrize(
    "noun",
    [
        BOARD,
        deal(Level.parse("1x3x1/any"), 1),
        game().view,
        View.parse("1x3x1\n1\n.\n."),
        View.parse("3x1x1\n1.."),
        game().record(),
        Deck.deal(Level.parse("6x3x4/safe"), 1, 3),
        Deck.deal(Level.parse("6x3x4/given"), 1, 3),
        Deck.deal(Level.parse("1x3x1/safe"), 1, 3),
    ],
    ids=lambda noun: type(noun).__name__,
)
def test_every_noun_is_recognised_in_a_file(
    noun: Board | View | Record | Deck, tmp_path: Path
) -> None:
    save(tmp_path / "noun", str(noun))
    assert load(tmp_path / "noun") == noun


def test_save_leaves_the_old_file_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk, the old file stays and no temporary file remains."""
    path = tmp_path / "kept"
    save(path, "precious")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=r"can't write .*kept: No space left on device"):
        save(path, "new")
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["kept"]


def test_save_follows_the_umask(tmp_path: Path) -> None:
    save(tmp_path / "a", b"x")
    (tmp_path / "b").write_text("x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "nothing to read"),
        (b"# nothing\n\n", "nothing to read"),
        (b"\xff\xfe\x00", "is neither text nor"),
        (b"hello world", "'hello' is not a level"),
        (b"# mine\n.....\n11111\n", "the rows have no level: write one above them, such as 5x2x2"),
        (b"1*\n11\n", "the rows have no level: write one above them, such as 2x2x1 for 1 mine"),
        (b"..1#\n", "the rows have no level: write one above them, such as 4x1x1 for 1 mine"),
        (b"1?\n", "the rows have no level"),
        (b"3x2x1\n..", "line 2 of the position has 2 cells"),
        (b"3x1x1\n.2.", "clue at B1"),
        (b"3x2x1 A1\n1 2", "the number of mines in line 2 of the deck is 2"),
        (b'<svg xmlns="http://', "is not a level"),
    ],
)
def test_a_bad_file_is_named_in_one_line(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as problem:
        load(path)
    assert str(path) in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        load(tmp_path / "nothing")
    with pytest.raises(FileError, match="Is a directory"):
        load(tmp_path)
    with pytest.raises(FileError, match="No such file"):
        save(tmp_path / "no" / "folder", "x")


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "FILE_LIMIT", 2**20)
    (tmp_path / "big").write_bytes(b"#" * (2**20 + 1))
    with pytest.raises(FileError, match="too large: the limit is 1 MiB"):
        load(tmp_path / "big")


def test_a_byte_order_mark_and_windows_lines_are_read() -> None:
    expected = View.parse("3x1x1\n1..")
    assert parse("3x1x1\r\n1..\r\n") == parse("\ufeff3x1x1\n1..\n") == expected


def test_a_link_or_id_is_read_from_the_argument_a_file_or_text(tmp_path: Path) -> None:
    """A link can be passed directly or stored in a file."""
    link = "https://example.org/x?b=43&m=g80"
    board = load(link)
    assert isinstance(board, Board)
    assert board.mines == {0, 6}
    save(tmp_path / "link.txt", link)
    assert load(tmp_path / "link.txt") == parse(link) == board
    assert formats.is_source(link)
    assert not formats.is_source("expert")
    assert not formats.is_source("x" * 5000 + "/y")
    with pytest.raises(FileError, match="File name too long"):
        load("x" * 5000)
    with pytest.raises(FileError, match="it is not a file name"):
        load("a\0b")
    with pytest.raises(FileError, match=r"can't read https:/example.org/y: No such file"):
        load("https://example.org/y")


def test_a_file_is_read_by_what_it_holds_not_by_its_name(tmp_path: Path) -> None:
    """A board in mbf format is also read from a .txt file, and a text board from an .mbf file."""
    save(tmp_path / "a.txt", formats.write(BOARD, formats.find("mbf")))
    save(tmp_path / "b.mbf", str(BOARD))
    first, second = load(tmp_path / "a.txt"), load(tmp_path / "b.mbf")
    assert isinstance(first, Board)
    assert (first.mines, second) == (BOARD.mines, BOARD)


def test_every_format_says_what_it_is() -> None:
    """Each name and each file extension belongs to one format."""
    names = [known.name for known in formats.FORMATS]
    endings = [suffix for known in formats.FORMATS for suffix in known.suffixes]
    assert len(set(names)) == len(names)
    assert len(set(endings)) == len(endings)
    for known in formats.FORMATS:
        assert bool(known.write) == bool(known.writes)
        assert known.about
        assert known.holds
