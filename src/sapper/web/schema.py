"""Schema: the tables of the store.

Others may keep tables of their own beside these (`metadata`): they are made when they are missing.
"""

from __future__ import annotations

import sqlalchemy
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    select,
)

from sapper.errors import SapperError


class StoreError(SapperError):
    """A database that can't be opened, or does not take what it is given."""


metadata = MetaData()

meta = Table("meta", metadata, Column("version", Integer, nullable=False))

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("share", String(32), nullable=False, unique=True),
    Column("player", String(64), nullable=False, index=True),
    Column("level", String(64), nullable=False),
    # As text: a seed has 64 bits, the databases' integers have 63.
    Column("seed", String(20)),
    # The board as text when it was there before the game (uploaded, shared or played again).
    Column("board", Text),
    Column("created", Float, nullable=False),
    # won, lost, or left: given up by its player. NULL while it runs.
    Column("outcome", String(8)),
    Column("assisted", Boolean, nullable=False),
    # What is measured when a game is over.
    Column("elapsed", BigInteger),
    Column("clicks", Integer),
    Column("opened", Integer),
    Column("three_bv", Integer),
    # Counts the changes: whoever changes a game names the revision that they have seen.
    Column("revision", Integer, nullable=False),
    # When the game's clock stood at zero; NULL before the first move.
    Column("began", Float),
    # The cell that was opened first, also if it was taken back: the board is dealt around it, and
    # only a game without one may be forgotten.
    Column("first", Integer),
)

moves = Table(
    "moves",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("cell", Integer, nullable=False),
)

writers = Table(
    "writers",
    metadata,
    Column("id", String(32), primary_key=True),
    # Random, and another one with each transaction: see Database._finish.
    Column("token", String(32), nullable=False),
)

OURS = (meta, games, moves)


VERSION = 1


def bring_up(connection: Connection) -> None:
    """Make the tables where there are none; a StoreError if there are others of their names."""
    there = sqlalchemy.inspect(connection)
    if set(there.get_table_names()) & {table.name for table in OURS}:
        for table in OURS:
            _check(there, table)
        version = connection.execute(select(meta.c.version)).scalar()
        if version != VERSION:
            raise StoreError(
                f"the database has format {version}, this Sapper reads {VERSION}: give another "
                "--database"
            )
        metadata.create_all(connection)
    else:
        metadata.create_all(connection)
        connection.execute(insert(meta).values(version=VERSION))


def _check(there: sqlalchemy.Inspector, table: Table) -> None:
    """Refuse tables of our names that are not ours."""
    found = (
        {column["name"] for column in there.get_columns(table.name)}
        if (there.has_table(table.name))
        else set()
    )
    missing = [column.name for column in table.columns if column.name not in found]
    if missing:
        raise StoreError(
            f"the database is not Sapper's: its table {table.name} has no column {missing[0]}; "
            "give another --database"
        )
