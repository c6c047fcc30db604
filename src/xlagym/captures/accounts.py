"""Which timeline speaks for a program on a chip: a measured one, else a published one, else none.

A figure that somebody published stands in until the program has run here; then the run takes its
place, and pages say so.
"""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.captures.capture import Capture
from xlagym.captures.store import Store

NOT_RECORDED = "not recorded"
"""What a page says where nobody has measured: that is not zero."""


@dataclass(frozen=True, slots=True)
class TimelineAccount:
    """The best timeline of a program on a chip."""

    variant: str
    chip: str
    capture: Capture | None
    """Measured or published; None where neither is in the store."""
    superseded: Capture | None = None
    """The published one whose place a measured one has taken."""

    @property
    def basis(self) -> str:
        """``measured``, ``published`` or ``not recorded``."""
        return NOT_RECORDED if self.capture is None else self.capture.basis

    @property
    def says(self) -> str:
        """One sentence for a page."""
        name = f"{self.variant} on {self.chip}"
        if self.capture is None:
            return f"The timeline of {name} is not recorded."
        if self.basis == "published":
            return f"The timeline of {name} is quoted, not measured here."
        if self.superseded is not None:
            return f"The timeline of {name} is measured; it takes the published figures' place."
        return f"The timeline of {name} is measured."


def timeline_account(store: Store, variant: str, chip: str) -> TimelineAccount:
    """Return the best timeline of ``variant`` on ``chip`` (``tpu-v6e``) that ``store`` has.

    Of several measured ones that with the pinned toolchain and the compiler's defaults, whose id
    has no label, comes first.
    """
    of_program = [
        capture
        for capture in store.captures.values()
        if capture.manifest.variant == variant and capture.chip == chip
    ]
    measured = _first(of_program, "measured")
    published = _first(of_program, "published")
    if measured is None:
        return TimelineAccount(variant, chip, published)
    return TimelineAccount(variant, chip, measured, published)


def _first(captures: list[Capture], basis: str) -> Capture | None:
    of_basis = [capture for capture in captures if capture.basis == basis]
    return min(of_basis, key=lambda capture: (len(capture.id), capture.id), default=None)
