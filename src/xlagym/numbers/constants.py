"""Constants of chips, from ``content/constants.yml``: each stands there once, with its source."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from xlagym.chips.table import CHIPS
from xlagym.inputs.located_yaml import Document, read_yaml
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.suggestions import nearest
from xlagym.keeping.recording import note
from xlagym.numbers.reading import Reading
from xlagym.numbers.units.quantity import UnitError, symbol

if TYPE_CHECKING:
    from xlagym.keeping.keeper import Keeper

FILE = "content/constants.yml"
KIND = "constants"
"""What their reading is noted as."""
KEYS = {"is", "unit", "source", "note", "others"}


@dataclass(frozen=True, slots=True)
class Constant:
    """One figure of one chip, as one source states it."""

    chip: str
    name: str
    value: int | float
    unit: str
    """Symbol; empty for counts."""
    source: str
    """Key of the reference that states it."""
    note: str
    others: tuple[str, ...]
    """Names of the same chip's constants that other sources give for the same thing."""
    line: int | None


@dataclass(frozen=True, slots=True)
class Constants:
    """All constants, by chip and name."""

    file: str
    sha256: str
    chips: Mapping[str, Mapping[str, Constant]]

    def read(self) -> None:
        """Note that somebody reads them."""
        note(KIND, self.sha256)

    def known_to(self, keeper: Keeper) -> None:
        """Let ``keeper`` compare what was read of them with what they are today."""
        keeper.knows(KIND, lambda _: self.sha256)

    def reading(self, chip: str, name: str) -> Reading:
        """The constant as the leaf of an expression; KeyError if there is none."""
        found = self.chips[chip][name]
        return Reading(
            path=f'chip("{chip}").{name}',
            value=found.value,
            unit=found.unit,
            capture="",
            file=self.file,
            line=found.line,
            sha256=self.sha256,
            basis="published",
            source=found.source,
        )

    def unsourced(self, known: Collection[str]) -> list[Problem]:
        """A problem for each constant whose source is not among the ``known`` references."""
        return [
            Problem(
                self.file,
                f"'{constant.name}' of {chip} cites '{constant.source}', which is no source",
                nearest(constant.source, known),
                line=constant.line,
                rule="source",
            )
            for chip, constants in self.chips.items()
            for constant in constants.values()
            if constant.source not in known
        ]


def read_constants(text: str, file: str = FILE) -> Constants:
    """Parse the constants of all chips. Raises ProblemError with everything that is wrong."""
    document = read_yaml(text, file)
    if not isinstance(document.data, dict):
        raise ProblemError(Problem(file, "not a mapping of chips", "start with 'tpu-v6e:'", 1))
    problems: list[Problem] = []
    chips: dict[str, dict[str, Constant]] = {}
    for chip, entries in document.data.items():
        if not isinstance(entries, dict):
            problems.append(_wrong(document, (chip,), f"{chip} holds no constants", "list them"))
            continue
        if chip not in CHIPS:
            wrong = f"'{chip}' is no chip of xlagym/chips/table.py"
            problems.append(_wrong(document, (chip,), wrong, nearest(str(chip), CHIPS)))
            continue
        chips[str(chip)] = {}
        for name, entry in entries.items():
            read = _read(document, str(chip), str(name), entry)
            if isinstance(read, Constant):
                chips[str(chip)][str(name)] = read
            else:
                problems.append(read)
    problems += _dangling(document, chips)
    if problems:
        raise ProblemError(*problems)
    return Constants(file, hashlib.sha256(text.encode()).hexdigest(), chips)


def _read(document: Document, chip: str, name: str, entry: Any) -> Constant | Problem:
    here = (chip, name)
    if not isinstance(entry, dict):
        return _wrong(document, here, f"'{name}' is not a mapping", "write {is: …, source: …}")
    for key in entry:
        if key not in KEYS:
            return _wrong(document, (*here, str(key)), f"unknown key '{key}'", nearest(key, KEYS))
    value, source, others = entry.get("is"), entry.get("source"), entry.get("others", [])
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return _wrong(document, here, f"'{name}' has no number under 'is'", "write {is: 128, …}")
    if not isinstance(source, str) or not source:
        return _wrong(document, here, f"'{name}' names no source", "add the key of a source")
    if not isinstance(others, list) or not all(isinstance(other, str) for other in others):
        return _wrong(document, here, "'others' is not a list of names", "write others: [name]")
    if not name.isidentifier():
        return _wrong(document, here, f"'{name}' can't stand in an expression", "use a_z and _")
    try:
        unit = symbol(str(entry.get("unit", "")))
    except UnitError as error:
        return _wrong(document, (*here, "unit"), str(error), "use a unit such as GB/s")
    return Constant(
        chip=chip,
        name=name,
        value=value,
        unit=unit,
        source=source,
        note=str(entry.get("note", "")),
        others=tuple(others),
        line=document.line(*here),
    )


def _dangling(document: Document, chips: Mapping[str, Mapping[str, Constant]]) -> list[Problem]:
    return [
        _wrong(
            document,
            (chip, constant.name, "others"),
            f"'{other}' is no constant of {chip}",
            nearest(other, constants),
        )
        for chip, constants in chips.items()
        for constant in constants.values()
        for other in constant.others
        if other not in constants
    ]


def _wrong(document: Document, path: tuple[str, ...], message: str, advice: str) -> Problem:
    return Problem(document.file, message, advice, document.line(*path), "constant")
