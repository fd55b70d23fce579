"""Steps and proofs: a derivation in which every clause names its parents."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from sapper.logic.clause import Clause, clause_text


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: an axiom with its origin, or a clause with the ids of its parents."""

    id: int
    clause: Clause
    parents: tuple[int, ...]
    origin: Hashable = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A derivation: parents come before children, the last step is what is proved."""

    steps: tuple[Step, ...]

    @property
    def claim(self) -> Clause:
        """What is proved: a single literal, or the empty clause (a contradiction)."""
        return self.steps[-1].clause

    @property
    def axioms(self) -> tuple[Step, ...]:
        """The steps that are believed, not derived."""
        return tuple(step for step in self.steps if not step.parents)

    def text(
        self,
        name: Callable[[int], str] = str,
        origin: Callable[[Hashable], str] = lambda o: "given" if o is None else str(o),
    ) -> str:
        """One numbered line a step, renumbered from 1."""
        number = {step.id: i for i, step in enumerate(self.steps, 1)}
        lines = []
        for step in self.steps:
            if step.parents:
                why = "from " + " ".join(str(number[p]) for p in step.parents)
            else:
                why = origin(step.origin)
            head = f"{number[step.id]}. {clause_text(step.clause, name)}"
            lines.append(f"{head:<23} {why}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __len__(self) -> int:
        return len(self.steps)


class InconsistentError(ValueError):
    """The clauses cannot all hold; `proof` derives the empty clause from them."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(f"the clauses contradict each other (in {len(proof)} steps)")
        self.proof = proof
