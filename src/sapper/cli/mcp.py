"""The command that runs an MCP server for language models."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from sapper.cli.common import app
from sapper.errors import SapperError
from sapper.extras import install
from sapper.interrupt import leave_to_server


@app.command("mcp")
def mcp_command(
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(help="With --http: the address. By default, only this machine can connect."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            help="With --http: the port. The default is 8001, and 0 picks a free port.",
            min=0,
            max=65535,
        ),
    ] = None,
) -> None:
    """Serve tools that let language models ask about positions, make puzzles, and play.

    The protocol is the Model Context Protocol. In the documentation, mcp.md shows how to add
    the server to a client.
    """
    for name, value in {"--host": host, "--port": port}.items():
        if value is not None and not http:
            raise SapperError(f"{name} needs --http")
    if host == "":
        raise SapperError("--host is empty: give an address, or leave it out")
    try:
        # Our import rules (pyproject.toml) allow no import statement for the server here.
        tools = import_module("sapper.mcp")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("sapper"):
            raise
        raise SapperError(
            f"these tools need {missing.name}: install it with {install('mcp')}"
        ) from None
    if not http:
        tools.serve_stdio()
        return
    leave_to_server()
    tools.serve_http(host or "127.0.0.1", 8001 if port is None else port)
