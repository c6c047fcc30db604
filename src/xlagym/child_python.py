"""How every Python process of this program is started: with no code of the folder one is in."""

from __future__ import annotations

import sys
from pathlib import Path


def child_python(module: str, *arguments: str, python: Path | None = None) -> list[str]:
    """Return the command that runs ``module`` with ``arguments`` in a process of its own.

    ``python`` is another interpreter than this one, in an environment of its own.

    Without ``-P``, ``-m`` looks for modules in the current folder first. People stand in folders
    of dumps that others gave them, and a file called ``json.py`` there would run.
    """
    return [str(python or sys.executable), "-P", "-m", module, *arguments]
