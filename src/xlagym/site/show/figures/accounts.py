"""The four accounts of a program on a chip: bars where they are bytes, and a table of all.

```{figure} accounts attention-s8192@tpu-v6e
caption: …
alt: …
```
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from xlagym.captures.store import UnknownCaptureError
from xlagym.course.context import ChapterContext
from xlagym.course.markdown.block import Block
from xlagym.course.markdown.place import SourcePlace
from xlagym.course.roles.q import quoted
from xlagym.numbers.number import Number
from xlagym.numbers.tables.accounts import (
    ARITHMETIC,
    COST,
    FORECAST,
    TIMELINE,
    Account,
    four_accounts,
)

_ROW, _BAR = 50, 16
_NOTHING = {
    COST: "does not say",
    ARITHMETIC: "nothing in between",
    FORECAST: "none made",
    TIMELINE: "not recorded",
}
"""What stands for a figure that is not there; the table says why."""


def draw(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """The figure as HTML. Raises ProblemError for a program and target that nobody captured."""
    name = block.argument.partition(" ")[2].strip()
    try:
        capture = context.library.store.get(name)
    except UnknownCaptureError as error:
        raise place.error("figure", str(error), "name a capture after 'accounts'") from error
    context.captures[capture.id] = None
    sheet = context.sheet
    told = four_accounts(
        sheet.workbook,
        capture.manifest.variant,
        capture.target,
        prefix=sheet.prefix,
        page=context.page,
        file=place.file,
        line=place.line,
    )
    return Markup(
        '<figure class="picture" id="{id}">{svg}<figcaption>{caption}</figcaption>'
        "<details><summary>The numbers</summary>{table}</details></figure>"
    ).format(
        id=block.option("id", f"accounts-{capture.id.replace('@', '-')}"),
        svg=_svg(told, block.shown["alt"]),
        caption=Markup(block.shown["caption"]),
        table=_table(told, context),
    )


def _svg(told: Sequence[Account], alt: str) -> Markup:
    """A row each: its name and figure, and under them a bar in bytes, all to one scale."""
    longest = max((_bytes(account.as_bytes) for account in told), default=0)
    rows = Markup("").join(_row(account, at * _ROW, longest) for at, account in enumerate(told))
    return Markup(
        '<svg class="accounts" width="100%" height="{}" role="img" aria-label="{}">{}</svg>'
    ).format(len(told) * _ROW, alt, rows)


def _row(account: Account, y: int, longest: float) -> Markup:
    figure = account.number.text if account.number else _NOTHING[account.kind]
    note = ""
    if account.as_bytes is not None and account.as_bytes is not account.number:
        note = f"{figure} at the bandwidth of a copy"
        figure = account.as_bytes.text
    elif account.kind == FORECAST and account.number is not None:
        note = "no clock is cited: cycles are not on this scale"
    width = 100 * _bytes(account.as_bytes) / longest if longest else 0
    basis = account.number.basis if account.number else "none"
    bar = Markup('<rect class="{}" y="{}" width="{}%" height="{}"/>').format(
        basis, y + 24, f"{width:.6g}", _BAR
    )
    rule = Markup('<line x1="0" x2="100%" y1="{0}" y2="{0}"/>').format(y + 24 + _BAR)
    return Markup(
        '<text y="{0}">{1}</text><text class="figure" x="100%" y="{0}">{2}</text>{3}'
    ).format(y + 16, account.name.removeprefix("the "), figure, bar if width else rule) + (
        Markup('<text class="note" x="6" y="{}">{}</text>').format(y + 36, note)
        if note
        else Markup("")
    )


def _bytes(number: Number | None) -> float:
    value = number.value if number is not None else 0
    return float(value) if isinstance(value, int | float) else 0.0


def _table(told: Sequence[Account], context: ChapterContext) -> Markup:
    row = Markup('<tr><th scope="row">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>')
    rows = Markup("").join(
        row.format(
            account.name,
            Markup(quoted(account.number, context)) if account.number else account.missing,
            Markup(quoted(account.as_bytes, context)) if account.as_bytes else "–",
            account.number.basis if account.number else "",
            account.says,
        )
        for account in told
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="group" aria-label="The four accounts"><table>'
        '<thead><tr><th scope="col">account</th><th scope="col">says</th>'
        '<th scope="col">in bytes</th><th scope="col">basis</th><th scope="col">how</th></tr>'
        "</thead><tbody>{}</tbody></table></div>"
    ).format(rows)
