"""An agent in plain Python, without Sapper. It speaks the protocol of protocol.md.

Run it with sapper watch 'exec:python3 docs/agents/agent.py'. It opens a cell that a single number
shows to be safe, and otherwise guesses.
"""

import sys


def name(row, column):
    """The name of a cell, as in a spreadsheet. A1 is the top left."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def around(row, column, rows):
    """The cells around a cell."""
    for r in range(max(row - 1, 0), min(row + 2, len(rows))):
        for c in range(max(column - 1, 0), min(column + 2, len(rows[0]))):
            if (r, c) != (row, column):
                yield r, c


def choose(rows):
    """The answer for a position."""
    cells = [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]
    clues = [(r, c) for r, c in cells if rows[r][c].isdigit()]
    for r, c in cells:
        if rows[r][c] == "+":
            return f"open {name(r, c)}"
    hidden = {}
    mines = set()
    for clue in clues:
        hidden[clue] = {(r, c) for r, c in around(*clue, rows) if rows[r][c] in ".F"}
        if len(hidden[clue]) == int(rows[clue[0]][clue[1]]):
            mines |= hidden[clue]
    for clue in clues:
        number = int(rows[clue[0]][clue[1]])
        safe = hidden[clue] - mines
        if safe and len(hidden[clue] & mines) == number:
            return f"open {' '.join(name(*cell) for cell in sorted(safe))}"
    for r, c in cells:
        if rows[r][c] == "." and (r, c) not in mines:
            return f"guess {name(r, c)}"
    return "stuck"


def main():
    """Answer each position that comes in."""
    height = 0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "sapper":
            print("ready", flush=True)
        elif word == "level":
            height = int(rest.split("x")[1])
        elif word == "position":
            sys.stdin.readline()  # a position begins with its level
            print(choose([sys.stdin.readline().strip() for _ in range(height)]), flush=True)


if __name__ == "__main__":
    main()
