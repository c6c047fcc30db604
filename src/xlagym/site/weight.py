"""Page-weight budgets, in gzipped kilobytes: what a reader on a slow line has to wait for."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xlagym.problems import Problem
from xlagym.site.assets import Assets

_SCRIPT = re.compile(r'<script\b[^>]*\ssrc="[^"]*?(assets/[^"/]+\.js)"')
_STYLE = re.compile(r'<link\b[^>]*\shref="[^"]*?(assets/[^"/]+\.css)"')


@dataclass(frozen=True, slots=True)
class Budgets:
    """Upper bounds in bytes after gzip, but for the store's, which is plain."""

    script: int = 20_000
    style: int = 15_000
    chapter: int = 80_000
    page: int = 300_000
    store: int = 60_000_000


def check_weight(
    pages: Mapping[str, str], assets: Assets, sizes: Mapping[str, int], budgets: Budgets
) -> Iterator[Problem]:
    """Problems of pages over budget; ``sizes`` holds each page's gzipped HTML in bytes."""
    served = {served: name for name, served in assets.names.items()}
    compressed = {
        name: len(gzip.compress(content, 9, mtime=0)) for name, content in assets.files.items()
    }
    for path, text in pages.items():
        scripts = {
            assets.names[name]
            for source in _SCRIPT.findall(text)
            if source in served
            for name in assets.closure(served[source])
        }
        script = sum(compressed[name] for name in scripts)
        style = sum(compressed[name] for name in set(_STYLE.findall(text)) if name in compressed)
        html = sizes[path]
        limit = budgets.chapter if re.match(r"l/[^/]+/\d\d-", path) else budgets.page
        yield from _over(path, "scripts", script, budgets.script)
        yield from _over(path, "style sheets", style, budgets.style)
        yield from _over(path, "HTML", html, limit)
        yield from _over(path, "whole page", html + script + style, budgets.page)


def check_store(total: int, budgets: Budgets) -> Iterator[Problem]:
    """A problem if the captures together outgrow what a clone should have to fetch."""
    yield from _over("captures", "store", total, budgets.store, packed=False)


def _over(path: str, what: str, size: int, limit: int, *, packed: bool = True) -> Iterator[Problem]:
    if size > limit:
        unit = "kB gzipped" if packed else "kB"
        yield Problem(
            path,
            f"its {what}: {size / 1000:.1f} {unit}, over the budget of {limit / 1000:.0f}",
            "trim listings to the lines the prose is about, or split the page",
            rule="weight",
        )


def gzipped(text: str) -> int:
    """Bytes of ``text`` as a static host would send it."""
    return len(gzip.compress(text.encode(), 6, mtime=0))
