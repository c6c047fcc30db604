"""Protobuf's wire format, many messages at a time.

A profile holds the same small message millions of times. Reading them one by one in Python costs
about a microsecond a field; here every step reads one field of *all* of them, with numpy. A tag
and a varint of up to seven bytes are one gathered 64-bit word and some twenty operations on it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.fields import (
    FIXED32,
    FIXED64,
    LENGTH,
    VARINT,
    WireError,
    each_field,
)

Places = NDArray[np.int64]
"""Byte positions in a buffer, one a message."""
Words = NDArray[np.uint64]

MARGIN: Final = 48
"""So many bytes must follow the last message: a step may look as far ahead as this."""
_FEW: Final = 12
"""Fewer messages than this are read one by one: that costs no more, and a message with thousands
of fields more than the others then costs no step of numpy for each of them."""

_ONE: Final = np.uint64(1)
_EIGHT: Final = np.uint64(8)
_OCTET: Final = np.uint64(0xFF)
_LOW_SEVEN: Final = np.uint64(0x7F)
_LONG_VALUE: Final = np.uint64(0x8000)
"""Set in a word of a tag and a value if the value has a second byte."""
_SEVEN_GROUPS: Final = np.uint64(49)
_CONTINUES: Final = np.uint64(0x8080808080808080)
_PAYLOAD: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
# What moves down in turn: every other group of 7 bits by 1, then of 14 by 2, then of 28 by 4; and
# how many bytes a varint has at least that needs it.
_SQUEEZE: Final = tuple(
    (least, np.uint64(move), np.uint64(shift))
    for least, move, shift in (
        (2, 0x7F007F007F007F00, 1),
        (3, 0x3FFF00003FFF0000, 2),
        (5, 0x0FFFFFFF00000000, 4),
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class WireField:
    """One field of some of the messages that are being read together."""

    which: Places | slice
    """Index of each message among those given to ``Wire.fields``; a slice where it is all."""
    tag: int
    value: Words
    """The value; for ``LENGTH`` the place where the content starts."""
    stop: Places
    """The place after the field."""
    head: Words | None = None
    """The eight bytes that begin with the tag, where they were read together."""


class Wire:
    """A buffer of messages. Places are indices into its bytes, and end ``MARGIN`` before them."""

    __slots__ = ("data", "octets", "words")

    def __init__(self, data: bytes) -> None:
        self.data = data
        held = data if len(data) >= MARGIN else data + bytes(MARGIN)
        self.octets = np.frombuffer(held, np.uint8)
        # A word begins at every byte.
        self.words: Words = np.ndarray((len(held) - 7,), np.dtype("<u8"), held, strides=(1,))

    def varints(self, at: Places) -> tuple[Words, Places]:
        """The varints at ``at`` and the places after them."""
        octets = self.octets[at]
        if not octets.size or octets.max() < 0x80:  # Ids and lengths mostly have one byte.
            return octets.astype(np.uint64), at + 1
        value, length, longest = _varints(self.words[at])
        after: Places = at + length
        if longest == 8:
            eight = np.flatnonzero(length == 8)
            long = eight[self.octets[at[eight] + 7] >= 0x80]
            value[long], after[long] = self._long(at[long], value[long])
        return value, after

    def _long(self, at: Places, low: Words) -> tuple[Words, Places]:
        """Varints of nine or ten bytes, whose first eight bytes gave ``low``."""
        ninth, tenth = self.octets[at + 8].astype(np.uint64), self.octets[at + 9].astype(np.uint64)
        ten = ninth >= 0x80
        if bool((ten & (tenth >= 0x80)).any()):
            raise WireError("a varint runs on past ten bytes")
        value = low | ((ninth & _LOW_SEVEN) << np.uint64(56))
        value |= np.where(ten, (tenth & _ONE) << np.uint64(63), np.uint64(0))
        return value, at + np.where(ten, 10, 9)

    def fields(self, at: Places, stop: Places, tags: Collection[int]) -> Iterator[WireField]:
        """The fields with one of ``tags`` of the messages in ``[at, stop)``, in lockstep.

        The fields of a message come in its order; only those of the last few messages to be read
        come tag by tag.

        Raises:
            WireError: when a message's fields don't end where the message does.
        """
        which: Places | slice = slice(None)
        open_ = at < stop
        while True:
            if not bool(open_.all()):
                _check(at, stop)
                rest = np.flatnonzero(open_)
                if not rest.size:
                    return
                which = rest if isinstance(which, slice) else which[rest]
                at, stop = at[rest], stop[rest]
            if at.size < _FEW:
                break
            word = self.words[at]
            octets = word.view(np.uint8)
            tag = int(octets[0])
            if tag < 0x80 and bool((octets[::8] == tag).all()):
                value, at = self._values(tag, word, at)
                open_ = at < stop
                if tag in tags:
                    if not bool(open_.all()):
                        _check(at, stop)
                    yield WireField(which, tag, value, at, word)
            else:
                at = yield from self._mixed(which, at, stop, tags)
                open_ = at < stop
        yield from self._one_by_one(which, at, stop, tags)

    def _values(self, tag: int, word: Words, at: Places) -> tuple[Words, Places]:
        """The values of fields that begin at ``at``, and the places after them.

        All have this tag of one byte; ``word`` holds it and the seven bytes that follow.
        """
        kind = tag & 7
        if tag == kind:
            raise WireError("a field has the number 0")
        if kind not in (VARINT, LENGTH):
            return self._fixed(kind, at + 1)
        if word.view(np.uint8)[1::8].max() < 0x80:
            value, end = (word >> _EIGHT) & _LOW_SEVEN, at + 2
        else:
            value, length, longest = _varints(word >> _EIGHT)
            end = at + length
            end += 1
            if longest == 8:
                self._go_on(value, end, at, np.flatnonzero(length == 8))
        return (value, end) if kind == VARINT else self._contents(value, end)

    def _go_on(self, value: Words, end: Places, at: Places, long: Places) -> None:
        """Complete the values of which seven bytes are read, in place, where there are more."""
        eighth = self.octets[at[long] + 8]
        value[long] |= (eighth.astype(np.uint64) & _LOW_SEVEN) << _SEVEN_GROUPS
        longer = long[eighth >= 0x80]
        if longer.size:
            value[longer], end[longer] = self.varints(at[longer] + 1)

    def _contents(self, length: Words, start: Places) -> tuple[Words, Places]:
        """Where contents of these lengths start, as ``WireField`` has it, and end."""
        if length.size and length.max() > len(self.data):
            raise WireError("a field is longer than its buffer")
        return start.view(np.uint64), start + length.view(np.int64)

    def _fixed(self, kind: int, at: Places) -> tuple[Words, Places]:
        """Values of a fixed size, and the places after them."""
        if kind == FIXED64:
            return self.words[at], at + 8
        if kind == FIXED32:
            return self.words[at] & np.uint64(0xFFFFFFFF), at + 4
        raise WireError(f"a field has the wire type {kind}")

    def _mixed(
        self, which: Places | slice, at: Places, stop: Places, tags: Collection[int]
    ) -> Generator[WireField, None, Places]:
        """One field of each message, where they differ; returns the places after them."""
        tag, after = self.varints(at)
        kinds = (tag & np.uint64(7)).astype(np.uint8)
        if bool((tag < 8).any()):
            raise WireError("a field has the number 0")
        rows = np.arange(at.size) if isinstance(which, slice) else which
        end = np.empty_like(at)
        for kind in np.flatnonzero(np.bincount(kinds)).tolist():
            here = np.flatnonzero(kinds == kind)
            if kind in (VARINT, LENGTH):
                value, end[here] = self.varints(after[here])
                if kind == LENGTH:
                    value, end[here] = self._contents(value, end[here])
            else:
                value, end[here] = self._fixed(kind, after[here])
            _check(end[here], stop[here])
            for wanted in tags:
                mine = np.flatnonzero(tag[here] == wanted) if wanted & 7 == kind else here[:0]
                if mine.size:
                    found = here[mine]
                    yield WireField(rows[found], wanted, value[mine], end[found])
        return end

    def _one_by_one(
        self, which: Places | slice, at: Places, stop: Places, tags: Collection[int]
    ) -> Iterator[WireField]:
        """The fields of a few messages."""
        rows = range(at.size) if isinstance(which, slice) else which.tolist()
        found: dict[int, list[tuple[int, int, int]]] = {}
        for row, start, end in zip(rows, at.tolist(), stop.tolist(), strict=True):
            for field in each_field(self.data, start, end):
                if field.tag in tags:
                    found.setdefault(field.tag, []).append((row, field.value, field.stop))
        for tag, fields in found.items():
            row_of, value, place = zip(*fields, strict=True)
            yield WireField(
                np.array(row_of), tag, np.array(value, np.uint64), np.array(place, np.int64)
            )


def _check(at: Places, stop: Places) -> None:
    """Raise where a field ends beyond its message."""
    if bool((at > stop).any()):
        raise WireError("a field is longer than the message that holds it")


def _varints(word: Words) -> tuple[Words, NDArray[np.uint8], int]:
    """Varints in words that begin with them, how many bytes each has, and the longest.

    One that doesn't end in its word counts eight bytes and gives the value so far.
    """
    keep = ~word
    keep &= _CONTINUES
    # From the lowest bit on, up to the one that ends the varint.
    keep ^= keep - _ONE
    length: NDArray[np.uint8] = np.bitwise_count(keep)
    length >>= np.uint8(3)
    longest = int(length.max())
    keep &= _PAYLOAD
    value = word & keep
    for least, move, shift in _SQUEEZE:
        if longest < least:
            break
        moving = np.bitwise_and(value, move, out=keep)
        value ^= moving
        moving >>= shift
        value |= moving
    return value, length, longest
