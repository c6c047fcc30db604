"""The exhibit of the fusion x-ray as its template takes it: panes and kernels as listings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.gym.stations.fusion_xray.side_by_side import SideBySide
from xlagym.site.show.listing import ListingLine, Run, plain_lines, render_listing

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.stations.fusion_xray.panes import Pane
    from xlagym.gym.stations.fusion_xray.side_by_side import KernelText
    from xlagym.site.stations.exhibits import Show


@dataclass(frozen=True, slots=True)
class ShownPane:
    """A pane and its listing."""

    id: str
    title: str
    subtitle: str
    listing: Markup


@dataclass(frozen=True, slots=True)
class ShownKernel:
    """A decoded kernel and its listing."""

    id: str
    name: str
    form: str
    listing: Markup


@dataclass(frozen=True, slots=True)
class ShownSideBySide:
    """The three texts, and the kernels that the last one holds."""

    tensor: str
    panes: list[ShownPane]
    kernels: list[ShownKernel]


def side_by_side(exhibit: SideBySide, prefix: str) -> ShownSideBySide:  # noqa: ARG001
    """Panes whose lines are linked; their ids begin with the pane's."""
    opens = {kernel.line for kernel in exhibit.kernels}
    return ShownSideBySide(
        exhibit.tensor,
        [_pane(pane, exhibit.capture, opens) for pane in exhibit.panes],
        [_kernel(kernel) for kernel in exhibit.kernels],
    )


def _pane(pane: Pane, capture: str, opens: set[str]) -> ShownPane:
    lines = [
        ListingLine(
            number=line.number,
            text=line.text,
            classes=line.classes,
            data={"links": " ".join(line.links), "note": line.note},
            opens=_opener(place) if (place := f"{pane.id}-{line.number}") in opens else None,
        )
        for line in pane.lines
    ]
    runs = []
    if pane.tables is not None:
        first, last = pane.tables
        runs = [Run(first, last, f"lines {first} to {last}: tables of Python frames")]
    label = f"{pane.title}, {capture}"
    return ShownPane(
        pane.id,
        pane.title,
        pane.subtitle,
        render_listing(lines, pane.kind, label, pane.id, runs=runs),
    )


def _opener(place: str) -> tuple[str, str]:
    return (f"#kernel-{place}", "open the kernel")


def _kernel(kernel: KernelText) -> ShownKernel:
    """Known by its line, for its name may be anything, and another's too."""
    id = f"kernel-{kernel.line}"
    label = f"Kernel {kernel.name}, decoded"
    listing = render_listing(plain_lines(kernel.text), "mlir", label, f"{id}-line")
    return ShownKernel(id, kernel.name, kernel.form, listing)


SHOWN: Mapping[type, Show] = {SideBySide: side_by_side}
