"""What a file is, told by its content: its name is never asked."""

from __future__ import annotations

import json
import lzma
import re
import zlib

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import FORMS, HLO, PASSES, PROFILE, STABLEHLO
from xlagym.evidence.profile.formats.form import form_of
from xlagym.evidence.profile.health.faults import Fault, ProfileError


class Unreadable(ValueError):  # noqa: N818 - it is a verdict on a file, not a fault of the program
    """Raised when bytes are none of these; says what they are, and what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(f"{message}. {advice}")
        self.message = message
        self.advice = advice


HEAD = 1 << 16
"""Bytes that are enough to tell what a file is."""
_GIVE = (
    "give HLO text (compiled.as_text()), StableHLO (lowered.as_text()), an .xplane.pb, or a "
    "folder of dumps"
)
_MAGIC = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive"),
    (b"%PDF", "a PDF"),
    (b"\x7fELF", "a program"),
    (b"BZh", "a bzip2 archive"),
    (b"(\xb5/\xfd", "a zstd archive"),
)
_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ"
_BYTECODE = b"ML\xefR"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_HLO = re.compile(r"^[ \t]*(?:HloModule[ \t:]|ENTRY[ \t])", re.MULTILINE)
_MLIR = re.compile(r'^[ \t]*(?:#\w+ = |(?:"?builtin\.)?module\b|func\.func\b)', re.MULTILINE)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def form_of_content(data: bytes) -> AnyForm:
    """What the bytes of a file are, whole or at least their first ``HEAD``.

    Raises Unreadable where they are nothing that a report can be made of. Gzipped text counts as
    what it holds; so does UTF-16, as some shells write it.
    """
    if not data.strip():
        raise Unreadable(
            "is empty" if not data else "holds nothing but blanks",
            "the program that should have written it may have failed: make it again",
        )
    for magic, what in _MAGIC:
        if data.startswith(magic):
            raise Unreadable(f"is {what}, no evidence", _GIVE)
    if data.startswith(_BYTECODE):
        raise Unreadable(
            "is MLIR bytecode, which only the version that wrote it reads for sure",
            "print it as text instead: jax.jit(f).lower(…).as_text()",
        )
    text = text_of(data[:HEAD])
    told = data.startswith((_GZIP, *_UTF16)) or text.lstrip().startswith("HloModule")
    if _CONTROL.search(data[:HEAD]) and not told:
        return _form_of_binary(data)
    found = _form_of_text(text, data)
    if found is None:
        raise Unreadable("is text that says nothing of a compiled program", _GIVE)
    return found


def out_of_xz(data: bytes, limit: int) -> bytes:
    """What xz holds, as captures pack profiles, to one byte above ``limit``; other bytes as is.

    Of a damaged archive, what comes before the damage.
    """
    if not data.startswith(_XZ):
        return data
    unpacker = lzma.LZMADecompressor()
    parts: list[bytes] = []
    left = limit + 1
    try:
        while left > 0 and not unpacker.eof:
            part = unpacker.decompress(b"" if parts else data, max_length=min(left, 1 << 20))
            parts.append(part)
            left -= len(part)
            if unpacker.needs_input:
                break
    except lzma.LZMAError:
        pass
    return b"".join(parts)


def text_of(data: bytes) -> str:
    """The bytes as text: unpacked, decoded; what is no UTF-8 becomes U+FFFD."""
    if data.startswith(_GZIP):
        data = _unpacked(data)
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _unpacked(data: bytes) -> bytes:
    """What gzip holds, as far as it can be unpacked."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        return unpacker.decompress(data)
    except zlib.error:
        return b""


def _form_of_text(text: str, data: bytes) -> AnyForm | None:
    start = text.lstrip()
    for form in FORMS:
        if form.start and start.startswith(form.start):
            return form
    if start.startswith(("{", "[")):
        return _form_of_json(text, data)
    hlo, mlir = _HLO.search(text), _MLIR.search(text)
    if hlo and (not mlir or hlo.start() < mlir.start()):
        return HLO
    if mlir:
        return STABLEHLO
    if text.count("\ufffd") > 2:  # A profile that went through a text decoder.
        return _form_of_binary(data)
    return None


def _form_of_json(text: str, data: bytes) -> AnyForm | None:
    if '"traceEvents"' in text:
        return PROFILE
    if '"source": ' in text[:80] and '"passes": [' in text[:80]:
        return PASSES
    if len(data) > HEAD:
        return None  # The analyses are small.
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    return next((form for form in FORMS if any(key in value for key in form.keys)), None)


def _form_of_binary(data: bytes) -> AnyForm:
    """A profile, be it a damaged one: the profile reader says better what is wrong with it."""
    try:
        form_of(data)
    except ProfileError as error:
        if error.verdict.fault in (Fault.TRUNCATED, Fault.MANGLED):
            return PROFILE
        raise Unreadable("is neither text nor a profile", _GIVE) from None
    return PROFILE
