"""Reviews: what the review of each past game came to, kept beside the games.

A review takes from milliseconds to seconds, so what the history shows of it is kept: it is made
when a player looks back at a game, or when the history is asked for and a game has none.

    without luck    the chance at the start less the errors: its mean is the player's win rate, and
                    varies far less than wins and losses do (sapper.review.many)
    trend           for each game the mean of it and those before, 20 at most
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Float, ForeignKey, Integer, String, Table, Text, delete, insert
from sqlalchemy import select as query

from sapper.review.many import adjusted_rate
from sapper.review.review import Account, whole
from sapper.web import practice
from sapper.web.forms import LevelReviews, PastReview, Reviews, TrendPoint
from sapper.web.statistics import name
from sapper.web.store import Row, Store, games, metadata

if TYPE_CHECKING:
    from sapper.web.server import Server

TREND = 20
"""games that a point of the trend is the mean of"""

LEAST = 5
"""games that the first point is the mean of: of fewer, it would say nothing"""

POINTS = 200
"""of the trend, the latest"""

AT_ONCE = 20
"""games that are reviewed after one look at the history"""

table = Table(
    "verdicts",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("start", Float, nullable=False),
    Column("start_error", Float, nullable=False),
    Column("error", Float, nullable=False),
    Column("luck", Integer, nullable=False),
    Column("cost", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("mistakes", Integer, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("decisive", String(20), nullable=False),
    Column("picture", Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a review."""

    start: float
    start_error: float
    error: float
    """as it is estimated, for rates over many games"""
    luck: int
    """in points, as the verdict tells it; and so is the cost of the choices"""
    cost: int
    decisions: int
    mistakes: int
    verdict: str
    decisive: str

    @property
    def account(self) -> Account:
        """The figures that belong to the verdict."""
        return Account(whole(self.start), self.luck, self.cost)

    @property
    def adjusted(self) -> float:
        """The result with luck taken out."""
        return self.start - self.error


def summed_up(found: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a review in detail (sapper.review.page)."""
    kept = Kept(
        found["start"],
        found["start_error"],
        found["estimated_error"],
        found["account"]["luck"],
        found["account"]["error"],
        found["decisions"],
        found["mistakes"],
        found["verdict"],
        found["decisive"],
    )
    return {**asdict(kept), "picture": found["end"]}


def keep(store: Store, game: str, answer: Mapping[str, Any]) -> None:
    """Write down what a review came to (worker.replay_game), in place of what was there."""
    found = answer["replay"]
    old = delete(table).where(table.c.game == game)
    store.write((old, {}), (insert(table), {"game": game, **summed_up(found)}))
    practice.keep(store, game, found["error"], answer["misses"])


def known(store: Store, player: str) -> dict[str, Kept]:
    """A player's reviews, by game."""
    columns = (table.c[name] for name in ("game", *Kept.__slots__))  # pictures are for a page
    own = query(*columns).join(games, games.c.id == table.c.game).where(games.c.player == player)
    return {game: Kept(*rest) for game, *rest in store.select(own)}


def pictures(store: Store, some: Collection[str]) -> dict[str, str | None]:
    """The boards of these games at their end, of those that are reviewed."""
    return dict(store.select(query(table.c.game, table.c.picture).where(table.c.game.in_(some))))


def review_later(server: Server, player: str, rows: Sequence[Row]) -> None:
    """Review some games that have no review yet; nobody waits for it."""
    for row in rows[:AT_ONCE]:
        server.later("review", row.id, partial(_review, server, player, row.id))


def _review(server: Server, player: str, game: str) -> None:
    record = server.table.record(server.table.seat(player, game))
    keep(server.store, game, server.analyst.ask("replay_game", record=str(record)))


def summary(rows: Iterable[Row], found: Mapping[str, Kept], waiting: int) -> Reviews:
    """What the reviews of games, the latest first, amount to."""
    listed = [(row, found[row.id]) for row in rows if row.id in found]
    alone = [pair for pair in reversed(listed) if _counts(pair[0])]
    levels: dict[str, list[tuple[Row, Kept]]] = {}
    for row, kept in alone:
        levels.setdefault(row.level, []).append((row, kept))
    ends = range(max(LEAST, len(alone) + 1 - POINTS), len(alone) + 1)
    return Reviews(
        games=[_past(row, kept) for row, kept in listed],
        levels=sorted((_level(pairs) for pairs in levels.values()), key=lambda one: -one.games),
        trend=[_point(alone[max(0, end - TREND) : end]) for end in ends],
        waiting=waiting,
    )


def _counts(row: Row) -> bool:
    return row.outcome in ("won", "lost") and not row.assisted


def _past(row: Row, kept: Kept) -> PastReview:
    return PastReview(
        game=row.id,
        account=kept.account.to_json(),
        decisions=kept.decisions,
        mistakes=kept.mistakes,
        verdict=kept.verdict,
        decisive=kept.decisive,
    )


def _rates(pairs: Sequence[tuple[Row, Kept]]) -> dict[str, float]:
    rate = adjusted_rate([(kept.adjusted, kept.start_error) for _, kept in pairs])
    won = sum(row.outcome == "won" for row, _ in pairs) / len(pairs)
    # Errors that are estimated add up to more than there was to lose, now and then.
    value = min(1.0, max(0.0, rate.value))
    return {"won": won, "adjusted": value, "low": rate.low, "high": rate.high}


def _level(pairs: Sequence[tuple[Row, Kept]]) -> LevelReviews:
    level = pairs[0][0].level
    return LevelReviews(level=level, name=name(level), games=len(pairs), **_rates(pairs))


def _point(pairs: Sequence[tuple[Row, Kept]]) -> TrendPoint:
    error = sum(kept.error for _, kept in pairs) / len(pairs)
    return TrendPoint(created=pairs[-1][0].created, error=error, **_rates(pairs))
