"""What the site offers to every chapter: words, sources, paths, captures, and drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.course.content.glossary import Glossary
    from xlagym.course.content.paths import Site
    from xlagym.course.content.sources import Sources
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import Place

type Listing = Callable[[str, str, int, int, tuple[int, ...]], str]
"""Lines of an evidence file as HTML: capture id, file, first and last line (1-based, both
shown), lines to mark."""

type Figure = Callable[[Block, Place, ChapterContext], str]
"""Draws one kind of figure as HTML, numbers in a table behind it."""


@dataclass(frozen=True, slots=True)
class Library:
    """Everything that chapters share. The site supplies how listings and figures look."""

    site: Site
    glossary: Glossary
    sources: Sources
    store: Store
    listing: Listing
    figures: Mapping[str, Figure] = field(default_factory=dict)
