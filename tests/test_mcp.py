"""The tools for language models work when the official SDK's client calls them."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from command import sapper
from needs import module
from sapper.core.board import deal
from sapper.core.game import Record
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain import explain
from sapper.extras import install
from sapper.reason.odds import odds
from sapper.words import speaking

module("mcp")

from mcp import Client, StdioServerParameters  # noqa: E402

from sapper import mcp as tools  # noqa: E402

SUBSET = "5x3x2/any\n.....\n11111\n00000\n"
TOSS = "3x2x1/any\n.1.\n.1.\n"
CLASH = "3x1x1/any\n.2.\n"
RARE = {"level": "30x16x150/open", "technique": "single clue", "seed": 1}

Call = Callable[..., Awaitable[tuple[str, Any]]]


@asynccontextmanager
async def calling(client: Client) -> AsyncIterator[Call]:
    """Make a function that calls a tool and returns its text and its JSON.

    For an error, the JSON is None.
    """
    async with client:

        async def call(tool: str, **arguments: Any) -> tuple[str, Any]:
            found = await client.call_tool(tool, arguments)
            words: Any = found.content[0]
            if found.is_error:
                return words.text, None
            second: Any = found.content[1]
            assert json.loads(second.text) == found.structured_content
            return words.text, found.structured_content

        yield call


@pytest.fixture
def server() -> Iterator[Any]:
    with tools.make_server() as made:
        yield made


def ask(server: Any, tool: str, **arguments: Any) -> tuple[str, Any]:
    async def run() -> tuple[str, Any]:
        async with calling(Client(server)) as call:
            return await call(tool, **arguments)

    return asyncio.run(run())


def test_every_tool_is_described(server: Any) -> None:
    async def run() -> Any:
        async with Client(server) as client:
            return (await client.list_tools()).tools

    page = Path(__file__).parents[1].joinpath("docs", "mcp.md").read_text()
    table = page.partition("| tool |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`.*`) \| (.*?) \|", table, re.M)
    listed = {name: row[1] for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    found = {tool.name: ", ".join(tool.input_schema["properties"]) for tool in asyncio.run(run())}
    assert found == listed
    assert all(tool.description for tool in asyncio.run(run()))


def test_every_tool_has_a_schema_of_its_answer(server: Any) -> None:
    """The schema lists the documented fields. The client checks every answer against it."""

    async def run() -> Any:
        async with Client(server) as client:
            return {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}

    schemas = asyncio.run(run())
    assert set(schemas) == set(tools.TOOLS)
    for name, schema in schemas.items():
        assert schema["type"] == "object"
        assert schema.get("properties") or len(schema["anyOf"]) == 2, name
        assert not re.search('"(runs|headline)"', json.dumps(schema))
    page = Path(__file__).parents[1].joinpath("docs", "mcp.md").read_text()
    table = page.partition("| field |")[2]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.M)
    fields = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert set(schemas["open_cells"]["properties"]) == fields
    assert set(schemas["open_cells"]["required"]) == fields - {"answer", "record"}


def test_answers_of_another_form_are_noticed(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """So all other tests check the answers against the schemas."""
    monkeypatch.setattr(tools, "_plain", lambda data: {**data, "seed": "seven"})

    async def run() -> None:
        async with Client(server) as client:
            with pytest.raises(RuntimeError, match="'seven' is not of type 'integer'"):
                await client.call_tool("deal", {"seed": 7})

    asyncio.run(run())


def test_a_seed_gives_the_same_game(server: Any) -> None:
    """The board is the one of the tool `deal`, and of the library."""
    dealt = ask(server, "deal", level="5x4x4/any", seed=12)[1]["board"]
    mines = deal(Level.parse("5x4x4/any"), 12).mines
    grid = Level.parse("5x4x4/any").grid
    cells = [grid.name(cell) for cell in range(20) if cell not in mines]

    async def run() -> Any:
        async with calling(Client(server)) as call:
            game = (await call("new_game", level="5x4x4/any", seed=12))[1]["game"]
            return (await call("open_cells", game=game, cells=cells))[1]

    found = asyncio.run(run())
    assert found["outcome"] == "won"
    assert found["answer"] == dealt.splitlines()[1:]
    words, _ = ask(server, "new_game", seed=-1)
    assert "greater than or equal to 0" in words


def test_analyse(server: Any) -> None:
    """The answer contains the exact odds and the provable cells, and on request the value."""
    words, found = ask(server, "analyse", position=SUBSET, value=True)
    assert "Provably safe: C1." in words
    assert "The chance of winning is exactly 50.0%" in words
    chances = odds(SUBSET).array.tolist()
    assert found["odds"]["odds"][0] == chances[0]
    assert found["value"]["win"] == 0.5
    assert "runs" not in json.dumps(found)
    words, found = ask(server, "analyse", position=CLASH)
    assert found["odds"] is None
    assert words == found["conflict"]["words"]


def test_explain_and_verify(server: Any) -> None:
    words, found = ask(server, "explain", position=SUBSET, cell="C1", certificate=True)
    assert words == str(explain(SUBSET, "C1"))
    files = found["certificate"]
    assert ask(server, "verify", files=files)[0] == "Accepted: C1 is safe."
    forged = files | {"claim.cnf": files["claim.cnf"].replace("C1 safe", "A1 safe")}
    words, found = ask(server, "verify", files=forged)
    assert words.startswith("Rejected: ")
    assert not found["accepted"]
    words, found = ask(server, "explain", position=TOSS)
    assert found["claim"] is None
    assert words.startswith("A1 has a 25% chance of being a mine.")


def test_hints_reveal_what_is_asked(server: Any) -> None:
    """The first tier of a hint does not name the cell, but tier 4 does."""
    assert ask(server, "hint", position=SUBSET)[0] == "At least one cell is provably safe."
    assert ask(server, "hint", position=SUBSET, tier=4)[0] == "C1 is safe."


def test_boards_and_puzzles(server: Any) -> None:
    """A seed deals the same board as in the library, and a puzzle does not reveal its solution."""
    words, found = ask(server, "deal", level="beginner", seed=4)
    assert words == found["board"] == str(deal(Level.parse("beginner"), 4))
    assert ask(server, "rate", text=words)[0].startswith("1.6 of 10. Needs 2 subsets")
    _, wanted = ask(server, "deal", level="8x8x10/open", seed=1, technique="subset")
    assert ask(server, "rate", text=wanted["board"])[1]["hardest"] == "subset"
    words, found = ask(server, "puzzle", technique="subset", seed=1)
    assert found.keys() == {"seed", "position", "technique"}
    assert words.startswith(found["position"])
    words, found = ask(server, "puzzle", technique="subset", seed=1, solution=True)
    view = View.parse(found["position"])
    assert {*found["safe"]} <= {view.grid.name(cell) for cell in odds(view).safe}
    assert f"Safe: {' '.join(found['safe'])}." in words


def test_a_game_is_played_and_reviewed(server: Any) -> None:
    """The mines stay secret until the game ends, and then the record can be reviewed."""

    async def run() -> tuple[list[tuple[str, Any]], tuple[str, Any]]:
        seen = []
        async with calling(Client(server)) as call:
            seen.append(await call("new_game", level="6x5x4/open"))
            game = seen[0][1]["game"]
            seen.append(await call("flag_cells", game=game, cells=["A1"]))
            seen.append(await call("flag_cells", game=game, cells=["A1"]))
            cells = ["C3"]
            while seen[-1][1]["outcome"] is None:
                seen.append(await call("open_cells", game=game, cells=cells))
                _, found = await call("analyse", position=seen[-1][1]["position"])
                chances = found["odds"]
                cells = chances["safe"] or [chances["safest"]]
            seen.append(await call("open_cells", game=game, cells=["A1"]))
            seen.append(await call("show_game", game=game))
            return seen, await call("review", record=seen[-1][1]["record"])

    seen, (verdict, reviewed) = asyncio.run(run())
    assert seen[1][1]["flags"] == 1
    assert "safe cells to open, 4 mines." in seen[0][0]
    keys = {"game", "position", "outcome", "moves", "flags", "safe_left"}
    for words, found in seen:
        if found["outcome"] is None:
            assert found.keys() == keys
            assert "*" not in words
    assert seen[-1] == seen[-2] == seen[-3]  # nothing changes after the end of a game
    end = seen[-1][1]
    record = Record.parse(end["record"])
    assert "".join(end["answer"]).count("*") + "".join(end["answer"]).count("X") == 4
    assert record.outcome is not None
    assert record.outcome.value == end["outcome"]
    assert end["safe_left"] == 0 or end["outcome"] == "lost"
    assert reviewed["end"] == (end["outcome"] == "won")
    assert verdict.startswith("You won" if end["outcome"] == "won" else "You lost")


def test_old_games_are_forgotten(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "MAX_GAMES", 2)
    names = [ask(server, "new_game")[1]["game"] for _ in range(3)]
    answers = [ask(server, "show_game", game=name)[1] for name in names]
    assert [found is None for found in answers] == [True, False, False]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("analyse", {"position": "hello"}, "'hello' is not a level"),
        ("analyse", {}, "position: Field required"),
        ("analyse", {"position": "." * 2**20}, "the arguments are too long"),
        ("explain", {"position": SUBSET, "cell": "Z9"}, "Z9"),
        ("explain", {"position": "200x2x1\n"}, "a 200x2 board is too large for the page"),
        ("hint", {"position": SUBSET, "tier": 9}, "tier 9 is out of range: use 1 to 5"),
        ("hint", {"position": SUBSET, "tier": "much"}, "tier: Input should be a valid integer"),
        ("verify", {"files": {"a.txt": ""}}, "a.txt is not part of a certificate"),
        ("verify", {"files": {"claim.cnf": ""}}, "the certificate has no position.txt"),
        ("deal", {"level": "200x2x1"}, "a 200x2 board is too large for the page"),
        ("deal", {"seed": -1}, "seed: Input should be greater than or equal to 0"),
        ("puzzle", {"technique": "luck"}, "technique: Input should be 'single clue'"),
        ("rate", {"text": CLASH}, "contradictory position: the clue at B1 (2)"),
        ("review", {"record": SUBSET}, "this is not a game: open a record or a replay"),
        ("open_cells", {"game": "x", "cells": ["A1"]}, "there is no game 'x': start one"),
        ("flag_cells", {"game": "x", "cells": ["A1"] * 10_001}, "cells: List should have at most"),
    ],
)
def test_mistakes_are_answered_in_one_line(
    server: Any, tool: str, arguments: dict[str, Any], words: str
) -> None:
    said, found = ask(server, tool, **arguments)
    assert found is None
    assert words in said
    assert "\n" not in said
    assert "pydantic" not in said


def test_a_question_has_a_time_limit() -> None:
    """A question that takes too long is stopped, and the next question is still answered."""
    with tools.make_server(replace(tools.LIMITS, analysis_seconds=0.01)) as server:
        assert (
            ask(server, "deal", **RARE)[0]
            == "the calculation took longer than 0.01 s and was stopped"
        )
        assert ask(server, "new_game")[1]["outcome"] is None


def test_answers_are_in_the_language_of_the_command(server: Any) -> None:
    with speaking("de"):
        assert ask(server, "hint", position=SUBSET, tier=4)[0] == "C1 ist sicher."


def test_the_command_without_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sapper.mcp")
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    found = sapper("mcp")
    assert found.returncode == 2
    assert f"install it with {install('mcp')}" in found.stderr
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--port", "5"), "--port needs --http"),
        (("--host", "127.0.0.1"), "--host needs --http"),
        (("--http", "--host", ""), "--host is empty: give an address, or leave it out"),
    ],
)
def test_an_option_that_would_do_nothing(words: tuple[str, ...], message: str) -> None:
    """Options without effect are refused, as is an empty host, which would mean all addresses."""
    found = sapper("mcp", *words)
    assert (found.returncode, found.stderr) == (2, f"sapper: {message}\n")


@pytest.mark.process
def test_a_client_by_standard_input() -> None:
    async def run() -> tuple[str, Any]:
        command = StdioServerParameters(command=sys.executable, args=["-m", "sapper", "mcp"])
        async with calling(Client(command)) as call:
            return await call("explain", position=SUBSET, cell="C1")

    assert asyncio.run(run())[1]["technique"] == "subset"


@pytest.mark.process
def test_clients_by_http() -> None:
    """Two clients can be connected at the same time, and one can see the other's game."""
    command = [sys.executable, "-m", "sapper", "mcp", "--http", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            (url,) = re.findall(r"Sapper's tools are at (\S+/mcp) \(stop with Ctrl-C\)", line)

            async def run() -> None:
                async with calling(Client(url)) as one, calling(Client(url)) as other:
                    _, game = await one("new_game")
                    assert await other("show_game", game=game["game"])
                    assert (await other("hint", position=SUBSET, tier=4))[0] == "C1 is safe."

            asyncio.run(run())
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.decode() == "sapper: stopped\n"
