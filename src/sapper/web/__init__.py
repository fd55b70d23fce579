"""The page: play, watch, analyse and look back in the browser.

    app.py         the HTTP API, the websocket, the application; create_app and serve
    guard.py       what is refused, and the headers always sent
    forms.py       what goes in and out, typed
    store.py       games and moves in a database; durable before they are answered
    table.py       the games being played
    analyst.py     worker processes with a time limit, for everything that reasons
    worker.py      what runs in them
    statistics.py  what a history of games amounts to
    static/        the page itself: ES modules, no build step

The page holds no logic of the game: it shows what the API says.
"""
