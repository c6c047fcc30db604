"""The two questions of the fusion x-ray, over one capture.

*carry*: which launched fusions carry the big intermediate? *spill*: of everything that carries it,
what reads or writes it in HBM? Either may have nothing for an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.hlo.fusions import is_fusion
from xlagym.gym.rounds.round import Explanation, Misreading, Reveal, Round, round_hash
from xlagym.gym.rounds.words import code, listed
from xlagym.gym.stations.fusion_xray import words
from xlagym.gym.stations.fusion_xray.scene import XRayScene, is_kernel, line_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.evidence.origins.carriers import Carrier

    type Told = Callable[[XRayScene, Instruction], Markup]

NESTED = "nested counted as launched"
KERNEL = "a kernel is no fusion"
STEP = "a step inside taken for the launch"
FUSED_STEP = "a fused step thought to touch memory"
NO_FUSION = "carries, but is no fusion"
CARRIES_NOTHING = "launched, so it must carry"
RESULT_ONLY = "results looked at, operands not"
ON_CHIP = "on-chip memory read as a spill"
NAMING = "naming read as moving"
FUSIONS_ONLY = "only fusions thought to spill"
OTHER = "does not carry it"


def deal(scene: XRayScene, capture: str) -> tuple[Round, ...]:
    """The rounds of one capture: the second only where something that runs carries the tensor."""
    first = carry_round(scene, capture)
    launched = [each for each in scene.carriers if each.launched]
    return (first, spill_round(scene, capture)) if launched else (first,)


def carry_round(scene: XRayScene, capture: str) -> Round:
    """Which launched fusions carry the big intermediate?"""
    key = [each for each in scene.carriers if each.launched and each.is_fusion]
    text = "Which launched fusions carry {}?"
    return Round(
        id=f"{capture}/carry",
        hash=round_hash(text, _decision(scene)),
        question=Markup(text).format(words.tensor(scene)),
        none="None of them",
        choices=(),
        key=_ids(each.instruction for each in key),
        misreadings=_misreadings(
            key,
            {
                NESTED: [each for each in scene.carriers if each.is_fusion],
                KERNEL: [*key, *(each for each in scene.carriers if is_kernel(each.instruction))],
                STEP: [each for each in scene.carriers if not each.launched],
                NO_FUSION: [each for each in scene.carriers if each.launched],
                RESULT_ONLY: [each for each in key if each.how == "result"],
            },
        )
        + _fusions_that_carry_nothing(scene, key),
        wrong=_explained(scene, {each.instruction for each in key}, _wrong_to_carry),
        missing=tuple(
            Explanation(
                (line_id(each.instruction),),
                RESULT_ONLY if each.how == "operand" else "",
                words.belongs(scene, each),
            )
            for each in key
        ),
        reveal=_carry_reveal(scene, key),
    )


def spill_round(scene: XRayScene, capture: str) -> Round:
    """Of everything that carries it, what reads or writes it in HBM?"""
    key = [each for each in scene.carriers if each.spills]
    text = "Of all that carries {}, what spills it to HBM?"
    working = [each for each in scene.carriers if each.launched]
    return Round(
        id=f"{capture}/spill",
        hash=round_hash(text, _decision(scene)),
        question=Markup(text).format(words.tensor(scene)),
        none="Nothing does",
        choices=(),
        key=_ids(each.instruction for each in key),
        misreadings=_misreadings(
            key,
            {
                ON_CHIP: [each for each in working if 0 not in each.spaces],
                FUSED_STEP: [each for each in scene.carriers if not each.launched],
                NAMING: [each for each in working if 0 in each.spaces],
                FUSIONS_ONLY: [each for each in key if each.is_fusion],
            },
        ),
        wrong=_explained(scene, {each.instruction for each in key}, _wrong_to_spill),
        missing=tuple(
            Explanation(
                (line_id(each.instruction),),
                "" if each.is_fusion else FUSIONS_ONLY,
                words.spills(scene, each),
            )
            for each in key
        ),
        reveal=_spill_reveal(scene, key),
    )


def _wrong_to_carry(scene: XRayScene, each: Instruction) -> tuple[str, Told] | None:
    carries = each in scene.carrier
    if is_fusion(each):
        return (CARRIES_NOTHING, words.carries_nothing) if scene.runs(each) else _nested()
    if is_kernel(each) and scene.runs(each):
        return KERNEL, words.a_kernel
    if not carries:
        return None
    return (NO_FUSION, words.no_fusion) if scene.runs(each) else (STEP, words.a_step)


def _nested() -> tuple[str, Told]:
    return NESTED, words.not_a_launch


def _wrong_to_spill(scene: XRayScene, each: Instruction) -> tuple[str, Told] | None:
    carrier = scene.carrier.get(each)
    if carrier is None:
        return (OTHER, words.carries_nothing) if is_fusion(each) and scene.runs(each) else None
    if not scene.runs(each):
        return FUSED_STEP, words.no_memory
    if 0 not in carrier.spaces:
        return ON_CHIP, lambda scene, each: words.on_chip(scene, scene.carrier[each])
    return NAMING, words.only_names


def _explained(
    scene: XRayScene,
    key: set[Instruction],
    find: Callable[[XRayScene, Instruction], tuple[str, Told] | None],
) -> tuple[Explanation, ...]:
    """One explanation for each line that may look right, and one for all the rest."""
    explanations = []
    for each in scene.instructions:
        found = None if each in key else find(scene, each)
        if found is not None:
            name, tell = found
            explanations.append(Explanation((line_id(each),), name, tell(scene, each)))
    rest = Markup("Neither its result nor an operand is {}.").format(words.tensor(scene))
    return (*explanations, Explanation((), OTHER, rest))


def _misreadings(key: list[Carrier], picks: dict[str, list[Carrier]]) -> tuple[Misreading, ...]:
    """Those that lead to another answer than the key and than each other."""
    seen = {frozenset(_ids(each.instruction for each in key)), frozenset()}
    found: list[Misreading] = []
    for name, chosen in picks.items():
        misreading = Misreading(name, _ids(each.instruction for each in chosen))
        if frozenset(misreading.picks) not in seen:
            seen.add(frozenset(misreading.picks))
            found.append(misreading)
    return tuple(found)


def _fusions_that_carry_nothing(scene: XRayScene, key: list[Carrier]) -> tuple[Misreading, ...]:
    every = [each for each in scene.instructions if is_fusion(each) and scene.runs(each)]
    if len(every) == len(key):
        return ()
    return (Misreading(CARRIES_NOTHING, _ids(every)),)


def _ids(instructions: Iterable[Instruction]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line_id(each) for each in instructions))


def _decision(scene: XRayScene) -> str:
    """What the questions rest on: names, kinds and memories, not the text around them."""
    return "\n".join(
        f"{each.instruction.name} {each.instruction.opcode} {each.how} {each.spaces}"
        f" {each.launched}"
        for each in scene.carriers
    )


def _carry_reveal(scene: XRayScene, key: list[Carrier]) -> Reveal:
    names = [words.named(each.instruction) for each in key]
    inner = [each.instruction for each in scene.carriers if not each.launched]
    if key:
        made = [words.named(each.instruction) for each in key if each.how == "result"]
        read = [words.named(each.instruction) for each in key if each.how == "operand"]
        parts = [
            Markup("made by {}").format(listed(made)) if made else None,
            Markup("read by {}").format(listed(read)) if read else None,
        ]
        return Reveal(
            answer=Markup("{}.").format(listed(names)),
            shows=Markup("{} is {}.").format(
                words.tensor(scene), listed([part for part in parts if part])
            ),
            means=_between(scene),
            further=Markup(""),
        )
    if inner:
        launches = {scene.launch(each): None for each in inner}
        owners = [words.named(each) for each in launches if each is not None]
        return Reveal(
            answer=Markup("None of them."),
            shows=Markup("{} occurs only inside {}.").format(words.tensor(scene), listed(owners)),
            means=Markup(
                "It is made and used up within a launch. No instruction that runs returns it or "
                "takes it, so no buffer has to hold the whole of it. That is what fusion buys."
            ),
            further=Markup(""),
        )
    return Reveal(
        answer=Markup("None of them."),
        shows=Markup(
            "Search the optimized module: nothing between arguments and results is a {}."
        ).format(words.tensor(scene)),
        means=Markup(
            "The compiler computes the program without this value, in pieces of another shape or "
            "type."
        ),
        further=Markup(""),
    )


def _between(scene: XRayScene) -> Markup:
    kernels = [each.instruction for each in scene.carriers if is_kernel(each.instruction)]
    also = (
        Markup(" The kernel {} takes it as well, though it is no fusion.").format(
            listed([words.named(each) for each in kernels])
        )
        if kernels
        else ""
    )
    return Markup(
        "What one launch makes and another reads has to lie in some memory in between.{}"
    ).format(also)


def _spill_reveal(scene: XRayScene, key: list[Carrier]) -> Reveal:
    launched = [each for each in scene.carriers if each.launched]
    if key:
        names = [words.named(each.instruction) for each in key]
        return Reveal(
            answer=Markup("{}.").format(listed(names)),
            shows=Markup("In each of these lines the layout of {} has no {}.").format(
                words.tensor(scene), code("S(n)")
            ),
            means=Markup(
                "Without a memory space it is in HBM: written there by the launch that makes it, "
                "read back by each that takes it."
            ),
            further=Markup(""),
        )
    where = list(dict.fromkeys(words.memory(scene, each) for each in launched))
    return Reveal(
        answer=Markup("Nothing does."),
        shows=Markup("Wherever {} is carried, it lies in {}.").format(
            words.tensor(scene), listed(where)
        ),
        means=Markup(
            "It is carried and not spilled: it stays on the chip from the launch that makes it "
            "to the last that reads it."
        ),
        further=Markup(""),
    )
