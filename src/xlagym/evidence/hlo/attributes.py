"""What follows an HLO instruction's operands: ``kind=kLoop, calls=%f, metadata={op_name="…"}``.

Parsed only when somebody asks, since most readers of a module ask for few of them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from xlagym.evidence.text.brackets import split_commas, without_comments

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY = re.compile(r"([\w.\-]+)=")
# A name starts where no word goes on: without that, a long word is tried from each of its letters.
_METADATA = re.compile(
    r'(?<![\w.\-])([\w.\-]++)=("[^"\\]*+(?:\\.[^"\\]*+)*+"?|\{[^}]*+\}?|[^\s}]*+)', re.DOTALL
)
_NAME = re.compile(r"[^\s,{}%]+")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_SIMPLE = {"n": b"\n", "t": b"\t", "r": b"\r"}
CALLING = (
    "calls",
    "to_apply",
    "body",
    "condition",
    "branch_computations",
    "true_computation",
    "false_computation",
    "called_computations",
    "select",
    "scatter",
    "comparator",
)
"""The attributes that name computations."""


def parse_attributes(text: str) -> dict[str, str]:
    """The attributes by name, each value as the text has it, without parsing it further.

    A part that isn't ``name=value`` belongs to the value before it.
    """
    found: dict[str, str] = {}
    last = None
    for part in split_commas(text):
        key = _KEY.match(part)
        if key is not None:
            last = key[1]
            found.setdefault(last, part[key.end() :].strip())
        elif last is not None:
            found[last] += ", " + part
    return found


def parse_metadata(value: str) -> dict[str, str]:
    """The fields of ``metadata={…}``, strings unescaped, numbers as the digits in the text."""
    fields = value.strip().removeprefix("{")
    return {key: unquote(field) for key, field in _METADATA.findall(fields)}


def called(attributes: Mapping[str, str]) -> tuple[str, ...]:
    """The computations that the attributes name, in the order of the text, without ``%``."""
    return tuple(
        name
        for key, value in attributes.items()
        if key in CALLING
        for name in _NAME.findall(without_comments(value))
    )


def unquote(value: str) -> str:
    """A string's content, its C escapes undone (XLA writes UTF-8 in octal); others unchanged."""
    if not value.startswith('"'):
        return value
    body = value[1:-1] if len(value) > 1 and value.endswith('"') else value[1:]
    if "\\" not in body:
        return body
    raw = bytearray()
    at = 0
    for escape in _ESCAPE.finditer(body):
        raw += body[at : escape.start()].encode("utf-8", "surrogatepass")
        raw += _unescaped(escape[1])
        at = escape.end()
    raw += body[at:].encode("utf-8", "surrogatepass")
    return raw.decode("utf-8", "replace")


def _unescaped(code: str) -> bytes:
    if code[0] in "01234567":
        return bytes([int(code, 8) & 0xFF])
    if code[0] == "x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return _SIMPLE.get(code) or code.encode("utf-8", "surrogatepass")


def parse_backend_config(value: str) -> Any:
    """A backend's configuration: as JSON where it is JSON, bare or in a string; else its text."""
    text = unquote(value)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
