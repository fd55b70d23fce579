"""Every kind of message, with its parts; the languages say them in this order.

Groups: the start of a game, odds and value, guesses, hints, contradictions, steps of an argument,
reasons of agents, the knowledge base, moves, verdicts, ratings, puzzles, exercises.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from sapper.words.message import CellName, ClueName, Message

Side = Literal["top", "middle", "bottom"]
Across = Literal["left", "middle", "right"]
Order = Literal["alone", "equal", "unclear", "better"]
Shape = Literal["row", "hole", "triangle"]
Apart = Literal["none", "given", "known"]
Fits = Literal["all", "clues", "clues and mine count"]
Heading = (
    Literal["kept", "fact", "duplicate", "subsumed", "satisfied", "tautology"]
    | Literal["out subsumed", "out satisfied", "led on", "the rest"]
    | Literal["mines", "to open", "open", "empty"]
)

ClauseName: TypeAlias = "tuple[LiteralName, ...]"
"""a clause: one of its literals holds"""

# -- the start ------------------------------------------------------------------------------------


class FirstIsSafe(Message):
    """Before the first move the start rule protects any cell."""

    rule: str
    opens: bool
    """whether it opens a region as well"""


# -- odds and value -------------------------------------------------------------------------------


class BoardsFit(Message):
    """How many boards fit, and what that means for the next move."""

    log10_boards: float
    safe: int
    """provably safe cells"""
    safest: CellName | None
    """None: only mines are hidden"""
    risk: float | None


class RiskOfMine(Message):
    """How likely a cell is a mine, after its name."""

    risk: float


class NothingToOpen(Message):
    """Only mines are hidden."""


class ExactValue(Message):
    """On how many boards the best strategy wins."""

    win: float
    boards: int


class EstimatedValue(Message):
    """What the champion wins of `boards` boards, played to their end."""

    win: float
    error: float
    boards: int


class OpenSafeFirst(Message):
    """A provably safe cell costs nothing."""


class BestAndSafest(Message):
    """Which cell wins most often, and which is safest."""

    best: CellName
    risk: float
    safest: CellName
    least: float
    """the risk of the safest"""
    exact: bool


# -- guesses --------------------------------------------------------------------------------------


class NeedNotGuess(Message):
    """The first click is safe."""

    first: FirstIsSafe


class NothingToGuess(Message):
    """Only mines are hidden."""


class GuessNotNeeded(Message):
    """A cell is provably safe."""


class GuessAllowed(Message):
    """No cell is provably safe."""

    risk: float
    """of the safest"""


class WinShare(Message):
    """How often a guess wins."""

    cell: CellName
    win: float
    error: float
    """twice this is said; 0 if it is exact"""
    exact: bool


class BestGuess(Message):
    """What the best guess wins, and how it compares with the next best."""

    best: WinShare
    other: WinShare | None
    order: Order


class RiskOfGuess(Message):
    """The risk of a guess, and that of the safest cell if another one is safer."""

    risk: float
    safest: CellName | None = None
    least: float | None = None


class NotCertain(Message):
    """The risk of a cell that is not certain, and the safest cell if another one is safer."""

    cell: CellName
    risk: float
    safest: CellName | None
    least: float | None


class LeadsOn(Message):
    """The chance that a guess is safe and its number makes another cell provably safe."""

    chance: float


class WinsThen(Message):
    """The chance to win once a guess was safe, and the same for the safest cell."""

    chance: float
    exact: bool
    other: CellName | None
    others: float | None


# -- hints ----------------------------------------------------------------------------------------


class Region(Message):
    """A part of the board, and a number in it to look for."""

    upright: Side
    across: Across
    near: CellName | None


class SafeCellExists(Message):
    """Some cell is provably safe."""


class LookAtRegion(Message):
    """Where the safe cell is."""

    region: Region


class LookAtClues(Message):
    """Which clues show it; with the mine count, how many mines are known and left."""

    clues: tuple[CellName, ...]
    known: int | None = None
    """None: the mine count is not needed"""
    left: int | None = None


class GivenNeedsNoClue(Message):
    """The cell was given as safe."""


class CellIsSafe(Message):
    """Which cell is safe."""

    cell: CellName


class MustGuess(Message):
    """No cell is provably safe; the least risk."""

    risk: float


class GuessInRegion(Message):
    """Where the safest guess is."""

    region: Region


class GuessByClues(Message):
    """Which clues the safest guess touches; none, if it touches none."""

    clues: tuple[CellName, ...]


class SafestGuess(Message):
    """Which cell is the safest guess."""

    cell: CellName
    risk: float


# -- contradictions -------------------------------------------------------------------------------


class TooFewCells(Message):
    """More mines than hidden cells."""

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
    """With a clue, the mines of the board do not fit elsewhere."""

    clue: ClueName
    mines: int


class ClashingClues(Message):
    """Clues that cannot all be right."""

    clues: tuple[ClueName, ...]
    mines: int | None
    """of the board, if they belong to the contradiction"""
    smallest: bool
    """whether it is known that none of them can be left out"""


# -- steps of an argument -------------------------------------------------------------------------


class MinesAmong(Message):
    """A fact: the least and the most mines among cells."""

    cells: tuple[CellName, ...]
    least: int
    most: int

    @property
    def all_safe(self) -> bool:
        """Whether none of the cells is a mine."""
        return self.most == 0

    @property
    def all_mines(self) -> bool:
        """Whether all of them are."""
        return self.least == len(self.cells)

    @property
    def counted(self) -> int:
        """The number that is said last, for singular and plural."""
        return self.least if self.most >= len(self.cells) else self.most


class KnownCells(Message):
    """Cells of which it is known, or supposed, what they are."""

    mines: tuple[CellName, ...]
    safe: tuple[CellName, ...]


class Pattern(Message):
    """A pattern that players know by its numbers; clues in a row, with a hole, in a triangle."""

    numbers: tuple[int, ...]
    shape: Shape
    reduced: bool
    """whether the numbers are what is left of them, less known mines"""


class GivenStep(Message):
    """A cell was given as safe."""

    cell: CellName


class KnownStep(Message):
    """Cells that an easier argument settles."""

    fact: MinesAmong


class ClueStep(Message):
    """What a clue settles by itself."""

    clue: ClueName
    fact: MinesAmong
    given: bool
    """whether it also touches cells that were given as safe"""


class RestStep(Message):
    """What a clue settles, less known cells; without a clue, what the mine count settles."""

    known: KnownCells | None
    clue: ClueName | None
    fact: MinesAmong


class SubsetStep(Message):
    """A clue has its mines among cells that another clue touches too; what that one has left."""

    known: KnownCells | None
    inner: ClueName
    shared: MinesAmong
    outer: ClueName
    fact: MinesAmong
    pattern: Pattern | None


class DifferenceStep(Message):
    """A clue needs as many mines more than another as it has cells of its own."""

    known: KnownCells | None
    more: ClueName
    less: ClueName
    mines: MinesAmong
    """the cells that only the first touches"""
    safe: MinesAmong
    """the cells that only the second touches"""
    pattern: Pattern | None


class ClueHolds(Message):
    """So many mines of a clue are among these cells."""

    known: KnownCells | None
    clue: ClueName
    mines: int
    cells: tuple[CellName, ...]


class ClueLimits(Message):
    """The most mines a clue allows, or the least it needs, among cells."""

    known: KnownCells | None
    clue: ClueName
    at_most: bool
    mines: int
    cells: tuple[CellName, ...]


class LimitStep(Message):
    """A fact or a clue, and what it leaves for some of its cells."""

    about: MinesAmong | ClueHolds
    fact: MinesAmong
    room: tuple[CellName, ...] = ()
    """the other cells, which can hold a mine each"""
    but: MinesAmong | None = None
    """another fact that limits it"""
    part: MinesAmong | None = None
    """what that fact says of the cells that both have"""
    limit: ClueLimits | None = None
    """a clue that limits it"""


class SumSide(Message):
    """A side of an equation: cells, each so many times, and a number."""

    cells: tuple[tuple[int, CellName], ...]
    number: int


class RunningSum(Message):
    """A clue is added so many times, or taken away, and what the sum is then."""

    clue: ClueName
    times: int
    """below 0 if it is taken away"""
    left: SumSide
    right: SumSide


class CombinationStep(Message):
    """Clues are added and taken away, the first one so many times."""

    known: KnownCells | None
    first: ClueName
    times: int
    sums: tuple[RunningSum, ...]
    facts: tuple[MinesAmong, ...]
    """what follows: what is safe, what are mines, or both"""


class SupposeStep(Message):
    """What a cell is supposed to be, under other suppositions or not."""

    cell: CellName
    mine: bool
    also: bool


class MineShares(Message):
    """Where the mines that remain are: none of these shares have a cell in common."""

    mines: tuple[CellName, ...]
    takes: tuple[tuple[ClueName, int], ...]
    among: tuple[MinesAmong, ...]
    safe: tuple[CellName, ...] = ()


class ClueFails(Message):
    """A clue has more mines than its number, or cannot have all of them."""

    known: KnownCells
    clue: ClueName


class CountFails(Message):
    """More mines are needed than remain, or there is room for fewer."""

    left: int
    shares: MineShares
    mines: int
    """that are needed, or that there is room for"""


class ImpossibleStep(Message):
    """Why a supposition fails, and what follows, under other suppositions or not."""

    why: ClueFails | CountFails
    fact: MinesAmong
    under: bool


class MineCountStep(Message):
    """How many mines the board has, how many are known, and in how many cells the others are."""

    mines: int
    known: int
    cells: int
    apart: Apart
    """hidden cells that are left out: none, those given as safe, or those known to be safe"""


class TotalStep(Message):
    """What is left for the other cells when clues have taken theirs of the mines that remain."""

    left: int
    shares: MineShares
    fact: MinesAmong


class WaysStep(Message):
    """What holds in every way to satisfy these clues, and perhaps the mine count."""

    known: KnownCells | None
    clues: tuple[ClueName, ...]
    mine_count: bool
    fact: MinesAmong


class CellSettled(Message):
    """What a cell is, and by what: a technique, clues, and patterns of three or four clues."""

    cell: CellName
    mine: bool
    technique: str
    clues: tuple[CellName, ...]
    patterns: tuple[Pattern, ...]


class Argument(Message):
    """What a cell is, and the steps that show it."""

    settled: CellSettled
    steps: tuple[Message, ...]


class NothingCertain(Message):
    """No cell is safe for certain: a guess follows."""


class ExampleBoard(Message):
    """The heading of a board that fits and has a mine in a cell, or none."""

    mine: bool


# -- pictures of an argument ----------------------------------------------------------------------

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
    """What a cell is, and by which technique."""

    cell: CellName
    mine: bool
    technique: str


class StepNumber(Message):
    """The button of a step."""

    number: int


class PictureLabel(Message):
    """What a shape means, or a button does."""

    label: PictureWord


class ProofNotShown(Message):
    """The mine count has too many clauses to be read."""


# -- proofs of a board ----------------------------------------------------------------------------


class StartAt(Message):
    """The cells that are given as safe."""

    cells: tuple[CellName, ...]


class OpenThese(Message):
    """The cells to open next."""

    cells: tuple[CellName, ...]


class CluesShow(Message):
    """What clues show, and perhaps the number of mines left: these cells are all safe, or mines."""

    clues: tuple[ClueName, ...]
    mine_count: bool
    cells: tuple[CellName, ...]
    mine: bool


# -- reasons of agents ----------------------------------------------------------------------------


class FactsHold(Message):
    """Cells are safe or mines, all for the same reason."""

    cells: tuple[CellName, ...]
    is_mine: bool
    why: Message


class FactsHoldToo(Message):
    """More such cells, whose reasons are not told."""

    cells: tuple[CellName, ...]
    is_mine: bool


class OracleSays(Message):
    """Why an oracle says so: it went through all boards that fit."""

    method: str
    fits: Fits
    """what the boards had to fit"""
    is_mine: bool


class GivenBefore(Message):
    """Why: the board told so."""


class AlreadyOpen(Message):
    """Why: the cell is open."""


class ClueHasAll(Message):
    """Why: a clue has all its mines; none, if it is a 0."""

    clue: CellName
    mines: tuple[CellName, ...]


class ClueNeedsAll(Message):
    """Why: a clue needs all cells left besides the safe ones."""

    clue: CellName
    safe: tuple[CellName, ...]


class CountHasAll(Message):
    """Why: all mines of the board are known."""

    mines: int


class CountNeedsAll(Message):
    """Why: the mines that are not known fill all cells left."""


class FollowsFrom(Message):
    """Why: a derivation, by what it uses and its length."""

    clues: tuple[CellName, ...]
    mine_count: bool
    earlier: bool
    """whether it cites facts settled before"""
    methods: tuple[str, ...]
    """of the oracles whose word it uses"""
    steps: int


class GuessedCell(Message):
    """A guess: its strategy, and what speaks for it."""

    cell: CellName
    strategy: str
    why: Message


class UnprovedHere(Message):
    """For a guess: it is certain, but the agent that guesses can't prove it."""

    oracle: OracleSays


class SafestCell(Message):
    """For a guess: the least risk."""

    risk: float


class BestCell(Message):
    """For a guess: what it wins, by the champion."""

    risk: float
    win: float
    error: float
    """standard error, where games were played on; else 0"""
    exact: bool


class DrawnCell(Message):
    """For a guess: one of so many."""

    cells: int
    away: bool
    """whether they are those that no clue touches"""


class ShortestClause(Message):
    """For a guess: the clause that it is taken from."""

    clause: tuple[LiteralName, ...]


class MostVotes(Message):
    """For a guess: how many literals of KB say that it is safe, or a mine."""

    safe: int
    mine: int


class WeightedVotes(Message):
    """For a guess: the share of the votes that say safe."""

    safe: float


class FewElsewhere(Message):
    """For a guess away from all clues: how dense the mines are there, and what is worse."""

    mines: int
    cells: int
    by_votes: float | None = None
    """the least risk of other cells by the votes of KB"""
    by_clues: float | None = None
    """the least risk of other cells by their clues"""


class LowestRatio(Message):
    """For a guess: its worst clue, and the mines and cells that are left around that."""

    clue: CellName
    mines: int
    cells: int


class ForeignReason(Message):
    """The answer of an agent of others, with its own words if it gave any."""

    agent: str
    guess: CellName | None
    odds: float | None
    """of the guess, if it was told"""
    safe: tuple[CellName, ...]
    mines: tuple[CellName, ...]
    clues: tuple[CellName, ...]
    mine_count: bool
    words: str


class OwnWords(Message):
    """What somebody else says, as it is."""

    words: str


class ButNotCertain(Message):
    """What an agent claims is not so."""

    cell: NotCertain


class AnyMoveGuesses(Message):
    """Why an agent is stuck: nothing is provable; the safest cell."""

    safest: CellName | None
    """None: only mines are hidden"""
    risk: float | None


class CannotProve(Message):
    """Why an agent is stuck: what the proof of a safe cell would take."""

    cell: CellName
    technique: str
    clues: int
    mine_count: bool
    steps: int | None
    """of the proof; None: it has too many clauses"""


class GameEnds(Message):
    """How a watched game ends."""

    how: str
    """won, lost or stuck"""


class AgentDoes(Message):
    """What an agent does, in a line."""

    agent: str
    """its name; one of others has its own line instead, or none"""


# -- the knowledge base ---------------------------------------------------------------------------


class LiteralName(Message):
    """A cell, and whether it is a mine: ¬C4 says that it is safe."""

    cell: CellName
    is_mine: bool


class ClueSource(Message):
    """An axiom comes from a clue."""

    clue: CellName


class BoardSource(Message):
    """An axiom comes from the board."""

    source: str
    """open, given as safe or mine count"""


class OracleSource(Message):
    """An axiom comes from an oracle."""

    method: str


class CitedFact(Message):
    """A fact that a proof cites, and the decision before which it was settled."""

    fact: LiteralName
    decision: int


class LinesSource(Message):
    """A clause is resolved from lines of a proof."""

    lines: tuple[int, ...]


class ProofOf(Message):
    """Above a proof: the cell that it shows to be safe."""

    cell: CellName


class TurnLegend(Message):
    """How to read a turn."""


class TurnLabel(Message):
    """A short label before clauses or cells: at most ten letters."""

    label: Heading


class CellsOfTurn(Message):
    """The cells that the board opened or told."""

    given: bool
    cells: tuple[CellName, ...]


class ClausesOfSource(Message):
    """So many mines among so many cells, and how many clauses that is."""

    source: ClueSource | BoardSource
    mines: int
    cells: int
    clauses: tuple[int, ...]
    """all cells are settled, or so many clauses say at least and so many at most"""
    given: int
    """how many of them were given"""


class FactsOfOracle(Message):
    """Above the facts that an oracle vouches for."""

    source: OracleSource


class MatchingOfTurn(Message):
    """Above what came of matching."""

    rounds: int
    pairs: int


class FateOfClause(Message):
    """What became of a clause, and what it was before facts shortened it."""

    fate: str
    """as the trace says"""
    result: ClauseName
    number: int | None
    """None: it was skipped, as `fate` says"""
    by: int | None
    """the clause or the fact that made it needless"""
    clause: ClauseName
    """as it was"""
    was: int | None
    """its number before"""
    facts: tuple[int, ...]
    """that shortened it"""


class PairLedOn(Message):
    """Two clauses, the cell that they disagree about, and what came of them."""

    left: int
    left_clause: ClauseName
    right: int
    right_clause: ClauseName
    cell: CellName
    gave: FateOfClause


class PairsForNothing(Message):
    """So many pairs of which nothing came that was needed, and why."""

    pairs: int
    why: str
    """`unused` by new facts, `unneeded` by KB, or as the trace says"""


class PropagationOfTurn(Message):
    """Above what facts did to KB."""


class ClauseLeft(Message):
    """A clause that left KB, and what made it needless."""

    number: int
    clause: ClauseName
    by: int


class ClausesOfKb(Message):
    """Above the clauses of KB."""

    clauses: int


class ClauseOfKb(Message):
    """A clause of KB, and where it comes from: a source, a clause or two, and facts."""

    number: int
    clause: ClauseName
    source: ClueSource | BoardSource | OracleSource | CitedFact | None
    parents: tuple[int, ...]
    facts: tuple[int, ...]


class FactsOfKb0(Message):
    """Above the facts of KB0."""

    facts: int


class CellCount(Message):
    """So many cells."""

    cells: int


# -- moves ----------------------------------------------------------------------------------------


class RiskTaken(Message):
    """The chance that a move met a mine; a chord opens the cells around a cell."""

    cell: CellName
    chord: bool
    risk: float


class ShownBy(Message):
    """The technique that showed a safe cell, and the clues that it used."""

    technique: str
    clues: tuple[ClueName, ...]


class SafeInstead(Message):
    """A safe cell that could have been opened, and what showed it."""

    cell: CellName
    by: ShownBy


class GameStarts(Message):
    """The first move."""

    cell: CellName


class OpenedSafe(Message):
    """All that a move opened was provably safe."""

    cell: CellName
    chord: bool


class FlaggedMine(Message):
    """A flag on a provable mine."""

    cell: CellName


class FlagRemoved(Message):
    """A flag that was taken away."""

    cell: CellName


class FlaggedWrong(Message):
    """A flag where no mine is."""

    cell: CellName
    certain: bool
    """whether that could be known"""


class FlaggedUnproven(Message):
    """A flag on a mine that was only likely to be one."""

    cell: CellName
    risk: float


class OpenedMine(Message):
    """A move that was sure to meet a mine."""

    cell: CellName
    chord: bool


class Guessed(Message):
    """A guess, and what it was: the label of the move."""

    risk: RiskTaken
    label: str


class WinsMore(Message):
    """A better cell, and by how many points."""

    cell: CellName
    points: int


class MetMine(Message):
    """A risk that ended the game."""

    chord: bool


class Survived(Message):
    """A risk that went well: what the choice cost in points, and the chance to win."""

    points: int
    before: float
    after: float


class MoreSteps(Message):
    """Steps of an argument that are not shown."""

    steps: int


class LabelName(Message):
    """What a move was: a label of docs/review.md."""

    label: str


class TechniqueName(Message):
    """A technique of the ladder."""

    technique: str


# -- verdicts -------------------------------------------------------------------------------------


class NotFinished(Message):
    """A game that was not finished, and the chance to win where it stopped."""

    win: float


class GameWon(Message):
    """How many guesses a win took, and the chance that all of them succeed."""

    guesses: int
    chance: float
    first: bool
    """whether the first click was a guess as well; it is not counted"""


class LostAtFirst(Message):
    """The first click hit a mine."""

    cell: CellName


class LostCoinToss(Message):
    """A guess lost the game, and all others win as often."""

    risk: float


class LostByGuess(Message):
    """A good guess lost the game."""

    risk: RiskTaken
    best: bool
    """whether none was better"""


class NeedlessGuess(Message):
    """A guess where a cell was safe; what it cost, where that is to be said."""

    move: int
    safe: CellName
    points: int | None = None


class Blunder(Message):
    """A move that was sure to meet a mine."""

    move: int
    cell: CellName
    chord: bool


class CellWasSafe(Message):
    """Which cell was safe instead."""

    cell: CellName


class WorseGuess(Message):
    """An inaccuracy or a mistake: the label of the move, and what was better."""

    move: int
    label: str
    better: WinsMore


class CostPoints(Message):
    """What the move that lost the game cost besides."""

    points: int


class OtherErrors(Message):
    """How many more errors there were, and what they cost together."""

    errors: int
    points: int


class NoError(Message):
    """No choice gave anything away."""

    clear: bool
    """whether that is known of each"""


class LuckAndChoices(Message):
    """The chance at the start, and what luck and choices made of it, in points."""

    start: float
    luck: int
    error: int


class DecisionsMade(Message):
    """How many real decisions there were, and what each lost, in thousandths of a game."""

    decisions: int
    lost: float


class ManyGames(Message):
    """The share of games won, and what it would be with average luck."""

    games: int
    won: float
    adjusted: float


class ManyNotFinished(Message):
    """Games of which none was finished."""

    games: int


# -- ratings --------------------------------------------------------------------------------------


class WhatItTakes(Message):
    """What a board or position takes: guesses, and the hardest technique."""

    guesses: int
    survival: float
    """the chance to survive them all"""
    technique: str | None
    """the hardest; None where nothing is certain, `told` where zeros open everything"""
    count: int
    """of its deductions"""
    where: CellName | None
    """the first cell that it opens"""
    clues: int
    """that its hardest deduction joins"""
    easier: tuple[str, ...]
    """the other techniques"""


# -- puzzles --------------------------------------------------------------------------------------


class WhichCell(Message):
    """What a puzzle asks."""

    wanted: Literal["safe", "safest", "best"]


class PuzzleTask(Message):
    """A puzzle's task: the technique that leads on, None where one must guess."""

    technique: str | None
    asks: WhichCell


class PuzzleCaption(Message):
    """What stands below a puzzle; with the mines left where one must guess."""

    technique: str | None
    mines: int


class GuessAnswer(Message):
    """The best cells of a puzzle, and their risks; with the best, how often they win."""

    cells: tuple[CellName, ...]
    risks: tuple[float, ...]
    win: float | None


class PuzzleAnswer(Message):
    """The answer to a puzzle: its safe cells, or its best guess."""

    safe: tuple[CellName, ...]
    guess: GuessAnswer | None


class PuzzleSheet(Message):
    """The title of a sheet of puzzles."""


class Solutions(Message):
    """The heading of their solutions."""


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
]
StepGap: TypeAlias = Literal["no cell", "several cells", "other rest", "no fact"]
SourceGap: TypeAlias = Literal["no claim", "other claim", "hidden", "not said"]
AnswerForm: TypeAlias = Literal[
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
    """A push that is the same whatever was answered."""

    advice: Advice


class ChanceIsOff(Message):
    """A chance is too high or too low."""

    is_high: bool


class ImpossibleCount(Message):
    """A board can't have so many mines."""

    mines: int


class MoreToFind(Message):
    """So many are missing from a list that is right."""

    count: int
    what: Literal["number", "line", "fact"]


class MoreCellsToFind(Message):
    """So many certain mines or safe cells are missing."""

    count: int
    are_mines: bool
    begun: bool
    """whether some were found"""


class IsOpenAlready(Message):
    """A cell is not to be opened any more."""

    cell: CellName


class IsCertainButOther(Message):
    """A cell is certain, but not as it was claimed."""

    cell: CellName
    is_mine: bool


class ClaimUncertain(Message):
    """A board that fits denies what was claimed of a cell."""

    cell: CellName
    is_mine: bool
    """what was claimed"""


class AnotherIsBetter(Message):
    """Another cell is safer, or wins more often."""

    cell: CellName
    safer: bool


class OpenIsNoMine(Message):
    """An open cell can't be a mine."""

    cell: CellName


class ClueTouches(Message):
    """How many of the mines that were written a clue touches."""

    clue: ClueName
    mines: int


class OtherTotal(Message):
    """The board has more or fewer mines than were written."""

    mines: int
    written: int


class ShowsNoNumber(Message):
    """Open cells are wanted, and this one is hidden."""

    cell: CellName


class DoesNotTouch(Message):
    """A clue has nothing to do with a cell."""

    clue: CellName
    cell: CellName


class ClausesDiffer(Message):
    """A board that clauses allow and a number does not, or the other way round."""

    allowed: bool
    """by the clauses"""
    mines: tuple[CellName, ...]


class NumberOutOfReach(Message):
    """A number is at most as large as the cells it touches."""

    cells: int


class NumberDiffers(Message):
    """A board that clauses allow and the number that was answered does not, or vice versa."""

    number: int
    allowed: bool
    """by the clauses"""
    mines: tuple[CellName, ...]


class NotTheirChild(Message):
    """A board on which both clauses hold, but not what was made of them."""

    mines: tuple[CellName, ...]


class NoSuchLine(Message):
    """There is no line or step of that number."""

    number: int
    is_step: bool


class LineMustStay(Message):
    """A line is not subsumed."""

    number: int


class FactNotFound(Message):
    """A literal does not come out of unit propagation."""

    literal: ClauseName
    opposite: bool
    """whether its opposite does"""


class IsUnit(Message):
    """A clause of one literal, where none is wanted."""

    clause: ClauseName


class ClaimNotEntailed(Message):
    """A board on which all clauses hold, and a cell is safe that should be a mine."""

    cell: CellName
    mines: tuple[CellName, ...]


class OtherEnd(Message):
    """A proof is right, but proves something else."""

    claim: ClauseName


class NumberTwice(Message):
    """Two steps have the same number."""

    number: int


class UsesLaterStep(Message):
    """A step uses one that does not come before it."""

    number: int
    parent: int


class StepDoesNotFollow(Message):
    """What is wrong with a resolution."""

    number: int
    left: ClauseName
    right: ClauseName
    gap: StepGap


class StepIsNotRead(Message):
    """What is wrong with a step that is read off the board."""

    number: int
    gap: SourceGap
    source: ClueName | CellName | None
    """a clue, a hidden cell, the claim's cell; None: the mine count, or nothing"""


class StepIsRight(Message):
    """It is not this step that is wrong."""

    number: int


class LineNotImplied(Message):
    """Unit propagation does not refute the opposite of a line."""

    line: int


class OpenCells(Message):
    """A position should have one open cell."""

    count: int


class CertainInYours(Message):
    """A cell is certain in a position in which none should be."""

    cell: CellName
    is_mine: bool


class EasierWay(Message):
    """Something easier than the technique that is wanted shows a safe cell."""

    technique: str


class HarderWay(Message):
    """It takes more than the technique that is wanted."""

    wanted: str
    """subset or mine count"""
    technique: str


class MatchingSuffices(Message):
    """An agent with k = 2 finds a safe cell."""

    technique: str


class HowToAnswer(Message):
    """How an answer is written."""

    form: AnswerForm


class HowToCheck(Message):
    """How the answers to a lesson's exercises are checked."""

    lesson: int


class PageLabel(Message):
    """A heading or a word that lessons have."""

    label: Literal["exercises", "answer", "more", "lesson"]


class BoardSize(Message):
    """The size of a drawing and its mines."""

    width: int
    height: int
    mines: int
