"""The log of the compiler's passes: what the CPU's backend has instead of a record of them.

Its dumps show the passes that changed something; the log names all that ran.
"""

from __future__ import annotations

import re

LOGGING = {"TF_CPP_MIN_LOG_LEVEL": "0", "TF_CPP_VMODULE": "hlo_pass_pipeline=1"}
"""Environment variables that make the compiler log its passes to the standard error."""
_LOGGED = re.compile(r"hlo_pass_pipeline\.cc:\d+\] ( *(?:Running )?HLO pass .*)$", re.MULTILINE)
_PIPELINE = re.compile(r"Running HLO pass pipeline on module (\S+): ")
_TIMED = re.compile(r" time: ")


def pass_log(errors: str, module: str) -> str:
    """The lines about ``module``, ``jit_…``, without times and places in the compiler's source.

    ``errors`` is what the compiling process wrote to its standard error. Empty for none.
    """
    lines: list[str] = []
    current = ""
    for match in _LOGGED.finditer(errors):
        line = match[1]
        if begun := _PIPELINE.match(line):
            current = begun[1]
        if current == module and not _TIMED.search(line):
            lines.append(line)
    return "".join(f"{line}\n" for line in lines)
