"""Examines the claims and guesses of an agent while it plays, and the positions that it missed.

    claim      If the agent opens a cell and does not call it a guess, it claims that the cell is
               safe. If it flags or marks a cell, it claims that the cell is a mine. A claim is
               *unsound* if it is false on some board that fits the position, even if it is true in
               this game.
    solved     A position with provably safe cells, of which the agent opened one with a claim. Its
               technique is the easiest one that proves a cell safe there.
    missed     A position with provably safe cells that the agent did not solve. A false claim
               solves nothing, nor does a decision that comes too late.
    needless   A risky guess while a cell was provably safe.
    reason     The clues that the agent named (`because B3 B4`). They must prove its claims.

Claims, solved and missed positions and reasons depend only on the positions that the agent saw,
not on the mines of the game.

>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> level = Level.parse("easy")
>>> seen = examine(deal(level, 7), Player("rules"), 7)
>>> seen.claims > 20, seen.unsound, seen.missed
(True, (), ())
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sapper.adapters import AgentError, Answer, ForeignAgent
from sapper.adapters.answer import Said
from sapper.adapters.clauses import ShownKb
from sapper.agents import Agent, GlassBox
from sapper.agents.sat import certain
from sapper.core.board import Board
from sapper.core.game import Game
from sapper.core.grid import Cell
from sapper.core.view import GIVEN, HIDDEN, Decision, View
from sapper.explain import Explanation, explain
from sapper.explain.explanation import Claim
from sapper.lab.kb_check import KbCheck, MissingFact, WrongClause
from sapper.lab.play import Played, Row, play_game
from sapper.lab.player import Player
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds, sample
from sapper.words import said
from sapper.words.text import capital


@dataclass(frozen=True, slots=True)
class Moment:
    seed: int
    """the seed of the board or, for a recorded game, the number of the game"""
    decision: int
    position: str
    recorded: bool = False

    @property
    def view(self) -> View:
        """The position, with the cells that the start rule makes safe marked as given."""
        return View.parse_any(self.position).with_promises()

    @property
    def words(self) -> str:
        game = "recorded game" if self.recorded else "seed"
        return f"{game} {self.seed}, decision {self.decision}"

    def to_json(self) -> dict[str, Any]:
        game = "recorded_game" if self.recorded else "seed"
        return {game: self.seed, "decision": self.decision, "position": self.position}


@dataclass(frozen=True, slots=True)
class Unsound:
    moment: Moment
    cell: Cell
    claim: Claim
    risk: float

    @property
    def refutation(self) -> tuple[str, ...]:
        """The rows of the position, with the mines of a board that refutes the claim."""
        view = self.moment.view
        if view[self.cell] < HIDDEN or self.risk in (0.0, 1.0):
            # Every board that fits the position refutes the claim.
            mines: Iterable[Cell] = sample(view, 1)[0].nonzero()[0].tolist()
        else:
            undecided = explain(view, self.cell)
            assert not isinstance(undecided, Explanation)
            mines = undecided.with_mine if self.claim == "safe" else undecided.when_safe
        symbols = list("".join(View.parse_any(self.moment.position).rows))
        for cell in mines:
            symbols[cell] = "*"
        width = view.level.width
        text = "".join(symbols)
        return tuple(text[start : start + width] for start in range(0, len(text), width))

    @property
    def words(self) -> str:
        name = self.moment.view.grid.name(self.cell)
        claim, other = ("is safe", "a mine") if self.claim == "safe" else ("is a mine", "no mine")
        where = self.moment.words
        return f"{where}: it claims that {name} {claim}, but this board fits and has {other} there"

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The clues that settle the cell, or the clues next to the cell if none settle it."""
        view = self.moment.view
        if view[self.cell] < HIDDEN:
            return ()
        found = explain(view, self.cell)
        if isinstance(found, Explanation):
            return found.clues
        return tuple(near for near in view.grid.neighbours(self.cell) if view[near] < HIDDEN)

    @property
    def why(self) -> str:
        view = self.moment.view
        name = view.grid.name(self.cell)
        if view[self.cell] < HIDDEN:
            return f"{name} is already open."
        found = explain(view, self.cell)
        if isinstance(found, Explanation):
            return str(found.summary)
        if not self.clues:
            return f"No number touches {name}, so it may be safe or a mine."
        clues = " and ".join(f"the {view[clue]} at {view.grid.name(clue)}" for clue in self.clues)
        return f"{capital(clues)} can be satisfied with a mine at {name} and without one."

    def to_json(self) -> dict[str, Any]:
        return {
            **self.moment.to_json(),
            "cell": self.moment.view.grid.name(self.cell),
            "claim": self.claim,
            "risk": self.risk,
            "board": list(self.refutation),
            "clues": list(self.moment.view.grid.names(self.clues)),
            "why": self.why,
            "words": self.words,
        }


Instead: TypeAlias = Literal[
    "guessed", "was stuck", "made a false claim", "was too slow", "crashed"
]
"""what an agent did in a position that it did not solve"""


@dataclass(frozen=True, slots=True)
class Missed:
    """A missed position, with the cell that is easiest to prove safe."""

    moment: Moment
    cell: Cell
    technique: Technique
    instead: Instead

    @property
    def why(self) -> Explanation:
        explanation = explain(self.moment.view, self.cell)
        assert isinstance(explanation, Explanation)
        return explanation

    def to_json(self) -> dict[str, Any]:
        return {
            **self.moment.to_json(),
            "cell": self.moment.view.grid.name(self.cell),
            "technique": str(self.technique),
            "instead": self.instead,
            **said(*self.why.messages),
        }


@dataclass(frozen=True, slots=True)
class GuessNote:
    """A guess of an agent. The risk is 0 if the guessed cell was provably safe."""

    moment: Moment
    cell: Cell
    risk: float
    least: float
    """the lowest risk of any cell"""
    said: float | None
    """the agent's own estimate of the risk"""
    survived: bool
    called: bool
    """whether the agent called this a guess; if not, it was an unsound claim"""


@dataclass(frozen=True, slots=True)
class WrongInKb:
    """A false clause in the knowledge base that the agent shows."""

    moment: Moment
    wrong: WrongClause

    @property
    def words(self) -> str:
        return f"{self.moment.words}: {self.wrong.words}"

    def to_json(self) -> dict[str, Any]:
        return {**self.wrong.to_json(), **self.moment.to_json(), "words": self.words}


@dataclass(frozen=True, slots=True)
class MissingInKb:
    """A fact that the agent lacked when it guessed or was stuck."""

    moment: Moment
    fact: MissingFact

    @property
    def words(self) -> str:
        return f"{self.moment.words}: {self.fact.words}"

    def to_json(self) -> dict[str, Any]:
        return {**self.fact.to_json(), **self.moment.to_json(), "words": self.words}


@dataclass(frozen=True, slots=True)
class SeenKb:
    """What was seen of the knowledge base that the agent shows in a game."""

    clauses: int
    wrong: tuple[WrongInKb, ...]
    missing: tuple[MissingInKb, ...]
    problem: str
    """why it could not be read, if it could not"""

    def to_json(self) -> dict[str, Any]:
        return {
            "clauses": self.clauses,
            "wrong": len(self.wrong),
            "first_wrong": self.wrong[0].to_json() if self.wrong else None,
            "first_missing": self.missing[0].to_json() if self.missing else None,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class Examined:
    seed: int
    played: Played
    claims: int = 0
    own_claims: int = 0
    """the number of claims about cells that were not given"""
    unsound: tuple[Unsound, ...] = ()
    solved: tuple[Technique, ...] = ()
    """the technique of each solved position"""
    missed: tuple[Missed, ...] = ()
    false: tuple[Technique | None, ...] = ()
    """the technique of each position with a false claim, or None if no cell was provably safe"""
    guesses: tuple[GuessNote, ...] = ()
    reasons: int = 0
    """the number of decisions for which the agent named clues"""
    false_reasons: tuple[Moment, ...] = ()
    digest: str = ""
    late: int = 0
    """the number of decisions that came too late, but were awaited"""
    peak: float | None = None
    """the highest memory use of the agent's process, in MiB"""
    cpu: float | None = None
    """the CPU time of the agent's process, in seconds"""
    sapper: frozenset[str] = frozenset()
    """the modules of Sapper's reasoning that the agent imported or tried to import"""
    kb: SeenKb | None = None
    """None if the agent shows no knowledge base"""


@dataclass(slots=True)
class ThinkingTime:
    """The time for all games of an agent.

    Its CPU time counts, and the time on the clock only if it sleeps or waits for long.
    """

    seconds: float
    until: float
    """a time of `time.monotonic`"""
    used: float = 0.0

    @property
    def is_over(self) -> bool:
        return self.used > self.seconds or time.monotonic() > self.until


class Examiner:
    """Examines the decisions of one game. `play_game` calls the examiner for every decision."""

    def __init__(
        self, seed: int, *, recorded: bool = False, clock: ThinkingTime | None = None
    ) -> None:
        self.seed = seed
        self.recorded = recorded
        self.clock = clock
        self._peak: float | None = None
        self._cpu: float | None = None
        self._cpu_of_game = 0.0
        self._sapper: frozenset[str] = frozenset()
        self._digest = hashlib.sha256()
        self._decisions = self._claims = self._own_claims = self._named = self._late = 0
        self._stuck = False
        self._marked: set[Cell] = set()
        self._unsound: list[Unsound] = []
        self._false: list[Moment] = []
        self._solved: list[Technique] = []
        self._missed: list[Missed] = []
        self._false_at: list[Technique | None] = []
        self._guesses: list[GuessNote] = []
        self._kb = KbCheck()
        self._shows_kb = False
        self._clauses = 0
        self._kb_wrong: list[WrongInKb] = []
        self._kb_missing: list[MissingInKb] = []
        self._unread = ""

    def new_game(self) -> None:
        self._marked.clear()
        self._kb = KbCheck()
        self._cpu_of_game = 0.0

    @property
    def unsound(self) -> int:
        return len(self._unsound)

    def __call__(self, game: Game, agent: Agent, decision: Decision | None) -> None:
        """Examine a decision. Raises an AgentError if the time limit for all games is exceeded."""
        self._decisions += 1
        self._stuck = decision is None
        view = game.view
        moment = self._moment(view)
        moves = () if decision is None else decision.moves
        promised = view.with_promises()
        chances = odds(promised)
        risk = chances.risk
        opened = [move.cell for move in moves if move.kind == "open"]
        sure = decision is not None and decision.reason.certain
        claimed = opened if sure else []
        marked = [cell for cell in _marks(agent) if cell not in self._marked]
        self._marked.update(marked)
        done = (sure, [(move.kind, move.cell) for move in moves], sorted(marked))
        self._digest.update(repr(done).encode())
        self._claims += len(claimed) + len(marked)
        self._own_claims += len(set(claimed).difference(promised.given)) + len(marked)
        unsound = [
            *(Unsound(moment, c, "safe", risk(c)) for c in claimed if risk(c) != 0.0),
            *(Unsound(moment, c, "mine", risk(c)) for c in marked if risk(c) != 1.0),
        ]
        self._unsound += unsound
        self._reasons(moment, decision, claimed, marked)
        late = isinstance(agent, ForeignAgent) and agent.late
        self._late += late
        safe = set(chances.safe)
        instead: Instead | None = None
        if unsound:
            instead = "made a false claim"
        elif late:
            instead = "was too slow"
        elif not sure:
            instead = "was stuck" if decision is None else "guessed"
        # A decision that only flags mines neither solves the position nor misses it.
        technique = self._judge(moment, promised, safe, instead) if instead or opened else None
        if unsound:
            self._false_at.append(technique)
        least = 0.0 if safe or chances.safest is None else chances[chances.safest]
        said = _answer(decision).odds
        board = game.board
        assert board is not None
        # Only the first risky cell counts as a guess, because the risk of later cells depends on
        # it.
        guessed = [cell for cell in opened if risk(cell) > 0] or ([] if sure else opened)
        if guessed:
            cell = guessed[0]
            lived = cell not in board.mines
            note = GuessNote(moment, cell, risk(cell), least, said, lived, not sure)
            self._guesses.append(note)
        if isinstance(agent, ForeignAgent):
            self._note(agent)
            if agent.shown is not None:
                self._check_kb(moment, agent.shown, sure)
        if self.clock is not None and self.clock.is_over:
            words = "the time limit for all its games has passed"
            raise AgentError("slow", words, self._decisions)

    def _note(self, agent: ForeignAgent) -> None:
        self._peak = agent.peak
        self._sapper |= agent.sapper
        cpu = agent.cpu
        more, self._cpu_of_game = cpu - self._cpu_of_game, cpu
        self._cpu = (self._cpu or 0.0) + more
        if self.clock is not None:
            self.clock.used += more

    def _check_kb(self, moment: Moment, shown: ShownKb, sure: bool) -> None:
        view = View.parse_any(moment.position)
        step = self._kb.see(moment.decision, view, shown, find_missing=not sure)
        self._shows_kb = True
        self._clauses += len(step.new)
        self._kb_wrong += [WrongInKb(moment, wrong) for wrong in step.wrong]
        self._kb_missing += [MissingInKb(moment, fact) for fact in step.missing[:1]]
        self._unread = self._unread or step.problem

    def _moment(self, view: View) -> Moment:
        return Moment(self.seed, self._decisions, str(view), self.recorded)

    def _judge(
        self, moment: Moment, view: View, safe: Collection[Cell], instead: Instead | None
    ) -> Technique | None:
        """Note a position as solved or, if the agent did something else instead, as missed.

        Returns the technique of the position, or None if no cell is provably safe.
        """
        if not safe:
            return None
        settled = settled_cells(view)
        technique, cell = min((settled[cell].technique, cell) for cell in safe)
        if instead is None:
            self._solved.append(technique)
        else:
            self._missed.append(Missed(moment, cell, technique, instead))
        return technique

    def end(self, board: Board, game: Game, agent: Agent) -> Row:
        if game.outcome is None and not self._stuck:
            self.crash(game, agent)
        return {}

    def crash(self, game: Game, agent: Agent) -> None:
        """Count the position as missed, because the agent crashed."""
        self._decisions += 1
        view = game.view.with_promises()
        self._judge(self._moment(game.view), view, odds(view).safe, "crashed")
        if isinstance(agent, ForeignAgent):
            self._note(agent)

    def _reasons(
        self,
        moment: Moment,
        decision: Decision | None,
        claimed: Sequence[Cell],
        marked: Sequence[Cell],
    ) -> None:
        answer = _answer(decision)
        if not (answer.clues or answer.mine_count):
            return
        self._named += 1
        proved = certain(_only(moment.view, answer.clues), answer.mine_count)
        if not (proved.safe.issuperset(claimed) and proved.mines.issuperset(marked)):
            self._false.append(moment)

    def result(self, played: Played) -> Examined:
        return Examined(
            self.seed,
            played,
            self._claims,
            self._own_claims,
            tuple(self._unsound),
            tuple(self._solved),
            tuple(self._missed),
            tuple(self._false_at),
            tuple(self._guesses),
            self._named,
            tuple(self._false),
            self._digest.hexdigest(),
            self._late,
            self._peak,
            self._cpu,
            self._sapper,
            SeenKb(self._clauses, tuple(self._kb_wrong), tuple(self._kb_missing), self._unread)
            if self._shows_kb
            else None,
        )


def examine(board: Board, player: Player, seed: int, clock: ThinkingTime | None = None) -> Examined:
    examiner = Examiner(seed, clock=clock)
    return examiner.result(play_game(board, player, seed, [examiner.end], examiner))


def _answer(decision: Decision | None) -> Answer:
    said = None if decision is None else decision.reason
    return said.answer if isinstance(said, Said) else Answer()


def _marks(agent: Agent) -> Sequence[Cell]:
    return agent.mines if isinstance(agent, GlassBox) else ()


def _only(view: View, clues: Sequence[Cell]) -> View:
    states = [
        GIVEN if state < HIDDEN and cell not in clues else state
        for cell, state in enumerate(view.states)
    ]
    return View(view.level, bytes(states))
