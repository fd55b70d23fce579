"""Examples of every command, for `--help` and docs/commands.md.

Their files are those that `sapper example` and earlier examples write.
"""

from __future__ import annotations

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "serve": (
        ("sapper serve", "open the page at http://127.0.0.1:8000/"),
        ("sapper serve --port 8080 --no-browser", "choose the port"),
    ),
    "play": (
        ("sapper play beginner", "type open C4, flag D5, chord C3"),
        ("sapper play expert --no-guess -r mine.record", "a board that needs no guess, saved"),
    ),
    "hint": (
        ("sapper hint position.txt", "a nudge: is any cell provably safe?"),
        ("sapper hint position.txt --tier 4", "the cell"),
    ),
    "review": (
        ("sapper review game.avf", "luck and errors, move by move"),
        ("sapper review games/ --html report.html", "many games on one page"),
    ),
    "explain": (
        ("sapper explain position.txt C1", "why C1 is safe"),
        ("sapper explain position.txt C1 --svg why.svg", "the same as a picture"),
        ("sapper explain position.txt C1 --certificate proof", "a proof for `sapper verify`"),
    ),
    "analyse": (
        ("sapper analyse position.txt", "provable cells and exact odds"),
        ("sapper analyse position.txt --value", "also the chance of winning with each move"),
    ),
    "verify": (("sapper verify proof", "check a proof with three checkers"),),
    "deal": (
        ("sapper deal expert --seed 7", "print a board"),
        ("sapper deal beginner --no-guess", "a board that needs no guess"),
        ("sapper deal expert -n 1000 -o deck.txt", "a deck of boards for experiments"),
    ),
    "rate": (("sapper rate board.txt", "how hard the board is, and why"),),
    "puzzle": (
        ("sapper puzzle --technique subset", "a position to practise on"),
        ("sapper puzzle --technique subset -n 12 --sheet drill.html", "a sheet to print"),
    ),
    "agent": (
        ("sapper agent list", "the agents"),
        ("sapper agent new first.py", "one of your own"),
    ),
    "agent list": (("sapper agent list", "one agent per line"),),
    "agent new": (
        ("sapper agent new mine.py", "a starter agent"),
        ("sapper agent new kb.py --kb", "an agent with a knowledge base of clauses"),
    ),
    "watch": (
        ("sapper watch hard --agent resolution", "an agent at play, with its reasons in words"),
        ("sapper watch easy --step --show-kb", "step by step, with its knowledge base"),
        ("sapper watch kb.py easy --check-kb", "check every clause of your own agent"),
    ),
    "bench": (
        ("sapper bench odds expert -n 1000", "games won, lost and stuck, with intervals"),
        ("sapper bench mine.py easy -n 10", "the same for your own agent"),
    ),
    "compare": (
        ("sapper compare odds sat expert --luck", "two agents on the same boards, without luck"),
    ),
    "study": (
        ("sapper study --list", "the studies"),
        ("sapper study difficulty -n 100", "a whole experiment, with plots and a report"),
    ),
    "optimal": (("sapper optimal 4x4x4/any", "how many boards the best strategy wins"),),
    "exam": (
        ("sapper exam make", "make an exam"),
        ("sapper exam baseline odds items.jsonl", "answer it, here with a simple reasoner"),
        ("sapper exam grade odds.jsonl --html scores.html", "grade the answers"),
    ),
    "exam make": (
        ("sapper exam make", "write items.jsonl"),
        ("sapper exam make -n 4 --parts deduce,prove -o short.jsonl", "a short exam"),
    ),
    "exam ask": (
        (
            "sapper exam ask items.jsonl --url http://localhost:8000/v1 --model NAME",
            "ask a model on a server",
        ),
        ("sapper exam ask items.jsonl --agent odds --parts play", "ask an agent"),
    ),
    "exam baseline": (
        ("sapper exam baseline odds items.jsonl", "a simple reasoner's answers in odds.jsonl"),
        ("sapper exam baseline 'single clue' items.jsonl", "the same for a simpler one"),
    ),
    "exam grade": (
        ("sapper exam grade odds.jsonl --html scores.html", "scores by part and technique"),
    ),
    "exam commit": (("sapper exam commit --salt salt.txt", "promise a secret exam"),),
    "exam reveal": (
        ("sapper exam reveal promise.json --salt salt.txt", "check that the promise was kept"),
    ),
    "data": (
        ("sapper data positions -n 2000", "positions with odds and provable cells, as Parquet"),
        ("sapper data hard --technique chain --technique guess", "only hard positions"),
    ),
    "mcp": (
        ("sapper mcp", "serve a client on this machine"),
        ("sapper mcp --http --port 8001", "serve over HTTP"),
    ),
    "lesson": (
        ("sapper lesson 4", "read a lesson"),
        ("sapper lesson 4 --sheet puzzles.html", "its puzzles, to print"),
    ),
    "exercise": (
        ("sapper exercise 4.2", "show the question"),
        ("sapper exercise 4.2 answer.txt", "check your answer"),
        ("sapper exercise 4.2 --hint", "how the answer begins"),
    ),
    "sheet": (("sapper sheet Anna Ben --html sheets.html", "other exercises for each name"),),
    "logic": (
        ("sapper logic wumpus.txt --proof", "what follows, with proofs"),
        (
            "sapper logic course --position position.txt --ask 'safe(C1)' --proof",
            "rules about the cells of a position",
        ),
    ),
    "grade": (
        ("sapper grade mine.py --html grade.html", "a mark, with reasons"),
        ("sapper grade submissions.zip --html reports/", "a class, with a page for each student"),
        ("sapper grade --show-rubric > rubric.toml", "the rubric, to edit"),
    ),
    "show": (
        ("sapper show board.txt --png board.png", "draw a board"),
        ("sapper show game.record --step", "step through a game"),
    ),
    "stats": (
        ("sapper stats expert", "the boards of a level: 3BV, openings, islands"),
        ("sapper stats games/* --csv", "a table of games: 3BV/s, clicks, efficiency"),
    ),
    "convert": (
        ("sapper convert game.avf game.rawvf", "the extension says which format"),
        ("sapper convert --list", "the formats"),
    ),
    "example": (("sapper example", "write the files of these examples to this folder"),),
    "doctor": (("sapper doctor", "what is installed, what is missing, how to get it"),),
}
