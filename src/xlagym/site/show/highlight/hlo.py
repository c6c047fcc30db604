"""HLO text: the opcode stands out, memory spaces are marked, long attributes can be folded.

Works on the text alone and never fails: a line of no known form is a plain token. What an
instruction *is* (a fusion, a carrier) comes from the evidence readers, not from here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlagym.site.show.highlight.token import Token, TokenKind, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STATEMENT = re.compile(r"^\s*(?:ROOT )?\S+ = ")
_OPCODE = re.compile(r"\s*([a-zA-Z][\w-]*)\(")
_SPACE = re.compile(r"S\(\d+\)(?=[^\w]|$)")
_KEY = re.compile(r"\s*([\w.]+)=")
_QUIET = {"metadata", "sharding", "frontend_attributes", "origin"}
_FOLDED = {"backend_config"}
_LONG = 240
"""Any other attribute of more characters than this is folded too."""

_STEP = {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}
_SHAPE_MARK = re.compile(r"[ (){}\[\]]")
# A string that nobody closes runs to the line's end: else each quote in it would be tried anew.
_ITEM_MARK = re.compile(r'"(?:[^"\\]|\\.)*"?|[,(){}\[\]]')


def highlight(lines: Sequence[str]) -> Iterator[Tokens]:
    """Tokens of each line; multi-line constants and tables come out plain."""
    for line in lines:
        yield list(_line(line))


def _line(line: str) -> Iterator[Token]:
    if line.startswith("HloModule "):
        end = _item_end(line, 0)
        yield Token(line[:end])
        yield from _attributes(line, end)
        return
    statement = _STATEMENT.match(line)
    if not statement:
        yield from _spaces(line)
        return
    shape_end = _shape_end(line, statement.end())
    opcode = _OPCODE.match(line, shape_end)
    if not opcode:
        yield from _spaces(line)
        return
    yield Token(line[: statement.end()])
    yield from _spaces(line[statement.end() : opcode.start(1)])
    yield Token(opcode[1], "op")
    end = _item_end(line, opcode.end(1))
    yield from _spaces(line[opcode.end(1) : end])
    yield from _attributes(line, end)


def _attributes(line: str, start: int) -> Iterator[Token]:
    """``, key=value`` items from ``start`` on, each a token of its own kind."""
    while start < len(line):
        comma = 1 if line[start] == "," else 0
        end = _item_end(line, start + comma)
        key = _KEY.match(line, start + comma)
        text = line[start:end]
        name = key[1] if key else ""
        kind: TokenKind = "meta" if name in _QUIET else ""
        if name in _FOLDED or len(text) > _LONG:
            yield Token(text[:2] if text.startswith(", ") else "")
            yield Token(text[2:] if text.startswith(", ") else text, "fold", name or "attributes")
        elif kind:
            yield Token(text, kind)
        else:
            yield from _spaces(text)
        start = end


def _spaces(text: str) -> Iterator[Token]:
    end = 0
    for match in _SPACE.finditer(text):
        if match.start() > end:
            yield Token(text[end : match.start()])
        yield Token(match[0], "space")
        end = match.end()
    if end < len(text):
        yield Token(text[end:])


def _shape_end(line: str, start: int) -> int:
    """End of the shape that starts at ``start``: a balanced tuple, or up to the next space."""
    depth = 0
    for mark in _SHAPE_MARK.finditer(line, start):
        depth += _STEP.get(mark[0], 0)
        if mark[0] == " " and depth <= 0:
            return mark.start()
    return len(line)


def _item_end(line: str, start: int) -> int:
    """Position of the next comma outside brackets and quotes, or the end of the line."""
    depth = 0
    for mark in _ITEM_MARK.finditer(line, start):
        depth += _STEP.get(mark[0], 0)
        if mark[0] == "," and depth <= 0:
            return mark.start()
    return len(line)
