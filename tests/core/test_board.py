"""Boards and decks are dealt, checked, written and read."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from sapper.core.board import Board, BoardError, Deck, deal, deal_many
from sapper.core.level import Level, LevelError
from strategies import levels


@given(levels(12), st.integers(0, 2**64 - 1))
def test_parse_and_str_are_inverses(level: Level, seed: int) -> None:
    board = deal(level, seed)
    assert Board.parse(str(board)) == board


@given(levels(8), st.integers(0, 1000), st.data())
def test_a_chosen_first_cell_survives_the_text(
    level: Level, seed: int, data: st.DataObject
) -> None:
    fitting = [cell for cell in range(level.size) if level.fits(cell)]
    chosen = data.draw(st.sampled_from(fitting))
    if level.start.kind in ("any", "given"):
        with pytest.raises(BoardError, match=f"under rule '{level.start.kind}', a board doesn't"):
            deal(level, seed, chosen)
        return
    board = deal(level, seed, chosen)
    assert Board.parse(str(board)) == board
    assert board.first == chosen


@given(levels(7), st.integers(0, 1000))
def test_numbers_and_statistics_agree_with_the_oracle(level: Level, seed: int) -> None:
    board = deal(level, seed)
    width, height = level.width, level.height
    for cell, number in enumerate(board.numbers):
        real = reference.number(width, height, board.mines, cell)
        assert number == (9 if cell in board.mines else real)
    found = board.statistics
    expected = reference.statistics(width, height, board.mines)
    assert (found.three_bv, found.openings, found.islands) == expected
    assert found.density == level.mines / level.size


def test_statistics_of_a_drawn_board() -> None:
    """Opening a whole region needs one click, and each cell of an island needs its own click."""
    board = Board.parse(
        """
        7x3x4/any
        002*3*1
        002*422
        00112*1
        """
    )
    # The opening and its rim are A1 to C3; D3, E1-E3, F2 and G1-G3 form one island.
    assert board.statistics.three_bv == 1 + 8
    assert board.statistics.openings == 1
    assert board.statistics.islands == 1
    split = Board.parse("7x1x2/any\n01*2*10")
    assert split.statistics.openings == 2
    assert split.statistics.islands == 1
    assert split.statistics.three_bv == 3


def test_given_cells_are_uniform_over_safe_cells() -> None:
    """Over many boards, each cell is given equally often (chi-square at 99.9%, fixed seeds)."""
    level = Level.parse("7x5x9/given(3)")
    counts: Counter[int] = Counter()
    games = 10_000
    for board in Deck.deal(level, 0, games):
        assert board.mines.isdisjoint(board.given)
        assert len(set(board.given)) == 3
        counts.update(board.given)
    expected = games * 3 / 35
    chi_square = sum((counts[cell] - expected) ** 2 / expected for cell in range(35))
    assert chi_square < 65.25  # 34 degrees of freedom


def test_given_all_tells_every_safe_cell() -> None:
    board = deal(Level.parse("7x4x9/given(all)"), 5)
    assert set(board.given) == set(range(28)) - board.mines


def test_dealing_is_the_same_on_every_machine() -> None:
    """If a seed no longer dealt the same board, published results could not be reproduced."""
    assert sorted(deal(Level.parse("9x4x7/any"), 1).mines) == MACHINE_ANY
    assert sorted(deal(Level.parse("9x4x7/safe"), 2**64 - 1, 13).mines) == MACHINE_SAFE
    assert sorted(deal(Level.parse("9x4x7/open"), 1, 13).mines) == MACHINE_OPEN
    assert deal(Level.parse("9x4x7/given"), 1).given == MACHINE_TOLD
    assert deal(Level.parse("5x4x9/given(zero)"), 1).row == MACHINE_ZERO


MACHINE_ANY = [12, 13, 17, 21, 23, 28, 34]
MACHINE_SAFE = [7, 23, 26, 27, 29, 32, 33]
MACHINE_OPEN = [9, 15, 19, 26, 27, 34, 35]
MACHINE_TOLD = (0, 9, 10, 15, 16, 27)
MACHINE_ZERO = [1, 2, 4, 7, 8, 9, 12, 17, 18, 10]


@given(levels(20), st.integers(0, 2**63))
def test_many_boards_are_the_boards_of_their_seeds(level: Level, seed: int) -> None:
    """deal_many(seed, n) deals the same boards as deal(seed) to deal(seed + n - 1)."""
    rows = deal_many(level, seed, 3)
    assert rows.tolist() == [deal(level, seed + i).row for i in range(3)]


def test_seeds_and_first_cells_give_different_boards() -> None:
    level = Level.parse("expert/safe")
    assert len({deal(level, seed).mines for seed in range(50)}) == 50
    assert len({deal(level, 1, first).mines for first in range(50)}) == 50


@pytest.mark.parametrize(
    ("seed", "first", "message"),
    [
        (-1, None, "seed -1 is out of range"),
        (2**64, None, "is out of range: seeds must be 0 to 18446744073709551615"),
        (0, 25, "first cell 25 is off the board: cells must be 0 to 24"),
        (0, -1, "first cell -1 is off the board: cells must be 0 to 24"),
        (0, 12, "has too many mines for first cell C3: the limit is 16"),
    ],
)
def test_a_deal_that_is_not_possible_names_the_limit(
    seed: int, first: int | None, message: str
) -> None:
    with pytest.raises(BoardError, match=message):
        deal(Level.parse("5x5x17/open"), seed, first)


@pytest.mark.parametrize(
    ("level", "seed", "count", "most"),
    [
        ("beginner", 2**64 - 1, 2, 1),
        ("beginner", 0, 2**60, 107_374_182),
        ("beginner", 0, 107_374_183, 107_374_182),
        ("beginner", 0, -1, 107_374_182),
        ("9x4x0/any", 0, 2**60, 2**30),
        ("9x9x10/given", 0, 2**60, 2**30 // 19),
    ],
)
def test_more_boards_than_seeds_or_memory_allow_are_refused(
    level: str, seed: int, count: int, most: int
) -> None:
    """Asking for more boards than there are seeds, or than fit into 4 GiB, fails immediately."""
    with pytest.raises(BoardError, match=f"can't deal {count} boards of .*: deal at most {most}"):
        deal_many(Level.parse(level), seed, count)
    rules = Level.parse(level)
    assert deal_many(rules, seed, 0).shape == (0, rules.mines + rules.given)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x2x1/any\n...\n...", "the number of mines is 0"),
        ("3x2x1/any\n**.\n...", "the number of mines is 2"),
        ("3x2x1/any\n*2.\n...", "the number at B1 is 2, but should be 1"),
        ("3x2x1/any\n*x.\n...", "line 2 of the board has an unknown symbol, 'x'"),
        ("3x2x1/safe B1\n.*.\n...", "breaks rule 'safe' if B1 is opened first"),
        ("4x2x1/open C1\n*...\n....", None),
        ("4x2x1/open B1\n*...\n....", "breaks rule 'open' if B1 is opened first"),
    ],
)
def test_a_board_must_agree_with_its_level(text: str, message: str | None) -> None:
    if message is None:
        assert Board.parse(text).first == 2
    else:
        with pytest.raises(BoardError, match=message):
            Board.parse(text)


def test_a_drawn_board_may_break_its_rule_at_the_default_first_cell() -> None:
    """A drawn board with a mine at the default first cell has `first=None` and an empty `given`."""
    board = Board.parse("3x2x1/safe\n*..\n...")
    assert board.first is None
    assert board.given == ()
    assert Board.parse(str(board)) == board


@given(levels(6), st.integers(0, 50), st.integers(0, 5))
def test_decks_parse_and_str_are_inverses(level: Level, seed: int, count: int) -> None:
    """A deck can be read back from its text, unless it has neither mines nor given cells."""
    deck = Deck.deal(level, seed, count)
    if level.mines or level.given or not count:
        assert Deck.parse(str(deck)) == deck
        assert hash(Deck.parse(str(deck))) == hash(deck)


def test_a_deck_is_the_text_that_experiments_share() -> None:
    """The first line gives the level and the first cell. Each other line lists a board's mines."""
    text = "4x2x2/safe A1\n1 7\n3 4\n"
    deck = Deck.parse(text)
    assert [sorted(board.mines) for board in deck] == [[1, 7], [3, 4]]
    assert deck[1].first == 0
    assert str(deck) == text
    assert Deck.of(deck.level, deck.first, list(deck)) == deck
    assert deck != Deck.of(deck.level, deck.first, [deck[1], deck[0]])
    assert deck != Deck(deck.level, 2, deck.rows)
    assert deck != Deck(Level.parse("2x4x2/safe"), deck.first, deck.rows)
    assert (deck == text) is False
    assert len(deck) == 2
    assert deck.rows.dtype == np.uint32


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty deck"),
        ("4x2x2/safe A1\n1", "the number of mines in line 2 of the deck is 1, but"),
        ("4x2x2/safe A1\n1 7\n7 1", "the cells in line 3 of the deck are not in ascending order"),
        ("4x2x2/safe A1\n1 1", "the cells in line 2 of the deck are not in ascending order"),
        ("4x2x2/safe A1\n1 8", "off the board"),
        ("4x2x2/safe A1\n1 x", "not a list of mine cells"),
        ("4x2x2/safe A1\n0 7", "breaks rule 'safe' if A1 is opened first"),
    ],
)
def test_a_malformed_deck_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Deck.parse(text)


@pytest.mark.parametrize(
    ("mines", "message"),
    [
        ([0, 12], "mine 12 is off the board: cells must be 0 to 11"),
        ([-1, 3], "mine -1 is off the board: cells must be 0 to 11"),
        ([3], "the number of mines is 1, but level 4x3x2/any has 2"),
    ],
)
def test_mines_must_be_on_the_board(mines: list[int], message: str) -> None:
    with pytest.raises(BoardError) as problem:
        Board(Level.parse("4x3x2/any"), frozenset(mines))
    assert str(problem.value) == message


def test_which_cells_are_given_before_the_first_move() -> None:
    """Under the rules `safe` and `open`, the first cell is given as safe.

    Under `given(5)`, five cells are given, and under `any`, none.
    """
    assert deal(Level.parse("7x4x6/safe"), 1).given == (0,)
    assert deal(Level.parse("7x4x6/open"), 1, 9).given == (9,)
    assert deal(Level.parse("7x4x6/any"), 1).given == ()
    told = deal(Level.parse("7x4x6/given(5)"), 1).given
    assert list(told) == sorted(set(told))
    assert len(told) == 5


def test_the_head_names_a_first_cell_that_is_not_the_levels_own() -> None:
    assert deal(Level.parse("7x4x6/safe"), 1).head == "7x4x6/safe"
    assert deal(Level.parse("7x4x6/safe"), 1, 9).head == "7x4x6/safe C2"
    assert deal(Level.parse("7x4x6/any"), 1).head == "7x4x6/any"


def test_the_first_zero_is_given() -> None:
    """Under the rule given(zero), the given cell is the first 0 in reading order.

    If the board that `any` deals from a seed has a 0, given(zero) deals the same mines.
    """
    level, free = Level.parse("6x5x6/given(zero)"), Level.parse("6x5x6/any")
    rows = deal_many(level, 3, 200)
    for seed, row in enumerate(rows.tolist(), 3):
        board = deal(level, seed)
        assert board.row == row
        (given,) = board.given
        zeros = [cell for cell, number in enumerate(board.numbers) if number == 0]
        assert given == zeros[0]
        plain = deal(free, seed)
        if 0 in plain.numbers:
            assert plain.mines == board.mines
        assert Board.parse(str(board)) == board
    assert Deck.parse(str(Deck.deal(level, 3, 20))) == Deck.deal(level, 3, 20)
    other = str(board).replace("+", "0", 1)
    last = len(other) - 1 - other[::-1].index("0")
    with pytest.raises(BoardError, match="must be the first 0 in reading order"):
        Board.parse(f"{other[:last]}+{other[last + 1 :]}")
    with pytest.raises(BoardError, match="hardly any boards with a 0: use fewer mines"):
        deal(Level.parse("9x9x70/given(zero)"), 1)
    with pytest.raises(LevelError, match="0 to 26 mines"):
        Level.parse("6x5x27/given(zero)")
