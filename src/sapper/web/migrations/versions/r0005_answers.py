"""Store the reviews that were opened."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("language", sa.String(8), primary_key=True),
        sa.Column("question", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
    )
