"""Finds phrases in code, pages and docs that readers had to read twice.

    python tests/plainwords.py [FILE ...]

The script prints where each phrase is and a better wording, and exits with 1 if it finds any.
It reads only prose: comments and strings in code, and everything but code blocks in Markdown. If a
phrase is right in one place, add the file and the words around the phrase to ALLOWED.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

USUAL = {
    r"whoever|whomever": "anyone who, the caller, the client",
    r"so many": "n, the number of, that many",
    r"in the middle(?! of)": "median",
    r"of others'?|another's": "third-party, someone else's",
    r"for want of": "for lack of",
    r"chances? to win": "chance of winning",
    r"told safe|told cells?|cells? told": "given as safe, given cell",
    r"leads? on": "helps, gets further",
    r"for machines": "as JSON",
    r"all that (?:is|are|was|were|can|could|ha[sd]|have|it|happen\w+|they|there)": "name the thing",
    r"beside (?=\w)": "next to",
    r"(?<!there )(?:is|are|was|were) no (?!longer|more|less|fewer|better|worse|such)": "is not a",
    r"are known:|(?:version|versions) [\w. ]+ (?:is|are) known": "is supported",
    r"certainly (?:safe|a mine|mines)": "provably",
    r"to be had": "available, possible",
    r"as the case may be|at that, too|withal|hereof": "leave it out",
}
PATTERN = re.compile("|".join(rf"(?P<p{i}>\b(?:{words})\b)" for i, words in enumerate(USUAL)), re.I)

ALLOWED: tuple[tuple[str, str], ...] = ()
"""(end of the path, words on the line) of phrases that are right"""

# Since Python 3.12, the text in an f-string is a separate kind of token.
PROSE_TOKENS = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", None)}
CODE_BLOCK = re.compile(r"^(?: {4,}|```)")
C_PROSE = re.compile(r"//.*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`", re.S)
KINDS = (".py", ".md", ".js", ".cpp", ".hpp", ".html", ".toml")
OWN = ("tests/plainwords.py", "tests/test_plainwords.py")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of prose in a file, with their line numbers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in PROSE_TOKENS:
                yield from enumerate(token.string.splitlines(), token.start[0])
    elif path.suffix in (".js", ".cpp", ".hpp"):
        for found in C_PROSE.finditer(text):
            yield from enumerate(found[0].splitlines(), text.count("\n", 0, found.start()) + 1)
    elif path.suffix != ".md":
        yield from enumerate(text.splitlines(), 1)
    else:
        fenced = False
        for number, line in enumerate(text.splitlines(), 1):
            fenced ^= line.startswith("```")
            if not fenced and not CODE_BLOCK.match(line):
                yield number, line


def problems(path: Path) -> Iterator[str]:
    """Describe each phrase in a file for which there is a better wording."""
    for number, line in prose(path):
        for found in PATTERN.finditer(line):
            if not any(str(path).endswith(end) and words in line for end, words in ALLOWED):
                usual = list(USUAL.values())[int(str(found.lastgroup)[1:])]
                yield f'{path}:{number}: "{found[0]}": {usual}'


def main(names: list[str]) -> int:
    """Print the phrases to replace in these files, or in all tracked files."""
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout
    paths = [Path(name) for name in names or tracked.splitlines() if name.endswith(KINDS)]
    found = [
        one for path in paths if path.exists() and str(path) not in OWN for one in problems(path)
    ]
    print("\n".join(found) if found else "plain words: nothing to mend")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
