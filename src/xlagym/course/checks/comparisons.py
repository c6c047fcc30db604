"""Comparing words are statements about figures, so the build must be able to hold them true.

They stand inside a claim, or in a phrase that the chapter's front matter allows with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.inputs.problems import Problem

if TYPE_CHECKING:
    from xlagym.course.markdown.piece import Piece

_WORDS = (
    "twice|thrice|half|halves|halved|halving|doubles?|doubled|doubling|triples?|tripled|tripling"
    "|quadruples?|quadrupled|times as|times (?:more|less|fewer)|faster|fastest|slower|slowest"
    "|largest|smallest|most of|majority of|orders? of magnitude|a factor of"
    "|(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)-?fold"
    "|(?:a|one|two) thirds? of|(?:a|one|three) quarters? of"
)
_COMPARISON = re.compile(
    rf"(?<![\w-])(?:{_WORDS.replace(' ', chr(92) + 's+')})(?!\w)", re.IGNORECASE
)
_EXEMPT = {"claim", "formula"}


@dataclass(frozen=True, slots=True)
class Allowed:
    """A phrase that compares without a figure behind it, and why that is right."""

    phrase: str
    reason: str
    line: int


def unclaimed(pieces: Iterable[Piece], file: str, allow: Sequence[Allowed]) -> Iterator[Problem]:
    """A problem for every comparing word outside a claim, and for every phrase allowed in vain."""
    used: set[str] = set()
    for part in pieces:
        if part.kind in _EXEMPT:
            continue
        free = list(_spans(part.text, allow, used))
        for match in _COMPARISON.finditer(part.text):
            if any(start <= match.start() and match.end() <= end for start, end in free):
                continue
            words = " ".join(match.group().split())
            yield Problem(
                file,
                f"'{words}' compares, outside a claim",
                f"write {{claim}}`name|… {words} …` with an expression in numbers.yml, or list "
                "the phrase under 'allow' in the front matter with a reason",
                line=part.line(match.start()),
                rule="comparison",
            )
    for allowed in allow:
        if allowed.phrase not in used:
            yield Problem(
                file,
                f"the allowed phrase '{allowed.phrase}' stands nowhere in the text",
                "remove it from the front matter",
                line=allowed.line,
                rule="allow",
            )


def _spans(text: str, allow: Sequence[Allowed], used: set[str]) -> Iterator[tuple[int, int]]:
    for allowed in allow:
        pattern = r"\s+".join(map(re.escape, allowed.phrase.split()))
        for match in re.finditer(pattern, text, re.IGNORECASE) if pattern else ():
            used.add(allowed.phrase)
            yield match.span()
