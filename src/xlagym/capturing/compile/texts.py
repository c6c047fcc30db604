"""The texts of a traced, lowered and compiled program, by whichever release of jax is installed.

Releases differ in what they call things, not in what they have to say: every such difference that
captures meet is told here, and nowhere else.
"""

from __future__ import annotations

import re
from typing import Any

_WIDTHS = (80, 40, 20, 1)
_PLACE = re.compile(r"(.*?) +# (.+)(:\d+:\d+ \(.*\))")


def jaxpr_text(traced: Any) -> str:
    """Return a ``jax.stages.Traced`` as a jaxpr, with the place in the source behind each equation.

    Files are named as in the locations of the StableHLO. The printer pads to the longest line,
    which a Pallas call makes hundreds of columns wide: two blanks stand before a place instead.
    """
    import jax

    hidden = jax.config.jax_hlo_source_file_canonicalization_regex or "(?!)"

    def tidy(line: str) -> str:
        found = _PLACE.fullmatch(line)
        if found is None:
            return line.rstrip()
        return f"{found[1]}  # {re.sub(hidden, '', found[2])}{found[3]}"

    printed = ""
    for width in _WIDTHS:
        printed = traced.jaxpr.pretty_print(source_info=True, use_color=False, width=width)
        # A short program would stand on one line, all its places behind it.
        if " in (" not in printed.partition("\n")[0]:
            break
    return "".join(f"{tidy(line)}\n" for line in printed.split("\n"))


def stablehlo_text(lowered: Any, *, debug: bool = False) -> str:
    """Return a ``jax.stages.Lowered`` as StableHLO, with ``debug`` with its locations too."""
    # Lowered.as_text prints so, but before jax 0.5 it can't be asked for the locations.
    text: str = lowered.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=debug)
    return text if text.endswith("\n") else text + "\n"


def has_spans(debug: str) -> bool:
    """Whether locations say where an expression ends; before jax 0.5 they say where it starts.

    Then the expression that a variant gives for a tensor fits whatever starts where it does.
    """
    return re.search(r'loc\("[^"]*":\d+:\d+ to ', debug) is not None


def cost_analysis(compiled: Any) -> dict[str, Any]:
    """Return the compiler's cost analysis by key; before jax 0.5 it came as a list of one."""
    found = compiled.cost_analysis() or {}
    return dict(found[0] if isinstance(found, list) else found)
