"""The web server and its page, on which people play, watch, analyse and review games.

    app.py               create_app makes the application, and serve runs it
    routes/              the HTTP API, one file for each view of the page
    sockets.py           the websockets for moves and for watching agents
    server.py            the objects that requests share, and the limits
    problems.py          errors, their HTTP status and their message
    guard.py             checks before a request is handled, rate limits, security headers
    language.py          chooses the language of an answer
    server_processes.py  several server processes on one database
    forms.py             the types of requests and answers
    schema.py            the tables of the database
    database.py          durable writes from many threads
    database_file.py     the SQLite file, and a lock that keeps other servers out
    store.py             games and moves in the database
    live_games.py        the games being played
    rebuilding.py        rebuilds a game from its stored moves
    dealing.py           boards that need no guess
    daily.py             the daily boards
    rush.py, glicko.py   runs against the clock, and their ratings
    rooms.py             rooms: what the people in them can do
    room_rows.py         the nouns of rooms
    room_reading.py      reads rooms for those who look at them
    room_results.py      places, who played best, and the sentences about them
    reviewer.py          reviews games in the background
    reviews.py           stored reviews and their summary
    statistics.py        statistics of past games
    job_queue.py         runs tasks in worker processes, with a time limit
    process_pool.py      starts and ends worker processes
    preloaded.py         what the fork server imports before it forks workers
    worker.py            what a worker process runs
    tasks/               the tasks that a worker can do, one file for each family
    reading.py           reads files from users, in a worker
    sequence.py          a board's certificate as steps for the page

The page contains no game logic. The server applies the rules.
"""
