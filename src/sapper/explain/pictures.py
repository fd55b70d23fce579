"""Pictures of an explanation: the position, a step at a time, with what the step is about outlined.

    blue      the clues that the step uses
    dashed    the other cells involved
    green     the conclusion: safe          pink    the conclusion: a mine
    violet    the conclusion: neither, so many mines among these cells; or a supposition

One picture a step as SVG or PNG, or all of them as one SVG that plays them in turn. The sentence of
the step stands below the picture.
"""

from __future__ import annotations

import hashlib
import io
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw, ImageFont

from sapper import picture
from sapper.explain import Explanation
from sapper.grid import Cell
from sapper.picture import TILE, LookName

CLUE, INVOLVED, SAFE, MINE, SOME = "#0060c0", "#303030", "#00804f", "#d0267f", "#7a3fc0"

# Seconds that a step is shown in the animation.
_PAUSE = 4
_LINE = 16


@dataclass(frozen=True, slots=True)
class Frame:
    """What one picture outlines, and its caption."""

    clues: frozenset[Cell]
    involved: frozenset[Cell]
    conclusion: frozenset[Cell]
    colour: str
    caption: str

    def outlines(self) -> Iterator[tuple[Cell, str, bool]]:
        """Each outlined cell with its colour, and whether the line is dashed."""
        for cell in sorted(self.involved - self.conclusion):
            yield cell, INVOLVED, True
        for cell in sorted(self.clues):
            yield cell, CLUE, False
        for cell in sorted(self.conclusion):
            yield cell, self.colour, False


def frames(explanation: Explanation) -> list[Frame]:
    """One a step."""
    found = []
    steps = explanation.steps
    for number, (step, text) in enumerate(zip(steps, explanation.sentences, strict=True), 1):
        used = [steps[i] for i in step.uses]
        clues = {one.clue for one in (step, *used) if one.clue is not None}
        involved = {cell for one in used for cell in one.fact.cells}
        colour = SOME
        if step.kind != "suppose" and step.fact.settles:
            colour = SAFE if step.fact.most == 0 else MINE
        found.append(
            Frame(
                frozenset(clues),
                frozenset(involved),
                frozenset(step.fact.cells),
                colour,
                f"{number}/{len(steps)}. {text}",
            )
        )
    return found


def svgs(explanation: Explanation, look: LookName = "course") -> list[str]:
    """An SVG document a step."""
    rows = explanation.view.rows
    board = picture.svg(rows, look)
    found = []
    for frame in frames(explanation):
        lines = _wrapped(frame.caption, len(rows[0]))
        found.append(_document(board, rows, len(lines), _drawn(frame, rows, lines)))
    return found


def stepper(explanation: Explanation, look: LookName = "course") -> str:
    """The pictures as HTML with a button for each step; it needs neither scripts nor anything else.

    The buttons are radio buttons, and a style shows the picture of the one that is chosen.
    """
    pictures = svgs(explanation, look)
    # Two explanations on a page have buttons of their own, and the same one has the same page.
    name = "sapper-" + hashlib.sha256("".join(pictures).encode()).hexdigest()[:12]
    styles, buttons, shown = [], [], []
    for number, picture_of_step in enumerate(pictures, 1):
        chosen = " checked" if number == 1 else ""
        buttons.append(
            f'<label><input type="radio" name="{name}" class="step{number}"{chosen}> '
            f"step {number}</label> "
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
    """One SVG document that shows the steps in turn, for ever."""
    rows = explanation.view.rows
    shown = frames(explanation)
    captions = [_wrapped(frame.caption, len(rows[0])) for frame in shown]
    total = _PAUSE * len(shown)
    parts = []
    for index, (frame, lines) in enumerate(zip(shown, captions, strict=True)):
        begins, ends = index / len(shown), (index + 1) / len(shown)
        # Hidden, shown from its time on, hidden again.
        animate = (
            f'<animate attributeName="display" dur="{total}s" repeatCount="indefinite" '
            f'calcMode="discrete" values="none;inline;none" keyTimes="0;{begins:.5f};{ends:.5f}"/>'
        )
        display = "inline" if index == len(shown) - 1 else "none"
        parts.append(f'<g display="{display}">\n{animate}\n{_drawn(frame, rows, lines)}\n</g>')
    return _document(picture.svg(rows, look), rows, max(map(len, captions)), "\n".join(parts))


def _document(board: str, rows: Sequence[str], lines: int, drawn: str) -> str:
    width, height = (len(rows[0]) + 1) * TILE, (len(rows) + 1) * TILE
    whole = height + lines * _LINE + _LINE
    width = max(width, _CAPTION_WIDTH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {whole}" '
        f'width="{width}" height="{whole}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{board}{drawn}\n</svg>\n'
    )


# A caption is at least so wide, however narrow the board.
_CAPTION_WIDTH = 460


def _wrapped(caption: str, columns: int) -> list[str]:
    pixels = max((columns + 1) * TILE, _CAPTION_WIDTH)
    return textwrap.wrap(caption, pixels // 7)


def _drawn(frame: Frame, rows: Sequence[str], lines: Sequence[str]) -> str:
    width = len(rows[0])
    parts = []
    for cell, colour, dashed in frame.outlines():
        x, y = (cell % width + 1) * TILE + 2, (cell // width + 1) * TILE + 2
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        parts.append(
            f'<rect x="{x}" y="{y}" width="{TILE - 4}" height="{TILE - 4}" fill="none" '
            f'stroke="{colour}" stroke-width="3"{dash}/>'
        )
    top = (len(rows) + 1) * TILE + _LINE
    for number, line in enumerate(lines):
        parts.append(f'<text x="4" y="{top + number * _LINE}" font-size="13">{escape(line)}</text>')
    return "\n".join(parts)


def pngs(explanation: Explanation, look: LookName = "course") -> list[bytes]:
    """A PNG file a step."""
    rows = explanation.view.rows
    width, height = len(rows[0]), len(rows)
    board = Image.open(io.BytesIO(picture.png(rows, look)))
    tile = board.width // (width + 1)
    font = ImageFont.load_default(13)
    found = []
    for frame in frames(explanation):
        lines = textwrap.wrap(frame.caption, max(board.width, _CAPTION_WIDTH) // 7)
        size = (max(board.width, _CAPTION_WIDTH), board.height + (len(lines) + 1) * _LINE)
        image = Image.new("RGB", size, "#ffffff")
        image.paste(board, (0, 0))
        pen = ImageDraw.Draw(image)
        for cell, colour, dashed in frame.outlines():
            x, y = (cell % width + 1) * tile, (cell // width + 1) * tile
            pen.rectangle(
                (x + 2, y + 2, x + tile - 2, y + tile - 2),
                outline=colour,
                width=1 if dashed or tile < 10 else 3,
            )
        for number, line in enumerate(lines):
            at = (4, (height + 1) * tile + 4 + number * _LINE)
            pen.text(at, line, fill="#101010", font=font)
        file = io.BytesIO()
        image.save(file, "PNG", optimize=width * height < 10_000)
        found.append(file.getvalue())
    return found
