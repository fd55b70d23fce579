"""The mean of luck is zero, and removing it gives valid intervals from fewer games."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper.agents import make
from sapper.core.board import Board, deal, deal_many
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.lab.batch import Batch, play_block
from sapper.lab.bench import bench
from sapper.lab.compare import compare, pairs
from sapper.lab.luck import (
    FIRST_LOOK,
    Adjusted,
    clicked_cells,
    game_luck,
    native_luck,
    start_luck,
)
from sapper.lab.native import Native
from sapper.lab.player import Player
from sapper.reason.odds import TooWideError

Rows = NDArray[np.float64]

ALL = 10**6
"""More boards than a tiny level has, so that expectations are exact."""

SMALL = Level.parse("5x4x5/safe")


def all_boards(level: Level) -> list[Board]:
    boards = (Board(level, frozenset(c)) for c in combinations(range(level.size), level.mines))
    return [board for board in boards if level.first is None or board.first is not None]


def finish(board: Board, player: str) -> Game:
    """Play a game until it is over or the agent is stuck. The agent's guesses are not random."""
    agent = Player.parse(player)
    chooser = make(agent.agent, agent.guess, 0, **dict(agent.settings))
    game = Game(board)
    while game.outcome is None and (decision := chooser.choose(game.view)) is not None:
        game.play(decision)
    return game


@pytest.mark.parametrize(
    "player", ["odds", "rules:guess=ratio", "rules", "binary-ratio:flags=True"]
)
@pytest.mark.parametrize(
    "name",
    [
        "3x2x2/any",
        "4x2x2/safe",
        "5x3x3/open",
        pytest.param("4x3x3/any", marks=pytest.mark.matrix),
        pytest.param("3x4x3/safe", marks=pytest.mark.matrix),
    ],
)
def test_luck_has_mean_zero_over_all_boards(name: str, player: str) -> None:
    """Over all boards, a deterministic agent's luck has a mean of exactly zero."""
    level = Level.parse(name)
    boards = all_boards(level)
    found = []
    for board in boards:
        game = finish(board, player)
        won, *luck, _ = game_luck(board, game.moves, seed=0, samples=ALL)
        assert won == (game.outcome is Outcome.WON)
        found.append(luck)
    assert (np.abs(found).sum() > 0) == (player != "rules")  # `rules` never takes a risk
    assert np.abs(np.mean(found, axis=0)).max() < 1e-9
    mines = np.array([sorted(board.mines) for board in boards], dtype=np.uint32)
    assert abs(start_luck(level, mines, seed=0, samples=ALL).mean()) < 1e-9


def test_the_native_loop_has_the_luck_of_the_agent() -> None:
    """Both game loops sample the same boards, so even an estimated luck is the same."""
    level = Level.parse("9x8x14/open")
    mines = deal_many(level, 70, 25)
    rows = native_luck(Native(), level, mines, 70)
    for i, row in enumerate(rows):
        board = deal(level, 70 + i)
        game = finish(board, "odds")
        expected = [float(x) for x in game_luck(board, game.moves, 70 + i)]
        assert row.tolist() == pytest.approx(expected, abs=1e-12)
    assert rows[:, 3].sum() > 10


def test_given_cells_are_public_from_the_start() -> None:
    """Opening given or provably safe cells involves no luck."""
    board = deal(Level.parse("6x5x6/given(all)"), 3)
    game = finish(board, "odds")
    assert game_luck(board, game.moves, 3) == (True, 0.0, 0.0, 0)


def test_chords_open_what_is_not_flagged() -> None:
    """A chord counts as opening its cells, including a cell whose flag was removed."""
    board = Board.parse("4x2x1/any\n*100\n1100\n")
    moves = [Move("open", 5), Move("flag", 0), Move("flag", 1), Move("flag", 1), Move("chord", 5)]
    game = Game(board)
    for move in moves:
        game.play(move)
    assert game.outcome is Outcome.WON
    assert clicked_cells(board, game.moves) == [5, 1, 2, 4, 6]
    plain = [(0, Move("open", cell)) for cell in (5, 1, 2, 4, 6)]
    assert game_luck(board, game.moves, 1) == game_luck(board, plain, 1)
    assert game_luck(board, game.moves, 1)[3] > 0


def test_what_changes_nothing_opens_nothing() -> None:
    """A click on a flag, a chord whose flags don't fit, and a move after the end open no cells."""
    board = Board.parse("4x2x1/any\n*100\n1100\n")
    script = "open B2, chord B2, flag A1, open A1, flag A1, open A1, open A2"
    moves = [(0, Move.parse(word, board.grid)) for word in script.split(", ")]
    assert clicked_cells(board, moves) == [5, 0]


def test_a_border_that_is_too_wide_is_refused_in_one_line() -> None:
    level = Level.parse("30x30x225/any")
    clear = {30 * row + column for row in range(1, 30, 2) for column in range(1, 30, 2)}
    rest = [cell for cell in range(level.size) if cell not in clear]
    board = Board(level, frozenset(rest[::3]))
    moves = [(0, Move("open", cell)) for cell in sorted(clear)]
    with pytest.raises(TooWideError, match="border"):
        game_luck(board, moves, 0)


def pool(a: str, b: str, level: Level, games: int, seed: int) -> tuple[Rows, Rows]:
    batch = Batch((Player.parse(a), Player.parse(b)), (str(level),), seed, games, luck=True)
    _, one, two = zip(*pairs(batch, *play_block(batch)), strict=True)
    return np.array(one, np.float64), np.array(two, np.float64)


@lru_cache
def equals(games: int) -> tuple[Rows, Rows]:
    return pool("rules:guess=random", "rules:guess=random,seed=1", SMALL, games, 900_000)


def misses(played: tuple[Rows, Rows], trials: int, games: int, tilt: float) -> tuple[float, float]:
    """How often the fixed interval excludes 0, and how often the running interval ever does.

    Each trial draws boards from the pool and randomly swaps the players, so there is no true
    difference. With a tilt, the players are not swapped and player A has too much luck, so the
    intervals should exclude 0.
    """
    a, b = (rows.copy() for rows in played)
    a[:, 1] += tilt
    rng = np.random.default_rng(11)
    fixed = ever = 0
    for _ in range(trials):
        found = Adjusted()
        out = False
        for row, swap in zip(
            rng.integers(len(a), size=games), rng.random(games) < 0.5 * (tilt == 0), strict=True
        ):
            one, two = (b[row], a[row]) if swap else (a[row], b[row])
            found.add(one[0] - two[0], one[1:], two[1:])
            if found.games == FIRST_LOOK:
                at_once = found.fixed
                assert at_once is not None
                fixed += not at_once.low <= 0 <= at_once.high
            always = found.always(games)
            out |= always is not None and not always.low <= 0 <= always.high
        ever += out
    return fixed / trials, ever / trials


@pytest.mark.parametrize(
    ("boards", "trials"), [(500, 40), pytest.param(4000, 300, marks=pytest.mark.long)]
)
def test_intervals_of_equals_hold_zero(boards: int, trials: int) -> None:
    """For equal players, about 5% of fixed intervals exclude 0.

    At most about 5% of running intervals exclude 0 at any point.
    """
    fixed, ever = misses(equals(boards), trials, games=500, tilt=0.0)
    # The band is three standard deviations of a binomial.
    band = 3 * math.sqrt(0.05 * 0.95 / trials)
    assert 0.05 - band <= fixed <= 0.05 + band
    assert ever <= 0.05 + band


def test_luck_that_is_not_fair_would_be_found_out() -> None:
    """If the mean of luck were not zero, the intervals would exclude 0."""
    fixed, ever = misses(equals(500), trials=30, games=500, tilt=0.2)
    assert min(fixed, ever) > 0.5


def test_techniques_are_compared_as_themselves() -> None:
    """The agents win as many games in a comparison that removes luck as in a benchmark."""
    level = Level.parse("9x6x12/open")
    found = compare("techniques", "odds", level, 40, luck=True, all_games=True)
    won = [bench(agent, level, 40).won for agent in ("techniques", "odds")]
    assert [found.won_a, found.won_b] == won
    assert won[0] < won[1]


@pytest.mark.long
def test_real_comparisons_of_equals_rarely_find_a_difference() -> None:
    """At most about one comparison in twenty finds a difference between equally strong players."""
    declared = 0
    for trial in range(20):
        found = compare(
            "odds:guess=random",
            "odds:guess=random,seed=1",
            SMALL,
            260,
            seed=2000 * trial,
            luck=True,
        )
        assert found.without_luck is not None
        assert found.without_luck.always is not None
        declared += found.verdict != "open"
    assert declared <= 4  # a binomial variable with n = 20 and p = 0.05 exceeds 4 in 0.3% of cases


@pytest.mark.parametrize("games", [600, pytest.param(3000, marks=pytest.mark.long)])
def test_taking_luck_out_changes_the_spread_and_not_the_mean(games: int) -> None:
    """Removing luck does not change the mean difference, but fewer games are needed."""
    a, b = pool("odds", "odds:guess=random", SMALL, games, 40_000)
    found = Adjusted()
    gaps = []
    for one, two in zip(a, b, strict=True):
        before = found.difference * found.games if found.games else 0.0
        found.add(one[0] - two[0], one[1:], two[1:])
        gaps.append(found.difference * found.games - before - (one[0] - two[0]))
    raw = a[:, 0] - b[:, 0]
    assert found.difference == pytest.approx(raw.mean() + np.mean(gaps))
    assert abs(np.mean(gaps)) < 3.5 * np.std(gaps) / math.sqrt(len(gaps))
    assert found.times_fewer > 5
    fixed = found.fixed
    assert fixed is not None
    assert fixed.low > 0.05


def test_each_mean_of_luck_is_zero_where_boards_are_drawn() -> None:
    level = Level.parse("9x9x10/safe")
    mines = deal_many(level, 300_000, 4000)
    rows = native_luck(Native(), level, mines, 300_000)
    columns = (rows[:, 1], rows[:, 2], start_luck(level, mines, 300_000))
    for column in columns:
        assert abs(column.mean()) < 3.5 * column.std() / math.sqrt(len(column))
    left = rows[:, 0] - sum(columns)
    assert rows[:, 0].var() > 15 * left.var()
    assert left.mean() == pytest.approx(rows[:, 0].mean(), abs=0.02)


def test_shares_are_learned_from_earlier_boards_alone() -> None:
    rng = np.random.default_rng(3)
    found = Adjusted()
    for _ in range(400):
        luck = rng.normal(size=4)
        shares = found.shares.copy()
        before = found.difference * found.games if found.games else 0.0
        # The result includes half of A's survival luck, and no other luck.
        result = 0.5 * luck[0] + 0.1 * rng.normal()
        found.add(result, luck[:2].tolist(), luck[2:].tolist())
        adjusted = found.difference * found.games - before
        signed = luck * [1, 1, -1, -1]
        assert adjusted == pytest.approx(result - shares @ signed, abs=1e-9)
    assert found.shares == pytest.approx([0.5, 0.0, 0.0, 0.0], abs=0.05)
    assert found.times_fewer > 5


def test_no_interval_before_there_is_something_to_go_by() -> None:
    """Players that make the same moves have no variance, so there is no interval."""
    found = Adjusted()
    for _ in range(FIRST_LOOK + 1):
        found.add(0.0, (0.3, -0.1), (0.3, -0.1))
    assert found.always(1000) is None
    assert found.fixed is None
    assert math.isnan(Adjusted().difference)
    same = compare("odds", "odds:guess=odds", SMALL, 250, luck=True)
    assert same.without_luck is not None
    assert (same.verdict, same.without_luck.found) == ("open", None)
    assert same.found == same.raw
    assert "without luck" not in same.words


@pytest.mark.process
def test_a_comparison_without_luck_is_the_same_in_any_number_of_processes() -> None:
    """Boards are evaluated in order, so the comparison always stops at the same board."""
    alone, together = (
        compare("odds", "rules:guess=random", SMALL, 600, seed=5, jobs=jobs, luck=True)
        for jobs in (1, 2)
    )
    assert alone == together
    assert alone.verdict == "a"
    assert FIRST_LOOK <= alone.games < 600
    assert alone.words.startswith("odds is better than rules:guess=random: ")
    assert " without luck after " in alone.words


def test_all_games_are_played_for_one_look() -> None:
    """With `all_games`, the verdict comes from the interval for a fixed number of games."""
    for luck in (False, True):
        found = compare("odds", "rules:guess=random", SMALL, 300, seed=5, luck=luck, all_games=True)
        assert (found.games, found.verdict) == (300, "a")
        json = found.to_json()
        assert json["difference_interval_fixed_games"]
        low, high = json["difference_interval_fixed_games"]
        assert low > 0
        assert found.raw.low > found.difference.low
        if luck:
            assert json["without_luck"]
            narrow = json["without_luck"]["interval_fixed_games"]
            always = json["without_luck"]["interval_any_moment"]
            assert narrow
            assert always
            assert narrow[1] - narrow[0] < min(high - low, always[1] - always[0])
        else:
            assert json["without_luck"] is None


@pytest.mark.long
def test_equal_within_a_margin_without_luck() -> None:
    """Removing luck shows with fewer boards that two players are equally strong."""
    found, raw = (
        compare(
            "odds:guess=random,seed=4",
            "odds:guess=random,seed=5",
            SMALL,
            1500,
            seed=77,
            margin=0.06,
            luck=luck,
        )
        for luck in (True, False)
    )
    assert found.verdict == "equal"
    assert found.games < raw.games
