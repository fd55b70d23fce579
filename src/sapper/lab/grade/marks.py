"""Grades an agent: are its claims true, what does it miss, and how well does it guess and play?

The agent plays boards with a secret seed. The agent must also make decisions in recorded games
(`recorded.py`), so that its mark depends less on luck.

    sound      every claim is true on all boards that fit the position
    complete   the share of positions with provably safe cells that the agent solved, by technique.
               A position with a false claim is missed, and also cancels a solved one.
    guesses    their number and risks, and the chance of winning that they lost compared with the
               best cell
    luck       an upper bound on the chance that an honest agent survives its guesses this well. A
               tiny chance shows that the agent knows too much.
    faults     problems by name, as listed in `sapper.lab.grade.rubric.FAULTS`
"""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any, TypeVar

import numpy as np

from sapper.adapters import end_idle, foreign
from sapper.core.board import Board
from sapper.core.level import Level
from sapper.errors import SapperError, displayable
from sapper.lab.batch import Batch, Games, Progress
from sapper.lab.grade.examine import (
    Examined,
    GuessNote,
    Instead,
    Missed,
    MissingInKb,
    SeenKb,
    ThinkingTime,
    Unsound,
    WrongInKb,
    examine,
)
from sapper.lab.grade.recorded import LED, lead, recorded_games
from sapper.lab.grade.rubric import FAULTS, PARTS, Rubric
from sapper.lab.grade.secret import SecretBoards
from sapper.lab.play import OUTCOMES, Played
from sapper.lab.player import Player
from sapper.lab.statistics import wilson
from sapper.lab.workers import Ended, each_apart
from sapper.ladder.techniques import Technique
from sapper.reason.odds import TooWideError
from sapper.reason.value import value
from sapper.words import plural

N = TypeVar("N", Unsound, Missed, GuessNote, WrongInKb, MissingInKb)

BESIDE = ("rules", "resolution", "sat", "odds")
"""Our agents that play the same boards for comparison."""

TOO_LUCKY = 1e-6
"""The maximum chance that an honest agent is reported as knowing too much."""

SLOW = 3
"""After this number of timeouts, the rest of a block is not played."""

PATIENCE = 3.0
"""A decision is awaited for this multiple of its time limit. If it is late, it solves nothing."""

MINUTES = 30.0
"""The default limit on the CPU time of all games of an agent together."""
WALL = 4
"""The games may take this multiple of their CPU time on the clock."""

JUDGED = 40
"""The maximum number of guesses whose cost is computed."""
BUDGET = 0.1
"""Seconds of work allowed to compute the cost of a guess."""

BETS = np.array([0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
"""The shares of the wealth that are bet on survival, each in a separate series of bets."""

KINDS = {
    "raised": "crashes",
    "died": "crashes",
    "killed": "crashes",
    "slow": "too slow",
    "loops": "loops",
    "memory": "takes too much memory",
    "answer": "bad answer",
}

TIMEOUTS = ("slow", "loops")

FAILED: tuple[Instead, ...] = ("was too slow", "crashed")
"""These faults have names of their own, so a position missed in this way is not an easy one."""


@dataclass(frozen=True, slots=True)
class Work:
    number: int
    block: Batch
    recorded: tuple[int, ...]
    """the indexes of the recorded games through which the agent is led"""
    turn: int
    seconds: float
    """the limit on the CPU time of all games together"""


@dataclass(frozen=True, slots=True)
class Led:
    game: Examined


@dataclass(frozen=True, slots=True)
class Repeated:
    same: bool
    game: Examined


def examine_work(work: Work) -> Iterator[Examined | Led | Repeated]:
    """Play all games, then play one of them again. Stop early if the agent is too slow."""
    block = work.block
    (player,), (name,) = block.players, block.levels
    player.check()
    clock = ThinkingTime(work.seconds, time.monotonic() + WALL * work.seconds)
    level = Level.parse(name)
    boards = [Board.of_row(level, row.tolist()) for row in block.deal(level)]
    games: list[Examined] = []
    slow = 0
    for seed, board in enumerate(boards, block.seed):
        games.append(examine(board, player, seed, clock))
        yield games[-1]
        slow += games[-1].played.kind in TIMEOUTS
        if slow == SLOW or clock.is_over:
            return
    for place in work.recorded:
        led = lead(recorded_games()[place].turned(work.turn), player, clock)
        yield Led(led)
        slow += led.played.kind in TIMEOUTS
        if slow == SLOW or clock.is_over:
            return
    # Repeat a long game that was played late. If the agent's decisions depend on earlier games, a
    # late and long game is most likely to show it.
    whole = [place for place, game in enumerate(games) if not game.played.failure]
    if not whole:
        return
    place = max(whole[len(whole) // 2 :], key=lambda place: games[place].played.steps or 0)
    end_idle()
    again = examine(boards[place], player, block.seed + place, clock)
    yield Repeated(again.digest == games[place].digest, again)


def _killed(work: Work, games: int, how: Ended) -> Examined:
    block = work.block
    seed = block.seed + games
    where = f"on {block.levels[0]} seed {seed}" if games < block.boards else "in a recorded game"
    failure = (
        f"{block.players[0].name} failed {where}: the process that plays with it has ended "
        f"({how.how}), perhaps because of the agent"
    )
    return Examined(seed, Played("crashed", 0.0, failure=failure, kind="killed"))


@dataclass(frozen=True, slots=True)
class Share:
    """The positions of a technique that the agent solved or missed."""

    solved: int
    missed: int
    false: int = 0
    """how many solved positions are cancelled by false claims"""

    @property
    def count(self) -> int:
        return self.solved + self.missed

    @property
    def share(self) -> float:
        return (self.solved - self.false) / self.count


@dataclass(frozen=True, slots=True)
class Guesses:
    """Statistics of an agent's guesses. The fields `risk` and `least` are averages."""

    count: int
    risky: int
    """the number of guesses at cells that were not provably safe"""
    needless: int
    risk: float
    least: float
    """the lowest risk of any cell"""
    lost: float | None
    """a lower bound on the chance of winning that a guess lost on average; None if not known"""
    judged: int
    said_error: float | None
    """the mean error of the risks that the agent gave; None if it gave none"""
    luck: float
    """an upper bound on the chance that an honest agent survives this well"""

    def to_json(self) -> dict[str, Any]:
        return {
            "count": self.count,
            "risky": self.risky,
            "needless": self.needless,
            "risk": self.risk,
            "least_risk": self.least,
            "win_lost": self.lost,
            "judged": self.judged,
            "said_error": self.said_error,
            "luck_p": self.luck,
        }


@dataclass(frozen=True, slots=True)
class GradeMark:
    parts: tuple[tuple[str, float, float], ...]
    """(name, points, maximum points)"""
    passing: float
    fatal: tuple[str, ...]
    minimum: tuple[tuple[str, float], ...] = ()
    """the parts with too few points, and the points they need"""

    @property
    def sum_of_parts(self) -> float:
        return sum(points for _, points, _ in self.parts)

    @property
    def points(self) -> float:
        """The sum of the parts, capped below the pass mark if the agent fails.

        A fatal fault or a part below its minimum makes an agent fail. The cap is needed because
        some other programs look only at the points.
        """
        if self.fatal or self.minimum:
            return min(self.sum_of_parts, max(self.passing - 1, 0.0))
        return self.sum_of_parts

    @property
    def total(self) -> float:
        return sum(most for _, _, most in self.parts)

    @property
    def passed(self) -> bool:
        return not self.fatal and not self.minimum and self.points >= self.passing

    @property
    def words(self) -> str:
        verdict = "passes" if self.passed else "does not pass"
        short = [f"{name} needs {least:g} {plural(least, 'point')}" for name, least in self.minimum]
        why = f": {', '.join((*self.fatal, *short))}" if self.fatal or short else ""
        points = f"{self.points:.0f} of {self.total:.0f} points"
        capped = ""
        if self.points < self.sum_of_parts:
            capped = (
                f". The parts add up to {self.sum_of_parts:.0f}, but an agent that does not pass "
                "stays below the pass mark"
            )
        return f"{points} ({self.passing:.0f} needed), {verdict}{why}{capped}"

    def to_json(self) -> dict[str, Any]:
        return {
            "points": self.points,
            "of": self.total,
            "pass": self.passing,
            "passed": self.passed,
            "fatal": list(self.fatal),
            "minimum": dict(self.minimum),
            "parts": {name: {"points": got, "of": most} for name, got, most in self.parts},
        }


@dataclass(frozen=True, slots=True)
class Grade:
    agent: str
    levels: tuple[Level, ...]
    seed: int
    asked: int
    """the number of games that the agent should have played, on all levels"""
    games: tuple[Examined, ...]
    led: tuple[Examined, ...]
    """the recorded games, in which only claims, guesses, missed positions and crashes count; also
    each repeated game with a false claim"""
    beside: dict[str, Games]
    allow_sapper: bool
    """whether the agent was allowed to use Sapper's reasoning"""
    complete: dict[Technique, Share]
    guesses: Guesses
    repeatable: bool
    faults: tuple[str, ...]
    mark: GradeMark

    @property
    def examined(self) -> tuple[Examined, ...]:
        return (*self.games, *self.led)

    @property
    def unplayed(self) -> float:
        """The share of games that were not played, because the agent was too slow or died."""
        asked = self.asked + len(recorded_games())
        led = sum(game.played.outcome == LED for game in self.led)
        return max(0.0, 1 - (len(self.games) + led) / asked)

    @property
    def claims(self) -> int:
        return sum(game.claims for game in self.examined)

    @property
    def own_claims(self) -> int:
        return sum(game.own_claims for game in self.examined)

    @property
    def late(self) -> int:
        return sum(game.late for game in self.examined)

    @property
    def sapper(self) -> tuple[str, ...]:
        """The modules of Sapper's reasoning that the agent imported or tried to import."""
        found = sorted(frozenset().union(*(game.sapper for game in self.examined)))
        return tuple(n for n in found if not any(other.startswith(f"{n}.") for other in found))

    @property
    def unsound(self) -> tuple[Unsound, ...]:
        return tuple(claim for game in self.examined for claim in game.unsound)

    @property
    def kb(self) -> SeenKb | None:
        """The knowledge base in all games, or None if the agent shows none."""
        seen = [game.kb for game in self.examined if game.kb is not None]
        if not seen:
            return None
        return SeenKb(
            sum(kb.clauses for kb in seen),
            tuple(wrong for kb in seen for wrong in kb.wrong),
            tuple(missing for kb in seen for missing in kb.missing),
            next((kb.problem for kb in seen if kb.problem), ""),
        )

    @property
    def reasons(self) -> tuple[int, int]:
        """The number of decisions with reasons, and the number of decisions with false reasons."""
        games = self.examined
        return sum(g.reasons for g in games), sum(len(g.false_reasons) for g in games)

    @property
    def outcomes(self) -> Counter[str]:
        return Counter(game.played.outcome for game in self.games)

    @property
    def failures(self) -> Counter[str]:
        kinds = (game.played.kind for game in self.examined)
        return Counter(KINDS[kind] for kind in kinds if kind)

    @property
    def failure(self) -> str:
        return next((g.played.failure for g in self.examined if g.played.failure), "")

    @property
    def peak(self) -> float | None:
        return max((game.peak for game in self.examined if game.peak is not None), default=None)

    @property
    def ms(self) -> tuple[float, float]:
        """The mean and the maximum CPU time of a game, in ms."""
        times = [game.played.ms if game.cpu is None else game.cpu * 1000 for game in self.games]
        return statistics.fmean(times), max(times)

    def reveal(self, seed: int) -> Grade:
        """A copy of the grade with the real seeds of its games. The first seed is `seed`."""
        more = seed - self.seed

        def moved(noted: N) -> N:
            moment = replace(noted.moment, seed=noted.moment.seed + more)
            return replace(noted, moment=moment)

        def of_kb(kb: SeenKb | None) -> SeenKb | None:
            if kb is None:
                return None
            wrong, missing = tuple(map(moved, kb.wrong)), tuple(map(moved, kb.missing))
            return replace(kb, wrong=wrong, missing=missing)

        def of_game(game: Examined) -> Examined:
            named = (f" seed {game.seed}, ", f" seed {game.seed + more}, ")
            return replace(
                game,
                seed=game.seed + more,
                played=replace(game.played, failure=game.played.failure.replace(*named, 1)),
                unsound=tuple(map(moved, game.unsound)),
                missed=tuple(map(moved, game.missed)),
                guesses=tuple(map(moved, game.guesses)),
                kb=of_kb(game.kb),
                false_reasons=tuple(
                    replace(moment, seed=moment.seed + more) for moment in game.false_reasons
                ),
            )

        led = [game if game.played.outcome == LED else of_game(game) for game in self.led]
        return replace(self, seed=seed, games=tuple(map(of_game, self.games)), led=tuple(led))

    def examples(self) -> list[Missed]:
        first: dict[Technique, Missed] = {}
        for game in self.examined:
            for miss in game.missed:
                first.setdefault(miss.technique, miss)
        return [first[technique] for technique in sorted(first)]

    def to_json(self) -> dict[str, Any]:
        unsound = self.unsound
        games = len(self.games)
        mean, most = self.ms
        return {
            "agent": self.agent,
            "levels": list(map(str, self.levels)),
            "seed": self.seed,
            "games": games,
            "games_asked": self.asked,
            "recorded_games": len(self.led),
            "sound": not unsound,
            "claims": self.claims,
            "unsound": len(unsound),
            "first_unsound": unsound[0].to_json() if unsound else None,
            "reasons": dict(zip(("given", "false"), self.reasons, strict=True)),
            "complete": {
                str(technique): {
                    "solved": s.solved,
                    "missed": s.missed,
                    "false": s.false,
                    "share": s.share,
                }
                for technique, s in self.complete.items()
            },
            "missed": [miss.to_json() for miss in self.examples()],
            "guesses": self.guesses.to_json(),
            **{outcome: self.outcomes[outcome] for outcome in OUTCOMES},
            "intervals": {o: list(wilson(self.outcomes[o], games)) for o in OUTCOMES},
            "beside": {
                name: dict(Counter(games["outcome"])) for name, games in self.beside.items()
            },
            "ms_per_game": {"mean": mean, "max": most},
            "memory_mib": self.peak,
            "late_decisions": self.late,
            "kb": None if self.kb is None else self.kb.to_json(),
            "sapper": {"allowed": self.allow_sapper, "imports": list(self.sapper)},
            "failures": dict(self.failures),
            "failure": self.failure or None,
            "repeatable": self.repeatable,
            "faults": list(self.faults),
            "mark": self.mark.to_json(),
        }


def grade(
    agent: str,
    rubric: Rubric,
    *,
    level: Level | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    memory: int | None = None,
    minutes: float = MINUTES,
    allow_sapper: bool = False,
    on_progress: Progress | None = None,
    boards: SecretBoards | None = None,
    label: str = "",
) -> Grade:
    """Grade an agent on the levels of the rubric, or on `level`. Reports call it `label`.

    If several agents are graded on the same `boards`, the grade of a third-party agent contains no
    real seeds until `reveal` is called.
    """
    player = Player.parse(agent)
    allow_sapper |= rubric.allow_sapper
    if foreign(player.agent):
        settings: dict[str, Any] = {"patience": PATIENCE, "sapper": allow_sapper, "kb": True}
        settings |= {} if seconds is None else {"seconds": seconds}
        settings |= {} if memory is None else {"memory": memory}
        player = replace(player.with_options(**settings), label=label or player.name)
    else:
        player.check()  # third-party agents must not run in this process
    levels = tuple(map(Level.parse, rubric.levels)) if level is None else (level,)
    games = rubric.games if games is None else games
    if games < 1:
        raise SapperError(f"can't play {games} games: use at least 1")
    if jobs < 1:
        raise SapperError(f"can't play in {jobs} processes: use at least 1")
    with SecretBoards(seed) if boards is None else nullcontext(boards) as dealer:
        dealt = [dealer.deal(level, games) for level in levels]
        turn = dealer.turn()
        names = list(dict.fromkeys((*BESIDE, rubric.beside)))
        for name, level in product(names, levels):
            dealer.start_games(name, level, games)  # in the background
        # A third-party agent might search the memory of its process for the seed. Our own agents
        # need the seed for their guesses.
        first = 0 if foreign(player.agent) else dealer.seed()
        blocks = [
            block
            for level, rows in zip(levels, dealt, strict=True)
            for block in Batch((player,), (str(level),), first, games, rows).blocks(
                math.ceil(games / jobs)
            )
        ]
        places = range(len(recorded_games()))
        works = [
            Work(number, block, tuple(places[number :: len(blocks)]), turn, minutes * 60)
            for number, block in enumerate(blocks)
        ]
        seen: list[list[Examined]] = [[] for _ in works]
        led: list[Examined] = []
        asked = games * len(levels)
        repeatable = True
        for work, result in each_apart(examine_work, works, jobs):
            of_work = seen[work.number]
            match result:
                case Repeated():
                    repeatable &= result.same
                    if result.game.unsound:
                        led.append(replace(result.game, solved=(), missed=(), guesses=()))
                case Led():
                    led.append(result.game)
                case Examined():
                    of_work.append(result)
                case Ended() if len(of_work) < work.block.boards:
                    of_work.append(_killed(work, len(of_work), result))
                case Ended():
                    led.append(_killed(work, len(of_work), result))
            if on_progress is not None:
                on_progress(sum(map(len, seen)) + len(led), asked + len(places))
        played = tuple(chain.from_iterable(seen))
        beside = {
            name: Games.together([dealer.games(name, level, games) for level in levels])
            for name in names
        }
        led.sort(key=lambda game: game.seed)
        shown = label or displayable(agent)
        found = judge(
            shown,
            rubric,
            levels,
            first,
            asked,
            played,
            tuple(led),
            beside,
            repeatable,
            allow_sapper,
        )
        return found.reveal(dealer.seed()) if boards is None else found


def judge(
    agent: str,
    rubric: Rubric,
    levels: tuple[Level, ...],
    seed: int,
    asked: int,
    games: tuple[Examined, ...],
    led: tuple[Examined, ...],
    beside: dict[str, Games],
    repeatable: bool,
    allow_sapper: bool,
) -> Grade:
    own = [note for game in games for note in game.guesses]
    guesses = judge_guesses(own, [note for game in led for note in game.guesses])
    without_mark = GradeMark((), 0.0, ())
    seen = Grade(
        agent,
        levels,
        seed,
        asked,
        games,
        led,
        beside,
        allow_sapper,
        completeness((*games, *led)),
        guesses,
        repeatable,
        (),
        without_mark,
    )
    faults = tuple(fault for fault in FAULTS if fault in set(_faults(seen)))
    # An agent with a false claim never passes, whatever the rubric says.
    fatal = tuple(fault for fault in faults if fault in (*rubric.fatal, "unsound"))
    parts = tuple(_parts(seen, rubric))
    got = {name: points for name, points, _ in parts}
    short = tuple(
        (name, least) for name, least in rubric.minimum.items() if got.get(name, 0.0) < least
    )
    return replace(seen, faults=faults, mark=GradeMark(parts, rubric.passing, fatal, short))


def completeness(games: Iterable[Examined]) -> dict[Technique, Share]:
    """The positions that the agent solved and missed, by technique.

    Each false claim cancels a solved position of the same technique. If there is none left, or no
    cell was provably safe, it cancels a solved position of the hardest technique.
    """
    solved: Counter[Technique] = Counter()
    missed: Counter[Technique] = Counter()
    false: Counter[Technique | None] = Counter()
    for game in games:
        solved.update(game.solved)
        missed.update(miss.technique for miss in game.missed)
        false.update(game.false)
    cancelled = {technique: min(solved[technique], false[technique]) for technique in Technique}
    left = false.total() - sum(cancelled.values())
    for technique in reversed(Technique):
        if technique > Technique.GIVEN:
            more = min(left, solved[technique] - cancelled[technique])
            cancelled[technique] += more
            left -= more
    counted = [technique for technique in Technique if solved[technique] or missed[technique]]
    return {t: Share(solved[t], missed[t], cancelled[t]) for t in counted}


def _faults(seen: Grade) -> Iterator[str]:
    if seen.unsound:
        yield "unsound"
    if seen.reasons[1]:
        yield "false reason"
    if seen.guesses.needless:
        yield "needless guess"
    missed = (miss for game in seen.examined for miss in game.missed)
    if any(m.technique <= Technique.SINGLE_CLUE and m.instead not in FAILED for m in missed):
        yield "misses easy cells"
    yield from seen.failures
    if seen.late:
        yield "too slow"
    if seen.sapper:
        yield "uses Sapper"
    if seen.guesses.luck < TOO_LUCKY:
        yield "knows too much"
    if not seen.repeatable:
        yield "not repeatable"


def judge_guesses(own: Sequence[GuessNote], led: Sequence[GuessNote] = ()) -> Guesses:
    """Summarise an agent's guesses in its own games and in recorded games.

    Recorded games don't affect the measure of luck, because their boards are public. Guesses in
    recorded games affect the cost only if no other game needed a guess.
    """
    called = [note for note in (*own, *led) if note.called]
    needless = sum(note.least == 0.0 < note.risk for note in called)
    said = [abs(note.said - note.risk) for note in called if note.said is not None]
    costs = []
    needed = [[note for note in notes if note.called and note.least > 0.0] for notes in (own, led)]
    for note in (needed[0] or needed[1])[:JUDGED]:
        cost = win_lost(note)
        if cost is not None:
            costs.append(cost)
    return Guesses(
        len(called),
        sum(note.risk > 0.0 for note in called),
        needless,
        _mean([note.risk for note in called]) or 0.0,
        _mean([note.least for note in called]) or 0.0,
        _mean(costs),
        len(costs),
        _mean(said),
        luck(own),
    )


def _mean(values: Sequence[float]) -> float | None:
    return statistics.fmean(values) if values else None


def luck(notes: Sequence[GuessNote]) -> float:
    """An upper bound on the chance that an honest agent survives its guesses this well.

    An imaginary bettor starts with a wealth of 1. Before a guess of risk r, the bettor bets a share
    s of the wealth on survival. If the agent survives, the wealth is multiplied by 1 + s r / (1 -
    r), otherwise by 1 - s. On average, this factor is 1. Several bettors use different shares s.
    The chance that their mean wealth ever reaches w is at most 1 / w (Ville 1939).

    >>> luck([])
    1.0
    """
    wealth = np.zeros(len(BETS))  # logarithms, because the wealth may overflow if the agent cheats
    best = 0.0
    for note in notes:
        odds = note.risk / (1 - note.risk) if note.survived else -1.0
        wealth += np.log1p(BETS * odds)
        top = float(wealth.max())
        best = max(best, top + math.log(np.exp(wealth - top).mean()))
    return math.exp(-best)


def win_lost(note: GuessNote) -> float | None:
    """A lower bound on the loss in the chance of winning, or None if it can't be computed.

    The guess is compared with the best move that `sapper.reason.value` finds. If `value` did not
    examine the guessed cell, the chance of surviving the guess is used, because the chance of
    winning can't be higher.
    """
    try:
        best = value(note.moment.view, BUDGET)
    except TooWideError:
        return None
    if not best.moves:
        return None
    chosen = [move.win for move in best.moves if move.cell == note.cell]
    wins = chosen[0] if chosen else 1 - note.risk
    return max(0.0, best.moves[0].win - wins)


def _parts(seen: Grade, rubric: Rubric) -> Iterator[tuple[str, float, float]]:
    killed = any(game.played.kind == "killed" for game in seen.examined)
    won = seen.beside[rubric.beside].count("won")
    guesses = seen.guesses
    true = seen.own_claims and not seen.unsound and not seen.reasons[1]
    whole = sum(not game.played.kind for game in seen.examined) / len(seen.examined)
    played = 1 - seen.unplayed
    share = {
        "sound": float(bool(true)),
        "runs": 0.0 if killed else whole * played,
        "repeatable": float(seen.repeatable),
        "guesses": 1 - guesses.needless / guesses.risky if guesses.risky else 0.0,
        "strength": min(1.0, seen.outcomes["won"] / max(won, 1e-9)),
    }
    # If the games were cut short, a technique that was never needed counts as missed.
    there = {t: p for t, p in rubric.complete.items() if seen.unplayed or t in seen.complete}
    got = sum(p * seen.complete[t].share for t, p in there.items() if t in seen.complete) * played
    if seen.outcomes["crashed"] == len(seen.games):
        share |= {"repeatable": 0.0, "guesses": 0.0}
    if not any(one.share for one in seen.complete.values()):
        share |= {"runs": 0.0, "repeatable": 0.0}  # it did nothing, or nonsense
    for name in PARTS:
        if rubric.points.get(name):
            yield name, rubric.points[name] * share[name], rubric.points[name]
    if any(rubric.complete.values()):
        most = sum(rubric.complete.values())
        worth = sum(there.values())
        yield "complete", most * got / worth if worth else 0.0, most
