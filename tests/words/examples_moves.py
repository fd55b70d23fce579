"""Examples of comments on moves and of verdicts on games."""

from sapper.ladder.techniques import Technique
from sapper.review import Label
from sapper.review.label import GUESSES
from sapper.words import ClueName, Message
from sapper.words.kinds import (
    Blunder,
    CostPoints,
    DecisionsMade,
    ErrorsTogether,
    FlaggedUnproven,
    FlaggedWrong,
    FlagRemoved,
    GameStarts,
    GameWon,
    Guessed,
    LabelName,
    LostAtFirst,
    LostByGuess,
    LostCoinToss,
    LuckAndChoices,
    ManyGames,
    MetMine,
    MoreSteps,
    NeedlessGuess,
    NoError,
    NotFinished,
    NumbersLuck,
    OpenedSafe,
    OtherErrors,
    ProvableMine,
    RiskTaken,
    SafeInstead,
    Stood,
    Survived,
    TechniqueName,
    WinsMore,
    WorseGuess,
)

RISKS = [
    RiskTaken("C4", False, 0.333),
    RiskTaken("C4", False, 0.5),
    RiskTaken("AB12", True, 0.081),
    RiskTaken("AB12", True, 0.5),
]
CLUES = (ClueName("D5", 2), ClueName("E5", 1))
SHOWN: list[tuple[str, tuple[ClueName, ...]]] = [
    ("given", ()),
    ("single clue", CLUES[:1]),
    ("mine count", ()),
    *((str(technique), CLUES) for technique in Technique if str(technique) != "given"),
]

EXAMPLES: list[Message] = [
    # moves
    *RISKS,
    SafeInstead("F1"),
    *(SafeInstead("F1", technique, clues) for technique, clues in SHOWN),
    GameStarts("C4"),
    OpenedSafe("C4", False),
    OpenedSafe("C4", True),
    ProvableMine("C4"),
    ProvableMine("C4", True),
    FlagRemoved("C4"),
    FlaggedWrong("C4", False),
    FlaggedWrong("C4", True),
    FlaggedUnproven("C4", 0.85),
    FlaggedUnproven("C4", 0.5),
    *(Guessed(risk, str(label)) for risk in RISKS for label in sorted(GUESSES)),
    WinsMore("C4", 1),
    WinsMore("C4", 12),
    MetMine(False),
    MetMine(True),
    Survived(),
    NumbersLuck(1, 9, 9),
    NumbersLuck(-12, 9, 9),
    NumbersLuck(24, 9, 103),
    NumbersLuck(-1, 9, 103),
    MoreSteps(1),
    MoreSteps(13),
    *(LabelName(str(label)) for label in Label),
    *(TechniqueName(str(technique)) for technique in Technique),
    # verdicts
    *(Stood(win, None) for win in (0.0, 0.5, 0.96, 1.0)),
    *(Stood(0.96, RiskTaken("J10", chord, risk)) for chord in (False, True) for risk in (0.1, 0.5)),
    *(NotFinished(win) for win in (0.0, 0.001, 0.01, 0.426, 0.999, 1.0)),
    GameWon(0, 1.0, False),
    GameWon(0, 1.0, True),
    GameWon(0, 1.0, False, True),
    GameWon(0, 1.0, True, True),
    GameWon(2, 0.5, False, True),
    *(
        GameWon(guesses, chance, first)
        for guesses in (1, 2, 3, 10, 11)
        for chance in (0.001, 0.01, 0.5, 0.82, 0.999)
        for first in (False, True)
    ),
    GameWon(0, 1.0, False, agent="champion"),
    *(
        GameWon(guesses, 0.82, first, agent="champion")
        for guesses in (1, 2)
        for first in (False, True)
    ),
    LostAtFirst("C4"),
    LostAtFirst("C4", "champion"),
    LostCoinToss(0.5),
    LostCoinToss(0.5, "champion"),
    LostCoinToss(0.75),
    *(LostByGuess(risk, best) for risk in RISKS for best in (False, True)),
    *(LostByGuess(RISKS[0], best, "champion") for best in (False, True)),
    NeedlessGuess(31, "C4"),
    NeedlessGuess(31, "C4", 8),
    Blunder(31, "C4", False),
    Blunder(31, "C4", True),
    Blunder(31, "C4", False, "D5"),
    WorseGuess(31, "inaccuracy", WinsMore("C4", 3)),
    WorseGuess(31, "mistake", WinsMore("C4", 12)),
    *(CostPoints(points) for points in (1, 12)),
    *(CostPoints(points, luck) for points in (0, 1, 12) for luck in (-12, -1, 1, 12, 13)),
    ErrorsTogether(109, 73),
    *(OtherErrors(errors, points) for errors in (1, 2, 11) for points in (0, 1, 12)),
    NoError(False),
    NoError(True),
    *(NoError(clear, agent="champion") for clear in (False, True)),
    *(NoError(True, guesses, 5) for guesses in (1, 2, 3)),
    *(LuckAndChoices(0.426, luck, error) for luck in (-12, -1, 0, 1, 12) for error in (0, 1, 12)),
    LuckAndChoices(0.426, 1, 12, "champion"),
    DecisionsMade(0, 0.0),
    DecisionsMade(1, 12.34),
    DecisionsMade(2, 12.34),
    DecisionsMade(11, 1234.5),
    ManyGames(1, 1.0, 0.426),
    ManyGames(30, 0.5, 0.426),
    ManyGames(30, 0.503, 0.499),
    ManyGames(2, None, None),
]
