"""Charts for reports, as SVG. Their colours are in report.css.

>>> axes = Axes(Axis(0, 10, [(0, "0"), (10, "10")]), Axis(0, 1, [(0, "0%"), (1, "100%")]))
>>> axes.line([(0, 0), (10, 0.5)])
Markup('<path class="line" d="M46.0 160.0L460.0 85.0"/>')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from markupsafe import Markup

Point: TypeAlias = tuple[float, float]

_LEFT, _TOP, _RIGHT, _BOTTOM = 46, 10, 20, 24
_NAME = 20
"""the space for the name of an axis"""
_ROW, _NAMES, _BARS, _LABELS = 28, 150, 170, 148
"""the height of a bar's row, and the widths of its parts"""


@dataclass(frozen=True, slots=True)
class Axis:
    low: float
    high: float
    ticks: Sequence[tuple[float, str]] = ()
    name: str = ""

    def share(self, value: float) -> float:
        """Where a value is on the axis, from 0 to 1. Values outside are shown at its ends."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low or 1.0)))


@dataclass(frozen=True, slots=True)
class Axes:
    x: Axis
    y: Axis
    width: int = 414
    height: int = 150

    def line(self, points: Iterable[Point], kind: str = "line") -> Markup:
        return Markup('<path class="{}" d="{}"/>').format(kind, self._path(points))

    def band(self, upper: Sequence[Point], lower: Sequence[Point]) -> Markup:
        around = self._path([*upper, *reversed(lower)])
        return Markup('<path class="band" d="{}z"/>').format(around)

    def dot(self, point: Point, radius: float, title: str) -> Markup:
        x, y = self._place(point)
        dot = Markup('<circle class="dot" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"><title>{}</title>')
        return dot.format(x, y, radius, title) + Markup("</circle>")

    def label(self, point: Point, text: str) -> Markup:
        """A text above a point, ending there."""
        x, y = self._place(point)
        return _text(x, max(y - 8, _TOP + 4), text, "end", "value")

    def svg(self, title: str, *marks: Markup) -> Markup:
        left, top = self._left, _TOP
        right, bottom = left + self.width, top + self.height
        parts = []
        for value, label in self.x.ticks:
            x = left + self.width * self.x.share(value)
            parts.append(Markup('<path class="grid" d="M{:.1f} {}V{}"/>').format(x, top, bottom))
            parts.append(_text(x, bottom + 18, label, "middle"))
        for value, label in self.y.ticks:
            y = bottom - self.height * self.y.share(value)
            parts.append(Markup('<path class="grid" d="M{} {:.1f}H{}"/>').format(left, y, right))
            parts.append(_text(left - 6, y + 4, label, "end"))
        if self.x.name:
            parts.append(_text((left + right) / 2, bottom + 18 + _NAME, self.x.name, "middle"))
        if self.y.name:
            turned = '<g transform="translate(14 {}) rotate(-90)">{}</g>'
            name = _text(0, 0, self.y.name, "middle")
            parts.append(Markup(turned).format((top + bottom) / 2, name))
        height = bottom + _BOTTOM + (_NAME if self.x.name else 0)
        return _svg(title, right + _RIGHT, height, [*parts, *marks])

    @property
    def _left(self) -> int:
        return _LEFT + (_NAME if self.y.name else 0)

    def _place(self, point: Point) -> Point:
        x, y = self.x.share(point[0]), self.y.share(point[1])
        return self._left + self.width * x, _TOP + self.height * (1 - y)

    def _path(self, points: Iterable[Point]) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self._place, points))


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    value: float
    label: str
    interval: tuple[float, float] | None = None


def bars(title: str, rows: Sequence[Bar], axis: Axis) -> Markup:
    """Horizontal bars, which start at 0."""

    def x(value: float) -> float:
        return _NAMES + _BARS * axis.share(value)

    bottom = _ROW * len(rows)
    parts = []
    for value, label in axis.ticks:
        parts.append(Markup('<path class="grid" d="M{:.1f} 0V{}"/>').format(x(value), bottom))
        parts.append(_text(x(value), bottom + 14, label, "middle"))
    for number, row in enumerate(rows):
        y = _ROW * number + _ROW // 2
        start, end = sorted((x(0), x(row.value)))
        bar = Markup('<rect class="bar" x="{:.1f}" y="{}" width="{:.1f}" height="18" rx="2"/>')
        parts += [_text(0, y + 4, row.name, "start"), bar.format(start, y - 9, end - start)]
        if row.interval is not None:
            low, high = map(x, row.interval)
            parts.append(Markup('<path class="range" d="M{:.1f} {}H{:.1f}"/>').format(low, y, high))
        parts.append(_text(_NAMES + _BARS + 12, y + 4, row.label, "start", "value"))
    said = "; ".join(f"{row.name} {row.label}" for row in rows)
    height = bottom + (18 if axis.ticks else 0)
    return _svg(f"{title}: {said}", _NAMES + _BARS + 12 + _LABELS, height, parts)


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> Markup:
    words = Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>')
    return words.format(x, y, anchor, kind, text)


def _svg(title: str, width: float, height: float, parts: Iterable[Markup]) -> Markup:
    svg = '<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {:g} {:g}" width="{:g}">\n{}'
    drawn = Markup(svg).format(title, width, height, width, Markup("\n").join(parts))
    return drawn + Markup("\n</svg>")
