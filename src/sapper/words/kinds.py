"""Every kind of message with its parts, in the same order as in `en.py` and `de.py`.

Groups: the start of a game, odds and value, guesses, hints, contradictions, reasoning steps,
agents' reasons, the knowledge base, moves, verdicts, ratings, puzzles, exercises, rooms.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from sapper.words.message import CellName, ClueName, Message

Side = Literal["top", "middle", "bottom"]
Across = Literal["left", "middle", "right"]
Order = Literal["alone", "equal", "unclear", "better"]
PatternShape = Literal["row", "hole", "triangle"]
PatternName = Literal[
    "1-1", "1-2", "1-2-1", "1-2-2-1", "hole", "corner", "shared", "count", "guess"
]
PatternPart = Literal["title", "short", "rule", "why"]
Apart = Literal["none", "given", "known"]
Fits = Literal["all", "clues", "clues and mine count"]
Heading = (
    Literal["kept", "fact", "duplicate", "subsumed", "satisfied", "tautology", "wide"]
    | Literal["out subsumed", "out satisfied", "out lost", "useful", "the rest"]
    | Literal["mines", "to open", "open", "empty"]
)

ClauseName: TypeAlias = "tuple[LiteralName, ...]"

# -- the start ------------------------------------------------------------------------------------


class FirstIsSafe(Message):
    """The start rule protects the first click."""

    opens: bool  # True if the first click also opens an area


# -- odds and value -------------------------------------------------------------------------------


class BoardsFit(Message):
    log10_boards: float


class SafestCells(Message):
    """The number of provably safe cells, or else the safest cell and its risk."""

    safe: int  # provably safe cells
    safest: CellName | None  # None if only mines are hidden
    risk: float | None


class RiskOfMine(Message):
    """The risk of a cell, written after the name of the cell in a table."""

    risk: float


class NothingToOpen(Message):
    """All hidden cells are mines."""


class ExactValue(Message):
    """The share of boards on which the best strategy wins."""

    win: float
    boards: int


class EstimatedValue(Message):
    """The share of sample boards that the champion won, and how many boards it played."""

    win: float
    error: float
    boards: int


class OpenSafeFirst(Message):
    """Some cells are provably safe, so there are no moves to compare."""

    cells: tuple[CellName, ...]


class BestAndSafest(Message):
    """The cell with the best chance of winning, and the safest cell."""

    best: CellName
    risk: float
    safest: CellName
    least: float  # the risk of the safest cell
    exact: bool


class JustAsGood(Message):
    """Cells that are as good as the best one, or as good within the error of the estimate."""

    best: CellName
    cells: tuple[CellName, ...]
    exact: bool


# -- guesses --------------------------------------------------------------------------------------


class GuessNotNeeded(Message):
    """At least one cell is provably safe."""


class GuessAllowed(Message):
    risk: float  # the risk of the safest cell


class WinShare(Message):
    cell: CellName
    win: float
    error: float  # the standard error, or 0 if the chance is exact
    exact: bool


class BestGuess(Message):
    """How often the best guess wins, compared with the second-best guess."""

    best: WinShare
    other: WinShare | None
    order: Order


class RiskOfCell(Message):
    """The risk of a cell that may be a mine, and the safest cell if any cell is safer."""

    cell: CellName
    risk: float
    safest: CellName | None = None
    least: float | None = None


class LeadsOn(Message):
    """The chance that a guess is safe and its number makes another cell provably safe."""

    cell: CellName
    chance: float


class WinsThen(Message):
    """The chance of winning after a guess that is safe, and after opening the safest cell."""

    cell: CellName
    chance: float
    exact: bool
    other: CellName | None
    others: float | None


# -- hints ----------------------------------------------------------------------------------------


class Region(Message):
    """A part of the board, which can be narrowed down to the area around one cell."""

    upright: Side
    across: Across
    near: CellName | None


class SafeCellExists(Message):
    """Some cell is provably safe."""


class LookAtRegion(Message):
    region: Region


class LookAtClues(Message):
    """The clues that prove a cell safe, with the numbers of known and remaining mines if needed."""

    clues: tuple[CellName, ...]
    known: int | None = None
    left: int | None = None


class GivenNeedsNoClue(Message):
    """The cell was given as safe."""


class CellIsSafe(Message):
    cell: CellName


class MustGuess(Message):
    """No cell is provably safe. The message can name the safest cell and its risk."""

    risk: float | None = None
    safest: CellName | None = None


class GuessInRegion(Message):
    region: Region


class GuessByClues(Message):
    """The clues next to the safest guess, if any."""

    clues: tuple[CellName, ...]


class SafestGuess(Message):
    cell: CellName
    risk: float


# -- contradictions -------------------------------------------------------------------------------


class TooFewCells(Message):
    mines: int
    cells: int


class TooFewNeighbours(Message):
    """A clue has fewer hidden neighbours than mines."""

    clue: ClueName
    left: int


class TooManyMines(Message):
    """A clue needs more mines than the board has."""

    clue: ClueName
    mines: int


class NoRoom(Message):
    """A clue leaves too few cells for the mines of the board."""

    clue: ClueName
    mines: int


class ClashingClues(Message):
    """Clues that can't all be right."""

    clues: tuple[ClueName, ...]
    mines: int | None  # the number of mines on the board, if the contradiction needs it
    smallest: bool  # True if all of these clues are known to be needed


# -- reasoning steps ------------------------------------------------------------------------------


class MinesAmong(Message):
    """The smallest and the largest possible number of mines among cells."""

    cells: tuple[CellName, ...]
    least: int
    most: int

    @property
    def all_safe(self) -> bool:
        return self.most == 0

    @property
    def all_mines(self) -> bool:
        return self.least == len(self.cells)

    @property
    def counted(self) -> int:
        """The number that decides whether the sentence uses the singular or the plural."""
        return self.least if self.most >= len(self.cells) else self.most


class KnownCells(Message):
    """Cells known or assumed to be mines, and cells known or assumed to be safe."""

    mines: tuple[CellName, ...]
    safe: tuple[CellName, ...]


class Pattern(Message):
    """A pattern that players know by name, such as 1-2-1."""

    numbers: tuple[int, ...]
    shape: PatternShape
    reduced: bool  # True if known mines were subtracted from the numbers


class PatternPageText(Message):
    """A sentence of the page about a pattern, or its title."""

    pattern: PatternName
    part: PatternPart


class GivenStep(Message):
    cell: CellName


class KnownStep(Message):
    fact: MinesAmong


class ClueStep(Message):
    """A single clue settles all its cells."""

    clue: ClueName
    fact: MinesAmong
    given: bool  # True if the clue also touches given cells


class RestStep(Message):
    """A clue settles its unknown cells. If `clue` is None, the mine count settles the cells."""

    known: KnownCells | None
    clue: ClueName | None
    fact: MinesAmong
    only: bool = False  # True if the clue has only one unknown cell


class SubsetStep(Message):
    """The outer clue touches all unknown cells of the inner clue."""

    known: KnownCells | None
    inner: ClueName
    shared: MinesAmong
    outer: ClueName
    fact: MinesAmong
    pattern: Pattern | None


class DifferenceStep(Message):
    """A clue needs n more mines than another clue and has exactly n cells that are not shared."""

    known: KnownCells | None
    more: ClueName
    less: ClueName
    shared: MinesAmong  # the cells that both clues touch, and how many mines `less` allows there
    mines: MinesAmong  # the cells that only `more` touches
    safe: MinesAmong  # the cells that only `less` touches
    pattern: Pattern | None


class ClueHolds(Message):
    """How many mines of a clue are among these cells."""

    known: KnownCells | None
    clue: ClueName
    mines: int
    cells: tuple[CellName, ...]


class ClueLimits(Message):
    """The largest or smallest number of mines that a clue allows among these cells."""

    known: KnownCells | None
    clue: ClueName
    at_most: bool
    mines: int
    cells: tuple[CellName, ...]


class LimitStep(Message):
    """A fact or a clue limits the number of mines among some of its cells."""

    about: MinesAmong | ClueHolds
    fact: MinesAmong
    room: tuple[CellName, ...] = ()  # the other cells, each of which can be a mine
    but: MinesAmong | None = None  # another fact that limits the mines
    part: MinesAmong | None = None  # what `but` implies for the shared cells
    limit: ClueLimits | None = None  # a clue that limits the mines


class SumSide(Message):
    """One side of an equation: cells with their factors, and a number."""

    cells: tuple[tuple[int, CellName], ...]
    number: int


class CombinationStep(Message):
    """Clues are added and subtracted, some of them several times."""

    known: KnownCells | None
    # For each clue: how often it is added (or subtracted, if negative), its name, and its unknown
    # mines.
    terms: tuple[tuple[int, ClueName, int], ...]
    left: SumSide
    right: SumSide
    facts: tuple[MinesAmong, ...]
    # How the left side would differ from the right side if a fact were false.
    otherwise: Literal["larger", "smaller", ""] = ""


class SupposeStep(Message):
    cell: CellName
    mine: bool
    also: bool  # True if an earlier assumption still holds


class MineShares(Message):
    """The remaining mines, divided among groups of cells that do not overlap."""

    mines: tuple[CellName, ...]
    takes: tuple[tuple[ClueName, int], ...]
    among: tuple[MinesAmong, ...]
    safe: tuple[CellName, ...] = ()


class ClueFails(Message):
    """More mines touch a clue than its number allows, or too few cells are left for its mines."""

    known: KnownCells
    clue: ClueName


class CountFails(Message):
    """The clues need more mines than remain, or there are too few cells for the remaining mines."""

    left: int
    shares: MineShares
    mines: int  # the number of mines needed, or the largest number that the cells can hold


class ImpossibleStep(Message):
    """Why an assumption is impossible, and the fact that follows."""

    why: ClueFails | CountFails
    fact: MinesAmong
    under: bool  # True if the fact still depends on earlier assumptions


class MineCountStep(Message):
    """How many mines there are, how many are known, and how many cells may contain the rest."""

    mines: int
    known: int
    cells: int
    apart: Apart  # which safe cells are not counted: none, given cells, or all known ones


class TotalStep(Message):
    """The mines that remain for other cells after subtracting the mines of the clues."""

    left: int
    shares: MineShares
    fact: MinesAmong


class WaysStep(Message):
    """A fact that holds in every arrangement that fits these clues and, if used, the mine count."""

    known: KnownCells | None
    clues: tuple[ClueName, ...]
    mine_count: bool
    fact: MinesAmong


class CellSettled(Message):
    """A cell that is safe or a mine, with the technique, clues and patterns that show this."""

    cell: CellName
    mine: bool
    technique: str
    clues: tuple[CellName, ...]
    patterns: tuple[Pattern, ...]


class Argument(Message):
    """A cell that is safe or a mine, with the steps that show this."""

    settled: CellSettled
    steps: tuple[Message, ...]


class ExampleBoard(Message):
    mine: bool


# -- pictures of a proof --------------------------------------------------------------------------

PictureWord = Literal[
    "a mine",
    "safe",
    "a mine, supposed",
    "safe, supposed",
    "a mine, refuted",
    "safe, refuted",
    "clue",
    "counted",
    "found safe",
    "found mine",
    "Back",
    "Pause",
    "Play",
    "Next",
]


class PictureTitle(Message):
    cell: CellName
    mine: bool
    technique: str


class StepNumber(Message):
    number: int


class PictureLabel(Message):
    label: PictureWord


class ProofNotShown(Message):
    """The mine count has too many clauses to print."""


# -- proofs that a board needs no guess -----------------------------------------------------------


class StartAt(Message):
    cells: tuple[CellName, ...]


class OpenThese(Message):
    cells: tuple[CellName, ...]


class CluesShow(Message):
    """Clues and, if used, the mine count show that some cells are all safe or all mines."""

    clues: tuple[ClueName, ...]
    mine_count: bool
    cells: tuple[CellName, ...]
    mine: bool


# -- agents' reasons ------------------------------------------------------------------------------


class FactsHold(Message):
    """Cells are safe or mines, all for the same reason."""

    cells: tuple[CellName, ...]
    is_mine: bool
    why: Message


class FactsHoldToo(Message):
    cells: tuple[CellName, ...]
    is_mine: bool


class OracleSays(Message):
    """An oracle has examined all boards that fit."""

    method: str
    fits: Fits
    is_mine: bool


class ClueHasAll(Message):
    """All mines of a clue are known. A 0 has none."""

    clue: CellName
    mines: tuple[CellName, ...]


class ClueNeedsAll(Message):
    """A clue needs a mine in each of its cells except the safe ones."""

    clue: CellName
    safe: tuple[CellName, ...]


class CountHasAll(Message):
    """All mines of the board are known."""

    mines: int


class CountNeedsAll(Message):
    """The number of mines left equals the number of unknown cells."""


class FollowsFrom(Message):
    """The sources and the length of a derivation."""

    clues: tuple[CellName, ...]
    mine_count: bool
    earlier: bool  # True if the derivation cites earlier facts
    methods: tuple[str, ...]  # the methods of the oracles used
    steps: int


class GuessedCell(Message):
    cell: CellName
    why: Message


class UnprovedHere(Message):
    oracle: OracleSays


class SafestCell(Message):
    risk: float


class BestCell(Message):
    """How often a guess wins, according to the champion."""

    risk: float
    win: float
    error: float  # the standard error if games were played out, otherwise 0
    exact: bool


class DrawnCell(Message):
    cells: int
    away: bool  # True if no clue touches these cells


class ShortestClause(Message):
    """The clause from which an agent chose a cell to guess."""

    clause: ClauseName


class MostVotes(Message):
    """How many clauses say that the guessed cell is safe, and how many that it is a mine."""

    safe: int
    mine: int


class WeightedVotes(Message):
    safe: float


class FewElsewhere(Message):
    """A guess that touches no clue, with the mines and cells left and the risk of other cells."""

    mines: int
    cells: int
    by_votes: float | None = None  # the lowest risk of other cells, estimated from clauses
    by_clues: float | None = None  # the lowest risk of other cells, estimated from their clues


class LowestRatio(Message):
    """Of the clues next to a guess, the one whose unknown cells have the highest share of mines."""

    clue: CellName
    mines: int
    cells: int


class ForeignReason(Message):
    """The answer of a third-party agent, with the agent's own words if there are any."""

    agent: str
    guess: CellName | None
    odds: float | None  # the odds of the guess, if the agent gave them
    safe: tuple[CellName, ...]
    mines: tuple[CellName, ...]
    clues: tuple[CellName, ...]
    mine_count: bool
    words: str


class OwnWords(Message):
    words: str


class ButNotCertain(Message):
    """An agent claims to be certain of a cell that is not provable."""

    cell: RiskOfCell


class CannotProve(Message):
    """What a stuck agent would need in order to prove a cell safe."""

    cell: CellName
    technique: str
    clues: int
    mine_count: bool
    steps: int | None  # the number of steps of the proof, or None if it is too long


class GameEnds(Message):
    how: str  # won, lost or stuck


class LostClause(Message):
    """A clause that an agent has forgotten, or not added because it is too long."""

    clause: ClauseName
    decision: int
    is_wide: bool


class MissedCell(Message):
    """What an agent with a mistake misses in a position."""

    cell: CellName
    why: str  # one of `kept`, `lost` and `mine count`
    needs: tuple[LostClause, ...]
    forgotten: int  # the number of clauses that the agent has forgotten in this game


class MissedByBoth(Message):
    """The textbook agent finds no safe cell, either."""


class AgentDoes(Message):
    """A line that says what an agent does."""

    agent: str  # the name of an agent, or a third-party agent's own line


# -- the knowledge base ---------------------------------------------------------------------------


class LiteralName(Message):
    """The statement that a cell is a mine (C4) or safe (¬C4)."""

    cell: CellName
    is_mine: bool


class ClueSource(Message):
    clue: CellName


class BoardSource(Message):
    source: str  # one of `open`, `given as safe` and `mine count`


class OracleSource(Message):
    method: str


class CitedFact(Message):
    """A fact that a proof cites because it was settled at an earlier decision."""

    fact: LiteralName
    decision: int


class LinesSource(Message):
    lines: tuple[int, ...]


class ProofOf(Message):
    cell: CellName


class TurnLegend(Message):
    """An explanation of the notation in a list of clauses."""


class OneNumberAtATime(Message):
    """A note that open cells count as hidden until the agent asks for their numbers."""


class TurnLabel(Message):
    """A label in front of clauses or cells, with at most ten letters."""

    label: Heading


class CellsOfTurn(Message):
    given: bool
    cells: tuple[CellName, ...]


class ClausesOfSource(Message):
    """A source with its number of cells, mines and clauses."""

    source: ClueSource | BoardSource
    mines: int
    cells: int
    clauses: tuple[int, ...]  # the numbers of positive and negative clauses, or the number of facts
    given: int  # the number of these clauses that were used


class FactsOfOracle(Message):
    source: OracleSource


class MatchingOfTurn(Message):
    rounds: int
    pairs: int


class FateOfClause(Message):
    """What became of a clause."""

    fate: str  # as in the trace
    result: ClauseName
    number: int | None  # the number of the clause, or None if it was skipped
    by: int | None  # the clause or fact that made this clause redundant
    clause: ClauseName  # before facts shortened it
    was: int | None  # the number that the clause had before facts shortened it
    facts: tuple[int, ...]  # the facts that shortened the clause


class PairLedOn(Message):
    """Two clauses, the cell they disagree about, and the useful clause that follows."""

    left: int
    left_clause: ClauseName
    right: int
    right_clause: ClauseName
    cell: CellName
    gave: FateOfClause


class PairsForNothing(Message):
    """The number of pairs of clauses from which nothing useful follows, and the reason."""

    pairs: int
    why: str  # `unused`, `unneeded`, or a reason from the trace


class PropagationOfTurn(Message):
    """The heading above the clauses that new facts changed."""


class ClauseLeft(Message):
    """A clause removed from the knowledge base, and the clause or fact that made it redundant."""

    number: int
    clause: ClauseName
    by: int


class ClausesOfKb(Message):
    clauses: int
    listed: bool = True


class ClauseOfKb(Message):
    """A clause and its origin: a source, or the clauses and facts that it follows from."""

    number: int
    clause: ClauseName
    source: ClueSource | BoardSource | OracleSource | CitedFact | None
    parents: tuple[int, ...]
    facts: tuple[int, ...]


class FactsOfKb0(Message):
    facts: int


class CellCount(Message):
    cells: int


class ClauseCount(Message):
    clauses: int


# -- moves ----------------------------------------------------------------------------------------


class RiskTaken(Message):
    cell: CellName
    chord: bool
    risk: float


class SafeInstead(Message):
    """A safe cell that could have been opened, with the technique and clues that prove it safe.

    The technique and clues are left out if the proof is shown next to the message.
    """

    cell: CellName
    technique: str | None = None
    clues: tuple[ClueName, ...] = ()


class GameStarts(Message):
    cell: CellName


class OpenedSafe(Message):
    """Every cell that a move opened was provably safe."""

    cell: CellName
    chord: bool


class ProvableMine(Message):
    """A move opened or flagged a provable mine, or was a chord that had to hit a mine."""

    cell: CellName
    chord: bool = False


class FlagRemoved(Message):
    cell: CellName


class FlaggedWrong(Message):
    cell: CellName
    certain: bool  # True if the cell was provably safe


class FlaggedUnproven(Message):
    """A flag on a mine that was not provable."""

    cell: CellName
    risk: float


class Guessed(Message):
    risk: RiskTaken
    label: str  # the label of the move


class WinsMore(Message):
    cell: CellName
    points: int


class MetMine(Message):
    """A guess that ended the game."""

    chord: bool


class Survived(Message):
    """A guess that went well."""


class NumbersLuck(Message):
    """The luck in the numbers that safe moves revealed, from the first to the last, in points."""

    points: int
    first: int
    last: int


class MoreSteps(Message):
    steps: int


class LabelName(Message):
    label: str


class TechniqueName(Message):
    technique: str


# -- verdicts -------------------------------------------------------------------------------------


class NotFinished(Message):
    """The chance of winning in the last position of an unfinished game."""

    win: float


class Stood(Message):
    """The chance of winning before the move that decided a game, and the risk of that move."""

    win: float
    risk: RiskTaken | None  # None if the move had to hit a mine


class GameWon(Message):
    """The number of guesses in a won game, and the chance that all of them succeed."""

    guesses: int
    chance: float
    first: bool  # True if the first click was also a guess (not counted)
    helped: bool = False  # True if the player had help or knew the board
    agent: str = ""  # the name of the agent, if an agent played


class LostAtFirst(Message):
    cell: CellName
    agent: str = ""


class LostCoinToss(Message):
    """A guess lost the game, but no other guess would have won more often."""

    risk: float
    agent: str = ""


class LostByGuess(Message):
    risk: RiskTaken
    best: bool  # no guess was better
    agent: str = ""


class NeedlessGuess(Message):
    """A guess made although a cell was provably safe, and the cost of the guess if it is known."""

    move: int
    safe: CellName
    points: int | None = None


class Blunder(Message):
    """A move that was bound to hit a mine, and a safe cell if there was one."""

    move: int
    cell: CellName
    chord: bool
    safe: CellName | None = None


class WorseGuess(Message):
    """A guess that was an inaccuracy or a mistake, and a better cell."""

    move: int
    label: str
    better: WinsMore


class CostPoints(Message):
    """How many points a choice cost, and how many points luck gained (or lost, if negative)."""

    points: int
    luck: int = 0


class OtherErrors(Message):
    errors: int
    points: int


class ErrorsTogether(Message):
    """The total cost of all errors in points, and how many of these points count."""

    points: int
    counted: int


class NoError(Message):
    clear: bool  # True if it is certain that no move was an error
    guesses: int = 0  # the number of guesses that were good, but not the best
    points: int = 0  # their cost
    agent: str = ""


class LuckAndChoices(Message):
    """The win chance at the start, and the effects of luck and choices, in percentage points."""

    start: float
    luck: int
    error: int
    agent: str = ""


class DecisionsMade(Message):
    """The number of real decisions, and the loss per decision in thousandths of a game."""

    decisions: int
    lost: float


class ManyGames(Message):
    """The share of games won, and the expected share with average luck.

    Both shares are None if no game was finished.
    """

    games: int
    won: float | None
    adjusted: float | None


# -- ratings --------------------------------------------------------------------------------------


class WhatItTakes(Message):
    """What a board or position needs: guesses, and the hardest technique."""

    guesses: int
    survival: float  # the chance of surviving all guesses
    technique: str | None  # None if no cell is provable, `given` if zeros open everything
    count: int  # how often this technique is needed
    where: CellName | None  # the first cell that this technique opens
    clues: int  # the number of clues that prove the cell `where` safe
    easier: tuple[str, ...]  # the other techniques


# -- puzzles --------------------------------------------------------------------------------------


class WhichCell(Message):
    wanted: Literal["safe", "safest", "best"]


class PuzzleTask(Message):
    technique: str | None  # the technique that helps, or None if you have to guess
    asks: WhichCell


class PuzzleCaption(Message):
    technique: str | None
    mines: int  # the mines left, shown if you have to guess


class GuessAnswer(Message):
    """The best cells of a puzzle, their risks, and how often the best guess wins."""

    cells: tuple[CellName, ...]
    risks: tuple[float, ...]
    win: float | None


class PuzzleAnswer(Message):
    safe: tuple[CellName, ...]
    guess: GuessAnswer | None


# -- exercises ------------------------------------------------------------------------------------

Advice: TypeAlias = Literal[
    "neighbours",
    "choices",
    "pairs",
    "both sides",
    "independent parts",
    "no guess needed",
    "one cell",
    "no conflict",
    "not enough",
    "one too many",
    "one clause",
    "still disagreed",
    "says less",
    "nothing possible",
    "empty clause last",
    "a zero",
    "nothing safe",
    "on this page",
    "only by count",
    "two lines",
    "no clash",
    "other child",
]
StepGap: TypeAlias = Literal["no cell", "several cells", "other rest", "no fact"]
SourceGap: TypeAlias = Literal["no claim", "other claim", "hidden", "not said"]
AnswerKind: TypeAlias = Literal[
    "cells",
    "literals",
    "number",
    "numbers",
    "chance",
    "clauses",
    "proof",
    "position",
    "drat",
]


class AnswerIsRight(Message):
    """An answer is right."""


class Advised(Message):
    advice: Advice


class ChanceIsOff(Message):
    is_high: bool


class MineOnHowMany(Message):
    """Asks the student to count the fitting boards on which the cell is a mine."""

    cell: CellName
    boards: int


class ImpossibleCount(Message):
    mines: int


class MoreToFind(Message):
    """Everything listed is right, but something is missing."""

    count: int
    what: Literal["number", "line", "fact"]


class MoreCellsToFind(Message):
    count: int
    are_mines: bool
    begun: bool  # True if the answer already contains some of these cells


class WrongCell(Message):
    """A cell that can't be part of the answer."""

    cell: CellName
    why: Literal["open", "no mine", "hidden"]


class IsCertainButOther(Message):
    """The opposite of a claim is provable."""

    cell: CellName
    is_mine: bool


class ClaimUncertain(Message):
    """There is a board that fits the position but contradicts the claim."""

    cell: CellName
    is_mine: bool  # True if the claim is that the cell is a mine


class AnotherIsBetter(Message):
    cell: CellName
    safer: bool


class ClueTouches(Message):
    """How many of the mines in the student's answer touch a clue."""

    clue: ClueName
    mines: int


class OtherTotal(Message):
    mines: int
    written: int


class DoesNotTouch(Message):
    clue: CellName
    cell: CellName


class ClausesDiffer(Message):
    """A board that fits the clauses but not the number, or fits the number but not the clauses."""

    allowed: bool  # True if the clauses allow the board
    mines: tuple[CellName, ...]


class NumberOutOfReach(Message):
    """A clue is larger than the number of cells that it touches."""

    cells: int


class NumberDiffers(Message):
    """A board that fits the clauses but not the number in the answer, or the other way round."""

    number: int
    allowed: bool  # the clauses allow the board
    mines: tuple[CellName, ...]


class NotTheirChild(Message):
    """A board on which both clauses hold, but the answer does not."""

    mines: tuple[CellName, ...]


class NoSuchLine(Message):
    number: int
    is_step: bool


class LineMustStay(Message):
    """A line must stay, because no other line subsumes it."""

    number: int


class FactNotFound(Message):
    """Unit propagation does not derive a literal."""

    literal: ClauseName
    opposite: bool  # it derives the opposite


class IsUnit(Message):
    clause: ClauseName


class ClaimNotEntailed(Message):
    """A board on which all clauses hold and the cell is not a mine."""

    cell: CellName
    mines: tuple[CellName, ...]


class OtherEnd(Message):
    claim: ClauseName


class NumberTwice(Message):
    number: int


class UsesLaterStep(Message):
    number: int
    parent: int


class StepDoesNotFollow(Message):
    number: int
    left: ClauseName
    right: ClauseName
    gap: StepGap


class StepIsNotRead(Message):
    """A step that should come from the board or the claim, but does not."""

    number: int
    gap: SourceGap
    source: ClueName | CellName | None  # a clue, a hidden cell, the claim's cell, or the mine count


class StepIsRight(Message):
    """A step is right, so the mistake is in another step."""

    number: int


class LineNotImplied(Message):
    """Unit propagation does not refute the negation of a line in a proof."""

    line: int


class OpenCells(Message):
    count: int


class CertainInYours(Message):
    """A cell is provable in a position in which no cell should be provable."""

    cell: CellName
    is_mine: bool


class EasierWay(Message):
    technique: str


class HarderWay(Message):
    """The requested technique is not enough."""

    wanted: str  # subset or mine count
    technique: str


class MatchingSuffices(Message):
    technique: str


class HowToAnswer(Message):
    form: AnswerKind


class HowToCheck(Message):
    lesson: int


class PageLabel(Message):
    label: Literal["exercises", "answer", "more", "lesson", "puzzles", "solutions", "check"]


class BoardSize(Message):
    width: int
    height: int
    mines: int


# -- rooms ----------------------------------------------------------------------------------------

# In these messages, the name of the reader is None.


class RoomAlone(Message):
    """Nobody else is in the room."""


class RoomDealing(Message):
    """All who are here are ready, and the server looks for a board."""


class RoomHere(Message):
    """Who is here, for somebody who has not joined."""

    names: tuple[str, ...]


class RoomReady(Message):
    """Who is ready, for somebody who is not."""

    names: tuple[str, ...]


class RoomWaiting(Message):
    """Who is not ready, for somebody who is."""

    names: tuple[str, ...]


class RoomNobodyReady(Message):
    """Nobody has pressed Ready."""


class RoomRunning(Message):
    """For somebody who came after the start."""

    board: int


class RoomIdle(Message):
    """For somebody who has made no move in a race for a while."""

    minutes: int


class RoomEnded(Message):
    """Somebody's race has ended while the reader is still playing."""

    name: str
    won: bool


class RoomSoFar(Message):
    """For somebody who is done while others are still playing."""

    place: int | None
    hit: bool  # whether the reader hit a mine
    left: int  # how many are still playing


class RoomHavePlayed(Message):
    """How many have played a board that everybody plays when they like."""

    count: int
    only_you: bool


class RoomOnBoard(Message):
    """The same for somebody who has not played it, with those who are playing it."""

    board: int
    count: int
    playing: tuple[str, ...]


class RoomWonBy(Message):
    name: str | None
    seconds: float


class RoomOnlyWinner(Message):
    name: str | None
    others: bool  # whether others have lost


class RoomSameTime(Message):
    names: tuple[str | None, ...]


class RoomNobodyWon(Message):
    """All have hit a mine or did not finish."""


class RoomPlayedBetter(Message):
    """Who made smaller errors than the winner, or the smallest if nobody won."""

    name: str | None
    better: bool  # better than the other, or best of several


class RoomWonAndBest(Message):
    name: str | None


class RoomNoErrors(Message):
    """Nobody who played to the end made an error."""


class RoomGuessed(Message):
    """How often the winner guessed although a cell was provably safe."""

    name: str | None
    count: int


class RoomNeverGuessed(Message):
    name: str | None


class RoomToday(Message):
    """How many people of a room have played today's board, and how many made no error."""

    played: int
    people: int
    clean: int | None  # None for somebody who has not played
