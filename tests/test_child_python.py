"""No process that xlagym starts runs code of the folder that somebody stands in."""

from __future__ import annotations

import ast
import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import pytest

import xlagym
from xlagym.child_python import child_python

pytestmark = pytest.mark.slow

PACKAGE = Path(xlagym.__file__).parent
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
STARTER = "child_python.py"
OTHER_PROGRAMS = {"cli/numbers.py": "git"}
"""Modules that start something else than Python, and what."""
CHILDREN = {
    "xlagym.capturing.compile.compile",
    "xlagym.capturing.compile.forecast",
    "xlagym.capturing.run.trace",
    "xlagym.capturing.run.xprof_loopback",
    "xlagym.capturing.run.xprof_tools",
    "xlagym.capturing.targets.device",
    "xlagym.evidence.kernels.mosaic_bytecode",
    "xlagym.report.read.print_hlo",
    "xlagym.site.assembly.reading_ahead",
}
"""Modules that run in processes of their own."""
SHADOWED = ("base64", "json", "jaxlib/__init__", "numpy/__init__", "xlagym/__init__", "yaml")
HLO = """HloModule m, entry_computation_layout={{(f32[8]{{0}})->f32[8]{{0}}}}

ENTRY %main (x: f32[8]) -> f32[8] {{
  %x = f32[8]{{0}} parameter(0)
  ROOT %k = f32[8]{{0}} custom-call(%x), custom_call_target="tpu_custom_call", backend_config={}
}}
"""


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder whose modules leave a mark if anybody imports them."""
    folder = tmp_path / "dump"
    mark = tmp_path / "ran.txt"
    for name in SHADOWED:
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(mark)!r}, 'a').write({name!r} + '\\n')\n")
    return folder


def marks(trap: Path) -> str:
    mark = trap.parent / "ran.txt"
    return mark.read_text() if mark.exists() else ""


def test_the_trap_catches_a_process_that_looks_around(trap: Path) -> None:
    command = [sys.executable, "-m", "xlagym.evidence.kernels.mosaic_bytecode"]
    subprocess.run(command, cwd=trap, input=b"", capture_output=True, check=False)
    assert "xlagym/__init__" in marks(trap)


def test_xray_runs_nothing_of_the_folder_one_is_in(trap: Path) -> None:
    body = base64.b64encode(b"ML\xefR and no more").decode()
    config = json.dumps({"custom_call_config": {"body": body}})
    (trap / "module.hlo").write_text(HLO.format(config))
    page = trap.parent / "xray.html"
    done = subprocess.run(
        [sys.executable, "-P", "-m", "xlagym", "xray", "module.hlo", "-o", str(page)],
        cwd=trap,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "this jaxlib can&#39;t read the kernel&#39;s bytecode: line 0:" in page.read_text()
    assert marks(trap) == ""


def test_every_child_is_known() -> None:
    """A module that can be started is named here, and so is started in the test below."""
    runnable = {
        ".".join(("xlagym", *Path(name).with_suffix("").parts))
        for name, path in MODULES.items()
        if name != "__main__.py" and '__name__ == "__main__"' in path.read_text()
    }
    assert runnable == CHILDREN


@pytest.mark.parametrize("module", sorted(CHILDREN))
def test_a_child_runs_nothing_of_the_folder_one_is_in(module: str, trap: Path) -> None:
    command = child_python(module)
    assert command[:2] == [sys.executable, "-P"]
    done = subprocess.run(
        command,
        cwd=trap,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "No module named" not in done.stderr
    assert marks(trap) == ""


def test_another_interpreter_is_started_in_the_same_way() -> None:
    other = Path("/opt/other/bin/python")
    assert child_python("pip", "install", "jax", python=other) == [
        "/opt/other/bin/python",
        *("-P", "-m", "pip", "install", "jax"),
    ]


def test_no_other_module_names_an_interpreter() -> None:
    """Each command that is given to ``subprocess`` comes from ``child_python``, git's apart."""
    for name, path in MODULES.items():
        nodes = [*ast.walk(ast.parse(path.read_text()))]
        named = any(_is(node, "sys", "executable") for node in nodes)
        assert named == (name == STARTER), name
        assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and _hides(node)]
        scopes = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        checked = set()
        for scope in scopes:
            for call in filter(_starts, ast.walk(scope)):
                checked.add(call)
                assert _commands(call, scope) == OTHER_PROGRAMS.get(name, "child_python"), name
        assert checked == set(filter(_starts, nodes)), name


def test_the_starters_of_processes_are_seen() -> None:
    starters = {
        name
        for name, path in MODULES.items()
        if any(_starts(node) for node in ast.walk(ast.parse(path.read_text())))
    }
    assert starters == {
        "capturing/child.py",
        "capturing/compile/toolchain.py",
        "capturing/run/viewer.py",
        "cli/numbers.py",
        "evidence/kernels/mosaic_bytecode.py",
        "report/read/carried.py",
        "site/assembly/ahead.py",
    }


def _is(node: ast.AST, module: str, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Name)
        and node.value.id == module
    )


def _starts(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether it is a call that starts a process."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return False
    if function.value.id == "os":
        return function.attr.startswith(("exec", "spawn", "posix_spawn", "system", "popen", "fork"))
    started = {"run", "Popen", "call", "check_call", "check_output", "getoutput"}
    return function.value.id == "subprocess" and function.attr in started


def _commands(call: ast.Call, scope: ast.FunctionDef) -> str:
    """What its command starts with: the function that makes it, or the program that it names."""
    command = call.args[0]
    if isinstance(command, ast.Name):
        (command,) = (
            node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == command.id
        )
    if isinstance(command, ast.Call):
        return ast.unparse(command.func)
    assert isinstance(command, ast.List)
    return str(ast.literal_eval(command.elts[0]))


def _hides(node: ast.ImportFrom) -> bool:
    """Whether it imports such a function by its bare name, past the test above."""
    names = {alias.name for alias in node.names}
    return (
        node.module in {"subprocess", "multiprocessing", "pty"}
        or (node.module == "sys" and "executable" in names)
        or (node.module == "concurrent.futures" and "ProcessPoolExecutor" in names)
    )
