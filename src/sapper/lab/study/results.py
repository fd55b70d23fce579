"""The directory with the results of a study. A killed run can be resumed.

    study.json        the study, the version of Sapper and the machine
    games.parquet/    one file (shard) per range of seeds, with the games of all levels and players
    summary.csv       the table
    plots/            the plots
    report.html       the report
    .lock             locked during a run; the system unlocks it when the process ends
    *.damaged         a shard that could not be read; it is kept, and its games are played again

A shard is written under a temporary name and then renamed, so a killed run leaves no incomplete
shard.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.core.files import read_regular
from sapper.errors import SapperError
from sapper.extras import install
from sapper.formats import save
from sapper.formats.saving import stale
from sapper.lab.batch import TYPES, Batch, Games
from sapper.lab.study.plan import Study
from sapper.words import how_many

if TYPE_CHECKING:
    import polars

SHARD = re.compile(r"seeds-(\d+)-(\d+)\.parquet")


def import_polars() -> Any:
    try:
        import polars
    except ImportError:
        raise SapperError(f"studies need polars and matplotlib: {install('lab')}") from None
    return polars


def cant_write(path: Path, problem: OSError) -> SapperError:
    return SapperError(f"can't write {path}: {problem.strerror or problem}")


class Results:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.shards_path = path / "games.parquet"

    @contextmanager
    def open(self, study: Study, resume: bool) -> Iterator[None]:
        """Create and lock the directory.

        If `resume` is set, the directory may already contain results of the study.
        """
        fresh = not self.path.is_dir() or not any(self.path.iterdir())
        if not fresh:
            self._refuse_strangers(study, resume)
        try:
            self.shards_path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / ".lock").open("a")
        except OSError as problem:
            raise cant_write(self.path, problem) from None
        with lock:
            _take(lock.fileno(), self.path)
            for folder in (self.path, self.shards_path):
                for file in list(stale(folder)):
                    file.unlink(missing_ok=True)
            yield

    def _refuse_strangers(self, study: Study, resume: bool) -> None:
        held = self.description()
        if held is None:
            # A run that is killed right after its start leaves only .lock and games.parquet.
            if any(f.name not in (".lock", "games.parquet") for f in self.path.iterdir()):
                raise SapperError(
                    f"{self.path} is not empty and contains no study: choose another directory"
                )
            return
        wanted = study.to_json()
        differs = [
            key
            for key in wanted
            if key not in ("games", "question") and held.get(key) != wanted[key]
        ]
        if "study" in differs:
            raise SapperError(
                f"{self.path} contains the study {held.get('study')}, not {study.name}: "
                "choose another directory"
            )
        if differs:
            raise SapperError(
                f"{self.path} contains {study.name} with different {' and '.join(differs)}: "
                "choose another directory"
            )
        if not resume:
            raise SapperError(
                f"{self.path} already contains results of {study.name}: add --resume, or "
                "choose another --out"
            )
        if study.games < held["games"]:
            games = how_many(held["games"], "game")
            raise SapperError(
                f"the study in {self.path} has {games}, more than the {study.games} wanted now: "
                "choose another directory"
            )

    def description(self) -> dict[str, Any] | None:
        try:
            described = json.loads(read_regular(self.path / "study.json"))
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise SapperError(f"can't read {self.path}: {problem.strerror}") from None
        except ValueError:
            raise SapperError(f"{self.path / 'study.json'} is damaged") from None
        return described if isinstance(described, dict) else None

    def describe(self, study: Study, about: dict[str, Any]) -> None:
        save(self.path / "study.json", json.dumps(study.to_json() | about, indent=2) + "\n")

    def shards(self) -> dict[tuple[int, int], Path]:
        files = {}
        for file in self.shards_path.iterdir():
            if match := SHARD.fullmatch(file.name):
                files[int(match[1]), int(match[2])] = file
        return dict(sorted(files.items()))

    def set_aside_damaged(self, study: Study) -> list[Path]:
        """Rename damaged shards and return the new paths.

        The games of these shards are played again.
        """
        pl = import_polars()
        damaged = []
        for (start, stop), file in self.shards().items():
            try:
                rows = pl.scan_parquet(_bytes(file)).select(pl.len()).collect().item()
            except pl.exceptions.PolarsError:
                rows = -1
            if rows != (stop - start) * study.pairs:
                names = (f"{file.name}.damaged{f'-{n}' if n > 1 else ''}" for n in count(1))
                aside = next(name for name in names if not file.with_name(name).exists())
                damaged.append(file.rename(file.with_name(aside)))
        return damaged

    def missing(self, study: Study) -> list[tuple[int, int]]:
        gaps = []
        at = study.seed
        for start, stop in self.shards():
            if start > at:
                gaps.append((at, start))
            at = max(at, stop)
        end = study.seed + study.games
        return [*gaps, (at, end)] if at < end else gaps

    def add(self, block: Batch, tables: Sequence[Games]) -> None:
        pl = import_polars()
        kinds = {np.str_: pl.String, np.float64: pl.Float64, np.int64: pl.Int64}
        kept = {name: kinds[kind] for name, kind in TYPES.items() if name != "failure"}
        types = {"level": pl.String, "player": pl.String, "seed": pl.UInt64, **kept}
        start, stop = block.seed, block.seed + block.boards
        columns: dict[str, list[Any]] = {name: [] for name in types}
        pairs = product(block.levels, block.players)
        for (level, player), games in zip(pairs, tables, strict=True):
            columns["level"] += [level] * block.boards
            columns["player"] += [player.name] * block.boards
            columns["seed"] += range(start, stop)
            for name in dict.fromkeys([*kept, *games]):
                if name != "failure":
                    columns.setdefault(name, []).extend(games[name])
        file = io.BytesIO()
        pl.DataFrame(columns, schema_overrides=types).write_parquet(file)
        save(self.shards_path / f"seeds-{start:010d}-{stop:010d}.parquet", file.getvalue())

    def frame(self, study: Study) -> polars.DataFrame:
        pl = import_polars()
        shards = self.shards()
        if not shards:
            raise SapperError(f"{self.path} contains no games")
        try:
            frames = (pl.read_parquet(_bytes(file)) for file in shards.values())
            frame = pl.concat(frames, how="diagonal_relaxed")
        except pl.exceptions.PolarsError as problem:
            raise SapperError(f"can't read {self.shards_path}: {problem}") from None
        order = [
            pl.col("level").cast(pl.Enum(list(study.levels))),
            pl.col("player").cast(pl.Enum([p.name for p in study.players])),
            pl.col("seed"),
        ]
        frame = frame.sort(order)
        if frame.select("level", "player", "seed").is_duplicated().any():
            raise SapperError(f"{self.shards_path} contains the same game twice")
        joined: polars.DataFrame = frame
        return joined


def _bytes(file: Path) -> bytes:
    # Polars would expand * and ? in a file name, so pass the contents of the file instead.
    try:
        return read_regular(file)
    except OSError as problem:
        raise SapperError(f"can't read {file}: {problem.strerror or problem}") from None


def _take(lock: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows does not have these locks
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SapperError(f"another run is writing to {path}: wait for it, or stop it") from None
    except OSError:
        return  # the file system does not support locks
