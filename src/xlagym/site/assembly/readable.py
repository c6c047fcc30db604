"""What a part of an edition may read of it: what is given, and other parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.course.content.glossary import Glossary
    from xlagym.course.content.paths import CoursePath, Site
    from xlagym.course.content.sources import Sources
    from xlagym.gym.rounds.station import Station
    from xlagym.numbers.workbook import Workbook
    from xlagym.site.assembly.project import Project


class Readable(Protocol):
    """An ``Edition``, as far as its parts know it: so neither file needs the other's first."""

    @property
    def project(self) -> Project:
        """Where everything lies."""

    @property
    def store(self) -> Store:
        """The captures."""

    @property
    def workbook(self) -> Workbook:
        """What evaluates expressions over them."""

    @property
    def site(self) -> Site:
        """What ``site.yml`` says."""

    @property
    def path(self) -> CoursePath:
        """The course's path."""

    @property
    def sources(self) -> Sources:
        """What pages may cite."""

    @property
    def glossary(self) -> Glossary:
        """The terms of the course."""

    @property
    def stations(self) -> Sequence[Station]:
        """The open stations that can be made."""
