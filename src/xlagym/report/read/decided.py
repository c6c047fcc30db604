"""What each chip decided about one program, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from xlagym.captures.forms import COST, MEMORY
from xlagym.evidence.hlo.fusions import kernels
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.timeline.transfers import BUSY, transfers
from xlagym.report.page.page import ChipRow
from xlagym.report.read.counts import Counts, count
from xlagym.report.read.modules import GivenModule
from xlagym.report.read.own_program import Decided
from xlagym.report.told import times

type _Say = Callable[[GivenModule, Counts], str]


def chip_rows(made: Sequence[Decided]) -> list[ChipRow]:
    """The table: a row a decision, a column a chip."""
    counted = [count(each.reading) if each.reading is not None else None for each in made]
    rows = [ChipRow("outcome", tuple(_outcome(each) for each in made))]
    if not any(counted):
        return rows
    for label, say in _ROWS.items():
        values = [
            say(each.reading, counts) if each.reading is not None and counts is not None else "–"
            for each, counts in zip(made, counted, strict=True)
        ]
        rows.append(ChipRow(label, tuple(values)))
    return rows


def _outcome(each: Decided) -> str:
    if each.reading is not None:
        return "compiled"
    if each.refusal:
        return f"refused: {each.refusal.partition(chr(10))[0].rstrip(':')[:120]}"
    return "failed, see above"


def _kinds(counts: Counts) -> str:
    return ", ".join(f"{kind} {times_}" for kind, times_ in (counts.kinds or {}).items()) or "none"


def _kernels(reading: GivenModule) -> str:
    """Kernels by name, without the numbers that keep names unique."""
    names = Counter(each.name.partition(".")[0] for each in kernels(reading.hlo))
    return ", ".join(f"{name} {n}" if n > 1 else name for name, n in names.items()) or "none"


def _collectives(counts: Counts) -> str:
    found = counts.collective_opcodes.items()
    return ", ".join(f"{opcode} {number}" for opcode, number in found) or "none"


def _spaces(reading: GivenModule) -> str:
    names = [space_name(space, reading.chip) for space in sorted(reading.spaces)]
    return ", ".join(names) or "no memory: only fusions hold it"


def _exposed(reading: GivenModule) -> str:
    found = transfers(reading.hlo)
    return f"{sum(each.exposed(BUSY) for each in found)} of {len(found)}"


def _flops(reading: GivenModule) -> str:
    cost = reading.find(COST)
    flops = None if cost is None else cost.flops
    return "not given" if flops is None else f"{flops:,.0f}"


_ROWS: dict[str, _Say] = {
    "instructions": lambda _, counts: f"{counts.instructions or 0:,}",
    "inserted by the compiler": lambda _, counts: f"{counts.inserted or 0:,}",
    "fusions launched": lambda _, counts: f"{counts.launched or 0:,}",
    "their kinds": lambda _, counts: _kinds(counts),
    "fusions nested": lambda _, counts: f"{counts.nested or 0:,}",
    "kernels": lambda reading, _: _kernels(reading),
    "collectives": lambda _, counts: _collectives(counts),
    "in flight, exposed by the schedule": lambda reading, _: _exposed(reading),
    "big intermediate": lambda reading, _: reading.big.plain if reading.big else "none",
    "it lies in": lambda reading, _: _spaces(reading),
    "spills": lambda _, counts: f"{counts.spills or 0:,}",
    "bytes accessed, by the cost model": lambda reading, _: times.size(
        reading.cost.bytes_accessed if reading.has(COST) else None
    ),
    "flops, by the cost model": lambda reading, _: _flops(reading),
    "temporaries": lambda reading, _: times.size(
        reading.memory_stats.temp_bytes if reading.has(MEMORY) else None
    ),
    "forecast": lambda *_: "none: it takes a compile of its own",
}
