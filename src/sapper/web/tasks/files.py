"""Tasks that read what users paste and upload."""

from __future__ import annotations

from typing import Any

from sapper.core.board import Board
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.ladder.rating import RatingJson
from sapper.ladder.rating import rate as rate_noun
from sapper.verify import verify_files
from sapper.verify.certificate import VerdictJson
from sapper.web.reading import read as read_file
from sapper.web.reading import read_board
from sapper.words import refusal


def read(data: str) -> dict[str, Any]:
    """Read a file. Each character of `data` stands for a byte, because JSON can't hold bytes."""
    try:
        return read_file(data.encode("latin-1"))
    except SapperError as problem:
        nothing = {"level": "", "text": "", "rows": []}
        return {"kind": "unreadable", "problem": refusal(problem), **nothing}


def board(text: str) -> str:
    """Read a board and write it as text again, so that the server can trust the text."""
    return str(read_board(text))


def rate(text: str) -> RatingJson:
    found = read_file(text.encode())
    board = found.get("board")
    return rate_noun(View.parse(found["text"]) if board is None else Board.parse(board)).to_json()


def verify(files: dict[str, str]) -> VerdictJson:
    return verify_files(files).to_json()
