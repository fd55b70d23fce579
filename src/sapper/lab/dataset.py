"""Dataset: labelled positions from games, as Parquet files with a data card.

    out/README.md         the data card, in the form that dataset hubs read
    out/manifest.json     the settings, and the parts with their numbers of rows
    out/data/*.parquet    the parts; docs/data.md describes their columns

Each combination of the chosen levels, techniques and stages gets the same number of positions. The
same settings always give the same rows.

>>> plan = Plan(positions=25_000, levels=("expert", "beginner"), seed=1)
>>> [(part.number, part.level, part.positions) for part in plan.parts()][:2]
[('00-0000', '30x16x99/open', 10000), ('00-0001', '30x16x99/open', 2500)]
"""

from __future__ import annotations

import hashlib
import io
import json
import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import accumulate, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sapper.core.board import deal_many
from sapper.core.files import read_regular
from sapper.core.level import Level
from sapper.core.view import SYMBOLS, View
from sapper.errors import SapperError, quote
from sapper.explain import Explanation, explain
from sapper.extras import install
from sapper.formats import save
from sapper.formats.saving import stale, writing
from sapper.lab.batch import Progress, version
from sapper.lab.data_card import card
from sapper.lab.native import Labels, label_deck
from sapper.lab.workers import check_cluster, here, in_processes, on_cluster
from sapper.ladder.techniques import Technique
from sapper.reason.odds import TooWideError
from sapper.reason.value import value
from sapper.words import language, speaking

if TYPE_CHECKING:
    import polars

SPLITS = {"train": 80, "validation": 10, "test": 10}
"""the shares of the splits in percent"""

STAGES = {"early": (0.0, 1 / 3), "middle": (1 / 3, 2 / 3), "late": (2 / 3, 1.0)}
"""the stages of a game, by the share of the safe cells that are open"""

TECHNIQUES = (*map(str, Technique), "guess")
"""the possible values of the `technique` column; `guess` means that no cell is provably safe"""

PART_POSITIONS = 10_000
PART_CELLS = 5_000_000
"""the maximum numbers of positions and cells in a part"""

MAX_PARTS = 100_000

GAMES_PER_POSITION = 200
LEAST_GAMES = 20_000
"""if positions are rare, a part ends after GAMES_PER_POSITION games for each wanted position,
but not before LEAST_GAMES games"""

RESUME = "; the parts made so far are kept: add --resume to continue"


@dataclass(frozen=True, slots=True)
class PartFile:
    number: str
    level: str
    technique: str | None
    stage: str | None
    positions: int
    samples: int
    seed: int
    """the seed of the first board, and of the random choices"""
    per_game: int
    budget: float
    language: str

    @property
    def name(self) -> str:
        """The name of the part's file.

        The name contains a hash of the settings, so different settings give different file names.
        """
        made_by = f"{version()} {self!r}".encode()
        return f"{self.number}-{hashlib.sha256(made_by).hexdigest()[:8]}.parquet"


@dataclass(frozen=True, slots=True)
class Plan:
    positions: int
    levels: tuple[str, ...] = ("expert",)
    techniques: tuple[str, ...] = ()
    """only positions whose easiest technique is listed; if empty, all, as often as they occur"""
    stages: tuple[str, ...] = ()
    """only positions of these stages; if empty, all"""
    seed: int = 0
    per_game: int = 4
    """the maximum number of positions from the same game"""
    sample: int = 1000
    """how many positions also have a value and an explanation in words"""
    budget: float = 0.1
    """seconds of work allowed for estimating a value"""

    def __post_init__(self) -> None:
        for name in ("positions", "per_game"):
            if getattr(self, name) < 1:
                raise SapperError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.sample < 0:
            raise SapperError(f"sample must be 0 or more, not {self.sample}")
        for stage in self.stages:
            if stage not in STAGES:
                raise SapperError(f"{quote(stage)} is not a stage: use {', '.join(STAGES)}")
        levels = (str(Level.of(level)) for level in self.levels)
        techniques = (
            "guess" if text.strip().lower() == "guess" else str(Technique.parse(text, TECHNIQUES))
            for text in self.techniques
        )
        lists = {"levels": levels, "techniques": techniques, "stages": self.stages}
        for name, texts in lists.items():  # remove duplicates
            object.__setattr__(self, name, tuple(dict.fromkeys(texts)))

    def to_json(self) -> dict[str, Any]:
        lists = {"levels", "techniques", "stages"}
        return {key: list(it) if key in lists else it for key, it in asdict(self).items()}

    @property
    def strata(self) -> list[tuple[str, str | None, str | None]]:
        return list(product(self.levels, self.techniques or (None,), self.stages or (None,)))

    def parts(self) -> list[PartFile]:
        strata = self.strata
        largest = max(Level.parse(level).size for level in self.levels)
        limit = MAX_PARTS * max(1, min(PART_POSITIONS, PART_CELLS // largest))
        if self.positions > limit:
            raise SapperError(f"{self.positions} positions is too many: use at most {limit}")
        parts = []
        done = 0  # the number of positions in the parts so far
        for number, (level, technique, stage) in enumerate(strata):
            most = max(1, min(PART_POSITIONS, PART_CELLS // Level.parse(level).size))
            end = self.positions * (number + 1) // len(strata)
            for index, start in enumerate(range(done, end, most)):
                stop = min(start + most, end)
                digest = hashlib.sha256(f"{self.seed}/{level}/{technique}/{stage}/{index}".encode())
                parts.append(
                    PartFile(
                        f"{number:02d}-{index:04d}",
                        level,
                        technique,
                        stage,
                        stop - start,
                        self._sampled(stop) - self._sampled(start),
                        int.from_bytes(digest.digest()[:6]),
                        self.per_game,
                        self.budget,
                        language(),
                    )
                )
            done = end
        return parts

    def _sampled(self, positions: int) -> int:
        return min(self.sample, self.positions) * positions // self.positions


def import_polars() -> Any:
    try:
        import polars
    except ImportError:
        raise SapperError(f"data sets need polars: {install('lab')}") from None
    return polars


def make_part(part: PartFile) -> bytes:
    """The Parquet file of a part, as bytes.

    If the positions are rare, the file has fewer rows than planned.
    """
    pl = import_polars()
    frames = []
    wanted = part.positions
    for seed, labels in _labelled(part):
        frames.append(_frame(pl, part, seed, labels).head(wanted))
        wanted -= len(frames[-1])
    frame = pl.concat(frames) if frames else pl.DataFrame(schema=_schema(pl))
    chosen = random.Random(part.seed).sample(range(len(frame)), min(part.samples, len(frame)))
    with speaking(part.language):
        samples = [_sample(row, frame["position"][row], part.budget) for row in sorted(chosen)]
    frame = frame.with_row_index("row").join(
        pl.DataFrame(samples, schema={"row": pl.UInt32, **_sample_schema(pl)}),
        on="row",
        how="left",
        maintain_order="left",
    )
    file = io.BytesIO()
    frame.drop("row").write_parquet(file)
    return file.getvalue()


def _labelled(part: PartFile) -> Iterator[tuple[int, Labels]]:
    level = Level.parse(part.level)
    technique = None if part.technique is None else TECHNIQUES.index(part.technique)
    share = STAGES[part.stage] if part.stage else (0.0, 1.0)
    left, games = part.positions, 0
    limit = max(LEAST_GAMES, GAMES_PER_POSITION * part.positions)
    while left > 0 and games < limit:
        count = max(1, min(left // part.per_game + 1, PART_CELLS // level.size, 1000))
        seed = part.seed + games
        deck = deal_many(level, seed, count)
        labels = label_deck(
            level, deck, seed, per_game=part.per_game, technique=technique, open_share=share
        )
        games += count
        if len(labels.board):
            yield seed, labels
            left -= len(labels.board)


def _schema(pl: Any) -> dict[str, Any]:
    cells = pl.List(pl.UInt32)
    return {
        "level": pl.String,
        "seed": pl.Int64,
        "move": pl.UInt32,
        "open": pl.UInt32,
        "stage": pl.String,
        "technique": pl.String,
        "position": pl.String,
        "position_id": pl.String,
        "split": pl.String,
        "odds": pl.List(pl.Float32),
        "safe": cells,
        "safe_techniques": pl.List(pl.UInt8),
        "mines": cells,
        "mine_techniques": pl.List(pl.UInt8),
        "safest": pl.UInt32,
        "log10_boards": pl.Float64,
    }


def _sample_schema(pl: Any) -> dict[str, Any]:
    return {
        "best": pl.UInt32,
        "win": pl.Float64,
        "win_error": pl.Float64,
        "win_exact": pl.Boolean,
        "explained": pl.UInt32,
        "claim": pl.String,
        "steps": pl.List(pl.String),
        "words": pl.String,
    }


def _frame(pl: Any, part: PartFile, seed: int, labels: Labels) -> polars.DataFrame:
    level = Level.parse(part.level)
    bounds = [high * level.safe for _, high in STAGES.values()][:-1]
    safe, mines = labels.odds == 0, labels.odds == 1
    numbers = np.broadcast_to(np.arange(level.size, dtype=np.uint32), labels.odds.shape)
    columns = {
        "level": [part.level] * len(labels.board),
        "seed": seed + labels.board.astype(np.int64),
        "move": labels.move,
        "open": labels.open,
        "stage": np.array(list(STAGES))[np.searchsorted(bounds, labels.open, "right")],
        "technique": np.array(TECHNIQUES)[labels.technique],
        "position": _texts(level, labels.states),
        "position_id": (ids := position_ids(level, labels.states)),
        "split": [split_of(one) for one in ids],
        "odds": pl.Series(labels.odds).arr.to_list(),
        "safe": _lists(numbers, safe),
        "safe_techniques": _lists(labels.techniques, safe),
        "mines": _lists(numbers, mines),
        "mine_techniques": _lists(labels.techniques, mines),
        "safest": labels.safest,
        "log10_boards": labels.log10_boards,
    }
    frame: polars.DataFrame = pl.DataFrame(columns, schema=_schema(pl))
    return frame


def position_ids(level: Level, states: NDArray[np.uint8]) -> list[str]:
    """A hash of each position, the same however the board is rotated or mirrored.

    The start rule makes no difference.
    """
    grids = states.reshape(-1, level.height, level.width)
    turns = [
        each[:, ::rows, ::columns]
        for each in (grids, grids.transpose(0, 2, 1))
        for rows, columns in product((1, -1), repeat=2)
    ]
    least = min(turn.shape[1:] for turn in turns)  # such as 16x30 instead of 30x16
    same_shape = [turn for turn in turns if turn.shape[1:] == least]
    head = f"{least} {level.mines} ".encode()
    return [
        hashlib.sha256(head + min(turn[row].tobytes() for turn in same_shape)).hexdigest()[:16]
        for row in range(len(grids))
    ]


def split_of(position_id: str) -> str:
    """The split of a position, in this and in every other data set.

    >>> [split_of(f"{number:016x}") for number in (79, 80, 90)]
    ['train', 'validation', 'test']
    """
    bounds = list(accumulate(SPLITS.values()))
    return list(SPLITS)[bisect_right(bounds, int(position_id, 16) % 100)]


def _lists(values: NDArray[Any], chosen: NDArray[np.bool_]) -> list[NDArray[Any]]:
    return np.split(values[chosen], np.cumsum(chosen.sum(axis=1))[:-1])


def _texts(level: Level, states: NDArray[np.uint8]) -> list[str]:
    symbols = np.frombuffer(SYMBOLS.encode(), np.uint8)[states]
    rows = np.full((len(states), level.height, level.width + 1), ord("\n"), np.uint8)
    rows[:, :, :-1] = symbols.reshape(len(states), level.height, level.width)
    return [f"{level}\n{row.tobytes().decode()}" for row in rows]


def _sample(row: int, position: str, budget: float) -> dict[str, Any]:
    view = View.parse(position)
    why = explain(view)
    sample = {
        "row": row,
        "explained": why.cell,
        "claim": why.claim if isinstance(why, Explanation) else None,
        "steps": list(map(str, why.sentences)) if isinstance(why, Explanation) else [],
        "words": why.words(),
    }
    try:
        worth = value(view, budget)
    except TooWideError:  # the estimate reached a position with too many possible boards
        return sample
    return sample | {
        "best": worth.moves[0].cell,
        "win": worth.win,
        "win_error": worth.error,
        "win_exact": worth.exact,
    }


@dataclass(frozen=True, slots=True)
class Made:
    plan: Plan
    out: Path
    counts: tuple[tuple[str, str, str, int], ...]
    """the number of positions for each level, technique and stage"""
    samples: int
    distinct: int
    """the number of positions that differ by more than a rotation or reflection"""
    splits: tuple[tuple[str, int], ...]
    bytes: int

    @property
    def positions(self) -> int:
        return sum(count for *_, count in self.counts)

    def to_json(self) -> dict[str, Any]:
        names = ("level", "technique", "stage", "positions")
        return {
            "out": str(self.out),
            "wanted": self.plan.positions,
            "positions": self.positions,
            "samples": self.samples,
            "distinct": self.distinct,
            "splits": dict(self.splits),
            "bytes": self.bytes,
            "strata": [dict(zip(names, row, strict=True)) for row in self.counts],
        }


def make_dataset(
    plan: Plan,
    out: Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    resume: bool = False,
    on_progress: Progress | None = None,
) -> Made:
    """Make the parts that are missing from the folder `out`, then the data card."""
    pl = import_polars()
    if cluster is not None:
        check_cluster(cluster)
    folder, parts = out / "data", plan.parts()
    _open(plan, out, resume)
    others = {file.name for file in folder.glob("*.parquet")} - {part.name for part in parts}
    if others:
        raise SapperError(
            "{file} is not part of this data set: remove it", file=folder / min(others)
        )
    todo = [part for part in parts if not (folder / part.name).exists()]
    done = plan.positions - sum(part.positions for part in todo)

    def report() -> None:
        if on_progress is not None:
            on_progress(done, plan.positions)

    report()
    if todo and cluster is not None:
        results = on_cluster(make_part, todo, cluster)
    elif jobs > 1 and len(todo) > 1:
        results = in_processes(make_part, todo, jobs, RESUME)
    else:
        results = here(make_part, todo)
    with closing(results):
        for part, data in results:
            save(folder / part.name, data)
            done += part.positions
            report()
    return _finish(pl, plan, out, [folder / part.name for part in parts])


def _open(plan: Plan, out: Path, resume: bool) -> None:
    """Prepare the folder.

    The manifest is written first, so that an interrupted run can be resumed.
    """
    asked = {"sapper": version(), "language": language(), **plan.to_json()}
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
        fresh = not set(out.iterdir()).difference(stale(out))
    if not fresh:
        held = _manifest(out)
        if differs := [key for key in asked if held.get(key) != asked[key]]:
            raise SapperError(
                f"{out} contains a data set with different {' and '.join(differs)}: "
                "choose another folder"
            )
        if not resume:
            raise SapperError(
                f"{out} already contains this data set: add --resume, or choose another folder"
            )
    else:
        save(out / "manifest.json", json.dumps(asked, indent=2) + "\n")
    with writing(out):
        (out / "data").mkdir(exist_ok=True)
        for file in [*stale(out), *stale(out / "data")]:
            file.unlink(missing_ok=True)


def _manifest(out: Path) -> dict[str, Any]:
    try:
        held = json.loads(read_regular(out / "manifest.json"))
    except FileNotFoundError:
        raise SapperError(
            f"{out} is not empty and contains no data set: choose another folder"
        ) from None
    except (OSError, ValueError, RecursionError):
        raise SapperError(f"{out / 'manifest.json'} is damaged") from None
    return held if isinstance(held, dict) else {}


def _finish(pl: Any, plan: Plan, out: Path, files: Sequence[Path]) -> Made:
    columns = ["level", "technique", "stage", "words", "position_id", "split"]
    tables, size = [], 0
    for file in files:
        try:
            data = read_regular(file)
        except OSError as problem:
            raise SapperError(f"can't read {file}: {problem.strerror or problem}") from None
        size += len(data)
        try:
            tables.append(pl.read_parquet(io.BytesIO(data), columns=columns))
        except pl.exceptions.PolarsError:
            raise SapperError(f"{file} is damaged: delete it, and add --resume") from None
    table = pl.concat(tables)
    if not len(table):
        raise SapperError(
            "no such position occurs in these games: choose other levels, techniques or stages"
        )
    order: tuple[Sequence[str], ...] = (plan.levels, TECHNIQUES, tuple(STAGES))
    counted = table.group_by(columns[:3]).len().rows()

    def rank(row: tuple[Any, ...]) -> list[int]:
        return [names.index(name) for names, name in zip(order, row[:3], strict=True)]

    made = Made(
        plan,
        out,
        tuple(sorted(counted, key=rank)),
        table["words"].count(),
        table["position_id"].n_unique(),
        tuple((split, int((table["split"] == split).sum())) for split in SPLITS),
        size,
    )
    held = _manifest(out)
    parts = [{"file": f"data/{f.name}", "rows": len(t)} for f, t in zip(files, tables, strict=True)]
    save(out / "manifest.json", json.dumps(held | {"parts": parts}, indent=2) + "\n")
    save(out / "README.md", card(held | made.to_json() | {"positions_asked": plan.positions}))
    return made
