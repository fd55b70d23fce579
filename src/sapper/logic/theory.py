r"""A theory is a set of sentences. You can ask a theory whether it entails another sentence.

>>> theory = Theory()
>>> theory.tell("B11 <=> P12 | P21", "~B11")
>>> theory.ask("~P12"), theory.ask("P21"), theory.ask("P13")
(True, False, False)
>>> [theory.answer(question).verdict for question in ("~P12", "P21", "P13")]
['entailed', 'denied', 'open']
>>> print(theory.proof_text("~P12"))
1. (B11 ∨ ¬P12)         B11 ⇔ P12 ∨ P21
2. ¬B11                 ¬B11
3. ¬P12                 from 1 2 on B11
4. P12                  negated claim
5. ⊥                    from 4 3 on P12

A file has one sentence per line. A line that starts with `?` is a question. `#` starts a comment:

    B11 <=> P12 | P21     # a breeze comes from a pit next door
    ~B11
    ? ~P12

>>> theory, questions = parse_theory("A => B   # a rule\nA\n? B\n")
>>> [theory.ask(question) for question in questions]
[True]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sapper.logic.clause import Clause
from sapper.logic.cnf import Symbols, clause_formula, to_cnf
from sapper.logic.dimacs import CLAUSES, VARIABLES, Cnf, parse_dimacs
from sapper.logic.dpll import DpllSearch, dpll
from sapper.logic.errors import LimitError, LogicError
from sapper.logic.formula import Formula, Not, Symbol, parse, symbols_of
from sapper.logic.horn import Backward, Forward, HornRule, backward, forward, rules
from sapper.logic.models import count_models
from sapper.logic.proof import Proof
from sapper.logic.prove import refutation
from sapper.logic.solver import conflicting_groups, solve

NEGATED = "negated claim"
"""the origin of the clauses that say that the claim is false"""
QUESTIONS = 100
"""the maximum number of questions in a file"""
LENGTH = 5_000_000
"""the maximum number of characters in a file"""


@dataclass(frozen=True, slots=True)
class TheoryAnswer:
    question: Formula
    verdict: str
    """entailed, denied (the negation is entailed), open (neither), or anything (the sentences
    contradict each other, so they entail everything)"""

    @property
    def entailed(self) -> bool:
        """Contradictory sentences entail everything."""
        return self.verdict in ("entailed", "anything")


@dataclass(frozen=True, slots=True)
class Sentence:
    formula: Formula
    clauses: tuple[Clause, ...]
    label: str


class Theory:
    def __init__(self) -> None:
        self.symbols = Symbols()
        self.sentences: list[Sentence] = []
        self.variables: set[int] = set()
        """the numbers of the symbols in sentences; `symbols` may also contain those of questions"""
        self._size = 0

    @classmethod
    def of(cls, cnf: Cnf) -> Theory:
        theory = cls()
        for variable in range(1, cnf.variables + 1):
            if theory.symbols.number(cnf.name(variable)) != variable:
                raise LogicError(f"two variables have the name {cnf.name(variable)}")
        theory.variables.update(range(1, cnf.variables + 1))
        for number, clause in enumerate(cnf.clauses, 1):
            formula = clause_formula(clause, cnf.name)
            theory._believe(Sentence(formula, (clause,), f"clause {number}"))
        return theory

    def tell(self, *sentences: Formula | str) -> None:
        for each in sentences:
            formula = _read(each)
            self._believe(Sentence(formula, self._clauses(formula), str(formula)))
            self.variables.update(map(self.symbols.number, symbols_of(formula)))

    def _believe(self, sentence: Sentence) -> None:
        if self._size + len(sentence.clauses) > CLAUSES:
            raise LimitError(f"the sentences have too many clauses: the limit is {CLAUSES:,}")
        self._size += len(sentence.clauses)
        self.sentences.append(sentence)

    def ask(self, question: Formula | str) -> bool:
        """Whether the question is true in every model of the sentences."""
        return solve([*self.clauses, *self._clauses(Not(_read(question)))]) is None

    def answer(self, question: Formula | str) -> TheoryAnswer:
        question = _read(question)
        entailed, denied = self.ask(question), self.ask(Not(question))
        if entailed:
            return TheoryAnswer(question, "anything" if denied else "entailed")
        return TheoryAnswer(question, "denied" if denied else "open")

    @property
    def clauses(self) -> list[Clause]:
        return [clause for sentence in self.sentences for clause in sentence.clauses]

    @property
    def consistent(self) -> bool:
        return solve(self.clauses) is not None

    def conflict(self) -> list[Formula]:
        """Sentences that contradict each other, or an empty list if there is no contradiction.

        >>> theory = Theory()
        >>> theory.tell("A => B", "A", "C", "~B")
        >>> [str(sentence) for sentence in theory.conflict()]
        ['A ⇒ B', 'A', '¬B']
        """
        indices = conflicting_groups([sentence.clauses for sentence in self.sentences]) or ()
        return [self.sentences[index].formula for index in indices]

    def models(self) -> Iterator[dict[str, bool]]:
        """Yield the models of the sentences.

        >>> theory = Theory()
        >>> theory.tell("A | B", "~(A & B)")
        >>> sorted(model["A"] for model in theory.models())
        [False, True]
        """
        clauses = self.clauses
        ordered = sorted(self.variables)
        while (model := solve(clauses)) is not None:
            true = {x for x in model if x > 0}
            yield {self.symbols.name(v): v in true for v in ordered}
            clauses.append(Clause.of(*(-v if v in true else v for v in ordered)))

    def count(self, question: Formula | str | None = None) -> int:
        """The number of models.

        If a question is given, count only the models in which the question is true.

        >>> theory = Theory()
        >>> theory.tell("A | B | C")
        >>> theory.count("A"), theory.count()
        (4, 7)
        """
        if question is None:
            return count_models(self.clauses, self.variables)
        question = _read(question)
        clauses = self._clauses(question)
        new = {self.symbols.number(name) for name in symbols_of(question)}
        return count_models([*self.clauses, *clauses], self.variables | new)

    def prove(self, question: Formula | str) -> Proof | None:
        negated = self._clauses(Not(_read(question)))
        axioms = [(c, sentence.label) for sentence in self.sentences for c in sentence.clauses]
        return refutation([*axioms, *((clause, NEGATED) for clause in negated)])

    def proof_text(self, question: Formula | str) -> str | None:
        proof = self.prove(question)
        if proof is None:
            return None
        return proof.unfold().text(self.symbols.name, pivots=True)

    def dpll(self, question: Formula | str | None = None) -> DpllSearch:
        """Search for a model of the sentences in which the question, if given, is false."""
        negated = [] if question is None else self._clauses(Not(_read(question)))
        return dpll([*self.clauses, *negated])

    def rules(self) -> list[HornRule]:
        return rules(self.clauses, self.symbols.name)

    def forward(self, question: Formula | str | None = None) -> Forward:
        """Apply rules until the question (a single symbol) is derived or nothing new follows."""
        return forward(self.rules(), None if question is None else self._goal(question))

    def backward(self, question: Formula | str) -> Backward:
        return backward(self.rules(), self._goal(question))

    def cnf(self) -> Cnf:
        # Leave out symbols that occur only in questions, and renumber the others.
        number = {v: new for new, v in enumerate(sorted(self.variables), 1)}
        clauses = [
            Clause.of(*(number[abs(x)] if x > 0 else -number[abs(x)] for x in clause))
            for clause in self.clauses
        ]
        names = {new: self.symbols.name(v) for v, new in number.items()}
        return Cnf(len(number), tuple(clauses), names)

    def _clauses(self, formula: Formula) -> tuple[Clause, ...]:
        clauses = to_cnf(formula, self.symbols).clauses
        if len(self.symbols) > VARIABLES:
            raise LimitError(f"there are too many symbols: the limit is {VARIABLES:,}")
        return clauses

    def _goal(self, question: Formula | str) -> int:
        question = _read(question)
        if not isinstance(question, Symbol):
            raise LogicError(f"chaining needs a single symbol as its goal, not '{question}'")
        return self.symbols.number(question.name)


def parse_theory(text: str) -> tuple[Theory, list[Formula]]:
    if re.search(r"^p\s+cnf\b", text, re.MULTILINE):
        return Theory.of(parse_dimacs(text)), []
    theory, questions = Theory(), list[Formula]()

    def read(line: str, asked: bool) -> None:
        formula = parse(line)
        if asked:
            questions.append(formula)
        else:
            theory.tell(formula)

    each_line(text, read)
    return theory, questions


def each_line(text: str, read: Callable[[str, bool], None]) -> None:
    """Read each sentence of a file. The second argument says whether it is a question."""
    if len(text) > LENGTH:
        raise LimitError(
            "{count:,} characters is too many: the limit is {most:,}", count=len(text), most=LENGTH
        )
    questions = 0
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].rstrip()
        if not content.strip():
            continue
        asked = content.lstrip().startswith("?")
        questions += asked
        try:
            # Replace the question mark with a blank, so that error messages name the right column.
            read(content.replace("?", " ", 1) if asked else content, asked)
        except LogicError as problem:
            problem.place = f"line {number}, "
            raise
    if questions > QUESTIONS:
        raise LimitError(
            f"there are {questions:,} questions, but at most {QUESTIONS:,} are allowed"
        )


def _read(sentence: Formula | str) -> Formula:
    return parse(sentence) if isinstance(sentence, str) else sentence
