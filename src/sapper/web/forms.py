"""The types of the requests and answers of the API.

    symbol     a cell as in a position: 0-8 open, . hidden, F flagged, + given as safe. In a
               finished game also * mine, X exploded mine, W wrong flag
    cell       when playing, a number (row by row, from 0); when analysing, a name like C4

A request with unknown fields, or values of another type, is refused. The types of odds, values,
explanations and hints are defined in the modules that compute them, and described in docs/json.md.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from sapper.core.view import ConflictJson
from sapper.explain.explanation import ExplanationJson
from sapper.reason.odds import OddsJson
from sapper.review.account import AccountJson
from sapper.review.review_json import ReplayedGameJson
from sapper.words import Runs, SaidJson
from sapper.words.kinds import PatternName

MAX_CELLS = 100 * 100

CellNumber: TypeAlias = Annotated[int, Field(ge=0, lt=MAX_CELLS)]
CellName: TypeAlias = Annotated[str, StringConstraints(max_length=8)]
LevelText: TypeAlias = Annotated[str, StringConstraints(max_length=64)]
PositionText: TypeAlias = Annotated[str, StringConstraints(max_length=40_000)]
IdText: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,48}$")]
OutcomeName: TypeAlias = Literal["won", "lost", "left"]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
RoomBoardNumber: TypeAlias = Annotated[int, Field(ge=1, lt=2**31)]
RushResult: TypeAlias = Literal["solved", "wrong", "skipped"]
TechniqueText: TypeAlias = Annotated[str, Field(max_length=20)]


class Form(BaseModel):
    """The base class of most forms, which refuses unknown fields and values of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ProblemForm(BaseModel):
    """The reason for an error, in one line."""

    detail: str


class LevelForm(Form):
    name: str
    level: str
    width: int
    height: int
    mines: int
    start: str
    course: bool


class AgentForm(Form):
    name: str
    description: str
    guess: str


class HealthForm(Form):
    """The kind of database that the server uses, and the number of stored games."""

    database: str
    games: int


class AboutForm(Form):
    levels: list[LevelForm]
    agents: list[AgentForm]
    guesses: list[str]
    max_side: int


class NewGameForm(Form):
    """A request for a new game on a level, on your own board, or on a shared board."""

    level: LevelText | None = None
    no_guess: bool = Field(
        default=False,
        description="with a level: a board that can be won without guessing, from the cell that "
        "is opened first; if such boards take long to deal, or the level gives cells, one of the "
        "given cells must be opened first",
    )
    technique: TechniqueText | None = Field(
        default=None, description="with a level: the hardest technique the board needs"
    )
    at_most: TechniqueText | None = Field(
        default=None, description="with a level: the hardest technique the board may need"
    )
    board: PositionText | None = Field(default=None, description="a board as text")
    share: IdText | None = Field(default=None, description="the share id of a finished game")
    replace: IdText | None = Field(default=None, description="the id of your game to leave first")


class EndForm(Form):
    """The board of a finished game, with the player's results."""

    share: str
    answer: list[str]
    three_bv: int
    openings: int
    islands: int
    clicks: int
    opened: int
    efficiency: float | None = Field(description="3BV / clicks that did something, for a won game")
    three_bv_per_second: float | None


class GameForm(Form):
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
    no_guess: bool = Field(
        description="whether the board was dealt so that it can be solved without guessing"
    )
    outcome: OutcomeName | None
    end: EndForm | None


class MoveForm(Form):
    kind: Literal["open", "flag", "chord"]
    cell: CellNumber
    after: Annotated[int, Field(ge=0, lt=2**31)] | None = Field(
        default=None,
        description="the number of moves made so far; if it is wrong, the move is refused, so "
        "that a move that is sent twice is made only once",
    )


class ChangeForm(Form):
    """The cells that a move changed, and the state of the game after the move."""

    cells: list[int]
    symbols: str
    opened: int
    flags: int
    moves: int
    elapsed: int
    outcome: OutcomeName | None
    end: EndForm | None


class FlagsForm(Form):
    """The flags that the server has set on provable mines."""

    cells: list[int]
    symbols: str
    flags: int
    moves: int
    assisted: bool


class PositionForm(Form):
    """A position as text: the level in the first line, then one row per line."""

    position: PositionText


class QuestionForm(PositionForm):
    """A question about a cell, by default about the provable cell that is easiest to explain."""

    cell: CellName | None = None


class CellQuestionForm(PositionForm):
    cell: CellName


class HintQuestionForm(Form):
    """The strength of a hint: 1 nudge, 2 region, 3 clues, 4 cell, 5 proof."""

    tier: Annotated[int, Field(ge=1, le=5)]


class PositionHintForm(HintQuestionForm):
    position: PositionText


class AnalysisJson(TypedDict):
    """What is known about a position: `POST /api/analyse`.

    Exactly one of `odds`, `conflict` and `problem` is not null.
    """

    odds: OddsJson | None
    conflict: ConflictJson | None
    """why no board fits"""
    problem: str | None
    """why the position can't be analysed"""
    no_value: str | None
    """why `POST /api/value` can't estimate the chance of winning"""


class NounForm(Form):
    """What a file contains, as text, or the reason why the file can't be read."""

    kind: Literal["board", "position", "record", "unreadable"]
    problem: str | None = Field(default=None, description="why the file can't be read")
    level: str
    text: str
    rows: list[str]
    board: str | None = Field(default=None, description="the whole board, except for a position")


class SequenceStepForm(Form):
    """A step in the proof of a board: cells to open, or cells proved to be safe or mines."""

    kind: Literal["open", "safe", "mine"]
    cells: list[str]
    clues: list[str] = Field(description="the clues that the proof uses")
    mine_count: bool = Field(description="whether the proof also uses the number of mines left")
    proof: int = Field(description="the number of steps of the proof, or 0 if it needs none")
    changed: list[int] = Field(description="the cells whose symbols change")
    symbols: str
    words: str
    runs: Runs = Field(description="the same text in pieces: words and cells")


class BoardProofForm(Form):
    """The proof that a board can be won without guessing, as a certificate and as steps."""

    certificate: str
    hardest: str = Field(description="the hardest technique needed")
    rows: list[str] = Field(description="the board before the first move")
    steps: list[SequenceStepForm]


DailyLevel: TypeAlias = Literal["beginner", "intermediate", "expert"]


class DailyQuestionForm(Form):
    level: DailyLevel


class DailyBoardForm(Form):
    """One of today's boards, with the result of the player's first try.

    `hardest` is the hardest technique that the board needs, and `needed` is the number of times
    that the board needs it.
    """

    level: DailyLevel
    width: int
    height: int
    mines: int
    difficulty: float
    hardest: str
    needed: int
    game: str | None
    outcome: OutcomeName | None
    assisted: bool
    elapsed: int | None
    opened: int | None
    three_bv_per_second: float | None


class DailyDayForm(Form):
    """A day, and the player's best result on that day, or null if no first try is finished."""

    date: str
    result: Literal["won", "helped", "lost"] | None


class DailyForm(Form):
    """Today's boards, and the player's results in the last seven days including today."""

    date: str
    seconds_left: int
    featured: DailyLevel
    boards: list[DailyBoardForm]
    streak: int
    longest_streak: int
    week: list[DailyDayForm]


class CardForm(Form):
    """The result of a first try at one of today's boards.

    The board is divided into 16 regions, and `marks` contains one letter for each region, in the
    order in which the regions were opened. The letter stands for the worst event in the region: m a
    mine, h help, g a guess, c none of these, or - if the region was not opened.
    """

    date: str
    level: DailyLevel
    game: str
    outcome: OutcomeName
    assisted: bool
    elapsed: int
    opened: int
    difficulty: float
    marks: str
    guesses: int
    account: AccountJson
    reason: SaidJson


class PuzzleQuestionForm(Form):
    """A request for a puzzle."""

    technique: TechniqueText
    size: Annotated[int, Field(ge=0, le=2, description="0 (small) to 2 (large)")] = 0
    seed: Seed | None = None


class PuzzleForm(Form):
    """A position, the technique to use in it, and the cells that the technique proves."""

    position: str
    technique: str
    safe: list[str]
    mines: list[str]


class MissForm(PuzzleForm):
    """A position in which the player guessed although a cell was provably safe."""

    game: str
    created: float
    move: int
    guessed: str
    lost: float = Field(description="the loss in the chance of winning")
    pattern: PatternName | None = Field(
        default=None, description="the pattern that shows a safe cell, if it has a page"
    )


class MissedTechniqueForm(Form):
    """The number of times a player missed a technique, and the total cost of guessing instead."""

    technique: str
    count: int
    lost: float


class MissedPatternForm(Form):
    """The number of times a player missed a pattern, and the total cost of guessing instead."""

    pattern: PatternName
    title: str
    count: int
    lost: float


class LevelErrorForm(Form):
    """The mean error in a player's latest games on a level."""

    level: str
    name: str
    games: int
    error: float


class MissesForm(Form):
    """The techniques that a player misses in games, the most costly first."""

    games: int = Field(description="reviewed games")
    left: int = Field(description="games still to be reviewed")
    techniques: list[MissedTechniqueForm]
    patterns: list[MissedPatternForm] = Field(
        description="the patterns that the player missed, the most frequent first"
    )
    errors: list[LevelErrorForm]
    positions: list[MissForm]


class RushPositionForm(Form):
    """The current position of a run. The technique is secret until the player has answered."""

    position: str
    missed: float | None = Field(description="when you missed it before, or null if it is new")


class RushMarkForm(Form):
    """The player's result for a position. `own` is true if you had missed this position before."""

    result: RushResult | None = Field(description="null for the current position")
    own: bool


class RushRatingForm(Form):
    """The player's rating for a technique, and a word for how certain the rating is (`sure`).

    After fewer than five positions, `sure` is `first`, and the page does not show the rating.
    """

    technique: str
    rating: int
    sure: Literal["sure", "fairly", "finding", "first"]
    positions: int = Field(description="the number of positions that counted")
    change: int | None = Field(
        description="the change after the last position, or over the run; null if nothing counted"
    )
    new: bool = Field(description="whether the rating began in this run")


class RushLastForm(Form):
    """The result of the last position, and the player's rating for the technique it needed."""

    result: RushResult
    technique: str
    rating: RushRatingForm | None


class RushRunForm(Form):
    """A run, which ends after three minutes or three mistakes, or when the player stops it."""

    id: str
    number: int = Field(description="the number of answers so far")
    solved: int
    mistakes: int
    seconds_left: float
    position: RushPositionForm | None = Field(
        description="null if the run is over, or paused after a mistake"
    )
    marks: list[RushMarkForm]
    last: RushLastForm | None
    best_today: int | None = Field(
        description="the most positions solved in a run earlier that day"
    )
    best_ever: int | None = Field(description="the most positions solved in an earlier run")
    over: Literal["mistakes", "time", "stopped"] | None
    seconds: float | None = Field(description="how long the run lasted, once it is over")
    ratings: list[RushRatingForm] = Field(description="all ratings, once the run is over")


class RushForm(Form):
    """The current run or null, and the player's best results and ratings."""

    run: RushRunForm | None
    best_today: int | None
    best_ever: int | None
    ratings: list[RushRatingForm]


class RushAnswerForm(Form):
    """The cell to open in a position, or null to skip the position."""

    number: Annotated[int, Field(ge=0, lt=2**31)] = Field(
        description="the number of answers so far; if it is wrong, the answer is refused, so that "
        "an answer that is sent twice counts only once"
    )
    cell: CellNumber | None


class RushMissForm(PuzzleForm):
    """A position that the player did not solve in a run, with the reason for the right answer."""

    number: int
    opened: str | None = Field(description="the opened cell; null if the position was skipped")
    risk: float | None = Field(description="the chance that the opened cell is a mine")
    seconds: float
    reason: ExplanationJson = Field(description="why a cell is safe")
    mine: ExplanationJson | None = Field(
        description="why the opened cell is a mine; null if it is not provable"
    )


class PastGameForm(Form):
    id: str
    share: str | None
    level: str
    name: str
    created: float
    outcome: OutcomeName | None
    assisted: bool
    no_guess: bool = Field(description="whether the board was dealt so that it needs no guess")
    elapsed: int | None
    clicks: int | None
    opened: int | None
    three_bv: int | None
    three_bv_per_second: float | None
    guesses: int | None
    survival: float | None = Field(description="the chance of surviving all guesses")


class RunningGameForm(PastGameForm):
    room: str | None = Field(description="the code of the room that it belongs to")


class ListedGameForm(PastGameForm):
    end: str | None = Field(description="the board at the end, once the game is reviewed")


class LevelStatisticsForm(Form):
    """A player's results on a level. `low` and `high` bound the 95% interval of the win rate."""

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
    best_efficiency: float | None = Field(
        description="3BV / clicks that did something, of a won game"
    )
    streak: int
    longest_streak: int
    guesses: int
    expected_survival: float | None = Field(
        description="the mean chance of surviving all guesses of a game"
    )
    times: list[int] = Field(description="the winning times in ms, the oldest game first")


class HistoryForm(Form):
    games: list[ListedGameForm]
    running: list[RunningGameForm]
    levels: list[LevelStatisticsForm] = Field(description="statistics of all games, unfiltered")
    total: int = Field(description="the number of games that match the filters")
    finished: int = Field(description="the number of finished games, unfiltered")


class RoomPersonForm(Form):
    """Somebody in a room: a person or an agent. `number` is the order of arrival."""

    number: int
    name: str
    agent: str | None = Field(description="the agent's name as in /api/about; null for a person")
    you: bool
    ready: bool = Field(description="always true for an agent")
    here: bool = Field(description="whether the person's page has asked recently")
    playing: bool = Field(description="whether a person who is here is playing the latest board")
    left: bool = Field(description="whether the person has left; only listed if they have played")


class RoomPlayForm(Form):
    """How far somebody is on a board, for the bars during a race."""

    person: int
    state: Literal["waiting", "playing", "won", "lost", "unfinished", "unplayed"] = Field(
        description="waiting: has not begun; unfinished and unplayed: did not finish, or made no "
        "move, and can't any more"
    )
    share: float = Field(description="the share of the safe cells that are open, from 0 to 1")
    elapsed: int | None = Field(description="the time in ms, once the game is over")
    here: bool


class RoomResultForm(Form):
    """A row of the table of a board.

    The columns add up: start - error + luck = end, all in points (100 for a win, 0 for a loss).
    """

    person: int
    name: str
    you: bool
    place: int | None = Field(description="null unless the board was won without help")
    state: Literal["playing", "won", "lost", "unfinished", "unplayed"]
    assisted: bool
    share: float
    elapsed: int | None
    three_bv_per_second: float | None
    account: AccountJson | None = Field(description="null until the game is reviewed")
    without_luck: int | None = Field(description="start - error, but at least 0, in points")
    best: bool = Field(description="whether nobody played better, once all games are reviewed")
    review: bool = Field(description="whether you may read the review (.../games/PERSON/replay)")
    game: str | None = Field(description="the id of your own game")


class RoomBoardForm(Form):
    """A board of a room. Its cells are secret: your game on it shows what you may see."""

    number: int
    level: str
    name: str = Field(description="the level's name, such as expert, or its size")
    width: int
    height: int
    mines: int
    no_guess: bool
    own_time: bool = Field(description="whether everybody begins when they like")
    begins: float = Field(description="when the race begins or began (seconds since 1970)")
    state: Literal["counting", "racing", "own time", "over"]
    you: Literal["late", "waiting", "playing", "done"] = Field(
        description="late: you are not in this race; waiting: you have not begun"
    )
    game: str | None = Field(description="the id of your game, once you have begun")
    hurry: bool = Field(description="whether the race soon goes on without you, as `said` says")
    plays: list[RoomPlayForm] = Field(
        description="everybody on this board, you first, then by arrival; in the state "
        "`own time`, only you until you are done"
    )
    results: list[RoomResultForm] | None = Field(
        description="the table, by place; null until you are done or the race is over"
    )
    reviewing: int = Field(description="the number of finished games that are not yet reviewed")
    verdict: list[SaidJson] = Field(
        description="the headline over the table, and perhaps a second line; without a table, who "
        "has played a board in `own time`"
    )


class RoomScoreForm(Form):
    """How often somebody won a board of the room, or played it best. Ties count for all."""

    person: int
    won: int
    best: int


class RoomDayForm(Form):
    date: str
    result: Literal["clean", "won", "helped", "lost", "playing"] | None = Field(
        description="clean: won without an error; helped: won with help; null: not played"
    )


class RoomWeekForm(Form):
    """Somebody's first tries at the daily board, Monday first, and their mean without luck."""

    person: int
    days: list[RoomDayForm] = Field(
        description="from Monday to today; you see what others did today once you have played"
    )
    without_luck: float | None = Field(description="the week's mean without luck, in points")


class RoomDailyForm(Form):
    """Today's board for the people of a room that plays the daily, and the week."""

    date: str
    level: DailyLevel
    played: int = Field(description="how many people of the room have finished today's board")
    people: int
    you: Literal["waiting", "playing", "done"]
    game: str | None = Field(description="the id of your own first try")
    results: list[RoomResultForm] | None = Field(description="null until you have played")
    not_yet: list[int] = Field(description="the people who have not finished today's board")
    reviewing: int
    week: list[RoomWeekForm] = Field(description="the best first")
    ends: float = Field(description="when the next board comes (seconds since 1970)")


class RoomForm(Form):
    """A room, as seen by one person. See docs/api.md for how to ask again."""

    code: str = Field(description="8 characters; people see it as 7fk2-mq9x")
    version: str = Field(description="changes with everything in this answer except `now`")
    now: float = Field(description="the server's clock (seconds since 1970)")
    title: str
    level: str = Field(description="beginner, intermediate, expert, daily, or a level like 9x9x10")
    no_guess: bool
    changed_by: int | None = Field(description="who chose this level; null if they are gone")
    people: list[RoomPersonForm] = Field(description="in the order of arrival")
    most: int = Field(description="the most people in a room")
    you: int | None = Field(description="your number; null until you have joined")
    agents: list[str] = Field(description="the agents that can be invited")
    state: Literal["waiting", "counting", "racing", "over", "own time", "daily"]
    next_board: int = Field(description="the number that the next board will have")
    start_in: float | None = Field(
        description="the time (seconds since 1970) from which you may start without those who are "
        "not ready; null if nobody is ready or you are not"
    )
    waiting_for: list[int] = Field(description="who is here and not ready")
    board: RoomBoardForm | None = Field(description="the latest board")
    unplayed: list[int] = Field(description="`own time` boards that you have not begun")
    earlier: list[int] = Field(description="earlier boards whose results you may see")
    scored: int = Field(
        description="the number of boards in `score`: races that are over, and `own time` boards "
        "that you and somebody else have played"
    )
    score: list[RoomScoreForm] = Field(description="most boards won first")
    daily: RoomDailyForm | None
    said: list[SaidJson] = Field(description="the headline for you now, and perhaps a second line")


class RoomLinkForm(Form):
    """A room that you are in, for a list."""

    code: str
    title: str
    level: str
    no_guess: bool
    names: list[str] = Field(description="the people in it, without you")
    used: float = Field(description="when its last game began")


RoomTitle: TypeAlias = Annotated[str, StringConstraints(max_length=40)]
PersonName: TypeAlias = Annotated[str, StringConstraints(max_length=24)]


class NewRoomForm(Form):
    """A new room, and your name in it."""

    name: PersonName
    level: LevelText = "intermediate"
    no_guess: bool = True
    title: RoomTitle = ""


class RoomNameForm(Form):
    name: PersonName


class RoomSettingsForm(Form):
    """What to change in a room. After a change of the level, nobody is ready."""

    level: LevelText | None = None
    no_guess: bool | None = None
    title: RoomTitle | None = None


class RoomReadyForm(Form):
    ready: bool = True
    board: RoomBoardNumber = Field(description="`next_board`, so that a late Ready is refused")


class RoomStartForm(Form):
    board: RoomBoardNumber


class RoomAgentForm(Form):
    agent: Annotated[str, StringConstraints(max_length=40)]


class ReplayedFileForm(Form):
    """A reviewed game from a file, or the reason why the file can't be read."""

    replay: ReplayedGameJson | None = None
    problem: str | None = None
    has_part: bool = Field(
        default=False, description="whether a damaged file can be read up to the damage"
    )


class PlayOnForm(Form):
    """The number of moves to copy into a new game."""

    moves: Annotated[int, Field(ge=0, lt=2**31)]


class PastReviewForm(Form):
    game: str
    account: AccountJson
    decisions: int
    mistakes: int = Field(description="the number of moves labelled as errors")
    verdict: str
    verdict_runs: Runs
    headline: SaidJson = Field(description="the first sentence of the verdict")
    decisive: str = Field(description="the label of the decisive move")
    decisive_name: str = Field(description="that label in words")


class LevelReviewsForm(Form):
    """A player's win rate on a level in games without help, before and after luck is removed."""

    level: str
    name: str
    games: int
    won: float
    adjusted: float
    low: float
    high: float


class TrendPointForm(Form):
    """Mean results over a game and up to 19 games before it."""

    created: float
    error: float
    won: float
    adjusted: float
    low: float
    high: float


class ReviewsForm(Form):
    games: list[PastReviewForm]
    levels: list[LevelReviewsForm]
    trend: list[TrendPointForm]
    no_error_streak: int = Field(description="the latest games in a row without an error")
    waiting: int = Field(description="games not yet reviewed")


class ReportForm(Form):
    """A study's report from the results folder."""

    name: str
    question: str
    levels: int
    players: int
    games: int = Field(description="the number of games of each player on each level")
    created: float


class ExportedGameForm(PastGameForm):
    record: str


class ExportForm(Form):
    """A player's latest finished games, with their records."""

    games: list[ExportedGameForm]
