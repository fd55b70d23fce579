"""Watching: frames over the websocket."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from sapper.board import deal
from sapper.level import Level


def watch(client: TestClient, **form: Any) -> tuple[dict[str, Any], dict[int, list[Any]]]:
    """All that is sent: the head, then the frames of each side."""
    frames: dict[int, list[Any]] = {}
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json(form)
        head = socket.receive_json()
        if "problem" in head:
            return head, frames
        left = len(form["agents"])
        while left:
            message = socket.receive_json()
            if "problem" in message:
                return message, frames
            if message.get("done"):
                left -= 1
                continue
            side = message["side"]
            frames.setdefault(side, []).append(message["frame"])
            socket.send_json({"side": side, "more": 1})
    return head, frames


def shown(frames: list[Any], size: int) -> str:
    """What the board shows after the frames."""
    symbols = [""] * size
    for frame in frames:
        for cell, symbol in zip(frame["cells"], frame["symbols"], strict=True):
            symbols[cell] = symbol
    return "".join(symbols)


def test_an_agent_is_watched_to_the_end(client: TestClient) -> None:
    """Every frame has a decision with its proof; the sizes of KB and KB0 match the differences."""
    head, frames = watch(client, level="easy", agents=["resolution-endgame"], seed=3)
    assert (head["width"], head["height"], head["mines"], head["seed"]) == (9, 9, 10, 3)
    (side,) = frames.values()
    clauses: set[tuple[int, ...]] = set()
    facts: set[int] = set()
    for frame in side:
        if kb := frame.get("kb"):
            clauses = (clauses - set(map(tuple, kb["removed"]))) | set(map(tuple, kb["added"]))
            facts |= set(kb["settled"])
            assert (len(clauses), len(facts)) == (kb["clauses"], kb["facts"])
        if decision := frame.get("decision"):
            (cell,) = decision["cells"]
            assert decision["certain"]
            assert decision["proof"]
            assert set(decision["proof"][-1]["cells"]) == {cell}
    last = side[-1]
    assert last["outcome"] == "won" or last["stuck"]["words"]
    board = "".join(deal(Level.parse("easy"), 3).rows)
    for symbol, truth in zip(shown(side, 81), board, strict=True):
        assert symbol in (truth, ".", "+")


def test_no_mine_is_shown_before_the_end(client: TestClient) -> None:
    """Frames of a game under way have open, hidden and told cells only."""
    _, frames = watch(client, level="easy", agents=["odds"], seed=5)
    for frame in frames[0][:-1]:
        assert not set(frame["symbols"]) - set("012345678.+")


def test_two_agents_play_the_same_board(client: TestClient) -> None:
    """Where both have opened a cell, they see the same number."""
    _, frames = watch(client, level="easy", agents=["rules", "odds"], seed=11)
    left, right = (shown(frames[side], 81) for side in (0, 1))
    both = [(a, b) for a, b in zip(left, right, strict=True) if a.isdigit() and b.isdigit()]
    assert len(both) > 20
    assert all(a == b for a, b in both)


def test_a_stuck_agent_says_why(client: TestClient) -> None:
    """It is told whether a proof exists, and what it takes."""
    reasons = set()
    for seed in range(12):
        _, frames = watch(client, level="beginner", agents=["rules"], seed=seed)
        if stuck := frames[0][-1].get("stuck"):
            reasons.add(stuck["provable"])
            assert stuck["cells"]
            assert stuck["words"].endswith(".")
    assert True in reasons


def test_the_champion_says_what_a_guess_is_worth(client: TestClient) -> None:
    """Where it has to guess: how safe the cell is, and the chance to win with it."""
    assert "champion" in [agent["name"] for agent in client.get("/api/about").json()["agents"]]
    _, frames = watch(client, level="8x8x16/any", agents=["champion"], seed=2)
    decisions = [frame["decision"] for frame in frames[0] if "decision" in frame]
    guesses = [decision["words"] for decision in decisions if not decision["certain"]]
    assert guesses
    for words in guesses:
        assert " is safe with probability " in words
        assert (
            "; opening it wins with probability " in words
            or "; of the guesses it is rated best" in words
        )


def test_bad_wishes_are_refused_in_words(client: TestClient) -> None:
    """Unknown agents, levels that don't fit, and things that are no wish."""
    problem, _ = watch(client, level="easy", agents=["psychic"])
    assert "no such agent" in problem["problem"]
    problem, _ = watch(client, level="101x5x1", agents=["odds"])
    assert "too large for the page" in problem["problem"]
    problem, _ = watch(client, level="easy", agents=[])
    assert problem["problem"] == "watch one agent or two"
    problem, _ = watch(client, agents=["odds"])
    assert problem["problem"].startswith("level: ")


def test_a_client_can_not_watch_everything_at_once(client: TestClient) -> None:
    """One websocket too many is told so; the others go on."""
    form = {"level": "easy", "agents": ["rules"]}
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            socket = stack.enter_context(client.websocket_connect("/api/watch"))
            socket.send_json(form)
            assert "seed" in socket.receive_json()
        problem, _ = watch(client, **form)
        assert problem["problem"].startswith("you are watching too many games")


def test_other_sites_can_not_watch(client: TestClient) -> None:
    """A websocket from another origin is refused."""
    with (
        pytest.raises(WebSocketDisconnect) as refusal,
        client.websocket_connect("/api/watch", headers={"Origin": "http://evil.example"}),
    ):
        raise AssertionError("it was accepted")
    assert refusal.value.code == 1008
