"""Python, by Pygments' lexer: the whole text at once, so that a string may span lines."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from xlagym.site.show.highlight.token import Token, TokenKind, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pygments.lexers.python import PythonLexer

_LONGEST = 200_000
"""Characters of the longest program that is highlighted: Pygments takes its time."""


def highlight(lines: Sequence[str]) -> Iterator[Tokens]:
    """Keywords as ``word``, names being defined as ``op``, comments and docstrings quiet."""
    if sum(map(len, lines)) > _LONGEST:
        yield from ([Token(line)] for line in lines)
        return
    current: Tokens = []
    for token_type, text in _lexer().get_tokens("\n".join(lines)):
        kind = _kind(token_type)
        first, *rest = text.split("\n")
        current.append(Token(first, kind))
        for part in rest:
            yield [token for token in current if token.text]
            current = [Token(part, kind)]
    yield [token for token in current if token.text]


@cache
def _lexer() -> PythonLexer:
    # Here, since a warm build highlights nothing and needs no Pygments.
    from pygments.lexers.python import PythonLexer

    return PythonLexer(stripnl=False, ensurenl=False)


@cache
def _kind(token_type: Any) -> TokenKind:
    from pygments.token import Comment, Keyword, Name, Operator, String

    # Any: Pygments types a token as a tuple of strings, but "in" asks whether it is a kind of.
    if token_type in Comment or token_type in String.Doc:
        return "comment"
    if token_type in String:
        return "string"
    if token_type in Name.Function or token_type in Name.Class:
        return "op"
    if token_type in Keyword or token_type in Operator.Word:
        return "word"
    return ""
