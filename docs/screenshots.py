"""Take the pictures in docs/screenshots.

    python docs/screenshots.py [FOLDER [VIEW ...]]
    python docs/screenshots.py --all FOLDER [VIEW ...]

A picture has two pixels for each pixel of the page, and shows only the part that it is about. The
games look like those of people: the server's clock moves on between the moves. With --all, the
script takes whole pages at every size, light and dark, for a visual check. The script starts a
server with a new database, and needs playwright and the system's Chromium.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from sapper.core.board import Board, deal
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.view import FLAGGED, HIDDEN, Move, View
from sapper.reason.odds import odds as odds_of

HOST = "sapper.example.org"

# A server whose clock moves on by as many seconds as each line on its input says.
SERVER = """
import sys, threading, time
ahead, true_time, true_ns, true_clock = 0.0, time.time, time.monotonic_ns, time.clock_gettime
time.time = lambda: true_time() + ahead
time.clock_gettime = lambda which: true_clock(which) + ahead
time.monotonic_ns = lambda: true_ns() + int(ahead * 1e9)

def listen():
    global ahead
    for line in sys.stdin:
        ahead += float(line)
        print("moved on", flush=True)

threading.Thread(target=listen, daemon=True).start()
from sapper.web.app import serve
serve(port=0, database=sys.argv[1], open_browser=False, allowed_hosts=[sys.argv[2]])
"""

DESK = {"width": 1280, "height": 800}
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESK},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "short": {"viewport": {"width": 1366, "height": 640}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
}

POST = """async ([path, form]) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`/api${path}`, form === null
        ? {} : { method: "POST", headers, body: JSON.stringify(form) });
    return answer.json();
}"""


class Clock:
    """The clock of the server."""

    def __init__(self, server: subprocess.Popen[str]) -> None:
        self.server = server
        self.chance = random.Random(7)

    def wait(self, seconds: float) -> None:
        """Let time pass on the server."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(f"{seconds}\n")
        self.server.stdin.flush()
        self.server.stdout.readline()

    def think(self) -> None:
        """Let as much time pass as a person needs for a move."""
        self.wait(self.chance.choice((0.7, 0.9, 1.1, 1.4, 1.8, 2.6, 4.2)))


clock: Clock


def ask(page: Page, path: str, form: dict[str, Any] | None = None) -> Any:
    """The answer of the API to this form, or to a GET request."""
    return page.evaluate(POST, [path, form])


def show(page: Page, place: str) -> None:
    """Show a view of the page."""
    page.goto(page.url.split("#")[0] + f"#{place}")
    page.reload()


def view_of(game: dict[str, Any]) -> View:
    """The position of a game that the API returned."""
    return View.parse("\n".join([game["level"], *game["rows"], ""]))


def start(page: Page, text: str, moves: Iterable[tuple[str, int]]) -> str:
    """Show a game on this board after these moves, and return its id."""
    game = ask(page, "/games", {"board": text})["id"]
    for kind, cell in moves:
        ask(page, f"/games/{game}/moves", {"kind": kind, "cell": cell})
        clock.think()
    page.evaluate("(game) => localStorage.setItem('sapper.game', game)", game)
    show(page, "play")
    page.get_by_role("gridcell").first.wait_for()
    return str(game)


def play(page: Page, game: dict[str, Any], care: float) -> str:
    """Play a game as a person who overlooks some provable cells (fewer if `care` is larger)."""
    chance, path = clock.chance, f"/games/{game['id']}"
    while game["outcome"] is None:
        view = view_of(game)
        if view.given:
            cell = view.given[0]
        elif len(view.hidden) == view.grid.size:
            cell = view.grid.size // 2 + view.grid.width // 2
        else:
            risks = odds_of(view)
            hidden = sorted(view.hidden, key=lambda one: risks[one])
            unsure = [one for one in hidden if risks[one] > 0][:5]
            cell = chance.choice(unsure) if unsure and chance.random() > care else hidden[0]
        ask(page, f"{path}/moves", {"kind": "open", "cell": cell})
        clock.think()
        game = ask(page, path)
    return str(game["id"])


def moved(level: str, seed: int, until: int | None = None) -> tuple[str, list[tuple[str, int]]]:
    """The board, and the moves of a player who flags mines and opens safe cells.

    In the end, the player loses a coin toss. With `until`, the player instead stops at a position
    with a provably safe cell, after at least that many moves.
    """
    board = deal(Level.parse(level), seed)
    game, moves = Game(board), []
    cell, kind = board.first, "open"
    while game.outcome is None:
        moves.append((kind, cell))
        game.play(Move(kind, cell))
        chances = odds_of(game.view)
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


def home(page: Page) -> None:
    """Show the home page while the agent explains a move."""
    for _ in range(3):
        page.get_by_role("button", name="Next step").click()
    page.evaluate("scrollTo(0, 0)")


def hint(page: Page) -> None:
    """Show a hint with its reason."""
    start(page, *moved("beginner", 29, until=22))
    for tier in range(1, 6):
        page.get_by_role("button", name="Hint", exact=True).click()
        page.get_by_text(f"Hint {tier} of 5").wait_for()


def odds(page: Page) -> None:
    """Show the odds of an expert board."""
    start(page, *moved("expert", 3, until=60))
    page.keyboard.press("o")
    page.locator("[role=gridcell][data-o]").first.wait_for()


def expert(page: Page) -> None:
    """Show a hint on an expert board, with its whole reason."""
    start(page, *moved("expert", 3, until=140))
    for tier in range(1, 6):
        page.keyboard.press("h")
        page.locator(".saying").get_by_text(f"Hint {tier} of 5").wait_for(state="attached")
    page.get_by_role("button", name="Whole reason").click()


def end(page: Page) -> str:
    """Show a lost game, and what decided it."""
    game = start(page, *moved("intermediate", 15))
    page.get_by_role("group", name="What decided it").get_by_role("img").wait_for()
    return game


def watch(page: Page) -> None:
    """Show the textbook agent as it resolves two clauses."""
    show(page, "watch/easy!17!textbook@246")
    page.locator(".pic svg").wait_for()


def hands(page: Page) -> None:
    """Match two clauses of the textbook agent's KB by hand, with a mistake."""
    show(page, "watch/easy!17!textbook@246+hands")
    page.locator(".slots").wait_for()
    for key in ("g", "h", "2", "Enter"):
        page.keyboard.press(key)


def analyse(page: Page) -> None:
    """Show a position with its odds, the values of moves, and a reason."""
    show(page, "analyse")
    page.locator(".values").wait_for()
    page.get_by_role("button", name="Explain the easiest cell").click()
    page.locator(".steps li, .proof").first.wait_for()


def won_daily(page: Page, level: str) -> None:
    """Win today's board of a level without help, and show it."""
    game = ask(page, "/daily", {"level": level})
    if game["outcome"] is None:
        # Only this process knows the odds. Analysing a daily board on the page counts as help.
        play(page, game, 1.0)
    page.evaluate("(game) => localStorage.setItem('sapper.game', game)", game["id"])


def daily(page: Page) -> None:
    """Show today's boards, one of them won."""
    won_daily(page, "intermediate")
    show(page, "daily")
    page.get_by_role("button", name="Copy the result").wait_for()


def prove(page: Page) -> None:
    """Show the proof that a board needs no guess, about halfway through."""
    won_daily(page, "beginner")
    show(page, "play")
    page.locator(".fold summary").first.click()
    page.get_by_role("button", name="Show the proof").click()
    page.locator(".sequence li").first.wait_for()
    for _ in range(5):
        page.get_by_role("button", name="Read on").click()


def practice(page: Page) -> None:
    """Show a solved puzzle."""
    show(page, "practice")
    page.get_by_role("gridcell").first.wait_for()
    with page.expect_response("**/api/puzzle"):
        page.get_by_label("What to practise").first.select_option("difference")
    page.wait_for_timeout(500)  # wait until the new puzzle is shown
    page.get_by_role("button", name="Show me").first.click()
    page.locator(".steps li").first.wait_for()


def answers(page: Page, pattern: str) -> str:
    """Give right (+) and wrong (-) answers in a run, and return the id of the run."""
    run = ask(page, "/rush", {})
    for sign in pattern:
        clock.wait(clock.chance.choice((2.5, 4.0, 6.5)))
        view = View.parse(run["position"]["position"])
        safe = odds_of(view).safe
        hidden = [cell for cell in view.hidden if view[cell] == HIDDEN]
        cell = next(cell for cell in reversed(hidden) if (cell in safe) == (sign == "+"))
        run = ask(page, f"/rush/{run['id']}/answer", {"number": run["number"], "cell": cell})
        if sign == "-" and not run["over"]:
            run = ask(page, f"/rush/{run['id']}/continue", {})
    return str(run["id"])


def rush(page: Page) -> None:
    """Show the end of a run, with the missed positions and the ratings."""
    answers(page, "+" * 11 + "---")
    run = answers(page, "++++++-++-++-")
    show(page, f"rush/{run}")
    page.locator(".missed li").first.wait_for()


def room(page: Page) -> None:
    """Show a room after two friends have played its board."""
    made = ask(page, "/rooms", {"name": "Anna"})
    path = f"/rooms/{made['code']}"
    assert page.context.browser is not None
    friend = page.context.browser.new_page()
    friend.goto(page.url)
    ask(friend, f"{path}/join", {"name": "Ben"})
    for player in (page, friend):
        play(player, ask(player, f"{path}/game", {"board": made["next_board"]}), 1.0)
    show(page, f"room/{made['code']}")
    page.get_by_role("table").first.wait_for()
    page.get_by_role("cell", name="…").first.wait_for(state="detached")  # both are reviewed
    friend.close()


def history(page: Page) -> None:
    """Show past games and their statistics."""
    levels = ("beginner", "beginner", "intermediate", "beginner", "expert") * 3
    for number, level in enumerate(levels):
        play(page, ask(page, "/games", {"level": level}), 0.95 + 0.05 * number / len(levels))
        clock.wait(2000)
    show(page, "history")
    page.locator("tbody tr").first.wait_for()
    page.get_by_text("still being reviewed").wait_for(state="detached", timeout=300_000)
    page.locator(".trends figure").first.wait_for(state="attached")


def review(page: Page) -> None:
    """Show the move that lost a game, and the safe cell that the player missed."""
    show(page, f"review/{end(page)}")
    page.locator("[data-badge]").wait_for()


def report(page: Page) -> None:
    """Show the HTML file that `sapper review` writes."""
    from sapper.review import review as judged
    from sapper.review.game_html import review_html

    text, moves = moved("intermediate", 15)
    board, at, timed = Board.parse(text), 0, []
    for move in moves:
        timed.append((at, Move(*move)))
        at += clock.chance.randrange(500, 2500)
    game = Game(board)
    for _, one in timed:
        game.play(one)
    file = Path(tempfile.mkdtemp()) / "review.html"
    found = judged(Record(board, tuple(timed), game.outcome))
    file.write_text(review_html(found), encoding="utf-8")
    look = page.evaluate("document.documentElement.dataset.look")
    page.emulate_media(color_scheme=look)
    page.goto(file.as_uri())
    page.locator("[data-badge]").wait_for()


def grade(page: Page) -> None:
    """Show the HTML file that `sapper grade` writes about an agent with a mistake."""
    file = Path(tempfile.mkdtemp()) / "grade.html"
    command = [sys.executable, "-m", "sapper", "grade", "textbook:facts-only", "--seed", "7"]
    subprocess.run([*command, "--html", str(file)], check=False, stdout=subprocess.DEVNULL)
    look = page.evaluate("document.documentElement.dataset.look")
    page.emulate_media(color_scheme=look)
    page.goto(file.as_uri())


def lessons(page: Page) -> None:
    """Show a lesson with an answered puzzle."""
    show(page, "lessons/4")
    puzzle = page.get_by_role("region", name="Puzzles to try").locator("figure").first
    puzzle.get_by_role("gridcell", name=re.compile("^D2 ")).click()
    puzzle.get_by_text("Yes, D2 is safe.").wait_for()
    page.get_by_role("heading", name="Exercises").scroll_into_view_if_needed()


def pattern(page: Page) -> None:
    """Show the page about a pattern."""
    show(page, "patterns/1-2-1")
    page.locator("[data-m=safe]").wait_for()


def lab(page: Page) -> None:
    """Show a measurement of two agents on the same boards."""
    show(page, "lab")
    page.get_by_role("button", name="Measure", exact=True).click()
    page.get_by_role("heading", name=re.compile("is better than|can't tell")).wait_for()
    page.get_by_role("button", name="Measure", exact=True).wait_for(timeout=60_000)


BOARD_AND_WORDS = ".mid, .right .say, .right .say > *"


# What each picture shows: elements of the page, or the whole window.
def meet(page: Page) -> list[Page]:
    """Make a room in which three friends and an agent are, and return everybody's page."""
    browser = page.context.browser
    assert browser
    pages = [page, *(browser.new_context().new_page() for _ in range(3))]
    link = page.url.split("#")[0] + "#room"
    for one, name in zip(pages, ("Anna", "Mira", "Jonas", "okapi"), strict=True):
        one.goto(link)
        one.get_by_label("Your name").fill(name)
        one.get_by_role("button", name=re.compile("Make a room|Join")).click()
        one.locator(".link").wait_for()
        link = one.url
    page.get_by_text("Intermediate", exact=True).click()
    page.get_by_role("button", name="Invite an agent").click()
    page.get_by_role("menuitem", name="Odds").click()
    page.get_by_text("always ready").wait_for()
    return pages


def lobby(page: Page) -> None:
    """Show a room in which two of three friends are ready."""
    _, mira, _, okapi = meet(page)
    for friend in (mira, okapi):
        friend.get_by_role("button", name="Ready").click()
    page.get_by_role("heading", name="Mira and okapi are ready. Are you?").wait_for()


def race(page: Page) -> None:
    """Show a race in a room, in which one of the friends has lost."""
    pages = meet(page)
    for one in pages:
        one.get_by_role("button", name="Ready").click()
    for one in pages:
        one.locator("[data-s='0']").first.wait_for()
    path = f"/rooms/{page.url.split('/')[-1]}/game"
    games = {one: ask(one, path, {"board": 1})["id"] for one in pages}
    for count in range(40):
        for speed, (one, game) in enumerate(games.items()):
            found = ask(one, f"/games/{game}")
            if found["outcome"] or count % (4 + speed) == 3:
                continue
            risks = odds_of(view_of(found))
            hidden = sorted(risks.view.hidden, key=lambda cell: risks[cell])
            cell = hidden[-1 if (speed, count) == (3, 25) else 0]
            ask(one, f"/games/{game}/moves", {"kind": "open", "cell": cell})
        clock.think()
        page.wait_for_timeout(700)  # so that everybody's page says that they are here
    page.reload()
    page.locator(".field li").first.wait_for()
    page.wait_for_timeout(1500)


VIEWS: dict[str, tuple[Callable[[Page], object], str]] = {
    "home": (home, ""),
    "hint": (hint, BOARD_AND_WORDS),
    "expert": (expert, ""),
    "odds": (odds, ".mid"),
    "end": (end, ".mid, .right"),
    "daily": (daily, "main > * > *"),
    "prove": (prove, ".mid, .right"),
    "practice": (practice, BOARD_AND_WORDS),
    "rush": (rush, "main"),
    "watch": (watch, "main"),
    "hands": (hands, "main"),
    "lessons": (lessons, "main"),
    "pattern": (pattern, "main"),
    "analyse": (analyse, BOARD_AND_WORDS),
    "room-lobby": (lobby, "main"),
    "race": (race, ".mid, .right"),
    "room": (room, "main h1, main p, main table, main button"),
    "history": (history, "main"),
    "review": (review, ".mid, .right"),
    "report": (report, ""),
    "grade": (grade, ""),
    "lab": (lab, "form, .measured"),
}


def main() -> None:
    """Take all pictures."""
    global clock
    arguments = sys.argv[1:]
    every = arguments[:1] == ["--all"]
    arguments = arguments[every:]
    pictures = list(product(VIEWS, SIZES if every else ["desktop"], ("light", "dark")[: 1 + every]))
    pictures = [one for one in pictures if one[0] in (arguments[1:] or VIEWS)]
    folder = Path(arguments[0]) if arguments else Path(__file__).with_name("screenshots")
    folder.mkdir(exist_ok=True)
    database = str(Path(tempfile.mkdtemp()) / "games.db")
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, database, HOST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        match = re.search(r"http://\S+?:(\d+)", server.stdout.readline())
        assert match, "the server did not start"
        clock = Clock(server)
        take(int(match[1]), pictures, folder, every)
    finally:
        server.terminate()


def take(port: int, pictures: list[tuple[str, str, str]], folder: Path, whole: bool) -> None:
    """Take pictures of the server at this port, given the view, size and look of each picture."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))))
    # The page shows its address in links, so it has one that does not depend on this machine.
    arguments = [
        "--no-sandbox",
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{port}",
        f"--unsafely-treat-insecure-origin-as-secure=http://{HOST}",
    ]
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=arguments)
        for view, size, look in pictures:
            context = browser.new_context(
                **SIZES[size], reduced_motion="reduce", device_scale_factor=1 if whole else 2
            )
            page = context.new_page()
            page.goto(f"http://{HOST}/")
            page.evaluate(
                "(look) => localStorage.setItem('sapper.settings', JSON.stringify({ look }))", look
            )
            page.reload()
            page.get_by_role("heading", level=1).wait_for()
            prepare, shown = VIEWS[view]
            prepare(page)
            page.wait_for_load_state("networkidle")
            name = "-".join([view, *([size] if size != "desktop" else [])])
            name += f"-{look}" if look != "light" else ""
            clip = None if whole or not shown else around(page, shown)
            page.evaluate("document.querySelector('.toast')?.remove()")
            page.screenshot(path=folder / f"{name}.png", clip=clip)
            context.close()
        browser.close()


AROUND = """(shown) => {
    const boxes = [...document.querySelectorAll(shown)].map((one) => one.getBoundingClientRect())
        .filter((box) => box.width && box.height);
    return [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)),
        Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
}"""


def around(page: Page, shown: str, margin: int = 16) -> Any:
    """The part of the window with these elements."""
    left, top, right, bottom = page.evaluate(AROUND, shown)
    left, top = max(left - margin, 0), max(top - margin, 50)  # below the navigation
    right, bottom = min(right + margin, DESK["width"]), min(bottom + margin, DESK["height"])
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


if __name__ == "__main__":
    main()
