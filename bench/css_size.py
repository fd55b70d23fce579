"""Count the lines, rules and declarations of the stylesheets in src.

    python bench/css_size.py [FOLDER]

A rule is a block with a selector, such as `.card { ... }`. Blocks of `@media`, `@layer` and other
at-rules are not counted, but `@font-face` and the steps of animations are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src"
GROUPS = re.compile(r"@(media|supports|layer|container|keyframes|scope|starting-style)\b")


def counts(text: str) -> tuple[int, int, int]:
    """The lines, the rules and the declarations of this stylesheet."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    while re.search(r"\([^(){};]*\)", bare):  # such as :not(:checked), which is not a declaration
        bare = re.sub(r"\([^(){};]*\)", "", bare)
    heads = [head.strip() for head in re.findall(r"([^{};]*)\{", bare)]
    rules = sum(not GROUPS.match(head) for head in heads)
    return text.count("\n"), rules, len(re.findall(r"[^{};\s][^{};]*:[^{};]*(?=[;}])", bare))


def main() -> None:
    """Print the counts of each file, and their sums."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES
    rows = [(path, counts(path.read_text("utf-8"))) for path in sorted(folder.rglob("*.css"))]
    print(f"{'':<30}{'lines':>8}{'rules':>8}{'declarations':>14}")
    for path, numbers in rows:
        print(f"{'/'.join(path.parts[-3:]):<30}{'{:>8,}{:>8,}{:>14,}'.format(*numbers)}")
    sums = [sum(column) for column in zip(*(numbers for _, numbers in rows), strict=True)]
    print(f"{'all':<30}{'{:>8,}{:>8,}{:>14,}'.format(*sums)}")


if __name__ == "__main__":
    main()
