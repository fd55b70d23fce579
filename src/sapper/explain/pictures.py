"""Pictures of an explanation, one per step.

    known mine, safe     a dot, a tick
    supposed             a dashed dot or tick with a question mark; struck out when it is refuted
    clue                 a thick blue frame around each number that the step uses
    counted              a dashed violet frame around cells among which the step counts mines
    found                a thick frame around cells that the step settles, green if they are safe
                         and pink if they are mines

Each picture keeps the marks of earlier steps.
"""

from __future__ import annotations

import hashlib
import io
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw, ImageFont

from sapper import picture
from sapper.core.grid import Cell
from sapper.core.view import View
from sapper.explain.explanation import Explanation
from sapper.explain.step import known_from
from sapper.ladder.finding import Kind
from sapper.picture import TILE, LookName
from sapper.words import say
from sapper.words.kinds import PictureLabel, PictureTitle, PictureWord, StepNumber

CLUE, SAFE, MINE, SOME = "#0060c0", "#00804f", "#d0267f", "#7a3fc0"

_PAUSE = 4
_LINE = 16
_WIDTH = 460


class CellMark(StrEnum):
    MINE = "a mine"
    SAFE = "safe"
    SUPPOSED_MINE = "a mine, supposed"
    SUPPOSED_SAFE = "safe, supposed"
    REFUTED_MINE = "a mine, refuted"
    REFUTED_SAFE = "safe, refuted"

    @property
    def is_mine(self) -> bool:
        return self.startswith("a mine")

    @property
    def is_found(self) -> bool:
        return "," not in self


@dataclass(frozen=True, slots=True)
class StepPicture:
    marks: dict[Cell, CellMark] = field(hash=False)
    clues: frozenset[Cell]
    counted: frozenset[Cell]
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    caption: str

    def outlines(self) -> Iterator[tuple[Cell, str]]:
        for cells, colour in (
            (self.counted, SOME),
            (self.clues, CLUE),
            (self.safe, SAFE),
            (self.mines, MINE),
        ):
            for cell in sorted(cells):
                yield cell, colour


def step_pictures(explanation: Explanation) -> list[StepPicture]:
    steps, sentences = explanation.steps, explanation.sentences
    marks: dict[Cell, CellMark] = {}
    supposed: list[tuple[int, list[Cell]]] = []
    shown: list[StepPicture] = []
    told = sum(map(explanation.tells, steps))
    for index, (step, text) in enumerate(zip(steps, sentences, strict=True)):
        struck: dict[Cell, CellMark] = {}
        if step.kind is Kind.SUPPOSE:
            supposed.append((step.under[-1], []))
        elif step.kind is Kind.IMPOSSIBLE:
            for cell in supposed.pop()[1]:
                mine = marks.pop(cell) is CellMark.SUPPOSED_MINE
                struck[cell] = CellMark.REFUTED_MINE if mine else CellMark.REFUTED_SAFE
        now = known_from([step])
        for cell, is_mine in now.items():
            if step.under and supposed:
                if cell not in marks:
                    marks[cell] = CellMark.SUPPOSED_MINE if is_mine else CellMark.SUPPOSED_SAFE
                    supposed[-1][1].append(cell)
            else:
                marks[cell] = CellMark.MINE if is_mine else CellMark.SAFE
        if not explanation.tells(step):
            continue
        settling = step.kind not in (Kind.KNOWN, Kind.SUPPOSE)
        shown.append(
            StepPicture(
                {**struck, **marks},
                frozenset(step.clues),
                frozenset(explanation.counted(index)),
                frozenset(cell for cell, is_mine in now.items() if settling and not is_mine),
                frozenset(cell for cell, is_mine in now.items() if settling and is_mine),
                f"{len(shown) + 1}/{told}. {text}",
            )
        )
    return shown


@dataclass(frozen=True, slots=True)
class Part:
    left: int
    top: int
    rows: list[str]
    width: int

    def place(self, cell: Cell) -> tuple[int, int] | None:
        """The column and row of a cell in the picture, counted from 1, or None if it is outside."""
        column, row = cell % self.width - self.left + 1, cell // self.width - self.top + 1
        inside = 1 <= column <= len(self.rows[0]) and 1 <= row <= len(self.rows)
        return (column, row) if inside else None


def part(explanation: Explanation) -> Part:
    """The rectangle that shows the steps, apart from cited cells, with a margin of one cell."""
    view: View = explanation.view
    width, height = view.level.width, view.level.height
    cells = {explanation.cell, *explanation.clues}
    for step in explanation.steps:
        if step.kind not in (Kind.KNOWN, Kind.MINE_COUNT, Kind.TOTAL):
            cells.update(cell for fact in step.facts for cell in fact.cells)
    rows = sorted(cell // width for cell in cells)
    columns = sorted(cell % width for cell in cells)
    top, bottom = max(0, rows[0] - 1), min(height, rows[-1] + 2)
    left, right = max(0, columns[0] - 1), min(width, columns[-1] + 2)
    return Part(left, top, [row[left:right] for row in view.rows[top:bottom]], width)


# -- SVG --------------------------------------------------------------------------------------


def svgs(explanation: Explanation, look: LookName = "course") -> list[str]:
    drawings = [_drawing(explanation, frame, look) for frame in step_pictures(explanation)]
    return [_svg(drawing.width, drawing.height, drawing.inner) for drawing in drawings]


def sheet(explanation: Explanation, look: LookName = "course") -> str:
    drawings = [_drawing(explanation, frame, look) for frame in step_pictures(explanation)]
    width = max(drawing.width for drawing in drawings)
    columns = 1 if len(drawings) == 1 else 2
    parts, y = [], 0
    for start in range(0, len(drawings), columns):
        row = drawings[start : start + columns]
        for column, drawing in enumerate(row):
            parts.append(
                f'<g transform="translate({column * (width + TILE)} {y})">{drawing.inner}</g>'
            )
        y += max(drawing.height for drawing in row) + TILE
    return _svg(columns * (width + TILE) - TILE, y - TILE, "\n".join(parts))


def stepper(explanation: Explanation, look: LookName = "course") -> str:
    pictures = svgs(explanation, look)
    # Explanations on the same page need different names. A hash is used, so that the same
    # explanation always gives the same HTML.
    name = "sapper-" + hashlib.sha256("".join(pictures).encode()).hexdigest()[:12]
    styles, buttons, shown = [], [], []
    for number, picture_of_step in enumerate(pictures, 1):
        chosen = " checked" if number == 1 else ""
        buttons.append(
            f'<label><input type="radio" name="{name}" class="step{number}"{chosen}> '
            f"{say(StepNumber(number))}</label> "
        )
        shown.append(f'<div class="step{number}">{picture_of_step}</div>')
        styles.append(
            f"#{name}:has(input.step{number}:checked) > div.step{number}{{display:block}}"
        )
    style = f"#{name} > div{{display:none}}\n" + "\n".join(styles)
    summary = f"<p><b>{escape(explanation.summary)}</b></p>"
    inside = "".join(buttons) + "\n".join(shown)
    return f'<div id="{name}"><style>{style}</style>{summary}{inside}</div>'


def animated_svg(explanation: Explanation, look: LookName = "course") -> str:
    """An SVG that shows the steps in turn, paused at first if the user prefers reduced motion."""
    drawings = [_drawing(explanation, frame, look) for frame in step_pictures(explanation)]
    width = max(drawing.width for drawing in drawings)
    height = max(drawing.height for drawing in drawings)
    total = _PAUSE * len(drawings)
    parts = []
    for index, drawing in enumerate(drawings):
        begins, ends = index / len(drawings), (index + 1) / len(drawings)
        animate = (
            f'<animate attributeName="display" dur="{total}s" repeatCount="indefinite" '
            f'calcMode="discrete" values="none;inline;none" keyTimes="0;{begins:.5f};{ends:.5f}"/>'
        )
        display = "inline" if index == len(drawings) - 1 else "none"
        parts.append(f'<g class="step" display="{display}">\n{animate}\n{drawing.inner}\n</g>')
    buttons = "".join(
        f'<g class="button" id="{name}" role="button" tabindex="0" cursor="pointer" '
        f'transform="translate({4 + place * 76} {height + 4})"><title>{title}</title>'
        '<rect width="70" height="24" rx="4" fill="#f2f2ee" stroke="#606060"/>'
        f'<text x="35" y="17" font-size="13" text-anchor="middle">{title}</text></g>'
        for place, (name, title) in enumerate(
            (("back", _label("Back")), ("play", _label("Pause")), ("on", _label("Next")))
        )
    )
    script = _SCRIPT.replace("PAUSE", _label("Pause")).replace("PLAY", _label("Play"))
    return _svg(width, height + 32, "\n".join([*parts, buttons, script]))


_SCRIPT = f"""<script><![CDATA[
const steps = [...document.querySelectorAll(".step")];
steps.forEach((step) => step.querySelector("animate").remove());
let now = 0, timer = null;
const show = (index) => {{
  now = (index + steps.length) % steps.length;
  steps.forEach((step, i) => step.setAttribute("display", i === now ? "inline" : "none"));
}};
const play = (going) => {{
  clearInterval(timer);
  timer = going ? setInterval(() => show(now + 1), {_PAUSE * 1000}) : null;
  for (const word of document.querySelectorAll("#play title, #play text")) {{
    word.textContent = going ? "PAUSE" : "PLAY";
  }}
}};
const press = {{
  back: () => {{ play(false); show(now - 1); }},
  play: () => play(timer === null),
  on: () => {{ play(false); show(now + 1); }},
}};
for (const [name, act] of Object.entries(press)) {{
  const button = document.getElementById(name);
  button.addEventListener("click", act);
  button.addEventListener("keydown", (event) => {{
    if (event.key === "Enter" || event.key === " ") {{
      event.preventDefault();
      act();
    }}
  }});
}}
show(0);
play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
]]></script>"""


@dataclass(frozen=True, slots=True)
class _Drawing:
    inner: str
    width: int
    height: int


def _svg(width: int, height: int, inner: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{inner}\n</svg>\n'
    )


def _drawing(explanation: Explanation, frame: StepPicture, look: LookName) -> _Drawing:
    shown = part(explanation)
    board_width, board_height = (len(shown.rows[0]) + 1) * TILE, (len(shown.rows) + 1) * TILE
    width = max(board_width, _WIDTH)
    settled = explanation.settled
    title = say(PictureTitle(settled.cell, settled.mine, settled.technique))
    top = _LINE + 8
    parts = [
        f'<text x="4" y="{_LINE}" font-size="15" font-weight="bold">{escape(title)}</text>',
        f'<g transform="translate(0 {top})">',
        picture.svg(shown.rows, look, shown.left, shown.top),
    ]
    for cell, mark in sorted(frame.marks.items()):
        if place := shown.place(cell):
            parts.append(_mark(mark, place[0] * TILE, place[1] * TILE))
    for cell, colour in frame.outlines():
        if place := shown.place(cell):
            parts.append(_outline(colour, place[0] * TILE, place[1] * TILE))
    parts.append("</g>")
    y = top + board_height + _LINE
    for line in textwrap.wrap(frame.caption, width // 7):
        parts.append(f'<text x="4" y="{y}" font-size="13">{escape(line)}</text>')
        y += _LINE
    x = 4
    for shape, word in _legend(frame):
        parts.append(f'<g transform="translate({x} {y}) scale(0.6)">{shape}</g>')
        parts.append(f'<text x="{x + 20}" y="{y + 13}" font-size="11">{word}</text>')
        x += 28 + 7 * len(word)
        if x > width - 110:
            x, y = 4, y + _LINE + 4
    return _Drawing("\n".join(parts), width, y + _LINE + 6)


def _legend(frame: StepPicture) -> Iterator[tuple[str, str]]:
    for mark in CellMark:
        if mark in frame.marks.values():
            yield _mark(mark, 0, 0), _label(mark.value)
    frames: tuple[tuple[frozenset[Cell], str, PictureWord], ...] = (
        (frame.clues, CLUE, "clue"),
        (frame.counted, SOME, "counted"),
        (frame.safe, SAFE, "found safe"),
        (frame.mines, MINE, "found mine"),
    )
    for cells, colour, word in frames:
        if cells:
            yield _outline(colour, 0, 0), _label(word)


def _outline(colour: str, x: int, y: int) -> str:
    dash = ' stroke-dasharray="4 3"' if colour == SOME else ""
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{TILE - 4}" height="{TILE - 4}" fill="none" '
        f'stroke="{colour}" stroke-width="3"{dash}/>'
    )


def _label(word: PictureWord) -> str:
    return say(PictureLabel(word))


_TICK = ((0.28, 0.52), (0.44, 0.68), (0.74, 0.32))
_STRIKE = ((0.12, 0.88), (0.88, 0.12))


def _mark(mark: CellMark, x: int, y: int) -> str:
    dash = "" if mark.is_found else ' stroke-dasharray="3 2"'
    if mark.is_mine:
        fill = "#202020" if mark.is_found else "none"
        shape = (
            f'<circle cx="{x + TILE / 2:g}" cy="{y + TILE / 2:g}" r="{TILE * 0.24:g}" '
            f'fill="{fill}" stroke="#202020" stroke-width="2"{dash}/>'
        )
    else:
        points = " ".join(f"{x + u * TILE:g},{y + v * TILE:g}" for u, v in _TICK)
        shape = f'<polyline points="{points}" fill="none" stroke="#202020" stroke-width="3"{dash}/>'
    if mark.endswith("supposed"):
        shape += (
            f'<text x="{x + TILE - 4}" y="{y + 11}" font-size="11" font-weight="bold" '
            'text-anchor="end">?</text>'
        )
    if mark.endswith("refuted"):
        points = " ".join(f"{x + u * TILE:g},{y + v * TILE:g}" for u, v in _STRIKE)
        shape += f'<polyline points="{points}" stroke="#c02020" stroke-width="3"/>'
    return shape


# -- PNG --------------------------------------------------------------------------------------


def pngs(explanation: Explanation, look: LookName = "course") -> list[bytes]:
    shown = part(explanation)
    board = Image.open(io.BytesIO(picture.png(shown.rows, look, shown.left, shown.top)))
    tile = board.width // (len(shown.rows[0]) + 1)
    font = ImageFont.load_default(13)
    title = explanation.summary
    files = []
    for frame in step_pictures(explanation):
        width = max(board.width, _WIDTH)
        lines = [*textwrap.wrap(title, width // 7), *textwrap.wrap(frame.caption, width // 7)]
        image = Image.new("RGB", (width, board.height + (len(lines) + 1) * _LINE), "#ffffff")
        image.paste(board, (0, 0))
        pen = ImageDraw.Draw(image)
        for cell, mark in frame.marks.items():
            if place := shown.place(cell):
                _draw_mark(pen, mark, place[0] * tile, place[1] * tile, tile)
        for cell, colour in frame.outlines():
            if place := shown.place(cell):
                x, y = place[0] * tile, place[1] * tile
                pen.rectangle(
                    (x + 2, y + 2, x + tile - 2, y + tile - 2),
                    outline=colour,
                    width=1 if colour == SOME or tile < 10 else 3,
                )
        for number, line in enumerate(lines):
            at = (4, board.height + 4 + number * _LINE)
            pen.text(at, line, fill="#101010", font=font)
        file = io.BytesIO()
        image.save(file, "PNG", optimize=True)
        files.append(file.getvalue())
    return files


def _draw_mark(pen: ImageDraw.ImageDraw, mark: CellMark, x: int, y: int, tile: int) -> None:
    def placed(shape: Sequence[tuple[float, float]]) -> list[float]:
        return [v for u, w in shape for v in (x + u * tile, y + w * tile)]

    if mark.is_mine:
        fill = "#202020" if mark.is_found else None
        pen.ellipse(placed([(0.27, 0.27), (0.73, 0.73)]), fill=fill, outline="#202020", width=2)
    else:
        pen.line(placed(_TICK), fill="#202020", width=3 if mark.is_found else 2)
    if mark.endswith("supposed"):
        font = ImageFont.load_default(max(8, tile * 0.4))
        pen.text((x + tile * 0.7, y + 1), "?", fill="#202020", font=font)
    if mark.endswith("refuted"):
        pen.line(placed(_STRIKE), fill="#c02020", width=3)
