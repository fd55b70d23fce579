"""Proofs by resolution."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from html import escape

from sapper.logic.clause import Clause, clause_text, resolve
from sapper.words import how_many


@dataclass(frozen=True, slots=True)
class ProofStep:
    id: int
    clause: Clause
    parents: tuple[int, ...]
    origin: Hashable = None


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """A proof as a list of steps.

    Parents come before their children, and the last step is the claim.
    """

    steps: tuple[ProofStep, ...]

    @property
    def claim(self) -> Clause:
        """The proved clause: a single literal, or the empty clause (a contradiction)."""
        return self.steps[-1].clause

    @property
    def axioms(self) -> tuple[ProofStep, ...]:
        return tuple(step for step in self.steps if not step.parents)

    def text(
        self,
        name: Callable[[int], str] = str,
        origin: Callable[[Hashable], str] = lambda o: "given" if o is None else str(o),
        pivots: bool = False,
        derived: Callable[[list[int]], str] = lambda lines: f"from {' '.join(map(str, lines))}",
    ) -> str:
        """One line per step, numbered from 1.

        The function `name` returns the name of a variable, and the function `origin` describes the
        origin of an axiom. `derived` gets the line numbers of a step's parents and returns the text
        that cites them. If `pivots` is true, each derived step also names the variables on which
        its parents were resolved.
        """
        number = {step.id: i for i, step in enumerate(self.steps, 1)}
        lines = []
        for step in self.steps:
            if step.parents:
                why = derived([number[p] for p in step.parents])
                if pivots:
                    why += " on " + " ".join(map(name, self.pivots(step)))
            else:
                why = origin(step.origin)
            head = f"{number[step.id]}. {clause_text(step.clause, name)}"
            lines.append(f"{head:<23} {why}")
        return "\n".join(lines)

    def pivots(self, step: ProofStep) -> tuple[int, ...]:
        clauses = {each.id: each.clause for each in self.steps}
        pivots = []
        result = clauses[step.parents[0]] if step.parents else step.clause
        for parent in step.parents[1:]:
            result, pivot = resolve(result, clauses[parent])
            pivots.append(pivot)
        return tuple(pivots)

    def cite(self, known: Mapping[int, Hashable]) -> Proof:
        """Shorten the proof: steps with ids in `known` become axioms with the given origins.

        >>> long = Proof((
        ...     ProofStep(0, Clause.of(1, 2), ()),
        ...     ProofStep(1, Clause.of(-1), ()),
        ...     ProofStep(2, Clause.of(2), (0, 1)),
        ...     ProofStep(3, Clause.of(-2, 3), ()),
        ...     ProofStep(4, Clause.of(3), (3, 2)),
        ... ))
        >>> print(long.cite({2: "known since Monday"}).text("?ABC".__getitem__))
        1. B                    known since Monday
        2. (¬B ∨ C)             given
        3. C                    from 2 1
        """
        by_id = {step.id: step for step in self.steps}
        steps: dict[int, ProofStep] = {}
        todo = [self.steps[-1].id]
        while todo:
            step = by_id[todo.pop()]
            if step.id in known:
                step = ProofStep(step.id, step.clause, (), known[step.id])
            if step.id not in steps:
                steps[step.id] = step
                todo += step.parents
        return Proof(tuple(steps[i] for i in sorted(steps)))

    def unfold(self) -> Proof:
        """Add all intermediate clauses, so that each derived step has exactly two parents.

        >>> given = [Clause.of(1, 2), Clause.of(-1), Clause.of(-2)]
        >>> chain = [ProofStep(i, clause, ()) for i, clause in enumerate(given)]
        >>> chain.append(ProofStep(3, Clause(), (0, 1, 2)))
        >>> print(Proof(tuple(chain)).unfold().text("?AB".__getitem__, pivots=True))
        1. (A ∨ B)              given
        2. ¬A                   given
        3. ¬B                   given
        4. B                    from 1 2 on A
        5. ⊥                    from 4 3 on B
        """
        steps: list[ProofStep] = []
        here: dict[int, int] = {}
        for step in self.steps:
            if not step.parents:
                steps.append(ProofStep(len(steps), step.clause, (), step.origin))
            left = here[step.parents[0]] if step.parents else 0
            for parent in step.parents[1:]:
                right = here[parent]
                result, _ = resolve(steps[left].clause, steps[right].clause)
                steps.append(ProofStep(len(steps), result, (left, right)))
                left = len(steps) - 1
            here[step.id] = len(steps) - 1
        return Proof(tuple(steps))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Proof of {clause_text(self.claim)} in {how_many(len(self), 'step')}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"

    def __len__(self) -> int:
        return len(self.steps)


class InconsistentError(ValueError):
    """Raised if clauses contradict each other. `proof` derives the contradiction."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(f"the clauses contradict each other (in {how_many(len(proof), 'step')})")
        self.proof = proof
