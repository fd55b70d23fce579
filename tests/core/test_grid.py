"""Cells have names and neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from sapper.core.grid import CellError, Grid
from sapper.errors import SapperError

sides = st.integers(1, 1000)


@given(sides, sides, st.data())
def test_name_and_parse_are_inverses(width: int, height: int, data: st.DataObject) -> None:
    grid = Grid(width, height)
    cell = data.draw(st.integers(0, grid.size - 1))
    assert grid.parse_cell(grid.name(cell)) == cell
    assert grid.parse_cell(grid.name(cell).lower()) == cell


def test_names_are_those_of_a_spreadsheet() -> None:
    """Columns are A to Z, AA to ZZ, AAA and so on; rows are numbered from 1."""
    grid = Grid(1000, 2)
    assert [grid.name(c) for c in (0, 25, 26, 701, 702, 999, 1000)] == [
        "A1",
        "Z1",
        "AA1",
        "ZZ1",
        "AAA1",
        "ALL1",
        "A2",
    ]


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (7, 1), (2, 3), (5, 4), (200, 150)])
def test_neighbours_are_the_cells_one_step_away(size: tuple[int, int]) -> None:
    width, height = size
    grid = Grid(width, height)
    cells = {0, width - 1, grid.size // 2, grid.size - width, grid.size - 1}
    for cell in cells:
        assert list(grid.neighbours(cell)) == sorted(reference.around(width, height, cell))


@pytest.mark.parametrize("text", ["", "C", "4", "4C", "C0", "C4x", "É1", "AAAAA1", "C-1", "C٣"])
def test_garbage_is_not_a_cell(text: str) -> None:
    with pytest.raises(CellError, match="is not a cell") as problem:
        Grid(9, 4).parse_cell(text)
    assert repr(text) in str(problem.value)


def test_a_cell_off_the_board_names_the_board() -> None:
    with pytest.raises(CellError, match="cell J1 is off the board: cells are A1 to I4"):
        Grid(9, 4).parse_cell("j1")
    with pytest.raises(CellError, match="cell 36 is off the board"):
        Grid(9, 4).name(36)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (1001, 1), (1, 1001), (-1, 3)])
def test_a_grid_out_of_size_names_the_limit(size: tuple[int, int]) -> None:
    with pytest.raises(SapperError, match="1 to 1000"):
        Grid(*size)
