"""The home page's piece of evidence: one line of Python, what it asked for, what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.gym.stations.fusion_xray.panes import panes
from xlagym.gym.stations.fusion_xray.scene import XRayScene
from xlagym.keeping.kept import kept
from xlagym.site.show.listing import ListingLine, render_listing

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.gym.stations.fusion_xray.panes import Pane


@kept
def specimen(capture: Capture) -> Markup:
    """Three excerpts: the big intermediate's own line of Python, its op, and who carries it.

    Empty where the capture has no such value.
    """
    try:
        scene = XRayScene.of(capture)
    except ValueError:
        return Markup()
    every = panes(capture, scene)
    python, stable, _ = every
    first = next((line for line in stable.lines if "carries" in line.classes), None)
    if first is None:
        return Markup()
    asked = {each for each in first.links if each.startswith("py-")}
    chosen = (
        [line.number for line in python.lines if f"py-{line.number}" in asked],
        [first.number],
        [carrier.instruction.line for carrier in scene.carriers if carrier.launched],
    )
    titles = ("you wrote", "XLA received", "XLA decided")
    return Markup("").join(
        _excerpt(pane, title, lines)
        for pane, title, lines in zip(every, titles, chosen, strict=True)
    )


def _excerpt(pane: Pane, title: str, numbers: list[int]) -> Markup:
    lines = [
        ListingLine(line.number, line.text.strip(), line.classes)
        for line in pane.lines
        if line.number in numbers
    ]
    listing = render_listing(lines, pane.kind, f"{title}: {pane.title}", f"specimen-{pane.id}")
    return Markup("<div><h2>{} <small>{}</small></h2>{}</div>").format(title, pane.title, listing)
