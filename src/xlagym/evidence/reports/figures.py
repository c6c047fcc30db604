"""``figures.yml``: figures that somebody published, each with its unit and who says so.

They are quoted, not regenerated: a page shows them under a badge of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xlagym.inputs.located_yaml import Document, read_yaml
from xlagym.inputs.problems import Problem, ProblemError


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One published figure."""

    name: str
    value: int | float
    unit: str
    """Symbol; empty for a count."""
    source: str
    """Key of ``content/sources.yml``."""
    says: str
    """What it is, in the words of a sentence."""
    line: int
    """Line of the file (1-based)."""


_FIELDS = {"is": (int, float), "unit": (str,), "source": (str,), "says": (str,)}
_OPTIONAL = {"unit"}


def read_figures(text: str, file: str) -> dict[str, PublishedFigure]:
    """Read ``figures.yml``, by name; ``file`` is its name for messages.

    Raises ProblemError naming every entry that is not what it should be.
    """
    document = read_yaml(text, file)
    if not isinstance(document.data, dict) or not document.data:
        raise ProblemError(_problem(document, (), "it holds no figures"))
    problems = [fault for name in document.data for fault in _faults(document, name)]
    if problems:
        raise ProblemError(*problems)
    return {
        name: PublishedFigure(
            name,
            entry["is"],
            entry.get("unit", ""),
            entry["source"],
            " ".join(entry["says"].split()),
            document.line(name) or 1,
        )
        for name, entry in document.data.items()
    }


def _faults(document: Document, name: object) -> Iterator[Problem]:
    entry = document.data[name]
    if not isinstance(name, str) or not isinstance(entry, dict):
        yield _problem(document, (str(name),), f"'{name}' is no figure")
        return
    for field, kinds in _FIELDS.items():
        value = entry.get(field)
        if field not in entry and field in _OPTIONAL:
            continue
        if not isinstance(value, kinds) or isinstance(value, bool) or value == "":
            yield _problem(document, (name, field), f"'{field}' of '{name}' is {value!r}")
    for field in entry:
        if field not in _FIELDS:
            yield _problem(document, (name, str(field)), f"'{name}' has an unknown field '{field}'")


def _problem(document: Document, path: tuple[str, ...], message: str) -> Problem:
    return Problem(
        document.file,
        message,
        "a figure is written  name: {is: 217.6, unit: µs, source: KEY, says: what it is}",
        document.line(*path),
        "figures",
    )
