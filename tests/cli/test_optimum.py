"""The command optimal."""

import json
import re

from command import sapper
from sapper.core.level import Level
from sapper.reason.optimal import Optimal, optimal


def test_optimal_draws_the_value_of_every_first_cell() -> None:
    text = sapper("optimal", "3x2x2/safe").stdout
    assert text.startswith("3x2x2/safe: the best strategy wins on 5 of 10 boards (50.0000%)\n")
    assert "first    A1 C1 A2 C2\n" in text
    assert "1      *5       4      *5\n   50.00%  40.00%  50.00%\n2 " in text
    assert re.search(r"exact    .*: \d+ positions in \d+\.\d s\n$", text)
    assert "- means that there are too many mines" in sapper("optimal", "4x3x6/open").stdout
    for arguments in (("3x2x2/safe b1",), ("3x2x2/safe", "--first", "B1")):
        text = sapper("optimal", *arguments).stdout
        assert "wins on 4 of 10 boards" in text
        assert "A2" not in text
    assert "won before the first move" in sapper("optimal", "2x1x2/any").stdout


def test_optimal_as_json_is_the_library_s() -> None:
    found = json.loads(sapper("optimal", "4x3x3/any", "--json").stdout)
    assert Optimal.from_json(found) == optimal(Level.parse("4x3x3/any"))
    assert (found["won"], found["boards"]) == (124, 220)
    assert found["probability"] == 124 / 220
