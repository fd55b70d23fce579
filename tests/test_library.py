"""`import sapper`: one front door. docs/python.md shows what people do with it."""

from __future__ import annotations

import pydoc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper import Game, SapperError, deal, explain, odds

POSITION = """
5x3x2
.....
11111
00000
"""


def game() -> Game:
    """A game with some cells open."""
    one = Game("8x4x6/open", seed=3)
    one.open("D4")
    return one


def test_help_names_every_function() -> None:
    """`help(sapper)` shows each function with a line of its own, and loads no module by mistake."""
    text = pydoc.plain(pydoc.render_doc(sapper))
    for name in sapper.__all__:
        assert getattr(sapper, name) is not None
        if name[0].islower():
            assert f"\n        {name} " in text, name


def test_packages_stay_importable() -> None:
    """`explain` and `review` are functions, although packages have the same names."""
    from sapper.explain import TIERS
    from sapper.review import BUDGET

    assert (TIERS, BUDGET > 0) == (5, True)
    assert callable(sapper.explain)
    assert callable(sapper.review)


def test_texts_and_values_mean_the_same() -> None:
    """A level, a cell, a technique and a position may be given as text."""
    level = sapper.Level.parse("7x5x9/open")
    assert deal("7x5x9/open", 4, "C2") == deal(level, 4, level.grid.parse_cell("C2"))
    chain = sapper.Technique.CHAIN
    assert deal("beginner", 1, technique="chain") == deal("beginner", 1, technique=chain)
    view = sapper.View.parse(POSITION)
    assert odds(POSITION)["C1"] == odds(view)[2] == 0.0
    assert explain(POSITION, "C1") == explain(view, 2)
    assert view["B2"] == view[6] == 1
    assert str(explain(game(), "C2")) == str(explain(game().view, 10))
    assert sapper.value(POSITION)["C1"].safe == 1.0


def test_a_game_is_played_by_names() -> None:
    """Names, numbers, moves and texts of moves all work, and a random board can be asked for."""
    by_name, by_number = game(), game()
    for one, cell in ((by_name, "H1"), (by_number, 7)):
        assert isinstance(cell, str | int)
        assert one.play(cell) == 1
    by_name.flag("C2")
    by_number.play("flag C2")
    assert by_name.view == by_number.view
    assert by_name.chord("D3") == by_number.play("chord D3")
    assert str(by_name).startswith("8x4x6/open\n")
    assert Game("beginner").outcome is None
    assert deal("beginner") != deal("beginner", seed=1)


def test_a_game_on_a_level_is_the_game_of_its_seed() -> None:
    """The board is dealt around the first cell, as the page does it."""
    one, other = Game("9x6x9/open", seed=5), Game.start(sapper.Level.parse("9x6x9/open"), 5)
    one.open("F3")
    other.open("F3")
    assert one.board == other.board == deal("9x6x9/open", 5, first="F3")


def test_files_round_trip(tmp_path: Path) -> None:
    """`write` chooses the format by the extension, and `read` recognises it."""
    played = game()
    for name in ("game.txt", "game.evf", "game.rawvf"):
        sapper.write(played, tmp_path / name)
        assert sapper.read(tmp_path / name) is not None
    sapper.write(played, str(tmp_path / "odd"), to="sapper")
    assert sapper.read(tmp_path / "odd") == played.record()
    sapper.write(sapper.puzzle("subset", seed=1), tmp_path / "puzzle.txt")
    assert isinstance(sapper.read(tmp_path / "puzzle.txt"), sapper.View)


def test_results_are_tables() -> None:
    """Each column has one value per game, so pandas and polars can read them."""
    result = sapper.bench("rules", "6x4x4/open", games=20, seed=1)
    lengths = {len(column) for column in result.columns.values()}
    assert lengths == {20}
    assert set(result.columns["outcome"]) <= {"won", "lost", "stuck"}
    assert str(result).startswith("rules on 6x4x4/open: 20 games, ")


def test_printing_shows_words() -> None:
    """No dataclass, no address in memory."""
    played = Game(deal("beginner", seed=4))
    agent = sapper.make("champion")
    while played.outcome is None:
        played.play(agent.choose(played.view) or 0)
    shown: list[Any] = [
        odds(POSITION),
        sapper.value(POSITION),
        explain(POSITION),
        sapper.hint(POSITION),
        sapper.review(played),
        sapper.rate(POSITION),
        sapper.rate(deal("beginner", seed=4)),
        sapper.puzzle("subset", seed=1),
        sapper.compare("rules", "odds", "6x4x4/open", 20),
        agent,
        sapper.make("textbook"),
    ]
    for one in shown:
        assert " at 0x" not in str(one)
        assert "(view=" not in str(one)
    assert repr(agent) == "<Agent champion>"
    assert "1 safe cell, 2 mines" in repr(odds("4x1x2/any\n.2.."))
    for pictured in (played, shown[4], shown[7]):
        assert "<svg" in pictured._repr_html_()


# Mistakes that a type checker would find.
lib: Any = sapper


def lost() -> Game:
    """A game that is over."""
    one = Game(sapper.Board.parse("2x1x1/any\n*1"))
    one.open("A1")
    return one


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lib.deal(3), "3 can't be a level"),
        (lambda: lib.deal("easy", seed="x"), "seed can't be"),
        (lambda: lib.deal("easy", seed=-1), "seeds must be 0 to"),
        (lambda: lib.deal("easy", technique="magic"), "is not a technique: use given"),
        (lambda: lib.deal("easy", guesses="x"), "guesses can't be"),
        (lambda: lib.deal("beginner", 1, first=2.5), "first can't be"),
        (lambda: lib.Game(lib.deal("easy", 1), seed=2), "needs no seed"),
        (lambda: lib.Game("easy").open(None), "None can't be a cell: use a name like C4"),
        (lambda: game().flag("Q9"), "cells are A1 to H4"),
        (lambda: game().play("jump C4"), "write open C4, flag C4 or chord C4"),
        (lambda: lib.explain(game(), 99), "cells must be 0 to 31"),
        (lambda: lib.odds(4), "is not a position: use a View, a Game"),
        (lambda: lib.value(POSITION)["A2"], "A2 is not among the moves"),
        (lambda: lib.hint(game(), "x"), "tier can't be"),
        (lambda: lib.review(3), "use a game, a record or a replay"),
        (lambda: lib.rate(3), "is not a position"),
        (lambda: lib.bench("odds", "easy", games="x"), "games can't be"),
        (lambda: lib.compare("odds", "rules", "easy", "x"), "games can't be"),
        (lambda: lib.read(3), "is not the name of a file"),
        (lambda: lib.odds(POSITION)[(0, 0)], r"\(0, 0\) can't be a cell"),
        (lambda: lib.odds(POSITION)[500], "cells must be 0 to 14"),
        (lambda: lib.View.parse(POSITION)[500], "cells must be 0 to 14"),
        (lambda: lib.View.parse(POSITION)[0.5], "0.5 can't be a cell"),
        (lambda: lib.Game("beginner").state("Z1"), "cells are A1 to I9"),
        (lambda: lib.Game("beginner").undo(), "there is no move to undo"),
        (lambda: lost().undo(), "the game is over"),
        (lambda: lib.sample(POSITION, 2.5), "count can't be 2.5: use a whole number"),
        (lambda: lib.bench(len, "easy"), "name an agent like champion, or a file like"),
        (lambda: lib.compare("odds", len, "easy", 5), "name an agent like champion"),
        (lambda: lib.write(game(), 3), "is not the name of a file"),
        (lambda: lib.write("x", "y.txt"), "use a board, deck, position"),
        (lambda: lib.write(game(), "y.zip"), "name a format, one of"),
    ],
)
def test_mistakes_name_the_argument(call: Callable[[], object], says: str) -> None:
    """Each gets one line that says what is allowed."""
    with pytest.raises(SapperError, match=says) as caught:
        call()
    assert "\n" not in str(caught.value)
