"""The commands on the documentation pages about serving work."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from command import app
from sapper.web.app import create_app, serve

ROOT = Path(__file__).parents[2]
FILES = ["docs/serving.md", "docs/service/sapper.service", "Containerfile"]


@pytest.mark.parametrize("name", FILES)
def test_every_option_that_is_named_exists(name: str) -> None:
    """Every option in the documented `sapper serve` commands is in the help of the command."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if re.search(r'sapper"?,? "?serve', line)]
    options = {option for line in lines for option in re.findall(r"--[a-z][a-z-]*", line)}
    assert len(options) >= 3
    known = CliRunner().invoke(app, ["serve", "--help"], terminal_width=200).output
    assert {option for option in options if option not in known} == set()


def test_the_image_does_not_run_as_root_and_its_health_check_is_answered(tmp_path: Path) -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    assert re.findall(r"^USER (\d+)$", text, re.MULTILINE)[-1] != "0"
    (url,) = re.findall(r"urlopen\('([^']+)'", text.split("HEALTHCHECK")[1])
    with TestClient(create_app(str(tmp_path / "games.db"))) as client:
        assert (url, client.get(url).status_code) == ("http://127.0.0.1:8000/api/health", 200)


def test_it_says_its_address_and_no_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(app: FastAPI, listener: socket.socket, _: object) -> None:
        listener.close()
        with TestClient(app):
            pass  # the server starts and ends

    monkeypatch.setattr("sapper.web.app.run", run)
    serve(port=0, database=str(tmp_path / "games.db"), open_browser=False)
    said = capsys.readouterr()
    assert re.fullmatch(r"Sapper is at http://127\.0\.0\.1:\d+/ \(stop with Ctrl-C\)\n", said.out)
    assert said.err == ""
