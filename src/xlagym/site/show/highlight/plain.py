"""Text that needs no marking: reports, refusals, anything of no known form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.site.show.highlight.token import Token, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def highlight(lines: Sequence[str]) -> Iterator[Tokens]:
    """One plain token a line."""
    for line in lines:
        yield [Token(line)]
