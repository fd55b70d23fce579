"""Agents: one (or one family) a file, behind one protocol: choose(view) -> Decision | None.

>>> from sapper.view import View
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
sapper.grid.SapperError: 'psychic' is not an agent: use one of resolution, ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from sapper.grid import Cell, SapperError, quote
from sapper.logic import KnowledgeBase
from sapper.view import Decision, View


class Agent(Protocol):
    """Plays one game. It keeps what it has learnt from one view to the next."""

    def choose(self, view: View) -> Decision | None:
        """What to do now; None when it is stuck: no move that it is willing to make."""


class GlassBox(ABC):
    """An agent that lets the lab and the page look inside. Deriving from it is how it says so."""

    @property
    @abstractmethod
    def kb(self) -> KnowledgeBase | None:
        """Its knowledge base, with counters and proofs; None before the first view."""

    @property
    @abstractmethod
    def mines(self) -> Sequence[Cell]:
        """The cells that it claims to be mines."""

    @abstractmethod
    def choose(self, view: View) -> Decision | None:
        """As of every agent."""


@dataclass(frozen=True, slots=True)
class Preset:
    """An agent by name: a line on what it does, its own guess strategy, and how it is made."""

    description: str
    guess: str
    make: Callable[..., Agent]
    fresh: bool = True
    """whether its guesses have a new seed in each game; else they have the player's own in all"""
    clauses: bool = True
    """whether it reasons with clauses; its knowledge base holds nothing but facts otherwise"""


def _resolution(name: str) -> Callable[..., Agent]:
    def make_one(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
        from sapper.agents.guess import make_strategy
        from sapper.agents.resolution import PRESETS, Settings, resolution_agent

        _known_settings(name, settings, [field.name for field in fields(Settings)])
        chosen = replace(PRESETS[name], **settings)
        return resolution_agent(name, chosen, make_strategy(guess, seed), flags)

    return make_one


def _simple(name: str, module: str, *switches: str) -> Callable[..., Agent]:
    """An agent of a module; its settings are switches, off unless they are set."""

    def make_one(guess: str, seed: int, flags: bool = False, **settings: Any) -> Agent:
        from importlib import import_module

        from sapper.agents.guess import make_strategy

        _known_settings(name, settings, list(switches))
        for switch, value in settings.items():
            if not isinstance(value, bool):
                raise SapperError(f"{quote(str(value))} is not a value for {switch}: True or False")
        factory = getattr(import_module(f"sapper.agents.{module}"), f"{module}_agent")
        agent: Agent = factory(name, make_strategy(guess, seed), flags, **settings)
        return agent

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
    from sapper.agents.champion import ChampionAgent, boards_for
    from sapper.agents.guess import make_strategy
    from sapper.agents.ladder import LadderAgent
    from sapper.agents.odds import certain_cells

    _known_settings("champion", settings, ["budget"])
    boards_for(budget)  # a bad budget is an error now, not at the first guess
    if guess == "champion" and not flags:
        return ChampionAgent(budget, seed)
    return LadderAgent("champion", [certain_cells], make_strategy(guess, seed, budget), flags)


def _techniques(
    guess: str, seed: int, flags: bool = False, most: str = "mine count", **settings: Any
) -> Agent:
    from sapper.agents.guess import make_strategy
    from sapper.agents.techniques import techniques_agent
    from sapper.techniques import Technique

    _known_settings("techniques", settings, ["most"])
    rung = Technique.parse(str(most))
    if rung is Technique.TOLD:
        raise SapperError("nobody plays by what is told alone: use single clue or more for most")
    return techniques_agent("techniques", make_strategy(guess, seed), flags, rung)


def _known_settings(name: str, settings: dict[str, Any], allowed: list[str]) -> None:
    for key in settings:
        if key not in allowed:
            known = ", ".join(["flags", *allowed])
            raise SapperError(f"{quote(key)} is not a setting of {name}: it has {known}")


AGENTS: dict[str, Preset] = {
    "resolution": Preset(
        "clauses from clues, unit propagation, pairwise matching with k=2 (course A)",
        "none",
        _resolution("resolution"),
    ),
    "textbook": Preset(
        "the exercise to the letter: every clue as clauses at once, k=2, one cell per decision",
        "none",
        _simple("textbook", "textbook", "defer"),
    ),
    "resolution-endgame": Preset(
        "resolution, and the mine count when at most 10 cells are unknown (course B)",
        "none",
        _resolution("resolution-endgame"),
    ),
    "resolution-rounds": Preset(
        "resolution that gives up after 3 rounds of matching without a new fact (course C)",
        "none",
        _resolution("resolution-rounds"),
    ),
    "resolution-vote": Preset(
        "what C planned: deferred clues and the mine count; stuck, KB votes on a guess",
        "vote",
        _resolution("resolution-vote"),
    ),
    "resolution-shortest": Preset(
        "matching with the facts only; stuck, it guesses by the shortest clause (course D)",
        "shortest",
        _resolution("resolution-shortest"),
    ),
    "binary": Preset(
        "clauses of at most two literals, on boards that start at a 0 (course E)",
        "none",
        _simple("binary", "binary"),
    ),
    "binary-ratio": Preset(
        "binary, with the guess that E planned: stuck, it guesses by the lowest ratio",
        "ratio",
        _simple("binary-ratio", "binary"),
    ),
    "resolution-full": Preset(
        "resolution with k and w widened, then directional resolution: complete from the clues",
        "none",
        _resolution("resolution-full"),
    ),
    "rules": Preset(
        "two first-order rules by forward chaining, and proofs by backward chaining",
        "none",
        _simple("rules", "rules", "backward"),
    ),
    "consistency": Preset(
        "backtracking over constraints x+y=1: complete, mine count included",
        "none",
        _simple("consistency", "consistency"),
        clauses=False,
    ),
    "sat": Preset(
        "entailment by an incremental SAT solver: complete, mine count included",
        "none",
        _simple("sat", "sat"),
        clauses=False,
    ),
    "techniques": Preset(
        "what techniques up to `most` show, by the engine's detectors: complete unless limited",
        "none",
        _techniques,
        clauses=False,
    ),
    "odds": Preset(
        "exact odds from the engine; opens the safest cell",
        "odds",
        _odds,
        clauses=False,
    ),
    "champion": Preset(
        "plays to win: exact end game, networks that rate guesses, rollouts with a budget",
        "champion",
        _champion,
        # The same position gets the same decision, whatever the game: so does the engine's loop.
        fresh=False,
        clauses=False,
    ),
}


def make(name: str, guess: str | None = None, seed: int = 0, **settings: Any) -> Agent:
    """The agent of that name, for one game.

    `guess` replaces its own guess strategy ("none": it gets stuck instead), `seed` is that of its
    guesses and never that of its board (see `sapper.lab.study.Player.for_board`), and `settings`
    replace those of its preset; `flags` makes it flag the mines it knows.
    """
    if name not in AGENTS:
        raise SapperError(f"{quote(name)} is not an agent: use one of {', '.join(AGENTS)}")
    preset = AGENTS[name]
    return preset.make(preset.guess if guess is None else guess, seed, **settings)
