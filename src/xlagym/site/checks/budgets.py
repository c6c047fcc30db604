"""Page-weight budgets, in gzipped kilobytes: what a reader on a slow line has to wait for."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budgets:
    """Upper bounds in bytes after gzip, but for the store's, which is plain."""

    script: int = 20_000
    style: int = 15_000
    chapter: int = 80_000
    page: int = 300_000
    store: int = 60_000_000

    def html(self, path: str) -> int:
        """For the HTML of the page at ``path``."""
        return self.chapter if re.match(r"l/[^/]+/\d\d-", path) else self.page


def weigh(path: str, html: bytes) -> int:
    """Bytes of a page as a static host would send it; as it is, where even that is no weight."""
    budgets = Budgets()
    light = budgets.html(path) - budgets.script - budgets.style
    return len(html) if len(html) <= light else gzipped(html)


def gzipped(content: bytes, level: int = 6) -> int:
    """Bytes of ``content`` as a static host would send it."""
    return len(gzip.compress(content, level, mtime=0))
