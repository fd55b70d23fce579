"""miniature.js: boards as icons, and pictures of finished boards, checked cell by cell."""

from __future__ import annotations

import re
from typing import Any

import pytest

PICTURE = """async ([width, height, symbols, isWon]) => {
    const found = (await import("/miniature.js")).picture(width, height, symbols, isWon);
    const paths = [...found.querySelectorAll("path")];
    return { size: [found.getAttribute("width"), found.getAttribute("height")].map(Number),
        box: found.getAttribute("viewBox"),
        paths: Object.fromEntries(paths.map((one) => [one.getAttribute("class"),
            one.getAttribute("d")])) };
}"""


def filled(path: str) -> list[tuple[int, int]]:
    """The (row, column) of each cell in an SVG path that draws rows of boxes."""
    boxes = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path)
    assert "".join(f"M{x} {y}h{n}v1h-{n}z" for x, y, n in boxes) == path
    return [(int(y), int(x) + i) for x, y, n in boxes for i in range(int(n))]


def digits(path: str) -> list[tuple[int, int]]:
    """The (row, column) of each cell in an SVG path that draws digits as strokes."""
    found = re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path)
    return [
        (int(float(y)), int(float(x)) + i)
        for x, y, n in found
        for i in range(round(float(n) + 0.6))
    ]


def where(rows: list[str], signs: str) -> list[tuple[int, int]]:
    return [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in signs]


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize(
    "rows",
    [
        ["*1000", "12110", "01*10"],
        ["FX..+", "..*W1", "88888"],
        ["."],
        ["0"],
        ["F1F1F1F1"],
        list("X1*."),
    ],
)
def test_every_cell_is_drawn_once(page: Any, rows: list[str], won: bool) -> None:
    """Tiles, flags, the exploded mine and digits each have one path. Empty cells have none."""
    width, height = len(rows[0]), len(rows)
    found = page.evaluate(PICTURE, [width, height, "".join(rows), won])
    # After a win, every mine has a flag.
    tile, flags = (".+", "F*") if won else (".+*W", "F")
    assert filled(found["paths"]["tile"]) == where(rows, tile)
    assert filled(found["paths"]["flags"]) == where(rows, flags)
    assert filled(found["paths"]["boom"]) == where(rows, "X")
    assert digits(found["paths"]["digits"]) == where(rows, "12345678")
    assert found["box"] == f"0 0 {width} {height}"


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(9, 9, [52, 52]), (30, 16, [98, 52]), (1, 1, [52, 52]), (100, 1, [98, 1]), (16, 30, [28, 52])],
)
def test_a_picture_fits_its_place(page: Any, width: int, height: int, size: list[int]) -> None:
    """A picture is as large as 98 by 52 pixels allow. Without a final position, it is empty."""
    found = page.evaluate(PICTURE, [width, height, None, False])
    assert found["size"] == size
    assert set(found["paths"].values()) == {""}


@pytest.mark.parametrize(("width", "height"), [(1, 1), (9, 9), (30, 16), (5, 8)])
def test_a_miniature_has_a_line_every_two_cells(page: Any, width: int, height: int) -> None:
    """The lines stay within the frame, even if a side has an odd number of cells."""
    box, path = page.evaluate(
        """async ([width, height]) => {
            const found = (await import("/miniature.js")).miniature(width, height);
            return [found.getAttribute("viewBox"), found.querySelector("path").getAttribute("d")];
        }""",
        [width, height],
    )
    assert box == f"0 0 {width} {height}"
    down = [f"M{x} 0v{height}" for x in range(2, width + 1, 2)]
    across = [f"M0 {y}h{width}" for y in range(2, height + 1, 2)]
    assert path == "".join([*down, *across])
