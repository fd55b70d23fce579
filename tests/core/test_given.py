"""Given cells are kept in every text form, and reveal no mines."""

from __future__ import annotations

import pytest

from sapper.core.board import Board, BoardError, Deck, deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.formats import parse


def test_a_board_marks_its_given_cells() -> None:
    """In a board's text, a given cell is a +, because its number follows from the mines."""
    text = "4x2x2/given(3)\n0+*+\n+12*\n"
    board = Board.parse(text)
    assert board.given == (1, 3, 4)
    assert str(board) == text
    assert board.rows == ["01*2", "012*"]
    assert Game(board).view.rows == [".+.+", "+..."]
    assert parse(text) == board


def test_boards_with_other_given_cells_are_other_boards() -> None:
    one, two = (Board.parse(f"4x1x1/given(1)\n{row}") for row in ("+.1*", "..+*"))
    assert one.mines == two.mines
    assert one != two
    assert Deck.of(one.level, None, [one]) != Deck.of(one.level, None, [two])


def test_a_deck_lists_given_cells_after_a_plus() -> None:
    """The given cells of a deck are read back, even for boards without mines."""
    text = "7x1x2/given(1)\n3 5 + 0\n0 6 + 3\n"
    deck = Deck.parse(text)
    assert [(sorted(board.mines), board.given) for board in deck] == [
        ([3, 5], (0,)),
        ([0, 6], (3,)),
    ]
    assert str(deck) == text
    assert Deck.of(deck.level, None, list(deck)) == deck
    assert parse(text) == deck  # each line happens to be as long as a row of the board
    empty = Deck.deal(Level.parse("3x2x0/given(2)"), 5, 4)
    assert parse(str(empty)) == empty


def test_a_record_keeps_given_cells() -> None:
    """The replayed game starts with the given cells that its player saw."""
    game = Game(deal(Level.parse("7x4x6/given(3)"), 11))
    given = game.view.given
    game.play(Move("open", given[1]))
    again = Record.parse(str(game.record("me")))
    assert next(again.replay()).view.given == given
    assert again.board == game.board
    assert str(again) == str(game.record("me"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "4x2x2/given(3)\n1+*.\n+12*",
            r"has 2 given cells \(\+\), but level 4x2x2/given\(3\) gives 3",
        ),
        ("4x2x2/given(0)\n1+*.\n+12*", r"has 2 given cells .* gives 0"),
        ("4x2x2/any\n1+*.\n112*", 'only boards with rule "given" may have given cells'),
        ("4x2x2/safe\n..*+\n...*", 'only boards with rule "given" may have given cells'),
        ("4x2x2/given(5)\n....\n..**", r"has 0 given cells .* gives 5"),
        ("4x2x2/given(5)\n.***\n..**", "the number of mines is 5"),
    ],
)
def test_a_board_with_wrong_given_cells_is_an_error(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Board.parse(text)


@pytest.mark.parametrize("given", [(7,), (8,), (-1,)])
def test_only_safe_cells_can_be_given(given: tuple[int, ...]) -> None:
    """Neither a mine nor a cell off the board can be given as safe."""
    with pytest.raises(BoardError, match=f"given cell {given[0]} is not a safe cell"):
        Board(Level.parse("4x2x2/given(1)"), frozenset((6, 7)), given=given)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "3 5 + 0 1",
            "the number of given cells in line 2 of the deck is 2, but level 7x1x2",
        ),
        ("3 5 + 5", "line 2 of the deck gives cell 5 as safe, but it is a mine"),
        ("3 5 + 7", "line 2 of the deck has a given cell off the board"),
        ("3 5 + x", "line 2 of the deck is not a list of given cells: 'x'"),
        ("3 5 +", "the number of given cells in line 2 of the deck is 0"),
    ],
)
def test_a_deck_with_wrong_given_cells_is_an_error(line: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Deck.parse(f"7x1x2/given(1)\n{line}\n")


def test_a_deck_gives_the_first_zero() -> None:
    """A deck is refused if it gives a cell other than the one that its start rule names."""
    assert Deck.parse("5x2x2/given(zero)\n0 5 + 2\n")[0].given == (2,)
    with pytest.raises(BoardError, match=r"given\(zero\) must be the first 0 in reading order"):
        Deck.parse("5x2x2/given(zero)\n0 5 + 3\n")


def test_a_deck_with_another_rule_has_no_given_cells() -> None:
    """In a deck with the rule `any`, a list of given cells is an error."""
    message = "the number of given cells in line 2 of the deck is 1, but level 7x1x2/any has 0"
    with pytest.raises(BoardError, match=message):
        Deck.parse("7x1x2/any\n3 5 + 0\n")
