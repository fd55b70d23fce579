"""Whatever a caller passes to Sapper's functions and classes, the answer is one readable line.

Each parameter of each public function gets values of the wrong type, of the wrong size and of the
wrong shape. The call may accept them. Otherwise, it raises a SapperError of one line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import SapperError
from sapper.errors import shown

LEVEL = sapper.Level.parse("5x4x3/open")
POSITION = "4x3x4/any\n..2.\n..3.\n...."
VIEW = sapper.View.parse(POSITION)
GRID = LEVEL.grid
BOARD = sapper.deal(LEVEL, 1)
REASON = sapper.explain("5x1x1/any\n1.1..", "D1")


class Long:
    """An object whose `repr` has several lines."""

    def __repr__(self) -> str:
        return "one\ntwo"


class Broken:
    """An object whose `repr` fails."""

    def __repr__(self) -> str:
        raise RuntimeError


NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    7,
    2.5,
    math.nan,
    math.inf,
    10**400,
    "",
    "two\nlines",
    "Z99",
    "\0",
    "{braces}",
    b"bytes",
    (1, 2),
    [0, 0],
    [[]],
    {"a": 1},
    {None},
    Long(),
    lambda *_: 0,
    np.zeros((3, 3)),
    np.int64(3),
    np.float32(0.5),
    LEVEL,
    BOARD,
    VIEW,
)


def game() -> sapper.Game:
    one = sapper.Game(BOARD)
    one.open("D4")
    return one


def ended() -> sapper.Game:
    return sapper.play(LEVEL, "odds", seed=1)


# A call that works for each function, method and class. Its arguments are replaced one at a time.
CALLS: dict[str, Callable[[], tuple[Any, dict[str, Any]]]] = {
    "Board": lambda: (sapper.Board, {"level": LEVEL, "mines": BOARD.mines, "first": BOARD.first}),
    "Board.parse": lambda: (sapper.Board.parse, {"text": str(BOARD)}),
    "Board.of_row": lambda: (sapper.Board.of_row, {"level": LEVEL, "row": BOARD.row}),
    "Decision": lambda: (sapper.Decision, {"moves": (sapper.Move("open", 1),), "reason": None}),
    "Deck": lambda: (sapper.Deck, {"level": LEVEL, "first": None, "rows": np.array([BOARD.row])}),
    "Deck.deal": lambda: (sapper.Deck.deal, {"level": "5x4x3/open", "seed": 1, "count": 2}),
    "Deck.of": lambda: (sapper.Deck.of, {"level": LEVEL, "first": None, "boards": [BOARD]}),
    "Deck.parse": lambda: (sapper.Deck.parse, {"text": str(sapper.Deck.deal(LEVEL, 1, 2))}),
    "Game": lambda: (sapper.Game, {"board": "5x4x3/open", "seed": 1, "clock": None}),
    "Game.start": lambda: (sapper.Game.start, {"level": LEVEL, "seed": 1, "first": None}),
    "Game.state": lambda: (game().state, {"cell": "A1"}),
    "Game.__getitem__": lambda: (game().__getitem__, {"cell": "A1"}),
    "Game.open": lambda: (game().open, {"cell": "A1"}),
    "Game.flag": lambda: (game().flag, {"cell": "A1"}),
    "Game.chord": lambda: (game().chord, {"cell": "A1"}),
    "Game.play": lambda: (game().play, {"action": "flag A1"}),
    "Game.record": lambda: (game().record, {"player": "me"}),
    "Grid": lambda: (sapper.Grid, {"width": 5, "height": 4}),
    "Grid.neighbours": lambda: (GRID.neighbours, {"cell": 3}),
    "Grid.name": lambda: (GRID.name, {"cell": 3}),
    "Grid.names": lambda: (GRID.names, {"cells": [3]}),
    "Grid.cell": lambda: (GRID.cell, {"cell": "A1"}),
    "Grid.parse_cell": lambda: (GRID.parse_cell, {"text": "A1"}),
    "Level": lambda: (sapper.Level, {"width": 5, "height": 4, "mines": 3, "start": LEVEL.start}),
    "Level.of": lambda: (sapper.Level.of, {"level": "easy"}),
    "Level.parse": lambda: (sapper.Level.parse, {"text": "easy"}),
    "Move": lambda: (sapper.Move, {"kind": "open", "cell": 3}),
    "Move.parse": lambda: (sapper.Move.parse, {"text": "open A1", "grid": GRID}),
    "Outcome": lambda: (sapper.Outcome, {"value": "won"}),
    "Record": lambda: (
        sapper.Record,
        {"board": BOARD, "moves": game().moves, "outcome": None, "first": None, "seed": 1}
        | {"player": "me"},
    ),
    "Record.parse": lambda: (sapper.Record.parse, {"text": str(game().record())}),
    "Record.resume": lambda: (game().record().resume, {"clock": None}),
    "StartRule": lambda: (sapper.StartRule, {"kind": "given", "given": 3}),
    "StartRule.parse": lambda: (sapper.StartRule.parse, {"text": "given(3)"}),
    "Technique": lambda: (sapper.Technique, {"value": "chain"}),
    "Technique.of": lambda: (sapper.Technique.of, {"technique": "chain"}),
    "Technique.parse": lambda: (sapper.Technique.parse, {"text": "chain"}),
    "View": lambda: (sapper.View, {"level": LEVEL, "states": bytes([9]) * LEVEL.size}),
    "View.__getitem__": lambda: (VIEW.__getitem__, {"cell": "A1"}),
    "View.hidden_everywhere": lambda: (sapper.View.hidden_everywhere, {"level": LEVEL}),
    "View.of": lambda: (sapper.View.of, {"position": POSITION}),
    "View.parse": lambda: (sapper.View.parse, {"text": POSITION}),
    "View.parse_any": lambda: (sapper.View.parse_any, {"text": POSITION}),
    "View.check_hidden": lambda: (VIEW.check_hidden, {"cell": 1}),
    "bench": lambda: (
        sapper.bench,
        {"agent": "odds", "level": "5x4x3/open", "games": 2, "seed": 0, "jobs": 1, "guess": "odds"}
        | {"audit": False, "on_progress": None, "flags": False},
    ),
    "bench(deck)": lambda: (
        sapper.bench,
        {"agent": "odds", "level": sapper.Deck.deal(LEVEL, 1, 2)},
    ),
    "compare": lambda: (
        sapper.compare,
        {"a": "odds", "b": "rules", "level": "5x4x3/open", "games": 2, "seed": 0, "jobs": 1}
        | {"margin": 0.1, "luck": False, "all_games": True, "on_progress": None},
    ),
    "deal": lambda: (
        sapper.deal,
        {"level": "5x4x3/open", "seed": 1, "first": "A1", "no_guess": False, "mine_count": True}
        | {"technique": None, "at_most": None, "guesses": 0, "three_bv": (0, None)}
        | {"openings": (0, None), "repair": False, "limit": 0.2, "threads": 1},
    ),
    "explain": lambda: (sapper.explain, {"view": POSITION, "cell": "A1"}),
    "guess": lambda: (sapper.guess, {"cell": "A1", "odds": 0.5, "why": "because"}),
    "hint": lambda: (sapper.hint, {"view": POSITION, "tier": 1}),
    "make": lambda: (sapper.make, {"name": "odds", "guess": "vote", "seed": 1, "flags": True}),
    "make(champion)": lambda: (sapper.make, {"name": "champion", "seed": 1, "budget": 0.1}),
    "odds": lambda: (sapper.odds, {"view": POSITION}),
    "odds.__getitem__": lambda: (sapper.odds(POSITION).__getitem__, {"cell": "A1"}),
    "play": lambda: (sapper.play, {"level": "5x4x3/open", "agent": "odds", "seed": 1}),
    "puzzle": lambda: (
        sapper.puzzle,
        {"technique": "single clue", "seed": 1, "level": "5x4x3/open", "limit": 0.2},
    ),
    "rate": lambda: (sapper.rate, {"what": POSITION}),
    "read": lambda: (sapper.read, {"source": "nowhere.txt"}),
    "review": lambda: (sapper.review, {"record": ended(), "budget": 0.01, "progress": None}),
    "sample": lambda: (sapper.sample, {"view": POSITION, "count": 2, "seed": 0}),
    "value": lambda: (sapper.value, {"view": POSITION, "budget": 0.01, "seed": 0}),
    "value.__getitem__": lambda: (sapper.value(POSITION, 0.01).__getitem__, {"cell": "A1"}),
    "verify": lambda: (sapper.verify, {"proof": REASON}),
    "write": lambda: (sapper.write, {"what": BOARD, "path": "board.txt", "to": "sapper"}),
}


# NumPy's objects have a method `choose`, so they can be agents. Python's enums compare a value with
# their members, which fails for an array before Sapper is asked.
PERMITTED: dict[str, Any] = {
    "play agent": (np.ndarray, np.generic),
    "Outcome value": np.ndarray,
    "Record outcome": np.ndarray,
    "Technique value": np.ndarray,
}


def test_every_public_name_has_a_call() -> None:
    """A new public function must be added to the table above."""
    called = {re.split(r"[.(]", name)[0] for name in CALLS}
    assert {*sapper.__all__} - called == {"HIDDEN", "FLAGGED", "GIVEN", "SapperError"}


@pytest.mark.parametrize("name", CALLS)
def test_nonsense_is_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    faults = []
    for key in CALLS[name]()[1]:
        for value in NONSENSE:
            if isinstance(value, PERMITTED.get(f"{name} {key}", ())):
                continue
            call, named = CALLS[name]()
            try:
                call(**named | {key: value})
            except SapperError as problem:
                if len(str(problem).splitlines()) != 1:
                    faults.append(f"{key}={shown(value)}: {problem}")
            except Exception as problem:
                faults.append(f"{key}={shown(value)}: {type(problem).__name__}: {problem}")
    assert faults == []


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ([np.zeros((3, 3))], "[array([[0., 0., 0.], [0., 0., 0.], [0.,…"),
        (Long(), "one two"),
        (Broken(), "<Broken>"),
    ],
)
def test_every_value_is_quoted_in_one_line(value: Any, quoted: str) -> None:
    with pytest.raises(SapperError) as caught:
        sapper.odds(value)
    assert str(caught.value).startswith(f"{quoted} is not a position: use a View")
