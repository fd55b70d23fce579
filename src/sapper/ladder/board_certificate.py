"""The certificate of a board: one text file that shows how to win it without a guess.

    sapper board certificate 1
    8x4x6/open                      the board, as `Board` writes it
    122****1
    ...
    moves
    open D4                         a cell that was told or shown to be safe
    safe B2 C2 by A3                shown by one clue or two, less the cells known by then: count
    mine E1 by E2 F2
    safe F7 by E5 F5 G6             shown by more clues, or with the mine count: a proof follows
    : 12 -3 0 4 7 0                 its steps, as in LRAT: id, clause, 0, hints, 0
    : 13 0 12 9 1 0
    safe G1 by mine count           no mines are left, or as many as cells
    end

One file, since a board has hundreds of deductions and most of them are a line; and text, so that
people can read it next to the board. `known` are cells that are open, told, or shown by an earlier
line: they are taken out of each clue, and known mines from its number. So a line needs only what is
new, and most proofs disappear.

The clauses that a proof starts from are not in the file; whoever checks builds them:

    - variables 1, 2, ...: the unknown cells around each clue, clue by clue as the line has them,
      row by row around a clue, each when it first occurs; then the cell of the claim
    - for each clue with k unknown cells and n mines left: of any n + 1 cells one is safe; then, of
      any k - n + 1 cells one is a mine; subsets in the order of itertools.combinations
    - with the mine count, M mines left in N unknown cells, of which v are variables: counters for
      at least M - (N - v) and at most M, as `sapper.explain.certificate` describes them
    - last, the opposite of the claim

`sapper.verify.board` checks all this with code of its own: that the sequence is legal, that each
cell was certain by what was open then, and that it wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from sapper import _engine
from sapper.core.board import Board
from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, View
from sapper.explain.certificate import CertificateError, counted, refutation
from sapper.explain.clues import Clues, settling_clues
from sapper.explain.trim import trim
from sapper.ladder.clue import remaining_view
from sapper.ladder.rungs import settled_cells
from sapper.ladder.solution import start_view
from sapper.ladder.techniques import Technique

TITLE = "sapper board certificate 1"


def certify_board(board: Board) -> str:
    """The certificate of a board that certain moves alone win; else a CertificateError."""
    maker = _Maker(board)
    while not maker.play():
        maker.prove()
    return "\n".join([TITLE, *str(board).splitlines(), "moves", *maker.lines, "end", ""])


class _Maker:
    """A board while its certificate is written; mutable."""

    def __init__(self, board: Board) -> None:
        self.lines: list[str] = []
        self._board = board
        self._name = board.grid.name
        self._is_mine = bytes(cell in board.mines for cell in range(board.level.size))
        self._states = start_view(board).states
        self._mines: list[Cell] = []

    def play(self) -> bool:
        """Go as far as one clue or two lead; whether the board is won then."""
        level = self._board.level
        shown = bytearray(self._states)
        won, self._states, self._mines, events = _engine.solve(
            level.width,
            level.height,
            level.mines,
            self._is_mine,
            self._states,
            self._mines,
            Technique.DIFFERENCE,
        )
        for cell, mine, rung, clue, other in events:
            if rung != Technique.GIVEN:
                self._say(mine, (cell,), [clue] if other < 0 else [clue, other])
            elif shown[cell] >= HIDDEN:  # else a zero has opened it
                self.lines.append(f"open {self._name(cell)}")
                self._board.reveal(shown, HIDDEN, FLAGGED, cell)
        return won

    def _say(self, mine: bool, cells: Sequence[Cell], clues: Iterable[Cell], end: str = "") -> None:
        names = " ".join(map(self._name, cells))
        by = " ".join([*map(self._name, clues), *([end] if end else [])])
        # What the last line says by the same clues goes on the same line.
        head, tail = "mine" if mine else "safe", f" by {by}"
        if self.lines and self.lines[-1].startswith(head) and self.lines[-1].endswith(tail):
            self.lines[-1] = f"{self.lines[-1].removesuffix(tail)} {names}{tail}"
        else:
            self.lines.append(f"{head} {names}{tail}")

    def prove(self) -> None:
        """Show one more cell to be certain, by a proof if it takes one."""
        view = remaining_view(View(self._board.level, self._states), self._mines)
        unknown = [cell for cell, state in enumerate(view.states) if state == HIDDEN]
        if view.level.mines in (0, len(unknown)):
            self._settle(view.level.mines > 0, unknown)
            self._say(view.level.mines > 0, unknown, (), "mine count")
            return
        found = {cell: each for cell, each in settled_cells(view).items() if view[cell] == HIDDEN}
        if not found:
            raise CertificateError("there is no certificate: the board needs a guess")
        cell, certain = min(found.items(), key=lambda one: (one[1].technique, one[1].mine))
        claim = cell + 1 if certain.mine else -(cell + 1)
        clues = Clues(view)
        chosen = settling_clues(clues, claim)
        clauses = _clauses(clues, chosen.clues, chosen.mine_count, claim, len(unknown))
        steps = trim(clauses, refutation(clauses))
        self._settle(certain.mine, [cell])
        self._say(certain.mine, [cell], chosen.clues, "mine count" if chosen.mine_count else "")
        if len(chosen.clues) > 2 or chosen.mine_count:
            for step in steps:
                words = [step.id, *step.clause, 0, *step.hints, 0]
                self.lines.append(": " + " ".join(map(str, words)))

    def _settle(self, mine: bool, cells: Iterable[Cell]) -> None:
        if mine:
            self._mines += cells
            return
        states = bytearray(self._states)
        for cell in cells:
            states[cell] = GIVEN
        self._states = bytes(states)


def _clauses(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: int, unknown: int
) -> list[list[int]]:
    """The clauses that a proof starts from, as the head of this file describes them."""
    cells = {clue: clues.constraint(clue).cells for clue in chosen}
    order = dict.fromkeys([*(c for clue in chosen for c in cells[clue]), abs(claim) - 1])
    variable = {cell: index for index, cell in enumerate(order, 1)}
    clauses: list[list[int]] = []
    for clue in chosen:
        near, mines = [variable[c] for c in cells[clue]], clues.constraint(clue).mines
        clauses += ([-x for x in some] for some in combinations(near, mines + 1))
        clauses += (list(some) for some in combinations(near, len(near) - mines + 1))
    if mine_count:
        mines, others = clues.view.level.mines, unknown - len(variable)
        clauses += counted(len(variable), mines - others, mines)
    own = variable[abs(claim) - 1]
    clauses.append([-own if claim > 0 else own])
    return clauses
