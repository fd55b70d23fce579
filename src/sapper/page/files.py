"""Makes a script that lists the page's files, for the service worker and for preloading.

    self.FILES = {"version": "...", "names": ["/", "files.js", ...], "needs": {"home": [...], ...}};

`needs` lists the modules that each view imports, so that a browser can request them in parallel.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from os.path import normpath
from pathlib import Path

STATIC = Path(__file__).parent / "static"
FILES = frozenset(
    path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()
)
_IMPORT = re.compile(r'^(?:import|export) [^;"(]*"(\.\.?/[\w/-]+\.js)"', re.MULTILINE)


def needs(module: str) -> set[str]:
    """A module and the modules that it imports, directly or indirectly.

    >>> sorted(needs("words.js"))
    ['region.js', 'settings.js', 'words.js']
    """
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = (STATIC / name).read_text(encoding="utf-8")
            folder = Path(name).parent
            waiting += [normpath(folder / one) for one in _IMPORT.findall(text)]
    return found


def _views() -> Iterator[str]:
    for name in sorted(FILES):
        text = (STATIC / name).read_bytes()
        if b'customElements.define("sapper-' + name.removesuffix(".js").encode() + b'"' in text:
            yield name


@cache
def script() -> str:
    names = sorted(FILES)
    total = hashlib.sha256()
    for name in names:
        total.update(f"{name} ".encode() + (STATIC / name).read_bytes())
    listed = {
        "version": total.hexdigest()[:16],
        "names": ["/", "files.js", *(name for name in names if name != "index.html")],
        "needs": {view.removesuffix(".js"): sorted(needs(view)) for view in _views()},
    }
    return f"self.FILES = {json.dumps(listed, separators=(',', ':'))};\n"
