"""What kind of bytes somebody gave as a profile, told before protobuf sees them.

Protobuf's own answer to every bad file is "Error parsing message". An XSpace is a plain sequence
of length-prefixed fields, so a walk along its outermost ones tells a file that was cut short from
one that never was a profile, and says where it ends.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final, Literal

from xlagym.evidence.profile.health.faults import Fault, ProfileError, fatal

if TYPE_CHECKING:
    from typing import BinaryIO

Form = Literal["xplane", "chrome"]

SIZE_LIMIT: Final = 1_000_000_000
"""Bytes of a profile that are read at most; protobuf itself stops at 2 GiB."""

_OTHER_FORMS: Final = (
    (b"\x89PNG", "a PNG picture"),
    (b"PK\x03\x04", "a zip archive"),
    (b"%PDF", "a PDF"),
    (b"\x7fELF", "a program"),
    (b"HloModule", "HLO text"),
    (b"module @", "StableHLO text"),
    (b"<", "HTML or XML"),
    (b"version https://git-lfs", "a Git LFS pointer, not the file it points to"),
)
_WIRE_LENGTH: Final = 2
_LAST_FIELD: Final = 4
_LONGEST_VARINT: Final = 10
_PROTOBUF_LIMIT: Final = 1 << 31
_SAMPLE: Final = 65536
"""Bytes that are looked at for the marks of a text copy."""
_FEW: Final = 2


def take_bytes(source: bytes | BinaryIO, limit: int = SIZE_LIMIT) -> bytes:
    """All bytes of ``source``; raises ``ProfileError`` when there are more than ``limit``."""
    data = source if isinstance(source, bytes) else source.read(limit + 1)
    if len(data) > limit:
        raise fatal(
            Fault.TOO_LARGE,
            f"The profile is larger than {limit:,} bytes, which is all that is read here; "
            "none of it was read.",
            "Trace fewer steps (a few are enough for a median), or open it in XProf.",
        )
    return data


def form_of(data: bytes) -> Form:
    """Which form ``data`` has; raises ``ProfileError`` when it is neither, or is cut short."""
    if not data:
        raise fatal(
            Fault.EMPTY,
            "The file has zero bytes: the trace was started and never written.",
            "Call jax.profiler.stop_trace() (or leave the trace's with block) before the end.",
        )
    if data[:2] == b"\x1f\x8b" or data[:1] in (b"{", b"["):
        return "chrome"
    for magic, kind in _OTHER_FORMS:
        if data.startswith(magic):
            raise not_a_profile(f"The file is {kind}.")
    _walk(data)
    return "xplane"


def not_a_profile(why: str) -> ProfileError:
    """The error for bytes that are something else."""
    return fatal(
        Fault.NOT_A_PROFILE,
        f"{why} That is no profile.",
        "Give the .xplane.pb file, or the .trace.json.gz beside it, that jax.profiler wrote.",
    )


def unreadable(data: bytes) -> ProfileError:
    """The error for an XSpace whose outside is whole and whose inside does not parse."""
    if _mangled(data):
        return _text_copy()
    return not_a_profile("The bytes do not parse as an XSpace protobuf.")


def _walk(data: bytes) -> None:
    """Walk the outermost fields to the end of the file; they must fill it exactly."""
    at, whole = 0, 0
    while at < len(data):
        tag = data[at]
        number, wire = tag >> 3, tag & 7
        length, body = _varint(data, at + 1)
        known = 1 <= number <= _LAST_FIELD and wire == _WIRE_LENGTH
        if known and length is not None and body + length <= len(data):
            at, whole = body + length, whole + 1
        elif _mangled(data):
            raise _text_copy()
        elif known and _ends_inside(data, at, number, length, body):
            raise _cut(whole, len(data), None if length is None else body + length)
        else:
            raise not_a_profile(f"Byte {at:,} starts no field of an XSpace protobuf.")


def _varint(data: bytes, at: int) -> tuple[int | None, int]:
    """The varint at ``at`` and the place after it; None where the bytes end inside it."""
    value = 0
    for shift, octet in enumerate(data[at : at + _LONGEST_VARINT]):
        value |= (octet & 0x7F) << (7 * shift)
        if octet < 0x80:
            return value, at + shift + 1
    return None, at


def _ends_inside(data: bytes, at: int, number: int, length: int | None, body: int) -> bool:
    """Whether the field at ``at`` is one that the file's end has cut, rather than none at all."""
    if length is None:
        return len(data) - at <= _LONGEST_VARINT
    # A plane begins with its id, its name or one of its repeated fields.
    plane = body >= len(data) or data[body] in (0x08, 0x12, 0x1A, 0x22, 0x2A, 0x32)
    return length < _PROTOBUF_LIMIT and (number > 1 or plane)


def _cut(planes: int, size: int, needed: int | None = None) -> ProfileError:
    """The error for a file that ends inside a plane."""
    reach = "inside it" if needed is None else f"and it needs at least {needed:,}"
    return fatal(
        Fault.TRUNCATED,
        f"The file is cut short: field {planes + 1} of the profile begins, {reach}, "
        f"but the file ends at byte {size:,}.",
        "Copy the file again, and compare its size with the original's.",
    )


def _mangled(data: bytes) -> bool:
    """Whether the file went through a text decoder that replaced what it could not read.

    What comes out is valid UTF-8 with many U+FFFD, as no protobuf with varints in it is.
    """
    sample = data[:_SAMPLE]
    if sample.count(b"\xef\xbf\xbd") <= _FEW:
        return False
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(sample)  # Incrementally, since the sample may end inside a character.
    except UnicodeDecodeError:
        return False
    return True


def _text_copy() -> ProfileError:
    """The error for a file that went through a text decoder."""
    return fatal(
        Fault.MANGLED,
        "Bytes above 0x7f were replaced by EF BF BD: the file was opened, sent or committed as "
        "text on its way. What they were can't be recovered.",
        "Copy the original again as a binary file, or record it again.",
    )
