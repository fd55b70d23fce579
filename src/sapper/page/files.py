"""Makes a script that lists the page's files, for the service worker and for preloading.

    self.FILES = {"version": "...", "names": ["/", "files.js", ...], "needs": {"home": [...], ...}};

`needs` lists the modules and stylesheets that each view loads, so that a browser can request them
in parallel. Words are in a file per language, whose name contains "${language}".
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from os.path import normpath
from pathlib import Path

STATIC = Path(__file__).parent / "static"
FILES = frozenset(
    path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()
)
_MODULE = re.compile(
    r'^(?:import|export) [^;"(]*"(\.\.?/[\w/-]+\.js)"|await import\(`(\./words/.+\.js)`\)', re.M
)
_SHEET = re.compile(r'"([\w-]+\.css)"(?=.*\bsheet\))|^await sheet\("([\w-]+\.css)"', re.M)


def needs(module: str) -> set[str]:
    """A module, and the modules and stylesheets that it loads, directly or indirectly.

    >>> sorted(needs("words.js"))
    ['region.js', 'settings.js', 'words.js', 'words/${language}.js']
    """
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            if (path := STATIC / name).exists():
                text = path.read_text(encoding="utf-8")
                named = chain.from_iterable(_MODULE.findall(text))
                waiting += [normpath(Path(name).parent / one) for one in named if one]
                found.update(filter(None, chain.from_iterable(_SHEET.findall(text))))
    return found


def _views() -> Iterator[str]:
    for name in sorted(FILES):
        text = (STATIC / name).read_bytes()
        if b'customElements.define("sapper-' + name.removesuffix(".js").encode() + b'"' in text:
            yield name


def _first(names: set[str]) -> list[str]:
    """The order of the requests: every module waits for the words."""
    return sorted(names, key=lambda name: ("$" not in name, name))


@cache
def script() -> str:
    names = sorted(FILES)
    total = hashlib.sha256()
    for name in names:
        total.update(f"{name} ".encode() + (STATIC / name).read_bytes())
    listed = {
        "version": total.hexdigest()[:16],
        "names": ["/", "files.js", *(name for name in names if name != "index.html")],
        "needs": {view.removesuffix(".js"): _first(needs(view)) for view in _views()},
    }
    return f"self.FILES = {json.dumps(listed, separators=(',', ':'))};\n"
