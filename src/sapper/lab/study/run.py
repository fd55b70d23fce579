"""Runs a study: plans its blocks, plays the missing ones, and writes the report.

>>> from sapper.lab.study.studies import STUDIES
>>> study = STUDIES["difficulty"].with_options(games=50, agents=["resolution", "odds"])
>>> print(plan(study))
difficulty: 4 levels x 2 players x 50 games (seeds 1 to 50) = 400 games, in 25 blocks
"""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.lab.batch import Batch, Progress, play
from sapper.lab.study.plan import Study, load
from sapper.lab.study.results import Results, import_polars
from sapper.lab.workers import RESUME, check_cluster
from sapper.words import how_many

if TYPE_CHECKING:
    import polars
    from rich.table import Table

    from sapper.lab.study.summary import Summary


def block_seeds(study: Study) -> int:
    """The number of seeds per block.

    A block has about 500 games, so that playing takes much longer than writing the shard. Small
    studies have smaller blocks, so that many processes can share the work. Large studies have
    larger blocks, so that there are at most 1,000 shards.
    """
    by_games = min(math.ceil(500 / study.pairs), math.ceil(study.games / 32))
    return max(by_games, math.ceil(study.games / 1000))


def blocks(study: Study, ranges: Sequence[tuple[int, int]]) -> list[Batch]:
    size, batch = block_seeds(study), study.batch
    return [block for start, stop in ranges for block in batch.block(start, stop).blocks(size)]


def plan(study: Study) -> str:
    last = study.seed + study.games - 1
    count = len(blocks(study, [(study.seed, last + 1)]))
    return (
        f"{study.name}: {how_many(len(study.levels), 'level')} x "
        f"{how_many(len(study.players), 'player')} x {how_many(study.games, 'game')} "
        f"(seeds {study.seed} to {last}) = {how_many(study.total, 'game')}, in "
        f"{how_many(count, 'block')}"
    )


def run_study(
    study: Study,
    out: Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    resume: bool = False,
    on_progress: Progress | None = None,
    on_damaged: Callable[[Path], None] | None = None,
) -> Results:
    """Play every game of the study that is not yet in the directory `out`."""
    import_polars()
    study.check(jobs)
    if cluster is not None:
        check_cluster(cluster)
    results = Results(out)
    with results.open(study, resume):
        for file in results.set_aside_damaged(study):
            if on_damaged is not None:
                on_damaged(file)
        results.describe(study, _about(jobs, cluster))
        todo = blocks(study, results.missing(study))
        held = study.games - sum(block.boards for block in todo)

        def report(boards: int, _: int) -> None:
            if on_progress is not None:
                on_progress((held + boards) * study.pairs, study.total)

        with closing(
            play(
                todo,
                jobs=jobs,
                cluster=cluster,
                ordered=False,
                advice=f"; {RESUME}",
                on_progress=report,
            )
        ) as played:
            for block, tables in played:
                results.add(block, tables)
    return results


def _about(jobs: int, cluster: str | None) -> dict[str, Any]:
    return {
        "machine": machine(),
        "workers": cluster or how_many(jobs, "process", "processes"),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def machine() -> str:
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        processor = names[0].partition(":")[2].strip() if names else processor
    system = f"{platform.system()} {platform.machine()}"
    cores = how_many(os.cpu_count() or 1, "core")
    return f"{processor}, {cores}, {system}, Python {platform.python_version()}"


@dataclass(frozen=True, slots=True)
class Finished:
    study: Study
    out: Path
    frame: polars.DataFrame
    summary: Summary
    files: tuple[Path, ...]

    def tables(self) -> list[Table]:
        from sapper.lab.study.summary import terminal_tables

        return terminal_tables(self.summary)

    def to_json(self) -> dict[str, Any]:
        return {
            **self.study.to_json(),
            "out": str(self.out),
            "files": [str(file) for file in self.files],
            "summary": self.summary.to_json(),
            "claims": [verdict.to_json() for verdict in self.summary.verdicts],
        }


def run_to_report(
    name: str,
    *,
    games: int | None = None,
    agents: Sequence[str] = (),
    jobs: int = 1,
    out: Path | None = None,
    resume: bool = False,
    cluster: str | None = None,
    on_plan: Callable[[str], None] | None = None,
    on_progress: Progress | None = None,
    on_damaged: Callable[[Path], None] | None = None,
) -> Finished:
    """Run a study, given by name or Python file, and write its report.

    A resumed study keeps its number of games and its agents, unless the caller changes them.
    """
    from sapper.lab.study.plots import import_figure
    from sapper.lab.study.report import write_report
    from sapper.lab.study.summary import summarize

    import_figure()  # if matplotlib is missing, raise an error before any game is played
    study = load(name).with_options(games, agents)
    if out is None:
        out = Path("results") / study.name
    if resume and (held := Results(out).description()) and held.get("study") == study.name:
        if games is None:
            study = replace(study, games=held["games"])
        if not agents:
            study = study.with_options(agents=_held_players(study, held))
    study.check()
    if on_plan is not None:
        on_plan(plan(study))
    results = run_study(
        study,
        out,
        jobs=jobs,
        cluster=cluster,
        resume=resume,
        on_progress=on_progress,
        on_damaged=on_damaged,
    )
    frame = results.frame(study)
    summary = summarize(study, frame)
    files = write_report(summary, frame, results)
    return Finished(study, out, frame, summary, files)


def _held_players(study: Study, held: dict[str, Any]) -> list[str]:
    known = {p.name for p in study.players}
    names = []
    for name, text in held["players"].items():
        labelled = name if name in (*known, text) else f"{text}{':,'[':' in text]}label={name!r}"
        names.append(labelled)
    return names
