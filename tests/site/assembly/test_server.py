"""The author's preview: it hands out the site and nothing else, and outlives its visitors."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from xlagym.cli import main
from xlagym.inputs.problems import Problem
from xlagym.site.assembly import server as module
from xlagym.site.assembly.build import Assembly, Session
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.server import Handler, Preview, Rebuilds, Rebuilt


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A preview of a small site, with a secret beside it."""
    site = tmp_path / "site"
    (site / "gym").mkdir(parents=True)
    (site / "index.html").write_text("<body>home</body>")
    (site / "gym/index.html").write_text("<body>gym</body>")
    (site / "numbers.json").write_text("[]")
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "index.html").write_text("secret")
    preview = Preview(("127.0.0.1", 0), partial(Handler, directory=str(site), changes=Rebuilds()))
    Thread(target=preview.serve_forever, daemon=True).start()
    yield preview.server_port
    preview.shutdown()
    preview.server_close()


def ask(port: int, line: str) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(f"{line} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET /", 200),
        ("GET /?x", 200),
        ("GET /gym/", 200),
        ("GET /gym", 301),
        ("GET /numbers.json", 200),
        ("HEAD /gym/", 200),
        ("GET /-/reload.js", 200),
        ("GET /nothing/", 404),
        ("GET /../secret", 404),
        ("GET /%2e%2e/secret", 404),
        ("GET /..%2fsecret", 404),
        ("GET /gym/../../secret", 404),
        ("GET //secret", 404),
        ("GET /%5c..%5csecret", 404),
        ("GET /secret%00", 404),
        ("GET /%ff", 404),
        ("POST /", 501),
        ("DELETE /numbers.json", 501),
    ],
)
def test_what_is_answered(port: int, line: str, status: int) -> None:
    answer = ask(port, line)
    assert answer.startswith(f"HTTP/1.0 {status} "), answer[:200]
    assert "\nsecret" not in answer


@pytest.mark.parametrize("path", ["/..", "/../", "/%2e%2e/", "/gym/../..", "/."])
def test_above_the_site_is_the_site(port: int, path: str) -> None:
    assert "secret" not in ask(port, f"GET {path}")


def test_pages_reload_and_files_stay_as_they_are(port: int) -> None:
    assert ask(port, "GET /gym/").endswith('gym<script src="/-/reload.js"></script></body>')
    assert ask(port, "GET /numbers.json").endswith("\r\n\r\n[]")


def test_visitors_who_go_away_are_no_news(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    for path in ("/gym/", "/-/changes", "/numbers.json"):
        for _ in range(5):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(f"GET {path} HTTP/1.1\r\n\r\n".encode())
            connection.close()
    time.sleep(0.3)
    assert ask(port, "GET /").startswith("HTTP/1.0 200")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none(port: str) -> None:
    assert CliRunner().invoke(main, ["serve", "--port", port]).exit_code == 2


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    for name in ("content", "captures"):
        (tmp_path / name).mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "xlagym", "--project", str(tmp_path), "serve"]
        done = subprocess.run([*command, "--port", port], capture_output=True, text=True)
    assert done.returncode == 1
    assert re.match(rf"port {port}: input: can't listen on it: Address already", done.stderr)


def test_a_file_that_is_gone_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(session: Session) -> Assembly:
        raise PermissionError(13, "Permission denied", "content/site.yml")

    monkeypatch.setattr(Session, "build", build)
    session = Session(Project(tmp_path))
    rebuilt: Rebuilt = module._rebuild(session, ("content/site.yml",))
    assert rebuilt.counts is None
    (problem,) = rebuilt.problems
    assert isinstance(problem, Problem)
    assert (problem.file, problem.message) == ("content/site.yml", "Permission denied")
