"""A variant and a function are two names for what one process compiles."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from tests.capturing.conftest import GOOD, MakeProject, entry
from xlagym.capturing.compile.in_child import compile_in_child
from xlagym.capturing.compile.lowering import argument
from xlagym.capturing.compile.made import Made
from xlagym.capturing.job import Job
from xlagym.capturing.user_program.function import UserFunction
from xlagym.evidence.hlo.shapes import ShapeError
from xlagym.inputs.problems import Problem, ProblemError

pytestmark = pytest.mark.compiles

TEXTS = ("stablehlo.mlir", "stablehlo.debug.mlir", "optimized.hlo", "cost.json", "memory.json")


def texts(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text() for name in (*TEXTS, "program.py")}


@pytest.fixture
def job(project: MakeProject) -> Job:
    """A variant of a program."""
    return Job(str(project(entry("wave", "wave", "cpu"), wave=GOOD)), "wave", "wave", "cpu")


@pytest.fixture
def function(job: Job) -> UserFunction:
    """The same, as a function of a file."""
    return UserFunction.here(str(job.source_path), "wave", "cpu", ("f32[256,512]",))


def compiled(what: Job | UserFunction, folder: Path) -> Made:
    """Compile into a folder that is made for it."""
    folder.mkdir()
    assert compile_in_child(what, folder, Event()).code == 0
    return Made.read(folder)


def problem(what: Job | UserFunction, folder: Path) -> Problem:
    """What is wrong with a compile."""
    with pytest.raises(ProblemError) as raised:
        compiled(what, folder)
    (found,) = raised.value.problems
    return found


def test_both_names_lead_to_the_same_compile(
    job: Job, function: UserFunction, tmp_path: Path
) -> None:
    made = compiled(job, tmp_path / "variant")
    assert (made.outcome, made.function, made.topology) == ("compiled", "wave", "2 threads")
    assert replace(made, tensors={}) == compiled(function, tmp_path / "function")
    variant, here = texts(tmp_path / "variant"), texts(tmp_path / "function")
    assert {name: text.replace("labs/programs/", "") for name, text in variant.items()} == here
    # Neither this machine nor the code that captures is told of.
    told = "".join(here[name] for name in TEXTS)
    assert '"wave.py"' in told
    assert "xlagym" not in told and str(tmp_path) not in told


def test_what_the_compiler_says_is_told_of_the_name_that_was_given(
    job: Job, tmp_path: Path
) -> None:
    found = problem(replace(job, options={"xla_no_such": "1"}), tmp_path / "raw")
    assert (found.file, found.rule) == ("wave@cpu", "compile")
    assert re.match("the compiler failed for cpu: .*xla_no_such", found.message)
    assert found.advice == job.advice


def test_shapes_of_the_command_line_are_told_as_such(
    function: UserFunction, tmp_path: Path
) -> None:
    found = problem(replace(function, arguments=("f32[2",)), tmp_path / "raw")
    assert (found.file, found.rule) == ("--args", "arguments")
    assert found.message.startswith("'f32[2' is no shape of an argument: ")


@pytest.mark.parametrize(
    ("text", "dims", "dtype"),
    [
        ("bf16[1024,128]", (1024, 128), "bfloat16"),
        ("f32[]", (), "float32"),
        ("pred[8]", (8,), "bool"),
        ("s8[8]", (8,), "int8"),
        ("u32[8]", (8,), "uint32"),
        ("f8e4m3fn[8]", (8,), "float8_e4m3fn"),
        ("c64[8]", (8,), "complex64"),
    ],
)
def test_arguments_as_hlo_writes_them(text: str, dims: tuple[int, ...], dtype: str) -> None:
    read = argument(text)
    assert (read.shape, str(read.dtype)) == (dims, dtype)


@pytest.mark.parametrize("text", ["", "f32", "f32[?]", "q32[8]", "(f32[8])", "f32[8] x"])
def test_what_is_no_argument(text: str) -> None:
    with pytest.raises(ShapeError):
        argument(text)
