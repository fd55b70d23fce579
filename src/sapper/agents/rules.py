"""First-order rules over cells, by forward and by backward chaining.

    open(h, n), n of its neighbours are mines, c is another neighbour             ->  safe(c)
    open(h, n), all but n of its neighbours are safe, c is another neighbour      ->  mine(c)

Forward chaining applies them until nothing is new: that is the first rung of every agent, and all
that `rules` has. Backward chaining starts from a goal: to prove safe(c), some open neighbour h must
have n neighbours that are provably mines, and so on. It explores only what the goal needs, and
proves exactly what forward chaining would (Russell and Norvig, "Artificial Intelligence",
chapter 9).

>>> view = View.parse('''
... 4x2x1
... .1..
... .1..
... ''')
>>> prove(view, 0) is None
True
>>> view = View.parse('''
... 4x2x1
... 1...
... ....
... ''')
>>> prove(view, 2) is None
True
>>> view = View.parse('''
... 5x2x1
... 01.1.
... 0111.
... ''')
>>> for line in prove(view, 4).lines(view.grid):
...     print(line)
mine(C1) by B1 = 1: safe(A1), safe(A2), safe(B2), safe(C2)
safe(E1) by D1 = 1: mine(C1)
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.constraints import mine, safe
from sapper.grid import Cell, Grid
from sapper.logic import Literal
from sapper.view import HIDDEN, TOLD, View


@dataclass(frozen=True, slots=True)
class Rule:
    """One use of a rule: the number at `clue` and the facts in `because` give the fact."""

    fact: Literal
    clue: Cell
    number: int
    because: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A proof by rules: each use after the facts that it needs; the last one is the goal."""

    rules: tuple[Rule, ...]
    explored: int
    """how many goals the search looked at"""

    def lines(self, grid: Grid) -> list[str]:
        """One line per rule."""
        return [
            f"{_text(rule.fact, grid)} by {grid.name(rule.clue)} = {rule.number}: "
            + (", ".join(_text(fact, grid) for fact in rule.because) or "nothing else is needed")
            for rule in self.rules
        ]


def _text(fact: Literal, grid: Grid) -> str:
    return f"{'mine' if fact > 0 else 'safe'}({grid.name(abs(fact) - 1)})"


def prove(view: View, cell: Cell, is_mine: bool = False) -> Chain | None:
    """Prove a hidden cell safe (or a mine) by backward chaining over the rules; None if it can't.

    Goals may need each other in a circle, so they are tabled: the goals that matter are collected
    from the goal outward, a ring at a time, and the rules are tried on those alone, until the goal
    is proved or no goal is left to collect.
    """
    goal = mine(cell) if is_mine else safe(cell)
    grid = view.grid
    proved: dict[Literal, Rule | None] = {}
    goals = {goal: None}
    ring = [goal]
    while goal not in proved:
        # Try the rules on every goal so far, until nothing is new.
        again = True
        while again and goal not in proved:
            again = False
            for wanted in goals:
                if wanted not in proved and (rule := _by_rule(view, wanted, proved)):
                    proved[wanted] = rule
                    again = True
        if goal in proved or not ring:
            break
        # What would help: for safe cells mines around their clues, and the other way round.
        wider: dict[Literal, None] = {}
        for wanted in ring:
            sign = 1 if wanted < 0 else -1
            for clue in grid.neighbours(abs(wanted) - 1):
                if view[clue] < HIDDEN:
                    for near in grid.neighbours(clue):
                        helps = sign * mine(near)
                        if view[near] >= HIDDEN and view[near] != TOLD and helps not in goals:
                            wider[helps] = None
        goals.update(wider)
        ring = list(wider)
    if goal not in proved:
        return None
    chain: dict[Literal, Rule] = {}
    _collect(goal, proved, chain)
    return Chain(tuple(chain.values()), len(goals))


def _by_rule(view: View, wanted: Literal, proved: dict[Literal, Rule | None]) -> Rule | None:
    """A rule that gives this fact from what is open, told or proved."""
    grid = view.grid
    cell = abs(wanted) - 1
    for clue in grid.neighbours(cell):
        number = view[clue]
        if number >= HIDDEN:
            continue
        around = [near for near in grid.neighbours(clue) if near != cell]
        if wanted < 0:
            because = [mine(near) for near in around if mine(near) in proved]
            if len(because) == number:
                return Rule(wanted, clue, number, tuple(because))
        else:
            because = [
                safe(near)
                for near in around
                if view[near] < HIDDEN or view[near] == TOLD or safe(near) in proved
            ]
            if len(because) == len(around) + 1 - number:
                return Rule(wanted, clue, number, tuple(because))
    return None


def _collect(goal: Literal, proved: dict[Literal, Rule | None], chain: dict[Literal, Rule]) -> None:
    """The rules that the goal needs, each after those that it needs itself."""
    todo = [goal]
    while todo:
        fact = todo[-1]
        rule = proved.get(fact)
        if fact in chain or rule is None:
            todo.pop()
            continue
        missing = [b for b in rule.because if b not in chain and proved.get(b) is not None]
        if missing:
            todo += missing
        else:
            chain[fact] = rule
            todo.pop()


class RulesAgent(LadderAgent):
    """Forward chaining of the two rules, and `prove` for a single cell."""

    def prove(self, view: View, cell: Cell) -> Chain | None:
        """Why this cell is safe, by backward chaining; None if the rules can't tell."""
        return prove(view, cell)


def rules_agent(
    name: str = "rules", guess: Strategy | None = None, flags: bool = False
) -> RulesAgent:
    """An agent that has the two rules and nothing else."""
    return RulesAgent(name, (), guess, flags)
