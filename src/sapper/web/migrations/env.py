"""Alembic runs this file to upgrade or stamp a database, on the connection from `bring_up`."""

from alembic import context

from sapper.web.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
