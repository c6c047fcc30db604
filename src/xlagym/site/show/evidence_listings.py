"""Evidence files as listings, on the pages of captures and inside chapters."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from xlagym.captures.capture import Capture
from xlagym.captures.form import AnyForm
from xlagym.captures.forms import FORMS, HLO, STABLEHLO, form_of
from xlagym.evidence.origins.line_roles import Roles, optimized_roles, stablehlo_roles
from xlagym.evidence.text.lines import Lines
from xlagym.keeping.kept import kept
from xlagym.site.show.listing import ListingLine, Run, render_listing


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a capture as its page lists it."""

    id: str
    title: str
    html: Markup
    caption: Markup


@kept(held=False)
def listings(capture: Capture) -> list[Listed]:
    """Every text of ``capture`` that people read, whole, each line with an address."""
    return [_listed(capture, form) for form in FORMS if form.title and capture.has(form)]


def _listed(capture: Capture, form: AnyForm) -> Listed:
    runs = [run] if (run := _tables(capture, form)) else []
    html = render_listing(
        _lines(capture, form),
        form.language,
        f"{form.file} of {capture.id}",
        form.prefix,
        permalinks=True,
        runs=runs,
    )
    if capture.manifest.command:
        caption = Markup("Verbatim from <code>{}</code>, made by <code>{}</code>.").format(
            form.file, capture.manifest.command
        )
    else:
        caption = Markup("From <code>{}</code>, quoted and not made here.").format(form.file)
    return Listed(form.prefix, form.title, html, caption)


@kept
def excerpt(capture: Capture, file: str, first: int, last: int, marks: tuple[int, ...]) -> Markup:
    """Lines ``first`` to ``last`` of a file, with ``marks`` lit, for a chapter."""
    form = form_of(file)
    lines = [
        ListingLine(line.number, line.text, (*line.classes, "mark"))
        if line.number in marks
        else line
        for line in _lines(capture, form)[first - 1 : last]
    ]
    prefix = f"{form.prefix}-{capture.id.replace('@', '-')}-{first}-{last}"
    return render_listing(lines, form.language, f"{file} of {capture.id}", prefix)


def _lines(capture: Capture, form: AnyForm) -> list[ListingLine]:
    roles = _roles(capture, form)
    return [
        ListingLine(number, text, roles.get(number, ()))
        for number, text in enumerate(Lines(capture.text(form)), 1)
    ]


def _roles(capture: Capture, form: AnyForm) -> Roles:
    if form is HLO:
        return optimized_roles(capture.hlo, {each.instruction for each in capture.carriers})
    if form is STABLEHLO:
        return stablehlo_roles(capture.stablehlo, capture.big)
    return {}


def _tables(capture: Capture, form: AnyForm) -> Run | None:
    """The tables of Python frames at the head of an optimized module, to be folded."""
    if form is not HLO:
        return None
    lines = capture.hlo.lines
    first = next((at for at, text in enumerate(lines, 1) if text == "FileNames"), None)
    if first is None:
        return None
    last = min(each.line for each in capture.hlo.computations.values()) - 1
    return Run(first, last, f"lines {first} to {last}: tables of Python frames")
