"""The server answers every request as documented, and never with a 5xx status."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings

from needs import module
from sapper.web.app import Limits, create_app

schemathesis = module("schemathesis")

from schemathesis.checks import not_a_server_error  # noqa: E402
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@pytest.fixture
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without rate limits, because limits would refuse most requests."""
    path = tmp_path_factory.mktemp("schema") / "games.db"
    limits = Limits(new_games=(1e9, 1e9), analyses=(1e9, 1e9), running_games=10**6)
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(str(path), limits=limits)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()


def answered(url: str, examples: int) -> dict[str, set[int]]:
    """Send this many requests of each kind, check the answers, and return the statuses."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    with httpx.Client(base_url=url, timeout=60) as player:
        games = [
            player.post("/api/games", json={"level": level}).json()["id"]
            for level in ("beginner", "easy", "100x100x2000/safe")
        ]
        cookies = dict(player.cookies)
    statuses: dict[str, set[int]] = {}
    operations = [result.ok() for result in schema.get_all_operations()]
    # Requests that delete something come last, because other requests need that data.
    for operation in sorted(operations, key=lambda one: one.method == "delete"):

        @given(case=operation.as_strategy())
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def one(case: Any) -> None:
            found = statuses.setdefault(case.operation.label, set())
            # Most random game ids don't exist, so use the id of an existing game.
            if "game" in (case.path_parameters or {}) and len(found) > 0:
                case.path_parameters["game"] = games[len(str(case.body)) % len(games)]
            response = case.call(cookies=cookies, timeout=60)
            found.add(response.status_code)
            case.validate_response(response, checks=CHECKS)

        one()
    assert not [label for label, found in statuses.items() if any(s >= 500 for s in found)]
    return statuses


def test_no_request_breaks_the_server(url: str) -> None:
    """The status, type and form of every answer are documented."""
    statuses = answered(url, 5)
    assert 200 in statuses["GET /api/about"]


@pytest.mark.long
def test_no_request_of_many_breaks_the_server(url: str) -> None:
    """With more requests, some moves are accepted and some are refused."""
    statuses = answered(url, 30)
    assert {200, 422} <= statuses["POST /api/games/{game}/moves"]
    assert 200 in statuses["GET /api/games/{game}"]
