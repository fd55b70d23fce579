"""The web server: its page lets people play, watch, analyse and review games in the browser.

    app.py               create_app and serve, which put the parts together
    routes/              the HTTP API, one file for each view of the page
    sockets.py           the websockets for moves and for watching agents
    server.py            the objects that requests share, and the limits
    problems.py          errors, with their HTTP status and wording
    guard.py             checks before a request is handled, rate limits, security headers
    connections.py       limits on connections and on how long a request may take to arrive
    frames.py            limits on what a websocket may send
    language.py          the language of an answer
    server_processes.py  several server processes on one database
    forms.py             the types of requests and answers
    schema.py            the tables
    database.py          durable writes from many threads
    database_file.py     SQLite's file, which one server at a time may use
    store.py             games and moves in the database
    live_games.py        the games being played
    rebuilding.py        a game made from its stored moves
    daily.py             the daily boards
    reviewer.py          reviews games in the background
    reviews.py           stored reviews and their summary
    statistics.py        statistics of past games
    job_queue.py         worker processes with a time limit, for all reasoning
    process_pool.py      how workers start, within milliseconds, and end
    worker.py            the tasks of a worker
    reading.py           reads files from users, in a worker
    sequence.py          a board's certificate, line by line
    static/              the page, as ES modules without a build step

The page contains no logic of the game. It shows the answers of the API.
"""
