"""The page's files and headers, and the description of the API."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from sapper.page.files import STATIC


def test_the_api_describes_itself(client: TestClient) -> None:
    """The OpenAPI document lists the routes and the websocket for moves, and a page shows it."""
    paths = client.get("/api/openapi.json").json()["paths"]
    assert "/api/games/{game}/moves" in paths
    assert "/api/play" in client.get("/api/openapi.json").json()["info"]["description"]
    assert client.get("/api.html").status_code == 200


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_is_small(client: TestClient, language: str) -> None:
    """The home page takes less than 75 kB, including headers."""
    listed = client.get("/files.js").text.removeprefix("self.FILES = ").removesuffix(";\n")
    first = {
        "",
        "demo.json",
        "api/about",
        *json.loads(listed.replace("${language}", language))["needs"]["home"],
    }
    first |= set(re.findall(r'(?:href|src)="([\w.-]+\.(?:js|css|woff|svg))"', client.get("/").text))
    assert {"style.css", "app.js", "files.js", "board.js", "runs.js", "icon.svg"} <= first
    size = 0
    for name in first:
        with client.stream("GET", f"/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.status_code == 200, name
            size += sum(map(len, answer.iter_raw()))
            size += sum(len(key) + len(value) + 4 for key, value in answer.headers.raw)
    assert 40_000 < size < 75_000


def test_the_page_can_be_installed(client: TestClient) -> None:
    """The manifest's icons exist, and the service worker ignores requests to the API."""
    manifest = client.get("/manifest.webmanifest").json()
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        assert client.get(f"/{icon['src']}").status_code == 200
    worker = "".join(client.get("/worker.js").text.split())
    assert 'url.pathname.startsWith("/api"))return;' in worker
    assert "worker-src 'self'" in client.get("/").headers["Content-Security-Policy"]


def test_every_file_is_kept_at_the_first_visit(client: TestClient) -> None:
    """The server lists all files of the page, and those that each view loads first."""
    answer = client.get("/files.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    listed = json.loads(answer.text.removeprefix("self.FILES = ").removesuffix(";\n"))
    on_disk = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*")}
    assert set(listed["names"]) == on_disk - {"index.html"} | {"/", "files.js"}
    for name in listed["names"]:
        assert client.get(name).status_code == 200, name
    assert {"home", "play", "lessons", "practice"} <= listed["needs"].keys()
    assert {"play.js", "wire.js", "board.js", "dom.js", "words.js"} <= set(listed["needs"]["play"])
    watch = listed["needs"]["watch"]
    words = ["words/${language}.js", "kb/words/${language}.js"]
    assert sorted(watch[:2]) == sorted(words)  # requested first: every module waits for them
    assert {"kb.css", "proof.css", "fault.css", "kb/stage.js"} <= set(watch)
    needed = {name for names in listed["needs"].values() for name in names}
    assert {name.replace("${language}", "de") for name in needed} <= set(listed["names"])


def test_every_answer_has_the_safety_headers(client: TestClient) -> None:
    """Pages load scripts and styles only from this server, and no answer allows type sniffing."""
    pages = ("/", "/worker.js", "/api.html", "/icon.svg", "/api/about", "/api/games/x", "/nothing")
    for path in (*pages, "/style.css", "/app.js", "/files.js", "/digits.woff", "/mine.png"):
        headers = client.get(path).headers
        policy = headers.get("content-security-policy")
        assert (policy is not None) == (path in pages)  # only whole pages need a policy
        if policy:
            assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
            assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == ("no-store" if "/api" in path else "no-cache")


def test_the_cookie_is_out_of_reach_of_scripts(client: TestClient) -> None:
    client.cookies.clear()
    cookie = client.get("/api/history").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_player_who_follows_a_link_stays_the_same(client: TestClient) -> None:
    """The page renews the cookie, which browsers send when a link on another site is followed."""
    client.get("/api/history")
    player = client.cookies["sapper_player"]
    cookie = client.get("/").headers["set-cookie"].lower()
    assert "samesite=lax" in cookie
    assert client.cookies["sapper_player"] == player


def test_files_of_the_server_are_out_of_reach(client: TestClient) -> None:
    """Paths that lead out of the page's folder are not found."""
    for path in (
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/static/../../store.py",
        "//etc/passwd",
    ):
        assert client.get(path).status_code == 404, path


def test_foreign_hosts_and_origins_are_refused(make_client: Callable[..., TestClient]) -> None:
    """A server on loopback answers only to loopback names, and other sites can't make moves."""
    client = make_client(hosts={"127.0.0.1", "localhost", "::1"})
    assert client.get("/api/about").status_code == 403  # the test client's host is testserver
    for host in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
        assert client.get("/api/about", headers={"Host": host}).status_code == 200
    headers = {"Host": "localhost:8000", "Origin": "http://evil.example"}
    assert client.post("/api/games", json={"level": "easy"}, headers=headers).status_code == 403
    headers["Origin"] = "http://localhost:8000"
    assert client.post("/api/games", json={"level": "easy"}, headers=headers).status_code == 201
