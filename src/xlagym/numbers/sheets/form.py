"""The form of a ``numbers.yml``: which keys it has, of what type, under which names."""

from __future__ import annotations

import keyword
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from xlagym.inputs.located_yaml import Document
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.language.functions import FUNCTIONS
from xlagym.numbers.units.display import MAX_DIGITS

SECTIONS = ("let", "numbers", "claims")
NUMBER_KEYS = ("is", "unit", "show", "digits", "note", "given", "source")
CLAIM_KEYS = ("is", "says")
RESERVED = {*FUNCTIONS, "captures", "chip", *keyword.kwlist}


@dataclass(frozen=True, slots=True)
class NumberEntry:
    """A number as its author wrote it."""

    expression: str
    unit: str | None
    show: str | None
    digits: int | None
    note: str
    given: str
    source: str
    line: int | None


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """A claim as its author wrote it."""

    expression: str
    says: str
    line: int | None


@dataclass(slots=True)
class SheetForm:
    """A sheet's content, before anything is evaluated."""

    document: Document
    lets: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, NumberEntry] = field(default_factory=dict)
    claims: dict[str, ClaimEntry] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, path: tuple[str, ...], message: str, advice: str, rule: str = "number") -> None:
        """Note a problem at ``path``."""
        line = self.document.line(*path)
        self.problems.append(Problem(self.document.file, message, advice, line, rule))


def read_form(document: Document) -> SheetForm:
    """Check and sort the parts of a sheet. Raises ProblemError with all that is wrong."""
    form = SheetForm(document)
    if not isinstance(document.data, dict):
        form.wrong((), "not a sheet of numbers", "start with 'let:', 'numbers:' or 'claims:'")
        raise ProblemError(*form.problems)
    for key in document.data:
        if key not in SECTIONS:
            form.wrong((str(key),), f"unknown key '{key}'", nearest(str(key), SECTIONS))
    for name, meant in _section(form, "let").items():
        if not isinstance(meant, str) or not meant:
            form.wrong(("let", name), f"'{name}' names no capture", "write the id of a capture")
        elif _named(form, "let", name):
            form.lets[name] = meant
    for name, entry in _section(form, "numbers").items():
        if _named(form, "numbers", name):
            _number(form, name, entry)
    for name, entry in _section(form, "claims").items():
        if _named(form, "claims", name):
            _claim(form, name, entry)
    if form.problems:
        raise ProblemError(*form.problems)
    return form


def _section(form: SheetForm, name: str) -> Mapping[str, Any]:
    data = form.document.data.get(name) or {}
    if not isinstance(data, dict):
        form.wrong((name,), f"'{name}' is not a mapping of names", "write 'name: …' lines")
        return {}
    return {str(key): value for key, value in data.items()}


def _named(form: SheetForm, section: str, name: str) -> bool:
    """Whether ``name`` may stand for something: one word, not taken, no word of the language."""
    path = (section, name)
    if not (name.isidentifier() and name.isascii()) or name.startswith("_"):
        form.wrong(path, f"'{name}' can't be a name", "use a-z, digits and _, a letter first")
    elif name in RESERVED:
        form.wrong(path, f"'{name}' is a word of the language", "choose another name")
    elif name in form.lets or name in form.numbers or name in form.claims:
        form.wrong(path, f"the name '{name}' stands twice", "rename one of the two", "duplicate")
    else:
        return True
    return False


def _number(form: SheetForm, name: str, entry: Any) -> None:
    parts = _parts(form, "numbers", name, entry, NUMBER_KEYS)
    if parts is None:
        return
    digits = parts.get("digits")
    if digits is not None and (
        isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MAX_DIGITS
    ):
        form.wrong(
            ("numbers", name, "digits"),
            f"'digits' is {digits!r}, expected 0 to {MAX_DIGITS}",
            "write how many decimals to show",
        )
        return
    form.numbers[name] = NumberEntry(
        expression=parts["is"],
        unit=_text(form, name, parts, "unit"),
        show=_text(form, name, parts, "show"),
        digits=digits,
        note=_text(form, name, parts, "note") or "",
        given=_text(form, name, parts, "given") or "",
        source=_text(form, name, parts, "source") or "",
        line=form.document.line("numbers", name, "is"),
    )


def _text(form: SheetForm, name: str, parts: Mapping[str, Any], key: str) -> str | None:
    value = parts.get(key)
    if value is None or isinstance(value, str):
        return value
    form.wrong(("numbers", name, key), f"'{key}' is {value!r}, expected text", "put it in quotes")
    return None


def _claim(form: SheetForm, name: str, entry: Any) -> None:
    parts = _parts(form, "claims", name, entry, CLAIM_KEYS)
    if parts is not None:
        says = parts.get("says", "")
        line = form.document.line("claims", name, "is")
        form.claims[name] = ClaimEntry(parts["is"], " ".join(str(says).split()), line)


def _parts(
    form: SheetForm, section: str, name: str, entry: Any, keys: tuple[str, ...]
) -> dict[str, Any] | None:
    """The entry as a mapping whose 'is' is an expression; None, and noted, for anything else."""
    path = (section, name)
    parts = dict(entry) if isinstance(entry, dict) else {"is": entry}
    for key in parts:
        if key not in keys:
            form.wrong((*path, str(key)), f"unknown key '{key}'", nearest(str(key), keys))
            return None
    expression = parts.get("is")
    if isinstance(expression, float | int) and not isinstance(expression, bool):
        expression = repr(expression) if math.isfinite(expression) else None
    if not isinstance(expression, str):
        form.wrong(path, f"'{name}' has no expression", "write it under 'is:'")
        return None
    return {**parts, "is": expression}
