"""Pictures of explanations build up step by step and show only the relevant part of the board."""

import io
from xml.etree import ElementTree

from PIL import Image

from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.explain.pictures import CellMark, animated_svg, part, pngs, sheet, step_pictures, svgs

SVG = "{http://www.w3.org/2000/svg}"


def explained(text: str, name: str) -> Explanation:
    view = View.parse(text)
    found = explain(view, view.grid.parse_cell(name))
    assert isinstance(found, Explanation)
    return found


WALL = """
4x3x2
....
1221
0000
"""

COUNTED = """
5x4x4/any
..2..
....1
1.332
00...
"""


def test_marks_build_up() -> None:
    """Marks stay in later pictures, but frames belong to one step."""
    first, second = step_pictures(explained(WALL, "A1"))
    assert first.marks == {1: CellMark.MINE}
    assert second.marks == {1: CellMark.MINE, 0: CellMark.SAFE}
    assert [set(first.clues), set(first.mines), set(first.safe)] == [{6, 7}, {1}, set()]
    assert [set(second.clues), set(second.mines), set(second.safe)] == [{4}, set(), {0}]


def test_suppositions_stay_visible_and_are_struck_out() -> None:
    """Suppositions are marked as supposed while they hold, and then as refuted."""
    found = explained(COUNTED, "B2")
    kinds = [str(step.kind) for step in found.steps]
    shown = step_pictures(found)
    start, end = kinds.index("suppose"), kinds.index("impossible")
    assert start < end
    for frame in shown[start:end]:
        assert frame.marks[found.cell] is CellMark.SUPPOSED_MINE
    assert set(shown[end - 1].marks.values()) >= {CellMark.SUPPOSED_MINE, CellMark.SUPPOSED_SAFE}
    last = shown[end].marks
    assert last[found.cell] is CellMark.SAFE
    assert CellMark.REFUTED_SAFE in last.values()
    assert CellMark.SUPPOSED_MINE not in last.values()
    known = set(found.known)
    assert all(known <= set(frame.marks) for frame in shown[2:])


def test_only_the_part_that_matters_is_drawn() -> None:
    """The picture has a margin of one cell, and keeps the coordinates of the whole board."""
    rows = [".....+++++++", "+12+++++++++", "++++++++++++", "++++++++++++", "++++++++++++"]
    found = explained("12x5x3\n" + "\n".join(rows), "D1")
    shown = part(found)
    assert (shown.left, shown.top, shown.rows) == (0, 0, [".....", "+12++", "+++++"])
    assert shown.place(3) == (4, 1)
    assert shown.place(11) is None
    (document,) = svgs(found)
    texts = [element.text for element in ElementTree.fromstring(document).iter(f"{SVG}text")]
    assert {"A", "E", "1", "3", "D1 is a mine: difference", "clue", "found mine"} <= set(texts)
    assert not {"F", "4"} & set(texts)


def test_a_picture_per_step_as_svg_and_png() -> None:
    found = explained(COUNTED, "B2")
    assert len(svgs(found)) == len(pngs(found)) == len(found.steps)
    for document in svgs(found):
        ElementTree.fromstring(document)
    sizes = {Image.open(io.BytesIO(image)).size[0] for image in pngs(found)}
    assert sizes == {460}


def test_all_steps_on_a_sheet() -> None:
    """Every caption is on the sheet once, and marks differ in shape as well as in colour."""
    found = explained(COUNTED, "B2")
    whole = ElementTree.fromstring(sheet(found))
    text = " ".join(element.text or "" for element in whole.iter(f"{SVG}text"))
    for number in range(1, len(found.steps) + 1):
        assert text.count(f"{number}/{len(found.steps)}. ") == 1
    assert any(circle.get("stroke-dasharray") for circle in whole.iter(f"{SVG}circle"))
    assert any(circle.get("fill") == "#202020" for circle in whole.iter(f"{SVG}circle"))


def test_the_animation_plays_and_has_buttons() -> None:
    """The animation needs no script, and has one group per step and three buttons."""
    found = explained(WALL, "A1")
    whole = ElementTree.fromstring(animated_svg(found))
    assert len(list(whole.iter(f"{SVG}animate"))) == len(found.steps)
    buttons = [group.get("id") for group in whole.iter(f"{SVG}g") if group.get("class") == "button"]
    assert buttons == ["back", "play", "on"]
    (script,) = whole.iter(f"{SVG}script")
    assert script.text is not None
    assert all(name in script.text for name in ("back", "play", "on", "setInterval"))


def test_the_cells_of_a_sum_that_do_not_cancel_are_framed() -> None:
    """D3 and C2 are in several clues of the sum and cancel out, so they have no frame."""
    rows = [".11..1.2", "F2F.12..", "1.2....2", "1121...+", "....11.."]
    found = explained("8x5x8/any\n" + "\n".join(rows), "D1")
    last = step_pictures(found)[-1]
    assert {found.view.grid.name(cell) for cell in last.counted} == {"D2", "F3"}
    assert {found.view.grid.name(cell) for cell in last.safe} == {"D1"}
