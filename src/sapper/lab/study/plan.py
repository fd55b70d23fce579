"""The description of an experiment: every player plays every level on the same boards.

    player      an agent with its settings (see `sapper.lab.player`)
    measure     adds columns to each game (see `sapper.lab.play`)
    plot        a picture of the results (see `sapper.lab.study.plots`)
    figure      a result of a program of the course, which is printed next to ours
    claim       a sentence of a report, and the test that decides whether it holds (see `claims.py`)

>>> players = (Player("resolution"), Player.parse("resolution:k=3"))
>>> study = Study("mine", "Does k = 3 pay?", ("easy", "hard"), players)
>>> [str(player) for player in study.players], study.total
(['resolution', 'resolution:k=3'], 400)
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.core.files import read_regular
from sapper.core.level import Level
from sapper.errors import SapperError, quote
from sapper.lab.batch import MAX_GAMES, Batch, load_source, version
from sapper.lab.player import Player
from sapper.words import how_many

if TYPE_CHECKING:
    from sapper.lab.study.claims import CourseClaim

RANDOMNESS = 2
"""The version of the random choices. Results of different versions can't be combined."""


@dataclass(frozen=True, slots=True)
class Plot:
    kind: str
    y: str = "won"
    x: str = ""
    title: str = ""
    levels: tuple[str, ...] = ()
    """if empty, all levels"""
    players: tuple[str, ...] = ()
    """if empty, all players"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A result of a program from the course, to be printed next to the result of our `player`."""

    course: str
    level: str
    player: str
    won: tuple[int, int] | None = None
    """(games won, games played)"""
    seconds: float | None = None
    sd: float | None = None
    """the standard deviation of the seconds"""
    most: float | None = None
    """the seconds of the longest game"""
    rounds: float | None = None
    """the mean number of calls to pairwise matching per game"""
    won_steps: float | None = None
    """the mean number of cells opened or marked in a won game"""
    left: float | None = None
    """the mean number of unmarked cells when the agent was stuck"""
    note: str = ""


DEFAULT_PLOTS = (Plot("outcomes"), Plot("times", "ms"))


@dataclass(frozen=True, slots=True)
class Study:
    name: str
    question: str
    levels: tuple[str, ...]
    players: tuple[Player, ...]
    games: int = 100
    about: str = ""
    seed: int = 1
    plots: tuple[Plot, ...] = DEFAULT_PLOTS
    course: tuple[Figure, ...] = ()
    claims: tuple[CourseClaim, ...] = ()
    measures: tuple[str, ...] = ()
    fast: bool = False
    """use the engine's own loop if possible; it is faster but records fewer columns"""
    source: str = ""
    """the text of the user's Python file; each process runs it first to add agents and measures"""

    def __post_init__(self) -> None:
        name, games, seed = self.name, self.games, self.seed
        if not re.fullmatch(r"[\w-]{1,80}", name):
            raise SapperError(f"{quote(name)} is not a valid study name: use letters, digits and -")
        if not 1 <= games <= MAX_GAMES:
            raise SapperError(f"can't play {games} games: use 1 to {MAX_GAMES}")
        if not (seed >= 0 and seed + games <= 2**64):
            raise SapperError(
                f"can't play {how_many(games, 'game')} from seed {seed}: "
                "seeds must be 0 to 2**64 - 1"
            )
        for kind, names in (("level", self.levels), ("player", [p.name for p in self.players])):
            if not names:
                raise SapperError(f"study {name} has no {kind}")
            if isinstance(names, str) or not all(isinstance(n, str) for n in names):
                raise SapperError(f"study {name} must have a tuple of {kind}s")
            if twice := [n for i, n in enumerate(names) if n in names[:i]]:
                raise SapperError(f"study {name} has {kind} {quote(twice[0])} twice")
        for level in self.levels:
            Level.parse(level)

    def check(self, jobs: int = 1) -> None:
        from sapper.lab.study.plots import KINDS

        self.batch.check(jobs)
        for plot in self.plots:
            if plot.kind not in KINDS:
                use = ", ".join(KINDS)
                raise SapperError(f"{quote(plot.kind)} is not a kind of plot: use one of {use}")

    @property
    def batch(self) -> Batch:
        return Batch(
            self.players,
            self.levels,
            self.seed,
            self.games,
            measures=self.measures,
            fast=self.fast,
            source=self.source,
        )

    @property
    def pairs(self) -> int:
        return len(self.levels) * len(self.players)

    @property
    def total(self) -> int:
        return self.pairs * self.games

    def with_options(
        self, games: int | None = None, agents: Sequence[str] = (), seed: int | None = None
    ) -> Study:
        """A copy of the study with these settings.

        `agents` may also contain names of the study's players.
        """
        changed = self if games is None else replace(self, games=games)
        if agents:
            known = {p.name: p for p in self.players}
            changed = replace(
                changed, players=tuple(known.get(a) or Player.parse(a) for a in agents)
            )
        return changed if seed is None else replace(changed, seed=seed)

    def to_json(self) -> dict[str, Any]:
        digests = {p.name: p.digest for p in self.players if p.digest}
        return {
            "study": self.name,
            "question": self.question,
            "levels": {level: str(Level.parse(level)) for level in self.levels},
            "players": {p.name: str(replace(p, label="")) for p in self.players},
            "seed": self.seed,
            "games": self.games,
            "measures": list(self.measures),
            "fast": self.fast,
            "source": hashlib.sha256(self.source.encode()).hexdigest() if self.source else "",
            "version": version(),
            "randomness": RANDOMNESS,
            **({"agents": digests} if digests else {}),
        }


def load(name: str) -> Study:
    """Load a built-in study by name, or the study in a Python file such as path/to/mine.py.

    >>> load("difficulty").levels
    ('easy', 'medium', '30x16x75/given', 'hard')
    """
    from sapper.lab.study.studies import STUDIES

    if name in STUDIES:
        return STUDIES[name]
    path = Path(name)
    if path.suffix != ".py":
        use = ", ".join(STUDIES)
        raise SapperError(f"{quote(name)} is not a study: use {use}, or a file like mine.py")
    try:
        source = read_regular(path).decode()
    except (OSError, UnicodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is not text"
        raise SapperError(f"can't read {name}: {why}") from None
    study = getattr(load_source(source, name), "study", None)
    if not isinstance(study, Study):
        raise SapperError(f"{name} does not define a study: end it with study = Study(...)")
    return replace(study, source=source)
