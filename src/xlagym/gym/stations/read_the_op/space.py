"""One op: which memory does its value lie in?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.chips.names import backend_of, chip_name
from xlagym.chips.table import with_memory
from xlagym.evidence.hlo.spaces import space_name
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.words import code, listed, named, sentence
from xlagym.gym.stations.read_the_op.line import AskedOp, Candidate, ops

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.chips.chip import Chip

QUESTION = "In which memory of the {} does this line's result lie?"
COMMON = "CMEM"
"""The memory that not every chip has."""
MEMORIES = ("HBM", "VMEM", "SMEM", COMMON)


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Values that something running makes, in a memory whose name a source confirms."""
    if backend_of(capture.target) != "tpu":
        return
    found = [op for op in ops(capture, running=True) if _memory(op) in MEMORIES]
    found.sort(key=lambda op: (op.operand is None, _from(op) == _memory(op)))
    for op in found:
        yield Candidate(op.each.name, _memory(op), partial(_round, op))


def _memory(op: AskedOp) -> str:
    return space_name(op.shape.memory_space, op.capture.chip)


def _from(op: AskedOp) -> str:
    """Where its first operand lies; "" where that is no array."""
    operand = op.operand
    return "" if operand is None else space_name(operand.memory_space, op.capture.chip)


def _round(op: AskedOp) -> Round | None:
    space, memory, chip = op.shape.memory_space, _memory(op), chip_name(op.capture.chip)
    told = code(f"S({space})")
    key = Said(memory, _why(op))
    guesses: dict[str, Said] = {}
    if space:
        guesses["S(n) not read"] = Said(
            "HBM",
            Markup("that is where a value without {} lies. This one has {}.").format(
                code("S(n)"), told
            ),
        )
        guesses["S for SMEM"] = Said(
            "SMEM",
            Markup("the letter stands for space. The number says which, and here it is {}.").format(
                space
            ),
        )
        if space != 1:
            guesses["S(n) without its number"] = Said(
                "VMEM", Markup("that is {}. This line has {}.").format(code("S(1)"), told)
            )
        guesses["CMEM for all that is on the chip"] = Said(COMMON, _why_not_common(op, told))
    else:
        guesses["tiles taken for VMEM"] = Said(
            "VMEM",
            Markup("values in HBM have tiles, too. In VMEM it would say {}.").format(code("S(1)")),
        )
        guesses["small taken for SMEM"] = Said(
            "SMEM", Markup("that would say {}, however small the value is.").format(code("S(2)"))
        )
    if (came := _from(op)) in MEMORIES:
        guesses["the operand's memory"] = Said(
            came,
            Markup("{}, its first operand, lies there. The result does not.").format(
                named(op.each.operands[0])
            ),
        )
        # It is the better name where it leads to the same answer as another.
        guesses = {"the operand's memory": guesses.pop("the operand's memory"), **guesses}
    asked = Asked(
        f"{op.capture.id}/space-{op.each.line}",
        QUESTION,
        Markup(QUESTION).format(chip),
        op.each.shape_text,
    )
    reveal = Reveal(
        answer=Markup("{}.").format(memory),
        shows=Markup("See {} on {}.").format(op.layout, op.link),
        means=sentence(_why(op)),
        further=_further(op, came),
    )
    made = said_round(asked, key, guesses, reveal, order=MEMORIES)
    return None if made is None else replace(made, exhibits=(op.exhibit,))


def _why(op: AskedOp) -> Markup:
    space, chip = op.shape.memory_space, chip_name(op.capture.chip)
    if not space:
        return Markup("the layout has no {}, so it is the default memory.").format(code("S(n)"))
    reasons = {
        1: Markup("{} is the chip's vector memory: the compiler's report calls its color vmem."),
        2: Markup("{} is the scalar memory: the compiler's report calls its color smem."),
    }
    return reasons.get(space, Markup("on {}, {{}} is the common memory.").format(chip)).format(
        code(f"S({space})")
    )


def _why_not_common(op: AskedOp, told: Markup) -> Markup:
    """Why what lies on the chip need not lie in the common memory; ``told`` is what it has."""
    for chip in with_memory(COMMON):
        if chip.name == op.capture.chip:
            return Markup("on {} that is {}. This line has {}.").format(
                chip.title, _common_space(chip), told
            )
    chips = with_memory(COMMON)
    return Markup("only {} {} it, and there it is {}.").format(
        listed([Markup(chip.title) for chip in chips]),
        "has" if len(chips) == 1 else "have",
        listed(list(dict.fromkeys(map(_common_space, chips))), "or"),
    )


def _common_space(chip: Chip) -> Markup:
    space = next(space for space, memory in chip.memories.items() if memory == COMMON)
    return code(f"S({space})")


def _further(op: AskedOp, came: str) -> Markup:
    if came and came != _memory(op):
        return Markup("Its first operand lies in {}: the result is in another memory.").format(came)
    held = [each for each in ops(op.capture, running=True) if _memory(each) == _memory(op)]
    return Markup("{} of the {} arrays that this module makes while it runs lie there.").format(
        len(held), len(ops(op.capture, running=True))
    )
