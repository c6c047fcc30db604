"""The fields of one protobuf message, one by one.

Right for a message of few fields, and for the outside of a profile; ``wire`` reads millions of
small messages at once, and ``repeats`` finds where a field that comes millions of times lies.

Wire format: https://protobuf.dev/programming-guides/encoding/.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

VARINT: Final = 0
FIXED64: Final = 1
LENGTH: Final = 2
FIXED32: Final = 5

_VARIABLE: Final = (VARINT, LENGTH)
_SIZES: Final = {FIXED64: 8, FIXED32: 4}
_UNSIGNED: Final = (1 << 64) - 1
_LONGEST_VARINT: Final = 10


class WireError(ValueError):
    """Raised when a message's bytes break the wire format, or have what isn't read here."""


class Field(NamedTuple):
    """One field of a message. Places are indices into the bytes that hold the message."""

    tag: int
    """Eight times the field's number, plus its wire type."""
    at: int
    """Where the field begins: the place of its tag."""
    value: int
    """The value's 64 bits; for ``LENGTH`` the place where the content starts."""
    stop: int
    """The place after the field."""


def tag_of(number: int, kind: int) -> int:
    """The tag of a field by its number and wire type."""
    return number << 3 | kind


def each_field(data: bytes, at: int, stop: int) -> Iterator[Field]:
    """Every field of the message in ``data[at:stop]``.

    Raises:
        WireError: when the fields don't end where the message does; some are out by then.
    """
    while at < stop:
        tag, start = data[at], at + 1
        if tag >= 0x80:
            tag, start = varint(data, at, stop)
        kind = tag & 7
        if tag == kind:
            raise WireError("a field has the number 0")
        if kind in _VARIABLE:
            value, end = varint(data, start, stop)
            if kind == LENGTH:
                value, end = end, end + value
        elif kind in _SIZES:
            end = start + _SIZES[kind]
            value = int.from_bytes(data[start:end], "little")
        else:
            raise WireError(f"a field has the wire type {kind}")
        if end > stop:
            raise WireError("a field is longer than the message that holds it")
        yield Field(tag, at, value, end)
        at = end


def varint(data: bytes, at: int, stop: int) -> tuple[int, int]:
    """The varint at ``at`` and the place after it.

    Raises:
        WireError: when it doesn't end before ``stop``.
    """
    if at < stop and data[at] < 0x80:
        return data[at], at + 1
    value = 0
    for shift, octet in enumerate(data[at : min(at + _LONGEST_VARINT, stop)]):
        value |= (octet & 0x7F) << (7 * shift)
        if octet < 0x80:
            return value & _UNSIGNED, at + shift + 1
    if stop - at < _LONGEST_VARINT:
        raise WireError("a field is longer than the message that holds it")
    raise WireError("a varint runs on past ten bytes")
