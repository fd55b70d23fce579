"""Take the pictures in docs/screenshots: every view, at several sizes and with several looks.

    python docs/screenshots.py [FOLDER [VIEW ...]]
    python docs/screenshots.py --all FOLDER [VIEW ...]

With --all, the script takes pictures of each view at every size, light and dark, for a visual
check. The script starts a server with a new database, and needs playwright and the system's
Chromium.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

DATABASE = str(Path(tempfile.mkdtemp()) / "games.db")

SERVER = """
import sys
from sapper.web.app import serve
serve(port=0, database=sys.argv[1], open_browser=False)
"""

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "small": {"viewport": {"width": 1280, "height": 720}},
    "notebook": {"viewport": {"width": 1366, "height": 768}},
    "short": {"viewport": {"width": 1366, "height": 640}},
    "laptop": {"viewport": {"width": 1024, "height": 700}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
}

BEGINNER = """9x9x10/any
00002*200
11002*311
*210112*1
2*1000111
221000111
*100001*1
111111221
001*11*21
0011112*1
"""

START = """async ([board, moves]) => {
    const headers = { "Content-Type": "application/json" };
    const post = async (path, body) => (await fetch(`/api${path}`,
        { method: "POST", headers, body: JSON.stringify(body) })).json();
    const { id } = await post("/games", { board });
    for (const [kind, cell] of moves) await post(`/games/${id}/moves`, { kind, cell });
    localStorage.setItem("sapper.game", id);
}"""


def start(page: Page, text: str, *moves: tuple[str, int]) -> None:
    """Show a game on this board after these moves."""
    page.evaluate(START, [text, [list(move) for move in moves]])
    page.goto(page.url.split("#")[0] + "#play")
    page.reload()
    page.get_by_role("gridcell").first.wait_for()


def dealt(level: str, seed: int) -> str:
    """The board of this level and seed, as text."""
    from sapper.core.board import deal
    from sapper.core.level import Level

    return str(deal(Level.parse(level), seed))


def home(page: Page) -> None:
    """Show the home page while the agent explains a move."""
    for _ in range(3):
        page.get_by_role("button", name="Next step").click()
    page.evaluate("scrollTo(0, 0)")


def hint(page: Page) -> None:
    """Show a hint with its reason."""
    start(page, BEGINNER, ("open", 0))
    for tier in range(1, 6):
        page.get_by_role("button", name="Hint", exact=True).click()
        page.get_by_text(f"Hint {tier} of 5").wait_for()


def odds(page: Page) -> None:
    """Show the odds of an expert board."""
    start(page, dealt("expert", 3), ("open", 3 * 30 + 3))
    page.keyboard.press("o")
    page.locator("[role=gridcell][data-o]").first.wait_for()


def moved(level: str, seed: int, until: int | None = None) -> tuple[str, list[tuple[str, int]]]:
    """The board, and the moves of a player who flags mines and opens safe cells.

    In the end, the player loses a coin toss. With `until`, the player instead stops at a position
    with a provably safe cell, after at least that many moves.
    """
    from sapper.core.board import deal
    from sapper.core.game import Game
    from sapper.core.level import Level
    from sapper.core.view import FLAGGED, Move
    from sapper.reason.odds import odds

    board = deal(Level.parse(level), seed)
    game, moves = Game(board), []
    cell, kind = board.first, "open"
    while game.outcome is None:
        moves.append((kind, cell))
        game.play(Move(kind, cell))
        chances = odds(game.view)
        tosses = [one for one in board.mines if 0.45 < chances[one] < 0.55]
        mines = [one for one in chances.mines if game.view[one] != FLAGGED]
        if until and len(moves) >= until and chances.safe and not mines:
            break
        if not until and tosses and len(moves) > 60 and chances.safe:
            kind, cell = "open", tosses[0]
        elif mines:
            kind, cell = "flag", mines[0]
        else:
            kind, cell = "open", chances.safe[0] if chances.safe else chances.safest
    return str(board), moves


def expert(page: Page) -> None:
    """Show a hint on an expert board, with its whole reason."""
    board, moves = moved("expert", 3, until=140)
    start(page, board, *moves)
    for tier in range(1, 6):
        page.keyboard.press("h")
        page.locator(".saying").get_by_text(f"Hint {tier} of 5").wait_for(state="attached")
    page.get_by_role("button", name="Whole reason").click()


def end(page: Page) -> None:
    """Show a lost game, and what decided it."""
    board, moves = moved("intermediate", 15)
    start(page, board, *moves)
    page.get_by_role("group", name="What decided it").get_by_role("img").wait_for()


def won(page: Page) -> None:
    """Show a won game that is the player's fastest."""
    chance = random.Random(7)
    for pause in (160, 120, 80):
        game = play(page, "intermediate", 1.0, chance, pause, no_guess=True)
    page.evaluate("(id) => localStorage.setItem('sapper.game', id)", game)
    page.goto(page.url.split("#")[0] + "#play")
    page.reload()
    page.get_by_text("Race a friend").wait_for()


def watch(page: Page) -> None:
    """Show the textbook agent during a game."""
    page.goto(page.url.split("#")[0] + "#watch/easy!17!textbook@246")
    page.locator(".pic svg").wait_for()


def hands(page: Page) -> None:
    """Match two clauses of the textbook agent's KB by hand, with a mistake."""
    page.goto(page.url.split("#")[0] + "#watch/easy!17!textbook@246+hands")
    page.locator(".slots").wait_for()
    for key in ("g", "h", "2", "Enter"):
        page.keyboard.press(key)


def hands_end(page: Page) -> None:
    """Settle a cell by hand, and compare the matchings with the agent's."""
    hands(page)
    for key in ("4", "Enter", "Enter", "f", "r", "1", "3", "Enter", "Enter"):
        page.keyboard.press(key)


def predict(page: Page) -> None:
    """Say which cell the textbook agent settles next."""
    page.goto(page.url.split("#")[0] + "#watch/easy!17!textbook@246+predict")
    page.get_by_text("Which cell is settled next?").first.wait_for()
    page.get_by_role("gridcell", name=re.compile("^B4 ")).click()
    page.keyboard.press("Enter")
    page.locator(".pic svg").wait_for()


def watch_two(page: Page) -> None:
    """Show two agents on the same board."""
    page.goto(page.url.split("#")[0] + "#watch/intermediate!2!rules!odds!@20")
    page.get_by_text("Step 20", exact=True).first.wait_for()
    page.locator("[role=gridcell][data-o]").first.wait_for()


def analyse(page: Page) -> None:
    """Show a position with its odds, the values of moves, and a reason."""
    page.goto(page.url.split("#")[0] + "#analyse")
    page.locator(".values").wait_for()
    page.get_by_role("button", name="Explain the easiest cell").click()
    page.locator(".steps li, .proof").first.wait_for()


LEVELS = ("beginner", "beginner", "intermediate", "beginner", "expert") * 3


def play(
    page: Page,
    level: str,
    care: float,
    chance: random.Random,
    pause: int = 80,
    **wish: bool,
) -> str:
    """Play a game as a person who overlooks some provable cells (fewer if `care` is larger)."""
    from sapper.core.view import View
    from sapper.reason.odds import odds

    api = f"{page.url.split('#')[0]}api/games"
    game = page.request.post(api, data={"level": level, **wish}).json()
    symbols, width = list("".join(game["rows"])), game["width"]
    cell, outcome = len(symbols) // 2 + width // 2, None
    if "+" in symbols:
        cell = symbols.index("+")
    while outcome is None:
        page.wait_for_timeout(pause)  # make the game last longer than a second
        move = {"kind": "open", "cell": cell}
        answer = page.request.post(f"{api}/{game['id']}/moves", data=move).json()
        for changed, symbol in zip(answer["cells"], answer["symbols"], strict=True):
            symbols[changed] = symbol
        outcome = answer["outcome"]
        rows = ["".join(symbols[at : at + width]) for at in range(0, len(symbols), width)]
        if outcome is None:
            risks = odds(View.parse("\n".join([game["level"], *rows])))
            hidden = [one for one, symbol in enumerate(symbols) if symbol == "."]
            hidden.sort(key=lambda one: risks[one])
            unsure = [one for one in hidden if risks[one] > 0][:5]
            cell = chance.choice(unsure) if unsure and chance.random() > care else hidden[0]
    return str(game["id"])


WIN = """async ([level, guess]) => {
    const headers = { "Content-Type": "application/json" };
    const post = async (path, body) => (await fetch(`/api${path}`,
        { method: "POST", headers, body: JSON.stringify(body) })).json();
    const { id, rows } = await post("/daily", { level });
    await post(`/games/${id}/moves`, { kind: "open", cell: rows.join("").indexOf("+") });
    for (;;) {
        const game = await (await fetch(`/api/games/${id}`)).json();
        if (game.outcome) break;
        // Upside down, because analysing a daily board counts as help.
        const position = [game.level, ...game.rows.reverse()].join("\\n");
        const risks = (await post("/analyse", { position })).odds.odds.reverse().flat();
        const unsure = [...risks.keys()].filter((cell) => risks[cell] > 0 && risks[cell] < 1)
            .sort((a, b) => risks[a] - risks[b]);
        const safe = [...risks.keys()].filter((cell) => risks[cell] === 0);
        const cells = guess ? [unsure[guess - 1]] : safe;
        guess = 0;
        for (const cell of cells) await post(`/games/${id}/moves`, { kind: "open", cell });
    }
    const daily = { date: new Date().toISOString().slice(0, 10), level };
    localStorage.setItem("sapper.about", JSON.stringify({ game: id, daily }));
    localStorage.setItem("sapper.game", id);
}"""


def slow() -> None:
    """Change the solving times of the scripted games to times that people might need."""
    with closing(sqlite3.connect(DATABASE)) as database:
        where = "FROM games WHERE outcome = 'won' AND three_bv > 30 AND elapsed"
        (done,) = database.execute(f"SELECT count(*) {where} >= 20000").fetchone()
        games = database.execute(f"SELECT id {where} < 20000").fetchall()
        for number, (game,) in enumerate(games, done):
            times = (83 + 53 * number % 257, game)
            database.execute("UPDATE games SET elapsed = 1000 * ? WHERE id = ?", times)
        database.commit()


def daily_home(page: Page) -> None:
    """Show the home page to a player who has played before."""
    page.evaluate("localStorage.setItem('sapper.game', 'played-before')")
    page.reload()
    page.get_by_role("button", name="Play today's board").wait_for()


def daily(page: Page) -> None:
    """Show today's board after a win."""
    page.evaluate(WIN, ["intermediate", 0])
    slow()
    page.goto(page.url.split("#")[0] + "#daily")
    page.get_by_role("button", name="Copy the result").wait_for()


def prove(page: Page) -> None:
    """Show the proof that a board needs no guess, about halfway through."""
    page.evaluate(WIN, ["beginner", 0])
    page.goto(page.url.split("#")[0] + "#play")
    page.locator(".fold summary").first.click()
    page.get_by_role("button", name="Show the proof").click()
    page.locator(".sequence li").first.wait_for()
    for _ in range(5):
        page.get_by_role("button", name="Read on").click()


def practice(page: Page) -> None:
    """Show a solved puzzle."""
    page.goto(page.url.split("#")[0] + "#practice")
    page.get_by_role("gridcell").first.wait_for()
    with page.expect_response("**/api/puzzle"):
        page.get_by_label("What to practise").first.select_option("difference")
    page.wait_for_timeout(500)  # wait until the new puzzle is shown
    page.get_by_role("button", name="Show me").first.click()
    page.locator(".steps li").first.wait_for()


def answers(page: Page, pattern: str) -> str:
    """Give right (+) and wrong (-) answers in a run, and return the id of the run."""
    from sapper.core.view import HIDDEN, View
    from sapper.reason.odds import odds

    api = f"{page.url.split('#')[0]}api/rush"
    run = page.request.post(api).json()
    for sign in pattern:
        page.wait_for_timeout(300)  # make the run last a few seconds
        view = View.parse(run["position"]["position"])
        safe = odds(view).safe
        hidden = [cell for cell in view.hidden if view[cell] == HIDDEN]
        cell = next(cell for cell in reversed(hidden) if (cell in safe) == (sign == "+"))
        form = {"number": run["number"], "cell": cell}
        run = page.request.post(f"{api}/{run['id']}/answer", data=form).json()
        if sign == "-" and not run["over"]:
            run = page.request.post(f"{api}/{run['id']}/continue").json()
    return str(run["id"])


def rush(page: Page) -> None:
    """Show a run with a position that the player missed in an earlier run."""
    answers(page, "++++--" + "+" * 6 + "-")
    answers(page, "++++-+++++")
    page.goto(page.url.split("#")[0] + "#rush")
    page.get_by_role("gridcell").first.wait_for()
    page.locator(".yours").wait_for()


def rush_end(page: Page) -> None:
    """Show the end of a run, with the missed positions and the ratings."""
    answers(page, "+" * 11 + "---")
    run = answers(page, "++++++-++-++-")
    page.goto(page.url.split("#")[0] + f"#rush/{run}")
    page.locator(".missed li").first.wait_for()


def raced(page: Page, until: int | None) -> None:
    """Play a race against an agent for this number of moves, or to the end if it is None."""
    from sapper.core.view import View
    from sapper.reason.odds import odds

    start = page.url.split("#", maxsplit=1)[0]
    form = {"agent": "odds", "level": "intermediate"}
    race = page.request.post(f"{start}api/races", data=form).json()["id"]
    game = page.request.post(f"{start}api/races/{race}/game", data={}).json()
    count = 0
    while game["outcome"] is None and count != until:
        view = View.parse("\n".join([game["level"], *game["rows"], ""]))
        found = odds(view)
        count += 1
        ranked = sorted(view.hidden, key=lambda cell: found[cell])
        # Make one needless guess, so that there is something to review.
        cell = next((one for one in ranked if found[one] > 0), ranked[0])
        cell = cell if count == 30 and found[cell] < 0.3 else ranked[0]
        move = {"kind": "open", "cell": cell}
        page.request.post(f"{start}api/games/{game['id']}/moves", data=move)
        page.wait_for_timeout(700)
        game = page.request.get(f"{start}api/games/{game['id']}").json()
    if until and game["outcome"]:  # the game ended too early
        raced(page, until)
    else:
        page.goto(f"{start}#race/{race}")


def race(page: Page) -> None:
    """Show a race against an agent."""
    raced(page, 40)
    page.locator(".gmap i").first.wait_for()
    page.wait_for_timeout(3000)


def race_end(page: Page) -> None:
    """Show both reviews of a race."""
    raced(page, None)
    page.get_by_role("table").wait_for()


def history(page: Page) -> None:
    """Show past games and their statistics."""
    chance = random.Random(7)
    for number, level in enumerate(LEVELS):
        play(page, level, 0.95 + 0.05 * number / len(LEVELS), chance)
    page.goto(page.url.split("#")[0] + "#history")
    page.locator("tbody tr").first.wait_for()
    page.get_by_text("still being reviewed").wait_for(state="detached", timeout=300_000)
    page.locator(".trends figure").first.wait_for(state="attached")


def review(page: Page) -> None:
    """Show the move that lost a game, and the safe cell that the player missed."""
    end(page)
    game = page.evaluate("localStorage.getItem('sapper.game')")
    page.goto(page.url.split("#")[0] + f"#review/{game}")
    page.locator("[data-badge]").wait_for()


def report(page: Page) -> None:
    """Show the HTML file that `sapper review` writes."""
    from sapper.core.board import Board
    from sapper.core.game import Game, Record
    from sapper.core.view import Move
    from sapper.review import review as judged
    from sapper.review.game_html import review_html

    look = page.evaluate("document.documentElement.dataset.look")
    text, moves = moved("intermediate", 15)
    board = Board.parse(text)
    timed = tuple((900 * number, Move(*move)) for number, move in enumerate(moves))
    game = Game(board)
    for _, move in timed:
        game.play(move)
    file = Path(tempfile.mkdtemp()) / "review.html"
    file.write_text(review_html(judged(Record(board, timed, game.outcome))), encoding="utf-8")
    page.emulate_media(color_scheme=look)
    page.goto(file.as_uri())
    page.locator("[data-badge]").wait_for()


def lessons(page: Page) -> None:
    """Show a lesson with an answered puzzle."""
    page.goto(page.url.split("#")[0] + "#lessons/4")
    puzzle = page.get_by_role("region", name="Puzzles to try").locator("figure").first
    puzzle.get_by_role("gridcell", name=re.compile("^D2 ")).click()
    puzzle.get_by_text("Yes, D2 is safe.").wait_for()
    page.get_by_role("heading", name="Exercises").scroll_into_view_if_needed()


def pattern(page: Page) -> None:
    """Show the page about a pattern."""
    page.goto(page.url.split("#")[0] + "#patterns/1-2-1")
    page.locator("[data-m=safe]").wait_for()


def lab(page: Page) -> None:
    """Show a measurement of two agents on the same boards."""
    page.goto(page.url.split("#")[0] + "#lab")
    page.get_by_role("button", name="Measure", exact=True).click()
    page.get_by_role("heading", name=re.compile("is better than|can't tell")).wait_for()
    page.get_by_role("button", name="Measure", exact=True).wait_for(timeout=60_000)


VIEWS: dict[str, Callable[[Page], None]] = {
    "home": home,
    "hint": hint,
    "expert": expert,
    "odds": odds,
    "end": end,
    "won": won,
    "daily-home": daily_home,
    "daily": daily,
    "prove": prove,
    "practice": practice,
    "rush": rush,
    "rush-end": rush_end,
    "race": race,
    "race-end": race_end,
    "watch": watch,
    "watch-two": watch_two,
    "hands": hands,
    "hands-end": hands_end,
    "predict": predict,
    "lessons": lessons,
    "pattern": pattern,
    "analyse": analyse,
    "history": history,
    "review": review,
    "report": report,
    "lab": lab,
}

PICTURES = [
    *product(VIEWS, ["desktop"], ("light", "dark")),
    *product([view for view in VIEWS if view not in ("expert", "report")], ["phone"], ["light"]),
    *product(["expert"], ("small", "notebook", "wide", "short"), ["light"]),
    ("hint", "landscape", "light"),
    ("odds", "tablet", "light"),
    *(("hint", "desktop", look) for look in ("classic", "contrast")),
]


def main() -> None:
    """Take all pictures."""
    arguments = sys.argv[1:]
    pictures = PICTURES
    if arguments[:1] == ["--all"]:
        arguments = arguments[1:]
        pictures = list(product(VIEWS, SIZES, ("light", "dark")))
    pictures = [one for one in pictures if one[0] in (arguments[1:] or VIEWS)]
    folder = Path(arguments[0]) if arguments else Path(__file__).with_name("screenshots")
    folder.mkdir(exist_ok=True)
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, DATABASE], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        match = re.search(r"http://\S+", server.stdout.readline())
        assert match, "the server did not start"
        take(match[0], pictures, folder)
    finally:
        server.terminate()


def take(url: str, pictures: Iterable[tuple[str, str, str]], folder: Path) -> None:
    """Take pictures of the page at this address, given the view, size and look of each picture."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))))
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for view, size, look in pictures:
            context = browser.new_context(**SIZES[size], reduced_motion="reduce")
            page = context.new_page()
            page.goto(url)
            page.evaluate(
                "(look) => localStorage.setItem('sapper.settings', JSON.stringify({ look }))", look
            )
            page.reload()
            page.get_by_role("heading", level=1).wait_for()
            VIEWS[view](page)
            page.wait_for_load_state("networkidle")
            page.locator(".toast").wait_for(state="detached")
            name = "-".join([view, *([size] if size != "desktop" else [])])
            name += f"-{look}" if look != "light" else ""
            page.screenshot(path=folder / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
