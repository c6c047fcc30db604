from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.numbers.units.quantity import (
    BASES,
    PREFIXES,
    UnitError,
    _parsed,
    _scale,
    convert,
    factor,
    plain,
    quantity,
    registry,
    symbol,
)

SPELLED = ("", *(spellings[0] for _, *spellings in PREFIXES.values()))
UNITS = tuple(each for _, each in BASES.values())


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("B", "B"),
        ("bytes", "B"),
        ("us", "µs"),
        ("µs", "µs"),
        ("μs", "µs"),
        ("kB", "kB"),
        ("KiB", "KiB"),
        ("GB/s", "GB/s"),
        ("TFLOP/s", "TFLOP/s"),
        ("cycles", "cycle"),
        ("GHz", "GHz"),
        ("percent", "%"),
        ("%", "%"),
        ("x", "×"),
        ("times", "×"),
        ("count", ""),
        ("", ""),
    ],
)
def test_one_spelling_of_each_unit(written: str, expected: str) -> None:
    assert expected == symbol(written)


def test_symbols_known_beforehand_are_spelled_as_pint_spells_them() -> None:
    for unit in (prefix + unit for prefix in SPELLED for unit in UNITS):
        for written in (unit, f"{unit}/s"):
            assert symbol(written) == written
            if unit != "s":
                assert written == f"{registry().parse_units(written):~C}"


@pytest.mark.parametrize(
    "written", ["parsec", "10 B", "B**999999999", "B/s/s", "m", "9" * 5000, "B; s", "(B)"]
)
def test_what_is_no_unit(written: str) -> None:
    with pytest.raises(UnitError) as caught:
        symbol(written)
    assert len(str(caught.value)) < 120


@given(st.text(max_size=30))
def test_any_text_is_a_unit_or_a_unit_error(text: str) -> None:
    with contextlib.suppress(UnitError):
        assert symbol(symbol(text)) == symbol(text)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("B", "MB", Fraction(1, 1_000_000)),
        ("MiB", "B", Fraction(1_048_576)),
        ("us", "s", Fraction(1, 1_000_000)),
        ("GB/s", "B/s", Fraction(1_000_000_000)),
        ("%", "", Fraction(1, 100)),
        ("GHz", "cycle/s", Fraction(1_000_000_000)),
        ("FLOP/B", "GFLOP/GB", Fraction(1)),
    ],
)
def test_factors_are_exact(source: str, target: str, expected: Fraction) -> None:
    assert expected == factor(source, target)


def test_bytes_are_no_seconds() -> None:
    with pytest.raises(UnitError, match="B is not convertible to s"):
        factor("B", "s")


def test_bytes_are_no_counts() -> None:
    with pytest.raises(UnitError, match="B is not convertible to a plain count"):
        factor("B", "")


def test_whole_bytes_stay_whole() -> None:
    value = 2 * quantity(134_217_728, "B") + quantity(8_388_608, "B")
    assert plain(value) == (276_824_064, "B")
    assert isinstance(plain(value)[0], int)


def test_root_units_of_mixed_prefixes() -> None:
    units = registry()
    assert plain(units.Quantity(5, "GB") / units.Quantity(2, "MB")) == (2500.0, "")
    assert plain(units.Quantity(3, "cycle") / units.Quantity(2, "s")) == (1.5, "cycle/s")


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (155_197_504, "B", "MB", 155.197504),
        (134_217_728, "B", "MiB", 128),
        (217.6, "us", "s", 0.0002176),
        (80.5, "%", "", 0.805),
    ],
)
def test_conversion(value: float, source: str, target: str, expected: float) -> None:
    converted = convert(value, source, target)
    assert expected == converted
    assert type(expected) is type(converted)


@given(st.lists(st.sampled_from(SPELLED), min_size=4, max_size=4), st.data())
def test_prefixes_are_reckoned_as_pint_reckons_them(
    prefixes: list[str], data: st.DataObject
) -> None:
    over, under = data.draw(st.tuples(st.sampled_from(UNITS), st.sampled_from(UNITS)))
    first, second, third, fourth = prefixes
    for source, target in (
        (first + over, second + over),
        (f"{first}{over}/{second}{under}", f"{third}{over}/{fourth}{under}"),
    ):
        assert _scale(_parsed(source)) / _scale(_parsed(target)) == factor(source, target)
