"""Errors while handling requests, and the HTTP status and one-line message for each."""

from __future__ import annotations

import json
import logging
from typing import Any, TypeAlias

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from sapper.errors import SapperError
from sapper.web import forms
from sapper.web.database import UnknownError
from sapper.web.process_pool import TOO_MUCH, NoWorkerError, WorkerError
from sapper.web.schema import StoreError
from sapper.web.store import DamagedError
from sapper.words import refusal

log = logging.getLogger("sapper.web")

OURS = "something went wrong on the server: its log has the details"
NOTHING = "there is nothing at this address: it may be incomplete"
NO_WORKER = "the server can't handle this request right now: try again in a moment"
NO_DATABASE = "the server can't read or save games right now: try again in a moment"
DAMAGED = "this game is damaged: the server's log has the details"

Responses: TypeAlias = dict[int | str, dict[str, Any]]

PROBLEMS: Responses = {
    400: {"model": forms.ProblemForm, "description": "The request is malformed"},
    403: {"model": forms.ProblemForm, "description": "The request comes from another site"},
    413: {"model": forms.ProblemForm, "description": "The request is too large"},
    422: {"model": forms.ProblemForm, "description": "The request is invalid"},
    429: {"model": forms.ProblemForm, "description": "Too many requests"},
}
GAME_PROBLEMS: Responses = {
    404: {"model": forms.ProblemForm, "description": "You have no such game"},
    409: {"model": forms.ProblemForm, "description": "The game's state does not allow this"},
}


class RefusedError(SapperError):
    """The server refuses a request. `status` is the HTTP status of the answer."""

    def __init__(self, status: int, template: str, **parts: object) -> None:
        super().__init__(template, **parts)
        self.status = status


def worker_problem(line: bytes, what: str) -> Exception:
    match json.loads(line if line.endswith(b"\n") else "{}"):
        case {"refused": words}:
            return SapperError(words)
        case {"failed": trace}:
            return WorkerError(f"{what}\n{trace}")
    return SapperError(TOO_MUCH)


def is_passing(problem: Exception) -> bool:
    """Whether the same request could succeed later.

    >>> is_passing(RefusedError(503, "the server is stopping"))
    True
    >>> is_passing(RefusedError(422, "the calculation took longer than 6 s and was stopped"))
    False
    """
    if isinstance(problem, RefusedError):
        return problem.status in (429, 503)
    return isinstance(problem, StoreError | NoWorkerError) and not isinstance(problem, DamagedError)


def answer_of(problem: Exception) -> tuple[int, str]:
    match problem:
        case RefusedError():
            return problem.status, refusal(problem)
        case UnknownError():
            log.error("%s", problem)
            return 504, refusal(problem)
        case StoreError():
            # The details, such as the database's address, are for the operator.
            log.error("%s", problem)
            words = DAMAGED if isinstance(problem, DamagedError) else NO_DATABASE
            return 503, refusal(SapperError(words))
        case NoWorkerError():
            log.error("%s", problem)
            return 503, refusal(SapperError(NO_WORKER))
        case SapperError():
            return 422, refusal(problem)
        case RequestValidationError() if problem.errors()[0]["loc"][0] == "path":
            return 404, refusal(SapperError(NOTHING))
        case RequestValidationError() | ValidationError():
            return 422, refusal(_invalid(problem.errors()))
    log.error("a request failed", exc_info=problem)
    return 500, refusal(SapperError(OURS))


def _invalid(errors: Any) -> SapperError:
    """An error with the words of Pydantic, which are for programs: the page checks its own input.

    A text that is too long may be a person's, who has pasted it.
    """
    first = errors[0]
    field = ".".join(str(part) for part in first["loc"] if part != "body") or "request"
    if first["type"] == "string_too_long":
        most = first["ctx"]["max_length"]
        return SapperError(
            "{field}: String should have at most {most} characters", field=field, most=most
        )
    return SapperError("{field}: {problem}", field=field, problem=first["msg"])
