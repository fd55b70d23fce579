"""The daily boards: starting or resuming one, and the results."""

from __future__ import annotations

from datetime import datetime, timedelta

from fastapi import APIRouter, Request

from sapper.core.level import NAMED
from sapper.errors import SapperError
from sapper.web import daily, forms, statistics
from sapper.web.database import Statement
from sapper.web.problems import GAME_PROBLEMS
from sapper.web.routes.play import game_form
from sapper.web.server import Player, TheServer, address_of
from sapper.web.store import Row

routes = APIRouter(prefix="/daily", tags=["daily"])

SHOWN = timedelta(days=5 * 7)
"""how far back the list of days goes"""


@routes.get("")
def today(server: TheServer, player: Player) -> forms.DailyForm:
    """Today's boards (in UTC) with the player's first tries at them, and the days before."""
    now = daily.now()
    found = daily.first_tries(server.store, player)
    streak, longest = daily.streaks(daily.days_won(found), now.date())
    listed: dict[str, list[str]] = {}
    for (day, level), row in found.items():
        if day > now.date() - SHOWN and (row.outcome is not None or day == now.date()):
            won = listed.setdefault(day.isoformat(), [])
            won += [level] * daily.counts(row)
    return forms.DailyForm(
        date=now.date().isoformat(),
        seconds_left=_seconds_left(now),
        boards=[_board(level, found.get((now.date(), level))) for level in daily.LEVELS],
        streak=streak,
        longest_streak=longest,
        days=[forms.DailyDayForm(date=day, won=won) for day, won in listed.items()],
    )


def _seconds_left(now: datetime) -> int:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(1)
    return int((midnight - now).total_seconds())


def _board(name: str, row: Row | None) -> forms.DailyBoardForm:
    level = NAMED[name]
    return forms.DailyBoardForm(
        level=name,
        width=level.width,
        height=level.height,
        mines=level.mines,
        game=row.id if row else None,
        outcome=row.outcome if row else None,  # type: ignore[arg-type]
        assisted=row is not None and row.assisted,
        elapsed=row.elapsed if row else None,
        opened=row.opened if row else None,
        three_bv_per_second=statistics.per_second(row) if row else None,
    )


@routes.post("", responses=GAME_PROBLEMS)
def play(
    request: Request, server: TheServer, player: Player, form: forms.DailyQuestionForm
) -> forms.GameForm:
    """Return the player's first try at one of today's boards. Start it if there is none yet."""
    day = daily.now().date()
    found = daily.first_tries(server.store, player).get((day, form.level))
    if found is None:
        server.new_games.take(address_of(request))
        board = daily.board_of(day, form.level)

        def note(game: str) -> list[Statement]:
            return [daily.note(player, day, form.level, game)]

        try:
            # One change adds the game and records the first try, so there is never a second game.
            return game_form(server.games.start(player, board.level, board, False, note))
        except SapperError:
            # If another tab was quicker, there already is a first try. Other errors are real.
            found = daily.first_tries(server.store, player).get((day, form.level))
            if found is None:
                raise
    return game_form(server.games.seat(player, found.id))
