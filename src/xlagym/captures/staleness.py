"""Whether a capture is of the program as it stands today."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from xlagym.captures.capture import Capture
from xlagym.captures.manifest import MANIFEST
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import read_text


def stale(capture: Capture, labs_root: Path) -> Problem | None:
    """Return what has become of the capture's program since, None where nothing has.

    ``labs_root`` is the project's ``labs`` folder. Published figures have no program here.
    """
    manifest = capture.manifest
    if capture.basis == "published":
        return None
    path = inner_path(
        labs_root.parent,
        manifest.source_file,
        f"{capture.shown}/{MANIFEST}",
        of="the project",
        links=True,
    )
    if not path.is_file():
        return Problem(
            f"{capture.shown}/{MANIFEST}",
            f"its program {manifest.source_file} is gone",
            "bring the program back, or remove the capture",
            rule="stale",
        )
    try:
        text = read_text(path, manifest.source_file)
    except ProblemError as error:
        return replace(error.problems[0], rule="stale")
    if hashlib.sha256(text.encode("utf-8")).hexdigest() == manifest.source_sha256:
        return None
    return Problem(
        manifest.source_file,
        f"it has changed since {capture.id} was captured on {manifest.date}",
        f"capture it again: {manifest.command}",
        rule="stale",
    )
