"""The vocabulary of highlighting: a line of evidence as a row of tokens.

A highlighter never changes what it reads: the tokens of a line, put together, are that line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

type TokenKind = Literal["", "op", "space", "meta", "fold", "word", "string", "comment", "differs"]


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a line and what it is.

    ``op`` an opcode, ``space`` a memory space ``S(n)``, ``meta`` bookkeeping of the compiler,
    ``fold`` a long attribute that a page may fold away, ``word`` a keyword, ``differs`` where a
    rewritten line is not what it was, ``""`` the rest.
    """

    text: str
    kind: TokenKind = ""
    label: str = ""
    """For ``fold``: the attribute's name."""


type Tokens = list[Token]
type Highlighter = Callable[[Sequence[str]], Iterator[Tokens]]
