"""Which HLO opcodes a StableHLO op may have once it is imported, under its own name or another."""

from __future__ import annotations

_OTHERWISE: dict[str, frozenset[str]] = {
    "stablehlo.broadcast_in_dim": frozenset({"broadcast", "reshape"}),
    "stablehlo.case": frozenset({"conditional"}),
    "stablehlo.cbrt": frozenset({"cbrt"}),
    "stablehlo.cosine": frozenset({"cosine"}),
    # The TPU backend writes every matrix product as a convolution.
    "stablehlo.dot_general": frozenset({"dot", "convolution"}),
    "stablehlo.dynamic_broadcast_in_dim": frozenset({"broadcast", "reshape"}),
    "stablehlo.if": frozenset({"conditional"}),
    "stablehlo.optimization_barrier": frozenset({"opt-barrier"}),
    "stablehlo.reshape": frozenset({"reshape", "bitcast"}),
    "stablehlo.transpose": frozenset({"transpose", "bitcast"}),
    "func.call": frozenset({"call"}),
}
BOOKKEEPING = frozenset(
    {
        "bitcast",
        "constant",
        "copy",
        "copy-done",
        "copy-start",
        "get-tuple-element",
        "opt-barrier",
        "parameter",
        "tuple",
    }
)
"""Opcodes that name, move or hold values and compute none."""

REARRANGING = frozenset(
    {
        "stablehlo.broadcast_in_dim",
        "stablehlo.dynamic_broadcast_in_dim",
        "stablehlo.reshape",
        "stablehlo.transpose",
    }
)
"""Ops that only rearrange values: they never turn into arithmetic."""
REARRANGED = frozenset({"bitcast", "broadcast", "custom-call", "iota", "transpose"})
"""Opcodes that they do turn into, beside a copy; the custom call allocates a buffer."""


def hlo_opcodes(stable_name: str) -> frozenset[str]:
    """Return the opcodes under which an op may be found; for dialects of sugar, none."""
    if stable_name in _OTHERWISE:
        return _OTHERWISE[stable_name]
    dialect, _, name = stable_name.partition(".")
    return frozenset({name.replace("_", "-")}) if dialect == "stablehlo" else frozenset()


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
