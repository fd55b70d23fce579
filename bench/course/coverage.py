"""Rewrite the tables in coverage.md from the JSON that studies print.

    for name in $(sapper study --list | cut -d' ' -f1); do
        sapper study $name --json > $name.json
    done
    python bench/course/coverage.py *.json

Only the tables between the marks are rewritten. If a study has no JSON file, its rows stay as they
are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sapper.lab.statistics import Estimate, minus, percent, share
from sapper.lab.study.plan import Figure, Study
from sapper.lab.study.studies import STUDIES
from sapper.lab.study.summary import TIMES, level_words
from sapper.words import plural

PAGE = Path(__file__).with_name("coverage.md")

FIGURES = ["report", "level", "reported", "our player", "ours", "command", "wins more often"]
CLAIMS = ["report", "claim", "measured", "found", "holds if", "command", "verdict"]


def command(study: str) -> str:
    """The command that runs a study, as coverage.md shows it."""
    return f"`sapper study {study}`"


def figure_row(figure: Figure, study: Study, result: dict[str, Any]) -> list[str]:
    """A figure from a report, the same figure for our player, and which of them wins more often."""
    (ours,) = [
        line
        for line in result["summary"]
        if (line["level"], line["player"]) == (figure.level, figure.player)
    ]
    theirs, mine, verdict = [], [], ""
    if figure.won is not None:
        theirs.append(f"won {figure.won[0]} of {figure.won[1]}")
        won = share(ours["won"], ours["games"])
        mine.append(f"won {percent(won)}")
        more = minus(won, share(*figure.won))
        verdict = "ours" if more.low > 0 else "theirs" if more.high < 0 else "undecided"
    for key, words in (
        ("seconds", "{} s"),
        ("sd", "sd {} s"),
        ("most", "at most {} s"),
        ("rounds", "{} rounds"),
        ("won_steps", "{} steps in a won game"),
        ("left", "{} cells left"),
    ):
        value = getattr(figure, key)
        if value is not None:
            found = ours.get(TIMES.get(key, key))
            scale = 1000 if key in TIMES else 1
            theirs.append(words.format(f"{value:g}"))
            digits = "-" if found is None else _digits(found / scale)
            mine.append(words.format(digits))
    said = "; ".join(theirs) + (f" ({figure.note})" if figure.note else "")
    level = level_words(figure.level)
    return [
        figure.course,
        level,
        said,
        f"`{figure.player}`",
        "; ".join(mine),
        command(study.name),
        verdict,
    ]


def _digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def claim_row(claim: dict[str, Any], study: Study, unit: str) -> list[str]:
    """A claim with its verdict."""
    found = "-"
    if claim["value"] is not None:
        value = Estimate(*(float("inf") if x is None else x for x in claim["value"]))
        found = (
            percent(value)
            if unit == "%"
            else f"{value.value:.3g} [{value.low:.3g}, {value.high:.3g}]"
        )
    given = [claim["course"], claim["claim"], claim["measured"], found, claim["holds_if"]]
    return [*given, command(study.name), f"**{claim['verdict']}**"]


def rewrite(text: str, mark: str, head: list[str], new: dict[str, list[list[str]]]) -> str:
    """The text of coverage.md with new rows for these studies, in the order of the studies."""
    start, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    before, _, rest = text.partition(start)
    old, _, after = rest.partition(end)
    rows = [line for line in old.splitlines() if line.startswith("| ")][2:]
    lines = [_line(head), "|" + " --- |" * len(head)]
    for name in STUDIES:
        if name in new:
            lines += map(_line, new[name])
        else:
            lines += [row for row in rows if f" {command(name)}, " in row]
    return before + start + "\n".join(lines) + "\n" + end + after


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Read the result files named on the command line, and write coverage.md."""
    figures: dict[str, list[list[str]]] = {}
    claims: dict[str, list[list[str]]] = {}
    for file in sys.argv[1:]:
        result = json.loads(Path(file).read_text())
        study = STUDIES[result["study"]]
        figures[study.name] = [figure_row(figure, study, result) for figure in study.course]
        claims[study.name] = [
            claim_row(row, study, claim.unit)
            for row, claim in zip(result["claims"], study.claims, strict=True)
        ]
        games = f"{result['games']:,} {plural(result['games'], 'game')}"
        for table in (figures, claims):
            for cells in table[study.name]:
                cells[-2] += f", {games}"
    text = rewrite(PAGE.read_text(), "figures", FIGURES, figures)
    PAGE.write_text(rewrite(text, "claims", CLAIMS, claims))


if __name__ == "__main__":
    main()
