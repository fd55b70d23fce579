"""A better agent gets a better mark, and nothing is gained by lies, silence or Sapper's help."""

from __future__ import annotations

import csv
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command import app
from sapper.adapters import ForeignAgent
from sapper.adapters.skeleton import PYTHON
from sapper.core.board import Board
from sapper.core.game import Game
from sapper.core.view import Decision, Move
from sapper.errors import SapperError
from sapper.lab.grade.examine import Examined, Examiner, ThinkingTime
from sapper.lab.grade.html import lines, own_work
from sapper.lab.grade.marks import Share, completeness, grade
from sapper.lab.grade.results import table_csv
from sapper.lab.grade.rubric import DEFAULT, Rubric
from sapper.lab.grade.secret import SecretBoards
from sapper.lab.grade.submissions import submissions
from sapper.lab.play import Played
from sapper.ladder.techniques import Technique
from sapper.words.text import Text

from .grading import FAULTY, Grader, judged

SINGLE = f"""
import random, sys
from sapper import guess
sys.path.insert(0, {str(FAULTY)!r})
import _rules

def choose(view):
    cell = _rules.choose(view)
    return cell if cell is not None else OTHERWISE
"""
GIVEN = "import random\ndef choose(view):\n    return view.given[0] if view.given else "
WRAPPER = """
from sapper.agents import make

class Wrapper:
    def __init__(self):
        self.agent = make("sat")

    def choose(self, view):
        return self.agent.choose(view)
"""
STEPS = {
    "nothing": {
        "silent": "def choose(view):\n    return None\n",
        "nonsense": "def choose(view):\n    return 'nonsense'\n",
        "claims the last": "def choose(view):\n    return view.hidden[-1]\n",
        "claims any": "import random\ndef choose(view):\n    return random.choice(view.hidden)\n",
        "guesses any": "import random\nfrom sapper import guess\ndef choose(view):\n"
        "    return guess(random.choice(view.hidden))\n",
        "wrapper": WRAPPER,
    },
    "starter": {"starter": PYTHON, "given": GIVEN + "None\n"},
    "single clue, liar": {
        "claims its guesses": SINGLE.replace("OTHERWISE", "_rules.unknown(view)[0]"),
        "claims any guess": SINGLE.replace("OTHERWISE", "random.choice(_rules.unknown(view))"),
    },
    "single clue": {
        "rules": "rules",
        "in a file": SINGLE.replace("OTHERWISE", "None"),
        "and guesses": SINGLE.replace("OTHERWISE", "guess(_rules.unknown(view)[0])"),
    },
    "textbook": {"textbook": "textbook", "resolution": "resolution"},
    "complete": {"sat": "sat"},
    "complete and strong": {"odds": "odds", "champion": "champion"},
}
LIARS = {
    "claims the first": GIVEN + "view.hidden[0]\n",
    "claims another": GIVEN + "random.choice(view.hidden)\n",
}


def check_order(points: dict[str, float], steps: dict[str, dict[str, str]]) -> None:
    of_steps = [[points[name] for name in agents] for agents in steps.values()]
    assert set(of_steps[0]) == {0.0}
    for worse, better in pairwise(of_steps):
        assert max(worse) < min(better), points
    starter = min(points[name] for name in steps["starter"])
    assert all(0 < points[name] <= starter for name in LIARS if name in points)
    assert 45 <= points["in a file"] <= 60
    # A lie costs more than a tenth of the mark.
    assert max(points[name] for name in steps["single clue, liar"]) < points["in a file"] - 10


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 4711, 10**15])
def test_better_agents_get_better_marks(seed: int, tmp_path: Path) -> None:
    """The order of the marks is the same on all boards."""
    texts = {name: text for agents in (*STEPS.values(), LIARS) for name, text in agents.items()}
    points = {}
    with SecretBoards(seed) as boards:
        for name, agent in texts.items():
            if "\n" in agent:
                file = tmp_path / f"{name}.py"
                file.write_text(agent)
                agent = str(file)
            points[name] = 0.0  # for an agent that is not allowed to play
            with nullcontext() if name != "wrapper" else pytest.raises(SapperError):
                points[name] = grade(agent, Rubric.load(None), boards=boards, jobs=2).mark.points
    check_order(points, STEPS)


FEW = {
    "nothing": ("silent", "claims the last"),
    "starter": ("starter",),
    "single clue, liar": ("claims its guesses",),
    "single clue": ("rules", "in a file"),
    "textbook": ("textbook",),
    "complete": ("sat",),
    "complete and strong": ("odds",),
}


def test_better_agents_get_better_marks_in_few_games(graded: Grader) -> None:
    steps = {step: {name: STEPS[step][name] for name in names} for step, names in FEW.items()}
    agents = {name: text for step in steps.values() for name, text in step.items()}
    agents["claims the first"] = LIARS["claims the first"]
    check_order({name: graded(text).mark.points for name, text in agents.items()}, steps)


class Reason:
    def __init__(self, certain: bool) -> None:
        self.certain = certain

    def words(self, grid: object) -> Text:
        raise NotImplementedError


class Foreign(ForeignAgent):
    """A third-party agent without a process."""

    def __init__(self, late: bool = False) -> None:
        self.late = late
        self.shown = None
        self.seconds = 0.0
        self._mines = {}

    peak = property(lambda self: None)
    cpu = property(lambda self: 5.0)
    sapper = property(lambda self: frozenset())


SOLVABLE = Board.parse("5x1x2/any\n1*11*\n")
CLAIM, GUESS = Reason(True), Reason(False)


def examined(
    moves: str, reason: Reason = CLAIM, late: bool = False, opened: tuple[int, ...] = (0, 2)
) -> Examined:
    """What the examiner notes about a decision in a position like `1.1..`, where D1 is safe."""
    game = Game(SOLVABLE)
    for cell in opened:
        game.open(cell)
    cells = [SOLVABLE.grid.parse_cell(name) for name in moves.split()]
    decision = Decision(tuple(Move("open", cell) for cell in cells), reason) if cells else None
    examiner = Examiner(1)
    examiner(game, Foreign(late), decision)
    return examiner.result(Played("stuck", 0.0))


@pytest.mark.parametrize(
    ("moves", "reason", "late", "instead"),
    [
        ("D1", CLAIM, False, None),
        ("D1", CLAIM, True, "was too slow"),
        ("D1", GUESS, False, "guessed"),
        ("B1", CLAIM, False, "made a false claim"),
        ("D1 B1", CLAIM, False, "made a false claim"),
        ("", GUESS, False, "was stuck"),
    ],
)
def test_a_position_is_solved_by_a_true_claim_in_time(
    moves: str, reason: Reason, late: bool, instead: str | None
) -> None:
    """Everything else misses it. A false claim is also noted as false."""
    found = examined(moves, reason, late)
    assert found.solved == ((Technique.SINGLE_CLUE,) if instead is None else ())
    noted = [(one.instead, one.cell, one.technique) for one in found.missed]
    assert noted == ([] if instead is None else [(instead, 3, Technique.SINGLE_CLUE)])
    lied = instead == "made a false claim"
    assert found.false == ((Technique.SINGLE_CLUE,) if lied else ())
    assert (found.late, len(found.unsound)) == (late, lied)


def test_a_false_claim_where_nothing_is_provable_is_noted() -> None:
    found = examined("D1", opened=())
    assert (found.solved, found.missed, found.false) == ((), (), (None,))


def test_flags_neither_solve_a_position_nor_miss_it() -> None:
    game = Game(SOLVABLE)
    for cell in (0, 2):
        game.open(cell)
    examiner = Examiner(1)
    examiner(game, Foreign(), Decision((Move("flag", 1),), CLAIM))
    found = examiner.result(Played("stuck", 0.0))
    assert (found.solved, found.missed, found.false) == ((), (), ())


def test_every_false_claim_cancels_a_solved_position() -> None:
    """It cancels one of the same technique, then of the hardest one, but no given cell."""
    given, single, subset = Technique.GIVEN, Technique.SINGLE_CLUE, Technique.SUBSET
    miss = examined("").missed[0]
    game = Examined(
        1,
        Played("lost", 0.0),
        solved=(given, given, single, single, single, subset, subset),
        missed=(miss, replace(miss, technique=subset)),
        false=(subset,),
    )
    assert completeness([game]) == {
        given: Share(2, 0), single: Share(3, 1), subset: Share(2, 1, 1),
    }  # fmt: skip
    more = replace(game, false=(subset, single, None, None))
    assert completeness([more])[single] == Share(3, 1, 2)
    assert completeness([more])[subset] == Share(2, 1, 2)
    most = replace(game, false=(None,) * 9)
    assert [share.share for share in completeness([most]).values()] == [1, 0, 0]


def test_only_cpu_time_counts_until_an_agent_waits_for_long() -> None:
    """Two decisions that took 5 s of CPU time together are over a limit of 4 s, but not of 6 s."""
    for seconds, over in ((4.0, True), (6.0, False)):
        clock = ThinkingTime(seconds, float("inf"))
        examiner = Examiner(1, clock=clock)
        examiner._note(Foreign())
        examiner._note(Foreign())
        assert (clock.used, clock.is_over) == (5.0, over)
        examiner.new_game()
        examiner._note(Foreign())
        assert clock.used == 10.0
    assert ThinkingTime(4.0, 0.0).is_over


def test_a_wrapper_around_sapper_is_named_and_gets_no_marks(graded: Grader) -> None:
    """Only if it is allowed does the mark count what Sapper did, and the report says so."""
    with pytest.raises(SapperError, match=r"sapper\.agents is not allowed, because a graded agent"):
        graded(WRAPPER)
    found = graded(WRAPPER, allow_sapper=True)
    assert found.faults == ("uses Sapper",)
    assert found.mark.points > 90
    assert own_work(found) == "it uses sapper.agents, which was allowed"
    assert found.to_json()["sapper"] == {"allowed": True, "imports": ["sapper.agents"]}
    late = graded("def choose(view):\n    from sapper import odds\n    return odds(view).safest\n")
    assert {"uses Sapper", "crashes"} <= set(late.faults)
    assert late.mark.points == 0


def test_an_agent_that_tried_is_marked_for_its_own_work(graded: Grader) -> None:
    tries = f"try:\n    from sapper import odds\nexcept ImportError:\n    pass\n{GIVEN}None\n"
    found = graded(tries)
    assert "uses Sapper" in found.faults
    assert found.mark.points == graded(STEPS["starter"]["given"]).mark.points > 0
    said = (
        "  own work  it tried to import sapper.reason, which was refused. A copy of Sapper's files"
    )
    assert any(line.startswith(said) for line in lines(found))


def test_a_rubric_may_allow_sapper() -> None:
    assert Rubric.parse("allow_sapper = true\n[points]\nruns = 1\n").allow_sapper
    assert not Rubric.load(None).allow_sapper
    with pytest.raises(SapperError, match="allow_sapper can't be 1: use true or false"):
        Rubric.parse("allow_sapper = 1")


def test_what_a_rubric_leaves_out_is_as_usual() -> None:
    """Only points and minimums have no usual values, because they depend on each other."""
    usual, short = Rubric.load(None), Rubric.parse("[points]\nruns = 1\n")
    kept = ("levels", "games", "passing", "fatal", "beside", "allow_sapper")
    assert [getattr(short, key) for key in kept] == [getattr(usual, key) for key in kept]


def test_a_line_says_why_points_are_missing(graded: Grader) -> None:
    """A sound agent has all points for being sound, whatever it missed."""
    said = lines(graded("rules"))
    assert "  points    sound 15.0 of 15" in said
    (complete,) = [line for line in said if line.startswith("            complete ")]
    assert "(subset), but the agent was stuck" in complete
    (row,) = csv.DictReader(table_csv([graded("rules")]).splitlines())
    assert complete.strip() in row["missing"]
    assert "sound" not in row["missing"]


def test_reports_in_the_folder_of_the_class_are_no_student(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_text(STEPS["nothing"]["silent"])
    reports = tmp_path / "reports"
    ask = ["grade", str(tmp_path), "--level", "5x4x3/given", "--games", "1", "--jobs", "1"]
    for _ in range(2):
        done = CliRunner().invoke(app, [*ask, "--html", str(reports)])
        assert len(done.output.splitlines()) == 4, "with the file that was written"
        assert {file.name for file in reports.iterdir()} == {"anna.py.html", "index.html"}
    work = tmp_path / "_work"

    def found(*reports: Path) -> list[str]:
        return [one.name for one in submissions(tmp_path, work, *reports)]

    assert found(reports / ".." / "reports") == ["anna.py"]
    assert found() == ["anna.py", "reports"]
    (reports / "agent.py").write_text(STEPS["nothing"]["silent"])
    assert found(reports) == ["anna.py", "reports"], "a student's folder"


def test_a_late_or_crashed_decision_does_not_miss_an_easy_cell(graded: Grader) -> None:
    """Such a fault has a name of its own."""
    crashes = "def choose(view):\n    return view.given[0] if view.given else 1 // 0\n"
    assert graded(crashes).faults == ("crashes",)
    found = graded(PYTHON)
    assert "misses easy cells" in found.faults
    for late, faults in ((True, ("too slow",)), (False, ())):
        one = replace(found, games=(examined("D1", late=late),), led=())
        assert judged(one, DEFAULT).faults == faults
