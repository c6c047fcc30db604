"""A forecast is kept only when it is of this module, and of all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import ROOT
from xlagym.capturing.child import Ended
from xlagym.capturing.compile.forecast import (
    forecast_environment,
    read_estimates,
    why_not,
    write_forecast,
)
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.reports.forecast import Forecast, ForecastError, read_forecast

STORED = ROOT / "captures/attention-s8192@tpu-v6e/optimized.hlo"
MODULE = read_hlo(STORED.read_text())
WHOLE = {"fusion": 136_663, "online-softmax": 182_647}


@pytest.mark.parametrize(
    ("ops", "reason"),
    [
        (WHOLE, None),
        ({}, "the backend wrote none (exit 134: no)"),
        (WHOLE | {"fusion.9": 1}, "it names what the optimized module lacks: fusion.9"),
        ({"fusion": 1}, "the backend wrote it for 1 of 2 launched operations (exit 134: no)"),
    ],
)
def test_why_not(ops: dict[str, int], reason: str | None) -> None:
    assert why_not(Forecast(ops), MODULE, "exit 134: no") == reason


def test_estimates_are_read_from_their_folder(tmp_path: Path) -> None:
    text = 'hlo_op_estimate {\n  hlo_op_name: "fusion"\n  estimated_cycles: 7\n}\n'
    (tmp_path / "fusion_TPU v6 lite_static_llo_profile.textproto").write_text(text)
    (tmp_path / "tpu_driver.INFO").write_text("words")
    assert read_estimates(tmp_path) == Forecast({"fusion": 7})
    (tmp_path / "b_static_llo_profile.textproto").write_text("half {")
    with pytest.raises(ForecastError):
        read_estimates(tmp_path)


def test_what_is_written_reads_back() -> None:
    text = write_forecast(Forecast(WHOLE))
    assert text.split("\n")[1] == '"fusion": 136663,'
    assert read_forecast(text) == Forecast(WHOLE)


def test_the_flag_goes_by_the_environment(tmp_path: Path) -> None:
    flag = f"--xla_jf_dump_static_llo_profile_to={tmp_path}"
    assert forecast_environment(tmp_path) == {"LIBTPU_INIT_ARGS": flag}


@pytest.mark.parametrize(
    ("code", "errors", "how"),
    [
        (0, "", "exit 0"),
        (-6, "", "exit 134"),
        (
            -6,
            "W1129 13:48:18.6 1 a.cc:1] hm\nF1129 13:48:18.6   17 b.cc:1] It failed.\n*** x\n",
            "exit 134: It failed.",
        ),
    ],
)
def test_how_a_process_ended(code: int, errors: str, how: str) -> None:
    assert Ended(code, errors).how == how


@pytest.mark.parametrize("before", ["", "a warning\n", "Traceback (most recent call last):\n  a\n"])
def test_of_a_traceback_the_last_words_are_what_went_wrong(before: str) -> None:
    errors = (
        f"{before}Traceback (most recent call last):\n"
        '  File "x.py", line 1, in <module>\n    1 / 0\n    ~~^~~\n'
        "OSError: [Errno 28] No space left on device\n"
    )
    assert Ended(1, errors).last_words == "OSError: [Errno 28] No space left on device"


def test_its_last_words() -> None:
    assert Ended(1, "\n".join(str(line) for line in range(9)) + "\n\n").last_words == (
        "3\n    4\n    5\n    6\n    7\n    8"
    )
