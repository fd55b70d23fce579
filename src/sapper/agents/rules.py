"""Two first-order rules that prove a cell to be safe or a mine, by forward or backward chaining.

    open(h, n), n of its neighbours are mines, c is another neighbour             ->  safe(c)
    open(h, n), all but n of its neighbours are safe, c is another neighbour      ->  mine(c)

Forward chaining applies the rules until they prove nothing new. Most agents start with forward
chaining, and by default the `rules` agent does nothing else. Backward chaining starts from a goal.
A cell is safe if a neighbouring clue has all its mines in other cells. So to prove a cell safe,
backward chaining tries to prove that these other cells are mines. Backward chaining examines only
the goals that it needs, and can prove the same facts as forward chaining (Russell and Norvig,
"Artificial Intelligence", chapter 9). With the setting `backward`, the agent uses backward chaining
on each hidden cell in turn. The cost of both kinds of chaining is the number of times that a rule
is applied to a clue.

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
from sapper.core.constraints import mask_of, mine, safe
from sapper.core.grid import Cell, Grid
from sapper.core.view import GIVEN, HIDDEN, View
from sapper.logic import InconsistentError, Literal
from sapper.reason.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class RuleUse:
    """One use of a rule: `fact` follows from the number at `clue` and the facts in `because`."""

    fact: Literal
    clue: Cell
    number: int
    because: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """A proof by rules.

    Each rule is used only after the facts it needs have been proved. The last rule proves the goal.
    """

    rules: tuple[RuleUse, ...]

    def lines(self, grid: Grid) -> list[str]:
        return [
            f"{_text(rule.fact, grid)} by {grid.name(rule.clue)} = {rule.number}: "
            + (", ".join(_text(fact, grid) for fact in rule.because) or "nothing else is needed")
            for rule in self.rules
        ]


def _text(fact: Literal, grid: Grid) -> str:
    return f"{'mine' if fact > 0 else 'safe'}({grid.name(abs(fact) - 1)})"


@dataclass(frozen=True, slots=True)
class GoalAnswer:
    chain: Chain | None
    """the proof, or None if the rules can't prove the goal"""
    goals: int
    """the number of goals, including the first"""
    tries: int
    """the number of times a rule was applied to a clue"""


def prove(view: View, cell: Cell, is_mine: bool = False) -> Chain | None:
    return ask(view, cell, is_mine).chain


def ask(view: View, cell: Cell, is_mine: bool = False) -> GoalAnswer:
    """Ask by backward chaining whether a hidden cell is safe (or a mine).

    Two goals may depend on each other, so the goals are collected in rings around the cell, one
    ring at a time.
    """
    view.check_hidden(cell)
    goal = mine(cell) if is_mine else safe(cell)
    grid = view.grid
    proved: dict[Literal, RuleUse | None] = {}
    goals = {goal: None}
    ring = [goal]
    tries = 0
    while goal not in proved:
        again = True
        while again and goal not in proved:
            again = False
            for wanted in goals:
                if wanted not in proved:
                    rule, tried = _by_rule(view, wanted, proved)
                    tries += tried
                    if rule is not None:
                        proved[wanted] = rule
                        again = True
                        if wanted == goal:
                            break
        if goal in proved or not ring:
            break
        # To prove that a cell is safe, prove that other cells around a neighbouring clue are mines.
        # Likewise, to prove that a cell is a mine, prove that other cells around a clue are safe.
        wider: dict[Literal, None] = {}
        for wanted in ring:
            sign = 1 if wanted < 0 else -1
            for clue in grid.neighbours(abs(wanted) - 1):
                if view[clue] < HIDDEN:
                    for near in grid.neighbours(clue):
                        helps = sign * mine(near)
                        if view[near] >= HIDDEN and view[near] != GIVEN and helps not in goals:
                            wider[helps] = None
        goals.update(wider)
        ring = list(wider)
    if goal not in proved:
        return GoalAnswer(None, len(goals), tries)
    chain: dict[Literal, RuleUse] = {}
    _collect(goal, proved, chain)
    return GoalAnswer(Chain(tuple(chain.values())), len(goals), tries)


def _by_rule(
    view: View, wanted: Literal, proved: dict[Literal, RuleUse | None]
) -> tuple[RuleUse | None, int]:
    grid = view.grid
    cell = abs(wanted) - 1
    tried = 0
    for clue in grid.neighbours(cell):
        number = view[clue]
        if number >= HIDDEN:
            continue
        tried += 1
        around = [near for near in grid.neighbours(clue) if near != cell]
        if wanted < 0:
            because = [mine(near) for near in around if mine(near) in proved]
            if len(because) == number:
                return RuleUse(wanted, clue, number, tuple(because)), tried
        else:
            because = [
                safe(near)
                for near in around
                if view[near] < HIDDEN or view[near] == GIVEN or safe(near) in proved
            ]
            if len(because) == len(around) + 1 - number:
                return RuleUse(wanted, clue, number, tuple(because)), tried
    return None, tried


def forward(view: View) -> tuple[frozenset[Literal], int]:
    """The hidden cells that forward chaining settles, as literals, and the number of tries.

    >>> view = View.parse('''
    ... 5x2x1
    ... 01.1.
    ... 0111.
    ... ''')
    >>> sorted(forward(view)[0])
    [-10, -5, 3]
    """
    knowledge = Knowledge(view.level)
    try:
        knowledge.see(view)
        knowledge.settle()
    except InconsistentError as problem:
        raise knowledge.contradiction(problem) from None
    known = {x for x in knowledge.kb.settled if view[abs(x) - 1] >= HIDDEN}
    return frozenset(known), knowledge.tries


def _collect(
    goal: Literal, proved: dict[Literal, RuleUse | None], chain: dict[Literal, RuleUse]
) -> None:
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
    def __init__(
        self,
        name: str = "rules",
        guess: Strategy | None = None,
        flags: bool = False,
        backward: bool = False,
    ) -> None:
        super().__init__(name, (), guess, flags)
        self.backward = backward
        # Counters for backward chaining: goals and tries, for all goals on the first line and for
        # the proved goals on the second.
        self.asked = self.tries = 0
        self.proved = self.proved_tries = 0

    def _reason(self, knowledge: Knowledge) -> None:
        if not self.backward:
            super()._reason(knowledge)
            return
        view = knowledge.view
        assert view is not None
        if knowledge.has_safe:
            return
        for cell in knowledge.unknown:
            if knowledge.touches_open(cell):
                answer = ask(view, cell)
                self.asked += 1
                self.tries += answer.tries
                if answer.chain is not None:
                    self.proved += 1
                    self.proved_tries += answer.tries
                    _believe(answer.chain, knowledge, view)
                    return


def _believe(chain: Chain, knowledge: Knowledge, view: View) -> None:
    for rule in chain.rules:
        known = [x for x in rule.because if view[abs(x) - 1] >= HIDDEN]
        cells = mask_of(abs(x) - 1 for x in (*known, rule.fact))
        knowledge.kb.post(*((cells, 0) if rule.fact > 0 else (0, cells)), rule.clue)
    knowledge.kb.propagate()


rules_agent = RulesAgent
