"""The backend's static estimate of cycles, made in a process of its own.

``python -m xlagym.capturing.forecast JOB`` compiles once more with the estimate switched on. That
changes the optimized module (it gains analysis data) and often aborts the process after writing,
so its module is thrown away and its end is not trusted: only what lies in the folder counts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from xlagym.capturing.compile import compile_lowered, lower
from xlagym.capturing.job import Job
from xlagym.evidence.textproto import parse_textproto


def forecast_environment(folder: Path) -> dict[str, str]:
    """Environment that makes libtpu write its estimates into ``folder``."""
    return {"LIBTPU_INIT_ARGS": f"--xla_jf_dump_static_llo_profile_to={folder}"}


def read_estimates(folder: Path) -> dict[str, int]:
    """Return estimated cycles by instruction, as far as the backend wrote them."""
    estimates = (
        (message.text("hlo_op_name"), int(message.text("estimated_cycles")))
        for path in sorted(folder.glob("*_static_llo_profile.textproto"))
        for message in parse_textproto(path.read_text(encoding="utf-8")).messages("hlo_op_estimate")
    )
    return dict(sorted(estimates))


def why_not(estimates: dict[str, int], instructions: set[str], ending: str) -> str | None:
    """Return why these estimates are no forecast of the module with these instructions.

    ``ending`` says how the process that made them ended. None when they are one.
    """
    if not estimates:
        return f"the backend wrote none ({ending})"
    strangers = sorted(set(estimates) - instructions)
    if strangers:
        return f"it names what the optimized module lacks: {', '.join(strangers)}"
    return None


def write_forecast(estimates: dict[str, int]) -> str:
    """Return the text of ``forecast.json``, one operation a line."""
    rows = ",\n".join(f"{json.dumps(name)}: {cycles}" for name, cycles in estimates.items())
    return f'{{"ops": {{\n{rows}\n}}}}\n'


def main(arguments: list[str]) -> int:
    """Compile the job given as JSON; libtpu writes its estimates on the way."""
    job = Job.from_json(arguments[0])
    compile_lowered(lower(job), job.options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
