"""Draw the picture in docs/commands.md, which shows an agent during a game.

python docs/pictures.py
"""

import io
from pathlib import Path

from rich.console import Console

from sapper.agents import make
from sapper.cli.games import _decision_words, _screen
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.lab.frames import frames


def main(file: Path) -> None:
    """Write the picture to a file."""
    game = Game(deal(Level.parse("hard"), 24))
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    for frame in frames(game, make("resolution-endgame", flags=True)):
        if frame.number == 13:
            console.print(_screen(frame, _decision_words(frame), "course"))
            break
    svg = console.export_svg(title="sapper watch hard --agent resolution-endgame --seed 24")
    file.write_text(svg)


if __name__ == "__main__":
    main(Path(__file__).with_name("watch.svg"))
