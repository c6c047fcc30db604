"""One capture: its manifest, its files, and what the readers find in them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlagym.captures.manifest import GIVEN, FileEntry, Manifest
from xlagym.captures.packing import unpack
from xlagym.chips.names import chip_id
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.keeper import handle
from xlagym.keeping.kept import kept
from xlagym.keeping.recording import note, noted

# The readers are imported where they are used: a warm build needs few of them, or none.
if TYPE_CHECKING:
    from xlagym.captures.timeline import Timeline
    from xlagym.evidence.hlo.carriers import Carrier
    from xlagym.evidence.hlo.reader import Module
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.kernels.mosaic import Kernel
    from xlagym.evidence.memory.reports import Allocation, LiveRanges, SpaceUsage
    from xlagym.evidence.origins.origins import Origins
    from xlagym.evidence.passes.log import PassLog
    from xlagym.evidence.passes.reader import Passes
    from xlagym.evidence.passes.steps import Step
    from xlagym.evidence.profile.profile import Profile
    from xlagym.evidence.reports.cost import Cost, MemoryStats
    from xlagym.evidence.reports.figures import Figure
    from xlagym.evidence.reports.forecast import Forecast
    from xlagym.evidence.reports.run_record import RunRecord
    from xlagym.evidence.stablehlo.reader import StableModule, StableOp


PROFILE = "profile.xplane.pb"
"""The profile of a capture that ran; it is stored packed."""
KIND = "capture"
FILE = "evidence"
"""What readings are noted as: ``capture ID`` for its manifest, ``evidence ID/NAME`` for a file."""


class Capture:
    """A capture of a store that has been checked: every file listed is there and unchanged.

    A file may still hold anything. Readings raise ProblemError where the capture has no such file,
    and where the file's reader can't make sense of it.
    """

    def __init__(self, manifest: Manifest, folder: Path, shown: str = "", digest: str = "") -> None:
        """``shown`` is the folder's name for messages, such as ``captures/ID``.

        ``digest`` changes with anything that the manifest says, the hashes of files among it.
        """
        self.id = manifest.id
        """``attention-s1024@tpu-v6e``."""
        self.folder = folder
        self.shown = shown or f"captures/{manifest.id}"
        self.digest = digest or hashlib.sha256(repr(manifest).encode()).hexdigest()
        self._manifest = manifest

    def __repr__(self) -> str:
        return f"<Capture {self.id}>"

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        """A kept value holds which capture it is, and not the capture."""
        return handle, (KIND, self.id)

    @property
    def manifest(self) -> Manifest:
        """All that is said of it."""
        note(f"{KIND} {self.id}", self.digest)
        return self._manifest

    @property
    def basis(self) -> str:
        """``compiled``, ``measured`` or ``published``."""
        return self.manifest.basis

    @property
    def target(self) -> str:
        """``cpu``, ``tpu-v6e``, ``tpu-v6e-2x4``, ``cpu.run``."""
        return self.manifest.target

    @property
    def chip(self) -> str:
        """The target's kind of chip: ``tpu-v6e`` also of ``tpu-v6e-2x4.run``."""
        return chip_id(self.target)

    @property
    def refused(self) -> bool:
        """Whether the compiler refused the program; then ``refusal.txt`` says why."""
        return self.manifest.outcome == "refused"

    def has(self, name: str) -> bool:
        """Whether the capture holds the file, packed or not."""
        return self._entry(name) is not None

    def text(self, name: str) -> str:
        """Return the text of a file; ``passes.txt`` unpacks ``passes.txt.xz``."""
        return self.read(lambda: self.content(name).decode("utf-8"), name)

    def content(self, name: str) -> bytes:
        """Return the bytes of a file; ``profile.xplane.pb`` unpacks ``profile.xplane.pb.xz``."""
        stored = self._need(name).name
        content = self.stored_bytes(stored)
        return unpack(content) if stored.endswith(".xz") else content

    def stored_bytes(self, stored: str) -> bytes:
        """Return the bytes of a file as they lie in the folder, packed or not."""
        return inner_path(self.folder, stored, f"{self.shown}/capture.yml").read_bytes()

    def sha256(self, name: str) -> str:
        """Return the hash of a file as it is stored."""
        return self._need(name).sha256

    def line_of(self, name: str, needle: str) -> int | None:
        """Return the first line (1-based) of a file that holds ``needle``."""
        before, found, _ = self.text(name).partition(needle)
        return before.count("\n") + 1 if found else None

    def evidence(self, name: str) -> str:
        """Return what is known of a file before it is read: its hash, empty where there is none."""
        stored = self._manifest.entry(name) or self._manifest.entry(f"{name}.xz")
        return "" if stored is None else stored.sha256

    def _entry(self, name: str) -> FileEntry | None:
        note(f"{FILE} {self.id}/{name}", self.evidence(name))
        return self._manifest.entry(name) or self._manifest.entry(f"{name}.xz")

    def _need(self, name: str) -> FileEntry:
        entry = self._entry(name)
        if entry is None:
            why = "the compiler refused this program" if self.refused else "it was made without"
            raise ProblemError(
                Problem(
                    f"{self.shown}/capture.yml",
                    f"'{self.id}' has no {name}: {why}",
                    f"it has {', '.join(entry.name for entry in self.manifest.files)}",
                    rule="capture",
                )
            )
        return entry

    def read[T](self, read: Callable[[], T], *names: str) -> T:
        """Return what a reader makes of the named files; its error becomes one for people."""
        try:
            return read()
        except ValueError as error:
            others = f", beside {' and '.join(names[1:])}" if names[1:] else ""
            raise ProblemError(
                Problem(
                    f"{self.shown}/{names[0]}",
                    f"it can't be read{others}: {error}",
                    f"restore it from git, or make the capture again: {self.manifest.command}",
                    getattr(error, "line", None),
                    "evidence",
                )
            ) from error

    @noted
    def hlo(self) -> Module:
        """The optimized module."""
        from xlagym.evidence.hlo.reader import read_hlo

        return self.read(lambda: read_hlo(self.text("optimized.hlo")), "optimized.hlo")

    @noted
    def stablehlo(self) -> StableModule:
        """The module that the compiler received, with the Python it came from."""
        return _stablehlo(self)

    @noted
    def cost(self) -> Cost:
        """The compiler's own cost analysis."""
        from xlagym.evidence.reports.cost import read_cost

        return self.read(lambda: read_cost(self.text("cost.json")), "cost.json")

    @noted
    def memory_stats(self) -> MemoryStats:
        """Bytes of arguments, results and temporaries."""
        from xlagym.evidence.reports.cost import read_memory_stats

        return self.read(lambda: read_memory_stats(self.text("memory.json")), "memory.json")

    @noted
    def live_ranges(self) -> LiveRanges:
        """The schedule, and from when to when each buffer lives."""
        from xlagym.evidence.memory.reports import read_live_ranges

        return self.read(lambda: read_live_ranges(self.text("live-range.txt")), "live-range.txt")

    @noted
    def allocations(self) -> list[Allocation]:
        """The buffer assignment: sizes, offsets, memory spaces."""
        from xlagym.evidence.memory.reports import read_buffer_assignment

        return self.read(
            lambda: read_buffer_assignment(self.text("buffer-assignment.txt")),
            "buffer-assignment.txt",
        )

    @noted
    def memory_usage(self) -> dict[int, SpaceUsage]:
        """The compiler's memory report, a total for each space, by the space's number."""
        from xlagym.evidence.memory.reports import read_memory_usage

        return self.read(
            lambda: read_memory_usage(self.text("memory-usage.txt")), "memory-usage.txt"
        )

    @noted
    def passes(self) -> Passes:
        """Every pass of the compile, and the texts after those that changed the module."""
        from xlagym.evidence.passes.reader import read_passes

        return self.read(
            lambda: read_passes(self.text("passes.json"), self.text("passes.txt")),
            "passes.json",
            "passes.txt",
        )

    @noted
    def pass_steps(self) -> tuple[Step, ...]:
        """The compile change by change."""
        from xlagym.evidence.passes.steps import read_steps

        return read_steps(self.passes)

    @noted
    def pass_log(self) -> PassLog:
        """Every pass that ran, by name, as the CPU's compiler logs them."""
        from xlagym.evidence.passes.log import read_pass_log

        return self.read(lambda: read_pass_log(self.text("pass-log.txt")), "pass-log.txt")

    @noted
    def forecast(self) -> Forecast | None:
        """The backend's static estimate of cycles; None where it made none."""
        from xlagym.evidence.reports.forecast import read_forecast

        if self.manifest.forecast != GIVEN:
            return None
        return self.read(lambda: read_forecast(self.text("forecast.json")), "forecast.json")

    @noted
    def big(self) -> Array | None:
        """The big intermediate: the largest value that is neither argument nor result."""
        from xlagym.evidence.hlo.carriers import big_intermediate

        return big_intermediate(self.stablehlo)

    @noted
    def carriers(self) -> list[Carrier]:
        """Instructions that carry the big intermediate; none where there is none."""
        from xlagym.evidence.hlo.carriers import carriers

        return [] if self.big is None else list(carriers(self.hlo, self.big))

    @noted
    def spills(self) -> list[Carrier]:
        """Carriers whose tensor lies in HBM."""
        from xlagym.evidence.hlo.carriers import spills

        return [] if self.big is None else list(spills(self.hlo, self.big))

    @noted
    def kernels(self) -> list[Kernel]:
        """The Mosaic kernels inside custom calls, decoded."""
        return _kernels(self)

    @noted
    def origins(self) -> Origins:
        """What became of every op, and where every instruction comes from."""
        return _origins(self)

    @noted
    def profile(self) -> Profile:
        """The profile of a capture that ran; ProblemError where it can't be read."""
        from xlagym.captures.timeline import unreadable
        from xlagym.evidence.profile.health.faults import ProfileError
        from xlagym.evidence.profile.reading import read_profile

        try:
            return read_profile(self.content(PROFILE))
        except ProfileError as error:
            raise unreadable(error, f"{self.shown}/{PROFILE}") from error

    @noted
    def timeline(self) -> Timeline:
        """The runs of the program in the profile, and its ops in them."""
        from xlagym.captures.timeline import timeline_of

        return timeline_of(self.profile, f"jit_{self.manifest.function}", f"{self.shown}/{PROFILE}")

    @noted
    def run_record(self) -> RunRecord:
        """What ran, on what, how often, by the host's clock and by the profile."""
        from xlagym.evidence.reports.run_record import read_run_record

        return self.read(lambda: read_run_record(self.text("run.json")), "run.json")

    @noted
    def figures(self) -> dict[str, Figure]:
        """The figures of a published capture, by name."""
        from xlagym.evidence.reports.figures import read_figures

        return read_figures(self.text("figures.yml"), f"{self.shown}/figures.yml")

    def tensor(self, name: str) -> tuple[StableOp, Array]:
        """Return the op that makes the tensor which the program calls ``name``, and its shape."""
        from xlagym.captures.tensors import find_tensor

        return find_tensor(self, name)


@kept
def _stablehlo(capture: Capture) -> StableModule:
    from xlagym.evidence.stablehlo.reader import read_stablehlo

    names = ("stablehlo.mlir", "stablehlo.debug.mlir")
    return capture.read(lambda: read_stablehlo(*map(capture.text, names)), *names)


@kept
def _kernels(capture: Capture) -> list[Kernel]:
    from xlagym.evidence.hlo.fusions import kernels
    from xlagym.evidence.kernels.mosaic import decode_kernel

    return capture.read(
        lambda: [decode_kernel(call) for call in kernels(capture.hlo)], "optimized.hlo"
    )


@kept
def _origins(capture: Capture) -> Origins:
    from xlagym.evidence.origins.origins import origins

    return capture.read(
        lambda: origins(capture.stablehlo, capture.hlo, capture.passes),
        "stablehlo.mlir",
        "stablehlo.debug.mlir",
        "optimized.hlo",
        "passes.json",
        "passes.txt",
    )
