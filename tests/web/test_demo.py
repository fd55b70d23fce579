"""The demo agent on the first page makes only true claims, which exact odds confirm."""

from __future__ import annotations

import json

from sapper.core.view import HIDDEN, View
from sapper.page.files import STATIC
from sapper.reason.odds import odds


def test_every_step_of_the_first_page_is_certain() -> None:
    """Each claim follows from the number it names, and the agent wins every game."""
    games = json.loads((STATIC / "demo.json").read_text())
    assert len(games) == 3
    for game in games:
        level = f"{game['width']}x{game['height']}x{game['mines']}/any"
        symbols = list("".join(game["rows"]))
        for step in game["steps"]:
            rows = [
                "".join(symbols[i : i + game["width"]])
                for i in range(0, len(symbols), game["width"])
            ]
            view = View.parse("\n".join([level, *rows]))
            around = set(view.grid.neighbours(step["clue"]))
            assert view[step["clue"]] == step["number"]
            assert {*step["cells"], *step["known"]} == {c for c in around if view[c] >= HIDDEN}
            found = odds(view)
            assert {*step["cells"]} <= {*(found.safe if step["safe"] else found.mines)}
            assert {*step["known"]} <= {*found.mines}
            for cell, symbol in zip(step["changed"], step["symbols"], strict=True):
                symbols[cell] = symbol
        hidden = sum(symbol in ".F" for symbol in symbols)
        assert hidden == game["mines"], "every safe cell is open"
