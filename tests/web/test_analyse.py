"""Positions and files over HTTP: odds, explanations, values, and third-party files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from jsoncheck import Checker
from mutations import SAMPLES, folder
from sapper.core.view import View
from sapper.explain import explain, hint
from sapper.reason.odds import numbers, odds
from sapper.reason.value import value
from sapper.web import process_pool
from strategies import checkerboard
from web.asking import BOARD, CONTRADICTION, POSITION, detail
from web.worker_code import running


def test_a_position_is_analysed(client: TestClient) -> None:
    """The analysis contains the provable cells, the odds and a sentence."""
    answer = client.post("/api/analyse", json={"position": POSITION}).json()["odds"]
    assert (answer["safe"], answer["mines"]) == (["C1"], [])
    assert answer["odds"][0] == [0.5, 0.5, 0.0, 0.5, 0.5]
    fit = "2 boards fit this position. 1 cell is provably safe, so you don't have to guess."
    assert answer["words"] == fit


def test_a_contradiction_names_its_clues(client: TestClient) -> None:
    """For a contradictory position, the answer contains the conflicting clues instead of odds."""
    answer = client.post("/api/analyse", json={"position": CONTRADICTION}).json()
    assert answer["odds"] is None
    assert len(answer["conflict"]["clues"]) == 2
    assert answer["conflict"]["words"].endswith(" can't both be right with 1 mine on the board.")


# A worker that gives up after a thousandth of the usual work. Other tests check the real limit.
LAZY = """
from sapper.core import conflict
conflict._UNITS_PER_SECOND //= 1000
from sapper.web import worker
"""


def test_the_answer_says_if_a_contradiction_is_too_hard_to_pin_down(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer says that no board fits, and that some of the listed clues may be unnecessary."""
    monkeypatch.setattr(process_pool, "WORK", running(LAZY))
    client = make_client()
    position = checkerboard(30, extra_mines=1)
    conflict = client.post("/api/analyse", json={"position": position}).json()["conflict"]
    assert conflict["smallest"] is False
    assert conflict["words"].endswith("; some of them may not matter.")
    undecided = checkerboard(30, extra_mines=-40, frame="+")
    read = client.post("/api/read", content=undecided.encode()).json()
    assert (read["kind"], read["text"]) == ("position", undecided)
    refused = client.post("/api/analyse", json={"position": undecided}).json()
    assert "is too wide" in refused["problem"]


def test_odds_know_what_a_shared_board_promises(client: TestClient) -> None:
    """Under the rule `open`, no mine touches the marked cell. Under `safe`, a mine may touch it."""
    for rule, around in (("open", 0), ("safe", 3 / 19)):
        position = f"5x4x3/{rule}\n.....\n.+...\n.....\n.....\n"
        risks = client.post("/api/analyse", json={"position": position}).json()["odds"]["odds"]
        assert (risks[1][1], risks[2][2]) == (0, pytest.approx(around))


def test_hints_have_five_tiers(client: TestClient) -> None:
    """Each hint tier reveals more than the one before."""
    hints = [client.post("/api/hint", json={"position": POSITION, "tier": t}) for t in range(1, 6)]
    one, two, three, four, five = (response.json() for response in hints)
    assert one["certain"]
    assert (one["region"], one["clues"], one["cell"]) == ([], [], None)
    assert (bool(two["region"]), two["clues"], two["cell"]) == (True, [], None)
    assert (three["clues"], three["cell"]) == (["A2", "B2"], None)
    assert (four["cell"], four["reason"]) == ("C1", None)
    last = five["reason"]["steps"][-1]
    assert last["fact"] == {"cells": ["C1"], "least": 0, "most": 0}
    assert five["reason"]["proof"][-1]["clause"] == "¬C1"


def test_a_certain_cell_is_explained(client: TestClient) -> None:
    """The answer has clues and steps for a provable cell, and two boards for an undecided one."""
    answer = client.post("/api/explain", json={"position": POSITION, "cell": "C1"}).json()
    assert (answer["claim"], answer["clues"]) == ("safe", ["A2", "B2"])
    assert answer["steps"][0]["words"].startswith("The 1 at A2 has its mine in A1 or B1.")
    assert answer["steps"][0]["fact"]["cells"] == ["C1"]
    assert answer["steps"][0]["clues"] == ["A2", "B2"]
    open_question = client.post("/api/explain", json={"position": POSITION, "cell": "A1"}).json()
    assert (open_question["claim"], open_question["risk"]) == (None, 0.5)
    assert "A1" in open_question["with_mine"]
    assert "A1" not in open_question["when_safe"]
    off = client.post("/api/explain", json={"position": POSITION, "cell": "Z9"})
    assert "cells are A1 to E3" in detail(off, 422)


def test_what_a_cell_may_show_is_exact(client: TestClient) -> None:
    """The chances agree with a count of all 12 possible boards, so they are not an estimate."""
    position = "5x2x2/any\n1....\n1....\n"
    answer = client.post("/api/numbers", json={"position": position, "cell": "E1"}).json()
    boards = [(a, b) for a in (1, 6) for b in (2, 3, 4, 7, 8, 9)]
    shown = [sum(cell in board for cell in (3, 8, 9)) for board in boards if 4 not in board]
    assert answer["boards"] is None
    assert answer["risk"] == pytest.approx(2 / len(boards))
    expected = [shown.count(number) / len(boards) for number in range(9)]
    assert answer["chances"] == pytest.approx(expected)


def test_the_value_of_moves_is_exact_where_few_boards_are_left(client: TestClient) -> None:
    """The answer gives the best strategy's chance of winning, and lists the best moves first."""
    position = "4x3x4/any\n..2.\n..3.\n....\n"
    answer = client.post("/api/value", json={"position": position}).json()
    assert (answer["exact"], answer["error"], answer["boards"]) == (True, 0, 54)
    assert answer["win"] == pytest.approx(26 / 54)
    assert answer["words"] == (
        "The chance of winning is exactly 48.1%: the best strategy wins on 26 of the 54 boards "
        "that fit. The best cell to open is A1, and no cell is safer. B3 is just as good as A1."
    )
    wins = [move["win"] for move in answer["moves"]]
    assert wins == sorted(wins, reverse=True)
    assert (answer["moves"][0]["cell"], wins[0]) == ("A1", answer["win"])
    assert answer["certain"] is False


def test_the_best_and_the_safest_cell_are_both_named(client: TestClient) -> None:
    position = "6x2x4/any\n..2111\n...1..\n"
    chances = client.post("/api/analyse", json={"position": position}).json()["odds"]
    assert (chances["safest"], chances["risk"]) == ("E2", pytest.approx(1 / 3))
    assert "best" not in chances["words"]
    worth = client.post("/api/value", json={"position": position}).json()
    assert worth["moves"][0]["cell"] == "A1"
    assert worth["words"].endswith(
        "The best cell to open is A1, a coin toss. "
        "The safest is E2, with a 33% chance of being a mine. A2 is just as good as A1."
    )


def test_the_value_of_moves_is_estimated_elsewhere(client: TestClient) -> None:
    """The estimate has a standard error, and the same position always gets the same estimate."""
    question = {"position": "expert\n" + f"{'.' * 30}\n" * 16}
    question["position"] = question["position"].replace("expert", "30x16x99/any")
    answer = client.post("/api/value", json=question).json()
    assert answer["exact"] is False
    assert 0 < answer["error"] < 0.05 < answer["win"] < 0.6
    assert "the agent Champion played 300 boards that fit" in answer["words"]
    assert client.post("/api/value", json=question).json() == answer


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("9x9x10/open\n" + "." * 9 + "\n" + ("." * 9 + "\n") * 8, "nothing is open yet"),
        (CONTRADICTION, "contradictory position"),
        ("100x100x2000/any\n" + ("." * 100 + "\n") * 100, "10000 hidden cells is too many"),
    ],
)
def test_where_nothing_can_be_said_a_line_says_so(
    client: TestClient, position: str, words: str
) -> None:
    """No values exist before the first move, in contradictory positions or on large boards."""
    assert words in detail(client.post("/api/value", json={"position": position}), 422)
    # The analysis already says that a large board has no values, so the page need not ask.
    answer = client.post("/api/analyse", json={"position": position}).json()
    assert (words in (answer["no_value"] or "")) == ("too many" in words)


@pytest.mark.parametrize(
    ("position", "win", "moves", "words"),
    [
        ("2x1x1/any\n1.\n", 1, [], "All hidden cells are mines, so there is nothing left to open."),
        ("3x2x0/any\n0..\n0..\n", 1, ["B1", "C1", "B2", "C2"], "You can't lose: the"),
        (POSITION, 0.5, ["C1"], "Open the safe cell first: C1. There is no risk."),
    ],
)
def test_the_value_when_something_is_certain(
    client: TestClient, position: str, win: float, moves: list[str], words: str
) -> None:
    """Only provably safe cells are listed as moves. If just one board fits, a win is certain."""
    answer = client.post("/api/value", json={"position": position}).json()
    assert (answer["win"], [move["cell"] for move in answer["moves"]]) == (win, moves)
    assert words in answer["words"]
    assert answer["certain"] is bool(moves)


def test_the_api_gives_the_forms_of_the_library(client: TestClient) -> None:
    """The API's answers about a position equal the JSON forms of the library."""
    view = View.parse(POSITION)
    toss = View.parse("3x2x1/any\n.1.\n.1.\n")

    def asked(name: str, view: View, **more: Any) -> Any:
        answer = client.post(f"/api/{name}", json={"position": str(view), **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    for one in (view, toss):
        found = asked("analyse", one)
        assert found == {
            "odds": odds(one).to_json(),
            "conflict": None,
            "problem": None,
            "no_value": None,
        }
        assert asked("value", one) == value(one, 0.3).to_json()
        assert asked("explain", one) == explain(one).to_json()
        assert asked("numbers", one, cell="A1") == numbers(one, 0).to_json(one.grid)
        for tier in range(1, 6):
            assert asked("hint", one, tier=tier) == hint(one, tier).to_json(one.grid)
    contradiction = client.post("/api/analyse", json={"position": CONTRADICTION}).json()
    checker = Checker()
    for form in (asked("analyse", view), contradiction):
        checker.noun("Analysis", form)


def test_files_are_reviewed_up_to_where_they_are_wrong(client: TestClient) -> None:
    """A third-party replay is reviewed, a truncated one only on request, and a board never."""
    data = (SAMPLES / "custom.avf").read_bytes()
    whole = client.post("/api/review", content=data).json()
    assert whole["end"] == 1.0
    short = data[: len(data) // 2]
    assert "is truncated" in detail(client.post("/api/review", content=short), 422)
    part = client.post("/api/review?partial=true", content=short).json()
    assert part["moves"] == whole["moves"][: len(part["moves"])] or part["end"] < 1.0
    assert "not a game" in detail(client.post("/api/review", content=BOARD.encode()), 422)


def test_files_are_measured(client: TestClient) -> None:
    """A replay is measured with its clicks, a truncated one only on request, and a board never."""
    data = (SAMPLES / "custom.avf").read_bytes()
    found = client.post("/api/metrics", content=data).json()
    figures = ("seconds", "three_bv", "clicks", "effective", "right")
    assert [found[name] for name in figures] == [5.42, 8, 15, 10, 4]
    short = data[: len(data) // 2]
    assert "is truncated" in detail(client.post("/api/metrics", content=short), 422)
    part = client.post("/api/metrics?partial=true", content=short).json()
    assert part["outcome"] == "unfinished"
    assert part["clicks"] < found["clicks"]
    assert "not a game" in detail(client.post("/api/metrics", content=BOARD.encode()), 422)


def problem(client: TestClient, data: bytes) -> str:
    """The reason why this data can't be read. The status is 200, because the request is valid."""
    answer = client.post("/api/read", content=data)
    assert (answer.status_code, answer.json()["kind"]) == (200, "unreadable")
    return str(answer.json()["problem"])


def test_files_and_links_of_other_programs_are_read(client: TestClient) -> None:
    """A replay, a link and a contradictory position are read, but not a file of two replays."""

    def noun(data: bytes) -> dict[str, Any]:
        return dict(client.post("/api/read", content=data).json())

    replay = noun((SAMPLES / "custom.avf").read_bytes())
    assert (replay["kind"], replay["level"]) == ("record", "8x11x7/any")
    assert noun(b"x?b=43&m=g80")["kind"] == "board"
    wrong = noun(b"3x1x1\nH2H\n")
    assert (wrong["kind"], wrong["rows"]) == ("position", [".2."])
    units = [(SAMPLES / "beginner-v4.evf").read_bytes()] * 2
    assert "holds 2 replays" in problem(client, folder(*units))


def test_what_is_read_says_what_it_is(client: TestClient) -> None:
    """The answer says whether the data is a board, a position or a record."""

    def kind(text: str) -> str:
        return str(client.post("/api/read", content=text.encode()).json()["kind"])

    assert (kind(BOARD), kind(POSITION), kind(CONTRADICTION)) == ("board", "position", "position")
    record = "outcome: unfinished\nmoves: 1\n" + BOARD.lstrip() + "0 open E1\n"
    noun = client.post("/api/read", content=record.encode()).json()
    assert (noun["kind"], noun["board"]) == ("record", BOARD.lstrip())
    assert "this is a deck of boards" in problem(client, b"2x1x1 A1\n1\n1")
    assert "the file is neither text nor" in problem(client, b"\xff\xfe")
    assert "too large for the page" in problem(client, ("101x1x0\n" + "0" * 101).encode())


def test_size_is_checked_before_anything_is_read(client: TestClient) -> None:
    """A file that is too large is refused for its size, even if it has other faults."""
    words = "a 1000x1000 board is too large for the page: each side must be 1 to 100"
    for head in ("", "# a comment\n\n", "player: someone\noutcome: won\n"):
        text = f"{head}1000x1000x200000/any\nnot a row"
        assert problem(client, text.encode()) == words
    text = "1000x1000x200000/any\nnot a row"
    answer = client.post("/api/analyse", json={"position": text}).json()
    assert answer == {"odds": None, "conflict": None, "problem": words, "no_value": None}
    assert detail(client.post("/api/games", json={"board": text}), 422) == words
    whole = "1000x1000x200000/any\n" + ("." * 1000 + "\n") * 1000
    assert problem(client, whole.encode()) == words
