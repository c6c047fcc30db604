"""Evidence text as HTML listings: verbatim, numbered, marked, foldable, quick at 20,000 lines.

A listing is a scrollable group that takes the keyboard, holding one ordered list or, when long,
many short ones that the browser lays out only when they come into view. The text of a line's
element is the line, so selecting, copying and searching work on the page as in the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.text.lines import Lines
from xlagym.site.show.highlight import HIGHLIGHTERS, SPANNING
from xlagym.site.show.highlight.escaping import escape_attribute, statement_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

CHUNK = 100
"""Lines of one list in a long listing; css/listing/listing.css reserves this height for each."""


@dataclass(frozen=True, slots=True)
class ListingLine:
    """One line of evidence and what a page says of it."""

    number: int
    """1-based, in the file."""
    text: str
    classes: tuple[str, ...] = ()
    """Of ``fusion kernel carries dim comp mark``; see css/listing/listing.css."""
    data: Mapping[str, str] = field(default_factory=dict)
    """``data-`` attributes, such as ``links`` and ``note``."""
    opens: tuple[str, str] | None = None
    """URL and label of something that this line opens, such as a decoded kernel."""


@dataclass(frozen=True, slots=True)
class Run:
    """Lines folded away under ``label``: tables that nobody reads in passing."""

    first: int
    last: int
    label: str


def render_listing(
    lines: Sequence[ListingLine],
    kind: str,
    label: str,
    prefix: str,
    *,
    permalinks: bool = False,
    runs: Sequence[Run] = (),
) -> Markup:
    """``lines`` of a text of ``kind`` (a key of HIGHLIGHTERS) as a listing.

    ``label`` names it to assistive technology; line N gets the id ``PREFIX-N``. A gap in the
    numbers shows as a gap. ``permalinks`` makes each line number a link to its line.
    """
    bodies = _bodies(kind, [line.text for line in lines])
    safe = escape_attribute(prefix)
    rows = [_row(line, html, safe, permalinks) for line, html in zip(lines, bodies, strict=True)]
    body = "".join(_blocks(lines, rows, runs))
    width = len(str(lines[-1].number)) if lines else 1
    numbered = " numbered" if permalinks else ""
    return Markup(
        f'<div class="listing w{width}{numbered}" tabindex="0" role="group"'
        f' aria-label="{escape_attribute(label)}" data-kind="{kind}">{body}</div>'
    )


def plain_lines(text: str) -> list[ListingLine]:
    """All lines of ``text``, unmarked."""
    return [ListingLine(number, line) for number, line in enumerate(Lines(text), 1)]


def _bodies(kind: str, texts: Sequence[str]) -> Iterable[str]:
    """The lines' HTML. Many stand in the evidence of many captures, and are made once."""
    if kind in SPANNING:
        return map(statement_html, HIGHLIGHTERS[kind](texts))
    return (_body(kind, text) for text in texts)


@lru_cache(maxsize=30_000)
def _body(kind: str, text: str) -> str:
    (tokens,) = HIGHLIGHTERS[kind]([text])
    return statement_html(tokens)


def _row(line: ListingLine, body: str, prefix: str, permalinks: bool) -> str:
    classes = f' class="{" ".join(line.classes)}"' if line.classes else ""
    data = "".join(
        f' data-{name}="{escape_attribute(value)}"' for name, value in line.data.items() if value
    )
    identity = f"{prefix}-{line.number}"
    link = (
        f'<a class="n" href="#{identity}" tabindex="-1" aria-label="line {line.number}"></a>'
        if permalinks
        else ""
    )
    return f'<li id="{identity}"{classes}{data}>{link}{body}{_opener(line)}</li>'


def _opener(line: ListingLine) -> str:
    if line.opens is None:
        return ""
    href, label = map(escape_attribute, line.opens)
    return f'<a class="opens" href="{href}" aria-label="{label}" data-label="{label}"></a>'


def _blocks(
    lines: Sequence[ListingLine], rows: Sequence[str], runs: Sequence[Run]
) -> Iterator[str]:
    """Lists of at most CHUNK consecutive lines (one list where all is short), runs folded."""
    chunk = CHUNK if len(lines) > 2 * CHUNK else len(lines)
    folded = {number: run for run in runs for number in range(run.first, run.last + 1)}
    start = 0
    while start < len(lines):
        run = folded.get(lines[start].number)
        end = start + 1
        while (
            end < len(lines)
            and lines[end].number == lines[end - 1].number + 1
            and folded.get(lines[end].number) is run
            and (run is not None or end - start < chunk)
        ):
            end += 1
        yield _list(lines[start].number, rows[start:end], chunked=len(lines) > chunk, run=run)
        start = end


def _list(first: int, rows: Sequence[str], *, chunked: bool, run: Run | None) -> str:
    full = " chunk" if chunked and len(rows) == CHUNK and run is None else ""
    items = f'<ol class="lines{full}" start="{first}">{"".join(rows)}</ol>'
    if run is None:
        return items
    label = escape_attribute(run.label)
    return (
        f'<details class="run"><summary aria-label="{label}" data-label="{label}"></summary>'
        f"{items}</details>"
    )
