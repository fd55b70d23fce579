"""Fixtures for the tests of the lab."""

from collections.abc import Iterator

import pytest

from sapper.agents import AGENTS


@pytest.fixture(autouse=True)
def same_agents() -> Iterator[None]:
    """Remove the agents that a study's file adds, because later tests list all agents."""
    before = dict(AGENTS)
    yield
    AGENTS.clear()
    AGENTS.update(before)
