"""Agents. Most files define an agent or a family of agents, with a method choose(view).

`ladder.py` has the loop that most agents share, and `guess.py` has the guess strategies.

>>> from sapper.core.view import View
>>> view = View.parse('''
... 4x3x2
... ....
... 1111
... 0000
... ''')
>>> agent = make("resolution")
>>> [move.text(view.grid) for move in agent.choose(view).moves]
['open B1', 'open C1']
>>> make("psychic")  # doctest: +ELLIPSIS
Traceback (most recent call last):
sapper.errors.SapperError: 'psychic' is not an agent: use one of resolution, ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from sapper.core.grid import Cell
from sapper.core.view import Decision, View
from sapper.errors import SapperError, quote, shown, whole_number
from sapper.logic import KnowledgeBase
from sapper.words import say
from sapper.words.kinds import AgentDoes


class Agent(Protocol):
    """An agent plays one game, and may remember facts from one position to the next."""

    def choose(self, view: View) -> Decision | None:
        """The next decision, or None if the agent is stuck and makes no move."""


class GlassBox(ABC):
    """Base class of agents whose knowledge base the lab and the web page can show."""

    @property
    @abstractmethod
    def kb(self) -> KnowledgeBase | None:
        """The knowledge base with its counters and proofs, or None before the first view."""

    @property
    @abstractmethod
    def mines(self) -> Sequence[Cell]:
        """The cells that the agent says are mines."""

    @abstractmethod
    def choose(self, view: View) -> Decision | None: ...


@dataclass(frozen=True, slots=True)
class Preset:
    does: str
    """a description, or the name of a built-in agent that `sapper.words` describes"""
    guess: str
    make: Callable[..., Agent]
    fresh: bool = True
    """whether its guesses get a new seed in each game; otherwise all games use the player's seed"""
    clauses: bool = True
    """whether it reasons with clauses; otherwise its knowledge base holds only facts"""
    mistaken: bool = False
    """whether it makes a mistake on purpose, to show what the mistake costs"""

    @property
    def description(self) -> str:
        return say(AgentDoes(self.does))


def _resolution(name: str) -> Callable[..., Agent]:
    def make_one(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
        from sapper.agents.guess import make_strategy
        from sapper.agents.resolution import PRESETS, Settings, resolution_agent

        _known_settings(name, settings, [field.name for field in fields(Settings)])
        chosen = replace(PRESETS[name], **settings)
        return resolution_agent(name, chosen, make_strategy(guess, seed), flags)

    return make_one


def _simple(name: str, module: str, *switches: str) -> Callable[..., Agent]:
    def make_one(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
        from importlib import import_module

        from sapper.agents.guess import make_strategy

        _known_settings(name, settings, list(switches))
        for switch, value in settings.items():
            if not isinstance(value, bool):
                raise SapperError(f"{switch} can't be {quote(str(value))}: use True or False")
        factory = getattr(import_module(f"sapper.agents.{module}"), f"{module}_agent")
        agent: Agent = factory(name, make_strategy(guess, seed), flags, **settings)
        return agent

    return make_one


def _faulty(fault: str) -> Callable[..., Agent]:
    def make_one(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
        from sapper.agents.guess import make_strategy
        from sapper.agents.textbook import FAULTS, TextbookAgent

        name = f"textbook:{fault}"
        _known_settings(name, settings, [])
        return TextbookAgent(name, make_strategy(guess, seed), flags, fault=FAULTS[fault])

    return make_one


def _program(name: str) -> Callable[..., Agent]:
    def make_one(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
        from sapper.agents.guess import make_strategy
        from sapper.agents.programs import ProgramAgent

        _known_settings(name, settings, [])
        return ProgramAgent(name, make_strategy(guess, seed), flags)

    return make_one


def _odds(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
    from sapper.agents.guess import make_strategy
    from sapper.agents.ladder import LadderAgent
    from sapper.agents.odds import OddsAgent, certain_cells

    _known_settings("odds", settings, [])
    if guess == "odds" and not flags:
        return OddsAgent()
    return LadderAgent("odds", [certain_cells], make_strategy(guess, seed), flags)


def _champion(
    guess: str, seed: int, flags: bool = False, budget: float = 0.0, **settings: Any
) -> Agent:
    from sapper.agents.champion import ChampionAgent
    from sapper.agents.guess import make_strategy
    from sapper.agents.ladder import LadderAgent
    from sapper.agents.odds import certain_cells
    from sapper.reason.champion import boards_for

    _known_settings("champion", settings, ["budget"])
    boards_for(budget)  # checks the budget now, not at the first guess
    if guess == "champion" and not flags:
        return ChampionAgent(budget, seed)
    return LadderAgent("champion", [certain_cells], make_strategy(guess, seed, budget), flags)


def _techniques(
    guess: str, seed: int, flags: bool = False, most: str = "mine count", **settings: Any
) -> Agent:
    from sapper.agents.guess import make_strategy
    from sapper.agents.techniques import techniques_agent
    from sapper.ladder.techniques import Technique

    _known_settings("techniques", settings, ["most"])
    hardest = Technique.parse(str(most))
    if hardest is Technique.GIVEN:
        raise SapperError("`most` must be at least `single clue`")
    return techniques_agent("techniques", make_strategy(guess, seed), flags, hardest)


def _known_settings(name: str, settings: dict[str, Any], allowed: list[str]) -> None:
    for key in settings:
        if key not in allowed:
            known = ", ".join(["flags", *allowed])
            raise SapperError(f"{quote(key)} is not a setting of {name}: use {known}")


MISTAKES = (
    "forgets-parents",
    "one-round",
    "facts-only",
    "both-short",
    "two-literals",
    "no-mine-count",
)
"""mistakes of students, each as a switch of the textbook agent (agents/textbook.py)"""

PROGRAMS = tuple(f"program-{letter}" for letter in "abcde")
"""the student programs of the course (agents/programs.py)"""

_PRESETS = (
    Preset("resolution", "none", _resolution("resolution")),
    Preset("textbook", "none", _simple("textbook", "textbook", "defer", "given_in_kb", "no_flood")),
    *(Preset(f"textbook:{fault}", "none", _faulty(fault), mistaken=True) for fault in MISTAKES),
    *(
        Preset(name, "shortest" if name == "program-d" else "none", _program(name), mistaken=True)
        for name in PROGRAMS
    ),
    Preset("resolution-endgame", "none", _resolution("resolution-endgame")),
    Preset("resolution-rounds", "none", _resolution("resolution-rounds")),
    Preset("resolution-vote", "vote", _resolution("resolution-vote")),
    Preset("resolution-shortest", "shortest", _resolution("resolution-shortest")),
    Preset("binary", "none", _simple("binary", "binary")),
    Preset("binary-ratio", "ratio", _simple("binary-ratio", "binary")),
    Preset("resolution-full", "none", _resolution("resolution-full")),
    Preset("resolution-search", "none", _resolution("resolution-search")),
    Preset("rules", "none", _simple("rules", "rules", "backward")),
    Preset("consistency", "none", _simple("consistency", "consistency"), clauses=False),
    Preset("sat", "none", _simple("sat", "sat"), clauses=False),
    Preset("techniques", "none", _techniques, clauses=False),
    Preset("odds", "odds", _odds, clauses=False),
    Preset(
        "champion",
        "champion",
        _champion,
        # In the same position, the champion makes the same decision in every game.
        fresh=False,
        clauses=False,
    ),
)

AGENTS = {preset.does: preset for preset in _PRESETS}

BUILT_IN = frozenset(AGENTS)
"""the agents that every process knows"""


def make(name: str, guess: str | None = None, seed: int = 0, **settings: Any) -> Agent:
    """Make a built-in agent for one game. `agent.choose(view)` returns the agent's next decision.

        name      rules, textbook, resolution, resolution-endgame, resolution-rounds,
                  resolution-vote, resolution-shortest, resolution-full, resolution-search,
                  binary, binary-ratio, consistency, sat, techniques, odds, champion (the
                  strongest), textbook with a mistake (such as textbook:one-round), or program-a to
                  program-e
        guess     how the agent guesses, instead of its own way. With "none", it gets stuck instead
        seed      the seed of its guesses. Don't use the board's seed, which an agent must not know
        settings  settings of the agent. With `flags=True`, it flags the mines that it has found

    >>> from sapper import Game
    >>> agent, game = make("champion"), Game("8x4x6/open", seed=3)
    >>> game.open("D4")
    21
    >>> agent.choose(game.view).moves[0]
    Move(kind='open', cell=A1)
    """
    preset = AGENTS.get(name.lower()) if isinstance(name, str) else None
    if preset is None:
        raise SapperError(f"{shown(name)} is not an agent: use one of {', '.join(AGENTS)}")
    if guess is None:
        guess = preset.guess
    elif not isinstance(guess, str):
        from sapper.agents.guess import make_strategy

        make_strategy(guess)  # raises an error that lists the strategies
    return preset.make(guess, whole_number("seed", seed), **settings)
