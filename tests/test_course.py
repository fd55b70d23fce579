"""The rebuilt programs of the course are right without faults, and each fault misses cells."""

from __future__ import annotations

import pytest

from course.programs import FAULTS, PROGRAMS, CoursePlayer
from course.run import figures, play
from sapper.agents import make
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.lab.play import safe_cell_source

ROW = "5x3x3\n.....\n..111\n..100"
ROW_LATER = "5x3x3\n.1...\n..111\n..100"
CORNER = "6x3x4\n......\n..311.\n..101."
WALL = "5x3x3\n..200\n..300\n..200"
WIDE = "5x4x5\n.2...\n.213.\n.2111\n..100"


@pytest.mark.parametrize(
    ("position", "stuck"),
    [
        (ROW, {"facts-only"}),
        (ROW_LATER, {"loses-parents", "facts-only"}),
        (CORNER, {"stops-early", "loses-parents", "facts-only"}),
        (WALL, {"no-count"}),
        (WIDE, {"loses-parents", "facts-only", "drops-wide"}),
    ],
)
def test_each_fault_misses_a_cell_that_the_exercise_finds(position: str, stuck: set[str]) -> None:
    """In each position, players with these faults are stuck and the others are not."""
    view = View.parse(position)
    assert safe_cell_source(view)
    found = {
        name: CoursePlayer(fault, view.level, 1).choose(view) for name, fault in FAULTS.items()
    }
    assert {name for name, choice in found.items() if choice is None} == stuck


@pytest.mark.parametrize("level", ["9x8x12/given", "12x7x14/open", "16x9x25/given"])
def test_without_a_fault_it_is_the_textbook_agent(level: str) -> None:
    """Two programs that share no code end every game with the same cells open."""
    ends = set()
    for seed in range(12):
        board = deal(Level.parse(level), seed)
        ours, theirs = Game(board), Game(board)
        agent = make("textbook")
        while ours.outcome is None and (decision := agent.choose(ours.view)) is not None:
            ours.play(decision)
        player = CoursePlayer(FAULTS["none"], board.level, seed)
        while theirs.outcome is None and (chosen := player.choose(theirs.view)) is not None:
            assert chosen[1]
            assert chosen[0] not in board.mines
            theirs.play(Move("open", chosen[0]))
        assert ours.view == theirs.view
        ends.add(ours.outcome)
    assert len(ends) == 2


def test_a_program_is_played_and_compared_with_its_figures() -> None:
    """D guesses, mostly needlessly, and E fails if cells are walled in."""
    assert figures("C", "easy") == ["760 of 1000", "144 of 184"]
    assert figures("E", "hard/given(zero)") == ["2 of 8", "75 of 1000"]
    games = [play((PROGRAMS["D"], "16x9x25/given", seed)) for seed in range(10)]
    assert {game.outcome for game in games} <= {"won", "lost"}
    assert sum(game.needless for game in games) > 0.8 * sum(game.guesses for game in games) > 0
    ends = [play((PROGRAMS["E"], "9x6x12/open", seed)) for seed in range(40)]
    assert {"won", "stuck", "fail"} == {game.outcome for game in ends}
    assert any(game.missed == "clues" for game in ends)
