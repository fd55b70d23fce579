"""Lesson 5: the limits of matching short clauses."""

from __future__ import annotations

from math import comb

from sapper.classroom.checks.meaning import resolvent
from sapper.classroom.checks.proofs import proof_of
from sapper.classroom.checks.rules import all_cells, own_position
from sapper.classroom.checks.task import AnswerCheck, number_of
from sapper.classroom.lesson import Exercise, lesson
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.logic import Clause
from sapper.reason.knowledge import Knowledge
from sapper.words import Message
from sapper.words.kinds import Advised, MatchingSuffices


def finds_safe(view: View, k: int) -> bool:
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.settle()
    knowledge.expand_unreduced()
    while knowledge.kb.match(k=k):
        knowledge.settle()
    return bool(knowledge.safe_hidden)


def _stumps(question: Exercise, answer: str) -> Message | None:
    view = own_position(answer)
    page = lesson(question.number.partition(".")[0])
    drawn = [*page.blocks, *(block for each in page.exercises for block in each.blocks)]
    shown = {View.parse_any(block.text).states for block in drawn if block.kind == "position"}
    shown |= {puzzle.view.states for puzzle in page.practice.puzzles()}
    if _without_flags(view.states) in map(_without_flags, shown):
        return Advised("on this page")
    safe = [each.technique for each in settled_cells(view).values() if not each.mine]
    if not safe:
        return Advised("nothing safe")
    if min(safe) is Technique.MINE_COUNT:
        return Advised("only by count")
    if finds_safe(view, 2):
        return MatchingSuffices(str(min(safe)))
    return None


def _without_flags(states: bytes) -> bytes:
    return states.replace(bytes([FLAGGED]), bytes([HIDDEN]))


TASKS = {
    "5.1": all_cells(mine=False),
    "5.2": proof_of("¬B2"),
    "5.3": number_of(lambda _: comb(1000, 2), "pairs"),
    "5.4": number_of(
        lambda _: len(resolvent(Clause.of(1, 2, 3, 4), Clause.of(-1, 5, 6, 7))),
        "both sides",
    ),
    "5.5": AnswerCheck("position", _stumps),
}
