"""What a drill puts on the table: lines of a capture's text, or a table read from evidence.

A kind of exhibit is a dataclass, with a plain form for flash cards, and a function that shows it on
a page: in ``site/stations/exhibits.py``, or for a station's own exhibit in the module there that
has the name of the station's kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.text.lines import Lines

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm


class Exhibit(ABC):
    """Something on the table."""

    __slots__ = ()

    @abstractmethod
    def plain(self) -> Markup:
        """It in words alone, for a flash card."""

    def picks(self) -> Mapping[str, Markup]:
        """By id, what of it can be picked for an answer, where a round offers no choices."""
        return {}


@dataclass(frozen=True, slots=True)
class Excerpt(Exhibit):
    """Lines of a text of a capture, verbatim, with the numbers that they have in the file."""

    title: str
    capture: str
    file: str
    """``optimized.hlo``; says how it is highlighted and where its lines lead."""
    lines: tuple[tuple[int, str], ...]
    """Number, 1-based, and text; a gap in the numbers shows as a gap."""
    marks: tuple[int, ...] = ()
    """Numbers of the lines to light."""

    def plain(self) -> Markup:
        """The lines alone, for a flash card."""
        lines = Markup("\n").join(text for _, text in self.lines)
        return Markup("<p>{}</p><pre>{}</pre>").format(self.title, lines)


@dataclass(frozen=True, slots=True)
class Table(Exhibit):
    """Rows read from evidence; cells are markup."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Markup | str, ...], ...]
    note: Markup | str = ""
    """What the table is read from, and where it stops."""

    def plain(self) -> Markup:
        """The rows under their head, for a flash card."""
        head = Markup("").join(Markup("<th>{}</th>").format(each) for each in self.columns)
        rows = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row)
            )
            for row in self.rows
        )
        return Markup("<p>{}</p><table><tr>{}</tr>{}</table>").format(self.title, head, rows)


@dataclass(frozen=True, slots=True)
class LiveRow:
    """One buffer of a chart: when it is taken, and how much of the memory it takes."""

    name: Markup
    about: str
    """Its type and what it is for: ``bf16[1024,4096], argument``."""
    size: str
    """Bytes taken, as people read them: ``8.39 MB``."""
    bytes: int
    first: int
    last: int
    """Steps of the schedule; both are inside."""
    owns: bool = False
    """Whether it is marked as the largest at the peak."""


@dataclass(frozen=True, slots=True)
class LiveChart(Exhibit):
    """Who lives when in one memory: a bar for each buffer, over the steps of the schedule."""

    title: str
    steps: int
    """Of the schedule, from 0."""
    rows: tuple[LiveRow, ...]
    note: Markup | str = ""
    peak: int | None = None
    """The fullest step, where it is marked."""
    held: tuple[tuple[int, str, int], ...] = ()
    """Steps at which the bytes taken change, as text and in bytes; empty where that isn't told."""

    @property
    def table(self) -> Table:
        """The same as a table."""
        rows = tuple(
            (each.name, each.about, f"{each.bytes:,} B", str(each.first), str(each.last))
            for each in self.rows
        )
        columns = ("buffer", "what it is", "takes", "from step", "to step")
        return Table(f"{self.title}, as a table", columns, rows)

    def plain(self) -> Markup:
        """The rows of its table, for a flash card."""
        return self.table.plain()


@dataclass(frozen=True, slots=True)
class LinesToChoose:
    """A listing whose lines are the choices of a round."""

    excerpt: Excerpt
    choices: Mapping[int, str]
    """By the number of a line, the choice that it is; other lines can't be chosen."""
    counterparts: Mapping[int, tuple[int, int]]
    """By the number of a line, the first and last line of the room's first exhibit that asked
    for it."""


def whole(capture: Capture, form: AnyForm, title: str, marks: Iterable[int] = ()) -> Excerpt:
    """All lines of a text."""
    return excerpt(capture, form, title, 1, None, marks)


def excerpt(
    capture: Capture,
    form: AnyForm,
    title: str,
    first: int,
    last: int | None,
    marks: Iterable[int] = (),
) -> Excerpt:
    """Lines ``first`` to ``last``, both included; None for all that follow."""
    numbered = tuple(enumerate(Lines(capture.text(form)), 1))[first - 1 : last]
    return Excerpt(title, capture.id, form.file, numbered, tuple(sorted(marks)))
