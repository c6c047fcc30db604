"""What a compile leaves in its folder beside the texts that the compiler gives."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

DUMP_FOLDER = "dump"
"""Where the compiler writes down its passes, within the folder."""
_MADE = "made.json"


@dataclass(frozen=True, slots=True)
class Made:
    """What a compile found out; it is written last, and only where the compile came through."""

    outcome: str
    """``compiled``, or ``refused``: then ``refusal.txt`` has the compiler's words."""
    function: str
    """The compiled module is called ``jit_…``."""
    tensors: dict[str, str]
    device_kind: str
    topology: str
    jax: str
    jaxlib: str
    libtpu: str

    def write(self, folder: Path) -> None:
        """Leave it in ``folder``."""
        (folder / _MADE).write_text(json.dumps(asdict(self)), encoding="utf-8")

    @staticmethod
    def exists(folder: Path) -> bool:
        """Whether the compile in ``folder`` came through."""
        return (folder / _MADE).exists()

    @staticmethod
    def read(folder: Path) -> Made:
        """Read what the compile in ``folder`` left."""
        return Made(**json.loads((folder / _MADE).read_text(encoding="utf-8")))
