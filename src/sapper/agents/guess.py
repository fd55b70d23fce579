"""Guess strategies: what to open when nothing is certain. Each combines with any agent.

    none       nothing: the agent is stuck
    shortest   a negative literal of the shortest clause in KB (course program D)
    vote       every literal in KB has one vote on its cell; the one most voted safe (course
               program C planned it)
    weighted   our own vote: a literal of a wide clause has less of it, and a cell away from all
               clues is chosen if the rest of the board is less dense than the votes say
    ratio      the lowest mines left / unknown cells over the clues around a cell, or a cell away
               from all clues if the rest of the board is less dense (course program E planned it)
    random     any cell that may be safe
    odds       the cell least likely to be a mine, by the exact odds of `sapper.odds`
    champion   the cell with which the game is most likely won (`sapper.agents.champion`)

A guess never says that it is certain, and never opens a cell that is known to be a mine. Chance
comes from a seed, so a game can be played again.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from sapper.constraints import cells_of
from sapper.grid import Cell, Grid, SapperError, percent, quote
from sapper.knowledge import Deduction, Knowledge
from sapper.logic import Clause, clause_text
from sapper.view import View

if TYPE_CHECKING:
    from sapper.agents.odds import Chance


@dataclass(frozen=True, slots=True)
class Guess:
    """The reason of a guess: its strategy, and what spoke for the cell."""

    name: str
    cell: Cell
    why: str
    flagged: Deduction | None = None
    """why the cells that the same decision flags are mines"""

    @property
    def certain(self) -> bool:
        """Never."""
        return False

    def words(self, grid: Grid) -> str:
        """The guess in a sentence, and what is flagged beside it."""
        words = f"{grid.name(self.cell)} is a guess ({self.name}): {self.why}"
        return words if self.flagged is None else f"{words}. {self.flagged.words(grid)}"


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
        "weighted": lambda view, knowledge: _weighted_vote(view, knowledge, rng),
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


GUESSES = ("none", "shortest", "vote", "weighted", "ratio", "random", "odds", "champion")


def _random(
    view: View, knowledge: Knowledge, rng: random.Random, name: str = "random"
) -> Guess | None:
    cells = knowledge.unknown
    if not cells:
        return None
    away = [cell for cell in cells if not knowledge.touched(cell)]
    pool = cells if name == "random" else away or cells
    kind = "unknown cell" if pool is cells else "cell that no clue touches"
    many = f"drawn from {len(pool)} {kind.replace('cell', 'cells')}"
    return Guess(name, rng.choice(pool), f"the only {kind}" if len(pool) == 1 else many)


def _shortest(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
    knowledge.expand_all()
    knowledge.kb.propagate()
    grid = view.grid
    best: Clause | None = None
    for clause in knowledge.kb.clauses():
        if clause.neg and (best is None or len(clause) < len(best)):
            best = clause
    if best is None:
        return _random(view, knowledge, rng, "shortest")
    cell = rng.choice([-x for x in best.literals if x < 0]) - 1
    shown = clause_text(best, lambda v: grid.name(v - 1))
    return Guess("shortest", cell, f"no clause of KB with a ¬ is shorter than {shown}")


def _vote(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
    """One vote per literal: ¬x says that x is safe, x that it is a mine."""
    knowledge.expand_all()
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
    why = f"in KB {says_safe[best]} votes say safe and {says_mine[best]} say mine"
    return Guess("vote", best - 1, f"{why}, and no cell does better")


def _weighted_vote(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
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
        return _random(view, knowledge, rng, "weighted")
    best = max(votes, key=lambda v: (votes[v] / total[v], -v))
    safe_share = (votes[best] / total[best] + 1) / 2
    if safe_share < 1 - _density(knowledge):
        away = [c for c in knowledge.unknown if not knowledge.touched(c)]
        if away:
            why = (
                f"{_density_words(knowledge)}, and by the votes of KB no cell is below "
                f"{percent(1 - safe_share)}"
            )
            return Guess("weighted", rng.choice(away), why)
    return Guess("weighted", best - 1, f"{percent(safe_share)} of the votes of KB say safe")


def _density(knowledge: Knowledge) -> float:
    cells = knowledge.unknown_mask.bit_count()
    return knowledge.mines_left / cells if cells else 0.0


def _density_words(knowledge: Knowledge) -> str:
    left, cells = knowledge.mines_left, knowledge.unknown_mask.bit_count()
    return f"the board has {_left(left, cells)} ({percent(_density(knowledge))})"


def _left(mines: int, cells: int) -> str:
    return f"{mines} mine{'s' * (mines != 1)} left in {cells} cell{'s' * (cells != 1)}"


def _ratio(view: View, knowledge: Knowledge, rng: random.Random) -> Guess | None:
    # A cell is as dangerous as the worst clue around it says.
    danger: dict[Cell, tuple[float, int, int, Cell]] = {}
    for clue, mask, left in knowledge.constraints():
        m = mask.bit_count()
        for cell in cells_of(mask):
            danger[cell] = max(danger.get(cell, (0.0, 0, 1, -1)), (left / m, left, m, clue))
    away = [cell for cell in knowledge.unknown if cell not in danger]
    why = _density_words(knowledge)
    if danger:
        cell = min(danger, key=lambda c: (danger[c][0], c))
        share, left, m, clue = danger[cell]
        if not away or share <= _density(knowledge):
            worst = f"the clue {view.grid.name(clue)} has {_left(left, m)} ({percent(share)})"
            return Guess("ratio", cell, f"{worst}, and no clue around it is worse")
        why += f", and every cell near a clue is worse ({percent(share)} or more)"
    if not away:
        return None
    return Guess("ratio", rng.choice(away), why)


def _odds(view: View) -> Guess | None:
    from sapper.agents.odds import Chance
    from sapper.odds import odds

    chances = odds(view)
    if chances.safest is None:
        return None
    return _unproved("odds", Chance((chances.safest,), chances[chances.safest]))


def _champion(view: View, budget: float, seed: int) -> Guess | None:
    from sapper.agents.champion import ChampionAgent, WinChance
    from sapper.agents.odds import Chance

    decision = ChampionAgent(budget, seed).choose(view)
    if decision is None:
        return None
    if isinstance(decision.reason, WinChance):
        return Guess("champion", decision.reason.cell, decision.reason.why)
    assert isinstance(decision.reason, Chance)
    return _unproved("champion", replace(decision.reason, cells=(decision.moves[-1].cell,)))


def _unproved(name: str, chance: Chance) -> Guess:
    """A guess by odds; an agent that knows less than the engine may guess what is certain."""
    but = "this agent can't prove it, but " if chance.certain else ""
    return Guess(name, chance.cells[0], f"{but}{chance.why}")
