"""Which files belong to one module: by the dump they lie in, by name, and by what they speak of."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import (
    BUFFERS,
    FORECAST,
    HLO,
    LIVE_RANGES,
    PASS_RECORD,
    PROFILE,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.report.given.contents import text_of
from xlagym.report.given.inputs import Given, Inputs

_HLO_NAME = re.compile(r"^[ \t]*HloModule[ \t]+([^\s,]+)", re.MULTILINE)
_MLIR_NAME = re.compile(r'\bmodule @(?:"((?:[^"\\]|\\.)*)"|([\w.$-]+))')
_REPORT_NAMES = re.compile(
    r"^    \d+:(\S+)$|^ value: <\d+ ([^\s{]+)|^\s*\"([^\"]+)\": \d", re.MULTILINE
)
_INSTRUCTION = re.compile(r"^\s*(?:ROOT )?%?([\w.\-]+) = ", re.MULTILINE)
_LIKE = 0.8
"""A report is a module's if this share of the names in it is of the module's instructions."""
_HEADER = 1 << 20
"""Bytes in which a module's name stands."""
_ABOUT: Final[tuple[AnyForm, ...]] = (LIVE_RANGES, BUFFERS, FORECAST)
"""Reports that name instructions."""


@dataclass(slots=True, eq=False)
class ModuleFiles:
    """The files of one module."""

    name: str
    hlo: Given | None = None
    stablehlo: Given | None = None
    debug: Given | None = None
    """The StableHLO with locations, where it is another file."""
    reports: dict[AnyForm, Given] = field(default_factory=dict)
    dumps: list[Path] = field(default_factory=list)
    """The module's texts between passes."""
    carried_by: tuple[str, int] | None = None
    """The profile that carries it and its program id there, where nobody gave it."""
    chip: str = ""
    """The target that it was compiled for, where that is known: ``tpu-v6e``."""
    source: str = ""
    """The Python file that it came from, as the frames name it, where that is shown beside it."""
    program: str = ""
    """That file's text."""

    @property
    def files(self) -> list[Given]:
        """All of them, the HLO first."""
        found = (self.hlo, self.stablehlo, self.debug, *self.reports.values())
        return [each for each in found if each is not None]

    def given(self, form: AnyForm) -> Given | None:
        """The file of that form; a StableHLO with locations may be the one to show itself."""
        if form is HLO:
            return self.hlo
        if form is STABLEHLO:
            return self.stablehlo
        if form is STABLEHLO_LOCATED:
            both = (self.debug, self.stablehlo)
            return next((each for each in both if each and b" loc(" in each.data), None)
        return self.reports.get(form)


@dataclass(slots=True)
class Matched:
    """Everything that was given, sorted into modules and profiles."""

    modules: list[ModuleFiles] = field(default_factory=list)
    profiles: list[Given] = field(default_factory=list)
    unmatched: list[tuple[str, str]] = field(default_factory=list)
    """File, and why it belongs to nothing."""


def match(inputs: Inputs) -> Matched:
    """Sort files into modules and profiles; what fits nowhere is named."""
    matched = Matched()
    files = list(_distinct(inputs.files, matched))
    for each in files:
        if each.form is HLO:
            dumps = inputs.dumps.get(each.group, [])
            matched.modules.append(ModuleFiles(_hlo_name(each), each, dumps=list(dumps)))
    matched.profiles = [each for each in files if each.form is PROFILE]
    _add_stablehlo(matched, [each for each in files if each.form is STABLEHLO])
    others = [each for each in files if each.form not in (HLO, STABLEHLO, PROFILE)]
    for each in others:
        _add_report(matched, each)
    return matched


def _distinct(files: Iterable[Given], matched: Matched) -> Iterable[Given]:
    """The files without those whose bytes came already."""
    seen: dict[bytes, str] = {}
    for each in files:
        digest = hashlib.sha256(each.data).digest()
        if digest in seen:
            matched.unmatched.append((each.name, f"holds the same bytes as {seen[digest]}"))
        else:
            seen[digest] = each.name
            yield each


def _hlo_name(given: Given) -> str:
    found = _HLO_NAME.search(text_of(given.data[:_HEADER]))
    return found[1].rstrip(":") if found else ""


def _mlir_name(given: Given) -> str:
    found = _MLIR_NAME.search(text_of(given.data[:_HEADER]))
    return (found[1] or found[2]) if found else ""


def _add_stablehlo(matched: Matched, files: Sequence[Given]) -> None:
    """Give each module its StableHLO: that of its own dump or folder before one of its name."""
    alone: dict[str, ModuleFiles] = {}
    for each in files:
        name = _mlir_name(each)
        named = [module for module in matched.modules if module.name == name]
        near = [module for module in named if module.hlo and module.hlo.group == each.group]
        for module in near or named:
            _offer(matched, module, each)
        if not named:
            if name in alone:
                _offer(matched, alone[name], each)
            else:
                alone[name] = ModuleFiles(name, stablehlo=each)
    matched.modules += alone.values()


def _offer(matched: Matched, module: ModuleFiles, given: Given) -> None:
    """Take a StableHLO as the text to show, or as its twin with locations."""
    if module.stablehlo is None:
        module.stablehlo = given
        return
    shown, other = sorted((module.stablehlo, given), key=lambda each: b" loc(" in each.data)
    same_size = _size(shown) == _size(other)
    if same_size and b" loc(" in other.data and module.debug is None:
        module.stablehlo, module.debug = shown, other
        return
    why = f"is a second StableHLO of {module.name or 'the same module'}"
    matched.unmatched.append((given.name, f"{why}, beside {module.stablehlo.name}"))


def _size(given: Given) -> int:
    """How many lines of ops it has, whatever stands around them."""
    return sum(1 for line in given.text.splitlines() if "=" in line and line.startswith("  "))


def _add_report(matched: Matched, given: Given) -> None:
    """Give a report to the module of its dump or folder, of its names, or to the only one."""
    modules = [module for module in matched.modules if module.hlo is not None]
    near = [each for each in modules if each.hlo and given.group and each.hlo.group == given.group]
    if given.form is PASS_RECORD and not near:
        near = [each for each in modules if each.dumps and f".{each.name}." in given.text]
    if given.form in _ABOUT:
        candidates = [each for each in near or modules if _speaks_of(given, each)]
    else:
        candidates = near or (modules if len(modules) == 1 else [])
    free = [each for each in candidates if given.form not in each.reports]
    if free:
        free[0].reports[given.form] = given
        return
    matched.unmatched.append((given.name, _why_not(given, modules, candidates)))


def _why_not(given: Given, modules: Sequence[ModuleFiles], found: Sequence[ModuleFiles]) -> str:
    what = f"({given.form.name})"
    if found:
        return f"{what} is a second one of {found[0].name}"
    if not modules:
        return f"{what} belongs to a module, and no HLO was given"
    if given.form in _ABOUT:
        return f"{what} speaks of other instructions than those of the modules given"
    return f"{what} names no module, and several were given: give it with its own alone"


def _speaks_of(given: Given, module: ModuleFiles) -> bool:
    assert module.hlo is not None
    names = Counter(next(filter(None, each)) for each in _REPORT_NAMES.findall(given.text))
    if not names:
        return True
    known = set(_INSTRUCTION.findall(module.hlo.text))
    return sum(name in known for name in names) >= _LIKE * len(names)
