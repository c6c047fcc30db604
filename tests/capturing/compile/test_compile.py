"""A capture holds what a plain compile gives, and a maker that is stopped leaves no trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.capturing.conftest import GOOD, PROJECT, MakeProject, entry
from xlagym.captures.store import load_store
from xlagym.capturing.job import Job
from xlagym.capturing.targets.targets import target_named

pytestmark = pytest.mark.compiles

PLAIN = """
import sys
from jax._src import source_info_util
from xlagym.capturing.compile.compile import compile_lowered, lower
from xlagym.capturing.job import Job

source_info_util.register_exclusion("<string>")
sys.stdout.write(compile_lowered(lower(Job.from_json(sys.argv[1])), {}).as_text())
"""
CAPTURE = """
import sys
from pathlib import Path
from rich.console import Console
from xlagym.capturing.filing.request import CaptureRequest, capture_all

sys.exit(capture_all(CaptureRequest(), Path(sys.argv[1]), Console()))
"""


@pytest.mark.parametrize("id", ["attention-s1024@cpu", "mlp@cpu", "mlp@tpu-v6e", "rnn@tpu-v5p"])
def test_writing_down_the_passes_changes_nothing(id: str) -> None:
    variant, target = id.split("@")
    job = Job(str(PROJECT), variant.partition("-")[0], variant, target)
    compiled = subprocess.run(
        [sys.executable, "-P", "-c", PLAIN, job.to_json()],
        env=os.environ | target_named(target).environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert compiled.stdout == (PROJECT / "captures" / id / "optimized.hlo").read_text()


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_stopped_maker_leaves_the_store_as_it_was(
    project: MakeProject, sent: signal.Signals, status: int
) -> None:
    slow = GOOD.replace("VARIANTS =", "import time\n\ntime.sleep(60)\nVARIANTS =")
    root = project(entry("slow", "wave", "cpu"), slow=slow)
    maker = subprocess.Popen(
        [sys.executable, "-c", CAPTURE, str(root)],
        stdout=subprocess.DEVNULL,
        # Whoever runs the tests in the background may have them deaf to Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    work = root / ".cache" / "capturing"
    children = _wait_for_child(work)
    maker.send_signal(sent)
    assert maker.wait(timeout=30) == status
    assert load_store(root / "captures")[0].captures == {}
    if sent == signal.SIGINT:
        assert [*work.iterdir()] == []
    else:
        for child in children:
            os.kill(child, signal.SIGKILL)


def _wait_for_child(work: Path) -> list[int]:
    """Wait until a child runs inside ``work``; return its process id."""
    for _ in range(300):
        time.sleep(0.1)
        for folder in work.glob("*/raw"):
            found = [
                int(process.name)
                for process in Path("/proc").glob("[0-9]*")
                if _folder_of(process) == folder
            ]
            if found:
                return found
    raise AssertionError("no child has started within 30 s")


def _folder_of(process: Path) -> Path | None:
    try:
        return (process / "cwd").readlink()
    except OSError:
        return None
