"""How a value is written on a page, and the sentence that says how it was rounded.

Decided once: thousands are parted by commas, one plain space stands before a unit (pages keep the
two together with CSS, so that text stays searchable), a ratio's ``×`` follows without one, and
halves round away from zero, as a reader does who checks by hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from xlagym.numbers.units import quantity
from xlagym.numbers.units.quantity import TIMES, WORDS, UnitError, Value

MAX_DIGITS = 12
SIGNIFICANT = 3
"""Digits that a value with a fraction is shown with where nobody says how many."""

_FORMAT = re.compile(r",?\.(?P<digits>\d{1,2})(?P<kind>[fg])|,?d")


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as text."""

    text: str
    unit: str
    """Symbol of the unit that the text shows; empty for a count."""
    rounding: str
    """What was done to the raw value to make the text."""


@dataclass(frozen=True, slots=True)
class Precision:
    """How many digits are asked for; neither: whole values whole, others with a few digits."""

    decimals: int | None = None
    significant: int | None = None


def precision(fmt: str) -> Precision:
    """Read ``.2f`` (decimals), ``.3g`` (significant digits) or ``d`` (whole); else UnitError."""
    match = _FORMAT.fullmatch(fmt.strip())
    if match is None:
        raise UnitError(f"'{fmt[:40]}' is not a format such as .1f, .3g or d")
    if match["kind"] is None:
        return Precision(decimals=0)
    digits = int(match["digits"])
    if digits > MAX_DIGITS or (match["kind"] == "g" and digits == 0):
        raise UnitError(f"'{fmt}' asks for digits outside 0 to {MAX_DIGITS}")
    return Precision(digits) if match["kind"] == "f" else Precision(significant=digits)


def show(value: Value, unit: str, into: str | None, digits: Precision) -> Shown:
    """``value`` of ``unit`` (a symbol) written in ``into``, or in its own unit for None.

    Text and truths have no unit: asking for one is a UnitError, as is a unit of another dimension.
    """
    if isinstance(value, str | bool):
        if into:
            what = "text" if isinstance(value, str) else "a truth"
            raise UnitError(f"{what} can't be shown in {quantity.named(into)}")
        return Shown(plainly(value, ""), "", "as read")
    target = unit if into is None else quantity.symbol(into)
    exact = quantity.exactly(value) * quantity.factor(unit, target)
    decimals = _decimals(exact, digits)
    rounded = _round(exact, decimals)
    figure = _figure(rounded, max(decimals, 0))
    return Shown(with_unit(figure, target), target, _sentence(exact == rounded, decimals, target))


def plainly(value: Value, unit: str) -> str:
    """``value`` unrounded, as receipts and messages show it: ``155,197,504 B``, ``yes``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    figure = f"{value:,}".removesuffix(".0")
    return with_unit(figure.replace("-", "−") if "e" not in figure else figure, unit)


def with_unit(figure: str, unit: str) -> str:
    """``figure`` with the symbol of its unit."""
    if not unit:
        return figure
    if unit == TIMES:
        return figure + TIMES
    if unit in WORDS and figure != "1":
        unit += "s"
    return f"{figure} {unit}"


def _decimals(exact: Fraction, digits: Precision) -> int:
    """Decimal places to keep; negative ones are rounded to zeros before the point."""
    if digits.decimals is not None:
        return digits.decimals
    if digits.significant is None and exact.denominator == 1:
        return 0
    significant = digits.significant or SIGNIFICANT
    decimals = significant - 1 - _magnitude(exact)
    return decimals if digits.significant else min(max(decimals, 0), MAX_DIGITS)


def _magnitude(exact: Fraction) -> int:
    """Power of ten of the first digit: 2 for 155, -1 for 0.5."""
    if exact == 0:
        return 0
    size = abs(exact)
    power = len(str(size.numerator)) - len(str(size.denominator))
    return power if size >= Fraction(10) ** power else power - 1


def _round(exact: Fraction, decimals: int) -> Fraction:
    scale = Fraction(10) ** decimals
    whole = int(abs(exact) * scale + Fraction(1, 2))
    return Fraction(whole if exact >= 0 else -whole) / scale


def _figure(rounded: Fraction, decimals: int) -> str:
    units = abs(rounded) * 10**decimals
    digits = str(units.numerator).rjust(decimals + 1, "0")
    whole, rest = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
    sign = "−" if rounded < 0 else ""
    return f"{sign}{int(whole):,}" + (f".{rest}" if rest else "")


def _sentence(unrounded: bool, decimals: int, unit: str) -> str:
    if unrounded:
        return "exact"
    of = f" of {unit}" if unit and unit != TIMES else ""
    if decimals == 0:
        return f"rounded to the nearest {unit}" if of else "rounded to the nearest whole"
    if decimals < 0:
        return f"rounded to the nearest {10**-decimals:,}{of}"
    return f"rounded to {decimals} decimal{'s' if decimals > 1 else ''}{of}"
