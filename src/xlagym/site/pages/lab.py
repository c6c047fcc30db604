"""The labs: notebooks that make evidence, each with a page that shows what it runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from markdown_it import MarkdownIt
from markupsafe import Markup

from xlagym.captures.addresses import page_of
from xlagym.course.content.labs import LabNotebook
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan
from xlagym.site.show.listing import plain_lines, render_listing

_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def plan(edition: Edition) -> Iterator[Plan]:
    """The index of labs, and a page for each."""
    rows = [_row(edition, lab) for lab in edition.labs]
    yield Plan(
        path="/labs/",
        template="pages/labs.html",
        title="Labs",
        description="Notebooks that make the evidence, on a machine of one's own or on Colab.",
        nav="evidence",
        context={"labs": rows},
    )
    for lab, row in zip(edition.labs, rows, strict=True):
        yield Plan(
            path=lab.path,
            template="pages/lab.html",
            title=f"LAB·{lab.number} {lab.title}",
            description=f"A notebook that captures {', '.join(lab.programs)} on {lab.target}.",
            nav="evidence",
            context=row,
            late=partial(_cells, lab),
        )


def _row(edition: Edition, lab: LabNotebook) -> dict[str, object]:
    captures = edition.store.captures
    return {
        "lab": lab,
        "lede": Markup(_MARKDOWN.renderInline(lab.lede)),
        "download": f"/{lab.file}",
        "makes": [
            {
                "id": id,
                "path": page_of(id) if id in captures else None,
                "basis": captures[id].basis if id in captures else None,
            }
            for id in lab.makes
        ],
    }


def _cells(lab: LabNotebook) -> dict[str, object]:
    return {"cells": [_cell(lab, at) for at in range(len(lab.cells))]}


def _cell(lab: LabNotebook, at: int) -> dict[str, object]:
    cell = lab.cells[at]
    if cell.kind == "prose":
        return {"kind": "prose", "html": Markup(_MARKDOWN.render(cell.text))}
    number = sum(each.kind == "code" for each in lab.cells[: at + 1])
    label = f"code cell {number} of LAB·{lab.number}"
    html = render_listing(plain_lines(cell.text), "python", label, f"cell-{number}")
    return {"kind": "code", "html": html, "label": label}
