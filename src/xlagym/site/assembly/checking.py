"""Pages of one kind, rendered and checked: what is written, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.keeping.kept import kept
from xlagym.keeping.recording import note
from xlagym.site.assembly import parts
from xlagym.site.assembly.planning import paths
from xlagym.site.assembly.rendering import anchors, look, page
from xlagym.site.assembly.site_file import site_file

if TYPE_CHECKING:
    from xlagym.inputs.problems import Problem
    from xlagym.site.assembly.edition import Edition


@dataclass(frozen=True, slots=True)
class Checked:
    """All pages of a kind."""

    pages: tuple[tuple[str, str, str], ...]
    """Address, file of the site, digest of the HTML."""
    links: tuple[Problem, ...]
    weights: tuple[Problem, ...]


@kept
def checked(edition: Edition, kind: str) -> Checked:
    """Render and check the pages of ``kind``. Raises ProblemError where one can't be rendered."""
    rendered = [
        (path, site_file(path), page.answer(edition, kind, path).digest)
        for path in paths(edition, kind)
    ]
    found = [faults(edition, kind, path) for path, _, _ in rendered]
    return Checked(
        tuple(rendered),
        tuple(problem for links, _ in found for problem in links),
        tuple(problem for _, weights in found for problem in weights),
    )


@kept
def faults(edition: Edition, kind: str, path: str) -> tuple[list[Problem], list[Problem]]:
    """What is wrong with the links of a page, and with its weight."""
    from xlagym.site.checks.budgets import Budgets
    from xlagym.site.checks.links import broken_links
    from xlagym.site.checks.weight import overweight

    seen = look(edition, kind, path)
    file = site_file(path)
    links = [*seen.scan.problems, *broken_links(file, seen.scan, SitePlaces(edition))]
    html = page.answer(edition, kind, path)
    weights = overweight(file, seen.scan, seen.weight, html.value, parts.assets(edition), Budgets())
    return links, list(weights)


class SitePlaces:
    """The files of the site and their anchors; who looks for one is noted as having looked."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition

    def __contains__(self, file: str) -> bool:
        note(f"address {file}", self._kind(file))
        return file in self._edition.addresses

    def anchors(self, file: str) -> Collection[str] | None:
        """The ids on a page; None for a file that is no page."""
        kind, _, path = self._kind(file).partition(" ")
        note(f"address {file}", self._kind(file))
        return anchors(self._edition, kind, path) if path else None

    def names(self) -> Collection[str]:
        """All files, to say which one was meant."""
        note("addresses", self._edition.all_addresses())
        return self._edition.addresses.keys()

    def _kind(self, file: str) -> str:
        return self._edition.addresses.get(file, "nowhere")
