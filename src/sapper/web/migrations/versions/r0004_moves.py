"""Number the moves by revision, and store the moves that a game copies from another in one row."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    number = sa.Column("revision", sa.Integer, nullable=False, server_default="0")
    op.add_column("moves", number)
    op.create_table(
        "beginnings",
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("moves", sa.LargeBinary, nullable=False),
    )
