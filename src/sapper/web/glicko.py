"""Glicko computes a rating and its uncertainty from results against opponents.

    rating       the strength. A difference of 400 means odds of 10 to 1 for the stronger side
    deviation    the standard deviation of the rating. It shrinks with each result, and grows
                 slowly while there are none
    score        1 for a win and 0 for a loss

The formulas come from a paper by Mark Glickman, https://www.glicko.net/glicko/glicko.pdf. This is
the worked example from the paper:

>>> against = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
>>> after = Glicko(1500, 200).after(against)
>>> round(after.rating), round(after.deviation, 1)
(1464, 151.4)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MOST = 350.0
"""the deviation of a new rating, and the largest one"""

LEAST = 30.0
"""the smallest deviation, so that a rating never stops moving (Glickman's advice)"""

Q = math.log(10) / 400

GROWTH = (MOST**2 - 50**2) / 730
"""c squared, per day: in two years without a result, a deviation of 50 grows to the largest one"""


@dataclass(frozen=True, slots=True)
class Glicko:
    rating: float = 1500.0
    deviation: float = MOST

    def aged(self, days: float) -> Glicko:
        grown = math.sqrt(self.deviation**2 + GROWTH * max(0.0, days))
        return Glicko(self.rating, min(MOST, grown))

    def expected(self, opponent: Glicko) -> float:
        return 1 / (1 + 10 ** (-_weight(opponent) * (self.rating - opponent.rating) / 400))

    def after(self, results: Sequence[tuple[Glicko, float]]) -> Glicko:
        precision, gain = 1 / self.deviation**2, 0.0
        for opponent, score in results:
            weight, expected = _weight(opponent), self.expected(opponent)
            precision += (Q * weight) ** 2 * expected * (1 - expected)
            gain += weight * (score - expected)
        deviation = max(LEAST, math.sqrt(1 / precision))
        return Glicko(self.rating + Q / precision * gain, deviation)


def _weight(opponent: Glicko) -> float:
    """A result against an opponent with an uncertain rating counts less (Glickman's g(RD))."""
    return 1 / math.sqrt(1 + 3 * (Q * opponent.deviation / math.pi) ** 2)
