"""Verifying: points for a single answer, with the reason.

This is for people who train a language model with rewards that can be verified. The same item and
answer always get the same points, on every machine.

>>> from sapper.exam import make_items, score_answer
>>> (item,) = make_items(1, seed=7, parts=["prove"])
>>> item.cells
('G6',)
>>> score_answer(item, 'The 1 at E5 touches it. {"clues": ["E5"]}').reason
'The cited clues do not prove that G6 is a mine.'
>>> found = score_answer(item, '{"clues": ["G5", "E5"]}')
>>> round(found.points, 3), found.reason
(0.952, 'The cited clues prove that G6 is a mine, but 1 would be enough.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sapper.core.level import Level
from sapper.errors import unusable, whole_number
from sapper.exam.grading import (
    UNPROVED,
    Graded,
    Scale,
    State,
    chances,
    claim_of,
    grade_one,
    verdicts,
    wins,
)
from sapper.exam.items import LEVEL, PARTS, RENDERS, ExamSettings, Item, public_key
from sapper.exam.making import make
from sapper.exam.reading import Answered, plain, read
from sapper.words import how_many
from sapper.words.en import percent

SCALE = Scale()


@dataclass(frozen=True, slots=True)
class AnswerScore:
    points: float
    state: State
    """`read`, `unreadable` or `missing`"""
    reason: str
    """why the answer got these points, in a few English sentences"""


def make_items(
    positions: int = 42,
    *,
    seed: int = 0,
    parts: Sequence[str] = PARTS,
    copies: int = 1,
    renders: Sequence[str] = RENDERS,
    level: str = str(LEVEL),
) -> list[Item]:
    """Make the items of a public exam, as `sapper exam make` does.

    `positions` is the number of positions in each part, and `copies` is the number of items for
    each position. The same arguments give the same items on every machine.
    """
    settings = ExamSettings(
        _names("parts", parts),
        whole_number("positions", positions),
        whole_number("copies", copies),
        _names("renders", renders),
        str(Level.of(level)),
    )
    seed = whole_number("seed", seed)
    return [replace(item, source=f"seed {seed}") for item in make(settings, public_key(seed))]


def _names(what: str, given: Sequence[str]) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise unusable(what, given, "a list of names")
    return tuple(given)


def score_answer(
    item: Item, answer: str | Mapping[str, Any] | None, scale: Scale = SCALE
) -> AnswerScore:
    """Score a single answer: its points, and the reason for them.

    `answer` is the text that the examinee wrote, or only the JSON object of the answer. None is no
    answer. `scale` says what is worth 0 points; by default, it is that of the public exam. For
    items of another level, use `Scale.of(items)`. A whole game gets 1 if it is won and 0 if not,
    because luck can only be removed from many games.
    """
    if not isinstance(item, Item):
        raise unusable("item", item, "an item of make_items or load_items")
    if not isinstance(scale, Scale):
        raise unusable("scale", scale, "a Scale, such as Scale.of(items)")
    if isinstance(answer, str):
        found = read(item, answer)
    else:
        found = plain(answer, item.part, item.cells, item.view)
    answered = None if answer is None else Answered(item.id, found)
    graded = grade_one(item, answered, scale)
    if graded.played is not None:
        graded = replace(graded, points=float(graded.state == "read" and graded.played.result.won))
    return AnswerScore(graded.points, graded.state, reason(graded))


def reason(one: Graded) -> str:
    """Why an answer got its points."""
    if one.state == "missing":
        return "There is no answer."
    if one.played is None and one.state == "unreadable":
        return "The answer can't be read. It needs a JSON object in the form that the prompt shows."
    return {
        "deduce": _deduced,
        "prove": _proved,
        "estimate": _estimated,
        "choose": _chosen,
        "play": _played,
    }[one.item.part](one)


def _deduced(one: Graded) -> str:
    truth, said = verdicts(one.item), one.answer
    wrong = [name for name in truth if said[name] != truth[name]]
    if not wrong:
        return "All verdicts are correct."
    right = f"{len(truth) - len(wrong)} of {how_many(len(truth), 'verdict')} right."
    listed = [f"{name} is {_verdict(truth[name])}, not {_verdict(said[name])}." for name in wrong]
    return " ".join([*listed, right])


def _verdict(word: str) -> str:
    return "a mine" if word == "mine" else word


def _proved(one: Graded) -> str:
    claim = f"{one.item.cells[0]} is {'a mine' if claim_of(one.item) > 0 else 'safe'}"
    if "proof" in one.answer:
        if one.problem:
            return f"The derivation of “{claim}” is rejected: {one.problem.rstrip('.')}."
        return f"The derivation proves that {claim}."
    if one.best:
        return f"The cited clues prove that {claim}, and no smaller set does."
    if one.problem == UNPROVED:
        return f"The cited clues do not prove that {claim}."
    return f"The cited clues prove that {claim}, but {one.problem}."


def _estimated(one: Graded) -> str:
    exact = chances(one.item.view)
    return " ".join(
        f"{name}: {percent(one.answer[name])} stated, {percent(exact[cell])} exact."
        for name, cell in one.item.named.items()
    )


def _chosen(one: Graded) -> str:
    found, name = wins(one.item.view), one.answer["cell"]
    won = percent(found[one.item.view.grid.parse_cell(name)])
    if one.best:
        return f"{name} is the best cell: it wins {won} of the time."
    best = max(found, key=found.__getitem__)
    better = f"{one.item.view.grid.name(best)} would win {percent(found[best])}."
    return f"{name} wins {won} of the time. {better}"


def _played(one: Graded) -> str:
    game = one.played
    assert game is not None
    if not game.readable:
        return "The game ended with a move that can't be read or played."
    won = "The game was won." if game.result.won else "The game was not won."
    return f"{won} Needless guesses: {game.needless} of {game.guesses}."
