"""Whether pages and the store are within their budgets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from xlagym.inputs.problems import Problem
from xlagym.site.checks.budgets import gzipped

if TYPE_CHECKING:
    from xlagym.site.assembly.assets import Assets
    from xlagym.site.checks.budgets import Budgets
    from xlagym.site.checks.links import Scan

_ASSET = re.compile(r"(?:\.\./)*(assets/[^/]+)")


def overweight(
    path: str,
    page: Scan,
    weight: int,
    html: Callable[[], bytes],
    assets: Assets,
    budgets: Budgets,
) -> Iterator[Problem]:
    """Problems of the page whose file is ``path``, where it is over budget.

    ``weight`` is what ``weigh`` says of it; ``html`` is asked for where that doesn't settle it.
    """
    written = {served: name for name, served in assets.names.items()}
    loaded = {found[1] for each in page.links if (found := _ASSET.fullmatch(each))}
    scripts = {
        assets.names[name]
        for source in loaded
        if source.endswith(".js") and source in written
        for name in assets.closure(written[source])
    }
    styles = {name for name in loaded if name.endswith(".css") and name in assets.files}
    script = sum(assets.weights[name] for name in scripts)
    style = sum(assets.weights[name] for name in styles)
    if weight + script + style > budgets.page:
        weight = gzipped(html())
    yield from _over(path, "scripts", script, budgets.script)
    yield from _over(path, "style sheets", style, budgets.style)
    yield from _over(path, "HTML", weight, budgets.html(path))
    yield from _over(path, "whole page", weight + script + style, budgets.page)


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
