"""JSON: keys stand out, strings and punctuation stay quiet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlagym.site.show.highlight.token import Token, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# One that nobody closes runs to the line's end: else each quote in it would be tried anew.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?(?=(\s*:)?)')


def highlight(lines: Sequence[str]) -> Iterator[Tokens]:
    """Keys as ``op``, other strings as ``string``."""
    for line in lines:
        tokens: Tokens = []
        end = 0
        for match in _STRING.finditer(line):
            tokens.append(Token(line[end : match.start()]))
            tokens.append(Token(match[0], "op" if match[1] else "string"))
            end = match.end()
        tokens.append(Token(line[end:]))
        yield [token for token in tokens if token.text]
