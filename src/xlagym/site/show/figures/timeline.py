"""A timeline as a picture: a measured run, or a schedule with its forecast.

```{figure} timeline attention-s8192@tpu-v6e
caption: …
alt: …
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from xlagym.captures.addresses import page_of
from xlagym.captures.capture import Capture
from xlagym.captures.forms import HLO
from xlagym.captures.store import UnknownCaptureError
from xlagym.course.context import ChapterContext
from xlagym.course.markdown.block import Block
from xlagym.course.markdown.place import SourcePlace
from xlagym.evidence.timeline.timeline import Timeline
from xlagym.gym.stations.timeline.ops import ShownOp, Teller
from xlagym.gym.stations.timeline.room import timeline_of
from xlagym.gym.stations.timeline.words import takes
from xlagym.keeping.kept import kept
from xlagym.site.show.timeline_svg import draw as draw_rows


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of a capture's timeline, and nothing that an author says of it."""

    svg: Markup
    names: tuple[tuple[str, str], ...]
    """Of the rows, each behind its kind."""
    how: str
    """What is drawn, in words."""
    table: Markup


def draw(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """The figure as HTML. Raises ProblemError for a capture that is unknown or tells no times."""
    name = block.argument.partition(" ")[2].strip()
    try:
        capture = context.library.store.get(name)
        href = context.href(page_of(capture.id))
        picture = _drawn(capture, href, block.shown["alt"])
    except (UnknownCaptureError, ValueError) as error:
        advice = "name a capture that ran, or one with a forecast, after 'timeline'"
        raise place.error("figure", str(error), advice) from error
    context.captures[capture.id] = None
    names = Markup("").join(
        Markup('<li class="{}">{}</li>').format(kind, text) for kind, text in picture.names
    )
    return Markup(
        '<figure class="picture" id="{id}"><div class="plot"><ul class="row-names"'
        ' aria-hidden="true">{names}</ul><div class="strip" tabindex="0" role="group"'
        ' aria-label="{alt}"><div class="roll">{svg}</div></div>'
        '</div><figcaption>{caption} <small>{how} of <a href="{href}">{capture}</a>.</small>'
        "</figcaption><details><summary>The same as a table</summary>{table}</details></figure>"
    ).format(
        id=block.option("id", f"timeline-{capture.id.replace('@', '-')}"),
        names=names,
        svg=picture.svg,
        alt=block.shown["alt"],
        caption=Markup(block.shown["caption"]),
        how=picture.how,
        href=href,
        capture=capture.id,
        table=picture.table,
    )


@kept
def _drawn(capture: Capture, href: str, alt: str) -> Picture:
    timeline = timeline_of(capture)
    ops = Teller(capture).tell(timeline)
    rows = draw_rows(timeline, ops, alt, lambda op: f"{href}#{HLO.line_id(op.line)}")
    how = _how(timeline, rows.left_out)
    return Picture(rows.svg, rows.names, how, _table(timeline, ops, href))


def _how(timeline: Timeline, left_out: int) -> str:
    drawn = "The schedule, in the forecast's cycles,"
    if timeline.runs is not None:
        drawn = f"Run {timeline.runs.shown + 1} of {timeline.runs.count}, the one in the middle,"
    return f"{drawn} without its {left_out:,} shortest bars," if left_out else drawn


def _table(timeline: Timeline, ops: Sequence[ShownOp], href: str) -> Markup:
    row = Markup('<tr><th scope="row"><a href="{}#{}">{}</a></th><td>{}</td><td>{}</td></tr>')
    rows = Markup("").join(
        row.format(href, HLO.line_id(op.line), op.name, takes(known, timeline), op.wrote)
        for op, known in zip(ops, timeline.ops, strict=True)
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="group" aria-label="The timeline as a table">'
        '<table><thead><tr><th scope="col">op</th><th scope="col">takes</th>'
        '<th scope="col">who wrote it</th></tr></thead><tbody>{}</tbody></table></div>'
    ).format(rows)
