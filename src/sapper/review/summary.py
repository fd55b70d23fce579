"""The data that a server stores about a review: figures, and needless guesses to practise on."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired

from typing_extensions import TypedDict

from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.review.account import Account, whole
from sapper.review.label import Label
from sapper.review.review import Review
from sapper.words import Message, from_json
from sapper.words.kinds import PatternName


@dataclass(frozen=True, slots=True)
class ReviewSummary:
    guesses: int
    """the number of risky moves, including the first opening if it could hit a mine"""
    survival: float
    start: float
    start_error: float
    error: float
    """the chance of winning that choices lost, without unclear losses"""
    estimated_error: float
    """like `error`, but with unclear losses, for averages over many games"""
    luck: int
    """in points, as in the verdict"""
    cost: int
    """the error in points, as in the verdict"""
    decisions: int
    mistakes: int
    verdict: tuple[Message, ...]
    decisive: str

    @classmethod
    def of(cls, found: Review) -> ReviewSummary:
        account = found.account
        return cls(
            guesses=len(found.risks),
            survival=found.survival,
            start=found.start.win,
            start_error=found.start.error,
            error=found.error,
            estimated_error=found.estimated_error,
            luck=account.luck,
            cost=account.error,
            decisions=len(found.decisions),
            mistakes=len(found.errors),
            verdict=found.messages,
            decisive=str(found.decisive),
        )

    def to_row(self) -> dict[str, Any]:
        verdict = json.dumps([one.to_json() for one in self.verdict])
        return {name: getattr(self, name) for name in self.__slots__} | {"verdict": verdict}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> ReviewSummary:
        """Read a row, or raise a ValueError if a value has the wrong type."""
        if not all(_fits(row[name], kind) for name, kind in cls.__annotations__.items()):
            raise ValueError(f"not a review: {row}")
        verdict = json.loads(row["verdict"])
        if not isinstance(verdict, list):
            raise ValueError(f"not a verdict: {verdict}")
        return cls(**{**row, "verdict": tuple(map(from_json, verdict))})

    @property
    def account(self) -> Account:
        return Account(whole(self.start), self.luck, self.cost)

    @property
    def adjusted(self) -> float:
        return self.start - self.estimated_error


def _fits(value: object, kind: str) -> bool:
    match kind:
        case "int":
            return type(value) is int
        case "float":
            return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, str)


class MissJson(TypedDict):
    """A needless guess: the position, its provable cells, and the loss in the chance of winning."""

    move: int
    position: str
    technique: str
    safe: list[str]
    mines: list[str]
    guessed: str
    lost: float
    pattern: NotRequired[PatternName | None]
    """missing in reviews that an earlier version stored"""


def misses(found: Review) -> list[MissJson]:
    positions = []
    for move in found.guesses:
        if move.label is not Label.NEEDLESS:
            continue
        assert move.why is not None
        name = move.view.grid.name
        # Keep a flag only if its cell is a provable mine.
        states = bytes(
            HIDDEN if state == FLAGGED and cell not in move.mines else state
            for cell, state in enumerate(move.view.states)
        )
        positions.append(
            MissJson(
                move=move.number,
                position=str(View(move.view.level, states)),
                technique=str(move.why.technique),
                safe=[name(cell) for cell in move.safe],
                mines=[name(cell) for cell in move.mines],
                guessed=name(move.move.cell),
                lost=move.lost,
                pattern=move.why.pattern_page,
            )
        )
    return positions
