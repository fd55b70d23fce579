"""Drop the table `meta`, whose number was always 1. Alembic's table holds the format now."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_table("meta")
