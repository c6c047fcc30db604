"""What is said once of each form of evidence; the table of them is ``forms.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from xlagym.captures.manifest import Manifest

_LANGUAGES: Final = {".hlo": "hlo", ".mlir": "mlir", ".py": "python", ".json": "json"}


class Texts(Protocol):
    """Where a reader finds what it reads: the folder of a capture, files that somebody gave."""

    def has(self, form: AnyForm) -> bool:
        """Whether there is one of that form."""

    def text(self, form: AnyForm) -> str:
        """It, as text."""

    def content(self, form: AnyForm) -> bytes:
        """It, as bytes."""

    def name_of(self, form: AnyForm) -> str:
        """What it is called in messages: ``captures/ID/cost.json``."""


def _lines_only(texts: Texts) -> None:
    """The reader of a form that is only shown, or only read beside another."""


def _by_nobody(manifest: Manifest) -> bool:  # noqa: ARG001
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Form[T]:
    """One form of evidence, and what its reader makes of it."""

    name: str
    """In a sentence: ``cost analysis``."""
    file: str = ""
    """Its name in a capture; empty where captures keep none."""
    read: Callable[[Texts], T] = _lines_only  # type: ignore[assignment]
    """Its reader. Raises ValueError where it can't make sense of the texts."""
    title: str = ""
    """Heading of its listing on a capture's page; empty where the page only offers the file."""
    short: str = ""
    """How ids of its lines begin; the stem of its file unless given."""
    beside: tuple[AnyForm, ...] = ()
    """Forms that its reader asks for, too."""
    needed: Callable[[Manifest], bool] = _by_nobody
    """Whether a capture with that manifest must have it."""
    strict: bool = False
    """Whether its reader refuses what it doesn't know, so that a healthy capture's can be read."""
    slow: bool = False
    """Whether what its reader makes is kept between builds: it is sooner loaded than made."""
    packed: bool = False
    """Whether captures keep it packed, as xz."""
    start: str = ""
    """How its text begins, wherever it comes from; empty where that doesn't tell it from others."""
    keys: tuple[str, ...] = ()
    """JSON with any of these keys is of this form."""

    def __repr__(self) -> str:
        return f"<Form {self.name}>"

    @property
    def stored(self) -> str:
        """The name of its file as a capture keeps it: ``passes.txt.xz``."""
        return f"{self.file}.xz" if self.packed else self.file

    @property
    def prefix(self) -> str:
        """``hlo``, where ids of its lines are ``hlo-41``."""
        return self.short or PurePosixPath(self.file).stem

    @property
    def language(self) -> str:
        """Which highlighter knows it: ``hlo``, ``mlir``, ``python``, ``json`` or ``text``."""
        return _LANGUAGES.get(PurePosixPath(self.file).suffix, "text")

    def line_id(self, line: int) -> str:
        """The id of a line (1-based) on a page that lists it: ``hlo-41``."""
        return f"{self.prefix}-{line}"

    def lines_among(self, ids: Iterable[str]) -> list[int]:
        """The lines of this form among ids of lines."""
        start = f"{self.prefix}-"
        return [int(each.removeprefix(start)) for each in ids if each.startswith(start)]


type AnyForm = Form[Any]
"""A form, whatever its reader makes of it."""
