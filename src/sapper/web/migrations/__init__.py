"""Brings a database to the format of this version of Sapper when a server opens it.

    format      the name of the latest revision that a database has gone through, such as 0002
    versions/   the revisions, one per file; each changes the tables of the format before it

A new database gets the tables of `sapper.web.schema` and the latest format. For an older database,
Alembic runs the revisions after its format in order, in the transaction of the caller.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from sapper.web.schema import StoreError, metadata

FOLDER = Path(__file__).parent
VERSION_TABLE = "sapper_format"
"""the table that holds the format; Alembic's usual name would clash with that of other programs"""

FIRST = "0001"
"""the format of databases that have no table for it"""
_FIRST_COLUMNS = {
    "meta": {"version"},
    "games": {
        *("id", "share", "player", "level", "seed", "board", "created", "outcome", "assisted"),
        *("elapsed", "clicks", "opened", "three_bv", "revision", "began", "first"),
    },
    "moves": {"game", "number", "at", "kind", "cell"},
    "daily": {"player", "date", "level", "game"},
    "reviews": {"game"},
    "writers": {"id", "token"},
}


def format_of(connection: Connection) -> str | None:
    """The format of a database, or None if it is new. Raises a StoreError if we can't use it."""
    there = sqlalchemy.inspect(connection)
    names = set(there.get_table_names())
    if VERSION_TABLE in names:
        options = {"version_table": VERSION_TABLE}
        heads = MigrationContext.configure(connection, opts=options).get_current_heads()
        if len(heads) != 1:
            raise StoreError(
                "the database doesn't say which format it has: restore a copy, or choose another "
                "--database"
            )
        if heads[0] not in formats():
            raise StoreError(
                f"the database has format {heads[0]}, but this version of Sapper reads formats up "
                f"to {latest()}: update Sapper, or choose another --database"
            )
        return heads[0]
    if names >= _FIRST_COLUMNS.keys() and all(
        {column["name"] for column in there.get_columns(name)} >= columns
        for name, columns in _FIRST_COLUMNS.items()
    ):
        version = connection.exec_driver_sql("SELECT version FROM meta").scalar()
        if version == 1:
            return FIRST
    taken = sorted(names & {"meta", *metadata.tables})
    if taken:
        raise StoreError(
            f"Sapper can't read this database: its table {taken[0]} is from another program or a "
            "much older version; choose another --database"
        )
    return None


def formats() -> list[str]:
    """All formats, the latest first."""
    scripts = ScriptDirectory.from_config(_config())
    return [script.revision for script in scripts.walk_revisions()]


def latest() -> str:
    return formats()[0]


def bring_up(connection: Connection, found: str | None) -> None:
    """Create the tables of a new database, or bring an older format up to the latest."""
    config = _config()
    config.attributes["connection"] = connection
    if found is None:
        metadata.create_all(connection)
        command.stamp(config, "head")
    elif found != latest():
        if not sqlalchemy.inspect(connection).has_table(VERSION_TABLE):
            command.stamp(config, found)
        command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
