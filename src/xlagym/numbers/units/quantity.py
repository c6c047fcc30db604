"""Values with units: parsing, exact conversion and symbols, on a lean pint registry.

pint's own definitions take a fifth of a second to load and give a byte eight bits, so the units of
this subject are defined here, in two tables that pint is given. It is imported at first use, for
a warm build needs no arithmetic, and prefixes of one unit are told apart by the tables alone.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any

from xlagym.keeping.kept import kept

type Value = int | float | str | bool
"""What a reading or a number holds: exact ints stay ints."""

PREFIXES = {
    "pico": ("1e-12", "p"),
    "nano": ("1e-9", "n"),
    "micro": ("1e-6", "µ", "μ", "u"),
    "milli": ("1e-3", "m"),
    "kilo": ("1e3", "k"),
    "mega": ("1e6", "M"),
    "giga": ("1e9", "G"),
    "tera": ("1e12", "T"),
    "peta": ("1e15", "P"),
    "kibi": ("1024", "Ki"),
    "mebi": ("1048576", "Mi"),
    "gibi": ("1073741824", "Gi"),
}
"""By name: the factor, then the spellings, first the one that pages show. Decimal prefixes are
powers of ten, binary ones of two: 1 MB is not 1 MiB."""

BASES = {
    "second": ("[time]", "s"),
    "byte": ("[information]", "B"),
    "cycle": ("[clock]", "cycle"),
    "flop": ("[operation]", "FLOP"),
    "token": ("[token]", "token"),
    "hertz": ("cycle / second", "Hz"),
}
"""By name: what the unit measures, and its symbol."""

WORDS = {"cycle", "token"}
"""Units written as English words, so with a plural."""

TIMES = "×"
"""Shown unit of a ratio: ``1.8×``. In a sheet also written ``x`` or ``times``."""

_SCALES = {"": Fraction(1)} | {
    spellings[0]: Fraction(factor) for factor, *spellings in PREFIXES.values()
}
_SYMBOLS = {
    prefix + symbol: (scale, symbol)
    for prefix, scale in _SCALES.items()
    for _, symbol in BASES.values()
}
"""What each symbol is of its unit: a kB is 1000 B."""
_SPELLING = re.compile(r"[A-Za-zµμ%]{1,20}(/[A-Za-zµμ]{1,20})?")
_ALIASES = {"": "", "count": "", "x": TIMES, "times": TIMES, TIMES: TIMES, "percent": "%", "%": "%"}


class UnitError(ValueError):
    """A unit that nobody defined, or two that do not fit; the message says which."""


@cache
def registry() -> Any:
    """The registry that all quantities share (a ``pint.UnitRegistry``)."""
    import pint

    units = pint.UnitRegistry(None)
    units.load_definitions(_definitions())
    return units


def _definitions() -> list[str]:
    """The two tables as pint reads them: ``kilo- = 1e3 = k-``, ``second = [time] = s``."""
    prefixes = [
        f"{name}- = {factor} = {' = '.join(f'{each}-' for each in spellings)}"
        for name, (factor, *spellings) in PREFIXES.items()
    ]
    bases = [f"{name} = {measures} = {symbol}" for name, (measures, symbol) in BASES.items()]
    return [*prefixes, *bases, "percent = 0.01 = %"]


@cache
def symbol(unit: str) -> str:
    """The one spelling of ``unit`` that pages show: ``us`` is ``µs``, ``bytes`` is ``B``.

    The empty string is a plain count or ratio. Raises UnitError for an unknown unit.
    """
    unit = unit.strip()
    if unit in _ALIASES:
        return _ALIASES[unit]
    if all(part in _SYMBOLS for part in unit.split("/", 1)):
        return unit  # as pint spells it too, and it costs a warm build no import of pint
    return _spelled(unit)


@kept
def _spelled(unit: str) -> str:
    return f"{_parsed(unit):~C}".replace("Δ", "")


@cache
def _parsed(unit: str) -> Any:
    unit = unit.strip()
    if _ALIASES.get(unit, unit) in {"", TIMES}:
        return registry().Unit("")
    import pint

    if not _SPELLING.fullmatch(unit):
        raise UnitError(f"'{unit[:40]}' is not a unit such as B, MB, µs, FLOP or GB/s")
    try:
        return registry().parse_units(unit)
    except (pint.PintError, ValueError, TypeError) as error:
        raise UnitError(f"'{unit}' is not a unit that is defined here") from error


@cache
def factor(source: str, target: str) -> Fraction:
    """How many ``target`` one ``source`` is, exactly. UnitError if they measure other things."""
    known = _of_one_unit(source, target)
    return _ratio(source, target) if known is None else known


@kept
def _ratio(source: str, target: str) -> Fraction:
    one, other = _parsed(source), _parsed(target)
    if one.dimensionality != other.dimensionality:
        raise UnitError(f"{named(source)} is not convertible to {named(target)}")
    return _scale(one) / _scale(other)


def _of_one_unit(source: str, target: str) -> Fraction | None:
    """The factor where only prefixes differ, which needs no pint; None for all else."""
    ones, others = source.split("/"), target.split("/")
    if len(ones) != len(others) or len(ones) > 2 or not {*ones, *others} <= _SYMBOLS.keys():
        return None
    ratios = []
    for one, other in zip(ones, others, strict=True):
        (scale, unit), (other_scale, other_unit) = _SYMBOLS[one], _SYMBOLS[other]
        if unit != other_unit:
            return None
        ratios.append(scale / other_scale)
    return ratios[0] / (ratios[1] if len(ratios) > 1 else 1)


def _scale(unit: Any) -> Fraction:
    """Factor to root units; ``repr`` brings back the decimal that a float such as 1e-6 is."""
    scale = Fraction(1)
    for name, power in unit._units.items():
        each, _ = registry().get_base_units(name)
        scale *= Fraction(repr(each)) ** int(power)
    return scale


def named(unit: str) -> str:
    """``unit`` for a message."""
    return symbol(unit) or "a plain count"


def quantity(value: Value, unit: str) -> Any:
    """What arithmetic works on: plain Python for counts, text and truths, else a pint quantity."""
    if not unit or isinstance(value, str | bool):
        return value
    return registry().Quantity(value, _parsed(unit))


def is_quantity(value: object) -> bool:
    """Whether ``value`` carries a unit."""
    return hasattr(value, "magnitude") and hasattr(value, "units")


def unit_of(value: object) -> str:
    """Symbol of the unit that ``value`` carries; empty for a plain one."""
    return f"{value.units:~C}" if is_quantity(value) else ""  # type: ignore[attr-defined]


def dimension(value: object) -> Any:
    """What ``value`` measures; equal for bytes and megabytes, other for bytes and seconds."""
    return value.dimensionality if is_quantity(value) else registry().Unit("").dimensionality  # type: ignore[attr-defined]


def plain(value: Any) -> tuple[Value, str]:
    """``value`` in root units: (magnitude, symbol). Whole bytes stay whole."""
    if not is_quantity(value):
        return value, ""
    # pint would multiply in floats: 217.6 µs must come out as 0.0002176 s.
    exact = exactly(value.magnitude) * _scale(value.units)
    whole = isinstance(value.magnitude, int) and exact.denominator == 1
    magnitude = exact.numerator if whole else float(exact)
    root = value.to_root_units().units
    return magnitude, "" if root == registry().Unit("") else f"{root:~C}"


def exactly(value: float) -> Fraction:
    """The figure that ``value`` prints as: 0.285 is 285/1000, not the binary float beside it."""
    return Fraction(value) if isinstance(value, int) else Fraction(repr(value))


def convert(value: float, source: str, target: str) -> float:
    """``value`` of ``source`` in ``target``; an int stays one where nothing is lost."""
    ratio = factor(source, target)
    if ratio == 1:
        return value
    exact = exactly(value) * ratio
    if isinstance(value, int) and exact.denominator == 1:
        return exact.numerator
    return float(exact)
