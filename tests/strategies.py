"""Random levels for Hypothesis, and a position that is hard to decide."""

from hypothesis import strategies as st

from sapper.core.level import Level, StartRule

rules = st.one_of(
    st.sampled_from(["any", "safe", "open", "given", "given(all)", "given(zero)"]).map(
        StartRule.parse
    ),
    st.integers(0, 3).map(lambda told: StartRule("given", told)),
    st.floats(0.001, 1000).map(lambda factor: StartRule("given", factor)),
)


@st.composite
def levels(draw: st.DrawFn, side: int = 1000) -> Level:
    """Any valid level whose width and height are at most `side`."""
    width, height = draw(st.integers(1, side)), draw(st.integers(1, side))
    rule = draw(rules)
    kept = {"safe": 1, "open": min(width, 2) * min(height, 2)}.get(rule.kind, 0)
    if rule.given == "zero":
        # If most boards have a 0, one is found soon.
        kept = max(min(width, 2) * min(height, 2), width * height * 2 // 3)
    if isinstance(rule.given, int):
        kept = min(rule.given, width * height)
        rule = StartRule("given", kept)
    return Level(width, height, draw(st.integers(0, width * height - kept)), rule)


def checkerboard(side: int, extra_mines: int, frame: str = "") -> str:
    """A position with a clue in every second cell and a mine count that is off by `extra_mines`.

    If `frame` is not empty, it replaces the clues at the edge of the board.
    """
    numbers = range(side)
    mines = {(row, column) for row in numbers[::2] for column in numbers[1::2]}

    def symbol(row: int, column: int) -> str:
        if (row + column) % 2:
            return "."
        if frame and (row in (0, side - 1) or column in (0, side - 1)):
            return frame
        near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        return str(len(near & mines))

    rows = ["".join(symbol(row, column) for column in numbers) for row in numbers]
    return "\n".join([f"{side}x{side}x{len(mines) + extra_mines}/any", *rows, ""])
