"""StableHLO and other MLIR text: op names stand out, attributes of the module stay quiet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlagym.site.highlight.token import Token, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_OP = re.compile(r"(?<![\w%@#\"!.$])([a-z_]+\.[a-z_][\w.]*|return|call)(?=[\s(\"]|$)(?!\s*=)")
_LOCATION = re.compile(r" loc\((?:#\w+|\"[^\"]*\".*)\)$")


def highlight(lines: Sequence[str]) -> Iterator[Tokens]:
    """``dialect.op`` as ``op``, a trailing ``loc(…)`` as ``meta``."""
    for line in lines:
        location = _LOCATION.search(line)
        stop = location.start() if location else len(line)
        tokens: Tokens = []
        end = 0
        for match in _OP.finditer(line, 0, stop):
            tokens.append(Token(line[end : match.start()]))
            tokens.append(Token(match[0], "op"))
            end = match.end()
        tokens.append(Token(line[end:stop]))
        tokens.append(Token(line[stop:], "meta"))
        yield [token for token in tokens if token.text]
