"""Rush: a run of positions that get harder, for three minutes or until the third mistake.

    run         one attempt. The server keeps its time, deals its positions and judges the answers
    position    a puzzle for one technique, or one that the player has missed before (`own`)
    answer      a cell to open, or None to skip. Only a provably safe cell is right. A skipped
                position is not a mistake, but for the rating it counts as not solved
    pause       after a mistake the time stops. The next position is dealt when the player continues
    rating      the strength of a player at a technique, or the difficulty of a position (see
                glicko.py). Each position counts at most once per player

The techniques that a new position may need depend only on its number in the run, so that runs can
be compared.
A run continues after the server restarts, but its clock keeps running during the restart.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import secrets
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any, Literal

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    func,
    insert,
    select,
    update,
)

from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.ladder.techniques import Technique
from sapper.web import reviews
from sapper.web.database import FullError, StaleError, Statement
from sapper.web.forms import RushResult
from sapper.web.glicko import Glicko
from sapper.web.job_queue import Background, JobQueue
from sapper.web.problems import RefusedError, answer_of
from sapper.web.schema import metadata
from sapper.web.store import Store

SECONDS = 180.0
MISTAKES = 3

BASES = {
    str(Technique.SINGLE_CLUE): 1200,
    str(Technique.SUBSET): 1300,
    str(Technique.DIFFERENCE): 1400,
    str(Technique.CHAIN): 1500,
    str(Technique.COMBINATION): 1650,
    str(Technique.CASE_SPLIT): 1750,
}
"""for each technique, the rating of a position in which half the hidden cells are provably safe;
the technique `mine count` is left out, because the page does not show the number of mines"""
DEALT = tuple(BASES)[:-1]
"""the techniques of dealt positions, without case splits, which are too rare"""
ENOUGH = 5
"""the minimum number of positions for a rating to be shown"""
POSITION_DEVIATION = 50.0
PER_DOUBLING = 60.0
"""added to a position's rating each time the share of its safe cells halves"""

FIRST, RISE, LAST, WITHIN = 1200, 18, 1580, 80
"""the difficulty begins at FIRST and rises by RISE per position up to LAST; the ratings of the
dealt techniques differ from it by at most WITHIN"""
OWN = range(3, 10_000, 7)
"""the places in a run for positions that the player has missed before, if there are any"""
READY = 6
"""the number of positions of each technique that are prepared in advance"""
SIZE = 1
"""the size of puzzles: 9 by 7 cells"""
RECENT = 100
"""how many of the latest positions missed in runs can come back"""
SHOWN = 12
"""the maximum number of missed positions shown after a run"""

RunEnd = Literal["mistakes", "time", "stopped"]

log = logging.getLogger("sapper.web")

runs = Table(
    "rush_runs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(64), nullable=False, index=True),
    Column("began", Float, nullable=False),
    # The time when the run ended or was paused. NULL during the run, and after a run whose time ran
    # out.
    Column("ended", Float),
    # Why the run ended: "mistakes", "time" or "stopped". While the run is paused, this is "paused".
    Column("reason", String(8)),
    Column("number", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("mistakes", Integer, nullable=False),
)

positions = Table(
    "rush_positions",
    metadata,
    Column("run", String(32), ForeignKey("rush_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", String(64), nullable=False, index=True),
    Column("key", String(64), nullable=False),
    Column("position", Text, nullable=False),
    Column("technique", String(20), nullable=False),
    Column("safe", Text, nullable=False),
    Column("mines", Text, nullable=False),
    # The time when the player missed this position in the past. NULL for a new position.
    Column("missed", Float),
    Column("shown", Float, nullable=False),
    # The following columns are set when the player answers.
    Column("answered", Float),
    Column("cell", String(8)),
    Column("result", String(8)),
    # The rating before and after the answer. NULL if the answer did not change the rating.
    Column("before", Float),
    Column("after", Float),
    # The key of a position that changed the rating, otherwise NULL. A player can't have the same
    # key twice, but can have many rows with NULL.
    Column("counted", String(64)),
    UniqueConstraint("player", "counted"),
)

ratings = Table(
    "rush_ratings",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("technique", String(20), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("positions", Integer, nullable=False),
    Column("changed", Float, nullable=False),
)

NEW_RUNS = 20827
"""the number of the PostgreSQL lock that a server holds while it adds a run"""

RUNNING = (runs.c.began > bindparam("since")) & runs.c.ended.is_(None) | (runs.c.reason == "paused")
IS_ALONE = select(
    select(func.count()).where(runs.c.player == bindparam("player"), RUNNING).scalar_subquery()
    <= bindparam("most")
)
CHANGE_RUN = update(runs).where(
    runs.c.id == bindparam("which"),
    runs.c.number == bindparam("was"),
    runs.c.ended.is_not_distinct_from(bindparam("since", type_=Float)),
)
CHANGE_POSITION = update(positions).where(
    positions.c.run == bindparam("which"), positions.c.number == bindparam("asked")
)
CHANGE_RATING = update(ratings).where(
    ratings.c.player == bindparam("who"),
    ratings.c.technique == bindparam("what"),
    ratings.c.positions == bindparam("was"),
)


def _ticks() -> float:
    # Linux's monotonic clock stops while the machine sleeps.
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


_ZERO = time.time() - _ticks()


def now() -> float:
    """The current time in seconds. Tests replace this function.

    If somebody sets the system's clock while the server runs, this clock does not follow.
    """
    return _ZERO + _ticks()


@dataclass(frozen=True, slots=True)
class Run:
    id: str
    player: str
    began: float
    ended: float | None = None
    reason: RunEnd | Literal["paused"] | None = None
    number: int = 0
    solved: int = 0
    mistakes: int = 0

    @property
    def paused(self) -> float | None:
        return self.ended if self.reason == "paused" else None

    def seconds_left(self, at: float) -> float:
        # The system's clock may have been set back in the meantime.
        return min(SECONDS, max(0.0, self.began + SECONDS - (self.paused or at)))

    def over(self, at: float) -> RunEnd | None:
        if self.reason == "paused":
            return None
        return self.reason or ("time" if self.seconds_left(at) == 0 else None)

    @property
    def seconds(self) -> float:
        return SECONDS if self.ended is None else min(SECONDS, max(0.0, self.ended - self.began))


@dataclass(frozen=True, slots=True)
class RushPosition:
    run: str
    number: int
    player: str
    key: str
    position: str
    technique: str
    safe: str
    mines: str
    missed: float | None
    shown: float
    answered: float | None = None
    cell: str | None = None
    result: RushResult | None = None
    before: float | None = None
    after: float | None = None
    counted: str | None = None

    @property
    def change(self) -> int | None:
        if self.before is None or self.after is None:
            return None
        return round(self.after) - round(self.before)


@dataclass(frozen=True, slots=True)
class KnownRating:
    rating: Glicko
    positions: int = 0

    @property
    def sure(self) -> Literal["sure", "fairly", "finding", "first"]:
        deviation = self.rating.deviation
        return (
            "first" if self.positions < ENOUGH
            else "sure" if deviation < 70
            else "fairly" if deviation < 110
            else "finding"
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RushPuzzle:
    """A position, its answer, and when the player missed it in the past (None if never)."""

    position: str
    technique: str
    safe: Sequence[str]
    mines: Sequence[str]
    missed: float | None = None

    @property
    def key(self) -> str:
        return hashlib.sha256(self.position.encode()).hexdigest()

    @property
    def rating(self) -> float:
        return rating_of(self.position, self.technique, len(self.safe))


def rating_of(position: str, technique: str, safe: int) -> float:
    r"""The rating of a position, which depends on its technique and its share of safe cells.

    >>> round(rating_of("5x1x1/any\n..1..\n", "subset", 1))
    1360
    """
    hidden = View.parse_any(position).states.count(HIDDEN)
    return BASES[technique] + PER_DOUBLING * math.log2(max(1.0, hidden / (2 * safe)))


def techniques_at(number: int) -> list[str]:
    """The techniques that are possible for the position with this number in a run.

    >>> techniques_at(0), techniques_at(9), techniques_at(40)
    (['single clue'], ['subset', 'difference'], ['chain', 'combination'])
    """
    level = min(LAST, FIRST + RISE * number)
    return [name for name in DEALT if abs(BASES[name] - level) <= WITHIN]


class Dealer:
    """Prepares positions in advance, so that players don't have to wait for them (mutable)."""

    def __init__(self, jobs: JobQueue, background: Background) -> None:
        self.jobs = jobs
        self.background = background
        self._ready: defaultdict[str, list[RushPuzzle]] = defaultdict(list)
        self._lock = threading.Lock()
        self._coming: Counter[str] = Counter()
        # Leave large gaps between seeds, because neighbouring seeds may make the same puzzle.
        self._seeds = count(secrets.randbelow(2**53), 10**9)

    def prepare(self, *techniques: str) -> None:
        with self._lock:
            for technique in techniques or DEALT:
                while len(self._ready[technique]) + self._coming[technique] < READY:
                    self._coming[technique] += 1
                    self.background.submit("rush", partial(self._add, technique))

    def _add(self, technique: str) -> None:
        try:
            made = self._make(technique, "rush")
            with self._lock:
                self._ready[technique].append(made)
        except Exception as problem:
            log.info("no position could be prepared: %s", answer_of(problem)[1])
        finally:
            with self._lock:
                self._coming[technique] -= 1

    def _make(self, technique: str, client: str) -> RushPuzzle:
        with self._lock:
            seed = next(self._seeds) % 2**53
        made = self.jobs.ask("puzzle", client=client, technique=technique, size=SIZE, seed=seed)
        return RushPuzzle(**made)

    def deal(self, number: int, client: str) -> RushPuzzle:
        """The position with this number in a run, if possible one that was prepared in advance."""
        technique = secrets.choice(techniques_at(number))
        level = min(LAST, FIRST + RISE * number)
        with self._lock:
            ready = self._ready[technique]
            found = min(ready, key=lambda one: abs(one.rating - level), default=None)
            if found is not None:
                ready.remove(found)
        self.prepare(technique)
        return found or self._make(technique, client)


class Rush:
    """The runs of the players on a server (thread-safe)."""

    def __init__(self, store: Store, jobs: JobQueue, background: Background) -> None:
        self.store = store
        self.dealer = Dealer(jobs, background)

    def run(self, player: str, run: str) -> Run:
        found = self._runs(runs.c.id == run, runs.c.player == player)
        if not found:
            # Give the same answer as for someone else's run, so that nobody can find out which ids
            # exist.
            raise RefusedError(404, "no such run")
        return found[0]

    def running(self, player: str) -> Run | None:
        found = self._runs(runs.c.player == player, RUNNING, since=now() - SECONDS)
        return next(iter(found), None)

    def _runs(self, *conditions: Any, **values: float) -> list[Run]:
        query = select(runs).where(*conditions).order_by(runs.c.began.desc())
        return [Run(*row) for row in self.store.select(query, **values)]

    def positions(self, run: Run) -> list[RushPosition]:
        query = select(positions).where(positions.c.run == run.id).order_by(positions.c.number)
        return [RushPosition(*row) for row in self.store.select(query)]

    def ratings(self, player: str) -> dict[str, KnownRating]:
        query = select(ratings).where(ratings.c.player == player)
        at = now()
        found = {
            technique: KnownRating(Glicko(rating, deviation).aged((at - changed) / 86400), number)
            for _, technique, rating, deviation, number, changed in self.store.select(query)
        }
        return {name: found[name] for name in BASES if name in found}

    def bests(self, player: str, before: float) -> tuple[int | None, int | None]:
        """The player's best earlier results: on the same day (in UTC), and of all time."""
        day = datetime.fromtimestamp(before, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        most = select(func.max(runs.c.solved)).where(runs.c.player == player, runs.c.began < before)
        ever = self.store.select(most)[0][0]
        return self.store.select(most.where(runs.c.began >= day.timestamp()))[0][0], ever

    def start(self, player: str, client: str) -> Run:
        run = self.running(player)
        if run is None:
            run = Run(secrets.token_urlsafe(18), player, 0.0)
            puzzle = self._deal(run, client)
            run = replace(run, began=now())  # the time starts after the first position is prepared
            row = {name: getattr(run, name) for name in Run.__slots__}
            alone = {"player": player, "since": run.began - SECONDS, "most": 1}
            try:
                self.store.write(
                    *self.store.turn(NEW_RUNS),
                    (insert(runs), row),
                    _showing(run, puzzle, run.began),
                    (IS_ALONE, alone),
                )
            except FullError:  # another tab was faster
                return self.start(player, client)
        return run

    def answer(self, player: str, run: str, number: int, cell: int | None, client: str) -> Run:
        at = now()
        row = self.run(player, run)
        if row.over(at):
            raise RefusedError(409, "the run is over: start a new one")
        if row.number != number or row.paused:
            raise RefusedError(412, "this position has already been answered: reload the run")
        asked = self.positions(row)[number]  # another request may have dealt a later position
        name, result = _judged(asked, cell)
        after = replace(row, number=number + 1, solved=row.solved + (result == "solved"))
        if result == "wrong":
            mistakes = row.mistakes + 1
            reason: RunEnd | Literal["paused"] = "mistakes" if mistakes == MISTAKES else "paused"
            after = replace(after, mistakes=mistakes, ended=at, reason=reason)
        said = {"cell": name, "result": result, "answered": at}
        changes, rated = self._rated(asked, result, at)
        next_one = [] if after.reason else [_showing(after, self._deal(after, client), at)]
        self._change(
            row,
            after,
            (CHANGE_POSITION, {"which": row.id, "asked": number, **said, **rated}),
            *changes,
            *next_one,
        )
        return after

    def go_on(self, player: str, run: str, client: str) -> Run:
        """End the pause of a run. If the run is not paused, do nothing."""
        row = self.run(player, run)
        if row.paused is None:
            return row
        puzzle = self._deal(row, client)
        at = now()
        # Shift the start of the run by the length of the pause, so that the pause costs no time.
        began = row.began + max(0.0, at - row.paused)
        after = replace(row, began=began, ended=None, reason=None)
        self._change(row, after, _showing(after, puzzle, at))
        return after

    def stop(self, player: str, run: str) -> Run:
        at, row = now(), self.run(player, run)
        if row.over(at):
            return row
        after = replace(row, ended=row.paused or at, reason="stopped")
        self._change(row, after)
        return after

    def _change(self, was: Run, run: Run, *also: Statement) -> None:
        values = {"number": run.number, "solved": run.solved, "mistakes": run.mistakes}
        time = {"began": run.began, "ended": run.ended, "reason": run.reason}
        where = {"which": run.id, "was": was.number, "since": was.ended}
        change = (CHANGE_RUN, {**where, **values, **time})
        try:
            self.store.write(change, *also)
        except StaleError:
            raise RefusedError(
                412, "this position has already been answered: reload the run"
            ) from None

    def _rated(
        self, asked: RushPosition, result: RushResult, at: float
    ) -> tuple[list[Statement], dict[str, Any]]:
        """The change in the player's rating, if this position has never changed it before."""
        who = {"player": asked.player}
        has_counted = select(positions.c.run).where(
            positions.c.player == asked.player, positions.c.counted == asked.key
        )
        if self.store.select(has_counted.limit(1)):
            return [], {}
        known = self.ratings(asked.player).get(asked.technique)
        before = known.rating if known else Glicko()
        strength = rating_of(asked.position, asked.technique, len(json.loads(asked.safe)))
        opponent = Glicko(strength, POSITION_DEVIATION)
        after = before.after([(opponent, float(result == "solved"))])
        new = {"rating": after.rating, "deviation": after.deviation, "changed": at}
        rated = {"before": before.rating, "after": after.rating, "counted": asked.key}
        if known is None:
            row = {**who, "technique": asked.technique, "positions": 1, **new}
            return [(insert(ratings), row)], rated
        where = {"who": asked.player, "what": asked.technique, "was": known.positions}
        return [(CHANGE_RATING, {**where, "positions": known.positions + 1, **new})], rated

    def _deal(self, run: Run, client: str) -> RushPuzzle:
        own = self._own(run) if run.number in OWN else None
        return own or self.dealer.deal(run.number, client)

    def _own(self, run: Run) -> RushPuzzle | None:
        """The position that the player missed longest ago and has not solved in a run since."""
        store, player = self.store, run.player
        found: dict[str, RushPuzzle] = {}
        rows = reviews.counted(store, player)
        missed = reviews.misses(store, [row.id for row in rows])
        for row in rows:
            for miss in missed.get(row.id, ()):
                if miss["technique"] in BASES:
                    facts = (miss["technique"], miss["safe"], miss["mines"])
                    puzzle = RushPuzzle(miss["position"], *facts, row.created)
                    found.setdefault(puzzle.key, puzzle)
        lost = positions.c.result.in_(("wrong", "skipped"))
        before = select(positions).where(positions.c.player == player, lost)
        for each in store.select(before.order_by(positions.c.answered.desc()).limit(RECENT)):
            old = RushPosition(*each)
            answer = json.loads(old.safe), json.loads(old.mines)
            puzzle = RushPuzzle(old.position, old.technique, *answer, old.answered)
            if old.key not in found or (found[old.key].missed or 0) < (old.answered or 0):
                found[old.key] = puzzle
        done = (positions.c.result == "solved") | (positions.c.run == run.id)
        known = select(positions.c.key).where(
            positions.c.player == player, positions.c.key.in_(found), done
        )
        for (key,) in store.select(known):
            found.pop(key, None)
        return min(found.values(), key=lambda one: one.missed or 0.0, default=None)


def missed(dealt: Sequence[RushPosition]) -> list[RushPosition]:
    """The positions that the player did not solve. Mistakes come before skipped positions."""
    found = [one for one in dealt if one.result not in (None, "solved")]
    return sorted(found, key=lambda one: one.result == "skipped")[:SHOWN]


def changes(dealt: Sequence[RushPosition]) -> Mapping[str, list[RushPosition]]:
    found: defaultdict[str, list[RushPosition]] = defaultdict(list)
    for one in dealt:
        if one.counted is not None:
            found[one.technique].append(one)
    return found


def _showing(run: Run, puzzle: RushPuzzle, at: float) -> Statement:
    return insert(positions), {
        "run": run.id,
        "number": run.number,
        "player": run.player,
        "key": puzzle.key,
        "position": puzzle.position,
        "technique": puzzle.technique,
        "safe": json.dumps(puzzle.safe),
        "mines": json.dumps(puzzle.mines),
        "missed": puzzle.missed,
        "shown": at,
    }


def _judged(asked: RushPosition, cell: int | None) -> tuple[str | None, RushResult]:
    if cell is None:
        return None, "skipped"
    view = View.parse_any(asked.position)
    name = view.grid.name(cell)
    if view[cell] < HIDDEN or view[cell] == FLAGGED:
        raise RefusedError(422, "{cell} is not hidden: open a hidden cell", cell=name)
    return name, "solved" if name in json.loads(asked.safe) else "wrong"
