"""Agents that reason with clauses and resolution: programs A to D, and a complete agent.

The programs come from an AI course (docs/five_programs.md).

    k, w          two clauses are matched if one has at most k literals, and their resolvent is kept
                  if it has at most w literals
    endgame       the mine count becomes clauses if at most this many cells are unknown. Then
                  clauses are also matched without the limits k and w
    defer         a clue that touches no known cell stays out of KB until a neighbour is known
    patience      matching ends after this many rounds without a new fact
    widen         further (k, w) to try, in this order
    refute        at the end, prove by refutation every cell that the clues settle
    search        at the end, when logic is stuck, search for all arrangements of the mines, with
                  the mine count (agents/consistency.py), as the author of program C planned
    pairs         a call of matching stops after this many pairs, so that no setting runs forever

>>> from sapper.core.view import View
>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> agent = resolution_agent("resolution", Settings())
>>> print(agent.choose(view).reason.text(view.grid))
1. (¬A1 ∨ ¬B1)          clue A2
2. (B1 ∨ C1)            clue B2
3. (B1 ∨ D1)            clue C2
4. (¬C1 ∨ ¬D1)          clue D2
5. (B1 ∨ ¬C1)           from 3 4
6. B1                   from 2 5
7. ¬A1                  from 1 6
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.agents.consistency import Consistency
from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent, Step
from sapper.core.constraints import components
from sapper.errors import SapperError, quote
from sapper.reason.knowledge import Knowledge
from sapper.reason.search import certain_in


@dataclass(frozen=True, slots=True)
class Settings:
    k: int | None = 2
    w: int | None = 5
    endgame: int = 0
    defer: bool = False
    patience: int | None = None
    widen: tuple[tuple[int | None, int | None], ...] = ()
    refute: bool = False
    search: bool = False
    pairs: int = 20_000

    def __post_init__(self) -> None:
        for name, least, unlimited in (
            ("k", 1, True),
            ("w", 1, True),
            ("endgame", 0, False),
            ("patience", 1, True),
            ("pairs", 1, False),
        ):
            value = getattr(self, name)
            whole = isinstance(value, int) and not isinstance(value, bool) and value >= least
            if not (whole or (unlimited and value is None)):
                also = ", or None for no limit" if unlimited else ""
                raise SapperError(
                    f"{name} can't be {quote(str(value))}: "
                    f"use a whole number of at least {least}{also}"
                )
        for name in ("defer", "refute", "search"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise SapperError(f"{name} can't be {quote(str(value))}: use True or False")


# With w = 5, an agent wins as many games as with unlimited w.
PRESETS = {
    "resolution": Settings(),
    "resolution-endgame": Settings(endgame=10),
    "resolution-rounds": Settings(patience=3),
    "resolution-vote": Settings(endgame=10, defer=True, patience=3),
    "resolution-shortest": Settings(k=1, patience=5),
    "resolution-full": Settings(endgame=10, widen=((3, 4), (4, 5)), refute=True, pairs=5_000),
    "resolution-search": Settings(search=True),
}


def techniques(settings: Settings) -> tuple[Step, ...]:
    ladder: list[Step] = [clauses(settings), matching(settings)]
    if settings.endgame:
        ladder.append(mine_count(settings))
    ladder += [wider(settings, k, w) for k, w in settings.widen]
    if settings.refute:
        ladder.append(refutation)
    if settings.search:
        ladder.append(Consistency())
    return tuple(ladder)


def clauses(s: Settings) -> Step:
    def technique(knowledge: Knowledge) -> bool:
        kb = knowledge.kb
        before = len(kb.settled)
        kb.propagate()
        while len(kb.settled) == before and knowledge.expand_useful(s.k, s.defer):
            kb.propagate()
        return len(kb.settled) > before

    return technique


def matching(s: Settings) -> Step:
    def technique(knowledge: Knowledge) -> bool:
        while not knowledge.kb.match(s.k, s.w, s.patience, s.pairs):
            # New two-literal clauses may make more clues useful for matching.
            if not (s.k is None or s.k > 1) or not knowledge.expand_useful(s.k, s.defer):
                return False
        return True

    return technique


def mine_count(s: Settings) -> Step:
    def technique(knowledge: Knowledge) -> bool:
        if knowledge.count(s.endgame):
            return True
        if knowledge.has_mine_count and s.k != 1:
            return knowledge.kb.match(None, None, s.patience, s.pairs)
        return False

    return technique


def wider(s: Settings, k: int | None, w: int | None) -> Step:
    def technique(knowledge: Knowledge) -> bool:
        kb = knowledge.kb
        before = len(kb.settled)
        if knowledge.expand_useful(None):
            kb.propagate()
        return len(kb.settled) > before or kb.match(k, w, s.patience, s.pairs)

    return technique


def refutation(knowledge: Knowledge) -> bool:
    """Prove every provable cell by directional resolution, one component of clues at a time."""
    kb = knowledge.kb
    before = len(kb.settled)
    if knowledge.expand_useful(None):
        kb.propagate()
    clues = [(mask, left) for _, mask, left in knowledge.constraints()]
    for component in components(clues):
        for literal in certain_in(component):
            proved = kb.refute(literal)
            assert proved, "a claim that holds in every model can be proved"
    return len(kb.settled) > before


def resolution_agent(
    name: str, settings: Settings | None = None, guess: Strategy | None = None, flags: bool = False
) -> LadderAgent:
    return LadderAgent(name, techniques(settings or PRESETS[name]), guess, flags)
