"""Directives: a fence of backticks with options, or a block between colons with Markdown in it.

    ```{listing} attention-s1024@tpu-v6e optimized.hlo
    lines: 17-27
    caption: The entry, with {q}`launched` fusion.
    ```

    :::{answer} Why
    Because …
    :::

Each becomes one ``directive`` token whose ``meta["fold"]`` holds what was read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.token import Token

from xlagym.course.markdown.block import SHOWN, Fold, Option
from xlagym.course.markdown.lines import note_lines_within

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore

CONTAINER = "fold"
"""The name under which the container plugin knows blocks between colons."""

_INFO = re.compile(r"^\{([^}\s]*)\}\s*(.*?)\s*$", re.DOTALL)
_OPTION = re.compile(r"^([A-Za-z][\w-]*):(?:\s+(.*?))?\s*$")


def is_directive(info: str) -> bool:
    """Whether a fence's or container's info string names a directive."""
    return _INFO.match(info.strip()) is not None


def fold_directives(state: StateCore) -> None:
    """Core rule, after inline parsing: replace what makes a directive by one token."""
    state.tokens = _fold(state.tokens, state)


def _fold(tokens: list[Token], state: StateCore) -> list[Token]:
    folded: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.type == f"container_{CONTAINER}_open":
            end = _closing(tokens, index)
            folded.append(_container(token, tokens[index + 1 : end], state))
            index = end
        elif token.type == "fence" and is_directive(token.info):
            folded.append(_fence(token, state))
        else:
            folded.append(token)
        index += 1
    return folded


def _closing(tokens: list[Token], opening: int) -> int:
    depth = 0
    for index in range(opening, len(tokens)):
        if tokens[index].type == f"container_{CONTAINER}_open":
            depth += 1
        elif tokens[index].type == f"container_{CONTAINER}_close":
            depth -= 1
            if depth == 0:
                return index
    return len(tokens)


def _container(opening: Token, inside: list[Token], state: StateCore) -> Token:
    name, argument = _info(opening.info)
    line = (opening.map or [0])[0] + 1
    shown = {"title": _inline(argument, line, state)} if argument else {}
    fold = Fold(name, argument, line, fenced=False, shown=shown, inner=tuple(_fold(inside, state)))
    return _token(fold, opening)


def _fence(fence: Token, state: StateCore) -> Token:
    name, argument = _info(fence.info)
    line = (fence.map or [0])[0] + 1
    options: dict[str, Option] = {}
    rows = fence.content.split("\n")
    while rows and (found := _OPTION.match(rows[0])):
        options[found.group(1)] = Option(found.group(2) or "", line + len(options) + 1)
        rows.pop(0)
    shown = {
        key: _inline(option.text, option.line, state)
        for key, option in options.items()
        if key in SHOWN and option.text
    }
    body = "\n".join(rows).strip("\n")
    return _token(
        Fold(name, argument, line, fenced=True, options=options, body=body, shown=shown), fence
    )


def _info(info: str) -> tuple[str, str]:
    found = _INFO.match(info.strip())
    return (found.group(1), found.group(2)) if found else ("", info.strip())


def _inline(text: str, line: int, state: StateCore) -> Token:
    inline = state.md.parseInline(text, state.env)[0]
    inline.map = [line - 1, line]
    note_lines_within(inline)
    return inline


def _token(fold: Fold, origin: Token) -> Token:
    return Token("directive", "", 0, map=origin.map, block=True, meta={"fold": fold})
