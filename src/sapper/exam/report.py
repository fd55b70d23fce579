"""Scores as rows of text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from sapper.exam.items import PARTS
from sapper.exam.scores import PartScore, Score, Scores
from sapper.lab.statistics import Estimate
from sapper.words import how_many, plural


def points(estimate: Estimate) -> str:
    """A score with its confidence interval.

    >>> points(Estimate(0.5, 0.4321, 0.6))
    '0.50 [0.43, 0.60]'
    """
    low, value, high = (round(x, 2) + 0.0 for x in (estimate.low, estimate.value, estimate.high))
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


FEW = 5
"""with fewer positions, a score has no interval"""


def scored(score: Score, best: bool = False) -> str:
    """A score as text, with its interval if there are enough positions."""
    full = points((score.best if best else None) or score.points)
    return full if score.positions >= FEW else full.partition(" ")[0]


def best_first(all_scores: Sequence[Scores]) -> list[Scores]:
    """Sort examinees by their mean points in the parts that they took."""

    def mean(scores: Scores) -> float:
        return fmean(part.score.points.value for part in scores.parts.values())

    return sorted(all_scores, key=mean, reverse=True)


def total_rows(all_scores: Sequence[Scores]) -> list[list[str]]:
    """One row per examinee, with the total score and the score of each part."""
    parts = [part for part in PARTS if any(part in one.parts for one in all_scores)]
    copied = any(one.consistency is not None for one in all_scores)
    rows = [["examinee", "total", *parts, *["consistency"] * copied]]
    for one in best_first(all_scores):
        found = [scored(one.parts[p].score) if p in one.parts else "" for p in parts]
        alike = "" if one.consistency is None else points(one.consistency)
        total = "" if one.total is None else points(one.total)
        rows.append([one.name, total, *found, *[alike] * copied])
        if one.samples > 1:
            name = f"{one.name}, best of {one.samples}"
            found = [scored(one.parts[p].score, best=True) if p in one.parts else "" for p in parts]
            total = "" if one.best is None else points(one.best)
            rows.append([name, total, *found, *[""] * copied])
    return rows


def rung_rows(scores: Scores) -> list[list[str]]:
    """One row per technique, with its scores in all parts that test several techniques."""
    parts = [part for part in scores.parts.values() if len(part.rungs) > 1]
    rungs = dict.fromkeys(rung for part in parts for rung in part.rungs)
    rows = [["technique", *(part.part for part in parts)]]
    for rung in rungs:
        found = [scored(p.rungs[rung]) if rung in p.rungs else "" for p in parts]
        rows.append([rung, *found])
    return rows if parts else []


def notes(scores: Scores) -> list[str]:
    """Other remarks about an examinee, one sentence each."""
    said = [note for part in scores.parts.values() for note in part_notes(part)]
    if scores.samples > 1:
        said.append(
            f"The largest number of samples of an item is {scores.samples}. Scores are means."
        )
    if scores.not_taken:
        listed = ", ".join(scores.not_taken)
        said.append(f"Not taken, so there is no total: {listed}.")
    elif scores.total is None:
        said.append("This exam has not all parts, so there is no total.")
    if scores.brier is not None:
        said.append(
            f"estimate: Brier score {scores.brier:.3f}, calibration error (ECE) {scores.ece:.3f}."
        )
    if scores.seconds >= 1:
        tokens = f" and {scores.tokens:,} {plural(scores.tokens, 'token')} of output"
        took = f"{scores.seconds:,.0f} s{tokens if scores.tokens else ''}"
        said.append(f"All answers together took {took}.")
    return said


def part_notes(part: PartScore) -> list[str]:
    said = []
    if part.cut:
        cut = how_many(part.cut, "answer")
        said.append(f"{part.part}: {cut} cut at a token limit. `exam ask --retry-cut` asks again.")
    if part.unreadable and part.part == "play":
        ended = how_many(part.unreadable, "game")
        said.append(f"play: {ended} ended with an unreadable move, and so not won.")
    elif part.unreadable:
        said.append(
            f"{part.part}: {how_many(part.unreadable, 'unreadable answer')}, worth 0 points."
        )
    if part.missing:
        missing = how_many(part.missing, "missing answer")
        said.append(f"{part.part}: {missing}, worth 0 points.")
    if part.claims:
        said.append(f"{part.part}: {part.false_claims} of {how_many(part.claims, 'claim')} false.")
    if part.part == "play":
        said.append(
            f"play: {part.won} of {how_many(part.answers, 'game')} won, {part.needless} of "
            f"{how_many(part.guesses, 'guess', 'guesses')} needless."
        )
    accepted, derivations = part.accepted
    if derivations:
        said.append(f"prove: {accepted} of {how_many(derivations, 'derivation')} accepted.")
    return said
