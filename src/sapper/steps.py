"""The argument for a certain cell, a step at a time: facts, and sentences made from them.

    fact          so many mines, at least and at most, among these cells
    step          a fact, with the earlier steps that it uses and the suppositions it stands under
    settled       a cell of which a step says that it is a mine, or safe

Kinds of steps:

    clue          what a number says
    mine count    what the number of mines on the board says
    told          a cell that was told safe
    rest          a fact, less the cells that are settled
    compare       two facts that share cells: one limits the shared cells, so the other's rest
    suppose       a claim is supposed, to be refuted
    impossible    facts that cannot all be: the last supposition is refuted
    total         facts about separate cells, taken from the mine count, leave so many for the rest
    ways          every way to satisfy these facts has so many mines among their cells

A step claims no more than: if the facts that it uses hold, and its suppositions, then so does its
own fact. So a solver can replay an argument, and does in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from sapper.clues import Clues
from sapper.grid import NAMES, Cell, Grid, cell_list
from sapper.knowledge import mine, safe
from sapper.logic import Literal
from sapper.view import TOLD, View

Cells: TypeAlias = frozenset[Cell]

# Facts derived by comparing before suppositions are tried instead.
_FACTS = 120


class Kind(StrEnum):
    """How a step is made; see the head of this file."""

    CLUE = "clue"
    MINE_COUNT = "mine count"
    TOLD = "told"
    REST = "rest"
    COMPARE = "compare"
    SUPPOSE = "suppose"
    IMPOSSIBLE = "impossible"
    TOTAL = "total"
    WAYS = "ways"


@dataclass(frozen=True, slots=True)
class Fact:
    """At least `least` and at most `most` mines among `cells`."""

    cells: tuple[Cell, ...]
    least: int
    most: int

    @property
    def settles(self) -> bool:
        """Whether it says of each of its cells what it is."""
        return self.most == 0 or self.least == len(self.cells)

    def words(self, grid: Grid) -> str:
        """The fact as a sentence without its full stop.

        >>> Fact((0, 1), 1, 1).words(Grid(3, 1)), Fact((2,), 0, 0).words(Grid(3, 1))
        ('exactly 1 mine is among A1 and B1', 'C1 is safe')
        """
        names = cell_list(self.cells, grid)
        if self.most == 0:
            return f"{names} {'is' if len(self.cells) == 1 else 'are'} safe"
        if self.least == len(self.cells):
            return f"{names} {'is a mine' if len(self.cells) == 1 else 'are mines'}"
        return f"{self.amount} {'is' if self._one else 'are'} among {names}"

    @property
    def amount(self) -> str:
        """How many mines.

        >>> Fact((0, 1, 2), 2, 3).amount, Fact((0, 1, 2), 0, 1).amount
        ('at least 2 mines', 'at most 1 mine')
        """
        return f"{self.number} mine{'s' * (not self._one)}"

    @property
    def number(self) -> str:
        """How many, without the word for what."""
        if self.least == self.most:
            return f"exactly {self.least}"
        if self.most >= len(self.cells):
            return f"at least {self.least}"
        if self.least == 0:
            return f"at most {self.most}"
        return f"{self.least} to {self.most}"

    @property
    def _one(self) -> bool:
        return (self.least if self.most >= len(self.cells) else self.most) == 1


def fact_of(literal: Literal) -> Fact:
    """The fact that a cell is a mine, or safe."""
    number = 1 if literal > 0 else 0
    return Fact((abs(literal) - 1,), number, number)


@dataclass(frozen=True, slots=True)
class Step:
    """A fact and where it comes from; `uses` are the indexes of earlier steps, `under` literals."""

    kind: Kind
    fact: Fact
    uses: tuple[int, ...] = ()
    under: tuple[Literal, ...] = ()
    clue: Cell | None = None


def mines(count: int) -> str:
    """A number of mines, in words."""
    return f"{count} mine{'s' * (count != 1)}"


# -- sentences --------------------------------------------------------------------------------


def sentence(steps: Sequence[Step], index: int, view: View) -> str:
    """What a step of an argument says, for a person."""
    step = steps[index]
    used = [steps[i] for i in step.uses]
    if step.kind in (Kind.SUPPOSE, Kind.IMPOSSIBLE):
        # How many suppositions are open before this step.
        kinds = [before.kind for before in steps[:index]]
        depth = kinds.count(Kind.SUPPOSE) - kinds.count(Kind.IMPOSSIBLE)
        if step.kind is Kind.SUPPOSE:
            return _suppose(step, depth, view)
        return _impossible(step, used, depth, view)
    return _SENTENCES[step.kind](step, used, view)


def _clue(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    assert step.clue is not None
    count, number = len(fact.cells), fact.least
    told = [cell for cell in grid.neighbours(step.clue) if view[cell] == TOLD]
    aside = " not told safe" if told else ""
    head = f"The {number} at {grid.name(step.clue)} touches"
    if number == 0:
        return f"{head} no mine, so {fact.words(grid)}."
    head += f" only {cell_list(fact.cells, grid)} among hidden cells{aside}, so"
    if number == count:
        every = {1: "it is a mine", 2: "both are mines"}.get(count, "all are mines")
        return f"{head} {every}."
    some = "one of them is a mine" if number == 1 else f"{number} of them are mines"
    return f"{head} exactly {some}."


def _mine_count(step: Step, used: list[Step], view: View) -> str:
    count = len(step.fact.cells)
    cells = "its one hidden cell" if count == 1 else f"its {count} hidden cells"
    aside = " not told safe" if TOLD in view.states else ""
    verb = "is" if step.fact.least == 1 else "are"
    if step.fact.least == 0:
        return f"The board has no mines, so none {verb} among {cells}{aside}."
    return f"The board has {mines(step.fact.least)}, which {verb} among {cells}{aside}."


def _told(step: Step, used: list[Step], view: View) -> str:
    return f"{view.grid.name(step.fact.cells[0])} was told safe before the first move."


def _rest(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    whole, settled = used[0], used[1:]
    known = _settled(settled, set(whole.fact.cells), grid)
    if whole.clue is None:
        return f"As {whole.fact.words(grid)}, with {known}, {fact.words(grid)}."
    clue = _source(whole, grid)
    if fact.most == 0:
        return f"With {known}, {clue} has all its mines, so {fact.words(grid)}."
    if fact.least == len(fact.cells):
        return f"With {known}, {clue} needs a mine in every other cell, so {fact.words(grid)}."
    return f"With {known}, {clue} leaves {fact.amount} for {cell_list(fact.cells, grid)}."


def _compare(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    first, second = used
    shared = set(first.fact.cells) & set(second.fact.cells)
    so = f"so {fact.words(grid)}."
    if set(fact.cells) == shared:
        one, two = (_limit(step, shared, None, grid) for step in used)
        return f"{one}; {_lower(two)}, {so}"
    limit = _limit(second, shared, fact, grid)
    if first.clue is None:
        return f"{limit}; {first.fact.words(grid)}, {so}"
    them = "it" if len(shared) == 1 else "them"
    whole = f"{_source(first, grid)}, which touches {them} too, has {first.fact.amount}"
    return f"{limit}, and {whole}, {so}"


def _limit(step: Step, shared: set[Cell], conclusion: Fact | None, grid: Grid) -> str:
    """What a fact says about the cells that it shares, as far as the conclusion needs it."""
    part = _part(step.fact, shared)
    if conclusion is None or len(shared) == len(step.fact.cells):
        pass
    elif conclusion.least == 0:
        part = replace(part, most=len(shared))  # only what the others need at least
    elif conclusion.most == len(conclusion.cells):
        part = replace(part, least=0)
    names = cell_list(shared, grid)
    if step.clue is not None:
        amount = part.amount if part.least else f"at most {mines(part.most)}"
        return f"{_capital(_source(step, grid))} has {amount} among {names}"
    if len(shared) == len(step.fact.cells):
        return _capital(step.fact.words(grid))
    return f"As {step.fact.words(grid)}, {part.words(grid)}"


def _suppose(step: Step, depth: int, view: View) -> str:
    name = view.grid.name(step.fact.cells[0])
    also = " also that" if depth else ""
    return f"Suppose{also} {name} were {'a mine' if step.fact.least else 'safe'}."


def _impossible(step: Step, used: list[Step], depth: int, view: View) -> str:
    grid = view.grid
    whole, others = used[0], used[1:]
    so = f"So{' then' * (depth > 1)} {step.fact.words(grid)}."
    if whole.kind is Kind.MINE_COUNT:
        taken, least, most = _accounted(other.fact for other in others)
        if least > whole.fact.most:
            return f"{_sum(whole, others, grid)}: {least} in all, which is too many. {so}"
        room = len(whole.fact.cells) - len(taken) + most
        return f"{_sum(whole, others, grid)}: there is room for {room}, which is too few. {so}"
    known = _settled(others, set(whole.fact.cells), grid)
    if whole.clue is None:
        return f"But with {known} it cannot be that {whole.fact.words(grid)}. {so}"
    return f"But with {known}, {_source(whole, grid)} cannot have {whole.fact.amount}. {so}"


def _total(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    head = _sum(used[0], used[1:], grid)
    count = len(fact.cells)
    if fact.most == 0:
        return f"{head}. No mine remains for the other hidden cells, so {fact.words(grid)}."
    if fact.least == count:
        these, them = ("this cell", "it") if count == 1 else (f"these {count} cells", "them")
        remain = f"{mines(count)} {'remains' if count == 1 else 'remain'}"
        return f"{head}. So {remain} and {these} must hold {them}: {fact.words(grid)}."
    remain = "remains" if fact._one else "remain"
    return f"{head}. So {fact.amount} {remain} for {cell_list(fact.cells, grid)}."


def _ways(step: Step, used: list[Step], view: View) -> str:
    grid = view.grid
    sources = [_source(one, grid) for one in used]
    listed = sources[0] if len(sources) == 1 else ", ".join(sources[:-1]) + " and " + sources[-1]
    return f"In every way to satisfy {listed}, {step.fact.words(grid)}."


_SENTENCES: dict[Kind, Callable[[Step, list[Step], View], str]] = {
    Kind.CLUE: _clue,
    Kind.MINE_COUNT: _mine_count,
    Kind.TOLD: _told,
    Kind.REST: _rest,
    Kind.COMPARE: _compare,
    Kind.TOTAL: _total,
    Kind.WAYS: _ways,
}


def _source(step: Step, grid: Grid) -> str:
    """How a later sentence refers to a step."""
    if step.clue is not None:
        number = step.fact.least if step.kind is Kind.CLUE else "number"
        return f"the {number} at {grid.name(step.clue)}"
    if step.kind is Kind.MINE_COUNT:
        return "the mine count"
    return f"the fact that {step.fact.words(grid)}"


def _settled(steps: Iterable[Step], among: set[Cell], grid: Grid) -> str:
    """The settled cells of steps: `B4 a mine`, `B4 and C4 mines`, `B4 a mine and C5 safe`."""
    laid: set[Cell] = set()
    clear: set[Cell] = set()
    for step in steps:
        (clear if step.fact.most == 0 else laid).update(set(step.fact.cells) & among)
    words = []
    if laid:
        words.append(f"{cell_list(laid, grid)} {'a mine' if len(laid) == 1 else 'mines'}")
    if clear:
        words.append(f"{cell_list(clear, grid)} safe")
    return " and ".join(words)


def _sum(count: Step, groups: list[Step], grid: Grid) -> str:
    """What the mine count is made of: known cells, and facts about others."""
    facts = [one.fact for one in groups]
    laid = {cell for fact in facts if fact.least == len(fact.cells) for cell in fact.cells}
    clear = {cell for fact in facts if fact.most == 0 for cell in fact.cells}
    words = []
    if laid:
        words.append(f"{len(laid)} {'is' if len(laid) == 1 else 'are'} at {cell_list(laid, grid)}")
    for fact in facts:
        if not fact.settles:
            verb = "is" if fact._one else "are"
            words.append(f"{fact.number} {verb} among {cell_list(fact.cells, grid)}")
    if clear:
        words.append(f"none {'is' if len(clear) == 1 else 'are'} at {cell_list(clear, grid)}")
    if not words:
        return f"The board has {mines(count.fact.least)}"
    return f"Of the {mines(count.fact.least)} on the board, {'; '.join(words)}"


def _accounted(facts: Iterable[Fact]) -> tuple[set[Cell], int, int]:
    """The cells of facts, and how many mines they have at least and at most.

    Facts that settle their cells may share them; the others are about cells of their own.
    """
    laid: set[Cell] = set()
    cells: set[Cell] = set()
    least = most = 0
    for fact in facts:
        cells.update(fact.cells)
        if fact.most == 0:
            continue
        if fact.least == len(fact.cells):
            laid.update(fact.cells)
        else:
            least += fact.least
            most += fact.most
    return cells, least + len(laid), most + len(laid)


def _part(fact: Fact, cells: set[Cell]) -> Fact:
    """What a fact says about some of its cells."""
    others = len(fact.cells) - len(cells)
    return Fact(tuple(sorted(cells)), max(0, fact.least - others), min(len(cells), fact.most))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _lower(text: str) -> str:
    # A sentence may also start with the name of a cell.
    return text if text[1:2].isupper() or text[1:2].isdigit() else text[0].lower() + text[1:]


# -- finding the argument ---------------------------------------------------------------------


@dataclass(slots=True)
class _State:
    """What is known at one point: the step that settles each cell; the facts by their cells."""

    known: dict[Cell, int]
    facts: dict[Cells, int]

    def copy(self) -> _State:
        return _State(dict(self.known), dict(self.facts))


Conflict: TypeAlias = tuple[int, ...]
"""The indexes of steps whose facts cannot all hold."""


class _Argument:
    """Looks for an argument; mutable: steps are only ever added."""

    def __init__(self, clues: Clues, chosen: Iterable[Cell]) -> None:
        self.steps: list[Step] = []
        self._stack: list[Literal] = []
        self.start = _State({}, {})
        for clue in chosen:
            constraint = clues.constraint(clue)
            fact = Fact(constraint.cells, constraint.mines, constraint.mines)
            self.start.facts.setdefault(frozenset(fact.cells), self.add(Kind.CLUE, fact, clue=clue))

    def add(
        self, kind: Kind, fact: Fact, uses: tuple[int, ...] = (), clue: Cell | None = None
    ) -> int:
        """Add a step, under all the suppositions of the steps that it uses."""
        self.steps.append(Step(kind, fact, uses, self._under(uses), clue))
        return len(self.steps) - 1

    def _under(self, uses: tuple[int, ...]) -> tuple[Literal, ...]:
        held = {literal for i in uses for literal in self.steps[i].under}
        return tuple(literal for literal in self._stack if literal in held)

    def _mine_at(self, state: _State, cell: Cell) -> bool:
        return self.steps[state.known[cell]].fact.most > 0

    def _split(self, state: _State, cells: Iterable[Cell]) -> tuple[list[Cell], list[Cell], Cells]:
        """The cells known to be mines, those known to be safe, and the others."""
        laid, clear, rest = [], [], []
        for cell in cells:
            if cell not in state.known:
                rest.append(cell)
            elif self._mine_at(state, cell):
                laid.append(cell)
            else:
                clear.append(cell)
        return laid, clear, frozenset(rest)

    def _settle(self, state: _State, cells: Iterable[Cell], step: int) -> None:
        for cell in cells:
            state.known[cell] = step

    def _uses(self, state: _State, whole: int, cells: Iterable[Cell]) -> tuple[int, ...]:
        return (whole, *dict.fromkeys(state.known[cell] for cell in cells))

    def propagate(self, state: _State) -> Conflict | None:
        """Settle the rest of each fact that has all its mines, or room for no more than them."""
        news = True
        while news:
            news = False
            for i in list(state.facts.values()):
                fact = self.steps[i].fact
                laid, clear, rest = self._split(state, fact.cells)
                if len(laid) > fact.most:
                    return self._uses(state, i, laid[: fact.most + 1])
                if len(fact.cells) - len(clear) < fact.least:
                    return self._uses(state, i, clear)
                if not rest:
                    continue
                if len(laid) == fact.most:
                    uses, left = self._uses(state, i, laid), Fact(tuple(sorted(rest)), 0, 0)
                elif len(fact.cells) - len(clear) == fact.least:
                    count = len(rest)
                    uses, left = (
                        self._uses(state, i, clear),
                        Fact(tuple(sorted(rest)), count, count),
                    )
                else:
                    continue
                self._settle(state, rest, i if len(uses) == 1 else self.add(Kind.REST, left, uses))
                news = True
        return None

    def derive(self, state: _State, goal: Cell | None, wide: bool = True) -> None:
        """Propagate and compare until the goal is settled or nothing new comes.

        Comparisons that settle no cell are kept only if `wide`.
        """
        while True:
            conflict = self.propagate(state)
            assert conflict is None, "a view that has a board cannot contradict itself"
            if goal in state.known or not self._compare(state, goal, wide):
                return

    def _reduced(self, state: _State, i: int) -> tuple[Cells, int, int]:
        fact = self.steps[i].fact
        laid, _, rest = self._split(state, fact.cells)
        return rest, max(0, fact.least - len(laid)), min(len(rest), fact.most - len(laid))

    def _reduce(self, state: _State, i: int) -> int:
        """The step that says what is left of a fact when the settled cells are taken away."""
        fact = self.steps[i].fact
        laid, clear, _ = self._split(state, fact.cells)
        if not laid and not clear:
            return i
        rest, least, most = self._reduced(state, i)
        left = Fact(tuple(sorted(rest)), least, most)
        return self.add(Kind.REST, left, self._uses(state, i, [*laid, *clear]))

    def _compare(self, state: _State, goal: Cell | None, wide: bool) -> bool:
        """Compare facts that share cells; whether anything new was found."""
        left = {i: self._reduced(state, i) for i in state.facts.values()}
        by_cell: dict[Cell, list[int]] = {}
        for i, (rest, _, _) in left.items():
            for cell in rest:
                by_cell.setdefault(cell, []).append(i)
        pairs = sorted(
            {(i, j) for found in by_cell.values() for i in found for j in found if i < j}
        )
        new: dict[Cells, tuple[int, int, int, int]] = {}
        for i, j in pairs:
            for found in self._comparisons(left, i, j):
                cells, least, most, *_ = found
                old = state.facts.get(cells)
                if old is not None:
                    known = self.steps[old].fact
                    if least <= known.least and most >= known.most:
                        continue
                if cells in new and new[cells][1] - new[cells][0] <= most - least:
                    continue
                new[cells] = found[1:]
        settling = [
            cells for cells, (least, most, _, _) in new.items() if most == 0 or least == len(cells)
        ]
        if settling:
            chosen = [min(settling, key=lambda c: (goal not in c, len(c), sorted(c)))]
        elif wide and len(state.facts) < _FACTS:
            chosen = sorted(new, key=lambda c: (len(c), sorted(c)))[: _FACTS // 4]
        else:
            chosen = []
        for cells in chosen:
            least, most, i, j = new[cells]
            fact = Fact(tuple(sorted(cells)), least, most)
            made = self.add(Kind.COMPARE, fact, (self._reduce(state, i), self._reduce(state, j)))
            old = state.facts.get(cells)
            if old is not None:
                known = self.steps[old].fact
                if known.least > least or known.most < most:
                    both = Fact(fact.cells, max(least, known.least), min(most, known.most))
                    made = self.add(Kind.COMPARE, both, (old, made))
            state.facts[cells] = made
        return bool(chosen)

    def _comparisons(
        self, left: dict[int, tuple[Cells, int, int]], i: int, j: int
    ) -> list[tuple[Cells, int, int, int, int]]:
        """What two facts say together: (cells, least, most, the fact of these cells, the other)."""
        found = []
        shared = left[i][0] & left[j][0]
        limits = []
        for one, other in ((i, j), (j, i)):
            cells, least, most = left[one]
            others, other_least, other_most = left[other]
            low = max(0, other_least - len(others - shared))
            high = min(len(shared), other_most)
            limits.append((low, high))
            rest = cells - shared
            if rest:
                bounds = max(0, least - high), min(len(rest), most - low)
                if bounds != (0, len(rest)):
                    found.append((rest, *bounds, one, other))
        low, high = max(low for low, _ in limits), min(high for _, high in limits)
        if (low, high) not in limits:
            found.append((shared, low, high, i, j))
        return found

    def refute(self, state: _State, literal: Literal) -> int | Conflict:
        """The step that denies a literal, or a conflict that does not depend on it."""
        inner = state.copy()
        self._stack.append(literal)
        inner.known[abs(literal) - 1] = self._suppose(literal)
        while (conflict := self.propagate(inner)) is None:
            split = self._next_split(inner)
            refuted = self.refute(inner, split)
            if isinstance(refuted, tuple):
                conflict = refuted
                break
            inner.known[abs(split) - 1] = refuted
        return self._close(conflict)

    def _suppose(self, literal: Literal) -> int:
        self.steps.append(Step(Kind.SUPPOSE, fact_of(literal), (), (literal,)))
        return len(self.steps) - 1

    def _close(self, conflict: Conflict) -> int | Conflict:
        """End the last supposition with a conflict."""
        under = self._under(conflict)
        literal = self._stack.pop()
        if literal not in under:
            return conflict
        rest = tuple(x for x in under if x != literal)
        self.steps.append(Step(Kind.IMPOSSIBLE, fact_of(-literal), conflict, rest))
        return len(self.steps) - 1

    def _next_split(self, state: _State) -> Literal:
        """What to suppose next: what is refuted at once and soonest, else in the narrowest fact."""
        open_facts = [self._split(state, self.steps[i].fact.cells)[2] for i in state.facts.values()]
        refuted = []
        for cell in sorted({cell for rest in open_facts for cell in rest}):
            for literal in (mine(cell), safe(cell)):
                before = len(self.steps)
                trial = state.copy()
                trial.known[cell] = self._suppose(literal)
                if self.propagate(trial) is not None:
                    refuted.append((len(self.steps) - before, literal))
                del self.steps[before:]
        if refuted:
            return min(refuted, key=lambda one: one[0])[1]
        narrowest = min((rest for rest in open_facts if rest), key=lambda r: (len(r), sorted(r)))
        return mine(min(narrowest))


def argument(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal
) -> tuple[Step, ...]:
    """The steps from clues that settle a claim to the claim, which is the fact of the last step."""
    view, cell = clues.view, abs(claim) - 1
    if view[cell] == TOLD:
        return (Step(Kind.TOLD, fact_of(claim)),)
    if mine_count:
        return _count_argument(clues, chosen, claim)
    direct = _Argument(clues, chosen)
    state = direct.start.copy()
    direct.derive(state, cell)
    if cell in state.known:
        return _trimmed(direct.steps, state.known[cell], claim)
    split = _Argument(clues, chosen)
    last = split.refute(split.start, -claim)
    assert isinstance(last, int), "clues that have a board cannot contradict each other"
    return _trimmed(split.steps, last, claim)


def _trimmed(steps: list[Step], last: int, claim: Literal) -> tuple[Step, ...]:
    """The steps that the last one needs, each clue just before it is first used."""
    needed = {last}
    for i in range(last, -1, -1):
        if i in needed:
            needed.update(steps[i].uses)
    order: list[int] = []
    first = (Kind.CLUE, Kind.MINE_COUNT)
    for i in sorted(needed):
        if steps[i].kind not in first:
            new = [u for u in steps[i].uses if steps[u].kind in first and u not in order]
            # What limits comes before what is limited.
            order += reversed(new)
            order.append(i)
    if not order:
        order = [last]
    place = {i: place for place, i in enumerate(order)}
    found = [replace(steps[i], uses=tuple(place[u] for u in steps[i].uses)) for i in order]
    assert abs(claim) - 1 in found[-1].fact.cells
    return tuple(found)


# -- the mine count ---------------------------------------------------------------------------


def _count_argument(clues: Clues, chosen: Sequence[Cell], claim: Literal) -> tuple[Step, ...]:
    """An argument that needs the mine count: the simplest that works."""
    for way in (_by_total, _by_remainder, _by_refuted_total):
        found = way(clues, chosen, claim)
        if found is not None:
            return found
    # The numbers of mines that are possible have gaps: say only that every way was tried.
    whole = _Argument(clues, chosen)
    uses = (*whole.start.facts.values(), _add_count(whole, clues))
    return _trimmed(whole.steps, whole.add(Kind.WAYS, fact_of(claim), uses), claim)


def _add_count(found: _Argument, clues: Clues) -> int:
    fact = Fact(tuple(clues.unknown), clues.view.level.mines, clues.view.level.mines)
    return found.add(Kind.MINE_COUNT, fact)


def _by_total(clues: Clues, chosen: Sequence[Cell], claim: Literal) -> tuple[Step, ...] | None:
    """The clues account for all mines, or for all safe cells."""
    found = _Argument(clues, chosen)
    state = found.start.copy()
    found.derive(state, None, wide=False)
    count = _add_count(found, clues)
    for groups in (_separate, _components):
        kept = groups(found, state, claim)
        rest = _left_over(found, count, kept)
        if abs(claim) - 1 in rest.cells and rest.settles:
            last = found.add(Kind.TOTAL, rest, (count, *kept))
            return _trimmed(found.steps, last, claim)
    return None


def _by_remainder(clues: Clues, chosen: Sequence[Cell], claim: Literal) -> tuple[Step, ...] | None:
    """The mines that remain among few cells are one more fact to compare with."""
    found = _Argument(clues, chosen)
    state = found.start.copy()
    found.derive(state, None, wide=False)
    count = _add_count(found, clues)
    kept = list(dict.fromkeys(state.known.values()))
    rest = _left_over(found, count, kept)
    if not 0 < len(rest.cells) <= NAMES:
        return None
    last = found.add(Kind.TOTAL, rest, (count, *kept)) if kept else count
    state.facts[frozenset(rest.cells)] = last
    cell = abs(claim) - 1
    found.derive(state, cell)
    if cell in state.known:
        return _trimmed(found.steps, state.known[cell], claim)
    refuted = found.refute(state, -claim)
    assert isinstance(refuted, int), "a view that has a board cannot contradict itself"
    return _trimmed(found.steps, refuted, claim)


def _by_refuted_total(
    clues: Clues, chosen: Sequence[Cell], claim: Literal
) -> tuple[Step, ...] | None:
    """If the claim were false, the clues would need more mines, or fewer, than there are."""
    found = _Argument(clues, chosen)
    state = found.start.copy()
    found.derive(state, None, wide=False)
    count = _add_count(found, clues)
    found._stack.append(-claim)
    state.known[abs(claim) - 1] = found._suppose(-claim)
    if found.propagate(state) is not None:
        return None
    for groups in (_separate, _components):
        for direction in (-1, 1):
            kept = groups(found, state, direction)
            rest = _left_over(found, count, kept)
            if rest.least > len(rest.cells) or rest.most < 0:
                last = found._close((count, *kept))
                return None if isinstance(last, tuple) else _trimmed(found.steps, last, claim)
    return None


def _left_over(found: _Argument, count: int, kept: Iterable[int]) -> Fact:
    """What the mine count leaves for the cells that these steps say nothing about."""
    whole = found.steps[count].fact
    taken, at_least, at_most = _accounted(found.steps[i].fact for i in kept)
    rest = tuple(cell for cell in whole.cells if cell not in taken)
    least, most = whole.least - at_most, whole.most - at_least
    # Bounds beyond the number of cells are kept: they show a conflict.
    if most >= 0 and least <= len(rest):
        least, most = max(0, least), min(most, len(rest))
    return Fact(rest, least, most)


def _worth(fact: Fact, direction: int) -> int:
    """How much a fact adds to the mines needed (direction -1) or to the room taken (+1)."""
    return fact.least if direction < 0 else len(fact.cells) - fact.most


def _settled_groups(found: _Argument, state: _State, direction: int) -> list[int]:
    groups = dict.fromkeys(state.known.values())
    return [i for i in groups if _worth(found.steps[i].fact, direction) > 0]


def _separate(found: _Argument, state: _State, direction: int) -> list[int]:
    """The settled cells, and facts about separate other cells: the strongest first."""
    kept = _settled_groups(found, state, direction)
    taken: set[Cell] = set()
    left = []
    for i in state.facts.values():
        rest, least, most = found._reduced(state, i)
        left.append((Fact(tuple(sorted(rest)), least, most), i))
    left.sort(key=lambda one: (-_worth(one[0], direction) / max(1, len(one[0].cells)), one[1]))
    for fact, i in left:
        if _worth(fact, direction) > 0 and taken.isdisjoint(fact.cells):
            taken.update(fact.cells)
            kept.append(found._reduce(state, i))
    return kept


def _components(found: _Argument, state: _State, direction: int) -> list[int]:
    """The settled cells, and for each group of clues that hang together how few or many mines."""
    kept = _settled_groups(found, state, direction)
    groups: list[tuple[set[Cell], list[int]]] = []
    for i in state.facts.values():
        cells = set(found._reduced(state, i)[0])
        if not cells:
            continue
        joined = [i]
        apart = []
        for others, steps in groups:
            if cells.isdisjoint(others):
                apart.append((others, steps))
            else:
                cells |= others
                joined += steps
        groups = [*apart, (cells, joined)]
    for cells, steps in groups:
        uses = tuple(found._reduce(state, i) for i in sorted(steps))
        totals = possible_totals([found.steps[i].fact for i in uses])
        fact = Fact(tuple(sorted(cells)), min(totals), max(totals))
        kept.append(uses[0] if len(uses) == 1 else found.add(Kind.WAYS, fact, uses))
    return kept


def possible_totals(facts: Sequence[Fact]) -> list[int]:
    """How many mines there can be among all the cells of these facts, ascending.

    >>> possible_totals([Fact((0, 1), 1, 1), Fact((1, 2), 1, 1)])
    [1, 2]
    """
    inside: dict[Cell, tuple[int, ...]] = {}
    for index, fact in enumerate(facts):
        for cell in fact.cells:
            inside[cell] = (*inside.get(cell, ()), index)
    # Cells of the same facts are alike. A state is how many mines each fact has so far (0 again
    # once the fact is complete), with the totals that lead there as the bits of a number.
    boxes: dict[tuple[int, ...], int] = {}
    for members in inside.values():
        boxes[members] = boxes.get(members, 0) + 1
    order = sorted(boxes)
    last = {index: place for place, members in enumerate(order) for index in members}
    states = {(0,) * len(facts): 1}
    for place, members in enumerate(order):
        done = [index for index in members if last[index] == place]
        following: dict[tuple[int, ...], int] = {}
        for state, totals in states.items():
            for laid in range(boxes[members] + 1):
                now = list(state)
                for index in members:
                    now[index] += laid
                if any(now[index] > facts[index].most for index in members):
                    break
                if any(now[index] < facts[index].least for index in done):
                    continue
                for index in done:
                    now[index] = 0
                key = tuple(now)
                following[key] = following.get(key, 0) | totals << laid
        states = following
    totals = 0
    for reached in states.values():
        totals |= reached
    return [total for total in range(totals.bit_length()) if totals >> total & 1]


def step_json(steps: Sequence[Step], index: int, view: View) -> dict[str, Any]:
    """A step for machines: names instead of numbers, and its sentence; steps count from 1."""
    name = view.grid.name
    step = steps[index]
    return {
        "kind": step.kind.value,
        "sentence": sentence(steps, index, view),
        "fact": {
            "cells": [name(cell) for cell in step.fact.cells],
            "least": step.fact.least,
            "most": step.fact.most,
        },
        "uses": [i + 1 for i in step.uses],
        "suppositions": [
            {"cell": name(abs(x) - 1), "is": "mine" if x > 0 else "safe"} for x in step.under
        ],
        "clue": None if step.clue is None else name(step.clue),
    }
