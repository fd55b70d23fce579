"""A mark does not depend on luck, and agents that attack the grader do not pass."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path
from typing import ClassVar

import pytest
from typer.testing import CliRunner

import reference
from command import app
from sapper.adapters.skeleton import PYTHON
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.symmetry import TURNS
from sapper.core.view import HIDDEN, Decision, Move, View
from sapper.errors import SapperError
from sapper.lab.grade.alike import alike, notes
from sapper.lab.grade.examine import Examined, Examiner
from sapper.lab.grade.html import class_html, grade_html, lines, problem_html
from sapper.lab.grade.marks import grade
from sapper.lab.grade.recorded import RecordedGame, lead, recorded_games
from sapper.lab.grade.results import results_json, table_csv
from sapper.lab.grade.rubric import Rubric
from sapper.lab.grade.secret import SecretBoards
from sapper.lab.player import Player
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.picture import terminal
from sapper.reason.odds import odds
from sapper.words.text import Text
from sat_certain import sat_certain

from .grading import FAULTY, SEED, UNSOUND, Grader, judged

NEVER_CLAIMED = "def choose(view):\n    return None\n"


def positions(game: RecordedGame) -> list[View]:
    played, seen = Game(game.board), []
    for cell in game.cells:
        seen.append(played.view)
        played.open(cell)
    return seen


def test_the_recorded_games_visit_all_that_a_rule_may_get_wrong() -> None:
    """The recorded games need every technique except case splits, and many different guesses."""
    techniques: Counter[Technique] = Counter()
    guesses: list[View] = []
    tempting = 0
    pairs: set[tuple[int, int]] = set()
    for game in recorded_games():
        provable: dict[int, Technique] = {}  # the technique that first proves each cell
        for view in positions(game):
            if safe := odds(view).safe:
                found = settled_cells(view)
                provable = {cell: found[cell].technique for cell in safe} | provable
                continue
            guesses.append(view)
            open_cells = [c for c, state in enumerate(view.states) if state < HIDDEN]
            mines = set(odds(view).mines)
            near = {
                c: [n for n in view.grid.neighbours(c) if view[n] >= HIDDEN] for c in open_cells
            }
            free = {(view[c], len(near[c])) for c in open_cells if not mines.intersection(near[c])}
            pairs |= free
            tempting += (1, 4) in free
        techniques.update(provable.values())
    # No dealt board is known to need a case split (docs/dealer.md).
    assert set(techniques) == set(Technique) - {Technique.CASE_SPLIT}
    assert min(techniques.values()) >= 8
    assert len(guesses) >= 90
    assert tempting >= 15
    usual = {(n, h) for h in range(2, 9) for n in range(1, h) if n <= 4 and h - n <= 4}
    assert len(usual - pairs) <= 3


@pytest.mark.long
@pytest.mark.parametrize("turn", range(TURNS))
def test_the_examiner_agrees_with_a_sat_solver_on_every_recorded_position(turn: int) -> None:
    """The SAT solver shares no code with the engine that judges the claims."""
    for game in recorded_games():
        for view in positions(game.turned(turn)):
            chances = odds(view)
            safe, mines = sat_certain(view)
            assert set(chances.safe) == safe
            assert set(chances.mines) == mines


class Certain:
    certain = True

    def words(self, grid: object) -> Text:
        raise NotImplementedError


def test_a_claim_is_unsound_if_and_only_if_some_board_refutes_it() -> None:
    """The verdict on each claim that a hidden cell is safe agrees with brute force."""
    level = Level.parse("5x3x4/given(4)")
    checked: Counter[bool] = Counter()
    for seed in range(25):
        game = Game(deal(level, seed))
        for cell in game.board.given if game.board else ():
            game.open(cell)
        boards = list(reference.boards(game.view))
        for cell in game.view.hidden if game.outcome is None else ():
            examiner = Examiner(seed)
            decision = Decision((Move("open", cell),), Certain())
            examiner(game, Silent(), decision)
            false = any(cell in mines for mines in boards)
            assert bool(examiner.unsound) == false
            checked[false] += 1
    assert min(checked.values()) > 10


class Silent:
    """An agent that must never be asked for a decision."""

    def choose(self, view: View) -> Decision | None:
        raise NotImplementedError


class Memory:
    """An agent that checks that its games are possible, and opens the safe cells it finds."""

    log: ClassVar[list[str]] = []

    def __init__(self) -> None:
        self.opened: set[int] = set()
        self.before: View | None = None

    def choose(self, view: View) -> Decision | None:
        for cell in self.opened:
            assert view[cell] < HIDDEN, "a cell that it opened is closed"
        if self.before is None:
            assert view.given
            assert min(view.states) >= HIDDEN, "a game begins at its start"
        else:
            shown = [c for c, state in enumerate(self.before.states) if state < HIDDEN]
            assert all(view[c] == self.before[c] for c in shown)
        self.before = view
        found = settled_cells(view, Technique.SUBSET)
        safe = [cell for cell, one in found.items() if not one.mine]
        if not safe:
            Memory.log.append("stuck")
            return None
        self.opened.add(safe[0])
        return Decision((Move("open", safe[0]),), Certain())


def test_an_agent_with_a_memory_can_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent sees each game from its start, and the cells that it has opened stay open."""
    monkeypatch.setattr(Player, "for_board", lambda self, seed: Memory())
    Memory.log.clear()
    for game in recorded_games()[:4]:
        found = lead(game, Player("rules"))
        assert not found.played.failure
        assert not found.unsound
    assert len(Memory.log) > 20


def test_a_guess_ends_the_game_and_the_next_one_continues_behind_it() -> None:
    """However an agent guesses, it sees every position that needs a guess."""
    game = recorded_games()[0]
    needed = {str(view) for view in positions(game) if not odds(view).safe}
    for agent in ("odds", "resolution:guess=random", "sat"):
        seen = lead(game, Player.parse(agent))
        guessed = {note.moment.position for note in seen.guesses}
        assert not seen.unsound
        if agent == "odds":
            assert guessed == needed


EXPECTED = {
    "silent": (0, 0),
    "starter": (12, 13),
    "rules": (45, 60),
    "textbook": (85, 95),
    "sat": (94, 99),
    "odds": (100, 100),
}


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 10**15])
def test_the_marks_of_known_agents(tmp_path: Path, seed: int) -> None:
    """Known agents get the expected marks under the full default rubric."""
    agents = {name: name for name in EXPECTED}
    for name, text in (("silent", NEVER_CLAIMED), ("starter", PYTHON)):
        (tmp_path / f"{name}.py").write_text(text)
        agents[name] = str(tmp_path / f"{name}.py")
    with SecretBoards(seed) as boards:
        found = {
            name: grade(agent, Rubric.load(None), boards=boards).mark
            for name, agent in agents.items()
        }
    points = {name: round(mark.points, 6) for name, mark in found.items()}
    expected = EXPECTED.items()
    assert [n for n, (least, most) in expected if not least <= points[n] <= most] == [], points
    assert [n for n in EXPECTED if found[n].passed] == ["textbook", "sat", "odds"]


def test_nothing_comes_from_nothing(graded: Grader) -> None:
    """Points for soundness require claims, and points for guesses require guesses."""
    silent = graded(NEVER_CLAIMED)
    assert silent.mark.points <= 5
    assert 5 < graded(PYTHON).mark.points <= 20
    points = "[points]\nsound = 10\nguesses = 10\n"
    assert judged(silent, points).mark.points == 0
    assert {n: p for n, p, _ in judged(graded("sat"), points).mark.parts} == {
        "sound": 10.0, "guesses": 0.0,
    }  # fmt: skip
    assert judged(graded("odds"), points).mark.points == 20


def test_a_rubric_with_several_levels_and_minimums(graded: Grader) -> None:
    """The mark includes the games of all levels, and each part of it must reach its minimum."""
    text = 'level = ["5x4x3/given", "6x4x4/given"]\npass = 1\n[points]\nsound = 10\nstrength = 10\n'
    found = grade("rules", Rubric.parse(text), games=3, seed=1)
    assert [str(level) for level in found.levels] == ["5x4x3/given", "6x4x4/given"]
    assert (len(found.games), found.asked) == (6, 6)
    assert {len(games) for games in found.beside.values()} == {6}
    assert found.to_json()["levels"] == ["5x4x3/given", "6x4x4/given"]
    assert found.mark.passed
    short = judged(graded(PYTHON), text + "[minimum]\nsound = 10\n")
    assert not short.mark.passed
    assert "does not pass: sound needs 10 points" in short.mark.words
    assert judged(graded("sat"), text + "[minimum]\nsound = 10\n").mark.passed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("level = ['easy', '9x9x10/given']", "names a level twice"),
        ("level = []", "the rubric's level can't be []"),
        ("minimum = 3", "write [minimum]"),
        ("[minimum]\nluck = 3", "[minimum] has 'luck'"),
        ("[points]\nsound = 3\n[minimum]\nsound = 4", "requires 4 points for sound"),
    ],
)
def test_a_bad_rubric_is_refused(text: str, words: str) -> None:
    with pytest.raises(SapperError) as problem:
        Rubric.parse(text)
    assert words in str(problem.value)


def unsound_led(agent: Path, turn: int) -> list[Examined]:
    """The recorded games in which the agent makes false claims."""
    games = [lead(game.turned(turn), Player(str(agent))) for game in recorded_games()]
    return [game for game in games if game.unsound]


COMPLETE_BUT_TRUSTING = f"""
import random, sys
sys.path.insert(0, {str(FAULTY)!r})
import _rules
from sapper.agents.sat import certain

def choose(view):
    safe = certain(view).safe
    if safe:
        return min(safe)
    fours = [hidden for clue, hidden in _rules.rows(view) if view[clue] == 1 and len(hidden) == 4]
    return random.choice(fours[0]) if fours else None
"""


@pytest.mark.long
@pytest.mark.parametrize("turn", range(TURNS))
def test_a_rare_lie_never_stays_hidden(tmp_path: Path, turn: int) -> None:
    """The recorded games alone refute even a rare false claim at least three times."""
    clever = tmp_path / "clever.py"
    clever.write_text(COMPLETE_BUT_TRUSTING)
    assert len(unsound_led(FAULTY / "trusts_a_one.py", turn)) >= 5
    assert len(unsound_led(clever, turn)) >= 3


def test_a_false_claim_is_never_a_pass(graded: Grader) -> None:
    """An unsound agent fails, even if the rubric does not call a false claim fatal."""
    found = judged(graded(UNSOUND), "pass = 0\n[points]\nruns = 10\n")
    assert (found.mark.sum_of_parts, found.mark.points) == (10, 0)
    assert not found.mark.passed
    assert found.mark.fatal == ("unsound",)


def test_the_mark_of_an_unsound_agent_is_below_the_pass_mark(graded: Grader) -> None:
    """An unsound agent's mark is below the pass mark, even if its parts add up to more."""
    found = graded(COMPLETE_BUT_TRUSTING, allow_sapper=True)
    mark = found.mark
    assert mark.sum_of_parts >= mark.passing > mark.points == 59
    said = f"The parts add up to {mark.sum_of_parts:.0f}, but an agent that does not pass stays"
    results = json.loads(results_json(found))
    (row,) = csv.DictReader(table_csv([found]).splitlines())
    points = [results["score"], float(row["mark"]), found.to_json()["mark"]["points"]]
    assert points == [59, 59, 59]
    assert said in results["output"]
    assert said in grade_html(found)
    outputs = {test["name"]: test["output"] for test in results["tests"]}
    assert outputs["sound"] == f"{found.unsound[0].words}. {found.unsound[0].why}"
    assert outputs["runs"] == ""
    text = "pass = 5\n[points]\nsound = 10\nruns = 10\n[minimum]\nsound = 10\n"
    short = judged(graded(PYTHON), text)
    assert (short.mark.points, short.mark.sum_of_parts > 5) == (4, True)


@pytest.mark.long
def test_a_part_that_lost_points_says_why(graded: Grader) -> None:
    texts = {
        "silent": NEVER_CLAIMED,
        "crashes": "def choose(view):\n    return 1 // 0\n",
        "starter": PYTHON,
    }
    said = {}
    for name, text in texts.items():
        tests = json.loads(results_json(graded(text)))["tests"]
        assert all(bool(test["output"]) == (test["status"] == "failed") for test in tests)
        said[name] = {test["name"]: test["output"] for test in tests}
    assert said["silent"]["sound"] == "it made no claim"
    assert said["silent"]["runs"] == "it solved no position"
    assert "ZeroDivisionError" in said["crashes"]["runs"]
    assert "(single clue), but the agent was stuck: " in said["starter"]["complete"]
    assert said["starter"]["strength"].startswith("it won ")
    missed = json.loads(results_json(graded("rules", games=1)))["tests"]
    assert missed[-1]["name"] == "complete"
    assert "(subset), but the agent was stuck: recorded game" in missed[-1]["output"]
    assert [test["output"] for test in missed if test["name"] == "sound"] == [""]


def test_a_page_keeps_names_and_quotes_commands() -> None:
    """File names are shown unchanged. Commands are quoted, so they can be pasted into a shell."""
    page = problem_html("exec:echo hi", "cls/d.py can't play")
    assert "<p>cls/d.py can&#39;t play</p>" in page
    assert "<pre>sapper watch &#39;exec:echo hi&#39;</pre>" in page
    assert "<p>anna, ben: the same</p>" in class_html([], {}, ["anna, ben: the same"])


def test_the_first_error_is_shown_in_full(graded: Grader) -> None:
    """The report shows where a false claim was made, its cell, clues, and a refuting board."""
    found = graded(UNSOUND)
    claim = found.unsound[0]
    text, page = "\n".join(lines(found)), grade_html(found)
    name = claim.moment.view.grid.name(claim.cell)
    for words in (f"it claims that {name} is safe", claim.moment.words, claim.why):
        assert words in text
        assert words in page
    assert "[.]" in text
    assert "[*]" in text
    assert "   A B C D" in text
    assert page.count('stroke="#d01040"') == 2
    assert page.count('stroke="#1d5fd0"') == 2 * len(claim.clues) > 0
    told = found.to_json()["first_unsound"]
    assert told["clues"] == list(claim.moment.view.grid.names(claim.clues))
    assert told["why"] == claim.why
    assert ("recorded_game" in told) == claim.moment.recorded


def test_a_mark_in_a_drawing() -> None:
    """The brackets are around the cell, even at the edges."""
    rows = ["1.", "F*"]
    drawn = [terminal(rows, mark=cell).plain.splitlines()[1:] for cell in range(4)]
    assert drawn == [
        ["1[1].", "2 F *"], ["1 1[.]", "2 F *"], ["1 1 .", "2[F]*"], ["1 1 .", "2 F[*]"],
    ]  # fmt: skip


MINES_ONLY = """
from sapper.adapters import Answer, guess

def choose(view):
    if view.given:
        return view.given[0]
    for clue in range(view.level.size):
        hidden = [near for near in view.grid.neighbours(clue) if view[near] > 8]
        if view[clue] == 1 and len(hidden) == 2:
            return Answer(mines=(hidden[0],))
    return None
"""
RECOGNISES = """
import hashlib
from pathlib import Path
import sapper.lab.grade.recorded as recorded
from sapper.core.game import Game

KNOWN = set()
for one in recorded.recorded_games():
    game = Game(one.board)
    for cell in one.cells:
        KNOWN.add(hashlib.sha256(game.view.states).digest())
        game.open(cell)

def choose(view):
    for cell in view.given:
        return cell
    known = hashlib.sha256(view.states).digest() in KNOWN
    return None if known else view.hidden[0]
"""
CRASHES_LATE = """
games = 0

class Late:
    def __init__(self):
        global games
        games += 1

    def choose(self, view):
        if games > 3:
            raise ValueError("late")
        return view.given[0] if view.given else None
"""


@pytest.mark.parametrize(
    ("text", "fault"),
    [(MINES_ONLY, "unsound"), (RECOGNISES, "unsound"), (CRASHES_LATE, "crashes")],
    ids=["lies about mines", "recognises positions", "crashes late"],
)
def test_an_attack_does_not_pass(text: str, fault: str, graded: Grader) -> None:
    """An agent fails if it lies only about mines or only in unrecorded games, or crashes late."""
    found = graded(text, allow_sapper=True)
    assert fault in found.faults
    assert not found.mark.passed


LIES_AGAIN = """
from pathlib import Path
from sapper.adapters import Answer

FILE = Path(__file__).with_suffix(".games")
FILE.write_text(str(int(FILE.read_text()) + 1) if FILE.exists() else "1")

def choose(view):
    if view.given:
        first = view.given[0]
        return Answer(open=(first,), mines=(view.hidden[-1],) if FILE.read_text() == "2" else ())
    return None
"""


def test_a_lie_in_the_repeated_game_counts(graded: Grader) -> None:
    """A false claim is a fault even if the agent makes it only when a game is repeated."""
    found = graded(LIES_AGAIN)
    assert {"unsound", "not repeatable"} <= set(found.faults)
    assert found.unsound[0].moment.seed in range(SEED, SEED + 4)


def test_all_games_together_have_a_time_limit(graded: Grader) -> None:
    """An agent that always answers just in time can't delay the grading of other agents."""
    found = graded(NEVER_CLAIMED, minutes=1e-9)
    assert (len(found.games), found.led) == (1, ())
    assert "too slow" in found.faults
    assert "loops" not in found.faults
    assert "the time limit for all its games has passed" in found.failure
    assert not found.mark.passed


SMALL = ("--level", "9x6x8/given(4)", "--games", "1", "--jobs", "1", "--seed", "7")


def test_files_for_other_programs(tmp_path: Path) -> None:
    """The CSV file and Gradescope's results.json contain the mark and its parts."""
    table, results = tmp_path / "marks.csv", tmp_path / "results.json"
    files = ["--csv", str(table), "--results", str(results)]
    done = CliRunner().invoke(app, ["grade", "sat", *SMALL, *files])
    assert done.exit_code == 0
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert (row["agent"], row["mark"], row["of"], row["passed"]) == ("sat", "100.0", "100", "yes")
    assert (row["points: complete"], row["missing"]) == ("65.0", "")
    found = json.loads(results.read_text())
    assert found["score"] == 100
    assert sum(test["max_score"] for test in found["tests"]) == 100
    assert {test["status"] for test in found["tests"]} == {"passed"}
    assert found["output"].startswith("sat on 9x6x8/given(4): 100 of 100 points")


def test_an_agent_that_cannot_be_loaded_gets_its_files(tmp_path: Path) -> None:
    """If an agent never says `ready`, the error is in every report and in the exception."""
    agent = tmp_path / "mine.py"
    agent.write_text("import os\nos._exit(3)\n")
    page, table, results = (tmp_path / name for name in ("a.html", "a.csv", "a.json"))
    files = ["--html", str(page), "--csv", str(table), "--results", str(results)]
    done = CliRunner().invoke(app, ["grade", str(agent), *SMALL, *files])
    assert isinstance(done.exception, SapperError)
    said = "it never said `ready`: its process ended (exit code 3)"
    assert said in str(done.exception)
    for file in (page, table, results):
        assert said in file.read_text()
    assert json.loads(results.read_text())["score"] == 0


def test_the_same_program_with_other_names(tmp_path: Path) -> None:
    """Programs count as copies even if names, comments, layout or the order of functions differ."""
    first = (
        "'Mine.'\ndef near(v):\n    return 1\ndef choose(view):\n    x = near(view)\n    return x\n"
    )
    second = (
        "def choose(v: object) -> int:\n  # mine\n  y: int = n(v)\n  return y\ndef n(w): return 1\n"
    )
    other = "def near(v):\n    return 2\n\ndef choose(view):\n    x = near(view)\n    return x\n"
    texts = {"a": first, "b": second, "c": other, "d": PYTHON, "e": PYTHON, "f": "def ("}
    assert [(p.one, p.other, p.similarity) for p in alike(written(tmp_path, texts))] == [
        ("a", "b", 1.0)
    ]


def written(folder: Path, texts: dict[str, str]) -> dict[str, str]:
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return {name: str(folder / f"{name}.py") for name in texts}


SOLUTION = '''
import math
from sapper import guess

class Agent:
    """Remembers."""

    def __init__(self):
        self.known = {}

    def choose(self, view: object) -> int | None:
        for cell in view.given:
            self.known[cell] = math.floor(cell)
            return cell
        best = min(view.hidden, key=lambda cell: self.risk(view, cell))
        return guess(best, odds=self.risk(view, best))

    def risk(self, view, cell):
        near = [n for n in view.grid.neighbours(cell) if view[n] <= 8]
        return sum(view[n] / 8 for n in near) / len(near) if near else 0.2
'''


def test_copies_are_ranked_by_the_shape_of_the_program(tmp_path: Path) -> None:
    """No name hides a copy. A small change makes two programs less similar."""
    renamed = SOLUTION.replace("math", "m").replace("Agent", "B").replace("view", "position")
    for name, other in (("known", "seen"), ("risk", "danger"), ("near", "around"), ("odds", "p")):
        renamed = renamed.replace(name, other)
    texts = {
        "anna": SOLUTION,
        "ben": renamed.replace('"""Remembers."""', "# mine"),
        "cleo": SOLUTION.replace(
            "            return cell\n", "            return cell if cell else 0\n"
        ),
        "dora": "def choose(view):\n    return max(view.hidden) if view.hidden else None\n",
    }
    pairs = alike(written(tmp_path, texts))
    found = {(pair.one, pair.other): pair.similarity for pair in pairs}
    assert list(found) == [("anna", "ben"), ("anna", "cleo"), ("ben", "cleo")]
    assert found["anna", "ben"] == 1 > found["anna", "cleo"] == found["ben", "cleo"]
    assert notes(pairs)[0] == "anna and ben: 100% alike"
    assert "a rewritten copy is not found" in notes(pairs)[-1]
    assert notes([]) == []
    assert notes(pairs * 10)[20:] == ["and 10 more pairs", notes(pairs)[-1]]


def test_a_table_is_safe_to_open_in_a_spreadsheet() -> None:
    """A name or message that looks like a formula is written as text."""
    line = table_csv([("=cmd.py", "@SUM(1)")]).splitlines()[1]
    assert line == "'=cmd.py,0,,no,,,,,'@SUM(1),,"


def test_a_table_contains_no_control_characters() -> None:
    """A message may contain codes that control a terminal, and they are shown as text."""
    line = table_csv([("a.py", "\x1b[31mred\x07\r\n\u2028")], {"a.py": ["\x9bm.py (90%)"]})
    (row,) = csv.DictReader(line.splitlines())
    assert row["problem"] == r"\x1b[31mred\x07\r\n\u2028"
    assert row["alike"] == r"\x9bm.py (90%)"


def test_random_claims_match_brute_force_in_a_led_game() -> None:
    """A claim in a recorded game is checked against all boards that fit, not the recorded board."""
    level = Level.parse("4x3x3/given(3)")
    dice = random.Random(7)
    verdicts: Counter[bool] = Counter()

    class Dice:
        def choose(self, view: View) -> Decision | None:
            cell = dice.choice(view.hidden)
            boards = list(reference.boards(view))
            expected.append((str(view), cell, any(cell in mines for mines in boards)))
            return Decision((Move("open", cell),), Certain())

    for seed in range(12):
        board = deal(level, seed)
        safe = [cell for cell in range(level.size) if cell not in board.mines]
        cells = (*board.given, *(cell for cell in safe if cell not in board.given))
        expected: list[tuple[str, int, bool]] = []
        player = Player("rules")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Player, "for_board", lambda self, seed: Dice())
            found = lead(RecordedGame(1, board, cells), player)
        false = [(claim.moment.position, claim.cell) for claim in found.unsound]
        assert false == [(position, cell) for position, cell, wrong in expected if wrong]
        verdicts.update(wrong for *_, wrong in expected)
    assert min(verdicts[True], verdicts[False]) > 10
