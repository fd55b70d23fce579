"""The data card of a data set: a README.md that begins with YAML, as dataset hubs expect."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from sapper.ladder.techniques import Technique
from sapper.words import how_many, plural

COLUMNS = {
    "level": "width x height x mines / start rule",
    "seed": "the seed of the board; `sapper deal LEVEL --seed SEED` deals it again",
    "move": "the number of clicks that led to the position",
    "open": "the number of open cells",
    "stage": "early, middle or late: less than a third of the safe cells are open, less than "
    "two thirds, or more",
    "technique": "the easiest technique that proves a cell safe, or `guess` if no cell is provably "
    "safe",
    "position": "the level, then one row per line: 0-8 open, `.` hidden, `+` hidden and given as "
    "safe",
    "position_id": "the same for positions that are rotations or reflections of each other",
    "split": "train, validation or test; it follows from `position_id`",
    "odds": "the exact chance of a mine in each cell, NaN if it is open; it is 0 or 1 only "
    "if the cell is provably safe or provably a mine",
    "safe": "the provably safe cells",
    "safe_techniques": "the easiest technique that proves each of them, as a number",
    "mines": "the provable mines",
    "mine_techniques": "the easiest technique that proves each of them, as a number",
    "safest": "the cell least likely to be a mine",
    "log10_boards": "the logarithm of the number of boards that fit the position",
    "best": "the cell to open for the highest chance of winning (this and all later "
    "columns: samples only)",
    "win": "the chance of winning with best play",
    "win_error": "the standard error of `win` if it is an estimate",
    "win_exact": "whether `win` is exact",
    "explained": "the cell that is easiest to explain",
    "claim": "`safe` or `mine`, or null if neither is provable",
    "steps": "the explanation, one sentence per step",
    "words": "the whole explanation",
}


def size_category(rows: int) -> str:
    """The size category that dataset hubs use for this number of rows.

    >>> size_category(999), size_category(1_000_000)
    ('n<1K', '1M<n<10M')
    """
    names = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"]
    power = max(0, len(str(rows)) - 3)
    return f"n<{names[0]}" if power == 0 else f"{names[power - 1]}<n<{names[power]}"


def command(about: Mapping[str, Any]) -> str:
    """The command that makes the same files again."""
    german = [] if about["language"] == "en" else ["--language", about["language"]]
    words = ["sapper", *german, "data", "OUT", "--positions", str(about["positions_asked"])]
    for name, option in (("levels", "level"), ("techniques", "technique"), ("stages", "stage")):
        words += [word for one in about[name] for word in (f"--{option}", one)]
    for name in ("sample", "per_game", "seed"):
        words += [f"--{name.replace('_', '-')}", str(about[name])]
    return shlex.join([*words, "--budget", f"{about['budget']}s"])


def card(about: Mapping[str, Any]) -> str:
    """The text of the card, made from the manifest and the counts of a data set."""
    levels = ", ".join(about["levels"])
    head = {
        "pretty_name": f"Minesweeper positions with exact labels ({levels})",
        "license": "mit",
        "language": [about["language"]],
        "tags": ["minesweeper", "reasoning", "logic", "probability", "synthetic"],
        "size_categories": [size_category(about["positions"])],
        "configs": [{"config_name": "default", "data_files": "data/*.parquet"}],
    }
    yaml = "\n".join(f"{key}: {json.dumps(value)}" for key, value in head.items())
    columns = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    techniques = ", ".join(f"{int(one)} {one}" for one in Technique)
    strata = "\n".join(
        f"| {row['level']} | {row['technique']} | {row['stage']} | {row['positions']:,} |"
        for row in about["strata"]
    )
    count = f"{about['positions']:,} {plural(about['positions'], 'position')}"
    per_game = how_many(about["per_game"], "position")
    distinct = how_many(about["distinct"], "position")
    splits = ", ".join(f"{name} {rows:,}" for name, rows in about["splits"].items())
    return f"""---
{yaml}
---

# Minesweeper positions with exact labels

{count} of {levels}. {about["samples"]:,} of them also have the best
cell, the chance of winning and an explanation in words. Made by Sapper {about["sapper"]}.

The player opens the cells that the easiest technique proves safe. If no cell is provably safe, it
opens the safest cell. A game gives at most {per_game}, chosen at random.

{distinct} differ by more than a rotation or reflection. To drop the copies, keep
one row of each `position_id`. All copies of a position have the same `split`, in every data set:
{splits}. Other positions of the same game (with the same `level` and
`seed`) can be in another split; with `--per-game 1` there are none.

If a chance of winning is not exact, it was estimated with {about["budget"]:g} s of work.

Sapper {about["sapper"]} makes the same files again with

    {command(about)}

Cells are numbers, row by row from 0, so cell `c` is the character at row `c // width` and column
`c % width`. Lists with one entry per cell have the same order.

| column | meaning |
| --- | --- |
{columns}

Techniques as numbers: {techniques}.

| level | technique | stage | positions |
| --- | --- | --- | --- |
{strata}

## License and citation

Sapper's license, MIT, applies to the data too. If you use the data in your work, please cite:

    @software{{sapper,
      title = {{Sapper: a Minesweeper laboratory}},
      author = {{{{The Sapper authors}}}},
      version = {{{about["sapper"]}}},
      license = {{MIT}}
    }}
"""
