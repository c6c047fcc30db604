"""From what a compile left to a capture's folder: scrub, pack, hash, sign with a manifest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import (
    COST,
    FORECAST,
    HLO,
    JAXPR,
    MEMORY,
    PASS_LOG,
    PASS_TEXTS,
    PASSES,
    PROGRAM,
    REFUSAL,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.captures.manifest import GIVEN, MANIFEST, FileEntry, Manifest, write_manifest
from xlagym.captures.packing import pack
from xlagym.capturing.compile.dumps import REPORTS, read_dumped_passes, read_report
from xlagym.capturing.compile.forecast import write_forecast
from xlagym.capturing.compile.made import DUMP_FOLDER, Made
from xlagym.capturing.job import Job
from xlagym.capturing.scrub.scrub import AT_THE_SOURCE, Machine, Rule, scrub
from xlagym.evidence.passes.reader import write_passes
from xlagym.evidence.reports.forecast import Forecast
from xlagym.inputs.inner_paths import inner_path

LICENCE = "MIT"
ALWAYS: Final[tuple[AnyForm, ...]] = (PROGRAM, JAXPR, STABLEHLO, STABLEHLO_LOCATED)
IF_COMPILED: Final[tuple[AnyForm, ...]] = (HLO, COST, MEMORY)


@dataclass(slots=True)
class Folder:
    """A capture's folder in the making."""

    path: Path
    rules: tuple[Rule, ...]
    entries: list[FileEntry] = field(default_factory=list)
    scrubbed: set[str] = field(default_factory=set)

    def add(self, name: str, text: str) -> None:
        """Write one scrubbed text; a name that ends in ``.xz`` is packed."""
        clean, found = scrub(text, self.rules)
        self.scrubbed.update(found)
        self.add_clean(name, clean.encode("utf-8"))

    def add_clean(self, name: str, content: bytes) -> None:
        """Write what needs no scrubbing any more, or none; ``.xz`` is packed."""
        if name.endswith(".xz"):
            content = pack(content)
        place = inner_path(self.path, name, f"{self.path.name}/{MANIFEST}")
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(content)
        self.entries.append(FileEntry(name, hashlib.sha256(content).hexdigest(), len(content)))


@dataclass(frozen=True, slots=True)
class Forecasting:
    """The backend's estimates, or the reason why there are none."""

    forecast: Forecast | None
    missing: str = ""


def assemble(job: Job, raw: Path, forecasting: Forecasting, into: Path, date: str) -> Manifest:
    """Make the folder ``into`` from the compile in ``raw``; return the manifest that it carries.

    Raises ProblemError or PassesError where the compile left something unreadable.
    """
    made = Made.read(raw)
    into.mkdir(parents=True)
    folder = Folder(into, Machine.here(Path(job.project), raw).rules())
    for form in (*ALWAYS, *(IF_COMPILED if made.outcome == "compiled" else (REFUSAL,))):
        folder.add(form.stored, (raw / form.file).read_text(encoding="utf-8"))
    if made.outcome == "compiled":
        add_dumped(folder, raw / DUMP_FOLDER, f"jit_{made.function}")
        if forecasting.forecast is not None:
            folder.add(FORECAST.stored, write_forecast(forecasting.forecast))
        if (log := raw / PASS_LOG.file).exists():
            folder.add(PASS_LOG.stored, log.read_text(encoding="utf-8"))
    manifest = manifest_of(job, raw, forecasting, folder, date)
    (into / MANIFEST).write_text(write_manifest(manifest), encoding="utf-8", newline="\n")
    return manifest


def add_dumped(folder: Folder, dump: Path, module: str) -> None:
    """Add what the compiler wrote down of its passes and of memory.

    Raises ProblemError or PassesError where the dump lacks a report or can't be read.
    """
    reports = {form: read_report(dump, module, form) for form in REPORTS}
    index, texts = write_passes(read_dumped_passes(dump, module))
    for form, report in reports.items():
        if report is not None:
            folder.add(form.stored, report)
    folder.add(PASSES.stored, index)
    folder.add(PASS_TEXTS.stored, texts)


def manifest_of(
    job: Job, raw: Path, forecasting: Forecasting, folder: Folder, date: str
) -> Manifest:
    """Return the manifest of a compiled capture whose files are in ``folder``."""
    made = Made.read(raw)
    return Manifest(
        id=job.id,
        basis="compiled",
        outcome=made.outcome,
        program=job.program,
        variant=job.variant,
        function=made.function,
        source_file=job.source_file,
        source_sha256=hashlib.sha256((raw / PROGRAM.file).read_bytes()).hexdigest(),
        tensors=made.tensors,
        target=job.target,
        device_kind=made.device_kind,
        topology=made.topology,
        jax=made.jax,
        jaxlib=made.jaxlib,
        libtpu=made.libtpu,
        flags=job.options,
        command=f"xlagym capture {job.id} --replace",
        date=date,
        forecast=forecasting.missing or GIVEN,
        scrubbed=(AT_THE_SOURCE, *sorted(folder.scrubbed)),
        licence=LICENCE,
        files=tuple(folder.entries),
    )
