"""The sentences of an argument: one for each step, made from the facts and numbers that it uses.

Tests parse every sentence back and check what it claims.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from typing_extensions import TypedDict

from sapper.explain.facts import Fact, Kind, Step, settled
from sapper.explain.patterns import pattern
from sapper.grid import Cell, Grid, cell_list
from sapper.view import FLAGGED, HIDDEN, TOLD, View


def mines(count: int) -> str:
    """A number of mines, in words."""
    return f"{count} mine{'s' * (count != 1)}"


def sentence(steps: Sequence[Step], index: int, view: View) -> str:
    """What a step of an argument says, for a person."""
    step = steps[index]
    kinds = [before.kind for before in steps[:index]]
    # How many suppositions are open before this step.
    depth = kinds.count(Kind.SUPPOSE) - kinds.count(Kind.IMPOSSIBLE)
    return _SENTENCES[step.kind](_Telling(step, [steps[i] for i in step.uses], depth, view))


class _Telling:
    """A step that is put into words, with what it uses."""

    def __init__(self, step: Step, used: Sequence[Step], depth: int, view: View) -> None:
        self.step, self.used, self.depth, self.view = step, used, depth, view
        self.grid: Grid = view.grid
        self.fact: Fact = step.fact
        self.settled = settled(used)
        if step.kind is not Kind.IMPOSSIBLE:  # which says the opposite of what was supposed
            for cell in (cell for fact in step.facts for cell in fact.cells):
                self.settled.pop(cell, None)
        """the cells that the step is told about: whether each is a mine"""

    def names(self, cells: Iterable[Cell]) -> str:
        """Cells as a sentence has them."""
        return cell_list(cells, self.grid)

    def clue(self, clue: Cell) -> str:
        """How a sentence refers to a number."""
        return f"the {self.view[clue]} at {self.grid.name(clue)}"

    def clues(self, clues: Sequence[Cell]) -> str:
        """How a sentence refers to several."""
        return _listed([self.clue(clue) for clue in clues])

    def cells(self, clue: Cell) -> set[Cell]:
        """The cells around a number that may be mines."""
        near = self.grid.neighbours(clue)
        return {cell for cell in near if self.view[cell] in (HIDDEN, FLAGGED)}

    def left(self, clue: Cell) -> tuple[set[Cell], int]:
        """The cells around a number that the step is not told about, and the mines among them."""
        cells = self.cells(clue)
        laid = sum(self.settled.get(cell, False) for cell in cells)
        return cells - self.settled.keys(), self.view[clue] - laid

    def given(self, cells: Iterable[Cell]) -> str:
        """`With B4 a mine and C5 safe, ` of those cells that the step is told about, or nothing."""
        told = [cell for cell in cells if cell in self.settled]
        return f"With {_state(told, self.settled, self.grid)}, " if told else ""

    @property
    def so(self) -> str:
        """What follows, of both clues if it does."""
        also = "" if self.step.also is None else f", and {self.step.also.words(self.grid)}"
        return f"so {self.fact.words(self.grid)}{also}"


def _clue(t: _Telling) -> str:
    (clue,) = t.step.clues
    count, number = len(t.fact.cells), t.fact.least
    told = [cell for cell in t.grid.neighbours(clue) if t.view[cell] == TOLD]
    aside = " not told safe" if told else ""
    head = f"The {number} at {t.grid.name(clue)} touches"
    if number == 0:
        return f"{head} no mine, {t.so}."
    every = {1: "it is a mine", 2: "both are mines"}.get(count, "all are mines")
    hidden = "one hidden cell" if count == 1 else f"{count} hidden cells"
    return f"{head} only {hidden}{aside}, {t.names(t.fact.cells)}, so {every}."


def _told(t: _Telling) -> str:
    return f"{t.names(t.fact.cells)} was told safe before the first move."


def _known(t: _Telling) -> str:
    one = len(t.fact.cells) == 1
    what = "safe" if t.fact.most == 0 else "a mine" if one else "mines"
    return f"{t.names(t.fact.cells)} {'is' if one else 'are'} already known to be {what}."


def _rest(t: _Telling) -> str:
    safe = t.fact.most == 0
    whole = (
        t.cells(t.step.clues[0]) if t.step.clues else {c for one in t.used for c in one.fact.cells}
    )
    given = t.given(cell for cell in sorted(whole) if t.settled.get(cell) is safe)
    if not t.step.clues:
        why = "no mine remains" if safe else "the mines that remain fill every other cell"
        return _capital(f"{given}{why}, {t.so}.")
    why = "has all its mines" if safe else "needs a mine in every other cell"
    return _capital(f"{given}{t.clue(t.step.clues[0])} {why}, {t.so}.")


def _subset(t: _Telling) -> str:
    inner, outer = t.step.clues
    cells, count = t.left(inner)
    shared = cells & t.cells(outer)
    given = t.given(sorted(t.cells(inner) | t.cells(outer)))
    them = "it" if len(shared) == 1 else "them"
    # Known cells may lie in the outer clue alone.
    _, others = t.left(outer)
    head = f"{given}{t.clue(inner)} has exactly {mines(count)} among {t.names(shared)}; "
    head += f"{t.clue(outer)} touches {them} too"
    gloss = _gloss(t)
    if t.fact.most == 0:
        return _capital(f"{head} and has all its mines there, {t.so}{gloss}.")
    more = others - count
    only = "its only other cell" if more == 1 else f"its {more} other cells"
    return _capital(f"{head} and needs {more} more in {only}, {t.so}{gloss}.")


def _difference(t: _Telling) -> str:
    more_clue, less_clue = t.step.clues
    facts = sorted(t.step.facts, key=lambda fact: fact.most == 0)
    own, other = facts[0], facts[1]
    given = t.given(sorted(t.cells(more_clue) | t.cells(less_clue)))
    more = len(own.cells)
    more_mines = f"{more} more mine{'s' * (more != 1)}"
    only = "only one cell" if more == 1 else f"only {more} cells"
    one = len(other.cells) == 1
    return _capital(
        f"{given}{t.clue(more_clue)} needs {more_mines} than {t.clue(less_clue)} and has "
        f"{only} of its own, so {own.words(t.grid)}, and {t.names(other.cells)}, which only "
        f"{t.clue(less_clue)} touches, {'is' if one else 'are'} safe{_gloss(t)}."
    )


def _gloss(t: _Telling) -> str:
    name = pattern(t.step, t.settled, t.view)
    return "" if name is None else f" (the pattern {name})"


def _limit(t: _Telling) -> str:
    rest = set(t.fact.cells)
    limits = [one for one in t.used if one.kind is Kind.LIMIT and not one.fact.settles]
    # What is limited has all the cells of the conclusion; what limits it has others of its cells.
    whole = next((one for one in limits if rest <= set(one.fact.cells)), None)
    others = [one for one in limits if one is not whole]
    clues = list(t.step.clues)
    at_least = t.fact.least > 0
    given: set[Cell] = set()
    if whole is not None:
        cells, number = set(whole.fact.cells), whole.fact.least if at_least else whole.fact.most
        about = whole.fact.words(t.grid)
    else:
        clue = next(clue for clue in clues if rest <= t.left(clue)[0])
        clues.remove(clue)
        cells, number = t.left(clue)
        given = t.cells(clue)
        about = f"{t.given(sorted(given))}{t.clue(clue)} has {mines(number)} among {t.names(cells)}"
    about = _capital(about)
    shared = cells - rest
    if not clues and not others:
        held = f", and {t.names(shared)} can hold {len(shared)} of them" if at_least else ""
        return f"{about}{held}, {t.so}."
    taken = number - (t.fact.least if at_least else t.fact.most)
    if others:
        other = others[0].fact
        by = other.words(t.grid)
        shared &= set(other.cells)
        if len(shared) < len(other.cells):
            bounds = (0, taken) if at_least else (taken, len(shared))
            by += f" (so {Fact(tuple(sorted(shared)), *bounds).words(t.grid)})"
        return f"{about}, but {by}, {t.so}."
    limiter = clues[0]
    shared &= t.cells(limiter)
    how = f"allows at most {taken}" if at_least else f"needs at least {taken}"
    also = t.given(sorted(t.cells(limiter) - given))
    also = also[:1].lower() + also[1:]
    return f"{about}; {also}{t.clue(limiter)} {how} among {t.names(shared)}, {t.so}."


def _combination(t: _Telling) -> str:
    weights = dict(zip(t.step.clues, t.step.weights, strict=True))
    sums = _running_sums(t, weights)
    given = t.given(sorted({cell for total in sums.values() for cell, n in total.items() if n}))
    right = 0
    told = []
    clues = list(sums)
    for place, (clue, total) in enumerate(sums.items()):
        right += weights[clue] * t.view[clue]
        if place == 0:
            continue
        laid = sum(weight for cell, weight in total.items() if t.settled.get(cell))
        left = {cell: weight for cell, weight in total.items() if cell not in t.settled}
        term = _times(t.clue(clue), abs(weights[clue]))
        how = f"add {term}" if weights[clue] > 0 else f"take away {term}"
        if place == 1:
            first = _times(t.clue(clues[0]), weights[clues[0]])
            how = f"add {first} and {term}" if weights[clue] > 0 else f"take {term} from {first}"
        told.append(f"{how}: {_equation(left, right - laid, t.grid)}")
    ways = "; ".join(told)
    return f"Count 1 for a mine and 0 for a safe cell. {_capital(given + ways)}, {t.so}."


def _running_sums(t: _Telling, weights: dict[Cell, int]) -> dict[Cell, dict[Cell, int]]:
    """The weights of the cells after each clue, added in an order that leaves few of them."""
    cells = {clue: t.cells(clue) for clue in weights}

    def added(total: dict[Cell, int], clue: Cell) -> dict[Cell, int]:
        more = {cell: total.get(cell, 0) + weights[clue] for cell in cells[clue]}
        return {cell: weight for cell, weight in {**total, **more}.items() if weight}

    def length(total: dict[Cell, int]) -> int:
        return len(total.keys() - t.settled.keys())

    starts = [clue for clue in weights if weights[clue] > 0]
    pairs = [(one, other) for one in starts for other in weights if other != one]
    start, _ = min(pairs, key=lambda pair: length(added(added({}, pair[0]), pair[1])))
    sums = {start: added({}, start)}
    while len(sums) < len(weights):
        total = sums[list(sums)[-1]]
        rest = [clue for clue in weights if clue not in sums]
        clue = min(rest, key=lambda clue: length(added(total, clue)))
        sums[clue] = added(total, clue)
    return sums


def _equation(total: dict[Cell, int], right: int, grid: Grid) -> str:
    """A sum of cells and what it comes to, nothing taken away: `A4 + 2 times B1 = C1 + 1`."""

    def side(sign: int) -> list[str]:
        terms = [(cell, sign * total[cell]) for cell in sorted(total) if sign * total[cell] > 0]
        names = [f"{f'{n} times ' * (n > 1)}{grid.name(cell)}" for cell, n in terms]
        return names + [str(-sign * right)] * (sign * right < 0)

    order = (1, -1) if max(total.values(), default=0) > 0 else (-1, 1)  # cells first
    return " = ".join(" + ".join(side(sign)) or "0" for sign in order)


def _times(text: str, weight: int) -> str:
    return text if weight == 1 else f"{'twice' if weight == 2 else f'{weight} times'} {text}"


def _suppose(t: _Telling) -> str:
    also = " also that" if t.depth else ""
    what = "a mine" if t.fact.least else "safe"
    return f"Suppose{also} {t.names(t.fact.cells)} were {what}."


def _impossible(t: _Telling) -> str:
    so = f"So{' then' * (t.depth > 1)} {t.fact.words(t.grid)}."
    count = next((one for one in t.used if one.kind is Kind.MINE_COUNT), None)
    if count is not None:
        return f"{_too_many_or_few(t, count)} {so}"
    (clue,) = t.step.clues
    cells = sorted(t.cells(clue))
    against = [cell for cell in cells if t.settled.get(cell) is True]
    why = "has too many"
    if len(against) <= t.view[clue]:
        against = [cell for cell in cells if t.settled.get(cell) is False]
        why = f"cannot have {'its mine' if t.view[clue] == 1 else 'all its mines'}"
    return f"But with {_state(against, t.settled, t.grid)}, {t.clue(clue)} {why}. {so}"


def _too_many_or_few(t: _Telling, count: Step) -> str:
    """Why the mines that remain do not come out."""
    among = set(count.fact.cells)
    laid = sorted(cell for cell in among if t.settled.get(cell) is True)
    clear = {cell for cell in among if t.settled.get(cell) is False}
    ways = [one.fact for one in t.used if one.kind is Kind.WAYS]
    taken = set(laid) | clear
    least = most = len(laid)
    for clue in t.step.clues:
        cells, number = t.left(clue)
        taken |= cells
        least, most = least + number, most + number
    for fact in ways:
        taken |= set(fact.cells)
        least, most = least + fact.least, most + fact.most
    words = [f"{len(laid)} {'is' if len(laid) == 1 else 'are'} at {t.names(laid)}"] if laid else []
    words += _needs(t, ways)
    left = count.fact.least
    remain = "the 1 mine that remains" if left == 1 else f"the {left} mines that remain"
    if left == 0:
        remain = "the 0 mines that remain"
    if least > left:
        return f"But then, of {remain}, {_listed(words)}: {least} in all, which is too many."
    room = most + len(among - taken)
    if clear:
        words.append(f"none {'is' if len(clear) == 1 else 'are'} at {t.names(clear)}")
    return f"But then, of {remain}, {_listed(words)}: there is room for {room}, which is too few."


def _needs(t: _Telling, ways: Iterable[Fact]) -> list[str]:
    """How many mines the clues of a step still take, and how many other facts tell of."""
    words = [f"{t.clue(clue)} takes {t.left(clue)[1]}" for clue in t.step.clues]
    for fact in ways:
        words.append(f"{fact.number} {'is' if fact.is_one else 'are'} among {t.names(fact.cells)}")
    return words


def _mine_count(t: _Telling) -> str:
    left, cells = t.fact.least, len(t.fact.cells)
    total = t.view.level.mines
    known = sum(t.settled.values())
    aside = " not told safe" if TOLD in t.view.states else ""
    if known + cells < sum(state in (HIDDEN, FLAGGED) for state in t.view.states):
        aside = " not known to be safe"
    hidden = f"hidden cell{'s' * (cells != 1)}{aside}"
    if not known:
        among = f"in its only {hidden}" if cells == 1 else f"among its {cells} {hidden}"
        if total == 0:
            return f"The board has no mines, so none are {among}."
        return f"The board has {mines(total)}, which {'is' if total == 1 else 'are'} {among}."
    are = f"{'all ' * (left == 0)}{known} {'is' if known == 1 else 'are'} known"
    if known == total == 1:
        are = "it is known"
    remain = "none remain" if left == 0 else f"{left} remain{'s' * (left == 1)}"
    if not cells:
        return f"The board has {mines(total)} and {are}, so {remain}."
    among = f", in the only other {hidden}" if cells == 1 else f" among the other {cells} {hidden}"
    return f"The board has {mines(total)} and {are}, so {remain}{among}."


def _total(t: _Telling) -> str:
    count = next(one for one in t.used if one.kind is Kind.MINE_COUNT)
    ways = [one.fact for one in t.used if one.kind is Kind.WAYS]
    words = _needs(t, ways)
    left = count.fact.least
    head = f"Of these {left} mines, {_listed(words)}" if words else ""
    if left == 1 and t.step.clues and not ways:
        # All others have none left, and would not be named.
        head = _capital(f"{t.clue(t.step.clues[0])} takes this mine")
    apart = ", and they share no cell" if len(words) > 1 else ""
    cells = len(t.fact.cells)
    if t.fact.most == 0:
        rest = (
            f"{head}{apart}. No mine remains for the other hidden cells"
            if head
            else "No mine is left"
        )
        return f"{rest}, {t.so}."
    these, them = ("this cell", "it") if cells == 1 else (f"these {cells} cells", "them")
    verb = "remains" if cells == 1 else "remain"
    so = f"{mines(cells)} {verb} and {these} must hold {them}: {t.fact.words(t.grid)}."
    return f"{head}{apart}. So {so}" if head else _capital(so)


def _ways(t: _Telling) -> str:
    sources = [t.clue(clue) for clue in t.step.clues]
    if any(one.kind is Kind.MINE_COUNT for one in t.used):
        sources.append("the mine count")
    given = t.given(sorted({cell for clue in t.step.clues for cell in t.cells(clue)}))
    head = f"{given}in every way to satisfy {_listed(sources)}"
    return _capital(f"{head}, {t.fact.words(t.grid)}.")


_SENTENCES: dict[Kind, Callable[[_Telling], str]] = {
    Kind.TOLD: _told,
    Kind.KNOWN: _known,
    Kind.CLUE: _clue,
    Kind.REST: _rest,
    Kind.SUBSET: _subset,
    Kind.DIFFERENCE: _difference,
    Kind.LIMIT: _limit,
    Kind.COMBINATION: _combination,
    Kind.SUPPOSE: _suppose,
    Kind.IMPOSSIBLE: _impossible,
    Kind.MINE_COUNT: _mine_count,
    Kind.TOTAL: _total,
    Kind.WAYS: _ways,
}


def _state(cells: Collection[Cell], is_mine: dict[Cell, bool], grid: Grid) -> str:
    """What cells are: `B4 a mine`, `B4 and C4 mines`, `B4 a mine and C5 safe`."""
    laid = [cell for cell in cells if is_mine[cell]]
    clear = [cell for cell in cells if not is_mine[cell]]
    words = []
    if laid:
        words.append(f"{cell_list(laid, grid)} {'a mine' if len(laid) == 1 else 'mines'}")
    if clear:
        words.append(f"{cell_list(clear, grid)} safe")
    return " and ".join(words)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


class FactJson(TypedDict):
    """At least and at most so many mines among cells: docs/json.md."""

    cells: list[str]
    least: int
    most: int


class SuppositionJson(TypedDict):
    """What is supposed of a cell, "mine" or "safe": docs/json.md."""

    cell: str
    supposed: str


class StepJson(TypedDict):
    """A step of an argument for machines: docs/json.md."""

    kind: str
    words: str
    fact: FactJson
    also: FactJson | None
    uses: list[int]
    suppositions: list[SuppositionJson]
    clues: list[str]
    weights: list[int]


def step_json(steps: Sequence[Step], index: int, view: View) -> StepJson:
    """A step for machines: names instead of numbers, and its sentence; steps count from 1."""
    name = view.grid.name
    step = steps[index]

    def fact_json(fact: Fact) -> FactJson:
        return {
            "cells": [name(cell) for cell in fact.cells],
            "least": fact.least,
            "most": fact.most,
        }

    return {
        "kind": step.kind.value,
        "words": sentence(steps, index, view),
        "fact": fact_json(step.fact),
        "also": None if step.also is None else fact_json(step.also),
        "uses": [i + 1 for i in step.uses],
        "suppositions": [
            {"cell": name(abs(x) - 1), "supposed": "mine" if x > 0 else "safe"} for x in step.under
        ],
        "clues": [name(clue) for clue in step.clues],
        "weights": list(step.weights),
    }
