"""Run a study: plan its blocks, have them played, keep the shards; resume where a run ended.

>>> from sapper.lab.studies import STUDIES
>>> study = STUDIES["difficulty"].with_options(games=50, agents=["resolution", "odds"])
>>> print(plan(study))
difficulty: 4 levels x 2 players x 50 games (seeds 1 to 50) = 400 games, in 25 blocks
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.grid import SapperError
from sapper.lab.blocks import blocks, play_block
from sapper.lab.results import Results, import_polars
from sapper.lab.study import Study, load
from sapper.lab.workers import RESUME, check_cluster, here, in_processes, on_cluster

if TYPE_CHECKING:
    import polars
    from rich.table import Table

    from sapper.lab.summary import Summary


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a run is: games done of all, games a second, and the seconds left at this rate."""

    done: int
    total: int
    rate: float
    left: float | None


def plan(study: Study) -> str:
    """What a run will do, in a line."""
    last = study.seed + study.games - 1
    count = len(blocks(study, [(study.seed, last + 1)]))
    return (
        f"{study.name}: {_count(len(study.levels), 'level')} x "
        f"{_count(len(study.players), 'player')} x {_count(study.games, 'game')} "
        f"(seeds {study.seed} to {last}) = {_count(study.total, 'game')}, in "
        f"{_count(count, 'block')}"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def run_study(
    study: Study,
    out: Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    resume: bool = False,
    on_progress: Callable[[Pace], None] | None = None,
    on_damaged: Callable[[Path], None] | None = None,
) -> Results:
    """Play every game of the study that the directory does not hold yet.

    A shard that can't be read is set aside, `on_damaged` is told its new name, and its games are
    played again.
    """
    import_polars()
    study.check()
    if jobs < 1:
        raise SapperError(f"{jobs} processes can't play: at least 1")
    if cluster is not None:
        check_cluster(cluster)
    results = Results(out)
    with results.opened(study, resume):
        for file in results.set_aside_damaged(study):
            if on_damaged is not None:
                on_damaged(file)
        results.describe(study, _about(jobs, cluster))
        todo = blocks(study, results.missing(study))
        left = sum(block.games for block in todo)
        started = time.monotonic()
        done = 0

        def report() -> None:
            if on_progress is not None:
                seconds = time.monotonic() - started
                rate = done / seconds if done else 0.0
                ends = (left - done) / rate if rate else None
                on_progress(Pace(study.total - left + done, study.total, rate, ends))

        report()
        if todo and cluster is not None:
            played = on_cluster(play_block, todo, cluster)
        elif len(todo) > 1 and jobs > 1:
            played = in_processes(play_block, todo, jobs, f"; {RESUME}")
        else:
            played = here(play_block, todo)
        try:
            for block, columns in played:
                results.add(block.start, block.stop, columns)
                done += block.games
                report()
        finally:
            played.close()  # type: ignore[attr-defined]
    return results


def _about(jobs: int, cluster: str | None) -> dict[str, Any]:
    return {
        "machine": machine(),
        "workers": cluster or f"{jobs} process{'es' * (jobs != 1)}",
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def machine() -> str:
    """Processor, cores, system and Python, in a line."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        processor = names[0].partition(":")[2].strip() if names else processor
    system = f"{platform.system()} {platform.machine()}"
    return f"{processor}, {os.cpu_count()} cores, {system}, Python {platform.python_version()}"


@dataclass(frozen=True, slots=True)
class Finished:
    """A study that was run: its rows, their summary, and the files that were written."""

    study: Study
    out: Path
    frame: polars.DataFrame
    summary: Summary
    files: tuple[Path, ...]

    def tables(self) -> list[Table]:
        """The tables for a terminal: summary, the course's figures beside ours, its claims."""
        from sapper.lab.summary import terminal_tables

        return terminal_tables(self.summary)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
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
    on_progress: Callable[[Pace], None] | None = None,
    on_damaged: Callable[[Path], None] | None = None,
) -> Finished:
    """Run a study by name or file from plan to report.

    Without `out`, the results go to results/NAME. Resumed without `games` or `agents`, it is
    finished as it was begun.
    """
    from sapper.lab.plots import import_figure
    from sapper.lab.report import write_report
    from sapper.lab.summary import summarize

    import_figure()  # what is missing is said before the games, not after them
    study = load(name).with_options(games, agents)
    if out is None:
        out = Path("results") / study.name
    if resume and (held := Results(out).described()) and held.get("study") == study.name:
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
    """The players that the directory is for, by name where the study knows them."""
    known = {p.name for p in study.players}
    names = []
    for name, text in held["players"].items():
        labelled = name if name in (*known, text) else f"{text}{':,'[':' in text]}label={name!r}"
        names.append(labelled)
    return names
