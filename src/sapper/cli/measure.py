"""Commands for measuring: bench, compare, study."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.cli.common import (
    PLAYER,
    BudgetOption,
    GuessOption,
    JobsOption,
    JsonOption,
    LevelArgument,
    app,
    budget_setting,
    not_together,
    out,
    print_json,
    progress_bar,
    write_file,
)
from sapper.cli.terminal import Terminal, note
from sapper.core.board import Deck
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.formats import FileError, check_writable, load
from sapper.lab.bench import bench as run
from sapper.lab.compare import compare
from sapper.lab.play import OUTCOMES
from sapper.lab.statistics import percent, wilson
from sapper.lab.study.run import run_to_report
from sapper.lab.study.studies import STUDIES
from sapper.words import how_many


@app.command()
def bench(
    agent: Annotated[
        str, typer.Argument(help=f"The agent: {PLAYER}. `sapper agent list` lists the names.")
    ],
    level: Annotated[
        str,
        typer.Argument(
            help="A level. The default is the level of the deck if you give one, otherwise medium.",
            metavar="LEVEL",
        ),
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            help="How many games to play. The default is the whole deck, or 1000 without a deck.",
            min=1,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the first board.")] = 0,
    deck: Annotated[Path | None, typer.Option(help="Play the boards of this deck.")] = None,
    guess: GuessOption = None,
    budget: BudgetOption = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            help="How many processes to use (or threads, for the agents odds and champion). The "
            "default is one per core.",
            min=1,
        ),
    ] = None,
    audit: Annotated[
        bool,
        typer.Option("--audit", help="Check each stuck game for a cell that was provably safe."),
    ] = False,
    outcomes: Annotated[
        Path | None,
        typer.Option(help="Write the outcome of each game (won, lost, stuck, ...) to this file."),
    ] = None,
    signature: Annotated[
        bool,
        typer.Option(
            "--signature",
            help="Print only a checksum of all results, which ignores times. If new code "
            "changes the checksum, the behaviour has changed.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure an agent's speed, and how often it wins, loses, gets stuck or makes a false claim."""
    not_together(signature=signature, json=as_json)
    boards: Level | Deck
    if deck is not None:
        noun = load(deck)
        if not isinstance(noun, Deck):
            raise FileError(f"{deck} is not a deck")
        if level and Level.parse(level) != noun.level:
            raise FileError(f"{deck} has boards of level {noun.level}, not {level}")
        boards = noun
    else:
        boards = Level.parse(level or "medium")
        games = games or 1000
    if outcomes is not None:
        check_writable(outcomes)  # fails now, not after the games
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
            **budget_setting(budget),
        )
    if outcomes is not None:
        write_file(outcomes, "".join(f"{outcome}\n" for outcome in result.outcomes))
    if signature:
        print(result.signature)
        return
    if as_json:
        print_json(result.to_json())
        return
    fields: dict[str, Any] = {**result.to_json()}
    out.print(f"{agent} on {result.level}: {how_many(result.games, 'game')}", style="bold")
    for outcome in OUTCOMES:
        if outcome == "crashed" and not result.crashed:
            continue  # only third-party agents crash
        low, high = result.interval(outcome)
        out.print(
            f"  {outcome:<7}{fields[outcome]:>8}  {fields[outcome] / result.games:7.2%}  "
            f"(95%: {low:.2%} to {high:.2%})"
        )
        if outcome == "stuck" and result.stuck:
            out.print(
                f"    fail {result.failed:>8}  of these had an empty KB: "
                "known mines wall in all remaining cells"
            )
    if result.failure:
        out.print(f"  first crash: {result.failure}", style="red")
    times = fields["ms_per_game"]
    out.print(
        f"  CPU ms per game: mean {times['mean']:.3g}, median {times['median']:.3g}, "
        f"sd {times['sd']:.3g}, max {times['max']:.3g}"
    )
    pairs, steps = fields["matched_pairs_per_game"], fields["steps_per_game"]
    counted = f"per game: {pairs:.1f} matched pairs, {steps:.1f} steps; " if pairs or steps else ""
    rate = fields["games_per_second"]
    shown = f"{rate:,.0f}" if rate >= 1000 else f"{rate:.3g}"
    per_second = "1 game per second" if shown == "1" else f"{shown} games per second"
    out.print(f"  {counted}{per_second} ({result.seconds:.1f} s)")
    if result.audit:
        out.print(
            f"  audit: of {how_many(result.audit.stuck, 'stuck game')}, "
            f"{result.audit.from_clues} had a safe cell provable from the clues, "
            f"{result.audit.from_mine_count} more had one provable with the mine count"
        )


@app.command("compare")
def compare_command(
    a: Annotated[str, typer.Argument(help=f"A player: {PLAYER}.")],
    b: Annotated[str, typer.Argument(help="The other player.")],
    level: LevelArgument,
    games: Annotated[int, typer.Option(help="The maximum number of games.", min=1)] = 10_000,
    seed: Annotated[int, typer.Option(help="The seed of the first board.")] = 0,
    margin: Annotated[
        float,
        typer.Option(
            help="Also stop once it is clear that the difference is below this value (0.01 means "
            "1%)."
        ),
    ] = 0.0,
    luck: Annotated[
        bool,
        typer.Option(
            "--luck",
            help="Remove both players' luck from the difference, so that far fewer games are "
            "needed.",
        ),
    ] = False,
    all_games: Annotated[
        bool,
        typer.Option(
            "--all-games",
            help="Play all games even if the result is clear earlier, and print intervals that are "
            "valid only at the end.",
        ),
    ] = False,
    deck_out: Annotated[
        Path | None,
        typer.Option(
            help="Save the boards that only one player wins to FILE.a.txt and FILE.b.txt."
        ),
    ] = None,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two players on the same boards until it is clear which is better.

    The test is valid after every board, so the comparison stops as soon as the result is clear.
    If luck is removed, the interval for the difference is valid after every board from the 200th
    on: it is an asymptotic confidence sequence (Waudby-Smith et al. 2024). With --all-games, the
    intervals are valid only at the end: Agresti and Min's for the difference in wins, and Student's
    for the difference with luck removed.
    """
    with progress_bar(f"{a} against {b}") as on_progress:
        comparison = compare(
            a,
            b,
            Level.parse(level),
            games,
            seed=seed,
            jobs=jobs or os.cpu_count() or 1,
            margin=margin,
            luck=luck,
            all_games=all_games,
            on_progress=on_progress,
        )
    files = comparison.save_decks(deck_out) if deck_out else ()
    if as_json:
        print_json(comparison.to_json())
        return
    out.print(comparison.words, style="bold")
    for player, won, only in (
        (comparison.a, comparison.won_a, comparison.only_a),
        (comparison.b, comparison.won_b, comparison.only_b),
    ):
        low, high = wilson(won, comparison.games)
        out.print(
            f"  {player.name:<24} won {won / comparison.games:.2%} (95%: {low:.2%} to {high:.2%}), "
            f"including {how_many(len(only), 'board')} that the other did not win"
        )
    if (without := comparison.without_luck) is not None:
        look = "for this number of games" if all_games else "at any moment"
        out.print(f"  difference in wins       {percent(comparison.raw, 2)} (95%, {look})")
        if without.found is None:
            out.print("  without luck             too few boards differ for an interval")
        else:
            out.print(
                f"  without luck             {percent(without.found, 2)}: as precise as "
                f"{without.times_fewer:.1f} times as many games with luck"
            )
    for file in files:
        out.print(f"  saved {file}")


@app.command("study")
def study_command(
    name: Annotated[
        str, typer.Argument(help="The name of a study, or a Python file.", metavar="NAME|FILE.py")
    ] = "",
    games: Annotated[
        int | None, typer.Option(help="How many games to play for each level and player.", min=1)
    ] = None,
    agent: Annotated[
        list[str] | None, typer.Option(help=f"Use only this player: {PLAYER}. Repeatable.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", help="The folder for the results. The default is results/NAME.", metavar="DIR"
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue from the results in the --out folder.")
    ] = False,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a Dask cluster: tcp://host:8786, or local:N.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the studies.")] = False,
    jobs: JobsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Repeat an experiment, and save its games, tables, plots and report.

    Most studies repeat the experiments reported for five programs (A to E) that solve an
    exercise from an AI course. The reported figures appear next to ours, with a verdict on
    each claim.
    """
    if listed:
        if as_json:
            print_json({study.name: study.question for study in STUDIES.values()})
            return
        for study in STUDIES.values():
            out.print(f"{study.name:<16} {study.question}")
        return
    if not name:
        raise SapperError("study needs a name or a file: --list shows the names")
    with progress_bar(f"study {name}") as on_progress:
        report = run_to_report(
            name,
            games=games,
            agents=agent or (),
            jobs=jobs or os.cpu_count() or 1,
            out=folder,
            resume=resume,
            cluster=cluster,
            on_plan=note if sys.stderr.isatty() else None,
            on_progress=on_progress,
            on_damaged=lambda file: note(
                f"a damaged results file was renamed to {file}; its games will be played again"
            ),
        )
    if as_json:
        print_json(report.to_json())
        return
    # A file or pipe has no width. With this width, each row fits on a line.
    wide = out if out.is_terminal else Terminal(width=160)
    for table in report.tables():
        wide.print(table, soft_wrap=False)
    for file in report.files:
        out.print(f"wrote {file}")
