"""What an agent with a mistake misses: checked with a SAT solver, which knows only the clauses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pysat.solvers import Solver

import sapper.page
from sapper.agents import AGENTS, make
from sapper.agents.ladder import LadderAgent, clauses_of
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain.commentary import Commentary
from sapper.explain.kb_events import KbEvents
from sapper.explain.missed import missed, missed_message
from sapper.lab.frames import frames
from sapper.logic import Clause, Event, KnowledgeBase
from sapper.logic.trace import Removed
from sapper.words import say, speaking
from sapper.words.kinds import MissedByBoth, MissedCell

MISTAKEN = [name for name, preset in AGENTS.items() if preset.mistaken]


def entails(clauses: Iterable[Clause], literal: int) -> bool:
    with Solver(name="g3", bootstrap_with=[list(one.literals) for one in clauses]) as solver:
        return solver.solve(assumptions=[-literal]) is False


def check(agent: str, level: str, seed: int) -> Counter[str]:
    """Check what an agent misses in a game, and return how often it is missed for which reason."""
    seen: Counter[str] = Counter()
    log, board = KbEvents(), deal(Level.parse(level), seed)
    number = 0
    for number, frame in enumerate(frames(Game(board), make(agent), log), 1):
        if frame.game.outcome is not None:
            break
        log.decision(number, frame.view, frame.decision)
        if frame.decision is not None and frame.decision.reason.certain:
            continue
        assert isinstance(frame.agent, LadderAgent)
        assert frame.kb is not None
        told = missed(frame.view, frame.kb, log.lost)
        seen[told["why"] if told else "nothing"] += 1
        if told is None:
            assert make("textbook").choose(frame.view) is None
            continue
        literal, needs = told["literal"], [Clause.of(*one) for one in told["needs"]]
        assert literal < 0, "a mine"
        assert -literal - 1 not in board.mines
        kept = [*frame.kb.clauses(), *map(Clause.of, frame.kb.facts)]
        assert entails(kept, literal) == (told["why"] == "kept")
        assert entails([*kept, *log.lost], literal) == (told["why"] != "mine count")
        assert (told["why"] == "lost") == bool(needs)
        assert set(needs) <= log.lost.keys()
        if needs:
            assert entails([*kept, *needs], literal)
        for one in needs:
            assert not entails([*kept, *(other for other in needs if other != one)], literal)
    return seen


def test_what_is_missed_follows_only_for_the_reason_that_is_given() -> None:
    boards = [("7x5x6/given", 22), *(("9x7x12/given", seed) for seed in range(6))]
    seen = {agent: sum((check(agent, *board) for board in boards), Counter()) for agent in MISTAKEN}
    assert seen["program-c"]["lost"] > 0
    assert seen["textbook:forgets-parents"]["lost"] > 0
    assert seen["program-d"]["kept"] > 0
    assert sum(one["mine count"] for one in seen.values()) > 0
    assert sum(one["nothing"] for one in seen.values()) > 0


def test_the_words_say_which_clauses_were_lost_at_which_decision() -> None:
    """The clauses are those that a SAT solver needs, and they leave KB at these decisions."""
    agent, commentary = make("program-c"), Commentary()
    left: dict[str, int] = {}
    number = 1

    def listener(event: Event) -> None:
        commentary(event)
        if isinstance(event, Removed) and event.why == "lost":
            left[clause(event.clause)] = number

    def clause(one: Clause) -> str:
        names = (f"{'¬' * (x < 0)}{view.grid.name(abs(x) - 1)}" for x in one.literals)
        return f"({' ∨ '.join(names)})"

    board = deal(Level.parse("9x9x10/given"), 1272208018)
    game = Game(board)
    view = game.view
    for frame in frames(game, agent, listener):
        view = frame.view
        if frame.decision is not None:
            number += 1
            commentary.next_decision()
    assert game.outcome is None, "it is stuck"
    message = missed_message(agent, view, commentary)
    assert isinstance(message, MissedCell)
    words = say(message)
    assert words.startswith(f"{message.cell} is safe, and the textbook agent finds that here.")
    assert view.grid.cell(message.cell) not in board.mines
    named = re.findall(r"(\([^()]+\)) \(forgotten at decision (\d+)\)", words)
    assert named
    assert all(left[one] == int(decision) for one, decision in named)
    kb = clauses_of(agent)
    assert kb is not None
    needs = [one for one in commentary.lost if clause(one) in dict(named)]
    assert entails(
        [*kb.clauses(), *map(Clause.of, kb.facts), *needs], -view.grid.cell(message.cell) - 1
    )


def test_the_words_of_a_terminal_are_those_of_the_page() -> None:
    """Only the places differ: the page numbers events, a terminal numbers decisions."""
    folder = Path(sapper.page.__file__).parent / "static/kb/words"
    for language in ("en", "de"):
        page = (folder / f"{language}.js").read_text(encoding="utf-8")
        with speaking(language):
            assert f'both: "{say(MissedByBoth())}"' in page
            for why in ("kept", "mine count"):
                follows, reason = say(MissedCell("C4", why, (), 0)).split(". ")
                assert "${cell(name)}" + follows.removeprefix("C4") + "." in page
                assert f'" {reason}"' in page


def test_nothing_is_missed_if_the_textbook_agent_is_stuck_too() -> None:
    view = View.parse("3x1x1\n.1.\n")
    assert missed(view, KnowledgeBase(), []) is None
