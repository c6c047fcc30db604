"""Programs by targets, each cell a number of its own with a receipt.

    ```{matrix} launched
    rows: attention|attention-s8192, MLP block|mlp
    columns: cpu, tpu-v4, tpu-v6e
    cell: c.hlo.launched
    corner: program
    caption: Fusions launched.
    ```

The argument names the numbers: ``xla/05/launched.mlp.tpu-v6e``. In ``cell``, ``c`` is the capture
of the row's variant on the column's target; ``show`` and ``digits`` are as in ``numbers.yml``. A
row or column may have a label before a bar. Where there is no capture, or the compiler refused,
the cell says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from xlagym.captures.addresses import page_of
from xlagym.course.roles.q import quoted

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block, Option
    from xlagym.course.markdown.place import SourcePlace

OPTIONS = ("rows", "columns", "cell", "unit", "show", "digits", "corner", "caption")
REQUIRED = ("rows", "columns", "cell", "caption")


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A table in a box that scrolls by keyboard too."""
    if not block.argument:
        raise place.error(
            "directive",
            "'matrix' lacks the name of its numbers",
            "write it behind: ```{matrix} launched",
        )
    columns = [_labelled(part) for part in block.names("columns")]
    head = "".join(f'<th scope="col">{label}</th>' for label, _ in columns)
    rows = []
    for part in block.names("rows"):
        label, variant = _labelled(part)
        cells = [_cell(variant, target, block, place, context) for _, target in columns]
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{label}</th>{data}</tr>\n')
    corner = block.shown.get("corner", "")
    return (
        f'<figure class="picture" id="matrix-{escape(block.argument)}">'
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(block.argument)}">'
        f'<table class="matrix"><thead><tr><th scope="col">{corner}</th>{head}</tr></thead>\n'
        f"<tbody>{''.join(rows)}</tbody></table></div>\n"
        f"<figcaption>{block.shown.get('caption', '')}</figcaption></figure>\n"
    )


def labels(options: Mapping[str, Option]) -> Iterator[tuple[str, int]]:
    """The labels of rows and columns that an author worded, each with its line."""
    for key in ("rows", "columns"):
        option = options.get(key)
        for part in option.text.split(",") if option else ():
            label, bar, _ = part.partition("|")
            if option and bar:
                yield label.strip(), option.line


def _labelled(part: str) -> tuple[str, str]:
    """HTML of the label, and the name: ``MLP block|mlp``, or the name alone as code."""
    label, bar, name = part.partition("|")
    if bar:
        return escape(label.strip()), name.strip()
    return f"<code>{escape(part)}</code>", part


def _cell(
    variant: str, target: str, block: Block, place: SourcePlace, context: ChapterContext
) -> str:
    capture_id = f"{variant}@{target}"
    capture = context.library.store.captures.get(capture_id)
    if capture is None:
        return '<span class="none">not captured</span>'
    if capture.manifest.outcome == "refused":
        link = escape(context.href(page_of(capture_id)))
        return f'<a class="refused" href="{link}">refused</a>'
    sheet = context.sheet
    number = sheet.workbook.evaluate(
        f"{sheet.prefix}/{block.argument}.{variant}.{target}",
        block.option("cell"),
        let={"c": capture_id},
        page=context.page,
        unit=block.option("unit") or None,
        show=block.option("show") or None,
        digits=_digits(block, place),
        file=place.file,
        line=block.options["cell"].line,
    )
    return quoted(number, context)


def _digits(block: Block, place: SourcePlace) -> int | None:
    digits = block.option("digits")
    if digits and not (digits.isascii() and digits.isdecimal() and len(digits) < 3):
        raise place.error("directive", f"'digits: {digits}' is no number", "write 'digits: 1'")
    return int(digits) if digits else None
