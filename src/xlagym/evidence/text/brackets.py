"""Finding what brackets enclose in a line of HLO, past strings and comments, in linear time."""

from __future__ import annotations

import re

# A string or a comment that never ends runs to the end of the text: matching it there, instead of
# failing, is what keeps hostile lines linear.
_TOKEN = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|[()\[\]{},]',
    re.DOTALL,
)
_TOKEN_OR_LINE_END = re.compile(_TOKEN.pattern + r"|\n", re.DOTALL)
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")


def closing(text: str, at: int, end: int) -> int:
    """Where the bracket that opens at ``at`` is closed, or -1 if that isn't before ``end``.

    Kinds of brackets are not told apart, so that half-open ranges such as ``[0,10)`` pass.
    """
    depth = 0
    for token in _TOKEN.finditer(text, at, end):
        mark = token[0]
        if mark in _OPENING:
            depth += 1
        elif mark in _CLOSING:
            depth -= 1
            if depth <= 0:
                return token.start()
    return -1


def split_commas(text: str) -> list[str]:
    """The parts between the commas that no bracket, string or comment holds."""
    parts: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in _OPENING:
            depth += 1
        elif mark in _CLOSING:
            depth -= 1
        elif mark == "," and depth == 0:
            parts.append(text[start : token.start()])
            start = token.end()
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def without_comments(text: str) -> str:
    """The text without its ``/*…*/`` comments; strings stay as they are."""
    if "/*" not in text:
        return text
    return _TOKEN.sub(lambda token: "" if token[0].startswith("/*") else token[0], text)


def statement_end(text: str, at: int, end: int) -> int:
    """Where the line ends that starts at ``at``, with all lines that its brackets keep open.

    A comma at a line's end keeps it open too. The answer is the place of the line end, or ``end``;
    -1 if brackets are still open there, or if a string that starts in the first line isn't closed
    in it.
    """
    depth = 0
    last = at
    for token in _TOKEN_OR_LINE_END.finditer(text, at, end):
        mark = token[0]
        if mark in _OPENING:
            depth += 1
        elif mark in _CLOSING:
            depth -= 1
        elif last == at and mark[0] == '"' and ("\n" in mark or len(mark) < 2 or mark[-1] != '"'):
            return -1
        elif mark == "\n" and depth <= 0 and not text[last : token.start()].rstrip().endswith(","):
            return token.start()
        if mark == "\n":
            last = token.end()
    return end if depth <= 0 else -1
