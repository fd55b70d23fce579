"""The course's agents A to D as settings of one, and a complete one: clauses and resolution.

Sapper began with an exercise of an AI course; A to E are five programs that were handed in for it.

    k, w          matching: one clause of a pair has at most k literals, a resolvent at most w
    endgame       the mine count becomes clauses when at most so many cells are unknown; in these
                  few cells matching has no limits of width
    defer         a clue that touches no known cell stays out of KB until a neighbour is known
    patience      rounds of matching in a row without a new fact, before the agent gives it up
    widen         the (k, w) to go on with, one after the other
    refute        at last, refute the negation of what no model denies: complete from the clues
    pairs         a call of matching stops after so many pairs: no setting runs for ever

The ladder, cheapest first: the clues that decide by themselves; the others as clauses, with unit
propagation; pairwise matching up to the first new fact; the mine count; then the wider matching and
the refutation. Everything derived keeps its parents, so every decision has a proof.

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

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent, Technique
from sapper.core.constraints import components
from sapper.errors import SapperError, quote
from sapper.reason.knowledge import Knowledge
from sapper.reason.search import certain_in


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a resolution agent; see the head of this file."""

    k: int | None = 2
    w: int | None = 5
    endgame: int = 0
    defer: bool = False
    patience: int | None = None
    widen: tuple[tuple[int | None, int | None], ...] = ()
    refute: bool = False
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
                also = " or None (unlimited)" if unlimited else ""
                raise SapperError(
                    f"{quote(str(value))} is not a value for {name}: a number from {least} on{also}"
                )
        for name in ("defer", "refute"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise SapperError(f"{quote(str(value))} is not a value for {name}: True or False")


# The presets of the course's programs, and the complete one. w = 5 wins as much as no limit.
PRESETS = {
    "resolution": Settings(),
    "resolution-endgame": Settings(endgame=10),
    "resolution-rounds": Settings(patience=3),
    "resolution-vote": Settings(endgame=10, defer=True, patience=3),
    "resolution-shortest": Settings(k=1, patience=5),
    "resolution-full": Settings(endgame=10, widen=((3, 4), (4, 5)), refute=True, pairs=5_000),
}


def techniques(settings: Settings) -> tuple[Technique, ...]:
    """The rungs of the ladder, cheapest first."""
    rungs: list[Technique] = [clauses(settings), matching(settings)]
    if settings.endgame:
        rungs.append(mine_count(settings))
    rungs += [wider(settings, k, w) for k, w in settings.widen]
    if settings.refute:
        rungs.append(refutation)
    return tuple(rungs)


def clauses(s: Settings) -> Technique:
    """Clues as clauses, and unit propagation."""

    def technique(knowledge: Knowledge) -> bool:
        kb = knowledge.kb
        before = len(kb.settled)
        kb.propagate()
        while len(kb.settled) == before and knowledge.expand_useful(s.k, s.defer):
            kb.propagate()
        return len(kb.settled) > before

    return technique


def matching(s: Settings) -> Technique:
    """Pairwise matching up to the first new fact."""

    def technique(knowledge: Knowledge) -> bool:
        while not knowledge.kb.match(s.k, s.w, s.patience, s.pairs):
            # It may have found two-literal clauses that other clues can be matched with.
            if not (s.k is None or s.k > 1) or not knowledge.expand_useful(s.k, s.defer):
                return False
        return True

    return technique


def mine_count(s: Settings) -> Technique:
    """The mine count, as facts or as clauses; few cells are left, so all pairs are matched."""

    def technique(knowledge: Knowledge) -> bool:
        if knowledge.count(s.endgame):
            return True
        if knowledge.has_mine_count and s.k != 1:
            return knowledge.kb.match(None, None, s.patience, s.pairs)
        return False

    return technique


def wider(s: Settings, k: int | None, w: int | None) -> Technique:
    """Matching within wider bounds, over all clues."""

    def technique(knowledge: Knowledge) -> bool:
        kb = knowledge.kb
        before = len(kb.settled)
        if knowledge.expand_useful(None):
            kb.propagate()
        return len(kb.settled) > before or kb.match(k, w, s.patience, s.pairs)

    return technique


def refutation(knowledge: Knowledge) -> bool:
    """Prove, by directional resolution, every claim that no model of its component denies.

    The models come from a search; a claim that it gets wrong could not be proved, or would be
    found denied by the audit: the two share nothing but the clues.
    """
    kb = knowledge.kb
    before = len(kb.settled)
    if knowledge.expand_useful(None):
        kb.propagate()
    clues = [(mask, left) for _, mask, left in knowledge.constraints()]
    for component in components(clues):
        for literal in certain_in(component):
            proved = kb.refute(literal)
            assert proved, "a claim that holds in every model has a refutation of its negation"
    return len(kb.settled) > before


def resolution_agent(
    name: str,
    settings: Settings | None = None,
    guess: Strategy | None = None,
    flags: bool = False,
) -> LadderAgent:
    """An agent with these settings, or with the preset of that name."""
    return LadderAgent(name, techniques(settings or PRESETS[name]), guess, flags)
