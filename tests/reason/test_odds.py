"""The odds agree with brute force, big integers and a SAT solver."""

from __future__ import annotations

import json
import math
import sys
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
import reference_bigint
from sapper import _engine
from sapper.agents.odds import OddsAgent
from sapper.agents.rules import ask, forward
from sapper.agents.sat import certain
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level, StartRule
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, SYMBOLS, ContradictionError, View
from sapper.errors import SapperError
from sapper.reason.odds import Odds, TooWideError, may_guess, numbers, odds, sample
from sapper.reason.value import judge
from sapper.words import say
from sat_certain import sat_certain

EXACT = json.loads((Path(__file__).parents[1] / "positions" / "exact_odds.json").read_text())


def position(width: int, height: int, mines: int, text: str) -> View:
    """Read a view from text, without the checks of View.parse."""
    states = bytes(SYMBOLS.index(symbol) for symbol in text if symbol in SYMBOLS)
    return View(Level(width, height, mines, StartRule("any")), states)


def check(actual: Odds, boards: int, expected: list[Fraction | None]) -> None:
    """Check that the odds equal these fractions to 1e-12, or exactly if a fraction is 0 or 1."""
    if boards < 2**53:
        assert boards == actual.solutions
        assert math.log10(boards) == pytest.approx(actual.log10_solutions, abs=1e-12)
    assert math.log10(boards) == pytest.approx(actual.log10_solutions, rel=1e-12, abs=1e-12)
    array = actual.array.ravel()
    for cell, fraction in enumerate(expected):
        if fraction is None:
            assert math.isnan(array[cell])
            assert (cell in actual, actual.risk(cell)) == (False, 0.0)
            continue
        assert float(fraction) == pytest.approx(actual[cell], abs=1e-12)
        assert (fraction == 0, fraction == 1) == (actual[cell] == 0.0, actual[cell] == 1.0)
    hidden = [cell for cell, fraction in enumerate(expected) if fraction is not None]
    assert actual.safe == tuple(cell for cell in hidden if expected[cell] == 0)
    assert actual.mines == tuple(cell for cell in hidden if expected[cell] == 1)


@pytest.mark.parametrize("record", EXACT, ids=lambda record: record["level"])
def test_exact_positions(record: dict[str, Any]) -> None:
    width, height, mines = map(int, record["level"].split("x"))
    view = position(width, height, mines, "".join(record["rows"]))
    expected = [None if f is None else Fraction(f) for f in record["odds"]]
    check(odds(view), int(record["boards"]), expected)


@st.composite
def small_views(draw: st.DrawFn) -> View:
    """Views of all shapes up to 12 cells, some of them with a wrong number."""
    width = draw(st.integers(1, 12))
    height = draw(st.integers(1, 12 // width))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1)))
    kinds = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    states = []
    for cell, kind in enumerate(kinds):
        if cell in mines:
            states.append(FLAGGED if kind == 0 else HIDDEN)
        elif kind <= 5:
            states.append(reference.number(width, height, mines, cell))
        else:
            states.append({6: GIVEN, 7: FLAGGED}.get(kind, HIDDEN))
    if draw(st.integers(0, 9)) == 0:
        wrong = draw(st.integers(0, size - 1))
        states[wrong] = draw(st.integers(0, 8))
    return View(Level(width, height, len(mines), StartRule("any")), bytes(states))


@given(small_views())
def test_brute_force(view: View) -> None:
    agrees_with_brute_force(view)


@pytest.mark.long
@settings(max_examples=2000)
@given(small_views())
def test_brute_force_often(view: View) -> None:
    agrees_with_brute_force(view)


def agrees_with_brute_force(view: View) -> None:
    """Check the odds of a position against all boards, or check that no board fits."""
    boards = list(reference.boards(view))
    if not boards:
        with pytest.raises(ContradictionError):
            odds(view)
        return
    expected = [
        None if state <= 8 else Fraction(sum(cell in board for board in boards), len(boards))
        for cell, state in enumerate(view.states)
    ]
    check(odds(view), len(boards), expected)


def stuck_views(level: str, seeds: range) -> list[View]:
    """Views in which the odds agent has to guess."""
    views = []
    for seed in seeds:
        game = Game(deal(Level.parse(level), seed))
        while game.outcome is None:
            decision = OddsAgent().choose(game.view)
            assert decision is not None
            if not decision.reason.certain:
                views.append(game.view)
            game.play(decision)
    return views


@pytest.mark.parametrize("level", ["expert/safe", "intermediate/open", "50x40x400/open"])
def test_big_integers(level: str) -> None:
    """In positions of medium size, the odds agree with those computed with big integers."""
    for view in stuck_views(level, range(8))[:10]:
        boards, expected = reference_bigint.solve(view)
        check(odds(view), boards, expected)


# With big integers, the longer border takes seconds.
@pytest.mark.parametrize("clues", [80, pytest.param(340, marks=pytest.mark.long)])
def test_long_border(clues: int) -> None:
    """The odds are right even if a border has more solutions than a double can count."""
    width = 2 * clues + 1
    row = ".4" * clues + "."
    view = position(width, 3, clues * 43 // 17, "." * width + row + "." * width)
    boards, expected = reference_bigint.solve(view)
    assert boards > 2 ** (3 * clues)
    check(odds(view), boards, expected)


def test_few_boards_on_a_big_grid() -> None:
    """The number of boards is exact if it is small enough, even on a large grid."""
    assert odds(View.hidden_everywhere(Level(1000, 1000, 1))).solutions == 1_000_000
    assert odds(View.hidden_everywhere(Level(1000, 1000, 2))).solutions == 499_999_500_000
    view = position(60, 40, 3, "1" + "." * 2399)
    assert odds(view).solutions == 3 * math.comb(2396, 2)
    # Doubles represent all integers up to 2**53 exactly.
    assert odds(View.hidden_everywhere(Level(59, 1, 22))).solutions == math.comb(59, 22) < 2**53
    assert odds(View.hidden_everywhere(Level(62, 1, 20))).solutions is None
    assert math.comb(62, 20) < 1.03 * 2**53
    # Each clue has two solutions.
    for clues, boards in ((52, 2**52), (53, None)):
        view = position(3 * clues, 1, clues, ".1." * clues)
        assert odds(view).solutions == boards


def test_log10_of_huge_counts() -> None:
    """The number of boards may be too large for a double, but its logarithm is right."""
    for side, mines in ((40, 300), (200, 8000), (1000, 500_000)):
        view = View.hidden_everywhere(Level(side, side, mines))
        cells = side * side
        expected = (
            math.lgamma(cells + 1) - math.lgamma(mines + 1) - math.lgamma(cells - mines + 1)
        ) / math.log(10)
        assert expected == pytest.approx(odds(view).log10_solutions, rel=1e-12)
        assert odds(view)[0] == pytest.approx(mines / cells, rel=1e-12)


@pytest.mark.parametrize(("mines", "certain"), [(0, 0.0), (2500, 1.0)])
def test_mine_count_decides_on_a_big_grid(mines: int, certain: float) -> None:
    actual = odds(View.hidden_everywhere(Level(50, 50, mines, StartRule("any"))))
    assert np.all(actual.array == certain)


def test_mine_count_binds_on_a_big_grid() -> None:
    # Two distant 1s need two of the three mines, so the other two 1s must share the third mine.
    rows = [["."] * 60 for _ in range(40)]
    rows[1][1] = rows[1][50] = rows[30][20] = rows[30][22] = "1"
    view = position(60, 40, 3, "".join(map("".join, rows)))
    boards, expected = reference_bigint.solve(view)
    actual = odds(view)
    check(actual, boards, expected)
    assert actual[29 * 60 + 21] == pytest.approx(1 / 3)
    assert actual[29 * 60 + 19] == actual[0 * 60 + 30] == 0.0


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
def test_certain_cells_equal_sat(seed: int) -> None:
    game = Game(deal(Level.parse("expert"), seed))
    while game.outcome is None:
        actual = odds(game.view)
        assert sat_certain(game.view) == (frozenset(actual.safe), frozenset(actual.mines))
        decision = OddsAgent().choose(game.view)
        assert decision is not None
        game.play(decision)


def test_flags_are_no_evidence() -> None:
    """A flag does not change the odds, whether it is right or wrong."""
    plain, flagged = position(4, 2, 2, "....1221"), position(4, 2, 2, "F..F1221")
    assert odds(plain).array.tobytes() == odds(flagged).array.tobytes()


def test_given_cells_are_evidence() -> None:
    actual = odds(position(3, 1, 1, ".1+"))
    assert (actual[0], actual[2], actual.safe, actual.mines) == (1.0, 0.0, (2,), (0,))


@pytest.mark.parametrize(
    ("view", "clues"),
    [
        (position(3, 1, 1, ".2."), (1,)),
        (position(3, 2, 1, "1.2..."), (2,)),
        (position(4, 1, 1, "1..1"), (0, 3)),
        (position(3, 3, 0, "........1"), (8,)),
        (position(2, 2, 3, "0..."), (0,)),
    ],
)
def test_contradiction_names_clues(view: View, clues: tuple[int, ...]) -> None:
    for call in (odds, lambda v: sample(v, 1)):
        with pytest.raises(ContradictionError) as error:
            call(view)
        assert clues == error.value.clues


def test_best_breaks_ties() -> None:
    """Among equal risks, cells next to clues come first, then cells with few hidden neighbours."""
    # All cells of a hidden board have the same risk, and a corner has the fewest neighbours.
    assert odds(View.hidden_everywhere(Level(5, 4, 3))).safest == 0
    # The risk is 1 in 8 around the clue and 2 in 16 elsewhere, so the corner next to it is chosen.
    view = position(5, 5, 3, "......1..................")
    actual = odds(view)
    assert actual[24] == pytest.approx(actual[0])
    assert actual.safest == 0
    assert odds(position(2, 1, 2, "..")).safest is None


def test_array_is_read_only() -> None:
    actual = odds(View.hidden_everywhere(Level(3, 2, 1)))
    assert actual.array.shape == (2, 3)
    with pytest.raises(ValueError, match="read-only"):
        actual.array[0, 0] = 1.0


def test_too_wide_is_an_error() -> None:
    rng = np.random.default_rng(1)
    mines = rng.random((60, 60)) < 0.4
    mines[1::2, 1::2] = False
    counts = np.pad(mines.astype(int), 1)
    numbers = np.zeros((60, 60), dtype=int)
    for y, x in np.ndindex(3, 3):
        numbers += counts[y : y + 60, x : x + 60]
    states = np.full((60, 60), HIDDEN, dtype=np.uint8)
    states[1::2, 1::2] = numbers[1::2, 1::2]
    view = View(Level(60, 60, int(mines.sum()), StartRule("any")), states.tobytes())
    for call in (odds, lambda v: sample(v, 1)):
        with pytest.raises(TooWideError, match="more than 32 clues half done at once"):
            call(view)
    assert odds(position(3, 1, 1, ".1.")).solutions == 2


@given(small_views(), st.data())
def test_what_a_cell_may_show_is_exact(view: View, data: st.DataObject) -> None:
    boards = list(reference.boards(view))
    if not boards or not view.hidden:
        return
    cell = data.draw(st.sampled_from(view.hidden))
    found = numbers(view, cell)
    width, height = view.level.width, view.level.height
    shown = [reference.number(width, height, board, cell) for board in boards if cell not in board]
    expected = [shown.count(number) / len(boards) for number in range(9)]
    assert found.boards is None
    assert found.risk == pytest.approx(1 - len(shown) / len(boards), abs=1e-12)
    assert list(found.chances) == pytest.approx(expected, abs=1e-12)


def test_what_a_cell_may_show_adds_up_where_boards_are_beyond_count() -> None:
    """Even if there are too many boards for a double to count, the chances add up to 1."""
    views = [view for view in stuck_views("expert/safe", range(4)) if odds(view).solutions is None]
    assert len(views) >= 3
    for view in views[:6]:
        for cell in view.hidden[::60]:
            found = numbers(view, cell)
            assert sum(found.chances) + found.risk == pytest.approx(1, abs=1e-9)


def test_what_the_first_cell_may_show_keeps_the_start_rule() -> None:
    """Under the rule `open`, the first cell is a 0, and under `safe` it is not a mine."""
    assert numbers(View.hidden_everywhere(Level.parse("5x4x6/open")), 7).chances[0] == 1.0
    safe = numbers(View.hidden_everywhere(Level.parse("5x4x6/safe")), 0)
    assert safe.risk == 0.0
    ways = [math.comb(3, n) * math.comb(16, 6 - n) / math.comb(19, 6) for n in range(4)]
    assert list(safe.chances) == pytest.approx([*ways, 0, 0, 0, 0, 0])
    anywhere = numbers(View.hidden_everywhere(Level.parse("5x4x6/any")), 0)
    assert anywhere.risk == pytest.approx(6 / 20)


def test_chances_that_can_not_be_counted_are_said_to_be_estimates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If a border gets too wide, the chances are estimated from a stated number of samples."""
    view = position(5, 2, 2, ".1...1....")
    exact = numbers(view, 4)
    assert exact.boards is None

    def too_wide(_: View) -> tuple[float, float]:
        raise _engine.TooWide("too wide")

    monkeypatch.setattr(sys.modules["sapper.reason.odds"], "_boards", too_wide)
    estimated = numbers(view, 4)
    assert estimated.boards == 2000
    assert estimated.risk == exact.risk
    assert sum(estimated.chances) + estimated.risk == pytest.approx(1)
    assert list(estimated.chances) == pytest.approx(list(exact.chances), abs=0.06)
    assert estimated.to_json(view.grid) == {
        "cell": "E1",
        "risk": estimated.risk,
        "chances": list(estimated.chances),
        "boards": 2000,
    }


def test_an_open_cell_shows_what_it_shows() -> None:
    with pytest.raises(SapperError, match="B1 is open"):
        numbers(position(3, 1, 1, ".1."), 1)


@pytest.mark.parametrize("cell", [-1, 4, 99])
def test_a_cell_off_the_board_shows_nothing(cell: int) -> None:
    view = position(4, 1, 1, "..0.")
    for ask_about in (numbers, lambda view, cell: judge(view, [cell]), ask):
        with pytest.raises(
            SapperError, match=f"cell {cell} is off the board: cells must be 0 to 3"
        ):
            ask_about(view, cell)
        with pytest.raises(SapperError, match="C1 is open: choose a hidden cell"):
            ask_about(view, 2)


def test_what_is_certain_of_a_contradiction() -> None:
    view = position(3, 1, 1, ".3.")
    for ask_about in (certain, forward, odds, may_guess):
        with pytest.raises(ContradictionError, match="B1"):
            ask_about(view)


def chi_square_bound(freedom: int) -> float:
    """The value that chi-square exceeds once in a million (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 4.75 * math.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.parametrize(
    "view",
    [
        position(3, 2, 1, ".1...."),
        position(6, 3, 4, ".1..2......1......"),
        position(5, 3, 5, "..2........2..+"),
        position(4, 4, 6, "................"),
        position(7, 1, 2, ".1...1."),
    ],
    ids=str,
)
def test_samples_are_uniform(view: View) -> None:
    boards = dict.fromkeys(reference.boards(view), 0)
    draws = 40 * len(boards)
    for row in sample(view, draws, seed=9):
        boards[frozenset(np.flatnonzero(row).tolist())] += 1
    statistic = sum((count - 40) ** 2 / 40 for count in boards.values())
    assert statistic < chi_square_bound(len(boards) - 1)


@pytest.mark.parametrize("level", ["expert/safe", "50x40x400/open"])
def test_samples_follow_the_odds(level: str) -> None:
    """On large positions, each cell is a mine as often as its odds say, and every clue holds."""
    view = stuck_views(level, range(4))[0]
    chances = np.nan_to_num(odds(view).array.ravel())
    draws = sample(view, 2000, seed=3)
    assert np.all(draws.sum(axis=1) == view.level.mines)
    deviation = np.abs(draws.mean(axis=0) - chances)
    assert np.all(deviation <= 5.5 * np.sqrt(chances * (1 - chances) / len(draws)) + 1e-12)
    for cell, number in enumerate(view.states):
        if number <= 8:
            near = list(view.grid.neighbours(cell))
            assert np.all(draws[:, near].sum(axis=1) == number)


def test_samples_repeat() -> None:
    view = View.hidden_everywhere(Level(8, 8, 10))
    assert np.array_equal(sample(view, 5, seed=1), sample(view, 5, seed=1))
    assert not np.array_equal(sample(view, 5, seed=1), sample(view, 5, seed=2))
    assert sample(view, 0).shape == (0, 64)
    assert np.array_equal(sample(view, 5), sample(view, 5, seed=0))
    for seed, same in ((2**64 + 3, 3), (-1, 2**64 - 1)):
        assert np.array_equal(sample(view, 5, seed=seed), sample(view, 5, seed=same))
    assert not np.array_equal(sample(view, 5, seed=3), sample(view, 5, seed=3 + 2**7))
    with pytest.raises(SapperError, match="can't draw -1 boards of 8x8x10/safe"):
        sample(view, -1)


def test_threads() -> None:
    views = stuck_views("intermediate/safe", range(4))
    expected = [odds(view).array.tobytes() for view in views]
    wrong: list[View] = []

    def work() -> None:
        for _ in range(20):
            wrong.extend(
                view
                for view, array in zip(views, expected, strict=True)
                if odds(view).array.tobytes() != array
            )

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5x3x2/any\n.....\n11111\n00000", "2 boards fit this position. 1 cell is provably safe, "
         "so you don't have to guess."),
        (
            "3x1x1/any\n.1.",
            "2 boards fit this position. No cell is provably safe; the safest is A1, a coin toss.",
        ),
        ("3x1x1/any\n.10", "One board fits this position. All hidden cells are mines."),
        ("4x3x2/open\n....\n....\n....", "Nothing is open yet. The first click opens an area, "
         "wherever it is."),
    ],
)  # fmt: skip
def test_odds_in_words(text: str, words: str) -> None:
    view = View.parse(text)
    assert odds(view).words() == words
    assert odds(view).to_json()["words"] == words


def test_odds_of_a_large_board_say_how_many_boards_fit() -> None:
    """The number of boards is shown as a power of ten if it is too large for a float."""
    view = View.hidden_everywhere(Level.parse("90x80x1500/any"))
    assert "About 10" in repr(odds(view))


@pytest.mark.parametrize(
    ("text", "expected", "words"),
    [
        ("3x1x1/any\n.1.", (True, 0.5, False), "Yes. No hidden cell is provably safe; the best "
         "you can do is a coin toss."),
        # The move is a guess, even though two mines are provable.
        ("5x1x3/any\n.2...", (True, 0.5, False), "Yes. No hidden cell is provably safe; the "
         "best you can do is a coin toss."),
        ("4x1x1/any\n....", (True, 0.25, False), "Yes. No hidden cell is provably safe; the safest "
         "cell has a 25% chance of being a mine."),
        ("5x3x2/any\n.....\n11111\n00000", (False, 0.0, False), "No. You can find a safe cell by "
         "reasoning."),
        ("3x1x1/any\n.10", (False, None, False), "All hidden cells are mines, so there is "
         "nothing left to open."),
        ("4x3x2/safe\n....\n....\n....", (False, 0.0, True), "Nothing is open yet. The first "
         "click is safe, wherever it is."),
    ],
)  # fmt: skip
def test_whether_one_may_guess(
    text: str, expected: tuple[bool, float | None, bool], words: str
) -> None:
    view = View.parse(text)
    answer = may_guess(view)
    assert (answer.allowed, answer.risk, answer.first_is_safe) == expected
    assert say(answer.message(view)) == words
