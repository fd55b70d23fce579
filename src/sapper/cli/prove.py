"""The command for first-order rules: prove."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.agents.rules import ask, forward
from sapper.cli.common import JsonOption, MoveOption, app, load_position, out, print_json
from sapper.cli.reason import PositionArgument
from sapper.core.constraints import mine, safe
from sapper.words import how_many


@app.command("prove")
def prove_command(
    position: PositionArgument,
    cell: Annotated[str, typer.Argument(help="A hidden cell.", metavar="CELL")],
    is_mine: Annotated[
        bool, typer.Option("--mine", help="Prove that the cell is a mine, not that it is safe.")
    ] = False,
    move: MoveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Prove a cell safe with two first-order rules, and compare backward and forward chaining.

    If n neighbours of a clue n are mines, the other neighbours are safe. If all but n neighbours of
    a clue n are safe, the other n are mines. This command uses only these two rules. `explain` uses
    every kind of reasoning.
    """
    view = load_position(position, move)
    chosen = view.grid.parse_cell(cell)
    name = view.grid.name(chosen)
    answer = ask(view, chosen, is_mine)
    settled, tries = forward(view)
    lines = [] if answer.chain is None else answer.chain.lines(view.grid)
    if as_json:
        print_json(
            {
                "cell": name,
                "claim": "mine" if is_mine else "safe",
                "proved": answer.chain is not None,
                "chain": lines,
                "backward": {"goals": answer.goals, "tries": answer.tries},
                "forward": {"settled": len(settled), "tries": tries},
            }
        )
        return
    claim = f"{name} is {'a mine' if is_mine else 'safe'}"
    other = safe(chosen) if is_mine else mine(chosen)
    if answer.chain is not None:
        out.print(f"{claim}:", style="bold")
        for line in lines:
            out.print(f"  {line}")
    elif other in settled:
        not_so = "safe" if is_mine else "a mine"
        out.print(f"the rules can't prove that {claim}: they prove that it is {not_so}")
    else:
        out.print(f"the rules can't prove that {claim}; `sapper explain` may find another reason")
    out.print(
        f"backward chaining: {how_many(answer.goals, 'goal')}, {how_many(answer.tries, 'rule')} "
        "tried for this question"
    )
    out.print(
        f"forward chaining: {how_many(tries, 'rule')} tried; they settle "
        + (how_many(len(settled), "cell") if settled else "no cell")
    )
