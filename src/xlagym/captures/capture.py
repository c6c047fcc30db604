"""One capture: its manifest, its files, and what the readers find in them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import FIGURES, PROFILE, RUN
from xlagym.captures.manifest import MANIFEST, FileEntry, Manifest
from xlagym.captures.packing import unpack
from xlagym.captures.readings import FormAttribute, ModuleReadings
from xlagym.chips.names import chip_id
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.keeper import handle
from xlagym.keeping.kept import kept
from xlagym.keeping.recording import note, noted

if TYPE_CHECKING:
    from xlagym.captures.timeline import CaptureRuns
    from xlagym.evidence.passes.steps import Step
    from xlagym.evidence.reports.forecast import Forecast

type Named = AnyForm | str
"""A form, or the name of a file as an author or a manifest gives it."""
KIND = "capture"
FILE = "evidence"
"""What readings are noted as: ``capture ID`` for its manifest, ``evidence ID/NAME`` for a file."""


class Capture(ModuleReadings):
    """A capture of a store that has been checked: every file listed is there and unchanged.

    A file may still hold anything. Readings raise ProblemError where the capture has no such file,
    and where the file's reader can't make sense of it.
    """

    def __init__(self, manifest: Manifest, folder: Path, shown: str = "", digest: str = "") -> None:
        """``shown`` is the folder's name for messages, such as ``captures/ID``.

        ``digest`` changes with anything that the manifest says, the hashes of files among it.
        """
        super().__init__()
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

    def has(self, form: Named) -> bool:
        """Whether the capture holds the file, packed or not."""
        return self._entry(_file(form)) is not None

    def text(self, form: Named) -> str:
        """Return the text of a file; that of ``passes.txt`` unpacks ``passes.txt.xz``."""
        return self.told(lambda: self.content(form).decode("utf-8"), _file(form))

    def content(self, form: Named) -> bytes:
        """Return the bytes of a file, unpacked."""
        stored = self._need(_file(form)).name
        content = self.stored_bytes(stored)
        return unpack(content) if stored.endswith(".xz") else content

    def stored_bytes(self, stored: str) -> bytes:
        """Return the bytes of a file as they lie in the folder, packed or not."""
        return inner_path(self.folder, stored, f"{self.shown}/{MANIFEST}").read_bytes()

    def sha256(self, form: Named) -> str:
        """Return the hash of a file as it is stored."""
        return self._need(_file(form)).sha256

    def line_of(self, form: Named, needle: str) -> int | None:
        """Return the first line (1-based) of a file that holds ``needle``."""
        before, found, _ = self.text(form).partition(needle)
        return before.count("\n") + 1 if found else None

    def name_of(self, form: Named) -> str:
        """``captures/ID/cost.json``."""
        return f"{self.shown}/{_file(form)}"

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
                    f"{self.shown}/{MANIFEST}",
                    f"'{self.id}' has no {name}: {why}",
                    f"it has {', '.join(entry.name for entry in self.manifest.files)}",
                    rule="capture",
                )
            )
        return entry

    def told[T](self, read: Callable[[], T], *names: str) -> T:
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

    def guarded[T](self, make: Callable[[], T], *forms: AnyForm) -> T:
        """What ``make`` makes of the texts of ``forms``; its ValueError becomes a ProblemError."""
        return self.told(make, *(form.file for form in forms))

    def kept[T](self, make: Callable[[Any], T], *forms: AnyForm) -> T:
        """What ``make`` makes of it, kept between builds."""
        made: T = _kept(self, make, *(form.file for form in forms))
        return made

    profile = FormAttribute(PROFILE)
    """The profile of a capture that ran."""
    run_record = FormAttribute(RUN)
    """What ran, on what, how often, by the host's clock and by the profile."""
    figures = FormAttribute(FIGURES)
    """The figures of a published capture, by name."""

    @property
    def forecast(self) -> Forecast | None:
        """The backend's static estimate of cycles; None where the manifest says why not."""
        return super().forecast if self.manifest.has_forecast else None

    @noted
    def pass_steps(self) -> tuple[Step, ...]:
        """The compile change by change."""
        from xlagym.evidence.passes.steps import read_steps

        return read_steps(self.passes)

    @noted
    def timeline(self) -> CaptureRuns:
        """The runs of the program in the profile, and its ops in them."""
        from xlagym.captures.timeline import timeline_of

        return timeline_of(self.profile, f"jit_{self.manifest.function}", self.name_of(PROFILE))


@kept
def _kept(capture: Capture, make: Callable[[Capture], Any], *names: str) -> Any:
    return capture.told(lambda: make(capture), *names)


def _file(form: Named) -> str:
    return form if isinstance(form, str) else form.file
