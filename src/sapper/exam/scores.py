"""Scores: the results of one examinee, with 95% intervals.

    part          the mean points of the items. Copies of the same position count as one, and so do
                  several answers to the same item
    best          the same, if only the best of an item's answers counts. Games have none, because
                  the best game would be the luckiest one; in a total, their mean is used
    total         the mean over all parts. If an exam has not all parts, or if some were not taken,
                  there is no total
    consistency   the share of positions whose copies all got the same first answer. Chances may
                  differ by up to ALIKE. All best cells count as the same answer, and so do all
                  proofs with full points
    calibration   for stated chances of about the same size, the mean of the exact odds
    brier         the mean of the expected Brier scores of all stated chances, 0 to 1
    ece           the expected calibration error: over all stated chances, the mean distance between
                  the two means of a chance's bin

The intervals are bootstrap intervals over positions (`sapper.lab.statistics`). A part counts as
taken if at least one of its items was answered. In such a part, a missing answer gets 0 points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any

import numpy as np

from sapper.core.symmetry import inverse, place
from sapper.exam.grading import Graded, Scale, chances, grade
from sapper.exam.items import PARTS, RUNGS, Item
from sapper.exam.reading import MINES, Answered
from sapper.lab.statistics import Estimate, bootstrap, share

ALIKE = 0.05
"""the largest difference between chances that count as the same"""
BINS = 10


@dataclass(frozen=True, slots=True)
class Score:
    points: Estimate
    best: Estimate | None
    """None for games, and if no item has several answers"""
    items: int
    positions: int


@dataclass(frozen=True, slots=True)
class PartScore:
    part: str
    score: Score
    rungs: dict[str, Score]
    answers: int
    """the number of answers, with the missing ones"""
    unreadable: int
    missing: int
    cut: int
    """the number of answers that were cut at a token limit"""
    claims: int
    false_claims: int
    needless: int
    """for `play`, the number of guesses made although a cell was provably safe"""
    guesses: int
    won: int
    accepted: tuple[int, int]
    """for `prove`, the number of accepted derivations and of all derivations"""


@dataclass(frozen=True, slots=True)
class Bin:
    """A bin of similar stated chances.

    `said` is the mean stated chance, and `exact` is the mean of the exact odds.
    """

    said: float
    exact: float
    count: int


@dataclass(frozen=True, slots=True)
class Scores:
    name: str
    total: Estimate | None
    """None unless all parts were taken"""
    parts: dict[str, PartScore]
    not_taken: tuple[str, ...]
    samples: int
    """the largest number of answers to an item"""
    best: Estimate | None
    """the total score if only the best of an item's answers counts; None without several answers"""
    consistency: Estimate | None
    """None if no position has several copies"""
    calibration: tuple[Bin, ...]
    brier: float | None
    """None if no chance was stated"""
    seconds: float
    tokens: int
    graded: tuple[Graded, ...]

    @property
    def ece(self) -> float | None:
        count = sum(one.count for one in self.calibration)
        if not count:
            return None
        return sum(one.count * abs(one.said - one.exact) for one in self.calibration) / count

    def to_json(self) -> dict[str, Any]:
        parts = {}
        for part, found in self.parts.items():
            parts[part] = asdict(found) | {"accepted": list(found.accepted)}
            del parts[part]["part"]
        return {
            "examinee": self.name,
            "total": None if self.total is None else asdict(self.total),
            "parts": parts,
            "not_taken": list(self.not_taken),
            "samples": self.samples,
            "best": None if self.best is None else asdict(self.best),
            "consistency": None if self.consistency is None else asdict(self.consistency),
            "calibration": [asdict(one) for one in self.calibration],
            "brier": self.brier,
            "ece": self.ece,
            "seconds": self.seconds,
            "tokens": self.tokens,
            "items": [
                {
                    "id": one.item.id,
                    "sample": one.sample,
                    "state": one.state,
                    "points": one.points,
                }
                for one in self.graded
            ],
        }


def score(
    name: str,
    items: Sequence[Item],
    answers: Mapping[str, Sequence[Answered]],
    progress: Callable[[int, int], None] | None = None,
) -> Scores:
    """Grade an examinee. `answers` maps the ids of items to their answers."""
    taken = {item.part for item in items if item.id in answers}
    asked = [item for item in items if item.part in taken]
    graded = grade(asked, answers, Scale.of(asked), progress)
    parts = {
        part: _part(part, [one for one in graded if one.item.part == part])
        for part in PARTS
        if part in taken
    }
    offered = {item.part for item in items}
    said = [one for item in asked for one in answers.get(item.id, ())]
    whole = len(parts) == len(PARTS)
    found = [parts[part].score for part in PARTS] if whole else []
    samples = max((len(answers.get(item.id, ())) for item in asked), default=1)
    return Scores(
        name,
        _mean([score.points for score in found]) if whole else None,
        parts,
        tuple(part for part in PARTS if part in offered - taken),
        samples,
        _mean([score.best or score.points for score in found]) if whole and samples > 1 else None,
        _consistency(graded),
        _calibration(graded),
        _brier(graded),
        sum(one.seconds for one in said),
        sum(one.tokens for one in said),
        tuple(graded),
    )


def _part(part: str, graded: Sequence[Graded]) -> PartScore:
    rungs = {
        rung: _score([one for one in graded if one.item.rung == rung])
        for rung in RUNGS
        if any(one.item.rung == rung for one in graded)
    }
    games = [one.played for one in graded if one.played is not None]
    proofs = [
        one for one in graded if part == "prove" and one.state == "read" and "proof" in one.answer
    ]
    return PartScore(
        part,
        _score(graded),
        rungs,
        len(graded),
        sum(one.state == "unreadable" for one in graded),
        sum(one.state == "missing" for one in graded),
        sum(one.answered is not None and one.answered.is_cut for one in graded),
        sum(one.claims for one in graded),
        sum(one.false_claims for one in graded),
        sum(game.needless for game in games),
        sum(game.guesses for game in games),
        sum(game.result.won for game in games),
        (sum(one.points == 1 for one in proofs), len(proofs)),
    )


def _score(graded: Sequence[Graded]) -> Score:
    items: dict[str, list[Graded]] = {}
    for one in graded:
        items.setdefault(one.item.id, []).append(one)
    several = any(len(answers) > 1 and answers[0].item.part != "play" for answers in items.values())

    def estimate(of: Callable[[Iterator[float]], float]) -> Estimate:
        groups: dict[str, list[float]] = {}
        for answers in items.values():
            points = of(one.points for one in answers)
            groups.setdefault(answers[0].item.group, []).append(points)
        return bootstrap(np.array([fmean(points) for points in groups.values()]))

    positions = len({one.item.group for one in graded})
    return Score(estimate(fmean), estimate(max) if several else None, len(items), positions)


def _mean(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates."""
    count = len(estimates)
    value = fmean(one.value for one in estimates)
    below = math.hypot(*(one.value - one.low for one in estimates)) / count
    above = math.hypot(*(one.high - one.value for one in estimates)) / count
    return Estimate(value, value - below, value + above)


def _consistency(graded: Sequence[Graded]) -> Estimate | None:
    groups: dict[tuple[str, str], list[Graded]] = {}
    for one in graded:
        if one.item.part != "play" and one.sample == 1:
            groups.setdefault((one.item.part, one.item.group), []).append(one)
    several = [copies for copies in groups.values() if len(copies) > 1]
    if not several:
        return None
    return share(sum(map(_alike, several)), len(several))


def _alike(copies: Sequence[Graded]) -> bool:
    if any(one.state != "read" for one in copies):
        return False
    found = [_first_form(one) for one in copies]
    return all(
        a.keys() == b.keys()
        and all(
            abs(a[key] - b[key]) <= ALIKE if isinstance(a[key], float) else a[key] == b[key]
            for key in a
        )
        for a, b in pairwise(found)
    )


def _first_form(one: Graded) -> dict[Any, Any]:
    """Convert an answer for a rotated or mirrored position to one for the original."""
    item, answer = one.item, one.answer
    grid = item.view.grid

    def cell(name: str) -> int:
        return place(grid.parse_cell(name), grid, inverse(item.turn))

    match item.part:
        case "choose":
            return {"cell": "best" if one.best else cell(answer["cell"])}
        case "prove":
            if "proof" in answer or one.best:
                return {"points": one.points}
            named = {cell(name) for name in answer["clues"] if name != MINES}
            return {"clues": named, "mines": MINES in answer["clues"]}
    return {cell(name): value for name, value in answer.items()}


def _stated(graded: Sequence[Graded]) -> Iterator[tuple[float, float]]:
    """Each stated chance, with the exact one."""
    for one in graded:
        if one.item.part == "estimate" and one.state == "read":
            exact = chances(one.item.view)
            for name, cell in one.item.named.items():
                yield one.answer[name], exact[cell]


def _brier(graded: Sequence[Graded]) -> float | None:
    errors = [(said - exact) ** 2 + exact * (1 - exact) for said, exact in _stated(graded)]
    return fmean(errors) if errors else None


def _calibration(graded: Sequence[Graded]) -> tuple[Bin, ...]:
    bins: dict[int, list[tuple[float, float]]] = {}
    for said, exact in _stated(graded):
        bins.setdefault(min(int(said * BINS), BINS - 1), []).append((said, exact))
    return tuple(
        Bin(fmean(said for said, _ in pairs), fmean(exact for _, exact in pairs), len(pairs))
        for _, pairs in sorted(bins.items())
    )
