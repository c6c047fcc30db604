"""One room of the fusion x-ray: one program on one chip, with its texts, figures and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from markupsafe import Markup

from xlagym.captures.forms import HLO
from xlagym.chips.names import chip_name
from xlagym.evidence.hlo.shapes import arrays
from xlagym.gym.rounds.round import RoomFact, Round
from xlagym.gym.rounds.station import Room
from xlagym.gym.rounds.ways_on import counterparts
from xlagym.gym.stations.fusion_xray.panes import panes
from xlagym.gym.stations.fusion_xray.rounds import deal
from xlagym.gym.stations.fusion_xray.scene import XRayScene
from xlagym.gym.stations.fusion_xray.side_by_side import KernelText, SideBySide
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.numbers.evaluate import Evaluate, Writing
    from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class XRayReading:
    """What the x-ray reads from one capture; depends on nothing else, so it can be kept."""

    texts: SideBySide
    rounds: tuple[Round, ...]
    memories: tuple[str, ...]
    """Where the tensor lies as it is carried, such as ``VMEM``; empty where nothing that runs
    carries it."""
    one_place: bool
    """Whether everything that runs and returns such a tensor puts it in one memory."""


@kept
def read_room(capture: Capture) -> XRayReading:
    """Read one capture. Raises ValueError where it has no big intermediate."""
    scene = XRayScene.of(capture)
    lines = {each.name: HLO.line_id(each.line) for each in scene.instructions}
    return XRayReading(
        texts=SideBySide(
            capture.id,
            scene.tensor.plain,
            panes(capture, scene),
            tuple(
                KernelText(lines[kernel.name], kernel.name, kernel.form, kernel.text)
                for kernel in capture.kernels
            ),
        ),
        rounds=deal(scene, capture.id),
        memories=tuple(
            dict.fromkeys(
                name for each in scene.carriers if each.launched for name in scene.spaces(each)
            )
        ),
        one_place=len(_places(scene)) == 1,
    )


def _places(scene: XRayScene) -> set[int]:
    """Memory spaces of all results of the tensor's type, moved arguments among them."""
    return {
        array.memory_space
        for each in scene.instructions
        if scene.runs(each) and each.opcode != "parameter"
        for array in arrays(each.shape)
        if scene.tensor.same_tensor(array)
    }


def header(
    capture: Capture, reading: XRayReading, page: str, evaluate: Evaluate
) -> tuple[RoomFact, ...]:
    """The figures above the panes, each with its receipt."""

    def number(name: str, expression: str, **writing: Unpack[Writing]) -> Number:
        return evaluate(
            f"{capture.id}/{name}", expression, let={"c": capture.id}, page=page, **writing
        )

    spills = [number("spills", "c.hlo.spills")]
    words = ["to HBM"]
    if reading.memories and reading.one_place:
        spills.append(number("space", "c.big.space"))
        words = ["to HBM, carried in", ""]
    elif reading.memories:
        words = [f"to HBM, carried in {' and '.join(reading.memories)}"]
    return (
        RoomFact("received", (number("lines_in", "c.stablehlo.lines"),), ("lines",)),
        RoomFact("decided", (number("instructions", "c.hlo.instructions"),), ("instructions",)),
        RoomFact(
            "fusions launched",
            (number("launched", "c.hlo.launched"), number("nested", "c.hlo.nested")),
            ("and", "nested"),
        ),
        RoomFact("carriers", (number("carriers", "c.hlo.carriers"),), ("",)),
        RoomFact("spilled", tuple(spills), tuple(words)),
        RoomFact(
            "ops traced",
            (
                number("traced_ops", "c.origins.traced"),
                number("total_ops", "c.origins.total"),
            ),
            ("of", ""),
        ),
    )


def way_on(each: Round, room: Room, rooms: Sequence[Room]) -> Markup | None:
    """To a chip, or a program, where the answer has another length."""
    same_program = [other for other in rooms if other.variant == room.variant]
    same_chip = [other for other in rooms if other.target == room.target]
    for other, theirs in counterparts(each, (*same_program, *same_chip)):
        if len(theirs.key) != len(each.key):
            text = (
                Markup("For {} the same program has another answer.").format(
                    chip_name(other.target)
                )
                if other.variant == room.variant
                else Markup("Every chip here answers alike; <code>{}</code> does not.").format(
                    other.variant
                )
            )
            way = Markup('{} Say why, then <a href="{}">look at its plan</a>.')
            return way.format(text, other.path)
    return None
