"""Text files that people write: read whole, or told what keeps them from being read."""

from __future__ import annotations

import codecs
from pathlib import Path

from xlagym.inputs.problems import Problem, ProblemError

LIMIT = 4_000_000
"""Bytes of the largest text that anybody writes by hand, and then some."""


def read_text(path: Path, file: str) -> str:
    """Return the text of ``path``, line ends as one ``\\n``; ``file`` is its name for messages.

    Raises ProblemError where there is no such file, where it is no file or too large for one that
    a person wrote, where it may not be read, and at the line that is no UTF-8.
    """
    try:
        if path.exists() and not path.is_file():
            raise _error(file, "it is no file", "put the text in its place, or restore it from git")
        size = path.stat().st_size
        if size > LIMIT:
            raise _error(file, f"it has {size:,} bytes", f"a text here has {LIMIT:,} at most")
        content = path.read_bytes()
    except FileNotFoundError:
        raise _error(
            file, "there is no such file", "every site needs one; restore it from git"
        ) from None
    except OSError as error:
        raise _error(
            file, f"can't be read: {error.strerror}", "see to its permissions, or restore it"
        ) from error
    return decoded(content, file)


def decoded(content: bytes, file: str) -> str:
    """Return ``content`` as text without a byte order mark. Raises ProblemError with the line."""
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        raise _error(
            file,
            f"it is no UTF-8: the byte {byte:#04x} can't stand where it does",
            "save it as a UTF-8 text file",
            line,
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def replace_text(path: Path, text: str) -> None:
    """Make ``path`` hold ``text``, whole or not at all. Raises OSError."""
    fresh = path.with_name(f".{path.name}.part")
    try:
        fresh.write_text(text, encoding="utf-8", newline="\n")
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _error(file: str, message: str, advice: str, line: int | None = None) -> ProblemError:
    return ProblemError(Problem(file, message, advice, line))
