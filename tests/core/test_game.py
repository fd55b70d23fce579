"""Games follow the rules, and their records can be replayed."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.board import Board, BoardError, deal
from sapper.core.game import Game, Outcome, Record, RecordError
from sapper.core.level import Level
from sapper.core.view import GIVEN, Decision, Move, MoveError, MoveKind, View
from strategies import levels

WALL = Board.parse(
    """
    6x3x3/any
    0012*1
    002*31
    002*20
    """
)


def cell(name: str) -> int:
    return WALL.grid.parse_cell(name)


def position(text: str) -> View:
    return View.parse("6x3x3/any\n" + text)


def test_opening_a_zero_opens_its_region() -> None:
    game = Game(WALL)
    assert game.play(Move("open", 0)) == 9
    assert game.view == position("001...\n002...\n002...")
    assert game.outcome is None


def test_a_flag_stops_the_flood() -> None:
    """A flagged cell inside a region stays closed, and can be opened later."""
    game = Game(WALL)
    game.play(Move("flag", cell("B2")))
    game.play(Move("open", 0))
    assert game.view == position("001...\n0F2...\n002...")
    game.play(Move("flag", cell("B2")))
    game.play(Move("open", cell("B2")))
    assert game.view == position("001...\n002...\n002...")


@pytest.mark.parametrize("kind", ["open", "flag", "chord"])
def test_a_move_without_sense_changes_nothing(kind: MoveKind) -> None:
    """Opening a flagged or open cell, flagging an open one and chording a hidden one do nothing."""
    game = Game(WALL)
    game.play(Move("flag", cell("E1")))
    game.play(Move("open", cell("D1")))
    before, moves = game.view, game.moves
    useless = {"open": ["E1", "D1"], "flag": ["D1"], "chord": ["E1", "A1", "D1"]}[kind]
    for name in useless:
        assert game.play(Move(kind, cell(name))) == 0
    assert game.view == before
    assert game.moves == moves


def test_opening_a_mine_loses() -> None:
    """A lost game names the exploded mine, but the view still shows that cell as hidden."""
    game = Game(WALL)
    game.play(Move("open", cell("E1")))
    assert game.outcome is Outcome.LOST
    assert game.exploded == (cell("E1"),)
    assert game.view == position("......\n......\n......")
    assert game.answer == ["....X.", "...*..", "...*.."]


def test_a_chord_opens_the_rest_around_fitting_flags() -> None:
    game = Game(WALL)
    for name in ("D2", "D3"):
        game.play(Move("flag", cell(name)))
    game.play(Move("open", cell("C3")))
    game.play(Move("chord", cell("C3")))
    assert game.view == position("001...\n002F..\n002F..")


def test_a_chord_on_wrong_flags_loses() -> None:
    """A chord opens all unflagged neighbours, and every mine among them explodes."""
    game = Game(WALL)
    for name in ("C2", "D1"):
        game.play(Move("flag", cell(name)))
    game.play(Move("open", cell("C1")))
    game.play(Move("flag", cell("C2")))
    game.play(Move("chord", cell("C1")))
    assert game.outcome is Outcome.LOST
    assert game.exploded == (cell("D2"),)
    assert game.answer == ["001W*.", "002X..", "002*.."]


def test_every_safe_cell_open_wins() -> None:
    class Sure:
        certain = True

        def words(self, grid: object) -> str:
            return "I know"

    game = Game(WALL)
    safe = [c for c in range(18) if c not in WALL.mines]
    assert game.play(Decision.open(safe, Sure())) == 15
    assert game.outcome is Outcome.WON
    assert game.answer == ["0012*1", "002*31", "002*20"]


@pytest.mark.parametrize("end", ["won", "lost"])
def test_after_the_end_no_move_changes_anything(end: str) -> None:
    ticks = count(0, 100)
    game = Game(WALL, clock=lambda: next(ticks))
    for c in range(18):
        if end == "won" and c not in WALL.mines:
            game.play(Move("open", c))
    if end == "lost":
        game.play(Move("open", cell("D2")))
    before = (game.view, game.outcome, game.moves, game.exploded, game.elapsed)
    for c in range(18):
        for kind in ("open", "flag", "chord"):
            assert game.play(Move(kind, c)) == 0
    assert (game.view, game.outcome, game.moves, game.exploded, game.elapsed) == before


def test_a_move_off_the_board_is_an_error() -> None:
    with pytest.raises(ValueError, match="cell 18 is off the board"):
        Game(WALL).play(Move("open", 18))


def test_a_huge_empty_board_opens_at_once() -> None:
    """One move opens a million cells, without recursion."""
    game = Game(deal(Level.parse("1000x1000x0/any"), 0))
    assert game.play(Move("open", 0)) == 1_000_000
    assert game.outcome is Outcome.WON


def test_a_board_without_safe_cells_is_won_before_it_starts() -> None:
    assert Game(deal(Level.parse("3x2x6/any"), 0)).outcome is Outcome.WON


def test_the_first_view_shows_the_first_cell_and_given_cells() -> None:
    """The first view shows the cells that the start rule guarantees to be safe."""
    assert Game(deal(Level.parse("8x4x6/open"), 1)).view.given == (27,)
    assert Game(deal(Level.parse("8x4x6/any"), 1)).view.given == ()
    assert len(Game(deal(Level.parse("8x4x6/given"), 1)).view.given) == 6


def test_given_cells_cannot_be_flagged() -> None:
    """A given cell cannot be flagged, because the view would no longer show that it is safe."""
    game = Game(deal(Level.parse("8x4x6/open"), 1))
    game.play(Move("flag", 27))
    assert game.view.given == (27,)


@pytest.mark.parametrize("rule", ["safe", "open"])
@pytest.mark.parametrize("first", [0, 13, 31])
def test_a_late_deal_keeps_the_promise_wherever_the_player_starts(rule: str, first: int) -> None:
    """Game.start deals the board around the first cell that is opened, and keeps earlier flags."""
    for seed in range(40):
        game = Game.start(Level.parse(f"8x4x9/{rule}"), seed)
        game.play(Move("flag", 20))
        game.play(Move("open", first))
        assert game.outcome is not Outcome.LOST
        assert game.view[20] == 10
        if rule == "open":
            assert game.view[first] == 0
        assert game.board == deal(Level.parse(f"8x4x9/{rule}"), seed, first)


def test_a_late_deal_may_use_another_dealer() -> None:
    """`deal` gets the first cell, and an undo does not make it deal again."""
    level, asked = Level.parse("8x4x6/open"), []

    def dealer(cell: int) -> Board:
        asked.append(cell)
        return replace(deal(level, 5, cell), no_guess=True)

    game = Game.start(level, 9, deal=dealer)
    game.flag("A1")
    game.open("C2")
    assert game.board == deal(level, 5, 10)
    game.undo()
    assert game.view.given == (10,)
    game.open("C2")
    assert asked == [10]
    again = Game.start(level, 9, first=10, deal=dealer)
    assert (again.board, again.view.given) == (game.board, ())
    again.show_told()
    assert again.view.given == (10,)


def test_a_no_guess_board_that_is_dealt_must_be_opened_at_a_given_cell() -> None:
    board = Board.parse("5x3x2/open A3 no-guess\n*1000\n11111\n001*1")
    game = Game(board)
    assert game.starts == (10,)
    for text in ("open A3", "flag B1", "chord B1"):
        game.check_start(Move.parse(text, game.grid))
    with pytest.raises(MoveError, match=r"^open A3 first: elsewhere"):
        game.check_start(Move.parse("open B1", game.grid))
    game.open("A3")
    assert not game.starts
    game.check_start(Move.parse("open B1", game.grid))
    assert Game(replace(board, no_guess=False)).starts == ()
    given = Game(replace(deal(Level.parse("5x3x2/given(2)"), 1), no_guess=True))
    assert given.starts == given.view.given
    outside = next(cell for cell in range(15) if cell not in given.starts)
    with pytest.raises(MoveError, match=r"^open a given cell first: elsewhere"):
        given.check_start(Move("open", outside))


def test_a_first_cell_without_room_is_refused_and_another_may_be_opened() -> None:
    """Opening a first cell that leaves too little room for the mines raises an error."""
    game = Game.start(Level.parse("4x3x8/open"), 1)
    game.play(Move("flag", 11))
    for _ in range(2):
        with pytest.raises(BoardError, match="has too many mines for first cell B2"):
            game.play(Move("open", 5))
    assert game.board is None
    assert game.view == View.parse("4x3x8/open\n....\n....\n...F")
    game.play(Move("open", 0))
    assert game.view == View.parse("4x3x8/open\n02..\n25..\n...F")
    assert [move for _, move in game.moves] == [Move("flag", 11), Move("open", 0)]


def scripted(level: Level, seed: int, script: list[tuple[int, MoveKind, int]], late: bool) -> Game:
    """Play moves (wait, kind, cell) on a board that is dealt beforehand or at the first move."""
    now = 0

    def clock() -> int:
        return now

    game = Game.start(level, seed, clock) if late else Game(deal(level, seed), clock=clock)
    for wait, kind, where in script:
        now += wait
        cell = where % level.size
        if game.board is not None or kind != "open" or level.fits(cell):
            game.play(Move(kind, cell))
    return game


scripts = st.lists(
    st.tuples(st.integers(0, 999), st.sampled_from(["open", "flag", "chord"]), st.integers(0, 99)),
    max_size=12,
)


@given(levels(7), st.integers(0, 99), scripts, st.booleans())
def test_a_record_replays_the_same_game(
    level: Level, seed: int, script: list[tuple[int, MoveKind, int]], late: bool
) -> None:
    """Writing, reading and replaying a record gives the same view, moves, times and outcome."""
    game = scripted(level, seed, script, late)
    if game.board is None:
        with pytest.raises(RecordError, match="no board"):
            game.record()
        return
    record = game.record("somebody")
    assert Record.parse(str(record)) == record
    again = record.resume()
    assert again.view == game.view
    assert again.moves == game.moves
    assert again.outcome == game.outcome
    assert again.exploded == game.exploded
    assert again.record("somebody") == record


def test_a_record_is_readable_text() -> None:
    """A record has a header, the board, and then one move per line with its time."""
    now = iter([0, 1200, 1250])
    game = Game(WALL, clock=lambda: next(now))
    for move in ("open A1", "flag D2", "open E1"):
        game.play(Move.parse(move, WALL.grid))
    text = """\
player: Ada
outcome: lost
moves: 3
6x3x3/any
0012*1
002*31
002*20
0 open A1
1200 flag D2
1250 open E1
"""
    assert str(game.record("Ada")) == text
    assert Record.parse(text) == game.record("Ada")


def test_a_resumed_game_goes_on_in_time() -> None:
    """The clock continues from the last move of the record."""
    now = 0
    game = Game(WALL, clock=lambda: now)
    game.play(Move("flag", 0))
    now = 5000
    game.play(Move("flag", 1))
    record = game.record()
    now = 100_000
    again = record.resume(clock=lambda: now)
    now = 100_700
    assert again.elapsed == 5700
    again.play(Move("flag", 2))
    assert again.moves[-1] == (5700, Move("flag", 2))


GOOD = "outcome: lost\nmoves: 2\n3x2x1/any\n1*1\n111\n0 open A1\n5 open B1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace("5 open B1\n", ""), "truncated: it has 1 of 2 moves"),
        (GOOD[: GOOD.index("0 open")], "truncated: it has 0 of 2 moves"),
        (GOOD.replace("moves: 2", "moves: 1"), "says 'moves: 1', but its number of moves is 2"),
        (GOOD.replace("moves: 2", "moves: x"), "says 'moves: x', but its number of moves is 2"),
        (GOOD.replace("moves: 2", "moves: " + "9" * 5000), "but its number of moves is 2"),
        (GOOD[: GOOD.index("3x2")], "truncated: it has no board"),
        (GOOD[: GOOD.index("111")], "has 1 row"),
        (GOOD.replace("lost", "won"), "says won, but after its moves the game is lost"),
        (GOOD.replace("lost", "great"), "outcome 'great' is not one of"),
        (GOOD.replace("5 open", "x open"), "line 7 of the record is not a move"),
        (GOOD.replace("open B1", "open D1"), "cell D1 is off the board"),
        (GOOD.replace("open B1", "jump B1"), "is not a move"),
        (GOOD.replace("0 open", "9 open"), "times go backwards"),
        ("seed: x\n" + GOOD, "seed 'x' is not a number"),
        ("colour: red\n" + GOOD, "line 1 of the record has an unknown or repeated key, 'colour'"),
        ("moves: 2\n" + GOOD, "each only once"),
        ("first: A1\n" + GOOD, "says that the first cell is A1, but its board has a different one"),
    ],
)
def test_a_broken_record_is_one_clear_line(text: str, message: str) -> None:
    assert Record.parse(GOOD).outcome is Outcome.LOST
    with pytest.raises(ValueError, match=message) as problem:
        Record.parse(text)
    assert "\n" not in str(problem.value)


def test_a_late_deal_is_recorded_with_its_seed_and_first_cell() -> None:
    """The record gives the seed and the first cell, but its replay starts without a given cell."""
    ticks = iter([100, 150])
    game = Game.start(Level.parse("4x3x2/safe"), 7, clock=lambda: next(ticks))
    assert game.view.given == ()
    game.play(Move("flag", 0))
    game.play(Move("open", 6))
    record = game.record()
    assert str(record).splitlines()[:5] == [
        "seed: 7",
        "first: C2",
        "outcome: unfinished",
        "moves: 2",
        "4x3x2/safe C2",
    ]
    assert str(record).splitlines()[-2:] == ["0 flag A1", "50 open C2"]
    before, *_ = (game.view for game in Record.parse(str(record)).replay())
    assert before == View.hidden_everywhere(game.level)


@pytest.mark.parametrize("player", ["two\nlines", " left", "right "])
def test_a_player_is_one_trimmed_line(player: str) -> None:
    """A player's name must be one trimmed line, because a record could not keep any other name."""
    with pytest.raises(RecordError, match="is not a valid player name: use one line"):
        Game(WALL).record(player)


def test_time_is_counted_in_milliseconds_from_the_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 5_000_000_000
    monkeypatch.setattr("time.monotonic_ns", lambda: now)
    game = Game(WALL)
    now += 3_000_000_000
    assert game.elapsed == 0
    game.play(Move("flag", 0))
    now += 1_234_567_000
    assert game.elapsed == 1234
    game.play(Move("open", cell("E1")))
    now += 9_000_000_000
    assert game.moves[1][0] == game.elapsed == 1234


def test_before_a_late_deal_there_is_no_board_to_show() -> None:
    game = Game.start(Level.parse("4x3x2/open"), 7)
    game.play(Move("flag", 0))
    assert game.board is None
    assert game.answer == ["F...", "....", "...."]
    with pytest.raises(BoardError, match="seed -1 is out of range"):
        Game.start(Level.parse("4x3x2/open"), -1)


@given(
    st.sampled_from(["6x4x5/any", "6x4x5/safe", "6x4x5/open", "6x4x5/given"]),
    st.integers(0, 99),
    st.lists(st.tuples(st.sampled_from(["open", "flag", "chord"]), st.integers(0, 23))),
)
def test_undo_leads_back_the_way_one_came(
    level: str, seed: int, played: list[tuple[MoveKind, int]]
) -> None:
    """After an undo, the view is the same as before the move, and the board does not change.

    Once a board has been dealt around the first cell, that cell stays visible as a given cell.
    """
    game = Game.start(Level.parse(level), seed, clock=count().__next__)
    seen: list[View] = []
    for kind, where in played:
        before = game.view
        game.play(Move(kind, where))
        if game.outcome is not None:
            return
        if game.move_count > len(seen):
            seen.append(before)
    board = game.board
    for view in reversed(seen):
        game.undo()
        shown = game.view.rows
        if game._first is not None and game.view[game._first] == GIVEN:
            row, column = divmod(game._first, 6)
            shown[row] = shown[row][:column] + "." + shown[row][column + 1 :]
        assert (shown, game.board) == (view.rows, board)
    assert (game.moves, game.elapsed) == ((), 0)
