"""The names that `import sapper` offers work as docs/python.md describes them."""

from __future__ import annotations

import json
import pickle
import pydoc
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

import sapper
from sapper import Game, SapperError, View, deal, explain, odds
from sapper.adapters import Answer
from sapper.core.board import deal_many
from sapper.core.level import StartRule
from sapper.explain import Explanation
from sapper.lab.player import Player
from sapper.ladder.dealer import Wanted

LEVEL = sapper.Level.parse("6x4x4/open")
TOSS = """
4x3x4
..2.
..3.
....
"""
POSITION = """
5x3x2
.....
11111
00000
"""


def game() -> Game:
    one = Game("8x4x6/open", seed=3)
    one.open("D4")
    return one


def test_help_names_every_function() -> None:
    """`help(sapper)` begins with a line for each function, and describes the class Game only.

    The other classes would add thousands of lines.
    """
    assert sapper.__doc__ is not None
    for name in ("Game", *filter(str.islower, sapper.__all__)):
        assert f"\n    {name} " in sapper.__doc__, name
    text = pydoc.plain(pydoc.render_doc(sapper))
    described = {name for name in sapper.__all__ if f"class {name}" in text}
    assert described == {"Game"}
    for name in dir(sapper):
        assert getattr(sapper, name) is not None
    for hidden in ("__getattr__", "__dataclass_fields__", "class int", " at 0x"):
        assert hidden not in text, hidden


def test_packages_stay_importable() -> None:
    """`explain`, `review` and `verify` are functions, although packages have the same names."""
    from sapper.explain import TIERS
    from sapper.review import BUDGET
    from sapper.verify import verify

    assert (TIERS, BUDGET > 0) == (5, True)
    assert not verify("", "", "", "")
    assert callable(sapper.verify)
    assert callable(sapper.explain)
    assert callable(sapper.review)


def test_help_has_no_dead_ends() -> None:
    """The help mentions only names that `sapper` has, and each function shows its own name."""
    text = pydoc.plain(pydoc.render_doc(sapper))
    for missing in ("sapper agent", "FORMATS", "Player.for_board", "import Level", "bench = "):
        assert missing not in text
    for name in filter(str.islower, sapper.__all__):
        assert getattr(sapper, name).__name__ == name
    assert "Cell" not in dir(sapper)


def test_a_star_imports_every_name_of_the_help() -> None:
    """`from sapper import *` imports the classes, the states of cells and the functions."""
    names: dict[str, Any] = {}
    exec("from sapper import *", names)
    assert sapper.__doc__ is not None
    help_names = re.findall(r"\b(?:[A-Z][a-z]+[A-Z]?\w+|HIDDEN|FLAGGED|GIVEN)\b", sapper.__doc__)
    classes = {name for name in help_names if hasattr(sapper, name)}
    assert {"View", "HIDDEN", "SapperError", "StartRule"} <= classes <= names.keys()
    assert set(dir(sapper)) <= names.keys()


def test_the_help_names_fields_that_exist() -> None:
    assert sapper.__doc__ is not None
    block = sapper.__doc__.partition("these fields:\n\n")[2].partition("\n\n")[0]
    one = game()
    answers: dict[str, list[Any]] = {
        "odds": [odds(one)],
        "value": [sapper.value(one)],
        "explain": [explain(one), explain(TOSS)],
        "verify": [sapper.verify(explain(one))],
        "hint": [sapper.hint(one)],
        "review": [sapper.review(sapper.play("8x4x6/open", "odds", seed=3))],
        "rate": [sapper.rate(one)],
        "puzzle": [sapper.puzzle("subset", seed=1, level="7x5x9/open")],
        "bench": [sapper.bench("odds", "6x4x4/open", 2)],
        "compare": [sapper.compare("odds", "rules", "6x4x4/open", 2)],
    }
    fields: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        name = line[:16].strip() or name
        fields[name] = fields.get(name, "") + " " + line[16:]
    assert fields.keys() == answers.keys()
    for name, some in answers.items():
        text = re.sub(r"\(each .*?\)|and if certain:|otherwise:", "", fields[name])
        for field in re.findall(r"[a-z_]+(?=\(|,|;|$|\s)", re.sub(r"\([^)]*\)", "", text)):
            assert any(hasattr(answer, field) for answer in some), (name, field)


def test_a_proof_is_checked(tmp_path: Path) -> None:
    reason = explain(game(), "H1")
    assert isinstance(reason, Explanation)
    files = reason.certificate().files
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    counting = reason.counting_certificate()
    for proof in (reason, reason.certificate(), counting, files, tmp_path, str(tmp_path)):
        assert str(sapper.verify(proof)) == "accepted: H1 is safe"
    (tmp_path / "claim.drat").write_text("")
    assert not sapper.verify(tmp_path)


def test_odds_are_like_a_dictionary_of_hidden_cells() -> None:
    """The keys are the hidden cells, so an open cell is not a key."""
    chances = odds(game())
    assert list(chances) == list(game().view.hidden)
    assert len(chances) == 11
    assert chances.items()[:1] == [(0, 0.0)]
    assert dict(chances) == dict(chances.items())
    assert ("A1" in chances, "D4" in chances) == (True, False)
    assert str(odds(TOSS)).startswith("   A  B  C  D\n1 33 50  2 50\n")
    opened = odds(sapper.play("8x4x6/any", "champion", seed=3))
    assert bool(opened) or opened.view.hidden


def test_a_value_prints_one_margin() -> None:
    """`str` and `repr` show a margin of twice the standard error."""
    one = sapper.Game("intermediate", seed=1)
    one.open("H8")
    worth = sapper.value(one, 0.1)
    margin = f"± {2 * worth.error:.1%}"
    assert not worth.exact
    assert margin in str(worth)
    assert margin in repr(worth)


def test_a_comparison_that_is_not_settled_says_who_won_how_often() -> None:
    text = str(sapper.compare("odds", "champion", "6x4x4/open", 5, all_games=True))
    assert text.startswith("not settled: odds won ")
    assert "; odds minus champion is " in text
    assert "95% interval" in text


def test_a_settled_comparison_names_the_better_agent_first() -> None:
    rules, odds_first = "rules:guess=random", sapper.compare("odds", "rules", "beginner", 200)
    assert str(odds_first).startswith("odds is better than rules: odds minus rules is ")
    found = sapper.compare(rules, "odds", "beginner", 200)
    assert (found.verdict, found.difference.value < 0) == ("b", True)
    text = str(found)
    assert text.startswith(f"odds is better than {rules}: odds minus {rules} is ")
    assert f" is {-found.difference.value:.2%} [" in text


def test_states_print_as_words() -> None:
    """The states of cells print as words, but are still numbers."""
    one = game()
    one.flag("C2")
    states = [one["A1"], one.view["C2"], Game(deal("8x4x6/open", 3))["D4"], one["D4"]]
    assert str(states) == "[HIDDEN, FLAGGED, GIVEN, 0]"
    assert states == [9, 10, 11, 0]
    assert json.dumps(states) == "[9, 10, 11, 0]"
    assert pickle.loads(pickle.dumps(states)) == states


def test_moves_print_with_the_names_of_cells() -> None:
    played = sapper.play("8x4x6/open", "champion", seed=3)
    assert str(played.moves[0][1]) == "Move(kind='open', cell=D4)"
    saved = sapper.Record.parse(str(played.record()))
    assert str(saved.moves[0][1]) == str(game().moves[0][1]) == str(played.moves[0][1])


def test_a_value_names_the_safe_cells() -> None:
    worth = sapper.value(game())
    assert "Open the safe cells first: A1, B1, C1, H1 and B2. There is no risk." in str(worth)
    assert "Open the safe cell first: C1. There is no risk." in str(sapper.value(POSITION))


def test_a_region_does_not_give_the_cell_away() -> None:
    """Tier 2 of a hint shows several hidden cells, even if no clue is near the suggested cell."""
    given = Game(deal("9x9x10/open", seed=3))  # one cell is given, and nothing is open
    for view in (given.view, game().view, View.parse(POSITION), View.parse(TOSS)):
        found = sapper.hint(view, 2)
        hidden = [cell for cell in found.cells if view[cell] != 10 and view[cell] >= 9]
        assert len(hidden) >= 3
        assert sapper.hint(view, 4).cells[0] in hidden
    assert sapper.hint(game(), 2).clues == ()
    assert sapper.hint(game(), 3).clues


def test_a_review_speaks_of_the_agent_that_played() -> None:
    """The review names the agent that played, or says "you" if you played yourself."""
    played = sapper.play("8x4x6/open", "champion", seed=3)
    found = sapper.review(played)
    assert (found.outcome, found.end) == ("won", 1.0)
    assert str(found).startswith("The agent champion won")
    assert "You" not in str(found)
    assert str(sapper.review(played.record())) == str(found)  # the record names the agent
    own = sapper.review(
        sapper.play("8x4x6/open", lambda view: sapper.guess(odds(view).safest or 0), seed=3)
    )
    assert str(own).startswith("The agent <lambda> ")
    mine = Game("2x1x1/safe", seed=1)
    mine.open("A1")
    assert str(sapper.review(mine)).startswith("You won")


def test_moves_say_whether_they_changed_something() -> None:
    """`flag` returns True or False, and other moves return the number of cells they opened."""
    one = game()
    assert [one.flag("C2"), one.flag("C2"), one.flag("D4")] == [True, True, False]
    assert (one.open("D4"), one.chord("D3")) == (0, 0)


def test_a_saved_game_is_continued(tmp_path: Path) -> None:
    """A saved game is read as a record, and the short form of a record shows no mines."""
    sapper.write(game(), tmp_path / "game.txt")
    saved: Any = sapper.read(tmp_path / "game.txt")
    assert isinstance(saved, sapper.Record)
    assert Game(saved).view == game().view
    assert "*" not in repr(saved) + str(Game(saved))
    sapper.write(Game("beginner", seed=1), tmp_path / "new.txt")
    assert isinstance(sapper.read(tmp_path / "new.txt"), View)


def test_an_error_in_your_agent_counts_as_a_crash() -> None:
    """If an agent raises an error, `bench` counts a crash, and `play` raises the error."""

    def fails(view: View) -> Answer:
        if len(view.hidden) < 60:
            raise KeyError("no idea")
        return sapper.guess(odds(view).safest or 0)

    result = sapper.bench(fails, "beginner", games=4, seed=1)
    assert result.crashed > 0
    assert result.crashed + result.won + result.lost == 4
    assert "fails failed on 9x9x10/open seed " in result.failure
    assert str(result).endswith("it raised KeyError: 'no idea'")
    with pytest.raises(KeyError):
        sapper.play("beginner", fails, seed=result.columns["outcome"].index("crashed") + 1)


def test_texts_and_values_mean_the_same() -> None:
    level = sapper.Level.parse("7x5x9/open")
    assert deal("7x5x9/open", 4, "C2") == deal(level, 4, level.grid.parse_cell("C2"))
    chain = sapper.Technique.CHAIN
    assert deal("beginner", 1, technique="chain") == deal("beginner", 1, technique=chain)
    assert lib.Technique("chain") is chain
    assert len(sapper.Deck.deal("beginner", 1, 2)) == 2
    view = sapper.View.parse(POSITION)
    assert odds(POSITION)["C1"] == odds(view)[2] == 0.0
    assert explain(POSITION, "C1") == explain(view, 2)
    assert view["B2"] == view[6] == 1
    assert str(explain(game(), "C2")) == str(explain(game().view, 10))
    assert sapper.value(POSITION)["C1"].safe == 1.0


def test_printed_text_is_accepted() -> None:
    board, record = deal("8x4x6/open", seed=3), game().record()
    assert odds(str(game())).safe == odds(game()).safe
    assert Game(str(board)).board == board
    assert Game(str(record)).view == game().view
    by_place = Game("8x4x6/open", 3)
    by_place.open("D4")
    assert by_place.view == game().view
    assert str(sapper.make("odds").choose(lib.View.parse(str(game())))).startswith("open A1, ")
    assert repr(sapper.make("Champion")) == "<Agent champion>"
    assert sapper.bench("Odds:guess=random", "6x4x4/open", 2).games == 2
    assert sapper.Grid(9, 4).neighbours("A1") == sapper.Grid(9, 4).neighbours(0)


def test_a_guess_may_name_its_cell() -> None:
    """`guess` accepts the name or the number of a cell."""
    for cell in ("A1", 0, np.int64(0)):

        class Guesses:
            answer = lib.guess(cell)

            def choose(self, view: View) -> Any:
                return self.answer if view["A1"] > 8 else None

        assert sapper.play(game(), Guesses)["A1"] == 1


def test_functions_can_be_sent_to_other_processes() -> None:
    """After pickling, as in `multiprocessing`, each function is still the same object."""
    for name in filter(str.islower, sapper.__all__):
        function = getattr(sapper, name)
        assert pickle.loads(pickle.dumps(function)) is function is getattr(sapper, name)


def test_boards_and_proofs_name_their_cells() -> None:
    toss: Any = explain(TOSS)
    assert re.fullmatch(r"\(([A-D][1-3](, )?)+\)", str(toss.with_mine))
    assert re.fullmatch(r"\(([A-D][1-3](, )?)+\)", str(toss.when_safe))
    reason: Any = explain(POSITION, "C1")
    assert str(reason.proof) == reason.proof_text()
    assert "A1 ∨ B1" in reason.proof._repr_html_()
    assert repr(reason.proof).startswith("<Proof of ¬C1 in ")
    found = sapper.hint(POSITION, 4)
    assert repr(found) == str(found) == found.text == "C1 is safe."


def test_a_game_is_played_by_names() -> None:
    by_name, by_number = game(), game()
    for one, cell in ((by_name, "H1"), (by_number, 7)):
        assert isinstance(cell, str | int)
        assert one.play(cell) == 1
    by_name.flag("C2")
    by_number.play("flag C2")
    assert by_name.view == by_number.view
    assert by_name.chord("D3") == by_number.play("chord D3")
    assert str(by_name).startswith("8x4x6/open\n")
    assert Game("beginner").outcome is None
    assert deal("beginner") != deal("beginner", seed=1)


def test_a_game_on_a_level_is_the_game_of_its_seed() -> None:
    one, other = Game("9x6x9/open", seed=5), Game.start(sapper.Level.parse("9x6x9/open"), 5)
    one.open("F3")
    other.open("F3")
    assert one.board == other.board == deal("9x6x9/open", 5, first="F3")


def test_files_round_trip(tmp_path: Path) -> None:
    """`write` chooses the format by the file extension, and `read` recognises the format."""
    played = game()
    for name in ("game.txt", "game.evf", "game.rawvf"):
        sapper.write(played, tmp_path / name)
        assert sapper.read(tmp_path / name) is not None
    sapper.write(played, str(tmp_path / "odd"), to="sapper")
    assert sapper.read(tmp_path / "odd") == played.record()
    sapper.write(sapper.puzzle("subset", seed=1), tmp_path / "puzzle.txt")
    assert isinstance(sapper.read(tmp_path / "puzzle.txt"), sapper.View)


def test_results_are_tables(tmp_path: Path) -> None:
    """Each column has one value per game, so pandas and polars can read the table."""
    result = sapper.bench("rules", "6x4x4/open", games=20, seed=1)
    lengths = {len(column) for column in result.columns.values()}
    assert lengths == {20}
    result.to_csv(tmp_path / "games.csv")
    head, *lines = (tmp_path / "games.csv").read_text().splitlines()
    assert (head.split(",")[:2], len(lines)) == (["seed", "outcome"], 20)
    assert lines[0].startswith(f"1,{result.outcomes[0]},")
    assert result.columns["seed"] == list(range(1, 21))
    deck = sapper.Deck(LEVEL, LEVEL.first, deal_many(LEVEL, 1, 3))
    assert sapper.bench("odds", deck).columns["board"] == [1, 2, 3]
    assert set(result.columns["outcome"]) <= {"won", "lost", "stuck"}
    assert str(result).startswith("rules on 6x4x4/open: 20 games, ")
    # pandas can also read such a dictionary of lists if the values are plain.
    table = polars.DataFrame(result.columns)
    assert (table.height, table.columns) == (20, list(result.columns))
    assert table["outcome"].to_list() == result.outcomes
    assert str([table["seed"].dtype, table["ms"].dtype]) == "[Int64, Float64]"
    kinds = {type(value) for column in result.columns.values() for value in column}
    assert {type(column) for column in result.columns.values()} == {list}
    assert kinds <= {int, float, str, bool, type(None)}
    read_back = polars.read_csv(tmp_path / "games.csv")
    assert read_back["outcome"].to_list() == result.outcomes


def test_your_own_agent_plays() -> None:
    """An agent may be a function, an object or a class, and each game gets a fresh copy of it."""

    def careful(view: sapper.View) -> Answer:
        return sapper.guess(odds(view).safest or 0)

    class Counts:
        def __init__(self) -> None:
            self.calls = 0

        def choose(self, view: sapper.View) -> str:
            self.calls += 1
            assert self.calls == 1 or min(view.states) < sapper.HIDDEN
            safest = odds(view).safest
            assert safest is not None
            return f"guess {view.grid.name(safest)}"

    level = "6x4x4/open"
    wins = [
        sapper.bench(agent, level, games=20, jobs=2).won
        for agent in (careful, Counts, Counts(), sapper.make("odds"), "odds")
    ]
    assert len(set(wins)) == 1
    assert str(sapper.bench(careful, level, games=2)).startswith("careful on 6x4x4/open: 2 games")
    assert sapper.bench(lambda view: None, level, games=3).stuck == 3
    assert sapper.compare(careful, "odds", level, 20).only_a == ()
    assert sapper.compare(sapper.make("champion"), careful, level, 20, all_games=True).games == 20


def test_an_answer_means_the_same_in_a_function_and_in_a_file(tmp_path: Path) -> None:
    """An agent that names a cell claims that it is safe, but `guess(cell)` is only a guess."""
    file = tmp_path / "mine.py"
    claims = ["view.hidden[0]", "view.grid.name(view.hidden[0])", "f'open {view.hidden[0]}'"]
    for answer in [*claims, "sapper.guess(view.hidden[0])", "f'guess {view.hidden[0]}'"]:
        file.write_text(f"import sapper\ndef choose(view):\n    return {answer}\n")
        function = eval(f"lambda view: {answer}", {"sapper": sapper})
        found = [
            (played.lost, played.wrong, played.columns["guesses"])
            for played in (
                sapper.bench(agent, "6x4x8/any", games=5) for agent in (function, str(file))
            )
        ]
        lost, wrong, guesses = found[0]
        assert found[1] == found[0], answer
        assert (lost == 0, wrong > 0, sum(guesses) == 0) == (answer in claims,) * 3, answer


def test_an_agent_plays_a_whole_game() -> None:
    level = "8x4x6/open"
    for seed in range(3):
        played = sapper.play(level, "odds", seed=seed)
        assert played.outcome is not None
        (outcome,) = sapper.bench("odds", level, games=1, seed=seed).outcomes
        assert played.outcome.value == outcome
        assert sapper.play(deal(level, seed), "odds").outcome is played.outcome
    assert sapper.play(level, "champion", seed=3).outcome == "won"
    started = game()
    assert sapper.play(started, "champion") is started
    assert sapper.play(game().record(), sapper.make("champion")).view == started.view
    assert sapper.play(Game("beginner", seed=1), lambda view: None).outcome is None


def test_cells_print_as_names() -> None:
    """Cells print as names, but are still numbers."""
    chances, worth = odds(game()), sapper.value(game())
    assert (str(chances.safe), chances.safe) == ("(A1, B1, C1, H1, B2)", (0, 1, 2, 7, 9))
    assert (f"{worth.best}", worth.best) == ("A1", 0)
    assert repr(worth.moves[0]).startswith("MoveValue(cell=A1, ")
    reason = explain(game(), "H1")
    assert isinstance(reason, Explanation)
    assert str((reason.cell, reason.clues)) == "(H1, (F2, H2))"
    puzzle = sapper.puzzle("subset", seed=1, level="7x5x9/open")
    assert (str(puzzle.safe), puzzle.safe) == ("(B3,)", (15,))
    assert str(sapper.hint(game(), 4).cells) == "(H1,)"
    assert str(sapper.rate(game()).where) == "C1"
    assert str(sapper.make("champion").choose(game().view)).startswith("open A1, open B1, ")
    asked: Any = game()
    assert str(sapper.make("textbook").choose(asked)) == "open H1"
    assert str(game().view.hidden[:2]) == "(A1, B1)"
    best = pickle.loads(pickle.dumps(worth.best))
    assert (str(best), best + 1, json.dumps([best])) == ("A1", 1, "[0]")
    big = View(sapper.Level.parse("200x200x9/any"), bytes([9]) * 40_000)
    assert str(big.hidden[-1]) == "GR200"


def test_a_cell_is_looked_up_by_name() -> None:
    """Both a game and a view accept the name of a cell as an index."""
    one = game()
    one.flag("C2")
    assert (one["D3"], one["A1"], one["C2"]) == (1, sapper.HIDDEN, sapper.FLAGGED)
    assert (one["D3"], one[19]) == (one.view["D3"], one.view[19])
    assert Game(deal("8x4x6/open", 3))["D4"] == sapper.GIVEN


def test_a_record_is_a_game_and_a_position(tmp_path: Path) -> None:
    record = game().record()
    assert Game(record).view == record.view == game().view
    assert odds(record).safe == odds(game()).safe
    Game(record).open("H1")
    assert record.view["H1"] == sapper.HIDDEN
    played = sapper.play("8x4x6/open", "champion", seed=3)
    sapper.write(played, tmp_path / "game.evf")
    replay: Any = sapper.read(tmp_path / "game.evf")
    assert Game(replay).outcome is played.outcome
    assert replay.view.hidden == played.view.hidden
    for drawn in (record, replay):
        assert "<svg" in drawn._repr_html_()


def test_a_level_may_be_capitalised() -> None:
    assert deal("Expert", 1) == deal("expert", 1)
    assert deal("BEGINNER/Safe", 1) == deal("beginner/safe", 1)


def test_a_rating_says_what_it_is_about() -> None:
    """A board is rated as a whole, and a position only for its next step."""
    assert "of 10 for the whole board. " in str(sapper.rate(deal("beginner", seed=4)))
    assert "of 10 for the next step. " in str(sapper.rate(POSITION))


def test_printing_shows_words() -> None:
    """The printed text shows neither dataclass fields nor memory addresses."""
    played = Game(deal("beginner", seed=4))
    agent = sapper.make("champion")
    while played.outcome is None:
        played.play(agent.choose(played.view) or 0)
    shown: list[Any] = [
        odds(POSITION),
        sapper.value(POSITION),
        explain(POSITION),
        sapper.hint(POSITION),
        sapper.review(played),
        sapper.rate(POSITION),
        sapper.rate(deal("beginner", seed=4)),
        sapper.puzzle("subset", seed=1),
        sapper.compare("rules", "odds", "6x4x4/open", 20),
        agent,
        sapper.make("textbook"),
    ]
    for one in [*shown, played.record(), played.board, sapper.bench("odds", "6x4x4/open", 5)]:
        assert " at 0x" not in f"{one!s}{one!r}"
        assert "(view=" not in str(one)
        assert len(repr(one)) < 300
    assert repr(agent) == "<Agent champion>"
    assert "1 safe cell, 2 mines" in repr(odds("4x1x2/any\n.2.."))
    for pictured in (played, shown[4], shown[7]):
        assert "<svg" in pictured._repr_html_()


def test_numbers_may_come_from_numpy() -> None:
    """A number from NumPy means the same as Python's, and results are Python's numbers."""
    three: Any = np.int64(3)
    half: Any = np.float32(0.5)
    yes: Any = np.bool_(True)
    level = sapper.Level(three + 3, three + 1, three)
    assert repr(level) == repr(sapper.Level(6, 4, 3))
    assert repr(sapper.Move("open", three)) == repr(sapper.Move("open", 3))
    assert repr(sapper.Grid(three + 2, three)) == "Grid(width=5, height=3)"
    assert json.dumps(sapper.Board.parse("3x1x1/any\n1*1").to_json())
    assert sapper.value(TOSS, half, three) == sapper.value(TOSS, 0.5, 3)
    assert sapper.deal(LEVEL, three, no_guess=yes) == sapper.deal(LEVEL, 3, no_guess=True)
    wanted = Wanted(guesses=three, three_bv=(three, three + 2))
    assert repr(wanted) == repr(Wanted(guesses=3, three_bv=(3, 5)))
    assert str(Game(LEVEL, three)) == str(Game(LEVEL, 3))
    view = View.parse(TOSS)
    for name, guess in (("champion", "champion"), ("odds", "random")):
        by_numpy = sapper.make(name, guess, three)
        assert by_numpy.choose(view) == sapper.make(name, guess, 3).choose(view)
    assert repr(sapper.make("champion", budget=half)) == "<Agent champion>"
    first, second = (sapper.bench("rules", LEVEL, n, seed=n, jobs=n // 3) for n in (three, 3))
    assert first.signature == second.signature
    assert json.dumps(first.columns["seed"]) == "[3, 4, 5]"
    assert sapper.compare("rules", "odds", LEVEL, three, seed=three).seed == 3
    assert (sapper.sample(TOSS, three, three) == sapper.sample(TOSS, 3, 3)).all()
    assert sapper.hint(TOSS, three).tier == 3
    assert repr(Player("odds", seed=three)) == repr(Player("odds", seed=3))


# A type checker would find these mistakes.
lib: Any = sapper


def lost() -> Game:
    one = Game(sapper.Board.parse("2x1x1/any\n*1"))
    one.open("A1")
    return one


def test_names_that_people_try() -> None:
    """What people type without reading works as in other libraries."""
    board = lib.deal((7, 4, 5), seed=3)
    assert (board.width, board.height) == (7, 4)
    marked = {cell for cell in range(28) if board[cell] == 9}
    assert marked == board.mines == {int(cell) for cell in np.flatnonzero(board.array == 9)}
    assert all(board[divmod(cell, 7)] == board.array[divmod(cell, 7)] for cell in range(28))
    assert lib.Level("expert") == lib.levels["expert"]
    assert lib.Level("7x4x5/open").mines == 5
    assert str(lib.Level("expert", start=StartRule("any"))) == "30x16x99/any"
    played = lib.play(level="8x4x6/open", agent="champion", seed=3)
    assert (played.won, played.over, played.legal_moves) == (True, True, ())
    assert lib.env is sys.modules["sapper.env"]


def test_a_rate_of_wins_has_its_interval() -> None:
    result = lib.bench("odds", games=20)
    rate = result.win_rate
    assert rate.low <= rate.value == result.won / 20 <= rate.high
    assert (rate.low, rate.high) == result.interval("won")


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    one = game()
    before = str(one)
    two = one.copy()
    assert two.open((0, 0))
    assert two.moves[:-1] == one.moves
    two.undo()
    two.flag("A1")
    assert str(one) == before != str(two)
    assert (one.flags, two.flags) == (0, 1)
    assert one.hidden == one.view.hidden


def test_legal_moves_are_those_that_change_something() -> None:
    one = game()
    one.flag("C2")
    legal = set(one.legal_moves)
    for kind in ("open", "flag", "chord"):
        for cell in range(one.level.size):
            trial = one.copy()
            trial.play(lib.Move(kind, cell))
            changed = trial.move_count > one.move_count
            assert (lib.Move(kind, cell) in legal) == changed, (kind, cell)


def test_an_array_becomes_a_view_again() -> None:
    view = game().view
    assert lib.View.from_array(view.array, view.level) == view
    assert lib.View.from_array(view.array.astype(np.int64).tolist(), str(view.level)) == view


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lib.deal(3), "3 can't be a level"),
        (lambda: lib.deal("easy", seed="x"), "seed can't be"),
        (lambda: lib.deal("easy", seed=-1), "seeds must be 0 to"),
        (lambda: lib.deal("easy", technique="magic"), "is not a technique: use given"),
        (lambda: lib.deal("easy", guesses="x"), "guesses can't be"),
        (
            lambda: lib.deal("beginner", 1, first=(0, 9)),
            r"\(0, 9\) is off the board: rows are 0 to 8",
        ),
        (
            lambda: lib.deal("beginner", 1, first=(0, 0, 0)),
            r"\(0, 0, 0\) can't be a cell: use a name",
        ),
        (lambda: lib.deal((9, 9, "x")), "mines can't be 'x'"),
        (lambda: lib.deal((9, 9)), r"\(9, 9\) can't be a level: use a Level, text like"),
        (lambda: lib.Level("huge"), "'huge' is not a level: write WxHxM"),
        (lambda: lib.Level(9, 9), "mines can't be None: use a whole number"),
        (lambda: lib.View.from_array(np.zeros((4, 8))), r"write View.from_array\(array, level\)"),
        (lambda: lib.odds(np.zeros((4, 8))), r"write View.from_array\(array, level\)"),
        (lambda: lib.View.from_array([[0, 1]], "3x1x1"), r"shape \(1, 2\), but .* needs \(1, 3\)"),
        (lambda: lib.View.from_array([[0, 1, 12]], "3x1x1"), "whole numbers from 0 to 11"),
        (lambda: lib.View.from_array([[0, 1, 0.5]], "3x1x1"), "whole numbers from 0 to 11"),
        (lambda: lib.View.from_array([[0, 1, -1]], "3x1x1"), "whole numbers from 0 to 11"),
        (lambda: lib.View.from_array([[0, 1], [9]], "2x2x1"), "rows .* differ in length"),
        (lambda: lib.deal("beginner", 1, first=99), "cells must be 0 to 80"),
        (lambda: lib.deal("beginner", technique="subsets"), "chain, combination, mine count$"),
        (lambda: lib.deal("beginner", three_bv=30), "three_bv can't be 30: use the lowest and"),
        (lambda: lib.deal("beginner", three_bv="30-40"), "three_bv can't be '30-40'"),
        (lambda: lib.deal("beginner", openings=("a", 3)), "openings can't be 'a'"),
        (lambda: lib.deal("beginner", limit="5s"), "limit can't be '5s': use a number of at le"),
        (lambda: lib.deal("beginner", no_guess=True, limit=-1), "limit can't be -1"),
        (lambda: lib.puzzle("subset", limit="x"), "limit can't be 'x'"),
        (lambda: lib.puzzle("subset", seed="1"), "seed can't be '1': use a whole number"),
        (lambda: lib.value(game(), seed="x"), "seed can't be 'x'"),
        (lambda: lib.bench("odds", "easy", jobs="2"), "jobs can't be '2'"),
        (lambda: lib.compare("odds", "rules", "easy", margin="x"), "margin can't be 'x'"),
        (lambda: lib.make(None), "None is not an agent: use one of resolution"),
        (lambda: lib.make(len), "is not an agent: use one of resolution"),
        (lambda: lib.make("odds", seed="x"), "seed can't be 'x'"),
        (lambda: lib.make("odds").choose("easy"), "'easy' is not a position"),
        (lambda: lib.View.parse(None), "a position can't be None: use text"),
        (lambda: lib.Board.parse(None), "a board can't be None: use text"),
        (lambda: lib.Record.parse(3), "a record can't be 3: use text"),
        (lambda: lib.Level.parse(None), "a level can't be None: use text"),
        (lambda: lib.make("odds", guess=3), "3 is not a guess strategy: use one of none, "),
        (
            lambda: lib.bench("odds", "easy", on_progress=3),
            "on_progress can't be 3: use a function",
        ),
        (lambda: lib.bench("odds", "easy", audit="no"), "audit can't be 'no': use True or False"),
        (lambda: lib.review(lost(), progress="x"), "progress can't be 'x': use a function"),
        (lambda: lib.play("easy", int), "<class 'int'> can't play: use the name of an agent"),
        (lambda: lib.View("beginner", bytes), "states can't be <class 'bytes'>: use bytes"),
        (lambda: lib.View(3, b""), "3 can't be a level"),
        (lambda: lib.Board("3x1x1/any", 7), "mines can't be 7: use a set of cells"),
        (lambda: lib.Board("3x1x1/any", {"A1"}), "mines can't be .*'A1'.*: use a set of cells"),
        (lambda: lib.Board("3x1x1/safe", {1}, "C4"), "cells are A1 to C1"),
        (lambda: lib.Board("3x1x1/given(1)", {1}, given=7), "given can't be 7: use cells"),
        (lambda: lib.Grid("5", 4), "width can't be '5': use a whole number"),
        (lambda: lib.Grid(5, 4).name("C4"), "cell can't be 'C4': use a whole number"),
        (lambda: lib.Record(3, (), None), "board can't be 3: use a Board"),
        (lambda: lib.Record(lost().board, [1], None), r"moves can't be \[1\]: use a tuple like"),
        (lambda: lib.Record(lost().board, (), "drawn"), "'drawn' is not an outcome: use won or"),
        (
            lambda: lib.Deck("easy", None, [1]),
            r"rows can't be \[1\]: use an array of cells, with 19",
        ),
        (lambda: lib.Deck.of("easy", None, [1]), r"boards can't be \[1\]: use a list of boards"),
        (lambda: lib.StartRule("none"), "'none' is not a start rule: use any, safe"),
        (lambda: lib.Technique(2.5), "2.5 is not a technique: use given"),
        (lambda: lib.write(game(), 3, "sapper"), "3 is not the name of a file"),
        (lambda: lib.read("two\nlines"), "can't read two lines: "),
        (lambda: lib.Level("9", "9", "10"), "width can't be '9': use a whole number"),
        (lambda: lib.Level(9, 9, 10, "open"), "start can't be 'open': use a start rule"),
        (lambda: lib.Level(9, 9, 10).grid.neighbours("Z1"), "cells are A1 to I9"),
        (lambda: lib.Level(9, 9, 10).grid.neighbours(99), "cells must be 0 to 80"),
        (lambda: lib.Move("jump", 3), "'jump' is not a move: use open, flag or chord"),
        (lambda: lib.Move("open", "A1"), "cell can't be 'A1': use a whole number"),
        (lambda: lib.guess(None), "can't guess 'None': use a cell"),
        (lambda: lib.guess("A1", odds="x"), "odds can't be 'x'"),
        (lambda: lib.guess("A1", odds=3), "'3' is not a chance: write 0 to 1"),
        (lambda: lib.Game(game()), "can't be played: use a Board, a level .*, or a Record"),
        (lambda: lib.Game(game().view), "can't be played: use a Board, a level .*, or a Record"),
        (lambda: lib.Game("beginner", "x"), "seed can't be 'x'"),
        (lambda: lib.write(odds(game()), "y.txt"), "use a board, deck, position"),
        (lambda: lib.write(game(), "x.txt2"), r"extension '.txt2': use .*\.evf, .*\.txt, "),
        (lambda: lib.Game(lib.deal("easy", 1), seed=2), "leave out the seed"),
        (lambda: lib.Game("easy").open(None), "None can't be a cell: use a name like C4"),
        (lambda: game().flag("Q9"), "cells are A1 to H4"),
        (lambda: game().play("jump C4"), "write open C4, flag C4 or chord C4"),
        (lambda: lib.explain(game(), 99), "cells must be 0 to 31"),
        (lambda: lib.odds(4), "is not a position: use a View, Game or Record"),
        (lambda: lib.odds("nonsense"), "'nonsense' is not a position: use a View, Game or Record"),
        (lambda: lib.odds(POSITION)["A2"], "A2 is open: choose a hidden cell"),
        (lambda: lib.verify(3), "3 has no proof: use an explanation"),
        (lambda: lib.verify("nowhere"), "'nowhere' is not a folder with a certificate"),
        (lambda: lib.explain(TOSS).proof_text(), "there is no proof: D3 may be safe or a mine"),
        (lambda: lib.verify(lib.explain(TOSS)), "there is no proof: D3 may be"),
        (lambda: lib.Technique("magic"), "is not a technique: use given"),
        (lambda: lib.rate("expert"), "can't rate 'expert': use a board such as"),
        (lambda: lib.value(POSITION)["A2"], "A2 is not among the moves"),
        (lambda: lib.hint(game(), "x"), "tier can't be"),
        (lambda: lib.review(3), "use a game, a record or a replay"),
        (lambda: lib.rate(3), "is not a position"),
        (lambda: lib.bench("odds", "easy", games="x"), "games can't be"),
        (lambda: lib.compare("odds", "rules", "easy", "x"), "games can't be"),
        (lambda: lib.read(3), "is not the name of a file"),
        (lambda: lib.odds(POSITION)[0, 0.5], "column can't be 0.5"),
        (lambda: lib.odds(POSITION)[500], "cells must be 0 to 14"),
        (lambda: lib.View.parse(POSITION)[500], "cells must be 0 to 14"),
        (lambda: lib.View.parse(POSITION)[0.5], "0.5 can't be a cell"),
        (lambda: lib.Game("beginner").state("Z1"), "cells are A1 to I9"),
        (lambda: lib.Game("beginner").undo(), "there is no move to undo"),
        (lambda: lost().undo(), "the game is over"),
        (lambda: lib.sample(POSITION, 2.5), "count can't be 2.5: use a whole number"),
        (lambda: lib.bench(3, "easy"), "3 can't play: use the name of an agent like champion"),
        (lambda: lib.bench(len, "easy"), "len failed on 9x9x10/given seed 9: it raised Type"),
        (lambda: lib.bench(lambda view: "Z99", "easy"), "cells are A1 to I9"),
        (lambda: lib.bench(lambda view: 0, "easy", guess="vote"), "leave out 'guess'"),
        (lambda: lib.play("easy", lambda view: (1, 2)), r"it returned '\(1, 2\)', a tuple"),
        (
            lambda: lib.play("easy", lambda view: 0.5),
            "a name like 'C4'.*, guess.cell., a text like 'open C4 D5'",
        ),
        (lambda: lib.play(game(), "odds", seed=3), "leave out the seed"),
        (lambda: lib.compare("odds", None, "easy", 5), "a function that chooses a cell"),
        (lambda: lib.Game(game().record(), seed=3), "leave out the seed"),
        (lambda: lib.puzzle("magic"), "use single clue, subset, .*, combination, mine count$"),
        (lambda: lib.puzzle("case split"), "no known board needs a case split"),
        (lambda: lib.deal("easy", technique="case split"), "no known board needs a case"),
        (lambda: lib.deal("expert", 1, technique="given", limit=0), "Raise the limit, or use"),
        (lambda: lib.write(game(), 3), "is not the name of a file"),
        (lambda: lib.write("x", "y.txt"), "use a board, deck, position"),
        (lambda: lib.write(game(), "y.zip"), "no format uses the extension '.zip': use "),
    ],
)
def test_mistakes_name_the_argument(call: Callable[[], object], says: str) -> None:
    """Each mistake raises a one-line error that says what is allowed."""
    with pytest.raises(SapperError, match=says) as caught:
        call()
    assert "\n" not in str(caught.value)
