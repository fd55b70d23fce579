"""`sapper.read` and `sapper.write`: files of any format."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

from sapper.core.game import Game
from sapper.core.view import HasView, View
from sapper.errors import need_text, shown
from sapper.formats import FileError, Noun, by_suffix, check_path, find, load, save
from sapper.formats import write as as_bytes


def read(source: Path | str) -> Noun:
    """Read a file, standard input, a link, or a game id of Simon Tatham's Mines.

        source  a path, `-` for standard input, a link or an id. `FILE.evfs/NAME` and `FILE.evfs/3`
                select one replay in a file that holds several

    Sapper recognises the format by the content. The result is a Board, a Deck of boards, a View (a
    position), a Record (a saved game) or a Replay from another program. `Game(read(path))`
    continues a saved game.

    >>> read("9x9:4,4,m00b7d48a3e0231c419200").level.width
    9
    """
    return load(source)


def write(what: Noun | Game | HasView, path: Path | str, to: str = "") -> None:
    """Write a board, deck, position, game or replay to a file.

        what  what to write. If a game has no board yet, only its position is written
        path  the file. It is written completely or not at all
        to    a format. By default, the extension decides, such as .txt, .evf or .rawvf

    If the format does not exist, the error message lists the formats.
    """
    need_text("to", to)
    check_path(path)
    known = find(to) if to else by_suffix(path)
    save(Path(path), as_bytes(_storable(what), known))


def _storable(what: object) -> Noun:
    if isinstance(what, Game):
        return what.record() if what.board else what.view
    for kind in get_args(Noun):
        if isinstance(what, kind):
            return cast(Noun, what)
    view = getattr(what, "view", None)
    # Odds and explanations also have the attribute `view`, but they are not positions.
    if isinstance(view, View) and getattr(what, "is_position", False):
        return view
    raise FileError(
        f"can't write {shown(what)}: use a board, deck, position, game, record or replay"
    )
