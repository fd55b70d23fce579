"""The routes for playing daily boards, and for their results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Literal

from fastapi import APIRouter, Request

from sapper.core.level import NAMED
from sapper.errors import SapperError
from sapper.web import daily, forms, reviews, statistics
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.routes.play import game_form
from sapper.web.server import PlayerId, Server, TheServer, address_of
from sapper.web.store import GameRow
from sapper.words import kinds, said

routes = APIRouter(tags=["daily"])

SHOWN_ELSEWHERE = (kinds.GameWon, kinds.NotFinished, kinds.LuckAndChoices)
"""messages of a verdict that are left out, because the page's title or figures say the same"""


@routes.get("/daily")
def today(server: TheServer, player: PlayerId) -> forms.DailyForm:
    """Today's boards (in UTC) with the player's first tries, and results of the last seven days."""
    now = daily.now()
    day = now.date()
    found = daily.first_tries(server.store, player)
    streak, longest = daily.streaks(daily.days_won(found), day)
    week = [day - timedelta(back) for back in reversed(range(7))]
    return forms.DailyForm(
        date=day.isoformat(),
        seconds_left=_seconds_left(now),
        featured=daily.FEATURED,  # type: ignore[arg-type]
        boards=[_board(server, day, level, found.get((day, level))) for level in daily.LEVELS],
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


def _board(server: Server, day: date, name: str, row: GameRow | None) -> forms.DailyBoardForm:
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
        server.new_games.take(address_of(request))
        board = daily.board_of(server.store, day, form.level).board
        try:
            # The same transaction adds the game and records the first try, so there is never a
            # second game.
            seat = server.games.start(
                player,
                board.level,
                board,
                also=lambda game: [daily.note(player, day, form.level, game)],
            )
            return game_form(seat)
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
    return forms.CardForm(
        date=day.isoformat(),
        level=level,
        game=row.id,
        outcome=row.outcome,  # type: ignore[arg-type]
        assisted=row.assisted,
        elapsed=row.elapsed or 0,
        opened=row.opened or 0,
        difficulty=daily.board_of(store, day, level).difficulty,
        marks=marks,
        guesses=review.guesses,
        account=review.account.to_json(),
        reason=said(*(one for one in review.verdict if not isinstance(one, SHOWN_ELSEWHERE))),
    )
