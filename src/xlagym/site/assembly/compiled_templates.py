"""Templates as Jinja compiles them, kept in a folder: compiling takes longer than rendering."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket


class CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Found by name and content; where they can't be kept, they are compiled anew."""

    def __init__(self, folder: Path) -> None:
        """Keep them in ``folder``, which must be nobody else's to write: they are code."""
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        super().__init__(str(folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        """As Jinja's own; nothing where the file can't be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """As Jinja's own; nothing where the file can't be written."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
