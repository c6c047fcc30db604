"""One fusion: of which kind is it, by what it holds?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO
from xlagym.chips.names import backend_of
from xlagym.evidence.hlo.fusions import inside, is_fusion
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import Excerpt
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.words import code, named
from xlagym.gym.stations.read_the_op.line import Candidate

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.reader import Computation, Instruction, Module

QUESTION = "Of which kind is the fusion that calls this computation?"
KINDS = ("kLoop", "kInput", "kOutput", "kCustom")
_MATMULS = {"convolution", "dot"}
_MOST_LINES = 30
_LONGEST = 1500
_MEANS = {
    "kLoop": "Its ops are fused into a loop.",
    "kInput": "Its ops feed the op at the root.",
    "kOutput": "It is built on one op whose output the others may take, here a matmul.",
    "kCustom": "It is a combination that this backend handles in its own way.",
}


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Fusions of a TPU's module whose computation is short enough to be read."""
    if backend_of(capture.target) != "tpu":
        return
    module = capture.hlo
    found = [
        (each, module.computations[each.calls[0]])
        for each in module.instructions
        if is_fusion(each) and each.fusion_kind in KINDS and _readable(module, each)
    ]
    found.sort(key=lambda pair: (_by_root(pair[1]) == pair[0].fusion_kind, pair[0].line))
    for each, computation in found:
        likeness = f"{each.fusion_kind} {_root(computation)}"
        yield Candidate(each.name, likeness, partial(_round, capture, each, computation))


def _readable(module: Module, each: Instruction) -> bool:
    computation = module.computations.get(each.calls[0]) if each.calls else None
    if computation is None or len(computation.instructions) < 3:
        return False
    lines = computation.end_line - computation.line + 1
    short = all(len(one.text) <= _LONGEST for one in computation.instructions)
    return lines <= _MOST_LINES and short


def _root(computation: Computation) -> str:
    return computation.root.opcode if computation.root is not None else ""


def _by_root(computation: Computation) -> str:
    """The kind that the root alone would make one think of."""
    root = _root(computation)
    return "kOutput" if root in _MATMULS else "kInput" if root == "reduce" else "kLoop"


def _holds(module: Module, fusion: Instruction, opcodes: set[str]) -> bool:
    return any(each.opcode in opcodes for each in inside(module, fusion))


def _round(capture: Capture, each: Instruction, computation: Computation) -> Round | None:
    module = capture.hlo
    kind = each.fusion_kind or ""
    root = _root(computation)
    key = Said(kind, Markup("the fusion's line says so. {}").format(_MEANS[kind]))
    by_root = _by_root(computation)
    guesses = {
        "the root alone": Said(
            by_root,
            Markup("its root is {}, and that alone doesn't decide the kind.").format(code(root)),
        )
    }
    if _holds(module, each, {"reduce"}):
        guesses["a reduce makes it kInput"] = Said(
            "kInput",
            Markup("it holds a {}. This backend loops over that, too.").format(code("reduce")),
        )
    if kind != "kOutput":
        guesses["its result goes out"] = Said(
            "kOutput",
            Markup(
                "every fusion has an output. The kind is about the op that it is built on, and "
                "no matmul is in here."
            )
            if not _holds(module, each, _MATMULS)
            else Markup("a matmul is in it, and the kind is still another one."),
        )
    if kind != "kLoop":
        guesses["elementwise ops make a loop"] = Said(
            "kLoop", Markup("there may be elementwise ops in it. They do not decide the kind.")
        )
    if len(computation.instructions) > 3 and kind != "kCustom":
        guesses["many ops make it custom"] = Said(
            "kCustom",
            Markup("it has {} instructions, and their number does not decide the kind.").format(
                len(computation.instructions)
            ),
        )
    asked = Asked(
        f"{capture.id}/kind-{each.line}",
        QUESTION,
        Markup(QUESTION),
        f"{kind} {' '.join(one.text for one in computation.instructions)}",
    )
    reveal = Reveal(
        answer=Markup("{}.").format(code(kind)),
        shows=Markup("{} on {} calls it, with {}.").format(
            named(each.name), line_link(capture.id, HLO, each.line), code(f"kind={kind}")
        ),
        means=Markup(_MEANS[kind]),
        further=_further(module),
    )
    made = said_round(asked, key, guesses, reveal, order=KINDS, coded=True)
    return None if made is None else replace(made, exhibits=(_exhibit(capture, computation),))


def _exhibit(capture: Capture, computation: Computation) -> Excerpt:
    lines = capture.hlo.lines
    numbered = tuple(
        (number, lines[number - 1]) for number in range(computation.line, computation.end_line + 1)
    )
    return Excerpt("The computation", capture.id, HLO.file, numbered)


def _further(module: Module) -> Markup:
    """Whether, in this module, it is matmuls that make a fusion ``kOutput``."""
    found = [
        (
            each.fusion_kind == "kOutput",
            _holds(module, each, _MATMULS),
        )
        for each in module.instructions
        if is_fusion(each) and each.calls and each.calls[0] in module.computations
    ]
    if not any(output for output, _ in found):
        return Markup("No fusion of this module holds a matmul, and none is {}.").format(
            code("kOutput")
        )
    if all(output == holds for output, holds in found):
        return Markup(
            "In this module the fusions of kind {} are those that hold a matmul, which a TPU "
            "writes as {}."
        ).format(code("kOutput"), code("convolution"))
    return Markup("")
