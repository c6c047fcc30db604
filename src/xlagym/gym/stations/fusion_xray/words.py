"""The sentences of the fusion x-ray: why a line belongs to an answer, and why another does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.hlo.opcodes import NAMES
from xlagym.gym.rounds.words import code, listed
from xlagym.gym.stations.fusion_xray.scene import is_kernel, line_id

if TYPE_CHECKING:
    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.evidence.origins.carriers import Carrier
    from xlagym.gym.stations.fusion_xray.scene import XRayScene


def named(instruction: Instruction) -> Markup:
    """An instruction's name, leading to its line."""
    link = Markup('<a class="at" href="#{}"><code>%{}</code></a>')
    return link.format(line_id(instruction), instruction.name)


def tensor(scene: XRayScene) -> Markup:
    """The big intermediate's type."""
    return code(scene.tensor.plain)


def memory(scene: XRayScene, carrier: Carrier) -> Markup:
    """``VMEM (S(1))`` for each memory that the tensor lies in there."""
    pairs = zip(scene.spaces(carrier), carrier.spaces, strict=True)
    return listed(
        [
            Markup("{} ({})").format(name, code(f"S({space})") if space else "no " + code("S(n)"))
            for name, space in pairs
        ]
    )


def not_a_launch(scene: XRayScene, instruction: Instruction) -> Markup:
    """For a fusion inside a fusion."""
    return Markup("{} stands in {}, so it is no launch of its own{}. {}").format(
        named(instruction),
        code("%" + instruction.computation),
        _within(scene, instruction),
        _part(scene, instruction),
    )


def a_step(scene: XRayScene, instruction: Instruction) -> Markup:
    """For a carrying instruction inside a fusion that is no fusion itself."""
    return Markup("{} {} {}{}. The question is about launches.").format(
        named(instruction),
        _handles(scene, instruction),
        tensor(scene),
        _within(scene, instruction, ", inside "),
    )


def a_kernel(scene: XRayScene, instruction: Instruction) -> Markup:
    """For a kernel among picked fusions."""
    carries = instruction in scene.carrier
    return Markup("{} is a custom call that holds a kernel, so it is no fusion.{}").format(
        named(instruction),
        Markup(" It does carry {}.").format(tensor(scene)) if carries else "",
    )


def no_fusion(scene: XRayScene, instruction: Instruction) -> Markup:
    """For an instruction that runs and carries, but is neither fusion nor kernel."""
    return Markup("{} {} {}, but its opcode is {}: it is no fusion.").format(
        named(instruction),
        _handles(scene, instruction),
        tensor(scene),
        code(instruction.opcode),
    )


def carries_nothing(scene: XRayScene, instruction: Instruction) -> Markup:
    """For a launched fusion whose result and operands are other tensors."""
    return Markup("{} is launched, but neither its result nor an operand is {}.").format(
        named(instruction), tensor(scene)
    )


def belongs(scene: XRayScene, carrier: Carrier) -> Markup:
    """For a launched fusion that carries and was not picked."""
    if carrier.how == "result":
        return Markup("{} makes {}: look at its result type.").format(
            named(carrier.instruction), tensor(scene)
        )
    return Markup("{} takes {} as an operand, and reading it counts as carrying it.").format(
        named(carrier.instruction), tensor(scene)
    )


def on_chip(scene: XRayScene, carrier: Carrier) -> Markup:
    """For a carrier whose tensor is not in HBM."""
    return Markup("{} has it in {}, which is on the chip. It carries, and does not spill.").format(
        named(carrier.instruction), memory(scene, carrier)
    )


def no_memory(scene: XRayScene, instruction: Instruction) -> Markup:
    """For a step or a nested fusion, picked as a spill."""
    return Markup("{} lies inside a fusion and touches no memory itself{}.").format(
        named(instruction), _within(scene, instruction, "; what moves, moves at the launch of ")
    )


def only_names(scene: XRayScene, instruction: Instruction) -> Markup:
    """For a tuple, a loop or a parameter, picked as a spill."""
    return Markup("The opcode of {} is {}: it names {} and moves nothing.").format(
        named(instruction), code(instruction.opcode), tensor(scene)
    )


def spills(scene: XRayScene, carrier: Carrier) -> Markup:
    """For a spill that was not picked."""
    verb = "writes" if scene.makes(carrier.instruction) else "reads"
    kernel = " A kernel counts here." if is_kernel(carrier.instruction) else ""
    return Markup("{} {} {} in HBM: its layout there has no {}.{}").format(
        named(carrier.instruction), verb, tensor(scene), code("S(n)"), kernel
    )


def _handles(scene: XRayScene, instruction: Instruction) -> str:
    if instruction.opcode in NAMES:
        return "names"
    return "makes" if scene.makes(instruction) else "takes"


def _within(scene: XRayScene, instruction: Instruction, words: str = ": it runs within ") -> Markup:
    launch = scene.launch(instruction)
    if launch is None or launch is instruction:
        return Markup("")
    return Markup("{}{}").format(words, named(launch))


def _part(scene: XRayScene, instruction: Instruction) -> Markup:
    if instruction not in scene.carrier:
        return Markup("")
    return Markup("It {} {} there.").format(_handles(scene, instruction), tensor(scene))
