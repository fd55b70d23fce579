"""The results of a board of a room: places, who played best, and the sentences about them.

    place          by time. Only boards won without help have a place; below them come the others,
                   by the share of the board that they opened
    without luck   the chance of winning at the start minus the errors, in points, but at least 0
    best           the most without luck, among those who played to the end. Ties share it

Names are None for the reader, whom the sentences call "you".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sapper.review.summary import ReviewSummary
from sapper.words import Message, kinds

State: TypeAlias = Literal["waiting", "playing", "won", "lost", "unfinished", "unplayed"]
"""unfinished and unplayed: made some moves, or none, before the race went on"""

ENDED = ("won", "lost")


@dataclass(frozen=True, slots=True)
class Play:
    """How far somebody is on a board. `elapsed` and what follows are set when they are done."""

    person: int
    state: State
    share: float
    player: str = ""
    game: str | None = None
    elapsed: int | None = None
    ended: float | None = None
    """when the game ended, in seconds since 1970"""
    moved: float = 0.0
    """when the last move was made, or when the race began if there is none yet"""
    assisted: bool = False
    per_second: float | None = None
    is_reviewed: bool = False
    review: ReviewSummary | None = None
    """None until the game is reviewed, and if it could not be reviewed"""
    needless: int | None = None
    """the number of needless guesses, once all games on the board are reviewed"""

    @property
    def is_done(self) -> bool:
        return self.state in (*ENDED, "unfinished", "unplayed")

    @property
    def has_place(self) -> bool:
        return self.state == "won" and not self.assisted

    @property
    def without_luck(self) -> int | None:
        if self.state not in ENDED or self.review is None:
            return None
        return max(0, self.review.account.start - self.review.account.error)


def ranked(plays: Iterable[Play]) -> list[tuple[int | None, Play]]:
    """The rows of the table with their places. The same time is the same place."""
    rows = sorted(plays, key=lambda one: (-one.has_place, _order(one), one.person))
    times = [one.elapsed for one in rows if one.has_place]
    return [(times.index(one.elapsed) + 1 if one.has_place else None, one) for one in rows]


def _order(play: Play) -> tuple[float, float]:
    if play.has_place:
        return float(play.elapsed or 0), 0.0
    return -play.share, float(play.elapsed or 0)


def unreviewed(plays: Iterable[Play]) -> int:
    return sum(one.state in ENDED and not one.is_reviewed for one in plays)


def winners(plays: Sequence[Play]) -> list[int]:
    return [one.person for place, one in ranked(plays) if place == 1]


def best(plays: Sequence[Play]) -> list[int]:
    """Those who played best, by place, or nobody until all games are reviewed."""
    found = {one.person: one.without_luck for _, one in ranked(plays)}
    known = [points for points in found.values() if points is not None]
    if not known or unreviewed(plays):
        return []
    return [person for person, points in found.items() if points == max(known)]


def counts(plays: Iterable[Play]) -> bool:
    """Whether a board counts in the score: at least two are done, even if one did not finish."""
    return sum(one.is_done for one in plays) >= 2


def score(boards: Iterable[Sequence[Play]], people: Iterable[int]) -> list[tuple[int, int, int]]:
    """Each person with the number of boards won and played best, the most boards won first."""
    won: Counter[int] = Counter()
    played_best: Counter[int] = Counter()
    for plays in boards:
        won.update(winners(plays))
        played_best.update(best(plays))
    rows = [(one, won[one], played_best[one]) for one in people]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def so_far(plays: Sequence[Play], me: int) -> list[Message]:
    """For somebody who is done while others are still playing."""
    mine = next(((place, one) for place, one in ranked(plays) if one.person == me), None)
    left = sum(not one.is_done for one in plays)
    place, hit = (None, False) if mine is None else (mine[0], mine[1].state == "lost")
    return [kinds.RoomSoFar(place, hit, left)]


def last_end(plays: Sequence[Play], me: int, names: Mapping[int, str | None]) -> list[Message]:
    """The last end of somebody else's game, for somebody who is still playing."""
    ends = [one for one in plays if one.person != me and one.state in ENDED]
    if not ends:
        return []
    last = max(ends, key=lambda one: one.ended or 0.0)
    name = names[last.person]
    assert name is not None
    return [kinds.RoomEnded(name, last.state == "won")]


def verdict(plays: Sequence[Play], names: Mapping[int, str | None]) -> list[list[Message]]:
    """The headline over the table of a board, and perhaps a second line."""
    rows = ranked(plays)
    first = winners(plays)
    top = best(plays)
    ended = [one for _, one in rows if one.state in ENDED]
    is_clean = bool(top) and all(one.review and not one.review.cost for one in ended)
    headline = [_won(rows, first, names)]
    if is_clean and len(ended) > 1:
        headline.append(kinds.RoomNoErrors())
    elif top and len(ended) > 1:
        if len(first) == 1 and first[0] in top and len(top) < len(ended):
            headline = [kinds.RoomWonAndBest(names[first[0]])]
        elif not set(first) & set(top) and len(top) < len(ended):
            better = bool(first) or len(ended) == 2
            headline.append(kinds.RoomPlayedBetter(names[top[0]], better))
    by_person = {one.person: one for one in ended}
    second: list[Message] = []
    guesser = by_person.get(first[0]) if first else None
    if guesser is not None and guesser.needless:
        second.append(kinds.RoomGuessed(names[guesser.person], guesser.needless))
    clever = by_person.get(top[0]) if top else None
    if second and clever is not None and clever.review is not None and not clever.review.guesses:
        second.append(kinds.RoomNeverGuessed(names[clever.person]))
    return [headline, second] if second else [headline]


def _won(
    rows: Sequence[tuple[int | None, Play]], first: list[int], names: Mapping[int, str | None]
) -> Message:
    if not first:
        return kinds.RoomNobodyWon()
    if len(first) > 1:
        return kinds.RoomSameTime(tuple(sorted((names[one] for one in first), key=_you_first)))
    second = next((one for place, one in rows if place is not None and place > 1), None)
    if second is None:
        is_only = sum(one.state in ENDED for _, one in rows) > 1
        return kinds.RoomOnlyWinner(names[first[0]], is_only)
    lead = (second.elapsed or 0) - (rows[0][1].elapsed or 0)
    return kinds.RoomWonBy(names[first[0]], lead / 1000)


def _you_first(name: str | None) -> tuple[bool, str]:
    return name is not None, name or ""
