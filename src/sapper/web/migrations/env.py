"""Alembic runs this file for each upgrade, on the connection that `upgrade` passes on."""

from alembic import context

from sapper.web.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
