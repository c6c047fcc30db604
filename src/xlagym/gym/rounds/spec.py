"""``content/gym/NN-slug.yml``: what an author says of a station; the rest is read from evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.chips.names import expand
from xlagym.inputs.problems import Problem, ProblemError

if TYPE_CHECKING:
    from xlagym.inputs.located_yaml import Document

_FIELDS: dict[str, type] = {
    "number": int,
    "kind": str,
    "title": str,
    "skill": str,
    "intro": str,
    "chapters": list,
}
_OPTIONAL: dict[str, type] = {"programs": dict, "targets": list, "captures": list, "walks": list}


@dataclass(frozen=True, slots=True)
class Spec:
    """A station as its author asks for it."""

    document: Document
    number: int
    kind: str
    title: str
    skill: str
    """What a streak counts for, the same wherever it is drilled."""
    intro: str
    chapters: tuple[str, ...]
    """Ids of the chapters that it serves: ``xla/05``."""
    programs: dict[str, str]
    """Variant of a program to what it is, in a few words."""
    targets: tuple[str, ...]
    captures: tuple[str, ...] = ()
    """Ids of captures, where a station does not take every program on every target."""
    walks: tuple[str, ...] = ()
    """Ids of captures whose passes have a page to walk through, ``/passes/ID/``."""

    @property
    def slug(self) -> str:
        """Name of its file: ``07-fusion-xray``."""
        return self.document.file.rpartition("/")[2].removesuffix(".yml")

    @property
    def file(self) -> str:
        """Its file in ``content/``: ``gym/07-fusion-xray.yml``."""
        return f"gym/{self.slug}.yml"

    @property
    def path(self) -> str:
        """Site path: ``/gym/07-fusion-xray/``."""
        return f"/gym/{self.slug}/"

    def problem(self, message: str, advice: str, *where: str | int) -> Problem:
        """A problem with one of its fields."""
        return Problem(
            self.document.file, message, advice, self.document.line(*where), rule="station"
        )


def read_spec(document: Document) -> Spec:
    """Read a station's spec. Raises ProblemError with every field that is missing or odd."""
    data = document.data if isinstance(document.data, dict) else {}
    problems = [
        Problem(
            document.file,
            f"'{name}' is missing, or is no {kind.__name__}",
            f"write it; a station has {', '.join(_FIELDS)}",
            document.line(name),
            rule="station",
        )
        for name, kind in _FIELDS.items()
        if not isinstance(data.get(name), kind)
    ]
    problems += [
        Problem(
            document.file,
            f"there is no field '{name}'",
            f"a station has {', '.join(_FIELDS)}",
            document.line(name),
            rule="station",
        )
        for name in data
        if name not in _FIELDS and name not in _OPTIONAL
    ]
    problems += [
        Problem(
            document.file,
            f"'{name}' is no {kind.__name__}",
            "write it as one, or leave it out",
            document.line(name),
            rule="station",
        )
        for name, kind in _OPTIONAL.items()
        if name in data and not isinstance(data[name], kind)
    ]
    if problems:
        raise ProblemError(*problems)
    return Spec(
        document=document,
        number=data["number"],
        kind=data["kind"],
        title=data["title"],
        skill=data["skill"],
        intro=data["intro"].strip(),
        chapters=tuple(map(str, data["chapters"])),
        programs={str(key): str(value) for key, value in data.get("programs", {}).items()},
        targets=expand(map(str, data.get("targets", ()))),
        captures=tuple(map(str, data.get("captures", ()))),
        walks=tuple(map(str, data.get("walks", ()))),
    )
