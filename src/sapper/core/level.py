"""Level: the size of a board, its number of mines, and its start rule.

    level       WxHxM/rule, like 30x16x99/open; or a name, like expert; or a name with another rule,
                like expert/safe
    any         the first cell may be a mine
    safe        the first cell is not a mine (the default)
    open        the first cell's number is 0
    given(k)    k random safe cells are shown as safe before the first move
    given       the same with k = round(sqrt(number of cells))
    given*2     the same with twice that k
    given(all)  all safe cells are shown as safe
    given(zero) the first 0 in reading order is shown as safe

>>> str(Level.parse("expert")), str(Level.parse("hard/given*2"))
('30x16x99/open', '30x16x99/given*2')
>>> Level.parse("hard/given*2").given
44
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias, get_args

from sapper.core.grid import MAX_SIDE, Cell, Grid
from sapper.errors import SapperError, need_text, quote, shown, unusable, whole_number

RuleKind: TypeAlias = Literal["any", "safe", "open", "given"]


class LevelError(SapperError):
    """Raised if a level is malformed or impossible."""


@dataclass(frozen=True, slots=True)
class StartRule:
    """What a level promises about the first move.

    For rule `given`, the field `given` says how many cells are given: an int is their number, a
    float is a multiple of round(sqrt(number of cells)), "all" means all safe cells, and "zero" the
    first 0 in reading order. For the other rules, the field is None.
    """

    kind: RuleKind
    given: int | float | Literal["all", "zero"] | None = None

    def __post_init__(self) -> None:
        if not (isinstance(self.kind, str) and self.kind in get_args(RuleKind)):
            raise _rule_error(self.kind)
        if self.kind != "given":
            if self.given is not None:
                raise LevelError(f"rule '{self.kind}' has no given cells")
        elif self.given is None:
            object.__setattr__(self, "given", 1.0)
        elif not isinstance(self.given, int | float | str):
            object.__setattr__(self, "given", whole_number("given", self.given))
        elif isinstance(self.given, str) and self.given not in ("all", "zero"):
            raise _rule_error(f"given({self.given})")
        elif isinstance(self.given, float) and not 0.001 <= self.given <= 1000:
            raise LevelError(
                "given*{given} is out of range: the factor must be 0.001 to 1000", given=self.given
            )
        elif isinstance(self.given, int) and self.given < 0:
            raise LevelError(f"given({self.given}) is out of range: use 0 or more")

    @classmethod
    def parse(cls, text: str) -> StartRule:
        """Read a rule: any, safe, open, given, given(8), given*2, given(all) or given(zero).

        >>> StartRule.parse("given*0.5")
        StartRule(kind='given', given=0.5)
        """
        need_text("a start rule", text)
        match text:
            case "any" | "safe" | "open":
                return cls(text)
            case "given":
                return cls("given", 1.0)
            case "given(all)":
                return cls("given", "all")
            case "given(zero)":
                return cls("given", "zero")
        if match_count := re.fullmatch(r"given\((\d{1,7})\)", text, re.ASCII):
            return cls("given", int(match_count[1]))
        if match_factor := re.fullmatch(r"given\*(\d{1,4}(?:\.\d{1,20})?)", text, re.ASCII):
            return cls("given", float(match_factor[1]))
        raise _rule_error(text)

    def __str__(self) -> str:
        match self.given:
            case None:
                return self.kind
            case "all" | "zero":
                return f"given({self.given})"
            case int():
                return f"given({self.given})"
        # repr writes as few digits as possible, but enough to read the same float back.
        return "given" if self.given == 1 else f"given*{self.given!r}".removesuffix(".0")


def _rule_error(rule: object) -> LevelError:
    return LevelError(
        "{text} is not a start rule: use any, safe, open, given, given(8), given*2, "
        "given(all) or given(zero)",
        text=shown(rule),
    )


@dataclass(frozen=True, slots=True, init=False)
class Level:
    """Width, height, number of mines and start rule. `Level("expert")` is the level of that name.

    Without `start`, the rule is the named level's, and otherwise `safe`.

    >>> Level("9x9x10/safe") == Level(9, 9, 10)
    True
    """

    width: int
    height: int
    mines: int
    start: StartRule

    def __init__(
        self,
        width: int | str,
        height: int | None = None,
        mines: int | None = None,
        start: StartRule | None = None,
    ) -> None:
        usual = StartRule("safe")
        if isinstance(width, str) and height is None and mines is None:
            named = Level.parse(width)
            width, height, mines, usual = named.width, named.height, named.mines, named.start
        for name, value in (("width", width), ("height", height), ("mines", mines)):
            object.__setattr__(self, name, whole_number(name, value))
        object.__setattr__(self, "start", usual if start is None else start)
        self._check()

    def _check(self) -> None:
        if not isinstance(self.start, StartRule):
            raise unusable("start", self.start, "a start rule such as StartRule('open')")
        text = f"{self.width}x{self.height}x{self.mines}/{self.start}"
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise LevelError(
                "level {level} is not possible: width and height must be 1 to {most}",
                level=text,
                most=MAX_SIDE,
            )
        most = self.size
        if self.start.kind == "safe":
            most -= 1
        elif self.start.kind == "open" or self.start.given == "zero":
            # The first cell and its neighbours are safe, and a corner has the fewest neighbours.
            most -= min(self.width, 2) * min(self.height, 2)
        if not 0 <= self.mines <= most:
            raise LevelError(
                "level {level} is not possible: it can have 0 to {most} mines",
                level=text,
                most=most,
            )
        if isinstance(self.start.given, int) and self.start.given > self.safe:
            raise LevelError(
                "level {level} asks for too many given cells: it has only "
                "{safe:safe cell|safe cells}",
                level=text,
                safe=self.safe,
            )

    @classmethod
    def of(cls, level: Level | str | tuple[int, int, int]) -> Level:
        """Read a level from text or from (width, height, mines), or return a Level unchanged.

        >>> Level.of("expert") == Level.of(Level.of("expert")), str(Level.of((9, 9, 10)))
        (True, '9x9x10/safe')
        """
        if isinstance(level, Level):
            return level
        if isinstance(level, str):
            return cls.parse(level)
        if isinstance(level, tuple) and len(level) == 3:
            return cls(*level)
        raise LevelError(
            "{value} can't be a level: use a Level, text like expert or 30x16x99/open, or "
            "(width, height, mines)",
            value=shown(level),
        )

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read a level: a name or WxHxM, optionally followed by a slash and a start rule."""
        need_text("a level", text)
        size, slash, rule = text.strip().lower().partition("/")
        start = StartRule.parse(rule) if slash else None
        if size in NAMED:
            named = NAMED[size]
            return cls(named.width, named.height, named.mines, start or named.start)
        match = re.fullmatch(r"(\d{1,9})x(\d{1,9})x(\d{1,9})", size, re.ASCII)
        if match is None:
            if near := get_close_matches(size, NAMED, 1):
                raise LevelError(
                    "{text} is not a level: did you mean {near}?", text=quote(text), near=near[0]
                )
            raise LevelError(
                "{text} is not a level: write WxHxM/rule like 30x16x99/open, or a name: {names}",
                text=quote(text),
                names=", ".join(NAMED),
            )
        return cls(int(match[1]), int(match[2]), int(match[3]), start or StartRule("safe"))

    def __str__(self) -> str:
        return f"{self.width}x{self.height}x{self.mines}/{self.start}"

    @property
    def grid(self) -> Grid:
        return Grid(self.width, self.height)

    @property
    def size(self) -> int:
        return self.width * self.height

    @property
    def safe(self) -> int:
        return self.size - self.mines

    @property
    def given(self) -> int:
        """The number of given cells, which is 0 if the rule is not `given`.

        >>> [Level.parse(f"medium/{rule}").given for rule in ("any", "given", "given(all)")]
        [0, 16, 231]
        """
        match self.start.given:
            case None:
                return 0
            case "all":
                return self.safe
            case "zero":
                return 1
            case int():
                return self.start.given
        return min(round(self.start.given * round(math.sqrt(self.size))), self.safe)

    def clear_cells(self, first: Cell) -> frozenset[Cell]:
        """The cells that the start rule makes safe if `first` is the first cell."""
        match self.start.kind:
            case "safe":
                return frozenset((first,))
            case "open":
                return frozenset((first, *self.grid.neighbours(first)))
        return frozenset()

    def fits(self, first: Cell) -> bool:
        """Whether the mines fit on the board if `first` is the first cell."""
        return self.mines <= self.size - len(self.clear_cells(first))

    @property
    def first(self) -> Cell | None:
        """The default first cell: A1 for `safe`, D4 for `open`, and None for the other rules.

        On a board too small for D4, the nearest cell is used. If that cell leaves too little
        room for the mines, A1 is used. Published win rates assume these first cells.
        """
        match self.start.kind:
            case "safe":
                return 0
            case "open":
                inner = min(3, self.height - 1) * self.width + min(3, self.width - 1)
                return inner if self.fits(inner) else 0
        return None


NAMED = {
    "easy": Level(9, 9, 10, StartRule("given")),
    "medium": Level(16, 16, 25, StartRule("given")),
    "hard": Level(30, 16, 99, StartRule("given")),
    "beginner": Level(9, 9, 10, StartRule("open")),
    "intermediate": Level(16, 16, 40, StartRule("open")),
    "expert": Level(30, 16, 99, StartRule("open")),
}


def parse_rows(
    text: str, noun: str, symbols: str, error: type[SapperError]
) -> tuple[str, Level, list[str]]:
    """Read the text form of a board or position: a level on line one, then one row per line.

    Return three values: the text that follows the level on line one, the level, and the rows. Blank
    lines and lines that start with # are ignored.
    """
    need_text(f"a {noun}", text)
    lines = content_lines(text)
    if not lines:
        raise error("empty {noun}: line one must be a level like 9x9x10", noun=noun)
    head, _, rest = lines[0][1].partition(" ")
    check_head([line for _, line in lines])
    level = Level.parse(head)
    rows = lines[1:]
    for number, row in rows:
        if len(row) != level.width:
            raise error(
                "line {number} of the {noun} has {count:cell|cells}, but level {level} has {width}",
                number=number,
                noun=noun,
                count=len(row),
                level=level,
                width=level.width,
            )
        if wrong := row.strip(symbols):
            raise error(
                "line {number} of the {noun} has an unknown symbol, {symbol}: use only {symbols}",
                number=number,
                noun=noun,
                symbol=quote(wrong[0]),
                symbols=" ".join(symbols),
            )
    if len(rows) != level.height:
        raise error(
            "the {noun} has {count:row|rows}, but level {level} has {height}",
            noun=noun,
            count=len(rows),
            level=level,
            height=level.height,
        )
    return rest.strip(), level, [row for _, row in rows]


def check_head(lines: Sequence[str]) -> None:
    """Raise an error that says what to add if the lines are rows of a drawing without a level."""
    if not lines[0].strip("012345678.F+*#?"):
        width, height = len(lines[0]), len(lines)
        mines = min(10, width * height // 4)
        raise LevelError(
            "the rows have no level: write one above them, such as {level} for {mines:mine|mines}",
            level=f"{width}x{height}x{mines}",
            mines=mines,
        )


def content_lines(text: str) -> list[tuple[int, str]]:
    """The lines of the text, stripped and numbered, without blank lines or comments."""
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in lines if line and not line.startswith("#")]
