"""A timeline as SVG: rows of bars whose places are shares of the width.

So it fits any width, and whoever widens it zooms in. Texts keep their size; a bar clips its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from xlagym.evidence.timeline.timeline import Bar, BarKind, BarRow, Timeline, Unit
from xlagym.gym.stations.timeline.ops import ShownOp
from xlagym.gym.stations.timeline.words import amount
from xlagym.site.show.highlight.escaping import escape_attribute

MOST = 1_500
"""Bars that are drawn at most, the longest first; what is left out is said."""
AXIS = 24
_HEIGHTS = {"loops": 18, "ops": 36, "in flight": 22}
_GAP = 4
_WIDE = 0.03
"""Share of the width from which on a bar's name is shown before anybody zooms."""
_TICKS = 5

type Href = Callable[[ShownOp], str]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A timeline drawn."""

    svg: Markup
    names: tuple[tuple[str, str], ...]
    """For each row its kind (``loops``, ``ops``, ``flight``), which gives its height, and its
    name; empty where it continues the row above."""
    left_out: int
    """Bars that are not drawn."""


def draw(timeline: Timeline, ops: Sequence[ShownOp], label: str, href: Href) -> Drawing:
    """Draw ``timeline``; bars lead to ``href`` of their op, ``label`` names it to a listener."""
    drawn = _drawn(timeline)
    rows: list[Markup] = []
    names: list[tuple[str, str]] = []
    y, before = AXIS, ""
    for row in timeline.rows:
        kind = _kind(row)
        name = _row_name(row, timeline)
        names.append((kind.replace("in flight", "flight"), "" if name == before else name))
        before = name
        bars = Markup("").join(
            _bar(bar, timeline, ops[bar.op], href, y, _HEIGHTS[kind] - _GAP)
            for bar in sorted(row.bars, key=lambda each: not each.length)  # Marks lie on top.
            if drawn is None or id(bar) in drawn
        )
        rows.append(Markup('<g class="row" role="group" aria-label="{}">{}</g>').format(name, bars))
        y += _HEIGHTS[kind]
    svg = Markup(
        '<svg class="tl" width="100%" height="{}" role="group" aria-label="{}">{}{}</svg>'
    ).format(y + 2, label, _axis(timeline, y), Markup("").join(rows))
    return Drawing(svg, tuple(names), undrawn(timeline))


def undrawn(timeline: Timeline) -> int:
    """How many bars are left out."""
    return max(0, sum(len(row.bars) for row in timeline.rows) - MOST)


def _kind(row: BarRow) -> str:
    return row.label if row.label in _HEIGHTS else "ops"


def _row_name(row: BarRow, timeline: Timeline) -> str:
    several = len({each.chip for each in timeline.rows}) > 1
    return f"{row.chip} {row.label}" if several else row.label


def _drawn(timeline: Timeline) -> set[int] | None:
    """The bars to draw, by identity; None for all."""
    bars = [bar for row in timeline.rows for bar in row.bars]
    if len(bars) <= MOST:
        return None
    return {id(bar) for bar in sorted(bars, key=lambda each: -each.length)[:MOST]}


def _bar(bar: Bar, timeline: Timeline, op: ShownOp, href: Href, y: int, height: int) -> Markup:
    """One bar as a link: it works without a script, too."""
    known = timeline.ops[bar.op]
    name = op.name
    if bar.kind is BarKind.FLIGHT and known.flight is not None:
        name = f"{known.flight.start} → {op.name}"
    label = "" if bar.kind is BarKind.MARK else name
    look = op.look if bar.kind in (BarKind.WORK, BarKind.SPAN) else ""
    slim = " slim" if bar.length < _WIDE * timeline.end and bar.length else ""
    told = f"%{name}, {amount(bar.length, timeline.unit)}" if bar.length else f"%{name}"
    return Markup(
        '<a class="bar {}{}" href="{}" data-op="{}" tabindex="-1" aria-label="{}">{}</a>'
    ).format(
        f"{bar.kind} {look}".strip(),
        slim,
        href(op),
        op.id,
        _plain(told),
        _box(bar, timeline.end, y, height, label),
    )


def _box(bar: Bar, end: int, y: int, height: int, label: str) -> Markup:
    """A bar's rectangle with its name, cut where it ends; a mark with its name beside it."""
    middle = round(height / 2 + 4)
    if not bar.length:
        shape = _diamond(height, label)
        return Markup(
            '<svg overflow="visible" x="{}%" y="{}" width="1" height="{}">{}'
            '<text x="9" y="{}">{}</text></svg>'
        ).format(_share(bar.start, end), y, height, shape, middle, _plain(label))
    return Markup(
        '<svg x="{}%" y="{}" width="{}%" height="{}"><rect width="100%" height="100%"/>'
        '<text x="6" y="{}">{}</text></svg>'
    ).format(_share(bar.start, end), y, _share(bar.length, end), height, middle, _plain(label))


def _plain(text: str) -> Markup:
    """A name from evidence: escaped, and what would not be seen in it spelled out."""
    return Markup(escape_attribute(text))


def _diamond(height: int, label: str) -> Markup:
    """A mark of no length, and around it and its name a place that a finger hits."""
    hit = f'<rect class="hit" x="-8" width="{18 + 7 * len(label)}" height="{height}"/>'
    return Markup(f'{hit}<path d="M0 {height / 2 - 5:g}l4.5 5 -4.5 5 -4.5 -5z"/>')


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.6g}" if whole else "0"


def _axis(timeline: Timeline, height: int) -> Markup:
    marks = Markup("").join(
        Markup('<line x1="{0}%" x2="{0}%" y1="16" y2="{1}"/><text x="{0}%" y="12"{2}>{3}</text>')
        .format(_share(at, timeline.end), height, _anchor(at, timeline.end), escape(text))
        for at, text in _ticks(timeline.end, timeline.unit)
    )  # fmt: skip
    return Markup('<g class="axis" aria-hidden="true">{}</g>').format(marks)


def _anchor(at: int, end: int) -> Markup:
    """The text of a mark near an edge stands inside."""
    if at == 0:
        return Markup(' class="first"')
    return Markup(' class="last"') if at > 0.93 * end else Markup("")


def _ticks(end: int, unit: Unit) -> Iterator[tuple[int, str]]:
    """Round moments, with how they are written."""
    step = nice_step(end, _TICKS)
    for at in range(0, end + 1, step):
        yield at, _moment(at, unit)


def nice_step(length: int, marks: int) -> int:
    """A step of 1, 2 or 5 times a power of ten, so that about ``marks`` fit into ``length``."""
    step = 1
    while length > marks * step:
        for factor in (2, 5, 10):
            if length <= marks * step * factor:
                return step * factor
        step *= 10
    return step


def _moment(at: int, unit: Unit) -> str:
    if unit == "ps":
        return "0" if at == 0 else _trimmed(amount(at, unit))
    return f"{at:,}"


def _trimmed(text: str) -> str:
    """``5 ms`` for ``5.00 ms``."""
    number, _, symbol = text.partition(" ")
    return f"{number.rstrip('0').rstrip('.') if '.' in number else number} {symbol}"
