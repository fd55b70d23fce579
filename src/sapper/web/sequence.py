"""Turns the certificate of a board into steps for the page."""

from __future__ import annotations

from typing import Any

from sapper.core.board import Board
from sapper.core.view import FLAGGED, HIDDEN, SYMBOLS
from sapper.ladder.board_certificate import certify_board
from sapper.ladder.solution import solution, start_view
from sapper.words import ClueName, Message, said
from sapper.words.kinds import CluesShow, OpenThese, StartAt


def board_proof(board: Board) -> dict[str, Any]:
    """The fields of `forms.BoardProofForm`. Raises an error if the board needs a guess."""
    certificate = certify_board(board)
    lines = certificate.splitlines()
    sequence = _Sequence(board)
    for line in lines[lines.index("moves") + 1 : -1]:
        sequence.take(line)
    return {
        "certificate": certificate,
        "hardest": str(solution(board).hardest),
        "rows": start_view(board).rows,
        "steps": [{**step, **said(sequence.message(step))} for step in sequence.steps],
    }


class _Sequence:
    def __init__(self, board: Board) -> None:
        self.steps: list[dict[str, Any]] = []
        self._board = board
        self._states = bytearray(start_view(board).states)

    def take(self, line: str) -> None:
        if line.startswith(":"):
            self.steps[-1]["proof"] += 1
            return
        kind, *words = line.split(" by ")[0].split()
        by = line.partition(" by ")[2]
        mine_count = by.endswith("mine count")
        before = bytes(self._states)
        for name in words:
            cell = self._board.grid.parse_cell(name)
            if kind == "open":
                self._board.reveal(self._states, HIDDEN, FLAGGED, cell)
            elif kind == "mine":
                self._states[cell] = FLAGGED
        changed = [cell for cell, state in enumerate(before) if state != self._states[cell]]
        symbols = "".join(SYMBOLS[self._states[cell]] for cell in changed)
        last = self.steps[-1] if self.steps else None
        if kind == "open" and last is not None and last["kind"] == "open":
            # Consecutive openings are joined into one step, which is easier to read.
            last["cells"] += words
            last["changed"] += changed
            last["symbols"] += symbols
            return
        self.steps.append(
            {
                "kind": kind,
                "cells": words,
                "clues": by.removesuffix("mine count").split(),
                "mine_count": mine_count,
                "proof": 0,
                "changed": changed,
                "symbols": symbols,
            }
        )

    def message(self, step: dict[str, Any]) -> Message:
        cells = tuple(step["cells"])
        if step["kind"] == "open":
            return StartAt(cells) if step is self.steps[0] else OpenThese(cells)
        parse = self._board.grid.parse_cell
        clues = tuple(ClueName(name, self._states[parse(name)]) for name in step["clues"])
        return CluesShow(clues, step["mine_count"], cells, step["kind"] == "mine")
