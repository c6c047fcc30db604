"""Names of the compiler's dumps: ``module_N.NAME[.cl_N].PPPP.PIPELINE.[after_X][.before_Y].txt``.

Steps within a pass (copy insertion, the TPU's tiling rewriter) lack one of the last two parts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_DUMP_NAME = re.compile(
    r"^(?P<module>module_\d+\..+?)\.(?P<number>\d{4,})\.(?P<pipeline>.+?)\."
    r"(?:after_(?P<after>.+?))?(?:(?:^|(?<=\.)|\.)before_(?P<before>.+?))?\.txt$"
)


@dataclass(frozen=True, slots=True)
class DumpName:
    """What the name of a pass's dump says."""

    module: str
    number: str
    pipeline: str
    after: str | None
    before: str | None

    @property
    def step(self) -> str:
        """The pass that has just run; for a dump that names only what comes next, that, said so."""
        return self.after if self.after is not None else f"before {self.before}"


def parse_dump_name(file_name: str) -> DumpName | None:
    """Read ``module_N.NAME[.cl_N].PPPP.PIPELINE.[after_X][.before_Y].txt``; None for others."""
    match = _DUMP_NAME.match(file_name.rpartition("/")[2])
    if match is None or (match["after"] is None and match["before"] is None):
        return None
    return DumpName(*match.group("module", "number", "pipeline", "after", "before"))
