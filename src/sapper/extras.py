"""How to install optional packages (extras), by how Sapper itself was installed."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from subprocess import list2cmdline
from urllib.parse import urlsplit
from urllib.request import url2pathname


def install(extra: str = "") -> str:
    """The command that installs an extra, or Sapper again, into this environment."""
    origin = json.loads(distribution("sapper").read_text("direct_url.json") or "{}")
    wanted = f"[{extra}]" if extra else ""
    if "dir_info" not in origin:
        return f'{_pip()} "sapper{wanted}"'
    folder = url2pathname(urlsplit(origin["url"]).path)
    if os.path.realpath(folder) == os.path.realpath(os.curdir):
        folder = "."
    edits = "-e " if origin["dir_info"].get("editable") else ""
    return f'{_pip()} {edits}"{folder}{wanted}"'


def _pip() -> str:
    """Without an activated environment, `pip` alone would install into another one."""
    python = list2cmdline([sys.executable])  # in double quotes, as any shell reads them
    if find_spec("pip") is None:  # as in the environments that uv makes
        return f"uv pip install --python {python}"
    is_own = sys.prefix == sys.base_prefix or os.environ.get("VIRTUAL_ENV") == sys.prefix
    return f"{'pip' if is_own else f'{python} -m pip'} install"
