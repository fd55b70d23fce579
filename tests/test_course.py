"""Without faults, the rebuilt course programs are correct. Each fault makes them miss cells."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from course.programs import FAULTS, PROGRAMS, CoursePlayer
from course.run import CLAIMS, figures, notes, play
from sapper.agents import make
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Move, View
from sapper.lab.play import safe_cell_source

ROW = "5x3x3\n.....\n..111\n..100"
ROW_LATER = "5x3x3\n.1...\n..111\n..100"
CORNER = "6x3x4\n......\n..311.\n..101."
WALL = "5x3x3\n..200\n..300\n..200"
COVERAGE = Path(__file__).parents[1] / "bench" / "course" / "coverage.md"
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
    """In each position, only the players with the listed faults are stuck."""
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
    """Most guesses of program D are needless, and program E fails if cells are walled in."""
    assert figures("C", "easy") == ["760 of 1000", "144 of 184"]
    assert figures("E", "hard/given(zero)") == ["2 of 8", "75 of 1000"]
    games = [play((PROGRAMS["D"], "16x9x25/given", seed)) for seed in range(10)]
    assert {game.outcome for game in games} <= {"won", "lost"}
    assert sum(game.needless for game in games) > 0.8 * sum(game.guesses for game in games) > 0
    ends = [play((PROGRAMS["E"], "9x6x12/open", seed)) for seed in range(40)]
    assert {"won", "stuck", "fail"} == {game.outcome for game in ends}
    assert any(game.missed == "clues" for game in ends)


@pytest.mark.parametrize("name", PROGRAMS)
def test_given_cells_are_clauses_in_kb_and_a_query_opens_one_cell(name: str) -> None:
    """Programs A to D add one given cell per turn, and program E adds all of them at once."""
    game = Game(deal(Level.parse("9x6x8/given(5)"), 2))
    given = set(game.view.given)
    player = CoursePlayer(PROGRAMS[name], game.view.level, 1)
    chosen = player.choose(game.view)
    assert chosen is not None
    assert (len(player.kb0), len(player.units)) == ((5, 0) if name == "E" else (1, 4))
    game.play(Move("open", chosen[0]))
    opened = {cell for cell in range(54) if game.view[cell] < HIDDEN}
    assert len(opened) > 5
    player.choose(game.view)
    assert set(player.clues) == (opened if name == "E" else opened & given)


def test_the_settings_of_the_exercise_change_no_outcome() -> None:
    """Program B opens the same cells, whether it adds facts all at once or one per turn."""
    for seed in range(12):
        board = deal(Level.parse("12x9x18/given"), seed)
        ends = []
        for slow in (False, True):
            program = replace(PROGRAMS["B"], given_in_kb=slow, one_cell=slow)
            game, player = Game(board), CoursePlayer(program, board.level, seed)
            while game.outcome is None and (chosen := player.choose(game.view)) is not None:
                game.play(Move("open", chosen[0]))
            ends.append(game.view)
        assert ends[0] == ends[1]


A1, B1, C1, D1, E1, F1 = (1 << 2 * cell for cell in range(6))
"""One bit says that the cell is a mine, and the next bit says that it is safe."""


@pytest.mark.parametrize(
    ("clauses", "fates", "kept"),
    [
        # The only pair of clauses resolves, so both clauses are lost.
        ([A1 | B1, B1 << 1 | C1], {"lost": 2}, {A1 | C1}),
        # The third clause resolves with neither of the other two, so those two return to KB.
        (
            [A1 | B1, B1 << 1 | C1, D1 | E1],
            {"stayed": 2},
            {A1 | B1, B1 << 1 | C1, A1 | C1, D1 | E1},
        ),
        # The resolvent subsumes the second clause, so that clause does not return to KB.
        ([A1 | B1, B1 << 1 | A1 | C1, D1 | E1], {"stayed": 1, "subsumed": 1}, set()),
    ],
)
def test_a_parent_is_lost_only_if_its_last_pair_resolves(
    clauses: list[int], fates: dict[str, int], kept: set[int]
) -> None:
    """Program A removes two clauses that it resolves, but a later failed match restores them."""
    player = CoursePlayer(PROGRAMS["A"], Level.parse("6x1x2"), 1)
    for clause in clauses:
        player._insert(clause)
    player._round()
    assert player.parents == Counter(fates)
    assert not kept or set(player.kb) == kept


def test_the_notes_count_parents_and_hasty_guesses() -> None:
    """Program A loses few parent clauses, and program D may guess although a fact is waiting."""
    (line,) = notes("A", "easy", [play((PROGRAMS["A"], "easy", seed)) for seed in range(20)])
    found = re.fullmatch(r"A, easy: of (\d+) parents (.*)% stayed, .*% subsumed, (.*)% lost", line)
    assert found is not None
    assert int(found[1]) > 100
    assert 0 < float(found[3]) < 10 < float(found[2])
    (line,) = notes("D", "medium", [play((PROGRAMS["D"], "medium", seed)) for seed in range(8)])
    assert re.fullmatch(r"D, medium: \d+ guesses while a fact was waiting, in \d games", line)


def test_the_page_has_the_claims_about_the_rebuilt_programs() -> None:
    part = COVERAGE.read_text().partition("<!-- rebuilt -->")[2].partition("<!-- end")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    assert len(rows) - 2 == len(CLAIMS)
    for row, claim in zip(rows[2:], CLAIMS, strict=True):
        assert [*row[:3], row[4]] == [claim.course, claim.said, claim.measured, claim.holds_if]
        found = re.fullmatch(r"\S+ \[(\S+), (\S+)\]", row[3])
        assert found is not None
        assert row[5] == claim.verdict(float(found[1]), float(found[2]))
