"""A listing whose lines are chosen: a radio button in each, so that arrow keys go line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import form_of
from xlagym.site.show.highlight import HIGHLIGHTERS
from xlagym.site.show.highlight.escaping import escape, escape_attribute, statement_html
from xlagym.site.stations.exhibits import ShownExhibit, caption

if TYPE_CHECKING:
    from xlagym.gym.rounds.exhibits import LinesToChoose


def lines_to_choose(each: LinesToChoose, prefix: str, counterparts: str) -> ShownExhibit:
    """The listing as a list of choices.

    Args:
        each: the listing, and which of its lines can be chosen.
        prefix: of the ids of its lines.
        counterparts: of the ids of the lines that asked for them, on the same page.
    """
    excerpt = each.excerpt
    tokens = HIGHLIGHTERS[form_of(excerpt.file).language]([text for _, text in excerpt.lines])
    rows = "".join(
        _row(each, number, text, statement_html(of_line), escape_attribute(prefix), counterparts)
        for (number, text), of_line in zip(excerpt.lines, tokens, strict=True)
    )
    width = len(str(excerpt.lines[-1][0])) if excerpt.lines else 1
    first = excerpt.lines[0][0] if excerpt.lines else 1
    label = escape_attribute(f"{excerpt.file} of {excerpt.capture}")
    html = Markup(
        f'<div class="listing w{width}" tabindex="0" role="group" aria-label="{label}">'
        f'<ol class="lines choices one lines-to-choose" start="{first}">{rows}</ol></div>'
    )
    return ShownExhibit(excerpt.title, html, caption(excerpt))


def _row(
    each: LinesToChoose, number: int, text: str, body: str, prefix: str, counterparts: str
) -> str:
    identity = f"{prefix}-{number}"
    choice = each.choices.get(number)
    # A fold is a control of its own, and none may stand inside another.
    body = escape(text) if "<details" in body else body
    body = body.replace("-&gt;", '<span class="whole">-&gt;</span>')
    if choice is None:
        return f'<li id="{identity}"><div class="still"><span>{body}</span></div></li>'
    span = each.counterparts.get(number)
    lit = (
        ' data-lights="'
        + " ".join(f"{counterparts}-{at}" for at in range(span[0], span[1] + 1))
        + '"'
        if span
        else ""
    )
    return (
        f'<li id="{identity}"><label{lit}><input type="radio" name="choice"'
        f' value="{escape_attribute(choice)}"><span>{body}</span></label></li>'
    )
