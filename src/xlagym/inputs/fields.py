"""Reading of the small YAML files that authors write: every fault named with its line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xlagym.inputs.problems import Problem
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.inputs.located_yaml import Document, Path


@dataclass(slots=True)
class Fields:
    """One mapping of a document. Reading it notes what is missing, odd or unknown."""

    document: Document
    path: Path
    problems: list[Problem] = field(default_factory=list)
    rule: str = "input"

    @property
    def data(self) -> dict[str, Any]:
        """The mapping itself; empty (and noted) where the file holds something else."""
        data: Any = self.document.data
        for step in self.path:
            data = data[step]
        return data if isinstance(data, dict) else {}

    def problem(self, key: str, message: str, advice: str) -> None:
        """Note a problem at ``key``."""
        line = self.document.line(*self.path, key)
        self.problems.append(Problem(self.document.file, message, advice, line, self.rule))

    def only(self, known: Iterable[str]) -> None:
        """Note every key outside ``known``."""
        names = sorted(known)
        for key in self.data:
            if str(key) not in names:
                self.problem(str(key), f"unknown field '{key}'", nearest(str(key), names))

    def text(self, key: str, *, required: bool = False) -> str:
        """A line of text; empty, and noted when required, where there is none."""
        value = self.data.get(key)
        if value is None:
            if required:
                self.problem(key, f"the field '{key}' is missing", f"add '{key}: …'")
            return ""
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            self.problem(key, f"the field '{key}' should be text", "write one line of text")
            return ""
        return " ".join(str(value).split())

    def number(self, key: str) -> int:
        """A whole number; 0, and noted, where there is none."""
        value = self.data.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            self.problem(key, f"'{key}' should be a whole number", f"write '{key}: 7'")
            return 0
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where there is none."""
        value = self.data.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or any(isinstance(part, dict | list) for part in value):
            self.problem(key, f"the field '{key}' should be a list", f"write '{key}: [a, b]'")
            return ()
        return tuple(str(part) for part in value)

    def mappings(self, key: str) -> list[Fields]:
        """A list of mappings; anything else in it is noted and left out."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.problem(key, f"'{key}' should be a list", "begin each part of it with '- '")
            return []
        found = []
        for index, part in enumerate(value):
            inner = Fields(self.document, (*self.path, key, index), self.problems, self.rule)
            if isinstance(part, dict):
                found.append(inner)
            else:
                inner.problem("", f"'{part}' should have fields", "write 'name: value' pairs")
        return found


def entries(document: Document, rule: str) -> tuple[list[tuple[str, Fields]], list[Problem]]:
    """The top-level mappings of a file, by key, and the list where their problems gather."""
    problems: list[Problem] = []
    if not isinstance(document.data, dict):
        problems.append(
            Problem(document.file, "expected a mapping of names", "write 'name:' lines", 1, rule)
        )
        return [], problems
    found = []
    for key, value in document.data.items():
        fields = Fields(document, (key,), problems, rule)
        if isinstance(key, str) and isinstance(value, dict):
            found.append((key, fields))
        else:
            fields.problem("", f"'{key}' should have fields", "indent 'name: value' lines below it")
    return found, problems
