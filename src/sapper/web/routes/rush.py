"""The routes for runs of positions against the clock. The rules are in sapper.web.rush."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Path, Request

from sapper.web import forms, reviews, rush
from sapper.web.problems import RefusedError, Responses
from sapper.web.rush import KnownRating, Run, RushPosition
from sapper.web.server import PlayerId, Server, TheServer, address_of

routes = APIRouter(prefix="/rush", tags=["rush"])

RunId = Annotated[forms.IdText, Path(description="the id of a run")]

RUN_PROBLEMS: Responses = {
    404: {"model": forms.ProblemForm, "description": "You have no such run"},
    409: {"model": forms.ProblemForm, "description": "The run's state does not allow this"},
}


@routes.get("")
def overview(server: TheServer, player: PlayerId) -> forms.RushForm:
    """The current run, if there is one, and the player's best results and ratings."""
    server.rush.dealer.prepare()
    run = server.rush.running(player)
    best_today, best_ever = server.rush.bests(player, rush.now())
    return forms.RushForm(
        run=None if run is None else _form(server, run),
        best_today=best_today,
        best_ever=best_ever,
        ratings=[_rating(name, known) for name, known in server.rush.ratings(player).items()],
    )


@routes.post("", status_code=201)
def start(request: Request, server: TheServer, player: PlayerId) -> forms.RushRunForm:
    """Start a run, or continue the current one. The clock of a new run starts immediately."""
    address = address_of(request)
    server.new_games.take(address)
    rows = reviews.counted(server.store, player)
    known = reviews.of_games(server.store, [row.id for row in rows])
    server.reviewer.review_later(player, reviews.unknown(rows, known))
    return _form(server, server.rush.start(player, address))


@routes.get("/{run}", responses=RUN_PROBLEMS)
def get_run(server: TheServer, player: PlayerId, run: RunId) -> forms.RushRunForm:
    """One of the player's runs, which may still be in progress."""
    return _form(server, server.rush.run(player, run))


@routes.post(
    "/{run}/answer",
    responses={
        **RUN_PROBLEMS,
        412: {"model": forms.ProblemForm, "description": "The position has been answered"},
    },
)
def answer(
    request: Request, server: TheServer, player: PlayerId, run: RunId, form: forms.RushAnswerForm
) -> forms.RushRunForm:
    """Open a cell of the current position, or skip the position.

    Only a provably safe cell is right. The response contains the next position, except after a
    mistake, which pauses the run and stops its clock. All changes are saved before the response is
    sent.
    """
    address = address_of(request)
    server.count_move(player, address)
    return _form(server, server.rush.answer(player, run, form.number, form.cell, address))


@routes.post("/{run}/continue", responses=RUN_PROBLEMS)
def go_on(request: Request, server: TheServer, player: PlayerId, run: RunId) -> forms.RushRunForm:
    """End the pause after a mistake. The clock continues with the next position."""
    address = address_of(request)
    server.count_move(player, address)
    return _form(server, server.rush.go_on(player, run, address))


@routes.post("/{run}/stop", responses=RUN_PROBLEMS)
def stop(server: TheServer, player: PlayerId, run: RunId) -> forms.RushRunForm:
    """End a run early."""
    return _form(server, server.rush.stop(player, run))


@routes.get("/{run}/missed", responses=RUN_PROBLEMS)
def missed(
    request: Request, server: TheServer, player: PlayerId, run: RunId
) -> list[forms.RushMissForm]:
    """Up to 12 unsolved positions of a finished run, with the player's moves, risks and proofs.

    During a pause, the list contains only the position with the latest mistake.
    """
    row = server.rush.run(player, run)
    if not row.over(rush.now()) and not row.paused:
        raise RefusedError(409, "the answers are secret until the run is over")
    dealt = server.rush.positions(row)
    found = rush.missed(dealt[-1:] if row.paused else dealt)
    if not found:
        return []
    asked = [{"position": one.position, "cell": one.cell} for one in found]
    answers = server.analyse(request, "missed", positions=asked)
    return [
        forms.RushMissForm(
            position=one.position,
            technique=one.technique,
            safe=json.loads(one.safe),
            mines=json.loads(one.mines),
            number=one.number,
            opened=one.cell,
            seconds=(one.answered or one.shown) - one.shown,
            **answer,
        )
        for one, answer in zip(found, answers, strict=True)
    ]


def _rating(
    technique: str, known: KnownRating, change: int | None = None, new: bool = False
) -> forms.RushRatingForm:
    return forms.RushRatingForm(
        technique=technique,
        rating=round(known.rating.rating),
        sure=known.sure,
        positions=known.positions,
        change=change,
        new=new,
    )


def _form(server: Server, run: Run) -> forms.RushRunForm:
    at, dealt = rush.now(), server.rush.positions(run)
    over = run.over(at)
    shown = None if over or run.paused else dealt[-1]
    answered = [one for one in dealt if one.result is not None]
    known = server.rush.ratings(run.player)
    best_today, best_ever = server.rush.bests(run.player, run.began)
    return forms.RushRunForm(
        id=run.id,
        number=run.number,
        solved=run.solved,
        mistakes=run.mistakes,
        seconds_left=run.seconds_left(at),
        position=None
        if shown is None
        else forms.RushPositionForm(position=shown.position, missed=shown.missed),
        marks=[
            forms.RushMarkForm(result=one.result, own=one.missed is not None)
            for one in (answered if over else dealt)
        ],
        last=_last(answered[-1], known) if answered else None,
        best_today=best_today,
        best_ever=best_ever,
        over=over,
        seconds=run.seconds if over else None,
        ratings=_ratings(known, dealt) if over else [],
    )


def _last(one: RushPosition, known: dict[str, KnownRating]) -> forms.RushLastForm:
    assert one.result is not None
    rating = known.get(one.technique)
    return forms.RushLastForm(
        result=one.result,
        technique=one.technique,
        rating=None if rating is None else _rating(one.technique, rating, one.change),
    )


def _ratings(
    known: dict[str, KnownRating], dealt: list[RushPosition]
) -> list[forms.RushRatingForm]:
    counted = rush.changes(dealt)
    return [
        _rating(
            name,
            rating,
            sum(one.change or 0 for one in counted[name]) if name in counted else None,
            rating.positions == len(counted.get(name, ())),
        )
        for name, rating in known.items()
    ]
