"""Starts nginx in front of a server on this machine, with the configuration that Sapper ships.

    with nginx(8000) as url:
        ...

The names, ports and certificates in docs/service/nginx.conf are replaced. nginx needs no rights and
writes only to a temporary folder.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SHIPPED = Path(__file__).parents[1] / "docs/service/nginx.conf"
PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
MAIN = """
daemon off;
worker_processes 1;
error_log {folder}/errors;
pid {folder}/pid;
{user}
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def site(port: int, server: int, changes: Mapping[str, str]) -> str:
    """The shipped configuration for a proxy on `port`, without TLS, with these texts replaced."""
    text = SHIPPED.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^ +(listen \[::\]|ssl_certificate).*\n", "", text)
    ours = {
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{server};",
        "server_name sapper.example.org;": "server_name localhost;",
    }
    for before, after in {**ours, **changes}.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


@contextmanager
def nginx(server: int, changes: Mapping[str, str] | None = None) -> Iterator[str]:
    """The URL of an nginx in front of the server on this port."""
    assert PROGRAM, "nginx is not installed"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="sapper-") as folder:
        # As root, nginx would change to a user who can't write to the folder.
        user = "user root;" if os.name == "posix" and os.geteuid() == 0 else ""
        text = MAIN.format(folder=folder, user=user, site=site(port, server, changes or {}))
        (Path(folder) / "nginx.conf").write_text(text, encoding="utf-8")
        command = [PROGRAM, "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/errors"]
        process = subprocess.Popen(command)
        try:
            while not _listens(port):
                assert process.poll() is None, (Path(folder) / "errors").read_text()
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
