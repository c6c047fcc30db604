"""Exhibits of drills as HTML; one function a kind of exhibit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from xlagym.captures.forms import form_of
from xlagym.gym.rounds.changes import Changes
from xlagym.gym.rounds.exhibits import Excerpt, Exhibit, LiveChart, Table
from xlagym.gym.rounds.links import line_link
from xlagym.site.show.changes import render_changes
from xlagym.site.show.listing import ListingLine, render_listing
from xlagym.site.show.live_svg import draw


@dataclass(frozen=True, slots=True)
class ShownExhibit:
    """An exhibit as a page shows it."""

    title: str
    html: Markup
    caption: Markup


def excerpt(exhibit: Excerpt, prefix: str) -> ShownExhibit:
    """Lines of a text, lit where the exhibit says so, leading to the whole text."""
    marks = set(exhibit.marks)
    lines = [
        ListingLine(number, text, ("mark",) if number in marks else ())
        for number, text in exhibit.lines
    ]
    label = f"{exhibit.file} of {exhibit.capture}"
    html = render_listing(lines, form_of(exhibit.file).language, label, prefix)
    return ShownExhibit(exhibit.title, html, caption(exhibit))


def caption(exhibit: Excerpt) -> Markup:
    """Where its lines stand in the whole text."""
    first = exhibit.lines[0][0] if exhibit.lines else 1
    return Markup("From {} of <code>{}</code>.").format(
        line_link(exhibit.capture, form_of(exhibit.file), first, exhibit.file), exhibit.capture
    )


def table(exhibit: Table, prefix: str) -> ShownExhibit:  # noqa: ARG001
    """Rows under a head, scrolling sideways where they are wide."""
    head = Markup("").join(
        Markup('<th scope="col">{}</th>').format(each) for each in exhibit.columns
    )
    rows = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(_cells(row))) for row in exhibit.rows
    )
    html = Markup(
        '<div class="scroll" tabindex="0" role="group" aria-label="{}"><table class="figures">'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(exhibit.title, head, rows)
    return ShownExhibit(exhibit.title, html, Markup("{}").format(exhibit.note))


def _cells(row: tuple[Markup | str, ...]) -> list[Markup]:
    first, *others = row
    return [
        Markup('<th scope="row">{}</th>').format(first),
        *(Markup("<td>{}</td>").format(cell) for cell in others),
    ]


def live_chart(exhibit: LiveChart, prefix: str) -> ShownExhibit:
    """Bars over the steps of a schedule, and the same as a table."""
    html = Markup(
        '<div class="scroll live" tabindex="0" role="group" aria-label="{}">{}</div>'
        "<details><summary>As a table</summary>{}</details>"
    ).format(exhibit.title, draw(exhibit), table(exhibit.table, prefix).html)
    return ShownExhibit(exhibit.title, html, Markup("{}").format(exhibit.note))


def changes(exhibit: Changes, prefix: str) -> ShownExhibit:  # noqa: ARG001
    """Hunks of a text before and after, each line with its sign."""
    html = render_changes(exhibit.hunks, f"{exhibit.title}, in {exhibit.capture}")
    return ShownExhibit(exhibit.title, html, Markup("{}").format(exhibit.note))


type Show = Callable[[Any, str], Any]
"""How a kind of exhibit is shown, ``(exhibit, prefix of its ids)``: a ``ShownExhibit``, or what the
template of a station's kind takes."""

SHOWN: Mapping[type, Show] = {
    Excerpt: excerpt,
    Table: table,
    LiveChart: live_chart,
    Changes: changes,
}
"""How the kinds of exhibits are shown that rooms of every station may hold."""


def shown(exhibits: tuple[Exhibit, ...], prefix: str, ways: Mapping[type, Show]) -> list[Any]:
    """Exhibits in their order; ids on the page begin with ``prefix`` and their place."""
    return [ways[type(each)](each, f"{prefix}-{at}") for at, each in enumerate(exhibits)]
