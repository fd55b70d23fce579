"""Routes: the HTTP API, a file for each view of the page.

    about.py      the levels and agents there are
    play.py       games, moves, help, files of a game
    analyse.py    positions, and files to read
    history.py    games of the past
    lessons.py    lessons, puzzles for them, answers to exercises

Watching, and moves in quick succession, have websockets (sockets.py).
"""
