"""Imported once by the fork server, whose forks are the workers (process_pool.py).

It changes the signals and the memory of the process that imports it, so nothing else may import it,
not even to find doctests (pyproject.toml).
"""

from __future__ import annotations

import gc
import os
import signal

# A service manager may send SIGTERM to all processes. The server alone ends the workers.
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a fork would not copy other threads

import sapper.web.worker  # noqa: E402, F401
from sapper.web.tasks.agents import watch  # noqa: E402
from sapper.words import LANGUAGES, speaking  # noqa: E402

# A first answer loads the words of its language, with Babel's tables. So no worker has to.
for language in LANGUAGES:
    with speaking(language):
        next(watch("textbook", "easy", 0))

# The garbage collector must not write to pages that workers share with the fork server, because the
# system would copy those pages.
gc.collect()
gc.freeze()
