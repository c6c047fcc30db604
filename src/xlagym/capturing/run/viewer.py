"""Open a capture's profile in XProf, on this machine alone."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path, PurePosixPath

from xlagym.captures.capture import Capture
from xlagym.captures.manifest import MANIFEST
from xlagym.child_python import child_python
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError

PORT = 8791


def profiles(capture: Capture) -> list[str]:
    """Return the names of the capture's profiles, ``….xplane.pb``, whether packed or not."""
    names = (entry.name.removesuffix(".xz") for entry in capture.manifest.files)
    return [name for name in names if name.endswith((".xplane.pb", ".trace.json.gz"))]


def lay_out(capture: Capture, folder: Path) -> Path:
    """Unpack the capture's profiles into ``folder`` as XProf wants them; return its log folder.

    XProf writes beside what it reads, and the store must stay as it is. Raises ProblemError, in
    words, when the capture holds no profile.
    """
    names = profiles(capture)
    if not names:
        raise ProblemError(_no_profile(capture))
    manifest = f"{capture.shown}/{MANIFEST}"
    run = inner_path(folder, f"plugins/profile/{capture.id.replace('@', '-')}", manifest)
    run.mkdir(parents=True)
    for name in names:
        inner_path(run, PurePosixPath(name).name, manifest).write_bytes(capture.content(name))
    return folder


def open_capture(capture: Capture, port: int = PORT) -> int:
    """Serve the capture's profile in XProf until interrupted; return XProf's exit status.

    Raises ProblemError when there is no profile to open.
    """
    with tempfile.TemporaryDirectory(prefix="xlagym-xprof-") as folder:
        log_folder = lay_out(capture, Path(folder))
        server = child_python("xlagym.capturing.run.xprof_loopback", str(log_folder), str(port))
        process = subprocess.Popen(server)
        try:
            return process.wait()
        except KeyboardInterrupt:
            return 0
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


def _no_profile(capture: Capture) -> Problem:
    if capture.basis == "compiled":
        message = (
            f"'{capture.id}' was compiled and never ran: the compiler made it without a device,"
            " so there is no profile to open"
        )
        advice = (
            "read its listings, schedule and memory reports on its page,"
            f" captures/{capture.id}/; XProf opens captures that ran, such as VARIANT@cpu.run"
        )
    else:
        message = f"'{capture.id}' is {capture.basis} and holds no profile"
        advice = "XProf opens captures that ran here; their ids end in .run"
    return Problem(f"{capture.shown}/{MANIFEST}", message, advice, rule="open")
