"""Draw the picture in docs/commands.md, which shows an agent during a game.

python docs/pictures.py
"""

import io
from pathlib import Path

from rich.console import Console

from sapper.agents import make
from sapper.cli.games import frames
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level


def main() -> None:
    """Write docs/watch.svg."""
    game = Game(deal(Level.parse("hard"), 24))
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    shown = frames(game, make("resolution-endgame", flags=True), False, "course")
    for number, (frame, _, _) in enumerate(shown):
        if number == 12:
            console.print(frame)
            break
    svg = console.export_svg(title="sapper watch hard --agent resolution-endgame --seed 24")
    Path(__file__).with_name("watch.svg").write_text(svg)


if __name__ == "__main__":
    main()
