"""What the readers find in the texts of one module, wherever the texts come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, overload

from xlagym.captures.forms import (
    BUFFERS,
    COST,
    FORECAST,
    HLO,
    LIVE_RANGES,
    MEMORY,
    MEMORY_USAGE,
    PASS_LOG,
    PASS_TEXTS,
    PASSES,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.keeping.recording import InputDigests, note_all, noted, recording

# The readers are imported where they are used: a warm build needs few of them, or none.
if TYPE_CHECKING:
    from xlagym.captures.form import AnyForm, Form
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.kernels.mosaic import Kernel
    from xlagym.evidence.memory.peaks import Peaks
    from xlagym.evidence.origins.carriers import Carrier
    from xlagym.evidence.origins.origins import Origins
    from xlagym.evidence.reports.forecast import Forecast


class FormAttribute[T]:
    """An attribute of ``ModuleReadings``: what the reader of ``form`` makes of it."""

    def __init__(self, form: Form[T]) -> None:
        self.form = form

    @overload
    def __get__(self, readings: None, owner: type) -> Self: ...

    @overload
    def __get__(self, readings: ModuleReadings, owner: type) -> T: ...

    def __get__(self, readings: ModuleReadings | None, owner: type) -> T | Self:
        return self if readings is None else readings.read(self.form)


class ModuleReadings(ABC):
    """The readings of one module's texts, and what follows from them; each is made when asked for.

    A subclass says where the texts lie: in a capture's folder, or in files that somebody gave.
    Readings raise ProblemError where there is no such text, and where its reader can't make sense
    of it.
    """

    def __init__(self) -> None:
        self._made: dict[AnyForm, tuple[Any, InputDigests]] = {}

    @property
    @abstractmethod
    def chip(self) -> str:
        """The kind of chip that it was compiled for, ``tpu-v6e``; empty where nobody knows."""

    @abstractmethod
    def has(self, form: AnyForm) -> bool:
        """Whether there is a text of that form."""

    @abstractmethod
    def text(self, form: AnyForm) -> str:
        """The text of that form."""

    @abstractmethod
    def content(self, form: AnyForm) -> bytes:
        """The bytes of that form, unpacked."""

    @abstractmethod
    def name_of(self, form: AnyForm) -> str:
        """What the file of that form is called in messages."""

    @abstractmethod
    def guarded[T](self, make: Callable[[], T], *forms: AnyForm) -> T:
        """What ``make`` makes of the texts of ``forms``; its ValueError becomes one for people."""

    def kept[T](self, make: Callable[[Any], T], *forms: AnyForm) -> T:
        """What ``make``, a function of its module's level, makes of this; it may be kept."""
        return self.guarded(lambda: make(self), *forms)

    def read[T](self, form: Form[T]) -> T:
        """What the reader of ``form`` makes of it."""
        if form not in self._made:
            forms = (form, *form.beside)
            with recording() as inputs:
                if form.slow:
                    value = self.kept(form.read, *forms)
                else:
                    value = self.guarded(lambda: form.read(self), *forms)
            self._made[form] = (value, inputs)
        made: tuple[T, InputDigests] = self._made[form]
        note_all(made[1])
        return made[0]

    def hold[T](self, form: Form[T], made: T) -> None:
        """Take ``made`` for what the reader of ``form`` makes."""
        self._made[form] = (made, {})

    def find[T](self, form: Form[T]) -> T | None:
        """The same; None where there is no text of that form."""
        return self.read(form) if self.has(form) else None

    hlo = FormAttribute(HLO)
    """The optimized module."""
    stablehlo = FormAttribute(STABLEHLO)
    """The module that the compiler received, with the Python it came from."""
    passes = FormAttribute(PASSES)
    """Every pass of the compile, and the texts after those that changed the module."""
    pass_log = FormAttribute(PASS_LOG)
    """Every pass that ran, by name, as the CPU's compiler logs them."""
    cost = FormAttribute(COST)
    """The compiler's own cost analysis."""
    memory_stats = FormAttribute(MEMORY)
    """Bytes of arguments, results and temporaries."""
    live_ranges = FormAttribute(LIVE_RANGES)
    """The schedule, and from when to when each buffer lives."""
    allocations = FormAttribute(BUFFERS)
    """The buffer assignment: sizes, offsets, memory spaces."""
    memory_usage = FormAttribute(MEMORY_USAGE)
    """The compiler's memory report, a total for each space, by the space's number."""

    @property
    def forecast(self) -> Forecast | None:
        """The backend's static estimate of cycles; None where it made none."""
        return self.find(FORECAST)

    @noted
    def peaks(self) -> Peaks:
        """The fullest moment of each memory; the work grows with the square of what lives."""
        from xlagym.evidence.memory.peaks import peak_by_space

        return peak_by_space(self.live_ranges, self.allocations)

    @noted
    def big(self) -> Array | None:
        """The big intermediate: the largest value that is neither argument nor result."""
        from xlagym.evidence.origins.carriers import big_intermediate

        return big_intermediate(self.stablehlo)

    @noted
    def carriers(self) -> list[Carrier]:
        """Instructions that carry the big intermediate; none where there is none."""
        from xlagym.evidence.origins.carriers import carriers

        return [] if self.big is None else list(carriers(self.hlo, self.big))

    @property
    def spills(self) -> list[Carrier]:
        """Carriers whose tensor lies in HBM."""
        return [each for each in self.carriers if each.spills]

    @noted
    def kernels(self) -> list[Kernel]:
        """The Mosaic kernels inside custom calls, decoded."""
        return self.kept(_kernels, HLO)

    @noted
    def origins(self) -> Origins:
        """What became of every op, and where every instruction comes from."""
        return self.kept(_origins, STABLEHLO, STABLEHLO_LOCATED, HLO, PASSES, PASS_TEXTS)


def _kernels(readings: ModuleReadings) -> list[Kernel]:
    from xlagym.evidence.hlo.fusions import kernels
    from xlagym.evidence.kernels.mosaic import decode_kernel

    return [decode_kernel(each) for each in kernels(readings.hlo)]


def _origins(readings: ModuleReadings) -> Origins:
    from xlagym.evidence.origins.origins import origins

    return origins(readings.stablehlo, readings.hlo, readings.passes)
