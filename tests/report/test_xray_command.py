from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.report.hlo_texts import ASYNC, HOSTILE, long_line
from xlagym.cli import main

OLD = """\
module @jit_f {
  func.func public @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.frobnicate %arg0 {future = 1} : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
"""


@pytest.fixture
def xray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(main, ["xray", *map(str, arguments)], input=stdin)

    return run


def test_a_page_is_written_where_it_is_told_to(
    xray: Callable[..., Result], attention: Path, tmp_path: Path
) -> None:
    done = xray(attention / "optimized.hlo", attention / "stablehlo.mlir", "-o", "page.html")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith("wrote page.html, ")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def test_without_a_name_the_page_is_report_html(
    xray: Callable[..., Result], attention: Path, tmp_path: Path
) -> None:
    assert xray(attention).exit_code == 0
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_json_goes_to_standard_output_and_troubles_do_not(
    xray: Callable[..., Result], attention: Path
) -> None:
    done = xray(attention / "optimized.hlo", "nothing.hlo", "--json")
    assert done.exit_code == 0
    (module,) = json.loads(done.stdout)["modules"]
    assert (module["name"], module["launched"]) == ("jit_naive_attention", 1)
    assert "nothing.hlo: xray: there is no such file" in done.stderr


def test_standard_input_is_a_file_too(xray: Callable[..., Result]) -> None:
    done = xray("-", "--json", stdin=ASYNC)
    assert json.loads(done.stdout)["modules"][0]["name"] == "jit_f"
    assert xray("-", "-o", "-", stdin=ASYNC).stdout.startswith("<!doctype html>")


BAD = {
    "empty": (b"", "empty: xray: is empty"),
    "picture.png": (b"\x89PNG\r\n\x1a\n" + bytes(99), "xray: is a PNG picture, no evidence"),
    "notes.hlo": (b"Dear Sir", "notes.hlo: xray: is text that says nothing of a compiled program"),
    "old.mlir": (OLD.encode(), "old.mlir:3: xray: custom op 'stablehlo.frobnicate' is unknown"),
    "live-range.txt": (b"HloLiveRange (max 1):\n", "is a live ranges, with no module"),
    "cut.pb": (b"\x0a\xff\xff\x03" + b"\x12\x04abcd" * 9, "cut.pb: truncated: The file is cut"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_named_and_nothing_is_written(
    name: str, xray: Callable[..., Result], tmp_path: Path
) -> None:
    data, said = BAD[name]
    (tmp_path / name).write_bytes(data)
    done = xray(name, "-o", "page.html")
    assert done.exit_code == 1
    assert said in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.output
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_folder_without_evidence_is_no_report(
    xray: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    done = xray("folder")
    assert done.exit_code == 1
    assert "folder: xray: is an empty folder" in done.stderr


@pytest.mark.parametrize("name", ["truncated", "utf8-mangled"])
def test_damaged_profiles_are_told_from_others(
    name: str, xray: Callable[..., Result], shared: Callable[[str], Path]
) -> None:
    done = xray(shared(f"bad/{name}.xplane.pb"))
    assert done.exit_code == 1
    assert ("cut short" in done.stderr) == (name == "truncated")
    assert ("EF BF BD" in done.stderr) == (name == "utf8-mangled")


def test_a_damaged_file_beside_a_good_one_is_left_out(
    xray: Callable[..., Result], attention: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").touch()
    done = xray(attention / "optimized.hlo", "empty", "-o", "page.html")
    assert done.exit_code == 0
    assert "empty: xray: is empty" in done.stderr
    assert "What could not be read or matched" in (tmp_path / "page.html").read_text()


def test_a_page_that_cannot_be_written_leaves_what_was_there(
    xray: Callable[..., Result], attention: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    for place in ("folder", "no/such/folder.html"):
        done = xray(attention, "-o", place)
        assert done.exit_code == 1
        assert "can't be written" in done.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing argument"),
        (("model.py",), "name the function too: model.py:FUNCTION"),
        (("model.py:step",), "say for which chips: --on tpu-v6e"),
        (("model.py:step", "--on", "tpu-v9"), "no chip is called 'tpu-v9'"),
        (("model.py:step", "--on", "cpu.run"), "no chip is called 'cpu.run'"),
        (("a.hlo", "--on", "cpu"), "--on and --args are for a function"),
        (("a.py:f", "b.py:g", "--on", "cpu"), "one FILE.py:FUNCTION at a time"),
    ],
)
def test_a_command_line_that_is_wrong_exits_2(
    arguments: tuple[str, ...], said: str, xray: Callable[..., Result]
) -> None:
    done = xray(*arguments)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    text=st.sampled_from([ASYNC, HOSTILE, OLD, long_line(3000)]),
    at=st.integers(0, 4000),
    cut=st.integers(0, 60),
    put=st.binary(max_size=12),
)
def test_no_damage_ends_in_a_traceback(
    text: str, at: int, cut: int, put: bytes, xray: Callable[..., Result]
) -> None:
    data = text.encode()
    done = xray("-", "-o", "-", stdin=data[:at] + put + data[at + cut :])
    assert done.exit_code in (0, 1)
    assert done.exception is None or isinstance(done.exception, SystemExit)
