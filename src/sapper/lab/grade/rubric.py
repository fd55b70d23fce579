"""Rubric: the rules for an agent's mark, as a TOML file that a teacher can change.

    level, games   the games to play, unless the command gives others; `level` may be a list
    pass           the mark needed to pass
    fatal          an agent with one of these faults does not pass: its mark is capped below the
                   pass mark
    allow_sapper   whether an agent may use Sapper's reasoning
    points         the points for each part of the mark; `complete` has points for each technique
    minimum        the points needed in a part of the mark

What a rubric leaves out, apart from points and minimums, is as in the default rubric. An agent with
a false claim never passes, even if the rubric does not list "unsound" as fatal.

>>> rubric = Rubric.parse(DEFAULT)
>>> rubric.levels, rubric.games, rubric.passing, rubric.total
(('16x16x51/given',), 100, 60.0, 100.0)
>>> Rubric.parse("passs = 3")  # doctest: +ELLIPSIS
Traceback (most recent call last):
sapper.errors.SapperError: the rubric has 'passs': use only level, games, pass, fatal, ...
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sapper.agents import AGENTS
from sapper.core.files import read_regular
from sapper.core.level import Level
from sapper.errors import SapperError, quote
from sapper.ladder.techniques import Technique
from sapper.words import plural

FAULTS: dict[str, str] = {
    "unsound": "a claim is false on some board that fits the position",
    "false reason": "the clues it names don't prove its claim",
    "needless guess": "it guesses although a cell is provably safe",
    "misses easy cells": "it does not open a safe cell although one was given or a single number "
    "proves one",
    "crashes": "it raises an exception, or its process dies",
    "too slow": "some of its decisions take too long, or all its games together",
    "loops": "a decision does not end within a multiple of its time limit",
    "takes too much memory": "it exceeds its memory limit",
    "bad answer": "its answer can't be read or played",
    "knows too much": "it survives its guesses more often than chance allows",
    "not repeatable": "it plays the same game differently the second time",
    "uses Sapper": "it imports, or tries to import, Sapper's reasoning",
}

PARTS = ("sound", "runs", "repeatable", "guesses", "strength")

DEFAULT = """\
# The rubric of `sapper grade`. Save a copy, change it, and grade with --rubric FILE.

# These games need enough guesses to expose an agent that knows too much.
level = "16x16x51/given"    # or several: ["easy", "medium"]
games = 100                 # on each level, and then the recorded games
pass = 60                   # the mark needed to pass
# An agent with one of these faults does not pass: its mark is capped below the pass mark. An
# unsound agent never passes, even if you leave this fault out.
fatal = [
    "unsound", "knows too much", "crashes", "loops", "takes too much memory", "bad answer",
]
# With false, an agent that imports Sapper's reasoning is stopped there. With true, the report says
# that it does.
allow_sapper = false

[points]
sound = 15         # all or nothing: all its claims are true, and some are about cells not given
runs = 5           # the share of games without a crash; 0 if it solved no position
repeatable = 5     # all or nothing: it plays the same game in the same way again
guesses = 0        # the share of its guesses that were necessary; 0 if it never guesses
strength = 10      # its wins, as a share of the wins of the agent below
beside = "odds"

# The share of positions with a provably safe cell in which it claimed one, by the easiest technique
# that proves one. A false claim also cancels a solved position. A technique that was never needed
# is left out.
[points.complete]
given = 2
"single clue" = 23
subset = 17
difference = 12
chain = 4
combination = 2
"case split" = 1
"mine count" = 4

[minimum]          # points needed in a part, such as complete = 30
"""


@dataclass(frozen=True, slots=True)
class Rubric:
    levels: tuple[str, ...]
    games: int
    passing: float
    fatal: tuple[str, ...]
    points: Mapping[str, float]
    complete: Mapping[Technique, float]
    beside: str
    minimum: Mapping[str, float]
    allow_sapper: bool

    @property
    def total(self) -> float:
        return sum(self.points.values()) + sum(self.complete.values())

    @classmethod
    def parse(cls, text: str) -> Rubric:
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            raise SapperError(f"the rubric is not TOML: {problem}") from None
        known = ("level", "games", "pass", "fatal", "allow_sapper", "points", "minimum")
        _only(table, known, "the rubric")
        usual = tomllib.loads(DEFAULT)
        points = table.get("points", {})
        if not isinstance(points, dict):
            raise SapperError("the rubric's points must be a table: write [points]")
        _only(points, (*PARTS, "beside", "complete"), "[points]")
        complete = points.get("complete", {})
        if not isinstance(complete, dict):
            raise SapperError(
                "the rubric's points for techniques must be a table: write [points.complete]"
            )
        techniques = {str(technique): technique for technique in Technique}
        _only(complete, tuple(techniques), "[points.complete]")
        fatal = table.get("fatal", usual["fatal"])
        for fault in fatal if isinstance(fatal, list) else [fatal]:
            if fault not in FAULTS:
                raise SapperError(
                    f"{quote(str(fault))} is not a fault: use {', '.join(FAULTS)}, in a list"
                )
        beside = points.get("beside", usual["points"]["beside"])
        if beside not in AGENTS:
            raise SapperError(
                f"{quote(str(beside))} is not an agent of Sapper: `sapper agent list` lists them"
            )
        level, games = (table.get(key, usual[key]) for key in ("level", "games"))
        levels = level if isinstance(level, list) else [level]
        if not levels or not all(isinstance(name, str) for name in levels):
            raise SapperError(
                f"the rubric's level can't be {level!r}: write a level in quotes, or a list of "
                "levels"
            )
        if len({Level.parse(name) for name in levels}) < len(levels):
            raise SapperError("the rubric names a level twice: name each level once")
        minimum = table.get("minimum", {})
        if not isinstance(minimum, dict):
            raise SapperError("the rubric's minimum must be a table: write [minimum]")
        _only(minimum, (*PARTS, "complete"), "[minimum]")
        if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= 100_000:
            raise SapperError(f"the rubric's number of games can't be {games!r}: use 1 to 100000")
        allow_sapper = table.get("allow_sapper", usual["allow_sapper"])
        if not isinstance(allow_sapper, bool):
            raise SapperError(
                f"the rubric's allow_sapper can't be {allow_sapper!r}: use true or false"
            )
        rubric = cls(
            tuple(levels),
            games,
            _number(table.get("pass", usual["pass"]), "pass"),
            tuple(fatal),
            {name: _number(points[name], name) for name in PARTS if name in points},
            {techniques[name]: _number(value, name) for name, value in complete.items()},
            beside,
            {name: _number(value, name) for name, value in minimum.items()},
            allow_sapper,
        )
        if not rubric.total:
            raise SapperError("the rubric gives no points: add some under [points]")
        most = {**rubric.points, "complete": sum(rubric.complete.values())}
        for name, least in rubric.minimum.items():
            if least > most.get(name, 0.0):
                raise SapperError(
                    f"[minimum] requires {least:g} {plural(least, 'point')} for {name}, but "
                    f"[points] gives at most {most.get(name, 0.0):g}"
                )
        return rubric

    @classmethod
    def load(cls, path: Path | None) -> Rubric:
        if path is None:
            return cls.parse(DEFAULT)
        try:
            text = read_regular(path).decode()
        except (OSError, UnicodeError) as problem:
            why = getattr(problem, "strerror", None) or "it is not text"
            raise SapperError(f"can't read {path}: {why}") from None
        return cls.parse(text)


def _only(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise SapperError(f"{where} has {quote(key)}: use only {', '.join(known)}")


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e6:
        raise SapperError(f"the rubric's {name} can't be {value!r}: use 0 to 1000000")
    return float(value)
