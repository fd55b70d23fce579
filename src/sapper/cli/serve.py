"""The command that serves the page."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from sapper.cli.common import app
from sapper.errors import SapperError
from sapper.extras import install
from sapper.interrupt import leave_to_server


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(help="The address to listen on. By default, only this machine can connect."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help="The port to listen on. The default is 8000, or the next free port if 8000 is in "
            "use. 0 picks any free port.",
            min=0,
            max=65535,
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="The database: a file or an SQLAlchemy URL. The default is a file in your data "
            "directory."
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name for the page, such as sapper.example.org, or * for any name. This "
            "machine's addresses are always allowed. Repeatable."
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            help="How many server processes to run, up to about one per core. More than one "
            "requires PostgreSQL.",
            min=1,
            max=64,
        ),
    ] = 1,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a reverse proxy whose X-Forwarded headers are trusted. Repeatable."
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help="Your own agent to watch on the page: mine.py, mine.py:Name or 'exec:./agent'. "
            "Repeatable."
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve the web page, where you can play, watch agents, analyse positions and review games."""
    if database == "":
        raise SapperError("--database is empty: give a file or an SQLAlchemy URL")
    try:
        # Our import rules (pyproject.toml) allow no import statement for the page here.
        page = import_module("sapper.web.app")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("sapper"):
            raise
        raise SapperError(
            f"the page needs {missing.name}: install it with {install('web')}"
        ) from None
    leave_to_server()
    page.serve(
        host,
        port,
        database,
        open_browser=browser,
        agents=agent or (),
        allowed_hosts=allowed_host or (),
        proxies=proxy or (),
        workers=workers,
    )
