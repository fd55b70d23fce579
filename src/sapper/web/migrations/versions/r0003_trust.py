"""Drop the tables that served to find out who had seen a board, and the names of the table.

A first try on a board that the player might have known was assisted, with a use of help after
-1 moves. If no other help was used, it is not assisted any more.
"""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute(
        """
        UPDATE games SET assisted = false
        WHERE id IN (SELECT game FROM daily)
        AND id IN (SELECT game FROM helps WHERE "after" < 0)
        AND id NOT IN (SELECT game FROM helps WHERE "after" >= 0)
        """
    )
    op.execute('DELETE FROM helps WHERE "after" < 0')
    for table in ("known_boards", "daily_places", "daily_seen", "names"):
        op.drop_table(table)
