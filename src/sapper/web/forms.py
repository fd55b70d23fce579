"""Forms: what the API takes and gives, typed. Their fields are the words of the project.

    symbol     a cell as in a position: 0-8 open, . hidden, F flagged, + given as safe; and when a
               game is over also * mine, X exploded mine, W wrong flag
    cell       an int, row-major, where a game is played; its name, like C4, where one is analysed

A form with a field that is not listed is refused. What reasoning gives, odds, values, explanations
and hints, has its form where it is made; docs/json.md has them all.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from sapper.core.view import ConflictJson
from sapper.reason.odds import OddsJson
from sapper.review.account import AccountJson, LuckJson
from sapper.words import Runs, SaidJson

MAX_CELLS = 100 * 100

CellNumber: TypeAlias = Annotated[int, Field(ge=0, lt=MAX_CELLS)]
CellName: TypeAlias = Annotated[str, StringConstraints(max_length=8)]
LevelText: TypeAlias = Annotated[str, StringConstraints(max_length=64)]
PositionText: TypeAlias = Annotated[str, StringConstraints(max_length=40_000)]
Token: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,48}$")]
OutcomeName: TypeAlias = Literal["won", "lost", "left"]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]  # what a page can count to


class Form(BaseModel):
    """Base: nothing unknown is taken."""

    model_config = ConfigDict(extra="forbid")


class ProblemForm(BaseModel):
    """What went wrong, in one line."""

    detail: str


class LevelForm(Form):
    """A level by name."""

    name: str
    level: str
    width: int
    height: int
    mines: int
    start: str
    course: bool


class AgentForm(Form):
    """An agent by name."""

    name: str
    description: str
    guess: str


class HealthForm(Form):
    """That the server is well."""

    database: str
    games: int


class AboutForm(Form):
    """What the server offers."""

    levels: list[LevelForm]
    agents: list[AgentForm]
    guesses: list[str]
    max_side: int


class NewGameForm(Form):
    """A game to start: on a level, on a board of one's own, or on a shared board."""

    level: LevelText | None = None
    no_guess: bool = Field(
        default=False,
        description="with a level: a board that certain moves alone win; its first cell is told",
    )
    technique: Annotated[str, Field(max_length=20)] | None = Field(
        default=None,
        description="with a level: the technique that such a board needs, and no harder one",
    )
    at_most: Annotated[str, Field(max_length=20)] | None = Field(
        default=None, description="with a level: the hardest technique that such a board may need"
    )
    board: PositionText | None = Field(default=None, description="a board as text")
    share: Token | None = Field(default=None, description="the share id of a game that is over")
    replace: Token | None = Field(default=None, description="a game of yours to leave first")


class EndForm(Form):
    """What is told when a game is over."""

    share: str
    answer: list[str]
    three_bv: int
    openings: int
    islands: int
    clicks: int
    opened: int
    efficiency: float | None = Field(description="3BV / clicks, for a game that is won")
    three_bv_per_second: float | None


class GameForm(Form):
    """A game as its player may see it."""

    id: str
    level: str
    width: int
    height: int
    mines: int
    rows: list[str]
    flags: int
    moves: int
    elapsed: int
    started: bool
    assisted: bool
    outcome: OutcomeName | None
    end: EndForm | None


class MoveForm(Form):
    """A move."""

    kind: Literal["open", "flag", "chord"]
    cell: CellNumber
    after: Annotated[int, Field(ge=0, lt=2**31)] | None = Field(
        default=None,
        description="how many moves the game has; with others it is refused, so that a move sent "
        "again is not made twice",
    )


class ChangeForm(Form):
    """What a move changed."""

    cells: list[int]
    symbols: str
    opened: int
    flags: int
    moves: int
    elapsed: int
    outcome: OutcomeName | None
    end: EndForm | None


class FlagsForm(Form):
    """The flags that certain mines were given."""

    cells: list[int]
    symbols: str
    flags: int
    moves: int
    assisted: bool


class PositionForm(Form):
    """A position as text: the level on line one, then one row per line."""

    position: PositionText


class QuestionForm(PositionForm):
    """A cell in a position; none means the easiest certain one."""

    cell: CellName | None = None


class CellQuestionForm(PositionForm):
    """A cell in a position."""

    cell: CellName


class HintQuestionForm(Form):
    """How strong a hint: 1 a nudge, 2 the region, 3 the clues, 4 the cell, 5 the proof."""

    tier: Annotated[int, Field(ge=1, le=5)]


class PositionHintForm(HintQuestionForm):
    """A hint for a position."""

    position: PositionText


class AnalysisJson(TypedDict):
    """The odds of a position, or the conflict in it."""

    odds: OddsJson | None
    conflict: ConflictJson | None


class NounForm(Form):
    """A file that was read: what it is, and its text form."""

    kind: Literal["board", "position", "record"]
    level: str
    text: str
    rows: list[str]
    board: str | None = Field(default=None, description="the board, unless it is a position")


class SequenceStepForm(Form):
    """A line of a board's certificate: cells that are opened, or shown to be safe or mines."""

    kind: Literal["open", "safe", "mine"]
    cells: list[str]
    clues: list[str] = Field(description="the numbers that show it")
    mine_count: bool = Field(description="whether the number of mines left is needed, too")
    proof: int = Field(description="the steps of its proof, where it takes one")
    changed: list[int] = Field(description="the cells that look different from then on")
    symbols: str
    words: str
    runs: Runs = Field(description="the same in pieces: words, and cells by their names")


class BoardProofForm(Form):
    """How a board is won without a guess: its certificate, and the same line by line."""

    certificate: str
    hardest: str = Field(description="the hardest technique that it takes")
    rows: list[str] = Field(description="the board before the first move")
    steps: list[SequenceStepForm]


class DailyQuestionForm(Form):
    """Which of today's boards: beginner, intermediate or expert."""

    level: Literal["beginner", "intermediate", "expert"]


class DailyBoardForm(Form):
    """A board of today, and how a player's first try at it went."""

    level: str
    width: int
    height: int
    mines: int
    game: str | None = Field(description="the first try, when there is one")
    outcome: OutcomeName | None
    assisted: bool
    elapsed: int | None
    opened: int | None = Field(description="how many cells were open at the end")
    three_bv_per_second: float | None


class DailyDayForm(Form):
    """A day on which a player tried, and the levels that were won without help."""

    date: str
    won: list[str]


class DailyForm(Form):
    """Today's boards, and the days before."""

    date: str
    seconds_left: int = Field(description="until there are new boards")
    boards: list[DailyBoardForm]
    streak: int
    longest_streak: int
    days: list[DailyDayForm]


class PuzzleQuestionForm(Form):
    """A puzzle that is wanted."""

    technique: Annotated[str, Field(max_length=20)]
    size: Annotated[int, Field(ge=0, le=2, description="0 small to 2 large")] = 0
    seed: Seed | None = None


class PuzzleForm(Form):
    """A position, the technique that leads on in it, and what that shows: the answer."""

    position: str
    technique: str
    safe: list[str]
    mines: list[str]


class MissForm(PuzzleForm):
    """A position of a player's own game, in which a guess was needless."""

    game: str
    created: float
    move: int
    guessed: str
    lost: float = Field(description="what the guess cost, of the chance to win")


class MissedTechniqueForm(Form):
    """How often a technique would have shown a safe cell, and what the guesses cost."""

    technique: str
    count: int
    lost: float


class LevelErrorForm(Form):
    """The mean error of the latest games of a level."""

    level: str
    name: str
    games: int
    error: float


class MissesForm(Form):
    """What a player does not see yet, the most costly first."""

    games: int = Field(description="that were reviewed")
    left: int = Field(description="that are still to be reviewed")
    techniques: list[MissedTechniqueForm]
    errors: list[LevelErrorForm]
    positions: list[MissForm]


class PastGameForm(Form):
    """A game of the history."""

    id: str
    share: str | None
    level: str
    name: str
    created: float
    outcome: OutcomeName | None
    assisted: bool
    elapsed: int | None
    clicks: int | None
    opened: int | None
    three_bv: int | None
    three_bv_per_second: float | None
    guesses: int | None
    survival: float | None = Field(description="the chance of surviving all guesses")


class ListedGameForm(PastGameForm):
    """A past game with its picture."""

    end: str | None = Field(description="the board at the end, once the game is reviewed")


class LevelStatisticsForm(Form):
    """How a player does on a level; `low` and `high` bound the win rate with 95% confidence."""

    level: str
    name: str
    played: int
    won: int
    rate: float
    low: float
    high: float
    best: int | None
    mean: float | None
    best_three_bv_per_second: float | None
    best_efficiency: float | None = Field(description="3BV / clicks of a game that is won")
    streak: int
    longest_streak: int
    guesses: int
    expected_survival: float | None = Field(
        description="the mean chance of surviving all guesses of a game"
    )
    times: list[int] = Field(description="the winning times in order, in ms")


class HistoryForm(Form):
    """Past games and what they amount to."""

    games: list[ListedGameForm]
    running: list[PastGameForm]
    levels: list[LevelStatisticsForm] = Field(description="of all games, whatever the filters")
    total: int = Field(description="games that pass the filters")
    finished: int = Field(description="games that are over, whatever the filters")


class ReasonsForm(Form):
    """Why a cell was certain; cells are numbers."""

    cell: int
    technique: str
    clues: list[int]
    cells: list[int]
    steps: list[str]
    steps_runs: list[Runs]


class ReplayedMoveForm(Form):
    """A move of a reviewed game: the position before it, its label, what it was worth."""

    number: int
    cell: int
    label: str
    text: str
    text_runs: Runs
    after_text: str
    after_text_runs: Runs
    risky: bool
    key: bool
    before: float
    choice: float
    after: float
    lost: float
    cost: int = Field(description="what the choice gave away, in points")
    gain: int = Field(description="what luck brought, in points")
    error: float
    win_error: float
    exact: bool
    best: int | None
    at: int
    ms: int
    view: str
    safe: list[int]
    mines: list[int]
    proof: ReasonsForm | None


class ReplayedGameForm(Form):
    """A game move by move, and what decided it (docs/review.md)."""

    level: str
    width: int
    height: int
    mines: int
    result: str
    outcome: float
    start: float
    start_error: float
    luck: LuckJson
    error: float
    estimated_error: float = Field(description="with what is not clear in a single game")
    account: AccountJson
    guesses: int
    decisions: int
    mistakes: int = Field(description="moves that are called errors")
    error_per_decision: float
    accuracy: float
    verdict: str
    verdict_runs: Runs
    headline: SaidJson = Field(description="what decided it: the first of the verdict")
    rest: SaidJson = Field(description="the rest of the verdict")
    decisive: str = Field(description="the label of what decided it")
    main_error: int | None = Field(description="the error that the verdict names first, from 0")
    moments: list[int] = Field(description="the moves that mattered most, counted from 0")
    moves: list[ReplayedMoveForm]
    end: str = Field(description="the board at the end, as far as it is known")


class PlayOnForm(Form):
    """After how many moves to play on."""

    moves: Annotated[int, Field(ge=0, le=250_000)]


class PastReviewForm(Form):
    """What the review of a past game came to."""

    game: str
    account: AccountJson
    decisions: int
    mistakes: int = Field(description="moves that are called errors")
    verdict: str
    verdict_runs: Runs
    headline: SaidJson = Field(description="what decided it: the first of the verdict")
    decisive: str = Field(description="the label of what decided it")


class LevelReviewsForm(Form):
    """How a player does on a level without luck, over games that were won or lost without help."""

    level: str
    name: str
    games: int
    won: float
    adjusted: float
    low: float
    high: float


class TrendPointForm(Form):
    """The mean of the games up to this one, 20 at most."""

    created: float
    error: float
    won: float
    adjusted: float
    low: float
    high: float


class ReviewsForm(Form):
    """What the reviews of past games amount to."""

    games: list[PastReviewForm]
    levels: list[LevelReviewsForm]
    trend: list[TrendPointForm]
    waiting: int = Field(description="games that are still being reviewed")


class ReportForm(Form):
    """The report of a study that lies in the results folder."""

    name: str
    question: str
    levels: int
    players: int
    games: int = Field(description="of each player on each level")
    created: float


class ExportedGameForm(PastGameForm):
    """A past game with its record."""

    record: str


class ExportForm(Form):
    """All finished games of a player."""

    games: list[ExportedGameForm]
