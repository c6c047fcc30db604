"""How long the command line takes to answer, beside Python's own start.

``xlagym --help`` should be there at once, and the report of a small text soon after it: neither
may load what only other commands need. Whole processes; the best of several, by the wall clock.
Exit 1 where a bound below is not held.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPEATS = 7
SLOWER = 4.0
"""The report of a small text takes at most this many times as long as the help."""
TEXT = Path(__file__).resolve().parents[1] / "captures" / "exp@cpu" / "optimized.hlo"


def best(*command: str) -> float:
    """Seconds of the quickest of several runs."""
    seconds = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        page = str(Path(folder, "report.html"))
        python = best(sys.executable, "-c", "import click, rich.console")
        help_ = best(sys.executable, "-m", "xlagym", "--help")
        xray = best(sys.executable, "-m", "xlagym", "xray", str(TEXT), "-o", page)
    print(f"python  {python * 1e3:4.0f} ms: imports click and rich, and ends")
    print(f"help    {help_ * 1e3:4.0f} ms, {help_ / python:.2f} times that")
    print(f"xray    {xray * 1e3:4.0f} ms for {TEXT.stat().st_size:,} bytes of HLO,")
    print(f"        {xray / help_:.2f} times the help (bound: {SLOWER:g})")
    return int(xray > SLOWER * help_)


if __name__ == "__main__":
    sys.exit(main())
