"""Packed files: xz, the same bytes for the same text, unpacked up to a limit and no further."""

from __future__ import annotations

import lzma

LIMIT = 1_000_000_000
"""Bytes that a file of a capture may unpack to."""


class PackedError(ValueError):
    """Raised when a packed file is not whole, or unpacks to more than the limit."""


def pack(content: bytes) -> bytes:
    """Return ``content`` as xz. No timestamp and no threads: the same text, the same bytes."""
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


def unpack(packed: bytes, limit: int = LIMIT) -> bytes:
    """Return what ``pack`` packed; raise PackedError where that can't be, or is over ``limit``."""
    opener = lzma.LZMADecompressor()
    try:
        content = opener.decompress(packed, limit + 1)
    except lzma.LZMAError as error:
        raise PackedError(f"it can't be unpacked: {error}") from error
    if len(content) > limit:
        raise PackedError(f"it unpacks to more than {limit:,} bytes")
    if not opener.eof:
        raise PackedError("it is packed and cut short")
    if opener.unused_data:
        raise PackedError("something stands behind what is packed")
    return content
