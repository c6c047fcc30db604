"""Whether pages and the store are within their budgets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from xlagym.inputs.problems import Problem
from xlagym.site.assembly.assets import Assets
from xlagym.site.assembly.page import Page
from xlagym.site.checks.budgets import Budgets, gzipped

_ASSET = re.compile(r"(?:\.\./)*(assets/[^/]+)")


def check_weight(pages: Mapping[str, Page], assets: Assets, budgets: Budgets) -> Iterator[Problem]:
    """Problems of ``pages`` (by the site path of their files) that are over budget."""
    written = {served: name for name, served in assets.names.items()}
    compressed = {name: gzipped(content, 9) for name, content in assets.files.items()}
    for path, page in pages.items():
        loaded = {found[1] for each in page.scan.links if (found := _ASSET.fullmatch(each))}
        scripts = {
            assets.names[name]
            for source in loaded
            if source.endswith(".js") and source in written
            for name in assets.closure(written[source])
        }
        styles = {name for name in loaded if name.endswith(".css") and name in compressed}
        script = sum(compressed[name] for name in scripts)
        style = sum(compressed[name] for name in styles)
        html = page.weight
        if html + script + style > budgets.page:
            html = gzipped(page.html)
        yield from _over(path, "scripts", script, budgets.script)
        yield from _over(path, "style sheets", style, budgets.style)
        yield from _over(path, "HTML", html, budgets.html(path))
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
