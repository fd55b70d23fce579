"""The routes for a player's past games, their statistics, and an export."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from sapper.review.review_json import ReplayedGameJson
from sapper.web import forms, reviews, statistics
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.routes.play import game_form
from sapper.web.server import (
    FILE_BODY,
    Exporting,
    FileBody,
    PlayerId,
    Reading,
    TheSeat,
    TheServer,
    address_of,
)
from sapper.web.store import GameRow

routes = APIRouter(tags=["history"])

CHUNK = 50
"""the number of games that a worker replays in one task"""
MOVES = 100
"""the number of moves to play on from that cost as much as a new game"""


@routes.get("/games")
def running(server: TheServer, player: PlayerId) -> list[forms.RunningGameForm]:
    """The player's unfinished games with at least one move, the latest first."""
    rows = server.store.under_way(player)
    rooms = server.rooms.reader.of_games([row.id for row in rows])
    return [
        forms.RunningGameForm(**statistics.past(row).model_dump(), room=rooms.get(row.id))
        for row in rows
    ]


@routes.get("/history")
def history(
    server: TheServer,
    player: PlayerId,
    _: Reading,
    level: Annotated[str | None, Query(max_length=64)] = None,
    outcome: Literal["won", "lost", "left"] | None = None,
    assisted: bool | None = None,
    by_error: Annotated[bool, Query(description="only games lost by an error")] = False,
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
    limit: Annotated[int, Query(ge=0, le=500)] = 100,
) -> forms.HistoryForm:
    """The player's games that match the filters, the latest first, and statistics.

    The statistics include games that do not match the filters. Listed games without a review are
    reviewed in the background, the latest first.
    """
    everything = server.store.history(player, server.limits.history)
    known = reviews.of_player(server.store, player)
    levels = None if level is None else statistics.levels(level)
    games = [
        row
        for row in everything
        if (levels is None or row.level in levels)
        and outcome in (None, row.outcome)
        and assisted in (None, row.assisted)
        and (not by_error or reviews.is_lost_by_error(row, known.get(row.id)))
    ]
    page = games[offset : offset + limit]
    ends = reviews.pictures(server.store, [row.id for row in page])
    # Start the reviews after reading the pictures, so that no game in the answer has a picture but
    # no review.
    server.reviewer.review_later(player, reviews.unknown(page, known))
    return forms.HistoryForm(
        games=[forms.ListedGameForm(**_past(row, known), end=ends.get(row.id)) for row in page],
        running=running(server, player),
        levels=statistics.by_level(everything, known),
        total=len(games),
        finished=len(everything),
    )


def _past(row: GameRow, known: reviews.KnownReviews) -> dict[str, Any]:
    return statistics.past(row, known.get(row.id)).model_dump()


@routes.delete("/games/{game}", status_code=204, responses=GAME_PROBLEMS)
def delete_game(server: TheServer, seat: TheSeat) -> None:
    """Delete a game with its moves and its review."""
    server.games.delete(seat)


@routes.delete("/me", status_code=204)
def delete_everything(server: TheServer, player: PlayerId) -> None:
    """Delete a player's games and other data."""
    server.games.forget(player)
    server.rooms.reader.forget()


@routes.get("/export", response_model=forms.ExportForm)
def export(request: Request, server: TheServer, player: PlayerId, _: Exporting) -> Response:
    """A player's latest finished games, with their records."""
    games = []
    rows = server.store.history(player, server.limits.history)
    known = reviews.of_player(server.store, player)
    for start in range(0, len(rows), CHUNK):
        some = rows[start : start + CHUNK]
        moves = server.store.moves_of([row.id for row in some])
        played = [
            {
                "level": row.level,
                "seed": row.seed,
                "board": row.board,
                "first": row.first,
                "moves": moves[row.id],
            }
            for row in some
        ]
        records = server.jobs.ask("records", client=address_of(request), games=played)
        for row, record in zip(some, records, strict=True):
            game = forms.ExportedGameForm(**_past(row, known), record=record)
            games.append(game.model_dump_json())
    text = f'{{"games":[{",".join(games)}]}}'
    headers = {
        "Content-Disposition": 'attachment; filename="sapper-games.json"',
        # Send the export uncompressed, because compressing it would delay all other requests.
        "Content-Encoding": "identity",
    }
    return Response(text, media_type="application/json", headers=headers)


@routes.get("/reviews")
def reviewed(
    server: TheServer,
    player: PlayerId,
    _: Reading,
    level: Annotated[str | None, Query(max_length=64)] = None,
) -> forms.ReviewsForm:
    """The reviews of a player's games, the luck-adjusted win rates, and their trend.

    Games without a review are reviewed in the background, the latest first.
    """
    rows = server.store.history(player, server.limits.history)
    if level is not None:
        # Filter the rows here, because a database query would fail for some strings on PostgreSQL.
        levels = statistics.levels(level)
        rows = [row for row in rows if row.level in levels]
    known = reviews.of_player(server.store, player)
    server.reviewer.review_later(player, reviews.unknown(rows, known))
    return reviews.overview(rows, known)


@routes.get("/games/{game}/replay", responses=GAME_PROBLEMS)
def replay(request: Request, server: TheServer, seat: TheSeat) -> ReplayedGameJson:
    """A finished game move by move, with positions, labels and chances of winning."""
    found: ReplayedGameJson = server.review(request, seat)["replay"]
    return found


@routes.post("/replay", openapi_extra=FILE_BODY)
def replay_file(
    request: Request, server: TheServer, data: FileBody, partial: bool = False
) -> forms.ReplayedFileForm:
    """The game in a file of any format, move by move.

    If the file can't be read, `problem` gives the reason. If `partial` is true, the part of a
    damaged file before the damage is shown.
    """
    return forms.ReplayedFileForm(**server.analyse(request, "replay", data=data, partial=partial))


@routes.post("/games/{game}/on", status_code=201, responses=GAME_PROBLEMS)
def play_on(
    request: Request, server: TheServer, player: PlayerId, seat: TheSeat, form: forms.PlayOnForm
) -> forms.GameForm:
    """Start a new game with the first moves of a finished game and their times.

    The new game counts as assisted.
    """
    moves = server.games.record(seat).moves[: form.moves]
    if len(moves) < form.moves:
        raise RefusedError(
            422,
            "the game has {count:move|moves}, not {claimed}",
            count=len(moves),
            claimed=form.moves,
        )
    server.new_games.take(address_of(request), 1 + len(moves) / MOVES)
    return game_form(server.games.again(player, seat.row.share, moves=moves))
