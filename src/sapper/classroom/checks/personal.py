"""Personal exercises: made anew for each name, and always the same for this name and seed.

    kind       the subject of an exercise, which is also how to ask for it: clauses, facts, delete,
               resolve, pair, proof, safe
    dice       numbers that depend only on the name, the seed and the kind, on every machine

The texts are in `pages/personal.md`. Each exercise is made until it has the wanted form, and its
answer is checked in the same way as in the lessons.

>>> made = personal("pair", "Anna Miller")
>>> print(made.exercise.drawn("clauses"), end="")
¬A1 ∨ ¬B1
¬A1 ∨ ¬D1 ∨ ¬A2
¬C1 ∨ ¬B2
B1 ∨ C1 ∨ ¬B2
¬A1 ∨ ¬B1 ∨ B2
A2 ∨ ¬B2
>>> made.solution
'3 5'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import TypeVar

from sapper.classroom import answers
from sapper.classroom.checks.clauses import clauses_of
from sapper.classroom.checks.meaning import NAMES, constraint, follows, resolvent
from sapper.classroom.checks.proofs import proof_of
from sapper.classroom.checks.propagation import TASKS as PROPAGATION
from sapper.classroom.checks.propagation import propagate
from sapper.classroom.checks.resolution import TASKS as RESOLUTION
from sapper.classroom.checks.rules import all_cells
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise, LessonError, exercise_from, text_of
from sapper.core.board import deal
from sapper.core.grid import Grid
from sapper.core.level import Level
from sapper.core.view import HIDDEN, View
from sapper.errors import quote
from sapper.explain import Explanation, explain
from sapper.ladder.puzzle import puzzles, seed_for, spread
from sapper.ladder.techniques import Technique
from sapper.logic import OR, Clause, Literal
from sapper.reason.odds import odds
from sapper.reason.reasons import literal_name
from sapper.words import Message, say
from sapper.words.kinds import Advised, NoSuchLine

T = TypeVar("T")

CELLS = (0, 1, 2, 3, 26, 27)
"""the cells A1 to D1, A2 and B2 of NAMES"""
BOARD = Level.parse("4x3x4/any")
POSITION = Level.parse("7x5x7/open")
STEPS = range(4, 9)
"""the lengths of the proofs to find"""


@dataclass(frozen=True, slots=True)
class Personal:
    exercise: Exercise
    task: AnswerCheck
    solution: str

    def how(self, _: str = "") -> str:
        """A note on how to write the answer, for `exercise_markdown`."""
        return self.task.how


@dataclass(frozen=True, slots=True)
class MadeExercise:
    """What an exercise is about: the gaps in its text, its check and its solution."""

    gaps: dict[str, str]
    task: AnswerCheck
    solution: str


class Dice:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._thrown = 0

    def below(self, sides: int) -> int:
        self._thrown += 1
        return spread(self.seed, self._thrown) % sides

    def some(self, items: Sequence[T], number: int) -> list[T]:
        """`number` different items, in random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def literals(self, cells: Sequence[int]) -> list[Literal]:
        return [(cell + 1) * (1 - 2 * self.below(2)) for cell in cells]


def personal(kind: str, name: str, seed: int | None = None) -> Personal:
    """The exercise of this kind for a pupil. Without a seed, the seed is 0."""
    if kind not in KINDS:
        raise LessonError(
            "there is no personal exercise {kind}: use {kinds}",
            kind=quote(kind),
            kinds=", ".join(KINDS),
        )
    if not name.strip():
        raise LessonError("a personal exercise needs a name: add --for NAME")
    if any(unicodedata.category(one) in ("Cc", "Cs") for one in name):
        raise LessonError(
            "the name {name} contains a control character, or is not UTF-8: write it another way",
            name=quote(name),
        )
    made = KINDS[kind](Dice(spread(seed_for(name, seed or 0), kind)))
    return Personal(exercise_from(kind, _text(kind).format(**made.gaps)), made.task, made.solution)


def _text(kind: str) -> str:
    """The text of an exercise of this kind, in the reader's language."""
    found = re.search(rf"^### {kind} (.*?)(?=^### |\Z)", text_of("personal.md"), re.M | re.S)
    assert found, kind
    return found[1]


def _clauses(dice: Dice) -> MadeExercise:
    """A clue with 3 or 4 hidden neighbours, of which some are mines."""
    while True:
        board = deal(BOARD, dice.below(2**32))
        grid = board.level.grid
        clue = dice.some(range(grid.size), 1)[0]
        near = set(grid.neighbours(clue))
        mines = near & set(board.mines)
        safe = sorted(near - mines)
        hidden = dice.below(2) + 3
        if clue in board.mines or not 0 < len(mines) < hidden <= len(near):
            continue
        opened = {clue, *dice.some(safe, len(near) - hidden)}
        states = (board.numbers[cell] if cell in opened else HIDDEN for cell in range(grid.size))
        view = View(board.level, bytes(states))
        name = grid.name(clue)
        gaps = {"number": str(view[clue]), "cell": name, "position": str(view)}
        lines = [_written(one, grid) for one in constraint(view, clue).clauses()]
        return MadeExercise(gaps, clauses_of(name), "\n".join(lines))


def _facts(dice: Dice) -> MadeExercise:
    """A chain of clauses that become facts one after the other, and a clause that never does."""
    chain = dice.literals(dice.some(CELLS, 4))
    more = dice.literals([cell for cell in CELLS if cell + 1 not in map(abs, chain)])
    first, second, third, fourth = chain
    clauses = [Clause.of(first), Clause.of(-first, second), Clause.of(*more)]
    clauses += [Clause.of(-first, -second, third), Clause.of(-third, fourth)]
    clauses += [Clause.of(second, more[0])]
    clauses = dice.some(clauses, len(clauses))
    facts = sorted(propagate(clauses), key=abs)
    answer = " ".join(str(say(literal_name(fact, NAMES))) for fact in facts)
    return MadeExercise({"clauses": _lines(clauses)}, PROPAGATION["3.1"], answer)


def _delete(dice: Dice) -> MadeExercise:
    """Six clauses, of which two are subsumed."""
    while True:
        clauses = [Clause.of(*dice.literals(dice.some(CELLS, 2))) for _ in range(4)]
        for strong in dice.some(clauses, 2):
            rest = [cell for cell in CELLS if cell + 1 not in map(abs, strong)]
            clauses.append(Clause.of(*strong, *dice.literals(dice.some(rest, 1))))
        clauses = dice.some(clauses, len(clauses))
        weak = [
            number
            for number, clause in enumerate(clauses, 1)
            if any(follows([other], clause) for other in clauses if other is not clause)
        ]
        if len(weak) == 2 and len(set(clauses)) == len(clauses):
            answer = " ".join(map(str, weak))
            return MadeExercise({"clauses": _lines(clauses)}, RESOLUTION["4.2"], answer)


def _parents(dice: Dice) -> tuple[Clause, Clause]:
    """Two clauses that clash in one cell. They may share a literal."""
    pivot, *rest = dice.literals(dice.some(CELLS, 4))
    cut = dice.below(2) + 1
    left, right = [pivot, *rest[:cut]], [-pivot, *rest[cut - dice.below(2) :]]
    return Clause.of(*left), Clause.of(*right)


def _resolve(dice: Dice) -> MadeExercise:
    left, right = _parents(dice)
    answer = _written(resolvent(left, right), NAMES)
    return MadeExercise({"clauses": _lines([left, right])}, RESOLUTION["4.1"], answer)


def _pair(dice: Dice) -> MadeExercise:
    """Six clauses, of which exactly one pair resolves to the wanted clause."""
    while True:
        parents = _parents(dice)
        wanted = resolvent(*parents)
        others = [Clause.of(*dice.literals(dice.some(CELLS, 2 + dice.below(2)))) for _ in range(4)]
        clauses = dice.some([*parents, *others], 6)
        pairs = [pair for pair in combinations(range(6), 2) if _child(clauses, pair) == wanted]
        if len(pairs) == 1 and wanted not in clauses and len(set(clauses)) == 6:
            gaps = {"clause": _written(wanted, NAMES), "clauses": _lines(clauses)}
            answer = " ".join(str(place + 1) for place in pairs[0])
            return MadeExercise(gaps, pair_for(wanted), answer)


def _child(clauses: Sequence[Clause], pair: tuple[int, int]) -> Clause | None:
    """The clause that two clauses resolve to, if they clash in exactly one cell."""
    left, right = (clauses[place] for place in pair)
    clash = [literal for literal in left if -literal in right]
    return resolvent(left, right) if len(clash) == 1 else None


def pair_for(wanted: Clause) -> AnswerCheck:
    def checked(question: Exercise, answer: str) -> Message | None:
        clauses = answers.clauses(question.drawn("clauses"), NAMES)
        found = answers.numbers(answer)
        if off := [number for number in found if not 1 <= number <= len(clauses)]:
            return NoSuchLine(off[0], is_step=False)
        if len(found) != 2:
            return Advised("two lines")
        child = _child(clauses, (found[0] - 1, found[1] - 1))
        if child is None:
            return Advised("no clash")
        return None if child == wanted else Advised("other child")

    return AnswerCheck("numbers", checked)


def _positions(dice: Dice) -> Iterator[View]:
    """Positions without flags in which a cell is provably safe, but not by a single number."""
    for number in count():
        technique = (Technique.SUBSET, Technique.DIFFERENCE)[dice.below(2)]
        (made,) = puzzles(technique, spread(dice.seed, number), 1, POSITION)
        if not made.view.flags:
            yield made.view


def _proof(dice: Dice) -> MadeExercise:
    for view in _positions(dice):
        for cell in odds(view).safe:
            why = explain(view, cell)
            assert isinstance(why, Explanation)
            text = why.proof_text()
            name = view.grid.name(cell)
            if why.proof is not None and not why.mine_count and len(text.splitlines()) in STEPS:
                gaps = {"cell": name, "position": str(view)}
                return MadeExercise(gaps, proof_of(f"¬{name}"), text)
    raise AssertionError


def _safe(dice: Dice) -> MadeExercise:
    view = next(_positions(dice))
    answer = " ".join(view.grid.names(odds(view).safe))
    return MadeExercise({"position": str(view)}, all_cells(mine=False), answer)


def _written(clause: Clause, grid: Grid) -> str:
    """A clause as it is written in the lessons."""
    return OR.join(str(say(literal_name(one, grid))) for one in clause.literals)


def _lines(clauses: Sequence[Clause]) -> str:
    return "".join(f"{_written(clause, NAMES)}\n" for clause in clauses)


KINDS: dict[str, Callable[[Dice], MadeExercise]] = {
    "clauses": _clauses,
    "facts": _facts,
    "delete": _delete,
    "resolve": _resolve,
    "pair": _pair,
    "proof": _proof,
    "safe": _safe,
}
