"""A server for language models, using the Model Context Protocol (`sapper mcp`, docs/mcp.md).

    analyse, explain, hint      about a position
    rate, review, verify        about a board, a game or a certificate
    deal, puzzle                new boards and positions
    new_game, open_cells, flag_cells, show_game
                                a game to play; its mines stay secret until it is over

Each answer contains a readable text and the same result as JSON (docs/json.md).
"""

from __future__ import annotations

import json
import secrets
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from typing import Annotated, Any, Literal, NotRequired, TypeAlias

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from sapper.core.board import SEEDS, random_seed
from sapper.core.board import deal as deal_board
from sapper.core.game import Game
from sapper.core.view import Move
from sapper.errors import SapperError, quote
from sapper.explain.explanation import ExplanationJson, UncertainJson
from sapper.explain.hints import HintJson
from sapper.ladder.rating import RatingJson
from sapper.ladder.techniques import Technique
from sapper.reason.value import ValueJson
from sapper.review.review_json import ReviewJson
from sapper.verify.certificate import VerdictJson
from sapper.web.app import GOODBYE, listen
from sapper.web.forms import AnalysisJson
from sapper.web.guard import LOOPBACK
from sapper.web.job_queue import JobQueue
from sapper.web.problems import answer_of
from sapper.web.reading import parse_level
from sapper.web.server import Limits
from sapper.words import how_many, say
from sapper.words.kinds import PuzzleTask, WhichCell

LIMITS = Limits()

MAX_GAMES = 1000
"""the maximum number of games kept; the oldest are dropped first"""

MAX_CELLS = 10_000
"""the maximum number of cells in one call, enough for the largest board"""

READING = ("analyse", "explain", "hint", "verify", "deal", "puzzle", "rate", "review", "show_game")
PLAYING = ("new_game", "open_cells", "flag_cells")
TOOLS = dict.fromkeys(READING, True) | dict.fromkeys(PLAYING, False)
"""the tools, and whether each is read-only"""

LEFT_OUT = ("runs", "verdict_runs", "headline", "proof")
"""parts of the page's JSON that a model does not need"""

INSTRUCTIONS = """Sapper proves what follows from a Minesweeper position, so ask instead of \
guessing. A level is a name (beginner, intermediate, expert) or WxHxM/rule, such as 9x9x10/open. A \
position is text: the level on line one, then one row per line, with 0-8 for open cells, . for \
hidden ones, F for flags and + for cells given as safe. A cell is a column letter and a row \
number, A1 at the top left."""


class AnalysedJson(AnalysisJson):
    value: NotRequired[ValueJson]


class ExplainedJson(ExplanationJson):
    certificate: NotRequired[dict[str, str]]


class DealtJson(TypedDict):
    level: str
    seed: int
    board: str


class AskedJson(TypedDict):
    seed: int
    position: str
    technique: str
    safe: NotRequired[list[str]]
    mines: NotRequired[list[str]]


class PlayedJson(TypedDict):
    game: str
    position: str
    outcome: Literal["won", "lost"] | None
    moves: int
    flags: int
    safe_left: int
    answer: NotRequired[list[str]]
    record: NotRequired[str]


ANSWERS: dict[str, Any] = {
    "analyse": AnalysedJson,
    "explain": ExplainedJson | UncertainJson,
    "hint": HintJson,
    "verify": VerdictJson,
    "deal": DealtJson,
    "puzzle": AskedJson,
    "rate": RatingJson,
    "review": ReviewJson,
} | dict.fromkeys((*PLAYING, "show_game"), PlayedJson)
"""the type of each tool's answer, before the parts in LEFT_OUT are removed"""

PositionText: TypeAlias = Annotated[
    str,
    Field(description="the level, then one row per line: 0-8 open, . hidden, F flag"),
]
CellName: TypeAlias = Annotated[str, Field(description="a cell, such as C4")]
LevelText: TypeAlias = Annotated[
    str, Field(description="beginner, intermediate, expert, or WxHxM/rule such as 9x9x10/open")
]
TechniqueText: TypeAlias = Literal[
    "single clue", "subset", "difference", "chain", "combination", "case split", "mine count"
]
CellNames: TypeAlias = Annotated[
    list[CellName], Field(max_length=MAX_CELLS, description="cells, such as C4")
]
SeedNumber: TypeAlias = Annotated[
    int | None, Field(ge=0, lt=SEEDS, description="the same seed gives the same board")
]
GameId: TypeAlias = Annotated[str, Field(description="the id that new_game returned")]


def answer(words: str, data: Any) -> CallToolResult:
    data = _plain(data)
    texts = [words, json.dumps(data, ensure_ascii=False)]
    return CallToolResult(
        content=[TextContent(type="text", text=text) for text in texts], structured_content=data
    )


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items() if key not in LEFT_OUT}
    return [_plain(one) for one in data] if isinstance(data, list) else data


def answer_schema(tool: str) -> dict[str, Any]:
    """The JSON schema of a tool's answer, without the parts that answers leave out."""

    def shorter(schema: Any) -> Any:
        if isinstance(schema, dict):
            named = schema.get("required")
            schema = {key: shorter(value) for key, value in schema.items() if key not in LEFT_OUT}
            return schema | ({} if named is None else {"required": shorter(named)})
        if isinstance(schema, list):
            return [shorter(one) for one in schema if one not in LEFT_OUT]
        return schema

    schema = shorter(TypeAdapter(ANSWERS[tool]).json_schema())
    return {"type": "object", **schema}  # the protocol requires the type, also of a union


class ToolServer(MCPServer):
    """A server that sends the model a one-line message about each mistake in a tool call."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        if len(json.dumps(arguments)) > LIMITS.body:
            raise ToolError(f"the arguments are too long: use at most {LIMITS.body} bytes")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as problem:
            if isinstance(problem.__cause__, Exception):
                raise ToolError(answer_of(problem.__cause__)[1]) from None
            raise


class Tools:
    """The server's tools, and the games in progress.

    Several threads can call the tools at the same time.
    """

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._jobs = JobQueue(limits.workers, limits.analysis_seconds)
        self._games: dict[str, Game] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        self._jobs.close()

    def analyse(
        self,
        position: PositionText,
        value: Annotated[
            bool, Field(description="also the chance of winning and the best move")
        ] = False,
    ) -> CallToolResult:
        """Find the provably safe cells and mines, and the exact chance that each cell is a mine."""
        found = self._jobs.ask("analyse", position=position)
        chances = found["odds"]
        if found["problem"] is not None:
            raise SapperError(found["problem"])
        if found["conflict"] is not None:
            return answer(found["conflict"]["words"], found)
        words = [chances["words"]]
        for name, key in (("Provably safe", "safe"), ("Provable mines", "mines")):
            if chances[key]:
                words.append(f"{name}: {' '.join(chances[key])}.")
        if value:
            found["value"] = self._jobs.ask("value", position=position)
            words.append(found["value"]["words"])
        return answer(" ".join(words), found)

    def explain(
        self,
        position: PositionText,
        cell: Annotated[
            str | None, Field(description="a hidden cell; by default the easiest to explain")
        ] = None,
        certificate: Annotated[
            bool, Field(description="also the files of a proof, which `verify` checks")
        ] = False,
    ) -> CallToolResult:
        """Explain why a cell is safe or a mine. If neither is provable, give the odds."""
        found = self._jobs.ask("explain", position=position, cell=cell)
        if certificate:
            found["certificate"] = self._jobs.ask("certificate", position=position, cell=cell)
        steps = [step["words"] for step in found.get("steps", ())]
        lines = [found["words"], *(f"{i}. {step}" for i, step in enumerate(steps, 1))]
        return answer("\n".join(lines), found)

    def hint(
        self,
        position: PositionText,
        tier: Annotated[
            int,
            Field(description="1 nudge, 2 region, 3 clues, 4 cell, 5 whole argument"),
        ] = 1,
    ) -> CallToolResult:
        """Give a hint that reveals as much as you want."""
        found = self._jobs.ask("hint", position=position, tier=tier)
        return answer(found["words"], found)

    def verify(
        self,
        files: Annotated[
            dict[str, str],
            Field(
                description="position.txt, claim.cnf, claim.drat and claim.lrat with their texts"
            ),
        ],
    ) -> CallToolResult:
        """Check a certificate that a cell is safe or a mine, with three independent checkers."""
        found = self._jobs.ask("verify", files=files)
        verdict = f"Accepted: {found['claim']}." if found["accepted"] else "Rejected: {reason}."
        return answer(verdict.format(**found), found)

    def deal(
        self,
        level: LevelText = "beginner",
        seed: SeedNumber = None,
        no_guess: Annotated[
            bool, Field(description="a board that can be solved without guessing")
        ] = False,
        technique: Annotated[
            TechniqueText | None, Field(description="the hardest technique that the board needs")
        ] = None,
    ) -> CallToolResult:
        """Deal a board and show its mines. To play a game, use new_game instead."""
        chosen = parse_level(level)
        seed = random_seed() if seed is None else seed
        if no_guess or technique is not None:
            board = self._jobs.ask(
                "deal_wanted", level=str(chosen), technique=technique, at_most=None, seed=seed
            )
        else:
            board = str(deal_board(chosen, seed))
        return answer(board, {"level": str(chosen), "seed": seed, "board": board})

    def puzzle(
        self,
        technique: TechniqueText = "subset",
        size: Annotated[int, Field(ge=0, le=2, description="0 small, 2 large")] = 0,
        seed: SeedNumber = None,
        solution: Annotated[
            bool, Field(description="also the cells that the technique settles")
        ] = False,
    ) -> CallToolResult:
        """Make a position in which this technique, but no easier one, finds a safe cell."""
        seed = random_seed() if seed is None else seed
        found = self._jobs.ask("puzzle", technique=technique, size=size, seed=seed)
        task = say(PuzzleTask(str(Technique.parse(technique)), WhichCell("safe")))
        words = [f"{found['position']}{task}"]
        if solution:
            words.append(f"Safe: {' '.join(found['safe'])}. Mines: {' '.join(found['mines'])}.")
        shown = found if solution else {key: found[key] for key in ("position", "technique")}
        return answer("\n".join(words), {"seed": seed, **shown})

    def rate(
        self,
        text: Annotated[str, Field(description="a board (with * for mines), position or game")],
    ) -> CallToolResult:
        """Rate how hard a board or the next step of a position is, from 0 to 10, and say why."""
        found = self._jobs.ask("rate", text=text)
        return answer(f"{found['difficulty']:.1f} of 10. {found['verdict']}", found)

    def review(
        self,
        record: Annotated[str, Field(description="the record of a game, from show_game")],
    ) -> CallToolResult:
        """Find the luck and the errors in a finished game, move by move."""
        data = record.encode().decode("latin-1")  # the bytes of the record, one per character
        found = self._jobs.ask("review", data=data)["review"]
        return answer(found["verdict"], found)

    def new_game(self, level: LevelText = "beginner", seed: SeedNumber = None) -> CallToolResult:
        """Start a game. The board is secret until the game is over, unless you give its seed."""
        chosen = parse_level(level)
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        game, name = Game.start(chosen, seed), secrets.token_hex(4)
        with self._lock:
            self._games[name] = game
            while len(self._games) > MAX_GAMES:
                del self._games[next(iter(self._games))]
        return _shown(name, game)

    def open_cells(self, game: GameId, cells: CellNames) -> CallToolResult:
        """Open cells, one after the other. A mine ends the game."""
        return self._play(game, "open", cells)

    def flag_cells(self, game: GameId, cells: CellNames) -> CallToolResult:
        """Put flags on cells, or remove them."""
        return self._play(game, "flag", cells)

    def show_game(self, game: GameId) -> CallToolResult:
        """Show the position of a game. If the game is over, add its board and record."""
        return self._play(game, "open", [])

    def _play(self, name: str, kind: Literal["open", "flag"], cells: list[str]) -> CallToolResult:
        with self._lock:
            if name not in self._games:
                raise SapperError(f"there is no game {quote(name)}: start one with new_game")
            game = self._games[name]
            # Check all cells before the first move.
            chosen = [game.grid.parse_cell(cell) for cell in cells]
            for cell in chosen:
                if game.outcome is not None:
                    break
                game.play(Move(kind, cell))
            return _shown(name, game)


def _shown(name: str, game: Game) -> CallToolResult:
    view, outcome = game.view, game.outcome
    hidden = len(view.hidden)
    data: dict[str, Any] = {
        "game": name,
        "position": str(view),
        "outcome": None if outcome is None else outcome.value,
        "moves": game.move_count,
        "flags": view.flags,
        "safe_left": hidden - game.level.mines,
    }
    if outcome is None:
        left = how_many(data["safe_left"], "safe cell")
        words = f"{view}Game {name}: {left} to open, {how_many(game.level.mines, 'mine')}."
    else:
        data |= {"answer": game.answer, "record": str(game.record())}
        words = "\n".join([*game.answer, f"Game {name} is {outcome.value}."])
    return answer(words, data)


@contextmanager
def make_server(limits: Limits = LIMITS) -> Iterator[MCPServer]:
    """A server with all tools, for use in a `with` block.

    The worker processes end with the block.
    """
    with closing(Tools(limits)) as tools:
        described = []
        for name, reads_only in TOOLS.items():
            about = ToolAnnotations(read_only_hint=reads_only)
            tool = Tool.from_function(
                getattr(tools, name), annotations=about, structured_output=False
            )
            tool.fn_metadata.output_schema = answer_schema(name)
            described.append(tool)
        server = ToolServer(
            "sapper",
            title="Sapper, a Minesweeper laboratory",
            instructions=INSTRUCTIONS,
            version=version("sapper"),
            log_level="ERROR",
            tools=described,
        )
        yield server


def serve_stdio() -> None:
    with make_server() as server:
        server.run("stdio")


def serve_http(host: str, port: int) -> None:
    with make_server() as server, listen(host, port) as listener:
        port = listener.getsockname()[1]
        app = server.streamable_http_app(host=host, max_request_body_size=LIMITS.body)
        url = f"http://[{host}]:{port}/mcp" if ":" in host else f"http://{host}:{port}/mcp"
        print(f"Sapper's tools are at {url} (stop with Ctrl-C)", flush=True)
        if host not in LOOPBACK:
            print("Other machines can reach this server.", file=sys.stderr, flush=True)
        config = uvicorn.Config(
            app, log_level="error", access_log=False, timeout_graceful_shutdown=GOODBYE
        )
        uvicorn.Server(config).run(sockets=[listener])
