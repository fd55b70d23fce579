"""Truth tables: the values of formulas in every model of a few symbols.

>>> print(truth_table("A", "A => B", "~B"))
A B | A | A ⇒ B | ¬B
F F | F | T     | T
F T | F | T     | F
T F | T | F     | T
T T | T | T     | F
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from sapper.logic.errors import LimitError
from sapper.logic.formula import Formula, holds, parse, symbols_of

SYMBOLS = 10
"""the maximum number of symbols; this many make 1,024 lines"""


@dataclass(frozen=True, slots=True)
class TruthTable:
    """The models are sorted, with false before true."""

    symbols: tuple[str, ...]
    formulas: tuple[Formula, ...]
    models: tuple[tuple[bool, ...], ...]
    truth: tuple[tuple[bool, ...], ...]

    @property
    def entailed(self) -> bool:
        """Whether the last formula is true in every model in which all other formulas are true."""
        return all(row[-1] for row in self.truth if all(row[:-1]))

    def __str__(self) -> str:
        heads = [str(formula) for formula in self.formulas]
        lines = [" | ".join([" ".join(self.symbols), *heads])]
        for model, row in zip(self.models, self.truth, strict=True):
            values = [
                f"{'FT'[value]:<{len(s)}}" for value, s in zip(model, self.symbols, strict=True)
            ]
            columns = [f"{'FT'[value]:<{len(h)}}" for value, h in zip(row, heads, strict=True)]
            lines.append(" | ".join([" ".join(values), *columns]).rstrip())
        return "\n".join(lines)


def truth_table(*formulas: Formula | str) -> TruthTable:
    read = tuple(parse(each) if isinstance(each, str) else each for each in formulas)
    symbols = tuple(dict.fromkeys(name for each in read for name in symbols_of(each)))
    if len(symbols) > SYMBOLS:
        raise LimitError(
            f"a truth table of {len(symbols)} symbols would have {2 ** len(symbols):,} lines: use "
            f"at most {SYMBOLS} symbols"
        )
    models = tuple(product((False, True), repeat=len(symbols)))
    truth = tuple(
        tuple(holds(each, dict(zip(symbols, model, strict=True))) for each in read)
        for model in models
    )
    return TruthTable(symbols, read, models, truth)
