"""Commands get their language from an option, or else from the environment."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from command import sapper
from reviewgames import game
from sapper.classroom import lessons
from sapper.classroom.lesson import solutions
from sapper.cli.overview import LanguageName, environment_language
from sapper.words import LANGUAGES, language, speaking

POSITION = "5x3x2/any\n.....\n11111\n00000\n"


def german(*arguments: str, stdin: str = "") -> str:
    done = sapper("--language", "de", *arguments, stdin=stdin)
    assert done.stderr == ""
    return done.stdout


def test_all_languages_can_be_chosen() -> None:
    assert get_args(LanguageName) == LANGUAGES


def test_lessons_and_exercises_in_german() -> None:
    assert all(each.title in german("lesson") for each in lessons("de"))
    page = german("lesson", "4")
    assert "# 4. Subsumption und Resolution" in page
    assert "## Aufgaben" in page
    assert "Schreib deine Antwort in eine Datei" in page
    assert "*Antwort:* Eine Klausel pro Zeile" in page
    assert "Mehr Aufgaben: `sapper puzzle" in page
    assert german("exercise", "8.1", "-", stdin="1/2") == (
        "✗ 8.1: 5 Bretter passen. Auf wie vielen davon ist A1 eine Mine?\n"
    )
    assert german("exercise", "8.1", "-", stdin="20%") == "✓ 8.1: Richtig.\n"
    assert german("exercise", "4.2", "--hint") == "Deine Antwort beginnt mit: 1\n"
    assert language() == "en"


def test_solutions_in_german() -> None:
    """Answers are the same in German, and their reasons name the same cells as in English."""
    english = solutions()
    with speaking("de"):
        translated = solutions()
    assert translated.keys() == english.keys()
    for number, sample in translated.items():
        assert sample.answer == english[number].answer
        assert sample.why != english[number].why
        cells = set(re.findall(r"\b[A-H]\d\b", sample.why))
        assert cells == set(re.findall(r"\b[A-H]\d\b", english[number].why)), number
    assert "  Sie widersprechen sich in C2.\n" in german("lesson", "4", "--solutions")


def test_a_sheet_in_german(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    german("lesson", "1", "--sheet", str(sheet), "--count", "4", "--seed", "1")
    text = sheet.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert "Lektion 1." in text
    assert "Welche Felder sind sicher?" in text
    assert "Lösungen" in text


def test_an_explanation_in_german() -> None:
    assert "einzige Mine: C1 ist sicher" in german("explain", "-", "C1", stdin=POSITION)


def test_an_analysis_in_german() -> None:
    lines = german("analyse", "-", "--value", stdin=POSITION).splitlines()[4:]
    assert lines == [
        "sicher         C1",
        "Minen          nichts ist beweisbar",
        "am sichersten  C1, nachweislich sicher",
        "Bretter        passend zur Stellung: 2",
        "Wert           gewinnt 50,0\u00a0% (genau): Die beste Strategie gewinnt auf 1 von 2 "
        "passenden Brettern",
        "am besten      öffne zuerst die sicheren Felder, das kostet nichts",
    ]


def test_a_rating_in_german() -> None:
    """Techniques have German names, and numbers have a decimal comma."""
    assert german("rate", "-", stdin=POSITION).splitlines() == [
        "Braucht eine Teilmenge bei C1.",
        "Schwierigkeit  0,6 von 10 für den nächsten Schritt",
        "Schlüsse       Teilmenge: 1",
        "am schwersten  Teilmenge, 2 Zahlen, zuerst bei C1",
        "geraten        0",
    ]


def test_a_watched_game_in_german() -> None:
    """The status lines of `watch` are German too, but a trace is always English."""
    shown = german("watch", "easy", "--seed", "1")
    assert "9x9x10/given   Entscheidung 1   Minen übrig 10   KB: 0 Klauseln" in shown
    assert "9x9x10/given   nach 6 Entscheidungen   Minen übrig 0" in shown
    assert shown.splitlines()[-1] == (
        "resolution-endgame auf 9x9x10/given, Seed 1: gewonnen nach 6 Entscheidungen, "
        "71 von 71 sicheren Feldern offen"
    )
    trace = german("watch", "easy", "--seed", "1", "--trace")
    assert "\ndecision 1: A1 was given as safe\n" in trace


def test_reviews_have_german_numbers(tmp_path: Path) -> None:
    file = tmp_path / "lost.record"
    file.write_text(str(game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "open E2")))
    one, two, ten = (german("review", *[str(file)] * games) for games in (1, 2, 10))
    assert re.search(r"^am Ende +0\u00a0%$", one, re.MULTILINE)
    assert re.search(r"^gewonnen +0 von 2$", two, re.MULTILINE)
    assert re.search(r"^gewonnen +0,0\u00a0% \[0,0; [0-9]+,[0-9]\]$", ten, re.MULTILINE)


def test_errors_are_in_english() -> None:
    """In a terminal only sentences about positions and games are German."""
    done = sapper("--language=de", "explain", "-", "A9", stdin=POSITION)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sapper: cell A9 is off the board: cells are A1 to E3\n"


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment sets the language, unless the option --language overrides it."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Subsumption und Resolution" in sapper("lesson").stdout
    assert "Subsumption and resolution" in sapper("--language", "en", "lesson").stdout


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LC_ALL": "", "LC_MESSAGES": "de_CH", "LANG": "en_US.UTF-8"}, "de"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "DE"}, "de"),
        ({"LANG": "deutsch"}, "en"),
        ({"LANG": "\udcff"}, "en"),
    ],
)
def test_variables_of_the_environment(variables: dict[str, str], expected: str) -> None:
    """An unknown language in the environment means English."""
    assert environment_language(variables) == expected


@pytest.mark.parametrize("arguments", [("--language", "fr", "lesson"), ("--language",)])
def test_a_bad_language_is_one_line(arguments: tuple[str, ...]) -> None:
    done = sapper(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    assert "--language" in done.stderr
