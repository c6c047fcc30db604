"""An edition: everything read from a project that its pages are made of, each part when asked for.

A part is kept until something that it was made from changes. Whoever asks for one has read all that
it was made from, so pages that are kept are followed through without a word.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlagym.captures.manifest import MANIFEST
from xlagym.captures.store import Store, load_store
from xlagym.keeping.keeper import current, handle
from xlagym.numbers.constants import read_constants
from xlagym.numbers.workbook import Workbook
from xlagym.site.assembly import parts
from xlagym.site.assembly.ahead import Ahead, Task

if TYPE_CHECKING:
    from xlagym.course.content.chapter import Chapter
    from xlagym.course.content.glossary import Glossary
    from xlagym.course.content.labs import LabNotebook
    from xlagym.course.content.paths import CoursePath, Site
    from xlagym.course.content.sources import Sources
    from xlagym.gym.rounds.station import Station
    from xlagym.inputs.problems import Problem
    from xlagym.keeping.keeper import Keeper
    from xlagym.numbers.number import Number
    from xlagym.site.assembly.project import Project
    from xlagym.site.assembly.templates import Templates
    from xlagym.site.show.cards import Cards

KIND = "edition"


class Edition:
    """What pages may read: the store, the course, the gym, and how evidence is shown."""

    def __init__(self, project: Project, store: Store, problems: list[Problem]) -> None:
        """``problems`` are those of the store. Raises ProblemError where there are no constants."""
        self.project = project
        self.store = store
        self.store_problems = problems
        constants = read_constants(*project.text(project.content / "constants.yml"))
        self.workbook = Workbook(store, constants)
        self.ahead = Ahead(project)
        self.addresses: dict[str, str] = {}
        """Every file of the site, with the kind of its page; empty for what is no page."""
        self.compiled: Path | None = None
        """Where compiled templates are kept; None where nothing is."""
        self._templates: Templates | None = None

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return handle, (KIND, "")

    def known_to(self, keeper: Keeper) -> None:
        """Let ``keeper`` compare what was read of the project with what it is today."""
        self.store.known_to(keeper)
        self.workbook.constants.known_to(keeper)
        self.project.files.known_to(keeper)
        keeper.knows("address", lambda file: self.addresses.get(file, "nowhere"))
        keeper.knows("addresses", lambda _: self.all_addresses())
        keeper.opens(KIND, lambda _: self)

    def all_addresses(self) -> str:
        """All files of the site, as a hash."""
        return hashlib.sha256("\n".join(self.addresses).encode()).hexdigest()

    def again(self) -> Edition:
        """The same store with what else is written today. Raises ProblemError as at first."""
        edition = Edition(self.project, self.store, self.store_problems)
        edition.compiled = self.compiled
        if (keeper := current()) is not None:
            edition.known_to(keeper)
        return edition

    @property
    def site(self) -> Site:
        """What ``site.yml`` says."""
        return parts.site(self)[0]

    @property
    def path(self) -> CoursePath:
        """The course's path. Raises ProblemError where there is none."""
        return parts.path(self)

    @property
    def sources(self) -> Sources:
        """What pages may cite."""
        return parts.sources(self)[0]

    @property
    def glossary(self) -> Glossary:
        """The terms of the course."""
        return parts.glossary(self)[0]

    @property
    def labs(self) -> list[LabNotebook]:
        """The labs that can be read, by number."""
        return parts.labs(self)[0]

    @property
    def chapters(self) -> list[Chapter]:
        """The written chapters that can be read."""
        read = (parts.chapter(self, each.id)[0] for each in self.path.chapters if each.written)
        return [each for each in read if each is not None]

    @property
    def stations(self) -> list[Station]:
        """The open stations that can be made."""
        made = (parts.station(self, each.file)[0] for each in self.site.stations if each.open)
        return [each for each in made if each is not None]

    @property
    def cards(self) -> Cards:
        """All chapters and stations, linked with each other."""
        return parts.cards(self)

    @property
    def templates(self) -> Templates:
        """What renders pages."""
        from xlagym.site.assembly.templates import Templates

        if self._templates is None:
            self._templates = Templates(
                self.project.templates,
                lambda name: parts.asset(self, name),
                lambda name: self.project.files.noted(f"templates/{name}"),
                self.compiled,
            )
        return self._templates

    def problems(self) -> list[Problem]:
        """What is wrong with any part."""
        for station in self.site.stations:
            if station.open:
                self.ahead.wait(("station", station.file))
        return [*self.store_problems, *parts.problems(self)]

    def unread(self) -> list[Task]:
        """Stations and captures that no build has read as they are today."""
        from xlagym.site.show.evidence_listings import listings

        stations: list[Task] = [
            ("station", each.file)
            for each in self.site.stations
            if each.open and not parts.station.holds(self, each.file)
        ]
        if not stations:
            return []
        captures: list[Task] = [
            ("capture", capture.id)
            for capture in self.store.captures.values()
            if not listings.holds(capture)
        ]
        return stations + captures

    def number(self, id: str, expression: str, capture: str, page: str) -> Number:
        """A number about one capture, called ``c`` in ``expression``."""
        return self.workbook.evaluate(
            id, expression, let={"c": capture}, page=page, file=f"captures/{capture}/{MANIFEST}"
        )


def open_edition(project: Project, store: Store | None = None) -> Edition:
    """The edition of ``project``, known to the keeper in use; ``store`` stands in for its own.

    Raises ProblemError where a file that all pages need can't be read at all.
    """
    problems: list[Problem] = []
    if store is None:
        store, problems = load_store(project.captures)
    edition = Edition(project, store, problems)
    if (keeper := current()) is not None:
        edition.known_to(keeper)
    return edition
