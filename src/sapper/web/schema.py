"""Schema: the tables of the store, and the way from every earlier format to this one.

    format 1    the first release
    format 2    boards whose seed leads to other told cells since are written down
    format 3    games have a revision, so that several servers can share a database, and the time at
                which their clock stood at zero; boards that somebody had seen are not fresh
    format 4    reviews have the label of what decided the game, and the board at its end
    format 5    games have the cell that was opened first, also if it was taken back; reviews have
                figures in points, and are made again

A step is a few lines of SQL that run in the transaction that also writes the new number. A tool for
migrations (alembic) would be a dependency larger than this folder, and would keep its versions in
files beside the package; here whoever reads the table reads its history.

Others may keep tables of their own beside these (`metadata`): they are made when they are missing.
"""

from __future__ import annotations

from collections.abc import Callable

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
    text,
    update,
)

from sapper.board import Board, deal, legacy_told
from sapper.grid import SapperError
from sapper.level import Level


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
    # The board as text when it was there before the game (uploaded, shared or played again), or
    # when its seed leads to another one since.
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
    Column("guesses", Integer),
    # The chance of surviving all guesses; the column has the name that it was made with.
    Column("luck", Float, key="survival"),
    # Counts the changes: whoever changes a game names the revision that they have seen.
    Column("revision", Integer, nullable=False, server_default="0"),
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
    # Random, and another one with each transaction: see Store._finish.
    Column("token", String(32), nullable=False),
)

OURS = (meta, games, moves)


def _keep_told_cells(connection: Connection) -> None:
    """Write the boards of format 1 down: their seeds lead to other told cells now."""
    old = select(games.c.id, games.c.level, games.c.seed).where(
        games.c.level.contains("/given"), games.c.board.is_(None)
    )
    for game, name, seed in connection.execute(old).all():
        level = Level.parse(name)
        mines = deal(level, int(seed)).mines
        board = Board(level, mines, told=legacy_told(level, mines))
        connection.execute(update(games).where(games.c.id == game).values(board=str(board)))


def _add_columns(connection: Connection, table: str, **columns: str) -> None:
    there = {column["name"] for column in sqlalchemy.inspect(connection).get_columns(table)}
    for name, kind in columns.items():
        if name not in there:
            connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {name} {kind}"))


def _count_revisions(connection: Connection) -> None:
    """Give games a revision, and take the boards out of the statistics that were shared."""
    _add_columns(connection, "games", revision="INTEGER NOT NULL DEFAULT 0", began="FLOAT")
    # Somebody had played these before: the dealer never finds the same board twice.
    boards = games.alias()
    again = select(boards.c.board).where(boards.c.board.is_not(None))
    again = again.group_by(boards.c.board).having(sqlalchemy.func.count() > 1)
    connection.execute(update(games).where(games.c.board.in_(again)).values(assisted=True))


def _review_again(connection: Connection) -> None:
    """Forget reviews: they are made again when somebody looks at them."""
    connection.execute(text("DROP TABLE IF EXISTS verdicts"))


def _note_first_cells(connection: Connection) -> None:
    """Give games the cell that was opened first."""
    _review_again(connection)
    _add_columns(connection, "games", first="INTEGER")
    opened = select(moves.c.cell).where(moves.c.game == games.c.id, moves.c.kind == "open")
    first = opened.order_by(moves.c.number).limit(1).scalar_subquery()
    connection.execute(update(games).values(first=first))


STEPS: dict[int, Callable[[Connection], None]] = {
    1: _keep_told_cells,
    2: _count_revisions,
    3: _review_again,
    4: _note_first_cells,
}
"""by the format that they start from"""

VERSION = 5


def bring_up(connection: Connection) -> None:
    """Make the tables, or bring those of an earlier format to this one; or a StoreError."""
    there = sqlalchemy.inspect(connection)
    names = set(there.get_table_names())
    if names & {table.name for table in OURS}:
        _check(there, meta)
        version = connection.execute(select(meta.c.version)).scalar()
        if not isinstance(version, int) or not 1 <= version <= VERSION:
            raise StoreError(f"the database has format {version}, this Sapper reads 1 to {VERSION}")
        for number in range(version, VERSION):
            STEPS[number](connection)
        connection.execute(update(meta).values(version=VERSION))
        there.clear_cache()
        for table in OURS:
            _check(there, table)
    metadata.create_all(connection)
    if not names & {table.name for table in OURS}:
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
