"""The error that the readers of memory reports raise."""

from __future__ import annotations


class MemoryReportError(ValueError):
    """Raised when a report is none of the compiler's, or a line of it can't be read."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line
