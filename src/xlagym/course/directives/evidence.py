"""A stretch of an evidence file as a figure, with what it was captured on; listings share it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from xlagym.captures.addresses import line_of, page_of
from xlagym.captures.forms import form_of
from xlagym.evidence.text.lines import Lines
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace


@dataclass(frozen=True, slots=True)
class EvidenceLines:
    """Lines ``first`` to ``last`` (1-based, both included) of a file of a capture."""

    capture: Capture
    file: str
    lines: tuple[str, ...]
    """All of the file."""
    first: int
    last: int

    def cut(self, first: int, last: int, place: SourcePlace) -> EvidenceLines:
        """The part from ``first`` to ``last``; ProblemError where the file has no such lines."""
        if not 1 <= first <= last <= len(self.lines):
            raise place.error(
                "listing",
                f"{self.capture.id}/{self.file} has no lines {first} to {last}",
                f"it has {len(self.lines)} lines",
            )
        return replace(self, first=first, last=last)


def excerpt(
    capture_id: str, file: str, place: SourcePlace, context: ChapterContext
) -> EvidenceLines:
    """A whole text file of a capture; ProblemError when the store lacks one of the two."""
    store = context.library.store
    capture = store.captures.get(capture_id)
    if capture is None:
        raise place.error(
            "listing",
            f"the store has no capture '{capture_id}'",
            nearest(capture_id, store.captures),
        )
    if not file or not capture.has(file):
        names = [entry.name for entry in capture.manifest.files]
        raise place.error("listing", f"{capture_id} has no file '{file}'", nearest(file, names))
    lines = tuple(Lines(capture.text(file)))
    return EvidenceLines(capture, file, lines, 1, len(lines))


def shown(cut: EvidenceLines, marks: tuple[int, ...], caption: str, context: ChapterContext) -> str:
    """The figure. The site draws the lines; the words below them are ours."""
    context.captures[cut.capture.id] = None
    context.counts["listing"] += 1
    lines = context.library.listing(cut.capture.id, cut.file, cut.first, cut.last, marks)
    prose = f'<span class="caption">{caption}</span> ' if caption else ""
    return (
        f'<figure class="shown" id="listing-{context.counts["listing"]}">{lines}\n'
        f"<figcaption>{prose}{provenance(cut, context)}</figcaption></figure>\n"
    )


def provenance(cut: EvidenceLines, context: ChapterContext) -> str:
    """Captured on what, by which command, what was trimmed."""
    manifest = cut.capture.manifest
    form = form_of(cut.file)
    # The page of a capture lists no others; it offers them to download.
    place = line_of(manifest.id, form, cut.first) if form.title else page_of(manifest.id)
    link = context.href(place)
    whole = cut.first == 1 and cut.last == len(cut.lines)
    some = f"lines {cut.first} to {cut.last}" if cut.last > cut.first else f"line {cut.first}"
    extent = "the whole file" if whole else f"{some} of {len(cut.lines)}, the rest trimmed"
    # A compiled capture's id names its chip; the device's own name ("TPU v6 lite") would puzzle.
    device = "" if manifest.basis == "compiled" else f", on {escape(manifest.device_kind)}"
    versions = f"jax {manifest.jax}" + (f", libtpu {manifest.libtpu}" if manifest.libtpu else "")
    return (
        f'<span class="provenance"><span class="badge {escape(manifest.basis)}">'
        f"{escape(manifest.basis)}</span> "
        f'<a href="{escape(link)}"><code>{escape(cut.file)}</code></a> of '
        f"<code>{escape(manifest.id)}</code>{device}, {escape(versions)}, "
        f"by <code>{escape(manifest.command)}</code>; {extent}</span>"
    )
