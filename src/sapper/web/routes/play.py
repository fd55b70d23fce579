"""The routes for games, moves, help, and the files of a finished game."""

# mypy: disable-error-code="no-any-return"

# FastAPI checks the JSON from workers against the declared types, so mypy need not.

from __future__ import annotations

import contextlib
from typing import Any, Literal

from fastapi import APIRouter, Request, Response

from sapper.core.board import Board
from sapper.core.view import HIDDEN, Move, View
from sapper.explain.hints import HintJson
from sapper.reason.odds import MayGuessJson, OddsJson
from sapper.review.metrics import Metrics
from sapper.review.review_json import ReviewJson
from sapper.web import forms, statistics
from sapper.web.dealing import new_seed
from sapper.web.live_games import Seat
from sapper.web.problems import GAME_PROBLEMS, RefusedError
from sapper.web.reading import parse_level
from sapper.web.server import GameId, PlayerId, Server, TheSeat, TheServer, address_of

routes = APIRouter()


@routes.post("/games", status_code=201, tags=["play"], responses=GAME_PROBLEMS)
def new_game(
    request: Request, server: TheServer, player: PlayerId, form: forms.NewGameForm
) -> forms.GameForm:
    """Start a game."""
    server.new_games.take(address_of(request))
    given = [form.level, form.board, form.share]
    if sum(thing is not None for thing in given) != 1:
        raise RefusedError(422, "give exactly one of level, board and share")
    without_guessing = form.no_guess or form.technique is not None or form.at_most is not None
    if form.level is None and without_guessing:
        raise RefusedError(422, "no_guess, technique and at_most can be used only with a level")
    old = None
    if form.replace is not None:
        with contextlib.suppress(RefusedError):  # the old game no longer exists
            old = server.games.seat(player, form.replace)
    if form.share is not None:
        server.rooms.check_share(player, form.share)
        seat = server.games.again(player, form.share, replacing=old)
    elif form.board is not None:
        board = Board.parse(server.analyse(request, "board", text=form.board))
        seat = server.games.start(player, board.level, board, assisted=True, replacing=old)
    elif without_guessing:
        seat = _without_guessing(request, server, player, form, old)
    else:
        assert form.level is not None
        seat = server.games.start(player, parse_level(form.level), replacing=old)
    return game_form(seat)


def _without_guessing(
    request: Request, server: Server, player: str, form: forms.NewGameForm, old: Seat | None
) -> Seat:
    assert form.level is not None
    level = parse_level(form.level)
    wish = {"level": str(level), "technique": form.technique, "at_most": form.at_most}
    wanted = _quick(request, server, wish)
    if wanted is not None:
        return server.games.start(player, level, wanted=wanted, replacing=old)
    text = server.analyse(request, "deal_wanted", **wish, seed=new_seed(), may_repair=True)
    return server.games.start(player, level, Board.parse(text), replacing=old)


def _quick(request: Request, server: Server, wish: dict[str, str | None]) -> str | None:
    """How to deal such boards around any first cell, if that is quick. Measured only once."""
    known, key = server.quick, tuple(wish.values())
    if key not in known:
        answer: str | None = server.analyse(request, "quick", **wish)
        known = server.quick = dict([*known.items()][-999:]) | {key: answer}
    return known[key]


@routes.get("/games/{game}", tags=["play"], responses=GAME_PROBLEMS)
def get_game(seat: TheSeat) -> forms.GameForm:
    """A game as the player sees it."""
    return game_form(seat)


@routes.post(
    "/games/{game}/moves",
    tags=["play"],
    responses={
        **GAME_PROBLEMS,
        412: {"model": forms.ProblemForm, "description": "The game has another number of moves"},
    },
)
async def move(
    request: Request, server: TheServer, player: PlayerId, game: GameId, form: forms.MoveForm
) -> forms.ChangeForm:
    """Make a move. The move is saved before the server answers.

    The websocket /api/play is faster. It accepts the same fields as this request, and the field
    `game` with the id of the game.
    """
    server.count_move(player, address_of(request))
    return await server.at_table(make_move, server, player, game, form)


def make_move(server: Server, player: str, game_id: str, form: forms.MoveForm) -> forms.ChangeForm:
    seat = server.games.seat(player, game_id)
    with seat.lock:
        if form.cell >= seat.level.size:
            seat.game.grid.name(form.cell)  # raises an error that names the limit
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
async def undo(
    request: Request, server: TheServer, player: PlayerId, game: GameId
) -> forms.GameForm:
    """Undo the last move. The board stays the same, but the game is marked as assisted."""
    server.count_move(player, address_of(request))
    return await server.at_table(_undo, server, player, game)


def _undo(server: Server, player: str, game: str) -> forms.GameForm:
    seat = server.games.seat(player, game)
    server.rooms.reader.check_help(game)
    server.games.undo(seat)
    return game_form(seat)


@routes.post("/games/{game}/leave", status_code=204, tags=["play"], responses=GAME_PROBLEMS)
def leave(server: TheServer, seat: TheSeat) -> None:
    """Give up a game. A game in which no cell was opened is deleted."""
    server.games.leave(seat)


@routes.get("/games/{game}/odds", tags=["help"], responses=GAME_PROBLEMS)
def game_odds(request: Request, server: TheServer, seat: TheSeat) -> OddsJson:
    """The exact odds of a running game.

    After the first move, asking for odds marks the game as assisted.
    """
    return _help(request, server, seat, "odds")


@routes.post("/games/{game}/hint", tags=["help"], responses=GAME_PROBLEMS)
def game_hint(
    request: Request, server: TheServer, seat: TheSeat, form: forms.HintQuestionForm
) -> HintJson:
    """A hint of the given tier in a running game.

    After the first move, asking for a hint marks the game as assisted.
    """
    return _help(request, server, seat, "hint", tier=form.tier)


@routes.get("/games/{game}/guess", tags=["help"], responses=GAME_PROBLEMS)
def may_guess(request: Request, server: TheServer, seat: TheSeat) -> MayGuessJson:
    """Whether the player has to guess, because no cell is provably safe."""
    return _help(request, server, seat, "guess")


@routes.post("/games/{game}/flags", tags=["help"], responses=GAME_PROBLEMS)
def flag_mines(request: Request, server: TheServer, seat: TheSeat) -> forms.FlagsForm:
    """Flag every provable mine. If any mine is flagged, the game is marked as assisted."""
    view = _position(seat)
    server.rooms.reader.check_help(seat.row.id)
    odds: OddsJson = server.analyse(request, "odds", position=str(view))
    with seat.lock:
        # Meanwhile, the player may have flagged some of the mines.
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
    with seat.lock:
        if seat.over:
            raise RefusedError(409, "the game is over")
        return seat.game.view


def _help(request: Request, server: Server, seat: Seat, task: str, **question: Any) -> Any:
    """Ask a worker about a running game, and record the answer as help."""
    view = _position(seat)
    server.rooms.reader.check_help(seat.row.id)
    answer = server.analyse(request, task, position=str(view), **question)
    # Before the first move, the answer says only that the first cell is safe, which is not help.
    if not view.first_is_safe:
        server.games.assist(seat)
    return answer


def _proof(request: Request, server: Server, seat: Seat) -> forms.BoardProofForm:
    board = server.games.record(seat).board  # raises an error if the game is not over
    return forms.BoardProofForm(**server.analyse(request, "prove", board=str(board)))


@routes.get("/games/{game}/proof", tags=["files"], responses=GAME_PROBLEMS)
def proof(request: Request, server: TheServer, seat: TheSeat) -> forms.BoardProofForm:
    """The proof that the board of a finished game can be won without guessing."""
    return _proof(request, server, seat)


@routes.get(
    "/games/{game}/files/board.cert",
    tags=["files"],
    responses={**GAME_PROBLEMS, 200: {"content": {"text/plain": {}}}},
    response_class=Response,
)
def certificate(request: Request, server: TheServer, seat: TheSeat) -> Response:
    """The proof that a board needs no guess, as a certificate for `sapper verify`."""
    return _download("board.cert", _proof(request, server, seat).certificate, TEXT)


def _download(name: str, data: str | bytes, media: str) -> Response:
    disposition = {"Content-Disposition": f'attachment; filename="sapper-{name}"'}
    return Response(data, media_type=media, headers=disposition)


TEXT = "text/plain; charset=utf-8"
FileName = Literal[
    "position.txt", "board.txt", "board.mbf", "record.txt", "replay.rawvf", "replay.evf"
]
BINARY = ("board.mbf", "replay.evf")


@routes.get(
    "/games/{game}/files/{name}",
    tags=["files"],
    responses={
        **GAME_PROBLEMS,
        200: {"content": {"text/plain": {}, "application/octet-stream": {}}},
    },
    response_class=Response,
)
def game_file(request: Request, server: TheServer, seat: TheSeat, name: FileName) -> Response:
    """Download a game as a file. During the game, only its position is available."""
    if name == "position.txt":
        with seat.lock:
            return _download(name, str(seat.game.view), TEXT)
    data = str(server.games.record(seat))
    if name != "record.txt":
        created = int(seat.row.created * 1_000_000)
        data = server.analyse(request, "file", name=name, data=data, created=created)
    media = "application/octet-stream" if name in BINARY else TEXT
    return _download(name, data.encode("latin-1"), media)


@routes.get("/games/{game}/metrics", tags=["files"], responses=GAME_PROBLEMS)
def game_metrics(request: Request, server: TheServer, seat: TheSeat) -> Metrics:
    """The metrics of a finished game: clicks, efficiency, ZiNi, luck (docs/metrics.md)."""
    record = server.games.record(seat)
    return Metrics(**server.analyse(request, "metrics", data=str(record)))


@routes.get("/games/{game}/review", tags=["files"], responses=GAME_PROBLEMS)
def game_review(request: Request, server: TheServer, seat: TheSeat) -> ReviewJson:
    """Separate luck from skill in a finished game (docs/review.md)."""
    return server.review(request, seat)["review"]


def game_form(seat: Seat) -> forms.GameForm:
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
            no_guess=(game.board is not None and game.board.no_guess)
            or seat.row.wanted is not None,
            outcome=seat.row.outcome,  # type: ignore[arg-type]
            end=_end(seat),
        )


def _end(seat: Seat) -> forms.EndForm | None:
    board, row = seat.game.board, seat.row
    if not seat.over or board is None:
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
