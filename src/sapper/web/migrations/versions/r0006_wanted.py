"""Store what a player wants of a board that is dealt around the first cell."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("wanted", sa.Text))
