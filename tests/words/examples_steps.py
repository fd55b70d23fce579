"""Examples of explanations, their pictures and proofs of boards, with every variant of each."""

from __future__ import annotations

from typing import get_args

from sapper.words import ClueName, Message
from sapper.words.kinds import (
    Argument,
    CellSettled,
    ClueFails,
    ClueHolds,
    ClueLimits,
    CluesShow,
    ClueStep,
    CombinationStep,
    CountFails,
    DifferenceStep,
    ExampleBoard,
    GivenStep,
    ImpossibleStep,
    KnownCells,
    KnownStep,
    LimitStep,
    MineCountStep,
    MinesAmong,
    MineShares,
    OpenThese,
    Pattern,
    PictureLabel,
    PictureTitle,
    PictureWord,
    ProofNotShown,
    RestStep,
    StartAt,
    StepNumber,
    SubsetStep,
    SumSide,
    SupposeStep,
    TotalStep,
    WaysStep,
)

ONE, TWO, THREE = ClueName("B2", 1), ClueName("C2", 2), ClueName("D2", 3)
SAFE, SAFE_TWO = MinesAmong(("A1",), 0, 0), MinesAmong(("A1", "B1"), 0, 0)
MINE, MINES = MinesAmong(("C1",), 1, 1), MinesAmong(("C1", "D1", "E1"), 3, 3)
MANY = tuple(f"{column}1" for column in "ABCDEFGHIJKLMNOP")
SOME = (
    MinesAmong(("A1", "B1"), 1, 1),
    MinesAmong(("A1", "B1", "C1"), 2, 3),
    MinesAmong(("A1", "B1", "C1"), 0, 1),
    MinesAmong(MANY, 2, 5),
)
LIMITED = MinesAmong(("B1", "B3"), 0, 1)
LAID = KnownCells(("E4",), ())
CLEAR = KnownCells((), ("E4", "E5"))
KNOWN = KnownCells(("E4",), ("E5",))
BOTH = KnownCells(("E4", "F4"), ("E5",))

SETTLED = (
    CellSettled("A1", False, "given", (), ()),
    CellSettled("A1", False, "single clue", ("B2",), ()),
    CellSettled("A1", True, "single clue", ("B2", "C2"), ()),
    CellSettled("A1", True, "difference", ("B2", "C2"), (Pattern((1, 2, 1), "row", True),)),
    CellSettled("A1", False, "mine count", ("B2",), ()),
    CellSettled("A1", False, "mine count", (), ()),
)

EXAMPLES: list[Message] = [
    *(SAFE, SAFE_TWO, MINE, MINES, *SOME),
    *(LAID, CLEAR, KNOWN, BOTH),
    Pattern((1, 1), "row", False),
    Pattern((1, 2), "hole", True),
    Pattern((1, 2), "triangle", False),
    GivenStep("C4"),
    *(KnownStep(fact) for fact in (SAFE, SAFE_TWO, MINE, MINES)),
    ClueStep(ClueName("B2", 0), SAFE_TWO, False),
    ClueStep(ONE, MINE, False),
    ClueStep(TWO, MinesAmong(("C1", "D1"), 2, 2), True),
    ClueStep(THREE, MINES, False),
    RestStep(LAID, ONE, SAFE),
    RestStep(CLEAR, TWO, MINE, only=True),
    RestStep(CLEAR, THREE, MINES),
    RestStep(LAID, None, SAFE_TWO),
    RestStep(CLEAR, None, MINES),
    SubsetStep(None, ONE, SOME[0], ONE, MinesAmong(("C1",), 0, 0), Pattern((1, 1), "row", False)),
    SubsetStep(KNOWN, ONE, MinesAmong(("A1",), 1, 1), TWO, MINE, None),
    SubsetStep(None, ONE, SOME[0], THREE, MinesAmong(("C1", "D1"), 2, 2), None),
    DifferenceStep(None, TWO, ONE, LIMITED, MINE, SAFE, Pattern((1, 2), "row", False)),
    DifferenceStep(
        BOTH,
        THREE,
        TWO,
        MinesAmong(("D3", "E3", "F3"), 0, 2),
        MinesAmong(("C1", "D1"), 2, 2),
        SAFE_TWO,
        None,
    ),
    ClueHolds(None, ONE, 1, ("A1", "B1")),
    ClueLimits(None, TWO, False, 1, ("A1", "B1")),
    LimitStep(SOME[1], SOME[0], room=("C1",)),
    LimitStep(ClueHolds(CLEAR, TWO, 2, ("A1", "B1", "C1")), SOME[2], room=("D1", "D2")),
    LimitStep(SOME[2], MinesAmong(("A1", "B1"), 0, 1)),
    LimitStep(SOME[2], SAFE, but=SOME[1], part=MinesAmong(("B1", "C1"), 1, 2)),
    LimitStep(SOME[2], SAFE, but=SOME[0]),
    LimitStep(SOME[1], MINE, limit=ClueLimits(None, ONE, True, 1, ("A1", "B1"))),
    LimitStep(
        ClueHolds(None, TWO, 2, ("A1", "B1", "C1")),
        SAFE,
        limit=ClueLimits(LAID, THREE, False, 2, ("B1", "C1")),
    ),
    SumSide(((1, "A1"), (2, "B1")), 3),
    SumSide((), 0),
    CombinationStep(
        KNOWN,
        ((1, TWO, 1), (1, ONE, 1), (-1, THREE, 3)),
        SumSide(((1, "C1"),), 0),
        SumSide(((1, "A1"),), 1),
        (MINE, SAFE),
    ),
    CombinationStep(
        None,
        (
            (1, ONE, 1),
            (2, ClueName("F2", 1), 1),
            (1, ClueName("D4", 1), 1),
            (-1, TWO, 2),
            (-3, THREE, 3),
        ),
        SumSide(((1, "A1"), (2, "B1")), 0),
        SumSide((), 3),
        (MINES,),
        "smaller",
    ),
    *(
        CombinationStep(
            None,
            ((times, TWO, 2), (-2, ONE, 1)),
            SumSide(((1, "C1"),), 0),
            SumSide((), 1),
            (MINE,),
        )
        for times in (1, 2, 3)
    ),
    CombinationStep(
        LAID,
        ((1, THREE, 1), (1, ClueName("F2", 3), 1), (-1, TWO, 0)),
        SumSide(((1, "A1"), (1, "B1")), 0),
        SumSide((), 2),
        (MINES,),
    ),
    SupposeStep("A1", True, False),
    SupposeStep("A1", False, True),
    MineShares(("A1",), ((ONE, 1),), SOME[:1], ("D4", "D5")),
    ClueFails(LAID, ONE),
    ClueFails(CLEAR, ONE),
    ClueFails(CLEAR, TWO),
    CountFails(1, MineShares(("A1", "B1"), (), ()), 2),
    CountFails(3, MineShares((), ((TWO, 2),), SOME[2:3], ("D4",)), 2),
    CountFails(0, MineShares(("A1",), (), ()), 1),
    ImpossibleStep(ClueFails(LAID, ONE), SAFE, False),
    ImpossibleStep(ClueFails(CLEAR, TWO), MINE, True),
    ImpossibleStep(CountFails(1, MineShares(("A1", "B1"), (), ()), 2), SOME[1], True),
    MineCountStep(0, 0, 4, "none"),
    MineCountStep(1, 0, 1, "given"),
    MineCountStep(3, 0, 5, "known"),
    MineCountStep(1, 1, 2, "none"),
    MineCountStep(3, 3, 0, "none"),
    MineCountStep(3, 3, 1, "none"),
    MineCountStep(3, 1, 1, "known"),
    MineCountStep(3, 2, 4, "given"),
    TotalStep(0, MineShares((), (), ()), SAFE_TWO),
    TotalStep(3, MineShares((), (), ()), MINES),
    TotalStep(1, MineShares((), ((ONE, 1),), ()), SAFE),
    TotalStep(3, MineShares((), ((TWO, 2),), SOME[:1]), SAFE_TWO),
    TotalStep(4, MineShares((), ((THREE, 3),), ()), MINE),
    TotalStep(6, MineShares((), ((THREE, 3),), ()), MINES),
    WaysStep(None, (ONE, TWO), False, SOME[1]),
    WaysStep(BOTH, (ONE, TWO, THREE), True, SOME[3]),
    *SETTLED,
    Argument(SETTLED[1], (ClueStep(ClueName("B2", 0), SAFE_TWO, False),)),
    Argument(SETTLED[4], (KnownStep(MINE), MineCountStep(1, 1, 2, "none"))),
    ExampleBoard(True),
    ExampleBoard(False),
    PictureTitle("A1", True, "mine count"),
    PictureTitle("A1", False, "subset"),
    StepNumber(3),
    *map(PictureLabel, get_args(PictureWord)),
    ProofNotShown(),
    StartAt(("A1",)),
    StartAt(("A1", "B1")),
    OpenThese(MANY),
    *(
        CluesShow(clues, mine_count, cells, mine)
        for clues, mine_count in (((), True), ((ONE,), False), ((TWO,), False), ((ONE, TWO), True))
        for cells in (("A1",), MANY)
        for mine in (False, True)
    ),
]
