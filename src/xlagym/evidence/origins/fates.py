"""What became of an op, and which lines something is about, in words; names between backticks."""

from __future__ import annotations

from collections.abc import Sequence

from xlagym.evidence.origins.origins import Origin


def fate(origin: Origin, most: int | None = None) -> str:
    """``fused into `%fusion```; of more than ``most`` names, the first ones and how many more."""
    match origin.kind:
        case "fused":
            return f"fused into {_named(origin.fusions, most)}"
        case "kernel":
            return f"replaced by the kernel `%{origin.where}` at pass `{origin.at}`"
        case "merged":
            return f"merged with its equal at pass `{origin.at}`"
        case "folded":
            return f"folded into others at pass `{origin.at}`"
        case "kept":
            return f"kept as {_named(origin.instructions, most)}"
        case "constant":
            return "a constant"
        case _:
            return "not traced"


def _named(names: Sequence[str], most: int | None) -> str:
    shown = " and ".join(f"`%{name}`" for name in names[:most])
    more = len(names) - len(names[:most])
    return f"{shown} and {more:,} more" if more else shown


def lines_in_words(lines: Sequence[int], most: int | None = None) -> str:
    """``line 4``, ``lines 4 and 6``, ``lines 4, 6 to 8 and 11``: three in a row are drawn together.

    Of more than ``most`` places, the first ones and how many more.
    """
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    if more := len(told) - len(told[:most]):
        told = [*told[:most], f"{more:,} more place{'s' if more > 1 else ''}"]
    words = "lines" if len(lines) > 1 else "line"
    start, last = told[:-1], told[-1]
    return f"{words} {', '.join(start)} and {last}" if start else f"{words} {last}"
