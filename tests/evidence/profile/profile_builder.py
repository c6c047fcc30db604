"""Small profiles made to order, in the shapes that TPUs, GPUs and CPUs write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from xlagym.evidence.profile.formats.schema import HloProto, XEvent, XSpace


@dataclass(frozen=True)
class Ref:
    """A stat whose text is the name of a stat metadata entry."""

    text: str


@dataclass(frozen=True)
class Unsigned:
    """A stat that the profiler writes as uint64."""

    number: int


Value = int | float | str | bytes | Ref | Unsigned


class SpaceBuilder:
    """A profile to which planes are added."""

    def __init__(self, *, hostname: str = "a-host", whole: bool = True) -> None:
        self.message: Any = XSpace()
        if hostname:
            self.message.hostnames.append(hostname.encode())
        self.whole = whole

    def plane(self, name: str, **stats: Value) -> PlaneBuilder:
        plane = PlaneBuilder(self.message.planes.add(name=name.encode()))
        plane.add_stats(plane.message.stats, stats)
        return plane

    def hlo(self, module: str, program_id: int, instructions: list[tuple[str, str]]) -> None:
        """The HLO of a program: ``(name, opcode)`` each; the operand is the one before it."""
        proto = HloProto()
        proto.hlo_module.name = module.encode()
        computation = proto.hlo_module.computations.add(name=b"main", id=1)
        for at, (name, opcode) in enumerate(instructions, start=1):
            instruction = computation.instructions.add(
                name=name.encode(), opcode=opcode.encode(), id=at
            )
            if at > 1:
                instruction.operand_ids.append(at - 1)
            instruction.metadata.op_name = f"jit(f)/{name}".encode()
            instruction.metadata.source_file = b"labs/programs/f.py"
            instruction.metadata.source_line = at
        found = [each for each in self.message.planes if each.name == b"/host:metadata"]
        plane = PlaneBuilder(found[0] if found else self.message.planes.add(name=b"/host:metadata"))
        stats: dict[str, Any] = {"Hlo Proto": serialized(proto)}
        plane.kind(f"{module}({program_id})", key=program_id, **stats)

    def bytes(self) -> bytes:
        if self.whole and all(plane.name != b"Task Environment" for plane in self.message.planes):
            self.plane("Task Environment", profile_start_time=1_000, profile_stop_time=9_000)
        return serialized(self.message)


class PlaneBuilder:
    """A plane to which lines and kinds of events are added."""

    def __init__(self, message: Any) -> None:
        self.message = message
        self.stat_ids: dict[str, int] = {
            entry.value.name.decode(): entry.key for entry in message.stat_metadata
        }
        self.kind_ids: dict[tuple[str, str], int] = {}

    def stat_id(self, name: str) -> int:
        if name not in self.stat_ids:
            key = len(self.stat_ids) + 1
            entry = self.message.stat_metadata.add(key=key)
            entry.value.id, entry.value.name = key, name.encode()
            self.stat_ids[name] = key
        return self.stat_ids[name]

    def add_stats(self, to: Any, stats: dict[str, Value]) -> None:
        for name, value in stats.items():
            stat = to.add(metadata_id=self.stat_id(name))
            match value:
                case Unsigned():
                    stat.uint64_value = value.number
                case Ref():
                    stat.ref_value = self.stat_id(value.text)
                case int():
                    stat.int64_value = value
                case float():
                    stat.double_value = value
                case str():
                    stat.str_value = value.encode()
                case bytes():
                    stat.bytes_value = value

    def kind(
        self, name: str, display_name: str = "", key: int | None = None, **stats: Value
    ) -> int:
        """The metadata id of events of this name, added if it is new."""
        known = self.kind_ids.get((name, display_name))
        if known is not None:
            return known
        key = len(self.kind_ids) + 1 if key is None else key
        entry = self.message.event_metadata.add(key=key)
        entry.value.id = key
        entry.value.name, entry.value.display_name = name.encode(), display_name.encode()
        self.add_stats(entry.value.stats, stats)
        self.kind_ids[name, display_name] = key
        return key

    def line(self, name: str, timestamp_ns: int = 0) -> LineBuilder:
        line = self.message.lines.add(
            id=len(self.message.lines) + 1, name=name.encode(), timestamp_ns=timestamp_ns
        )
        return LineBuilder(self, line)


class LineBuilder:
    """A line to which events are added."""

    def __init__(self, plane: PlaneBuilder, message: Any) -> None:
        self.plane = plane
        self.message = message

    def event(self, kind: int, offset_ps: int, duration_ps: int, **stats: Value) -> LineBuilder:
        event = XEvent(metadata_id=kind, offset_ps=offset_ps, duration_ps=duration_ps)
        self.plane.add_stats(event.stats, stats)
        self.message.events.append(serialized(event))
        return self


def serialized(message: Any) -> bytes:
    data: bytes = message.SerializeToString()
    return data


@dataclass(frozen=True)
class Bar:
    """One op event of a chip, by the device's clock."""

    text: str
    """The HLO instruction."""
    start_ps: int
    duration_ps: int


def name_in(text: str) -> str:
    return text.removeprefix("%").partition(" = ")[0]


def add_chip(
    space: SpaceBuilder,
    bars: list[Bar],
    *,
    chip: int = 0,
    program_id: int = 77,
    module: str = "jit_f",
    runs: list[tuple[int, int]] | None = None,
    lag_ps: int = 5_000_000,
) -> PlaneBuilder:
    """A TPU's plane: module events, and ops whose own clock lags behind the device's.

    Args:
        space: the profile to add it to.
        bars: the ops, by the device's clock.
        chip: its number.
        program_id: the program that all ops belong to.
        module: that program's module.
        runs: start and end of each run by the device's clock; one around all bars if None.
        lag_ps: how much later the own clock of the same moment is.
    """
    plane = space.plane(
        f"/device:TPU:{chip}",
        device_type_string="TPU v6 Lite",
        peak_teraflops_per_second=918.0,
        peak_hbm_bw_gigabytes_per_second=1638.0,
    )
    modules = plane.line("XLA Modules")
    if runs is None and bars:
        runs = [(min(b.start_ps for b in bars), max(b.start_ps + b.duration_ps for b in bars) + 1)]
    for number, (start, end) in enumerate(runs or []):
        kind = plane.kind(f"{module}({program_id})")
        modules.event(kind, start + lag_ps, end - start, run_id=Unsigned(number + 1))
    ops = plane.line("XLA Ops")
    for bar in bars:
        name = name_in(bar.text)
        kind = plane.kind(
            bar.text,
            name,
            hlo_category=bar.text.split("(")[0].split()[-1],
            program_id=Unsigned(program_id),
            symbol_id=Unsigned(len(plane.kind_ids) + 1),
            flops=1000,
            bytes_accessed=4096,
            source="labs/programs/f.py:3",
            tf_op=f"jit(f)/{name}:",
        )
        ops.event(
            kind,
            bar.start_ps + lag_ps,
            max(bar.duration_ps - 7, 0),
            device_offset_ps=Unsigned(bar.start_ps),
            device_duration_ps=Unsigned(bar.duration_ps),
        )
    return plane


def tpu_profile(
    bars: list[Bar],
    *,
    program_id: int = 77,
    module: str = "jit_f",
    runs: list[tuple[int, int]] | None = None,
    chips: int = 1,
) -> bytes:
    """A whole TPU profile: chips that did the same, and the HLO of their program."""
    space = SpaceBuilder()
    for chip in range(chips):
        add_chip(space, bars, chip=chip, program_id=program_id, module=module, runs=runs)
    names = dict.fromkeys(name_in(bar.text) for bar in bars)
    space.hlo(module, program_id, [(name, "fusion") for name in names])
    return space.bytes()
