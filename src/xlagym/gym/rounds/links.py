"""Links from a round to what it speaks of on the pages of captures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.addresses import line_of, page_of, pass_of

if TYPE_CHECKING:
    from xlagym.captures.form import AnyForm


def capture_link(capture: str, text: str = "") -> Markup:
    """The page of the capture with that id; its text is the id unless given."""
    return Markup('<a href="{}">{}</a>').format(page_of(capture), text or capture)


def line_link(capture: str, form: AnyForm, line: int, text: str = "") -> Markup:
    """A line of one of its texts; its text is ``line 41`` unless given."""
    return Markup('<a href="{}">{}</a>').format(
        line_of(capture, form, line), text or f"line {line}"
    )


def pass_link(capture: str, index: int, text: str = "") -> Markup:
    """A pass (1-based) of the walk through its compile; its text is ``pass 71`` unless given."""
    return Markup('<a href="{}">{}</a>').format(pass_of(capture, index), text or f"pass {index}")
