"""The exhibit of the fusion x-ray: three texts of one capture, side by side, and its kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.gym.rounds.exhibits import Excerpt, Exhibit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlagym.gym.stations.fusion_xray.panes import Pane


@dataclass(frozen=True, slots=True)
class KernelText:
    """A kernel that a custom call carries, decoded."""

    line: str
    """Id of the custom call's line."""
    name: str
    form: str
    """How it was carried: ``mlir text`` or ``bytecode``."""
    text: str


@dataclass(frozen=True, slots=True)
class SideBySide(Exhibit):
    """What XLA received and what it decided; lines of the last text are picked for an answer."""

    capture: str
    tensor: str
    """The big intermediate, as HLO writes it."""
    panes: tuple[Pane, Pane, Pane]
    kernels: tuple[KernelText, ...]

    @property
    def _decided(self) -> tuple[tuple[int, str], ...]:
        """The lines of the optimized module, without the tables of frames before it."""
        pane = self.panes[2]
        first = pane.tables[1] + 1 if pane.tables else 1
        return tuple((line.number, line.text) for line in pane.lines if line.number >= first)

    def plain(self) -> Markup:
        """The optimized module, for a flash card."""
        pane = self.panes[2]
        return Excerpt(pane.title, self.capture, pane.file, self._decided).plain()

    def picks(self) -> Mapping[str, Markup]:
        """By the id of an instruction's line, what it defines."""
        return {f"{self.panes[2].id}-{number}": _name(text) for number, text in self._decided}


def _name(line: str) -> Markup:
    return Markup("<code>{}</code>").format(line.partition(" = ")[0].replace("ROOT", "").strip())
