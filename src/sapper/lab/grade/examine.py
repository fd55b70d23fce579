"""Examines the claims and guesses of an agent while it plays, and the safe cells that it missed.

    claim      If the agent opens a cell and does not call it a guess, it claims that the cell is
               safe. If it flags or marks a cell, it claims that the cell is a mine. A claim is
               *unsound* if it is false on some board that fits the position, even if it is true in
               this game.
    found      A provably safe cell that the agent opened with a claim.
    missed     A provably safe cell that the agent did not open when it guessed, was stuck or
               crashed.
    needless   A risky guess while a cell was provably safe.
    reason     The clues that the agent named (`because B3 B4`). They must prove its claims.

Claims, found cells, missed cells and reasons depend only on the positions that the agent saw, not
on the mines of the game.

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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sapper.adapters import AgentError, Answer, ForeignAgent
from sapper.adapters.answer import Said
from sapper.agents import Agent, GlassBox
from sapper.agents.sat import certain
from sapper.core.board import Board
from sapper.core.game import Game
from sapper.core.grid import Cell
from sapper.core.view import GIVEN, HIDDEN, Decision, View
from sapper.explain import Explanation, explain
from sapper.explain.explanation import Claim
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


@dataclass(frozen=True, slots=True)
class Missed:
    moment: Moment
    cell: Cell
    technique: Technique
    instead: Literal["guessed", "was stuck", "crashed"]

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
            "guessed": self.instead == "guessed",
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
class Examined:
    seed: int
    played: Played
    claims: int = 0
    unsound: tuple[Unsound, ...] = ()
    found: tuple[Technique, ...] = ()
    """the technique of each cell that was found and never missed"""
    missed: tuple[Missed, ...] = ()
    guesses: tuple[GuessNote, ...] = ()
    reasons: int = 0
    """the number of decisions for which the agent named clues"""
    false_reasons: tuple[Moment, ...] = ()
    digest: str = ""
    peak: float | None = None
    """the highest memory use of the agent's process, in MiB"""


class Examiner:
    """Examines the decisions of one game. `play_game` calls the examiner for every decision."""

    def __init__(self, seed: int, *, recorded: bool = False, until: float = float("inf")) -> None:
        """`until` is the `time.monotonic` time by which the agent's games must end."""
        self.seed = seed
        self.recorded = recorded
        self.until = until
        self.peak: float | None = None
        self._digest = hashlib.sha256()
        self._decisions = self._claims = self._named = 0
        self._stuck = False
        self._marked: set[Cell] = set()
        self._unsound: list[Unsound] = []
        self._false: list[Moment] = []
        self._missed: dict[Cell, Missed] = {}
        self._found: dict[Cell, Technique] = {}
        self._guesses: list[GuessNote] = []

    def new_game(self) -> None:
        self._marked.clear()

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
        self._unsound += [
            *(Unsound(moment, c, "safe", risk(c)) for c in claimed if risk(c) != 0.0),
            *(Unsound(moment, c, "mine", risk(c)) for c in marked if risk(c) != 1.0),
        ]
        self._reasons(moment, decision, claimed, marked)
        safe = set(chances.safe)
        settled = settled_cells(promised) if safe else {}
        if not sure:
            left = [(c, settled[c].technique) for c in safe.difference(opened)]
            self._miss(moment, left, "was stuck" if decision is None else "guessed")
        for cell in claimed:
            if cell in safe:
                self._found[cell] = settled[cell].technique
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
            self.peak = agent.peak
        if time.monotonic() > self.until:
            words = "the time limit for all its games has passed"
            raise AgentError("slow", words, self._decisions)

    def _moment(self, view: View) -> Moment:
        return Moment(self.seed, self._decisions, str(view), self.recorded)

    def _miss(
        self,
        moment: Moment,
        cells: Iterable[tuple[Cell, Technique]],
        instead: Literal["guessed", "was stuck", "crashed"],
    ) -> None:
        for cell, technique in sorted(cells):  # count each cell only once per game
            self._missed.setdefault(cell, Missed(moment, cell, technique, instead))

    def end(self, board: Board, game: Game, agent: Agent) -> Row:
        if game.outcome is None and not self._stuck:
            self.crash(game)
        return {}

    def crash(self, game: Game) -> None:
        """Count all provably safe cells as missed, because the agent crashed."""
        self._decisions += 1
        settled = settled_cells(game.view.with_promises())
        safe = [(cell, how.technique) for cell, how in settled.items() if not how.mine]
        self._miss(self._moment(game.view), safe, "crashed")

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
            tuple(self._unsound),
            tuple(t for cell, t in self._found.items() if cell not in self._missed),
            tuple(self._missed.values()),
            tuple(self._guesses),
            self._named,
            tuple(self._false),
            self._digest.hexdigest(),
            self.peak,
        )


def examine(board: Board, player: Player, seed: int, until: float = float("inf")) -> Examined:
    examiner = Examiner(seed, until=until)
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
