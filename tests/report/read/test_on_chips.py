from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiles

STEP = '''\
"""A small transformer's training step."""

import jax
import jax.numpy as jnp

from parts import norm

WIDTH, HEADS, LENGTH, BATCH = 256, 4, 128, 2


def layer(w, x):
    q, k, v = ((norm(x) @ w[n]).reshape(BATCH, LENGTH, HEADS, -1) for n in "qkv")
    scores = jnp.einsum("bthd,bshd->bhts", q, k) / 8
    mixed = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(scores, -1), v)
    x = x + mixed.reshape(BATCH, LENGTH, WIDTH) @ w["o"]
    return x + jax.nn.gelu(norm(x) @ w["up"]) @ w["down"]


def loss(w, x):
    return jnp.mean(layer(w, x) ** 2).astype(jnp.float32)


def step(w, x):
    lost, slope = jax.value_and_grad(loss)(w, x)
    return lost, jax.tree.map(lambda a, b: a - 1e-3 * b, w, slope)


def wrong(w, x):
    return broken(x)


def broken(x):
    return x @ jnp.ones((3, 4))


def example_args():
    def matrix(rows, columns):
        return jax.ShapeDtypeStruct((rows, columns), jnp.bfloat16)

    w = {name: matrix(WIDTH, WIDTH) for name in "qkvo"}
    w |= {"up": matrix(WIDTH, 4 * WIDTH), "down": matrix(4 * WIDTH, WIDTH)}
    return w, jnp.zeros((BATCH, LENGTH, WIDTH), jnp.bfloat16)
'''
PARTS = """\
import jax


def norm(x):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5)
"""
PLACED = """\
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


def mlp(up, down, x):
    return jax.nn.relu(x @ up) @ down


def example_args():
    shape = jax.ShapeDtypeStruct
    up, down = shape((512, 2048), jnp.bfloat16), shape((2048, 512), jnp.bfloat16)
    return up, down, shape((256, 512), jnp.bfloat16)


def shardings(devices):
    mesh = Mesh(np.array(devices), ("parts",))
    return tuple(NamedSharding(mesh, P(*axes)) for axes in ((None, "parts"), ("parts",), ()))
"""
GREEDY = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(x, out, room):
    room[:8] = x[:]
    out[:] = room[:8] + 1


def greedy(x):
    room = pltpu.VMEM((1 << 20, 128), jnp.float32)
    return pl.pallas_call(kernel, jax.ShapeDtypeStruct(x.shape, x.dtype), scratch_shapes=[room])(x)
"""
"""A kernel that wants half a gigabyte of VMEM."""

type Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder outside the project, with a program in it."""
    files = {"my_model.py": STEP, "parts.py": PARTS, "placed.py": PLACED}
    files |= {"syntax.py": "def f(:\n", "leaves.py": "import sys\n\nsys.exit('no data')\n"}
    files |= {"bare.py": "def twice(x):\n    return x + x\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def xray(folder: Path) -> Run:
    """Run the command there, in a process of its own."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "xlagym", "xray", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("my_model.py:wrong", r"my_model\.py:33: program: wrong can't be traced: TypeError: .+"),
        ("my_model.py:steps", r"my_model\.py: program: steps is not in it\n.*it has .*step, wrong"),
        ("syntax.py:f", r"syntax\.py:1: program: it can't be run: SyntaxError: .+"),
        ("leaves.py:f", r"leaves\.py:3: program: it can't be run: SystemExit: no data"),
        ("bare.py:twice", r"bare\.py: program: it has no function example_args, and no --args"),
        ("missing.py:f", r"missing\.py: program: there is no such file"),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_line(
    program: str, said: str, xray: Run, folder: Path
) -> None:
    done = xray(program, "--on", "cpu", "-o", "page.html")
    assert done.returncode == 1
    assert re.search(said, done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("program:") == 1
    assert not (folder / "page.html").exists()


def test_shapes_may_stand_on_the_command_line(xray: Run) -> None:
    done = xray("bare.py:twice", "--on", "cpu", "--args", "bf16[8,16]", "--json")
    (module,) = json.loads(done.stdout)["modules"]
    assert module["name"] == "jit_twice"
    done = xray("bare.py:twice", "--on", "cpu", "--args", "bf16[8,x]", "--json")
    assert done.returncode == 1
    assert "--args: arguments: 'bf16[8,x]' is no shape of an argument" in done.stderr


def test_a_train_step_on_two_chips(xray: Run, folder: Path) -> None:
    done = xray("my_model.py:step", "--on", "tpu-v6e,tpu-7x", "-o", "page.html")
    assert (done.returncode, done.stdout) == (0, "")
    html = (folder / "page.html").read_text()
    assert "Compiled here for TPU v6e, TPU 7x" in html
    for label in ("fusions launched", "kernels", "collectives", "it lies in", "bytes accessed"):
        assert f'<th scope="row">{label}' in html
    assert html.count("data-module ") == 2
    for pane in ("m1-py", "m1-mlir", "m1-hlo", "m2-py", "m2-mlir", "m2-hlo"):
        assert f'data-pane="{pane}"' in html
    assert str(folder) not in html


def test_a_refusal_is_shown_in_the_compilers_own_words(xray: Run, folder: Path) -> None:
    (folder / "greedy.py").write_text(GREEDY)
    arguments = ("--args", "f32[8,128]", "-o", "page.html")
    done = xray("greedy.py:greedy", "--on", "tpu-v6e", *arguments)
    assert done.returncode == 0
    assert "tpu-v6e: chip: the compiler refused the program: RESOURCE_EXHAUSTED" in done.stderr
    html = (folder / "page.html").read_text()
    refusal = html.partition('aria-label="Refusal, TPU v6e">')[2].partition("</pre>")[0]
    assert refusal.startswith("RESOURCE_EXHAUSTED")
    assert "vmem" in refusal.lower()
    assert "data-module " not in html


def test_shardings_of_the_file_reach_a_whole_pod(xray: Run) -> None:
    done = xray("placed.py:mlp", "--on", "tpu-v6e-2x4", "--json")
    (module,) = json.loads(done.stdout)["modules"]
    assert module["name"] == "jit_mlp"
    assert module["collectives"] > 0
