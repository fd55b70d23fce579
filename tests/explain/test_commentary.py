"""The commentary on a decision is complete, true, and narrow enough for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import comb

import pytest

from sapper.agents import make
from sapper.agents.ladder import LadderAgent
from sapper.core.board import deal
from sapper.core.constraints import safe
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Decision, View
from sapper.explain.commentary import Commentary
from sapper.logic import Event, KnowledgeBase
from sapper.logic.trace import Inserted, Removed, Settled
from sapper.reason.reasons import Cited


def taught(
    level: str, seed: int, agent: str = "textbook"
) -> Iterator[tuple[Commentary, list[Event], KnowledgeBase, View, Decision | None]]:
    """Play a game, and yield each turn with its events before its decision is played."""
    game = Game(deal(Level.parse(level), seed))
    player = make(agent)
    assert isinstance(player, LadderAgent)
    commentary = Commentary()
    events: list[Event] = []

    def listener(event: Event) -> None:
        commentary(event)
        events.append(event)

    player.listener = listener
    while game.outcome is None:
        decision = player.choose(game.view)
        assert player.kb is not None
        yield commentary, events, player.kb, game.view, decision
        if decision is None:
            return
        commentary.next_decision()
        events.clear()
        game.play(decision)


def test_a_turn_drawn() -> None:
    view = View.parse(
        """
        4x3x2
        ....
        1221
        0000
        """
    )
    agent = make("textbook")
    assert isinstance(agent, LadderAgent)
    agent.listener = commentary = Commentary()
    agent.choose(view)
    assert agent.kb is not None
    lines = commentary.lines(agent.kb, view, 76)
    assert lines[3:] == EXPECTED


@pytest.mark.parametrize("agent", ["textbook", "program-b", "program-c"])
def test_the_words_of_a_clue_count_the_cells_that_were_hidden_then(agent: str) -> None:
    """Programs B and C ask for one number at a time, so a 0 opens cells that they do not know."""
    behind = clues = 0
    for level, seed in (("9x9x10/given", 1272208018), ("9x7x12/given", 3)):
        mines = set(deal(Level.parse(level), seed).mines)
        known: set[int] = set()
        for commentary, _, kb, view, _ in taught(level, seed, agent):
            grid, late = view.grid, False
            lines = commentary.lines(kb, view, 400, 0)
            for line in lines:
                if line.startswith("opened: "):
                    known |= {grid.cell(name) for name in line.split()[1:]}
                if not line.startswith("clue "):
                    continue
                clue = re.match(r"clue (\w+), (\d) mines? in (\d) hidden cells?: ([\d +]+)", line)
                assert clue is not None, line
                cell = grid.cell(clue[1])
                assert cell in known
                hidden = set(grid.neighbours(cell)) - known
                m, n = len(hidden), len(hidden & mines)
                assert (int(clue[2]), int(clue[3])) == (n, m), line
                needed = comb(m, m - n + 1) + comb(m, n + 1) if 0 < n < m else m
                assert sum(map(int, clue[4].split(" + "))) == needed, line
                late |= not hidden <= set(view.hidden)
                clues += 1
            assert any("asks for one number at a time" in line for line in lines) == late
            behind += late
    assert clues > 30
    assert (behind > 0) == (agent != "textbook")


EXPECTED = """\
opened: A2 B2 C2 D2 A3 B3 C3 D3
clue A2, 1 mine in 2 hidden cells: 1 + 1 clauses
  enter KB   8 (A1 ∨ B1)    9 (¬A1 ∨ ¬B1)
clue B2, 2 mines in 3 hidden cells: 3 + 1 clauses
  enter KB   10 (A1 ∨ C1)  11 (B1 ∨ C1)
  duplicate  (A1 ∨ B1) is 8
  subsumed   (¬A1 ∨ ¬B1 ∨ ¬C1) by 9
clue C2, 2 mines in 3 hidden cells: 3 + 1 clauses
  enter KB   12 (B1 ∨ D1)  13 (C1 ∨ D1)  14 (¬B1 ∨ ¬C1 ∨ ¬D1)
  duplicate  (B1 ∨ C1) is 11
clue D2, 1 mine in 2 hidden cells: 1 + 1 clauses
  enter KB   15 (¬C1 ∨ ¬D1)
  duplicate  (C1 ∨ D1) is 13
  out: weak  14 (¬B1 ∨ ¬C1 ∨ ¬D1) by 15
matching, 1 round, 5 pairs:
  useful     12 (B1 ∨ D1) and 15 (¬C1 ∨ ¬D1) on D1: 16 (B1 ∨ ¬C1)
             11 (B1 ∨ C1) and 16 (B1 ∨ ¬C1) on C1: 17 B1
  the rest   1: a clash in two literals
             1: KB already has the resolvent or a stricter clause
             1: skipped: the result of another pair removes one of the two
unit propagation:
  facts      18 ¬A1 ← 9 (¬A1 ∨ ¬B1) by 17   19 C1 ← 10 (A1 ∨ C1) by 18
             20 ¬D1 ← 15 (¬C1 ∨ ¬D1) by 19
  out: true  8 (A1 ∨ B1) by 17    11 (B1 ∨ C1) by 17   12 (B1 ∨ D1) by 17
             16 (B1 ∨ ¬C1) by 17  13 (C1 ∨ D1) by 19
KB, the clauses being worked on (0), each with its source:
  empty
KB0, the facts (12):
  mines      B1  C1
  to open    A1  D1
  open       8 cells""".splitlines()


@pytest.mark.parametrize(
    ("level", "seed", "agent"),
    [
        ("9x9x10/given", 9, "textbook"),
        ("12x7x14/safe", 1, "textbook"),
        ("16x9x30/open", 3, "textbook"),
        ("16x9x30/open", 3, "resolution"),
    ],
)
def test_every_clause_has_its_story(level: str, seed: int, agent: str) -> None:
    """Every clause that entered or left KB is named, and no line is too wide."""
    entered = left = 0
    for commentary, events, kb, view, _ in taught(level, seed, agent):
        for width in (80, 120):
            lines = commentary.lines(kb, view, width)
            assert max(map(len, lines)) <= width
            assert lines == [line.rstrip() for line in lines]
            text = " ".join(" ".join(lines).split())
            for event in events:
                match event:
                    case Inserted(i, clause):
                        entered += 1
                        shown = _shown(kb, i, view)
                        assert re.search(rf"\b{i} {re.escape(shown)}", text), (i, clause)
                    case Settled(i, _, parents) if parents:
                        assert re.search(rf"\b{i} {re.escape(_shown(kb, i, view))}", text)
                    case Removed(i, _, why, by):
                        left += 1
                        shown = f"{i} {_shown(kb, i, view)} by"
                        assert re.search(rf"\b{re.escape(shown)} ", text), (why, shown)
                        if why != "shortened":  # a shortened clause may name an earlier fact
                            assert re.search(rf"\b{re.escape(shown)} {by}\b", text)
                    case _:
                        pass
    assert entered > 50
    assert left > 50


def test_the_commentary_follows_the_algorithm() -> None:
    """Both clauses of a pair are named before the pair is, even if facts had shortened one."""
    entered = 0
    for commentary, events, kb, view, _ in taught("9x7x12/given", 23):
        new = {event.id for event in events if isinstance(event, Inserted)}
        lines = commentary.lines(kb, view, 400)
        for at, line in enumerate(lines):
            if found := re.match(r"\s+(?:useful)?\s+(\d+) \(.+ and (\d+) \(.+ on \w+:", line):
                for i in new & set(map(int, found.groups())):
                    entered += 1
                    assert re.search(rf"\b{i} \(", "\n".join(lines[:at])), line
    assert entered > 5


def test_long_lists_are_counted() -> None:
    """A list of more than three clauses becomes its length, except for a list of facts."""
    counted = 0
    label = re.compile(r"^  (enter KB|duplicate|subsumed|satisfied|out: true|out: weak) +(.+)$")
    for commentary, _, kb, view, _ in taught("9x7x12/given", 23):
        whole, short = commentary.lines(kb, view, 4000), commentary.lines(kb, view, 4000, 3)
        parts = [
            [found.groups() for line in some if (found := label.match(line))]
            for some in (whole, short)
        ]
        for (kind, clauses), (same, shown) in zip(*parts, strict=True):
            assert kind == same
            number = len(re.split(r"  +", clauses))
            assert shown == (clauses if number <= 3 else f"{number} clauses")
            counted += number > 3
        facts = [line for line in whole if line.startswith("  facts")]
        assert facts == [line for line in short if line.startswith("  facts")]
    assert counted > 5


def _shown(kb: KnowledgeBase, i: int, view: View) -> str:
    words = [("" if x > 0 else "¬") + view.grid.name(abs(x) - 1) for x in kb.clause(i).literals]
    return words[0] if len(words) == 1 else f"({' ∨ '.join(words)})"


def test_short_proofs_cite_what_was_settled_before() -> None:
    """Short proofs are valid, and cite facts that were settled before the decision."""
    cited = 0
    for commentary, _, kb, _, decision in taught("9x9x10/given", 6):
        if decision is None:
            continue
        literal = safe(decision.moves[0].cell)
        proof, whole = commentary.short_proof(kb, literal), kb.proof(literal)
        assert proof is not None
        assert whole is not None
        assert proof.claim == whole.claim
        assert len(proof) <= len(whole)
        proof.unfold()  # raises an error unless every step is a resolution
        axioms = set(whole.axioms)
        for step in proof.axioms:
            if step not in axioms:
                cited += 1
                assert isinstance(step.origin, Cited)
                assert (step.origin.fact,) == step.clause.literals
                assert kb.ask(step.origin.fact)
                assert step.origin.decision < commentary.decision
    assert cited > 5
