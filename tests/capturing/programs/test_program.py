"""Programs: what they declare is found, and what is wrong with one is named with its line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.capturing.conftest import PROJECT
from xlagym.capturing import Variant
from xlagym.capturing.programs.program import find_variant, variants_of
from xlagym.capturing.python_file import PythonFile
from xlagym.capturing.targets.targets import target_named
from xlagym.inputs.problems import Problem, ProblemError


def fault(path: Path, text: str) -> Problem:
    path.write_text(text)
    with pytest.raises(ProblemError) as raised:
        variants_of(PythonFile(path, "labs/programs/p.py"))
    (problem,) = raised.value.problems
    assert problem.file == "labs/programs/p.py"
    return problem


def test_a_variant_knows_the_name_of_its_function() -> None:
    def scale(x: float, by: float) -> float:
        return x * by

    assert Variant(scale, args=["f32[2]", "f32[]"]).name == "scale"
    assert Variant(partial(scale, by=2.0), args=["f32[2]"]).name == "scale"


def test_variants_are_found(tmp_path: Path) -> None:
    path = tmp_path / "p.py"
    path.write_text(
        "from xlagym.capturing import Variant\nVARIANTS = {'a': Variant(len, ['f32[2]'])}"
    )
    variants = variants_of(PythonFile(path, "labs/programs/p.py"))
    assert find_variant(variants, "a", "p.py").args == ["f32[2]"]
    with pytest.raises(ProblemError, match="it declares no variant 'b', but a"):
        find_variant(variants, "b", "p.py")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("x = 1\ny = x / 0\n", "it can't be run: ZeroDivisionError: division by zero", 2),
        ("def f(:\n", "it can't be run: SyntaxError:", 1),
        ("VARIANTS = 3\n", "its VARIANTS is no dictionary from names to Variant(…)", None),
        ("\n", "its VARIANTS is no dictionary from names to Variant(…)", None),
        ("VARIANTS = {'a': len}\n", "its VARIANTS is no dictionary from names to Variant(…)", None),
    ],
)
def test_faults(tmp_path: Path, text: str, message: str, line: int | None) -> None:
    problem = fault(tmp_path / "p.py", text)
    assert problem.message.startswith(message)
    assert problem.line == line


def test_a_missing_program(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match=r"labs/programs/p\.py.* there is no such file"):
        variants_of(PythonFile(tmp_path / "p.py", "labs/programs/p.py"))


def test_programs_are_short_enough_to_show() -> None:
    for path in sorted((PROJECT / "labs" / "programs").glob("*.py")):
        lines = path.read_text().split("\n")
        assert lines[0].startswith('"""'), f"{path.name} says what it is about"
        assert len(lines) <= 60, path.name
        assert max(map(len, lines)) <= 100, path.name


def test_a_tpu_needs_no_tpu() -> None:
    environment = target_named("tpu-v6e").environment()
    assert environment["JAX_PLATFORMS"] == "cpu"
    assert environment["ALLOW_MULTIPLE_LIBTPU_LOAD"] == "1"
    assert target_named("tpu-v6e").shape == "v6e:1x1"


def test_the_cpu_is_the_same_everywhere() -> None:
    assert target_named("cpu").environment()["NPROC"] == "2"
    assert target_named("cpu").shape == "2 threads"
