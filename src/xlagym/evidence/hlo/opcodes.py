"""The opcodes of HLO: all that XLA has, and which of them are no work, each with the reason.

Readers differ in what they ask: whether an op takes time, whether it reads memory, whether it
computes. Each asks for the reasons that make it no.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xlagym.evidence.hlo.instruction import Instruction


class WhyIdle(StrEnum):
    """Why an op is no work."""

    GIVEN = "its value is there before anything runs"
    HANDED_ON = "it hands its operands on, under another name, several under one, or in an order"
    ORDERED = "it makes a token: an order without a value"
    PLACED = "it says which chip this is, and every chip knows that beforehand"
    RESERVED = "it sets memory aside for a value that is made later"
    MOVED = "it takes a value to another place, and computes none"
    RUNS_OTHERS = "it runs a computation: what works are the ops in there"


IDLE: Final[Mapping[str, WhyIdle]] = {
    "constant": WhyIdle.GIVEN,
    "parameter": WhyIdle.GIVEN,
    "add-dependency": WhyIdle.HANDED_ON,
    "bitcast": WhyIdle.HANDED_ON,
    "get-tuple-element": WhyIdle.HANDED_ON,
    "opt-barrier": WhyIdle.HANDED_ON,
    "tuple": WhyIdle.HANDED_ON,
    "after-all": WhyIdle.ORDERED,
    "partition-id": WhyIdle.PLACED,
    "replica-id": WhyIdle.PLACED,
    "copy": WhyIdle.MOVED,
    "copy-done": WhyIdle.MOVED,
    "copy-start": WhyIdle.MOVED,
    "call": WhyIdle.RUNS_OTHERS,
    "conditional": WhyIdle.RUNS_OTHERS,
    "while": WhyIdle.RUNS_OTHERS,
}
"""Opcodes that are no work in some way, and in which."""
IDLE_TARGETS: Final[Mapping[str, WhyIdle]] = {
    "AllocateBuffer": WhyIdle.RESERVED,
    "ConcatBitcast": WhyIdle.HANDED_ON,
    "NopReturnToken": WhyIdle.ORDERED,
}
"""Custom calls for which nothing runs: the backend forecasts no cycles for any of them."""


def idle_for(*reasons: WhyIdle) -> frozenset[str]:
    """The opcodes that are no work for one of the reasons."""
    return frozenset(opcode for opcode, why in IDLE.items() if why in reasons)


NAMES: Final = idle_for(WhyIdle.GIVEN, WhyIdle.HANDED_ON)
"""Opcodes that name a value that is there already."""
BOOKKEEPING: Final = idle_for(WhyIdle.GIVEN, WhyIdle.HANDED_ON, WhyIdle.MOVED)
"""Opcodes that name, move or hold values and compute none."""
NO_TIME: Final = idle_for(WhyIdle.GIVEN, WhyIdle.HANDED_ON, WhyIdle.ORDERED, WhyIdle.PLACED)
"""Opcodes for which nothing runs."""
_NO_TRAFFIC: Final = NO_TIME | idle_for(WhyIdle.RUNS_OTHERS)


def takes_no_time(each: Instruction) -> bool:
    """Whether nothing runs for an instruction."""
    return each.opcode in NO_TIME or _is_idle_call(each)


def has_no_traffic(each: Instruction) -> bool:
    """Whether it reads and writes no memory itself: nothing runs for it, or only other ops do."""
    return each.opcode in _NO_TRAFFIC or _is_idle_call(each)


def _is_idle_call(each: Instruction) -> bool:
    return each.opcode == "custom-call" and each.custom_call_target in IDLE_TARGETS


COLLECTIVES: Final = frozenset(
    {
        "all-gather",
        "all-reduce",
        "all-to-all",
        "collective-broadcast",
        "collective-permute",
        "ragged-all-to-all",
        "reduce-scatter",
    }
)
"""Opcodes that talk to other chips; each also comes in two halves, -start and -done."""


_KNOWN = """
abs acos acosh add add-dependency after-all all-gather all-reduce all-to-all and asin asinh
async-done async-start async-update atan2 atanh batch-norm-grad batch-norm-inference
batch-norm-training bitcast bitcast-convert broadcast call cbrt ceil cholesky clamp
collective-broadcast collective-permute compare complex concatenate conditional constant convert
convolution copy cosine cosh count-leading-zeros custom-call divide domain dot dynamic-reshape
dynamic-slice dynamic-update-slice erf exponential exponential-minus-one fft floor fusion gather
get-dimension-size get-tuple-element imag infeed iota is-finite log log-plus-one logistic map
maximum minimum multiply negate not opt-barrier or outfeed pad parameter partition-id popcnt power
ragged-all-to-all ragged-dot real recv reduce reduce-precision reduce-scatter reduce-window
remainder replica-id reshape reverse rng rng-bit-generator rng-get-and-update-state
round-nearest-afz round-nearest-even rsqrt scaled-dot scatter select select-and-scatter send
set-dimension-size shift-left shift-right-arithmetic shift-right-logical sign sine sinh slice sort
sqrt stochastic-convert subtract tan tanh topk transpose triangular-solve tuple while xor
"""
KNOWN = frozenset(_KNOWN.split())
"""Opcodes of HLO, from XLA's list of them; readers take any other word as well."""


def is_known(opcode: str) -> bool:
    """Whether XLA has that opcode, or prints an asynchronous half of one under that name."""
    whole = opcode.removesuffix("-start").removesuffix("-done").removesuffix("-update")
    return opcode in KNOWN or whole in KNOWN
