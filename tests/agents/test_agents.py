"""Every agent is sound, ends every game, gives valid proofs, and starts each game afresh."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from proofcheck import BadStepError, check
from sapper.agents import AGENTS, make
from sapper.agents.champion import WinChance
from sapper.agents.guess import GUESSES, NamedGuess
from sapper.core.board import deal
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import FLAGGED, ContradictionError, Decision, Move, View
from sapper.errors import SapperError
from sapper.logic import Clause, Proof, ProofStep
from sapper.reason.reasons import Deduction

OURS = [name for name in AGENTS if name != "odds"]
# The facts of these agents come from a search, a SAT solver or the engine, which give no proofs.
WITHOUT_PROOFS = ("resolution-search", "consistency", "sat", "techniques", "champion")
WITH_PROOFS = [name for name in OURS if name not in WITHOUT_PROOFS]
SHAPES = [
    "9x9x10/given", "16x5x16/open", "5x9x8/safe", "30x2x12/given", "7x7x20/given*2",
    "1x12x3/any", "12x1x3/given", "3x3x4/open", "6x4x5/any", "8x8x32/given*3", "4x7x0/any",
]  # fmt: skip


def decisions(name: str, game: Game, **settings: object) -> Iterator[tuple[View, Decision]]:
    """Play a game, and yield each view and decision before the decision is played."""
    agent = make(name, **settings)  # type: ignore[arg-type]
    for _ in range(2 * game.level.size + 2):
        if game.outcome is not None:
            return
        view = game.view
        decision = agent.choose(view)
        if decision is None:
            return
        yield view, decision
        game.play(decision)
    raise AssertionError(f"{name} does not come to an end")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", OURS)
def test_certain_is_certain(name: str, shape: str) -> None:
    """If an agent claims certainty, it never opens a mine or marks a safe cell."""
    claims = 0
    for seed in range(12):
        board = deal(Level.parse(shape), seed)
        game = Game(board)
        # Under the rule `any`, nothing is known at first, so the first move has to be a guess.
        guess = "random" if shape.endswith("/any") else None
        for _, decision in decisions(name, game, seed=seed, flags=True, guess=guess):
            opened = {move.cell for move in decision.moves if move.kind == "open"}
            flagged = {move.cell for move in decision.moves if move.kind == "flag"}
            assert flagged <= board.mines
            if decision.reason.certain:
                claims += 1
                assert opened.isdisjoint(board.mines)
    assert claims or shape == "4x7x0/any"  # without mines, the first move wins


@pytest.mark.parametrize("name", WITH_PROOFS)
def test_every_proof_checks(name: str) -> None:
    proved = 0
    for shape in ("9x9x10/given", "11x6x14/open", "30x4x20/given"):
        for seed in range(6):
            game = Game(deal(Level.parse(shape), seed))
            for view, decision in decisions(name, game, guess="none"):
                proved += len(decision.moves)
                assert isinstance(decision.reason, Deduction)
                kb = decision.reason.kb
                for cell in (move.cell for move in decision.moves):
                    proof = kb.proof(-cell - 1)
                    assert proof is not None
                    assert check(proof, view) == {-cell - 1}
                words = decision.reason.words(view.grid)
                assert re.match(
                    rf"{view.grid.name(decision.moves[0].cell)}(,| and| is| was) ", words
                )
    assert proved > 100


def test_the_checker_is_strict() -> None:
    """The independent checker refuses wrong axioms, wrong resolvents and missing parents."""
    view = View.parse("3x1x1\n.1.")
    good = ProofStep(0, Clause.of(1, 3), (), 1)
    check(Proof((good,)), view)
    for bad in (
        ProofStep(0, Clause.of(1), (), 1),
        ProofStep(0, Clause.of(1, 2), (), 1),
        ProofStep(0, Clause.of(-1), (), "open"),
        ProofStep(0, Clause.of(1, 3), (), 0),
        ProofStep(0, Clause.of(1, 3), (), "because"),
        ProofStep(0, Clause.of(1, 3), (7,)),
    ):
        with pytest.raises(BadStepError):
            check(Proof((bad,)), view)
    other = ProofStep(1, Clause.of(-1, -3), (), 1)
    with pytest.raises(BadStepError):
        check(Proof((good, other, ProofStep(2, Clause.of(1, -1), (0, 1)))), view)
    with pytest.raises(BadStepError):
        check(Proof((good, good)), view)


@pytest.mark.parametrize("guess", [guess for guess in GUESSES if guess != "odds"])
@pytest.mark.parametrize(
    "name",
    ["rules", *(pytest.param(name, marks=pytest.mark.matrix) for name in OURS if name != "rules")],
)
def test_guesses_combine_with_any_agent(name: str, guess: str) -> None:
    """With a guess strategy no agent gets stuck, and no guess is called certain."""
    guesses = 0
    for seed in range(4):
        game = Game(deal(Level.parse("9x7x14/given"), seed))
        for view, decision in decisions(name, game, guess=guess, seed=seed):
            if not decision.reason.certain:
                guesses += 1
                if isinstance(decision.reason, WinChance):
                    assert (name, guess) == ("champion", "champion")
                else:
                    assert isinstance(decision.reason, NamedGuess)
                    assert decision.reason.name == guess
                assert " is a guess: " in decision.reason.words(view.grid)
        if guess == "none":
            assert game.outcome is not Outcome.LOST
        else:
            assert game.outcome is not None
    assert (guesses > 0) == (guess != "none")


@pytest.mark.parametrize(
    ("name", "guesser"), [("resolution-rounds", "resolution-vote"), ("binary", "binary-ratio")]
)
def test_programs_c_and_e_never_guess(name: str, guesser: str) -> None:
    """Programs C and E never guess, but their variants do, and their descriptions say so."""
    gave_up = 0
    for seed in range(8):
        game, same = (Game(deal(Level.parse("9x7x14/open"), seed)) for _ in range(2))
        assert all(decision.reason.certain for _, decision in decisions(name, game))
        guessed = [d for _, d in decisions(guesser, same) if not d.reason.certain]
        gave_up += game.outcome is None and bool(guessed)
        assert game.outcome is not Outcome.LOST
        assert same.outcome is not None
    assert gave_up > 2
    for some in (name, guesser):
        assert ("guess" in AGENTS[some].description) == (some == guesser)


def test_a_vote_is_one_per_literal_and_a_weighted_one_has_its_own_name() -> None:
    """A plain and a weighted vote differ if many wide clauses outvote a narrow one."""
    differ = 0
    for seed in range(12):
        game = Game(deal(Level.parse("9x7x14/safe"), seed))
        for _ in decisions("rules", game):
            pass
        if game.outcome is None:
            plain, weighted = (
                make("rules", guess=guess).choose(game.view) for guess in ("vote", "weighted")
            )
            assert plain is not None
            assert weighted is not None
            differ += plain.moves != weighted.moves
    assert differ > 2


@pytest.mark.parametrize("name", OURS)
def test_same_seed_same_game(name: str) -> None:
    """An agent's game depends only on the board and the seed."""

    def moves(seed: int, board: int = 3) -> tuple[tuple[Move, ...], ...]:
        game = Game(deal(Level.parse("10x8x16/any"), board))
        found = decisions(name, game, guess="random", seed=seed)
        return tuple(decision.moves for _, decision in found)

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in range(5)}) > 1
    assert len({moves(1, board) for board in range(5)}) > 1


@pytest.mark.parametrize("name", OURS)
def test_starts_afresh_on_another_game(name: str) -> None:
    """A view that does not continue the last view is a new game, and old knowledge is dropped."""
    one = View.parse("5x1x1\n01.+.")
    two = View.parse("5x1x1\n.10..")
    agent = make(name, guess="none")
    for view in (one, two, one, two):
        decision = agent.choose(view)
        assert decision is not None
        assert 3 in {move.cell for move in decision.moves}
        assert agent.mines == ([2] if view is one else [0])  # type: ignore[attr-defined]


def test_row_over_three_hidden() -> None:
    """Agents that match clauses solve the course's row `1 1 1` in one decision."""
    view = View.parse(
        """
        3x3x1
        ...
        111
        000
        """
    )
    for name in ("resolution", "resolution-endgame", "binary", "resolution-full"):
        decision = make(name, guess="none").choose(view)
        assert decision is not None
        assert [move.text(view.grid) for move in decision.moves] == ["open A1", "open C1"]


def test_a_flag_is_only_an_opinion() -> None:
    """A wrongly flagged safe cell is unflagged and opened, without an endless loop."""
    view = View.parse("4x1x1\n.10F")
    assert view[3] == FLAGGED
    for name in OURS:
        decision = make(name).choose(view)
        assert decision is not None
        assert [move.text(view.grid) for move in decision.moves] == ["flag D1", "open D1"]


def test_mines_are_flagged_when_asked() -> None:
    """With `flags`, a decision also flags known mines that are not flagged yet."""
    view = View.parse("7x1x2\n.10+01F")
    for name in OURS:
        decision = make(name, flags=True).choose(view)
        assert decision is not None
        assert [move.text(view.grid) for move in decision.moves] == ["flag A1", "open D1"]


def test_contradictory_views_name_the_clues() -> None:
    view = View(Level.parse("5x1x2"), bytes([9, 2, 9, 0, 9]))
    for name in OURS:
        with pytest.raises(ContradictionError, match=r"B1 \(2\)"):
            make(name).choose(view)


def test_unknown_names_are_listed() -> None:
    with pytest.raises(SapperError, match="'psychic' is not an agent: use one of resolution"):
        make("psychic")
    with pytest.raises(SapperError, match="'luck' is not a guess strategy: use one of none"):
        make("rules", guess="luck")
    with pytest.raises(SapperError, match="'depth' is not a setting of resolution: use flags"):
        make("resolution", depth=3)


def test_history_grows_a_step_a_choice() -> None:
    """The agent records the lengths of KB and KB0 at every choice, and keeps its last reason."""
    game = Game(deal(Level.parse("medium"), 4))
    agent = make("resolution-endgame")
    count = 0
    while game.outcome is None and (decision := agent.choose(game.view)):
        game.play(decision)
        count += 1
        assert agent.last_words(game.grid) == decision.reason.words(game.grid)  # type: ignore[attr-defined]
    assert count > 2
    # The choice to give up is recorded too.
    gave_up = game.outcome is None
    assert len(agent.kb.history) == count + gave_up  # type: ignore[attr-defined]
    assert all(b[1] >= a[1] for a, b in zip(agent.kb.history, agent.kb.history[1:], strict=False))  # type: ignore[attr-defined]
