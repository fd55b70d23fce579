"""All boards that obey a start rule and have the wanted properties are equally likely.

For small levels, brute force lists all boards with their given cells. The boards dealt from fixed
seeds are compared with this list by a chi-square test.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from scipy.stats import chisquare

from ladder_oracle import play
from reference import around, statistics
from sapper.core.board import Board, deal_many
from sapper.core.level import Level
from sapper.core.view import FLAGGED, HIDDEN
from sapper.ladder.dealer import DealerError, Wanted, deal_wanted
from sapper.ladder.rungs import GUESS
from sapper.ladder.solution import solution, start_view
from sapper.ladder.techniques import Technique

Laid = tuple[int, ...]
"""the mines, then the given cells if the start rule is `given`"""


def every_board(text: str, first: int | None) -> set[Laid]:
    """All boards that obey the start rule, listed from its definition."""
    level = Level.parse(text)
    size, rule = (level.width, level.height), text.split("/")[1]
    cells = range(level.size)
    found: set[Laid] = set()
    for mines in combinations(cells, level.mines):
        safe = [cell for cell in cells if cell not in mines]
        zeros = [cell for cell in safe if not set(mines) & set(around(*size, cell))]
        if rule in ("any", "safe", "open"):
            if rule == "any" or first in {"safe": safe, "open": zeros}[rule]:
                found.add(mines)
        elif rule == "given(zero)":
            found |= {(*mines, zero) for zero in zeros[:1]}
        else:
            k = len(safe) if rule == "given(all)" else level.given
            found |= {(*mines, *given) for given in combinations(safe, k)}
    return found


def assert_uniform(dealt: Counter[Laid], expected: set[Laid]) -> None:
    assert len(expected) > 1
    assert set(dealt) <= expected
    assert chisquare([dealt[board] for board in expected]).pvalue > 0.001


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("4x3x2/any", None),
        ("4x3x2/safe", 0),
        ("4x3x2/safe", 6),
        ("4x3x2/open", 0),
        ("5x3x3/open", 6),
        ("4x3x3/given(1)", None),
        ("3x2x2/given(2)", None),
        ("4x2x5/given", None),
        ("4x2x2/given*0.5", None),
        ("4x3x3/given(all)", None),
        ("4x3x2/given(zero)", None),
        ("3x3x4/given(zero)", None),
        ("4x3x6/given(zero)", None),
        ("5x2x5/given(zero)", None),
    ],
)
def test_every_board_that_obeys_the_rule_is_equally_likely(text: str, first: int | None) -> None:
    expected = every_board(text, first)
    rows = deal_many(Level.parse(text), 0, 40 * len(expected), first).tolist()
    assert_uniform(Counter(map(tuple, rows)), expected)


@pytest.mark.parametrize("size", ["3x3x4", "4x3x6", "5x2x5", "9x2x11"])
def test_rule_zero_can_deal_every_seed(size: str) -> None:
    """A board without a 0 is replaced, even if few boards of the level have one."""
    level = Level.parse(f"{size}/given(zero)")
    assert len(deal_many(level, 2**63, 300)) == 300


LEVELS = {"4x3x3/safe": 11, "5x3x3/open": 12, "4x2x2/given(2)": 11, "4x3x3/given(all)": 8}
"""small levels, and how many of the conditions are met by two or more of their boards"""
CONDITIONS = (
    Wanted(no_guess=True),
    Wanted(no_guess=True, mine_count=False),
    Wanted(at_most=Technique.SINGLE_CLUE),
    *(Wanted(technique=technique) for technique in Technique if technique != Technique.CASE_SPLIT),
    Wanted(three_bv=(3, 5)),
    Wanted(openings=(0, 1)),
    Wanted(guesses=0),
    Wanted(guesses=1),
    Wanted(no_guess=True, three_bv=(2, 4), openings=(1, None)),
)


@cache
def rungs(text: str) -> dict[Laid, int]:
    """The technique that each board needs, found with the definitions and a SAT solver."""
    level = Level.parse(text)
    needed = {}
    for row in every_board(text, level.first):
        board = Board.of_row(level, row)

        def reveal(states: bytearray, cell: int, board: Board = board) -> None:
            board.reveal(states, HIDDEN, FLAGGED, cell)

        needed[row], _ = play(start_view(board), reveal, level.safe, Technique.MINE_COUNT)
    return needed


def has(level: Level, row: Laid, rung: int, wanted: Wanted) -> bool:
    three_bv, openings, _ = statistics(level.width, level.height, row[: level.mines])
    for number, (least, most) in ((three_bv, wanted.three_bv), (openings, wanted.openings)):
        if number < least or (most is not None and number > most):
            return False
    if wanted.guesses is not None:
        # How many guesses a board needs is what the champion says; only their chance is tested.
        guesses = solution(Board.of_row(level, row), guesses=True).guesses
        assert (len(guesses) == 0) == (rung < GUESS)
        return len(guesses) == wanted.guesses
    if wanted.solvable:
        least, highest = wanted.rungs
        return least <= rung <= highest
    return True


@pytest.mark.parametrize(("text", "tested"), LEVELS.items())
def test_every_board_with_the_wanted_properties_is_equally_likely(text: str, tested: int) -> None:
    level = Level.parse(text)
    found = 0
    for wanted in CONDITIONS:
        expected = {row for row, rung in rungs(text).items() if has(level, row, rung, wanted)}
        if len(expected) > 1:
            found += 1
            dealt = deal_wanted(level, 1, 40 * len(expected), wanted).rows.tolist()
            assert_uniform(Counter(map(tuple, dealt)), expected)
    assert found == tested


def test_rule_zero_has_no_conditions() -> None:
    with pytest.raises(DealerError, match="can't search the boards of level 4x3x2/given"):
        deal_wanted(Level.parse("4x3x2/given(zero)"), 1, 1, Wanted(no_guess=True))
