"""Brings a database to the format of this version of Sapper when a server opens it.

    format      the name of the latest revision that a database has gone through, such as 0002
    versions/   the revisions, one per file; each changes the tables of the format before it

A new database gets the tables of `sapper.web.schema` and the latest format. The files of an older
format run one after the other, in the transaction of the caller. Alembic orders and runs them.
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
_FIRST_TABLES = {"meta", "games", "moves"}


def format_of(connection: Connection) -> str | None:
    """The format of a database, or None if it is new. Raises a StoreError if we can't use it."""
    names = set(sqlalchemy.inspect(connection).get_table_names())
    if VERSION_TABLE in names:
        options = {"version_table": VERSION_TABLE}
        found = MigrationContext.configure(connection, opts=options).get_current_revision()
        if found not in formats():
            raise StoreError(
                f"the database has format {found}, but this version of Sapper reads formats up to "
                f"{latest()}: update Sapper, or choose another --database"
            )
        return found
    if names >= _FIRST_TABLES:
        return FIRST
    taken = sorted(names & set(metadata.tables))
    if taken:
        raise StoreError(
            f"this is not a Sapper database: another program made its table {taken[0]}; "
            "choose another --database"
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
