"""Each puzzle needs one technique, and no easier technique helps."""

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from ladder_oracle import closures
from reference import boards
from sapper.core.level import Level
from sapper.core.view import FLAGGED, View
from sapper.errors import SapperError
from sapper.ladder.dealer import DealLimitError, DealProgress, Dealt, Wanted, deal_wanted
from sapper.ladder.puzzle import (
    PuzzleLimitError,
    as_puzzle,
    guess_puzzles,
    puzzles,
    seed_for,
    sheet_html,
    sheet_svgs,
)
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.reason.value import value

COMMON = [t for t in Technique if t not in (Technique.GIVEN, Technique.CASE_SPLIT)]
LEVEL = Level.parse("10x8x17/open")


@pytest.mark.parametrize("technique", COMMON)
def test_one_technique_leads_on(technique: Technique) -> None:
    """Easier techniques settle only the flagged mines, and harder ones settle no other cells."""
    for puzzle in puzzles(technique, seed=1, count=2, level=LEVEL):
        found = closures(puzzle.view)
        flagged = {c for c, state in enumerate(puzzle.view.states) if state == FLAGGED}
        assert {c for c, (mine, rung) in found.items() if rung < technique} == flagged
        assert all(found[cell][0] for cell in flagged)
        answer = {c for c, (_, rung) in found.items() if rung == technique}
        assert answer == {*puzzle.safe, *puzzle.mines}
        assert puzzle.safe
        assert max(rung for _, rung in found.values()) == technique


def test_a_set_has_no_repeats_and_stays_what_it_is() -> None:
    """The same seed gives the same puzzles, and a longer list begins with the same puzzles."""
    few = puzzles(Technique.SUBSET, seed=9, count=5, level=LEVEL)
    many = puzzles(Technique.SUBSET, seed=9, count=30, level=LEVEL)
    assert many[:5] == few
    assert len({str(puzzle.view) for puzzle in many}) == 30


def test_another_seed_gives_other_puzzles() -> None:
    """Neighbouring seeds give different puzzles, and different students get different seeds."""
    level = Level.parse("6x4x5/open")
    one_each = [puzzles(Technique.SUBSET, seed, 1, level)[0] for seed in range(31, 36)]
    assert len({str(puzzle.view) for puzzle in one_each}) == 5
    level = Level.parse("5x4x5/open")
    two, three = ({str(p.view) for p in guess_puzzles(seed, 3, level)} for seed in (2, 3))
    assert two != three
    seeds = [seed_for(name, seed) for seed in (1, 2) for name in ("A", "B", "C")]
    assert len({*seeds}) == 6
    assert seed_for(" a ", 1) == seeds[0]
    assert seed_for("A") == seed_for("A", 0)
    assert seed_for("Mu\u0308ller") == seed_for("M\u00fcller")
    assert seed_for("", 7) == 7


def turned(view: View) -> View:
    """The position mirrored across its diagonal, so that rows become columns."""
    rows = ["".join(column) for column in zip(*view.rows, strict=True)]
    level = view.level
    return View.parse("\n".join([f"{level.height}x{level.width}x{level.mines}/open", *rows]))


def test_no_two_puzzles_share_an_argument() -> None:
    """A rotated or mirrored puzzle counts as the same puzzle, so a level may have too few."""
    view = View.parse("5x3x2\n.....\n11111\n00000")
    shape = as_puzzle(view, Technique.SUBSET)
    other = as_puzzle(turned(view), Technique.SUBSET)
    assert shape is not None
    assert other is not None
    assert shape.shape == other.shape
    made = puzzles(Technique.SUBSET, seed=3, count=20, level=Level.parse("6x4x5/open"))
    for puzzle in made:
        again = as_puzzle(turned(puzzle.view), Technique.SUBSET)
        assert again is not None
        argued = [each for each in made if each.shape == puzzle.shape]
        assert argued == [puzzle]
    few = Level.parse("6x4x7/open")
    with pytest.raises(PuzzleLimitError, match="almost all other boards of this level") as at:
        puzzles(Technique.CHAIN, seed=1, count=12, level=few)
    assert 0 < len(at.value.puzzles) < 12


def test_a_technique_that_no_board_needs_is_refused_at_once() -> None:
    """All boards of a small level are tried, so the error comes before any time limit."""
    for level, technique in (("3x3x0/open", "subset"), ("5x4x4/open", "combination")):
        with pytest.raises(SapperError, match=f"no board of {level} .* only {technique}") as at:
            puzzles(Technique.parse(technique), seed=1, count=1, level=Level.parse(level))
        assert not isinstance(at.value, PuzzleLimitError)


def test_an_answer_starts_with_what_is_new() -> None:
    """Mines already known are flagged in the drawing, so the answer does not prove them."""
    made = puzzles(Technique.SUBSET, seed=1, count=6, level=LEVEL)
    made += puzzles(Technique.COMBINATION, seed=6, count=1)
    for one in made:
        assert all(one.view[cell] == FLAGGED for cell in one.explanation.known)
        said = str(one.explanation)
        assert one.reasons[1:] == tuple(said.splitlines())
        assert one.reasons[2].startswith(("1. The ", "1. A mine counts as 1, "))
        assert "Easier steps" not in said + one.explanation._repr_html_()
    assert any(one.explanation.known for one in made[:6])
    # A reader can check the sum: 2 + 2 - 1 - 3 = 0.
    assert "Add the 2s at I8 and L8. Subtract the 3 at K6 (1 mine left) and the 3 at J9." in said


def test_a_position_with_an_easier_or_harder_step_is_no_puzzle() -> None:
    view = View.parse("5x3x2\n.....\n11111\n00000")
    made = as_puzzle(view, Technique.SUBSET)
    assert made is not None
    assert made.safe == (2,)
    assert made.answer.rows[0] == "..+.."
    assert as_puzzle(view, Technique.DIFFERENCE) is None
    assert as_puzzle(view, Technique.SINGLE_CLUE) is None
    assert as_puzzle(View.parse("3x1x1\n.1."), Technique.SUBSET) is None
    # A subset settles C1, but other cells need the mine count.
    assert as_puzzle(View.parse("5x2x1\n.1...\n1...."), Technique.SUBSET) is None


def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 1000 seconds pass whenever the search for puzzles looks at the clock."""
    seconds = itertools.count(step=1000.0)
    clock = SimpleNamespace(monotonic=lambda: next(seconds))
    monkeypatch.setattr("sapper.ladder.puzzle.time", clock)


def test_a_search_ends_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is read for each board. The error has the puzzles found until then."""
    ticking(monkeypatch)
    said = r"^\d of 30 puzzles in 9000 s: raise the limit, or ask for fewer$"
    with pytest.raises(PuzzleLimitError, match=said) as at:
        puzzles(Technique.SUBSET, seed=1, count=30, level=LEVEL, limit=9000)
    some = at.value.puzzles
    assert 0 < len(some) < 10
    guessed = Level.parse("6x3x5/open")
    with pytest.raises(PuzzleLimitError, match=said) as at:
        guess_puzzles(seed=1, count=30, level=guessed, limit=9000)
    few = at.value.puzzles
    assert 0 < len(few) < 10
    monkeypatch.undo()
    assert some == puzzles(Technique.SUBSET, seed=1, count=len(some), level=LEVEL)
    assert few == guess_puzzles(seed=1, count=len(few), level=guessed)


def test_a_search_without_result_says_how_many_boards_were_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = 0

    def nothing(level: Level, *_: object, **__: object) -> None:
        rows = np.zeros((0, level.mines), np.uint32)
        raise DealLimitError(Dealt(level, None, (), rows, 1, tried), "no such board")

    def said() -> str:
        ticking(monkeypatch)
        with pytest.raises(PuzzleLimitError) as at:
            puzzles(Technique.SUBSET, seed=1, count=1, level=LEVEL, limit=2500)
        assert at.value.puzzles == []
        return str(at.value)

    monkeypatch.setattr("sapper.ladder.puzzle.deal_wanted", nothing)
    more = "Raise the limit, or use another level"
    assert said() == "no puzzle in 2500 s: raise the limit"
    tried = 1
    assert said() == f"no puzzle in 2500 s: the only board tried has none. {more}"
    tried = 2_155_417
    assert said() == f"no puzzle in 2500 s: none of 2,155,417 boards has one. {more}"


def test_without_time_nothing_is_tried() -> None:
    said = "^no puzzle in 0 s: raise the limit$"
    with pytest.raises(PuzzleLimitError, match=said):
        puzzles(Technique.SUBSET, seed=1, count=1, level=LEVEL, limit=0)
    for best in (False, True):
        with pytest.raises(PuzzleLimitError, match=said):
            guess_puzzles(seed=1, count=1, best=best, limit=0)
    assert puzzles(Technique.SUBSET, seed=1, count=0, limit=0) == []
    assert guess_puzzles(seed=1, count=0, limit=0) == []


def test_trying_all_boards_of_a_level_ends_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small level is not refused before all its boards were tried."""
    level = Level.parse("5x4x4/open")
    ticking(monkeypatch)
    with pytest.raises(PuzzleLimitError, match="no puzzle in 9000 s"):
        puzzles(Technique.COMBINATION, seed=1, count=1, level=level, limit=9000)


def test_a_search_reports_its_progress() -> None:
    seen: list[DealProgress] = []
    puzzles(Technique.SUBSET, seed=9, count=3, level=LEVEL, progress=seen.append)
    assert {one.asked for one in seen} == {3}
    assert [one.found for one in seen] == sorted(one.found for one in seen)
    assert (seen[0].found, seen[0].candidates, seen[-1].found) == (0, 0, 2)
    assert seen[-1].candidates >= 2
    seen.clear()
    guess_puzzles(seed=1, count=2, level=Level.parse("6x3x5/open"), progress=seen.append)
    assert [one.candidates for one in seen] == [*range(len(seen))]


def test_a_long_search_for_one_board_reports_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards that the dealer tries for the next puzzle are added to those before."""

    def rare(*_: object, progress: Callable[[DealProgress], object], **__: object) -> Dealt:
        progress(DealProgress(0, 1, 77, 5.0))
        return dealt

    dealt = deal_wanted(LEVEL, 1, 1, Wanted(technique=Technique.SUBSET, to_the_end=False))
    dealt = replace(dealt, candidates=100)
    monkeypatch.setattr("sapper.ladder.puzzle.deal_wanted", rare)
    seen: list[DealProgress] = []
    with pytest.raises(PuzzleLimitError, match=r"^found 1 puzzle: almost all"):
        puzzles(Technique.SUBSET, seed=1, count=2, level=LEVEL, progress=seen.append)
    assert [(one.found, one.asked, one.candidates) for one in seen[:4]] == [
        (0, 2, 0),
        (0, 2, 77),
        (1, 2, 100),
        (1, 2, 177),
    ]


def test_puzzles_that_make_no_sense() -> None:
    for technique, count in (
        (Technique.GIVEN, 1),
        (Technique.CASE_SPLIT, 1),
        (Technique.SUBSET, -1),
    ):
        with pytest.raises(SapperError):
            puzzles(technique, seed=1, count=count)
    with pytest.raises(SapperError, match="can't make -1 puzzles"):
        guess_puzzles(seed=1, count=-1)
    large = Level.parse("101x100x2000/open")
    for call in (
        lambda: puzzles(Technique.SUBSET, 1, 1, large),
        lambda: guess_puzzles(1, 1, large),
    ):
        with pytest.raises(
            SapperError, match="of level 101x100x2000/open: use at most 10000 cells"
        ):
            call()


def test_sheets_have_all_puzzles_and_their_solutions() -> None:
    made = puzzles(Technique.SUBSET, seed=2, count=10, level=LEVEL)
    html = sheet_html(made, 4)
    assert html.count("<section>") == 6
    assert html.count("<figure>") == 20
    assert html.index("Solutions") > html.index("<figcaption>10. subset")
    captions = re.findall(r"<figcaption>(\d+)\. ([^<]*)", html)
    assert [int(number) for number, _ in captions] == [*range(1, 11)] * 2
    assert captions[10][1] == made[0].explanation.summary
    pages = sheet_svgs(made, 9)
    assert len(pages) == 4
    for page in pages:
        assert ElementTree.fromstring(page).tag.endswith("svg")
    with pytest.raises(SapperError, match="4 to 12"):
        sheet_html(made, 3)


def test_a_guess_puzzle_has_nothing_certain_and_its_safest_cells() -> None:
    """No cell is safe on all boards that fit, and only flagged cells are mines on all of them."""
    made = guess_puzzles(seed=4, count=6, level=Level.parse("6x3x5/open"))
    assert len({str(puzzle.view) for puzzle in made}) == 6
    for puzzle in made:
        found = list(boards(puzzle.view))
        risks = {c: sum(c in mines for mines in found) / len(found) for c in puzzle.view.hidden}
        least = min(risks.values())
        assert least > 0
        assert puzzle.risks == pytest.approx([least] * len(puzzle.cells))
        assert {c for c in risks if risks[c] == least} == set(puzzle.cells) < set(risks)
        assert {c for c in risks if puzzle.view[c] == FLAGGED} == {
            c for c in risks if risks[c] == 1
        }
        name = puzzle.view.grid.name
        assert puzzle.to_json()["safest"] == [name(cell) for cell in puzzle.cells]
        assert puzzle.answer.given == puzzle.cells
    assert sheet_html(made).count("Which cell is the safest?") == 1
    assert sum("Which cell is the safest?" in page for page in sheet_svgs(made)) == 1


def test_a_puzzle_may_ask_for_the_best_guess() -> None:
    level = Level.parse("5x4x5/open")
    made = guess_puzzles(seed=6, count=3, level=level, best=True)
    for puzzle in made:
        moves = value(puzzle.view).moves
        wins = {move.cell: move.win for move in moves}
        assert puzzle.win == pytest.approx(max(wins.values()))
        assert set(puzzle.cells) == {c for c in wins if wins[c] == pytest.approx(puzzle.win)}
        chances = odds(puzzle.view)
        assert list(puzzle.risks) == [chances[cell] for cell in puzzle.cells]
        assert puzzle.to_json()["best"] == [puzzle.view.grid.name(cell) for cell in puzzle.cells]
    safest = guess_puzzles(seed=6, count=3, level=level)
    assert any(one.cells != other.cells for one, other in zip(made, safest, strict=True))
    page = sheet_html(made)
    assert page.count("Which cell gives the best chance of winning?") == 1
    assert "safest" not in page


def test_a_level_without_guesses_has_no_guess_puzzles() -> None:
    with pytest.raises(
        SapperError, match=r"^found 0 puzzles on 1000 boards: use a level with more"
    ):
        guess_puzzles(seed=0, count=1, level=Level.parse("3x3x0/open"))
