"""Study: an experiment as a small value: who plays what, how often, and what is drawn of it.

    player      an agent with its settings (see `sapper.lab.player`)
    measure     what is noted of each game beside its outcome and cost (see `sapper.lab.play`)
    plot        a picture of the summary (see `sapper.lab.study.plots`)
    figure      what a program of the course reported, to print beside ours
    claim       a sentence of a report, and what decides whether it holds (see `claims.py`)

Every player plays every level on the boards of the same seeds: seed, seed + 1, ...

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

if TYPE_CHECKING:
    from sapper.lab.study.claims import Claim

RANDOMNESS = 2
"""the way in which boards, given cells and chances are made from seeds, numbered"""


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: its kind (one of `sapper.lab.study.plots.KINDS`), and what is on its axes."""

    kind: str
    y: str = "won"
    x: str = ""
    title: str = ""
    levels: tuple[str, ...] = ()
    """only these levels; all of them when empty"""
    players: tuple[str, ...] = ()
    """only these players, by name; all of them when empty"""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a program of the course reported; `player` is the one of ours that stands beside it.

    It has the program's method, start rule and guessing, or the note says what differs.
    """

    course: str
    level: str
    player: str
    won: tuple[int, int] | None = None
    """how many, of how many games"""
    seconds: float | None = None
    sd: float | None = None
    """the standard deviation of the seconds"""
    most: float | None = None
    """the seconds that no game took more than"""
    rounds: float | None = None
    """rounds of pairwise matching a game"""
    steps: float | None = None
    """cells opened or marked a game"""
    left: float | None = None
    """unmarked cells when stuck"""
    note: str = ""


DEFAULT_PLOTS = (Plot("outcomes"), Plot("times", "ms"))


@dataclass(frozen=True, slots=True)
class Study:
    """An experiment: every player on every level, on the boards of `games` seeds."""

    name: str
    question: str
    levels: tuple[str, ...]
    players: tuple[Player, ...]
    games: int = 100
    about: str = ""
    """why it is asked, and what to look for"""
    seed: int = 1
    plots: tuple[Plot, ...] = DEFAULT_PLOTS
    course: tuple[Figure, ...] = ()
    claims: tuple[Claim, ...] = ()
    measures: tuple[str, ...] = ()
    fast: bool = False
    """`odds` plays in its native loop: outcome, time and open cells are noted, nothing else"""
    source: str = ""
    """the file that it came from, so that every process can load the agents made there"""

    def __post_init__(self) -> None:
        name, games, seed = self.name, self.games, self.seed
        if not re.fullmatch(r"[\w-]{1,80}", name):
            raise SapperError(f"{quote(name)} is not a name for a study: use letters, digits and -")
        if not 1 <= games <= MAX_GAMES:
            raise SapperError(f"{games} games can't be played: 1 to {MAX_GAMES}")
        if not (seed >= 0 and seed + games <= 2**64):
            raise SapperError(f"{games} games from seed {seed} don't fit: seeds are 0 to 2**64 - 1")
        for noun, names in (("level", self.levels), ("player", [p.name for p in self.players])):
            if not names:
                raise SapperError(f"study {name} has no {noun}")
            if isinstance(names, str) or not all(isinstance(n, str) for n in names):
                raise SapperError(f"study {name} needs a tuple of {noun}s")
            if twice := [n for i, n in enumerate(names) if n in names[:i]]:
                raise SapperError(f"study {name} has {noun} {quote(twice[0])} twice")
        for level in self.levels:
            Level.parse(level)

    def check(self, jobs: int = 1) -> None:
        """Complain of what can't be played, measured or drawn before anything is."""
        from sapper.lab.study.plots import KINDS

        self.batch.check(jobs)
        for plot in self.plots:
            if plot.kind not in KINDS:
                use = ", ".join(KINDS)
                raise SapperError(f"{quote(plot.kind)} is not a kind of plot: use one of {use}")

    @property
    def batch(self) -> Batch:
        """Its games."""
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
        """How many games are played with each seed: one for each level and player."""
        return len(self.levels) * len(self.players)

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.pairs * self.games

    def with_options(
        self, games: int | None = None, agents: Sequence[str] = (), seed: int | None = None
    ) -> Study:
        """The study with other games, players or first seed."""
        changed = self if games is None else replace(self, games=games)
        if agents:
            known = {p.name: p for p in self.players}
            changed = replace(
                changed, players=tuple(known.get(a) or Player.parse(a) for a in agents)
            )
        return changed if seed is None else replace(changed, seed=seed)

    def to_json(self) -> dict[str, Any]:
        """All that decides the rows, as plain values; two equal ones give the same games."""
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
    """A study of ours by name, or the one in a user's file: path/to/mine.py.

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
        raise SapperError(f"{name} holds no study: end it with study = Study(...)")
    return replace(study, source=source)
