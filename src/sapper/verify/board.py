"""Checks the certificate of a board, without using any of the code that made it.

`sapper.ladder.board_certificate` describes the file. The board must obey the start rule of its
level, and the checker has its own definition of each start rule. Then it plays the moves in the
file. A cell may be opened only if the start rule makes it safe or if an earlier line proves it
safe. If the cell shows 0, the cells around it open, too. If a line claims that cells are safe or
are mines, it names its sources. The claim must follow from the facts known at that point:

    one clue       its number makes its unknown cells all safe or all mines
    two clues      one clue limits the number of mines in the cells that both touch, and this
                   settles the cells that only the other clue touches
    more clues     the line has a proof, which three checkers must accept (see
                   `sapper.verify.certificate`)
    mine count     no mine is left, or all unknown cells are mines, or the line has a proof

At the end, every safe cell must be open.

>>> print(verify_board(""))
rejected: line 1 is not 'sapper board certificate 1'
"""

from __future__ import annotations

import re
from itertools import combinations, islice

from sapper.verify.certificate import BYTES, WORK, CertificateVerdict, check_proof, count_clauses
from sapper.verify.level import Place, RejectedError, read_level

TITLE = "sapper board certificate 1"

_READING = 250
"""the work of building and reading one literal, in the units of WORK"""


def verify_board(text: str) -> CertificateVerdict:
    try:
        if len(text) > BYTES:
            raise RejectedError(f"it is too large: the limit is {BYTES >> 20} MiB")
        if bad := re.search(r"[^\n -~]", text):
            raise RejectedError(f"it contains {bad[0]!r}, which no certificate may contain")
        return CertificateVerdict(True, claim=_replay(text.splitlines()))
    except RejectedError as problem:
        return CertificateVerdict(False, reason=str(problem))


def _replay(lines: list[str]) -> str:
    if not lines or lines[0] != TITLE:
        raise RejectedError(f"line 1 is not {TITLE!r}")
    if "moves" not in lines:
        raise RejectedError("it has no line 'moves'")
    start = lines.index("moves")
    table = _Table(lines[1:start])
    number = start + 1
    while number < len(lines) and lines[number] != "end":
        line = lines[number]
        proof: list[str] = []
        number += 1
        while number < len(lines) and lines[number].startswith(": "):
            proof.append(lines[number][2:])
            number += 1
        try:
            table.take(line, proof)
        except RejectedError as problem:
            raise RejectedError(f"{problem}, in {line!r}") from None
    if number != len(lines) - 1:
        raise RejectedError("the last line is not 'end'")
    return table.claim()


class _Table:
    def __init__(self, lines: list[str]) -> None:
        self._head = lines[0] if lines else ""
        written, *first = self._head.split(" ", 1)
        level = self._level = read_level(written)
        self._width, self._height, self._mines = level.width, level.height, level.mines
        self._rows = lines[1:]
        fits = len(self._rows) == self._height and all(len(r) == self._width for r in self._rows)
        if not fits or any(row.strip("*+012345678") for row in self._rows):
            raise RejectedError("the rows of the board do not match its level")
        self._places = [(r, c) for r in range(self._height) for c in range(self._width)]
        """all cells, in reading order"""
        self._laid = {place for place in self._places if self._symbol(place) == "*"}
        if len(self._laid) != self._mines:
            raise RejectedError("the board's number of mines does not match its level")
        for place in self._places:
            symbol = self._symbol(place)
            if symbol.isdigit() and int(symbol) != self._number(place):
                raise RejectedError(f"the board's number is wrong at {self._level.name(place)}")
        self._open: set[Place] = set()
        self._safe = self._start(first)
        self._known_mines: set[Place] = set()
        self._known = set(self._safe)
        """all cells that are open, known to be safe or known to be mines"""
        self._work = WORK

    def _start(self, first: list[str]) -> set[Place]:
        """The cells that the start rule makes safe. Rejects a board that breaks its start rule."""
        level, rule = self._level, self._level.rule
        given = {place for place in self._places if self._symbol(place) == "+"}
        if len(given) != level.given:
            count = "1 given cell" if len(given) == 1 else f"{len(given)} given cells"
            raise RejectedError(f"the board has {count} (+), but its level gives {level.given}")
        match rule:
            case "any":
                raise RejectedError("line 2 is not a level with a safe first click")
            case "safe" | "open":
                place = self._first(first)
                if place in self._laid or (rule == "open" and self._number(place) != 0):
                    raise RejectedError(f"the board breaks rule '{rule}' at {level.name(place)}")
                return {place}
            case "given(k)":
                wanted = given  # any k safe cells, and a + is not a mine
            case "given(all)":
                wanted = set(self._places) - self._laid
            case "given(zero)":
                safe = (place for place in self._places if place not in self._laid)
                zeros = (place for place in safe if self._number(place) == 0)
                wanted = set(islice(zeros, 1))
        if first:
            raise RejectedError("line 2 has a first cell, but rule 'given' has none")
        if given != wanted:
            name = level.name(min(given - wanted))
            raise RejectedError(f"the board breaks rule '{rule}': {name} should not be given (+)")
        return given

    def _first(self, named: list[str]) -> Place:
        """The first cell: the one in line 2, or the default of the rule."""
        if named:
            return self._level.place(named[0])
        if self._level.rule == "safe":
            return 0, 0
        # The first cell is D4. If a 0 at D4 would leave too few cells for the mines, it is A1.
        place = min(3, self._height - 1), min(3, self._width - 1)
        fits = self._mines < self._width * self._height - len(self._level.around(place))
        return place if fits else (0, 0)

    def _symbol(self, place: Place) -> str:
        return self._rows[place[0]][place[1]]

    def _number(self, place: Place) -> int:
        return sum(near in self._laid for near in self._level.around(place))

    # -- lines

    def take(self, line: str, proof: list[str]) -> None:
        words = line.split(" ")
        if words[0] == "open" and len(words) == 2 and not proof:
            self._open_cell(self._level.place(words[1]))
            return
        if words[0] not in ("safe", "mine") or "by" not in words:
            raise RejectedError("it is neither 'open CELL' nor 'safe|mine CELLS by CLUES'")
        by = words.index("by")
        cells = [self._level.place(word) for word in words[1:by]]
        sources = words[by + 1 :]
        counted = sources[-2:] == ["mine", "count"]
        clues = [self._level.place(word) for word in (sources[:-2] if counted else sources)]
        if not cells or len(set(cells)) != len(cells) or len(set(clues)) != len(clues):
            raise RejectedError("it names no cell, or names a cell or clue twice")
        for cell in cells:
            if cell in self._known:
                raise RejectedError(f"{self._level.name(cell)} is known already")
        for clue in clues:
            if clue not in self._open:
                raise RejectedError(f"clue {self._level.name(clue)} is not open")
        mine = words[0] == "mine"
        if proof:
            if len(cells) > 1:
                raise RejectedError("it has a proof for more than one cell")
            self._follow(cells[0], mine, clues, counted, proof)
        elif not self._counts(cells, mine, clues, counted):
            raise RejectedError("it does not follow from its clues by counting")
        (self._known_mines if mine else self._safe).update(cells)
        self._known.update(cells)

    def _open_cell(self, cell: Place) -> None:
        if cell in self._open:
            raise RejectedError(f"{self._level.name(cell)} is open already")
        if cell not in self._safe:
            raise RejectedError(f"{self._level.name(cell)} was not proved to be safe")
        # A cell that was proved safe can't be a mine, unless there is a bug in a check.
        if cell in self._laid:
            raise RejectedError(f"{self._level.name(cell)} is a mine")
        todo = [cell]
        while todo:
            place = todo.pop()
            if place in self._open:
                continue
            self._open.add(place)
            self._known.add(place)
            if self._number(place) == 0:
                todo += self._level.around(place)

    def _rest(self, clue: Place) -> tuple[list[Place], int]:
        near = self._level.around(clue)
        left = self._number(clue) - sum(place in self._known_mines for place in near)
        return [place for place in near if place not in self._known], left

    def _unknown(self) -> int:
        return self._width * self._height - len(self._known)

    def _counts(self, cells: list[Place], mine: bool, clues: list[Place], counted: bool) -> bool:
        if counted:
            left = self._mines - len(self._known_mines)
            return not clues and left == (self._unknown() if mine else 0)
        if len(clues) not in (1, 2):
            return False
        one, mines = self._rest(clues[0])
        if len(clues) == 1:
            return set(cells) <= set(one) and mines == (len(one) if mine else 0)
        other, other_mines = self._rest(clues[1])
        return all(
            self._limits(cell, mine, one, mines, other, other_mines)
            or self._limits(cell, mine, other, other_mines, one, mines)
            for cell in cells
        )

    def _limits(
        self, cell: Place, mine: bool, own: list[Place], mines: int, other: list[Place], others: int
    ) -> bool:
        """Whether two clues settle a cell that is in `own` but not in `other`."""
        shared = len(set(own) & set(other))
        alone = len(own) - shared
        if cell not in own or cell in other:
            return False
        if mine:
            return mines - min(shared, others) >= alone
        return mines - max(0, others - (len(other) - shared)) <= 0

    def _follow(
        self, cell: Place, mine: bool, clues: list[Place], counted: bool, proof: list[str]
    ) -> None:
        rests = [self._rest(clue) for clue in clues]
        places = dict.fromkeys([*(near for some, _ in rests for near in some), cell])
        number = {place: index for index, place in enumerate(places, 1)}
        clauses: list[list[int]] = []

        def add(more: list[list[int]]) -> None:
            self._spend(_READING * sum(map(len, more)))
            clauses.extend(more)

        for some, mines in rests:
            near = [number[place] for place in some]
            add([[-x for x in few] for few in combinations(near, mines + 1)])
            add([list(few) for few in combinations(near, len(near) - mines + 1)])
        if counted:
            left = self._mines - len(self._known_mines)
            elsewhere = self._unknown() - len(places)
            add([*map(sorted, count_clauses(len(places), left - elsewhere, left))])
        add([[-number[cell] if mine else number[cell]]])
        steps = []
        for line in proof:
            if not re.fullmatch(r"\d{1,9}( -?[1-9]\d{0,8})* 0( [1-9]\d{0,8})+ 0", line, re.ASCII):
                raise RejectedError("a step of the proof is not a clause with hints")
            words = line.split(" ")
            steps.append(" ".join(words[1 : words.index("0", 1) + 1]))
        top = max(abs(x) for clause in clauses for x in clause)
        cnf = [f"p cnf {top} {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
        self._spend(check_proof(_text(cnf), clauses, _text(steps), _text(proof), self._work))

    def _spend(self, work: int) -> None:
        self._work -= work
        if self._work < 0:
            raise RejectedError(f"its proofs take too much work to check: the limit is {WORK}")

    def claim(self) -> str:
        if len(self._open) != self._width * self._height - self._mines:
            raise RejectedError("the moves do not open every safe cell")
        return f"the board {self._head} can be won without a guess"


def _text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])
