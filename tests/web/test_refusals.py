"""Faults in a file, position, board or record are described in German on the German page.

The tests run the worker's tasks on damaged text and files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mutations import damaged, saved
from sapper.formats import FORMATS
from sapper.web import worker
from sapper.words import LANGUAGES
from web.browsing import playwright
from web.test_sentences import ENGLISH

FILES = (
    b"",
    b"\xff\xfe\x00",
    b"9x9\n",
    b"3x2x1/often\n",
    b"3x2x7/any\n",
    b"3x2x2/given*5000\n",
    b"3x2x1/any\n*..\n",
    b"3x2x1/any\n*..\n..\n",
    b"3x2x1/any\n*..\n.9.\n",
    b"3x2x1/any\n**.\n...\n",
    b"3x2x1/any\n*2.\n...\n",
    b"3x2x1/any\n*+.\n...\n",
    b"3x2x1/given(2)\n*+.\n...\n",
    b"3x2x1/safe A1\n*..\n...\n",
    b"3x2x1/safe Z9\n*..\n...\n",
    b"3x2x1/safe first\n*..\n...\n",
    # decks
    b"5x4x3/safe\n1 2 x\n",
    b"5x4x3/safe\n1 2\n",
    b"5x4x3/safe\n1 2 20\n",
    b"5x4x3/safe\n2 1 3\n",
    b"5x4x3/safe A1\n0 1 2\n",
    b"5x4x3/given(2)\n0 1 2 + 3\n",
    b"5x4x3/given(2)\n0 1 2 + 3 x\n",
    b"5x4x3/given(2)\n0 1 2 + 2 3\n",
    # other programs' files and links
    b"# MINESWEEPER-BOARD v0.2\n",
    b"# MINESWEEPER-BOARD v0.1\nrows: many\n",
    b"# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 3\nmines: 1\n",
    b"# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 3\nmines: 1\n[real]\n*..\n",
    b"RawVF_Version: 1\nWidth: 4\nHeight: 2\nMines: 1\n",
    b"RawVF_Version: 1\nWidth: 4\nHeight: two\nMines: 1\nBoard:\n000*\n0000\n",
    b"RawVF_Version: 1\nWidth: 4\nHeight: 2\nMines: 1\nBoard:\n000*\n000\n",
    b"?b=43&m=g8",
    b"?b=43&m=g80!",
    b"?b=431&m=g80",
    b"?b=43&m=g80&c=!",
    b"?analysis=0",
    b"3x2x1\n1HH\n1H\n",
    b"9x9n10#123456789\n",
    b"7x4n3:0,3,u4000001\n",
    saved(GAME="Net"),
    saved(PARAMS="7by4"),
    saved(STATEPOS="x"),
)

BOARDS = ("", "3x2x1/any\n*..\n", "3x2x1/any\n*..\n...\n...\n", "3x2x1/any\n*F.\n...\n")

POSITIONS = (
    "",
    "3x2x1/any A1\n...\n...\n",
    "3x2x1/any\n...\n",
    "3x2x1/any\n...\n....\n",
    "3x2x1/any\n...\n.*.\n",
)

GAME = "outcome: lost\nmoves: 1\n3x2x1/any\n*..\n...\n0 open A1\n"
RECORDS = (
    "seed: 1\n",
    "colour: red\n" + GAME,
    GAME.replace("moves: 1", "moves: 2"),
    GAME.replace("lost", "won"),
    GAME.replace("lost", "drawn"),
    GAME.replace("0 open", "soon open"),
    GAME.replace("open A1", "shut A1"),
    GAME.replace("open A1", "open D1"),
    GAME.replace("moves: 1\n", "") + "5 flag B1\n3 flag B1\n",
    "seed: one\n" + GAME,
    "first: B1\n" + GAME,
    # not games
    "3x2x1/any\n*..\n...\n",
    "3x1x1/any\n1.1\n",
    "3x2x1/any\n.2.\n...\n",
    "3x1x2/any\n1..\n",
    "5x2x2/any\n1...1\n0...0\n",
)

# Text that stays in English: quotations, levels, the names of rules, and parts of links.
KEPT = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|/(?:safe|any|open)|any, safe, open|Regel \w+"""
    r"|given\(all\)|board=WxHxM"
)


def asked() -> Iterator[dict[str, Any]]:
    """Text and files that a user might paste or open, as the server passes them to a worker."""
    for data in FILES:
        yield {"task": "read", "data": data.decode("latin-1")}
    for known in FORMATS:
        # Each mvf file needs a new process.
        for data in damaged(known, 4 if known.name == "mvf" else 80):
            yield {"task": "read", "data": data.decode("latin-1")}
    yield from ({"task": "board", "text": text} for text in BOARDS)
    yield from ({"task": "analyse", "position": text} for text in POSITIONS)
    yield from ({"task": "replay", "data": text} for text in RECORDS)


def refusals() -> set[tuple[str, str]]:
    """Each refusal in English and German. Every hand-written file must be refused."""
    refused = set()
    for request in asked():
        by_hand = request["task"] != "read" or request["data"].encode("latin-1") in FILES
        said = []
        for language in LANGUAGES:
            (answer,) = worker.answer({**request, "language": language})
            assert "failed" not in answer, (request, answer)
            problem = answer.get("refused") or answer["answer"].get("problem", "")
            assert problem or not by_hand, request
            said.append(problem)
        if all(said):
            refused.add((said[0], said[1]))
    return refused


def test_what_is_wrong_with_a_file_is_german() -> None:
    """Every refusal is in German, without any English words."""
    pairs = sorted(refusals())
    assert [text for text, german in pairs if text == german] == []
    assert [pair for pair in pairs if ENGLISH.search(KEPT.sub("", pair[1]))] == []
    assert len({re.sub(r"'.*'|\d+", "", text) for text, _ in pairs}) > 60


@pytest.mark.browser
def test_a_damaged_file_on_the_german_page(open_page: Any, tmp_path: Path) -> None:
    page = open_page("/#play", locale="de-DE")
    page.get_by_role("button", name="Mehr").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Ein Brett öffnen…").click()
    path = tmp_path / "board.txt"
    path.write_text("5x3x2/any\n*..*.\n1111\n00000\n")
    chooser.value.set_files(path)
    said = page.get_by_text("Brett, Zeile 3: Es gibt 4 Felder, die Stufe 5x3x2/any hat 5")
    playwright.expect(said).to_be_visible()
