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
