"""Problems: what can go wrong with a request, its HTTP status, and the one line that says so.

A client's mistake is told to the client. A mistake of ours is a 500, and its trace is in the log.
"""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from sapper.errors import SapperError
from sapper.web import forms
from sapper.web.database import UnknownError
from sapper.web.schema import StoreError
from sapper.web.store import DamagedError
from sapper.words import refusal

log = logging.getLogger("sapper.web")

OURS = "something went wrong on the server; its log says what"
TOO_MUCH = "this needs more memory than is allowed: it was given up"
NO_WORKER = "the server can't work on this just now: try again in a moment"

Responses: TypeAlias = dict[int | str, dict[str, Any]]

PROBLEMS: Responses = {
    400: {"model": forms.ProblemForm, "description": "Not readable"},
    403: {"model": forms.ProblemForm, "description": "From another site"},
    413: {"model": forms.ProblemForm, "description": "Too large"},
    422: {"model": forms.ProblemForm, "description": "Not valid"},
    429: {"model": forms.ProblemForm, "description": "Too much at once"},
}
GAME_PROBLEMS: Responses = {
    404: {"model": forms.ProblemForm, "description": "No such game of yours"},
    409: {"model": forms.ProblemForm, "description": "Not now"},
}


class RefusedError(SapperError):
    """What a client may not do now; `status` is its HTTP status."""

    def __init__(self, status: int, template: str, **parts: object) -> None:
        super().__init__(template, **parts)
        self.status = status


class WorkerError(Exception):
    """A worker failed where it should not have; the message has its trace."""


class NoWorkerError(WorkerError):
    """A worker can't start: the system is short of something, or their template has ended."""


def is_passing(problem: Exception) -> bool:
    """Whether a question was not answered *yet*: it was refused, cut off, or found no worker.

    >>> is_passing(RefusedError(503, "the server is stopping"))
    True
    >>> is_passing(RefusedError(422, "this takes longer than 6 s"))
    False
    """
    match problem:
        case RefusedError():
            return problem.status in (429, 503)
        case DamagedError():
            return False
    return isinstance(problem, StoreError | NoWorkerError)


def answer_of(problem: Exception) -> tuple[int, str]:
    """The status of a problem and the line that a client is told, in the reader's language.

    What is ours is logged.
    """
    match problem:
        case RefusedError():
            return problem.status, refusal(problem)
        case UnknownError():
            log.error("%s", problem)
            return 504, refusal(problem)
        case StoreError():
            log.error("%s", problem)
            return 503, refusal(problem)
        case NoWorkerError():
            log.error("%s", problem)
            return 503, refusal(SapperError(NO_WORKER))
        case SapperError():
            return 422, refusal(problem)
        case RequestValidationError() | ValidationError():
            return 422, _first_line(problem.errors())
    log.error("a request failed", exc_info=problem)
    return 500, refusal(SapperError(OURS))


def _first_line(errors: Any) -> str:
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return f"{place}: {first['msg']}" if place else str(first["msg"])
