"""Results that the champion calls exact are exact, and it plays no worse than the odds agent.

No test here depends on the weights of the networks. Exact results are compared with an oracle, and
other results must obey general rules.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from reference import boards
from sapper import _engine
from sapper.agents import AGENTS, make
from sapper.agents.champion import ChampionAgent, WinChance
from sapper.agents.odds import Chance, OddsAgent
from sapper.core.board import Board, deal, deal_many
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import HIDDEN, ContradictionError, Decision, Move, View
from sapper.errors import SapperError
from sapper.lab.compare import compare
from sapper.lab.native import Native, native, play_deck, play_games
from sapper.lab.player import Player
from sapper.reason.champion import boards_for, engine_champion
from sapper.reason.odds import odds
from sapper.reason.optimal import optimal
from sapper.words.text import half_up

SMALL = [
    "4x3x4\n..2.\n..3.\n....",
    "3x4x5\n.2.\n...\n..3\n...",
    "5x2x3\n..2..\n.....",
    "7x2x4\n.1...1.\n.......",
    "9x1x3\n.1.....1.",
    "1x8x3\n.\n.\n1\n.\n.\n1\n.\n.",
    "4x3x5\n1...\n....\n..4.",
]


class Remembering(ChampionAgent):
    """A champion that remembers its decision for each position."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: dict[View, Decision | None] = {}

    def choose(self, view: View) -> Decision | None:
        if view not in self.chosen:
            self.chosen[view] = super().choose(view)
        return self.chosen[view]


def play_on(view: View, agent: ChampionAgent, mines: frozenset[int]) -> bool:
    """Whether the agent wins on this board, starting from a view."""
    level = view.level
    board = Board(level, mines)
    while True:
        safe = [c for c in range(level.size) if c not in mines]
        if all(view[cell] <= 8 for cell in safe):
            return True
        decision = agent.choose(view)
        assert decision is not None
        states = bytearray(view.states)
        for move in decision.moves:
            if move.cell in mines:
                assert not decision.reason.certain
                return False
            states[move.cell] = board.numbers[move.cell]
        view = View(level, bytes(states))


@pytest.mark.parametrize("text", SMALL)
def test_wins_what_it_claims(text: str) -> None:
    """Over all boards that fit, the champion wins as often as it claims, which is the optimum."""
    view = View.parse(text)
    all_boards = list(boards(view))
    level = view.level
    wins, count, by_cell = _engine.optimal_value(
        level.width, level.height, level.mines, view.states
    )
    assert count == len(all_boards)
    agent = ChampionAgent()
    decision = agent.choose(view)
    assert decision is not None
    chance = decision.reason
    assert isinstance(chance, WinChance)
    assert chance.exact
    assert chance.error == 0.0
    assert not chance.certain
    assert round(chance.win * count, 6) == wins == by_cell[chance.cell]
    safe = sum(chance.cell not in mines for mines in all_boards) / count
    assert chance.safe == pytest.approx(safe, abs=1e-12)
    assert chance.words(view.grid).endswith(f" and wins {half_up(100 * chance.win)}% of the time")
    assert sum(play_on(view, agent, mines) for mines in all_boards) == wins


def test_safe_cells_come_first() -> None:
    """Safe cells are opened before any guess, with any budget, and flags on them are removed."""
    view = View.parse("4x3x2\nF...\n1221\n0000")
    decision = ChampionAgent(budget=0.1).choose(view)
    assert decision == ChampionAgent().choose(view)
    assert decision is not None
    assert decision.reason.certain
    assert decision.moves == (Move("flag", 0), Move("open", 0), Move("open", 3))
    assert isinstance(decision.reason, Chance)


def test_only_mines_left() -> None:
    for text in ("2x1x1/any\n1.", "1x1x1/any\n.", "3x2x6/any\n...\n..."):
        assert ChampionAgent().choose(View.parse(text)) is None


def test_a_contradiction_names_the_clues() -> None:
    with pytest.raises(ContradictionError, match=r"B1 \(2\)"):
        ChampionAgent().choose(View(Level.parse("5x1x2"), bytes([9, 2, 9, 0, 9])))


@pytest.mark.parametrize("budget", [0.0, 0.02])
@pytest.mark.parametrize(
    "level", ["10x7x14/safe", "7x9x12/open", "12x6x13/any", "9x8x15/given", "1x12x4/any"]
)
def test_native_loop_plays_the_same(level: str, budget: float) -> None:
    """The agent and the native loop win and lose the same games, on any number of threads."""
    rules = Level.parse(level)
    count = 12 if budget == 0 else 6
    agent = ChampionAgent(budget)
    expected = []
    for seed in range(count):
        board = deal(rules, seed)
        game = Game(board)
        while game.outcome is None:
            view = game.view
            decision = agent.choose(view)
            assert decision is not None
            if decision.reason.certain:
                assert board.mines.isdisjoint(move.cell for move in decision.moves)
            else:
                # the decision depends only on the view
                assert ChampionAgent(budget).choose(view) == decision
            game.play(decision)
        expected.append(game.outcome is Outcome.WON)
    champion = engine_champion(budget)
    for threads in (1, 2):
        found = play_games(rules, 0, count, champion=champion, threads=threads)
        assert found.tolist() == expected
    again = play_deck(rules, deal_many(rules, 0, count), champion=champion, threads=2)
    assert again.tolist() == expected


EARLY = View.parse("8x7x14\n........\n........\n...2....\n........\n........\n........\n........")


def decide(budget: float, seed: int, threads: int = 1) -> tuple[int, float, float, bool]:
    """The engine's choice in an early position."""
    level = EARLY.level
    found = engine_champion(budget, seed).choose(
        level.width, level.height, level.mines, EARLY.states, threads
    )
    assert found is not None
    return found


def test_the_seed_is_of_the_rollouts() -> None:
    """The seed determines the sampled boards, so it matters only with a budget."""
    assert decide(0.0, 0) == decide(0.0, 1) == decide(0.0, 2**64 - 1)
    one, other = decide(0.05, 1), decide(0.05, 2)
    assert one == decide(0.05, 1) == decide(0.05, 1, threads=2) == decide(0.05, 1, threads=3)
    assert one[1] != other[1]
    assert one[2] > 0
    assert not one[3]
    assert abs(one[1] - other[1]) < 6 * (one[2] + other[2])


def test_the_reason_says_how_sure_it_is() -> None:
    """The reason gives the error (±) of a simulated win chance, or else says "roughly"."""
    quick = ChampionAgent().choose(EARLY)
    long = ChampionAgent(0.05).choose(EARLY)
    assert quick is not None
    assert isinstance(quick.reason, WinChance)
    assert long is not None
    assert isinstance(long.reason, WinChance)
    assert " and wins roughly 40% of the time" in quick.reason.words(EARLY.grid)
    assert f" ± {2 * long.reason.error:.1%} of the time" in long.reason.words(EARLY.grid)
    assert 0 < quick.reason.win <= quick.reason.safe
    assert 0 < long.reason.win <= long.reason.safe


def test_a_lone_guess_keeps_its_estimate() -> None:
    """If one cell is by far the safest, its win chance is estimated without simulating games."""
    view = View.parse("8x5x26/any\n..2.....\n........\n....4...\n........\n........")
    safest = sorted(1 - odds(view)[cell] for cell in range(40) if view[cell] == HIDDEN)
    assert safest[-2] < 0.69 * safest[-1]
    found = engine_champion(0.05).choose(8, 5, 26, view.states)
    assert found is not None
    assert view.grid.name(found[0]) == "D2"
    assert 0 < found[1] <= safest[-1]
    assert not found[3]


@pytest.mark.parametrize("budget", [-1, -0.001, float("nan"), float("inf"), "1", None, True, 1e9])
def test_bad_budgets(budget: object) -> None:
    for call in (
        lambda: boards_for(budget),  # type: ignore[arg-type]
        lambda: ChampionAgent(budget),  # type: ignore[arg-type]
        lambda: make("champion", budget=budget),
        lambda: make("champion", flags=True, budget=budget),
        lambda: native("champion", budget=budget),
        lambda: Player("champion", settings=(("budget", budget),)).check(),
    ):
        with pytest.raises(SapperError, match="budget") as caught:
            call()
        assert "\n" not in str(caught.value)


def test_settings_are_known() -> None:
    """The champion's settings are a budget and flags, and no other agent has a budget."""
    with pytest.raises(SapperError, match="'depth' is not a setting of champion: use flags, b"):
        make("champion", depth=3)
    with pytest.raises(SapperError, match="'budget' is not a setting of odds"):
        make("odds", budget=1.0)


def test_native_knows_what_it_can_play() -> None:
    """The engine's loop can't play a champion that sets flags or has a different guess strategy."""
    assert native("odds") == Native()
    for found in (native("champion"), native("champion", budget=0.5)):
        assert found is not None
        assert isinstance(found.champion, _engine.Champion)
    assert native("champion", "champion") is not None
    assert native("champion", "odds") is None
    assert native("champion", flags=True) is None
    assert native("odds", "champion") is None
    assert native("sat", "champion") is None


def test_is_registered() -> None:
    assert AGENTS["champion"].guess == "champion"
    assert "win" in AGENTS["champion"].description
    assert "\n" not in AGENTS["champion"].description
    assert isinstance(make("champion"), ChampionAgent)


@pytest.mark.parametrize("seed", [0, 2, 3, 4])
def test_with_flags_it_decides_the_same(seed: int) -> None:
    """With flags, the champion makes the same guesses and has the same outcome as without."""
    games, guesses = [], []
    for flags in (False, True):
        game = Game(deal(Level.parse("8x6x10/safe"), seed))
        agent = make("champion", flags=flags, budget=0.02)
        guessed = []
        while game.outcome is None:
            decision = agent.choose(game.view)
            assert decision is not None
            if not decision.reason.certain:
                guessed.append(decision.moves[-1].cell)
            game.play(decision)
        games.append(game)
        guesses.append(guessed)
    assert guesses[0] == guesses[1] != []
    assert games[0].outcome == games[1].outcome
    assert games[0].view.flags == 0 < games[1].view.flags


def test_plays_in_a_comparison() -> None:
    """In a comparison, a champion with a budget and a seed plays as in the native loop."""
    level = Level.parse("6x5x7/safe")
    rolled = Player.parse("champion:budget=0.02,seed=1")
    assert rolled.native is not None
    found = compare(rolled, Player.parse("odds"), level, games=20, all_games=True)
    champion = engine_champion(0.02, 1)
    expected = play_games(level, 0, 20, champion=champion, threads=1)
    assert found.won_a == int(expected.sum())


@pytest.mark.parametrize("level", ["4x4x4/any", "5x3x3/any", "2x6x4/any"])
def test_between_the_odds_and_the_optimum(level: str) -> None:
    """The champion wins at least as many boards as `odds`, and no more than the optimum."""
    rules = Level.parse(level)
    deck = [frozenset(mines) for mines in combinations(range(rules.size), rules.mines)]
    start = View(rules, bytes([HIDDEN]) * rules.size)
    chosen = Remembering()  # many boards share their first positions
    champion = sum(play_on(start, chosen, mines) for mines in deck)
    least_risk = int(play_deck(rules, np.array([sorted(m) for m in deck], np.uint32)).sum())
    best = optimal(rules)
    assert len(deck) == best.boards
    assert least_risk <= champion <= best.won


def test_odds_agent_is_not_the_champion() -> None:
    """If the safest cell is not the best, the champion does not open the safest cell."""
    view = View.parse(SMALL[0])
    careful, champion = OddsAgent().choose(view), ChampionAgent().choose(view)
    assert careful is not None
    assert champion is not None
    assert careful.moves != champion.moves
