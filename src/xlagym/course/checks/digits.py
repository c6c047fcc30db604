"""A digit that a reader sees comes from evidence, or names something; typed figures fail the build.

A role is evidence and code is quotation, unless it is a figure with its unit; for the rest there is
the closed list of literals.py. In a formula single digits are coefficients and exponents; what is
longer is a figure. A figure in words with a unit is one, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from xlagym.course.checks.evidence import Evidence, nearest_evidence
from xlagym.course.checks.literals import SPELLED, UNITS, without_literals
from xlagym.inputs.problems import Problem

if TYPE_CHECKING:
    from xlagym.course.markdown.piece import Piece

_FIGURE = re.compile(
    r"\d+(?:[.,_'\u2019\u00a0\u2009\u202f]\d+)*(?:[eE][+-]?\d+)?"
    rf"(?:[\s\u00a0]?(?:(?:{UNITS})\b|%|×))?"
)
_COEFFICIENT = re.compile(r"(?<![\d.,])\d(?![\d.,]*\d)")


def typed_figures(text: str) -> list[str]:
    """Figures in ``text`` that no declared literal accounts for, each with its unit."""
    return [figure for _, figure in _figures(text)]


def untraced(pieces: Iterable[Piece], file: str, evidence: Sequence[Evidence]) -> Iterator[Problem]:
    """A problem for every typed figure in ``pieces`` of ``file``."""
    for part in pieces:
        text = _COEFFICIENT.sub(" ", part.text) if part.kind == "formula" else part.text
        for offset, figure in _figures(text):
            yield Problem(
                file,
                f"'{figure}' in {_article(part.kind)} is typed, not traced",
                _instead(figure, evidence),
                line=part.line(offset),
                rule="digit",
            )


def _figures(text: str) -> Iterator[tuple[int, str]]:
    bare = without_literals(text)
    taken = [False] * len(bare)
    found: list[tuple[int, str]] = []
    found.extend(
        (match.start(), " ".join(match.group().split())) for match in SPELLED.finditer(text)
    )
    for match in _FIGURE.finditer(bare):
        found.append((match.start(), " ".join(match.group().split())))
        taken[match.start() : match.end()] = [True] * len(match.group())
    found.extend(
        (offset, character)
        for offset, character in enumerate(bare)
        if not taken[offset] and unicodedata.category(character) in {"Nd", "Nl", "No"}
    )
    return iter(sorted(found))


def _instead(figure: str, evidence: Sequence[Evidence]) -> str:
    if SPELLED.fullmatch(figure):
        return "what has a unit is measured: quote it with {q}, or say it without the unit"
    return (
        f"{nearest_evidence(figure, evidence)}, or spell it out if it counts nothing that evidence "
        "could settle"
    )


def _article(kind: str) -> str:
    if kind == "prose":
        return kind
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
