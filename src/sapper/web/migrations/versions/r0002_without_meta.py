"""Drop the table `meta`, whose number was always 1. Alembic's table holds the format now.

Format 0001 grew over time: a server added the tables below when they were missing. A database that
was last opened before that may lack some of them.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

LATER = (
    """
    CREATE TABLE IF NOT EXISTS cards (
        game VARCHAR(32) NOT NULL,
        marks VARCHAR(16) NOT NULL,
        PRIMARY KEY (game),
        FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS daily_boards (
        date VARCHAR(10) NOT NULL,
        level VARCHAR(16) NOT NULL,
        board TEXT NOT NULL,
        difficulty FLOAT NOT NULL,
        hardest VARCHAR(20) NOT NULL,
        needed INTEGER NOT NULL,
        PRIMARY KEY (date, level)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS daily_places (
        game VARCHAR(32) NOT NULL,
        date VARCHAR(10) NOT NULL,
        place VARCHAR(16) NOT NULL,
        PRIMARY KEY (game),
        FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS daily_seen (
        player VARCHAR(64) NOT NULL,
        date VARCHAR(10) NOT NULL,
        level VARCHAR(16) NOT NULL,
        PRIMARY KEY (player, date, level)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS helps (
        game VARCHAR(32) NOT NULL,
        "after" INTEGER NOT NULL,
        PRIMARY KEY (game, "after"),
        FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS known_boards (
        mark VARCHAR(64) NOT NULL,
        day INTEGER NOT NULL,
        PRIMARY KEY (mark)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS names (
        player VARCHAR(64) NOT NULL,
        name VARCHAR(24) NOT NULL,
        shown BOOLEAN NOT NULL,
        PRIMARY KEY (player)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS races (
        id VARCHAR(32) NOT NULL,
        player VARCHAR(64) NOT NULL,
        created FLOAT NOT NULL,
        level VARCHAR(64) NOT NULL,
        game VARCHAR(32),
        agent VARCHAR(16),
        record TEXT,
        PRIMARY KEY (id),
        UNIQUE (game),
        FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS race_entries (
        id VARCHAR(48) NOT NULL,
        race VARCHAR(32) NOT NULL,
        player VARCHAR(64) NOT NULL,
        game VARCHAR(32),
        created FLOAT NOT NULL,
        practice BOOLEAN NOT NULL,
        seen BOOLEAN NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(race) REFERENCES races (id) ON DELETE CASCADE,
        FOREIGN KEY(game) REFERENCES games (id) ON DELETE SET NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS rush_runs (
        id VARCHAR(32) NOT NULL,
        player VARCHAR(64) NOT NULL,
        began FLOAT NOT NULL,
        ended FLOAT,
        reason VARCHAR(8),
        number INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        mistakes INTEGER NOT NULL,
        PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS rush_positions (
        run VARCHAR(32) NOT NULL,
        number INTEGER NOT NULL,
        player VARCHAR(64) NOT NULL,
        "key" VARCHAR(64) NOT NULL,
        position TEXT NOT NULL,
        technique VARCHAR(20) NOT NULL,
        safe TEXT NOT NULL,
        mines TEXT NOT NULL,
        missed FLOAT,
        shown FLOAT NOT NULL,
        answered FLOAT,
        cell VARCHAR(8),
        result VARCHAR(8),
        "before" FLOAT,
        "after" FLOAT,
        counted VARCHAR(64),
        PRIMARY KEY (run, number),
        UNIQUE (player, counted),
        FOREIGN KEY(run) REFERENCES rush_runs (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS rush_ratings (
        player VARCHAR(64) NOT NULL,
        technique VARCHAR(20) NOT NULL,
        rating FLOAT NOT NULL,
        deviation FLOAT NOT NULL,
        positions INTEGER NOT NULL,
        changed FLOAT NOT NULL,
        PRIMARY KEY (player, technique)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_rush_runs_player ON rush_runs (player)",
    "CREATE INDEX IF NOT EXISTS ix_races_player ON races (player)",
    "CREATE INDEX IF NOT EXISTS ix_rush_positions_player ON rush_positions (player)",
    "CREATE INDEX IF NOT EXISTS ix_race_entries_player ON race_entries (player)",
    "CREATE INDEX IF NOT EXISTS ix_race_entries_game ON race_entries (game)",
    "CREATE INDEX IF NOT EXISTS ix_race_entries_race ON race_entries (race)",
)


def upgrade() -> None:
    for statement in LATER:
        op.execute(statement)
    op.drop_table("meta")
