"""Nine patterns that players see at a glance: for each, a position and two sentences.

    name        `explain` names patterns like this (`Explanation.pattern_page`)
    position    a position from a beginner game; flags are on provable mines
    clues       the numbers that form the pattern
    safe, mines the cells that these numbers settle (for `count`, together with the mine count)
    cells       the cells that share mines
    best        for `guess`, the cells that win most often
    corner      the top left cell of the part to show in an overview (WIDTH x HEIGHT cells)

`PatternPageText` says the sentences. `sapper.ladder.pattern_puzzle` makes puzzles for each pattern.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.view import View
from sapper.words.kinds import PatternName
from sapper.words.message import CellName

WIDTH, HEIGHT = 5, 4


@dataclass(frozen=True, slots=True)
class PatternPage:
    name: PatternName
    corner: CellName
    text: str
    clues: tuple[CellName, ...] = ()
    safe: tuple[CellName, ...] = ()
    mines: tuple[CellName, ...] = ()
    cells: tuple[CellName, ...] = ()
    best: tuple[CellName, ...] = ()

    @property
    def position(self) -> View:
        return View.parse(f"9x9x10/open\n{self.text}")


PATTERN_PAGES = (
    PatternPage(
        "1-1",
        "A5",
        """
        2..100111
        .321001.1
        110000111
        000001110
        000002.20
        111113.31
        .........
        .........
        .........
        """,
        clues=("A6", "B6"),
        safe=("C7",),
        cells=("A7", "B7"),
    ),
    PatternPage(
        "1-2",
        "A3",
        """
        .1001.100
        .1001.100
        110011100
        .1001.100
        .2123.211
        ......2..
        .........
        .........
        .........
        """,
        clues=("C5", "D5"),
        safe=("B6",),
        mines=("E6",),
        cells=("C6", "D6"),
    ),
    PatternPage(
        "1-2-1",
        "A6",
        """
        000000000
        000001110
        111001.10
        1.1112121
        2322.102.
        .3..2213.
        .......21
        112111110
        000000000
        """,
        clues=("B8", "C8", "D8"),
        safe=("C7",),
        mines=("B7", "D7"),
    ),
    PatternPage(
        "1-2-2-1",
        "A6",
        """
        0001.1122
        0001111..
        000000122
        000000000
        000011100
        00001.210
        122123.10
        ......221
        .........
        """,
        clues=("A7", "B7", "C7", "D7"),
        safe=("A8", "D8"),
        mines=("B8", "C8"),
    ),
    PatternPage(
        "hole",
        "E6",
        """
        000111000
        0001.1000
        000122111
        00001.11.
        111121111
        .12.31111
        123...1..
        12.3.111.
        ..2......
        """,
        clues=("G6", "G8"),
        safe=("F9", "G9", "H9"),
        cells=("F7", "H7"),
    ),
    PatternPage(
        "corner",
        "A4",
        """
        .........
        .2.1.2...
        ..111....
        .21012...
        ..111....
        .1.1.2...
        .........
        .........
        .........
        """,
        clues=("B6", "C5"),
        safe=("A5", "A6", "A7", "B7", "C7"),
        cells=("B5", "C6"),
    ),
    PatternPage(
        "shared",
        "D3",
        """
        11101....
        1.1012...
        111001...
        000001...
        111113...
        ..1..3...
        .........
        .........
        .........
        """,
        clues=("F4", "F5"),
        safe=("G3",),
        mines=("E6", "G6"),
        cells=("G4", "G5"),
    ),
    PatternPage(
        "count",
        "A6",
        """
        0012F1000
        001F21000
        001111110
        000001F10
        000001121
        01111111F
        13F21F111
        ..F311111
        ..F20001F
        """,
        clues=("A7",),
        safe=("A9", "B9"),
        cells=("A8", "B8"),
    ),
    PatternPage(
        "guess",
        "A6",
        """
        110111000
        F101F1000
        110111000
        000000000
        221000000
        FF2100111
        .5F2001F2
        ..F20012F
        ..2100011
        """,
        best=("A9", "B8"),
    ),
)
