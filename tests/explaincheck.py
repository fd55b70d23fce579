"""An independent checker of explanations, with positions to check them on.

The checker uses a SAT solver and shares no code with the explanations. The variable of a cell is
the cell's number plus one, and is true if the cell is a mine.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import combinations
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver
from scipy.optimize import linprog

from reference import around
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, Move, View
from sapper.explain import Explanation
from sapper.explain.step import ArgumentStep
from sapper.ladder.finding import Fact
from sapper.reason.odds import odds

UNKNOWN = (9, 10)


def unknown(view: View) -> list[int]:
    """The hidden cells that are not given as safe."""
    return [cell for cell, state in enumerate(view.states) if state in UNKNOWN]


def clue_cells(view: View, clue: int) -> list[int]:
    """The cells around a clue that may be mines."""
    near = around_table(view)[clue]
    return [cell for cell in near if view.states[cell] in UNKNOWN]


_TABLES: dict[tuple[int, int], list[list[int]]] = {}


def around_table(view: View) -> list[list[int]]:
    """The neighbours of every cell, computed once because the oracle is slow."""
    size = view.level.width, view.level.height
    if size not in _TABLES:
        _TABLES[size] = [sorted(around(*size, cell)) for cell in range(view.level.size)]
    return _TABLES[size]


class Oracle:
    """Decides whether some clues, with or without the mine count, settle a claim."""

    def __init__(self, view: View, mine_count: bool, clues: Iterable[int]) -> None:
        self.solver: Any = Solver(name="cadical153")
        self.switch: dict[int, int] = {}
        self.top = view.level.size
        for clue in clues:
            self.top += 1
            self.switch[clue] = self.top
            cells = [cell + 1 for cell in clue_cells(view, clue)]
            number = view.states[clue]
            for some in combinations(cells, number + 1):
                self.solver.add_clause([-self.top, *(-v for v in some)])
            for some in combinations(cells, len(cells) - number + 1):
                self.solver.add_clause([-self.top, *some])
        if mine_count:
            cells = [cell + 1 for cell in unknown(view)]
            for clause in between(cells, view.level.mines, view.level.mines, self.top):
                self.solver.add_clause(clause)

    def settles(self, chosen: Iterable[int], literal: int) -> bool:
        """Whether no board agrees with these clues and denies the literal."""
        return not self.solver.solve(assumptions=[-literal, *(self.switch[c] for c in chosen)])

    def close(self) -> None:
        self.solver.delete()


def between(cells: Sequence[int], least: int, most: int, top: int) -> list[list[int]]:
    """Clauses that are true if `least` to `most` of these variables are true."""
    if most < 0 or least > len(cells):
        return [[]]
    clauses: list[list[int]] = []
    if least > 0:
        formula = CardEnc.atleast(list(cells), least, top_id=top, encoding=EncType.seqcounter)
        clauses += formula.clauses
        top = max(top, formula.nv)
    if most < len(cells):
        formula = CardEnc.atmost(list(cells), most, top_id=top, encoding=EncType.seqcounter)
        clauses += formula.clauses
    return clauses


def check_minimal(found: Explanation) -> None:
    """Check that the evidence is enough, and that no part of it can be left out."""
    view, literal, evidence = found.view, found.literal, found.evidence
    if view.states[found.cell] == 11:
        assert literal < 0
        assert (found.clues, evidence.clues, found.mine_count) == ((), (), False)
        return
    oracle = Oracle(view, evidence.mine_count, evidence.clues)
    assert oracle.settles(evidence.clues, literal)
    for clue in evidence.clues:
        assert not oracle.settles([c for c in evidence.clues if c != clue], literal), clue
    oracle.close()
    assert evidence.mine_count == found.mine_count
    if found.mine_count:
        every = [c for c, state in enumerate(view.states) if state <= 8]
        oracle = Oracle(view, False, every)
        assert not oracle.settles(every, literal)
        oracle.close()


def check_steps(found: Explanation) -> None:
    """Check that every step follows from earlier steps, and that the last step proves the claim."""
    view, steps = found.view, found.steps
    for index, step in enumerate(steps):
        assert all(i < index for i in step.uses)
        assert all(view.states[clue] <= 8 for clue in step.clues)
        check_step(view, steps, step)
        check_sentence(found, index)
    needed = {len(steps) - 1}
    for index in range(len(steps) - 1, -1, -1):
        assert index in needed, "a step that no other step needs"
        needed.update(steps[index].uses)
    check_known(found)
    last = steps[-1]
    assert not last.under
    claims = [fact for fact in last.facts if found.cell in fact.cells]
    number = len(claims[0].cells) if found.claim == "mine" else 0
    assert [(fact.least, fact.most) for fact in claims] == [(number, number)]


def check_known(found: Explanation) -> None:
    """Check that the clues really settle the cells that the argument takes as known."""
    view = found.view
    cited = [step.fact for step in found.steps if step.kind == "known"]
    if not cited:
        return
    assert found.cell not in found.known
    every = [c for c, state in enumerate(view.states) if state <= 8 and clue_cells(view, c)]
    oracle = Oracle(view, False, every)
    for fact in cited:
        assert fact.most in (0, len(fact.cells))
        for cell in fact.cells:
            assert oracle.settles(every, cell + 1 if fact.most else -cell - 1), cell
    oracle.close()


def check_step(view: View, steps: Sequence[ArgumentStep], step: ArgumentStep) -> None:
    """Check that the facts of a step follow from the steps and clues it uses.

    A step that combines several clues must need all of them. Only a step of kind `ways` may name
    more clues than it needs.
    """
    fact = step.fact
    used = [steps[i] for i in step.uses]
    if step.kind == "mine count":
        known = told_by(used)
        cells = tuple(cell for cell in unknown(view) if cell not in known)
        left = view.level.mines - sum(known.values())
        assert fact == Fact(cells, left, left)
    elif step.kind == "given":
        assert fact == Fact(fact.cells, 0, 0)
        assert all(view.states[cell] == 11 for cell in fact.cells)
    elif step.kind not in ("known", "suppose"):
        for one in step.facts:
            assert follows(view, one, used, step.clues, step.under), step
        if step.kind != "ways":
            for clue in step.clues:
                fewer = [other for other in step.clues if other != clue]
                if step.kind == "combination":
                    each = [(cell, one.most > 0) for one in step.facts for cell in one.cells]
                    known = told_by(used)
                    assert not all(by_linear_program(view, x, known, fewer) for x in each), step
                else:
                    assert not all(
                        follows(view, one, used, fewer, step.under) for one in step.facts
                    ), step


def told_by(used: Iterable[ArgumentStep]) -> dict[int, bool]:
    """The cells that these steps settle, and whether each is a mine."""
    found: dict[int, bool] = {}
    for step in used:
        for fact in step.facts:
            if fact.most == 0 or fact.least == len(fact.cells):
                found.update((cell, fact.most > 0) for cell in fact.cells)
    return found


def by_linear_program(
    view: View, claim: tuple[int, bool], known: dict[int, bool], clues: list[int]
) -> bool:
    """Whether the equations of clues settle a cell, even if fractions are allowed."""
    cells = sorted({cell for clue in clues for cell in clue_cells(view, clue)} | {claim[0]})
    matrix = [[float(cell in clue_cells(view, clue)) for cell in cells] for clue in clues]
    opposite = 0.0 if claim[1] else 1.0
    bounds = [(float(known[c]), float(known[c])) if c in known else (0.0, 1.0) for c in cells]
    bounds[cells.index(claim[0])] = (opposite, opposite)
    result = linprog(
        [0.0] * len(cells),
        A_eq=matrix or None,
        b_eq=[float(view.states[clue]) for clue in clues] or None,
        bounds=bounds,
    )
    return bool(result.status == 2)


def follows(
    view: View, fact: Fact, used: Iterable[ArgumentStep], clues: Iterable[int], under: Iterable[int]
) -> bool:
    """Whether a fact follows from clues and from the facts of steps, under the suppositions."""
    top = view.level.size
    with Solver(name="cadical153") as solver:
        for literal in under:
            solver.add_clause([literal])
        limits = [(one, step.under) for step in used for one in step.facts]
        for clue in clues:
            number = view.states[clue]
            limits.append((Fact(tuple(clue_cells(view, clue)), number, number), ()))
        for one, supposed in limits:
            cells = [cell + 1 for cell in one.cells]
            clauses = between(cells, one.least, one.most, top)
            top = max([top, *(abs(v) for clause in clauses for v in clause)])
            for clause in clauses:
                solver.add_clause([*clause, *(-literal for literal in supposed)])
        cells = [cell + 1 for cell in fact.cells]
        # A smaller and a larger number of mines than the fact states must both be impossible.
        for least, most in ((0, fact.least - 1), (fact.most + 1, len(cells))):
            clauses = between(cells, least, most, top)
            if [] in clauses:
                continue
            switch = max([top, *(abs(v) for clause in clauses for v in clause)]) + 1
            top = switch
            for clause in clauses:
                solver.add_clause([-switch, *clause])
            if solver.solve(assumptions=[switch]):
                return False
    return True


# -- sentences -------------------------------------------------------------------------------------

NAME = r"[A-Z]{1,3}[0-9]+"
CELLS = rf"((?>{NAME}(?:, {NAME})*(?: (?:and|or) {NAME})?))(?!,? (?:and )?[0-9]+ other)"
COUNT = r"(exactly|at least|at most|[0-9]+ to) ([0-9]+)"
CLUE = rf"[Tt]he ([0-8]) at ({NAME})"
HAS = rf"has its (last )?(?:mine in|([0-9]+) mines among) {CELLS}"


def said(
    text: str, view: View, known: dict[int, bool], cells_shown: Set[int] = frozenset()
) -> list[Fact]:
    """The facts that a sentence states, read only from its words.

    `known` contains the settled cells. Lists that are cut short ("and 9 other cells") are skipped.
    """
    found = []

    def cells(names: str) -> tuple[int, ...]:
        return tuple(sorted(view.grid.parse_cell(name) for name in re.findall(NAME, names)))

    def left(name: str) -> tuple[set[int], int]:
        clue = view.grid.parse_cell(name)
        near = set(clue_cells(view, clue))
        return near - known.keys(), view.states[clue] - sum(known.get(c, False) for c in near)

    def has(name: str, last: str, number: str, names: str) -> set[int]:
        """Check words such as `the 2 at B1 has its last mine in A1 or C1`, and return the cells."""
        among, count = cells(names), int(number or 1)
        assert (view.states[view.grid.parse_cell(name)] != count) == bool(last), text
        assert bool(number) == (count > 1), text
        found.append(Fact(among, count, count))
        return set(among)

    for number, name in re.findall(CLUE, text):
        assert view.states[view.grid.parse_cell(name)] == int(number), text
    counts = re.findall(rf"{CELLS} holds? {COUNT} mines?", text)
    counts += [
        (names, kind, number)
        for kind, number, names in re.findall(
            rf"{COUNT}(?: mines?)?(?: is| are)? among {CELLS}", text
        )
    ]
    for names, kind, number in counts:
        among, n = cells(names), int(number)
        bounds = {"exactly": (n, n), "at least": (n, len(among)), "at most": (0, n)}
        least, most = bounds.get(kind) or (int(kind.split()[0]), n)
        found.append(Fact(among, least, most))
    for number, names in re.findall(rf" has ([0-9]+) mines? among {CELLS}", text):
        found.append(Fact(cells(names), int(number), int(number)))
    for names, verdict in re.findall(
        rf"{CELLS} (?:is|are|was given as) (safe|a mine|mines)\b", text
    ):
        among = cells(names)
        number = 0 if verdict == "safe" else len(among)
        found.append(Fact(among, number, number))
    for number, names in re.findall(rf"([0-9]+|none) (?:is|are) at {CELLS}", text):
        count = 0 if number == "none" else int(number)
        assert count in (0, len(cells(names)))
        found.append(Fact(cells(names), count, count))
    clue = re.findall(
        rf"The ([0-8]) at ({NAME}) touches "
        r"(?:only (one|[0-9]) hidden cells?(?: not given as safe)?, |"
        rf"no mine, so ){CELLS}.*?"
        r"(?:so (it|both|all) (?:is a mine|are mines)|(safe)\.)",
        text,
    )
    for number, name, hidden, names, some, _ in clue:
        among = cells(names)
        assert not hidden or int(hidden.replace("one", "1")) == len(among), text
        count = {"it": 1, "both": 2, "all": len(among), "": 0}[some]
        assert count == int(number) == view.states[view.grid.parse_cell(name)]
        assert set(among) == set(clue_cells(view, view.grid.parse_cell(name)))
        found.append(Fact(among, count, count))
    # How many mines a number still needs among its unsettled cells.
    for _, name, number in re.findall(rf"{CLUE} needs ([0-9]+|the last mine)\b(?! more)", text):
        rest, needs = left(name)
        assert needs == int(number.replace("the last mine", "1")), text
        found.append(Fact(tuple(sorted(rest)), needs, needs))
    for _, name, which, names in re.findall(
        rf"{CLUE} needs a mine in (each|its only) remaining cell\. {CELLS}", text
    ):
        rest, needs = left(name)
        assert set(cells(names)) <= rest, text
        assert needs == len(rest), text
        others = rest - cells_shown - set(cells(names))
        assert (len(cells(names)) == 1 and not others) == (which == "its only"), text
    for number, name, its, names in re.findall(
        rf"{CLUE} has (its mine|all its mines)\. {CELLS} (?:is|are) safe", text
    ):
        rest, needs = left(name)
        assert set(cells(names)) <= rest, text
        assert needs == 0, text
        assert (int(number) == 1) == (its == "its mine"), text
    subset = re.findall(rf"{CLUE} {HAS}\. {CLUE} touches (it too|both|all of them)(.*?): ", text)
    assert len(subset) == len(re.findall("touches (?:it too|both|all of them)", text)), text
    for _, inner, last, number, names, _, outer, touches, then in subset:
        shared, count = has(inner, last, number, names), int(number or 1)
        assert left(inner) == (shared, count), text
        assert touches == {1: "it too", 2: "both"}.get(len(shared), "all of them"), text
        (rest, needs), own = left(outer), view.states[view.grid.parse_cell(outer)]
        assert shared <= rest, text
        more = needs - count
        if more:
            only = "only other cell" if more == 1 else f"{more} other cells"
            assert (
                then == f" and needs {more} more {'mine' if more == 1 else 'mines'} in its {only}"
            )
            assert len(rest - shared) == more, text
        elif count == 1:
            assert then == f", so that is its {'only' if own == 1 else 'last'} mine", text
        else:
            assert then == f", so those are its {'last ' * (own != count)}{count} mines", text
    difference = re.findall(
        rf"{CLUE} allows at most ([0-9]+) mines? among {CELLS}\. "
        rf"{CLUE} needs ([0-9]+) more mines?, so {CELLS} (?:is a mine|are mines)\. "
        rf"Then {CLUE} {HAS}: {CELLS} (?:is|are) safe",
        text,
    )
    for (
        _,
        less,
        most,
        names,
        _,
        more,
        number,
        mines,
        _,
        again,
        last,
        has_n,
        in_,
        safe,
    ) in difference:
        (a, a_needs), (b, b_needs) = left(more), left(less)
        assert set(cells(names)) == a & b == has(less, last, has_n, in_), text
        assert int(most) == b_needs == int(has_n or 1), text
        assert a_needs - b_needs == int(number) == len(a - b), text
        assert set(cells(mines)) == a - b, text
        assert set(cells(safe)) == b - a, text
        assert again == less, text
    assert len(difference) == len(re.findall("needs [0-9]+ more mines?, so", text)), text
    for names, number in re.findall(rf"{CELLS} can hold at most ([0-9]+) of them", text):
        assert len(cells(names)) == int(number), text
    for _, name in re.findall(rf"{CLUE} has too many mines\.", text):
        clue_at = view.grid.parse_cell(name)
        laid = sum(known.get(cell, False) for cell in clue_cells(view, clue_at))
        assert laid > view.states[clue_at], text
    for _, name, one in re.findall(rf"{CLUE} can't have (?:(its mine)|all its mines)\.", text):
        clue_at = view.grid.parse_cell(name)
        room = sum(known.get(cell, True) for cell in clue_cells(view, clue_at))
        assert room < view.states[clue_at], text
        assert bool(one) == (view.states[clue_at] == 1), text
    check_sum(text, view, known)
    check_count(text, view, known)
    check_pattern(text, view, known)
    return found


TERM = (
    rf"(?:(twice|[0-9]+ times) )?the ([0-8])(s?) at ({NAME}(?:, {NAME})*(?: and {NAME})?)"
    r"(?: \(([0-8]|no) mines? left( each)?\))?"
)
SUM = re.compile(
    r"(?:Add (?P<add>[^.]*)\.(?: Subtract (?P<less>[^.]*)\.)?"
    r"|Subtract (?P<taken>[^.]*) from (?P<first>[^.]*)\.)"
    r" This leaves (?P<left>[^=.]*) = (?P<right>[^,.]*), so "
)


def check_sum(text: str, view: View, known: dict[int, bool]) -> None:
    """Check the sum of clues that a sentence states, on both sides of the equation."""
    made = SUM.search(text)
    assert (made is None) == ("This leaves" not in text), text
    if made is None:
        return
    total: dict[int, int] = {}
    needs: dict[int, int] = {}
    right = sum_left = 0
    for sign, part in ((1, "add"), (1, "first"), (-1, "less"), (-1, "taken")):
        rest = re.sub(TERM, "", made[part] or "")
        assert not re.search(r"\w", rest.replace("and", "")), text
        for often, number, several, names, left, each in re.findall(TERM, made[part] or ""):
            times = {"": 1, "twice": 2}.get(often) or int(often.split()[0])
            clues = [view.grid.parse_cell(name) for name in re.findall(NAME, names)]
            assert bool(several) == (len(clues) > 1), text
            assert bool(each) == bool(left and several), text
            assert left != number, text
            for clue in clues:
                needs[clue] = int(left.replace("no", "0") or number)
                sum_left += sign * times * needs[clue]
                assert view.states[clue] == int(number), text
                right += sign * times * int(number)
                for cell in clue_cells(view, clue):
                    total[cell] = total.get(cell, 0) + sign * times
    told: dict[int, int] = {}
    number = 0
    for sign, side in ((1, made["left"]), (-1, made["right"])):
        for term in side.split(" + "):
            found = re.fullmatch(rf"(?:([0-9]+) × )?({NAME})", term)
            if found is None:
                number -= sign * int(term)
            else:
                told[view.grid.parse_cell(found[2])] = sign * int(found[1] or 1)
    for clue, count in needs.items():
        laid = [cell for cell in clue_cells(view, clue) if total[cell] and known.get(cell)]
        assert count == view.states[clue] - len(laid), text
    open_cells = {cell: n for cell, n in total.items() if n and cell not in known}
    rest_right = right - sum(total.get(cell, 0) for cell in known if known[cell])
    assert sum_left == rest_right, text  # the stated numbers add up
    swapped = ({cell: -n for cell, n in open_cells.items()}, -rest_right)
    assert (told, number) in ((open_cells, rest_right), swapped), text
    rest = text[made.end() :]
    plain = set(told.values()) == {1}
    reason = re.search(r"\. Otherwise the left side would be (larger|smaller) than", rest)
    assert not (plain and reason), text
    # If a fact were false, the two sides could not be equal.
    for names, verdict in re.findall(rf"{CELLS} (?:is|are) (safe|a mine|mines)\b", rest):
        for name in re.findall(NAME, names) if reason else []:
            cell = view.grid.parse_cell(name)
            value = told[cell] * (verdict == "safe")
            others = [n for other, n in told.items() if other != cell]
            least, most = (value + sum(f(n, 0) for n in others) - number for f in (min, max))
            assert (least > 0) if reason and reason[1] == "larger" else (most < 0), text


def check_count(text: str, view: View, known: dict[int, bool]) -> None:
    """Check the numbers in a sentence about the mine count."""
    laid = sum(known.values())
    others = len([cell for cell in unknown(view) if cell not in known])
    if told := re.search(r"The board has ([0-9]+|no) mines?", text):
        assert int(told[1].replace("no", "0")) == view.level.mines, text
    if told := re.search(
        r" and (it is|(?:all )?([0-9]+) (?:is|are)) known, so (none|[0-9]+) (?:is|are) left", text
    ):
        assert int(told[2] or 1) == laid, text
        assert int(told[3].replace("none", "0")) == view.level.mines - laid, text
    hidden = [state for state in view.states if state >= HIDDEN]
    meant = {
        "": len(hidden) - laid,
        " not given as safe": len(hidden) - hidden.count(GIVEN) - laid,
        " not known to be safe": others,
    }
    where = r"(?:among (?:its|the other) ([0-9]+)|(?:in|for) (?:its only|the only other))"
    aside = "|".join(meant)[1:]
    for number, words in re.findall(rf"{where} hidden cells?({aside})?(?![\w ])", text):
        assert int(number or 1) == meant[words], text


def check_pattern(text: str, view: View, known: dict[int, bool]) -> None:
    """Check that a pattern named in a sentence has the right numbers and shape."""
    if "pattern" not in text:
        return
    named = re.search(
        r" \(The ([12])-([12]) pattern( with a hole| in a triangle)?( after reduction)?\.\)$", text
    )
    assert named is not None, text
    names = re.findall(CLUE, text)
    clues = list(dict.fromkeys(view.grid.parse_cell(name) for _, name in names))
    assert len(clues) == 2, text
    needs = [
        view.states[clue] - sum(known.get(c, False) for c in clue_cells(view, clue))
        for clue in clues
    ]
    assert sorted(needs) == [int(named[1]), int(named[2])], text
    assert (needs != [view.states[clue] for clue in clues]) == bool(named[4]), text
    (row, column), (other_row, other_column) = (divmod(c, view.level.width) for c in clues)
    way = tuple(sorted((abs(row - other_row), abs(column - other_column))))
    assert way == {None: (0, 1), " with a hole": (0, 2), " in a triangle": (1, 1)}[named[3]], text
    if named[3] == " with a hole":
        assert view.states[sum(clues) // 2] <= 8, text


def check_sentence(found: Explanation, index: int) -> None:
    """Check that a sentence names only cells of its step, and states only facts that follow."""
    view, step, text = found.view, found.steps[index], found.sentences[index]
    used = [found.steps[i] for i in step.uses]
    cells = {cell for one in (step, *used) for fact in one.facts for cell in fact.cells}
    cells.update(step.clues)
    cells.update(cell for clue in step.clues for cell in clue_cells(view, clue))
    assert text.endswith((".", ".)"))
    assert not re.search(r"\bNone\b|[{}\[\]_]|  | ,|\.\.", text), text
    named = {view.grid.parse_cell(name) for name in re.findall(rf"\b{NAME}\b", text)}
    assert named <= cells, text
    known = told_by(used)
    if step.kind != "impossible":
        for cell in (cell for fact in step.facts for cell in fact.cells):
            known.pop(cell, None)
    before = (one for one in found.steps[:index] if set(one.under) <= set(step.under))
    facts = said(text, view, known, told_by(before).keys())
    if step.kind != "mine count":
        for fact in step.facts:
            short = len(fact.cells) <= 12
            assert not short or any(set(one.cells) == set(fact.cells) for one in facts), text
    # A step that ends a supposition may cite facts that hold under that supposition.
    under = {literal for one in (step, *used) for literal in one.under}
    own = [(set(fact.cells), fact.least, fact.most) for fact in step.facts]
    for fact in facts:
        held = (set(fact.cells), fact.least, fact.most) in own
        assert held or follows(view, fact, used, step.clues, under), (text, fact)
    if told := re.search(r"That makes ([0-9]+) mines?, but (?:only ([0-9]+)|none)", text):
        count = next(one.fact for one in used if one.kind == "mine count")
        assert int(told[1]) > count.most == int(told[2] or 0), text
    if told := re.search(r"That leaves room for only ([0-9]+) mines?, but ([0-9]+)", text):
        count = next(one.fact for one in used if one.kind == "mine count")
        assert int(told[1]) < count.least == int(told[2]), text
    for number in re.findall(r"[Oo]f these ([0-9]+) mines", text):
        count = next(one.fact for one in used if one.kind == "mine count")
        assert int(number) == count.least, text


def positions(level: Level, seed: int) -> Iterator[View]:
    """Play a game by opening provably safe cells, or else the safest, and yield each position."""
    game = Game(deal(level, seed))
    while game.outcome is None:
        yield game.view
        chances = odds(game.view)
        for cell in chances.safe or (chances.safest,):
            if cell is not None and game.outcome is None and game.view[cell] >= HIDDEN:
                game.play(Move("open", cell))


def random_view(level: Level, seed: int) -> View:
    """A position with half of the safe cells open, some others given as safe, and some flags."""
    draw = random.Random(seed)
    cells = draw.sample(range(level.size), level.size)
    mines, opened = set(cells[: level.mines]), cells[level.mines : level.mines + level.safe // 2]
    states = bytearray([HIDDEN]) * level.size
    for cell in range(level.size):
        if draw.random() < 0.15:
            states[cell] = FLAGGED if cell in mines or draw.random() < 0.5 else GIVEN
    for cell in opened:
        states[cell] = sum(near in mines for near in around(level.width, level.height, cell))
    return View(level, bytes(states))
