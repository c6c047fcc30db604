"""Find a compile's own reports among the many files of its dump folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import BUFFERS, LIVE_RANGES, MEMORY_USAGE
from xlagym.evidence.passes.reader import (
    Passes,
    parse_dump_name,
    passes_from_dumps,
    passes_from_metadata,
)
from xlagym.inputs.problems import Problem, ProblemError

REPORTS: Final[Mapping[AnyForm, str]] = {
    LIVE_RANGES: "after_optimizations-live-range.txt",
    BUFFERS: "after_optimizations-buffer-assignment.txt",
    MEMORY_USAGE: "after_optimizations-memory-usage-report.txt",
}
"""Form of evidence → how the compiler's file ends. The CPU's have ``cpu_`` before it."""


NOT_EVERYWHERE: Final = frozenset({LIVE_RANGES})
"""Reports that an older backend may not write."""


def read_report(folder: Path, module: str, form: AnyForm) -> str | None:
    """Return the text of the report of that form.

    ``module`` is the compiled module's name, ``jit_…``. None for a report that not every backend
    writes, where there is none. Raises ProblemError when there is not exactly one of another.
    """
    ending = REPORTS[form]
    found = [
        path
        for path in _files_of(folder, module)
        if path.name.endswith((f".{ending}", f".cpu_{ending}"))
    ]
    if not found and form in NOT_EVERYWHERE:
        return None
    if len(found) != 1:
        raise ProblemError(_problem(module, f"expected one report …{ending}, found {len(found)}"))
    return found[0].read_text(encoding="utf-8")


def read_dumped_passes(folder: Path, module: str) -> Passes:
    """Read every pass of the module's compile, and its text after each that changed it."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in _files_of(folder, module)
        if parse_dump_name(path.name) is not None
    }
    metadata = sorted(folder.glob("module_*.metadata.textproto"))
    of_module = [path for path in metadata if f".{module}." in path.read_text(encoding="utf-8")]
    if len(of_module) > 1:
        raise ProblemError(_problem(module, f"{len(of_module)} records of passes, expected one"))
    if of_module:
        return passes_from_metadata(of_module[0].read_text(encoding="utf-8"), texts)
    return passes_from_dumps(texts)


def _files_of(folder: Path, module: str) -> list[Path]:
    return sorted(path for path in folder.glob(f"module_*.{module}.*.txt") if path.is_file())


def _problem(module: str, message: str) -> Problem:
    return Problem(
        f"dump of {module}",
        message,
        "another version of the compiler may name its dumps in another way: see"
        " capturing/compile/dumps.py",
        rule="dump",
    )
