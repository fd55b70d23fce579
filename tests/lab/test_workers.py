"""Worker processes need nothing from the user's script, so any script can start them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = "import sapper; print(sapper.bench('rules', 'beginner', games=40, jobs=2))"
COMPARE = "import sapper; print(sapper.compare('rules', 'sat', 'easy', 60, jobs=2))"
DATA = """
from pathlib import Path
from sapper.lab.dataset import Plan, make_dataset
print(make_dataset(Plan(8, ("5x4x3/open", "4x5x3/open"), sample=0), Path("data"), jobs=2).positions)
"""
STUDY = """
from pathlib import Path
from sapper.lab.player import Player
from sapper.lab.study.plan import Study
from sapper.lab.study.run import run_study
study = Study("mine", "Does it run?", ("5x4x3/open",), (Player("rules"), Player("sat")), games=40)
print(run_study(study, Path("study"), jobs=2).frame(study).height)
"""
MINE = """
import sapper
class Mine:
    def choose(self, view):
        return sapper.guess(view.hidden[0])
print(sapper.compare(Mine, 'rules', '5x4x3/open', 20, jobs=2, all_games=True).games)
"""
ADDED = """
import sapper
from sapper.agents import AGENTS, Preset
from sapper.agents.rules import rules_agent
AGENTS["mine"] = Preset("the rules", "none", lambda guess, seed: rules_agent())
print(sapper.bench("mine", "5x4x3/open", 20, jobs=2))
"""


@pytest.mark.parametrize(
    ("script", "how", "says"),
    [
        (BENCH, "file", "rules on 9x9x10/open: 40 games, "),
        (COMPARE, "stdin", "sat is better than rules: "),
        (DATA, "module", "8"),
        (STUDY, "-c", "80"),
        (MINE, "file", "20"),
        (ADDED, "file", "mine on 5x4x3/open: 20 games, "),
    ],
    ids=["bench", "compare", "data", "study", "own agent", "added agent"],
)
def test_a_plain_script_uses_several_processes(
    script: str, how: str, says: str, tmp_path: Path
) -> None:
    """A script without `if __name__ == "__main__"` prints one line, however it is started."""
    (tmp_path / "plain.py").write_text(script)
    ways = {"file": ["plain.py"], "module": ["-m", "plain"], "stdin": ["-"], "-c": ["-c", script]}
    done = subprocess.run(
        [sys.executable, *ways[how]],
        input=script if how == "stdin" else "",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(says)
    assert (done.stdout.count("\n"), done.returncode) == (1, 0)
