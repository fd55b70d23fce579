"""Checks a cutting-planes certificate, without using any of the code that made it.

The text of claim.opb must be exactly the text that this checker rebuilds from the position.

>>> print(verify_counting("", "", ""))
rejected: claim.opb does not have '* sapper cutting planes 1' in line 2
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from itertools import zip_longest

from sapper.verify.certificate import (
    CELL,
    CertificateVerdict,
    ClaimPosition,
    check_characters,
    check_sizes,
)
from sapper.verify.cutting_planes import CuttingPlanesError, check
from sapper.verify.level import RejectedError

_TITLE = "* sapper cutting planes 1"


def verify_counting(position: str, opb: str, pbp: str) -> CertificateVerdict:
    try:
        claim = _verify(position, opb, pbp)
    except RejectedError as problem:
        return CertificateVerdict(False, reason=str(problem))
    return CertificateVerdict(True, claim=claim)


def _verify(position: str, opb: str, pbp: str) -> str:
    texts = {"position.txt": position, "claim.opb": opb, "claim.pbp": pbp}
    check_sizes(texts)
    lines = opb.splitlines()
    if lines[1:2] != [_TITLE]:
        raise RejectedError(f"claim.opb does not have {_TITLE!r} in line 2")
    check_characters(texts)
    claim = re.fullmatch(rf"\* claim {CELL} (mine|safe)", "".join(lines[3:4]), re.ASCII)
    if claim is None:
        raise RejectedError("claim.opb does not have a claim in line 4")
    clues = [line.removeprefix("* clue ") for line in lines if line.startswith("* clue ")]
    for name in clues:
        if not re.fullmatch(CELL, name, re.ASCII):
            raise RejectedError(f"claim.opb has a clue at {name[:20]!r}, which is not a cell")
    expected = _rebuilt(position, claim[1], claim[2] == "mine", clues, "* mine count" in lines)
    for number, (line, right) in enumerate(zip_longest(lines, expected), 1):
        if line != right:
            wanted = "not be there" if right is None else f"be {right[:60]!r}"
            raise RejectedError(f"line {number} of claim.opb should {wanted}")
    try:
        check(opb, pbp)
    except CuttingPlanesError as problem:
        raise RejectedError(f"claim.pbp is not a proof: {problem}") from None
    return f"{claim[1]} is {'a mine' if claim[2] == 'mine' else 'safe'}"


def _rebuilt(position: str, cell: str, mine: bool, clues: list[str], mine_count: bool) -> list[str]:
    board = ClaimPosition(position)
    digest = hashlib.sha256(position.encode()).hexdigest()
    claimed = board.level.place(cell)
    symbol = board.symbol(claimed)
    if symbol not in ".F+":
        raise RejectedError(f"the claim is about {cell}, which is open")
    given = symbol == "+"
    if given and (mine or clues or mine_count):
        raise RejectedError("the claim about a given cell must say 'safe' and name no clues")
    lines = [_TITLE, f"* position sha256 {digest}", f"* claim {cell} {'mine' if mine else 'safe'}"]
    named: dict[str, None] = {}
    if len(set(clues)) < len(clues):
        raise RejectedError("claim.opb lists the same clue twice")
    for clue in clues:
        place = board.level.place(clue)
        if not board.symbol(place).isdigit():
            raise RejectedError(f"clue {clue} is not open in position.txt")
        near = [board.level.name(one) for one in board.around(place)]
        named.update(dict.fromkeys(near))
        lines += [f"* clue {clue}", f"{_terms(near, 1)}= {board.symbol(place)} ;"]
    named[cell] = None
    if given:
        lines += [f"* given {cell}", f"-1 {cell} >= 0 ;"]
    if mine_count:
        # The other cells may contain any number of mines.
        least = board.mines - (board.may_be_mines - len(named))
        lines.append("* mine count")
        if least > 0:
            lines.append(f"{_terms(named, 1)}>= {least} ;")
        if board.mines < len(named):
            lines.append(f"{_terms(named, -1)}>= {-board.mines} ;")
    lines += ["* opposite of the claim", f"-1 {cell} >= 0 ;" if mine else f"1 {cell} >= 1 ;"]
    rows = sum(not line.startswith("*") for line in lines)
    return [f"* #variable= {len(named)} #constraint= {rows}", *lines]


def _terms(names: Iterable[str], weight: int) -> str:
    return "".join(f"{weight} {name} " for name in names)
