"""The text that readers see, piece by piece: what the checks for typed figures look at.

Roles and code are evidence or quotation, so a piece holds a gap in their place; the words that an
author writes inside a claim come as a piece of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.course.checks.literals import MEASURE
from xlagym.course.directives import matrix
from xlagym.course.markdown.gap import GAP
from xlagym.course.markdown.piece import Piece, piece
from xlagym.course.roles import claim, term

if TYPE_CHECKING:
    from markdown_it.token import Token

    from xlagym.course.markdown.block import Fold

_KINDS = {"heading_open": "heading", "th_open": "table", "td_open": "table"}
_ASIDES = {"exercise", "answer", "details"}
_WORD = re.compile(r"[^\s—–-]*[\w\ufffc][^\s]*")


def words(pieces: Iterable[Piece]) -> int:
    """How many words of prose there are to read; a role or a piece of code counts as one."""
    return sum(
        len(_WORD.findall(part.text)) - (part.kind == "claim")
        for part in pieces
        if part.reading and part.kind in {"prose", "claim"}
    )


def pieces(tokens: Iterable[Token], *, reading: bool = True) -> Iterator[Piece]:
    """All text in block tokens, in order; ``reading`` is whether it counts as prose to read."""
    kind = "prose"
    for token in tokens:
        if token.type == "inline":
            yield from _inline(token, kind, reading=reading and kind == "prose")
            kind = "prose"
        elif token.type == "math_block":
            yield piece("formula", token.content, (token.map or [0])[0] + 1)
        elif token.type == "directive":
            yield from _fold(token.meta["fold"], reading=reading)
        elif token.type in _KINDS:
            kind = _KINDS[token.type]


def _fold(fold: Fold, *, reading: bool) -> Iterator[Piece]:
    for label, line in matrix.labels(fold.options) if fold.name == "matrix" else ():
        yield piece("table", label, line)
    for key, inline in fold.shown.items():
        yield from _inline(inline, "alternative text" if key == "alt" else key, reading=False)
    yield from pieces(fold.inner, reading=reading and fold.name not in _ASIDES)


@dataclass(slots=True)
class _Builder:
    kind: str
    parts: list[str] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0

    def add(self, text: str, line: int) -> None:
        if not self.starts or self.starts[-1][1] != line:
            self.starts.append((self.length, line))
        self.parts.append(text)
        self.length += len(text)

    def done(self, *, reading: bool) -> Piece:
        starts = tuple(self.starts) or ((0, 1),)
        return Piece(self.kind, "".join(self.parts), starts, reading=reading)


def _inline(inline: Token, kind: str, *, reading: bool) -> Iterator[Piece]:
    running = _Builder(kind)
    asides: list[Piece] = []
    for token in inline.children or []:
        line: int = token.meta.get("line", 1)
        if token.type == "text":
            running.add(token.content, line)
        elif token.type in {"softbreak", "hardbreak"}:
            running.add("\n", line)
        elif token.type == "link_open":
            _title(token, line, asides)
        elif token.type == "image":
            running.add(GAP, line)
            _title(token, line, asides)
            asides.extend(_inline(token, "alternative text", reading=False))
        elif token.type == "math_inline":
            running.add(GAP, line)
            asides.append(piece("formula", token.content, line))
        elif token.type == "code_inline" and MEASURE.fullmatch(token.content):
            running.add(token.content, line)
        elif token.type == "myst_role":
            _role(token, line, running, asides, reading=reading)
        elif token.nesting == 0:
            running.add(GAP, line)
    if running.parts:
        yield running.done(reading=reading)
    yield from asides


def _role(
    token: Token, line: int, running: _Builder, asides: list[Piece], *, reading: bool
) -> None:
    name = token.meta["name"]
    if name == "term":
        running.add(term.shown(token.content), line)
        return
    running.add(GAP, line)
    if name == "claim":
        words = claim.shown(token.content)
        asides.append(Piece("claim", words, ((0, line),), reading=reading))


def _title(token: Token, line: int, asides: list[Piece]) -> None:
    title = token.attrGet("title")
    if title:
        asides.append(piece("title", str(title), line))
