"""What a round about a peak tells: the owner, what it is, what lies beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from xlagym.captures.forms import HLO, LIVE_RANGES, MEMORY_USAGE
from xlagym.evidence.hlo.spaces import space_name
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.words import code, counted, named
from xlagym.gym.stations.peak_owner.scene import (
    PeakScene,
    found_link,
    kind,
    logical,
    name_of,
    plain_type,
    range_link,
    size_link,
    steps,
)
from xlagym.numbers.units.scaled import exact

if TYPE_CHECKING:
    from xlagym.evidence.hlo.instruction import Instruction
    from xlagym.evidence.memory.places import MemoryPlace

_ROWS = 12
_ARRIVES = ("copy-start", "slice-start")


def why(drawn: PeakScene, place: MemoryPlace) -> Markup:
    """What a choice is at the peak, and so why it owns it or does not."""
    owner, step = drawn.owner, drawn.step
    said = Markup("{}: ").format(name_of(place))
    space = place.values[0].space
    if space != drawn.space:
        return said + Markup(
            "{} of {}, another memory. The compiler's own list of what is alive at its peak puts "
            "all memories together, and there it comes first."
        ).format(exact(place.bytes), space_name(space, drawn.capture.target))
    lives = Markup("{}, alive in steps {}.").format(exact(place.bytes), steps(place))
    if place is owner:
        return (
            said + lives + Markup(" No other that is alive in step {} takes as much.").format(step)
        )
    if not place.alive(step):
        when = "is free again before" if place.last < step else "is not there yet in"
        much = Markup(" It {} step {}, when the memory is fullest.").format(when, step)
        if place.bytes >= owner.bytes:
            much += Markup(" Its size alone does not make it the owner.")
        return said + lives + much
    return (
        said
        + lives
        + Markup(" It is there in step {}, but the owner takes {}.").format(
            step, _more(owner.bytes, place.bytes)
        )
    )


def reveal(drawn: PeakScene) -> Reveal:
    """The answer and what shows it."""
    owner = drawn.owner
    others = len(drawn.alive) - 1
    beside = f"{counted(others, 'other')} {'is' if others == 1 else 'are'} alive with it"
    return Reveal(
        answer=Markup("{}, with {} of {}.").format(
            name_of(owner), exact(owner.bytes), exact(drawn.bytes)
        ),
        shows=Markup(
            "{} is first at its fullest in step {}, when {} runs. The owner lives in steps {}; {}."
        ).format(
            "This memory" if drawn.name == "memory" else drawn.name,
            found_link(
                drawn.capture, LIVE_RANGES, f"    {drawn.step}:{drawn.runs}", str(drawn.step)
            ),
            _link(drawn, drawn.runs),
            range_link(drawn.capture, owner),
            beside if others else "nothing else is alive then",
        ),
        means=_means(drawn),
        further=Markup(" ").join(
            filter(None, (_own_peak(drawn), _reserved(drawn), _scratch(drawn)))
        ),
    )


def alive_table(drawn: PeakScene) -> Table:
    """What is alive at the peak, largest first, each with the lines that say so."""
    alive = drawn.alive
    rows = [
        (
            name_of(each),
            f"{plain_type(each.values[0])}, {kind(each)}",
            size_link(drawn.capture, each.values[0]),
            range_link(drawn.capture, each),
        )
        for each in alive[:_ROWS]
    ]
    note = ""
    if rest := alive[_ROWS:]:
        note = (
            f"{counted(len(rest), 'smaller one')} with {exact(sum(each.bytes for each in rest))}."
        )
    columns = ("buffer", "what it is", "takes", "in steps")
    return Table(f"Alive in step {drawn.step}", columns, tuple(rows), note)


def _means(drawn: PeakScene) -> Markup:
    owner = drawn.owner
    value = owner.values[0]
    if owner.kind == "parameter":
        said = Markup("It is an argument: the caller brings it, and no op makes it.")
        if (owner.first, owner.last) == (0, len(drawn.capture.live_ranges.sequence)):
            said += Markup(" It is there in every step, whatever the schedule.")
        return said
    made = drawn.instruction(value.name)
    if made is None:
        return Markup("")
    if made.opcode in _ARRIVES and value.index == "0" and made.operands:
        return Markup(
            "It is where {} brings {} to, ahead of its use. The copy is paid for in {} from the "
            "start of the transfer, not from its end."
        ).format(_link(drawn, made.name), named(made.operands[0]), drawn.name)
    said = Markup("{} writes it").format(_link(drawn, made.name))
    if op := made.metadata.get("op_name"):
        said += Markup(", for {}").format(code(op))
    said += Markup(".")
    if owner.kind == "output":
        return said + Markup(" It is a result, so it stays to the end.")
    if len(owner.values) > 1:
        return said + Markup(
            " {} then has the same bytes: one buffer, written over in place."
        ).format(named(owner.values[1].name))
    if last := _runs_last(drawn, owner):
        said += Markup(" It lives until {} has run.").format(_link(drawn, last))
    return said


def _runs_last(drawn: PeakScene, place: MemoryPlace) -> str:
    sequence = drawn.capture.live_ranges.sequence
    return sequence[place.last] if place.last < len(sequence) else ""


def _own_peak(drawn: PeakScene) -> Markup:
    """The compiler's own peak, which adds all memories up."""
    live = drawn.capture.live_ranges
    if live.peak_step is None:
        return Markup("")
    where = {
        value.buffer: value.space for each in drawn.capture.allocations for value in each.values
    }
    spaces = {where.get(name, -1) for name, _ in live.peak}
    told = found_link(
        drawn.capture,
        LIVE_RANGES,
        f"  Live ranges at {live.peak_step} (peak)",
        f"step {live.peak_step}",
    )
    if spaces != {drawn.space}:
        return Markup(
            "The compiler's own report has its peak in {}, with {}: that adds {} up, and no memory "
            "holds all of it."
        ).format(told, exact(live.peak_bytes), counted(len(spaces), "memory", "memories"))
    if (live.peak_step, live.peak_bytes) == (drawn.step, drawn.bytes):
        return Markup("The compiler's own report has the same peak, in {}.").format(told)
    said = Markup("The compiler's own report has its peak in {}, with {}.").format(
        told, exact(live.peak_bytes)
    )
    unpadded = sum(logical(each) for each in drawn.alive)
    if unpadded > live.peak_bytes:
        said += Markup(" By its own ranges, {} are alive in step {}.").format(
            exact(unpadded), drawn.step
        )
    elif live.peak_step != drawn.step and unpadded == live.peak_bytes:
        said += Markup(" Step {} is as full.").format(drawn.step)
    return said


def _reserved(drawn: PeakScene) -> Markup:
    """What is set aside in this memory, over the whole run."""
    usage = drawn.capture.memory_usage.get(drawn.space)
    if usage is None:
        return Markup("")
    link = found_link(
        drawn.capture, MEMORY_USAGE, f"Total bytes: {usage.total_bytes}", MEMORY_USAGE.file
    )
    if usage.total_bytes == drawn.bytes:
        return Markup("Over the whole run {} counts as much.").format(link)
    return Markup("Over the whole run {} counts {}.").format(link, exact(usage.total_bytes))


def _scratch(drawn: PeakScene) -> Markup:
    """What an instruction at the peak uses beside any buffer, by its own word."""
    made = drawn.instruction(drawn.runs)
    if made is None or not (used := _scoped(made, drawn.space)):
        return Markup("")
    return Markup(
        "By its {}, {} itself uses {} more of it while it runs: scratch, which is no buffer and "
        "has no live range."
    ).format(code("used_scoped_memory_configs"), _link(drawn, made.name), exact(used))


def _scoped(made: Instruction, space: int) -> int:
    config: Any = made.backend_config
    entries = config.get("used_scoped_memory_configs") if isinstance(config, dict) else None
    if not isinstance(entries, list):
        return 0
    return sum(
        int(each["size"])
        for each in entries
        if isinstance(each, dict)
        and str(each.get("memory_space")) == str(space)
        and str(each.get("size", "")).isdecimal()
    )


def _link(drawn: PeakScene, name: str) -> Markup:
    """An instruction, leading to its line."""
    made = drawn.instruction(name)
    if made is None:
        return named(name)
    return line_link(drawn.capture.id, HLO, made.line, named(name))


def _more(one: int, other: int) -> str:
    """How much more ``one`` is: ``twice as much``, ``3.5 times as much``."""
    ratio = one / other
    factor = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}"
    return {"1": "a little more", "2": "twice as much"}.get(factor, f"{factor} times as much")
