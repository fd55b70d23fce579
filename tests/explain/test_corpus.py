"""The words of sixty explanations, which cover all techniques, were reviewed by a person.

Each file in tests/explanations contains a position, a cell, and the words of the explanation. If a
change of wording makes these tests fail, read the new words, and then store them by running this
file with `PYTHONPATH=tests python`.
"""

from collections import Counter
from pathlib import Path

import pytest

from explaincheck import check_minimal, check_steps, check_sum
from sapper.core.view import View
from sapper.explain import Explanation, Technique, explain

FOLDER = Path(__file__).parent.parent / "explanations"
FILES = sorted(FOLDER.glob("*.txt"))


def read(path: Path) -> tuple[Explanation, str]:
    """Explain the cell named in a file. Returns the explanation and the expected words."""
    text, _, rest = path.read_text().partition("cell: ")
    name, _, words = rest.partition("\n\n")
    view = View.parse(text)
    found = explain(view, view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    return found, words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_words_are_as_reviewed(path: Path) -> None:
    """The reviewed words are unchanged, their steps follow, and no clue can be left out."""
    found, words = read(path)
    assert found.words() == words.rstrip("\n")
    assert path.stem.split("-", 1)[1] == str(found.technique).replace(" ", "-")
    check_steps(found)
    check_minimal(found)


@pytest.mark.parametrize(
    "change",
    [
        ("D2 + F3", "D3 + F3"),
        ("2 × D1", "D1"),
        ("Add", "Subtract"),
        ("1s at", "2s at"),
        ("larger", "smaller"),
        ("1 mine left", "2 mines left"),
        (" (1 mine left)", ""),
    ],
)
def test_a_wrong_sum_is_noticed(change: tuple[str, str]) -> None:
    found, _ = read(FOLDER / "41-combination.txt")
    words, view = found.sentences[-1], found.view
    known = {view.grid.parse_cell(name): name == "B3" for name in ("B3", "E1", "E3")}
    check_sum(words, view, known)
    assert change[0] in words
    with pytest.raises(AssertionError):
        check_sum(words.replace(*change), view, known)


def test_all_techniques_and_patterns_are_there() -> None:
    found = [read(path)[0] for path in FILES]
    assert len(found) == 60
    assert {one.technique for one in found} == set(Technique)
    assert min(Counter(one.technique for one in found).values()) >= 2
    named = " ".join(name for one in found for name in one.patterns)
    for name in ("1-1", "1-2", "1-2-1", "1-2-2-1", "hole", "triangle", "after reduction"):
        assert name in named, name
    # Explanations are short.
    assert max(len(one.sentences) for one in found) <= 12


if __name__ == "__main__":
    for path in FILES:
        found, words = read(path)
        path.write_text(path.read_text().replace(words, found.words() + "\n"))
