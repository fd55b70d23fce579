"""Reviews games, and stores the results (reviews.py).

A game is reviewed when the player asks for the review. When a player looks at a list of games, up
to AT_ONCE games without a review are reviewed in the background, and only the figures for the list
are stored. If the player opens a review, the whole answer is stored for each language, so that it
is made only once. All requests for the same review in the same language at the same time share one
answer. If a review was refused or interrupted, the next request tries again. If a review in the
background failed, the failure is stored, and the server tries again only when the player opens the
review.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

from sapper.web import reviews
from sapper.web.job_queue import Background, JobQueue
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import answer_of, is_passing
from sapper.web.schema import StoreError
from sapper.web.store import Store
from sapper.words import language

AT_ONCE = 20
"""the maximum number of games to review after one request for a list"""

log = logging.getLogger("sapper.web")


class Reviewer:
    """Reviews the games of a server. Many threads may use a reviewer at the same time."""

    def __init__(
        self, store: Store, games: LiveGames, jobs: JobQueue, background: Background
    ) -> None:
        self.store = store
        self.games = games
        self.jobs = jobs
        self.background = background
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[None]] = {}
        self._making: dict[tuple[str, str], Future[Any]] = {}
        """the reviews in progress, by game and language"""

    def review(self, seat: Seat, ask: Callable[..., Any], *, opened: bool = True) -> Any:
        """The review of a finished game. If it is `opened`, the whole answer is stored."""
        record, game = str(self.games.record(seat)), seat.row.id
        key, helps = (game, language()), self.store.helps(game)
        question = reviews.question_of(record, helps)
        stored = reviews.answer(self.store, key, question)
        if stored is not None:
            if not reviews.is_kept(self.store, game):  # its figures can't be read
                reviews.keep(self.store, game, stored)
            return stored
        with self._lock:
            is_new = key not in self._making
            making = self._making.setdefault(key, Future())
        if is_new:
            try:
                answer = ask("review", data=record, helps=helps)
                whole = reviews.answer_of(key, question, answer) if opened else []
                reviews.keep(self.store, game, answer, *whole)
                making.set_result(answer)
            except BaseException as problem:
                making.set_exception(problem)
            finally:
                with self._lock:
                    del self._making[key]
        return making.result()

    def review_later(self, player: str, some: Sequence[str]) -> list[Future[None]]:
        """Review up to AT_ONCE games in the background, and return a future for each."""
        with self._lock:
            for game in some[:AT_ONCE]:
                if game not in self._waiting:
                    work = partial(self._review, player, game)
                    self._waiting[game] = self.background.submit(player, work)
            return [self._waiting[game] for game in some[:AT_ONCE]]

    def _review(self, player: str, game: str) -> None:
        try:
            if not reviews.is_kept(self.store, game):
                ask = partial(self.jobs.ask, client=player)
                self.review(self.games.seat(player, game), ask, opened=False)
        except Exception as problem:  # an uncaught error would go unnoticed in this thread
            _, words = answer_of(problem)
            log.info("a game could not be reviewed: %s", words)
            if not is_passing(problem):
                with contextlib.suppress(StoreError):  # another thread has reviewed the game
                    reviews.keep_failure(self.store, game)
        finally:
            with self._lock:
                del self._waiting[game]
