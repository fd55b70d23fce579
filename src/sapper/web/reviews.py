"""Stores the results of reviews in the database, and summarises them.

    without luck    the chance of winning at the start, minus the cost of errors. Its mean
                    estimates the win rate, and varies far less than the share of wins
                    (sapper.review.many)
    trend           for each game, the mean over this game and up to 19 games before it

The reviews themselves are made in reviewer.py.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from itertools import takewhile
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    Select,
    String,
    Table,
    Text,
    delete,
    insert,
)
from sqlalchemy import select as query

from sapper.review.label import ERRORS
from sapper.review.many import adjusted_rate
from sapper.review.summary import MissJson, ReviewSummary
from sapper.web.database import Statement
from sapper.web.forms import LevelReviewsForm, PastReviewForm, ReviewsForm, TrendPointForm
from sapper.web.schema import games, metadata
from sapper.web.statistics import name
from sapper.web.store import GameRow, Store
from sapper.words import said, say
from sapper.words.kinds import LabelName

TREND = 20
"""the maximum number of games averaged in a point of the trend"""

LEAST = 10
"""the number of games averaged in the first point; fewer would say little"""

SEARCHED = 100
"""how many of the latest games are searched for needless guesses"""

POINTS = 200
"""the maximum number of points; older ones are left out"""

# If the review of a game failed, all columns except the game are NULL.
table = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("guesses", Integer),
    Column("survival", Float),
    Column("start", Float),
    Column("start_error", Float),
    Column("error", Float),
    Column("estimated_error", Float),
    Column("luck", Integer),
    Column("cost", Integer),
    Column("decisions", Integer),
    Column("mistakes", Integer),
    Column("verdict", Text),
    Column("decisive", String(20)),
    Column("picture", Text),
    Column("misses", Text),
)

cards = Table(
    "cards",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # The worst event in each of 16 regions, as one letter per region (sapper.review.regions).
    Column("marks", String(16), nullable=False),
)

# The whole answers of the reviews that were opened.
answers = Table(
    "answers",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("language", String(8), primary_key=True),
    # A hash of the moves, of the uses of help, and of Sapper's version.
    Column("question", String(64), nullable=False),
    # Compressed JSON, about 20 kB for an expert game.
    Column("answer", LargeBinary, nullable=False),
)

KnownReviews: TypeAlias = Mapping[str, ReviewSummary | None]
"""reviews by game, None for a failed review"""

MISSES = TypeAdapter(list[MissJson])


def question_of(record: str, helps: Sequence[int]) -> str:
    """A short name of what a review is about. With another one, a stored answer does not count."""
    return sha256(json.dumps([version("sapper"), record, *helps]).encode()).hexdigest()


def answer(store: Store, key: tuple[str, str], question: str) -> Any | None:
    """The stored answer to a question about a game (the first part of `key`) in a language."""
    game, language = key
    same = (answers.c.game == game, answers.c.language == language, answers.c.question == question)
    for (packed,) in store.select(query(answers.c.answer).where(*same)):
        # If a stored answer can't be read, leave it out, so that the game is reviewed again.
        with suppress(zlib.error, ValueError):
            return json.loads(zlib.decompress(packed))
    return None


def answer_of(key: tuple[str, str], question: str, answer: Any) -> list[Statement]:
    """The statements that store an answer."""
    game, language = key
    old = delete(answers).where(answers.c.game == game, answers.c.language == language)
    packed = zlib.compress(json.dumps(answer).encode())
    values = {"game": game, "language": language, "question": question, "answer": packed}
    return [(old, {}), (insert(answers), values)]


def keep(store: Store, game: str, answer: Mapping[str, Any], *also: Statement) -> None:
    # Another server may review the same game, so lock the game until the review is stored.
    turn = query(games.c.id).where(games.c.id == game).with_for_update()
    values = {
        "game": game,
        **answer["summary"],
        "picture": answer["replay"]["last_view"],
        "misses": json.dumps(answer["misses"]),
    }
    store.write(
        (turn, {}),
        *((delete(one).where(one.c.game == game), {}) for one in (table, cards)),
        (insert(table), values),
        (insert(cards), {"game": game, "marks": answer["marks"]}),
        *also,
    )


def keep_failure(store: Store, game: str) -> None:
    """Record that a game can't be reviewed. Raises a StoreError if the game has a review."""
    store.write((insert(table), {"game": game}))


def is_kept(store: Store, game: str) -> bool:
    return game in of_games(store, [game])


FIGURES = query(*(table.c[name] for name in ("game", *ReviewSummary.__slots__)))


def of_player(store: Store, player: str) -> KnownReviews:
    own = FIGURES.join(games, games.c.id == table.c.game).where(games.c.player == player)
    return _read(store, own)


def of_games(store: Store, some: Collection[str]) -> KnownReviews:
    return _read(store, FIGURES.where(table.c.game.in_(some)))


def _read(store: Store, wanted: Select[Any]) -> KnownReviews:
    found: dict[str, ReviewSummary | None] = {}
    for game, *figures in store.select(wanted):
        row = dict(zip(ReviewSummary.__slots__, figures, strict=True))
        # If a stored review can't be read, leave it out, so that the game is reviewed again.
        with suppress(ValueError):
            found[game] = None if figures[0] is None else ReviewSummary.from_row(row)
    return found


def counted(store: Store, player: str) -> list[GameRow]:
    rows = store.history(player, SEARCHED, assisted=False)
    return [row for row in rows if row.outcome in ("won", "lost") and row.clicks]


def unknown(rows: Iterable[GameRow], found: KnownReviews) -> list[str]:
    return [row.id for row in rows if row.clicks and row.id not in found]


def pictures(store: Store, some: Collection[str]) -> dict[str, str]:
    return dict(_column(store, "picture", some))


def misses(store: Store, some: Collection[str]) -> dict[str, list[MissJson]]:
    found = {}
    for game, text in _column(store, "misses", some):
        with suppress(ValueError):
            found[game] = MISSES.validate_json(text, strict=True)
    return found


def marks(store: Store, game: str) -> str | None:
    found = store.select(query(cards.c.marks).where(cards.c.game == game))
    return found[0][0] if found else None


def _column(store: Store, column: str, some: Collection[str]) -> list[Any]:
    wanted = table.c[column]
    rows = store.select(query(table.c.game, wanted).where(table.c.game.in_(some)))
    return [(game, value) for game, value in rows if isinstance(value, str)]


def overview(rows: Sequence[GameRow], found: KnownReviews) -> ReviewsForm:
    """The reviews of a player's games, and statistics. The latest game comes first in `rows`."""
    listed = [(row, review) for row in rows if (review := found.get(row.id)) is not None]
    alone = [pair for pair in reversed(listed) if _counts(pair[0])]
    levels: dict[str, list[tuple[GameRow, ReviewSummary]]] = {}
    for row, review in alone:
        levels.setdefault(row.level, []).append((row, review))
    clean = takewhile(lambda pair: pair[1].mistakes == 0, reversed(alone))
    ends = range(max(LEAST, len(alone) + 1 - POINTS), len(alone) + 1)
    return ReviewsForm(
        games=[_past(row, review) for row, review in listed],
        levels=sorted((_level(pairs) for pairs in levels.values()), key=lambda one: -one.games),
        trend=[_point(alone[max(0, end - TREND) : end]) for end in ends],
        no_error_streak=sum(1 for _ in clean),
        waiting=len(unknown(rows, found)),
    )


def is_lost_by_error(row: GameRow, review: ReviewSummary | None) -> bool:
    """Whether the move that lost the game was an error, according to the review."""
    return row.outcome == "lost" and review is not None and review.decisive in ERRORS


def _counts(row: GameRow) -> bool:
    return row.outcome in ("won", "lost") and not row.assisted


def _past(row: GameRow, review: ReviewSummary) -> PastReviewForm:
    verdict = say(*review.verdict)
    return PastReviewForm(
        game=row.id,
        account=review.account.to_json(),
        decisions=review.decisions,
        mistakes=review.mistakes,
        verdict=verdict,
        verdict_runs=verdict.to_json(),
        headline=said(*review.verdict[:1]),
        decisive=review.decisive,
        decisive_name=say(LabelName(review.decisive)),
    )


def _rates(pairs: Sequence[tuple[GameRow, ReviewSummary]]) -> dict[str, float]:
    rate = adjusted_rate([review for _, review in pairs])
    won = sum(row.outcome == "won" for row, _ in pairs) / len(pairs)
    # Estimated costs of errors can add up to more than the chance of winning.
    value = min(1.0, max(0.0, rate.value))
    return {"won": won, "adjusted": value, "low": rate.low, "high": rate.high}


def _level(pairs: Sequence[tuple[GameRow, ReviewSummary]]) -> LevelReviewsForm:
    level = pairs[0][0].level
    return LevelReviewsForm(level=level, name=name(level), games=len(pairs), **_rates(pairs))


def _point(pairs: Sequence[tuple[GameRow, ReviewSummary]]) -> TrendPointForm:
    error = sum(review.estimated_error for _, review in pairs) / len(pairs)
    return TrendPointForm(created=pairs[-1][0].created, error=error, **_rates(pairs))
