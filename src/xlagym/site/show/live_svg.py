"""A live-range chart as SVG: a bar for each buffer over the steps of a schedule.

Places are shares of the width, so that it fits any; texts keep their size. Each bar has its words
above it, so nothing is told by color alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from xlagym.gym.rounds.exhibits import LiveChart, LiveRow
from xlagym.site.show.highlight.escaping import escape_attribute
from xlagym.site.show.timeline_svg import nice_step

_AXIS = 26
_ROW = 38
_BAR = 12
_HELD = 78
"""Height of the curve of what is held, with the words above it."""
_CURVE = 44
_TICKS = 12
_NARROWEST = 640
"""Pixels that the chart is wide at least, by its style."""
_MONO, _SANS = 7.3, 6.6
"""Pixels of a letter, about."""


def draw(chart: LiveChart) -> Markup:
    """Draw ``chart``; the words around it name it to a listener, and its table tells it."""
    end = chart.steps + 1
    """The last live ranges reach one step beyond the schedule."""
    top = _AXIS + (_HELD if chart.held else 0)
    height = top + _ROW * len(chart.rows) + 4
    rows = Markup("").join(_row(each, end, top + at * _ROW) for at, each in enumerate(chart.rows))
    return Markup(
        '<svg class="lives" width="100%" height="{}" role="img" aria-label="{}">{}{}{}{}</svg>'
    ).format(
        height,
        f"{chart.title}: {len(chart.rows)} buffers; the table below has the same.",
        _axis(end, height),
        _peak(chart, end, height),
        _held(chart, end) if chart.held else "",
        rows,
    )


def _row(row: LiveRow, end: int, y: int) -> Markup:
    start, stop = row.first / end, (row.last + 1) / end
    stop = min(stop, 1)
    at, anchor = _words_at(row, start, stop)
    crown = Markup('<tspan class="owns"> owns the peak</tspan>') if row.owns else ""
    return Markup(
        '<g class="life{}"><text x="{}%" y="{}" text-anchor="{}"><tspan class="name">{}</tspan> '
        '<tspan class="takes">{}</tspan> {}{}</text>'
        '<rect x="{}%" y="{}" width="{}%" height="{}" rx="2"/></g>'
    ).format(
        " owner" if row.owns else "",
        _percent(at),
        y + 16,
        anchor,
        _plain(row.name.striptags()),
        row.size,
        _plain(row.about),
        crown,
        _percent(start),
        y + 21,
        _percent(stop - start),
        _BAR,
    )


def _words_at(row: LiveRow, start: float, stop: float) -> tuple[float, str]:
    """Where a row's words stand, and which end of them: on their bar as far as they fit."""
    words = f"{row.size} {row.about}{' owns the peak' if row.owns else ''}"
    wide = (_MONO * len(row.name.striptags()) + _SANS * (len(words) + 1)) / _NARROWEST
    if start + wide <= 1:
        return start, "start"
    return (stop, "end") if stop >= wide else (max(0, 1 - wide), "start")


def _peak(chart: LiveChart, end: int, height: int) -> Markup:
    """The fullest step as a band over all rows; it spans as much as a step does."""
    if chart.peak is None:
        return Markup("")
    return Markup('<rect class="peak" x="{}%" y="{}" width="{}%" height="{}"/>').format(
        _percent(chart.peak / end), _AXIS - 6, _percent(1 / end), height - _AXIS + 4
    )


def _held(chart: LiveChart, end: int) -> Markup:
    """What is held, as steps under one another, with the peak in words."""
    most = max((taken for _, _, taken in chart.held), default=0) or 1
    floor = _AXIS + _HELD - 10
    blocks = Markup("").join(
        Markup('<rect class="held" x="{}%" y="{}" width="{}%" height="{}"/>').format(
            _percent(first / end),
            f"{floor - _CURVE * taken / most:g}",
            _percent((last - first) / end),
            f"{_CURVE * taken / most:g}",
        )
        for first, last, taken in _stretches(chart, end)
    )
    words = next(text for _, text, taken in chart.held if taken == most)
    return Markup(
        '<g><text x="0" y="{}">held: <tspan class="takes">{}</tspan> at the peak{}</text>{}</g>'
    ).format(_AXIS + 12, words, f", in step {chart.peak}", blocks)


def _stretches(chart: LiveChart, end: int) -> Iterator[tuple[int, int, int]]:
    for at, (first, _, taken) in enumerate(chart.held):
        last = chart.held[at + 1][0] if at + 1 < len(chart.held) else end
        yield first, last, taken


def _axis(end: int, height: int) -> Markup:
    """The steps, each number at the middle of its step, and a line where it begins."""
    step = nice_step(end, _TICKS)
    marks = Markup("").join(
        Markup(
            '<line x1="{0}%" x2="{0}%" y1="18" y2="{1}"/><text x="{2}%" y="13">{3}</text>'
        ).format(_percent(at / end), height, _percent((at + 0.5) / end), escape(str(at)))
        for at in range(0, end, step)
    )
    return Markup('<g class="axis" aria-hidden="true">{}</g>').format(marks)


def _percent(share: float) -> str:
    return f"{100 * share:.5g}"


def _plain(text: str) -> Markup:
    """Words from evidence: escaped, and what would not be seen in them spelled out."""
    return Markup(escape_attribute(text))
