"""Model counts agree with brute force."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given

from logic.brute import VARIABLES, clause_lists, models
from sapper.logic import Clause, LimitError, LogicError
from sapper.logic.models import count_by_size, count_models


@given(clause_lists)
def test_counts(some: list[Clause]) -> None:
    every = models(some)
    assert count_models(some, range(1, VARIABLES + 1)) == len(every)
    sizes = [sum(values) for values in every]
    expected = tuple(sizes.count(size) for size in range(VARIABLES + 1))
    assert count_by_size(some, range(1, VARIABLES + 1)) == expected


def test_variables_in_no_clause() -> None:
    """Without clauses, n variables have 2^n models, n choose k of them with k true variables."""
    assert count_models([], range(1, 11)) == 1024
    assert count_by_size([], range(1, 11)) == tuple(comb(10, k) for k in range(11))
    assert count_models([], []) == 1
    assert count_by_size([Clause()], [1, 2]) == (0, 0, 0)


def test_many_parts_and_long_chains() -> None:
    """Independent parts are counted separately, so even large problems can be counted."""
    parts = [Clause.of(2 * v + 1, 2 * v + 2) for v in range(300)]
    assert count_models(parts, range(1, 601)) == 3**300
    chain = [Clause.of(1), *(Clause.of(-v, v + 1) for v in range(1, 300))]
    assert count_models(chain, range(1, 301)) == 1
    assert count_by_size(chain, range(1, 301)) == (0,) * 300 + (1,)


def test_every_variable_is_counted() -> None:
    """A clause with a variable that is not to be counted is refused."""
    with pytest.raises(LogicError, match="variable 3 is in a clause, but not in `variables`"):
        count_models([Clause.of(1, -3)], [1, 2])


def test_limit() -> None:
    ring = [Clause.of(v, v % 40 + 1, (v * 7) % 40 + 1) for v in range(1, 41)]
    with pytest.raises(LimitError, match="needs more than 1,000 clause checks"):
        count_models(ring, range(1, 41), looks=1_000)
