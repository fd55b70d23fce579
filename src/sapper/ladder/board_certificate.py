"""The certificate of a board, a text file that shows how to win it without a guess.

    sapper board certificate 1
    8x4x6/open                      the board, as `Board` writes it
    122****1
    ...
    moves
    open D4                         opens a cell that was given or shown to be safe
    safe B2 C2 by A3                follows from one or two clues by counting
    mine E1 by E2 F2
    safe F7 by E5 F5 G6             needs more clues, or the mine count; its proof is below
    : 12 -3 0 4 7 0                 a step as in LRAT: id, clause, 0, hints, 0
    : 13 0 12 9 1 0
    safe G1 by mine count           no mines are left, or only mines are left
    end

A cell is known if it is open, given, or settled by an earlier line. Known cells are removed from
each clue, and known mines are subtracted from its number.

The checker builds the clauses that a proof starts from:

    - The variables 1, 2, ... are the unknown cells around the clues. The clues come in the order in
      which the line names them, and the cells around a clue row by row. A cell gets its number when
      it first occurs. If the cell of the claim is not among them, it comes last.
    - A clue with k unknown cells and n mines left has a clause for every n + 1 of these cells (one
      of them is safe), and then one for every k - n + 1 of them (one of them is a mine). The order
      is that of itertools.combinations.
    - For the mine count, M is the number of mines left, N the number of unknown cells, and v the
      number of variables. Counters say that at least M - (N - v) and at most M variables are true,
      as described in `sapper.explain.certificate`.
    - The last clause is the opposite of the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from sapper import _engine
from sapper.core.board import Board
from sapper.core.grid import Cell, Grid
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, View
from sapper.explain.certificate import CertificateError, counted, refutation
from sapper.explain.clues import Clues, settling_clues
from sapper.explain.trim import TrimmedStep, trim
from sapper.ladder.clue import remaining_view
from sapper.ladder.rungs import settled_cells
from sapper.ladder.solution import start_view
from sapper.ladder.techniques import Technique

TITLE = "sapper board certificate 1"


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """A line of a certificate: cells to open, or cells that the clues show to be safe or mines."""

    kind: Literal["open", "safe", "mine"]
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...] = ()
    mine_count: bool = False
    proof: tuple[TrimmedStep, ...] = ()

    def text(self, grid: Grid) -> str:
        words = [self.kind, *map(grid.name, self.cells)]
        if self.kind != "open":
            words += ["by", *map(grid.name, self.clues), *["mine count"] * self.mine_count]
        steps = ([step.id, *step.clause, 0, *step.hints, 0] for step in self.proof)
        return "\n: ".join([" ".join(words), *(" ".join(map(str, step)) for step in steps)])


def certify_board(board: Board) -> str:
    """The certificate of a board. Raises a CertificateError if the board needs a guess."""
    return certificate_text(board, certificate_lines(board))


def certificate_text(board: Board, lines: Sequence[CertificateLine]) -> str:
    # Leave out the board's no-guess mark, because the certificate already proves that no guess is
    # needed.
    plain = str(replace(board, no_guess=False)).splitlines()
    return "\n".join(
        [TITLE, *plain, "moves", *(line.text(board.grid) for line in lines), "end", ""]
    )


def certificate_lines(board: Board) -> list[CertificateLine]:
    """How to win a board. Raises a CertificateError if the board needs a guess."""
    if board.level.start.kind == "any":
        raise CertificateError(
            "level {level} has no safe first click: use rule 'safe', 'open' or 'given'",
            level=board.level,
        )
    maker = _CertificateMaker(board)
    while not maker.play():
        maker.prove()
    return maker.lines


class _CertificateMaker:
    def __init__(self, board: Board) -> None:
        self.lines: list[CertificateLine] = []
        self._board = board
        self._is_mine = bytes(cell in board.mines for cell in range(board.level.size))
        self._states = start_view(board).states
        self._mines: list[Cell] = []

    def play(self) -> bool:
        """Play as long as one or two clues prove a cell safe. Return whether the board is won."""
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
                self._say(mine, (cell,), (clue,) if other < 0 else (clue, other))
            elif shown[cell] >= HIDDEN:
                self.lines.append(CertificateLine("open", (cell,)))
                self._board.reveal(shown, HIDDEN, FLAGGED, cell)
        return won

    def _say(self, mine: bool, cells: Sequence[Cell], clues: Sequence[Cell]) -> None:
        """Add a line, or its cells to the last line if that has the same clues."""
        line = _claim(mine, cells, clues)
        if self.lines and replace(self.lines[-1], cells=line.cells) == line:
            line = replace(line, cells=self.lines.pop().cells + line.cells)
        self.lines.append(line)

    def prove(self) -> None:
        """Settle all cells by the mine count alone if possible, otherwise one cell by a proof."""
        view = remaining_view(View(self._board.level, self._states), self._mines)
        unknown = [cell for cell, state in enumerate(view.states) if state == HIDDEN]
        if view.level.mines in (0, len(unknown)):
            self._settle(view.level.mines > 0, unknown)
            self.lines.append(_claim(view.level.mines > 0, unknown, mine_count=True))
            return
        found = {cell: each for cell, each in settled_cells(view).items() if view[cell] == HIDDEN}
        if not found:
            raise CertificateError("this board can't be won without a guess")
        cell, certain = min(found.items(), key=lambda one: (one[1].technique, one[1].mine))
        claim = cell + 1 if certain.mine else -(cell + 1)
        clues = Clues(view)
        chosen = settling_clues(clues, claim)
        self._settle(certain.mine, [cell])
        if len(chosen.clues) <= 2 and not chosen.mine_count:
            self._say(certain.mine, [cell], chosen.clues)
            return
        clauses = _clauses(clues, chosen.clues, chosen.mine_count, claim, len(unknown))
        proof = tuple(trim(clauses, refutation(clauses)))
        line = _claim(certain.mine, [cell], chosen.clues, chosen.mine_count)
        self.lines.append(replace(line, proof=proof))

    def _settle(self, mine: bool, cells: Iterable[Cell]) -> None:
        if mine:
            self._mines += cells
            return
        states = bytearray(self._states)
        for cell in cells:
            states[cell] = GIVEN
        self._states = bytes(states)


def _claim(
    mine: bool, cells: Sequence[Cell], clues: Sequence[Cell] = (), mine_count: bool = False
) -> CertificateLine:
    return CertificateLine("mine" if mine else "safe", tuple(cells), tuple(clues), mine_count)


def _clauses(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: int, unknown: int
) -> list[list[int]]:
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
