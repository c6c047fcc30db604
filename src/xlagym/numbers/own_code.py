"""A hash of this package's sources: a changed formula or format makes what is kept stale."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path


@cache
def own_code() -> str:
    """Return the hash; it is computed once a process."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
