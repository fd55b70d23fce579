"""Boards that break their start rule, and certificates with false or missing lines, are refused.

`truth` decides which certificates are wrong. It lists all boards and shares no code with Sapper.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from reference import around
from sapper.core.board import deal
from sapper.core.level import Level
from sapper.explain.certificate import CertificateError
from sapper.ladder.board_certificate import certify_board
from sapper.verify import verify_board

SIZES = ((5, 4, 4), (6, 2, 3), (4, 3, 2), (3, 5, 3))
RULES = ("any", "safe", "open", "given", "given(2)", "given*2", "given(all)", "given(zero)")
GIVEN = {"given": 1.0, "given*2": 2.0}
"""the factors of the rules that give a multiple of the square root of the number of cells"""


def text_of(head: str, rows: list[str], moves: list[str]) -> str:
    return "\n".join(["sapper board certificate 1", head, *rows, "moves", *moves, "end", ""])


def name(cell: int, width: int) -> str:
    return f"{'ABCDEFGH'[cell % width]}{cell // width + 1}"


def numbered(width: int, height: int, mines: set[int], given: set[int]) -> list[str]:
    symbols = [
        "*" if cell in mines else str(len(mines & set(around(width, height, cell))))
        for cell in range(width * height)
    ]
    for cell in given:
        symbols[cell] = "+"
    return ["".join(symbols[at : at + width]) for at in range(0, width * height, width)]


def obeys(
    rule: str, size: tuple[int, int], mines: set[int], given: set[int], first: int | None
) -> bool:
    """The definition of every start rule. `first` is the first cell, if one is named."""
    cells = range(size[0] * size[1])
    zeros = [c for c in cells if c not in mines and not mines & set(around(*size, c))]
    if rule in ("any", "safe", "open"):
        if rule == "any" or given:
            return False
        if first is None and rule == "safe":
            first = 0
        elif first is None:
            first = min(3, size[1] - 1) * size[0] + min(3, size[0] - 1)
            if len(mines) + 1 + len(around(*size, first)) > len(cells):
                first = 0
        return first in zeros if rule == "open" else first not in mines
    if first is not None or given & mines:
        return False
    if rule == "given(zero)":
        return given == set(zeros[:1]) != set()
    safe = len(cells) - len(mines)
    if rule == "given(all)":
        return len(given) == safe
    if rule == "given(2)":
        return len(given) == 2
    return len(given) == min(round(GIVEN[rule] * round(sqrt(len(cells)))), safe)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("mines", [{1, 3, 6}, {5}, {0, 2, 4, 6}, {4, 6, 7, 8}])
def test_every_wrong_given_cell_is_refused(rule: str, mines: set[int]) -> None:
    """Of all sets of given cells and all first cells, exactly those that the rule allows pass."""
    size, level = (3, 3 + (4 in mines)), f"{{}}x{{}}x{len(mines)}/{rule}"
    level = level.format(*size)
    safe = [cell for cell in range(size[0] * size[1]) if cell not in mines]
    marked = [set(some) for k in range(len(safe) + 1) for some in combinations(safe, k)]
    starts: list[tuple[set[int], int | None]] = [(given, None) for given in marked]
    starts += [(given, cell) for given in marked[:2] for cell in range(size[0] * size[1])]
    passed = 0
    for given, first in starts:
        head = level if first is None else f"{level} {name(first, size[0])}"
        verdict = verify_board(text_of(head, numbered(*size, mines, given), []))
        right = obeys(rule, size, mines, given, first)
        rest = verdict.reason == "the moves do not open every safe cell"
        assert rest == right, (head, given, verdict)
        passed += right
    assert passed > 0 or rule in ("any", "open", "given(zero)")


def test_a_given_cell_other_than_the_first_zero_is_refused() -> None:
    """C1 is given although it is a 3. The only 0s are E1, F1, E2 and F2."""
    moves = ["open C1", "mine B1 C2 D2 by C1", "safe D1 by mine count", "open D1"]
    false = text_of("6x2x3/given(zero)", ["2*+100", "2**100"], moves)
    assert verify_board(false).reason == (
        "the board breaks rule 'given(zero)': C1 should not be given (+)"
    )
    none = text_of("3x3x1/given(zero)", ["111", "1*1", "11+"], ["open C3"])
    assert "C3 should not be given" in verify_board(none).reason, "this board has no 0"


# -- wrong certificates of every kind --------------------------------------------------------------


@cache
def every_board(width: int, height: int, mines: int) -> NDArray[np.bool_]:
    """All boards with this number of mines: a row per board, and whether each cell is a mine."""
    some = np.array(list(combinations(range(width * height), mines)))
    boards = np.zeros((len(some), width * height), np.bool_)
    np.put_along_axis(boards, some, True, axis=1)
    return boards


@cache
def every_number(width: int, height: int, mines: int) -> NDArray[np.int64]:
    boards = every_board(width, height, mines)
    near = [around(width, height, cell) for cell in range(width * height)]
    return np.array([boards[:, cells].sum(axis=1) for cells in near]).T


def truth(text: str, size: tuple[int, int, int], rule: str) -> bool:
    """Whether the board obeys its rule and every line is true on all boards that fit what is open.

    A line that cites the wrong clues for a true claim counts as true.
    """
    width, height, count = size
    lines = text.splitlines()
    head, *named = lines[1].split(" ")
    rows = lines[2 : 2 + height]
    symbols = "".join(rows)
    mines = {cell for cell, symbol in enumerate(symbols) if symbol == "*"}
    given = {cell for cell, symbol in enumerate(symbols) if symbol == "+"}
    if head != f"{width}x{height}x{count}/{rule}" or len(mines) != count:
        return False
    right = "".join(numbered(width, height, mines, given))
    names = {name(cell, width): cell for cell in range(width * height)}
    first = names[named[0]] if named else None
    if symbols != right or not obeys(rule, size[:2], mines, given, first):
        return False
    if rule in ("safe", "open") and first is None:
        default = min(3, height - 1) * width + min(3, width - 1)
        fits = count + 1 + len(around(width, height, default)) <= width * height
        first = default if rule == "open" and fits else 0
    known = given if first is None else {first}
    boards, numbers = every_board(*size), every_number(*size)
    fitting = ~boards[:, sorted(known)].any(axis=1)
    is_open: set[int] = set()
    for line in lines[lines.index("moves") + 1 : -1]:
        if line.startswith(":"):
            continue
        kind, *words = line.partition(" by ")[0].split()
        cells = [names[word] for word in words]
        if kind == "open":
            if not set(cells) <= known:
                return False
            todo = cells
            while todo:
                cell = todo.pop()
                if cell in is_open:
                    continue
                is_open.add(cell)
                number = len(mines & set(around(width, height, cell)))
                fitting &= ~boards[:, cell] & (numbers[:, cell] == number)
                todo += around(width, height, cell) if number == 0 else []
        else:
            if not (boards[fitting][:, cells] == (kind == "mine")).all():
                return False
            known = known | set(cells) if kind == "safe" else known
    return len(is_open) == width * height - count


def changed(text: str, size: tuple[int, int, int], draw: random.Random) -> str:
    """A certificate after one random change."""
    width, height, _ = size
    lines = text.splitlines()
    head, rows = lines[1], lines[2 : 2 + height]
    moves = lines[lines.index("moves") + 1 : -1]
    symbols = list("".join(rows))
    names = [name(cell, width) for cell in range(width * height)]
    mines = {cell for cell, symbol in enumerate(symbols) if symbol == "*"}
    given = {cell for cell, symbol in enumerate(symbols) if symbol == "+"}
    at = draw.randrange(len(moves)) if moves else 0
    match draw.randrange(10 if moves else 5):
        case 0 | 1:  # other given cells
            safe = sorted(set(range(width * height)) - mines)
            wanted = len(given) + draw.choice((0, 0, 0, 1, -1))
            given = set(draw.sample(safe, min(max(wanted, 0), len(safe))))
            rows = numbered(width, height, mines, given)
        case 2:  # another first cell, or a superfluous one
            head = f"{head.split(' ')[0]} {draw.choice(names)}"
        case 3:  # the moves of another board
            there = draw.randrange(width * height)
            if mines and there not in mines | given:
                mines = mines - {draw.choice(sorted(mines))} | {there}
            rows = numbered(width, height, mines, given)
        case 4:  # a wrong number or symbol
            place = draw.randrange(len(symbols))
            symbols[place] = draw.choice("*+01238")
            rows = ["".join(symbols[i : i + width]) for i in range(0, len(symbols), width)]
        case 5:
            del moves[at]
        case 6:  # too early or too late
            moves.insert(draw.randrange(len(moves)), moves.pop(at))
        case 7:
            moves.insert(at, f"open {draw.choice(names)}")
        case 8:
            kind, rest = moves[at].partition(" ")[::2]
            moves[at] = f"{ {'safe': 'mine', 'mine': 'safe'}.get(kind, 'safe') } {rest}"
        case 9:
            words = moves[at].split(" ")
            if words[0] in ("open", "safe", "mine"):
                words[draw.randrange(1, len(words))] = draw.choice(names)
            moves[at] = " ".join(words)
    return text_of(head, rows, moves)


@cache
def genuine(rule: str) -> list[tuple[str, tuple[int, int, int]]]:
    """Some genuine certificates, with their sizes."""
    found = []
    for size in SIZES:
        level = Level.parse("{}x{}x{}/{}".format(*size, rule))
        made = 0
        for seed in range(200):
            try:
                text = certify_board(deal(level, seed))
            except CertificateError:
                continue
            found.append((text, size))
            made += 1
            if made == 10:
                break
    return found


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_wrong_certificates_of_every_start_rule_are_refused(rule: str, count: int) -> None:
    """Genuine certificates are changed, or their level gets another start rule, or both."""
    draw = random.Random(rule)
    made = {other: genuine(other) for other in (*RULES, "given(1)") if other != "any"}
    for text, size in made.get(rule, ()):
        assert verify_board(text)
        assert truth(text, size, rule)
    wrong = 0
    while wrong < count:
        other = draw.choice((rule if rule in made else "safe", *made))
        text, size = draw.choice(made[other])
        text = text.replace(f"/{other}", f"/{rule}", 1)
        for _ in range(draw.choice((0, 1, 1, 2, 3))):
            text = changed(text, size, draw)
        try:
            right = truth(text, size, rule)
        except KeyError:  # a word that is not a cell
            right = False
        if not right:
            wrong += 1
            assert not verify_board(text), text
