"""The routes for playing daily boards, their results and tables, and the player's name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from statistics import median
from typing import Literal

from fastapi import APIRouter, Request

from sapper.core.level import NAMED
from sapper.errors import SapperError
from sapper.review.summary import ReviewSummary
from sapper.web import daily, forms, names, reviews, statistics
from sapper.web.database import Statement
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.routes.play import game_form
from sapper.web.server import PlayerId, Reading, Server, TheServer, address_of
from sapper.web.store import GameRow
from sapper.words import kinds, said

routes = APIRouter(tags=["daily"])

FEATURED_FIRST = sorted(daily.LEVELS, key=lambda level: level != daily.FEATURED)
SHOWN_ELSEWHERE = (kinds.GameWon, kinds.NotFinished, kinds.LuckAndChoices)
"""messages of a verdict that are left out, because the page's title or figures say the same"""
LEAST = 5
"""the minimum number of players for which results are compared"""
MOST = 200
"""the maximum number of solving times, and of table rows, in an answer"""


@routes.get("/daily")
def today(server: TheServer, player: PlayerId) -> forms.DailyForm:
    """Today's boards (in UTC) with the player's first tries, and results of the last seven days."""
    now = daily.now()
    day = now.date()
    found = daily.first_tries(server.store, player)
    known = daily.known_tries(server.store, player)
    streak, longest = daily.streaks(daily.days_won(found, known), day)
    solved = daily.table(server.store, daily.finished(server.store, [day]))
    week = [day - timedelta(back) for back in reversed(range(7))]
    return forms.DailyForm(
        date=day.isoformat(),
        seconds_left=_seconds_left(now),
        featured=daily.FEATURED,  # type: ignore[arg-type]
        boards=[
            _board(
                server,
                day,
                level,
                found.get((day, level)),
                sum(one.level == level for one in solved),
            )
            for level in daily.LEVELS
        ],
        streak=streak,
        longest_streak=longest,
        week=[
            forms.DailyDayForm(
                date=one.isoformat(),
                result=_result(
                    [found[one, level] for level in daily.LEVELS if (one, level) in found]
                ),
            )
            for one in week
        ],
    )


def _seconds_left(now: datetime) -> int:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(1)
    return int((midnight - now).total_seconds())


def _result(rows: Sequence[GameRow]) -> Literal["won", "helped", "lost"] | None:
    won = [row.assisted for row in rows if row.outcome == "won"]
    if won:
        return "helped" if all(won) else "won"
    return "lost" if any(row.outcome for row in rows) else None


def _board(
    server: Server, day: date, name: str, row: GameRow | None, solved: int
) -> forms.DailyBoardForm:
    level = NAMED[name]
    rated = daily.board_of(server.store, day, name)
    return forms.DailyBoardForm(
        level=name,  # type: ignore[arg-type]
        width=level.width,
        height=level.height,
        mines=level.mines,
        difficulty=rated.difficulty,
        hardest=rated.hardest,
        needed=rated.needed,
        solved=solved,
        game=row.id if row else None,
        outcome=row.outcome if row else None,  # type: ignore[arg-type]
        assisted=row is not None and row.assisted,
        elapsed=row.elapsed if row else None,
        opened=row.opened if row else None,
        three_bv_per_second=statistics.per_second(row) if row else None,
    )


@routes.post("/daily", responses=GAME_PROBLEMS)
def play(
    request: Request, server: TheServer, player: PlayerId, form: forms.DailyQuestionForm
) -> forms.GameForm:
    """Return the player's first try at one of today's boards, or start one if there is none."""
    day = daily.now().date()
    found = daily.first_tries(server.store, player).get((day, form.level))
    if found is None:
        address = address_of(request)
        server.new_games.take(address)
        board = daily.board_of(server.store, day, form.level).board
        has_seen = daily.has_seen(server.store, player, day, form.level)

        def note(game: str) -> list[Statement]:
            place = daily.note_place(day, board, game, address)
            return [daily.note(player, day, form.level, game), place]

        try:
            # The same transaction adds the game and records the first try, so there is never a
            # second game.
            return game_form(server.games.start(player, board.level, board, has_seen, note))
        except SapperError:
            # If another tab was faster, the player already has a first try.
            found = daily.first_tries(server.store, player).get((day, form.level))
            if found is None:
                raise
    return game_form(server.games.seat(player, found.id))


@routes.get("/daily/card", responses=GAME_PROBLEMS)
def card(
    request: Request, server: TheServer, player: PlayerId, level: forms.DailyLevel = "intermediate"
) -> forms.CardForm:
    """The result of the player's first try at one of today's boards, without the board itself."""
    store, day = server.store, daily.now().date()
    row = daily.first_tries(store, player).get((day, level))
    if row is None or row.outcome is None:
        raise RefusedError(409, "finish the board first")
    review = reviews.of_games(store, [row.id]).get(row.id)
    marks = reviews.marks(store, row.id)
    if review is None or marks is None:
        server.review(request, server.games.seat(player, row.id))
        review, marks = reviews.of_games(store, [row.id])[row.id], reviews.marks(store, row.id)
    assert review is not None
    assert marks is not None
    entries = daily.table(store, daily.finished(store, [day], [level]))
    times = [one.row.elapsed or 0 for one in entries]
    ranks = {one.row.id: rank for rank, one in enumerate(entries, 1)}
    compared = len(times) >= LEAST
    return forms.CardForm(
        date=day.isoformat(),
        level=level,
        game=row.id,
        outcome=row.outcome,  # type: ignore[arg-type]
        assisted=row.assisted,
        known=row.id in daily.known_tries(store, player),
        elapsed=row.elapsed or 0,
        opened=row.opened or 0,
        difficulty=daily.board_of(store, day, level).difficulty,
        marks=marks,
        guesses=review.guesses,
        account=review.account.to_json(),
        reason=said(*(one for one in review.verdict if not isinstance(one, SHOWN_ELSEWHERE))),
        solved=len(times),
        rank=ranks.get(row.id),
        median=round(median(times)) if compared else None,
        times=_some(times) if compared else [],
    )


def _some(times: Sequence[int]) -> list[int]:
    """Up to MOST of the times, chosen at even intervals, including the first and the last."""
    if len(times) <= MOST:
        return list(times)
    return [times[index * (len(times) - 1) // (MOST - 1)] for index in range(MOST)]


@routes.get("/daily/table")
def table(
    server: TheServer,
    player: PlayerId,
    _: Reading,
    level: forms.DailyLevel = "intermediate",
    span: Literal["today", "yesterday", "week"] = "today",
) -> forms.TableForm:
    """The players who solved a daily board without help, the fastest first.

    The table of a week contains each player's fastest game on the last seven boards. Games without
    a review are reviewed in the background.
    """
    store, now = server.store, daily.now().date()
    day = now - timedelta(1) if span == "yesterday" else now
    days = [day - timedelta(back) for back in range(7 if span == "week" else 1)]
    found = daily.finished(store, days, [level])
    best: dict[str, daily.Try] = {}
    for one in daily.table(store, found):
        best.setdefault(one.row.player, one)
    entries = list(best.values())
    own = [index for index, one in enumerate(entries) if one.row.player == player]
    chosen = sorted({*range(len(entries))[:MOST], *own, *range(len(entries))[-1:]})
    rows = [entries[index].row for index in chosen]
    known = reviews.of_games(store, [row.id for row in rows])
    for row in [row for row in rows if row.id not in known][:MOST]:
        server.reviewer.review_later(row.player, [row.id])
    shown = names.shown(store, {row.player for row in rows})
    starts = {review.account.start for review in known.values() if review is not None}
    return forms.TableForm(
        date=day.isoformat(),
        level=level,
        span=span,
        boards=[_rated(server, day, name, span) for name in FEATURED_FIRST],
        solved=len(entries),
        lost=len({one.row.player for one in found if one.row.outcome == "lost"} - {*best}),
        start=starts.pop() if len(starts) == 1 else None,
        waiting=sum(row.id not in known for row in rows),
        rows=[
            _row(rank + 1, row, row.player == player, shown.get(row.player), known.get(row.id))
            for rank, row in zip(chosen, rows, strict=True)
        ],
    )


def _rated(server: Server, day: date, name: str, span: str) -> forms.TableBoardForm:
    # Use only stored boards, and do not deal boards for past days.
    found = daily.kept(server.store, day, name) if span != "week" else None
    return forms.TableBoardForm(level=name, difficulty=found and found.difficulty)  # type: ignore[arg-type]


def _row(
    rank: int, row: GameRow, you: bool, name: str | None, review: ReviewSummary | None
) -> forms.TableRowForm:
    return forms.TableRowForm(
        rank=rank,
        name=name,
        you=you,
        elapsed=row.elapsed or 0,
        three_bv_per_second=statistics.per_second(row),
        mistakes=None if review is None else review.mistakes,
        error=None if review is None else review.account.error,
        luck=None if review is None else review.account.luck,
    )


@routes.get("/name")
def get_name(server: TheServer, player: PlayerId) -> forms.NameForm:
    """The player's name, and whether other players see it."""
    found = names.of_player(server.store, player)
    return forms.NameForm(name=found.name, shown=found.shown)


@routes.post("/name")
def set_name(
    request: Request, server: TheServer, player: PlayerId, form: forms.NameForm
) -> forms.NameForm:
    """Change the player's name, or delete it (null). Others see it only if `shown` is true."""
    server.new_games.take(address_of(request))
    name = None if form.name is None else names.checked(form.name)
    names.keep(server.store, player, names.Name(name, form.shown))
    return forms.NameForm(name=name, shown=form.shown and name is not None)
