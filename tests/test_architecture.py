"""The three nevers, and the layers: what ARCHITECTURE.md promises, held."""

import ast
import subprocess
import sys
from pathlib import Path

import xlagym

PACKAGE = Path(xlagym.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
OPENERS = {"open", "read_text", "read_bytes", "write_text", "write_bytes"}


def names_in(folder: str) -> list[Path]:
    return [path for path in MODULES if path.relative_to(PACKAGE).parts[0] == folder]


def test_evidence_imports_without_jax() -> None:
    modules = [
        ".".join(("xlagym", *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in names_in("evidence")
    ]
    assert len(modules) > 20
    script = (
        "import importlib, sys\n"
        f"for name in {[name.removesuffix('.__init__') for name in modules]!r}:\n"
        "    importlib.import_module(name)\n"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] == 'jax'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_evidence_opens_no_path() -> None:
    paths = names_in("evidence")
    assert len(paths) > 50
    opening = {path.relative_to(PACKAGE).as_posix(): OPENERS & called(path) for path in paths}
    assert {path: calls for path, calls in opening.items() if calls} == {}


def called(path: Path) -> set[str]:
    """Names of all functions and methods that a file calls."""
    return {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
    }


def test_only_capturing_runs_jax() -> None:
    users = {
        path.relative_to(PACKAGE).parts[0]
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        for name in imported(node)
        if name.partition(".")[0] == "jax"
    }
    assert users == {"capturing"}


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def test_numbers_are_made_in_numbers_alone() -> None:
    makers = {
        path.relative_to(PACKAGE).parts[0]
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"Number", "Reading", "quantity"}
    }
    assert "numbers" in makers
    assert makers.isdisjoint({"site", "course"})
