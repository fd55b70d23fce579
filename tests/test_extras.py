"""The command that installs an extra fits how Sapper was installed."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

from sapper import extras


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, 'pip install "sapper[lab]"'),
        ({"url": "https://sapper.example/sapper.whl"}, 'pip install "sapper[lab]"'),
        ({"url": "file:///home/ana/sapper%20x", "dir_info": {}}, '"/home/ana/sapper x[lab]"'),
        ({"url": "file:///home/ana/s", "dir_info": {"editable": True}}, '-e "/home/ana/s[lab]"'),
        ({"url": "file://HERE", "dir_info": {"editable": True}}, '-e ".[lab]"'),
    ],
)
def test_an_extra_is_installed_as_sapper_was(
    origin: dict[str, object] | None,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """From an index, or from the folder of a clone, which may be the current one."""
    here = tmp_path_factory.mktemp("clone")
    monkeypatch.chdir(here)
    text = None if origin is None else json.dumps(origin).replace("HERE", here.as_posix())
    found = SimpleNamespace(read_text=lambda _: text)
    monkeypatch.setattr(extras, "distribution", lambda _: found)
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    assert extras.install("lab") == f"pip install {command.removeprefix('pip install ')}"


def test_the_command_names_the_environment_unless_it_is_active(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the extra would go to another Python. Environments made by uv have no pip."""
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    assert extras.install("web").startswith(f"{sys.executable} -m pip install ")
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    assert extras.install("web").startswith(f"uv pip install --python {sys.executable} ")
    monkeypatch.setattr(sys, "executable", "/my files/bin/python")
    assert extras.install("web").startswith('uv pip install --python "/my files/bin/python" ')
