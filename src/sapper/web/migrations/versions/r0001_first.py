"""The first format. A database of this format has no table for its format, but a table `meta`."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing to do: databases of this format exist already."""
