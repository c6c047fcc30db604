"""StableHLO and other MLIR text: op names stand out, attributes of the module stay quiet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlagym.site.show.highlight.token import Token, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_OP = re.compile(r"(?<![\w%@#\"!.$])([a-z_]+\.[a-z_][\w.]*|return|call)(?=[\s(\"]|$)(?!\s*=)")
_ALIAS = re.compile(r" loc\(#\w+\)$")
_PLACE = ' loc("'


def highlight(lines: Sequence[str]) -> Iterator[Tokens]:
    """``dialect.op`` as ``op``, a trailing ``loc(…)`` as ``meta``."""
    for line in lines:
        stop = _location(line)
        tokens: Tokens = []
        end = 0
        for match in _OP.finditer(line, 0, stop):
            tokens.append(Token(line[end : match.start()]))
            tokens.append(Token(match[0], "op"))
            end = match.end()
        tokens.append(Token(line[end:stop]))
        tokens.append(Token(line[stop:], "meta"))
        yield [token for token in tokens if token.text]


def _location(line: str) -> int:
    """Where ``loc(#alias)`` or ``loc("file":1:2 …)`` at the end starts; else the line's end."""
    place = line.find(_PLACE)
    if place >= 0 and line.endswith(")") and line.find('"', place + len(_PLACE)) >= 0:
        return place
    alias = _ALIAS.search(line)
    return alias.start() if alias else len(line)
