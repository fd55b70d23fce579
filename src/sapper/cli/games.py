"""Commands for games: play, watch."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.text import Text

from sapper import picture
from sapper.adapters import AgentError, ForeignAgent, foreign
from sapper.agents import AGENTS
from sapper.agents.ladder import LadderAgent
from sapper.cli.common import (
    PLAYER,
    BudgetOption,
    GuessOption,
    JsonOption,
    LevelArgument,
    LookName,
    LookOption,
    SeedOption,
    app,
    as_record,
    budget_setting,
    out,
    parse_level,
    print_json,
    progress,
    random_seed,
)
from sapper.cli.terminal import answer, note
from sapper.core.board import Board, deal
from sapper.core.constraints import safe
from sapper.core.game import Game, Outcome, Record
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.replay import Replay
from sapper.core.view import Decision, Move, View, reason_messages
from sapper.errors import SapperError, displayable, quote
from sapper.explain import Explanation, explain
from sapper.explain.commentary import Commentary
from sapper.explain.decisions import as_found
from sapper.explain.missed import makes_mistakes, missed_message
from sapper.formats import FileError, Standing, check_writable, is_source, load, save
from sapper.lab.frames import Frame, frames
from sapper.lab.kb_check import KbCheck, KbStep
from sapper.lab.player import Player
from sapper.ladder.dealer import Wanted, deal_soon
from sapper.logic import Event, Literal, Proof, event_json, event_text, number_rounds
from sapper.reason.odds import TooWideError
from sapper.reason.reasons import Deduction, Origin, oracles_of, proof_text, source
from sapper.words import Text as SaidText
from sapper.words import caption, how_many, say, speaking
from sapper.words.kinds import GameEnds, MissedCell, ProofOf

SHORT = 8
"""the longest list of clauses that `watch --show-kb` prints without --events"""

PLAY_HELP = """\
open C4    open a cell (o C4, or just C4)
flag D5    set or remove a flag (f D5)
chord C3   open the cells around a number that has all its flags (c C3)
save FILE  save the game so far as a record
help       show this list
quit       leave (q, or Ctrl-D)"""


@app.command()
def play(
    level: Annotated[
        str,
        typer.Argument(
            help="A level, a board or record in any format, or a link.", metavar="LEVEL|FILE"
        ),
    ] = "beginner",
    seed: SeedOption = None,
    no_guess: Annotated[
        bool,
        typer.Option(
            "--no-guess",
            help="Play a board that can be solved without guessing, from the cell that you open "
            "first.",
        ),
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Save the game to this file after every move. If the file holds an unfinished "
            "game, continue it."
        ),
    ] = None,
    look: LookOption = "course",
) -> None:
    """Play in the terminal by typing commands such as `open C4` or `flag D5`."""
    game = _game_to_play(level, seed, no_guess, record)
    while game.outcome is None:
        _draw_game(game, look)
        try:
            line = input("> ")
        except EOFError:
            break
        word, _, rest = line.strip().partition(" ")
        word = {"o": "open", "f": "flag", "c": "chord", "q": "quit", "?": "help"}.get(word, word)
        if word == "quit":
            break
        try:
            if word in ("", "help"):
                out.print(PLAY_HELP)
            elif word == "save":
                save(Path(rest.strip() or "game.record"), str(game.record("human")))
                out.print(f"saved to {rest.strip() or 'game.record'}")
            else:
                text = f"{word} {rest}" if rest else f"open {word}"
                before = len(game.moves)
                move = Move.parse(text, game.grid)
                game.check_start(move)
                game.play(move)
                if len(game.moves) == before:
                    out.print("that move changes nothing")
                elif record and game.board is not None:
                    save(record, str(game.record("human")))
        except SapperError as problem:
            out.print(f"{problem} (type help for a list of commands)")
    if game.outcome is None:
        kept = ""
        if record and game.moves:
            # A record needs a board, which is dealt when the first cell is opened.
            kept = (
                f", saved in {record}" if game.board else "; not saved, because no cell was opened"
            )
        out.print(f"left after {how_many(len(game.moves), 'move')}{kept}")
        return
    _draw_game(game, look)
    statistics = game.board.statistics if game.board else None
    won = game.outcome is Outcome.WON
    out.print(
        f"{'You won' if won else 'You lost'} after {game.elapsed / 1000:.1f} s and "
        + how_many(len(game.moves), "move")
        + (f"; 3BV {statistics.three_bv}" if statistics else ""),
        style="bold green" if won else "bold red",
    )
    if record:
        note(f"wrote {record}")


def _game_to_play(level: str, seed: int | None, no_guess: bool, record: Path | None) -> Game:
    if record and record.exists():
        noun = load(record)
        if not isinstance(noun, Record) or noun.outcome is not None:
            raise FileError(f"{record} exists, but holds no unfinished game: choose another file")
        return noun.resume()
    if is_source(level):
        if seed is not None:
            raise SapperError(f"--seed needs a level, but {level} is a file: leave out --seed")
        if no_guess:
            raise SapperError(f"--no-guess needs a level, but {level} is a file")
        noun = load(level)
        match noun:
            case Board():
                return Game(noun)
            case Record() | Replay() | Standing():
                return as_record(noun, level).resume()
        raise FileError(f"{level} is neither a board nor a record")
    chosen, seed = parse_level(level), random_seed(seed)
    if not no_guess:
        return Game.start(chosen, seed)
    board = deal_soon(chosen, seed, Wanted(no_guess=True))  # a level without such boards fails now
    if chosen.first is None:
        return Game(board)
    return Game.start(
        chosen, seed, deal=lambda first: deal_soon(chosen, seed, Wanted(no_guess=True), first)
    )


def _draw_game(game: Game, look: LookName) -> None:
    view = game.view
    out.print(
        f"\n{game.level}   mines left {game.level.mines - view.flags}   "
        f"time {game.elapsed / 1000:.0f} s",
        style="bold",
    )
    out.print(picture.terminal(game.answer if game.outcome else view.rows, look))


@app.command()
def watch(
    first: Annotated[
        str,
        typer.Argument(help="The agent: anything that --agent accepts. Optional.", metavar="AGENT"),
    ] = "",
    second: LevelArgument = "",
    agent: Annotated[
        str | None,
        typer.Option(
            help=f"The agent: {PLAYER}. `sapper agent list` lists the names. The default is "
            "textbook with --show-kb or --trace, otherwise resolution-endgame."
        ),
    ] = None,
    seed: SeedOption = None,
    guess: GuessOption = None,
    budget: BudgetOption = None,
    pace: Annotated[
        float,
        typer.Option(
            help="Seconds to pause after each decision (only if the output is a terminal).",
            min=0,
            max=3600,
        ),
    ] = 0.25,
    step: Annotated[
        bool,
        typer.Option(
            "--step",
            help="Wait for Enter after each decision. Type w for an explanation or, with "
            "--show-kb, p for the whole proof.",
        ),
    ] = False,
    show_kb: Annotated[
        bool,
        typer.Option(
            "--show-kb",
            help="Print each decision as a lesson: its proof, and what the agent did in its "
            "knowledge base (KB), in this order: the clauses from each clue and what became of "
            "them, the pairs of clauses that led to new facts, and what these facts changed. Then "
            "come the clauses in KB and the known facts (KB0). Long lists are only counted. If "
            "the agent has no proof, the proof from `sapper explain` is printed.",
        ),
    ] = False,
    every_event: Annotated[
        bool,
        typer.Option("--events", help="With --show-kb, print long lists in full, too."),
    ] = False,
    whole_proof: Annotated[
        bool,
        typer.Option(
            "--whole-proof",
            help="With --show-kb, start every proof from the clues, not from earlier facts.",
        ),
    ] = False,
    trace: Annotated[
        bool,
        typer.Option(
            "--trace",
            help="Print every event in the knowledge base, one per line, instead of boards. With "
            "--json, print JSON lines.",
        ),
    ] = False,
    check_kb: Annotated[
        bool,
        typer.Option(
            "--check-kb",
            help="Check every clause in the knowledge base that your own agent shows "
            "(documentation: own_agent.md): a wrong clause is named with the decision when it came "
            "in and a board that refutes it, and missing facts are listed.",
        ),
    ] = False,
    record: Annotated[Path | None, typer.Option(help="Save the game to this file.")] = None,
    look: LookOption = "course",
    as_json: JsonOption = False,
) -> None:
    """Watch an agent play, with its knowledge base and its latest deduction in words.

    `sapper watch mine.py` shows your own agent and its output on a medium board, and
    `sapper watch mine.py hard` on a hard one.
    """
    named, level = _agent_and_level(first, second)
    if agent is not None and named is not None:
        raise SapperError(f"the command names two agents, {quote(named)} and {quote(agent)}")
    agent = agent or named
    if trace and show_kb:
        raise SapperError("--trace and --show-kb can't be combined: choose one of them")
    if whole_proof and not show_kb:
        raise SapperError("--whole-proof has an effect only with --show-kb: add --show-kb")
    if check_kb and (trace or show_kb):
        raise SapperError("--check-kb can't be combined with --trace or --show-kb: choose one")
    if check_kb and not (agent and foreign(Player.parse(agent).agent)):
        raise SapperError("--check-kb needs an agent of your own, such as mine.py")
    if every_event and not show_kb:
        raise SapperError("--events has an effect only with --show-kb: add --show-kb")
    if agent is None:
        agent = "textbook" if show_kb or trace else "resolution-endgame"
    seed = random_seed(seed)
    game = Game(deal(Level.parse(level), seed))
    player = _player_to_watch(agent, guess, budget, check_kb).for_board(seed)
    if trace and not isinstance(player, LadderAgent):
        raise SapperError(
            f"--trace can't show {agent}: choose an agent that keeps clauses, such as textbook"
        )
    if record is not None:
        if record.exists():
            raise FileError(f"{record} already exists: choose another file for the record")
        check_writable(record)  # fails now, not after the game
    game.agent = agent
    commentary, events = Commentary(), list[Event]()
    listener = events.append if trace else commentary if show_kb else None
    live = out.is_terminal and not (step or as_json or show_kb or trace or check_kb)
    checks = _KbChecks() if check_kb else None
    decisions: list[SaidText] = []
    left = False
    bar = progress(f"{agent} plays")
    # Without a board to look at, the bar stands alone, on standard error.
    alone = not live and not step and (as_json or not out.is_terminal)
    try:
        with (
            Live(bar, console=out, auto_refresh=False) if live else nullcontext() as screen,
            bar if alone else nullcontext(),
        ):
            for frame in frames(game, player, listener):
                opened = game.level.size - len(game.view.hidden)
                bar.update(bar.task_ids[0], completed=opened, total=game.level.safe)
                if isinstance(player, ForeignAgent):
                    for line in player.printed():
                        note(line)
                if trace:
                    drawn, words = _trace(frame, events, as_json)
                elif show_kb:
                    most = None if every_event else SHORT
                    drawn, words = _lesson(frame, commentary, look, whole_proof, most)
                else:
                    words = _decision_words(frame)
                    drawn = _screen(frame, words, look)
                if checks is not None:
                    drawn.append("".join(f"\n{line}" for line in checks.see(frame)))
                decisions.append(words)
                if screen is not None:
                    screen.update(drawn if frame.end else Group(drawn, bar), refresh=True)
                    time.sleep(pace)
                elif trace or not as_json:
                    out.print(drawn)
                if step and _waits(frame, show_kb):
                    left = True
                    break
    except AgentError as problem:
        failed = f"{agent} failed on {game.level} seed {seed}, {problem}"
        raise SapperError(failed) from None
    finally:
        if record:
            save(record, str(game.record()))
    if record:
        note(f"wrote {record}")
    if left:
        return
    ended = game.outcome.value if game.outcome else "stuck"
    if as_json and trace:
        return  # the last line of the trace says how the game ended
    if as_json:
        print_json(
            {
                "agent": displayable(agent),
                "level": str(game.level),
                "seed": seed,
                "outcome": ended,
                "decisions": decisions[:-1],
                "decisions_runs": [words.to_json() for words in decisions[:-1]],
                "rows": game.view.rows,
                **({} if checks is None else {"kb": [step.to_json() for step in checks.steps]}),
            }
        )
        return
    opened = game.level.size - len(game.view.hidden)
    begun = caption("{} on {}, seed {}").format(agent, game.level, seed)
    cells = caption("{} of {:safe cell|safe cells} open", opened, game.level.safe)
    after = _after(len(decisions) - 1)
    out.print(f"{begun}: {caption(ended)} {after}, {cells}", style="bold")
    if checks is not None:
        out.print(checks.summary)


class _KbChecks:
    """The checks of the knowledge base that a third-party agent shows, decision by decision."""

    def __init__(self) -> None:
        self._check = KbCheck()
        self.steps: list[KbStep] = []

    def see(self, frame: Frame) -> Iterator[str]:
        agent = frame.agent
        shown = agent.shown if isinstance(agent, ForeignAgent) else None
        if shown is None or frame.game.outcome is not None:
            return
        # The last frame of a stuck agent belongs to one more decision.
        number = frame.number + (frame.decision is None)
        step = self._check.see(number, frame.view, shown)
        self.steps.append(step)
        count = how_many(len(step.clauses), "clause")
        yield f"KB: {step.problem}" if step.problem else f"KB: {count}, {len(step.new)} new"
        is_first = not any(earlier.wrong for earlier in self.steps[:-1])
        for wrong in step.wrong[:1] if is_first else ():
            yield f"  wrong: {wrong.words}:"
            yield from (f"    {line}" for line in picture.terminal(wrong.board).plain.splitlines())
        if more := [wrong.text for wrong in step.wrong[is_first:]]:
            yield f"  {'also ' * is_first}wrong: {', '.join(more)}"
        if step.missing:
            yield f"  missing: {'; '.join(fact.words for fact in step.missing)}"

    @property
    def summary(self) -> str:
        if not self.steps:
            return (
                "KB: the agent shows none. A Python agent shows the attribute kb, a program writes "
                "lines that begin with kb (documentation: own_agent.md)."
            )
        clauses = how_many(sum(len(step.new) for step in self.steps), "clause")
        wrong = [one for step in self.steps for one in step.wrong]
        if not wrong:
            return f"KB: {clauses} checked, none is wrong"
        return (
            f"KB: {clauses} checked, {len(wrong)} wrong. The first wrong clause, {wrong[0].text}, "
            f"came in at decision {wrong[0].decision}."
        )


def _agent_and_level(first: str, second: str) -> tuple[str | None, str]:
    if second:
        return first, second
    # Only the name of an agent may contain a colon, as in resolution:k=3.
    if first in AGENTS or ":" in first or foreign(first):
        return first, "medium"
    return None, first or "medium"


def _player_to_watch(agent: str, guess: str | None, budget: str | None, check_kb: bool) -> Player:
    """Built-in agents flag known mines, unless their settings forbid it."""
    player = Player.parse(agent).with_options(guess, **budget_setting(budget))
    if check_kb:
        player = player.with_options(kb=True)
    if not foreign(player.agent):
        player = replace(player, settings=(("flags", True), *player.settings))
    player.check()
    return player


def _waits(frame: Frame, show_kb: bool) -> bool:
    """Wait for Enter, explain the decision when asked, and return whether the user quits."""
    decision, view = frame.decision, frame.view
    reason = None if decision is None else decision.reason
    proved = show_kb and isinstance(reason, Deduction) and reason.derived
    keys = [caption("w: why")] + [caption("p: whole proof")] * bool(proved)
    why = "" if frame.game.outcome else "".join(f"{key}, " for key in keys)
    while True:
        typed = answer(f"{caption('Enter: next decision')}, {why}{caption('q: leave')} > ")
        if typed == "w" and why:
            cell = None if decision is None else _cell_to_open(decision)
            out.print(_explanation(view, cell))
        elif typed == "p" and proved:
            assert isinstance(reason, Deduction)
            out.print(reason.text(view.grid))
        else:
            return typed == "q"


def _cell_to_open(decision: Decision) -> Cell:
    opened = (move.cell for move in decision.moves if move.kind == "open")
    return next(opened, decision.moves[0].cell)


def _explanation(view: View, cell: Cell | None) -> str:
    try:
        return explain(view, cell).words()
    except TooWideError as problem:
        return f"there is no explanation: {problem}"


def _after(decisions: int) -> str:
    return caption("after {:decision|decisions}", decisions)


def _screen(frame: Frame, words: str, look: picture.LookName) -> Text:
    game, level, kb = frame.game, frame.view.level, frame.kb
    drawn = picture.terminal(game.answer if game.outcome else frame.view.rows, look)
    status = [str(level)]
    if frame.decision is not None:
        status.append(caption("decision {}").format(frame.number))
    else:
        status.append(_after(frame.number))
    status.append(caption("mines left {}").format(level.mines - frame.view.flags))
    if kb is not None:
        status.append(caption("KB {:clause|clauses}", len(kb)))
        status.append(caption("KB0 {:fact|facts}", len(kb.facts)))
    drawn.append(f"\n{'   '.join(status)}\n")
    drawn.append(words.replace(". ", ".\n"), style="bold")
    return drawn


def _lesson(
    frame: Frame,
    commentary: Commentary,
    look: picture.LookName,
    whole_proof: bool,
    most: int | None,
) -> tuple[Text, SaidText]:
    derive = _derivations(frame, commentary, whole_proof)
    words = _decision_words(frame, derive)
    drawn = _screen(frame, words, look)
    if frame.decision is not None and frame.decision.reason.certain:
        drawn.append(_proof(frame.view, _cell_to_open(frame.decision), derive))
    elif frame.game.outcome is None and makes_mistakes(frame.agent):
        message = missed_message(frame.agent, frame.view, commentary)
        if frame.decision is None or isinstance(message, MissedCell):
            drawn.append(f"\n{say(message)}")
    if frame.kb is not None and frame.game.outcome is None:
        lines = commentary.lines(frame.kb, frame.view, out.width, most)
        drawn.append("".join(f"\n{line}" for line in lines), style="dim")
    commentary.next_decision()
    return drawn, words


def _derivations(
    frame: Frame, commentary: Commentary, whole: bool
) -> Callable[[Literal], Proof] | None:
    """Return a function that proves facts behind a decision, or None if nothing was deduced.

    Unless `whole` is true, the proofs cite facts settled earlier without proving them again.
    """
    if frame.decision is None or not isinstance(frame.decision.reason, Deduction):
        return None
    kb = frame.decision.reason.kb
    if whole:
        return lambda literal: Deduction(kb, literal).proof
    return lambda literal: commentary.short_proof(kb, literal)


def _decision_words(frame: Frame, derive: Callable[[Literal], Proof] | None = None) -> SaidText:
    if frame.decision is None:
        return say(GameEnds(frame.end))
    reason, grid = frame.decision.reason, frame.view.grid
    if isinstance(reason, Deduction):
        return say(*reason.messages(grid, derive)).without_stop()
    return say(*reason_messages(reason, grid)).without_stop()


def _proof(view: View, cell: Cell, derive: Callable[[Literal], Proof] | None) -> str:
    proof = None if derive is None else derive(safe(cell))
    if proof is not None and not oracles_of(proof):
        text = proof_text(proof, view.grid)
    else:
        # An oracle settled this cell for the agent without a proof, so explain it here.
        try:
            explanation = as_found(view, cell, proof)
            text = explanation.words()
            if isinstance(explanation, Explanation):
                text += f"\n{explanation.proof_text()}"
        except TooWideError as problem:
            text = f"there is no explanation: {problem}"
    lines = "".join(f"\n  {line}" for line in text.splitlines())
    return f"\n{say(ProofOf(view.grid.name(cell)))}{lines}"


def _trace(frame: Frame, events: list[Event], as_json: bool) -> tuple[Text, SaidText]:
    grid, words = frame.view.grid, _decision_words(frame)
    numbered = number_rounds(events)
    if as_json:
        lines = [json.dumps(event_json(event)) for event in numbered]
        lines.append(json.dumps(_decision_json(frame, words)))
    else:
        assert isinstance(frame.agent, LadderAgent)
        kb = frame.agent.kb
        cited = None if kb is None else kb.clause

        def name(variable: int) -> str:
            return grid.name(variable - 1)

        def why(origin: Origin) -> str:
            return say(source(origin, grid))

        with speaking("en"):  # a trace is in English throughout
            lines = [event_text(event, name, why, cited) for event in numbered]
            decision = _decision_words(frame)
        lines.append(decision if frame.decision is None else f"decision {frame.number}: {decision}")
    events.clear()
    return Text("\n".join(lines)), words


def _decision_json(frame: Frame, words: SaidText) -> dict[str, object]:
    said = {"words": words, "runs": words.to_json()}
    if frame.decision is not None:
        moves = [move.text(frame.view.grid) for move in frame.decision.moves]
        return {"event": "decision", "number": frame.number, "moves": moves, **said}
    return {"event": frame.end, "decisions": frame.number, **said, "rows": frame.view.rows}
