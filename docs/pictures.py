"""Draw the SVG pictures of the documentation.

python docs/pictures.py

watch.svg    an agent during a game, in the terminal
terms.svg    a position with a clue, a given cell and provable cells, and their techniques
flow.svg     how a game flows through the code
serving.svg  what stands between players and their games
"""

from __future__ import annotations

import io
from html import escape
from pathlib import Path
from textwrap import wrap

from rich.console import Console

from sapper.agents import make
from sapper.cli.games import _decision_words, _screen
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain import explain
from sapper.lab.frames import frames

FOLDER = Path(__file__).parent

STYLE = """<style>text{font:16px system-ui,sans-serif;fill:#1f2933}
.number{font:600 22px system-ui,sans-serif;text-anchor:middle}.label{font-weight:600}
.small{font-size:14px;fill:#52606d}.middle{text-anchor:middle}
.badge{fill:#b45309}.on{fill:#fff;font-weight:600;text-anchor:middle;font-size:14px}
.arrow{stroke:#52606d;stroke-width:2;fill:none;marker-end:url(#tip)}</style>
<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
 orient="auto"><path d="M0 0 8 4 0 8z" fill="#52606d"/></marker>"""

POSITION = """6x4x5/given(3)
00012.
1112..
....+.
......
"""
SIDE = 52


def watch() -> str:
    """An agent during a game, in the terminal."""
    game = Game(deal(Level.parse("hard"), 24))
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    for frame in frames(game, make("resolution-endgame", flags=True)):
        if frame.number == 13:
            console.print(_screen(frame, _decision_words(frame), "course"))
            break
    return console.export_svg(title="sapper watch hard --agent resolution-endgame --seed 24")


def drawing(width: int, height: int, parts: list[str]) -> str:
    """A picture on a light background, which dark pages show too."""
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
    ground = f'<rect width="{width}" height="{height}" rx="12" fill="#fcfbf8"/>'
    return f"<svg {box}>\n{STYLE}\n{ground}\n" + "\n".join(parts) + "\n</svg>\n"


def terms() -> str:
    """A position whose cells have the names that the documentation uses."""
    view = View.parse(POSITION)
    safe, mine = explain(view, "C3"), explain(view, "E2")
    notes = [
        ("D1", "clue", "The number 1: exactly one cell around D1 is a mine."),
        ("E3", "given cell", "Marked as safe before the first move."),
        ("E2", f"provably a mine, by the technique {mine.technique}", _reason(mine)),
        ("C3", f"provably safe, by the technique {safe.technique}", _reason(safe)),
    ]
    parts = []
    for cell in range(view.grid.size):
        x, y = 24 + cell % 6 * SIDE, 24 + cell // 6 * SIDE
        symbol = "".join(view.rows)[cell]
        fill = "#fff" if symbol.isdigit() else "#2f6f6a"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{SIDE - 2}" height="{SIDE - 2}" rx="5" fill="{fill}" '
            'stroke="#d5d9de"/>'
        )
        if symbol in "12+":
            colour = "#fff" if symbol == "+" else {"1": "#1d4ed8", "2": "#15803d"}[symbol]
            parts.append(
                f'<text class="number" x="{x + 25}" y="{y + 33}" style="fill:{colour}">{symbol}'
                "</text>"
            )
    at = 44
    for number, (cell, name, words) in enumerate(notes, 1):
        index = view.grid.parse_cell(cell)
        x, y = 24 + index % 6 * SIDE + 40, 24 + index // 6 * SIDE + 11
        parts += [_badge(x, y, number), _badge(372, at - 5, number)]
        parts.append(f'<text class="label" x="392" y="{at}">{escape(f"{cell}: {name}")}</text>')
        for line in wrap(words, 62):
            at += 20
            parts.append(f'<text class="small" x="392" y="{at}">{escape(line)}</text>')
        at += 32
    return drawing(860, max(at - 8, 24 * 2 + 4 * SIDE), parts)


def _reason(found: object) -> str:
    """The first sentences of an explanation's argument, without the number of the step."""
    return str(found).split("1. ", 1)[1]


def _badge(x: int, y: int, number: int) -> str:
    return (
        f'<circle class="badge" cx="{x}" cy="{y}" r="10"/><text class="on" x="{x}" y="{y + 5}">'
        f"{number}</text>"
    )


def boxes(names: list[tuple[str, str]], back: str = "") -> str:
    """Boxes from left to right with arrows between them, and perhaps one back to the second."""
    width, gap, parts = 156, 34, []
    for number, (name, words) in enumerate(names):
        x = 20 + number * (width + gap)
        parts.append(
            f'<rect x="{x}" y="20" width="{width}" height="76" rx="8" fill="#e6f0ef" '
            'stroke="#2f6f6a"/>'
        )
        parts.append(f'<text class="label middle" x="{x + width // 2}" y="46">{name}</text>')
        for line, part in enumerate(wrap(words, 19)):
            parts.append(
                f'<text class="small middle" x="{x + width // 2}" y="{66 + 18 * line}">{part}'
                "</text>"
            )
        if number:
            parts.append(f'<path class="arrow" d="M{x - gap + 2} 58H{x - 4}"/>')
    end = 20 + len(names) * (width + gap) - gap
    if back:
        second = 20 + width + gap + width // 2
        parts.append(f'<path class="arrow" d="M{end - width // 2} 96V132H{second}V102"/>')
        parts.append(f'<text class="small middle" x="{(second + end) // 2}" y="150">{back}</text>')
    return drawing(end + 20, 164 if back else 116, parts)


def main() -> None:
    """Write all pictures."""
    pictures = {
        "watch": watch(),
        "terms": terms(),
        "flow": boxes(
            [
                ("Board", "level and seed: where the mines are"),
                ("Game", "one play of the board"),
                ("View", "what a player may know"),
                ("Findings", "claims with clues and techniques"),
                ("Decision", "moves, and the reason for them"),
            ],
            back="the moves change the game",
        ),
        "serving": boxes(
            [
                ("Browsers", "the page, a cookie"),
                ("Proxy", "TLS, limits on requests"),
                ("Sapper", "deals, keeps time, proves"),
                ("Database", "games, in SQLite or PostgreSQL"),
            ]
        ),
    }
    for name, svg in pictures.items():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
