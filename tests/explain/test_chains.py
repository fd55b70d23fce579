"""Chains are found in positions of whole games where other parts of the board are settled too."""

import pytest

from explaincheck import check_steps
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.ladder.techniques import Technique

ORDER = """
30x16x99/given
.....1......3..2.102.202...1..
.......11...32332103.303.41111
.......22232101.1003.302.20000
........200001221002.201110000
........200001.101233210000000
.......32001122211..3.21110122
........1001.11.23433.21.101..
.3.4...2332212222..1122222224.
.......2...21..2333101.11.2.32
.........43...3.4.20011122312.
1.............3.4.3100123.1011
.........3.....223.2001..31122
...........2.2.102.21123.312..
.............31101111.223.13..
...........2.2.21211124.3112..
...............2.2.101..20012.
"""

ELSEWHERE = """
30x16x99/given
...1..........................
..2...................212.2...
......................101.....
......................212.33..
..............................
..1.1.....................212.
..........................1011
...........4..............1100
..........1..4.............100
.......3..112...........111100
.........21011.1.......2100011
.........10001.111113.3100001.
...2.....20001.100001..2111011
.........100011100002.....3100
.........210000011112......100
..........1000001..........100
"""


@pytest.mark.parametrize(("text", "cell"), [(ORDER, "O16"), (ELSEWHERE, "W1")])
def test_a_chain_is_explained_where_other_parts_are_settled_too(text: str, cell: str) -> None:
    """A chain is explained by valid steps, even if cells elsewhere are settled as well."""
    view = View.parse(text)
    found = explain(view, view.grid.parse_cell(cell))
    assert isinstance(found, Explanation)
    assert found.technique is Technique.CHAIN
    check_steps(found)
