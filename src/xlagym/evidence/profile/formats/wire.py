"""Protobuf's wire format, many messages at a time.

A profile holds the same small message millions of times. Reading them one by one in Python costs
about a microsecond a field; here every step reads one field of *all* of them, with numpy. A varint
of up to eight bytes is one gathered 64-bit word and ten operations on it, however long it is.

Wire format: https://protobuf.dev/programming-guides/encoding/.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]
"""Byte positions in a buffer, one a message."""
Words = NDArray[np.uint64]

VARINT: Final = 0
FIXED64: Final = 1
LENGTH: Final = 2
FIXED32: Final = 5

_PAD: Final = bytes(24)
_ONE: Final = np.uint64(1)
_CONTINUES: Final = np.uint64(0x8080808080808080)
_PAYLOAD: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
# Each pair keeps the groups that stay and those that move down, by 1, 2 and 4 bits in turn.
_SQUEEZE: Final = tuple(
    (np.uint64(stay), np.uint64(move), np.uint64(shift))
    for stay, move, shift in (
        (0x007F007F007F007F, 0x7F007F007F007F00, 1),
        (0x00003FFF00003FFF, 0x3FFF00003FFF0000, 2),
        (0x000000000FFFFFFF, 0x0FFFFFFF00000000, 4),
    )
)


class WireError(ValueError):
    """Raised when a message's bytes break the wire format."""


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """One field of some of the messages that are being read together."""

    which: Places
    """Index of each message among those given to ``Wire.fields``."""
    number: int
    kind: int
    """The wire type: ``VARINT``, ``FIXED64``, ``LENGTH`` or ``FIXED32``."""
    value: Words
    """The value; for ``LENGTH`` the place where the content starts."""
    stop: Places
    """The place after the content."""


class Wire:
    """A buffer of messages. Places are indices into the bytes it was made from."""

    __slots__ = ("_words", "octets", "size")

    def __init__(self, data: bytes) -> None:
        padded = data + _PAD  # A word gathered at the last byte stays inside the buffer.
        self.size = len(data)
        self.octets = np.frombuffer(padded, np.uint8)
        self._words: Words = np.ndarray((len(padded) - 7,), np.dtype("<u8"), padded, strides=(1,))

    def varints(self, at: Places) -> tuple[Words, Places]:
        """The varints at ``at`` and the places after them."""
        octets = self.octets[at]
        if octets.size and octets.max() < 0x80:  # Ids, tags and lengths are mostly one byte.
            return octets.astype(np.uint64), at + 1
        word = self._words[at]
        last = ~word & _CONTINUES
        low = last & (~last + _ONE)
        keep = low | (low - _ONE)
        value = word & keep & _PAYLOAD
        for stay, move, shift in _SQUEEZE:
            value = (value & stay) | ((value & move) >> shift)
        after: Places = at + (np.bitwise_count(keep) >> 3)
        long = np.flatnonzero(last == 0)
        if long.size:
            value[long], after[long] = self._long(at[long], value[long])
        return value, after

    def _long(self, at: Places, low: Words) -> tuple[Words, Places]:
        """Varints of nine or ten bytes, whose first eight bytes gave ``low``."""
        tail = self._words[at + 8]
        ninth, tenth = tail & np.uint64(0xFF), (tail >> np.uint64(8)) & np.uint64(0xFF)
        ten = ninth >= 0x80
        if bool((ten & (tenth >= 0x80)).any()):
            raise WireError("a varint runs on past ten bytes")
        value = low | ((ninth & np.uint64(0x7F)) << np.uint64(56))
        value |= np.where(ten, (tenth & _ONE) << np.uint64(63), np.uint64(0))
        return value, at + np.where(ten, 10, 9)

    def fields(self, at: Places, stop: Places) -> Iterator[Fields]:
        """Every field of the messages that lie in ``[at, stop)``, in lockstep.

        Fields come in the order in which each message has them. Raises ``WireError`` when a
        message's fields don't end where the message does.
        """
        which = np.flatnonzero(at < stop)
        at, stop = at[which], stop[which]
        while which.size:
            tags, after = self.varints(at)
            at = np.empty_like(after)
            for tag, here in _alike(tags):
                field = self._field(tag, which[here], after[here])
                if bool((field.stop > stop[here]).any()):
                    raise WireError("a field is longer than the message that holds it")
                yield field
                at[here] = field.stop
            open_ = at < stop
            if not bool(open_.all()):
                which, at, stop = which[open_], at[open_], stop[open_]

    def _field(self, tag: int, which: Places, at: Places) -> Fields:
        """The field with this tag whose value starts at ``at``."""
        number, kind = tag >> 3, tag & 7
        if number == 0:
            raise WireError("a field has the number 0")
        if kind == VARINT:
            value, after = self.varints(at)
            return Fields(which, number, kind, value, after)
        if kind == LENGTH:
            length, start = self.varints(at)
            if bool((length > self.size).any()):
                raise WireError("a field is longer than its buffer")
            return Fields(which, number, kind, start.astype(np.uint64), start + length.view("i8"))
        if kind == FIXED64:
            return Fields(which, number, kind, self._words[at], at + 8)
        if kind == FIXED32:
            return Fields(which, number, kind, self._words[at] & np.uint64(0xFFFFFFFF), at + 4)
        raise WireError(f"a field has the wire type {kind}")


def _alike(tags: Words) -> Iterator[tuple[int, Places | slice]]:
    """The distinct tags, each with the rows that have it; a slice where all do."""
    first = tags[0]
    if bool((tags == first).all()):
        yield int(first), slice(None)
        return
    for tag in np.unique(tags):
        yield int(tag), np.flatnonzero(tags == tag)
