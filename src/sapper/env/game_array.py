"""GameArray: many games of one level, which the engine plays step by step (native/env.cpp).

Terms:

    action    kind * cells + cell; the kinds are open (0), flag (1) and chord (2)
    mask      1 for each action that changes something: opening a hidden cell without a flag,
              setting or removing a flag, or a chord at a number that has all its flags
    seed      the seed of a game's board, as in `sapper deal --seed`; the seed of the game's next
              board follows from it
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray
from rich.console import Console

from sapper import _engine
from sapper.core.board import MINE, SEEDS, Board, BoardError, deal, engine_rule
from sapper.core.game import Outcome
from sapper.core.grid import MEMORY
from sapper.core.level import Level, StartRule
from sapper.core.view import Move, MoveKind, View
from sapper.env.rewards import NATIVE, Regret, RewardFunction, reward_function
from sapper.env.teacher import check_parts, lesson
from sapper.errors import SapperError, shown, true_or_false, whole_number
from sapper.picture import image, terminal
from sapper.reason.champion import BOARDS_PER_SECOND, MAX_BUDGET


class UnknownSettingError(SapperError, TypeError):
    """As for an argument that a function does not have. TorchRL, for example, relies on this."""


@dataclass(frozen=True, slots=True)
class GamesState:
    """All games of an environment at one moment, with their mines."""

    level: Level
    count: int
    kinds: tuple[MoveKind, ...]
    engine: bytes = field(repr=False)
    rest: tuple[bytes, ...] = field(repr=False)


KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")

RENDER_MODES = ("human", "ansi", "rgb_array")

MAX_STEPS = 2**31 - 1

LEAST_BUDGET = 2 / BOARDS_PER_SECOND
"""the minimum budget in seconds; with less, nothing could be estimated"""


def option(options: Mapping[str, Any] | None, allowed: str) -> Any:
    """The value of the only allowed option, or None. Any other option raises a SapperError."""
    if options is not None and not isinstance(options, Mapping):
        raise SapperError("options can't be {given}: use a dict", given=shown(options))
    for name in options or {}:
        if name != allowed:
            raise SapperError(
                "reset has no option {name} here: use {allowed}", name=shown(name), allowed=allowed
            )
    return (options or {}).get(allowed)


def board_seed(seed: object) -> int:
    number = whole_number("seed", seed)
    if not 0 <= number < SEEDS:
        raise BoardError(
            "seed {seed} is out of range: seeds must be 0 to {last}", seed=number, last=SEEDS - 1
        )
    return number


class EnvSettings(TypedDict, total=False):
    """The settings of all environments, besides the level.

    docs/env.md explains these settings:

        start             a start rule that replaces the level's own
        reward            "win", "progress", "logic", "regret", or a function (`sapper.env.rewards`)
        flags, chords     whether actions can set flags, and can open the cells around a number
        teacher           what `info["teacher"]` contains: "odds", "provable", "technique", "value",
                          or several of these
        budget            seconds of work for each estimate of the reward "regret" or of the teacher
        max_episode_steps the number of steps after which a game is truncated
        threads           by default one per core for many games, and 1 for a single game
        render_mode       "ansi", "rgb_array", or for a single game "human"
    """

    start: StartRule | str | None
    reward: str | RewardFunction
    flags: bool
    chords: bool
    teacher: str | Collection[str]
    budget: float
    max_episode_steps: int | None
    threads: int | None
    render_mode: str | None


class GameArray:
    """Games of one level."""

    def __init__(self, level: Level | str, count: int, **settings: Unpack[EnvSettings]) -> None:
        for name in settings:
            if name not in EnvSettings.__annotations__:
                raise UnknownSettingError(
                    "unexpected keyword argument {name}: use {names}",
                    name=shown(name),
                    names=", ".join(EnvSettings.__annotations__),
                )
        self._made_from = level, count, settings
        flags, chords = (
            true_or_false(name, settings.get(name, False)) for name in ("flags", "chords")
        )
        start, reward = settings.get("start"), settings.get("reward", "win")
        budget, max_steps = settings.get("budget", 0.1), settings.get("max_episode_steps")
        threads, render_mode = settings.get("threads"), settings.get("render_mode")
        self.level = level = Level.of(level)
        if start is not None:
            rule = start if isinstance(start, StartRule) else StartRule.parse(str(start))
            self.level = level = replace(level, start=rule)
        if level.safe == 0:
            raise SapperError(f"level {level} has no safe cell to open: use fewer mines")
        if chords and not flags:
            raise SapperError("chords need flags: use flags=True as well")
        count = whole_number("num_envs", count)
        modes = RENDER_MODES[count > 1 :]  # the mode "human" needs a single game
        if render_mode is not None and render_mode not in modes:
            raise SapperError(
                "render_mode can't be {mode}: use {modes}",
                mode=shown(render_mode),
                modes=", ".join(modes),
            )
        most = MEMORY // (8 * level.size)
        if not 1 <= count <= most:
            raise SapperError(f"can't play {count} games of {level} at once: use 1 to {most}")
        steps = 2 * level.size if max_steps is None else max_steps
        steps = whole_number("max_episode_steps", steps)
        if not 1 <= steps <= MAX_STEPS:
            raise SapperError(f"max_episode_steps can't be {steps}: use 1 to {MAX_STEPS}")
        threads = (os.cpu_count() or 1) if threads is None else whole_number("threads", threads)
        if threads < 1:
            raise SapperError(f"can't play with {threads} threads: use 1 or more")
        self.count = count
        self._threads = threads = min(threads, 256)
        self.kinds = KINDS[: 1 + flags + chords]
        self.render_mode = render_mode
        is_number = isinstance(budget, int | float) and not isinstance(budget, bool)
        if not (is_number and LEAST_BUDGET <= budget <= MAX_BUDGET):
            raise SapperError(
                "budget can't be {budget}: use {least} to {most} seconds",
                budget=shown(budget),
                least=LEAST_BUDGET,
                most=f"{MAX_BUDGET:.0f}",
            )
        self._reward = reward_function(reward, budget)
        self._teacher = check_parts(settings.get("teacher", ()))
        self._budget = budget
        self._zero = level.start.given == "zero"  # Python deals these boards
        self._engine = engine = _engine.Games(
            level.width,
            level.height,
            level.mines,
            engine_rule(level),
            -1 if level.first is None else level.first,
            0 if self._zero else level.given,
            len(self.kinds),
            NATIVE.index(reward) + 1 if isinstance(reward, str) and reward in NATIVE else 0,
            steps,
            count,
            threads,
        )
        self.states: NDArray[np.int8] = engine.states
        self.masks: NDArray[np.int8] = engine.masks
        self.terminated: NDArray[np.bool_] = engine.terminated
        self.truncated: NDArray[np.bool_] = engine.truncated
        self.won: NDArray[np.bool_] = engine.won
        self.seeds: NDArray[np.uint64] = engine.seeds
        self.numbers: NDArray[np.uint8] = engine.numbers
        """the boards, which players must not see: a number per cell, 9 for a mine"""
        self._none = np.zeros(count, np.bool_)
        self._dealt = np.zeros(count, np.bool_)
        self._last = np.zeros(count, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (*self._made_from, self.state())

    def state(self, *more: NDArray[np.bool_]) -> GamesState:
        """The games as they are now, with `more` arrays of the caller's."""
        arrays = self._dealt, self._last, *more
        rest = tuple(array.tobytes() for array in arrays)
        return GamesState(self.level, self.count, self.kinds, self._engine.save(), rest)

    def restore(self, state: GamesState, *more: NDArray[np.bool_]) -> None:
        """Continue from a state that `state` returned, and fill `more` arrays again."""
        if not isinstance(state, GamesState):
            raise SapperError(
                "{state} is not a state: use what clone_state returned", state=shown(state)
            )
        arrays = self._dealt, self._last, *more
        own = self.level, self.count, self.kinds, len(arrays)
        if own != (state.level, state.count, state.kinds, len(state.rest)):
            raise SapperError(
                "the state is from an environment with another level, number of games or kinds of "
                "actions: use clone_state of an environment like this one"
            )
        try:
            self._engine.load(state.engine)
        except ValueError:
            raise SapperError("the state is damaged, or from another version of Sapper") from None
        for array, held in zip(arrays, state.rest, strict=True):
            array[:] = np.frombuffer(held, array.dtype)

    @property
    def actions(self) -> int:
        return len(self.kinds) * self.level.size

    def restart(self, chosen: NDArray[np.bool_], seeds: NDArray[np.uint64] | None) -> None:
        """Restart the chosen games with `seeds`, or with their next seeds if `seeds` is None."""
        self._dealt |= chosen
        if seeds is None:
            self._engine.advance(chosen)
        else:
            self.seeds[chosen] = seeds[chosen]
        if not self._zero:
            self._engine.deal(chosen)
            return
        for game in np.flatnonzero(chosen).tolist():
            self.put_down(game, deal(self.level, int(self.seeds[game])))

    def put_down(self, game: int, board: Board) -> None:
        if not isinstance(board, Board):
            raise BoardError("{board} is not a board: use a Board or its text", board=shown(board))
        if board.level != self.level:
            raise BoardError(
                "the board has level {board}, but the environment has level {level}",
                board=board.level,
                level=self.level,
            )
        is_mine = bytes(number == MINE for number in board.numbers)
        self._engine.lay(game, is_mine, list(board.given))

    def step(
        self, actions: ArrayLike, skipped: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Perform one action in every game that is not skipped.

        Return the rewards, and whether each of them is exact (see `regret`).
        """
        skipped = self._none if skipped is None else skipped
        actions = self._checked(actions)
        if not self._dealt.all():
            raise SapperError("some games have no board yet: reset them first")
        before = None if self._reward is None else self.states.copy()
        playing = ~(self.terminated | self.truncated | skipped)
        self._last[:] = actions
        self._engine.step(actions, skipped)
        exact = np.ones(self.count, np.bool_)
        if before is None or self._reward is None:
            return self._engine.rewards.copy(), exact
        rewards = np.zeros(self.count)
        for game in np.flatnonzero(playing).tolist():
            outcome = None
            if self.terminated[game]:
                outcome = Outcome.WON if self.won[game] else Outcome.LOST
            reward = self._reward(
                View(self.level, before[game].tobytes()),
                self.move(int(actions[game])),
                self.view(game),
                outcome,
            )
            try:
                rewards[game] = float(reward)
            except (TypeError, ValueError):
                raise SapperError(
                    "the reward function returned {reward}: return a number", reward=shown(reward)
                ) from None
            if isinstance(self._reward, Regret):
                exact[game] = self._reward.exact
        return rewards, exact

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        try:
            given = np.asarray(actions)
            if given.dtype.kind in "iu" and given.size == self.count:
                numbers = np.ascontiguousarray(given, dtype=np.int64).reshape(-1)
                if numbers.min() >= 0 and numbers.max() < self.actions:
                    return numbers
        except ValueError:  # rows of different lengths
            pass
        raise SapperError(
            f"actions must be whole numbers from 0 to {self.actions - 1}, one for each game"
        )

    @property
    def has_exact(self) -> bool:
        return isinstance(self._reward, Regret)

    def sample(self, seed: int) -> NDArray[np.int64]:
        return self._engine.sample(seed)

    def move(self, action: int) -> Move:
        kind, cell = divmod(action, self.level.size)
        return Move(self.kinds[kind], cell)

    def view(self, game: int) -> View:
        return View(self.level, self.states[game].tobytes())

    def rows(self, game: int) -> list[str]:
        """The rows of the position as text. If the game is over, the rows also show the mines."""
        view = self.view(game)
        if not self.terminated[game]:
            return view.rows
        symbols = list("".join(view.rows))
        move = self.move(int(self._last[game]))
        exploded = () if self.won[game] else move.targets(view.grid, view.states)
        for cell, number in enumerate(self.numbers[game].tolist()):
            if number == MINE and symbols[cell] != "F":
                symbols[cell] = "X" if cell in exploded else "*"
            elif number != MINE and symbols[cell] == "F":
                symbols[cell] = "W"
        width = self.level.width
        return ["".join(symbols[at : at + width]) for at in range(0, len(symbols), width)]

    def picture(self, game: int) -> str | NDArray[np.uint8] | None:
        rows = self.rows(game)
        if self.render_mode == "rgb_array":
            return np.array(image(rows, "classic"))
        if self.render_mode == "ansi":
            return "\n".join([str(self.level), *rows, ""])
        if self.render_mode == "human":
            Console().print(terminal(rows, "classic"))
        return None

    def lesson(self) -> dict[str, Any] | None:
        """The teacher's arrays for the current positions, or None if there is no teacher."""
        if not self._teacher:
            return None

        def taught(game: int) -> dict[str, Any]:
            return lesson(self.view(game), self._teacher, self._budget)

        # Threads help here, because the engine releases Python's lock while it reasons.
        with ThreadPoolExecutor(min(self._threads, self.count)) as pool:
            lessons = list(pool.map(taught, range(self.count)))
        return {part: np.array([found[part] for found in lessons]) for part in lessons[0]}


def _remake(level: Level | str, count: int, settings: EnvSettings, state: GamesState) -> GameArray:
    games = GameArray(level, count, **settings)
    games.restore(state)
    return games
