"""XProf opens what ran; of what was compiled alone it is said that there is nothing to open."""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.capturing.conftest import PROJECT
from xlagym.captures.capture import Capture
from xlagym.captures.manifest import FileEntry
from xlagym.captures.store import load_capture
from xlagym.capturing.run.viewer import lay_out, open_capture
from xlagym.inputs.problems import ProblemError

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


def test_xprof_reads_a_capture_of_the_store(tmp_path: Path) -> None:
    capture = load_capture(PROJECT / "captures" / "rnn@cpu.run")
    before = sorted(capture.folder.rglob("*"))
    folder = lay_out(capture, tmp_path / "view")
    laid = folder / "plugins" / "profile" / "rnn-cpu.run" / "profile.xplane.pb"
    assert laid.read_bytes() == capture.content("profile.xplane.pb")
    with serving(folder) as address:
        runs = json.loads(_get(f"{address}/data/plugin/profile/runs"))
        assert runs == ["rnn-cpu.run"]
        tools = json.loads(_get(f"{address}/data/plugin/profile/run_tools?run={runs[0]}"))
        assert {"overview_page", "hlo_stats", "roofline_model"} <= set(tools)
        asked = f"run={runs[0]}&tag=overview_page&host=profile"
        answer = json.loads(_get(f"{address}/data/plugin/profile/data?{asked}"))
        kept = json.loads(capture.text("xprof/overview_page.json"))
        assert answer == kept
    assert sorted(capture.folder.rglob("*")) == before


def test_opening_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = load_capture(PROJECT / "captures" / "mlp@cpu.run")
    started = []

    class Server:
        def __init__(self, command: list[str]) -> None:
            started.append(command)
            assert [path.name for path in Path(command[-2]).rglob("*.pb")] == ["profile.xplane.pb"]

        def wait(self) -> int:
            return 0

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Server)
    assert open_capture(capture, port=1234) == 0
    ((*_, module, folder, port),) = started
    assert (module, port) == ("xlagym.capturing.run.xprof_loopback", "1234")
    assert not Path(folder).exists()


def test_a_measured_capture_without_a_profile(tmp_path: Path) -> None:
    manifest = replace(COMPILED.manifest, basis="measured")
    with pytest.raises(ProblemError, match="is measured and holds no profile"):
        lay_out(Capture(manifest, tmp_path), tmp_path / "view")


def test_the_viewer_answers_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "plugins" / "profile" / "chain-cpu.run").mkdir(parents=True)
    (tmp_path / "plugins" / "profile" / "chain-cpu.run" / "host.xplane.pb").write_bytes(b"")
    with serving(tmp_path) as address:
        assert json.loads(_get(f"{address}/data/plugin/profile/runs")) == ["chain-cpu.run"]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """XProf over ``folder``, at the address that this gives."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "xlagym.capturing.run.xprof_loopback", str(folder), str(port)],
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}"
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
