"""Published captures: whether each figure names a source that the project lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from xlagym.captures.forms import FIGURES
from xlagym.captures.store import Store
from xlagym.inputs.problems import Problem, ProblemError


def unsourced(store: Store, sources: Collection[str]) -> Iterator[Problem]:
    """Name every published figure whose source is not among ``sources``, keys of sources.yml."""
    for capture in store.captures.values():
        if capture.basis != "published":
            continue
        try:
            figures = capture.figures
        except ProblemError as error:
            yield from error.problems
            continue
        for figure in figures.values():
            if figure.source not in sources:
                yield Problem(
                    f"{capture.shown}/{FIGURES.file}",
                    f"'{figure.name}' cites '{figure.source}', which sources.yml does not list",
                    "cite a key of content/sources.yml, or add the source there",
                    figure.line,
                    "source",
                )
