"""The reviewer: reviews games and keeps what it finds (reviews.py).

A game is reviewed when its player looks back at it, or at a list of games in which it has no review
yet. While it is being reviewed it is not begun again: anyone who asks in the same language gets the
same answer. A review that was refused or cut off is made when it is asked for again; one that
failed is kept as such, and made only for those who look at that game.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from sapper.web import reviews
from sapper.web.job_queue import JobQueue
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import answer_of, is_passing
from sapper.web.schema import StoreError
from sapper.web.store import Store
from sapper.words import language

AT_ONCE = 20
"""games that are reviewed after one look at a list of them"""

log = logging.getLogger("sapper.web")


class Reviewer:
    """Reviews the games of one server; safe to use from many threads."""

    def __init__(self, store: Store, games: LiveGames, jobs: JobQueue) -> None:
        self.store = store
        self.games = games
        self.jobs = jobs
        self.thread = ThreadPoolExecutor(1, "review")
        """for reviews that nobody waits for, one after the other"""
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[None]] = {}
        self._making: dict[tuple[str, str], Future[Any]] = {}
        """by game and language"""

    def review(self, seat: Seat, ask: Callable[..., Any]) -> Any:
        """All that a worker says about a game that is over; what matters of it is kept."""
        record, game = str(self.games.record(seat)), seat.row.id
        key = game, language()
        with self._lock:
            is_new = key not in self._making
            making = self._making.setdefault(key, Future())
        if is_new:
            try:
                answer = ask("review", data=record)
                reviews.keep(self.store, game, answer)
                making.set_result(answer)
            except BaseException as problem:
                making.set_exception(problem)
            finally:
                with self._lock:
                    del self._making[key]
        return making.result()

    def review_later(self, player: str, some: Sequence[str]) -> list[Future[None]]:
        """Review some games of a player that have no review; what is done when that is over."""
        with self._lock:
            for game in some[:AT_ONCE]:
                if game not in self._waiting:
                    self._waiting[game] = self.thread.submit(self._review, player, game)
            return [self._waiting[game] for game in some[:AT_ONCE]]

    def _review(self, player: str, game: str) -> None:
        try:
            if not reviews.is_kept(self.store, game):
                self.review(self.games.seat(player, game), self.jobs.ask)
        except Exception as problem:  # nobody would see it in this thread
            _, words = answer_of(problem)
            log.info("no review of a game: %s", words)
            if not is_passing(problem):
                with contextlib.suppress(StoreError):  # somebody has reviewed it meanwhile
                    reviews.keep_failure(self.store, game)
        finally:
            with self._lock:
                del self._waiting[game]

    def close(self) -> None:
        """Begin no more reviews, and wait for the one under way."""
        self.thread.shutdown(cancel_futures=True)
