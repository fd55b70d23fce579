"""First-order rules about a position: what they prove, by chaining or by resolution.

The rules are grounded (`sapper.reason.grounding`), and what follows from the ground clauses is
marked on the board. Then known_mines(x), unmarked(x) and so on have other values, so the rules are
grounded again, round by round, until nothing new follows.

    forward     chain the Horn clauses of each round forwards, from the facts
    resolve     match the clauses of each round, and refute the negation of what else follows
    backward    start from a goal. To prove mine(y) with a rule whose condition is not true yet,
                prove the facts that its terms count: for known_mines(x), that the other neighbours
                of x are mines

>>> view = View.parse('''
... 5x2x1
... 01.1.
... 0111.
... ''')
>>> rules, _ = read_rules(COURSE, view)
>>> found = forward(rules, view)
>>> for line in found.proof(safe(4)):
...     print(line)
mine(C1) by sentence 2 with x = B1, y = C1
safe(E1) by sentence 1 with x = D1, y = E1: mine(C1)
>>> answer = backward(rules, view, safe(4))
>>> answer.goals, answer.tries, len(found.steps)
(3, 10, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from sapper.core.constraints import mine, safe
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.logic import (
    Clause,
    InconsistentError,
    KnowledgeBase,
    Literal,
    LogicError,
    sat_solver,
)
from sapper.logic.formula import Apply, Compare, Formula, Implies, Name, Not, has_quantifier
from sapper.logic.horn import HornRule
from sapper.logic.horn import forward as chain
from sapper.logic.horn import rules as horn_rules
from sapper.logic.prove import refutation
from sapper.logic.solver import solve
from sapper.logic.theory import NEGATED, each_line
from sapper.reason.grounding import (
    DEPENDS_ON_MARKS,
    Env,
    GroundClause,
    Grounding,
    Marks,
    Rule,
    applied,
    conjuncts,
)
from sapper.reason.knowledge import Knowledge

COURSE = """\
# Program C's two rules.

# If the number of x equals its known mines, its other neighbours are safe.
∀x, y: hint(x) = known_mines(x) ∧ adjacent(x, y) ∧ unmarked(y) ⇒ safe(y)

# If all but hint(x) neighbours of x are known to be safe, the others are mines.
∀x, y: hint(x) = neighbours(x) - known_safe(x) ∧ adjacent(x, y) ∧ unmarked(y) ⇒ mine(y)
"""

MISTAKE = """\
# Program C's second rule as its report has it: an existential over an implication.
# Any y that is not next to x makes the implication true, so the rule says nothing.
∀x ∃y: safe(x) ∧ ¬(hint(x) = known_mines(x)) ∧ adjacent(x, y) ∧ unmarked(y) ⇒ mine(y)
"""

CLUES = """\
# All that the numbers say, in one sentence.
∀x: open(x) ⇒ mines(x) = hint(x)
"""

BUILT_IN = {"course": COURSE, "mistake": MISTAKE, "clues": CLUES}
"""rules that a user may name instead of a file"""

PAIRS = 20_000
"""the maximum number of pairs that one call of matching may match"""


@dataclass(frozen=True, slots=True)
class Step:
    """A fact, the ground clauses that prove it, and the facts that these depend on."""

    fact: Literal
    clauses: tuple[GroundClause, ...]
    because: tuple[Literal, ...]


@dataclass(slots=True)
class Found:
    """What rules prove in a position."""

    marks: Marks
    steps: dict[Literal, Step] = field(default_factory=dict)
    rounds: list[tuple[Literal, ...]] = field(default_factory=list)
    """what was new in each round"""
    ground: dict[GroundClause, None] = field(default_factory=dict)
    """the different ground clauses of all rounds"""
    last: tuple[GroundClause, ...] = ()
    """the ground clauses of the last round"""
    instances: int = 0
    inferences: int = 0
    conflict: tuple[GroundClause, ...] = ()
    """ground clauses that contradict each other and the marks"""

    def proof(self, *facts: Literal) -> list[str]:
        """A line for each fact that is needed, each after those it depends on."""
        lines: dict[Literal, str] = {}
        todo = [*reversed(facts)]
        while todo:
            step = self.steps[todo[-1]]
            missing = [each for each in step.because if each in self.steps and each not in lines]
            if missing:
                todo += missing
                continue
            todo.pop()
            lines[step.fact] = self._line(step)
        return list(lines.values())

    def reasons(self, question: Rule) -> list[str]:
        """The proofs of the marks that a sentence depends on, and of the rest by contradiction."""
        if self.conflict:
            return []
        grounding = Grounding(self.marks)
        facts = grounding.consulted(question, question.formula, {})
        lines = self.proof(*facts)
        verdict = self.answer(question)
        found = grounding.truth(question, question.formula, {}, verdict != "entailed")
        if isinstance(found, bool) or verdict == "open":
            return lines
        axioms: list[tuple[Clause, Hashable]] = [(each.clause, each) for each in self.last]
        axioms += [(clause, NEGATED) for clause in grounding.cnf(found)]
        proof = refutation([(self.marks.about_mines(clause), why) for clause, why in axioms])
        assert proof is not None, "an entailed sentence can be proved"
        return [*lines, *proof.unfold().text(self.marks.name, pivots=True).splitlines()]

    def _line(self, step: Step) -> str:
        by = "; ".join(dict.fromkeys(map(str, step.clauses)))
        because = ", ".join(map(self.marks.text, step.because))
        return f"{self.marks.text(step.fact)} by {by}" + (f": {because}" if because else "")

    def answer(self, question: Rule) -> str:
        """Whether the rules entail a sentence: entailed, denied, open or anything."""
        if self.conflict:
            return "anything"
        grounding = Grounding(self.marks)
        told = [self.marks.about_mines(each.clause) for each in self.last]
        cases = [
            grounding.cnf(grounding.truth(question, question.formula, {}, positive))
            for positive in (False, True)
        ]
        fails, holds = (
            solve([*told, *map(self.marks.about_mines, clauses)]) is not None for clauses in cases
        )
        if fails and holds:
            return "open"
        return "denied" if fails else "entailed"


def read_rules(text: str, view: View) -> tuple[list[Rule], list[Rule]]:
    """The sentences and the questions of a file."""
    rules: list[Rule] = []
    questions: list[Rule] = []

    def read(line: str, asked: bool) -> None:
        chosen = questions if asked else rules
        chosen.append(Rule.parse(line, view, len(chosen) + 1))

    each_line(text, read)
    return rules, questions


# -- forwards -------------------------------------------------------------------------------------


def forward(rules: Sequence[Rule], view: View) -> Found:
    """Chain the rules forwards, round by round."""
    return _rounds(rules, view, _chain)


def resolve(rules: Sequence[Rule], view: View) -> Found:
    """Find all that follows from the rules, round by round, by resolution."""
    return _rounds(rules, view, _resolve)


def _rounds(
    rules: Sequence[Rule], view: View, prove: Callable[[Found, Grounding], list[Step]]
) -> Found:
    found = Found(Marks(view))
    grounding = Grounding(found.marks)
    while True:
        found.last = tuple(grounding.clauses(rules))
        found.ground.update(dict.fromkeys(found.last))
        steps = prove(found, grounding)
        found.instances = grounding.instances
        new = [step for step in steps if step.fact not in found.steps]
        if not new or found.conflict:
            return found
        for step in new:
            found.steps[step.fact] = step
            found.marks.mark(step.fact)
        found.rounds.append(tuple(step.fact for step in new))


def _chain(found: Found, grounding: Grounding) -> list[Step]:
    marks = found.marks
    ground: dict[HornRule, GroundClause] = {}
    for each in found.last:
        try:
            (rule,) = horn_rules([each.clause], marks.name)
        except LogicError as problem:
            problem.place = f"{each}: "
            raise
        ground.setdefault(rule, each)
    cells = {abs(marks.fact(rule.head)) for rule in ground if rule.head is not None}
    both = [HornRule((cell, marks.variable(-cell)), None) for cell in sorted(cells)]
    fired = chain([*ground, *both]).fired
    if fired and fired[-1].head is None:
        last = fired[-1]
        used = [rule for rule in fired if rule.head in last.body or rule is last]
        found.conflict = tuple(ground[rule] for rule in used if rule in ground)
        fired = fired[:-1]
    found.inferences += len(fired)
    steps = []
    for rule in fired:
        assert rule.head is not None
        because = [*map(marks.fact, rule.body), *_consulted(grounding, ground[rule])]
        steps.append(Step(marks.fact(rule.head), (ground[rule],), tuple(dict.fromkeys(because))))
    return steps


def _consulted(grounding: Grounding, clause: GroundClause) -> tuple[Literal, ...]:
    return grounding.consulted(clause.rule, clause.rule.matrix, dict(clause.env))


# -- by resolution --------------------------------------------------------------------------------


def _resolve(found: Found, grounding: Grounding) -> list[Step]:
    kb = KnowledgeBase()
    clauses = [found.marks.about_mines(each.clause) for each in found.last]
    try:
        for clause, each in zip(clauses, found.last, strict=True):
            kb.insert(clause, each)
        _match(kb)
        for literal in _entailed(clauses):
            kb.refute(literal)
    except InconsistentError as problem:
        found.conflict = tuple(step.origin for step in problem.proof.axioms)  # type: ignore[misc]
        return []
    found.inferences += _new(kb)
    return [_resolved(kb, fact, grounding) for fact in kb.settled]


def _match(kb: KnowledgeBase) -> None:
    kb.propagate()
    while kb.match(pairs=PAIRS):
        pass


def _new(kb: KnowledgeBase) -> int:
    """How many facts and resolvents are new to a KB."""
    return sum(bool(step.parents) or len(step.clause) == 1 for step in kb.steps())


def _resolved(kb: KnowledgeBase, fact: Literal, grounding: Grounding) -> Step:
    proof = kb.proof(fact)
    assert proof is not None
    used: list[GroundClause] = [step.origin for step in proof.axioms]  # type: ignore[misc]
    because = dict.fromkeys(x for each in used for x in _consulted(grounding, each))
    return Step(fact, tuple(used), tuple(because))


def _entailed(clauses: Sequence[Clause]) -> Iterator[Literal]:
    """The literals that are true in every model of the clauses."""
    model = solve(clauses) or ()
    with sat_solver(bootstrap_with=[list(clause) for clause in clauses if clause]) as solver:
        for literal in model:
            if not solver.solve([-literal]):
                yield literal


@dataclass(frozen=True, slots=True)
class Cost:
    """What the propositional agent `textbook` needs for the same position."""

    clauses: int
    inferences: int
    settled: frozenset[Literal]


def propositional(view: View) -> Cost:
    """Match the clauses of all clues, without the mine count, until no new fact follows."""
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    kb = knowledge.kb
    before, told = set(kb.settled), len(list(kb.steps()))
    knowledge.expand_unreduced()
    _match(kb)
    steps = list(kb.steps())[told:]
    return Cost(
        sum(not step.parents for step in steps),
        sum(bool(step.parents) or len(step.clause) == 1 for step in steps),
        frozenset(kb.settled) - before,
    )


# -- backwards ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoalResult:
    found: Found
    proved: bool
    goals: int
    """the number of goals, including the first"""
    tries: int
    """the number of times that a rule was tried on cells for which its fixed conditions hold"""


@dataclass(frozen=True, slots=True)
class _HeadRule:
    rule: Rule
    conditions: tuple[Formula, ...]
    is_mine: bool
    cell: Name

    @property
    def fixed(self) -> list[Formula]:
        return [part for part in self.conditions if not _depends(part)]

    @property
    def open(self) -> list[Formula]:
        return [part for part in self.conditions if _depends(part)]


def _depends(formula: Formula) -> bool:
    return any(each.name in DEPENDS_ON_MARKS for each in applied(formula))


def _head_rules(rule: Rule) -> Iterator[_HeadRule]:
    matrix = rule.matrix
    body = conjuncts(matrix.left) if isinstance(matrix, Implies) else ()
    for head in conjuncts(matrix.right if isinstance(matrix, Implies) else matrix):
        negated = isinstance(head, Not)
        claim = head.part if isinstance(head, Not) else head
        if (
            not isinstance(claim, Apply)
            or claim.name not in ("mine", "safe")
            or any(map(has_quantifier, body))
        ):
            raise LogicError(
                "backward chaining needs rules that end in ⇒ mine(y) or ⇒ safe(y), with no "
                f"quantifier after the first ones, unlike sentence {rule.number}: {rule}"
            )
        (cell,) = claim.arguments
        assert isinstance(cell, Name)
        yield _HeadRule(rule, body, (claim.name == "mine") != negated, cell)


def backward(rules: Sequence[Rule], view: View, goal: Literal) -> GoalResult:
    """Chain backwards from a goal: that a hidden cell is a mine, or safe.

    Goals may depend on each other, so they are collected in rings around the goal.
    """
    view.check_hidden(abs(goal) - 1)
    search = _Backward([each for rule in rules for each in _head_rules(rule)], view)
    goals, ring = {goal: None}, [goal]
    while ring and goal not in search.found.steps:
        again = True
        while again and goal not in search.found.steps:
            again = False
            for wanted in goals:
                if wanted not in search.found.steps and search.try_rules(wanted):
                    again = True
        wider = dict.fromkeys(x for wanted in ring for x in search.helpful(wanted))
        ring = [literal for literal in wider if literal not in goals]
        if goal not in search.found.steps:
            goals.update(dict.fromkeys(ring))
    return GoalResult(search.found, goal in search.found.steps, len(goals), search.tries)


class _Backward:
    def __init__(self, rules: list[_HeadRule], view: View) -> None:
        self.rules = rules
        self.found = Found(Marks(view))
        self.grounding = Grounding(self.found.marks)
        self.tries = 0

    def instances(self, wanted: Literal) -> Iterator[tuple[_HeadRule, Env]]:
        """The rules with this head, for cells for which their fixed conditions hold."""
        cell = abs(wanted) - 1
        for each in self.rules:
            bound = each.cell.name in each.rule.variables
            fits = bound or self.found.marks.grid.parse_cell(each.cell.name) == cell
            if each.is_mine != (wanted > 0) or not fits:
                continue
            first = {each.cell.name: cell} if bound else {}
            for env in self.grounding.assignments(each.rule, first):
                if all(self.holds(each, part, env) for part in each.fixed) and not any(
                    self.lacks_hint(part, env) for part in each.open
                ):
                    yield each, env

    def lacks_hint(self, part: Formula, env: Env) -> bool:
        """Whether the part is a comparison with the number of a hidden cell."""
        return isinstance(part, Compare) and any(
            each.name == "hint" and self.found.marks.view[self.cell(each, env)] >= HIDDEN
            for each in applied(part)
        )

    def holds(self, each: _HeadRule, part: Formula, env: Env) -> bool:
        return self.grounding.truth(each.rule, part, env) is True

    def try_rules(self, wanted: Literal) -> bool:
        marks = self.found.marks
        if marks.known[abs(wanted) - 1] is not None:
            return False
        for each, env in self.instances(wanted):
            self.tries += 1
            if all(self.holds(each, part, env) for part in each.open):
                clause = Clause.of(marks.variable(wanted))
                ground = self.grounding.named(each.rule, env, clause)
                because = _consulted(self.grounding, ground)
                self.found.steps[wanted] = Step(wanted, (ground,), because)
                marks.mark(wanted)
                return True
        return False

    def helpful(self, wanted: Literal) -> Iterator[Literal]:
        """What would help to make the conditions of a rule with this head true."""
        for each, env in self.instances(wanted):
            for part in each.open:
                if not self.holds(each, part, env):
                    for applied_to in applied(part):
                        yield from self.counted(applied_to, env, abs(wanted) - 1)

    def cell(self, term: Apply, env: Env) -> Cell:
        name = str(term.arguments[0])
        return env[name] if name in env else self.found.marks.grid.parse_cell(name)

    def counted(self, term: Apply, env: Env, but: int) -> Iterator[Literal]:
        grid, known = self.found.marks.grid, self.found.marks.known
        cell = self.cell(term, env)
        if term.name in ("mine", "safe"):
            yield mine(cell) if term.name == "mine" else safe(cell)
            return
        for near in grid.neighbours(cell):
            if known[near] is None and near != but:
                if term.name in ("known_mines", "mines", "unknown"):
                    yield mine(near)
                if term.name in ("known_safe", "mines", "unknown"):
                    yield safe(near)
