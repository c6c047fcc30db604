"""What stations read of captures, kept between builds until evidence or the gym's code changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.captures.cache import FactCache
    from xlagym.captures.capture import Capture


def kept[T](
    cache: FactCache | None, kind: str, captures: Iterable[Capture], read: Callable[[], T]
) -> T:
    """What ``read`` makes of whole captures, kept until one of them or the gym's code changes."""
    if cache is None:
        return read()
    files = [
        f"{capture.id} {entry.name} {entry.sha256}"
        for capture in captures
        for entry in capture.manifest.files
    ]
    return cache.get(kind, " ".join([gym_code(), *files]), read)


@cache
def gym_code() -> str:
    """Hash of this package's sources: a changed sentence makes kept readings stale."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
