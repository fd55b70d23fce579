"""Pictures of boards and positions: for the terminal, as SVG and as PNG.

    0-8 . F +   as in a position     *   a mine
    X           an exploded mine     W   a wrong flag

>>> print(svg(["1.", "F*"], "classic")[:34])
<svg xmlns="http://www.w3.org/2000
"""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont
from rich.style import Style
from rich.text import Text

from sapper.core.grid import column_letters
from sapper.errors import SapperError

LookName: TypeAlias = Literal["course", "classic"]

TERMINAL_LIMIT = 40_000
SVG_LIMIT = 100_000
PNG_LIMIT = 4_000_000
TILE = 28

# The colours of the numbers 1 to 8, which are dark enough to read on every cell in both colour
# schemes (LOOKS).
_DIGITS = ("#1d3fd0", "#1b6b1f", "#c02020", "#14147a", "#7a1414", "#0e6a6a", "#101010", "#5a5a5a")


@dataclass(frozen=True, slots=True)
class Look:
    hidden: str
    given: str
    safe: str
    mine: str
    exploded: str
    line: str

    def fill(self, symbol: str) -> str:
        match symbol:
            case "." | "F" | "W":
                return self.hidden
            case "+":
                return self.given
            case "*":
                return self.mine
            case "X":
                return self.exploded
        return self.safe


LOOKS: dict[LookName, Look] = {
    "course": Look("#b4b4b4", "#cfe3c4", "#8fd18f", "#f5d93b", "#f0803c", "#6e6e6e"),
    "classic": Look("#c3cbd6", "#d8e6c8", "#f2f2ee", "#d9d9d9", "#f06060", "#8a919c"),
}


def terminal(rows: Sequence[str], look: LookName = "course", mark: int | None = None) -> Text:
    """The rows with column letters and row numbers, coloured for a terminal."""
    if len(rows) * len(rows[0]) > TERMINAL_LIMIT:
        return Text("\n".join(rows), no_wrap=True, overflow="ignore")
    colours = LOOKS[look]
    margin = len(str(len(rows))) + 1
    text = Text(no_wrap=True, overflow="ignore")
    letters = [column_letters(column) for column in range(len(rows[0]))]
    tall = max(map(len, letters))
    for line in range(tall):
        heads = "".join(f" {letter.rjust(tall)[line]}" for letter in letters)
        text.append(f"{'':{margin - 1}}{heads}\n", style="dim")
    for number, row in enumerate(rows, 1):
        text.append(f"{number:>{margin - 1}}", style="dim")
        marked = -1 if mark is None else mark - (number - 1) * len(row)
        for column, symbol in enumerate(row):
            colour = "#202020" if symbol not in "12345678" else _DIGITS[int(symbol) - 1]
            style = Style(color=colour, bgcolor=colours.fill(symbol), bold=True)
            before = "[" if column == marked else "]" if column == marked + 1 > 0 else " "
            text.append(before + (" " if symbol == "0" else symbol), style=style)
        text.append("]\n" if marked == len(row) - 1 else "\n")
    text.right_crop(1)
    return text


def odds_terminal(rows: Sequence[str], odds: Sequence[Sequence[float]]) -> Text:
    """The rows with the chance of a mine, in percent, on every hidden cell."""
    text = Text(no_wrap=True, overflow="ignore")
    margin = len(str(len(rows)))
    letters = [column_letters(column) for column in range(len(rows[0]))]
    text.append(" " * margin + "".join(f"{letter:>3}" for letter in letters) + "\n", style="dim")
    for number, (row, chances) in enumerate(zip(rows, odds, strict=True), 1):
        text.append(f"{number:>{margin}}", style="dim")
        for symbol, chance in zip(row, chances, strict=True):
            if symbol in "012345678":
                digit = " " if symbol == "0" else symbol
                colour = _DIGITS[int(symbol) - 1] if symbol != "0" else "#202020"
                text.append(f"  {digit}", style=Style(color=colour, bgcolor="#f2f2ee", bold=True))
                continue
            label = {0.0: "ok", 1.0: "**"}.get(chance) or f"{min(max(chance, 0.01), 0.99):.0%}"[:-1]
            text.append(f" {label:>2}", style=Style(color="#101010", bgcolor=_heat(chance)))
        text.append("\n")
    text.right_crop(1)
    return text


def first_cells_terminal(
    cells: Sequence[tuple[int, int] | None], width: int, best: Collection[int]
) -> Text:
    """A table of the number of boards won for each first cell.

    `cells` contains (boards won, all boards) or None for each cell.
    """
    counts = [
        "-" if value is None else f"{'*' if cell in best else ''}{value[0]}"
        for cell, value in enumerate(cells)
    ]
    shares = ["" if value is None else f"{value[0] / value[1]:.2%}" for value in cells]
    wide = max(map(len, (*counts, *shares))) + 2
    margin = len(str(len(cells) // width))
    text = Text(no_wrap=True, overflow="ignore")
    letters = "".join(f"{column_letters(column):>{wide}}" for column in range(width))
    text.append(" " * margin + letters, style="dim")
    for start in range(0, len(cells), width):
        for labels, number in ((counts, str(start // width + 1)), (shares, "")):
            text.append(f"\n{number:>{margin}}", style="dim")
            for cell in range(start, start + width):
                text.append(f"{labels[cell]:>{wide}}", style="bold" if cell in best else "")
    return text


def _heat(chance: float) -> str:
    """A colour on a scale from blue (safe) to orange (a mine), readable by colour-blind people."""
    low, middle, high = (0x6C, 0xB4, 0xEE), (0xF0, 0xEE, 0xE4), (0xF0, 0x8A, 0x24)
    a, b, t = (low, middle, chance * 2) if chance < 0.5 else (middle, high, chance * 2 - 1)
    return "#" + "".join(f"{round(x + (y - x) * t):02x}" for x, y in zip(a, b, strict=True))


def svg(
    rows: Sequence[str],
    look: LookName = "course",
    left: int = 0,
    top: int = 0,
    outlines: Mapping[int, str] | None = None,
) -> str:
    """The rows as SVG. The top left cell is in column `left` and row `top`, counted from 0."""
    width, height = len(rows[0]), len(rows)
    if width * height > SVG_LIMIT:
        raise SapperError(
            f"an SVG of {width}x{height} cells is too large: use PNG, or at most {SVG_LIMIT} cells"
        )
    colours = LOOKS[look]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {(width + 1) * TILE} '
        f'{(height + 1) * TILE}" width="{(width + 1) * TILE}" height="{(height + 1) * TILE}" '
        f'font-family="sans-serif" text-anchor="middle">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]

    def words(column: float, row: float, text: str, colour: str, size: float) -> str:
        x, y = (column + 0.5) * TILE, (row + 0.5) * TILE + size * 0.36
        return (
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="bold" '
            f'fill="{colour}">{text}</text>'
        )

    for column in range(width):
        parts.append(words(column + 1, 0, column_letters(left + column), "#606060", TILE * 0.4))
    for row in range(height):
        parts.append(words(0, row + 1, str(top + row + 1), "#606060", TILE * 0.4))
    for row, symbols in enumerate(rows, 1):
        for column, symbol in enumerate(symbols, 1):
            x, y = column * TILE, row * TILE
            parts.append(
                f'<rect x="{x}" y="{y}" width="{TILE}" height="{TILE}" '
                f'fill="{colours.fill(symbol)}" stroke="{colours.line}"/>'
            )
            if symbol in "12345678":
                parts.append(words(column, row, symbol, _DIGITS[int(symbol) - 1], TILE * 0.62))
            elif symbol in "*X":
                parts.append(
                    f'<circle cx="{x + TILE / 2:g}" cy="{y + TILE / 2:g}" r="{TILE * 0.27:g}" '
                    'fill="#202020"/>'
                )
            elif symbol in "FW":
                points = " ".join(f"{x + u * TILE:g},{y + v * TILE:g}" for u, v in _FLAG)
                parts.append(f'<polygon points="{points}" fill="#c02020"/>')
                pole = [f"{x + u * TILE:g},{y + v * TILE:g}" for u, v in _POLE]
                parts.append(
                    f'<polyline points="{" ".join(pole)}" stroke="#202020" stroke-width="2"/>'
                )
            if symbol == "W":
                for line in _CROSS:
                    ends = " ".join(f"{x + u * TILE:g},{y + v * TILE:g}" for u, v in line)
                    parts.append(f'<polyline points="{ends}" stroke="#202020" stroke-width="2"/>')
            if symbol == "+":
                parts.append(words(column, row, "+", "#3a7a3a", TILE * 0.62))
    for cell, colour in (outlines or {}).items():
        row, column = divmod(cell, width)
        parts.append(
            f'<rect x="{(column + 1) * TILE + 1.5:g}" y="{(row + 1) * TILE + 1.5:g}" '
            f'width="{TILE - 3}" height="{TILE - 3}" fill="none" stroke="{colour}" '
            'stroke-width="3"/>'
        )
    return "\n".join([*parts, "</svg>", ""])


_FLAG = ((0.46, 0.18), (0.46, 0.54), (0.18, 0.36))
_POLE = ((0.46, 0.18), (0.46, 0.82))
_CROSS = (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85)))


def png(rows: Sequence[str], look: LookName = "course", left: int = 0, top: int = 0) -> bytes:
    file = io.BytesIO()
    drawn = image(rows, look, left, top)
    drawn.save(file, "PNG", optimize=len(rows) * len(rows[0]) < 10_000)
    return file.getvalue()


def image(
    rows: Sequence[str], look: LookName = "course", left: int = 0, top: int = 0
) -> Image.Image:
    """The picture as an image. Cells smaller than 10 pixels show only their colours."""
    width, height = len(rows[0]), len(rows)
    if width * height > PNG_LIMIT:
        raise SapperError(
            f"a PNG of {width}x{height} cells is too large: use at most {PNG_LIMIT} cells"
        )
    colours = LOOKS[look]
    tile = max(3, min(TILE, 6000 // max(width, height)))
    drawn = Image.new("RGB", ((width + 1) * tile, (height + 1) * tile), "#ffffff")
    pen = ImageDraw.Draw(drawn)
    detailed = tile >= 10
    digit_font = ImageFont.load_default(tile * 0.72)
    label_font = ImageFont.load_default(tile * 0.46)

    def words(column: int, row: int, text: str, colour: str, small: bool = False) -> None:
        at = ((column + 0.5) * tile, (row + 0.5) * tile)
        pen.text(at, text, fill=colour, font=label_font if small else digit_font, anchor="mm")

    if detailed:
        for column in range(width):
            words(column + 1, 0, column_letters(left + column), "#606060", small=True)
        for row in range(height):
            words(0, row + 1, str(top + row + 1), "#606060", small=True)
    for row, symbols in enumerate(rows, 1):
        for column, symbol in enumerate(symbols, 1):
            x, y = column * tile, row * tile
            pen.rectangle(
                (x, y, x + tile, y + tile),
                fill=colours.fill(symbol),
                outline=colours.line if detailed else None,
            )
            if not detailed:
                continue

            def place(shape: Sequence[tuple[float, float]], x: int = x, y: int = y) -> list[float]:
                return [v for u, w in shape for v in (x + u * tile, y + w * tile)]

            if symbol in "12345678":
                words(column, row, symbol, _DIGITS[int(symbol) - 1])
            elif symbol in "*X":
                pen.ellipse(place([(0.23, 0.23), (0.77, 0.77)]), fill="#202020")
            elif symbol in "FW":
                pen.line(place(_POLE), fill="#202020", width=2)
                pen.polygon(place(_FLAG), fill="#c02020")
            if symbol == "W":
                for line in _CROSS:
                    pen.line(place(line), fill="#202020", width=2)
            if symbol == "+":
                words(column, row, "+", "#3a7a3a")
    return drawn
