"""The kernel decoder; oracles: the program that asked for a kernel, and jaxlib's attributes."""

from __future__ import annotations

import base64
import contextlib
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.texts import compiled, hlo
from xlagym.evidence.hlo.fusions import kernels
from xlagym.evidence.hlo.instruction import Instruction
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.kernels.mosaic import Kernel, MosaicError, Window, decode_kernel

ONLINE_SOFTMAX = "attention-s8192@tpu-v6e"
PALLAS = "matmul-tile-1024@tpu-v6e"
WITH_KERNELS = [capture for capture in compiled() if kernels(hlo(capture))]


def only_kernel(capture: str) -> tuple[Instruction, Kernel]:
    (launch,) = kernels(hlo(capture))
    return launch, decode_kernel(launch)


def test_the_compilers_own_kernel_is_text() -> None:
    _, kernel = only_kernel(ONLINE_SOFTMAX)
    assert (kernel.name, kernel.entry, kernel.form) == ("online-softmax", "main", "mlir text")
    assert kernel.text.startswith("module {\n  func.func @main(%arg0: i32")
    assert kernel.text.count("tpu.matmul") == 1
    assert kernel.text.count("vector.multi_reduction <maximumf>") == 1
    assert kernel.tiling == (1024, 1024)
    assert kernel.dimension_semantics == ("parallel", "arbitrary")
    assert kernel.iteration_bounds == (8, 8)
    assert kernel.windows == (
        Window("qk_fn", (1024, 1024)),
        Window("v_fn", (1024, 128)),
        Window("oi_fn", (1024, 128)),
    )
    assert kernel.scratch_operands == 2


def test_a_pallas_kernel_is_bytecode_of_the_grid_that_was_asked_for() -> None:
    _, kernel = only_kernel(PALLAS)
    assert kernel.form == "bytecode"
    # labs/programs/matmul.py: 4096 cubed in tiles of 1024, one scratch accumulator.
    assert kernel.iteration_bounds == (4, 4, 4)
    assert [window.bounds for window in kernel.windows] == [(1024, 1024)] * 3
    assert kernel.scratch_operands == 1
    assert kernel.tiling == ()
    assert "func.func @accumulate_tile(" in kernel.text
    assert "tpu.matmul" in kernel.text
    assert "stable_mosaic." not in kernel.text.split("\n", 1)[1]


def test_which_captures_have_kernels() -> None:
    assert PALLAS in WITH_KERNELS
    assert "attention-s8192@tpu-v4" not in WITH_KERNELS
    for chip in ("v5e", "v5p", "v6e", "7x"):
        assert f"attention-s8192@tpu-{chip}" in WITH_KERNELS


@pytest.mark.parametrize("capture", WITH_KERNELS)
def test_windows_times_steps_cover_the_operands(capture: str) -> None:
    """Second reading of the grid: the shapes of what the custom call takes and makes."""
    launch, kernel = only_kernel(capture)
    by_name = {each.name: each.shape for each in hlo(capture).entry.instructions}
    shapes = [*(by_name[name] for name in launch.operands), launch.shape]
    assert len(kernel.windows) == len(shapes)
    for window, shape in zip(kernel.windows, shapes, strict=True):
        assert isinstance(shape, Array)
        for size, bound in zip(shape.dims, window.bounds, strict=True):
            steps = size / bound
            assert steps == 1 or steps in kernel.iteration_bounds


@pytest.mark.parametrize("capture", WITH_KERNELS)
def test_attributes_as_jaxlib_parses_them(capture: str) -> None:
    """In a process of its own, the printed kernel is parsed again and asked for its grid."""
    _, kernel = only_kernel(capture)
    code = (
        "import sys, json\n"
        "from xlagym.evidence.text.mlir import mosaic_context, parse_module\n"
        "from jaxlib.mlir import ir\n"
        "context = mosaic_context()\n"
        "context.allow_unregistered_dialects = True\n"
        "for op in parse_module(sys.stdin.read(), context).body.operations:\n"
        "    own = op.operation.attributes\n"
        "    if 'iteration_bounds' in own:\n"
        "        windows = [list(w['window_bounds']) for w in own['window_params']]\n"
        "        print(json.dumps([list(own['iteration_bounds']), windows,\n"
        "                          len(own['dimension_semantics'])]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=kernel.text, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    steps, windows, semantics = json.loads(done.stdout)
    assert tuple(steps) == kernel.iteration_bounds
    assert [tuple(window) for window in windows] == [window.bounds for window in kernel.windows]
    assert semantics == len(kernel.dimension_semantics)


def with_body(body: str) -> Instruction:
    config = json.dumps({"custom_call_config": {"body": body}})
    module = read_hlo(
        "HloModule m\nENTRY %main () -> f32[] {\n  ROOT %k = f32[] custom-call(), "
        f'custom_call_target="tpu_custom_call", backend_config={config}\n}}\n'
    )
    return module.instruction("k")


def encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def test_bodies_that_are_none_say_why() -> None:
    plain = read_hlo("HloModule m\nENTRY %main () -> f32[] {\n  ROOT %c = f32[] constant(1)\n}\n")
    with pytest.raises(MosaicError, match=r"c carries no kernel: no custom_call_config.body"):
        decode_kernel(plain.instruction("c"))
    with pytest.raises(MosaicError, match="k: its body is not base64"):
        decode_kernel(with_body("!!!"))
    with pytest.raises(MosaicError, match="k: its body is neither MLIR text nor bytecode"):
        decode_kernel(with_body(encoded(b"\xff\xfe\x00")))
    with pytest.raises(MosaicError, match="this jaxlib can't read the kernel's bytecode"):
        decode_kernel(with_body(encoded(b"ML\xefR\x01")))


def test_damaged_bytecode_takes_no_process_down() -> None:
    launch, _ = only_kernel(PALLAS)
    raw = bytearray(base64.b64decode(launch.backend_config["custom_call_config"]["body"]))  # type: ignore[index]
    for place in range(40, len(raw), 97):
        damaged = bytearray(raw)
        damaged[place] ^= 0xFF
        with contextlib.suppress(MosaicError):
            decode_kernel(with_body(encoded(bytes(damaged))))
        if place > 600:
            break


def test_text_without_a_grid_is_still_shown() -> None:
    kernel = decode_kernel(with_body(encoded(b"module {\n  func.func @f() {\n  }\n}\n")))
    assert (kernel.entry, kernel.windows, kernel.iteration_bounds) == ("f", (), ())
    assert kernel.attributes == {}


@given(st.text(max_size=60), st.binary(max_size=60))
def test_raises_nothing_but_its_own_error(body: str, raw: bytes) -> None:
    for content in (json.loads(json.dumps(body)), encoded(b"x" + raw)):
        with contextlib.suppress(MosaicError):
            decode_kernel(with_body(content))
