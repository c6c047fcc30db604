"""Protocol buffers in text form, without their schema: what the compiler writes beside its dumps.

Recognises ``key: value``, ``key { … }``, quoted strings with C escapes and ``#`` comments.
Source: the text-format language specification of Protocol Buffers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n;,]+|\#[^\n]*)
      | (?P<open>[A-Za-z_][\w.\-/]*\s*:?\s*[{<])
      | (?P<key>[A-Za-z_][\w.\-/]*)\s*:\s*
        (?P<value>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s{}<>"';,\#]+)
      | (?P<close>[}>])""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|(.))", re.DOTALL)
_NAMED_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


class TextprotoError(ValueError):
    """Raised when a text is no protocol buffer in text form; says at which line."""


@dataclass(slots=True)
class Message:
    """The fields of one message, in the order of the text."""

    fields: list[tuple[str, str | Message]] = field(default_factory=list)

    def texts(self, key: str) -> list[str]:
        """Return every plain value of ``key``; strings come without quotes and escapes."""
        return [value for name, value in self.fields if name == key and isinstance(value, str)]

    def text(self, key: str, default: str = "") -> str:
        """Return the last plain value of ``key``, as protocol buffers do, or ``default``."""
        values = self.texts(key)
        return values[-1] if values else default

    def messages(self, key: str) -> list[Message]:
        """Return every message under ``key``."""
        return [value for name, value in self.fields if name == key and isinstance(value, Message)]


def parse_textproto(text: str) -> Message:
    """Read a message; raise ``TextprotoError`` where the text stops being one."""
    root = Message()
    open_messages = [root]
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise TextprotoError(f"line {_line(text, position)}: no field can be read here")
        position = token.end()
        if token["open"]:
            inner = Message()
            open_messages[-1].fields.append((token["open"].rstrip("{<").rstrip(" \t:\r\n"), inner))
            open_messages.append(inner)
        elif token["close"]:
            if len(open_messages) == 1:
                raise TextprotoError(f"line {_line(text, token.start())}: a brace closes nothing")
            open_messages.pop()
        elif token["key"]:
            open_messages[-1].fields.append((token["key"], _plain(token["value"])))
    if len(open_messages) > 1:
        raise TextprotoError(f"the text ends inside {len(open_messages) - 1} open message(s)")
    return root


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _plain(value: str) -> str:
    if value[0] not in "\"'":
        return value
    return _ESCAPE.sub(_unescape, value[1:-1])


def _unescape(match: re.Match[str]) -> str:
    octal, hexadecimal, letter = match.groups()
    if octal:
        return chr(int(octal, 8))
    if hexadecimal:
        return chr(int(hexadecimal, 16))
    return _NAMED_ESCAPES.get(letter, letter)
