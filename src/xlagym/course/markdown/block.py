"""A directive as read (``Fold``) and as handed to the function that renders it (``Block``).

Between the two lies only the rendering of what an author wrote inside: captions, titles and
nested Markdown reach a directive as HTML, so that a directive is a function of plain values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

SHOWN = ("caption", "alt", "title", "corner")
"""Options whose text readers see: Markdown is rendered in them, and digits are checked."""


@dataclass(frozen=True, slots=True)
class Option:
    """One ``key: value`` line at the head of a directive."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Fold:
    """A directive as it stands in the Markdown, folded into one token."""

    name: str
    argument: str
    line: int
    fenced: bool
    """From a fence of backticks (options, raw body) rather than of colons (Markdown)."""
    options: Mapping[str, Option] = field(default_factory=dict)
    body: str = ""
    shown: Mapping[str, Token] = field(default_factory=dict)
    """Parsed ``inline`` tokens of the options that readers see."""
    inner: tuple[Token, ...] = ()
    """Block tokens between colons."""


@dataclass(frozen=True, slots=True)
class Block:
    """A directive ready to render: its words as written, its prose as HTML."""

    name: str
    argument: str
    options: Mapping[str, Option]
    body: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)
    """HTML of the options that readers see; plain text of ``alt``."""
    inner: str = ""

    def option(self, key: str, default: str = "") -> str:
        """The text of an option, or ``default``."""
        return self.options[key].text if key in self.options else default

    def names(self, key: str) -> tuple[str, ...]:
        """A comma-separated option as its parts."""
        return tuple(part.strip() for part in self.option(key).split(",") if part.strip())
