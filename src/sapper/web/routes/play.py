"""Playing: games, moves, help with them, and what is left of a game at its end."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any, Literal

from fastapi import APIRouter, Request, Response

from sapper.core.board import Board
from sapper.core.replay import Replay
from sapper.core.view import HIDDEN, Move, View
from sapper.explain.hints import HintJson
from sapper.formats import find
from sapper.formats import write as write_noun
from sapper.reason.odds import MayGuessJson, OddsJson
from sapper.review.metrics import Metrics
from sapper.review.review_json import ReviewJson
from sapper.web import forms, statistics
from sapper.web.live_games import Seat
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.reading import parse_level
from sapper.web.server import GameId, Player, Server, TheSeat, TheServer, address_of

routes = APIRouter()


@routes.post("/games", status_code=201, tags=["play"], responses=GAME_PROBLEMS)
def new_game(
    request: Request, server: TheServer, player: Player, form: forms.NewGameForm
) -> forms.GameForm:
    """Start a game."""
    server.new_games.take(address_of(request))
    given = [form.level, form.board, form.share]
    if sum(thing is not None for thing in given) != 1:
        raise RefusedError(422, "give exactly one of level, board and share")
    without_guessing = form.no_guess or form.technique is not None or form.at_most is not None
    if form.level is None and without_guessing:
        raise RefusedError(422, "no_guess, technique and at_most need a level")
    old = None
    if form.replace is not None:
        with contextlib.suppress(RefusedError):  # there is no such game any more
            old = server.games.seat(player, form.replace)
    if form.share is not None:
        seat = server.games.again(player, form.share, replacing=old)
    elif form.board is not None:
        board = Board.parse(server.analyse(request, "board", text=form.board))
        seat = server.games.start(player, board.level, board, replacing=old)
    elif without_guessing:
        seat = _without_guessing(request, server, player, form, old)
    else:
        assert form.level is not None
        seat = server.games.start(player, parse_level(form.level), replacing=old)
    return game_form(seat)


def _without_guessing(
    request: Request, server: Server, player: str, form: forms.NewGameForm, old: Seat | None
) -> Seat:
    """A game on a board that the dealer finds; a worker does, since some are rare."""
    assert form.level is not None
    level = parse_level(form.level)
    wish = {"technique": form.technique, "at_most": form.at_most}
    text = server.analyse(request, "deal_wanted", level=str(level), **wish)
    # Unlike a board that a player brings, nobody has seen it.
    return server.games.start(player, level, Board.parse(text), assisted=False, replacing=old)


@routes.get("/games/{game}", tags=["play"], responses=GAME_PROBLEMS)
def get_game(seat: TheSeat) -> forms.GameForm:
    """A game as its player may see it."""
    return game_form(seat)


@routes.post(
    "/games/{game}/moves",
    tags=["play"],
    responses={
        **GAME_PROBLEMS,
        412: {"model": forms.ProblemForm, "description": "The game has other moves than you think"},
    },
)
async def move(
    request: Request, server: TheServer, player: Player, game: GameId, form: forms.MoveForm
) -> forms.ChangeForm:
    """Make a move. When this answers, the move is on the disk.

    The websocket at /api/play takes the same form with the game's id as `game`, and is quicker.
    """
    server.count_move(player, address_of(request))
    return await server.at_table(make_move, server, player, game, form)


def make_move(server: Server, player: str, game_id: str, form: forms.MoveForm) -> forms.ChangeForm:
    """Make a move. When this returns, the move is on the disk."""
    seat = server.games.seat(player, game_id)
    with seat.lock:
        if form.cell >= seat.level.size:
            seat.game.grid.name(form.cell)  # raises, naming the limit
        change = server.games.play(seat, Move(form.kind, form.cell), after=form.after)
        game = seat.game
        return forms.ChangeForm(
            cells=list(change.cells),
            symbols=change.symbols,
            opened=change.opened,
            flags=game.view.flags,
            moves=game.move_count,
            elapsed=game.elapsed,
            outcome=seat.row.outcome,  # type: ignore[arg-type]
            end=_end(seat),
        )


@routes.post("/games/{game}/undo", tags=["play"], responses=GAME_PROBLEMS)
async def undo(request: Request, server: TheServer, player: Player, game: GameId) -> forms.GameForm:
    """Take the last move back; the game is assisted from then on, and its board stays."""
    server.count_move(player, address_of(request))
    return await server.at_table(_undo, server, player, game)


def _undo(server: Server, player: str, game: str) -> forms.GameForm:
    seat = server.games.seat(player, game)
    server.games.undo(seat)
    return game_form(seat)


@routes.post("/games/{game}/leave", status_code=204, tags=["play"], responses=GAME_PROBLEMS)
def leave(server: TheServer, seat: TheSeat) -> None:
    """Give a game up; one in which nothing was ever opened is forgotten."""
    server.games.leave(seat)


@routes.get("/games/{game}/odds", tags=["help"], responses=GAME_PROBLEMS)
def game_odds(request: Request, server: TheServer, seat: TheSeat) -> OddsJson:
    """The exact odds of a game under way; it is assisted once they say anything."""
    answer: OddsJson = _help(request, server, seat, "odds")
    return answer


@routes.post("/games/{game}/hint", tags=["help"], responses=GAME_PROBLEMS)
def game_hint(
    request: Request, server: TheServer, seat: TheSeat, form: forms.HintQuestionForm
) -> HintJson:
    """A hint of the tier asked for; the game is assisted once it says anything."""
    answer: HintJson = _help(request, server, seat, "hint", tier=form.tier)
    return answer


@routes.get("/games/{game}/guess", tags=["help"], responses=GAME_PROBLEMS)
def may_guess(request: Request, server: TheServer, seat: TheSeat) -> MayGuessJson:
    """Am I allowed to guess? Only when no cell is certainly safe."""
    answer: MayGuessJson = _help(request, server, seat, "guess")
    return answer


@routes.post("/games/{game}/flags", tags=["help"], responses=GAME_PROBLEMS)
def flag_mines(request: Request, server: TheServer, seat: TheSeat) -> forms.FlagsForm:
    """Flag every cell that is certainly a mine; the game is assisted once there is one."""
    view = _position(seat)
    odds: OddsJson = server.analyse(request, "odds", position=str(view))
    with seat.lock:
        # The game may have gone on meanwhile: a mine stays one, but its cell may have a flag.
        mines = [] if seat.over else map(view.grid.parse_cell, odds["mines"])
        flagged = [cell for cell in mines if seat.game.view[cell] == HIDDEN]
        if flagged:
            server.games.play(seat, *(Move("flag", cell) for cell in flagged), assisted=True)
        return forms.FlagsForm(
            cells=flagged,
            symbols="F" * len(flagged),
            flags=seat.game.view.flags,
            moves=seat.game.move_count,
            assisted=seat.row.assisted,
        )


def _position(seat: Seat) -> View:
    """What the player of a game under way sees."""
    with seat.lock:
        if seat.over:
            raise RefusedError(409, "the game is over")
        return seat.game.view


def _help(request: Request, server: Server, seat: Seat, task: str, **question: Any) -> Any:
    """What a worker says about a game under way.

    The game is assisted before the answer is given, but not if the question is refused.
    """
    view = _position(seat)
    answer = server.analyse(request, task, position=str(view), **question)
    if not view.first_is_safe:  # else there is nothing to tell
        server.games.assist(seat)
    return answer


FileName = Literal[
    "position.txt", "board.txt", "board.mbf", "record.txt", "replay.rawvf", "replay.evf"
]


@routes.get(
    "/games/{game}/files/{name}",
    tags=["files"],
    responses={
        **GAME_PROBLEMS,
        200: {"content": {"text/plain": {}, "application/octet-stream": {}}},
    },
    response_class=Response,
)
def game_file(server: TheServer, seat: TheSeat, name: FileName) -> Response:
    """A game as a file; all but the position only when it is over."""
    media = "text/plain; charset=utf-8"
    data: str | bytes
    if name == "position.txt":
        with seat.lock:
            data = str(seat.game.view)
    else:
        record = server.games.record(seat)
        match name:
            case "board.txt":
                data = str(record.board)
            case "record.txt":
                data = str(record)
            case "replay.rawvf" | "replay.evf":
                created = int(seat.row.created * 1_000_000)
                replay = replace(Replay.of(record), created=created)
                data = write_noun(replay, find(name.partition(".")[2]))
                if name == "replay.evf":
                    media = "application/octet-stream"
            case "board.mbf":
                data = write_noun(record.board, find("mbf"))
                media = "application/octet-stream"
    disposition = {"Content-Disposition": f'attachment; filename="sapper-{name}"'}
    return Response(data, media_type=media, headers=disposition)


@routes.get("/games/{game}/metrics", tags=["files"], responses=GAME_PROBLEMS)
def game_metrics(request: Request, server: TheServer, seat: TheSeat) -> Metrics:
    """What a game that is over is measured by: clicks, efficiency, ZiNi, luck (docs/metrics.md)."""
    record = server.games.record(seat)
    return Metrics(**server.analyse(request, "metrics", record=str(record)))


@routes.get("/games/{game}/review", tags=["files"], responses=GAME_PROBLEMS)
def game_review(request: Request, server: TheServer, seat: TheSeat) -> ReviewJson:
    """What was luck and what was skill in a game that is over (docs/review.md)."""
    found: ReviewJson = server.review(request, seat)["review"]
    return found


def game_form(seat: Seat) -> forms.GameForm:
    """A game as its player may see it."""
    with seat.lock:
        game, level = seat.game, seat.level
        return forms.GameForm(
            id=seat.row.id,
            level=str(level),
            width=level.width,
            height=level.height,
            mines=level.mines,
            rows=game.view.rows,
            flags=game.view.flags,
            moves=game.move_count,
            elapsed=seat.row.elapsed if seat.row.elapsed is not None else game.elapsed,
            started=game.move_count > 0,
            assisted=seat.row.assisted,
            outcome=seat.row.outcome,  # type: ignore[arg-type]
            end=_end(seat),
        )


def _end(seat: Seat) -> forms.EndForm | None:
    """The truth, once it can do no harm."""
    if not seat.over:
        return None
    board, row = seat.game.board, seat.row
    if board is None:
        return None
    measured = board.statistics
    clicks = row.clicks or 0
    won = row.outcome == "won"
    return forms.EndForm(
        share=row.share,
        answer=seat.game.answer,
        three_bv=measured.three_bv,
        openings=measured.openings,
        islands=measured.islands,
        clicks=clicks,
        opened=row.opened or 0,
        efficiency=measured.three_bv / clicks if won and clicks else None,
        three_bv_per_second=statistics.per_second(row),
    )
