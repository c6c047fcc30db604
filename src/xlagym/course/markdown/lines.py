"""The source line of every inline token, which markdown-it keeps for blocks only.

Soft and hard breaks give most of it away. Code, roles, formulas and links can swallow a line
break without leaving a token for it, so the rules for those count what they swallow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

type InlineRule = Callable[[StateInline, bool], bool]

_BREAKS = {"softbreak", "hardbreak"}


def counted(rule: InlineRule) -> InlineRule:
    """``rule``, noting on its last token the line breaks that no token of it stands for."""

    def count(state: StateInline, silent: bool) -> bool:
        start, first = state.pos, len(state.tokens)
        matched = rule(state, silent)
        if matched and not silent:
            breaks = state.src.count("\n", start, state.pos)
            fresh = state.tokens[first:]
            swallowed = breaks - sum(map(_breaks, fresh))
            if swallowed > 0 and fresh:
                fresh[-1].meta["swallowed"] = swallowed
        return matched

    return count


def note_lines(state: StateCore) -> None:
    """Core rule: write ``meta["line"]`` (1-based) on the children of every inline token."""
    for token in state.tokens:
        if token.type == "inline":
            note_lines_within(token)


def note_lines_within(inline: Token) -> None:
    """The same for one inline token, whose ``map`` says where it starts."""
    line = inline.map[0] + 1 if inline.map else 1
    for child in inline.children or []:
        child.meta["line"] = line
        for inner in child.children or []:
            inner.meta["line"] = line
        line += _breaks(child)


def _breaks(token: Token) -> int:
    if token.type in _BREAKS:
        return 1
    swallowed: int = token.meta.get("swallowed", 0)
    return swallowed
