"""The routes of the HTTP API, with one file for each part of the page.

    about.py      levels and agents
    play.py       games, moves, help, files of a game
    daily.py      the daily boards, and the card of a result
    rush.py       runs against the clock
    rooms.py      rooms
    practice.py   puzzles, and the techniques a player misses
    patterns.py   pages about patterns, and puzzles to practise them
    analyse.py    positions, and reading files
    history.py    past games
    measure.py    measurements, and the reports of studies
    lessons.py    lessons, their puzzles, answers to exercises

The websockets for watching agents and for moves in quick succession are in sockets.py.
"""
