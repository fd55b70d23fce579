"""The odds agent opens safe cells, or else the safest cell, in Python and in the engine."""

from __future__ import annotations

import signal
import subprocess
import sys

import numpy as np
import pytest

from processes import wait_for, worked
from sapper.agents import make
from sapper.agents.guess import NamedGuess
from sapper.agents.odds import Chance, OddsAgent
from sapper.core.board import deal, deal_many
from sapper.core.game import Game, Outcome
from sapper.core.grid import Grid
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.errors import SapperError
from sapper.lab.native import play_deck, play_games


def test_opens_all_safe_cells() -> None:
    """All safe cells are opened together, and the reason says that they are certain."""
    view = View.parse("4x3x2\n....\n1221\n0000")
    decision = OddsAgent().choose(view)
    assert decision is not None
    assert decision.moves == (Move("open", 0), Move("open", 3))
    assert decision.reason.certain
    assert decision.reason.words(view.grid) == (
        "A1 and D1 are safe, because no board that fits has a mine there (exact odds)"
    )


def test_guess_carries_its_risk() -> None:
    """If no cell is provably safe, the safest cell is opened, and the reason states its risk."""
    view = View.parse("3x1x1\n.1.")
    decision = OddsAgent().choose(view)
    assert decision is not None
    assert decision.moves == (Move("open", 0),)
    assert decision.reason == Chance((0,), 0.5)
    assert not decision.reason.certain
    assert decision.reason.words(Grid(3, 1)) == (
        "A1 is a guess: it is the safest cell, a coin toss"
    )


def test_flag_on_a_safe_cell_is_taken_away() -> None:
    """A flag would keep a safe cell closed, so the flag is removed first."""
    decision = OddsAgent().choose(View.parse("4x3x2\nF...\n1221\n0000"))
    assert decision is not None
    assert decision.moves == (Move("flag", 0), Move("open", 0), Move("open", 3))


def test_only_mines_left() -> None:
    assert OddsAgent().choose(View.parse("2x1x1/any\n1.")) is None


@pytest.mark.parametrize(
    "level",
    [
        "expert/safe",
        "expert/open",
        "beginner/any",
        "medium/given",
        "8x8x24/safe",
        "1x9x3/any",
        "60x30x300/open",
    ],
)
def test_native_loop_plays_the_same(level: str) -> None:
    """The agent in Python and the native loop win and lose the same games."""
    expected = []
    for seed in range(50, 80):
        game = Game(deal(Level.parse(level), seed))
        while game.outcome is None:
            decision = OddsAgent().choose(game.view)
            assert decision is not None
            game.play(decision)
        expected.append(game.outcome is Outcome.WON)
    assert expected == play_games(Level.parse(level), 50, 30).tolist()


def test_threads_change_nothing() -> None:
    """The outcomes are the same on any number of threads, even if boards are dealt in advance."""
    level = Level.parse("expert/safe")
    one = play_games(level, 7, 400, threads=1)
    assert np.array_equal(one, play_games(level, 7, 400, threads=3))
    assert np.array_equal(one, play_deck(level, deal_many(level, 7, 400), threads=2))
    assert np.array_equal(one[100:], play_games(level, 107, 300, threads=2))


@pytest.mark.parametrize(
    ("level", "won"), [("expert/safe", 1983), ("intermediate", 4434), ("beginner", 4855)]
)
def test_wins_exactly_these(level: str, won: int) -> None:
    """The number of wins in 5,000 games is checked exactly, to notice changes in strength."""
    assert int(play_games(Level.parse(level), 0, 5000).sum()) == won


def test_odds_combines_with_other_guesses() -> None:
    """If no cell is provably safe, the agent uses the chosen guess strategy (`none` gives up)."""
    view = View.parse("5x3x2\n.....\n11111\n00000")
    decision = make("odds", guess="none").choose(view)
    assert decision is not None
    assert decision.reason.certain
    assert [move.cell for move in decision.moves] == [2]
    unsure = View.parse("3x2x1\n.1.\n...")
    assert make("odds", guess="none").choose(unsure) is None
    for guess in ("shortest", "vote", "weighted", "ratio", "random", "champion"):
        found = make("odds", guess=guess).choose(unsure)
        assert found is not None
        assert isinstance(found.reason, NamedGuess)
        assert found.reason.name == guess


def test_more_threads_than_games_are_not_started() -> None:
    """Even if 100,000 threads are requested, three games are played by only three threads."""
    level = Level.parse("beginner")
    assert len(play_games(level, 1, 3, threads=100_000)) == 3


def test_progress_is_reported() -> None:
    """Progress only increases, and an exception in the callback stops the games."""
    level = Level.parse("expert")
    seen: list[int] = []
    play_games(level, 0, 6000, threads=2, progress=seen.append)
    assert seen == sorted(seen)
    assert seen
    assert 0 < seen[-1] <= 6000

    def fail(played: int) -> None:
        seen.append(played)
        raise RuntimeError("enough")

    seen.clear()
    with pytest.raises(RuntimeError, match="enough"):
        play_games(level, 0, 10**7, threads=2, progress=fail)
    assert len(seen) == 1
    assert seen[0] < 10**6


def test_stops_on_interrupt() -> None:
    code = (
        "from sapper.lab.native import play_games; from sapper.core.level import Level; "
        "print('go', flush=True); play_games(Level.parse('expert'), 0, 10**7)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "go\n"
    before = worked(process.pid)
    assert wait_for(lambda: worked(process.pid) - before > 0.1, 60)  # the games are running
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda level: play_games(level, -1, 5), "from seed -1"),
        (lambda level: play_games(level, 0, 5, first=99), "first cell 99 is off the board"),
        (lambda level: play_games(level, 0, 5, threads=0), "0 threads"),
        (lambda level: play_deck(level, np.zeros((2, 3), np.uint32)), "must list 10 mines"),
        (lambda level: play_deck(level, np.full((1, 10), 81, np.uint32)), "cell 81 is off"),
    ],
)
def test_bad_input(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SapperError, match=message):
        call(Level.parse("beginner"))
