"""The commands: the files that hold them, and the list in `sapper --help` by what people want."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

SECTIONS: dict[str, tuple[str, ...]] = {
    "Play, and look back": ("serve", "play", "hint", "review", "replay"),
    "Understand a position": ("explain", "analyze", "verify", "prove"),
    "Boards and puzzles": ("deal", "rate", "puzzle"),
    "Agents": ("agents", "watch", "bench", "compare", "study", "optimal"),
    "Learn and teach": ("lesson", "exercise", "logic", "new-agent", "grade"),
    "Files, and the installation": ("show", "stats", "convert", "formats", "doctor"),
}


FILES: dict[str, tuple[str, ...]] = {
    "games": ("play", "watch", "replay"),
    "dealer": ("deal", "rate", "puzzle"),
    "files": ("show", "stats", "convert", "formats"),
    "reason": ("analyze", "explain", "hint", "verify"),
    "review": ("review",),
    "measure": ("agents", "bench", "compare", "study"),
    "optimum": ("optimal",),
    "logic": ("logic",),
    "classroom": ("new-agent", "grade"),
    "lessons": ("lesson", "exercise"),
    "prove": ("prove",),
    "page": ("serve",),
    "doctor": ("doctor",),
}


class Overview(TyperGroup):
    """Commands in sections, each with its whole first line."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All of them, in the order of the sections."""
        return [name for names in SECTIONS.values() for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """One list per section."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                firsts = [(self.commands[name].help or "").split("\n\n")[0] for name in names]
                rows = list(zip(names, (" ".join(first.split()) for first in firsts), strict=True))
                formatter.write_dl(rows)
