"""From a project to a site: plan all pages, keep the ledger, render, check, write."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from xlagym.captures.manifest import MANIFEST
from xlagym.captures.store import Store
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.keeper import Keeper, current
from xlagym.numbers.accepted.ledger import Ledger
from xlagym.site.assembly import exports, parts
from xlagym.site.assembly.ahead import SELDOM
from xlagym.site.assembly.checking import Checked, checked
from xlagym.site.assembly.edition import Edition, open_edition
from xlagym.site.assembly.planning import KINDS, paths
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.quoting import for_machines, lock_today, quoting, sizes
from xlagym.site.assembly.rendering import SiteCounts, page
from xlagym.site.assembly.site_file import site_file
from xlagym.site.assembly.swap import SiteFile, write_site
from xlagym.site.checks.budgets import Budgets
from xlagym.site.checks.weight import check_store


@dataclass(slots=True)
class Assembly:
    """A site in memory: its files, what is wrong with it, and what it counts."""

    problems: list[Problem] = field(default_factory=list)
    read_ledger: Callable[[], Ledger] = Ledger
    """Every number and claim; few who build ask for it."""
    counts: SiteCounts | None = None
    files: dict[str, SiteFile] = field(default_factory=dict)

    @property
    def ledger(self) -> Ledger:
        """Every number and claim of the site."""
        return self.read_ledger()


def build(project: Project, *, cached: bool = True) -> Assembly:
    """Assemble the site and, if nothing is wrong with it, swap it in at ``project.output``."""
    with Session(project, cached=cached) as session:
        return session.build()


def check(project: Project) -> list[Problem]:
    """Everything that a build would refuse; reads all evidence anew and writes nothing."""
    return assemble(project, cached=False).problems


def assemble(project: Project, *, cached: bool) -> Assembly:
    """Read, derive and render everything, and collect what is wrong.

    ``cached`` takes what is kept and keeps what is new.
    """
    with Session(project, cached=cached) as session:
        return session.assemble()


def derive(project: Project, store: Store) -> Assembly:
    """The ledger that the pages would have if ``store`` were the project's; renders nothing."""
    site = Assembly()
    with Keeper(None).in_use():
        edition = open_edition(project, store)
        site.problems += edition.problems()
        ledger = quoting(edition)[0]
        site.problems += ledger.problems
    site.read_ledger = lambda: ledger
    return site


class Session:
    """One project under one keeper, for one build or for many in a row."""

    def __init__(self, project: Project, *, cached: bool = True) -> None:
        self._project = project
        self._cached = cached
        self._keeper = Keeper(project.cache if cached else None)
        self._edition: Edition | None = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._keeper.close()

    def look_again(self, changed: tuple[str, ...]) -> None:
        """Files have changed; those of captures are hashed anew."""
        self._keeper.look_again()
        self._project.files.look_again()
        kept = self._edition
        folder = self._project.name(self._project.captures)
        if kept is None or any(name.startswith(f"{folder}/") for name in changed):
            self._edition = None
        else:
            with self._keeper.in_use():
                self._edition = kept.again()

    def assemble(self) -> Assembly:
        """Read, derive and render everything, and collect what is wrong."""
        with _collecting_seldom(), self._keeper.in_use():
            site = self._assembled()
        self._keeper.save(forget=not site.problems)
        return site

    def build(self) -> Assembly:
        """The same, and swap the site in if nothing is wrong with it."""
        site = self.assemble()
        if not site.problems:
            record = self._project.cache.with_name("written") if self._cached else None
            try:
                write_site(site.files, self._project.output, record)
            except ProblemError as error:
                site.problems += error.problems
        return site

    def _assembled(self) -> Assembly:
        site = Assembly()
        edition = self._edition
        try:
            if edition is None:
                edition = self._edition = open_edition(self._project)
                if self._cached:
                    edition.compiled = self._project.cache.with_name("templates")
                    edition.ahead.start(edition.unread())
            _fill(site, edition)
        except ProblemError as error:
            site.problems += error.problems
        finally:
            if edition is not None:
                edition.ahead.close()
        return site


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Look for cycles seldom until this is over: what a build reads, it keeps to its end."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _fill(site: Assembly, edition: Edition) -> None:
    """Raises ProblemError where it can't go on."""
    site.problems += edition.problems()
    numbers, claims, wrong = sizes(edition)
    site.problems += wrong
    addresses = {path: kind for kind in KINDS for path in paths(edition, kind)}
    site.problems += _twice(edition)
    site.problems += _against_lock(edition)
    site.read_ledger = _under(partial(_ledger, edition))
    site.counts = SiteCounts(
        pages=sum(len(paths(edition, kind)) for kind in KINDS),
        captures=len(edition.store.captures),
        numbers=numbers,
        claims=claims,
        untraced=sum(problem.rule == "digit" for problem in site.problems),
    )
    others = _others(edition)
    edition.addresses = {site_file(path): f"{kind} {path}" for path, kind in addresses.items()}
    edition.addresses |= dict.fromkeys(others, "")
    edition.ahead.gather()
    all_checked = {kind: checked(edition, kind) for kind in KINDS}
    site.problems += [each for kind in all_checked.values() for each in kind.links]
    site.problems += [each for kind in all_checked.values() for each in kind.weights]
    site.problems += check_store(_store_size(edition), Budgets())
    site.files = _pages(edition, all_checked, site.counts) | others


def _twice(edition: Edition) -> list[Problem]:
    counted = Counter(path for kind in KINDS for path in paths(edition, kind))
    return [
        Problem(path, "two pages claim this address", "rename one of the two", rule="duplicate")
        for path, count in counted.items()
        if count > 1
    ]


def _against_lock(edition: Edition) -> list[Problem]:
    project = edition.project
    file = project.name(project.lock)
    try:
        accepted, today = project.accepted(), lock_today(edition)
        if accepted == today:
            return []
        from xlagym.numbers.accepted.lock import compare

        return [each.problem(file) for each in compare(accepted, today, file)]
    except ProblemError as error:
        return list(error.problems)


def _pages(
    edition: Edition, all_checked: dict[str, Checked], counts: SiteCounts
) -> dict[str, SiteFile]:
    def load(kind: str, path: str) -> bytes:
        return counts.fill(page(edition, kind, path))

    return {
        file: SiteFile(f"{digest} {counts}", _under(partial(load, kind, path)))
        for kind, found in all_checked.items()
        for path, file, digest in found.pages
    }


def _ledger(edition: Edition) -> Ledger:
    return quoting(edition)[0]


def _under[T](load: Callable[[], T]) -> Callable[[], T]:
    """``load`` under the keeper that is in use, whenever it is asked for."""
    keeper = current()
    assert keeper is not None, "a site is assembled under a keeper"

    def under() -> T:
        with keeper.in_use():
            return load()

    return under


def _others(edition: Edition) -> dict[str, SiteFile]:
    """All files that are no pages."""
    assets = parts.assets(edition).files
    found = {name: SiteFile(name, partial(assets.__getitem__, name)) for name in assets}
    found |= _downloads(edition)
    for name in ("numbers.json", "claims.json"):
        answer = for_machines.answer(edition, name)
        found[name] = SiteFile(answer.digest, _under(answer.value))
    if edition.store.captures:  # without any there is nothing to ask about, so nothing to give
        for name, make in ((exports.DECK, exports.deck), (exports.ROUNDS, exports.rounds)):
            given = make.answer(edition)
            found[name] = SiteFile(given.digest, _under(given.value))
    return found


def _downloads(edition: Edition) -> dict[str, SiteFile]:
    """Every file of every capture, as it is stored, and the notebooks."""
    found = {}
    for lab in edition.labs:
        content = (edition.project.root / lab.file).read_bytes()
        found[lab.file] = SiteFile.of(content)
    for capture in edition.store.captures.values():
        load = partial(capture.stored_bytes, MANIFEST)
        found[f"captures/{capture.id}/{MANIFEST}"] = SiteFile(capture.digest, load)
        for entry in capture.manifest.files:
            load = partial(capture.stored_bytes, entry.name)
            found[f"captures/{capture.id}/{entry.name}"] = SiteFile(entry.sha256, load)
    return found


def _store_size(edition: Edition) -> int:
    """Bytes of all that is kept of captures, and of the notebooks."""
    notebooks = sum((edition.project.root / lab.file).stat().st_size for lab in edition.labs)
    return notebooks + sum(
        Path(capture.folder, MANIFEST).stat().st_size
        + sum(entry.size for entry in capture.manifest.files)
        for capture in edition.store.captures.values()
    )
