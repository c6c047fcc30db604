"""MLIR locations as printed: op names and Python frames out of ``loc("jit(f)/dot"(callsite(…)))``.

The bindings give no way into a nested location, so its text is read. Recognised: names, files with
a point or a range, call sites, fused locations (the first of them counts) and ``unknown``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from xlagym.evidence.hlo.frames import SourceFrame

_TOKEN = re.compile(
    r'\s*("(?:[^"\\]|\\.)*"|callsite|fused|unknown|loc|to|at|\d+|[()\[\]<>:,]|[^\s"]+?)'
)
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class OpLocation:
    """Where an op comes from."""

    op_name: str
    """``jit(f)/dot_general``; empty where the location has no name."""
    frames: tuple[SourceFrame, ...]
    """Leaf first; empty where the location names no file."""


class LocationError(ValueError):
    """Raised when the text is no MLIR location."""


@dataclass(slots=True)
class _Cursor:
    tokens: list[str]
    place: int = 0

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> str:
        token = self.peek()
        if token == "" or (expected is not None and token != expected):
            raise LocationError(f"read {token or 'the end'!r}, expected {expected or 'more'!r}")
        self.place += 1
        return token


def read_location(text: str) -> OpLocation:
    """Read ``loc(…)``; raise ``LocationError`` for anything else."""
    reading = _Cursor(_TOKEN.findall(text))
    reading.take("loc")
    reading.take("(")
    names, frames = _location(reading)
    reading.take(")")
    return OpLocation(_op_name(names), frames)


def _op_name(names: list[str]) -> str:
    """Name of the op; ``"reduce:"("reduce")`` is a type of op around its name, as XLA reads it."""
    for name in names:
        if not name.endswith(":"):
            return name
    return names[0][:-1] if names else ""


def _location(reading: _Cursor) -> tuple[list[str], tuple[SourceFrame, ...]]:
    """Read one location; return the names around it, outermost first, and its frames."""
    token = reading.take()
    if token == "unknown":
        return [], ()
    if token == "callsite":
        reading.take("(")
        names, callee = _location(reading)
        reading.take("at")
        _, caller = _location(reading)
        reading.take(")")
        return names, callee + caller
    if token == "fused":
        return _fused(reading)
    if not token.startswith('"'):
        raise LocationError(f"read {token!r}, expected a location")
    text = _unquote(token)
    if reading.peek() == ":":
        return [], (_file(reading, text),)
    if reading.peek() != "(":
        return [text], ()
    reading.take("(")
    names, frames = _location(reading)
    reading.take(")")
    if frames and not frames[0].function and not names:
        # The innermost name around a file is the function that runs there.
        frames = (replace(frames[0], function=text), *frames[1:])
    return [text, *names], frames


def _fused(reading: _Cursor) -> tuple[list[str], tuple[SourceFrame, ...]]:
    if reading.peek() == "<":
        depth = 0
        while True:
            depth += {"<": 1, ">": -1}.get(reading.take(), 0)
            if depth == 0:
                break
    reading.take("[")
    first = _location(reading)
    while reading.peek() == ",":
        reading.take(",")
        _location(reading)
    reading.take("]")
    return first


def _file(reading: _Cursor, file: str) -> SourceFrame:
    reading.take(":")
    line = _number(reading)
    reading.take(":")
    column = _number(reading)
    end_line, end_column = line, column
    if reading.peek() == "to":
        reading.take("to")
        if reading.peek() != ":":
            end_line = _number(reading)
        reading.take(":")
        end_column = _number(reading)
    return SourceFrame(file, "", line, end_line, column, end_column)


def _number(reading: _Cursor) -> int:
    token = reading.take()
    if not token.isdecimal():
        raise LocationError(f"read {token!r}, expected a number")
    return int(token)


def _unquote(token: str) -> str:
    def unescape(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if len(match[1]) == 2 else match[1]

    return _ESCAPE.sub(unescape, token[1:-1])
