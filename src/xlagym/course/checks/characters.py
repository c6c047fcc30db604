"""Characters that a reader does not see, or takes for others: text that says what it shows.

A soft hyphen, a space of no width or a Cyrillic letter comes along when text is copied, and hides a
word from searches, from screen readers, and from the checks that follow here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from xlagym.inputs.problems import Problem

if TYPE_CHECKING:
    from xlagym.course.markdown.piece import Piece

# The Greek mu is left out: it stands for micro, before a unit in Latin letters.
_MIXED = re.compile(
    r"[A-Za-z]+(?P<odd>[\u0370-\u03bb\u03bd-\u03ff\u0400-\u04ff])"
    r"|(?P<first>[\u0370-\u03bb\u03bd-\u03ff\u0400-\u04ff])[A-Za-z]"
)
_WIDE = range(0xFF01, 0xFF5F)
"""Letters, digits and marks in the width of Chinese ones."""


def misleading(pieces: Iterable[Piece], file: str) -> Iterator[Problem]:
    """A problem for each character in ``pieces`` of ``file`` that shows as nothing or as another.

    Formulas are left out: Greek letters stand beside Latin ones in them.
    """
    for part in pieces:
        if part.kind == "formula":
            continue
        for offset, character in sorted(_odd(part.text)):
            name = unicodedata.name(character, "a control character").lower()
            yield Problem(
                file,
                f"U+{ord(character):04X} ({name}) stands in the text, which looks as if it didn't",
                "retype the word around it",
                line=part.line(offset),
                rule="character",
            )


def _odd(text: str) -> Iterator[tuple[int, str]]:
    for offset, character in enumerate(text):
        unseen = unicodedata.category(character) in {"Cf", "Cc", "Co"} and character not in "\n\t"
        if unseen or ord(character) in _WIDE:
            yield offset, character
    for found in _MIXED.finditer(text):
        group = "odd" if found["odd"] else "first"
        yield found.start(group), found[group]
