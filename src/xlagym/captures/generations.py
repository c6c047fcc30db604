"""The five TPU generations that programs are compiled for, and the programs that all of them have.

One program on five chips, by one toolchain with its defaults: what differs is the chip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store

CHIPS: Final = ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")
"""Single chips, in the order of their generations."""


def on_every_chip(store: Store) -> Mapping[str, tuple[Capture, ...]]:
    """By variant, its captures in the order of ``CHIPS``; variants that lack a chip are left out.

    A chip that refused the program counts as lacking.
    """
    variants = sorted({capture.manifest.variant for capture in store.captures.values()})
    found = {}
    for variant in variants:
        held = [store.captures.get(f"{variant}@{chip}") for chip in CHIPS]
        compiled = tuple(each for each in held if each is not None and _compiled(each))
        if len(compiled) == len(CHIPS):
            found[variant] = compiled
    return found


def _compiled(capture: Capture) -> bool:
    return capture.basis == "compiled" and not capture.refused
