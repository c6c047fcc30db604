"""A station of the gym, by its slug or number: ``{station}`fusion-xray` ``, ``{station}`07` ``."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace


def render(content: str, place: SourcePlace, context: ChapterContext) -> str:
    """``GYM·07 fusion x-ray``, linked once the station is open."""
    site = context.library.site
    entry = site.station(content.strip())
    if entry is None:
        raise place.error(
            "station",
            f"the gym has no station '{content.strip()}'",
            nearest(content.strip(), (station.slug for station in site.stations)),
        )
    context.stations[entry.slug] = entry
    label = escape(f"{entry.label} {entry.title}")
    if not entry.open:
        return f'<span class="planned">{label}</span>'
    return f'<a class="ref" href="{escape(context.href(entry.page))}">{label}</a>'
