"""XProf opens what ran; of what was compiled alone it is said that there is nothing to open."""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from tests.capturing.conftest import PROJECT
from xlagym.captures.capture import Capture
from xlagym.captures.manifest import FileEntry
from xlagym.captures.store import load_capture
from xlagym.capturing.viewer import lay_out, open_capture
from xlagym.problems import ProblemError

COMPILED = load_capture(PROJECT / "captures" / "chain@cpu")


def test_a_compiled_capture_has_no_profile() -> None:
    with pytest.raises(ProblemError) as raised:
        open_capture(COMPILED)
    (problem,) = raised.value.problems
    assert problem.message.startswith("'chain@cpu' was compiled and never ran:")
    assert problem.message.endswith("so there is no profile to open")


def test_a_profile_is_laid_out_apart_from_the_store(tmp_path: Path) -> None:
    store = tmp_path / "store"
    (store / "profile").mkdir(parents=True)
    (store / "profile" / "host.xplane.pb").write_bytes(b"planes")
    files = (FileEntry("profile/host.xplane.pb", "0" * 64, 6),)
    manifest = replace(COMPILED.manifest, id="chain@cpu.run", basis="measured", files=files)
    folder = lay_out(Capture(manifest, store), tmp_path / "view")
    laid = folder / "plugins" / "profile" / "chain-cpu.run" / "host.xplane.pb"
    assert laid.read_bytes() == b"planes"


def test_a_measured_capture_without_a_profile(tmp_path: Path) -> None:
    manifest = replace(COMPILED.manifest, basis="measured")
    with pytest.raises(ProblemError, match="is measured and holds no profile"):
        lay_out(Capture(manifest, tmp_path), tmp_path / "view")


def test_the_viewer_answers_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "plugins" / "profile" / "chain-cpu.run").mkdir(parents=True)
    (tmp_path / "plugins" / "profile" / "chain-cpu.run" / "host.xplane.pb").write_bytes(b"")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "xlagym.capturing.xprof_loopback", str(tmp_path), str(port)],
        stderr=subprocess.DEVNULL,
    )
    try:
        assert json.loads(_get(f"http://127.0.0.1:{port}/data/plugin/profile/runs")) == [
            "chain-cpu.run"
        ]
    finally:
        server.kill()
        server.wait()


def _get(url: str) -> bytes:
    """Fetch as soon as the server is up."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                content: bytes = answer.read()
            return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server has not answered within 30 s")
