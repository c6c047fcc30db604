"""Small pieces of the sentences that rounds are told in; what comes from evidence is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from markupsafe import Markup


def code(text: str) -> Markup:
    """``text`` as code."""
    return Markup("<code>{}</code>").format(text)


def named(name: str) -> Markup:
    """An instruction's name as HLO writes it."""
    return code(f"%{name}")


def listed(items: Sequence[Markup], last: str = "and") -> Markup:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return Markup("").join(items)
    return Markup("{} {} {}").format(Markup(", ").join(items[:-1]), last, items[-1])


def counted(count: int, noun: str, plural: str = "") -> str:
    """``1 fusion``, ``2 fusions``."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def sentence[Text: str](text: Text) -> Text:
    """``text`` as it begins a sentence: only its first letter changes; markup stays markup."""
    return cast("Text", text[:1].upper() + text[1:])
