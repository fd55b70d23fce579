"""The report of a study: a self-contained HTML page, summary.csv and the plots."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

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
    parts = [
        f"<h1>{escape(study.name)}</h1>",
        f'<p class="question">{escape(study.question)}</p>',
        *([f"<p>{escape(study.about)}</p>"] if study.about else []),
        f"<p>{_sentence(summary)}</p>",
    ]
    for svg, words in pictures:
        data = base64.b64encode(svg).decode()
        parts.append(
            f'<figure><img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'
            f"<figcaption>{escape(words)}</figcaption></figure>"
        )
    course = course_rows(summary)
    if len(course) > 1:
        parts += [
            "<h2>The course's figures next to ours</h2>",
            "<p>Sapper began with an exercise from an AI course. A to E are five programs handed "
            "in for it. The columns <em>course</em> show their results, measured on machines of "
            "their day. The columns <em>ours</em> show our player with the same method, start rule "
            "and guessing; any difference is in the note. <em>Rerun</em> means that the program "
            "was run again on a modern 2-core machine. bench/course rebuilds the programs.</p>",
            table(course, 4 if course[0][3] == "note" else 3),
        ]
    parts += [
        "<h2>All figures</h2>",
        "<p>Shares have 95% Wilson intervals, means a 95% bootstrap interval over games. Time is "
        "the CPU time of one game, including the referee.</p>",
        table(summary_rows(summary), 2),
    ]
    if len(summary.duels) and any(plot.kind == "duels" for plot in study.plots):
        parts += [
            "<h2>Each pair of players on the same boards</h2>",
            "<p>Boards that only one of the two wins decide between them. The table has the exact "
            "McNemar test, and the difference in wins with Agresti and Min's interval for pairs. "
            "With several tests, some p-values may fall below 5% by chance. The plot corrects for "
            "that.</p>",
            table(duel_rows(summary), 3),
        ]
    if summary.verdicts:
        parts += [
            "<h2>The reports' claims, and whether they hold</h2>",
            "<p>The claims are sentences of the reports, or follow from their tables and choices. "
            "A claim holds if the whole 95% interval lies in the range named. It does not hold if "
            "the whole interval lies outside. Otherwise these games can't tell. The measurements "
            "are of our players, since the programs themselves can't be run here.</p>",
            table(claim_rows(summary), 3),
        ]
    parts += ["<h2>How to repeat it</h2>", *_how(summary, about)]
    return document(f"{study.name}: {study.question}", parts)


def document(title: str, parts: list[str], css: str = "") -> str:
    """An HTML page. `css` may set other colours, such as --ink, and style other elements."""
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}{css}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _sentence(summary: Summary) -> str:
    study = summary.study
    games = sum(line.games for line in summary.lines)
    wrong = sum(line.counts["wrong"] for line in summary.lines)
    players, levels = len(study.players), len(study.levels)
    said = f"{games:,} {plural(games, 'game')}: {how_many(players, 'player')} on "
    said += f"{how_many(levels, 'level')}, each on the same {study.games:,} "
    said += f"{plural(study.games, 'board')} per level. "
    if wrong:
        games_wrong = how_many(wrong, "game")
        return escape(said) + f"<strong>{games_wrong} ended with a false claim.</strong>"
    return escape(said + "No player made a false claim.")


def table(rows: list[list[str]], left: int, links: Mapping[str, str] | None = None) -> str:
    """An HTML table. The first row is the header. The first `left` columns are left-aligned.

    `links` maps strings in the first column to the files that they link to.
    """

    def linked(cell: str, column: int) -> str:
        file = (links or {}).get(cell) if column == 0 else None
        return escape(cell) if file is None else f'<a href="{quote(file)}">{escape(cell)}</a>'

    def cells(row: Iterable[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=n' if i >= left else ''}>{linked(cell, i)}</{tag}>"
            for i, cell in enumerate(row)
        )

    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows[1:])
    return (
        f'<div class="wide"><table><thead><tr>{cells(rows[0], "th")}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _command(study: Study) -> str:
    words = ["sapper", "study", "FILE.py" if study.source else study.name]
    words += ["--games", str(study.games)]
    ours = STUDIES.get(study.name)
    if ours is not None and not study.source and ours.players != study.players:
        known = {p.name for p in ours.players}
        for p in study.players:
            words += ["--agents", p.name if p.name in known else str(p)]
    return shlex.join(words)


def _how(summary: Summary, about: dict[str, Any]) -> list[str]:
    study = summary.study
    last = study.seed + study.games - 1
    given = {
        "command": _command(study),
        "seeds": f"{study.seed} to {last}, for both boards and guesses",
        "version": f"Sapper {about.get('version', 'unknown')}",
        "machine": str(about.get("machine", "unknown")),
        "workers": str(about.get("workers", "unknown")),
        "started": str(about.get("started", "unknown")),
    }
    if study.source:
        given["file"] = f"SHA-256 {about.get('source', 'unknown')}"
    facts = "".join(f"<dt>{k}</dt><dd>{escape(v)}</dd>" for k, v in given.items())
    players = [["player", "settings", "what it does"]]
    for p in study.players:
        does = AGENTS[p.agent].description if p.agent in AGENTS else ""
        players.append([p.name, str(replace(p, label="")), does])
    levels = [["level", "in full", "given cells"]]
    levels += [
        [level_words(x), str(Level.parse(x)), str(Level.parse(x).given)] for x in study.levels
    ]
    parts = [f"<dl>{facts}</dl>", "<h3>Players</h3>", table(players, 3)]
    parts += ["<h3>Levels</h3>", table(levels, 2)]
    if study.source:
        parts += ["<h3>The file</h3>", f"<pre>{escape(study.source)}</pre>"]
    return parts


CSS = """
:root { color-scheme: light; --ink: #222; --soft: #444; --line: #ccc; --page: #fff;
  --card: #f4f4f4; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 74rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
.question { font-size: 1.25rem; margin-top: .25rem; }
figure { margin: 2rem 0; }
figure img { width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .8rem; font-variant-numeric: tabular-nums; }
th { text-align: left; vertical-align: bottom; border-bottom: 2px solid var(--ink); }
td { border-bottom: 1px solid var(--line); }
th, td { padding: .25rem .6rem .25rem 0; }
td { white-space: nowrap; }
.n { text-align: right; }
dt { font-weight: 600; float: left; clear: left; width: 6rem; }
dd { margin-left: 6.5rem; }
pre { background: var(--card); padding: 1rem; overflow-x: auto; }
@media print { body { max-width: none; font-size: 11px; } figure { break-inside: avoid; }
  .wide { overflow: visible; } td { white-space: normal; } }
"""
