"""A hash of all of this package's sources: a kept page was made by exactly this code."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path


@cache
def package_code() -> str:
    """Return the hash; it is computed once a process."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[2]
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
