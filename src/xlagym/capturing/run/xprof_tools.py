"""What XProf itself makes of a profile, in a process of its own.

``python -m xlagym.capturing.run.xprof_tools PROFILE FOLDER`` writes the JSON of each tool into
FOLDER and ``said.json``. XProf prints a lot, writes beside what it reads, and gives None for what
it can't parse; none of that may reach a capture, so PROFILE is a copy in a folder that is thrown
away.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

TOOLS = ("hlo_stats", "roofline_model", "overview_page")
"""The tools whose answers a capture keeps."""
SAID = "said.json"


def tell(profile: Path, folder: Path) -> dict[str, str]:
    """Write the answers of XProf's tools into ``folder``; return what each gave, in words."""
    from xprof.convert import raw_to_tool_data

    said = {"version": version("xprof")}
    for tool in TOOLS:
        answer, _ = raw_to_tool_data.xspace_to_tool_data([str(profile)], tool, {})
        text = answer.decode("utf-8") if isinstance(answer, bytes) else answer
        if not text:
            said[tool] = "nothing"
            continue
        said[tool] = _extent(json.loads(text))
        (folder / f"{tool}.json").write_text(text, encoding="utf-8", newline="\n")
        # Said after each tool, so that a crash in the next one loses nothing.
        (folder / SAID).write_text(json.dumps(said), encoding="utf-8")
    return said


def _extent(answer: Any) -> str:
    """How much an answer holds: ``17 rows``, or ``3 tables with 0 rows``."""
    tables = answer if isinstance(answer, list) else [answer]
    rows = sum(len(table.get("rows", ())) for table in tables if isinstance(table, dict))
    counted = f"{rows} row" + ("" if rows == 1 else "s")
    return counted if len(tables) == 1 else f"{len(tables)} tables with {counted}"


if __name__ == "__main__":
    tell(Path(sys.argv[1]), Path(sys.argv[2]))
