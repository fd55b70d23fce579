"""Examples of ratings and puzzles."""

from __future__ import annotations

from typing import get_args

from sapper.words import Message
from sapper.words.kinds import (
    GuessAnswer,
    PatternName,
    PatternPageText,
    PatternPart,
    PuzzleAnswer,
    PuzzleCaption,
    PuzzleTask,
    WhatItTakes,
    WhichCell,
)

SAFEST = GuessAnswer(("A1", "C3"), (0.125, 0.125), None)
BEST = GuessAnswer(("B2", "C3"), (0.25, 0.5), 0.375)

EXAMPLES: list[Message] = [
    *(
        PatternPageText(name, part)
        for name in get_args(PatternName)
        for part in get_args(PatternPart)
    ),
    WhatItTakes(0, 1.0, None, 0, None, 0, ()),
    WhatItTakes(0, 1.0, "given", 3, "A1", 0, ()),
    WhatItTakes(2, 0.25, "given", 3, "A1", 0, ()),
    WhatItTakes(0, 1.0, "single clue", 12, "B2", 1, ()),
    WhatItTakes(1, 0.5, "single clue", 12, "B2", 1, ()),
    WhatItTakes(0, 1.0, "subset", 2, "A4", 2, ("single clue",)),
    WhatItTakes(0, 1.0, "chain", 1, "C7", 4, ()),
    WhatItTakes(3, 0.125, "mine count", 2, "D9", 5, ("single clue", "subset", "chain")),
    WhatItTakes(1, 0.43, "case split", 1, "E2", 6, ()),
    WhichCell("safe"),
    WhichCell("safest"),
    WhichCell("best"),
    PuzzleTask("subset", WhichCell("safe")),
    PuzzleTask(None, WhichCell("best")),
    PuzzleCaption("difference", 0),
    PuzzleCaption(None, 1),
    PuzzleCaption(None, 7),
    SAFEST,
    BEST,
    GuessAnswer(tuple(f"A{row}" for row in range(1, 15)), (0.125,) * 14, None),
    PuzzleAnswer(("A1", "B2"), None),
    PuzzleAnswer((), SAFEST),
    PuzzleAnswer((), BEST),
]
