"""Rooms, in which people play the same boards, instead of races. The games of races stay."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.drop_table("race_entries")
    op.drop_table("races")
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("changed_by", sa.Integer),
        sa.Column("boards", sa.Integer, nullable=False),
    )
    op.create_index("ix_rooms_used", "rooms", ["used"])
    op.create_table(
        "room_people",
        _room(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64)),
        sa.Column("agent", sa.String(40)),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("ready", sa.Float),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.UniqueConstraint("room", "player"),
        sa.UniqueConstraint("room", "key"),
    )
    op.create_index("ix_room_people_player", "room_people", ["player"])
    op.create_table(
        "room_boards",
        _room(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("own_time", sa.Boolean, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("begins", sa.Float, nullable=False),
        sa.Column("over", sa.Float),
    )
    op.create_table(
        "room_entries",
        _room(),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64)),
        sa.Column("begun", sa.Float),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="SET NULL")),
    )
    for column in ("player", "game"):
        op.create_index(f"ix_room_entries_{column}", "room_entries", [column])


def _room() -> sa.Column[str]:
    key = sa.ForeignKey("rooms.code", ondelete="CASCADE")
    return sa.Column("room", sa.String(8), key, primary_key=True)
