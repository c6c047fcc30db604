"""One room of the fusion x-ray: one program on one chip, with its texts, figures and rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from markupsafe import Markup

from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.shapes import arrays
from xlagym.gym.rounds.station import Fact, Round
from xlagym.gym.stations.fusion_xray.panes import Pane, panes
from xlagym.gym.stations.fusion_xray.rounds import deal
from xlagym.gym.stations.fusion_xray.scene import Scene
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xlagym.captures.capture import Capture
    from xlagym.numbers.evaluate import Evaluate, Writing
    from xlagym.numbers.number import Number


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
class Reading:
    """What the x-ray reads from one capture; depends on nothing else, so it can be kept."""

    tensor: str
    """The big intermediate, as HLO writes it."""
    panes: tuple[Pane, Pane, Pane]
    rounds: tuple[Round, ...]
    kernels: tuple[KernelText, ...]
    memories: tuple[str, ...]
    """Where the tensor lies as it is carried, such as ``VMEM``; empty where nothing that runs
    carries it."""
    one_place: bool
    """Whether everything that runs and returns such a tensor puts it in one memory."""


@dataclass(frozen=True, slots=True)
class Room:
    """A reading, and where it stands on the site."""

    capture: str
    variant: str
    target: str
    about: str
    """What the program is, in a few words."""
    path: str
    """Site path of its page."""
    reading: Reading
    facts: tuple[Fact, ...]
    rounds: tuple[Round, ...]
    """Those of the reading, with the way to a chip that decided otherwise."""

    @property
    def title(self) -> str:
        """Of its page, without the station's."""
        return f"{self.variant} on {self.target}"

    @property
    def captures(self) -> tuple[str, ...]:
        """It shows one capture."""
        return ()

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers of its header."""
        return tuple(number for fact in self.facts for number in fact.numbers)


@kept
def read_room(capture: Capture) -> Reading:
    """Read one capture. Raises ValueError where it has no big intermediate."""
    scene = Scene.of(capture)
    lines = {each.name: HLO.line_id(each.line) for each in scene.instructions}
    return Reading(
        tensor=scene.tensor.plain,
        panes=panes(capture, scene),
        rounds=deal(scene, capture.id),
        kernels=tuple(
            KernelText(lines[kernel.name], kernel.name, kernel.form, kernel.text)
            for kernel in capture.kernels
        ),
        memories=tuple(
            dict.fromkeys(
                name for each in scene.carriers if each.launched for name in scene.spaces(each)
            )
        ),
        one_place=len(_places(scene)) == 1,
    )


def _places(scene: Scene) -> set[int]:
    """Memory spaces of all results of the tensor's type, moved arguments among them."""
    return {
        array.memory_space
        for each in scene.instructions
        if scene.runs(each) and each.opcode != "parameter"
        for array in arrays(each.shape)
        if scene.tensor.same_tensor(array)
    }


def header(capture: Capture, reading: Reading, page: str, evaluate: Evaluate) -> tuple[Fact, ...]:
    """The figures above the panes, each with its receipt."""

    def number(name: str, expression: str, **writing: Unpack[Writing]) -> Number:
        return evaluate(
            f"gym/07/{capture.id}/{name}", expression, let={"c": capture.id}, page=page, **writing
        )

    spills = [number("spills", "c.hlo.spills")]
    words = ["to HBM"]
    if reading.memories and reading.one_place:
        spills.append(number("space", "c.big.space"))
        words = ["to HBM, carried in", ""]
    elif reading.memories:
        words = [f"to HBM, carried in {' and '.join(reading.memories)}"]
    return (
        Fact("received", (number("lines_in", "c.stablehlo.lines"),), ("lines",)),
        Fact("decided", (number("instructions", "c.hlo.instructions"),), ("instructions",)),
        Fact(
            "fusions launched",
            (number("launched", "c.hlo.launched"), number("nested", "c.hlo.nested")),
            ("and", "nested"),
        ),
        Fact("carriers", (number("carriers", "c.hlo.carriers"),), ("",)),
        Fact("spilled", tuple(spills), tuple(words)),
        Fact(
            "ops traced",
            (
                number("traced_ops", "c.origins.traced"),
                number("total_ops", "c.origins.total"),
            ),
            ("of", ""),
        ),
    )


def with_ways_on(rooms: Iterable[Room], chip_name: Callable[[str], str]) -> tuple[Room, ...]:
    """Rooms whose reveals lead one step further: to a chip, or a program, that differs."""
    every = tuple(rooms)
    return tuple(
        replace(
            room,
            rounds=tuple(_with_way_on(each, room, every, chip_name) for each in room.rounds),
        )
        for room in every
    )


def _with_way_on(
    dealt: Round, room: Room, rooms: tuple[Room, ...], chip_name: Callable[[str], str]
) -> Round:
    kind = dealt.id.rpartition("/")[2]
    same_program = [each for each in rooms if each.variant == room.variant]
    same_chip = [each for each in rooms if each.target == room.target]
    for other in (*same_program, *same_chip):
        theirs = next((each for each in other.rounds if each.id.endswith(f"/{kind}")), None)
        if theirs is not None and len(theirs.key) != len(dealt.key):
            chip = chip_name(other.target)
            text = (
                Markup("For {} the same program has another answer.").format(chip)
                if other.variant == room.variant
                else Markup("Every chip here answers alike; <code>{}</code> does not.").format(
                    other.variant
                )
            )
            way = Markup('{} Say why, then <a href="{}">look at its plan</a>.')
            further = way.format(text, other.path)
            return replace(dealt, reveal=replace(dealt.reveal, further=further))
    return dealt
