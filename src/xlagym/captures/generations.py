"""The programs that are compiled for every TPU generation of the table of chips.

One program, by one toolchain with its defaults: what differs is the chip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.chips.table import generations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store


def on_every_chip(store: Store) -> Mapping[str, tuple[Capture, ...]]:
    """By variant, its captures the oldest generation first; variants that lack a chip are left out.

    A chip that refused the program counts as lacking.
    """
    chips = generations()
    variants = sorted({capture.manifest.variant for capture in store.captures.values()})
    found = {}
    for variant in variants:
        held = [store.captures.get(f"{variant}@{chip}") for chip in chips]
        compiled = tuple(each for each in held if each is not None and _compiled(each))
        if len(compiled) == len(chips):
            found[variant] = compiled
    return found


def _compiled(capture: Capture) -> bool:
    return capture.basis == "compiled" and not capture.refused
