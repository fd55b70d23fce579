"""The certificate of a board as steps for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sapper.core.board import Board
from sapper.core.view import FLAGGED, HIDDEN, SYMBOLS
from sapper.ladder.board_certificate import CertificateLine, certificate_lines, certificate_text
from sapper.ladder.solution import solution, start_view
from sapper.words import ClueName, Message, said
from sapper.words.kinds import CluesShow, OpenThese, StartAt


def board_proof(board: Board) -> dict[str, Any]:
    """The fields of `forms.BoardProofForm`. Raises an error if the board needs a guess."""
    lines = certificate_lines(board)
    start = start_view(board)
    states = bytearray(start.states)
    steps: list[dict[str, Any]] = []
    for line in _joined(lines):
        before = bytes(states)
        for cell in line.cells:
            if line.kind == "open":
                board.reveal(states, HIDDEN, FLAGGED, cell)
            elif line.kind == "mine":
                states[cell] = FLAGGED
        changed = [cell for cell, state in enumerate(before) if state != states[cell]]
        steps.append(
            {
                "kind": line.kind,
                "cells": [board.grid.name(cell) for cell in line.cells],
                "clues": [board.grid.name(clue) for clue in line.clues],
                "mine_count": line.mine_count,
                "proof": len(line.proof),
                "changed": changed,
                "symbols": "".join(SYMBOLS[states[cell]] for cell in changed),
                **said(_message(board, line, is_first=not steps)),
            }
        )
    return {
        "certificate": certificate_text(board, lines),
        "hardest": str(solution(board).hardest),
        "rows": start.rows,
        "steps": steps,
    }


def _joined(lines: Sequence[CertificateLine]) -> list[CertificateLine]:
    """Join consecutive openings, which makes the steps easier to read."""
    joined: list[CertificateLine] = []
    for line in lines:
        if line.kind == "open" and joined and joined[-1].kind == "open":
            line = replace(line, cells=joined.pop().cells + line.cells)
        joined.append(line)
    return joined


def _message(board: Board, line: CertificateLine, is_first: bool) -> Message:
    cells = tuple(map(board.grid.name, line.cells))
    if line.kind == "open":
        return StartAt(cells) if is_first else OpenThese(cells)
    clues = tuple(ClueName(board.grid.name(clue), board.numbers[clue]) for clue in line.clues)
    return CluesShow(clues, line.mine_count, cells, line.kind == "mine")
