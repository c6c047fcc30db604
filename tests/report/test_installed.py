from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT
from xlagym.report.page import resources


def parts() -> tuple[str, ...]:
    """What ``setup.py`` puts into the package."""
    for node in ast.parse((ROOT / "setup.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PARTS":
            found: tuple[str, ...] = ast.literal_eval(node.value)
            return found
    raise AssertionError("setup.py names no PARTS")


def test_an_installed_package_needs_no_checkout(tmp_path: Path, attention: Path) -> None:
    package = tmp_path / "lib" / "xlagym"
    shutil.copytree(ROOT / "src" / "xlagym", package)
    for pattern in parts():
        for path in ROOT.glob(pattern):
            target = package / "report" / "page" / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    subprocess.run(
        [sys.executable, "-m", "xlagym", "xray", str(attention / "optimized.hlo")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "lib"), "PATH": ""},
        check=True,
    )
    html = (tmp_path / "report.html").read_text()
    assert resources.content_hash(resources.script()) in html
    assert resources.content_hash(resources.styles()) in html


def test_modules_are_put_together_in_the_order_in_which_they_need_each_other() -> None:
    script = resources.script()
    assert "import " not in script and "export " not in script
    places = [script.index(f"const ${name} = ") for name in ("report_tokens", "report_window")]
    assert places == sorted(places)
    assert script.rindex("const $report = ") > max(places)
    assert "</script" not in script
