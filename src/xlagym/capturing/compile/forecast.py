"""The backend's static estimate of cycles, made in a process of its own.

``python -m xlagym.capturing.compile.forecast JOB`` compiles once more with the estimate switched
on. That changes the optimized module (it gains analysis data) and often aborts the process after
writing, so its module is thrown away and its end is not trusted: only what lies in the folder
counts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from xlagym.capturing.compile.compile import compile_lowered, lower
from xlagym.capturing.job import Job
from xlagym.evidence.hlo.fusions import kernels, launched
from xlagym.evidence.hlo.reader import Module
from xlagym.evidence.reports.forecast import Forecast, parse_profile_textproto


def forecast_environment(folder: Path) -> dict[str, str]:
    """Environment that makes libtpu write its estimates into ``folder``."""
    return {"LIBTPU_INIT_ARGS": f"--xla_jf_dump_static_llo_profile_to={folder}"}


def read_estimates(folder: Path) -> Forecast:
    """Return estimated cycles by instruction, as far as the backend wrote them.

    Raises ForecastError where a file of the backend is not what it should be.
    """
    paths = sorted(folder.glob("*_static_llo_profile.textproto"))
    estimates = (parse_profile_textproto(path.read_text(encoding="utf-8")) for path in paths)
    return Forecast(dict(sorted(estimates)))


def why_not(forecast: Forecast, module: Module, ending: str) -> str | None:
    """Return why the estimates are no forecast of ``module``; None when they are one.

    ``ending`` says how the process that made them ended. Operations are estimated side by side, so
    an abort may come when some of them are written: half of a forecast is none.
    """
    if not forecast.ops:
        return f"the backend wrote none ({ending})"
    strangers = forecast.strangers(instruction.name for instruction in module.instructions)
    if strangers:
        return f"it names what the optimized module lacks: {', '.join(strangers)}"
    expected = {instruction.name for instruction in (*launched(module), *kernels(module))}
    lacking = expected - set(forecast.ops)
    if lacking:
        return (
            f"the backend wrote it for {len(expected) - len(lacking)} of {len(expected)} launched"
            f" operations ({ending})"
        )
    return None


def write_forecast(forecast: Forecast) -> str:
    """Return the text of ``forecast.json``, one operation a line."""
    rows = ",\n".join(f"{json.dumps(name)}: {cycles}" for name, cycles in forecast.ops.items())
    return f'{{"ops": {{\n{rows}\n}}}}\n'


def main(arguments: list[str]) -> int:
    """Compile the job given as JSON; libtpu writes its estimates on the way."""
    job = Job.from_json(arguments[0])
    compile_lowered(lower(job), job.options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
