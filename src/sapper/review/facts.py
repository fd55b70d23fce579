"""What a review says about a game besides its account, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sapper.core.game import Outcome
from sapper.words import caption, decimal, percent, say
from sapper.words.kinds import DecisionsMade

if TYPE_CHECKING:
    from sapper.review.review import Review


def luck_text(found: Review) -> str:
    """Where the luck of the account came from. Empty if there was none, or if this is unclear."""
    parts = found.luck_parts
    if parts is None or parts == (0, 0):
        return ""
    if found.outcome is Outcome.WON and not found.guesses:
        return caption("this board happened to need no guess")
    return caption("{} from guesses, {} from the numbers you opened").format(*map(signed, parts))


def signed(points: int) -> str:
    return f"{'−' if points < 0 else '+'}{abs(points)}" if points else "0"


def facts(found: Review) -> Iterator[tuple[str, str]]:
    """The name of each fact, as a caption, and the fact in words.

    A fact without a name is about the same thing as the one before.
    """
    made = DecisionsMade(len(found.decisions), found.error_per_decision)
    yield "accuracy", f"{percent(found.accuracy)}; {say(made)}"
    if guesses := found.guesses:
        survived = sum(guess.survived for guess in guesses)
        text = caption("{}, {} survived ({} with average luck)")
        average = decimal(found.expected_survivals)
        yield "guesses", text.format(len(guesses), survived, average)
    if found.waits:
        text = caption("a provably safe cell stayed unopened for {} s on average")
        yield "time", text.format(decimal(found.wait_ms / 1000))
    if slow := found.hesitations:
        moves = ", ".join(f"{move.number} ({decimal(move.ms / 1000)} s)" for move in slow)
        text = caption("you thought longest before move {}").format(moves)
        yield "" if found.waits else "time", text
