"""Glicko ratings: the example in Glickman's paper, and properties of every rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.web.glicko import LEAST, MOST, Glicko

ratings = st.builds(Glicko, st.floats(400, 3000), st.floats(LEAST, MOST))
scores = st.sampled_from([0.0, 1.0])


def test_the_example_of_the_paper() -> None:
    """The example is from Glickman, "The Glicko system"."""
    player = Glicko(1500, 200)
    opponents = [Glicko(1400, 30), Glicko(1550, 100), Glicko(1700, 300)]
    assert [player.expected(one) for one in opponents] == pytest.approx(
        [0.639, 0.432, 0.303], abs=5e-4
    )
    after = player.after(list(zip(opponents, [1.0, 0.0, 0.0], strict=True)))
    assert after.rating == pytest.approx(1464, abs=0.5)
    assert after.deviation == pytest.approx(151.4, abs=0.05)


@given(ratings, ratings, scores)
def test_a_result_moves_the_rating_towards_it(player: Glicko, other: Glicko, score: float) -> None:
    """A win raises the rating, a loss lowers it, and either makes the rating more certain."""
    after = player.after([(other, score)])
    assert (after.rating > player.rating) == (score == 1.0)
    assert LEAST <= after.deviation <= player.deviation


@given(ratings, ratings, st.floats(1, 500))
def test_harder_opponents_are_beaten_less(player: Glicko, other: Glicko, harder: float) -> None:
    """The expected score falls as the opponent's rating rises, and lies between 0 and 1."""
    hard = Glicko(other.rating + harder, other.deviation)
    assert 0 < player.expected(hard) < player.expected(other) < 1


@given(ratings, st.floats(0, 5000), st.floats(0, 5000))
def test_time_makes_a_rating_less_sure(player: Glicko, days: float, more: float) -> None:
    """Ageing a rating in two steps has the same effect as in one, and its deviation is bounded."""
    assert player.aged(0).deviation == pytest.approx(player.deviation)
    twice, once = player.aged(days).aged(more), player.aged(days + more)
    assert twice.deviation == pytest.approx(once.deviation)
    assert player.deviation - 1e-9 <= once.deviation <= MOST
    assert once.rating == player.rating
