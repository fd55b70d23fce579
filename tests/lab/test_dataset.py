"""Data sets have exact labels, equal strata, reproducible rows, and a card that hubs can read."""

from __future__ import annotations

import json
import math
import os
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command import sapper
from needs import module
from sapper.core.board import deal
from sapper.core.level import Level
from sapper.core.symmetry import TURNS, turned
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.explain import explain
from sapper.lab import dataset
from sapper.lab.data_card import COLUMNS
from sapper.lab.dataset import STAGES, Plan, make_dataset, make_part, position_ids
from sapper.lab.native import label_deck
from sapper.ladder.rungs import easiest, settled_cells
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.words import speaking

pl = module("polars")

LEVELS = ("8x6x10/open", "8x6x10/safe", "6x6x6/any", "8x6x10/given", "8x6x10/given(zero)")
SMALL = Plan(30, ("8x6x10/open",), sample=3, budget=0.01)


def rows(out: Path) -> Any:
    return pl.concat([pl.read_parquet(file) for file in sorted((out / "data").iterdir())])


@pytest.mark.parametrize("name", LEVELS)
def test_labels_are_those_of_the_library(name: str) -> None:
    """The library gives the same odds, provable cells, techniques and safest cell."""
    made = make_part(Plan(40, (name,), sample=0).parts()[0])
    for row in pl.read_parquet(made).rows(named=True):
        view = View.parse(row["position"])
        assert str(view) == row["position"]
        chances, settled = odds(view), settled_cells(view)
        for cell, chance in enumerate(row["odds"]):
            exact = chances.array.item(cell)
            assert math.isnan(chance) if math.isnan(exact) else abs(chance - exact) < 1e-6
        assert (tuple(row["safe"]), tuple(row["mines"])) == (chances.safe, chances.mines)
        for cells, techniques in (("safe", "safe_techniques"), ("mines", "mine_techniques")):
            assert row[techniques] == [settled[cell].technique for cell in row[cells]]
        found = [one.technique for one in easiest(view).values() if not one.mine]
        assert row["technique"] == (str(max(found)) if found else "guess")
        assert row["safest"] == chances.safest
        assert row["log10_boards"] == pytest.approx(chances.log10_solutions)


def test_only_provable_cells_have_odds_of_0_or_1() -> None:
    """If a cell is not provable, odds that would be rounded to 1 stay just below 1."""
    level = Level.parse("100x100x5/given(8)")
    # All eight cells around a mine are open. If the surrounded cell were safe, the eight 1s would
    # need four other mines.
    middle = level.grid.parse_cell("F6")
    deck = np.array([[middle, 5050, 6060, 7070, 8080, *level.grid.neighbours(middle)]], np.uint32)
    labels = label_deck(level, deck, 1, per_game=8, open_share=(0.0, 0.001))
    chance = labels.odds[-1, middle]
    assert labels.move[-1] == 8
    assert chance == np.nextafter(np.float32(1), np.float32(0))
    assert labels.techniques[-1, middle] == len(Technique)


def test_a_seed_deals_the_board_again(tmp_path: Path) -> None:
    make_dataset(SMALL, tmp_path / "out")
    for row in rows(tmp_path / "out").rows(named=True):
        view = View.parse(row["position"])
        board = deal(view.level, row["seed"])
        opened = [cell for cell in range(view.level.size) if view[cell] < 9]
        assert len(opened) == row["open"]
        assert all(view[cell] == board.numbers[cell] for cell in opened)


def test_strata_get_equal_shares() -> None:
    plan = Plan(
        24,
        ("8x6x10/open", "8x6x10/any"),
        ("subset", "guess", "Single-Clue"),
        ("early", "late"),
        sample=0,
    )
    frames = [pl.read_parquet(make_part(part)) for part in plan.parts()]
    counted = pl.concat(frames).group_by("level", "technique", "stage").len().rows()
    names = ("single clue", "subset", "guess")
    wanted = [(a, b, c, 2) for a in plan.levels for b in names for c in ("early", "late")]
    assert sorted(counted) == sorted(wanted)
    for row in pl.concat(frames).rows(named=True):
        low, high = STAGES[row["stage"]]
        assert low <= row["open"] / 38 < high


def test_given_cells_are_a_technique() -> None:
    (part,) = Plan(5, ("8x6x10/given",), ("given",), sample=0).parts()
    frame = pl.read_parquet(make_part(part))
    assert len(frame) == 5
    assert all("+" in position for position in frame["position"])


def test_a_sample_has_values_and_words(tmp_path: Path) -> None:
    """The best move and its value come from `value`, and the words from `explain`."""
    with speaking("de"):
        made = make_dataset(SMALL, tmp_path / "out")
    sampled = rows(tmp_path / "out").filter(pl.col("words").is_not_null())
    assert len(sampled) == made.samples == 3
    for row in sampled.rows(named=True):
        view = View.parse(row["position"])
        worth = value(view, 0.01)
        assert (row["best"], row["win"]) == (worth.moves[0].cell, worth.win)
        assert (row["win_error"], row["win_exact"]) == (worth.error, worth.exact)
        with speaking("de"):
            why = explain(view)
            assert (row["explained"], row["words"]) == (why.cell, why.words())
        assert row["claim"] == ("safe" if why.certain else None)
        assert all(step in row["words"] for step in row["steps"])
        assert bool(row["steps"]) == why.certain


def test_a_resumed_set_has_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing parts are kept, missing parts are made again, and every run gives the same rows."""
    monkeypatch.setattr(dataset, "PART_POSITIONS", 10)
    once, twice = tmp_path / "once", tmp_path / "twice"
    make_dataset(SMALL, once)
    asked: list[tuple[int, int]] = []
    make_dataset(SMALL, twice)
    files = sorted((twice / "data").iterdir())
    assert len(files) == 3
    files[1].unlink()
    kept = files[0].stat()
    make_dataset(SMALL, twice, resume=True, on_progress=lambda *done: asked.append(done))
    assert asked == [(20, 30), (30, 30)]
    assert files[0].stat().st_ino == kept.st_ino
    assert rows(once).equals(rows(twice), null_equal=True)
    assert not rows(once)["position"].is_duplicated().any()
    with pytest.raises(SapperError, match="already contains this data set: add --resume"):
        make_dataset(SMALL, twice)
    with pytest.raises(SapperError, match="different positions and seed: choose another folder"):
        make_dataset(Plan(31, SMALL.levels, seed=1, sample=3, budget=0.01), twice, resume=True)
    files[1].write_bytes(b"PAR1")
    with pytest.raises(SapperError, match=r"00-0001-\w{8}\.parquet is damaged: delete it"):
        make_dataset(SMALL, twice, resume=True)
    files[1].unlink()
    files[1].mkdir()
    with pytest.raises(SapperError, match=r"can't read .*00-0001-\w{8}\.parquet: Is a directory"):
        make_dataset(SMALL, twice, resume=True)
    (twice / "manifest.json").write_text("[" * 100_000)
    with pytest.raises(SapperError, match=r"manifest\.json is damaged"):
        make_dataset(SMALL, twice, resume=True)


@pytest.mark.parametrize("last", range(6))
def test_a_set_can_be_resumed_after_any_stop(
    last: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed run may leave half a file, but resuming it gives the same files as one run."""
    monkeypatch.setattr(dataset, "PART_POSITIONS", 10)
    once, twice = tmp_path / "once", tmp_path / "twice"
    make_dataset(SMALL, once)
    replaced: list[Path] = []

    def replace(name: str, target: Path) -> None:
        if len(replaced) == last:
            target.with_name(".sapper-abcdefgh.tmp").write_bytes(Path(name).read_bytes()[:9])
            raise KeyboardInterrupt
        replaced.append(target)
        Path(name).rename(target)

    with monkeypatch.context() as stopping:
        stopping.setattr(os, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            make_dataset(SMALL, twice)
    make_dataset(SMALL, twice, resume=True)
    first, second = (
        {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
        for out in (once, twice)
    )
    assert first == second
    assert len(first) == 5


def test_a_part_of_another_data_set_is_refused(tmp_path: Path) -> None:
    """The name of a part contains a hash of the settings, so a part of another set is noticed."""
    one, other = (Plan(3, SMALL.levels, seed=seed, sample=0) for seed in (1, 2))
    for plan, name in ((one, "one"), (other, "other")):
        make_dataset(plan, tmp_path / name)
    (part,) = (tmp_path / "one" / "data").iterdir()
    part.rename(tmp_path / "other" / "data" / part.name)
    with pytest.raises(SapperError, match=f"{part.name} is not part of this data set: remove it"):
        make_dataset(other, tmp_path / "other", resume=True)


def test_a_data_set_has_a_largest_size(tmp_path: Path) -> None:
    with pytest.raises(SapperError, match="is too many: use at most 1000000000"):
        make_dataset(Plan(10**18, ("3x3x1",)), tmp_path / "vast")
    assert not (tmp_path / "vast").exists()


@pytest.mark.process
@pytest.mark.filterwarnings("default")  # Dask's threads leave resources open
def test_processes_and_clusters_give_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module("distributed")
    monkeypatch.setattr(dataset, "PART_POSITIONS", 10)
    made = [tmp_path / name for name in ("here", "processes", "cluster")]
    make_dataset(SMALL, made[0])
    make_dataset(SMALL, made[1], jobs=2)
    make_dataset(SMALL, made[2], cluster="local:1")
    first, *others = map(rows, made)
    assert all(first.equals(other, null_equal=True) for other in others)


def test_the_card_has_the_head_that_hubs_read(tmp_path: Path) -> None:
    """The card's YAML names the files and the size, and its table describes every column."""
    yaml = module("yaml")
    out = tmp_path / "out"
    make_dataset(SMALL, out)
    _, head, text = (out / "README.md").read_text().split("---\n", 2)
    assert yaml.safe_load(head) == {
        "pretty_name": "Minesweeper positions with exact labels (8x6x10/open)",
        "license": "mit",
        "language": ["en"],
        "tags": ["minesweeper", "reasoning", "logic", "probability", "synthetic"],
        "size_categories": ["n<1K"],
        "configs": [{"config_name": "default", "data_files": "data/*.parquet"}],
    }
    assert list(COLUMNS) == rows(out).columns
    assert all(f"| `{name}` |" in text for name in COLUMNS)
    held = json.loads((out / "manifest.json").read_text())
    (part,) = (out / "data").iterdir()
    assert held["parts"] == [{"file": f"data/{part.name}", "rows": 30}]


def test_no_position_is_in_two_splits(tmp_path: Path) -> None:
    """Not even rotated or mirrored, or with another start rule, and the card counts the copies."""
    plan = Plan(400, ("5x4x5/any", "4x5x5/safe"), sample=0, per_game=1)
    made = make_dataset(plan, tmp_path / "out")
    table = rows(tmp_path / "out")
    groups: dict[frozenset[str], set[tuple[str, str]]] = {}
    for row in table.rows(named=True):
        view = View.parse(row["position"])
        # The rows of all eight turned positions, without the level.
        turns = frozenset("/".join(turned(view, turn).rows) for turn in range(TURNS))
        groups.setdefault(turns, set()).add((row["position_id"], row["split"]))
    assert all(len(found) == 1 for found in groups.values())
    assert len({id_ for found in groups.values() for id_, _ in found}) == len(groups)
    assert made.distinct == len(groups) < 300
    counts = dict(made.splits)
    assert counts == dict(table["split"].value_counts().rows())
    assert counts["train"] > 4 * max(counts["validation"], counts["test"]) > 0
    card = (tmp_path / "out" / "README.md").read_text()
    assert f"{len(groups)} positions differ by more than a rotation or reflection" in card


def test_positions_with_other_mine_counts_differ() -> None:
    states = np.full((1, 12), 9, np.uint8)
    ids = [position_ids(Level.parse(f"4x3x{mines}/any"), states)[0] for mines in (2, 3)]
    ids += position_ids(Level.parse("6x2x2/any"), states)
    assert len(set(ids)) == 3


def test_the_card_says_how_to_make_the_same_files(tmp_path: Path) -> None:
    """The command in the card makes every file again, byte for byte."""
    plan = Plan(12, ("6x5x6/any",), ("single clue", "guess"), ("late",), 3, 2, 2, 0.015)
    make_dataset(plan, tmp_path / "one")
    card = (tmp_path / "one" / "README.md").read_text()
    (command,) = re.findall(r"^    sapper (.*)$", card, re.M)
    assert "@software{sapper," in card
    words = [str(tmp_path / "two") if word == "OUT" else word for word in shlex.split(command)]
    assert sapper(*words, "--jobs", "1").returncode == 0
    files = [file for file in (tmp_path / "one").rglob("*") if file.is_file()]
    for file in files:
        other = tmp_path / "two" / file.relative_to(tmp_path / "one")
        assert other.read_bytes() == file.read_bytes()
    assert len(files) == 4


def test_rare_positions_end_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If too few positions are found, the data set is incomplete, and its counts show that."""
    monkeypatch.setattr(dataset, "LEAST_GAMES", 50)
    monkeypatch.setattr(dataset, "GAMES_PER_POSITION", 1)
    plan = Plan(20, ("3x3x1/open", "4x3x3/any"), ("guess",), sample=0)
    made = make_dataset(plan, tmp_path / "out")
    assert 0 < made.positions < 20
    assert {level for level, *_ in made.counts} == {"4x3x3/any"}


def test_the_command(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    small = ("--level", "8x6x10/open", "--positions", "20", "--sample", "2", "--budget", "10ms")
    text = sapper("data", out, *small, "--technique", "subset", "--jobs", "1").stdout
    assert text.startswith("20 positions, 2 of them explained\nlevel ")
    assert re.search(rf"wrote {re.escape(out)} \(\d+\.\d kB\)\n", text)
    found = sapper("data", f"{out}3", "--level", "1x1x0", "--positions", "1", "--jobs", "1")
    assert found.returncode == 2
    assert found.stderr.startswith("sapper: no such position occurs in these games: choose other")
    assert found.stderr.count("\n") == 1
    assert not (tmp_path / "out3" / "README.md").exists()
    again = sapper("data", f"{out}2", *small, "--stage", "late", "--jobs", "1", "--json").stdout
    assert json.loads(again)["positions"] == 20


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"stages": ("end",)}, "'end' is not a stage: use early, middle, late"),
        ({"techniques": ("luck",)}, "'luck' is not a technique: use given, .*, mine count, guess$"),
        ({"levels": ("huge",)}, "'huge' is not a level"),
        ({"positions": 0}, "positions must be 1 or more, not 0"),
        ({"per_game": 0}, "per_game must be 1 or more, not 0"),
        ({"sample": -1}, "sample must be 0 or more, not -1"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(SapperError, match=words):
        Plan(**({"positions": 10} | settings))


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(SapperError, match="is not empty and contains no data set"):
        make_dataset(SMALL, tmp_path)
    with pytest.raises(SapperError, match=r"thesis.txt: it is not a folder"):
        make_dataset(SMALL, tmp_path / "thesis.txt")
    assert (tmp_path / "thesis.txt").read_text() == "mine"
