from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.numbers.units.display import Precision, plainly, precision, show
from xlagym.numbers.units.quantity import UnitError, Value


@pytest.mark.parametrize(
    ("value", "unit", "into", "digits", "text", "rounding"),
    [
        (155_197_504, "B", "MB", 1, "155.2 MB", "rounded to 1 decimal of MB"),
        (155_197_504, "B", "GB", 2, "0.16 GB", "rounded to 2 decimals of GB"),
        (155_197_504, "B", "MB", 0, "155 MB", "rounded to the nearest MB"),
        (155_197_504, "B", None, None, "155,197,504 B", "exact"),
        (134_217_728, "B", "MiB", 1, "128.0 MiB", "exact"),
        (0.0002176, "s", "us", 1, "217.6 µs", "exact"),
        (0.805, "", "percent", 1, "80.5 %", "exact"),
        (1.7836888923162064, "", "x", 1, "1.8×", "rounded to 1 decimal"),
        (1.7836888923162064, "", None, None, "1.78", "rounded to 2 decimals"),
        (1637.993152512, "GB/s", None, None, "1,638 GB/s", "rounded to the nearest GB/s"),
        (0.0123456, "", None, None, "0.0123", "rounded to 4 decimals"),
        (136_663, "cycle", None, None, "136,663 cycles", "exact"),
        (1, "cycle", None, None, "1 cycle", "exact"),
        (3, "", None, None, "3", "exact"),
        (0, "B", "MB", None, "0 MB", "exact"),
        (-2.5, "s", None, 0, "−3 s", "rounded to the nearest s"),
        (-0.04, "", None, 1, "0.0", "rounded to 1 decimal"),
        ("VMEM", "", None, None, "VMEM", "as read"),
        (True, "", None, None, "yes", "as read"),
        (False, "", None, None, "no", "as read"),
    ],
)
def test_text_and_rounding(
    value: Value, unit: str, into: str | None, digits: int | None, text: str, rounding: str
) -> None:
    shown = show(value, unit, into, Precision(digits))
    assert (text, rounding) == (shown.text, shown.rounding)


def test_halves_round_as_by_hand() -> None:
    assert show(155_250_000, "B", "MB", Precision(1)).text == "155.3 MB"
    assert show(0.285, "", None, Precision(2)).text == "0.29"


@pytest.mark.parametrize(
    ("fmt", "text"),
    [(".2f", "12,345.68 B"), (",.1f", "12,345.7 B"), ("d", "12,346 B"), (".3g", "12,300 B")],
)
def test_formats(fmt: str, text: str) -> None:
    assert text == show(12345.678, "B", None, precision(fmt)).text


def test_significant_digits_say_what_they_did() -> None:
    shown = show(12345.678, "B", None, precision(".3g"))
    assert shown.rounding == "rounded to the nearest 100 of B"


@pytest.mark.parametrize("fmt", ["", "f", ".99f", ".0g", "{}", ".1e", "%d", "s", "1"])
def test_what_is_no_format(fmt: str) -> None:
    with pytest.raises(UnitError):
        precision(fmt)


def test_text_has_no_unit() -> None:
    with pytest.raises(UnitError, match="text can't be shown in MB"):
        show("VMEM", "", "MB", Precision())


@given(
    st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    st.integers(min_value=0, max_value=12),
)
def test_shown_is_within_half_a_last_digit(value: float, digits: int) -> None:
    text = show(value, "", None, Precision(digits)).text
    shown = float(text.replace(",", "").replace("−", "-"))
    assert shown == pytest.approx(value, abs=0.5000001 * 10**-digits, rel=1e-15)


def test_plain_text_is_not_rounded() -> None:
    assert plainly(155_197_504, "B") == "155,197,504 B"
    assert plainly(1.7836888923162064, "") == "1.7836888923162064"
    assert plainly(1638.0, "GB/s") == "1,638 GB/s"
