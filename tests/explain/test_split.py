"""Suppositions are explained correctly in positions of whole games."""

from explaincheck import check_steps
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.ladder.techniques import Technique

# AB13 touches AA14, which is already known to be a mine.
KNOWN_BESIDE = """
30x16x99/open
.1001.3..112.2.2110111000001..
2210113.421.3322.112.1111001.2
1.100012.1223.11122.332.100111
11100001112.311002.4.2.22111.1
00000001112.200013.312112.21.1
11100124.21110002.3101123.3211
1.1012...31111002.3112.4.4.100
11112.334.21.10012.33.3..41211
0113.4213.311100024..224......
01.5.4.13.30011102..3103......
012..4233.3101.113.31003...2..
123433.3.6.201111.321002.312..
1..3.324...31000223.10012323..
1334.21.5.4.10123.2122211..4..
13.42212.222322..3112..1123...
...3.1011101..23.201.321001...
"""


def test_a_comparison_under_a_supposition_counts_out_what_is_known() -> None:
    """The sentence does not count cells that were known before the supposition."""
    view = View.parse(KNOWN_BESIDE)
    found = explain(view, view.grid.parse_cell("AC11"))
    assert isinstance(found, Explanation)
    assert found.technique is Technique.MINE_COUNT
    needs = "The 3 at AB13 needs 1 more mine, so AC14 is a mine"
    assert any(needs in text for text in found.sentences)
    check_steps(found)
