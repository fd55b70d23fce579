"""Studies and players are checked, written and read, and studies are loaded from files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.errors import SapperError
from sapper.lab.player import Player, player
from sapper.lab.study.claims import Bend, Minus, Over, Paired
from sapper.lab.study.plan import Plot, Study, load
from sapper.lab.study.studies import STUDIES

VALUES = st.one_of(st.none(), st.booleans(), st.integers(-5, 50), st.text(max_size=5))


@given(
    st.sampled_from(["resolution", "odds"]),
    st.sampled_from([None, "vote", "odds"]),
    st.integers(0, 5),
    st.dictionaries(st.sampled_from(["k", "w", "endgame", "widen"]), VALUES, max_size=3),
    st.text(max_size=8),
)
@example("odds", None, 0, {}, "if")
def test_a_player_reads_back_what_it_writes(
    agent: str, guess: str | None, seed: int, chosen: dict[str, object], label: str
) -> None:
    someone = Player(agent, guess, seed, tuple(chosen.items()), label)
    assert Player.parse(str(someone)) == someone


@pytest.mark.parametrize("text", ["resolution:k", "resolution:3", "a:k=f(1)", "a:k=1)(", "a:**k"])
def test_a_malformed_player_is_quoted(text: str) -> None:
    with pytest.raises(SapperError, match="is not a player"):
        Player.parse(text)


def test_a_player_that_can_not_play_is_refused_before_the_first_game() -> None:
    for bad, word in (("psychic", "agent"), ("odds:k=3", "setting"), ("rules:guess=x", "strategy")):
        with pytest.raises(SapperError, match=word):
            Player.parse(bad).check()


def sides(test: Any) -> Iterator[tuple[str, str]]:
    """The pairs of level and player that the test of a claim needs."""
    match test:
        case Minus(a, b) | Over(a, b):
            yield from (*sides(a), *sides(b))
        case Paired(level, a, b):
            yield from ((level, a), (level, b))
        case Bend(_, levels, someone):
            yield from ((level, someone) for _, level in levels)
        case _:
            yield test.level, test.player


def test_the_studies_can_be_played_and_have_figures_of_the_course() -> None:
    assert list(STUDIES) == [
        "difficulty",
        "safe-cells",
        "mine-count",
        "start-rule",
        "kb-growth",
        "matching-width",
        "endgame",
        "guessing",
        "three-bv",
        "chaining",
        "agents",
        "no-guess",
    ]
    for study in STUDIES.values():
        study.check()
        # the course has no figures for no-guess boards
        assert study.course or study.name == "no-guess"
        names = {someone.name for someone in study.players}
        for figure in study.course:
            assert figure.level in study.levels, (study.name, figure)
            assert figure.player in names, (study.name, figure)
        for plot in study.plots:
            assert set(plot.levels) <= set(study.levels)
        for claim in study.claims:
            for level, someone in sides(claim.test):
                assert level in study.levels, (study.name, claim)
                assert someone in names, (study.name, claim)


def test_options_replace_games_and_players() -> None:
    """Option --agent accepts the labels of the study's players, and any other player as text."""
    study = load("matching-width").with_options(games=7, agents=["k=2", "resolution:k=4,w=6"])
    assert study.games == 7
    assert [str(p) for p in study.players] == [
        "resolution:k=2,w=None,label='k=2'",
        "resolution:k=4,w=6",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "a b"}, "name"),
        ({"games": 0}, "1 to 1000000000"),
        ({"seed": -1}, "seeds must be"),
        ({"levels": ()}, "no level"),
        ({"levels": ("easy", "easy")}, "twice"),
        ({"levels": ("easier",)}, "not a level"),
        ({"players": (player("odds"), player("odds"))}, "twice"),
        ({"measures": ("weather",)}, "not a measure"),
        ({"plots": (Plot("pie"),)}, "kind of plot"),
    ],
)
def test_a_study_that_can_not_be_run_is_refused(change: dict[str, object], said: str) -> None:
    made: dict[str, object] = {
        "name": "x",
        "question": "?",
        "levels": ("easy",),
        "players": (Player("odds"),),
    }
    with pytest.raises(SapperError, match=said):
        Study(**(made | change)).check()  # type: ignore[arg-type]


def test_a_study_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from sapper.lab.player import Player\n"
        "from sapper.lab.study.plan import Study\n"
        "study = Study('mine', 'Why?', ('easy',), (Player('odds'),), games=5)\n"
    )
    study = load(str(file))
    assert (study.name, study.games, study.source) == ("mine", 5, file.read_text())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("study = 3", "does not define a study"),
        ("study = undefined", "fails: NameError"),
        ("def", "fails: SyntaxError"),
    ],
)
def test_a_file_without_a_study_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(SapperError, match=f"mine.py {said}") as problem:
        load(str(file))
    assert "\n" not in str(problem.value)


def test_an_unknown_study_names_those_that_there_are(tmp_path: Path) -> None:
    """A missing file and an unknown name give different errors."""
    with pytest.raises(SapperError, match="'dificulty' is not a study: use difficulty"):
        load("dificulty")
    with pytest.raises(SapperError, match="No such file"):
        load(str(tmp_path / "none.py"))
