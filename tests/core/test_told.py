"""Cells told by rule `given`: drawn at random, carried by every text, no clue to the mines."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

import reference
from sapper.board import Board, BoardError, Deck, deal, deal_many, legacy_told
from sapper.formats import parse
from sapper.game import Game, Outcome, Record
from sapper.level import Level
from sapper.view import HIDDEN, Move

# -- what they tell ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3x2x2/given(2)", "4x2x2/given(1)", "4x2x5/given"])
def test_mines_and_told_cells_are_uniform_together(text: str) -> None:
    """So all boards without a mine where cells were told are equally likely, to everybody.

    Chi-square at 99.9% over every pair of mines and told cells; fixed seeds.
    """
    level = Level.parse(text)
    k = level.told
    games = 40_000
    counts = Counter(map(tuple, deal_many(level, 0, games).tolist()))
    pairs = [
        (*mines, *told)
        for mines in combinations(range(level.size), level.mines)
        for told in combinations([c for c in range(level.size) if c not in mines], k)
    ]
    assert set(counts) <= set(pairs)
    expected = games / len(pairs)
    chi_square = sum((counts[pair] - expected) ** 2 / expected for pair in pairs)
    # Wilson and Hilferty's approximation of the 99.9% point of chi-square.
    freedom = len(pairs) - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert chi_square < limit


class Filter:
    """Every board of a small level, and what rule `given` told of it when that was a function.

    Its player looks at the boards that fit a view; if it `knows` the function, only at those of
    which the cells would be told that were. It opens what is safe on all, else on most of them.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        mines = list(combinations(range(level.size), level.mines))
        self.is_mine: NDArray[np.bool_] = np.zeros((len(mines), level.size), dtype=bool)
        for row, cells in enumerate(mines):
            self.is_mine[row, cells] = True
        around = np.zeros((level.size, level.size), dtype=int)
        for cell in range(level.size):
            around[cell, reference.around(level.width, level.height, cell)] = 1
        self.numbers = self.is_mine @ around
        self.told = [legacy_told(level, cells) for cells in mines]

    def wins(self, board: Board, knows: bool) -> bool:
        """Whether the player wins on a board."""
        game = Game(board)
        named = np.array([told == board.told for told in self.told])
        while game.outcome is None:
            view = game.view
            fits = ~self.is_mine[:, list(board.told)].any(axis=1)
            for cell in (cell for cell, state in enumerate(view.states) if state < HIDDEN):
                fits &= ~self.is_mine[:, cell] & (self.numbers[:, cell] == view[cell])
            if knows and (fits & named).any():
                fits &= named
            risks = self.is_mine[fits].mean(axis=0)
            certain = [cell for cell in view.hidden if risks[cell] == 0]
            for cell in certain or [min(view.hidden, key=lambda cell: risks[cell])]:
                game.play(Move("open", cell))
        return game.outcome is Outcome.WON


ATTACKED = Level.parse("5x3x6/given(3)")


@pytest.fixture(scope="module")
def attack() -> Filter:
    """A level where what was told used to give every game away."""
    return Filter(ATTACKED)


def shares(attack: Filter, boards: list[Board]) -> tuple[float, float]:
    """The shares won by exact odds alone, and by filtering boards as well."""
    won = [[attack.wins(board, knows) for board in boards] for knows in (False, True)]
    return sum(won[0]) / len(boards), sum(won[1]) / len(boards)


def test_who_knows_the_dealing_code_wins_no_more_than_exact_odds(attack: Filter) -> None:
    """To keep the boards of which the code told these cells does not help any more."""
    odds, cheat = shares(attack, list(Deck.deal(ATTACKED, 0, 200)))
    assert cheat < odds + 2 * sqrt(2 * 0.25 / 200)


def test_the_attack_worked_on_boards_of_earlier_versions(attack: Filter) -> None:
    """The test above has teeth: where told cells are a function of the mines, the filter wins."""
    dealt = Deck.deal(ATTACKED, 0, 200)
    boards = [Board(ATTACKED, b.mines, told=legacy_told(ATTACKED, b.mines)) for b in dealt]
    odds, cheat = shares(attack, boards)
    assert cheat > odds + 5 * sqrt(2 * 0.25 / 200)


# -- how they are carried ------------------------------------------------------------------------


def test_a_board_marks_its_told_cells() -> None:
    """A + in a row of the text, as in a position; the number under it follows from the mines."""
    text = "4x2x2/given(3)\n0+*+\n+12*\n"
    board = Board.parse(text)
    assert board.told == (1, 3, 4)
    assert str(board) == text
    assert board.rows == ["01*2", "012*"]
    assert Game(board).view.rows == [".+.+", "+..."]
    assert parse(text) == board


def test_boards_with_other_told_cells_are_other_boards() -> None:
    """Equal mines are not enough, in a deck neither."""
    one, two = (Board.parse(f"4x1x1/given(1)\n{row}") for row in ("+.1*", "..+*"))
    assert one.mines == two.mines
    assert one != two
    assert Deck.of(one.level, None, [one]) != Deck.of(one.level, None, [two])


def test_a_deck_lists_told_cells_after_a_plus() -> None:
    """They are read back, and boards without mines too."""
    text = "7x1x2/given(1)\n3 5 + 0\n0 6 + 3\n"
    deck = Deck.parse(text)
    assert [(sorted(board.mines), board.told) for board in deck] == [([3, 5], (0,)), ([0, 6], (3,))]
    assert str(deck) == text
    assert Deck.of(deck.level, None, list(deck)) == deck
    assert parse(text) == deck  # each line is as long as a row of the board would be
    empty = Deck.deal(Level.parse("3x2x0/given(2)"), 5, 4)
    assert parse(str(empty)) == empty


def test_a_record_carries_told_cells() -> None:
    """The game that is replayed starts with the cells told that its player saw."""
    game = Game(deal(Level.parse("7x4x6/given(3)"), 11))
    told = game.view.told
    game.play(Move("open", told[1]))
    again = Record.parse(str(game.record("me")))
    assert next(again.replay()).view.told == told
    assert again.board == game.board
    assert str(again) == str(game.record("me"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4x2x2/given(3)\n1+*.\n+12*", r"tells 2 cells \(\+\), level 4x2x2/given\(3\) tells 3"),
        ("4x2x2/given(0)\n1+*.\n+12*", r"tells 2 cells .* tells 0"),
        ("4x2x2/any\n1+*.\n112*", "only rule given tells cells"),
        ("4x2x2/safe\n..*+\n...*", "only rule given tells cells"),
        ("4x2x2/given(5)\n....\n..**", None),
        ("4x2x2/given(5)\n.***\n..**", "the board has 5 mines"),
    ],
)
def test_a_board_that_tells_wrongly_is_an_error(text: str, message: str | None) -> None:
    """The error says how many cells the level tells; without any, it is an old board."""
    if message is None:
        assert len(Board.parse(text).told) == 5
    else:
        with pytest.raises(BoardError, match=message):
            Board.parse(text)


@pytest.mark.parametrize("told", [(7,), (8,), (-1,)])
def test_only_safe_cells_can_be_told(told: tuple[int, ...]) -> None:
    """Neither a mine nor a cell off the board."""
    with pytest.raises(BoardError, match=f"told cell {told[0]} is not a safe cell"):
        Board(Level.parse("4x2x2/given(1)"), frozenset((6, 7)), told=told)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3 5 + 0 1", "line 2 of the deck has 2 told cells, level 7x1x2/given\\(1\\) 1"),
        ("3 5 + 5", "line 2 of the deck tells cell 5, which is a mine"),
        ("3 5 + 7", "line 2 of the deck has a told cell off the board"),
        ("3 5 + x", "line 2 of the deck is not a list of told cells: 'x'"),
        ("3 5 +", "line 2 of the deck has 0 told cells"),
    ],
)
def test_a_deck_that_tells_wrongly_is_an_error(line: str, message: str) -> None:
    """It says in which line."""
    with pytest.raises(BoardError, match=message):
        Deck.parse(f"7x1x2/given(1)\n{line}\n")


def test_a_deck_of_another_rule_tells_nothing() -> None:
    """A + is refused there."""
    with pytest.raises(BoardError, match="line 2 of the deck has 1 told cells, level 7x1x2/any 0"):
        Deck.parse("7x1x2/any\n3 5 + 0\n")


# -- what earlier versions wrote -----------------------------------------------------------------

OLD_BOARD = """9x4x7/given
001221011
002**211*
113*4*222
1*21212*1
"""
OLD_TOLD = (4, 11, 14, 20, 24, 27)

OLD_DECK = """9x4x7/given
12 13 17 21 23 28 34
2 4 15 17 20 21 32
"""

OLD_RECORD = """player: me
seed: 3
outcome: unfinished
moves: 2
6x4x5/given
*2*22*
1323*2
01*211
011100
0 open A2
0 flag A1
"""


def test_boards_of_earlier_versions_keep_their_told_cells() -> None:
    """Texts without a + are read as they were played, and written with what they tell."""
    board = Board.parse(OLD_BOARD)
    assert board.told == OLD_TOLD
    assert str(board).splitlines()[1] == "0012+1011"
    assert Board.parse(str(board)) == board
    deck = Deck.parse(OLD_DECK)
    assert [b.told for b in deck] == [OLD_TOLD, (9, 13, 16, 24, 27, 35)]
    assert Deck.parse(str(deck)) == deck
    record = Record.parse(OLD_RECORD)
    assert record.resume().view.rows == ["F.....", "1.....", ".+.+.+", "...+.."]
    assert Record.parse(str(record)) == record
