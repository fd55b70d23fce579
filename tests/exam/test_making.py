"""The items of an exam are balanced, correct and reproducible."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from sapper.core.symmetry import TURNS, inverse, place, turned
from sapper.core.view import HIDDEN, View
from sapper.errors import SapperError
from sapper.exam.items import (
    NONE,
    PARTS,
    RENDERS,
    RUNGS_OF,
    ExamError,
    ExamSettings,
    Item,
    items_text,
    load_items,
    public_key,
    secret_key,
)
from sapper.exam.making import exact_choice, make
from sapper.ladder.rungs import settled_cells
from sapper.reason.odds import odds

SETTINGS = ExamSettings(positions=7, copies=4)


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return make(SETTINGS, public_key(1))


def test_each_part_has_the_same_number_of_positions_per_rung(items: list[Item]) -> None:
    """The numbers of positions per rung differ by at most one.

    Positions of the same part have the same number of copies.
    """
    for part in PARTS:
        groups = {item.group: item.rung for item in items if item.part == part}
        counts = Counter(groups.values())
        assert set(counts) == set(RUNGS_OF[part])
        assert max(counts.values()) - min(counts.values()) <= 1
        assert len(groups) == SETTINGS.positions
        copies = Counter(item.group for item in items if item.part == part)
        assert set(copies.values()) == {1 if part == "play" else SETTINGS.copies}


def test_an_item_has_the_rung_that_it_says(items: list[Item]) -> None:
    """The rung is the hardest technique that a named cell needs, or NONE if nothing is provable."""
    for item in items:
        if item.part in ("choose", "play"):
            continue
        settled = settled_cells(item.view)
        techniques = [settled[cell].technique for cell in item.named.values() if cell in settled]
        if item.rung == NONE:
            assert not settled
        else:
            assert str(max(techniques)) == item.rung
        assert all(item.view[cell] >= HIDDEN for cell in item.named.values())


def test_a_choice_is_a_guess_whose_values_are_exact(items: list[Item]) -> None:
    """No cell is provably safe, the values are exact, and some guesses are better than others."""
    for item in items:
        if item.part == "choose":
            assert not odds(item.view).safe
            judged = exact_choice(item.view)
            assert judged is not None
            assert judged.moves[0].win > judged.moves[-1].win


def test_the_prompt_never_hints_at_the_rung(items: list[Item]) -> None:
    """The prompt gives the mine count and the answer's form, but not the technique or the group."""
    for item in items:
        assert "exactly 16 mines" in item.prompt
        assert "JSON object of this form" in item.prompt
        assert item.group not in item.prompt
        if item.rung != NONE:
            rest = item.prompt.replace("`mine count`", "")
            assert not re.search(rf"\b{item.rung}\b", rest)


def test_copies_are_turned_and_rendered_differently(items: list[Item]) -> None:
    """The copies of a position are turned and rendered in different ways."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if item.part != "play":
            groups.setdefault(item.group, []).append(item)
    for copies in groups.values():
        assert {item.render for item in copies} == set(RENDERS)
        assert len({item.turn for item in copies}) == len(copies)
        first = {
            frozenset(
                (place(cell, item.view.grid, inverse(item.turn)), state)
                for cell, state in enumerate(item.view.states)
            )
            for item in copies
        }
        assert len(first) == 1


def test_the_same_key_makes_the_same_items(items: list[Item], tmp_path: Path) -> None:
    """A different key makes different items."""
    few = ExamSettings(("prove",), positions=6, copies=1)
    one, again, other = (make(few, key) for key in (public_key(1), public_key(1), public_key(2)))
    assert one == again
    assert {item.position for item in one}.isdisjoint(item.position for item in other)
    file = tmp_path / "items.jsonl"
    file.write_text(items_text(items))
    assert load_items(file) == items


def test_a_secret_depends_on_salt_and_settings() -> None:
    keys = {
        secret_key(salt, settings)
        for salt in (b"one", b"two")
        for settings in (ExamSettings(), ExamSettings(positions=10))
    }
    assert len(keys) == 4


def test_a_level_without_such_positions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.exam.making._FRUITLESS", 20)
    with pytest.raises(
        ExamError, match=r"hardly any board of 4x4x1/open .* part 'prove' .technique: chain."
    ):
        make(ExamSettings(("prove",), positions=6, level="4x4x1/open"), 1)


def test_a_tiny_level_is_refused_soon() -> None:
    """The level has only four boards, so dealing tens of thousands would find nothing new."""
    dealt: list[int] = []
    with pytest.raises(ExamError, match="hardly any board of 2x2x1/safe"):
        make(
            ExamSettings(("prove",), positions=6, level="2x2x1/safe"),
            1,
            lambda done, total: dealt.append(done),
        )
    assert len(dealt) < 400


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"parts": ("deduce", "sing")}, "'sing' is not a part"),
        ({"renders": ()}, "at least one rendering"),
        ({"copies": 9}, "9 copies"),
        ({"positions": 0}, "0 positions"),
    ],
)
def test_wrong_settings(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ExamError, match=message):
        ExamSettings(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1 of .* is not JSON"),
        ("[1]", "must be a JSON object"),
        ('{"id": "a"}', "needs the field 'version'"),
        ('{"version": 1, "id": "a"}', "needs the field 'part'"),
        ("", "has no items"),
    ],
)
def test_a_bad_file_of_items(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    file.write_text(line)
    with pytest.raises(ExamError, match=message) as problem:
        load_items(file)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"turn": 1.0}, "the turn of an item must be a whole number from 0 to 7"),
        ({"rules": "knight"}, "the rules of an item can't be 'knight': use 'standard'"),
        ({"render": "song"}, "'song' is not a rendering: use grid, list"),
    ],
)
def test_a_wrong_field_of_an_item(
    wrong: dict[str, object], message: str, items: list[Item]
) -> None:
    with pytest.raises(ExamError, match=message):
        Item.from_json({**items[0].to_json(), **wrong})


@pytest.mark.parametrize("wrong", [{"copies": 2.0}, {"positions": 7.0}, {"level": 5}])
def test_settings_of_another_type_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SapperError):
        ExamSettings.from_json({**ExamSettings(positions=7).to_json(), **wrong})


def test_turning_is_a_symmetry() -> None:
    """All eight turns differ, each has an inverse, and neighbours stay neighbours."""
    view = View.parse("4x3x4\n..2.\n..3.\n....\n")
    seen = set()
    for turn in range(TURNS):
        other = turned(view, turn)
        seen.add(str(other))
        for cell in range(12):
            there = place(cell, view.grid, turn)
            assert other[there] == view[cell]
            assert place(there, other.grid, inverse(turn)) == cell
            near = {place(c, view.grid, turn) for c in view.grid.neighbours(cell)}
            assert near == set(other.grid.neighbours(there))
    assert len(seen) == TURNS
