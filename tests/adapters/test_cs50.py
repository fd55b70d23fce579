"""A class with CS50's interface can play without changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.adapters import AgentError, Answer, foreign_agent
from sapper.core.level import Level
from sapper.core.view import View
from sapper.lab.bench import bench

CS50 = '''
import random


class Minesweeper:
    """Not an agent: CS50's file has the game as well."""


class MinesweeperAI:
    """The interface of the project, filled in with the rules for a single number."""

    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.mines, self.safes = set(), set(), set()
        self.knowledge = []

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.safes.add(cell)
        i, j = cell
        around = {(r, c) for r in range(max(i - 1, 0), min(i + 2, self.height))
                  for c in range(max(j - 1, 0), min(j + 2, self.width))} - {cell}
        self.knowledge.append((around, count))
        for _ in range(3):
            for cells, mines in self.knowledge:
                unknown = cells - self.safes - self.mines
                left = mines - len(cells & self.mines)
                if left == 0:
                    self.safes |= unknown
                elif left == len(unknown):
                    self.mines |= unknown

    def make_safe_move(self):
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self):
        free = [(i, j) for i in range(self.height) for j in range(self.width)
                if (i, j) not in self.moves_made | self.mines]
        return random.choice(free) if free else None
'''

VIEW = View.parse("""
4x3x2
....
12..
01..
""")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "minesweeper.py"
    file.write_text(CS50)
    return file


def test_it_plays_and_its_claims_hold(file: Path) -> None:
    """Safe moves count as claims and random moves as guesses, even if the board is not square."""
    result = bench(str(file), Level.parse("12x7x12/given"), 40, seed=1)
    assert result.wrong == result.crashed == result.stuck == 0
    assert result.won > 5
    assert sum(result.played["guesses"]) > 0


def test_given_cells_come_first_and_mines_are_claimed(file: Path) -> None:
    """CS50's interface can't mark a cell as given, so given cells are opened first."""
    agent = foreign_agent(str(file))
    told = View.parse("4x3x2/given(1)\n....\n12..\n01.+\n")
    agent.choose(told)
    assert agent.answer == Answer(open=(11,))
    agent = foreign_agent(str(file))
    agent.choose(VIEW)
    # C1 is safe, but this agent has only the rules for a single number, so it guesses.
    assert agent.answer.guess is not None
    assert agent.answer.mines == agent.mines == ()
    agent = foreign_agent(str(file))
    agent.choose(View.parse("3x1x1/any\n1..\n"))
    assert agent.answer.mines == agent.mines == (1,)


def test_a_wrong_mine_counts_against_it(file: Path) -> None:
    """Each cell in `mines` is a claim, so a wrong cell counts against the agent."""
    at_first = "self.mines, self.safes = set(), set(), set()"
    assert at_first in CS50
    wrong = at_first.replace("set(), set(), set()", "set(), {(0, 0), (0, 1), (1, 0)}, set()")
    file.write_text(CS50.replace(at_first, wrong))
    assert bench(str(file), Level.parse("12x7x3/any"), 3, seed=1).wrong == 3


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (
            "(9, 0)",
            "its move (9, 0) is off the board: rows must be 0 to 2, columns 0 to 3",
        ),
        ("5", "its move is '5': return (row, column), as CS50 does"),
    ],
)
def test_a_move_that_is_no_cell_is_one_line(file: Path, move: str, words: str) -> None:
    text = "return min(self.safes - self.moves_made, default=None)"
    file.write_text(CS50.replace(text, f"return {move}"))
    with pytest.raises(AgentError) as problem:
        foreign_agent(str(file)).choose(VIEW)
    assert problem.value.words == words
