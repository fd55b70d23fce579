"""The game loop always ends, even if an agent makes no progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.agents import Agent, make
from sapper.core.board import Board
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Decision, Move, View
from sapper.lab.frames import DECISIONS
from sapper.lab.play import MEASURES, play_game
from sapper.lab.player import Player
from sapper.ladder import dealer

LEVEL = Level.parse("4x2x1/any")
BOARD = Board(LEVEL, frozenset([7]))


class Sure:
    certain = True

    def words(self, grid: object) -> str:
        return "because"


class Waverer:
    """An agent that sets a flag and removes it again forever, or does both in one decision."""

    def __init__(self, *cells: int) -> None:
        self.cells = cells
        self.asked = 0

    def choose(self, view: View) -> Decision:
        self.asked += 1
        return Decision(tuple(Move("flag", cell) for cell in self.cells), Sure())


def play(monkeypatch: pytest.MonkeyPatch, agent: Agent) -> str:
    monkeypatch.setattr(Player, "for_board", lambda self, seed: agent)
    return play_game(BOARD, Player("rules"), 1).outcome


def test_an_agent_that_gets_nowhere_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Waverer(0)
    assert play(monkeypatch, agent) == "stuck"
    assert agent.asked == DECISIONS * LEVEL.size


def test_progress_is_a_matter_of_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision whose moves undo each other does not count as progress."""
    with pytest.raises(ValueError, match="moves that change nothing"):
        play(monkeypatch, Waverer(0, 0))


@pytest.mark.parametrize(
    "answer", ["flag D2 D2", "flag D2; flag D2", "open A1 A1", "flag D2; open D2"]
)
def test_a_program_that_names_a_cell_twice_ends_its_game(tmp_path: Path, answer: str) -> None:
    """An agent that names a cell twice must not block the grading of other agents."""
    program = tmp_path / "agent.sh"
    program.write_text(
        "#!/bin/sh\n"
        "read _; echo ready\n"
        'while read line; do case "$line" in position)\n'
        f"  read a; read b; read c; echo '{answer}';;\n"
        "esac; done\n"
    )
    program.chmod(0o755)
    played = play_game(BOARD, Player.parse(f"exec:{program}:seconds=60"), 1)
    assert (played.outcome, played.kind) == ("crashed", "answer")
    assert f"it names {answer[5:7]} twice" in played.failure


def test_a_board_is_finished_with_as_few_guesses_as_the_agent_needs() -> None:
    """`finish` counts no guesses on no-guess boards, and one guess on a board with a coin toss."""
    toss = Board.parse("5x1x2/given(1)\n*2*1+")
    assert MEASURES["finish"](toss, Game(toss), make("sat"))["needed"] == 1.0
    level = Level.parse("9x7x8/open")
    for seed in range(5):
        board = dealer.deal(level, seed, no_guess=True)
        game = Game(board)
        game.open(board.first or 0)
        assert MEASURES["finish"](board, game, make("sat")) == {"needed": 0.0}
