"""The textbook agent adds all clauses of each clue and matches them as the exercise says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import comb

import pytest

from sapper.agents import make
from sapper.agents.resolution import Settings, techniques
from sapper.agents.textbook import TextbookAgent
from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import HIDDEN, Decision, View
from sapper.errors import SapperError
from sapper.logic import Clause, Event, Literal
from sapper.logic.trace import Inserted, Matched, Settled, Shortened, Skipped
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import GIVEN_SAFE, MINE_COUNT, OPEN


def listened(**settings: object) -> tuple[TextbookAgent, list[Event]]:
    """A textbook agent, and the events of its knowledge base from the start."""
    agent = make("textbook", **settings)  # type: ignore[arg-type]
    assert isinstance(agent, TextbookAgent)
    events: list[Event] = []
    agent.listener = events.append
    return agent, events


def axiom(event: Event) -> tuple[object, Clause] | None:
    """The origin and the clause if the event is about an axiom (a clause that is not derived)."""
    match event:
        case Inserted(_, clause, (), origin) | Skipped(clause, _, _, (), origin):
            return origin, clause
        case Settled(_, literal, (), origin):
            return origin, Clause.of(literal)
        case Shortened(_, clause, _, _, (), origin) if origin is not None:
            return origin, clause
    return None


def decided(agent: TextbookAgent, game: Game) -> Iterator[tuple[View, Decision]]:
    """Play to the end, and yield each view with its decision before the decision is played."""
    while game.outcome is None and (decision := agent.choose(game.view)) is not None:
        yield game.view, decision
        game.play(decision)


def formula(m: int, n: int) -> int:
    """The number of clauses for n mines among m cells, according to the exercise."""
    return m if n in (0, m) else comb(m, m - n + 1) + comb(m, n + 1)


@pytest.mark.parametrize(("m", "n"), [(m, n) for m in range(1, 9) for n in range(m + 1)])
def test_a_clue_becomes_all_its_clauses(m: int, n: int) -> None:
    """KB gets as many clauses as the formula says, and they mean that n of m cells are mines."""
    ring = [0, 1, 2, 3, 5, 6, 7, 8]
    level = Level(3, 3, n)
    board = Board(level, frozenset(ring[8 - m : 8 - m + n]))
    hidden = ring[8 - m :]
    states = bytes(HIDDEN if cell in hidden else board.numbers[cell] for cell in range(9))
    agent, events = listened()
    agent.choose(View(level, states))
    clauses = [found[1] for event in events if (found := axiom(event)) and found[0] == 4]
    assert len(clauses) == len(set(clauses)) == formula(m, n)
    for model in range(2**m):
        mines = {cell for i, cell in enumerate(hidden) if model >> i & 1}
        fits = all(any((abs(x) - 1 in mines) == (x > 0) for x in clause) for clause in clauses)
        assert fits == (len(mines) == n)


def test_every_clue_at_once_and_one_cell_per_decision() -> None:
    """All clauses of a clue are added before the next decision, and a decision opens one cell."""
    clues = 0
    for level, seed in [("9x9x10/given", 3), ("13x6x14/open", 1), ("30x16x99/given", 2)]:
        game = Game(deal(Level.parse(level), seed))
        agent, events = listened()
        seen: set[int] = set()
        done = 0
        for view, decision in decided(agent, game):
            assert [move.kind for move in decision.moves] == ["open"]
            posted = Counter(
                found[0] for event in events[done:] if (found := axiom(event)) is not None
            )
            done = len(events)
            for cell in set(range(view.level.size)) - seen:
                if view[cell] < HIDDEN:
                    seen.add(cell)
                    m = sum(view[near] >= HIDDEN for near in view.grid.neighbours(cell))
                    assert posted.pop(cell, 0) == formula(m, view[cell]), view.grid.name(cell)
                    clues += m > 0
            assert set(posted) <= {OPEN, GIVEN_SAFE, MINE_COUNT}
    assert clues > 300


def test_pairs_have_a_clause_of_two_literals_and_nothing_is_lost() -> None:
    """One clause of every matched pair has two literals, and no known clause is ever lost."""
    pairs = 0
    for level, seed in [("9x9x10/given", 1), ("16x5x16/safe", 6), ("30x16x99/open", 4)]:
        agent, events = listened()
        for _ in decided(agent, Game(deal(Level.parse(level), seed))):
            pass
        kb = agent.kb
        assert kb is not None
        for event in events:
            if isinstance(event, Matched):
                pairs += 1
                assert min(len(kb.clause(event.left)), len(kb.clause(event.right))) == 2
        known, alive = kb.facts, kb.clauses()
        for step in kb.steps():
            if not known.intersection(step.clause):
                left = Clause.of(*[x for x in step.clause if -x not in known])
                assert any(clause.subsumes(left) for clause in alive)
    assert pairs > 100


def test_the_cell_known_longest_is_opened_first() -> None:
    """The given cell is opened before cells that the clues prove safe."""
    view = View.parse("7x1x2\n.10.+1.")
    (move,) = make("textbook").choose(view).moves  # type: ignore[union-attr]
    assert move.text(view.grid) == "open E1"


def test_the_mine_count_is_for_the_end() -> None:
    """If few cells are left, the agent uses the mine count to open cells that no clue touches."""
    few = View.parse("5x3x3\n02...\n03...\n02...")
    decision = make("textbook").choose(few)
    assert decision is not None
    assert decision.reason.words(few.grid) == "D1 is safe, because all 3 mines are known"
    assert make("textbook").choose(View.parse("9x3x4\n02.......\n03.......\n02.......")) is None


def closure(view: View) -> tuple[frozenset[Literal], frozenset[Literal]]:
    """The facts that the textbook's matching proves, and those of `resolution` with k = 2."""
    knowledge = Knowledge(view.level)
    knowledge.see(view)
    knowledge.expand_unreduced()
    while knowledge.kb.match(2, None):
        pass
    other = Knowledge(view.level)
    other.see(view)
    other.settle()
    rungs = techniques(Settings(k=2, w=None, pairs=1_000_000))
    while any(rung(other) for rung in rungs):
        other.settle()
    return knowledge.kb.facts, other.kb.facts


def test_agrees_with_resolution() -> None:
    """If `textbook` has to match clauses, it finds the same facts as `resolution`."""
    compared = 0
    for level in ("9x9x10/given", "12x7x14/safe", "16x9x30/open"):
        for seed in range(6):
            game = Game(deal(Level.parse(level), seed))
            agent, _ = listened(guess="random", seed=seed)
            calls = 0
            for view, _ in decided(agent, game):
                assert agent.kb is not None
                if agent.kb.counters.calls > calls:
                    calls = agent.kb.counters.calls
                    mine, theirs = closure(view)
                    assert mine == theirs, view
                    compared += 1
    assert compared > 30


def test_deferred_clues_keep_kb_short() -> None:
    """With `defer`, a clue that touches no known cell enters KB later."""
    apart = View.parse("9x3x4\n.........\n.1.....2.\n.........")
    plain, _ = listened()
    deferring, events = listened(defer=True)
    assert plain.choose(apart) == deferring.choose(apart) is None
    assert plain.kb is not None
    assert deferring.kb is not None
    assert (len(plain.kb), len(deferring.kb)) == (1 + comb(8, 2) + comb(8, 7) + comb(8, 3), 0)
    known = View.parse("9x3x4\n.........\n.1.....2.\n+........")
    deferring.choose(known)
    assert {found[0] for event in events if (found := axiom(event))} == {10, OPEN, GIVEN_SAFE}
    total = {False: 0, True: 0}
    for seed in range(8):
        for defer in (False, True):
            game = Game(deal(Level.parse("16x9x25/given"), seed))
            agent, _ = listened(defer=defer)
            for _ in decided(agent, game):
                pass
            assert game.outcome is not Outcome.LOST
            assert agent.kb is not None
            total[defer] += sum(length for length, _ in agent.kb.history)
    assert total[True] < total[False]
    with pytest.raises(SapperError, match="True or False"):
        make("textbook", defer=3)


def test_easy_games_show_a_growing_and_shrinking_kb() -> None:
    """In 19 of 20 games, KB both grows and shrinks between decisions. After a win, KB is empty."""
    shown = 0
    for seed in range(20):
        game = Game(deal(Level.parse("easy"), seed))
        agent, _ = listened()
        for _ in decided(agent, game):
            pass
        assert agent.kb is not None
        lengths = [clauses for clauses, _ in agent.kb.history]
        steps = {(b > a) - (b < a) for a, b in pairwise(lengths)}
        shown += {1, -1} <= steps
        assert game.outcome is not Outcome.WON or lengths[-1] == 0
    assert shown == 19


def test_given_cells_can_wait_in_kb() -> None:
    """With `given_in_kb`, given cells become facts one at a time instead of all at once."""
    view = View.parse("9x3x4/given(3)\n+.......+\n.........\n....+....")
    plain, _ = listened()
    waiting, _ = listened(given_in_kb=True)
    for agent, facts in ((plain, 3), (waiting, 1)):
        assert agent.choose(view) is not None
        assert agent.kb is not None
        assert agent.kb.history[-1][1] == facts


def test_a_query_can_open_one_cell() -> None:
    """With `no_flood`, only numbers of queried cells are used, and the same games are won."""
    for seed in range(6):
        ends = []
        for no_flood in (False, True):
            game = Game(deal(Level.parse("9x7x8/given"), seed))
            agent, events = listened(no_flood=no_flood, given_in_kb=no_flood)
            asked = []
            while game.outcome is None and (decision := agent.choose(game.view)) is not None:
                asked += [move.cell for move in decision.moves]
                game.play(decision)
            assert game.outcome is not Outcome.LOST
            ends.append(game.outcome)
            used = {found[0] for event in events if (found := axiom(event))} - {OPEN, GIVEN_SAFE}
            if no_flood:
                assert used <= agent._asked | {None}
        assert ends[0] == ends[1]
