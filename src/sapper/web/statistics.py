"""Statistics of past games. Assisted games are left out, and abandoned games count as not won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sapper.core.board import NO_GUESS
from sapper.core.level import NAMED
from sapper.lab.statistics import wilson
from sapper.review.summary import ReviewSummary
from sapper.web.forms import LevelStatisticsForm, PastGameForm
from sapper.web.store import GameRow

_NAMES = {str(level): name for name, level in NAMED.items()}
_STORED = frozenset(GameRow.__slots__)


def name(level: str) -> str:
    return _NAMES.get(level, level)


def levels(wanted: str) -> set[str]:
    """The strings that the database may store for the level `wanted`, which may be a name."""
    return {wanted, str(NAMED[wanted])} if wanted in NAMED else {wanted}


def no_guess(row: GameRow) -> bool:
    head = (row.board or "").partition("\n")[0]
    return row.wanted is not None or head.endswith(NO_GUESS)


def per_second(row: GameRow) -> float | None:
    if row.outcome != "won" or not row.elapsed or row.three_bv is None:
        return None
    return row.three_bv / (row.elapsed / 1000)


def efficiency(row: GameRow) -> float | None:
    if row.outcome != "won" or not row.clicks or row.three_bv is None:
        return None
    return row.three_bv / row.clicks


def past(row: GameRow, review: ReviewSummary | None = None) -> PastGameForm:
    stored = {field: getattr(row, field) for field in PastGameForm.model_fields.keys() & _STORED}
    return PastGameForm(
        **{**stored, "share": row.share if row.outcome else None},
        name=name(row.level),
        no_guess=no_guess(row),
        three_bv_per_second=per_second(row),
        guesses=None if review is None else review.guesses,
        survival=None if review is None else review.survival,
    )


def by_level(
    rows: Iterable[GameRow], reviews: Mapping[str, ReviewSummary | None]
) -> list[LevelStatisticsForm]:
    levels: dict[str, list[GameRow]] = {}
    for row in sorted(rows, key=lambda row: row.created):
        if row.outcome is not None and not row.assisted:
            levels.setdefault(row.level, []).append(row)
    return sorted((_level(rows, reviews) for rows in levels.values()), key=lambda s: -s.played)


def _level(
    rows: Sequence[GameRow], reviews: Mapping[str, ReviewSummary | None]
) -> LevelStatisticsForm:
    won = [row for row in rows if row.outcome == "won"]
    low, high = wilson(len(won), len(rows))
    streak = longest = 0
    for row in rows:
        streak = streak + 1 if row.outcome == "won" else 0
        longest = max(longest, streak)
    times = [row.elapsed for row in won if row.elapsed is not None]
    reviewed = [found for row in rows if (found := reviews.get(row.id)) is not None]
    return LevelStatisticsForm(
        level=rows[0].level,
        name=name(rows[0].level),
        played=len(rows),
        won=len(won),
        rate=len(won) / len(rows),
        low=low,
        high=high,
        best=min(times, default=None),
        mean=sum(times) / len(times) if times else None,
        best_three_bv_per_second=max(filter(None, map(per_second, won)), default=None),
        best_efficiency=max(filter(None, map(efficiency, won)), default=None),
        streak=streak,
        longest_streak=longest,
        guesses=sum(found.guesses for found in reviewed),
        expected_survival=(
            sum(found.survival for found in reviewed) / len(reviewed) if reviewed else None
        ),
        times=times,
    )
