"""Named ways to take one chip's module for another's, each run on all modules of a program.

Each gives the target that it leads to, and why that is no reason; None where it leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from xlagym.chips.names import in_words
from xlagym.chips.table import CHIPS
from xlagym.evidence.hlo.spaces import TPU
from xlagym.gym.rounds.words import code, counted

if TYPE_CHECKING:
    from xlagym.gym.stations.which_chip.rows import Seen

_SPACE = re.compile(r"S\((\d+)\)")
_VMEM = next(space for space, memory in TPU.items() if memory == "VMEM")

type Lead = tuple[str, Markup]
"""A target, and what is wrong with the reason for it."""
type Lure = Callable[[Seen, Sequence[Seen], str], Lead | None]
"""``(the module asked for, all of them, the chip with the smallest VMEM) → where it leads``."""


def same_bytes(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """Another chip's module with the same bytes accessed."""
    for other in all:
        if other.target != key.target and _moved(other) == _moved(key):
            return other.target, Markup(
                "The cost model charges both the same {} bytes. It doesn't tell memories apart."
            ).format(f"{_moved(key):,.0f}")
    return None


def newest_fuses_most(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """The newest chip for the most fusions, the oldest for the fewest."""
    counts = [each.fusions for each in all]
    if min(counts) == max(counts) or key.fusions not in (min(counts), max(counts)):
        return None
    most = key.fusions == max(counts)
    told = counted(key.fusions, "fusion")
    kind, sign = ("most", "a newer") if most else ("fewest", "an older")
    return all[-1 if most else 0].target, Markup(
        "{}, with the nested ones, are the {} of the {}. That is no sign of {} chip: the "
        "compiler fuses for the units that a chip has."
    ).format(told, kind, in_words(len(all)), sign)


def nearest_code(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """The chip whose code for this program is nearest in size, of all others."""
    size = key.accounts.code_bytes
    others = [each for each in all if each.target != key.target]
    other = min(others, key=lambda each: abs(each.accounts.code_bytes - size))
    return other.target, Markup(
        "Of the other {}, its code is nearest in size: {} bytes, and here {}. Similar "
        "sizes prove nothing."
    ).format(in_words(len(others)), f"{other.accounts.code_bytes:,}", f"{size:,}")


def fewest_bytes_newest(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """The newest chip for the least traffic."""
    moved = [_moved(each) for each in all]
    if len(set(moved)) < 2 or _moved(key) != min(moved):
        return None
    return all[-1].target, Markup(
        "No chip of the {} is charged fewer bytes for this program. That is no sign of the "
        "newest one."
    ).format(in_words(len(all)))


def small_memory_spills(key: Seen, all: Sequence[Seen], smallest: str) -> Lead | None:  # noqa: ARG001
    """The chip with the smallest VMEM for a big value in HBM."""
    if not key.big_in_memory:
        return None
    return smallest, Markup(
        "The big value lies in HBM, and this chip has the least VMEM. Its compiler had another "
        "memory to turn to, and others leave values in HBM, too."
    )


def numbers_of_spaces(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """A chip whose module is the same but for the n of ``S(n)``."""
    for other in all:
        if other.target != key.target and _any_space(other) == _any_space(key):
            return other.target, Markup(
                "The two tables are the same but for the numbers in {}. That number is the memory."
            ).format(code("S(n)"))
    return None


def fusions_closed(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """A chip whose module makes the same values, by fusions that hold something else."""
    for other in all:
        if other.target != key.target and _outside(other) == _outside(key):
            return other.target, Markup(
                "The same values are made in the same order. What the fusions hold is not the same."
            )
    return None


def types_unread(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """A chip whose module has the same opcodes in the same order."""
    for other in all:
        if other.target != key.target and _opcodes(other) == _opcodes(key):
            return other.target, Markup(
                "The same opcodes come in the same order. Read on: types, tiles and memories are "
                "decisions, too."
            )
    return None


def kernel_is_new(key: Seen, all: Sequence[Seen], _: str) -> Lead | None:
    """The newest chip for a kernel that was recognized, the oldest for none."""
    has = {bool(each.decided["kernels"].points) for each in all}
    if len(has) < 2:
        return None
    if key.decided["kernels"].points:
        return all[-1].target, Markup(
            "A kernel is called, and older chips than this one call it, too."
        )
    return all[0].target, Markup("No kernel is called, and that is no sign of the oldest chip.")


LURES: Final[Mapping[str, Lure]] = {
    "bytes accessed alone": same_bytes,
    "S(n) without its number": numbers_of_spaces,
    "fusions not opened": fusions_closed,
    "opcodes alone": types_unread,
    "more fusions for a newer chip": newest_fuses_most,
    "fewest bytes for the newest chip": fewest_bytes_newest,
    "a spill means the smallest VMEM": small_memory_spills,
    "a kernel means the newest chip": kernel_is_new,
    "size of code alone": nearest_code,
}
"""By the name that is shown."""


def lead(key: Seen, all: Sequence[Seen], smallest: str) -> dict[str, Lead]:
    """Where each misreading leads, but for those that happen to be right."""
    found = {name: lure(key, all, smallest) for name, lure in LURES.items()}
    return {name: led for name, led in found.items() if led is not None and led[0] != key.target}


def _moved(seen: Seen) -> float:
    return seen.accounts.bytes_accessed or 0


def _any_space(seen: Seen) -> list[tuple[str, str, object]]:
    own = {space for chip in CHIPS.values() for space in chip.memories}

    def same(found: re.Match[str]) -> str:
        """What a memory of one generation alone looks like, if its number is not read."""
        return f"S({_VMEM})" if int(found[1]) in own else found[0]

    return [(row.does, _SPACE.sub(same, row.makes), row.holds) for row in seen.rows]


def _outside(seen: Seen) -> list[tuple[str, str]]:
    return [(row.does, row.makes) for row in seen.rows]


def _opcodes(seen: Seen) -> list[str]:
    return [row.does for row in seen.rows]
