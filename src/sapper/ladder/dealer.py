"""The dealer finds boards that can be solved without guessing, with the techniques you ask for.

    no_guess     After the first click, every safe cell can be opened without a guess.
    technique    The board needs this technique and no harder one.
    at_most      The board needs no harder technique than this one.
    guesses      the number of guesses that best play needs. The agent `champion` plays the board
                 and guesses only if no cell is provably safe. If it hits a mine, it continues as if
                 that mine had been known.
    candidates   the boards that are dealt from a seed until one has the wanted properties

All boards with the wanted properties are equally likely, except with `repair`. The result depends
only on the level, the options, the seed and the first cell, not on the machine or the number of
threads.

>>> board = deal("beginner", seed=7, technique="difference")
>>> solution(board).solved, str(solution(board).hardest)
(True, 'difference')
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.core.board import SEEDS, Board, BoardError, Deck, deal_many, engine_rule, random_seed
from sapper.core.board import deal as deal_any
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.errors import SapperError, shown, whole_number
from sapper.ladder.rungs import GUESS
from sapper.ladder.solution import Opening, Solution, solution
from sapper.ladder.techniques import Technique
from sapper.reason.champion import engine_champion
from sapper.words import how_many

__all__ = [
    "DealLimitError",
    "Dealt",
    "Opening",
    "Range",
    "Solution",
    "Wanted",
    "deal",
    "deal_soon",
    "deal_wanted",
    "needed_rungs",
    "solution",
    "ways",
]

LIMIT = 60.0
"""the default time limit, in seconds"""

NO_CASE_SPLIT = "no known board needs a case split: use 'combination' or another technique"
"""none of millions of boards needed a case split (docs/dealer.md)"""

DEALT_TECHNIQUES = tuple(t for t in Technique if t is not Technique.CASE_SPLIT)

_TICK = 0.1
"""seconds between two reports of progress"""
MAX_BOARDS = 10_000_000
_MOST = 2**31 - 1
_NONE = 2**64 - 1

Range = tuple[int, int | None]
"""the lowest and the highest number allowed; None means no limit"""


class DealerError(SapperError):
    """Raised if options can't be combined or a value is out of range."""


class DealLimitError(SapperError):
    """Raised if the time runs out. `dealt` contains the boards found in time."""

    def __init__(self, dealt: Dealt, template: str, **parts: object) -> None:
        super().__init__(template, **parts)
        self.dealt = dealt


@dataclass(frozen=True, slots=True)
class Wanted:
    no_guess: bool = False
    mine_count: bool = True
    """whether the board may need the mine count"""
    technique: Technique | None = None
    at_most: Technique | None = None
    guesses: int | None = None
    three_bv: Range = (0, None)
    openings: Range = (0, None)
    repair: bool = False
    to_the_end: bool = True
    """if false, the board may need guesses, but not before it needs the technique"""

    def __post_init__(self) -> None:
        if self.technique is not None and self.at_most is not None:
            raise DealerError("technique and at_most can't be combined: use one of them")
        if not self.mine_count:
            if Technique.MINE_COUNT in (self.technique, self.at_most):
                raise DealerError("a board can't both need the mine count and do without it")
            if not self.solvable:
                raise DealerError("to exclude the mine count, add no_guess, technique or at_most")
        if self.guesses is not None and (self.solvable or self.repair):
            raise DealerError(
                "guesses can't be combined with no_guess, technique, at_most or repair"
            )
        if self.guesses is not None:
            object.__setattr__(self, "guesses", whole_number("guesses", self.guesses))
            if not 0 <= self.guesses <= 1000:
                raise DealerError(f"the number of guesses can't be {self.guesses}: use 0 to 1000")
        if self.repair and not self.solvable:
            raise DealerError("repair can be used only with no_guess, technique or at_most")
        for name, limits in (("three_bv", self.three_bv), ("openings", self.openings)):
            if not isinstance(limits, tuple | list) or len(limits) != 2:
                raise DealerError(
                    "{name} can't be {value}: use the lowest and the highest number, like (30, 40)",
                    name=name,
                    value=shown(limits),
                )
            least, most = limits
            most = None if most is None else whole_number(name, most)
            object.__setattr__(self, name, (whole_number(name, least), most))
        for what, (least, most) in (("3BV", self.three_bv), ("openings", self.openings)):
            if not 0 <= least <= (_MOST if most is None else most) <= _MOST:
                until = "any number" if most is None else most
                raise DealerError(f"{what}: {least} to {until} is not a valid range")

    @property
    def anything(self) -> bool:
        return self == Wanted()

    @property
    def solvable(self) -> bool:
        return self.no_guess or self.technique is not None or self.at_most is not None

    @property
    def rungs(self) -> tuple[Technique, Technique]:
        """The lower and the upper limit for the hardest technique that a board needs."""
        if self.technique is not None:
            return self.technique, self.technique
        highest = Technique.MINE_COUNT if self.mine_count else Technique.CASE_SPLIT
        return Technique.GIVEN, highest if self.at_most is None else self.at_most

    @property
    def words(self) -> str:
        said = []
        if self.technique is not None:
            said.append(f"that need {self.technique} and nothing harder")
        elif self.at_most is not None:
            said.append(f"that need at most {self.at_most}")
        elif self.no_guess:
            count = "" if self.mine_count else " and without the mine count"
            said.append(f"without guessing{count}")
        if self.guesses is not None:
            said.append(f"that need {how_many(self.guesses, 'guess', 'guesses')}")
        for what, (least, most) in (("3BV", self.three_bv), ("openings", self.openings)):
            if (least, most) != (0, None):
                said.append(f"with {what} {least}-{'' if most is None else most}")
        return " ".join(said)


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    level: Level
    first: Cell | None
    seeds: tuple[int, ...]
    rows: NDArray[np.uint32]
    """the boards, one per row, as in `sapper.core.board.deal_many`"""
    asked: int
    candidates: int = 0
    undecided: int = 0
    """the number of candidates skipped because a border was too wide to be solved"""
    seconds: float = 0.0
    """the CPU time used"""
    no_guess: bool = False

    @property
    def deck(self) -> Deck:
        return Deck(self.level, self.first, self.rows)

    @property
    def boards(self) -> list[Board]:
        return [replace(board, no_guess=self.no_guess) for board in self.deck]


@dataclass(frozen=True, slots=True)
class DealProgress:
    found: int
    asked: int
    candidates: int
    seconds: float

    @property
    def words(self) -> str:
        """An estimate of how rare the wanted boards are.

        >>> DealProgress(2, 10, 18_200, 3.0).words
        'about 1 board in 9,100 qualifies; 1.5 s per board found'
        >>> DealProgress(0, 1, 30_000, 3.0).words
        'none of 30,000 boards has qualified, so probably fewer than 1 in 10,000 do'
        >>> DealProgress(0, 1, 4, 3.0).words
        'none of 4 boards has qualified'
        >>> DealProgress(0, 1, 0, 3.0).words
        'the first boards are still being checked'
        """
        if self.found:
            share = self.candidates / self.found
            return (
                f"about 1 board in {_rounded(share):,} qualifies; "
                f"{self.seconds / self.found:.2g} s per board found"
            )
        if not self.candidates:
            return "the first boards are still being checked"
        if self.candidates == 1:
            return "the only board tried did not qualify"
        none = f"none of {self.candidates:,} boards has qualified"
        if self.candidates < 30:  # too few tries for an estimate
            return none
        # After n tries without success, the share is below 3/n with 95% confidence.
        return f"{none}, so probably fewer than 1 in {_rounded(self.candidates / 3):,} do"


def _rounded(number: float) -> int:
    return int(float(f"{number:.2g}"))


def deal(
    level: Level | str,
    seed: int | None = None,
    first: Cell | str | None = None,
    *,
    no_guess: bool = False,
    mine_count: bool = True,
    technique: Technique | str | None = None,
    at_most: Technique | str | None = None,
    guesses: int | None = None,
    three_bv: Range = (0, None),
    openings: Range = (0, None),
    repair: bool = False,
    limit: float = LIMIT,
    threads: int | None = None,
) -> Board:
    """Deal a board of a level.

        level       a level, such as "expert" or "30x16x99/open"
        seed        by default random. The same seed always gives the same board
        first       the cell of the first click
        no_guess    whether the board must need no guess
        mine_count  whether proofs that no guess is needed may count the mines
        technique   a technique that the board must need, and no harder one
        at_most     the hardest technique that the board may need
        guesses     the number of guesses that the board must need
        three_bv    the range of the board's 3BV, such as (30, 40)
        openings    the range of the number of its openings
        repair      whether to move mines until a board has these properties
        limit       after this number of seconds without a board, raise a DealLimitError
        threads     the number of threads that search

    Boards are dealt from the seed until one has these properties. A technique is one of `given`,
    `single clue`, `subset`, `difference`, `chain`, `combination` and `mine count`.

    >>> deal("expert", seed=1, no_guess=True, mine_count=False).no_guess
    True
    """
    level = Level.of(level)
    seed = random_seed() if seed is None else seed
    first = None if first is None else level.grid.cell(first)
    technique = None if technique is None else Technique.of(technique, DEALT_TECHNIQUES)
    if technique is Technique.CASE_SPLIT:
        raise DealerError(NO_CASE_SPLIT)
    at_most = None if at_most is None else Technique.of(at_most)
    wanted = Wanted(no_guess, mine_count, technique, at_most, guesses, three_bv, openings, repair)
    if wanted.anything:
        return deal_any(level, seed, first)
    return deal_wanted(level, seed, 1, wanted, first, limit=limit, threads=threads).boards[0]


def deal_wanted(
    level: Level,
    seed: int,
    count: int,
    wanted: Wanted,
    first: Cell | None = None,
    *,
    threads: int | None = None,
    limit: float = LIMIT,
    progress: Callable[[DealProgress], object] | None = None,
) -> Dealt:
    """For each of `count` seeds from `seed` on, find the first board with the wanted properties."""
    seed = whole_number("seed", seed)
    deal_many(level, seed, 0, first)  # raises an error for a bad seed or first cell
    first = level.first if first is None else first
    if not 0 <= count <= min(MAX_BOARDS, SEEDS - seed):
        raise BoardError(
            f"can't deal {count} boards from seed {seed}: use at most "
            f"{min(MAX_BOARDS, SEEDS - seed)}"
        )
    if level.start.kind == "any" and wanted.solvable:
        raise DealerError(
            "level {level} has rule 'any', so its first click is a guess: use rule 'safe', 'open' "
            "or 'given' for boards that can be solved without guessing",
            level=level,
        )
    if level.start.given == "zero":
        raise DealerError(
            "can't search the boards of level {level} for properties: use rule safe, open or "
            "given(1)",
            level=level,
        )
    threads = os.cpu_count() or 1 if threads is None else threads
    if not 1 <= threads <= 256:
        raise DealerError(f"can't use {threads} threads: use 1 to 256")
    least, most = wanted.rungs
    started = time.monotonic()
    end = started + limit
    dealing = _engine.Dealing(
        level.width,
        level.height,
        level.mines,
        engine_rule(level),
        -1 if first is None else first,
        level.given,
        seed,
        count if limit > 0 else 0,
        threads,
        least,
        most if wanted.solvable else GUESS,
        wanted.to_the_end,
        -1 if wanted.guesses is None else wanted.guesses,
        _bounds(wanted.three_bv),
        _bounds(wanted.openings),
        wanted.repair,
        0,
        None if wanted.guesses is None else engine_champion(),
    )
    while not dealing.wait(max(0.0, min(_TICK, end - time.monotonic()))):
        now = time.monotonic()
        if progress is not None:
            progress(DealProgress(dealing.found, count, dealing.tried, now - started))
        if now >= end:
            dealing.stop()
            break
    rows, which = dealing.results()
    found = which != _NONE
    dealt = Dealt(
        level,
        first,
        tuple(seed + int(i) for i in np.flatnonzero(found)),
        rows[found],
        count,
        dealing.tried,
        dealing.undecided,
        dealing.seconds,
        # Don't mark a board without mines as no-guess, because its text could also be a position.
        wanted.solvable and wanted.to_the_end and level.mines > 0,
    )
    if len(dealt.seeds) < count:
        raise DealLimitError(dealt, _limit_words(dealt, wanted, limit, time.monotonic() - started))
    return dealt


def deal_soon(
    level: Level,
    seed: int,
    wanted: Wanted,
    first: Cell | None = None,
    *,
    limit: float = 3.0,
    may_repair: bool = True,
) -> Board:
    """Deal a board for someone who waits for it. If that takes too long, repair a board instead.

    So with `may_repair`, the board also depends on the speed of the machine.
    """
    tries = ways(wanted) if may_repair else [wanted]
    for way in tries:
        try:
            share = limit / len(tries)
            return deal_wanted(level, seed, 1, way, first, limit=share, threads=1).boards[0]
        except DealLimitError:
            continue
    raise SapperError(
        "no such {level} board was found in {seconds:g} s: such boards are rare, so "
        "choose another technique or fewer mines",
        level=level,
        seconds=limit,
    )


def ways(wanted: Wanted) -> list[Wanted]:
    """How to deal such boards: uniformly, and with repair if that takes too long."""
    return [wanted] if wanted.repair else [wanted, replace(wanted, repair=True)]


def _bounds(limits: Range) -> tuple[int, int]:
    least, most = limits
    return least, _MOST if most is None else most


def _limit_words(dealt: Dealt, wanted: Wanted, limit: float, seconds: float) -> str:
    found = len(dealt.seeds)
    share = f"{found} of {dealt.asked}" if found else "no"
    said = f"found {share} {dealt.level} boards {wanted.words}".strip() + f" in {limit:g} s"
    if dealt.candidates:
        said += f": {DealProgress(found, dealt.asked, dealt.candidates, seconds).words}"
    if dealt.undecided:
        said += f"; {dealt.undecided:,} were too wide to be solved"
    may_repair = wanted.solvable and wanted.to_the_end and not wanted.repair
    return f"{said}. Raise the limit{', or use `repair`' if may_repair else ''}"


def needed_rungs(level: Level, rows: NDArray[np.uint32], first: Cell | None = None) -> list[int]:
    """For each board, the hardest technique that it needs, or GUESS if it needs a guess."""
    first = level.first if first is None else first
    given = [] if first is None else [first]
    deck = np.ascontiguousarray(rows, dtype=np.uint32)
    if deck.ndim != 2 or deck.shape[1] != level.mines + level.given:
        raise DealerError(
            f"each row of a deck for level {level} must list "
            f"{how_many(level.mines + level.given, 'cell')}"
        )
    return _engine.rungs(level.width, level.height, level.mines, given, deck, Technique.MINE_COUNT)


assert max(Technique) + 1 == GUESS
