"""Commands for measuring: agents, bench."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.board import Deck
from sapper.cli.common import GuessOption, JsonOption, app, out, print_json, progress_bar
from sapper.formats import FileError, load, save
from sapper.lab.bench import OUTCOMES, run
from sapper.level import Level


@app.command("agents")
def agents_command(as_json: JsonOption = False) -> None:
    """List the agents, one line each, and the guess strategies that combine with them."""
    if as_json:
        print_json({name: preset.description for name, preset in AGENTS.items()})
        return
    for name, preset in AGENTS.items():
        out.print(f"{name:<20} {preset.description}")
    out.print(f"\n--guess combines with any agent: {', '.join(GUESSES)}")


@app.command()
def bench(
    agent: Annotated[str, typer.Argument(help="The agent; `sapper agents` lists them.")],
    level: Annotated[
        str, typer.Argument(help="A level; not needed with --deck.", metavar="[LEVEL]")
    ] = "",
    games: Annotated[
        int | None, typer.Option(help="Games to play: 1000, or the whole deck.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    deck: Annotated[Path | None, typer.Option(help="Play the boards of this deck.")] = None,
    guess: GuessOption = None,
    jobs: Annotated[
        int | None, typer.Option(help="Processes (threads for odds); one a core.", min=1)
    ] = None,
    audit: Annotated[
        bool,
        typer.Option("--audit", help="Of every stuck end, say whether a certain cell existed."),
    ] = False,
    outcomes: Annotated[
        Path | None,
        typer.Option(help="Write won, lost, stuck or wrong, a line a game, to this file."),
    ] = None,
    signature: Annotated[
        bool,
        typer.Option(
            "--signature",
            help="Print one number for what the agent did, without times: a change of code "
            "that changes it changes behaviour.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure an agent over many games: won, lost, stuck, wrong, and time per game."""
    boards: Level | Deck
    if deck is not None:
        noun = load(deck)
        if not isinstance(noun, Deck):
            raise FileError(f"{deck} is not a deck")
        if level and Level.parse(level) != noun.level:
            raise FileError(f"{deck} has boards of {noun.level}, not of {level}")
        boards = noun
    elif level:
        boards = Level.parse(level)
        games = games or 1000
    else:
        raise FileError("bench needs a level or --deck FILE")
    if outcomes is not None:
        save(outcomes, "")  # an unwritable file is an error now, not after the games
    with progress_bar(f"{agent} plays") as on_progress:
        result = run(
            agent,
            boards,
            games,
            seed=seed,
            jobs=jobs or os.cpu_count() or 1,
            guess=guess,
            audit=audit,
            on_progress=on_progress,
        )
    if outcomes is not None:
        save(outcomes, "".join(f"{outcome}\n" for outcome in result.outcomes))
    if signature:
        print(result.signature)
        return
    if as_json:
        print_json(result.to_json())
        return
    found = result.to_json()
    out.print(f"{agent} on {result.level}: {result.games} games", style="bold")
    for outcome in OUTCOMES:
        low, high = result.interval(outcome)
        out.print(
            f"  {outcome:<6} {found[outcome]:>8}  {found[outcome] / result.games:7.2%}  "
            f"(95%: {low:.2%} to {high:.2%})"
        )
    times = found["ms_per_game"]
    out.print(
        f"  CPU ms per game: mean {times['mean']:.3g}, median {times['median']:.3g}, "
        f"sd {times['sd']:.3g}, max {times['max']:.3g}"
    )
    out.print(
        f"  per game: {found['matched_pairs_per_game']:.1f} matched pairs, "
        f"{found['steps_per_game']:.1f} steps; {found['games_per_second']:.4g} games a second "
        f"({result.seconds:.1f} s)"
    )
    if result.audit:
        out.print(
            f"  audit: of {result.audit.stuck} stuck ends, {result.audit.from_hints} had a certain "
            f"safe cell by the hints, {result.audit.from_mine_count} more by the mine count"
        )
