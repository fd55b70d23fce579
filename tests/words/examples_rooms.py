"""Examples of what is said in a room."""

from __future__ import annotations

from sapper.words import Message
from sapper.words import kinds as k

MANY = ("okapi", "Mira", "Jonas", "Lotte", "Emil")

EXAMPLES: list[Message] = [
    k.RoomAlone(),
    k.RoomDealing(),
    *(k.RoomHere(MANY[:count]) for count in (0, 1, 2, 3, 4)),
    *(k.RoomReady(MANY[:count]) for count in (1, 2, 5)),
    *(k.RoomWaiting(MANY[:count]) for count in (1, 2, 5)),
    k.RoomNobodyReady(),
    k.RoomRunning(4),
    k.RoomEnded("Jonas", won=True),
    k.RoomEnded("okapi", won=False),
    k.RoomSoFar(1, hit=False, left=1),
    k.RoomSoFar(2, hit=False, left=2),
    k.RoomSoFar(12, hit=False, left=11),
    k.RoomSoFar(None, hit=True, left=3),
    k.RoomSoFar(None, hit=False, left=3),
    k.RoomHavePlayed(0, only_you=False),
    k.RoomHavePlayed(1, only_you=False),
    k.RoomHavePlayed(1, only_you=True),
    k.RoomHavePlayed(3, only_you=False),
    k.RoomWonBy("okapi", 13.655),
    k.RoomWonBy(None, 0.1),
    k.RoomWonBy(None, 0.004),
    k.RoomWonBy("Mira", 61.2),
    k.RoomWonBy("Mira", 120.0),
    k.RoomOnlyWinner("Jonas", others=True),
    k.RoomOnlyWinner(None, others=True),
    k.RoomOnlyWinner("Jonas", others=False),
    k.RoomOnlyWinner(None, others=False),
    k.RoomSameTime(("Mira", "okapi")),
    k.RoomSameTime((None, "okapi")),
    k.RoomSameTime(MANY[:4]),
    k.RoomNobodyWon(),
    *(k.RoomPlayedBetter(name, better) for name in ("Mira", None) for better in (True, False)),
    k.RoomWonAndBest("Mira"),
    k.RoomWonAndBest(None),
    k.RoomNoErrors(),
    *(k.RoomGuessed("Jonas", count) for count in (1, 2, 3)),
    *(k.RoomGuessed(None, count) for count in (1, 2, 11)),
    k.RoomNeverGuessed("Mira"),
    k.RoomNeverGuessed(None),
    k.RoomToday(0, 14, None),
    k.RoomToday(1, 14, 0),
    k.RoomToday(1, 14, 1),
    k.RoomToday(10, 14, 6),
    k.RoomToday(10, 14, None),
    k.RoomToday(4, 4, 4),
]
