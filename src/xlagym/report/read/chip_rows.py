"""What each chip decided about one program, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from xlagym.captures.decisions import decided, in_lines
from xlagym.captures.forms import COST, HLO, MEMORY
from xlagym.evidence.hlo.reader import Module
from xlagym.evidence.timeline.transfers import BUSY, transfers
from xlagym.report.page.page import ChipRow
from xlagym.report.read.counts import ModuleCounts, count
from xlagym.report.read.modules import GivenModule
from xlagym.report.read.on_chips import OnChip
from xlagym.report.told import times


def chip_rows(made: Sequence[OnChip]) -> list[ChipRow]:
    """The table: a row a decision, a column a chip."""
    told = [_lines(each.reading) if each.reading is not None else {} for each in made]
    rows = [ChipRow("outcome", tuple(_outcome(each) for each in made))]
    for label in dict.fromkeys(label for lines in told for label in lines):
        rows.append(ChipRow(label, tuple(lines.get(label, "–") for lines in told)))
    return rows


def _lines(reading: GivenModule) -> dict[str, str]:
    """What is said of one chip, by what it is about; nothing without optimized HLO."""
    if not reading.has(HLO):
        return {}
    counts = count(reading)
    return {
        "instructions": f"{counts.instructions or 0:,}",
        "inserted by the compiler": f"{counts.inserted or 0:,}",
        **in_lines(decided(reading)),
        "collectives": _collectives(counts),
        "in flight, exposed by the schedule": _exposed(reading.hlo),
        "bytes accessed, by the cost model": times.size(
            reading.cost.bytes_accessed if reading.has(COST) else None
        ),
        "flops, by the cost model": _flops(reading),
        "temporaries": times.size(reading.memory_stats.temp_bytes if reading.has(MEMORY) else None),
        "forecast": "none: it takes a compile of its own",
    }


def _outcome(each: OnChip) -> str:
    if each.reading is not None:
        return "compiled"
    if each.refusal:
        return f"refused: {each.refusal.partition(chr(10))[0].rstrip(':')[:120]}"
    return "failed, see above"


def _collectives(counts: ModuleCounts) -> str:
    found = counts.collective_opcodes.items()
    return ", ".join(f"{opcode} {number}" for opcode, number in found) or "none"


def _exposed(module: Module) -> str:
    found = transfers(module)
    return f"{sum(each.exposed(BUSY) for each in found)} of {len(found)}"


def _flops(reading: GivenModule) -> str:
    flops = reading.cost.flops if reading.has(COST) else None
    return "not given" if flops is None else f"{flops:,.0f}"
