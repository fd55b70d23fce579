"""Puts a part of the page into a single HTML file, which works without a server and a network.

The file contains the modules that the part imports, the styles, pictures and words of one language
that it needs, and the data that it shows. Together they are a JSON object, which is compressed.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from html import escape
from pathlib import Path
from string import Template

from sapper.page.files import STATIC, needs

REVIEW = Path(__file__).parent / "review_file"
STYLES = ("style.css", "views.css", "review.css")
SCRIPTS = ("storage.js", "look.js")
"""what the page runs before its modules"""

_TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".woff": "font/woff"}
# A module in the file has no address, so it names others by an import map: page/dom.js.
_IMPORT = re.compile(r'(\bfrom |\bimport |\bimport\()(["`])\.\.?/')
_URL = re.compile(r'url\("?([\w.-]+)"?\)')


def review_file(title: str, text: str, language: str, data: object) -> str:
    """A review as an HTML file. Until its script runs, it shows only the text."""
    packed = {"style": _style(), "modules": _modules(language), "data": data}
    written = json.dumps(packed, separators=(",", ":"), ensure_ascii=False).encode()
    return Template((REVIEW / "review.html").read_text(encoding="utf-8")).substitute(
        title=escape(title),
        text=escape(text),
        language=language,
        icon=_inlined("icon.svg"),
        scripts="\n".join(map(_read, SCRIPTS)),
        packed=b64encode(gzip.compress(written, mtime=0)).decode(),
    )


def _modules(language: str) -> dict[str, str]:
    main = (REVIEW / "main.js").read_text(encoding="utf-8")
    used = {
        one.replace("${language}", language)
        for name in re.findall(r'from "page/([\w/-]+\.js)"', main)
        for one in needs(name)
        if one.endswith(".js")
    }
    found = {f"page/{name}": _IMPORT.sub(r"\1\2page/", _read(name)) for name in sorted(used)}
    # The styles are in the file.
    return found | {"page/sheet.js": "export const sheet = () => {};", "main": main}


def _style() -> str:
    return _URL.sub(lambda url: f"url({_inlined(url[1])})", "".join(map(_read, STYLES)))


def _inlined(name: str) -> str:
    content = b64encode((STATIC / name).read_bytes()).decode()
    return f"data:{_TYPES[Path(name).suffix]};base64,{content}"


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
