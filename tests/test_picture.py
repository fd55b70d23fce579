"""Boards are drawn correctly in the terminal, as SVG and as PNG."""

import io
import runpy
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor
from rich.console import Console

from sapper import picture
from sapper.errors import SapperError

ROWS = ["01.F", "+*XW", "8765"]
SVG = "{http://www.w3.org/2000/svg}"


def test_the_terminal_shows_names_and_symbols() -> None:
    """The board is readable without colours, and a zero is blank."""
    console = Console(file=io.StringIO(), width=80)
    console.print(picture.terminal(ROWS))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert lines == ["  A B C D", "1   1 . F", "2 + * X W", "3 8 7 6 5"]


def test_wide_boards_stack_their_column_letters() -> None:
    """Names of columns after Z need two lines, and the rows stay aligned."""
    lines = picture.terminal(["." * 28] * 10).plain.splitlines()
    assert lines[0].endswith(" A A")
    assert lines[1].endswith(" Y Z A B")
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("look", ["course", "classic"])
def test_svg_draws_every_cell_in_its_colour(look: Literal["course", "classic"]) -> None:
    root = ElementTree.fromstring(picture.svg(ROWS, look))
    colours = picture.LOOKS[look]
    tiles = [r.get("fill") for r in root.iter(f"{SVG}rect")][1:]
    assert tiles == [colours.fill(symbol) for row in ROWS for symbol in row]
    words = [t.text for t in root.iter(f"{SVG}text")]
    assert sorted(w or "" for w in words) == sorted("ABCD" + "123" + "1" + "+" + "8765")
    assert len(list(root.iter(f"{SVG}circle"))) == 2
    assert len(list(root.iter(f"{SVG}polygon"))) == 2


def test_the_course_look_is_grey_green_yellow() -> None:
    look = picture.LOOKS["course"]

    def channels(symbol: str) -> tuple[int, int, int]:
        colour = look.fill(symbol)
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

    grey, green, yellow = channels("."), channels("1"), channels("*")
    assert len(set(grey)) == 1
    assert green[1] > max(green[0], green[2]) + 40
    assert min(yellow[:2]) > yellow[2] + 100


@pytest.mark.parametrize("look", ["course", "classic"])
def test_png_draws_every_cell_in_its_colour(look: Literal["course", "classic"]) -> None:
    image = Image.open(io.BytesIO(picture.png(ROWS, look))).convert("RGB")
    tile = picture.TILE
    assert image.size == (5 * tile, 4 * tile)
    for row, symbols in enumerate(ROWS, 1):
        for column, symbol in enumerate(symbols, 1):
            pixel = image.getpixel((column * tile + 3, row * tile + 2))
            assert pixel == ImageColor.getrgb(picture.LOOKS[look].fill(symbol))


def test_numbers_are_drawn_without_fonts_on_the_machine() -> None:
    pictures = {picture.png([digit]) for digit in "012345678"}
    assert len(pictures) == 9


def test_a_board_too_large_for_a_terminal_is_plain_rows() -> None:
    """Colouring a million cells would take a minute."""
    rows = ["." * 300] * 200
    text = picture.terminal(rows)
    assert text.plain == "\n".join(rows)
    assert not text.spans


def test_a_large_board_gets_small_cells_in_png_and_is_refused_as_svg() -> None:
    """A PNG of a 1000x1000 board has at most 6,000 pixels per side, and an SVG is refused."""
    rows = ["." * 1000] * 1000
    image = Image.open(io.BytesIO(picture.png(rows)))
    assert max(image.size) <= 6006
    with pytest.raises(SapperError, match="use PNG, or at most 100000 cells"):
        picture.svg(rows)


def test_the_picture_in_the_docs_shows_the_agent_of_today(tmp_path: Path) -> None:
    """The text in docs/watch.svg is still the text that docs/pictures.py draws."""
    docs = Path(__file__).parent.parent / "docs"
    drawn = tmp_path / "watch.svg"
    drawn.write_text(runpy.run_path(str(docs / "pictures.py"))["watch"](), encoding="utf-8")
    words = [
        ["".join(text.itertext()) for text in ElementTree.parse(file).iter(f"{SVG}text")]
        for file in (drawn, docs / "watch.svg")
    ]
    assert words[0] == words[1] != []
