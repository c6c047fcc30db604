"""What a target's name says: ``tpu-v6e-2x4.run`` ran on a slice of eight TPU v6e."""

from __future__ import annotations

from collections.abc import Iterable

from xlagym.chips.chip import Chip
from xlagym.chips.table import CHIPS, generations

RUN = ".run"
"""What ends the name of a target that programs run on."""
EVERY_TPU = "every-tpu"
"""A word for one chip of each generation, where authors list targets."""
_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)


def chip_id(target: str) -> str:
    """The target's kind of chip: ``tpu-v6e`` for ``tpu-v6e-2x4.run``, in the table or not."""
    return "-".join(target.partition(".")[0].split("-")[:2])


def chip_of(target: str) -> Chip | None:
    """The table's entry for a target; None where it has none."""
    return CHIPS.get(chip_id(target))


def backend_of(target: str) -> str:
    """``cpu``, ``tpu`` or ``gpu``."""
    return target.partition(".")[0].partition("-")[0]


def ran_on(target: str) -> bool:
    """Whether programs run on the target, rather than being compiled for it alone."""
    return target.endswith(RUN)


def chip_name(target: str) -> str:
    """As people read it: ``TPU v6e``, ``TPU v6e-2x4``; the same whether it ran or not."""
    plain = target.partition(".")[0]
    chip = chip_of(target)
    if chip is not None:
        return chip.title + plain.removeprefix(chip.name)
    family, _, rest = plain.partition("-")
    return f"{family.upper()} {rest}" if rest else family.upper()


def short_name(target: str) -> str:
    """As people read it among TPUs: ``v6e``."""
    return chip_name(target).removeprefix("TPU ")


def rank(target: str) -> tuple[int, str]:
    """By which targets are sorted: in the order of the table, strangers last."""
    names = list(CHIPS)
    name = chip_id(target)
    return (names.index(name) if name in CHIPS else len(names), target)


def expand(targets: Iterable[str]) -> tuple[str, ...]:
    """The targets, with one chip of each generation for ``every-tpu``."""
    return tuple(
        name for target in targets for name in (generations() if target == EVERY_TPU else (target,))
    )


def in_words(count: int) -> str:
    """A small number in words, as titles and sentences have it: ``five``; ``21`` above twenty."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else f"{count:,}"
