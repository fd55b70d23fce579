"""Single and vector environments follow the rules of `Game` and reveal nothing more."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray
from typer.testing import CliRunner

from command import app
from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome
from sapper.core.level import NAMED, Level
from sapper.core.view import HIDDEN, Move, View
from sapper.env import Planes, SapperEnv, SapperVectorEnv, VectorPlanes, planes
from sapper.env.game_array import KINDS
from sapper.errors import SapperError

LEVELS = [*NAMED, "6x4x5/any", "5x4x6/safe", "6x5x7/given(zero)", "4x3x2/given(all)", "7x3x0/safe"]


def playing(level: str, **settings: Any) -> SapperEnv:
    made = gymnasium.make("sapper/Custom-v0", level=level, **settings).unwrapped
    assert isinstance(made, SapperEnv)
    return made


def many(level: str, count: int, **settings: Any) -> SapperVectorEnv:
    made = gymnasium.make_vec("sapper/Custom-v0", num_envs=count, level=level, **settings)
    assert isinstance(made, SapperVectorEnv)
    return made


@pytest.mark.parametrize("name", [*map(str.title, NAMED), "Custom"])
def test_gymnasium_finds_no_fault(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Gymnasium's checker passes for every registered name, without warnings."""
    check_env(gymnasium.make(f"sapper/{name}-v0").unwrapped)
    check_env(gymnasium.make(f"sapper/{name}-v0", flags=True, chords=True).unwrapped)
    vector = gymnasium.make_vec(f"sapper/{name}-v0", num_envs=3)
    observations, _ = vector.reset(seed=1)
    assert observations in vector.observation_space
    assert "A B C D" in capsys.readouterr().out  # mode `human` prints the board


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_deals_the_board_of_the_command_deal(level: str) -> None:
    """The mines and the given cells are those of `sapper deal --seed`."""
    said = CliRunner().invoke(app, ["deal", level, "--seed", "7"]).output
    board = Board.parse(said)
    env = playing(level)
    observation, _ = env.reset(seed=7)
    assert View(board.level, observation.tobytes()) == Game(board).view
    assert env.games.numbers[0].tobytes() == board.numbers
    vector = many(level, 3)
    observations, _ = vector.reset(seed=6)
    assert observations[1].tobytes() == observation.tobytes()
    assert vector.games.numbers[1].tobytes() == board.numbers


@pytest.mark.parametrize("level", ["beginner", "6x4x5/any", "9x5x7/given", "6x5x7/given(zero)"])
def test_games_follow_the_rules_of_the_referee(level: str) -> None:
    """Random moves change the same cells as in `Game`, and masks show which moves are effective."""
    random = np.random.default_rng(1)
    env = SapperEnv(level, flags=True, chords=True, max_episode_steps=10_000)
    outcomes = set()
    for seed in range(25):
        env.reset(seed=seed)
        game = Game(deal(level, seed))
        while game.outcome is None:
            moves = [Move(kind, cell) for kind in KINDS for cell in range(game.level.size)]
            legal = [
                bool(game.targets(move))
                or (move.kind == "flag" and game.view[move.cell] in (HIDDEN, HIDDEN + 1))
                for move in moves
            ]
            mask = env.games.masks[0]
            assert mask.astype(bool).tolist() == legal
            # Safe cells and correct flags are preferred, so that games last longer.
            action = int(random.choice(np.flatnonzero(mask)))
            board = game.board
            assert board is not None
            if (moves[action].cell in board.mines) != (action // game.level.size == 1):
                action = int(random.integers(len(moves)))
            game.play(moves[action])
            observation, reward, terminated, truncated, info = env.step(np.int64(action))
            assert observation.tobytes() == game.view.states
            assert terminated == (game.outcome is not None)
            assert not truncated
            assert reward == info["won"] == (game.outcome is Outcome.WON)
        assert env.games.rows(0) == game.answer
        outcomes.add(game.outcome)
    assert len(outcomes) == 2


def test_a_vector_plays_as_single_environments_do() -> None:
    """Observations, masks and rewards are the same as those of single environments."""
    level, count = "5x4x5/open", 70
    vector = many(level, count, reward="progress", threads=3)
    single = [playing(level, reward="progress") for _ in range(count)]
    seen, _ = vector.reset(seed=3)
    over = np.zeros(count, bool)
    for game, env in enumerate(single):
        assert np.array_equal(env.reset(seed=3 + game)[0], seen[game])
    for _ in range(25):
        actions = vector.random_actions()
        seen, rewards, terminated, truncated, info = vector.step(actions)
        for game, env in enumerate(single):
            if over[game]:
                observation, own = env.reset()
                rest: tuple[object, ...] = (0.0, False, False)
            else:
                observation, *rest_, own = env.step(actions[game])
                rest = tuple(rest_)
            assert rest == (rewards[game], terminated[game], truncated[game])
            assert np.array_equal(observation, seen[game])
            assert np.array_equal(own["action_mask"], info["action_mask"][game])
            assert own["won"] == info["won"][game]
        over = terminated | truncated
    assert over.any()


def test_same_step_deals_at_once_and_keeps_the_end() -> None:
    """The step that ends a game also deals a new board, and its info has the final position."""
    next_step, same_step = (
        many("5x4x5/open", 50, autoreset_mode=mode)
        for mode in ("NextStep", AutoresetMode.SAME_STEP)
    )
    assert next_step.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert same_step.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    next_step.reset(seed=1)
    same_step.reset(seed=1)
    actions = next_step.random_actions()
    last, *results, info = next_step.step(actions)
    fresh, *same_results, same_info = same_step.step(actions)
    over: NDArray[np.bool_] = results[1]  # type: ignore[assignment]
    assert 0 < over.sum() < 50
    for one, other in zip(results, same_results, strict=True):
        assert np.array_equal(one, other)
    assert np.array_equal(same_info["_final_obs"], over)
    assert np.array_equal(np.stack(same_info["final_obs"][over]), last[over])
    assert np.array_equal(same_info["final_info"]["won"], info["won"])
    assert np.array_equal(fresh[~over], last[~over])
    renewed, rewards, terminated, *_ = next_step.step(actions)
    assert np.array_equal(renewed[over], fresh[over])
    assert not terminated[over].any()
    assert not rewards[over].any()


def test_without_autoreset_the_caller_resets() -> None:
    """A reset with a mask restarts the chosen games, and the other games continue."""
    vector = many("5x4x5/open", 50, autoreset_mode="Disabled")
    vector.reset(seed=1)
    seen, _, over, *_ = vector.step(vector.random_actions())
    with pytest.raises(SapperError, match="some games are over"):
        vector.step(vector.random_actions())
    after, _ = vector.reset(options={"reset_mask": over})
    assert np.array_equal(after[~over], seen[~over])
    assert (after[over] >= HIDDEN).all()
    vector.step(vector.random_actions())


def test_the_buffers_are_shared_if_asked() -> None:
    """Without copies, an observation is a read-only view of the engine's memory."""
    kept, shared = (many("beginner", 4, copy=copy) for copy in (True, False))
    first, _ = kept.reset(seed=1)
    own, info = shared.reset(seed=1)
    actions = np.full(4, 30)
    kept.step(actions)
    assert (first >= HIDDEN).all()
    later, *_ = shared.step(actions)
    assert np.shares_memory(own, later)
    assert (own < HIDDEN).any()
    with pytest.raises(ValueError, match="read-only"):
        own[0, 0, 0] = 0
    assert not info["action_mask"][0, 30]


def test_illegal_actions_change_nothing_and_the_limit_ends_the_game() -> None:
    """An action on an open cell is allowed but does nothing. A number out of range is an error."""
    env = SapperEnv("beginner", max_episode_steps=3)
    env.reset(seed=1)
    opened, *_ = env.step(np.int64(30))
    again, reward, terminated, truncated, _ = env.step(np.int64(30))
    assert np.array_equal(opened, again)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert env.step(np.int64(30))[2:4] == (False, True)
    with pytest.raises(SapperError, match="from 0 to 80"):
        env.step(np.int64(81))
    vector = many("beginner", 2, max_episode_steps=1)
    vector.reset(seed=1)
    assert vector.step(np.array([30, 30]))[3].all()


@pytest.mark.parametrize(
    ("name", "settings", "limit"),
    [
        ("Beginner", {}, 162),
        ("Beginner", {"max_episode_steps": 3}, 3),
        ("Beginner", {"max_episode_steps": 200}, 200),
        ("Custom", {"level": "5x4x5/open", "max_episode_steps": 200}, 200),
        ("Custom", {"level": "5x4x5/open"}, 10_000),
    ],
)
def test_one_game_and_many_have_the_same_limit(
    name: str, settings: dict[str, Any], limit: int
) -> None:
    """For a single environment, Gymnasium itself enforces the step limit."""
    env = gymnasium.make(f"sapper/{name}-v0", **settings)
    vector = gymnasium.make_vec(f"sapper/{name}-v0", num_envs=2, **settings)
    env.reset(seed=1)
    vector.reset(seed=1)
    first = env.unwrapped.games.level.first  # type: ignore[attr-defined]
    for step in range(1, limit + 1):
        assert env.step(first)[3] == (step == limit)
        assert vector.step(np.array([first, first]))[3].all() == (step == limit)


@pytest.mark.parametrize("settings", [{"level": "beginner"}, {"start": "safe"}])
def test_a_name_has_one_level(settings: dict[str, str]) -> None:
    """The level of a registered name can't be changed, so that results can be compared."""
    makers: list[Any] = [gymnasium.make, gymnasium.make_vec]
    for make in makers:
        with pytest.raises(SapperError, match="the level of sapper/Expert-v0 can't be changed"):
            make("sapper/Expert-v0", **settings)
        make("sapper/Expert-v0", level="expert")


def test_a_list_of_seeds_also_seeds_the_random_actions() -> None:
    """A run with random actions is reproducible."""
    drawn = []
    for seed in (5, [5, 6, 7], [5, 6, 7]):
        vector = many("beginner", 3)
        vector.reset(seed=seed)
        drawn.append(vector.random_actions().tolist())
    assert drawn[0] == drawn[1] == drawn[2]


def test_a_finished_game_keeps_its_mask() -> None:
    """By default, a policy still acts once after a game ends, so some action must be allowed."""
    vector = many("5x4x5/any", 50)
    vector.reset(seed=1)
    _, _, terminated, _, info = vector.step(np.zeros(50, np.int64))
    assert terminated.any()
    masks = info["action_mask"][terminated]
    assert masks.sum(axis=1).tolist() == [20] * len(masks)


def test_random_actions_are_uniform_over_the_mask() -> None:
    """All allowed actions are equally likely, even if hardly any action is allowed."""
    vector = many("40x25x999/any", 3000, max_episode_steps=2)
    vector.reset(seed=[5] * 3000)
    drawn = vector.random_actions()
    assert len(set(drawn.tolist())) > 900
    almost = many("30x20x2/open", 2000)
    almost.reset(seed=[2] * 2000)
    *_, info = almost.step(np.full(2000, 93))
    drawn = almost.random_actions()
    allowed = np.flatnonzero(info["action_mask"][0])
    assert len(allowed) < 30
    counts = np.bincount(drawn, minlength=600)[allowed]
    assert counts.sum() == 2000
    assert counts.min() > 2000 / len(allowed) / 2


def test_planes_have_one_layer_per_state() -> None:
    env = Planes(gymnasium.make("sapper/Easy-v0"))
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
    assert observation.shape == (12, 9, 9)
    assert (observation.sum(axis=0) == 1).all()
    vector = VectorPlanes(many("easy", 20, autoreset_mode="SameStep"))
    seen, _ = vector.reset(seed=1)
    assert seen in vector.observation_space
    assert np.array_equal(seen[0], observation)
    *_, info = vector.step(vector.unwrapped.random_actions())  # type: ignore[attr-defined]
    over = info["_final_obs"]
    assert over.any()
    assert np.stack(info["final_obs"][over]).shape[1:] == (12, 9, 9)
    assert planes(np.zeros((2, 3), np.int8)).dtype == np.uint8


def test_pictures() -> None:
    """The text shows the position, and after the end of a game also the mines."""
    env = playing("8x4x6/open", render_mode="ansi")
    env.reset(seed=3)
    env.step(np.int64(27))
    assert str(env.render()).splitlines()[2] == "...33321"
    env.step(np.int64(3))
    assert str(env.render()).splitlines()[1] == "...X***."
    coloured = playing("8x4x6/open", render_mode="rgb_array")
    coloured.reset(seed=3)
    assert coloured.render().shape == (5 * 28, 9 * 28, 3)
    frames = many("8x4x6/open", 2, render_mode="ansi")
    frames.reset(seed=3)
    assert str(frames.render()[0]).startswith("8x4x6/open")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"level": "vast"}, "is not a level"),
        ({"level": "2x2x4/any"}, "no safe cell"),
        ({"chords": True}, "chords need flags"),
        ({"reward": "praise"}, "'praise' is not a reward: use win, progress, logic, regret"),
        ({"teacher": ["answers"]}, "the teacher has no part 'answers'"),
        ({"teacher": None}, "teacher can't be None: use a list of parts"),
        ({"start": 5}, "'5' is not a start rule"),
        ({"max_episode_steps": 0}, "use 1 to 2147483647"),
        ({"render_mode": "film"}, "use ansi, rgb_array"),
        ({"render_mode": "human"}, "use ansi, rgb_array"),
        ({"render_mode": "film", "num_envs": 1}, "use human, ansi, rgb_array"),
        ({"reward": np.zeros(3)}, "is not a reward"),
        ({"num_envs": 0}, "can't play 0 games"),
        ({"num_envs": 10**8}, "can't play 100000000 games"),
        ({"threads": 0}, "use 1 or more"),
        ({"budget": -1}, "budget can't be -1: use 0.002 to 3600 seconds"),
        ({"budget": 0}, "budget can't be 0: use"),
        ({"budget": 5000}, "budget can't be 5000: use"),
        ({"budget": True}, "budget can't be True: use"),
        ({"budget": "1s"}, "budget can't be '1s': use"),
        ({"budget": np.inf}, "budget can't be inf"),
        ({"flags": "no"}, "flags can't be 'no': use True or False"),
        ({"flags": True, "chords": 1}, "chords can't be 1: use True or False"),
        ({"copy": "x"}, "copy can't be 'x': use True or False"),
        (
            {"rewards": "win"},
            "unexpected keyword argument 'rewards': use start, reward, flags, chords",
        ),
        ({"autoreset_mode": "Never"}, "use NextStep, SameStep, Disabled"),
    ],
)
def test_a_bad_setting_is_refused_in_one_line(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(SapperError, match=words) as caught:
        SapperVectorEnv(**{"num_envs": 2, **settings})
    assert "\n" not in str(caught.value)


def test_a_type_checker_knows_the_settings() -> None:
    """If the settings had no types, mypy would call the `type: ignore` comments unused."""
    with pytest.raises(SapperError, match="unexpected keyword argument 'rewards'"):
        SapperEnv("easy", rewards="win")  # type: ignore[call-arg]
    with pytest.raises(SapperError, match="3 is not a reward"):
        SapperVectorEnv(2, "easy", reward=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action", [3.7, "3", None, -1, 81, 2**64, float("nan"), {}, 3j, [1, 2], [[1, 2], [3]]]
)
def test_a_bad_action_is_refused(action: Any) -> None:
    """Actions are not rounded, and text is not read as a number."""
    single, vector = playing("beginner"), many("beginner", 2)
    for env in (single, vector):
        env.reset(seed=1)
    with pytest.raises(SapperError, match="must be whole numbers from 0 to 80"):
        single.step(action)
    with pytest.raises(SapperError, match="must be whole numbers from 0 to 80"):
        vector.step([0, action])  # type: ignore[arg-type]
    assert not single.games.terminated[0]


def test_a_game_without_a_board_is_not_played() -> None:
    """All games need a reset before the first step."""
    with pytest.raises(SapperError, match="reset them first"):
        SapperEnv("beginner").step(np.int64(0))
    vector = many("beginner", 2)
    vector.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(SapperError, match="reset them first"):
        vector.step(np.array([0, 0]))
    vector.reset()
    vector.step(np.array([0, 0]))


def test_an_unknown_option_is_refused() -> None:
    """Without this check, a misspelled option would be ignored."""
    with pytest.raises(SapperError, match="no option 'bord' here: use board"):
        playing("easy").reset(options={"bord": deal("easy", 1)})
    with pytest.raises(SapperError, match="no option 'board' here: use reset_mask"):
        many("easy", 2).reset(options={"board": deal("easy", 1)})
    for mask in ([1, 0], [True], "on", [[True], [True, False]]):
        with pytest.raises(SapperError, match="reset_mask must be an array of 2 booleans"):
            many("easy", 2).reset(options={"reset_mask": mask})
    for env in (playing("easy"), many("easy", 2)):
        with pytest.raises(SapperError, match="options can't be 3: use a dict"):
            env.reset(options=3)  # type: ignore[arg-type]


def test_a_reward_function_must_return_a_number() -> None:
    """Without this check, None would become NaN, and the network would silently learn nothing."""
    env = SapperEnv("easy", reward=lambda *_: None)  # type: ignore[arg-type]
    env.reset(seed=1)
    with pytest.raises(SapperError, match="the reward function returned None: return a number"):
        env.step(np.int64(0))


def test_masks_are_where_other_libraries_look_for_them() -> None:
    """sb3-contrib looks through the wrappers for a method `action_masks` that returns booleans."""
    env = gymnasium.make("sapper/Custom-v0", level="5x4x5/open", flags=True)
    assert env.has_wrapper_attr("action_masks")
    vector = many("5x4x5/open", 3, flags=True)
    seen, info = env.reset(seed=4)
    vector.reset(seed=4)
    for action in (18, 20, 21, 21):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        assert masks[:20].tolist() == np.isin(seen.ravel(), (9, 11)).tolist()  # hidden, given
        assert vector.action_masks().shape == (3, 40)
        assert vector.action_masks()[0].tolist() == masks.tolist()
        seen, *_, info = env.step(action)
        vector.step(np.full(3, action))


@pytest.mark.parametrize("way", ["state", "copy", "pickle"])
@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("limit", [9, 60])
def test_a_saved_game_continues_in_the_same_way(way: str, count: int, limit: int) -> None:
    """A copy shows the same as the original, and neither one changes the other."""
    settings: dict[str, Any] = {"flags": True, "max_episode_steps": limit}

    def fresh() -> Any:
        level = "6x5x7/given"
        return SapperEnv(level, **settings) if count == 1 else many(level, count, **settings)

    env = fresh()
    env.reset(seed=3)
    safe = np.flatnonzero(env.games.numbers[0] < 9).tolist()
    for action in (safe[0], 30 + safe[1], 30 + safe[1]):
        env.step(np.int64(action) if count == 1 else np.full(count, action))
    if way == "state":
        state = pickle.loads(pickle.dumps(env.clone_state()))
        other = fresh()
        other.restore_state(state)
    else:
        other = copy.deepcopy(env) if way == "copy" else pickle.loads(pickle.dumps(env))
    ended = env.games.won if limit == 60 else env.games.truncated
    for action in safe:
        first, second = (
            flat(one.step(np.int64(action) if count == 1 else np.full(count, action)))
            for one in (env, other)
        )
        assert first == second
        if ended[0]:
            break
    assert ended[0]
    if way == "state" and count > 1:  # the next step deals a new board instead of a finished one
        other = fresh()
        other.restore_state(env.clone_state())
        assert flat(env.step(np.zeros(count, int))) == flat(other.step(np.zeros(count, int)))
        assert not ended[0]
    shown = flat(env.reset()) + flat(env.reset())
    assert flat(other.reset()) + flat(other.reset()) == shown
    if way == "state":
        other.restore_state(state)  # as often as you like
        assert other.clone_state() == state
        assert "engine" not in repr(state)


def test_a_copy_includes_the_wrappers() -> None:
    env = gymnasium.make("sapper/Custom-v0", level="5x4x5/open", max_episode_steps=2)
    env.reset(seed=1)
    env.step(0)
    for other in (copy.deepcopy(env), env):
        assert other.step(0)[3] or other.step(0)[2]


def test_a_state_of_other_games_is_refused() -> None:
    env = playing("5x4x5/open")
    env.reset(seed=1)
    before = env.games.states.copy()
    for other in (playing("4x5x5/open"), playing("5x4x5/open", flags=True), many("5x4x5/open", 2)):
        other.reset(seed=2)
        with pytest.raises(SapperError, match="from an environment with another level"):
            env.restore_state(other.clone_state())
    state = env.clone_state()
    with pytest.raises(SapperError, match="the state is damaged, or from another version"):
        env.restore_state(dataclasses.replace(state, engine=state.engine[1:]))
    assert env.clone_state() == state
    with pytest.raises(SapperError, match="7 is not a state: use what clone_state returned"):
        env.restore_state(7)  # type: ignore[arg-type]
    assert np.array_equal(env.games.states, before)


def check_marked(native: Any, sync: Any) -> None:
    """Native info has everything that sync info has, with the same marks and marked rows."""
    for key, value in sync.items():
        if isinstance(value, dict):
            check_marked(native[key], value)
        elif key.startswith("_"):
            assert native[key].tolist() == value.tolist(), key
        else:
            rows = np.flatnonzero(sync[f"_{key}"])
            assert native[key].dtype == value.dtype, key
            for row in rows:
                assert np.array_equal(native[key][row], value[row]), key
    for key in set(native) - set(sync):
        assert key.startswith("_") or not native[f"_{key}"].any(), key


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("reward", ["progress", "regret"])
def test_native_games_look_like_gymnasiums_own(mode: AutoresetMode, reward: str) -> None:
    """In each mode, Gymnasium's synchronous vector environment returns the same."""
    settings: dict[str, Any] = {
        "num_envs": 5,
        "level": "4x3x2/open",
        "reward": reward,
        "teacher": ["odds", "value"],
    }
    name = "sapper/Custom-v0"
    native = gymnasium.make_vec(name, autoreset_mode=mode, **settings).unwrapped
    sync = gymnasium.make_vec(
        name, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **settings
    )
    assert native.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"] == mode
    assert isinstance(native, SapperVectorEnv)
    assert isinstance(sync, SyncVectorEnv)
    assert native.autoreset_mode == sync.autoreset_mode
    seen, info = native.reset(seed=2)
    other, other_info = sync.reset(seed=2)
    random = np.random.default_rng(1)
    ends = 0
    for _ in range(12):
        assert np.array_equal(seen, other)
        check_marked(info, other_info)
        actions = random.integers(12, size=5)
        seen, *results, info = native.step(actions)
        other, *other_results, other_info = sync.step(actions)
        for one, two in zip(results, other_results, strict=True):
            assert one.dtype == two.dtype
            assert one.tolist() == two.tolist()
        over: NDArray[np.bool_] = np.logical_or(*results[1:])
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            check_marked(info, other_info)
            seen, info = native.reset(options={"reset_mask": over.copy()})
            other, other_info = sync.reset(options={"reset_mask": over.copy()})
    assert ends > 3


def test_the_names_have_thresholds() -> None:
    """A threshold is a share of games to win, and harder levels have lower ones."""
    found = [
        gymnasium.spec(f"sapper/{name}-v0").reward_threshold
        for name in ("Beginner", "Intermediate", "Expert", "Custom")
    ]
    assert found[3] is None
    assert 1 > found[0] > found[1] > found[2] > 0  # type: ignore[operator]


def test_an_unknown_setting_is_also_a_type_error() -> None:
    """As for any function that has no such argument."""
    for make in (SapperEnv, SapperVectorEnv):
        with pytest.raises(TypeError, match="unexpected keyword argument 'rewards'"):
            make(rewards="win")  # type: ignore[call-arg]


def test_the_teacher_may_have_one_part() -> None:
    """The option `teacher` may be a string instead of a list."""
    assert set(playing("easy", teacher="odds").reset(seed=1)[1]["teacher"]) == {"odds"}


@pytest.mark.parametrize("seed", [-1, 2**64, "7"])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    for env in (playing("easy"), many("easy", 2)):
        with pytest.raises(SapperError, match="seed"):
            env.reset(seed=seed)


def test_without_gymnasium_it_says_what_to_install() -> None:
    code = (
        "import importlib.util as u; f = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'gymnasium' else f(name, *rest)\n"
        "try:\n    import sapper.env\nexcept ValueError as problem:\n    print(problem)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("environments need Gymnasium: install it with ")
    assert said.stdout.endswith('[env]"\n')


def test_a_longer_name_needs_no_import() -> None:
    """Gymnasium imports the module before the colon."""
    code = "import gymnasium; print(gymnasium.make('sapper.env:sapper/Expert-v0').spec.id)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "sapper/Expert-v0\n"


def pair(view: View) -> tuple[Board, Board]:
    from sapper.reason.odds import sample

    boards = {tuple(np.flatnonzero(row).tolist()) for row in sample(view, 50, seed=1)}
    one, other, *_ = sorted(boards)
    return Board(view.level, frozenset(one)), Board(view.level, frozenset(other))


@pytest.mark.parametrize("reward", ["win", "progress", "logic", "regret"])
def test_nothing_gives_the_mines_away(reward: str) -> None:
    """While two boards have the same view, all returned values are byte-for-byte identical."""
    game = Game(deal("6x5x7/open", 2))
    game.open(game.view.given[0])
    boards = pair(game.view)
    settings: dict[str, Any] = {
        "reward": reward,
        "flags": True,
        "chords": True,
        "teacher": ("odds", "provable", "technique", "value"),
    }
    envs = [playing("6x5x7/open", **settings) for _ in boards]
    random = np.random.default_rng(3)
    same = 0
    for start in range(12):
        # The seeds differ, so that a leaked seed would be noticed too.
        shown = [
            (*env.reset(seed=100 * start + at, options={"board": board}), 0.0, False)
            for at, (env, board) in enumerate(zip(envs, boards, strict=True))
        ]
        action = np.int64(envs[0].games.level.first or 0)
        while True:
            seen = [tuple(flat(part)) for part in shown]
            if shown[0][0].tobytes() != shown[1][0].tobytes() or shown[0][3] != shown[1][3]:
                break  # an opened cell differs
            assert seen[0] == seen[1]
            same += 1
            if shown[0][3]:
                break
            shown = [
                (observation, info, reward_, terminated)
                for observation, reward_, terminated, _, info in (env.step(action) for env in envs)
            ]
            action = np.int64(random.choice(np.flatnonzero(shown[0][1]["action_mask"])))
    assert same > 20


def test_the_ends_of_many_games_give_no_mines_away() -> None:
    """If a move ends the game on two boards with the same view, the results are the same."""
    game = Game(deal("6x5x7/open", 2))
    (first,) = game.view.given
    game.open(first)
    size = game.level.size
    shown = []
    for seed, board in enumerate(pair(game.view)):
        env = many("6x5x7/open", size, autoreset_mode="SameStep", teacher=("odds", "value"))
        env.reset(seed=100 * seed)
        for number in range(size):
            env.games.put_down(number, board)
        env.step(np.full(size, first))
        shown.append(env.step(np.arange(size)))  # a different cell in each game
    over = shown[0][2] & shown[1][2]
    assert over.any()
    assert set(shown[0][4]["final_info"]) == marked("action_mask", "won", "teacher")
    one, other = (flat(rows(step, over)) for step in shown)
    assert one == other


def rows(value: Any, chosen: NDArray[np.bool_]) -> Any:
    if isinstance(value, dict):
        return {key: rows(part, chosen) for key, part in value.items()}
    return (
        tuple(rows(part, chosen) for part in value) if isinstance(value, tuple) else value[chosen]
    )


def flat(value: Any) -> list[object]:
    """Flatten a nested value into a list, with arrays as bytes."""
    if isinstance(value, dict):
        return [part for key in sorted(value) for part in (key, *flat(value[key]))]
    if isinstance(value, tuple):
        return [part for one in value for part in flat(one)]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return flat(tuple(value))
    return [value.tobytes() if isinstance(value, np.ndarray | np.generic) else value]


def marked(*keys: str) -> set[str]:
    return {*keys, *(f"_{key}" for key in keys)}


def test_info_has_these_keys_and_no_others() -> None:
    """The teacher's answers are under one key, and only on request."""
    env = playing("easy")
    assert set(env.reset(seed=1)[1]) == {"action_mask", "won"}
    env = playing("easy", teacher=["odds"])
    _, info = env.reset(seed=1)
    assert set(info) == {"action_mask", "won", "teacher"}
    assert set(info["teacher"]) == {"odds"}
    _, info = many("easy", 2, teacher=["odds"]).reset(seed=1)
    assert set(info) == marked("action_mask", "won", "teacher")
    assert set(info["teacher"]) == marked("odds")


def test_another_level_can_not_be_put_down() -> None:
    env = playing("easy")
    with pytest.raises(SapperError, match="the environment has level 9x9x10/given"):
        env.reset(options={"board": deal("expert", 1)})
    board = deal(Level.parse("easy"), 99)
    observation: NDArray[np.int8] = env.reset(options={"board": str(board)})[0]
    assert observation.tobytes() == Game(board).view.states
    with pytest.raises(SapperError, match="5 is not a board"):
        playing("easy").reset(options={"board": 5})
