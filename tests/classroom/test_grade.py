"""The grader finds the faults of faulty agents, and no others."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import reference
from command import app
from sapper.cli import classroom
from sapper.core.board import deal
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.lab.grade.examine import GuessNote, Moment, examine
from sapper.lab.grade.html import class_rows, grade_html, lines
from sapper.lab.grade.marks import (
    TOO_LUCKY,
    grade,
    judge_guesses,
    luck,
    win_lost,
)
from sapper.lab.grade.rubric import DEFAULT, FAULTS, Rubric
from sapper.lab.grade.submissions import submissions
from sapper.lab.player import Player
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique

from .grading import FAULTY, LEVEL, SEED, UNSOUND, Grader, judged

LARGE = Level.parse("12x9x14/given(6)")
VERDICTS: dict[str, set[str]] = {
    "removes_both_parents": {"misses easy cells"},
    "guesses_while_facts_are_pending": {"needless guess", "misses easy cells"},
    "ends_at_walls": {"misses easy cells"},
    "compares_equal_clauses_as_unequal": {"loops"},
    "loops_when_nothing_is_new": {"loops"},
    "cannot_be_seeded": {"not repeatable"},
    "forgets_the_last_row": {"unsound", "misses easy cells"},
    "wraps_around_the_border": {"unsound"},
    "trusts_flags": {"unsound"},
    "guesses_while_cells_are_certain": {"needless guess", "misses easy cells"},
    "cheats_by_frames": {"needless guess", "misses easy cells"},
    "loops_for_ever": {"loops"},
    "hoards_memory": {"takes too much memory"},
    "crashes_at_random": {"crashes"},
    "ends_its_process": {"crashes"},
    "returns_pairs": {"bad answer"},
    "opens_open_cells": {"bad answer"},
    "flags_a_cell_twice": {"bad answer"},
    "counts_one_too_few": {"unsound"},
    "is_lucky": {"unsound"},
    "gives_wrong_reasons": {"false reason"},
    "marks_too_many_mines": {"unsound"},
    "trusts_a_one": {"unsound"},
    # The agent keeps the last game and uses it on recorded games of other sizes, so it crashes.
    "keeps_the_last_game": {"unsound", "not repeatable", "crashes"},
    # A later test covers the cheating.
    "cheats_by_files": {"misses easy cells"},
}


def test_every_faulty_agent_is_tried() -> None:
    """There are at least twenty faulty agents, and each has a verdict."""
    there = {file.stem for file in FAULTY.glob("[!_]*.py")}
    assert there == set(VERDICTS)
    assert len(there) >= 20
    others = {"knows too much", "too slow", "uses Sapper"}
    assert set().union(*VERDICTS.values()) == set(FAULTS) - others


OTHERS = ("rules", "resolution", "sat", "champion")

# These agents take too long for a quick run.
SLOW = {"guesses_while_facts_are_pending", "hoards_memory"}
QUICK = {
    next((name for name, faults in VERDICTS.items() if fault in faults and name not in SLOW), None)
    for fault in FAULTS
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.matrix] * (name not in QUICK)) for name in VERDICTS],
)
def test_a_faulty_agent_gets_the_right_verdict(name: str, graded: Grader) -> None:
    """The agent has the expected faults, and no others except their consequences."""
    options: dict[str, Any] = {"allow_sapper": True}
    if "loops" in VERDICTS[name]:
        options["seconds"] = 0.01
    if "not repeatable" in VERDICTS[name]:
        options |= {"games": 12, "level": LARGE}  # so large that luck can't repeat a game
    report = graded(str(FAULTY / f"{name}.py"), **options)
    found = set(report.faults)
    assert VERDICTS[name] <= found
    guessed = [miss for game in report.games for miss in game.missed if miss.instead == "guessed"]
    assert report.guesses.count or not guessed
    follows = {"misses easy cells"} if found & {"crashes", "loops", "bad answer"} else set()
    follows |= {"misses easy cells"} if "takes too much memory" in found else set()
    follows |= {"misses easy cells"} if "unsound" in found else set()
    follows |= {"too slow"} if "loops" in found else set()
    assert found - {"uses Sapper"} <= VERDICTS[name] | follows


@pytest.mark.parametrize(
    "name",
    ["odds", *(pytest.param(name, marks=pytest.mark.matrix) for name in OTHERS)],
)
def test_our_agents_have_no_faults(name: str, graded: Grader) -> None:
    """Built-in agents have no faults, either on an easy level or on a hard one."""
    for level in (LARGE, Level.parse("18x11x40/open")):
        found = graded(name, 15, level)
        assert found.faults == ()
        assert found.mark.passed or level != LARGE or name == "rules"  # `rules` lacks techniques


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc to cheat by")
@pytest.mark.long
def test_an_agent_that_knows_the_boards_is_found_out() -> None:
    """The agent reads the seed from the command line of the process that grades it."""
    cheat = str(FAULTY / "cheats_by_files.py")
    dense = "12x9x24/given(8)"  # a level that needs many guesses
    ask = ["grade", cheat, "--level", dense, "--games", "20", "--jobs", "1", "--json"]
    ask.append("--allow-sapper")
    command = [sys.executable, "-m", "sapper", *ask, "--seed", str(SEED)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert found["won"] == 20
    assert {"knows too much", "needless guess"} <= set(found["faults"])
    assert found["guesses"]["luck_p"] < 1e-6
    # Without --seed, the agent finds no seed in the command line and can't cheat.
    command = [sys.executable, "-m", "sapper", *ask, "--games", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["won"] == 0


def test_the_first_unsound_claim_comes_with_a_board_that_refutes_it(graded: Grader) -> None:
    """The board fits every number of the position, and has a mine in the claimed cell."""
    found = graded(UNSOUND)
    claim = found.unsound[0]
    view = View.parse_any(claim.moment.position)
    mines = {cell for cell, symbol in enumerate("".join(claim.refutation)) if symbol == "*"}
    width, height = view.level.width, view.level.height
    assert len(mines) == view.level.mines
    assert claim.cell in mines
    for cell, state in enumerate(view.states):
        if state <= 8:
            assert reference.number(width, height, mines, cell) == state
    assert found.to_json()["first_unsound"]["words"] == claim.words
    name = view.grid.name(claim.cell)
    assert f"it claims that {name} is safe, but this board fits and has a mine" in claim.words


def test_missed_cells_are_safe_on_every_board(tmp_path: Path) -> None:
    """On a small level, no board that fits has a mine in a missed cell."""
    file = tmp_path / "given.py"
    file.write_text("def choose(view):\n    return view.given[0] if view.given else None\n")
    level = Level.parse("5x3x3/given(3)")
    missed = [
        miss
        for seed in range(40)
        for miss in examine(deal(level, seed), Player(str(file)), seed).missed
    ]
    assert len(missed) > 20
    assert len({miss.technique for miss in missed}) > 2
    for miss in missed:
        view = View.parse_any(miss.moment.position)
        assert not any(miss.cell in mines for mines in reference.boards(view))
        assert miss.why.claim == "safe"


def test_the_ladder_shows_where_an_agent_ends(graded: Grader) -> None:
    """`rules` finds only the cells that single clues prove safe, but `sat` finds all safe cells."""
    rules, sat = graded("rules"), graded("sat")
    for technique, share in rules.complete.items():
        assert (share.missed == 0) == (technique <= Technique.SINGLE_CLUE)
        assert share.solved == 0 or technique <= Technique.SINGLE_CLUE
    assert Technique.SUBSET in rules.complete
    assert {share.missed for share in sat.complete.values()} == {0}
    assert rules.mark.points < sat.mark.points


def test_a_guess_at_a_safe_cell_is_still_a_guess(graded: Grader) -> None:
    """If an agent calls a move a guess, the report counts a guess, even if the cell is safe."""
    agent = (
        f"import sys; sys.path.insert(0, {str(FAULTY)!r})\n"
        "import _rules\n"
        "from sapper.adapters import guess\n"
        "def choose(view):\n"
        "    cell = _rules.choose(view)\n"
        "    return None if cell is None else guess(cell)\n"
    )
    found = graded(agent, games=2)
    assert {game.played.outcome for game in found.games} <= {"won", "stuck"}
    opened = sum(game.played.steps or 0 for game in found.games)
    assert sum(len(game.guesses) for game in found.games) == opened
    # The guesses in positions of recorded games count too.
    assert found.guesses.count > opened
    assert (found.guesses.needless, found.guesses.risk) == (0, 0.0)
    assert "needless guess" not in found.faults
    said = "\n".join(lines(found))
    assert "but the agent guessed" in said
    assert "guesses   none" not in said


def note(risk: float, survived: bool, called: bool = True) -> GuessNote:
    moment = Moment(1, 1, "4x1x1/any\n....\n")
    return GuessNote(moment, 0, risk, risk, None, survived, called)


def all_games(risks: tuple[float, ...]) -> Iterator[tuple[float, list[GuessNote]]]:
    """Every possible series of outcomes of these guesses, with its probability."""
    if not risks:
        yield 1.0, []
        return
    for chance, rest in all_games(risks[1:]):
        yield chance * risks[0], [note(risks[0], False), *rest]
        yield chance * (1 - risks[0]), [note(risks[0], True), *rest]


@pytest.mark.parametrize("risks", [(0.5, 0.2, 0.7, 0.1, 0.9), (0.3,) * 6, (0.05,) * 8])
def test_luck_is_what_it_says(risks: tuple[float, ...]) -> None:
    """The luck of an honest agent is p or less with a probability of at most p."""
    games = [(chance, luck(notes)) for chance, notes in all_games(risks)]
    assert sum(chance for chance, _ in games) == pytest.approx(1)
    for p in {found for _, found in games}:
        assert sum(chance for chance, found in games if found <= p) <= p + 1e-12
    # Surviving every guess is the luckiest case.
    assert min(found for _, found in games) == luck([note(risk, True) for risk in risks])


def test_luck_grows_with_every_survival() -> None:
    """Surviving more coin tosses is less likely, whether or not they were called guesses."""
    found = [luck([note(0.5, True)] * count) for count in range(0, 100, 10)]
    assert all(b < a for a, b in pairwise(found))
    assert found[-1] < 1e-15
    assert luck([note(0.5, True, called=False)] * 50) == luck([note(0.5, True)] * 50)


@pytest.mark.parametrize("seed", [SEED, 10**18, 2**63])
def test_the_default_rubric_has_enough_guesses_for_luck_to_show(seed: int) -> None:
    """An agent that knows the boards survives every guess, and is found out."""
    rubric = Rubric.load(None)
    level = Level.parse(rubric.levels[0])
    openings = [
        opening
        for game in range(rubric.games)
        for opening in solution(deal(level, seed + game), guesses=True).openings
    ]
    notes = [note(one.guess.risk, True) for one in openings if one.guess and one.guess.risk < 1]
    assert luck(notes) < TOO_LUCKY


def test_what_a_bad_guess_costs() -> None:
    """The cost is exact in this small position, where the best strategy wins 26 of 54 boards."""
    moment = Moment(1, 1, "4x3x4\n..2.\n..3.\n....\n")
    wins = {}
    for cell in moment.view.hidden:
        wins[cell] = win_lost(GuessNote(moment, cell, 0.5, 0.4, None, True, True))
    assert min(value for value in wins.values() if value is not None) == 0.0
    assert max(value for value in wins.values() if value is not None) > 0.05
    judged = judge_guesses([GuessNote(moment, 3, 0.5, 0.4, 0.25, True, True)])
    assert (judged.count, judged.needless, judged.judged) == (1, 0, 1)
    assert judged.lost == wins[3]
    assert judged.said_error == 0.25


def test_a_page_is_complete(graded: Grader) -> None:
    """The page shows the mark, faults, a refuting board, a missed technique and the command."""
    text = grade_html(graded(UNSOUND))
    for words in ("unsound", "Is it sound?", "<svg", "single clue", f"--seed {SEED}", "resolution"):
        assert words in text
    command = shlex.split(unescape(text.partition("<pre>sapper ")[2].partition("</pre>")[0]))
    assert command[:4] == ["grade", UNSOUND, "--level", str(LEVEL)]
    assert "is safe: single clue" in text  # the missed cell is explained step by step
    assert "found safe" in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_an_agent_is_escaped_on_a_page(tmp_path: Path, graded: Grader) -> None:
    """Names of files and messages of exceptions may contain HTML."""
    file = tmp_path / "<b>.py"
    file.write_text("def choose(view):\n    raise ValueError('<script>')\n")
    text = grade_html(graded(str(file), games=1))
    assert "<script>" not in text
    assert "<b>.py" not in text


RUBRIC = """
level = "9x6x8/given(4)"
games = 5
pass = 5
fatal = ["unsound"]
[points]
sound = 10
[points.complete]
"mine count" = 90
"""


def test_a_rubric_changes_the_mark(graded: Grader) -> None:
    """The rubric determines the games, the parts of the mark and the pass mark."""
    found = grade("rules", Rubric.parse(RUBRIC), seed=SEED)
    assert (len(found.games), list(map(str, found.levels))) == (5, ["9x6x8/given(4)"])
    assert [(name, most) for name, _, most in found.mark.parts] == [
        ("sound", 10.0),
        ("complete", 90.0),
    ]
    assert found.mark.passed
    assert not judged(found, RUBRIC.replace("pass = 5", "pass = 11")).mark.passed
    assert judged(graded(UNSOUND), RUBRIC).mark.fatal == ("unsound",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass = ", "the rubric is not TOML"),
        ("passes = 3", "the rubric has 'passes'"),
        ("pass = -1", "the rubric's pass can't be -1"),
        ("pass = 'much'", "the rubric's pass can't be 'much'"),
        ("points = 3", "write [points]"),
        ("[points]\nluck = 3", "[points] has 'luck'"),
        ("[points]\ncomplete = 3", "[points.complete]"),
        ("[points.complete]\nmagic = 3", "[points.complete] has 'magic'"),
        ("fatal = ['laziness']", "'laziness' is not a fault"),
        ("fatal = 'laziness'", "'laziness' is not a fault"),
        ("games = 0", "the rubric's number of games can't be 0"),
        ("level = 3", "the rubric's level can't be 3"),
        ("level = 'big'", "'big'"),
        ("[points]\nbeside = 'psychic'", "'psychic' is not an agent"),
        ("pass = 3", "gives no points"),
    ],
)
def test_a_rubric_that_makes_no_sense_is_refused_in_a_line(text: str, words: str) -> None:
    with pytest.raises(SapperError) as problem:
        Rubric.parse(text)
    assert words in str(problem.value)
    assert "\n" not in str(problem.value)


SMALL = ("--level", str(LEVEL), "--games", "2", "--jobs", "1", "--seed", "7")


def test_exit_codes_and_files(tmp_path: Path) -> None:
    """The exit code is 0 for a pass and 1 for a fail, and the page and the JSON are complete."""
    runner = CliRunner()
    html = tmp_path / "report.html"
    done = runner.invoke(app, ["grade", "sat", *SMALL, "--html", str(html)])
    assert (done.exit_code, "faults    none" in done.output) == (0, True)
    assert "<svg" in html.read_text() or "No faults were found" in html.read_text()
    done = runner.invoke(app, ["grade", "rules", *SMALL, "--json"])
    assert done.exit_code == 1
    found = json.loads(done.output)
    assert set(found) >= {
        "sound", "first_unsound", "complete", "guesses", "won", "lost", "stuck", "mark", "faults",
    }  # fmt: skip
    assert isinstance(runner.invoke(app, ["grade", "nowhere.py"]).exception, SapperError)
    assert isinstance(runner.invoke(app, ["grade"]).exception, SapperError)
    assert runner.invoke(app, ["grade", "--show-rubric"]).output == DEFAULT


def test_a_page_is_drawn_last_and_only_on_request(
    graded: Grader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a page can't be drawn, the marks are already printed and saved."""
    found = graded("rules")

    def fail(_: object) -> str:
        raise RuntimeError("no ink")

    monkeypatch.setattr(classroom, "grade_html", fail)
    monkeypatch.setattr(classroom, "grade", lambda *_, **options: found)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "anna.py").touch()
    table, html = tmp_path / "marks.csv", ["--html", str(tmp_path / "page")]
    for what, more in (("rules", []), ("rules", html), (str(tmp_path / "class"), html)):
        done = CliRunner().invoke(app, ["grade", what, "--csv", str(table), *more])
        assert str(done.exception) == ("no ink" if more else str(int(not found.mark.passed)))
        assert f"rules on {LEVEL}: " in done.output or "\nrules  " in done.output
        assert "\nrules," in table.read_text()
        table.unlink()


@pytest.mark.process
def test_a_class_plays_the_same_boards(tmp_path: Path) -> None:
    """All agents in a folder are graded with the same seed, and each run uses a new seed."""
    for name in ("anna.py", "ben.py"):
        (tmp_path / name).write_text("def choose(view):\n    return None\n")
    options = ["--level", "7x4x5/given", "--games", "2", "--jobs", "1", "--json"]

    def seeds() -> list[int]:
        return [one["seed"] for one in json.loads(CliRunner().invoke(app, args).output)]

    args = ["grade", str(tmp_path), *options]
    once, again = seeds(), seeds()
    assert len(set(once)) == len(set(again)) == 1
    assert once != again


@pytest.mark.process
def test_the_report_says_what_the_agent_did_instead(graded: Grader) -> None:
    """The report says whether the agent crashed, was stuck or guessed when it missed a cell."""
    ends = {"crashed": "1 // 0", "was stuck": "None", "guessed": "guess(view.hidden[-1])"}
    for done, answer in ends.items():
        found = graded(
            f"from sapper.adapters import guess\n\n\ndef choose(view):\n    return {answer}\n"
        )
        said = [line for line in lines(found) if line.startswith("  missed")]
        assert said
        # The report names the seed of the board, or the recorded game.
        assert all(re.search(rf", but the agent {done}: (seed|recorded) ", line) for line in said)
        assert found.examples()[0].to_json()["instead"] == done
    slow = replace(found, games=tuple(replace(g, cpu=10.0) for g in found.games))
    assert "10 s of CPU time per game, at most 10 s" in "".join(lines(slow))


@pytest.mark.process
def test_a_class_with_a_folder_each(tmp_path: Path) -> None:
    """A student's agent is agent.py, or else the only Python file in the student's folder.

    If a student's folder contains no such file, an error is shown.
    """
    written = ("anna/agent.py", "anna/helper.py", "ben/mine.py", "cleo/a.py", "cleo/b.py")
    for name in (*written, "_old/agent.py", "ben-mine.py", "dora/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("def choose(view):\n    return None\n")
    found = submissions(tmp_path, tmp_path / "_work")
    assert {one.name: one.agent for one in found if one.agent} == {
        "anna": str(tmp_path / "anna" / "agent.py"),
        "ben": str(tmp_path / "ben" / "mine.py"),
        "ben-mine.py": str(tmp_path / "ben-mine.py"),
    }
    assert {one.name: one.problem for one in found if one.problem} == {
        "cleo": "it contains a.py, b.py: the agent should be agent.py",
        "dora": "it contains no Python file: the agent should be agent.py",
    }
    done = CliRunner().invoke(app, ["grade", str(tmp_path), *SMALL])
    assert done.exit_code == 1
    rows = done.output.splitlines()
    assert len(rows) == 11
    pairs = ("anna and ben", "anna and ben-mine.py", "ben and ben-mine.py")
    assert rows[7:10] == [f"{pair}: 100% alike" for pair in pairs]
    assert "it contains a.py, b.py" in done.output


@pytest.mark.process
def test_a_class_at_once(tmp_path: Path) -> None:
    """Every agent in a folder is in the table, even if one of the agents can't run."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "anna.py").write_text("from sapper.agents import make\n\n\nclass Anna:\n"
        "    def __init__(self):\n        self.inner = make('sat')\n"
        "    def choose(self, view):\n        return self.inner.choose(view)\n")  # fmt: skip
    (folder / "ben.py").write_text("def choose(view:\n")
    (folder / "_shared.py").write_text("x = 1\n")
    (folder / "notes.txt").write_text("nothing\n")
    program = folder / "cleo"
    program.write_text(f"#!{sys.executable}\nwhile input():\n    print('ready', flush=True)\n")
    program.chmod(0o755)
    out = tmp_path / "reports"
    allow = "--allow-sapper"
    done = CliRunner().invoke(app, ["grade", str(folder), *SMALL, allow, "--html", str(out)])
    assert done.exit_code == 1
    _, *rows = done.output.splitlines()
    assert len(rows) == 5, "the last line names the written folder"
    assert "anna.py  " in rows[1]
    assert "yes" in rows[1]
    assert "SyntaxError" in rows[2]
    assert "bad answer" in rows[3]
    pages = {"anna.py.html", "ben.py.html", "cleo.html", "index.html"}
    assert {file.name for file in out.iterdir()} == pages
    assert "SyntaxError" in (out / "ben.py.html").read_text()
    index = (out / "index.html").read_text()
    assert f'<td><a href="anna.py.html">{folder / "anna.py"}</a></td>' in index
    assert f'<td><a href="ben.py.html">{folder / "ben.py"}</a></td>' in index
    with pytest.raises(SapperError, match="has no agents"):
        CliRunner().invoke(app, ["grade", str(out)], catch_exceptions=False)
    assert class_rows([("x.py", "why")])[1] == ["x.py", "0", "no", "", "", "why"]
