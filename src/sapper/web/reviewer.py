"""Reviews games, and stores the results (reviews.py).

A game is reviewed when the player asks for the review. When a player looks at a list of games, up
to AT_ONCE games without a review are reviewed in the background. All requests for the same review
in the same language share one answer, and the last KEPT answers stay in memory. If a review was
refused or interrupted, the next request tries again. If a review in the background failed, the
failure is stored, and the server tries again only when the player opens the review.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import zlib
from collections import OrderedDict
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

KEPT = 500
"""the number of answers kept in memory, of about 20 kB each for an expert game"""

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
        self._kept: OrderedDict[tuple[str, str], tuple[object, bytes]] = OrderedDict()
        """the latest answers as compressed JSON, each with the question"""

    def review(self, seat: Seat, ask: Callable[..., Any]) -> Any:
        record, game = str(self.games.record(seat)), seat.row.id
        key, helps = (game, language()), self.store.helps(game)
        question = record, helps
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and kept[0] == question:
            answer = json.loads(zlib.decompress(kept[1]))
            if not reviews.is_kept(self.store, game):
                reviews.keep(self.store, game, answer)
            return answer
        with self._lock:
            is_new = key not in self._making
            making = self._making.setdefault(key, Future())
        if is_new:
            try:
                answer = ask("review", data=record, helps=helps)
                reviews.keep(self.store, game, answer)
                self._keep(key, question, answer)
                making.set_result(answer)
            except BaseException as problem:
                making.set_exception(problem)
            finally:
                with self._lock:
                    del self._making[key]
        return making.result()

    def _keep(self, key: tuple[str, str], question: object, answer: Any) -> None:
        packed = zlib.compress(json.dumps(answer).encode())
        with self._lock:
            self._kept[key] = question, packed
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

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
                self.review(self.games.seat(player, game), partial(self.jobs.ask, client=player))
        except Exception as problem:  # an uncaught error would go unnoticed in this thread
            _, words = answer_of(problem)
            log.info("a game could not be reviewed: %s", words)
            if not is_passing(problem):
                with contextlib.suppress(StoreError):  # another thread has reviewed the game
                    reviews.keep_failure(self.store, game)
        finally:
            with self._lock:
                del self._waiting[game]
