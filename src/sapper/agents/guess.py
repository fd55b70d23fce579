"""Guess strategies: what to open when nothing is certain. Each combines with any agent.

    none       nothing: the agent is stuck
    shortest   a negative literal of the shortest clause in KB (course program D)
    vote       every literal in KB votes for its cell; the one most voted safe (course program C)
    ratio      the lowest mines left / unknown cells over the hints around a cell, or a cell away
               from all hints if the rest of the board is less dense (course program E)
    random     any cell that may be safe
    odds       the cell least likely to be a mine, by the exact odds of `sapper.odds`
    champion   the cell with which the game is most likely won (`sapper.agents.champion`)

A guess never says that it is certain, and never opens a cell that is known to be a mine. Chance
comes from a seed, so a game can be played again.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sapper.grid import Cell, Grid, SapperError, quote
from sapper.knowledge import Knowledge, cells_of
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Guess:
    """The reason of a guess: its strategy, and what spoke for the cell."""

    name: str
    cell: Cell
    why: str

    @property
    def certain(self) -> bool:
        """Never."""
        return False

    def words(self, grid: Grid) -> str:
        """The guess in a sentence."""
        return f"{grid.name(self.cell)} is a guess ({self.name}): {self.why}"


Strategy: TypeAlias = Callable[[View, Knowledge], "Guess | None"]


def make_strategy(name: str, seed: int = 0, budget: float = 0.0) -> Strategy | None:
    """The strategy of that name; None for `none`. Only the champion has a budget.

    >>> make_strategy("none") is None
    True
    """
    rng = random.Random(seed)
    strategies: dict[str, Strategy | None] = {
        "none": None,
        "shortest": lambda view, knowledge: _shortest(view, knowledge, rng),
        "vote": lambda view, knowledge: _vote(view, knowledge, rng),
        "ratio": lambda view, knowledge: _ratio(view, knowledge, rng),
        "random": lambda view, knowledge: _random(view, knowledge, rng),
        "odds": lambda view, knowledge: _odds(view),
        "champion": lambda view, knowledge: _champion(view, budget, seed),
    }
    if name not in strategies:
        raise SapperError(
            f"{quote(name)} is not a guess strategy: use one of {', '.join(strategies)}"
        )
    return strategies[name]


GUESSES = ("none", "shortest", "vote", "ratio", "random", "odds", "champion")


def _random(
    view: View, knowledge: Knowledge, rng: random.Random, name: str = "random"
) -> Guess | None:
    cells = knowledge.unknown
    if not cells:
        return None
    away = [cell for cell in cells if not knowledge.touched(cell)]
    pool = cells if name == "random" else away or cells
    where = "any unknown cell" if pool is cells else "no hint is near it"
    return Guess(name, rng.choice(pool), where)


def _shortest(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
    knowledge.expand_all()
    knowledge.kb.propagate()
    grid = view.grid
    best: tuple[int, list[int]] | None = None
    for clause in knowledge.kb.clauses():
        if clause.neg and (best is None or len(clause) < best[0]):
            best = (len(clause), [-x for x in clause.literals if x < 0])
    if best is None:
        return _random(view, knowledge, rng, "shortest")
    cell = rng.choice(best[1]) - 1
    why = f"¬{grid.name(cell)} is in a shortest clause, of {best[0]} literals"
    return Guess("shortest", cell, why)


def _vote(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
    """A literal in a clause of width w is right in at least 1 of w cases: it votes by 1/w."""
    knowledge.expand_all()
    knowledge.kb.propagate()
    votes: defaultdict[int, float] = defaultdict(float)
    total: defaultdict[int, float] = defaultdict(float)
    for clause in knowledge.kb.clauses():
        literals = clause.literals
        weight = 0.5 ** len(literals)
        for x in literals:
            votes[abs(x)] += weight if x < 0 else -weight
            total[abs(x)] += weight
    if not votes:
        return _random(view, knowledge, rng, "vote")
    best = max(votes, key=lambda v: (votes[v] / total[v], -v))
    safe_share = (votes[best] / total[best] + 1) / 2
    if safe_share < 1 - _density(knowledge):
        away = [c for c in knowledge.unknown if not knowledge.touched(c)]
        if away:
            why = "the vote near the hints is worse than the board's density"
            return Guess("vote", rng.choice(away), why)
    why = f"{safe_share:.0%} of the votes of KB say safe"
    return Guess("vote", best - 1, why)


def _density(knowledge: Knowledge) -> float:
    cells = knowledge.unknown_mask.bit_count()
    return knowledge.mines_left / cells if cells else 0.0


def _ratio(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
    # A cell is as dangerous as the worst hint around it says.
    danger: dict[Cell, tuple[float, int, int]] = {}
    for _, mask, left in knowledge.constraints():
        m = mask.bit_count()
        for cell in cells_of(mask):
            danger[cell] = max(danger.get(cell, (0.0, 0, 1)), (left / m, left, m))
    away = [cell for cell in knowledge.unknown if cell not in danger]
    if danger:
        cell = min(danger, key=lambda c: (danger[c][0], c))
        share, left, m = danger[cell]
        if not away or share <= _density(knowledge):
            return Guess("ratio", cell, f"{left} of {m} cells around a hint are mines")
    if not away:
        return None
    why = f"the board's density of {_density(knowledge):.0%} is lower than around every hint"
    return Guess("ratio", rng.choice(away), why)


def _odds(view: View) -> Guess | None:
    from sapper.odds import odds

    found = odds(view)
    if found.best is None:
        return None
    cell: Cell = found.best
    return Guess("odds", cell, f"a mine with probability {found[cell]:.1%}")


def _champion(view: View, budget: float, seed: int) -> Guess | None:
    from sapper.agents.champion import ChampionAgent, Hope

    decision = ChampionAgent(budget, seed).choose(view)
    if decision is None:
        return None
    if isinstance(decision.reason, Hope):
        return Guess("champion", decision.reason.cell, decision.reason.why)
    # An agent that knows less than the engine may guess where a cell is certain.
    return Guess("champion", decision.moves[-1].cell, "no consistent board has a mine there")
