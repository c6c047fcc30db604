"""Short texts outside chapters (questions, definitions), in which only code is marked.

What do `{1,0:T(8,128)}` and padding cost?
"""

from __future__ import annotations

import re
from html import escape

from xlagym.course.checks.literals import MEASURE

_CODE = re.compile(r"`([^`]+)`")


def html(text: str) -> str:
    """``text`` escaped, with what stands between backticks as code."""
    return _CODE.sub(r"<code>\1</code>", escape(text))


def plain(text: str) -> str:
    """``text`` without its backticks, for attributes and titles."""
    return _CODE.sub(r"\1", text)


def without_code(text: str, gap: str) -> str:
    """``text`` with ``gap`` in place of code, in which digits are quotation.

    A figure with its unit is no code.
    """
    return _CODE.sub(lambda code: code[0] if MEASURE.fullmatch(code[1]) else gap, text)
