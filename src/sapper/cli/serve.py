"""The command that serves the page."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from sapper.cli.common import app
from sapper.errors import SapperError
from sapper.interrupt import leave_to_server


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; the default is this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; 0 picks a free one.", min=0, max=65535)
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            help="A file or an SQLAlchemy URL; by default a file in the user's data directory."
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name that the page may be asked for by, besides this machine's addresses: "
            "sapper.example.org, or * for any; repeatable."
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(help="Server processes, on PostgreSQL: about one per core.", min=1, max=64),
    ] = 1,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a reverse proxy in front of the server, whose X-Forwarded headers "
            "are believed; repeatable."
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent of your own to watch on the page besides ours: mine.py, mine.py:Name or "
            "'exec:./agent'; repeatable."
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve the page: play, watch, analyse and look back in the browser."""
    if database == "":
        raise SapperError("--database is empty: give a file or an SQLAlchemy URL")
    try:
        # By name: the command line and the page don't import each other.
        page = import_module("sapper.web.app")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("sapper"):
            raise
        raise SapperError(
            f"the page needs {missing.name}: install it with pip install 'sapper[web]'"
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
