"""Carriers and spills; the second reading is plain text search over the computations."""

from __future__ import annotations

import re

import pytest

from tests.evidence.texts import compiled, hlo, stable, text
from xlagym.evidence.hlo.fusions import launched, nested
from xlagym.evidence.hlo.reader import Module, read_hlo
from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.origins.carriers import Carrier, big_intermediate, carriers
from xlagym.evidence.stablehlo.reader import read_stablehlo


def scores(capture: str) -> Array:
    array = big_intermediate(stable(capture))
    assert array is not None
    return array


def spills(module: Module, tensor: Array) -> list[Carrier]:
    return [each for each in carriers(module, tensor) if each.spills]


def test_the_seeds_program_on_v6e() -> None:
    module = hlo("attention-s1024@tpu-v6e")
    assert len(stable("attention-s1024@tpu-v6e").lines) == 21
    assert len(list(module.instructions)) == 18
    assert (len(launched(module)), len(nested(module))) == (1, 2)
    tensor = scores("attention-s1024@tpu-v6e")
    assert str(tensor) == "bf16[1024,1024]"
    found = carriers(module, tensor)
    assert [(each.instruction.name, each.how, each.spaces, each.launched) for each in found] == [
        ("convolution.1", "result", (1,), False),
        ("fusion", "result", (1,), True),
        ("online-softmax", "operand", (1,), True),
    ]
    assert sum(each.launched and each.is_fusion for each in found) == 1
    assert spills(module, tensor) == []


@pytest.mark.parametrize(
    ("capture", "names"),
    [
        # Where the scores lie decides: VMEM, and v4's common memory, are no spill.
        ("attention-s1024@tpu-v4", []),
        ("attention-s1024@tpu-v5e", []),
        ("attention-s1024@tpu-v5p", ["fusion", "online-softmax"]),
        ("attention-s8192@tpu-v6e", ["fusion", "online-softmax"]),
        # Without the kernel, on v4: written by one fusion, read by two.
        ("attention-s8192@tpu-v4", ["fusion.5", "fusion.2", "fusion"]),
        # On v6e the near miss is cut into row blocks, and the whole scores exist nowhere.
        ("attention-exp2-s8192@tpu-v6e", []),
        # Layer norm's wide copy of its input never leaves the fusions.
        ("layernorm@tpu-v6e", []),
    ],
)
def test_who_spills(capture: str, names: list[str]) -> None:
    found = spills(hlo(capture), scores(capture))
    assert [each.instruction.name for each in found] == names


@pytest.mark.parametrize(
    ("capture", "tensor"),
    [
        ("attention-s8192@tpu-v6e", "bf16[8192,8192]"),
        ("mlp@tpu-v6e", "bf16[2048,4096]"),
        ("layernorm@tpu-v6e", "f32[4096,2048]"),
        ("softmax@tpu-v6e", "f32[4096,2048]"),
        # The loop hands its sequence on unchanged, and its outputs are results.
        ("rnn@tpu-v6e", "bf16[64,512]"),
    ],
)
def test_the_big_intermediate(capture: str, tensor: str) -> None:
    assert str(scores(capture)) == tensor


def test_a_program_of_one_op_has_none() -> None:
    assert big_intermediate(stable("matmul-tile-1024@tpu-v6e")) is None


def test_what_depends_on_no_argument_does_not_count() -> None:
    module = read_stablehlo(
        "func.func @main(%x: tensor<2xf32>) -> tensor<f32> {\n"
        "  %i = stablehlo.iota dim = 0 : tensor<100xf32>\n"
        "  %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<99xf32>\n"
        "  %y = stablehlo.negate %x : tensor<2xf32>\n"
        "  %r = stablehlo.reduce(%y init: %c) applies stablehlo.add across dimensions = [0] : "
        "(tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
        "  return %r : tensor<f32>\n}\n"
    )
    assert big_intermediate(module) == Array("f32", (2,))


@pytest.mark.parametrize("capture", compiled("attention-s*"))
def test_carriers_by_text_search(capture: str) -> None:
    """No argument or result of attention has the scores' shape, so a search finds just them."""
    shape = re.escape(scores(capture).plain)
    expected = []
    for block in text(capture, "optimized.hlo").split("\n}\n"):
        made = {
            name
            for name, kind in re.findall(
                r"^ +(?:ROOT )?%(\S+) = (.*?) [\w-]+\(", block, re.MULTILINE
            )
            if re.search(shape, kind)
        }
        for line in block.splitlines():
            match = re.match(r" +(?:ROOT )?%(\S+) = .*? [\w-]+\(([^()]*)\)", line)
            if match and (match[1] in made or made & set(re.findall(r"%([^\s,]+)", match[2]))):
                expected.append(match[1])
    found = carriers(hlo(capture), scores(capture))
    assert [each.instruction.name for each in found] == expected
    assert expected


APART = """\
HloModule m

%inside (p.0: f32[8,8], p.1: f32[8,8]) -> f32[8,8] {
  %p.0 = f32[8,8]{1,0} parameter(0)
  %p.1 = f32[8,8]{1,0} parameter(1)
  %mid = f32[8,8]{1,0} add(%p.0, %p.1)
  ROOT %out = f32[8,8]{1,0} negate(%mid)
}

ENTRY %main (x: f32[8,8]) -> (f32[8,8]) {
  %x = f32[8,8]{1,0} parameter(0)
  %fetch = (f32[8,8]{1,0:S(1)}, f32[8,8]{1,0}, u32[]) copy-start(%x)
  %near = f32[8,8]{1,0:S(1)} copy-done(%fetch)
  %made = f32[8,8]{1,0} exponential(%near)
  %held = (f32[8,8]{1,0}) tuple(%made)
  %got = f32[8,8]{1,0} get-tuple-element(%held), index=0
  %last = f32[8,8]{1,0} fusion(%got, %near), kind=kLoop, calls=%inside
  ROOT %all = (f32[8,8]{1,0}) tuple(%last)
}
"""


def test_parameters_and_results_are_apart_wherever_they_go() -> None:
    module = read_hlo(APART)
    found = {each.instruction.name: each for each in carriers(module, Array("f32", (8, 8)))}
    # The parameter and its copy in VMEM are apart, so are the result and the fusion's root; the
    # fusion carries what it takes.
    assert list(found) == ["p.0", "mid", "out", "made", "held", "got", "last"]
    assert [name for name, each in found.items() if each.how == "operand"] == ["out", "last"]
    # Naming a value is no traffic; inside a fusion there is none.
    assert [each.instruction.name for each in spills(module, Array("f32", (8, 8)))] == [
        "made",
        "last",
    ]


@pytest.mark.parametrize("capture", compiled())
def test_every_spill_is_a_carrier_that_runs_in_hbm(capture: str) -> None:
    tensor = big_intermediate(stable(capture))
    if tensor is None:
        assert capture.startswith(("matmul-tile", "exp@"))
        return
    for each in spills(hlo(capture), tensor):
        assert each.launched
        assert 0 in each.spaces
        assert each.instruction.opcode not in ("tuple", "get-tuple-element", "parameter", "while")
