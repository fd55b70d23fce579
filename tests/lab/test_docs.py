"""The studies in docs/lab.md run, and the table on that page lists all studies."""

import re
from pathlib import Path

import pytest

from sapper.agents import AGENTS
from sapper.lab.play import MEASURES
from sapper.lab.study.plan import load
from sapper.lab.study.run import run_study
from sapper.lab.study.studies import STUDIES

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


@pytest.mark.parametrize("number", [0, 1])
def test_the_studies_of_the_page_run(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code on the page runs unchanged, except for fewer games."""
    for names in (AGENTS, MEASURES):
        for name in ("mine", "corners"):
            monkeypatch.setitem(names, name, None)
            monkeypatch.delitem(names, name)
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[number]
    file = tmp_path / "mine.py"
    file.write_text(code)
    study = load(str(file)).with_options(games=2)
    frame = run_study(study, tmp_path / "out").frame(study)
    assert len(frame) == study.total


def test_the_page_names_every_study_and_its_courses() -> None:
    named = re.findall(r"^\| `([a-z-]+)` \| .* \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    found = {}
    for name, beside in named:
        if name in STUDIES:
            letters = re.findall(r"[A-E]", beside)
            spelled = "ABCDE" if " to " in beside else "".join(letters)
            found[name] = "".join(sorted(set(spelled)))
    expected = {
        study.name: "".join(sorted({figure.course for figure in study.course}))
        for study in STUDIES.values()
    }
    assert found == expected
