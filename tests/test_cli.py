"""The command line: what it says, and the status that it leaves."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.places import ROOT
from xlagym.cli import main


def test_every_command_is_in_the_readme() -> None:
    listed = re.findall(r"^\| `xlagym (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(main.commands)


@pytest.mark.parametrize("name", sorted(main.commands))
def test_help_says_what_a_command_does(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert len(result.output.split()) > 20


def test_build_py_is_the_same_command_line() -> None:
    shown = [
        subprocess.run(
            [sys.executable, *command, "--help"], capture_output=True, text=True, cwd=ROOT
        )
        for command in (["build.py"], ["-m", "xlagym"])
    ]
    texts = [re.sub(r"^Usage: \S+", "Usage:", each.stdout) for each in shown]
    assert texts[0] == texts[1]
    assert "check" in texts[0]


def test_a_wrong_command_line_exits_with_2() -> None:
    assert CliRunner().invoke(main, ["bild"]).exit_code == 2
    assert CliRunner().invoke(main, ["build", "--fast"]).exit_code == 2


def test_outside_a_project_it_says_what_it_looked_for(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "xlagym", "check"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "no xlagym project here or above" in done.stderr
    assert "Traceback" not in done.stderr
