"""Examples of feedback on answers to exercises, and of labels in lessons."""

from __future__ import annotations

from typing import get_args

from sapper.words import ClueName, Message
from sapper.words import kinds as k
from sapper.words.kinds import ClauseName, LiteralName

UNIT: ClauseName = (LiteralName("E1", False),)
PAIR: ClauseName = (LiteralName("B3", True), LiteralName("B4", False))

EXAMPLES: list[Message] = [
    k.AnswerIsRight(),
    *(k.Advised(advice) for advice in get_args(k.Advice)),
    *(k.ChanceIsOff(is_high) for is_high in (True, False)),
    *(k.MineOnHowMany("A1", boards) for boards in (1, 6)),
    k.ImpossibleCount(1),
    k.ImpossibleCount(4),
    k.MoreToFind(1, "fact"),
    k.MoreToFind(2, "line"),
    k.MoreToFind(3, "number"),
    k.MoreCellsToFind(1, are_mines=False, begun=True),
    k.MoreCellsToFind(4, are_mines=True, begun=False),
    *(k.WrongCell("B1", why) for why in ("open", "no mine", "hidden")),
    k.IsCertainButOther("A2", is_mine=False),
    k.IsCertainButOther("A3", is_mine=True),
    k.ClaimUncertain("A1", is_mine=True),
    k.ClaimUncertain("A1", is_mine=False),
    k.AnotherIsBetter("A1", safer=True),
    k.AnotherIsBetter("A2", safer=False),
    k.ClueTouches(ClueName("A3", 1), 2),
    k.OtherTotal(5, 3),
    k.DoesNotTouch("B2", "D2"),
    k.ClausesDiffer(True, ("A1", "B1", "C1")),
    k.ClausesDiffer(False, ("A1",)),
    k.NumberOutOfReach(4),
    k.NumberDiffers(2, True, ("A1", "B1")),
    k.NumberDiffers(2, False, ()),
    k.NotTheirChild(("C2",)),
    k.NoSuchLine(8, is_step=False),
    k.NoSuchLine(12, is_step=True),
    k.LineMustStay(3),
    k.FactNotFound(UNIT, opposite=True),
    k.FactNotFound(UNIT, opposite=False),
    k.IsUnit(UNIT),
    k.ClaimNotEntailed("A1", ("B1",)),
    k.OtherEnd(UNIT),
    k.OtherEnd(()),
    k.NumberTwice(7),
    k.UsesLaterStep(2, 5),
    *(k.StepDoesNotFollow(3, PAIR, UNIT, gap) for gap in get_args(k.StepGap)),
    k.StepIsNotRead(1, "no claim", None),
    k.StepIsNotRead(1, "other claim", "A1"),
    k.StepIsNotRead(4, "hidden", "E1"),
    k.StepIsNotRead(4, "not said", ClueName("D2", 1)),
    k.StepIsNotRead(4, "not said", None),
    k.StepIsRight(5),
    k.LineNotImplied(6),
    k.OpenCells(2),
    k.CertainInYours("A1", is_mine=True),
    k.CertainInYours("D1", is_mine=False),
    k.EasierWay("single clue"),
    k.HarderWay("subset", "chain"),
    k.HarderWay("mine count", "case split"),
    k.MatchingSuffices("difference"),
    *(k.HowToAnswer(form) for form in get_args(k.AnswerKind)),
    k.HowToCheck(4),
    k.PageLabel("exercises"),
    k.PageLabel("answer"),
    k.PageLabel("more"),
    k.PageLabel("lesson"),
    k.PageLabel("puzzles"),
    k.PageLabel("solutions"),
    k.BoardSize(5, 3, 2),
    k.BoardSize(5, 3, 1),
]
