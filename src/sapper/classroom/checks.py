"""The checks of the exercises: by what an answer means, never by how it is written.

Clauses are right if they say the same as the number does (a SAT solver looks for a board on which
they differ), a proof if each step follows, cells if no board that fits denies them, a chance if it
is that of the engine, a position of one's own if it has what was asked for. Nothing here is a
stored solution. What is wrong is said in a line that does not give the answer away.

>>> check("1.1", "2")
<1.1: not yet. Count again: left, right, above, below and the four corners.>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import comb

from sapper.classroom import answers
from sapper.classroom.answers import CLAIM, MINE_COUNT, Line, UnreadableError
from sapper.classroom.page import Exercise, exercise, lesson
from sapper.constraints import Constraint, count_clauses
from sapper.grid import Cell, Grid, cell_list, quote
from sapper.knowledge import Knowledge
from sapper.level import NAMED
from sapper.logic import Clause, Literal, clause_text, literal_text, sat_solver
from sapper.odds import odds
from sapper.rungs import settled
from sapper.techniques import Technique
from sapper.value import value
from sapper.verify.rup import first_gap
from sapper.view import FLAGGED, HIDDEN, ContradictionError, View

NAMES = Grid(26, 26)
"""the names that clauses without a board may use"""
TOLERANCE = 0.005
LARGEST = 100
"""cells that a position of one's own may have"""


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """Whether an answer is right, and a line about it."""

    number: str
    correct: bool
    words: str

    def __bool__(self) -> bool:
        return self.correct

    def __repr__(self) -> str:
        said = "correct" if self.correct else f"not yet. {self.words}"
        return f"<{self.number}: {said}>"

    def _repr_html_(self) -> str:
        """A notebook shows the line, with a mark."""
        mark, colour = ("✓", "#0a7d33") if self.correct else ("✗", "#b3261e")
        words = f"{escape(self.number)}: {escape(self.words)}"
        return f'<p><b style="color:{colour}">{mark}</b> {words}</p>'

    def to_json(self) -> dict[str, str | bool]:
        """The same for machines."""
        return {"exercise": self.number, "correct": self.correct, "words": self.words}


def check(number: str, answer: object) -> Checked:
    """Whether an answer to an exercise is right; one that can't be read is an UnreadableError.

    An answer is text, or what Python has for it: a number, a fraction, a list of names or lines.
    """
    question = exercise(number)
    try:
        problem = TASKS[number].check(question, _text(answer))
    except ContradictionError as error:  # in a position that a student drew
        problem = error.conflict.to_json(error.view)["words"]
    return Checked(number, problem is None, "Correct." if problem is None else problem)


def _text(answer: object) -> str:
    match answer:
        case str():
            return answer
        case bool():
            raise UnreadableError(f"{answer} is no answer: give text, a number, or a list of text")
        case int() | Fraction():
            return str(answer)
        case float():
            return f"{answer:.9f}"
        case list() | tuple() | set() | frozenset():
            return "\n".join(_text(part) for part in answer)
    kind = type(answer).__name__
    raise UnreadableError(f"a {kind} is no answer: give text, a number, or a list of text")


Check = Callable[[Exercise, str], str | None]
"""an exercise and an answer to it; None if it is right, else what is wrong"""


@dataclass(frozen=True, slots=True)
class Task:
    """How an exercise is answered, and its check."""

    form: str
    check: Check

    @property
    def how(self) -> str:
        """How an answer is written, in a line."""
        return FORMS[self.form]


FORMS = {
    "cells": "The names of cells, such as: B2 C4",
    "literals": "Literals, such as: A1 ~B1",
    "number": "A whole number.",
    "numbers": "Whole numbers, such as: 2 5 6",
    "chance": "A fraction, a decimal or a percentage: 1/3, 0.333 or 33.3%",
    "clauses": "One clause per line, such as: A1 | ~B1",
    "proof": "One step per line: its number, its clause, and where it comes from. "
    "Such as: 1. A1 | B1 A2, and then: 3. ~C1 from 1 2",
    "position": "The size and the mines on line one, such as 5x3x2, then the rows: "
    ". is hidden, 0 to 8 is open.",
    "drat": "One clause per line, as numbers with a 0 at the end; the last line is 0.",
}


# -- what numbers and positions say -------------------------------------------------------------


def constraint(view: View, clue: Cell) -> Constraint:
    """What a number says: so many mines among the hidden cells around it."""
    hidden = tuple(near for near in view.grid.neighbours(clue) if view[near] >= HIDDEN)
    return Constraint(hidden, view[clue])


def _clues(view: View) -> list[Cell]:
    return [cell for cell, state in enumerate(view.states) if state < HIDDEN]


def _difference(mine: Iterable[Clause], other: Iterable[Clause]) -> list[Cell] | None:
    """The mines of a board on which `mine` hold and `other` do not all; None if there is none."""
    believed = [list(clause) for clause in mine]
    if [] in believed:
        return None  # they hold on no board
    with sat_solver(bootstrap_with=believed) as solver:
        for clause in other:
            if solver.solve(assumptions=[-literal for literal in clause]):
                model = solver.get_model() or []
                return [x - 1 for x in model if x > 0]
    return None


def _follows(clauses: Iterable[Clause], claim: Clause) -> bool:
    """Whether a clause follows from others."""
    lists = [list(clause) for clause in clauses]
    if [] in lists:
        return True
    with sat_solver(bootstrap_with=lists) as solver:
        return not solver.solve(assumptions=[-literal for literal in claim])


def _consistent(view: View, clues: Iterable[Cell], more: Sequence[Clause] = ()) -> bool:
    """Whether some of the numbers can all be right; with other clauses, at the same time."""
    clauses = [clause for clue in clues for clause in constraint(view, clue).clauses()]
    return not _follows([*clauses, *more], Clause())


def _own(answer: str) -> View:
    """A position that a student drew; one that can't be used is an error that says why."""
    rows = [line for _, line in answers.lines(answer)]
    if rows and rows[0] not in NAMED and not re.match(r"\d+x\d+x\d+", rows[0]):
        raise UnreadableError(
            f"{quote(rows[0])} is not the first line of a position: write its size and its mines, "
            "like 5x3x2, and then the rows"
        )
    view = View.parse("\n".join(rows) + "\n")
    if view.level.size > LARGEST:
        raise UnreadableError(f"{view.level.size} cells are too many: at most {LARGEST}")
    return view


def _mines(cells: Sequence[Cell], grid: Grid) -> str:
    if not cells:
        return "no mine at all"
    return f"mine{'s' * (len(cells) > 1)} at {cell_list(cells, grid)}"


def _more(count: int, noun: str) -> str:
    return f"{count} more {noun}{'s' * (count != 1)}"


# -- numbers and chances ------------------------------------------------------------------------


def number_of(true: Callable[[Exercise], int], hint: str) -> Task:
    """A number that is worked out from the exercise."""

    def checked(question: Exercise, answer: str) -> str | None:
        return None if answers.number(answer) == true(question) else hint

    return Task("number", checked)


def chance_of(cell: str) -> Task:
    """The chance that a cell is a mine."""

    def checked(question: Exercise, answer: str) -> str | None:
        view = question.view
        return _near(answers.chance(answer), odds(view)[view.grid.parse_cell(cell)])

    return Task("chance", checked)


def _near(found: float, true: float) -> str | None:
    if abs(found - true) <= TOLERANCE:
        return None
    return f"That is too {'high' if found > true else 'low'}."


def _win_chance(question: Exercise, answer: str) -> str | None:
    best = value(question.view)
    assert best.exact, "the position is small"
    return _near(answers.chance(answer), best.win)


def _possible_counts(question: Exercise, answer: str) -> str | None:
    view = question.view
    hidden = [cell + 1 for cell in view.hidden]

    def possible(mines: int) -> bool:
        counted = count_clauses(hidden, mines, mines, view.level.size)
        return _consistent(view, _clues(view), [Clause.of(*clause) for clause in counted])

    true = {mines for mines in range(len(hidden) + 1) if possible(mines)}
    found = set(answers.numbers(answer))
    if wrong := sorted(found - true):
        return f"It can't have {wrong[0]}: try to place so many mines, and look at the numbers."
    if missing := true - found:
        return f"So far all are right. {_more(len(missing), 'number')} can be found."
    return None


def _which_number(question: Exercise, answer: str) -> str | None:
    """The number that says the same as the clauses do."""
    clauses = answers.clauses(question.drawn("clauses"), NAMES)
    cells = tuple(sorted({abs(literal) - 1 for clause in clauses for literal in clause}))
    found = answers.number(answer)
    if not 0 <= found <= len(cells):
        return f"A number that touches {len(cells)} hidden cells is 0 to {len(cells)}."
    claimed = list(Constraint(cells, found).clauses())
    if board := _difference(clauses, claimed):
        return f"The clauses allow {_mines(board, NAMES)}; a {found} does not."
    if (board := _difference(claimed, clauses)) is not None:
        return f"A {found} allows {_mines(board, NAMES)}; the clauses do not."
    return None


# -- cells --------------------------------------------------------------------------------------


def all_cells(mine: bool) -> Task:
    """All cells that are certainly mines, or certainly safe."""

    def checked(question: Exercise, answer: str) -> str | None:
        view = question.view
        found = answers.cells(answer, view.grid)
        if problem := _uncertain(view, found, mine):
            return problem
        true = odds(view).mines if mine else odds(view).safe
        if missing := set(true) - set(found):
            noun = "certain mine" if mine else "certainly safe cell"
            right = "So far all are right." if found else "Look again."
            return (
                f"{right} There {'is' if len(missing) == 1 else 'are'} {_more(len(missing), noun)}."
            )
        return None

    return Task("cells", checked)


def _uncertain(view: View, found: Sequence[Cell], mine: bool) -> str | None:
    """What is wrong with a claim that cells are certainly mines, or certainly safe."""
    chances = odds(view)
    for cell in found:
        name = view.grid.name(cell)
        if view[cell] < HIDDEN:
            return f"{name} is open already."
        if cell in (chances.safe if mine else chances.mines):
            return f"{name} is certain, but it is {'safe' if mine else 'a mine'}."
        if 0 < chances[cell] < 1:
            return (
                f"{name} is not certain: a board that fits has {'no' if mine else 'a'} mine there. "
                "Can you find it?"
            )
    return None


def _any_safe(question: Exercise, answer: str) -> str | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    if not found:
        safe = bool(odds(view).safe)
        return "You need not guess: a cell is certainly safe." if safe else None
    return _uncertain(view, found, mine=False)


def _safest(question: Exercise, answer: str) -> str | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    chances = odds(view)
    least = min(chances[cell] for cell in view.hidden)
    return _one_of(
        found, view, lambda cell: chances[cell] <= least + 1e-9, "less likely to be a mine"
    )


def _best(question: Exercise, answer: str) -> str | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    moves = {move.cell: move.win for move in value(view).moves}
    most = max(moves.values())
    return _one_of(found, view, lambda cell: moves.get(cell, 0) >= most - 1e-9, "better")


def _one_of(
    found: Sequence[Cell], view: View, good: Callable[[Cell], bool], than: str
) -> str | None:
    """Whether one cell was named, and a good one."""
    if len(found) != 1:
        return "Write one cell: the one that you would open."
    name = view.grid.name(found[0])
    if view[found[0]] < HIDDEN:
        return f"{name} is open already."
    return None if good(found[0]) else f"Another cell is {than} than {name}."


def _board_that_fits(question: Exercise, answer: str) -> str | None:
    view = question.view
    mines = set(answers.cells(answer, view.grid))
    if is_open := sorted(cell for cell in mines if view[cell] < HIDDEN):
        return f"{view.grid.name(is_open[0])} is open: it is no mine."
    for clue in _clues(view):
        around = len(mines.intersection(view.grid.neighbours(clue)))
        if around != view[clue]:
            name = view.grid.name(clue)
            return f"The {view[clue]} at {name} would touch {around} of your mines."
    if len(mines) != view.level.mines:
        wanted = view.level.mines
        return f"All numbers fit, but the board has {wanted} mines, and you wrote {len(mines)}."
    return None


def _conflict(question: Exercise, answer: str) -> str | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    if problem := _only_clues(view, found):
        return problem
    counted = _refuted(view, found, ())
    if counted is None:
        return "These can all be right at once: some board agrees with every one of them."
    return _needless(view, found, counted)


def clues_for(claim: str) -> Task:
    """Numbers that show a literal, none of them needless."""

    def checked(question: Exercise, answer: str) -> str | None:
        view = question.view
        denied = [Clause.of(-literal) for literal in answers.literals(claim, view.grid)]
        found = answers.cells(answer, view.grid)
        if problem := _only_clues(view, found):
            return problem
        counted = _refuted(view, found, denied)
        if counted is None:
            return "They are not enough: a board agrees with them, and still it is otherwise."
        return _needless(view, found, [*denied, *counted])

    return Task("cells", checked)


def _only_clues(view: View, found: Sequence[Cell]) -> str | None:
    for cell in found:
        if view[cell] >= HIDDEN:
            return f"{view.grid.name(cell)} is hidden: write cells that show a number."
    return None


def _refuted(view: View, clues: Sequence[Cell], more: Sequence[Clause]) -> list[Clause] | None:
    """What the mine count adds so that no board agrees with numbers and clauses.

    Nothing, if the numbers do it alone; None if some board agrees.
    """
    counted = _mine_count(view)
    added: list[Clause]
    for added in ([], counted):
        if not _consistent(view, clues, [*more, *added]):
            return added
    return None


def _mine_count(view: View) -> list[Clause]:
    """As many mines are hidden as the board has."""
    mines, hidden = view.level.mines, [cell + 1 for cell in view.hidden]
    return [Clause.of(*one) for one in count_clauses(hidden, mines, mines, view.level.size)]


def _needless(view: View, clues: Sequence[Cell], more: Sequence[Clause]) -> str | None:
    for clue in clues:
        others = [other for other in clues if other != clue]
        if not _consistent(view, others, more):
            return "That is enough, but you need fewer: one of them can be left out."
    return None


# -- clauses ------------------------------------------------------------------------------------


def clauses_of(clue: str) -> Task:
    """Clauses that say what a number says, no more and no less."""

    def checked(question: Exercise, answer: str) -> str | None:
        view = question.view
        grid = view.grid
        true = constraint(view, grid.parse_cell(clue))
        found = answers.clauses(answer, grid)
        allowed = {cell + 1 for cell in true.cells}
        for clause in found:
            for literal in clause:
                if abs(literal) not in allowed:
                    return f"{clue} does not touch {grid.name(abs(literal) - 1)}."
        if (board := _difference(found, true.clauses())) is not None:
            touched = [cell for cell in board if cell in true.cells]
            return (
                "Your clauses also allow a board that the number rules out: "
                f"{_mines(touched, grid)}."
            )
        if (board := _difference(true.clauses(), found)) is not None:
            touched = [cell for cell in board if cell in true.cells]
            return f"Your clauses rule out a board that the number allows: {_mines(touched, grid)}."
        return None

    return Task("clauses", checked)


def _resolvent(question: Exercise, answer: str) -> str | None:
    left, right = answers.clauses(question.drawn("clauses"), NAMES)
    found = answers.clauses(answer, NAMES)
    if len(found) != 1:
        return "Write one clause: two clauses have one child."
    child = found[0]
    if not _follows([left, right], child):
        board = _difference([left, right], [child]) or []
        return (
            f"That does not follow: both clauses hold with {_mines(board, NAMES)}, yours does not."
        )
    pivot = {abs(x) for x in left if -x in right}
    if pivot & {abs(x) for x in child}:
        return "That follows, but the cell that they disagree about should be gone."
    if _difference([child], [_joined(left, right)]) is not None:
        return "That follows, but it says less than their child does."
    return None


def _joined(left: Clause, right: Clause) -> Clause:
    """What two clauses that disagree about one variable say without it."""
    return Clause.of(*(x for x in left if -x not in right), *(x for x in right if -x not in left))


def _subsumed(question: Exercise, answer: str) -> str | None:
    clauses = answers.clauses(question.drawn("clauses"), NAMES)
    found = set(answers.numbers(answer))
    if off := sorted(found - set(range(1, len(clauses) + 1))):
        return f"There is no line {off[0]}."
    # Of one clause that follows from one other alone, every literal is in it.
    true = {
        i
        for i, weak in enumerate(clauses, 1)
        if any(_follows([strong], weak) for j, strong in enumerate(clauses, 1) if i != j)
    }
    if wrong := sorted(found - true):
        return f"Line {wrong[0]} must stay: no other line alone says as much."
    if missing := true - found:
        return f"So far all are right. {_more(len(missing), 'line')} can go."
    return None


def propagated(clauses: Iterable[Clause]) -> frozenset[Literal]:
    """The facts that unit propagation finds."""
    facts: set[Literal] = set()
    heap = [set(clause) for clause in clauses]
    while True:
        left = [clause for clause in heap if not clause & facts]
        new = {
            literal
            for clause in left
            if len(rest := {x for x in clause if -x not in facts}) == 1
            for literal in rest
        }
        if not new:
            return frozenset(facts)
        facts |= new


def _propagation(question: Exercise, answer: str) -> str | None:
    true = propagated(answers.clauses(question.drawn("clauses"), NAMES))
    found = answers.literals(answer, NAMES)
    for literal in sorted(found - true, key=abs):
        text = literal_text(literal, lambda v: NAMES.name(v - 1))
        if -literal in true:
            return f"{text} does not come out, but its opposite does."
        return f"{text} does not come out: no clause is ever down to it alone."
    if missing := true - found:
        return f"So far all are right. {_more(len(missing), 'fact')} can be found."
    return None


def _no_dominoes(question: Exercise, answer: str) -> str | None:
    found = answers.clauses(answer, NAMES)
    claim = answers.clause("A1", NAMES)
    if units := [clause for clause in found if len(clause) == 1]:
        return f"{clause_text(units[0], lambda v: NAMES.name(v - 1))} is a unit: dominoes fall."
    if _follows(found, Clause()):
        return "These can't all be true, whatever A1 is. Leave something possible."
    if not _follows(found, claim):
        board = _difference(found, [claim]) or []
        return f"A1 does not follow: all your clauses hold with {_mines(board, NAMES)} and A1 safe."
    return None


# -- proofs -------------------------------------------------------------------------------------


def proof_of(claim: str, *, units: bool = False, denied: str = "") -> Task:
    """A proof that ends with a clause; with `units`, every resolution uses a fact.

    `denied` is what a proof by contradiction may suppose.
    """

    def checked(question: Exercise, answer: str) -> str | None:
        view = question.view
        steps = answers.proof(answer, view.grid)
        if problem := gap(view, steps, denied, units):
            return problem[1]
        if steps[-1].clause != answers.clause(claim, view.grid):
            return f"Every step is right. But the last one must be {claim}."
        return None

    return Task("proof", checked)


def gap(
    view: View, steps: Sequence[Line], denied: str = "", units: bool = False
) -> tuple[int, str] | None:
    """The number of the first step that is wrong, and what is wrong with it."""
    grid = view.grid
    name = lambda v: grid.name(v - 1)  # noqa: E731
    known: dict[int, Clause] = {}
    for step in steps:
        number, clause = step.number, step.clause
        if number in known:
            return number, f"There are two steps with the number {number}."
        if step.parents:
            for parent in step.parents:
                if parent not in known:
                    return (
                        number,
                        f"Step {number} uses step {parent}, which does not come before it.",
                    )
            left, right = (known[parent] for parent in step.parents)
            problem = _step_problem(left, right, clause, units)
            if problem:
                both = f"{clause_text(left, name)} and {clause_text(right, name)}"
                return number, f"Step {number} does not follow from {both}: {problem}."
        elif problem := _source_problem(view, step, denied):
            return number, f"Step {number}: {problem}."
        known[number] = clause
    return None


def _step_problem(left: Clause, right: Clause, child: Clause, units: bool) -> str | None:
    """What is wrong with a resolution; a child that says less than it could still follows."""
    pivots = [x for x in left if -x in right]
    if not pivots:
        return "they do not disagree about any cell"
    if len(pivots) > 1:
        return "they disagree about more than one cell"
    if not _joined(left, right).subsumes(child):
        return "leave out what they disagree about, and keep the rest"
    if units and min(len(left), len(right)) > 1:
        return "neither is a fact, and here every step uses one"
    return None


def _source_problem(view: View, step: Line, denied: str) -> str | None:
    grid = view.grid
    if step.source == CLAIM:
        if not denied:
            return "there is nothing to claim here: start from numbers"
        if step.clause != answers.clause(denied, grid):
            return f"the claim to be refuted is {denied}"
        return None
    if step.source == MINE_COUNT:
        said, source = _mine_count(view), "the mine count"
    else:
        clue = grid.parse_cell(step.source)
        if view[clue] >= HIDDEN:
            return f"{step.source} is hidden: it shows no number"
        said, source = list(constraint(view, clue).clauses()), f"the {view[clue]} at {step.source}"
    if not _follows(said, step.clause):
        return f"that is not what {source} says"
    return None


def _bad_step(question: Exercise, answer: str) -> str | None:
    view = question.view
    steps = answers.proof(question.drawn("text"), view.grid)
    found = answers.number(answer)
    if found not in {step.number for step in steps}:
        return f"There is no step {found}."
    bad = gap(view, steps)
    assert bad is not None, "the exercise has a mistake to find"
    return None if found == bad[0] else f"Step {found} follows from what it names."


def _drat(question: Exercise, answer: str) -> str | None:
    clauses = _numbered(question.drawn("text"))
    steps = _numbered(answer)
    if not steps or steps[-1]:
        return "The last line must be the empty clause: 0 alone."
    place = first_gap(clauses, steps)
    if place is None:
        return None
    return (
        f"Line {place + 1} does not follow: with its literals false, the dominoes end in no "
        "contradiction."
    )


def _numbered(text: str) -> list[list[int]]:
    found = []
    for number, line in answers.lines(text):
        words = line.split()
        if words[-1] != "0" or not all(word.removeprefix("-").isdecimal() for word in words):
            raise UnreadableError(f"line {number} is no clause: write numbers, and 0 at the end")
        literals = [int(word) for word in words[:-1]]
        if 0 in literals or any(abs(literal) > 9999 for literal in literals):
            raise UnreadableError(
                f"line {number}: literals are 1, -1, 2, ... and 0 is only the end"
            )
        found.append(literals)
    return found


# -- positions of one's own ---------------------------------------------------------------------


def _says_nothing(question: Exercise, answer: str) -> str | None:
    view = _own(answer)
    clues = _clues(view)
    if len(clues) != 1:
        return f"Your position has {len(clues)} open cells: it should be one."
    if not view[clues[0]]:
        return "Your number is 0: then everything around it is safe."
    return _certain_in(view)


def _certain_in(view: View) -> str | None:
    found = settled(view)
    for cell, each in found.items():
        what = "a mine" if each.mine else "safe"
        return f"In your position, {view.grid.name(cell)} is certainly {what}."
    return None


def needs(technique: Technique, what: str) -> Task:
    """A position of one's own, in which a technique shows a safe cell and nothing easier does."""

    def checked(question: Exercise, answer: str) -> str | None:
        view = _own(answer)
        safe = [each.technique for each in settled(view).values() if not each.mine]
        if not safe:
            return "No cell is certainly safe in your position."
        if min(safe) < technique:
            return f"In your position, something easier shows a safe cell: {min(safe)}."
        if min(safe) > technique:
            return f"A cell is safe in your position, but {what}: it takes {min(safe)}."
        return None

    return Task("position", checked)


def finds_safe(view: View, k: int) -> bool:
    """Whether matching with that limit finds a safe cell; every number is given as clauses."""
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.settle()
    knowledge.expand_fully()
    while knowledge.kb.match(k=k):
        knowledge.settle()
    return bool(knowledge.safe_hidden)


def _stumps(question: Exercise, answer: str) -> str | None:
    view = _own(answer)
    page = lesson(question.number.partition(".")[0])
    drawn = [*page.blocks, *(block for each in page.exercises for block in each.blocks)]
    shown = {View.parse_any(block.text).states for block in drawn if block.kind == "position"}
    shown |= {puzzle.view.states for puzzle in page.practice.puzzles()}
    if _unflagged(view.states) in map(_unflagged, shown):
        return "That one is on this page: draw one of your own."
    safe = [each.technique for each in settled(view).values() if not each.mine]
    if not safe:
        return "No cell is certainly safe in your position."
    if min(safe) is Technique.MINE_COUNT:
        return "A cell is safe in your position only by the mine count: here the numbers must do."
    if finds_safe(view, 2):
        return f"An agent with k = 2 finds a safe cell in your position, by {min(safe)}."
    return None


def _unflagged(states: bytes) -> bytes:
    return states.replace(bytes([FLAGGED]), bytes([HIDDEN]))


# -- which check for which exercise --------------------------------------------------------------


def _recipe(_: Exercise) -> int:
    return sum(1 for _ in Constraint(tuple(range(5)), 3).clauses())


def _shown(question: Exercise) -> int:
    board = question.board
    return board.numbers[board.level.grid.parse_cell("C2")]


def _fitting(question: Exercise) -> int:
    count = odds(question.view).solutions
    assert count is not None, "the position is small"
    return count


TASKS: dict[str, Task] = {
    "1.1": number_of(_shown, "Count again: left, right, above, below and the four corners."),
    "1.2": all_cells(mine=True),
    "1.3": all_cells(mine=False),
    "1.4": Task("position", _says_nothing),
    "2.1": clauses_of("B2"),
    "2.2": clauses_of("C2"),
    "2.3": number_of(
        _recipe, "Not quite. In how many ways can you pick 3 cells of 5? And 4 cells of 5?"
    ),
    "2.4": Task("number", _which_number),
    "3.1": Task("literals", _propagation),
    "3.2": proof_of("~E1", units=True),
    "3.3": Task("clauses", _no_dominoes),
    "4.1": Task("clauses", _resolvent),
    "4.2": Task("numbers", _subsumed),
    "4.3": proof_of("~B2"),
    "4.4": needs(Technique.SUBSET, "not by two numbers of which one has all cells of the other"),
    "5.1": all_cells(mine=False),
    "5.2": proof_of("~B2"),
    "5.3": number_of(
        lambda _: comb(1000, 2),
        "Each clause meets 999 others. But then every pair is counted twice.",
    ),
    "5.4": number_of(
        lambda _: len(_joined(Clause.of(1, 2, 3, 4), Clause.of(-1, 5, 6, 7))),
        "Put both together, and leave out what they disagree about, on both sides.",
    ),
    "5.5": Task("position", _stumps),
    "6.1": all_cells(mine=False),
    "6.2": Task("numbers", _possible_counts),
    "6.3": all_cells(mine=True),
    "6.4": needs(Technique.MINE_COUNT, "not by the mine count"),
    "7.1": Task("cells", _board_that_fits),
    "7.2": number_of(
        _fitting, "Not quite. Which parts of the board have nothing to do with each other?"
    ),
    "7.3": all_cells(mine=True),
    "7.4": Task("cells", _conflict),
    "8.1": chance_of("A1"),
    "8.2": chance_of("C1"),
    "8.3": chance_of("B1"),
    "8.4": Task("cells", _safest),
    "9.1": Task("cells", _any_safe),
    "9.2": Task("cells", _best),
    "9.3": Task("chance", _win_chance),
    "9.4": Task("chance", _win_chance),
    "10.1": proof_of("⊥", denied="A1"),
    "10.2": Task("number", _bad_step),
    "10.3": Task("drat", _drat),
    "10.4": clues_for("~B2"),
}
