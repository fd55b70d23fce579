"""Guess strategies: which cell to open if none is provably safe.

    none       no cell, so the agent is stuck
    shortest   a cell with a negative literal in the shortest clause of KB (program D of the course)
    vote       every literal in KB is a vote for "safe" or "mine". The cell with the best result is
               opened (planned for program C)
    weighted   like vote, but literals of wide clauses count less. If the average risk of all
               unknown cells is lower than the risk that these votes suggest, a cell that touches no
               clue is opened
    ratio      a cell whose clues have few mines left per unknown cell; the worst of its clues
               counts. If the average risk of all unknown cells is lower, a cell that touches no
               clue is opened (planned for program E)
    random     a random cell that may be safe
    odds       the cell least likely to be a mine, by the exact odds of `sapper.reason.odds`
    champion   the cell with the best chance of winning the game (`sapper.agents.champion`)

A guess never claims that its cell is safe, and never opens a known mine.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from sapper.core.constraints import cells_of
from sapper.core.grid import Cell, Grid
from sapper.core.view import SpokenReason, View
from sapper.errors import SapperError, shown
from sapper.logic import Clause
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Deduction, clause_name
from sapper.words import Message
from sapper.words.kinds import (
    DrawnCell,
    FewElsewhere,
    GuessedCell,
    LowestRatio,
    MostVotes,
    OracleSays,
    ShortestClause,
    UnprovedHere,
    WeightedVotes,
)

if TYPE_CHECKING:
    from sapper.agents.odds import Chance


@dataclass(frozen=True, slots=True)
class NamedGuess(SpokenReason):
    name: str
    cell: Cell
    why: Message
    flagged: Deduction | None = None
    """why the cells flagged by the same decision are mines"""

    @property
    def certain(self) -> bool:
        return False

    def messages(self, grid: Grid) -> tuple[Message, ...]:
        guess = GuessedCell(grid.name(self.cell), self.why)
        return (guess, *(() if self.flagged is None else self.flagged.messages(grid)))


Strategy: TypeAlias = Callable[[View, Knowledge], "NamedGuess | None"]


def make_strategy(name: str, seed: int = 0, budget: float = 0.0) -> Strategy | None:
    """Make the guess strategy with this name. For the name `none`, return None.

    >>> make_strategy("none") is None
    True
    """
    rng = random.Random(seed)
    strategies: dict[str, Strategy | None] = {
        "none": None,
        "shortest": lambda view, knowledge: _shortest(view, knowledge, rng),
        "vote": lambda view, knowledge: _vote(view, knowledge, rng),
        "weighted": lambda view, knowledge: _weighted_vote(view, knowledge, rng),
        "ratio": lambda view, knowledge: _ratio(view, knowledge, rng),
        "random": lambda view, knowledge: _random(view, knowledge, rng),
        "odds": lambda view, knowledge: _odds(view),
        "champion": lambda view, knowledge: _champion(view, budget, seed),
    }
    if not isinstance(name, str) or name not in strategies:
        raise SapperError(
            "{name} is not a guess strategy: use one of {known}",
            name=shown(name),
            known=", ".join(strategies),
        )
    return strategies[name]


GUESSES = ("none", "shortest", "vote", "weighted", "ratio", "random", "odds", "champion")


def _random(
    view: View, knowledge: Knowledge, rng: random.Random, name: str = "random"
) -> NamedGuess | None:
    cells = knowledge.unknown
    if not cells:
        return None
    away = [cell for cell in cells if not knowledge.touches_open(cell)]
    pool = cells if name == "random" else away or cells
    return NamedGuess(name, rng.choice(pool), DrawnCell(len(pool), away=pool is not cells))


def _shortest(view: View, knowledge: Knowledge, rng: random.Random) -> NamedGuess | None:
    knowledge.expand_rest()
    knowledge.kb.propagate()
    best: Clause | None = None
    for clause in knowledge.kb.clauses():
        if clause.neg and (best is None or len(clause) < len(best)):
            best = clause
    if best is None:
        return _random(view, knowledge, rng, "shortest")
    cell = rng.choice([-x for x in best.literals if x < 0]) - 1
    return NamedGuess("shortest", cell, ShortestClause(clause_name(best, view.grid)))


def _vote(view: View, knowledge: Knowledge, rng: random.Random) -> NamedGuess | None:
    knowledge.expand_rest()
    knowledge.kb.propagate()
    says_safe: Counter[int] = Counter()
    says_mine: Counter[int] = Counter()
    for clause in knowledge.kb.clauses():
        for x in clause.literals:
            (says_mine if x > 0 else says_safe)[abs(x)] += 1
    voted = says_safe | says_mine
    if not voted:
        return _random(view, knowledge, rng, "vote")
    best = max(voted, key=lambda v: (says_safe[v] - says_mine[v], -v))
    return NamedGuess("vote", best - 1, MostVotes(says_safe[best], says_mine[best]))


def _weighted_vote(view: View, knowledge: Knowledge, rng: random.Random) -> NamedGuess | None:
    """In a clause with w literals, the vote of each literal has the weight 1/2^w."""
    knowledge.expand_rest()
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
        return _random(view, knowledge, rng, "weighted")
    best = max(votes, key=lambda v: (votes[v] / total[v], -v))
    safe_share = (votes[best] / total[best] + 1) / 2
    if safe_share < 1 - _density(knowledge):
        away = [c for c in knowledge.unknown if not knowledge.touches_open(c)]
        if away:
            why = FewElsewhere(*_rest(knowledge), by_votes=1 - safe_share)
            return NamedGuess("weighted", rng.choice(away), why)
    return NamedGuess("weighted", best - 1, WeightedVotes(safe_share))


def _rest(knowledge: Knowledge) -> tuple[int, int]:
    return knowledge.mines_left, knowledge.unknown_mask.bit_count()


def _density(knowledge: Knowledge) -> float:
    left, cells = _rest(knowledge)
    return left / cells if cells else 0.0


def _ratio(view: View, knowledge: Knowledge, rng: random.Random) -> NamedGuess | None:
    danger: dict[Cell, tuple[float, int, int, Cell]] = {}
    for clue, mask, left in knowledge.constraints():
        m = mask.bit_count()
        for cell in cells_of(mask):
            danger[cell] = max(danger.get(cell, (0.0, 0, 1, -1)), (left / m, left, m, clue))
    away = [cell for cell in knowledge.unknown if cell not in danger]
    least = None
    if danger:
        cell = min(danger, key=lambda c: (danger[c][0], c))
        share, left, m, clue = danger[cell]
        if not away or share <= _density(knowledge):
            return NamedGuess("ratio", cell, LowestRatio(view.grid.name(clue), left, m))
        least = share
    if not away:
        return None
    why = FewElsewhere(*_rest(knowledge), by_clues=least)
    return NamedGuess("ratio", rng.choice(away), why)


def _odds(view: View) -> NamedGuess | None:
    from sapper.agents.odds import Chance
    from sapper.reason.odds import odds

    chances = odds(view)
    if chances.safest is None:
        return None
    return _unproved("odds", Chance((chances.safest,), chances[chances.safest]))


def _champion(view: View, budget: float, seed: int) -> NamedGuess | None:
    from sapper.agents.champion import ChampionAgent, WinChance
    from sapper.agents.odds import Chance

    decision = ChampionAgent(budget, seed).choose(view)
    if decision is None:
        return None
    if isinstance(decision.reason, WinChance):
        return NamedGuess("champion", decision.reason.cell, decision.reason.why)
    assert isinstance(decision.reason, Chance)
    return _unproved("champion", replace(decision.reason, cells=(decision.moves[-1].cell,)))


def _unproved(name: str, chance: Chance) -> NamedGuess:
    """A guess.

    The exact odds may show that the cell is safe even if the agent could not prove it.
    """
    why = chance.why
    if isinstance(why, OracleSays):
        return NamedGuess(name, chance.cells[0], UnprovedHere(why))
    return NamedGuess(name, chance.cells[0], why)
