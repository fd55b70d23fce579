"""The tables of the database. Other modules can add tables to `metadata`.

A change to a table needs a file in `migrations/versions`, which makes the same change in existing
databases.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from sapper.errors import SapperError


class StoreError(SapperError):
    """The database can't be opened, read or written."""


metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("share", String(32), nullable=False, unique=True),
    Column("player", String(64), nullable=False, index=True),
    Column("level", String(64), nullable=False),
    # Seeds are stored as text, because they have 64 bits, and the integers of the database have
    # only 63 bits and a sign.
    Column("seed", String(20)),
    # The board as text, if it was dealt before the first move (then `seed` is NULL), or if it was
    # dealt as `wanted`. Otherwise the seed determines the board.
    Column("board", Text),
    Column("created", Float, nullable=False),
    # The outcome is "won" or "lost", or "left" if the player gave up. NULL during the game.
    Column("outcome", String(8)),
    Column("assisted", Boolean, nullable=False),
    # The next four columns are set when the game is over.
    Column("elapsed", BigInteger),
    Column("clicks", Integer),
    Column("opened", Integer),
    Column("three_bv", Integer),
    # The number of changes to the game. A move names the revision on which it is based.
    Column("revision", Integer, nullable=False),
    # The time when the game's clock was at zero. NULL before the first move.
    Column("began", Float),
    # The cell that was opened first, even if that move was undone. The rules `safe` and `open` deal
    # the board around this cell.
    Column("first", Integer),
    # What the board that is dealt around the first cell must be like (see dealing.py). NULL for an
    # ordinary board, and for a board that was dealt before the first move.
    Column("wanted", Text),
)

moves = Table(
    "moves",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("cell", Integer, nullable=False),
    # The first revision of the game that had this move.
    Column("revision", Integer, nullable=False, server_default="0"),
)

# The moves with which a game began that continues another game. `moves` contains them all, packed
# (see store.py); `count` is the number of those that have not been undone. The game's further moves
# are in the table above.
beginnings = Table(
    "beginnings",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("moves", LargeBinary, nullable=False),
)

# Each use of help in a game. `after` is the number of moves made before the help.
helps = Table(
    "helps",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("after", Integer, primary_key=True),
)

# The code is random. Anyone who knows it can join.
rooms = Table(
    "rooms",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("created", Float, nullable=False),
    # When the last game began. A room without a game for a week has ended.
    Column("used", Float, nullable=False, index=True),
    Column("title", String(40), nullable=False),
    # The name of a level, its text, or "daily".
    Column("level", String(64), nullable=False),
    Column("no_guess", Boolean, nullable=False),
    # The number of the person who chose the level.
    Column("changed_by", Integer),
    # The number of boards so far.
    Column("boards", Integer, nullable=False),
)

room_people = Table(
    "room_people",
    metadata,
    Column("room", String(8), ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # NULL for an agent.
    Column("player", String(64), index=True),
    Column("agent", String(40)),
    Column("name", Text, nullable=False),
    # The name in the form in which names of a room must differ.
    Column("key", Text, nullable=False),
    # Since when the person has been ready.
    Column("ready", Float),
    # When the person's page last asked.
    Column("seen", Float, nullable=False),
    Column("left", Boolean, nullable=False),
    UniqueConstraint("room", "player"),
    UniqueConstraint("room", "key"),
)

room_boards = Table(
    "room_boards",
    metadata,
    Column("room", String(8), ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("level", String(64), nullable=False),
    Column("own_time", Boolean, nullable=False),
    Column("board", Text, nullable=False),
    Column("begins", Float, nullable=False),
    # When the race ended. NULL during the race, and for a board that people play when they like.
    Column("over", Float),
)

# Those who play a board of a room. In a race, these are the ones who were ready.
room_entries = Table(
    "room_entries",
    metadata,
    Column("room", String(8), ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("person", Integer, primary_key=True),
    # NULL for an agent.
    Column("player", String(64), index=True),
    # When the game began, and the game, which may have been deleted since.
    Column("begun", Float),
    Column("game", String(32), ForeignKey("games.id", ondelete="SET NULL"), index=True),
)

writers = Table(
    "writers",
    metadata,
    Column("id", String(32), primary_key=True),
    # A random token, which on PostgreSQL changes with each transaction (see Database._finish), and
    # elsewhere only to find out whether the database can be written.
    Column("token", String(32), nullable=False),
)
