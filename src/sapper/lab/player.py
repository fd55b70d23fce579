"""Player: an agent with settings and a label, written as agent:setting=value,...

>>> str(player("resolution", k=3)), player("resolution", k=3, label="three literals").name
('resolution:k=3', 'three literals')
"""

from __future__ import annotations

import ast
import copy
import hashlib
import keyword
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from sapper.adapters import OwnAgent, agent_file, foreign, foreign_agent
from sapper.agents import AGENTS, Agent, GlassBox, make
from sapper.core.files import read_regular
from sapper.core.view import View
from sapper.errors import SapperError, displayable, need_text, quote, shown, whole_number
from sapper.lab.native import Native, native


@dataclass(frozen=True, slots=True)
class Player:
    """An agent with its settings. The seed affects how the player guesses.

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
    own: Any = field(default=None, repr=False)
    """an agent object, an agent class or a function; it can be used only in this process"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", whole_number("seed", self.seed))
        if self.seed < 0:
            raise SapperError(f"{self.seed} is not a player's seed: use 0 or more")

    @classmethod
    def of(cls, player: AnyAgent) -> Player:
        """Return a player unchanged, or make one from a string or from your own agent.

        >>> Player.of("odds") == Player.of(Player("odds")), str(Player.of(max))
        (True, 'max')
        """
        if isinstance(player, Player):
            return player
        if isinstance(player, str):
            return cls.parse(player)
        is_function = callable(player) and not isinstance(player, type)
        if is_function or callable(getattr(player, "choose", None)):
            kind = type(player).__name__
            name = getattr(player, "name", None) or getattr(player, "__name__", kind)
            return cls(str(name), own=player)
        raise SapperError(
            f"{shown(player)} can't play: use the name of an agent like champion, a file like "
            "mine.py, a function that chooses a cell, or an object with a method choose"
        )

    @classmethod
    def parse(cls, text: str) -> Player:
        """Read agent:setting=value,... The settings may include guess, seed and label.

        If the name of the agent contains a colon, as in mine.py:Name, the text after the last colon
        counts as settings if it can be read as settings.
        """
        agent, _, rest = text.strip().partition(":")
        fault, _, settings_after = rest.partition(",")
        if f"{agent}:{fault.strip()}".lower() in AGENTS:
            agent, rest = f"{agent}:{fault.strip()}", settings_after
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
        """A copy of the player with these settings and, if given, this guess strategy.

        >>> str(Player.parse("champion:budget=1").with_options("vote", budget=2, flags=True))
        'champion:budget=2,flags=True,guess=vote'
        """
        if guess is not None:
            need_text("guess", guess)
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
        mark = "," if self.agent in AGENTS and ":" in self.agent else ":"
        return self.agent + mark * bool(words) + ",".join(f"{k}={_text(v)}" for k, v in words)

    @property
    def name(self) -> str:
        return displayable(self.label or str(self))

    @property
    def native(self) -> Native | None:
        if self.own is not None or foreign(self.agent):
            return None
        return native(self.agent, self.guess, self.seed, **dict(self.settings))

    @property
    def digest(self) -> str:
        """A hash of the agent's file, or an empty string if the agent has no file."""
        has_file = self.own is None and foreign(self.agent)
        file = agent_file(self.agent) if has_file else None
        return "" if file is None else hashlib.sha256(read_regular(file)).hexdigest()

    def for_board(self, seed: int) -> Agent:
        """A new agent for a game on the board with this seed. The agent must not learn this seed.

        `champion` and third-party agents get the seed of the player in all games. Your own agent is
        copied for each game, so that it remembers nothing of earlier games.
        """
        if self.own is not None:
            return self._own_agent()
        if foreign(self.agent):
            if self.guess is not None:
                raise SapperError(
                    "{agent} has its own way of guessing: leave out 'guess'", agent=self.agent
                )
            return foreign_agent(self.agent, self.seed, **dict(self.settings))
        preset = AGENTS.get(self.agent)
        own = self.seed if preset is not None and not preset.fresh else chances(self.seed, seed)
        return make(self.agent, self.guess, own, **dict(self.settings))

    def _own_agent(self) -> Agent:
        if self.guess is not None or self.settings:
            raise SapperError(f"{self.agent} is your own agent: leave out 'guess' and settings")
        if isinstance(self.own, type):
            return OwnAgent(self.own(), self.agent)
        try:
            agent = copy.deepcopy(self.own)
        except Exception as problem:
            raise SapperError(
                f"{self.agent} can't be copied for each game ({problem}): use its class instead"
            ) from None
        return agent if isinstance(agent, GlassBox) else OwnAgent(agent, self.agent)

    def check(self) -> None:
        try:
            self.for_board(0)
        except (TypeError, ValueError) as problem:
            if isinstance(problem, SapperError):
                raise
            raise SapperError(f"{quote(str(self))} can't play: {problem}") from None


class HasChoose(Protocol):
    def choose(self, view: View, /) -> object: ...


AnyAgent: TypeAlias = Player | HasChoose | type[HasChoose] | Callable[[View], object] | str
"""A player, an agent's name or file, or your own agent: an object, its class or a function."""


def chances(player: int, board: int) -> int:
    """The seed for a player's guesses: a hash of the seed of the player and the seed of the board.

    An agent can't compute the board's seed from this hash.

    >>> chances(0, 7), chances(1, 7)
    (9578338427699488325, 350426996754941218)
    """
    text = f"{player} {board}".encode()
    digest = hashlib.blake2b(text, digest_size=8, person=b"sapper guesses").digest()
    return int.from_bytes(digest, "big")


def player(
    agent: str, guess: str | None = None, seed: int = 0, label: str = "", **settings: Any
) -> Player:
    name = agent.lower() if agent.lower() in AGENTS else agent
    return Player(name, guess, seed, tuple(settings.items()), label)


def _settings(text: str) -> dict[str, Any]:
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
    # When Python parses a name, it changes some letters (º becomes o), so put non-ASCII words
    # in quotes.
    bare = isinstance(value, str) and value.isascii() and value.isidentifier()
    if bare and not keyword.iskeyword(value):
        return str(value)
    return repr(value)
