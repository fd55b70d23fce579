"""The report of a study: a self-contained HTML page, summary.csv and the plots."""

from __future__ import annotations

import base64
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.agents import AGENTS
from sapper.core.level import Level
from sapper.formats import save
from sapper.lab.study.plan import Study
from sapper.lab.study.plots import draw
from sapper.lab.study.results import Results, cant_write
from sapper.lab.study.studies import STUDIES
from sapper.lab.study.summary import (
    Summary,
    claim_rows,
    course_rows,
    duel_rows,
    level_words,
    summary_rows,
)
from sapper.report import render
from sapper.words import how_many, plural

if TYPE_CHECKING:
    import polars


def write_report(summary: Summary, frame: polars.DataFrame, results: Results) -> tuple[Path, ...]:
    study = summary.study
    plots = results.path / "plots"
    try:
        plots.mkdir(exist_ok=True)
    except OSError as problem:
        raise cant_write(plots, problem) from None
    files = [results.path / "summary.csv"]
    save(files[0], summary.csv())
    pictures = []
    for number, plot in enumerate(study.plots, 1):
        png, svg, words = draw(plot, summary, frame)
        name = "-".join(filter(None, [f"{number:02d}", plot.kind, plot.y, _word(plot.x)]))
        for suffix, data in (("png", png), ("svg", svg)):
            files.append(plots / f"{name}.{suffix}")
            save(files[-1], data)
        pictures.append((svg, words))
    files.append(results.path / "report.html")
    about = results.description() or {}
    save(files[-1], report_html(summary, about, pictures))
    return tuple(files)


def _word(text: str) -> str:
    return text if text.replace("_", "").isalnum() else ""


def report_html(summary: Summary, about: dict[str, Any], pictures: list[tuple[bytes, str]]) -> str:
    study = summary.study
    games = sum(line.games for line in summary.lines)
    wrong = sum(line.counts["wrong"] for line in summary.lines)
    played = f"{games:,} {plural(games, 'game')}: {how_many(len(study.players), 'player')} on "
    played += f"{how_many(len(study.levels), 'level')}, each on the same {study.games:,} "
    played += f"{plural(study.games, 'board')} per level."
    players = [["player", "settings", "what it does"]]
    for p in study.players:
        does = AGENTS[p.agent].description if p.agent in AGENTS else ""
        players.append([p.name, str(replace(p, label="")), does])
    levels = [["level", "in full", "given cells"]]
    for name in study.levels:
        level = Level.parse(name)
        levels.append([level_words(name), str(level), str(level.given)])
    compared = any(plot.kind == "duels" for plot in study.plots)
    return render(
        "study.html",
        title=f"{study.name}: {study.question}",
        study=study,
        played=played,
        wrong=how_many(wrong, "game") if wrong else "",
        pictures=[(base64.b64encode(svg).decode(), words) for svg, words in pictures],
        course=course_rows(summary),
        figures=summary_rows(summary),
        duels=duel_rows(summary) if summary.duels and compared else [],
        claims=claim_rows(summary) if summary.verdicts else [],
        given=_given(study, about),
        players=players,
        levels=levels,
    )


def _command(study: Study) -> str:
    words = ["sapper", "study", "FILE.py" if study.source else study.name]
    words += ["--games", str(study.games)]
    ours = STUDIES.get(study.name)
    if ours is not None and not study.source and ours.players != study.players:
        known = {p.name for p in ours.players}
        for p in study.players:
            words += ["--agent", p.name if p.name in known else str(p)]
    return shlex.join(words)


def _given(study: Study, about: dict[str, Any]) -> dict[str, str]:
    given = {
        "command": _command(study),
        "seeds": f"{study.seed} to {study.seed + study.games - 1}, for both boards and guesses",
        "version": f"Sapper {about.get('version', 'unknown')}",
    }
    given |= {name: str(about.get(name, "unknown")) for name in ("machine", "workers", "started")}
    if study.source:
        given["file"] = f"SHA-256 {about.get('source', 'unknown')}"
    return given
