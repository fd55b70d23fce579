"""Levels and start rules are read, written and checked."""

import pytest
from hypothesis import given

from sapper.core.level import NAMED, Level, LevelError, StartRule, parse_rows
from sapper.errors import SapperError
from strategies import levels, rules


@given(levels())
def test_parse_and_str_are_inverses(level: Level) -> None:
    assert Level.parse(str(level)) == level


@given(rules)
def test_rules_parse_and_str_are_inverses(rule: StartRule) -> None:
    assert StartRule.parse(str(rule)) == rule


def test_named_levels_are_those_of_the_design() -> None:
    assert {name: str(level) for name, level in NAMED.items()} == {
        "easy": "9x9x10/given",
        "medium": "16x16x25/given",
        "hard": "30x16x99/given",
        "beginner": "9x9x10/open",
        "intermediate": "16x16x40/open",
        "expert": "30x16x99/open",
    }
    assert Level.parse("expert/safe") == Level(30, 16, 99, StartRule("safe"))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("easy", 9),
        ("medium", 16),
        ("hard", 22),
        ("hard/given*0.5", 11),
        ("hard/given*2", 44),
        ("hard/given*10", 220),
        ("easy/given*10", 71),
        ("medium/given(128)", 128),
        ("medium/given(all)", 231),
        ("hard/open", 0),
    ],
)
def test_given_gives_as_many_cells_as_the_course(text: str, count: int) -> None:
    """By default, round(sqrt(cells)) cells are given, and never more than there are safe cells."""
    assert Level.parse(text).given == count


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("9x9x82/any", "it can have 0 to 81 mines"),
        ("9x9x81/safe", "it can have 0 to 80 mines"),
        ("9x9x78/open", "it can have 0 to 77 mines"),
        ("1x9x8/open", "it can have 0 to 7 mines"),
        ("0x9x1", "1 to 1000"),
        ("1001x9x1", "1 to 1000"),
        ("9x9x10/given(72)", "71 safe cells"),
        ("9x9x10/given*2000", "0.001 to 1000"),
        ("9x9x10/given*0.0009", "0.001 to 1000"),
    ],
)
def test_the_error_for_an_impossible_level_names_the_limit(text: str, limit: str) -> None:
    with pytest.raises(LevelError, match=limit.replace("(", r"\(")):
        Level.parse(text)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "'' is not a level"),
        ("9x9", "'9x9' is not a level"),
        ("nine", "'nine' is not a level"),
        ("9x9x-1", "'9x9x-1' is not a level"),
        ("٩x9x1", "'٩x9x1' is not a level"),
        ("9x9x10/", "'' is not a start rule"),
        ("9x9x10/odd", "'odd' is not a start rule"),
        ("9x9x10/given(-1)", r"'given\(-1\)' is not a start rule"),
    ],
)
def test_garbage_is_not_a_level(text: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=quoted) as problem:
        Level.parse(text)
    assert isinstance(problem.value, SapperError)


def test_the_first_cell_is_that_of_published_figures() -> None:
    """The default first cell is A1 for `safe` and D4 for `open` (or A1 if the mines don't fit)."""
    assert Level.parse("expert/safe").first == 0
    assert Level.parse("expert/open").first == Level.parse("expert").grid.parse_cell("D4")
    assert Level.parse("5x5x21/open").first == 0
    assert Level.parse("3x2x0/open").first == 5  # D4 would be off the board
    assert Level.parse("2x9x1/open").first == 7
    assert Level.parse("9x2x1/open").first == 12
    assert Level.parse("expert/any").first is None
    assert Level.parse("hard").first is None


@pytest.mark.parametrize(
    ("rule", "cells"),
    [("any", []), ("given", []), ("safe", [5]), ("open", [0, 1, 2, 4, 5, 6, 8, 9, 10])],
)
def test_the_start_rule_keeps_cells_clear(rule: str, cells: list[int]) -> None:
    """Rule `safe` keeps the first cell free of mines, and `open` also keeps its neighbours free."""
    assert Level.parse(f"4x3x1/{rule}").clear_cells(5) == set(cells)
    most = 12 - len(cells)
    assert Level.parse(f"4x3x{most}/{rule}").fits(5)
    if rule == "open":
        assert not Level.parse(f"4x3x{most + 1}/open").fits(5)
        assert Level.parse(f"4x3x{most + 1}/open").fits(0)


@pytest.mark.parametrize(
    ("kind", "amount", "message"),
    [
        ("safe", 3, "rule 'safe' has no given cells"),
        ("given", -1, r"given\(-1\) is out of range: use 0 or more"),
        ("given", 1000.5, "the factor must be 0.001 to 1000"),
    ],
)
def test_a_senseless_rule_is_refused(kind: str, amount: float, message: str) -> None:
    with pytest.raises(LevelError, match=message):
        StartRule(kind, amount)  # type: ignore[arg-type]
    assert [StartRule("given", end).given for end in (0, 0.001, 1000.0)] == [0, 0.001, 1000.0]
    assert StartRule("given") == StartRule("given", 1.0)


def test_rows_are_read_with_the_rest_of_line_one() -> None:
    """Comments and blank lines are ignored, and the text after the level is returned."""
    text = "# a corner\n\n4x2x1/any  B2 \n.12.\n  # between\n  3..4\n"
    rest, level, rows = parse_rows(text, "drawing", ".1234", LevelError)
    assert (rest, str(level), rows) == ("B2", "4x2x1/any", [".12.", "3..4"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty drawing: line one must be a level like 9x9x10"),
        ("# nothing", "empty drawing: line one must be a level like 9x9x10"),
        ("3x2x1\n# a\n...\n..", "line 4 of the drawing has 2 cells, but level 3x2x1/safe has 3"),
        ("3x2x1\n\n.xy\n...", "line 3 of the drawing has an unknown symbol, 'x': use only . 1 2"),
        ("3x2x1\n...", "the drawing has 1 row, but level 3x2x1/safe has 2"),
        ("3x2x1\n...\n...\n...", "the drawing has 3 rows, but level 3x2x1/safe has 2"),
    ],
)
def test_rows_that_do_not_fit_are_named_by_their_line(text: str, message: str) -> None:
    """The error names the first wrong symbol and its line. Comments count as lines."""
    with pytest.raises(LevelError) as problem:
        parse_rows(text, "drawing", ".12", LevelError)
    assert str(problem.value) == message
