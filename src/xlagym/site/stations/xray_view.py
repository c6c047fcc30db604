"""The fusion x-ray as its templates take it: facts, panes as listings, where else to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xlagym.chips.names import chip_name, short_name
from xlagym.site.assembly.plan import quote
from xlagym.site.show.listing import Line, Run, plain_lines, render_listing

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.course.context import Quoted
    from xlagym.gym.rounds.station import Fact
    from xlagym.gym.stations.fusion_xray.panes import Pane
    from xlagym.gym.stations.fusion_xray.room import KernelText, Room
    from xlagym.gym.stations.fusion_xray.station import XRayStation


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A figure of the header: each number with what stands after it."""

    label: str
    parts: tuple[tuple[Quoted, str], ...]


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
class Choice:
    """A program or chip to go to."""

    name: str
    label: str
    path: str
    current: bool


def xray_context(station: XRayStation, room: Room) -> dict[str, Any]:
    """What ``xray.html`` needs, and ``quoted``: the numbers of the page, for its receipts."""
    facts = tuple(shown_fact(fact) for fact in room.facts)
    return {
        "station": station.spec,
        "room": room,
        "chip": chip_name(room.target),
        "facts": facts,
        "quoted": [quoted for fact in facts for quoted, _ in fact.parts],
        "programs": _programs(station, room),
        "chips": _chips(station, room),
    }


def xray_texts(room: Room) -> dict[str, Any]:
    """What ``xray.html`` shows of the reading alone, so that it can be kept with it."""
    return {
        "panes": [_pane(pane, room) for pane in room.reading.panes],
        "kernels": [_kernel(kernel) for kernel in room.reading.kernels],
    }


def index_context(station: XRayStation) -> dict[str, Any]:
    """What ``xray_index.html`` needs: every program and, for each chip, its room."""
    rooms = {(room.variant, room.target): room for room in station.rooms}
    quoted: list[Quoted] = []
    rows = []
    for variant, about in station.spec.programs.items():
        cells = []
        for target in station.spec.targets:
            room = rooms[variant, target]
            facts = {fact.label: shown_fact(fact) for fact in room.facts}
            cells.append((room, facts))
        rows.append((variant, about, cells))
    return {
        "station": station.spec,
        "first": station.rooms[0],
        "withheld": station.withheld,
        "rounds": station.card_rounds,
        "targets": [(target, chip_name(target)) for target in station.spec.targets],
        "rows": rows,
        "quoted": quoted,
    }


def shown_fact(fact: Fact) -> ShownFact:
    """A figure of a header with the anchors of its receipts."""
    pairs = zip(fact.numbers, fact.words, strict=True)
    return ShownFact(
        fact.label,
        tuple((quote(number), words) for number, words in pairs),
    )


def _pane(pane: Pane, room: Room) -> ShownPane:
    opens = {kernel.line for kernel in room.reading.kernels}
    lines = [
        Line(
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
    label = f"{pane.title}, {room.capture}"
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


def _programs(station: XRayStation, room: Room) -> list[Choice]:
    return [
        Choice(
            name=other.variant,
            label=other.about,
            path=other.path,
            current=other is room,
        )
        for other in station.rooms
        if other.target == room.target
    ]


def _chips(station: XRayStation, room: Room) -> list[Choice]:
    return [
        Choice(
            name=short_name(other.target),
            label=chip_name(other.target),
            path=other.path,
            current=other is room,
        )
        for other in station.rooms
        if other.variant == room.variant
    ]
