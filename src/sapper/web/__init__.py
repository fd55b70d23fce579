"""The page: play, watch, analyse and look back in the browser.

    app.py               puts it together and serves it: create_app and serve
    routes/              the HTTP API, a file for each view of the page
    sockets.py           the websockets: moves, and agents to watch
    server.py            what these share, and its limits
    problems.py          what can go wrong: its status and its words
    guard.py             what is refused, whose turn it is, and the headers always sent
    connections.py       how many there may be, and how long a request may take to arrive
    server_processes.py  several server processes on one database
    forms.py             what goes in and out, typed
    schema.py            the tables
    database.py          a database that many threads write to, durable before they are answered
    database_file.py     SQLite's file, for one server at a time
    store.py             games and moves in it
    live_games.py        the games being played
    rebuilding.py        a game from what is stored of it
    job_queue.py         worker processes with a time limit, for everything that reasons
    process_pool.py      how these start, in milliseconds, and end
    worker.py            what runs in them
    reading.py           what strangers send, read there as well
    statistics.py        what a history of games amounts to
    static/              the page itself: ES modules, no build step

The page holds no logic of the game: it shows what the API says.
"""
