"""Random formulas for tests: a fully parenthesised text, and its meaning as a Python function.

Text and meaning are built together, so the meaning shares no code with the parser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

NAMES = ("A", "B", "C", "P_1")
Model = dict[str, bool]

MODELS = [dict(zip(NAMES, values, strict=True)) for values in product((False, True), repeat=4)]
"""every model of the names, by brute force"""


@dataclass(frozen=True)
class Meant:
    text: str
    holds: Callable[[Model], bool]


def _symbol(name: str) -> Meant:
    return Meant(name, lambda model: model[name])


def _not(part: Meant) -> Meant:
    return Meant(f"~({part.text})", lambda model: not part.holds(model))


def _two(made: tuple[Meant, str, Meant]) -> Meant:
    a, operator, b = made
    truth: dict[str, Callable[[bool, bool], bool]] = {
        "&": lambda x, y: x and y,
        "|": lambda x, y: x or y,
        "=>": lambda x, y: not (x and not y),
        "<=>": lambda x, y: x is y,
    }
    return Meant(
        f"({a.text}) {operator} ({b.text})",
        lambda model: truth[operator](a.holds(model), b.holds(model)),
    )


_atoms = st.one_of(
    st.sampled_from(NAMES).map(_symbol),
    st.sampled_from(NAMES).map(_symbol),
    st.just(Meant("true", lambda model: True)),
    st.just(Meant("false", lambda model: False)),
)
formulas: st.SearchStrategy[Meant] = st.recursive(
    _atoms,
    lambda inner: st.one_of(
        inner.map(_not),
        st.tuples(inner, st.sampled_from(("&", "|", "=>", "<=>")), inner).map(_two),
    ),
    max_leaves=7,
)
