"""Tokens to HTML: the one place where evidence text is escaped.

Op names and metadata are hostile input. Everything is escaped, and characters that would reorder
or hide text on the screen (bidirectional controls, zero-width ones, control codes) are shown by
number.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.site.show.highlight.token import Token, Tokens

_TAGS = {
    "op": ("<b>", "</b>"),
    "space": ('<mark class="space">', "</mark>"),
    "meta": ('<span class="meta">', "</span>"),
    "word": ('<span class="word">', "</span>"),
    "string": ('<span class="string">', "</span>"),
    "comment": ('<span class="comment">', "</span>"),
    "differs": ('<mark class="differs">', "</mark>"),
}
_ODD = (
    "\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb"
)
_UNSEEN = re.compile(f"[{_ODD}]")
_SPECIAL = re.compile(f"[&<>{_ODD}]")
"""What most tokens hold nothing of, so that they can stay as they are."""


def escape(text: str) -> str:
    """``text`` as HTML that shows exactly these characters and nothing else.

    An unseen character becomes an empty element that names it; its style shows ``U+202E``.
    """
    if not _SPECIAL.search(text):
        return text
    return _UNSEEN.sub(_show, html.escape(text, quote=False))


def token_html(token: Token) -> str:
    """One token, without folding."""
    opening, closing = _TAGS.get(token.kind, ("", ""))
    return f"{opening}{escape(token.text)}{closing}" if token.text else ""


def fold_html(token: Token) -> str:
    """A long attribute as ``<details>``: closed, reachable, and part of the text when copied.

    The label stands in an attribute, so that the text of the line stays the verbatim line.
    """
    label = f"{escape_attribute(token.label)}, {len(token.text):,} characters"
    return (
        f'<details class="fold"><summary aria-label="{label}" data-label="{label}"></summary>'
        f"<span>{escape(token.text)}</span></details>"
    )


def escape_attribute(text: str) -> str:
    """``text`` for a double-quoted attribute; unseen characters are spelled out."""
    return _UNSEEN.sub(lambda match: f"U+{ord(match[0]):04X}", html.escape(text))


def statement_html(tokens: Tokens) -> str:
    """A line: its indent, its statement in a span (for the underline), then what is bookkeeping."""
    statement: list[str] = []
    rest: list[str] = []
    indent = ""
    for token in tokens:
        if token.kind == "fold":
            rest.append(fold_html(token))
        elif token.kind == "meta" or rest:
            rest.append(token_html(token))
        else:
            statement.append(token_html(token))
    body = "".join(statement)
    stripped = body.lstrip(" ")
    indent = body[: len(body) - len(stripped)]
    return f"{indent}<span>{stripped}</span>{''.join(rest)}" if stripped else indent + "".join(rest)


def _show(match: re.Match[str]) -> str:
    name = unicodedata.name(match[0], "control character").lower()
    return f'<span class="unseen" title="{name}" data-code="U+{ord(match[0]):04X}"></span>'
