"""From a project to a site: plan all pages, keep the ledger, render, check, write."""

from __future__ import annotations

import gc
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from markupsafe import Markup, escape

from xlagym.captures.manifest import MANIFEST
from xlagym.captures.store import Store
from xlagym.chips.names import chip_name, in_words
from xlagym.chips.table import generations
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.keeper import Keeper, handle
from xlagym.keeping.kept import kept
from xlagym.numbers.accepted.ledger import Ledger
from xlagym.numbers.accepted.lock import compare, lock_text
from xlagym.site.assembly.ahead import SELDOM, Ahead
from xlagym.site.assembly.assets import load_assets
from xlagym.site.assembly.edition import Edition, read_edition
from xlagym.site.assembly.exports import exports
from xlagym.site.assembly.json_rows import json_rows
from xlagym.site.assembly.page import Page, finish
from xlagym.site.assembly.plan import Plan, Use
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.swap import write_site
from xlagym.site.assembly.templates import Templates, relative, site_file
from xlagym.site.checks.budgets import Budgets
from xlagym.site.checks.links import check_links
from xlagym.site.checks.weight import check_store, check_weight
from xlagym.site.pages import QUOTING, RETELLING, SILENT


@dataclass(frozen=True, slots=True)
class Counts:
    """What a build made, for its closing line and the foot of every page."""

    pages: int
    captures: int
    numbers: int
    claims: int
    untraced: int

    def __str__(self) -> str:
        return (
            f"{self.pages} pages from {self.captures} captures: {self.numbers} numbers traced, "
            f"{self.claims} claims held, {self.untraced} untraced"
        )


@dataclass(slots=True)
class Assembly:
    """A site in memory: its files, what is wrong with it, and what it counts."""

    problems: list[Problem] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    counts: Counts | None = None
    files: dict[str, bytes] = field(default_factory=dict)


def build(project: Project, *, cached: bool = True) -> Assembly:
    """Assemble the site and, if nothing is wrong with it, swap it in at ``project.output``."""
    site = assemble(project, cached=cached)
    if not site.problems:
        try:
            write_site(site.files, project.output)
        except ProblemError as error:
            site.problems += error.problems
    return site


def check(project: Project) -> list[Problem]:
    """Everything that a build would refuse; reads all evidence anew and writes nothing."""
    return assemble(project, cached=False).problems


def assemble(project: Project, *, cached: bool) -> Assembly:
    """Read, derive and render everything, and collect what is wrong."""
    ahead = Ahead(project) if cached else None
    try:
        with _collecting_seldom():
            return _assemble(project, ahead)
    finally:
        if ahead is not None:
            ahead.close()


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Look for cycles seldom until this is over: what a build reads, it keeps to its end."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _assemble(project: Project, ahead: Ahead | None) -> Assembly:
    """``ahead`` reads ahead into the project's cache; without it, none is used."""
    keeper = Keeper(project.cache if ahead else None)
    with keeper.in_use():
        site = _assembled(project, ahead)
    keeper.save(forget=not site.problems)
    keeper.close()
    return site


def _assembled(project: Project, ahead: Ahead | None) -> Assembly:
    site = Assembly()
    try:
        edition = read_edition(project, ahead=ahead)
        site.problems += edition.problems
        plans = _plan(edition, site)
        site.problems += _against_lock(project, site.ledger)
        assets = load_assets(project.static)
        site.counts = _count(edition, site, plans)
        compiled = project.cache.with_name("templates") if ahead else None
        templates = Templates(project.templates, assets, compiled)
        edition.ahead.gather()
        pages = _render(edition, site, plans, templates)
    except ProblemError as error:
        site.problems += error.problems
        return site
    downloads = _downloads(edition)
    machine = _for_machines(site.ledger) | exports(edition)
    scans = {path: page.scan for path, page in pages.items()}
    site.problems += check_links(scans, [*assets.files, *downloads, *machine])
    site.problems += check_weight(pages, assets, Budgets())
    site.problems += check_store(sum(map(len, downloads.values())), Budgets())
    site.files = {path: page.html for path, page in pages.items()}
    site.files |= assets.files | downloads | machine
    return site


def derive(project: Project, store: Store) -> Assembly:
    """The ledger that the pages would have if ``store`` were the project's; renders nothing."""
    site = Assembly()
    edition = read_edition(project, store)
    site.problems += edition.problems
    _plan(edition, site)
    return site


def _plan(edition: Edition, site: Assembly) -> list[Plan]:
    """All pages; those that quote numbers fill the ledger that the last ones retell."""
    plans = [plan for kind in QUOTING for plan in kind(edition)]
    uses: dict[str, Use] = {}
    for plan in plans:
        for quoted in plan.receipts:
            site.ledger.add(quoted.number)
            uses.setdefault(quoted.number.id, Use(plan.title, f"{plan.path}#{quoted.anchor}"))
        for claim in plan.claims:
            site.ledger.add(claim)
            uses.setdefault(claim.id, Use(plan.title, plan.path))
    site.problems += site.ledger.problems
    plans += [plan for kind in SILENT for plan in kind(edition)]
    plans += [plan for telling in RETELLING for plan in telling(edition, site.ledger, uses)]
    twice = [path for path, count in Counter(plan.path for plan in plans).items() if count > 1]
    site.problems += [
        Problem(path, "two pages claim this address", "rename one of the two", rule="duplicate")
        for path in twice
    ]
    return plans


def _against_lock(project: Project, ledger: Ledger) -> list[Problem]:
    file = project.name(project.lock)
    try:
        differences = compare(project.accepted(), lock_text(ledger), file)
    except ProblemError as error:
        return list(error.problems)
    return [each.problem(file) for each in differences]


def _count(edition: Edition, site: Assembly, plans: Sequence[Plan]) -> Counts:
    return Counts(
        pages=len(plans),
        captures=len(edition.store.captures),
        numbers=len(site.ledger.numbers),
        claims=len(site.ledger.claims),
        untraced=sum(problem.rule == "digit" for problem in site.problems),
    )


def _render(
    edition: Edition, site: Assembly, plans: Sequence[Plan], templates: Templates
) -> dict[str, Page]:
    shared = _shared(edition, site)
    common = _common(edition, shared, templates)
    pages = {}
    for plan in plans:
        page = {
            "path": plan.path,
            "title": plan.title,
            "description": plan.description,
            "nav": plan.nav,
            "receipts": plan.receipts,
        }
        link = partial(_chapter_link, edition, plan.path)
        context = {**shared, **plan.context, "page": page, "chapter_link": link}
        make = partial(_page, plan, context, templates)
        if plan.key:
            key = f"{common} {plan.path} {plan.title} {plan.description} {plan.key}"
            pages[site_file(plan.path)] = _kept_page(_Making(key, make))
        else:
            pages[site_file(plan.path)] = make()
    return pages


@dataclass(frozen=True, slots=True)
class _Making:
    """How to make a page, and what it is all made from."""

    key: str
    make: Callable[[], Page]

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return handle, ("page", self.key)


@kept(held=False)
def _kept_page(making: _Making) -> Page:
    return making.make()


def _page(plan: Plan, context: Mapping[str, Any], templates: Templates) -> Page:
    late = plan.late() if plan.late else {}
    html = templates.render(plan.template, plan.path, {**context, **late})
    return finish(site_file(plan.path), html)


def _common(edition: Edition, shared: Mapping[str, Any], templates: Templates) -> str:
    """Changes with the code, the templates, the store, and what every page says."""
    captures = (each.digest for each in edition.store.captures.values())
    parts = (templates.digest, *captures, edition.workbook.constants.sha256, repr(shared["site"]))
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()


def _shared(edition: Edition, site: Assembly) -> Mapping[str, Any]:
    """What every template is given; see templates/README.md."""
    captures = edition.store.captures
    return {
        "manifest": lambda id: captures[id].manifest,
        "chip_name": chip_name,
        "in_words": in_words,
        "generations": generations(),
        "site": {
            "name": edition.site.title,
            "versions": _versions(edition),
            "counts": site.counts,
            "chapters": edition.cards.chapters,
            "written": sum(card.written for card in edition.cards.chapters),
        },
    }


def _chapter_link(edition: Edition, page: str, id: str) -> Markup:
    """A chapter by its title, linked once it is written."""
    entry = edition.site.chapter(id)
    if entry is None:
        return Markup(escape(id))
    if not entry.written:
        return Markup(escape(entry.title))
    return Markup('<a class="ref" href="{}">{}</a>').format(relative(entry.page, page), entry.title)


def _versions(edition: Edition) -> dict[str, str]:
    """The toolchain that made most of the store."""
    manifests = [capture.manifest for capture in edition.store.captures.values()]
    found = {}
    for tool in ("jax", "jaxlib", "libtpu"):
        seen = Counter(version for each in manifests if (version := getattr(each, tool)))
        if seen:
            found[tool] = seen.most_common(1)[0][0]
    return found


def _downloads(edition: Edition) -> dict[str, bytes]:
    """Every file of every capture, as it is stored, and the notebooks."""
    notebooks = {lab.file: (edition.project.root / lab.file).read_bytes() for lab in edition.labs}
    return notebooks | {
        f"captures/{capture.id}/{name}": capture.stored_bytes(name)
        for capture in edition.store.captures.values()
        for name in (MANIFEST, *(entry.name for entry in capture.manifest.files))
    }


def _for_machines(ledger: Ledger) -> dict[str, bytes]:
    return {
        "numbers.json": json_rows(ledger.to_json()),
        "claims.json": json_rows(ledger.claims_to_json()),
    }
