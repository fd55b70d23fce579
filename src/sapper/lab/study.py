"""Study: an experiment as a small value: who plays what, how often, and what is drawn of it.

    player      an agent with its settings, under a label; text form agent:setting=value,...
    measure     what is noted of each game beside its outcome and cost (see `sapper.lab.play`)
    plot        a picture of the summary (see `sapper.lab.plots`)
    figure      what a program of the course reported, to print beside ours
    claim       a sentence of a report, and what decides whether it holds (see `sapper.lab.claims`)

Every player plays every level on the boards of the same seeds: seed, seed + 1, ...

>>> players = (player("resolution"), player("resolution", k=3))
>>> study = Study("mine", "Does k = 3 pay?", ("easy", "hard"), players)
>>> [str(player) for player in study.players], study.total
(['resolution', 'resolution:k=3'], 400)
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import keyword
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sapper.adapters import agent_file, foreign, foreign_agent
from sapper.agents import AGENTS, Agent, make
from sapper.files import read_regular
from sapper.grid import SapperError, quote
from sapper.lab.native import Native, native
from sapper.level import Level

if TYPE_CHECKING:
    from sapper.lab.claims import Claim

MAX_GAMES = 1_000_000_000
"""of a level and player in one study"""

RANDOMNESS = 2
"""the way in which boards, told cells and chances are made from seeds, numbered"""


@lru_cache(maxsize=1)
def version() -> str:
    """The version of Sapper that is installed."""
    try:
        return installed("sapper")
    except PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True, slots=True)
class Player:
    """An agent with its settings; `seed` gives the same agent other chances when it guesses.

    >>> Player.parse("resolution:k=3,w=None,guess=vote")
    Player(agent='resolution', guess='vote', seed=0, settings=(('k', 3), ('w', None)), label='')
    >>> str(Player.parse("resolution:w=None, k=3"))
    'resolution:w=None,k=3'
    """

    agent: str
    guess: str | None = None
    seed: int = 0
    settings: tuple[tuple[str, Any], ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.seed, int) or self.seed < 0:
            raise SapperError(f"{quote(str(self.seed))} is not a seed of a player: use 0, 1, ...")

    @classmethod
    def parse(cls, text: str) -> Player:
        """Read agent:setting=value,...; guess, seed and label are settings too.

        An agent of others has colons of its own: mine.py:Name, exec:./agent. What follows the last
        one are settings if they can be read as such.
        """
        agent, _, rest = text.strip().partition(":")
        if foreign(text.strip()):
            agent, _, rest = text.strip().rpartition(":")
            if not foreign(agent) or not _is_settings(rest):
                agent, rest = text.strip(), ""
        try:
            settings = _settings(rest)
        except (SyntaxError, ValueError):
            raise SapperError(
                f"{quote(text)} is not a player: write an agent, or agent:setting=value,... "
                "like resolution:k=3,guess=vote"
            ) from None
        return player(agent, **settings)

    def with_options(self, guess: str | None = None, **settings: Any) -> Player:
        """The same player with another guess strategy, if one is given, and more settings.

        >>> str(Player.parse("champion:budget=1").with_options("vote", budget=2, flags=True))
        'champion:budget=2,flags=True,guess=vote'
        """
        chosen = {**dict(self.settings), **settings}
        return replace(self, guess=guess or self.guess, settings=tuple(chosen.items()))

    def __str__(self) -> str:
        words: list[tuple[str, Any]] = list(self.settings)
        if self.guess is not None:
            words.append(("guess", self.guess))
        if self.seed:
            words.append(("seed", self.seed))
        if self.label:
            words.append(("label", self.label))
        return self.agent + ":" * bool(words) + ",".join(f"{k}={_text(v)}" for k, v in words)

    @property
    def name(self) -> str:
        """What tables and plots call it."""
        return self.label or str(self)

    @property
    def native(self) -> Native | None:
        """The same for the engine's own loop, which plays it thousands of times faster; or None."""
        if foreign(self.agent):
            return None
        return native(self.agent, self.guess, self.seed, **dict(self.settings))

    @property
    def digest(self) -> str:
        """Of an agent in a file: a digest of the file, since it may change; else empty."""
        file = agent_file(self.agent) if foreign(self.agent) else None
        return "" if file is None else hashlib.sha256(read_regular(file)).hexdigest()

    def for_board(self, seed: int) -> Agent:
        """The agent for one game, on the board of that seed, which it is not told.

        All that plays a game makes its agent here. One that others wrote gets the player's own
        seed in all games: nothing that depends on the board.
        """
        if foreign(self.agent):
            if self.guess is not None:
                raise SapperError(f"{self.agent} guesses in its own way: leave guess out")
            return foreign_agent(self.agent, self.seed, **dict(self.settings))
        preset = AGENTS.get(self.agent)
        own = self.seed if preset is not None and not preset.fresh else chances(self.seed, seed)
        return make(self.agent, self.guess, own, **dict(self.settings))

    def check(self) -> None:
        """Complain of a bad name now rather than in the middle of an experiment."""
        try:
            self.for_board(0)
        except (TypeError, ValueError) as problem:
            if isinstance(problem, SapperError):
                raise
            raise SapperError(f"{quote(str(self))} can't play: {problem}") from None


def chances(player: int, board: int) -> int:
    """The seed of a player's guesses on a board: a one-way hash of the seeds of both.

    It does not lead back to the board's seed but by hashing seeds until one fits. Players with
    the same seed have the same chances on a board, so that a comparison of them is a pair.

    >>> chances(0, 7), chances(1, 7)
    (9578338427699488325, 350426996754941218)
    """
    text = f"{player} {board}".encode()
    digest = hashlib.blake2b(text, digest_size=8, person=b"sapper guesses").digest()
    return int.from_bytes(digest, "big")


def player(
    agent: str, guess: str | None = None, seed: int = 0, label: str = "", **settings: Any
) -> Player:
    """An agent with settings, as keywords.

    >>> player("resolution", k=3, label="three literals").name
    'three literals'
    """
    return Player(agent, guess, seed, tuple(settings.items()), label)


def _settings(text: str) -> dict[str, Any]:
    """Read setting=value,...; a ValueError or SyntaxError if it is something else."""
    call = ast.parse(f"_({text.strip()})", mode="eval").body
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        raise ValueError
    if call.args or any(word.arg is None for word in call.keywords):
        raise ValueError
    settings = {str(word.arg): _value(word.value) for word in call.keywords}
    if len(settings) < len(call.keywords):
        raise ValueError
    return settings


def _is_settings(text: str) -> bool:
    try:
        return bool(_settings(text))
    except (SyntaxError, ValueError):
        return False


def _value(node: ast.expr) -> Any:
    # A bare word is a string, so that guess=vote needs no quotes.
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def _text(value: Any) -> str:
    # Python reads other letters as their plain forms (º as o), so only ASCII words stand bare.
    bare = isinstance(value, str) and value.isascii() and value.isidentifier()
    if bare and not keyword.iskeyword(value):
        return str(value)
    return repr(value)


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: its kind (one of `sapper.lab.plots.KINDS`), and what is on its axes."""

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

    def check(self) -> None:
        """Complain of what can't be played or measured before anything is."""
        from sapper.lab.play import MEASURES
        from sapper.lab.plots import KINDS

        for chosen in self.players:
            chosen.check()
        for kinds, noun, names in (
            (list(MEASURES), "measure", self.measures),
            (list(KINDS), "kind of plot", [plot.kind for plot in self.plots]),
        ):
            for name in names:
                if name not in kinds:
                    use = ", ".join(kinds)
                    raise SapperError(f"{quote(name)} is not a {noun}: use one of {use}")

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
    from sapper.lab.studies import STUDIES

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


@lru_cache(maxsize=8)
def load_source(source: str, where: str = "study") -> ModuleType:
    """Run a user's file, once a process: it may add agents to AGENTS and measures to MEASURES."""
    name = "sapper_study_" + hashlib.sha256(source.encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_loader(name, None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = where
    sys.modules[name] = module
    try:
        exec(compile(source, where, "exec"), module.__dict__)
    except SapperError:
        raise
    except Exception as problem:
        raise SapperError(f"{where} fails: {type(problem).__name__}: {problem}") from None
    return module
